//! Static evaluation.
//!
//! The score is a sum of terms, each with a value for the middle game and one
//! for the ending. All chosen numbers are in [`weights`]; tables that depend on
//! the board are computed from them once. Pieces are judged by the components
//! of their moves, so no variant and no kind of piece has code of its own. Must
//! not depend on search or notation.

mod context;
mod endgame;
mod expected_mobility;
mod king;
pub mod network;
mod pawns;
mod piece_values;
mod placement;
mod shelter;
mod state;
mod tables;
mod tapered;
mod threats;
mod trace;
pub mod weights;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::base::processor::dispatch;
use crate::board::color::Color;
use crate::board::piece::Component;
use crate::position::{PieceObserver, Position};
use crate::rules::Rules;

use context::{EvalContext, SideAttacks};
use endgame::Endgame;
use network::{AccumulatorStack, Network};
use pawns::{PawnCache, PawnEntry};
use state::Update;
use tables::Tables;
use trace::{NetworkPart, Steps, Term, Trace};

pub use piece_values::{PieceValues, ValueOrigin};
pub use state::EvalState;
pub use tapered::Tapered;
pub use trace::Explanation;
pub(crate) use trace::NetworkExplanation;
pub use weights::Weights;

/// The components of pieces other than Pawns and Kings, in the order of the
/// evaluation tables.
const COMPONENTS: [Component; 5] = [
    Component::Knight,
    Component::Diagonal,
    Component::Straight,
    Component::Falcon,
    Component::Special,
];

/// All scores are smaller than this; the range beyond is for mates. It exceeds
/// the value of all pieces of a side in `permutation`, and fits into 16 bits.
pub const SCORE_LIMIT: i32 = 31_000;

/// Evaluates positions of one game. Each thread has its own evaluator; clones
/// share the tables.
///
/// ```
/// use peregrine::{eval::Evaluator, position::Position, variants};
/// let rules = variants::falcon();
/// let mut evaluator = Evaluator::new(rules);
/// let start = Position::start(rules);
/// let state = evaluator.state(&start);
/// assert!(evaluator.evaluate(&start, &state).abs() < 50);
/// ```
#[derive(Clone)]
pub struct Evaluator {
    tables: Arc<Tables>,
    pawns: PawnCache,
    network: Option<AccumulatorStack>,
}

impl Evaluator {
    /// An evaluator for a game.
    pub fn new(rules: &'static Rules) -> Evaluator {
        Evaluator::with_weights(rules, &Weights::DEFAULT)
    }

    /// An evaluator with custom weights.
    ///
    /// ```
    /// # use peregrine::{eval::{Evaluator, Tapered, Weights}, position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let eager = Weights { tempo: Tapered::new(300, 300), ..Weights::DEFAULT };
    /// let start = Position::start(rules);
    /// assert!(Evaluator::with_weights(rules, &eager).explain(&start).total() > 250);
    /// ```
    pub fn with_weights(rules: &'static Rules, weights: &Weights) -> Evaluator {
        Evaluator {
            tables: Arc::new(Tables::new(rules, weights)),
            pawns: PawnCache::new(),
            network: None,
        }
    }

    /// Evaluates with a network from now on, along lines of up to `plies`, or with the
    /// weights alone. The network must be for the game of the evaluator.
    pub fn set_network(&mut self, network: Option<Arc<Network>>, plies: usize) {
        self.network = network.map(|network| AccumulatorStack::new(network, plies));
    }

