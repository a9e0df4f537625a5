//! Generates legal moves, and only legal moves.
//!
//! The unit of generation is a piece and the set of its targets, passed to a
//! `MoveSink`: a list turns it into moves, a counter into a popcount.
//! Everything that makes a move illegal is in [`CheckInfo`]: the squares that
//! answer a check, and the squares left to pinned pieces. Only King steps,
//! castling and en-passant captures have to test whether a square is attacked.
//!
//! Compound pieces are generated component by component, so no kind of piece
//! has code of its own. Must not depend on notation or search.

mod castling;
mod constraints;
mod pawns;
mod pieces;
mod royals;
pub mod slow;

use arrayvec::ArrayVec;
use castling::Castler;

use crate::base::processor::dispatch;
use crate::board::bitboard::Bitboard;
use crate::board::moves::{Move, MoveKind};
use crate::board::piece::PieceKind;
use crate::board::square::Square;
use crate::position::{CheckInfo, PositionOf};

/// An upper bound for the moves of any position: with at most 32 men a side on
/// 128 squares, 31 pieces with at most 62 targets each, and a King.
pub const MAX_MOVES: usize = 2048;

/// A list of moves.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// Receives the moves of a position, set by set.
pub(crate) trait MoveSink {
    /// Moves of one piece to any of the targets.
    fn piece(&mut self, from: Square, targets: Bitboard);
    /// Pawn moves without promotion to the targets; each starts `step` before
    /// its target in square order.
    fn pawns(&mut self, targets: Bitboard, step: i32);
    /// Pawn moves to the targets, with each of the promotion choices.
    fn promotions(&mut self, targets: Bitboard, step: i32, choices: &[PieceKind]);
    /// A single move that the other methods cannot describe.
    fn single(&mut self, mv: Move);
}

impl MoveSink for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::plain(from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            self.push(Move::plain(to.offset(-step), to));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i32, choices: &[PieceKind]) {
        for to in targets {
            for &kind in choices {
                self.push(Move::promotion(to.offset(-step), to, kind));
            }
        }
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves without storing them.
struct Counter(u32);

impl MoveSink for Counter {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i32) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i32, choices: &[PieceKind]) {
        self.0 += targets.count() * choices.len() as u32;
    }

    #[inline(always)]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Which moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveClass {
    /// All legal moves.
    All,
    /// Captures and promotions.
    Noisy,
    /// All other moves, including castling.
    Quiet,
}

/// The input of move generation: the position, checks and pins,
/// and the squares where moves may start and end.
struct MoveGenerator<'a> {
    position: &'a PositionOf<'a>,
    check_info: &'a CheckInfo,
    from_mask: Bitboard,
    class: MoveClass,
    us: Bitboard,
    them: Bitboard,
    occupied: Bitboard,
    /// Where pieces other than Pawns may go, according to the class.
    target_mask: Bitboard,
}

impl<'a> MoveGenerator<'a> {
    #[inline(always)]
    fn new(
        position: &'a PositionOf<'a>,
        check_info: &'a CheckInfo,
        from_mask: Bitboard,
        class: MoveClass,
    ) -> MoveGenerator<'a> {
        let (us, them) = (
            position.colors(position.side_to_move()),
            position.colors(!position.side_to_move()),
        );
        let occupied = us | them;
        let squares = position.rules().geometry().squares();
        let target_mask = match class {
            MoveClass::All => squares - us,
            MoveClass::Noisy => them,
            MoveClass::Quiet => squares - occupied,
        };
        MoveGenerator {
            position,
            check_info,
            from_mask,
            class,
            us,
            them,
            occupied,
            target_mask,
        }
    }

    /// Check evasion: the King moves, or another piece moves to a square that
    /// answers every check. With sliders alone, only the King can answer a
    /// double check. But a Falcon's path may share a square with a line or with
    /// another Falcon's path, and a piece on that square blocks both. Therefore
    /// the targets decide, not the number of checkers. An en-passant capture
    /// may answer two checks without such a square: it captures one checker and
    /// blocks the other.
    #[inline(always)]
    fn run(&self, sink: &mut impl MoveSink) {
        if !self.position.is_decided() {
            self.undecided_moves(sink);
        }
    }

    /// The moves, whether or not the game is over.
    #[inline(always)]
    fn undecided_moves(&self, sink: &mut impl MoveSink) {
        match self.position.rules().constrains_moves() {
            true => self.constrained_moves(sink),
            false => self.all_moves(sink),
        }
    }

    /// The moves that leave the royal pieces safe, whether or not the game is over.
    #[inline(always)]
    fn all_moves(&self, sink: &mut impl MoveSink) {
        if !self.position.rules().has_usual_kings() {
            return self.with_royals(sink);
        }
        self.king_steps(sink);
        self.en_passant(sink);
        if self.check_info.evasion_mask.is_empty() && !self.position.rules().has_hurdles() {
            return;
        }
        let checked = self.check_info.checkers.any();
        self.pieces(sink);
        self.pawns(sink);
        if !checked {
            let (king, is_royal) = (self.check_info.king, true);
            self.castling(Castler { king, is_royal }, sink);
        }
    }

    /// The squares where a pinned piece may go without leaving its King attacked.
    #[inline(always)]
    fn pinned_targets(&self, from: Square) -> Bitboard {
        if self.position.rules().has_hurdles() {
            self.position.safe_targets(from)
        } else {
            self.check_info.evasion_mask & self.position.pin_mask(from)
        }
    }
}

