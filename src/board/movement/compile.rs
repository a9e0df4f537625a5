//! From legs to walks.
//!
//! A leg is followed square by square. The squares that the piece needs empty or occupied are
//! collected on the way; a way that needs a square to be both ends there.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::Layout;
use crate::board::square::Square;

use super::error::MovementError;
use super::legs::{Chain, Initial, Leg, Midway, Step};
use super::walk::{Walk, WalkModes};

/// The most different walks from one square.
pub(super) const MAX_WALKS: usize = 1024;

/// The most walks that are found before equal ones are merged, and the most squares that are
/// looked at for them.
const MAX_RAW_WALKS: usize = 4 * MAX_WALKS;
const MAX_VISITS: usize = 8 * MAX_RAW_WALKS;

/// The walks of these moves from a square, with initial moves if it is one of `starts`.
pub(super) fn walks(
    chains: &[Chain],
    layout: &Layout,
    color: Color,
    from: Square,
    starts: Bitboard,
) -> Result<Vec<Walk>, MovementError> {
    let mut search = Search {
        layout,
        color,
        from,
        walks: Vec::new(),
        visits: 0,
    };
    for chain in chains {
        if chain.initial != Initial::No && !starts.contains(from) {
            continue;
        }
        let start = Way {
            at: search.cell(from),
            empty: Bitboard::EMPTY,
            occupied: Bitboard::EMPTY,
            length: 0,
        };
        search.follow(&chain.legs, chain.modes(), start)?;
    }
    distinct(search.walks)
}

/// A place on the bounding rectangle, perhaps a hole.
type Cell = (i32, i32);

/// How far a piece has come, and what it needs for it.
#[derive(Clone, Copy)]
struct Way {
    at: Cell,
    empty: Bitboard,
    occupied: Bitboard,
    /// The number of steps of the last leg that could have several.
    length: usize,
}

impl Way {
    /// Also needs the square empty, unless it needs it occupied.
    fn with_empty(mut self, squares: Bitboard) -> Option<Way> {
        self.empty |= squares;
        (!self.empty.meets(self.occupied)).then_some(self)
    }

    fn with_occupied(mut self, squares: Bitboard) -> Option<Way> {
        self.occupied |= squares;
        (!self.empty.meets(self.occupied)).then_some(self)
    }
}

struct Search<'a> {
    layout: &'a Layout,
    color: Color,
    from: Square,
    walks: Vec<Walk>,
    visits: usize,
}

