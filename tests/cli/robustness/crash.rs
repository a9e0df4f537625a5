//! A soak test of crash consistency: matches and table builds are killed at random
//! moments, run into a full disk, or run concurrently. However often that happens, they
//! must finally leave exactly the files that an undisturbed run leaves.
//!
//! It takes a few seconds; `PEREGRINE_SOAK_SECONDS` makes it last longer, up to hours.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use peregrine::arena::journal;
use std::sync::LazyLock;

use super::{file_of_game, outcome, text};
use crate::common::names;
use crate::process::program;
use crate::running::{Running, Start};

/// How long each soak test lasts; each makes at least one round.
fn soak() -> Duration {
    let seconds = std::env::var("PEREGRINE_SOAK_SECONDS").ok();
    let seconds = seconds.map_or(3.0, |text| text.parse().expect("a number of seconds"));
    // There are three soak tests.
    Duration::from_secs_f64(seconds / 3.0)
}

/// Random numbers that differ from run to run; the seed is printed, so that a failure
/// can be reproduced with `PEREGRINE_SOAK_SEED`.
struct Random(u64);

impl Random {
    fn new() -> Random {
        let seed = std::env::var("PEREGRINE_SOAK_SEED").ok();
        let seed = seed.map_or_else(
            || u64::from(std::process::id()),
            |text| text.parse().unwrap(),
        );
        println!("PEREGRINE_SOAK_SEED={seed}");
        Random(seed)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// A job whose results must be the same however it is interrupted.
trait Work {
    /// The command that starts or resumes it in a folder.
    fn command(&self, folder: &Path) -> Command;
    /// What the folder contains when it is done, except for what may differ between runs.
    fn results(&self, folder: &Path) -> BTreeMap<String, Vec<u8>>;
}

struct Build;

impl Work for Build {
    fn command(&self, folder: &Path) -> Command {
        let mut command = program();
        command.args(["tablebase", "build", "KPvK", "KFvKF", "--threads", "2"]);
        command.arg("--variants").arg(file_of_game("narrow"));
        command.args(["--variant", "narrow", "--dir"]).arg(folder);
        command
    }

    fn results(&self, folder: &Path) -> BTreeMap<String, Vec<u8>> {
        let content = |name: &String| fs::read(folder.join(name)).unwrap();
        let names = names(folder).into_iter();
        names.map(|name| (name.clone(), content(&name))).collect()
    }
}

struct Match;

impl Work for Match {
    fn command(&self, folder: &Path) -> Command {
        let mut command = program();
        let each = format!(
            "command='{}' protocol=uci hash=1",
            env!("CARGO_BIN_EXE_peregrine")
        );
        command.args([
            "match",
            "--variant",
            "chess",
            "--rounds",
            "6",
            "--concurrency",
            "2",
        ]);
        command.args(["--length", "30", "--each", &each, "--log", "all"]);
        command.args([
            "--engine",
            "name=one nodes=300",
            "--engine",
            "name=other nodes=150",
        ]);
        command.arg("--out").arg(folder);
        command
    }

    fn results(&self, folder: &Path) -> BTreeMap<String, Vec<u8>> {
        let results = journal::read(&folder.join("results.jsonl")).unwrap();
        let mut found = BTreeMap::new();
        for mut game in results.games {
            // Times differ.
            (game.began, game.milliseconds) = (0, 0);
            for thought in game.moves.iter_mut().filter_map(|mv| mv.info.as_mut()) {
                thought.microseconds = 0;
            }
            let name = format!("game {}", game.game);
            let earlier = found.insert(name, serde_json::to_vec(&game).unwrap());
            assert!(earlier.is_none());
        }
        for name in names(folder) {
            // The same files exist, but their contents may differ.
            found.insert(name, Vec::new());
        }
        let games = fs::read_to_string(folder.join("games.pgn")).unwrap();
        let count = games.matches("[Event ").count();
        found.insert(
            "games in games.pgn".to_owned(),
            count.to_string().into_bytes(),
        );
        found
    }
}

/// The results of an undisturbed run, and how long it takes.
type Undisturbed = (BTreeMap<String, Vec<u8>>, Duration);

fn undisturbed(work: &dyn Work) -> Undisturbed {
    let folder = tempfile::tempdir().unwrap();
    let began = Instant::now();
    let output = outcome(&mut work.command(folder.path()));
    let usual = began.elapsed();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let results = work.results(folder.path());
    assert!(results.len() >= 3);
    (results, usual)
}

static BUILD: LazyLock<Undisturbed> = LazyLock::new(|| undisturbed(&Build));
static MATCH: LazyLock<Undisturbed> = LazyLock::new(|| undisturbed(&Match));

#[track_caller]
fn same(found: &BTreeMap<String, Vec<u8>>, expected: &BTreeMap<String, Vec<u8>>) {
    let names = |results: &BTreeMap<String, Vec<u8>>| results.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(found), names(expected));
    for (name, content) in expected {
        assert!(found[name] == *content, "{name} differs");
    }
}

fn start(command: &mut Command) -> Running {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null());
    quiet.stderr(Stdio::null()).start()
}

