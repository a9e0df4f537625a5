//! The engine's own thinking: about its move, on the opponent's time, and in
//! analysis; and the lines that tell of it.
//!
//! Knows no rule: it starts and stops searches and passes on what they find.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::engine::Report;
use crate::game::Game;
use crate::moves::Move;
use crate::score::Score;
use crate::search::{Info, Limits, ScoreBound, SearchResult};

use super::{Cecp, Event, Refusal, Role, moves};

/// A score not above this, three moves in a row, is a reason to resign.
const LOST: i32 = -1000;

/// A message of XBoard's holds 512 characters; the line of play gets most.
const LONGEST_LINE: usize = 400;

/// A hint that nobody has thought about yet is looked for so deep and so long.
const HINT: (u32, Duration) = (6, Duration::from_millis(300));

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The engine's next move.
    Move,
    /// The answer to the move that the opponent is expected to make.
    Ponder(Move),
    /// What there is to know.
    Analysis,
}

/// A search under way.
#[derive(Debug)]
pub(super) struct Running {
    number: u64,
    purpose: Purpose,
    /// How many lines of play it tells of.
    lines: usize,
    /// The lines of the depth that is being told.
    told: Vec<Info>,
    /// The best line so far.
    best: Option<Info>,
    /// Since when the engine's clock runs.
    since: Instant,
    paused: Option<Instant>,
}

impl Cecp {
    /// Whether the engine is thinking about its own move.
    pub(super) fn is_thinking(&self) -> bool {
        matches!(&self.running, Some(running) if running.purpose == Purpose::Move)
    }

    /// The opponent's move that the engine is thinking about an answer to.
    pub(super) fn pondered(&self) -> Option<Move> {
        match self.running.as_ref()?.purpose {
            Purpose::Ponder(expected) => Some(expected),
            _ => None,
        }
    }

    /// Ends any search; what it still reports is not listened to.
    pub(super) fn stop(&mut self) {
        if self.running.take().is_some() {
            self.engine.stop();
        }
    }

    /// Starts thinking about the engine's move.
    pub(super) fn think(&mut self) {
        let mut limits = self.timer.limits(self.moves_made(&self.game));
        let moves = self.game.position().legal_moves();
        if moves.iter().any(|mv| !self.excluded.contains(mv)) {
            limits.excluded = self.excluded.clone();
        }
        self.start(Purpose::Move, self.game.clone(), limits);
    }

    /// Starts thinking on the opponent's time, if it is wanted and something
    /// is expected. Where time is counted in nodes there is no such time.
    fn ponder(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let wanted = self.ponders && !self.timer.counts_nodes();
        let Some(expected) = self.expected.filter(|_| wanted) else {
            return Ok(());
        };
        let mut game = self.game.clone();
        game.play(expected);
        if game.outcome().is_some() {
            return Ok(());
        }
        if self.posts {
            // XBoard puts it before the thinking lines, which begin with the answer.
            writeln!(
                output,
                "Hint: {}",
                moves::write(self.game.position(), expected)
            )?;
        }
        let limits = Limits {
            ponder: true,
            ..self.timer.limits(self.moves_made(&game))
        };
        self.start(Purpose::Ponder(expected), game, limits);
        Ok(())
    }

    /// The opponent has made the expected move: the search under way is now
    /// about the engine's own.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(running) = &mut self.running {
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

    /// `analyze`.
    pub(super) fn analyze(&mut self) {
        if self.role != Role::Analyzes {
            self.stop();
            self.role = Role::Analyzes;
            self.resume_analysis();
        }
    }

    /// `exit`: leaves analysis.
    pub(super) fn exit(&mut self) -> Result<(), Refusal> {
        if self.role != Role::Analyzes {
            return Err(Refusal::error("nothing to leave"));
        }
        self.watch();
        Ok(())
    }

