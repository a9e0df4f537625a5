//! Runs a session in the protocol that its first line selects.

use std::io::{self, BufRead, BufWriter, Write};
use std::panic::resume_unwind;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};

use crate::base::closed_pipe::is_closed_pipe;
use crate::engine::{Report, STACK};

use super::cecp::Cecp;
use super::event_queue::EventQueue;
use super::log::{Log, Logged};
use super::uci::{self, Uci};
use super::{Event, Flow, FrontEnd, Line, SessionConfig, TOO_LONG, printable};

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
