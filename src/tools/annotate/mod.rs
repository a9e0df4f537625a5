//! Annotates games: what each move was worth, what would have been better, and where the
//! game was decided.
//!
//! Each position of the main line is searched by itself, so that positions can be shared
//! among threads without a change of the result. A move that seems to lose something is
//! compared again: the engine's choice gets the same search as the position after the move
//! that was played, and only what both searches agree on counts as lost.
//!
//! `docs/guide/annotate.md` explains the result to users.

mod analyzer;
mod job;
mod write;

use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use crate::base::parallel;
use crate::board::moves::Move;
use crate::notation::pgn::{GameTree, ROOT};
use crate::position::Position;
use crate::position::game::Game;
use crate::session::analysis::PositionAnalysis;
use crate::session::game_report::{GameReport, SecondLook};
use crate::tools::engine_pool::EnginePool;
use crate::tools::journal::digest;

use analyzer::PositionAnalyzer;

pub use crate::session::evaluation::{evaluation, without_evaluation};
pub use crate::session::judgment::{
    ExpectedScore, HALVING, Judgment, TurningPoint, accuracy, accuracy_of_move,
};
pub use analyzer::SearchBudget;
pub use job::{AnnotateError, AnnotationJob, GameTotals, GamesFile};

/// How games are annotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnnotateSettings {
    /// How much each position is searched.
    pub budget: SearchBudget,
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

/// Annotates games.
pub struct Annotator<'a> {
    settings: AnnotateSettings,
    openings: Option<&'a OpeningPositions>,
    analyzer: PositionAnalyzer<'a>,
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
        settings: AnnotateSettings,
        openings: Option<&'a OpeningPositions>,
        stop: &'a AtomicBool,
    ) -> Annotator<'a> {
        let pool = EnginePool::new(settings.hash, stop);
        Annotator {
            settings,
            openings,
            analyzer: PositionAnalyzer::new(settings.budget, pool),
        }
    }

    /// Annotates the main line of a game; everything that the game has is kept, except
    /// for earlier evaluations. `progress` is called for each position that has been
    /// searched. `None` if stopped.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use peregrine::notation::{epd::Defaults, pgn::TreeReader};
    /// use peregrine::tools::annotate::{AnnotateSettings, Annotator, SearchBudget};
    /// let text = "1. f3 e5 2. g4 Qh4# 0-1";
    /// let game = TreeReader::new(text.as_bytes(), Defaults::for_variant("chess")).next().unwrap()?;
    /// let stop = AtomicBool::new(false);
    /// let budget = SearchBudget::Nodes(2000);
    /// let settings = AnnotateSettings { budget, hash: 1, threads: 1 };
    /// let annotator = Annotator::new(settings, None, &stop);
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
        let Some(analyses) = self.analyze_positions(&game, progress)? else {
            return Ok(None);
        };
        let Some(report) = self.judge_moves(&game, analyses)? else {
            return Ok(None);
        };
        let annotated = write::GameAnnotation {
            game: &game,
            report: &report,
            left_openings: self.left_openings(&game),
            budget: self.settings.budget,
        };
        let written = annotated.write(tree).map_err(io::Error::other)?;
        Ok(Some(written))
    }

    /// Analyzes all positions of a game.
    fn analyze_positions(
        &self,
        game: &Game,
        progress: impl FnMut(),
    ) -> io::Result<Option<Vec<PositionAnalysis>>> {
        let last = game.moves().len();
        let analyze = |at: &mut Game| self.analyzer.analyze(at, at.moves().len() < last);
        self.at_plies(game, &(0..=last).collect::<Vec<_>>(), analyze, progress)
    }

    /// Does something at these plies of a game, given in ascending order, on all threads;
    /// `None` if stopped.
    fn at_plies<T: Send>(
        &self,
        game: &Game,
        plies: &[usize],
        work: impl Fn(&mut Game) -> io::Result<Option<T>> + Sync,
        mut progress: impl FnMut(),
    ) -> io::Result<Option<Vec<T>>> {
        let mut found = Vec::with_capacity(plies.len());
        if plies.is_empty() {
            return Ok(Some(found));
        }
        let worker = || {
            let mut at = Game::new(game.start().clone());
            let work = &work;
            Ok::<_, io::Error>(move |job: usize| {
                let &ply = plies.get(job)?;
                for &mv in &game.moves()[at.moves().len()..ply] {
                    at.play(mv);
                }
                work(&mut at).transpose()
            })
        };
        let threads = self.settings.threads.min(plies.len());
        parallel::map_in_order(threads, worker, |result| {
            progress();
            found.push(result);
            ControlFlow::Continue(())
        })?;
        Ok((found.len() == plies.len()).then_some(found))
    }

    /// Judges the moves of a game. Those that seem to lose something, and those that seem
    /// hard to find, are searched once more.
    fn judge_moves(
        &self,
        game: &Game,
        analyses: Vec<PositionAnalysis>,
    ) -> io::Result<Option<GameReport>> {
        let (mut report, looks) = GameReport::new(game, analyses);
        let ply = |look: &SecondLook| match *look {
            SecondLook::AfterChoice(ply) | SecondLook::Without(ply) => ply,
        };
        let plies: Vec<usize> = looks.iter().map(ply).collect();
        let again = |at: &mut Game| {
            let ply = at.moves().len();
            let look = plies.binary_search(&ply).ok().map(|index| looks[index]);
            match look {
                Some(SecondLook::AfterChoice(_)) => self.analyze_choice(at, report.choice(ply)),
                _ => self.analyzer.analyze_without(at, game.moves()[ply]),
            }
        };
        let Some(found) = self.at_plies(game, &plies, again, || ())? else {
            return Ok(None);
        };
        for (look, found) in looks.into_iter().zip(found) {
            report.judge(look, found);
        }
        Ok(Some(report))
    }

    /// Analyzes the position after the engine's choice.
    fn analyze_choice(
        &self,
        at: &mut Game,
        choice: Option<Move>,
    ) -> io::Result<Option<PositionAnalysis>> {
        let Some(choice) = choice else {
            return Ok(None);
        };
        at.play(choice);
        let next = self.analyzer.analyze(at, false);
        at.undo();
        next
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
