//! The options of an engine, and the variant that it is to play.

use super::{Uci, options, ponder};
use crate::arena::client::{ConnectError, EngineError, library_hint};
use crate::arena::engine_setup::EngineSetup;
use crate::rules::{CastlingRule, PromotionRule, Rules};
use crate::variants;

/// The option that selects the variant.
const VARIANT: &str = "UCI_Variant";

/// The option for Kings and Rooks that castle from any squares.
const CHESS960: &str = "UCI_Chess960";

impl Uci {
    /// Sends the lines of the setup and sets the options.
    pub(super) fn configure(
        &mut self,
        setup: &EngineSetup,
        rules: &'static Rules,
    ) -> Result<(), ConnectError> {
        let options = |failure| ConnectError::failed(setup, "while setting its options", failure);
        let variant =
            |failure| ConnectError::failed(setup, "while setting up the variant", failure);
        for line in &setup.commands {
            self.process.send(line).map_err(options)?;
        }
        let name = setup.variant.as_deref().unwrap_or(rules.variant());
        let (first, rest): (Vec<_>, Vec<_>) = setup
            .options
            .iter()
            .partition(|(name, _)| adds_variants(name));
        self.set_options(&first).map_err(options)?;
        if !first.is_empty() && !self.offers_variant(name) {
            // Many engines list new variants only in reply to another `uci`.
            self.handshake().map_err(options)?;
        }
        // If the variant is still missing, another option may add it.
        let is_offered = self.offers_variant(name)
            || is_chess960(setup, rules) && self.options.find(CHESS960).is_some();
        if is_offered {
            self.choose_variant(setup, rules).map_err(variant)?;
        }
        self.set_options(&rest).map_err(options)?;
        self.set_numbers(setup).map_err(options)?;
        if !is_offered {
            self.choose_variant(setup, rules).map_err(variant)?;
        }
        Ok(())
    }

    /// Sets options in this order.
    fn set_options(&mut self, options: &[&(String, String)]) -> Result<(), EngineError> {
        for (name, value) in options {
            self.set_option(name, value)?;
        }
        if options.is_empty() {
            return Ok(());
        }
        // This also reads options that are declared again, as after `VariantPath`.
        self.wait_until_ready()
    }

    /// Sets the options for which the setup has keys of its own.
    fn set_numbers(&mut self, setup: &EngineSetup) -> Result<(), EngineError> {
        if let Some(hash) = setup.hash {
            self.set_option("Hash", &hash.to_string())?;
        }
        match setup.threads {
            // An engine without this option has one thread.
            Some(1) if self.options.find("Threads").is_none() => {}
            Some(threads) => self.set_option("Threads", &threads.to_string())?,
            None => {}
        }
        if setup.ponder && !has_option(setup, ponder::OPTION) {
            self.set_option(ponder::OPTION, "true")?;
        }
        self.wait_until_ready()
    }

    /// Sets the options that select the variant.
    fn choose_variant(
        &mut self,
        setup: &EngineSetup,
        rules: &'static Rules,
    ) -> Result<(), EngineError> {
        let name = setup.variant.as_deref().unwrap_or(rules.variant());
        let is_chess960 = is_chess960(setup, rules);
        if is_chess960 && !self.offers_variant(name) {
            options::find(&self.options, CHESS960)?;
        }
        if self.options.find(VARIANT).is_some() {
            // To many engines, Chess960 is chess with another option.
            let is_chess =
                is_chess960 && !self.offers_variant(name) && self.offers_variant("chess");
            if !is_chess && !self.offers_variant(name) {
                self.handshake()?;
            }
            let chosen = self.set_option(VARIANT, if is_chess { "chess" } else { name });
            chosen.map_err(|error| match error {
                EngineError::Unsupported(reason) => {
                    EngineError::Unsupported(reason + library_hint(rules))
                }
                error => error,
            })?;
        } else if setup.variant.is_some() || rules.variant() != "chess" && !is_chess960 {
            options::find(&self.options, VARIANT)?;
        }
        if rules.castling() == CastlingRule::FixedFiles && self.options.find(CHESS960).is_some() {
            self.set_option(CHESS960, "true")?;
        }
        let usual = variants::find(rules.variant()).ok();
        let castling = usual.and_then(|variant| variant.castling.first());
        if castling.is_some_and(|&usual| usual != rules.castling()) {
            self.choose_rule(setup, "Castling", CastlingRule::name(rules.castling()))?;
        }
        let promotion = usual.and_then(|variant| variant.promotion.first());
        if promotion.is_some_and(|&usual| usual != rules.promotion()) {
            self.choose_rule(setup, "Promotion", PromotionRule::name(rules.promotion()))?;
        }
        Ok(())
    }

    /// Whether the engine lists this variant.
    fn offers_variant(&self, variant: &str) -> bool {
        self.options.find(VARIANT).is_some_and(|option| {
            let mut choices = option.choices().iter();
            choices.any(|choice| choice.eq_ignore_ascii_case(variant))
        })
    }

    /// Sets an option that only engines like Peregrine have.
    fn choose_rule(
        &mut self,
        setup: &EngineSetup,
        name: &str,
        value: &str,
    ) -> Result<(), EngineError> {
        if has_option(setup, name) {
            return Ok(());
        }
        match self.options.find(name) {
            Some(option) if !option.choices().is_empty() => self.set_option(name, value),
            _ => Ok(()),
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let line = options::set_option_command(&self.options, name, value)?;
        self.process.send(&line)?;
        Ok(())
    }
}

/// Whether an engine is to play Chess960 under its usual name.
fn is_chess960(setup: &EngineSetup, rules: &Rules) -> bool {
    setup.variant.is_none() && rules.variant() == "chess960"
}

/// Whether the user sets this option.
fn has_option(setup: &EngineSetup, name: &str) -> bool {
    let mut given = setup.options.iter();
    given.any(|(given, _)| given.eq_ignore_ascii_case(name))
}

/// Whether an option may add variants to those that an engine plays: `VariantPath`,
/// `VariantsFile` and the like, but not `UCI_Variant`.
fn adds_variants(name: &str) -> bool {
    name.to_lowercase().starts_with("variant")
}
