//! The accumulators of a network, the outputs of its first layer, along the line that is
//! searched.
//!
//! Making a move only records added and removed pieces; accumulators are updated lazily. When
//! a position is evaluated, its accumulator is computed from the nearest one above it in the
//! line. If a King's move has changed the perspective since, it is refreshed instead: from the
//! last board with the new perspective.

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::base::processor::{Vectors, vectors};
use crate::board::color::Color;
use crate::board::piece::{Piece, PieceKind};
use crate::board::square::{MAX_SQUARES, Square};
use crate::position::{PieceObserver, Position};

use super::features::{FeatureSet, Perspective};
use super::inference::{Difference, output, update};
use super::lanes::Lanes;
use super::{Network, inference};

/// The most pieces that a move adds or removes.
const MAX_CHANGES: usize = 2;

type Man = (Piece, Square);

/// The pieces that a move changes, and whether the accumulators after it are computed.
#[derive(Clone, Debug, Default)]
struct PlyState {
    added: ArrayVec<Man, MAX_CHANGES>,
    removed: ArrayVec<Man, MAX_CHANGES>,
    perspectives: [Perspective; 2],
    computed: [bool; 2],
}

/// The last board with a perspective, and its accumulator (Stockfish calls a table of these a
/// "Finny table").
#[derive(Clone, Debug)]
struct RefreshEntry {
    board: [Option<Piece>; MAX_SQUARES],
    values: Vec<Lanes>,
}

/// Evaluates positions of a line with a network.
#[derive(Clone, Debug)]
pub(in crate::eval) struct AccumulatorStack {
    network: Arc<Network>,
    vectors: Vectors,
    plies: Vec<PlyState>,
    /// The accumulators, by ply and color.
    values: Vec<Lanes>,
    /// By color and perspective.
    refresh_table: [Vec<RefreshEntry>; 2],
}

impl AccumulatorStack {
    /// A stack for lines of up to `plies` plies.
    pub(crate) fn new(network: Arc<Network>, plies: usize) -> AccumulatorStack {
        let layers = network.layers();
        let empty = RefreshEntry {
            board: [None; MAX_SQUARES],
            values: layers.biases.clone(),
        };
        AccumulatorStack {
            vectors: vectors(),
            plies: vec![PlyState::default(); plies + 1],
            values: vec![Lanes::ZERO; (plies + 1) * 2 * layers.width],
            refresh_table: [(); 2].map(|()| vec![empty.clone(); network.features().perspectives()]),
            network,
        }
    }

    pub(crate) fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Sets the root of the line.
    pub(crate) fn set_root(&mut self, position: &Position) {
        let features = self.network.features();
        let perspectives =
            Color::ALL.map(|color| features.perspective(color, position.king(color)));
        self.plies[0] = PlyState {
            perspectives,
            ..PlyState::default()
        };
        for color in Color::ALL {
            self.refresh(position, 0, color);
        }
    }

