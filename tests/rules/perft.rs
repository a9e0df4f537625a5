//! The counts of the perft files, computed by another program, and all ways of
//! counting compared with each other.

use std::sync::atomic::AtomicBool;

use peregrine::board::moves::Move;
use peregrine::notation::epd::{self, EpdCase};
use peregrine::position::Position;
use peregrine::position::movegen::slow;
use peregrine::search::move_picker::staged_perft;
use peregrine::tools::perft::{Perft, PerftCache, PerftTable, perft};
use peregrine::variants;

use crate::common;

/// Larger counts are left to long runs, and the largest to `peregrine perft --suite`.
fn most() -> u64 {
    if common::is_long_run() {
        30_000_000
    } else {
        1_000_000
    }
}

static GO_ON: AtomicBool = AtomicBool::new(false);

fn start() -> Position {
    Position::start(variants::all()[0].nearest_rules(Default::default()))
}

fn positions() -> impl Iterator<Item = Position> {
    let cases = common::perft_cases().into_iter();
    cases.map(|case| {
        case.position()
            .expect("perft files hold possible positions")
    })
}

/// Checks the counts of a case that are not above a limit, and returns their number.
pub(crate) fn check_counts(case: &EpdCase, most: u64) -> usize {
    let position = case.position().unwrap();
    let name = position.rules().variant();
    let counts = case.counts.iter().filter(|(_, leaves)| *leaves <= most);
    let checked = counts.map(|&(depth, leaves)| {
        let found = perft(&position, depth);
        assert_eq!(found, leaves, "D{depth} of {name} {}", case.fen);
    });
    checked.count()
}

/// Checks the counts of a perft file, in a short run those that are not above a limit, and
/// returns their number.
pub(crate) fn check_file(text: &str, short: u64) -> usize {
    let most = match common::is_long_run() {
        true => u64::MAX,
        false => short,
    };
    let cases = epd::parse(text, "chess").unwrap();
    cases.iter().map(|case| check_counts(case, most)).sum()
}

#[test]
fn counts_match_the_perft_files() {
    let cases = common::perft_cases();
    let checked: usize = cases.iter().map(|case| check_counts(case, most())).sum();
    assert!(checked > 1000, "only {checked} counts");
}

fn total(threads: usize, cache: &impl PerftCache, position: &Position, depth: u32) -> u64 {
    let perft = Perft {
        threads,
        cache,
        stop: &GO_ON,
    };
    let divided = perft.divide(position, depth).unwrap();
    if depth > 0 {
        let sum: u64 = divided.moves.iter().map(|(_, leaves)| leaves).sum();
        assert_eq!(sum, divided.total);
        assert_eq!(divided.moves.len(), position.legal_moves().len());
    }
    divided.total
}

#[test]
fn threads_and_table_size_do_not_change_the_count() {
    // So small that nearly every entry is overwritten.
    let table = PerftTable::new(1).unwrap();
    for position in positions().step_by(5) {
        for depth in 0..=3 {
            let plain = perft(&position, depth);
            assert_eq!(total(1, &(), &position, depth), plain, "{position}");
            assert_eq!(total(3, &(), &position, depth), plain, "{position}");
            assert_eq!(total(2, &table, &position, depth), plain, "{position}");
        }
    }
    assert_eq!(total(4, &table, &start(), 5), 13_258_240);
    assert_eq!(
        total(1, &PerftTable::new(32).unwrap(), &start(), 5),
        13_258_240
    );
}

#[test]
fn a_stopped_count_has_no_result() {
    let perft = Perft {
        threads: 2,
        cache: &(),
        stop: &AtomicBool::new(true),
    };
    assert_eq!(perft.divide(&start(), 40), None);
}

#[test]
fn positions_without_moves_have_no_leaves() {
    let rules = start().rules();
    let mated = Position::from_fen(rules, "k6R2/10/1K8/10/10/10/10/10 b - - 0 1").unwrap();
    assert_eq!([0, 1, 2, 5].map(|depth| perft(&mated, depth)), [1, 0, 0, 0]);
    assert_eq!(
        [0, 1, 2, 5].map(|depth| total(2, &(), &mated, depth)),
        [1, 0, 0, 0]
    );
}

#[test]
fn the_picker_returns_every_move_once() {
    let mut random = common::Random(7);
    let mut next = |below| random.below(below);
    for position in positions() {
        let moves = position.legal_moves();
        // The tables hold moves of other positions, so some hints are legal
        // here, some are legal later, and some never are.
        let legal = |n: usize| moves.get(n).copied();
        let hints: Vec<Move> = (0..3)
            .filter_map(|_| match next(3) {
                0 if !moves.is_empty() => legal(next(moves.len())),
                1 => Move::from_bits(1 + next((1 << Move::BITS) - 1) as u32)
                    .filter(|mv| mv.promoted_to().is_none()),
                _ => {
                    let mut later = position.clone();
                    if let Some(mv) = legal(0) {
                        later.play(mv);
                    }
                    later.legal_moves().last().copied()
                }
            })
            .collect();
        for depth in 1..=2 {
            let leaves = perft(&position, depth);
            assert_eq!(staged_perft(&position, depth, &[]), leaves, "{position}");
            assert_eq!(
                staged_perft(&position, depth, &hints),
                leaves,
                "{hints:?} in {position}"
            );
        }
    }
    assert_eq!(staged_perft(&start(), 4, &[]), 430_024);
}

#[test]
fn the_slow_generator_finds_no_differences() {
    let width = if common::is_long_run() { 200 } else { 40 };
    for position in positions().step_by(7) {
        assert_eq!(
            slow::first_difference(&position, 2, width),
            None,
            "{position}"
        );
    }
}