dispatch! {
    /// Appends the legal moves of a class.
    ///
    /// ```
    /// use peregrine::{position::{movegen::{self, MoveClass, MoveList}, Position}, variants};
    /// let rules = variants::falcon();
    /// let start = Position::start(rules);
    /// let mut quiet = MoveList::new();
    /// movegen::generate(&start, &start.check_info(), MoveClass::Quiet, &mut quiet);
    /// assert_eq!(quiet.len(), 24);
    /// ```
    pub fn generate(
        position: &PositionOf<'_>,
        check_info: &CheckInfo,
        class: MoveClass,
        moves: &mut MoveList,
    ) {
        MoveGenerator::new(position, check_info, Bitboard::first(128), class).run(moves)
    }
}

dispatch! {
    /// The number of legal moves.
    ///
    /// ```
    /// use peregrine::{position::{movegen, Position}, variants};
    /// let rules = variants::rules("capablanca").unwrap();
    /// assert_eq!(movegen::count(&Position::start(rules)), 28);
    /// ```
    pub fn count(position: &PositionOf<'_>) -> u32 {
        let check_info = position.check_info();
        let mut counter = Counter(0);
        MoveGenerator::new(position, &check_info, Bitboard::first(128), MoveClass::All).run(&mut counter);
        counter.0
    }
}

/// Whether a move is legal in a position with this check info.
///
/// ```
/// use peregrine::{board::{moves::Move, square::Square}, position::{movegen, Position}, variants};
/// let rules = variants::rules("chess").unwrap();
/// let start = Position::start(rules);
/// assert!(movegen::is_legal(&start, &start.check_info(), Move::plain(Square::new(12), Square::new(28))));
/// assert!(!movegen::is_legal(&start, &start.check_info(), Move::plain(Square::new(12), Square::new(36))));
/// ```
pub fn is_legal(position: &PositionOf<'_>, check_info: &CheckInfo, mv: Move) -> bool {
    if !position.colors(position.side_to_move()).contains(mv.from()) {
        return false;
    }
    let mut search = MoveFinder {
        wanted: mv,
        found: false,
    };
    MoveGenerator::new(position, check_info, mv.from().into(), MoveClass::All).run(&mut search);
    search.found
}

/// Whether the side to move has a legal capture on a square, en passant apart, whether or not
/// the game is over.
pub(super) fn can_capture_on(position: &PositionOf<'_>, square: Square) -> bool {
    let check_info = position.check_info();
    let mut search = CaptureFinder {
        square,
        found: false,
    };
    let class = MoveClass::Noisy;
    MoveGenerator::new(position, &check_info, Bitboard::first(128), class).all_moves(&mut search);
    search.found
}

/// Whether the side to move has a legal move of a piece of these kinds to one of the squares,
/// castling apart, whether or not the game is over.
pub(super) fn can_move_to(
    position: &PositionOf<'_>,
    kinds: &[PieceKind],
    squares: Bitboard,
) -> bool {
    let check_info = position.check_info();
    let (all, class) = (Bitboard::first(128), MoveClass::All);
    let mut moves = MoveList::new();
    MoveGenerator::new(position, &check_info, all, class).undecided_moves(&mut moves);
    moves.iter().any(|mv| {
        let piece = position.piece_on(mv.from());
        mv.kind() != MoveKind::Castling
            && squares.contains(mv.to())
            && piece.is_some_and(|piece| kinds.contains(&mv.promoted_to().unwrap_or(piece.kind())))
    })
}

/// A sink that searches for moves to a square.
struct CaptureFinder {
    square: Square,
    found: bool,
}

impl MoveSink for CaptureFinder {
    fn piece(&mut self, _: Square, targets: Bitboard) {
        self.found |= targets.contains(self.square);
    }

    fn pawns(&mut self, targets: Bitboard, _: i32) {
        self.found |= targets.contains(self.square);
    }

    fn promotions(&mut self, targets: Bitboard, _: i32, _: &[PieceKind]) {
        self.found |= targets.contains(self.square);
    }

    fn single(&mut self, mv: Move) {
        self.found |= mv.to() == self.square;
    }
}

/// A sink that searches for one move.
struct MoveFinder {
    wanted: Move,
    found: bool,
}

impl MoveSink for MoveFinder {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        self.found |= targets.contains(self.wanted.to())
            && self.wanted == Move::plain(from, self.wanted.to());
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i32) {
        let to = self.wanted.to();
        self.found |= targets.contains(to) && self.wanted == Move::plain(to.offset(-step), to);
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i32, choices: &[PieceKind]) {
        let to = self.wanted.to();
        self.found |= targets.contains(to)
            && choices
                .iter()
                .any(|&kind| self.wanted == Move::promotion(to.offset(-step), to, kind));
    }

    #[inline]
    fn single(&mut self, mv: Move) {
        self.found |= self.wanted == mv;
    }
}

impl PositionOf<'_> {
    /// All legal moves, in no particular order.
    ///
    /// ```
    /// use peregrine::{position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// assert_eq!(Position::start(rules).legal_moves().len(), 20);
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        generate(self, &self.check_info(), MoveClass::All, &mut moves);
        moves
    }

    /// Whether a move is legal in this position.
    ///
    /// ```
    /// use peregrine::{board::{moves::Move, square::Square}, position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// assert!(Position::start(rules).is_legal(Move::plain(Square::new(12), Square::new(28))));
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        is_legal(self, &self.check_info(), mv)
    }

    /// Whether there is a legal move.
    ///
    /// ```
    /// use peregrine::{position::Position, variants};
    /// let rules = variants::falcon();
    /// let stalemate = Position::from_fen(rules, "k9/2Q7/1K8/10/10/10/10/10 b - - 0 1").unwrap();
    /// assert!(!stalemate.has_legal_move());
    /// ```
    pub fn has_legal_move(&self) -> bool {
        count(self) > 0
    }
}
