//! The bench: searches fixed positions to a fixed depth. The node count is the
//! signature by which two builds are known to search alike; nodes per second
//! measure speed.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::base::clock::Instant;
use crate::engine::{Engine, EngineOptions, Report};
use crate::notation::coordinate;
use crate::position::Position;
use crate::position::game::Game;
use crate::rules::Rules;
use crate::search::{Limits, SearchResult};

/// The default search depth.
pub const DEPTH: u32 = 16;

/// Size of the transposition table in MiB.
const HASH: usize = 16;

/// Positions from games and typical of them, by variant; the variant's start
/// position comes before each list.
const POSITIONS: [(&str, &[&str]); 5] = [
    (
        "falcon",
        &[
            "rnb1qkfbnr/pp1ppp1ppp/2p3p3/3f6/5F4/2P1P5/PP1P1PPPPP/RNBFQK1BNR w KQkq - 0 5",
            "rnbfqk3r/3pp3B1/p4pp1p1/1ppP4Q1/f1P1P1PPpP/P2n1P3R/8B1/RN1F2K1N1 b kq - 0 23",
            "rn2qk3r/p2pppn1pp/bpp7/7f2/P5p1FP/6b1P1/2PPQP4/RNBF1K1BNR b KQkq - 1 15",
            "1rb1q1f1n1/5k2b1/p1np5p/4pPpp2/P1p3P3/1pNp6/1PP1P2P1P/1RBFK1F1Qq w - g6 0 29",
            "2b1r2kn1/1ppF3p1p/2n1pp1f2/r2p3P2/pP1PN2bPP/2P1P2F2/PB6R1/R2q1K1B2 w - - 2 43",
            "r4kfb2/2p2qpp1r/p1np1p4/1p5P2/1P6p1/P1PPpQPb1N/4KN2BP/2BR1fF2R b q - 3 26",
            "6kbnr/2p3pf1p/2Q4pp1/pP2Fp3f/1q3P3P/4NBP3/PP1PP4R/RNBF2K3 b - - 2 35",
            "r4kfr2/pp1pp1p2p/1f5p2/10/9P/3P1P4/P1P3P1P1/RF2K1F2R b q - 0 6",
            "2rf1k3r/3pp4f/1p4p2p/7p2/2P2F3P/6P3/P2P1P2P1/3KR3R1 b k - 1 8",
            "r2r4k1/3p2p3/7p1F/p1f1p5/8P1/P1F2R4/3p1PP2P/2R4K2 b - - 4 20",
            "1r3kf3/1p2p2p1p/p9/3F6/8r1/5P2f1/P1PPK1PRPP/3R2F3 b - - 0 10",
            "2b7/10/pknF6/2p7/2R1F5/P9/10/4K5 w - - 0 1",
            "10/7p2/8p1/2k1P5/P9/2K7/3N6/3F6 w - - 0 1",
        ],
    ),
    (
        "chess",
        &[
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "rr4k1/pp1pp1pp/8/8/1P3P2/8/2P1P2P/2R1K2R w K - 1 4",
            "2rk3r/ppp1bN1p/1n1p1B2/7q/bP3p1P/3PnPP1/2PK1RB1/4R3 b - - 1 31",
            "2b2N2/1p2np1r/P1rp2pp/P1pnkR2/2P1P3/3P4/R2BK1B1/1N1Q4 b - - 6 53",
            "8/1k5p/2R1P3/3r2PP/8/3K4/8/8 w - - 15 49",
            "rnbqk2r/p1pp1p1p/1p2pPp1/8/8/N4N1P/PPPPPP2/R1BQKB1R b KQkq - 0 6",
        ],
    ),
    (
        "capablanca",
        &[
            "r4kbc1r/pa1pp1np2/1pnb1p2p1/2p3C2p/1P1A2PpP1/4PP4/P1qP4KP/RN1BQ1B1NR b kq - 5 20",
            "rn1bqkbcnr/2Bpa4p/1p3pppp1/4p5/pPP4P2/4P3P1/P2P1PPC1P/RNABQK2NR b KQkq b3 0 13",
            "rn2kc3r/1p4p3/1b3p1p1n/9p/b1B1pP3N/1PP1P2PB1/3PK1P3/6C2R b - f3 0 38",
            "Q5b3/3n1p4/2r2k3p/p1PPp3p1/2P1P5/1B3PR1p1/P2N3p2/R4K4 b - - 0 50",
            "3r1k3r/pp1pp1pp2/9p/10/2P7/3P6/P4PP1PP/R4K2R1 b Qk - 0 3",
            "10/2Rp4B1/6pr1p/1p2p1k2P/6r3/p2P6/P4PK1P1/2R7 w - - 4 31",
            "2rr6/4p2k2/9P/p2P1p1R2/2P1p4P/p5P3/10/5K4 b - - 2 26",
            "10/2k5Pp/10/p3ppPp1P/P1p7/3p6/3P5K/5R4 w - - 1 38",
        ],
    ),
    (
        "falcon100",
        &[
            "3******3/1r1fb1kbfnr1/1ppppp2ppp1/*2n2p4*/*6p3*/*8q1*/*P6N2*/2PPPPPPPPP1/1RNFBQKBF1R1/3******3 w Kkq g6 0 5",
            "3******1r1/1rnfbqk1fn2/1pp1p2pp1p1/*2p7*/*3bpp2p1*/*P3P4F*/*2QP3P2*/2P3PP1PP1/1RNFB1KB1NR1/3******3 w KQq i6 0 8",
            "f2******3/1rn1b1kb1nr1/1pp1qppp4/*2p4pp1*/*3p6*/*5P2QP*/*2P4N2*/1PPBPP1PP3/R1NF2KB2R1/3******3 w Kkq - 2 11",
            "3******2f/1rn1b1k3r1/1p6bpp1/*3p1p1p1n*/*1pp1q1p3*/*PP4P3*/*2P2P1N2*/4PP3PP1/1RNFBQKB2R1/3******3 w KQkq - 1 14",
            "3******3/2r1bk1bf1r1/1pppn3pp2/*7n2*/*4ppp3*/*10*/*7P1N*/1PPP1BPP1PP1/1Q4KB2R1/F2******3 w K e6 0 18",
            "3******3/2n5kr2/2p1p1qf3Q/*1pp4pf1*/*5B4*/*3P2P3*/*2P2P4*/2P2P3PP1/2F3K1F1R1/3******3 b K - 0 26",
            "3******3/1r3qrkf3/1ppb1n4p1/*7P2*/*5ppn2*/*1P1Pp4P*/*N3F2P2*/1P3NQP4/1R1F2K3R1/3******3 w KQ - 3 27",
            "3******3/7k1nr1/1Q2p3b1p1/*5p1pp1*/*10*/*5P2P1*/*1PN1P4P*/6KP1q2/1R10/3******3 w - - 1 32",
            "3******3/7kfr2/1R4fp4/*1np2p4*/*4p4p*/*4N5*/*3PP2P2*/2PP2PP1PR1/6K5/3******3 w - - 9 38",
        ],
    ),
    (
        "permutation",
        &[
            "q'fbb'1qka'c'Bn'r'cnrm'/pppppppp1ppppppp/16/8p7/2P13/3P1m7P2/PP2PPPPPPPPP1PP/Q'F1B'MQ1A'KAN'R'CNRM' b ABDEFHJKLMNOP - 0 5",
            "q'fbb'mqc'k1an'r'cnrm'/p1pp1ppppp1ppppp/1p2p11/10p5/8P7/5M8N1/PPPPPPPPC'PPPPPPP/Q'FBB'3QKAN'R'C1RM' w ABCDJKLMOP - 0 8",
            "kfbb'mq1a'q'a1r'1nrm'/pp2ppppppp1pppp/2pp6cp4/16/16/1P4BP3P4/P1PPPPP1PPP1PPPP/Q'F1B'MQ1A'KAN'R'1NRM' w ABDEFHJKLNOP - 1 11",
            "3b'mq1a'kan'r'1nrm'/p2ppppppppppppp/1p2f11/2p13/4A'PP2c1P4/2P1F11/PP1PP2PPPP1PPPP/Q'1B1M3KAN'R'1NRM' w ACEJKLNOPdefhjklnop - 0 14",
            "q'fb3c'1m'an'r'c1rk/pp1ppp2pp2pppp/4m1p4p4/2p3p3p5/2P3Pb'P2PPn1P/3PF5P1N1M'1/PP2PP1PQ'P3PP1/K1BB'MQ1A'1AN'3R1 b - - 1 18",
            "7a'ra1r'1nkm'/p1pp3p1ppp1ppp/b3p2p4pcn'1/5pp9/12PP2/6f1P1P5/PP1PPPP1PP1PA1PP/2FKMQ1A'3R'CNRM' w - - 0 26",
            "q'f1b'5k3nr1/ppp1p3p2pppp1/3p4m1pc2p1/5pp7q1/2P6P1PP1P1/4FM4P1R'3/PP1PPP1Pb4P1P/K1BB'1Q7NRM' w - - 1 34",
            "1f2m2a'7k/p5p2p1npp1p/8p2p1p2/1p2p5p3r1/P1pp3P2P1R'2P/2P6P4N1/1P1PMPaB4PPP1/Q'2K10RM' b - - 1 44",
            "1km11r1/1p2pp2p1p1pppp/2pp2p5n3/1p3b'2q6m'/1F3P4n'P4/2PP3P8/PP1P5P2PPPP/2B2M3B'A'2R1K w - - 0 38",
        ],
    ),
];

