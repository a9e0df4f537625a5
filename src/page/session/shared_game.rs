//! A game of two people at two devices, which the sessions of both show.
//!
//! Neither session owns it: either may come and go. The host has opened it; a link with a token
//! of its own lets one other page in, the guest's.

use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::base::clock::Instant;
use crate::board::color::Color;
use crate::board::moves::Move;
use crate::notation::pgn::MAX_NODES;
use crate::page::error::PageError;
use crate::page::messages::{MAX_PAGES, Player, Players, SharedView, Start};
use crate::page::{start, view};
use crate::session::{EngineSides, Session};

use super::Event;
use super::clock::Clocks;

/// The longest key of a guest, in bytes.
const MAX_KEY: usize = 64;

/// Makes a token that cannot be guessed.
type NewToken = fn() -> io::Result<String>;

/// The games of people at two devices.
pub(crate) struct SharedGames {
    new_token: NewToken,
    open: Mutex<Vec<Arc<SharedGame>>>,
}

/// What a game starts with.
pub(super) struct Opening {
    pub start: Start,
    pub session: Session,
    pub clocks: Option<Clocks>,
    pub host: Color,
}

impl SharedGames {
    pub(crate) fn new(new_token: NewToken) -> SharedGames {
        SharedGames {
            new_token,
            open: Mutex::default(),
        }
    }

    /// The game whose token this is.
    pub(crate) fn find(&self, is_token: impl Fn(&str) -> bool) -> Option<Arc<SharedGame>> {
        let open = lock(&self.open);
        open.iter().find(|game| is_token(&game.token)).cloned()
    }

    /// Opens a game. When there are too many, the oldest without a page makes room.
    ///
    /// # Errors
    /// If there are too many, or the system gives no random numbers.
    pub(super) fn open(&self, opening: Opening) -> Result<Arc<SharedGame>, PageError> {
        let token = (self.new_token)();
        let token = token.map_err(|error| {
            PageError::new(format!("The system has no token for a link: {error}."))
        })?;
        let mut open = lock(&self.open);
        open.retain(|game| !game.is_closed());
        if open.len() >= MAX_PAGES {
            let oldest = open.iter().position(|game| game.is_deserted());
            let oldest = oldest.ok_or_else(|| {
                PageError::new(format!(
                    "{MAX_PAGES} games by link are open, and there is no room for more."
                ))
            })?;
            open.remove(oldest);
        }
        let game = Arc::new(SharedGame {
            token,
            table: Mutex::new(Table {
                start: opening.start,
                session: opening.session,
                clocks: opening.clocks,
                host: opening.host,
                number: 1,
                connections: [None, None],
                connections_made: 0,
                key: None,
                offer: None,
                offered_at: [None, None],
                closed: None,
            }),
        });
        open.push(Arc::clone(&game));
        Ok(game)
    }
}

/// The color of whoever sits before the page, if the other player is at another device.
///
/// # Errors
/// If both are.
pub(super) fn host(players: Players) -> Result<Option<Color>, PageError> {
    match (players.white, players.black) {
        (Player::Person, Player::Remote) => Ok(Some(Color::White)),
        (Player::Remote, Player::Person) => Ok(Some(Color::Black)),
        (Player::Remote, _) | (_, Player::Remote) => Err(PageError::new(
            "Only a person at this page can play with one at another device.",
        )),
        _ => Ok(None),
    }
}

/// The same players, with nobody at another device.
pub(super) fn at_this_page(players: Players) -> Players {
    let here = |player| match player {
        Player::Remote => Player::Person,
        other => other,
    };
    Players {
        white: here(players.white),
        black: here(players.black),
    }
}

/// Who a page is in a shared game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Host,
    Guest,
}

impl Role {
    fn other(self) -> Role {
        match self {
            Role::Host => Role::Guest,
            Role::Guest => Role::Host,
        }
    }
}

/// A game, and who takes part.
pub(crate) struct SharedGame {
    token: String,
    table: Mutex<Table>,
}

/// A session that shows the game.
struct Connection {
    number: u64,
    events: Sender<Event>,
    /// Whether a notification is on its way.
    is_notified: bool,
}

struct Table {
    start: Start,
    session: Session,
    clocks: Option<Clocks>,
    /// The color of the host.
    host: Color,
    /// Counts the games.
    number: u32,
    /// The sessions of host and guest.
    connections: [Option<Connection>; 2],
    connections_made: u64,
    /// What only the guest's browser knows; none while nobody has joined.
    key: Option<String>,
    /// The side that offers a draw or, after the game, another game.
    offer: Option<Color>,
    /// How many moves had been made when each side offered last.
    offered_at: [Option<usize>; 2],
    /// Why the guest has been dismissed.
    closed: Option<&'static str>,
}

impl Table {
    fn side(&self, role: Role) -> Color {
        match role {
            Role::Host => self.host,
            Role::Guest => !self.host,
        }
    }

    fn is_over(&self) -> bool {
        self.session.ending().is_some()
    }

    fn connection(&mut self, role: Role) -> &mut Option<Connection> {
        &mut self.connections[role as usize]
    }