    /// The observer of the move from this ply to the next.
    #[inline]
    pub(crate) fn observe_move(&mut self, ply: usize) -> NetworkObserver<'_> {
        let (above, below) = self.plies.split_at_mut(ply + 1);
        let level = &mut below[0];
        level.added.clear();
        level.removed.clear();
        level.perspectives = above[ply].perspectives;
        level.computed = [false; 2];
        NetworkObserver {
            features: self.network.features(),
            level,
        }
    }

    /// The score of the network for the side to move, in centipawns. `position` must be
    /// the one that the moves of the line lead to.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        for color in Color::ALL {
            if !self.plies[ply].computed[color.index()] {
                self.compute(position, ply, color);
            }
        }
        let side = position.side_to_move();
        let men = position.occupied().count() as usize;
        let bucket = self.network.architecture().output_bucket(men);
        let weights = self.network.layers().output(bucket);
        let [own, other] = [side, !side].map(|color| &self.values[self.place(ply, color)]);
        let sum = output(self.vectors, own, other, weights);
        self.network.score(sum, bucket)
    }

    /// Where the accumulator of a ply is.
    #[inline]
    fn place(&self, ply: usize, color: Color) -> std::ops::Range<usize> {
        let width = self.network.layers().width;
        let begin = (2 * ply + color.index()) * width;
        begin..begin + width
    }

    fn compute(&mut self, position: &Position, ply: usize, color: Color) {
        let perspective = self.plies[ply].perspectives[color.index()];
        let mut known = ply;
        while !self.plies[known].computed[color.index()] {
            let above = known
                .checked_sub(1)
                .map(|above| self.plies[above].perspectives);
            if above.is_none_or(|perspectives| perspectives[color.index()] != perspective) {
                return self.refresh(position, ply, color);
            }
            known -= 1;
        }
        for level in known + 1..=ply {
            self.step(level, color, perspective);
        }
    }

    /// Computes an accumulator from that of the ply before.
    fn step(&mut self, ply: usize, color: Color, perspective: Perspective) {
        let level = &mut self.plies[ply];
        level.computed[color.index()] = true;
        let (features, layers) = (self.network.features(), self.network.layers());
        let row =
            |&(piece, square): &Man| layers.row(features.index(color, perspective, piece, square));
        let (mut added, mut removed) = ([&[][..]; MAX_CHANGES], [&[][..]; MAX_CHANGES]);
        for (to, man) in added.iter_mut().zip(&level.added) {
            *to = row(man);
        }
        for (to, man) in removed.iter_mut().zip(&level.removed) {
            *to = row(man);
        }
        let difference = Difference {
            added: &added[..level.added.len()],
            removed: &removed[..level.removed.len()],
        };
        let place = self.place(ply, color);
        let (above, here) = self.values.split_at_mut(2 * ply * layers.width);
        let new = &mut here[place.start - 2 * ply * layers.width..][..layers.width];
        let old = &above[place.start - 2 * layers.width..][..layers.width];
        update(self.vectors, new, old, difference);
    }

    /// Computes an accumulator from the last board with the same perspective.
    #[cold]
    fn refresh(&mut self, position: &Position, ply: usize, color: Color) {
        let perspective = self.plies[ply].perspectives[color.index()];
        self.plies[ply].computed[color.index()] = true;
        let place = self.place(ply, color);
        let (features, layers) = (self.network.features(), self.network.layers());
        let entry = &mut self.refresh_table[color.index()][perspective.index()];
        let row = |piece, square| layers.row(features.index(color, perspective, piece, square));
        let RefreshEntry { board, values } = entry;
        for_each_difference(board, position.piece_array(), |square| {
            let added = position.piece_on(square).map(|piece| row(piece, square));
            let removed = board[square.index()].map(|piece| row(piece, square));
            inference::change(self.vectors, values, added, removed);
        });
        entry.board = *position.piece_array();
        self.values[place].copy_from_slice(&entry.values);
    }
}

/// Calls back with each square on which two boards differ. Sixteen squares are compared at once.
#[inline(always)]
fn for_each_difference(
    first: &[Option<Piece>; MAX_SQUARES],
    second: &[Option<Piece>; MAX_SQUARES],
    mut callback: impl FnMut(Square),
) {
    let bytes = |pieces: &[Option<Piece>; 16]| {
        u128::from_le_bytes(pieces.map(|piece| piece.map_or(0, Piece::bits)))
    };
    let (first, second) = (first.as_chunks().0, second.as_chunks().0);
    for (chunk, (first, second)) in first.iter().zip(second).enumerate() {
        let mut differences = bytes(first) ^ bytes(second);
        while differences != 0 {
            let place = differences.trailing_zeros() / u8::BITS;
            differences &= !(0xff << (u8::BITS * place));
            callback(Square::new(16 * chunk + place as usize));
        }
    }
}

/// Records added and removed pieces.
pub(in crate::eval) struct NetworkObserver<'a> {
    features: &'a FeatureSet,
    level: &'a mut PlyState,
}

impl PieceObserver for NetworkObserver<'_> {
    #[inline]
    fn added(&mut self, piece: Piece, square: Square) {
        self.level.added.push((piece, square));
        if piece.kind() == PieceKind::KING {
            let color = piece.color();
            self.level.perspectives[color.index()] = self.features.perspective(color, square);
        }
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.level.removed.push((piece, square));
    }
}
