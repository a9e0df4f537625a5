//! The front ends, which translate between a protocol's lines and the engine.
//!
//! They share one event loop, which takes input lines and search reports from
//! one queue, so that a front end is never called concurrently. The first line
//! selects the front end: `xboard`, or any UCI command.

mod background;
pub mod book;
pub mod cecp;
mod input;
mod log;
pub mod options;
mod strength;
pub mod uci;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, BufWriter, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::engine::Report;
use crate::rules::Rules;
use crate::search::Tunables;
use crate::variants::{self, OptionError, RuleOptions, Variant};

use cecp::Cecp;
use input::Lines;
use log::{Log, Logged};
use uci::Uci;

pub use input::{LONGEST_LINE, Line};

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
    Work(u64, Work),
    /// The time that [`FrontEnd::alarm`] asked for has come.
    Alarm,
}

/// Output of a background task such as perft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
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
/// use peregrine::{protocol::Beginning, variants};
/// let capablanca = variants::find("capablanca").unwrap();
/// let beginning = Beginning { variant: Some(capablanca), ..Beginning::default() };
/// assert_eq!(beginning.rules().unwrap().variant(), "capablanca");
/// assert_eq!(Beginning::default().rules().unwrap().variant(), "falcon");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Beginning {
    /// The parameters of search and evaluation.
    pub tunables: Tunables,
    /// The variant, if one was chosen on the command line.
    pub variant: Option<&'static Variant>,
    /// The choice among its rules.
    pub options: RuleOptions,
}

impl Beginning {
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
}

/// How long search output is buffered. In fast games this is as long as a whole
/// search, so that the GUI wakes up only once per search.
const GATHERING: Duration = Duration::from_millis(20);

/// A random number.
pub(crate) fn by_lot() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// The error for a line of which only the beginning was kept.
const TOO_LONG: &str = "the line exceeds 1 MiB";

const _: () = assert!(LONGEST_LINE == 1 << 20);

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
/// peregrine::protocol::converse("uci\nquit\n".as_bytes(), &mut answer).unwrap();
/// assert!(String::from_utf8(answer).unwrap().contains("uciok"));
/// ```
pub fn converse(input: impl BufRead + Send + 'static, output: &mut dyn Write) -> io::Result<()> {
    converse_with(Beginning::default(), input, output)
}

