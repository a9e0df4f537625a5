//! The searches of a session: the engine's moves, analysis, and the evaluation of a game.

use crate::base::clock::Instant;

use crate::notation::pgn::{NodeId, ROOT};
use crate::page::error::PageError;
use crate::page::messages::{Message, ScoreView};
use crate::page::view;
use crate::position::game::Game;
use crate::search::{Info, Level, Limits, SearchResult};
use crate::session::PlayedMove;

use super::engine::SearchSettings;
use super::{Output, PageSession, Purpose, Search};

/// The search of each point of the evaluation graph, in nodes.
const GRAPH_NODES: u64 = 100_000;

/// The table for it, in MiB.
const GRAPH_HASH: usize = 16;

impl<O: Output> PageSession<O> {
    pub(super) fn is_searching_for(&self, purpose: Purpose) -> bool {
        self.search.is_some_and(|search| search.purpose == purpose)
    }

    pub(super) fn start_search(
        &mut self,
        game: &Game,
        node: NodeId,
        purpose: Purpose,
        limits: Limits,
        settings: SearchSettings,
    ) {
        match self.engine.start(game, limits, settings) {
            Ok(hash) => {
                self.search = Some(Search { node, purpose });
                if hash < settings.hash && hash != self.announced_hash {
                    self.announced_hash = hash;
                    let text = format!(
                        "Other pages use the memory: the table of this one has {hash} MiB."
                    );
                    self.send(&Message::Notice { text });
                }
            }
            Err(error) => self.send_error(error),
        }
    }

    pub(super) fn stop_search(&mut self) {
        self.engine.stop();
        self.thinking_due = None;
        if self
            .search
            .take()
            .is_some_and(|search| search.purpose == Purpose::Analysis)
        {
            let node = self.node;
            self.send(&Message::Thinking {
                node,
                lines: Vec::new(),
                nodes: 0,
                nodes_per_second: 0,
                searching: false,
            });
        }
    }

    pub(super) fn on_finished(&mut self, number: u64, result: &SearchResult) {
        if !self.engine.is_current(number) {
            return;
        }
        let Some(search) = self.search else {
            return;
        };
        self.send_thinking(false);
        self.search = None;
        if search.purpose == Purpose::Graph {
            if let Ok(node) = self.tree.node(search.node) {
                let score = view::score(node.position(), result.score);
                self.send_evaluation(search.node, score);
            }
            self.evaluate_next();
        }
        let node = self.playing().map(|played| played.node);
        if search.purpose != Purpose::Move || node != Some(search.node) {
            return;
        }
        self.check_flags(Instant::now());
        if let (true, Some(made)) = (self.is_playing(), PlayedMove::searched(result)) {
            // A page that shows an earlier position goes to the new move.
            self.node = search.node;
            if let Err(error) = self.make_move(made) {
                self.send_error(error);
            }
        }
    }

    pub(super) fn send_thinking(&mut self, searching: bool) {
        self.thinking_due = None;
        self.thinking_sent = Some(Instant::now());
        let Some(search) = self.search else {
            return;
        };
        let infos = self.engine.lines();
        let Ok(node) = self.tree.node(search.node) else {
            return;
        };
        let lines = infos
            .iter()
            .filter_map(|info| view::line(node.position(), info));
        let message = Message::Thinking {
            node: search.node,
            lines: lines.collect(),
            nodes: infos.iter().map(|info| info.nodes).max().unwrap_or(0),
            nodes_per_second: infos.iter().map(nodes_per_second).max().unwrap_or(0),
            searching,
        };
        // While it plays, what it thinks stays its own.
        if search.purpose == Purpose::Analysis {
            self.send(&message);
        }
    }

