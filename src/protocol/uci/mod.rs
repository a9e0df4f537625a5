//! The Universal Chess Interface, spoken over the engine.
//!
//! Knows nothing of how a search works: it reads commands, writes answers, and
//! keeps account of what is running.
//!
//! Whatever is wrong with a line is said as `info string Error: ...`, and the
//! line changes nothing. During a search `stop`, `ponderhit`, `isready` and
//! `quit` work at once, as does what only asks (`d`, `eval`, `help`); a command
//! that changes something (`position`, `go`, `setoption`, `ucinewgame`,
//! `bench`) stops the search and follows its `bestmove`. A count or a bench is
//! not cut short by what comes after it, except by `stop` and `quit`. At the end
//! of the input a search that has an end of its own goes on to it, as do counts
//! and benches; any other is stopped. `quit` stops whatever is running.
//!
//! After a `position` that was refused there is no position to search: until one
//! is accepted, `go` says why and is answered `bestmove 0000`, at once, or where
//! the protocol wants it so (`infinite`, `ponder`) after `stop` or `ponderhit`.
//! `d` and `eval` show the position before it, and say so.
//!
//! The game is the one that was chosen, by `UCI_Variant` or when the program was
//! started. Until one is, it is the main game, but orthodox chess for a position
//! whose FEN has eight files.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod error;
mod go;
mod say;
mod settings;
mod tasks;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::Sender;
use std::time::Instant;

use crate::base::excerpt::short_message;
use crate::engine::Engine;
use crate::notation::diagram::Diagram;
use crate::notation::parse_coordinate;
use crate::position::Position;
use crate::position::game::Game;
use crate::rules::Rules;
use crate::tools::bench;
use crate::variants::shuffle::Arrays;
use crate::variants::{self, RuleOptions, Variant};

use super::log::Log;
use super::strength::Strength;
use super::{Beginning, Event, Flow, FrontEnd, Line, fewer_threads};

use error::{Trouble, UciError};
use tasks::Task;

/// Whether, and when, the conversation is to end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaving {
    No,
    /// No more lines will come: when all of them are answered.
    AtTheEnd,
    /// `quit` came: the same, but nothing is waited for.
    Soon,
}

/// A conversation in UCI.
pub struct Uci {
    events: Sender<Event>,
    engine: Engine,
    variant: &'static Variant,
    /// Whether somebody has chosen it.
    is_chosen: bool,
    rule_options: RuleOptions,
    /// Why the last position was refused, if it was.
    refused: Option<String>,
    strength: Strength,
    /// Whether scores are told as probabilities too.
    shows_wdl: bool,
    log: Log,
    last_task: u64,
    task: Option<Task>,
    /// Lines that wait for the task to end.
    waiting: VecDeque<Line>,
    leaving: Leaving,
}

impl Uci {
    /// A conversation that begins like that; what its searches report comes to it
    /// through `events`.
    ///
    /// ```
    /// use std::sync::mpsc;
    /// use peregrine::protocol::{Event, FrontEnd, uci::Uci};
    /// let (events, _) = mpsc::channel();
    /// let mut answer = Vec::new();
    /// Uci::new(events, Default::default()).handle(Event::Line("isready".into()), &mut answer).unwrap();
    /// assert_eq!(answer, b"readyok\n");
    /// ```
    pub fn new(events: Sender<Event>, beginning: Beginning) -> Uci {
        let variant = beginning.variant();
        let rules = variant.nearest_rules(beginning.options);
        Uci {
            events,
            variant,
            is_chosen: beginning.variant.is_some(),
            rule_options: beginning.options,
            refused: None,
            engine: Engine::with_tunables(rules, beginning.tunables),
            strength: Strength::new(),
            shows_wdl: false,
            log: Log::default(),
            last_task: 0,
            task: None,
            waiting: VecDeque::new(),
            leaving: Leaving::No,
        }
    }

    /// The same conversation, logged there if that is asked for.
    pub(super) fn with_log(mut self, log: Log) -> Uci {
        self.log = log;
        self
    }

    /// Answers the lines that need not wait, and says whether to go on.
    fn proceed(&mut self, output: &mut dyn Write) -> io::Result<Flow> {
        while let Some(line) = self.waiting.pop_front() {
            match &self.task {
                Some(task) if must_wait(&line) => {
                    if task.gives_way() || self.leaving == Leaving::Soon {
                        self.stop_task();
                    }
                    self.waiting.push_front(line);
                    return Ok(Flow::Continue);
                }
                _ => self.answer(&line, output)?,
            }
        }
        match &self.task {
            None if self.leaving != Leaving::No => return Ok(Flow::Quit),
            Some(task) if task.is_over(self.leaving) => self.stop_task(),
            _ => {}
        }
        Ok(Flow::Continue)
    }

    /// Answers a line, or says what is wrong with it.
    fn answer(&mut self, line: &Line, output: &mut dyn Write) -> io::Result<()> {
        let obeyed = match line.is_too_long() {
            true => Err(UciError::TooLong.into()),
            false => self.obey(line, output),
        };
        let is_position = first_word(line) == "position";
        match obeyed {
            Ok(()) => {
                if is_position {
                    self.refused = None;
                }
                Ok(())
            }
            Err(Trouble::Output(error)) => Err(error),
            Err(Trouble::Input(error)) => {
                if is_position {
                    // It quotes no more than excerpts already.
                    self.refused = Some(short_message(&error.to_string()).into_owned());
                }
                say::error(&error, line, output)
            }
        }
    }

