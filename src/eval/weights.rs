//! Every number of the evaluation that was chosen rather than derived, declared
//! once with its name, meaning, range and default.
//!
//! Must not depend on a board; the tables combine these weights with a
//! geometry.

use crate::base::tunable::tunables;
use crate::board::piece::{Components, PieceKind};
use crate::rules::Rules;

use super::{Tapered, expected_mobility};

const fn s(middle: i32, ending: i32) -> Tapered {
    Tapered::new(middle, ending)
}

tunables! {
    /// The weights of one component of a piece's move.
    pub struct ComponentWeights in -2000..=2000 {
        /// The value, in thousandths of the formula in `values`.
        scale: Tapered in 0..=10000;
        /// Center of the board relative to its corners.
        center: Tapered;
        /// Last rank relative to the first.
        advance: Tapered;
        /// The side's first rank relative to all others.
        home: Tapered;
        /// Each additional safe target.
        mobility: Tapered;
        /// The square root of the number of safe targets: the first ones matter
        /// most.
        ease: Tapered;
        /// No safe target; a third of it for a single one.
        trapped: Tapered;
        /// Units of danger for attacking a King's zone.
        zone_attack: i32 in 0..=500;
        /// Units of danger for a safe check that it could give.
        safe_check: i32 in 0..=500;
        /// The change in value of a piece with only this component for eight more
        /// Pawns on the board.
        pawns: Tapered;
    }
}

tunables! {
    /// The weights that are different in games without a piece stronger than a Rook, such as
    /// Shatranj and Makruk. A King there is in less danger, and Pawns and lines count for less
    /// or more than beside Queens. Each has the meaning of its namesake in [`Weights`].
    pub struct WeakPieceWeights in -2000..=2000 {
        /// A Pawn.
        pawn: Tapered = s(75, 100);
        /// The value of Knights.
        knight_scale: Tapered in 0..=10000 = s(1000, 1032);
        /// The center for Knights.
        knight_center: Tapered = s(50, 50);
        /// The value of the Rook's lines.
        straight_scale: Tapered in 0..=10000 = s(1150, 1500);
        /// The center for other moves.
        special_center: Tapered = s(40, 40);
        /// The King's file.
        king_file: Tapered = s(-20, -29);
        /// The King's square.
        king_center: Tapered = s(20, 60);
        /// The King's rank.
        king_advance: Tapered = s(0, 3);
        /// A Rook on a file without Pawns.
        open_file: Tapered = s(20, 14);
        /// A Rook on a file without own Pawns.
        half_open_file: Tapered = s(10, 8);
        /// The King's shelter.
        shield: [Tapered; 4] = [s(4, 0), s(4, 0), s(4, 0), s(4, 0)];
        /// Enemy Pawns before the King.
        storm: [Tapered; 5] = [s(0, 0), s(0, 0), s(0, 0), s(0, 0), s(0, 0)];
        /// No Pawn on a file beside the King.
        king_open_file: Tapered = s(0, 0);
        /// The divisor of danger to the King.
        danger_divisor: i32 in 16..=1000 = 500;
        /// A piece attacked by a Pawn.
        pawn_threat: Tapered = s(40, 40);
    }
}

