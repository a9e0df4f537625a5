//! Parses the lines that an engine sends. Moves remain texts; nothing is judged
//! here.

use crate::arena::client::bounded;
use crate::position::game::GameResult;
use crate::search::score::Score;

/// A line from an engine, as far as it matters to a match.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum EngineMessage {
    /// `feature ...`: what follows the word.
    Features(String),
    /// `pong N`.
    Pong(u64),
    /// `move M`, or the form of version 1.
    Move(String),
    /// It resigns.
    Resign,
    /// It offers a draw, or accepts one.
    OfferDraw,
    /// It claims this result.
    Result(GameResult),
    /// `Illegal move ...`, `tellusererror Illegal position ...`: it rejects the
    /// game.
    Rejection,
    /// `Error (reason): command`, with the command.
    Error(String),
    /// `tellusererror ...`.
    UserError,
    /// Thinking output.
    Thinking(Thinking),
    /// Anything else.
    Other,
}

/// Thinking output: `ply score time nodes moves`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thinking {
    pub depth: u32,
    pub score: Score,
    pub nodes: u64,
}

/// Scores from this on mean mate: 100000 plus the number of moves.
const MATE: i64 = 100_000;

/// The longest mate that a score can mean; higher scores are ordinary ones.
const MAX_MATE_MOVES: i64 = 10_000;

/// Parses a line.
pub(super) fn parse(line: &str) -> EngineMessage {
    let line = line.trim();
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["feature", ..] => EngineMessage::Features(line["feature".len()..].to_owned()),
        ["pong", number] => number
            .parse()
            .map_or(EngineMessage::Other, EngineMessage::Pong),
        ["move", text, ..] => EngineMessage::Move(text.to_owned()),
        [number, "...", text, ..] if is_move_number(number) => EngineMessage::Move(text.to_owned()),
        ["My", "move", "is:", text, ..] | ["My", "move", "is", ":", text, ..] => {
            EngineMessage::Move(text.to_owned())
        }
        ["resign", ..] | ["tellics", "resign", ..] => EngineMessage::Resign,
        // Programs older than the command name the side, as XBoard understands, too.
        ["White", "resign" | "resigns", ..] => EngineMessage::Result(GameResult::BlackWins),
        ["Black", "resign" | "resigns", ..] => EngineMessage::Result(GameResult::WhiteWins),
        ["offer", "draw", ..] | ["tellics", "draw", ..] => EngineMessage::OfferDraw,
        [
            "tellusererror",
            "Illegal" | "illegal",
            "position" | "position:",
            ..,
        ] => EngineMessage::Rejection,
        ["tellusererror", ..] => EngineMessage::UserError,
        ["Illegal" | "illegal", second, ..] if second.starts_with("move") => {
            EngineMessage::Rejection
        }
        ["Error" | "error", second, ..] if second.starts_with('(') => {
            let command = line.split_once("):").map_or("", |(_, command)| command);
            EngineMessage::Error(command.trim().to_owned())
        }
        [result, ..] => match result.parse() {
            Ok(result) => EngineMessage::Result(result),
            Err(_) => thinking(&words).map_or(EngineMessage::Other, EngineMessage::Thinking),
        },
        [] => EngineMessage::Other,
    }
}

