//! Playing: a game between people, or against the engine.

use std::sync::Arc;
use std::time::Duration;

use crate::base::clock::Instant;

use crate::base::random;
use crate::base::sentence::sentence;
use crate::notation::parse_coordinate;
use crate::notation::pgn::{GameTree, NodeId, ROOT, today};
use crate::page::error::PageError;
use crate::page::messages::{Message, Player, Players, ResultView, Start, TimeControl};
use crate::page::start;
use crate::rules::Rules;
use crate::search::{Level, Limits};
use crate::session::{EngineSides, PlayedMove, Session};
use crate::tablebase::Tablebases;

use super::clock::Clocks;
use super::engine::SearchSettings;
use super::shared_game::{self, Opening};
use super::{Output, PageSession, Purpose, Search};

/// The transposition table of an engine that plays, in MiB.
const PLAYING_HASH: usize = 16;

/// The longest time for a move in games without a clock, in milliseconds.
const MAX_MOVE_TIME: u64 = 60_000;

/// A game of players.
pub(super) struct PlayedGame {
    pub players: Players,
    pub session: Session,
    /// The node of its last move.
    pub node: NodeId,
    pub clocks: Option<Clocks>,
    /// The number of moves after which another engine offered a draw.
    pub offered_at: Option<usize>,
}

impl PlayedGame {
    /// The game of these players up to a node of a tree.
    pub(super) fn new(
        tree: &GameTree,
        node: NodeId,
        players: Players,
    ) -> Result<PlayedGame, PageError> {
        let is_engine = |side| !matches!(players.player(side), Player::Person | Player::Remote);
        Ok(PlayedGame {
            players,
            session: Session::from_game(tree.game(node)?, EngineSides::new(is_engine)),
            node,
            clocks: None,
            offered_at: None,
        })
    }

    /// Whether whoever sits before the page is to move.
    pub(super) fn is_person_to_move(&self) -> bool {
        let side = self.session.position().side_to_move();
        self.players.player(side) == Player::Person
    }

    /// Whether another engine offered a draw with the last move.
    pub(super) fn is_draw_offered(&self) -> bool {
        self.offered_at == Some(self.session.game().moves().len())
    }
}

impl<O: Output> PageSession<O> {
    pub(super) fn check_flags(&mut self, now: Instant) {
        if self.seat.is_some() {
            let fallen = self.clocks().and_then(|clocks| clocks.fallen(now));
            if fallen.is_some() {
                self.update_shared();
            }
            return;
        }
        let Some(played) = &mut self.played else {
            return;
        };
        let fallen = played.clocks.as_ref().and_then(|clocks| clocks.fallen(now));
        if fallen.is_some_and(|side| played.session.flag(side).is_ok()) {
            self.end();
            self.show();
        }
    }

    /// Fails while a game is being played: its moves stand.
    pub(super) fn check_not_playing(&self) -> Result<(), PageError> {
        match self.is_playing() {
            true => Err(PageError::new(
                "The moves of a game in progress stand; take them back instead.",
            )),
            false => Ok(()),
        }
    }

    pub(super) fn is_playing(&self) -> bool {
        self.playing().is_some()
    }

    /// The game in progress.
    pub(super) fn playing(&self) -> Option<&PlayedGame> {
        self.played.as_ref().filter(|_| self.result.is_none())
    }

    /// Whether the engine plays in the game in progress.
    pub(super) fn is_engine_playing(&self) -> bool {
        self.playing()
            .is_some_and(|played| played.session.engine() != EngineSides::None)
    }

    /// Whether nothing may help who plays: the engine or another person is the opponent.
    pub(super) fn is_unaided(&self) -> bool {
        self.is_playing_by_link() || self.is_engine_playing()
    }

    /// Leaves the current game for another tree.
    pub(super) fn set_tree(&mut self, tree: GameTree) -> Result<(), PageError> {
        self.leave_game();
        self.report = None;
        self.expected = None;
        self.stop_search();
        let position = tree.node(ROOT)?.position();
        let rules: &'static Rules = position.rules();
        if rules != self.tables.rules() {
            self.tables = Arc::new(self.tables_for(rules));
            self.book = self.settings.books.book(rules);
        }
        self.node = ROOT;
        self.tree = tree;
        self.games += 1;
        if let Some(watching) = &mut self.watching {
            watching.followed = None;
        }
        self.lesson = None;
        self.show_board();
        Ok(())
    }

    /// The built-in tables of a game, and those of the folder.
    #[cfg_attr(not(feature = "tablebases"), expect(unused_mut))]
    pub(super) fn tables_for(&self, rules: &'static Rules) -> Tablebases {
        let mut tables = Tablebases::built_in(rules);
        #[cfg(feature = "tablebases")]
        if let Some(folder) = &self.settings.tablebases {
            // The engine reports files that it cannot read.
            let _ = tables.add_folder(folder);
        }
        tables
    }