tunables! {
    /// The weights of the evaluation, in centipawns unless stated otherwise.
    pub struct Weights in -2000..=2000 {
        /// A Pawn.
        pawn: Tapered = s(61, 113);
        /// A central Pawn relative to one in the corner.
        pawn_center: Tapered = s(19, -46);
        /// A Pawn on the last rank relative to one on the first, apart from other
        /// terms.
        pawn_advance: Tapered = s(-14, 47);

        /// The Knight's leap.
        knight: ComponentWeights = ComponentWeights {
            scale: s(821, 1032), center: s(87, 75), advance: s(16, -3), home: s(-12, 14),
            mobility: s(4, 19), ease: s(10, 16), trapped: s(-27, -57),
            zone_attack: 24, safe_check: 29, pawns: s(17, 35),
        };
        /// The Bishop's lines.
        diagonal: ComponentWeights = ComponentWeights {
            scale: s(844, 1180), center: s(-4, 32), advance: s(-56, 19), home: s(-14, -1),
            mobility: s(16, 8), ease: s(-8, 16), trapped: s(-16, -85),
            zone_attack: 21, safe_check: 30, pawns: s(23, 8),
        };
        /// The Rook's lines.
        straight: ComponentWeights = ComponentWeights {
            scale: s(720, 1600), center: s(30, -3), advance: s(47, 46), home: s(9, -2),
            mobility: s(7, 2), ease: s(6, 21), trapped: s(-18, -75),
            zone_attack: 27, safe_check: 48, pawns: s(4, -34),
        };
        /// The Falcon's paths.
        falcon: ComponentWeights = ComponentWeights {
            scale: s(1083, 1854), center: s(13, -19), advance: s(-32, 26), home: s(-11, 5),
            mobility: s(9, 13), ease: s(-15, 9), trapped: s(-19, -27),
            zone_attack: 12, safe_check: 35, pawns: s(-30, -12),
        };
        /// Other moves of a kind: leaps, and lines of limited length.
        special: ComponentWeights = ComponentWeights {
            scale: s(1030, 1030), center: s(30, 30), advance: s(6, 6), home: s(0, 0),
            mobility: s(6, 6), ease: s(0, 0), trapped: s(-30, -30),
            zone_attack: 22, safe_check: 36, pawns: s(0, 0),
        };
        /// The value of a piece with both components, in thousandths of the formula
        /// after scaling each component: Knight and Diagonal, Knight and Straight,
        /// Diagonal and Straight, Falcon and any other.
        compound: [Tapered; 4] in 0..=10000 = [
            s(1050, 1069), s(918, 919), s(1058, 1119), s(920, 920),
        ];

        /// The King's file: center relative to edge.
        king_file: Tapered = s(-88, -29);
        /// The King's square: center relative to corner.
        king_center: Tapered = s(-17, 66);
        /// The King on the last rank relative to the first.
        king_advance: Tapered = s(-112, 3);

        /// Two Bishops on opposite colors.
        bishop_pair: Tapered = s(-10, 70);
        /// A second Knight, Rook or Falcon.
        second: [Tapered; 3] = [s(-26, 3), s(11, -4), s(-5, -14)];
        /// A Bishop, for each own Pawn on squares of its color.
        bishop_pawns: Tapered = s(-5, 3);
        /// A Rook on a file without Pawns.
        open_file: Tapered = s(60, 14);
        /// A Rook on a file without own Pawns.
        half_open_file: Tapered = s(19, 16);
        /// A Knight that is protected by a Pawn and cannot be driven away by a
        /// Pawn.
        knight_outpost: Tapered = s(29, 13);
        /// A Bishop on such an outpost.
        bishop_outpost: Tapered = s(29, 27);
        /// A Falcon on such an outpost.
        falcon_outpost: Tapered = s(13, 2);
        /// A target of a Falcon whose three paths are all blocked.
        falcon_closed: Tapered = s(-4, 7);

        /// A Pawn without own Pawns on the adjacent files.
        isolated: Tapered = s(-4, -13);
        /// A Pawn behind another own Pawn.
        doubled: Tapered = s(1, -7);
        /// A Pawn left behind by its neighbors that cannot advance safely.
        backward: Tapered = s(10, -10);
        /// An isolated or backward Pawn without an enemy Pawn ahead of it.
        exposed: Tapered = s(0, 1);
        /// A Pawn that is protected by a Pawn or stands beside one.
        connected: Tapered = s(8, -3);
        /// A connected Pawn, for every rank beyond the second.
        connected_rank: Tapered = s(-2, 8);
        /// A passed Pawn by its steps to promotion, beginning with one step.
        passed: [Tapered; 7] = [
            s(102, 172), s(61, 119), s(24, 58), s(8, 22), s(-27, 20), s(17, 16), s(0, 6),
        ];
        /// A passed Pawn at most four steps from promotion, for each step fewer
        /// than five and each square of distance between the enemy King and the
        /// square in front of it.
        passed_enemy_king: Tapered = s(-9, 14);
        /// The same for the own King.
        passed_own_king: Tapered = s(2, -4);
        /// Such a Pawn, with the same factor, if the square in front of it is
        /// occupied.
        passed_blocked: Tapered = s(-11, -7);
        /// If its way is free and not attacked by the enemy.
        passed_free: Tapered = s(20, 38);
        /// If the square in front of it is protected.
        passed_supported: Tapered = s(4, 20);

        /// The nearest own Pawn in front of the King on its file and the adjacent
        /// ones: one rank ahead, two ranks ahead, further, none.
        shield: [Tapered; 4] = [s(13, 5), s(5, 5), s(7, -14), s(-21, 7)];
        /// The nearest enemy Pawn in front of the King on those files, by ranks,
        /// beginning with one.
        storm: [Tapered; 5] = [s(-17, -19), s(-14, -23), s(-16, -6), s(0, -11), s(8, -18)];
        /// No Pawn at all on one of those files.
        king_open_file: Tapered = s(-29, -31);
        /// Any right to castle.
        castling_right: Tapered = s(5, 3);

        /// Units of danger for each attacked square of the King's zone.
        zone_hit: i32 in 0..=500 = 0;
        /// Units for each attacked square beside the King that only the King
        /// defends.
        zone_weak: i32 in 0..=500 = 14;
        /// Units subtracted for each square beside the King that another piece or
        /// Pawn defends.
        zone_guard: i32 in 0..=500 = 1;
        /// Units subtracted if the enemy has no compound.
        no_compound: i32 in 0..=500 = 7;
        /// The square of the units is divided by this to give centipawns.
        danger_divisor: i32 in 16..=1000 = 57;
        /// The maximum cost of danger to the King.
        danger_limit: i32 in 0..=10000 = 700;
        /// The share of the danger that counts in the ending, in hundredths.
        danger_ending: i32 in 0..=200 = 9;

        /// A piece attacked by a Pawn.
        pawn_threat: Tapered = s(71, 63);
        /// A Rook, Falcon or compound attacked by a Knight or Bishop.
        minor_threat: Tapered = s(41, 61);
        /// A compound attacked by a Rook or Falcon.
        major_threat: Tapered = s(45, 16);
        /// A piece that a Pawn could attack after a safe step.
        push_threat: Tapered = s(15, 19);
        /// An attacked piece that is not defended.
        hanging: Tapered = s(38, 37);
        /// An attacked Pawn that is not defended.
        hanging_pawn: Tapered = s(16, 29);

        /// A square that both sides attack, but no Pawn of the other side.
        restricted: Tapered = s(6, -7);
        /// A square in the middle of the own half, without the first rank, that has
        /// no own Pawn on it and is not attacked by an enemy Pawn.
        space: Tapered = s(-5, 3);

        /// The side to move.
        tempo: Tapered = s(34, 26);

        /// The ending value that remains, in 64ths, if the Bishops stand on
        /// opposite colors and there are only Pawns besides.
        opposite_bishops: i32 in 0..=128 = 42;
        /// The same if each side has other pieces as well.
        opposite_bishops_and_more: i32 in 0..=128 = 60;
        /// The same if the stronger side has no Pawns and only a small advantage.
        no_pawns: i32 in 0..=128 = 3;
        /// The limit of a small advantage: hardly more than a Bishop.
        no_pawns_ahead: i32 = 360;

        /// The basic bonus against a bare King.
        bare_king: i32 = 300;
        /// The bare King, for each step from the edges.
        bare_king_edge: i32 = 20;
        /// For each step from a corner where it can be mated.
        bare_king_corner: i32 = 5;
        /// For each step between the Kings.
        bare_king_near: i32 = 10;
        /// For each square that it can step to.
        bare_king_flights: i32 = 3;
        /// For each square of the board that it can never reach any more.
        bare_king_room: i32 = 6;
        /// Bishop and Knight only: for each step from the nearest corner of the
        /// Bishop's color. Large enough to make a detour through the center pay.
        mop_up_bishop_corner: i32 = 100;
        /// Bishop and Knight only: for each square of the board that it can never
        /// reach any more.
        mop_up_bishop_room: i32 = 1;
        /// The other King, for each step from the edges.
        mop_up_king_center: i32 = 4;
        /// The most that the pieces of a side without Pawns may be worth for its
        /// King to be driven like a bare King.
        mop_up_material: i32 = 600;
        /// How much more the other side's pieces must be worth for that.
        mop_up_lead: i32 = 400;

        /// What is different in games without a piece stronger than a Rook.
        weak_pieces: WeakPieceWeights = WeakPieceWeights::DEFAULT;
    }
}

