//! Static evaluation.
//!
//! The score is a sum of terms, each with a value for the middle game and one
//! for the ending. All chosen numbers are in [`weights`]; tables that depend on
//! the board are computed from them once. Pieces are judged by the components
//! of their moves, so no variant and no kind of piece has code of its own. Must
//! not depend on search or notation.

mod accumulator;
mod endgame;
mod expected_mobility;
mod explain;
mod king;
pub mod network;
mod pawns;
mod pieces;
mod shelter;
mod tables;
mod tapered;
mod threats;
mod values;
pub mod weights;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::base::processor::dispatch;
use crate::board::color::Color;
use crate::board::piece::Component;
use crate::position::{PieceObserver, Position};
use crate::rules::Rules;

use accumulator::Update;
use endgame::Ending;
use explain::{NetworkPart, Steps, Term, Trace};
use network::{Network, NetworkStack};
use pawns::{PawnCache, PawnEntry};
use pieces::{Activity, Board};
use tables::Tables;

pub use accumulator::Accumulator;
pub use explain::{Explanation, NetworkExplanation};
pub use tapered::Tapered;
pub use values::{PieceValues, ValueOrigin};
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
/// let accumulator = evaluator.accumulator(&start);
/// assert!(evaluator.evaluate(&start, &accumulator).abs() < 50);
/// ```
#[derive(Clone)]
pub struct Evaluator {
    tables: Arc<Tables>,
    pawns: PawnCache,
    network: Option<NetworkStack>,
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
        self.network = network.map(|network| NetworkStack::new(network, plies));
    }

    /// The network that evaluates, if one does.
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref().map(NetworkStack::network)
    }

    /// Begins a line: [`go_down`](Evaluator::go_down) and
    /// [`evaluate_at`](Evaluator::evaluate_at) count plies from this position.
    pub fn begin(&mut self, position: &Position) {
        if let Some(network) = &mut self.network {
            network.set_root(position);
        }
    }

    /// The observer of the move that leads from this ply of the line to the next, or of
    /// none before a null move.
    #[inline]
    pub fn go_down<'a>(
        &'a mut self,
        accumulator: &'a mut Accumulator,
        ply: usize,
    ) -> impl PieceObserver + 'a {
        Update {
            tables: &self.tables,
            accumulator,
            network: self.network.as_mut().map(|network| network.go_down(ply)),
        }
    }

    /// The score of the position at this ply of the line, as
    /// [`evaluate`](Evaluator::evaluate) gives it.
    #[inline]
    pub fn evaluate_at(
        &mut self,
        position: &Position,
        accumulator: &Accumulator,
        ply: usize,
    ) -> i32 {
        match self.network_score(position, accumulator, ply) {
            Some(score) => by_network(&self.tables, position, accumulator, &mut (), score),
            None => evaluate(self, position, accumulator),
        }
    }

    /// The network's score for the side to move; none if it has to leave the position to
    /// the weights.
    #[inline]
    pub(crate) fn network_score(
        &mut self,
        position: &Position,
        accumulator: &Accumulator,
        ply: usize,
    ) -> Option<i32> {
        let network = self.network.as_mut()?;
        let men = position.occupied().count() as usize;
        let ending = Ending {
            tables: &self.tables,
            position,
            accumulator,
        };
        let is_for_it = men <= network.network().shape().most_men && !ending.has_bare_king();
        is_for_it.then(|| network.evaluate(position, ply))
    }

    /// The piece values that result from the evaluator's weights.
    ///
    /// ```
    /// # use peregrine::{board::piece::PieceKind, eval::{Evaluator, PieceValues}, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let values = Evaluator::new(rules).piece_values();
    /// assert_eq!(values.of(PieceKind::ROOK), PieceValues::new(rules).of(PieceKind::ROOK));
    /// ```
    pub fn piece_values(&self) -> PieceValues {
        PieceValues::between(&self.tables.material)
    }

    /// The sums over the pieces of a position, computed from scratch.
    ///
    /// ```
    /// # use peregrine::{board::color::Color, eval::Evaluator, position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let accumulator = Evaluator::new(rules).accumulator(&Position::start(rules));
    /// let [white, black] = Color::ALL.map(|color| accumulator.non_pawn_material(color));
    /// assert_eq!(white, black);
    /// ```
    pub fn accumulator(&self, position: &Position) -> Accumulator {
        Accumulator::new(&self.tables, position)
    }

    /// An observer that updates the sums for a move made by
    /// [`Position::play_observed`].
    ///
    /// ```
    /// # use peregrine::{board::{moves::Move, square::Square}, eval::Evaluator, position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let evaluator = Evaluator::new(rules);
    /// let mut position = Position::start(rules);
    /// let mut accumulator = evaluator.accumulator(&position);
    /// let advance = Move::plain(Square::new(12), Square::new(28));
    /// position.play_observed(advance, &mut evaluator.update(&mut accumulator));
    /// assert_eq!(accumulator, evaluator.accumulator(&position));
    /// ```
    #[inline]
    pub fn update<'a>(&'a self, accumulator: &'a mut Accumulator) -> impl PieceObserver + 'a {
        Update {
            tables: &self.tables,
            accumulator,
            network: None,
        }
    }

    /// The score for the side to move in centipawns, between -[`SCORE_LIMIT`]
    /// and [`SCORE_LIMIT`]. `accumulator` must belong to the position.
    ///
    /// ```
    /// # use peregrine::{eval::Evaluator, position::Position, variants};
    /// let rules = variants::falcon();
    /// let mut evaluator = Evaluator::new(rules);
    /// let ahead = Position::from_fen(rules, "4k5/10/10/10/10/10/5P4/F4K4 w - - 0 1").unwrap();
    /// let accumulator = evaluator.accumulator(&ahead);
    /// assert!(evaluator.evaluate(&ahead, &accumulator) > 500);
    /// ```
    #[inline]
    pub fn evaluate(&mut self, position: &Position, accumulator: &Accumulator) -> i32 {
        self.begin(position);
        self.evaluate_at(position, accumulator, 0)
    }

    /// The terms of the score, and what the network says if one evaluates.
    ///
    /// ```
    /// # use peregrine::{eval::Evaluator, position::Position, variants};
    /// let rules = variants::falcon();
    /// println!("{}", Evaluator::new(rules).explain(&Position::start(rules)));
    /// ```
    pub fn explain(&mut self, position: &Position) -> Explanation {
        let accumulator = self.accumulator(position);
        let mut explanation = Explanation {
            phase: accumulator.phase(&self.tables),
            side: Some(position.side_to_move()),
            halfmove_clock: position.halfmove_clock().min(100).into(),
            ..Explanation::default()
        };
        for square in position.occupied() {
            let Some(piece) = position.piece_on(square) else {
                continue;
            };
            let value = self.tables.material[piece.kind().index()];
            let placed = self.tables.placed[piece.index()][square.index()];
            let own = if piece.color() == Color::White {
                placed
            } else {
                -placed
            };
            explanation.note(Term::Material, piece.color(), value);
            explanation.note(Term::Placement, piece.color(), own - value);
        }
        let structure = pawns::structure(&self.tables, position, &mut explanation);
        explanation.total = judge(
            &self.tables,
            position,
            &accumulator,
            &mut explanation,
            structure,
        );
        explanation.network = self.explain_network(position, &accumulator);
        explanation
    }

    /// What the network says of a position.
    fn explain_network(&mut self, position: &Position, accumulator: &Accumulator) -> NetworkPart {
        let Some(network) = self.network().cloned() else {
            return NetworkPart::None;
        };
        self.begin(position);
        let Some(score) = self.network_score(position, accumulator, 0) else {
            return NetworkPart::LeftAlone;
        };
        let mut steps = Steps::default();
        let total = by_network(&self.tables, position, accumulator, &mut steps, score);
        let scores = (score, total);
        NetworkPart::Judged(NetworkExplanation::new(&network, position, scores, steps))
    }
}

