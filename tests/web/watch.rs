//! Matches that are watched: finished, running, damaged, and none at all.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{PATIENCE, Page, Server};
use crate::running::{Running, Start};

/// A match of the engine against itself.
fn begin_match(directory: &Path, rounds: usize, limit: &str) -> Running {
    let program = env!("CARGO_BIN_EXE_peregrine");
    let engine = |name: &str| format!("name={name} command='{program}' {limit} protocol=uci");
    Command::new(program)
        .args(["match", "--variant", "chess", "--title", "A trial", "--out"])
        .arg(directory)
        .args(["--rounds", &rounds.to_string()])
        .args(["--engine", &engine("one"), "--engine", &engine("two")])
        // Whoever is late on a busy machine does not lose by it.
        .args(["--length", "60", "--margin", "60"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .start()
}

fn server(folder: &Path) -> Server {
    Server::with(&["--games", folder.to_str().expect("a path")])
}

fn matches(page: &mut Page) -> Vec<Value> {
    let listed = page.ask(&json!({"type": "listMatches"}), "matches");
    listed["matches"].as_array().expect("a list").clone()
}

fn refusal(page: &mut Page, request: &Value) -> String {
    let refused = page.ask(request, "error");
    refused["text"].as_str().expect("a sentence").to_owned()
}

#[test]
fn a_finished_match_and_its_games_are_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let directory = folder.path().join("trial");
    let status = begin_match(&directory, 1, "nodes=20")
        .wait()
        .expect("it ends");
    assert!(status.success());
    fs::create_dir(folder.path().join("no match")).expect("a folder");
    let damaged = folder.path().join("damaged");
    fs::create_dir(&damaged).expect("a folder");
    fs::write(damaged.join("results.jsonl"), "{}\n").expect("a file");

    let server = server(folder.path());
    let mut page = server.page();
    assert_eq!(page.catalog["hasMatches"], true);
    let listed = matches(&mut page);
    assert_eq!(listed.len(), 2);
    assert_eq!(listed[0]["name"], "damaged");
    let fault = listed[0]["fault"].as_str().expect("a sentence");
    assert!(fault.contains("not the results file of a match"), "{fault}");
    assert_eq!(
        (&listed[1]["title"], &listed[1]["played"]),
        (&json!("A trial"), &json!(2))
    );

    let view = page.ask(&json!({"type": "watch", "name": "trial"}), "match");
    assert_eq!(view["isRunning"], false);
    assert_eq!(view["standings"].as_array().map(Vec::len), Some(2));
    assert_eq!(view["summary"][0], "Games   2 of 2 finished");
    let game = &view["games"][0];
    assert_eq!(
        (&game["label"], &game["white"]),
        (&json!("1.2"), &json!("two"))
    );
    let state = page.ask(&json!({"type": "openWatched", "game": 1}), "state");
    assert_eq!(
        state["tree"].as_array().map(Vec::len),
        game["plies"].as_u64().map(|plies| plies as usize + 1)
    );
    assert_eq!(state["result"]["result"], game["result"]);
    assert_ne!(state["tree"][1]["comment"], "");

    for name in ["..", "../trial", "no match", "", "/", "trial/"] {
        let text = refusal(&mut page, &json!({"type": "watch", "name": name}));
        assert_eq!(text, format!("There is no match called {name}."));
    }
    let text = refusal(&mut page, &json!({"type": "openWatched", "game": 7}));
    assert_eq!(text, "The match has no game 4.2 yet.");
}

/// Opens a game in progress and waits until it has grown on the page by more than two moves;
/// `false` if it has ended before.
fn is_seen_to_grow(page: &mut Page) -> bool {
    let view = page.ask(&json!({"type": "watch", "name": "."}), "match");
    let games = view["games"].as_array().expect("games").iter();
    let Some(game) = games.clone().find(|game| game["result"].is_null()) else {
        return false;
    };
    page.send(&json!({"type": "openWatched", "game": game["game"]}));
    let mut shown = None;
    loop {
        let message = page.next();
        match message["type"].as_str() {
            // Between its last move and its record, a game is not there.
            Some("error") => return false,
            Some("state") => {
                let tree = message["tree"].as_array().expect("nodes");
                let first = *shown.get_or_insert(tree.len());
                // The page shows the last move, as nobody has gone to another one.
                let last = tree.last().map(|node| &node["id"]);
                if tree.len() > first + 2 {
                    assert_eq!(Some(&message["node"]), last);
                    return true;
                }
                if !message["result"].is_null() {
                    return false;
                }
            }
            _ => {}
        }
    }
}

#[test]
fn a_running_match_is_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    // On every machine a game takes some seconds, and some moves come between two looks.
    let mut running = begin_match(folder.path(), 100, "time=0.05/move");
    let server = server(folder.path());
    let mut page = server.page();
    let begin = Instant::now();
    let listed = loop {
        let ended = running.try_wait().expect("a match");
        assert!(ended.is_none(), "the match has ended: {ended:?}");
        assert!(begin.elapsed() < PATIENCE, "no game begins");
        let listed = matches(&mut page);
        if listed.first().is_some_and(|one| one["isRunning"] == true) {
            break listed;
        }
        thread::sleep(Duration::from_millis(50));
    };
    assert_eq!(listed[0]["name"], ".");
    // Moves arrive without being asked for. A game that ends too soon is followed by another.
    let begin = Instant::now();
    while !is_seen_to_grow(&mut page) {
        assert!(begin.elapsed() < 2 * PATIENCE, "no game is seen to grow");
        thread::sleep(Duration::from_millis(50));
    }
    let mut view = page.ask(&json!({"type": "watch", "name": "."}), "match");
    let begin = Instant::now();
    while view["games"]
        .as_array()
        .is_some_and(|games| games.iter().all(|game| game["result"].is_null()))
    {
        assert!(begin.elapsed() < 3 * PATIENCE, "no game ends");
        view = page.wait_for("match");
    }
}

