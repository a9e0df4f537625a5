//! Strength levels: what holds for each of them, and that full strength is not
//! affected by them. How strong they are is measured by games
//! (`docs/guide/levels.md`).

use std::time::Duration;

use peregrine::board::moves::Move;
use peregrine::engine::{Engine, EngineOptions, Report};
use peregrine::notation::coordinate;
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::rules::Rules;
use peregrine::search::{Level, Limits, SearchResult};
use peregrine::{tools::bench, variants};

use crate::common;

fn falcon() -> &'static Rules {
    variants::find("falcon")
        .unwrap()
        .nearest_rules(Default::default())
}

fn levels() -> impl Iterator<Item = Level> {
    (0..=Level::FULL.number()).map(Level::new)
}

fn below_full() -> impl Iterator<Item = Level> {
    levels().filter(|&level| level < Level::FULL)
}

fn engine(rules: &'static Rules, level: Level, seed: u64) -> Engine {
    let mut engine = Engine::new(rules);
    engine
        .set_options(EngineOptions {
            hash: 1,
            level,
            seed,
            ..engine.options()
        })
        .unwrap();
    engine
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// What a search finds, without its time.
fn search(engine: &mut Engine, game: &Game, limits: Limits) -> SearchResult {
    SearchResult {
        time: Duration::ZERO,
        ..engine.search(game, limits, |_| ())
    }
}

fn start(rules: &'static Rules) -> Game {
    Game::new(Position::start(rules))
}

/// The moves of a game of the engine against itself.
fn play(engine: &mut Engine, plies: usize) -> Vec<Move> {
    let mut game = start(engine.rules());
    while game.moves().len() < plies && game.outcome().is_none() {
        let best = search(engine, &game, depth(4)).best.unwrap();
        assert!(game.position().is_legal(best));
        game.play(best);
    }
    game.moves().to_vec()
}

#[test]
fn a_level_keeps_to_its_node_and_depth_limits() {
    for level in below_full() {
        let mut limits = Limits::default();
        level.limit(&mut limits);
        let nodes = limits.nodes.unwrap();
        if nodes > 50_000 {
            break;
        }
        let mut engine = engine(falcon(), level, 1);
        engine
            .set_options(EngineOptions {
                threads: 2,
                ..engine.options()
            })
            .unwrap();
        let result = search(
            &mut engine,
            &start(falcon()),
            Limits {
                nodes: Some(1 << 40),
                ..Limits::default()
            },
        );
        assert!(result.best.is_some());
        // The first depth is always completed.
        assert!(
            result.depth == 1 || result.nodes <= nodes,
            "{level:?}: {result:?}"
        );
        assert!(limits.depth.is_none_or(|most| result.depth <= most));
        assert!(result.depth == limits.depth.unwrap_or(u32::MAX) || result.nodes * 10 > nodes * 9);
    }
}

#[test]
fn every_level_plays_legal_moves_in_every_game() {
    for variant in common::built_in_games() {
        let rules = variant.nearest_rules(Default::default());
        for number in [0, 3, 9] {
            // Weak levels are mated early at times, but not in every game.
            let plies = (5..8).map(|seed| {
                let mut engine = engine(rules, Level::new(number), seed);
                play(&mut engine, 12).len()
            });
            assert_eq!(plies.max(), Some(12), "{}", variant.name);
        }
    }
}

#[test]
fn every_level_sees_a_mate_in_one() {
    let rules = falcon();
    let position = Position::from_fen(rules, "k9/10/1K8/10/10/10/10/7R2 w - - 0 1").unwrap();
    let game = Game::new(position.clone());
    for level in levels() {
        for seed in 1..20 {
            let mut engine = engine(rules, level, seed);
            let best = search(&mut engine, &game, depth(2)).best.unwrap();
            assert_eq!(coordinate(&position, best), "h1h8", "{level:?} {seed}");
        }
    }
}

#[test]
fn the_game_depends_on_the_seed() {
    let mut seen = Vec::new();
    for seed in [1, 2, 3] {
        let first = play(&mut engine(falcon(), Level::new(4), seed), 30);
        let again = play(&mut engine(falcon(), Level::new(4), seed), 30);
        assert_eq!(first, again);
        assert!(!seen.contains(&first));
        seen.push(first);
    }
}

#[test]
fn clearing_the_engine_keeps_its_misjudgments() {
    let mut engine = engine(falcon(), Level::new(6), 3);
    let game = start(falcon());
    let first = search(&mut engine, &game, depth(9));
    engine.clear();
    assert_eq!(search(&mut engine, &game, depth(9)), first);
}

#[test]
fn full_strength_is_unaffected_by_levels() {
    let rules = falcon();
    for (number, position) in bench::positions(rules).into_iter().enumerate().step_by(4) {
        let game = Game::new(position);
        let mut plain = Engine::new(rules);
        let expected = search(&mut plain, &game, depth(8));
        // The seed does not matter, and a lower level leaves nothing behind.
        let mut lowered = Engine::new(rules);
        for (level, seed) in [(Level::new(2), 9), (Level::FULL, 7 + number as u64)] {
            lowered
                .set_options(EngineOptions {
                    level,
                    seed,
                    ..lowered.options()
                })
                .unwrap();
            let result = search(&mut lowered, &game, depth(8));
            assert_eq!(result == expected, level == Level::FULL);
        }
    }
}

#[test]
fn analysis_runs_at_full_strength() {
    let rules = falcon();
    let game = start(rules);
    let mut engine = engine(rules, Level::new(0), 1);
    let (sender, receiver) = std::sync::mpsc::channel();
    let infinite = Limits {
        infinite: true,
        ..Limits::default()
    };
    engine.start(&game, infinite, move |report| {
        if let Report::Info(info) = report {
            let _ = sender.send(info);
        }
    });
    let sixth = receiver.iter().find(|info| info.depth == 6).unwrap();
    engine.stop();
    let mut full = Engine::new(rules);
    full.set_options(EngineOptions {
        hash: 1,
        ..full.options()
    })
    .unwrap();
    let mut expected = None;
    full.search(&game, depth(6), |info| expected = Some(info.clone()));
    let expected = expected.unwrap();
    assert_eq!(
        (sixth.score, sixth.nodes, sixth.pv),
        (expected.score, expected.nodes, expected.pv)
    );
}
