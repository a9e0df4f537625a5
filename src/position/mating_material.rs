//! Whether a side could still mate, which decides what a fallen flag means (article 6.9 of
//! FIDE's Laws of Chess).

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::{Component, PieceKind};
use crate::rules::{SquareColor, StalemateRule};

use super::PositionOf;

impl PositionOf<'_> {
    /// Whether it is certain that a side cannot mate, whatever both sides play.
    ///
    /// A lone King cannot; in chess, neither can a Knight against nothing but Queens, nor
    /// Bishops on squares of one color if there are no Pawns and no Knights, and the other
    /// side's Bishops stand on that color, too. In other variants more may be certain, but only
    /// the lone King is claimed. Where a stalemate is a win, a lone King may win.
    ///
    /// ```
    /// use peregrine::{board::color::Color, position::Position, variants};
    /// let position =
    ///     |variant, fen| Position::from_fen(variants::rules(variant).unwrap(), fen).unwrap();
    /// let falcon = position("falcon", "4k5/10/10/10/10/10/5F4/5K4 w - - 0 1");
    /// assert!(falcon.cannot_mate(Color::Black) && !falcon.cannot_mate(Color::White));
    /// let chess = position("chess", "4k1n1/8/8/8/8/8/5R2/5K2 w - - 0 1");
    /// assert!(!chess.cannot_mate(Color::Black));
    /// ```
    pub fn cannot_mate(&self, color: Color) -> bool {
        let has_usual_kings = self.rules.has_orthodox_king() && self.rules.has_usual_kings();
        if self.rules.stalemate() != StalemateRule::Draw
            || !has_usual_kings
            || self.rules.wins_otherwise()
        {
            return false;
        }
        let own = self.colors(color) - self.component(Component::King);
        own.is_empty() || self.is_chess() && self.cannot_mate_in_chess(color, own)
    }

    /// Whether only the board and the pieces of chess are there.
    fn is_chess(&self) -> bool {
        let geometry = self.rules.geometry();
        (geometry.files(), geometry.ranks()) == (8, 8)
            && PieceKind::CHESS
                .into_iter()
                .fold(Bitboard::EMPTY, |all, kind| all | self.both(kind))
                == self.occupied()
            && self.component(Component::Special).is_empty()
    }

    fn both(&self, kind: PieceKind) -> Bitboard {
        self.pieces(Color::White, kind) | self.pieces(Color::Black, kind)
    }

    /// The same for a side with more than a King.
    fn cannot_mate_in_chess(&self, color: Color, own: Bitboard) -> bool {
        let knights = self.both(PieceKind::KNIGHT);
        let bishops = self.both(PieceKind::BISHOP);
        let others = self.colors(!color) - self.component(Component::King);
        if own == own & knights {
            return !own.several() && others == self.pieces(!color, PieceKind::QUEEN);
        }
        let is_light = |square| self.rules.square_color(square) == SquareColor::Light;
        let light = bishops
            .into_iter()
            .filter(|&square| is_light(square))
            .count();
        own == own & bishops
            && (light == 0 || light == bishops.count() as usize)
            && (self.both(PieceKind::PAWN) | knights).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::variants;

    fn cannot(variant: &str, fen: &str, color: Color) -> bool {
        let position = Position::from_fen(variants::rules(variant).unwrap(), fen).unwrap();
        position.cannot_mate(color)
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

    /// The minor piece is Black's; what it can do depends on White's pieces.
    #[test]
    fn minor_pieces_of_chess() {
        for (pieces, result) in [
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
            let (black, white) = pieces.split_once(' ').unwrap();
            let place = |pieces: &str| format!("{}{pieces}", 8 - pieces.len());
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