#[test]
fn without_the_option_there_is_nothing_to_watch() {
    let server = Server::new();
    let mut page = server.page();
    assert_eq!(page.catalog["hasMatches"], false);
    for request in [
        json!({"type": "listMatches"}),
        json!({"type": "watch", "name": "."}),
    ] {
        let text = refusal(&mut page, &request);
        assert_eq!(text, "The server was started without '--games'.");
    }
    let text = refusal(&mut page, &json!({"type": "openWatched", "game": 0}));
    assert_eq!(text, "Choose a match to watch first.");
}

/// What pages are told of a match does not say where it lies.
fn fault(page: &mut Page, server_folder: &Path) -> String {
    let listed = matches(page);
    let fault = listed[0]["fault"].as_str().expect("a fault").to_owned();
    let place = server_folder.to_str().expect("a path");
    assert!(!fault.contains(place), "{fault}");
    fault
}

#[test]
fn faults_do_not_show_where_the_match_lies() {
    let folder = tempfile::tempdir().expect("a folder");
    let directory = folder.path().join("trial");
    fs::create_dir(&directory).expect("a folder");
    let results = directory.join("results.jsonl");
    fs::write(&results, "{}\n").expect("a file");
    let server = server(folder.path());
    let mut page = server.page();
    let text = fault(&mut page, folder.path());
    assert!(text.starts_with("The file results.jsonl"), "{text}");
    for content in ["", "x", "{\"a\": 1}\n{}\n", "\u{0}"] {
        fs::write(&results, content).expect("a file");
        fault(&mut page, folder.path());
        let watched = refusal(&mut page, &json!({"type": "watch", "name": "trial"}));
        assert!(!watched.contains(folder.path().to_str().expect("a path")));
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_long_results_is_as_long_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let long = folder.path().join("elsewhere");
    let file = fs::File::create(&long).expect("a file");
    file.set_len(65 << 20).expect("a length");
    let directory = folder.path().join("trial");
    fs::create_dir(&directory).expect("a folder");
    std::os::unix::fs::symlink(&long, directory.join("results.jsonl")).expect("a link");
    let server = server(folder.path());
    let mut page = server.page();
    assert_eq!(
        fault(&mut page, folder.path()),
        "The results of this match are longer than 64 MiB."
    );
}
