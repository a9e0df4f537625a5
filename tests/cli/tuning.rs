//! Tunables listed, read from files and tuned by games; positions found in games
//! and solved.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::process::program;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    program()
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn says(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn complains(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn tunables_are_listed_changed_and_refused() {
    let folder = tempfile::tempdir().unwrap();
    let usual = says(folder.path(), &["tunables"]);
    for line in [
        "search.null_move_reduction = 4\n",
        "time.moves_left = 22\n",
        "evaluation.tempo.middle = 34\n",
    ] {
        assert!(usual.contains(line), "{line}");
    }
    fs::write(folder.path().join("all.toml"), &usual).unwrap();
    let again = says(folder.path(), &["--tunables", "all.toml", "tunables"]);
    assert_eq!(again, usual);
    fs::write(
        folder.path().join("bold.toml"),
        "[search]\nrazoring_depth = 0\n",
    )
    .unwrap();
    let bold = says(folder.path(), &["--tunables", "bold.toml", "tunables"]);
    assert!(bold.contains("search.razoring_depth = 0\n"));
    fs::write(folder.path().join("wrong.toml"), "search.speed = 9\n").unwrap();
    let complaint = complains(folder.path(), &["--tunables", "wrong.toml"]);
    assert!(
        complaint.contains("wrong.toml: unknown tunable 'search.speed'"),
        "{complaint}"
    );
    fs::write(folder.path().join("wrong.toml"), "time.moves_left = 0\n").unwrap();
    let complaint = complains(folder.path(), &["--tunables", "wrong.toml"]);
    assert!(
        complaint.contains("time.moves_left must be a whole number from 8 to 80, not 0"),
        "{complaint}"
    );
    assert!(complains(folder.path(), &["--tunables", "none.toml"]).contains("none.toml"));
    let complaint = complains(folder.path(), &["--tunables", "bold.toml", "perft", "2"]);
    assert!(
        complaint.contains("--tunables works only with"),
        "{complaint}"
    );
}

#[test]
fn tuning_resumes_and_does_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("openings.txt"), "e4 e5\nd4 d5\nc4\nf4 g5\n").unwrap();
    let tune = |out: &str, pairs: &str, threads: &str| {
        says(
            at,
            &[
                "tune",
                "games",
                "--out",
                out,
                "--openings",
                "openings.txt",
                "--pairs",
                pairs,
                "--batch",
                "2",
                "--nodes",
                "60",
                "--threads",
                threads,
                "search.futility",
            ],
        )
    };
    let once = tune("one", "4", "1");
    assert!(once.contains("search.futility_margin"));
    assert_eq!(tune("two", "4", "2"), once);
    assert_eq!(
        tune("one", "4", "1"),
        once,
        "what is finished stays as it is"
    );
    let read = |folder: &str| fs::read_to_string(at.join(folder).join("state.json")).unwrap();
    assert_eq!(read("one"), read("two"));
    let other = complains(
        at,
        &[
            "tune",
            "games",
            "--out",
            "one",
            "--openings",
            "openings.txt",
            "search.razoring",
        ],
    );
    assert!(other.contains("a different tuning run"), "{other}");
    let nothing = complains(
        at,
        &[
            "tune",
            "games",
            "--out",
            "three",
            "--openings",
            "openings.txt",
            "search.nonsense",
        ],
    );
    assert!(
        nothing.contains("no tunable has a name with this prefix"),
        "{nothing}"
    );
}

#[test]
fn positions_are_solved_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let mate = "k9/10/1K8/10/10/10/10/7R2 w - - 0 1";
    fs::write(
        at.join("good.epd"),
        format!("{mate} ;bm h1h8 ;id back-rank\n"),
    )
    .unwrap();
    let good = says(at, &["solve", "good.epd", "--nodes", "20000"]);
    assert!(good.starts_with("back-rank: Rh8# after "), "{good}");
    assert!(good.ends_with("1 of 1 solved\n"), "{good}");
    fs::write(at.join("bad.epd"), format!("{mate} ;bm h1h7\n")).unwrap();
    let bad = run(at, &["solve", "bad.epd", "--nodes", "20000"]);
    assert_eq!(bad.status.code(), Some(1));
    let text = String::from_utf8(bad.stdout).unwrap();
    assert!(
        text.starts_with("bad.epd:1: NOT SOLVED: Rh8#, not Rh7"),
        "{text}"
    );
    fs::write(at.join("none.epd"), format!("{mate} ;D1 5\n")).unwrap();
    assert!(
        complains(at, &["solve", "none.epd"]).contains("none.epd:1: the line has no best move")
    );
}

/// The file of positions is readable and says how it was made, even when no position
/// was found.
#[test]
fn a_file_of_found_positions_says_how_it_was_made() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("games.pgn"), "[Variant \"falcon\"]\n\n1. e4 e5 *\n").unwrap();
    let found = says(at, &["tactics", "games.pgn", "--out", "found.epd"]);
    assert_eq!(found, "0 positions\n");
    let swing = [
        "tactics",
        "games.pgn",
        "--swing",
        "100",
        "--out",
        "found.epd",
    ];
    assert_eq!(says(at, &swing), "0 positions\n");
    let text = fs::read_to_string(at.join("found.epd")).unwrap();
    assert!(text.contains(" --swing 100\n"), "{text}");
    assert!(
        text.starts_with("# variant falcon, castling free"),
        "{text}"
    );
    assert!(complains(at, &["tactics", "none.pgn", "--out", "x.epd"]).contains("none.pgn"));
}
