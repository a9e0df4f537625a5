//! One pass over the pieces other than Pawns and Kings, component by component:
//! mobility, attacks on the enemy King, and the squares that each side attacks.
//!
//! Kinds matter only for special moves, which differ from kind to kind. A
//! compound is the sum of its components, which count for less together than
//! alone.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::Geometry;
use crate::board::piece::{Component, Piece};
use crate::board::square::Square;
use crate::position::Position;

use super::pawns::{self, PawnEntry};
use super::tables::{MOBILITIES, Role, Tables};
use super::trace::{Term, Trace};
use super::{COMPONENTS, Tapered};

/// The places of components in [`COMPONENTS`].
const KNIGHT: usize = 0;
const DIAGONAL: usize = 1;
const STRAIGHT: usize = 2;
const FALCON: usize = 3;
const SPECIAL: usize = 4;

/// The position as all terms of pieces see it.
pub(super) struct EvalContext<'a> {
    pub position: &'a Position,
    pub geometry: &'static Geometry,
    pub tables: &'a Tables,
    pub occupied: Bitboard,
    pub pawns: Bitboard,
    /// Pieces with two or more components.
    pub compound: Bitboard,
    /// Plain Knights and Bishops.
    pub(crate) minors: Bitboard,
    pub(crate) pawn_attacks: [Bitboard; 2],
    pub structure: PawnEntry,
}

/// The squares that one side's pieces attack, and what follows from one pass over them.
pub(super) struct SideAttacks {
    pub score: Tapered,
    /// The squares attacked through each component.
    pub(crate) by_component: [Bitboard; COMPONENTS.len()],
    /// The squares attacked by plain Knights and Bishops.
    pub(crate) by_minors: Bitboard,
    /// The squares attacked by plain Rooks and Falcons.
    pub(crate) by_majors: Bitboard,
    /// The squares attacked by anything except the King.
    pub(crate) all_but_king: Bitboard,
    /// The squares attacked by anything.
    pub all: Bitboard,
    /// Units of danger for the enemy King.
    pub(crate) zone_units: i32,
    /// Squares from which its pieces could give check with special moves.
    pub(crate) special_checks: Bitboard,
}

