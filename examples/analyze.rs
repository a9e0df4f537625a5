//! Searches a position and prints every line the engine reports.
//!
//! ```sh
//! cargo run --release --example analyze                  # Falcon Chess, depth 10
//! cargo run --release --example analyze -- 8 "k9/10/2K7/10/5F4/10/10/10 w - - 0 1"
//! ```
//!
//! A board of eight files is orthodox chess, any other Falcon Chess.

use std::error::Error;

use peregrine::board::moves::Move;
use peregrine::position::{Position, game::Game};
use peregrine::search::Limits;
use peregrine::variants;
use peregrine::{engine::Engine, notation::san};

fn main() {
    if let Err(error) = analyze() {
        eprintln!("analyze: {error}");
        std::process::exit(1);
    }
}

fn analyze() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().unwrap_or("10".to_owned()).parse();
    let depth = depth.map_err(|_| "the depth is a number of plies")?;
    let fen = arguments.next();
    let fen = fen.as_deref().unwrap_or(variants::falcon().start_fen());
    let rules = variants::of_fen(fen).rules(Default::default())?;
    let position = Position::from_fen(rules, fen)?;

    let game = Game::new(position);
    let mut engine = Engine::new(rules);
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let result = engine.search(&game, limits, |info| {
        let line = in_san(game.position(), &info.pv);
        println!("{:>3}  {:>8}  {line}", info.depth, info.score.to_string());
    });
    match result.best {
        Some(best) => println!("Best move: {}", san(game.position(), best)),
        None => println!("The game is over: there is no legal move."),
    }
    Ok(())
}

/// A line of play in algebraic notation.
fn in_san(start: &Position, line: &[Move]) -> String {
    let mut game = Game::new(start.clone());
    line.iter().for_each(|&mv| game.play(mv));
    game.turns()
        .map(|(position, mv)| san(position, mv))
        .collect::<Vec<_>>()
        .join(" ")
}
