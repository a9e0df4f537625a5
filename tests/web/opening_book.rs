//! The opening book on the page.

use serde_json::{Value, json};

use super::books::{Books, FACTS};
use super::client::{Page, Server};

fn listed(state: &Value) -> Vec<String> {
    let rows = state["position"]["book"].as_array().expect("a list");
    let text = |row: &Value| {
        format!(
            "{} {} {}% {}",
            row["mv"].as_str().expect("a move"),
            row["san"].as_str().expect("a move"),
            row["percent"],
            row["facts"].as_str().expect("words")
        )
    };
    rows.iter().map(text).collect()
}

/// A game against the engine that says nothing about the book, or this.
fn against_engine(page: &mut Page, variant: &str, book: Option<bool>) -> Value {
    let mut engine = json!({"type": "engine", "level": 0, "moveTime": 20});
    if let Some(book) = book {
        engine["book"] = book.into();
    }
    let request = json!({
        "type": "newGame",
        "start": {"variant": variant},
        "players": {"white": engine, "black": {"type": "person"}},
        "clock": null,
    });
    page.ask(&request, "state")
}

/// The moves once it is the person's turn.
fn moves(page: &mut Page, mut state: Value) -> (Vec<String>, Value) {
    while state["engineToMove"] == true {
        state = page.wait_for("state");
    }
    let tree = state["tree"].as_array().expect("a tree");
    let sans = tree.iter().filter_map(|node| node["san"].as_str());
    let sans = sans.filter(|san| !san.is_empty()).map(str::to_owned);
    (sans.collect(), state)
}

#[test]
fn its_moves_are_shown_to_those_who_study() {
    let books = Books::new();
    let path = books.of("capablanca", &["a2a3 j7j6", "b1c3"]);
    let server = Server::with(&["--book", &path]);
    let mut page = server.page();
    let state = page.new_game("capablanca", None);
    let expected = [
        format!("a2a3 a3 50% {FACTS}"),
        format!("b1c3 Nc3 50% {FACTS}"),
    ];
    assert_eq!(listed(&state), expected);
    let next = page.play("a2a3");
    // Scores and points are White's on the whole page.
    let facts = FACTS.replace('+', "-").replace("70%", "30%");
    assert_ne!(facts, FACTS);
    assert_eq!(listed(&next), [format!("j7j6 j6 100% {facts}")]);
    assert_eq!(listed(&page.play("a7a6")), [""; 0]);
    // Another game has no part of it.
    assert_eq!(listed(&page.new_game("chess", None)), [""; 0]);
}

#[test]
fn the_engine_plays_from_it_unless_told_otherwise() {
    let books = Books::new();
    let path = books.of("capablanca", &["a2a3 j7j6 a3a4 j6j5 a1a3"]);
    let server = Server::with(&["--book", &path]);
    let mut page = server.page();
    for book in [None, Some(true)] {
        let state = against_engine(&mut page, "capablanca", book);
        let (sans, state) = moves(&mut page, state);
        assert_eq!(sans, ["a3"]);
        // It is no help in a game against the engine.
        assert_eq!(listed(&state), [""; 0]);
        let state = page.play("j7j6");
        assert_eq!(moves(&mut page, state).0, ["a3", "j6", "a4"]);
        let state = page.play("j6j5");
        let (sans, state) = moves(&mut page, state);
        assert_eq!(sans, ["a3", "j6", "a4", "j5", "Ra3"]);
        // It thinks for itself when the book ends, and may take its move back.
        assert!(state["result"].is_null());
        let state = page.play("a7a6");
        assert_eq!(moves(&mut page, state).0.len(), 7);
        let state = page.ask(&json!({"type": "takeBack"}), "state");
        assert_eq!(moves(&mut page, state).0.len(), 5);
    }
    let mut first = Vec::new();
    for _ in 0..4 {
        let state = against_engine(&mut page, "capablanca", Some(false));
        first.push(moves(&mut page, state).0);
    }
    assert!(first.iter().any(|sans| *sans != ["a3"]), "{first:?}");
}

#[test]
fn a_reload_keeps_whether_the_engine_uses_it() {
    let books = Books::new();
    let path = books.of("capablanca", &["a2a3 j7j6 a3a4"]);
    let server = Server::with(&["--book", &path]);
    let mut page = server.page();
    let state = against_engine(&mut page, "capablanca", Some(false));
    let (_, state) = moves(&mut page, state);
    let saved = state["saved"].clone();
    let mut again = server.page();
    let restored = again.ask(&json!({"type": "restore", "saved": saved}), "state");
    assert_eq!(restored["players"]["white"]["book"], false);
}
