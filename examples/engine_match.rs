//! Two engines in one process play two games with colors reversed; prints the games as PGN.
//!
//! ```sh
//! cargo run --release --example engine_match             # depth 3 against depth 5
//! cargo run --release --example engine_match -- chess 2 6
//! ```
//!
//! For matches between programs, with clocks and statistics, there is `peregrine match`.

use std::error::Error;

use peregrine::engine::Engine;
use peregrine::notation::pgn::PgnGame;
use peregrine::position::Position;
use peregrine::position::game::GameResult;
use peregrine::search::Limits;
use peregrine::variants;

fn main() {
    if let Err(error) = play_match() {
        eprintln!("engine_match: {error}");
        std::process::exit(1);
    }
}

fn play_match() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules = variants::rules(arguments.next().as_deref().unwrap_or("falcon"))?;
    let mut depth = |usual: &str| {
        let word = arguments.next().unwrap_or(usual.to_owned());
        let depth = word.parse::<u32>();
        depth.map_err(|_| format!("'{word}' is not a depth"))
    };
    let depths = [depth("3")?, depth("5")?];
    for round in 0..2 {
        // The first engine has White in round 0, Black in round 1.
        let mut players = [round, 1 - round].map(|n| (Engine::new(rules), depths[n]));
        let mut pgn = PgnGame::new(Position::start(rules));
        pgn.set_tag("White", format!("Depth {}", players[0].1));
        pgn.set_tag("Black", format!("Depth {}", players[1].1));
        pgn.result = loop {
            if let Some(outcome) = pgn.game.outcome() {
                break Some(GameResult::from(outcome));
            }
            let (engine, depth) = &mut players[pgn.game.position().side_to_move().index()];
            let limits = Limits {
                depth: Some(*depth),
                ..Limits::default()
            };
            let found = engine.search(&pgn.game, limits, |_| ());
            let best = found.best.ok_or("the engine found no move")?;
            pgn.push(best, Some(format!("{}/{}", found.score, found.depth)));
        };
        print!("{pgn}");
    }
    Ok(())
}
