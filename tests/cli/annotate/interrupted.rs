//! Runs that are killed, stopped, out of space, or two at once leave what an undisturbed
//! run leaves.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::{self, signal};
use crate::running::{Running, Start};

use super::{OPEN, annotated_with, command, complaint, folder_with, names, run, text};

const GAMES: usize = 8;

const WORDS: [&str; 7] = [
    "in.pgn",
    "--out",
    "out.pgn",
    "--nodes",
    "4000",
    "--threads",
    "2",
];

/// Games that differ.
fn games() -> String {
    let game = |number: usize| OPEN.replace("One", &format!("Player {number}"));
    (0..GAMES).map(game).collect()
}

fn undisturbed() -> String {
    annotated_with(folder_with(&games()).path(), &WORDS)
}

fn start(folder: &Path, words: &[&str]) -> Running {
    let mut command = command(folder, words);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    command.start()
}

/// The same, with its complaints.
fn start_heard(folder: &Path, words: &[&str]) -> Running {
    let mut command = command(folder, words);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.start()
}

/// How a game begins in the partial file.
const GAME: &str = "\n%game ";

/// How many games the partial file has.
fn finished(folder: &Path) -> usize {
    process::records(&folder.join("out.pgn.partial"), GAME)
}

/// Waits until so many games are finished, or the program has ended.
fn wait_for(folder: &Path, games: usize, child: &mut Running) {
    process::wait_for_records(&folder.join("out.pgn.partial"), GAME, games, child);
}

#[test]
fn killed_runs_resume_to_the_same_file() {
    let expected = undisturbed();
    let folder = folder_with(&games());
    let partial = folder.path().join("out.pgn.partial");
    let mut kills = 0;
    for part in 1..=4 {
        let mut child = start(folder.path(), &WORDS);
        wait_for(folder.path(), part, &mut child);
        child.kill().unwrap();
        kills += usize::from(!child.wait().unwrap().success());
        assert!(finished(folder.path()) >= part);
        assert!(!folder.path().join("out.pgn").exists());
        // As if it had been killed while it wrote a game.
        let mut there = fs::read(&partial).unwrap();
        there.extend(b"[Event \"half");
        fs::write(&partial, there).unwrap();
    }
    assert!(kills > 0, "each run was too fast to be killed");
    assert!(annotated_with(folder.path(), &WORDS) == expected);
    assert_eq!(names(folder.path()), ["in.pgn", "out.pgn"]);
}

#[test]
fn a_stopped_run_says_so_and_resumes() {
    let expected = undisturbed();
    for (signal_name, endless) in [("INT", false), ("TERM", true)] {
        let folder = folder_with(&games());
        // A search without end stops as well.
        let words = match endless {
            true => [
                "in.pgn",
                "--out",
                "out.pgn",
                "--nodes",
                "999999999999",
                "--threads",
                "2",
            ],
            false => WORDS,
        };
        let mut child = start(folder.path(), &words);
        match endless {
            true => {
                let partial = folder.path().join("out.pgn.partial");
                let began = Instant::now();
                while !partial.exists() {
                    assert!(
                        began.elapsed() < Duration::from_secs(60),
                        "nothing is written"
                    );
                    thread::sleep(Duration::from_millis(1));
                }
                thread::sleep(Duration::from_millis(100));
            }
            false => wait_for(folder.path(), 1, &mut child),
        }
        signal(&child, signal_name);
        let output = child.output();
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(
            said.ends_with("Stopped. The same command resumes.\n"),
            "{said}"
        );
        if !endless {
            let said = text(&run(folder.path(), &WORDS).stdout);
            assert!(said.starts_with("out.pgn: 8 of 8 games, "), "{said}");
            let written = fs::read_to_string(folder.path().join("out.pgn")).unwrap();
            assert!(written == expected);
        }
    }
}

/// Killed after it had written the output, but before it removed the partial file.
#[test]
fn a_run_killed_at_its_very_end_is_completed() {
    let expected = undisturbed();
    let folder = folder_with(&games());
    let (partial, out) = (
        folder.path().join("out.pgn.partial"),
        folder.path().join("out.pgn"),
    );
    // An output that can no longer be written leaves a partial file with all games.
    let mut child = start_heard(folder.path(), &WORDS);
    wait_for(folder.path(), 1, &mut child);
    fs::create_dir(&out).unwrap();
    let said = process::complaint(&child.output());
    assert!(said.contains("out.pgn: this is a folder"), "{said}");
    fs::remove_dir(&out).unwrap();
    let whole = fs::read_to_string(&partial).unwrap();
    let lines = whole.split_inclusive('\n');
    let games: String = lines.filter(|line| !line.starts_with('%')).collect();
    assert!(games == expected);
    // Another file is not taken for the output.
    fs::write(&out, "mine").unwrap();
    let said = complaint(folder.path(), &WORDS);
    assert!(said.contains("out.pgn: the file already exists"), "{said}");
    assert_eq!(fs::read_to_string(&out).unwrap(), "mine");
    assert!(fs::read_to_string(&partial).unwrap() == whole);
    fs::write(&out, &expected).unwrap();
    let output = run(folder.path(), &WORDS);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert_eq!(said, "out.pgn: 8 of 8 games, 0 of them new\n");
    assert_eq!(names(folder.path()), ["in.pgn", "out.pgn"]);
    assert!(fs::read_to_string(&out).unwrap() == expected);
}

