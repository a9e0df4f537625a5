//! Every number of the evaluation that was chosen and not derived, each
//! declared once with its name, its meaning and its value.
//!
//! Knows no board: what depends on a geometry is made from these weights in
//! the tables.

use super::Tapered;

const fn s(middle: i32, ending: i32) -> Tapered {
    Tapered::new(middle, ending)
}

/// What a number of the evaluation may be made of; lets a tuner see every
/// weight as plain numbers with names.
pub trait Tunable {
    /// Shows each number with its name, in a fixed order, and takes back what
    /// the visitor leaves there.
    ///
    /// ```
    /// use peregrine::eval::{Tunable, Tapered};
    /// let mut pair = Tapered::new(30, 50);
    /// pair.visit("pair", &mut |name, value| if name == "pair.ending" { *value += 1 });
    /// assert_eq!(pair, Tapered::new(30, 51));
    /// ```
    fn visit(&mut self, name: &str, visitor: &mut dyn FnMut(&str, &mut i32));
}

impl Tunable for i32 {
    fn visit(&mut self, name: &str, visitor: &mut dyn FnMut(&str, &mut i32)) {
        visitor(name, self);
    }
}

impl Tunable for Tapered {
    fn visit(&mut self, name: &str, visitor: &mut dyn FnMut(&str, &mut i32)) {
        let (mut middle, mut ending) = (self.middle(), self.ending());
        visitor(&format!("{name}.middle"), &mut middle);
        visitor(&format!("{name}.ending"), &mut ending);
        *self = Tapered::new(middle, ending);
    }
}

impl<T: Tunable, const N: usize> Tunable for [T; N] {
    fn visit(&mut self, name: &str, visitor: &mut dyn FnMut(&str, &mut i32)) {
        for (n, value) in self.iter_mut().enumerate() {
            value.visit(&format!("{name}.{n}"), visitor);
        }
    }
}

