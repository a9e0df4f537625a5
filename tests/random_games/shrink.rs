//! A failing case is shrunk as long as it fails in the same way: fewer moves,
//! pieces, kinds of piece, rules, holes, files and ranks.

use crate::check::{Definition, Fault};
use crate::describe::{Case, Cell, Game, Kind, Part, Placement};
use crate::generate::{drop_piece, drop_unused, without};
use crate::play;

/// How many cases are tried at most.
const PATIENCE: usize = 4000;

/// The smallest case found that fails in the same way, and its fault.
pub fn shrink(mut case: Case, mut fault: Fault, definition: Definition) -> (Case, Fault) {
    let mut tried = 0;
    // The scan continues where the last candidate was found, so that what could
    // not be left out is not tried again each time.
    let mut next = 0;
    'smaller: loop {
        let candidates = candidates(&case);
        for number in 0..candidates.len() {
            let candidate = &candidates[(next + number) % candidates.len()];
            tried += 1;
            if let Some((found, ply)) = play::replay(candidate, definition)
                && found.kind == fault.kind
            {
                (case, fault) = (candidate.clone(), found);
                case.line.truncate(ply);
                next += number;
                continue 'smaller;
            }
            if tried >= PATIENCE {
                break;
            }
        }
        return (case, fault);
    }
}

/// What is to be reduced, the most important first.
fn size(case: &Case) -> impl Ord + use<> {
    let game = &case.game;
    let placements = [Some(&game.start), case.placement.as_ref()];
    let placements = placements.into_iter().flatten();
    let cells = placements.clone().flat_map(|placement| &placement.cells);
    let men = cells.clone().filter(|cell| **cell != Cell::Empty).count();
    let pawns = &game.pawns;
    let said = [
        game.file_names.is_some(),
        game.from_zero,
        game.shuffled,
        !game.partners.is_empty(),
        game.partner_files.is_some(),
        game.stalemate.is_some(),
        game.promotion.is_some(),
        game.king != "K",
        game.pawn != "P",
        pawns.start_rank.is_some(),
        pawns.sideways.is_some(),
        pawns.zones.is_some(),
        pawns.pool.is_some(),
        pawns.stays_en_passant,
        pawns
            .double_step
            .as_ref()
            .is_none_or(|squares| !squares.is_empty()),
        game.castling.as_deref() != Some(&["none"]),
        case.castling > 0,
    ];
    let moves = game.pieces.iter().map(|piece| piece.moves.len() + 1);
    (
        (case.line.len(), case.placement.is_some(), men),
        (cells.count(), moves.sum::<usize>(), pawns.steps.len()),
        said.into_iter().filter(|&said| said).count(),
        (
            placements
                .map(|placement| placement.rights.len())
                .sum::<usize>(),
            game.text().len(),
        ),
        case.command().len(),
    )
}