impl Search<'_> {
    fn cell(&self, square: Square) -> Cell {
        let (file, rank) = (self.layout.file(square), self.layout.rank(square));
        (file as i32, rank as i32)
    }

    fn square(&self, (file, rank): Cell) -> Option<Square> {
        let (file, rank) = (usize::try_from(file).ok()?, usize::try_from(rank).ok()?);
        self.layout.square(file, rank)
    }

    fn is_inside(&self, (file, rank): Cell) -> bool {
        let (files, ranks) = (self.layout.files() as i32, self.layout.ranks() as i32);
        (0..files).contains(&file) && (0..ranks).contains(&rank)
    }

    /// The squares that a condition binds: none if it is the start, which counts as empty.
    fn condition(&self, square: Square) -> Bitboard {
        Bitboard::from(square) - self.from.into()
    }

    /// Follows the legs from where the piece has come to.
    fn follow(&mut self, legs: &[Leg], modes: WalkModes, start: Way) -> Result<(), MovementError> {
        let Some((leg, rest)) = legs.split_first() else {
            return Ok(());
        };
        let mut way = start;
        for count in 1..=usize::from(u8::MAX) {
            let Some(next) = self.next(leg, count, way)? else {
                return Ok(());
            };
            way = next;
            if count <= usize::from(leg.skip) {
                continue;
            }
            let Some(square) = self.square(way.at) else {
                return Ok(());
            };
            let length = match leg.max {
                1 => way.length,
                _ => count,
            };
            let is_long_enough = match leg.same_length {
                true => count == start.length,
                false => count >= usize::from(leg.min),
            };
            let here = Way { length, ..way };
            if is_long_enough {
                match rest {
                    [] => match leg.hop {
                        Some(_) => self.hop(leg, modes, count, here, square)?,
                        None => self.add(here, square, modes)?,
                    },
                    rest => self.turn(leg, rest, modes, here, square)?,
                }
            }
            match way.with_empty(self.condition(square)) {
                Some(passed) => way = passed,
                None => return Ok(()),
            }
        }
        Ok(())
    }

    /// One step further, unless the leg ends or the board does.
    fn next(&mut self, leg: &Leg, count: usize, way: Way) -> Result<Option<Way>, MovementError> {
        self.visits += 1;
        if self.visits > MAX_VISITS {
            return Err(MovementError::TooManyWalks(MAX_WALKS));
        }
        if leg.max != 0 && count > usize::from(leg.max) {
            return Ok(None);
        }
        let (files, ranks) = self.directed(leg.steps[(count - 1) % 2]);
        let at = (way.at.0 + files, way.at.1 + ranks);
        if !self.is_inside(at) {
            return Ok(None);
        }
        let way_there = Way { at, ..way };
        if leg.midway == Midway::Any {
            return Ok(Some(way_there));
        }
        // Division rounds toward the start of the step.
        let Some(middle) = self.square((way.at.0 + files / 2, way.at.1 + ranks / 2)) else {
            return Ok(None);
        };
        let condition = self.condition(middle);
        Ok(match leg.midway {
            Midway::Occupied if condition.any() => way_there.with_occupied(condition),
            Midway::Occupied => None,
            _ => way_there.with_empty(condition),
        })
    }

    /// The step as seen by the side: Black's moves are White's turned by half a circle.
    fn directed(&self, (files, ranks): Step) -> Cell {
        let sign = self.color.sign();
        (sign * i32::from(files), sign * i32::from(ranks))
    }

    /// Goes on with the next legs from a square.
    fn turn(
        &mut self,
        leg: &Leg,
        rest: &[Leg],
        modes: WalkModes,
        here: Way,
        square: Square,
    ) -> Result<(), MovementError> {
        let condition = self.condition(square);
        let is_start = condition.is_empty();
        let next = match (leg.ends_on_empty, leg.ends_on_piece && !is_start) {
            (true, true) => Some(here),
            (true, false) => here.with_empty(condition),
            (false, true) => here.with_occupied(condition),
            (false, false) => None,
        };
        next.map_or(Ok(()), |next| self.follow(rest, modes, next))
    }

    /// Hops over the piece on `hurdle`, which is `count` steps away, and goes on behind it.
    fn hop(
        &mut self,
        leg: &Leg,
        modes: WalkModes,
        count: usize,
        here: Way,
        hurdle: Square,
    ) -> Result<(), MovementError> {
        let condition = self.condition(hurdle);
        let Some(mut way) = here.with_occupied(condition).filter(|_| condition.any()) else {
            return Ok(());
        };
        let after = leg.hop.map_or(0, |hop| usize::from(hop.after));
        for beyond in 1..=usize::from(u8::MAX) {
            if after != 0 && beyond > after {
                return Ok(());
            }
            let Some(next) = self.next(leg, count + beyond, way)? else {
                return Ok(());
            };
            let Some(square) = self.square(next.at) else {
                return Ok(());
            };
            self.add(next, square, modes)?;
            match next.with_empty(self.condition(square)) {
                Some(passed) => way = passed,
                None => return Ok(()),
            }
        }
        Ok(())
    }

    /// Ends a move, unless it ends where it began.
    fn add(&mut self, way: Way, to: Square, mut modes: WalkModes) -> Result<(), MovementError> {
        let target = Bitboard::from(to);
        if way.empty.contains(to) {
            modes -= WalkModes::CAPTURE;
        }
        if way.occupied.contains(to) {
            modes &= WalkModes::CAPTURE;
        }
        if to == self.from || modes.is_empty() {
            return Ok(());
        }
        if self.walks.len() == MAX_RAW_WALKS {
            return Err(MovementError::TooManyWalks(MAX_WALKS));
        }
        self.walks.push(Walk {
            to,
            empty: way.empty - target,
            occupied: way.occupied - target,
            modes,
        });
        Ok(())
    }
}

/// The walks without those that say nothing new, ordered by target.
fn distinct(mut walks: Vec<Walk>) -> Result<Vec<Walk>, MovementError> {
    let conditions = |walk: &Walk| {
        let needed = walk.empty.count() + walk.occupied.count();
        (walk.to, needed, walk.empty.bits(), walk.occupied.bits())
    };
    walks.sort_unstable_by_key(conditions);
    walks.dedup_by(|later, first| {
        let is_same = conditions(later) == conditions(first);
        if is_same {
            first.modes |= later.modes;
        }
        is_same
    });
    if walks.len() > MAX_WALKS {
        return Err(MovementError::TooManyWalks(MAX_WALKS));
    }
    // A walk with fewer conditions comes first.
    let mut kept: Vec<Walk> = Vec::new();
    let mut first_to_target = 0;
    for mut walk in walks {
        if kept.last().is_some_and(|last| last.to != walk.to) {
            first_to_target = kept.len();
        }
        for weaker in &kept[first_to_target..] {
            let is_covered = (weaker.empty - walk.empty).is_empty()
                && (weaker.occupied - walk.occupied).is_empty();
            if is_covered {
                walk.modes -= weaker.modes;
            }
        }
        if !walk.modes.is_empty() {
            kept.push(walk);
        }
    }
    Ok(kept)
}