    /// The network that evaluates, if one does.
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref().map(AccumulatorStack::network)
    }

    /// Sets the root of the line; [`observe_move`](Evaluator::observe_move) and
    /// [`evaluate_at`](Evaluator::evaluate_at) count plies from it.
    pub fn set_root(&mut self, position: &Position) {
        if let Some(network) = &mut self.network {
            network.set_root(position);
        }
    }

    /// The observer of the move that leads from this ply of the line to the next. For a null
    /// move use [`observe_null_move`](Evaluator::observe_null_move).
    #[inline]
    pub fn observe_move<'a>(
        &'a mut self,
        state: &'a mut EvalState,
        ply: usize,
    ) -> impl PieceObserver + 'a {
        Update {
            tables: &self.tables,
            state,
            network: self
                .network
                .as_mut()
                .map(|network| network.observe_move(ply)),
        }
    }

    /// Records that a null move leads from this ply of the line to the next.
    #[inline]
    pub fn observe_null_move(&mut self, ply: usize) {
        if let Some(network) = &mut self.network {
            network.observe_move(ply);
        }
    }

    /// The score of the position at this ply of the line, as
    /// [`evaluate`](Evaluator::evaluate) gives it.
    #[inline]
    pub fn evaluate_at(&mut self, position: &Position, state: &EvalState, ply: usize) -> i32 {
        match self.network_score(position, state, ply) {
            Some(score) => finish_network(&self.tables, position, state, &mut (), score),
            None => evaluate(self, position, state),
        }
    }

    /// The network's score for the side to move; `None` if the weights evaluate the position.
    #[inline]
    pub(crate) fn network_score(
        &mut self,
        position: &Position,
        state: &EvalState,
        ply: usize,
    ) -> Option<i32> {
        let network = self.network.as_mut()?;
        let men = position.occupied().count() as usize;
        let ending = Endgame {
            tables: &self.tables,
            position,
            state,
        };
        let applies = men <= network.network().architecture().max_pieces && !ending.has_bare_king();
        applies.then(|| network.evaluate(position, ply))
    }

    /// The piece values that result from the evaluator's weights.
    ///
    /// ```
    /// # use peregrine::{board::piece::PieceKind, eval::{Evaluator, PieceValues}, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let values = Evaluator::new(rules).piece_values();
    /// assert_eq!(values.value(PieceKind::ROOK), PieceValues::new(rules).value(PieceKind::ROOK));
    /// ```
    pub fn piece_values(&self) -> PieceValues {
        PieceValues::mean_of(&self.tables.pieces.material)
    }

    /// The sums over the pieces of a position, computed from scratch.
    ///
    /// ```
    /// # use peregrine::{board::color::Color, eval::Evaluator, position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let state = Evaluator::new(rules).state(&Position::start(rules));
    /// let [white, black] = Color::ALL.map(|color| state.non_pawn_material(color));
    /// assert_eq!(white, black);
    /// ```
    pub fn state(&self, position: &Position) -> EvalState {
        EvalState::new(&self.tables, position)
    }

    /// An observer that updates the sums for a move made by
    /// [`Position::play_observed`].
    ///
    /// ```
    /// # use peregrine::{board::{moves::Move, square::Square}, eval::Evaluator, position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let evaluator = Evaluator::new(rules);
    /// let mut position = Position::start(rules);
    /// let mut state = evaluator.state(&position);
    /// let advance = Move::plain(Square::new(12), Square::new(28));
    /// position.play_observed(advance, &mut evaluator.observer(&mut state));
    /// assert_eq!(state, evaluator.state(&position));
    /// ```
    #[inline]
    pub fn observer<'a>(&'a self, state: &'a mut EvalState) -> impl PieceObserver + 'a {
        Update {
            tables: &self.tables,
            state,
            network: None,
        }
    }

    /// The score for the side to move in centipawns, between -[`SCORE_LIMIT`]
    /// and [`SCORE_LIMIT`]. `state` must belong to the position.
    ///
    /// ```
    /// # use peregrine::{eval::Evaluator, position::Position, variants};
    /// let rules = variants::falcon();
    /// let mut evaluator = Evaluator::new(rules);
    /// let ahead = Position::from_fen(rules, "4k5/10/10/10/10/10/5P4/F4K4 w - - 0 1").unwrap();
    /// let state = evaluator.state(&ahead);
    /// assert!(evaluator.evaluate(&ahead, &state) > 500);
    /// ```
    #[inline]
    pub fn evaluate(&mut self, position: &Position, state: &EvalState) -> i32 {
        self.set_root(position);
        self.evaluate_at(position, state, 0)
    }

    /// The terms of the score, and the score of the network, if one evaluates.
    ///
    /// ```
    /// # use peregrine::{eval::Evaluator, position::Position, variants};
    /// let rules = variants::falcon();
    /// println!("{}", Evaluator::new(rules).explain(&Position::start(rules)));
    /// ```
    pub fn explain(&mut self, position: &Position) -> Explanation {
        let state = self.state(position);
        let mut explanation = Explanation {
            phase: state.phase(&self.tables),
            side: Some(position.side_to_move()),
            halfmove_clock: position.limit_used(),
            ..Explanation::default()
        };
        for square in position.occupied() {
            let Some(piece) = position.piece_on(square) else {
                continue;
            };
            let value = self.tables.pieces.material[piece.kind().index()];
            let placed = self.tables.pieces.piece_square[piece.index()][square.index()];
            let own = placed * piece.color().sign();
            explanation.record(Term::Material, piece.color(), value);
            explanation.record(Term::Placement, piece.color(), own - value);
        }
        let structure = pawns::structure(&self.tables, position, &mut explanation);
        explanation.total = classical(&self.tables, position, &state, &mut explanation, structure);
        explanation.network = self.explain_network(position, &state);
        explanation
    }

    /// The network's score of a position.
    fn explain_network(&mut self, position: &Position, state: &EvalState) -> NetworkPart {
        let Some(network) = self.network().cloned() else {
            return NetworkPart::None;
        };
        self.set_root(position);
        let Some(score) = self.network_score(position, state, 0) else {
            return NetworkPart::Skipped;
        };
        let mut steps = Steps::default();
        let total = finish_network(&self.tables, position, state, &mut steps, score);
        let scores = (score, total);
        NetworkPart::Evaluated(NetworkExplanation::new(&network, position, scores, steps))
    }
}

