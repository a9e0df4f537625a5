//! Transfer of a network to another game, as a start for training.

use crate::board::color::Color;
use crate::board::geometry::Layout;
use crate::board::piece::Piece;
use crate::board::square::Square;
use crate::eval::network::{
    Architecture, FeatureSet, Network, NetworkError, NetworkWeights, Perspective,
};
use crate::rules::{PieceType, Rules};
use crate::variants;

use super::TrainError;

/// What a network of another game gives.
pub(super) struct Transfer {
    /// The weights for this game.
    pub(super) weights: NetworkWeights,
    /// The names of the kinds of men that the network does not know.
    pub(super) unknown: Vec<String>,
}

impl Transfer {
    /// The transfer of a network to the game `to`, in which a position has `max_pieces` men at
    /// most. An input gets the weights of the same kind of man on the corresponding cell. Inputs
    /// of kinds that the network does not know get none.
    ///
    /// # Errors
    /// If the game of the network is unknown, if the network has King buckets, or if the game
    /// can have no network.
    pub(super) fn new(
        network: &Network,
        to: &Rules,
        max_pieces: usize,
    ) -> Result<Transfer, TrainError> {
        let unknown_game = |_| NetworkError::UnknownGame(network.variant().to_owned());
        let from = variants::rules(network.variant()).map_err(unknown_game)?;
        network.check_game(from)?;
        let (known, features) = (network.features(), FeatureSet::new(to, &[])?);
        if known.bucket_count() > 1 {
            return Err(TrainError::TransferBuckets);
        }
        let parts = network.weights();
        let hidden = parts.architecture.hidden;
        let mut feature_weights = vec![0; features.count() * hidden];
        let perspective = Perspective::default();
        let is_shared = |piece_type: &&PieceType| is_kind_of(from, piece_type);
        let (shared, unknown): (Vec<_>, Vec<_>) = to.piece_types().iter().partition(is_shared);
        for piece_type in shared {
            for piece in Color::ALL.map(|color| Piece::new(color, piece_type.kind)) {
                for square in to.geometry().squares() {
                    let cell = corresponding(to.geometry(), square, from.geometry());
                    let old = hidden * known.index(Color::White, perspective, piece, cell);
                    let new = hidden * features.index(Color::White, perspective, piece, square);
                    feature_weights[new..][..hidden]
                        .copy_from_slice(&parts.feature_weights[old..][..hidden]);
                }
            }
        }
        let weights = NetworkWeights {
            architecture: Architecture {
                features: features.count(),
                max_pieces,
                ..parts.architecture
            },
            king_buckets: features.king_buckets().to_vec(),
            feature_weights,
            ..parts.clone()
        };
        Ok(Transfer {
            weights,
            unknown: unknown.iter().map(|kind| kind.name.clone()).collect(),
        })
    }
}

/// Whether a kind of man is in a game and moves there in the same way.
fn is_kind_of(game: &Rules, wanted: &PieceType) -> bool {
    game.piece_types().iter().any(|known| {
        known.kind == wanted.kind
            && known.components == wanted.components
            && known.special == wanted.special
    })
}

/// The cell of another board as far from the nearest edges, but not beyond its middle.
fn corresponding(board: &Layout, square: Square, other: &Layout) -> Square {
    let coordinate = |at: usize, size: usize, other_size: usize| {
        let half = (other_size - 1) / 2;
        match 2 * at < size {
            true => at.min(half),
            false => other_size - 1 - (size - 1 - at).min(half),
        }
    };
    let file = coordinate(board.file(square), board.files(), other.files());
    let rank = coordinate(board.rank(square), board.ranks(), other.ranks());
    Square::new(rank * other.files() + file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_correspond_by_their_distance_from_the_edges() {
        let [large, small] =
            ["falcon-10x10", "chess"].map(|name| variants::rules(name).unwrap().geometry());
        let cells = |board: &Layout, other: &Layout, names: &[&str]| {
            let cell = |name: &&str| {
                let square = board.square_named(name).unwrap();
                other.name(corresponding(board, square, other))
            };
            names.iter().map(cell).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            cells(large, small, &["a1", "d4", "e5", "f6", "g7", "j10"]),
            "a1 d4 d4 e5 e5 h8"
        );
        assert_eq!(
            cells(small, large, &["a1", "d4", "e5", "h8"]),
            "a1 d4 g7 j10"
        );
    }
}
