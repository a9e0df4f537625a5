//! Two people at two devices.

use serde_json::{Value, json};

use super::client::{Page, Server};

/// What the page sends next that fits.
fn wait_until(page: &mut Page, fits: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = page.next();
        if fits(&message) {
            return message;
        }
    }
}

fn state_where(page: &mut Page, fits: impl Fn(&Value) -> bool) -> Value {
    wait_until(page, |message| message["type"] == "state" && fits(message))
}

fn plies(state: &Value) -> usize {
    state["tree"].as_array().expect("a tree").len() - 1
}

fn can_move(state: &Value) -> bool {
    !state["position"]["legal"]
        .as_array()
        .expect("moves")
        .is_empty()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// Opens a game for a person at another device. Returns the state and the token of the link.
fn invite(host: &mut Page, color: &str, clock: &Value) -> (Value, String) {
    let (person, remote) = (json!({"type": "person"}), json!({"type": "remote"}));
    let (white, black) = match color {
        "white" => (person, remote),
        _ => (remote, person),
    };
    let request = json!({
        "type": "newGame",
        "start": {"variant": "chess"},
        "players": {"white": white, "black": black},
        "clock": clock,
    });
    let state = host.ask(&request, "state");
    let token = text(&state["shared"]["token"]);
    (state, token)
}

/// A host with White, a guest with Black, and the token of their link.
fn pair(server: &Server) -> (Page, Page, String) {
    let mut host = server.page();
    let (_, token) = invite(&mut host, "white", &Value::Null);
    let mut guest = server.join(&token, "guest").expect("the guest joins");
    guest.wait_for("state");
    state_where(&mut host, |state| state["shared"]["present"] == true);
    (host, guest, token)
}

/// Makes a move at one page, and returns the states of both.
fn play(page: &mut Page, other: &mut Page, mv: &str) -> (Value, Value) {
    let own = page.play(mv);
    let plies = plies(&own);
    let seen = state_where(other, |state| self::plies(state) == plies);
    (own, seen)
}

fn refusal(page: &mut Page, request: &Value) -> String {
    text(&page.ask(request, "error")["text"])
}

fn access(server: &Server, query: &str) -> String {
    let host = format!("Host: {}\r\n", server.host);
    server.get(&format!("/access?{query}"), &host)
}

#[test]
fn both_see_each_move_and_play_their_own_color() {
    let server = Server::new();
    let mut host = server.page();
    let (state, token) = invite(&mut host, "white", &Value::Null);
    assert_eq!(
        (&state["shared"]["side"], &state["shared"]["joined"]),
        (&json!("w"), &json!(false))
    );
    let mut guest = server.join(&token, "guest").expect("the guest joins");
    assert_eq!(guest.wait_for("catalog")["games"], json!([]));
    let first = guest.wait_for("state");
    let shared = &first["shared"];
    assert_eq!(
        (&shared["side"], &shared["present"]),
        (&json!("b"), &json!(true))
    );
    assert!(shared["token"].is_null() && !can_move(&first));
    assert_eq!(first["players"]["white"]["type"], "remote");
    state_where(&mut host, |state| state["shared"]["present"] == true);

    let (own, seen) = play(&mut host, &mut guest, "e2e4");
    assert!(!can_move(&own) && can_move(&seen));
    let request = json!({"type": "play", "mv": "e7e5"});
    assert!(refusal(&mut host, &request).contains("other player's turn"));
    let (own, seen) = play(&mut guest, &mut host, "e7e5");
    assert!(!can_move(&own) && can_move(&seen));
    let request = json!({"type": "play", "mv": "d2d4"});
    assert!(refusal(&mut guest, &request).contains("other player's turn"));

    let analyze = json!({"type": "analyze", "lines": 1, "threads": 1, "hash": 1});
    assert!(refusal(&mut host, &analyze).contains("another person"));
    assert!(refusal(&mut host, &json!({"type": "takeBack"})).contains("stand"));
    guest.send(&json!({"type": "resign"}));
    for page in [&mut host, &mut guest] {
        let end = state_where(page, |state| !state["result"].is_null());
        assert_eq!(end["result"]["result"], "1-0");
        assert_eq!(end["result"]["reason"], "Black resigns.");
    }
}

#[test]
fn a_link_lets_one_browser_in() {
    let server = Server::new();
    let (mut host, mut guest, token) = pair(&server);
    assert!(server.join(&token, "another").is_err());
    let answer = access(&server, &format!("join={token}&key=another"));
    assert!(answer.starts_with("HTTP/1.1 409 ") && answer.contains("Somebody else plays"));
    for (query, status) in [
        (format!("join={token}&key=guest"), 204),
        (format!("join={token}"), 409),
        (format!("join={token}&key={}", "x".repeat(100)), 409),
        ("join=0123456789abcdef&key=guest".to_owned(), 404),
        ("join=&key=guest".to_owned(), 404),
        (format!("join={}&key=guest", server.token), 404),
        (format!("token={token}"), 403),
    ] {
        let answer = access(&server, &query);
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{query}: {answer}"
        );
    }
    let picture = server.get(
        &format!("/array?game=chess&token={token}&join={token}"),
        &format!("Host: {}\r\n", server.host),
    );
    assert!(picture.starts_with("HTTP/1.1 403 "));
    assert!(
        server
            .connect(&token, &format!("http://{}", server.host))
            .is_err()
    );
    play(&mut host, &mut guest, "e2e4");
}

