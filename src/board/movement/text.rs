//! From moves back to a text in Betza notation.
//!
//! A text is put together from groups, each of which is made for one of the moves and read
//! again: only what a group is read as counts, so that a text never says anything else than
//! the movement.

use std::fmt::Write;

use super::legs::{Chain, Initial, Leg, Midway, Step};
use super::{Dialect, Movement};
use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::{Layout, leaps::KING};

/// The capital letters of leaps and, if there is one, of lines, by their steps.
const ATOMS: [(Step, char, Option<char>); 10] = [
    ((0, 1), 'W', Some('R')),
    ((1, 1), 'F', Some('B')),
    ((0, 2), 'D', None),
    ((1, 2), 'N', None),
    ((2, 2), 'A', None),
    ((0, 3), 'H', None),
    ((1, 3), 'C', None),
    ((2, 3), 'Z', None),
    ((3, 3), 'G', None),
    ((0, 0), 'K', Some('Q')),
];

/// The letters of directions of a later leg, by its turn to the right in half right angles.
const TURNS: [&str; 8] = ["f", "fr", "r", "br", "b", "bl", "l", "fl"];

/// The most turns of a group for which both sides are tried together.
const MAX_SIDES: usize = 6;

/// The most characters of a text: more do not fit in a line.
const MAX_TEXT: usize = 480;

/// The longest text that is read.
const MAX_READ: usize = 256;

/// A text of these groups. A letter after the same letter would be its range, so groups that
/// begin with a capital come first, and those that end with a range before others.
pub(crate) fn join_groups(mut groups: Vec<String>) -> String {
    groups.sort_by_key(|group| {
        let begins_small = group.starts_with(|first: char| first.is_ascii_lowercase());
        let ends_with_range = group.ends_with(|last: char| last.is_ascii_digit());
        (begins_small, !ends_with_range)
    });
    groups.concat()
}

/// The groups of a text for the movement, if the dialect has one.
pub(super) fn groups(movement: &Movement, dialect: Dialect) -> Option<Vec<String>> {
    let all = &movement.chains;
    let mut left: Vec<&Chain> = all.iter().collect();
    let mut texts = Vec::new();
    let mut length = 0;
    let mut found = Movement::default();
    while let Some(chain) = left.first() {
        let group = match chain.legs.as_slice() {
            [leg] if leg.min > 1 => long_lines(chain, leg, all)?,
            _ => best_group(chain, &left, all, dialect)?,
        };
        left.retain(|other| !group.chains.contains(other));
        found.extend(&Movement::from_betza(&group.text, dialect).ok()?);
        length += group.text.len();
        if length > MAX_TEXT {
            return None;
        }
        texts.push(group.text);
    }
    // The groups together could mean something else than one by one.
    if length <= MAX_READ {
        found = Movement::from_betza(&join_groups(texts.clone()), dialect).ok()?;
    } else if dialect == Dialect::FairyStockfish {
        return None;
    }
    let is_same = found == *movement || goes_where(&found, movement);
    (is_same && !texts.is_empty()).then_some(texts)
}

/// A part of a text, and the moves for which it stands.
struct Group {
    text: String,
    chains: Vec<Chain>,
}

/// The shortest of the groups that stand for the move and for as many as possible of those that
/// are left, and for none that the movement does not have.
fn best_group(chain: &Chain, left: &[&Chain], all: &[Chain], dialect: Dialect) -> Option<Group> {
    let read = |text: String| {
        let chains = Movement::from_betza(&text, dialect).ok()?.chains;
        let is_part = chains.contains(chain) && chains.iter().all(|one| all.contains(one));
        is_part.then_some(Group { text, chains })
    };
    let better = |group: &Group| {
        let covered = left.iter().filter(|one| group.chains.contains(one));
        (covered.count(), std::cmp::Reverse(group.text.len()))
    };
    let in_all_directions = texts(chain, "").into_iter().filter_map(read);
    in_all_directions.max_by_key(better).or_else(|| {
        let letters = first_directions();
        let texts = letters.iter().flat_map(|letters| texts(chain, letters));
        texts.filter_map(read).max_by_key(better)
    })
}

/// All letters of directions of a first leg that can mean something.
fn first_directions() -> Vec<String> {
    let letters = "fblrvsh";
    let single = letters.chars().map(String::from);
    let pairs = letters.chars().flat_map(|first| {
        letters
            .chars()
            .map(move |second| format!("{first}{second}"))
    });
    single.chain(pairs).collect()
}

/// Texts that might stand for a move and others like it, with these letters for the directions
/// of the first leg.
fn texts(chain: &Chain, directions: &str) -> Vec<String> {
    let first = &chain.legs[0];
    let turns: Option<Vec<usize>> = chain
        .legs
        .windows(2)
        .map(|legs| Some((angle(legs[1])? + 8 - angle(legs[0])?) % 8))
        .collect();
    let Some(turns) = turns.filter(|turns| turns.len() < chain.legs.len()) else {
        return Vec::new();
    };
    let sides: Vec<usize> = (0..turns.len())
        .filter(|&number| !turns[number].is_multiple_of(4))
        .take(MAX_SIDES)
        .collect();
    let mut found = Vec::new();
    for both in 0..1_usize << sides.len() {
        let mut text = String::new();
        for (number, leg) in chain.legs.iter().enumerate() {
            match number.checked_sub(1) {
                None => {
                    text += match chain.initial {
                        Initial::No => "",
                        Initial::Unmoved => "i",
                        Initial::StartSquare => "ii",
                    };
                    text += directions;
                }
                Some(turn) => {
                    text += if leg.same_length { "ai" } else { "a" };
                    let is_both = sides
                        .iter()
                        .position(|&side| side == turn)
                        .is_some_and(|bit| both >> bit & 1 != 0);
                    text += match (is_both, turns[turn]) {
                        (true, 1 | 7) => "fs",
                        (true, 2 | 6) => "s",
                        (true, _) => "bs",
                        (false, turn) => TURNS[turn],
                    };
                }
            }
            text += &modes(chain, number);
        }
        found.extend(atoms(first).into_iter().map(|atom| format!("{text}{atom}")));
    }
    found
}

