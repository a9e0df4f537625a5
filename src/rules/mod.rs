//! The rules of one variant as a value: board, pieces, castling, Pawns, start
//! position.
//!
//! Rules that are data belong here; [`variants`](crate::variants) lists the
//! values of each named game. Tables for the inner loops of the move generator
//! are computed from these values once, so that no hot code branches on the
//! variant. Must not depend on a position. [`Rules::new`], which has to tell
//! whether the start position is legal, is therefore in `src/position/start.rs`.

mod castling;
mod constraints;
mod ends;
mod options;
mod pawns;
mod royals;
mod special;

use std::sync::Arc;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::{Blockers, Geometry};
use crate::board::movement::{MovementTable, Walk};
use crate::board::piece::{Component, Components, MAX_KINDS, Piece, PieceKind};
use crate::board::setup::Setup;
use crate::board::square::{MAX_SQUARES, Square};

use pawns::PawnTables;
use royals::{components_of, with_special_kings};
use special::SpecialTable;

pub use castling::{CastlingFiles, CastlingKing, Wing};
pub use constraints::MoveConstraints;
pub use ends::{
    CheckmateRule, CountingRule, EndRules, Extinction, ExtinctionResult, Flags, PerpetualCheckRule,
    RepetitionResult, RepetitionRule,
};
pub use options::{CastlingRule, PromotionRule, Royalty, Shuffle, SquareColor, StalemateRule};
pub use pawns::{DoubleMove, NoPromotionLeft, PawnRules, PawnSetup, PromotionZone};
pub(crate) use pawns::{MAX_EXTRA_STEPS, MAX_ZONES};
pub use special::SpecialMoves;

/// A kind of piece in a particular game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceType {
    /// The kind.
    pub kind: PieceKind,
    /// The letters in upper case, as in FEN: `F`, or `N'` for a winged piece.
    pub letter: String,
    /// Its name.
    pub name: String,
    /// The components of its move.
    pub components: Components,
    /// The moves behind [`Components::SPECIAL`], if it is among the components.
    pub special: SpecialMoves,
    /// The single letter to use with XBoard where [`letter`](PieceType::letter)
    /// cannot be used (docs/rules.md, section 11).
    pub xboard_letter: Option<char>,
}

/// The input of [`Rules::new`].
#[derive(Debug, PartialEq, Eq)]
pub struct RulesSetup {
    /// The name of the variant.
    pub variant: String,
    /// The board. Games on the same board can share its tables.
    pub geometry: Arc<Geometry>,
    /// The kinds of piece, King and Pawn among them.
    pub piece_types: Vec<PieceType>,
    /// The start position as FEN.
    pub start_fen: String,
    /// How Kings castle.
    pub castling: CastlingRule,
    /// The pieces of both sides that castle with a partner: in most variants Kings.
    pub castling_kings: [CastlingKing; 2],
    /// The kinds of piece that castle with White's King and with Black's: in most variants
    /// Rooks.
    pub castling_partners: [Vec<PieceKind>; 2],
    /// Where castling ends under [`CastlingRule::FixedFiles`], which requires it.
    pub castling_files: Option<CastlingFiles>,
    /// What Pawns promote to.
    pub promotion: PromotionRule,
    /// How Pawns move and promote.
    pub pawns: PawnSetup,
    /// What stalemate means.
    pub stalemate: StalemateRule,
    /// Which royal pieces must not be left attacked, if a side can have several of them. The
    /// royal pieces are those with [`Components::KING`].
    pub royalty: Option<Royalty>,
    /// Whether the Kings may face each other along a rank or file with nothing between.
    pub kings_may_face: bool,
    /// What is demanded of moves besides the safety of royal pieces.
    pub constraints: MoveConstraints,
    /// How the game ends otherwise.
    pub ends: EndRules,
    /// How the first rank is shuffled, if it is. Kings and Rooks anywhere on it
    /// can then be unmoved.
    pub shuffle: Option<Shuffle>,
    /// The color of the lower left corner as White sees the board.
    pub left_corner: SquareColor,
}

