//! Runs XBoard with two engines on a virtual screen and hands what it leaves behind to the judge in `log`.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::log::{Engine, Evidence, Expected, Fault, Offense, judge};
use super::replay;

const PEREGRINE: &str = env!("CARGO_BIN_EXE_peregrine");

/// What Fairy-Max 5.0b answers to commands of XBoard that it does not know. Neither is about the other engine.
const FAIRYMAX_IS_SECOND: &[(Engine, &str)] = &[
    (Engine::Second, "Error (unknown command): computer"),
    (Engine::Second, "Error (unknown command): result"),
];
const FAIRYMAX_IS_BOTH: &[(Engine, &str)] = &[
    (Engine::First, "Error (unknown command): computer"),
    (Engine::First, "Error (unknown command): result"),
    (Engine::Second, "Error (unknown command): computer"),
    (Engine::Second, "Error (unknown command): result"),
];

// ---------------------------------------------------------------------------------------------------------------------
// The matches that must be clean

#[test]
#[ignore = "needs xboard, fairymax and xvfb; .ci/run installs and runs it"]
fn peregrine_against_fairymax_in_falcon() {
    let fairymax = program("fairymax");
    let games = Match::new("falcon", "falcon", Path::new(PEREGRINE), &fairymax);
    must_be_clean(&games, FAIRYMAX_IS_SECOND);
}

#[test]
#[ignore = "needs xboard, fairymax and xvfb; .ci/run installs and runs it"]
fn peregrine_against_itself_in_freefalcon() {
    peregrine_against_itself("freefalcon");
}

#[test]
#[ignore = "needs xboard, fairymax and xvfb; .ci/run installs and runs it"]
fn peregrine_against_itself_in_falcon_chess_100() {
    peregrine_against_itself("duke-100");
}

#[test]
#[ignore = "needs xboard, fairymax and xvfb; .ci/run installs and runs it"]
fn peregrine_against_itself_in_complete_permutation_chess() {
    peregrine_against_itself("permutation");
}

#[test]
#[ignore = "needs xboard, fairymax and xvfb; .ci/run installs and runs it"]
fn peregrine_against_itself_on_ten_ranks_with_pawns_on_the_third() {
    peregrine_against_itself("duke-10x10-third");
}

#[test]
#[ignore = "needs xboard, fairymax and xvfb; .ci/run installs and runs it"]
fn peregrine_against_itself_on_nine_files() {
    peregrine_against_itself("duke-9x9-single");
}

#[test]
#[ignore = "needs xboard, fairymax and xvfb; .ci/run installs and runs it"]
fn peregrine_against_itself_on_eight_ranks_with_pawns_on_the_third() {
    peregrine_against_itself("duke-third");
}

#[test]
#[ignore = "needs xboard, fairymax and xvfb; .ci/run installs and runs it"]
fn peregrine_against_itself_with_central_pawns_on_the_third() {
    peregrine_against_itself("duke-10x10-central");
}

#[test]
#[ignore = "needs xboard, fairymax and xvfb; .ci/run installs and runs it"]
fn peregrine_against_itself_on_nine_files_and_ten_ranks() {
    peregrine_against_itself("duke-9x10");
}

