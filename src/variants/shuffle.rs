//! Shuffled arrays: the possible orders of the pieces on the first rank,
//! numbered from 1 in alphabetical order of their letters (docs/rules.md,
//! section 5.3), of Capablanca Random Chess those that its rules allow; those of
//! Chess960 from 0 to 959 in the order of Reinhard Scharnagl (section 8.1).
//!
//! Both sides have the same order, and every Rook on the first rank has the
//! right to castle; with fixed files, the outermost one on each side.

use thiserror::Error;

use crate::board::color::Color;
use crate::board::piece::{Piece, PieceKind};
use crate::board::setup::Setup;
use crate::board::square::Square;
use crate::position::{Position, PositionError};
use crate::rules::{CastlingRule, Rules, Shuffle};

use super::{capablanca_random, chess960};

/// Why there is no start position with this number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArrayError {
    /// The variant has a fixed array.
    #[error("{0} has a fixed array, not a random one")]
    NotShuffled(String),
    /// The number is zero or too large.
    #[error("{variant} has the arrays {first} to {last}, not {number}")]
    Number {
        /// The game.
        variant: String,
        /// The requested number.
        number: u64,
        /// The first number.
        first: u64,
        /// The last number.
        last: u64,
    },
    /// The position is not playable.
    #[error("array {number}: {reason}")]
    Position {
        /// The number of the array.
        number: u64,
        /// What is wrong with it.
        reason: PositionError,
    },
}

/// All arrays of a shuffled game.
#[derive(Clone, Debug)]
pub struct Arrays {
    rules: &'static Rules,
    shuffle: Shuffle,
    /// The variant's own start position.
    model: Setup,
    /// The squares of White's first rank on which its pieces stand.
    squares: Vec<Square>,
    /// Each kind on those squares and its count, in alphabetical order of
    /// letters.
    kinds: Vec<(PieceKind, u64)>,
}

impl Arrays {
    /// The arrays of a game.
    ///
    /// # Errors
    /// If the variant has a fixed array.
    ///
    /// ```
    /// use peregrine::variants::{self, shuffle::Arrays};
    /// let chess = variants::rules("chess").unwrap();
    /// let error = Arrays::new(chess).unwrap_err();
    /// assert_eq!(error.to_string(), "chess has a fixed array, not a random one");
    /// ```
    pub fn new(rules: &'static Rules) -> Result<Arrays, ArrayError> {
        let shuffle = rules.shuffle();
        let shuffle = shuffle.ok_or_else(|| ArrayError::NotShuffled(rules.variant().to_owned()))?;
        let model = rules.start().clone();
        let first_rank = rules.geometry().rank_squares(0).into_iter();
        let (squares, on_them): (Vec<Square>, Vec<PieceKind>) = first_rank
            .filter_map(|square| Some((square, model.board[square.index()]?.kind())))
            .unzip();
        let mut kinds: Vec<(PieceKind, u64)> = Vec::new();
        for kind in on_them {
            match kinds.iter_mut().find(|row| row.0 == kind) {
                Some(row) => row.1 += 1,
                None => kinds.push((kind, 1)),
            }
        }
        kinds.sort_by_key(|row| rules.kind_letter(row.0));
        Ok(Arrays {
            rules,
            shuffle,
            model,
            squares,
            kinds,
        })
    }

    /// How many arrays there are.
    ///
    /// ```
    /// use peregrine::variants::{self, shuffle::Arrays};
    /// let Ok(random) = variants::find("falcon-random") else { return };
    /// let rules = random.rules(Default::default()).unwrap();
    /// assert_eq!(Arrays::new(rules).unwrap().count(), 226_800);
    /// ```
    pub fn count(&self) -> u64 {
        match self.shuffle {
            Shuffle::Any => orders(&self.kinds),
            Shuffle::Chess960 => chess960::COUNT,
            Shuffle::CapablancaRandom => capablanca_random::count(),
        }
    }

    /// The number of the first array.
    ///
    /// ```
    /// use peregrine::variants::{self, shuffle::Arrays};
    /// let arrays = Arrays::new(variants::rules("chess960").unwrap()).unwrap();
    /// assert_eq!((arrays.first(), arrays.last()), (0, 959));
    /// ```
    pub fn first(&self) -> u64 {
        match self.shuffle {
            Shuffle::Any | Shuffle::CapablancaRandom => 1,
            Shuffle::Chess960 => 0,
        }
    }

