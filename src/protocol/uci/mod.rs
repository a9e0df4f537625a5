//! The Universal Chess Interface (UCI).
//!
//! This module reads commands, writes answers, and keeps track of the running
//! task.
//!
//! A wrong line is answered with `info string Error: ...` and changes nothing, except
//! `go`: what is understood of it is searched, the rest is reported, and one `bestmove`
//! follows (after `go perft`, a count instead). Words before a command are ignored.
//! During a search, `stop`, `ponderhit`, `isready` and `quit` take effect at once,
//! as do the queries `d`, `eval` and `help`; `setoption` takes effect when the search has
//! ended. A command that changes the position or the game (`position`, `go`, `ucinewgame`,
//! `bench`) stops the search and is carried out after its `bestmove`. Only `stop` and `quit` cut a perft or a bench
//! short. At the end of the input, perft, bench and limited searches run to their
//! end; any other search is stopped. `quit` stops every task.
//!
//! After a refused `position` there is no position to search. Until one is
//! accepted, `go` reports the reason and answers `bestmove 0000`: at once, or, as
//! the protocol requires for `infinite` and `ponder`, after `stop` or `ponderhit`.
//! `d` and `eval` show the previous position and say so.
//!
//! The variant is the one chosen by `UCI_Variant` or on the command line. Until
//! one is chosen, it is the main variant, or orthodox chess for a position whose
//! FEN has eight files.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod error;
mod go;
mod local;
mod output;
mod position_command;
mod settings;
mod tasks;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::Sender;

use crate::base::clock::Instant;
use crate::base::excerpt::short_message;
use crate::base::random;
use crate::book::BookMove;
use crate::engine::Engine;
use crate::position::game::Game;
use crate::render::Diagram;
use crate::rules::Rules;
use crate::search::Limits;
use crate::tools::bench;
use crate::variants::{self, RuleOptions, Variant};

use super::engine_settings::EngineSettings;
use super::log::Log;
use super::options;
use super::task::BackgroundTask;
use super::{Event, Flow, FrontEnd, Line, SessionConfig, fewer_threads};

use error::{CommandError, UciError};
use output::CastlingText;
use position_command::DescribedGame;
use tasks::Task;

pub use local::LocalUci;

/// Whether, and how, the session is ending.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shutdown {
    No,
    /// The input has ended: quit when all lines are answered.
    AtEndOfInput,
    /// After `quit`: the same, but without waiting for any task.
    Now,
}

/// A session in UCI.
pub struct Uci {
    engine: Engine,
    variant: &'static Variant,
    /// The variant and the rules that the program was started with.
    initial: (&'static Variant, RuleOptions),
    /// Whether the variant was chosen explicitly.
    is_chosen: bool,
    rule_options: RuleOptions,
    /// Whether chess is Chess960, and castling is written as King takes Rook.
    chess960: bool,
    described: DescribedGame,
    /// Why the last position was refused, if it was.
    refused: Option<String>,
    settings: EngineSettings,
    /// Whether to show win, draw and loss probabilities with scores.
    shows_wdl: bool,
    log: Log,
    task: BackgroundTask<Task>,
    /// Lines waiting for the task to end.
    waiting: VecDeque<Line>,
    /// Options that are set when the task has ended.
    deferred: VecDeque<Line>,
    shutdown: Shutdown,
}

impl Uci {
    /// A session with the given settings. Its searches send their reports to
    /// `events`.
    ///
    /// ```
    /// use std::sync::mpsc;
    /// use peregrine::protocol::{Event, FrontEnd, uci::Uci};
    /// let (events, _) = mpsc::channel();
    /// let mut answer = Vec::new();
    /// Uci::new(events, Default::default()).handle(Event::Line("isready".into()), &mut answer).unwrap();
    /// assert_eq!(answer, b"readyok\n");
    /// ```
    pub fn new(events: Sender<Event>, config: SessionConfig) -> Uci {
        let variant = config.variant();
        let rules = variant.nearest_rules(config.options);
        let engine = Engine::with_tunables(rules, config.tunables);
        Uci {
            variant,
            initial: (variant, config.options),
            is_chosen: config.variant.is_some(),
            rule_options: config.options,
            chess960: false,
            described: DescribedGame::start(rules),
            refused: None,
            settings: EngineSettings::new(engine.options()),
            engine,
            shows_wdl: false,
            log: Log::default(),
            task: BackgroundTask::new(events),
            waiting: VecDeque::new(),
            deferred: VecDeque::new(),
            shutdown: Shutdown::No,
        }
    }

