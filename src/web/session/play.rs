//! Playing: a game between people, or against the engine.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::base::random;
use crate::board::color::Color;
use crate::board::moves::Move;
use crate::notation::parse_coordinate;
use crate::notation::pgn::{GameTree, NodeId, ROOT, today};
use crate::position::game::GameResult;
use crate::rules::Rules;
use crate::search::{Level, Limits};
use crate::session::accepts_draw;
use crate::tablebase::Tablebases;
use crate::web::messages::{Message, Player, Players, ResultView, Start, TimeControl};
use crate::web::refusal::{Refusal, sentence};
use crate::web::start;

use super::clock::Clocks;
use super::engine::Strength;
use super::{Output, Purpose, Search, Session};

/// The transposition table of an engine that plays, in MiB.
const PLAYING_HASH: usize = 16;

/// The longest time for a move in games without a clock, in milliseconds.
const MAX_MOVE_TIME: u64 = 60_000;

impl<O: Output> Session<O> {
    pub(super) fn check_flags(&mut self, now: Instant) {
        let Some(loser) = self.clocks.as_ref().and_then(|clocks| clocks.fallen(now)) else {
            return;
        };
        self.end(
            GameResult::won_by(Some(!loser)),
            format!("{loser} ran out of time."),
        );
        self.show();
    }

    /// Fails while a game is being played: its moves stand.
    pub(super) fn must_study(&self) -> Result<(), Refusal> {
        match self.is_playing() {
            true => Err(Refusal::new(
                "The moves of a game in progress stand; take them back instead.",
            )),
            false => Ok(()),
        }
    }

    pub(super) fn is_playing(&self) -> bool {
        self.players.is_some() && self.result.is_none()
    }

    /// The player of a side, in a game in progress.
    pub(super) fn player(&self, side: Color) -> Option<Player> {
        let players = self.players.filter(|_| self.result.is_none())?;
        Some(of_side(players, side))
    }

    pub(super) fn player_is_engine(&self) -> bool {
        let players = Color::ALL.map(|side| self.player(side));
        players
            .iter()
            .any(|player| matches!(player, Some(Player::Engine { .. })))
    }

    /// Leaves the current game for another tree.
    pub(super) fn set_tree(&mut self, tree: GameTree) -> Result<(), Refusal> {
        self.leave_game();
        self.graph.clear();
        self.graph_game = None;
        self.stop_search();
        let position = tree.node(ROOT)?.position();
        let rules: &'static Rules = position.rules();
        if rules != self.tables.rules() {
            let mut tables = Tablebases::built_in(rules);
            if let Some(folder) = &self.settings.tablebases {
                // The engine reports files that it cannot read.
                let _ = tables.add_folder(folder);
            }
            self.tables = Arc::new(tables);
            self.book = self.settings.books.book(rules);
        }
        (self.node, self.played) = (ROOT, ROOT);
        self.tree = tree;
        self.games += 1;
        if let Some(watching) = &mut self.watching {
            watching.followed = None;
        }
        (self.last_score, self.lesson) = (None, None);
        self.show_board();
        Ok(())
    }

    pub(super) fn leave_game(&mut self) {
        if self.is_searching_for(Purpose::Move) {
            self.stop_search();
        }
        (self.players, self.clocks, self.result) = (None, None, None);
    }

    pub(super) fn new_game(
        &mut self,
        start: Start,
        players: Players,
        control: Option<TimeControl>,
    ) -> Result<(), Refusal> {
        let position = start::position(&start)?;
        if let Some(outcome) = position.outcome() {
            return Err(Refusal::new(format!(
                "The game would be over before it starts: {outcome}."
            )));
        }
        let clocks = control.map(Clocks::new).transpose()?;
        let mut tree = GameTree::new(position);
        tree.tags = tags(players);
        self.set_tree(tree)?;
        self.start = start;
        self.analysis = None;
        (self.players, self.clocks) = (Some(players), clocks);
        self.continue_game();
        self.show();
        Ok(())
    }

    /// Makes a move of the page.
    pub(super) fn play(&mut self, text: &str) -> Result<(), Refusal> {
        let position = self.position()?;
        let side = position.side_to_move();
        let mv = parse_coordinate(position, text)?;
        if self.is_playing() {
            if self.node != self.played {
                return Err(Refusal::new("Go to the last move to play on."));
            }
            if self.player(side) != Some(Player::Person) {
                return Err(Refusal::new("It is the engine's turn."));
            }
        }
        match self.lesson {
            Some(lesson) if lesson.unsolved => self.attempt(lesson, mv),
            _ => self.make(mv),
        }
    }

