//! Lessons, opened games, the evaluation graph, and pages that share the machine.

use serde_json::{Value, json};

use crate::client::{Page, Server};

fn lessons(page: &Page) -> &Vec<Value> {
    page.catalog["lessons"].as_array().expect("lessons")
}

#[test]
fn every_lesson_opens_and_can_be_played_through() {
    let server = Server::new();
    let mut page = server.page();
    let count = lessons(&page).len();
    for number in 0..count {
        let state = page.ask(&json!({"type": "openLesson", "number": number}), "state");
        assert_eq!(state["lesson"]["number"], number);
        let tree = state["tree"].as_array().expect("nodes");
        assert_ne!(tree[0]["comment"], "");
        let is_unsolved = state["lesson"]["unsolved"] == true;
        assert_eq!(is_unsolved, number >= count - 5, "{number}");
        for node in tree {
            let state = page.ask(&json!({"type": "goTo", "node": node["id"]}), "state");
            assert_eq!(state["node"], node["id"]);
        }
    }
    let refusal = page.ask(&json!({"type": "openLesson", "number": count}), "error");
    assert_eq!(
        refusal["text"],
        format!("There is no lesson number {count}.")
    );
}

#[test]
fn a_problem_takes_only_what_solves_it() {
    let server = Server::new();
    let mut page = server.page();
    let number = lessons(&page)
        .iter()
        .position(|lesson| lesson["title"] == "Problem D: mate in two")
        .expect("the problem");
    let open = page.ask(&json!({"type": "openLesson", "number": number}), "state");
    assert_eq!(open["tree"].as_array().map(Vec::len), Some(1));
    let refusal = page.ask(&json!({"type": "play", "mv": "a1a6"}), "error");
    assert_eq!(refusal["text"], "That does not solve it: try another move.");
    page.ask(&json!({"type": "play", "mv": "e1c4"}), "state");
    let answered = page.wait_for("state");
    assert_eq!(answered["tree"][2]["san"], "Kd6");
    assert_eq!(answered["lesson"]["unsolved"], true);
    // A reload does not give the solution away.
    let saved = answered["saved"]
        .as_str()
        .expect("the saved game")
        .to_owned();
    let mut other = server.page();
    let restored = other.ask(&json!({"type": "restore", "saved": saved}), "state");
    assert_eq!(restored["lesson"], answered["lesson"]);
    other.ask(&json!({"type": "play", "mv": "a1a6"}), "state");
    let solved = other.wait_for("state");
    assert_eq!(solved["lesson"]["solved"], true);
    let notice = other.wait_for("notice");
    assert_eq!(notice["text"], "Solved!");
    let solution = page.ask(&json!({"type": "showSolution"}), "state");
    assert_eq!(solution["lesson"]["unsolved"], false);
    assert_eq!(solution["tree"].as_array().map(Vec::len), Some(8));
    let refusal = page.ask(&json!({"type": "showSolution"}), "error");
    assert_eq!(refusal["text"], "There are no moves to show.");
}

#[test]
fn what_the_reader_should_try_opens_without_its_moves() {
    let server = Server::new();
    let mut page = server.page();
    let number = lessons(&page)
        .iter()
        .position(|lesson| lesson["title"] == "Mate with King and Falcon")
        .expect("the lesson");
    let open = json!({"type": "openLesson", "number": number});
    let state = page.ask(&open, "state");
    assert_eq!(state["tree"].as_array().map(Vec::len), Some(1));
    assert_eq!(state["lesson"]["hidden"], true);
    // Every move can be tried, and a reload hides the others still.
    let mut other = server.page();
    let tried = page.play("b1a4");
    let restore = json!({"type": "restore", "saved": tried["saved"]});
    assert_eq!(other.ask(&restore, "state")["lesson"]["hidden"], true);
    let shown = other.ask(&json!({"type": "showSolution"}), "state");
    assert_eq!(shown["lesson"]["hidden"], false);
    assert_eq!(shown["tree"].as_array().map(Vec::len), Some(66));
    let pgn = other.ask(&json!({"type": "pgn"}), "pgn");
    assert!(!pgn["pgn"].as_str().expect("a game").contains("hidden"));
}

