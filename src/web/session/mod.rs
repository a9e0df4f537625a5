//! The game of one page: what it asks for, and what it is told.
//!
//! A session is single-threaded and knows no network: it takes [`Event`]s from a queue and
//! gives [`Message`]s to its output, so it can be tested without a browser.

mod clock;
mod engine;
mod play;
mod saved;
mod state;
mod study;
mod think;
mod watching;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::book::Book;
use crate::engine::BookChoice;
use crate::notation::pgn::{GameTree, NodeId, ROOT};
use crate::position::Position;
use crate::position::game::Game;
use crate::search::SearchResult;
use crate::tablebase::Tablebases;

use self::clock::Clocks;
use self::engine::{PageEngine, Strength};
use self::play::PlayedGame;
use self::watching::Watching;
use super::messages::{Message, OpenLesson, Players, Request, ResultView, Start};
use super::refusal::Refusal;
use super::share::Machine;
use super::{answers, catalog, view, watch};

/// How often the page hears what the engine thinks.
const THINKING_INTERVAL: Duration = Duration::from_millis(100);

/// What a session handles.
#[derive(Debug)]
pub(super) enum Event {
    /// A request of the page, and the permit that bounds how many wait.
    Request(Request, Option<tokio::sync::OwnedSemaphorePermit>),
    /// A message of the page that is no request, and why; likewise.
    Malformed(String, Option<tokio::sync::OwnedSemaphorePermit>),
    /// The engine has thought of something.
    Thinking,
    /// The search of this number has ended.
    Finished(u64, SearchResult),
    /// The page's share of the processors has changed.
    Share,
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
    /// A point of the evaluation graph.
    Graph,
}

/// A search of the position of a node.
#[derive(Clone, Copy, Debug)]
struct Search {
    node: NodeId,
    purpose: Purpose,
}

/// The settings of all sessions.
#[derive(Clone)]
pub(super) struct Settings {
    pub machine: Machine,
    pub tablebases: Option<PathBuf>,
    pub books: BookChoice,
    /// The folder of matches to watch.
    pub games: Option<PathBuf>,
}

/// A page's game.
pub(super) struct PageSession<O> {
    pub(super) output: O,
    engine: PageEngine,
    tables: Arc<Tablebases>,
    /// The opening book of the game, if there is one.
    book: Option<Arc<Book>>,
    settings: Settings,
    pub(super) start: Start,
    pub(super) tree: GameTree,
    /// The node shown.
    pub(super) node: NodeId,
    /// The game of players, if the page does not only study.
    played: Option<PlayedGame>,
    result: Option<ResultView>,
    lesson: Option<OpenLesson>,
    /// Counts the games.
    games: u32,
    /// The version of the tree that the page has.
    shown: Option<(u32, u64)>,
    analysis: Option<Strength>,
    search: Option<Search>,
    /// The nodes that the graph still lacks, the next one last.
    graph: Vec<NodeId>,
    /// The point of the graph that was last, and the game up to it.
    graph_game: Option<(NodeId, Game)>,
    watching: Option<Watching>,
    thinking_due: Option<Instant>,
    thinking_sent: Option<Instant>,
    /// The size of the table of which the page was told that it is smaller than wanted.
    told_hash: usize,
    is_listening: bool,
}

impl<O: Output> PageSession<O> {
    /// A session with the start position of the main game.
    pub(super) fn new(events: Sender<Event>, output: O, mut settings: Settings) -> PageSession<O> {
        let rules = crate::variants::falcon();
        PageSession {
            output,
            engine: PageEngine::new(events, settings.tablebases.clone(), &settings.machine),
            tables: Arc::new(Tablebases::built_in(rules)),
            book: settings.books.book(rules),
            settings,
            start: Start {
                variant: rules.variant().to_owned(),
                ..Start::default()
            },
            tree: GameTree::new(Position::start(rules)),
            node: ROOT,
            played: None,
            result: None,
            lesson: None,
            games: 0,
            shown: None,
            analysis: None,
            search: None,
            graph: Vec::new(),
            graph_game: None,
            watching: None,
            thinking_due: None,
            thinking_sent: None,
            told_hash: 0,
            is_listening: true,
        }
    }

    /// Handles events until the page is gone.
    pub(super) fn run(mut self, events: &Receiver<Event>) {
        self.send(&catalog::message(self.settings.games.is_some()));
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
        let flag = self.clocks().and_then(|clocks| clocks.flag());
        let refresh = self.watching.as_ref().map(|watching| watching.next);
        flag.into_iter()
            .chain(self.thinking_due)
            .chain(refresh)
            .min()
    }

    /// Does what is due.
    fn ring(&mut self, now: Instant) {
        if self.thinking_due.is_some_and(|due| due <= now) {
            self.send_thinking(true);
        }
        self.check_flags(now);
        self.refresh_match(now);
    }

