//! Stands in for the tablebases without the feature `endings`: there are none.

mod value;

use crate::board::moves::Move;
use crate::position::Position;
use crate::rules::Rules;

pub use value::TableValue;

/// No tables belong to a game.
#[cfg(feature = "separate-data")]
pub(crate) fn files(_: &Rules) -> [crate::base::data_file::DataFile; 0] {
    []
}

/// No table is needed.
#[cfg(feature = "separate-data")]
pub(crate) fn wanted_file(_: &Position, _: bool) -> Option<crate::base::data_file::DataFile> {
    None
}

/// No tables for a variant.
#[derive(Debug)]
pub struct Tablebases {
    rules: &'static Rules,
}

impl Tablebases {
    /// No tables for a variant.
    pub fn new(rules: &'static Rules) -> Tablebases {
        Tablebases { rules }
    }

    pub(crate) fn built_in(rules: &'static Rules) -> Tablebases {
        Tablebases::new(rules)
    }

    /// How many tables there are: none.
    #[cfg(feature = "separate-data")]
    pub(crate) fn len(&self) -> usize {
        0
    }

    /// The rules of the variant.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The largest number of men in any of the tables: 0.
    #[inline]
    pub fn max_pieces(&self) -> usize {
        0
    }

    /// The value of a position: a draw if neither side can mate, otherwise unknown.
    pub fn probe(&self, position: &Position) -> Option<TableValue> {
        let is_draw = position.is_insufficient_material() && !position.castling_rights().any();
        is_draw.then_some(TableValue::Draw)
    }

    pub(crate) fn probe_after(&self, position: &Position, mv: Move) -> Option<TableValue> {
        let mut next = position.clone();
        next.play(mv);
        self.probe(&next).map(TableValue::before)
    }

    pub(crate) fn line(&self, _: &Position) -> Vec<Move> {
        Vec::new()
    }
}
