//! Movements of any kind: leapers, riders, hoppers, lame and multi-path pieces.
//!
//! A movement is compiled, for each color and square of a board, into
//! [`Walk`]s. Everything above this folder works with walks and does not know
//! how a movement was written.

mod compile;
mod error;
mod grammar;
mod legs;
mod paths;
mod simple;
mod slow;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod walk;
mod words;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::{Layout, leaps};
use crate::board::square::Square;

use legs::{Chain, Initial, Leg};

pub use error::MovementError;
pub use grammar::Dialect;
pub use simple::Simple;
pub use table::{MovementTable, Path};
pub(crate) use text::join_groups;
pub use walk::{Walk, WalkModes};
pub use words::{WORDS, Word};

/// The most walks of a movement on a board, of both sides together.
const MAX_WALKS_ON_BOARD: usize = 1 << 17;

/// How a piece moves, on boards of any size: a list of moves, each a chain of legs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Movement {
    chains: Vec<Chain>,
}

impl Movement {
    /// The movement that a text in Betza notation describes. A text is read entirely or not at
    /// all.
    ///
    /// # Errors
    /// The first letter that has no meaning, or whose meaning is not played.
    ///
    /// ```
    /// use peregrine::board::movement::{Dialect, Movement};
    /// assert!(Movement::from_betza("mRcpR", Dialect::XBoard).is_ok());
    /// let error = Movement::from_betza("WdF", Dialect::XBoard).unwrap_err();
    /// let reason = "'d' at character 2: captures of one's own pieces are not possible";
    /// assert_eq!(error.to_string(), reason);
    /// ```
    pub fn from_betza(text: &str, dialect: Dialect) -> Result<Movement, MovementError> {
        let chains = grammar::moves(text, dialect)?;
        Ok(Movement::default() | Movement { chains })
    }

    /// A text in Betza notation for the movement, if the dialect has one: it is read as exactly
    /// this movement.
    ///
    /// ```
    /// use peregrine::board::movement::{Dialect, Movement};
    /// let gold = Movement::named("gold").unwrap();
    /// assert_eq!(gold.betza(Dialect::XBoard).as_deref(), Some("WfF"));
    /// let bison = Movement::from_paths(&["SSD", "SDS"]).unwrap();
    /// assert_eq!(bison.betza(Dialect::FairyStockfish), None);
    /// ```
    #[must_use]
    pub fn betza(&self, dialect: Dialect) -> Option<String> {
        self.betza_groups(dialect).map(join_groups)
    }

    /// The groups of such a text, for [`join_groups`].
    pub(crate) fn betza_groups(&self, dialect: Dialect) -> Option<Vec<String>> {
        text::groups(self, dialect)
    }

    /// The movement along paths, each given by the order of its steps as in the Falcon's patent:
    /// S is a step straight ahead, to a side or back, always the same in a path, and D is a
    /// diagonal step to one side of it. All squares that the piece steps on must be empty.
    ///
    /// # Errors
    /// If there is no path, or one is empty, too long, or contains other letters.
    ///
    /// ```
    /// use peregrine::board::movement::Movement;
    /// let falcon = Movement::from_paths(&["SSD", "SDS", "DSS", "DDS", "DSD", "SDD"]);
    /// assert!(falcon.is_ok());
    /// assert!(Movement::from_paths(&["SSX"]).is_err());
    /// ```
    pub fn from_paths(paths: &[&str]) -> Result<Movement, MovementError> {
        if paths.is_empty() {
            return Err(MovementError::Empty);
        }
        let mut movement = Movement::default();
        for path in paths {
            movement.extend(&Movement {
                chains: paths::moves(path)?,
            });
        }
        Ok(movement)
    }

    /// The movement that a word names: one of [`WORDS`].
    ///
    /// ```
    /// use peregrine::board::movement::{Dialect, Movement};
    /// let betza = Movement::from_betza("WfF", Dialect::XBoard).unwrap();
    /// assert_eq!(Movement::named("gold"), Some(betza));
    /// assert_eq!(Movement::named("golden"), None);
    /// ```
    pub fn named(word: &str) -> Option<Movement> {
        let found = WORDS.iter().find(|row| row.word == word)?;
        Movement::from_betza(found.betza, Dialect::XBoard).ok()
    }

    /// Straight or diagonal lines of at least `min` squares and at most `max`, if it is given.
    ///
    /// ```
    /// use peregrine::board::movement::{Dialect, Movement};
    /// let betza = Movement::from_betza("B3", Dialect::XBoard).unwrap();
    /// assert_eq!(Movement::lines(true, 1, Some(3)), betza);
    /// ```
    pub fn lines(is_diagonal: bool, min: u8, max: Option<u8>) -> Movement {
        let directions = if is_diagonal {
            leaps::DIAGONAL
        } else {
            leaps::STRAIGHT
        };
        let chains = directions.map(|(files, ranks)| {
            Chain::single(Leg {
                min: if min == 1 { 0 } else { min },
                max: max.unwrap_or(0),
                ..Leg::step((files as i8, ranks as i8))
            })
        });
        Movement::default()
            | Movement {
                chains: chains.to_vec(),
            }
    }

    /// Removes the part of the movement for which there are faster tables, and returns it.
    ///
    /// ```
    /// use peregrine::board::{movement::{Dialect, Movement}, piece::Components};
    /// let mut movement = Movement::from_betza("RNFfB", Dialect::XBoard).unwrap();
    /// let simple = movement.split();
    /// assert_eq!(simple.components, Components::STRAIGHT | Components::KNIGHT);
    /// assert_eq!(simple.leaps, [(1, 1)]);
    /// assert_eq!(movement, Movement::from_betza("fB", Dialect::XBoard).unwrap());
    /// ```
    pub fn split(&mut self) -> Simple {
        simple::split(&mut self.chains)
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.chains.is_empty()
    }

