//! What each man on the board adds to a network's score.

use crate::board::color::Color;
use crate::board::piece::PieceKind;
use crate::board::square::Square;
use crate::position::Position;

use super::{Network, UNIT};

impl Network {
    /// For each man but the Kings, its square and what it adds to the network's score, in
    /// centipawns for White: the score with the man minus the score without it. A
    /// position without the man need not be legal; the network judges it all the same.
    ///
    /// ```
    /// use peregrine::eval::network::{Network, NetworkWeights};
    /// use peregrine::{position::Position, variants};
    /// let rules = variants::falcon();
    /// let network = Network::new(rules, NetworkWeights::random(rules, 32, 8, &[], 1)?)?;
    /// assert_eq!(network.contributions(&Position::start(rules)).len(), 38);
    /// # Ok::<(), peregrine::eval::network::NetworkError>(())
    /// ```
    ///
    /// # Panics
    /// If the position has more than [`max_pieces`](super::Architecture::max_pieces) men.
    pub fn contributions(&self, position: &Position) -> Vec<(Square, i32)> {
        let men = position.occupied().count() as usize;
        assert!(
            men <= self.architecture().max_pieces,
            "the network is for fewer men"
        );
        let side = position.side_to_move();
        let perspectives = [side, !side];
        let sums = perspectives.map(|color| self.first_layer(position, color));
        let for_white = |score: i32| side.sign() * score;
        let whole = self.second_layer(&sums, men);
        let contribution = |square| {
            let piece = position.piece_on(square)?;
            if piece.kind() == PieceKind::KING {
                return None;
            }
            let mut without = sums.clone();
            for (color, sums) in perspectives.into_iter().zip(&mut without) {
                let perspective = self.features().perspective(color, position.king(color));
                let input = self.features().index(color, perspective, piece, square);
                for (sum, weight) in sums.iter_mut().zip(self.weights_of(input)) {
                    *sum -= i32::from(*weight);
                }
            }
            let rest = self.second_layer(&without, men - 1);
            Some((square, for_white(whole) - for_white(rest)))
        };
        position
            .occupied()
            .into_iter()
            .filter_map(contribution)
            .collect()
    }

    /// The weights of an input.
    fn weights_of(&self, input: usize) -> &[i16] {
        let hidden = self.architecture().hidden;
        &self.weights().feature_weights[input * hidden..][..hidden]
    }

    /// The sums of the first layer in the perspective of a side.
    fn first_layer(&self, position: &Position, perspective: Color) -> Vec<i32> {
        let biases = &self.weights().feature_biases;
        let mut sums: Vec<i32> = biases.iter().copied().map(i32::from).collect();
        for input in self.features().active(position, perspective) {
            for (sum, weight) in sums.iter_mut().zip(self.weights_of(input)) {
                *sum += i32::from(*weight);
            }
        }
        sums
    }

    /// The score for the side to move with `men` men on the board, given the sums of the first layer
    /// for it and for the other side.
    fn second_layer(&self, sums: &[Vec<i32>; 2], men: usize) -> i32 {
        let architecture = self.architecture();
        let bucket = architecture.output_bucket(men);
        let weights = &self.weights().output_weights[bucket * 2 * architecture.hidden..];
        let sum = sums.iter().flatten().zip(weights).map(|(&sum, &weight)| {
            let clipped = sum.clamp(0, UNIT);
            clipped * clipped * i32::from(weight)
        });
        self.score(sum.sum(), bucket)
    }
}
