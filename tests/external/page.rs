//! Other programs as opponents on the page.

use serde_json::{Value, json};

use crate::client::{Page, Server};

/// Plays some moves of a game as White against the engine that is described so.
fn play(description: &str, start: Value) {
    let server = Server::with(&["--engine", description]);
    let mut page = server.page();
    let game = json!({
        "type": "newGame",
        "start": start,
        "players": {
            "white": {"type": "person"},
            "black": {"type": "otherEngine", "number": 0, "moveTime": 100},
        },
        "clock": null,
    });
    let mut state = page.ask(&game, "state");
    for moves in 1..=6 {
        let legal = state["position"]["legal"].as_array().expect("a list");
        let mv = legal[moves % legal.len()]["mv"].as_str().expect("a move");
        page.send(&json!({"type": "play", "mv": mv}));
        state = wait(&mut page, 2 * moves + 1);
        if !state["result"].is_null() {
            return;
        }
    }
    // It goes on from an earlier position.
    let taken_back = page.ask(&json!({"type": "takeBack"}), "state");
    assert_eq!(taken_back["tree"].as_array().map(Vec::len), Some(11));
    let mv = taken_back["position"]["legal"][0]["mv"].clone();
    page.send(&json!({"type": "play", "mv": mv}));
    wait(&mut page, 13);
}

/// Waits until the tree has this size, or the game is over.
fn wait(page: &mut Page, size: usize) -> Value {
    loop {
        let message = page.next();
        assert_ne!(message["type"], "error", "{message}");
        let tree = message["tree"].as_array().map_or(0, Vec::len);
        if message["type"] == "state" && (tree >= size || !message["result"].is_null()) {
            return message;
        }
    }
}

#[test]
#[ignore = "needs fairy-stockfish; .ci/run installs and runs it"]
fn fairy_stockfish_plays_on_the_page() {
    for variant in ["capablanca", "chess", "chess960"] {
        play("command=fairy-stockfish", json!({"variant": variant}));
    }
}

#[test]
#[ignore = "needs fairymax; .ci/run installs and runs it"]
fn fairy_max_plays_on_the_page() {
    let start = json!({"variant": "falcon", "castling": "three"});
    play("command=fairymax protocol=cecp", start);
    play(
        "command=fairymax protocol=xboard",
        json!({"variant": "chess"}),
    );
}
