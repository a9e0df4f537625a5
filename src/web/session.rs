//! The game of one page: what it asks for, and what it is told.
//!
//! A session is single-threaded and knows no network: it takes [`Event`]s from a queue and
//! gives [`Message`]s to its output, so it can be tested without a browser.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::board::color::Color;
use crate::notation::parse_coordinate;
use crate::notation::pgn::{GameTree, NodeId, ROOT};
use crate::position::game::{Game, GameResult};
use crate::position::{Outcome, Position};
use crate::rules::Rules;
use crate::search::score::Score;
use crate::search::{Level, Limits, SearchResult};
use crate::tablebase::Tablebases;

use super::clock::Clocks;
use super::engine::{PageEngine, Strength};
use super::messages::{
    Message, Player, Players, Request, ResultView, Start, State, TimeControl, TreeNode,
};
use super::view;
use super::{answers, catalogue, saved, start};

/// How often the page hears what the engine thinks.
const THINKING_INTERVAL: Duration = Duration::from_millis(100);

/// The table of an engine that plays, in MiB.
const PLAYING_HASH: usize = 32;

/// The longest time for a move in games without a clock, in milliseconds.
const MAX_MOVE_TIME: u64 = 60_000;

/// Before this ply the engine does not agree to a draw.
const FIRST_DRAW_PLY: usize = 40;

/// The engine agrees to a draw if it thinks that it is at most this far ahead, in
/// centipawns.
const DRAW_SCORE: i32 = 10;

/// What a session handles.
#[derive(Debug)]
pub(super) enum Event {
    /// A request of the page, and the permit that bounds how many wait.
    Request(Request, Option<tokio::sync::OwnedSemaphorePermit>),
    /// A message of the page that is no request, and why.
    Malformed(String),
    /// The engine has thought of something.
    Thinking,
    /// The search of this number has ended.
    Finished(u64, SearchResult),
    /// The page is gone.
    Closed,
}

/// Where messages go.
pub(super) trait Output {
    /// Takes a message; `false` if the page does not listen any more.
    fn send(&mut self, message: &Message) -> bool;
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The engine is to move.
    Move,
    Analysis,
}

/// A search of the position of a node.
#[derive(Clone, Copy, Debug)]
struct Search {
    node: NodeId,
    purpose: Purpose,
}

/// The settings of all sessions.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    pub tablebases: Option<PathBuf>,
}

/// A page's game.
pub(super) struct Session<O> {
    pub(super) output: O,
    engine: PageEngine,
    tables: Arc<Tablebases>,
    settings: Settings,
    pub(super) start: Start,
    pub(super) tree: GameTree,
    /// The node shown.
    pub(super) node: NodeId,
    /// The node where the players are.
    played: NodeId,
    players: Option<Players>,
    clocks: Option<Clocks>,
    result: Option<ResultView>,
    analysis: Option<Strength>,
    search: Option<Search>,
    thinking_due: Option<Instant>,
    thinking_sent: Option<Instant>,
    /// What the engine thought of its last move.
    last_score: Option<Score>,
    is_listening: bool,
}

impl<O: Output> Session<O> {
    /// A session with the start position of the main game.
    pub fn new(events: Sender<Event>, output: O, settings: Settings) -> Session<O> {
        let rules = crate::variants::falcon();
        Session {
            output,
            engine: PageEngine::new(events, settings.tablebases.clone()),
            tables: Arc::new(Tablebases::built_in(rules)),
            settings,
            start: Start {
                variant: rules.variant().to_owned(),
                ..Start::default()
            },
            tree: GameTree::new(Position::start(rules)),
            node: ROOT,
            played: ROOT,
            players: None,
            clocks: None,
            result: None,
            analysis: None,
            search: None,
            thinking_due: None,
            thinking_sent: None,
            last_score: None,
            is_listening: true,
        }
    }

