//! Every command with little memory or few threads: it does its work, or ends with a message
//! and exit status 2. It neither panics nor hangs, and leaves no half-written file.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use super::{PATIENCE, outcome, text};
use crate::common::is_long_run;
use crate::process::signal;
use crate::program::copy_program;
use crate::running::Start;

/// A game of chess that is long enough for everything that reads games.
const GAME: &str = "[Variant \"chess\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. d4 d6 3. Nf3 Nf6 4. Nc3 Nc6 \
    5. Be3 Be6 6. a3 a6 7. h3 h6 8. Qd2 Qd7 9. g3 g6 10. Bg2 Bg7 1-0\n\n";

/// The commands; OUT stands for a folder of their own, IN for that of [`Inputs`].
const COMMANDS: &[&str] = &[
    "perft 3 --threads 8",
    "perft 3 --threads 8 --hash 16",
    "bench 2",
    "moves",
    "show --png OUT/board.png",
    "eval",
    "solve IN/position.epd --nodes 100 --threads 8",
    "mate 1 --fen k9/2Q7/1K8/10/10/10/10/10_w_-_-_0_1",
    "openings 2 --plies 2 --threads 8 --out OUT/openings.txt",
    "datagen --games 8 --nodes 50 --threads 8 --out OUT",
    "datagen verify IN/falcon-1.prgdata",
    "datagen shuffle IN/falcon-1.prgdata --out OUT/shuffled.prgdata",
    "train --data IN/falcon-1.prgdata --out OUT/net.prgnet --hidden 32 --epochs 1 --batch 64 \
     --buffer 1000 --threads 8",
    "tune games --openings IN/openings.txt --out OUT --pairs 2 --nodes 20 --threads 8 search.f",
    "tune evaluation --games IN/games.pgn --variant chess --opening 4 --rounds 1 --only tempo \
     --threads 8 --out OUT/tuned.toml",
    "pgn check IN/games.pgn",
    "pgn convert IN/games.pgn --to san --out OUT/games.pgn",
    "pgn annotate IN/games.pgn --nodes 100 --threads 8 --out OUT/games.pgn",
    "book build --search-positions 6 --nodes 100 --threads 8 --out OUT/book.prgbook",
    "book build --games IN/games.pgn --variant chess --least-games 1 --out OUT/book.prgbook",
    "tablebase build KQvK --variant chess --threads 8 --dir OUT",
    "tablebase verify KQvK --sample 1000 --threads 8",
    "tablebase stats KQvK --threads 8",
    "match --out OUT --rounds 1 --concurrency 2 --openings IN/openings.txt \
     --each protocol=uci_nodes=50 --engine name=a_command=PROGRAM --engine name=b_command=PROGRAM",
];

/// Conversations with the engine and at the terminal, and what their answers contain if the
/// program ends well.
const CONVERSATIONS: &[(&str, &str, &str)] = &[
    (
        "",
        "uci\nisready\nposition startpos\ngo depth 4\nisready\nquit\n",
        "\nbestmove ",
    ),
    (
        "",
        "uci\nsetoption name Threads value 8\nsetoption name Hash value 16\nisready\n\
         position startpos\ngo movetime 50\nisready\nquit\n",
        "\nbestmove ",
    ),
    (
        "",
        "uci\nposition startpos\ngo infinite\nisready\nstop\nquit\n",
        "\nbestmove ",
    ),
    (
        "",
        "xboard\nprotover 2\ncores 8\nnew\nsd 3\ngo\n",
        "\nmove ",
    ),
    ("play", "e4\nquit\n", "1. e4"),
];

/// What the commands read, and the program where every user can start it.
struct Inputs {
    folder: tempfile::TempDir,
    program: PathBuf,
}

impl Inputs {
    fn new() -> Inputs {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let program = at.join("peregrine");
        copy_program(&program);
        fs::write(at.join("games.pgn"), GAME.repeat(20)).unwrap();
        fs::write(
            at.join("position.epd"),
            "k9/2Q7/1K8/10/10/10/10/10 w - - 0 1 ;bm c7b7\n",
        )
        .unwrap();
        for words in [
            "datagen --games 100 --nodes 20 --out .",
            "openings 2 --plies 2 --out openings.txt",
        ] {
            let mut command = Command::new(&program);
            command.current_dir(at).args(words.split(' '));
            let made = outcome(&mut command);
            assert!(made.status.success(), "{}", text(&made.stderr));
        }
        for entry in fs::read_dir(at).unwrap() {
            let open = fs::Permissions::from_mode(0o755);
            fs::set_permissions(entry.unwrap().path(), open).unwrap();
        }
        fs::set_permissions(at, fs::Permissions::from_mode(0o755)).unwrap();
        Inputs { folder, program }
    }

