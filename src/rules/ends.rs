//! How a game ends otherwise than by checkmate and the draws of chess.

use std::fmt;
use std::str::FromStr;

use crate::base::suggestion::UnknownName;
use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::{Piece, PieceKind};

use super::options::named;
use super::{Rules, StalemateRule};

/// The ends of a game. The default is chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndRules {
    /// The squares that win the game for each side, White first.
    pub flags: Option<[Flags; 2]>,
    /// The number of checks that wins the game.
    pub checks: Option<u8>,
    /// The loss of pieces that ends the game.
    pub extinction: Option<Extinction>,
    /// What checkmate means for the side that is mated.
    pub checkmate: CheckmateRule,
    /// After how many moves by each side without a capture or a Pawn move the game is
    /// drawn, if it ever is.
    pub move_limit: Option<u16>,
    /// How moves are counted against a side that only defends.
    pub counting: Option<CountingRule>,
    /// The side that wins games that would be drawn.
    pub draws_won_by: Option<Color>,
    /// How often a position must occur to end the game, and what that means; `None` if it
    /// never does.
    pub repetition: Option<RepetitionRule>,
    /// What a repetition means if one side has given check with each of its moves since the
    /// first occurrence.
    pub perpetual_check: PerpetualCheckRule,
}

impl Default for EndRules {
    fn default() -> EndRules {
        EndRules {
            flags: None,
            checks: None,
            extinction: None,
            checkmate: CheckmateRule::Loss,
            move_limit: Some(EndRules::FIFTY),
            counting: None,
            draws_won_by: None,
            repetition: Some(RepetitionRule::THREEFOLD),
            perpetual_check: PerpetualCheckRule::Draw,
        }
    }
}

impl EndRules {
    /// The limit of the fifty-move rule.
    pub const FIFTY: u16 = 50;

    /// Whether repetition means what it does in chess: the third occurrence is a draw.
    pub(crate) fn has_usual_repetition(&self) -> bool {
        self.repetition == Some(RepetitionRule::THREEFOLD)
            && self.perpetual_check == PerpetualCheckRule::Draw
    }

    /// Whether the game can be over while the side to move has moves left.
    pub(crate) fn can_decide(&self) -> bool {
        self.flags.is_some() || self.checks.is_some() || self.extinction.is_some()
    }
}

/// The squares that win the game when a piece arrives there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flags {
    /// The kinds of piece that win there.
    pub kinds: Vec<PieceKind>,
    /// The squares.
    pub squares: Bitboard,
    /// Whether the piece must not be attacked when it arrives.
    pub safe: bool,
    /// Whether Black has one more move if a piece of White arrives and one of Black's can
    /// arrive by that move, which makes the game a draw.
    pub answered: bool,
}

/// The loss of pieces that ends a game: a side has at most as many as this left, the other
/// side at least as many as that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extinction {
    /// The kinds of which any one may die out; if there are none, all pieces of a side
    /// together.
    pub kinds: Vec<PieceKind>,
    /// The largest number that counts as lost.
    pub left: u32,
    /// The number of the other side from which on the loss counts.
    pub others: u32,
    /// Whether the side that has lost its pieces has one more move if it can then capture
    /// enough pieces that the loss no longer counts.
    pub answered: bool,
    /// What the loss means for the side that has lost its pieces.
    pub result: ExtinctionResult,
}

/// What the loss of pieces means for the side that has lost them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExtinctionResult {
    /// It loses.
    Loss,
    /// The game is drawn.
    Draw,
    /// It wins.
    Win,
}

/// When a repetition ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RepetitionRule {
    /// The number of occurrences of a position, at least 2.
    pub count: u8,
    /// What the last of them means.
    pub result: RepetitionResult,
}

impl RepetitionRule {
    /// That of chess.
    pub const THREEFOLD: RepetitionRule = RepetitionRule {
        count: 3,
        result: RepetitionResult::Draw,
    };

    /// The winner if this side is to move when a position occurs for the last time.
    pub(crate) fn winner(self, side_to_move: Color) -> Option<Color> {
        match self.result {
            RepetitionResult::Draw => None,
            RepetitionResult::Loss => Some(side_to_move),
            RepetitionResult::Win => Some(!side_to_move),
            RepetitionResult::White => Some(Color::White),
            RepetitionResult::Black => Some(Color::Black),
        }
    }
}

/// What a repetition means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepetitionResult {
    /// The game is drawn.
    Draw,
    /// The side that repeats the position loses.
    Loss,
    /// The side that repeats the position wins.
    Win,
    /// White wins, whoever repeats it.
    White,
    /// Black wins, whoever repeats it.
    Black,
}

/// What perpetual check means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PerpetualCheckRule {
    /// The same as any repetition.
    Draw,
    /// The side that gives it loses, unless both do.
    Loss,
}

/// What checkmate means for the side that is mated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckmateRule {
    /// It loses.
    Loss,
    /// It wins.
    Win,
    /// As in Shatar, where mate needs a *shak*, a check by a Knight or by a piece with the
    /// moves of a Rook: it loses if one of the checks that led to the mate without a break was
    /// a shak, and otherwise the game is drawn. If Knights alone give mate, it wins.
    Shatar,
}

