//! The evaluation of a game: a score for every position of the main line, then what each move
//! was worth, as `pgn annotate` judges it.
//!
//! The game is a copy, so the tree may change meanwhile; if the last of its moves is deleted,
//! the evaluation ends.

use std::collections::VecDeque;

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::notation::pgn::{NodeId, ROOT, TreeError};
use crate::notation::{move_number, san};
use crate::page::error::PageError;
use crate::page::messages::{JudgedMove, Message, TurningPointView};
use crate::page::view;
use crate::position::Outcome;
use crate::position::game::Game;
use crate::search::score::Score;
use crate::search::wdl::Wdl;
use crate::search::{Level, Limits, SearchResult};
use crate::session::analysis::{PositionAnalysis, counted_outcome};
use crate::session::evaluation::{evaluation, without_evaluation};
use crate::session::judgment::{
    ExpectedScore, INACCURACY, Judgment, MISTAKE, TurningPoint, accuracy,
};

use super::engine::SearchSettings;
use super::saved::check_size;
use super::{Output, PageSession, Purpose};

/// The search of each position, in nodes.
const NODES: u64 = 100_000;

/// The table for it, in MiB.
const HASH: usize = 16;

/// The most moves of a better line that are written into a game.
const MAX_LINE: usize = 10;

/// A line that is better than the move played.
#[derive(Clone, Debug)]
struct Better {
    /// The expected score of the player with it.
    expected: ExpectedScore,
    line: Vec<Move>,
    /// The score after its first move, for the side that is then to move.
    score: Option<Score>,
}

/// What a move was worth.
#[derive(Clone, Debug)]
struct Judged {
    loss: ExpectedScore,
    has_choice: bool,
    judgment: Option<Judgment>,
    better: Option<Better>,
}

/// What is still to be searched, at these plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// The position.
    Position(usize),
    /// The position after the engine's choice in place of the move.
    Better(usize),
    /// The position without the move that was played.
    Without(usize),
}

/// The evaluation of a game, finished or not.
pub(super) struct Report {
    nodes: Vec<NodeId>,
    game: Game,
    /// The game up to the task.
    at: Game,
    tasks: VecDeque<Task>,
    analyzed: Vec<PositionAnalysis>,
    judged: Vec<Judged>,
}

impl Report {
    fn new(nodes: Vec<NodeId>, game: Game) -> Report {
        Report {
            at: Game::new(game.start().clone()),
            tasks: (0..nodes.len()).map(Task::Position).collect(),
            analyzed: Vec::new(),
            judged: Vec::new(),
            nodes,
            game,
        }
    }

    pub(super) fn is_finished(&self) -> bool {
        self.tasks.is_empty()
    }

    /// The positions that have no score yet.
    fn positions_left(&self) -> usize {
        self.nodes.len().saturating_sub(self.analyzed.len())
    }

    /// Goes to a position of the game.
    fn go_to(&mut self, ply: usize) {
        while self.at.moves().len() > ply {
            self.at.undo();
        }
        while let Some(&mv) = self.game.moves().get(self.at.moves().len())
            && self.at.moves().len() < ply
        {
            self.at.play(mv);
        }
    }

    /// The game to be searched for a task, the outcome if it is over there, and the moves to
    /// choose from.
    fn prepare(&mut self, task: Task) -> (Game, Option<Outcome>, Option<Vec<Move>>) {
        let (Task::Position(ply) | Task::Better(ply) | Task::Without(ply)) = task;
        self.go_to(ply);
        let mut game = self.at.clone();
        let mut only = None;
        match task {
            Task::Position(_) => {}
            Task::Better(_) => {
                let best = self.analyzed.get(ply).and_then(|at| at.line.first());
                best.into_iter().for_each(|&best| game.play(best));
            }
            Task::Without(_) => {
                let played = self.game.moves().get(ply);
                let moves = game.position().legal_moves().into_iter();
                only = Some(moves.filter(|mv| Some(mv) != played).collect());
            }
        }
        let game_continues = task != Task::Position(self.game.moves().len());
        let outcome = counted_outcome(&game, game_continues);
        (game, outcome, only)
    }

