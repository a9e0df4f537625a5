//! Every number that an argument takes: what is outside its range is refused with the range,
//! and what is inside is accepted and used.

use std::fs;

use clap::Arg;
use clap::error::ErrorKind;

use super::messages::for_each_argument;
use super::run;

/// The range that the argument names when it is given a text, if it takes a number.
struct Range {
    min: String,
    max: String,
}

impl Range {
    fn new(words: &[String], arg: &Arg) -> Option<Range> {
        let text = refusal(&with(words, arg, "x"))?;
        let (_, range) = text.split_once("number from ")?;
        let (min, range) = range.split_once(" to ")?;
        let max: String = range
            .chars()
            .take_while(|&character| character.is_ascii_digit() || character == '.')
            .collect();
        Some(Range {
            min: min.to_owned(),
            max: max.trim_end_matches('.').to_owned(),
        })
    }

    /// Values outside it: the nearest whole ones, and others that are no numbers.
    fn wrong(&self) -> Vec<String> {
        let nearest = |bound: &str, step: f64| match bound.parse::<i128>() {
            Ok(number) => (number + step as i128).to_string(),
            Err(_) => (bound.parse::<f64>().expect("a number") + step).to_string(),
        };
        let others = [
            "99999999999999999999",
            "-99999999999999999999",
            "",
            " ",
            "NaN",
            "1e",
            "0x1",
        ];
        let mut wrong = vec![nearest(&self.min, -1.0), nearest(&self.max, 1.0)];
        wrong.extend(others.map(str::to_owned));
        wrong
    }
}

/// The words of a command line in which the argument has this value.
fn with(words: &[String], arg: &Arg, value: &str) -> Vec<String> {
    let mut words = words.to_vec();
    match arg.get_long() {
        Some(long) => words.push(format!("--{long}={value}")),
        None => words.push(value.to_owned()),
    }
    words
}

/// What is said of a value that is refused.
fn refusal(words: &[String]) -> Option<String> {
    let error = peregrine::cli::command()
        .try_get_matches_from(words)
        .err()?;
    let is_value = matches!(
        error.kind(),
        ErrorKind::ValueValidation | ErrorKind::InvalidValue
    );
    is_value.then(|| error.to_string())
}

#[test]
fn every_number_has_a_range_and_keeps_it() {
    let mut count = 0;
    let program = ["peregrine".to_owned()];
    for_each_argument(&peregrine::cli::command(), &program, &mut |words, arg| {
        let Some(range) = Range::new(words, arg) else {
            return;
        };
        count += 1;
        for value in [&range.min, &range.max] {
            let words = with(words, arg, value);
            assert_eq!(refusal(&words), None, "{words:?}");
        }
        let sentence = format!("number from {} to {}", range.min, range.max);
        let name = arg.get_long().map_or_else(
            || arg.get_value_names().unwrap_or_default()[0].to_string(),
            |long| format!("--{long}"),
        );
        for value in range.wrong() {
            let words = with(words, arg, &value);
            let said = refusal(&words).unwrap_or_default();
            // clap itself refuses what is empty.
            let is_named = said.contains(&sentence) || value.is_empty();
            assert!(is_named && said.contains(&name), "{words:?}: {said}");
        }
        let words = with(&words[1..], arg, &range.wrong()[1]);
        let output = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.contains(&sentence) && said.contains(&name),
            "{words:?}: {said}"
        );
    });
    assert!(count > 70, "{count} numbers");
}

#[test]
fn the_bounds_of_numbers_can_be_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, picture) = (path("games.pgn"), path("out.png"));
    fs::write(&games, "[Variant \"falcon\"]\n\n1. e3 e6 2. d3 d6 *\n").unwrap();
    // The last words are the numbers that are left out: they make the work long.
    for (words, without) in [
        (vec!["perft", "1"], &["hash", "threads"][..]),
        (vec!["moves", "--variant", "falcon-random"], &[]),
        (vec!["show", "--variant", "falcon-random"], &[]),
        (vec!["eval", "--variant", "falcon-random"], &[]),
        (vec!["pgn", "show", &games, "--png", &picture], &[]),
    ] {
        let mut command = peregrine::cli::command();
        let mut path = vec!["peregrine".to_owned()];
        for word in &words {
            let Some(next) = command.find_subcommand(word) else {
                break;
            };
            command = next.clone();
            path.push((*word).to_owned());
        }
        let mut used = 0;
        for arg in command.get_arguments() {
            let name = arg.get_long().unwrap_or_default();
            if name.is_empty() || without.contains(&name) || !arg.get_action().takes_values() {
                continue;
            }
            let Some(range) = Range::new(&path, arg) else {
                continue;
            };
            for bound in [range.min, range.max] {
                let mut words: Vec<&str> = words.clone();
                let option = format!("--{name}={bound}");
                words.push(&option);
                let _ = fs::remove_file(&picture);
                let output = run(&words);
                let said = String::from_utf8(output.stderr).unwrap();
                let is_ended = matches!(output.status.code(), Some(0 | 2));
                assert!(is_ended && !said.contains("panicked"), "{words:?}: {said}");
                used += 1;
            }
        }
        assert!(used > 0, "{words:?}");
    }
}
