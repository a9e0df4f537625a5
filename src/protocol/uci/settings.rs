//! Applies `setoption`. The options themselves are declared in [`options`].

use std::io::{self, Write};

use crate::protocol::engine_settings::Effect;
use crate::protocol::options::{self, Setting};
use crate::variants::{self, RuleOptions, VariantFileError};

use super::error::{CommandError, UciError};
use super::position_command::DescribedGame;
use super::{Uci, output};

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
    ) -> Result<(), CommandError> {
        let applied = self.settings.apply(parse(words)?, &mut self.engine);
        match applied.map_err(UciError::from)? {
            Effect::Done => {}
            Effect::Options => self.pass_options()?,
            Effect::Variants(Ok(names)) => {
                output::write_added_variants(&names, output)?;
                self.choose_again(output)?;
            }
            Effect::Variants(Err(error)) => {
                output::write_errors(&error, output)?;
                if let VariantFileError::Faulty { added, .. } = error
                    && !added.is_empty()
                {
                    self.choose_again(output)?;
                }
            }
            Effect::Listed => {
                output::write_option(&options::chosen_variant(self.variant), output)?;
            }
            Effect::Variant(variant) => {
                self.variant = variant;
                self.is_chosen = true;
                self.choose_rules(self.rule_options, output)?;
            }
            Effect::Castling(castling) => {
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
            Effect::Promotion(promotion) => {
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
            Effect::Chess960(is_on) => {
                self.chess960 = is_on;
                self.choose_rules(self.rule_options, output)?;
            }
            Effect::ShowWdl(is_on) => self.shows_wdl = is_on,
            Effect::DebugLog(path) => {
                let opened = self.log.open(path.as_deref());
                opened.map_err(|error| UciError::File {
                    file: path.unwrap_or_default(),
                    reason: error.to_string(),
                })?;
            }
        }
        Ok(())
    }

    /// Passes the options to the engine.
    pub(super) fn pass_options(&mut self) -> Result<(), UciError> {
        let lines = self.settings.options.lines;
        let passed = self.settings.pass_options(&mut self.engine, lines);
        passed.map_err(|error| {
            let hash = self.settings.options.hash;
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
            output::write_rules(rules, output)?;
        }
        Ok(())
    }
}
