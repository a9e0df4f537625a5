//! Where systems differ about files: locks, files that others have open, long and reserved names.
//!
//! On Windows a lock would also keep readers out, and readers may watch what is written. So a
//! file that is locked elsewhere is there opened in a way that allows no second writer.

use std::borrow::Cow;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

/// What Windows lets others do to a file that is open.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::base) enum Others {
    /// Nobody can remove or rename it. On many disks, a file that is removed while it is open
    /// stays there until it is closed, and what was written meanwhile is lost.
    Read,
    /// This process means to rename or remove it.
    ReadRemove,
}

/// Makes options open a file for this process alone to write. [`lock`] does so on systems other
/// than Windows.
#[cfg(windows)]
pub(in crate::base) fn exclusive(options: &mut OpenOptions, others: Others) -> &mut OpenOptions {
    const FILE_SHARE_READ: u32 = 1;
    const FILE_SHARE_DELETE: u32 = 4;
    // Deletion includes renaming.
    let mode = match others {
        Others::Read => FILE_SHARE_READ,
        Others::ReadRemove => FILE_SHARE_READ | FILE_SHARE_DELETE,
    };
    std::os::windows::fs::OpenOptionsExt::share_mode(options, mode)
}

#[cfg(not(windows))]
pub(in crate::base) fn exclusive(options: &mut OpenOptions, _: Others) -> &mut OpenOptions {
    options
}

/// Locks a file that was opened with [`exclusive`].
pub(in crate::base) fn lock(file: &File) -> Result<(), TryLockError> {
    match cfg!(windows) {
        true => Ok(()),
        false => file.try_lock(),
    }
}

/// Whether a file cannot be opened in this way because of how another process has opened it.
pub(in crate::base) fn is_in_use(error: &io::Error) -> bool {
    const ERROR_SHARING_VIOLATION: i32 = 32;
    cfg!(windows) && error.raw_os_error() == Some(ERROR_SHARING_VIOLATION)
}

/// Does something to a file that others may have open. On Windows that can be refused: virus
/// scanners and whoever reads the file are given a second to close it.
pub(in crate::base) fn retry_sharing<T>(
    mut attempt: impl FnMut() -> io::Result<T>,
) -> io::Result<T> {
    #[cfg(windows)]
    {
        use std::time::{Duration, Instant};

        let until = Instant::now() + Duration::from_secs(1);
        while Instant::now() < until {
            match attempt() {
                Err(error)
                    if is_in_use(&error) || error.kind() == io::ErrorKind::PermissionDenied =>
                {
                    std::thread::sleep(Duration::from_millis(20));
                }
                done => return done,
            }
        }
    }
    attempt()
}

/// A path of any length. Windows limits paths to 260 characters, but not in this form, which
/// the standard library also uses.
#[cfg(windows)]
pub(in crate::base) fn any_length(path: &Path) -> Cow<'_, Path> {
    use std::ffi::OsString;
    use std::path::{Component, Prefix, absolute};

    // Room for the name of a temporary file.
    const LONGEST: usize = 200;
    let Ok(whole) = absolute(path) else {
        return path.into();
    };
    if whole.as_os_str().len() < LONGEST {
        return path.into();
    }
    let mut components = whole.components();
    let mut verbatim = match components.next() {
        Some(Component::Prefix(prefix)) => match prefix.kind() {
            Prefix::Disk(_) => {
                let mut verbatim = OsString::from(r"\\?\");
                verbatim.push(prefix.as_os_str());
                verbatim
            }
            Prefix::UNC(server, share) => {
                let mut verbatim = OsString::from(r"\\?\UNC\");
                verbatim.push(server);
                verbatim.push(r"\");
                verbatim.push(share);
                verbatim
            }
            _ => return path.into(),
        },
        _ => return path.into(),
    };
    verbatim.push(components.as_path());
    Cow::Owned(verbatim.into())
}

#[cfg(not(windows))]
pub(in crate::base) fn any_length(path: &Path) -> Cow<'_, Path> {
    path.into()
}

/// Whether a name stands for a device on Windows, with any extension and in any folder.
pub(in crate::base) fn is_device(path: &Path) -> bool {
    // Pipes and disks; the other form, `\\?\`, is that of long paths as well.
    if path.as_os_str().as_encoded_bytes().starts_with(br"\\.\") {
        return true;
    }
    let Some(name) = path.file_name() else {
        return false;
    };
    let name = name.to_string_lossy().to_ascii_uppercase();
    let stem = name.split(['.', ':']).next().unwrap_or_default();
    let stem = stem.trim_end_matches(' ');
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&stem) {
        return true;
    }
    let number = stem.strip_prefix("COM").or(stem.strip_prefix("LPT"));
    number.is_some_and(|number| {
        let mut digits = number.chars();
        let digit = digits.next().unwrap_or_default();
        (digit.is_ascii_digit() || "¹²³".contains(digit)) && digits.next().is_none()
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn devices_are_known_by_their_names() {
        for name in [
            "NUL",
            "nul",
            "Con",
            "aux.pgn",
            "folder/PRN",
            "com1",
            "LPT9.tar.gz",
            "COM²",
            "nul .txt",
            "conout$",
            "NUL:",
            "com0",
            r"\\.\pipe\engine",
            r"\\.\C:",
        ] {
            assert!(is_device(name.as_ref()), "{name}");
        }
        for name in [
            "null", "console", "com", "com10", "comx", "lpt", "prn/file", "a.nul", "", "..",
            "nul_", "com¹²",
        ] {
            assert!(!is_device(name.as_ref()), "{name}");
        }
    }

    #[test]
    #[cfg(windows)]
    fn long_paths_are_made_absolute() {
        assert_eq!(any_length("short".as_ref()), Path::new("short"));
        let long = Path::new(r"C:\").join("x".repeat(200)).join("y");
        let verbatim = format!(r"\\?\{}", long.display());
        assert_eq!(any_length(&long), Path::new(&verbatim));
        assert_eq!(any_length(verbatim.as_ref()), Path::new(&verbatim));
        let shared = Path::new(r"\\server\share").join("x".repeat(200));
        let verbatim = format!(r"\\?\UNC\server\share\{}", "x".repeat(200));
        assert_eq!(any_length(&shared), Path::new(&verbatim));
        let relative = Path::new("z").join("x".repeat(200));
        assert!(any_length(&relative).is_absolute());
    }
}
