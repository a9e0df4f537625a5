//! What a fallen flag means when the opponent could never win.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::{Component, PieceKind};
use crate::position::Position;
use crate::rules::{SquareColor, StalemateRule};

/// The result of a game in which an engine oversteps its time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FlagRule {
    /// A draw if the opponent cannot mate by any series of legal moves, otherwise a loss:
    /// article 6.9 of FIDE's Laws of Chess.
    #[default]
    Fide,
    /// Always a loss.
    Loss,
}

impl FlagRule {
    /// The rule of results that do not name one: they are older than the choice.
    pub(super) fn unnamed() -> FlagRule {
        FlagRule::Loss
    }

    /// Whether results leave it unnamed.
    pub(super) fn is_unnamed(&self) -> bool {
        *self == FlagRule::unnamed()
    }
}

impl FromStr for FlagRule {
    type Err = String;

    fn from_str(text: &str) -> Result<FlagRule, String> {
        match text {
            "fide" => Ok(FlagRule::Fide),
            "loss" => Ok(FlagRule::Loss),
            _ => Err(format!(
                "'{text}' is not a rule for fallen flags (choose from: fide loss)"
            )),
        }
    }
}

impl fmt::Display for FlagRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FlagRule::Fide => "fide",
            FlagRule::Loss => "loss",
        })
    }
}

/// Whether it is certain that a side cannot mate, whatever both sides play.
///
/// A lone King cannot; in chess, neither can a Knight against nothing but Queens, nor
/// Bishops on squares of one color if there are no Pawns and no Knights, and the other
/// side's Bishops stand on that color, too. In other games more may be certain, but only
/// the lone King is claimed. Where a stalemate is a win, a lone King may win.
///
/// ```
/// use peregrine::{arena::flag::cannot_mate, board::color::Color, position::Position, variants};
/// let position = |variant, fen| Position::from_fen(variants::rules(variant).unwrap(), fen).unwrap();
/// let falcon = position("falcon", "4k5/10/10/10/10/10/5F4/5K4 w - - 0 1");
/// assert!(cannot_mate(&falcon, Color::Black) && !cannot_mate(&falcon, Color::White));
/// let chess = position("chess", "4k1n1/8/8/8/8/8/5R2/5K2 w - - 0 1");
/// assert!(!cannot_mate(&chess, Color::Black));
/// ```
pub fn cannot_mate(position: &Position, color: Color) -> bool {
    let rules = position.rules();
    if rules.stalemate() == StalemateRule::Loss {
        return false;
    }
    let own = position.colors(color) - position.component(Component::King);
    own.is_empty() || is_chess(position) && cannot_mate_in_chess(position, color, own)
}

/// Whether only the board and the pieces of chess are there.
fn is_chess(position: &Position) -> bool {
    let geometry = position.rules().geometry();
    (geometry.files(), geometry.ranks()) == (8, 8)
        && PieceKind::CHESS
            .into_iter()
            .fold(Bitboard::EMPTY, |all, kind| all | both(position, kind))
            == position.occupied()
        && position.component(Component::Special).is_empty()
}

fn both(position: &Position, kind: PieceKind) -> Bitboard {
    position.pieces(Color::White, kind) | position.pieces(Color::Black, kind)
}

/// The same for a side with more than a King.
fn cannot_mate_in_chess(position: &Position, color: Color, own: Bitboard) -> bool {
    let knights = both(position, PieceKind::KNIGHT);
    let bishops = both(position, PieceKind::BISHOP);
    let others = position.colors(!color) - position.component(Component::King);
    if own == own & knights {
        return !own.several() && others == position.pieces(!color, PieceKind::QUEEN);
    }
    let is_light = |square| position.rules().square_color(square) == SquareColor::Light;
    let light = bishops
        .into_iter()
        .filter(|&square| is_light(square))
        .count();
    own == own & bishops
        && (light == 0 || light == bishops.count() as usize)
        && (both(position, PieceKind::PAWN) | knights).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    fn cannot(variant: &str, fen: &str, color: Color) -> bool {
        let position = Position::from_fen(variants::rules(variant).unwrap(), fen).unwrap();
        cannot_mate(&position, color)
    }

    #[test]
    fn a_lone_king_cannot_mate() {
        for (variant, fen) in [
            ("chess", "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"),
            ("falcon", "4k5/10/10/10/10/10/PPPPPPPPPP/R4K3R b - - 0 1"),
            ("capablanca", "4k5/10/10/10/10/10/10/RA3K3R w - - 0 1"),
        ] {
            assert!(cannot(variant, fen, Color::Black), "{fen}");
            assert!(!cannot(variant, fen, Color::White), "{fen}");
        }
    }

    /// The minor piece is Black's; what it can do depends on White's men.
    #[test]
    fn minor_pieces_of_chess() {
        for (men, result) in [
            ("n Q", true),
            ("n QQ", true),
            ("n R", false),
            ("n P", false),
            ("n B", false),
            ("n N", false),
            ("nn Q", false),
            ("b Q", true),
            ("b R", true),
            ("b P", false),
            ("b N", false),
            ("bn Q", false),
            ("p Q", false),
            ("r Q", false),
            ("q Q", false),
        ] {
            let (black, white) = men.split_once(' ').unwrap();
            let place = |men: &str| format!("{}{men}", 8 - men.len());
            let fen = format!("7k/8/{}/8/8/{}/8/7K w - - 0 1", place(black), place(white));
            assert_eq!(cannot("chess", &fen, Color::Black), result, "{fen}");
        }
        // Bishops of both colors, whoever has them.
        for fen in [
            "7k/8/6bb/8/8/7Q/8/7K w - - 0 1",
            "7k/8/7b/7B/8/8/8/7K w - - 0 1",
        ] {
            assert!(!cannot("chess", fen, Color::Black), "{fen}");
        }
        assert!(cannot(
            "chess",
            "7k/8/7b/8/7B/8/8/7K w - - 0 1",
            Color::Black
        ));
    }

    #[test]
    fn on_other_boards_only_a_lone_king_is_certain() {
        let fen = "9k/10/9n/10/10/9Q/10/9K w - - 0 1";
        assert!(!cannot("falcon", fen, Color::Black));
    }
}
