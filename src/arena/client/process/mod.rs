//! An engine's process: lines in, lines out, each with a timestamp.
//!
//! Must not depend on a protocol. Two threads per engine read its output and
//! its standard error, so that waiting can be limited and needs no polling.

#[cfg(all(test, unix))]
mod tests;

use std::collections::VecDeque;
use std::env;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::CommandWrap;
use thiserror::Error;

use super::EngineError;
use super::input::Input;
use super::line_queue::{LineQueue, PopError};
use super::process_guard::{Group, ProcessGuard, lock};
use super::transcript::Transcript;

pub use super::line_queue::Line;
use crate::arena::engine_setup::EngineSetup;

/// The maximum length of a line in bytes; the rest is dropped.
const MAX_LINE: usize = 1 << 14;

/// The number of lines of standard error that are kept.
const MAX_ERROR_LINES: usize = 8;

/// How long a program may take to exit after closing its output before it
/// counts as still running.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);

/// How long an engine may take to quit.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Why an engine cannot be started.
#[derive(Debug, Error)]
pub enum StartError {
    /// The program does not exist.
    #[error("engine '{engine}': program '{}' not found", .command.display())]
    NoProgram {
        /// The engine.
        engine: String,
        /// The program.
        command: PathBuf,
    },
    /// The program is not executable.
    #[error("engine '{engine}': '{}' is not executable", .command.display())]
    NotExecutable {
        /// The engine.
        engine: String,
        /// The program.
        command: PathBuf,
    },
    /// The working directory does not exist.
    #[error("engine '{engine}': directory '{}' not found", .directory.display())]
    NoDirectory {
        /// The engine.
        engine: String,
        /// The directory.
        directory: PathBuf,
    },
    /// Any other error.
    #[error("engine '{engine}': '{}' cannot be started: {error}", .command.display())]
    Other {
        /// The engine.
        engine: String,
        /// The program.
        command: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

/// A running engine process.
///
/// Dropping it kills the engine and its child processes.
///
/// ```no_run
/// # fn example(setup: &peregrine::arena::engine_setup::EngineSetup)
/// # -> Result<(), Box<dyn std::error::Error>> {
/// use std::time::{Duration, Instant};
/// use peregrine::arena::client::{process_guard::ProcessGuard, process::Process};
///
/// let guard = ProcessGuard::new()?;
/// let mut engine = Process::start(setup, &guard, |line| line.starts_with("info "))?;
/// let asked = engine.send("isready")?;
/// let answer = engine.receive(asked + Duration::from_secs(1))?;
/// println!("{} after {:?}", answer.text, answer.at - asked);
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct Process {
    group: Arc<Mutex<Group>>,
    guard: Arc<ProcessGuard>,
    output: Arc<LineQueue>,
    /// A line that arrived after the wait for it had timed out.
    late_line: Option<Line>,
    input: Option<Input>,
    errors: StandardError,
    /// How long to wait for room in its input.
    response_timeout: Duration,
    /// When something was last written to it.
    asked: Instant,
    dialogue: Transcript,
}

/// The last lines that an engine wrote to standard error.
#[derive(Debug)]
struct StandardError {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Disconnected when standard error ends.
    ended: Receiver<()>,
}

impl Process {
    /// Starts an engine. A relative program path is resolved against the
    /// match's directory, not the engine's working directory; a bare name
    /// is looked up in `PATH`.
    ///
    /// Lines for which `is_thinking` is true do not wake [`Process::receive`];
    /// they are returned before the next other line, or when the wait is over.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(
        setup: &EngineSetup,
        guard: &Arc<ProcessGuard>,
        is_thinking: fn(&str) -> bool,
    ) -> Result<Process, StartError> {
        let engine = || setup.name.clone();
        let program = resolve_program(&setup.command);
        let mut command = Command::new(&program);
        command
            .args(&setup.arguments)
            .envs(&setup.environment)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(directory) = &setup.directory {
            if !directory.is_dir() {
                return Err(StartError::NoDirectory {
                    engine: engine(),
                    directory: directory.clone(),
                });
            }
            command.current_dir(directory);
        }
        let start = || -> io::Result<Process> {
            let mut command = CommandWrap::from(command);
            let (group, pipes) = guard.spawn(&mut command, |child| {
                let pipes = (child.stdin().take(), child.stdout().take());
                (pipes, child.stderr().take())
            })?;
            let ((Some(input), Some(output)), Some(errors)) = pipes else {
                return Err(io::Error::other("its pipes are missing"));
            };
            let threads = || -> io::Result<_> {
                let output = spawn_output_reader(output, is_thinking)?;
                Ok((output, Input::new(input)?, spawn_error_reader(errors)?))
            };
            let (output, input, errors) = threads().inspect_err(|_| guard.kill_group(&group))?;
            Ok(Process {
                group,
                guard: Arc::clone(guard),
                output,
                late_line: None,
                input: Some(input),
                errors,
                response_timeout: setup.response_timeout,
                asked: Instant::now(),
                dialogue: Transcript::new(),
            })
        };
        start().map_err(|error| {
            let (engine, command) = (engine(), setup.command.clone());
            match error.kind() {
                io::ErrorKind::NotFound if program.is_absolute() && program.is_file() => {
                    StartError::Other {
                        engine,
                        command,
                        error: io::Error::other(if cfg!(windows) {
                            "the file is there; its path may be too long"
                        } else {
                            "the file is there, but not the program that interprets or loads it"
                        }),
                    }
                }
                io::ErrorKind::NotFound => StartError::NoProgram { engine, command },
                io::ErrorKind::PermissionDenied => StartError::NotExecutable { engine, command },
                _ => StartError::Other {
                    engine,
                    command,
                    error,
                },
            }
        })
    }

    /// Writes one or more lines, separated by `\n`, and returns the time just
    /// before the last byte could be read. The time is taken before the system
    /// call, not after it: on a busy machine a quick engine could otherwise
    /// answer before its clock starts.
    ///
    /// # Errors
    /// When the engine has ended, closed its input, or does not read it.
    pub fn send(&mut self, text: &str) -> Result<Instant, EngineError> {
        let Some(input) = &mut self.input else {
            return Err(EngineError::Disconnect("input"));
        };
        match input.write(&format!("{text}\n"), self.response_timeout) {
            Ok(at) => {
                self.asked = at;
                for line in text.lines() {
                    self.dialogue.push(at, '<', line);
                }
                Ok(at)
            }
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                Err(self.exit_error().unwrap_or_else(|| {
                    // It does not read its input, so nothing more can be sent.
                    self.input = None;
                    EngineError::Stall(self.response_timeout)
                }))
            }
            Err(_) => {
                let ended = self.wait_for_exit(EXIT_TIMEOUT);
                Err(ended.unwrap_or(EngineError::Disconnect("input")))
            }
        }
    }

