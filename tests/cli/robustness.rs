//! How the program copes with pipes and devices in place of files, with files that change
//! while in use or make false claims, with little memory, and with being killed.
#![cfg(unix)]

mod crash;
mod files;
mod memory;
mod outputs;
mod scarcity;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::running::Start;

/// Longer than anything takes unless something has gone wrong.
const PATIENCE: Duration = Duration::from_secs(120);

/// The output, errors and exit status of a command, which must end before long.
fn outcome(command: &mut Command) -> Output {
    let began = Instant::now();
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .start();
    let id = child.id();
    let watched = thread::spawn(move || child.output());
    while !watched.is_finished() {
        if began.elapsed() > PATIENCE {
            let _ = Command::new("kill")
                .args(["-KILL", &id.to_string()])
                .status();
            panic!("{command:?} does not end");
        }
        thread::sleep(Duration::from_millis(5));
    }
    watched.join().expect("no panic")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The error message of a command that must fail.
#[track_caller]
fn complaint(command: &mut Command) -> String {
    let output = outcome(command);
    let said = text(&output.stderr);
    assert!(
        output.status.code().is_some_and(|code| code != 0) && !said.contains("panicked"),
        "{command:?}: {}: {said}",
        output.status
    );
    said
}

/// The file that defines a game whose tables are built in no time: the small one or the
/// narrow one.
fn file_of_game(name: &str) -> PathBuf {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games");
    games.join(format!("{name}.toml"))
}
