//! Games as sections of Fairy-Stockfish's `variants.ini`, where that can say them.

mod pawns;
mod pieces;
mod promotion;
mod repetition;
mod royals;

use std::fmt::{self, Write};

use thiserror::Error;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::Layout;
use crate::board::piece::{Piece, PieceKind};
use crate::board::square::Square;
use crate::position::Position;
use crate::rules::{
    CastlingFiles, CastlingRule, CheckmateRule, EndRules, Rules, Shuffle, StalemateRule,
};

use super::import::is_game_of_fairy_stockfish;
use super::{OptionError, RuleOptions, Variant};

/// The most files and ranks of Fairy-Stockfish's boards.
const MOST: (usize, usize) = (12, 10);

/// Something that Fairy-Stockfish cannot play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportRefusal {
    /// The key of the variant file.
    pub key: String,
    /// Why not.
    pub reason: String,
}

impl fmt::Display for ExportRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.reason)
    }
}

/// Why a game cannot be exported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExportError {
    /// The game does not offer one of the options.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// Fairy-Stockfish cannot play it.
    #[error("Fairy-Stockfish cannot play this game: {}", joined(.0))]
    Refused(Vec<ExportRefusal>),
}

fn joined(refusals: &[ExportRefusal]) -> String {
    let texts: Vec<String> = refusals.iter().map(ExportRefusal::to_string).collect();
    texts.join("; ")
}

/// The section for a game in Fairy-Stockfish's `variants.ini`.
///
/// ```
/// use peregrine::variants::{RuleOptions, export::to_variants_ini, find};
/// let text = to_variants_ini(find("chess").unwrap(), RuleOptions::default()).unwrap();
/// assert!(text.starts_with("[peregrine-chess]\n"));
/// let falcon = to_variants_ini(find("falcon").unwrap(), RuleOptions::default());
/// assert!(falcon.unwrap_err().to_string().contains("pieces.F"));
/// ```
///
/// # Errors
/// If the game does not offer an option, or if Fairy-Stockfish cannot play it.
pub fn to_variants_ini(
    variant: &'static Variant,
    options: RuleOptions,
) -> Result<String, ExportError> {
    let rules = variant.rules(options)?;
    let mut writer = Writer {
        variant,
        rules,
        text: String::new(),
        refusals: Vec::new(),
    };
    writer.write();
    match writer.refusals.is_empty() {
        true => Ok(writer.text),
        false => Err(ExportError::Refused(writer.refusals)),
    }
}

struct Writer<'v> {
    variant: &'v Variant,
    rules: &'static Rules,
    text: String,
    refusals: Vec<ExportRefusal>,
}