    /// Makes a legal move at the node shown.
    pub(super) fn make(&mut self, mv: Move) -> Result<(), Refusal> {
        let node = self.tree.play(self.node, mv)?;
        if self.is_playing() {
            let side = !self.tree.node(node)?.position().side_to_move();
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
    pub(super) fn continue_game(&mut self) {
        if !self.is_playing() {
            return;
        }
        let Ok(game) = self.tree.game(self.played) else {
            return;
        };
        if let Some(outcome) = game.outcome() {
            self.end(outcome.into(), sentence(&outcome));
            return;
        }
        let side = game.position().side_to_move();
        let now = Instant::now();
        if let Some(clocks) = &mut self.clocks {
            clocks.start(side, now);
        }
        if let Some(Player::Engine {
            level,
            move_time,
            book,
        }) = self.player(side)
        {
            if book && let Some(row) = self.settings.books.choose(&game, random::seed()) {
                self.search = Some(Search {
                    node: self.played,
                    purpose: Purpose::Move,
                });
                self.engine.answer(&row);
                return;
            }
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

    pub(super) fn take_back(&mut self) -> Result<(), Refusal> {
        let players = self
            .players
            .ok_or_else(|| Refusal::new("There is no game in which to take back a move."))?;
        let path = self.tree.path(self.played)?;
        let is_person = |side| of_side(players, side) == Player::Person;
        let side_to_move = |node: &NodeId| {
            let node = self.tree.node(*node)?;
            Ok::<Color, Refusal>(node.position().side_to_move())
        };
        // Back to the last earlier position in which a person was to move.
        let mut to = None;
        for node in path.iter().rev().skip(1) {
            if is_person(side_to_move(node)?) {
                to = Some(*node);
                break;
            }
        }
        let to = to.ok_or_else(|| Refusal::new("There is no move of yours to take back."))?;
        let place = path.iter().position(|node| *node == to).unwrap_or_default();
        self.stop_evaluation();
        self.stop_search();
        self.tree.delete(path[place + 1])?;
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(Instant::now());
        }
        self.result = None;
        self.tree.set_result(None);
        (self.node, self.played) = (to, to);
        self.continue_game();
        self.show();
        Ok(())
    }

    pub(super) fn resign(&mut self) -> Result<(), Refusal> {
        if !self.is_playing() {
            return Err(Refusal::new("There is no game to resign."));
        }
        let to_move = self.tree.node(self.played)?;
        let to_move = to_move.position().side_to_move();
        let persons = Color::ALL.map(|side| self.player(side) == Some(Player::Person));
        let loser = match persons {
            [true, true] => to_move,
            [true, false] => Color::White,
            [false, true] => Color::Black,
            [false, false] => return Err(Refusal::new("Only a person can resign.")),
        };
        self.end(
            GameResult::won_by(Some(!loser)),
            format!("{loser} resigns."),
        );
        self.show();
        Ok(())
    }

    pub(super) fn offer_draw(&mut self) -> Result<(), Refusal> {
        if !self.is_playing() {
            return Err(Refusal::new("There is no game in progress."));
        }
        let persons = Color::ALL.map(|side| self.player(side) == Some(Player::Person));
        let position = self.tree.node(self.played)?.position();
        if persons == [true, true] || accepts_draw(position, self.last_score) {
            self.end(GameResult::Draw, "Drawn by agreement.".into());
            self.show();
        } else {
            let text = "The engine declines the draw.".into();
            self.send(&Message::Notice { text });
        }
        Ok(())
    }

    pub(super) fn end(&mut self, result: GameResult, reason: String) {
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(Instant::now());
        }
        if self.is_searching_for(Purpose::Move) {
            self.stop_search();
        }
        self.tree.set_result(Some(result));
        self.result = Some(ResultView {
            result: result.to_string(),
            reason,
        });
    }
}

/// What a PGN file says about a game between these players.
fn tags(players: Players) -> Vec<(String, String)> {
    let name = |player| match player {
        Player::Person => "?".to_owned(),
        Player::Engine { level, .. } => {
            format!("Peregrine {}, level {level}", env!("CARGO_PKG_VERSION"))
        }
    };
    let tags = [
        ("Date", today()),
        ("White", name(players.white)),
        ("Black", name(players.black)),
    ];
    tags.map(|(tag, value)| (tag.to_owned(), value)).to_vec()
}

fn of_side(players: Players, side: Color) -> Player {
    match side {
        Color::White => players.white,
        Color::Black => players.black,
    }
}