/// The rules of a game. They do not change while it is played. Their start
/// position is legal: [`Rules::new`] accepts no other.
#[derive(Debug)]
pub struct Rules {
    setup: RulesSetup,
    /// The start position.
    start: Setup,
    components: [Components; MAX_KINDS],
    masks: [[Bitboard; Component::COUNT]; MAX_KINDS],
    /// All ones if the King moves as in chess, else zero: his steps are then none of
    /// his moves.
    king_mask: Bitboard,
    /// Whether each side has one King and can have no other royal piece.
    has_single_king: bool,
    /// Whether that is all there is to say about royal pieces.
    has_usual_kings: bool,
    /// Where the pieces that castle stand in the start position.
    castling_kings: [Option<Square>; 2],
    pawns: PawnTables,
    special: Vec<Option<Box<SpecialTable>>>,
    /// For each color and square, the squares from which some kind could attack it
    /// with a special move.
    special_sources: Box<[[Bitboard; MAX_SQUARES]; 2]>,
    has_special_moves: bool,
    has_hurdles: bool,
    /// Whether another kind has the same components.
    shares_components: [bool; MAX_KINDS],
    start_counts: [[u32; MAX_KINDS]; 2],
    promotion_may_fail: bool,
    can_be_decided: bool,
    constrains_moves: bool,
    has_counts: bool,
    may_seek_loss: bool,
    silver: Option<PieceKind>,
    wins_otherwise: bool,
    halfmove_limit: u16,
}

/// Rules are equal if they were made from equal setups.
///
/// ```
/// use peregrine::{rules::CastlingRule, variants::{RuleOptions, find}};
/// let rules = |variant, castling| {
///     let castling = Some(castling);
///     find(variant).unwrap().nearest_rules(RuleOptions { castling, ..RuleOptions::default() })
/// };
/// let falcon = rules("falcon", CastlingRule::Free);
/// assert_eq!(falcon, rules("falcon", CastlingRule::Free));
/// assert_ne!(falcon, rules("falcon", CastlingRule::Orthodox));
/// assert_ne!(falcon, rules("chess", CastlingRule::Free));
/// ```
impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        // Rules of the catalog are shared, so the pointers usually decide.
        std::ptr::eq(self, other) || self.setup == other.setup
    }
}

impl Eq for Rules {}

impl Rules {
    /// What follows from a setup except the start position, which is still empty:
    /// reading it takes the letters of the pieces. Only for [`Rules::new`].
    pub(crate) fn without_start(setup: RulesSetup) -> Rules {
        let setup = with_special_kings(setup);
        let mut components = [Components::empty(); MAX_KINDS];
        let mut masks = [[Bitboard::EMPTY; Component::COUNT]; MAX_KINDS];
        for piece_type in &setup.piece_types {
            components[piece_type.kind.index()] = components_of(piece_type);
            for component in Component::ALL {
                if components[piece_type.kind.index()].contains(component.set()) {
                    masks[piece_type.kind.index()][component.index()] = Bitboard::first(128);
                }
            }
        }
        let geometry = &*setup.geometry;
        let king_mask = match components[PieceKind::KING.index()] {
            Components::KING => Bitboard::first(128),
            _ => Bitboard::EMPTY,
        };
        let pawns = PawnTables::new(geometry, &setup);
        let mut special: Vec<Option<Box<SpecialTable>>> = Vec::new();
        special.resize_with(MAX_KINDS, || None);
        let mut special_sources = Box::new([[Bitboard::EMPTY; MAX_SQUARES]; 2]);
        let mut has_hurdles = false;
        let mut shares_components = [false; MAX_KINDS];
        for piece_type in &setup.piece_types {
            let index = piece_type.kind.index();
            shares_components[index] = setup.piece_types.iter().any(|other| {
                other.kind != piece_type.kind && components_of(other) == components[index]
            });
            if !components[index].contains(Components::SPECIAL) {
                continue;
            }
            let starts = pawns.initial_squares(piece_type.kind);
            let table = SpecialTable::new(geometry, &piece_type.special, starts);
            for (color, sources) in Color::ALL.into_iter().zip(special_sources.iter_mut()) {
                has_hurdles |= table.side(color).has_hurdles();
                for from in geometry.squares() {
                    for to in table.side(color).capture_reach(from) {
                        sources[to.index()] |= from.into();
                    }
                }
            }
            special[index] = Some(Box::new(table));
        }
        let mut rules = Rules {
            start: Setup::empty(),
            start_counts: [[0; MAX_KINDS]; 2],
            promotion_may_fail: pawns.promotion_may_fail(),
            can_be_decided: false,
            constrains_moves: setup.constraints != MoveConstraints::default(),
            has_counts: false,
            may_seek_loss: false,
            silver: None,
            wins_otherwise: false,
            halfmove_limit: 0,
            setup,
            components,
            masks,
            king_mask,
            has_single_king: true,
            has_usual_kings: true,
            castling_kings: [None; 2],
            pawns,
            has_special_moves: special.iter().any(Option::is_some),
            special,
            special_sources,
            has_hurdles,
            shares_components,
        };
        rules.find_decisions();
        rules
    }