dispatch! {
    fn evaluate(evaluator: &mut Evaluator, position: &Position, accumulator: &Accumulator) -> i32 {
        let tables = &evaluator.tables;
        let structure = evaluator.pawns.get(accumulator.pawn_key(), tables, position);
        judge(tables, position, accumulator, &mut (), structure)
    }
}

/// The score for the side to move, given what the network says.
#[inline(always)]
fn by_network(
    tables: &Tables,
    position: &Position,
    accumulator: &Accumulator,
    trace: &mut impl Trace,
    score: i32,
) -> i32 {
    let ending = Ending {
        tables,
        position,
        accumulator,
    };
    let white = match position.side_to_move() {
        Color::White => score.clamp(-SCORE_LIMIT, SCORE_LIMIT),
        Color::Black => -score.clamp(-SCORE_LIMIT, SCORE_LIMIT),
    };
    let stronger = if white > 0 {
        Color::White
    } else {
        Color::Black
    };
    let scale = ending.scale(stronger);
    let scaled = white * scale / endgame::FULL;
    let late = 256 - accumulator.phase(tables);
    let mop_up = ending.mop_up() * late / 256;
    let score = damped(position, scaled + mop_up);
    trace.conclude(Steps {
        scale,
        mop_up,
        blended: scaled + mop_up,
        white: score,
        bare_king: None,
    });
    for_side_to_move(position, score)
}

