//! Whoever reads what a command writes.
//!
//! Knows no command. A command that thinks for hours before it writes would not notice
//! in that time that there is nobody left to write to.

/// Ends the process, quietly, as soon as standard output is a pipe that nobody will read
/// from any more. Where that cannot be seen the process ends when it writes.
#[cfg(unix)]
pub(super) fn end_without() {
    use rustix::event::{PollFd, PollFlags, poll};
    use std::io;

    let watch = || {
        let output = io::stdout();
        loop {
            // Of what is not asked for only errors are told, such as a closed pipe.
            let mut watched = [PollFd::new(&output, PollFlags::empty())];
            match poll(&mut watched, None) {
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
                Ok(_) => {
                    let gone = PollFlags::ERR | PollFlags::HUP;
                    if watched[0].revents().intersects(gone) {
                        std::process::exit(0);
                    }
                    return;
                }
            }
        }
    };
    // Without a thread it is as where it cannot be seen.
    let _ = std::thread::Builder::new()
        .name("reader".to_owned())
        .spawn(watch);
}

/// Ends the process when nobody reads; not to be seen on this system before it writes.
#[cfg(not(unix))]
pub(super) fn end_without() {}