    /// Handles events until the page is gone.
    pub fn run(mut self, events: &Receiver<Event>) {
        self.send(&catalogue::message());
        self.show_board();
        self.show();
        while self.is_listening {
            let event = match self.alarm() {
                None => events.recv().ok(),
                Some(at) => {
                    let left = at.saturating_duration_since(Instant::now());
                    match events.recv_timeout(left) {
                        Ok(event) => Some(event),
                        Err(RecvTimeoutError::Timeout) => {
                            self.ring(Instant::now());
                            continue;
                        }
                        Err(RecvTimeoutError::Disconnected) => None,
                    }
                }
            };
            match event {
                None | Some(Event::Closed) => break,
                Some(event) => self.handle(event),
            }
        }
        self.engine.discard();
    }

    /// When something is due, even if no event comes.
    fn alarm(&self) -> Option<Instant> {
        let flag = self.clocks.as_ref().and_then(Clocks::flag);
        flag.into_iter().chain(self.thinking_due).min()
    }

    /// Does what is due.
    fn ring(&mut self, now: Instant) {
        if self.thinking_due.is_some_and(|due| due <= now) {
            self.send_thinking(true);
        }
        self.check_flags(now);
    }

    fn check_flags(&mut self, now: Instant) {
        let Some(loser) = self.clocks.as_ref().and_then(|clocks| clocks.fallen(now)) else {
            return;
        };
        self.end(
            GameResult::won_by(Some(!loser)),
            format!("{loser} ran out of time."),
        );
        self.show();
    }

    pub(super) fn handle(&mut self, event: Event) {
        match event {
            Event::Request(request, _permit) => {
                self.check_flags(Instant::now());
                if let Err(text) = self.fulfil(request) {
                    self.send(&Message::Error { text });
                }
            }
            Event::Malformed(text) => self.send(&Message::Error { text }),
            Event::Thinking => {
                let earliest = self.thinking_sent.map(|sent| sent + THINKING_INTERVAL);
                let now = Instant::now();
                self.thinking_due = Some(earliest.map_or(now, |earliest| earliest.max(now)));
                self.ring(now);
            }
            Event::Finished(number, result) => self.finished(number, &result),
            Event::Closed => self.is_listening = false,
        }
    }

    fn send(&mut self, message: &Message) {
        self.is_listening &= self.output.send(message);
    }

    fn fulfil(&mut self, request: Request) -> Result<(), String> {
        match request {
            Request::NewGame {
                start,
                players,
                clock,
            } => self.new_game(start, players, clock),
            Request::Rematch => {
                let players = self.players.ok_or("There is no game to repeat.")?;
                let players = Players {
                    white: players.black,
                    black: players.white,
                };
                let control = self.clocks.map(|clocks| clocks.control);
                self.new_game(self.start.clone(), players, control)
            }
            Request::OpenPgn { pgn, number } => {
                match answers::open_pgn(&pgn, number)? {
                    answers::Opened::List(games) => self.send(&Message::Games { games }),
                    answers::Opened::Game(tree) => self.study(*tree)?,
                }
                Ok(())
            }
            Request::Restore { saved } => self.restore(&saved),
            Request::Play { mv } => self.play(&mv),
            Request::GoTo { node } => {
                self.tree.node(node).map_err(|error| sentence(&error))?;
                self.go_to(node);
                Ok(())
            }
            Request::Delete { node } => self.delete(node),
            Request::Promote { node } => {
                self.must_study()?;
                self.tree.promote(node).map_err(|error| sentence(&error))?;
                self.show();
                Ok(())
            }
            Request::Comment { node, text } => {
                let set = self.tree.set_comment(node, &text);
                set.map_err(|error| sentence(&error))?;
                self.show();
                Ok(())
            }
            Request::TakeBack => self.take_back(),
            Request::Resign => self.resign(),
            Request::OfferDraw => self.offer_draw(),
            Request::StopPlaying => {
                self.leave_game();
                self.analyse_here();
                self.show();
                Ok(())
            }
            Request::Analyse {
                lines,
                threads,
                hash,
            } => self.analyse(lines, threads, hash),
            Request::StopAnalysis => {
                self.analysis = None;
                if self.is_analysing() {
                    self.stop_search();
                }
                Ok(())
            }
            Request::Paths { square } => {
                let position = self.position()?;
                let square_number = position.rules().geometry().square_named(&square);
                let number =
                    square_number.ok_or_else(|| format!("There is no square {square}."))?;
                let targets = view::falcon_targets(position, number);
                let node = self.node;
                self.send(&Message::Paths {
                    node,
                    square,
                    targets,
                });
                Ok(())
            }
            Request::CheckPosition { start } => {
                self.send(&answers::check_position(start)?);
                Ok(())
            }
            Request::CheckVariants { text, add } => {
                let checked = answers::check_variants(&text, add)?;
                self.send(&checked);
                if matches!(checked, Message::VariantsChecked { added: true, .. }) {
                    self.send(&catalogue::message());
                }
                Ok(())
            }
            Request::Pgn => {
                let pgn = self.tree.to_string();
                self.send(&Message::Pgn { pgn });
                Ok(())
            }
        }
    }

