//! Games and studies as a page asks for them.

use serde_json::{Value, json};

use super::client::{Page, Server};

fn moves(state: &Value) -> Vec<String> {
    let legal = state["position"]["legal"].as_array().expect("a list");
    let text = |mv: &Value| mv["mv"].as_str().expect("a move").to_owned();
    legal.iter().map(text).collect()
}

#[test]
fn two_people_play_until_mate() {
    let server = Server::new();
    let mut page = server.page();
    assert_eq!(moves(&page.new_game("chess", None)).len(), 20);
    for mv in ["f2f3", "e7e5", "g2g4"] {
        assert!(page.play(mv)["result"].is_null());
    }
    let end = page.play("d8h4");
    assert_eq!(end["result"]["result"], "0-1");
    assert_eq!(end["result"]["reason"], "Black wins by checkmate.");
    assert!(moves(&end).is_empty() && end["position"]["check"] == "e1");
}

#[test]
fn the_engine_answers_until_the_game_ends_in_every_game() {
    let server = Server::new();
    let mut page = server.page();
    let catalog = server.connect(&server.token, &format!("http://{}", server.host));
    let catalog = catalog.expect("a second page").wait_for("catalog");
    let games = catalog["games"].as_array().expect("a list");
    assert!(games.len() > 80);
    // All games of the main catalog, and some of the library behind it.
    for game in games.iter().take(26).chain(games[26..].iter().step_by(5)) {
        let name = game["name"].as_str().expect("a name");
        let mut state = page.new_game(name, Some(0));
        let mut seed = 1_usize;
        for _ in 0..6 {
            if !state["result"].is_null() {
                break;
            }
            let legal = moves(&state);
            seed = seed * 7 + 3;
            state = page.play(&legal[seed % legal.len()]);
            while state["engineToMove"] == true && state["result"].is_null() {
                state = page.wait_for("state");
            }
        }
        assert!(
            state["tree"].as_array().expect("a tree").len() > 4,
            "{name}"
        );
    }
}

