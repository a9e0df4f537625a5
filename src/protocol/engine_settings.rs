//! The settings that both protocols share, and the one place that applies them.
//!
//! Strength is set either as a level or, as in UCI, as an Elo rating, which applies while
//! `UCI_LimitStrength` is on.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::base::excerpt::excerpt;
use crate::base::random;
use crate::engine::{BookChoice, Engine, EngineOptions};
use crate::rules::{CastlingRule, PromotionRule};
use crate::search::Level;
use crate::variants::{self, Variant, VariantFileError};

use super::options::Setting;

/// The settings of an engine. Options that were changed apply when they are passed to it.
pub(super) struct EngineSettings {
    /// The engine's options from the next search on.
    pub options: EngineOptions,
    skill: Level,
    is_elo_limited: bool,
    /// The level of the Elo rating.
    elo_level: Level,
    /// Whether the engine analyzes, always at full strength.
    pub is_analyzing: bool,
    /// The seed of the evaluation noise; 0 for a random one in each game.
    seed: u64,
    /// The random seed of this game.
    game_seed: u64,
    pub book: BookChoice,
    pub plays_from_book: bool,
}

/// What a setting leaves to the protocol.
pub(super) enum Effect {
    /// Nothing.
    Done,
    /// The options have changed and have to be passed to the engine.
    Options,
    /// A file of variants was read; these were added.
    Variants(Result<Vec<String>, VariantFileError>),
    /// Other games are listed than before.
    Listed,
    Variant(&'static Variant),
    Castling(Option<CastlingRule>),
    Promotion(Option<PromotionRule>),
    Chess960(bool),
    ShowWdl(bool),
    DebugLog(Option<PathBuf>),
}

/// A file or folder that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {reason}", excerpt(&path.display().to_string()))]
pub(super) struct PathError {
    path: PathBuf,
    reason: String,
}

impl PathError {
    fn new(path: Option<PathBuf>, reason: &impl ToString) -> PathError {
        PathError {
            path: path.unwrap_or_default(),
            reason: reason.to_string(),
        }
    }
}

impl EngineSettings {
    /// The options of an engine at full strength, without a book.
    pub(super) fn new(options: EngineOptions) -> EngineSettings {
        let mut settings = EngineSettings {
            options,
            skill: Level::FULL,
            is_elo_limited: false,
            elo_level: Level::from_elo(Level::DEFAULT_ELO),
            is_analyzing: false,
            seed: 0,
            game_seed: 0,
            book: BookChoice::default(),
            plays_from_book: false,
        };
        settings.new_game();
        settings
    }

    /// Draws the random seed of another game.
    pub(super) fn new_game(&mut self) {
        self.game_seed = random::seed();
        self.set_strength();
    }

    /// Applies a setting, or returns it to the protocol that knows what it means. The engine
    /// must be idle, except for effects on the options.
    ///
    /// # Errors
    /// If a file or folder cannot be used; nothing changes then.
    pub(super) fn apply(
        &mut self,
        setting: Setting,
        engine: &mut Engine,
    ) -> Result<Effect, PathError> {
        match setting {
            Setting::Hash(hash) => self.options.hash = hash,
            Setting::Threads(threads) => self.options.threads = threads,
            Setting::Lines(lines) => self.options.lines = lines,
            Setting::MoveOverhead(overhead) => self.options.move_overhead = overhead,
            Setting::Skill(level) => self.skill = level,
            Setting::SkillSeed(seed) => self.seed = seed,
            Setting::LimitStrength(is_limited) => self.is_elo_limited = is_limited,
            Setting::Elo(elo) => self.elo_level = Level::from_elo(elo),
            Setting::Analyze(is_analyzing) => self.is_analyzing = is_analyzing,
            #[cfg(not(feature = "tablebases"))]
            Setting::TablebasePath(folder) => {
                let reason = "this engine reads no folders of tables";
                return Err(PathError::new(folder, &reason));
            }
            #[cfg(feature = "tablebases")]
            Setting::TablebasePath(folder) => {
                let set = engine.set_tablebase_folder(folder.clone());
                set.map_err(|error| PathError::new(folder, &error))?;
                return Ok(Effect::Done);
            }
            Setting::EvalFile(file) => {
                let set = engine.set_network_file(file.clone());
                set.map_err(|error| PathError::new(file, &error))?;
                return Ok(Effect::Done);
            }
            Setting::BookFile(file) => {
                let set = self.book.set_file(file);
                set.map_err(|error| PathError::new(Some(error.file), &error.fault))?;
                return Ok(Effect::Done);
            }
            Setting::UseNetwork(is_wanted) => {
                engine.use_network(is_wanted);
                return Ok(Effect::Done);
            }
            Setting::OwnBook(is_wanted) => {
                self.plays_from_book = is_wanted;
                return Ok(Effect::Done);
            }
            Setting::ClearHash => {
                engine.clear();
                return Ok(Effect::Done);
            }
            // The engine plays the same whether or not it may be asked to ponder.
            Setting::Ponder(_) => return Ok(Effect::Done),
            Setting::VariantPath(path) => return Ok(Effect::Variants(variants::load(&path))),
            Setting::Library(is_listed) => {
                variants::library::set_listed(is_listed);
                return Ok(Effect::Listed);
            }
            Setting::Variant(variant) => return Ok(Effect::Variant(variant)),
            Setting::Castling(castling) => return Ok(Effect::Castling(castling)),
            Setting::Promotion(promotion) => return Ok(Effect::Promotion(promotion)),
            Setting::Chess960(is_on) => return Ok(Effect::Chess960(is_on)),
            Setting::ShowWdl(is_on) => return Ok(Effect::ShowWdl(is_on)),
            Setting::DebugLog(file) => return Ok(Effect::DebugLog(file)),
        }
        self.set_strength();
        Ok(Effect::Options)
    }

