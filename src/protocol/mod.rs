//! The front ends: translators between a protocol's lines and the engine.
//!
//! What they share is here: one loop that takes lines and search reports from
//! one queue, so that a front end is never called from two places at once.
//! The first line that says `xboard` or `uci` decides who translates.

pub mod cecp;
pub mod options;
pub mod uci;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, Sender};

use crate::engine::Report;

use cecp::Cecp;
use uci::Uci;

/// What can happen to a front end.
#[derive(Debug)]
pub enum Event {
    /// A line came in, without its line end.
    Line(String),
    /// No more lines will come.
    EndOfInput,
    /// The search of that number, counted by the front end, has news.
    Report(u64, Report),
    /// Work in the background other than a search, of that number, has news.
    Work(u64, Work),
}

/// What work in the background says, such as a count of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// A line to be passed on.
    Line(String),
    /// It has ended; nothing follows.
    Ended,
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    Continue,
    /// The engine leaves.
    Quit,
}

/// A protocol, spoken.
pub trait FrontEnd {
    /// Something happened. Whatever is to be said is written to `output`, in
    /// whole lines.
    ///
    /// # Errors
    /// When the output can not be written.
    fn handle(&mut self, event: Event, output: &mut dyn Write) -> io::Result<Flow>;
}

/// What `help` says before a protocol was chosen.
const HELP: &str = "\
Peregrine plays Falcon Chess. It is meant to be started by a chess program
(XBoard, WinBoard, a tournament manager), which talks to it on this line:
  xboard   speak the Chess Engine Communication Protocol
  uci      speak the Universal Chess Interface; then, by hand, for example:
           position startpos moves e2e4 / go movetime 2000 / d / quit
  help     this text
  quit     leave
From the command line, 'peregrine --help' lists what else it can do.
";

/// Speaks the protocol that the first line asks for, until the conversation
/// or the input ends. A reader that has closed its end of the pipe ends it
/// without an error.
///
/// # Errors
/// When the output can not be written for another reason.
///
/// ```
/// let mut answer = Vec::new();
/// peregrine::protocol::converse("uci\nquit\n".as_bytes(), &mut answer).unwrap();
/// assert!(String::from_utf8(answer).unwrap().contains("uciok"));
/// ```
pub fn converse(input: impl BufRead + Send + 'static, output: &mut dyn Write) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel();
    let lines = sender.clone();
    // Not waited for: it may hang in a read when the conversation is over.
    std::thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || read_lines(input, &lines))?;
    match answer(&receiver, &sender, output) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let event = match input.read_until(b'\n', &mut bytes) {
            Ok(1..) => Event::Line(String::from_utf8_lossy(&bytes).trim_end().to_owned()),
            Ok(0) | Err(_) => Event::EndOfInput,
        };
        let is_last = matches!(event, Event::EndOfInput);
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

fn answer(
    events: &Receiver<Event>,
    sender: &Sender<Event>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut front_end: Option<Box<dyn FrontEnd>> = None;
    for event in events {
        let flow = match (&mut front_end, event) {
            (Some(front_end), event) => front_end.handle(event, output)?,
            (none, Event::Line(line)) => match line.trim() {
                "" => Flow::Continue,
                "quit" | "exit" => Flow::Quit,
                "help" => {
                    write!(output, "{HELP}")?;
                    Flow::Continue
                }
                command => {
                    let chosen: Box<dyn FrontEnd> = if command == "xboard" {
                        Box::new(Cecp::new(sender.clone()))
                    } else {
                        // A person at the keyboard may begin with any UCI command.
                        Box::new(Uci::new(sender.clone()))
                    };
                    none.insert(chosen).handle(Event::Line(line), output)?
                }
            },
            (None, Event::EndOfInput) => Flow::Quit,
            (None, Event::Report(..) | Event::Work(..)) => Flow::Continue,
        };
        output.flush()?;
        if flow == Flow::Quit {
            break;
        }
    }
    Ok(())
}
