//! The session of one page: requests, game, messages.
//!
//! A session is single-threaded and knows no network: it takes [`Event`]s from a queue and
//! gives [`Message`]s to its output, so it can be tested without a browser. Its owner waits for
//! events and timers: a thread of a server, or a [`LocalPage`](super::LocalPage).

mod by_link;
mod clock;
mod engine;
mod opponent;
mod play;
mod report;
mod saved;
mod search;
mod shared_game;
mod state;
mod study;
mod watching;

pub(crate) use by_link::Invitation;
pub(crate) use shared_game::SharedGames;

use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use crate::base::clock::Instant;
use crate::base::data_file::DataFile;
use crate::board::moves::Move;
use crate::book::Book;
use crate::engine::BookChoice;
use crate::eval::network;
use crate::notation::pgn::{GameTree, NodeId, ROOT};
use crate::position::Position;
use crate::search::SearchResult;
#[cfg(feature = "separate-data")]
use crate::tablebase;
use crate::tablebase::Tablebases;
use crate::variants::library;

use self::clock::Clocks;
use self::engine::{PageEngine, SearchSettings};
use self::opponent::OtherEngines;
use self::play::PlayedGame;
use self::report::Report;
use self::shared_game::Seat;
use self::watching::Watching;
use super::error::PageError;
use super::matches::Matches;
use super::messages::{Limits, Message, OpenLesson, Request, ResultView, SharedView, Start};
use super::opponents::{self, Opponents};
use super::resources::Machine;
use super::{catalog, queries, rules, view};

/// The interval between reports on a search.
const THINKING_INTERVAL: Duration = Duration::from_millis(100);

/// What bounds how many requests wait: one more may when it is dropped.
pub(crate) type Permit = Option<Box<dyn Any + Send>>;

/// What a session handles.
#[derive(Debug)]
pub(crate) enum Event {
    /// A request of the page.
    Request(Request, Permit),
    /// A message of the page that is no request, and why.
    Malformed(String, Permit),
    /// A search could not be started, and why.
    NotStarted(PageError),
    /// The engine has new lines of an analysis.
    Thinking,
    /// The search of this number has ended.
    Finished(u64, SearchResult),
    /// What becomes of the other engine that was started as this number.
    OtherEngine(u64, opponents::Report),
    /// The page's share of the processors has changed.
    Share,
    /// Something is new in the game with a person at another device.
    Shared,
    /// The page is gone.
    Closed,
}

/// Where messages go.
pub(crate) trait Output {
    /// Takes a message; `false` if the page does not listen any more.
    fn send(&mut self, message: &Message) -> bool;
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The engine is to move.
    Move,
    Analysis,
    /// The evaluation of the game.
    Report,
    /// The engine thinks while a person is to move.
    Ponder,
}

/// A search of the position of a node.
#[derive(Clone, Copy, Debug)]
struct Search {
    node: NodeId,
    purpose: Purpose,
    /// Whether the turn was passed, to see what the other side threatens.
    is_threat: bool,
}

/// Where a session runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// On a server, which has threads.
    Server,
    /// In a browser, on one thread that must not wait.
    Browser,
}

/// The settings of all sessions.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) place: Place,
    pub(crate) machine: Machine,
    /// The largest values that a page may ask for.
    pub(crate) limits: Limits,
    pub(crate) tablebases: Option<PathBuf>,
    pub(crate) books: BookChoice,
    /// The matches to watch, if there are any.
    pub(crate) matches: Option<Arc<dyn Matches>>,
    /// The other engines that can be opponents, if there are any.
    pub(crate) opponents: Option<Arc<dyn Opponents>>,
    /// The games of people at two devices, if there can be any.
    pub(crate) shared_games: Option<Arc<SharedGames>>,
}

impl Place {
    /// Why there are no matches to watch.
    fn without_matches(self) -> &'static str {
        match self {
            Place::Server => "The server was started without '--games'.",
            Place::Browser => {
                "Matches run on a machine: 'peregrine board --games FOLDER' shows them."
            }
        }
    }
}

/// A page's game.
pub(crate) struct PageSession<O> {
    pub(crate) output: O,
    events: Sender<Event>,
    engine: PageEngine,
    other_engines: OtherEngines,
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
    analysis: Option<SearchSettings>,
    search: Option<Search>,
    /// Whether the analysis shows threats.
    shows_threats: bool,
    /// The evaluation of the game, finished or not.
    report: Option<Report>,
    /// The answer that the engine expects to its last move.
    expected: Option<Move>,
    watching: Option<Watching>,
    /// The place in a game with a person at another device.
    seat: Option<Seat>,
    /// What the page knows of that.
    shared: Option<SharedView>,
    /// The number of that game on the board.
    seen: Option<u32>,
    /// The game to join, and the key, if the page came by a link.
    invitation: Option<Invitation>,
    thinking_due: Option<Instant>,
    thinking_sent: Option<Instant>,
    /// The size of the table that was last announced to be smaller than requested.
    announced_hash: usize,
    /// Whether the games of the library have been read for the catalog.
    lists_library: bool,
    is_listening: bool,
}

