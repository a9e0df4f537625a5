//! The front ends, which translate between a protocol's lines and the engine.
//!
//! They share one event loop, which takes input lines and search reports from
//! one queue, so that a front end is never called concurrently. The first line
//! selects the front end: `xboard`, or any UCI command.

pub mod cecp;
mod engine_settings;
mod event_queue;
mod input;
mod log;
pub mod options;
mod task;
pub mod uci;

use std::io::{self, BufRead, BufWriter, Write};
use std::panic::resume_unwind;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::base::closed_pipe::is_closed_pipe;
use crate::engine::{Report, STACK};
use crate::rules::Rules;
use crate::search::Tunables;
use crate::variants::{self, OptionError, RuleOptions, Variant};

use cecp::Cecp;
use event_queue::EventQueue;
use log::{Log, Logged};
use uci::Uci;

pub use input::Line;
pub(crate) use input::MAX_LINE_LENGTH;

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

/// The answer to `help` before a protocol is chosen.
const HELP: &str = "\
Peregrine is a Falcon Chess engine. It is normally started by a chess GUI
(XBoard, WinBoard) or a tournament manager, which sends it commands here:
  xboard   use the Chess Engine Communication Protocol
  uci      use the Universal Chess Interface; you can also type it by hand:
           position startpos moves e2e4 / go movetime 2000 / d / quit
  help     show this text
  quit     quit
On the command line, 'peregrine --help' lists everything else it can do.
";

/// Runs a session in the protocol that the first line selects, until `quit` or
/// the end of the input. A closed output pipe ends it without an error.
///
/// # Errors
/// When the output cannot be written for another reason.
///
/// ```
/// let mut answer = Vec::new();
/// peregrine::protocol::run_session("uci\nquit\n".as_bytes(), &mut answer).unwrap();
/// assert!(String::from_utf8(answer).unwrap().contains("uciok"));
/// ```
pub fn run_session(
    input: impl BufRead + Send + 'static,
    output: &mut (dyn Write + Send),
) -> io::Result<()> {
    run_session_with(SessionConfig::default(), input, output)
}

/// Runs a session as [`run_session`] does, starting with the given settings.
///
/// # Errors
/// When the output cannot be written, unless its pipe is closed.
///
/// ```
/// # use peregrine::protocol::{SessionConfig, run_session_with};
/// let mut answer = Vec::new();
/// run_session_with(SessionConfig::default(), "uci\nquit\n".as_bytes(), &mut answer).unwrap();
/// ```
pub fn run_session_with(
    config: SessionConfig,
    input: impl BufRead + Send + 'static,
    output: &mut (dyn Write + Send),
) -> io::Result<()> {
    let events = EventQueue::new(input).map_err(|error| {
        io::Error::new(
            error.kind(),
            format!("cannot start a thread for the input: {error}"),
        )
    })?;
    let session = Mutex::new(Some((events, config, output)));
    let run = || match session
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take()
    {
        Some((events, config, output)) => run_events(events, &config, &mut BufWriter::new(output)),
        None => Ok(()),
    };
    // Brief searches run on the session's thread, and the caller's may have a small stack.
    let ended = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("session".to_owned());
        match thread.stack_size(STACK).spawn_scoped(scope, run) {
            Ok(session) => session.join().unwrap_or_else(|panic| resume_unwind(panic)),
            // It is better than none.
            Err(_) => run(),
        }
    });
    match ended {
        Err(error) if is_closed_pipe(&error) => Ok(()),
        result => result,
    }
}

/// Handles events until the session ends. Until a line selects a protocol, there is no front
/// end.
fn run_events(
    mut events: EventQueue,
    config: &SessionConfig,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut front_end: Option<Box<dyn FrontEnd>> = None;
    let log = Log::default();
    let output: &mut dyn Write = &mut Logged::new(output, log.clone());
    loop {
        let running = front_end.as_ref();
        let alarm = running.and_then(|front_end| front_end.alarm());
        let is_idle = running.is_none_or(|front_end| front_end.is_idle());
        let Some(event) = events.next(is_idle, alarm, output)? else {
            break;
        };
        if let Event::Line(line) = &event {
            log.log_input(line);
        }
        let is_info = matches!(event, Event::Report(_, Report::Info(_)));
        let flow = match (&mut front_end, event) {
            (Some(front_end), event) => front_end.handle(event, output)?,
            (none, Event::Line(line)) => match answer_without_protocol(&line, output)? {
                Some(flow) => flow,
                None => {
                    let selected = select_protocol(&line, events.sender(), config.clone(), &log);
                    none.insert(selected).handle(Event::Line(line), output)?
                }
            },
            (None, Event::EndOfInput) => Flow::Quit,
            (None, Event::Report(..) | Event::TaskOutput(..) | Event::Alarm) => Flow::Continue,
        };
        if is_info {
            events.gather();
        } else {
            events.flush(output)?;
        }
        if flow == Flow::Quit {
            break;
        }
    }
    output.flush()
}

/// Answers a line that selects no protocol; `None` if it selects one.
fn answer_without_protocol(line: &Line, output: &mut dyn Write) -> io::Result<Option<Flow>> {
    match line.trim() {
        "" => {}
        // An overlong line selects no protocol unless it starts with a UCI command.
        text if line.is_too_long() && !uci::is_command(text) => {
            writeln!(output, "Error ({TOO_LONG}): {}", printable(text))?;
        }
        "quit" | "exit" => return Ok(Some(Flow::Quit)),
        "help" => write!(output, "{HELP}")?,
        _ => return Ok(None),
    }
    Ok(Some(Flow::Continue))
}

/// The front end of the protocol that a line selects. A person at the keyboard may start with
/// any UCI command.
fn select_protocol(
    line: &Line,
    events: Sender<Event>,
    config: SessionConfig,
    log: &Log,
) -> Box<dyn FrontEnd> {
    match line.trim() {
        "xboard" => Box::new(Cecp::new(events, config)),
        _ => Box::new(Uci::new(events, config).with_log(log.clone())),
    }
}

/// The warning that the system grants fewer threads than requested.
pub(crate) fn fewer_threads(given: usize, wanted: usize) -> String {
    format!("the system gives only {given} of {wanted} threads")
}