/// The result of a bench.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Nodes of all searches: the same on every machine for builds that search alike.
    pub nodes: u64,
    /// Time of all searches.
    pub time: Duration,
}

impl Total {
    /// Nodes per second.
    pub fn speed(&self) -> u64 {
        speed(self.nodes, self.time)
    }
}

/// The rate per second, or the whole count if no time has passed.
///
/// ```
/// use std::time::Duration;
/// assert_eq!(peregrine::tools::bench::speed(7, Duration::ZERO), 7);
/// ```
pub fn speed(count: u64, time: Duration) -> u64 {
    let microseconds = time.as_micros();
    let speed = u128::from(count) * 1_000_000;
    speed
        .checked_div(microseconds)
        .map_or(count, |speed| speed as u64)
}

/// The positions that the bench of a variant searches: those chosen for it, or
/// positions from fixed walks if none are.
///
/// ```
/// use peregrine::{tools::bench, variants};
/// let rules = variants::falcon();
/// assert_eq!(bench::positions(rules).len(), 14);
/// ```
pub fn positions(rules: &'static Rules) -> Vec<Position> {
    let start = Position::start(rules);
    let chosen = POSITIONS
        .iter()
        .find(|(variant, _)| *variant == rules.variant());
    let Some((_, fens)) = chosen else {
        return walked(start);
    };
    // Under non-default rules a position may be invalid.
    let chosen = fens
        .iter()
        .filter_map(|fen| Position::from_fen(rules, fen).ok());
    [start].into_iter().chain(chosen).collect()
}

