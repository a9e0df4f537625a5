//! Makes [`Rules`], and from them the start position.
//!
//! Whether a start position is legal takes a position to tell. So the only way
//! to make rules is here, above [`rules`](crate::rules), and whoever holds rules
//! can start a game.

use crate::rules::{Rules, RulesSetup};

use super::fen::{self, FenError};
use super::{PositionError, PositionOf};

/// Rules whose start position can be read, but may not be legal. The checker of
/// variant files looks at such rules for whatever else is wrong with them.
pub(crate) struct UncheckedRules(Rules);

impl UncheckedRules {
    /// The rules that follow from a setup.
    ///
    /// # Errors
    /// If the start position cannot be read.
    pub(crate) fn new(setup: RulesSetup) -> Result<UncheckedRules, FenError> {
        let mut rules = Rules::without_start(setup);
        let start = fen::parse(&rules, rules.start_fen())?;
        rules.set_start(start);
        Ok(UncheckedRules(rules))
    }

    /// The rules. No position can be made from them yet.
    pub(crate) fn rules(&self) -> &Rules {
        &self.0
    }

    /// The rules, if their start position is legal.
    ///
    /// # Errors
    /// As [`Position::from_setup`](PositionOf::from_setup).
    pub(crate) fn validated(self) -> Result<Rules, PositionError> {
        PositionOf::from_setup(&self.0, self.0.start())?;
        Ok(self.0)
    }
}

impl Rules {
    /// The rules that follow from a setup.
    ///
    /// # Errors
    /// If the start position cannot be read or is not legal.
    pub fn new(setup: RulesSetup) -> Result<Rules, FenError> {
        Ok(UncheckedRules::new(setup)?.validated()?)
    }
}

impl<'r> PositionOf<'r> {
    /// The start position of a game.
    ///
    /// ```
    /// use peregrine::{position::Position, variants};
    /// let rules = variants::falcon();
    /// assert_eq!(Position::start(rules).legal_moves().len(), 24);
    /// ```
    pub fn start(rules: &'r Rules) -> PositionOf<'r> {
        PositionOf::from_valid_setup(rules, rules.start())
    }
}
