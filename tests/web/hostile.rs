//! What the server must survive.

use std::thread;
use std::time::{Duration, Instant};

use peregrine::web::{MAX_MESSAGE, Patience};
use serde_json::{Value, json};
use tungstenite::Message;

use super::client::{Page, Server};

#[test]
fn only_the_servers_own_page_gets_in() {
    let server = Server::new();
    let own = format!("http://{}", server.host);
    assert!(server.connect(&server.token, &own).is_ok());
    assert!(server.connect("0123", &own).is_err());
    assert!(server.connect("", &own).is_err());
    assert!(
        server
            .connect(&server.token, "http://evil.example")
            .is_err()
    );
    assert!(server.connect(&server.token, "null").is_err());
    let host = format!("Host: {}\r\n", server.host);
    let page = server.get("/", &host);
    assert!(
        page.starts_with("HTTP/1.1 200") && page.contains("default-src 'none'"),
        "{page}"
    );
    for header in ["nosniff", "no-referrer", "frame-ancestors 'none'"] {
        assert!(page.contains(header), "{header}");
    }
    assert!(
        server
            .get("/", "Host: evil.example\r\n")
            .starts_with("HTTP/1.1 403")
    );
    for path in [
        "/../Cargo.toml",
        "/etc/passwd",
        "/app.js/..",
        "/%2e%2e/",
        "/socket",
    ] {
        let answer = server.get(path, &host);
        assert!(answer.starts_with("HTTP/1.1 4"), "{path}: {answer}");
    }
}

