//! The subcommands: what each prints for valid and for invalid arguments, and its exit
//! status.

mod errors;
mod evaluations;
mod export;
mod import;
mod import_fairy_max;
mod import_royals;
mod import_strict;
mod mates;
mod messages;
mod numbers;
mod play;
mod session;
mod suites;
mod terminal;
mod variant_files;

use std::process::Output;

use crate::common;
use crate::process::program;
use crate::running::Start;

fn run(arguments: &[&str]) -> Output {
    program().args(arguments).run()
}

/// The standard output of a command that succeeds.
fn says(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// The error message of a command that fails.
fn complains(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    let complaint = errors.strip_prefix("peregrine: error: ");
    complaint
        .unwrap_or_else(|| panic!("{arguments:?}: {errors}"))
        .to_owned()
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

const CASTLING: &str = "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1";

#[test]
fn help_names_every_command_and_option() {
    let help = says(&["--help"]);
    for word in [
        "perft", "moves", "show", "bench", "variants", "Examples", "xboard", "uci",
    ] {
        assert!(help.contains(word), "{word}");
    }
    for (command, words) in [
        (
            "perft",
            &[
                "DEPTH",
                "--divide",
                "--threads",
                "--hash",
                "--suite",
                "--max-nodes",
            ][..],
        ),
        (
            "moves",
            &["--variant", "--fen", "--castling", "--promotion"],
        ),
        ("show", &["--variant", "--fen", "--castling", "--promotion"]),
        ("eval", &["--variant", "--fen", "--network"]),
        ("bench", &["DEPTH", "--variant"]),
    ] {
        let help = says(&[command, "--help"]);
        assert!(words.iter().all(|word| help.contains(word)), "{help}");
    }
    assert!(says(&["--version"]).starts_with("peregrine "));
}

#[test]
fn perft_counts() {
    assert_eq!(says(&["perft", "3"]), "Nodes searched: 15766\n");
    assert_eq!(says(&["perft", "0"]), "Nodes searched: 1\n");
    assert_eq!(
        last_line(&says(&["perft", "3", "--variant", "chess"])),
        "Nodes searched: 8902"
    );
    let many = ["perft", "4", "--threads", "2", "--hash", "4"];
    assert_eq!(last_line(&says(&many)), "Nodes searched: 430024");
    let fen = ["perft", "1", "--fen", CASTLING];
    for (castling, nodes) in [("free", 33), ("modified-free", 31), ("none", 26)] {
        let answer = says(&[&fen[..], &["--castling", castling]].concat());
        assert_eq!(
            last_line(&answer),
            format!("Nodes searched: {nodes}"),
            "{castling}"
        );
    }
    let divided = says(&["perft", "2", "--divide"]);
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!(lines.len(), 25);
    assert!(lines[..24].is_sorted());
    assert_eq!(lines[0], "a2a3: 24");
    assert_eq!(lines[24], "Nodes searched: 576");
    let output = run(&["perft", "3"]);
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("nodes/second")
    );
}

#[test]
fn moves_are_listed() {
    let moves = says(&["moves", "--fen", CASTLING]);
    assert_eq!(moves.lines().count(), 33);
    assert!(moves.lines().is_sorted());
    assert!(moves.lines().any(|line| line == "f1j1") && moves.lines().any(|line| line == "f1i1"));
    let pawn = ["moves", "--fen", "k9/8P1/10/10/10/10/10/K9 w - - 0 1"];
    assert!(says(&pawn).contains("i7i8q\n"));
    let no_queen = says(&[&pawn[..], &["--promotion", "no-queen"]].concat());
    assert!(!no_queen.contains("i7i8q") && no_queen.contains("i7i8f\n"));
    assert_eq!(
        says(&["moves", "--fen", "k9/2Q7/1K8/10/10/10/10/10 b - - 0 1"]),
        ""
    );
}

#[test]
fn positions_are_shown() {
    let text = says(&["show", "--fen", "k6R2/10/1K8/10/10/10/10/10 b - - 3 9"]);
    for line in [
        " 8   k  .  .  .  .  .  .  R  .  .",
        "     a  b  c  d  e  f  g  h  i  j",
        "FEN: k6R2/10/1K8/10/10/10/10/10 b - - 3 9",
        "Game: falcon, castling free, promotion any",
        "To move: Black",
        "Checkers: h8",
        "White may castle with: none",
        "Legal moves: 0",
    ] {
        assert!(text.lines().any(|other| other == line), "{line} in\n{text}");
    }
    assert!(text.contains("\nKey: "));
    // A game that is over is not evaluated.
    assert_eq!(last_line(&text), "Outcome: White wins by checkmate");
    assert!(last_line(&says(&["show"])).starts_with("Evaluation: "));
    assert!(says(&["show"]).contains("White may castle with: a1 j1"));
    assert!(says(&["show", "--variant", "chess"]).contains("Legal moves: 20"));
}

#[test]
fn variants_are_listed_with_their_options() {
    let text = says(&["variants"]);
    for variant in common::built_in_games() {
        assert!(
            text.lines().any(|line| line == variant.name),
            "{}",
            variant.name
        );
        assert!(text.contains(variant.title.as_str()));
        // Every option in the list is accepted.
        for rule in &variant.castling {
            says(&[
                "moves",
                "--variant",
                &variant.name,
                "--castling",
                rule.name(),
            ]);
        }
        for rule in &variant.promotion {
            says(&[
                "moves",
                "--variant",
                &variant.name,
                "--promotion",
                rule.name(),
            ]);
        }
    }
}

#[test]
fn values_are_listed_in_ascending_order() {
    for variant in common::built_in_games() {
        let text = says(&["values", "--variant", &variant.name]);
        let table = text.lines().skip(1).take_while(|line| !line.is_empty());
        let values: Vec<i32> = table
            .map(|line| line.split_whitespace().last().unwrap().parse().unwrap())
            .collect();
        assert_eq!(values.len(), variant.piece_types.len() - 1, "{text}");
        assert!(values.is_sorted() && values[0] > 80, "{text}");
    }
}

/// According to docs/research/falcon-worth.md and the history, only the values of parts of
/// moves were fitted to games, and only to games of falcon.
#[test]
fn values_claim_a_fit_only_where_there_was_one() {
    for variant in common::built_in_games() {
        let name = &variant.name;
        let text = says(&["values", "--variant", name]);
        let legend = text.split("\n\n").nth(1).unwrap().replace('\n', " ");
        let fitted = legend.contains("fitted to games of falcon.");
        let not_here = format!("fitted to games of falcon, not of {name}.");
        assert_eq!(fitted, name == "falcon", "{legend}");
        assert_eq!(legend.contains(&not_here), name != "falcon", "{legend}");
        let is_special = name == "falcon-leap";
        assert_eq!(legend.contains("limited length, is a guess"), is_special);
        let compounds = ["permutation", "capablanca"].contains(&name.as_str());
        assert_eq!(legend.contains("joined with a Bishop's"), compounds);
        assert_eq!(
            legend.contains("by matches in permutation"),
            name == "permutation"
        );
    }
}

#[test]
fn bench_ends_with_two_numbers() {
    for variant in common::built_in_games() {
        let text = says(&["bench", "2", "--variant", &variant.name]);
        let lines: Vec<&str> = text.lines().collect();
        let number = |line: &str, start: &str| -> u64 {
            let number = line.strip_prefix(start).unwrap_or_else(|| panic!("{text}"));
            number.parse().unwrap()
        };
        assert!(number(lines[lines.len() - 2], "Nodes searched: ") > 0);
        assert!(number(lines[lines.len() - 1], "Nodes/second: ") > 0);
        assert!(lines.len() > 8, "{text}");
    }
}

#[test]
fn random_arrays_are_numbered() {
    let by = |option, number| says(&["show", "--variant", "falcon-random", option, number]);
    let last = by("--array", "226800");
    assert!(
        last.contains("FEN: rrqnnkffbb/pppppppppp/10/10/10/10/PPPPPPPPPP/RRQNNKFFBB w QBqb - 0 1")
    );
    assert!(last.contains("Array: 226800 of 226800"), "{last}");
    assert_eq!(by("--seed", "1"), by("--seed", "1"));
    assert_ne!(by("--seed", "1"), by("--seed", "2"));
}

#[test]
fn a_fen_of_eight_files_is_chess_unless_a_game_is_named() {
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(
        says(&["perft", "3", "--fen", chess]),
        "Nodes searched: 8902\n"
    );
    assert_eq!(says(&["moves", "--fen", chess]).lines().count(), 20);
    assert!(says(&["show", "--fen", chess]).contains("Game: chess"));
    let named = ["moves", "--variant", "falcon", "--fen", chess];
    assert!(complains(&named).contains("rank 8 must be 10 squares long, but is 8"));
    let falcon = ["moves", "--fen", "k7/8/8/8/4F3/8/8/7K w - - 0 1"];
    assert!(complains(&falcon).contains("'F' at column 11 is not a piece of this game"));
}