    /// Adds the result of the first task.
    fn add(&mut self, found: PositionAnalysis) {
        match self.tasks.pop_front() {
            None => {}
            Some(Task::Position(_)) => {
                self.analyzed.push(found);
                if self.tasks.is_empty() {
                    self.judge();
                }
            }
            Some(Task::Better(ply)) => self.compare(ply, found),
            Some(Task::Without(ply)) => {
                let after = self.expected_after(ply);
                if let Some(judged) = self.judged.get_mut(ply)
                    && after.above(found.expected) >= MISTAKE
                {
                    judged.judgment = Some(Judgment::Good);
                }
            }
        }
    }

    /// The expected score of the player after a move.
    fn expected_after(&self, ply: usize) -> ExpectedScore {
        let next = self.analyzed.get(ply + 1);
        next.map_or(ExpectedScore::EVEN, |next| next.expected.other())
    }

    /// What each move seems to have lost; those that matter are looked at once more.
    fn judge(&mut self) {
        let mut tasks = VecDeque::new();
        let turns: Vec<(bool, Move)> = self
            .game
            .turns()
            .map(|(position, mv)| (position.legal_moves().len() > 1, mv))
            .collect();
        for (ply, (is_choice, mv)) in turns.into_iter().enumerate() {
            let Some(before) = self.analyzed.get(ply) else {
                break;
            };
            let after = self.expected_after(ply);
            let has_choice = is_choice && !before.line.is_empty();
            let is_best = before.line.first() == Some(&mv);
            let mut loss = ExpectedScore::LOST;
            if has_choice && !is_best {
                loss = before.expected.above(after);
                if loss >= INACCURACY {
                    tasks.push_back(Task::Better(ply));
                }
            } else if has_choice && before.is_hard && after >= MISTAKE {
                tasks.push_back(Task::Without(ply));
            }
            self.judged.push(Judged {
                loss,
                has_choice,
                judgment: None,
                better: None,
            });
        }
        self.tasks = tasks;
    }

    /// What a move lost: as much as the searches before and after the better move agree on.
    fn compare(&mut self, ply: usize, next: PositionAnalysis) {
        let after = self.expected_after(ply);
        let (Some(before), Some(judged)) = (self.analyzed.get(ply), self.judged.get_mut(ply))
        else {
            return;
        };
        let expected = before.expected.min(next.expected.other());
        judged.loss = expected.above(after);
        judged.judgment = Judgment::from_loss(judged.loss);
        let first = before.line.iter().take(1).copied();
        let line: Vec<Move> = match next.line.is_empty() {
            true => before.line.clone(),
            false => first.chain(next.line).collect(),
        };
        judged.better = judged.judgment.map(|_| Better {
            expected,
            line,
            score: next.score,
        });
    }

    fn accuracy(&self, side: Color) -> Option<f64> {
        let turns = self.game.turns().zip(&self.judged);
        let losses: Vec<ExpectedScore> = turns
            .filter(|((position, _), judged)| position.side_to_move() == side && judged.has_choice)
            .map(|(_, judged)| judged.loss)
            .collect();
        accuracy(&losses)
    }

    fn turning_points(&self) -> Vec<TurningPoint> {
        let turns = self.game.turns().zip(&self.judged).enumerate();
        turns
            .filter_map(|(ply, ((position, _), judged))| {
                let side = position.side_to_move();
                let before = judged.better.as_ref()?.expected.seen_by(side, Color::White);
                let after = self.analyzed.get(ply + 1)?.expected;
                TurningPoint::new(ply, before, after.seen_by(!side, Color::White))
            })
            .collect()
    }

