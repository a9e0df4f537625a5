//! Piece values by the formula against published ones (docs/research/results.md).

use std::fmt::Write;

use peregrine::eval::ValueOrigin;
use peregrine::variants;

/// Where a value was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// Fairy-Max 5.0b, `fmax.ini`, by H. G. Muller: a Knight is worth 325.
    FairyMax,
    /// Fairy-Stockfish, `types.h`: the mean of the middle game, where a Knight is worth 781,
    /// and the ending, where it is worth 854.
    FairyStockfish,
    /// H. G. Muller's law of short-range leapers with N moves, (30 + 5/8 N) N: a Knight is worth
    /// 280.
    Law,
}

use Source::{FairyMax, FairyStockfish, Law};

impl Source {
    fn knight(self) -> f64 {
        match self {
            FairyMax => 325.0,
            FairyStockfish => (781.0 + 854.0) / 2.0,
            Law => 280.0,
        }
    }
}

/// The most by which the formula may differ from the mean of what is published.
const BAND: f64 = 1.5;

/// Values by their sources.
type Values = &'static [(Source, f64)];

/// Pieces in the words of a variant file, and what they are worth.
const PUBLISHED: &[(&str, Values)] = &[
    (
        "moves = 'ferz'",
        &[(FairyMax, 150.0), (FairyStockfish, 435.0), (Law, 130.0)],
    ),
    (
        "moves = 'wazir'",
        &[(FairyMax, 125.0), (FairyStockfish, 375.0), (Law, 130.0)],
    ),
    (
        "moves = 'alfil'",
        &[(FairyMax, 80.0), (FairyStockfish, 340.0)],
    ),
    ("moves = 'dabbaba'", &[(FairyMax, 100.0), (Law, 130.0)]),
    (
        "moves = 'man'",
        &[(FairyMax, 260.0), (FairyStockfish, 800.0), (Law, 280.0)],
    ),
    ("moves = 'camel'", &[(FairyMax, 225.0)]),
    ("moves = 'zebra'", &[(FairyMax, 175.0)]),
    (
        "moves = ['ferz', 'alfil']",
        &[(FairyStockfish, 675.0), (Law, 280.0)],
    ),
    ("moves = 'phoenix'", &[(FairyMax, 320.0), (Law, 280.0)]),
    (
        "moves = ['wazir', 'dabbaba']",
        &[(FairyMax, 310.0), (Law, 280.0)],
    ),
    ("moves = 'kirin'", &[(Law, 280.0)]),
    (
        "moves = ['ferz', 'alfil', 'dabbaba']",
        &[(FairyMax, 480.0), (Law, 450.0)],
    ),
    (
        "moves = ['ferz', 'dabbaba', 'threeleaper']",
        &[(FairyMax, 480.0)],
    ),
    (
        "moves = 'centaur'",
        &[(FairyStockfish, 1850.0), (Law, 640.0)],
    ),
    ("moves = 'squirrel'", &[(Law, 640.0)]),
    (
        "moves = ['knight', 'dabbaba']",
        &[(FairyMax, 450.0), (Law, 450.0)],
    ),
    (
        "moves = ['knight', 'alfil']",
        &[(FairyMax, 450.0), (Law, 450.0)],
    ),
    (
        "moves = ['knight', 'ferz', 'alfil']",
        &[(FairyMax, 625.0), (Law, 640.0)],
    ),
    (
        "moves = ['knight', 'wazir', 'dabbaba']",
        &[(FairyMax, 625.0), (Law, 640.0)],
    ),
    ("moves = ['knight', 'camel']", &[(FairyMax, 800.0)]),
    ("moves = 'nightrider'", &[(FairyMax, 560.0)]),
    ("moves = 'griffin'", &[(FairyMax, 830.0)]),
    ("moves = 'manticore'", &[(FairyMax, 780.0)]),
    ("moves = 'grasshopper'", &[(FairyMax, 200.0)]),
    (
        "moves = 'cannon'",
        &[(FairyMax, 400.0), (FairyStockfish, 750.0)],
    ),
    ("moves = 'janggi-cannon'", &[(FairyStockfish, 700.0)]),
    ("moves = 'rook 3'", &[(FairyMax, 375.0)]),
    ("moves = 'rook 4'", &[(FairyMax, 425.0)]),
    ("moves = 'rook 5'", &[(FairyMax, 450.0)]),
    ("moves = 'bishop 4'", &[(FairyMax, 300.0)]),
    ("moves = ['bishop', 'camel']", &[(FairyMax, 875.0)]),
    ("moves = ['rook', 'camel']", &[(FairyMax, 900.0)]),
    ("moves = ['bishop', 'dabbaba']", &[(FairyMax, 530.0)]),
    (
        "moves = 'archbishop'",
        &[(FairyMax, 875.0), (FairyStockfish, 2200.0)],
    ),
    (
        "moves = 'chancellor'",
        &[(FairyMax, 900.0), (FairyStockfish, 2450.0)],
    ),
    (
        "moves = 'amazon'",
        &[(FairyMax, 1150.0), (FairyStockfish, 2775.0)],
    ),
    (
        "moves = ['rook', 'knight', 'ferz']",
        &[(FairyMax, 1350.0), (FairyStockfish, 2500.0)],
    ),
    (
        "moves = 'dragon-king'",
        &[(FairyMax, 640.0), (FairyStockfish, 1850.0)],
    ),
    ("moves = 'dragon-horse'", &[(FairyStockfish, 1550.0)]),
    ("moves = 'knight-bishop'", &[(FairyStockfish, 1150.0)]),
    ("moves = 'knight-rook'", &[(FairyStockfish, 1150.0)]),
    ("betza = 'mBcN'", &[(FairyStockfish, 725.0)]),
    ("moves = 'rook-knight'", &[(FairyStockfish, 875.0)]),
    (
        "moves = 'silver'",
        &[(FairyMax, 300.0), (FairyStockfish, 650.0)],
    ),
    ("moves = 'gold'", &[(FairyStockfish, 710.0)]),
    ("moves = 'shogi-pawn'", &[(FairyStockfish, 95.0)]),
    ("moves = 'lance'", &[(FairyStockfish, 320.0)]),
    ("moves = 'horse'", &[(FairyStockfish, 660.0)]),
    ("moves = 'soldier'", &[(FairyStockfish, 235.0)]),
    // The charging pieces of the Nutty Knights, and their Fibnif.
    ("betza = 'fsRbWbF'", &[(FairyMax, 485.0)]),
    ("betza = 'fhNbsWbF'", &[(FairyMax, 400.0)]),
    ("betza = 'fsRbWfhNbFfF'", &[(FairyMax, 935.0)]),
    (
        "betza = 'ffNbbNF', dialect = 'fairy-stockfish'",
        &[(FairyMax, 310.0)],
    ),
];