    /// Notifies a session that the game has changed.
    fn notify(&mut self, role: Role) {
        if let Some(connection) = self.connection(role)
            && !connection.is_notified
        {
            // The session may have ended.
            connection.is_notified = connection.events.send(Event::Shared).is_ok();
        }
    }

    /// Connects a session. Another session with the same role is notified that it is not connected any
    /// more.
    fn connect(&mut self, role: Role, events: Sender<Event>) -> u64 {
        self.connections_made += 1;
        let number = self.connections_made;
        let connection = Connection {
            number,
            events,
            is_notified: false,
        };
        if let Some(former) = self.connection(role).replace(connection) {
            let _ = former.events.send(Event::Shared);
        }
        self.notify(role.other());
        number
    }

    /// Starts the clock of the side to move. It waits until somebody has joined.
    fn start_clock(&mut self, now: Instant) {
        let (is_over, side) = (self.is_over(), self.session.position().side_to_move());
        let has_begun = self.key.is_some();
        match &mut self.clocks {
            Some(clocks) if is_over => clocks.stop(now),
            Some(clocks) if has_begun => clocks.start(side, now),
            _ => {}
        }
    }

    fn check_flags(&mut self, now: Instant) {
        let fallen = self.clocks.and_then(|clocks| clocks.fallen(now));
        if let Some(side) = fallen
            && self.session.flag(side).is_ok()
        {
            self.end(now);
        }
    }

    /// The game has ended.
    fn end(&mut self, now: Instant) {
        self.start_clock(now);
        self.offer = None;
        self.offered_at = [None, None];
        self.notify(Role::Host);
        self.notify(Role::Guest);
    }

    /// Starts another game.
    fn start_game(&mut self, opening: Opening, now: Instant) {
        self.start = opening.start;
        self.session = opening.session;
        self.clocks = opening.clocks;
        self.host = opening.host;
        self.number += 1;
        (self.offer, self.offered_at) = (None, [None, None]);
        self.start_clock(now);
    }

    /// The same game once more, with the colors changed.
    fn rematch(&self) -> Result<Opening, PageError> {
        let control = self.clocks.map(|clocks| clocks.control);
        Ok(Opening {
            start: self.start.clone(),
            session: Session::new(start::position(&self.start)?, EngineSides::None),
            clocks: control.map(Clocks::new).transpose()?,
            host: !self.host,
        })
    }
}

impl SharedGame {
    fn lock(&self) -> MutexGuard<'_, Table> {
        lock(&self.table)
    }

    fn is_closed(&self) -> bool {
        self.lock().closed.is_some()
    }

    /// Whether no page shows it.
    fn is_deserted(&self) -> bool {
        self.lock().connections.iter().all(Option::is_none)
    }

    /// Whether a guest with this key may join.
    ///
    /// # Errors
    /// A sentence if not.
    pub(crate) fn admits(&self, key: &str) -> Result<(), &'static str> {
        let table = self.lock();
        if let Some(sentence) = table.closed {
            return Err(sentence);
        }
        if key.is_empty() || key.len() > MAX_KEY {
            return Err("Only the server's own page may join a game.");
        }
        match &table.key {
            Some(other) if other != key => Err(
                "Somebody else plays by this link already. Ask the other player for a link of \
                 your own.",
            ),
            _ => Ok(()),
        }
    }

    /// The seat of the page that has opened the game, or that continues it.
    pub(super) fn host(self: &Arc<Self>, events: Sender<Event>) -> Seat {
        self.seat(Role::Host, events)
    }

    /// The seat of the page that joins it. From now on, only pages with its key can.
    ///
    /// # Errors
    /// A sentence if it may not.
    pub(super) fn join(
        self: &Arc<Self>,
        key: &str,
        events: Sender<Event>,
    ) -> Result<Seat, &'static str> {
        self.admits(key)?;
        let mut table = self.lock();
        if table.key.is_none() {
            table.key = Some(key.to_owned());
            table.start_clock(Instant::now());
        }
        let is_its = table.key.as_deref() == Some(key);
        drop(table);
        match is_its {
            true => Ok(self.seat(Role::Guest, events)),
            // Another page was faster.
            false => self.join(key, events),
        }
    }

    fn seat(self: &Arc<Self>, role: Role, events: Sender<Event>) -> Seat {
        let connection = self.lock().connect(role, events);
        Seat {
            game: Arc::clone(self),
            role,
            connection,
        }
    }
}

/// The state of a game for one of its sessions.
pub(super) struct SharedState {
    pub number: u32,
    pub start: Start,
    pub session: Session,
    pub clocks: Option<Clocks>,
    pub players: Players,
    pub view: SharedView,
}

/// The seat of a session in a game. After it is dropped, the session may join again.
pub(super) struct Seat {
    game: Arc<SharedGame>,
    role: Role,
    /// The number of its connection.
    connection: u64,
}

impl Seat {
    pub(super) fn token(&self) -> &str {
        &self.game.token
    }

    /// Whether this is the game of a token.
    pub(super) fn is_of(&self, token: Option<&str>) -> bool {
        token == Some(self.token())
    }

