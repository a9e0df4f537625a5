//! Copies of the program.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

/// Copies the program to a path, and waits until it can be started there: a process that another
/// test starts in the meantime has the copy open for writing until it runs its own program.
pub fn copy_program(path: &Path) {
    fs::copy(env!("CARGO_BIN_EXE_peregrine"), path).expect("the program can be copied");
    let starts = || Command::new(path).arg("--version").output();
    while starts().is_err_and(|error| error.kind() == ErrorKind::ExecutableFileBusy) {
        thread::sleep(Duration::from_millis(5));
    }
}