/// Two games kept short by a depth limit; all moves and results are checked again by our own rules.
fn peregrine_against_itself(variant: &str) {
    let engine = Path::new(PEREGRINE);
    let mut games = Match::new(variant, variant, engine, engine);
    games.time = ("0:20", "0.2");
    games.depth = Some(3);
    must_be_clean(&games, &[]);
    let read = |name: &str| fs::read_to_string(games.directory.join(name)).expect("XBoard's text");
    let faults = replay::faults(variant, &read("xboard.debug"), &read("games.pgn"));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
#[ignore = "needs xboard, fairymax and xvfb; .ci/run installs and runs it"]
fn peregrine_against_itself_in_capablanca() {
    peregrine_against_itself("capablanca");
}

/// XBoard draws the arrays itself and tells them by `setboard`.
#[test]
#[ignore = "needs xboard, fairymax and xvfb; .ci/run installs and runs it"]
fn peregrine_against_itself_in_chess960() {
    let engine = Path::new(PEREGRINE);
    let mut games = Match::new("fischerandom", "fischerandom", engine, engine);
    games.time = ("0:20", "0.2");
    games.depth = Some(2);
    must_be_clean(&games, &[]);
    let read = |name: &str| fs::read_to_string(games.directory.join(name)).expect("XBoard's text");
    let (debug, pgn) = (read("xboard.debug"), read("games.pgn"));
    assert!(pgn.contains("[Variant \"fischerandom\"]"), "{pgn}");
    let faults = replay::faults_of_saved(&debug, &pgn);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The test harness alone, with two engines known to be good: if this fails, the matches above prove nothing.
#[test]
#[ignore = "needs xboard, fairymax and xvfb; .ci/run installs and runs it"]
fn fairymax_against_itself_in_falcon() {
    let fairymax = program("fairymax");
    let mut games = Match::new("fairymax", "falcon", &fairymax, &fairymax);
    games.depth = Some(4);
    // At times Fairy-Max castles where it may not; such a match shows nothing else.
    let castles_illegally = |outcome: &Outcome| {
        outcome.console.lines().any(|line| {
            let refused = line.strip_prefix("xboard: Illegal move \"f");
            refused.is_some_and(|squares| squares.starts_with("1") || squares.starts_with("8"))
        })
    };
    let mut outcome = games.play(FAIRYMAX_IS_BOTH);
    for _ in 0..3 {
        if castles_illegally(&outcome) {
            outcome = games.play(FAIRYMAX_IS_BOTH);
        }
    }
    assert!(outcome.offenses.is_empty(), "{}", outcome.report());
}

// ---------------------------------------------------------------------------------------------------------------------
// The matches that must not be clean

/// An engine that does one thing wrong, which its argument names.
const BAD_ENGINE: &str = r#"#!/bin/sh
while read -r line; do
  case "$line" in
    protover*)
      echo 'feature done=0 myname="Bad" ping=1 setboard=1 usermove=1 sigint=0 sigterm=0 colors=0'
      echo 'feature variants="falcon" done=1';;
    'variant falcon') echo 'piece F& aflafrKafraflKafafsKafsafK';;
    ping*) echo "pong ${line#ping }";;
    quit) exit 0;;
    go)
      case $1 in
        illegal-move) echo 'move d1d5';;
        garbage) echo 'move hello';;
        late) ;;
        dead) exit 3;;
        panic) echo "thread 'main' panicked at src/main.rs:1:1:" >&2; exit 101;;
        *) echo 'move e2e4';;
      esac;;
    usermove*)
      case $1 in
        illegal-claim) echo "Illegal move: ${line#usermove }";;
        error) echo "Error (unknown command): $line"; echo resign;;
        resign) echo resign;;
        win-claim) echo '1-0 {White mates}';;
        draw-claim) echo '1/2-1/2 {Draw by repetition}';;
        user-error) echo 'tellusererror something'; echo resign;;
      esac;;
  esac
done
"#;

/// Each kind of bad engine is detected against Fairy-Max under the real XBoard.
#[test]
#[ignore = "needs xboard, fairymax and xvfb; .ci/run installs and runs it"]
fn bad_engines_are_detected() {
    let fairymax = program("fairymax");
    for (kind, fault) in [
        ("illegal-move", Fault::Forfeit),
        ("garbage", Fault::Forfeit),
        ("illegal-claim", Fault::FalseClaim),
        ("win-claim", Fault::FalseClaim),
        ("draw-claim", Fault::FalseClaim),
        ("late", Fault::Time),
        ("dead", Fault::EngineGone),
        ("panic", Fault::EngineGone),
        ("error", Fault::EngineError),
        ("user-error", Fault::EngineError),
        // Resigning is legitimate, but not as an answer to the first move.
        ("resign", Fault::Ending),
    ] {
        let engine = bad_engine(kind);
        let mut games = Match::new(&format!("bad-{kind}"), "falcon", &engine, &fairymax);
        games.time = ("0:01", "0");
        let outcome = games.play(FAIRYMAX_IS_SECOND);
        assert!(
            outcome
                .offenses
                .iter()
                .any(|offense| offense.fault == fault),
            "the engine that does `{kind}` should have been found out as {fault:?}\n{}",
            outcome.report()
        );
    }
}

/// A match that never ends is cut off, and none of its processes keeps running.
#[test]
#[ignore = "needs xboard, fairymax and xvfb; .ci/run installs and runs it"]
fn an_endless_match_is_cut_off() {
    let engine = bad_engine("late");
    let mut games = Match::new("endless", "falcon", &engine, &program("fairymax"));
    games.time = ("60", "0");
    games.limit = Duration::from_secs(8);
    let outcome = games.play(FAIRYMAX_IS_SECOND);
    assert!(
        outcome
            .offenses
            .iter()
            .any(|offense| offense.text.contains("cut off")),
        "{}",
        outcome.report()
    );
    assert!(
        !processes_in(&std::env::current_dir().expect("working directory")).is_empty(),
        "at least this test works there"
    );
    // The kernel may take a moment to remove the killed processes.
    all_gone(&outcome.directory, Duration::from_secs(3));
    let left = processes_in(&outcome.directory);
    assert!(left.is_empty(), "still running after the cut: {left:?}");
}

