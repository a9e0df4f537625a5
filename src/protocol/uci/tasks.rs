//! Background tasks: one search, perft or bench at a time. A stopped task is over only when
//! it has reported its end.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crate::base::clock::Instant;
use crate::base::parallel;
use crate::board::moves::Move;
use crate::engine::Report;
use crate::position::Position;
use crate::protocol::{TaskOutput, fewer_threads};
use crate::search::score::Score;
use crate::search::wdl::Wdl;
use crate::search::{Info, Limits, ScoreBound};
use crate::tablebase::TableValue;
use crate::tools::bench;
use crate::tools::perft::Perft;

use super::error::{CommandError, UciError};
use super::output::CastlingText;
use super::{Shutdown, Uci, output};

/// The running task.
pub(super) enum Task {
    Search(RunningSearch),
    /// A perft or a bench, with its stop flag.
    Job(Arc<AtomicBool>),
    /// A search without a position, whose `bestmove` must wait for `stop`.
    Nothing,
}

pub(super) struct RunningSearch {
    /// The root position.
    position: Box<Position>,
    /// Whether the search ends by itself when it is not pondering.
    has_end: bool,
    pondering: bool,
    /// In a search for a mate, the mates last reported, by line of play.
    mates: Option<Vec<ReportedMate>>,
    /// The bound last reported, with its depth and line of play.
    bound: Option<(u32, usize, Score, ScoreBound)>,
    /// Set if win, draw and loss probabilities are shown.
    wdl: Option<WdlReport>,
    /// How castling is written.
    castling: CastlingText,
    /// When to check the current move next.
    alarm: Instant,
    /// The depth and the current move last reported.
    current: Option<(u32, Move)>,
}

/// Whether the tablebases know the position to be a draw.
#[derive(Clone, Copy)]
struct WdlReport {
    is_draw: bool,
}

/// How long a search runs before it reports its current move.
const CURRENT_MOVE_DELAY: Duration = Duration::from_secs(3);

/// How often the current move is checked after that.
const CURRENT_MOVE_INTERVAL: Duration = Duration::from_millis(100);

/// A reported mate: the number of its line (MultiPV), its score and its first move.
type ReportedMate = (usize, Score, Option<Move>);

impl RunningSearch {
    /// The probabilities that belong to a score, if they are shown.
    fn wdl(&self, score: Score) -> Option<Wdl> {
        let known = self.wdl?;
        Some(match score {
            Score::Centipawns(_) if known.is_draw => Wdl::DRAW,
            score => Wdl::new(&self.position, score),
        })
    }

    /// Whether an info repeats the one before it: in a search for a mate, each depth
    /// finds the same mate again; in slices, an iteration that begins again finds the same bound.
    fn is_already_reported(&mut self, info: &Info) -> bool {
        if info.bound != ScoreBound::Exact {
            let bound = (info.depth, info.line, info.score, info.bound);
            return self.bound.replace(bound) == Some(bound);
        }
        let Some(mates) = &mut self.mates else {
            return false;
        };
        let (Score::Mate(_), ScoreBound::Exact) = (info.score, info.bound) else {
            return false;
        };
        let mate = (info.line, info.score, info.pv.first().copied());
        if mates.contains(&mate) {
            return true;
        }
        mates.retain(|(line, ..)| *line != info.line);
        mates.push(mate);
        false
    }
}

impl Task {
    /// When the task wants an [`Event::Alarm`].
    pub(crate) fn alarm(&self) -> Option<Instant> {
        match self {
            Task::Search(search) => Some(search.alarm),
            _ => None,
        }
    }

    /// Whether a command that changes something stops the task.
    pub(crate) fn gives_way(&self) -> bool {
        !matches!(self, Task::Job(_))
    }

    /// Whether to stop the task because the session is ending.
    pub(crate) fn is_over(&self, shutdown: Shutdown) -> bool {
        match (self, shutdown) {
            (_, Shutdown::No) | (Task::Job(_), Shutdown::AtEndOfInput) => false,
            (Task::Search(search), Shutdown::AtEndOfInput) => !search.has_end || search.pondering,
            (Task::Nothing, Shutdown::AtEndOfInput) | (_, Shutdown::Now) => true,
        }
    }
}

impl Uci {
    /// Searches the game's position.
    pub(super) fn search(&mut self, limits: Limits) {
        let ends = limits.depth.is_some() || limits.nodes.is_some();
        let times = limits.move_time.is_some() || limits.clock.is_some();
        let search = RunningSearch {
            position: Box::new(self.game().position().clone()),
            has_end: (ends || times) && !limits.infinite,
            pondering: limits.ponder,
            mates: limits.mate.map(|_| Vec::new()),
            bound: None,
            wdl: self.shows_wdl.then(|| WdlReport {
                is_draw: self.engine.probe_tablebase(self.game().position())
                    == Some(TableValue::Draw),
            }),
            castling: self.castling_text(),
            alarm: Instant::now() + CURRENT_MOVE_DELAY,
            current: None,
        };
        self.task.search(
            &mut self.engine,
            self.described.game(),
            limits,
            Task::Search(search),
        );
    }

