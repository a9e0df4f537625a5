//! The first layer of a network along the line that is searched.
//!
//! Going down a move only notes which men come and go. The layer is computed when a
//! position is evaluated: from the nearest position above it for which that was done, or,
//! if a King's move has changed the view since, from the last board with the new view.

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::base::processor::{Vectors, vectors};
use crate::board::color::Color;
use crate::board::piece::{Piece, PieceKind};
use crate::board::square::{MAX_SQUARES, Square};
use crate::position::{PieceObserver, Position};

use super::features::{FeatureSet, View};
use super::layers::{Difference, Lanes, output, update};
use super::{Network, layers};

/// The most men that a move adds or removes.
const MOST_CHANGES: usize = 2;

type Man = (Piece, Square);

/// What a move has done, and whether the layer after it has been computed.
#[derive(Clone, Debug, Default)]
struct Level {
    added: ArrayVec<Man, MOST_CHANGES>,
    removed: ArrayVec<Man, MOST_CHANGES>,
    views: [View; 2],
    computed: [bool; 2],
}

/// The last board for which a view was computed from scratch.
#[derive(Clone, Debug)]
struct Remembered {
    board: [Option<Piece>; MAX_SQUARES],
    values: Vec<Lanes>,
}

/// Evaluates positions of a line with a network.
#[derive(Clone, Debug)]
pub(in crate::eval) struct NetworkStack {
    network: Arc<Network>,
    vectors: Vectors,
    levels: Vec<Level>,
    /// For each level and color, a row of values.
    values: Vec<Lanes>,
    /// For each color and view.
    remembered: [Vec<Remembered>; 2],
}

impl NetworkStack {
    /// A stack for lines of so many plies.
    pub fn new(network: Arc<Network>, plies: usize) -> NetworkStack {
        let layers = network.layers();
        let empty = Remembered {
            board: [None; MAX_SQUARES],
            values: layers.biases.clone(),
        };
        NetworkStack {
            vectors: vectors(),
            levels: vec![Level::default(); plies + 1],
            values: vec![Lanes::ZERO; (plies + 1) * 2 * layers.width],
            remembered: [(); 2].map(|()| vec![empty.clone(); network.features().views()]),
            network,
        }
    }

    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Makes this position the beginning of the line.
    pub fn set_root(&mut self, position: &Position) {
        let features = self.network.features();
        let views = Color::ALL.map(|color| features.view(color, position.king(color)));
        self.levels[0] = Level {
            views,
            ..Level::default()
        };
        for color in Color::ALL {
            self.refresh(position, 0, color);
        }
    }

    /// Goes down from this ply; returns what observes the move.
    #[inline]
    pub fn go_down(&mut self, ply: usize) -> NetworkObserver<'_> {
        let (above, below) = self.levels.split_at_mut(ply + 1);
        let level = &mut below[0];
        level.added.clear();
        level.removed.clear();
        level.views = above[ply].views;
        level.computed = [false; 2];
        NetworkObserver {
            features: self.network.features(),
            level,
        }
    }

    /// The score of the network for the side to move, in centipawns. `position` must be
    /// the one that the moves of the line lead to.
    #[inline]
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        for color in Color::ALL {
            if !self.levels[ply].computed[color.index()] {
                self.compute(position, ply, color);
            }
        }
        let side = position.side_to_move();
        let men = position.occupied().count() as usize;
        let bucket = self.network.shape().output_bucket(men);
        let weights = self.network.layers().output(bucket);
        let [own, other] = [side, !side].map(|color| &self.values[self.place(ply, color)]);
        let sum = output(self.vectors, own, other, weights);
        self.network.score(sum, bucket)
    }

    /// Where the values of a level are.
    #[inline]
    fn place(&self, ply: usize, color: Color) -> std::ops::Range<usize> {
        let width = self.network.layers().width;
        let begin = (2 * ply + color.index()) * width;
        begin..begin + width
    }

    fn compute(&mut self, position: &Position, ply: usize, color: Color) {
        let view = self.levels[ply].views[color.index()];
        let mut known = ply;
        while !self.levels[known].computed[color.index()] {
            let above = known.checked_sub(1).map(|above| self.levels[above].views);
            if above.is_none_or(|views| views[color.index()] != view) {
                return self.refresh(position, ply, color);
            }
            known -= 1;
        }
        for level in known + 1..=ply {
            self.step(level, color, view);
        }
    }

    /// Computes a level from the one above.
    fn step(&mut self, ply: usize, color: Color, view: View) {
        let level = &mut self.levels[ply];
        level.computed[color.index()] = true;
        let (features, layers) = (self.network.features(), self.network.layers());
        let row = |&(piece, square): &Man| layers.row(features.index(color, view, piece, square));
        let (mut added, mut removed) = ([&[][..]; MOST_CHANGES], [&[][..]; MOST_CHANGES]);
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

    /// Computes a level from the last board that was seen in the same way.
    #[cold]
    fn refresh(&mut self, position: &Position, ply: usize, color: Color) {
        let view = self.levels[ply].views[color.index()];
        self.levels[ply].computed[color.index()] = true;
        let place = self.place(ply, color);
        let (features, layers) = (self.network.features(), self.network.layers());
        let remembered = &mut self.remembered[color.index()][view.index()];
        let row = |piece, square| layers.row(features.index(color, view, piece, square));
        let cells = position.rules().geometry().squares();
        for square in cells {
            let (old, new) = (remembered.board[square.index()], position.piece_on(square));
            if old == new {
                continue;
            }
            let added = new.map(|piece| row(piece, square));
            let removed = old.map(|piece| row(piece, square));
            layers::change(self.vectors, &mut remembered.values, added, removed);
            remembered.board[square.index()] = new;
        }
        self.values[place].copy_from_slice(&remembered.values);
    }
}

/// Notes which men come and go.
pub(in crate::eval) struct NetworkObserver<'a> {
    features: &'a FeatureSet,
    level: &'a mut Level,
}

impl PieceObserver for NetworkObserver<'_> {
    #[inline]
    fn added(&mut self, piece: Piece, square: Square) {
        self.level.added.push((piece, square));
        if piece.kind() == PieceKind::KING {
            let color = piece.color();
            self.level.views[color.index()] = self.features.view(color, square);
        }
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.level.removed.push((piece, square));
    }
}
