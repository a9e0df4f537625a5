//! How a game ends, and what cannot be done in it.

use std::fmt;

use crate::base::sentence::sentence;
use crate::board::color::Color;
use crate::position::Outcome;
use crate::position::game::GameResult;

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the board.
    Outcome(Outcome),
    /// A side resigned.
    Resignation {
        /// The side that lost.
        loser: Color,
    },
    /// Both sides agreed to a draw.
    Agreement,
    /// A side ran out of time.
    Flag {
        /// The side whose flag fell.
        side: Color,
        /// Whether the other side could not have won (article 6.9 of FIDE's Laws of Chess).
        is_drawn: bool,
    },
}

impl Ending {
    /// The result of the game.
    pub fn result(self) -> GameResult {
        match self {
            Ending::Outcome(outcome) => outcome.into(),
            Ending::Resignation { loser } => GameResult::won_by(Some(!loser)),
            Ending::Agreement | Ending::Flag { is_drawn: true, .. } => GameResult::Draw,
            Ending::Flag { side, .. } => GameResult::won_by(Some(!side)),
        }
    }

    /// The sentence about an end that orthodox chess does not know, for the game's file.
    pub(crate) fn comment(self) -> Option<String> {
        match self {
            Ending::Outcome(outcome) if outcome.is_special() => Some(sentence(&outcome)),
            _ => None,
        }
    }
}

/// The reason, such as `White resigns`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Outcome(outcome) => outcome.fmt(f),
            Ending::Resignation { loser } => write!(f, "{loser} resigns"),
            Ending::Agreement => f.write_str("drawn by agreement"),
            Ending::Flag { side, is_drawn } => {
                write!(f, "{side} ran out of time")?;
                match is_drawn {
                    true => write!(f, ", but {} cannot mate", !*side),
                    false => Ok(()),
                }
            }
        }
    }
}

/// Why something cannot be done in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// The game has ended.
    #[error("the game is over")]
    Ended,
    /// The engine plays both sides.
    #[error("only a person can {0}")]
    NoPerson(&'static str),
    /// No person has made a move yet.
    #[error("there is no move of yours to take back")]
    NothingToTakeBack,
}
