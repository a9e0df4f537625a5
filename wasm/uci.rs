//! The engine, spoken to in UCI.

use std::cell::RefCell;

use peregrine::protocol::SessionConfig;
use peregrine::protocol::uci::LocalUci;

use super::{due, give_out, milliseconds, taken_text};

thread_local! {
    static SESSION: RefCell<Option<LocalUci>> = RefCell::default();
}

/// Opens a session, in place of any other.
#[unsafe(no_mangle)]
pub extern "C" fn uci_open() {
    SESSION.set(Some(LocalUci::new(SessionConfig::default())));
}

/// Takes a line, or several.
///
/// # Safety
/// See [`taken`](super::taken).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uci_receive(start: *mut u8, length: usize) {
    // SAFETY: the caller promises the same.
    let text = unsafe { taken_text(start, length) };
    SESSION.with_borrow_mut(|session| {
        if let Some(session) = session {
            session.receive(&text);
        }
    });
}

/// Handles lines, and searches for this time. Returns [when](due) to call it again; -4 after
/// `quit`. No other function may be called while this one is suspended.
#[unsafe(no_mangle)]
pub extern "C" fn uci_run(time: f64) -> f64 {
    SESSION.with_borrow_mut(|session| {
        let Some(session) = session else {
            return -4.0;
        };
        let wakeup = session.run(milliseconds(time));
        match session.has_quit() {
            true => -4.0,
            false => due(wakeup),
        }
    })
}

/// Fetches the lines that the session has written. Returns their length, or -1.
#[unsafe(no_mangle)]
pub extern "C" fn uci_output() -> i32 {
    let lines = SESSION.with_borrow_mut(|session| session.as_mut().and_then(LocalUci::output));
    lines.map_or(-1, give_out)
}
