//! One thread searches the same way every time, on every machine.

use peregrine::engine::{Engine, EngineOptions};
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::rules::Rules;
use peregrine::search::{Level, Limits, SearchResult, Tunables};
use peregrine::{tools::bench, variants};

use crate::common;
use crate::process::{Session, program};
use crate::running::Start;

fn search(engine: &mut Engine, game: &Game, depth: u32) -> (SearchResult, Vec<u64>) {
    let mut nodes = Vec::new();
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let mut result = engine.search(game, limits, |info| nodes.push(info.nodes));
    // Everything must be the same, except for the time.
    result.time = Default::default();
    (result, nodes)
}

/// A new engine with a small hash table, which is soon allocated and cleared.
fn new_engine(rules: &'static Rules) -> Engine {
    let mut engine = Engine::new(rules);
    let options = EngineOptions {
        hash: 1,
        ..engine.options()
    };
    engine.set_options(options).unwrap();
    engine
}

#[test]
fn a_cleared_engine_searches_like_a_new_one() {
    let depth = if common::is_long_run() { 7 } else { 5 };
    for variant in common::built_in_games() {
        let rules = variant.nearest_rules(Default::default());
        let mut used = new_engine(rules);
        for position in bench::positions(rules).into_iter().step_by(3) {
            let game = Game::new(position);
            used.clear();
            let first = search(&mut used, &game, depth);
            used.clear();
            assert_eq!(search(&mut used, &game, depth), first);
            let mut new = new_engine(rules);
            assert_eq!(search(&mut new, &game, depth), first, "{}", variant.name);
        }
    }
}

#[test]
fn changing_the_game_clears_the_engine() {
    let rules = |name| {
        variants::find(name)
            .unwrap()
            .nearest_rules(Default::default())
    };
    let start = |name| Game::new(Position::start(rules(name)));
    let mut engine = Engine::new(rules("falcon"));
    let first = search(&mut engine, &start("falcon"), 6);
    search(&mut engine, &start("chess"), 6);
    assert_eq!(search(&mut engine, &start("falcon"), 6), first);
}

/// The infos of a search without what depends on time.
fn timeless(lines: Vec<String>) -> Vec<String> {
    let words = |line: String| {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        for timed in ["nps", "time"] {
            if let Some(at) = words.iter().position(|&word| word == timed) {
                words.drain(at..at + 2);
            }
        }
        words.join(" ")
    };
    lines.into_iter().map(words).collect()
}

/// The output of a session over a few moves.
fn play(session: &mut Session) -> Vec<String> {
    let mut lines = Vec::new();
    for moves in ["", " moves e2e4 e7e5", " moves e2e4 e7e5 i1h3 b8c6"] {
        session.send(&format!("position startpos{moves}\ngo depth 7"));
        lines.extend(timeless(session.until("bestmove")));
    }
    lines
}

#[test]
fn two_games_in_one_process_are_the_same() {
    let mut session = Session::start();
    let first = play(&mut session);
    session.send("ucinewgame");
    assert_eq!(play(&mut session), first);
}

/// The signature of a bench of small depth.
fn signature(processor: Option<&str>, variant: &str) -> String {
    let depth = if common::is_long_run() { "6" } else { "4" };
    let mut command = program();
    if let Some(processor) = processor {
        command.env("PEREGRINE_PROCESSOR", processor);
    }
    let output = command.args(["bench", depth, "--variant", variant]).run();
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text
        .lines()
        .find(|line| line.starts_with("Nodes searched: "));
    line.unwrap_or_else(|| panic!("{text}")).to_owned()
}

#[test]
fn the_bench_signature_is_the_same_on_every_processor() {
    for variant in common::built_in_games() {
        let first = signature(None, &variant.name);
        if common::is_long_run() {
            assert_eq!(signature(None, &variant.name), first);
        }
        // In another process as well.
        assert_eq!(signature(Some("portable"), &variant.name), first);
    }
}

/// Nodes of a search to this depth with changed parameters.
fn nodes_with(change: impl Fn(&mut Tunables), level: Level, depth: u32) -> u64 {
    let rules = variants::falcon();
    let mut tunables = Tunables::default();
    change(&mut tunables);
    let mut engine = Engine::with_tunables(rules, tunables);
    let options = EngineOptions {
        hash: 1,
        level,
        ..engine.options()
    };
    engine.set_options(options).unwrap();
    let game = Game::new(Position::start(rules));
    search(&mut engine, &game, depth).0.nodes
}

#[test]
fn shallow_iterations_have_their_own_parameters() {
    let usual = |tunables: &mut Tunables| tunables.shallow_depth = 0;
    let only_shallow = |tunables: &mut Tunables| tunables.shallow_depth = 5;
    let copied = |tunables: &mut Tunables| tunables.shallow = tunables.search.clone();
    let swapped = |tunables: &mut Tunables| {
        tunables.shallow_depth = 0;
        tunables.search = tunables.shallow.clone();
    };
    let full = |change: &dyn Fn(&mut Tunables)| nodes_with(change, Level::FULL, 5);
    assert_ne!(full(&usual), full(&only_shallow));
    assert_eq!(full(&usual), full(&copied));
    assert_eq!(full(&swapped), full(&only_shallow));
    // The iteration beyond is not shallow.
    let deeper = |change: &dyn Fn(&mut Tunables)| nodes_with(change, Level::FULL, 6);
    assert_ne!(deeper(&swapped), deeper(&only_shallow));
    // Levels of strength are measured without them.
    let weak = |change: &dyn Fn(&mut Tunables)| nodes_with(change, Level::new(9), 4);
    assert_eq!(weak(&usual), weak(&only_shallow));
    assert_ne!(weak(&usual), weak(&swapped));
}
