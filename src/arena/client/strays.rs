//! Unsolicited lines of an engine.
//!
//! A line has no number that would tell which question it answers. What comes before
//! the engine has confirmed that it read everything so far is stray. An answer that
//! comes later may still be stray if a thread of the engine was slow to write it;
//! it is recognized because the engine gave it before and it is illegal now.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::Turn;

/// Number of recent answers to compare with.
const RECENT: usize = 64;

/// How long an engine may be silent after it has repeated an old answer: while it
/// thinks, and again after it has been asked to move at once.
const SECOND_CHANCE: Duration = Duration::from_secs(1);

/// The recent answers of an engine, and its first unsolicited line.
#[derive(Debug, Default)]
pub(super) struct Strays {
    answers: VecDeque<String>,
    /// The answer to the last question.
    last: String,
    first: Option<String>,
}

impl Strays {
    /// Remembers the text of a move that answered a question.
    pub(crate) fn record_answer(&mut self, answer: &str) {
        answer.clone_into(&mut self.last);
        self.record_discarded_answer(answer);
    }

    /// Remembers the text of a move that ended a search whose result does not count.
    pub(crate) fn record_discarded_answer(&mut self, answer: &str) {
        if self.answers.len() == RECENT {
            self.answers.pop_front();
        }
        self.answers.push_back(answer.to_owned());
    }

    /// Whether this text was an answer not long ago.
    pub(crate) fn is_repeated(&self, answer: &str) -> bool {
        self.answers.iter().any(|earlier| earlier == answer)
    }

    /// Whether this text was the answer to the last question. If that move was played,
    /// this one is illegal, since the piece is no longer there.
    pub(crate) fn is_last_answer(&self, answer: &str) -> bool {
        self.last == answer && !answer.is_empty()
    }

    /// Records a line that answers no question.
    pub(super) fn record_stray(&mut self, line: &str) {
        self.first.get_or_insert_with(|| line.to_owned());
    }

    /// The first such line since the last call.
    pub(crate) fn take_first(&mut self) -> Option<String> {
        self.first.take()
    }
}

/// An illegal answer that repeats an earlier one: if another answer follows, it was stray.
#[derive(Debug)]
pub(super) struct Suspect {
    /// The turn, if it is the answer after all.
    turn: Turn,
    /// When to stop waiting for another answer.
    until: Instant,
    is_urged: bool,
}

/// What to do when nothing has followed a suspected answer.
#[derive(Debug)]
pub(super) enum Silence {
    /// Ask the engine to move at once, and wait again.
    Urge(Suspect),
    /// The suspected answer is the real one.
    Accept(Turn),
}

impl Suspect {
    pub(super) fn new(turn: Turn) -> Suspect {
        Suspect {
            turn,
            until: Instant::now() + SECOND_CHANCE,
            is_urged: false,
        }
    }

    /// When to stop waiting for another answer.
    pub(super) fn until(&self) -> Instant {
        self.until
    }

    /// The engine has sent another line, so it may be thinking.
    pub(crate) fn extend_wait(&mut self) {
        self.until = Instant::now() + SECOND_CHANCE;
    }

    /// What to do when the engine has been silent for too long.
    pub(crate) fn on_silence(mut self) -> Silence {
        if self.is_urged {
            return Silence::Accept(self.turn);
        }
        self.is_urged = true;
        self.extend_wait();
        Silence::Urge(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_recent_answers_are_compared() {
        let mut strays = Strays::default();
        for number in 0..=RECENT {
            strays.record_answer(&number.to_string());
        }
        assert!(!strays.is_repeated("0") && strays.is_repeated("1"));
        assert!(strays.is_repeated(&RECENT.to_string()));
    }

    #[test]
    fn one_line_is_kept() {
        let mut strays = Strays::default();
        strays.record_stray("bestmove e2e4");
        strays.record_stray("readyok");
        assert_eq!(strays.take_first().as_deref(), Some("bestmove e2e4"));
        assert_eq!(strays.take_first(), None);
    }
}
