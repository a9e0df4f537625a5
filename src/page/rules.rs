//! The rules of a game as the page explains them.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::{Components, Piece};
use crate::board::square::Square;
use crate::rules::{PieceType, Rules};
use crate::variants::description::{describe, types_in_use};
use crate::variants::{self, Variant};

use super::error::PageError;
use super::messages::{ArrayView, PieceRules, RulesView, Start};
use super::{piece_moves, start, view};

/// The rules of a game.
///
/// # Errors
/// If the game is unknown or does not offer these options.
pub(crate) fn rules(asked: &Start) -> Result<RulesView, PageError> {
    let rules = start::rules(asked)?;
    let variant = variants::find(rules.variant())?;
    Ok(RulesView {
        about: variant.about.clone(),
        castling: castling_options(variant),
        ..view_of(rules)
    })
}

/// What the rules alone say; they need not be those of a game of the catalog.
pub(crate) fn view_of(rules: &Rules) -> RulesView {
    let paragraphs = describe(rules).into_iter();
    RulesView {
        board: view::board(rules),
        about: String::new(),
        start: view::pieces_by(rules, |square| rules.start().board[square.index()]),
        paragraphs: paragraphs
            .filter(|(subject, _)| *subject != "pieces")
            .map(|(subject, text)| (subject.to_owned(), text))
            .collect(),
        pieces: types_in_use(rules)
            .map(|piece_type| piece(rules, piece_type))
            .collect(),
        castling: Vec::new(),
    }
}

/// The start position of a game as JSON, for the page to draw; none if there is no such game.
pub(crate) fn array(game: &str) -> Option<String> {
    let rules = variants::rules(game).ok()?;
    let array = ArrayView {
        board: view::board(rules),
        start: view::pieces_by(rules, |square| rules.start().board[square.index()]),
    };
    serde_json::to_string(&array).ok()
}

/// The castling rules of a game, each in words; none if there is no choice.
fn castling_options(variant: &'static Variant) -> Vec<(String, String)> {
    if variant.castling.len() < 2 {
        return Vec::new();
    }
    let described = variant.castling.iter().map(|&rule| {
        let options = variants::RuleOptions {
            castling: Some(rule),
            ..variants::RuleOptions::default()
        };
        let text = describe(variant.nearest_rules(options))
            .into_iter()
            .find(|(subject, _)| *subject == "castling")
            .map(|(_, text)| first_sentence(&text));
        (rule.to_string(), text.unwrap_or_default())
    });
    described.collect()
}

fn first_sentence(text: &str) -> String {
    match text.split_once(". ") {
        Some((sentence, _)) => format!("{sentence}."),
        None => text.to_owned(),
    }
}

fn piece(rules: &Rules, piece_type: &PieceType) -> PieceRules {
    let geometry = rules.geometry();
    let piece = Piece::new(Color::White, piece_type.kind);
    let square = example_square(rules, piece);
    let [moves, captures] = targets(rules, piece, square);
    let table = rules.special_table(piece);
    let reach = table.map(|table| [table.quiet_reach(square), table.capture_reach(square)]);
    let [moves_over, captures_over] = reach.unwrap_or_default();
    let names = |set| view::square_names(rules, set);
    PieceRules {
        code: view::piece_code(rules, piece),
        name: piece_type.name.clone(),
        letter: rules.letter(piece),
        square: geometry.name(square),
        moves: names(moves),
        captures: names(captures),
        blockable: names(piece_moves::blockable(rules, piece, square)),
        moves_over: names(moves_over - moves),
        captures_over: names(captures_over - captures),
    }
}

