//! Settings of a match: sequential tests, adjudication, openings, settings files.

use std::fs;
use std::process::Command;

use peregrine::arena::record::Termination;
use serde_json::Value;

use super::{Arena, PROGRAM, assert_success, text, timeless};

use crate::running::Start;

#[test]
fn a_sequential_test_ends_when_it_is_decided() {
    let test = [
        "--rounds",
        "500",
        "--sprt",
        "elo0=0 elo1=100 model=logistic",
    ];
    for (nodes, verdict, concurrency) in
        [([200, 20], "accept-h1", "2"), ([20, 200], "accept-h0", "1")]
    {
        let arena = Arena::new(nodes, &test);
        // The same openings again would be the same games again.
        let openings = concat!(env!("CARGO_MANIFEST_DIR"), "/data/openings/falcon.txt");
        fs::copy(openings, arena.path("openings.txt")).expect("the folder is ours");
        let output = arena.play("match", &["--concurrency", concurrency]);
        assert_success(&output);
        let summary = fs::read(arena.path("match/summary.json")).expect("a summary");
        let summary: Value = serde_json::from_slice(&summary).expect("JSON");
        assert_eq!(
            summary["sprt"]["verdict"],
            verdict,
            "{}",
            text(&output.stdout)
        );
        assert!(arena.results("match").games.len() < 400);
    }
}

#[test]
fn games_are_adjudicated_as_configured() {
    let arena = Arena::new(
        [50, 50],
        &[
            "--rounds",
            "10",
            "--length",
            "20",
            "--win",
            "moves=2 score=300",
        ],
    );
    assert_success(&arena.play("match", &[]));
    let games = arena.results("match").games;
    let count = |termination| {
        games
            .iter()
            .filter(|game| game.termination == termination)
            .count()
    };
    let adjudicated = count(Termination::AdjudicatedLength) + count(Termination::AdjudicatedWin);
    assert!(adjudicated > 10, "{adjudicated} of {} games", games.len());
    for game in &games {
        assert!(game.moves.len() <= 40);
    }
}

/// An option may depend on the variant, so the variant comes first.
#[test]
fn a_network_is_given_to_an_engine_of_its_game() {
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/data/networks/chess.prgnet");
    for protocol in ["uci", "cecp"] {
        let arena = Arena::new([50, 50], &["--variant", "chess", "--length", "4"]);
        fs::write(arena.path("openings.txt"), "e2e4\n").expect("the folder is ours");
        let engine =
            format!("name=network nodes=50 protocol={protocol} option.EvalFile='{network}'");
        let output = arena.play("match", &["--engine", &engine]);
        assert_success(&output);
        assert_eq!(arena.results("match").games.len(), 6);
    }
}

#[test]
fn transposing_openings_are_reported() {
    let arena = Arena::new([50, 50], &["--rounds", "1", "--length", "3"]);
    let transposed = "e2e4 e7e6 d2d4\nd2d4 e7e6 e2e4\n";
    fs::write(arena.path("openings.txt"), transposed).expect("the folder is ours");
    let output = arena.play("match", &[]);
    assert_success(&output);
    let said = text(&output.stderr);
    let remarks = said
        .lines()
        .filter(|line| line.starts_with("openings that transpose"));
    let remark = "openings that transpose into an earlier one: 1 of 2, \
                  the first of them number 2, as number 1";
    assert_eq!(remarks.collect::<Vec<_>>(), [remark]);
}

#[test]
fn a_settings_file_means_the_same_as_options() {
    let arena = Arena::new([150, 80], &["--rounds", "2", "--title", "Words"]);
    assert_success(&arena.play("words", &[]));
    let file = |name: &str, text: String| {
        let path = arena.path(name);
        fs::write(&path, text).expect("the folder is ours");
        path
    };
    let engine = arena.path("engine-of-this-test");
    let openings = arena.path("openings.txt");
    let toml = file(
        "match.toml",
        format!(
            "title = 'File'\nrounds = 2\nopenings.file = '{}'\n\
             each = {{ command = '{}', protocol = 'uci', hash = 1 }}\n\
             [[engine]]\nname = 'strong'\nnodes = 150\n\
             [[engine]]\nname = 'weak'\nnodes = 160\nodds = 0.5\n",
            openings.display(),
            engine.display()
        ),
    );
    let text = fs::read_to_string(&toml).expect("a file");
    let value: toml::Value = toml::from_str(&text).expect("TOML");
    let json = file("match.json", serde_json::to_string(&value).expect("JSON"));
    for (out, path) in [("toml", toml), ("json", json)] {
        let mut command = Command::new(PROGRAM);
        command.args(["match", "--file"]).arg(path);
        command.arg("--out").arg(arena.path(out));
        assert_success(&command.run());
        let (read, said) = (arena.results(out), arena.results("words"));
        assert_eq!(read.header.identity, said.header.identity);
        assert_eq!(timeless(&read.games), timeless(&said.games));
        assert_eq!(read.header.title, "File");
    }
}
