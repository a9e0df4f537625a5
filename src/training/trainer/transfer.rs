//! Transfer of a network to another game, as a start for training.

use crate::board::color::Color;
use crate::board::geometry::Layout;
use crate::board::piece::Piece;
use crate::board::square::Square;
use crate::eval::network::{Architecture, FeatureSet, Network, NetworkWeights, Perspective};
use crate::rules::{PieceType, Rules};

use super::TrainError;

/// The weights of a network of the game `from` for the game `to`, in which a position has
/// `max_pieces` men at most.
///
/// An input gets the weights of the same kind of man on the corresponding cell. Inputs of kinds
/// that the network does not know get none.
///
/// # Errors
/// If the network has King buckets, or the game can have none.
pub(super) fn transferred(
    network: &Network,
    from: &Rules,
    to: &Rules,
    max_pieces: usize,
) -> Result<NetworkWeights, TrainError> {
    let (known, features) = (network.features(), FeatureSet::new(to, &[])?);
    if known.bucket_count() > 1 {
        return Err(TrainError::TransferBuckets);
    }
    let parts = network.weights();
    let hidden = parts.architecture.hidden;
    let mut feature_weights = vec![0; features.count() * hidden];
    let perspective = Perspective::default();
    for piece_type in shared_kinds(from, to) {
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
    Ok(NetworkWeights {
        architecture: Architecture {
            features: features.count(),
            max_pieces,
            ..parts.architecture
        },
        king_buckets: features.king_buckets().to_vec(),
        feature_weights,
        ..parts.clone()
    })
}

/// The kinds of men of a game that move in another game as well, and in the same way.
pub(super) fn shared_kinds<'r>(
    from: &'r Rules,
    to: &'r Rules,
) -> impl Iterator<Item = &'r PieceType> {
    let is_known = |wanted: &PieceType| {
        from.piece_types().iter().any(|known| {
            known.kind == wanted.kind
                && known.components == wanted.components
                && known.special == wanted.special
        })
    };
    to.piece_types()
        .iter()
        .filter(move |piece_type| is_known(piece_type))
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
    use crate::variants;

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
