//! The program as its users have it: started, talked to, waited for.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// Longer than anything takes that has not gone wrong.
const PATIENCE: Duration = Duration::from_secs(60);

/// A command to start the program with.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_peregrine"));
    command.env_remove("PEREGRINE_PROCESSOR");
    command
}

/// A conversation with the program on its standard input and output.
pub struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Session {
    pub fn start() -> Session {
        Session::with(&[])
    }

    /// A conversation with the program started with those arguments.
    pub fn with(arguments: &[&str]) -> Session {
        let mut child = program()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
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

    /// The next line, which comes before long.
    pub fn line(&self) -> String {
        let line = self.lines.recv_timeout(PATIENCE);
        line.expect("the program answers")
    }

    /// All lines up to and with the first that starts like that.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines[lines.len() - 1].starts_with(start) {
            lines.push(self.line());
        }
        lines
    }

    /// Sends lines and gives what is answered until the engine is ready again.
    pub fn ask(&mut self, text: &str) -> Vec<String> {
        self.send(text);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The most memory, in KiB, that the program has had so far; none where that cannot
    /// be seen.
    pub fn most_memory(&self) -> Option<u64> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).ok()?;
        let peak = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))?;
        peak.trim().strip_suffix(" kB")?.parse().ok()
    }

    /// The input, for somebody else to write to.
    pub fn take_input(&mut self) -> ChildStdin {
        self.input.take().expect("the input is open")
    }

    /// Whether nothing comes for a while.
    pub fn is_silent_for(&self, time: Duration) -> bool {
        self.lines.recv_timeout(time).is_err()
    }

    /// Closes the input, and gives the lines that still come and the status.
    pub fn end(mut self) -> (Vec<String>, ExitStatus) {
        self.input = None;
        let mut lines = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            lines.push(line);
        }
        (lines, wait(&mut self.child))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Only matters after a failed test.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for a program that ends before long.
pub fn wait(child: &mut Child) -> ExitStatus {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            return status;
        }
        assert!(began.elapsed() < PATIENCE, "the program does not end");
        std::thread::sleep(Duration::from_millis(5));
    }
}