impl Weights {
    /// The weights in a game.
    pub(super) fn in_game(&self, rules: &Rules) -> Weights {
        if has_strong_pieces(rules) {
            return self.clone();
        }
        let mut weights = self.clone();
        let weak = &self.weak_pieces;
        weights.pawn = weak.pawn;
        weights.knight.scale = weak.knight_scale;
        weights.knight.center = weak.knight_center;
        weights.straight.scale = weak.straight_scale;
        weights.special.center = weak.special_center;
        weights.king_file = weak.king_file;
        weights.king_center = weak.king_center;
        weights.king_advance = weak.king_advance;
        weights.open_file = weak.open_file;
        weights.half_open_file = weak.half_open_file;
        weights.shield = weak.shield;
        weights.storm = weak.storm;
        weights.king_open_file = weak.king_open_file;
        weights.danger_divisor = weak.danger_divisor;
        weights.pawn_threat = weak.pawn_threat;
        weights
    }
}

/// The mobility, in that of a Knight, from which on a piece is stronger than a Rook: a Rook
/// has 1.4 on the orthodox board, a Bishop and Knight in one 2.2.
const STRONG: f64 = 1.7;

/// Whether a game has a piece stronger than a Rook, at the start or by promotion, or a Falcon:
/// the weights come from games with Falcons.
fn has_strong_pieces(rules: &Rules) -> bool {
    let knight = expected_mobility::knight_mobility(rules).max(1.0);
    let is_strong = |kind: PieceKind| {
        let by_component = expected_mobility::by_component(rules, kind);
        rules.components(kind).contains(Components::FALCON)
            || by_component.iter().sum::<f64>() > STRONG * knight
    };
    let mut kinds = rules.piece_types().iter().map(|piece_type| piece_type.kind);
    kinds.any(is_strong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn games_without_strong_pieces_have_weights_of_their_own() {
        let own = |name| {
            let rules = variants::rules(name).unwrap();
            Weights::DEFAULT.in_game(rules) != Weights::DEFAULT
        };
        let games = [
            "shatranj",
            "makruk",
            "chess",
            "falcon",
            "falcon-8x8",
            "shako",
        ];
        let expected = [true, true, false, false, false, false];
        assert_eq!(games.map(own), expected);
    }
}
