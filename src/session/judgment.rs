//! What the evaluations of a game say about its moves and players.
//!
//! Pure arithmetic on expected scores; must not search, nor know how a game is written.

use std::fmt;

use crate::board::color::Color;
use crate::search::wdl::Wdl;

/// The expected score of a side, from 0 (lost) to 2000 (won): a win counts two
/// thousandths, a draw one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExpectedScore(u16);

impl ExpectedScore {
    /// A certain win.
    pub const WON: ExpectedScore = ExpectedScore(2000);
    /// Equality, such as a draw.
    pub const EVEN: ExpectedScore = ExpectedScore(1000);
    /// A certain loss.
    pub const LOST: ExpectedScore = ExpectedScore(0);

    /// A percentage.
    pub const fn percent(percent: u16) -> ExpectedScore {
        ExpectedScore(percent * 20)
    }

    /// That of the other side.
    #[must_use]
    pub const fn other(self) -> ExpectedScore {
        ExpectedScore(ExpectedScore::WON.0 - self.0)
    }

    /// How much more this is than another, or nothing.
    #[must_use]
    pub const fn above(self, other: ExpectedScore) -> ExpectedScore {
        ExpectedScore(self.0.saturating_sub(other.0))
    }

    /// The expected score of `side`, if this is that of `own`.
    #[must_use]
    pub fn seen_by(self, own: Color, side: Color) -> ExpectedScore {
        if own == side { self } else { self.other() }
    }
}

impl From<Wdl> for ExpectedScore {
    fn from(wdl: Wdl) -> ExpectedScore {
        ExpectedScore(2 * wdl.win + wdl.draw)
    }
}

/// In whole percent.
impl fmt::Display for ExpectedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", (self.0 + 10) / 20)
    }
}

/// A move that loses this much is an inaccuracy, `?!`.
pub(crate) const INACCURACY: ExpectedScore = ExpectedScore::percent(8);

/// A move that loses this much is a mistake, `?`. A move is the only good one if every
/// other would lose this much.
pub(crate) const MISTAKE: ExpectedScore = ExpectedScore::percent(15);

/// A move that loses this much is a blunder, `??`.
const BLUNDER: ExpectedScore = ExpectedScore::percent(25);

/// A side with at least this expected score is winning.
const WINNING: ExpectedScore = ExpectedScore::percent(75);

/// The loss with which the accuracy of a move falls to a half.
pub const HALVING: ExpectedScore = ExpectedScore::percent(20);

/// The mark of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgment {
    /// `!`: the only good move, and hard to find.
    Good,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgment {
    /// The annotation for this loss; `None` below the threshold of an inaccuracy.
    ///
    /// ```
    /// use peregrine::session::judgment::{ExpectedScore, Judgment};
    /// assert_eq!(Judgment::from_loss(ExpectedScore::percent(4)), None);
    /// assert_eq!(Judgment::from_loss(ExpectedScore::percent(25)), Some(Judgment::Blunder));
    /// ```
    pub fn from_loss(loss: ExpectedScore) -> Option<Judgment> {
        match loss {
            _ if loss >= BLUNDER => Some(Judgment::Blunder),
            _ if loss >= MISTAKE => Some(Judgment::Mistake),
            _ if loss >= INACCURACY => Some(Judgment::Inaccuracy),
            _ => None,
        }
    }

    /// Its numeric annotation glyph.
    pub const fn glyph(self) -> u8 {
        match self {
            Judgment::Good => 1,
            Judgment::Mistake => 2,
            Judgment::Blunder => 4,
            Judgment::Inaccuracy => 6,
        }
    }
}

/// The accuracy of a move with this loss, in percent: it halves with every
/// [`HALVING`] lost.
///
/// ```
/// use peregrine::session::judgment::{ExpectedScore, HALVING, accuracy_of_move};
/// assert_eq!(accuracy_of_move(ExpectedScore::LOST), 100.0);
/// assert!((accuracy_of_move(HALVING) - 50.0).abs() < 1e-9);
/// ```
pub fn accuracy_of_move(loss: ExpectedScore) -> f64 {
    // Not the platform's function, so that the numbers are the same on every machine.
    100.0 * libm::exp2(-f64::from(loss.0) / f64::from(HALVING.0))
}

