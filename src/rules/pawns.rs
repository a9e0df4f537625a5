//! How Pawns move and promote, as data.
//!
//! Must not depend on a position; which pieces a side has lost is up to
//! [`Position`](crate::position::Position).

use arrayvec::ArrayVec;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::{Geometry, Layout};
use crate::board::movement::{Walk, WalkModes};
use crate::board::piece::{Components, MAX_KINDS, Piece, PieceKind};
use crate::board::square::{MAX_SQUARES, Square};

use super::{PromotionRule, Rules, RulesSetup, SpecialMoves};

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
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PromotionZone {
    /// The squares where a Pawn promotes on arrival.
    pub squares: Bitboard,
    /// The kinds it may become, strongest first by convention.
    pub kinds: ArrayVec<PieceKind, MAX_KINDS>,
    /// Whether it may stay a Pawn instead.
    pub optional: bool,
    /// Whether it also promotes when it leaves one of the squares, as in Shogi. Only
    /// for pieces that are not orthodox Pawns.
    pub leaving: bool,
    /// Whether it promotes only to lost pieces. Rules set this for all zones of Pawns
    /// with a [`pool`](PawnSetup::pool).
    pub only_lost: bool,
    /// The most pieces of a kind that a side can have after a promotion to it. Kinds
    /// that are not listed are not limited so.
    pub limits: Vec<(PieceKind, u32)>,
    /// Kinds that a Pawn may always become, also if none of them is lost
    /// ([`PawnSetup::pool`]).
    pub always: Vec<PieceKind>,
}