    /// The same session with the log that the option `Debug Log File` controls.
    pub(super) fn with_log(mut self, log: Log) -> Uci {
        self.log = log;
        self
    }

    /// Answers the lines that need not wait, and returns whether the session
    /// continues.
    fn process_queue(&mut self, output: &mut dyn Write) -> io::Result<Flow> {
        while let Some(line) = self.waiting.pop_front() {
            match self.task.running() {
                Some(_) if error::command(&line) == "setoption" => {
                    self.defer_option(line, output)?;
                }
                Some(task) if must_wait(&line) => {
                    if task.gives_way() || self.shutdown == Shutdown::Now {
                        self.stop_task();
                    }
                    self.waiting.push_front(line);
                    return Ok(Flow::Continue);
                }
                Some(_) => self.handle_line(&line, output)?,
                None => {
                    self.set_deferred_options(output)?;
                    self.handle_line(&line, output)?;
                }
            }
        }
        if self.task.running().is_none() {
            self.set_deferred_options(output)?;
        }
        match self.task.running() {
            None if self.shutdown != Shutdown::No => return Ok(Flow::Quit),
            Some(task) if task.is_over(self.shutdown) => self.stop_task(),
            _ => {}
        }
        Ok(Flow::Continue)
    }

    /// Sets an option after the running task, unless it is wrong anyway.
    fn defer_option(&mut self, line: Line, output: &mut dyn Write) -> io::Result<()> {
        let (_, words) = error::command_words(&line);
        match settings::parse(&words[1..]) {
            Err(error) if !error.may_become_valid() && !line.is_too_long() => {
                output::write_error(&error, &line, output)
            }
            _ => {
                self.deferred.push_back(line);
                Ok(())
            }
        }
    }

    fn set_deferred_options(&mut self, output: &mut dyn Write) -> io::Result<()> {
        while let Some(line) = self.deferred.pop_front() {
            self.handle_line(&line, output)?;
        }
        Ok(())
    }

    /// Carries out a line, or reports what is wrong with it.
    fn handle_line(&mut self, line: &Line, output: &mut dyn Write) -> io::Result<()> {
        let (ignored, words) = error::command_words(line);
        let command = words.first().copied().unwrap_or_default();
        if !ignored.is_empty() {
            output::write_ignored(&ignored, command, output)?;
        }
        let result = match (line.is_too_long(), command) {
            (false, _) => self.dispatch(line, &words, output),
            (true, "go") => {
                let request = go::unreadable(UciError::TooLong, self.game().position());
                self.go(request, &[], line, output)
            }
            (true, _) => Err(UciError::TooLong.into()),
        };
        let is_position = command == "position";
        match result {
            Ok(()) => {
                if is_position {
                    self.refused = None;
                }
                Ok(())
            }
            Err(CommandError::Output(error)) => Err(error),
            Err(CommandError::Input(error)) => {
                if is_position {
                    // The error quotes only excerpts, so the text stays short.
                    self.refused = Some(short_message(&error.to_string()).into_owned());
                }
                output::write_error(&error, line, output)
            }
        }
    }

