//! The inputs of a network: which of them a position sets.
//!
//! Each side has its own perspective of the board. Black sees it with the ranks mirrored. In a
//! variant that looks the same in a mirror, a side whose King stands on the right half sees
//! the files mirrored as well, so that its King is always on the left. A man on the board
//! sets one input, which says whether it is the viewer's own, of what kind it is and
//! where it stands (docs/network.md).

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::{MAX_KINDS, Piece, PieceKind};
use crate::board::square::{MAX_SQUARES, Square};
use crate::position::Position;
use crate::rules::Rules;

use super::NetworkError;

/// The most King buckets.
pub(crate) const MAX_KING_BUCKETS: usize = 32;

/// The inputs of networks for a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureSet {
    cells: usize,
    kinds: usize,
    /// The input of a piece on the first cell, by the color of the perspective and by piece.
    first_inputs: [[u16; 2 * MAX_KINDS]; 2],
    is_mirrored: bool,
    /// Where a cell is in a perspective, by color and by whether the files are mirrored.
    oriented: [[[u8; MAX_SQUARES]; 2]; 2],
    /// Whether a side with its King on this cell sees the files mirrored.
    mirrors: [bool; MAX_SQUARES],
    /// For each cell of the perspective, which set of inputs a King there selects.
    king_buckets: Vec<u8>,
    bucket_count: usize,
}

/// How a side sees the board: its King's bucket, and whether the files are mirrored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Perspective {
    mirrored: bool,
    bucket: u8,
}

impl Perspective {
    /// A number below [`FeatureSet::perspectives`].
    #[inline]
    pub(crate) fn index(self) -> usize {
        2 * usize::from(self.bucket) + usize::from(self.mirrored)
    }
}

impl FeatureSet {
    /// The inputs for a variant. `king_buckets` has a number for each cell of the board's
    /// rectangle as the King's own side sees it, which selects a set of inputs; empty
    /// for a single set.
    ///
    /// # Errors
    /// If the buckets do not fit the board, or a side may have other royal pieces than one
    /// King.
    pub fn new(rules: &Rules, king_buckets: &[u8]) -> Result<FeatureSet, NetworkError> {
        check_kings(rules)?;
        let geometry = rules.geometry();
        let (files, ranks) = (geometry.files(), geometry.ranks());
        let cells = files * ranks;
        let king_buckets = match king_buckets {
            [] => vec![0; cells],
            given => given.to_vec(),
        };
        let greatest = king_buckets.iter().max().copied().unwrap_or_default();
        if king_buckets.len() != cells || usize::from(greatest) >= MAX_KING_BUCKETS {
            return Err(NetworkError::KingBuckets);
        }
        let mut kinds: Vec<PieceKind> = rules.piece_types().iter().map(|t| t.kind).collect();
        kinds.sort_unstable_by_key(|kind| kind.index());
        let mut first_inputs = [[0; 2 * MAX_KINDS]; 2];
        for (place, &kind) in kinds.iter().enumerate() {
            for perspective in Color::ALL {
                for color in Color::ALL {
                    let is_enemy = usize::from(color != perspective);
                    let first = (is_enemy * kinds.len() + place) * cells;
                    let piece = Piece::new(color, kind);
                    first_inputs[perspective.index()][piece.index()] = first as u16;
                }
            }
        }
        let is_mirrored = is_symmetric(rules);
        let mut oriented = [[[0; MAX_SQUARES]; 2]; 2];
        let mut mirrors = [false; MAX_SQUARES];
        for cell in (0..cells).map(Square::new) {
            for color in Color::ALL {
                let turned = geometry.relative_to(color, cell);
                oriented[color.index()][0][cell.index()] = turned.index() as u8;
                oriented[color.index()][1][cell.index()] = mirrored(turned, files).index() as u8;
            }
            mirrors[cell.index()] = is_mirrored && geometry.file(cell) >= files.div_ceil(2);
        }
        Ok(FeatureSet {
            cells,
            kinds: kinds.len(),
            first_inputs,
            is_mirrored,
            oriented,
            mirrors,
            king_buckets,
            bucket_count: usize::from(greatest) + 1,
        })
    }