    /// Completes rules [`without_start`](Rules::without_start).
    pub(crate) fn set_start(&mut self, start: Setup) {
        self.start_counts = [[0; MAX_KINDS]; 2];
        for piece in start.board.iter().flatten() {
            self.start_counts[piece.color().index()][piece.kind().index()] += 1;
        }
        self.start = start;
        self.find_royals();
        self.find_castling_kings();
    }

    /// The name of the variant.
    pub fn variant(&self) -> &str {
        &self.setup.variant
    }

    /// The board.
    #[inline]
    pub fn geometry(&self) -> &Geometry {
        &self.setup.geometry
    }

    /// The board, for other rules to share.
    pub(crate) fn shared_geometry(&self) -> Arc<Geometry> {
        Arc::clone(&self.setup.geometry)
    }

    /// The kinds of piece, King and Pawn among them.
    pub fn piece_types(&self) -> &[PieceType] {
        &self.setup.piece_types
    }

    /// The start position as FEN.
    pub fn start_fen(&self) -> &str {
        &self.setup.start_fen
    }

    /// The start position.
    ///
    /// ```
    /// # let rules = peregrine::variants::falcon();
    /// assert_eq!(rules.start().castling.count(), 4);
    /// ```
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// How Kings castle.
    #[inline]
    pub fn castling(&self) -> CastlingRule {
        self.setup.castling
    }

    /// The kinds of piece that castle with the King of a side.
    pub fn castling_partners(&self, color: Color) -> &[PieceKind] {
        &self.setup.castling_partners[color.index()]
    }

    /// Where castling ends if the castling rule is
    /// [`CastlingRule::FixedFiles`].
    #[inline]
    pub fn castling_files(&self) -> Option<&CastlingFiles> {
        self.setup.castling_files.as_ref()
    }

    /// What Pawns promote to.
    pub fn promotion(&self) -> PromotionRule {
        self.setup.promotion
    }

    /// The color of a square. Only pictures of the board depend on it.
    ///
    /// ```
    /// # use peregrine::rules::SquareColor;
    /// # let rules = peregrine::variants::falcon();
    /// let j1 = rules.geometry().square_named("j1").unwrap();
    /// assert_eq!(rules.square_color(j1), SquareColor::Dark);
    /// ```
    pub fn square_color(&self, square: Square) -> SquareColor {
        let geometry = self.geometry();
        let corner = self.setup.left_corner;
        match geometry.parity(square) {
            0 => corner,
            _ => !corner,
        }
    }

    /// The components of a kind's move; empty if the variant does not have the
    /// kind.
    ///
    /// ```
    /// # use peregrine::board::piece::{Components, PieceKind};
    /// # let rules = peregrine::variants::rules("chess").unwrap();
    /// assert_eq!(rules.components(PieceKind::QUEEN), Components::DIAGONAL | Components::STRAIGHT);
    /// assert!(rules.components(PieceKind::FALCON).is_empty());
    /// ```
    #[inline]
    pub fn components(&self, kind: PieceKind) -> Components {
        self.components[kind.index()]
    }

    /// For each component, a bitboard of all ones if the kind has it, else
    /// zero.
    #[inline]
    pub(crate) fn masks(&self, kind: PieceKind) -> &[Bitboard; Component::COUNT] {
        &self.masks[kind.index()]
    }

