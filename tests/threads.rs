//! Several threads at the same work: searches, counts and tables. Each test is short,
//! so that `fuzz/thread_sanitizer` can run them all and see every access to memory.

use std::io::Cursor;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use peregrine::engine::{Engine, EngineOptions, Report, STACK};
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::protocol::run_session;
use peregrine::rules::Rules;
use peregrine::search::Limits;
use peregrine::tablebase::{self, Material, Tablebases};
use peregrine::tools::perft::{Perft, PerftTable};
use peregrine::variants;

const THREADS: usize = 4;

fn rules(name: &str) -> &'static Rules {
    let variant = variants::find(name).unwrap();
    variant.rules(Default::default()).unwrap()
}

/// An engine with a hash table so small that threads often collide in it.
fn engine(rules: &'static Rules) -> Engine {
    let mut engine = Engine::new(rules);
    let options = EngineOptions {
        hash: 1,
        threads: THREADS,
        ..engine.options()
    };
    engine.set_options(options).unwrap();
    engine
}

#[test]
fn a_search() {
    for (name, fen) in [
        ("falcon", rules("falcon").start_fen()),
        // A position where tablebases are probed.
        ("falcon", "k9/10/2K7/10/5F4/10/10/9q w - - 0 1"),
        ("permutation", rules("permutation").start_fen()),
    ] {
        let rules = rules(name);
        let game = Game::new(Position::from_fen(rules, fen).unwrap());
        let limits = Limits {
            nodes: Some(8000),
            ..Limits::default()
        };
        let mut told = 0;
        let found = engine(rules).search(&game, limits, |_| told += 1);
        let best = found.best.unwrap();
        assert!(game.position().is_legal(best) && told > 0, "{fen}");
    }
}

#[test]
fn a_search_that_is_paused_stopped_and_restarted() {
    let rules = rules("falcon");
    let mut engine = engine(rules);
    let game = Game::new(Position::start(rules));
    for round in 0..6 {
        let endless = Limits {
            infinite: true,
            ponder: round % 2 == 0,
            ..Limits::default()
        };
        engine.start(&game, endless, |_| ());
        thread::sleep(Duration::from_millis(20));
        engine.set_paused(true);
        let _ = engine.progress();
        engine.set_paused(false);
        engine.ponder_hit();
        engine.stop();
        assert!(!engine.is_searching());
        if round == 3 {
            engine.clear();
        }
    }
}

#[test]
fn only_a_brief_search_stays_on_the_thread_that_asks_for_it() {
    let rules = rules("falcon");
    let game = Game::new(Position::start(rules));
    let time = |milliseconds| Limits {
        move_time: Some(Duration::from_millis(milliseconds)),
        ..Limits::default()
    };
    let cases = [
        (time(5), true),
        (time(100), false),
        (
            Limits {
                ponder: true,
                ..time(5)
            },
            false,
        ),
        (
            Limits {
                infinite: true,
                ..time(5)
            },
            false,
        ),
        (
            Limits {
                nodes: Some(100),
                ..Limits::default()
            },
            false,
        ),
    ];
    let search = move || {
        let mut engine = engine(rules);
        for (limits, stays) in cases {
            let (sender, threads) = mpsc::channel();
            engine.start_or_run_inline(&game, limits.clone(), move |report| {
                if matches!(report, Report::Finished(_)) {
                    sender.send(thread::current().id()).unwrap();
                }
            });
            assert!(!stays || !engine.is_searching(), "{limits:?}");
            engine.stop();
            let here = thread::current().id();
            assert_eq!(threads.recv().unwrap() == here, stays, "{limits:?}");
        }
    };
    let builder = thread::Builder::new().stack_size(STACK);
    builder.spawn(search).unwrap().join().unwrap();
}

#[test]
fn a_conversation() {
    let lines = "uci\nsetoption name Threads value 4\nsetoption name Hash value 1\nisready\n\
        position startpos moves e2e4\ngo infinite\nstop\ngo nodes 5000\nisready\n\
        setoption name MultiPV value 3\ngo ponder depth 3\nponderhit\ngo perft 3\n\
        setoption name UCI_Variant value chess\ngo movetime 50\ngo movetime 5\ngo wtime 9 btime 9\n";
    let mut answer = Vec::new();
    run_session(Cursor::new(lines), &mut answer).unwrap();
    let answer = String::from_utf8(answer).unwrap();
    assert_eq!(answer.matches("bestmove ").count(), 6, "{answer}");
    assert!(answer.contains("Nodes searched: 18430\n"), "{answer}");
}

#[test]
fn a_count() {
    let rules = rules("falcon");
    let position = Position::start(rules);
    let stop = AtomicBool::new(false);
    let memory = PerftTable::new(1).unwrap();
    for leaves in [430_024; 2] {
        let perft = Perft {
            threads: THREADS,
            cache: &memory,
            stop: &stop,
        };
        assert_eq!(perft.divide(&position, 4).unwrap().total, leaves);
    }
}

#[test]
fn a_table() {
    let text = "[threads]\nboard = '5x5'\nstart = 'qk3/ppppp/5/PPPPP/QK3 w - - 0 1'\n\
        castling = 'none'\npieces.Q = 'queen'";
    variants::add(peregrine::variants::check(text).unwrap());
    let rules = rules("threads");
    let material = Material::parse(rules, "KPvK").unwrap();
    let stop = AtomicBool::new(false);
    let statistics = |threads| {
        let mut tables = Tablebases::new(rules);
        tablebase::make_in_memory(&mut tables, &material, threads).unwrap();
        let verified =
            tablebase::verify(&tables, &material, None, threads, &stop, &|_| ()).unwrap();
        assert!(verified.positions > 1000 && verified.wrong == 0);
        tablebase::statistics(&tables, &material, threads, &stop, &|_| ()).unwrap()
    };
    let (one, many) = (statistics(1), statistics(THREADS));
    assert_eq!(one.zugzwangs, many.zugzwangs);
    for (one, many) in one.sides.iter().zip(&many.sides) {
        assert_eq!(
            (one.positions, one.wins, one.losses),
            (many.positions, many.wins, many.losses)
        );
    }
}
