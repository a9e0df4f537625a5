//! What the engine tells XBoard that it can do.
//!
//! Knows no game. XBoard 4.9.1 dies when an option follows a feature that it
//! does not know on the same line, so each option has a line of its own and
//! only known features are announced.

use std::io::{self, Write};

use super::super::options::{self, DEFAULT, Declaration, Kind};
use crate::notation::xboard;

/// The option by which the engine may be allowed to resign.
pub(super) const RESIGN: &str = "Resign";

/// The option by which the engine plays also what XBoard's test of legality
/// refuses, for when that is switched off.
pub(super) const ALL_MOVES: &str = "All Moves";

/// What XBoard calls the tablebases that `egtpath` is about.
pub(super) const TABLEBASES: &str = "peregrine";

/// The options common to both protocols that this one announces; size of the
/// table, threads and pondering have commands of their own, and castling goes
/// with the name of the game. Elo points are a UCI way to say what level is meant.
pub(super) const SHARED: [&str; 8] = [
    "VariantPath",
    "MultiPV",
    "Move Overhead",
    "Skill Level",
    "Skill Seed",
    "Promotion",
    "TablebasePath",
    "Clear Hash",
];

/// Says it all, from `done=0` to `done=1`.
pub(super) fn announce(output: &mut dyn Write) -> io::Result<()> {
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
    for option in options::all() {
        if SHARED.contains(&option.name) {
            writeln!(output, "feature option=\"{}\"", describe(&option))?;
        }
    }
    writeln!(output, "feature option=\"{RESIGN} -check 0\"")?;
    writeln!(output, "feature option=\"{ALL_MOVES} -check 0\"")?;
    writeln!(output, "feature done=1")
}

/// Says which games can be played, and of the others why not.
pub(super) fn announce_variants(output: &mut dyn Write) -> io::Result<()> {
    let (games, missing) = xboard::all();
    let names: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
    for reason in missing {
        writeln!(output, "# {reason}")?;
    }
    writeln!(output, "feature variants=\"{}\"", names.join(","))
}

/// An option as the protocol describes options; of the words of a combo the
/// current one has a star.
fn describe(option: &Declaration) -> String {
    let name = option.name;
    match &option.kind {
        Kind::Check => format!("{name} -check 0"),
        Kind::Spin {
            default,
            least,
            most,
        } => format!("{name} -spin {default} {least} {most}"),
        Kind::Combo(words) => {
            let words: Vec<&str> = words
                .iter()
                .copied()
                .filter(|&word| word != DEFAULT)
                .collect();
            format!("{name} -combo *{}", words.join(" /// "))
        }
        Kind::Button => format!("{name} -button"),
        Kind::File => format!("{name} -file "),
        Kind::Folder => format!("{name} -path "),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn announced() -> String {
        let mut output = Vec::new();
        announce(&mut output).unwrap();
        String::from_utf8(output).unwrap()
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