    /// The letter of a piece in FEN: upper case for White.
    ///
    /// ```
    /// # use peregrine::board::{color::Color, piece::{Piece, PieceKind}};
    /// # let rules = peregrine::variants::falcon();
    /// assert_eq!(rules.letter(Piece::new(Color::Black, PieceKind::FALCON)), "f");
    /// ```
    ///
    /// # Panics
    /// If the variant does not have the kind.
    pub fn letter(&self, piece: Piece) -> String {
        let letter = self.kind_letter(piece.kind());
        match piece.color() {
            Color::White => letter.to_owned(),
            Color::Black => letter.to_lowercase(),
        }
    }

    /// The letter of a kind in upper case.
    ///
    /// ```
    /// # use peregrine::board::piece::PieceKind;
    /// # let rules = peregrine::variants::rules("capablanca").unwrap();
    /// assert_eq!(rules.kind_letter(PieceKind::MARSHAL), "C");
    /// ```
    ///
    /// # Panics
    /// If the variant does not have the kind.
    pub fn kind_letter(&self, kind: PieceKind) -> &str {
        let found = self
            .setup
            .piece_types
            .iter()
            .find(|piece_type| piece_type.kind == kind);
        &found
            .expect("pieces on the board are of the game's kinds")
            .letter
    }

    /// The name of a kind, such as "Falcon", if the variant has it.
    pub(crate) fn kind_name(&self, kind: PieceKind) -> Option<&str> {
        let mut types = self.setup.piece_types.iter();
        let found = types.find(|row| row.kind == kind);
        found.map(|row| row.name.as_str())
    }

    /// The kind with this letter, in either case.
    ///
    /// ```
    /// # use peregrine::board::piece::PieceKind;
    /// # let rules = peregrine::variants::falcon();
    /// assert_eq!(rules.kind_of_letter("f"), Some(PieceKind::FALCON));
    /// assert_eq!(rules.kind_of_letter("x"), None);
    /// ```
    pub fn kind_of_letter(&self, letter: &str) -> Option<PieceKind> {
        let types = &self.setup.piece_types;
        let found = types
            .iter()
            .find(|piece_type| piece_type.letter.eq_ignore_ascii_case(letter));
        found.map(|piece_type| piece_type.kind)
    }

    /// How many pieces of a kind a side has in the start position.
    ///
    /// ```
    /// # use peregrine::board::{color::Color, piece::PieceKind};
    /// # let rules = peregrine::variants::falcon();
    /// assert_eq!(rules.start_count(Color::White, PieceKind::FALCON), 2);
    /// ```
    pub fn start_count(&self, color: Color, kind: PieceKind) -> u32 {
        self.start_counts[color.index()][kind.index()]
    }

    /// Whether another kind of the variant has the same components, so that the
    /// components alone cannot tell the two apart.
    #[inline]
    pub(crate) fn shares_components(&self, kind: PieceKind) -> bool {
        self.shares_components[kind.index()]
    }

    /// The squares that a piece of this color and kind attacks from `square`.
    ///
    /// ```
    /// # use peregrine::board::{bitboard::Bitboard, color::Color, piece::{Piece, PieceKind}, square::Square};
    /// # let rules = peregrine::variants::falcon();
    /// let queen = Piece::new(Color::White, PieceKind::QUEEN);
    /// assert_eq!(rules.attacks(queen, Square::new(0), Bitboard::EMPTY).count(), 23);
    /// ```
    pub fn attacks(&self, piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
        let components = self.components(piece.kind());
        if components.contains(Components::PAWN) {
            return self.geometry().pawn_captures(piece.color(), square);
        }
        self.component_attacks(components, square, occupied)
            | self.special_attacks(piece, square, occupied)
    }

    /// The squares to which a piece of this color and kind other than a Pawn can
    /// move without capturing.
    ///
    /// ```
    /// # use peregrine::board::{bitboard::Bitboard, color::Color, piece::{Piece, PieceKind}, square::Square};
    /// # let rules = peregrine::variants::falcon();
    /// let queen = Piece::new(Color::White, PieceKind::QUEEN);
    /// let occupied = rules.geometry().square_named("b2").unwrap().into();
    /// assert_eq!(rules.quiets(queen, Square::new(0), occupied).count(), 16);
    /// ```
    pub fn quiets(&self, piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
        let components = self.components(piece.kind());
        let special = self.special_table(piece);
        let attacks = self.component_attacks(components, square, occupied) - occupied;
        attacks | special.map_or(Bitboard::EMPTY, |table| table.quiets(square, occupied))
    }

