//! Playing strength: levels from beginner to full strength.
//!
//! A lower level searches fewer positions, less deeply, and evaluates them less
//! accurately. It always plays the move that it considers best; its evaluation
//! errors stay the same for a whole game. Must not depend on a protocol.

use std::ops::RangeInclusive;

use crate::board::color::Color;
use crate::board::zobrist;
use crate::eval::{EvalState, SCORE_LIMIT};
use crate::search::score::Value;

use super::Limits;

/// The limits of a level below full strength.
struct SkillSettings {
    /// The maximum search depth, not counting captures.
    depth: Option<u32>,
    /// The nodes that it searches per move.
    nodes: u64,
    /// The standard deviation of its evaluation errors, in centipawns.
    eval_noise: i32,
    /// Its rating, measured in games between the levels. The zero of the scale
    /// is arbitrary (`docs/guide/levels.md`).
    elo: u32,
}

/// The levels below full strength. From each to the next, nodes grow and errors
/// shrink by about constant factors.
const SKILLS: [SkillSettings; 20] = {
    const fn skill(depth: Option<u32>, nodes: u64, eval_noise: i32, elo: u32) -> SkillSettings {
        SkillSettings {
            depth,
            nodes,
            eval_noise,
            elo,
        }
    }
    [
        skill(Some(1), 40, 400, 500),
        skill(Some(1), 64, 300, 660),
        skill(Some(1), 100, 220, 830),
        skill(Some(2), 160, 170, 1080),
        skill(Some(3), 260, 150, 1270),
        skill(Some(3), 420, 120, 1510),
        skill(Some(4), 670, 105, 1740),
        skill(Some(4), 1070, 90, 1870),
        skill(Some(5), 1700, 75, 2130),
        skill(Some(5), 2750, 65, 2200),
        skill(Some(6), 4400, 55, 2460),
        skill(Some(7), 7000, 47, 2730),
        skill(Some(8), 11_000, 40, 3020),
        skill(Some(9), 18_000, 34, 3190),
        skill(Some(10), 29_000, 29, 3390),
        skill(None, 46_000, 25, 3680),
        skill(None, 74_000, 21, 3860),
        skill(None, 118_000, 18, 4050),
        skill(None, 189_000, 15, 4180),
        skill(None, 302_000, 13, 4290),
    ]
};

/// A level of playing strength, from 0 (beginner) to [`Level::FULL`].
///
/// ```
/// use peregrine::search::Level;
/// assert!(Level::new(3) < Level::new(7));
/// assert_eq!(Level::new(99), Level::FULL);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(usize);

impl Level {
    /// Full strength.
    pub const FULL: Level = Level(SKILLS.len());

    /// The default rating for limited strength: that of a middle level.
    pub(crate) const DEFAULT_ELO: u32 = SKILLS[10].elo;

    /// The level with this number, or full strength if there is none.
    ///
    /// ```
    /// # use peregrine::search::Level;
    /// assert_eq!(Level::new(5).number(), 5);
    /// ```
    pub fn new(number: usize) -> Level {
        Level(number).min(Level::FULL)
    }

    /// The level with the rating nearest to `elo`, below full strength.
    ///
    /// ```
    /// # use peregrine::search::Level;
    /// let level = Level::new(8);
    /// assert_eq!(Level::from_elo(level.elo().unwrap()), level);
    /// ```
    pub fn from_elo(elo: u32) -> Level {
        let distance = |skill: &SkillSettings| skill.elo.abs_diff(elo);
        let nearest = SKILLS
            .iter()
            .enumerate()
            .min_by_key(|(_, skill)| distance(skill));
        nearest.map_or(Level::FULL, |(number, _)| Level(number))
    }

    /// The ratings of the lowest level and of the highest level below full
    /// strength.
    ///
    /// ```
    /// # use peregrine::search::Level;
    /// assert_eq!(Level::from_elo(*Level::elo_range().start()), Level::new(0));
    /// ```
    pub fn elo_range() -> RangeInclusive<u32> {
        SKILLS[0].elo..=SKILLS[SKILLS.len() - 1].elo
    }

    /// The number of the level.
    pub fn number(self) -> usize {
        self.0
    }

    /// The rating on the scale of `docs/guide/levels.md`; `None` for full strength,
    /// which depends on the available time.
    ///
    /// ```
    /// # use peregrine::search::Level;
    /// assert!(Level::new(3).elo() < Level::new(7).elo());
    /// assert_eq!(Level::FULL.elo(), None);
    /// ```
    pub fn elo(self) -> Option<u32> {
        SKILLS.get(self.0).map(|skill| skill.elo)
    }

