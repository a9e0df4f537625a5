//! Annotates games: what each move was worth, what would have been better, and where the
//! game was decided.
//!
//! Each position of the main line is searched by itself, so that positions can be shared
//! among threads without a change of the result. A move that seems to lose something is
//! compared again: the engine's choice gets the same search as the position after the move
//! that was played, and only what both searches agree on counts as lost.
//!
//! `docs/guide/annotate.md` explains the result to users.

mod analyst;
mod judgment;
mod write;

use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use crate::base::parallel;
use crate::board::color::Color;
use crate::board::moves::Move;
use crate::notation::pgn::{GameTree, ROOT, TreeError};
use crate::position::Position;
use crate::position::game::Game;
use crate::tools::journal::{JournalKind, digest};

use analyst::{Engines, View};

pub use analyst::{EASY_DEPTH, Effort};
pub use judgment::{
    BLUNDER, Chances, HALVING, INACCURACY, Judgment, MISTAKE, TurningPoint, WINNING, accuracy,
    accuracy_of_move,
};
pub use write::{LONGEST_LINE, evaluation, without_evaluation};

/// The journal of annotated games.
pub const JOURNAL: JournalKind = JournalKind {
    command: "annotate",
    record: "game",
    file: "a file of annotated games",
};

/// How games are annotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// How much each position is searched.
    pub effort: Effort,
    /// The size of each thread's transposition table in MiB.
    pub hash: usize,
    /// How many positions are searched at once.
    pub threads: usize,
}

/// The positions of a collection of openings of one variant.
#[derive(Clone, Debug)]
pub struct OpeningPositions {
    variant: String,
    keys: HashSet<u64>,
}

impl OpeningPositions {
    /// The positions of these games, from their starts to their ends.
    pub fn new<'a>(variant: &str, games: impl IntoIterator<Item = &'a Game>) -> OpeningPositions {
        let mut keys = HashSet::new();
        for game in games {
            keys.extend(game.keys());
            keys.insert(game.position().key());
        }
        OpeningPositions {
            variant: variant.to_owned(),
            keys,
        }
    }

    /// A name for the variant and all positions, in hexadecimal.
    pub fn digest(&self) -> String {
        let mut keys: Vec<u64> = self.keys.iter().copied().collect();
        keys.sort_unstable();
        let keys: Vec<String> = keys.iter().map(|key| format!("{key:016x}")).collect();
        digest(&format!("{} {}", self.variant, keys.join(" ")))
    }

    fn contains(&self, position: &Position) -> bool {
        position.rules().variant() == self.variant && self.keys.contains(&position.key())
    }
}

/// What the analysis says about a move.
#[derive(Clone, Debug)]
struct MoveReport {
    /// What it lost, and whether there was a choice.
    loss: Chances,
    has_choice: bool,
    judgment: Option<Judgment>,
    /// What the engine would have played, if the move is marked as bad.
    better: Option<Better>,
}

/// A line that is better than the move played.
#[derive(Clone, Debug)]
struct Better {
    /// The chances of the player with it.
    chances: Chances,
    /// The line, and what follows its first move.
    line: Vec<Move>,
    next: View,
}

/// Annotates games.
pub struct Annotator<'a> {
    recipe: Recipe,
    openings: Option<&'a OpeningPositions>,
    engines: Engines,
    stop: &'a AtomicBool,
}

/// A game and what could not be added to it.
#[derive(Clone, Debug)]
pub struct AnnotatedGame {
    /// The game with its annotations.
    pub tree: GameTree,
    /// How many lines were left out because the game has as many positions as it may.
    pub left_out: usize,
}

