//! How long it takes to look up a position in tablebases: the built-in ones opened, a
//! value whose block must first be unpacked (cold), one whose block is at hand (warm), of
//! three men on 10x8 and of four men on 8x8, in random positions.

use std::hint::black_box;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use peregrine::board::color::Color;
use peregrine::board::setup::Setup;
use peregrine::position::Position;
use peregrine::rules::Rules;
use peregrine::tablebase::{self, Material, Tablebases};
use peregrine::variants;

/// So many positions are in a measured loop.
const POSITIONS: usize = 4096;

/// Random positions of a material.
fn positions(rules: &'static Rules, material: &Material) -> Vec<Position> {
    let squares = rules.geometry().squares().count() as usize;
    let mut state = 1u64;
    let mut below = |limit: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % limit
    };
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let mut setup = Setup::empty();
        for &man in material.men() {
            setup.board[below(squares)] = Some(man);
        }
        setup.side_to_move = Color::ALL[below(2)];
        positions.extend(Position::from_setup(rules, &setup));
    }
    positions
}

fn probes(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder for files that are not kept");
    for (variant, name) in [("falcon", "KFvK"), ("falcon-8x8", "KFvKN")] {
        let variant_found = variants::find(variant).expect("a game that is built in");
        let rules = variant_found
            .rules(Default::default())
            .expect("its own rules");
        let material = Material::parse(rules, name).expect("men of the game");
        make(rules, &material, folder.path());
        let open = || Tablebases::of_folder(rules, folder.path()).expect("what was made");
        let positions = positions(rules, &material);
        let mut group = criterion.benchmark_group(format!("tablebase/{variant} {name}"));
        group.bench_function("built-in tables opened", |bencher| {
            bencher.iter(|| Tablebases::built_in(rules))
        });
        let mut next = positions.iter().cycle();
        group.bench_function("cold", |bencher| {
            bencher.iter_batched_ref(
                || (open(), next.next()),
                |(tables, position)| position.and_then(|position| tables.probe(position)),
                BatchSize::SmallInput,
            )
        });
        let tables = open();
        group.throughput(Throughput::Elements(POSITIONS as u64));
        group.bench_function("warm", |bencher| {
            bencher.iter(|| {
                for position in &positions {
                    black_box(tables.probe(position));
                }
            })
        });
        group.finish();
    }
}

fn make(rules: &'static Rules, material: &Material, folder: &Path) {
    let never = AtomicBool::new(false);
    let wanted = std::slice::from_ref(material);
    for step in tablebase::plan(rules, wanted, folder).expect("a game that can have tables") {
        tablebase::make(rules, &step, 2, &never, &|_| ()).expect("room for a file");
    }
}

criterion_group!(benches, probes);
criterion_main!(benches);
