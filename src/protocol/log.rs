//! The option `Debug Log File`: logs a session to a file.
//!
//! Input lines are prefixed with `>>`, output lines with `<<`. A separate thread writes the
//! file, so that a slow disk does not delay the session.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;

use crate::base::files;

/// What stands before a line of input.
const INPUT: &str = ">> ";

/// What stands before a line of output.
const OUTPUT: &str = "<< ";

/// How many bytes at the start of a file are checked to recognize a log.
const MAX_PROBED: u64 = 1 << 16;

/// The number of lines that may wait for a slow disk before the session waits, too.
const MAX_WAITING: usize = 1_000;

/// The log of a session; clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Log(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    writer: Option<Writer>,
    /// Why logging has stopped.
    fault: Arc<Mutex<Option<String>>>,
}

/// The thread that writes the file.
#[derive(Debug)]
struct Writer {
    lines: Option<SyncSender<String>>,
    thread: Option<JoinHandle<()>>,
}

impl Log {
    /// Appends all following lines to a new file or an earlier log, or stops logging if `path` is `None`. The
    /// previous file is complete when this returns.
    ///
    /// # Errors
    /// When the file cannot be written or has other content; logging then continues as before.
    pub(super) fn open(&self, path: Option<&Path>) -> io::Result<()> {
        let mut state = self.state();
        let Some(path) = path else {
            state.writer = None;
            return Ok(());
        };
        let mut file = open_log(path)?;
        let (sender, lines) = mpsc::sync_channel::<String>(MAX_WAITING);
        let fault = Arc::clone(&state.fault);
        let shown = path.display().to_string();
        let write = move || {
            for mut text in lines.iter() {
                // Write all waiting lines at once.
                lines.try_iter().for_each(|more| text.push_str(&more));
                if let Err(error) = file.write_all(text.as_bytes()) {
                    *lock(&fault) = Some(format!("{shown}: {error}; logging has stopped"));
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

    /// Logs a line of input.
    pub(super) fn log_input(&self, line: &str) {
        self.add(INPUT, line);
    }

    /// Logs a line of output.
    fn log_output(&self, line: &str) {
        self.add(OUTPUT, line);
    }

    fn add(&self, before: &str, line: &str) {
        let mut state = self.state();
        let lines = state.writer.as_ref().and_then(|it| it.lines.as_ref());
        let Some(lines) = lines else {
            return;
        };
        if lines.send(format!("{before}{line}\n")).is_err() {
            // The thread has left the reason in `fault`.
            state.writer = None;
        }
    }

    /// Why logging has stopped; returned only once.
    pub(super) fn report_error(&self) -> Option<String> {
        lock(&self.state().fault).take()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }
}

/// Opens a log to append to it. Only a file that does not exist, is empty or has the lines
/// of a log is taken: nothing else is ever changed.
fn open_log(path: &Path) -> io::Result<File> {
    files::check_no_device(path)?;
    let mut new = OpenOptions::new();
    let exists = match new.append(true).create_new(true).open(path) {
        Ok(file) => return Ok(file),
        Err(error) => error,
    };
    match (std::fs::metadata(path), path.is_symlink()) {
        (Ok(_), _) => {}
        (Err(_), true) => return Err(io::Error::other("this is a link to a missing file")),
        (Err(_), false) => return Err(exists),
    }
    let mut file = files::open_with(path, OpenOptions::new().read(true).append(true))?;
    let mut beginning = Vec::new();
    (&file).take(MAX_PROBED).read_to_end(&mut beginning)?;
    if !is_log(&beginning) {
        let reason = "this file is no log of a session; name a new file";
        return Err(io::Error::other(reason));
    }
    // A process that was killed may have left half a line.
    let mut last = [b'\n'];
    if !beginning.is_empty() {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    if last != [b'\n'] {
        file.write_all(b"\n")?;
    }
    Ok(file)
}

/// Whether every line at the beginning of a file is one of a log. The last one may be cut
/// off, unless it is the only one.
fn is_log(beginning: &[u8]) -> bool {
    let mut lines = beginning.split_inclusive(|&byte| byte == b'\n').peekable();
    let mut is_first = true;
    while let Some(line) = lines.next() {
        let is_cut = lines.peek().is_none() && !line.ends_with(b"\n");
        let has_mark = [INPUT, OUTPUT]
            .iter()
            .any(|mark| line.starts_with(mark.as_bytes()));
        let may_be_cut = is_cut && !is_first && line.len() < INPUT.len();
        if !has_mark && !may_be_cut {
            return false;
        }
        is_first = false;
    }
    true
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Without a sender, the thread ends once it has written everything.
        self.lines = None;
        if let Some(thread) = self.thread.take() {
            // The thread does not panic; if it did, nothing could be done here.
            let _ = thread.join();
        }
    }
}

/// An output that also logs its whole lines.
pub(super) struct Logged<W> {
    output: W,
    log: Log,
    /// The beginning of an unfinished line.
    unfinished: Vec<u8>,
}

impl<W: Write> Logged<W> {
    pub(super) fn new(output: W, log: Log) -> Logged<W> {
        Logged {
            output,
            log,
            unfinished: Vec::new(),
        }
    }
}

impl<W: Write> Write for Logged<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.output.write(bytes)?;
        if self.log.state().writer.is_none() {
            self.unfinished.clear();
            return Ok(written);
        }
        self.unfinished.extend_from_slice(&bytes[..written]);
        let mut rest = &self.unfinished[..];
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            self.log.log_output(&String::from_utf8_lossy(&rest[..end]));
            rest = &rest[end + 1..];
        }
        let taken = self.unfinished.len() - rest.len();
        self.unfinished.drain(..taken);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
