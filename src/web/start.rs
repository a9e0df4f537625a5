//! Start positions and clocks as the page asks for them.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use crate::notation::pgn::{GameTree, ROOT};
use crate::position::{Position, fen};
use crate::rules::Rules;
use crate::variants::shuffle::Arrays;
use crate::variants::{self, RuleOptions};

use super::clock::Clocks;
use super::messages::{Start, TimeControl};
use super::saved::SavedClock;
use super::session::sentence;

/// The longest time on a clock, in milliseconds: ten hours.
const MAX_TIME: u64 = 36_000_000;

/// The rules of a start.
///
/// # Errors
/// A sentence if there is no such game, or it does not have these options.
pub(super) fn rules(start: &Start) -> Result<&'static Rules, String> {
    let variant = variants::find(&start.variant).map_err(|error| sentence(&error))?;
    let castling = start.castling.as_deref().map(str::parse).transpose();
    let promotion = start.promotion.as_deref().map(str::parse).transpose();
    let options = RuleOptions {
        castling: castling.map_err(|error| sentence(&error))?,
        promotion: promotion.map_err(|error| sentence(&error))?,
    };
    variant.rules(options).map_err(|error| sentence(&error))
}

/// The position of a start.
///
/// # Errors
/// A sentence that names what is wrong with it.
pub(super) fn position(start: &Start) -> Result<Position, String> {
    let rules = rules(start)?;
    if let Some(fen) = &start.fen {
        return Position::from_fen(rules, fen).map_err(|error| sentence(&error));
    }
    match (start.array, rules.is_shuffled()) {
        (None, false) => Ok(Position::start(rules)),
        (array, _) => {
            let arrays = Arrays::of(rules).map_err(|error| sentence(&error))?;
            let number = array.unwrap_or_else(|| arrays.drawn(random()));
            arrays.start(number).map_err(|error| sentence(&error))
        }
    }
}

fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// The start of a game that was read.
///
/// # Errors
/// If the tree has no start position, which cannot be.
pub(super) fn of_tree(tree: &GameTree) -> Result<Start, String> {
    let root = tree.node(ROOT).map_err(|error| sentence(&error))?;
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

/// Both clocks at their start.
///
/// # Errors
/// A sentence if they would run too long, or not at all.
pub(super) fn checked_clock(control: TimeControl) -> Result<Clocks, String> {
    if control.base == 0 && control.increment == 0 {
        return Err("A clock needs some time.".into());
    }
    if control.base > MAX_TIME || control.increment > MAX_TIME {
        return Err("A clock holds ten hours at most.".into());
    }
    Ok(Clocks::new(TimeControl {
        // With an increment alone, the first move needs time, too.
        base: control.base.max(control.increment),
        ..control
    }))
}

/// The clocks of a saved game.
///
/// # Errors
/// As [`checked_clock`].
pub(super) fn checked_saved_clock(saved: SavedClock) -> Result<Clocks, String> {
    let clocks = checked_clock(saved.control)?;
    let left = [saved.white, saved.black].map(|left| left.min(2 * MAX_TIME));
    Ok(Clocks::with(clocks.control, left))
}

/// The setup of a start that may be no legal position; the castling field of its FEN.
///
/// # Errors
/// A sentence if it cannot even be read.
pub(super) fn setup(
    start: &Start,
) -> Result<(&'static Rules, crate::board::setup::Setup, String), String> {
    let rules = rules(start)?;
    let text = start.fen.as_deref().unwrap_or(rules.start_fen());
    let setup = fen::parse(rules, text).map_err(|error| sentence(&error))?;
    let castling = text.split_whitespace().nth(2).unwrap_or("-");
    Ok((rules, setup, castling.to_owned()))
}
