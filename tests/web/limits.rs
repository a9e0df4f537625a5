//! How much a page may send and keep: what is accepted survives a reload, and what is not gets
//! a sentence.

use serde_json::{Value, json};
use tungstenite::Message;

use peregrine::web::{MAX_MESSAGE, MAX_TEXT};

use crate::client::{Page, Server};

fn open(page: &mut Page, pgn: &str) -> Value {
    page.send(&json!({"type": "openPgn", "pgn": pgn, "number": null}));
    loop {
        let message = page.next();
        if message["type"] == "state" || message["type"] == "error" {
            return message;
        }
    }
}

fn restore(page: &mut Page, saved: &Value) -> Value {
    page.send(&json!({"type": "restore", "saved": saved}));
    loop {
        let message = page.next();
        if message["type"] == "state" || message["type"] == "notRestored" {
            return message;
        }
    }
}

fn text(message: &Value) -> &str {
    message["text"].as_str().expect("a sentence")
}

/// Knights that go to and fro, with a text after every move.
fn shuffle(plies: usize, text: &str) -> String {
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle();
    let moves = moves.take(plies).map(|san| format!("{san} {text}\n"));
    moves.collect::<String>() + "*"
}

#[test]
fn every_study_survives_a_reload() {
    let server = Server::new();
    let mut page = server.page();
    let mut other = server.page();
    let nested = |depth| format!("1. e4 {}{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    let tags: String = (0..500)
        .map(|number| format!("[Tag{number} \"{}\"]\n", "value ".repeat(100)))
        .collect();
    let studies = [
        (
            "comments",
            shuffle(12_000, &format!("{{{}}}", "comment ".repeat(6))),
        ),
        ("a long game", shuffle(19_999, "")),
        ("glyphs", shuffle(5_000, "$1 $14 $36 $132 $255")),
        (
            "marks",
            shuffle(5_000, "{[%csl Ge4,Rd5] [%cal Ge2e4,Rg1f3] [%clk 0:00:01]}"),
        ),
        // Two bytes in JSON, and four in JSON in JSON.
        (
            "quotation marks",
            shuffle(9_000, &format!("{{{}}}", "\"\\".repeat(25))),
        ),
        (
            "many bytes",
            shuffle(3_000, &format!("{{{}}}", "𝄞é".repeat(50))),
        ),
        (
            "one comment",
            format!("1. e4 {{{}}} *", "long ".repeat(100_000)),
        ),
        ("variations", nested(100)),
        (
            "many variations",
            format!(
                "1. e4 e5 {} *",
                "(1... e6 2. d4 d5) (1... c5 2. Nf3) ".repeat(300)
            ),
        ),
        ("tags", format!("{tags}\n1. e4 *")),
        ("a result", "1. f3 e5 2. g4 Qh4# 0-1".to_owned()),
    ];
    for (name, pgn) in studies {
        let opened = open(&mut page, &pgn);
        assert_eq!(opened["type"], "state", "{name}: {}", opened["text"]);
        let last = opened["tree"].as_array().expect("nodes").last().cloned();
        let node = last.expect("a node")["id"].clone();
        let shown = page.ask(&json!({"type": "goTo", "node": node}), "state");
        let saved = shown["saved"].as_str().expect("a saved game");
        // Browsers keep about five million characters.
        assert!(saved.len() < 4 << 20, "{name}: {}", saved.len());
        let restored = restore(&mut other, &shown["saved"]);
        assert_eq!(restored["type"], "state", "{name}: {}", restored["text"]);
        for part in ["tree", "tags", "result", "saved", "position"] {
            if part == "tree" {
                // The numbers of nodes are those of the session.
                let nodes = |state: &Value| state["tree"].as_array().map(Vec::len);
                assert_eq!(nodes(&restored), nodes(&shown), "{name}");
            } else {
                assert!(restored[part] == shown[part], "{name}: {part}");
            }
        }
        let written = page.ask(&json!({"type": "pgn"}), "pgn");
        let kept = other.ask(&json!({"type": "pgn"}), "pgn");
        assert!(written == kept, "{name}: the files differ");
    }
}

#[test]
fn what_is_too_much_gets_a_sentence_and_changes_nothing() {
    let server = Server::new();
    let mut page = server.page();
    let before = open(&mut page, "1. e4 {kept} *");
    let comment = |text: &str| format!("1. e4 {{{}}} *", text.repeat(600_000 / text.len()));
    let too_much = [
        (
            comment("long "),
            "A comment has 0.6 MiB; it may have 0.5 MiB at most",
        ),
        (comment("x"), "a word has at most 250000 characters"),
        (
            shuffle(12_000, &format!("{{{}}}", "x".repeat(200))),
            "holds 2.0 MiB of them at most",
        ),
        (shuffle(20_000, ""), "20000 positions"),
        ("x".repeat(MAX_TEXT + 1), "8.0 MiB"),
    ];
    for (pgn, reason) in &too_much {
        let refused = open(&mut page, pgn);
        assert_eq!(refused["type"], "error", "{reason}");
        assert!(text(&refused).contains(reason), "{}", text(&refused));
        assert!(text(&refused).len() < 1000);
    }
    // A message that is longer than any may be.
    let long = "x".repeat(MAX_MESSAGE + 1);
    page.socket
        .send(Message::text(format!("{{\"type\": \"{long}\"}}")))
        .expect("the server listens");
    let refused = page.wait_for("error");
    assert!(text(&refused).contains("16.1 MiB at most"), "{refused}");
    let after = page.ask(&json!({"type": "goTo", "node": 0}), "state");
    assert_eq!(after["saved"], before["saved"]);
}

#[test]
fn comments_are_limited_together() {
    let server = Server::new();
    let mut page = server.page();
    open(&mut page, "1. e4 e5 2. Nf3 Nc6 *");
    let mut set = |node: usize, size: usize| {
        let half = "x".repeat(size / 2);
        let text = format!("{half} {}", &half[1..]);
        page.send(&json!({"type": "comment", "node": node, "text": text}));
        loop {
            let message = page.next();
            if message["type"] == "state" || message["type"] == "error" {
                return message;
            }
        }
    };
    for node in 0..4 {
        assert_eq!(set(node, 500_000)["type"], "state");
    }
    let refused = set(4, 600_000);
    assert_eq!(text(&refused), "A word has at most 250000 characters.");
    let refused = set(4, 500_000);
    assert!(text(&refused).contains("at most"), "{refused}");
    // What was there stays, and a shorter one has room.
    assert_eq!(set(2, 10)["type"], "state");
    let state = set(4, 500_000);
    assert_eq!(
        state["tree"][1]["comment"].as_str().map(str::len),
        Some(500_000)
    );
    assert_eq!(
        state["tree"][4]["comment"].as_str().map(str::len),
        Some(500_000)
    );
}

#[test]
fn sentences_do_not_repeat_long_texts() {
    let server = Server::new();
    let mut page = server.page();
    let long = "x".repeat(500_000);
    for request in [
        json!({"type": "paths", "square": long}),
        json!({"type": "play", "mv": long}),
        json!({"type": "checkPosition", "start": {"variant": long}}),
        json!({"type": "newGame", "start": {"variant": "chess", "fen": long}, "players": {"white": {"type": "person"}, "black": {"type": "person"}}, "clock": null}),
        json!({"type": "openPgn", "pgn": format!("1. {long} *"), "number": null}),
        json!({"type": long}),
    ] {
        let refused = page.ask(&request, "error");
        assert!(text(&refused).chars().count() <= 601);
    }
    let unkept = page.ask(&json!({"type": "restore", "saved": long}), "notRestored");
    assert!(text(&unkept).chars().count() <= 601);
    let long = &long[..250_000];
    let games = format!("[Event \"{long}\"]\n\n1. e4 *\n\n1. d4 *\n").repeat(2);
    let listed = page.ask(
        &json!({"type": "openPgn", "pgn": games, "number": null}),
        "games",
    );
    let title = listed["games"][0]["title"].as_str().expect("a title");
    assert!(title.chars().count() <= 201);
}

#[test]
fn a_list_of_games_says_when_it_is_not_whole() {
    let server = Server::new();
    let mut page = server.page();
    let games = |count: usize| json!({"type": "openPgn", "pgn": "1. e4 *\n\n".repeat(count), "number": null});
    let listed = page.ask(&games(1001), "games");
    assert_eq!(listed["games"].as_array().map(Vec::len), Some(1000));
    assert_eq!(
        text(&page.wait_for("notice")),
        "The text has more games; the first 1000 of them are listed."
    );
    let listed = page.ask(&games(1000), "games");
    assert_eq!(listed["games"].as_array().map(Vec::len), Some(1000));
    page.send(&json!({"type": "goTo", "node": 0}));
    // No notice comes before.
    loop {
        let message = page.next();
        assert_ne!(message["type"], "notice");
        if message["type"] == "state" {
            break;
        }
    }
}

#[test]
fn only_new_games_of_variant_files_count() {
    let server = Server::new();
    let mut page = server.page();
    let mut add = |text: &str| {
        page.send(&json!({"type": "checkVariants", "text": text, "add": true}));
        loop {
            let message = page.next();
            if message["type"] == "variantsChecked" || message["type"] == "error" {
                return message;
            }
        }
    };
    let games = |name: &str, count: usize| -> String {
        let game = |number| format!("[{name}{number}]\nbase = \"chess\"\n");
        (0..count).map(game).collect()
    };
    let refused = add(&games("many", 201));
    assert!(
        text(&refused).contains("has room for 200 more"),
        "{refused}"
    );
    let refused = add(&games("many", 401));
    assert!(
        text(&refused).starts_with("The file has 401 games"),
        "{refused}"
    );
    for _ in 0..250 {
        assert_eq!(add(&games("same", 1))["added"], true);
    }
    assert_eq!(add(&games("few", 199))["added"], true);
    assert_eq!(add(&games("few", 199))["added"], true);
    let refused = add(&games("more", 1));
    assert!(text(&refused).contains("has room for 0 more"), "{refused}");
    assert_eq!(add(&games("same", 1))["added"], true);
    let long = format!("# {}\n{}", "x".repeat(1 << 20), games("same", 1));
    assert!(text(&add(&long)).contains("1.0 MiB at most"));
}

#[test]
fn variations_nest_no_deeper_than_files_are_read() {
    let server = Server::new();
    let mut page = server.page();
    let nested = |depth| format!("1. e4 {}{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    let state = open(&mut page, &nested(100));
    assert_eq!(state["type"], "state");
    // Each variation begins one move earlier than the next.
    let walk = |depth: usize| -> String {
        let mut text = String::new();
        for ply in 0..depth {
            text.push_str(["Nc3 (Nf3 ", "Nc6 (Nf6 ", "Nc3 (Ng1 ", "Nc6 (Ng8 "][ply % 4]);
        }
        text + &")".repeat(depth) + " *"
    };
    let state = open(&mut page, &walk(100));
    assert_eq!(state["type"], "state", "{}", state["text"]);
    let nodes = state["tree"].as_array().expect("nodes");
    // Before the deepest move, another one would be deeper by one.
    let mut depths = std::collections::HashMap::from([(0, 0)]);
    let mut with_child = std::collections::HashSet::new();
    for node in nodes.iter().skip(1) {
        let number = |key: &str| node[key].as_u64().expect("a number");
        let parent = number("parent");
        let is_variation = !with_child.insert(parent);
        depths.insert(number("id"), depths[&parent] + u32::from(is_variation));
    }
    let deepest = depths.iter().find(|(_, depth)| **depth == 100);
    let deepest = json!({"id": deepest.expect("a node").0});
    page.ask(&json!({"type": "goTo", "node": deepest["id"]}), "state");
    page.play("a2a3");
    page.ask(&json!({"type": "goTo", "node": deepest["id"]}), "state");
    let refused = page.ask(&json!({"type": "play", "mv": "a2a4"}), "error");
    assert_eq!(text(&refused), "Variations can be nested 100 deep at most.");
    // What is written can be read.
    let written = page.ask(&json!({"type": "pgn"}), "pgn");
    let again = open(&mut page, written["pgn"].as_str().expect("a game"));
    assert_eq!(again["type"], "state", "{}", again["text"]);
}

#[test]
fn a_variation_is_promoted_from_any_of_its_moves() {
    let server = Server::new();
    let mut page = server.page();
    let state = open(
        &mut page,
        "1. e4 e5 (1... c5 2. Nf3 d6 (2... Nc6 3. d4)) 2. d4 *",
    );
    let node = |state: &Value, san: &str| -> Value {
        let nodes = state["tree"].as_array().expect("nodes");
        let found = nodes.iter().find(|node| node["san"] == san);
        found.expect("the move")["id"].clone()
    };
    let third = node(&state, "Nc6");
    let promoted = page.ask(&json!({"type": "promote", "node": third}), "state");
    let sans = |state: &Value| -> Vec<String> {
        let nodes = state["tree"].as_array().expect("nodes");
        let san = |node: &Value| node["san"].as_str().expect("a move").to_owned();
        nodes.iter().skip(1).map(san).collect()
    };
    assert_eq!(
        sans(&promoted),
        ["e4", "e5", "d4", "c5", "Nf3", "Nc6", "d4", "d6"]
    );
    let promoted = page.ask(&json!({"type": "promote", "node": third}), "state");
    assert_eq!(
        sans(&promoted),
        ["e4", "c5", "Nf3", "Nc6", "d4", "d6", "e5", "d4"]
    );
    for node in [third, json!(0)] {
        let refused = page.ask(&json!({"type": "promote", "node": node}), "error");
        assert_eq!(text(&refused), "These moves are the main line already.");
    }
}

#[test]
fn a_line_is_shown_from_its_start() {
    let server = Server::new();
    let mut page = server.page();
    let line =
        json!({"type": "openLine", "start": {"variant": "chess"}, "moves": ["e2e4", "e7e5"]});
    let state = page.ask(&line, "state");
    assert_eq!(state["node"], 2);
    assert_eq!(state["tree"].as_array().map(Vec::len), Some(3));
    assert_eq!(state["players"], Value::Null);
    let wrong =
        json!({"type": "openLine", "start": {"variant": "chess"}, "moves": ["e2e4", "e2e4"]});
    page.ask(&wrong, "error");
    let after = page.ask(&json!({"type": "goTo", "node": 0}), "state");
    assert_eq!(after["tree"], state["tree"]);
}
