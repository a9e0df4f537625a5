//! The session of the board as a module of WebAssembly, for the worker of a page without a server:
//! `scripts/wasm` builds it, and `web/src/worker.ts` loads it.
//!
//! Functions have numbers for arguments and results. A text or a file lies in the memory of the
//! module: one from outside in a block of [`allocate`], which the function that is given it
//! takes; one for outside at [`output`].
#![cfg(target_family = "wasm")]

use std::cell::{Cell, RefCell};
use std::time::Duration;

use peregrine::base::{clock, random};
use peregrine::page::{LocalPage, Wakeup};
use peregrine::position::Position;
use peregrine::search::Limits;
use peregrine::{engine::Engine, position::game::Game, tools::bench, variants};

/// The page, and what was given out last.
#[derive(Default)]
struct Host {
    page: Option<LocalPage>,
    output: Vec<u8>,
}

thread_local! {
    static HOST: RefCell<Host> = RefCell::default();
}

impl Host {
    /// The length of a text, which is at [`output`] then; -1 if there is none.
    fn give_out(&mut self, text: Option<String>) -> i32 {
        let Some(text) = text else { return -1 };
        self.output = text.into_bytes();
        self.output.len() as i32
    }
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

/// Where the text lies that a function has given out.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    HOST.with_borrow(|host| host.output.as_ptr())
}

/// Opens the session. Its first messages can be fetched.
#[unsafe(no_mangle)]
pub extern "C" fn open() {
    clock::set_clock(|| milliseconds(imports::now()));
    clock::set_pause(pause);
    clock::set_calendar(|| milliseconds(imports::today()));
    random::set_source(|| {
        let part = || (imports::random() * f64::from(u32::MAX)) as u64;
        part() << 32 | part()
    });
    HOST.with_borrow_mut(|host| host.page = Some(LocalPage::new()));
}

/// Handles a message of the page.
///
/// # Safety
/// See [`taken`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn receive(start: *mut u8, length: usize) {
    // SAFETY: the caller promises the same.
    let text = unsafe { taken(start, length) };
    HOST.with_borrow_mut(|host| {
        if let Some(page) = &mut host.page {
            page.receive(&String::from_utf8_lossy(&text));
        }
    });
}

/// Does what is due, and searches for this time. Returns in how many milliseconds to call it
/// again: -1 only after a message, -2 when the file has been given whose name is at [`output`]
/// and ends with a zero. No other function may be called while this one is suspended.
#[unsafe(no_mangle)]
pub extern "C" fn run(time: f64) -> f64 {
    HOST.with_borrow_mut(|host| {
        let Some(page) = &mut host.page else {
            return -1.0;
        };
        match page.run(milliseconds(time)) {
            Wakeup::Now => 0.0,
            // Timers of browsers may be early.
            Wakeup::After(time) => time.as_secs_f64() * 1000.0 + 1.0,
            Wakeup::Never => -1.0,
            Wakeup::File(name) => {
                host.output = format!("{name}\0").into_bytes();
                -2.0
            }
        }
    })
}

/// Fetches the next message for the page. Returns its length, or -1.
#[unsafe(no_mangle)]
pub extern "C" fn next_message() -> i32 {
    HOST.with_borrow_mut(|host| {
        let message = host.page.as_mut().and_then(LocalPage::next_message);
        host.give_out(message)
    })
}

/// Gives the session a file.
///
/// # Safety
/// See [`taken`]; this holds for both blocks. The second may be null if there is no such file.
#[cfg(feature = "separate-data")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn give_file(
    name: *mut u8,
    name_length: usize,
    start: *mut u8,
    length: usize,
) {
    // SAFETY: the caller promises the same.
    let name = unsafe { taken(name, name_length) };
    let bytes = match start.is_null() {
        true => None,
        // SAFETY: the caller promises the same.
        false => Some(unsafe { taken(start, length) }),
    };
    HOST.with_borrow_mut(|host| {
        if let Some(page) = &mut host.page {
            page.give_file(&String::from_utf8_lossy(&name), bytes);
        }
    });
}

/// A picture of the array of a game. Returns its length, or -1 if there is no such game.
///
/// # Safety
/// See [`taken`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn picture(start: *mut u8, length: usize) -> i32 {
    // SAFETY: the caller promises the same.
    let name = unsafe { taken(start, length) };
    let picture = LocalPage::picture(&String::from_utf8_lossy(&name));
    HOST.with_borrow_mut(|host| host.give_out(picture))
}

/// The signature of the bench of a game: see `peregrine bench`.
///
/// # Safety
/// See [`taken`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bench(start: *mut u8, length: usize, depth: u32) -> u64 {
    // SAFETY: the caller promises the same.
    let name = unsafe { taken(start, length) };
    let Ok(rules) = variants::rules(&String::from_utf8_lossy(&name)) else {
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
    let name = unsafe { taken(start, length) };
    let Ok(rules) = variants::rules(&String::from_utf8_lossy(&name)) else {
        return 0;
    };
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let game = Game::new(Position::start(rules));
    Engine::new(rules).search(&game, limits, |_| ()).nodes
}
