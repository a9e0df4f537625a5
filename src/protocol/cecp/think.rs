//! Starts and ends all searches (the engine's move, pondering, analysis) and handles
//! their reports. Thinking lines are written in [`tell`](super::tell).

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::board::moves::Move;
use crate::engine::Report;
use crate::position::Position;
use crate::position::game::Game;
use crate::protocol::book;
use crate::search::score::Score;
use crate::search::{Info, Limits, SearchResult};
use crate::session::{EngineSides, PlayedMove};

use super::{Cecp, moves};

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
pub(super) struct Running {
    pub(super) purpose: Purpose,
    /// The root position; when pondering, that after the expected move.
    pub(super) position: Position,
    /// How many lines of play it reports.
    lines: usize,
    /// The lines received so far of the depth being reported.
    told: Vec<Info>,
    /// The best line so far.
    pub(super) best: Option<Info>,
    /// When the engine's clock was started.
    since: Instant,
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
    pub(super) fn think(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let mut moves = self.playable(self.session.position());
        retain_if_any(&mut moves, |mv| !self.excluded.contains(mv));
        if let Some(row) = self.book_move(&moves) {
            self.stop();
            writeln!(output, "# from the book: {}", book::facts(&row.record))?;
            return self.play(row.mv.into(), Duration::ZERO, output).map(drop);
        }
        let game = self.session.game().clone();
        let limits = self.timer.limits(moves_made(&game));
        self.start(Purpose::Move, game, moves, limits);
        Ok(())
    }

    /// Plays the engine's move and charges `spent` to its clock. Returns whether the game
    /// continues.
    fn play(
        &mut self,
        played: PlayedMove,
        spent: Duration,
        output: &mut dyn Write,
    ) -> io::Result<bool> {
        self.timer.spend(spent, moves_made(self.session.game()) + 1);
        let text = moves::write(&self.dialect, self.session.position(), played.mv);
        writeln!(output, "move {text}")?;
        self.make(played);
        match self.session.game().outcome() {
            Some(outcome) => self.claim(outcome, output).map(|()| false),
            None => Ok(true),
        }
    }

    /// The legal moves without those that the engine does not play because XBoard would
    /// refuse them, or all if there are no others.
    fn playable(&self, position: &Position) -> Vec<Move> {
        let mut moves = position.legal_moves().to_vec();
        retain_if_any(&mut moves, |&mv| {
            self.plays_all_moves || self.dialect.is_expressible(position, mv)
        });
        moves
    }

    /// Starts pondering, if it is on and a move is expected. With `nps`, time is
    /// counted in nodes and pondering makes no sense.
    fn ponder(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let wanted = self.ponders && !self.timer.counts_nodes();
        let Some(expected) = self.session.expected().filter(|_| wanted) else {
            return Ok(());
        };
        let mut game = self.session.game().clone();
        game.play(expected);
        if game.outcome().is_some() {
            return Ok(());
        }
        if self.posts {
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
        let moves = self.playable(game.position());
        self.start(Purpose::Ponder(expected), game, moves, limits);
        Ok(())
    }

    /// The opponent has played the expected move: the running search becomes the
    /// search for the engine's move.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(running) = self.search.running_mut() {
            running.purpose = Purpose::Move;
            running.since = Instant::now();
            running.paused = None;
        }
        self.engine.set_paused(false);
        self.engine.ponder_hit();
    }

    /// `easy`.
    pub(super) fn stop_pondering(&mut self) {
        self.ponders = false;
        if self.pondered().is_some() {
            self.stop();
        }
    }

    /// Starts a search of these moves of the game's position.
    pub(super) fn start(&mut self, purpose: Purpose, game: Game, moves: Vec<Move>, limits: Limits) {
        self.stop();
        // Options set while the engine was thinking can turn out to be impossible; then the
        // engine's stay.
        let _ = self.pass_options();
        let lines = self.engine.options().lines.min(moves.len());
        let limits = Limits {
            root_moves: Some(moves),
            ..limits
        };
        let running = Running {
            purpose,
            position: game.position().clone(),
            lines,
            told: Vec::new(),
            best: None,
            since: Instant::now(),
            paused: None,
        };
        self.has_searched = true;
        self.search.search(&mut self.engine, &game, limits, running);
    }

    /// Handles a report; ignores those of abandoned searches.
    pub(super) fn report(
        &mut self,
        number: u64,
        report: Report,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(running) = self.search.numbered(number) else {
            return Ok(());
        };
        match report {
            Report::Info(info) => {
                if info.line == 1 {
                    running.best = Some(info.clone());
                    running.told.clear();
                }
                running.told.push(info);
                if running.told.len() >= running.lines {
                    let told = std::mem::take(&mut running.told);
                    self.tell(&told, output)?;
                }
                Ok(())
            }
            Report::Finished(result) => self.finished(&result, output),
        }
    }

    fn finished(&mut self, result: &SearchResult, output: &mut dyn Write) -> io::Result<()> {
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
        let spent = self.timer.measure(running.since.elapsed(), result.nodes);
        if !self.play(best, spent, output)? {
            return Ok(());
        }
        self.obey_deferred(output)?;
        self.ponder(output)
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
            running.since += paused.elapsed();
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
