//! Start positions and clocks as the page asks for them.

use crate::base::random;
use crate::notation::pgn::{GameTree, ROOT};
use crate::position::{Position, fen};
use crate::rules::Rules;
use crate::variants::shuffle::Arrays;
use crate::variants::{self, RuleOptions};

use super::messages::Start;

use super::error::PageError;

/// The rules of a start.
///
/// # Errors
/// A sentence if there is no such game, or it does not have these options.
pub(crate) fn rules(start: &Start) -> Result<&'static Rules, PageError> {
    let variant = variants::find(&start.variant)?;
    let castling = start.castling.as_deref().map(str::parse).transpose();
    let promotion = start.promotion.as_deref().map(str::parse).transpose();
    let options = RuleOptions {
        castling: castling?,
        promotion: promotion?,
    };
    Ok(variant.rules(options)?)
}

/// The position of a start.
///
/// # Errors
/// A sentence that names what is wrong with it.
pub(crate) fn position(start: &Start) -> Result<Position, PageError> {
    let rules = rules(start)?;
    if let Some(fen) = &start.fen {
        return Ok(Position::from_fen(rules, fen)?);
    }
    match (start.array, rules.is_shuffled()) {
        (None, false) => Ok(Position::start(rules)),
        (array, _) => {
            let arrays = Arrays::new(rules)?;
            let number = array.unwrap_or_else(|| arrays.random_number(random::seed()));
            Ok(arrays.start(number)?)
        }
    }
}

/// The start of a game that was read.
///
/// # Errors
/// If the tree has no start position, which cannot be.
pub(crate) fn from_tree(tree: &GameTree) -> Result<Start, PageError> {
    let root = tree.node(ROOT)?;
    let rules = root.position().rules();
    let text = root.position().to_string();
    Ok(Start {
        variant: rules.variant().to_owned(),
        castling: Some(rules.castling().to_string()),
        promotion: Some(rules.promotion().to_string()),
        fen: (text != rules.start_fen()).then_some(text),
        array: None,
    })
}

/// The setup of a start that may be no legal position; the castling field of its FEN.
///
/// # Errors
/// A sentence if it cannot even be read.
pub(crate) fn setup(
    start: &Start,
) -> Result<(&'static Rules, crate::board::setup::Setup, String), PageError> {
    let rules = rules(start)?;
    let text = start.fen.as_deref().unwrap_or(rules.start_fen());
    let setup = fen::parse(rules, text)?;
    let castling = text.split_whitespace().nth(2).unwrap_or("-");
    Ok((rules, setup, castling.to_owned()))
}
