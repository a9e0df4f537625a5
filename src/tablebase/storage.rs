//! The bytes of a table file, built in or on disk.
//!
//! Files are read with positioned reads, not mapped into memory, so that a file
//! that is truncated or changed meanwhile causes an error instead of a crash.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::path::Path;

use crate::base::files;

use super::error::TableFileError;

/// The content of a file.
pub(super) enum Storage {
    /// A file, with its length in bytes when it was opened.
    File { file: File, length: usize },
    /// Built into the program.
    #[cfg(not(feature = "separate-data"))]
    BuiltIn(&'static [u8]),
    /// Given by the owner of the library.
    #[cfg(feature = "separate-data")]
    Given(std::sync::Arc<[u8]>),
}

impl Storage {
    /// Opens a file.
    pub(super) fn open(path: &Path) -> Result<Storage, TableFileError> {
        let open = || {
            let file = files::open(path)?;
            let length = file.metadata()?.len();
            let length = usize::try_from(length).map_err(io::Error::other)?;
            Ok(Storage::File { file, length })
        };
        open().map_err(failed(path))
    }

    /// The length in bytes.
    pub(super) fn len(&self) -> usize {
        match self {
            Storage::File { length, .. } => *length,
            #[cfg(not(feature = "separate-data"))]
            Storage::BuiltIn(content) => content.len(),
            #[cfg(feature = "separate-data")]
            Storage::Given(content) => content.len(),
        }
    }

    /// A part of the content, which must be long enough.
    pub(super) fn read_range(
        &self,
        path: &Path,
        from: usize,
        length: usize,
    ) -> Result<Cow<'_, [u8]>, TableFileError> {
        let end = from.saturating_add(length);
        let short = |found| TableFileError::Length {
            file: path.to_owned(),
            found,
            wanted: end,
        };
        if end > self.len() {
            return Err(short(self.len()));
        }
        match self {
            #[cfg(not(feature = "separate-data"))]
            Storage::BuiltIn(content) => Ok(Cow::Borrowed(&content[from..end])),
            #[cfg(feature = "separate-data")]
            Storage::Given(content) => Ok(Cow::Borrowed(&content[from..end])),
            Storage::File { file, .. } => {
                let mut bytes = Vec::new();
                let reserved = bytes.try_reserve_exact(length);
                reserved.map_err(|error| failed(path)(io::Error::other(error)))?;
                bytes.resize(length, 0);
                read_at(file, &mut bytes, from as u64).map_err(|error| {
                    let now = file.metadata().map(|metadata| metadata.len() as usize);
                    match (error.kind(), now) {
                        (io::ErrorKind::UnexpectedEof, Ok(now)) if now < end => short(now),
                        _ => failed(path)(error),
                    }
                })?;
                Ok(Cow::Owned(bytes))
            }
        }
    }
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> TableFileError {
    let file = path.to_owned();
    |error| TableFileError::Io { file, error }
}

/// Reads bytes from an offset; several threads may do so at the same time.
#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], from: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, from)
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut from: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, from) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => {
                bytes = &mut bytes[count..];
                from += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Without a system there are no files to read from.
#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
