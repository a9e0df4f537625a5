//! Pawn structure and King shelter: everything that depends only on Pawns and
//! Kings, so that it can be cached by their key.
//!
//! Must not depend on other pieces; the progress of passed Pawns among them is
//! judged in `threats`.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::Component;
use crate::board::square::Square;
use crate::position::Position;

use super::tables::{FULL_SHARE, Tables};
use super::trace::{Term, Trace};
use super::{Tapered, shelter};

/// The cached facts about the Pawns of a position.
#[derive(Clone, Copy)]
pub(super) struct PawnEntry {
    key: u64,
    /// The score, White's minus Black's.
    pub score: Tapered,
    /// The passed Pawns of both sides.
    pub passed: Bitboard,
    /// The squares that each side's Pawns attack, now or after advancing.
    pub reach: [Bitboard; 2],
}

/// A direct-mapped cache of Pawn structures by key.
#[derive(Clone)]
pub(super) struct PawnCache {
    entries: Box<[PawnEntry]>,
}

impl PawnCache {
    /// 64 bytes each, half a megabyte in total.
    const ENTRIES: usize = 8192;

    pub(super) fn new() -> PawnCache {
        let empty = |index: usize| PawnEntry {
            // A key that belongs to another index, so that an empty entry never
            // matches.
            key: index as u64 ^ 1,
            score: Tapered::ZERO,
            passed: Bitboard::EMPTY,
            reach: [Bitboard::EMPTY; 2],
        };
        PawnCache {
            entries: (0..PawnCache::ENTRIES).map(empty).collect(),
        }
    }

    /// The structure for the key, which is that of the position.
    #[inline(always)]
    pub(super) fn get(&mut self, key: u64, tables: &Tables, position: &Position) -> PawnEntry {
        let index = key as usize % self.entries.len();
        let found = &mut self.entries[index];
        if found.key != key {
            *found = PawnEntry {
                key,
                ..structure(tables, position, &mut ())
            };
        }
        *found
    }
}

/// Computes the structure.
pub(super) fn structure(tables: &Tables, position: &Position, trace: &mut impl Trace) -> PawnEntry {
    let mut entry = PawnEntry {
        key: 0,
        score: Tapered::ZERO,
        passed: Bitboard::EMPTY,
        reach: [Bitboard::EMPTY; 2],
    };
    let all = position.component(Component::Pawn);
    let attacks = Color::ALL.map(|color| attacks(position, color, all & position.colors(color)));
    for color in Color::ALL {
        let side = Side {
            tables,
            position,
            color,
            own: all & position.colors(color),
            enemy: all & position.colors(!color),
            own_attacks: attacks[color.index()],
            enemy_attacks: attacks[(!color).index()],
        };
        let (score, passed) = side.pawns();
        let shelter = shelter::shelter(tables, color, position.king(color), side.own, side.enemy);
        trace.record(Term::Pawns, color, score);
        trace.record(Term::Shelter, color, shelter);
        let both = score + shelter;
        entry.score += both * color.sign();
        entry.passed |= passed;
        entry.reach[color.index()] = side.reach();
    }
    entry
}

/// The squares that a side's Pawns attack.
#[inline(always)]
pub(super) fn attacks(position: &Position, color: Color, pawns: Bitboard) -> Bitboard {
    let geometry = position.rules().geometry();
    let (left, right) = (
        pawns & geometry.not_first_file(),
        pawns & geometry.not_last_file(),
    );
    let files = geometry.files() as u32;
    let both = match color {
        Color::White => left << (files - 1) | right << (files + 1),
        Color::Black => left >> (files + 1) | right >> (files - 1),
    };
    both & geometry.squares()
}

/// The squares that a side's Pawns can step to on a board without other pieces.
#[inline(always)]
pub(super) fn steps(position: &Position, color: Color, pawns: Bitboard) -> Bitboard {
    let geometry = position.rules().geometry();
    let files = geometry.files() as u32;
    let ahead = match color {
        Color::White => pawns << files,
        Color::Black => pawns >> files,
    };
    ahead & geometry.squares()
}

/// The Pawns of one side and those of the other.
struct Side<'a> {
    tables: &'a Tables,
    position: &'a Position,
    color: Color,
    own: Bitboard,
    enemy: Bitboard,
    own_attacks: Bitboard,
    enemy_attacks: Bitboard,
}

