//! Reads the words after `go`: what is understood is searched, the rest is reported.

use std::time::Duration;

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::notation::{NotationErrorKind, parse_coordinate};
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
const MAX_MILLISECONDS: i64 = 1_000_000_000_000;

/// How long a search lasts that was to have a limit which cannot be read: a client that
/// sent one does not expect to have to send `stop`.
const FALLBACK_TIME: Duration = Duration::from_secs(1);

/// What is understood of the words after `go`.
pub(super) struct Request {
    /// The limits of the search.
    pub limits: Limits,
    /// The depth of a perft, which is then run instead of a search.
    pub perft: Option<u32>,
    /// What is ignored or not taken literally.
    pub errors: Vec<UciError>,
}

/// Reads the words after `go` for a search of the position. Without any limit, the search
/// runs until stopped. Whatever the words are, there is something to search.
pub(super) fn request(words: &[&str], position: &Position) -> Request {
    let mut reader = Reader::default();
    reader.read(words, position);
    reader.request(position)
}

/// The request of a line that cannot be read at all.
pub(super) fn unreadable(error: UciError, position: &Position) -> Request {
    let mut reader = Reader::default();
    reader.ignore(error);
    reader.request(position)
}

/// The clocks of both sides, by [`Color::index`].
#[derive(Default)]
struct Clocks {
    remaining: [Option<Duration>; 2],
    increment: [Option<Duration>; 2],
    moves_to_go: Option<u32>,
}

#[derive(Default)]
struct Reader {
    limits: Limits,
    clocks: Clocks,
    searched: Vec<Move>,
    perft: Option<u32>,
    /// The keywords so far.
    keywords: Vec<&'static str>,
    /// Whether what is ignored may have been a limit.
    misses_limit: bool,
    errors: Vec<UciError>,
}

impl Reader {
    fn read(&mut self, words: &[&str], position: &Position) {
        let mut rest = words;
        while let Some((word, after)) = rest.split_first() {
            rest = after;
            let Some(&keyword) = KEYWORDS.iter().find(|keyword| *keyword == word) else {
                self.ignore(UciError::GoWord((*word).to_owned()));
                continue;
            };
            if self.keywords.contains(&keyword) && keyword != "searchmoves" {
                self.errors.push(UciError::Twice(keyword));
            }
            self.keywords.push(keyword);
            match keyword {
                "infinite" => self.limits.infinite = true,
                "ponder" => self.limits.ponder = true,
                "searchmoves" => {
                    let end = rest.iter().position(|word| KEYWORDS.contains(word));
                    let (moves, after) = rest.split_at(end.unwrap_or(rest.len()));
                    self.read_moves(moves, position);
                    rest = after;
                }
                _ => match rest.first().filter(|next| !KEYWORDS.contains(next)) {
                    Some(number) => {
                        self.read_limit(keyword, number);
                        rest = &rest[1..];
                    }
                    None => self.ignore(UciError::NoNumber(keyword)),
                },
            }
        }
    }

    /// Ignores what may have been a limit.
    fn ignore(&mut self, error: UciError) {
        self.misses_limit = true;
        self.errors.push(error);
    }

    fn read_moves(&mut self, moves: &[&str], position: &Position) {
        if moves.is_empty() {
            self.errors.push(UciError::NoMoves);
        }
        for text in moves {
            match parse_coordinate(position, text) {
                Ok(mv) => self.searched.push(mv),
                // What does not look like a move may be a misspelled limit.
                Err(error) if matches!(error.reason, NotationErrorKind::Form(_)) => {
                    self.ignore(error.into());
                }
                Err(error) => self.errors.push(error.into()),
            }
        }
    }

    fn read_limit(&mut self, keyword: &'static str, word: &str) {
        let read = match keyword {
            "perft" => perft_depth(word),
            "depth" | "mate" | "movestogo" => number(keyword, word, 0, i64::from(u32::MAX)),
            "nodes" => number(keyword, word, 0, i64::MAX),
            _ => number(keyword, word, -MAX_MILLISECONDS, MAX_MILLISECONDS),
        };
        match read {
            Ok(number) => {
                if !number.is_literal {
                    self.errors.push(UciError::ReadAs {
                        what: keyword,
                        word: word.to_owned(),
                        number: number.value,
                    });
                }
                self.set_limit(keyword, number.value);
            }
            Err(error) => self.ignore(error),
        }
    }

