//! Texts and numbers as the page writes them.

/// A text without characters that are not allowed in a page.
pub(super) fn clean(text: &str) -> String {
    let clean = |character: char| match character {
        '\n' | '\t' => ' ',
        '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        _ if character.is_control() => '\u{fffd}',
        _ => character,
    };
    text.chars().map(clean).collect()
}

/// A number with its thousands separated.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A difference with its sign, and with decimals if it needs them.
pub(crate) fn signed(value: f64) -> String {
    with_minus(match value {
        _ if value == 0.0 => "0".to_owned(),
        _ if value.abs() < 1.0 => format!("{value:+.2}"),
        _ if value.fract() != 0.0 => format!("{value:+.1}"),
        _ => format!("{value:+}"),
    })
}

/// A number with a minus sign instead of a hyphen.
pub(crate) fn with_minus(number: String) -> String {
    number.replace('-', "\u{2212}")
}
