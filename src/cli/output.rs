//! What commands write: standard output, and files, which are checked before the work.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::base::closed_pipe::is_closed_pipe;
use crate::base::files;

use super::CliError;

/// Standard output, whose errors say what they are about.
pub(super) struct StandardOutput;

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::stdout()
            .write(bytes)
            .map_err(|error| standard_output_error(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout()
            .flush()
            .map_err(|error| standard_output_error(&error))
    }
}

/// An error of standard output.
pub(super) fn standard_output_error(error: &io::Error) -> io::Error {
    let kind = match is_closed_pipe(error) {
        true => io::ErrorKind::BrokenPipe,
        false => error.kind(),
    };
    io::Error::new(kind, format!("standard output: {error}"))
}

/// Whether a path stands for standard output.
pub(super) fn is_standard(file: &Path) -> bool {
    file == Path::new("-")
}

/// An error that concerns a file.
pub(super) fn file_error(file: &Path, error: &dyn Display) -> CliError {
    CliError::Message(format!("{}: {error}", file.display()))
}

/// Checks, as far as that is possible beforehand, that a file can be written. An existing one
/// is only replaced by force.
pub(super) fn check_output_file(file: &Path, force: bool) -> Result<(), CliError> {
    if is_standard(file) {
        let message = "this would be standard output, but a file is needed";
        return Err(file_error(file, &message));
    }
    files::check_replaceable(file).map_err(|error| file_error(file, &error))?;
    if !force && file.exists() {
        return Err(file_error(file, &EXISTS));
    }
    Ok(())
}

/// Whether a file that may not be replaced has this content already: the process may have
/// ended right after it wrote the file.
///
/// # Errors
/// If it has another content.
pub(super) fn is_written(file: &Path, force: bool, content: &[u8]) -> Result<bool, CliError> {
    if force || !file.exists() {
        return Ok(false);
    }
    let there = files::read(file, content.len()).is_ok_and(|there| there == content);
    match there {
        true => Ok(true),
        false => Err(file_error(file, &EXISTS)),
    }
}

/// Why a file is not written.
pub(super) const EXISTS: &str = "the file already exists (--force replaces it)";

/// Checks, as far as that is possible without creating it, that a folder can hold files.
pub(super) fn check_folder(folder: &Path) -> Result<(), CliError> {
    if is_standard(folder) {
        let message = "this would be standard output, but a folder is needed";
        return Err(file_error(folder, &message));
    }
    if !folder.is_dir() {
        if folder.is_symlink() && !folder.exists() {
            return Err(file_error(
                folder,
                &"this is a link to a folder that does not exist",
            ));
        }
        return match folder.exists() {
            true => Err(file_error(folder, &"this is not a folder")),
            false => Ok(()),
        };
    }
    files::check_folder(folder).map_err(|error| file_error(folder, &error))
}

/// Creates a folder for files unless it exists, and checks that files can be created in it.
pub(super) fn output_folder(folder: &Path) -> Result<(), CliError> {
    check_folder(folder)?;
    let failure = |error: io::Error| file_error(folder, &error);
    fs::create_dir_all(folder).map_err(failure)?;
    files::check_folder(folder).map_err(failure)
}
