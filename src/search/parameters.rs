//! The numbers of the search, each declared once with its name, its meaning, its
//! value and the range in which it makes sense.
//!
//! Knows no search: what a number does is written where it is used.

use std::ops::RangeInclusive;

use crate::eval::Tunable;

/// Declares the parameters, each with its value and its range.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $value:literal in $least:literal..=$most:literal;)*) => {
        /// The numbers by which the search prunes, reduces and extends.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Parameters { $($(#[$doc])* pub $name: i32,)* }

        impl Parameters {
            /// The parameters the engine plays with.
            pub const DEFAULT: Parameters = Parameters { $($name: $value,)* };

            /// The name of each parameter and the values it can have.
            pub const RANGES: &[(&str, RangeInclusive<i32>)] =
                &[$((stringify!($name), $least..=$most),)*];
        }

        impl Tunable for Parameters {
            fn visit(&mut self, name: &str, visitor: &mut dyn FnMut(&str, &mut i32)) {
                let outer = if name.is_empty() { String::new() } else { format!("{name}.") };
                $(visitor(&format!("{outer}{}", stringify!($name)), &mut self.$name);)*
            }
        }
    };
}

parameters! {
    /// Iterations below this depth search the full window.
    aspiration_depth = 5 in 1..=20;
    /// First half-width of the aspiration window, in centipawns.
    aspiration_window = 18 in 4..=100;

    /// Reverse futility pruning reaches up to this depth.
    reverse_futility_depth = 8 in 0..=20;
    /// Centipawns a ply of depth is worth in reverse futility pruning.
    reverse_futility_margin = 85 in 20..=300;

    /// Below this depth a node so far below alpha that only a capture could
    /// help is left to the quiescence search; 0 for none.
    razoring_depth = 4 in 0..=10;
    /// How many centipawns below alpha at depth 0.
    razoring_base = 200 in 0..=800;
    /// How many more, times the square of the depth.
    razoring_margin = 60 in 0..=400;

    /// Null moves are tried from this depth on.
    null_move_depth = 3 in 1..=20;
    /// Plies a null-move search is reduced by, besides a part of the depth.
    null_move_reduction = 4 in 1..=8;
    /// This part of the depth.
    null_move_divisor = 4 in 2..=10;
    /// Centipawns above beta that reduce it by a ply more, three at most.
    null_move_margin = 200 in 50..=500;

    /// Without a move from the table the depth is reduced by one from here on.
    internal_iterative_reduction_depth = 4 in 1..=99;

    /// A capture that beats beta by a margin in a shallower search ends a node
    /// from this depth on.
    probcut_depth = 5 in 3..=99;
    /// That margin, in centipawns.
    probcut_margin = 180 in 50..=500;
    /// How many plies shallower the search is.
    probcut_reduction = 4 in 2..=8;

    /// From this depth on the move of the table is tried for being singular.
    singular_depth = 7 in 4..=99;
    /// How many plies shallower than the node its entry may be.
    singular_entry = 3 in 0..=6;
    /// Half centipawns for each ply of depth by which all others must be worse.
    singular_margin = 3 in 0..=20;
    /// Centipawns by which they must be worse still for another ply.
    double_margin = 20 in 0..=200;

    /// Futility pruning of quiet moves reaches up to this reduced depth.
    futility_depth = 8 in 0..=20;
    /// Centipawns allowed at depth 0 in futility pruning.
    futility_base = 110 in 0..=400;
    /// Centipawns a ply of depth adds.
    futility_margin = 95 in 20..=300;

    /// Late move pruning reaches up to this depth.
    late_move_depth = 8 in 0..=20;
    /// Quiet moves searched at depth 0 before late move pruning.
    late_move_base = 4 in 1..=20;

    /// Pruning of quiet moves by their statistic reaches up to this reduced depth.
    history_depth = 5 in 0..=20;
    /// How bad the statistic must be for each ply of depth.
    history_margin = 3500 in 500..=20000;

    /// Pruning by static exchange reaches up to this depth.
    see_depth = 8 in 0..=20;
    /// Centipawns a quiet move may lose by exchange per ply of depth.
    see_quiet_margin = 55 in 10..=200;
    /// Centipawns a noisy move may lose by exchange per ply of depth.
    see_noisy_margin = 100 in 10..=300;

    /// Centipawns a capture may fall short of alpha in quiescence.
    delta_margin = 180 in 50..=500;

    /// Late move reductions start at this depth.
    reduction_depth = 3 in 1..=10;
    /// Reduction at the first reducible move, in 256ths of a ply.
    reduction_base = 300 in -256..=700;
    /// Divides the product of the binary logarithms of depth and move number.
    reduction_divisor = 1200 in 500..=3000;
    /// Statistic of a quiet move that changes its reduction by a ply.
    reduction_history = 9000 in 2000..=40000;
    /// Statistic of a capture that changes its reduction by a ply.
    reduction_capture_history = 6000 in 2000..=40000;
    /// 256ths of a ply more when the side to move does not stand better than before.
    reduction_not_improving = 256 in 0..=768;
    /// More in a node expected to be cut off.
    reduction_cut_node = 256 in 0..=1024;
    /// Less in a node of the principal variation.
    reduction_pv = 256 in 0..=1024;
    /// Less where a search before this one had a node of the principal variation.
    reduction_tt_pv = 96 in 0..=1024;
    /// Less for captures and promotions.
    reduction_noisy = 256 in 0..=1024;
    /// Less for moves that give check or answer one.
    reduction_check = 256 in 0..=1024;
    /// More for quiet moves when the move of the table is a capture.
    reduction_table_noisy = 128 in 0..=768;
    /// More when the children of the node's children were cut off often.
    reduction_cutoffs = 128 in 0..=768;
    /// Less for killers.
    reduction_killer = 128 in 0..=768;
    /// Centipawns above the best so far by which a reduced search must come
    /// out for the move to be searched a ply deeper than usual; 999 for never.
    deeper_margin = 60 in 10..=999;

    /// Moves that give check without loss are searched a ply deeper if this is 1.
    check_extension = 1 in 0..=1;

    /// Bonus of a cutoff: this times the depth, in statistics.
    bonus_slope = 180 in 20..=600;
    /// This is subtracted from it.
    bonus_offset = 60 in 0..=400;
    /// And no more than this.
    bonus_limit = 1800 in 400..=6000;
    /// The penalty of those tried before, in hundredths of the bonus.
    malus_share = 100 in 20..=200;

    /// What the move before gets when no answer to it is good enough, in
    /// hundredths of the bonus.
    prior_share = 60 in 0..=200;

    /// What the correction by Pawns counts, in 128ths.
    correction_pawns = 64 in 0..=256;
    /// What the correction by each side's pieces counts.
    correction_pieces = 64 in 0..=256;
    /// What the correction by the last moves counts.
    correction_moves = 64 in 0..=256;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_is_within_its_range_and_comes_in_that_order() {
        let mut ranges = Parameters::RANGES.iter();
        Parameters::DEFAULT.clone().visit("", &mut |name, value| {
            let (expected, range) = ranges.next().expect("as many ranges as parameters");
            assert_eq!(name, *expected);
            assert!(range.contains(value), "{name}: {value}");
        });
        assert!(ranges.next().is_none());
    }
}