    /// The next line that arrives before the given time; lines already queued
    /// are returned first, and at once.
    ///
    /// # Errors
    /// When the engine has ended, closed its output, or sent no line in time.
    /// After a timeout it may be called again.
    pub fn receive(&mut self, until: Instant) -> Result<Line, EngineError> {
        let line = match self.late_line.take() {
            Some(line) => Ok(line),
            None => self.output.pop(until),
        };
        match line {
            Ok(line) if line.at > until => {
                self.late_line = Some(line);
                Err(EngineError::Stall(self.asked.elapsed()))
            }
            Ok(line) => {
                self.dialogue.push(line.at, '>', &line.text);
                Ok(line)
            }
            Err(PopError::Timeout) => {
                let stall = EngineError::Stall(self.asked.elapsed());
                Err(self.exit_error().unwrap_or(stall))
            }
            Err(PopError::Ended) => {
                let ended = self.wait_for_exit(EXIT_TIMEOUT);
                Err(ended.unwrap_or(EngineError::Disconnect("output")))
            }
        }
    }

    /// Sets whether old thinking output may be dropped while nobody listens, instead of
    /// blocking the engine.
    pub(crate) fn drop_thinking_when_full(&self, is_forgetful: bool) {
        self.output.set_lossy(is_forgetful);
    }

    /// Makes the seconds of the transcript count from now.
    pub(crate) fn restart_transcript(&mut self) {
        self.dialogue.restart_clock();
    }

    /// The lines written and received since the last call, oldest first:
    /// seconds, `<` for lines sent to the engine, `>` for lines from it, text.
    /// Of a long transcript only the latest part is kept.
    pub fn drain_transcript(&mut self) -> Vec<String> {
        self.dialogue.drain()
    }

    /// Drops the lines that [`Process::drain_transcript`] would return.
    pub(crate) fn clear_transcript(&mut self) {
        self.dialogue.clear();
    }

    /// Sends `quit`, which both protocols have, waits a while, and kills what
    /// is left. Returns the rest of the transcript.
    pub fn quit(mut self) -> Vec<String> {
        let is_told = self.send("quit").is_ok();
        let dialogue = self.drain_transcript();
        if is_told {
            let response_timeout = self.response_timeout.min(QUIT_TIMEOUT);
            self.close(response_timeout);
        }
        dialogue
    }

