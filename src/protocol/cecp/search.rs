//! Starts and ends all searches (the engine's move, pondering, analysis) and handles
//! their reports. Thinking lines are written in [`output`](super::output).

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::board::moves::Move;
use crate::engine::Report;
use crate::position::Position;
use crate::position::game::Game;
use crate::search::score::Score;
use crate::search::{Info, Limits, SearchResult};
use crate::session::book_moves;
use crate::session::{EngineSides, PlayedMove};

use super::{Cecp, Progress, moves};

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The engine's next move.
    Move,
    /// The answer to the move that the opponent is expected to play.
    Ponder(Move),
    /// Analysis, until stopped.
    Analysis,
}

/// A search under way.
#[derive(Debug)]
pub(super) struct RunningSearch {
    pub(super) purpose: Purpose,
    /// The root position; when pondering, that after the expected move.
    pub(super) position: Position,
    /// The number of lines (MultiPV) that it reports.
    line_count: usize,
    /// The lines received so far of the depth being reported.
    pending: Vec<Info>,
    /// The best line so far.
    pub(super) best: Option<Info>,
    /// When the engine's clock was started.
    started: Instant,
    paused: Option<Instant>,
}

impl Cecp {
    /// Whether the engine is thinking about its own move.
    pub(super) fn is_thinking(&self) -> bool {
        matches!(self.search.running(), Some(running) if running.purpose == Purpose::Move)
    }

    /// The opponent's expected move, if the engine is pondering.
    pub(super) fn pondered(&self) -> Option<Move> {
        match self.search.running()?.purpose {
            Purpose::Ponder(expected) => Some(expected),
            _ => None,
        }
    }

    /// Ends any search and ignores its further reports.
    pub(super) fn stop(&mut self) {
        self.search.end_search(&mut self.engine);
    }

    /// Plays a move from the book, or starts thinking about the engine's move.
    pub(super) fn start_thinking(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let mut moves = self.playable_moves(self.session.position());
        retain_if_any(&mut moves, |mv| !self.excluded.contains(mv));
        if let Some(row) = self.book_move(&moves) {
            self.stop();
            writeln!(
                output,
                "# from the book: {}",
                book_moves::describe_record(&row.record)
            )?;
            return self
                .play_engine_move(row.mv.into(), Duration::ZERO, output)
                .map(drop);
        }
        let game = self.session.game().clone();
        let limits = self.timer.limits(moves_made(&game));
        self.start_search(Purpose::Move, game, moves, limits);
        Ok(())
    }

    /// Plays the engine's move and charges `spent` to its clock. Returns whether the game
    /// continues.
    fn play_engine_move(
        &mut self,
        played: PlayedMove,
        spent: Duration,
        output: &mut dyn Write,
    ) -> io::Result<bool> {
        self.timer.spend(spent, moves_made(self.session.game()) + 1);
        let text = moves::write(&self.dialect, self.session.position(), played.mv);
        writeln!(output, "move {text}")?;
        self.make_move(played);
        match self.session.game().outcome() {
            Some(outcome) => self.claim_result(outcome, output).map(|()| false),
            None => Ok(true),
        }
    }

