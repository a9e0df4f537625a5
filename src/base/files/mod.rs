//! Reads files up to a size limit, and writes them atomically.

#[cfg(feature = "files")]
mod write;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

#[cfg(feature = "cli")]
use super::out_of_memory::handling_failure;
use super::{sharing, text};

#[cfg(feature = "files")]
pub(crate) use write::{
    Locked, Observed, WithoutLocks, check_folder, check_replaceable, create, replace, replace_with,
    sweep,
};

/// Opens a file for reading. Folders, pipes and devices are refused: reading a
/// pipe without a writer would block, and a device may be endless.
///
/// # Errors
/// If it cannot be opened or is not a regular file.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    open_with(path, OpenOptions::new().read(true))
}

/// Opens a regular file with other options.
///
/// # Errors
/// As for [`open`].
pub(crate) fn open_with(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    check_no_device(path)?;
    // Checked before opening, because opening a device may already have side
    // effects.
    check_regular(&fs::metadata(path)?)?;
    // It may have become a pipe since then; the flag has no effect on regular
    // files.
    #[cfg(all(unix, feature = "files"))]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        options,
        rustix::fs::OFlags::NONBLOCK.bits() as i32,
    );
    let file = options.open(path)?;
    check_regular(&file.metadata()?)?;
    Ok(file)
}

/// Whether two descriptions are of the same file, and not of one that has replaced the
/// other.
pub(crate) fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (one.dev(), one.ino()) == (other.dev(), other.ino())
    }
    #[cfg(not(unix))]
    {
        one.created().ok() == other.created().ok()
    }
}

fn check_regular(metadata: &fs::Metadata) -> io::Result<()> {
    if metadata.is_dir() {
        return wrong("this is a folder");
    }
    if !metadata.is_file() {
        return wrong("this is not a regular file");
    }
    Ok(())
}

/// The content of a regular file of at most `most` bytes.
///
/// # Errors
/// As for [`open`], and if the file is longer.
pub(crate) fn read(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    if file.metadata()?.len() > most as u64 {
        return too_long(most);
    }
    read_stream(file, most)
}

/// The text of a regular file of at most `most` bytes; its lines end with LF.
///
/// # Errors
/// As for [`read`], and if it is not UTF-8.
pub(crate) fn read_text(path: &Path, most: usize) -> io::Result<String> {
    Ok(text::decode(read(path, most)?)?)
}

/// The text of anything with this name, including pipes and terminals, up to
/// `most` bytes; its lines end with LF. For input that the user names explicitly.
///
/// # Errors
/// If it cannot be read, is longer, or is not UTF-8.
pub(crate) fn read_any_text(path: &Path, most: usize) -> io::Result<String> {
    Ok(text::decode(read_any(path, most)?)?)
}

/// The bytes of anything with this name, up to `most`.
///
/// # Errors
/// If it cannot be read or is longer.
pub(crate) fn read_any(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    read_stream(open_any(path)?, most)
}

/// Opens anything with this name that can be read, including pipes and terminals. For input
/// that the user names explicitly.
///
/// # Errors
/// If it cannot be opened or is a folder, of which each system says something else.
pub(crate) fn open_any(path: &Path) -> io::Result<File> {
    match path.is_dir() {
        true => wrong("this is a folder"),
        false => File::open(path),
    }
}

/// The content of a stream, at most `most` bytes.
pub(crate) fn read_stream(stream: impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    // It reports a failed allocation.
    handling_failure(|| stream.take(most as u64 + 1).read_to_end(&mut content))?;
    if content.len() > most {
        return too_long(most);
    }
    Ok(content)
}

/// Only the program ends when an allocation fails.
#[cfg(not(feature = "cli"))]
fn handling_failure<T>(work: impl FnOnce() -> T) -> T {
    work()
}

fn too_long<T>(most: usize) -> io::Result<T> {
    wrong(&format!("longer than {most} bytes"))
}

/// Refuses the names that Windows gives to devices, such as `NUL`.
///
/// # Errors
/// If it is one of them.
pub(crate) fn check_no_device(path: &Path) -> io::Result<()> {
    match cfg!(windows) && sharing::is_device(path) {
        true => wrong("this is the name of a device"),
        false => Ok(()),
    }
}

fn wrong<T>(reason: &str) -> io::Result<T> {
    Err(io::Error::other(reason))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn ordinary_files_are_read_as_far_as_they_may_be_long() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "text").unwrap();
        assert_eq!(read_text(&file, 4).unwrap(), "text");
        for fault in [
            read_text(&file, 3).unwrap_err(),
            read_any_text(&file, 3).unwrap_err(),
        ] {
            assert_eq!(fault.to_string(), "longer than 3 bytes");
        }
        let fault = read(folder.path(), 4).unwrap_err();
        assert_eq!(fault.to_string(), "this is a folder");
        fs::write(&file, [255]).unwrap();
        let fault = read_text(&file, 4).unwrap_err();
        assert_eq!(fault.to_string(), "this is not UTF-8 text (line 1)");
        fs::write(&file, "\u{feff}a\rb\r\n").unwrap();
        assert_eq!(read_text(&file, 8).unwrap(), "a\nb\n");
    }

    #[test]
    #[cfg(unix)]
    fn neither_pipes_nor_devices_are_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        for path in [&pipe, Path::new("/dev/zero"), Path::new("/dev/null")] {
            let fault = read(path, 4).unwrap_err();
            assert_eq!(fault.to_string(), "this is not a regular file");
        }
        let fault = read_any("/dev/zero".as_ref(), 1 << 20).unwrap_err();
        assert_eq!(fault.to_string(), "longer than 1048576 bytes");
        assert!(read_any("/dev/null".as_ref(), 0).unwrap().is_empty());
    }
}
