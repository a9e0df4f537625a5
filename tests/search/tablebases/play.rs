//! Games that the engine plays with tables.

use std::time::Duration;

use peregrine::board::color::Color;
use peregrine::board::setup::Setup;
use peregrine::engine::Engine;
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::search::Limits;
use peregrine::tablebase::{TableValue, Tablebases};

use super::{build, material, rules};
use crate::common::Random;

/// Plays a game out, the engine with tables against the best defense: the plies until mate,
/// or none if it is drawn.
fn played_out(engine: &mut Engine, tables: &Tablebases, start: &Position) -> Option<u16> {
    let attacker = start.side_to_move();
    let mut game = Game::new(start.clone());
    let mut plies = 0;
    loop {
        let position = game.position();
        match game.outcome() {
            Some(outcome) => {
                return outcome.winner().map(|winner| {
                    assert_eq!(winner, attacker, "{start}");
                    plies
                });
            }
            None if position.side_to_move() == attacker => {
                let limits = Limits {
                    move_time: Some(Duration::from_millis(50)),
                    ..Limits::default()
                };
                let best = engine.search(&game, limits, |_| ()).best.unwrap();
                game.play(best);
            }
            None => {
                let moves = position.legal_moves().into_iter();
                let best = moves.max_by_key(|&mv| {
                    let mut next = position.clone();
                    next.play(mv);
                    tables.probe(&next).map(|value| value.before().rank())
                });
                game.play(best.unwrap());
            }
        }
        plies += 1;
    }
}

/// [`plays_well_by`] newly built tables in a folder.
fn plays_well(variant: &str, name: &str, count: usize) {
    let rules = rules(variant);
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), rules, name);
    let tables = Tablebases::of_folder(rules, folder.path()).unwrap();
    let mut engine = Engine::new(rules);
    engine
        .set_tablebase_folder(Some(folder.path().to_owned()))
        .unwrap();
    plays_well_by(&tables, &mut engine, name, count);
}

/// Given tables and 50 ms a move the engine wins `count` random won positions, in no more
/// moves than the tables say, and holds the drawn ones among them.
fn plays_well_by(tables: &Tablebases, engine: &mut Engine, name: &str, count: usize) {
    let rules = tables.rules();
    let material = material(rules, name);
    assert!(engine.drain_tablebase_errors().is_empty());
    let mut seen = [0; 2];
    let mut random = Random(1);
    let squares = rules.geometry().squares().count() as usize;
    while seen[0] < count {
        let mut setup = Setup::empty();
        for &man in material.men() {
            setup.board[random.below(squares)] = Some(man);
        }
        setup.side_to_move = Color::ALL[random.below(2)];
        let Ok(position) = Position::from_setup(rules, &setup) else {
            continue;
        };
        match tables.probe(&position) {
            Some(TableValue::Win(plies)) => {
                seen[0] += 1;
                let made = played_out(engine, tables, &position);
                assert!(
                    made.is_some_and(|made| made <= plies),
                    "{position}: {made:?}, not {plies}"
                );
            }
            Some(TableValue::Draw) => {
                seen[1] += 1;
                assert_eq!(played_out(engine, tables, &position), None, "{position}");
            }
            _ => {}
        }
    }
    assert!(seen[1] > 0, "{seen:?}");
}

#[test]
fn the_engine_plays_king_and_falcon_by_the_table() {
    plays_well("falcon-8x8", "KFvK", 100);
}

#[test]
#[ignore = "builds four-piece tables, for minutes; .ci/run does it"]
fn the_engine_plays_four_piece_endings_by_the_table() {
    plays_well("falcon", "KFvK", 500);
    plays_well("falcon", "KQvKF", 500);
    // A new table would be the same (`built_in_four_piece_tables_match_a_new_build`).
    let chess = rules("chess");
    let tables = Tablebases::built_in(chess);
    plays_well_by(&tables, &mut Engine::new(chess), "KBNvK", 500);
}

/// The engine plays for a win even if the fifty-move rule comes first: something may be
/// captured on the way.
#[test]
#[ignore = "builds four-piece tables, for minutes; .ci/run does it"]
fn the_engine_makes_progress_toward_a_distant_mate() {
    let rules = rules("falcon-8x8");
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), rules, "KFvKN");
    let tables = Tablebases::of_folder(rules, folder.path()).unwrap();
    let mut engine = Engine::new(rules);
    let folder = Some(folder.path().to_owned());
    engine.set_tablebase_folder(folder).unwrap();
    let start = Position::from_fen(rules, "8/2f5/8/8/8/8/7N/K4k2 b - - 0 1").unwrap();
    let mut game = Game::new(start);
    let limits = Limits {
        depth: Some(4),
        ..Limits::default()
    };
    for plies in (101..=133).rev() {
        let position = game.position();
        let expected = match plies % 2 {
            1 => TableValue::Win(plies),
            _ => TableValue::Loss(plies),
        };
        assert_eq!(tables.probe(position), Some(expected), "{position}");
        let result = engine.search(&game, limits.clone(), |_| ());
        let winning = peregrine::search::score::Value::from(result.score) > 0;
        assert_eq!(winning, plies % 2 == 1, "{position}: {}", result.score);
        game.play(result.best.unwrap());
    }
}
