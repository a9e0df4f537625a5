//! Splits a line of EPD into the fields of its position and its operations, and joins them.
//!
//! Must not know what an operation means.

use std::borrow::Cow;

use crate::position::Position;

use super::EpdError;

/// The operations whose operands are moves.
const MOVES: [&str; 5] = ["am", "bm", "pm", "pv", "sm"];

/// An operation: an opcode and what follows it.
///
/// ```
/// use peregrine::notation::epd::{Defaults, parse_line};
/// let line = r#"4k3/8/8/8/8/8/8/4K3 w - - id "the \"end\"; or not"; c0 bare;"#;
/// let case = parse_line(line, &Defaults::for_variant("chess")).unwrap().unwrap();
/// let texts: Vec<_> = case.operations.iter().map(|operation| operation.text()).collect();
/// assert_eq!(texts, ["the \"end\"; or not", "bare"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The opcode, such as `bm`.
    pub opcode: String,
    /// The operand as written, with its quotation marks.
    pub operand: String,
}

impl Operation {
    /// An operation.
    pub fn new(opcode: &str, operand: impl ToString) -> Operation {
        Operation {
            opcode: opcode.to_owned(),
            operand: operand.to_string(),
        }
    }

    /// The operand without its quotation marks.
    pub fn text(&self) -> Cow<'_, str> {
        let Some(quoted) = quoted(&self.operand) else {
            return Cow::Borrowed(&self.operand);
        };
        let mut text = String::new();
        let mut signs = quoted.chars();
        while let Some(sign) = signs.next() {
            text.push(match sign {
                '\\' => match signs.next() {
                    Some('n') => '\n',
                    Some('r') => '\r',
                    Some('t') => '\t',
                    Some(other) => other,
                    None => '\\',
                },
                sign => sign,
            });
        }
        Cow::Owned(text)
    }

    /// The operation as other programs read it: what is neither a number nor moves is in
    /// quotation marks.
    fn written(&self) -> String {
        let Operation { opcode, operand } = self;
        if operand.is_empty() {
            return format!("{opcode};");
        }
        let is_number = operand.parse::<i64>().is_ok()
            || operand.parse::<f64>().is_ok_and(f64::is_finite) && operand.contains('.');
        let is_moves = MOVES.contains(&opcode.as_str()) && !operand.contains('"');
        if is_number || is_moves || quoted(operand).is_some() {
            return format!("{opcode} {operand};");
        }
        let mut text = String::new();
        for sign in operand.chars() {
            match sign {
                '"' | '\\' => text.extend(['\\', sign]),
                sign => text.push(sign),
            }
        }
        format!("{opcode} \"{text}\";")
    }
}

/// What is between the quotation marks if a text is in them.
fn quoted(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('"')?;
    let end = string_end(inside)?;
    (end + 1 == inside.len()).then_some(&inside[..end])
}

/// Where the quotation mark is that ends a string, which begins with this text.
fn string_end(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.find(|sign| {
        let ends = sign == '"' && !is_escaped;
        is_escaped = sign == '\\' && !is_escaped;
        ends
    })
}

/// Whether a field counts checks: `3+2` or `+0+1`.
pub(crate) fn is_checks(field: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_digit() || byte == b'+';
    field.contains('+') && field.bytes().all(is_part)
}

/// The fields of the position at the front of a line, which are four, or six if two numbers
/// follow, besides one that counts checks, and the rest of the line.
pub(crate) fn fields(line: &str) -> (Vec<&str>, &str) {
    let mut fields: Vec<&str> = Vec::new();
    let mut rest = line;
    while fields.len() < 7 {
        let trimmed = rest.trim_start();
        let end = trimmed.find(|c: char| c.is_whitespace() || c == ';');
        let (field, after) = trimmed.split_at(end.unwrap_or(trimmed.len()));
        let is_number = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
        let has_checks = fields.iter().any(|field| is_checks(field));
        let is_counter = is_number && fields.len() < 6 + usize::from(has_checks);
        let is_next = is_counter || is_checks(field) && !has_checks;
        if field.is_empty() || fields.len() >= 4 && !is_next {
            break;
        }
        fields.push(field);
        rest = after;
    }
    (fields, rest)
}

/// The operations in the rest of a line. Each ends with `;`, but not within quotation marks.
///
/// # Errors
/// When an operation has no opcode or a quotation mark is not closed.
pub(crate) fn operations(text: &str) -> Result<Vec<Operation>, EpdError> {
    let mut operations = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
        if rest.is_empty() {
            return Ok(operations);
        }
        let is_end = |c: char| c.is_whitespace() || c == ';';
        let (opcode, after) = rest.split_at(rest.find(is_end).unwrap_or(rest.len()));
        let end = operand_end(after)?;
        let operand = after[..end].trim();
        rest = &after[end..];
        // A field that is not given.
        if opcode == "-" {
            continue;
        }
        if !opcode.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(EpdError::Opcode(opcode.to_owned()));
        }
        operations.push(Operation::new(opcode, operand));
    }
}