    pub(super) fn leave_game(&mut self) {
        if self.is_searching_for(Purpose::Move) || self.is_searching_for(Purpose::Ponder) {
            self.stop_search();
        }
        self.other_engines.stop();
        if let Some(seat) = self.seat.take() {
            seat.close("The other player has left the game.");
        }
        (self.played, self.result, self.shared) = (None, None, None);
    }

    /// Plays another game from the same start with the colors changed.
    pub(super) fn rematch(&mut self) -> Result<(), PageError> {
        let played = self.played.as_ref();
        let played = played.ok_or_else(|| PageError::new("There is no game to repeat."))?;
        if self.seat.is_some() {
            return Err(PageError::new("Offer the other player another game."));
        }
        let players = Players {
            white: played.players.black,
            black: played.players.white,
        };
        let control = played.clocks.map(|clocks| clocks.control);
        self.new_game(self.start.clone(), players, control)
    }

    pub(super) fn stop_playing(&mut self) {
        self.leave_game();
        self.analyze_here();
        self.show();
    }

    pub(super) fn new_game(
        &mut self,
        start: Start,
        players: Players,
        control: Option<TimeControl>,
    ) -> Result<(), PageError> {
        let position = start::position(&start)?;
        if let Some(outcome) = position.outcome() {
            return Err(PageError::new(format!(
                "The game would be over before it starts: {outcome}."
            )));
        }
        self.check_engines(players)?;
        let clocks = control.map(Clocks::new).transpose()?;
        if let Some(host) = shared_game::host(players)? {
            let session = Session::new(position, EngineSides::None);
            return self.open_shared(Opening {
                start,
                session,
                clocks,
                host,
            });
        }
        let mut tree = GameTree::new(position);
        tree.tags = tags(players, self.engine_names());
        let played = PlayedGame {
            clocks,
            ..PlayedGame::new(&tree, ROOT, players)?
        };
        self.set_tree(tree)?;
        self.start = start;
        self.analysis = None;
        self.played = Some(played);
        self.continue_game();
        self.show();
        Ok(())
    }

    /// Makes a move of the page.
    pub(super) fn play(&mut self, text: &str) -> Result<(), PageError> {
        let mv = parse_coordinate(self.position()?, text)?;
        if let Some(played) = self.playing() {
            if self.node != played.node {
                return Err(PageError::new("Go to the last move to play on."));
            }
            if played.session.is_engine_to_move() {
                return Err(PageError::new("It is the engine's turn."));
            }
            if self.seat.is_some() {
                return self.play_shared(mv);
            }
        }
        match self.lesson {
            Some(lesson) if lesson.unsolved => self.try_solution(lesson, mv),
            _ => self.make_move(mv.into()),
        }
    }

    /// Makes a legal move at the node shown.
    pub(super) fn make_move(&mut self, made: PlayedMove) -> Result<(), PageError> {
        let node = self.tree.play(self.node, made.mv)?;
        let is_playing = self.is_playing();
        let Some(played) = self.played.as_mut().filter(|_| is_playing) else {
            self.go_to(node);
            return Ok(());
        };
        let side = played.session.position().side_to_move();
        if let Some(clocks) = &mut played.clocks {
            clocks.moved(side, Instant::now());
        }
        played.session.play(made);
        (self.node, played.node) = (node, node);
        self.continue_game();
        self.show();
        Ok(())
    }

    /// After a move or at the start: ends the game, or starts the clock of the side to move,
    /// and the engine if it is its turn.
    pub(super) fn continue_game(&mut self) {
        if !self.is_playing() {
            return;
        }
        let Some(played) = &mut self.played else {
            return;
        };
        if played.session.ending().is_some() {
            self.end();
            return;
        }
        let side = played.session.position().side_to_move();
        if !self.prepare_engines(side) {
            return;
        }
        let Some(played) = &mut self.played else {
            return;
        };
        let now = Instant::now();
        if let Some(clocks) = &mut played.clocks {
            clocks.start(side, now);
        }
        let (level, move_time, book) = match played.players.player(side) {
            Player::Engine {
                level,
                move_time,
                book,
                ponder: _,
            } => (level, move_time, book),
            Player::OtherEngine { .. } => return self.ask_other_engine(side, now),
            Player::Person | Player::Remote => return self.ponder(),
        };
        let (node, game) = (played.node, played.session.game().clone());
        if book && let Some(row) = self.settings.books.choose(&game, None, random::seed()) {
            self.search = Some(Search {
                node,
                purpose: Purpose::Move,
                is_threat: false,
            });
            self.engine.play_book_move(&row);
            return;
        }
        let clock = played.clocks.map(|clocks| clocks.for_search(side, now));
        let limits = Limits {
            clock,
            move_time: clock.is_none().then_some(self::move_time(move_time)),
            ..Limits::default()
        };
        self.start_search(&game, node, Purpose::Move, limits, playing_settings(level));
    }

