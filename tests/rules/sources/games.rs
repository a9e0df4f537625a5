//! What the tests of the other variants share: positions of any variant, and
//! moves as text.

use super::*;

/// A position of a game under its own rules.
pub fn position(variant: &str, fen: &str) -> Position {
    let rules = variants::find(variant).unwrap();
    let rules = rules.rules(RuleOptions::default()).unwrap();
    Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The start position of a game.
pub fn start(variant: &str) -> Position {
    let rules = variants::find(variant).unwrap();
    Position::start(rules.rules(RuleOptions::default()).unwrap())
}

/// The legal moves from a square: sorted coordinates without the origin.
pub fn moves_from(position: &Position, from: &str) -> String {
    let square = position.rules().geometry().square_named(from).unwrap();
    let moves = position.legal_moves();
    let mut texts: Vec<String> = moves
        .iter()
        .filter(|mv| mv.from() == square)
        .map(|&mv| notation::coordinate(position, mv)[from.len()..].to_owned())
        .collect();
    texts.sort_unstable();
    texts.join(" ")
}