    /// Passes the options to the engine, except for the number of lines. This stops any search.
    ///
    /// # Errors
    /// If there is not enough memory; the options are again those of the engine then.
    pub(super) fn pass_options(&mut self, engine: &mut Engine, lines: usize) -> io::Result<()> {
        let passed = engine.set_options(EngineOptions {
            lines,
            ..self.options
        });
        // The engine limits values that are out of range.
        self.options = EngineOptions {
            lines: self.options.lines,
            ..engine.options()
        };
        passed
    }

    fn set_strength(&mut self) {
        self.options.level = match self {
            EngineSettings {
                is_analyzing: true, ..
            } => Level::FULL,
            EngineSettings {
                is_elo_limited: true,
                ..
            } => self.elo_level,
            _ => self.skill,
        };
        self.options.seed = match self.seed {
            0 => self.game_seed,
            seed => seed,
        };
    }

    /// What could not be used or had to be done without since the last call. The network's
    /// error waits until the variant is known.
    pub(super) fn report_errors(
        &mut self,
        engine: &mut Engine,
        is_variant_known: bool,
    ) -> Vec<String> {
        let mut errors = Vec::new();
        #[cfg(feature = "tablebases")]
        errors.extend(
            engine
                .drain_tablebase_errors()
                .iter()
                .map(ToString::to_string),
        );
        if is_variant_known && let Some((file, error)) = engine.report_network_error() {
            errors.push(format!("{}: {error}", file.display()));
        }
        errors.extend(self.book.report_error().map(|error| error.to_string()));
        errors
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::variants;

    fn apply(settings: &mut EngineSettings, setting: Setting) -> EngineOptions {
        let mut engine = Engine::new(variants::falcon());
        let effect = settings.apply(setting, &mut engine).unwrap();
        assert!(matches!(effect, Effect::Options));
        settings.options
    }

    #[test]
    fn elo_counts_while_it_is_switched_on_and_analysis_is_at_full_strength() {
        let mut settings = EngineSettings::new(EngineOptions::default());
        assert_eq!(settings.options.level, Level::FULL);
        for (setting, level) in [
            (Setting::Skill(Level::new(3)), Level::new(3)),
            (Setting::Elo(*Level::elo_range().end()), Level::new(3)),
            (Setting::LimitStrength(true), Level::new(19)),
            (Setting::Analyze(true), Level::FULL),
            (Setting::Analyze(false), Level::new(19)),
            (Setting::LimitStrength(false), Level::new(3)),
        ] {
            assert_eq!(apply(&mut settings, setting).level, level);
        }
    }

    #[test]
    fn another_game_has_another_seed_unless_one_is_given() {
        let mut settings = EngineSettings::new(EngineOptions::default());
        let first = settings.options.seed;
        assert_eq!(apply(&mut settings, Setting::Hash(1)).seed, first);
        settings.new_game();
        assert_ne!(settings.options.seed, first);
        apply(&mut settings, Setting::SkillSeed(7));
        settings.new_game();
        assert_eq!(settings.options.seed, 7);
    }

    #[test]
    fn options_that_cannot_be_met_change_nothing() {
        let mut engine = Engine::new(variants::falcon());
        let mut settings = EngineSettings::new(engine.options());
        apply(&mut settings, Setting::Lines(3));
        apply(&mut settings, Setting::Threads(1_000_000));
        settings.pass_options(&mut engine, 1).unwrap();
        assert_eq!((engine.options().lines, settings.options.lines), (1, 3));
        assert_eq!(settings.options.threads, engine.options().threads);
        let folder = Some(PathBuf::from("no such folder"));
        let set = settings.apply(Setting::TablebasePath(folder), &mut engine);
        let error = set.err().unwrap().to_string();
        assert!(error.starts_with("no such folder: "), "{error}");
    }
}