    /// The number of the last array.
    pub fn last(&self) -> u64 {
        self.first() + self.count() - 1
    }

    /// The start position with this number.
    ///
    /// ```
    /// use peregrine::variants::{self, shuffle::Arrays};
    /// let Ok(random) = variants::find("falcon-random") else { return };
    /// let arrays = Arrays::new(random.rules(Default::default()).unwrap()).unwrap();
    /// let first = arrays.start(1).unwrap().to_string();
    /// assert!(first.starts_with("bbffknnqrr/pppppppppp/"));
    /// assert!(first.ends_with(" w KIki - 0 1"));
    /// ```
    ///
    /// # Errors
    /// If there is no array with this number.
    pub fn start(&self, number: u64) -> Result<Position, ArrayError> {
        let (first, last) = (self.first(), self.last());
        if !(first..=last).contains(&number) {
            return Err(ArrayError::Number {
                variant: self.rules.variant().to_owned(),
                number,
                first,
                last,
            });
        }
        let mut setup = self.model.clone();
        let order = match self.shuffle {
            Shuffle::Any => self.order(number - first),
            Shuffle::Chess960 => chess960::order(number).to_vec(),
            Shuffle::CapablancaRandom => capablanca_random::order(number - first).to_vec(),
        };
        let rights = Color::ALL.map(|color| self.rights(&order, color));
        for (index, (&square, &kind)) in self.squares.iter().zip(&order).enumerate() {
            for (color, rights) in Color::ALL.into_iter().zip(&rights) {
                let own = self.rules.geometry().relative_to(color, square);
                setup.board[own.index()] = Some(Piece::new(color, kind));
                setup.castling -= own.into();
                if rights[index] {
                    setup.castling |= own.into();
                }
            }
        }
        Position::from_setup(self.rules, &setup)
            .map_err(|reason| ArrayError::Position { number, reason })
    }

    /// Which of a side's pieces in an order have the right to castle.
    fn rights(&self, order: &[PieceKind], color: Color) -> Vec<bool> {
        let partner = |kind: PieceKind| match self.rules.castling() {
            CastlingRule::KingSwap => kind != PieceKind::KING,
            _ => self.rules.castles_with(Piece::new(color, kind)),
        };
        let mut rights: Vec<bool> = order.iter().map(|&kind| partner(kind)).collect();
        if self.rules.castling() == CastlingRule::FixedFiles {
            let king = order.iter().position(|&kind| kind == PieceKind::KING);
            let (toward_first, rest) = rights.split_at_mut(king.unwrap_or_default());
            keep_first(toward_first.iter_mut());
            keep_first(rest.iter_mut().rev());
        }
        rights
    }

    /// The number of the array that a position starts from, if it is a start
    /// position with all castling rights and White to move.
    ///
    /// ```
    /// use peregrine::{position::Position, variants::{self, shuffle::Arrays}};
    /// let Ok(random) = variants::find("falcon-random") else { return };
    /// let rules = random.rules(Default::default()).unwrap();
    /// let arrays = Arrays::new(rules).unwrap();
    /// assert_eq!(arrays.number_of(&arrays.start(1000).unwrap()), Some(1000));
    /// let number = arrays.number_of(&Position::start(rules)).unwrap();
    /// assert_eq!(arrays.start(number).unwrap().to_string(), rules.start_fen());
    /// ```
    pub fn number_of(&self, position: &Position) -> Option<u64> {
        let kinds = || -> Option<Vec<PieceKind>> {
            let kinds = self.squares.iter().map(|&square| position.piece_on(square));
            kinds.map(|piece| Some(piece?.kind())).collect()
        };
        let number = match self.shuffle {
            Shuffle::Any => self.first() + self.index_of(position)?,
            Shuffle::Chess960 => chess960::number(&kinds()?)?,
            Shuffle::CapablancaRandom => self.first() + capablanca_random::index_of(&kinds()?)?,
        };
        let start = self.start(number).ok()?;
        (start.to_string() == position.to_string()).then_some(number)
    }

    /// The index of an order in the alphabet, from 0.
    fn index_of(&self, position: &Position) -> Option<u64> {
        let mut left = self.kinds.clone();
        let mut index = 0;
        for &square in &self.squares {
            let kind = position.piece_on(square)?.kind();
            let place = left.iter().position(|row| row.0 == kind && row.1 > 0)?;
            for before in 0..place {
                index += orders_after(&left, before);
            }
            left[place].1 -= 1;
        }
        Some(index)
    }