impl Writer<'_> {
    fn layout(&self) -> &'static Layout {
        self.rules.geometry()
    }

    fn refuse(&mut self, key: &str, reason: impl Into<String>) {
        self.refusals.push(ExportRefusal {
            key: key.to_owned(),
            reason: reason.into(),
        });
    }

    /// Adds a line.
    fn key(&mut self, name: &str, value: impl fmt::Display) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{name} = {value}");
    }

    fn write(&mut self) {
        let name = &self.variant.name;
        let prefix = match is_game_of_fairy_stockfish(name) {
            // It would ignore the section.
            true => "peregrine-",
            false => "",
        };
        let _ = writeln!(self.text, "[{prefix}{name}]");
        let (files, ranks) = (self.layout().files(), self.layout().ranks());
        if files > MOST.0 || ranks > MOST.1 {
            let reason = format!(
                "a board of {files}x{ranks} is too large; at most {}x{} is possible",
                MOST.0, MOST.1
            );
            self.refuse("board", reason);
            return;
        }
        self.key("maxFile", files);
        self.key("maxRank", ranks);
        self.pieces();
        match self.rules.ends().checks {
            Some(_) => self.key("startFen", Position::start(self.rules)),
            None => self.key("startFen", &self.variant.start_fen),
        }
        self.pawns();
        self.castling();
        self.royals();
        match self.variant.stalemate {
            StalemateRule::Draw => {}
            StalemateRule::Loss => self.key("stalemateValue", "loss"),
            StalemateRule::Win => self.key("stalemateValue", "win"),
        }
        let constraints = self.rules.constraints();
        if constraints.compulsory_captures {
            self.key("mustCapture", true);
        }
        if constraints.forbidden_checks {
            self.key("checking", false);
        }
        if constraints.standing_kings {
            self.key("makpongRule", true);
        }
        self.ends();
    }

    fn ends(&mut self) {
        let ends = self.rules.ends();
        if let Some(flags) = &ends.flags {
            if flags[0].kinds.len() < self.variant.piece_types.len() {
                let letters = self.letters(&flags[0].kinds);
                self.key("flagPiece", letters);
            }
            for (name, flags) in ["flagRegionWhite", "flagRegionBlack"]
                .into_iter()
                .zip(flags)
            {
                let layout = self.layout();
                let squares = flags.squares & layout.squares();
                let names = squares.into_iter().map(|square| {
                    let file = char::from(b'a' + layout.file(square) as u8);
                    format!("{file}{}", layout.rank(square) + 1)
                });
                self.key(name, names.collect::<Vec<_>>().join(" "));
            }
            if flags[0].safe {
                self.key("flagPieceSafe", true);
            }
            if flags[0].answered {
                self.key("flagMove", true);
            }
        }
        if ends.checks.is_some() {
            self.key("checkCounting", true);
        }
        if let Some(extinction) = &ends.extinction {
            self.key("extinctionValue", extinction.result);
            let letters = match extinction.kinds.is_empty() {
                true => "*".to_owned(),
                false => self.letters(&extinction.kinds),
            };
            self.key("extinctionPieceTypes", letters);
            self.key("extinctionPieceCount", extinction.left);
            self.key("extinctionOpponentPieceCount", extinction.others);
            self.key("extinctionClaim", extinction.answered);
        }
        match ends.checkmate {
            CheckmateRule::Loss => {}
            CheckmateRule::Win => self.key("checkmateValue", ends.checkmate),
            CheckmateRule::Shatar => self.key("shatarMateRule", true),
        }
        if ends.move_limit != Some(EndRules::FIFTY) {
            self.key("nMoveRule", ends.move_limit.unwrap_or(0));
        }
        if let Some(rule) = ends.counting {
            self.key("countingRule", rule);
        }
        self.repetition();
        if let Some(color) = ends.draws_won_by {
            self.key(
                "materialCounting",
                match color {
                    Color::White => "whitedrawodds",
                    Color::Black => "blackdrawodds",
                },
            );
        }
    }

    /// The letters of kinds of piece, in lower case.
    fn letters(&self, kinds: &[PieceKind]) -> String {
        let letters = kinds.iter().map(|&kind| self.rules.kind_letter(kind));
        letters.collect::<String>().to_ascii_lowercase()
    }

    /// The names of squares, or of whole ranks.
    fn region(&self, squares: Bitboard) -> String {
        let layout = self.layout();
        let mut words = Vec::new();
        for rank in 0..layout.ranks() {
            let cells = layout.rank_cells(rank) & layout.squares();
            if !cells.is_empty() && (cells - squares).is_empty() {
                words.push(format!("*{}", rank + 1));
                continue;
            }
            let found = (squares & cells).into_iter();
            words.extend(found.map(|square| {
                let file = char::from(b'a' + layout.file(square) as u8);
                format!("{file}{}", rank + 1)
            }));
        }
        match words.is_empty() {
            true => "-".to_owned(),
            false => words.join(" "),
        }
    }

    /// The squares with such pieces at the start.
    fn squares(&self, color: Color, kind: PieceKind) -> Vec<Square> {
        let board = &self.rules.start().board;
        let all = self.layout().squares().into_iter();
        all.filter(|square| board[square.index()] == Some(Piece::new(color, kind)))
            .collect()
    }

    fn castling(&mut self) {
        match self.variant.shuffle {
            None => {}
            Some(Shuffle::Chess960) => self.key("chess960", "true"),
            Some(Shuffle::Any | Shuffle::CapablancaRandom) => {
                self.refuse("shuffled", "the order of the pieces cannot be random");
            }
        }
        let rule = self.rules.castling();
        if rule == CastlingRule::None {
            return self.key("castling", "false");
        }
        let layout = self.layout();
        // The files to which Kings go, toward the first and the last file.
        let mut targets: [Vec<usize>; 2] = Default::default();
        let mut ranks = Vec::new();
        for color in Color::ALL {
            let Some(king) = self.rules.castling_king(color) else {
                continue;
            };
            let (file, rank) = (layout.file(king), layout.rank(king));
            let partners = self.rules.castling_partners(color).iter();
            let partners = partners.flat_map(|&kind| self.squares(color, kind));
            let on_rank = partners.filter(|&partner| layout.rank(partner) == rank);
            let files: Vec<usize> = on_rank.map(|partner| layout.file(partner)).collect();
            let outermost = [files.iter().min(), files.iter().max()];
            for (wing, partner) in outermost.into_iter().enumerate() {
                let is_beyond = |partner: &&usize| match wing {
                    0 => **partner < file,
                    _ => **partner > file,
                };
                let Some(&partner) = partner.filter(is_beyond) else {
                    continue;
                };
                targets[wing].extend(target(
                    rule,
                    self.variant.castling_files,
                    file,
                    partner,
                    wing,
                ));
            }
            ranks.push(layout.rank(layout.relative_to(color, king)) + 1);
        }
        let is_said = matches!(
            rule,
            CastlingRule::Orthodox
                | CastlingRule::Three
                | CastlingRule::Wide
                | CastlingRule::FixedFiles
        );
        let has_one = |values: &[usize]| values.iter().all(|value| Some(value) == values.first());
        if !is_said || !targets.iter().all(|files| has_one(files)) || !has_one(&ranks) {
            let reason = format!("castling '{rule}' does not lead to one file on either side");
            return self.refuse("castling", reason);
        }
        if let Some(files) = self
            .variant
            .castling_files
            .filter(|_| rule == CastlingRule::FixedFiles)
            && files != CastlingFiles::of_kings(files.king)
        {
            let reason = "the piece that castles with the King must end next to it";
            self.refuse("castling-partner-files", reason);
        }
        for (name, files) in ["castlingQueensideFile", "castlingKingsideFile"]
            .iter()
            .zip(&targets)
        {
            if let Some(&file) = files.first() {
                self.key(name, char::from(b'a' + file as u8));
            }
        }
        if let Some(&rank) = ranks.first().filter(|rank| **rank != 1) {
            self.key("castlingRank", rank);
        }
        let letter = |kind: &PieceKind| self.rules.kind_letter(*kind).to_ascii_lowercase();
        let [white, black] = Color::ALL.map(|color| -> String {
            let partners = self.rules.castling_partners(color).iter();
            partners.map(letter).collect()
        });
        match white == black {
            true => self.key("castlingRookPieces", white),
            false => {
                self.key("castlingRookPiecesWhite", white);
                self.key("castlingRookPiecesBlack", black);
            }
        }
    }
}

/// The file to which a King goes.
fn target(
    rule: CastlingRule,
    fixed: Option<CastlingFiles>,
    king: usize,
    partner: usize,
    wing: usize,
) -> Option<usize> {
    let step = |distance: usize| match wing {
        0 => king.checked_sub(distance).filter(|&file| file > partner),
        _ => Some(king + distance).filter(|&file| file < partner),
    };
    match rule {
        CastlingRule::Orthodox => step(2),
        CastlingRule::Three => step(3),
        CastlingRule::Wide => step(king.abs_diff(partner) - 1),
        CastlingRule::FixedFiles => fixed.map(|files| files.king[wing]),
        _ => None,
    }
}