/// The score for the side to move, given the Pawn structure.
#[inline(always)]
fn judge(
    tables: &Tables,
    position: &Position,
    accumulator: &Accumulator,
    trace: &mut impl Trace,
    structure: PawnEntry,
) -> i32 {
    let ending = Ending {
        tables,
        position,
        accumulator,
    };
    let score = match ending.bare_king(structure.score) {
        Some(parts) => {
            let score = parts.score();
            trace.conclude(Steps {
                blended: score,
                white: score,
                bare_king: Some(parts),
                ..Steps::default()
            });
            score
        }
        None => {
            let board = Board::new(tables, position, structure);
            let mut sum = accumulator.placed() + structure.score + balance(&board, trace);
            let tempo = tables.weights.tempo;
            trace.note(Term::Tempo, position.side_to_move(), tempo);
            sum += if position.side_to_move() == Color::White {
                tempo
            } else {
                -tempo
            };
            let stronger = if sum.ending() > 0 {
                Color::White
            } else {
                Color::Black
            };
            let (scale, mop_up) = (ending.scale(stronger), ending.mop_up());
            let scaled = sum.ending() * scale / endgame::FULL + mop_up;
            let blended = Tapered::new(sum.middle(), scaled).at(accumulator.phase(tables), 256);
            let score = damped(position, blended);
            trace.conclude(Steps {
                scale,
                mop_up,
                blended,
                white: score,
                bare_king: None,
            });
            score
        }
    };
    for_side_to_move(position, score)
}

/// A score, less the nearer the fifty-move rule.
#[inline(always)]
fn damped(position: &Position, score: i32) -> i32 {
    score * (200 - i32::from(position.halfmove_clock().min(100))) / 200
}

/// A score for White as one for the side to move, within the limits.
#[inline(always)]
fn for_side_to_move(position: &Position, white: i32) -> i32 {
    let limited = white.clamp(1 - SCORE_LIMIT, SCORE_LIMIT - 1);
    match position.side_to_move() {
        Color::White => limited,
        Color::Black => -limited,
    }
}

/// The sum of all terms of the pieces, White's minus Black's.
#[inline(always)]
fn balance(board: &Board, trace: &mut impl Trace) -> Tapered {
    let white = board.activity(Color::White, trace);
    let black = board.activity(Color::Black, trace);
    let among_pawns = board.among_pawns();
    trace.note(Term::Pieces, Color::White, among_pawns);
    side(board, Color::White, &white, &black, trace)
        - side(board, Color::Black, &black, &white, trace)
        + among_pawns
}

/// The terms of one side.
#[inline(always)]
fn side(
    board: &Board,
    color: Color,
    own: &Activity,
    enemy: &Activity,
    trace: &mut impl Trace,
) -> Tapered {
    let threats = board.threats(color, own, enemy);
    let control = board.control(color, own, enemy);
    let passed = board.passed(color, own, enemy);
    let danger = king::danger(board, color, own, enemy);
    let may_castle = board
        .position
        .castling_rights()
        .meets(board.position.colors(color));
    let castling = board.tables.weights.castling_right * i32::from(may_castle);
    trace.note(Term::Threats, color, threats);
    trace.note(Term::Control, color, control);
    trace.note(Term::Passed, color, passed);
    trace.note(Term::Danger, color, danger);
    trace.note(Term::Castling, color, castling);
    own.score + threats + control + passed + danger + castling
}