    pub(super) fn position(&self) -> Result<&Position, String> {
        let node = self
            .tree
            .node(self.node)
            .map_err(|error| sentence(&error))?;
        Ok(node.position())
    }

    /// Fails while a game is being played: its moves stand.
    fn must_study(&self) -> Result<(), String> {
        match self.is_playing() {
            true => Err("The moves of a game in progress stand; take them back instead.".into()),
            false => Ok(()),
        }
    }

    fn is_playing(&self) -> bool {
        self.players.is_some() && self.result.is_none()
    }

    fn is_analysing(&self) -> bool {
        let purpose = self.search.map(|search| search.purpose);
        purpose == Some(Purpose::Analysis)
    }

    /// The player of a side, in a game in progress.
    fn player(&self, side: Color) -> Option<Player> {
        let players = self.players.filter(|_| self.result.is_none())?;
        Some(match side {
            Color::White => players.white,
            Color::Black => players.black,
        })
    }

    /// Leaves the current game for another tree.
    fn set_tree(&mut self, tree: GameTree) -> Result<(), String> {
        self.leave_game();
        self.stop_search();
        let position = tree
            .node(ROOT)
            .map_err(|error| sentence(&error))?
            .position();
        let rules: &'static Rules = position.rules();
        if !std::ptr::eq(rules, self.tables.rules()) {
            let mut tables = Tablebases::built_in(rules);
            if let Some(folder) = &self.settings.tablebases {
                // The engine reports files that it cannot read.
                let _ = tables.add_folder(folder);
            }
            self.tables = Arc::new(tables);
        }
        (self.node, self.played) = (ROOT, ROOT);
        self.tree = tree;
        self.last_score = None;
        self.show_board();
        Ok(())
    }

    fn leave_game(&mut self) {
        if self
            .search
            .is_some_and(|search| search.purpose == Purpose::Move)
        {
            self.stop_search();
        }
        (self.players, self.clocks, self.result) = (None, None, None);
    }

    fn new_game(
        &mut self,
        start: Start,
        players: Players,
        control: Option<TimeControl>,
    ) -> Result<(), String> {
        let position = start::position(&start)?;
        if let Some(outcome) = position.outcome() {
            return Err(format!(
                "The game would be over before it starts: {outcome}."
            ));
        }
        let clocks = control.map(start::checked_clock).transpose()?;
        self.set_tree(GameTree::new(position))?;
        self.start = start;
        self.analysis = None;
        (self.players, self.clocks) = (Some(players), clocks);
        self.continue_game();
        self.show();
        Ok(())
    }

    /// Shows a tree without players.
    fn study(&mut self, tree: GameTree) -> Result<(), String> {
        let start = start::of_tree(&tree)?;
        let result = tree.result;
        self.set_tree(tree)?;
        self.start = start;
        self.result = result.map(|result| ResultView {
            result: result.to_string(),
            reason: String::new(),
        });
        self.analyse_here();
        self.show();
        Ok(())
    }