/// Declares a structure of numbers, each field with its value.
macro_rules! weights {
    (
        $(#[$attribute:meta])* $name:ident,
        $($(#[$doc:meta])* $field:ident: $type:ty $(= $value:expr)?;)*
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name { $($(#[$doc])* pub $field: $type,)* }

        impl Tunable for $name {
            fn visit(&mut self, name: &str, visitor: &mut dyn FnMut(&str, &mut i32)) {
                $(self.$field.visit(&weights!(@join name, stringify!($field)), visitor);)*
            }
        }

        weights!(@default $name $($field $(= $value)?;)*);
    };
    (@join $outer:expr, $field:expr) => {
        if $outer.is_empty() { $field.to_owned() } else { format!("{}.{}", $outer, $field) }
    };
    (@default $name:ident $($field:ident = $value:expr;)*) => {
        impl $name {
            /// The weights the engine plays with.
            pub const DEFAULT: $name = $name { $($field: $value,)* };
        }
    };
    (@default $name:ident $($field:ident;)*) => {};
}

weights! {
    /// What one component of a piece's move is worth, and how.
    ComponentWeights,
    /// Value, in thousandths of what the formula of the values says.
    scale: Tapered;
    /// Center of the board against its corners.
    center: Tapered;
    /// Last rank against the first.
    advance: Tapered;
    /// The side's first rank against all others.
    home: Tapered;
    /// One more safe square to go to.
    mobility: Tapered;
    /// The same, but by the root of how many there are: the first matter most.
    ease: Tapered;
    /// No safe square at all; a third of it for only one.
    trapped: Tapered;
    /// Units of danger for a King whose zone it attacks.
    zone_attack: i32;
    /// Units of danger for a safe check it could give.
    safe_check: i32;
    /// What a piece of it alone is worth more for eight Pawns more on the board.
    pawns: Tapered;
}

weights! {
    /// The weights of the evaluation, in centipawns unless said otherwise.
    Weights,

    /// A Pawn.
    pawn: Tapered = s(61, 113);
    /// A center Pawn against a Pawn in the corner.
    pawn_center: Tapered = s(19, -46);
    /// A Pawn on the last rank against one on the first, apart from all else.
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
    /// What else a kind can do: leaps, and lines of limited length.
    special: ComponentWeights = ComponentWeights {
        scale: s(1030, 1030), center: s(30, 30), advance: s(6, 6), home: s(0, 0),
        mobility: s(6, 6), ease: s(0, 0), trapped: s(-30, -30),
        zone_attack: 22, safe_check: 36, pawns: s(0, 0),
    };
    /// The value of a piece that has both components, in thousandths of what
    /// the formula says after the scale of each: Knight and Diagonal, Knight and
    /// Straight, Diagonal and Straight, Falcon and anything else.
    compound: [Tapered; 4] = [s(1050, 1069), s(918, 919), s(1058, 1119), s(920, 920)];

    /// The King's file: center against edge.
    king_file: Tapered = s(-88, -29);
    /// The King's square in the ending: center against corner.
    king_center: Tapered = s(-17, 66);
    /// The King on the last rank against the first.
    king_advance: Tapered = s(-112, 3);

    /// Two Bishops on squares of both colors.
    bishop_pair: Tapered = s(-10, 70);
    /// A second Knight, Rook, Falcon.
    second: [Tapered; 3] = [s(-26, 3), s(11, -4), s(-5, -14)];
    /// A Bishop, for each own Pawn on squares of its color.
    bishop_pawns: Tapered = s(-5, 3);
    /// A Rook on a file without Pawns.
    open_file: Tapered = s(60, 14);
    /// A Rook on a file without own Pawns.
    half_open_file: Tapered = s(19, 16);
    /// A Knight that a Pawn protects and no enemy Pawn can drive away.
    knight_outpost: Tapered = s(29, 13);
    /// A Bishop that stands so.
    bishop_outpost: Tapered = s(29, 27);
    /// A Falcon that stands so.
    falcon_outpost: Tapered = s(13, 2);
    /// A target of a Falcon to which all three paths are closed.
    falcon_closed: Tapered = s(-4, 7);

    /// A Pawn without own Pawns on the files beside it.
    isolated: Tapered = s(-4, -13);
    /// A Pawn with an own Pawn before it.
    doubled: Tapered = s(1, -7);
    /// A Pawn that its neighbours have left behind and that cannot step on safely.
    backward: Tapered = s(10, -10);
    /// An isolated or backward Pawn with no enemy Pawn before it.
    exposed: Tapered = s(0, 1);
    /// A Pawn that is protected by a Pawn or stands beside one.
    connected: Tapered = s(8, -3);
    /// The same, for every rank beyond the second.
    connected_rank: Tapered = s(-2, 8);
    /// A passed Pawn by its steps to promotion, from one step on.
    passed: [Tapered; 7] = [
        s(102, 172), s(61, 119), s(24, 58), s(8, 22), s(-27, 20), s(17, 16), s(0, 6),
    ];
    /// A passed Pawn of four steps or fewer, for each step fewer than five:
    /// a square of distance between the enemy King and the square before it.
    passed_enemy_king: Tapered = s(-9, 14);
    /// The same for the own King.
    passed_own_king: Tapered = s(2, -4);
    /// Such a Pawn, with that factor, when something stands before it.
    passed_blocked: Tapered = s(-11, -7);
    /// When nothing stands on its way and the enemy attacks none of it.
    passed_free: Tapered = s(20, 38);
    /// When the square before it is protected.
    passed_supported: Tapered = s(4, 20);

    /// The nearest own Pawn before the King on his and the neighbouring
    /// files: one rank, two ranks, further, none.
    shield: [Tapered; 4] = [s(13, 5), s(5, 5), s(7, -14), s(-21, 7)];
    /// The nearest enemy Pawn before the King on those files, by ranks from one.
    storm: [Tapered; 5] = [s(-17, -19), s(-14, -23), s(-16, -6), s(0, -11), s(8, -18)];
    /// No Pawn at all on one of those files.
    king_open_file: Tapered = s(-29, -31);
    /// The right to castle, as long as there is any.
    castling_right: Tapered = s(5, 3);

    /// Units of danger for an attacked square of the King's zone.
    zone_hit: i32 = 0;
    /// Units for an attacked square beside the King that only he defends.
    zone_weak: i32 = 14;
    /// Units less for a square beside the King that something of his defends.
    zone_guard: i32 = 1;
    /// Units less when the enemy has no piece of two components or more.
    no_compound: i32 = 7;
    /// The square of the units is divided by this to give centipawns.
    danger_divisor: i32 = 57;
    /// The most that danger to the King may cost.
    danger_limit: i32 = 700;
    /// What the danger is worth in the ending, in hundredths.
    danger_ending: i32 = 9;

    /// A piece that a Pawn attacks.
    pawn_threat: Tapered = s(71, 63);
    /// A Rook, Falcon or compound that a Knight or Bishop attacks.
    minor_threat: Tapered = s(41, 61);
    /// A compound that a Rook or Falcon attacks.
    major_threat: Tapered = s(45, 16);
    /// A piece that a Pawn could attack by a safe step.
    push_threat: Tapered = s(15, 19);
    /// An attacked piece that nothing defends.
    hanging: Tapered = s(38, 37);
    /// A Pawn like that.
    hanging_pawn: Tapered = s(16, 29);

    /// A square that both sides attack, but no Pawn of the other side.
    restricted: Tapered = s(6, -7);
    /// A square of the own half's middle, without the first rank, that has no
    /// own Pawn on it and is not attacked by an enemy Pawn.
    space: Tapered = s(-5, 3);

    /// The right to move.
    tempo: Tapered = s(34, 26);

    /// Ending value in 64ths when the Bishops stand on opposite colors and
    /// there is nothing else but Pawns.
    opposite_bishops: i32 = 42;
    /// The same when each side has other pieces as well.
    opposite_bishops_and_more: i32 = 60;
    /// When the stronger side has no Pawns and is ahead by little.
    no_pawns: i32 = 3;
    /// What is little then: hardly more than a Bishop.
    no_pawns_ahead: i32 = 360;

    /// Having a bare King before one's pieces, apart from all else.
    bare_king: i32 = 300;
    /// The bare King, for each step that he is away from the edges.
    bare_king_edge: i32 = 20;
    /// For each step that he is away from a corner where he can be mated.
    bare_king_corner: i32 = 5;
    /// For each step that the Kings are apart.
    bare_king_near: i32 = 10;
    /// For each square he can step to.
    bare_king_flights: i32 = 3;
    /// For each square of the board that he can never reach any more.
    bare_king_room: i32 = 6;
    /// Where only the corners of a Bishop's color will do, for each step that he is away from
    /// the nearest of them: so much that it is worth a way through the middle.
    mop_up_bishop_corner: i32 = 100;
    /// For each square of the board that he can never reach any more then.
    mop_up_bishop_room: i32 = 1;
    /// The other King, for each step that he is away from the edges.
    mop_up_king_center: i32 = 4;
    /// A King without Pawns and with pieces of no more than this value is
    /// driven like a bare one,
    mop_up_material: i32 = 600;
    /// if the other side's pieces are worth so much more.
    mop_up_lead: i32 = 400;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_name_of_its_own_and_can_be_changed() {
        let mut weights = Weights::DEFAULT.clone();
        let mut names = Vec::new();
        weights.visit("", &mut |name, value| {
            names.push(name.to_owned());
            *value += 1;
        });
        assert!(names.contains(&"falcon.mobility.ending".to_owned()));
        assert!(names.contains(&"passed.0.middle".to_owned()));
        assert_eq!(weights.tempo.ending(), Weights::DEFAULT.tempo.ending() + 1);
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