/// The letters of the modes of a leg, in XBoard's order.
fn modes(chain: &Chain, number: usize) -> String {
    let leg = &chain.legs[number];
    let mut text = String::new();
    let next = chain.legs.get(number + 1);
    if next.is_none() {
        match (chain.quiet, chain.capture) {
            (true, false) => text.push('m'),
            (false, true) => text.push('c'),
            _ => {}
        }
        if chain.en_passant {
            text.push('e');
        }
        match leg.hop {
            Some(hop) if hop.after == 1 => text.push('g'),
            Some(_) => text.push('p'),
            None => {}
        }
    }
    let toggles = next.is_some_and(|next| next.max != leg.max);
    if next.is_some() {
        match (leg.ends_on_empty, leg.ends_on_piece) {
            (true, true) => text += if toggles { "mg" } else { "mp" },
            (false, true) => text += if toggles { "g" } else { "p" },
            _ if toggles => text.push('y'),
            _ => {}
        }
    }
    match leg.midway {
        Midway::Any => {}
        Midway::Empty => text.push('n'),
        Midway::Occupied => text.push('j'),
    }
    text.extend(std::iter::repeat_n('j', usize::from(leg.skip)));
    text
}

/// The capital letters and ranges that a first leg can have.
fn atoms(leg: &Leg) -> Vec<String> {
    let [(files, ranks), other] = leg.steps;
    if other != (files, ranks) {
        return Vec::new();
    }
    let (files, ranks) = (files.unsigned_abs(), ranks.unsigned_abs());
    let step = (files.min(ranks) as i8, files.max(ranks) as i8);
    let is_kings = step.1 == 1;
    let rows = ATOMS
        .iter()
        .filter(|row| row.0 == step || is_kings && row.1 == 'K');
    let mut found = Vec::new();
    for &(_, letter, line) in rows {
        match (leg.max, line) {
            (1, _) => found.push(letter.to_string()),
            (0, Some(line)) => found.push(line.to_string()),
            (0, None) => found.push(format!("{letter}{letter}")),
            (range, line) => {
                found.push(format!("{letter}{range}"));
                found.extend(line.map(|line| format!("{line}{range}")));
            }
        }
    }
    found
}

/// The direction of a step along a King's line, in half right angles from straight ahead.
fn angle(leg: Leg) -> Option<usize> {
    let (files, ranks) = leg.steps[0];
    let direction = (i32::from(files.signum()), i32::from(ranks.signum()));
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    KING.iter().position(|&king| is_line && king == direction)
}

/// Lines in four directions that begin some squares away: the first squares are legs.
fn long_lines(chain: &Chain, leg: &Leg, all: &[Chain]) -> Option<Group> {
    let length = |(files, ranks): Step| files.abs().max(ranks.abs());
    let is_straight = |(files, ranks): Step| files == 0 || ranks == 0;
    let alike = |other: &&Chain| {
        let mut turned = (*other).clone();
        let step = turned.legs[0].steps[0];
        let is_alike = length(step) == 1 && is_straight(step) == is_straight(leg.steps[0]);
        turned.legs[0].steps = leg.steps;
        is_alike && turned == *chain
    };
    let chains: Vec<Chain> = all.iter().filter(alike).cloned().collect();
    let is_plain = chain.quiet && chain.capture && !chain.en_passant;
    let is_plain = is_plain && chain.initial == Initial::No && leg.hop.is_none() && leg.skip == 0;
    if chains.len() != 4 || !is_plain || length(leg.steps[0]) != 1 {
        return None;
    }
    let atom = if is_straight(leg.steps[0]) { 'W' } else { 'F' };
    let legs = |count: u8| "af".repeat(usize::from(count));
    let mut text = String::new();
    match leg.max {
        0 => text = format!("{}yaf{atom}", legs(leg.min - 2)),
        max => {
            for squares in leg.min..=max {
                // Writing to a string does not fail.
                let _ = write!(text, "{}{atom}", legs(squares - 1));
            }
        }
    }
    Some(Group { text, chains })
}

/// Whether two movements have the same walks: on wide boards and on high ones.
fn goes_where(one: &Movement, other: &Movement) -> bool {
    [(16, 8), (8, 16)].into_iter().all(|(files, ranks)| {
        let names: String = ('a'..='p').take(files).collect();
        let Ok(layout) = Layout::new(files, ranks, &names, 1, |_, _| false) else {
            return false;
        };
        let squares: Bitboard = layout.squares();
        squares.into_iter().all(|from| {
            let [one, other] =
                [one, other].map(|movement| movement.walks(&layout, Color::White, from, squares));
            matches!((one, other), (Ok(one), Ok(other)) if one == other)
        })
    })
}