    fn restore(&mut self, saved: &str) -> Result<(), String> {
        let damaged = |reason: &dyn ToString| {
            format!("The saved game cannot be read: {}.", reason.to_string())
        };
        let saved: saved::SavedGame =
            serde_json::from_str(saved).map_err(|error| damaged(&error))?;
        let (tree, nodes) = saved.tree(start::position(&saved.start)?)?;
        let place = |number: usize| {
            let node = nodes.get(number).copied();
            node.ok_or_else(|| damaged(&format!("there is no move number {number}")))
        };
        let (node, played) = (place(saved.node)?, place(saved.played)?);
        let clocks = saved.clock.map(start::checked_saved_clock).transpose()?;
        self.set_tree(tree)?;
        self.start = saved.start;
        (self.node, self.played) = (node, played);
        (self.players, self.clocks, self.result) = (saved.players, clocks, saved.result);
        self.continue_game();
        self.analyse_here();
        self.show();
        Ok(())
    }

    /// Makes a move of the page.
    fn play(&mut self, text: &str) -> Result<(), String> {
        let position = self.position()?;
        let side = position.side();
        let mv = parse_coordinate(position, text).map_err(|error| sentence(&error))?;
        if self.is_playing() {
            if self.node != self.played {
                return Err("Go to the last move to play on.".into());
            }
            if self.player(side) != Some(Player::Person) {
                return Err("It is the engine's turn.".into());
            }
        }
        self.make(mv)
    }

    /// Makes a legal move at the node shown.
    fn make(&mut self, mv: crate::board::moves::Move) -> Result<(), String> {
        let node = self
            .tree
            .play(self.node, mv)
            .map_err(|error| sentence(&error))?;
        if self.is_playing() {
            let side = !self
                .tree
                .node(node)
                .map_err(|error| sentence(&error))?
                .position()
                .side();
            if let Some(clocks) = &mut self.clocks {
                clocks.moved(side, Instant::now());
            }
            (self.node, self.played) = (node, node);
            self.continue_game();
            self.show();
        } else {
            self.go_to(node);
        }
        Ok(())
    }

    /// After a move or at the start: ends the game, starts the clock of the side to move,
    /// and the engine if it is its turn.
    fn continue_game(&mut self) {
        if !self.is_playing() {
            return;
        }
        let Ok(game) = self.tree.game(self.played) else {
            return;
        };
        if let Some(outcome) = game.outcome() {
            self.end(outcome.into(), reason(outcome));
            return;
        }
        let side = game.position().side();
        let now = Instant::now();
        if let Some(clocks) = &mut self.clocks {
            clocks.start(side, now);
        }
        if let Some(Player::Engine { level, move_time }) = self.player(side) {
            let clock = self.clocks.map(|clocks| clocks.for_search(side, now));
            let move_time = Duration::from_millis(move_time.clamp(10, MAX_MOVE_TIME));
            let limits = Limits {
                clock,
                move_time: clock.is_none().then_some(move_time),
                ..Limits::default()
            };
            let strength = Strength {
                level: Level::new(level),
                threads: 1,
                hash: PLAYING_HASH,
                lines: 1,
            };
            self.begin(&game, self.played, Purpose::Move, limits, strength);
        }
    }

    fn begin(
        &mut self,
        game: &Game,
        node: NodeId,
        purpose: Purpose,
        limits: Limits,
        strength: Strength,
    ) {
        match self.engine.start(game, limits, strength) {
            Ok(()) => self.search = Some(Search { node, purpose }),
            Err(text) => self.send(&Message::Error { text }),
        }
    }

