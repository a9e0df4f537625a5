//! Reads the games of a PGN file, any variant, and prints how each one ended.
//!
//! ```sh
//! cargo run --example read_pgn                           # three games inside this program
//! cargo run --example read_pgn -- games.pgn
//! ```
//!
//! A faulty game is reported with its line, and reading continues with the next one.

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};

use peregrine::notation::epd::Defaults;
use peregrine::notation::pgn::{PgnError, Reader};

const GAMES: &str = r#"
[White "Fool"] [Black "Scholar"] [Variant "chess"]
1. f3 e5 2. g4 Qh4# 0-1

[White "Falcon"] [Black "Falconer"] [Variant "falcon"]
1. e4 e5 2. Nc3 Nc6 *

[White "Hasty"] [Black "Patient"] [Variant "falcon"]
1. e4 e5 2. Ke4 1-0
"#;

fn main() {
    let read = match std::env::args().nth(1) {
        Some(path) => match File::open(&path) {
            Ok(file) => show(BufReader::new(file)),
            Err(error) => Err(format!("{path}: {error}").into()),
        },
        None => show(GAMES.as_bytes()),
    };
    if let Err(error) = read {
        eprintln!("read_pgn: {error}");
        std::process::exit(1);
    }
}

fn show(text: impl BufRead) -> Result<(), Box<dyn Error>> {
    for read in Reader::new(text, Defaults::for_variant("chess")) {
        let game = match read {
            Ok(game) => game,
            Err(fault @ PgnError::Game { .. }) => {
                println!("{fault}");
                continue;
            }
            Err(unreadable) => return Err(unreadable.into()),
        };
        let plies = game.pgn.game.moves().len();
        match game.pgn.result {
            Some(result) => println!("{}: {plies} plies, {result}", game.place()),
            None => println!("{}: {plies} plies, unfinished", game.place()),
        }
    }
    Ok(())
}
