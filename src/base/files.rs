//! Files that are written as a whole or not at all, and read only as far as they may be
//! long.
//!
//! Knows nothing of what is in them.

use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Opens a file to read it. A pipe nobody writes to would be waited for, and a device may
/// never end: both are refused, as is a folder.
///
/// # Errors
/// When it cannot be opened, or is no ordinary file.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    open_with(path, OpenOptions::new().read(true))
}

/// The same in other ways than to be read.
///
/// # Errors
/// As those of [`open`].
pub(crate) fn open_with(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // Asked first, for to open a device may already do something to it.
    is_ordinary(&fs::metadata(path)?)?;
    // It may have become a pipe since, and this flag means nothing to a file.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        options,
        rustix::fs::OFlags::NONBLOCK.bits() as i32,
    );
    let file = options.open(path)?;
    is_ordinary(&file.metadata()?)?;
    Ok(file)
}

fn is_ordinary(metadata: &fs::Metadata) -> io::Result<()> {
    if metadata.is_dir() {
        return wrong("this is a folder");
    }
    if !metadata.is_file() {
        return wrong("this is no ordinary file");
    }
    Ok(())
}

/// The content of an ordinary file of at most so many bytes.
///
/// # Errors
/// As those of [`open`], and when it is longer.
pub(crate) fn read(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    if file.metadata()?.len() > most as u64 {
        return too_long(most);
    }
    read_stream(file, most)
}

/// The text of an ordinary file of at most so many bytes.
///
/// # Errors
/// As those of [`read`], and when it is not UTF-8.
pub(crate) fn read_text(path: &Path, most: usize) -> io::Result<String> {
    text(read(path, most)?)
}

/// The text of whatever has that name, a pipe or a terminal too, of at most so many bytes:
/// for what a user wants to be read now.
///
/// # Errors
/// When it cannot be read, is longer, or is not UTF-8.
pub(crate) fn read_any_text(path: &Path, most: usize) -> io::Result<String> {
    text(read_any(path, most)?)
}

/// The same for any bytes.
///
/// # Errors
/// When it cannot be read, or is longer.
pub(crate) fn read_any(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    read_stream(File::open(path)?, most)
}

/// What a stream gives until its end, which is after so many bytes at most.
fn read_stream(stream: impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    stream.take(most as u64 + 1).read_to_end(&mut content)?;
    if content.len() > most {
        return too_long(most);
    }
    Ok(content)
}

fn too_long<T>(most: usize) -> io::Result<T> {
    wrong(&format!("longer than {most} bytes"))
}

fn text(content: Vec<u8>) -> io::Result<String> {
    String::from_utf8(content).map_err(|_| io::Error::other("this is not text in UTF-8"))
}

/// Gives a file this content, all of it or, if anything fails, none: it is
/// written beside the file first. What is there already must be a file one may
/// write to; it keeps its permissions.
///
/// # Errors
/// When it cannot be written, or there is something else of that name.
pub(crate) fn replace(file: &Path, content: &[u8]) -> io::Result<()> {
    replace_with(file, |new| new.write_all(content))
}