fn bad_engine(kind: &str) -> PathBuf {
    let directory = scratch().join("engines");
    fs::create_dir_all(&directory).expect("directory for the bad engines");
    let script = directory.join(format!("bad-{kind}"));
    let text = BAD_ENGINE.replace("$1", kind);
    fs::write(&script, text).expect("script of a bad engine");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("executable script");
    script
}

// ---------------------------------------------------------------------------------------------------------------------
// The harness

/// Where the matches are played and their logs are kept.
fn scratch() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("xboard")
}

/// The path of a program, with the directory in which Debian keeps games.
fn program(name: &str) -> PathBuf {
    std::env::split_paths(&search_path())
        .map(|directory| directory.join(name))
        .find(|path| path.is_file())
        .unwrap_or_else(|| {
            panic!(
                "`{name}` is not installed; on Debian: apt-get install xboard fairymax xvfb xauth"
            )
        })
}

fn search_path() -> std::ffi::OsString {
    let mut path = std::env::var_os("PATH").unwrap_or_default();
    path.push(":/usr/local/games:/usr/games");
    path
}

/// A match of two games, each engine having White once.
struct Match {
    directory: PathBuf,
    variant: String,
    engines: [PathBuf; 2],
    /// The arguments of `-tc` and `-inc`.
    time: (&'static str, &'static str),
    /// The argument of `-depth`.
    depth: Option<u32>,
    /// The whole run may not take longer.
    limit: Duration,
}

struct Outcome {
    directory: PathBuf,
    offenses: Vec<Offense>,
    console: String,
}

const GAMES: usize = 2;

impl Match {
    fn new(name: &str, variant: &str, first: &Path, second: &Path) -> Match {
        Match {
            directory: scratch().join(name),
            variant: variant.to_string(),
            engines: [first.to_path_buf(), second.to_path_buf()],
            // With less, a loaded machine on which XBoard itself stalls for 0.15 s loses games that no engine lost.
            time: ("0:05", "0.2"),
            depth: None,
            limit: Duration::from_secs(300),
        }
    }

    fn play(&self, tolerated: &[(Engine, &str)]) -> Outcome {
        // Two matches at a time would take each other's processor time and might lose games by it.
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);

        let trouble = self.run();
        let read = |name: &str| {
            let bytes = fs::read(self.directory.join(name)).unwrap_or_default();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let (debug, pgn, console) = (read("xboard.debug"), read("games.pgn"), read("console.txt"));
        let evidence = Evidence {
            debug: &debug,
            pgn: &pgn,
            console: &console,
        };
        let mut offenses = judge(
            evidence,
            Expected {
                games: GAMES,
                variant: &self.variant,
                tolerated,
            },
        );
        if let Some(text) = trouble {
            offenses.insert(
                0,
                Offense {
                    fault: Fault::XBoard,
                    place: "run".to_string(),
                    text,
                },
            );
        }
        Outcome {
            directory: self.directory.clone(),
            offenses,
            console,
        }
    }

