//! Plays the games of a debug log again, move by move, by the rules of the library.

use std::sync::mpsc;

use peregrine::notation::epd::Defaults;
use peregrine::notation::pgn::Reader;
use peregrine::protocol::cecp::Cecp;
use peregrine::protocol::{Event, FrontEnd};

use super::log::{Game, Line, parse_pgn};

/// The faults of the games of a match, replayed as the log records them.
///
/// Every move that an engine sent must be legal, and after the last one the game must be over, with the result that
/// XBoard wrote down.
pub fn faults(variant: &str, debug: &str, pgn: &str) -> Vec<String> {
    let games = moves_of_games(debug);
    let results: Vec<Game> = parse_pgn(pgn);
    let mut faults = saved_faults(pgn, &games);
    if games.len() != results.len() {
        faults.push(format!(
            "{} games in the log and {} in the PGN",
            games.len(),
            results.len()
        ));
    }
    for (index, (moves, game)) in games.iter().zip(&results).enumerate() {
        if let Err(fault) = replay(variant, moves, &game.result) {
            faults.push(format!("game {}: {fault}", index + 1));
        }
        if moves.len() != game.moves.len() {
            let (log, pgn) = (moves.len(), game.moves.len());
            faults.push(format!(
                "game {}: {log} moves in the log, {pgn} in the PGN",
                index + 1
            ));
        }
    }
    faults
}

/// The faults of games of which only the saved form tells where they began.
pub fn faults_of_saved(debug: &str, pgn: &str) -> Vec<String> {
    let games = moves_of_games(debug);
    let mut faults = saved_faults(pgn, &games);
    let saved = parse_pgn(pgn).len();
    if games.len() != saved {
        faults.push(format!(
            "{} games in the log and {saved} in the PGN",
            games.len()
        ));
    }
    faults
}

/// The faults of the games as XBoard saved them, which must be read as they were played.
fn saved_faults(pgn: &str, played: &[Vec<&str>]) -> Vec<String> {
    let mut faults = Vec::new();
    let read = Reader::new(pgn.as_bytes(), Defaults::for_variant("chess"));
    for (index, (game, played)) in read.zip(played).enumerate() {
        let fault = match game {
            Err(error) => error.to_string(),
            Ok(game) if game.pgn.game.moves().len() != played.len() => {
                format!(
                    "{} moves are read, {} were played",
                    game.pgn.game.moves().len(),
                    played.len()
                )
            }
            Ok(game) => match game.warnings.first() {
                Some(complaint) => complaint.to_string(),
                None => continue,
            },
        };
        faults.push(format!("saved game {}: {fault}", index + 1));
    }
    faults
}

/// The moves that the engines sent, game by game.
fn moves_of_games(debug: &str) -> Vec<Vec<&str>> {
    let mut games = Vec::new();
    for line in debug.lines() {
        match Line::parse(line) {
            Line::Note(note) if note.starts_with("New game (") => games.push(Vec::new()),
            Line::From(_, said) => {
                if let (Some(text), Some(game)) = (said.strip_prefix("move "), games.last_mut()) {
                    game.push(text.trim());
                }
            }
            _ => {}
        }
    }
    games
}

/// The engine's answer to some lines.
pub fn ask(lines: &[&str]) -> String {
    let (sender, _events) = mpsc::channel();
    let mut front_end = Cecp::new(sender, Default::default());
    let mut answer = Vec::new();
    for line in lines {
        front_end
            .handle(Event::Line((*line).into()), &mut answer)
            .expect("answers are written to memory");
    }
    String::from_utf8_lossy(&answer).into_owned()
}

fn replay(variant: &str, moves: &[&str], result: &str) -> Result<(), String> {
    let (sender, _events) = mpsc::channel();
    let mut front_end = Cecp::new(sender, Default::default());
    let mut ask = |line: String| {
        let mut answer = Vec::new();
        front_end
            .handle(Event::Line(line.into()), &mut answer)
            .expect("answers are written to memory");
        String::from_utf8_lossy(&answer).into_owned()
    };
    ask("new".to_owned());
    ask(format!("variant {variant}"));
    ask("force".to_owned());
    for (index, text) in moves.iter().enumerate() {
        let answer = ask(format!("usermove {text}"));
        if !answer.is_empty() {
            return Err(format!("half-move {}, {text}: {answer}", index + 1));
        }
    }
    let claim = ask("go".to_owned());
    if claim.starts_with(&format!("{result} ")) {
        Ok(())
    } else {
        Err(format!(
            "the result is {result}, and by the rules: '{claim}'"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::faults;

    const LOG: &str = "New game (1): A-B (w)\n1 <first : move f2f3\n2 <second: move e7e5\n3 <first : move g2g4\n4 <second: move d8h4\n";
    const PGN: &str =
        "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4#\n{Xboard adjudication: Checkmate} 0-1\n";

    #[test]
    fn a_correctly_played_game_passes() {
        assert_eq!(faults("normal", LOG, PGN), Vec::<String>::new());
    }

    #[test]
    fn illegal_moves_wrong_results_and_missing_games_fail() {
        let wrong = |log: &str, pgn: &str| faults("normal", log, pgn).join("; ");
        assert!(wrong(&LOG.replace("f2f3", "f2f5"), PGN).contains("half-move 1, f2f5: Illegal"));
        assert!(wrong(LOG, &PGN.replace("0-1", "1-0")).contains("the result is 1-0"));
        assert!(wrong("", PGN).contains("0 games in the log"));
        let short = LOG.replace("4 <second: move d8h4\n", "");
        assert!(wrong(&short, PGN).contains("3 moves in the log, 4 in the PGN"));
    }
}
