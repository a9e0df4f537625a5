//! Defines a game in a few lines of TOML, shows its board and plays a move.
//!
//! ```sh
//! cargo run --example own_variant
//! cargo run --example own_variant -- docs/examples/gothic.toml
//! ```
//!
//! `docs/guide/variant-files.md` describes the format.

use std::error::Error;
use std::path::Path;

use peregrine::engine::Engine;
use peregrine::notation::san;
use peregrine::position::{Position, game::Game};
use peregrine::render::Diagram;
use peregrine::search::Limits;
use peregrine::variants;

/// Orthodox chess on five by five squares, with a Falcon for each Queen.
const SMALL: &str = "
[small-falcon]
base = 'chess'
board = '5x5'
start = 'rnbfk/ppppp/5/PPPPP/RNBFK w - - 0 1'
pieces.F = 'falcon'
castling = 'none'
pawns.double-step = []
";

fn main() {
    if let Err(error) = play() {
        eprintln!("own_variant: {error}");
        std::process::exit(1);
    }
}

fn play() -> Result<(), Box<dyn Error>> {
    let games = match std::env::args().nth(1) {
        Some(path) => variants::read(Path::new(&path))?,
        // All faults are found at once, each with its line and key.
        None => variants::check(SMALL).map_err(|faults| faults[0].to_string())?,
    };
    // A text that defines no game is a fault, too.
    let name = games[0].name.clone();
    variants::add(games);

    let rules = variants::rules(&name)?;
    let game = Game::new(Position::start(rules));
    println!("{name}\n{}", Diagram(game.position()));
    let limits = Limits {
        depth: Some(6),
        ..Limits::default()
    };
    let result = Engine::new(rules).search(&game, limits, |_| ());
    if let Some(best) = result.best {
        println!("{} ({})", san(game.position(), best), result.score);
    }
    Ok(())
}