    fn stop_search(&mut self) {
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

    fn finished(&mut self, number: u64, result: &SearchResult) {
        if !self.engine.take_result(number, result) {
            return;
        }
        let Some(search) = self.search else {
            return;
        };
        self.send_thinking(false);
        self.search = None;
        if search.purpose != Purpose::Move || !self.is_playing() || search.node != self.played {
            return;
        }
        self.check_flags(Instant::now());
        if let (true, Some(mv)) = (self.is_playing(), result.best) {
            self.last_score = Some(result.score);
            // Whoever looks at an earlier position sees the move when it comes.
            self.node = self.played;
            if let Err(text) = self.make(mv) {
                self.send(&Message::Error { text });
            }
        }
    }

    fn send_thinking(&mut self, searching: bool) {
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

    fn go_to(&mut self, node: NodeId) {
        self.node = node;
        self.analyse_here();
        self.show();
    }

    fn delete(&mut self, node: NodeId) -> Result<(), String> {
        self.must_study()?;
        let path = self
            .tree
            .path(self.node)
            .map_err(|error| sentence(&error))?;
        let parent = self.tree.delete(node).map_err(|error| sentence(&error))?;
        if self.tree.node(self.played).is_err() {
            self.played = parent;
        }
        match path.contains(&node) {
            true => self.go_to(parent),
            false => self.show(),
        }
        Ok(())
    }

    fn take_back(&mut self) -> Result<(), String> {
        let players = self
            .players
            .ok_or("There is no game in which to take back a move.")?;
        let path = self
            .tree
            .path(self.played)
            .map_err(|error| sentence(&error))?;
        let is_person = |side| {
            let player = match side {
                Color::White => players.white,
                Color::Black => players.black,
            };
            player == Player::Person
        };
        let side_to_move = |node: &NodeId| {
            let node = self.tree.node(*node).map_err(|error| sentence(&error))?;
            Ok::<Color, String>(node.position().side())
        };
        // Back to the last earlier position in which a person was to move.
        let mut to = None;
        for node in path.iter().rev().skip(1) {
            if is_person(side_to_move(node)?) {
                to = Some(*node);
                break;
            }
        }
        let to = to.ok_or("There is no move of yours to take back.")?;
        let place = path.iter().position(|node| *node == to).unwrap_or_default();
        self.stop_search();
        self.tree
            .delete(path[place + 1])
            .map_err(|error| sentence(&error))?;
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(Instant::now());
        }
        self.result = None;
        self.tree.result = None;
        (self.node, self.played) = (to, to);
        self.continue_game();
        self.show();
        Ok(())
    }

    fn resign(&mut self) -> Result<(), String> {
        if !self.is_playing() {
            return Err("There is no game to resign.".into());
        }
        let to_move = self
            .tree
            .node(self.played)
            .map_err(|error| sentence(&error))?;
        let to_move = to_move.position().side();
        let persons = Color::ALL.map(|side| self.player(side) == Some(Player::Person));
        let loser = match persons {
            [true, true] => to_move,
            [true, false] => Color::White,
            [false, true] => Color::Black,
            [false, false] => return Err("Only a person can resign.".into()),
        };
        self.end(
            GameResult::won_by(Some(!loser)),
            format!("{loser} resigns."),
        );
        self.show();
        Ok(())
    }

    fn offer_draw(&mut self) -> Result<(), String> {
        if !self.is_playing() {
            return Err("There is no game in progress.".into());
        }
        let persons = Color::ALL.map(|side| self.player(side) == Some(Player::Person));
        let plies = self
            .tree
            .path(self.played)
            .map_err(|error| sentence(&error))?
            .len()
            - 1;
        let agrees = match persons {
            [true, true] => true,
            _ => {
                let is_even = |score: Score| match score {
                    Score::Centipawns(centipawns) => centipawns <= DRAW_SCORE,
                    Score::Mate(moves) => moves <= 0,
                };
                plies >= FIRST_DRAW_PLY && self.last_score.is_some_and(is_even)
            }
        };
        if agrees {
            self.end(GameResult::Draw, "Drawn by agreement.".into());
            self.show();
        } else {
            let text = "The engine declines the draw.".into();
            self.send(&Message::Notice { text });
        }
        Ok(())
    }

    fn end(&mut self, result: GameResult, reason: String) {
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(Instant::now());
        }
        if self
            .search
            .is_some_and(|search| search.purpose == Purpose::Move)
        {
            self.stop_search();
        }
        self.tree.result = Some(result);
        self.result = Some(ResultView {
            result: result.to_string(),
            reason,
        });
    }

    fn analyse(&mut self, lines: usize, threads: usize, hash: usize) -> Result<(), String> {
        if self.is_playing() && self.player_is_engine() {
            return Err("The engine does not help in a game against itself.".into());
        }
        let limits = catalogue::limits();
        let within = |what: &str, value: usize, most: usize| match (1..=most).contains(&value) {
            true => Ok(()),
            false => Err(format!("{what} must be between 1 and {most}, not {value}.")),
        };
        within("The number of lines", lines, limits.lines)?;
        within("The number of threads", threads, limits.threads)?;
        within("The size of the table", hash, limits.hash)?;
        self.analysis = Some(Strength {
            level: Level::FULL,
            threads,
            hash,
            lines,
        });
        self.analyse_here();
        Ok(())
    }

