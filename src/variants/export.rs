//! Games as sections of Fairy-Stockfish's `variants.ini`, where that can say them.

mod royals;

use std::fmt::{self, Write};

use thiserror::Error;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::Layout;
use crate::board::movement::{Dialect, Movement, join_groups};
use crate::board::piece::{Components, Piece, PieceKind};
use crate::board::square::Square;
use crate::position::Position;
use crate::rules::{
    CastlingFiles, CastlingRule, CheckmateRule, EndRules, NoPromotionLeft, PawnSetup, PieceType,
    PromotionZone, Rules, Shuffle, StalemateRule,
};

use super::import::{is_game_of_fairy_stockfish, letter_of_leap};
use super::{OptionError, RuleOptions, Variant};

/// The most files and ranks of Fairy-Stockfish's boards.
const MOST: (usize, usize) = (12, 10);

/// How many kinds of piece a file can define.
const MAX_CUSTOM: usize = 25;

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
        if ends.checkmate != CheckmateRule::Loss {
            self.key("checkmateValue", ends.checkmate);
        }
        if ends.move_limit != Some(EndRules::FIFTY) {
            self.key("nMoveRule", ends.move_limit.unwrap_or(0));
        }
        if let Some(rule) = ends.counting {
            self.key("countingRule", rule);
        }
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

    fn pieces(&mut self) {
        let mut custom = 0;
        for piece in &self.variant.piece_types {
            let key = format!("pieces.{}", piece.letter);
            let piece = &self.without_royalty(piece);
            if piece.letter.len() > 1 {
                let reason = "a piece needs a letter without apostrophe";
                self.refuse(&key, reason);
                continue;
            }
            let letter = piece.letter.to_ascii_lowercase();
            let has_own_moves = |usual| piece.components != usual || !piece.special.is_empty();
            if piece.kind == PieceKind::PAWN && has_own_moves(Components::PAWN) {
                self.refuse("pawn", "its moves must be those of orthodox chess");
                continue;
            }
            if piece.kind == PieceKind::KING && has_own_moves(Components::KING) {
                match betza(piece) {
                    Ok(moves) => self.key("king", format!("{letter}:{moves}")),
                    Err(reason) => self.refuse("king", reason),
                }
                self.mobility("King", piece);
                continue;
            }
            if let Some(name) = name_of(piece) {
                self.key(name, letter);
                continue;
            }
            match betza(piece) {
                Ok(moves) => {
                    custom += 1;
                    self.key(&format!("customPiece{custom}"), format!("{letter}:{moves}"));
                    self.mobility(&format!("CustomPiece{custom}"), piece);
                }
                Err(reason) => self.refuse(&key, reason),
            }
        }
        if custom > MAX_CUSTOM {
            let reason =
                format!("at most {MAX_CUSTOM} kinds of piece can be defined, not {custom}");
            self.refuse("pieces", reason);
        }
    }

    /// The squares that a piece can enter, if these are not all.
    fn mobility(&mut self, name: &str, piece: &PieceType) {
        let Some(region) = piece.special.region else {
            return;
        };
        for color in Color::ALL {
            let squares = self.region(region[color as usize]);
            self.key(&format!("mobilityRegion{color}{name}"), squares);
        }
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

    /// Squares as a side has them.
    fn of_side(&self, color: Color, squares: Bitboard) -> Bitboard {
        let layout = self.layout();
        let all = layout.squares().into_iter();
        all.filter(|&square| squares.contains(layout.relative_to(color, square)))
            .collect()
    }

    fn regions(&mut self, names: [&str; 2], squares: impl Fn(&PawnSetup) -> Bitboard) {
        for (name, color) in names.into_iter().zip(Color::ALL) {
            let squares = squares(self.variant.pawns.side(color));
            let region = self.region(self.of_side(color, squares));
            self.key(name, region);
        }
    }

    fn pawns(&mut self) {
        let pawns = &self.variant.pawns;
        if !pawns.sideways.is_empty() {
            self.refuse("pawns.sideways", "Pawns cannot step sideways");
        }
        if !pawns.extra_steps.is_empty() {
            self.refuse("pawns.steps", "Pawns have no steps of their own");
        }
        let sides = Color::ALL.map(|color| pawns.side(color));
        let any = |has: fn(&PawnSetup) -> bool| sides.iter().any(|side| has(side));
        match any(|side| side.double_step.any() || side.triple_step.any()) {
            false => self.key("doubleStep", "false"),
            true => {
                let names = ["doubleStepRegionWhite", "doubleStepRegionBlack"];
                self.regions(names, |side| side.double_step);
            }
        }
        if any(|side| side.triple_step.any()) {
            let names = ["tripleStepRegionWhite", "tripleStepRegionBlack"];
            self.regions(names, |side| side.triple_step);
        }
        let all = self.layout().squares();
        if !any(|side| side.en_passant.any()) {
            self.key("enPassantRegion", "-");
        } else if sides.iter().any(|side| (all - side.en_passant).any()) {
            let reason = "captures en passant must be possible everywhere or nowhere";
            self.refuse("pawns.en-passant", reason);
        }
        if !any(|side| side.resets_count) {
            self.key("nMoveRuleTypes", "-");
        }
        let types = self.rules.piece_types().iter();
        for piece_type in types.filter(|piece_type| piece_type.special.pawn.is_some()) {
            let key = format!("pieces.{}", piece_type.letter);
            self.refuse(
                &key,
                "only the Pawn promotes, has initial moves or restarts the count",
            );
        }
        self.promotion();
    }

    /// Where Pawns promote, and to what.
    fn promotion(&mut self) {
        let pawns = &self.variant.pawns;
        let sides = Color::ALL.map(|color| pawns.side(color));
        let all = |zones: &[PromotionZone]| {
            let zones = zones.iter();
            zones.fold(Bitboard::EMPTY, |all, zone| all | zone.squares)
        };
        self.regions(["promotionRegionWhite", "promotionRegionBlack"], |side| {
            all(&side.zones)
        });
        let zones: Vec<&PromotionZone> = sides.iter().flat_map(|side| &side.zones).collect();
        let last = self.layout().rank_cells(self.layout().ranks() - 1);
        let is_late = |squares: Bitboard| (squares - last).is_empty();
        if zones.iter().all(|zone| zone.optional) {
            self.key("mandatoryPawnPromotion", "false");
        } else if zones.iter().any(|zone| zone.optional) {
            if zones
                .iter()
                .any(|zone| zone.optional == is_late(zone.squares))
            {
                let reason = "promotion must be optional everywhere but on the last rank";
                self.refuse("pawns.zones", reason);
            }
            self.key("mandatoryPawnPromotion", "false");
            self.key("immobilityIllegal", "true");
        }
        if zones.iter().any(|zone| zone.leaving) {
            self.refuse("pawns.zones", "Pawns do not promote when they leave a zone");
        }
        if zones
            .iter()
            .any(|zone| zone.only_lost || !zone.always.is_empty())
        {
            self.refuse(
                "pawns.zones",
                "promotion to lost pieces is a rule of 'pawns.pool'",
            );
        }
        let kinds = sides.map(|side| self.promotion_kinds(&side.zones));
        let [Some(white), Some(black)] = kinds else {
            let reason = "Pawns must have the same choice on all squares where they promote";
            return self.refuse("pawns.zones", reason);
        };
        let letter = |kind: &PieceKind| self.rules.kind_letter(*kind).to_ascii_lowercase();
        let letters = [&white, &black].map(|kinds| kinds.iter().map(letter).collect::<String>());
        match letters {
            [white, black] if white == black => self.key("promotionPieceTypes", white),
            [white, black] => {
                self.key("promotionPieceTypesWhite", white);
                self.key("promotionPieceTypesBlack", black);
            }
        }
        let limits = zones
            .first()
            .map(|zone| zone.limits.clone())
            .unwrap_or_default();
        if zones.iter().any(|zone| zone.limits != limits) {
            let reason = "the number of pieces must be limited alike on all squares";
            self.refuse("pawns.zones", reason);
        }
        if !limits.is_empty() {
            let limits = limits.iter();
            let limits: Vec<String> = limits
                .map(|row| format!("{}:{}", letter(&row.0), row.1))
                .collect();
            self.key("promotionLimit", limits.join(" "));
        }
        match pawns.pool {
            None => {}
            Some(NoPromotionLeft::Loses) => {
                self.refuse(
                    "pawns.pool",
                    "a Pawn that cannot promote does not lose the game",
                );
            }
            Some(NoPromotionLeft::Forbidden) => self.limits(&white),
        }
    }

    /// What Pawns of a side can become, if that is the same in all zones.
    fn promotion_kinds(&self, zones: &[PromotionZone]) -> Option<Vec<PieceKind>> {
        let rule = self.rules.promotion();
        let allowed = |zone: &PromotionZone| -> Vec<PieceKind> {
            let kinds = zone.kinds.iter().copied();
            kinds.filter(|&kind| rule.allows(kind)).collect()
        };
        let kinds: Vec<Vec<PieceKind>> = zones.iter().map(allowed).collect();
        let first = kinds.first().cloned().unwrap_or_default();
        kinds.iter().all(|kinds| *kinds == first).then_some(first)
    }

    /// Promotion to lost pieces: at most as many as at the start.
    fn limits(&mut self, kinds: &[PieceKind]) {
        let mut limits = Vec::new();
        for &kind in kinds {
            let letter = self.rules.kind_letter(kind).to_ascii_lowercase();
            let [white, black] = Color::ALL.map(|color| self.squares(color, kind).len());
            if white != black {
                let reason = format!("both sides must start with as many pieces '{letter}'");
                return self.refuse("pawns.pool", reason);
            }
            limits.push(format!("{letter}:{white}"));
        }
        self.key("promotionLimit", limits.join(" "));
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
            Some(Shuffle::Any) => {
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
            let kings = self.squares(color, PieceKind::KING);
            let Some(&king) = kings.first() else { continue };
            let (file, rank) = (layout.file(king), layout.rank(king));
            let partners = self.rules.castling_partners().iter();
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
        let letters: String = self.rules.castling_partners().iter().map(letter).collect();
        self.key("castlingRookPieces", letters);
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

/// Fairy-Stockfish's name of a kind of piece.
fn name_of(piece: &PieceType) -> Option<&'static str> {
    if !piece.special.is_empty() {
        return None;
    }
    let (straight, diagonal, knight) = (
        Components::STRAIGHT,
        Components::DIAGONAL,
        Components::KNIGHT,
    );
    let names = [
        (Components::PAWN, "pawn"),
        (Components::KING, "king"),
        (knight, "knight"),
        (diagonal, "bishop"),
        (straight, "rook"),
        (straight | diagonal, "queen"),
        (diagonal | knight, "archbishop"),
        (straight | knight, "chancellor"),
        (straight | diagonal | knight, "amazon"),
    ];
    let found = names
        .into_iter()
        .find(|(components, _)| *components == piece.components);
    found.map(|row| row.1)
}

/// How a piece moves, in Fairy-Stockfish's dialect of Betza notation.
///
/// # Errors
/// Which of its moves cannot be said.
fn betza(piece: &PieceType) -> Result<String, String> {
    if piece.components.contains(Components::FALCON) {
        return Err("no piece has several paths to a square, as the Falcon has".to_owned());
    }
    let special = &piece.special;
    if special.also.is_some() {
        return Err("no piece has moves into a region beside others".to_owned());
    }
    let mut text = String::new();
    let parts = [
        (Components::STRAIGHT, 'R'),
        (Components::DIAGONAL, 'B'),
        (Components::KNIGHT, 'N'),
    ];
    let own = parts
        .into_iter()
        .filter(|(part, _)| piece.components.contains(*part));
    text.extend(own.map(|row| row.1));
    for (range, letter) in [(special.straight_range, 'R'), (special.diagonal_range, 'B')] {
        match range {
            0 => {}
            _ if usize::from(range) >= MOST.0.max(MOST.1) - 1 => text.push(letter),
            1..=9 => text.push_str(&format!("{letter}{range}")),
            _ => return Err(format!("the range {range} has two digits")),
        }
    }
    for &(near, far) in &special.leaps {
        let letter = letter_of_leap((near, far));
        text.push(letter.ok_or_else(|| format!("there is no leap of {near} squares by {far}"))?);
    }
    if !special.movement.is_empty() {
        let dialect = Dialect::FairyStockfish;
        let others = special.movement.betza_groups(dialect);
        let mut groups = others.ok_or("Fairy-Stockfish has no notation for its moves")?;
        groups.extend(groups_of(&text));
        text = join_groups(groups);
        // They can mean something else together than one by one.
        let mut read = Movement::from_betza(&text, dialect).map_err(|error| error.to_string())?;
        read.split();
        if read != special.movement {
            return Err(format!("Fairy-Stockfish reads '{text}' otherwise"));
        }
    }
    Ok(text)
}

/// The groups of a text without small letters.
fn groups_of(text: &str) -> Vec<String> {
    let mut groups: Vec<String> = Vec::new();
    for letter in text.chars() {
        match groups.last_mut().filter(|_| letter.is_ascii_digit()) {
            Some(group) => group.push(letter),
            None => groups.push(letter.to_string()),
        }
    }
    groups
}