    /// Has the engine think about the answer that it expects, if it should. What it finds stays
    /// in its table.
    fn ponder(&mut self) {
        let Some(played) = &self.played else {
            return;
        };
        let side = played.session.position().side_to_move();
        let Player::Engine {
            level,
            ponder: true,
            ..
        } = played.players.player(!side)
        else {
            return;
        };
        let (node, mut game) = (played.node, played.session.game().clone());
        let Some(expected) = self.expected.take() else {
            return;
        };
        if !game.position().is_legal(expected) {
            return;
        }
        game.play(expected);
        if game.outcome().is_some() {
            return;
        }
        let limits = Limits {
            infinite: true,
            ..Limits::default()
        };
        self.start_search(
            &game,
            node,
            Purpose::Ponder,
            limits,
            playing_settings(level),
        );
    }

    pub(super) fn take_back(&mut self) -> Result<(), PageError> {
        if self.seat.is_some() {
            let text = "Moves in a game with a person at another device stand.";
            return Err(PageError::new(text));
        }
        let played = self
            .played
            .as_mut()
            .ok_or_else(|| PageError::new("There is no game in which to take back a move."))?;
        let path = self.tree.path(played.node)?;
        let first = path.len() - played.session.take_back()?;
        if let Some(clocks) = &mut played.clocks {
            clocks.stop(Instant::now());
        }
        played.node = path[first - 1];
        played.offered_at = None;
        // They may be thinking about moves that are gone.
        self.other_engines.stop();
        self.stop_evaluation();
        self.stop_search();
        self.node = self.tree.delete(path[first])?;
        self.result = None;
        self.tree.set_result(None);
        self.continue_game();
        self.show();
        Ok(())
    }

    pub(super) fn resign(&mut self) -> Result<(), PageError> {
        let is_playing = self.is_playing();
        let played = self.played.as_mut().filter(|_| is_playing);
        let played = played.ok_or_else(|| PageError::new("There is no game to resign."))?;
        if let Some(seat) = &self.seat {
            seat.resign()?;
            self.update_shared();
            return Ok(());
        }
        played.session.resign()?;
        self.end();
        self.show();
        Ok(())
    }

    pub(super) fn offer_draw(&mut self) -> Result<(), PageError> {
        let is_playing = self.is_playing();
        let is_thinking = self.is_searching_for(Purpose::Move);
        let played = self.played.as_mut().filter(|_| is_playing);
        let played = played.ok_or_else(|| PageError::new("There is no game in progress."))?;
        if let Some(seat) = &self.seat {
            seat.offer()?;
            self.update_shared();
            return Ok(());
        }
        let lines = match is_thinking {
            true => self.engine.lines(),
            false => Vec::new(),
        };
        let current = lines.first().map(|info| info.score);
        let is_agreed = match played.is_draw_offered() {
            true => played.session.agree_on_draw().map(|()| true)?,
            false => played.session.offer_draw(current)?,
        };
        if is_agreed {
            self.end();
            self.show();
        } else {
            let text = format!("{} declines the draw.", self.engine_in_words());
            self.send(&Message::Notice { text });
        }
        Ok(())
    }

    /// Shows how the game of players has ended, if it has.
    pub(super) fn end(&mut self) {
        let Some(played) = &mut self.played else {
            return;
        };
        let Some(ending) = played.session.ending() else {
            return;
        };
        if let Some(clocks) = &mut played.clocks {
            clocks.stop(Instant::now());
        }
        let node = played.node;
        self.other_engines.stop();
        if self.is_searching_for(Purpose::Move) || self.is_searching_for(Purpose::Ponder) {
            self.stop_search();
        }
        if let Some(comment) = ending.comment()
            && self
                .tree
                .node(node)
                .is_ok_and(|node| node.comment.is_empty())
        {
            // The node exists, and the sentence has no long word.
            let _ = self.tree.set_comment(node, &comment);
        }
        self.tree.set_result(Some(ending.result()));
        self.result = Some(ResultView {
            result: ending.result().to_string(),
            reason: sentence(&ending),
        });
    }
}

/// The time that an engine gets for a move of which the page says that it has this many
/// milliseconds.
pub(super) fn move_time(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds.clamp(10, MAX_MOVE_TIME))
}

/// How an engine of this level searches when it plays.
fn playing_settings(level: usize) -> SearchSettings {
    SearchSettings {
        level: Level::new(level),
        threads: 1,
        hash: PLAYING_HASH,
        lines: 1,
    }
}

/// What a PGN file says about a game between these players, given the names of other engines.
pub(super) fn tags(players: Players, engines: &[String]) -> Vec<(String, String)> {
    let name = |player| match player {
        Player::Person | Player::Remote => "?".to_owned(),
        Player::Engine { level, .. } => {
            format!("Peregrine {}, level {level}", env!("CARGO_PKG_VERSION"))
        }
        Player::OtherEngine { number, .. } => {
            let name = engines.get(number).cloned();
            name.unwrap_or_else(|| "?".to_owned())
        }
    };
    let tags = [
        ("Date", today()),
        ("White", name(players.white)),
        ("Black", name(players.black)),
    ];
    tags.map(|(tag, value)| (tag.to_owned(), value)).to_vec()
}
