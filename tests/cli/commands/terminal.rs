//! The program at a terminal, where people type.
#![cfg(unix)]

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::io::{FdFlags, fcntl_setfd};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use super::run;
use crate::process::{program, wait};
use crate::running::{Running, Start};

/// The program with a terminal as its input, output and error output.
struct Terminal {
    master: Option<File>,
    said: Arc<Mutex<Vec<u8>>>,
    child: Running,
}

impl Terminal {
    fn start(arguments: &[&str], folder: &Path) -> Terminal {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        // A child that held this side, too, would keep the terminal alive.
        fcntl_setfd(&master, FdFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let open = || {
            let mut options = File::options();
            options.read(true).write(true);
            Stdio::from(options.open(name.to_str().unwrap()).unwrap())
        };
        let child = program()
            .args(arguments)
            .current_dir(folder)
            .env("TERM", "xterm")
            .stdin(open())
            .stdout(open())
            .stderr(open())
            .start();
        let said = Arc::new(Mutex::new(Vec::new()));
        let master = File::from(master);
        Terminal {
            master: Some(master),
            said,
            child,
        }
    }

    /// Reads until the terminal shows this text after what was shown before.
    fn expect(&mut self, text: &str) {
        let began = Instant::now();
        let master = self.master.as_mut().unwrap();
        let mut said = self.said.lock().unwrap();
        loop {
            let shown = String::from_utf8_lossy(&said).into_owned();
            if let Some(at) = shown.find(text) {
                *said = shown.as_bytes()[at + text.len()..].to_vec();
                return;
            }
            assert!(
                began.elapsed() < Duration::from_secs(60),
                "no '{text}' in {shown}"
            );
            let mut bytes = [0; 4096];
            match master.read(&mut bytes) {
                Ok(0) | Err(_) => panic!("the program ended without '{text}': {shown}"),
                Ok(count) => said.extend_from_slice(&bytes[..count]),
            }
        }
    }

    fn enter(&mut self, bytes: &[u8]) {
        self.master.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// Closes the window.
    fn close(&mut self) {
        self.master = None;
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Only needed after a failed test.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const TWO_PEOPLE: [&str; 3] = ["play", "--color", "both"];

#[test]
fn a_person_who_starts_the_engine_is_told_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(&[], folder.path());
    terminal.expect("an engine for Falcon Chess");
    terminal.expect("'peregrine --help' lists all commands.");
    terminal.enter(b"uci\n");
    terminal.expect("uciok");
    terminal.enter(b"quit\n");
    assert!(wait(&mut terminal.child).success());
    // A program that starts it is told nothing.
    let output = run(&[]);
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
}

#[test]
fn bytes_that_are_no_text_do_not_end_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(&TWO_PEOPLE, folder.path());
    terminal.expect("1. > ");
    terminal.enter(b"e4\r");
    terminal.expect("1... > ");
    for garbage in [
        &b"N\xfcc6\r"[..],
        b"\xff\xfe\r",
        b"\xc3(\r",
        b"e\xed\xa0\x80\r",
    ] {
        terminal.enter(garbage);
        terminal.expect("These bytes are no text in UTF-8");
        terminal.expect("1... > ");
    }
    terminal.enter("é\r".as_bytes());
    terminal.expect("is not a move");
    terminal.expect("1... > ");
    terminal.enter(b"e5\r");
    terminal.expect("2. > ");
    terminal.enter(b"\x03");
    terminal.expect("Type 'quit' to end.");
    terminal.expect("2. > ");
    terminal.enter(b"\x04");
    terminal.expect("1. e4 e5 *");
    assert!(wait(&mut terminal.child).success());
}

#[test]
fn a_game_survives_the_end_of_its_terminal() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["unsaved-game.pgn", "unsaved-game-2.pgn"] {
        let mut terminal = Terminal::start(&TWO_PEOPLE, folder.path());
        terminal.expect("1. > ");
        terminal.enter(b"d4\r");
        terminal.expect("1... > ");
        terminal.close();
        wait(&mut terminal.child);
        let game = std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(game.ends_with("\n1. d4 *\n\n"), "{game}");
    }
}