/// Slightly smaller cases.
fn candidates(case: &Case) -> Vec<Case> {
    let mut all = later_begins(case);
    let game = |change: &dyn Fn(&mut Game)| {
        let mut other = case.clone();
        change(&mut other.game);
        other
    };
    // What is optional in a file.
    all.push(game(&|game| game.file_names = None));
    all.push(game(&|game| game.from_zero = false));
    all.push(game(&|game| game.shuffled = false));
    all.push(game(&|game| game.partners.clear()));
    all.push(game(&|game| game.partner_files = None));
    all.push(game(&|game| game.stalemate = None));
    all.push(game(&|game| game.promotion = None));
    all.push(game(&|game| game.king = "K".to_owned()));
    all.push(game(&|game| game.pawn = "P".to_owned()));
    all.push(game(&|game| game.pawns.start_rank = None));
    all.push(game(&|game| game.pawns.double_step = None));
    all.push(game(&|game| game.pawns.double_step = Some(Vec::new())));
    all.push(game(&|game| game.pawns.sideways = None));
    all.push(game(&|game| game.pawns.zones = None));
    all.push(game(&|game| game.pawns.pool = None));
    all.push(game(&|game| game.pawns.stays_en_passant = false));
    let mut none = game(&|game| {
        game.castling = Some(vec!["none"]);
        (game.king_files, game.partner_files) = (None, None);
        game.partners.clear();
        game.start.rights.clear();
    });
    if let Some(placement) = &mut none.placement {
        placement.rights.clear();
    }
    all.push(none);
    if let Some(rules) = &case.game.castling {
        all.push(Case {
            castling: 0,
            ..game(&|game| game.castling = Some(vec![rules[case.castling % rules.len()]]))
        });
    }
    for number in 0..case.game.pieces.len() {
        let mut other = case.clone();
        without_piece(&mut other, number);
        all.push(other);
        for part in 0..case.game.pieces[number].moves.len() {
            all.push(game(&|game| {
                game.pieces[number].moves.remove(part);
            }));
        }
    }
    for step in 0..case.game.pawns.steps.len() {
        all.push(game(&|game| {
            game.pawns.steps.remove(step);
        }));
    }
    for zone in 0..case.game.pawns.zones.iter().flatten().count() {
        all.push(game(&|game| {
            if let Some(zones) = &mut game.pawns.zones {
                zones.remove(zone);
            }
        }));
    }
    // The board and the pieces on it.
    all.extend((0..case.game.files).map(|file| without_line(case, file, case.game.files)));
    all.extend((0..case.game.ranks).map(|rank| without_rank(case, rank)));
    all.extend(fewer_men(case));
    let whole = size(case);
    all.retain(|other| size(other) < whole);
    all
}

/// The case from a later position on, and as a game that starts with it.
fn later_begins(case: &Case) -> Vec<Case> {
    let mut all = Vec::new();
    let Some(rules) = play::rules(&case.game, case.castling, case.promotion) else {
        return all;
    };
    let Some(mut position) = play::begin(case, rules) else {
        return all;
    };
    for ply in 0..=case.line.len() {
        let placement = play::placement(&case.game, &position);
        let mut as_start = case.clone();
        as_start.game.start = Placement {
            halfmove_clock: 0,
            fullmove_number: 1,
            ..placement.clone()
        };
        as_start.placement = None;
        as_start.line = case.line[ply..].to_vec();
        drop_unused(&mut as_start.game);
        all.push(as_start);
        all.push(Case {
            placement: Some(placement),
            line: case.line[ply..].to_vec(),
            ..case.clone()
        });
        let Some(step) = case.line.get(ply) else {
            break;
        };
        let text = case.game.step(step);
        let Ok(mv) = peregrine::notation::parse_coordinate(&position, &text) else {
            break;
        };
        position.play(mv);
    }
    // The last ones leave out the most.
    all.reverse();
    all
}

/// Without a kind of piece.
fn without_piece(case: &mut Case, number: usize) {
    drop_piece(&mut case.game, number);
    if let Some(placement) = &mut case.placement {
        for cell in &mut placement.cells {
            *cell = without(*cell, number);
        }
        keep_rights(placement);
    }
}

fn keep_rights(placement: &mut Placement) {
    let cells = &placement.cells;
    placement
        .rights
        .retain(|&right| matches!(cells[right], Cell::Man { .. }));
}

