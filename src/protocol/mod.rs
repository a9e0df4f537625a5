//! The front ends, which translate between a protocol's lines and the engine.
//!
//! They share one event loop, which takes input lines and search reports from
//! one queue, so that a front end is never called concurrently. The first line
//! selects the front end: `xboard`, or any UCI command.

#[cfg(feature = "protocol")]
pub mod cecp;
mod engine_settings;
#[cfg(feature = "protocol")]
mod event_queue;
mod input;
mod log;
pub mod options;
#[cfg(feature = "protocol")]
mod run;
mod task;
pub mod uci;

use std::io::{self, Write};

use crate::base::clock::Instant;
use crate::engine::Report;
use crate::rules::Rules;
use crate::search::Tunables;
use crate::variants::{self, OptionError, RuleOptions, Variant};

pub use input::Line;
pub(crate) use input::MAX_LINE_LENGTH;
#[cfg(feature = "protocol")]
pub use run::{run_session, run_session_with};

/// An event that a front end handles.
#[derive(Debug)]
pub enum Event {
    /// A line of input.
    Line(Line),
    /// The end of the input.
    EndOfInput,
    /// A report of the search with this number; the front end numbers its tasks.
    Report(u64, Report),
    /// Output of a background task other than a search, with its number.
    TaskOutput(u64, TaskOutput),
    /// The time that [`FrontEnd::alarm`] asked for has come.
    Alarm,
}

/// Output of a background task such as perft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskOutput {
    /// A line to print.
    Line(String),
    /// The task has ended; nothing follows.
    Ended,
}

/// Whether the session continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The session continues.
    Continue,
    /// The engine quits.
    Quit,
}

/// The settings that a session starts with.
///
/// ```
/// use peregrine::{protocol::SessionConfig, variants};
/// let capablanca = variants::find("capablanca").unwrap();
/// let config = SessionConfig { variant: Some(capablanca), ..SessionConfig::default() };
/// assert_eq!(config.rules().unwrap().variant(), "capablanca");
/// assert_eq!(SessionConfig::default().rules().unwrap().variant(), "falcon");
/// ```
#[derive(Clone, Debug, Default)]
pub struct SessionConfig {
    /// The parameters of search and evaluation.
    pub tunables: Tunables,
    /// The variant, if one was chosen on the command line.
    pub variant: Option<&'static Variant>,
    /// The choice among its rules.
    pub options: RuleOptions,
}

impl SessionConfig {
    /// The rules of the chosen variant, or of the main variant.
    ///
    /// # Errors
    /// When the variant does not offer these rules.
    pub fn rules(&self) -> Result<&'static Rules, OptionError> {
        self.variant().rules(self.options)
    }

    fn variant(&self) -> &'static Variant {
        self.variant.unwrap_or_else(|| variants::all()[0])
    }
}

/// The engine's side of a protocol.
pub trait FrontEnd {
    /// Handles an event and writes whole lines to `output`.
    ///
    /// # Errors
    /// When the output cannot be written.
    fn handle(&mut self, event: Event, output: &mut dyn Write) -> io::Result<Flow>;

    /// When to send an [`Event::Alarm`] if no other event comes first.
    fn alarm(&self) -> Option<Instant> {
        None
    }

    /// Whether no task is running, so that only a line can come next.
    fn is_idle(&self) -> bool;
}

/// The error for a line of which only the config was kept.
const TOO_LONG: &str = "the line exceeds 1 MiB";

const _: () = assert!(MAX_LINE_LENGTH == 1 << 20);

/// Received text prepared for quoting: cut short, without control characters.
fn printable(text: &str) -> String {
    let shown = text.chars().take(200);
    shown
        .map(|shown| if shown.is_control() { '?' } else { shown })
        .collect()
}

/// The warning that the system grants fewer threads than requested.
pub(crate) fn fewer_threads(given: usize, wanted: usize) -> String {
    format!("the system gives only {given} of {wanted} threads")
}
