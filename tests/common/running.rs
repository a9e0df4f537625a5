//! Programs that tests start: none outlives its test, and none runs without end.
#![allow(dead_code)]

use std::io::{self, ErrorKind, Read};
use std::ops::{Deref, DerefMut};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// Longer than any program of a test runs, on however slow a machine.
const MAX_TIME: Duration = Duration::from_secs(900);

/// A program that was started. It is killed when this is dropped, and when it runs too long: then
/// whoever waits for it or for its output gets its end, and the test fails instead of hanging.
pub struct Running {
    child: Child,
    /// Closed with it, which ends the watch.
    _watch: Sender<()>,
}

/// How tests start programs.
pub trait Start {
    /// Starts a program.
    fn start(&mut self) -> Running;

    /// What a program writes, and how it ends. Its input is empty.
    fn run(&mut self) -> Output;
}

impl Start for Command {
    #[track_caller]
    fn start(&mut self) -> Running {
        // A copy of a program is busy while another thread starts a child, which holds all open
        // files until it is executed.
        let is_busy = |error: &io::Error| error.kind() == ErrorKind::ExecutableFileBusy;
        let mut child = self.spawn();
        for _ in 0..100 {
            if !child.as_ref().is_err_and(is_busy) {
                break;
            }
            thread::sleep(Duration::from_millis(20));
            child = self.spawn();
        }
        let child = child.unwrap_or_else(|error| panic!("{self:?} does not start: {error}"));
        let (watch, ended) = mpsc::channel();
        let (id, what) = (child.id(), format!("{self:?}"));
        thread::spawn(move || {
            if ended.recv_timeout(MAX_TIME) == Err(RecvTimeoutError::Timeout) {
                eprintln!("{what} is killed: it has not ended after {MAX_TIME:?}");
                kill(id);
            }
        });
        Running {
            child,
            _watch: watch,
        }
    }

    #[track_caller]
    fn run(&mut self) -> Output {
        self.stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        self.start().output()
    }
}

impl Running {
    /// What it writes to its pipes, and its end.
    pub fn output(mut self) -> Output {
        drop(self.child.stdin.take());
        let errors = self.child.stderr.take();
        let errors = thread::spawn(move || content(errors));
        let stdout = content(self.child.stdout.take());
        let stderr = errors.join().expect("a pipe can be read");
        Output {
            status: self.child.wait().expect("a program that was started"),
            stdout,
            stderr,
        }
    }
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.child
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.child
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn content(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        pipe.read_to_end(&mut bytes).expect("a pipe can be read");
    }
    bytes
}

/// Kills the process of this number.
fn kill(id: u32) {
    let id = id.to_string();
    let (program, arguments) = match cfg!(windows) {
        true => ("taskkill", ["/F", "/T", "/PID", &id]),
        false => ("kill", ["-s", "KILL", "--", &id]),
    };
    // What cannot be killed has ended.
    let _ = Command::new(program).args(arguments).status();
}