    /// What the page shows of it.
    fn message(&self) -> Message {
        let turns = self.game.turns().zip(&self.judged).enumerate();
        let moves = turns.filter_map(|(ply, ((position, mv), judged))| {
            let judgment = judged.judgment?;
            let better = judged.better.as_ref();
            let mut next = position.clone();
            if let Some(&first) = better.and_then(|better| better.line.first()) {
                next.play(first);
            }
            Some(JudgedMove {
                node: *self.nodes.get(ply + 1)?,
                number: move_number(position),
                san: san(position, mv),
                glyph: judgment.glyph(),
                loss: judged.loss.to_string(),
                better: better.and_then(|better| {
                    let score = view::score(&next, better.score.unwrap_or(Score::Mate(0)));
                    view::moves_with_score(position, &better.line, 0, score)
                }),
            })
        });
        let turning_points = self.turning_points().into_iter().filter_map(|point| {
            Some(TurningPointView {
                node: *self.nodes.get(point.ply + 1)?,
                before: point.before.to_string(),
                after: point.after.to_string(),
            })
        });
        Message::Report {
            moves: moves.collect(),
            accuracy: (self.accuracy(Color::White), self.accuracy(Color::Black)),
            turning_points: turning_points.collect(),
        }
    }
}

impl<O: Output> PageSession<O> {
    /// Evaluates all positions of the main line, one after the other, and then the moves.
    pub(super) fn evaluate(&mut self) -> Result<(), PageError> {
        if self.is_playing() {
            return Err(PageError::new("Finish the game before it is evaluated."));
        }
        self.stop_search();
        let end = self.tree.end(ROOT)?;
        let game = self.tree.game(end)?;
        let mut nodes = self.tree.path(end)?;
        // A null move ends what can be judged.
        nodes.truncate(game.moves().len() + 1);
        self.report = Some(Report::new(nodes, game));
        self.evaluate_next();
        Ok(())
    }

    /// Whether positions or moves are left to be evaluated.
    pub(super) fn is_evaluating(&self) -> bool {
        self.report
            .as_ref()
            .is_some_and(|report| !report.is_finished())
    }

    /// Ends the evaluation, if anything is left.
    pub(super) fn stop_evaluation(&mut self) {
        if !self.is_evaluating() {
            return;
        }
        if self.is_searching_for(Purpose::Report) {
            self.stop_search();
        }
        self.report = None;
        self.send(&Message::EvaluationEnded);
    }

    /// Ends the evaluation of moves that are not in the tree any more.
    pub(super) fn end_evaluation_of_deleted(&mut self) {
        let last = self.report.as_ref().and_then(|report| report.nodes.last());
        if last.is_some_and(|&last| self.tree.node(last).is_err()) {
            self.stop_evaluation();
        }
    }

    /// Takes what the search for the report has found.
    pub(super) fn on_evaluated(&mut self, result: &SearchResult) {
        let lines = self.engine.lines();
        let easy = self.engine.early_choices();
        let Some(report) = &mut self.report else {
            return;
        };
        let Some(&task) = report.tasks.front() else {
            return;
        };
        let (game, _, _) = report.prepare(task);
        let best = result.best;
        let line = lines
            .into_iter()
            .map(|info| info.pv)
            .find(|pv| best.is_some() && pv.first() == best.as_ref());
        let found = PositionAnalysis {
            expected: Wdl::new(game.position(), result.score).into(),
            score: Some(result.score),
            line: line.unwrap_or_else(|| best.into_iter().collect()),
            is_hard: best.is_some_and(|best| !easy.is_empty() && !easy.contains(&best)),
        };
        let score = view::score(game.position(), result.score);
        self.take_evaluation(task, found, score);
        self.evaluate_next();
    }

    /// Takes the result of a task, and sends what the page shows of it.
    fn take_evaluation(
        &mut self,
        task: Task,
        found: PositionAnalysis,
        score: crate::page::messages::ScoreView,
    ) {
        let Some(report) = &mut self.report else {
            return;
        };
        report.add(found);
        let message = match task {
            Task::Position(ply) => {
                let left = report.positions_left();
                let node = report.nodes.get(ply).copied().unwrap_or(ROOT);
                Message::Evaluation { node, score, left }
            }
            Task::Better(_) | Task::Without(_) => Message::Comparison {
                left: report.tasks.len(),
            },
        };
        self.send(&message);
    }