/// How Pawns move and promote, from White's point of view. For Black the board
/// is mirrored: rank `r` of `n` becomes rank `n - 1 - r`, files stay. The sets
/// may contain cells that are holes for one side or for both; each side uses
/// the cells that are squares for it. Other kinds of piece that promote or have initial
/// moves have such a setup, too ([`SpecialMoves::pawn`]).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PawnSetup {
    /// The rank where Pawns start, 0 for the first. No Pawn that moves as in chess
    /// can stand behind it.
    pub first_rank: usize,
    /// Squares from which a Pawn may step two squares forward, where two
    /// squares exist.
    pub double_step: Bitboard,
    /// Squares from which an orthodox Pawn may step three squares forward, where three
    /// squares exist.
    pub triple_step: Bitboard,
    /// The squares on which a Pawn that passes over them can be captured en passant.
    pub en_passant: Bitboard,
    /// Whether a capture en passant on a promotion square promotes. Otherwise the Pawn stays
    /// one.
    pub en_passant_promotes: bool,
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
    /// Whether a Pawn's move restarts the count of fifty moves.
    pub resets_count: bool,
    /// Black's Pawns as Black sees the board, if this setup is White's alone.
    pub black: Option<Box<PawnSetup>>,
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
            ..PromotionZone::default()
        };
        PawnSetup {
            first_rank: 1,
            double_step: layout.rank_cells(1),
            triple_step: Bitboard::EMPTY,
            en_passant: Bitboard::first(MAX_SQUARES),
            en_passant_promotes: true,
            sideways: Bitboard::EMPTY,
            extra_steps: ArrayVec::new(),
            zones: std::iter::once(last_rank).collect(),
            pool: None,
            resets_count: true,
            black: None,
        }
    }

    /// The setup of a kind of piece that does nothing that a Pawn does: the start for a
    /// piece that only promotes, or only has initial moves.
    ///
    /// ```
    /// use peregrine::rules::PawnSetup;
    /// let piece = PawnSetup::piece();
    /// assert!(piece.zones.is_empty() && piece.double_step.is_empty() && !piece.resets_count);
    /// ```
    pub fn piece() -> PawnSetup {
        PawnSetup {
            first_rank: 0,
            double_step: Bitboard::EMPTY,
            triple_step: Bitboard::EMPTY,
            en_passant: Bitboard::first(MAX_SQUARES),
            en_passant_promotes: true,
            sideways: Bitboard::EMPTY,
            extra_steps: ArrayVec::new(),
            zones: ArrayVec::new(),
            pool: None,
            resets_count: false,
            black: None,
        }
    }

    /// The setup of one side, as it sees the board.
    ///
    /// ```
    /// use peregrine::{board::color::Color, rules::PawnSetup};
    /// let mut pawns = PawnSetup::piece();
    /// pawns.black = Some(Box::new(PawnSetup { resets_count: true, ..PawnSetup::piece() }));
    /// assert!(pawns.side(Color::Black).resets_count && !pawns.side(Color::White).resets_count);
    /// ```
    pub fn side(&self, color: Color) -> &PawnSetup {
        match (&self.black, color) {
            (Some(black), Color::Black) => black,
            _ => self,
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
    /// Those of them from which it does not end on a promotion square.
    pub(crate) plain_double_step: Bitboard,
    /// Squares from which an orthodox Pawn may step three squares forward.
    pub triple_step: Bitboard,
    /// Squares on which a Pawn that passes over them can be captured en passant.
    pub en_passant: Bitboard,
    /// Whether a capture en passant promotes.
    pub(crate) en_passant_promotes: bool,
    /// Squares from which a Pawn may step one square sideways without
    /// capturing.
    pub sideways: Bitboard,
    /// Extra non-capturing steps as (from, to).
    pub extra_steps: ArrayVec<(Square, Square), MAX_EXTRA_STEPS>,
    /// Squares from which a Pawn has a step other than one or two squares forward:
    /// sideways, extra, three squares forward, or two that end in promotion.
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
    /// The initial moves after which a Pawn can be captured en passant, double and
    /// triple steps among them. Not listed for orthodox Pawns that can do nothing else.
    pub double_moves: Vec<DoubleMove>,
    /// Whether a Pawn's move restarts the count of fifty moves.
    pub resets_count: bool,
    /// Whether some zone applies to pieces that leave it.
    pub(crate) promotes_leaving: bool,
}

/// An initial move of a Pawn over at least one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleMove {
    /// Where the Pawn starts.
    pub from: Square,
    /// The first of the squares where it can be captured; a FEN names this one.
    pub over: Square,
    /// The squares that it passes over and where it can be captured.
    pub passed: Bitboard,
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
                only_lost: zone.only_lost || setup.pool.is_some(),
                ..zone.clone()
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
        let double_step: Bitboard = relative_set(setup.double_step)
            .into_iter()
            .filter(|start| !only_forward || has_double_step(start))
            .collect();
        let promotes = |start: &Square| {
            let end = geometry.double_step_squares(color, *start);
            end.is_some_and(|(_, end)| all.contains(end))
        };
        let plain_double_step: Bitboard = double_step
            .into_iter()
            .filter(|start| !only_forward || !promotes(start))
            .collect();
        let triple_step: Bitboard = relative_set(setup.triple_step)
            .into_iter()
            .filter(|&start| only_forward && triple_step_end(geometry, color, start).is_some())
            .collect();
        PawnRules {
            forward: color.sign() * files,
            other_steps: sideways
                | extra_steps.iter().map(|step| step.0).collect()
                | (double_step - plain_double_step)
                | triple_step,
            double_step,
            plain_double_step,
            triple_step,
            en_passant: relative_set(setup.en_passant),
            en_passant_promotes: setup.en_passant_promotes,
            sideways,
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
            promotes_leaving: zones.iter().any(|zone| zone.leaving),
            zones,
            pool: setup.pool,
            double_moves: Vec::new(),
            resets_count: setup.resets_count,
        }
    }

    /// Whether these orthodox Pawns do nothing that other games do not know: each double
    /// step ends where no Pawn promotes and can be answered by a capture en passant, which
    /// does not promote `others`, the Pawns of the other side, and every move of a Pawn
    /// restarts the count of fifty moves.
    pub(super) fn is_plain(&self, geometry: &Geometry, others: &PawnRules) -> bool {
        let mut passed = self.double_step.into_iter();
        self.triple_step.is_empty()
            && self.double_step == self.plain_double_step
            && self.resets_count
            && !passed.any(|from| others.promotion.contains(from.offset(self.forward)))
            && (self.double_step.is_empty() || (geometry.squares() - self.en_passant).is_empty())
    }

    /// Lists the double and triple steps of orthodox Pawns.
    pub(super) fn set_double_steps(&mut self, geometry: &Geometry, color: Color) {
        for (starts, steps) in [(self.double_step, 2), (self.triple_step, 3)] {
            for from in starts {
                let ahead = |steps: i32| from.offset(steps * self.forward);
                let passed: Bitboard = (1..steps).map(ahead).collect();
                debug_assert!(geometry.step(from, (0, steps * color.sign())).is_some());
                self.add_double_move(from, passed, ahead(steps), geometry);
            }
        }
    }

    fn add_double_move(&mut self, from: Square, passed: Bitboard, to: Square, layout: &Layout) {
        let passed = passed & self.en_passant;
        let first = passed
            .into_iter()
            .max_by_key(|&square| layout.distance(square, to));
        if let Some(over) = first {
            self.double_moves.push(DoubleMove {
                from,
                over,
                passed,
                to,
            });
        }
    }

    /// Lists the initial moves of Pawns with special moves over one square, or several in
    /// a line.
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
                let is_line = !walk.empty.several()
                    || line_between(geometry, from, walk.to) == Some(walk.empty);
                if is_line && !always.contains(walk.to) {
                    self.add_double_move(from, walk.empty, walk.to, geometry);
                }
            }
        }
    }

    /// The zone by which a move promotes: the one that it enters, or that it leaves.
    pub(crate) fn zone_of_move(&self, from: Square, to: Square) -> Option<&PromotionZone> {
        let is_left = |zone: &&PromotionZone| zone.leaving && zone.squares.contains(from);
        self.zone(to).or_else(|| self.zones.iter().find(is_left))
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

/// The rules of all kinds of piece that have something of a Pawn, by color.
#[derive(Debug)]
pub(super) struct PawnTables {
    /// Those of the Pawn of the game.
    own: [PawnRules; 2],
    /// Those of other kinds, by kind.
    others: Vec<Option<Box<[PawnRules; 2]>>>,
    are_plain: bool,
}

impl PawnTables {
    pub(super) fn new(geometry: &Geometry, setup: &RulesSetup) -> PawnTables {
        let mut types = setup.piece_types.iter();
        let pawn = types.find(|found| found.kind == PieceKind::PAWN);
        let pawn = pawn.filter(|pawn| pawn.components != Components::PAWN);
        let mut own = Color::ALL.map(|color| {
            let side = setup.pawns.side(color);
            let mut rules = PawnRules::new(geometry, side, setup.promotion, color, pawn.is_none());
            if let Some(pawn) = pawn {
                rules.set_double_moves(geometry, &pawn.special, color);
            }
            rules
        });
        // Those of orthodox Pawns are not listed where nothing else is a Pawn, either.
        let has_others = setup
            .piece_types
            .iter()
            .any(|row| row.special.pawn.is_some());
        let [white, black] = &own;
        let is_plain = white.is_plain(geometry, black) && black.is_plain(geometry, white);
        let are_plain = pawn.is_none() && !has_others && is_plain;
        if pawn.is_none() && !are_plain {
            for color in Color::ALL {
                own[color.index()].set_double_steps(geometry, color);
            }
        }
        let mut others: Vec<Option<Box<[PawnRules; 2]>>> = Vec::new();
        others.resize_with(MAX_KINDS, || None);
        for piece_type in &setup.piece_types {
            let Some(pawn) = &piece_type.special.pawn else {
                continue;
            };
            let sides = Color::ALL.map(|color| {
                let side = pawn.side(color);
                let mut rules = PawnRules::new(geometry, side, setup.promotion, color, false);
                rules.set_double_moves(geometry, &piece_type.special, color);
                rules
            });
            others[piece_type.kind.index()] = Some(Box::new(sides));
        }
        let mut tables = PawnTables {
            own,
            others,
            are_plain,
        };
        tables.allow_captures_without_promotion();
        tables
    }

    /// Pawns that do not promote by capturing en passant can stand where they did so.
    fn allow_captures_without_promotion(&mut self) {
        for color in Color::ALL {
            let passed = self.passed(!color);
            let own = &mut self.own[color.index()];
            if !own.en_passant_promotes {
                own.impossible -= passed & own.promotion;
            }
        }
    }

    /// The squares on which pieces of a side can be captured en passant, as far as they are
    /// listed.
    fn passed(&self, color: Color) -> Bitboard {
        let others = self.others.iter().flatten();
        let others = others.map(|sides| &sides[color.index()]);
        let all = std::iter::once(&self.own[color.index()]).chain(others);
        let moves = all.flat_map(|side| &side.double_moves);
        moves.fold(Bitboard::EMPTY, |passed, double| passed | double.passed)
    }

    /// The squares from which a kind has initial moves, if it has any, by color.
    pub(super) fn initial_squares(&self, kind: PieceKind) -> [Bitboard; 2] {
        let rules = self.others[kind.index()].as_deref().unwrap_or(&self.own);
        [rules[0].double_step, rules[1].double_step]
    }

    /// Whether a move can lose the game at once (Mental Cruelty).
    pub(super) fn promotion_may_fail(&self) -> bool {
        self.own.iter().any(|side| side.failed_promotion.any())
    }
}

impl Rules {
    /// Whether Pawns move as in orthodox chess, apart from the steps that
    /// [`PawnRules`] lists.
    ///
    /// ```
    /// # let rules = peregrine::variants::falcon();
    /// assert!(rules.has_orthodox_pawns());
    /// ```
    #[inline]
    pub fn has_orthodox_pawns(&self) -> bool {
        self.components(PieceKind::PAWN) == Components::PAWN
    }

    /// The rules for the Pawns of a side.
    ///
    /// ```
    /// # use peregrine::board::color::Color;
    /// # let rules = peregrine::variants::falcon();
    /// assert_eq!(rules.pawns(Color::Black).forward, -10);
    /// ```
    #[inline]
    pub fn pawns(&self, color: Color) -> &PawnRules {
        &self.pawns.own[color.index()]
    }

    /// The rules of a piece that promotes, has initial moves or is otherwise a Pawn:
    /// those of [`pawns`](Rules::pawns) for the Pawn of the game.
    ///
    /// ```
    /// # use peregrine::board::{color::Color, piece::{Piece, PieceKind}};
    /// # let rules = peregrine::variants::falcon();
    /// let piece = |kind| Piece::new(Color::White, kind);
    /// assert!(rules.pawn_rules(piece(PieceKind::PAWN)).is_some());
    /// assert!(rules.pawn_rules(piece(PieceKind::ROOK)).is_none());
    /// ```
    #[inline]
    pub fn pawn_rules(&self, piece: Piece) -> Option<&PawnRules> {
        let side = piece.color().index();
        match piece.kind() {
            PieceKind::PAWN => Some(&self.pawns.own[side]),
            kind => {
                let sides = self.pawns.others[kind.index()].as_ref();
                sides.map(|sides| &sides[side])
            }
        }
    }

    /// The kind that a piece becomes wherever it promotes, if that is always the same.
    ///
    /// ```
    /// # use peregrine::board::{color::Color, piece::{Piece, PieceKind}};
    /// # let rules = peregrine::variants::rules("chess").unwrap();
    /// let promoted = rules.promoted(Piece::new(Color::White, PieceKind::PAWN));
    /// assert_eq!(promoted, None);
    /// ```
    pub fn promoted(&self, piece: Piece) -> Option<PieceKind> {
        let zones = &self.pawn_rules(piece)?.zones;
        let mut kinds = zones.iter().flat_map(|zone| &zone.kinds);
        let first = *kinds.next()?;
        kinds.all(|&kind| kind == first).then_some(first)
    }

    /// Whether Pawns move, promote and count as in orthodox chess or in a way that the
    /// fast tables know, and no other piece has anything of a Pawn.
    #[inline]
    pub(crate) fn has_plain_pawns(&self) -> bool {
        self.pawns.are_plain
    }

    /// The squares of promotion zones on which Pawns of a side can capture en passant.
    pub(crate) fn promoting_en_passant(&self, color: Color) -> Bitboard {
        self.pawns.passed(!color) & self.pawns(color).promotion
    }

    /// Whether both sides' Pawns follow the same rules, each as it sees the board.
    pub(crate) fn has_mirrored_pawns(&self) -> bool {
        self.setup.pawns.black.is_none()
    }

    /// The squares from which a piece has initial moves, if it has any.
    pub(crate) fn initial_squares(&self, piece: Piece) -> Bitboard {
        self.pawns.initial_squares(piece.kind())[piece.color().index()]
    }
}

/// The square three steps ahead, if there are such squares.
fn triple_step_end(geometry: &Geometry, color: Color, start: Square) -> Option<Square> {
    let (_, second) = geometry.double_step_squares(color, start)?;
    geometry.step(second, (0, color.sign()))
}

/// The squares strictly between two squares of a rank, file or diagonal.
fn line_between(geometry: &Geometry, from: Square, to: Square) -> Option<Bitboard> {
    let files = geometry.file(to) as i32 - geometry.file(from) as i32;
    let ranks = geometry.rank(to) as i32 - geometry.rank(from) as i32;
    let distance = files.abs().max(ranks.abs());
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let step = |steps: i32| geometry.step(from, (files.signum() * steps, ranks.signum() * steps));
    is_line.then(|| (1..distance).filter_map(step).collect())
}
