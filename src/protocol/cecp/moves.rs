//! The move notation of the protocol: coordinates, or two legs where coordinates
//! would be ambiguous.
//!
//! Castling by one square would look like a King move in coordinates; it is sent
//! as the King's leg and the Rook's leg, `f1g1,j1f1`. In some games a capture en
//! passant is sent as a capture of the Pawn and a step forward, `e4d4,d4d5`.

use crate::board::moves::{Move, MoveKind};
use crate::board::piece::{Piece, PieceKind};
use crate::board::square::Square;
use crate::notation::xboard::XboardDialect;
use crate::notation::{self, castling};
use crate::position::Position;
use crate::rules::CastlingRule;

/// The text of a legal move.
pub(crate) fn write(dialect: &XboardDialect, position: &Position, mv: Move) -> String {
    let rules = position.rules();
    if mv.kind() == MoveKind::Castling && dialect.castles_by_sign(rules) {
        return castling::sign(position, mv).to_owned();
    }
    let name = |square| dialect.square(rules.geometry(), square);
    if let Some(legs) = dialect.legs(position, mv) {
        return legs.map(|(from, to)| name(from) + &name(to)).join(",");
    }
    let suffix = dialect.suffix(position, mv).map(String::from);
    name(mv.from()) + &name(mv.to()) + &suffix.unwrap_or_default()
}

/// Why a text is not a legal move; `None` if there is no particular reason.
///
/// Must not contain certain words, such as `board`, `name` or `hint`: XBoard would
/// then not take the move back.
pub(crate) type Reason = Option<String>;

/// Reads a legal move: coordinates; castling as two legs (King's and Rook's, or
/// King takes Rook and moves on) or as King takes own Rook; a capture en passant
/// as two legs; and SAN if XBoard's square names are the usual ones.
pub(crate) fn read(
    dialect: &XboardDialect,
    position: &Position,
    text: &str,
) -> Result<Move, Reason> {
    if let Some((first, second)) = text.split_once(',') {
        return read_legs(dialect, position, first, second).ok_or(None);
    }
    let Some((from, to, suffix)) = squares(dialect, position, text) else {
        let geometry = position.rules().geometry();
        let is_sign = castling::take_sign(text).is_some_and(|(_, rest)| rest.is_empty());
        let san = (is_sign || dialect.has_usual_squares(geometry))
            .then(|| notation::parse_san(position, text).ok());
        return san.flatten().ok_or(None);
    };
    let all = position.legal_moves();
    let fits: Vec<Move> = all
        .into_iter()
        .filter(|&mv| mv.from() == from && target(dialect, position, mv) == Some(to))
        .collect();
    if fits.is_empty() && suffix.is_empty() {
        let castling = castling_by_squares(dialect, position, from, to);
        return castling.ok_or_else(|| illegal(dialect, position, from, to));
    }
    if fits.is_empty() {
        return Err(illegal(dialect, position, from, to));
    }
    promoted(dialect, position, &fits, suffix)
}

/// The second square of a move's text without legs; `None` if the move needs two
/// legs.
fn target(dialect: &XboardDialect, position: &Position, mv: Move) -> Option<Square> {
    let by_rook = || {
        dialect.castles_by_sign(position.rules()) || castling::reads_like_king_move(position, mv)
    };
    match mv.kind() {
        MoveKind::Castling if by_rook() => position.castling_rook(mv.from(), mv.to()),
        // In one leg, XBoard would not move the Rook.
        MoveKind::Castling if dialect.has_two_legs(position, mv) => None,
        _ => Some(mv.to()),
    }
}

