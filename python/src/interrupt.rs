//! Long work without the interpreter's lock, which Python's signals end.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are looked at.
pub const INTERVAL: Duration = Duration::from_millis(50);

/// Does a job on a thread of its own, without the interpreter's lock. A signal whose handler
/// raises an exception, such as Ctrl-C, tells the job to stop; the exception is raised once it
/// has.
pub fn run<T: Send>(py: Python<'_>, job: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let stop = &stop;
            thread::Builder::new().spawn_scoped(scope, move || {
                // Whoever does not wait any longer has no use for it.
                let _ = sender.send(job(stop));
            })?;
            loop {
                match receiver.recv_timeout(INTERVAL) {
                    Ok(done) => return Ok(done),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(signal) = Python::attach(|py| py.check_signals()) {
                            stop.store(true, Relaxed);
                            return Err(signal);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        let words = "the work has ended without a result";
                        return Err(PyRuntimeError::new_err(words));
                    }
                }
            }
        })
    })
}
