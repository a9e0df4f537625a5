//! The commands that change settings: `memory`, `cores`, `option`, `egtpath`.
//!
//! While the engine thinks about its move, a change waits for the next search: options of
//! the engine are remembered, and commands that need an idle engine are carried out then.

use std::io::Write;
use std::path::PathBuf;

use crate::base::excerpt::excerpt;
use crate::base::suggestion::did_you_mean;
use crate::engine::{Engine, EngineOptions};
use crate::position::Position;
use crate::rules::PromotionRule;
use crate::variants::{self, VariantFileError};

use super::super::options::{self, Setting, SettingError};
use super::{Cecp, Refusal, features};

/// The options whose change would end a search.
const NEED_IDLE_ENGINE: [&str; 5] = [
    "Promotion",
    "TablebasePath",
    "EvalFile",
    "Use Network",
    "Clear Hash",
];

/// Whether a command has to wait while the engine thinks about its move.
pub(super) fn must_wait(words: &[&str]) -> bool {
    match words {
        ["egtpath", ..] => true,
        ["option", name @ ..] => {
            let text = name.join(" ");
            let name = text.split('=').next().unwrap_or_default().trim();
            let is_name = |known: &&str| known.eq_ignore_ascii_case(name);
            NEED_IDLE_ENGINE.iter().any(is_name)
        }
        _ => false,
    }
}

impl Cecp {
    /// `memory MEGABYTES`.
    pub(super) fn set_memory(&mut self, megabytes: &str) -> Result<(), Refusal> {
        let hash = number(megabytes)?;
        self.set_options(EngineOptions {
            hash,
            ..self.options
        })
    }

    /// `cores THREADS`.
    pub(super) fn set_cores(&mut self, threads: &str) -> Result<(), Refusal> {
        let threads = number(threads)?;
        self.set_options(EngineOptions {
            threads,
            ..self.options
        })
    }