    /// Carries out a line with these words from its command on.
    fn dispatch(
        &mut self,
        line: &str,
        words: &[&str],
        output: &mut dyn Write,
    ) -> Result<(), CommandError> {
        if let [command, _, ..] = *words
            && WITHOUT_ARGUMENTS.contains(&command)
        {
            output::write_error(&UciError::command(command), line, output)?;
            return self.dispatch(line, &[command], output);
        }
        match words[..] {
            [] | ["debug", "on" | "off"] | ["register", ..] => {}
            ["uci"] => {
                let (variant, rules) = self.initial;
                output::write_identity(&options::all_for(variant, rules), output)?;
            }
            ["isready"] => {
                // Without memory, the next search reports it.
                let _ = self.engine.prepare();
                if self.settings.plays_from_book {
                    let rules = self.rules();
                    self.settings.book.book(rules);
                }
                self.report_errors(output)?;
                writeln!(output, "readyok")?;
            }
            ["setoption", ref words @ ..] => self.set_option(words, output)?,
            ["ucinewgame"] => {
                self.engine.clear();
                self.settings.new_game();
                self.pass_options()?;
            }
            ["position", ref words @ ..] => self.set_position(words, output)?,
            ["go", ref words @ ..] => {
                let request = go::request(words, self.game().position());
                self.go(request, words, line, output)?;
            }
            ["stop"] => self.stop_task(),
            ["ponderhit"] => self.ponder_hit(),
            ["d"] => {
                output::write_position_refused(self.refused.as_deref(), output)?;
                writeln!(output, "{}", Diagram(self.game().position()))?;
            }
            ["eval"] => {
                output::write_position_refused(self.refused.as_deref(), output)?;
                writeln!(output, "{}", self.engine.explain(self.game().position()))?;
            }
            ["bench"] => self.bench(bench::DEPTH)?,
            ["bench", depth] => self.bench(go::bench_depth(depth)?)?,
            ["help"] => write!(output, "{}", output::HELP)?,
            [word, ..] => Err(UciError::command(word))?,
        }
        Ok(())
    }

    /// Carries out `go` as far as it was understood, and reports the rest.
    fn go(
        &mut self,
        request: go::Request,
        words: &[&str],
        line: &str,
        output: &mut dyn Write,
    ) -> Result<(), CommandError> {
        if self.refused.is_some() {
            let is_perft = request.perft.is_some();
            let is_endless = words.contains(&"infinite") || words.contains(&"ponder");
            return self.search_nothing(is_perft, is_endless, line, output);
        }
        let errors = request.errors.len();
        for error in request.errors.iter().take(MAX_ERRORS) {
            output::write_error(error, line, output)?;
        }
        if let Some(more) = errors.checked_sub(MAX_ERRORS).filter(|&more| more > 0) {
            output::write_errors(&format!("{more} more faults in this line"), output)?;
        }
        if let Some(depth) = request.perft {
            return Ok(self.perft(depth)?);
        }
        match self.book_move(&request.limits) {
            Some(row) => {
                let castling = self.castling_text();
                output::write_book_move(self.game().position(), &row, castling, output)?;
            }
            None => self.search(request.limits),
        }
        Ok(())
    }

    /// The move to play from the book instead of a search with these limits. It is given
    /// without a move to ponder on: the book may have the answer to that, too.
    fn book_move(&mut self, limits: &Limits) -> Option<BookMove> {
        let analyses = limits.infinite || limits.mate.is_some() || self.settings.is_analyzing;
        if !self.settings.plays_from_book || analyses || limits.ponder {
            return None;
        }
        let allowed = limits.root_moves.as_deref();
        self.settings
            .book
            .choose(self.described.game(), allowed, random::seed())
    }

    /// Reports unusable files and missing threads.
    fn report_errors(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let errors = self.settings.report_errors(&mut self.engine, true);
        for error in errors.into_iter().chain(self.task.report_error()) {
            output::write_errors(&error, output)?;
        }
        if let Some(given) = self.engine.report_shortage()
            && !self.task.is_sliced()
        {
            let wanted = self.engine.options().threads;
            writeln!(output, "info string {}", fewer_threads(given, wanted))?;
        }
        Ok(())
    }

