//! The commands that change settings: `memory`, `cores`, `option`, `egtpath`.
//!
//! While the engine thinks about its move, a change waits for the next search: options of
//! the engine are remembered, and commands that need an idle engine are carried out then.

use std::io::{self, Write};
use std::path::PathBuf;

use crate::base::suggestion::did_you_mean;
use crate::position::Position;
use crate::rules::PromotionRule;
use crate::variants::VariantFileError;

use super::super::engine_settings::Effect;
use super::super::options::{self, Setting, SettingError};
use super::{Cecp, CecpError, Mode, features};

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
    pub(super) fn set_memory(
        &mut self,
        megabytes: &str,
        output: &mut dyn Write,
    ) -> Result<(), CecpError> {
        self.apply(Setting::Hash(number(megabytes)?), output)
    }

    /// `cores THREADS`.
    pub(super) fn set_cores(
        &mut self,
        threads: &str,
        output: &mut dyn Write,
    ) -> Result<(), CecpError> {
        self.apply(Setting::Threads(number(threads)?), output)
    }

    /// `option NAME=VALUE`, or `option NAME` for a button.
    pub(super) fn set_option(
        &mut self,
        text: &str,
        output: &mut dyn Write,
    ) -> Result<(), CecpError> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (text.trim(), None),
        };
        if name.eq_ignore_ascii_case(features::RESIGN) {
            self.session.set_may_resign(check(value)?);
            return Ok(());
        }
        if name.eq_ignore_ascii_case(features::ALL_MOVES) {
            self.options.allows_all_moves = check(value)?;
            return Ok(());
        }
        if !features::SHARED
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
        {
            return Err(setting_error(&SettingError::Unknown(name.to_owned())));
        }
        let setting = options::parse(name, value).map_err(|error| setting_error(&error))?;
        self.apply(setting, output)
    }

    /// `egtpath KIND FOLDER`; kinds other than ours are ignored.
    pub(super) fn set_tablebase_path(
        &mut self,
        kind: &str,
        line: &str,
        output: &mut dyn Write,
    ) -> Result<(), CecpError> {
        if kind != features::TABLEBASES {
            return Ok(());
        }
        let folder = line
            .split_once(kind)
            .map_or("", |(_, folder)| folder.trim());
        let folder = (!folder.is_empty()).then(|| PathBuf::from(folder));
        self.apply(Setting::TablebasePath(folder), output)
    }

    /// Applies a setting. Options apply at once, or, if the engine is thinking about its move,
    /// from the next search on.
    fn apply(&mut self, setting: Setting, output: &mut dyn Write) -> Result<(), CecpError> {
        let ends_search = matches!(
            setting,
            Setting::TablebasePath(_)
                | Setting::EvalFile(_)
                | Setting::UseNetwork(_)
                | Setting::ClearHash
        );
        if ends_search {
            self.stop();
        }
        let applied = self.settings.apply(setting, &mut self.engine);
        if ends_search {
            self.resume_analysis();
        }
        match applied.map_err(|error| CecpError::File(error.to_string()))? {
            Effect::Done => {}
            Effect::Options if self.is_thinking() => {}
            Effect::Options => {
                self.stop();
                let passed = self.pass_options();
                self.resume_analysis();
                passed.map_err(|_| {
                    let stays = self.settings.options.hash;
                    CecpError::Command(format!(
                        "cannot allocate this memory; it stays at {stays} MiB"
                    ))
                })?;
            }
            Effect::Variants(loaded) => {
                // Variants without faults are added even if others have some.
                let is_any_added = match &loaded {
                    Ok(_) => true,
                    Err(VariantFileError::Faulty { added, .. }) => !added.is_empty(),
                    Err(_) => false,
                };
                if is_any_added {
                    features::announce_variants(output)?;
                }
                loaded.map_err(|error| {
                    let faults = error.to_string();
                    let faults: Vec<&str> = faults.lines().collect();
                    CecpError::File(faults.join("; "))
                })?;
            }
            Effect::Listed => features::announce_variants(output)?,
            Effect::Promotion(rule) => self.set_promotion(rule.unwrap_or(PromotionRule::Any)),
            // These are not announced to XBoard.
            Effect::Variant(_)
            | Effect::Castling(_)
            | Effect::Chess960(_)
            | Effect::ShowWdl(_)
            | Effect::DebugLog(_) => return Err(CecpError::command("unknown option")),
        }
        Ok(())
    }

    /// Passes the options to the engine; only analysis uses more than one line.
    pub(super) fn pass_options(&mut self) -> io::Result<()> {
        let lines = match self.mode {
            Mode::Analyze => self.settings.options.lines,
            Mode::Play => 1,
        };
        self.settings.pass_options(&mut self.engine, lines)
    }

    /// Allocates the memory of the next search now, before the clocks run.
    pub(super) fn preallocate(&mut self) {
        if self.pass_options().is_ok() {
            self.engine.set_rules(self.session.position().rules());
            // Without memory, the next search reports it.
            let _ = self.engine.prepare();
        }
    }

    /// Sets the promotion rule: of this game if no move has been played, otherwise
    /// of the next.
    fn set_promotion(&mut self, rule: PromotionRule) {
        self.options.promotion = rule;
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
fn check(value: Option<&str>) -> Result<bool, CecpError> {
    match value {
        Some("0" | "false") => Ok(false),
        Some("1" | "true") => Ok(true),
        _ => Err(CecpError::command("the value must be 0 or 1")),
    }
}

fn number(text: &str) -> Result<usize, CecpError> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| CecpError::command("not a valid number"))
}

fn setting_error(error: &SettingError) -> CecpError {
    CecpError::Command(match error {
        SettingError::Unknown(name) => {
            // Some options of UCI are commands here.
            let own = [features::RESIGN, features::ALL_MOVES];
            let names: Vec<&str> = features::SHARED.iter().chain(&own).copied().collect();
            format!("unknown option{}", did_you_mean(name, &names))
        }
        error => error.to_string(),
    })
}