    /// Thinks about the position on the board, if that is the engine's role.
    pub(super) fn resume_analysis(&mut self) {
        if self.role == Role::Analyzes {
            let limits = Limits {
                infinite: true,
                excluded: self.excluded.clone(),
                ..Limits::default()
            };
            self.start(Purpose::Analysis, self.game.clone(), limits);
        }
    }

    fn start(&mut self, purpose: Purpose, game: Game, limits: Limits) {
        self.stop();
        if self.apply_options().is_err() {
            // Asked for while the engine was thinking, and not to be had.
            self.options = self.engine.options();
        }
        let moves = game.position().legal_moves();
        let moves = moves.iter().filter(|mv| !limits.excluded.contains(mv));
        let lines = self.engine.options().lines.min(moves.count());
        self.engine.set_game(game);
        self.searches += 1;
        let (number, sender) = (self.searches, self.sender.clone());
        self.engine.start(limits, move |report| {
            // Nobody listens only when the conversation is over.
            let _ = sender.send(Event::Report(number, report));
        });
        self.running = Some(Running {
            number,
            purpose,
            lines,
            told: Vec::new(),
            best: None,
            since: Instant::now(),
            paused: None,
        });
    }

    /// How many moves the side to move has made in a game.
    fn moves_made(&self, game: &Game) -> u32 {
        (game.moves().len() / 2) as u32
    }

    /// A search has news; those of searches that were given up do not matter.
    pub(super) fn report(
        &mut self,
        number: u64,
        report: Report,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(running) = &mut self.running else {
            return Ok(());
        };
        if running.number != number {
            return Ok(());
        }
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
        let Some(running) = self.running.take() else {
            return Ok(());
        };
        self.engine.wait();
        let Some(best) = result.best.filter(|_| running.purpose == Purpose::Move) else {
            return Ok(());
        };
        self.last_score = Some(result.score);
        self.hopeless = if is_lost(result.score) {
            self.hopeless + 1
        } else {
            0
        };
        if self.resigns && self.hopeless >= 3 {
            self.role = Role::Watches;
            return writeln!(output, "resign");
        }
        let spent = self.timer.measure(running.since.elapsed(), result.nodes);
        self.timer.spend(spent, self.moves_made(&self.game) + 1);
        writeln!(output, "move {}", moves::write(self.game.position(), best))?;
        self.make(best);
        if let Some(outcome) = self.game.outcome() {
            return self.claim(outcome, output);
        }
        self.expected = result
            .ponder
            .filter(|&mv| self.game.position().is_legal(mv));
        self.ponder(output)
    }

    /// Thinking lines: depth, score, centiseconds, nodes and moves.
    fn tell(&self, lines: &[Info], output: &mut dyn Write) -> io::Result<()> {
        if !self.posts {
            return Ok(());
        }
        for info in lines {
            let mut line = moves::write_line(self.engine.game().position(), &info.pv).join(" ");
            if let Some((longest, _)) = line.char_indices().nth(LONGEST_LINE) {
                line.truncate(line[..longest].rfind(' ').unwrap_or(longest));
            }
            let time = self.timer.measure(info.time, info.nodes);
            writeln!(
                output,
                "{} {} {} {} {line}{}",
                info.depth,
                number(info.score),
                time.as_millis() / 10,
                info.nodes,
                match info.bound {
                    ScoreBound::Exact => "",
                    ScoreBound::AtLeast => " !",
                    ScoreBound::AtMost => " ?",
                },
            )?;
        }
        Ok(())
    }

    /// `.`: how far analysis is.
    pub(super) fn tell_progress(&self, output: &mut dyn Write) -> Result<(), Refusal> {
        let is_analysis = |running: &Running| running.purpose == Purpose::Analysis;
        let progress = match &self.running {
            Some(running) if is_analysis(running) => self.engine.progress(),
            _ => None,
        };
        let progress = progress.ok_or_else(|| Refusal::error("nothing to tell"))?;
        let position = self.engine.game().position();
        let current = progress.current_move.filter(|&mv| position.is_legal(mv));
        let current = current.map(|mv| format!(" {}", moves::write(position, mv)));
        writeln!(
            output,
            "stat01: {} {} {} {} {}{}",
            progress.elapsed.as_millis() / 10,
            progress.nodes,
            progress.depth,
            progress.moves_left,
            progress.moves,
            current.unwrap_or_default(),
        )?;
        Ok(())
    }

