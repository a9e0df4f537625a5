//! Modules of WebAssembly: the session of the board for the worker of a page without a server
//! (feature `page`), and rules and engine for the npm package (feature `package`).
//! `scripts/wasm` builds them; `web/src/module.ts` and `npm/module.js` load them.
//!
//! Functions have numbers for arguments and results. A text or a file lies in the memory of the
//! module: one from outside in a block of [`allocate`], which the function that is given it
//! takes; one for outside at [`output`].
#![cfg(target_family = "wasm")]

#[cfg(feature = "page")]
mod page;
#[cfg(feature = "package")]
mod rules;
#[cfg(feature = "package")]
mod uci;

use std::cell::{Cell, RefCell};
use std::time::Duration;

use peregrine::base::{clock, data_file, random, thread};
use peregrine::engine::{self, Engine, Wakeup};
use peregrine::position::{Position, game::Game};
use peregrine::rules::Rules;
use peregrine::search::Limits;
use peregrine::{tools::bench, variants};

thread_local! {
    /// What was given out last.
    static OUTPUT: RefCell<Vec<u8>> = RefCell::default();
}

/// Puts a text to [`output`], and returns its length.
fn give_out(text: impl Into<Vec<u8>>) -> i32 {
    let text = text.into();
    let length = text.len() as i32;
    OUTPUT.set(text);
    length
}

/// What JavaScript has to provide.
mod imports {
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        /// `performance.now()`: milliseconds.
        pub(super) safe fn now() -> f64;
        /// `Date.now()`: milliseconds.
        pub(super) safe fn today() -> f64;
        /// `Math.random()`.
        pub(super) safe fn random() -> f64;
        /// Lets JavaScript look at messages, if it can suspend the module; not 0 if there are any.
        pub(super) safe fn pause() -> i32;
    }
}

/// The time between pauses.
const PAUSE_INTERVAL: f64 = 8.0;

thread_local! {
    /// When the next pause is due.
    static PAUSE_DUE: Cell<f64> = const { Cell::new(0.0) };
}

/// Pauses if it is time to.
fn pause() -> bool {
    if imports::now() < PAUSE_DUE.get() {
        return false;
    }
    let ends = imports::pause() != 0;
    PAUSE_DUE.set(imports::now() + PAUSE_INTERVAL);
    ends
}

/// A time of JavaScript.
fn milliseconds(time: f64) -> Duration {
    Duration::try_from_secs_f64(time / 1000.0).unwrap_or_default()
}

/// Connects clock and random numbers. To be called first.
fn connect() {
    clock::set_clock(|| milliseconds(imports::now()));
    clock::set_pause(pause);
    clock::set_calendar(|| milliseconds(imports::today()));
    random::set_source(|| {
        let part = || (imports::random() * f64::from(u32::MAX)) as u64;
        part() << 32 | part()
    });
}

/// Makes the calling thread one on which searches run. Never returns. The thread has an instance of
/// its own with the same memory, in which it has got a stack and storage for its own variables.
#[unsafe(no_mangle)]
pub extern "C" fn serve() {
    thread::serve()
}

/// When to run again, in milliseconds: -1 only after a message. With -2 and -3, the name of a file
/// is at [`output`] and ends with a zero: run again when it has been given, or at once.
fn due(wakeup: Wakeup) -> f64 {
    let file = |name: &str, code| {
        give_out(format!("{name}\0"));
        code
    };
    match wakeup {
        Wakeup::Now => 0.0,
        // Timers of browsers may be early.
        Wakeup::After(time) => time.as_secs_f64() * 1000.0 + 1.0,
        Wakeup::Never => -1.0,
        Wakeup::File(name) => file(name, -2.0),
        Wakeup::Extra(name) => file(name, -3.0),
    }
}

/// A block of memory for a text or a file.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    let block: Box<[u8]> = vec![0; length].into();
    Box::into_raw(block).cast()
}

/// The content of a block.
///
/// # Safety
/// The block must come from [`allocate`] with this length, and nobody may use it any more.
unsafe fn taken(start: *mut u8, length: usize) -> Vec<u8> {
    let block = std::ptr::slice_from_raw_parts_mut(start, length);
    // SAFETY: `allocate` has made the block with this length from a box.
    unsafe { Box::from_raw(block) }.into_vec()
}

/// The text of a block.
///
/// # Safety
/// See [`taken`].
unsafe fn taken_text(start: *mut u8, length: usize) -> String {
    // SAFETY: the caller promises the same.
    let bytes = unsafe { taken(start, length) };
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// The rules of the game whose name is in a block.
///
/// # Safety
/// See [`taken`].
unsafe fn taken_rules(start: *mut u8, length: usize) -> Option<&'static Rules> {
    // SAFETY: the caller promises the same.
    variants::rules(&unsafe { taken_text(start, length) }).ok()
}

/// Where the text lies that a function has given out.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Gives the module a file of `data/`.
///
/// # Safety
/// See [`taken`]; this holds for both blocks. The second may be null if there is no such file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn give_file(
    name: *mut u8,
    name_length: usize,
    start: *mut u8,
    length: usize,
) {
    // SAFETY: the caller promises the same.
    let name = unsafe { taken_text(name, name_length) };
    let bytes = match start.is_null() {
        true => None,
        // SAFETY: the caller promises the same.
        false => Some(unsafe { taken(start, length) }),
    };
    data_file::provide(&name, bytes);
    #[cfg(feature = "page")]
    page::use_new_file();
}

/// The files of `data/` that belong to a game and have not been given, one a line. Returns the
/// length of the text.
///
/// # Safety
/// See [`taken`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn missing_files(start: *mut u8, length: usize) -> i32 {
    // SAFETY: the caller promises the same.
    let rules = unsafe { taken_rules(start, length) };
    give_out(rules.map_or_else(String::new, |rules| engine::missing_files(rules).join("\n")))
}

/// The signature of the bench of a game: see `peregrine bench`.
///
/// # Safety
/// See [`taken`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bench(start: *mut u8, length: usize, depth: u32) -> u64 {
    // SAFETY: the caller promises the same.
    let Some(rules) = (unsafe { taken_rules(start, length) }) else {
        return 0;
    };
    let total = bench::run(rules, depth, &false.into(), |_| ());
    total.ok().flatten().map_or(0, |total| total.nodes)
}

/// Searches the start position to a depth. Returns the nodes.
///
/// # Safety
/// See [`taken`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nodes(start: *mut u8, length: usize, depth: u32) -> u64 {
    // SAFETY: the caller promises the same.
    let Some(rules) = (unsafe { taken_rules(start, length) }) else {
        return 0;
    };
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let game = Game::new(Position::start(rules));
    Engine::new(rules).search(&game, limits, |_| ()).nodes
}
