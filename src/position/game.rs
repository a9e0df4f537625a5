//! A game: its start position and the moves made since.
//!
//! Detects repetition, which a single position cannot. Must not depend on
//! clocks or players.

use std::fmt;
use std::str::FromStr;

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::position::{Outcome, Position};
use crate::rules::PerpetualCheckRule;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum GameResult {
    /// 1-0.
    #[serde(rename = "1-0")]
    WhiteWins,
    /// 0-1.
    #[serde(rename = "0-1")]
    BlackWins,
    /// 1/2-1/2.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// The result when this side has won; `None` stands for a draw.
    ///
    /// ```
    /// use peregrine::{board::color::Color, position::game::GameResult};
    /// assert_eq!(GameResult::won_by(Some(Color::Black)).to_string(), "0-1");
    /// assert_eq!(GameResult::won_by(None), GameResult::Draw);
    /// ```
    pub const fn won_by(winner: Option<Color>) -> GameResult {
        match winner {
            Some(Color::White) => GameResult::WhiteWins,
            Some(Color::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        }
    }

    /// The winner, if any.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw => None,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        GameResult::won_by(outcome.winner())
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
        })
    }
}

/// A text that is not the result of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a result: 1-0, 0-1 or 1/2-1/2")]
pub struct ResultError(pub String);

impl FromStr for GameResult {
    type Err = ResultError;

    fn from_str(text: &str) -> Result<GameResult, ResultError> {
        [
            GameResult::WhiteWins,
            GameResult::BlackWins,
            GameResult::Draw,
        ]
        .into_iter()
        .find(|result| result.to_string() == text)
        .ok_or_else(|| ResultError(text.to_owned()))
    }
}

/// A start position and the legal moves made from it. Moves can be taken back.
///
/// ```
/// use peregrine::{notation::parse_coordinate, position::{game::Game, Position}, variants};
/// let rules = variants::falcon();
/// let mut game = Game::new(Position::start(rules));
/// let step = parse_coordinate(game.position(), "e2e4").unwrap();
/// game.play(step);
/// assert_eq!(game.moves(), [step]);
/// assert_eq!(game.undo(), Some(step));
/// assert_eq!(game.undo(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    /// The position before each of `moves`.
    earlier: Vec<Position>,
    /// The keys of `earlier`.
    keys: Vec<u64>,
    moves: Vec<Move>,
}

