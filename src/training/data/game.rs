//! A self-play game, in memory and as bytes.

use thiserror::Error;

use crate::base::excerpt::short_message;
use crate::board::color::Color;
use crate::board::moves::Move;
use crate::position::movegen;
use crate::position::{CheckInfo, Position};
use crate::rules::Rules;
use crate::search::score::{INFINITE, Value};

/// The maximum length of a game in bytes: it is stored in two bytes.
const MAX_BYTES: usize = u16::MAX as usize;

/// A bit of a move's first byte: a third byte follows.
const LONG: u8 = 0x80;

/// A game that the engine played against itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlayGame {
    /// Its number in its source, from 0.
    pub number: u32,
    /// FEN of the start position, if it is not the variant's.
    pub start: Option<String>,
    /// Random moves at the beginning, which were not searched.
    pub opening: Vec<Move>,
    /// The moves that were played, with their scores.
    pub moves: Vec<ScoredMove>,
    /// The winner, or `None` for a draw.
    pub winner: Option<Color>,
    /// Why it ended.
    pub end: GameEnd,
}

/// A move and what the search that chose it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// Its score in centipawns, for the side that played it; mates as in
    /// [`score`](crate::search::score).
    pub score: Value,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum GameEnd {
    /// By the rules.
    Rules,
    /// The scores agreed on a winner.
    Win,
    /// The scores agreed on a draw.
    Draw,
    /// It was too long.
    Length,
}

impl GameEnd {
    /// All of them, by number.
    pub const ALL: [GameEnd; 4] = [GameEnd::Rules, GameEnd::Win, GameEnd::Draw, GameEnd::Length];
}

/// A turn of a game that is replayed.
pub struct Turn<'a> {
    /// The position before the move.
    pub position: &'a Position,
    /// Its checks and pins.
    pub check_info: &'a CheckInfo,
    /// The move played.
    pub mv: Move,
    /// The move's score for the side to move; none in the opening.
    pub score: Option<Value>,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// The content is shorter than it says.
    #[error("it ends too early")]
    Short,
    /// The content is longer than it says.
    #[error("it has {0} bytes too many")]
    Long(usize),
    /// A byte that has no meaning.
    #[error("{what} cannot be {value}")]
    Byte {
        /// What the byte stands for.
        what: &'static str,
        /// The byte.
        value: u8,
    },
    /// The start position cannot be read.
    #[error("its start position is wrong: {0}")]
    Start(String),
    /// Bits that are no move.
    #[error("ply {0} is not a move")]
    NoMove(usize),
    /// A move that is not legal.
    #[error("the move of ply {0} is not legal")]
    Illegal(usize),
    /// A score out of range.
    #[error("the score of ply {0} is out of range")]
    Score(usize),
}

impl SelfPlayGame {
    /// Appends the game to `bytes` as docs/training-data.md describes.
    ///
    /// # Errors
    /// If the game is too long for the format; nothing is appended then.
    pub(crate) fn encode(&self, bytes: &mut Vec<u8>) -> Result<(), TooLongError> {
        let begin = bytes.len();
        let start = self.start.as_deref().unwrap_or_default();
        let start_length = u8::try_from(start.len()).map_err(|_| TooLongError)?;
        let opening = u8::try_from(self.opening.len()).map_err(|_| TooLongError)?;
        let moves = u16::try_from(self.moves.len()).map_err(|_| TooLongError)?;
        bytes.extend(self.number.to_le_bytes());
        bytes.push(result_byte(self.winner));
        bytes.push(self.end as u8);
        bytes.push(start_length);
        bytes.extend(start.as_bytes());
        bytes.push(opening);
        bytes.extend(moves.to_le_bytes());
        for &mv in &self.opening {
            encode_move(mv, bytes);
        }
        for scored in &self.moves {
            encode_move(scored.mv, bytes);
            bytes.extend((scored.score as i16).to_le_bytes());
        }
        if bytes.len() - begin > MAX_BYTES {
            bytes.truncate(begin);
            return Err(TooLongError);
        }
        Ok(())
    }

