//! The ways in which castling is written: with a sign such as `O-O`, as the
//! King's move, and as King takes own Rook.

use crate::board::moves::{Move, MoveKind};
use crate::board::piece::PieceKind;
use crate::board::square::Square;
use crate::position::Position;
use crate::rules::Rules;

use super::NotationErrorKind;

pub(super) const SHORT: &str = "O-O";
pub(super) const LONG: &str = "O-O-O";
pub(super) const SWAP: &str = "~";

/// The castling sign at the front of a text, `O-O` or `O-O-O`, and the rest of
/// it. The sign may consist of letters in either case or of zeros, and of any
/// of the usual dashes.
pub(crate) fn take_sign(text: &str) -> Option<(&'static str, &str)> {
    let circle = |text: &'_ str| text.starts_with(['O', 'o', '0']);
    let dash = |character: char| matches!(character, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}');
    let mut rest = text.get(1..).filter(|_| circle(text))?;
    let mut dashes = 0;
    while dashes < 2 {
        let Some(next) = rest.strip_prefix(dash).filter(|next| circle(next)) else {
            break;
        };
        dashes += 1;
        rest = &next[1..];
    }
    match dashes {
        0 => None,
        1 => Some((SHORT, rest)),
        _ => Some((LONG, rest)),
    }
}

/// A castling move or King swap in SAN.
pub(super) enum CastlingText {
    Castling {
        toward_last: bool,
        destination: Option<Square>,
    },
    Swap(Square),
}

impl CastlingText {
    /// `None` if the text is not a castling move at all.
    pub(super) fn read(
        rules: &Rules,
        text: &str,
    ) -> Option<Result<CastlingText, NotationErrorKind>> {
        let geometry = rules.geometry();
        let king = text.strip_prefix(rules.kind_letter(PieceKind::KING));
        if let Some(partner) = king.and_then(|rest| rest.strip_prefix(SWAP)) {
            let message = "the text after the King swap sign is not a square";
            let partner = geometry.square_named(partner);
            let partner = partner.ok_or(NotationErrorKind::Form(message));
            return Some(partner.map(CastlingText::Swap));
        }
        let (sign, square) = take_sign(text)?;
        let destination = match square {
            "" => None,
            name => match geometry.square_named(name) {
                Some(square) => Some(square),
                None => {
                    let message = "the text after the castling sign is not a square";
                    return Some(Err(NotationErrorKind::Form(message)));
                }
            },
        };
        Some(Ok(CastlingText::Castling {
            toward_last: sign == SHORT,
            destination,
        }))
    }

    /// Whether a legal move is the one that the text describes.
    pub(super) fn fits(&self, position: &Position, mv: Move) -> bool {
        match *self {
            CastlingText::Castling {
                toward_last,
                destination,
            } => {
                mv.kind() == MoveKind::Castling
                    && is_toward_last_file(position, mv) == toward_last
                    && destination.is_none_or(|destination| mv.to() == destination)
            }
            CastlingText::Swap(partner) => mv.kind() == MoveKind::KingSwap && mv.to() == partner,
        }
    }
}

/// The sign of a castling move: `O-O` if the Rook comes from the side of the
/// last file.
pub(crate) fn sign(position: &Position, mv: Move) -> &'static str {
    if is_toward_last_file(position, mv) {
        SHORT
    } else {
        LONG
    }
}

/// Whether a castling move, written as the King's square and its destination, would read like
/// an ordinary move of the King: a step, or a move that only the King of this game has.
pub(crate) fn reads_like_king_move(position: &Position, mv: Move) -> bool {
    let rules = position.rules();
    let is_usual = rules.has_orthodox_king() && rules.only_kings_castle();
    let piece = position.piece_on(mv.from()).filter(|_| !is_usual);
    mv.from().index().abs_diff(mv.to().index()) == 1
        || piece.is_some_and(|piece| rules.reach(piece, mv.from()).contains(mv.to()))
}

/// Whether the Rook of a castling move comes from the side of the last file.
fn is_toward_last_file(position: &Position, mv: Move) -> bool {
    let rook = position.castling_rook(mv.from(), mv.to());
    rook.unwrap_or(mv.to()) > mv.from()
}

