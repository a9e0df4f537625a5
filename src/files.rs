//! Files that are there as a whole or not at all.
//!
//! Knows nothing of what is in them.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

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

/// What is written, in a file of another name in the same folder, on the disk. It
/// is removed when it goes out of scope, unless it has become another.
fn beside(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let folder = folder(file)?;
    let new = Builder::new().make_in(folder, |path| File::create_new(path))?;
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