/// Pieces for which the formula says something else by more than that, and why.
const OUTSIDE: &[(&str, Values, &str)] = &[
    (
        "moves = 'shogi-knight'",
        &[(FairyStockfish, 355.0)],
        "most squares of the last ranks leave it no move, where Shogi promotes it",
    ),
    (
        "moves = 'elephant'",
        &[(FairyStockfish, 300.0)],
        "it is a defender there, worth more than its few moves",
    ),
    (
        "moves = 'janggi-elephant'",
        &[(FairyStockfish, 345.0)],
        "on a crowded board it has hardly a move; there are fewer men in Janggi",
    ),
];

/// The value by the formula in Knights, on the board of chess.
fn formula(pieces: &[&str]) -> Vec<f64> {
    let letters = "ACDEFGHIJLMOSTUVWXYZ";
    let mut values = Vec::new();
    for (number, pieces) in pieces.chunks(letters.len()).enumerate() {
        let named: Vec<(char, &str)> = letters.chars().zip(pieces.iter().copied()).collect();
        let game = format!("published-values-{number}-{}", pieces.len());
        let to: Vec<String> = named
            .iter()
            .map(|(letter, _)| format!("'{letter}'"))
            .collect();
        let mut text = format!(
            "[{game}]\nbase = 'chess'\npawns.zones = [{{ squares = 8, to = [{}] }}]\n",
            to.join(", ")
        );
        for (letter, piece) in &named {
            writeln!(text, "pieces.{letter} = {{ {piece} }}").unwrap();
        }
        let found = variants::check(&text).unwrap_or_else(|faults| panic!("{faults:?}: {text}"));
        variants::add(found);
        let rules = variants::rules(&game).unwrap();
        let value = |letter: &str| {
            let mut types = rules.piece_types().iter();
            let kind = types.find(|piece| piece.letter == letter).unwrap().kind;
            ValueOrigin::new(rules, kind).unscaled
        };
        let knight = value("N");
        values.extend(
            named
                .iter()
                .map(|(letter, _)| value(&letter.to_string()) / knight),
        );
    }
    values
}

fn published(values: &[(Source, f64)]) -> f64 {
    let sum: f64 = values
        .iter()
        .map(|(source, value)| value / source.knight())
        .sum();
    sum / values.len() as f64
}

#[test]
fn the_formula_is_not_far_from_published_values() {
    let pieces: Vec<&str> = PUBLISHED.iter().map(|row| row.0).collect();
    let (mut errors, mut far) = (0.0, String::new());
    for ((piece, values), formula) in PUBLISHED.iter().zip(formula(&pieces)) {
        let ratio = formula / published(values);
        errors += ratio.ln().abs();
        if !(1.0 / BAND..=BAND).contains(&ratio) {
            writeln!(
                far,
                "{piece}: {formula:.2} Knights, {ratio:.2} of what is published"
            )
            .unwrap();
        }
    }
    assert!(far.is_empty(), "{far}");
    // On average it is much nearer.
    let mean = (errors / PUBLISHED.len() as f64).exp();
    assert!(mean < 1.19, "{mean}");
}

/// A piece that comes into the band belongs into the table above.
#[test]
fn where_the_formula_is_far_from_published_values_is_known() {
    let pieces: Vec<&str> = OUTSIDE.iter().map(|row| row.0).collect();
    for ((piece, values, _), formula) in OUTSIDE.iter().zip(formula(&pieces)) {
        let ratio = formula / published(values);
        assert!(ratio < 1.0 / BAND && ratio > 0.35, "{piece}: {ratio}");
    }
}
