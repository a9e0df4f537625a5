//! Openings as lines with one position each: FEN, or EPD with its operations.

use crate::notation::epd::{fields, operations};
use crate::position::Position;
use crate::position::game::Game;
use crate::rules::Rules;
use crate::variants;

use super::{Opening, is_comment, opening_of, variant_mismatch};

/// Parses a line such as `FEN`, `FEN ; id "name"` or, with four fields,
/// `FEN id "name"; hmvc 3;`. Of the EPD operations, `id` is the name, `hmvc` and
/// `fmvn` are the counters, and `variant` must match; others are ignored. A blank line
/// or a comment (`# ...`) gives `None`.
pub(super) fn parse(line: &str, rules: &'static Rules) -> Result<Option<Opening>, String> {
    if is_comment(line, rules)? {
        return Ok(None);
    }
    let (fields, rest) = fields(line);
    let (mut fen, counters) = match fields[..] {
        [board, side, castling, passed, half, full] => {
            (vec![board, side, castling, passed], [half, full])
        }
        _ => (fields, ["0", "1"]),
    };
    let [mut halfmoves, mut fullmoves] = counters.map(str::to_owned);
    let mut name = None;
    let operations = operations(rest).map_err(|error| error.to_string())?;
    for operation in &operations {
        let text = operation.text();
        match operation.opcode.as_str() {
            "id" => name = Some(text.into_owned()),
            "hmvc" => halfmoves = text.into_owned(),
            "fmvn" => fullmoves = text.into_owned(),
            "variant" if !variants::is_name_of(rules.variant(), &text) => {
                return Err(variant_mismatch(&text, rules));
            }
            _ => {}
        }
    }
    if fen.len() == 4 {
        fen.extend([halfmoves.as_str(), &fullmoves]);
    }
    let position = Position::from_fen(rules, &fen.join(" ")).map_err(|error| error.to_string())?;
    Ok(Some(opening_of(Game::new(position), name.as_deref())))
}