    pub(super) fn handle(&mut self, event: Event) {
        match event {
            Event::Request(request, _permit) => {
                self.check_flags(Instant::now());
                if let Err(refusal) = self.fulfill(request) {
                    self.refuse(refusal);
                }
            }
            Event::Malformed(text, _permit) => self.refuse(Refusal::new(text)),
            Event::Thinking => {
                let earliest = self.thinking_sent.map(|sent| sent + THINKING_INTERVAL);
                let now = Instant::now();
                self.thinking_due = Some(earliest.map_or(now, |earliest| earliest.max(now)));
                self.ring(now);
            }
            Event::Finished(number, result) => self.finished(number, &result),
            Event::Share => self.analyze_here(),
            Event::Closed => self.is_listening = false,
        }
        if self.search.is_none() {
            self.engine.rest();
            if self.analysis.is_none() && !self.is_engine_playing() {
                self.engine.discard();
            }
        }
    }

    fn send(&mut self, message: &Message) {
        self.is_listening &= self.output.send(message);
    }

    fn refuse(&mut self, refusal: Refusal) {
        let text = refusal.into_text();
        self.send(&Message::Error { text });
    }

    fn fulfill(&mut self, request: Request) -> Result<(), Refusal> {
        match request {
            Request::NewGame {
                start,
                players,
                clock,
            } => self.new_game(start, players, clock),
            Request::Rematch => {
                let played = self.played.as_ref();
                let played = played.ok_or_else(|| Refusal::new("There is no game to repeat."))?;
                let players = Players {
                    white: played.players.black,
                    black: played.players.white,
                };
                let control = played.clocks.map(|clocks| clocks.control);
                self.new_game(self.start.clone(), players, control)
            }
            Request::OpenPgn { pgn, number } => {
                let opened = answers::open_pgn(&pgn, number);
                // The text can be large, and is not needed while the page reads the answer.
                drop(pgn);
                match opened? {
                    answers::Opened::List { games, is_whole } => {
                        self.send(&Message::Games { games });
                        if !is_whole {
                            let text = answers::only_the_first_games();
                            self.send(&Message::Notice { text });
                        }
                    }
                    answers::Opened::Game(tree) => self.study(*tree, None)?,
                }
                Ok(())
            }
            Request::OpenLine { start, moves } => self.open_line(&start, &moves),
            Request::Restore { saved } => {
                if let Err(refusal) = self.restore(&saved) {
                    let text = refusal.into_text();
                    self.send(&Message::NotRestored { text });
                }
                Ok(())
            }
            Request::Play { mv } => self.play(&mv),
            Request::GoTo { node } => {
                self.tree.node(node)?;
                self.go_to(node);
                Ok(())
            }
            Request::Delete { node } => self.delete(node),
            Request::Promote { node } => self.promote(node),
            Request::Comment { node, text } => self.comment(node, &text),
            Request::TakeBack => self.take_back(),
            Request::Resign => self.resign(),
            Request::OfferDraw => self.offer_draw(),
            Request::StopPlaying => {
                self.leave_game();
                self.analyze_here();
                self.show();
                Ok(())
            }
            Request::Analyze {
                lines,
                threads,
                hash,
            } => self.analyze(lines, threads, hash),
            Request::StopAnalysis => {
                self.analysis = None;
                if self.is_searching_for(Purpose::Analysis) {
                    self.stop_search();
                }
                Ok(())
            }
            Request::Paths { square } => {
                let position = self.position()?;
                let number = position.rules().geometry().square_named(&square);
                let number =
                    number.ok_or_else(|| Refusal::new(format!("There is no square {square}.")))?;
                let targets = view::falcon_reach(position, number);
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
                    self.send(&catalog::message(self.settings.games.is_some()));
                }
                Ok(())
            }
            Request::ListMatches => {
                let matches = watch::summaries(self.match_folder()?)?;
                self.send(&Message::Matches { matches });
                Ok(())
            }
            Request::Watch { name } => self.watch(name.as_deref()),
            Request::OpenWatched { game } => self.open_watched(game),
            Request::Evaluate => self.evaluate(),
            Request::StopEvaluation => {
                self.stop_evaluation();
                self.analyze_here();
                Ok(())
            }
            Request::OpenLesson { number } => self.open_lesson(number),
            Request::ShowSolution => self.show_solution(),
            Request::Pgn => {
                let pgn = self.tree.to_string();
                self.send(&Message::Pgn { pgn });
                Ok(())
            }
        }
    }

    fn clocks(&self) -> Option<Clocks> {
        self.played.as_ref()?.clocks
    }

    pub(super) fn position(&self) -> Result<&Position, Refusal> {
        let node = self.tree.node(self.node)?;
        Ok(node.position())
    }
}