    /// The game in these bytes. Its moves are not checked; [`replay`](Self::replay)
    /// does that.
    ///
    /// # Errors
    /// If the bytes are no game, or more than one.
    pub(crate) fn decode(bytes: &[u8]) -> Result<SelfPlayGame, GameError> {
        let mut rest = Bytes(bytes);
        let number = u32::from_le_bytes(rest.array()?);
        let winner = match rest.byte()? {
            0 => None,
            1 => Some(Color::White),
            2 => Some(Color::Black),
            value => {
                let what = "the result";
                return Err(GameError::Byte { what, value });
            }
        };
        let end = rest.byte()?;
        let end = *GameEnd::ALL.get(usize::from(end)).ok_or(GameError::Byte {
            what: "the reason of the end",
            value: end,
        })?;
        let length = usize::from(rest.byte()?);
        let start = rest.read_bytes(length)?;
        let start = std::str::from_utf8(start)
            .map_err(|_| GameError::Start("it is not UTF-8 text".to_owned()))?;
        let opening_plies = usize::from(rest.byte()?);
        let plies = usize::from(u16::from_le_bytes(rest.array()?));
        let opening = (0..opening_plies)
            .map(|ply| decode_move(&mut rest, ply))
            .collect::<Result<_, _>>()?;
        let moves = (opening_plies..opening_plies + plies)
            .map(|ply| {
                let mv = decode_move(&mut rest, ply)?;
                let score = Value::from(i16::from_le_bytes(rest.array()?));
                let is_score = score.abs() < INFINITE;
                is_score
                    .then_some(ScoredMove { mv, score })
                    .ok_or(GameError::Score(ply))
            })
            .collect::<Result<_, _>>()?;
        if !rest.0.is_empty() {
            return Err(GameError::Long(rest.0.len()));
        }
        Ok(SelfPlayGame {
            number,
            start: (!start.is_empty()).then(|| start.to_owned()),
            opening,
            moves,
            winner,
            end,
        })
    }

    /// The position that the game starts from.
    ///
    /// # Errors
    /// If it is not a legal position of the game.
    pub fn start(&self, rules: &'static Rules) -> Result<Position, GameError> {
        match &self.start {
            None => Ok(Position::start(rules)),
            Some(fen) => Position::from_fen(rules, fen)
                .map_err(|error| GameError::Start(short_message(&error.to_string()).into_owned())),
        }
    }

    /// Replays the game and calls `visit` for each turn. Returns the final position.
    ///
    /// # Errors
    /// At the first move that is not legal; the turns before it have been shown.
    pub fn replay(
        &self,
        rules: &'static Rules,
        mut visit: impl FnMut(Turn<'_>),
    ) -> Result<Position, GameError> {
        let mut position = self.start(rules)?;
        let opening = self.opening.iter().map(|&mv| (mv, None));
        let played = self
            .moves
            .iter()
            .map(|scored| (scored.mv, Some(scored.score)));
        for (ply, (mv, score)) in opening.chain(played).enumerate() {
            let check_info = position.check_info();
            if !movegen::is_legal(&position, &check_info, mv) {
                return Err(GameError::Illegal(ply));
            }
            visit(Turn {
                position: &position,
                check_info: &check_info,
                mv,
                score,
            });
            position.play(mv);
        }
        Ok(position)
    }
}

/// A game that the format has no room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the game is too long for a file of games")]
pub(crate) struct TooLongError;

fn result_byte(winner: Option<Color>) -> u8 {
    match winner {
        None => 0,
        Some(Color::White) => 1,
        Some(Color::Black) => 2,
    }
}

/// Most moves take two bytes, their squares; the others have the rest in a third.
fn encode_move(mv: Move, bytes: &mut Vec<u8>) {
    let (from, to) = (mv.from().index() as u8, mv.to().index() as u8);
    match (mv.bits() >> 14) as u8 {
        0 => bytes.extend([from, to]),
        rest => bytes.extend([from | LONG, to, rest]),
    }
}

fn decode_move(bytes: &mut Bytes<'_>, ply: usize) -> Result<Move, GameError> {
    let [from, to] = bytes.array()?;
    let rest = if from & LONG == 0 { 0 } else { bytes.byte()? };
    let from = from & !LONG;
    if to & LONG != 0 {
        return Err(GameError::NoMove(ply));
    }
    let bits = u32::from(to) | u32::from(from) << 7 | u32::from(rest) << 14;
    Move::from_bits(bits).ok_or(GameError::NoMove(ply))
}

/// Bytes that are read from the front.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn read_bytes(&mut self, count: usize) -> Result<&'a [u8], GameError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(GameError::Short)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], GameError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(GameError::Short)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn byte(&mut self) -> Result<u8, GameError> {
        let [byte] = self.array()?;
        Ok(byte)
    }
}
