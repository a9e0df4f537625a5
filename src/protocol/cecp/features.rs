//! The features that the engine announces to XBoard.
//!
//! XBoard 4.9.1 crashes when an option follows an unknown feature on the same line,
//! so each option has its own line and only known features are announced.

use std::io::{self, Write};

use super::super::options::{self, DEFAULT, Declaration, OptionKind};
use crate::notation::xboard;
use crate::rules::PromotionRule;
use crate::variants::{self, RuleOptions};

/// The option that allows the engine to resign.
pub(super) const RESIGN: &str = "Resign";

/// The option that lets the engine also play moves that XBoard's legality test
/// refuses, for games in which that test is off.
pub(super) const ALL_MOVES: &str = "All Moves";

/// The name of our tablebases in `egtpath`.
pub(super) const TABLEBASES: &str = "peregrine";

/// The options that this protocol shares with UCI. Hash size, threads and pondering
/// have commands of their own, the castling rule follows from the variant's name,
/// and the Elo rating is UCI's way to set the level.
pub(super) const SHARED: [&str; 13] = [
    "VariantPath",
    "Library",
    "MultiPV",
    "Move Overhead",
    "Skill Level",
    "Skill Seed",
    "Promotion",
    "TablebasePath",
    "EvalFile",
    "Use Network",
    "OwnBook",
    "BookFile",
    "Clear Hash",
];

/// Writes all features, from `done=0` to `done=1`, with this promotion rule as the current
/// one.
pub(super) fn announce(promotion: PromotionRule, output: &mut dyn Write) -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    writeln!(output, "feature done=0")?;
    writeln!(output, "feature myname=\"Peregrine {version}\"")?;
    writeln!(
        output,
        "feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1"
    )?;
    writeln!(
        output,
        "feature analyze=1 colors=0 sigint=0 sigterm=0 reuse=1 name=1 debug=1"
    )?;
    writeln!(output, "feature memory=1 smp=1 nps=1 pause=1 exclude=1")?;
    writeln!(output, "feature egt=\"{TABLEBASES}\"")?;
    announce_variants(output)?;
    let rules = RuleOptions {
        castling: None,
        promotion: Some(promotion),
    };
    for option in options::all_for(variants::all()[0], rules) {
        if SHARED.contains(&option.name) {
            writeln!(output, "feature option=\"{}\"", describe(&option))?;
        }
    }
    writeln!(output, "feature option=\"{RESIGN} -check 0\"")?;
    writeln!(output, "feature option=\"{ALL_MOVES} -check 0\"")?;
    writeln!(output, "feature done=1")
}

/// Writes the variants that XBoard can play, and for each of the others the reason.
pub(super) fn announce_variants(output: &mut dyn Write) -> io::Result<()> {
    let (games, missing) = xboard::all();
    let names: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
    for reason in missing {
        writeln!(output, "# {reason}")?;
    }
    writeln!(output, "feature variants=\"{}\"", names.join(","))
}

/// An option in the protocol's syntax; a star marks the current word of a combo.
fn describe(option: &Declaration) -> String {
    let name = option.name;
    match &option.kind {
        OptionKind::Check(default) => format!("{name} -check {}", u8::from(*default)),
        OptionKind::Spin { default, min, max } => format!("{name} -spin {default} {min} {max}"),
        OptionKind::Combo { default, words } => {
            let words = words.iter().filter(|&&word| word != DEFAULT);
            let marked = words.map(|word| match word == default {
                true => format!("*{word}"),
                false => (*word).to_owned(),
            });
            format!("{name} -combo {}", marked.collect::<Vec<_>>().join(" /// "))
        }
        OptionKind::Button => format!("{name} -button"),
        OptionKind::File => format!("{name} -file "),
        OptionKind::Folder => format!("{name} -path "),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn announced() -> String {
        let mut output = Vec::new();
        announce(PromotionRule::Any, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn the_current_rule_is_marked() {
        let mut output = Vec::new();
        announce(PromotionRule::NoQueen, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(
            text.contains("\"Promotion -combo any /// *no-queen\""),
            "{text}"
        );
    }

    #[test]
    fn options_stand_alone_on_their_lines() {
        let text = announced();
        assert!(text.starts_with("feature done=0\n") && text.ends_with("feature done=1\n"));
        for line in text.lines() {
            assert!(line.starts_with("feature ") && line.len() < 500);
            let others = line.matches('=').count() - line.matches("option=").count();
            assert!(!line.contains("option=") || others == 0, "{line}");
        }
    }

    #[test]
    fn every_kind_of_option_is_described() {
        let text = announced();
        for option in [
            "\"MultiPV -spin 1 1 ",
            "\"Skill Level -spin 20 0 20\"",
            "\"Promotion -combo *any /// no-queen\"",
            "\"Clear Hash -button\"",
            "\"VariantPath -file \"",
            "\"TablebasePath -path \"",
            "\"Resign -check 0\"",
        ] {
            assert!(text.contains(option), "{option}");
        }
    }
}
