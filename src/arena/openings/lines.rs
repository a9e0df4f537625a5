//! Openings as lines of moves.

use crate::notation::parse_either;
use crate::position::Position;
use crate::position::game::Game;
use crate::rules::Rules;

use super::{Opening, is_comment, opening_of};

/// Parses a line such as `e2e4 e7e5 ; name`, `1. e4 e5` or `FEN moves e2e4`. A
/// blank line or a comment (`# ...`) gives `None`.
pub(super) fn parse(
    line: &str,
    rules: &'static Rules,
    plies: usize,
) -> Result<Option<Opening>, String> {
    if is_comment(line, rules)? {
        return Ok(None);
    }
    let (line, name) = match line.split_once(';') {
        Some((line, name)) => (line, Some(name)),
        None => (line, None),
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    let (start, moves) = match words.first() {
        Some(first) if first.contains('/') => {
            let end = words.iter().position(|word| *word == "moves");
            let (fen, moves) = words.split_at(end.unwrap_or(words.len()));
            let start = Position::from_fen(rules, &fen.join(" "));
            let start = start.map_err(|error| format!("FEN: {error}"))?;
            (start, moves.get(1..).unwrap_or_default())
        }
        Some(_) => (Position::start(rules), &words[..]),
        None => return Err("a name without moves".to_owned()),
    };
    let mut game = Game::new(start);
    let moves = moves.iter().map(|word| without_number(word));
    for (index, word) in moves
        .filter(|word| !word.is_empty())
        .take(plies)
        .enumerate()
    {
        let position = game.position();
        let mv = parse_either(position, word);
        let mv = mv.map_err(|error| format!("move {}, {error}", index + 1))?;
        game.play(mv);
    }
    Ok(Some(opening_of(game, name)))
}

/// The word without a leading move number: `1.e4`, `1.`, `1...`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None => word,
    }
}
