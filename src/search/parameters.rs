//! The parameters of the search and of the time management, each declared once
//! with its name, meaning, range and default.
//!
//! What a parameter does is explained where it is used.

use crate::base::tunable::{Percent, tunables};

tunables! {
    /// The parameters for pruning, reductions and extensions.
    pub struct Parameters {
        /// Iterations below this depth search the full window.
        aspiration_depth: i32 in 1..=20 = 5;
        /// First half-width of the aspiration window, in centipawns.
        aspiration_window: i32 in 4..=100 = 18;

        /// Reverse futility pruning reaches up to this depth.
        reverse_futility_depth: i32 in 0..=20 = 8;
        /// Centipawns per ply of depth in reverse futility pruning.
        reverse_futility_margin: i32 in 20..=300 = 85;

        /// Razoring reaches up to this depth: a node so far below alpha that only a
        /// capture could help is left to the quiescence search; 0 for never.
        razoring_depth: i32 in 0..=10 = 4;
        /// Centipawns below alpha for razoring at depth 0.
        razoring_base: i32 in 0..=800 = 200;
        /// Additional centipawns, times the square of the depth.
        razoring_margin: i32 in 0..=400 = 60;

        /// Null moves are tried from this depth on.
        null_move_depth: i32 in 1..=20 = 3;
        /// Plies by which a null-move search is reduced, in addition to a share of
        /// the depth.
        null_move_reduction: i32 in 1..=8 = 4;
        /// The divisor that gives that share of the depth.
        null_move_divisor: i32 in 2..=10 = 4;
        /// Centipawns above beta that add one ply to the reduction, at most three.
        null_move_margin: i32 in 50..=500 = 200;

        /// From this depth on, nodes without a move from the transposition table
        /// are reduced by one ply.
        internal_iterative_reduction_depth: i32 in 1..=99 = 4;

        /// From this depth on, a capture that exceeds beta by a margin in a
        /// shallower search cuts the node off.
        probcut_depth: i32 in 3..=99 = 5;
        /// The margin of probcut, in centipawns.
        probcut_margin: i32 in 50..=500 = 180;
        /// Plies by which the probcut search is shallower.
        probcut_reduction: i32 in 2..=8 = 4;

        /// From this depth on, the move from the transposition table is tested for
        /// singularity.
        singular_depth: i32 in 4..=99 = 7;
        /// Plies by which its entry may be shallower than the node.
        singular_entry: i32 in 0..=6 = 3;
        /// Half centipawns per ply of depth by which all other moves must be worse.
        singular_margin: i32 in 0..=20 = 3;
        /// Additional centipawns by which they must be worse for a double
        /// extension.
        double_margin: i32 in 0..=200 = 20;

        /// Futility pruning of quiet moves reaches up to this reduced depth.
        futility_depth: i32 in 0..=20 = 8;
        /// Centipawns allowed at depth 0 in futility pruning.
        futility_base: i32 in 0..=400 = 110;
        /// Additional centipawns per ply of depth.
        futility_margin: i32 in 20..=300 = 95;

        /// Late move pruning reaches up to this depth.
        late_move_depth: i32 in 0..=20 = 8;
        /// Moves searched at depth 0 before late move pruning of quiet moves; captures
        /// count as well.
        late_move_base: i32 in 1..=20 = 4;

        /// History pruning of quiet moves reaches up to this reduced depth.
        history_depth: i32 in 0..=20 = 5;
        /// How negative the history score must be, per ply of depth.
        history_margin: i32 in 500..=20000 = 3500;

        /// Pruning by static exchange evaluation reaches up to this depth.
        see_depth: i32 in 0..=20 = 8;
        /// Centipawns per ply of depth that a quiet move may lose in the exchange.
        see_quiet_margin: i32 in 10..=200 = 55;
        /// Centipawns per ply of depth that a noisy move may lose in the exchange.
        see_noisy_margin: i32 in 10..=300 = 100;

        /// Centipawns by which a capture may fall short of alpha in quiescence
        /// search.
        delta_margin: i32 in 50..=500 = 180;

        /// Late move reductions start at this depth.
        reduction_depth: i32 in 1..=10 = 3;
        /// The constant term of the reduction, in 256ths of a ply.
        reduction_base: i32 in -256..=700 = 300;
        /// Divides the product of the binary logarithms of depth and move number.
        reduction_divisor: i32 in 500..=3000 = 1200;
        /// The history score of a quiet move that changes its reduction by one ply.
        reduction_history: i32 in 2000..=40000 = 9000;
        /// The history score of a capture that changes its reduction by one ply.
        reduction_capture_history: i32 in 2000..=40000 = 6000;
        /// Additional reduction, in 256ths of a ply, if the position is not
        /// improving for the side to move.
        reduction_not_improving: i32 in 0..=768 = 256;
        /// Additional reduction in expected cut nodes.
        reduction_cut_node: i32 in 0..=1024 = 256;
        /// Smaller reduction in nodes of the principal variation.
        reduction_pv: i32 in 0..=1024 = 256;
        /// Smaller reduction where the transposition table marks a node of an
        /// earlier principal variation.
        reduction_tt_pv: i32 in 0..=1024 = 96;
        /// Smaller reduction of captures and promotions.
        reduction_noisy: i32 in 0..=1024 = 256;
        /// Smaller reduction of moves that give check or evade one.
        reduction_check: i32 in 0..=1024 = 256;
        /// Additional reduction of quiet moves if the move from the transposition
        /// table is a capture.
        reduction_table_noisy: i32 in 0..=768 = 128;
        /// Additional reduction if the node's children were often cut off.
        reduction_cutoffs: i32 in 0..=768 = 128;
        /// Smaller reduction of killer moves.
        reduction_killer: i32 in 0..=768 = 128;
        /// Centipawns above the best score so far that a reduced search must reach
        /// for the move to be searched one ply deeper than usual; 999 for never.
        deeper_margin: i32 in 10..=999 = 60;

        /// Extends moves that give check without losing material by one ply if this
        /// is 1.
        check_extension: i32 in 0..=1 = 1;

        /// The history bonus of a cutoff, per ply of depth.
        bonus_slope: i32 in 20..=600 = 180;
        /// The offset subtracted from the bonus.
        bonus_offset: i32 in 0..=400 = 60;
        /// The maximum bonus.
        bonus_limit: i32 in 400..=6000 = 1800;
        /// The penalty of the moves searched before, in hundredths of the bonus.
        malus_share: i32 in 20..=200 = 100;

        /// The bonus of the previous move if no reply to it is good enough, in
        /// hundredths of the usual bonus.
        prior_share: i32 in 0..=200 = 60;

        /// The weight of the correction by Pawn structure, in 128ths.
        correction_pawns: i32 in 0..=256 = 64;
        /// The weight of the correction by each side's pieces, in 128ths.
        correction_pieces: i32 in 0..=256 = 64;
        /// The weight of the correction by the last moves, in 128ths.
        correction_moves: i32 in 0..=256 = 64;
    }
}

