//! Openings as lines with one position each: FEN, or EPD with its operations.

use crate::position::Position;
use crate::position::game::Game;
use crate::rules::Rules;
use crate::variants;

use super::{Opening, another_game, is_comment, opening_of};

/// Parses a line such as `FEN`, `FEN ; id "name"` or, with four fields,
/// `FEN id "name"; hmvc 3;`. Of the EPD operations, `id` is the name, `hmvc` and
/// `fmvn` are the counters, and `variant` must match; others are ignored. A blank line
/// or a comment (`# ...`) gives `None`.
pub(super) fn parse(line: &str, rules: &'static Rules) -> Result<Option<Opening>, String> {
    if is_comment(line, rules)? {
        return Ok(None);
    }
    let (fields, rest) = fields(line);
    let (mut fen, [mut halfmoves, mut fullmoves]) = match fields[..] {
        [board, side, castling, passed, half, full] => {
            (vec![board, side, castling, passed], [half, full])
        }
        _ => (fields, ["0", "1"]),
    };
    let mut name = None;
    for operation in operations(rest)? {
        let (opcode, operand) = match operation.split_once(char::is_whitespace) {
            Some((opcode, operand)) => (opcode, operand.trim()),
            None => (operation, ""),
        };
        match opcode {
            "id" => name = Some(operand.trim_matches('"')),
            "hmvc" => halfmoves = operand,
            "fmvn" => fullmoves = operand,
            "variant" if !variants::is_called(rules.variant(), operand) => {
                return Err(another_game(operand, rules));
            }
            _ => {}
        }
    }
    if fen.len() == 4 {
        fen.extend([halfmoves, fullmoves]);
    }
    let position = Position::from_fen(rules, &fen.join(" ")).map_err(|error| error.to_string())?;
    Ok(Some(opening_of(Game::new(position), name)))
}

/// Splits off the fields of the FEN: four, or six if two numbers follow.
fn fields(line: &str) -> (Vec<&str>, &str) {
    let mut fields = Vec::new();
    let mut rest = line;
    while fields.len() < 6 {
        let trimmed = rest.trim_start();
        let end = trimmed.find(|c: char| c.is_whitespace() || c == ';');
        let (field, after) = trimmed.split_at(end.unwrap_or(trimmed.len()));
        let number = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
        if field.is_empty() || fields.len() >= 4 && !number {
            break;
        }
        fields.push(field);
        rest = after;
    }
    (fields, rest)
}

/// Splits EPD operations at `;`, except within quotation marks.
fn operations(text: &str) -> Result<Vec<&str>, String> {
    let mut quoted = false;
    let ends = |c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    };
    let operations: Vec<&str> = text.split(ends).map(str::trim).collect();
    if text.matches('"').count() % 2 == 1 {
        return Err("unclosed '\"'".to_owned());
    }
    Ok(operations
        .into_iter()
        .filter(|operation| !operation.is_empty())
        .collect())
}
