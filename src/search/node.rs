//! Alpha-beta at one node, in principal variation form.

use arrayvec::ArrayVec;

use crate::moves::Move;
use crate::picker::{self, MovePicker, Ordering, QuietFilter};
use crate::piece::Component;
use crate::position::Position;
use crate::rules::StalemateRule;
use crate::score::{self, DRAW, INFINITE, MAX_PLY, Value, mate_in, mated_in};
use crate::see;
use crate::tt::{Bound, Entry};

use super::parameters::*;
use super::worker::{Context, Node, Worker};

/// What kind of node is searched, known at compile time.
pub(super) trait Kind {
    /// The root of the tree.
    const ROOT: bool;
    /// A node searched with an open window.
    const PV: bool;
}

/// The root.
pub(super) struct Root;
/// A node of the principal variation.
pub(super) struct Pv;
/// A node that is only to prove a bound.
pub(super) struct Scout;

impl Kind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl Kind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl Kind for Scout {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// How many searched moves are remembered to be blamed for a cutoff by another.
const BLAMED: usize = 64;

impl Worker {
    /// The value of a node, exact between `alpha` and `beta`, else a bound.
    #[allow(clippy::too_many_arguments)] // the arguments of alpha-beta are what they are
    pub(super) fn search<K: Kind>(
        &mut self,
        context: &Context<'_>,
        node: &Node,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        if depth <= 0 {
            return self.quiescence::<K>(context, node, alpha, beta, ply);
        }
        self.pvs[ply].clear();
        self.selective_depth = self.selective_depth.max(ply + 1);
        let position = &node.position;
        let checked = node.threats.checkers.any();

        if !K::ROOT {
            self.count_node(context);
            if self.stopped {
                return DRAW;
            }
            if let Some(value) = self.value_by_rule(node, ply) {
                return value;
            }
            if ply >= MAX_PLY {
                return if checked { DRAW } else { self.evaluate(node) };
            }
            // No mate from here can be better than one already found nearer to the root.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let entry = context.table.probe(position.key(), ply);
        let table_move = if K::ROOT {
            Some(self.root_moves[self.line].mv)
        } else {
            entry.and_then(|entry| entry.mv)
        };
        if let Some(entry) = entry
            && !K::PV
            && entry.depth >= depth
            && proves(entry, alpha, beta)
            && position.halfmoves() < 90
        {
            return entry.value;
        }

        let evaluation = self.static_evaluation(node, entry, checked);
        self.plies[ply].evaluation = evaluation;
        self.plies[ply + 1].killers = [None; 2];
        let improving = self.is_improving(ply);

        if let Some(raw) = evaluation
            && !K::PV
            && context.limits.mate.is_none()
        {
            let estimate = refined(raw, entry);
            if let Some(value) = self.prune_node(
                context, node, estimate, beta, depth, ply, improving, cut_node,
            ) {
                return value;
            }
        }
        if table_move.is_none() && depth >= INTERNAL_REDUCTION_DEPTH {
            depth -= 1;
        }

        let mut picker = MovePicker::new(position, &node.threats, table_move, self.buffers());
        let earlier = self.earlier(ply);
        let mut root_next = self.line;
        let mut searched = 0;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        // A search for a mate in so many moves is to miss none.
        let prunes = !K::ROOT && context.limits.mate.is_none();
        let mut only_checks = false;
        let mut quiets: ArrayVec<Move, BLAMED> = ArrayVec::new();
        let mut captures: ArrayVec<Move, BLAMED> = ArrayVec::new();

        loop {
            let next = if K::ROOT {
                let root_move = self.root_moves.get(root_next);
                root_next += 1;
                root_move.map(|root_move| root_move.mv)
            } else {
                let ordering = Ordering {
                    history: &self.history,
                    values: &self.values,
                    earlier,
                    killers: self.plies[ply].killers,
                };
                picker.next(position, &node.threats, ordering)
            };
            let Some(mv) = next else { break };
            let noisy = picker::is_noisy(position, mv);
            let arrival = self.arrival(position, mv);
            let statistic = match arrival {
                Some(arrival) if !noisy => {
                    self.history.quiet(position.side(), mv, arrival, earlier)
                }
                _ => 0,
            };

            if prunes && best > -score::MATE_FOUND && searched > 0 {
                let reduced = (depth - reduction(depth, searched) / 256).max(0);
                if !noisy && !only_checks {
                    let late = (LATE_MOVE_BASE + depth * depth) / if improving { 1 } else { 2 };
                    let hopeless = evaluation.is_some_and(|evaluation| {
                        reduced <= FUTILITY_DEPTH
                            && evaluation + FUTILITY_BASE + FUTILITY_MARGIN * reduced <= alpha
                    });
                    if depth <= LATE_MOVE_DEPTH && searched >= late || hopeless {
                        // A check may be a mate however bad the position looks.
                        let checks = position.checks();
                        let may_check = checks.may_be_given(position, mv);
                        picker.filter_quiets(position, QuietFilter::Checks(checks));
                        only_checks = true;
                        if !may_check {
                            continue;
                        }
                    }
                }
                let margin = if noisy {
                    EXCHANGE_NOISY_MARGIN
                } else {
                    EXCHANGE_QUIET_MARGIN
                };
                if depth <= EXCHANGE_DEPTH
                    && !see::gains(position, &self.values, mv, -margin * depth)
                {
                    continue;
                }
            }

            if K::ROOT && self.thread == 0 {
                let done = root_next - 1;
                context
                    .control
                    .set_progress(depth as u32, self.root_moves.len(), done, mv);
            }
            let nodes_before = self.nodes;
            let child = self.child(context, node, mv);
            let gives_check = child.threats.checkers.any();
            self.enter(position, Some(mv), ply);
            searched += 1;

            let extension = i32::from(
                gives_check
                    && ply < 2 * self.root_depth as usize
                    && see::gains(position, &self.values, mv, 0),
            );
            let full = depth - 1 + extension;
            let mut value = -INFINITE;
            let mut wants_full = !K::PV || searched > 1;
            if depth >= REDUCTION_DEPTH && searched > 1 + i32::from(K::PV) {
                let mut reduction = reduction(depth, searched);
                reduction += 256 * (i32::from(!improving) + i32::from(cut_node) - i32::from(K::PV));
                if noisy {
                    reduction -= 256;
                } else {
                    reduction -= statistic * 256 / REDUCTION_HISTORY;
                }
                if gives_check || checked {
                    reduction -= 256;
                }
                let reduced = (full - (reduction / 256).max(0)).max(1);
                if reduced < full {
                    value = -self.search::<Scout>(
                        context,
                        &child,
                        -alpha - 1,
                        -alpha,
                        reduced,
                        ply + 1,
                        true,
                    );
                    wants_full = value > alpha;
                }
            }
            if wants_full {
                value = -self.search::<Scout>(
                    context,
                    &child,
                    -alpha - 1,
                    -alpha,
                    full,
                    ply + 1,
                    !cut_node,
                );
            }
            if K::PV && (searched == 1 || value > alpha) {
                value = -self.search::<Pv>(context, &child, -beta, -alpha, full, ply + 1, false);
            }
            self.leave();
            if self.stopped {
                return DRAW;
            }

            if K::ROOT {
                self.note_root_move(mv, value, searched == 1 || value > alpha, nodes_before);
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    bound = Bound::Exact;
                    if K::PV {
                        self.extend_pv(mv, ply);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        self.reward(position, mv, noisy, depth, ply, &quiets, &captures);
                        break;
                    }
                    alpha = value;
                }
            }
            if best_move != Some(mv) {
                // Beyond the bound the moves are the least likely to matter.
                let _ = if noisy {
                    captures.try_push(mv)
                } else {
                    quiets.try_push(mv)
                };
            }
        }

        self.pool.push(picker.into_buffers());
        if searched == 0 {
            return self.value_without_move(checked, ply);
        }
        if !(K::ROOT && self.line > 0) {
            let stored = Entry {
                mv: best_move,
                value: best,
                evaluation: evaluation.unwrap_or(0),
                depth,
                bound,
            };
            context.table.store(position.key(), ply, stored);
        }
        best
    }