    /// Runs XBoard to its end; says what went wrong with the run itself.
    fn run(&self) -> Option<String> {
        let xboard = program("xboard");
        let xvfb_run = program("xvfb-run");
        let _ = fs::remove_dir_all(&self.directory);
        // XBoard writes its settings to the home directory and would read them in the next run.
        let home = self.directory.join("home");
        fs::create_dir_all(&home).expect("directory for the match");
        // XBoard splits command lines at blanks; links in its working directory keep every path out of them.
        for (engine, link) in self.engines.iter().zip(["first", "second"]) {
            symlink(engine, self.directory.join(link)).expect("link to an engine");
        }
        let console =
            File::create(self.directory.join("console.txt")).expect("file for the console output");

        let mut command = Command::new(xvfb_run);
        command
            .args(["-a", "-s", "-screen 0 1024x768x24"])
            .arg(xboard)
            .args([
                "-variant",
                &self.variant,
                "-mg",
                &GAMES.to_string(),
                "-matchPause",
                "100",
                "-xexit",
            ])
            // XBoard reads the settings of the user's real home whatever HOME says, and must not change them.
            .args(["-saveSettingsFile", "settings", "-testLegality", "true"])
            // Drawing every move as a film takes fifteen times as long as the games.
            .args(["-animateMoving", "false"])
            .args(self.depth.map_or(Vec::new(), |depth| {
                vec!["-depth".to_string(), depth.to_string()]
            }))
            .args([
                "-tc",
                self.time.0,
                "-inc",
                self.time.1,
                "-autoCallFlag",
                "true",
            ])
            .args(["-fcp", "./first", "-scp", "./second", "-sgf", "games.pgn"])
            .args(["-debug", "-debugfile", "xboard.debug", "-soundProgram", ""])
            .current_dir(&self.directory)
            .env("HOME", &home)
            .env("PATH", search_path())
            // xvfb-run leaves its files behind when it is cut off. As a relative path it can hold no blanks,
            // which xvfb-run would not survive.
            .env("TMPDIR", ".")
            .env_remove("DISPLAY")
            .stdin(Stdio::null())
            .stdout(
                console
                    .try_clone()
                    .expect("second handle for the console output"),
            )
            .stderr(console)
            .process_group(0);
        let leader = command.spawn().expect("xvfb-run starts");
        let mut group = ProcessGroup {
            leader,
            directory: self.directory.clone(),
        };

        let start = Instant::now();
        loop {
            match group.leader.try_wait().expect("state of xvfb-run") {
                Some(status) if status.success() => return None,
                Some(status) => return Some(format!("xvfb-run ended with {status}")),
                None if start.elapsed() > self.limit => {
                    return Some(format!("cut off after {} seconds", self.limit.as_secs()));
                }
                None => sleep(Duration::from_millis(50)),
            }
        }
    }
}

impl Outcome {
    fn report(&self) -> String {
        const SHOWN: usize = 40;
        let mut text = String::new();
        let _ = writeln!(text, "{} offenses:", self.offenses.len());
        for offense in self.offenses.iter().take(SHOWN) {
            let _ = writeln!(text, "  {offense}");
        }
        if self.offenses.len() > SHOWN {
            let _ = writeln!(text, "  ... and {} more", self.offenses.len() - SHOWN);
        }
        let last: Vec<&str> = self.console.lines().rev().take(5).collect();
        let _ = writeln!(text, "last lines of the console:");
        for line in last.iter().rev() {
            let _ = writeln!(text, "  {line}");
        }
        let _ = write!(
            text,
            "xboard.debug, games.pgn and console.txt are kept in {}",
            self.directory.display()
        );
        text
    }
}

fn must_be_clean(games: &Match, tolerated: &[(Engine, &str)]) {
    let outcome = games.play(tolerated);
    assert!(outcome.offenses.is_empty(), "{}", outcome.report());
}

/// The virtual screen, XBoard and both engines: all in the process group that `xvfb-run` leads, and all working in the
/// directory of the match. Whatever of it still runs when this is dropped is ended.
struct ProcessGroup {
    leader: Child,
    directory: PathBuf,
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        // SIGTERM first: XBoard ends its engines, the virtual screen releases its number.
        // If the match ended by itself, this is already under way and only needs a moment.
        if matches!(self.leader.try_wait(), Ok(None)) {
            self.signal("TERM");
        }
        if !all_gone(&self.directory, Duration::from_secs(5)) {
            self.signal("KILL");
        }
        // If the signal did not reach the group, at least its leader ends, and the wait with it.
        let _ = self.leader.kill();
        let _ = self.leader.wait();
    }
}

impl ProcessGroup {
    fn signal(&self, signal: &str) {
        // The shell's own `kill` needs no package and no foreign function.
        let _ = Command::new("sh")
            .args(["-c", &format!("kill -s {signal} -- -{}", self.leader.id())])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
    }
}

/// Waits until no process works in a directory any more; returns whether that happened.
fn all_gone(directory: &Path, patience: Duration) -> bool {
    let start = Instant::now();
    while !processes_in(directory).is_empty() {
        if start.elapsed() > patience {
            return false;
        }
        sleep(Duration::from_millis(50));
    }
    true
}

/// The processes that work in a directory, as everything in a match does. (Those that have ended work nowhere.)
fn processes_in(directory: &Path) -> Vec<PathBuf> {
    let directory = fs::canonicalize(directory).unwrap_or_default();
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|process| fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd == directory))
        .collect()
}
