//! A game as an engine of this protocol calls it: its name, its positions and
//! moves.
//!
//! Knows no running engine: it says which lines convey what.

use crate::board::color::Color;
use crate::board::moves::{Move, MoveKind};
use crate::board::piece::PieceKind;
use crate::notation;
use crate::notation::xboard::{self, XboardDialect};
use crate::position::Position;
use crate::position::game::Game;
use crate::protocol::cecp::moves;
use crate::rules::Rules;

use super::features::Features;

/// What `new` sets up.
const NORMAL: &str = "normal";

/// How an engine speaks of a game.
#[derive(Clone, Debug)]
pub(super) struct Dialect {
    rules: &'static Rules,
    xboard_dialect: XboardDialect,
    /// The name of the game.
    name: String,
}

impl Dialect {
    /// The usual way to speak of a game, or that under a name the engine has
    /// for it.
    ///
    /// # Errors
    /// When no name is given and there is no usual one for these rules.
    pub fn new(rules: &'static Rules, name: Option<&str>) -> Result<Dialect, String> {
        let xboard_dialect = match (xboard::of(rules), name) {
            (Ok(xboard_dialect), _) | (Err(xboard_dialect), Some(_)) => xboard_dialect,
            (Err(_), None) => {
                return Err(format!(
                    "the XBoard protocol has no usual name for '{}' with castling '{}' and promotion '{}'; \
                     say by 'variant' what the engine calls it",
                    rules.variant(),
                    rules.castling().name(),
                    rules.promotion().name(),
                ));
            }
        };
        let name = name.unwrap_or(&xboard_dialect.name).to_owned();
        Ok(Dialect {
            rules,
            xboard_dialect,
            name,
        })
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether an engine that says what it plays can play it.
    ///
    /// # Errors
    /// When it cannot, with what it can.
    pub fn check(&self, features: &Features) -> Result<(), String> {
        match &features.variants {
            Some(known) if !known.contains(&self.name) => Err(format!(
                "does not play '{}'; it plays: {}",
                self.name,
                known.join(", ")
            )),
            _ => Ok(()),
        }
    }

    /// Whether moves can be sent in SAN, in which the engine must mean the
    /// same by pieces and squares.
    pub fn has_san(&self) -> bool {
        !self.xboard_dialect.is_described()
            && self.xboard_dialect.has_usual_squares(self.rules.geometry())
    }

    /// `variant NAME`, where it is needed after `new`.
    pub fn variant_command(&self) -> Option<String> {
        (self.name != NORMAL).then(|| format!("variant {}", self.name))
    }

    /// The lines that make an engine, which has just begun a new game and is
    /// in force mode, know a game with all its moves so far.
    ///
    /// # Errors
    /// When there is no way to tell this engine, with the reason.
    pub fn convey(&self, game: &Game, features: &Features) -> Result<Vec<String>, String> {
        let start = game.start();
        let mut lines = Vec::new();
        if self.rules.is_shuffled() || start.to_string() != self.rules.start_fen() {
            lines = if features.setboard {
                vec![self.set_board(start)?]
            } else {
                self.edit(start)?
            };
        }
        let turns = game.turns();
        lines.extend(turns.map(|(position, mv)| self.user_move(position, mv, features)));
        Ok(lines)
    }

    fn set_board(&self, start: &Position) -> Result<String, String> {
        let text = self.xboard_dialect.write_fen(start);
        // Some positions of games that XBoard is told about have no text.
        match self.xboard_dialect.read_fen(self.rules, &text) {
            Ok(read) if read.to_string() == start.to_string() => Ok(format!("setboard {text}")),
            _ => Err(format!(
                "cannot be told of the position '{start}': in the game '{}' it takes pieces at home for \
                 unmoved ones",
                self.name
            )),
        }
    }

    /// The `edit` command and what follows it. It cannot say whose move it is:
    /// the move of a Pawn before makes it Black's. And whoever reads it takes
    /// Kings and Rooks at home for unmoved ones, and knows no Pawn that has
    /// just passed a square.
    fn edit(&self, start: &Position) -> Result<Vec<String>, String> {
        let refused = |reason: &str| {
            Err(format!(
                "has no feature 'setboard', and 'edit' cannot convey the position '{start}': {reason}"
            ))
        };
        if start.en_passant().is_some() {
            return refused("a Pawn can be taken in passing");
        }
        if start.castling_rights() != self.xboard_dialect.rights_at_home(start) {
            return refused("what may castle is not what stands where it began");
        }
        let mut lines = Vec::new();
        if start.side() == Color::Black {
            let first = Position::start(self.rules);
            let is_pawn_step = |mv: &Move| {
                let mover = first.piece_on(mv.from());
                mv.kind() == MoveKind::Plain
                    && mv.promoted_to().is_none()
                    && mover.is_some_and(|mover| mover.kind() == PieceKind::PAWN)
            };
            match first.legal_moves().into_iter().find(is_pawn_step) {
                Some(mv) if first.side() == Color::White => {
                    lines.push(moves::write(&self.xboard_dialect, &first, mv));
                }
                _ => return refused("it is Black's move"),
            }
        }
        lines.extend(["edit".to_owned(), "#".to_owned()]);
        for color in Color::ALL {
            if color == Color::Black {
                lines.push("c".to_owned());
            }
            for square in start.color(color) {
                if let Some(piece) = start.piece_on(square) {
                    let letter = self.xboard_dialect.letter(piece.kind());
                    let name = self.xboard_dialect.square(self.rules.geometry(), square);
                    lines.push(format!("{letter}{name}"));
                }
            }
        }
        lines.push(".".to_owned());
        Ok(lines)
    }

    /// The line that tells of a legal move.
    pub fn user_move(&self, position: &Position, mv: Move, features: &Features) -> String {
        let text = if features.san {
            notation::san(position, mv)
        } else {
            moves::write(&self.xboard_dialect, position, mv)
        };
        if features.usermove {
            format!("usermove {text}")
        } else {
            text
        }
    }

    /// The legal move that an engine means; a Pawn that arrives and does not
    /// say what it becomes becomes a Queen.
    pub fn read_move(&self, position: &Position, text: &str) -> Option<Move> {
        let read = |text: &str| moves::read(&self.xboard_dialect, position, text).ok();
        read(text).or_else(|| {
            let queen = self
                .xboard_dialect
                .letter(PieceKind::QUEEN)
                .to_ascii_lowercase();
            read(&format!("{text}{queen}"))
        })
    }
}