    fn player_is_engine(&self) -> bool {
        let players = Color::ALL.map(|side| self.player(side));
        players
            .iter()
            .any(|player| matches!(player, Some(Player::Engine { .. })))
    }

    /// Analyses the position shown, if that is wanted.
    fn analyse_here(&mut self) {
        let Some(strength) = self.analysis else {
            return;
        };
        if self
            .search
            .is_some_and(|search| search.purpose == Purpose::Move)
        {
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
            self.begin(&game, self.node, Purpose::Analysis, limits, strength);
        }
    }

    fn show_board(&mut self) {
        let rules = self.position().map(Position::rules);
        if let Ok(rules) = rules {
            self.send(&Message::Board(Box::new(view::board(rules))));
        }
    }

    fn show(&mut self) {
        if let Ok(state) = self.state() {
            self.send(&Message::State(Box::new(state)));
        }
    }

    fn state(&self) -> Result<State, String> {
        let node = self
            .tree
            .node(self.node)
            .map_err(|error| sentence(&error))?;
        let before = match node.parent() {
            Some(parent) => Some(self.tree.node(parent).map_err(|error| sentence(&error))?),
            None => None,
        };
        let last = before.map(|before| before.position()).zip(node.mv());
        let is_over = node.position().outcome().is_some()
            || (self.players.is_some() && self.result.is_some() && self.node == self.played);
        let now = Instant::now();
        Ok(State {
            node: self.node,
            tree: self.nodes(),
            position: view::position(node.position(), last, is_over, &self.tables),
            players: self.players,
            clock: self.clocks.map(|clocks| clocks.view(now)),
            result: self.result.clone(),
            engine_to_move: self
                .search
                .is_some_and(|search| search.purpose == Purpose::Move),
            tags: self.tree.tags.clone(),
            saved: self.saved(now)?,
        })
    }

    fn nodes(&self) -> Vec<TreeNode> {
        let nodes = self.tree.nodes().into_iter();
        nodes
            .map(|(id, node)| {
                let before = node.parent().and_then(|parent| self.tree.node(parent).ok());
                let made = before.map(|before| before.position()).zip(node.mv());
                TreeNode {
                    id,
                    parent: node.parent(),
                    number: made.map_or_else(String::new, |(before, _)| {
                        crate::notation::move_number(before)
                    }),
                    san: made
                        .map_or_else(String::new, |(before, mv)| crate::notation::san(before, mv)),
                    glyphs: node.glyphs.clone(),
                    comment: node.comment.clone(),
                }
            })
            .collect()
    }

    fn saved(&self, now: Instant) -> Result<String, String> {
        let (moves, [node, played]) = saved::moves(&self.tree, [self.node, self.played]);
        let root = self.tree.node(ROOT).map_err(|error| sentence(&error))?;
        let saved = saved::SavedGame {
            start: Start {
                // A random array must not be drawn again.
                fen: Some(root.position().to_string()),
                array: None,
                ..self.start.clone()
            },
            tags: self.tree.tags.clone(),
            comment: root.comment.clone(),
            moves,
            node,
            played,
            players: self.players,
            clock: self.clocks.map(|clocks| {
                let view = clocks.view(now);
                saved::SavedClock {
                    control: clocks.control,
                    white: view.white,
                    black: view.black,
                }
            }),
            result: self.result.clone(),
        };
        serde_json::to_string(&saved).map_err(|error| error.to_string())
    }
}

/// An error as a sentence.
pub(super) fn sentence(error: &impl ToString) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let text: String = first.chain(letters).collect();
    match text.ends_with(['.', '!', '?']) {
        true => text,
        false => text + ".",
    }
}

fn reason(outcome: Outcome) -> String {
    sentence(&outcome)
}

fn nodes_per_second(info: &crate::search::Info) -> u64 {
    let seconds = info.time.as_secs_f64();
    match seconds > 0.0 {
        true => (info.nodes as f64 / seconds) as u64,
        false => 0,
    }
}
