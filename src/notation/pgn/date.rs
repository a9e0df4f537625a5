//! Days by Coordinated Universal Time, as the tag `Date` has them.

use time::OffsetDateTime;

use crate::base::clock;

/// The value of the tag `Date` for a game that began this many seconds after the beginning of
/// 1970: the day by Coordinated Universal Time.
///
/// ```
/// use peregrine::notation::pgn::date;
/// assert_eq!(date(31 * 86_400), "1970.02.01");
/// ```
pub fn date(seconds: u64) -> String {
    let seconds = seconds.try_into().unwrap_or_default();
    let time = OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let (year, month, day) = (time.year(), u8::from(time.month()), time.day());
    format!("{year:04}.{month:02}.{day:02}")
}

/// The value of the tag `Date` for a game that begins now.
pub(crate) fn today() -> String {
    let since = clock::since_1970();
    date(since.unwrap_or_default().as_secs())
}
