//! The game that `position` describes.

use crate::notation::parse_coordinate;
use crate::position::Position;
use crate::position::game::Game;
use crate::rules::Rules;
use crate::variants::shuffle::Arrays;

use super::error::UciError;

/// A game and the words that described it.
///
/// A GUI repeats the whole game for each move. Only the moves that are new are played:
/// replaying a long game takes as long as searching a hundred nodes.
pub(super) struct DescribedGame {
    game: Game,
    /// The words after `position`; none if no command described the game.
    words: Vec<String>,
}

impl DescribedGame {
    /// The start position under these rules.
    pub(super) fn start(rules: &'static Rules) -> DescribedGame {
        DescribedGame {
            game: Game::new(Position::start(rules)),
            words: Vec::new(),
        }
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// Sets up the game that the words after `position` describe under these rules.
    ///
    /// # Errors
    /// When they describe none; nothing changes then.
    pub(super) fn set(&mut self, rules: &'static Rules, words: &[&str]) -> Result<(), UciError> {
        let is_same = rules == self.game.position().rules();
        match self.further_moves(words) {
            Some(moves) if is_same => play_all(&mut self.game, moves)?,
            _ => self.game = read_game(rules, words)?,
        }
        self.words = words.iter().map(|&word| word.to_owned()).collect();
        Ok(())
    }

    /// The moves to add to this game, if the words only continue it.
    fn further_moves<'a>(&self, words: &'a [&'a str]) -> Option<&'a [&'a str]> {
        let (repeated, added) = words.split_at_checked(self.words.len())?;
        if self.words.is_empty() || self.words != repeated {
            return None;
        }
        match (repeated.contains(&"moves"), added) {
            (true, moves) | (false, ["moves", moves @ ..]) => Some(moves),
            (false, []) => Some(&[]),
            // More fields of a FEN.
            (false, _) => None,
        }
    }
}

fn read_game(rules: &'static Rules, words: &[&str]) -> Result<Game, UciError> {
    let moves_at = words.iter().position(|&word| word == "moves");
    let (start, moves) = words.split_at(moves_at.unwrap_or(words.len()));
    let start = match start {
        ["startpos"] => Position::start(rules),
        ["array", number] => {
            let number = number
                .parse()
                .map_err(|_| UciError::Array((*number).to_owned()))?;
            Arrays::new(rules)?.start(number)?
        }
        ["fen", fields @ ..] => Position::from_fen(rules, &fields.join(" "))?,
        _ => return Err(UciError::Position),
    };
    let mut game = Game::new(start);
    play_all(&mut game, moves.get(1..).unwrap_or_default())?;
    Ok(game)
}

/// Plays moves in coordinate notation, or none of them if one is wrong.
fn play_all(game: &mut Game, moves: &[&str]) -> Result<(), UciError> {
    for (played, text) in moves.iter().enumerate() {
        match parse_coordinate(game.position(), text) {
            Ok(mv) => game.play(mv),
            Err(error) => {
                for _ in 0..played {
                    game.undo();
                }
                return Err(error.into());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::variants;

    const FEN: &str = "9k/10/10/10/10/10/4K5/R9 w - -";

    /// The FEN and the moves after each of these descriptions, and which were refused.
    fn described(rules: &'static Rules, descriptions: &[&str]) -> Vec<(String, Vec<String>, bool)> {
        let mut described = DescribedGame::start(rules);
        let mut describe = |description: &&str| {
            let words: Vec<&str> = description.split_whitespace().collect();
            let is_refused = described.set(rules, &words).is_err();
            let game = described.game();
            let moves = game
                .turns()
                .map(|(position, mv)| crate::notation::coordinate(position, mv));
            (game.position().to_string(), moves.collect(), is_refused)
        };
        descriptions.iter().map(&mut describe).collect()
    }

    #[test]
    fn a_continued_game_is_the_one_described_anew() {
        let rules = variants::falcon();
        let with_fen = |rest: &str| format!("fen {FEN} {rest}");
        for [first, second] in [
            ["startpos".to_owned(), "startpos moves e2e4".to_owned()],
            [
                "startpos moves e2e4".to_owned(),
                "startpos moves e2e4 e7e5 d2d4".to_owned(),
            ],
            [
                "startpos moves e2e4 e7e5".to_owned(),
                "startpos moves e2e4".to_owned(),
            ],
            [
                "startpos moves e2e4 e7e5".to_owned(),
                "startpos moves d2d4 e7e5 e2e4".to_owned(),
            ],
            [
                "startpos moves".to_owned(),
                "startpos moves e2e4".to_owned(),
            ],
            [with_fen(""), with_fen("12 30")],
            [with_fen(""), with_fen("moves a1a8")],
            [with_fen("12 30"), with_fen("12 30 moves a1a8")],
            [with_fen("moves a1a8"), with_fen("moves a1a8 j8j7")],
            [with_fen("moves a1a8"), "startpos".to_owned()],
        ] {
            let continued = described(rules, &[&first, &second]).remove(1);
            assert!(!continued.2, "{second}");
            assert_eq!(
                [continued],
                *described(rules, &[&second]),
                "{first}, {second}"
            );
        }
    }

    #[test]
    fn a_wrong_continuation_changes_nothing() {
        let rules = variants::falcon();
        let right = "startpos moves e2e4";
        for wrong in [
            "startpos moves e2e4 e7e5 d2d4 d2d4",
            "startpos moves e2e4 moves e7e5",
            "startpos moves e2e5",
            "startpos e2e4",
        ] {
            let [before, after, again] = &described(rules, &[right, wrong, right])[..] else {
                unreachable!("three descriptions");
            };
            assert!(after.2, "{wrong}");
            assert_eq!((&before.0, &before.1), (&after.0, &after.1), "{wrong}");
            assert_eq!(before, again, "{wrong}");
        }
    }

    #[test]
    fn the_same_words_under_other_rules_are_another_game() {
        let words = ["startpos", "moves", "e2e4"];
        let mut described = DescribedGame::start(variants::falcon());
        described.set(variants::falcon(), &words).unwrap();
        let chess = variants::rules("chess").unwrap();
        described.set(chess, &words).unwrap();
        assert_eq!(described.game().position().rules().variant(), "chess");
        assert_eq!(described.game().moves().len(), 1);
    }
}
