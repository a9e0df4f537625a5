//! A match whose system does not let it start all of its engines.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use peregrine::arena::journal;

use super::mock::{ALONE, SLOTS};

/// Engines of which only one can run play the whole match, one game at a time. The games
/// take long enough for the others to be refused meanwhile.
pub fn fewer_games_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let engines = [
        "name=alone argument=mock-engine argument=uci argument=does=alone",
        "name=late argument=mock-engine argument=uci argument=does=late argument=every=1 argument=delay=100",
    ];
    let setting = (ALONE, folder.path().join("alone"));
    check(folder.path(), engines, 3, setting, "engine 'alone'");
}

/// Each of two workers starts the first of its engines, and none is left for the second. The
/// first to give up leaves its engine to the other.
pub fn the_last_worker_tries_again_alone() {
    let folder = tempfile::tempdir().unwrap();
    let slots = folder.path().join("slots");
    fs::create_dir(&slots).unwrap();
    for name in ["1", "2"] {
        fs::write(slots.join(name), "").unwrap();
    }
    let engines = ["first", "second"]
        .map(|name| format!("name={name} argument=mock-engine argument=uci argument=does=slots"));
    let engines = engines.each_ref().map(String::as_str);
    check(folder.path(), engines, 2, (SLOTS, slots), "engine '");
}

/// Plays a match of six games to its end, of which the system grants fewer at a time.
fn check(
    folder: &Path,
    engines: [&str; 2],
    concurrency: usize,
    setting: (&str, std::path::PathBuf),
    reason: &str,
) {
    let out = folder.join("match");
    let program = env::current_exe().unwrap();
    let each = format!(
        "command='{}' protocol=uci time=60 depth=3",
        program.display()
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_peregrine"));
    command.args([
        "match",
        "--variant",
        "chess",
        "--rounds",
        "3",
        "--length",
        "6",
    ]);
    command.args(["--concurrency", &concurrency.to_string(), "--each", &each]);
    for engine in engines {
        command.args(["--engine", engine]);
    }
    command.arg("--out").arg(&out).env(setting.0, setting.1);
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    let warning = format!("warning: fewer games at a time than --concurrency says: {reason}");
    assert!(said.contains(&warning), "{said}");
    let results = journal::read(&out.join("results.jsonl")).unwrap();
    assert_eq!(results.games.len(), 6, "{said}");
    for game in results.games {
        assert!(!game.termination.is_failure(), "{game:?}");
    }
}