/// The castling that the King's square and another one describe: King to its
/// destination, or King takes Rook. An ordinary move between the two squares
/// takes precedence; the caller must have excluded it. `None` if no castling is
/// meant.
///
/// # Errors
/// If King takes Rook does not say where the King goes: the rules leave it a
/// choice, and one-step castling, which is written so, is not legal.
pub(crate) fn by_squares(
    position: &Position,
    from: Square,
    to: Square,
) -> Result<Option<Move>, NotationErrorKind> {
    if Some(from) != position.castling_king(position.side_to_move()) {
        return Ok(None);
    }
    let moves = position.legal_moves();
    let castlings = moves.iter().copied();
    let castlings = castlings.filter(|mv| mv.kind() == MoveKind::Castling);
    if let Some(mv) = castlings.clone().find(|mv| mv.to() == to) {
        return Ok(Some(mv));
    }
    let with_rook: Vec<Move> = castlings
        .filter(|mv| position.castling_rook(from, mv.to()) == Some(to))
        .collect();
    let rules = position.rules();
    match with_rook[..] {
        [] => Ok(None),
        [mv] if !rules.castling_destinations(from, to).several() => Ok(Some(mv)),
        _ => {
            let geometry = position.rules().geometry();
            let texts = with_rook
                .iter()
                .map(|mv| geometry.name(from) + &geometry.name(mv.to()));
            let choices = texts.collect::<Vec<_>>().join(", ");
            Err(NotationErrorKind::CastlingChoice(choices))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{coordinate, parse_coordinate, parse_either, parse_san, san};
    use crate::rules::CastlingRule;
    use crate::variants::{self, RuleOptions};

    const FALCON: &str = "5k4/10/10/10/10/10/10/R4K3R w KQ -";

    fn position(variant: &str, castling: Option<CastlingRule>, fen: &str) -> Position {
        let options = RuleOptions {
            castling,
            promotion: None,
        };
        let rules = variants::find(variant).unwrap().rules(options).unwrap();
        Position::from_fen(rules, fen).unwrap()
    }

    #[test]
    fn signs_have_many_spellings() {
        for (text, expected) in [
            ("O-O", Some((SHORT, ""))),
            ("o-o", Some((SHORT, ""))),
            ("0-0", Some((SHORT, ""))),
            ("O-o+", Some((SHORT, "+"))),
            ("0-0-0#", Some((LONG, "#"))),
            ("o-o-o", Some((LONG, ""))),
            ("O\u{2013}O\u{2013}O", Some((LONG, ""))),
            ("0-0i1", Some((SHORT, "i1"))),
            ("O-O-g1", Some((SHORT, "-g1"))),
            ("O-", None),
            ("O", None),
            ("", None),
            ("-O-O", None),
            ("OO", None),
            ("o4", None),
            ("Ö-O", None),
        ] {
            assert_eq!(take_sign(text), expected, "{text}");
        }
    }

    #[test]
    fn castling_is_read_in_every_spelling() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let white = position("chess", None, fen);
        let black = position("chess", None, &fen.replace(" w ", " b "));
        for (position, squares, rook, sign) in [
            (&white, "e1g1", "e1h1", "O-O"),
            (&white, "e1c1", "e1a1", "O-O-O"),
            (&black, "e8g8", "e8h8", "O-O"),
            (&black, "e8c8", "e8a8", "O-O-O"),
        ] {
            let expected = parse_coordinate(position, squares).unwrap();
            assert_eq!(expected.kind(), MoveKind::Castling);
            assert_eq!(parse_coordinate(position, rook), Ok(expected));
            assert_eq!(coordinate(position, expected), squares);
            assert_eq!(san(position, expected), sign);
            let long = format!("K{}-{}", &squares[..2], &squares[2..]);
            for text in [
                sign.to_owned(),
                sign.to_lowercase(),
                sign.replace('O', "0"),
                sign.replace('-', "\u{2013}"),
                format!("{}+!?", sign.replace('O', "0")),
                format!("{}#", sign.to_lowercase()),
                format!("{rook}!"),
                squares.to_owned(),
                format!("K{squares}"),
                long,
            ] {
                assert_eq!(parse_either(position, &text), Ok(expected), "{text}");
            }
        }
    }

    #[test]
    fn king_takes_rook_is_unambiguous_or_refused_in_words() {
        let read = |rule, fen: &str, text: &str| {
            let position = position("falcon", Some(rule), fen);
            let mv = parse_coordinate(&position, text);
            mv.map(|mv| position.rules().geometry().name(mv.to()))
                .map_err(|error| error.to_string())
        };
        for (rule, to) in [
            (CastlingRule::Free, "g1"),
            (CastlingRule::Orthodox, "h1"),
            (CastlingRule::Three, "i1"),
            (CastlingRule::Wide, "i1"),
        ] {
            assert_eq!(read(rule, FALCON, "f1j1"), Ok(to.to_owned()), "{rule}");
        }
        assert_eq!(
            read(CastlingRule::ModifiedFree, FALCON, "f1j1").unwrap_err(),
            "'f1j1' does not say where the King goes (one of: f1h1, f1i1)"
        );
        let none = read(CastlingRule::None, FALCON, "f1j1").unwrap_err();
        assert_eq!(none, "'f1j1' is not legal here");
    }

    #[test]
    fn an_ordinary_king_move_comes_first() {
        let falcon = position("falcon", None, FALCON);
        let step = parse_coordinate(&falcon, "f1g1").unwrap();
        assert_eq!(step.kind(), MoveKind::Plain);
        assert_eq!(parse_san(&falcon, "Kg1"), Ok(step));
        let castled = parse_san(&falcon, "Ki1").unwrap();
        assert_eq!(castled.kind(), MoveKind::Castling);
        assert!(parse_san(&falcon, "Kxj1").is_err());
        assert!(parse_san(&falcon, "Ka1g1").is_err());
    }
}