impl<'a> Annotator<'a> {
    /// An annotator. Once `stop` is set, it does nothing more.
    pub fn new(
        recipe: Recipe,
        openings: Option<&'a OpeningPositions>,
        stop: &'a AtomicBool,
    ) -> Annotator<'a> {
        Annotator {
            recipe,
            openings,
            engines: Engines::new(recipe.effort, recipe.hash),
            stop,
        }
    }

    /// Annotates the main line of a game; everything that the game has is kept, except
    /// for earlier evaluations. `progress` is called for each position that has been
    /// searched. `None` if stopped.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use peregrine::notation::{epd::Defaults, pgn::TreeReader};
    /// use peregrine::tools::annotate::{Annotator, Effort, Recipe};
    /// let text = "1. f3 e5 2. g4 Qh4# 0-1";
    /// let game = TreeReader::new(text.as_bytes(), Defaults::for_variant("chess")).next().unwrap()?;
    /// let stop = AtomicBool::new(false);
    /// let recipe = Recipe { effort: Effort::Nodes(2000), hash: 1, threads: 1 };
    /// let annotator = Annotator::new(recipe, None, &stop);
    /// let annotated = annotator.annotate(game.tree, || ())?.unwrap();
    /// assert!(annotated.tree.to_string().contains("2. g4 $4 {[%eval #-1]"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no memory or thread for a search.
    pub fn annotate(
        &self,
        tree: GameTree,
        mut progress: impl FnMut(),
    ) -> io::Result<Option<AnnotatedGame>> {
        let game = tree.end(ROOT).and_then(|end| tree.game(end));
        let game = game.map_err(io::Error::other)?;
        if game.moves().is_empty() {
            progress();
            let left_out = 0;
            return Ok(Some(AnnotatedGame { tree, left_out }));
        }
        let Some(views) = self.views(&game, progress)? else {
            return Ok(None);
        };
        let Some(reports) = self.reports(&game, &views)? else {
            return Ok(None);
        };
        let analysis = write::Analysis {
            game: &game,
            views: &views,
            reports: &reports,
            left_openings: self.left_openings(&game),
            effort: self.recipe.effort,
        };
        let written = analysis.write(tree).map_err(io::Error::other)?;
        Ok(Some(written))
    }

    /// Views of all positions of a game.
    fn views(&self, game: &Game, mut progress: impl FnMut()) -> io::Result<Option<Vec<View>>> {
        let last = game.moves().len();
        let each = |analyst: &mut analyst::Analyst<'_>, at: &mut Game| {
            let ply = at.moves().len();
            analyst.look(at, ply < last)
        };
        self.at_plies(game, (0..=last).collect(), each, |_| progress())
    }

    /// Does something at these plies of a game, given in ascending order, on all threads;
    /// `None` if stopped.
    fn at_plies<T: Send>(
        &self,
        game: &Game,
        plies: Vec<usize>,
        work: impl Fn(&mut analyst::Analyst<'_>, &mut Game) -> io::Result<Option<T>> + Sync,
        mut done: impl FnMut(&T),
    ) -> io::Result<Option<Vec<T>>> {
        let mut found = Vec::with_capacity(plies.len());
        if plies.is_empty() {
            return Ok(Some(found));
        }
        let rules = game.position().rules();
        let worker = || {
            let mut analyst = self.engines.analyst(rules, self.stop)?;
            let mut at = Game::new(game.start().clone());
            let (plies, work) = (&plies, &work);
            Ok::<_, io::Error>(move |job: usize| {
                let &ply = plies.get(job)?;
                for &mv in &game.moves()[at.moves().len()..ply] {
                    at.play(mv);
                }
                work(&mut analyst, &mut at).transpose()
            })
        };
        let threads = self.recipe.threads.min(plies.len());
        parallel::map_in_order(threads, worker, |result| {
            done(&result);
            found.push(result);
            ControlFlow::Continue(())
        })?;
        Ok((found.len() == plies.len()).then_some(found))
    }

    /// What each move of a game was worth.
    fn reports(&self, game: &Game, views: &[View]) -> io::Result<Option<Vec<MoveReport>>> {
        let mut reports: Vec<MoveReport> = Vec::with_capacity(game.moves().len());
        let (mut dubious, mut hard) = (Vec::new(), Vec::new());
        for (ply, (position, mv)) in game.turns().enumerate() {
            let view = &views[ply];
            let after = views[ply + 1].chances.other();
            let is_best = view.line.first() == Some(&mv);
            let has_choice = position.legal_moves().len() > 1 && !view.line.is_empty();
            let mut report = MoveReport {
                loss: Chances::LOST,
                has_choice,
                judgment: None,
                better: None,
            };
            if has_choice && is_best {
                // If others are to lose enough, there must be enough to lose.
                if view.is_hard && after >= MISTAKE {
                    hard.push(ply);
                }
            } else if has_choice {
                report.loss = view.chances.above(after);
                if report.loss >= INACCURACY {
                    dubious.push(ply);
                }
            }
            reports.push(report);
        }
        let better = self.at_plies(
            game,
            dubious.clone(),
            |analyst, at| {
                let view = &views[at.moves().len()];
                let Some(&best) = view.line.first() else {
                    return Ok(None);
                };
                at.play(best);
                let next = analyst.look(at, false);
                at.undo();
                next
            },
            |_| (),
        )?;
        let others = self.at_plies(
            game,
            hard.clone(),
            |analyst, at| {
                let mv = game.moves()[at.moves().len()];
                analyst.look_without(at, mv)
            },
            |_| (),
        )?;
        let (Some(better), Some(others)) = (better, others) else {
            return Ok(None);
        };
        for (ply, next) in dubious.into_iter().zip(better) {
            let view = &views[ply];
            let chances = view.chances.min(next.chances.other());
            let report = &mut reports[ply];
            report.loss = chances.above(views[ply + 1].chances.other());
            report.judgment = Judgment::of_loss(report.loss);
            let line = match next.line.is_empty() {
                true => view.line[..1].to_vec(),
                false => [&view.line[..1], &next.line[..]].concat(),
            };
            report.better = report.judgment.map(|_| Better {
                chances,
                line,
                next,
            });
        }
        for (ply, other) in hard.into_iter().zip(others) {
            let after = views[ply + 1].chances.other();
            if after.above(other.chances) >= MISTAKE {
                reports[ply].judgment = Some(Judgment::Good);
            }
        }
        Ok(Some(reports))
    }

    /// The index of the first move after the last position that is among the openings.
    fn left_openings(&self, game: &Game) -> Option<usize> {
        let openings = self.openings?;
        let positions = game.turns().map(|(position, _)| position);
        let positions: Vec<&Position> = positions.chain([game.position()]).collect();
        let last = positions
            .iter()
            .rposition(|position| openings.contains(position))?;
        (last < game.moves().len()).then_some(last)
    }
}

/// The accuracy of each side: White's, Black's.
fn accuracies(game: &Game, reports: &[MoveReport]) -> [Option<f64>; 2] {
    Color::ALL.map(|side| {
        let of_side = game.turns().zip(reports);
        let losses: Vec<Chances> = of_side
            .filter(|((position, _), report)| position.side_to_move() == side && report.has_choice)
            .map(|(_, report)| report.loss)
            .collect();
        accuracy(&losses)
    })
}

/// Where the game changed hands.
fn turning_points(game: &Game, views: &[View], reports: &[MoveReport]) -> Vec<TurningPoint> {
    let turns = game.turns().zip(reports).enumerate();
    turns
        .filter_map(|(ply, ((position, _), report))| {
            let side = position.side_to_move();
            let before = report.better.as_ref()?.chances.seen_by(side, Color::White);
            let after = views[ply + 1].chances.seen_by(!side, Color::White);
            TurningPoint::of_move(ply, before, after)
        })
        .collect()
}

/// Whether a tree is full, which only leaves something out.
fn unless_full<T>(result: Result<T, TreeError>) -> Result<Option<T>, TreeError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(TreeError::Full) => Ok(None),
        Err(error) => Err(error),
    }
}
