//! How long the evaluation takes after each move in full middle-game positions: making
//! the moves alone, and with the evaluation. The difference is the evaluation's time.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use peregrine::eval::{EvalState, Evaluator, network};
use peregrine::position::Position;
use peregrine::rules::Rules;
use peregrine::variants;

const FALCON: [&str; 4] = [
    "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w KQkq - 0 1",
    "r3qkf2r/pppb1ppbpp/2np3np1/3fp5/4P1P3/2NPF2N2/PPPB1P1BPP/R3QKF2R w KQkq - 4 11",
    "1r2q1f1rk/pp1b1pp1pp/2npf2nb1/2p1p2p2/2P1P2P2/1PNP1F1NB1/P2B1PP1PP/1R2QF1R1K b - - 2 19",
    "2r1q3rk/p2f1pp1pp/1pnpf3b1/2p1p2p2/2P1P2P2/1PN1BFF1B1/P4PP1PP/1R2Q2R1K w - - 0 24",
];

const CAPABLANCA: [&str; 3] = [
    "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
    "r1abqkbc1r/ppp2ppppp/2n1p2n2/3p6/3P4P1/2N1P2N2/PPP2PPP1P/R1ABQKBC1R w KQkq - 2 6",
    "2rb1q1ckr/pp1a1ppp1p/2n1p2np1/2pp1b4/3P1P2P1/1PN1P2N2/P1PAB1PC1P/2RBQ2K1R b - - 3 14",
];

fn rules(variant: &str) -> &'static Rules {
    let variant = variants::find(variant).expect("a variant of the registry");
    variant
        .rules(Default::default())
        .expect("the variant's own rules")
}

/// The evaluators of a game by the names of their benchmarks: hand-written terms, and the
/// built-in network if there is one.
fn evaluators(rules: &'static Rules) -> Vec<(&'static str, Evaluator)> {
    let mut evaluators = vec![("hand-written", Evaluator::new(rules))];
    if let Some(network) = network::built_in(rules) {
        let mut evaluator = Evaluator::new(rules);
        evaluator.set_network(Some(network), 1);
        evaluators.push(("network", evaluator));
    }
    evaluators
}

fn eval(criterion: &mut Criterion) {
    for (variant, fens) in [("falcon", &FALCON[..]), ("capablanca", &CAPABLANCA[..])] {
        let rules = rules(variant);
        let positions: Vec<Position> = fens
            .iter()
            .map(|fen| Position::from_fen(rules, fen).expect("a legal position"))
            .collect();
        let moves = |position: &Position| position.legal_moves().len() as u64;
        for (name, mut evaluator) in evaluators(rules) {
            let mut group = criterion.benchmark_group(format!("eval/{variant}/{name}"));
            group.throughput(Throughput::Elements(positions.iter().map(moves).sum()));
            group.bench_function("move", |bencher| {
                bencher.iter(|| after_each_move(&positions, &mut evaluator, |_, _, _| 0))
            });
            group.bench_function("move and evaluate", |bencher| {
                let evaluate = |evaluator: &mut Evaluator, position: &_, state: &_| {
                    evaluator.evaluate_at(position, state, 1)
                };
                bencher.iter(|| after_each_move(&positions, &mut evaluator, evaluate))
            });
            group.finish();
        }
    }
}

/// Sums what `evaluate` gives for the position after each legal move.
fn after_each_move(
    positions: &[Position],
    evaluator: &mut Evaluator,
    evaluate: impl Fn(&mut Evaluator, &Position, &EvalState) -> i32,
) -> i32 {
    let mut sum = 0;
    for position in positions {
        let state = evaluator.state(position);
        evaluator.set_root(position);
        for mv in position.legal_moves() {
            let (mut next, mut state) = (position.clone(), state);
            next.play_observed(mv, &mut evaluator.observe_move(&mut state, 0));
            sum += evaluate(evaluator, black_box(&next), &state);
        }
    }
    black_box(sum)
}

criterion_group!(benches, eval);
criterion_main!(benches);
