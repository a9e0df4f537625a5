//! The rule for a fallen flag when the opponent could never win.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The result of a game in which an engine oversteps its time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FlagRule {
    /// A draw if the opponent cannot mate by any series of legal moves, otherwise a loss:
    /// article 6.9 of FIDE's Laws of Chess.
    #[default]
    Fide,
    /// Always a loss.
    Loss,
}

impl FlagRule {
    /// The rule of results that do not name one: they are older than the choice.
    pub(super) fn unnamed() -> FlagRule {
        FlagRule::Loss
    }

    /// Whether results leave it unnamed.
    pub(super) fn is_unnamed(&self) -> bool {
        *self == FlagRule::unnamed()
    }
}

impl FromStr for FlagRule {
    type Err = String;

    fn from_str(text: &str) -> Result<FlagRule, String> {
        match text {
            "fide" => Ok(FlagRule::Fide),
            "loss" => Ok(FlagRule::Loss),
            _ => Err(format!(
                "'{text}' is not a rule for fallen flags (choose from: fide loss)"
            )),
        }
    }
}

impl fmt::Display for FlagRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FlagRule::Fide => "fide",
            FlagRule::Loss => "loss",
        })
    }
}