    fn obey(&mut self, line: &str, output: &mut dyn Write) -> Result<(), Trouble> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] | ["debug", "on" | "off"] | ["register", ..] => {}
            ["uci"] => say::identity(output)?,
            ["isready"] => {
                self.engine.prepare();
                writeln!(output, "readyok")?;
            }
            ["setoption", ref words @ ..] => self.set_option(words, output)?,
            ["ucinewgame"] => {
                self.engine.clear();
                self.strength.new_game();
                self.set_strength()?;
            }
            ["position", ref words @ ..] => self.set_position(words, output)?,
            ["go", ref words @ ..] if self.refused.is_some() => {
                self.search_nothing(words, output)?
            }
            ["go", "perft", depth] => self.count(go::perft_depth(depth)?)?,
            ["go", ref words @ ..] => {
                let limits = go::limits(words, self.engine.game().position())?;
                self.search(limits);
            }
            ["stop"] => self.stop_task(),
            ["ponderhit"] => self.ponder_hit(),
            ["d"] => {
                say::earlier(self.refused.as_deref(), output)?;
                writeln!(output, "{}", Diagram(self.engine.game().position()))?;
            }
            ["eval"] => {
                say::earlier(self.refused.as_deref(), output)?;
                writeln!(output, "{}", self.engine.explain())?;
            }
            ["bench"] => self.bench(bench::DEPTH)?,
            ["bench", depth] => self.bench(go::bench_depth(depth)?)?,
            ["help"] => write!(output, "{}", say::HELP)?,
            [word, ..] => Err(UciError::command(word))?,
        }
        Ok(())
    }

    fn rules(&self) -> &'static Rules {
        self.engine.game().position().rules()
    }

    /// Sets up the position that the words after `position` describe.
    fn set_position(&mut self, words: &[&str], output: &mut dyn Write) -> Result<(), Trouble> {
        let game = match words {
            ["fen", fields @ ..] if !self.is_chosen => {
                variants::of_fen(fields.first().unwrap_or(&""))
            }
            _ => self.variant,
        };
        let rules = game.nearest_rules(self.rule_options);
        let is_other = !std::ptr::eq(rules, self.rules());
        self.engine.set_game(read_game(rules, words)?);
        if is_other {
            say::rules(rules, output)?;
        }
        Ok(())
    }

    /// Takes a line, or all that is to be taken in of it at once.
    fn take(&mut self, line: Line) {
        match (line.trim(), self.leaving) {
            ("quit", leaving) => {
                if leaving == Leaving::Soon {
                    // Said again: what waits is not wanted either.
                    self.waiting.clear();
                }
                self.leaving = Leaving::Soon;
                self.stop_task();
            }
            (_, Leaving::Soon) => {}
            ("stop", _) => {
                // What is running, and what those lines start that came before it.
                self.stop_task();
                self.waiting.push_back(line);
            }
            _ => self.waiting.push_back(line),
        }
    }
}

impl FrontEnd for Uci {
    fn handle(&mut self, event: Event, output: &mut dyn Write) -> io::Result<Flow> {
        match event {
            Event::Line(line) => self.take(line),
            Event::EndOfInput if self.leaving == Leaving::No => self.leaving = Leaving::AtTheEnd,
            Event::EndOfInput => {}
            Event::Report(number, report) => self.search_news(number, report, output)?,
            Event::Work(number, work) => self.work_news(number, work, output)?,
            Event::Alarm => self.tell_current_move(output)?,
        }
        let flow = self.proceed(output)?;
        for fault in self.engine.take_tablebase_faults() {
            say::fault(&fault, output)?;
        }
        if let Some(given) = self.engine.take_shortage() {
            let wanted = self.engine.options().threads;
            writeln!(output, "info string {}", fewer_threads(given, wanted))?;
        }
        if let Some(fault) = self.log.take_fault() {
            say::fault(&fault, output)?;
        }
        Ok(flow)
    }

    fn alarm(&self) -> Option<Instant> {
        self.task.as_ref().and_then(Task::alarm)
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        self.stop_task();
    }
}

/// Whether a line begins with a command of this protocol.
pub(super) fn is_command(line: &str) -> bool {
    error::COMMANDS.contains(&first_word(line))
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// Whether a line would change what a running task depends on.
fn must_wait(line: &str) -> bool {
    ["position", "go", "setoption", "ucinewgame", "bench"].contains(&first_word(line))
}

/// The game that the words after `position` describe.
fn read_game(rules: &'static Rules, words: &[&str]) -> Result<Game, UciError> {
    let moves_at = words.iter().position(|&word| word == "moves");
    let (start, moves) = words.split_at(moves_at.unwrap_or(words.len()));
    let start = match start {
        ["startpos"] => Position::start(rules),
        ["array", number] => {
            let number = number
                .parse()
                .map_err(|_| UciError::Array((*number).to_owned()))?;
            Arrays::of(rules)?.start(number)?
        }
        ["fen", fields @ ..] => Position::from_fen(rules, &fields.join(" "))?,
        _ => return Err(UciError::Position),
    };
    let mut game = Game::new(start);
    for text in moves.iter().skip(1) {
        let mv = parse_coordinate(game.position(), text)?;
        game.play(mv);
    }
    Ok(game)
}
