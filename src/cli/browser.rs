//! Opens an address in the user's browser without showing it to other users.
//!
//! Everybody on a machine can list the arguments of programs, and the address holds the token of
//! the server. So the browser is given a file that only its owner can read, which leads to the
//! address.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::{Builder, TempDir};

use super::terminal::print_status;

/// How long a browser may take to read the file.
const DELAY: Duration = Duration::from_secs(60);

/// The file that leads to the address, which is deleted when this is dropped, or earlier.
pub(super) struct Redirect(PathBuf);

impl Redirect {
    /// Starts the user's browser. Says so on standard error if there is none.
    pub(super) fn open(address: &str) -> Option<Redirect> {
        match start(address) {
            Ok((folder, child)) => {
                let path = folder.keep();
                let read = path.clone();
                // Without the thread the file stays until this is dropped.
                let _ = thread::Builder::new().spawn(move || wait(child, read));
                Some(Redirect(path))
            }
            Err(error) => {
                print_status(&format!("{} ({error})", without_browser()));
                None
            }
        }
    }
}

impl Drop for Redirect {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn without_browser() -> &'static str {
    "No browser could be started; open the address by hand."
}

fn start(address: &str) -> io::Result<(TempDir, Child)> {
    let folder = folder()?;
    let file = folder.path().join("board.html");
    write(&file, address)?;
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "windows") {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let child = Command::new(program)
        .args(arguments)
        .arg(&file)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    Ok((folder, child))
}

/// A folder that only the user can enter.
fn folder() -> io::Result<TempDir> {
    let mut builder = Builder::new();
    builder.prefix("peregrine-board-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o700));
    }
    builder.tempdir()
}

fn write(path: &Path, address: &str) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    // The address has no characters that mean something in HTML.
    write!(
        options.open(path)?,
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Peregrine</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n\
         <a href=\"{address}\">Open the board</a>\n"
    )
}

/// Waits for the program that starts the browser, and deletes the file some time later.
fn wait(mut child: Child, folder: PathBuf) {
    // Some of them end at once, others with the browser.
    let deleted = thread::Builder::new().spawn(move || {
        thread::sleep(DELAY);
        // It may be gone already.
        let _ = fs::remove_dir_all(folder);
    });
    if child.wait().is_ok_and(|status| !status.success()) {
        print_status(without_browser());
    }
    if let Ok(deleted) = deleted {
        // It cannot fail: deleting is all that it does.
        let _ = deleted.join();
    }
}
