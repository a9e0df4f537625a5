//! How games went, by position and move.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use thiserror::Error;

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::book::Record;
use crate::position::Position;
use crate::position::game::Game;
use crate::rules::Rules;
use crate::variants::shuffle::Arrays;

/// The maximum number of moves in different positions: what fits into a few hundred MiB.
const MAX_COUNTS: usize = 4_000_000;

/// The maximum number of games.
const MAX_GAMES: usize = 10_000_000;

/// There are too many games or moves to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TooManyError {
    /// Moves.
    #[error(
        "the games have more than {MAX_COUNTS} different moves in their first {0} plies; a \
         smaller --plies counts fewer"
    )]
    Moves(usize),
    /// Games.
    #[error("more than {MAX_GAMES} games")]
    Games,
}

/// A game to be counted.
#[derive(Clone, Copy, Debug)]
pub struct FinishedGame<'a> {
    /// The game, or its beginning as far as it is counted.
    pub game: &'a Game,
    /// The moves after that.
    pub rest: &'a [Move],
    /// How many of its first moves were nobody's choice.
    pub random: usize,
    /// The winner; none if it was drawn.
    pub winner: Option<Color>,
}

impl FinishedGame<'_> {
    /// A number that tells different games apart.
    fn hash(&self) -> u64 {
        // The same in every process, unlike the hashes of a `HashMap`.
        let mut hash = DefaultHasher::new();
        self.game.start().key().hash(&mut hash);
        let moves = self.game.moves().iter().chain(self.rest);
        moves.for_each(|mv| mv.hash(&mut hash));
        self.winner.hash(&mut hash);
        hash.finish()
    }
}

/// Whether a game was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// It was.
    Yes,
    /// It has other rules.
    OtherRules,
    /// It does not begin from a start position of the game.
    OtherStart,
    /// The same game was counted before.
    Again,
}

/// The results of games, by position and move.
#[derive(Clone, Debug)]
pub struct GameCounts {
    rules: &'static Rules,
    plies: usize,
    /// If the array is shuffled.
    arrays: Option<Arrays>,
    /// The start position of the game or, if its array is shuffled, those that occurred.
    starts: BTreeMap<u64, Position>,
    moves: HashMap<u64, Vec<(Move, Record)>>,
    /// The number of moves in all positions.
    size: usize,
    /// Hashes of all games.
    games: HashSet<u64>,
}

impl GameCounts {
    /// No games yet; of each, the first `plies` moves are counted.
    pub fn new(rules: &'static Rules, plies: usize) -> GameCounts {
        let start = Position::start(rules);
        GameCounts {
            rules,
            plies,
            arrays: Arrays::new(rules).ok(),
            starts: BTreeMap::from([(start.key(), start)]),
            moves: HashMap::new(),
            size: 0,
            games: HashSet::new(),
        }
    }

    /// How many moves of each game are counted.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Counts a game, if it is not the same as one before. Moves that were nobody's choice
    /// count as played, but not as chosen.
    ///
    /// ```
    /// use peregrine::position::{game::Game, Position};
    /// use peregrine::tools::book::{Counted, FinishedGame, GameCounts};
    /// use peregrine::variants;
    /// let rules = variants::falcon();
    /// let mut game = Game::new(Position::start(rules));
    /// game.play(game.position().legal_moves()[0]);
    /// let mut counts = GameCounts::new(rules, 10);
    /// let draw = FinishedGame { game: &game, rest: &[], random: 0, winner: None };
    /// assert_eq!(counts.add(draw)?, Counted::Yes);
    /// assert_eq!(counts.add(draw)?, Counted::Again);
    /// let (mv, record) = counts.records(game.start()).next().unwrap();
    /// assert_eq!((mv, record.draws, record.chosen), (game.moves()[0], 1, 1));
    /// # Ok::<(), peregrine::tools::book::TooManyError>(())
    /// ```
    ///
    /// # Errors
    /// If there are too many games or different moves.
    pub fn add(&mut self, finished: FinishedGame<'_>) -> Result<Counted, TooManyError> {
        let FinishedGame { game, random, .. } = finished;
        let start = game.start();
        if start.rules() != self.rules {
            return Ok(Counted::OtherRules);
        }
        if !self.starts.contains_key(&start.key()) {
            let number = self.arrays.as_ref().map(|arrays| arrays.number_of(start));
            if number.flatten().is_none() {
                return Ok(Counted::OtherStart);
            }
            self.starts.insert(start.key(), start.clone());
        }
        if !self.games.insert(finished.hash()) {
            return Ok(Counted::Again);
        }
        if self.games.len() > MAX_GAMES {
            return Err(TooManyError::Games);
        }
        let mut seen: Vec<(u64, Move)> = Vec::new();
        for (ply, (position, mv)) in game.turns().take(self.plies).enumerate() {
            let played = (position.key(), mv);
            // A game counts once, even if it comes back to a position.
            if seen.contains(&played) {
                continue;
            }
            seen.push(played);
            let record = self.record(played)?;
            let result = match finished.winner {
                None => &mut record.draws,
                Some(winner) if winner == position.side_to_move() => &mut record.wins,
                Some(_) => &mut record.losses,
            };
            *result += 1;
            record.chosen += u32::from(ply >= random);
        }
        Ok(Counted::Yes)
    }

