//! Applies `setoption`. The options themselves are declared in [`options`].

use std::io::{self, Write};

use crate::engine::EngineOptions;
use crate::protocol::options::{self, Setting};
use crate::variants::{self, RuleOptions, VariantFileError};

use super::described_game::DescribedGame;
use super::error::{Trouble, UciError};
use super::{Uci, say};

/// The setting that the words after `setoption` describe.
pub(super) fn parse(words: &[&str]) -> Result<Setting, UciError> {
    let (name, value) = match words {
        ["name", words @ ..] => match words.iter().position(|&word| word == "value") {
            Some(at) => (words[..at].join(" "), Some(words[at + 1..].join(" "))),
            None => (words.join(" "), None),
        },
        _ => return Err(UciError::SetOption),
    };
    Ok(options::parse(&name, value.as_deref())?)
}

impl Uci {
    /// Carries out `setoption`, given the words after it.
    pub(super) fn set_option(
        &mut self,
        words: &[&str],
        output: &mut dyn Write,
    ) -> Result<(), Trouble> {
        let setting = parse(words)?;
        let now = self.engine.options();
        match setting {
            Setting::VariantPath(path) => match variants::load(&path) {
                Err(error) => {
                    say::fault(&error, output)?;
                    if let VariantFileError::Faulty { added, .. } = error
                        && !added.is_empty()
                    {
                        self.choose_again(output)?;
                    }
                }
                Ok(names) => {
                    say::added(&names, output)?;
                    self.choose_again(output)?;
                }
            },
            Setting::Variant(variant) => {
                self.variant = variant;
                self.is_chosen = true;
                self.choose_rules(self.rule_options, output)?;
            }
            Setting::Castling(castling) => {
                self.require(RuleOptions {
                    castling,
                    promotion: None,
                })?;
                let options = RuleOptions {
                    castling,
                    ..self.rule_options
                };
                self.choose_rules(options, output)?;
            }
            Setting::Promotion(promotion) => {
                self.require(RuleOptions {
                    castling: None,
                    promotion,
                })?;
                let options = RuleOptions {
                    promotion,
                    ..self.rule_options
                };
                self.choose_rules(options, output)?;
            }
            Setting::Chess960(is_on) => {
                self.chess960 = is_on;
                self.choose_rules(self.rule_options, output)?;
            }
            Setting::Hash(hash) => self.set_engine(EngineOptions { hash, ..now })?,
            Setting::Threads(threads) => self.set_engine(EngineOptions { threads, ..now })?,
            Setting::Lines(lines) => self.set_engine(EngineOptions { lines, ..now })?,
            Setting::MoveOverhead(move_overhead) => {
                self.set_engine(EngineOptions {
                    move_overhead,
                    ..now
                })?;
            }
            Setting::TablebasePath(folder) => {
                let shown = folder.clone().unwrap_or_default();
                let set = self.engine.set_tablebase_folder(folder);
                set.map_err(|error| UciError::Folder {
                    folder: shown,
                    reason: error.to_string(),
                })?;
            }
            Setting::EvalFile(path) => {
                let shown = path.clone().unwrap_or_default();
                let set = self.engine.set_network_file(path);
                set.map_err(|error| UciError::Useless {
                    file: shown,
                    reason: error.to_string(),
                })?;
            }
            Setting::UseNetwork(is_wanted) => self.engine.use_network(is_wanted),
            Setting::OwnBook(is_wanted) => self.plays_from_book = is_wanted,
            Setting::BookFile(path) => {
                let set = self.book.set_file(path);
                set.map_err(|error| UciError::Useless {
                    reason: error.fault.to_string(),
                    file: error.file,
                })?;
            }
            Setting::ShowWdl(shows) => self.shows_wdl = shows,
            Setting::DebugLog(path) => {
                let opened = self.log.open(path.as_deref());
                opened.map_err(|error| UciError::File {
                    file: path.unwrap_or_default(),
                    reason: error.to_string(),
                })?;
            }
            Setting::ClearHash => self.engine.clear(),
            Setting::Skill(_)
            | Setting::SkillSeed(_)
            | Setting::LimitStrength(_)
            | Setting::Elo(_)
            | Setting::Analyze(_) => {
                self.strength.set(&setting);
                self.set_strength()?;
            }
            // Nothing to set: the engine plays the same whether or not it may ponder.
            Setting::Ponder(_) => {}
        }
        Ok(())
    }

    /// Passes the strength to the engine.
    pub(super) fn set_strength(&mut self) -> Result<(), UciError> {
        self.set_engine(self.strength.applied_to(self.engine.options()))
    }

    fn set_engine(&mut self, options: EngineOptions) -> Result<(), UciError> {
        let set = self.engine.set_options(options);
        set.map_err(|error| {
            let hash = self.engine.options().hash;
            UciError::Memory(format!("{error}; the hash stays at {hash} MiB"))
        })
    }

    /// Checks that the variant offers these rules.
    fn require(&self, options: RuleOptions) -> Result<(), UciError> {
        self.chosen_variant().rules(options)?;
        Ok(())
    }

    /// Selects the current variant again, which a file may have redefined.
    fn choose_again(&mut self, output: &mut dyn Write) -> io::Result<()> {
        self.variant = variants::find(&self.variant.name).unwrap_or(self.variant);
        self.choose_rules(self.rule_options, output)
    }

    /// Selects the variant with those of the rules that it offers. If the rules
    /// change, sets up the start position.
    fn choose_rules(&mut self, options: RuleOptions, output: &mut dyn Write) -> io::Result<()> {
        self.rule_options = options;
        let rules = self.chosen_variant().nearest_rules(options);
        if rules != self.rules() {
            self.described = DescribedGame::start(rules);
            self.engine.set_rules(rules);
            say::rules(rules, output)?;
        }
        Ok(())
    }
}