/// The accuracy of a player: the mean over the player's moves; `None` without a move.
pub fn accuracy(losses: &[ExpectedScore]) -> Option<f64> {
    let sum: f64 = losses.iter().map(|&loss| accuracy_of_move(loss)).sum();
    (!losses.is_empty()).then(|| sum / losses.len() as f64)
}

/// Who is winning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Balance {
    Winning(Color),
    Open,
}

impl Balance {
    /// By White's expected score.
    fn new(white: ExpectedScore) -> Balance {
        match white {
            _ if white >= WINNING => Balance::Winning(Color::White),
            _ if white.other() >= WINNING => Balance::Winning(Color::Black),
            _ => Balance::Open,
        }
    }
}

/// A move that lost enough to be marked, and with that changed who is winning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// The index of the move in the game.
    pub ply: usize,
    /// White's expected score if the best move had been played.
    pub before: ExpectedScore,
    /// White's expected score after the move.
    pub after: ExpectedScore,
}

impl TurningPoint {
    /// The move with this index, if it is one; both scores are White's.
    pub fn new(ply: usize, before: ExpectedScore, after: ExpectedScore) -> Option<TurningPoint> {
        let turns = Balance::new(before) != Balance::new(after);
        turns.then_some(TurningPoint { ply, before, after })
    }

    /// Whether this side is winning from here.
    pub fn is_won_by(&self, side: Color) -> bool {
        Balance::new(self.after) == Balance::Winning(side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_threshold_begins_its_mark() {
        let just_below = |score: ExpectedScore| ExpectedScore(score.0 - 1);
        for (loss, mark) in [
            (ExpectedScore::LOST, None),
            (just_below(INACCURACY), None),
            (INACCURACY, Some(Judgment::Inaccuracy)),
            (just_below(MISTAKE), Some(Judgment::Inaccuracy)),
            (MISTAKE, Some(Judgment::Mistake)),
            (just_below(BLUNDER), Some(Judgment::Mistake)),
            (BLUNDER, Some(Judgment::Blunder)),
            (ExpectedScore::WON, Some(Judgment::Blunder)),
        ] {
            assert_eq!(Judgment::from_loss(loss), mark, "{loss}");
        }
    }

    #[test]
    fn accuracy_is_the_mean_over_moves() {
        assert_eq!(accuracy(&[]), None);
        assert_eq!(accuracy(&[ExpectedScore::LOST; 3]), Some(100.0));
        let mean = accuracy(&[ExpectedScore::LOST, HALVING, ExpectedScore::percent(40)]);
        assert!(mean.is_some_and(|mean| (mean - 175.0 / 3.0).abs() < 1e-9));
    }

    #[test]
    fn a_game_turns_where_another_side_or_none_is_winning() {
        let turns = |before, after| {
            TurningPoint::new(
                7,
                ExpectedScore::percent(before),
                ExpectedScore::percent(after),
            )
            .is_some()
        };
        assert!(turns(50, 75) && turns(75, 74) && turns(26, 25) && turns(80, 20));
        assert!(!turns(74, 26) && !turns(75, 100) && !turns(0, 25));
        let point = TurningPoint::new(7, ExpectedScore::EVEN, ExpectedScore::percent(20));
        assert!(point.is_some_and(|point| point.is_won_by(Color::Black)));
        assert!(point.is_some_and(|point| !point.is_won_by(Color::White)));
    }

    #[test]
    fn the_guide_names_the_thresholds() {
        let guide = include_str!("../../docs/guide/annotate.md");
        for sentence in [
            format!("| `?!` | the loss is at least {INACCURACY} |"),
            format!("| `?` | at least {MISTAKE} |"),
            format!("| `??` | at least {BLUNDER} |"),
            format!("the expected score is at least {MISTAKE} lower"),
            format!("an expected score of {WINNING} or more"),
            format!("halves with every {HALVING} of loss."),
        ] {
            assert!(guide.contains(&sentence), "{sentence}");
        }
    }

    #[test]
    fn scores_of_both_sides_add_up() {
        for percent in 0..=100 {
            let score = ExpectedScore::percent(percent);
            assert_eq!(score.other(), ExpectedScore::percent(100 - percent));
            assert_eq!(score.to_string(), format!("{percent}%"));
        }
    }
}