    fn is_mine(&self, table: &Table) -> bool {
        let connection = table.connections[self.role as usize].as_ref();
        connection.is_some_and(|connection| connection.number == self.connection)
    }

    /// The game, if it is open and this page's.
    fn table(&self) -> Result<MutexGuard<'_, Table>, PageError> {
        let mut table = self.game.lock();
        if let Some(sentence) = table.closed {
            return Err(PageError::new(sentence));
        }
        if !self.is_mine(&table) {
            return Err(PageError::new("This game goes on in another tab."));
        }
        table.check_flags(Instant::now());
        Ok(table)
    }

    /// The game as it is now.
    ///
    /// # Errors
    /// A sentence if it is not this page's any more.
    pub(super) fn state(&self) -> Result<SharedState, PageError> {
        let mut table = self.table()?;
        if let Some(connection) = table.connection(self.role) {
            connection.is_notified = false;
        }
        let side = table.side(self.role);
        let letter = |side| view::side(side).to_owned();
        let (white, black) = match side {
            Color::White => (Player::Person, Player::Remote),
            Color::Black => (Player::Remote, Player::Person),
        };
        Ok(SharedState {
            number: table.number,
            start: table.start.clone(),
            session: table.session.clone(),
            clocks: table.clocks,
            players: Players { white, black },
            view: SharedView {
                token: (self.role == Role::Host).then(|| self.token().to_owned()),
                side: letter(side),
                joined: table.key.is_some(),
                present: table.connection(self.role.other()).is_some(),
                offer: table.offer.map(letter),
            },
        })
    }

    /// Makes a move after this number of moves of a game.
    ///
    /// # Errors
    /// A sentence if it cannot be made.
    pub(super) fn play(&self, number: u32, ply: usize, mv: Move) -> Result<(), PageError> {
        let mut table = self.table()?;
        let side = table.side(self.role);
        let position = table.session.position();
        let is_there = table.number == number && table.session.game().moves().len() == ply;
        if table.is_over() {
            return Err(PageError::new("The game is over."));
        }
        if position.side_to_move() != side {
            return Err(PageError::new("It is the other player's turn."));
        }
        if !is_there || !position.is_legal(mv) {
            return Err(PageError::new("The game has gone on meanwhile."));
        }
        if ply + 2 > MAX_NODES {
            return Err(PageError::new("The game is too long to go on."));
        }
        let now = Instant::now();
        let has_begun = table.key.is_some();
        if let Some(clocks) = table.clocks.as_mut().filter(|_| has_begun) {
            clocks.moved(side, now);
        }
        table.session.play(mv);
        // A move is an answer to an offer.
        table.offer = table.offer.filter(|&offer| offer == side);
        match table.is_over() {
            true => table.end(now),
            false => table.start_clock(now),
        }
        table.notify(self.role.other());
        Ok(())
    }

    /// Resigns.
    ///
    /// # Errors
    /// If the game is over.
    pub(super) fn resign(&self) -> Result<(), PageError> {
        let mut table = self.table()?;
        let side = table.side(self.role);
        table.session.resign_as(side)?;
        table.end(Instant::now());
        Ok(())
    }

    /// Offers a draw or, after the game, another game, or accepts the offer of the other side.
    ///
    /// # Errors
    /// If this side has offered one already.
    pub(super) fn offer(&self) -> Result<(), PageError> {
        let mut table = self.table()?;
        let (side, now) = (table.side(self.role), Instant::now());
        if table.offer == Some(!side) {
            if table.is_over() {
                let opening = table.rematch()?;
                table.start_game(opening, now);
                table.notify(self.role.other());
            } else if table.session.offer_draw(None)? {
                table.end(now);
            }
            return Ok(());
        }
        let plies = table.session.game().moves().len();
        let before = table.offered_at[side.index()].replace(plies);
        if before == Some(plies) {
            return Err(PageError::new(match table.is_over() {
                true => "You have offered another game already.",
                false => "You have offered a draw already; you may again after a move.",
            }));
        }
        table.offer = Some(side);
        table.notify(self.role.other());
        Ok(())
    }

    /// Declines the offer of the other side.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn decline(&self) -> Result<(), PageError> {
        let mut table = self.table()?;
        let other = !table.side(self.role);
        if table.offer != Some(other) {
            return Err(PageError::new("There is no offer to decline."));
        }
        table.offer = None;
        table.notify(self.role.other());
        Ok(())
    }

    /// Starts another game with the same guest.
    ///
    /// # Errors
    /// If the game is not this page's any more.
    pub(super) fn restart(&self, opening: Opening) -> Result<(), PageError> {
        let mut table = self.table()?;
        table.start_game(opening, Instant::now());
        table.notify(self.role.other());
        Ok(())
    }

    /// Dismisses the guest with this sentence: nobody joins the game any more.
    pub(super) fn close(self, sentence: &'static str) {
        let mut table = self.game.lock();
        if self.role == Role::Host && self.is_mine(&table) {
            table.closed = Some(sentence);
            table.notify(Role::Guest);
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut table = self.game.lock();
        if self.is_mine(&table) {
            *table.connection(self.role) = None;
            table.notify(self.role.other());
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
