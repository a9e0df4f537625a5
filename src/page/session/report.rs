//! The evaluation of a game: a score for every position of the main line, then what each move
//! was worth, as `pgn annotate` judges it.
//!
//! The game is a copy, so the tree may change meanwhile; if the last of its moves is deleted,
//! the evaluation ends.

use std::collections::VecDeque;

use crate::board::moves::Move;
use crate::notation::pgn::{NodeId, ROOT};
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
use crate::session::game_report::{GameReport, SecondLook};

use super::engine::SearchSettings;
use super::saved::check_size;
use super::{Output, PageSession, Purpose};

/// The search of each position, in nodes.
const NODES: u64 = 100_000;

/// The table for it, in MiB.
const HASH: usize = 16;

/// What is still to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// The position at this ply.
    Position(usize),
    /// What decides how a move is judged.
    Again(SecondLook),
}

/// The evaluation of a game, finished or not.
pub(super) struct Report {
    nodes: Vec<NodeId>,
    game: Game,
    /// The game up to the task.
    at: Game,
    tasks: VecDeque<Task>,
    /// Of the positions searched until all are, then moved to `judged`.
    analyzed: Vec<PositionAnalysis>,
    judged: Option<GameReport>,
}

impl Report {
    fn new(nodes: Vec<NodeId>, game: Game) -> Report {
        Report {
            at: Game::new(game.start().clone()),
            tasks: (0..nodes.len()).map(Task::Position).collect(),
            analyzed: Vec::new(),
            judged: None,
            nodes,
            game,
        }
    }

    pub(super) fn is_finished(&self) -> bool {
        self.tasks.is_empty()
    }

    /// The positions that have no score yet.
    fn positions_left(&self) -> usize {
        let positions = self.tasks.iter();
        positions
            .filter(|task| matches!(task, Task::Position(_)))
            .count()
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
        let (Task::Position(ply)
        | Task::Again(SecondLook::AfterChoice(ply) | SecondLook::Without(ply))) = task;
        self.go_to(ply);
        let mut game = self.at.clone();
        let mut only = None;
        match task {
            Task::Position(_) => {}
            Task::Again(SecondLook::AfterChoice(_)) => {
                let choice = self.judged.as_ref().and_then(|judged| judged.choice(ply));
                choice.into_iter().for_each(|choice| game.play(choice));
            }
            Task::Again(SecondLook::Without(_)) => {
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
                    let analyzed = std::mem::take(&mut self.analyzed);
                    let (judged, looks) = GameReport::new(&self.game, analyzed);
                    self.judged = Some(judged);
                    self.tasks = looks.into_iter().map(Task::Again).collect();
                }
            }
            Some(Task::Again(look)) => {
                if let Some(judged) = &mut self.judged {
                    judged.judge(look, found);
                }
            }
        }
    }

    /// What the page shows of it.
    fn message(&self, judged: &GameReport) -> Message {
        let turns = self.game.turns().zip(judged.annotations()).enumerate();
        let moves = turns.filter_map(|(ply, ((position, mv), annotation))| {
            let judgment = annotation.judgment?;
            Some(JudgedMove {
                node: *self.nodes.get(ply + 1)?,
                number: move_number(position),
                san: san(position, mv),
                glyph: judgment.glyph(),
                loss: annotation.loss.to_string(),
                better: annotation.better.as_ref().and_then(|better| {
                    let next = better.after_choice(position);
                    let score = view::score(&next, better.score.unwrap_or(Score::Mate(0)));
                    view::moves_with_score(position, &better.line, 0, score)
                }),
            })
        });
        let turning_points = judged
            .turning_points(&self.game)
            .into_iter()
            .filter_map(|point| {
                Some(TurningPointView {
                    node: *self.nodes.get(point.ply + 1)?,
                    before: point.before.to_string(),
                    after: point.after.to_string(),
                })
            });
        let [white, black] = judged.accuracies(&self.game);
        Message::Report {
            moves: moves.collect(),
            accuracy: (white, black),
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
        let easy = self.engine.easy_moves();
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
            is_hard: best.is_some_and(|best| easy.make_hard(best)),
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
            Task::Again(_) => Message::Comparison {
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
        if let Some(report) = &self.report
            && let Some(judged) = &report.judged
        {
            let message = report.message(judged);
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
        let judged = report.judged.iter().flat_map(|judged| judged.annotations());
        for (ply, annotation) in judged.enumerate() {
            let [Some(&parent), Some(&id)] = [report.nodes.get(ply), report.nodes.get(ply + 1)]
            else {
                break;
            };
            // What was deleted meanwhile stays deleted.
            let Ok(node) = self.tree.node(id) else {
                break;
            };
            let side = node.position().side_to_move();
            let glyphs = annotation.glyphs(&node.glyphs);
            let kept = without_evaluation(&node.comment);
            let score = report
                .judged
                .as_ref()
                .and_then(|judged| judged.score_after(ply));
            let score = score.map(|score| evaluation(side, score));
            let parts = score.into_iter().chain(Some(kept));
            let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
            self.tree.set_comment(id, &parts.join(" "))?;
            self.tree.set_glyphs(id, &glyphs)?;
            if let Some(better) = &annotation.better {
                left_out += usize::from(!better.write(&mut self.tree, parent)?);
            }
        }
        Ok(left_out)
    }
}
