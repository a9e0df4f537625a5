//! The start position of a game of Fairy-Stockfish.

use super::slots::Slot;
use super::state::State;
use super::values::MAX_SIDE;

/// What is on a cell of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    Hole,
    /// A piece, of White if so.
    Piece(Slot, bool),
}

/// A start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Start {
    /// The cells of each rank, the first rank first.
    pub ranks: Vec<Vec<Cell>>,
    /// The board field, as Peregrine writes it.
    pub field: String,
    /// Whether White moves first.
    pub is_white: bool,
    /// The castling rights; empty for none.
    pub rights: String,
    /// The kinds on the board, each once.
    pub slots: Vec<Slot>,
}

impl Start {
    pub(super) fn cell(&self, file: usize, rank: usize) -> Cell {
        let cells = self.ranks.get(rank);
        cells
            .and_then(|cells| cells.get(file))
            .copied()
            .unwrap_or(Cell::Hole)
    }

    pub(super) fn is_square(&self, file: usize, rank: usize) -> bool {
        self.cell(file, rank) != Cell::Hole
    }

    /// The squares with this kind of one side.
    pub(super) fn squares(&self, slot: Slot, is_white: bool) -> Vec<(usize, usize)> {
        let mut squares = Vec::new();
        for (rank, cells) in self.ranks.iter().enumerate() {
            for (file, cell) in cells.iter().enumerate() {
                if *cell == Cell::Piece(slot, is_white) {
                    squares.push((file, rank));
                }
            }
        }
        squares
    }
}

/// Reads the start position.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(state: &State) -> Result<Start, String> {
    let mut words = state.start().split_whitespace();
    let field = words.next().ok_or("the start position is missing")?;
    let field = match field.split_once('[') {
        None => field,
        Some((field, "]" | "-]")) => field,
        Some(_) => return Err("pieces in hand cannot be dropped".to_owned()),
    };
    let (files, ranks) = (state.files(), state.ranks());
    if files > MAX_SIDE || ranks > MAX_SIDE {
        return Err(format!("a board has at most {MAX_SIDE} files and ranks"));
    }
    let mut all = Vec::new();
    let mut slots = Vec::new();
    for text in field.split('/') {
        let rank = ranks.saturating_sub(all.len());
        let cells = cells(state, text, files, &mut slots)
            .map_err(|reason| format!("rank {rank}: {reason}"))?;
        all.push(cells);
    }
    if all.len() != ranks {
        return Err(format!(
            "the position has {} ranks, but the board {ranks}",
            all.len()
        ));
    }
    let is_white = match words.next() {
        None | Some("w") => true,
        Some("b") => false,
        Some(other) => return Err(format!("the side to move must be w or b, not '{other}'")),
    };
    // Some files leave the rights out: "w - 0 1" or "w 0 1".
    let rights = words.next().unwrap_or("-");
    let is_rights = !rights.is_empty() && rights.chars().all(|letter| letter.is_ascii_alphabetic());
    slots.sort_unstable();
    slots.dedup();
    all.reverse();
    let field = field
        .split('/')
        .map(plain_runs)
        .collect::<Vec<_>>()
        .join("/");
    Ok(Start {
        ranks: all,
        field,
        is_white,
        rights: if is_rights {
            rights.to_owned()
        } else {
            String::new()
        },
        slots,
    })
}

fn cells(
    state: &State,
    text: &str,
    files: usize,
    slots: &mut Vec<Slot>,
) -> Result<Vec<Cell>, String> {
    let mut cells = Vec::new();
    let mut run = 0_usize;
    for letter in text.chars().chain(['/']) {
        if let Some(digit) = letter.to_digit(10) {
            run = (run * 10 + digit as usize).min(1000);
            continue;
        }
        cells.extend(std::iter::repeat_n(Cell::Empty, run));
        run = 0;
        match letter {
            '/' => {}
            '*' => cells.push(Cell::Hole),
            '+' | '~' => return Err("promoted pieces have no letter of their own".to_owned()),
            letter => {
                let slot = state
                    .with_letter(letter)
                    .filter(|_| letter.is_ascii_alphabetic());
                let slot = slot.ok_or_else(|| format!("there is no piece '{letter}'"))?;
                slots.push(slot);
                cells.push(Cell::Piece(slot, letter.is_ascii_uppercase()));
            }
        }
        if cells.len() > 1000 {
            break;
        }
    }
    match cells.len() == files {
        true => Ok(cells),
        false => Err(format!(
            "{} cells, but the board has {files} files",
            cells.len()
        )),
    }
}

/// Runs of empty squares without leading zeros and as a single number.
fn plain_runs(text: &str) -> String {
    let mut plain = String::new();
    let mut run = String::new();
    for letter in text.chars() {
        if letter.is_ascii_digit() {
            run.push(letter);
            continue;
        }
        plain.push_str(run.trim_start_matches('0'));
        run.clear();
        plain.push(letter);
    }
    plain.push_str(run.trim_start_matches('0'));
    plain
}