    /// Lowers the limits of a search to what the level may use.
    ///
    /// ```
    /// # use peregrine::search::{Level, Limits};
    /// let mut limits = Limits::default();
    /// Level::FULL.limit(&mut limits);
    /// assert_eq!(limits, Limits::default());
    /// Level::new(0).limit(&mut limits);
    /// assert_eq!(limits.depth, Some(1));
    /// ```
    pub fn limit(self, limits: &mut Limits) {
        if let Some(skill) = SKILLS.get(self.0) {
            let nodes = limits.nodes.unwrap_or(u64::MAX);
            limits.nodes = Some(nodes.min(skill.nodes));
            limits.depth = [limits.depth, skill.depth].into_iter().flatten().min();
        }
    }

    /// The evaluation noise of the level for the game with this seed; `None`
    /// for full strength.
    pub(crate) fn evaluation_noise(self, seed: u64) -> Option<EvaluationNoise> {
        let skill = SKILLS.get(self.0)?;
        Some(EvaluationNoise {
            seed: zobrist::splitmix(seed),
            deviation: skill.eval_noise,
        })
    }
}

/// Evaluation errors that stay the same for a whole game: one for the structure
/// of Pawns and Kings, and one for the pieces of each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EvaluationNoise {
    seed: u64,
    /// The standard deviation, in centipawns.
    deviation: i32,
}

impl EvaluationNoise {
    /// The evaluation of a position with this side to move, plus noise.
    pub(super) fn apply(self, evaluation: Value, side: Color, eval_state: &EvalState) -> Value {
        let [white, black] = Color::ALL.map(|color| eval_state.piece_key(color));
        let error: i32 = [eval_state.pawn_key(), white, black]
            .into_iter()
            .map(|key| self.sample(key))
            .sum();
        let own = if side == Color::White { error } else { -error };
        (evaluation + own).clamp(1 - SCORE_LIMIT, SCORE_LIMIT - 1)
    }

    /// One of three errors, uniformly distributed in a range that gives their
    /// sum the desired standard deviation.
    fn sample(self, key: u64) -> i32 {
        let random = zobrist::splitmix(key ^ self.seed) >> 32;
        let values = 2 * self.deviation as u64 + 1;
        ((random * values) >> 32) as i32 - self.deviation
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::position::Position;
    use crate::variants;

    #[test]
    fn a_higher_level_spends_more_and_errs_less() {
        for pair in SKILLS.windows(2) {
            let depths = [&pair[0], &pair[1]].map(|skill| skill.depth.unwrap_or(u32::MAX));
            assert!(depths[0] <= depths[1]);
            assert!(pair[0].nodes < pair[1].nodes);
            assert!(pair[0].eval_noise > pair[1].eval_noise && pair[1].eval_noise > 0);
            assert!(pair[0].elo < pair[1].elo);
        }
    }

    #[test]
    fn limits_that_are_lower_stay() {
        let mut limits = Limits {
            nodes: Some(7),
            ..Limits::default()
        };
        Level::new(5).limit(&mut limits);
        assert_eq!(limits.nodes, Some(7));
        limits.nodes = Some(1 << 40);
        Level::new(5).limit(&mut limits);
        assert_eq!(limits.nodes, Some(SKILLS[5].nodes));
    }

    #[test]
    fn errors_are_as_large_as_said_and_of_either_sign() {
        let noise = Level::new(0)
            .evaluation_noise(1)
            .expect("it is a low level");
        let count = 3000;
        let errors = || (0..count).map(|key| f64::from(noise.sample(zobrist::splitmix(key))));
        let mean = errors().sum::<f64>() / count as f64;
        let variance = errors().map(|error| error * error).sum::<f64>() / count as f64;
        // Three of them are added.
        let deviation = (3.0 * variance).sqrt();
        let wanted = f64::from(noise.deviation);
        assert!(mean.abs() < wanted / 20.0, "{mean}");
        assert!((deviation / wanted - 1.0).abs() < 0.05, "{deviation}");
    }

    #[test]
    fn both_sides_misjudge_a_position_alike_and_other_games_differ() {
        let rules = variants::find("falcon")
            .expect("a built-in variant")
            .nearest_rules(Default::default());
        let position = Position::start(rules);
        let eval_state = Evaluator::new(rules).state(&position);
        let error = |seed, side| {
            let noise = Level::new(0)
                .evaluation_noise(seed)
                .expect("it is a low level");
            noise.apply(0, side, &eval_state)
        };
        assert_eq!(error(1, Color::White), -error(1, Color::Black));
        assert_ne!(error(1, Color::White), error(2, Color::White));
    }
}
