//! The searches of a session: the engine's moves, and analysis.

use crate::base::clock::Instant;

use crate::notation::pgn::NodeId;
use crate::page::error::PageError;
use crate::page::messages::Message;
use crate::page::view;
use crate::position::game::Game;
use crate::search::{Info, Level, Limits, SearchResult};
use crate::session::PlayedMove;

use super::engine::SearchSettings;
use super::{Output, PageSession, Purpose, Search};

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
                self.search = Some(Search {
                    node,
                    purpose,
                    is_threat: false,
                });
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
                threat: false,
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
        if search.purpose == Purpose::Report {
            self.on_evaluated(result);
        }
        let node = self.playing().map(|played| played.node);
        if search.purpose != Purpose::Move || node != Some(search.node) {
            return;
        }
        self.check_flags(Instant::now());
        if let (true, Some(made)) = (self.is_playing(), PlayedMove::searched(result)) {
            // A page that shows an earlier position goes to the new move.
            self.node = search.node;
            self.expected = result.ponder;
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
        let mut position = node.position().clone();
        if search.is_threat {
            position.play_null();
        }
        let lines = infos.iter().filter_map(|info| view::line(&position, info));
        let message = Message::Thinking {
            node: search.node,
            lines: lines.collect(),
            nodes: infos.iter().map(|info| info.nodes).max().unwrap_or(0),
            nodes_per_second: infos.iter().map(nodes_per_second).max().unwrap_or(0),
            searching,
            threat: search.is_threat,
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
        if self.is_unaided() {
            return Err(PageError::new(match self.is_engine_playing() {
                true => "The engine does not help in a game against itself.",
                false => "The engine does not help in a game against another person.",
            }));
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

    /// Analyses the position shown, if that is wanted.
    pub(super) fn analyze_here(&mut self) {
        let Some(settings) = self.analysis else {
            return;
        };
        if self.is_searching_for(Purpose::Move) || self.is_evaluating() {
            return;
        }
        self.stop_search();
        let Ok(mut game) = self.tree.game(self.node) else {
            return;
        };
        if game.position().outcome().is_some() {
            return;
        }
        let mut passed = game.position().clone();
        let is_threat = self.shows_threats && !passed.is_check() && {
            passed.play_null();
            passed.outcome().is_none()
        };
        if is_threat {
            game = Game::new(passed);
        }
        let limits = Limits {
            infinite: true,
            ..Limits::default()
        };
        self.start_search(&game, self.node, Purpose::Analysis, limits, settings);
        if let Some(search) = &mut self.search {
            search.is_threat = is_threat;
        }
    }

    /// Has the analysis show what the other side threatens, or not any more.
    pub(super) fn show_threats(&mut self, on: bool) {
        if self.shows_threats != on {
            self.shows_threats = on;
            self.analyze_here();
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
