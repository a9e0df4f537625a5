//! Tuning on results generated from known weights.

use std::sync::LazyLock;

use super::*;
use crate::base::random::Random;
use crate::base::tunable::Tunable;
use crate::eval::Tapered;
use crate::position::Position;
use crate::rules::Rules;
use crate::variants::{self, RuleOptions};

fn rules() -> &'static Rules {
    variants::find("falcon")
        .unwrap()
        .rules(RuleOptions::default())
        .unwrap()
}

/// Positions of random games in which neither side is far ahead.
static GAMES: LazyLock<Vec<Vec<Position>>> = LazyLock::new(|| {
    let rules = rules();
    let game = |n: u64| {
        let mut random = Random::new(1, n);
        let mut position = Position::start(rules);
        let mut positions = Vec::new();
        for ply in 0..90 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
            if ply >= 10 && ply % 4 == 0 && !position.is_check() {
                positions.push(position.clone());
            }
        }
        positions
    };
    let mut games: Vec<Vec<Position>> = (0..600).map(game).collect();
    let mut scores = evaluations(rules, &Weights::DEFAULT, &games.concat(), 1).into_iter();
    for positions in &mut games {
        positions.retain(|_| scores.next().expect("one for each").abs() < 800);
    }
    games
});

/// The first games, and data to add them to.
fn games(count: usize) -> (Data, Vec<Vec<Position>>) {
    let data = Data::new(rules(), Selection::default());
    (data, GAMES[..count].to_vec())
}

/// Weights that differ from the defaults in a few numbers.
fn truth() -> Weights {
    let mut weights = Weights::DEFAULT;
    weights.tempo += Tapered::new(60, 40);
    weights.knight.scale += Tapered::new(200, -280);
    weights.zone_weak += 6;
    weights
}

const SCALE: f64 = 0.006;

/// The games with results according to these weights: the expected score, or
/// drawn at random.
fn by_truth(count: usize, by_lot: bool) -> Data {
    let (mut data, games) = games(count);
    let mut random = Random::new(3, 0);
    let mut scores = evaluations(data.rules, &truth(), &games.concat(), 1).into_iter();
    for (n, positions) in games.into_iter().enumerate() {
        for (m, position) in positions.into_iter().enumerate() {
            let score = scores.next().expect("one for each");
            let mut result = sigmoid(SCALE * f64::from(score));
            if by_lot {
                let drawn = random.below(1_000_000) as f64 / 1e6;
                result = f64::from(u8::from(drawn < result));
            }
            // Each position is a game of its own, because it has a result of its own.
            data.push((n + m) % 10 == 0, result, [(position, None)]);
        }
    }
    data
}

fn recipe(only: &[&str]) -> TuningSettings {
    TuningSettings {
        choice: WeightSelection {
            only: only.iter().map(|&name| name.to_owned()).collect(),
            except: Vec::new(),
        },
        ..TuningSettings::default()
    }
}

const ONLY: [&str; 3] = ["tempo", "knight.scale", "zone_weak"];

fn tuned(data: &Data, recipe: &TuningSettings) -> TuningResult {
    tune(data, &Weights::DEFAULT, recipe, |_| ()).expect("the data are enough")
}

/// The true and the tuned value of each weight.
fn both<'a>(tuned: &'a TuningResult) -> impl Iterator<Item = (f64, &'a Change)> {
    let mut numbers = Vec::new();
    truth().visit(&mut |name, _, value| {
        numbers.push((name.to_owned(), f64::from(*value)));
    });
    let with_truth = move |change: &'a Change| {
        let number = numbers.iter().find(|number| number.0 == change.name);
        (number.expect("a number of the weights").1, change)
    };
    tuned.changes.iter().map(with_truth)
}

