//! Output that nobody reads any more.

use std::io;

/// Whether something could not be written because its reader has gone.
pub(crate) fn is_closed_pipe(error: &io::Error) -> bool {
    // What Windows says if the reader has closed its end, which the standard library does not
    // put with the rest.
    const ERROR_PIPE_NOT_CONNECTED: i32 = 233;
    error.kind() == io::ErrorKind::BrokenPipe
        || cfg!(windows) && error.raw_os_error() == Some(ERROR_PIPE_NOT_CONNECTED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_that_has_gone_is_told_from_other_faults() {
        assert!(is_closed_pipe(&io::ErrorKind::BrokenPipe.into()));
        assert!(!is_closed_pipe(&io::ErrorKind::PermissionDenied.into()));
        // On other systems the number means something else, or nothing.
        let error = io::Error::from_raw_os_error(233);
        assert_eq!(is_closed_pipe(&error), cfg!(windows));
        #[cfg(windows)]
        for code in [109, 232] {
            assert!(is_closed_pipe(&io::Error::from_raw_os_error(code)));
        }
    }
}
