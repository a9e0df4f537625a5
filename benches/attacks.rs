//! How long it takes to look up what a piece attacks: the Falcon by its path
//! tables, the Falcon by the plain test of its 48 paths, Queen, Rook, Bishop.
//!
//! Every lookup gets the same random squares and occupancies, from nearly
//! empty to crowded boards. A group is measured as the engine runs, with the
//! bit instructions of the processor if it has them; the groups that end in
//! `portable` without.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use peregrine::base::processor;
use peregrine::board::bitboard::Bitboard;
use peregrine::board::geometry::Geometry;
use peregrine::board::square::Square;

/// A square and what is occupied on the board around it.
type Query = (Square, Bitboard);

/// How many queries are in a measured loop: few enough for them and the
/// tables of any lookup to stay in a second-level cache, too many for a
/// branch predictor to learn them.
const QUERIES: usize = 4096;

/// Of 64 squares this many are occupied, for one query after the other.
const DENSITIES: [u64; 6] = [4, 12, 20, 28, 36, 48];

/// Random numbers, the same in every run (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

fn queries(board: &Geometry) -> Vec<Query> {
    let mut random = Random(2026);
    let squares: Vec<Square> = board.squares().into_iter().collect();
    let query = |number: usize| {
        let density = DENSITIES[number % DENSITIES.len()];
        let occupied = squares.iter().filter(|_| random.below(64) < density);
        let occupied: Bitboard = occupied.copied().collect();
        let square = squares[random.below(squares.len() as u64) as usize];
        (square, occupied | square.into())
    };
    (0..QUERIES).map(query).collect()
}

/// The plain test: for each target of a square the masks of its three paths.
struct PathMasks(Vec<Vec<(Bitboard, [Bitboard; 3])>>);

impl PathMasks {
    fn new(board: &Geometry) -> PathMasks {
        let of_square = |square: Square| {
            let targets = board.falcon_reach(square).into_iter();
            targets
                .map(|target| (target.into(), *board.falcon_paths(square, target)))
                .collect()
        };
        PathMasks(board.squares().into_iter().map(of_square).collect())
    }

    #[inline(always)]
    fn attacks(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let mut attacks = Bitboard::EMPTY;
        for (target, [first, second, third]) in &self.0[square.index()] {
            // Stopping at the first open path is no faster, nor are rows of
            // sixteen targets; a sum without branches is faster by a tenth
            // without bit instructions, but slower by a fifth with them.
            let blocked = first.meets(occupied) & second.meets(occupied) & third.meets(occupied);
            if !blocked {
                attacks |= *target;
            }
        }
        attacks
    }
}

#[inline(always)]
fn all(queries: &[Query], attacks: impl Fn(Square, Bitboard) -> Bitboard) -> Bitboard {
    queries
        .iter()
        .fold(Bitboard::EMPTY, |sum, &(square, occupied)| {
            sum ^ attacks(square, occupied)
        })
}

/// Defines a function that makes one kind of lookup for all queries, compiled
/// as the engine's own code is: for any processor, and for those with bit
/// instructions.
macro_rules! lookup {
    ($name:ident, |$board:ident, $masks:ident, $square:ident, $occupied:ident| $attacks:expr) => {
        mod $name {
            use super::*;

            pub fn portable($board: &Geometry, $masks: &PathMasks, queries: &[Query]) -> Bitboard {
                all(queries, |$square, $occupied| $attacks)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
            fn with_bit_instructions(
                $board: &Geometry,
                $masks: &PathMasks,
                queries: &[Query],
            ) -> Bitboard {
                all(queries, |$square, $occupied| $attacks)
            }

            pub fn dispatched(board: &Geometry, masks: &PathMasks, queries: &[Query]) -> Bitboard {
                #[cfg(target_arch = "x86_64")]
                if processor::has_bit_instructions() {
                    // SAFETY: the instructions it was compiled for were found.
                    return unsafe { with_bit_instructions(board, masks, queries) };
                }
                portable(board, masks, queries)
            }
        }
    };
}

lookup!(falcon, |board, _masks, square, occupied| board
    .falcon(square, occupied));
lookup!(falcon_by_48_paths, |_board, masks, square, occupied| masks
    .attacks(square, occupied));
lookup!(queen, |board, _masks, square, occupied| board
    .queen(square, occupied));
lookup!(rook, |board, _masks, square, occupied| board
    .straight(square, occupied));
lookup!(bishop, |board, _masks, square, occupied| board
    .diagonal(square, occupied));

/// A lookup for all queries.
type Lookup = fn(&Geometry, &PathMasks, &[Query]) -> Bitboard;

/// Name, the lookup as the engine makes it, and without bit instructions.
const LOOKUPS: [(&str, Lookup, Lookup); 5] = [
    ("falcon", falcon::dispatched, falcon::portable),
    (
        "falcon by 48 paths",
        falcon_by_48_paths::dispatched,
        falcon_by_48_paths::portable,
    ),
    ("queen", queen::dispatched, queen::portable),
    ("rook", rook::dispatched, rook::portable),
    ("bishop", bishop::dispatched, bishop::portable),
];

fn attacks(criterion: &mut Criterion) {
    for (files, ranks) in [(10, 8), (16, 8)] {
        let board = Geometry::rectangle(files, ranks).expect("the board has at most 128 cells");
        let masks = PathMasks::new(&board);
        let queries = queries(&board);
        assert_eq!(
            falcon::portable(&board, &masks, &queries),
            falcon_by_48_paths::portable(&board, &masks, &queries),
        );
        for portable in [false, true] {
            let suffix = if portable { " portable" } else { "" };
            let mut group = criterion.benchmark_group(format!("attacks {files}x{ranks}{suffix}"));
            group.throughput(Throughput::Elements(QUERIES as u64));
            for (name, dispatched, plain) in LOOKUPS {
                let lookup = if portable { plain } else { dispatched };
                group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                    bencher.iter(|| lookup(&board, &masks, black_box(&queries)));
                });
            }
            group.finish();
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = attacks
}
criterion_main!(benches);
