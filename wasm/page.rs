//! The session of the board.

use std::cell::RefCell;

use peregrine::page::LocalPage;

use super::{connect, due, give_out, milliseconds, taken_text};

thread_local! {
    static PAGE: RefCell<Option<LocalPage>> = RefCell::default();
}

/// Opens the session, for whose searches this number of threads [serves](super::serve). Its first
/// messages can be fetched.
#[unsafe(no_mangle)]
pub extern "C" fn open(threads: usize) {
    connect();
    PAGE.set(Some(LocalPage::new(threads)));
}

/// Handles a message of the page.
///
/// # Safety
/// See [`taken`](super::taken).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn receive(start: *mut u8, length: usize) {
    // SAFETY: the caller promises the same.
    let text = unsafe { taken_text(start, length) };
    PAGE.with_borrow_mut(|page| {
        if let Some(page) = page {
            page.receive(&text);
        }
    });
}

/// Does what is due, and searches for this time. Returns [when](due) to call it again. No other
/// function may be called while this one is suspended.
#[unsafe(no_mangle)]
pub extern "C" fn run(time: f64) -> f64 {
    PAGE.with_borrow_mut(|page| match page {
        Some(page) => due(page.run(milliseconds(time))),
        None => -1.0,
    })
}

/// Fetches the next message for the page. Returns its length, or -1.
#[unsafe(no_mangle)]
pub extern "C" fn next_message() -> i32 {
    let message = PAGE.with_borrow_mut(|page| page.as_mut().and_then(LocalPage::next_message));
    message.map_or(-1, give_out)
}

/// Lets the session look at a file that has been given.
pub(super) fn use_new_file() {
    PAGE.with_borrow_mut(|page| {
        if let Some(page) = page {
            page.use_new_file();
        }
    });
}

/// The start position of a game, to be drawn. Returns its length, or -1 if the game is unknown.
///
/// # Safety
/// See [`taken`](super::taken).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn array(start: *mut u8, length: usize) -> i32 {
    // SAFETY: the caller promises the same.
    let name = unsafe { taken_text(start, length) };
    LocalPage::array(&name).map_or(-1, give_out)
}