impl<'a> EvalContext<'a> {
    #[inline(always)]
    pub(super) fn new(
        tables: &'a Tables,
        position: &'a Position,
        structure: PawnEntry,
    ) -> EvalContext<'a> {
        let pawns = position.component(Component::Pawn);
        let (mut once, mut compound) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for part in COMPONENTS {
            let set = position.component(part);
            compound |= once & set;
            once |= set;
        }
        let of = |component| position.component(component);
        let mut minors = (of(Component::Knight) | of(Component::Diagonal)) - compound;
        for square in of(Component::Special) {
            let set = Bitboard::from(square);
            let role = position
                .piece_on(square)
                .map(|piece| tables.special[piece.kind().index()].role);
            (minors, compound) = match role {
                Some(Role::Minor) => (minors | set, compound - set),
                Some(Role::Compound) => (minors - set, compound | set),
                _ => (minors - set, compound - set),
            };
        }
        let attacks = |color| pawns::attacks(position, color, pawns & position.colors(color));
        EvalContext {
            position,
            geometry: position.rules().geometry(),
            tables,
            occupied: position.occupied(),
            pawns,
            compound,
            minors,
            pawn_attacks: [attacks(Color::White), attacks(Color::Black)],
            structure,
        }
    }

    /// Makes the pass over one side's pieces.
    #[inline(always)]
    pub(crate) fn activity(&self, color: Color, trace: &mut impl Trace) -> SideAttacks {
        let (geometry, occupied) = (self.geometry, self.occupied);
        let own = self.position.colors(color);
        let mut pass = Pass {
            context: self,
            own,
            area: geometry.squares()
                - self.pawn_attacks[(!color).index()]
                - (own & (self.pawns | self.position.component(Component::King))),
            zone: self.tables.areas.king_zone[(!color).index()][self.position.king(!color).index()],
            king: self.position.king(!color),
            mobility: Tapered::ZERO,
            zone_units: 0,
            special_checks: Bitboard::EMPTY,
            by_component: [Bitboard::EMPTY; COMPONENTS.len()],
            by_single: [Bitboard::EMPTY; COMPONENTS.len()],
        };
        pass.add_component(KNIGHT, |square| geometry.knight(square));
        pass.add_component(DIAGONAL, |square| geometry.diagonal(square, occupied));
        pass.add_component(STRAIGHT, |square| geometry.straight(square, occupied));
        pass.add_component(FALCON, |square| geometry.falcon(square, occupied));
        pass.add_special();
        let extras = self.bishops(color)
            + self.rooks(color)
            + self.outposts(color)
            + self.second_piece_bonus(color);
        let falcons = self.falcons(color, pass.by_component[FALCON]);
        trace.record(Term::Mobility, color, pass.mobility);
        trace.record(Term::Pieces, color, extras + falcons);
        let by_pieces = pass
            .by_component
            .into_iter()
            .fold(Bitboard::EMPTY, |all, part| all | part);
        let all_but_king = by_pieces | self.pawn_attacks[color.index()];
        SideAttacks {
            score: pass.mobility + extras + falcons,
            by_component: pass.by_component,
            by_minors: pass.by_single[KNIGHT] | pass.by_single[DIAGONAL],
            by_majors: pass.by_single[STRAIGHT] | pass.by_single[FALCON],
            all_but_king,
            all: all_but_king | geometry.king(self.position.king(color)),
            zone_units: pass.zone_units,
            special_checks: pass.special_checks,
        }
    }

    /// The pieces of a side with this component and no other.
    #[inline(always)]
    pub(super) fn single(&self, color: Color, part: Component) -> Bitboard {
        (self.position.component(part) & self.position.colors(color)) - self.compound
    }

    #[inline(always)]
    fn bishops(&self, color: Color) -> Tapered {
        let weights = &self.tables.weights;
        let bishops = self.single(color, Component::Diagonal);
        if bishops.is_empty() {
            return Tapered::ZERO;
        }
        let [light, dark] = self.tables.square_colors;
        let own_pawns = self.pawns & self.position.colors(color);
        let same = |color| ((bishops & color).count() * (own_pawns & color).count()) as i32;
        let pair = if bishops.meets(light) && bishops.meets(dark) {
            weights.bishop_pair
        } else {
            Tapered::ZERO
        };
        pair + weights.bishop_pawns * (same(light) + same(dark))
    }

    /// The difference in value between the second piece of a kind and the
    /// first.
    #[inline(always)]
    fn second_piece_bonus(&self, color: Color) -> Tapered {
        let kinds = [Component::Knight, Component::Straight, Component::Falcon];
        let worth = |(part, weight): (Component, Tapered)| {
            if self.single(color, part).several() {
                weight
            } else {
                Tapered::ZERO
            }
        };
        kinds
            .into_iter()
            .zip(self.tables.weights.second)
            .map(worth)
            .sum()
    }

    /// The adjustment of piece values to the number of Pawns on the board,
    /// White's minus Black's.
    #[inline(always)]
    pub(crate) fn pawn_count_adjustment(&self) -> Tapered {
        const PAWNS: i32 = 8;
        let more = self.pawns.count() as i32 - self.tables.half_pawns;
        let count_difference = |part| {
            let [white, black] = Color::ALL.map(|color| self.single(color, part).count() as i32);
            white - black
        };
        let weights = &self.tables.weights;
        let worth = |part| match weights.component(part) {
            Some(component) => component.pawns * (count_difference(part) * more),
            None => Tapered::ZERO,
        };
        let sum: Tapered = COMPONENTS.into_iter().map(worth).sum();
        sum.fraction(1, PAWNS)
    }

    #[inline(always)]
    fn rooks(&self, color: Color) -> Tapered {
        let weights = &self.tables.weights;
        let mut score = Tapered::ZERO;
        for rook in self.single(color, Component::Straight) {
            let pawns = self.tables.files[self.tables.file(rook)] & self.pawns;
            if pawns.is_empty() {
                score += weights.open_file;
            } else if !pawns.meets(self.position.colors(color)) {
                score += weights.half_open_file;
            }
        }
        score
    }

    #[inline(always)]
    fn outposts(&self, color: Color) -> Tapered {
        let weights = &self.tables.weights;
        let outposts = self.tables.areas.outposts[color.index()]
            & (self.pawn_attacks[color.index()] - self.structure.reach[(!color).index()]);
        let count = |part| (self.single(color, part) & outposts).count() as i32;
        weights.knight_outpost * count(Component::Knight)
            + weights.bishop_outpost * count(Component::Diagonal)
            + weights.falcon_outpost * count(Component::Falcon)
    }

    /// The penalty for Falcons whose paths are blocked.
    #[inline(always)]
    fn falcons(&self, color: Color, attacked: Bitboard) -> Tapered {
        let falcons = self.position.component(Component::Falcon) & self.position.colors(color);
        let targets = falcons.into_iter().fold(Bitboard::EMPTY, |all, falcon| {
            all | self.geometry.falcon_reach(falcon)
        });
        self.tables.weights.falcon_closed * (targets - attacked).count() as i32
    }
}

