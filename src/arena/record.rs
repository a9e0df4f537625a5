//! The record of one finished game.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::color::Color;
use crate::notation;
use crate::position::Position;
use crate::position::game::{Game, GameResult};
use crate::rules::Rules;
use crate::search::score::Score;

use super::schedule::label;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// The king is checkmated.
    Checkmate,
    /// Stalemate: no legal move and not in check.
    Stalemate,
    /// Threefold repetition.
    Repetition,
    /// The fifty-move rule: a hundred plies without a capture or pawn move.
    FiftyMoves,
    /// Neither side can mate.
    InsufficientMaterial,
    /// Mental Cruelty: a pawn reached the last rank and could not promote.
    MentalCruelty,
    /// An end that only this game has, such as a flag square or the last of the counted checks.
    VariantEnd,
    /// A player resigned.
    Resignation,
    /// The players agreed to a draw.
    Agreement,
    /// Both players' scores agreed long enough that one side wins.
    AdjudicatedWin,
    /// Both players' scores stayed near zero long enough.
    AdjudicatedDraw,
    /// The game exceeded the length limit.
    AdjudicatedLength,
    /// A tablebase knows the result.
    Tablebase,
    /// A player made an illegal move, or sent something that is not a move.
    IllegalMove,
    /// A player exceeded its time.
    TimeLoss,
    /// A player exceeded its time, but its opponent could not have mated.
    TimeDraw,
    /// A player claimed a result that is wrong.
    FalseClaim,
    /// A player's process exited.
    Crash,
    /// A player closed its output or input while its process stayed alive.
    Disconnect,
    /// A player stopped responding.
    Stall,
}

impl Termination {
    /// Whether time or a failure of a program decided the game, not play.
    pub const fn is_failure(self) -> bool {
        matches!(
            self,
            Termination::IllegalMove
                | Termination::TimeLoss
                | Termination::TimeDraw
                | Termination::FalseClaim
                | Termination::Crash
                | Termination::Disconnect
                | Termination::Stall
        )
    }
}

impl fmt::Display for Termination {
    /// Writes a short name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Termination::Checkmate => "checkmate",
            Termination::Stalemate => "stalemate",
            Termination::Repetition => "repetition",
            Termination::FiftyMoves => "fifty moves",
            Termination::InsufficientMaterial => "insufficient material",
            Termination::MentalCruelty => "mental cruelty",
            Termination::VariantEnd => "variant end",
            Termination::Resignation => "resignation",
            Termination::Agreement => "agreement",
            Termination::AdjudicatedWin => "win by adjudication",
            Termination::AdjudicatedDraw => "draw by adjudication",
            Termination::AdjudicatedLength => "length by adjudication",
            Termination::Tablebase => "tablebase",
            Termination::IllegalMove => "illegal move",
            Termination::TimeLoss => "time loss",
            Termination::TimeDraw => "draw on time",
            Termination::FalseClaim => "false claim",
            Termination::Crash => "crash",
            Termination::Disconnect => "disconnect",
            Termination::Stall => "stall",
        })
    }
}

/// A finished game of a match.
///
/// ```
/// use peregrine::{arena::record::GameRecord, board::color::Color, variants};
/// let mut record: GameRecord = serde_json::from_str(
///     r#"{
///         "game": 23, "white": 1, "black": 0, "opening": 11,
///         "result": "0-1", "termination": "checkmate", "reason": "Black mates",
///         "moves": [{"move": "f2f3"}, {"move": "e7e5"}, {"move": "g2g4"}, {"move": "d8h4"}],
///         "began": 1790000000000, "milliseconds": 5
///     }"#,
/// )?;
/// assert_eq!((record.pair(), record.player(Color::White)), (11, 1));
/// assert_eq!(record.label(), "12.2");
/// let rules = variants::rules("chess")?;
/// assert!(record.replay(rules)?.outcome().is_some());
/// record.game = 0;
/// assert_eq!(record.label(), "1.1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameRecord {
    /// Its number in the schedule, from 0. Games 2p and 2p + 1 are pair p: the
    /// same opening and players, with colors reversed.
    pub game: usize,
    /// The engine playing White, by its index in the configuration.
    pub white: usize,
    /// The engine playing Black, likewise.
    pub black: usize,
    /// The index of the opening in the file.
    pub opening: usize,
    /// The result.
    pub result: GameResult,
    /// Why the game ended.
    pub termination: Termination,
    /// The same as a sentence, with all details.
    pub reason: String,
    /// FEN of the first position, if it is not the start position of the
    /// variant.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub start: Option<String>,
    /// The moves, including those of the opening.
    pub moves: Vec<MoveRecord>,
    /// When the game began: milliseconds since 1970-01-01 00:00 UTC.
    pub began: u64,
    /// How long it took, in milliseconds.
    pub milliseconds: u64,
    /// Other observations about the game.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub notes: Vec<String>,
}

impl GameRecord {
    /// The index of the engine that played this color.
    pub const fn player(&self, color: Color) -> usize {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// The label shown to users: the number of the pair and of the game within
    /// it, both from 1, as in `12.2`.
    pub fn label(&self) -> String {
        label(self.game)
    }

    /// The index of the pair that the game belongs to.
    pub const fn pair(&self) -> usize {
        self.game / 2
    }

    /// Replays the moves under these rules.
    ///
    /// # Errors
    /// When the rules do not allow a move or the start position.
    pub fn replay(&self, rules: &'static Rules) -> Result<Game, String> {
        let start = match &self.start {
            Some(fen) => Position::from_fen(rules, fen).map_err(|error| error.to_string())?,
            None => Position::start(rules),
        };
        let mut game = Game::new(start);
        for made in &self.moves {
            let mv = notation::parse_coordinate(game.position(), &made.text)
                .map_err(|error| error.to_string())?;
            game.play(mv);
        }
        Ok(game)
    }
}

/// One move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MoveRecord {
    /// The move in coordinate notation (docs/rules.md, section 9.1).
    #[serde(rename = "move")]
    pub text: String,
    /// What the player reported and how long it took; `None` for opening moves.
    #[serde(flatten, skip_serializing_if = "Option::is_none", default)]
    pub info: Option<SearchInfo>,
}

/// What a player reported about its move, and how long the move took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SearchInfo {
    /// The last score it reported, from its own point of view.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub score: Option<Score>,
    /// The last depth it reported, in plies.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub depth: Option<u32>,
    /// The last node count it reported.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
    /// Time from the command to move until the answer, in microseconds.
    pub microseconds: u64,
}
