//! The commands as a user runs them.

use std::path::Path;
use std::process::Output;

use crate::process::program;
use crate::running::Start;

fn run(words: &[&str], folder: Option<&Path>) -> Output {
    let mut command = program();
    command.arg("tablebase").args(words);
    if let Some(folder) = folder {
        command.arg("--dir").arg(folder);
    }
    command.run()
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn complaint(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn tables_are_built_verified_and_probed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = Some(folder.path());
    let chess = ["--variant", "chess"];
    let with = |words: &[&'static str]| run(&[words, &chess[..]].concat(), folder);
    let built = said(&with(&["build", "KRvK", "KQvK"]));
    assert!(
        built.starts_with("2 to build: KRvK KQvK; at most 1 MiB of memory\n"),
        "{built}"
    );
    assert!(
        built.contains("KRvK: ") && built.contains(" bytes, "),
        "{built}"
    );
    let again = said(&with(&["build", "KRvK"]));
    assert_eq!(again, "Nothing to do: all tables exist.\n");
    let verified = said(&with(&["verify", "KRvK", "KQvK"]));
    assert!(
        verified.contains("KRvK: ") && verified.contains(" positions, 0 wrong"),
        "{verified}"
    );
    let sample = said(&with(&["verify", "KRvK", "--sample", "500"]));
    assert!(sample.contains("0 wrong"), "{sample}");
    let stats = said(&with(&["stats", "KRvK"]));
    assert!(
        stats.contains("  White to move: 175168 positions, won 175168 (100.00 %)"),
        "{stats}"
    );
    assert!(stats.contains("    longest: mate in 16: "), "{stats}");
}

#[test]
fn a_probe_shows_all_moves_and_the_best_line() {
    let fen = "k9/10/2K7/10/10/10/10/8Q1 w - - 0 1";
    let probed = said(&run(&["probe", "--line", "--fen", fen], None));
    let lines: Vec<&str> = probed.lines().collect();
    assert_eq!(lines[0], "White to move: mate in 2");
    assert_eq!(lines[1], "  Kc7      mate in 2");
    let last = lines.last().unwrap();
    assert!(
        last.starts_with("1. Kc7 Ka7 2. Q") && last.ends_with('#'),
        "{last}"
    );
}

#[test]
fn impossible_requests_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let empty = Some(folder.path());
    for (words, folder, expected) in [
        (
            &["build", "KXvK"][..],
            empty,
            "falcon has no piece 'X' (KXvK)",
        ),
        (&["build", "KFK"], empty, "'KFK' is not two armies"),
        (
            &["build", "FvK"],
            empty,
            "'FvK': each side needs exactly one king",
        ),
        (
            &["build", "KFFvKRR"],
            empty,
            "6 men are too many: tables have at most 5",
        ),
        (
            &["build", "KRvK", "--variant", "falcon100"],
            empty,
            "falcon100: tables need a full rectangular board",
        ),
        (&["stats", "KFvKN"], empty, "there is no table for KFvKN"),
        (
            &["stats", "KFvKN"],
            None,
            "built into the program: there is no table for KFvKN",
        ),
        (&["probe"], None, "there is no table for rnbfqkfbnr/"),
        (
            &["verify", "KFvK"],
            Some(Path::new("/no/such")),
            "/no/such: ",
        ),
    ] {
        let told = complaint(&run(words, folder));
        assert!(told.contains(expected), "{words:?}: {told}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Answers use the name of the ending in the request, in which the first side is White.
#[test]
fn endings_are_named_as_requested() {
    let folder = tempfile::tempdir().unwrap();
    let folder = Some(folder.path());
    let with = |words: &[&'static str]| {
        said(&run(
            &[words, &["--variant", "falcon-8x8"]].concat(),
            folder,
        ))
    };
    let built = with(&["build", "KvKF"]);
    assert!(built.starts_with("1 to build: KvKF; ") && built.contains("\nKvKF: "));
    assert!(!built.contains("KFvK"), "{built}");
    assert!(with(&["verify", "KvKF"]).starts_with("KvKF: "));
    let [usual, turned] = ["KFvK", "KvKF"].map(|name| with(&["stats", name]));
    assert!(turned.starts_with("KvKF\n"), "{turned}");
    let numbers = |text: &str, side: &str| {
        let line = text.lines().find(|line| line.contains(side)).unwrap();
        line.split_once(':').unwrap().1.to_owned()
    };
    for (side, other) in [
        ("White to move", "Black to move"),
        ("Black to move", "White to move"),
    ] {
        assert_eq!(numbers(&usual, side), numbers(&turned, other));
    }
    // There Black has the Falcon.
    let longest = turned.lines().filter(|line| line.contains("longest: "));
    let mut count = 0;
    for line in longest {
        assert!(line.contains('f') && !line.contains('F'), "{line}");
        count += 1;
    }
    assert!(count > 0);
}
