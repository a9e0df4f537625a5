//! Counting moves against a side that only defends, as in Makruk.
//!
//! While a count runs, the halfmove clock is the count, in plies, and captures do not
//! restart it.

use crate::board::color::Color;
use crate::board::piece::PieceKind;
use crate::rules::CountingRule;

use super::PositionOf;

/// The count that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Honor {
    None,
    /// The count after the last Pawn has gone, to this ply.
    Board(u16),
    /// The count against a bare King, to this ply.
    Pieces(u16),
}

impl Honor {
    fn limit(self) -> Option<u16> {
        match self {
            Honor::None => None,
            Honor::Board(limit) | Honor::Pieces(limit) => Some(limit),
        }
    }
}

impl PositionOf<'_> {
    /// The ply at which the count of moves ends, in games that count moves against a side
    /// that only defends, if a count runs. The halfmove clock is then the count.
    ///
    /// ```
    /// use peregrine::{position::Position, variants};
    /// let makruk = variants::rules("makruk").unwrap();
    /// assert_eq!(Position::start(makruk).count_limit(), None);
    /// let rooks = Position::from_fen(makruk, "4k3/8/8/8/8/8/8/R3K2R w - - 0 40").unwrap();
    /// assert_eq!(rooks.count_limit(), Some(16));
    /// ```
    pub fn count_limit(&self) -> Option<u16> {
        self.honor.limit()
    }

    /// The clock at which the game is drawn: a count must be exceeded.
    #[inline(never)]
    pub(super) fn counted_limit(&self) -> u16 {
        match self.honor.limit() {
            Some(limit) => limit.saturating_add(1),
            None => self.rules.halfmove_limit(),
        }
    }

    /// The count that the men on the board call for.
    fn honor_due(&self, rule: CountingRule) -> Honor {
        let has_pawns = Color::ALL
            .into_iter()
            .any(|color| self.pieces(color, PieceKind::PAWN).any());
        let bare = |color: &Color| self.colors(*color).count() == 1;
        let bare: Vec<Color> = Color::ALL.into_iter().filter(bare).collect();
        match (&bare[..], rule) {
            _ if has_pawns => Honor::None,
            ([], CountingRule::Makruk) => Honor::Board(2 * 64),
            ([side], _) => match self.pieces_honor(!*side, rule) {
                Some(moves) => Honor::Pieces(2 * moves),
                None => Honor::None,
            },
            _ => Honor::None,
        }
    }

    /// The number of moves in which the pieces of a side must mate a bare King.
    fn pieces_honor(&self, color: Color, rule: CountingRule) -> Option<u16> {
        let count = |kind| self.pieces(color, kind).count();
        let silvers = self.rules.silver().map_or(0, count);
        let (rooks, knights) = (count(PieceKind::ROOK), count(PieceKind::KNIGHT));
        match rule {
            CountingRule::Makruk => Some(match () {
                () if rooks > 1 => 8,
                () if rooks == 1 => 16,
                () if silvers > 1 => 22,
                () if knights > 1 => 32,
                () if silvers == 1 => 44,
                () => 64,
            }),
            CountingRule::Asean => match () {
                () if rooks > 0 => Some(16),
                () if silvers > 0 => Some(44),
                () if knights > 0 => Some(64),
                () => None,
            },
        }
    }

    /// Starts the count that a new position calls for, to a given limit if there is one.
    pub(super) fn start_count(&mut self, limit: Option<u16>) {
        let Some(rule) = self.rules.ends().counting else {
            return;
        };
        self.honor = match (self.honor_due(rule), limit) {
            (Honor::Board(_), Some(limit)) => Honor::Board(limit),
            (Honor::Pieces(_), Some(limit)) => Honor::Pieces(limit),
            (due, _) => due,
        };
    }

    /// Counts a move, before which the halfmove clock was `clock`.
    #[inline(never)]
    pub(super) fn count_move(&mut self, clock: u16) {
        let Some(rule) = self.rules.ends().counting else {
            return;
        };
        let due = self.honor_due(rule);
        match (self.honor, due) {
            (_, Honor::None) => self.honor = Honor::None,
            (Honor::Board(_), Honor::Board(_)) | (Honor::Pieces(_), Honor::Pieces(_)) => {
                self.halfmove_clock = clock.saturating_add(1);
            }
            (_, Honor::Board(_)) => {
                self.honor = due;
                self.halfmove_clock = 0;
            }
            (_, Honor::Pieces(_)) => {
                self.honor = due;
                self.halfmove_clock = match rule {
                    CountingRule::Makruk => 2 * self.occupied().count() as u16,
                    CountingRule::Asean => 0,
                };
            }
        }
    }
}
