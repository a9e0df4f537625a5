//! What there is to report about a key of an imported file.

use std::fmt;

/// Where a setting comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Source {
    /// The line, from 1.
    pub line: usize,
    /// The section, which may be one on which the game is based.
    pub section: String,
    /// The key; empty for the section as a whole.
    pub key: String,
    pub value: Option<String>,
    /// Whether the section is not of the file but known beforehand.
    pub is_built_in: bool,
}

impl Source {
    pub(super) fn refused(&self, reason: impl Into<String>) -> Finding {
        self.finding(FindingKind::Refused, reason.into())
    }

    pub(super) fn noted(&self, reason: impl Into<String>) -> Finding {
        self.finding(FindingKind::Note, reason.into())
    }

    fn finding(&self, kind: FindingKind, reason: String) -> Finding {
        let is_here = !self.is_built_in;
        Finding {
            kind,
            line: is_here.then_some(self.line),
            section: self.section.clone(),
            key: self.key.clone(),
            value: self.value.clone(),
            reason,
        }
    }
}

/// Whether something cannot be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// It cannot, so the game is refused.
    Refused,
    /// It can, but there is something to know about it.
    Note,
}

/// Something to report about a key of an imported file.
///
/// ```
/// use peregrine::variants::import::{FindingKind, ImportOptions, import};
/// let file = import("[hill:chess]\npass = true", ImportOptions::default()).unwrap();
/// let finding = &file.games[0].findings[0];
/// assert_eq!(finding.kind, FindingKind::Refused);
/// assert_eq!((finding.line, finding.key.as_str()), (Some(2), "pass"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it means for the game.
    pub kind: FindingKind,
    /// The line, from 1; `None` if the key is that of a game known beforehand.
    pub line: Option<usize>,
    /// The section or game with the key, which may be one on which the game is based.
    pub section: String,
    /// The key; empty for the section as a whole.
    pub key: String,
    /// Its value.
    pub value: Option<String>,
    /// Why it is refused, or what there is to know.
    pub reason: String,
}

impl Finding {
    /// Whether the game is refused because of it.
    pub fn is_refused(&self) -> bool {
        self.kind == FindingKind::Refused
    }
}

/// The longest value that is repeated in a message, in characters.
const MAX_VALUE: usize = 60;

/// The key with its value, and the reason.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.section)?;
        if !self.key.is_empty() {
            write!(f, ".{}", self.key)?;
        }
        if let Some(value) = &self.value {
            let is_long = value.chars().count() > MAX_VALUE;
            let shown: String = value.chars().take(MAX_VALUE).collect();
            write!(f, " = {shown}{}", if is_long { "..." } else { "" })?;
        }
        if self.line.is_none() {
            write!(f, " (a game of Fairy-Stockfish)")?;
        }
        write!(f, ": {}", self.reason)
    }
}