    /// The legal moves without those that the engine does not play because XBoard would
    /// refuse them, or all if there are no others.
    fn playable_moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = position.legal_moves().to_vec();
        retain_if_any(&mut moves, |&mv| {
            self.options.allows_all_moves || self.dialect.is_expressible(position, mv)
        });
        moves
    }

    /// Starts pondering, if it is on and a move is expected. With `nps`, time is
    /// counted in nodes and pondering makes no sense.
    fn start_pondering(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let wanted = self.options.ponders && !self.timer.counts_nodes();
        let Some(expected) = self.session.expected().filter(|_| wanted) else {
            return Ok(());
        };
        let mut game = self.session.game().clone();
        game.play(expected);
        if game.outcome().is_some() {
            return Ok(());
        }
        if self.options.posts {
            // XBoard shows it before the thinking lines, which start with the reply.
            writeln!(
                output,
                "Hint: {}",
                moves::write(&self.dialect, self.session.position(), expected)
            )?;
        }
        let limits = Limits {
            ponder: true,
            ..self.timer.limits(moves_made(&game))
        };
        let moves = self.playable_moves(game.position());
        self.start_search(Purpose::Ponder(expected), game, moves, limits);
        Ok(())
    }

    /// The opponent has played the expected move: the running search becomes the
    /// search for the engine's move.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(running) = self.search.running_mut() {
            running.purpose = Purpose::Move;
            running.started = Instant::now();
            running.paused = None;
        }
        self.engine.set_paused(false);
        self.engine.ponder_hit();
    }

    /// `easy`.
    pub(super) fn stop_pondering(&mut self) {
        self.options.ponders = false;
        if self.pondered().is_some() {
            self.stop();
        }
    }

    /// Starts a search of these moves of the game's position.
    pub(super) fn start_search(
        &mut self,
        purpose: Purpose,
        game: Game,
        moves: Vec<Move>,
        limits: Limits,
    ) {
        self.stop();
        // Options set while the engine was thinking can turn out to be impossible; then the
        // engine's stay.
        let _ = self.pass_options();
        let moves_allowed = moves.len();
        let limits = Limits {
            root_moves: Some(moves),
            ..limits
        };
        let running = RunningSearch {
            purpose,
            position: game.position().clone(),
            line_count: self.engine.options().lines.min(moves_allowed),
            pending: Vec::new(),
            best: None,
            started: Instant::now(),
            paused: None,
        };
        self.progress = Progress::Searched;
        self.search.search(&mut self.engine, &game, limits, running);
    }

    /// Handles a report; ignores those of abandoned searches.
    pub(super) fn on_report(
        &mut self,
        number: u64,
        report: Report,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(running) = self.search.running_with(number) else {
            return Ok(());
        };
        match report {
            Report::Info(info) => {
                if info.line == 1 {
                    running.best = Some(info.clone());
                    running.pending.clear();
                }
                running.pending.push(info);
                if running.pending.len() >= running.line_count {
                    let lines = std::mem::take(&mut running.pending);
                    self.post_info(&lines, output)?;
                }
                Ok(())
            }
            Report::Finished(result) => self.on_finished(&result, output),
        }
    }

    fn on_finished(&mut self, result: &SearchResult, output: &mut dyn Write) -> io::Result<()> {
        let Some(running) = self.search.end_search(&mut self.engine) else {
            return Ok(());
        };
        let best = PlayedMove::searched(result);
        let Some(best) = best.filter(|_| running.purpose == Purpose::Move) else {
            return Ok(());
        };
        if self.session.resign_if_lost(result.score) {
            self.session.set_engine(EngineSides::None);
            return writeln!(output, "resign");
        }
        let spent = self.timer.measure(running.started.elapsed(), result.nodes);
        if !self.play_engine_move(best, spent, output)? {
            return Ok(());
        }
        self.run_deferred(output)?;
        self.start_pondering(output)
    }

    /// `?`: the engine plays the best move found so far.
    pub(super) fn move_now(&mut self) {
        if self.is_thinking() {
            self.resume();
            self.engine.signal_stop();
        }
    }

    /// `pause`: stops the search and the engine's clock.
    pub(super) fn pause(&mut self) {
        if let Some(running) = self.search.running_mut() {
            running.paused.get_or_insert_with(Instant::now);
            self.engine.set_paused(true);
        }
    }

    /// `resume`: continues after `pause`.
    pub(super) fn resume(&mut self) {
        if let Some(running) = self.search.running_mut()
            && let Some(paused) = running.paused.take()
        {
            running.started += paused.elapsed();
            self.engine.set_paused(false);
        }
    }

    /// The score of the running search for the engine's move.
    pub(super) fn thinking_score(&self) -> Option<Score> {
        let running = self.search.running().filter(|_| self.is_thinking());
        running?.best.as_ref().map(|info| info.score)
    }
}

/// Keeps the wanted moves, or all if none is wanted.
fn retain_if_any(moves: &mut Vec<Move>, is_wanted: impl Fn(&Move) -> bool) {
    if moves.iter().any(&is_wanted) {
        moves.retain(is_wanted);
    }
}

/// How many moves the side to move has made in a game.
fn moves_made(game: &Game) -> u32 {
    (game.moves().len() / 2) as u32
}
