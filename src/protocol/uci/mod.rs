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
//! not cut short by what comes after it, except by `stop` or by `quit` given
//! twice. At the end of the input a search that has an end of its own goes on
//! to it, any other is stopped.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod error;
mod go;
mod say;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::Sender;

use crate::bench;
use crate::diagram::{self, Diagram};
use crate::engine::{Engine, EngineOptions, Report};
use crate::eval::Evaluator;
use crate::game::Game;
use crate::notation::parse_coordinate;
use crate::perft::Perft;
use crate::position::Position;
use crate::rules::Rules;
use crate::search::Limits;
use crate::variants::{self, RuleOptions, Variant};

use super::options::{self, Setting};
use super::{Event, Flow, FrontEnd, Work};

use error::{Trouble, UciError};

/// What is running in the background.
struct Task {
    /// News of another number are of a task that is over.
    number: u64,
    kind: TaskKind,
}

enum TaskKind {
    Search {
        /// What is searched.
        position: Box<Position>,
        /// Whether the search ends by itself once it is not pondering.
        has_end: bool,
        pondering: bool,
    },
    Work {
        stop: Arc<AtomicBool>,
    },
}

/// Whether, and when, the conversation is to end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaving {
    No,
    /// When all that came in is done.
    AtTheEnd,
    /// When what is running has ended.
    Soon,
}

/// A conversation in UCI.
pub struct Uci {
    events: Sender<Event>,
    engine: Engine,
    variant: &'static Variant,
    rule_options: RuleOptions,
    last_task: u64,
    task: Option<Task>,
    /// Lines that wait for the task to end.
    waiting: VecDeque<String>,
    leaving: Leaving,
}

impl Uci {
    /// A conversation about the main game; what its searches report comes to
    /// it through `events`.
    ///
    /// ```
    /// use std::sync::mpsc;
    /// use peregrine::protocol::{Event, FrontEnd, uci::Uci};
    /// let (events, _) = mpsc::channel();
    /// let mut answer = Vec::new();
    /// Uci::new(events).handle(Event::Line("isready".to_owned()), &mut answer).unwrap();
    /// assert_eq!(answer, b"readyok\n");
    /// ```
    pub fn new(events: Sender<Event>) -> Uci {
        let variant = &variants::all()[0];
        Uci {
            events,
            engine: Engine::new(variant.nearest_rules(RuleOptions::default())),
            variant,
            rule_options: RuleOptions::default(),
            last_task: 0,
            task: None,
            waiting: VecDeque::new(),
            leaving: Leaving::No,
        }
    }

