//! How good a position is for the side to move, judged without moving.
//!
//! Knows no search and no notation. Everything is a sum of terms that each
//! have a value for the middle game and one for the ending; the numbers that
//! were chosen are all in [`weights`], what follows from the board is made
//! from them once, and a piece is judged by the components of its move, so
//! that no variant and no kind of piece has code of its own.

mod accumulator;
mod endgame;
mod expected_mobility;
mod explain;
mod king;
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
use explain::{Term, Trace};
use pawns::{PawnCache, PawnEntry};
use pieces::{Activity, Board};
use tables::Tables;

pub use accumulator::Accumulator;
pub use explain::Explanation;
pub use tapered::Tapered;
pub use values::{PieceValues, ValueOrigin};
pub use weights::{Tunable, Weights};

/// The components of pieces other than Pawns and Kings, in the order of the
/// evaluation's tables.
const COMPONENTS: [Component; 5] = [
    Component::Knight,
    Component::Diagonal,
    Component::Straight,
    Component::Falcon,
    Component::Special,
];

/// No score is as large as this; what is beyond is for mates. All pieces of a
/// side of `permutation` together are worth less, and it fits into 16 bits.
pub const SCORE_LIMIT: i32 = 31_000;

/// Judges positions of one game. Each thread has its own; clones share the
/// tables.
///
/// ```
/// use peregrine::{eval::Evaluator, position::Position, variants};
/// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
/// let mut evaluator = Evaluator::new(rules);
/// let start = Position::start(rules);
/// let accumulator = evaluator.accumulator(&start);
/// assert!(evaluator.evaluate(&start, &accumulator).abs() < 50);
/// ```
#[derive(Clone)]
pub struct Evaluator {
    tables: Arc<Tables>,
    pawns: PawnCache,
}

impl Evaluator {
    /// An evaluator for a game.
    ///
    /// ```
    /// # use peregrine::{eval::Evaluator, variants};
    /// let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let evaluator = Evaluator::new(rules);
    /// ```
    pub fn new(rules: &'static Rules) -> Evaluator {
        Evaluator::with_weights(rules, &Weights::DEFAULT)
    }

    /// An evaluator with other weights than the usual ones.
    ///
    /// ```
    /// # use peregrine::{eval::{Evaluator, Tapered, Weights}, position::Position, variants};
    /// let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let eager = Weights { tempo: Tapered::new(300, 300), ..Weights::DEFAULT };
    /// let start = Position::start(rules);
    /// assert!(Evaluator::with_weights(rules, &eager).explain(&start).total() > 250);
    /// ```
    pub fn with_weights(rules: &'static Rules, weights: &Weights) -> Evaluator {
        Evaluator {
            tables: Arc::new(Tables::new(rules, weights)),
            pawns: PawnCache::new(),
        }
    }

    /// The values of pieces that the evaluator's weights make.
    ///
    /// ```
    /// # use peregrine::{board::piece::PieceKind, eval::{Evaluator, PieceValues}, variants};
    /// let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let values = Evaluator::new(rules).piece_values();
    /// assert_eq!(values.of(PieceKind::ROOK), PieceValues::new(rules).of(PieceKind::ROOK));
    /// ```
    pub fn piece_values(&self) -> PieceValues {
        PieceValues::between(&self.tables.material)
    }

    /// The sums over the pieces of a position, computed anew.
    ///
    /// ```
    /// # use peregrine::{board::color::Color, eval::Evaluator, position::Position, variants};
    /// let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let accumulator = Evaluator::new(rules).accumulator(&Position::start(rules));
    /// let [white, black] = Color::ALL.map(|color| accumulator.non_pawn_material(color));
    /// assert_eq!(white, black);
    /// ```
    pub fn accumulator(&self, position: &Position) -> Accumulator {
        Accumulator::new(&self.tables, position)
    }

    /// Lets the sums follow a move made by [`Position::play_with`].
    ///
    /// ```
    /// # use peregrine::{board::{moves::Move, square::Square}, eval::Evaluator, position::Position, variants};
    /// let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let evaluator = Evaluator::new(rules);
    /// let mut position = Position::start(rules);
    /// let mut accumulator = evaluator.accumulator(&position);
    /// let advance = Move::plain(Square::new(12), Square::new(28));
    /// position.play_with(advance, &mut evaluator.update(&mut accumulator));
    /// assert_eq!(accumulator, evaluator.accumulator(&position));
    /// ```
    #[inline]
    pub fn update<'a>(&'a self, accumulator: &'a mut Accumulator) -> impl PieceObserver + 'a {
        Update {
            tables: &self.tables,
            accumulator,
        }
    }

    /// The score of the side to move, in centipawns, below [`SCORE_LIMIT`]
    /// either way. `accumulator` holds the sums over the same position.
    ///
    /// ```
    /// # use peregrine::{eval::Evaluator, position::Position, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let mut evaluator = Evaluator::new(rules);
    /// let ahead = Position::from_fen(rules, "4k5/10/10/10/10/10/5P4/F4K4 w - - 0 1").unwrap();
    /// let accumulator = evaluator.accumulator(&ahead);
    /// assert!(evaluator.evaluate(&ahead, &accumulator) > 500);
    /// ```
    #[inline]
    pub fn evaluate(&mut self, position: &Position, accumulator: &Accumulator) -> i32 {
        evaluate(self, position, accumulator)
    }

    /// The terms of which the score is made.
    ///
    /// ```
    /// # use peregrine::{eval::Evaluator, position::Position, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// println!("{}", Evaluator::new(rules).explain(&Position::start(rules)));
    /// ```
    pub fn explain(&mut self, position: &Position) -> Explanation {
        let accumulator = self.accumulator(position);
        let mut explanation = Explanation {
            phase: accumulator.phase(&self.tables),
            side: Some(position.side()),
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
        explanation
    }
}

dispatch! {
    fn evaluate(evaluator: &mut Evaluator, position: &Position, accumulator: &Accumulator) -> i32 {
        let tables = &evaluator.tables;
        let structure = evaluator.pawns.get(accumulator.pawn_key(), tables, position);
        judge(tables, position, accumulator, &mut (), structure)
    }
}

/// The score of the side to move, given what is known about the Pawns.
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
        Some(score) => score,
        None => {
            let board = Board::new(tables, position, structure);
            let mut sum = accumulator.placed() + structure.score + balance(&board, trace);
            let tempo = tables.weights.tempo;
            sum += if position.side() == Color::White {
                tempo
            } else {
                -tempo
            };
            let stronger = if sum.ending() > 0 {
                Color::White
            } else {
                Color::Black
            };
            let scaled = sum.ending() * ending.scale(stronger) / endgame::FULL + ending.mop_up();
            let score = Tapered::new(sum.middle(), scaled).at(accumulator.phase(tables), 256);
            score * (200 - i32::from(position.halfmoves().min(100))) / 200
        }
    };
    let limited = score.clamp(1 - SCORE_LIMIT, SCORE_LIMIT - 1);
    if position.side() == Color::White {
        limited
    } else {
        -limited
    }
}

/// All terms that the pieces on the board make, White's less Black's.
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
        .meets(board.position.color(color));
    let castling = board.tables.weights.castling_right * i32::from(may_castle);
    trace.note(Term::Threats, color, threats);
    trace.note(Term::Control, color, control);
    trace.note(Term::Passed, color, passed);
    trace.note(Term::Danger, color, danger);
    trace.note(Term::Castling, color, castling);
    own.score + threats + control + passed + danger + castling
}
