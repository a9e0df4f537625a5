//! Evaluations in the comments of a game, as other programs write and read them.

use crate::board::color::Color;
use crate::search::score::Score;

/// How a comment begins an evaluation.
const COMMAND: &str = "[%eval ";

/// An evaluation as other programs write it, in Pawns from White's point of view; `#3`
/// means that White mates in three moves.
///
/// ```
/// use peregrine::board::color::Color;
/// use peregrine::search::score::Score;
/// use peregrine::session::evaluation::evaluation;
/// assert_eq!(evaluation(Color::White, Score::Centipawns(35)), "[%eval 0.35]");
/// assert_eq!(evaluation(Color::Black, Score::Centipawns(1207)), "[%eval -12.07]");
/// assert_eq!(evaluation(Color::Black, Score::Mate(-3)), "[%eval #3]");
/// ```
pub fn evaluation(side: Color, score: Score) -> String {
    let sign = match side {
        Color::White => 1,
        Color::Black => -1,
    };
    match score {
        Score::Centipawns(centipawns) => {
            let white = sign * centipawns;
            let minus = if white < 0 { "-" } else { "" };
            let size = white.unsigned_abs();
            format!("{COMMAND}{minus}{}.{:02}]", size / 100, size % 100)
        }
        // A move that loses at once counts as being mated in one.
        Score::Mate(0) => format!("{COMMAND}#{}]", -sign),
        Score::Mate(moves) => format!("{COMMAND}#{}]", sign * moves),
    }
}

/// A comment without the evaluations in it; white space becomes single spaces.
///
/// ```
/// use peregrine::session::evaluation::without_evaluation;
/// assert_eq!(without_evaluation("[%eval 0.1] a [%clk 0:01]\nb"), "a [%clk 0:01] b");
/// ```
pub fn without_evaluation(comment: &str) -> String {
    let words: Vec<&str> = comment.split_ascii_whitespace().collect();
    let mut rest = words.join(" ");
    while let Some(begin) = rest.find(COMMAND) {
        let end = rest[begin..]
            .find(']')
            .map_or(rest.len(), |end| begin + end + 1);
        rest.replace_range(begin..end, " ");
    }
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    words.join(" ")
}