    /// The variant that is played when this one is chosen: with `UCI_Chess960`, chess is
    /// Chess960.
    fn played(&self, variant: &'static Variant) -> &'static Variant {
        match self.chess960 && variant.name == "chess" {
            true => variants::find("chess960").unwrap_or(variant),
            false => variant,
        }
    }

    /// The variant of a position that does not name its own. A client that knows no
    /// variants, but sets `UCI_Chess960`, means Chess960.
    fn chosen_variant(&self) -> &'static Variant {
        match self.chess960 && !self.is_chosen {
            true => variants::find("chess960").unwrap_or(self.variant),
            false => self.played(self.variant),
        }
    }

    /// How castling is written.
    fn castling_text(&self) -> CastlingText {
        match self.chess960 {
            true => CastlingText::KingTakesRook,
            false => CastlingText::Usual,
        }
    }

    fn game(&self) -> &Game {
        self.described.game()
    }

    fn rules(&self) -> &'static Rules {
        self.game().position().rules()
    }

    /// Sets up the position described by the words after `position`.
    fn set_position(&mut self, words: &[&str], output: &mut dyn Write) -> Result<(), CommandError> {
        let game = match words {
            ["fen", fields @ ..] if !self.is_chosen => {
                self.played(variants::of_fen(fields.first().unwrap_or(&"")))
            }
            _ => self.chosen_variant(),
        };
        let rules = game.nearest_rules(self.rule_options);
        let is_other = rules != self.rules();
        self.described.set(rules, words)?;
        self.engine.set_rules(rules);
        if is_other {
            output::write_rules(rules, output)?;
        }
        Ok(())
    }

    /// Queues a line; the parts of `stop` and `quit` that cannot wait take effect
    /// at once.
    fn enqueue(&mut self, line: Line) {
        match (error::command(&line), self.shutdown) {
            ("quit", shutdown) => {
                if shutdown == Shutdown::Now {
                    // A second `quit` drops the waiting lines too.
                    self.waiting.clear();
                }
                self.shutdown = Shutdown::Now;
                self.stop_task();
            }
            (_, Shutdown::Now) => {}
            ("stop", _) => {
                // Stop the running task now, and later any task that an earlier
                // waiting line starts.
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
            Event::Line(line) => self.enqueue(line),
            Event::EndOfInput if self.shutdown == Shutdown::No => {
                self.shutdown = Shutdown::AtEndOfInput
            }
            Event::EndOfInput => {}
            Event::Report(number, report) => self.on_search_report(number, report, output)?,
            Event::TaskOutput(number, work) => self.on_task_output(number, work, output)?,
            Event::Alarm => self.report_current_move(output)?,
        }
        let flow = self.process_queue(output)?;
        self.report_errors(output)?;
        if let Some(error) = self.log.report_error() {
            output::write_errors(&error, output)?;
        }
        Ok(flow)
    }

    fn alarm(&self) -> Option<Instant> {
        self.task.running().and_then(Task::alarm)
    }

    fn is_idle(&self) -> bool {
        self.task.running().is_none()
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        self.stop_task();
    }
}

/// The number of errors of a line that are reported; the others are only counted.
const MAX_ERRORS: usize = 10;

/// The commands that are carried out whatever follows them.
pub const WITHOUT_ARGUMENTS: [&str; 9] = [
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "help",
    "quit",
];

/// Whether a line starts with a UCI command.
pub(super) fn is_command(line: &str) -> bool {
    line.split_whitespace()
        .next()
        .is_some_and(error::is_command)
}

/// Whether a line changes something that a running task depends on.
fn must_wait(line: &str) -> bool {
    ["position", "go", "ucinewgame", "bench"].contains(&error::command(line))
}
