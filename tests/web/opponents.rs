//! Games against other engines, which behave and misbehave.

use std::env;

use serde_json::{Value, json};

use super::client::{Page, Server};
use super::mock;

/// The environment variable with the arguments of the mock engine.
const MOCK: &str = "PEREGRINE_MOCK";

/// This program starts itself as an engine.
#[test]
fn plays_as_mock() {
    if let Ok(arguments) = env::var(MOCK) {
        let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        mock::run(&arguments);
    }
}

/// The description of a mock engine that speaks this protocol and does this.
fn engine(name: &str, protocol: &str, does: &str) -> String {
    let program = env::current_exe().expect("this program");
    format!(
        "name={name} command='{}' protocol={protocol} patience=30 \
         environment.{MOCK}='{protocol} {does}' argument=--exact \
         argument=opponents::plays_as_mock argument=--nocapture argument=--quiet \
         argument=--test-threads=2",
        program.display()
    )
}

fn server(engines: &[String]) -> Server {
    let options = engines
        .iter()
        .flat_map(|engine| ["--engine", engine.as_str()]);
    Server::with(&options.collect::<Vec<_>>())
}

fn other(number: usize) -> Value {
    json!({"type": "otherEngine", "number": number, "moveTime": 20})
}

fn person() -> Value {
    json!({"type": "person"})
}

fn peregrine() -> Value {
    json!({"type": "engine", "level": 3, "moveTime": 20, "book": true, "ponder": true})
}

fn game(variant: &str, white: &Value, black: &Value, clock: Value) -> Value {
    json!({
        "type": "newGame",
        "start": {"variant": variant},
        "players": {"white": white, "black": black},
        "clock": clock,
    })
}

/// Starts a game of chess, in which whoever sits before the page plays White, and makes a move.
fn start_game(page: &mut Page) -> Value {
    page.ask(&game("chess", &person(), &other(0), Value::Null), "state");
    page.play("e2e4")
}

fn plies(state: &Value) -> usize {
    state["tree"].as_array().expect("a tree").len() - 1
}

fn has_ended(state: &Value) -> bool {
    !state["result"].is_null()
}

/// The next state that is as wanted.
fn wait_for_state(page: &mut Page, is_wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = page.next();
        assert_ne!(message["type"], "error", "{message}");
        if message["type"] == "state" && is_wanted(&message) {
            return message;
        }
    }
}

/// The error that comes, and the last state before it.
fn failure(page: &mut Page) -> (Value, String) {
    let mut state = Value::Null;
    loop {
        let message = page.next();
        match message["type"].as_str() {
            Some("state") => state = message,
            Some("error") => return (state, text(&message)),
            _ => {}
        }
    }
}

fn text(message: &Value) -> String {
    message["text"].as_str().expect("a text").to_owned()
}

fn legal(state: &Value) -> String {
    let mv = &state["position"]["legal"][0]["mv"];
    mv.as_str().expect("a legal move").to_owned()
}

#[test]
fn a_game_against_another_engine() {
    for protocol in ["uci", "cecp"] {
        let server = server(&[engine("Mock", protocol, "")]);
        let mut page = server.page();
        assert_eq!(page.catalog["engines"], json!(["Mock"]));
        let mut state = start_game(&mut page);
        assert_eq!(state["players"]["black"], other(0));
        for moves in 1..4 {
            if plies(&state) < 2 * moves {
                state = wait_for_state(&mut page, |state| plies(state) == 2 * moves);
            }
            state = page.play(&legal(&state));
        }
        let pgn = page.ask(&json!({"type": "pgn"}), "pgn");
        let pgn = pgn["pgn"].as_str().expect("text").to_owned();
        assert!(pgn.contains("[Black \"Mock\"]"), "{pgn}");
        // Nothing helps against it.
        let analyze = json!({"type": "analyze", "lines": 1, "threads": 1, "hash": 1});
        let refused = text(&page.ask(&analyze, "error"));
        assert!(refused.contains("does not help"), "{refused}");
        // It says that it is ahead by 12 hundredths of a Pawn.
        let declined = page.ask(&json!({"type": "offerDraw"}), "notice");
        assert_eq!(text(&declined), "The engine Mock declines the draw.");
        // Its last reply may come after the request.
        page.send(&json!({"type": "resign"}));
        let state = wait_for_state(&mut page, has_ended);
        assert_eq!(state["result"]["reason"], "White resigns.");
        // With the colors changed, it begins.
        page.send(&json!({"type": "rematch"}));
        let state = wait_for_state(&mut page, |state| plies(state) == 1);
        assert_eq!(state["players"]["white"], other(0));
    }
}