#[test]
fn a_guest_can_play_and_nothing_else() {
    let server = Server::new();
    let (mut host, mut guest, _) = pair(&server);
    let start = json!({"variant": "falcon"});
    let person = json!({"type": "person"});
    let players = json!({"white": person, "black": person});
    for request in [
        json!({"type": "newGame", "start": start, "players": players, "clock": null}),
        json!({"type": "rematch"}),
        json!({"type": "openPgn", "pgn": "1. e4 e5 *", "number": null}),
        json!({"type": "openLine", "start": start, "moves": []}),
        json!({"type": "delete", "node": 1}),
        json!({"type": "comment", "node": 0, "text": "x"}),
        json!({"type": "takeBack"}),
        json!({"type": "takeSeat"}),
        json!({"type": "stopPlaying"}),
        json!({"type": "analyze", "lines": 1, "threads": 1, "hash": 1}),
        json!({"type": "evaluate"}),
        json!({"type": "addReport"}),
        json!({"type": "showThreats", "on": true}),
        json!({"type": "preview", "moves": ["e2e4"]}),
        json!({"type": "checkPosition", "start": start}),
        json!({"type": "checkVariants", "text": "", "add": true}),
        json!({"type": "importVariants", "text": ""}),
        json!({"type": "listMatches"}),
        json!({"type": "watch", "name": "x"}),
        json!({"type": "openWatched", "game": 1}),
        json!({"type": "rules", "start": start}),
        json!({"type": "picture", "animated": true}),
        json!({"type": "openLesson", "number": 0}),
        json!({"type": "restore", "saved": "{}"}),
    ] {
        let sentence = refusal(&mut guest, &request);
        assert!(sentence.contains("can only play"), "{request}: {sentence}");
    }
    for request in [
        json!({"type": "dance"}),
        json!({"type": "play"}),
        json!({"type": "play", "mv": "e2e5"}),
        json!({"type": "goTo", "node": 77}),
        json!({"type": "offerRematch"}),
        json!({"type": "decline"}),
        json!({"type": "paths", "square": "z9"}),
    ] {
        assert!(refusal(&mut guest, &request).ends_with('.'), "{request}");
    }
    let rules = json!({"type": "rules", "start": {"variant": "chess"}});
    guest.ask(&rules, "rules");
    play(&mut host, &mut guest, "e2e4");
    play(&mut guest, &mut host, "e7e5");
    assert!(text(&guest.ask(&json!({"type": "pgn"}), "pgn")["pgn"]).contains("1. e4 e5"));
}

#[test]
fn both_come_back_to_the_game_as_it_is() {
    let server = Server::new();
    let (mut host, mut guest, token) = pair(&server);
    let (kept, _) = play(&mut host, &mut guest, "e2e4");
    drop(host);
    state_where(&mut guest, |state| state["shared"]["present"] == false);
    guest.play("c7c5");

    let mut host = server.page();
    let restore = json!({"type": "restore", "saved": kept["saved"]});
    let state = host.ask(&restore, "state");
    assert!(plies(&state) == 2 && can_move(&state));
    assert_eq!(state["shared"]["token"], token.as_str());
    state_where(&mut guest, |state| state["shared"]["present"] == true);

    // The guest reloads, and the server has not noticed yet that the page before is gone.
    let mut again = server.join(&token, "guest").expect("the guest comes back");
    assert_eq!(plies(&again.wait_for("state")), 2);
    assert!(text(&guest.wait_for("dismissed")["text"]).contains("another tab"));
    let mut guest = again;
    play(&mut host, &mut guest, "g1f3");

    // So does the host.
    let mut other = server.page();
    assert_eq!(plies(&other.ask(&restore, "state")), 3);
    assert!(text(&host.wait_for("notice")["text"]).contains("another tab"));
    play(&mut guest, &mut other, "d7d6");
    assert!(refusal(&mut host, &json!({"type": "resign"})).contains("no game"));
}