/// Where a piece alone on the board can move, and where it can capture.
fn targets(rules: &Rules, piece: Piece, square: Square) -> [Bitboard; 2] {
    let board = rules.geometry().squares();
    let captures = rules.attacks(piece, square, Bitboard::EMPTY) & board;
    let is_orthodox_pawn = rules.components(piece.kind()).contains(Components::PAWN);
    let moves = match rules.pawn_rules(piece) {
        Some(pawns) if is_orthodox_pawn => {
            let steps = 1
                + usize::from(pawns.double_step.contains(square))
                + usize::from(pawns.triple_step.contains(square));
            let forward = |from: Square| rules.geometry().step(from, (0, 1));
            let squares = std::iter::successors(forward(square), |&from| forward(from));
            squares.take(steps).collect()
        }
        _ => rules.quiets(piece, square, Bitboard::EMPTY) & board,
    };
    [moves, captures]
}

/// A square from which a piece can go far: the one with the most targets, near the middle; for
/// pieces that move like Pawns, where White's first one stands.
fn example_square(rules: &Rules, piece: Piece) -> Square {
    let geometry = rules.geometry();
    let squares = geometry.squares();
    if rules.pawn_rules(piece).is_some() {
        let own = |square: &Square| rules.start().board[square.index()] == Some(piece);
        let own: Vec<Square> = squares.into_iter().filter(own).collect();
        if let Some(&middle) = own.get(own.len() / 2) {
            return middle;
        }
    }
    let [middle_file, middle_rank] = [geometry.files(), geometry.ranks()].map(|size| size / 2);
    let distance = |square: Square| {
        let file = geometry.file(square).abs_diff(middle_file);
        file + geometry.rank(square).abs_diff(middle_rank)
    };
    let count = |square: Square| {
        let [moves, captures] = targets(rules, piece, square);
        (moves | captures).count()
    };
    let all = squares.into_iter();
    let best = all.max_by_key(|&square| (count(square), std::cmp::Reverse(distance(square))));
    best.unwrap_or(Square::new(0))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn rules_of(variant: &str) -> RulesView {
        let asked = Start {
            variant: variant.to_owned(),
            ..Start::default()
        };
        rules(&asked).unwrap()
    }

    #[test]
    fn pieces_move_by_the_rules() {
        let view = rules_of("falcon");
        let named = |name: &str| view.pieces.iter().find(|row| row.name == name).unwrap();
        let falcon = named("Falcon");
        assert_eq!((falcon.moves.len(), falcon.captures.len()), (16, 16));
        assert_eq!(falcon.blockable, falcon.moves);
        let pawn = named("Pawn");
        assert_eq!((pawn.moves.len(), pawn.captures.len()), (2, 2));
        assert_eq!(view.start.len(), 40);
        assert!(view.castling.len() > 1);
        assert!(view.castling.iter().all(|(_, text)| text.ends_with('.')));
    }

    #[test]
    fn pieces_of_the_palace_stay_in_it() {
        let view = rules_of("xiangqi");
        let named = |name: &str| view.pieces.iter().find(|row| row.name == name).unwrap();
        let board = &view.board.pieces;
        let region = |code: &str| board.iter().find(|piece| piece.code == code).unwrap();
        assert_eq!(region("wK").region.len(), 9);
        assert_eq!(region("bK").region.len(), 9);
        assert_eq!(region("wR").region.len(), 0);
        let horse = named("Horse");
        assert_eq!(horse.blockable, horse.moves);
        let cannon = named("Cannon");
        assert_eq!((cannon.blockable.len(), cannon.captures.len()), (0, 0));
        assert!(cannon.captures_over.len() > 8 && cannon.moves_over.is_empty());
        // The game declares a Pawn, and no side has any.
        assert!(view.pieces.iter().all(|row| row.name != "Pawn"));
        assert_eq!(view.pieces.len(), 7);
    }

    #[test]
    fn every_game_has_rules() {
        for variant in variants::all() {
            let view = rules_of(&variant.name);
            for piece in &view.pieces {
                let targets = piece.moves.len() + piece.captures.len();
                assert!(targets > 0, "{}: {}", variant.name, piece.name);
            }
        }
    }
}
