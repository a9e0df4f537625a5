//! How Pawns move and promote, as data.
//!
//! Must not depend on a position; which pieces a side has lost is up to
//! [`Position`](crate::position::Position).

use arrayvec::ArrayVec;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::{Geometry, Layout};
use crate::board::movement::{Walk, WalkModes};
use crate::board::piece::{MAX_KINDS, PieceKind};
use crate::board::square::Square;

use super::{PromotionRule, SpecialMoves};

/// The most promotion zones that a variant can have.
pub(crate) const MAX_ZONES: usize = 4;

/// The most extra single steps that a variant can give its Pawns.
pub(crate) const MAX_EXTRA_STEPS: usize = 16;

/// What happens if Pawns promote only to lost pieces and one reaches a
/// promotion square while its side has lost none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoPromotionLeft {
    /// The move is legal, but the side that makes it loses the game: Mental
    /// Cruelty.
    Loses,
    /// The move is illegal.
    Forbidden,
}

/// Squares on which a Pawn promotes, and the pieces it may become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromotionZone {
    /// The squares where a Pawn promotes on arrival.
    pub squares: Bitboard,
    /// The kinds it may become, strongest first by convention.
    pub kinds: ArrayVec<PieceKind, MAX_KINDS>,
    /// Whether it may stay a Pawn instead.
    pub optional: bool,
}

/// How Pawns move and promote, from White's point of view. For Black the board
/// is mirrored: rank `r` of `n` becomes rank `n - 1 - r`, files stay. The sets
/// may contain cells that are holes for one side or for both; each side uses
/// the cells that are squares for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PawnSetup {
    /// The rank where Pawns start, 0 for the first. No Pawn that moves as in chess
    /// can stand behind it.
    pub first_rank: usize,
    /// Squares from which a Pawn may step two squares forward, where two
    /// squares exist.
    pub double_step: Bitboard,
    /// Squares from which a Pawn may also step one square sideways without
    /// capturing.
    pub sideways: Bitboard,
    /// Extra non-capturing steps as (from, to). Both must be squares for both
    /// sides.
    pub extra_steps: ArrayVec<(Square, Square), MAX_EXTRA_STEPS>,
    /// Where Pawns promote: zones that do not overlap.
    pub zones: ArrayVec<PromotionZone, MAX_ZONES>,
    /// If set, Pawns promote only to lost pieces, and this says what happens
    /// when there are none.
    pub pool: Option<NoPromotionLeft>,
}

impl PawnSetup {
    /// The Pawns of orthodox chess on any board: they start on the second rank,
    /// may make a double step from there, and promote on the last rank.
    ///
    /// ```
    /// use peregrine::{board::{geometry::Geometry, piece::PieceKind}, rules::PawnSetup};
    /// let board = Geometry::rectangle(8, 8).unwrap();
    /// let pawns = PawnSetup::orthodox(&board, vec![PieceKind::QUEEN]);
    /// assert_eq!(pawns.zones[0].squares, board.rank_squares(7));
    /// ```
    pub fn orthodox(layout: &Layout, kinds: impl IntoIterator<Item = PieceKind>) -> PawnSetup {
        let last_rank = PromotionZone {
            squares: layout.rank_cells(layout.ranks() - 1),
            kinds: kinds.into_iter().take(MAX_KINDS).collect(),
            optional: false,
        };
        PawnSetup {
            first_rank: 1,
            double_step: layout.rank_cells(1),
            sideways: Bitboard::EMPTY,
            extra_steps: ArrayVec::new(),
            zones: std::iter::once(last_rank).collect(),
            pool: None,
        }
    }
}

/// The Pawn rules of one side, precomputed.
#[derive(Clone, Debug)]
pub struct PawnRules {
    /// One step forward, as a difference of square numbers.
    pub forward: i32,
    /// Squares from which a Pawn may step two squares forward.
    pub double_step: Bitboard,
    /// Squares from which a Pawn may step one square sideways without
    /// capturing.
    pub sideways: Bitboard,
    /// Extra non-capturing steps as (from, to).
    pub extra_steps: ArrayVec<(Square, Square), MAX_EXTRA_STEPS>,
    /// Squares from which a Pawn has a step other than forward: sideways or
    /// extra.
    pub other_steps: Bitboard,
    /// All squares of the promotion zones.
    pub promotion: Bitboard,
    /// Where Pawns promote, and to what.
    pub zones: ArrayVec<PromotionZone, MAX_ZONES>,
    /// Squares where a Pawn that does not promote loses the game (Mental
    /// Cruelty).
    pub failed_promotion: Bitboard,
    /// Squares where no Pawn can stand.
    pub impossible: Bitboard,
    /// What happens to a Pawn that must promote but cannot.
    pub pool: Option<NoPromotionLeft>,
    /// The initial moves of Pawns that do not move as in chess after which they can
    /// be captured en passant.
    pub double_moves: Vec<DoubleMove>,
}

