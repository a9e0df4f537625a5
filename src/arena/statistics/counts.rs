//! Counts of results: games by win, draw and loss, pairs by score.

use std::fmt;
use std::ops::{AddAssign, Index};

use serde::{Deserialize, Serialize};

/// An engine's score from a pair of games, from 0 to 4 half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PairScore {
    /// Both games lost.
    Zero,
    /// A draw and a loss.
    Half,
    /// Two draws, or a win and a loss.
    One,
    /// A win and a draw.
    OneAndHalf,
    /// Both games won.
    Two,
}

impl PairScore {
    /// All scores, from lowest to highest.
    pub const ALL: [PairScore; 5] = [
        PairScore::Zero,
        PairScore::Half,
        PairScore::One,
        PairScore::OneAndHalf,
        PairScore::Two,
    ];

    /// The score for a number of half points; `None` above 4.
    pub(crate) fn from_half_points(half_points: usize) -> Option<PairScore> {
        PairScore::ALL.get(half_points).copied()
    }

    /// Its number of half points.
    pub const fn half_points(self) -> usize {
        self as usize
    }

    /// The same pair from the opponent's point of view.
    pub const fn reversed(self) -> PairScore {
        PairScore::ALL[4 - self as usize]
    }
}

/// Number of pairs with each [`PairScore`].
///
/// ```
/// use peregrine::arena::statistics::{PairScore, Pentanomial};
/// let mut counts = Pentanomial([1, 0, 5, 2, 0]);
/// counts.add(PairScore::Two);
/// assert_eq!((counts.pairs(), counts.half_points()), (9, 20));
/// assert_eq!(counts.to_string(), "1 0 5 2 1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Adds a pair.
    pub fn add(&mut self, score: PairScore) {
        self.0[score.half_points()] += 1;
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Half points from all pairs.
    pub fn half_points(&self) -> u64 {
        (0..).zip(self.0).map(|(half, count)| half * count).sum()
    }

    /// The same pairs from the opponent's point of view.
    #[must_use]
    pub fn reversed(mut self) -> Pentanomial {
        self.0.reverse();
        self
    }

    /// The share of pairs with an even score; `None` without pairs.
    ///
    /// ```
    /// use peregrine::arena::statistics::Pentanomial;
    /// assert_eq!(Pentanomial([1, 0, 2, 1, 0]).draw_ratio(), Some(0.5));
    /// assert_eq!(Pentanomial::default().draw_ratio(), None);
    /// ```
    pub fn draw_ratio(&self) -> Option<f64> {
        ratio(self.0[2], self.pairs())
    }
}

impl Index<PairScore> for Pentanomial {
    type Output = u64;

    fn index(&self, score: PairScore) -> &u64 {
        &self.0[score.half_points()]
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Pentanomial) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

impl FromIterator<PairScore> for Pentanomial {
    fn from_iter<I: IntoIterator<Item = PairScore>>(scores: I) -> Pentanomial {
        let mut counts = Pentanomial::default();
        scores.into_iter().for_each(|score| counts.add(score));
        counts
    }
}

impl fmt::Display for Pentanomial {
    /// Writes the counts, lowest score first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [zero, half, one, one_and_half, two] = self.0;
        write!(f, "{zero} {half} {one} {one_and_half} {two}")
    }
}

/// Number of games won, drawn and lost.
///
/// ```
/// use peregrine::arena::statistics::Trinomial;
/// let counts = Trinomial { wins: 3, draws: 2, losses: 1 };
/// assert_eq!((counts.games(), counts.half_points()), (6, 8));
/// assert_eq!(counts.draw_ratio(), Some(1.0 / 3.0));
/// assert_eq!(counts.to_string(), "+3 =2 -1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Trinomial {
    /// Adds a game that gave 0, 1 or 2 half points.
    pub fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Half points from all games.
    pub const fn half_points(&self) -> u64 {
        2 * self.wins + self.draws
    }

    /// The share of drawn games; `None` without games.
    pub fn draw_ratio(&self) -> Option<f64> {
        ratio(self.draws, self.games())
    }
}

impl AddAssign for Trinomial {
    fn add_assign(&mut self, other: Trinomial) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl fmt::Display for Trinomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
