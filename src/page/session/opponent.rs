//! Other engines as players: each plays one game, and is ended with it.

use std::time::Duration;

use crate::base::clock::Instant;
use crate::base::sentence::sentence;
use crate::board::color::Color;
use crate::page::error::PageError;
use crate::page::messages::{Message, Player, Players};
use crate::page::opponents::{Opponent, Pace, Reply, Report, Turn};
use crate::session::PlayedMove;

use super::play::move_time;
use super::{Event, Output, PageSession, Purpose, Search};

/// The other engines of a game.
#[derive(Default)]
pub(super) struct OtherEngines {
    /// That of White, and that of Black.
    running: [Option<RunningEngine>; 2],
    /// Counts the engines that were started: reports of earlier ones are not wanted any more.
    started: u64,
}

struct RunningEngine {
    /// The number of its start.
    number: u64,
    opponent: Box<dyn Opponent>,
    is_ready: bool,
}

impl OtherEngines {
    /// Ends them.
    pub(super) fn stop(&mut self) {
        self.running = [None, None];
    }

    /// The engine that was started as this number, and its side.
    fn find(&mut self, number: u64) -> Option<(Color, &mut RunningEngine)> {
        let running = Color::ALL.into_iter().zip(&mut self.running);
        let mut running = running.filter_map(|(side, engine)| Some((side, engine.as_mut()?)));
        running.find(|(_, engine)| engine.number == number)
    }
}

impl<O: Output> PageSession<O> {
    /// The names of the other engines that can be opponents.
    pub(super) fn engine_names(&self) -> &[String] {
        let opponents = self.settings.opponents.as_ref();
        opponents.map_or(&[], |opponents| opponents.names())
    }

    /// The names of the other engines that play White and Black.
    pub(super) fn names_of(&self, players: Players) -> [Option<&str>; 2] {
        [players.white, players.black].map(|player| match player {
            Player::OtherEngine { number, .. } => {
                self.engine_names().get(number).map(String::as_str)
            }
            _ => None,
        })
    }

    /// The engine that plays against a person, for a sentence.
    pub(super) fn engine_in_words(&self) -> String {
        let players = self.played.as_ref().map(|played| played.players);
        let mut names = players.map(|players| self.names_of(players).into_iter().flatten());
        match names.as_mut().and_then(Iterator::next) {
            Some(name) => in_words(name),
            None => "The engine".to_owned(),
        }
    }

    /// Fails if one of the players is an engine that is not there.
    pub(super) fn check_engines(&self, players: Players) -> Result<(), PageError> {
        let names = self.names_of(players);
        for (player, name) in [players.white, players.black].into_iter().zip(names) {
            if let (Player::OtherEngine { number, .. }, None) = (player, name) {
                return Err(PageError::new(format!(
                    "There is no other engine number {number} here."
                )));
            }
        }
        Ok(())
    }

    /// The players of a saved game by the names of its engines, which may have other numbers now.
    ///
    /// # Errors
    /// A sentence if one of the engines is not here.
    pub(super) fn find_engines(
        &self,
        players: Players,
        [white, black]: [Option<&str>; 2],
    ) -> Result<Players, PageError> {
        let find = |player, name: Option<&str>| match player {
            Player::OtherEngine { move_time, .. } => {
                let mut known = self.engine_names().iter();
                let number = known.position(|known| Some(known.as_str()) == name);
                let number = number.ok_or_else(|| {
                    PageError::new(format!(
                        "{} is not here: the game goes on as a study.",
                        name.map_or("The engine of this game".to_owned(), in_words)
                    ))
                })?;
                Ok(Player::OtherEngine { number, move_time })
            }
            other => Ok::<Player, PageError>(other),
        };
        Ok(Players {
            white: find(players.white, white)?,
            black: find(players.black, black)?,
        })
    }

    /// Starts the other engines of the game that do not run. Returns whether the side to move can
    /// go on: its engine may have to become ready first, and its clock waits for that.
    pub(super) fn prepare_engines(&mut self, side_to_move: Color) -> bool {
        for side in Color::ALL {
            if let Err(error) = self.start_engine(side) {
                self.stop_playing();
                self.send_error(error);
                return false;
            }
        }
        match &self.other_engines.running[side_to_move.index()] {
            Some(engine) => engine.is_ready,
            None => true,
        }
    }

