//! Runs the program as a user does: starts it, talks to it, waits for it.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use crate::running::{Running, Start};

/// A time limit that only failures exceed.
const PATIENCE: Duration = Duration::from_secs(60);

/// A command that starts the program.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_peregrine"));
    command.env_remove("PEREGRINE_PROCESSOR");
    command
}

/// What a command prints when its standard input is this text, and how it ends.
pub fn output_for(command: &mut Command, input: &str) -> Output {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.start();
    let mut pipe = child.stdin.take().expect("its input is a pipe");
    // It may wait for its output to be read before it reads on.
    thread::scope(|scope| {
        let writer = scope.spawn(move || pipe.write_all(input.as_bytes()));
        let output = child.output();
        let written = writer.join().expect("a pipe can be written to");
        written.expect("the program reads");
        output
    })
}

/// What a program has written.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes UTF-8")
}

/// What the program complains about, which must have refused its input.
pub fn complaint(output: &Output) -> String {
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    said
}

/// The complaint about a file that does not exist, in the words of the system.
pub fn no_file(name: &str) -> String {
    format!("{name}: {}", std::io::Error::from_raw_os_error(2))
}

/// Waits until so many records begin with this line in a file, or the program has ended.
pub fn wait_for_records(file: &Path, beginning: &str, count: usize, child: &mut Running) {
    let began = Instant::now();
    while records(file, beginning) < count && child.try_wait().expect("it runs").is_none() {
        assert!(began.elapsed() < PATIENCE, "nothing is written");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// How many records begin with this line in a file, which need not be there.
pub fn records(file: &Path, beginning: &str) -> usize {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.matches(beginning).count()
}

/// Sends a signal, such as `INT`.
#[cfg(unix)]
pub fn signal(child: &Running, name: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-s", name, &id]).status();
    assert!(sent.expect("kill runs").success());
}

/// A conversation with the program on its standard input and output.
pub struct Session {
    child: Running,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Session {
    pub fn start() -> Session {
        Session::with(&[])
    }

    /// Starts the program with these arguments.
    pub fn with(arguments: &[&str]) -> Session {
        let mut command = program();
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.start();
        let output = child.stdout.take().expect("its output is a pipe");
        let input = child.stdin.take();
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Session {
            child,
            input,
            lines,
        }
    }

    pub fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{text}").expect("the program reads");
    }

    /// The next line; fails if it takes too long.
    pub fn line(&self) -> String {
        let line = self.lines.recv_timeout(PATIENCE);
        line.expect("the program answers")
    }

    /// All lines up to and including the first that begins with `start`.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines[lines.len() - 1].starts_with(start) {
            lines.push(self.line());
        }
        lines
    }

    /// Sends lines and returns the output until the engine is ready again.
    pub fn ask(&mut self, text: &str) -> Vec<String> {
        self.send(text);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Peak memory of the program so far in KiB; `None` where the system does
    /// not report it.
    pub fn most_memory(&self) -> Option<u64> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).ok()?;
        let peak = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))?;
        peak.trim().strip_suffix(" kB")?.parse().ok()
    }

    /// Takes the input, for another thread to write to.
    pub fn take_input(&mut self) -> ChildStdin {
        self.input.take().expect("the input is open")
    }

    /// Whether there is no output for that long.
    pub fn is_silent_for(&self, time: Duration) -> bool {
        self.lines.recv_timeout(time).is_err()
    }

    /// Closes the input, and returns the remaining lines and the exit status.
    pub fn end(mut self) -> (Vec<String>, ExitStatus) {
        self.input = None;
        let mut lines = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            lines.push(line);
        }
        (lines, wait(&mut self.child))
    }
}

/// Waits for a program that should end soon.
pub fn wait(child: &mut Running) -> ExitStatus {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            return status;
        }
        assert!(began.elapsed() < PATIENCE, "the program does not end");
        std::thread::sleep(Duration::from_millis(5));
    }
}