#[test]
fn engines_play_each_other_on_two_pages() {
    let engines = [
        engine("One", "uci", "seed=5"),
        engine("Two", "cecp", "seed=7"),
    ];
    let server = server(&engines);
    let mut pages = [server.page(), server.page()];
    pages[0].send(&game("chess", &peregrine(), &other(1), Value::Null));
    let clock = json!({"base": 60_000, "increment": 100});
    pages[1].send(&game("chess", &other(0), &other(1), clock));
    for page in &mut pages {
        let state = wait_for_state(page, |state| plies(state) > 9 || has_ended(state));
        let pgn = page.ask(&json!({"type": "pgn"}), "pgn");
        let pgn = pgn["pgn"].as_str().expect("text").to_owned();
        assert!(pgn.contains("[Black \"Two\"]"), "{pgn}");
        assert!(plies(&state) > 3);
        page.ask(&json!({"type": "stopPlaying"}), "state");
    }
}

#[test]
fn what_an_engine_does_wrong_is_said_and_the_game_stays() {
    for (protocol, does, said) in [
        (
            "uci",
            "does=illegal-move",
            "Mock makes an illegal move: 'e1e8'.",
        ),
        (
            "uci",
            "does=nonsense",
            "Mock makes an illegal move: '!?%$'.",
        ),
        ("uci", "does=crash", "Mock crashed: "),
        ("uci", "does=leave", "Mock crashed: "),
        (
            "cecp",
            "does=illegal-move",
            "Mock makes an illegal move: 'e1e8'.",
        ),
        (
            "cecp",
            "does=claims-win",
            "Mock claims 0-1 in an unfinished game",
        ),
        (
            "cecp",
            "does=claims-draw",
            "Mock claims 1/2-1/2 in an unfinished game",
        ),
        (
            "cecp",
            "does=refuses",
            "Mock refuses to continue: 'Illegal move: e2e4'.",
        ),
        ("cecp", "does=crash", "assertion failed: the King is there"),
    ] {
        let server = server(&[engine("Mock", protocol, does)]);
        let mut page = server.page();
        start_game(&mut page);
        let (state, error) = failure(&mut page);
        assert!(error.starts_with("The engine Mock "), "{error}");
        assert!(error.contains(said), "{does}: {error}");
        assert!(error.ends_with(" The game goes on as a study."), "{error}");
        assert!(state["players"].is_null() && plies(&state) == 1, "{state}");
        assert_eq!(state["result"], Value::Null);
        // The page plays on.
        assert_eq!(plies(&page.play("e7e5")), 2);
    }
}

#[test]
fn silence_does_not_last_for_ever() {
    for (protocol, does, said) in [
        ("uci", "does=hang", "did not answer for "),
        ("cecp", "does=hang", "did not answer for "),
        (
            "uci",
            "does=no-greeting",
            "failed after 'uci': did not answer",
        ),
        ("cecp", "does=never-ready", "did not answer"),
    ] {
        let impatient = engine("Mock", protocol, does) + " patience=1.5";
        let server = server(&[impatient]);
        let mut page = server.page();
        page.send(&game("chess", &other(0), &person(), Value::Null));
        let (state, error) = failure(&mut page);
        assert!(error.contains(said), "{does}: {error}");
        assert!(state["players"].is_null(), "{state}");
    }
}

#[test]
fn an_engine_that_cannot_play_says_so_at_the_start() {
    for (engine, variant, said) in [
        (
            engine("Mock", "uci", ""),
            "falcon",
            "failed while setting up the variant: ",
        ),
        (
            engine("Mock", "cecp", ""),
            "falcon",
            "does not play 'freefalcon'",
        ),
        (
            engine("Mock", "uci", "does=crash-at-greeting"),
            "chess",
            "no network file",
        ),
        (
            engine("Mock", "uci", "") + " option.Nonsense=1",
            "chess",
            "Nonsense",
        ),
    ] {
        let server = server(&[engine]);
        let mut page = server.page();
        page.send(&game(variant, &person(), &other(0), Value::Null));
        let (state, error) = failure(&mut page);
        assert!(error.starts_with("The engine Mock "), "{error}");
        assert!(error.contains(said), "{error}");
        assert!(state["players"].is_null(), "{state}");
        // Another opponent is there.
        let state = page.new_game("chess", Some(0));
        assert_eq!(state["players"]["black"]["type"], "engine");
    }
}