/// The same for content that is written bit by bit.
///
/// # Errors
/// As those of [`replace`], and those of writing.
pub(crate) fn replace_with(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let old = match fs::metadata(file) {
        Ok(metadata) => Some(metadata.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    has_name(file)?;
    if file.is_dir() {
        return wrong("this is a folder");
    }
    if old.is_some() && !file.is_file() {
        return wrong("this is no ordinary file ('-' is standard output)");
    }
    if old.as_ref().is_some_and(Permissions::readonly) {
        return wrong("the file may not be written to");
    }
    // A link stays a link: what it leads to is replaced.
    let file = match old {
        Some(_) => fs::canonicalize(file)?,
        None => file.to_owned(),
    };
    let new = beside(&file, write)?;
    if let Some(permissions) = old {
        new.as_file().set_permissions(permissions)?;
    }
    new.persist(&file).map_err(|error| error.error)?;
    Ok(())
}

/// Makes a file with this content, where there is none yet.
///
/// # Errors
/// When it cannot be written, or there is something of that name.
pub(crate) fn create(file: &Path, content: &[u8]) -> io::Result<()> {
    let new = beside(file, |new| new.write_all(content))?;
    new.persist_noclobber(file).map_err(|error| error.error)?;
    Ok(())
}

/// How files are named that are being written: a dot before, this behind.
const UNFINISHED: &str = ".peregrine-tmp";

/// Removes what writers that were killed have left in a folder. Whoever writes holds a
/// lock on his file, which the system takes back when he is gone, however that comes: a
/// file that can be locked belongs to nobody, whatever its age. Where there are no locks
/// nothing is removed.
pub(crate) fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || !name.starts_with('.') || !name.ends_with(UNFINISHED) {
            continue;
        }
        let path = entry.path();
        if open_with(&path, OpenOptions::new().write(true))
            .is_ok_and(|file| file.try_lock().is_ok())
        {
            // What cannot be removed does no harm.
            let _ = fs::remove_file(&path);
        }
    }
}

/// What is written, in a file of another name in the same folder, on the disk. It
/// is removed when it goes out of scope, unless it has become another.
fn beside(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let folder = folder(file)?;
    let new = Builder::new()
        .prefix(".")
        .suffix(UNFINISHED)
        .make_in(folder, |path| {
            let new = File::create_new(path)?;
            match new.try_lock() {
                // Somebody took it for left behind before it was locked: another name.
                Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::AlreadyExists.into()),
                Ok(()) if !path.exists() => return Err(io::ErrorKind::AlreadyExists.into()),
                // Without locks nobody takes it for that.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            Ok(new)
        })?;
    let mut writer = BufWriter::new(new.as_file());
    write(&mut writer)?;
    writer.flush()?;
    drop(writer);
    new.as_file().sync_all()?;
    Ok(new)
}

/// The folder of a file, which is there.
///
/// # Errors
/// When it is not, or this is no name of a file.
pub(crate) fn folder(file: &Path) -> io::Result<PathBuf> {
    has_name(file)?;
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    if !folder.is_dir() {
        return wrong(&format!("there is no folder {}", folder.display()));
    }
    Ok(folder)
}

fn has_name(file: &Path) -> io::Result<()> {
    match file.file_name() {
        Some(_) => Ok(()),
        None => wrong("this is no name of a file"),
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
        assert_eq!(fault.to_string(), "this is not text in UTF-8");
    }

    #[test]
    fn what_the_dead_have_left_is_swept_and_what_the_living_write_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in [".a.peregrine-tmp", "b.peregrine-tmp", ".tmpxyz"] {
            fs::write(path(name), "left").unwrap();
        }
        fs::create_dir(path(".c.peregrine-tmp")).unwrap();
        let names = || {
            let entries = fs::read_dir(folder.path()).unwrap();
            let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };
        replace_with(&path("new"), |new| {
            assert_eq!(names().len(), 5);
            sweep(folder.path());
            assert_eq!(names().len(), 4, "what is being written stays");
            new.write_all(b"content")
        })
        .unwrap();
        sweep(folder.path());
        let left = [".c.peregrine-tmp", ".tmpxyz", "b.peregrine-tmp", "new"];
        assert_eq!(names(), left);
        assert_eq!(fs::read(path("new")).unwrap(), b"content");
        sweep(&path("no such folder"));
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
            assert_eq!(fault.to_string(), "this is no ordinary file");
        }
        let fault = read_any("/dev/zero".as_ref(), 1 << 20).unwrap_err();
        assert_eq!(fault.to_string(), "longer than 1048576 bytes");
        assert!(read_any("/dev/null".as_ref(), 0).unwrap().is_empty());
    }
}