/// The move among `fits` whose promotion is `suffix`, such as `q` or `=Q`. A Pawn's
/// letter means that the Pawn does not promote.
fn promoted(
    dialect: &XboardDialect,
    position: &Position,
    fits: &[Move],
    suffix: &str,
) -> Result<Move, Reason> {
    let letter = suffix.strip_prefix('=').unwrap_or(suffix);
    let find = |wanted| {
        fits.iter()
            .copied()
            .find(|mv: &Move| mv.promoted_to() == wanted)
    };
    if letter.is_empty() {
        return find(None).ok_or_else(|| choices(dialect, fits));
    }
    let first = letter.chars().next().unwrap_or_default();
    let is_unpromoted = dialect
        .unpromoted(position.rules())
        .is_some_and(|unpromoted| unpromoted.eq_ignore_ascii_case(&first) && letter.len() == 1);
    let found = match dialect.kind_of_letter(letter) {
        _ if is_unpromoted => find(None),
        Some(PieceKind::PAWN) => {
            let mover = fits.first().and_then(|mv| position.piece_on(mv.from()));
            let is_pawn = mover.is_some_and(|mover| mover.kind() == PieceKind::PAWN);
            find(None).filter(|_| is_pawn)
        }
        Some(kind) => find(Some(kind)),
        None => None,
    };
    found.ok_or_else(|| choices(dialect, fits))
}

/// The possible promotions, if any, as the reason for a refusal.
fn choices(dialect: &XboardDialect, fits: &[Move]) -> Reason {
    let letters: Vec<String> = fits
        .iter()
        .filter_map(|mv| mv.promoted_to())
        .map(|kind| dialect.letter(kind).to_string())
        .collect();
    (!letters.is_empty()).then(|| format!("promote to {}", letters.join(" ")))
}

/// Whether a line may be a move of some position, in any notation.
pub(super) fn resembles_move(text: &str) -> bool {
    let has_square = text
        .as_bytes()
        .windows(2)
        .any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_digit());
    has_square || looks_like_move(text)
}

/// Whether a line can only be a move: it starts with two squares or with a castling
/// sign.
pub(super) fn looks_like_move(text: &str) -> bool {
    if castling::take_sign(text).is_some() {
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

fn read_legs(
    dialect: &XboardDialect,
    position: &Position,
    first: &str,
    second: &str,
) -> Option<Move> {
    let pair = |text| squares(dialect, position, text).filter(|(.., suffix)| suffix.is_empty());
    let (king, via, _) = pair(first)?;
    let (rook, last, _) = pair(second)?;
    let en_passant = Move::en_passant(king, last);
    if via == rook && position.is_legal(en_passant) && position.captured_square(en_passant) == via {
        return Some(en_passant);
    }
    let to = if via == rook { last } else { via };
    let castling = (king != to).then(|| Move::castling(king, to))?;
    let meant = position.is_legal(castling)
        && position.castling_rook(king, to) == Some(rook)
        && (via == rook || position.castled_rook_square(king, to, rook) == last);
    meant.then_some(castling)
}

/// The castling written as King takes own Rook, where the rules leave the King one
/// destination, or as the King's move.
fn castling_by_squares(
    dialect: &XboardDialect,
    position: &Position,
    king: Square,
    to: Square,
) -> Option<Move> {
    let found = castling::by_squares(position, king, to).ok().flatten()?;
    let is_half = found.to() == to && dialect.has_two_legs(position, found);
    (!is_half).then_some(found)
}

/// The two squares at the start of a text, and the rest of it.
fn squares<'a>(
    dialect: &XboardDialect,
    position: &Position,
    text: &'a str,
) -> Option<(Square, Square, &'a str)> {
    let geometry = position.rules().geometry();
    let take = |text: &'a str| {
        let file = text.chars().next()?.len_utf8();
        let end = text[file..].find(|rank: char| !rank.is_ascii_digit());
        let (name, rest) = text.split_at(end.map_or(text.len(), |end| file + end));
        Some((dialect.square_named(geometry, name)?, rest))
    };
    let (from, rest) = take(text)?;
    let (to, suffix) = take(rest)?;
    Some((from, to, suffix))
}