#[test]
fn engines_resign_and_offer_draws() {
    let server = server(&[
        engine("Mock", "cecp", "does=resign"),
        engine("Mild", "cecp", "does=offers-draw"),
    ]);
    let mut page = server.page();
    start_game(&mut page);
    let state = wait_for_state(&mut page, has_ended);
    assert_eq!(state["result"]["reason"], "Black resigns.");
    assert_eq!(plies(&state), 1);
    // An offer is accepted by another.
    page.send(&game("chess", &other(1), &person(), Value::Null));
    let offer = page.wait_for("notice");
    assert_eq!(
        text(&offer),
        "The engine Mild offers a draw. Offer one to accept it."
    );
    page.send(&json!({"type": "offerDraw"}));
    let state = wait_for_state(&mut page, has_ended);
    assert_eq!(state["result"]["reason"], "Drawn by agreement.");
    // It stands for one move.
    page.send(&game("chess", &other(1), &person(), Value::Null));
    page.wait_for("notice");
    page.play("e7e5");
    wait_for_state(&mut page, |state| plies(state) == 3);
    page.ask(&json!({"type": "offerDraw"}), "notice");
    // The second of two engines accepts the offer of the first.
    page.send(&game("chess", &other(1), &other(1), Value::Null));
    let state = wait_for_state(&mut page, has_ended);
    assert_eq!(
        (&state["result"]["reason"], plies(&state)),
        (&json!("Drawn by agreement."), 1)
    );
}

#[test]
fn a_silent_engine_loses_on_time() {
    let server = server(&[engine("Mock", "uci", "does=hang")]);
    let mut page = server.page();
    let clock = json!({"base": 2_000, "increment": 0});
    page.send(&game("chess", &other(0), &person(), clock));
    let state = wait_for_state(&mut page, |state| state["engineToMove"] == true);
    // Its clock has waited for it to become ready.
    assert!(state["clock"]["white"].as_u64() > Some(1_500), "{state}");
    let state = wait_for_state(&mut page, has_ended);
    assert_eq!(state["result"]["reason"], "White ran out of time.");
}

#[test]
fn moves_are_taken_back_while_it_thinks() {
    let server = server(&[engine("Mock", "uci", "does=hang at=2")]);
    let mut page = server.page();
    start_game(&mut page);
    let state = wait_for_state(&mut page, |state| plies(state) == 2);
    assert_eq!(page.play(&legal(&state))["engineToMove"], true);
    let state = page.ask(&json!({"type": "takeBack"}), "state");
    assert_eq!(plies(&state), 2);
    // It has been started again, and has the game.
    page.play(&legal(&state));
    wait_for_state(&mut page, |state| plies(state) == 4);
}

#[test]
fn a_reload_continues_with_the_same_engine() {
    let [one, two] = ["One", "Two"].map(|name| engine(name, "uci", ""));
    let first = server(&[one.clone(), two.clone()]);
    let mut page = first.page();
    page.send(&game("chess", &person(), &other(1), Value::Null));
    page.wait_for("state");
    page.play("e2e4");
    let state = wait_for_state(&mut page, |state| plies(state) == 2);
    let saved = state["saved"].clone();
    let restore = |server: &Server, saved: &Value| {
        let mut page = server.page();
        let state = page.ask(&json!({"type": "restore", "saved": saved}), "state");
        (page, state)
    };
    // It may have another number.
    for (engines, number) in [([one.clone(), two.clone()], 1), ([two, one.clone()], 0)] {
        let second = server(&engines);
        let (mut page, restored) = restore(&second, &saved);
        assert_eq!(restored["players"]["black"], other(number));
        assert_eq!(restored["tree"], state["tree"]);
        page.play(&legal(&restored));
        wait_for_state(&mut page, |state| plies(state) == 4);
    }
    // Where it is missing, no other engine takes its place.
    let text_of = |saved: &Value| saved.as_str().expect("a text").to_owned();
    let nameless: Value = text_of(&saved)
        .replace("[null,\"Two\"]", "[null,null]")
        .into();
    assert_ne!(nameless, saved);
    for (engines, saved, said) in [
        (&[one.clone()][..], &saved, "The engine Two is not here"),
        (&[], &saved, "The engine Two is not here"),
        (&[one], &nameless, "The engine of this game is not here"),
    ] {
        let second = server(engines);
        let (mut page, restored) = restore(&second, saved);
        assert!(restored["players"].is_null(), "{restored}");
        assert_eq!(restored["tree"], state["tree"]);
        let said_here = text(&page.wait_for("notice"));
        assert!(said_here.starts_with(said), "{said_here}");
        // Both sides can be moved.
        assert_eq!(plies(&page.play(&legal(&restored))), 3);
    }
}