    fn set_limit(&mut self, keyword: &str, value: u64) {
        let [white, black] = [Color::White, Color::Black].map(Color::index);
        let (limits, clocks) = (&mut self.limits, &mut self.clocks);
        let time = Some(Duration::from_millis(value));
        let count = Some(value as u32);
        match keyword {
            "perft" => self.perft = count,
            "depth" => limits.depth = count,
            "mate" => limits.mate = count,
            "movestogo" => clocks.moves_to_go = count.filter(|&moves| moves > 0),
            "nodes" => limits.nodes = Some(value),
            "wtime" => clocks.remaining[white] = time,
            "btime" => clocks.remaining[black] = time,
            "winc" => clocks.increment[white] = time,
            "binc" => clocks.increment[black] = time,
            _ => limits.move_time = time,
        }
    }

    /// What was read, made complete where something is missing.
    fn request(mut self, position: &Position) -> Request {
        if !self.searched.is_empty() {
            let legal = position.legal_moves().into_iter();
            let searched = legal.filter(|mv| self.searched.contains(mv));
            self.limits.root_moves = Some(searched.collect());
        }
        self.set_clock(position.side_to_move());
        let limits = &mut self.limits;
        let is_bounded = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some()
            || limits.move_time.is_some()
            || limits.clock.is_some();
        if !is_bounded && !limits.infinite && self.perft.is_none() {
            if self.misses_limit {
                limits.move_time = Some(FALLBACK_TIME);
                self.errors.push(UciError::Brief(FALLBACK_TIME.as_millis()));
            } else if !limits.ponder {
                limits.infinite = true;
            }
        }
        Request {
            limits: self.limits,
            perft: self.perft,
            errors: self.errors,
        }
    }

    /// Sets the clock of the side to move, or that of the other side if it is missing.
    fn set_clock(&mut self, side: Color) {
        let names = match side {
            Color::White => ["wtime", "btime"],
            Color::Black => ["btime", "wtime"],
        };
        let sides = [side.index(), (!side).index()];
        let Clocks {
            remaining,
            increment,
            moves_to_go,
        } = self.clocks;
        let [own, other] = sides.map(|side| remaining[side]);
        let Some(remaining) = own.or(other) else {
            let parts = ["winc", "binc", "movestogo"];
            if let Some(&part) = self.keywords.iter().find(|word| parts.contains(word)) {
                let [own, other] = names;
                let has_clock = self.keywords.iter().any(|word| [own, other].contains(word));
                match has_clock {
                    true => self.misses_limit = true,
                    false => self.ignore(UciError::NoClock(part)),
                }
            }
            return;
        };
        let [own_increment, other_increment] = sides.map(|side| increment[side]);
        let increment = match own {
            Some(_) => own_increment,
            None => {
                let [missing, used] = names;
                self.errors.push(UciError::Clock(missing));
                self.errors.push(UciError::OtherClock(used));
                own_increment.or(other_increment)
            }
        };
        self.limits.clock = Some(Clock {
            remaining,
            increment: increment.unwrap_or_default(),
            moves_to_go,
        });
    }
}

/// A number that is not negative, and whether it was written like this.
struct Number {
    value: u64,
    is_literal: bool,
}

fn perft_depth(word: &str) -> Result<Number, UciError> {
    let max = i64::from(perft::MAX_DEPTH);
    // A deeper one would not end sooner.
    let is_in_range = |depth: &Number| depth.is_literal;
    let depth = number("perft", word, 0, max).ok().filter(is_in_range);
    depth.ok_or_else(|| UciError::Number {
        what: "perft",
        min: 0,
        max,
        word: word.to_owned(),
    })
}

/// The depth of `bench`.
pub(super) fn bench_depth(word: &str) -> Result<u32, UciError> {
    let max = 100;
    let depth = word.parse().ok().filter(|depth| (1..=max).contains(depth));
    depth.ok_or_else(|| UciError::Number {
        what: "bench",
        min: 1,
        max: i64::from(max),
        word: word.to_owned(),
    })
}