    /// Continues the evaluation, or ends it and goes back to the analysis.
    fn evaluate_next(&mut self) {
        while let Some(report) = &mut self.report
            && let Some(&task) = report.tasks.front()
        {
            let node = report.nodes.first().copied().unwrap_or(ROOT);
            let (game, outcome, root_moves) = report.prepare(task);
            if let Some(outcome) = outcome {
                let (found, score) = (
                    PositionAnalysis::from_outcome(&game, outcome),
                    view::final_score(outcome),
                );
                self.take_evaluation(task, found, score);
                continue;
            }
            let limits = Limits {
                nodes: Some(NODES),
                root_moves,
                ..Limits::default()
            };
            let settings = SearchSettings {
                level: Level::FULL,
                threads: 1,
                hash: HASH,
                lines: 1,
            };
            self.start_search(&game, node, Purpose::Report, limits, settings);
            if self.search.is_some() {
                return;
            }
            // There is no memory for the engine.
            self.stop_evaluation();
        }
        if let Some(report) = &self.report {
            let message = report.message();
            self.send(&message);
        }
        self.analyze_here();
    }

    /// Writes the report into the game: scores, marks, and better lines as variations.
    pub(super) fn add_report(&mut self) -> Result<(), PageError> {
        let report = self.report.take().filter(Report::is_finished);
        let report = report.ok_or_else(|| PageError::new("Evaluate the game first."))?;
        let before = self.tree.clone();
        let written = self.write_report(&report);
        let written = written.and_then(|left_out| check_size(&self.tree).map(|()| left_out));
        self.report = Some(report);
        match written {
            Ok(left_out) => {
                if left_out > 0 {
                    let text = "The game has no room for more variations.".into();
                    self.send(&Message::Notice { text });
                }
                self.show();
                Ok(())
            }
            Err(error) => {
                self.tree = before;
                Err(error)
            }
        }
    }

    /// Does so; returns how many lines found no room.
    fn write_report(&mut self, report: &Report) -> Result<usize, PageError> {
        let mut left_out = 0;
        for (ply, judged) in report.judged.iter().enumerate() {
            let [Some(&parent), Some(&id)] = [report.nodes.get(ply), report.nodes.get(ply + 1)]
            else {
                break;
            };
            // What was deleted meanwhile stays deleted.
            let Ok(node) = self.tree.node(id) else {
                break;
            };
            let side = node.position().side_to_move();
            let mut glyphs = node.glyphs.clone();
            let kept = without_evaluation(&node.comment);
            if let Some(judgment) = judged.judgment
                && !glyphs.iter().any(|glyph| (1..=6).contains(glyph))
            {
                glyphs.insert(0, judgment.glyph());
            }
            let score = report.analyzed.get(ply + 1).and_then(|next| next.score);
            let score = score.map(|score| evaluation(side, score));
            let parts = score.into_iter().chain(Some(kept));
            let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
            self.tree.set_comment(id, &parts.join(" "))?;
            self.tree.set_glyphs(id, &glyphs)?;
            if let Some(better) = &judged.better {
                left_out += usize::from(!self.write_line(parent, better)?);
            }
        }
        Ok(left_out)
    }

    /// Adds a better line, unless there is one that begins like it; `false` if the tree is full.
    fn write_line(&mut self, parent: NodeId, better: &Better) -> Result<bool, PageError> {
        let known = self.tree.node(parent)?.children().iter();
        let known = known.filter_map(|&child| self.tree.node(child).ok()?.mv());
        if known.into_iter().any(|mv| Some(&mv) == better.line.first()) {
            return Ok(true);
        }
        let mut node = parent;
        for (index, &mv) in better.line.iter().take(MAX_LINE).enumerate() {
            if !self.tree.node(node)?.position().is_legal(mv) {
                break;
            }
            node = match self.tree.play(node, mv) {
                Ok(next) => next,
                Err(TreeError::Full) => return Ok(false),
                Err(error) => return Err(error.into()),
            };
            if index == 0
                && let Some(score) = better.score
            {
                let side = self.tree.node(node)?.position().side_to_move();
                self.tree.set_comment(node, &evaluation(side, score))?;
            }
        }
        Ok(true)
    }
}