#[test]
fn engines_that_are_not_there_are_refused() {
    let server = Server::new();
    let mut page = server.page();
    assert_eq!(page.catalog["engines"], json!([]));
    let state = page.new_game("chess", None);
    let request = game("falcon", &person(), &other(0), Value::Null);
    let refused = page.ask(&request, "error");
    assert_eq!(text(&refused), "There is no other engine number 0 here.");
    // The game goes on.
    assert_eq!(page.play("e2e4")["game"], state["game"]);
    let remote = json!({"type": "remote"});
    page.ask(&game("falcon", &remote, &other(0), Value::Null), "error");
    let huge = json!({"type": "otherEngine", "number": u64::MAX, "moveTime": u64::MAX});
    page.ask(&game("falcon", &person(), &huge, Value::Null), "error");
}

#[cfg(target_os = "linux")]
mod processes {
    use std::fs;
    use std::process::Command;
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::client::PATIENCE;

    /// The mock engines among the children of the server.
    fn engines(server: &Server) -> Vec<u32> {
        let is_engine = |id: &u32| {
            let read = |name: &str| fs::read_to_string(format!("/proc/{id}/{name}"));
            let stat = read("stat").unwrap_or_default();
            let fields = stat.rsplit(") ").next().unwrap_or_default();
            let parent = fields.split(' ').nth(1).map(str::to_owned);
            let command = read("cmdline").unwrap_or_default();
            parent == Some(server.id().to_string()) && command.contains("plays_as_mock")
        };
        let entries = fs::read_dir("/proc").expect("a system with processes");
        let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        ids.filter(is_engine).collect()
    }

    /// Waits until as many engines run.
    #[track_caller]
    fn wait_for_engines(server: &Server, count: usize) -> Vec<u32> {
        let begin = Instant::now();
        loop {
            let running = engines(server);
            if running.len() == count {
                return running;
            }
            assert!(begin.elapsed() < PATIENCE, "{} run", running.len());
            thread::sleep(Duration::from_millis(20));
        }
    }

    #[test]
    fn no_engine_outlives_its_game() {
        let server = server(&[
            engine("Mock", "uci", "does=hang at=2"),
            engine("Mild", "cecp", ""),
        ]);
        wait_for_engines(&server, 0);
        let mut page = server.page();
        start_game(&mut page);
        let first = wait_for_engines(&server, 1);
        // Taking back while it thinks starts it anew.
        let state = wait_for_state(&mut page, |state| plies(state) == 2);
        assert_eq!(page.play(&legal(&state))["engineToMove"], true);
        page.ask(&json!({"type": "takeBack"}), "state");
        assert_ne!(wait_for_engines(&server, 1), first);
        page.ask(&json!({"type": "resign"}), "state");
        wait_for_engines(&server, 0);
        // Two in a game, and a game after the other.
        for _ in 0..3 {
            page.ask(&game("chess", &other(0), &other(1), Value::Null), "state");
        }
        wait_for_engines(&server, 2);
        page.ask(&json!({"type": "openPgn", "pgn": "1. e4 *"}), "state");
        wait_for_engines(&server, 0);
        page.ask(&game("chess", &person(), &other(1), Value::Null), "state");
        wait_for_engines(&server, 1);
        page.ask(&json!({"type": "stopPlaying"}), "state");
        wait_for_engines(&server, 0);
    }

    #[test]
    fn no_engine_outlives_its_page_or_the_server() {
        let server = server(&[engine("Mock", "uci", "does=hang")]);
        let mut page = server.page();
        start_game(&mut page);
        wait_for_engines(&server, 1);
        drop(page);
        wait_for_engines(&server, 0);
        for signal in ["INT", "KILL"] {
            let server = self::server(&[engine("Mock", "uci", "does=hang")]);
            let mut pages = [server.page(), server.page()];
            pages.iter_mut().for_each(|page| _ = start_game(page));
            let running = wait_for_engines(&server, 2);
            let id = server.id().to_string();
            let sent = Command::new("kill").args(["-s", signal, &id]).status();
            assert!(sent.expect("a program").success());
            let begin = Instant::now();
            let lives = |id: &u32| {
                let command = fs::read_to_string(format!("/proc/{id}/cmdline"));
                command.is_ok_and(|command| command.contains("plays_as_mock"))
            };
            while running.iter().any(lives) {
                assert!(begin.elapsed() < PATIENCE, "{running:?} after {signal}");
                thread::sleep(Duration::from_millis(20));
            }
        }
    }
}