/// An initial move of a Pawn over one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleMove {
    /// Where the Pawn starts.
    pub from: Square,
    /// The square that it passes over, where it can be captured.
    pub over: Square,
    /// Where it ends.
    pub to: Square,
}

impl PawnRules {
    pub(super) fn new(
        geometry: &Geometry,
        setup: &PawnSetup,
        promotion: PromotionRule,
        color: Color,
        only_forward: bool,
    ) -> PawnRules {
        let relative = |square: Square| geometry.relative_to(color, square);
        let relative_set = |set: Bitboard| -> Bitboard {
            set.into_iter().map(relative).collect::<Bitboard>() & geometry.squares()
        };
        let zones: ArrayVec<PromotionZone, MAX_ZONES> = setup
            .zones
            .iter()
            .map(|zone| PromotionZone {
                squares: relative_set(zone.squares),
                kinds: zone
                    .kinds
                    .iter()
                    .copied()
                    .filter(|&kind| promotion.allows(kind))
                    .collect(),
                optional: zone.optional,
            })
            .collect();
        let squares = |selected: &dyn Fn(&PromotionZone) -> bool| {
            zones
                .iter()
                .filter(|zone| selected(zone))
                .fold(Bitboard::EMPTY, |set, zone| set | zone.squares)
        };
        let (all, due) = (squares(&|_| true), squares(&|zone| !zone.optional));
        let loses_if_none_left = setup.pool == Some(NoPromotionLeft::Loses);
        let ranks_behind = if only_forward { setup.first_rank } else { 0 };
        let behind = (0..ranks_behind).fold(Bitboard::EMPTY, |set, rank| {
            set | relative_set(geometry.rank_cells(rank))
        });
        let files = geometry.files() as i32;
        let has_double_step =
            |start: &Square| geometry.double_step_squares(color, *start).is_some();
        let extra_steps: ArrayVec<_, MAX_EXTRA_STEPS> = setup
            .extra_steps
            .iter()
            .map(|&(from, to)| (relative(from), relative(to)))
            .collect();
        let sideways = relative_set(setup.sideways);
        PawnRules {
            forward: color.sign() * files,
            double_step: relative_set(setup.double_step)
                .into_iter()
                .filter(|start| !only_forward || has_double_step(start))
                .collect(),
            sideways,
            other_steps: sideways | extra_steps.iter().map(|step| step.0).collect(),
            extra_steps,
            promotion: all,
            failed_promotion: if loses_if_none_left {
                due
            } else {
                Bitboard::EMPTY
            },
            impossible: behind
                | if loses_if_none_left {
                    Bitboard::EMPTY
                } else {
                    due
                },
            zones,
            pool: setup.pool,
            double_moves: Vec::new(),
        }
    }

    /// Lists the initial moves over one square of Pawns with special moves.
    pub(super) fn set_double_moves(
        &mut self,
        geometry: &Geometry,
        moves: &SpecialMoves,
        color: Color,
    ) {
        for from in self.double_step {
            let walks = |starts| moves.walks(geometry, color, from, starts).into_iter();
            let quiet = |walk: &Walk| walk.modes.contains(WalkModes::QUIET);
            let always: Bitboard = walks(Bitboard::EMPTY)
                .filter(quiet)
                .map(|walk| walk.to)
                .collect();
            for walk in walks(from.into()).filter(quiet) {
                let over = walk.empty.lowest().filter(|_| !walk.empty.several());
                if let Some(over) = over.filter(|_| !always.contains(walk.to)) {
                    let to = walk.to;
                    self.double_moves.push(DoubleMove { from, over, to });
                }
            }
        }
    }

    /// The zone that contains the square.
    ///
    /// ```
    /// # use peregrine::board::color::Color;
    /// let rules = peregrine::variants::rules("chess").unwrap();
    /// let e8 = rules.geometry().square_named("e8").unwrap();
    /// assert_eq!(rules.pawns(Color::White).zone(e8).unwrap().kinds.len(), 4);
    /// assert!(rules.pawns(Color::Black).zone(e8).is_none());
    /// ```
    pub fn zone(&self, square: Square) -> Option<&PromotionZone> {
        self.zones.iter().find(|zone| zone.squares.contains(square))
    }
}
