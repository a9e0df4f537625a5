//! What a player types: a command, or else a move.

use std::path::PathBuf;
use std::time::Duration;

use crate::base::excerpt::excerpt;
use crate::base::suggestion::nearest_word;
use crate::search::Level;

/// What `help` prints.
pub(super) const HELP: &str = "\
A move is typed in algebraic notation (e4, Nc3, exd5, O-O, e8=Q) or as its squares
(e2e4, e7e8q). Everything else is a command:

  board               show the board
  flip                turn the board round
  figures             switch between letters and chess symbols
  moves               list the legal moves
  hint                let the engine suggest a move
  book                list the moves of the opening book
  undo                take back your last move
  go                  let the engine play the side to move; the other is yours
  level N             set the engine's strength, from 0 (beginner) to 20
  time SECONDS        set how long the engine may think about a move
  draw                offer a draw
  resign              resign
  new                 begin another game
  fen                 print the position
  pgn                 print the game
  save FILE           write the game to a file, and keep it up to date from then on
  help                print this
  quit                end

While the engine thinks, Ctrl-C makes it move at once.";

/// The commands.
const COMMANDS: [&str; 19] = [
    "board", "flip", "figures", "moves", "hint", "book", "undo", "go", "level", "time", "draw",
    "resign", "new", "fen", "pgn", "save", "help", "quit", "exit",
];

/// The longest time to think about a move, in seconds.
pub(super) const MAX_SECONDS: f64 = 3600.0;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum PlayCommand {
    Nothing,
    Move(String),
    Board,
    Flip,
    Figures,
    Moves,
    Hint,
    Book,
    Undo,
    Go,
    Level(Level),
    Time(Duration),
    Draw,
    Resign,
    New,
    Fen,
    Pgn,
    Save(PathBuf),
    Help,
    Quit,
}

impl PlayCommand {
    /// Reads a line.
    ///
    /// # Errors
    /// A sentence if a command has a wrong argument.
    pub(super) fn parse(line: &str) -> Result<PlayCommand, String> {
        let line = line.trim();
        let (word, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let argument = argument.trim();
        let plain = match word.to_lowercase().as_str() {
            "" => PlayCommand::Nothing,
            "board" => PlayCommand::Board,
            "flip" => PlayCommand::Flip,
            "figures" => PlayCommand::Figures,
            "moves" => PlayCommand::Moves,
            "hint" => PlayCommand::Hint,
            "book" => PlayCommand::Book,
            "undo" => PlayCommand::Undo,
            "go" => PlayCommand::Go,
            "draw" => PlayCommand::Draw,
            "resign" => PlayCommand::Resign,
            "new" => PlayCommand::New,
            "fen" => PlayCommand::Fen,
            "pgn" => PlayCommand::Pgn,
            "help" | "?" => PlayCommand::Help,
            "quit" | "exit" => PlayCommand::Quit,
            "level" => return level(argument).map(PlayCommand::Level),
            "time" => return seconds(argument).map(PlayCommand::Time),
            "save" if argument.is_empty() => {
                return Err("'save' needs the name of a file.".to_owned());
            }
            "save" => return Ok(PlayCommand::Save(argument.into())),
            _ if argument.is_empty() => return Ok(PlayCommand::Move(word.to_owned())),
            _ => {
                let hint = near_command(word);
                return Err(format!(
                    "'{}' is neither a move nor a command{hint}",
                    excerpt(line)
                ));
            }
        };
        match argument {
            "" => Ok(plain),
            _ => Err(format!(
                "'{word}' stands alone, without '{}'.",
                excerpt(argument)
            )),
        }
    }
}

/// The end of a sentence about a word that is no command: which one was probably meant,
/// and where they are listed.
pub(super) fn near_command(word: &str) -> String {
    // What names a square is a move.
    let near = match word.contains(|letter: char| letter.is_ascii_digit()) {
        true => None,
        false => nearest_word(word, &COMMANDS),
    };
    match near {
        Some(near) => format!("; did you mean '{near}'? ('help' lists the commands.)"),
        None => "; 'help' lists the commands.".to_owned(),
    }
}

fn level(text: &str) -> Result<Level, String> {
    let full = Level::FULL.number();
    match text.parse() {
        Ok(number) if number <= full => Ok(Level::new(number)),
        _ => Err(format!(
            "The level is a number from 0 to {full}, not '{}'.",
            excerpt(text)
        )),
    }
}

/// Reads a time to think, in seconds.
///
/// # Errors
/// A sentence if it is not a number in range.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=MAX_SECONDS).contains(&seconds) => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err(format!(
            "The time is a number of seconds from 0.01 to {MAX_SECONDS}, not '{}'.",
            excerpt(text)
        )),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn every_command_of_the_help_is_understood() {
        let commands = HELP.lines().filter_map(|line| line.strip_prefix("  "));
        let mut count = 0;
        for entry in commands {
            let (words, _) = entry.split_once("  ").unwrap();
            let line = words.replace("SECONDS", "0.5").replace('N', "3");
            let command = PlayCommand::parse(&line).unwrap();
            assert!(!matches!(command, PlayCommand::Move(_)), "{words}");
            let word = line.split(' ').next().unwrap();
            assert!(COMMANDS.contains(&word), "{words}");
            count += 1;
        }
        assert_eq!(count, 18);
    }

    #[test]
    fn what_is_no_command_is_a_move() {
        for text in ["e4", " O-O ", "b4", "e7e8q", "nonsense"] {
            let expected = PlayCommand::Move(text.trim().to_owned());
            assert_eq!(PlayCommand::parse(text), Ok(expected));
        }
        assert_eq!(PlayCommand::parse(" \t"), Ok(PlayCommand::Nothing));
        let spaced = PlayCommand::Save("my games/first.pgn".into());
        assert_eq!(PlayCommand::parse("save my games/first.pgn"), Ok(spaced));
    }

    #[test]
    fn wrong_arguments_are_named() {
        for (line, message) in [
            ("level", "The level is a number from 0 to 20, not ''."),
            ("level 21", "The level is a number from 0 to 20, not '21'."),
            (
                "time NaN",
                "The time is a number of seconds from 0.01 to 3600, not 'NaN'.",
            ),
            (
                "time 0",
                "The time is a number of seconds from 0.01 to 3600, not '0'.",
            ),
            ("save", "'save' needs the name of a file."),
            ("hint please", "'hint' stands alone, without 'please'."),
            (
                "levle 5",
                "'levle 5' is neither a move nor a command; did you mean 'level'? ('help' lists \
                 the commands.)",
            ),
            (
                "knight to c3",
                "'knight to c3' is neither a move nor a command; 'help' lists the commands.",
            ),
        ] {
            assert_eq!(PlayCommand::parse(line), Err(message.to_owned()));
        }
    }
}
