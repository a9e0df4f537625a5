//! A game with a person at another device, who joins by a link.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::notation::pgn::{GameTree, ROOT};
use crate::page::catalog;
use crate::page::error::PageError;
use crate::page::messages::{Message, Request};

use super::play::{PlayedGame, tags};
use super::shared_game::{Opening, Seat, SharedGame, SharedState, at_this_page};
use super::{Event, Output, PageSession, Place, Settings};

/// The game that a page joins.
#[derive(Clone)]
pub(crate) struct Invitation {
    pub(crate) game: Arc<SharedGame>,
    /// What only the browser of the page knows.
    pub(crate) key: String,
}

impl<O: Output> PageSession<O> {
    /// The session of a page that joins by a link.
    pub(crate) fn for_guest(
        events: Sender<Event>,
        output: O,
        settings: Settings,
        invitation: Invitation,
    ) -> PageSession<O> {
        let settings = Settings {
            tablebases: None,
            matches: None,
            opponents: None,
            shared_games: None,
            ..settings
        };
        PageSession {
            invitation: Some(invitation),
            ..PageSession::new(events, output, settings)
        }
    }

    /// Joins the game of a link, or says why that cannot be.
    pub(super) fn join(&mut self, invitation: &Invitation) {
        self.send(&catalog::for_guest());
        match invitation.game.join(&invitation.key, self.events.clone()) {
            Ok(seat) => {
                self.set_seat(seat, None);
                self.update_shared();
            }
            Err(sentence) => self.dismiss(sentence.to_owned()),
        }
    }

    /// Fails if a page that joined by a link asks for something else than to play.
    pub(super) fn check_may_ask(&self, request: &Request) -> Result<(), PageError> {
        let may = match request {
            Request::Play { .. }
            | Request::GoTo { .. }
            | Request::Resign
            | Request::OfferDraw
            | Request::OfferRematch
            | Request::Decline
            | Request::Paths { .. }
            | Request::Pgn => true,
            Request::Rules { start } => start.variant == self.start.variant,
            _ => false,
        };
        match may || self.invitation.is_none() {
            true => Ok(()),
            false => Err(PageError::new(
                "A player who joined by a link can only play the game.",
            )),
        }
    }

    /// Whether the page gets no analysis, and nothing from tables and books.
    pub(super) fn hides_knowledge(&self) -> bool {
        self.invitation.is_some() || self.is_playing_by_link()
    }

    /// Whether a game with a person at another device is in progress.
    pub(super) fn is_playing_by_link(&self) -> bool {
        self.seat.is_some() && self.is_playing()
    }

    /// Opens a game for a person at another device, or begins another with the one there is.
    pub(super) fn open_shared(&mut self, opening: Opening) -> Result<(), PageError> {
        if let Some(seat) = &self.seat {
            seat.restart(opening)?;
        } else {
            let seat = self.new_seat(opening)?;
            self.leave_game();
            self.set_seat(seat, None);
        }
        self.update_shared();
        Ok(())
    }

    fn new_seat(&self, opening: Opening) -> Result<Seat, PageError> {
        let games = self.settings.shared_games.as_ref();
        let games = games.ok_or_else(|| PageError::new(without_links(self.settings.place)))?;
        Ok(games.open(opening)?.host(self.events.clone()))
    }

    /// Takes a seat. The tree already has the game with the number `seen`.
    fn set_seat(&mut self, seat: Seat, seen: Option<u32>) {
        (self.seat, self.seen) = (Some(seat), seen);
        self.analysis = None;
        self.stop_search();
    }

    /// Continues the game on the board with the person at another device, if there still is one,
    /// or with a new link.
    pub(super) fn resume_shared(
        &mut self,
        host: Color,
        seat: Option<Seat>,
        token: Option<&str>,
    ) -> Result<(), PageError> {
        let games = self.settings.shared_games.as_ref();
        let found = || games?.find(|other| token == Some(other));
        let seat = seat.or_else(|| Some(found()?.host(self.events.clone())));
        if let Some(seat) = seat {
            // The moves of a game in progress are those that both players know.
            let state = seat.state()?;
            let is_same = self.result.is_some() && state.session.ending().is_some();
            self.set_seat(seat, is_same.then_some(state.number));
            return self.apply_shared(state);
        }
        let Some(played) = self.playing() else {
            return Ok(());
        };
        let opening = Opening {
            start: self.start.clone(),
            session: played.session.clone(),
            clocks: played.clocks,
            host,
        };
        let text = match self.new_seat(opening) {
            Ok(seat) => {
                let state = seat.state()?;
                self.set_seat(seat, None);
                self.apply_shared(state)?;
                "The game has a new link, which the other player needs.".to_owned()
            }
            Err(error) => error.into_text(),
        };
        self.send(&Message::Notice { text });
        Ok(())
    }