    /// Closes the engine's input, waits for its end, and kills what is left.
    fn close(mut self, response_timeout: Duration) {
        self.input = None;
        let until = Instant::now() + response_timeout;
        while self.receive(until).is_ok() {}
        // A process may exit a moment after its output closes.
        let _ = self.wait_for_exit(
            until
                .saturating_duration_since(Instant::now())
                .min(EXIT_TIMEOUT),
        );
    }

    /// The failure, if the program has ended.
    fn exit_error(&mut self) -> Option<EngineError> {
        let status = lock(&self.group).status()?;
        Some(EngineError::Crash(self.errors.describe_exit(status)))
    }

    /// The same, waiting for its end for a limited time.
    fn wait_for_exit(&mut self, response_timeout: Duration) -> Option<EngineError> {
        let until = Instant::now() + response_timeout;
        let mut pause = Duration::from_millis(1);
        loop {
            let ended = self.exit_error();
            let left = until.saturating_duration_since(Instant::now());
            if ended.is_some() || left.is_zero() {
                return ended;
            }
            thread::sleep(pause.min(left));
            pause *= 2;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.output.close();
        self.guard.kill_group(&self.group);
    }
}

/// The path of the program, valid from any working directory.
fn resolve_program(command: &Path) -> PathBuf {
    let is_name = command.components().count() == 1 && command.parent() == Some(Path::new(""));
    match env::current_dir() {
        Ok(here) if !is_name => here.join(command),
        _ => command.to_owned(),
    }
}

/// Reads lines until the end, or until `take` returns false. A line ends with a line
/// feed, a carriage return, or both.
fn read_lines(mut source: impl Read, mut take: impl FnMut(Line) -> bool) {
    let mut buffer = vec![0; MAX_LINE];
    let mut line = Vec::new();
    let mut is_after_return = false;
    loop {
        let count = match source.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let at = Instant::now();
        for piece in buffer[..count].split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
            let (text, end) = match piece.split_last() {
                Some((&end @ (b'\n' | b'\r'), text)) => (text, Some(end)),
                _ => (piece, None),
            };
            // The second half of a line ending.
            let is_rest = is_after_return && piece == b"\n";
            is_after_return = end == Some(b'\r');
            if is_rest {
                continue;
            }
            let room = MAX_LINE - line.len();
            line.extend_from_slice(&text[..text.len().min(room)]);
            if end.is_some() {
                let text = readable(&line);
                line.clear();
                if !take(Line { text, at }) {
                    return;
                }
            }
        }
    }
    if !line.is_empty() {
        take(Line {
            text: readable(&line),
            at: Instant::now(),
        });
    }
}

/// The bytes as printable text: control characters, which a terminal would obey, become
/// blanks.
fn readable(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_end_matches(char::is_control);
    let plain = |character: char| match character {
        _ if character.is_control() => ' ',
        _ => character,
    };
    text.chars().map(plain).collect()
}

fn spawn_output_reader(
    output: ChildStdout,
    is_thinking: fn(&str) -> bool,
) -> io::Result<Arc<LineQueue>> {
    let lines = Arc::new(LineQueue::default());
    let received = Arc::clone(&lines);
    thread::Builder::new()
        .name("engine output".to_owned())
        .spawn(move || {
            read_lines(output, |line| {
                let is_news = !is_thinking(&line.text);
                lines.push(line, is_news)
            });
            lines.finish();
        })?;
    Ok(received)
}

fn spawn_error_reader(errors: ChildStderr) -> io::Result<StandardError> {
    let lines = Arc::new(Mutex::new(VecDeque::new()));
    let (end, ended): (SyncSender<()>, _) = mpsc::sync_channel(0);
    let kept = Arc::clone(&lines);
    thread::Builder::new()
        .name("engine errors".to_owned())
        .spawn(move || {
            read_lines(errors, |line| {
                let mut kept = lock(&kept);
                if kept.len() == MAX_ERROR_LINES {
                    kept.pop_front();
                }
                kept.push_back(line.text.chars().take(200).collect());
                true
            });
            drop(end);
        })?;
    Ok(StandardError { lines, ended })
}

impl StandardError {
    /// The exit status, with the last lines of standard error.
    fn describe_exit(&self, status: ExitStatus) -> String {
        // Wait until all is read, unless another process keeps the pipe open.
        let _ = self.ended.recv_timeout(Duration::from_millis(100));
        let lines = lock(&self.lines);
        let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
        match lines.join(" / ").trim() {
            "" => status.to_string(),
            words => format!("{status}; last output on stderr: {words}"),
        }
    }
}