/// A server that answers everything at once, so that the tests are soon over.
fn eager_server() -> Server {
    Server::with_patience(Patience {
        rate: 1_000_000,
        ..Patience::default()
    })
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

#[test]
fn hostile_messages_get_an_error_and_nothing_else() {
    let server = eager_server();
    let requests = [
        json!({"type": "newGame", "start": {"variant": "falcon"}, "players": {"white": {"type": "person"}, "black": {"type": "person"}}, "clock": {"base": 60000, "increment": 1000}}),
        json!({"type": "play", "mv": "e2e4"}),
        json!({"type": "goTo", "node": 1}),
        json!({"type": "delete", "node": 4_000_000_000_u32}),
        json!({"type": "comment", "node": 0, "text": "x".repeat(1000)}),
        json!({"type": "glyphs", "node": 1, "glyphs": [1, 255]}),
        json!({"type": "openPgn", "pgn": "1. e4 (((( e5 *", "number": 1}),
        json!({"type": "restore", "saved": "{\"start\":{\"variant\":\"falcon\"},\"moves\":[],\"node\":0,\"played\":0}"}),
        json!({"type": "checkPosition", "start": {"variant": "chess", "fen": "8/8/8/8/8/8/8/8 w - - 0 1"}}),
        json!({"type": "checkVariants", "text": "[x]\nbase = 'chess'", "add": false}),
        json!({"type": "paths", "square": "d1"}),
        json!({"type": "analyze", "lines": 1, "threads": 1, "hash": 1}),
        json!({"type": "stopAnalysis"}),
        json!({"type": "openLesson", "number": 13}),
        json!({"type": "showSolution"}),
        json!({"type": "evaluate"}),
        json!({"type": "watch", "name": "../.."}),
        json!({"type": "openWatched", "game": 18_000_000_000_000_000_000_u64}),
        json!({"type": "resign"}),
        json!({"type": "offerDraw"}),
        json!({"type": "takeBack"}),
        json!({"type": "pgn"}),
    ];
    let long = std::env::var_os("PEREGRINE_LONG_TESTS").is_some();
    let mut random = Random(7);
    let mut page = server.page();
    for _ in 0..if long { 1000 } else { 150 } {
        let mut bytes = requests[random.below(requests.len())]
            .to_string()
            .into_bytes();
        for _ in 0..random.below(4) {
            let place = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[place] = b' ' + random.below(95) as u8,
                1 if bytes.len() > 1 => _ = bytes.remove(place),
                _ => bytes.truncate(place.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        page.socket
            .send(Message::text(text))
            .expect("the server listens");
    }
    page.socket
        .send(Message::binary(vec![1, 2, 3]))
        .expect("the server listens");
    // It still does what a page asks.
    page.send(&json!({"type": "paths", "square": "z9"}));
    while page.wait_for("error")["text"] != "There is no square z9." {}
    assert_eq!(page.new_game("chess", None)["position"]["side"], "w");
}

/// What pages kept of games of many kinds, as values.
fn saved_games(page: &mut Page) -> Vec<Value> {
    let mut saved = Vec::new();
    let mut keep = |state: &Value| {
        let text = state["saved"].as_str().expect("a saved game");
        saved.push(serde_json::from_str(text).expect("JSON"));
    };
    keep(&page.new_game("falcon", None));
    keep(&page.play("e2e4"));
    keep(&page.new_game("chess", None));
    keep(&page.play("e2e4"));
    keep(&page.play("e7e5"));
    keep(&page.ask(&json!({"type": "resign"}), "state"));
    let pgn = "1. f3 (1. e4 {good} c5 (1... e5 $2)) e5 2. g4 Qh4# 0-1";
    let open = json!({"type": "openPgn", "pgn": pgn, "number": null});
    keep(&page.ask(&open, "state"));
    for number in 0..page.catalog["lessons"].as_array().map_or(0, Vec::len) {
        let lesson = json!({"type": "openLesson", "number": number});
        let state = page.ask(&lesson, "state");
        keep(&state);
        let legal = &state["position"]["legal"][0]["mv"];
        if state["lesson"]["unsolved"] == false && legal.is_string() {
            keep(&page.ask(&json!({"type": "play", "mv": legal}), "state"));
        }
    }
    saved
}

/// A random value in place of one of a saved game.
fn strange(random: &mut Random) -> Value {
    match random.below(9) {
        0 => Value::Null,
        1 => json!(0),
        2 => json!(random.below(40)),
        3 => json!(u64::MAX),
        4 => json!(-1),
        5 => json!("e2e4"),
        6 => json!({"number": random.below(20), "unsolved": random.below(2) == 0}),
        7 => {
            json!({"white": {"type": "engine", "level": random.below(1000), "moveTime": 1, "ponder": true}, "black": {"type": "person"}})
        }
        _ => json!({"result": "1-0", "reason": "x"}),
    }
}

#[test]
fn no_saved_game_ends_a_session() {
    let server = eager_server();
    let mut page = server.page();
    let games = saved_games(&mut page);
    let fields = [
        "start", "moves", "node", "played", "players", "clock", "result", "lesson", "tags",
        "comment",
    ];
    let long = std::env::var_os("PEREGRINE_LONG_TESTS").is_some();
    let mut random = Random(11);
    let mut restored = 0;
    for _ in 0..if long { 600 } else { 150 } {
        let mut game = games[random.below(games.len())].clone();
        // Parts of other games, lessons among them, in its place.
        for _ in 0..random.below(3) {
            let field = fields[random.below(fields.len())];
            let other = &games[random.below(games.len())][field];
            game[field] = match random.below(4) {
                0 => strange(&mut random),
                _ => other.clone(),
            };
        }
        page.send(&json!({"type": "restore", "saved": game.to_string()}));
        let state = loop {
            let message = page.next();
            match message["type"].as_str() {
                Some("notRestored") => break None,
                Some("state") => break Some(message),
                _ => {}
            }
        };
        let Some(state) = state else { continue };
        restored += 1;
        // Moves as a person would try them, in the lesson or not, and what else there is.
        let legal = state["position"]["legal"].as_array().expect("moves");
        for _ in 0..3 {
            if !legal.is_empty() {
                let mv = &legal[random.below(legal.len())]["mv"];
                page.send(&json!({"type": "play", "mv": mv}));
            }
        }
        let requests = [
            json!({"type": "showSolution"}),
            json!({"type": "takeBack"}),
            json!({"type": "delete", "node": 1}),
            json!({"type": "promote", "node": 2}),
            json!({"type": "rematch"}),
            json!({"type": "offerDraw"}),
            json!({"type": "evaluate"}),
            json!({"type": "addReport"}),
            json!({"type": "showThreats", "on": true}),
            json!({"type": "preview", "moves": ["e2e4", "e7e5"]}),
            json!({"type": "picture", "animated": true}),
            json!({"type": "stopPlaying"}),
            json!({"type": "analyze", "lines": 2, "threads": 1, "hash": 1}),
            json!({"type": "goTo", "node": random.below(6)}),
        ];
        page.send(&requests[random.below(requests.len())]);
    }
    assert!(restored > 50, "{restored}");
    page.send(&json!({"type": "paths", "square": "z9"}));
    while page.wait_for("error")["text"] != "There is no square z9." {}
    assert_eq!(page.new_game("chess", None)["position"]["side"], "w");
}

#[test]
fn a_lesson_that_does_not_match_its_game_is_left() {
    let server = Server::new();
    let mut page = server.page();
    let count = page.catalog["lessons"].as_array().map_or(0, Vec::len);
    let state = page.new_game("falcon", None);
    page.ask(&json!({"type": "stopPlaying"}), "state");
    let saved = state["saved"].as_str().expect("a saved game").to_owned();
    let mut game: Value = serde_json::from_str(&saved).expect("JSON");
    game["players"] = Value::Null;
    for number in 0..=count {
        for unsolved in [false, true] {
            let open = json!({"type": "openLesson", "number": number % count});
            let start = page.ask(&open, "state")["position"]["fen"].clone();
            game["lesson"] = json!({"number": number, "unsolved": unsolved});
            let restore = json!({"type": "restore", "saved": game.to_string()});
            let state = page.ask(&restore, "state");
            if start != state["position"]["fen"] {
                assert_eq!(state["lesson"], Value::Null, "{number}");
                let notice = page.wait_for("notice");
                let text = "The saved game is not of its lesson; it continues without it.";
                assert_eq!(notice["text"], text);
            }
            // The first of these panicked.
            assert_eq!(page.play("e2e4")["tree"].as_array().map(Vec::len), Some(2));
        }
    }
}

#[test]
fn a_restored_game_keeps_its_result() {
    let server = Server::new();
    let mut page = server.page();
    page.new_game("chess", None);
    let state = page.ask(&json!({"type": "resign"}), "state");
    let mut other = server.page();
    let restore = json!({"type": "restore", "saved": state["saved"]});
    let restored = other.ask(&restore, "state");
    assert_eq!(restored["result"], state["result"]);
    let pgn = other.ask(&json!({"type": "pgn"}), "pgn");
    let text = pgn["pgn"].as_str().expect("a game");
    assert!(text.contains("[Result \"0-1\"]"), "{text}");
    let mut game: Value =
        serde_json::from_str(state["saved"].as_str().expect("a saved game")).expect("JSON");
    game["result"]["result"] = json!("2-0");
    let restore = json!({"type": "restore", "saved": game.to_string()});
    let refused = other.ask(&restore, "notRestored");
    assert_eq!(
        refused["text"],
        "'2-0' is not a result: 1-0, 0-1 or 1/2-1/2."
    );
}

#[test]
fn a_message_beyond_all_limits_ends_only_its_own_page() {
    let server = Server::new();
    let mut calm = server.page();
    let mut page = server.page();
    // The server may close before everything is sent.
    let _ = page.socket.send(Message::text("x".repeat(3 * MAX_MESSAGE)));
    let begin = Instant::now();
    while page.socket.read().is_ok() {
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "the page stays open"
        );
    }
    assert_eq!(calm.new_game("chess", None)["position"]["side"], "w");
}

#[test]
fn fifty_pages_at_once() {
    let server = Server::new();
    let mut pages: Vec<_> = (0..50).map(|_| server.page()).collect();
    for page in &mut pages {
        page.send(&json!({"type": "play", "mv": "e2e4"}));
    }
    for page in &mut pages {
        assert_eq!(page.wait_for("state")["node"], 1);
    }
    // There is room for 64.
    let mut more: Vec<_> = (0..14).map(|_| server.page()).collect();
    let origin = format!("http://{}", server.host);
    assert!(server.connect(&server.token, &origin).is_err());
    drop(more.pop());
    let begin = Instant::now();
    while server.connect(&server.token, &origin).is_err() {
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "its place stays taken"
        );
        thread::sleep(Duration::from_millis(20));
    }
}

/// Uses the processor time of the process, which only Linux tells so easily.
#[cfg(target_os = "linux")]
#[test]
fn searches_end_when_their_page_vanishes() {
    let server = Server::new();
    let analyze = json!({"type": "analyze", "lines": 1, "threads": 1, "hash": 16});
    for _ in 0..4 {
        let mut page = server.page();
        page.ask(&analyze, "thinking");
        // Without a goodbye.
        let _ = page.socket.get_ref().shutdown(std::net::Shutdown::Both);
    }
    let begin = Instant::now();
    loop {
        let before = server.ticks();
        thread::sleep(Duration::from_millis(500));
        // Four searches would use fifty ticks or more.
        if server.ticks() - before < 5 {
            break;
        }
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "the engine searches on"
        );
    }
}

/// As above.
#[cfg(target_os = "linux")]
#[test]
fn a_page_that_never_reads_costs_no_memory() {
    let server = Server::new();
    let mut page = server.page();
    let analyze = json!({"type": "analyze", "lines": 5, "threads": 1, "hash": 16});
    page.ask(&analyze, "thinking");
    let before = server.memory();
    // Each state is a few kilobytes.
    let texts = (0..2000).map(|_| Message::text(r#"{"type":"goTo","node":0}"#));
    for text in texts {
        // The server may have given it up, or wait for it to read.
        let stream = page.socket.get_ref();
        stream
            .set_write_timeout(Some(Duration::from_secs(2)))
            .expect("a time limit");
        if page.socket.send(text).is_err() {
            break;
        }
    }
    thread::sleep(Duration::from_secs(1));
    let grown = server.memory().saturating_sub(before);
    assert!(grown < 64 << 10, "{grown} KiB more");
    let mut calm = server.page();
    assert_eq!(calm.new_game("chess", None)["position"]["side"], "w");
}
