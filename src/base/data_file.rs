//! Files of `data/` that are part of the program. With the feature `separate-data` they are not,
//! and the owner of the library gives it those that are missing.

use std::borrow::Cow;
#[cfg(feature = "separate-data")]
use std::collections::BTreeMap;
#[cfg(feature = "separate-data")]
use std::sync::{Mutex, MutexGuard, PoisonError};

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

/// The files that the owner has given; none for those that it does not have.
#[cfg(feature = "separate-data")]
static GIVEN: Mutex<BTreeMap<String, Option<Vec<u8>>>> = Mutex::new(BTreeMap::new());

#[cfg(feature = "separate-data")]
fn given() -> MutexGuard<'static, BTreeMap<String, Option<Vec<u8>>>> {
    GIVEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives the program a file of `data/`, or tells it that there is none.
#[cfg(feature = "separate-data")]
pub(crate) fn provide(name: &str, bytes: Option<Vec<u8>>) {
    given().insert(name.to_owned(), bytes);
}

impl DataFile {
    /// What is in the file, if the program has it.
    #[cfg(not(feature = "separate-data"))]
    pub(crate) fn content(self) -> Option<Cow<'static, [u8]>> {
        Some(Cow::Borrowed(self.bytes))
    }

    #[cfg(feature = "separate-data")]
    pub(crate) fn content(self) -> Option<Cow<'static, [u8]>> {
        let bytes = given().get(self.name)?.clone()?;
        Some(Cow::Owned(bytes))
    }

    /// Whether the owner should be asked for it.
    #[cfg(not(feature = "separate-data"))]
    pub(crate) fn is_missing(self) -> bool {
        false
    }

    #[cfg(feature = "separate-data")]
    pub(crate) fn is_missing(self) -> bool {
        !given().contains_key(self.name)
    }
}
