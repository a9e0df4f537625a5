//! How a game ends, as far as the board alone says (RULES.md section 3).

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::piece::{Component, PieceKind};

use super::Position;

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// That side has mated the other.
    Checkmate(Color),
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can mate.
    InsufficientMaterial,
    /// The position has occurred for the third time.
    Repetition,
    /// Fifty moves each without Pawn move or capture.
    FiftyMoves,
}

impl Outcome {
    /// The winner, if the game is not drawn.
    ///
    /// ```
    /// use peregrine::{color::Color, position::Outcome};
    /// assert_eq!(Outcome::Checkmate(Color::Black).winner(), Some(Color::Black));
    /// assert_eq!(Outcome::Stalemate.winner(), None);
    /// ```
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate(winner) => Some(winner),
            _ => None,
        }
    }
}

impl Position {
    /// How the game has ended, if it has; repetition is not seen here, for
    /// that needs the [`Game`](crate::game::Game).
    ///
    /// ```
    /// use peregrine::{position::{Outcome, Position}, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let stalemate = Position::from_fen(rules, "k9/2Q7/1K8/10/10/10/10/10 b - - 0 1").unwrap();
    /// assert_eq!(stalemate.outcome(), Some(Outcome::Stalemate));
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(if self.is_check() {
                Outcome::Checkmate(!self.side)
            } else {
                Outcome::Stalemate
            });
        }
        if self.is_insufficient_material() {
            return Some(Outcome::InsufficientMaterial);
        }
        (self.halfmoves >= 100).then_some(Outcome::FiftyMoves)
    }

    /// Whether neither side has the material to mate: Kings alone, with one
    /// Knight, or with Bishops all on one color. A Falcon is enough.
    ///
    /// ```
    /// use peregrine::{position::Position, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let position = |fen| Position::from_fen(rules, fen).unwrap();
    /// assert!(position("k9/10/2K7/10/5N4/10/10/10 w - - 0 1").is_insufficient_material());
    /// assert!(!position("k9/10/2K7/10/5F4/10/10/10 w - - 0 1").is_insufficient_material());
    /// ```
    pub fn is_insufficient_material(&self) -> bool {
        let enough = [
            Component::Pawn,
            Component::Straight,
            Component::Falcon,
            Component::FalconLeap,
        ];
        if enough
            .into_iter()
            .any(|component| self.component(component).any())
        {
            return false;
        }
        let others = self.occupied() - self.component(Component::King);
        let all = |kind| {
            let sides = self.pieces(Color::White, kind) | self.pieces(Color::Black, kind);
            sides == others
        };
        if others.is_empty() {
            return true;
        }
        if all(PieceKind::KNIGHT) {
            return !others.several();
        }
        let light = self.light_squares();
        all(PieceKind::BISHOP) && (!others.meets(light) || (others - light).is_empty())
    }

    fn light_squares(&self) -> Bitboard {
        let geometry = self.rules.geometry();
        let squares = geometry.squares().into_iter();
        squares
            .filter(|&square| (geometry.file(square) + geometry.rank(square)) % 2 == 1)
            .collect()
    }
}