#[test]
fn draws_and_other_games_are_offered_and_answered() {
    let server = Server::new();
    let (mut host, mut guest, _) = pair(&server);
    let offer = json!({"type": "offerDraw"});
    host.ask(&offer, "state");
    state_where(&mut guest, |state| state["shared"]["offer"] == "w");
    guest.ask(&json!({"type": "decline"}), "state");
    assert!(text(&host.wait_for("notice")["text"]).contains("declines"));
    assert!(refusal(&mut host, &offer).contains("already"));
    host.play("e2e4");
    // A move declines, too.
    host.ask(&offer, "state");
    state_where(&mut guest, |state| state["shared"]["offer"] == "w");
    assert!(guest.play("e7e5")["shared"]["offer"].is_null());
    host.wait_for("notice");

    guest.ask(&offer, "state");
    state_where(&mut host, |state| state["shared"]["offer"] == "b");
    let end = host.ask(&offer, "state");
    assert_eq!(end["result"]["result"], "1/2-1/2");
    state_where(&mut guest, |state| state["result"]["result"] == "1/2-1/2");

    let rematch = json!({"type": "offerRematch"});
    guest.ask(&rematch, "state");
    state_where(&mut host, |state| state["shared"]["offer"] == "b");
    let next = host.ask(&rematch, "state");
    assert!(plies(&next) == 0 && next["shared"]["side"] == "b" && !can_move(&next));
    let next = state_where(&mut guest, |state| plies(state) == 0);
    assert!(next["shared"]["side"] == "w" && next["result"].is_null());
    play(&mut guest, &mut host, "d2d4");
}

#[test]
fn the_host_may_take_the_seat_back_or_leave() {
    let server = Server::new();
    let (mut host, mut guest, token) = pair(&server);
    play(&mut host, &mut guest, "e2e4");
    let state = host.ask(&json!({"type": "takeSeat"}), "state");
    assert!(can_move(&state) && state["shared"].is_null());
    assert_eq!(state["players"]["black"]["type"], "person");
    assert!(text(&guest.wait_for("dismissed")["text"]).contains("taken your seat"));
    assert!(server.join(&token, "guest").is_err());
    assert_eq!(plies(&host.play("e7e5")), 2);

    let (mut host, mut guest, token) = pair(&server);
    host.new_game("falcon", None);
    assert!(text(&guest.wait_for("dismissed")["text"]).contains("left"));
    assert!(server.join(&token, "guest").is_err());
}

#[test]
fn another_server_gives_the_game_another_link() {
    let (kept, token) = {
        let server = Server::new();
        let (mut host, mut guest, token) = pair(&server);
        (play(&mut host, &mut guest, "e2e4").0, token)
    };
    let server = Server::new();
    let mut host = server.page();
    host.send(&json!({"type": "restore", "saved": kept["saved"]}));
    assert!(text(&host.wait_for("notice")["text"]).contains("new link"));
    let state = host.wait_for("state");
    let new = text(&state["shared"]["token"]);
    assert!(new != token && plies(&state) == 1 && state["shared"]["joined"] == false);
    assert!(server.join(&token, "guest").is_err());
    let mut guest = server.join(&new, "guest").expect("the guest joins");
    assert!(can_move(&guest.wait_for("state")));
    play(&mut guest, &mut host, "e7e5");
    // A saved game that names no link, or that nobody could play.
    let saved = text(&kept["saved"]);
    let nobody = saved.replace(r#""type":"person""#, r#""type":"remote""#);
    let refused = server
        .page()
        .ask(&json!({"type": "restore", "saved": nobody}), "notRestored");
    assert!(text(&refused["text"]).contains("at this page"), "{refused}");
}

#[test]
fn the_clocks_start_when_both_are_there() {
    let server = Server::new();
    let mut host = server.page();
    let clock = json!({"base": 1500, "increment": 0});
    let (state, token) = invite(&mut host, "black", &clock);
    assert_eq!(state["clock"]["running"], false);
    let mut guest = server.join(&token, "guest").expect("the guest joins");
    let state = guest.wait_for("state");
    assert!(state["clock"]["running"] == true && can_move(&state));
    for page in [&mut host, &mut guest] {
        let end = state_where(page, |state| !state["result"].is_null());
        assert_eq!(end["result"]["result"], "0-1");
        assert_eq!(end["clock"]["running"], false);
    }
}

#[test]
fn games_nobody_looks_at_make_room() {
    let server = Server::new();
    let mut first = server.page();
    let (_, token) = invite(&mut first, "white", &Value::Null);
    let mut deserted = server.page();
    let (_, lost) = invite(&mut deserted, "white", &Value::Null);
    drop(deserted);
    for _ in 0..63 {
        invite(&mut server.page(), "white", &Value::Null);
    }
    assert!(server.join(&lost, "guest").is_err());
    server
        .join(&token, "guest")
        .expect("this game is still open");
}
