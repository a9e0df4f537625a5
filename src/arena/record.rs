//! What is kept of a game that was played.
//!
//! Knows no engine and no file: numbers, moves and reasons.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::color::Color;
use crate::notation;
use crate::position::Position;
use crate::position::game::{Game, GameResult};
use crate::rules::Rules;
use crate::search::score::Score;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// A King is mated.
    Checkmate,
    /// No legal move, and no check.
    Stalemate,
    /// A position came up for the third time.
    Repetition,
    /// A hundred halfmoves without capture and Pawn move.
    FiftyMoves,
    /// Nobody can mate.
    InsufficientMaterial,
    /// A Pawn arrived and could not promote.
    MentalCruelty,
    /// A player gave up.
    Resignation,
    /// Both players agreed on a draw.
    Agreement,
    /// Both players' scores said long enough that one wins.
    AdjudicatedWin,
    /// Both players' scores said long enough that nobody wins.
    AdjudicatedDraw,
    /// The game grew too long.
    AdjudicatedLength,
    /// A tablebase knows how it ends.
    Tablebase,
    /// A player made a move that is not legal, or no move.
    IllegalMove,
    /// A player's move came after his time was used up.
    TimeLoss,
    /// A player claimed what is not so.
    FalseClaim,
    /// A player's process ended.
    Crash,
    /// A player closed its output, or its input, and lives on.
    Disconnect,
    /// A player did not answer any more.
    Stall,
}

impl Termination {
    /// Whether it was the fault of the loser's program, not of his play.
    ///
    /// ```
    /// use peregrine::arena::record::Termination;
    /// assert!(Termination::Stall.is_failure() && !Termination::Checkmate.is_failure());
    /// ```
    pub const fn is_failure(self) -> bool {
        matches!(
            self,
            Termination::IllegalMove
                | Termination::TimeLoss
                | Termination::FalseClaim
                | Termination::Crash
                | Termination::Disconnect
                | Termination::Stall
        )
    }
}

impl fmt::Display for Termination {
    /// In a few words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Termination::Checkmate => "checkmate",
            Termination::Stalemate => "stalemate",
            Termination::Repetition => "repetition",
            Termination::FiftyMoves => "fifty moves",
            Termination::InsufficientMaterial => "insufficient material",
            Termination::MentalCruelty => "mental cruelty",
            Termination::Resignation => "resignation",
            Termination::Agreement => "agreement",
            Termination::AdjudicatedWin => "win by adjudication",
            Termination::AdjudicatedDraw => "draw by adjudication",
            Termination::AdjudicatedLength => "length by adjudication",
            Termination::Tablebase => "tablebase",
            Termination::IllegalMove => "illegal move",
            Termination::TimeLoss => "time loss",
            Termination::FalseClaim => "false claim",
            Termination::Crash => "crash",
            Termination::Disconnect => "disconnect",
            Termination::Stall => "stall",
        })
    }
}

/// A finished game of a tournament.
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
/// let rules = variants::find("chess")?.rules(Default::default())?;
/// assert!(record.replay(rules)?.outcome().is_some());
/// record.game = 0;
/// assert_eq!(record.label(), "1.1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameRecord {
    /// Its number in the schedule, from 0. Games 2p and 2p + 1 are pair p:
    /// the same opening and players, the colours exchanged.
    pub game: usize,
    /// The engine with White: its number in the configuration.
    pub white: usize,
    /// The engine with Black.
    pub black: usize,
    /// The number of the opening, from 0, in the order of the file.
    pub opening: usize,
    /// Who won.
    pub result: GameResult,
    /// Why the game ended.
    pub termination: Termination,
    /// The same as a sentence, with all that is known of it.
    pub reason: String,
    /// FEN of the position before the first move, if it is not the game's
    /// start position.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub start: Option<String>,
    /// The moves, those of the opening first.
    pub moves: Vec<MoveRecord>,
    /// When the game began: milliseconds since 1970-01-01 00:00 UTC.
    pub began: u64,
    /// How long it took, in milliseconds.
    pub milliseconds: u64,
    /// What else was noticed.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub notes: Vec<String>,
}

impl GameRecord {
    /// The number of the engine that had that color.
    pub const fn player(&self, color: Color) -> usize {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// What the game is called wherever a person reads it: the number of its
    /// pair and which of the two it is, both from 1, as in `12.2`.
    pub fn label(&self) -> String {
        format!("{}.{}", self.game / 2 + 1, self.game % 2 + 1)
    }

    /// The number of the pair the game belongs to.
    pub const fn pair(&self) -> usize {
        self.game / 2
    }

    /// The start position and the moves, played by these rules.
    ///
    /// # Errors
    /// When the rules are not those of the game, with what they do not allow.
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

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MoveRecord {
    /// The move in coordinate notation (docs/rules.md, section 9.1).
    #[serde(rename = "move")]
    pub text: String,
    /// What the player said and took; a move of the opening has none.
    #[serde(flatten, skip_serializing_if = "Option::is_none", default)]
    pub thought: Option<Thought>,
}

/// What a player said about its move, and how long it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Thought {
    /// The last score it gave, as it sees the game itself.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub score: Option<Score>,
    /// The last depth it gave, in plies.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub depth: Option<u32>,
    /// The last count of nodes it gave.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
    /// From the last word of the question to the answer, in microseconds.
    pub microseconds: u64,
}