/// The start position and every eighth position of pseudorandom walks that are
/// the same in every run.
fn walked(start: Position) -> Vec<Position> {
    let mut found = vec![start.clone()];
    let mut random = 1_u64;
    for _ in 0..3 {
        let mut position = start.clone();
        for ply in 1..=32 {
            let mut moves = position.legal_moves();
            moves.sort_unstable();
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let Some(&mv) = moves.get((random >> 33) as usize % moves.len().max(1)) else {
                break;
            };
            position.play(mv);
            if ply % 8 == 0 && position.has_legal_move() {
                found.push(position.clone());
            }
        }
    }
    found
}

/// Searches all bench positions to a depth on one thread, each with a cleared
/// engine, and passes a line about each to `say`. `None` if stopped.
///
/// # Errors
/// When there is no memory for the search.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use peregrine::{tools::bench, variants};
/// let rules = variants::falcon();
/// let go_on = AtomicBool::new(false);
/// let total = bench::run(rules, 2, &go_on, |line| println!("{line}")).unwrap().unwrap();
/// assert!(total.nodes > 0);
/// ```
pub fn run(
    rules: &'static Rules,
    depth: u32,
    stop: &AtomicBool,
    mut say: impl FnMut(String),
) -> io::Result<Option<Total>> {
    let mut engine = Engine::new(rules);
    engine.set_options(EngineOptions {
        hash: HASH,
        threads: 1,
        lines: 1,
        ..EngineOptions::default()
    })?;
    engine.prepare()?;
    let positions = positions(rules);
    let mut total = Total::default();
    for (number, position) in positions.iter().enumerate() {
        engine.clear();
        let game = Game::new(position.clone());
        let began = Instant::now();
        let Some(result) = search(&mut engine, &game, depth, stop) else {
            return Ok(None);
        };
        total.time += began.elapsed();
        total.nodes += result.nodes;
        let best = result
            .best
            .map_or("none".to_owned(), |mv| coordinate(position, mv));
        say(format!(
            "{:>2}/{}: nodes {:>9}  score {:>7}  best {best:<6} {position}",
            number + 1,
            positions.len(),
            result.nodes,
            result.score.to_string(),
        ));
    }
    Ok(Some(total))
}

/// One search; `None` if stopped.
fn search(engine: &mut Engine, game: &Game, depth: u32, stop: &AtomicBool) -> Option<SearchResult> {
    let (sender, receiver) = mpsc::channel();
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    engine.start(game, limits, move |report| {
        if let Report::Finished(result) = report {
            // The receiver is gone if the bench was stopped.
            let _ = sender.send(result);
        }
    });
    // Where there are no threads, the search has ended; there may be no clock, either.
    if let Ok(result) = receiver.try_recv() {
        engine.wait();
        return (!stop.load(Relaxed)).then_some(result);
    }
    loop {
        match receiver.recv_timeout(Duration::from_millis(20)) {
            Ok(result) => {
                engine.wait();
                return (!stop.load(Relaxed)).then_some(result);
            }
            Err(RecvTimeoutError::Timeout) if stop.load(Relaxed) => engine.signal_stop(),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{self, RuleOptions};

    #[test]
    fn all_chosen_positions_are_searched() {
        for (name, fens) in POSITIONS {
            let rules = variants::find(name)
                .unwrap()
                .nearest_rules(RuleOptions::default());
            let positions = positions(rules);
            assert_eq!(positions.len(), 1 + fens.len(), "{name}");
            assert!(positions.iter().all(Position::has_legal_move));
        }
    }

    #[test]
    fn games_without_a_choice_have_positions_too() {
        let rules = variants::all()[0].nearest_rules(RuleOptions::default());
        let walked = walked(Position::start(rules));
        assert!((6..=13).contains(&walked.len()), "{}", walked.len());
    }
}
