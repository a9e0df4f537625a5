//! A front end in this process, spoken to a line at a time.

use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use peregrine::protocol::{Event, Flow, FrontEnd};

/// Nothing that is waited for takes longer.
const PATIENCE: Duration = Duration::from_secs(30);

/// A conversation.
pub struct Talk {
    front_end: Box<dyn FrontEnd>,
    events: Receiver<Event>,
    /// All that was said to the front end, for whoever reads of a fault.
    said: Vec<String>,
    /// All lines that it has answered.
    pub lines: Vec<String>,
    has_left: bool,
}

impl Talk {
    /// Begins one.
    pub fn new(front_end: impl FnOnce(Sender<Event>) -> Box<dyn FrontEnd>) -> Talk {
        let (sender, events) = mpsc::channel();
        Talk {
            front_end: front_end(sender),
            events,
            said: Vec::new(),
            lines: Vec::new(),
            has_left: false,
        }
    }

    /// Says a line, if anybody still listens.
    pub fn say(&mut self, line: &str) {
        if !self.has_left {
            self.said.push(line.to_owned());
            self.handle(Event::Line(line.into()));
        }
    }

    /// Passes on what has happened in the background meanwhile.
    pub fn listen(&mut self) {
        while let Ok(event) = self.events.try_recv() {
            self.handle(event);
        }
    }

    /// Waits until there is an answer of that kind among those after the first `from`.
    pub fn wait_for(&mut self, from: usize, beginning: &str) {
        let is_there = |talk: &Talk| {
            let mut lines = talk.lines[from..].iter();
            lines.any(|line| line.starts_with(beginning))
        };
        while !self.has_left && !is_there(self) {
            self.wait(beginning);
        }
    }

    /// Says that no more lines will come and waits until the front end leaves.
    pub fn end(&mut self) {
        if !self.has_left {
            self.handle(Event::EndOfInput);
        }
        while !self.has_left {
            self.wait("the end");
        }
    }

    fn wait(&mut self, what: &str) {
        match self.events.recv_timeout(PATIENCE) {
            Ok(event) => self.handle(event),
            Err(_) => panic!(
                "waited in vain for {what} after {:#?}, answered {:#?}",
                self.said, self.lines
            ),
        }
    }

    fn handle(&mut self, event: Event) {
        if self.has_left {
            return;
        }
        let mut output = Vec::new();
        let flow = match self.front_end.handle(event, &mut output) {
            Ok(flow) => flow,
            Err(error) => panic!("{error}"),
        };
        self.has_left = flow == Flow::Quit;
        let text = match String::from_utf8(output) {
            Ok(text) => text,
            Err(error) => panic!("{error} after {:#?}", self.said),
        };
        assert!(
            text.is_empty() || text.ends_with('\n'),
            "half a line after {:#?}: {text:?}",
            self.said
        );
        for line in text.lines() {
            assert!(
                !line.contains(|c: char| c.is_control() && c != '\t'),
                "control characters after {:#?}: {line:?}",
                self.said
            );
            self.lines.push(line.to_owned());
        }
    }
}