/// `12.`
fn is_move_number(word: &str) -> bool {
    let number = word.strip_suffix('.');
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Depth, score, centiseconds and nodes; the depth may have a suffix such as
/// `+`.
fn thinking(words: &[&str]) -> Option<Thinking> {
    let [depth, score, time, nodes, ..] = *words else {
        return None;
    };
    let end = depth.len() - usize::from(!depth.ends_with(|last: char| last.is_ascii_digit()));
    let depth = depth.get(..end)?.parse().ok()?;
    time.parse::<i64>().ok()?;
    Some(Thinking {
        depth,
        score: read_score(score.parse().ok()?),
        nodes: nodes.parse().ok()?,
    })
}

/// A score in centipawns, or 100000 plus the moves to mate.
fn read_score(number: i64) -> Score {
    let moves = number.saturating_abs() - MATE;
    if !(0..=MAX_MATE_MOVES).contains(&moves) || moves == 0 && number > 0 {
        return Score::Centipawns(bounded(number));
    }
    Score::Mate(bounded(moves * number.signum()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_both_versions() {
        for line in [
            "move e2e4",
            " move e2e4 ",
            "1. ... e2e4",
            "My move is: e2e4",
            "My move is : e2e4",
        ] {
            assert_eq!(
                parse(line),
                EngineMessage::Move("e2e4".to_owned()),
                "{line}"
            );
        }
        // The opponent's move, echoed by GNU Chess.
        for line in ["1. e2e4", "move", "moves e2e4", "x ... e2e4", "Hint: e2e4"] {
            assert_eq!(parse(line), EngineMessage::Other, "{line}");
        }
    }

    #[test]
    fn ends_of_games() {
        assert_eq!(
            parse("1-0 {White mates}"),
            EngineMessage::Result(GameResult::WhiteWins)
        );
        assert_eq!(
            parse("1/2-1/2 {Draw by repetition}"),
            EngineMessage::Result(GameResult::Draw)
        );
        assert_eq!(parse("0-1"), EngineMessage::Result(GameResult::BlackWins));
        assert_eq!(parse("resign"), EngineMessage::Resign);
        assert_eq!(
            parse("resign { refuses own move }"),
            EngineMessage::Resign,
            "as Fairy-Max says when its hash table fails it"
        );
        assert_eq!(
            parse("White resigns"),
            EngineMessage::Result(GameResult::BlackWins)
        );
        assert_eq!(
            parse("Black resign"),
            EngineMessage::Result(GameResult::WhiteWins)
        );
        assert_eq!(parse("White moves"), EngineMessage::Other);
        assert_eq!(parse("offer draw"), EngineMessage::OfferDraw);
        assert_eq!(parse("telluser 1-0"), EngineMessage::Other);
        assert_eq!(parse("* {unfinished}"), EngineMessage::Other);
    }

    #[test]
    fn complaints() {
        for line in [
            "Illegal move: f1f5",
            "Illegal move:f1f5",
            "Illegal move (the King is in check): f1f5",
            "illegal move",
            "tellusererror Illegal position: two Kings",
        ] {
            assert_eq!(parse(line), EngineMessage::Rejection, "{line}");
        }
        assert_eq!(
            parse("Error (unknown command): result 1-0 {mate}"),
            EngineMessage::Error("result 1-0 {mate}".to_owned())
        );
        assert_eq!(
            parse("Error (unkown command): post"),
            EngineMessage::Error("post".to_owned())
        );
        assert_eq!(parse("Error (?)"), EngineMessage::Error(String::new()));
        assert_eq!(
            parse("tellusererror no such file"),
            EngineMessage::UserError
        );
    }

    #[test]
    fn thinking_output() {
        let thinking = |line| match parse(line) {
            EngineMessage::Thinking(thinking) => {
                Some((thinking.depth, thinking.score, thinking.nodes))
            }
            _ => None,
        };
        let cp = Score::Centipawns;
        for (line, expected) in [
            (
                " 5     13        2      25567 b1c3 b8c6",
                Some((5, cp(13), 25567)),
            ),
            ("9 -150 1242 10 e2e4", Some((9, cp(-150), 10))),
            ("9. +12 1 10", Some((9, cp(12), 10))),
            ("9& 12 1 10 a b", Some((9, cp(12), 10))),
            ("8 100002 3 10 x", Some((8, Score::Mate(2), 10))),
            ("8 -100002 3 10 x", Some((8, Score::Mate(-2), 10))),
            ("8 -100000 3 10 x", Some((8, Score::Mate(0), 10))),
            ("8 99999 3 10 x", Some((8, cp(99999), 10))),
            ("8 999999999999 3 10 x", Some((8, cp(i32::MAX), 10))),
            (
                "8 -9223372036854775808 3 10 x",
                Some((8, cp(-i32::MAX), 10)),
            ),
            ("8 12 3", None),
            ("8 12 x 10", None),
            ("8 1.2 3 10", None),
            ("é 1 2 3", None),
            ("# 8 12 3 10", None),
        ] {
            assert_eq!(thinking(line), expected, "{line}");
        }
    }

    #[test]
    fn the_rest_means_nothing() {
        for line in ["", "   ", "#", "Chess", "pong", "pong x", "tellics say hi"] {
            assert_eq!(parse(line), EngineMessage::Other, "{line}");
        }
        assert_eq!(parse("pong 12"), EngineMessage::Pong(12));
        assert_eq!(
            parse("feature ping=1"),
            EngineMessage::Features(" ping=1".to_owned())
        );
    }
}