    /// The number that a seed selects; neighboring seeds give numbers far
    /// apart.
    ///
    /// ```
    /// use peregrine::variants::{self, shuffle::Arrays};
    /// let Ok(random) = variants::find("falcon-random") else { return };
    /// let arrays = Arrays::new(random.rules(Default::default()).unwrap()).unwrap();
    /// assert_ne!(arrays.random_number(1), arrays.random_number(2));
    /// assert!(arrays.start(arrays.random_number(2026)).is_ok());
    /// ```
    pub fn random_number(&self, seed: u64) -> u64 {
        // Multiples of the golden ratio's fractional part spread evenly (Knuth,
        // The Art of Computer Programming, volume 3, section 6.4).
        let fraction = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let index = (u128::from(fraction) * u128::from(self.count())) >> 64;
        self.first() + index as u64
    }

    /// The order with this index, from 0.
    fn order(&self, mut index: u64) -> Vec<PieceKind> {
        let mut left = self.kinds.clone();
        let mut order = Vec::new();
        for _ in &self.squares {
            for place in 0..left.len() {
                let orders = orders_after(&left, place);
                if index < orders {
                    order.push(left[place].0);
                    left[place].1 -= 1;
                    break;
                }
                index -= orders;
            }
        }
        order
    }
}

/// Clears all flags but the first that is set.
fn keep_first<'a>(flags: impl Iterator<Item = &'a mut bool>) {
    for flag in flags.filter(|flag| **flag).skip(1) {
        *flag = false;
    }
}

/// The number of distinct orders of these pieces. Up to sixteen pieces do not
/// overflow.
fn orders(kinds: &[(PieceKind, u64)]) -> u64 {
    let mut orders = 1;
    let mut placed = 0;
    for &(_, count) in kinds {
        for own in 1..=count {
            placed += 1;
            orders = orders * placed / own;
        }
    }
    orders
}

/// The number of distinct orders that begin with the kind at `place`.
fn orders_after(kinds: &[(PieceKind, u64)], place: usize) -> u64 {
    let all: u64 = kinds.iter().map(|row| row.1).sum();
    orders(kinds) * kinds[place].1 / all.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;
    use std::collections::HashSet;

    fn arrays() -> Arrays {
        let random = variants::find("falcon-random").unwrap();
        Arrays::new(random.rules(Default::default()).unwrap()).unwrap()
    }

    #[test]
    fn every_number_has_its_own_array_in_alphabetical_order() {
        let arrays = arrays();
        let letters = |number| {
            let order = arrays.order(number - 1);
            let letters = order.iter().map(|&kind| arrays.rules.kind_letter(kind));
            letters.collect::<String>()
        };
        let all: Vec<String> = (1..=arrays.count()).map(letters).collect();
        assert!(all.is_sorted());
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 226_800);
        for letters in &all {
            let mut sorted: Vec<char> = letters.chars().collect();
            sorted.sort_unstable();
            assert_eq!(sorted.into_iter().collect::<String>(), "BBFFKNNQRR");
        }
    }

    #[test]
    fn positions_and_numbers_go_both_ways() {
        let arrays = arrays();
        for seed in 0..500 {
            let number = arrays.random_number(seed);
            let start = arrays.start(number).unwrap();
            assert_eq!(arrays.number_of(&start), Some(number));
            assert_eq!(start.castling_rights().count(), 4);
            let fen = start.to_string();
            assert_eq!(
                Position::from_fen(arrays.rules, &fen).unwrap().to_string(),
                fen
            );
        }
        let mut later = arrays.start(7).unwrap();
        later.play(later.legal_moves()[0]);
        assert_eq!(arrays.number_of(&later), None);
    }

    #[test]
    fn numbers_out_of_range_are_named() {
        let arrays = arrays();
        for number in [0, 226_801, u64::MAX] {
            let message = arrays.start(number).unwrap_err().to_string();
            let wanted = format!("falcon-random has the arrays 1 to 226800, not {number}");
            assert_eq!(message, wanted);
        }
    }

    #[test]
    fn seeds_draw_all_over_the_range() {
        let arrays = arrays();
        let tenth = arrays.count() / 10;
        let drawn: HashSet<u64> = (0..1000)
            .map(|seed| (arrays.random_number(seed) - 1) / tenth)
            .collect();
        assert_eq!(drawn.len(), 10);
    }
}
