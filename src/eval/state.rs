//! Evaluation sums that are updated incrementally with every move.
//!
//! Must not depend on moves; a [`PieceObserver`] reports which pieces come and
//! go.

use crate::board::color::Color;
use crate::board::piece::{Piece, PieceKind};
use crate::board::square::Square;
use crate::board::zobrist;
use crate::position::{PieceObserver, Position};

use super::Tapered;
use super::network::NetworkObserver;
use super::tables::Tables;

/// The material and placement of all pieces, and the keys for the Pawn cache.
/// Small, because it is cloned for every move of a search.
///
/// ```
/// use peregrine::{board::color::Color, eval::Evaluator, position::Position, variants};
/// let rules = variants::falcon();
/// let state = Evaluator::new(rules).state(&Position::start(rules));
/// assert!(state.non_pawn_material(Color::White) > 4000);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvalState {
    piece_square: Tapered,
    pawn_key: u64,
    piece_keys: [u64; 2],
    non_pawn: [i32; 2],
}

const _: () = assert!(size_of::<EvalState>() <= 48);

impl EvalState {
    pub(super) fn new(tables: &Tables, position: &Position) -> EvalState {
        let mut state = EvalState::default();
        let mut update = Update {
            tables,
            state: &mut state,
            network: None,
        };
        for square in position.occupied() {
            if let Some(piece) = position.piece_on(square) {
                update.added(piece, square);
            }
        }
        state
    }

    /// The material of a side's pieces other than Pawns and King, in
    /// centipawns.
    ///
    /// ```
    /// # use peregrine::{board::color::Color, eval::Evaluator, position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let pawns = Position::from_fen(rules, "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1").unwrap();
    /// let state = Evaluator::new(rules).state(&pawns);
    /// assert_eq!(state.non_pawn_material(Color::White), 0);
    /// ```
    #[inline]
    pub fn non_pawn_material(&self, color: Color) -> i32 {
        self.non_pawn[color.index()]
    }

    /// Material and placement, White's minus Black's.
    #[inline(always)]
    pub(super) fn piece_square(&self) -> Tapered {
        self.piece_square
    }

    /// A key that is equal for positions with the same Pawns and Kings.
    #[inline(always)]
    pub(crate) fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// A key that is equal for positions with the same pieces of this side,
    /// Pawns excluded.
    #[inline(always)]
    pub(crate) fn piece_key(&self, color: Color) -> u64 {
        self.piece_keys[color.index()]
    }

    /// The share of the middle game that remains, in 256ths.
    #[inline(always)]
    pub(super) fn phase(&self, tables: &Tables) -> i32 {
        let pieces = self.non_pawn[0] + self.non_pawn[1];
        let (least, full) = (tables.phase.none, tables.phase.full);
        (pieces.clamp(least, full) - least) * 256 / (full - least).max(1)
    }
}

/// An observer that updates the sums.
pub(super) struct Update<'a> {
    pub tables: &'a Tables,
    pub state: &'a mut EvalState,
    /// What a network's first layer has to follow.
    pub network: Option<NetworkObserver<'a>>,
}

impl Update<'_> {
    #[inline(always)]
    fn toggle_keys(&mut self, piece: Piece, square: Square) {
        let key = zobrist::piece(piece, square);
        let kind = piece.kind();
        if kind == PieceKind::PAWN || kind == PieceKind::KING {
            self.state.pawn_key ^= key;
        }
        if kind != PieceKind::PAWN {
            self.state.piece_keys[piece.color().index()] ^= key;
        }
    }
}

impl PieceObserver for Update<'_> {
    #[inline]
    fn added(&mut self, piece: Piece, square: Square) {
        self.state.piece_square += self.tables.pieces.piece_square[piece.index()][square.index()];
        self.state.non_pawn[piece.color().index()] +=
            self.tables.pieces.non_pawn[piece.kind().index()];
        self.toggle_keys(piece, square);
        if let Some(network) = &mut self.network {
            network.added(piece, square);
        }
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.state.piece_square -= self.tables.pieces.piece_square[piece.index()][square.index()];
        self.state.non_pawn[piece.color().index()] -=
            self.tables.pieces.non_pawn[piece.kind().index()];
        self.toggle_keys(piece, square);
        if let Some(network) = &mut self.network {
            network.removed(piece, square);
        }
    }
}