    /// Starts the engine of a side, if it is another one and does not run.
    fn start_engine(&mut self, side: Color) -> Result<(), PageError> {
        let Some(played) = &self.played else {
            return Ok(());
        };
        let Player::OtherEngine {
            number,
            move_time: time,
        } = played.players.player(side)
        else {
            return Ok(());
        };
        if self.other_engines.running[side.index()].is_some() {
            return Ok(());
        }
        self.check_engines(played.players)?;
        let Some(opponents) = &self.settings.opponents else {
            return Ok(());
        };
        let pace = match &played.clocks {
            Some(clocks) => Pace::Clock {
                base: Duration::from_millis(clocks.control.base),
                increment: Duration::from_millis(clocks.control.increment),
            },
            None => Pace::Move(move_time(time)),
        };
        self.other_engines.started += 1;
        let (started, events) = (self.other_engines.started, self.events.clone());
        let report = move |report| {
            // The session may be over.
            let _ = events.send(Event::OtherEngine(started, report));
        };
        let game = played.session.game();
        let opponent = opponents.start(number, game, pace, Box::new(report))?;
        self.other_engines.running[side.index()] = Some(RunningEngine {
            number: started,
            opponent,
            is_ready: false,
        });
        Ok(())
    }

    /// Has the engine of the side to move, which is ready, think about its move.
    pub(super) fn ask_other_engine(&mut self, side: Color, now: Instant) {
        let engine = self.other_engines.running[side.index()].as_mut();
        let (Some(played), Some(engine)) = (&self.played, engine) else {
            return;
        };
        match played.players.player(!side) {
            Player::Engine { .. } => self.engine.stop(),
            _ => self.engine.discard(),
        }
        self.expected = None;
        self.search = Some(Search {
            node: played.node,
            purpose: Purpose::Move,
            is_threat: false,
        });
        engine.opponent.think(Turn {
            game: played.session.game().clone(),
            left: played
                .clocks
                .map(|clocks| [clocks.left(side, now), clocks.left(!side, now)]),
            is_draw_offered: played.is_draw_offered(),
        });
    }

    /// Handles what becomes of the engine that was started as this number.
    pub(super) fn on_other_engine(&mut self, number: u64, report: Report) {
        let Some((side, engine)) = self.other_engines.find(number) else {
            return;
        };
        match report {
            Report::Ready => {
                engine.is_ready = true;
                let is_its_turn =
                    |played: &super::PlayedGame| played.session.position().side_to_move() == side;
                if self.playing().is_some_and(is_its_turn) {
                    self.continue_game();
                    self.show();
                }
            }
            Report::Failed(text) => self.on_failure(side, &text),
            Report::Answered(reply) => self.on_reply(side, reply),
        }
    }

    /// The game stops being played; its moves stay.
    fn on_failure(&mut self, side: Color, what: &str) {
        let players = self.played.as_ref().map(|played| played.players);
        let name = players.and_then(|players| self.names_of(players)[side.index()]);
        let name = name.map_or("The engine".to_owned(), in_words);
        let text = sentence(&format!("{name} {what}"));
        self.search = None;
        self.stop_playing();
        self.send_error(PageError::new(format!(
            "{text} The game goes on as a study."
        )));
    }

    fn on_reply(&mut self, side: Color, reply: Reply) {
        let asked = self
            .search
            .take_if(|search| search.purpose == Purpose::Move);
        self.check_flags(Instant::now());
        let (Some(search), true) = (asked, self.is_playing()) else {
            return;
        };
        match reply {
            Reply::Move { made, offers_draw } => {
                // A page that shows an earlier position goes to the new move.
                self.node = search.node;
                self.make_engine_move(side, made, offers_draw);
            }
            Reply::Resignation => self.end_by(|played| played.session.resign_as(side).is_ok()),
            Reply::Draw => self.end_by(|played| played.session.agree_on_draw().is_ok()),
        }
    }

    /// Makes a move, with which the engine may offer a draw. Peregrine answers an offer at once,
    /// a person by an offer of their own.
    fn make_engine_move(&mut self, side: Color, made: PlayedMove, offers_draw: bool) {
        let Some(played) = &mut self.played else {
            return;
        };
        let other = played.players.player(!side);
        let is_agreed = offers_draw
            && match other {
                Player::Engine { .. } => played.session.accepts_draw(!side, None),
                _ => played.is_draw_offered(),
            };
        if offers_draw {
            played.offered_at = Some(played.session.game().moves().len() + 1);
        }
        if let Err(error) = self.make_move(made) {
            return self.send_error(error);
        }
        if is_agreed && self.is_playing() {
            self.end_by(|played| played.session.agree_on_draw().is_ok());
        } else if offers_draw && other == Player::Person && self.is_playing() {
            let text = format!(
                "{} offers a draw. Offer one to accept it.",
                self.engine_in_words()
            );
            self.send(&Message::Notice { text });
        }
    }

    fn end_by(&mut self, end: impl FnOnce(&mut super::PlayedGame) -> bool) {
        if self.played.as_mut().is_some_and(end) {
            self.end();
            self.show();
        }
    }
}

/// The name of another engine, as a sentence begins with it.
fn in_words(name: &str) -> String {
    format!("The engine {name}")
}