/// Runs a session as [`converse`] does, starting with the given settings.
///
/// # Errors
/// When the output cannot be written, unless its pipe is closed.
///
/// ```
/// # use peregrine::protocol::{Beginning, converse_with};
/// let mut answer = Vec::new();
/// converse_with(Beginning::default(), "uci\nquit\n".as_bytes(), &mut answer).unwrap();
/// ```
pub fn converse_with(
    beginning: Beginning,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel();
    let lines = sender.clone();
    // Never joined: it may still be blocked in a read when the session ends.
    std::thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || read_lines(input, &lines))?;
    match answer(&receiver, &sender, beginning, &mut BufWriter::new(output)) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn read_lines(input: impl BufRead, events: &Sender<Event>) {
    for line in Lines::new(input) {
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    // The receiver is gone only when the session is over.
    let _ = events.send(Event::EndOfInput);
}

fn answer(
    events: &Receiver<Event>,
    sender: &Sender<Event>,
    beginning: Beginning,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut front_end: Option<Box<dyn FrontEnd>> = None;
    let mut gathering_until = None;
    let log = Log::default();
    let output: &mut dyn Write = &mut Logged::new(output, log.clone());
    loop {
        let alarm = front_end.as_ref().and_then(|front_end| front_end.alarm());
        let Some(event) = next(events, &mut gathering_until, alarm, output)? else {
            break;
        };
        if let Event::Line(line) = &event {
            log.came(line);
        }
        let is_thinking = matches!(event, Event::Report(_, Report::Info(_)));
        let flow = match (&mut front_end, event) {
            (Some(front_end), event) => front_end.handle(event, output)?,
            (none, Event::Line(line)) => match line.trim() {
                "" => Flow::Continue,
                // An overlong line selects no protocol unless it starts with a UCI command.
                text if line.is_too_long() && !uci::is_command(text) => {
                    writeln!(output, "Error ({TOO_LONG}): {}", printable(text))?;
                    Flow::Continue
                }
                "quit" | "exit" => Flow::Quit,
                "help" => {
                    write!(output, "{HELP}")?;
                    Flow::Continue
                }
                command => {
                    let chosen: Box<dyn FrontEnd> = if command == "xboard" {
                        Box::new(Cecp::new(sender.clone(), beginning.clone()))
                    } else {
                        // A person at the keyboard may start with any UCI command.
                        let uci = Uci::new(sender.clone(), beginning.clone());
                        Box::new(uci.with_log(log.clone()))
                    };
                    none.insert(chosen).handle(Event::Line(line), output)?
                }
            },
            (None, Event::EndOfInput) => Flow::Quit,
            (None, Event::Report(..) | Event::Work(..) | Event::Alarm) => Flow::Continue,
        };
        if is_thinking {
            gathering_until.get_or_insert_with(|| Instant::now() + GATHERING);
        } else {
            output.flush()?;
            gathering_until = None;
        }
        if flow == Flow::Quit {
            break;
        }
    }
    output.flush()
}

/// The next event, or `None` if no more can come. Flushes buffered output when
/// it is due.
fn next(
    events: &Receiver<Event>,
    gathering_until: &mut Option<Instant>,
    alarm: Option<Instant>,
    output: &mut dyn Write,
) -> io::Result<Option<Event>> {
    loop {
        let first = (*gathering_until).into_iter().chain(alarm).min();
        let Some(until) = first else {
            return Ok(events.recv().ok());
        };
        let left = until.saturating_duration_since(Instant::now());
        let event = match left.is_zero() {
            true => Err(RecvTimeoutError::Timeout),
            false => events.recv_timeout(left),
        };
        match event {
            Ok(event) => return Ok(Some(event)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) if *gathering_until == Some(until) => {
                output.flush()?;
                *gathering_until = None;
            }
            Err(RecvTimeoutError::Timeout) => return Ok(Some(Event::Alarm)),
        }
    }
}

/// The warning that the system grants fewer threads than requested.
pub(crate) fn fewer_threads(given: usize, wanted: usize) -> String {
    format!("the system gives only {given} of {wanted} threads")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::thread;

    use super::*;

    /// Passes on what it is given.
    struct Passing(Sender<String>);

    impl Write for Passing {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.0.send(text).unwrap();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn is_line(event: Option<Event>, text: &str) -> bool {
        matches!(event, Some(Event::Line(line)) if *line == *text)
    }

    #[test]
    fn what_is_gathered_is_written_when_it_is_time() {
        let (sender, events) = mpsc::channel();
        let (written, seen) = mpsc::channel();
        let mut output = BufWriter::new(Passing(written));
        output.write_all(b"info depth 1\n").unwrap();

        let mut until = Some(Instant::now() + Duration::from_secs(100));
        sender.send(Event::Line("first".into())).unwrap();
        let event = next(&events, &mut until, None, &mut output).unwrap();
        assert!(is_line(event, "first") && until.is_some() && seen.try_recv().is_err());

        // The output is flushed in time even if no event comes before.
        let mut until = Some(Instant::now() + Duration::from_millis(20));
        let thread = thread::spawn(move || {
            let text = seen.recv_timeout(Duration::from_secs(10)).unwrap();
            sender.send(Event::Line("second".into())).unwrap();
            (text, seen)
        });
        let event = next(&events, &mut until, None, &mut output).unwrap();
        let (text, seen) = thread.join().unwrap();
        assert_eq!(text, "info depth 1\n");
        assert!(is_line(event, "second") && until.is_none());

        // The output is flushed in time even if events keep coming.
        output.write_all(b"info depth 2\n").unwrap();
        let mut until = Some(Instant::now());
        let (sender, events) = mpsc::channel();
        sender.send(Event::EndOfInput).unwrap();
        let event = next(&events, &mut until, None, &mut output).unwrap();
        assert!(matches!(event, Some(Event::EndOfInput)) && until.is_none());
        assert_eq!(seen.try_recv().unwrap(), "info depth 2\n");
        drop(sender);
        assert!(
            next(&events, &mut until, None, &mut output)
                .unwrap()
                .is_none()
        );
    }
}
