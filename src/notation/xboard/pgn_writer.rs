//! Writes games as XBoard saves them: the other direction of `saved`.
//!
//! Every move is written so that the reader of such games finds it again. Must not depend
//! on a file format: tags and move words go to the caller.

use crate::board::moves::{Move, MoveKind};
use crate::board::piece::{Piece, PieceKind};
use crate::notation;
use crate::position::Position;

use super::XboardDialect;
use super::pgn_reader::{direction, is_start, sign_by_files};

/// What XBoard records of a game besides its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SavedGame {
    /// How an engine described the moves of pieces.
    pub(crate) men: Option<String>,
    /// The position before the first move.
    pub(crate) fen: Option<String>,
}

impl XboardDialect {
    /// What XBoard records of a game from this position.
    ///
    /// # Errors
    /// If the game cannot be described to XBoard, with the reason.
    pub(crate) fn saved(&self, start: &Position) -> Result<SavedGame, String> {
        let rules = start.rules();
        let usual = is_start(start);
        let described = match usual || rules.is_shuffled() {
            true => start.clone(),
            false => Position::start(rules),
        };
        let lines = match self.is_described() {
            true => self.description(&described)?,
            false => self.wild_card_lines(rules),
        };
        let mut men: Vec<String> = lines.iter().filter_map(|line| man(line)).collect();
        // XBoard's order is that of its piece table, whatever the engine's is.
        men.sort_by_key(|man| !man.starts_with("P:"));
        // `setup (letters) 10x8+0_fairy FEN`
        let set_up = lines.iter().find_map(|line| line.strip_prefix("setup "));
        let told = set_up.and_then(|line| line.splitn(3, ' ').nth(2));
        let fen = match (usual, told) {
            (true, Some(told)) => Some(told.to_owned()),
            (true, None) if start.to_string() == rules.start_fen() => None,
            _ => Some(self.write_fen(start)),
        };
        Ok(SavedGame {
            men: (!men.is_empty()).then(|| men.join(";")),
            fen,
        })
    }

    /// The move as XBoard writes it, with `+` or `#`. Where XBoard would write two
    /// castlings alike, the King's destination is added.
    ///
    /// # Errors
    /// If XBoard has no way to write it.
    ///
    /// # Panics
    /// May panic if the move is not legal.
    pub(crate) fn san(&self, position: &Position, mv: Move) -> Result<String, String> {
        let usual = notation::san(position, mv);
        if !self.is_described() {
            return Ok(usual);
        }
        let is_read = |text: &String| self.read_san(position, text).is_ok_and(|all| all == [mv]);
        let written = self.ways(position, mv).into_iter().find(is_read);
        let text = written.ok_or_else(|| format!("XBoard cannot write the move {usual}"))?;
        let mark = usual.chars().next_back();
        let mark = mark.filter(|mark| ['+', '#'].contains(mark));
        Ok(text + &mark.map_or_else(String::new, |mark| mark.to_string()))
    }

    /// The ways to write a move, XBoard's own first.
    fn ways(&self, position: &Position, mv: Move) -> Vec<String> {
        let geometry = position.rules().geometry();
        let name = |square| self.square(geometry, square);
        let (from, to) = (name(mv.from()), name(mv.to()));
        let captures = mv.kind() == MoveKind::EnPassant || position.piece_on(mv.to()).is_some();
        let cross = if captures { "x" } else { "" };
        match mv.kind() {
            MoveKind::Castling | MoveKind::KingSwap => return self.castlings(position, mv),
            MoveKind::EnPassant if self.has_two_legs(position, mv) => {
                let captured = name(position.captured_square(mv));
                return vec![format!("{from}x{captured}-{to}")];
            }
            MoveKind::Plain | MoveKind::EnPassant => {}
        }
        let mover = position.piece_on(mv.from()).map(Piece::kind);
        let (file, rank) = from.split_at(1);
        if mover == Some(PieceKind::PAWN) {
            let suffix = self.suffix(position, mv);
            let suffix = suffix.map_or_else(String::new, |letter| {
                format!("={}", letter.to_ascii_uppercase())
            });
            let origins = match to.starts_with(file) && !captures {
                true => ["", from.as_str()],
                false => [file, from.as_str()],
            };
            return origins
                .map(|origin| format!("{origin}{cross}{to}{suffix}"))
                .to_vec();
        }
        let letter = mover.map_or('?', |kind| self.letter(kind));
        ["", file, rank, from.as_str()]
            .map(|origin| format!("{letter}{origin}{cross}{to}"))
            .to_vec()
    }

    /// The ways to write a castling or King swap.
    fn castlings(&self, position: &Position, mv: Move) -> Vec<String> {
        let geometry = position.rules().geometry();
        let to = self.square(geometry, mv.to());
        let sign = direction(mv.from(), mv.to());
        let with_square = format!("{sign}-{to}");
        if self.has_two_legs(position, mv) {
            return vec![with_square];
        }
        let own_rook = Piece::new(position.side_to_move(), PieceKind::ROOK);
        let target = position.piece_on(mv.to());
        let king = self.letter(PieceKind::KING);
        let cross = if target.is_some() { "x" } else { "" };
        let usual = match sign_by_files(geometry, mv) {
            _ if target == Some(own_rook) => sign.to_owned(),
            Some(sign) => sign.to_owned(),
            None => format!("{king}{cross}{to}"),
        };
        vec![usual, with_square]
    }
}

/// What the tag `VariantMen` has of a line that describes the moves of a piece.
fn man(line: &str) -> Option<String> {
    let (letter, moves) = line.strip_prefix("piece ")?.split_once(' ')?;
    Some(format!("{}:{moves}", letter.trim_end_matches('&')))
}