    fn record(&mut self, (key, mv): (u64, Move)) -> Result<&mut Record, TooManyError> {
        let moves = self.moves.entry(key).or_default();
        let place = match moves.iter().position(|row| row.0 == mv) {
            Some(place) => place,
            None if self.size == MAX_COUNTS => return Err(TooManyError::Moves(self.plies)),
            None => {
                self.size += 1;
                moves.push((mv, Record::default()));
                moves.len() - 1
            }
        };
        Ok(&mut moves[place].1)
    }

    /// The positions from which games began.
    pub(super) fn starts(&self) -> impl Iterator<Item = &Position> {
        self.starts.values()
    }

    /// The moves that were played in a position.
    pub fn records(&self, position: &Position) -> impl Iterator<Item = (Move, Record)> + use<'_> {
        self.moves
            .get(&position.key())
            .into_iter()
            .flatten()
            .copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_coordinate;
    use crate::variants;

    fn game(start: Position, moves: &str) -> Game {
        let mut game = Game::new(start);
        for text in moves.split_whitespace() {
            game.play(parse_coordinate(game.position(), text).unwrap());
        }
        game
    }

    fn won(game: &Game) -> FinishedGame<'_> {
        FinishedGame {
            game,
            rest: &[],
            random: 1,
            winner: Some(Color::White),
        }
    }

    #[test]
    fn a_move_counts_once_in_a_game_and_a_game_once() {
        let start = Position::start(variants::falcon());
        let circle = game(start.clone(), "b1c3 b8c6 c3b1 c6b8 b1c3 b8c6");
        let mut counts = GameCounts::new(variants::falcon(), 6);
        assert_eq!(counts.add(won(&circle)), Ok(Counted::Yes));
        let records: Vec<(Move, Record)> = counts.records(&start).collect();
        let record = Record {
            wins: 1,
            ..Record::default()
        };
        assert_eq!(records, [(circle.moves()[0], record)]);
        assert_eq!(counts.add(won(&circle)), Ok(Counted::Again));
        // Later moves tell games apart, and so does the result.
        let rest = [circle.moves()[2]];
        let longer = FinishedGame {
            rest: &rest,
            random: 0,
            ..won(&circle)
        };
        assert_eq!(counts.add(longer), Ok(Counted::Yes));
        let drawn = FinishedGame {
            winner: None,
            ..longer
        };
        assert_eq!(counts.add(drawn), Ok(Counted::Yes));
        let (_, record) = counts.records(&start).next().unwrap();
        assert_eq!((record.wins, record.draws, record.chosen), (2, 1, 2));
    }

    #[test]
    fn games_begin_from_a_start_position_of_the_game() {
        let falcon = variants::falcon();
        let mut counts = GameCounts::new(falcon, 6);
        let other = Position::from_fen(falcon, "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1").unwrap();
        let begun = game(other, "a1a2");
        assert_eq!(counts.add(won(&begun)), Ok(Counted::OtherStart));
        let chess = game(Position::start(variants::rules("chess").unwrap()), "e2e4");
        assert_eq!(counts.add(won(&chess)), Ok(Counted::OtherRules));
        assert_eq!(counts.starts().count(), 1);
        let random = variants::rules("falcon-random").unwrap();
        let mut counts = GameCounts::new(random, 6);
        let start = Arrays::new(random).unwrap().start(1000).unwrap();
        let begun = game(start.clone(), "e2e4");
        assert_eq!(counts.add(won(&begun)), Ok(Counted::Yes));
        assert_eq!(counts.records(&start).count(), 1);
        let mut later = start;
        later.play(begun.moves()[0]);
        let begun = game(later, "e7e5");
        assert_eq!(counts.add(won(&begun)), Ok(Counted::OtherStart));
    }
}