/// How moves are counted against a side that only defends, once there are no Pawns: the
/// side that is ahead must mate before the count is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CountingRule {
    /// As in Makruk: to 64 (the board's honor); when a King is bare, from the number of men
    /// on the board to a number that depends on the other side's pieces (the pieces' honor).
    Makruk,
    /// As in ASEAN chess: only against a bare King, by other numbers.
    Asean,
}

/// Gives the variants of a rule their names.
macro_rules! names {
    ($type:ident, $what:literal, [$($variant:ident = $name:literal),+]) => {
        impl $type {
            /// All of them.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// The name in variant files.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name),+
                }
            }
        }

        named!($type, $what);
    };
}

names!(
    CountingRule,
    "way to count moves",
    [Makruk = "makruk", Asean = "asean"]
);
names!(
    RepetitionResult,
    "result",
    [
        Draw = "draw",
        Loss = "loss",
        Win = "win",
        White = "white",
        Black = "black"
    ]
);
names!(
    PerpetualCheckRule,
    "rule about perpetual check",
    [Draw = "draw", Loss = "loss"]
);
names!(
    ExtinctionResult,
    "result",
    [Loss = "loss", Draw = "draw", Win = "win"]
);
names!(
    CheckmateRule,
    "checkmate rule",
    [Loss = "loss", Win = "win", Shatar = "shatar"]
);

impl Rules {
    /// What stalemate means.
    pub fn stalemate(&self) -> StalemateRule {
        self.setup.stalemate
    }

    /// Whether a move can lose the game at once (Mental Cruelty).
    #[inline]
    pub(crate) fn promotion_may_fail(&self) -> bool {
        self.promotion_may_fail
    }

    /// How a game ends otherwise than in chess.
    ///
    /// ```
    /// # use peregrine::rules::EndRules;
    /// # let rules = peregrine::variants::falcon();
    /// assert_eq!(*rules.ends(), EndRules::default());
    /// ```
    #[inline]
    pub fn ends(&self) -> &EndRules {
        &self.setup.ends
    }

    /// Whether a game can be over while the side to move has moves left, by an end of
    /// its own or by Mental Cruelty.
    #[inline]
    pub(crate) fn can_be_decided(&self) -> bool {
        self.can_be_decided
    }

    /// Whether a game can be won otherwise than by giving checkmate or stalemate.
    #[inline]
    pub(crate) fn wins_otherwise(&self) -> bool {
        self.wins_otherwise
    }

    /// The kind that moves one square straight ahead or diagonally, as the Khon of Makruk,
    /// if moves are counted.
    pub(crate) fn silver(&self) -> Option<PieceKind> {
        self.silver
    }

    /// The same, as it follows from the moves.
    fn find_silver(&self) -> Option<PieceKind> {
        let geometry = self.geometry();
        let at = |file: usize, rank: usize| geometry.square(file, rank);
        let center = at(1, 1)?;
        let targets = [(0, 0), (2, 0), (0, 2), (1, 2), (2, 2)];
        let targets = targets
            .into_iter()
            .filter_map(|(file, rank)| at(file, rank));
        let targets: Bitboard = targets.collect();
        let mut kinds = self.setup.piece_types.iter().map(|found| found.kind);
        kinds.find(|&kind| self.reach(Piece::new(Color::White, kind), center) == targets)
    }

    /// Whether a side may want to be mated or to lose pieces, or may have to capture, so that
    /// to pass may be better than any move.
    #[inline]
    pub(crate) fn may_seek_loss(&self) -> bool {
        self.may_seek_loss
    }

    /// Whether checks, moves as in Makruk or the shaks of Shatar are counted.
    #[inline]
    pub(crate) fn has_counts(&self) -> bool {
        self.has_counts
    }

    /// Computes what follows from the ends in a setup.
    pub(super) fn find_decisions(&mut self) {
        self.can_be_decided = self.promotion_may_fail || self.setup.ends.can_decide();
        let ends = &self.setup.ends;
        self.wins_otherwise = ends.can_decide()
            || ends.checkmate != CheckmateRule::Loss
            || ends.draws_won_by.is_some()
            || !ends.has_usual_repetition();
        self.has_counts = ends.checks.is_some()
            || ends.counting.is_some()
            || ends.checkmate == CheckmateRule::Shatar;
        let extinction = self.setup.ends.extinction.as_ref();
        self.may_seek_loss = self.setup.constraints.compulsory_captures
            || self.setup.ends.checkmate == CheckmateRule::Win
            || self.setup.stalemate == StalemateRule::Win
            || extinction.is_some_and(|rule| rule.result == ExtinctionResult::Win);
        let limit = self.setup.ends.move_limit;
        self.silver = self.setup.ends.counting.and_then(|_| self.find_silver());
        self.halfmove_limit = limit.map_or(u16::MAX, |limit| limit.saturating_mul(2));
    }

    /// After how many plies without a capture or a Pawn move the game is drawn.
    #[inline]
    pub(crate) fn halfmove_limit(&self) -> u16 {
        self.halfmove_limit
    }
}
