//! Moves as they go over this protocol: coordinates, and two legs where those
//! would not be clear.
//!
//! Knows no command. A castling of one step looks like a step of the King in
//! coordinates; it is sent as the King's leg and the Rook's, `f1g1,j1f1`.

use crate::geometry::Geometry;
use crate::moves::{Move, MoveKind};
use crate::notation::{self, NotationErrorKind};
use crate::piece::{Piece, PieceKind};
use crate::position::Position;
use crate::rules::CastlingRule;
use crate::square::Square;

/// The text of a legal move.
pub(super) fn write(position: &Position, mv: Move) -> String {
    let (king, to) = (mv.from(), mv.to());
    if mv.kind() == MoveKind::Castling
        && king.index().abs_diff(to.index()) == 1
        && let Some(rook) = position.castling_rook(king, to)
    {
        let name = |square| position.rules().geometry().name(square);
        let rook_to = Position::castled_rook_square(king, to);
        return format!("{}{},{}{}", name(king), name(to), name(rook), name(rook_to));
    }
    notation::coordinate(position, mv)
}

/// The texts of a line of moves; one that cannot be played ends it.
pub(super) fn write_line(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        texts.push(write(&position, mv));
        position.play(mv);
    }
    texts
}

/// Why a text is no move that can be made; nothing if there is no more to say
/// than that.
pub(super) type Reason = Option<String>;

/// The legal move of that text. Read are coordinates, castling as two legs
/// (King's and Rook's, or King takes Rook and goes on) or as King takes own
/// Rook, and SAN.
pub(super) fn read(position: &Position, text: &str) -> Result<Move, Reason> {
    if let Some((first, second)) = text.split_once(',') {
        return read_legs(position, first, second).ok_or(None);
    }
    notation::parse_coordinate(position, text).or_else(|error| {
        let other = rook_taken(position, text).or_else(|| notation::parse_san(position, text).ok());
        other.ok_or_else(|| reason(position, text, &error.reason))
    })
}

/// Whether a line can only be meant as a move: two squares, or a castling sign.
pub(super) fn looks_like_move(text: &str) -> bool {
    if ["O-O", "0-0", "o-o"]
        .iter()
        .any(|sign| text.starts_with(sign))
    {
        return true;
    }
    let square = |text: &str| -> Option<usize> {
        let digits = text.strip_prefix(|file: char| file.is_ascii_lowercase())?;
        let end = digits
            .find(|rank: char| !rank.is_ascii_digit())
            .unwrap_or(digits.len());
        (end > 0).then_some(1 + end)
    };
    square(text).is_some_and(|end| square(&text[end..]).is_some())
}

fn read_legs(position: &Position, first: &str, second: &str) -> Option<Move> {
    let geometry = position.rules().geometry();
    let (king, via) = squares(geometry, first)?;
    let (rook, last) = squares(geometry, second)?;
    let to = if via == rook { last } else { via };
    let castling = (king != to).then(|| Move::castling(king, to))?;
    let meant = position.is_legal(castling)
        && position.castling_rook(king, to) == Some(rook)
        && (via == rook || Position::castled_rook_square(king, to) == last);
    meant.then_some(castling)
}

/// King takes own Rook where the rule leaves one way to castle with it: that
/// one. Where there may be several it is the castling of one step, and no other.
fn rook_taken(position: &Position, text: &str) -> Option<Move> {
    if matches!(
        position.rules().castling(),
        CastlingRule::Free | CastlingRule::ModifiedFree
    ) {
        return None;
    }
    let (king, rook) = squares(position.rules().geometry(), text)?;
    let moves = position.legal_moves();
    moves.iter().copied().find(|mv| {
        mv.kind() == MoveKind::Castling
            && mv.from() == king
            && position.castling_rook(king, mv.to()) == Some(rook)
    })
}

/// The two squares that make up a text, and nothing else.
fn squares(geometry: &Geometry, text: &str) -> Option<(Square, Square)> {
    let split = text
        .char_indices()
        .skip(1)
        .find(|(_, character)| !character.is_ascii_digit())?
        .0;
    let (from, to) = text.split_at(split);
    Some((geometry.square_named(from)?, geometry.square_named(to)?))
}

/// XBoard takes no move back if certain words stand in the message, such as
/// `board`, `name` or `hint`: they must not be used here.
fn reason(position: &Position, text: &str, error: &NotationErrorKind) -> Reason {
    match error {
        NotationErrorKind::NoPiece(square) => Some(format!("{square} is empty")),
        NotationErrorKind::OtherSide(square) => Some(format!(
            "the piece on {square} is not {}'s",
            position.side()
        )),
        NotationErrorKind::PromotionMissing(choices) => Some(format!("promote to {choices}")),
        NotationErrorKind::Illegal => illegal(position, text),
        _ => None,
    }
}

