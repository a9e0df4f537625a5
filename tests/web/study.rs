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
        // Five problems of the essay and twenty tactics are the last.
        assert_eq!(is_unsolved, number >= count - 25, "{number}");
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

#[test]
fn an_evaluation_can_be_stopped() {
    let server = Server::new();
    let mut page = server.page();
    let moves = "Nf3 Nf6 d3 d6 e3 e6 Be2 Be7 O-O O-O c3 c6 b3 b6 Bb2 Bb7 Nbd2 Nbd7 Qc2 Qc7";
    let open = json!({"type": "openPgn", "pgn": format!("{moves} *"), "number": null});
    let nodes = page.ask(&open, "state")["tree"].clone();
    let count = nodes.as_array().map_or(0, Vec::len);
    let first = page.ask(&json!({"type": "evaluate"}), "evaluation");
    assert_eq!(first["left"], count - 1);
    page.ask(&json!({"type": "stopEvaluation"}), "evaluationEnded");
    // Nothing more comes of it, not even another end.
    page.send(&json!({"type": "stopEvaluation"}));
    page.send(&json!({"type": "goTo", "node": 1}));
    assert_eq!(page.next()["type"], "state");
    // The analysis no longer waits.
    page.ask(&json!({"type": "evaluate"}), "evaluation");
    page.send(&json!({"type": "analyze", "lines": 1, "threads": 1, "hash": 16}));
    page.send(&json!({"type": "stopEvaluation"}));
    page.wait_for("evaluationEnded");
    assert_eq!(page.wait_for("thinking")["node"], 1);
    page.ask(&json!({"type": "stopAnalysis"}), "thinking");
    // Neither does a game that goes on, nor one whose last moves are deleted.
    page.ask(&json!({"type": "evaluate"}), "evaluation");
    page.send(&json!({"type": "delete", "node": 2}));
    page.wait_for("evaluationEnded");
    page.new_game("chess", None);
    page.play("e2e4");
    page.ask(&json!({"type": "resign"}), "state");
    page.send(&json!({"type": "evaluate"}));
    page.send(&json!({"type": "takeBack"}));
    page.wait_for("evaluationEnded");
    assert_eq!(page.wait_for("state")["result"], Value::Null);
}

#[test]
fn the_tree_is_sent_when_it_has_changed() {
    let server = Server::new();
    let mut page = server.page();
    let game = "Nf3 Nf6 Ng1 Ng8 ".repeat(1000);
    let pgn = format!("1. e4 {{first}} e5 (1... c5) 2. d3 d6 {game} *");
    let open = json!({"type": "openPgn", "pgn": pgn, "number": null});
    let opened = page.ask(&open, "state");
    let as_sent = |page: &mut Page, request: Value| {
        page.send(&request);
        loop {
            let message = page.next_as_sent();
            if message["type"] == "state" {
                return message;
            }
        }
    };
    for node in [3, 4000, 0] {
        let state = as_sent(&mut page, json!({"type": "goTo", "node": node}));
        assert_eq!(
            (&state["node"], &state["tree"]),
            (&json!(node), &Value::Null)
        );
        assert!(state.to_string().len() < 20_000);
    }
    // What the page has put together continues in another one.
    let shown = page.ask(&json!({"type": "goTo", "node": 2000}), "state");
    assert!(shown["tree"] == opened["tree"]);
    let mut other = server.page();
    let restore = json!({"type": "restore", "saved": shown["saved"]});
    let restored = other.ask(&restore, "state");
    assert_eq!(restored["position"], shown["position"]);
    assert_eq!(restored["saved"], shown["saved"]);
    for request in [
        json!({"type": "comment", "node": 1, "text": "another"}),
        json!({"type": "play", "mv": "a7a6"}),
        json!({"type": "promote", "node": 3}),
        json!({"type": "delete", "node": 5}),
        json!({"type": "restore", "saved": shown["saved"]}),
        open,
    ] {
        let state = as_sent(&mut page, request.clone());
        assert!(
            state["tree"].is_array() && state["savedMoves"].is_string(),
            "{request}"
        );
    }
}

#[test]
fn comments_around_variations_are_shown() {
    let server = Server::new();
    let mut page = server.page();
    let pgn = "1. e4 e5 ({before} 1... c5 2. Nf3) {behind} (1... e6) 2. d4 *";
    let open = json!({"type": "openPgn", "pgn": pgn, "number": null});
    let state = page.ask(&open, "state");
    let nodes = state["tree"].as_array().expect("nodes");
    let node = nodes.iter().find(|node| node["san"] == "c5").expect("c5");
    assert_eq!(
        (&node["before"], &node["behind"]),
        (&json!("before"), &json!("behind"))
    );
    assert!(nodes.iter().filter(|node| node["before"] != "").count() == 1);
}
