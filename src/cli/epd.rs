//! Reads the files of positions that commands take.

use std::path::Path;

use crate::base::files;
use crate::notation::epd::{self, Defaults, EpdCase};
use crate::position::Position;

use super::{CliError, MAX_TEXT};

/// A line of a file.
pub(super) struct LocatedCase {
    /// `file:line`.
    pub place: String,
    pub case: EpdCase,
    pub position: Position,
}

impl LocatedCase {
    /// A fault of this line.
    pub(super) fn error(&self, fault: &dyn std::fmt::Display) -> CliError {
        CliError::Message(format!("{}: {fault}", self.place))
    }
}

/// The positions of a file. `defaults` are those of lines that name no game; without them it
/// is the one that the board suggests.
pub(super) fn read(path: &Path, defaults: Option<Defaults>) -> Result<Vec<LocatedCase>, CliError> {
    let name = path.display();
    let text = files::read_any_text(path, MAX_TEXT)
        .map_err(|error| CliError::Message(format!("{name}: {error}")))?;
    let mut defaults = defaults;
    let mut cases = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", number + 1);
        let wrong = |error: &dyn std::fmt::Display| CliError::Message(format!("{place}: {error}"));
        if let Some(said) = Defaults::of_comment(line) {
            defaults = Some(said);
        }
        let game = defaults.clone().unwrap_or_else(|| Defaults::for_fen(line));
        let Some(case) = epd::parse_line(line, &game).map_err(|error| wrong(&error))? else {
            continue;
        };
        let position = case.position().map_err(|error| wrong(&error))?;
        cases.push(LocatedCase {
            place,
            case,
            position,
        });
    }
    Ok(cases)
}