    /// Adds the moves of another movement.
    pub fn extend(&mut self, other: &Movement) {
        let movement = std::mem::take(self);
        *self = movement | other.clone();
    }

    /// All ways to move from a square, ordered by their targets, without those that say nothing
    /// new. Initial moves are made from `starts` only.
    ///
    /// # Errors
    /// If there are too many.
    ///
    /// ```
    /// use peregrine::board::{bitboard::Bitboard, color::Color, geometry::Geometry};
    /// use peregrine::board::movement::{Dialect, Movement};
    /// let board = Geometry::rectangle(8, 8).unwrap();
    /// let gold = Movement::from_betza("WfF", Dialect::XBoard).unwrap();
    /// let e4 = board.square_named("e4").unwrap();
    /// let walks = gold.walks(&board, Color::Black, e4, Bitboard::EMPTY).unwrap();
    /// let targets: Vec<String> = walks.iter().map(|walk| board.name(walk.to)).collect();
    /// assert_eq!(targets, ["d3", "e3", "f3", "d4", "f4", "e5"]);
    /// ```
    pub fn walks(
        &self,
        layout: &Layout,
        color: Color,
        from: Square,
        starts: Bitboard,
    ) -> Result<Vec<Walk>, MovementError> {
        compile::walks(&self.chains, layout, color, from, starts)
    }

    /// Whether some of the moves are initial ones.
    pub(crate) fn has_initial_moves(&self) -> bool {
        let mut chains = self.chains.iter();
        chains.any(|chain| chain.initial != legs::Initial::No)
    }

    /// The empty squares that a piece can move to and the occupied ones that it can capture on,
    /// if these squares are occupied, whoever stands there: found step by step without walks,
    /// to test everything that uses these. Initial moves are made from `starts` only.
    ///
    /// ```
    /// use peregrine::board::{bitboard::Bitboard, color::Color, geometry::Geometry};
    /// use peregrine::board::movement::{Dialect, Movement};
    /// let board = Geometry::rectangle(8, 8).unwrap();
    /// let cannon = Movement::from_betza("mRcpR", Dialect::XBoard).unwrap();
    /// let [a1, a3, a5, h1] = ["a1", "a3", "a5", "h1"].map(|name| board.square_named(name).unwrap());
    /// let among = [a3, a5, h1].into_iter().collect();
    /// let (quiet, captures) =
    ///     cannon.moves_slowly(&board, Color::White, a1, among, Bitboard::EMPTY);
    /// assert_eq!((quiet.count(), captures), (7, a5.into()));
    /// ```
    pub fn moves_slowly(
        &self,
        layout: &Layout,
        color: Color,
        from: Square,
        occupied: Bitboard,
        starts: Bitboard,
    ) -> (Bitboard, Bitboard) {
        slow::moves(&self.chains, layout, color, from, occupied, starts)
    }

    /// Moves that only Pawns can have: initial moves, whose squares are those of the double
    /// step, and captures en passant.
    ///
    /// ```
    /// use peregrine::board::movement::{Dialect, Movement};
    /// let movement = |text| Movement::from_betza(text, Dialect::XBoard).unwrap();
    /// assert_eq!(movement("KimR2").pawn_moves(), Some("initial moves ('i')"));
    /// assert_eq!(movement("KR2").pawn_moves(), None);
    /// ```
    pub fn pawn_moves(&self) -> Option<&'static str> {
        let any = |is_such: fn(&Chain) -> bool| self.chains.iter().any(is_such);
        if any(|chain| chain.initial != Initial::No) {
            return Some("initial moves ('i')");
        }
        any(|chain| chain.en_passant).then_some("captures en passant ('e')")
    }

    /// The moves that can capture en passant.
    ///
    /// ```
    /// use peregrine::board::movement::{Dialect, Movement};
    /// let pawn = Movement::from_betza("fmWfceF", Dialect::XBoard).unwrap();
    /// let captures = Movement::from_betza("fceF", Dialect::XBoard).unwrap();
    /// assert_eq!(pawn.en_passant_captures(), captures);
    /// ```
    #[must_use]
    pub fn en_passant_captures(&self) -> Movement {
        let chains = self.chains.iter().filter(|chain| chain.en_passant);
        Movement {
            chains: chains.cloned().collect(),
        }
    }

    /// Checks that [`walks`](Movement::walks) succeeds for every square, and that all walks
    /// together are not too many.
    ///
    /// # Errors
    /// As [`walks`](Movement::walks).
    pub fn check(&self, layout: &Layout) -> Result<(), MovementError> {
        let mut count = 0;
        for color in Color::ALL {
            for from in layout.squares() {
                count += self.walks(layout, color, from, layout.squares())?.len();
                if count > MAX_WALKS_ON_BOARD {
                    return Err(MovementError::TooManyWalksOnBoard(MAX_WALKS_ON_BOARD));
                }
            }
        }
        Ok(())
    }
}

/// All moves of both movements, in an order of their own.
impl std::ops::BitOr for Movement {
    type Output = Movement;

    fn bitor(mut self, other: Movement) -> Movement {
        self.chains.extend(other.chains);
        self.chains.sort_unstable();
        self.chains.dedup();
        self
    }
}