#[test]
fn weights_that_made_the_results_are_found_again() {
    let data = by_truth(300, false);
    let recipe = TuningSettings {
        pull: 1e-3,
        ..recipe(&ONLY)
    };
    let tuned = tuned(&data, &recipe);
    assert_eq!(tuned.changes.len(), 5);
    for (expected, change) in both(&tuned) {
        let difference = (f64::from(change.after) - expected).abs();
        let moved = (expected - f64::from(change.before)).abs();
        assert!(
            difference <= 1.0 + moved / 10.0,
            "{change:?}, not {expected}"
        );
    }
    assert!(
        (tuned.scale - SCALE).abs() < SCALE / 50.0,
        "{}",
        tuned.scale
    );
    assert!(tuned.after.validation < tuned.before.validation);
    assert!(tuned.after.training < tuned.before.training);
}

#[test]
fn results_drawn_by_lot_are_within_the_errors() {
    let data = by_truth(600, true);
    let recipe = TuningSettings {
        pull: 0.05,
        ..recipe(&ONLY)
    };
    let tuned = tuned(&data, &recipe);
    for (expected, change) in both(&tuned) {
        let difference = (f64::from(change.after) - expected).abs();
        assert!(
            difference <= 3.0 * change.error,
            "{change:?}, not {expected}"
        );
        assert!(change.error < 4.0 * f64::from(change.unit), "{change:?}");
    }
    let knight = tuned
        .piece_values
        .iter()
        .find(|piece| piece.name == "Knight");
    let knight = knight.expect("the game has Knights");
    let scale = &tuned
        .changes
        .iter()
        .find(|change| change.name == "knight.scale.middle");
    let scale = scale.expect("it was tuned");
    // 305 centipawns times the scale in thousandths, rounded.
    let ratio = knight.middle.error / (0.305 * scale.error);
    assert!((0.95..1.05).contains(&ratio), "{knight:?} {scale:?}");
}

#[test]
fn the_same_data_give_the_same_numbers_on_any_threads() {
    let data = by_truth(20, true);
    let [one, again, three] = [1, 1, 3].map(|threads| {
        tuned(
            &data,
            &TuningSettings {
                threads,
                blend: 0.3,
                ..recipe(&["tempo", "knight", "passed"])
            },
        )
    });
    assert_eq!(one, again);
    assert_eq!(one, three);
}

#[test]
fn a_stronger_pull_moves_less() {
    let data = by_truth(200, true);
    let [weak, strong] = [0.1, 1e6].map(|pull| {
        let recipe = TuningSettings {
            pull,
            rounds: 1,
            ..recipe(&["tempo"])
        };
        tuned(&data, &recipe)
    });
    let moved = |tuned: &TuningResult| {
        let changes = tuned.changes.iter();
        changes
            .map(|change| (change.after - change.before).abs())
            .sum::<i32>()
    };
    assert_eq!(moved(&strong), 0);
    assert!(moved(&weak) > 0);
}

#[test]
fn what_cannot_be_tuned_by_is_refused() {
    let refused = |data: &Data, recipe: &TuningSettings| {
        let error = tune(data, &Weights::DEFAULT, recipe, |_| ());
        error.expect_err("it is of no use").to_string()
    };
    let data = by_truth(20, true);
    assert!(refused(&data, &recipe(&["tempi"])).contains("'tempi'"));
    // None of the pieces has special moves.
    assert!(refused(&data, &recipe(&["special"])).contains("no score"));
    let (mut alone, games) = games(1);
    let positions = games.into_iter().flatten();
    alone.push(false, 1.0, positions.map(|position| (position, None)));
    assert!(refused(&alone, &recipe(&[])).contains("too few games (1)"));
    let (mut drawn, games) = self::games(20);
    for (n, positions) in games.into_iter().enumerate() {
        let examples = positions.into_iter().map(|position| (position, None));
        drawn.push(n % 4 == 0, 0.5, examples);
    }
    assert!(refused(&drawn, &recipe(&[])).contains("nothing to fit"));
}