    /// The value of a position in which the game is over, but for those
    /// without a legal move.
    pub(super) fn value_by_rule(&self, node: &Node, ply: usize) -> Option<Value> {
        let position = &node.position;
        if position.is_forfeited() {
            // By the move just made: the side to move has won.
            return Some(mate_in(ply));
        }
        if position.halfmoves() >= 100 || position.is_insufficient_material() {
            let checked = node.threats.checkers.any();
            let ended = (checked || self.stalemate_decides()) && !position.has_legal_move();
            return Some(if ended {
                self.value_without_move(checked, ply)
            } else {
                DRAW
            });
        }
        self.is_repetition(position, ply).then_some(DRAW)
    }

    /// Whether stalemate is more than a draw.
    pub(super) fn stalemate_decides(&self) -> bool {
        self.rules.stalemate() != StalemateRule::Draw
    }

    /// The value of a position in which the side to move has no legal move.
    pub(super) fn value_without_move(&self, checked: bool, ply: usize) -> Value {
        match self.rules.stalemate() {
            _ if checked => mated_in(ply),
            StalemateRule::Draw => DRAW,
            StalemateRule::Loss => mated_in(ply),
            StalemateRule::Win => mate_in(ply),
        }
    }

    pub(super) fn evaluate(&mut self, node: &Node) -> Value {
        self.evaluator.evaluate(&node.position, &node.accumulator)
    }