impl Game {
    /// A game that starts from this position.
    pub fn new(start: Position) -> Game {
        Game {
            position: start,
            earlier: Vec::new(),
            keys: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Plays a legal move, even if the game has already ended.
    ///
    /// ```
    /// # use peregrine::{position::{game::Game, Position}, variants};
    /// # let rules = variants::rules("chess").unwrap();
    /// let mut game = Game::new(Position::start(rules));
    /// let first = game.position().legal_moves()[0];
    /// game.play(first);
    /// assert_eq!(game.moves(), [first]);
    /// ```
    ///
    /// # Panics
    /// May panic if the move is not legal.
    pub fn play(&mut self, mv: Move) {
        debug_assert!(self.position.is_legal(mv));
        self.keys.push(self.position.key());
        self.earlier.push(self.position.clone());
        self.moves.push(mv);
        self.position.play(mv);
    }

    /// Takes back the last move and returns it, if there is one.
    ///
    /// ```
    /// # use peregrine::{position::{game::Game, Position}, variants};
    /// # let rules = variants::rules("chess").unwrap();
    /// assert_eq!(Game::new(Position::start(rules)).undo(), None);
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.position = self.earlier.pop()?;
        self.keys.pop();
        Some(mv)
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position from which the game started.
    pub fn start(&self) -> &Position {
        self.earlier.first().unwrap_or(&self.position)
    }

    /// The moves made, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves made, in order, each with the position before it.
    ///
    /// ```
    /// # use peregrine::{notation, position::{game::Game, Position}, variants};
    /// # let rules = variants::rules("chess").unwrap();
    /// let mut game = Game::new(Position::start(rules));
    /// for text in ["e2e4", "e7e5"] {
    ///     game.play(notation::parse_coordinate(game.position(), text).unwrap());
    /// }
    /// let san = game.turns().map(|(position, mv)| notation::san(position, mv));
    /// assert!(san.eq(["e4", "e5"]));
    /// ```
    pub fn turns(&self) -> impl Iterator<Item = (&Position, Move)> {
        self.earlier.iter().zip(self.moves.iter().copied())
    }

    /// The keys of all earlier positions, the start position first. The current
    /// position is not included.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How often the current position has occurred, including now.
    ///
    /// ```
    /// use peregrine::{notation::parse_coordinate, position::{game::Game, Position}, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let mut game = Game::new(Position::start(rules));
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     game.play(parse_coordinate(game.position(), text).unwrap());
    /// }
    /// assert_eq!(game.repetitions(), 2);
    /// ```
    pub fn repetitions(&self) -> usize {
        1 + self
            .keys
            .iter()
            .filter(|&&key| key == self.position.key())
            .count()
    }

    /// How the game has ended, if it has. The order of precedence is that of
    /// docs/rules.md, section 3.1.
    ///
    /// ```
    /// use peregrine::{position::{game::Game, Outcome, Position}, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let end = Position::from_fen(rules, "7k/8/8/8/8/8/8/R3K3 w Q - 100 80").unwrap();
    /// assert_eq!(Game::new(end).outcome(), Some(Outcome::FiftyMoves));
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        let outcome = self.position.outcome();
        match outcome {
            None
            | Some(Outcome::FiftyMoves | Outcome::MoveLimit | Outcome::Count | Outcome::Draw(_)) => {
                self.repetition().or(outcome)
            }
            _ => outcome,
        }
    }

    /// The outcome if the position has occurred as often as the game allows.
    fn repetition(&self) -> Option<Outcome> {
        let ends = self.position.rules().ends();
        let rule = ends.repetition?;
        let first = self.occurrence(usize::from(rule.count))?;
        let side = self.position.side_to_move();
        let winner = match ends.perpetual_check {
            PerpetualCheckRule::Draw => None,
            PerpetualCheckRule::Loss => self.checked_since(first),
        };
        Some(match (winner, rule.winner(side)) {
            (Some(winner), _) => Outcome::PerpetualCheck(winner),
            (None, Some(winner)) => Outcome::RepetitionWin(winner),
            (None, None) => self.position.with_draw_odds(Outcome::Repetition),
        })
    }

    /// The number of the position that was the same, this many occurrences ago, the current
    /// one included.
    fn occurrence(&self, count: usize) -> Option<usize> {
        let is_same = |row: &(usize, &u64)| *row.1 == self.position.key();
        let mut same = self.keys.iter().enumerate().rev().filter(is_same);
        same.nth(count.checked_sub(2)?).map(|row| row.0)
    }

    /// The side that has been in check in all its positions since that one, if the other has
    /// not.
    fn checked_since(&self, first: usize) -> Option<Color> {
        let positions = || self.earlier[first..].iter().chain([&self.position]);
        let is_always_checked = |side: Color| {
            let mut own = positions().filter(|position| position.side_to_move() == side);
            own.all(|position| position.is_check())
        };
        let mut checked = Color::ALL
            .into_iter()
            .filter(|&side| is_always_checked(side));
        match (checked.next(), checked.next()) {
            (Some(side), None) => Some(side),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_coordinate;
    use crate::variants;

    fn game(variant: &str, fen: &str, moves: &str) -> Game {
        let rules = variants::find(variant)
            .unwrap()
            .rules(Default::default())
            .unwrap();
        let mut game = Game::new(Position::from_fen(rules, fen).unwrap());
        for text in moves.split_whitespace() {
            game.play(parse_coordinate(game.position(), text).unwrap());
        }
        game
    }

    const SHUFFLE: &str = "a1b1 j8i8 b1a1 i8j8 ";

    #[test]
    fn third_occurrence_draws() {
        let fen = "9k/10/10/10/10/10/4K5/R9 w - - 0 1";
        let twice = game("falcon", fen, SHUFFLE);
        assert_eq!((twice.repetitions(), twice.outcome()), (2, None));
        let mut thrice = game("falcon", fen, &SHUFFLE.repeat(2));
        assert_eq!(thrice.outcome(), Some(Outcome::Repetition));
        thrice.undo();
        assert_eq!(thrice.outcome(), None);
        assert_eq!(thrice.keys().len(), 7);
    }

    #[test]
    fn lost_castling_right_makes_another_position() {
        let fen = "9k/10/10/10/10/10/10/R4K4 w Q - 0 1";
        let game = game("falcon", fen, &SHUFFLE.repeat(2));
        assert_eq!(game.repetitions(), 2);
    }

    #[test]
    fn en_passant_counts_only_if_legal() {
        let without = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let shuffle = " e8d8 e1d1 d8e8 d1e1";
        assert_eq!(
            game("chess", without, &format!("e2e4{shuffle}")).repetitions(),
            2
        );
        let with = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
        assert_eq!(
            game("chess", with, &format!("e2e4{shuffle}")).repetitions(),
            1
        );
    }

    #[test]
    fn outcomes_are_named_in_order() {
        // Mate on the hundredth halfmove is mate.
        let mate = game("chess", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8");
        assert!(matches!(mate.outcome(), Some(Outcome::Checkmate(_))));
        // Insufficient material and repetition take precedence over fifty
        // moves.
        let bare = game("falcon", "9k/10/10/10/10/10/10/N8K w - - 100 80", "");
        assert_eq!(bare.outcome(), Some(Outcome::InsufficientMaterial));
        let idle = game("chess", "7k/8/8/8/8/8/8/R6K w - - 98 80", "a1a2 h8g8");
        assert_eq!(idle.outcome(), Some(Outcome::FiftyMoves));
        let fen = "9k/10/10/10/10/10/4K5/R9 w - - 92 80";
        let both = game("falcon", fen, &SHUFFLE.repeat(2));
        assert_eq!(both.position().halfmove_clock(), 100);
        assert_eq!(both.outcome(), Some(Outcome::Repetition));
    }
}