    /// Runs the program with its words under a limit, which is how a shell starts it.
    fn run(&self, limit: &str, words: &str, out: &Path, input: &str) -> Output {
        let replaced = |word: &str| {
            let word = match word.contains('=') || word.contains("_w_") {
                true => word.replace('_', " "),
                false => word.to_owned(),
            };
            let word = word.replace("OUT", &out.display().to_string());
            let word = word.replace("PROGRAM", &self.program.display().to_string());
            word.replace("IN/", &format!("{}/", self.folder.path().display()))
        };
        let mut command = Command::new("sh");
        command
            .args(["-c", &format!("{limit} \"$0\" \"$@\"")])
            .arg(&self.program)
            .args(words.split_whitespace().map(replaced))
            .current_dir(self.folder.path())
            .env("RUST_BACKTRACE", "1");
        if input.is_empty() {
            return outcome(&mut command);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).start();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_owned();
        let id = child.id();
        let watched = thread::spawn(move || child.output());
        // A program that ended at once reads nothing.
        let _ = stdin.write_all(input.as_bytes());
        let mut left = PATIENCE;
        // The input of a CECP engine stays open until it has moved.
        let mut stdin = Some(stdin).filter(|_| input.starts_with("xboard"));
        while !watched.is_finished() {
            let pause = Duration::from_millis(20);
            thread::sleep(pause);
            left = left.saturating_sub(pause);
            if PATIENCE - left > Duration::from_secs(2) {
                stdin = None;
            }
            if left.is_zero() {
                let _ = Command::new("kill")
                    .args(["-KILL", &id.to_string()])
                    .status();
                panic!("{limit} {words}: does not end");
            }
        }
        drop(stdin);
        watched.join().unwrap()
    }

    /// Starts the board under a limit, and ends it once it has said where it is.
    fn check_board(&self, limit: &str) {
        let mut command = Command::new("sh");
        command
            .args(["-c", &format!("{limit} \"$0\" board --no-open")])
            .arg(&self.program)
            .env("RUST_BACKTRACE", "1");
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.start();
        let mut first = String::new();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        said.read_line(&mut first).unwrap();
        signal(&child, "INT");
        let output = child.output();
        let complained = text(&output.stderr);
        let about = format!("{limit} board: {}\n{first}{complained}", output.status);
        assert!(!complained.contains("panicked"), "{about}");
        match first.is_empty() {
            false => assert_eq!(output.status.code(), Some(0), "{about}"),
            true => {
                assert_eq!(output.status.code(), Some(2), "{about}");
                assert!(complained.contains("peregrine: error: "), "{about}");
            }
        }
    }

    /// Runs everything under a limit.
    fn check(&self, limit: &str) {
        self.check_board(limit);
        let commands = COMMANDS.iter().map(|&words| (words, "", ""));
        for (words, input, answer) in commands.chain(CONVERSATIONS.iter().copied()) {
            let out = self.folder.path().join("out");
            fs::create_dir(&out).unwrap();
            fs::set_permissions(&out, fs::Permissions::from_mode(0o777)).unwrap();
            let output = self.run(limit, words, &out, input);
            let (said, complained) = (text(&output.stdout), text(&output.stderr));
            let about = format!("{limit} {words}: {}\n{said}{complained}", output.status);
            assert_eq!(output.status.signal(), None, "{about}");
            assert!(!complained.contains("panicked"), "{about}");
            match output.status.code() {
                Some(0) => assert!(said.contains(answer), "{about}"),
                // A match may have lost games to the lack of memory, a position be unsolved.
                Some(1) => assert!(
                    words.starts_with("match") || words.starts_with("solve"),
                    "{about}"
                ),
                Some(2) => assert!(complained.contains("peregrine: error: "), "{about}"),
                _ => panic!("{about}"),
            }
            let left = fs::read_dir(&out).unwrap();
            for entry in left {
                let name = entry.unwrap().file_name().into_string().unwrap();
                assert!(!name.ends_with("-tmp"), "{name} is left: {about}");
            }
            fs::remove_dir_all(&out).unwrap();
        }
    }
}

/// The least address space, in KiB, with which the program says its version.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn least_memory(inputs: &Inputs) -> u64 {
    let starts = |&kibibytes: &u64| {
        let limit = format!("ulimit -v {kibibytes} && exec");
        let output = inputs.run(&limit, "--version", Path::new("."), "");
        output.status.success()
    };
    let found = (10..200).map(|step| step * 1000).find(starts);
    found.expect("it starts with 200 MB")
}

#[test]
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn little_memory_ends_in_a_result_or_a_message() {
    let inputs = Inputs::new();
    let least = least_memory(&inputs);
    let steps: Vec<u64> = match is_long_run() {
        true => (0..10).map(|step| step * step * 1_500).collect(),
        false => vec![0, 8_000, 40_000],
    };
    for step in steps {
        inputs.check(&format!("ulimit -v {} && exec", least + step));
    }
}

/// Root may start as many threads as it likes, so that another user does it, of whom nothing
/// else is running.
#[test]
#[cfg(target_os = "linux")]
fn few_threads_end_in_a_result_or_a_message() {
    let id = std::process::id();
    let user = match Command::new("id").arg("-u").output() {
        Ok(user) if text(&user.stdout).trim() == "0" => {
            format!(
                "setpriv --reuid {0} --regid {0} --clear-groups",
                100_000 + id
            )
        }
        _ => {
            println!("skipped: only root can run the program as another user");
            return;
        }
    };
    let inputs = Inputs::new();
    let counts: &[u32] = match is_long_run() {
        true => &[1, 2, 3, 4, 6, 8, 12],
        false => &[1, 2, 4],
    };
    for count in counts {
        inputs.check(&format!("exec {user} prlimit --nproc={count}"));
    }
}
