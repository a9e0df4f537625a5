//! Counts the leaves of the tree of legal moves, root move by root move.
//!
//! ```sh
//! cargo run --release --example perft                    # Falcon Chess, depth 4
//! cargo run --release --example perft -- chess 5
//! cargo run --release --example perft -- chess 3 "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
//! ```

use std::error::Error;
use std::sync::atomic::AtomicBool;

use peregrine::position::Position;
use peregrine::tools::perft::{MAX_DEPTH, Perft};
use peregrine::variants;

fn main() {
    if let Err(error) = count() {
        eprintln!("perft: {error}");
        std::process::exit(1);
    }
}

fn count() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules = variants::rules(arguments.next().as_deref().unwrap_or("falcon"))?;
    let depth = arguments.next().unwrap_or("4".to_owned());
    let depth = depth.parse().ok().filter(|depth| *depth <= MAX_DEPTH);
    let depth = depth.ok_or(format!("the depth is a number up to {MAX_DEPTH}"))?;
    let position = match arguments.next() {
        Some(fen) => Position::from_fen(rules, &fen)?,
        None => Position::start(rules),
    };

    let perft = Perft {
        threads: std::thread::available_parallelism()?.get(),
        cache: &(),
        stop: &AtomicBool::new(false),
    };
    let divided = perft.divide(&position, depth).ok_or("stopped")?;
    for line in divided.lines(&position) {
        println!("{line}");
    }
    println!("\nNodes searched: {}", divided.total);
    Ok(())
}
