//! The option `Debug Log File`: what is said, and by whom, in a file.
//!
//! Knows no protocol: lines that come in have `>>` before them, lines that go out `<<`. The
//! conversation is not kept waiting: a thread of its own writes.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;

/// So many lines wait for a slow disk before the conversation does.
const MOST_WAITING: usize = 1_000;

/// The log of a conversation; all copies are of the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Log(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    writer: Option<Writer>,
    /// Why the log has ended by itself.
    fault: Arc<Mutex<Option<String>>>,
}

/// A thread that writes to the file.
#[derive(Debug)]
struct Writer {
    lines: Option<SyncSender<String>>,
    thread: Option<JoinHandle<()>>,
}

impl Log {
    /// Adds what follows to the end of a file, or to none; the file before is complete
    /// then.
    ///
    /// # Errors
    /// When the file cannot be written; the log goes on as it was.
    pub fn open(&self, path: Option<&Path>) -> io::Result<()> {
        let mut state = self.state();
        let Some(path) = path else {
            state.writer = None;
            return Ok(());
        };
        // To open a pipe may take forever.
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return Err(io::Error::other("this is not a regular file"));
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        let (sender, lines) = mpsc::sync_channel::<String>(MOST_WAITING);
        let fault = Arc::clone(&state.fault);
        let shown = path.display().to_string();
        let write = move || {
            for mut text in lines.iter() {
                // What has gathered goes in one piece.
                lines.try_iter().for_each(|more| text.push_str(&more));
                if let Err(error) = file.write_all(text.as_bytes()) {
                    *lock(&fault) = Some(format!("{shown}: {error}; the log has ended"));
                    return;
                }
            }
        };
        let thread = std::thread::Builder::new().name("log".to_owned());
        state.writer = Some(Writer {
            thread: Some(thread.spawn(write)?),
            lines: Some(sender),
        });
        Ok(())
    }

    /// A line has come in.
    pub fn came(&self, line: &str) {
        self.add(">> ", line);
    }

    /// A line goes out.
    fn goes(&self, line: &str) {
        self.add("<< ", line);
    }

    fn add(&self, before: &str, line: &str) {
        let mut state = self.state();
        let lines = state.writer.as_ref().and_then(|it| it.lines.as_ref());
        let Some(lines) = lines else {
            return;
        };
        if lines.send(format!("{before}{line}\n")).is_err() {
            // The thread has said why.
            state.writer = None;
        }
    }

    /// Why the log has ended by itself, said once.
    pub fn take_fault(&self) -> Option<String> {
        lock(&self.state().fault).take()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Without a sender the thread ends when it has written all.
        self.lines = None;
        if let Some(thread) = self.thread.take() {
            // It does not panic, and if it did there would be nothing to be done.
            let _ = thread.join();
        }
    }
}

/// An output whose whole lines are logged too.
pub(super) struct Logged<W> {
    output: W,
    log: Log,
    /// The beginning of a line whose end has not come.
    begun: Vec<u8>,
}

impl<W: Write> Logged<W> {
    pub fn new(output: W, log: Log) -> Logged<W> {
        Logged {
            output,
            log,
            begun: Vec::new(),
        }
    }
}

impl<W: Write> Write for Logged<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.output.write(bytes)?;
        if self.log.state().writer.is_none() {
            self.begun.clear();
            return Ok(written);
        }
        self.begun.extend_from_slice(&bytes[..written]);
        let mut rest = &self.begun[..];
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            self.log.goes(&String::from_utf8_lossy(&rest[..end]));
            rest = &rest[end + 1..];
        }
        let taken = self.begun.len() - rest.len();
        self.begun.drain(..taken);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
