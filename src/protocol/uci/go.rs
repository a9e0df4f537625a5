//! Parses the words after `go` into [`Limits`].

use std::time::Duration;

use crate::board::color::Color;
use crate::notation::parse_coordinate;
use crate::position::Position;
use crate::search::{Clock, Limits};
use crate::tools::perft;

use super::error::UciError;

/// The keywords of `go`; the moves of `searchmoves` end at the next one.
const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// The longest time accepted, in milliseconds: some thirty years.
const LONGEST: i64 = 1_000_000_000_000;

/// The clocks of both sides, by [`Color::index`].
#[derive(Default)]
struct Clocks {
    remaining: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u32>,
}

/// The limits that the words after `go` set for a search of the position.
/// Without any limit, the search runs until stopped.
pub(super) fn limits(words: &[&str], position: &Position) -> Result<Limits, UciError> {
    let mut limits = Limits::default();
    let mut clocks = Clocks::default();
    let mut wanted = Vec::new();
    let mut rest = words;
    loop {
        rest = match rest {
            [] => break,
            ["infinite", rest @ ..] => {
                limits.infinite = true;
                rest
            }
            ["ponder", rest @ ..] => {
                limits.ponder = true;
                rest
            }
            ["searchmoves", rest @ ..] => {
                let end = rest.iter().position(|word| KEYWORDS.contains(word));
                let (moves, rest) = rest.split_at(end.unwrap_or(rest.len()));
                for text in moves {
                    wanted.push(parse_coordinate(position, text)?);
                }
                if moves.is_empty() {
                    return Err(UciError::NoMoves);
                }
                rest
            }
            ["depth", word, rest @ ..] => {
                limits.depth = Some(small("depth", word)?);
                rest
            }
            ["nodes", word, rest @ ..] => {
                limits.nodes = Some(number("nodes", word, 0, i64::MAX)?.unsigned_abs());
                rest
            }
            ["mate", word, rest @ ..] => {
                limits.mate = Some(small("mate", word)?);
                rest
            }
            ["movetime", word, rest @ ..] => {
                limits.move_time = Some(time("movetime", word)?);
                rest
            }
            ["movestogo", word, rest @ ..] => {
                clocks.moves_to_go = Some(small("movestogo", word)?).filter(|&moves| moves > 0);
                rest
            }
            ["wtime", word, rest @ ..] => {
                clocks.remaining[Color::White.index()] = Some(time("wtime", word)?);
                rest
            }
            ["btime", word, rest @ ..] => {
                clocks.remaining[Color::Black.index()] = Some(time("btime", word)?);
                rest
            }
            ["winc", word, rest @ ..] => {
                clocks.increment[Color::White.index()] = time("winc", word)?;
                rest
            }
            ["binc", word, rest @ ..] => {
                clocks.increment[Color::Black.index()] = time("binc", word)?;
                rest
            }
            [word] if KEYWORDS.contains(word) => {
                return Err(UciError::NoNumber((*word).to_owned()));
            }
            [word, ..] => return Err(UciError::GoWord((*word).to_owned())),
        };
    }
    if !wanted.is_empty() {
        let legal = position.legal_moves().into_iter();
        limits.root_moves = Some(legal.filter(|mv| wanted.contains(mv)).collect());
    }
    limits.clock = clocks.of(position.side())?;
    let unlimited = limits.depth.is_none()
        && limits.nodes.is_none()
        && limits.mate.is_none()
        && limits.move_time.is_none()
        && limits.clock.is_none();
    limits.infinite |= unlimited && !limits.ponder;
    Ok(limits)
}

impl Clocks {
    /// The clock of the side to move, if any clock was given.
    fn of(&self, side: Color) -> Result<Option<Clock>, UciError> {
        if self.remaining == [None, None] {
            return Ok(None);
        }
        let missing = match side {
            Color::White => "wtime",
            Color::Black => "btime",
        };
        let remaining = self.remaining[side.index()].ok_or(UciError::Clock(missing))?;
        Ok(Some(Clock {
            remaining,
            increment: self.increment[side.index()],
            moves_to_go: self.moves_to_go,
        }))
    }
}