    /// The number of inputs of a perspective.
    pub fn count(&self) -> usize {
        self.bucket_count * 2 * self.kinds * self.cells
    }

    /// The number of different perspectives.
    pub fn perspectives(&self) -> usize {
        2 * self.bucket_count
    }

    /// The number of sets of inputs.
    pub(crate) fn bucket_count(&self) -> usize {
        self.bucket_count
    }

    /// Whether Kings on the right half mirror the files.
    pub(crate) fn is_mirrored(&self) -> bool {
        self.is_mirrored
    }

    /// The set of inputs that a King on each cell selects.
    pub(crate) fn king_buckets(&self) -> &[u8] {
        &self.king_buckets
    }

    /// How a side with its King on this square sees the board.
    #[inline]
    pub(crate) fn perspective(&self, color: Color, king: Square) -> Perspective {
        let mirrored = self.mirrors[king.index()];
        let cell = self.oriented[color.index()][usize::from(mirrored)][king.index()];
        Perspective {
            mirrored,
            bucket: self.king_buckets[usize::from(cell)],
        }
    }

    /// The input that a man on a square sets in the perspective of the side `color`.
    #[inline]
    pub(crate) fn index(
        &self,
        color: Color,
        perspective: Perspective,
        piece: Piece,
        square: Square,
    ) -> usize {
        let set = usize::from(perspective.bucket) * 2 * self.kinds * self.cells;
        let first = self.first_inputs[color.index()][piece.index()];
        let mirrored = usize::from(perspective.mirrored);
        let cell = self.oriented[color.index()][mirrored][square.index()];
        set + usize::from(first) + usize::from(cell)
    }

    /// All inputs that a position sets in the perspective of a side.
    ///
    /// ```
    /// use peregrine::{board::color::Color, eval::network::FeatureSet, position::Position, variants};
    /// let rules = variants::falcon();
    /// let features = FeatureSet::new(rules, &[]).unwrap();
    /// assert_eq!(features.count(), 2 * 7 * 80);
    /// let start = Position::start(rules);
    /// let set = |color| features.active(&start, color).collect::<std::collections::BTreeSet<_>>();
    /// assert_eq!(set(Color::White).len(), 40);
    /// assert_eq!(set(Color::White), set(Color::Black));
    /// ```
    pub fn active(&self, position: &Position, color: Color) -> impl Iterator<Item = usize> {
        let perspective = self.perspective(color, position.king(color));
        position.occupied().into_iter().filter_map(move |square| {
            let piece = position.piece_on(square)?;
            Some(self.index(color, perspective, piece, square))
        })
    }
}

/// Refuses variants in which a side may have other royal pieces than one King.
pub(super) fn check_kings(rules: &Rules) -> Result<(), NetworkError> {
    match rules.has_single_king() {
        true => Ok(()),
        false => Err(NetworkError::Royals(rules.variant().to_owned())),
    }
}

/// The cell on the same rank, as far from the other end.
fn mirrored(cell: Square, files: usize) -> Square {
    let file = cell.index() % files;
    Square::new(cell.index() - file + files - 1 - file)
}

