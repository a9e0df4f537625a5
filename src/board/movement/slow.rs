//! The moves of a piece among given other pieces, found by walking leg by leg.
//!
//! Written to be read, and used only to test what is compiled: nothing is known in advance, and
//! a leg looks at one square after the other.

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::Layout;
use crate::board::square::Square;

use super::legs::{Chain, Initial, Leg, Midway};

/// The squares to move to and those to capture on.
pub(super) fn moves(
    chains: &[Chain],
    layout: &Layout,
    color: Color,
    from: Square,
    occupied: Bitboard,
    starts: Bitboard,
) -> (Bitboard, Bitboard) {
    let mut walker = Walker {
        board: Board {
            layout,
            occupied: occupied - from.into(),
        },
        sign: if color == Color::White { 1 } else { -1 },
        reached: Bitboard::EMPTY,
    };
    let (mut quiet, mut captures) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for chain in chains {
        if chain.initial != Initial::No && !starts.contains(from) {
            continue;
        }
        walker.reached = Bitboard::EMPTY;
        let start = (layout.file(from) as i32, layout.rank(from) as i32);
        walker.walk(&chain.legs, start, 0);
        let reached = walker.reached - from.into();
        if chain.quiet {
            quiet |= reached - occupied;
        }
        if chain.capture {
            captures |= reached & occupied;
        }
    }
    (quiet, captures)
}

/// What a walker sees of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Edge,
    Hole,
    Nothing(Square),
    Piece(Square),
}

struct Board<'a> {
    layout: &'a Layout,
    occupied: Bitboard,
}

impl Board<'_> {
    fn look_at(&self, (file, rank): (i32, i32)) -> Content {
        let is_on_board = file >= 0
            && rank >= 0
            && file < self.layout.files() as i32
            && rank < self.layout.ranks() as i32;
        if !is_on_board {
            return Content::Edge;
        }
        match self.layout.square(file as usize, rank as usize) {
            None => Content::Hole,
            Some(square) if self.occupied.contains(square) => Content::Piece(square),
            Some(square) => Content::Nothing(square),
        }
    }
}

struct Walker<'a> {
    board: Board<'a>,
    sign: i32,
    reached: Bitboard,
}

impl Walker<'_> {
    fn walk(&mut self, legs: &[Leg], start: (i32, i32), long_leg: u32) {
        let leg = legs[0];
        let is_last = legs.len() == 1;
        let mut hurdles = 0;
        let mut steps_behind = 0;
        let mut steps = 0u32;
        let mut at = start;
        while leg.max == 0 || steps < u32::from(leg.max) {
            let (files, ranks) = leg.steps[steps as usize % 2];
            let (files, ranks) = (self.sign * i32::from(files), self.sign * i32::from(ranks));
            let middle = (at.0 + files / 2, at.1 + ranks / 2);
            at = (at.0 + files, at.1 + ranks);
            steps += 1;
            let content = self.board.look_at(at);
            if content == Content::Edge {
                return;
            }
            let is_midway_right = matches!(
                (leg.midway, self.board.look_at(middle)),
                (Midway::Any, _)
                    | (Midway::Empty, Content::Nothing(_))
                    | (Midway::Occupied, Content::Piece(_))
            );
            if !is_midway_right {
                return;
            }
            if steps <= u32::from(leg.skip) {
                continue;
            }
            let (square, is_occupied) = match content {
                Content::Nothing(square) => (square, false),
                Content::Piece(square) => (square, true),
                Content::Hole | Content::Edge => return,
            };
            let can_end = match leg.same_length {
                true => steps == long_leg,
                false => steps >= u32::from(leg.min),
            };
            let long_leg = if leg.max == 1 { long_leg } else { steps };
            if !is_last {
                let fits = if is_occupied {
                    leg.ends_on_piece
                } else {
                    leg.ends_on_empty
                };
                if can_end && fits {
                    self.walk(&legs[1..], at, long_leg);
                }
            } else if let Some(hop) = leg.hop {
                if hurdles == 1 {
                    steps_behind += 1;
                    if hop.after != 0 && steps_behind > hop.after {
                        return;
                    }
                    self.reached |= square.into();
                } else if is_occupied && can_end {
                    hurdles = 1;
                    continue;
                }
            } else if can_end {
                self.reached |= square.into();
            }
            if is_occupied {
                return;
            }
        }
    }
}
