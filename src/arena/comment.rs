//! What an engine reported about a move, as a PGN comment.

use crate::search::score::Score;

use super::record::SearchInfo;

/// The comment for a move: score and depth where known, time, and nodes, in the
/// form that other match programs use. The score is from the player's own point
/// of view; `+M3` means it mates in three moves, `-M3` that it is mated in
/// three.
///
/// ```
/// use peregrine::{arena::{comment::comment, record::SearchInfo}, search::score::Score};
/// let mut thought = SearchInfo { microseconds: 1_234_000, ..SearchInfo::default() };
/// assert_eq!(comment(&thought), "1.234s");
/// thought.score = Some(Score::Centipawns(35));
/// thought.depth = Some(12);
/// thought.nodes = Some(123_456);
/// assert_eq!(comment(&thought), "+0.35/12 1.234s, 123456 n");
/// thought.score = Some(Score::Mate(-3));
/// assert_eq!(comment(&thought), "-M3/12 1.234s, 123456 n");
/// ```
pub fn comment(info: &SearchInfo) -> String {
    let score = info.score.map(|score| match score {
        Score::Centipawns(_) => score.to_string(),
        Score::Mate(moves) if moves > 0 => format!("+M{moves}"),
        Score::Mate(moves) => format!("-M{}", moves.unsigned_abs()),
    });
    let judged = match (score, info.depth) {
        (Some(score), Some(depth)) => format!("{score}/{depth} "),
        (Some(score), None) => format!("{score} "),
        (None, Some(depth)) => format!("/{depth} "),
        (None, None) => String::new(),
    };
    let milliseconds = info.microseconds / 1000;
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let nodes = info
        .nodes
        .map_or_else(String::new, |nodes| format!(", {nodes} n"));
    format!("{judged}{seconds}.{rest:03}s{nodes}")
}

/// The score at the start of such a comment, if there is one; commands such as
/// `[%eval 0.35]` may come before it.
///
/// ```
/// use peregrine::{arena::comment::score_of, search::score::Score};
/// assert_eq!(score_of("+0.35/12 1.234s, 123456 n"), Some(Score::Centipawns(35)));
/// assert_eq!(score_of("-12.07 0.010s"), Some(Score::Centipawns(-1207)));
/// assert_eq!(score_of("-M3/12 1.234s"), Some(Score::Mate(-3)));
/// assert_eq!(score_of("[%eval -0.20] +0.35/12 1.2s"), Some(Score::Centipawns(35)));
/// assert_eq!(score_of("/12 1.234s"), None);
/// assert_eq!(score_of("1.234s, White resigns"), None);
/// ```
pub fn score_of(comment: &str) -> Option<Score> {
    let mut comment = comment;
    while comment.starts_with("[%") {
        comment = comment.split_once(']')?.1.trim_start();
    }
    let word = comment.split([' ', '/', ',']).next()?;
    let (sign, size) = match word.as_bytes().first()? {
        b'+' => (1, &word[1..]),
        b'-' => (-1, &word[1..]),
        _ => return None,
    };
    let number = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<i32>().ok().filter(|_| digits)
    };
    if let Some(moves) = size.strip_prefix('M') {
        return Some(Score::Mate(sign * number(moves)?));
    }
    let (pawns, hundredths) = size.split_once('.')?;
    let hundredths = number(hundredths).filter(|_| hundredths.len() == 2)?;
    let size = number(pawns)?.checked_mul(100)?.checked_add(hundredths)?;
    Some(Score::Centipawns(sign * size))
}