impl Parameters {
    /// The values for shallow iterations, tuned in games of about a thousand nodes a move
    /// (docs/research/lab-book.md, "Constants for shallow iterations, tuned again").
    /// In deeper iterations they seem to lose.
    pub(crate) const SHALLOW: Parameters = Parameters {
        aspiration_depth: 3,
        aspiration_window: 38,
        reverse_futility_margin: 96,
        razoring_depth: 5,
        razoring_base: 231,
        razoring_margin: 139,
        null_move_reduction: 5,
        null_move_divisor: 2,
        null_move_margin: 230,
        internal_iterative_reduction_depth: 23,
        probcut_depth: 10,
        probcut_margin: 298,
        probcut_reduction: 2,
        singular_depth: 5,
        singular_entry: 1,
        singular_margin: 7,
        double_margin: 32,
        futility_base: 13,
        futility_margin: 43,
        late_move_depth: 2,
        late_move_base: 10,
        history_depth: 2,
        history_margin: 5523,
        see_quiet_margin: 45,
        see_noisy_margin: 174,
        delta_margin: 246,
        reduction_depth: 4,
        reduction_base: 476,
        reduction_divisor: 1287,
        reduction_history: 16441,
        reduction_capture_history: 2748,
        reduction_not_improving: 305,
        reduction_cut_node: 139,
        reduction_pv: 171,
        reduction_tt_pv: 193,
        reduction_noisy: 271,
        reduction_check: 418,
        reduction_table_noisy: 101,
        reduction_cutoffs: 79,
        reduction_killer: 340,
        deeper_margin: 269,
        bonus_slope: 289,
        bonus_offset: 32,
        bonus_limit: 2471,
        malus_share: 154,
        prior_share: 63,
        correction_pawns: 72,
        correction_pieces: 97,
        correction_moves: 136,
        ..Parameters::DEFAULT
    };
}

tunables! {
    /// The parameters of the time management.
    pub struct TimeParameters {
        /// The number of moves that the time left is divided among if it is for
        /// the rest of the game.
        moves_left: u32 in 8..=80 = 22;
        /// The share of the increment that is spent on each move.
        increment_share: Percent in 0..=100 = Percent(75);
        /// A time control that is more moves away counts as if it were this
        /// many moves away.
        control_moves: u32 in 10..=100 = 40;
        /// The maximum share of the time left that a move may take if that is
        /// for the rest of the game.
        game_limit: Percent in 10..=90 = Percent(40);
        /// The same if there is a time control.
        control_limit: Percent in 10..=90 = Percent(60);
        /// The same on the last move before the time control.
        last_limit: Percent in 50..=95 = Percent(90);
        /// The maximum time of a move, as a share of its usual time.
        hard_share: Percent in 100..=1500 = Percent(500);

        /// The share of the usual time after which no new iteration starts if
        /// the best move has just changed.
        unsettled_share: Percent in 100..=300 = Percent(150);
        /// What is subtracted from it for each iteration that has kept the best
        /// move.
        settled_step: u32 in 0..=20 = 16;
        /// The maximum number of these iterations that count.
        settled_iterations: u32 in 1..=10 = 5;
        /// If a larger share of the nodes than this was spent on the best move,
        /// no other is likely to replace it.
        effort: Percent in 50..=100 = Percent(90);
        /// The share of the time that remains in that case.
        effort_share: Percent in 20..=100 = Percent(60);
        /// What is added to the share of the time for each centipawn by which the score
        /// has fallen in the last iterations, and subtracted for each by which it has
        /// risen, in hundredths of a percent.
        score_drop_step: u32 in 0..=500 = 100;
        /// The minimum share of the time if the score has risen.
        rising_score_share: Percent in 50..=100 = Percent(80);
        /// The maximum share of the time if the score has fallen.
        falling_score_share: Percent in 100..=250 = Percent(170);
        /// The share of the time that remains if there is only one move.
        only_move_share: Percent in 0..=100 = Percent(10);
    }
}
