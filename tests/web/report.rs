//! What a session says about games and rules: reports, threats, previews, pictures, imports.

use serde_json::{Value, json};

use crate::client::{Page, Server};

/// Black overlooks a mate.
const BLUNDER: &str = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";

fn open(page: &mut Page, pgn: &str) -> Value {
    let request = json!({"type": "openPgn", "pgn": pgn, "number": null});
    page.ask(&request, "state")
}

fn error(page: &mut Page, request: &Value) -> String {
    let text = page.ask(request, "error")["text"].clone();
    text.as_str().expect("a sentence").to_owned()
}

#[test]
fn a_report_judges_the_moves_and_is_written_into_the_game() {
    let server = Server::new();
    let mut page = server.page();
    let asked = json!({"type": "addReport"});
    assert_eq!(error(&mut page, &asked), "Evaluate the game first.");
    let tree = open(&mut page, BLUNDER)["tree"].clone();
    let report = page.ask(&json!({"type": "evaluate"}), "report");
    let blunder = report["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|row| row["san"] == "Nf6")
        .expect("the blunder");
    assert_eq!(
        (&blunder["number"], &blunder["glyph"]),
        (&json!("3..."), &json!(4))
    );
    assert!(
        blunder["better"]["moves"]
            .as_array()
            .is_some_and(|line| !line.is_empty())
    );
    assert_eq!(report["turningPoints"][0]["node"], blunder["node"]);
    let accuracy = |side: usize| report["accuracy"][side].as_f64().expect("a number");
    assert!(accuracy(0) > accuracy(1), "{report}");

    let state = page.ask(&asked, "state");
    let written = state["tree"].as_array().expect("a tree");
    assert!(written.len() > tree.as_array().expect("a tree").len());
    let node = written.iter().find(|node| node["id"] == blunder["node"]);
    let node = node.expect("the move");
    assert_eq!(node["glyphs"], json!([4]));
    assert_eq!(node["comment"], "[%eval #1]");
    // Once more, nothing is added twice.
    assert_eq!(page.ask(&asked, "state")["tree"], state["tree"]);
    // What was deleted stays so.
    let delete = json!({"type": "delete", "node": blunder["node"]});
    let rest = page.ask(&delete, "state")["tree"].clone();
    assert_eq!(page.ask(&asked, "state")["tree"], rest);
}

#[test]
fn without_its_moves_a_game_has_no_report() {
    let server = Server::new();
    let mut page = server.page();
    open(&mut page, BLUNDER);
    page.ask(&json!({"type": "evaluate"}), "evaluation");
    page.send(&json!({"type": "delete", "node": 2}));
    page.wait_for("evaluationEnded");
    let asked = json!({"type": "addReport"});
    assert_eq!(error(&mut page, &asked), "Evaluate the game first.");
    // What is left has one, but not another game.
    page.send(&json!({"type": "evaluate"}));
    assert!(page.wait_for("report")["moves"].is_array());
    page.new_game("falcon", None);
    assert_eq!(error(&mut page, &asked), "Evaluate the game first.");
}

#[test]
fn the_analysis_shows_threats_unless_there_is_a_check() {
    let server = Server::new();
    let mut page = server.page();
    open(&mut page, "1. e4 e5 2. Qh5 Nc6 3. Bc4 *\n");
    page.ask(&json!({"type": "goTo", "node": 5}), "state");
    page.send(&json!({"type": "showThreats", "on": true}));
    page.send(&json!({"type": "analyze", "lines": 1, "threads": 1, "hash": 1}));
    let mut shown = page.wait_for("thinking");
    while shown["lines"][0]["san"] != "4. Qxf7#" {
        shown = page.wait_for("thinking");
    }
    assert_eq!(shown["threat"], true);
    assert_eq!(shown["lines"][0]["score"]["text"], "#1");
    page.send(&json!({"type": "showThreats", "on": false}));
    while shown["threat"] == true || shown["lines"][0].is_null() {
        shown = page.wait_for("thinking");
    }
    page.send(&json!({"type": "showThreats", "on": true}));
    open(
        &mut page,
        "[FEN \"4k3/8/8/8/8/8/4R3/4K3 b - - 0 1\"]\n\n*\n",
    );
    let mut shown = page.wait_for("thinking");
    while shown["lines"][0].is_null() {
        shown = page.wait_for("thinking");
    }
    assert_eq!(shown["threat"], false);
}

#[test]
fn lines_are_previewed() {
    let server = Server::new();
    let mut page = server.page();
    page.new_game("chess", None);
    let preview = |moves: &[&str]| json!({"type": "preview", "moves": moves});
    let shown = page.ask(&preview(&["e2e4", "e7e5", "g1f3"]), "preview");
    assert_eq!(shown["lastMove"], json!(["g1", "f3"]));
    let pieces = shown["pieces"].as_array().expect("pieces");
    assert!(pieces.contains(&json!(["f3", "wN"])) && pieces.len() == 32);
    assert_eq!(page.ask(&preview(&[]), "preview")["lastMove"], Value::Null);
    let text = error(&mut page, &preview(&["e2e4", "e2e4"]));
    assert!(text.contains("e2e4"), "{text}");
}

#[test]
fn rules_are_explained() {
    let server = Server::new();
    let mut page = server.page();
    let asked = |variant: &str| json!({"type": "rules", "start": {"variant": variant}});
    let rules = page.ask(&asked("falcon"), "rules");
    let falcon = rules["pieces"].as_array().expect("pieces").iter();
    let falcon = falcon.clone().find(|piece| piece["name"] == "Falcon");
    assert_eq!(
        falcon.expect("a Falcon")["captures"]
            .as_array()
            .map(Vec::len),
        Some(16)
    );
    let text = error(&mut page, &asked("whist"));
    assert!(text.contains("whist"), "{text}");
}

#[test]
fn pictures_are_drawn() {
    let server = Server::new();
    let mut page = server.page();
    page.new_game("falcon", None);
    let asked = |animated: bool| json!({"type": "picture", "animated": animated});
    let text = error(&mut page, &asked(true));
    assert_eq!(text, "There are no moves before this position to show.");
    page.play("e2e4");
    for animated in [false, true] {
        let shown = page.ask(&asked(animated), "picture");
        let svg = shown["svg"].as_str().expect("a picture");
        assert!(svg.contains("<svg "), "{svg}");
        assert_eq!(svg.contains("<animate "), animated);
    }
}

#[test]
fn files_of_other_programs_are_imported() {
    let server = Server::new();
    let mut page = server.page();
    let ini = "[small:gardner]\nmaxRank = 6\npromotionRegionWhite = *6\n\
               startFen = rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 1\n[odd:chess]\npass = true\n";
    let asked = |text: &str| json!({"type": "importVariants", "text": text});
    let file = page.ask(&asked(ini), "variantsImported");
    let text = file["text"].as_str().expect("a file");
    assert!(
        text.starts_with("[small]\n") && !text.contains("odd"),
        "{text}"
    );
    let finding = &file["findings"][0];
    assert_eq!(finding["line"], 6);
    let reason = finding["text"].as_str().expect("a sentence");
    assert!(reason.contains("pass"), "{reason}");
    let check = json!({"type": "checkVariants", "text": text, "add": false});
    let checked = page.ask(&check, "variantsChecked");
    assert_eq!(checked["names"], json!(["small"]));
    assert_eq!(checked["rules"]["board"]["variant"], "small");
    let text = error(&mut page, &asked("hello"));
    assert!(text.starts_with("The file is not like those of"), "{text}");
    let text = error(&mut page, &asked(&"[x]\n".repeat(300_000)));
    assert!(text.contains("1.0 MiB at most"), "{text}");
}

#[test]
fn an_engine_that_ponders_plays_on_and_stops_with_its_game() {
    let server = Server::new();
    let mut page = server.page();
    let engine =
        json!({"type": "engine", "level": 20, "moveTime": 200, "book": false, "ponder": true});
    let game = json!({
        "type": "newGame",
        "start": {"variant": "chess"},
        "players": {"white": {"type": "person"}, "black": engine},
        "clock": null,
    });
    let mut state = page.ask(&game, "state");
    for plies in [3, 5, 7] {
        let mv = state["position"]["legal"][0]["mv"].clone();
        page.send(&json!({"type": "play", "mv": mv}));
        while state["tree"].as_array().map(Vec::len) != Some(plies)
            || state["position"]["legal"][0].is_null()
        {
            state = page.wait_for("state");
        }
        assert_eq!(state["engineToMove"], false);
    }
    #[cfg(target_os = "linux")]
    {
        let before = server.ticks();
        let thinks = || {
            std::thread::sleep(std::time::Duration::from_millis(100));
            server.ticks() > before + 5
        };
        assert!((0..300).any(|_| thinks()), "it does not think");
        page.ask(&json!({"type": "stopPlaying"}), "state");
        std::thread::sleep(std::time::Duration::from_millis(100));
        let after = server.ticks();
        std::thread::sleep(std::time::Duration::from_millis(500));
        assert!(server.ticks() < after + 5, "it goes on");
    }
}
