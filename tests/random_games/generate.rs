//! Random games: boards, pieces and rules. Where the pieces stand is in
//! [`place`](crate::place).
//!
//! All choices come from a [`Source`]: a seed, or the bytes of a fuzzer, which
//! can include this module, [`place`](crate::place), [`source`](crate::source) and
//! [`describe`](crate::describe) by their paths. The result is a description;
//! the checker of variant files decides whether it is a game, and some results
//! are invalid on purpose.

use peregrine::board::movement::WORDS;

use crate::describe::{BETZA, Cell, Game, Kind, PATH, Part, Pawns, Piece, Placement, Zone};
use crate::place;
use crate::source::Source;

/// The moves that a piece can be made of, and their components, so that few
/// pieces have a component twice.
const MOVES: [(&str, &str); 13] = [
    ("queen", "br"),
    ("rook", "r"),
    ("bishop", "b"),
    ("knight", "n"),
    ("falcon", "f"),
    ("falcon-leap", "cz"),
    ("man", "br"),
    ("wazir", "r"),
    ("ferz", "b"),
    ("dabbaba", "d"),
    ("alfil", "a"),
    ("camel", "c"),
    ("zebra", "z"),
];

const CASTLING: [&str; 9] = [
    "free",
    "modified-free",
    "orthodox",
    "three",
    "wide",
    "none",
    "fixed-files",
    "fixed-files",
    "fixed-files",
];

/// A game that may or may not be valid.
pub fn game(source: &mut Source<'_>) -> Game {
    let (files, ranks) = size(source);
    let mut letters: Vec<String> = ('A'..='Z').map(String::from).collect();
    letters.extend(('A'..='Z').map(|letter| format!("{letter}'")));
    let mut letter = |usual: &str, source: &mut Source<'_>| {
        let rare = source
            .one_in(6)
            .then(|| source.take(&mut letters))
            .flatten();
        let letter = rare.unwrap_or_else(|| usual.to_owned());
        letters.retain(|other| *other != letter);
        letter
    };
    let (king, pawn) = (letter("K", source), letter("P", source));
    let castling = castling(source);
    let by_rook = castling.as_ref().is_none_or(|rules| {
        rules
            .iter()
            .any(|rule| !["none", "king-swap"].contains(rule))
    });
    let by_other = by_rook && source.one_in(4);
    let pieces = pieces(source, files, ranks, by_rook && !by_other, &mut letters);
    let mut partners = Vec::new();
    if by_other {
        partners.push(0);
        if pieces.len() > 1 && source.one_in(3) {
            partners.push(source.between(1, pieces.len() - 1));
        }
    }
    let is_fixed = castling.as_deref() == Some(&["fixed-files"]);
    let king_files = is_fixed.then(|| two_files(source, files));
    let partner_files = king_files
        .filter(|_| source.one_in(3))
        .map(|kings| kings.map(|king| (king + source.between(1, files - 1)) % files));
    let mut game = Game {
        files,
        ranks,
        file_names: source.one_in(4).then(|| {
            let mut names: Vec<char> = ('a'..='z').collect();
            let names = (0..files).filter_map(|_| source.take(&mut names));
            names.collect()
        }),
        from_zero: source.one_in(5),
        start: Placement {
            cells: vec![Cell::Empty; files * ranks],
            white_to_move: true,
            rights: Vec::new(),
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        },
        king,
        pawn,
        pieces,
        castling,
        partners,
        king_files,
        partner_files,
        promotion: source.one_in(6).then(|| vec!["any", "no-queen"]),
        stalemate: source.one_in(4).then(|| *source.pick(&["loss", "win"])),
        shuffled: source.one_in(8),
        pawns: Pawns::default(),
    };
    pawns(source, &mut game);
    place::array(source, &mut game, by_rook);
    drop_unused(&mut game);
    game
}

fn size(source: &mut Source<'_>) -> (usize, usize) {
    if source.one_in(3) {
        let files = source.between(3, 16);
        (files, source.between(4, (128 / files).min(16)))
    } else {
        (source.between(3, 8), source.between(4, 8))
    }
}

/// Two different files, usually the nearer one to the first file first.
fn two_files(source: &mut Source<'_>, files: usize) -> [usize; 2] {
    let mut files: Vec<usize> = (0..files).collect();
    let mut two = [0; 2].map(|_| source.take(&mut files).unwrap_or_default());
    if !source.one_in(8) {
        two.sort_unstable();
    }
    two
}

