//! Starting threads.
//!
//! WebAssembly without a system cannot start a thread. The owner of the library can: a thread that
//! it has started, such as another worker of a browser, calls `serve` and runs the library's jobs.

use std::io;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::thread::JoinHandle;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use without_system::serve;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use without_system::{JoinHandle, spawn};

/// The stack size of a thread that searches, in bytes. A line of 49 plies took 124 KiB. Lines
/// end at `MAX_PLY`, and at each ply a node may search itself again, so 2 MiB hold the deepest
/// line; unoptimized builds need four times as much.
pub const SEARCH_STACK: usize = 8 << 20;

/// Starts a thread with a stack of this size, in bytes.
///
/// # Errors
/// When the system refuses it.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) fn spawn(
    name: &str,
    stack_size: usize,
    run: impl FnOnce() + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    let builder = std::thread::Builder::new().name(name.to_owned());
    builder.stack_size(stack_size).spawn(run)
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod without_system {
    use std::collections::VecDeque;
    use std::io;
    use std::sync::mpsc::{self, Receiver};
    use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

    type Run = Box<dyn FnOnce() + Send>;

    /// The threads that wait, or soon will, and what they are to run.
    struct Waiting {
        threads: usize,
        queue: VecDeque<Run>,
    }

    static WAITING: Mutex<Waiting> = Mutex::new(Waiting {
        threads: 0,
        queue: VecDeque::new(),
    });
    static QUEUED: Condvar = Condvar::new();

    fn waiting() -> MutexGuard<'static, Waiting> {
        // A panic ends the whole module.
        WAITING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the calling thread one that the library can use. Never returns.
    ///
    /// It needs a stack of [`STACK`](crate::engine::STACK) bytes, and storage for its own
    /// variables: `__stack_pointer` and `__wasm_init_tls` of its instance.
    pub fn serve() -> ! {
        waiting().threads += 1;
        loop {
            let mut waiting = waiting();
            let run = loop {
                match waiting.queue.pop_front() {
                    Some(run) => break run,
                    None => {
                        let woken = QUEUED.wait(waiting);
                        waiting = woken.unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            drop(waiting);
            run();
        }
    }

    /// Waits for the end of what was started.
    pub(crate) struct JoinHandle<T>(Receiver<T>);

    impl JoinHandle<()> {
        pub(crate) fn join(self) -> Result<(), mpsc::RecvError> {
            self.0.recv()
        }
    }

    /// Has a thread that waits run this.
    pub(crate) fn spawn(
        _name: &str,
        _stack_size: usize,
        run: impl FnOnce() + Send + 'static,
    ) -> io::Result<JoinHandle<()>> {
        let mut waiting = waiting();
        if waiting.threads == 0 {
            return Err(io::Error::other("no thread waits"));
        }
        waiting.threads -= 1;
        let (sender, ended) = mpsc::channel();
        waiting.queue.push_back(Box::new(move || {
            run();
            // Who waits for the end may start the next.
            self::waiting().threads += 1;
            // Nobody may wait for it.
            let _ = sender.send(());
        }));
        QUEUED.notify_one();
        Ok(JoinHandle(ended))
    }
}