    /// `option NAME=VALUE`, or `option NAME` for a button.
    pub(super) fn set_option(&mut self, text: &str, output: &mut dyn Write) -> Result<(), Refusal> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (text.trim(), None),
        };
        if name.eq_ignore_ascii_case(features::RESIGN) {
            self.session.set_may_resign(check(value)?);
            return Ok(());
        }
        if name.eq_ignore_ascii_case(features::ALL_MOVES) {
            self.plays_all_moves = check(value)?;
            return Ok(());
        }
        if !features::SHARED
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
        {
            return Err(refusal(&SettingError::Unknown(name.to_owned())));
        }
        let setting = options::parse(name, value).map_err(|error| refusal(&error))?;
        match setting {
            Setting::VariantPath(path) => {
                let loaded = variants::load(&path);
                // Games without faults are added even if others have some.
                let is_any_added = match &loaded {
                    Ok(_) => true,
                    Err(VariantFileError::Faulty { added, .. }) => !added.is_empty(),
                    Err(_) => false,
                };
                if is_any_added {
                    features::announce_variants(output)?;
                }
                loaded.map(drop).map_err(|error| {
                    let faults = error.to_string();
                    let faults: Vec<&str> = faults.lines().collect();
                    Refusal::File(faults.join("; "))
                })
            }
            Setting::Lines(lines) => self.set_options(EngineOptions {
                lines,
                ..self.options
            }),
            Setting::MoveOverhead(move_overhead) => self.set_options(EngineOptions {
                move_overhead,
                ..self.options
            }),
            Setting::Skill(_) | Setting::SkillSeed(_) => {
                self.strength.set(&setting);
                self.set_options(self.strength.applied_to(self.options))
            }
            Setting::Promotion(rule) => {
                self.set_promotion(rule.unwrap_or(PromotionRule::Any));
                Ok(())
            }
            Setting::TablebasePath(folder) => self.set_tablebases(folder),
            Setting::EvalFile(path) => self.set_network(|engine| {
                let shown = path.clone().unwrap_or_default().display().to_string();
                let set = engine.set_network_file(path);
                set.map_err(|error| Refusal::File(format!("{}: {error}", excerpt(&shown))))
            }),
            Setting::UseNetwork(is_wanted) => self.set_network(|engine| {
                engine.use_network(is_wanted);
                Ok(())
            }),
            Setting::OwnBook(is_wanted) => {
                self.plays_from_book = is_wanted;
                Ok(())
            }
            Setting::BookFile(path) => self.book.set_file(path).map_err(|error| {
                let shown = error.file.display().to_string();
                Refusal::File(format!("{}: {}", excerpt(&shown), error.fault))
            }),
            Setting::ClearHash => {
                self.stop();
                self.engine.clear();
                self.resume_analysis();
                Ok(())
            }
            _ => Err(Refusal::error("unknown option")),
        }
    }

    /// `egtpath KIND FOLDER`; kinds other than ours are ignored.
    pub(super) fn set_tablebase_path(&mut self, kind: &str, line: &str) -> Result<(), Refusal> {
        if kind != features::TABLEBASES {
            return Ok(());
        }
        let folder = line
            .split_once(kind)
            .map_or("", |(_, folder)| folder.trim());
        self.set_tablebases((!folder.is_empty()).then(|| PathBuf::from(folder)))
    }

    /// Loads tablebases from a folder.
    fn set_tablebases(&mut self, folder: Option<PathBuf>) -> Result<(), Refusal> {
        self.stop();
        let shown = folder.clone().unwrap_or_default();
        let set = self.engine.set_tablebase_folder(folder);
        self.resume_analysis();
        set.map_err(|error| Refusal::File(format!("{}: {error}", shown.display())))
    }

    /// Changes the network.
    fn set_network(
        &mut self,
        set: impl FnOnce(&mut Engine) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        self.stop();
        let done = set(&mut self.engine);
        self.resume_analysis();
        done
    }

    /// Sets the options: at once, or, if the engine is thinking about its move,
    /// from the next search on.
    fn set_options(&mut self, options: EngineOptions) -> Result<(), Refusal> {
        let before = std::mem::replace(&mut self.options, options);
        if self.is_thinking() {
            return Ok(());
        }
        self.stop();
        let done = self.apply_options();
        if done.is_err() {
            self.options = before;
        }
        self.resume_analysis();
        done.map_err(|_| {
            let stays = before.hash;
            Refusal::Error(format!(
                "cannot allocate this memory; it stays at {stays} MiB"
            ))
        })
    }

    /// Passes the options to the engine; only analysis uses more than one line.
    pub(super) fn apply_options(&mut self) -> std::io::Result<()> {
        let lines = match self.is_analyzing {
            true => self.options.lines,
            false => 1,
        };
        self.engine.set_options(EngineOptions {
            lines,
            ..self.options
        })?;
        // The engine clamps values that are out of range.
        self.options = EngineOptions {
            lines: self.options.lines,
            ..self.engine.options()
        };
        Ok(())
    }

    /// Allocates the memory of the next search now, before the clocks run.
    pub(super) fn take_memory(&mut self) {
        if self.apply_options().is_ok() {
            self.engine.set_rules(self.session.position().rules());
            // Without memory, the next search reports it.
            let _ = self.engine.prepare();
        }
    }

    /// Sets the promotion rule: of this game if no move has been played, otherwise
    /// of the next.
    fn set_promotion(&mut self, rule: PromotionRule) {
        self.promotion = rule;
        let rules = self.dialect.rules(rule);
        let position = self.session.position();
        if !self.session.game().moves().is_empty() || position.rules() == rules {
            return;
        }
        if let Ok(position) = Position::from_fen(rules, &position.to_string()) {
            self.stop();
            self.session.restart(position);
            self.excluded.clear();
            self.resume_analysis();
        }
    }
}

/// The value of a check option.
fn check(value: Option<&str>) -> Result<bool, Refusal> {
    match value {
        Some("0" | "false") => Ok(false),
        Some("1" | "true") => Ok(true),
        _ => Err(Refusal::error("the value must be 0 or 1")),
    }
}

fn number(text: &str) -> Result<usize, Refusal> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| Refusal::error("not a valid number"))
}

fn refusal(error: &SettingError) -> Refusal {
    Refusal::Error(match error {
        SettingError::Unknown(name) => {
            // Some options of UCI are commands here.
            let own = [features::RESIGN, features::ALL_MOVES];
            let names: Vec<&str> = features::SHARED.iter().chain(&own).copied().collect();
            format!("unknown option{}", did_you_mean(name, &names))
        }
        error => error.to_string(),
    })
}
