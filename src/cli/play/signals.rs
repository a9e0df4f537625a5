//! Ctrl-C and other requests to end: while the engine thinks, it moves at once; otherwise
//! the program ends, prints a game that no file holds, and leaves the terminal as it was.

use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use super::rescue;
use crate::base::out_of_memory::set_last_words;
use crate::cli::terminal::PlainText;
use crate::cli::{CliError, signal_error};

/// The exit status of a program that a signal has ended.
const INTERRUPTED: i32 = 130;

#[derive(Debug, Default)]
struct State {
    is_thinking: AtomicBool,
    interrupted: AtomicBool,
    unsaved: Mutex<Option<String>>,
}

pub(super) struct Signals(Arc<State>);

/// The engine thinks for as long as this lives.
pub(super) struct Thinking<'a>(&'a State);

impl Drop for Thinking<'_> {
    fn drop(&mut self) {
        self.0.is_thinking.store(false, Relaxed);
        self.0.interrupted.store(false, Relaxed);
    }
}

impl Signals {
    /// Handles signals from now on.
    ///
    /// # Errors
    /// If the system does not allow it.
    pub(super) fn new() -> Result<Signals, CliError> {
        let state = Arc::new(State::default());
        let terminal = Terminal::now();
        let seen = Arc::clone(&state);
        ctrlc::set_handler(move || {
            if seen.is_thinking.load(Relaxed) && !seen.interrupted.swap(true, Relaxed) {
                return;
            }
            terminal.restore();
            let unsaved = seen.unsaved.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(game) = &*unsaved {
                let mut output = PlainText::new(io::stdout());
                let printed = write!(output, "\n\n{game}").and_then(|()| output.flush());
                if printed.is_err() {
                    rescue::save(game);
                }
            }
            process::exit(INTERRUPTED);
        })
        .map_err(signal_error)?;
        Ok(Signals(state))
    }

    /// Until the value is dropped, the first signal only interrupts the engine.
    pub(crate) fn begin_thinking(&self) -> Thinking<'_> {
        self.0.is_thinking.store(true, Relaxed);
        Thinking(&self.0)
    }

    pub(super) fn interrupted(&self) -> bool {
        self.0.interrupted.load(Relaxed)
    }

    /// The game that would be lost now.
    pub(crate) fn set_unsaved(&self, game: Option<String>) {
        set_last_words(game.as_ref().map(|game| format!("\n\n{game}")));
        *self
            .0
            .unsaved
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = game;
    }
}

/// How the terminal was set before lines were edited on it.
#[cfg(unix)]
struct Terminal(Option<rustix::termios::Termios>);

#[cfg(unix)]
impl Terminal {
    fn now() -> Terminal {
        Terminal(rustix::termios::tcgetattr(io::stdin()).ok())
    }

    fn restore(&self) {
        use rustix::termios::{OptionalActions, tcsetattr};
        if let Some(settings) = &self.0 {
            // The program ends, whether or not this works.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, settings);
        }
    }
}

/// Other systems restore their terminals themselves.
#[cfg(not(unix))]
struct Terminal;

#[cfg(not(unix))]
impl Terminal {
    fn now() -> Terminal {
        Terminal
    }

    fn restore(&self) {}
}