    /// Answers `go` when there is no position to search. An endless search ends when it is
    /// told to, and a perft has no `bestmove`.
    pub(super) fn search_nothing(
        &mut self,
        is_perft: bool,
        is_endless: bool,
        line: &str,
        output: &mut dyn Write,
    ) -> Result<(), CommandError> {
        let reason = self.refused.clone().unwrap_or_default();
        output::write_error(&UciError::NoPosition(reason), line, output)?;
        match (is_perft, is_endless) {
            (true, _) => {}
            (false, true) => self.task.start(Task::Nothing),
            (false, false) => writeln!(output, "{}", output::NO_MOVE)?,
        }
        Ok(())
    }

    /// Runs perft on the game's position.
    pub(super) fn perft(&mut self, depth: u32) -> Result<(), UciError> {
        let position = self.game().position().clone();
        let wanted = self.engine.options().threads;
        self.spawn_task("perft", move |stop, say| {
            let threads = parallel::spawnable_threads(wanted);
            if threads < wanted {
                say(format!("info string {}", fewer_threads(threads, wanted)));
            }
            let perft = Perft {
                threads,
                cache: &(),
                stop,
            };
            if let Some(divided) = perft.divide(&position, depth) {
                divided.lines(&position).into_iter().for_each(&mut *say);
                say(String::new());
                say(format!("Nodes searched: {}", divided.total));
            }
        })
    }

    /// Runs the bench of the variant.
    pub(super) fn bench(&mut self, depth: u32) -> Result<(), UciError> {
        let rules = self.rules();
        self.spawn_task("bench", move |stop, say| {
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

    /// Runs work in the background that can be stopped and prints lines; where there is no
    /// background, at once.
    fn spawn_task(
        &mut self,
        name: &str,
        work: impl FnOnce(&AtomicBool, &mut dyn FnMut(String)) + Send + 'static,
    ) -> Result<(), UciError> {
        let stop = Arc::new(AtomicBool::new(false));
        self.task.start(Task::Job(Arc::clone(&stop)));
        let sender = self.task.sender();
        let run = move || {
            work(&stop, &mut |line| {
                sender.send_output(TaskOutput::Line(line))
            });
            sender.send_output(TaskOutput::Ended);
        };
        if self.task.is_sliced() {
            run();
            return Ok(());
        }
        let thread = std::thread::Builder::new().name(name.to_owned());
        if let Err(error) = thread.spawn(run) {
            self.task.end();
            return Err(UciError::Thread(error.to_string()));
        }
        Ok(())
    }

    /// Tells the task to stop; it is over when it has reported its end.
    pub(super) fn stop_task(&mut self) {
        match self.task.running() {
            // Nothing else would end it.
            Some(Task::Search(_)) if self.task.is_sliced() => self.engine.stop(),
            Some(Task::Search(_)) => self.engine.signal_stop(),
            Some(Task::Job(stop)) => stop.store(true, Relaxed),
            Some(Task::Nothing) => {
                let sender = self.task.sender();
                sender.send_output(TaskOutput::Line(output::NO_MOVE.to_owned()));
                sender.send_output(TaskOutput::Ended);
            }
            None => {}
        }
    }

    /// The opponent has played the expected move.
    pub(super) fn ponder_hit(&mut self) {
        match self.task.running_mut() {
            Some(Task::Search(search)) => {
                search.pondering = false;
                self.engine.ponder_hit();
            }
            Some(Task::Nothing) => self.stop_task(),
            _ => {}
        }
    }

    /// Prints a report of the search with this number.
    pub(super) fn on_search_report(
        &mut self,
        number: u64,
        report: Report,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(Task::Search(search)) = self.task.running_with(number) else {
            return Ok(());
        };
        match report {
            Report::Info(info) if search.is_already_reported(&info) => Ok(()),
            Report::Info(info) => {
                let wdl = search.wdl(info.score);
                output::write_info(&search.position, &info, search.castling, wdl, output)
            }
            Report::Finished(result) => {
                let shows_wdl = search.wdl.is_some();
                output::write_result(
                    &search.position,
                    &result,
                    shows_wdl,
                    search.castling,
                    output,
                )?;
                self.task.end_search(&mut self.engine);
                Ok(())
            }
        }
    }

    /// Prints the output of the background work with this number.
    pub(super) fn on_task_output(
        &mut self,
        number: u64,
        work: TaskOutput,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        if self.task.running_with(number).is_some() {
            match work {
                TaskOutput::Line(line) => writeln!(output, "{line}")?,
                TaskOutput::Ended => _ = self.task.end(),
            }
        }
        Ok(())
    }

    /// Reports the current move if it has changed.
    pub(super) fn report_current_move(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let Some(Task::Search(search)) = self.task.running_mut() else {
            return Ok(());
        };
        let now = Instant::now();
        if now < search.alarm {
            return Ok(());
        }
        search.alarm = now + CURRENT_MOVE_INTERVAL;
        let Some(progress) = self.engine.progress() else {
            return Ok(());
        };
        let is_legal = |mv: &Move| search.position.is_legal(*mv);
        let Some(current) = progress.current_move.filter(is_legal) else {
            return Ok(());
        };
        if search.current == Some((progress.depth, current)) {
            return Ok(());
        }
        search.current = Some((progress.depth, current));
        output::write_current_move(
            &search.position,
            current,
            &progress,
            search.castling,
            output,
        )
    }
}