    /// The squares to which a piece of this color and kind other than a Pawn can
    /// move or capture, whichever other squares are occupied.
    pub(crate) fn reach(&self, piece: Piece, square: Square) -> Bitboard {
        let components = self.components(piece.kind());
        let special = self.special_table(piece).map_or(Bitboard::EMPTY, |table| {
            table.capture_reach(square) | table.quiet_reach(square)
        });
        special | self.component_attacks(components, square, Bitboard::EMPTY)
    }

    /// The squares attacked by components that are the same for all kinds.
    pub(crate) fn component_attacks(
        &self,
        components: Components,
        square: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let all = Component::ALL.into_iter();
        let present = all.filter(|component| components.contains(component.set()));
        let blockers = self.geometry().blockers(occupied);
        present.fold(Bitboard::EMPTY, |attacks, component| {
            attacks
                | match component {
                    Component::King => self.king_steps(square),
                    _ => component_attacks(self.geometry(), component, square, blockers),
                }
        })
    }

    /// The table of a piece's special moves, if it has any.
    ///
    /// ```
    /// # use peregrine::board::{color::Color, piece::{Piece, PieceKind}};
    /// # let rules = peregrine::variants::falcon();
    /// let falcon = Piece::new(Color::White, PieceKind::FALCON);
    /// assert!(rules.special_table(falcon).is_none());
    /// ```
    #[inline]
    pub fn special_table(&self, piece: Piece) -> Option<&MovementTable> {
        let table = self.special[piece.kind().index()].as_ref();
        table.map(|table| table.side(piece.color()))
    }

    /// The squares that a piece attacks with its special moves.
    #[inline]
    pub(crate) fn special_attacks(
        &self,
        piece: Piece,
        square: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        self.special_table(piece)
            .map_or(Bitboard::EMPTY, |table| table.captures(square, occupied))
    }

    /// The walks of a piece's special moves from a square.
    pub(crate) fn special_walks(&self, piece: Piece, from: Square) -> Vec<Walk> {
        let types = &self.setup.piece_types;
        let found = types.iter().find(|found| found.kind == piece.kind());
        found.map_or_else(Vec::new, |piece_type| {
            let starts = self.initial_squares(piece);
            piece_type
                .special
                .walks(self.geometry(), piece.color(), from, starts)
        })
    }

    /// The targets of a kind's [`SpecialMoves::leaps`].
    #[inline]
    pub(crate) fn special_leaps(&self, kind: PieceKind, square: Square) -> Bitboard {
        self.special[kind.index()]
            .as_ref()
            .map_or(Bitboard::EMPTY, |table| table.leaps(square))
    }

    /// The squares from which some kind of this color could attack `square` with a
    /// special move.
    #[inline]
    pub(crate) fn special_sources(&self, color: Color, square: Square) -> Bitboard {
        self.special_sources[color.index()][square.index()]
    }

    /// Whether some kind has special moves.
    #[inline]
    pub(crate) fn has_special_moves(&self) -> bool {
        self.has_special_moves
    }

    /// Whether some capture needs an occupied square on its way, as a Cannon's
    /// does.
    #[inline]
    pub fn has_hurdles(&self) -> bool {
        self.has_hurdles
    }
}

/// The squares that one component of a piece attacks. Not for Pawns, whose
/// attacks depend on the color, nor for [`Component::King`] and
/// [`Component::Special`], which differ between games and kinds.
#[inline(always)]
pub(crate) fn component_attacks(
    geometry: &Geometry,
    component: Component,
    square: Square,
    blockers: Blockers,
) -> Bitboard {
    match component {
        Component::Pawn | Component::King | Component::Special => Bitboard::EMPTY,
        Component::Diagonal => geometry.diagonal_among(square, blockers),
        Component::Straight => geometry.straight_among(square, blockers),
        Component::Falcon => geometry.falcon(square, blockers.all()),
        Component::Knight => geometry.knight(square),
    }
}
