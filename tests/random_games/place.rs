//! Where the pieces of a random game stand: in the start position, and anywhere.
//!
//! Of the rules it knows only which castling rights and double steps there may be.

use crate::describe::{Cell, Game, Kind, Placement};
use crate::source::Source;

/// The start position: White's pieces, and usually the same mirrored for Black.
pub fn array(source: &mut Source<'_>, game: &mut Game, by_rook: bool) {
    let files = game.files;
    let home = if game.ranks > 5 && source.one_in(8) && !game.shuffled {
        1
    } else {
        0
    };
    let mut holes = Vec::new();
    if source.one_in(3) {
        let spared = if by_rook || game.shuffled {
            files * (home + 1)
        } else {
            0
        };
        for _ in 0..source.between(1, files * game.ranks / 8) {
            let cell = source.below(files * game.ranks);
            let turned = game.turned(cell);
            if cell >= spared && turned >= spared {
                holes.push(cell);
                if !source.one_in(4) {
                    holes.push(turned);
                }
            }
        }
    }
    for &hole in &holes {
        game.start.cells[hole] = Cell::Hole;
    }
    let king = source.below(files);
    let start = game.pawns.start_rank.unwrap_or(1);
    let mut men = vec![(home * files + king, Kind::King)];
    let full = source.between(2, 4);
    for file in (0..files).filter(|&file| file != king) {
        if !source.one_in(full) {
            let rook = by_rook && source.one_in(4);
            let kind = if rook {
                0
            } else {
                source.below(game.pieces.len())
            };
            men.push((home * files + file, Kind::Piece(kind)));
        }
    }
    if by_rook && men.iter().all(|man| man.1 != Kind::Piece(0)) {
        let files = (0..files).filter(|&file| file != king);
        let file = *source.pick(&files.collect::<Vec<_>>());
        men.push((home * game.files + file, Kind::Piece(0)));
    }
    let rank = start.max(home + 1);
    for file in 0..files {
        if !source.one_in(8) {
            men.push((rank * files + file, Kind::Pawn));
        }
    }
    if source.one_in(6) {
        let count = source.below(4);
        for _ in 0..count {
            let kind = Kind::Piece(source.below(game.pieces.len()));
            men.push((source.below(files * game.ranks / 2), kind));
        }
    }
    let alike = !source.one_in(6);
    for white in [true, false] {
        for &(cell, kind) in &men {
            let cell = if white { cell } else { game.turned(cell) };
            let leave_out = !alike && kind != Kind::King && source.one_in(5);
            if game.start.cells[cell] == Cell::Empty && !leave_out {
                game.start.cells[cell] = Cell::Man { white, kind };
            }
        }
    }
    game.start.white_to_move = !source.one_in(12);
    game.start.rights = rights(source, game, &game.start.cells, 12);
}

/// The possible castling rights, each left out once in so many times: those of
/// the pieces on their start squares.
fn rights(source: &mut Source<'_>, game: &Game, cells: &[Cell], missing: usize) -> Vec<usize> {
    let rules = game.castling.as_deref().unwrap_or(&["free"]);
    if rules == ["none"] {
        return Vec::new();
    }
    let mut rights = Vec::new();
    for white in [true, false] {
        let is = |man: Cell, wanted: Kind| {
            man == Cell::Man {
                white,
                kind: wanted,
            }
        };
        let Some(king) = cells.iter().position(|&cell| is(cell, Kind::King)) else {
            continue;
        };
        let at_home = |cell: usize| match game.shuffled {
            true => cell / game.files == if white { 0 } else { game.ranks - 1 },
            false => game.start.cells[cell] == cells[cell],
        };
        let rank = king / game.files * game.files;
        for cell in (rank..rank + game.files).filter(|&cell| cell != king) {
            let partner = match cells[cell] {
                Cell::Man {
                    white: color,
                    kind: Kind::Piece(number),
                } if color == white => rules == ["king-swap"] || game.castles_with(number),
                Cell::Man { white: color, .. } => color == white && rules == ["king-swap"],
                _ => false,
            };
            if partner && at_home(cell) && at_home(king) && !source.one_in(missing) {
                rights.push(cell);
            }
        }
        if game.has_fixed_files() {
            keep_one_on_each_side(source, &mut rights, rank..rank + game.files, king);
        }
    }
    rights
}

/// Drops all but one of the rights on either side of a King.
fn keep_one_on_each_side(
    source: &mut Source<'_>,
    rights: &mut Vec<usize>,
    rank: std::ops::Range<usize>,
    king: usize,
) {
    for side in [rank.start..king, king + 1..rank.end] {
        let on_side: Vec<usize> = rights
            .iter()
            .copied()
            .filter(|cell| side.contains(cell))
            .collect();
        if on_side.len() > 1 {
            let kept = *source.pick(&on_side);
            rights.retain(|cell| !side.contains(cell) || *cell == kept);
        }
    }
}

/// A random placement, which may or may not be a legal position of the game.
pub fn placement(source: &mut Source<'_>, game: &Game) -> Placement {
    let count = game.files * game.ranks;
    let mut cells = game.start.cells.clone();
    let men: Vec<(usize, Cell)> = cells
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, cell)| matches!(cell, Cell::Man { .. }))
        .collect();
    let moved = source.between(1, 8);
    for &(cell, man) in &men {
        let is_king = matches!(
            man,
            Cell::Man {
                kind: Kind::King,
                ..
            }
        );
        if source.one_in(2) && source.below(8) < moved {
            cells[cell] = Cell::Empty;
            let to = source.below(count);
            match cells[to] {
                Cell::Empty => cells[to] = changed(source, game, man),
                _ if is_king => cells[cell] = man,
                _ => {}
            }
        }
    }
    let white_to_move = source.one_in(2);
    let mut en_passant = None;
    if source.one_in(3) {
        // A Pawn of the other side that may just have made a double step.
        let file = source.below(game.files);
        let rank = game.pawns.start_rank.unwrap_or(1);
        let seen = |rank: usize| {
            let cell = rank * game.files + file;
            if white_to_move {
                game.turned(cell)
            } else {
                cell
            }
        };
        if rank + 2 < game.ranks {
            let way = [rank, rank + 1, rank + 2].map(seen);
            let is_king = |cell: usize| {
                matches!(
                    cells[cell],
                    Cell::Man {
                        kind: Kind::King,
                        ..
                    }
                )
            };
            if way
                .iter()
                .all(|&cell| cells[cell] != Cell::Hole && !is_king(cell))
            {
                cells[way[0]] = Cell::Empty;
                cells[way[1]] = Cell::Empty;
                cells[way[2]] = Cell::Man {
                    white: !white_to_move,
                    kind: Kind::Pawn,
                };
                en_passant = Some(way[1]);
            }
        }
    }
    Placement {
        rights: rights(source, game, &cells, 3),
        cells,
        white_to_move,
        en_passant,
        halfmove_clock: if source.one_in(8) {
            source.between(90, 101) as u16
        } else {
            source.below(9) as u16
        },
        fullmove_number: source.between(1, 300) as u16,
    }
}

/// The piece, or occasionally another.
fn changed(source: &mut Source<'_>, game: &Game, man: Cell) -> Cell {
    match man {
        Cell::Man {
            white,
            kind: Kind::Piece(_),
        } if source.one_in(4) && !game.pieces.is_empty() => Cell::Man {
            white,
            kind: Kind::Piece(source.below(game.pieces.len())),
        },
        _ => man,
    }
}
