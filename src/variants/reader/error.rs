//! Faults of a variant file and their locations.

use std::fmt;
use std::ops::Range;

/// A fault in a variant file.
///
/// ```
/// use peregrine::variants::reader::{self, FileError};
/// let fault: FileError = reader::parse("[mine]\nbase = 'chess'\nbord = '8x8'").faults[0].clone();
/// assert_eq!((fault.line, fault.key.as_str()), (3, "mine.bord"));
/// assert_eq!(fault.reason, "unknown key; did you mean 'board'?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The line number, from 1.
    pub line: usize,
    /// The key whose value is wrong, such as `gothic.pieces.A`; empty if the
    /// file is not valid TOML.
    pub key: String,
    /// What is wrong.
    pub reason: String,
    /// Whether it follows from the pieces of the start position: nothing follows from one
    /// that cannot be read.
    pub follows_from_start: bool,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.key.as_str() {
            "" => write!(f, "line {}: {}", self.line, self.reason),
            key => write!(f, "line {}: {key}: {}", self.line, self.reason),
        }
    }
}

impl FileError {
    /// The same fault with control characters escaped, so that it is safe to
    /// print.
    pub(crate) fn visible(mut self) -> FileError {
        for text in [&mut self.key, &mut self.reason] {
            let shown = text.chars().map(|letter| match letter {
                letter if letter.is_control() => letter.escape_unicode().to_string(),
                letter => letter.to_string(),
            });
            *text = shown.collect();
        }
        self
    }
}

/// The location of a key of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Location {
    /// The line number, from 1; for an inherited key, that of the variant's
    /// `base`.
    pub(crate) line: usize,
    /// The name of the variant.
    pub(crate) variant: String,
    /// The key within its table.
    pub(crate) path: String,
    /// The variant that the key is inherited from.
    pub(crate) origin: Option<String>,
}

impl Location {
    /// A fault at this location.
    pub(crate) fn fault(&self, reason: impl fmt::Display) -> FileError {
        FileError {
            line: self.line,
            key: if self.path.is_empty() {
                self.variant.clone()
            } else {
                format!("{}.{}", self.variant, self.path)
            },
            reason: match &self.origin {
                Some(origin) => format!("{reason} (inherited from {origin})"),
                None => reason.to_string(),
            },
            follows_from_start: false,
        }
    }
}

/// The offsets where the lines of a text begin.
pub(super) struct LineIndex(Vec<usize>);

impl LineIndex {
    pub(super) fn new(text: &str) -> LineIndex {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        LineIndex([0].into_iter().chain(breaks).collect())
    }

    /// The number of the line in which a span begins, from 1.
    pub(super) fn number(&self, span: &Range<usize>) -> usize {
        self.0.partition_point(|&begin| begin <= span.start)
    }
}
