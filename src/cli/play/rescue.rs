//! A game that can no longer be printed, because its terminal was closed.

use std::io::{self, IsTerminal};
use std::path::Path;

use crate::base::files;

/// The most files of this kind in a folder.
const MOST: usize = 1000;

/// Writes a game to a new file in the current folder, `unsaved-game.pgn` or one with a
/// number, unless the moves came from a file or another program, which still have them.
pub(super) fn save(game: &str) {
    if !was_typed() {
        return;
    }
    let names = (1..MOST).map(|number| match number {
        1 => "unsaved-game.pgn".to_owned(),
        _ => format!("unsaved-game-{number}.pgn"),
    });
    for name in names {
        let saved = files::create(Path::new(&name), game.trim_start().as_bytes());
        // Another name does not help against other errors, and nobody is there to read them.
        if !saved.is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists) {
            return;
        }
    }
}

/// Whether a person played: on a terminal, even one that has been closed.
fn was_typed() -> bool {
    io::stdin().is_terminal() || is_hung_up()
}

/// Whether the standard input is a terminal that has been closed.
#[cfg(unix)]
fn is_hung_up() -> bool {
    use rustix::io::Errno;
    rustix::termios::tcgetattr(io::stdin()).is_err_and(|error| error == Errno::IO)
}

#[cfg(not(unix))]
fn is_hung_up() -> bool {
    false
}
