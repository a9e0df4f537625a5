//! `peregrine perft --suite`: checks known counts.
//!
//! Where a count is wrong, the slow move generator shows which moves are
//! illegal or missing.

use std::io::Write;
use std::path::Path;

use crate::base::files;
use crate::notation::coordinate;
use crate::notation::epd::{self, Defaults, EpdCase};
use crate::position::Position;
use crate::position::movegen::slow;
use crate::tools::perft::{Memory, Perft};
use crate::variants;

use super::arguments::PerftArguments;
use super::progress::Progress;
use super::{CommandOutcome, Failure, LONGEST_TEXT};

/// A position of a suite with its known counts.
struct Located {
    /// `file:line`.
    place: String,
    position: Position,
    counts: Vec<(u32, u64)>,
}

/// The results so far.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    skipped: usize,
}

pub(super) fn run(
    arguments: &PerftArguments,
    perft: &Perft<'_, impl Memory>,
    output: &mut impl Write,
) -> Result<CommandOutcome, Failure> {
    let mut cases = Vec::new();
    for path in &arguments.suite {
        read(path, arguments.game.named_variant(), &mut cases)?;
    }
    let mut tally = Tally::default();
    let mut progress = Progress::new(Some(cases.len() as u64), "positions checked");
    let most = arguments.max_nodes.unwrap_or(u64::MAX);
    for (number, case) in cases.iter().enumerate() {
        progress.show(number as u64);
        let counts = case.counts.iter().filter(|&&(_, leaves)| leaves <= most);
        let checked: Vec<(u32, u64)> = counts.copied().collect();
        tally.skipped += case.counts.len() - checked.len();
        if checked.is_empty() {
            continue;
        }
        match check(case, &checked, perft) {
            None => tally.passed += 1,
            Some(difference) => {
                progress.pause(|| {
                    writeln!(output, "{}: {difference}", case.place)?;
                    output.flush()
                })?;
                tally.failed += 1;
            }
        }
    }
    progress.show(cases.len() as u64);
    drop(progress);
    if tally.skipped > 0 {
        writeln!(output, "{} counts above {most} skipped", tally.skipped)?;
    }
    writeln!(output, "{} passed, {} failed", tally.passed, tally.failed)?;
    Ok(if tally.failed == 0 {
        CommandOutcome::Good
    } else {
        CommandOutcome::Bad
    })
}

/// Reads a file; `variant` is the default for positions that name none.
fn read(path: &Path, variant: &str, cases: &mut Vec<Located>) -> Result<(), Failure> {
    let name = path.display();
    let text = files::read_any_text(path, LONGEST_TEXT)
        .map_err(|error| Failure::Message(format!("{name}: {error}")))?;
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    let known = stem.filter(|stem| variants::find(stem).is_ok());
    let mut defaults = Defaults::of(known.unwrap_or(variant));
    for (number, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", number + 1);
        let wrong = |error: &dyn std::fmt::Display| Failure::Message(format!("{place}: {error}"));
        if let Some(said) = Defaults::of_comment(line) {
            defaults = said;
        }
        let case = epd::parse_line(line, &defaults).map_err(|error| wrong(&error))?;
        if let Some(EpdCase {
            rules, fen, counts, ..
        }) = case
        {
            let position = Position::from_fen(rules, &fen).map_err(|error| wrong(&error))?;
            cases.push(Located {
                place,
                position,
                counts,
            });
        }
    }
    Ok(())
}

/// What is wrong with the counts of a position, if anything.
fn check(case: &Located, counts: &[(u32, u64)], perft: &Perft<'_, impl Memory>) -> Option<String> {
    let differs = |&&(depth, expected): &&(u32, u64)| {
        let nodes = perft.divide(&case.position, depth)?.total;
        (nodes != expected).then_some((depth, expected, nodes))
    };
    let (depth, expected, nodes) = counts.iter().find_map(|count| differs(&count))?;
    let position = &case.position;
    let mut message = format!("D{depth} is {nodes}, should be {expected}: {position}");
    message += &match slow::first_difference(&case.position, depth, PATIENCE) {
        Some(difference) => difference_text(&case.position, &difference),
        None => "; the slow move generator finds no difference".to_owned(),
    };
    Some(message)
}

/// How many positions are examined in search of a wrong move.
const PATIENCE: usize = 20_000;

/// The moves that differ, and the line that leads to them.
fn difference_text(position: &Position, difference: &slow::Difference) -> String {
    let mut position = position.clone();
    let mut text = String::new();
    for &mv in &difference.path {
        let word = if text.is_empty() { "; after" } else { "" };
        text += &format!("{word} {}", coordinate(&position, mv));
        position.play(mv);
    }
    let names = |moves: &[_]| {
        let names: Vec<String> = moves.iter().map(|&mv| coordinate(&position, mv)).collect();
        names.join(" ")
    };
    if !difference.extra.is_empty() {
        text += &format!("; generated but not legal: {}", names(&difference.extra));
    }
    if !difference.missing.is_empty() {
        text += &format!("; legal but not generated: {}", names(&difference.missing));
    }
    text
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::notation::parse_coordinate;
    use crate::rules::Rules;
    use crate::variants::RuleOptions;

    fn start() -> Position {
        let rules: &'static Rules = variants::all()[0].nearest_rules(RuleOptions::default());
        Position::start(rules)
    }

    #[test]
    fn differences_are_named_by_moves() {
        let first = parse_coordinate(&start(), "e2e4").unwrap();
        let mut after = start();
        after.play(first);
        let [one, other] = ["e7e5", "d7d5"].map(|text| parse_coordinate(&after, text).unwrap());
        let difference = slow::Difference {
            path: vec![first],
            extra: vec![one],
            missing: vec![other, one],
        };
        assert_eq!(
            difference_text(&start(), &difference),
            "; after e2e4; generated but not legal: e7e5; legal but not generated: d7d5 e7e5"
        );
    }
}
