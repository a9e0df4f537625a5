//! The settings of the engine's strength and the level that follows from them.
//!
//! Strength is set either as a level or, as in UCI, as an Elo rating, which
//! applies while `UCI_LimitStrength` is on.

use crate::engine::EngineOptions;
use crate::search::Level;

use super::options::Setting;
use crate::base::random;

/// The settings of strength.
#[derive(Clone, Debug)]
pub(super) struct Strength {
    skill: Level,
    /// Whether the Elo rating applies.
    limited: bool,
    /// The level of the Elo rating.
    rated: Level,
    /// Whether the engine analyses, always at full strength.
    analyses: bool,
    /// The seed of the evaluation noise; 0 for a random one in each game.
    seed: u64,
    /// The random seed of this game.
    drawn: u64,
}

impl Strength {
    /// Full strength.
    pub(super) fn new() -> Strength {
        Strength {
            skill: Level::FULL,
            limited: false,
            rated: Level::from_elo(Level::DEFAULT_ELO),
            analyses: false,
            seed: 0,
            drawn: random::seed(),
        }
    }

    /// Applies a setting; ignores those that do not concern strength.
    pub(super) fn set(&mut self, setting: &Setting) {
        match *setting {
            Setting::Skill(level) => self.skill = level,
            Setting::LimitStrength(limited) => self.limited = limited,
            Setting::Elo(elo) => self.rated = Level::from_elo(elo),
            Setting::Analyze(analyses) => self.analyses = analyses,
            Setting::SkillSeed(seed) => self.seed = seed,
            _ => {}
        }
    }

    /// Whether the engine analyses rather than plays.
    pub(super) fn analyses(&self) -> bool {
        self.analyses
    }

    /// Starts a new game, with a new random seed.
    pub(super) fn new_game(&mut self) {
        self.drawn = random::seed();
    }

    /// The given options with this strength.
    pub(crate) fn applied_to(&self, options: EngineOptions) -> EngineOptions {
        let level = match self {
            Strength { analyses: true, .. } => Level::FULL,
            Strength { limited: true, .. } => self.rated,
            _ => self.skill,
        };
        let seed = match self.seed {
            0 => self.drawn,
            seed => seed,
        };
        EngineOptions {
            level,
            seed,
            ..options
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_counts_while_it_is_switched_on_and_analysis_is_at_full_strength() {
        let mut strength = Strength::new();
        let level = |strength: &Strength| strength.applied_to(EngineOptions::default()).level;
        assert_eq!(level(&strength), Level::FULL);
        strength.set(&Setting::Skill(Level::new(3)));
        assert_eq!(level(&strength), Level::new(3));
        strength.set(&Setting::Elo(*Level::elo_range().end()));
        assert_eq!(level(&strength), Level::new(3));
        strength.set(&Setting::LimitStrength(true));
        assert_eq!(level(&strength), Level::new(19));
        strength.set(&Setting::Analyze(true));
        assert_eq!(level(&strength), Level::FULL);
        strength.set(&Setting::Analyze(false));
        strength.set(&Setting::LimitStrength(false));
        assert_eq!(level(&strength), Level::new(3));
    }

    #[test]
    fn another_game_has_another_number_unless_one_is_given() {
        let mut strength = Strength::new();
        let seed = |strength: &Strength| strength.applied_to(EngineOptions::default()).seed;
        let first = seed(&strength);
        assert_eq!(seed(&strength), first);
        strength.new_game();
        assert_ne!(seed(&strength), first);
        strength.set(&Setting::SkillSeed(7));
        strength.new_game();
        assert_eq!(seed(&strength), 7);
    }
}
