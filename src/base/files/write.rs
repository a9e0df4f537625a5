//! Writes files atomically, and locks them.

use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

#[cfg(feature = "cli")]
use crate::base::out_of_memory::TemporaryFile;
use crate::base::sharing::{self, Others};

use super::{check_no_device, check_regular, open_with, wrong};

/// Replaces the content of a file atomically: the new content is written to
/// another file in the same folder first. An existing file must be writable; it
/// keeps its permissions.
///
/// # Errors
/// If it cannot be written, or the name belongs to something other than a file.
pub(crate) fn replace(file: &Path, content: &[u8]) -> io::Result<()> {
    replace_with(file, |new| new.write_all(content))
}

/// Replaces the content of a file atomically with content that is written in
/// pieces.
///
/// # Errors
/// As for [`replace`], and the errors of `write`.
pub(crate) fn replace_with(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let (file, old) = target(file)?;
    let new = beside(&file, write)?;
    if let Some(permissions) = old {
        new.as_file().set_permissions(permissions)?;
    }
    let (new, mut path) = new.into_parts();
    sharing::retry_sharing(|| fs::rename(&path, &file))?;
    path.disable_cleanup(true);
    unlock(&new);
    Ok(())
}

/// The file that a name leads to, which a symbolic link keeps; and its permissions if it
/// exists.
///
/// # Errors
/// If no file can be written under this name.
fn target(file: &Path) -> io::Result<(PathBuf, Option<Permissions>)> {
    folder(file)?;
    let old = match fs::metadata(file) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Err(_) if file.is_symlink() => {
            return wrong("this is a link to a file that does not exist");
        }
        Err(_) => return Ok((file.to_owned(), None)),
    };
    check_regular(&old)?;
    if old.permissions().readonly() {
        return wrong("the file is read-only");
    }
    // Other paths stay as they are: some disks on Windows have no canonical ones.
    let target = match file.is_symlink() {
        true => fs::canonicalize(file)?,
        false => file.to_owned(),
    };
    Ok((target, Some(old.permissions())))
}

/// Checks, as far as that is possible beforehand, that [`replace`] can write a file.
///
/// # Errors
/// If it cannot.
pub(crate) fn check_replaceable(file: &Path) -> io::Result<()> {
    let (target, old) = target(file)?;
    if old.is_some() {
        OpenOptions::new().write(true).open(&target)?;
        if is_standard_output(&target) {
            return wrong("standard output goes to this file");
        }
    }
    check_folder(&folder(&target)?)
}

/// Checks that files can be created in a folder, and removes what killed writers have left
/// there.
///
/// # Errors
/// If they cannot.
pub(crate) fn check_folder(folder: &Path) -> io::Result<()> {
    sweep(folder);
    let created = Builder::new()
        .prefix(".")
        .suffix(UNFINISHED)
        .tempfile_in(folder);
    created.map(drop).map_err(|error| {
        let folder = folder.display();
        io::Error::new(
            error.kind(),
            format!("no file can be created in {folder}: {error}"),
        )
    })
}

/// Whether standard output goes to a file.
#[cfg(unix)]
fn is_standard_output(file: &Path) -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let output = io::stdout().as_fd().try_clone_to_owned();
    let output = output.and_then(|output| File::from(output).metadata());
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (output, fs::metadata(file)) {
        (Ok(output), Ok(file)) => identity(output) == identity(file),
        _ => false,
    }
}

/// This system does not say.
#[cfg(not(unix))]
fn is_standard_output(_: &Path) -> bool {
    false
}

/// Creates a file with this content.
///
/// # Errors
/// If it cannot be written or the name already exists.
pub(crate) fn create(file: &Path, content: &[u8]) -> io::Result<()> {
    let new = beside(file, |new| new.write_all(content))?;
    let file = sharing::any_length(file);
    unlock(&new.persist_noclobber(&file).map_err(|error| error.error)?);
    Ok(())
}

/// Ends the lock of an open file before it is closed. A child process that another thread is just
/// starting shares the open file, and with it the lock, until it becomes another program.
fn unlock(file: &File) {
    // Without locks there is none to end.
    let _ = file.unlock();
}

/// A file that this process has locked; others can lock it as soon as this is dropped.
#[derive(Debug)]
pub(crate) struct Locked(File);

/// What to do with a file on a disk without locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WithoutLocks {
    Refuse,
    Accept,
}

impl Locked {
    /// Opens a regular file to read and write it, and locks it. Others can still read it. On
    /// Windows they cannot remove it.
    ///
    /// # Errors
    /// `WouldBlock` if another process has locked it, otherwise as for [`open`].
    pub(crate) fn open(path: &Path, without: WithoutLocks) -> Result<Locked, TryLockError> {
        Locked::open_with(path, without, Others::Read)
    }

