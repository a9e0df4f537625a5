//! Matches as users play them: the program against itself, interrupted and resumed.

mod refusals;
mod settings;
mod shards;
mod troubles;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use peregrine::arena::journal::{self, Results};
use peregrine::arena::record::GameRecord;
use peregrine::notation::epd::Defaults;
use peregrine::notation::pgn::Reader;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::is_long_run;
use crate::program::copy_program;
use crate::running::Start;

const PROGRAM: &str = env!("CARGO_BIN_EXE_peregrine");

/// A folder with a match of the program against itself; the games do not depend
/// on the order in which they are played.
struct Arena {
    folder: TempDir,
    words: Vec<String>,
}

impl Arena {
    /// Two engines with these numbers of nodes per move.
    fn new(nodes: [u64; 2], words: &[&str]) -> Arena {
        let folder = tempfile::tempdir().expect("a folder for the match");
        let openings = folder.path().join("openings.txt");
        fs::write(&openings, OPENINGS).expect("the folder is ours");
        // A copy under a distinctive name, so that its processes can be recognized.
        let engine = folder.path().join("engine-of-this-test");
        copy_program(&engine);
        let mut arena = Arena {
            folder,
            words: vec![
                "--each".to_owned(),
                format!("command='{}' protocol=uci hash=1", engine.display()),
                "--openings".to_owned(),
                openings.display().to_string(),
            ],
        };
        for (name, nodes) in ["strong", "weak"].into_iter().zip(nodes) {
            arena.words.push("--engine".to_owned());
            arena.words.push(format!("name={name} nodes={nodes}"));
        }
        arena
            .words
            .extend(words.iter().map(|&word| word.to_owned()));
        arena
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, out: &str) -> Command {
        let mut command = Command::new(PROGRAM);
        command
            .arg("match")
            .args(&self.words)
            .arg("--out")
            .arg(self.path(out))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn play(&self, out: &str, more: &[&str]) -> Output {
        self.command(out).args(more).run()
    }

    fn results(&self, out: &str) -> Results {
        journal::read(&self.path(out).join("results.jsonl")).expect("results that can be read")
    }

    /// The engines that are still running, on systems with `/proc`.
    fn engines(&self) -> Vec<PathBuf> {
        let program = self.path("engine-of-this-test");
        let Ok(processes) = fs::read_dir("/proc") else {
            return Vec::new();
        };
        processes
            .flatten()
            .map(|process| process.path().join("exe"))
            .filter(|exe| fs::read_link(exe).is_ok_and(|path| path == program))
            .collect()
    }

    /// Waits until the last engine has exited.
    fn assert_no_engine_left(&self) {
        let until = Instant::now() + Duration::from_secs(10);
        while !self.engines().is_empty() {
            assert!(Instant::now() < until, "{:?} are left", self.engines());
            thread::sleep(Duration::from_millis(20));
        }
    }
}

const OPENINGS: &str = "\
e2e4 e7e5
d2d4 d7d5
f2f4 e7e6
g2g3 f7f5
e2e3 d7d6
d2d3 g7g6
";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn assert_success(output: &Output) {
    assert!(
        output.status.success(),
        "{}\n{}{}",
        output.status,
        text(&output.stdout),
        text(&output.stderr)
    );
}

/// The games by number, without their times.
fn timeless(games: &[GameRecord]) -> BTreeMap<usize, GameRecord> {
    let mut all = BTreeMap::new();
    for game in games {
        let mut game = game.clone();
        (game.began, game.milliseconds) = (0, 0);
        for info in game.moves.iter_mut().filter_map(|mv| mv.info.as_mut()) {
            info.microseconds = 0;
        }
        let number = game.game;
        assert!(all.insert(number, game).is_none(), "game {number} twice");
    }
    all
}

/// The number of games in a PGN file; all of them must be replayable.
fn games_in(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("a PGN file");
    let mut games = 0;
    for game in Reader::new(text.as_bytes(), Defaults::for_variant("chess")) {
        game.expect("a game that can be read");
        games += 1;
    }
    games
}

#[test]
fn a_match_writes_all_its_files() {
    let arena = Arena::new(
        [400, 100],
        &["--rounds", "3", "--concurrency", "2", "--log", "all"],
    );
    let output = arena.play("match", &[]);
    assert_success(&output);
    arena.assert_no_engine_left();
    let results = arena.results("match");
    assert_eq!(timeless(&results.games).len(), 6);
    for game in &results.games {
        assert_eq!(game.opening, game.pair());
        assert!(!game.termination.is_failure(), "{}", game.reason);
        assert!(
            arena
                .path("match")
                .join(format!("logs/game-{}.txt", game.label()))
                .is_file()
        );
    }
    assert_eq!(games_in(&arena.path("match/games.pgn")), 6);
    let summary = fs::read(arena.path("match/summary.json")).expect("a summary");
    let summary: Value = serde_json::from_slice(&summary).expect("a summary in JSON");
    assert!(summary.is_object());
    let report = fs::read_to_string(arena.path("match/report.html")).expect("a report");
    assert!(report.contains("strong") && report.contains("weak"));
    assert!(
        text(&output.stdout).contains("strong"),
        "{}",
        text(&output.stdout)
    );
    // Running it again plays nothing and changes nothing.
    let before = fs::read(arena.path("match/results.jsonl")).expect("results");
    assert_success(&arena.play("match", &[]));
    let after = fs::read(arena.path("match/results.jsonl")).expect("results");
    assert_eq!(before, after);
}

