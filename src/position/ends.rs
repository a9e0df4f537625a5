//! Ends of a game that a position shows before any move is made: flag squares, counted
//! checks and lost pieces.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::{Component, PieceKind};
use crate::board::zobrist;
use crate::rules::{CheckmateRule, Extinction, ExtinctionResult, Flags};

use super::{Outcome, PositionOf, movegen};

impl PositionOf<'_> {
    /// How the game has ended, if it is over although the side to move may have moves
    /// left. This is the one place that knows.
    #[inline]
    pub(crate) fn decision(&self) -> Option<Outcome> {
        if !self.rules.can_be_decided() {
            return None;
        }
        self.find_decision()
    }

    /// Whether the game is over although the side to move may have moves left.
    #[inline]
    pub(crate) fn is_decided(&self) -> bool {
        self.decision().is_some()
    }

    /// Whether the side to move is checkmated. A game that was over before is no mate.
    ///
    /// ```
    /// use peregrine::{position::Position, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let mate = Position::from_fen(rules, "R6k/6pp/8/8/8/8/8/K7 b - - 0 1").unwrap();
    /// assert!(mate.is_checkmate() && !Position::start(rules).is_checkmate());
    /// ```
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.is_decided() && !self.has_legal_move()
    }

    #[inline(never)]
    fn find_decision(&self) -> Option<Outcome> {
        if let Some(loser) = self.failed_promotion_by() {
            return Some(Outcome::MentalCruelty(!loser));
        }
        let ends = self.rules.ends();
        let mover = !self.side_to_move;
        if let Some(flags) = &ends.flags {
            let mut sides = [mover, self.side_to_move].into_iter();
            let winner = match flags[0].answered {
                true => self.answered_flags(flags),
                false => sides
                    .find(|side| self.has_arrived(*side, &flags[side.index()]))
                    .map(Some),
            };
            if let Some(winner) = winner {
                return Some(Outcome::Flag(winner));
            }
        }
        if ends.checks.is_some() && self.checks_left[mover.index()] == 0 {
            return Some(Outcome::Checks(mover));
        }
        let extinction = ends.extinction.as_ref()?;
        let mut sides = [mover, self.side_to_move].into_iter();
        let loser = sides.find(|&side| self.has_lost_pieces(side, extinction))?;
        let winner = match extinction.result {
            ExtinctionResult::Loss => Some(!loser),
            ExtinctionResult::Draw => None,
            ExtinctionResult::Win => Some(loser),
        };
        Some(match extinction.kinds.is_empty() && extinction.left == 1 {
            true => Outcome::BareKing(winner),
            false => Outcome::Extinction(winner),
        })
    }

    /// The result of pieces on flag squares if Black can answer the arrival of White's.
    fn answered_flags(&self, flags: &[Flags; 2]) -> Option<Option<Color>> {
        let [white, black] = Color::ALL.map(|color| {
            let flags = &flags[color.index()];
            let arrived = |&kind: &PieceKind| self.pieces(color, kind).meets(flags.squares);
            flags.kinds.iter().any(arrived)
        });
        match (white, black) {
            (true, true) => Some(None),
            (false, true) => Some(Some(Color::Black)),
            (false, false) => None,
            (true, false) => {
                let answer = &flags[Color::Black.index()];
                let is_open = self.side_to_move == Color::Black
                    && movegen::can_move_to(self, &answer.kinds, answer.squares);
                (!is_open).then_some(Some(Color::White))
            }
        }
    }

    /// Whether a piece of a side has won by standing on one of its flag squares. One that
    /// must be safe there can win a move later, when it is no longer attacked.
    fn has_arrived(&self, color: Color, flags: &Flags) -> bool {
        let kinds = flags.kinds.iter();
        let own = kinds.fold(Bitboard::EMPTY, |own, &kind| own | self.pieces(color, kind));
        let arrived = own & flags.squares;
        if !flags.safe {
            return arrived.any() && color != self.side_to_move;
        }
        if arrived.several() {
            return true;
        }
        let square = arrived.lowest();
        square.is_some_and(|square| match color == self.side_to_move {
            true => !self.is_attacked(square, !color, self.occupied()),
            false => !movegen::can_capture_on(self, square),
        })
    }

    /// Whether a side has too few pieces left, so that the game ends.
    fn has_lost_pieces(&self, color: Color, extinction: &Extinction) -> bool {
        let count = |color, kind: Option<PieceKind>| match kind {
            Some(kind) => self.pieces(color, kind).count(),
            None => self.colors(color).count(),
        };
        let can_answer = extinction.answered && color == self.side_to_move;
        let others = extinction.others + u32::from(can_answer);
        let is_lost = |kind| count(color, kind) <= extinction.left && count(!color, kind) >= others;
        match extinction.kinds.is_empty() {
            true => is_lost(None),
            false => extinction.kinds.iter().any(|&kind| is_lost(Some(kind))),
        }
    }

    /// After how many plies without a capture or a Pawn move, or at which count, the game is
    /// drawn.
    #[inline]
    pub(crate) fn halfmove_limit(&self) -> u16 {
        match self.rules.has_counts() {
            true => self.counted_limit(),
            false => self.rules.halfmove_limit(),
        }
    }

    /// How many plies are left until the fifty-move rule, or another limit.
    pub(crate) fn moves_to_limit(&self) -> i32 {
        i32::from(self.halfmove_limit()) - i32::from(self.halfmove_clock)
    }

    /// How near the fifty-move rule is, from 0 to 100; nearer limits count in proportion.
    #[inline]
    pub(crate) fn limit_used(&self) -> i32 {
        let (clock, limit) = (self.halfmove_clock, self.halfmove_limit());
        match limit {
            100 => i32::from(clock.min(100)),
            u16::MAX => 0,
            _ => i32::from(clock.min(limit)) * 100 / i32::from(limit),
        }
    }

    /// How many more checks win the game for a side, if checks are counted.
    ///
    /// ```
    /// use peregrine::{board::color::Color, position::Position, variants};
    /// let start = Position::start(variants::falcon());
    /// assert_eq!(start.checks_left(Color::White), None);
    /// ```
    pub fn checks_left(&self, color: Color) -> Option<u8> {
        let counted = self.rules.ends().checks.is_some();
        counted.then(|| self.checks_left[color.index()])
    }

    /// Counts the check that the last move gives, if it gives one.
    #[inline(never)]
    pub(super) fn count_check(&mut self) {
        if self.rules.ends().checks.is_none() || !self.is_check() {
            return;
        }
        let mover = !self.side_to_move;
        let left = self.checks_left[mover.index()];
        self.set_checks_left(mover, left.saturating_sub(1));
    }

    /// Notes whether the side to move is in check, and whether one of the checks without a
    /// break was a shak. Two positions that differ only in this have the same key.
    #[inline(never)]
    pub(super) fn count_shak(&mut self) {
        if self.rules.ends().checkmate != CheckmateRule::Shatar {
            return;
        }
        let side = self.side_to_move;
        let checkers = self.checkers();
        let knights = self.pieces(!side, PieceKind::KNIGHT);
        let shaks = checkers & (self.component(Component::Straight) | knights);
        let before = self.shaks[side.index()];
        self.shaks[side.index()] = shaks.any() || before && checkers.any();
    }

    /// The outcome in Shatar if the side to move is mated.
    pub(super) fn shatar_mate(&self) -> Outcome {
        let side = self.side_to_move;
        let others = self.checkers() - self.pieces(!side, PieceKind::KNIGHT);
        match self.shaks[side.index()] {
            _ if others.is_empty() => Outcome::Checkmated(side),
            true => Outcome::Checkmate(!side),
            false => Outcome::Niol,
        }
    }

    /// Sets how many more checks win the game for a side.
    pub(super) fn set_checks_left(&mut self, color: Color, left: u8) {
        let before = &mut self.checks_left[color.index()];
        self.key ^= zobrist::checks_left(color, *before) ^ zobrist::checks_left(color, left);
        *before = left;
    }
}
