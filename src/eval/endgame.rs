//! Endgame knowledge: which material can win, how far to scale down the score,
//! and how to drive a lone King to where it can be mated.
//!
//! Draws by rule are decided elsewhere.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::Component;
use crate::board::square::Square;
use crate::position::Position;
use crate::rules::StalemateRule;

use super::Tapered;
use super::state::EvalState;
use super::tables::{Role, Tables};

/// The denominator of scale factors.
pub(super) const FULL: i32 = 64;

/// A position with its evaluation sums, from which endings are judged.
pub(super) struct Endgame<'a> {
    pub tables: &'a Tables,
    pub position: &'a Position,
    pub state: &'a EvalState,
}

/// Pieces by their mating ability; a compound may count several times.
struct Mating {
    /// Knights and similar pieces.
    knights: Bitboard,
    /// Bishops and similar pieces, which are bound to one color of squares.
    bishops: Bitboard,
    /// Pieces that can mate without help.
    majors: Bitboard,
}

/// The score against a bare King, in parts, in centipawns for White. All are 0 if the
/// pieces cannot mate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BareKing {
    pub pieces: i32,
    pub pawns: i32,
    /// For driving the King.
    pub mop_up: i32,
    pub structure: i32,
}

impl BareKing {
    pub(super) fn score(&self) -> i32 {
        self.pieces + self.pawns + self.mop_up + self.structure
    }
}