#[test]
fn a_match_killed_at_any_moment_resumes() {
    let (rounds, enough) = if is_long_run() { ("30", 20) } else { ("8", 6) };
    let words = ["--rounds", rounds, "--length", "40", "--concurrency", "2"];
    let arena = Arena::new([300, 150], &words);
    assert_success(&arena.play("whole", &[]));
    let whole = timeless(&arena.results("whole").games);
    let begin = Instant::now();
    assert_success(&arena.play("again", &[]));
    let once = begin.elapsed();
    assert_eq!(timeless(&arena.results("again").games), whole);

    let mut played = 0;
    let mut kills = 0;
    let mut moments = 0x2545_f491u32;
    while kills < enough || played < whole.len() {
        let mut running = arena.command("killed").start();
        // Up to an eighth of the duration of the whole match.
        moments = moments.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let moment = once.mul_f64(f64::from(moments >> 8) / f64::from(1 << 24) / 8.0);
        thread::sleep(moment);
        let _ = running.kill();
        let _ = running.wait();
        kills += 1;
        arena.assert_no_engine_left();
        let file = arena.path("killed/results.jsonl");
        if file.exists() {
            let games = timeless(&arena.results("killed").games);
            assert!(games.len() >= played, "{} games were {played}", games.len());
            played = games.len();
            for (number, game) in &games {
                assert_eq!(game, &whole[number]);
            }
        }
        assert!(kills < 400, "{played} games after {kills} kills");
        if kills >= enough && played < whole.len() {
            break;
        }
    }
    assert_success(&arena.play("killed", &[]));
    assert_eq!(timeless(&arena.results("killed").games), whole);
    assert_eq!(games_in(&arena.path("killed/games.pgn")), whole.len());
    let left: Vec<_> = fs::read_dir(arena.path("killed"))
        .expect("the folder of the match")
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    for name in ["results.jsonl", "games.pgn", "summary.json", "report.html"] {
        assert!(left.iter().any(|file| file == name), "{left:?}");
    }
}

#[test]
fn only_a_torn_last_line_is_cut_off() {
    let arena = Arena::new([100, 50], &["--rounds", "2"]);
    assert_success(&arena.play("match", &[]));
    let file = arena.path("match/results.jsonl");
    let whole = fs::read(&file).expect("results");
    let games = timeless(&arena.results("match").games);
    // What a killed process may leave: the file up to any byte of its last
    // line.
    let last = whole[..whole.len() - 1]
        .iter()
        .rposition(|&byte| byte == b'\n');
    let last = last.expect("several lines") + 1;
    for cut in [last + 1, (last + whole.len()) / 2, whole.len() - 1] {
        fs::write(&file, &whole[..cut]).expect("the file is ours");
        assert_success(&arena.play("match", &[]));
        assert_eq!(timeless(&arena.results("match").games), games);
    }
    // An editor may have changed the line ends and added a byte-order mark; what it has
    // made unreadable is refused and stays as it is.
    let lines = String::from_utf8(whole.clone()).expect("results are text");
    let edited = format!("\u{feff}{}", lines.replace('\n', "\r\n"));
    fs::write(&file, &edited[..edited.len() - 9]).expect("the file is ours");
    assert_success(&arena.play("match", &[]));
    assert_eq!(timeless(&arena.results("match").games), games);
    let wide = lines.encode_utf16().flat_map(u16::to_le_bytes);
    for (content, reason) in [
        (wide.collect(), "this is text in UTF-16LE"),
        (
            lines.replace('\n', "\r").into_bytes(),
            "its lines end with CR alone",
        ),
    ] {
        fs::write(&file, &content).expect("the file is ours");
        let output = arena.play("match", &[]);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            text(&output.stderr).contains(reason),
            "{}",
            text(&output.stderr)
        );
        assert_eq!(fs::read(&file).expect("results"), content);
    }
    // A corrupt line in the middle is an error.
    let mut broken = whole.clone();
    broken[last - 10] = b'#';
    fs::write(&file, &broken).expect("the file is ours");
    let output = arena.play("match", &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("results.jsonl:4: "),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(fs::read(&file).expect("results"), broken);
}

#[cfg(unix)]
#[test]
fn a_signal_prints_how_to_resume() {
    for signal in ["INT", "TERM", "HUP"] {
        let arena = Arena::new([400, 400], &["--rounds", "2000", "--concurrency", "2"]);
        let running = arena.command("match").start();
        let file = arena.path("match/results.jsonl");
        let until = Instant::now() + Duration::from_secs(60);
        let lines = || fs::read_to_string(&file).map_or(0, |text| text.lines().count());
        while lines() < 2 && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        let id = running.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.expect("kill is there").success());
        let output = running.output();
        arena.assert_no_engine_left();
        assert_eq!(output.status.code(), Some(1));
        let said = text(&output.stdout);
        assert!(said.contains("The same command resumes."), "{said}");
        for game in arena.results("match").games {
            assert!(!game.termination.is_failure(), "{}", game.reason);
        }
    }
}

/// A limit on file sizes stands in for a full disk: writing fails, but the program
/// is not killed.
#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_and_loses_nothing() {
    let arena = Arena::new([20, 20], &["--rounds", "16"]);
    let mut script = Command::new("sh");
    script
        .args([
            "-c",
            "trap '' XFSZ; ulimit -f 48; exec \"$0\" \"$@\"",
            PROGRAM,
            "match",
        ])
        .args(&arena.words)
        .arg("--out")
        .arg(arena.path("match"));
    let output = script.run();
    arena.assert_no_engine_left();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("File too large"), "{said}");
    let kept = timeless(&arena.results("match").games);
    assert!(!kept.is_empty() && kept.len() < 32, "{} games", kept.len());
    assert_success(&arena.play("match", &[]));
    let all = timeless(&arena.results("match").games);
    assert_eq!(all.len(), 32);
    assert!(kept.iter().all(|(number, game)| &all[number] == game));
}