    /// Shows what has changed in the game with the person at another device.
    pub(super) fn update_shared(&mut self) {
        let Some(seat) = &self.seat else {
            return;
        };
        let before = (self.version(), self.node, self.result.is_some());
        let shared = self.shared.clone();
        let updated = seat.state().and_then(|state| self.apply_shared(state));
        match updated {
            Err(error) => self.dismiss(error.into_text()),
            Ok(()) => {
                let after = (self.version(), self.node, self.result.is_some());
                if before != after || shared != self.shared {
                    self.show();
                }
            }
        }
    }

    /// Updates the tree and the played game to the state of the shared game.
    fn apply_shared(&mut self, state: SharedState) -> Result<(), PageError> {
        self.report_declined_offer(&state);
        self.shared = Some(state.view);
        if self.seen != Some(state.number) {
            let mut tree = GameTree::new(state.session.game().start().clone());
            tree.tags = tags(state.players, &[]);
            let (seat, shared) = (self.seat.take(), self.shared.take());
            self.set_tree(tree)?;
            (self.seat, self.shared) = (seat, shared);
            self.seen = Some(state.number);
            self.start = state.start;
            self.played = Some(PlayedGame::new(&self.tree, ROOT, state.players)?);
        }
        let Some(played) = &mut self.played else {
            return Ok(());
        };
        played.players = state.players;
        if self.result.is_some() {
            return Ok(());
        }
        let known = played.session.game().moves().len();
        let new = state
            .session
            .game()
            .moves()
            .get(known..)
            .unwrap_or_default();
        for &mv in new {
            played.node = self.tree.play(played.node, mv)?;
            self.node = played.node;
        }
        (played.session, played.clocks) = (state.session, state.clocks);
        self.end();
        Ok(())
    }

    /// Tells the player that the other one has declined an offer.
    fn report_declined_offer(&mut self, state: &SharedState) {
        let Some(shared) = &self.shared else {
            return;
        };
        let was_mine = shared.offer.as_deref() == Some(shared.side.as_str());
        let is_over = state.session.ending().is_some();
        let is_same = self.seen == Some(state.number) && is_over == self.result.is_some();
        if was_mine && is_same && state.view.offer.is_none() {
            let text = match is_over {
                true => "The other player does not want another game.",
                false => "The other player declines the draw.",
            };
            self.send(&Message::Notice { text: text.into() });
        }
    }

    /// Makes a move of this page.
    pub(super) fn play_shared(&mut self, mv: Move) -> Result<(), PageError> {
        let (Some(seat), Some(number), Some(played)) = (&self.seat, self.seen, &self.played) else {
            return Ok(());
        };
        seat.play(number, played.session.game().moves().len(), mv)?;
        self.update_shared();
        Ok(())
    }

    pub(super) fn offer_rematch(&mut self) -> Result<(), PageError> {
        let is_over = self.result.is_some();
        let seat = self.seat.as_ref().filter(|_| is_over);
        let seat = seat.ok_or_else(|| {
            PageError::new("Another game is offered after one with a person at another device.")
        })?;
        seat.offer()?;
        self.update_shared();
        Ok(())
    }

    pub(super) fn decline(&mut self) -> Result<(), PageError> {
        let seat = self.seat.as_ref();
        let seat = seat.ok_or_else(|| PageError::new("There is no offer to decline."))?;
        seat.decline()?;
        self.update_shared();
        Ok(())
    }

    /// Dismisses the person at another device: the game goes on at this page.
    pub(super) fn take_seat(&mut self) -> Result<(), PageError> {
        let seat = self.seat.take();
        let seat = seat.ok_or_else(|| PageError::new("There is no seat to take."))?;
        seat.close("The other player has taken your seat.");
        self.shared = None;
        if let Some(played) = &mut self.played {
            played.players = at_this_page(played.players);
        }
        self.continue_game();
        self.show();
        Ok(())
    }

    /// The game is not this page's any more. A page that joined by a link ends.
    fn dismiss(&mut self, text: String) {
        // Whoever has the seat now keeps it.
        self.seat = None;
        if self.invitation.is_some() {
            self.send(&Message::Dismissed { text });
            self.is_listening = false;
            return;
        }
        self.leave_game();
        self.show();
        self.send(&Message::Notice { text });
    }
}

/// Why nobody can join by a link.
fn without_links(place: Place) -> &'static str {
    match place {
        Place::Server => "A player who joined by a link cannot invite others.",
        Place::Browser => {
            "A person at another device can join only a game of 'peregrine board'; both sides are \
             played at this page."
        }
    }
}