fn illegal(position: &Position, text: &str) -> Reason {
    let king = position.king(position.side());
    let (from, to) = squares(position.rules().geometry(), text)?;
    let is_own_rook = |piece: Piece| piece == Piece::new(position.side(), PieceKind::ROOK);
    if from == king
        && (from.index().abs_diff(to.index()) > 1
            && position.rules().geometry().rank(from) == position.rules().geometry().rank(to)
            || position.piece_on(to).is_some_and(is_own_rook))
    {
        return Some("no such castling now".to_owned());
    }
    if position.is_check() {
        return Some("the King is in check".to_owned());
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::super::variant;
    use super::*;
    use crate::rules::PromotionRule;

    const CASTLING: &str = "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1";

    fn position(variant: &str, fen: &str) -> Position {
        let rules = variant::find(variant).unwrap().rules(PromotionRule::Any);
        Position::from_fen(rules, fen).unwrap()
    }

    #[test]
    fn all_ways_to_castle_freely() {
        let position = position("freefalcon", CASTLING);
        let square = |name| position.rules().geometry().square_named(name).unwrap();
        let castling = |to| Move::castling(square("f1"), square(to));
        for (text, to) in [
            ("f1g1,j1f1", "g1"),
            ("f1j1,j1g1", "g1"),
            ("f1j1", "g1"),
            ("f1h1", "h1"),
            ("f1i1", "i1"),
            ("f1j1,j1i1", "i1"),
            ("f1i1,j1h1", "i1"),
            ("O-Oi1", "i1"),
            ("f1e1,a1f1", "e1"),
            ("f1a1,a1e1", "e1"),
            ("f1a1", "e1"),
            ("f1b1", "b1"),
            ("O-O-Oc1", "c1"),
        ] {
            assert_eq!(read(&position, text), Ok(castling(to)), "{text}");
        }
        assert_eq!(
            read(&position, "f1g1"),
            Ok(Move::plain(square("f1"), square("g1")))
        );
        for text in [
            "f1g1,j1h1",
            "f1g1,a1f1",
            "f1g1,j1f1,",
            "f1g1,",
            ",",
            "f1f1,j1f1",
            "j1f1,f1g1",
            "O-O",
            "f1a1,a1a1",
            "f1k1",
            "f8g8,j8f8",
            "f1j1,j1f1",
            "f1j1q",
        ] {
            assert!(read(&position, text).is_err(), "{text}");
        }
        for mv in position.legal_moves() {
            assert_eq!(read(&position, &write(&position, mv)), Ok(mv));
        }
        assert_eq!(write(&position, castling("g1")), "f1g1,j1f1");
        assert_eq!(write(&position, castling("e1")), "f1e1,a1f1");
        assert_eq!(write(&position, castling("h1")), "f1h1");
    }

    #[test]
    fn king_takes_rook_where_there_is_one_way_to_castle() {
        let position = position("falcon", CASTLING);
        let text = |text| read(&position, text).map(|mv| write(&position, mv));
        assert_eq!(text("f1j1"), Ok("f1i1".to_owned()));
        assert_eq!(text("f1a1"), Ok("f1c1".to_owned()));
        assert_eq!(text("O-O"), Ok("f1i1".to_owned()));
        assert!(text("f1h1").is_err() && text("f1g1,j1f1").is_err());
    }

    #[test]
    fn reasons_do_not_use_words_that_xboard_reads_otherwise() {
        let words = [
            "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint",
            "random", "depth", "accepted", "protover", "draw", "time", "otim", "analyze",
        ];
        let checked = "4k5/10/10/10/4q5/10/4P5/R3KF3R w - - 0 1";
        let promotion = "k9/9P/10/10/10/10/10/K9 w - - 0 1";
        for (fen, texts) in [
            (
                CASTLING,
                &["f1d1", "e4e5", "f8g8", "f1j1", "zz", "f1f8"][..],
            ),
            (checked, &["a1a2", "f1g4", "e1h1"]),
            (promotion, &["j7j8", "j7j8k", "j7i8q"]),
        ] {
            let position = position("falcon", fen);
            for text in texts {
                if let Err(Some(reason)) = read(&position, text) {
                    assert!(!words.iter().any(|word| reason.contains(word)), "{reason}");
                }
            }
        }
    }

    #[test]
    fn what_looks_like_a_move() {
        for text in ["e2e4", "a7a8q", "f1g1,j1f1", "O-O", "a10b10", "z9z9"] {
            assert!(looks_like_move(text), "{text}");
        }
        for text in ["", "e", "e2", "bk", "ping", "sd6", "e2 e4", "é2e4", "?"] {
            assert!(!looks_like_move(text), "{text}");
        }
    }
}
