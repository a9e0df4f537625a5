//! The moves of a piece as a small diagram, whatever piece a game defines.

use crate::board::bitboard::Bitboard;
use crate::board::piece::{Components, Piece};
use crate::board::square::Square;
use crate::rules::Rules;

use super::messages::PieceMoves;

/// How many squares the diagram shows in each direction.
const RADIUS: i32 = 4;

/// Where a piece goes by one step, from all squares of the board together.
#[derive(Clone, Copy, Default)]
struct Step {
    moves: bool,
    moves_initially: bool,
    captures: bool,
    blockable: bool,
}

/// The moves of a piece on the empty board of its game. A step counts if the piece can make it
/// from any square, so that the edge of the board and its holes hide nothing.
pub(super) fn piece_moves(rules: &Rules, piece: Piece) -> PieceMoves {
    let width = (2 * RADIUS + 1) as usize;
    let mut steps = vec![Step::default(); width * width];
    let mut is_farther = false;
    let mut each = |from: Square, targets: Bitboard, mark: fn(&mut Step)| {
        let geometry = rules.geometry();
        for to in targets {
            let files = geometry.file(to) as i32 - geometry.file(from) as i32;
            let ranks = geometry.rank(to) as i32 - geometry.rank(from) as i32;
            if files.abs() > RADIUS || ranks.abs() > RADIUS {
                is_farther = true;
                continue;
            }
            let place = (RADIUS - ranks) as usize * width + (RADIUS + files) as usize;
            if let Some(step) = steps.get_mut(place) {
                mark(step);
            }
        }
    };
    let initial = rules.initial_squares(piece);
    for from in rules.geometry().squares() {
        let (always, sometimes) = quiets(rules, piece, from);
        each(from, captures(rules, piece, from), |step| {
            step.captures = true
        });
        match initial.contains(from) {
            true => each(from, always, |step| step.moves_initially = true),
            false => each(from, always, |step| step.moves = true),
        }
        each(from, sometimes, |step| step.moves_initially = true);
        each(from, blockable(rules, piece, from), |step| {
            step.blockable = true
        });
    }
    let letter = |step: &Step| match step {
        Step {
            moves: true,
            captures: true,
            ..
        } => 'b',
        Step { moves: true, .. } => 'm',
        Step { captures: true, .. } => 'c',
        Step {
            moves_initially: true,
            ..
        } => 'i',
        _ => '.',
    };
    let cased = |step: &Step| match step.blockable {
        true => letter(step).to_ascii_uppercase(),
        false => letter(step),
    };
    let rows = steps.chunks(width);
    PieceMoves {
        rows: rows.map(|row| row.iter().map(cased).collect()).collect(),
        is_farther,
    }
}

/// What the piece could capture from a square.
fn captures(rules: &Rules, piece: Piece, from: Square) -> Bitboard {
    let table = rules.special_table(piece);
    rules.attacks(piece, from, Bitboard::EMPTY)
        | table.map_or(Bitboard::EMPTY, |table| table.capture_reach(from))
}

/// Targets on the empty board that something can keep the piece from, by standing on a square where
/// the piece itself cannot stop: those of lame leaps and of Falcons, but not of leaps and slides.
pub(super) fn blockable(rules: &Rules, piece: Piece, from: Square) -> Bitboard {
    if rules.components(piece.kind()).contains(Components::PAWN) {
        return Bitboard::EMPTY;
    }
    let quiets = rules.quiets(piece, from, Bitboard::EMPTY);
    let attacks = rules.attacks(piece, from, Bitboard::EMPTY);
    let others = rules.geometry().squares() - quiets - attacks - Bitboard::from(from);
    (quiets - rules.quiets(piece, from, others)) | (attacks - rules.attacks(piece, from, others))
}