    /// The static evaluation; none in check.
    pub(super) fn static_evaluation(
        &mut self,
        node: &Node,
        entry: Option<Entry>,
        checked: bool,
    ) -> Option<Value> {
        if checked {
            return None;
        }
        Some(entry.map_or_else(|| self.evaluate(node), |entry| entry.evaluation))
    }

    /// Whether the side to move stands better than at its last turn.
    fn is_improving(&self, ply: usize) -> bool {
        let Some(now) = self.plies[ply].evaluation else {
            return false;
        };
        let before = |back: usize| {
            ply.checked_sub(back)
                .and_then(|ply| self.plies[ply].evaluation)
        };
        before(2)
            .or_else(|| before(4))
            .is_none_or(|before| now > before)
    }

    /// Whether the node is so good that it need not be searched: by its static
    /// evaluation alone, or because even passing the move keeps it above beta.
    #[allow(clippy::too_many_arguments)]
    fn prune_node(
        &mut self,
        context: &Context<'_>,
        node: &Node,
        estimate: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        improving: bool,
        cut_node: bool,
    ) -> Option<Value> {
        if score::is_mate(beta) || estimate < beta {
            return None;
        }
        let margin = REVERSE_FUTILITY_MARGIN * (depth - i32::from(improving));
        if depth <= REVERSE_FUTILITY_DEPTH && estimate - margin >= beta {
            return Some(estimate);
        }
        let passed_before = ply > 0 && self.plies[ply].since_null == 0;
        if depth < NULL_MOVE_DEPTH || passed_before || may_be_zugzwang(&node.position) {
            return None;
        }
        let reduction = NULL_MOVE_REDUCTION + depth / 4 + ((estimate - beta) / 200).min(3);
        let mut position = node.position.clone();
        position.pass();
        let threats = position.threats();
        let child = Node {
            position,
            accumulator: node.accumulator,
            threats,
        };
        self.enter(&node.position, None, ply);
        let value = -self.search::<Scout>(
            context,
            &child,
            -beta,
            -beta + 1,
            depth - reduction,
            ply + 1,
            !cut_node,
        );
        self.leave();
        if self.stopped || value < beta {
            return None;
        }
        Some(if score::is_mate(value) { beta } else { value })
    }

    /// The moves one and two plies before this one.
    pub(super) fn earlier(&self, ply: usize) -> [Option<crate::history::Arrival>; 2] {
        let made = |back: usize| {
            ply.checked_sub(back)
                .and_then(|ply| self.plies[ply].arrival)
        };
        [made(1), made(2)]
    }

    /// Goes down a move of a position, or a null move.
    pub(super) fn enter(&mut self, position: &Position, mv: Option<Move>, ply: usize) {
        self.keys.push(position.key());
        let arrival = mv.and_then(|mv| self.arrival(position, mv));
        self.plies[ply].arrival = arrival;
        self.plies[ply + 1].since_null = if arrival.is_some() {
            self.plies[ply].since_null + 1
        } else {
            0
        };
        if self.pawns_return {
            let can_return = mv.is_none_or(|mv| can_return(position, mv));
            self.plies[ply + 1].reversible = if can_return {
                self.plies[ply].reversible + 1
            } else {
                0
            };
        }
    }

