//! The board of a variant: its size, its names, and its holes as marked in the
//! start position.

use serde::Deserialize;

use crate::board::bitboard::Bitboard;
use crate::board::square::Square;
use crate::position::fen::board_tokens;

/// The size of a board, written as `10x8`.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Size {
    pub files: usize,
    pub ranks: usize,
}

impl TryFrom<String> for Size {
    type Error = String;

    fn try_from(text: String) -> Result<Size, String> {
        let numbers = text.split_once('x');
        let numbers = numbers.and_then(|(files, ranks)| Some((number(files)?, number(ranks)?)));
        let (files, ranks) = numbers.ok_or_else(|| {
            format!("'{text}' is not a board size; write it like '10x8', files first")
        })?;
        if !(2..=16).contains(&files) {
            return Err(format!("a board has 2 to 16 files, not {files}"));
        }
        if !(4..=16).contains(&ranks) {
            return Err(format!("a board has 4 to 16 ranks, not {ranks}"));
        }
        if files * ranks > 128 {
            let cells = files * ranks;
            return Err(format!(
                "{files}x{ranks} has {cells} cells, but a board has at most 128"
            ));
        }
        Ok(Size { files, ranks })
    }
}

/// A number without sign or leading zeros.
pub(super) fn number(text: &str) -> Option<usize> {
    let number: usize = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// The names of the files.
///
/// # Errors
/// If they do not match the board.
pub(super) fn file_names(names: &str, files: usize) -> Result<String, String> {
    let count = names.chars().count();
    if count != files {
        return Err(format!("{count} names for {files} files"));
    }
    for (at, name) in names.char_indices() {
        if !name.is_ascii_lowercase() {
            return Err(format!("file names are letters from a to z, not '{name}'"));
        }
        if names[..at].contains(name) {
            return Err(format!("two files are named '{name}'"));
        }
    }
    Ok(names.to_owned())
}

/// The cells that the board field of a FEN marks with `*`. Any faults of the
/// field are left to the FEN parser.
pub(super) fn holes(field: &str, size: Size) -> Bitboard {
    let mut holes = Bitboard::EMPTY;
    for (rank, text) in (0..size.ranks).rev().zip(field.split('/')) {
        let mut file = 0_usize;
        for word in board_tokens(text) {
            if word == "*" && file < size.files {
                holes |= Square::new(rank * size.files + file).into();
            }
            file = file.saturating_add(word.parse().unwrap_or(1));
        }
    }
    holes
}
