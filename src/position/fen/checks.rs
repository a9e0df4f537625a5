//! The field of the checks that are left, in games that count checks.
//!
//! It stands before the counters, as `3+2`, or at the end as the checks that were given,
//! `+0+1`.

use std::fmt;

use crate::board::color::Color;
use crate::position::PositionOf;
use crate::rules::Rules;

use super::FenError;

/// The checks that are left to White and to Black, if a FEN says so.
type ChecksLeft = Option<[u8; 2]>;

/// The fields of a FEN without that of the checks, and the checks that are left.
pub(super) fn without_checks<'t>(
    rules: &Rules,
    mut fields: Vec<&'t str>,
) -> Result<(Vec<&'t str>, ChecksLeft), FenError> {
    let (Some(most), true) = (rules.ends().checks, fields.len() > 2) else {
        return Ok((fields, None));
    };
    let is_checks = |field: &str| field.contains('+');
    let Some(at) = (2..fields.len()).find(|&at| is_checks(fields[at])) else {
        return Ok((fields, None));
    };
    let field = fields.remove(at);
    match parse(field, most) {
        Some(left) => Ok((fields, Some(left))),
        None => Err(FenError::Checks {
            field: field.to_owned(),
            most,
        }),
    }
}

fn parse(field: &str, most: u8) -> Option<[u8; 2]> {
    let number = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let number: u8 = text.parse().ok().filter(|_| digits)?;
        (number <= most).then_some(number)
    };
    let given = field.strip_prefix('+');
    let (white, black) = given.unwrap_or(field).split_once('+')?;
    let (white, black) = (number(white)?, number(black)?);
    Some(match given {
        Some(_) => [most - white, most - black],
        None => [white, black],
    })
}

/// Writes the field, with a space before it, if the game counts checks.
pub(super) fn write_checks(position: &PositionOf<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let left = Color::ALL.map(|color| position.checks_left(color));
    match left {
        [Some(white), Some(black)] => write!(f, " {white}+{black}"),
        _ => Ok(()),
    }
}
