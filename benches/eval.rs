//! How long the evaluation takes on full middle-game positions: alone, and
//! with the making of the move that leads there.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use peregrine::eval::{Accumulator, Evaluator};
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

fn eval(criterion: &mut Criterion) {
    for (variant, fens) in [("falcon", &FALCON[..]), ("capablanca", &CAPABLANCA[..])] {
        let rules = rules(variant);
        let mut evaluator = Evaluator::new(rules);
        let positions: Vec<(Position, Accumulator)> = fens
            .iter()
            .map(|fen| {
                let position = Position::from_fen(rules, fen).expect("a legal position");
                let accumulator = evaluator.accumulator(&position);
                (position, accumulator)
            })
            .collect();
        let mut group = criterion.benchmark_group(format!("eval/{variant}"));
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function("evaluate", |bencher| {
            bencher.iter(|| {
                let score = |(position, accumulator): &(Position, Accumulator)| {
                    evaluator.evaluate(black_box(position), black_box(accumulator))
                };
                positions.iter().map(score).sum::<i32>()
            })
        });
        let moves: usize = positions
            .iter()
            .map(|(position, _)| position.legal_moves().len())
            .sum();
        group.throughput(Throughput::Elements(moves as u64));
        group.bench_function("move and evaluate", |bencher| {
            bencher.iter(|| {
                let mut sum = 0;
                for (position, accumulator) in &positions {
                    for mv in position.legal_moves() {
                        let (mut next, mut sums) = (position.clone(), *accumulator);
                        next.play_with(mv, &mut evaluator.update(&mut sums));
                        sum += evaluator.evaluate(&next, &sums);
                    }
                }
                black_box(sum)
            })
        });
        group.finish();
    }
}

criterion_group!(benches, eval);
criterion_main!(benches);
