//! What is set about the engine's strength, and the level that it comes to.
//!
//! Knows no protocol. There are two ways to say how strong: by a level, and by
//! Elo points as UCI does it; the second counts while it is switched on.

use crate::engine::EngineOptions;
use crate::search::Level;

use super::by_lot;
use super::options::Setting;

/// The settings that have to do with strength.
#[derive(Clone, Debug)]
pub(super) struct Strength {
    skill: Level,
    /// Whether the Elo points count.
    limited: bool,
    /// The level of the Elo points.
    rated: Level,
    /// Whether the engine analyses, which it does at full strength.
    analyses: bool,
    /// What misjudgements follow from; 0 for a random number in each game.
    seed: u64,
    /// The number of this game.
    drawn: u64,
}

impl Strength {
    /// Full strength.
    pub fn new() -> Strength {
        Strength {
            skill: Level::FULL,
            limited: false,
            rated: Level::of_elo(Level::DEFAULT_ELO),
            analyses: false,
            seed: 0,
            drawn: by_lot(),
        }
    }

    /// Takes a setting, if it has to do with strength.
    pub fn set(&mut self, setting: &Setting) {
        match *setting {
            Setting::Skill(level) => self.skill = level,
            Setting::LimitStrength(limited) => self.limited = limited,
            Setting::Elo(elo) => self.rated = Level::of_elo(elo),
            Setting::Analyse(analyses) => self.analyses = analyses,
            Setting::SkillSeed(seed) => self.seed = seed,
            _ => {}
        }
    }

    /// Another game begins.
    pub fn new_game(&mut self) {
        self.drawn = by_lot();
    }

    /// The options of an engine with this strength, otherwise as given.
    pub fn applied_to(&self, options: EngineOptions) -> EngineOptions {
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
        strength.set(&Setting::Analyse(true));
        assert_eq!(level(&strength), Level::FULL);
        strength.set(&Setting::Analyse(false));
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