    /// As [`open`](Locked::open), for a file that this process removes before it is closed.
    ///
    /// # Errors
    /// As for [`open`](Locked::open).
    pub(crate) fn open_to_remove(
        path: &Path,
        without: WithoutLocks,
    ) -> Result<Locked, TryLockError> {
        Locked::open_with(path, without, Others::ReadRemove)
    }

    fn open_with(
        path: &Path,
        without: WithoutLocks,
        others: Others,
    ) -> Result<Locked, TryLockError> {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true);
        let opened = open_with(path, sharing::exclusive(options, others));
        let file = opened.map_err(|error| match sharing::is_in_use(&error) {
            true => TryLockError::WouldBlock,
            false => TryLockError::Error(error),
        })?;
        match sharing::lock(&file) {
            Err(TryLockError::Error(_)) if without == WithoutLocks::Accept => Ok(Locked(file)),
            locked => locked.map(|()| Locked(file)),
        }
    }
}

impl Deref for Locked {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for Locked {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

impl Drop for Locked {
    fn drop(&mut self) {
        unlock(&self.0);
    }
}

/// The suffix of files that are being written; their names begin with a dot.
const UNFINISHED: &str = ".peregrine-tmp";

/// Removes temporary files that killed writers have left in a folder. A writer
/// holds a lock on its file, which the system releases when the process ends
/// for any reason. So a file that can be locked belongs to nobody, whatever its
/// age. On systems without locks nothing is removed.
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
        if Locked::open(&path, WithoutLocks::Refuse).is_ok() {
            // A leftover that cannot be removed does no harm.
            let _ = fs::remove_file(&path);
        }
    }
}

/// Writes to a temporary file in the same folder and syncs it to disk. The file
/// is removed when dropped unless it has been renamed.
fn beside(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let folder = folder(file)?;
    let new = Builder::new().prefix(".").suffix(UNFINISHED).make_in(
        sharing::any_length(&folder),
        |path| {
            let mut options = OpenOptions::new();
            let options = options.write(true).create_new(true);
            let new = sharing::exclusive(options, Others::ReadRemove).open(path)?;
            match sharing::lock(&new) {
                // Another process swept it before it was locked; try another
                // name.
                Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::AlreadyExists.into()),
                Ok(()) if !path.exists() => return Err(io::ErrorKind::AlreadyExists.into()),
                // Without locks nobody sweeps it.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            Ok(new)
        },
    )?;
    #[cfg(feature = "cli")]
    let _unfinished = TemporaryFile::new(new.path());
    let mut writer = BufWriter::new(new.as_file());
    write(&mut writer)?;
    writer.flush()?;
    drop(writer);
    new.as_file().sync_all()?;
    Ok(new)
}

/// The folder of a file, if it exists.
///
/// # Errors
/// If it does not exist, or the path is not a file name.
fn folder(file: &Path) -> io::Result<PathBuf> {
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
    check_no_device(file)?;
    match file.file_name() {
        Some(_) => Ok(()),
        None => wrong("this is not a file name"),
    }
}

/// Passes on what is written, and shows it to a function such as a checksum.
pub(crate) struct Observed<'a, F> {
    output: &'a mut dyn Write,
    observe: F,
}

impl<'a, F: FnMut(&[u8])> Observed<'a, F> {
    pub(crate) fn new(output: &'a mut dyn Write, observe: F) -> Observed<'a, F> {
        Observed { output, observe }
    }
}

impl<F: FnMut(&[u8])> Write for Observed<'_, F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.output.write(bytes)?;
        (self.observe)(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::super::read;
    use super::*;

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
    fn files_of_long_paths_are_made_replaced_and_locked() {
        let folder = tempfile::tempdir().unwrap();
        // Windows has a limit of 260 characters.
        let mut path = folder.path().to_owned();
        path.extend((0..4).map(|_| "x".repeat(100)));
        fs::create_dir_all(&path).unwrap();
        path.push("a file");
        create(&path, b"old").unwrap();
        assert!(create(&path, b"other").is_err());
        replace(&path, b"new").unwrap();
        let locked = Locked::open(&path, WithoutLocks::Refuse).unwrap();
        let again = Locked::open(&path, WithoutLocks::Refuse);
        assert!(matches!(again, Err(TryLockError::WouldBlock)));
        assert_eq!(read(&path, 3).unwrap(), b"new", "readers are let in");
        drop(locked);
        Locked::open(&path, WithoutLocks::Refuse).unwrap();
    }
}
