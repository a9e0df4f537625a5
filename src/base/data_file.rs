//! Files of `data/` that are part of the program. With the feature `separate-data` they are not,
//! and the owner of the library gives it those that are missing.

use std::borrow::Cow;
#[cfg(feature = "separate-data")]
use std::collections::BTreeMap;
#[cfg(feature = "separate-data")]
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
#[cfg(feature = "separate-data")]
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A file of `data/`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DataFile {
    /// Its name below `data/`.
    pub(crate) name: &'static str,
    #[cfg(not(feature = "separate-data"))]
    pub(crate) bytes: &'static [u8],
}

/// The file of this name.
macro_rules! data_file {
    ($($name:literal),+) => {
        $crate::base::data_file::DataFile {
            name: concat!($($name),+),
            #[cfg(not(feature = "separate-data"))]
            bytes: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/", $($name),+)),
        }
    };
}

pub(crate) use data_file;

/// What the owner has said of a file: its content, if it has it.
#[cfg(feature = "separate-data")]
type Given = Option<Arc<[u8]>>;

/// The files that the owner has been asked for or has given.
#[cfg(feature = "separate-data")]
static FILES: Mutex<BTreeMap<String, Given>> = Mutex::new(BTreeMap::new());

/// How many files the owner has given.
#[cfg(feature = "separate-data")]
static COUNT: AtomicU64 = AtomicU64::new(0);

#[cfg(feature = "separate-data")]
fn files() -> MutexGuard<'static, BTreeMap<String, Given>> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives the program a file of `data/`, or tells it that there is none.
#[cfg(feature = "separate-data")]
pub fn provide(name: &str, bytes: Option<Vec<u8>>) {
    files().insert(name.to_owned(), bytes.map(Into::into));
    COUNT.fetch_add(1, Relaxed);
}

/// How many files the owner has given.
#[cfg(feature = "separate-data")]
pub(crate) fn count() -> u64 {
    COUNT.load(Relaxed)
}

impl DataFile {
    /// What is in the file, if the program has it.
    #[cfg(not(feature = "separate-data"))]
    pub(crate) fn content(self) -> Option<Cow<'static, [u8]>> {
        Some(Cow::Borrowed(self.bytes))
    }

    #[cfg(feature = "separate-data")]
    pub(crate) fn content(self) -> Option<Cow<'static, [u8]>> {
        Some(Cow::Owned(self.shared()?.to_vec()))
    }

    /// The same without a copy.
    #[cfg(feature = "separate-data")]
    pub(crate) fn shared(self) -> Given {
        files().get(self.name)?.clone()
    }

    /// Whether the owner should be asked for it.
    #[cfg(not(feature = "separate-data"))]
    pub(crate) fn is_missing(self) -> bool {
        false
    }

    #[cfg(feature = "separate-data")]
    pub(crate) fn is_missing(self) -> bool {
        !files().contains_key(self.name)
    }

    /// Records that the owner has been asked for it, because each is asked for only once.
    #[cfg(feature = "separate-data")]
    pub(crate) fn set_asked(self) {
        files().entry(self.name.to_owned()).or_default();
    }
}