/// The depth of `go perft`.
pub(super) fn perft_depth(word: &str) -> Result<u32, UciError> {
    let depth = number("perft", word, 0, i64::from(perft::MAX_DEPTH))?;
    Ok(depth.unsigned_abs() as u32)
}

/// The depth of `bench`.
pub(super) fn bench_depth(word: &str) -> Result<u32, UciError> {
    let depth = number("bench", word, 1, 100)?;
    Ok(depth.unsigned_abs() as u32)
}

/// A duration in milliseconds; negative values, from clocks that have run out,
/// count as zero.
fn time(what: &'static str, word: &str) -> Result<Duration, UciError> {
    let milliseconds = number(what, word, -LONGEST, LONGEST)?;
    Ok(Duration::from_millis(milliseconds.max(0).unsigned_abs()))
}

fn small(what: &'static str, word: &str) -> Result<u32, UciError> {
    let number = number(what, word, 0, i64::from(u32::MAX))?;
    Ok(number.unsigned_abs() as u32)
}

fn number(what: &'static str, word: &str, least: i64, most: i64) -> Result<i64, UciError> {
    let number = word
        .parse()
        .ok()
        .filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| UciError::Number {
        what,
        least,
        most,
        word: word.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::collections::HashSet;

    use super::*;
    use crate::notation::coordinate;
    use crate::variants::{self, RuleOptions};

    fn start() -> Position {
        Position::start(variants::all()[0].nearest_rules(RuleOptions::default()))
    }

    fn read(line: &str) -> Result<Limits, UciError> {
        limits(&line.split_whitespace().collect::<Vec<_>>(), &start())
    }

    #[test]
    fn takes_the_clock_of_the_side_to_move() {
        let limits = read("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5").unwrap();
        let clock = limits.clock.unwrap();
        assert_eq!(clock.remaining, Duration::from_secs(1));
        assert_eq!(clock.increment, Duration::from_millis(10));
        assert_eq!(clock.moves_to_go, Some(5));
        assert!(!limits.infinite);
        let late = read("wtime -50 btime 1").unwrap();
        assert_eq!(late.clock.unwrap().remaining, Duration::ZERO);
    }

    #[test]
    fn moves_end_before_the_next_word() {
        let limits = read("searchmoves e2e4 d2d4 depth 3 ponder").unwrap();
        let moves = limits.root_moves.unwrap();
        let moves: HashSet<String> = moves.iter().map(|&mv| coordinate(&start(), mv)).collect();
        assert_eq!(moves, HashSet::from(["e2e4", "d2d4"].map(String::from)));
        assert_eq!(limits.depth, Some(3));
        assert!(limits.ponder && !limits.infinite);
    }

    #[test]
    fn the_order_of_moves_does_not_matter() {
        let moves = |line| read(line).unwrap().root_moves;
        let two = moves("searchmoves e2e4 d2d4");
        assert!(two.as_ref().is_some_and(|moves| moves.len() == 2));
        assert_eq!(moves("searchmoves d2d4 e2e4 d2d4"), two);
        assert_eq!(moves("depth 3"), None);
    }

    #[test]
    fn nothing_at_all_is_no_limit() {
        assert!(read("").unwrap().infinite);
        assert!(!read("mate 3").unwrap().infinite);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (line, message) in [
            ("depth", "depth needs a number"),
            ("depth x", "depth is a number from 0 to 4294967295, not 'x'"),
            (
                "depth -1",
                "depth is a number from 0 to 4294967295, not '-1'",
            ),
            ("deep 3", "unknown word 'deep' after go"),
            ("searchmoves depth 3", "searchmoves needs a move"),
            ("searchmoves e2e5", "'e2e5' is not legal here"),
            (
                "btime 100",
                "the time of the side to move is missing (wtime)",
            ),
        ] {
            assert_eq!(read(line).unwrap_err().to_string(), message);
        }
    }
}