    /// `hint`: what the engine would do in the place of the side to move.
    pub(super) fn hint(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let found = match &self.running {
            Some(running) => match running.purpose {
                Purpose::Move => None,
                Purpose::Ponder(expected) => Some(expected),
                Purpose::Analysis => running
                    .best
                    .as_ref()
                    .and_then(|info| info.pv.first().copied()),
            },
            None => self.expected.or_else(|| self.find_hint()),
        };
        match found {
            Some(mv) => writeln!(output, "Hint: {}", moves::write(self.game.position(), mv)),
            None => Ok(()),
        }
    }

    fn find_hint(&mut self) -> Option<Move> {
        let (depth, time) = HINT;
        self.engine.set_game(self.game.clone());
        self.searches += 1;
        let limits = Limits {
            depth: Some(depth),
            move_time: Some(time),
            ..Limits::default()
        };
        self.engine.search(limits, |_| ()).best
    }

    /// `exclude MOVE` or `exclude all`.
    pub(super) fn exclude(&mut self, text: &str) -> Result<(), Refusal> {
        if text == "all" {
            self.excluded = self.game.position().legal_moves().to_vec();
        } else {
            let mv = self.read(text)?;
            if self.excluded.contains(&mv) {
                return Ok(());
            }
            self.excluded.push(mv);
        }
        self.resume_analysis();
        Ok(())
    }

    /// `include MOVE` or `include all`.
    pub(super) fn include(&mut self, text: &str) -> Result<(), Refusal> {
        if text == "all" {
            self.excluded.clear();
        } else {
            let mv = self.read(text)?;
            self.excluded.retain(|&excluded| excluded != mv);
        }
        self.resume_analysis();
        Ok(())
    }

    /// The legal move of that text.
    pub(super) fn read(&self, text: &str) -> Result<Move, Refusal> {
        moves::read(self.game.position(), text)
            .map_err(|reason| Refusal::Move(text.to_owned(), reason))
    }

    /// `?`: the engine moves with what it has found.
    pub(super) fn move_now(&mut self) {
        if self.is_thinking() {
            self.resume();
            self.engine.signal_stop();
        }
    }

    /// `pause`: thinking and the engine's clock stand still.
    pub(super) fn pause(&mut self) {
        if let Some(running) = &mut self.running {
            running.paused.get_or_insert_with(Instant::now);
            self.engine.set_paused(true);
        }
    }

    /// `resume`: they go on.
    pub(super) fn resume(&mut self) {
        if let Some(running) = &mut self.running
            && let Some(paused) = running.paused.take()
        {
            running.since += paused.elapsed();
            self.engine.set_paused(false);
        }
    }

    /// The engine's score of its game: of the search under way if it is about
    /// its move, else of its last move.
    pub(super) fn current_score(&self) -> Option<Score> {
        let running = self.running.as_ref().filter(|_| self.is_thinking());
        let current = running.and_then(|running| running.best.as_ref());
        current.map(|info| info.score).or(self.last_score)
    }
}

fn is_lost(score: Score) -> bool {
    match score {
        Score::Centipawns(score) => score <= LOST,
        Score::Mate(moves) => moves <= 0,
    }
}

/// A score as XBoard has it: mates are 100000 and the moves to it.
fn number(score: Score) -> i32 {
    match score {
        Score::Centipawns(score) => score,
        Score::Mate(moves) if moves > 0 => 100_000 + moves,
        Score::Mate(moves) => -100_000 + moves,
    }
}