/// Kills one run after another until one completes; returns the number of kills.
fn killed(work: &dyn Work, path: &Path, random: &mut Random, usual: Duration) -> usize {
    let mut longest = usual.as_millis() as u64 / 2;
    let mut kills = 0;
    loop {
        let mut running = start(&mut work.command(path));
        let until = Instant::now() + Duration::from_millis(random.below(longest.max(1)));
        while Instant::now() < until && running.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        running.kill().unwrap();
        if running.wait().unwrap().success() {
            return kills;
        }
        kills += 1;
        assert!(kills < 200, "no run completes");
        // On however slow a machine, some run completes in the end.
        longest += longest / 8;
    }
}

fn soaked(work: &dyn Work, (expected, usual): &Undisturbed) {
    let began = Instant::now();
    let (mut random, mut kills) = (Random::new(), 0);
    while kills < 3 || began.elapsed() < soak() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        kills += killed(work, &path, &mut random, *usual);
        same(&work.results(&path), expected);
    }
    println!("{kills} kills");
}

#[test]
fn killed_builds_resume_to_the_same_result() {
    soaked(&Build, &BUILD);
}

#[test]
fn killed_matches_resume_to_the_same_result() {
    soaked(&Match, &MATCH);
}

/// Only the temporary files of a killed writer are removed by the next run.
#[test]
fn leftover_temporary_files_are_removed() {
    for work in [&Build as &dyn Work, &Match] {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join(".name.peregrine-tmp");
        let other = folder.path().join(".name.tmp");
        fs::write(&left, "half").unwrap();
        fs::write(&other, "not ours").unwrap();
        let output = outcome(&mut work.command(folder.path()));
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(!left.exists() && other.exists());
    }
}

/// When files may not exceed this many blocks, as on a full disk, the job stops and
/// gives the reason; once there is room again it resumes.
fn full(work: &dyn Work, (expected, _): &Undisturbed, sizes: &[u64]) {
    let folder = tempfile::tempdir().unwrap();
    let mut stopped = 0;
    for blocks in sizes {
        let command = work.command(folder.path());
        let mut limited = Command::new("sh");
        // Without the signal, the limit is reported like a full disk.
        let script = "trap '' XFSZ; ulimit -f \"$0\" && exec \"$@\"";
        limited.args(["-c", script, &blocks.to_string()]);
        limited.arg(command.get_program()).args(command.get_args());
        let output = outcome(&mut limited);
        let said = text(&output.stderr);
        if !output.status.success() {
            let code = output.status.code();
            assert!(
                code.is_some() && !said.contains("panicked"),
                "{code:?}: {said}"
            );
            assert!(said.contains("File too large"), "{said}");
            stopped += 1;
        }
    }
    assert!(stopped > 0, "no file was too large");
    let output = outcome(&mut work.command(folder.path()));
    assert!(output.status.success(), "{}", text(&output.stderr));
    same(&work.results(folder.path()), expected);
}

#[test]
fn builds_stop_on_a_full_disk_and_resume() {
    full(&Build, &BUILD, &[0, 1, 2, 4, 8, 16]);
}

#[test]
fn matches_stop_on_a_full_disk_and_resume() {
    full(&Match, &MATCH, &[0, 1, 4, 8, 16, 24]);
}

/// Several runs started in the same new folder at the same moment: all builds succeed, and
/// of the matches one is played, while the others report that one is running.
#[test]
fn concurrent_runs_do_not_harm_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables");
    let mut running: Vec<Running> = (0..3).map(|_| start(&mut Build.command(&path))).collect();
    for child in &mut running {
        assert!(child.wait().unwrap().success());
    }
    same(&Build.results(&path), &BUILD.0);

    let began = Instant::now();
    let mut round = 0;
    while round < 2 || began.elapsed() < soak() {
        let path = folder.path().join(round.to_string());
        let threads: Vec<_> = (0..3)
            .map(|_| {
                let mut command = Match.command(&path);
                thread::spawn(move || outcome(&mut command))
            })
            .collect();
        let mut played = 0;
        for thread in threads {
            let output = thread.join().unwrap();
            let said = text(&output.stderr);
            if output.status.success() {
                played += 1;
            } else {
                assert!(said.contains("another match is writing to it"), "{said}");
            }
        }
        assert!(played >= 1);
        same(&Match.results(&path), &MATCH.0);
        round += 1;
    }
}