/// Without one piece, hole or right, in the start position and in another, and
/// without many of them.
fn fewer_men(case: &Case) -> Vec<Case> {
    let mut all = Vec::new();
    let mut add = |change: &dyn Fn(&mut Placement)| {
        let mut other = case.clone();
        change(&mut other.game.start);
        keep_rights(&mut other.game.start);
        drop_unused(&mut other.game);
        if other.game.pieces.len() == case.game.pieces.len() {
            all.push(other.clone());
        }
        if let Some(placement) = &mut other.placement {
            change(placement);
            keep_rights(placement);
        }
        if other.game.pieces.len() == case.game.pieces.len() || case.placement.is_none() {
            all.push(other);
        }
    };
    let is_king = |cell: Cell| {
        matches!(
            cell,
            Cell::Man {
                kind: Kind::King,
                ..
            }
        )
    };
    for white in [true, false] {
        add(&|placement| {
            for cell in &mut placement.cells {
                let pawn = Cell::Man {
                    white,
                    kind: Kind::Pawn,
                };
                if *cell == pawn {
                    *cell = Cell::Empty;
                }
            }
        });
    }
    add(&|placement| {
        for cell in &mut placement.cells {
            if *cell == Cell::Hole {
                *cell = Cell::Empty;
            }
        }
    });
    for number in 0..case.game.start.cells.len() {
        if case.game.start.cells[number] != Cell::Empty && !is_king(case.game.start.cells[number])
            || case
                .placement
                .as_ref()
                .is_some_and(|placement| placement.cells[number] != Cell::Empty)
        {
            add(&|placement| {
                if !is_king(placement.cells[number]) {
                    placement.cells[number] = Cell::Empty;
                }
            });
        }
    }
    for right in 0..case.game.start.rights.len() {
        add(&|placement| {
            if right < placement.rights.len() {
                placement.rights.remove(right);
            }
        });
    }
    add(&|placement| {
        placement.halfmove_clock = 0;
        placement.fullmove_number = 1;
    });
    add(&|placement| placement.en_passant = None);
    all
}

/// Without a rank.
fn without_rank(case: &Case, rank: usize) -> Case {
    let files = case.game.files;
    let kept = |cell: usize| match cell / files {
        other if other == rank => None,
        other if other > rank => Some(cell - files),
        _ => Some(cell),
    };
    let kept_rank = |other: usize| match other {
        other if other == rank => None,
        other if other > rank => Some(other - 1),
        other => Some(other),
    };
    let mut other = renumbered(case, &kept, &kept_rank);
    other.game.ranks -= 1;
    other
}

/// Without a file.
fn without_line(case: &Case, file: usize, files: usize) -> Case {
    let kept = |cell: usize| match cell % files {
        other if other == file => None,
        other => Some(cell - cell / files - usize::from(other > file)),
    };
    let mut other = renumbered(case, &kept, &Some);
    other.game.files -= 1;
    if let Some(names) = &mut other.game.file_names {
        names.remove(file);
    }
    other
}

/// With other numbers of cells and ranks, where there are any.
fn renumbered(
    case: &Case,
    kept: &dyn Fn(usize) -> Option<usize>,
    kept_rank: &dyn Fn(usize) -> Option<usize>,
) -> Case {
    let mut other = case.clone();
    let squares = |parts: &mut Vec<Part>| {
        let moved = parts.iter().filter_map(|part| match *part {
            Part::Rank(rank) => kept_rank(rank).map(Part::Rank),
            Part::Cell(cell) => kept(cell).map(Part::Cell),
        });
        *parts = moved.collect();
    };
    let placed = |placement: &mut Placement| {
        let cells = placement.cells.iter().copied().enumerate();
        placement.cells = cells
            .filter(|row| kept(row.0).is_some())
            .map(|row| row.1)
            .collect();
        placement.rights = placement
            .rights
            .iter()
            .filter_map(|&cell| kept(cell))
            .collect();
        placement.en_passant = placement.en_passant.and_then(kept);
    };
    let pawns = &mut other.game.pawns;
    for parts in [&mut pawns.double_step, &mut pawns.sideways]
        .into_iter()
        .flatten()
    {
        squares(parts);
    }
    for zone in pawns.zones.iter_mut().flatten() {
        squares(&mut zone.squares);
    }
    if let Some(zones) = &mut pawns.zones {
        zones.retain(|zone| !zone.squares.is_empty());
    }
    pawns.start_rank = pawns.start_rank.and_then(kept_rank);
    let steps = pawns.steps.iter();
    pawns.steps = steps
        .filter_map(|&(from, to)| Some((kept(from)?, kept(to)?)))
        .collect();
    placed(&mut other.game.start);
    other.placement.iter_mut().for_each(placed);
    for step in &mut other.line {
        // A line that loses a square is no longer valid, and is refused.
        step.from = kept(step.from).unwrap_or(step.to);
        step.to = kept(step.to).unwrap_or(step.from);
    }
    other
}
