//! The meaning of scores: probabilities of win, draw and loss.
//!
//! `docs/research/wdl.md` explains how the numbers were fitted to games and how well
//! they hold on games not used for the fit; `scripts/wdl.py` computes them.

use std::fmt;

use crate::board::piece::PieceKind;
use crate::position::Position;
use crate::rules::Rules;
use crate::search::score::Score;

/// The model of one variant: with a score of `x` centipawns the probability of a
/// win is `1 / (1 + exp((a - x) / b))`, and that of a loss the same for `-x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fit {
    /// `a` in centipawns: without pieces, with half of those at the start, and
    /// with all.
    middle: [i32; 3],
    /// `b`, for the same numbers of pieces.
    width: [i32; 3],
}

/// The minimum width, so that a better score is never worse.
const MIN_WIDTH: f64 = 10.0;

impl Fit {
    /// The numbers of `middle`, then those of `width`.
    const fn new([a, b, c, d, e, f]: [i32; 6]) -> Fit {
        Fit {
            middle: [a, b, c],
            width: [d, e, f],
        }
    }
}

/// The fits of the variants with enough data.
const FITS: [(&str, Fit); 6] = [
    ("capablanca", Fit::new([377, 136, 57, 90, 159, 148])),
    ("chess", Fit::new([435, 143, 110, 138, 120, 161])),
    ("falcon", Fit::new([329, 107, 51, 103, 146, 158])),
    ("falcon-leap", Fit::new([390, 110, 68, 176, 146, 183])),
    ("falcon100", Fit::new([339, 106, 73, 219, 137, 207])),
    ("permutation", Fit::new([31, 28, 12, 112, 227, 314])),
];

/// The fit of a variant: its own, or that of the variant whose name it extends
/// (`falcon100` for `falcon100-classic`), or that of the most similar variant.
/// Variants with Falcons are similar to `falcon`, those on eight files to `chess`,
/// and all others to `capablanca`.
fn fit(rules: &Rules) -> Fit {
    let name = rules.variant();
    let named = |wanted: &str| FITS.iter().find(|(known, _)| *known == wanted);
    let mut ends = name.match_indices('-').map(|(end, _)| end);
    let extended = std::iter::from_fn(|| ends.next_back()).find_map(|end| named(&name[..end]));
    let nearest = || {
        let has_falcons = rules
            .piece_types()
            .iter()
            .any(|piece_type| piece_type.kind == PieceKind::FALCON);
        match rules.geometry().files() {
            _ if has_falcons => named("falcon"),
            8 => named("chess"),
            _ => named("capablanca"),
        }
    };
    let found = named(name).or(extended).or_else(nearest);
    found.map_or(FITS[0].1, |(_, fit)| *fit)
}

/// The parabola with these values at 0, at a half and at 1.
fn parabola(values: [i32; 3], share: f64) -> f64 {
    let [none, half, full] = values.map(f64::from);
    none * (1.0 - share) * (1.0 - 2.0 * share)
        + half * 4.0 * share * (1.0 - share)
        + full * share * (2.0 * share - 1.0)
}

/// Probabilities in thousandths; they sum to a thousand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// The probability that the side to move wins.
    pub win: u16,
    /// The probability of a draw.
    pub draw: u16,
    /// The probability that the side to move loses.
    pub loss: u16,
}

impl Wdl {
    /// A certain draw.
    pub(crate) const DRAW: Wdl = Wdl {
        win: 0,
        draw: 1000,
        loss: 0,
    };