#[test]
fn games_are_described_and_pictured() {
    let server = Server::new();
    let mut page = server.page();
    let games = page.catalog["games"].as_array().expect("a list").clone();
    let find = |name: &str| {
        let found = games.iter().find(|game| game["name"] == name);
        found.unwrap_or_else(|| panic!("no {name}")).clone()
    };
    assert_eq!(games[0]["name"], "falcon");
    let is_described = |game: &Value| game["about"] != "";
    assert!(games.iter().all(is_described), "every game says what it is");
    let about = find("falcon-scorpion")["about"].to_string();
    assert!(
        about.contains("four steps") && !about.contains("http"),
        "{about}"
    );
    let host = format!("Host: {}\r\n", server.host);
    let array =
        |game: &str, token: &str| server.get(&format!("/array?game={game}&token={token}"), &host);
    for game in &games {
        let name = game["name"].as_str().expect("a name");
        let answer = array(name, &server.token);
        assert!(answer.starts_with("HTTP/1.1 200 "), "{name}: {answer}");
        assert!(
            answer.contains("application/json") && answer.contains(r#""start":[["#),
            "{name}"
        );
    }
    assert!(array("shako", "wrong").starts_with("HTTP/1.1 403 "));
    assert!(array("sharko", &server.token).starts_with("HTTP/1.1 404 "));
    assert!(array("", &server.token).starts_with("HTTP/1.1 404 "));
    // One of general pieces is played as any other.
    let state = page.new_game("falcon-cannon", None);
    assert!(moves(&state).contains(&"b2b8".to_owned()));
    let state = page.play("b2b8");
    assert_eq!(state["position"]["side"], "b");
    let pieces = state["position"]["pieces"].as_array().expect("a list");
    assert!(pieces.contains(&json!(["b8", "wC"])), "{pieces:?}");
}

#[test]
fn a_reload_continues_where_the_game_was() {
    let (first, second) = (Server::new(), Server::new());
    let mut page = first.page();
    page.new_game("falcon", Some(3));
    page.play("e2e4");
    let state = page.wait_for("state");
    assert_eq!(state["tree"].as_array().expect("a tree").len(), 3);
    // Another server is what a restarted one is.
    let mut other = second.page();
    let request = json!({"type": "restore", "saved": state["saved"]});
    let restored = other.ask(&request, "state");
    for part in ["tree", "position", "players", "node"] {
        assert_eq!(restored[part], state[part], "{part}");
    }
    other.play(&moves(&restored)[0]);
}

#[test]
fn moves_are_taken_back_and_games_resigned_and_repeated() {
    let server = Server::new();
    let mut page = server.page();
    page.new_game("falcon", Some(0));
    page.play("e2e4");
    page.wait_for("state");
    let state = page.ask(&json!({"type": "takeBack"}), "state");
    assert_eq!(state["tree"].as_array().expect("a tree").len(), 1);
    let error = page.ask(&json!({"type": "takeBack"}), "error");
    assert_eq!(error["text"], "There is no move of yours to take back.");
    let state = page.ask(&json!({"type": "resign"}), "state");
    assert_eq!(state["result"]["reason"], "White resigns.");
    let state = page.ask(&json!({"type": "rematch"}), "state");
    assert_eq!(state["players"]["white"]["type"], "engine");
}

#[test]
fn variations_can_be_studied() {
    let server = Server::new();
    let mut page = server.page();
    page.new_game("chess", None);
    page.ask(&json!({"type": "stopPlaying"}), "state");
    page.play("e2e4");
    let first = page.play("e7e5");
    page.ask(&json!({"type": "goTo", "node": 1}), "state");
    let second = page.play("c7c5");
    page.ask(&json!({"type": "promote", "node": second["node"]}), "state");
    let comment = json!({"type": "comment", "node": second["node"], "text": "Sicilian"});
    page.ask(&comment, "state");
    let glyphs = json!({"type": "glyphs", "node": second["node"], "glyphs": [1, 16]});
    page.ask(&glyphs, "state");
    let pgn = page.ask(&json!({"type": "pgn"}), "pgn");
    let text = pgn["pgn"].as_str().expect("text");
    assert!(
        text.contains("1. e4 c5 $1 $16 {Sicilian} (1... e5) *"),
        "{text}"
    );
    let error = page.ask(
        &json!({"type": "glyphs", "node": 0, "glyphs": [1]}),
        "error",
    );
    assert_eq!(error["text"], "Only a move can have glyphs.");
    let state = page.ask(&json!({"type": "delete", "node": first["node"]}), "state");
    assert_eq!(state["tree"].as_array().expect("a tree").len(), 3);
    let state = page.ask(
        &json!({"type": "openPgn", "pgn": "1. d4 *", "number": null}),
        "state",
    );
    assert_eq!(state["tree"][1]["san"], "d4");
    let two = json!({"type": "openPgn", "pgn": "1. d4 *\n\n1. xx *\n", "number": null});
    let games = page.ask(&two, "games");
    assert!(games["games"][0]["fault"].is_null() && games["games"][1]["fault"].is_string());
}

fn analyze(page: &mut Page) -> Value {
    let request = json!({"type": "analyze", "lines": 2, "threads": 1, "hash": 16});
    let mut thinking = page.ask(&request, "thinking");
    while thinking["lines"].as_array().expect("lines").len() < 2 {
        thinking = page.wait_for("thinking");
    }
    thinking
}

#[test]
fn analysis_follows_the_position() {
    let server = Server::new();
    let mut page = server.page();
    let thinking = analyze(&mut page);
    assert_eq!(thinking["node"], 0);
    let chances = thinking["lines"][0]["score"]["chances"].as_array();
    let sum: u64 = chances
        .expect("three")
        .iter()
        .filter_map(Value::as_u64)
        .sum();
    assert_eq!(sum, 1000);
    page.play("e2e4");
    while page.wait_for("thinking")["node"] != 1 {}
    let ended = json!({"type": "stopAnalysis"});
    while page.ask(&ended, "thinking")["searching"] == true {}
    let error = json!({"type": "analyze", "lines": 9, "threads": 1, "hash": 16});
    let error = page.ask(&error, "error");
    assert_eq!(
        error["text"],
        "The number of lines must be between 1 and 5, not 9."
    );
}

#[test]
fn falcons_show_their_paths() {
    let server = Server::new();
    let mut page = server.page();
    let paths = page.ask(&json!({"type": "paths", "square": "d1"}), "paths");
    let targets = paths["targets"].as_array().expect("targets");
    let e4 = targets.iter().find(|target| target["square"] == "e4");
    let e4 = e4.expect("a Falcon on d1 reaches e4")["paths"].as_array();
    let e4 = e4.expect("paths");
    assert_eq!(e4.len(), 3);
    assert!(e4.iter().all(|path| path["blocked"] != json!([])));
    assert_eq!(e4[0]["squares"].as_array().map(Vec::len), Some(4));
    let error = page.ask(&json!({"type": "paths", "square": "z9"}), "error");
    assert_eq!(error["text"], "There is no square z9.");
}

#[test]
fn positions_and_variants_are_checked_in_the_words_of_the_library() {
    let server = Server::new();
    let mut page = server.page();
    let start = |fen: &str| json!({"variant": "chess", "fen": fen});
    let check = |fen: &str| json!({"type": "checkPosition", "start": start(fen)});
    let checked = page.ask(&check("4k3/8/8/8/8/8/8/R7 w - - 0 1"), "positionChecked");
    assert_eq!(checked["fault"], "White has no King.");
    let checked = page.ask(&check("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "positionChecked");
    assert!(checked["fault"].is_null());
    let variants =
        |text: &str, add: bool| json!({"type": "checkVariants", "text": text, "add": add});
    let checked = page.ask(
        &variants("[mine]\nbase = 'chess'\nbord = 1", false),
        "variantsChecked",
    );
    assert_eq!(checked["faults"][0]["line"], 3);
    let mine = "[mine]\nbase = 'chess'\ncastling = 'none'";
    page.send(&variants(mine, true));
    assert_eq!(page.wait_for("variantsChecked")["added"], true);
    assert!(page.wait_for("catalog").to_string().contains("\"mine\""));
    assert_eq!(moves(&page.new_game("mine", None)).len(), 20);
    let chess = variants("[chess]\nbase = 'falcon'", true);
    let checked = page.ask(&chess, "variantsChecked");
    assert_eq!(checked["added"], false);
    let fault = "chess: a built-in variant cannot be redefined.";
    assert_eq!(checked["faults"][0]["text"], fault);
}

#[test]
fn a_flag_falls() {
    let server = Server::new();
    let mut page = server.page();
    let request = json!({
        "type": "newGame",
        "start": {"variant": "chess"},
        "players": {"white": {"type": "person"}, "black": {"type": "person"}},
        "clock": {"base": 300, "increment": 0},
    });
    let state = page.ask(&request, "state");
    assert_eq!(state["clock"]["running"], true);
    let state = page.wait_for("state");
    assert_eq!(state["result"]["reason"], "White ran out of time.");
    assert_eq!(state["clock"]["white"], 0);
    let mut request = request;
    request["start"]["fen"] = json!("4k3/8/8/8/8/8/5R2/5K2 w - - 0 1");
    page.ask(&request, "state");
    let state = page.wait_for("state");
    let reason = "White ran out of time, but Black cannot mate.";
    assert_eq!(state["result"]["reason"], reason);
    assert_eq!(state["result"]["result"], "1/2-1/2");
}

#[test]
fn nobody_resigns_or_offers_draws_for_two_engines() {
    let server = Server::new();
    let mut page = server.page();
    let engine = json!({"type": "engine", "level": 0, "moveTime": 10_000});
    let request = json!({
        "type": "newGame",
        "start": {"variant": "falcon"},
        "players": {"white": engine, "black": engine},
        "clock": null,
    });
    page.ask(&request, "state");
    for (request, text) in [
        ("resign", "Only a person can resign."),
        ("offerDraw", "Only a person can offer a draw."),
    ] {
        let error = page.ask(&json!({"type": request}), "error");
        assert_eq!(error["text"], text);
    }
}

#[test]
fn tablebases_judge_every_move() {
    let server = Server::new();
    let mut page = server.page();
    let request = json!({
        "type": "newGame",
        "start": {"variant": "chess", "fen": "7k/8/5K2/8/8/8/8/1R6 w - - 0 1"},
        "players": {"white": {"type": "person"}, "black": {"type": "person"}},
        "clock": null,
    });
    let state = page.ask(&request, "state");
    let position = &state["position"];
    let said = position["tablebase"].as_str().expect("a table");
    assert!(said.starts_with("White mates in "), "{said}");
    let legal = position["legal"].as_array().expect("moves");
    let value = |san: &str| {
        let mv = legal
            .iter()
            .find(|mv| mv["san"] == san)
            .expect("a legal move");
        mv["tablebase"]["value"].as_i64().expect("a verdict")
    };
    assert_eq!((value("Rg1"), value("Kf5")), (1, 1));
    assert!(legal.iter().all(|mv| mv["tablebase"]["value"].is_i64()));
    let lost = json!({"type": "play", "mv": "f6f7"});
    let state = page.ask(&lost, "state");
    let reply = &state["position"]["legal"][0];
    assert_eq!(reply["tablebase"]["value"], -1);
}
