//! What Pawns, and pieces that have something of a Pawn, do in Fairy-Stockfish: initial moves,
//! captures en passant, and which moves restart the count. Regions are shared by all of them.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::{Components, Piece, PieceKind};
use crate::rules::{PawnSetup, PieceType};

use super::Writer;

/// A kind of piece that is the Pawn or has something of it.
pub(super) struct PawnKind<'v> {
    pub kind: PieceKind,
    pub letter: char,
    /// The key of a variant file.
    pub key: String,
    pub sides: [&'v PawnSetup; 2],
    /// Whether it is the Pawn of orthodox chess.
    pub is_usual: bool,
    has_initial_moves: bool,
    captures_en_passant: bool,
}

impl<'v> Writer<'v> {
    /// The Pawn and the others, in order.
    fn pawn_kinds(&self) -> Vec<PawnKind<'v>> {
        let variant = self.variant;
        let types = variant.piece_types.iter();
        types
            .filter_map(|piece| pawn_kind(piece, &variant.pawns))
            .collect()
    }

    pub(super) fn pawns(&mut self) {
        let pawns = &self.variant.pawns;
        if !pawns.sideways.is_empty() {
            self.refuse("pawns.sideways", "Pawns cannot step sideways");
        }
        if !pawns.extra_steps.is_empty() {
            self.refuse("pawns.steps", "Pawns have no steps of their own");
        }
        let promotes = |color: &Color| {
            let own = self.rules.pawns(*color);
            own.en_passant_promotes && self.rules.promoting_en_passant(*color).any()
        };
        if Color::ALL.iter().any(promotes) {
            let reason = "a capture en passant does not promote there";
            self.refuse("pawns.en-passant-promotion", reason);
        }
        let kinds = self.pawn_kinds();
        self.steps(&kinds);
        self.en_passant(&kinds);
        let types = |wanted: &dyn Fn(&PawnKind<'_>) -> bool| -> String {
            let kinds = kinds.iter().filter(|kind| wanted(kind));
            kinds.map(|kind| kind.letter).collect()
        };
        let of_sides = Color::ALL.map(|color| {
            types(&|kind| self.exists(kind, color) && kind.sides[color.index()].resets_count)
        });
        self.types("nMoveRuleTypes", &kinds, of_sides);
        self.promotion(&kinds);
    }

    /// Whether a side can have such pieces: at the start, or where others promote.
    fn exists(&self, kind: &PawnKind<'_>, color: Color) -> bool {
        self.rules.start_count(color, kind.kind) > 0
            || kind.sides[color.index()]
                .zones
                .iter()
                .any(|zone| zone.squares.any())
    }

    /// Kinds of piece of both sides, unless these are the Pawns, as Fairy-Stockfish assumes.
    pub(super) fn types(&mut self, name: &str, kinds: &[PawnKind<'_>], of_sides: [String; 2]) {
        let usual = kinds.iter().find(|kind| kind.is_usual);
        let usual = usual
            .map(|kind| kind.letter.to_string())
            .unwrap_or_default();
        let or_none = |letters: &String| match letters.as_str() {
            "" => "-".to_owned(),
            letters => letters.to_owned(),
        };
        if of_sides[0] == of_sides[1] {
            if of_sides[0] != usual {
                self.key(name, or_none(&of_sides[0]));
            }
            return;
        }
        for (color, letters) in Color::ALL.into_iter().zip(&of_sides) {
            self.key(&format!("{name}{color}"), or_none(letters));
        }
    }

    /// From where Pawns make double and triple steps, and others their initial moves.
    fn steps(&mut self, kinds: &[PawnKind<'_>]) {
        let mut regions = [Bitboard::EMPTY; 2];
        for color in Color::ALL {
            let steppers = kinds
                .iter()
                .filter(|kind| kind.has_initial_moves && self.exists(kind, color));
            let mut steps: Vec<(Bitboard, &PawnKind<'_>)> = steppers
                .map(|kind| (kind.sides[color.index()].double_step, kind))
                .collect();
            // A Pawn that cannot step because it promotes there makes no difference.
            steps.retain(|(squares, kind)| squares.any() || !kind.is_usual);
            let Some(&(first, _)) = steps.first() else {
                continue;
            };
            regions[color.index()] = first;
            if let Some((_, other)) = steps.iter().find(|(squares, _)| *squares != first) {
                let reason = "initial moves of all kinds start from the same squares";
                self.refuse(&other.key, reason);
            }
        }
        let triple = |color: Color| {
            let usual = kinds.iter().filter(|kind| kind.is_usual);
            let squares = usual.map(|kind| kind.sides[color.index()].triple_step);
            squares.fold(Bitboard::EMPTY, |all, squares| all | squares)
        };
        let triple = Color::ALL.map(triple);
        if regions
            .iter()
            .chain(&triple)
            .all(|squares| squares.is_empty())
        {
            self.key("doubleStep", "false");
            return;
        }
        self.regions("doubleStepRegion", regions);
        if triple.iter().any(|squares| squares.any()) {
            self.regions("tripleStepRegion", triple);
        }
    }

    /// Which kinds capture en passant, and where.
    fn en_passant(&mut self, kinds: &[PawnKind<'_>]) {
        let all = self.layout().squares();
        let captures = |kind: &&PawnKind<'_>| {
            kind.captures_en_passant && Color::ALL.into_iter().any(|color| self.exists(kind, color))
        };
        let capturers: String = kinds
            .iter()
            .filter(captures)
            .map(|kind| kind.letter)
            .collect();
        let pawns = &self.variant.pawns;
        let allowed = Color::ALL.map(|color| pawns.side(color).en_passant);
        if capturers.is_empty() || allowed.iter().all(|squares| (*squares & all).is_empty()) {
            self.key("enPassantRegion", "-");
            return;
        }
        self.types("enPassantTypes", kinds, [capturers.clone(), capturers]);
        if allowed.iter().all(|squares| (all - *squares).is_empty()) {
            return;
        }
        // The squares that pieces pass, and where they can then be captured.
        let passed = Color::ALL.map(|color| self.passed(kinds, color));
        let absolute = |color: Color, squares: Bitboard| self.of_side(color, squares);
        let [white, black] = Color::ALL.map(|color| {
            (
                absolute(color, passed[color.index()]),
                absolute(color, passed[color.index()] & allowed[color.index()]),
            )
        });
        let region = white.1 | black.1;
        if [white, black]
            .iter()
            .any(|(passed, captured)| region & *passed != *captured)
        {
            let reason = "where pieces pass, captures en passant must be possible for both sides";
            self.refuse("pawns.en-passant", reason);
        }
        let region = self.region(region);
        self.key("enPassantRegion", region);
    }

    /// The squares that pieces of a side pass in their initial moves, as it sees the board.
    fn passed(&self, kinds: &[PawnKind<'_>], color: Color) -> Bitboard {
        let layout = self.layout();
        let ahead = |squares: Bitboard, steps: usize| -> Bitboard {
            let squares = (squares & layout.squares()).into_iter();
            squares
                .filter_map(|from| layout.square(layout.file(from), layout.rank(from) + steps))
                .collect()
        };
        let mut passed = Bitboard::EMPTY;
        for kind in kinds.iter().filter(|kind| kind.has_initial_moves) {
            let side = kind.sides[color.index()];
            passed |= ahead(side.double_step | side.triple_step, 1) | ahead(side.triple_step, 2);
        }
        passed
    }

    /// The squares from which a kind can never move, as its side sees the board.
    pub(super) fn immobile(&self, kind: PieceKind, is_usual_pawn: bool, color: Color) -> Bitboard {
        let layout = self.layout();
        if is_usual_pawn {
            return layout.rank_cells(layout.ranks() - 1);
        }
        let piece = Piece::new(color, kind);
        let squares = layout.squares().into_iter();
        let stuck = squares.filter(|&square| self.rules.reach(piece, square).is_empty());
        stuck
            .map(|square| layout.relative_to(color, square))
            .collect()
    }

    /// Squares of both sides, as these see the board.
    pub(super) fn regions(&mut self, name: &str, of_sides: [Bitboard; 2]) {
        for (color, squares) in Color::ALL.into_iter().zip(of_sides) {
            let region = self.region(self.of_side(color, squares));
            self.key(&format!("{name}{color}"), region);
        }
    }

    /// Squares as a side has them.
    pub(super) fn of_side(&self, color: Color, squares: Bitboard) -> Bitboard {
        let layout = self.layout();
        let all = layout.squares().into_iter();
        all.filter(|&square| squares.contains(layout.relative_to(color, square)))
            .collect()
    }
}

/// A kind of piece as a Pawn, if it has anything of one.
fn pawn_kind<'v>(piece: &'v PieceType, pawns: &'v PawnSetup) -> Option<PawnKind<'v>> {
    let is_pawn = piece.kind == PieceKind::PAWN;
    let setup = match (&piece.special.pawn, is_pawn) {
        (Some(setup), false) => &**setup,
        (_, true) => pawns,
        (None, false) => return None,
    };
    let is_usual = is_pawn && piece.components == Components::PAWN && piece.special.is_empty();
    let movement = &piece.special.movement;
    Some(PawnKind {
        kind: piece.kind,
        letter: piece.letter.to_ascii_lowercase().chars().next()?,
        key: match is_pawn {
            true => "pawns".to_owned(),
            false => format!("pieces.{}", piece.letter),
        },
        sides: Color::ALL.map(|color| setup.side(color)),
        is_usual,
        has_initial_moves: is_usual || movement.has_initial_moves(),
        captures_en_passant: is_usual || !movement.en_passant_captures().is_empty(),
    })
}
