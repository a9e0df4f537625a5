//! Matches split into shards and merged.

use std::fs;
use std::process::Command;

use serde_json::Value;

use super::{Arena, PROGRAM, assert_success, games_in, text, timeless};

use crate::running::Start;

#[test]
fn merged_shards_equal_the_whole_match() {
    let match_of = |nodes| Arena::new(nodes, &["--rounds", "7", "--length", "20"]);
    let arena = match_of([200, 100]);
    assert_success(&arena.play("whole", &[]));
    for number in 1..=3 {
        let shard = format!("{number}/3");
        assert_success(&arena.play(&format!("part{number}"), &["--shard", &shard]));
    }
    let merge = |out: &str, parts: &[&str]| {
        let mut command = Command::new(PROGRAM);
        command
            .args(["match", "merge", "--out"])
            .arg(arena.path(out));
        command.args(parts.iter().map(|part| arena.path(part)));
        command.run()
    };
    assert_success(&merge("joined", &["part3", "part1", "part2"]));
    let (whole, joined) = (arena.results("whole"), arena.results("joined"));
    assert_eq!(joined.header, whole.header);
    assert_eq!(timeless(&joined.games), timeless(&whole.games));
    let standings = |out: &str| {
        let summary = fs::read(arena.path(out).join("summary.json")).expect("a summary");
        let summary: Value = serde_json::from_slice(&summary).expect("JSON");
        summary["standings"]
            .as_array()
            .expect("standings")
            .iter()
            .map(|line| line["points"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(standings("joined"), standings("whole"));
    assert_eq!(games_in(&arena.path("joined/games.pgn")), 14);

    // Shards that do not belong together are refused, and nothing is written.
    let refused = |parts: &[&str], reason: &str| {
        let output = merge("new", parts);
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stderr);
        assert!(said.contains(reason), "{said}");
        assert!(!arena.path("new").exists());
    };
    refused(&["part1", "part2"], "shard 3/3 is missing");
    refused(&["part1", "part2", "part1"], "is shard 1/3: they overlap");
    let other = match_of([200, 101]);
    assert_success(&other.play("part3", &["--shard", "3/3"]));
    let foreign = other.path("part3");
    refused(
        &["part1", "part2", foreign.to_str().expect("a path in UTF-8")],
        "engine.2.nodes: 100, not 101",
    );
    let results = arena.path("part3/results.jsonl");
    let content = fs::read_to_string(&results).expect("results");
    let last = content.trim_end().rfind('\n').expect("several lines");
    fs::write(&results, &content[..=last]).expect("the file is ours");
    refused(
        &["part1", "part2", "part3"],
        "has 3 of the 4 games of shard 3/3",
    );
    // Merging into the same directory twice is refused.
    fs::write(&results, &content).expect("the file is ours");
    let again = merge("joined", &["part1", "part2", "part3"]);
    assert_eq!(again.status.code(), Some(2));
}

/// Needs GNU parallel; `.ci/run` installs it.
#[cfg(unix)]
#[test]
#[ignore = "needs GNU parallel"]
fn gnu_parallel_plays_the_shards() {
    let arena = Arena::new([200, 100], &["--rounds", "6"]);
    assert_success(&arena.play("whole", &[]));
    let mut parallel = Command::new("parallel");
    parallel.args(["--will-cite", "--quote", "--jobs", "2", PROGRAM, "match"]);
    parallel.args(&arena.words);
    parallel
        .args(["--shard", "{}/4", "--out"])
        .arg(arena.path("part{}"));
    parallel.args([":::", "1", "2", "3", "4"]);
    assert_success(&parallel.run());
    let mut merge = Command::new(PROGRAM);
    merge
        .args(["match", "merge", "--out"])
        .arg(arena.path("joined"));
    merge.args((1..=4).map(|number| arena.path(&format!("part{number}"))));
    assert_success(&merge.run());
    let (whole, joined) = (arena.results("whole"), arena.results("joined"));
    assert_eq!(joined.header, whole.header);
    assert_eq!(timeless(&joined.games), timeless(&whole.games));
}
