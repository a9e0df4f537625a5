//! A session without a thread of its own: its owner gives it messages and time.

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use crate::base::clock::Instant;
use crate::engine::{BookChoice, Wakeup};

use super::catalog;
use super::messages::{Message, Request};
use super::rules;
use super::session::{Event, Output, PageSession, Place, Settings};

/// The messages that the owner has not fetched, as JSON.
#[derive(Default)]
struct Messages(VecDeque<String>);

impl Output for Messages {
    fn send(&mut self, message: &Message) -> bool {
        // Every message can be written.
        self.0.extend(serde_json::to_string(message));
        true
    }
}

/// The session of a page on a thread that must not wait, as in a browser: messages in, messages
/// out, both in JSON, and searches in slices. `web/src/messages.ts` has the types.
///
/// The thread needs a stack of [`STACK`](crate::engine::STACK) bytes.
///
/// ```
/// use std::time::Duration;
/// use peregrine::page::{LocalPage, Wakeup};
/// let mut page = LocalPage::new(1);
/// assert!(page.next_message().unwrap().starts_with(r#"{"type":"catalog","#));
/// page.receive(r#"{"type": "analyze", "lines": 1, "threads": 1, "hash": 1}"#);
/// assert_eq!(page.run(Duration::from_millis(20)), Wakeup::Now);
/// let mut messages = std::iter::from_fn(|| page.next_message());
/// assert!(messages.any(|message| message.starts_with(r#"{"type":"thinking","#)));
/// ```
pub struct LocalPage {
    session: PageSession<Messages>,
    events: Receiver<Event>,
}

impl LocalPage {
    /// A session with the start position of the main game, whose searches may use this number of
    /// threads; its first messages can be fetched.
    pub fn new(threads: usize) -> LocalPage {
        let (sender, events) = mpsc::channel();
        let (limits, machine) = catalog::of_browser(threads);
        let settings = Settings {
            place: Place::Browser,
            machine,
            limits,
            tablebases: None,
            books: BookChoice::default(),
            matches: None,
            opponents: None,
            shared_games: None,
        };
        let mut session = PageSession::new(sender, Messages::default(), settings);
        session.open();
        LocalPage { session, events }
    }

    /// Handles a message of the page.
    pub fn receive(&mut self, text: &str) {
        self.session.handle(match Request::parse(text) {
            Ok(request) => Event::Request(request, None),
            Err(text) => Event::Malformed(text, None),
        });
        self.handle_events();
    }

    /// Does what is due, and searches for about this time if there is something to search.
    pub fn run(&mut self, slice: Duration) -> Wakeup {
        if let Some(file) = self.session.missing_file() {
            return Wakeup::File(file.name);
        }
        let is_searching = self.session.run_slice(slice);
        self.handle_events();
        let now = Instant::now();
        self.session.on_timer(now);
        let is_busy = is_searching || self.session.is_waiting() || self.session.read_library();
        #[cfg(feature = "separate-data")]
        if let Some(file) = self.session.wanted_file(!is_busy) {
            return Wakeup::Extra(file.name);
        }
        if is_busy {
            return Wakeup::Now;
        }
        match self.session.alarm() {
            Some(at) => Wakeup::After(at.saturating_duration_since(now)),
            None => Wakeup::Never,
        }
    }

    /// The next message for the page.
    pub fn next_message(&mut self) -> Option<String> {
        self.session.output.0.pop_front()
    }

    /// Lets the session look at a file that [it has asked for](Wakeup::File) and that has been
    /// [given](crate::base::data_file::provide).
    #[cfg(feature = "separate-data")]
    pub fn use_new_file(&mut self) {
        self.session.use_new_file();
        self.handle_events();
    }

    /// The start position of a game as JSON, for the page to draw; none if there is no such game.
    ///
    /// ```
    /// use peregrine::page::LocalPage;
    /// assert!(LocalPage::array("falcon").unwrap().starts_with(r#"{"board":"#));
    /// assert!(LocalPage::array("whist").is_none());
    /// ```
    pub fn array(game: &str) -> Option<String> {
        rules::array(game)
    }