/// A limit on file sizes stands in for a full disk: writing fails, but the program is not
/// killed.
#[test]
fn a_full_disk_is_reported_and_loses_nothing() {
    let expected = undisturbed();
    let folder = folder_with(&games());
    let mut kept = Vec::new();
    for blocks in ["0", "4", "8"] {
        let mut script = Command::new("sh");
        let limit = "trap '' XFSZ; ulimit -f \"$0\" && exec \"$@\"";
        script.args(["-c", limit, blocks, env!("CARGO_BIN_EXE_peregrine")]);
        script.args(["pgn", "annotate"]).args(WORDS);
        let output = script.current_dir(folder.path()).run();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("out.pgn.partial: File too large"), "{said}");
        kept.push(finished(folder.path()));
        assert!(!folder.path().join("out.pgn").exists());
        let left = names(folder.path());
        assert_eq!(left.len(), if blocks == "0" { 1 } else { 2 }, "{left:?}");
    }
    assert!(
        kept[0] == 0 && kept[1] < kept[2] && kept[2] < GAMES,
        "{kept:?}"
    );
    assert!(annotated_with(folder.path(), &WORDS) == expected);
}

/// The output cannot be a device, even one that is always full.
#[test]
fn devices_are_refused() {
    let folder = folder_with(OPEN);
    let said = complaint(
        folder.path(),
        &["in.pgn", "--out", "/dev/full", "--nodes", "5", "--force"],
    );
    assert!(said.starts_with("peregrine: error: /dev/full"), "{said}");
}

/// Nobody needs to read what it says.
#[test]
fn closed_pipes_do_not_stop_the_work() {
    let expected = undisturbed();
    let folder = folder_with(&games());
    let mut child = command(folder.path(), &WORDS)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .start();
    drop((child.stdout.take(), child.stderr.take()));
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(fs::read_to_string(folder.path().join("out.pgn")).unwrap() == expected);
    // A full standard output is reported, but the file is there.
    let folder = folder_with(OPEN);
    let mut command = command(folder.path(), &WORDS);
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = command.stdout(full).stderr(Stdio::piped()).start().output();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("No space left"),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(names(folder.path()), ["in.pgn", "out.pgn"]);
}

#[test]
fn other_games_and_settings_are_not_mixed() {
    let folder = folder_with(&games());
    let mut child = start(folder.path(), &WORDS);
    wait_for(folder.path(), 3, &mut child);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(finished(folder.path()) >= 3, "it was too fast");
    let partial = folder.path().join("out.pgn.partial");
    let before = fs::read(&partial).unwrap();
    let mut words = WORDS;
    words[4] = "4001";
    let said = complaint(folder.path(), &words);
    let expected = "out.pgn.partial: this was begun with other settings (--nodes 4000 --hash 16 ";
    assert!(said.contains(expected), "{said}");
    let input = folder.path().join("in.pgn");
    fs::write(&input, games().replace("Player 1", "Player One")).unwrap();
    let said = complaint(folder.path(), &WORDS);
    let expected = "out.pgn.partial: its game 2 was not made from game 2 of the input; ";
    assert!(said.contains(expected), "{said}");
    fs::write(&input, OPEN).unwrap();
    let said = complaint(folder.path(), &WORDS);
    assert!(
        said.contains("its game 2 was not made from game 2"),
        "{said}"
    );
    assert_eq!(fs::read(&partial).unwrap(), before);
    // Games may have been added.
    fs::write(&input, games() + OPEN).unwrap();
    let written = annotated_with(folder.path(), &WORDS);
    assert_eq!(written.matches("[White ").count(), GAMES + 1);
}

#[test]
fn two_runs_do_not_write_to_one_file() {
    let folder = folder_with(OPEN);
    let words = ["in.pgn", "--out", "out.pgn", "--nodes", "999999999999"];
    let mut first = start(folder.path(), &words);
    let began = Instant::now();
    let said = loop {
        assert!(began.elapsed() < Duration::from_secs(60));
        if folder.path().join("out.pgn.partial").exists() {
            thread::sleep(Duration::from_millis(200));
            break complaint(folder.path(), &words);
        }
        thread::sleep(Duration::from_millis(1));
    };
    let expected = "peregrine: error: out.pgn.partial: another process is writing this file\n";
    assert_eq!(said, expected);
    signal(&first, "TERM");
    assert_eq!(first.wait().unwrap().code(), Some(1));
}