    /// The probabilities for a score in a position. Mates are certain, and so
    /// are results known from tablebases, whose scores lie beyond all others.
    ///
    /// ```
    /// use peregrine::{position::Position, search::{score::Score, wdl::Wdl}, variants};
    /// let rules = variants::falcon();
    /// let start = Position::start(rules);
    /// assert_eq!(Wdl::new(&start, Score::Mate(-2)).to_string(), "0 0 1000");
    /// let even = Wdl::new(&start, Score::Centipawns(0));
    /// assert!(even.win == even.loss && even.win + even.draw + even.loss == 1000);
    /// ```
    pub fn new(position: &Position, score: Score) -> Wdl {
        let centipawns = match score {
            Score::Centipawns(centipawns) => centipawns,
            Score::Mate(moves) => {
                let win = if moves > 0 { 1000 } else { 0 };
                return Wdl::from_win_loss(win, 1000 - win);
            }
        };
        let rules = position.rules();
        let all = Position::start(rules).occupied().count().max(1);
        let left = position.occupied().count().min(all);
        let fit = fit(rules);
        let share = f64::from(left) / f64::from(all);
        // The probability of a draw is never negative.
        let middle = parabola(fit.middle, share).max(0.0);
        let width = parabola(fit.width, share).max(MIN_WIDTH);
        // Not the platform's function, so that the numbers are the same on
        // every machine.
        let chance = |x: i32| 1.0 / (1.0 + libm::exp((middle - f64::from(x)) / width));
        let thousandths = |chance: f64| (chance * 1000.0 + 0.5) as u16;
        let win = thousandths(chance(centipawns));
        let loss = thousandths(chance(centipawns.saturating_neg()));
        Wdl::from_win_loss(win, loss.min(1000 - win))
    }

    fn from_win_loss(win: u16, loss: u16) -> Wdl {
        Wdl {
            win,
            draw: 1000 - win - loss,
            loss,
        }
    }
}

/// Win, draw and loss, as in UCI.
impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::variants::{self, RuleOptions};

    fn start(variant: &str) -> Position {
        let variant = variants::find(variant).unwrap();
        Position::start(variant.nearest_rules(RuleOptions::default()))
    }

    #[test]
    fn all_scores_in_all_variants_have_probabilities() {
        for variant in variants::all() {
            let start = start(&variant.name);
            let mut before = Wdl::new(&start, Score::Mate(0));
            assert_eq!(before, Wdl::from_win_loss(0, 1000));
            for centipawns in (-32_000..=32_000).step_by(50) {
                let now = Wdl::new(&start, Score::Centipawns(centipawns));
                assert_eq!(now.win + now.draw + now.loss, 1000);
                assert!(now.win >= before.win && now.loss <= before.loss);
                let other = Wdl::new(&start, Score::Centipawns(-centipawns));
                // Equal up to the rounding of the last thousandth.
                assert!(now.win.abs_diff(other.loss) <= 1, "{now} {other}");
                before = now;
            }
            assert_eq!(before, Wdl::from_win_loss(1000, 0));
            assert_eq!(Wdl::new(&start, Score::Mate(9)), before);
        }
        for centipawns in [i32::MIN, i32::MAX] {
            let wdl = Wdl::new(&start("chess"), Score::Centipawns(centipawns));
            assert_eq!(wdl.win == 1000, centipawns > 0);
            assert_eq!(wdl.loss == 1000, centipawns < 0);
        }
    }

    #[test]
    fn variants_without_a_fit_have_that_of_the_nearest() {
        let fit_of = |variant| fit(start(variant).rules());
        let own = |name| FITS.iter().find(|(known, _)| *known == name).unwrap().1;
        assert_eq!(fit_of("falcon"), own("falcon"));
        assert_eq!(fit_of("falcon-8x8"), own("falcon"));
        assert_eq!(fit_of("chess"), own("chess"));
        assert_eq!(fit_of("falcon100-classic"), own("falcon100"));
        assert_eq!(fit_of("capablanca"), own("capablanca"));
        assert_ne!(own("falcon"), own("capablanca"));
    }

    #[test]
    fn fewer_pieces_make_more_draws() {
        let rules = start("falcon").rules();
        let few = Position::from_fen(rules, "k9/10/10/10/4P5/10/10/5K4 w - - 0 1").unwrap();
        let (few, many) = (
            Wdl::new(&few, Score::Centipawns(0)),
            Wdl::new(&start("falcon"), Score::Centipawns(0)),
        );
        assert!(few.draw > many.draw, "{few} {many}");
    }
}