fn castling(source: &mut Source<'_>) -> Option<Vec<&'static str>> {
    match source.below(8) {
        0..=2 => Some(vec!["none"]),
        3 => None,
        4 => Some(vec!["king-swap"]),
        5 => {
            let mut rules = vec!["free", "wide", "none"];
            rules.rotate_left(source.below(3));
            Some(rules)
        }
        _ => Some(vec![*source.pick(&CASTLING)]),
    }
}

fn pieces(
    source: &mut Source<'_>,
    files: usize,
    ranks: usize,
    by_rook: bool,
    letters: &mut Vec<String>,
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for number in 0..source.between(1, 7) {
        let Some(letter) = source.take(letters) else {
            break;
        };
        let rook = number == 0 && by_rook;
        let mut moves = Vec::new();
        let mut has = String::new();
        for _ in 0..source.between(1, 3) {
            let (word, parts) = a_move(source, files, ranks);
            let doubled = parts.chars().any(|part| has.contains(part));
            if !doubled || source.one_in(40) {
                has += &parts;
                moves.push(word);
            }
            if !source.one_in(3) {
                break;
            }
        }
        if rook || moves.is_empty() {
            moves = vec!["rook".to_owned()];
        } else if source.one_in(3) {
            moves = general_moves(source);
        }
        pieces.push(Piece { letter, moves });
    }
    pieces
}

/// The letters of directions and modes of a leg in Betza notation.
const DIRECTIONS: [&str; 20] = [
    "", "", "", "", "f", "b", "l", "r", "v", "s", "fs", "bs", "fl", "fr", "ff", "fh", "hr", "hl",
    "br", "vs",
];
const MODES: [&str; 13] = [
    "", "", "", "m", "c", "n", "mn", "cn", "j", "p", "cp", "g", "mg",
];

/// The letters of legs that are not the last.
const LEGS: [&str; 7] = ["", "m", "y", "p", "g", "mp", "n"];
const TURNS: [&str; 8] = ["f", "fs", "s", "fl", "fr", "", "bs", "l"];

/// Atoms with and without ranges.
const ATOMS: [&str; 24] = [
    "W", "F", "K", "N", "D", "A", "C", "Z", "H", "G", "R", "B", "Q", "W3", "F2", "N0", "D0", "A0",
    "C2", "R4", "B3", "Q2", "Z0", "K5",
];

/// Moves by the words, texts and paths of general movements.
fn general_moves(source: &mut Source<'_>) -> Vec<String> {
    let mut moves = Vec::new();
    match source.below(4) {
        0 => moves.push(source.pick(&WORDS).word.to_owned()),
        1 => {
            for _ in 0..source.between(1, 6) {
                let steps = 0..source.between(2, 5);
                let path: String = steps.map(|_| *source.pick(&['S', 'D'])).collect();
                moves.push(format!("{PATH}{path}"));
            }
        }
        _ => {
            for _ in 0..source.between(1, 3) {
                moves.push(format!("{BETZA}{}", betza_group(source)));
            }
        }
    }
    if source.one_in(4) {
        moves.push((*source.pick(&["knight", "camel", "ferz", "wazir"])).to_owned());
    }
    moves
}

/// A group of Betza notation, of one leg or several.
fn betza_group(source: &mut Source<'_>) -> String {
    let mut text = (*source.pick(&DIRECTIONS)).to_owned();
    if source.one_in(3) {
        for _ in 0..source.between(1, 2) {
            text += *source.pick(&LEGS);
            text.push('a');
            text += *source.pick(&TURNS);
        }
    }
    text += *source.pick(&MODES);
    text + *source.pick(&ATOMS)
}

/// A move and its components.
fn a_move(source: &mut Source<'_>, files: usize, ranks: usize) -> (String, String) {
    match source.below(20) {
        0 => (format!("rook {}", source.between(1, 5)), "r".to_owned()),
        1 => (format!("bishop {}", source.between(1, 5)), "b".to_owned()),
        2 | 3 => {
            let far = source.between(1, files.max(ranks) - 1);
            let near = source.below(far.min(files.min(ranks) - 1) + 1);
            let parts = match (near, far) {
                (0, 1) => "r",
                (1, 1) => "b",
                (0, 2) => "d",
                (2, 2) => "a",
                (1, 2) => "n",
                (1, 3) => "c",
                (2, 3) => "z",
                _ => "l",
            };
            (format!("leap {near}-{far}"), parts.to_owned())
        }
        _ => {
            let &(word, parts) = source.pick(&MOVES);
            (word.to_owned(), parts.to_owned())
        }
    }
}

fn parts(source: &mut Source<'_>, game: &Game, ranks: (usize, usize)) -> Vec<Part> {
    let mut parts = Vec::new();
    for _ in 0..source.between(1, 3) {
        let rank = source.between(ranks.0, ranks.1.max(ranks.0));
        parts.push(if source.one_in(2) {
            Part::Rank(rank)
        } else {
            Part::Cell(rank * game.files + source.below(game.files))
        });
    }
    parts
}

fn pawns(source: &mut Source<'_>, game: &mut Game) {
    let last = game.ranks - 1;
    let mut pawns = Pawns::default();
    if source.one_in(4) {
        pawns.start_rank = Some(source.between(1, (last - 1).min(3)));
    }
    let start = pawns.start_rank.unwrap_or(1);
    if start + 2 >= last {
        pawns.double_step = Some(Vec::new());
    } else if source.one_in(3) {
        pawns.double_step = Some(parts(source, game, (start, last - 3)));
    }
    if source.one_in(4) {
        pawns.sideways = Some(parts(source, game, (start, last - 1)));
    }
    if source.one_in(4) {
        for _ in 0..source.between(1, 6) {
            let from = source.between(start, last - 1) * game.files + source.below(game.files);
            let (file, rank) = (from % game.files, from / game.files);
            let to_file = (file + source.below(3))
                .saturating_sub(1)
                .min(game.files - 1);
            let to_rank = (rank + source.below(3)).saturating_sub(1);
            let step = (from, to_rank * game.files + to_file);
            let forward = to_file == file && to_rank >= rank;
            if !forward && to_rank >= start && !pawns.steps.contains(&step) {
                pawns.steps.push(step);
            }
        }
    }
    if source.one_in(3) {
        pawns.zones = Some(zones(source, game, last));
    }
    if source.one_in(4) {
        pawns.pool = Some(*source.pick(&["loses", "forbidden"]));
    }
    pawns.stays_en_passant = pawns.pool != Some("loses") && source.one_in(6);
    game.pawns = pawns;
}

fn zones(source: &mut Source<'_>, game: &Game, last: usize) -> Vec<Zone> {
    let to = |source: &mut Source<'_>| {
        source.one_in(2).then(|| {
            let mut left: Vec<usize> = (0..game.pieces.len()).collect();
            let some = (0..source.between(1, 3)).filter_map(|_| source.take(&mut left));
            some.collect()
        })
    };
    let mut zones = vec![Zone {
        squares: vec![Part::Rank(last)],
        to: to(source),
        optional: false,
    }];
    if source.one_in(3) && game.files > 3 {
        // The last rank in two zones.
        let cells = |files: std::ops::Range<usize>| {
            files
                .map(|file| Part::Cell(last * game.files + file))
                .collect()
        };
        let middle = source.between(1, game.files - 1);
        zones[0].squares = cells(0..middle);
        zones.push(Zone {
            squares: cells(middle..game.files),
            to: to(source),
            optional: source.one_in(30),
        });
    }
    if source.one_in(2) && last >= 4 {
        // On some boards where the other side's double steps pass.
        let rank = source.between(last / 2 + 1, last - 1);
        zones.push(Zone {
            squares: if source.one_in(2) {
                vec![Part::Rank(rank)]
            } else {
                parts(source, game, (rank, rank))
            },
            to: to(source),
            optional: source.one_in(2),
        });
        zones.last_mut().expect("one was pushed").squares.dedup();
    }
    zones
}

