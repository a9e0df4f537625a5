//! How long it takes to list and count the legal moves of the positions of the
//! perft suite, to make them, and to count a tree of moves.
//!
//! A move is made on a copy of the position. `copies alone` makes the copies
//! of the bench named before it and does nothing with them: the ratio of the
//! two says what share of the time is the copying.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use peregrine::notation::epd;
use peregrine::position::Position;
use peregrine::position::movegen::{self, MoveList};
use peregrine::tools::perft::perft;
use peregrine::variants;

/// Variant and the perft file with its positions.
const SUITES: [(&str, &str); 2] = [
    ("falcon", include_str!("../perft/falcon.epd")),
    ("capablanca", include_str!("../perft/capablanca.epd")),
];

/// The depth of the trees below the start positions.
const DEPTH: u32 = 4;

fn moves(criterion: &mut Criterion) {
    for (variant, suite) in SUITES {
        let cases = epd::parse(suite, variant).expect("the suite can be read");
        let positions: Vec<(Position, MoveList)> = cases
            .iter()
            .map(|case| case.position().expect("the suite has legal positions"))
            .map(|position| (position.clone(), position.legal_moves()))
            .collect();
        let total: usize = positions.iter().map(|(_, moves)| moves.len()).sum();
        let mut group = criterion.benchmark_group(format!("moves {variant}"));
        group.throughput(Throughput::Elements(total as u64));
        group.bench_function("listed", |bencher| {
            bencher.iter(|| {
                for (position, _) in &positions {
                    black_box(black_box(position).legal_moves());
                }
            });
        });
        group.bench_function("counted", |bencher| {
            bencher.iter(|| {
                for (position, _) in &positions {
                    black_box(movegen::count(black_box(position)));
                }
            });
        });
        group.bench_function("made", |bencher| {
            bencher.iter(|| {
                for (position, moves) in &positions {
                    for &mv in moves {
                        let mut next = black_box(position).clone();
                        next.play(black_box(mv));
                        black_box(&next);
                    }
                }
            });
        });
        group.bench_function("made, copies alone", |bencher| {
            bencher.iter(|| {
                for (position, moves) in &positions {
                    copy(position, moves.len() as u64);
                }
            });
        });
        group.finish();
    }
}

fn trees(criterion: &mut Criterion) {
    for (variant, _) in SUITES {
        let variant = variants::find(variant).expect("the variant is in the registry");
        let rules = variant.rules(Default::default());
        let start = Position::start(rules.expect("every variant has its default rules"));
        // The leaves are counted, not made.
        let made: u64 = (1..DEPTH).map(|depth| perft(&start, depth)).sum();
        let mut group = criterion.benchmark_group(format!("perft {}", variant.name));
        group.throughput(Throughput::Elements(perft(&start, DEPTH)));
        group.bench_function(format!("depth {DEPTH}"), |bencher| {
            bencher.iter(|| perft(black_box(&start), DEPTH));
        });
        group.bench_function(format!("depth {DEPTH}, copies alone"), |bencher| {
            bencher.iter(|| copy(&start, made));
        });
        group.finish();
    }
}

fn copy(position: &Position, times: u64) {
    for _ in 0..times {
        black_box(&black_box(position).clone());
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(50)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = moves, trees
}
criterion_main!(benches);
