//! Messages name what was wrong, and what was probably meant.

use clap::{Arg, Command};

use super::{complains, run, says};
use crate::process::{output_for, program};

/// What the standard library says of a text that is no number. It names neither the
/// range nor what the number is for.
const BARE: [&str; 6] = [
    "invalid digit",
    "invalid float",
    "cannot parse",
    "too large to fit",
    "too small to fit",
    "would be zero",
];

/// Calls `look` with every argument that takes a value, and the words before it.
pub fn for_each_argument(
    command: &Command,
    path: &[String],
    look: &mut impl FnMut(&[String], &Arg),
) {
    for arg in command.get_arguments() {
        if arg.get_action().takes_values() {
            look(path, arg);
        }
    }
    for command in command.get_subcommands() {
        let path = [path, &[command.get_name().to_owned()]].concat();
        for_each_argument(command, &path, look);
    }
}

#[test]
fn every_argument_says_what_it_expects() {
    let (mut tried, mut ranges) = (0, 0);
    for_each_argument(
        &peregrine::cli::command(),
        &["peregrine".to_owned()],
        &mut |path, arg| {
            for wrong in [
                "x",
                "-1",
                "-1.5",
                "1e999",
                "99999999999999999999",
                "0x10",
                "NaN",
            ] {
                let mut words = path.to_vec();
                match arg.get_long() {
                    Some(long) => words.push(format!("--{long}={wrong}")),
                    None => words.push(wrong.to_owned()),
                }
                let Err(error) = peregrine::cli::command().try_get_matches_from(&words) else {
                    continue;
                };
                let text = error.to_string();
                let is_bare = BARE.iter().any(|bare| text.contains(bare));
                assert!(!is_bare, "{words:?}: {text}");
                let is_option = text.contains("unexpected argument");
                assert!(
                    !is_option,
                    "a number is taken for an option: {words:?}: {text}"
                );
                ranges += usize::from(text.contains("number from "));
                tried += 1;
            }
        },
    );
    assert!(
        tried > 500 && ranges > 200,
        "{tried} tried, {ranges} ranges"
    );
}

#[test]
fn wrong_numbers_are_answered_with_the_range() {
    for (arguments, reason) in [
        (
            &["perft", "x"][..],
            "'x' for '[DEPTH]': expected a whole number from 0 to 64",
        ),
        (
            &["perft", "65"],
            "'65' for '[DEPTH]': expected a whole number from 0 to 64",
        ),
        (
            &["perft", "-1"],
            "'-1' for '[DEPTH]': expected a whole number from 0 to 64",
        ),
        (&["bench", "0"], "expected a whole number from 1 to 100"),
        (
            &["play", "--level", "21"],
            "expected a whole number from 0 to 20",
        ),
        (
            &["perft", "1", "--threads", "0"],
            "expected a whole number from 1 to ",
        ),
        (
            &["match", "--margin", "-2"],
            "expected a number from 0 to 100000",
        ),
        (
            &["match", "--concurrency", "0"],
            "expected a whole number from 1 to ",
        ),
        (
            &["match", "--draw", "from=x"],
            "from=x: expected a whole number from 0 to ",
        ),
        (
            &["match", "--engine", "threads=-1"],
            "threads=-1: expected a whole number from ",
        ),
        (
            &["tune", "games", "--rate", "NaN"],
            "expected a number from 0.000001 to 10",
        ),
        (
            &["match", "--concurrency", "10001"],
            "expected a whole number from 1 to 10000",
        ),
        (
            &["match", "--length", "0"],
            "expected a whole number from 1 to 1000000",
        ),
        (
            &["datagen", "--window", "0"],
            "expected a whole number from 1 to 32000",
        ),
        (
            &["solve", "--nodes", "0"],
            "expected a whole number from 1 to ",
        ),
        (
            &["train", "--hidden", "0"],
            "expected a multiple of 32 from 32 to 1024",
        ),
        (
            &["train", "--hidden", "33"],
            "expected a multiple of 32 from 32 to 1024",
        ),
        (
            &["train", "--hidden", "1056"],
            "expected a multiple of 32 from 32 to 1024",
        ),
        (
            &["train", "--output-buckets", "17"],
            "expected a whole number from 1 to 16",
        ),
        (
            &["train", "--limit", "0"],
            "expected a whole number from 1 to ",
        ),
        (
            &["train", "--from-ply", "18446744073709551615"],
            "expected a whole number from 0 to 100000",
        ),
        (
            &["board", "--port", "65536"],
            "expected a whole number from 0 to 65535",
        ),
    ] {
        let said = complains(arguments);
        assert!(said.contains(reason), "{arguments:?}: {said}");
    }
}

#[test]
fn near_words_are_suggested() {
    let folder = tempfile::tempdir().unwrap();
    let tunables = folder.path().join("my.toml");
    std::fs::write(&tunables, "search.reduction_pw = 3\n").unwrap();
    let tunables = tunables.to_str().unwrap();
    for (arguments, near) in [
        (&["help", "bord"][..], "'board'"),
        (&["bord"], "'board'"),
        (&["help", "pgn", "chek"], "'check'"),
        (&["pgn", "anotate"], "'annotate'"),
        (&["tablebase", "help", "verfy"], "'verify'"),
        (&["moves", "--varient", "chess"], "'--variant'"),
        (&["moves", "--variant", "falkon"], "'falcon'"),
        (&["moves", "--castling", "fre"], "'free'"),
        (&["play", "--color", "whte"], "'white'"),
        (&["match", "--engine", "comand=x"], "'command'"),
        (&["match", "--engine", "command=x protocol=ucci"], "'uci'"),
        (&["match", "--sprt", "elo=0 elo1=5"], "'elo0'"),
        (
            &["--tunables", tunables, "tunables"],
            "'search.reduction_pv'",
        ),
    ] {
        let said = complains(arguments);
        assert!(said.contains(near), "{arguments:?}: {said}");
    }
    let uci = output_for(
        &mut program(),
        "uci\nisredy\nsetoption name Hahs value 2\nquit\n",
    );
    let said = String::from_utf8(uci.stdout).unwrap();
    for near in ["'isready'", "'Hash'"] {
        assert!(said.contains(&format!("did you mean {near}?")), "{said}");
    }
}

#[test]
fn missing_arguments_are_named_with_their_purpose() {
    for (arguments, words) in [
        (
            &["perft"][..],
            &[
                "DEPTH",
                "--suite <FILE>",
                "Depth in plies",
                "Check the counts",
            ][..],
        ),
        (&["mate"], &["<N>  The largest number of moves to mate"]),
        (&["solve"], &["<FILE>...  "]),
        (
            &["pgn", "annotate", "x.pgn", "--out", "y.pgn"],
            &[
                "--nodes <N>",
                "--time <SECONDS>",
                "Nodes searched",
                "Seconds for each position",
            ],
        ),
        (
            &["train"],
            &[
                "--data <FILE>...  Files of games",
                "--out <FILE>",
                "--dump <FILE>",
            ],
        ),
    ] {
        let said = complains(arguments);
        let is_named = |word: &&&str| said.contains(**word);
        assert!(
            words.iter().all(|word| is_named(&word)),
            "{arguments:?}: {said}"
        );
    }
}

#[test]
fn groups_without_a_command_explain_themselves() {
    for group in ["pgn", "book", "tablebase", "tune"] {
        let output = run(&[group]);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(!text.contains("error"), "{text}");
        assert_eq!(text.trim_end(), says(&[group, "-h"]).trim_end());
        assert!(text.contains("\nCommands:\n"), "{text}");
    }
}
