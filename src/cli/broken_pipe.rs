//! Watches the reader of standard output. A command that computes for hours before
//! it writes would otherwise not notice that its reader has gone.

/// Ends the process quietly as soon as standard output is a pipe without a reader.
/// Where this cannot be detected, the process ends at its next write.
#[cfg(unix)]
pub(super) fn exit_with_reader() {
    use rustix::event::{PollFd, PollFlags, poll};
    use std::io;

    let watch = || {
        let output = io::stdout();
        loop {
            // With no flags requested, poll reports only errors such as a closed pipe.
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
    // Without the thread, the process ends at its next write, as on other systems.
    let _ = std::thread::Builder::new()
        .name("reader".to_owned())
        .spawn(watch);
}

/// Does nothing: this system reports a closed pipe only at the next write.
#[cfg(not(unix))]
pub(super) fn exit_with_reader() {}