    /// Answers the lines that need not wait, and says whether to go on.
    fn proceed(&mut self, output: &mut dyn Write) -> io::Result<Flow> {
        while let Some(line) = self.waiting.pop_front() {
            match &self.task {
                Some(task) if must_wait(&line) => {
                    if let TaskKind::Search { .. } = task.kind {
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
            Some(task) if self.leaving == Leaving::AtTheEnd && !task.ends_by_itself() => {
                self.stop_task();
            }
            _ => {}
        }
        Ok(Flow::Continue)
    }

    /// Answers a line, or says what is wrong with it.
    fn answer(&mut self, line: &str, output: &mut dyn Write) -> io::Result<()> {
        match self.obey(line, output) {
            Ok(()) => Ok(()),
            Err(Trouble::Output(error)) => Err(error),
            Err(Trouble::Input(error)) => say::error(&error, line, output),
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
            ["ucinewgame"] => self.engine.clear(),
            ["position", ref words @ ..] => {
                let game = read_game(self.rules(), words)?;
                self.engine.set_game(game);
            }
            ["go", "perft", depth] => self.count(go::perft_depth(depth)?)?,
            ["go", ref words @ ..] => {
                let limits = go::limits(words, self.engine.game().position())?;
                self.search(limits);
            }
            ["stop"] => self.stop_task(),
            ["ponderhit"] => self.ponder_hit(),
            ["d"] => writeln!(output, "{}", Diagram(self.engine.game().position()))?,
            ["eval"] => {
                let position = self.engine.game().position();
                let explanation = Evaluator::new(self.rules()).explain(position);
                writeln!(output, "{explanation}")?;
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

    fn set_option(&mut self, words: &[&str], output: &mut dyn Write) -> Result<(), Trouble> {
        let (name, value) = match words {
            ["name", words @ ..] => match words.iter().position(|&word| word == "value") {
                Some(at) => (words[..at].join(" "), Some(words[at + 1..].join(" "))),
                None => (words.join(" "), None),
            },
            _ => return Err(UciError::SetOption.into()),
        };
        let setting = options::parse(&name, value.as_deref()).map_err(UciError::from)?;
        let now = self.engine.options();
        match setting {
            Setting::Variant(variant) => {
                self.variant = variant;
                self.choose_rules(self.rule_options, output)?;
            }
            Setting::Castling(castling) => {
                self.require(RuleOptions {
                    castling,
                    promotion: None,
                })?;
                let options = RuleOptions {
                    castling,
                    ..self.rule_options
                };
                self.choose_rules(options, output)?;
            }
            Setting::Promotion(promotion) => {
                self.require(RuleOptions {
                    castling: None,
                    promotion,
                })?;
                let options = RuleOptions {
                    promotion,
                    ..self.rule_options
                };
                self.choose_rules(options, output)?;
            }
            Setting::Hash(hash) => self.set_engine(EngineOptions { hash, ..now })?,
            Setting::Threads(threads) => self.set_engine(EngineOptions { threads, ..now })?,
            Setting::Lines(lines) => self.set_engine(EngineOptions { lines, ..now })?,
            Setting::MoveOverhead(move_overhead) => {
                self.set_engine(EngineOptions {
                    move_overhead,
                    ..now
                })?;
            }
            Setting::ClearHash => self.engine.clear(),
            // The engine plays the same whether or not it may ponder or analyses.
            Setting::Ponder(_) | Setting::Analyse(_) => {}
        }
        Ok(())
    }

    fn set_engine(&mut self, options: EngineOptions) -> Result<(), UciError> {
        let set = self.engine.set_options(options);
        set.map_err(|error| UciError::Memory(error.to_string()))
    }

    /// An error if the variant cannot be played with these options.
    fn require(&self, options: RuleOptions) -> Result<(), UciError> {
        self.variant.rules(options)?;
        Ok(())
    }

    /// Plays the variant with those of the options that it has. If that is
    /// another game than now, its start position is set up.
    fn choose_rules(&mut self, options: RuleOptions, output: &mut dyn Write) -> io::Result<()> {
        self.rule_options = options;
        let rules = self.variant.nearest_rules(options);
        if !std::ptr::eq(rules, self.rules()) {
            self.engine.set_game(Game::new(Position::start(rules)));
            say::rules(rules, output)?;
        }
        Ok(())
    }

    fn search(&mut self, limits: Limits) {
        let ends = limits.depth.is_some() || limits.nodes.is_some();
        let times = limits.move_time.is_some() || limits.clock.is_some();
        let number = self.begin(TaskKind::Search {
            position: Box::new(self.engine.game().position().clone()),
            has_end: (ends || times) && !limits.infinite,
            pondering: limits.ponder,
        });
        let events = self.events.clone();
        self.engine.start(limits, move |report| {
            // Nobody listens any more when the conversation is over.
            let _ = events.send(Event::Report(number, report));
        });
    }

    /// Counts in the background.
    fn count(&mut self, depth: u32) -> Result<(), UciError> {
        let position = self.engine.game().position().clone();
        let threads = self.engine.options().threads;
        self.work("perft", move |stop, say| {
            let perft = Perft {
                threads,
                memory: &(),
                stop,
            };
            if let Some(divided) = perft.divide(&position, depth) {
                diagram::divided(&position, &divided)
                    .into_iter()
                    .for_each(&mut *say);
                say(String::new());
                say(format!("Nodes searched: {}", divided.total));
            }
        })
    }

    /// Runs the bench in the background.
    fn bench(&mut self, depth: u32) -> Result<(), UciError> {
        let rules = self.rules();
        self.work("bench", move |stop, say| {
            match bench::run(rules, depth, stop, &mut *say) {
                Ok(Some(total)) => {
                    say(format!("Nodes searched: {}", total.nodes));
                    say(format!("Nodes/second: {}", total.speed()));
                }
                Ok(None) => {}
                Err(error) => say(format!(
                    "info string Error: {}",
                    UciError::Memory(error.to_string())
                )),
            }
        })
    }

    /// Lets something run in the background that can be stopped and says lines.
    fn work(
        &mut self,
        name: &str,
        work: impl FnOnce(&AtomicBool, &mut dyn FnMut(String)) + Send + 'static,
    ) -> Result<(), UciError> {
        let stop = Arc::new(AtomicBool::new(false));
        let number = self.last_task + 1;
        let events = self.events.clone();
        let held = Arc::clone(&stop);
        let run = move || {
            // Nobody listens any more when the conversation is over.
            let send = |work| events.send(Event::Work(number, work)).unwrap_or_default();
            work(&held, &mut |line| send(Work::Line(line)));
            send(Work::Ended);
        };
        let thread = std::thread::Builder::new().name(name.to_owned());
        thread
            .spawn(run)
            .map_err(|error| UciError::Thread(error.to_string()))?;
        self.begin(TaskKind::Work { stop });
        Ok(())
    }

    fn begin(&mut self, kind: TaskKind) -> u64 {
        self.last_task += 1;
        self.task = Some(Task {
            number: self.last_task,
            kind,
        });
        self.last_task
    }

    /// Tells the task to stop; it is over when it has said so.
    fn stop_task(&mut self) {
        match &self.task {
            Some(Task {
                kind: TaskKind::Search { .. },
                ..
            }) => self.engine.signal_stop(),
            Some(Task {
                kind: TaskKind::Work { stop },
                ..
            }) => stop.store(true, Relaxed),
            None => {}
        }
    }

    fn ponder_hit(&mut self) {
        if let Some(Task {
            kind: TaskKind::Search { pondering, .. },
            ..
        }) = &mut self.task
        {
            *pondering = false;
            self.engine.ponder_hit();
        }
    }

    fn quit(&mut self) {
        let counts = matches!(
            &self.task,
            Some(Task {
                kind: TaskKind::Work { .. },
                ..
            })
        );
        if counts && self.leaving == Leaving::No {
            self.leaving = Leaving::AtTheEnd;
            return;
        }
        self.waiting.clear();
        self.leaving = Leaving::Soon;
        self.stop_task();
    }

    fn report(&mut self, report: Report, output: &mut dyn Write) -> io::Result<()> {
        let Some(Task {
            kind: TaskKind::Search { position, .. },
            ..
        }) = &self.task
        else {
            return Ok(());
        };
        match report {
            Report::Info(info) => say::info(position, &info, output),
            Report::Finished(result) => {
                say::result(position, &result, output)?;
                self.task = None;
                self.engine.wait();
                Ok(())
            }
        }
    }
}

impl FrontEnd for Uci {
    fn handle(&mut self, event: Event, output: &mut dyn Write) -> io::Result<Flow> {
        let current = self.task.as_ref().map(|task| task.number);
        match event {
            Event::Line(line) if line.trim() == "quit" => self.quit(),
            Event::Line(line) => self.waiting.push_back(line),
            Event::EndOfInput if self.leaving == Leaving::No => self.leaving = Leaving::AtTheEnd,
            Event::EndOfInput => {}
            Event::Report(number, report) if current == Some(number) => {
                self.report(report, output)?;
            }
            Event::Work(number, Work::Line(line)) if current == Some(number) => {
                writeln!(output, "{line}")?;
            }
            Event::Work(number, Work::Ended) if current == Some(number) => self.task = None,
            Event::Report(..) | Event::Work(..) => {}
        }
        self.proceed(output)
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        self.stop_task();
    }
}

impl Task {
    fn ends_by_itself(&self) -> bool {
        match self.kind {
            TaskKind::Search {
                has_end, pondering, ..
            } => has_end && !pondering,
            TaskKind::Work { .. } => true,
        }
    }
}

/// Whether a line would change what a running task depends on.
fn must_wait(line: &str) -> bool {
    let command = line.split_whitespace().next().unwrap_or_default();
    ["position", "go", "setoption", "ucinewgame", "bench"].contains(&command)
}

/// The game that the words after `position` describe.
fn read_game(rules: &'static Rules, words: &[&str]) -> Result<Game, UciError> {
    let moves_at = words.iter().position(|&word| word == "moves");
    let (start, moves) = words.split_at(moves_at.unwrap_or(words.len()));
    let start = match start {
        ["startpos"] => Position::start(rules),
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
