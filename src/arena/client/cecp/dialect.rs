//! The commands that put an engine's board into a given position, and the
//! moves, in the XBoard dialect of a variant.

use crate::arena::client::library_hint;
use crate::arena::client::options::comma_separated;
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

/// The variant that `new` sets up.
const NORMAL: &str = "normal";

/// How to talk to an engine about one variant.
#[derive(Clone, Debug)]
pub(super) struct Dialect {
    rules: &'static Rules,
    xboard_dialect: XboardDialect,
    name: String,
}

impl Dialect {
    /// The usual dialect of a variant, or that dialect under the engine's own
    /// name for it.
    ///
    /// # Errors
    /// When no name is given and the protocol has none for these rules.
    pub(super) fn new(rules: &'static Rules, name: Option<&str>) -> Result<Dialect, String> {
        let xboard_dialect = match (xboard::for_rules(rules), name) {
            (Ok(xboard_dialect), _) | (Err(xboard_dialect), Some(_)) => xboard_dialect,
            (Err(_), None) => {
                return Err(format!(
                    "the XBoard protocol has no name for '{}' with castling '{}' and promotion '{}'; \
                     say by 'variant' what the engine calls it{}",
                    rules.variant(),
                    rules.castling().name(),
                    rules.promotion().name(),
                    library_hint(rules),
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

    /// The protocol's name for the variant.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Checks the variants that an engine declares.
    ///
    /// # Errors
    /// When this one is not among them; the error lists those that are.
    pub(super) fn check(&self, features: &Features) -> Result<(), String> {
        match &features.variants {
            Some(known) if !known.contains(&self.name) => Err(format!(
                "does not play '{}'; it plays: {}{}",
                self.name,
                comma_separated(known.iter().map(String::as_str)),
                library_hint(self.rules)
            )),
            _ => Ok(()),
        }
    }

    /// Whether moves can be sent in SAN: the engine must use the same names for
    /// pieces and squares.
    pub(crate) fn has_san(&self) -> bool {
        !self.xboard_dialect.is_described()
            && self.xboard_dialect.has_usual_squares(self.rules.geometry())
    }

    /// `variant NAME`, if it is needed after `new`.
    pub(super) fn variant_command(&self) -> Option<String> {
        (self.name != NORMAL).then(|| format!("variant {}", self.name))
    }

    /// The lines that set up a game with all its moves so far, for an engine
    /// that has just begun a new game and is in force mode.
    ///
    /// # Errors
    /// When this engine cannot be given the game, with the reason.
    pub(crate) fn position_commands(
        &self,
        game: &Game,
        features: &Features,
    ) -> Result<Vec<String>, String> {
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
        // Some positions cannot be expressed in a FEN as XBoard reads it.
        match self.xboard_dialect.read_fen(self.rules, &text) {
            Ok(read) if read.to_string() == start.to_string() => Ok(format!("setboard {text}")),
            _ => Err(format!(
                "cannot be sent the position '{start}': in the variant '{}' it takes pieces at home for \
                 unmoved ones",
                self.name
            )),
        }
    }

    /// The `edit` command and its lines. It cannot say whose turn it is, so a
    /// pawn move before it makes it Black's. Nor can it express castling rights
    /// or en passant: engines assume that kings and rooks at home have not
    /// moved, and that no en passant capture is possible.
    fn edit(&self, start: &Position) -> Result<Vec<String>, String> {
        let refused = |reason: &str| {
            Err(format!(
                "has no feature 'setboard', and 'edit' cannot express the position '{start}': {reason}"
            ))
        };
        if start.en_passant().is_some() {
            return refused("an en passant capture is possible");
        }
        if start.castling_rights() != self.xboard_dialect.rights_at_home(start) {
            return refused("castling rights differ from the pieces at home");
        }
        let mut lines = Vec::new();
        if start.side_to_move() == Color::Black {
            let first = Position::start(self.rules);
            let is_pawn_step = |mv: &Move| {
                let mover = first.piece_on(mv.from());
                mv.kind() == MoveKind::Plain
                    && mv.promoted_to().is_none()
                    && mover.is_some_and(|mover| mover.kind() == PieceKind::PAWN)
            };
            match first.legal_moves().into_iter().find(is_pawn_step) {
                Some(mv) if first.side_to_move() == Color::White => {
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
            for square in start.colors(color) {
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

    /// The line that sends a legal move.
    pub(super) fn user_move(&self, position: &Position, mv: Move, features: &Features) -> String {
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

    /// Parses an engine's move; `None` unless it is legal. A promotion without
    /// a piece is to a queen.
    pub(crate) fn read_move(&self, position: &Position, text: &str) -> Option<Move> {
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