/// A number from `min` to `max`. A decimal fraction is dropped, a larger number is read
/// as `max`, and a negative one, where it is possible, as 0: clocks run out.
fn number(what: &'static str, word: &str, min: i64, max: i64) -> Result<Number, UciError> {
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    let unsigned = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    let is_number = !unsigned.is_empty()
        && [unsigned, fraction]
            .iter()
            .all(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));
    let is_negative = whole.starts_with('-');
    let value = match whole.parse::<i64>() {
        Ok(value) => value,
        // Digits that do not parse are too many.
        Err(_) if is_negative => i64::MIN,
        Err(_) => i64::MAX,
    };
    if !is_number || value < min && (min == 0 || !is_negative) {
        return Err(UciError::Number {
            what,
            min,
            max,
            word: word.to_owned(),
        });
    }
    Ok(Number {
        value: value.clamp(0, max).unsigned_abs(),
        is_literal: value <= max && whole == word,
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

    fn asked(line: &str) -> Request {
        request(&line.split_whitespace().collect::<Vec<_>>(), &start())
    }

    /// The limits of a line without a error.
    fn read(line: &str) -> Limits {
        let asked = asked(line);
        assert_eq!(asked.errors, [], "{line}");
        asked.limits
    }

    #[test]
    fn takes_the_clock_of_the_side_to_move() {
        let limits = read("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5");
        let clock = limits.clock.unwrap();
        assert_eq!(clock.remaining, Duration::from_secs(1));
        assert_eq!(clock.increment, Duration::from_millis(10));
        assert_eq!(clock.moves_to_go, Some(5));
        assert!(!limits.infinite);
        let late = read("wtime -50 btime 1");
        assert_eq!(late.clock.unwrap().remaining, Duration::ZERO);
    }

    #[test]
    fn moves_end_before_the_next_word() {
        let limits = read("searchmoves e2e4 d2d4 depth 3 ponder");
        let moves = limits.root_moves.unwrap();
        let moves: HashSet<String> = moves.iter().map(|&mv| coordinate(&start(), mv)).collect();
        assert_eq!(moves, HashSet::from(["e2e4", "d2d4"].map(String::from)));
        assert_eq!(limits.depth, Some(3));
        assert!(limits.ponder && !limits.infinite);
    }

    #[test]
    fn the_order_of_moves_does_not_matter() {
        let moves = |line| read(line).root_moves;
        let two = moves("searchmoves e2e4 d2d4");
        assert!(two.as_ref().is_some_and(|moves| moves.len() == 2));
        assert_eq!(moves("searchmoves d2d4 e2e4 d2d4"), two);
        assert_eq!(moves("searchmoves d2d4 searchmoves e2e4"), two);
        assert_eq!(moves("depth 3"), None);
    }

    #[test]
    fn nothing_at_all_is_no_limit() {
        assert!(read("").infinite);
        assert!(read("searchmoves e2e4").infinite);
        assert!(!read("mate 3").infinite);
        assert!(!read("ponder").infinite);
    }

    /// The errors of a line, and the limits that remain.
    fn errors(line: &str) -> (Vec<String>, Limits) {
        let asked = asked(line);
        let errors = asked.errors.iter().map(ToString::to_string).collect();
        (errors, asked.limits)
    }

    /// Checks what is said about a line, and that the rest of it is understood.
    fn check(line: &str, messages: &[&str], expected: Limits) {
        let (errors, limits) = errors(line);
        assert_eq!(errors, messages, "{line}");
        assert_eq!(limits, expected, "{line}");
    }

    fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    fn mate(moves: u32) -> Limits {
        Limits {
            mate: Some(moves),
            ..Limits::default()
        }
    }

    fn infinite() -> Limits {
        Limits {
            infinite: true,
            ..Limits::default()
        }
    }

    fn clock(milliseconds: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        Limits {
            clock: Some(Clock {
                remaining: Duration::from_millis(milliseconds),
                increment: Duration::from_millis(increment),
                moves_to_go,
            }),
            ..Limits::default()
        }
    }

    const UNKNOWN: &str = "unknown word 'foo' after go";
    const DEPTH: &str = "depth is a number from 0 to 4294967295, not 'x'";
    const TWICE: &str = "depth is given twice, and the last one counts";

    #[test]
    fn a_depth_is_read_whatever_else_is_wrong() {
        check("foo depth 1", &[UNKNOWN], depth(1));
        check("depth 1 foo", &[UNKNOWN], depth(1));
        check("depth 3 depth x", &[TWICE, DEPTH], depth(3));
        check("depth 3 depth 5", &[TWICE], depth(5));
        check("depth 3.9", &["depth '3.9' is read as 3"], depth(3));
        let clamped = "depth '99999999999999999999' is read as 4294967295";
        check("depth 99999999999999999999", &[clamped], depth(u32::MAX));
        check("depth 3 nodes", &["nodes needs a number"], depth(3));
        check("infinite depth x", &[DEPTH], infinite());
    }

    #[test]
    fn moves_that_are_not_legal_are_left_out() {
        let illegal = "'e2e5' is not legal here";
        check("depth 3 searchmoves e2e5", &[illegal], depth(3));
        check("infinite searchmoves e2e5", &[illegal], infinite());
        check("searchmoves e2e5", &[illegal], infinite());
        check(
            "searchmoves depth 3",
            &["searchmoves needs a move"],
            depth(3),
        );
    }

    #[test]
    fn a_clock_is_read_from_what_there_is() {
        let missing = "the time of the side to move is missing (wtime)";
        let used = "btime is used instead";
        let range = "is a number from -1000000000000 to 1000000000000, not 'x'";
        check("btime 100 binc 7", &[missing, used], clock(100, 7, None));
        check(
            "wtime 1000.0 btime 1000.0",
            &[
                "wtime '1000.0' is read as 1000",
                "btime '1000.0' is read as 1000",
            ],
            clock(1000, 0, None),
        );
        check(
            "wtime 1000 btime x movestogo -1",
            &[
                &format!("btime {range}"),
                "movestogo is a number from 0 to 4294967295, not '-1'",
            ],
            clock(1000, 0, None),
        );
        check(
            "wtime x btime 1000 winc 3 binc 5 movestogo 9",
            &[&format!("wtime {range}"), missing, used],
            clock(1000, 3, Some(9)),
        );
        check("wtime -99999999999999999999", &[], clock(0, 0, None));
        check(
            "wtime 1000 foo binc 7 bar winc 3",
            &[UNKNOWN, "unknown word 'bar' after go"],
            clock(1000, 3, None),
        );
        check("mate 3 wtime x", &[&format!("wtime {range}")], mate(3));
    }

    #[test]
    fn a_mate_is_read_whatever_else_is_wrong() {
        check("mate 1 foo", &[UNKNOWN], mate(1));
        check(
            "foo mate bar 1 mate 2",
            &[
                UNKNOWN,
                "mate is a number from 0 to 4294967295, not 'bar'",
                "unknown word '1' after go",
                "mate is given twice, and the last one counts",
            ],
            mate(2),
        );
        check("mate 3 depth x", &[DEPTH], mate(3));
        let needed = "movestogo needs a clock (wtime, btime)";
        check("mate 3 movestogo 5", &[needed], mate(3));
    }

    #[test]
    fn a_search_whose_limit_cannot_be_read_is_brief() {
        for line in [
            "depth x",
            "depth -1",
            "depth",
            "nodes -1",
            "depth 12x",
            "deep 3",
            "foo",
            "movetime 1e3",
            "mate x",
            "mate -1",
            "foo mate",
            "searchmoves e2e4 dpeth 5",
            "ponder depth x",
            "wtime x btime y",
            "winc 5 binc 5",
            "wtime winc 5",
            "movestogo 40",
            "perft x",
            "perft -1",
            "perft 65",
            "perft",
            "depth .",
            "depth -",
            "depth +",
            "depth 1.x",
            "depth ٣",
        ] {
            let (errors, limits) = errors(line);
            assert_eq!(limits.move_time, Some(FALLBACK_TIME), "{line}");
            assert!(!limits.infinite, "{line}");
            assert!(errors.len() >= 2, "{line}: {errors:?}");
            let last = "no limit can be read, so the search lasts 1000 ms";
            assert_eq!(errors[errors.len() - 1], last, "{line}");
        }
        assert_eq!(asked("perft 3 foo").perft, Some(3));
        assert_eq!(asked("depth 2 perft 3").perft, Some(3));
        assert_eq!(asked("perft 65").perft, None);
    }
}