impl Endgame<'_> {
    /// The score from White's point of view if one side has a bare King and the
    /// other has mating material, or if neither side can mate.
    #[inline(always)]
    pub(crate) fn bare_king(&self, structure: Tapered) -> Option<BareKing> {
        let pawns = self.position.component(Component::Pawn);
        self.against_bare_king(self.bare_king_side()?, pawns, structure)
    }

    /// Whether a side has nothing but its King.
    #[inline(always)]
    pub(crate) fn has_bare_king(&self) -> bool {
        self.bare_king_side().is_some()
    }

    /// A side that has nothing but its King.
    #[inline(always)]
    fn bare_king_side(&self) -> Option<Color> {
        let material = |color| self.state.non_pawn_material(color);
        let pawns = self.position.component(Component::Pawn);
        Color::ALL
            .into_iter()
            .find(|&color| material(color) == 0 && !pawns.meets(self.position.colors(color)))
    }

    /// The score against a bare King; `None` if the pieces can only win with
    /// the help of their Pawns.
    #[cold]
    fn against_bare_king(
        &self,
        bare: Color,
        pawns: Bitboard,
        structure: Tapered,
    ) -> Option<BareKing> {
        let sign = (!bare).sign();
        let weights = &self.tables.weights;
        if !self.can_mate(!bare) {
            return pawns.is_empty().then(BareKing::default);
        }
        Some(BareKing {
            pieces: sign * self.state.non_pawn_material(!bare),
            pawns: sign * weights.pawn.ending() * pawns.count() as i32,
            mop_up: sign * (weights.bare_king + self.mop_up_against(bare)),
            structure: structure.ending(),
        })
    }

    /// How much of its value the stronger side's advantage keeps, out of
    /// [`FULL`].
    #[inline(always)]
    pub(crate) fn scale_factor(&self, strong_side: Color) -> i32 {
        let weights = &self.tables.weights;
        let material = |color| self.state.non_pawn_material(color);
        let pawns = self.position.component(Component::Pawn) & self.position.colors(strong_side);
        if pawns.is_empty() {
            let ahead = material(strong_side) - material(!strong_side);
            if !self.can_mate(strong_side) {
                return 0;
            }
            if ahead <= weights.no_pawns_ahead {
                return weights.no_pawns;
            }
        }
        if self.opposite_bishops() {
            let others = self.position.component(Component::Straight)
                | self.position.component(Component::Knight)
                | self.position.component(Component::Falcon)
                | self.position.component(Component::Special);
            return if others.any() {
                weights.opposite_bishops_and_more
            } else {
                weights.opposite_bishops
            };
        }
        FULL
    }

    /// Whether each side has a single piece, with the Bishop's lines, and they
    /// stand on opposite colors.
    #[inline(always)]
    fn opposite_bishops(&self) -> bool {
        let diagonal = self.position.component(Component::Diagonal);
        let [light, dark] = self.tables.square_colors;
        let (light, dark) = (diagonal & light, diagonal & dark);
        if light.is_empty() || dark.is_empty() || light.several() || dark.several() {
            return false;
        }
        light.meets(self.position.colors(Color::White))
            != dark.meets(self.position.colors(Color::White))
    }

    /// Whether a side's pieces, without Pawns, can mate a lone King. One Bishop
    /// or Knight, Bishops of one color, and two Knights cannot.
    ///
    /// Where stalemate is a loss, less material suffices.
    fn can_mate(&self, color: Color) -> bool {
        let rules = self.position.rules();
        if rules.wins_otherwise() {
            return true;
        }
        if rules.stalemate() == StalemateRule::Loss {
            return self.state.non_pawn_material(color) > 0;
        }
        let Mating {
            knights,
            bishops,
            majors,
        } = self.mating(color);
        let [light, dark] = self.tables.square_colors;
        majors.any()
            || knights.any() && bishops.any()
            || bishops.meets(light) && bishops.meets(dark)
            || knights.count() > 2
    }

    /// A side's pieces by their mating ability.
    fn mating(&self, color: Color) -> Mating {
        let own = self.position.colors(color);
        let of = |component| self.position.component(component) & own;
        let mut mating = Mating {
            knights: of(Component::Knight),
            bishops: of(Component::Diagonal),
            majors: of(Component::Straight) | of(Component::Falcon),
        };
        for square in of(Component::Special) {
            let piece = self.position.piece_on(square);
            let kind = piece.map(|piece| &self.tables.special[piece.kind().index()]);
            let set = match kind {
                Some(kind) if kind.bound => &mut mating.bishops,
                Some(kind) if kind.role == Role::Minor => &mut mating.knights,
                _ => &mut mating.majors,
            };
            *set |= square.into();
        }
        mating
    }

    /// How far the lone King has been driven to the edge, how near and how
    /// central the other King is, and how little room the lone King has left.
    /// Only Bishop and Knight need a corner of the Bishop's color.
    fn mop_up_against(&self, bare: Color) -> i32 {
        let (tables, weights) = (self.tables, &self.tables.weights);
        let Mating {
            bishops, majors, ..
        } = self.mating(!bare);
        let [light, dark] = tables.square_colors;
        let corners = match (bishops.meets(light), bishops.meets(dark)) {
            _ if majors.any() => 2,
            (true, false) => 0,
            (false, true) => 1,
            _ => 2,
        };
        let (king, king_ahead) = (self.position.king(bare), self.position.king(!bare));
        let (flights, room) = self.room(bare, king);
        let by_room = if corners == 2 {
            weights.bare_king_room
        } else {
            weights.mop_up_bishop_room
        };
        tables.mop_up.driven[corners][king.index()]
            + weights.mop_up_king_center * i32::from(tables.mop_up.from_edge[king_ahead.index()])
            - weights.bare_king_near * tables.distance(king, king_ahead)
            - weights.bare_king_flights * flights
            - by_room * (room - tables.squares)
    }

    /// The number of squares a King can step to, and the number it can ever
    /// reach while the other side's pieces stay in place.
    fn room(&self, color: Color, king: Square) -> (i32, i32) {
        let rules = self.position.rules();
        let geometry = rules.geometry();
        let others = self.position.occupied() - king.into();
        let enemy = self.position.colors(!color);
        let attacked = enemy.into_iter().fold(enemy, |set, square| {
            let piece = self.position.piece_on(square);
            piece.map_or(set, |piece| set | rules.attacks(piece, square, others))
        });
        let free = geometry.squares() - attacked;
        let flights = geometry.king(king) & free;
        let (mut room, mut latest) = (Bitboard::EMPTY, flights);
        while latest.any() {
            room |= latest;
            latest = latest
                .into_iter()
                .fold(Bitboard::EMPTY, |set, square| set | geometry.king(square))
                & (free - room);
        }
        (flights.count() as i32, room.count() as i32)
    }

    /// A bonus for driving the King of a side that has little left against
    /// much.
    #[inline(always)]
    pub(super) fn mop_up(&self) -> i32 {
        let weights = &self.tables.weights;
        let material = |color| self.state.non_pawn_material(color);
        let pawns = self.position.component(Component::Pawn);
        for weak in Color::ALL {
            let nearly_bare = material(weak) <= weights.mop_up_material
                && material(!weak) >= material(weak) + weights.mop_up_lead;
            if nearly_bare && !pawns.meets(self.position.colors(weak)) {
                return (!weak).sign() * self.mop_up_against(weak);
            }
        }
        0
    }
}
