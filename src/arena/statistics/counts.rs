//! Results, counted.
//!
//! Knows no estimates: what was won, drawn and lost.

use std::fmt;
use std::ops::{AddAssign, Index};

use serde::{Deserialize, Serialize};

/// What an engine got from a pair of games: half points, 0 to 4.
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
    /// All scores, the lowest first.
    pub const ALL: [PairScore; 5] = [
        PairScore::Zero,
        PairScore::Half,
        PairScore::One,
        PairScore::OneAndHalf,
        PairScore::Two,
    ];

    /// The score of so many half points; none above 4.
    ///
    /// ```
    /// use peregrine::arena::statistics::PairScore;
    /// assert_eq!(PairScore::from_half_points(3), Some(PairScore::OneAndHalf));
    /// assert_eq!(PairScore::from_half_points(5), None);
    /// ```
    pub fn from_half_points(half_points: usize) -> Option<PairScore> {
        PairScore::ALL.get(half_points).copied()
    }

    /// How many half points it is.
    ///
    /// ```
    /// use peregrine::arena::statistics::PairScore;
    /// assert_eq!(PairScore::Two.half_points(), 4);
    /// ```
    pub const fn half_points(self) -> usize {
        self as usize
    }

    /// The same pair as the opponent sees it.
    ///
    /// ```
    /// use peregrine::arena::statistics::PairScore;
    /// assert_eq!(PairScore::Half.reversed(), PairScore::OneAndHalf);
    /// ```
    pub const fn reversed(self) -> PairScore {
        PairScore::ALL[4 - self as usize]
    }
}

/// How many pairs of games gave each [`PairScore`].
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
    /// Counts one more pair.
    pub fn add(&mut self, score: PairScore) {
        self.0[score.half_points()] += 1;
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The half points of all pairs.
    pub fn half_points(&self) -> u64 {
        (0..).zip(self.0).map(|(half, count)| half * count).sum()
    }

    /// The same pairs as the opponent sees them.
    #[must_use]
    pub fn reversed(mut self) -> Pentanomial {
        self.0.reverse();
        self
    }

    /// The part of the pairs in which nobody got more than the other; `None`
    /// if there are no pairs.
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
    /// Writes the counts, the lowest score first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [zero, half, one, one_and_half, two] = self.0;
        write!(f, "{zero} {half} {one} {one_and_half} {two}")
    }
}

/// Games an engine won, drew and lost.
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
    /// Counts one more game, which gave 0, 1 or 2 half points.
    pub fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// How many games there are.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The half points of all games.
    pub const fn half_points(&self) -> u64 {
        2 * self.wins + self.draws
    }

    /// The part of the games that were drawn; `None` if there are no games.
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
