//! The words of move text: moves, results and comments.

use std::time::{SystemTime, UNIX_EPOCH};

use time::OffsetDateTime;

use crate::base::excerpt::excerpt;

/// A move as written in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// The move text.
    pub text: String,
    /// Its line, from 1.
    pub line: usize,
    /// The comment after it.
    pub comment: Option<String>,
}

/// The value of the tag `Date` for a game that began so many seconds after the beginning of
/// 1970: the day by Coordinated Universal Time.
///
/// ```
/// use peregrine::notation::pgn::date;
/// assert_eq!(date(31 * 86_400), "1970.02.01");
/// ```
pub fn date(seconds: u64) -> String {
    let seconds = seconds.try_into().unwrap_or_default();
    let time = OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let (year, month, day) = (time.year(), u8::from(time.month()), time.day());
    format!("{year:04}.{month:02}.{day:02}")
}

/// The value of the tag `Date` for a game that begins now.
pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    date(since.unwrap_or_default().as_secs())
}

/// Appends to a comment.
pub(super) fn append(place: &mut Option<String>, comment: &str) {
    let comment = comment.trim();
    if comment.is_empty() {
        return;
    }
    match place {
        Some(earlier) => {
            earlier.push(' ');
            earlier.push_str(comment);
        }
        None => *place = Some(comment.to_owned()),
    }
}

/// The word without a leading move number and dots.
pub(super) fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = rest.trim_start_matches('.');
    if after.len() < rest.len() || rest.is_empty() {
        after
    } else {
        word
    }
}

/// The result that a word stands for.
pub(super) fn result(word: &str) -> Option<&str> {
    match word {
        "1-0" | "0-1" | "1/2-1/2" | "*" => Some(word),
        "1/2" => Some("1/2-1/2"),
        _ => None,
    }
}

/// The move that a word is meant as, if it is one.
pub(super) fn move_text(word: &str, line: usize) -> Option<MoveText> {
    is_move(word).then(|| MoveText {
        text: excerpt(word).into_owned(),
        line,
        comment: None,
    })
}

/// Whether a word is meant as a move, rather than a glyph, an annotation or
/// `e.p.`. A null move counts: it is not legal, but stands for a move.
fn is_move(word: &str) -> bool {
    let judgment = !word.contains(char::is_alphanumeric) && word != "--";
    !judgment && !word.starts_with('$') && !["e.p.", "ep", "e.p"].contains(&word)
}