impl<O: Output> PageSession<O> {
    /// A session with the start position of the main game.
    pub(crate) fn new(events: Sender<Event>, output: O, mut settings: Settings) -> PageSession<O> {
        let rules = crate::variants::falcon();
        PageSession {
            // A browser shows the board first.
            lists_library: settings.place == Place::Server,
            output,
            engine: PageEngine::new(events.clone(), &settings),
            other_engines: OtherEngines::default(),
            events,
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
            shows_threats: false,
            report: None,
            expected: None,
            watching: None,
            seat: None,
            shared: None,
            seen: None,
            invitation: None,
            thinking_due: None,
            thinking_sent: None,
            announced_hash: 0,
            is_listening: true,
        }
    }

    /// Sends what every page gets first.
    pub(crate) fn open(&mut self) {
        if let Some(invitation) = self.invitation.clone() {
            return self.join(&invitation);
        }
        self.send_catalog();
        self.show_board();
        self.show();
    }

    /// Handles events until the page is gone.
    pub(crate) fn run(mut self, events: &Receiver<Event>) {
        self.open();
        while self.is_listening {
            let event = match self.alarm() {
                None => events.recv().ok(),
                Some(at) => {
                    let left = at.saturating_duration_since(Instant::now());
                    match events.recv_timeout(left) {
                        Ok(event) => Some(event),
                        Err(RecvTimeoutError::Timeout) => {
                            self.on_timer(Instant::now());
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

    /// Searches for about this time, if the session runs in a browser. Returns whether another
    /// slice would find more.
    pub(crate) fn run_slice(&mut self, time: Duration) -> bool {
        self.engine.run_slice(time)
    }

    /// A file that the session needs to go on: the book of its game, or the network for a search.
    pub(crate) fn missing_file(&self) -> Option<DataFile> {
        let rules = self.position().ok()?.rules();
        let network = || {
            let waits = self.engine.is_waiting();
            waits.then(|| network::missing_file(rules)).flatten()
        };
        Book::missing_file(rules).or_else(network)
    }

    /// A file that the session can do without until it comes: a table of an ending.
    #[cfg(feature = "separate-data")]
    pub(crate) fn wanted_file(&self, is_idle: bool) -> Option<DataFile> {
        tablebase::wanted_file(self.position().ok()?, is_idle)
    }

    /// Looks for the book and the tables of the game again, after a file has come.
    #[cfg(feature = "separate-data")]
    pub(crate) fn use_new_file(&mut self) {
        let Ok(position) = self.position() else {
            return;
        };
        let (rules, men) = (position.rules(), position.occupied().count() as usize);
        let tables = self.tables_for(rules);
        let is_news = self.tables.len() < tables.len() && men <= tables.max_pieces();
        self.tables = Arc::new(tables);
        let had_book = self.book.is_some();
        self.settings.books = BookChoice::default();
        self.book = self.settings.books.book(rules);
        if had_book || self.book.is_none() {
            if is_news {
                self.show();
            }
            return;
        }
        if self.is_searching_for(Purpose::Move) {
            self.stop_search();
            self.continue_game();
        }
        self.show();
    }

    /// Reads one more game of the library, and lists them when all have been read. Returns whether
    /// that is still to be done.
    pub(crate) fn read_library(&mut self) -> bool {
        if !self.lists_library && !library::read_one() {
            self.lists_library = true;
            self.send_catalog();
        }
        !self.lists_library
    }

    /// Whether a search waits for its first slice.
    pub(crate) fn is_waiting(&self) -> bool {
        self.engine.is_waiting()
    }

    /// When the next timer expires.
    pub(crate) fn alarm(&self) -> Option<Instant> {
        let flag = self.clocks().and_then(|clocks| clocks.flag());
        let refresh = self.watching.as_ref().map(|watching| watching.next);
        flag.into_iter()
            .chain(self.thinking_due)
            .chain(refresh)
            .min()
    }

    /// Does what is due at this time.
    pub(crate) fn on_timer(&mut self, now: Instant) {
        if self.thinking_due.is_some_and(|due| due <= now) {
            self.send_thinking(true);
        }
        self.check_flags(now);
        self.refresh_match(now);
    }

    pub(crate) fn handle(&mut self, event: Event) {
        match event {
            Event::Request(request, _permit) => {
                self.check_flags(Instant::now());
                if let Err(error) = self.handle_request(request) {
                    self.send_error(error);
                }
            }
            Event::Malformed(text, _permit) => self.send_error(PageError::new(text)),
            Event::NotStarted(error) => {
                self.search = None;
                self.send_error(error);
            }
            Event::Thinking => {
                let earliest = self.thinking_sent.map(|sent| sent + THINKING_INTERVAL);
                let now = Instant::now();
                self.thinking_due = Some(earliest.map_or(now, |earliest| earliest.max(now)));
                self.on_timer(now);
            }
            Event::Finished(number, result) => self.on_finished(number, &result),
            Event::OtherEngine(number, report) => self.on_other_engine(number, report),
            Event::Share => self.analyze_here(),
            Event::Shared => self.update_shared(),
            Event::Closed => self.is_listening = false,
        }
        if self.search.is_none() {
            self.engine.release_threads();
            if self.analysis.is_none() && !self.is_engine_playing() {
                self.engine.discard();
            }
        }
    }

    fn send(&mut self, message: &Message) {
        self.is_listening &= self.output.send(message);
    }

    fn send_error(&mut self, error: PageError) {
        let text = error.into_text();
        self.send(&Message::Error { text });
    }

    /// The table of contents of the requests.
    fn handle_request(&mut self, request: Request) -> Result<(), PageError> {
        self.check_may_ask(&request)?;
        match request {
            Request::NewGame {
                start,
                players,
                clock,
            } => self.new_game(start, players, clock)?,
            Request::Rematch => self.rematch()?,
            Request::OpenPgn { pgn, number } => self.open_pgn(pgn, number)?,
            Request::OpenLine { start, moves } => self.open_line(&start, &moves)?,
            Request::Restore { saved } => self.try_restore(&saved),
            Request::Play { mv } => self.play(&mv)?,
            Request::GoTo { node } => {
                self.tree.node(node)?;
                self.go_to(node);
            }
            Request::Delete { node } => self.delete(node)?,
            Request::Promote { node } => self.promote(node)?,
            Request::Comment { node, text } => self.comment(node, &text)?,
            Request::Glyphs { node, glyphs } => self.set_glyphs(node, &glyphs)?,
            Request::TakeBack => self.take_back()?,
            Request::Resign => self.resign()?,
            Request::OfferDraw => self.offer_draw()?,
            Request::OfferRematch => self.offer_rematch()?,
            Request::Decline => self.decline()?,
            Request::TakeSeat => self.take_seat()?,
            Request::StopPlaying => self.stop_playing(),
            Request::Analyze {
                lines,
                threads,
                hash,
            } => self.analyze(lines, threads, hash)?,
            Request::StopAnalysis => self.stop_analysis(),
            Request::Paths { square } => self.send_paths(square)?,
            Request::CheckPosition { start } => self.send(&queries::check_position(start)?),
            Request::CheckVariants { text, add } => self.check_variants(&text, add)?,
            Request::ListMatches => self.list_matches()?,
            Request::Watch { name } => self.watch(name.as_deref())?,
            Request::OpenWatched { game } => self.open_watched(game)?,
            Request::Evaluate => self.evaluate()?,
            Request::StopEvaluation => {
                self.stop_evaluation();
                self.analyze_here();
            }
            Request::AddReport => self.add_report()?,
            Request::ShowThreats { on } => self.show_threats(on),
            Request::Preview { moves } => self.preview(moves)?,
            Request::Rules { start } => {
                let rules = rules::rules(&start)?;
                self.send(&Message::Rules(Box::new(rules)));
            }
            Request::Picture { animated } => self.send_picture(animated)?,
            Request::ImportVariants { text } => self.send(&queries::import_variants(&text)?),
            Request::OpenLesson { number } => self.open_lesson(number)?,
            Request::ShowSolution => self.show_solution()?,
            Request::Pgn => {
                let pgn = self.tree.to_string();
                self.send(&Message::Pgn { pgn });
            }
        }
        Ok(())
    }

    fn send_catalog(&mut self) {
        let has_matches = self.settings.matches.is_some();
        let engines = self.engine_names();
        let message = catalog::message(
            self.settings.limits,
            has_matches,
            self.lists_library,
            engines,
        );
        self.send(&message);
    }

    /// Checks a variant file, and shows the catalog with its variants if they were added.
    fn check_variants(&mut self, text: &str, add: bool) -> Result<(), PageError> {
        let checked = queries::check_variants(text, add)?;
        self.send(&checked);
        if matches!(checked, Message::VariantsChecked { added: true, .. }) {
            self.send_catalog();
        }
        Ok(())
    }

    /// Sends the paths of the piece on this square.
    fn send_paths(&mut self, square: String) -> Result<(), PageError> {
        let position = self.position()?;
        let number = position.rules().geometry().square_named(&square);
        let number =
            number.ok_or_else(|| PageError::new(format!("There is no square {square}.")))?;
        let targets = view::path_targets(position, number);
        let node = self.node;
        self.send(&Message::Paths {
            node,
            square,
            targets,
        });
        Ok(())
    }

    fn clocks(&self) -> Option<Clocks> {
        self.played.as_ref()?.clocks
    }

    pub(super) fn position(&self) -> Result<&Position, PageError> {
        let node = self.tree.node(self.node)?;
        Ok(node.position())
    }
}
