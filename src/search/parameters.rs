//! The numbers of the search, each declared once.
//!
//! They are starting values from common practice; tuning them by games is
//! work still to be done.

/// Iterations below this depth search the full window.
pub const ASPIRATION_DEPTH: i32 = 5;
/// First half-width of the aspiration window, in centipawns.
pub const ASPIRATION_WINDOW: i32 = 18;

/// Reverse futility pruning reaches up to this depth.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Centipawns a ply of depth is worth in reverse futility pruning.
pub const REVERSE_FUTILITY_MARGIN: i32 = 85;

/// Null moves are tried from this depth on.
pub const NULL_MOVE_DEPTH: i32 = 3;
/// Plies a null-move search is reduced by, besides a part of the depth.
pub const NULL_MOVE_REDUCTION: i32 = 4;

/// Without a move from the table the depth is reduced by one from here on.
pub const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Futility pruning of quiet moves reaches up to this reduced depth.
pub const FUTILITY_DEPTH: i32 = 8;
/// Centipawns allowed at depth 0 in futility pruning.
pub const FUTILITY_BASE: i32 = 110;
/// Centipawns a ply of depth adds.
pub const FUTILITY_MARGIN: i32 = 95;

/// Late move pruning reaches up to this depth.
pub const LATE_MOVE_DEPTH: i32 = 8;
/// Quiet moves searched at depth 0 before late move pruning.
pub const LATE_MOVE_BASE: i32 = 4;

/// Pruning by static exchange reaches up to this depth.
pub const EXCHANGE_DEPTH: i32 = 8;
/// Centipawns a quiet move may lose by exchange per ply of depth.
pub const EXCHANGE_QUIET_MARGIN: i32 = 55;
/// Centipawns a noisy move may lose by exchange per ply of depth.
pub const EXCHANGE_NOISY_MARGIN: i32 = 100;

/// Centipawns a capture may fall short of alpha in quiescence.
pub const DELTA_MARGIN: i32 = 180;

/// Late move reductions start at this depth.
pub const REDUCTION_DEPTH: i32 = 3;
/// Reduction at the first reducible move, in 256ths of a ply.
pub const REDUCTION_BASE: i32 = 190;
/// Divides the product of the binary logarithms of depth and move number.
pub const REDUCTION_DIVISOR: i32 = 1200;
/// Statistic of a quiet move that changes its reduction by a ply.
pub const REDUCTION_HISTORY: i32 = 9_000;