#[test]
fn variations_of_an_opened_game_are_kept() {
    let server = Server::new();
    let mut page = server.page();
    let pgn = "[Variant \"falcon\"]\n\n1. e4 e5 (1... f5 $2 {sharp} 2. exf5) 2. d4 *\n";
    let state = page.ask(
        &json!({"type": "openPgn", "pgn": pgn, "number": null}),
        "state",
    );
    assert_eq!(state["tree"].as_array().map(Vec::len), Some(6));
    let written = page.ask(&json!({"type": "pgn"}), "pgn");
    let moves = "\n\n1. e4 e5 (1... f5 $2 {sharp} 2. exf5) 2. d4 *\n\n";
    let written = written["pgn"].as_str().expect("a game");
    assert!(written.ends_with(moves), "{written}");
    let deep = format!("1. e4 {}", "(1. d4 ".repeat(200));
    let refusal = page.ask(
        &json!({"type": "openPgn", "pgn": deep, "number": null}),
        "error",
    );
    let text = refusal["text"].as_str().expect("a sentence");
    assert!(text.contains("nested at most 100 deep"), "{text}");
}

#[test]
fn the_graph_has_every_position_of_the_main_line() {
    let server = Server::new();
    let mut page = server.page();
    let pgn = "1. f3 e5 2. g4 (2. e4) 2... Qh4# 0-1\n";
    let state = page.ask(
        &json!({"type": "openPgn", "pgn": pgn, "number": null}),
        "state",
    );
    let last = state["tree"][4]["id"].clone();
    let mut evaluation = page.ask(&json!({"type": "evaluate"}), "evaluation");
    for left in [4, 3, 2, 1, 0] {
        assert_eq!(evaluation["left"], left);
        if left > 0 {
            evaluation = page.wait_for("evaluation");
        }
    }
    assert_eq!(evaluation["node"], last);
    assert_eq!(evaluation["score"]["chances"], json!([0, 0, 1000]));
}

#[test]
fn a_game_in_progress_is_not_evaluated() {
    let server = Server::new();
    let mut page = server.page();
    let person = json!({"type": "person"});
    let game = json!({
        "type": "newGame",
        "start": {"variant": "falcon"},
        "players": {"white": person, "black": person},
        "clock": null,
    });
    page.ask(&game, "state");
    let refusal = page.ask(&json!({"type": "evaluate"}), "error");
    assert_eq!(refusal["text"], "Finish the game before it is evaluated.");
}

#[test]
fn a_saved_game_names_its_players() {
    let server = Server::new();
    let mut page = server.page();
    page.new_game("falcon", Some(0));
    page.play("e2e4");
    let state = page.wait_for("state");
    assert_eq!(state["tree"].as_array().map(Vec::len), Some(3));
    let pgn = page.ask(&json!({"type": "pgn"}), "pgn");
    let text = pgn["pgn"].as_str().expect("a game");
    let name = format!(
        "[Black \"Peregrine {}, level 0\"]",
        env!("CARGO_PKG_VERSION")
    );
    for tag in ["[White \"?\"]", &name, "[Variant \"falcon\"]", "[Date \"20"] {
        assert!(text.contains(tag), "{tag} is not in {text}");
    }
}

#[test]
fn pages_share_the_memory() {
    let server = Server::new();
    let analyze = json!({"type": "analyze", "lines": 1, "threads": 1, "hash": 1024});
    let mut pages: Vec<_> = (0..3).map(|_| server.page()).collect();
    for page in &mut pages[..2] {
        page.ask(&analyze, "thinking");
    }
    let notice = pages[2].ask(&analyze, "notice");
    let text = "Other pages use the memory: the table of this one has 16 MiB.";
    assert_eq!(notice["text"], text);
    pages[2].wait_for("thinking");
    pages[0].ask(&json!({"type": "stopAnalysis"}), "thinking");
}