    /// Handles what searches have reported.
    fn handle_events(&mut self) {
        while let Ok(event) = self.events.try_recv() {
            self.session.handle(event);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::time::Instant;

    use serde_json::{Value, json};

    use super::*;

    const SLICE: Duration = Duration::from_millis(5);

    /// All messages that wait.
    fn messages(page: &mut LocalPage) -> Vec<Value> {
        let texts = std::iter::from_fn(|| page.next_message());
        texts
            .map(|text| serde_json::from_str(&text).unwrap())
            .collect()
    }

    fn send(page: &mut LocalPage, request: &Value) -> Vec<Value> {
        page.receive(&request.to_string());
        messages(page)
    }

    /// Runs the page until a message fits; returns it.
    fn wait_for(page: &mut LocalPage, fits: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let wakeup = page.run(SLICE);
            if let Some(message) = messages(page).into_iter().find(&fits) {
                return message;
            }
            match wakeup {
                Wakeup::Now => {}
                Wakeup::After(time) => std::thread::sleep(time),
                Wakeup::Never | Wakeup::File(_) | Wakeup::Extra(_) => {
                    unreachable!("nothing follows")
                }
            }
            assert!(start.elapsed() < Duration::from_secs(60));
        }
    }

    fn new_game(white: Value, black: Value, clock: Value) -> Value {
        let start = json!({
            "variant": "chess", "castling": null, "promotion": null, "fen": null, "array": null
        });
        let players = json!({ "white": white, "black": black });
        json!({ "type": "newGame", "start": start, "players": players, "clock": clock })
    }

    fn engine(time: u64) -> Value {
        json!({ "type": "engine", "level": 10, "moveTime": time, "book": false })
    }

    fn person() -> Value {
        json!({ "type": "person" })
    }

    #[test]
    fn the_engine_answers_and_the_clock_runs_out() {
        let mut page = LocalPage::new(1);
        let first = messages(&mut page);
        let kinds: Vec<&Value> = first.iter().map(|message| &message["type"]).collect();
        assert_eq!(kinds, ["catalog", "board", "state"]);
        let clock = json!({ "base": 1500, "increment": 0 });
        wait_for(&mut page, |message| message["type"] == "catalog");
        send(&mut page, &new_game(person(), engine(50), clock));
        assert!(matches!(page.run(SLICE), Wakeup::After(_)));
        let sent = send(&mut page, &json!({ "type": "play", "mv": "e2e4" }));
        assert_eq!(sent.last().unwrap()["engineToMove"], true);
        let answer = wait_for(&mut page, |message| message["engineToMove"] == false);
        assert_eq!(answer["tree"].as_array().unwrap().len(), 3);
        // White thinks for too long.
        let end = wait_for(&mut page, |message| !message["result"].is_null());
        assert_eq!(end["result"]["result"], "0-1");
        assert_eq!(page.run(SLICE), Wakeup::Never);
    }

    #[test]
    fn the_library_is_listed_when_there_is_time() {
        let mut page = LocalPage::new(1);
        let games = |message: &Value| message["games"].as_array().map_or(0, Vec::len);
        let first = games(&messages(&mut page)[0]);
        let all = wait_for(&mut page, |message| message["type"] == "catalog");
        assert!(first > 5 && games(&all) > first + 100, "{first}");
        assert_eq!(page.run(SLICE), Wakeup::Never);
    }

    #[test]
    fn analysis_goes_on_until_it_is_stopped() {
        let mut page = LocalPage::new(1);
        let analyze = json!({ "type": "analyze", "lines": 2, "threads": 1, "hash": 4 });
        send(&mut page, &analyze);
        let deep = |message: &Value| {
            let lines = message["lines"].as_array();
            lines.is_some_and(|lines| lines.len() == 2 && lines[1]["depth"].as_u64() > Some(5))
        };
        wait_for(&mut page, deep);
        assert_eq!(page.run(SLICE), Wakeup::Now);
        // Another position is analyzed at once.
        send(&mut page, &json!({ "type": "play", "mv": "e2e4" }));
        let next = wait_for(&mut page, deep);
        assert_eq!(next["node"], 1);
        let stopped = send(&mut page, &json!({ "type": "stopAnalysis" }));
        assert_eq!(stopped[0]["searching"], false);
    }

    #[test]
    fn what_needs_a_machine_is_refused() {
        let mut page = LocalPage::new(1);
        let first = messages(&mut page);
        assert_eq!(first[0]["hasMatches"], false);
        assert_eq!(first[0]["limits"]["threads"], 1);
        for (request, word) in [
            (json!({ "type": "listMatches" }), "--games"),
            (json!({ "type": "watch", "name": "x" }), "--games"),
            (
                json!({ "type": "analyze", "lines": 1, "threads": 2, "hash": 1 }),
                "between 1 and 1",
            ),
            (
                new_game(person(), json!({ "type": "remote" }), Value::Null),
                "'peregrine board'",
            ),
            (
                new_game(engine(10), json!({ "type": "remote" }), Value::Null),
                "Only a person",
            ),
            (json!({ "type": "takeSeat" }), "no seat"),
            (json!({ "type": "dance" }), "cannot be understood"),
        ] {
            let sent = send(&mut page, &request);
            assert_eq!(sent[0]["type"], "error");
            assert!(sent[0]["text"].as_str().unwrap().contains(word), "{sent:?}");
        }
    }
}
