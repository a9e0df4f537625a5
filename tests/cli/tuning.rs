//! Tunables listed, read from files and tuned by games; positions found in games
//! and solved.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::process::program;
use crate::running::Start;

/// Runs a command, whose words are separated by spaces.
fn run(folder: &Path, arguments: &str) -> Output {
    let words = arguments.split_whitespace();
    program().current_dir(folder).args(words).run()
}

fn says(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn complains(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn tunables_are_listed_changed_and_refused() {
    let folder = tempfile::tempdir().unwrap();
    let usual = says(folder.path(), "tunables");
    for line in [
        "search.null_move_reduction = 4\n",
        "time.moves_left = 22\n",
        "evaluation.tempo.middle = 34\n",
    ] {
        assert!(usual.contains(line), "{line}");
    }
    fs::write(folder.path().join("all.toml"), &usual).unwrap();
    let again = says(folder.path(), "--tunables all.toml tunables");
    assert_eq!(again, usual);
    fs::write(
        folder.path().join("bold.toml"),
        "[search]\nrazoring_depth = 0\n",
    )
    .unwrap();
    let bold = says(folder.path(), "--tunables bold.toml tunables");
    assert!(bold.contains("search.razoring_depth = 0\n"));
    fs::write(folder.path().join("wrong.toml"), "search.speed = 9\n").unwrap();
    let complaint = complains(folder.path(), "--tunables wrong.toml");
    assert!(
        complaint.contains("wrong.toml: unknown tunable 'search.speed'"),
        "{complaint}"
    );
    fs::write(folder.path().join("wrong.toml"), "time.moves_left = 0\n").unwrap();
    let complaint = complains(folder.path(), "--tunables wrong.toml");
    assert!(
        complaint.contains("time.moves_left must be a whole number from 8 to 80, not 0"),
        "{complaint}"
    );
    assert!(complains(folder.path(), "--tunables none.toml").contains("none.toml"));
    let complaint = complains(folder.path(), "--tunables bold.toml perft 2");
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
            &format!(
                "tune games --out {out} --openings openings.txt --pairs {pairs} --batch 2 \
                 --nodes 60 --threads {threads} search.futility"
            ),
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
        "tune games --out one --openings openings.txt search.razoring",
    );
    assert!(other.contains("a different tuning run"), "{other}");
    let nothing = complains(
        at,
        "tune games --out three --openings openings.txt search.nonsense",
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
    let good = says(at, "solve good.epd --nodes 20000");
    assert!(good.starts_with("back-rank: Rh8# after "), "{good}");
    assert!(good.ends_with("1 of 1 solved\n"), "{good}");
    fs::write(at.join("bad.epd"), format!("{mate} ;bm h1h7\n")).unwrap();
    let bad = run(at, "solve bad.epd --nodes 20000");
    assert_eq!(bad.status.code(), Some(1));
    let text = String::from_utf8(bad.stdout).unwrap();
    assert!(
        text.starts_with("bad.epd:1: NOT SOLVED: Rh8#, not Rh7"),
        "{text}"
    );
    fs::write(at.join("none.epd"), format!("{mate} ;D1 5\n")).unwrap();
    assert!(complains(at, "solve none.epd").contains("none.epd:1: the line has no best move"));
}

const OTHERS: &str = "\
k7/8/1K6/8/8/8/8/7R w - - bm Rh8#; id \"mate; in one\"; c0 \"a; b\"; c9 \"5\\\" gun\"; Dx 1;
r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 20 am O-O; am e1c1 h1h2; id unquoted words; noop;
6k1/8/6K1/8/8/8/8/7R w - - hmvc 4; fmvn 60; dm 2; acd 99; ce 12; custom.op x y;
# the King goes anywhere
6k1/8/6K1/8/8/8/8/7R w - - bm Rh1-a1 Rh2, h1h3; id \"dash\";
k9/10/1K8/10/10/10/10/7R2 w - - bm h1h8; id falcon;
k9/10/1K8/10/10/10/10/7R2 w - - 0 1 ;variant capablanca ;bm Rh8 ;id other
";

/// EPD as other programs write it, and results that they can read.
#[test]
fn positions_of_other_programs_are_solved_and_written_as_epd() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let text = OTHERS.replace("Rh1-a1 ", "Ra1 ");
    fs::write(at.join("others.epd"), &text).unwrap();
    let solve = "solve others.epd --nodes 3000 --epd results.epd";
    let output = run(at, solve);
    let said = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 8, "{said}{:?}", output.stderr);
    assert!(lines[0].starts_with("mate; in one: Rh8# after "), "{said}");
    assert!(lines[1].starts_with("unquoted words: "), "{said}");
    assert!(lines[2].starts_with("others.epd:3: Kf6 after "), "{said}");
    assert!(lines[4].starts_with("falcon: Rh8# after "), "{said}");
    assert!(
        lines[6].starts_with("time to solve: ") && lines[6].contains(" s at most ("),
        "{said}"
    );
    assert!(lines[7].ends_with(" of 6 solved"), "{said}");
    let results = fs::read_to_string(at.join("results.epd")).unwrap();
    let results: Vec<&str> = results.lines().collect();
    assert_eq!(results.len(), 6, "{results:?}");
    let first = "k7/8/1K6/8/8/8/8/7R w - - bm Rh8#; id \"mate; in one\"; c0 \"a; b\"; \
                 c9 \"5\\\" gun\"; Dx 1; acd ";
    assert!(results[0].starts_with(first), "{results:?}");
    assert!(
        results[0].contains("; ce 32766; pv Rh8#; sm Rh8#;"),
        "{results:?}"
    );
    let second =
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - am O-O O-O-O Rh2; id \"unquoted words\"; noop; acd ";
    assert!(results[1].starts_with(second) && results[1].ends_with("; hmvc 7; fmvn 20;"));
    assert!(
        results[2].contains(" dm 2; custom.op \"x y\"; acd "),
        "{results:?}"
    );
    assert!(!results[2].contains("acd 99") && results[2].contains("hmvc 4; fmvn 60;"));
    assert!(
        results[3].contains(" bm Ra1 Rh2 Rh3; id \"dash\";"),
        "{results:?}"
    );
    assert!(!results[4].contains("variant") && results[5].contains(" variant \"capablanca\";"));
    // They are read again, and what is in the way is not overwritten.
    assert!(complains(at, solve).contains("results.epd: the file already exists"));
    let again = run(at, "solve results.epd --nodes 3000 --epd again.epd");
    let timeless = |text: &str| {
        let found = text.split("time to solve").next().unwrap();
        let words = found.split(' ').filter(|word| {
            let number = word.trim_start_matches('(');
            number.parse::<f64>().is_err()
        });
        words.collect::<Vec<_>>().join(" ")
    };
    let again = String::from_utf8(again.stdout).unwrap();
    assert_eq!(
        timeless(&again),
        timeless(&said).replace("others.epd", "results.epd")
    );
    // Eight files are chess unless another game is named.
    let falcon = complains(at, "solve others.epd --variant falcon");
    assert!(
        falcon.contains("others.epd:1: rank 8 must be 10 squares long"),
        "{falcon}"
    );
    assert!(complains(at, "solve others.epd --variant none").contains("'none'"));
}

