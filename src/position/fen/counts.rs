//! The count of moves against a side that only defends, in games that have it: the
//! en-passant field is then the limit, as in `- 128 12 40`, and the halfmove clock the count.

use crate::rules::Rules;

use super::{FenError, is_number, parse_counter};

/// Whether the en-passant field is the limit of a count.
pub(super) fn is_count_limit(rules: &Rules, field: &str) -> bool {
    rules.ends().counting.is_some() && is_number(field)
}

/// The limit of the count that an en-passant field says, if it does.
pub(super) fn count_limit(rules: &Rules, field: &str) -> Result<Option<u16>, FenError> {
    match is_count_limit(rules, field) {
        true => parse_counter("limit of the count", field).map(Some),
        false => Ok(None),
    }
}