/// Where an operand ends: at the next `;` that is not in a string.
fn operand_end(text: &str) -> Result<usize, EpdError> {
    let mut at = 0;
    while let Some(found) = text[at..].find([';', '"']) {
        let sign = at + found;
        // Within a word it is not a string's.
        let begins_word = text[..sign].ends_with(char::is_whitespace);
        at = sign + 1;
        if text[sign..].starts_with(';') {
            return Ok(sign);
        }
        if begins_word {
            at += 1 + string_end(&text[at..]).ok_or(EpdError::Quotation)?;
        }
    }
    Ok(text.len())
}

/// A line of EPD: a position in four fields, and operations. `hmvc` and `fmvn` are those of
/// the position.
///
/// ```
/// use peregrine::notation::epd::{Operation, format_line};
/// use peregrine::{position::Position, variants};
/// let chess = variants::rules("chess").unwrap();
/// let position = Position::from_fen(chess, "4k3/8/8/8/8/8/8/R3K3 w - - 3 9").unwrap();
/// let operations = [Operation::new("bm", "Ra8+"), Operation::new("id", "an end")];
/// assert_eq!(
///     format_line(&position, &operations),
///     "4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+; id \"an end\"; hmvc 3; fmvn 9;"
/// );
/// ```
pub fn format_line(position: &Position, operations: &[Operation]) -> String {
    let fen = position.to_string();
    let fields: Vec<&str> = fen.split(' ').collect();
    let counters = fields.len().saturating_sub(2);
    let (board, counters) = fields.split_at(counters);
    let mut line = board.join(" ");
    let counter = |opcode: &str| ["hmvc", "fmvn"].contains(&opcode);
    let others = operations
        .iter()
        .filter(|operation| !counter(&operation.opcode));
    let mut texts: Vec<String> = others.map(Operation::written).collect();
    if let [halfmoves, fullmoves] = *counters
        && counters != ["0", "1"]
    {
        texts.push(format!("hmvc {halfmoves};"));
        texts.push(format!("fmvn {fullmoves};"));
    }
    for text in texts {
        line.push(' ');
        line += &text;
    }
    line
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn read(text: &str) -> Vec<(String, String)> {
        let operations = operations(text).unwrap();
        let text =
            |operation: &Operation| (operation.opcode.clone(), operation.text().into_owned());
        operations.iter().map(text).collect()
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = pairs
            .iter()
            .map(|(opcode, text)| ((*opcode).to_owned(), (*text).to_owned()));
        owned.collect()
    }

    #[test]
    fn operations_end_where_they_end() {
        for (text, expected) in [
            ("", &[][..]),
            (" ;; ; ", &[]),
            ("bm e4 Nf3; id \"a\";", &[("bm", "e4 Nf3"), ("id", "a")]),
            (";bm e4 ;id a b", &[("bm", "e4"), ("id", "a b")]),
            (
                "c0 \"x; y\" ; c1 \"\\\"z\\\"; \\\\\";noop",
                &[("c0", "x; y"), ("c1", "\"z\"; \\"), ("noop", "")],
            ),
            ("- bm e4;-; am d4", &[("am", "d4")]),
            (
                "c0 5\" gun; c1 don't;",
                &[("c0", "5\" gun"), ("c1", "don't")],
            ),
            (
                "c0 \"a\" \"b;c\"; c1 x",
                &[("c0", "\"a\" \"b;c\""), ("c1", "x")],
            ),
        ] {
            assert_eq!(read(text), pairs(expected), "{text}");
        }
        assert_eq!(operations("id \"a; bm e4;"), Err(EpdError::Quotation));
        assert_eq!(
            operations("bm e4; 5 x"),
            Err(EpdError::Opcode("5".to_owned()))
        );
    }

    #[test]
    fn what_is_written_is_read_again() {
        for (opcode, operand, written) in [
            ("id", "fork-7", "id \"fork-7\";"),
            ("id", "\"fork; 7\"", "id \"fork; 7\";"),
            ("id", "a \"b\" \\", "id \"a \\\"b\\\" \\\\\";"),
            ("ce", "-35", "ce -35;"),
            ("acs", "0.5", "acs 0.5;"),
            ("c0", "1e5", "c0 \"1e5\";"),
            ("c0", "nan", "c0 \"nan\";"),
            ("bm", "e4 O-O", "bm e4 O-O;"),
            ("noop", "", "noop;"),
        ] {
            let operation = Operation::new(opcode, operand);
            assert_eq!(operation.written(), written);
            let again = operations(written).unwrap();
            assert_eq!(again[0].text(), operation.text(), "{written}");
        }
    }
}