/// Suites of other programs: standard operations, and eight files that are chess.
#[test]
fn counts_of_other_programs_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let text = format!(
        "{start} D1 20; D2 400; id \"start; again\";\n{start} 0 1;D1 20;D2 400\n\
         {start} bm e4;\nk9/10/10/10/10/10/10/K9 w - - hmvc 3; D1 3;\n"
    );
    fs::write(at.join("others.txt"), text).unwrap();
    let said = says(at, "perft --suite others.txt");
    assert_eq!(said, "1 positions without counts\n3 passed, 0 failed\n");
}

/// The file of positions is readable and says how it was made, even when no position
/// was found.
#[test]
fn a_file_of_found_positions_says_how_it_was_made() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("games.pgn"), "[Variant \"falcon\"]\n\n1. e4 e5 *\n").unwrap();
    let found = says(at, "tactics games.pgn --out found.epd");
    assert_eq!(found, "0 positions\n");
    let swing = "tactics games.pgn --swing 100 --out found.epd";
    assert!(complains(at, swing).contains("found.epd: the file already exists"));
    let swing = format!("{swing} --force");
    assert_eq!(says(at, &swing), "0 positions\n");
    let text = fs::read_to_string(at.join("found.epd")).unwrap();
    assert!(text.contains(" --swing 100\n"), "{text}");
    assert!(
        text.starts_with("# variant falcon, castling free"),
        "{text}"
    );
    assert!(complains(at, "tactics none.pgn --out x.epd").contains("none.pgn"));
    assert!(!at.join("x.epd").exists());
}
