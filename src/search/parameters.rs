//! The parameters of the search, each declared once with its name, meaning,
//! value and valid range.
//!
//! What a parameter does is explained where it is used.

use std::ops::RangeInclusive;

use crate::eval::Tunable;

/// Declares the parameters, each with its value and its range.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $value:literal in $least:literal..=$most:literal;)*) => {
        /// The parameters for pruning, reductions and extensions.
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
    /// Centipawns per ply of depth in reverse futility pruning.
    reverse_futility_margin = 85 in 20..=300;

    /// Razoring applies below this depth: a node so far below alpha that only a
    /// capture could help is left to the quiescence search; 0 for never.
    razoring_depth = 4 in 0..=10;
    /// Centipawns below alpha for razoring at depth 0.
    razoring_base = 200 in 0..=800;
    /// Additional centipawns, times the square of the depth.
    razoring_margin = 60 in 0..=400;

    /// Null moves are tried from this depth on.
    null_move_depth = 3 in 1..=20;
    /// Plies by which a null-move search is reduced, in addition to a share of
    /// the depth.
    null_move_reduction = 4 in 1..=8;
    /// The divisor that gives that share of the depth.
    null_move_divisor = 4 in 2..=10;
    /// Centipawns above beta that add one ply to the reduction, at most three.
    null_move_margin = 200 in 50..=500;

    /// From this depth on, nodes without a move from the transposition table
    /// are reduced by one ply.
    internal_iterative_reduction_depth = 4 in 1..=99;

    /// From this depth on, a capture that exceeds beta by a margin in a
    /// shallower search cuts the node off.
    probcut_depth = 5 in 3..=99;
    /// The margin of probcut, in centipawns.
    probcut_margin = 180 in 50..=500;
    /// Plies by which the probcut search is shallower.
    probcut_reduction = 4 in 2..=8;

    /// From this depth on, the move from the transposition table is tested for
    /// singularity.
    singular_depth = 7 in 4..=99;
    /// Plies by which its entry may be shallower than the node.
    singular_entry = 3 in 0..=6;
    /// Half centipawns per ply of depth by which all other moves must be worse.
    singular_margin = 3 in 0..=20;
    /// Additional centipawns by which they must be worse for a double
    /// extension.
    double_margin = 20 in 0..=200;

    /// Futility pruning of quiet moves reaches up to this reduced depth.
    futility_depth = 8 in 0..=20;
    /// Centipawns allowed at depth 0 in futility pruning.
    futility_base = 110 in 0..=400;
    /// Additional centipawns per ply of depth.
    futility_margin = 95 in 20..=300;

    /// Late move pruning reaches up to this depth.
    late_move_depth = 8 in 0..=20;
    /// Quiet moves searched at depth 0 before late move pruning.
    late_move_base = 4 in 1..=20;

    /// History pruning of quiet moves reaches up to this reduced depth.
    history_depth = 5 in 0..=20;
    /// How negative the history score must be, per ply of depth.
    history_margin = 3500 in 500..=20000;

    /// Pruning by static exchange evaluation reaches up to this depth.
    see_depth = 8 in 0..=20;
    /// Centipawns per ply of depth that a quiet move may lose in the exchange.
    see_quiet_margin = 55 in 10..=200;
    /// Centipawns per ply of depth that a noisy move may lose in the exchange.
    see_noisy_margin = 100 in 10..=300;

    /// Centipawns by which a capture may fall short of alpha in quiescence
    /// search.
    delta_margin = 180 in 50..=500;

    /// Late move reductions start at this depth.
    reduction_depth = 3 in 1..=10;
    /// Reduction at the first reducible move, in 256ths of a ply.
    reduction_base = 300 in -256..=700;
    /// Divides the product of the binary logarithms of depth and move number.
    reduction_divisor = 1200 in 500..=3000;
    /// The history score of a quiet move that changes its reduction by one ply.
    reduction_history = 9000 in 2000..=40000;
    /// The history score of a capture that changes its reduction by one ply.
    reduction_capture_history = 6000 in 2000..=40000;
    /// Additional reduction, in 256ths of a ply, if the position is not
    /// improving for the side to move.
    reduction_not_improving = 256 in 0..=768;
    /// Additional reduction in expected cut nodes.
    reduction_cut_node = 256 in 0..=1024;
    /// Smaller reduction in nodes of the principal variation.
    reduction_pv = 256 in 0..=1024;
    /// Smaller reduction where the transposition table marks a node of an
    /// earlier principal variation.
    reduction_tt_pv = 96 in 0..=1024;
    /// Smaller reduction of captures and promotions.
    reduction_noisy = 256 in 0..=1024;
    /// Smaller reduction of moves that give check or evade one.
    reduction_check = 256 in 0..=1024;
    /// Additional reduction of quiet moves if the move from the transposition
    /// table is a capture.
    reduction_table_noisy = 128 in 0..=768;
    /// Additional reduction if the children of the node's children were often
    /// cut off.
    reduction_cutoffs = 128 in 0..=768;
    /// Smaller reduction of killer moves.
    reduction_killer = 128 in 0..=768;
    /// Centipawns above the best score so far that a reduced search must reach
    /// for the move to be searched one ply deeper than usual; 999 for never.
    deeper_margin = 60 in 10..=999;

    /// Extends moves that give check without losing material by one ply if this
    /// is 1.
    check_extension = 1 in 0..=1;

    /// The history bonus of a cutoff, per ply of depth.
    bonus_slope = 180 in 20..=600;
    /// The offset subtracted from the bonus.
    bonus_offset = 60 in 0..=400;
    /// The maximum bonus.
    bonus_limit = 1800 in 400..=6000;
    /// The penalty of the moves searched before, in hundredths of the bonus.
    malus_share = 100 in 20..=200;

    /// The bonus of the previous move if no reply to it is good enough, in
    /// hundredths of the usual bonus.
    prior_share = 60 in 0..=200;

    /// The weight of the correction by Pawn structure, in 128ths.
    correction_pawns = 64 in 0..=256;
    /// The weight of the correction by each side's pieces, in 128ths.
    correction_pieces = 64 in 0..=256;
    /// The weight of the correction by the last moves, in 128ths.
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