    pub(super) fn leave(&mut self) {
        self.keys.pop();
    }

    pub(super) fn extend_pv(&mut self, mv: Move, ply: usize) {
        let (head, tail) = self.pvs.split_at_mut(ply + 1);
        let pv = &mut head[ply];
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&tail[0]);
    }

    fn note_root_move(&mut self, mv: Move, value: Value, is_exact: bool, nodes_before: u64) {
        let (nodes, selective_depth) = (self.nodes - nodes_before, self.selective_depth);
        let pv = &self.pvs[1];
        let Some(root_move) = self
            .root_moves
            .iter_mut()
            .find(|root_move| root_move.mv == mv)
        else {
            return;
        };
        root_move.nodes += nodes;
        if is_exact {
            root_move.value = value;
            root_move.selective_depth = selective_depth;
            root_move.pv.clear();
            root_move.pv.push(mv);
            root_move.pv.extend_from_slice(pv);
        } else {
            // Only a bound is known: the order of the others is kept.
            root_move.value = -INFINITE;
        }
    }

    /// Remembers that a move cut off, and that those before it did not.
    #[allow(clippy::too_many_arguments)]
    fn reward(
        &mut self,
        position: &Position,
        mv: Move,
        noisy: bool,
        depth: i32,
        ply: usize,
        quiets: &[Move],
        captures: &[Move],
    ) {
        let bonus = (16 * depth * depth + 120 * depth).min(1800);
        let earlier = self.earlier(ply);
        let side = position.side();
        if !noisy {
            let killers = &mut self.plies[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            for (quiet, bonus) in quiets
                .iter()
                .map(|&quiet| (quiet, -bonus))
                .chain([(mv, bonus)])
            {
                if let Some(arrival) = self.arrival(position, quiet) {
                    self.history.add_quiet(side, quiet, arrival, earlier, bonus);
                }
            }
        }
        let rewarded = noisy.then_some((mv, bonus));
        for (capture, bonus) in captures
            .iter()
            .map(|&capture| (capture, -bonus))
            .chain(rewarded)
        {
            if let Some(arrival) = self.arrival(position, capture) {
                self.history
                    .add_capture(arrival, picker::victim(position, capture), bonus);
            }
        }
    }
}

/// Whether the position before a move may come again, in a game whose Pawns
/// may step sideways: nothing is captured and no Pawn goes forward.
fn can_return(position: &Position, mv: Move) -> bool {
    let geometry = position.rules().geometry();
    let is_pawn = position.component(Component::Pawn).contains(mv.from());
    let sideways = geometry.rank(mv.from()) == geometry.rank(mv.to());
    !picker::is_noisy(position, mv) && (!is_pawn || sideways)
}

/// Whether a stored score settles a search with that window.
pub(super) fn proves(entry: Entry, alpha: Value, beta: Value) -> bool {
    match entry.bound {
        Bound::None => false,
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value <= alpha,
    }
}

/// The static evaluation, replaced by a stored score that says more.
pub(super) fn refined(evaluation: Value, entry: Option<Entry>) -> Value {
    match entry {
        Some(entry) if !score::is_mate(entry.value) => match entry.bound {
            Bound::Exact => entry.value,
            Bound::Lower => evaluation.max(entry.value),
            Bound::Upper => evaluation.min(entry.value),
            Bound::None => evaluation,
        },
        _ => evaluation,
    }
}

/// Whether the side to move has so little that having to move may be its
/// undoing: fewer than two pieces besides King and Pawns.
fn may_be_zugzwang(position: &Position) -> bool {
    let little = position.component(Component::Pawn) | position.component(Component::King);
    !(position.color(position.side()) - little).several()
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

/// The binary logarithm in 256ths, by integers alone so that it is the same
/// on every machine.
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

/// How much less deep a late move is searched, in 256ths of a ply.
#[inline]
fn reduction(depth: i32, searched: i32) -> i32 {
    let logarithm = |n: i32| LOGARITHMS[n.clamp(1, 255) as usize];
    REDUCTION_BASE + logarithm(depth) * logarithm(searched) / REDUCTION_DIVISOR
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
