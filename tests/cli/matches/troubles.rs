//! Matches whose files vanish, and matches that time or failures decide.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Arena, assert_success, games_in, text, timeless};

use crate::running::Start;

/// Starts a match, does something to its results after some games, and returns its exit
/// status and what it said.
fn disturbed(arena: &Arena, disturb: impl Fn()) -> (Option<i32>, String) {
    let running = arena.command("match").start();
    let file = arena.path("match/results.jsonl");
    let until = Instant::now() + Duration::from_secs(240);
    let lines = || fs::read_to_string(&file).map_or(0, |text| text.lines().count());
    while lines() < 3 && Instant::now() < until {
        thread::sleep(Duration::from_millis(5));
    }
    disturb();
    let output = running.output();
    arena.assert_no_engine_left();
    (output.status.code(), text(&output.stderr))
}

/// A match that lasts long enough for [`disturbed`] to step in, on fast machines too.
fn arena() -> Arena {
    Arena::new([3000, 3000], &["--rounds", "6", "--length", "20"])
}

/// Windows refuses to remove the results, or the folder that has them.
#[cfg(windows)]
#[test]
fn results_cannot_be_removed_meanwhile() {
    let arena = arena();
    let folder = arena.path("match");
    let (status, said) = disturbed(&arena, || {
        let file = folder.join("results.jsonl");
        assert!(fs::remove_file(&file).is_err());
        assert!(fs::rename(&file, folder.join("other.jsonl")).is_err());
        let written = fs::OpenOptions::new().write(true).open(&file);
        assert!(written.is_err());
    });
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(timeless(&arena.results("match").games).len(), 12);
    assert_eq!(games_in(&arena.path("match/games.pgn")), 12);
}

#[cfg(not(windows))]
#[test]
fn removed_results_are_written_again() {
    let arena = arena();
    let folder = arena.path("match");
    let remove: [(&str, &dyn Fn()); 3] = [
        ("results.jsonl", &|| {
            fs::remove_file(folder.join("results.jsonl")).expect("it is there");
        }),
        ("results.jsonl", &|| {
            // The match cannot put a file into the folder while it is emptied.
            let removed = arena.path("removed");
            fs::rename(&folder, &removed).expect("it is there");
            fs::remove_dir_all(&removed).expect("it is there");
        }),
        ("games.pgn", &|| {
            fs::remove_file(folder.join("games.pgn")).expect("it is there");
        }),
    ];
    for (name, remove) in remove {
        let (status, said) = disturbed(&arena, remove);
        assert_eq!(status, Some(0), "{said}");
        let words = format!("{name} was removed");
        assert!(
            said.contains(&words) && said.contains("it was written again"),
            "{said}"
        );
        assert_eq!(timeless(&arena.results("match").games).len(), 12);
        assert_eq!(games_in(&arena.path("match/games.pgn")), 12);
        fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}

#[cfg(not(windows))]
#[test]
fn changed_results_stop_the_match_and_are_kept() {
    let arena = arena();
    let file = arena.path("match/results.jsonl");
    let diary = arena.path("diary");
    let disturb: [(&str, &dyn Fn()); 3] = [
        ("replaced", &|| {
            fs::write(&diary, "my diary\n").expect("the folder is ours");
            fs::rename(&diary, &file).expect("the folder is ours");
        }),
        ("changed", &|| {
            let file = fs::OpenOptions::new().write(true).open(&file);
            file.and_then(|file| file.set_len(10))
                .expect("the file is ours");
        }),
        ("changed", &|| {
            let mut content = fs::read(&file).expect("the file is ours");
            content.extend(b"more\n");
            fs::write(&file, content).expect("the file is ours");
        }),
    ];
    for (change, disturb) in disturb {
        let (status, said) = disturbed(&arena, disturb);
        assert_eq!(status, Some(2), "{said}");
        assert!(
            said.contains(&format!("results.jsonl was {change} while the match")),
            "{said}"
        );
        let left = fs::read_to_string(&file).expect("it is left");
        assert!(!left.contains("}\n{") || left.ends_with("more\n"), "{left}");
        let saved = arena.path("match/results-saved-1.jsonl");
        assert!(said.contains("results-saved-1.jsonl"), "{said}");
        // The saved games can be resumed.
        fs::create_dir(arena.path("again")).expect("the folder is ours");
        fs::rename(saved, arena.path("again/results.jsonl")).expect("the folder is ours");
        let kept = timeless(&arena.results("again").games);
        assert!(kept.len() >= 2);
        assert_success(&arena.play("again", &[]));
        let all = timeless(&arena.results("again").games);
        assert!(all.len() == 12 && kept.iter().all(|(number, game)| &all[number] == game));
        for folder in ["match", "again"] {
            fs::remove_dir_all(arena.path(folder)).expect("the folder is ours");
        }
    }
}

#[test]
fn a_report_begins_with_games_that_were_not_decided_by_play() {
    let arena = Arena::new([100, 100], &["--rounds", "2", "--margin", "0"]);
    let slow = [
        "--engine",
        "name=slow time=0.001 nodes=1000000",
        "--engine",
        "name=other nodes=10",
    ];
    let mut arena = arena;
    arena
        .words
        .retain(|word| !word.starts_with("name=") && word != "--engine");
    let output = arena.play("match", &slow);
    assert_success(&output);
    let said = text(&output.stdout);
    let words = "4 games were decided by time or by failures, not by play (slow lost 4).";
    assert_eq!(said.lines().next(), Some(words), "{said}");
    let summary = fs::read(arena.path("match/summary.json")).expect("a summary");
    let summary: Value = serde_json::from_slice(&summary).expect("JSON");
    assert_eq!(summary["warning"], words);
    assert_eq!(summary["games-failed"], 4);
    let report = fs::read_to_string(arena.path("match/report.html")).expect("a report");
    let (warning, verdict) = (report.find(words), report.find("class=\"verdict\""));
    assert!(warning.is_some() && warning < verdict);
}

#[test]
fn the_rule_for_flags_stays_that_of_the_results() {
    let arena = Arena::new([50, 50], &["--rounds", "2", "--length", "10"]);
    // Results of older versions name no rule, and mean this one.
    assert_success(&arena.play("old", &["--flag", "loss"]));
    let header = |out: &str| {
        let content = fs::read_to_string(arena.path(out).join("results.jsonl"));
        content
            .expect("results")
            .lines()
            .next()
            .expect("a header")
            .to_owned()
    };
    assert!(!header("old").contains("\"flag\""));
    assert_success(&arena.play("old", &[]));
    let said = text(&arena.play("old", &["--flag", "fide"]).stderr);
    assert!(said.contains("flag: null, not \"fide\""), "{said}");
    assert_success(&arena.play("new", &[]));
    assert!(header("new").contains("\"flag\":\"fide\""));
    assert_success(&arena.play("new", &[]));
    let said = text(&arena.play("new", &["--flag", "fida"]).stderr);
    assert!(said.contains("'fida' is not a rule for fallen flags (choose from: fide loss)"));
}

#[test]
fn too_many_games_at_a_time_are_remarked_on() {
    let arena = Arena::new([50, 50], &["--rounds", "500"]);
    let engine = "name=missing command=/no/such/engine nodes=1 threads=2";
    let output = arena.play("match", &["--concurrency", "900", "--engine", engine]);
    let said = text(&output.stderr);
    assert!(
        said.contains("warning: 900 games at a time: 1800 threads on "),
        "{said}"
    );
}
