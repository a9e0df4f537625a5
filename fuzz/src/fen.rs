//! A line that names a game, then a FEN.

use peregrine::position::Position;

use super::play;

/// What is accepted is a sound position; what is refused is refused with a reason.
pub fn look(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (game, fen) = text.split_once('\n').unwrap_or(("", &text));
    match Position::from_fen(play::rules(game), fen) {
        Ok(position) => play::look_at(&position),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