/// The state of the pass over one side's pieces.
struct Pass<'a> {
    context: &'a EvalContext<'a>,
    own: Bitboard,
    /// The squares that count for mobility.
    area: Bitboard,
    /// The zone of the enemy King.
    zone: Bitboard,
    /// The square of the enemy King.
    king: Square,
    mobility: Tapered,
    zone_units: i32,
    special_checks: Bitboard,
    by_component: [Bitboard; COMPONENTS.len()],
    by_single: [Bitboard; COMPONENTS.len()],
}

impl Pass<'_> {
    /// Adds all pieces with one component.
    #[inline(always)]
    fn add_component(&mut self, part: usize, attacks_from: impl Fn(Square) -> Bitboard) {
        let tables = self.context.tables;
        let weights = &tables.weights;
        let unit = weights
            .component(COMPONENTS[part])
            .map_or(0, |weights| weights.zone_attack);
        for square in self.context.position.component(COMPONENTS[part]) & self.own {
            let attacks = attacks_from(square);
            let compound = self.context.compound.contains(square);
            let safe = (attacks & self.area).count() as usize % MOBILITIES;
            self.mobility += tables.mobility[usize::from(compound)][part][safe];
            let hits = (attacks & self.zone).count() as i32;
            if hits > 0 {
                self.zone_units += unit + weights.zone_hit * hits;
            }
            self.by_component[part] |= attacks;
            if !compound {
                self.by_single[part] |= attacks;
            }
        }
    }

    /// Adds all pieces with special moves.
    #[inline(always)]
    fn add_special(&mut self) {
        let context = self.context;
        let rules = context.position.rules();
        for square in context.position.component(Component::Special) & self.own {
            let Some(piece) = context.position.piece_on(square) else {
                continue;
            };
            let kind = &context.tables.special[piece.kind().index()];
            let Some(table) = rules.special_table(piece) else {
                continue;
            };
            let attacks = table.captures(square, context.occupied);
            let moves = attacks | table.quiets(square, context.occupied);
            let safe = (moves & self.area).count() as usize;
            self.mobility += kind.mobility[safe.min(MOBILITIES - 1)];
            let hits = (attacks & self.zone).count() as i32;
            if hits > 0 {
                self.zone_units += kind.zone_attack + context.tables.weights.zone_hit * hits;
            }
            // Right for all movements that lead back as they came, about right for
            // others.
            let enemy = Piece::new(!piece.color(), piece.kind());
            self.special_checks |=
                attacks & rules.special_attacks(enemy, self.king, context.occupied);
            self.by_component[SPECIAL] |= attacks;
            match kind.role {
                Role::Minor => self.by_single[KNIGHT] |= attacks,
                Role::Major => self.by_single[STRAIGHT] |= attacks,
                Role::Compound => {}
            }
        }
    }
}
