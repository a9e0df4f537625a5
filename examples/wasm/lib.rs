//! A module of WebAssembly with the library: `scripts/wasm` builds it and has Node.js run it.
//!
//! Its functions have numbers for arguments and results, so that no generated code has to
//! stand between it and JavaScript; a page would use `wasm-bindgen`.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use peregrine::engine::Engine;
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::rules::Rules;
use peregrine::search::Limits;
use peregrine::tools::{bench, perft};
use peregrine::variants;

/// The games by the numbers that JavaScript has for them.
const GAMES: [&str; 5] = ["falcon", "chess", "capablanca", "falcon100", "permutation"];

fn rules(game: usize) -> &'static Rules {
    variants::rules(GAMES[game]).expect("a game of the library")
}

/// The number of legal move sequences of a length from the start.
#[unsafe(no_mangle)]
pub extern "C" fn perft(game: usize, depth: u32) -> u64 {
    perft::perft(&Position::start(rules(game)), depth)
}

/// The signature of the bench: see `peregrine bench`.
#[unsafe(no_mangle)]
pub extern "C" fn bench(game: usize, depth: u32) -> u64 {
    let total = bench::run(rules(game), depth, &AtomicBool::new(false), |_| ());
    total.ok().flatten().map_or(0, |total| total.nodes)
}

/// How many nodes a search from the start visits in a time. Without a clock, nodes are counted
/// instead.
#[unsafe(no_mangle)]
pub extern "C" fn nodes_in(game: usize, milliseconds: u32) -> u64 {
    let rules = rules(game);
    let start = Game::new(Position::start(rules));
    let limits = Limits {
        move_time: Some(Duration::from_millis(milliseconds.into())),
        ..Limits::default()
    };
    Engine::new(rules).search(&start, limits, |_| ()).nodes
}

/// Lets searches use the clock that the module imports.
#[cfg(target_family = "wasm")]
#[unsafe(no_mangle)]
pub extern "C" fn use_clock() {
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        /// JavaScript's `performance.now()`: milliseconds.
        safe fn now() -> f64;
    }
    peregrine::base::clock::set_clock(|| Duration::from_secs_f64(now() / 1000.0));
}
