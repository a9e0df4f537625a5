//! The client side of the protocol: sends commands, waits for answers.

use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use peregrine::protocol::run_session;

/// A time limit that only failures exceed.
const PATIENCE: Duration = Duration::from_secs(60);

/// No answer.
pub const NOTHING: [&str; 0] = [];

/// Checks the answers to each line, in a new session.
pub fn answers(variant: &str, conversation: &[(&str, &[&str])]) {
    let mut session = Session::new(variant);
    for (line, answer) in conversation {
        assert_eq!(session.ask(line), *answer, "{line}");
    }
    assert_eq!(session.end(true), NOTHING);
}

/// A conversation with a new front end.
pub struct Session {
    input: Option<PipeWriter>,
    answers: Receiver<String>,
    front_end: Option<JoinHandle<std::io::Result<()>>>,
    pings: u32,
}

impl Session {
    /// A conversation after XBoard's start-up sequence for a game.
    pub fn new(variant: &str) -> Session {
        let mut session = Session::silent();
        session.send("memory 1\nnew\nrandom");
        if variant != "normal" {
            session.send(&format!("variant {variant}"));
        }
        session.send("level 40 5 0\nhard\neasy");
        session.sync();
        session
    }

    /// A conversation after `xboard` only.
    pub fn silent() -> Session {
        let (reader, writer) = pipe().unwrap();
        let (answer_reader, mut answer_writer) = pipe().unwrap();
        let front_end =
            std::thread::spawn(move || run_session(BufReader::new(reader), &mut answer_writer));
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(answer_reader).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut session = Session {
            input: Some(writer),
            answers,
            front_end: Some(front_end),
            pings: 1000,
        };
        session.send("xboard");
        session
    }

    /// Sends lines.
    pub fn send(&mut self, lines: &str) {
        if let Some(input) = &mut self.input {
            writeln!(input, "{lines}").unwrap();
        }
    }

    /// The next line that comes.
    pub fn line(&mut self) -> String {
        match self.answers.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("the engine says nothing"),
            Err(RecvTimeoutError::Disconnected) => panic!("the engine has left"),
        }
    }

    /// All lines up to and including the first that begins with that text.
    pub fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().unwrap().starts_with(beginning) {
            lines.push(self.line());
        }
        lines
    }

    /// Waits until everything sent so far is done; returns the output until then.
    pub fn sync(&mut self) -> Vec<String> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.send(&format!("ping {}", self.pings));
        let mut lines = self.until(&pong);
        assert_eq!(lines.pop(), Some(pong));
        lines
    }

    /// Sends lines and returns all output until they are done.
    pub fn ask(&mut self, lines: &str) -> Vec<String> {
        self.send(lines);
        self.sync()
    }

    /// The engine's next move, with all output before it.
    pub fn engine_move(&mut self) -> String {
        let line = self.until("move ").pop().unwrap();
        line["move ".len()..].to_owned()
    }

    /// Sends `quit`, or just closes the input, and waits for the engine to exit.
    pub fn end(mut self, quit: bool) -> Vec<String> {
        if quit {
            self.send("quit");
        } else {
            self.input = None;
        }
        let rest = self.answers.iter().collect();
        self.front_end.take().unwrap().join().unwrap().unwrap();
        rest
    }
}