dispatch! {
    fn evaluate(evaluator: &mut Evaluator, position: &Position, state: &EvalState) -> i32 {
        let tables = &evaluator.tables;
        let structure = evaluator.pawns.get(state.pawn_key(), tables, position);
        classical(tables, position, state, &mut (), structure)
    }
}

/// The score for the side to move, given the network's.
#[inline(always)]
fn finish_network(
    tables: &Tables,
    position: &Position,
    state: &EvalState,
    trace: &mut impl Trace,
    score: i32,
) -> i32 {
    let ending = Endgame {
        tables,
        position,
        state,
    };
    let white = position.side_to_move().sign() * score.clamp(-SCORE_LIMIT, SCORE_LIMIT);
    let scale = ending.scale_factor(strong_side(white));
    let late = 256 - state.phase(tables);
    let mop_up = ending.mop_up() * late / 256;
    let steps = Steps {
        scale,
        mop_up,
        blended: white * scale / endgame::FULL + mop_up,
        ..Steps::default()
    };
    finish(position, trace, steps)
}

/// The score for the side to move by the hand-written terms, given the Pawn structure.
#[inline(always)]
fn classical(
    tables: &Tables,
    position: &Position,
    state: &EvalState,
    trace: &mut impl Trace,
    structure: PawnEntry,
) -> i32 {
    let ending = Endgame {
        tables,
        position,
        state,
    };
    if let Some(parts) = ending.bare_king(structure.score) {
        let steps = Steps {
            blended: parts.score(),
            bare_king: Some(parts),
            ..Steps::default()
        };
        return finish(position, trace, steps);
    }
    let context = EvalContext::new(tables, position, structure);
    let tempo = tables.weights.tempo;
    trace.record(Term::Tempo, position.side_to_move(), tempo);
    let sum = state.piece_square()
        + structure.score
        + balance(&context, trace)
        + tempo * position.side_to_move().sign();
    let scale = ending.scale_factor(strong_side(sum.ending()));
    let mop_up = ending.mop_up();
    let late = sum.ending() * scale / endgame::FULL + mop_up;
    let steps = Steps {
        scale,
        mop_up,
        blended: Tapered::new(sum.middle(), late).at(state.phase(tables), 256),
        ..Steps::default()
    };
    finish(position, trace, steps)
}

/// The side that a score for White favors.
#[inline(always)]
fn strong_side(white: i32) -> Color {
    if white > 0 {
        Color::White
    } else {
        Color::Black
    }
}

/// The score for the side to move, within the limits. Against a bare King the fifty-move rule
/// does not count.
#[inline(always)]
fn finish(position: &Position, trace: &mut impl Trace, steps: Steps) -> i32 {
    let white = match steps.bare_king {
        Some(_) => steps.blended,
        None => fifty_move_scaled(position, steps.blended),
    };
    trace.conclude(Steps { white, ..steps });
    position.side_to_move().sign() * white.clamp(1 - SCORE_LIMIT, SCORE_LIMIT - 1)
}

/// A score, less the nearer the fifty-move rule.
#[inline(always)]
fn fifty_move_scaled(position: &Position, score: i32) -> i32 {
    score * (200 - position.limit_used()) / 200
}

/// The sum of all terms of the pieces, White's minus Black's.
#[inline(always)]
fn balance(context: &EvalContext, trace: &mut impl Trace) -> Tapered {
    let white = context.activity(Color::White, trace);
    let black = context.activity(Color::Black, trace);
    let pawn_count_adjustment = context.pawn_count_adjustment();
    trace.record(Term::Pieces, Color::White, pawn_count_adjustment);
    side(context, Color::White, &white, &black, trace)
        - side(context, Color::Black, &black, &white, trace)
        + pawn_count_adjustment
}

/// The terms of one side.
#[inline(always)]
fn side(
    context: &EvalContext,
    color: Color,
    own: &SideAttacks,
    enemy: &SideAttacks,
    trace: &mut impl Trace,
) -> Tapered {
    let threats = context.threats(color, own, enemy);
    let control = context.control(color, own, enemy);
    let passed = context.passed(color, own, enemy);
    let danger = king::danger(context, color, own, enemy);
    let may_castle = context
        .position
        .castling_rights()
        .meets(context.position.colors(color));
    let castling = context.tables.weights.castling_right * i32::from(may_castle);
    trace.record(Term::Threats, color, threats);
    trace.record(Term::Control, color, control);
    trace.record(Term::Passed, color, passed);
    trace.record(Term::Danger, color, danger);
    trace.record(Term::Castling, color, castling);
    own.score + threats + control + passed + danger + castling
}
