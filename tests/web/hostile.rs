//! What the server must survive.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use tungstenite::Message;

use super::client::Server;

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
    let server = Server::new();
    let requests = [
        json!({"type": "newGame", "start": {"variant": "falcon"}, "players": {"white": {"type": "person"}, "black": {"type": "person"}}, "clock": {"base": 60000, "increment": 1000}}),
        json!({"type": "play", "mv": "e2e4"}),
        json!({"type": "goTo", "node": 1}),
        json!({"type": "delete", "node": 4_000_000_000_u32}),
        json!({"type": "comment", "node": 0, "text": "x".repeat(1000)}),
        json!({"type": "openPgn", "pgn": "1. e4 (((( e5 *", "number": 1}),
        json!({"type": "restore", "saved": "{\"start\":{\"variant\":\"falcon\"},\"moves\":[],\"node\":0,\"played\":0}"}),
        json!({"type": "checkPosition", "start": {"variant": "chess", "fen": "8/8/8/8/8/8/8/8 w - - 0 1"}}),
        json!({"type": "checkVariants", "text": "[x]\nbase = 'chess'", "add": false}),
        json!({"type": "paths", "square": "d1"}),
        json!({"type": "analyse", "lines": 1, "threads": 1, "hash": 1}),
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

#[test]
fn a_message_beyond_the_limit_ends_only_its_own_page() {
    let server = Server::new();
    let mut calm = server.page();
    let mut page = server.page();
    // The server may close before everything is sent.
    let _ = page.socket.send(Message::text("x".repeat(3 << 20)));
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
    let analyse = json!({"type": "analyse", "lines": 1, "threads": 1, "hash": 16});
    for _ in 0..4 {
        let mut page = server.page();
        page.ask(&analyse, "thinking");
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
    let analyse = json!({"type": "analyse", "lines": 5, "threads": 1, "hash": 16});
    page.ask(&analyse, "thinking");
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
