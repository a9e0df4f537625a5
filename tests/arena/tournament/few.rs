//! A match whose system does not let it start all of its engines.

use std::env;
use std::process::Command;

use peregrine::arena::journal;

use super::mock::ALONE;

/// Engines of which only one can run play the whole match, one game at a time. The games
/// take long enough for the others to be refused meanwhile.
pub fn fewer_games_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match");
    let program = env::current_exe().unwrap();
    let each = format!(
        "command='{}' protocol=uci time=60 depth=3 argument=mock-engine argument=uci",
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
    command.args(["--concurrency", "3", "--each", &each]);
    command.args([
        "--engine",
        "name=alone argument=mock-engine argument=uci argument=does=alone",
    ]);
    command.args([
        "--engine",
        "name=other argument=mock-engine argument=uci argument=does=late argument=every=1 argument=delay=100",
    ]);
    command.arg("--out").arg(&out);
    command.env(ALONE, folder.path().join("alone"));
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    let warning = "warning: fewer games at a time than --concurrency says: engine 'alone'";
    assert!(said.contains(warning), "{said}");
    let results = journal::read(&out.join("results.jsonl")).unwrap();
    assert_eq!(results.games.len(), 6, "{said}");
    for game in results.games {
        assert!(!game.termination.is_failure(), "{game:?}");
    }
}