    pub(super) fn analyze(
        &mut self,
        lines: usize,
        threads: usize,
        hash: usize,
    ) -> Result<(), PageError> {
        if self.is_engine_playing() {
            return Err(PageError::new(
                "The engine does not help in a game against itself.",
            ));
        }
        let limits = self.settings.limits;
        let within = |what: &str, value: usize, most: usize| match (1..=most).contains(&value) {
            true => Ok(()),
            false => Err(PageError::new(format!(
                "{what} must be between 1 and {most}, not {value}."
            ))),
        };
        within("The number of lines", lines, limits.lines)?;
        within("The number of threads", threads, limits.threads)?;
        within("The size of the table", hash, limits.hash)?;
        self.analysis = Some(SearchSettings {
            level: Level::FULL,
            threads,
            hash,
            lines,
        });
        self.analyze_here();
        Ok(())
    }

    pub(super) fn stop_analysis(&mut self) {
        self.analysis = None;
        if self.is_searching_for(Purpose::Analysis) {
            self.stop_search();
        }
    }

    /// Evaluates all positions of the main line, one after the other.
    pub(super) fn evaluate(&mut self) -> Result<(), PageError> {
        if self.is_playing() {
            return Err(PageError::new("Finish the game before it is evaluated."));
        }
        self.stop_search();
        self.graph = self.tree.path(self.tree.end(ROOT)?)?;
        self.graph.reverse();
        self.graph_game = None;
        self.evaluate_next();
        Ok(())
    }

    /// Ends the evaluation of the main line, if positions are left.
    pub(super) fn stop_evaluation(&mut self) {
        if self.graph.is_empty() {
            return;
        }
        if self.is_searching_for(Purpose::Graph) {
            self.stop_search();
        }
        self.graph.clear();
        self.graph_game = None;
        self.send(&Message::EvaluationEnded);
    }

    /// The game up to the next point of the graph. Playing it from the start for every point
    /// would take long in a long game.
    fn next_game(&mut self, node: NodeId) -> Option<Game> {
        let at = self.tree.node(node).ok()?;
        match self.graph_game.take() {
            Some((before, mut game)) if at.parent() == Some(before) => {
                game.play(at.mv()?);
                Some(game)
            }
            _ => self.tree.game(node).ok(),
        }
    }

    /// Continues the graph, or goes back to the analysis.
    fn evaluate_next(&mut self) {
        while let Some(&node) = self.graph.last() {
            let Some(game) = self.next_game(node) else {
                // It was deleted meanwhile.
                self.graph.pop();
                if self.graph.is_empty() {
                    self.send(&Message::EvaluationEnded);
                }
                continue;
            };
            if let Some(outcome) = game.outcome() {
                self.graph_game = Some((node, game));
                self.send_evaluation(node, view::final_score(outcome));
                continue;
            }
            let limits = Limits {
                nodes: Some(GRAPH_NODES),
                ..Limits::default()
            };
            let settings = SearchSettings {
                level: Level::FULL,
                threads: 1,
                hash: GRAPH_HASH,
                lines: 1,
            };
            self.start_search(&game, node, Purpose::Graph, limits, settings);
            self.graph_game = Some((node, game));
            if self.search.is_some() {
                return;
            }
            // There is no memory for the engine.
            self.stop_evaluation();
        }
        self.graph_game = None;
        self.analyze_here();
    }

    /// Sends the point of the graph that was next.
    fn send_evaluation(&mut self, node: NodeId, score: ScoreView) {
        self.graph.pop();
        let left = self.graph.len();
        self.send(&Message::Evaluation { node, score, left });
    }

    /// Analyses the position shown, if that is wanted.
    pub(super) fn analyze_here(&mut self) {
        let Some(settings) = self.analysis else {
            return;
        };
        if self.is_searching_for(Purpose::Move) || !self.graph.is_empty() {
            return;
        }
        self.stop_search();
        let Ok(game) = self.tree.game(self.node) else {
            return;
        };
        if game.position().outcome().is_none() {
            let limits = Limits {
                infinite: true,
                ..Limits::default()
            };
            self.start_search(&game, self.node, Purpose::Analysis, limits, settings);
        }
    }
}

fn nodes_per_second(info: &Info) -> u64 {
    let seconds = info.time.as_secs_f64();
    match seconds > 0.0 {
        true => (info.nodes as f64 / seconds) as u64,
        false => 0,
    }
}
