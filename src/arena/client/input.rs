//! Writing to an engine's input, which may be full.
//!
//! A write waits only for a limited time, even if the engine reads nothing. On
//! Unix the pipe is non-blocking, so that writing needs no other thread;
//! elsewhere a thread does the blocking write.

pub(super) use way::Input;

#[cfg(unix)]
mod way {
    use std::io::{self, Write};
    use std::process::ChildStdin;
    use std::time::{Duration, Instant};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

    /// A non-blocking pipe.
    #[derive(Debug)]
    pub(crate) struct Input(ChildStdin);

    impl Input {
        /// Takes over an engine's input.
        ///
        /// # Errors
        /// When the pipe cannot be made non-blocking.
        pub(crate) fn new(pipe: ChildStdin) -> io::Result<Input> {
            // The flags of the engine's end are separate.
            let flags = fcntl_getfl(&pipe)?;
            fcntl_setfl(&pipe, flags | OFlags::NONBLOCK)?;
            Ok(Input(pipe))
        }

        /// Writes the whole text, and returns the time just before its last byte could be read.
        ///
        /// # Errors
        /// `TimedOut` if there was no room for that long; otherwise the system's error, for
        /// example if the pipe is closed.
        pub(crate) fn write(
            &mut self,
            text: &str,
            response_timeout: Duration,
        ) -> io::Result<Instant> {
            let until = Instant::now() + response_timeout;
            let mut rest = text.as_bytes();
            loop {
                let at = Instant::now();
                match self.0.write(rest) {
                    Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                    Ok(count) if count == rest.len() => return Ok(at),
                    Ok(count) => rest = &rest[count..],
                    Err(error) => match error.kind() {
                        io::ErrorKind::WouldBlock => self.wait(until)?,
                        io::ErrorKind::Interrupted => {}
                        _ => return Err(error),
                    },
                }
            }
        }

        /// Waits until there is room or the pipe is closed.
        fn wait(&self, until: Instant) -> io::Result<()> {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            let left = Timespec::try_from(left).map_err(io::Error::other)?;
            match poll(&mut [PollFd::new(&self.0, PollFlags::OUT)], Some(&left)) {
                // If this was too late, the next round notices.
                Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
                Err(error) => Err(error.into()),
            }
        }
    }
}

#[cfg(not(unix))]
mod way {
    use std::io::{self, Write};
    use std::process::ChildStdin;
    use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
    use std::thread;
    use std::time::{Duration, Instant};

    /// The channel to the writing thread.
    #[derive(Debug)]
    pub(crate) struct Input {
        texts: Sender<String>,
        written: Receiver<io::Result<Instant>>,
    }

    impl Input {
        /// Takes over an engine's input.
        ///
        /// # Errors
        /// When no thread can be started.
        pub(crate) fn new(mut pipe: ChildStdin) -> io::Result<Input> {
            let (texts, to_write) = mpsc::channel::<String>();
            let (moments, written) = mpsc::channel();
            thread::Builder::new()
                .name("engine input".to_owned())
                .spawn(move || {
                    for text in to_write {
                        let at = Instant::now();
                        let result = pipe.write_all(text.as_bytes());
                        if moments.send(result.map(|()| at)).is_err() {
                            return;
                        }
                    }
                })?;
            Ok(Input { texts, written })
        }

        /// Writes the whole text, and returns the time just before it could be read.
        ///
        /// # Errors
        /// `TimedOut` if there was no room for that long; otherwise the system's error, for
        /// example if the pipe is closed.
        pub(crate) fn write(
            &mut self,
            text: &str,
            response_timeout: Duration,
        ) -> io::Result<Instant> {
            let is_gone = || io::Error::from(io::ErrorKind::BrokenPipe);
            self.texts.send(text.to_owned()).map_err(|_| is_gone())?;
            match self.written.recv_timeout(response_timeout) {
                Ok(result) => result,
                Err(RecvTimeoutError::Timeout) => Err(io::ErrorKind::TimedOut.into()),
                Err(RecvTimeoutError::Disconnected) => Err(is_gone()),
            }
        }
    }
}