/// Removes the pieces that are neither on the board nor promoted to.
pub fn drop_unused(game: &mut Game) {
    let of = |cell: &Cell| match cell {
        Cell::Man {
            kind: Kind::Piece(number),
            ..
        } => Some(*number),
        _ => None,
    };
    let mut used: Vec<usize> = game.start.cells.iter().filter_map(of).collect();
    let zones = game.pawns.zones.iter().flatten();
    used.extend(zones.filter_map(|zone| zone.to.as_ref()).flatten());
    for number in (0..game.pieces.len()).rev() {
        if !used.contains(&number) {
            drop_piece(game, number);
        }
    }
}

/// Removes a kind of piece and everything that refers to it.
pub fn drop_piece(game: &mut Game, number: usize) {
    game.pieces.remove(number);
    game.partners.retain(|&other| other != number);
    let later = game.partners.iter_mut().filter(|other| **other > number);
    later.for_each(|other| *other -= 1);
    for cell in &mut game.start.cells {
        *cell = without(*cell, number);
    }
    let cells = &game.start.cells;
    game.start
        .rights
        .retain(|&right| matches!(cells[right], Cell::Man { .. }));
    for to in game
        .pawns
        .zones
        .iter_mut()
        .flatten()
        .filter_map(|zone| zone.to.as_mut())
    {
        to.retain(|&other| other != number);
        to.iter_mut()
            .filter(|other| **other > number)
            .for_each(|other| *other -= 1);
    }
}

/// A cell after the piece of that number was removed.
pub fn without(cell: Cell, number: usize) -> Cell {
    match cell {
        Cell::Man {
            kind: Kind::Piece(other),
            ..
        } if other == number => Cell::Empty,
        Cell::Man {
            white,
            kind: Kind::Piece(other),
        } if other > number => Cell::Man {
            white,
            kind: Kind::Piece(other - 1),
        },
        other => other,
    }
}
