//! Matches that are refused: wrong settings, and folders in use or with other results.

use std::fs;
use std::path::absolute;
use std::thread;
use std::time::{Duration, Instant};

use super::{Arena, assert_success, text};

use crate::running::Start;

#[test]
fn results_of_another_match_are_left_alone() {
    let arena = Arena::new([100, 50], &["--rounds", "1"]);
    assert_success(&arena.play("match", &[]));
    let files = || {
        let read = |name: &str| fs::read(arena.path("match").join(name)).expect("a file");
        ["results.jsonl", "games.pgn", "summary.json", "report.html"].map(read)
    };
    let before = files();
    let output = arena.play("match", &["--seed", "2"]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains("belongs to another match") && said.contains("seed: 1, not 2"),
        "{said}"
    );
    assert_eq!(files(), before);
    fs::write(arena.path("match/results.jsonl"), "my diary\n").expect("the file is ours");
    let output = arena.play("match", &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("results.jsonl:1: this is not the results file"));
    let diary = fs::read(arena.path("match/results.jsonl")).expect("a file");
    assert_eq!(diary, b"my diary\n");
}

#[test]
fn one_match_at_a_time_writes_to_a_folder() {
    let arena = Arena::new([4000, 4000], &["--rounds", "50"]);
    let mut running = arena.command("match").start();
    let until = Instant::now() + Duration::from_secs(20);
    while !arena.path("match/games.pgn").exists() && Instant::now() < until {
        thread::sleep(Duration::from_millis(10));
    }
    let output = arena.play("match", &[]);
    let said = text(&output.stderr);
    let _ = running.kill();
    let _ = running.wait();
    arena.assert_no_engine_left();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("another match is writing to it"), "{said}");
}

#[test]
fn invalid_settings_are_reported_before_anything_is_created() {
    let mut arena = Arena::new([100, 100], &[]);
    arena.words.retain({
        let openings = arena.path("openings.txt").display().to_string();
        move |word| word != "--openings" && *word != openings
    });
    let refused = |words: &[&str], reason: &str| {
        let output = arena.play("match", words);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(reason), "{words:?}: {said}");
        assert!(!arena.path("match").exists(), "{words:?}");
    };
    refused(
        &["--engine", "command=/no/such/engine nodes=1"],
        // On Windows with the letter of a drive.
        &absolute("/no/such/engine")
            .expect("a path")
            .display()
            .to_string(),
    );
    refused(
        &["--engine", "name=weak nodes=1"],
        "two engines are called weak",
    );
    refused(
        &["--engine", "name=x option.Nonsense=1 nodes=1"],
        "Nonsense",
    );
    refused(&["--engine", "name=x variant=nonsense nodes=1"], "nonsense");
    refused(
        &["--engine", "name=x directory=/no/such/folder nodes=1"],
        "/no/such/folder",
    );
    refused(&["--openings", "/no/such/file.epd"], "/no/such/file.epd");
    refused(&["--variant", "falcn"], "falcn");
    refused(&["--sprt", "elo0=5 elo1=0"], "elo0 must be less than elo1");
    refused(&["--sprt", "elo0=0"], "elo1");
    refused(&["--sprt", "elo0=0 elo0=1"], "'elo0' is given twice");
    refused(
        &["--draw", "from=x moves=1 score=1"],
        "--draw <from=N moves=N score=CENTIPAWNS>': from=x: expected a whole number",
    );
    refused(&["--win", "mvoes=1"], "(choose from: moves score)");
    refused(&["--engine", "hash=x"], "hash=x: expected a whole number");
    refused(&["--shard", "3/2"], "'3/2' is not a shard");
    refused(&["--rounds", "0"], "'0' for '--rounds");
    refused(&["--file", "/no/such.toml"], "/no/such.toml");
    refused(&["--concurrency", "0"], "--concurrency");
    let bad = arena.path("bad.txt");
    fs::write(&bad, "e2e4\ne2e5\n").expect("the folder is ours");
    refused(&["--openings", bad.to_str().expect("UTF-8")], "bad.txt:2");
}

/// An engine that does not list a game of the library is told of as such.
#[test]
fn games_of_the_library_need_its_option() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match");
    let out = out.to_str().unwrap();
    for (protocol, reason) in [
        ("uci", "capablanca, not 'chak'"),
        ("cecp", "the XBoard protocol has no name for 'chak'"),
    ] {
        let each = format!("command='{}' protocol={protocol} nodes=10", super::PROGRAM);
        let words = ["match", "--out", out, "--variant", "chak", "--rounds", "1"];
        let engines = ["--each", &each, "--engine", "name=a", "--engine", "name=b"];
        let output = super::Command::new(super::PROGRAM)
            .args(words)
            .args(engines)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stderr);
        let hint = "(a game of the library, which Peregrine plays with argument=--library)";
        assert!(said.contains(reason) && said.contains(hint), "{said}");
    }
}