/// Whether a variant looks the same in a mirror beside the board: its squares, and how its
/// pieces move. Its array and its castling do not count.
fn is_symmetric(rules: &Rules) -> bool {
    let geometry = rules.geometry();
    let files = geometry.files();
    let image =
        |set: Bitboard| -> Bitboard { set.into_iter().map(|cell| mirrored(cell, files)).collect() };
    if image(geometry.squares()) != geometry.squares() {
        return false;
    }
    rules.piece_types().iter().all(|piece_type| {
        Color::ALL.into_iter().all(|color| {
            let piece = Piece::new(color, piece_type.kind);
            geometry.squares().into_iter().all(|square| {
                let attacks = |square| rules.attacks(piece, square, Bitboard::EMPTY);
                image(attacks(square)) == attacks(mirrored(square, files))
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::base::random::Random;
    use crate::board::setup::Setup;
    use crate::position::fen;
    use crate::variants;

    /// Positions from random games.
    fn positions(name: &str) -> Vec<Position> {
        let rules = variants::rules(name).unwrap();
        let mut random = Random::new(1, 0);
        let mut found = vec![Position::start(rules)];
        while found.len() < 60 {
            let moves = found[found.len() - 1].legal_moves();
            let mut next = match moves.len() {
                0 => Position::start(rules),
                _ => found[found.len() - 1].clone(),
            };
            let moves = next.legal_moves();
            next.play(moves[random.below(moves.len())]);
            found.push(next);
        }
        found
    }

    fn set(features: &FeatureSet, position: &Position, color: Color) -> BTreeSet<usize> {
        features.active(position, color).collect()
    }

    /// The position with each man moved to another square.
    fn moved(
        position: &Position,
        to: impl Fn(Square) -> Square,
        color: impl Fn(Color) -> Color,
    ) -> Setup {
        let setup = fen::parse(position.rules(), &position.to_string()).unwrap();
        let mut moved = Setup {
            side_to_move: color(position.side_to_move()),
            fullmove_number: setup.fullmove_number,
            ..Setup::empty()
        };
        for square in position.occupied() {
            let piece = position.piece_on(square).unwrap();
            let piece = Piece::new(color(piece.color()), piece.kind());
            moved.board[to(square).index()] = Some(piece);
        }
        moved
    }

    #[test]
    fn each_man_sets_an_input_of_its_own() {
        for name in ["falcon", "falcon100", "permutation", "chess"] {
            for position in positions(name) {
                let features = FeatureSet::new(position.rules(), &[]).unwrap();
                for color in Color::ALL {
                    let set = set(&features, &position, color);
                    assert_eq!(set.len(), position.occupied().count() as usize);
                    assert!(set.last().unwrap() < &features.count());
                }
            }
        }
    }

    #[test]
    fn both_sides_see_the_board_alike_and_mirrors_change_nothing() {
        for name in ["falcon", "capablanca", "permutation"] {
            for position in positions(name) {
                let rules = position.rules();
                let geometry = rules.geometry();
                let features = FeatureSet::new(rules, &[]).unwrap();
                assert!(features.is_mirrored());
                let other = |color: Color| !color;
                let turned = |square| geometry.relative_to(Color::Black, square);
                let swapped = moved(&position, turned, other);
                if let Ok(swapped) = Position::from_setup(rules, &swapped) {
                    for color in Color::ALL {
                        assert_eq!(
                            set(&features, &position, color),
                            set(&features, &swapped, !color),
                            "{position}"
                        );
                    }
                }
                let image = moved(&position, |s| mirrored(s, geometry.files()), |color| color);
                let Ok(image) = Position::from_setup(rules, &image) else {
                    continue;
                };
                for color in Color::ALL {
                    let (one, other) = (
                        set(&features, &position, color),
                        set(&features, &image, color),
                    );
                    assert_eq!(one, other, "{position}");
                }
            }
        }
    }

    #[test]
    fn a_king_selects_the_inputs_of_its_bucket() {
        let rules = variants::falcon();
        let buckets: Vec<u8> = (0..80).map(|cell| u8::from(cell >= 10)).collect();
        let features = FeatureSet::new(rules, &buckets).unwrap();
        assert_eq!(
            (features.count(), features.perspectives()),
            (2 * 2 * 7 * 80, 4)
        );
        let position = Position::from_fen(rules, "k9/10/10/10/10/10/9K/10 w - - 0 1").unwrap();
        let half = features.count() / 2;
        assert!(
            set(&features, &position, Color::White)
                .iter()
                .all(|&f| f >= half)
        );
        assert!(
            set(&features, &position, Color::Black)
                .iter()
                .all(|&f| f < half)
        );
        let refused = [vec![0; 79], vec![0; 81], vec![99; 80]];
        for buckets in refused {
            assert!(FeatureSet::new(rules, &buckets).is_err());
        }
    }
}