/// Why there is no legal move between two squares.
fn illegal(dialect: &XboardDialect, position: &Position, from: Square, to: Square) -> Reason {
    let geometry = position.rules().geometry();
    let side = position.side_to_move();
    let name = dialect.square(geometry, from);
    let Some(mover) = position.piece_on(from) else {
        return Some(format!("{name} is empty"));
    };
    if mover.color() != side {
        return Some(format!("the piece on {name} is not {side}'s"));
    }
    let is_rook = position
        .piece_on(to)
        .is_some_and(|piece| position.rules().castles_with(piece));
    let partner = position
        .piece_on(to)
        .is_some_and(|piece: Piece| piece.color() == side);
    if Some(from) == position.castling_king(side) {
        if position.rules().castling() == CastlingRule::KingSwap {
            if partner {
                return Some("the King cannot swap with that piece now".to_owned());
            }
        } else if from.index().abs_diff(to.index()) > 1 && geometry.rank(from) == geometry.rank(to)
            || partner && is_rook
        {
            return Some("no such castling now".to_owned());
        }
    }
    if position.is_check() {
        return Some("the King is in check".to_owned());
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::notation::xboard;
    use crate::rules::PromotionRule;

    const CASTLING: &str = "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1";

    fn position(variant: &str, fen: &str) -> (XboardDialect, Position) {
        let dialect = xboard::find(variant).unwrap();
        let rules = dialect.rules(PromotionRule::Any);
        let position = dialect.read_fen(rules, fen).unwrap();
        (dialect, position)
    }

    #[test]
    fn all_ways_to_castle_freely() {
        let (dialect, position) = position("freefalcon", CASTLING);
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
            assert_eq!(read(&dialect, &position, text), Ok(castling(to)), "{text}");
        }
        assert_eq!(
            read(&dialect, &position, "f1g1"),
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
            assert!(read(&dialect, &position, text).is_err(), "{text}");
        }
        for mv in position.legal_moves() {
            assert_eq!(
                read(&dialect, &position, &write(&dialect, &position, mv)),
                Ok(mv)
            );
        }
        assert_eq!(write(&dialect, &position, castling("g1")), "f1g1,j1f1");
        assert_eq!(write(&dialect, &position, castling("e1")), "f1e1,a1f1");
        assert_eq!(write(&dialect, &position, castling("h1")), "f1h1");
    }

    #[test]
    fn king_takes_rook_where_there_is_one_way_to_castle() {
        let (dialect, position) = position("falcon", CASTLING);
        let text = |text| read(&dialect, &position, text).map(|mv| write(&dialect, &position, mv));
        assert_eq!(text("f1j1"), Ok("f1i1".to_owned()));
        assert_eq!(text("f1a1"), Ok("f1c1".to_owned()));
        assert_eq!(text("O-O"), Ok("f1i1".to_owned()));
        assert!(text("f1h1").is_err() && text("f1g1,j1f1").is_err());
    }

    #[test]
    fn chess960_castles_by_sign() {
        for (fen, short, long) in [
            ("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", "f1h1", "f1b1"),
            ("4k3/8/8/8/8/8/8/RK5R w HA - 0 1", "b1h1", "b1a1"),
            ("1r3k1r/8/8/8/8/8/8/4K3 b hb - 0 1", "f8h8", "f8b8"),
        ] {
            let (dialect, position) = position("fischerandom", fen);
            for (text, sign) in [(short, "O-O"), (long, "O-O-O")] {
                let mv = read(&dialect, &position, text).unwrap();
                assert_eq!(write(&dialect, &position, mv), sign);
                assert_eq!(read(&dialect, &position, sign), Ok(mv));
            }
            for mv in position.legal_moves() {
                let text = write(&dialect, &position, mv);
                assert_eq!(read(&dialect, &position, &text), Ok(mv), "{text}");
            }
        }
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
            let (dialect, position) = position("falcon", fen);
            for text in texts {
                if let Err(Some(reason)) = read(&dialect, &position, text) {
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
