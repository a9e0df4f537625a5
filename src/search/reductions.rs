//! Late move reductions.

use super::move_loop::MoveInfo;
use super::node_context::NodeContext;
use super::node_type::NodeType;
use super::worker::Worker;

/// The number of cutoffs among a node's children from which on its late moves are reduced
/// further.
const MANY_CUTOFFS: u32 = 4;

impl Worker {
    /// The usual reduction of a move with this number, in 256ths of a ply.
    #[inline]
    pub(super) fn reduction(&self, depth: i32, number: i32) -> i32 {
        let logarithm = |n: i32| LOGARITHMS[n.clamp(1, 255) as usize];
        self.parameters.reduction_base
            + logarithm(depth) * logarithm(number) / self.parameters.reduction_divisor
    }

    /// How much less deep a late move is searched at first, in 256ths of a ply.
    #[inline(always)]
    pub(super) fn late_move_reduction<K: NodeType>(
        &self,
        context: &NodeContext,
        info: &MoveInfo,
        gives_check: bool,
    ) -> i32 {
        let parameters = &self.parameters;
        let when = |holds: bool, share: i32| if holds { share } else { 0 };
        let has_many_cutoffs = self.stack[context.node.ply + 1].cutoffs >= MANY_CUTOFFS;
        let is_cut = context.expectation.is_cut();
        let involves_check = gives_check || context.node.in_check();
        let reduction = self.reduction(context.depth, info.number)
            + when(!context.improving, parameters.reduction_not_improving)
            + when(is_cut, parameters.reduction_cut_node)
            - when(K::PV, parameters.reduction_pv)
            - when(context.tt_pv, parameters.reduction_tt_pv)
            - when(involves_check, parameters.reduction_check)
            + when(has_many_cutoffs, parameters.reduction_cutoffs);
        let history_score = info.history_score * 256;
        if info.is_noisy {
            reduction
                - parameters.reduction_noisy
                - history_score / parameters.reduction_capture_history
        } else {
            reduction
                - history_score / parameters.reduction_history
                - when(info.is_killer, parameters.reduction_killer)
                + when(context.tt_noisy, parameters.reduction_table_noisy)
        }
    }
}

/// Binary logarithms of the numbers up to 255, in 256ths.
static LOGARITHMS: [i32; 256] = {
    let mut table = [0; 256];
    let mut n = 1;
    while n < 256 {
        table[n] = binary_logarithm(n as u64);
        n += 1;
    }
    table
};

/// The binary logarithm in 256ths, computed with integers so that it is the
/// same on every machine.
const fn binary_logarithm(n: u64) -> i32 {
    let whole = n.ilog2();
    let mut mantissa = (n << 32) >> whole;
    let mut fraction = 0;
    let mut bit = 8;
    while bit > 0 {
        bit -= 1;
        mantissa = ((mantissa as u128 * mantissa as u128) >> 32) as u64;
        if mantissa >= 2 << 32 {
            mantissa >>= 1;
            fraction |= 1 << bit;
        }
    }
    (whole as i32) << 8 | fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_to_a_256th() {
        for n in 1..500u32 {
            let exact = f64::from(n).log2() * 256.0;
            let error = exact - f64::from(binary_logarithm(u64::from(n)));
            assert!((0.0..1.01).contains(&error), "{n}: {error}");
        }
    }
}
