//! `peregrine perft --suite`: checks known counts.
//!
//! Where a count is wrong, the slow move generator shows which moves are
//! illegal or missing.

use std::io::Write;

use crate::notation::coordinate;
use crate::notation::epd::Defaults;
use crate::position::Position;
use crate::position::movegen::slow;
use crate::tools::perft::{Perft, PerftCache};
use crate::variants;

use super::arguments::PerftArguments;
use super::epd::{self, LocatedCase};
use super::progress::Progress;
use super::{CliError, CommandOutcome};

/// The results so far.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    skipped: usize,
    without_counts: usize,
}

pub(super) fn run(
    arguments: &PerftArguments,
    perft: &Perft<'_, impl PerftCache>,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    let mut cases = Vec::new();
    for path in &arguments.suite {
        // A file that is called after a game is one of it.
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let known = stem.filter(|stem| variants::find(stem).is_ok());
        let variant = known.or(arguments.game.variant.as_deref());
        cases.extend(epd::read(path, variant.map(Defaults::for_variant))?);
    }
    let mut tally = Tally::default();
    let mut progress = Progress::new(Some(cases.len() as u64), "positions checked");
    let most = arguments.max_nodes.unwrap_or(u64::MAX);
    for (number, case) in cases.iter().enumerate() {
        progress.show(number as u64);
        let counts = &case.case.counts;
        tally.without_counts += usize::from(counts.is_empty());
        let counts = counts.iter().filter(|&&(_, leaves)| leaves <= most);
        let checked: Vec<(u32, u64)> = counts.copied().collect();
        tally.skipped += case.case.counts.len() - checked.len();
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
    if tally.without_counts > 0 {
        writeln!(output, "{} positions without counts", tally.without_counts)?;
    }
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

/// What is wrong with the counts of a position, if anything.
fn check(
    case: &LocatedCase,
    counts: &[(u32, u64)],
    perft: &Perft<'_, impl PerftCache>,
) -> Option<String> {
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
