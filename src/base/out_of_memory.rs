//! The end of the program when the system has no more memory: a message and exit status 2.
//!
//! Rust aborts the process when an allocation fails, which looks like a crash, and a panic
//! without memory may even hang. The program therefore uses this [`Allocator`]. The library
//! leaves the choice to others: in theirs it changes nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
use std::hint::black_box;
use std::io;
#[cfg(not(unix))]
use std::io::Write;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use memmap2::MmapMut;

use super::memory;

/// Memory that is given back to write the message and to remove temporary files, in bytes.
const RESERVE: usize = 4 << 20;

/// A panic with less memory available than this, in bytes, is caused by the lack of it.
const SCARCE: usize = 4 << 20;

const MESSAGE: &str = "peregrine: error: out of memory\n";

/// The exit status.
const STATUS: i32 = 2;

/// The system's allocator, except that the process ends with a message when there is no
/// more memory.
#[derive(Debug)]
pub struct Allocator;

thread_local! {
    /// Whether this thread handles failed allocations itself.
    static HANDLES_FAILURE: Cell<bool> = const { Cell::new(false) };
}

// SAFETY: each method passes its arguments on to the system's allocator and returns its result.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of this method.
        checked(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { System.realloc(old, layout, size) })
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(old, layout) }
    }
}

#[inline]
fn checked(memory: *mut u8) -> *mut u8 {
    if memory.is_null() && !HANDLES_FAILURE.get() {
        end_process();
    }
    memory
}

/// Does work that handles failed allocations itself, such as `Vec::try_reserve`.
pub(crate) fn handling_failure<T>(work: impl FnOnce() -> T) -> T {
    let before = HANDLES_FAILURE.replace(true);
    let result = work();
    HANDLES_FAILURE.set(before);
    result
}

/// What is left to do when the process ends.
struct LastDuties {
    reserve: Option<MmapMut>,
    temporary_files: Vec<PathBuf>,
    last_words: Option<String>,
}

static LAST_DUTIES: Mutex<LastDuties> = Mutex::new(LastDuties {
    reserve: None,
    temporary_files: Vec::new(),
    last_words: None,
});

fn change_duties(change: impl FnOnce(&mut LastDuties)) {
    change(&mut LAST_DUTIES.lock().unwrap_or_else(PoisonError::into_inner));
}

/// Prepares the program for the lack of memory: reserves what its end needs, and lets a
/// panic or an abort that the lack of memory causes end it with the message.
pub(crate) fn prepare() {
    change_duties(|duties| duties.reserve = MmapMut::map_anon(RESERVE).ok());
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |information| {
        if memory::was_refused() || !memory::is_available(SCARCE) {
            let payload = information.payload();
            let text = payload.downcast_ref::<&str>().copied();
            let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
            end_process_because(text.unwrap_or_default());
        }
        hook(information);
    }));
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the handler only uses what a signal handler may: atomics and system calls.
    unsafe {
        libc::signal(
            libc::SIGABRT,
            abort_handler as *const () as libc::sighandler_t,
        );
    }
}

/// Makes the best of little address space, if that is what the process is given.
///
/// Threads share heaps from the start, because those of the first threads could leave no room
/// for a search. This thread takes the stack that it may need, because a stack that cannot
/// grow ends the process by a signal.
pub(crate) fn prepare_for_scarcity() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// Less address space than this, in bytes, is little.
        const LITTLE: u64 = 1 << 30;
        let mut limit = libc::rlimit {
            rlim_cur: 0,
            rlim_max: 0,
        };
        // SAFETY: it only writes to `limit`.
        let is_known = unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) } == 0;
        if is_known && limit.rlim_cur < LITTLE {
            memory::share_heaps();
            if !memory::is_available(MAIN_STACK + FRAME) {
                end_process();
            }
            take_stack(MAIN_STACK);
        }
    }
}

/// The stack that the main thread takes if address space is little, in bytes.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAIN_STACK: usize = 1 << 20;

#[cfg(all(target_os = "linux", target_env = "gnu"))]
const FRAME: usize = 16 << 10;

/// Uses at least this many bytes of this thread's stack.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[inline(never)]
fn take_stack(bytes: usize) {
    let mut frame = [0_u8; FRAME];
    black_box(&mut frame);
    if bytes > FRAME {
        take_stack(bytes - FRAME);
    }
    black_box(&mut frame);
}

/// The standard library and C's abort when they have no memory for a new thread.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
extern "C" fn abort_handler(_: libc::c_int) {
    if IS_ENDING.load(Relaxed) {
        exit();
    }
    if memory::was_refused() || !memory::is_available(SCARCE) {
        write_directly(io::stderr(), MESSAGE);
        exit();
    }
    // The process ends as if there were no handler.
}

/// A file that is removed if the process runs out of memory while this exists.
#[derive(Debug)]
pub(crate) struct TemporaryFile(PathBuf);

impl TemporaryFile {
    pub(crate) fn new(path: &Path) -> TemporaryFile {
        change_duties(|duties| duties.temporary_files.push(path.to_owned()));
        TemporaryFile(path.to_owned())
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        change_duties(|duties| duties.temporary_files.retain(|path| *path != self.0));
    }
}

/// What the process writes to standard output if it runs out of memory, such as a game that
/// no file holds.
pub(crate) fn set_last_words(words: Option<String>) {
    change_duties(|duties| duties.last_words = words);
}

/// Whether a thread ends the process.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Ends the process with a message.
pub(crate) fn end_process() -> ! {
    end_process_because("")
}

/// Ends the process with a message and what failed, if that is known.
fn end_process_because(failure: &str) -> ! {
    thread_local! {
        static IS_THIS_THREAD_ENDING: Cell<bool> = const { Cell::new(false) };
    }
    if IS_ENDING.swap(true, Relaxed) {
        if IS_THIS_THREAD_ENDING.get() {
            // Even the reserve is not enough.
            exit();
        }
        // Another thread ends the process.
        loop {
            std::thread::park();
        }
    }
    IS_THIS_THREAD_ENDING.set(true);
    // The thread that holds the lock may be this one or may wait for memory.
    if let Ok(mut duties) = LAST_DUTIES.try_lock() {
        drop(duties.reserve.take());
        for path in &duties.temporary_files {
            // What is left of them is removed by the next run.
            let _ = std::fs::remove_file(path);
        }
        if let Some(words) = &duties.last_words {
            write_directly(io::stdout(), words);
        }
    }
    write_directly(io::stderr(), MESSAGE);
    if !failure.is_empty() {
        for text in ["peregrine: ", failure, "\n"] {
            write_directly(io::stderr(), text);
        }
    }
    exit();
}

/// Writes without the locks and buffers of the standard library, which the failed allocation
/// may have interrupted.
#[cfg(unix)]
fn write_directly(output: impl std::os::fd::AsFd, text: &str) {
    let mut left = text.as_bytes();
    while !left.is_empty() {
        match rustix::io::write(&output, left) {
            Ok(written) if written > 0 => left = &left[written..],
            Err(rustix::io::Errno::INTR) => {}
            // There is nobody left to tell.
            _ => return,
        }
    }
}

#[cfg(not(unix))]
fn write_directly(mut output: impl Write, text: &str) {
    // There is nobody left to tell.
    let _ = output.write_all(text.as_bytes());
}

/// Ends the process without running anything else.
fn exit() -> ! {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it does not return and uses no memory of this process.
    unsafe {
        libc::_exit(STATUS)
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    std::process::exit(STATUS)
}