/// Where the piece goes from a square without capturing, and where only from squares like it.
fn quiets(rules: &Rules, piece: Piece, from: Square) -> (Bitboard, Bitboard) {
    if !rules.components(piece.kind()).contains(Components::PAWN) {
        return (rules.quiets(piece, from, Bitboard::EMPTY), Bitboard::EMPTY);
    }
    let geometry = rules.geometry();
    let pawns = rules.pawns(piece.color());
    let ahead = |steps| geometry.step(from, (0, steps * piece.color().sign()));
    let mut sometimes = Bitboard::EMPTY;
    for (starts, steps) in [(pawns.double_step, 2), (pawns.triple_step, 3)] {
        if starts.contains(from) {
            sometimes |= ahead(steps).map_or(Bitboard::EMPTY, Bitboard::from);
        }
    }
    if pawns.sideways.contains(from) {
        let beside = [-1, 1].map(|file| geometry.step(from, (file, 0)));
        sometimes |= beside.into_iter().flatten().collect();
    }
    let extra = pawns.extra_steps.iter().filter(|step| step.0 == from);
    sometimes |= extra.map(|step| step.1).collect();
    (ahead(1).map_or(Bitboard::EMPTY, Bitboard::from), sometimes)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used)]

    use super::*;
    use crate::board::color::Color;
    use crate::variants;

    /// The diagram of a piece by its letter.
    fn diagram(game: &str, letter: &str, color: Color) -> PieceMoves {
        let rules = variants::rules(game).expect("the game exists");
        let kind = rules
            .kind_of_letter(letter)
            .expect("the game has the piece");
        piece_moves(rules, Piece::new(color, kind))
    }

    #[test]
    fn a_falcon_reaches_sixteen_squares() {
        let falcon = diagram("falcon", "F", Color::White);
        assert_eq!(
            falcon.rows,
            [
                ".........",
                "..BB.BB..",
                ".B.....B.",
                ".B.....B.",
                ".........",
                ".B.....B.",
                ".B.....B.",
                "..BB.BB..",
                "........."
            ]
        );
        assert!(!falcon.is_farther);
    }

    #[test]
    fn pawns_capture_aside_and_step_twice_at_first() {
        let pawn = diagram("chess", "P", Color::White);
        assert_eq!(pawn.rows[2..5], ["....i....", "...cmc...", "........."]);
        let black = diagram("chess", "P", Color::Black);
        assert_eq!(black.rows[5..7], ["...cmc...", "....i...."]);
    }

    #[test]
    fn sliders_go_farther_and_the_middle_is_free() {
        let rook = diagram("chess", "R", Color::White);
        assert!(rook.is_farther);
        assert_eq!(rook.rows[4], "bbbb.bbbb");
        assert_eq!(rook.rows[0], "....b....");
    }

    #[test]
    fn lame_leaps_are_told_from_leaps() {
        assert_eq!(diagram("chess", "N", Color::White).rows[2], "...b.b...");
        assert_eq!(diagram("xiangqi", "N", Color::White).rows[2], "...B.B...");
        assert_eq!(diagram("xiangqi", "B", Color::White).rows[2], "..B...B..");
    }

    #[test]
    fn cannons_move_and_capture_apart() {
        let cannon = diagram("xiangqi", "C", Color::White);
        assert_eq!(cannon.rows[4], "bbbm.mbbb");
    }

    #[test]
    fn every_piece_of_every_game_has_a_diagram() {
        for variant in variants::all() {
            let rules = variant.nearest_rules(variants::RuleOptions::default());
            for piece_type in rules.piece_types() {
                for color in Color::ALL {
                    let moves = piece_moves(rules, Piece::new(color, piece_type.kind));
                    let name = format!("{} {}", variant.name, piece_type.name);
                    assert!(moves.rows.iter().all(|row| row.len() == 9), "{name}");
                    assert_eq!(&moves.rows[4][4..5], ".", "{name}");
                    assert!(
                        moves.is_farther || moves.rows.concat() != ".".repeat(81),
                        "{name}"
                    );
                }
            }
        }
    }
}