impl Side<'_> {
    /// The score of the side's Pawns, and its passed Pawns.
    fn pawns(&self) -> (Tapered, Bitboard) {
        let mut score = Tapered::ZERO;
        let mut passed = Bitboard::EMPTY;
        for pawn in self.own {
            score += self.pawn(pawn);
            if self.is_passed(pawn) {
                passed |= pawn.into();
                score += self.passed_pawn(pawn);
            }
        }
        (score, passed)
    }

    fn pawn(&self, pawn: Square) -> Tapered {
        let weights = &self.tables.weights;
        let color = self.color.index();
        let before = self.tables.pawns.forward_file[color][pawn.index()];
        let ahead = self.tables.pawns.forward_ranks[color][pawn.index()];
        let beside = self.own & self.tables.pawns.adjacent_files[self.tables.file(pawn)];
        let level = beside - ahead - self.tables.pawns.forward_ranks[color ^ 1][pawn.index()];
        let mut score = Tapered::ZERO;
        if self.own.meets(before) {
            score += weights.doubled;
        }
        if self.own_attacks.contains(pawn) || level.any() {
            let rank = self.rank(pawn) - 1;
            score += weights.connected + weights.connected_rank * rank.max(0);
        } else {
            let stop = self.stop(pawn);
            let backward = (beside - ahead).is_empty()
                && (self.enemy_attacks.meets(stop) || self.enemy.meets(stop));
            if beside.is_empty() {
                score += weights.isolated;
            } else if backward {
                score += weights.backward;
            }
            if (beside.is_empty() || backward) && !self.enemy.meets(before) {
                score += weights.exposed;
            }
        }
        score
    }

    /// Whether no enemy Pawn is ahead on this file or the adjacent ones, and no
    /// own Pawn ahead on this file.
    fn is_passed(&self, pawn: Square) -> bool {
        let color = self.color.index();
        let ahead = self.tables.pawns.forward_ranks[color][pawn.index()];
        let before = self.tables.pawns.forward_file[color][pawn.index()];
        let beside = self.tables.pawns.adjacent_files[self.tables.file(pawn)];
        !self.enemy.meets(before | ahead & beside) && !self.own.meets(before)
    }

    /// The value of a passed Pawn: the steps to promotion, the distance of the
    /// Kings, and the promotion pieces. What depends on other pieces is judged
    /// with them.
    fn passed_pawn(&self, pawn: Square) -> Tapered {
        let weights = &self.tables.weights;
        let steps = usize::from(self.tables.pawns.steps[self.color.index()][pawn.index()]);
        if self.tables.pawns.promotes_to_lost {
            return Tapered::ZERO;
        }
        let mut score = weights.passed[(steps - 1).min(weights.passed.len() - 1)];
        let closeness = 5 - steps as i32;
        if let Some(stop) = self.stop(pawn).lowest()
            && closeness > 0
        {
            let distance = |color| self.tables.distance(self.position.king(color), stop).min(6);
            score += weights.passed_enemy_king * (distance(!self.color) * closeness);
            score += weights.passed_own_king * (distance(self.color) * closeness);
        }
        let share = self.tables.pawns.promotion[self.color.index()][pawn.index()];
        score.fraction(i32::from(share), FULL_SHARE)
    }

    /// The squares that the side's Pawns attack, now or after advancing.
    fn reach(&self) -> Bitboard {
        let table = &self.tables.pawns.forward_file[self.color.index()];
        let ways = self
            .own
            .into_iter()
            .fold(self.own, |set, pawn| set | table[pawn.index()]);
        attacks(self.position, self.color, ways)
    }

    /// The square in front of a Pawn, if there is one.
    fn stop(&self, pawn: Square) -> Bitboard {
        self.tables.pawns.stop[self.color.index()][pawn.index()]
    }

    /// The rank as counted from the side's first.
    fn rank(&self, square: Square) -> i32 {
        let rank = self.tables.rank(square);
        let ranks = self.position.rules().geometry().ranks();
        match self.color {
            Color::White => rank as i32,
            Color::Black => (ranks - 1) as i32 - rank as i32,
        }
    }
}
