//! Pieces composed of named moves.
//!
//! Of the board, only its size matters here.

use crate::base::suggestion::did_you_mean;
use crate::board::bitboard::Bitboard;
use crate::board::movement::{Movement, WORDS};
use crate::board::piece::{Components, PieceKind};
use crate::rules::SpecialMoves;

use super::table::TomlEntry;

/// The moves that have a name and tables of their own or are leaps; in addition
/// there are [`WORDS`], `leap M-N`, `bishop N` and `rook N`.
pub const MOVES: [&str; 17] = [
    "queen",
    "rook",
    "bishop",
    "knight",
    "falcon",
    "falcon-leap",
    "man",
    "wazir",
    "ferz",
    "dabbaba",
    "alfil",
    "camel",
    "zebra",
    "threeleaper",
    "tripper",
    "giraffe",
    "immobile",
];

/// More squares than any line has.
const MAX_RANGE: u8 = 15;

/// The kinds with a fixed number, by the components of their move.
const STANDARD: [(PieceKind, &str, Components); 15] = {
    const QUEEN: Components = Components::DIAGONAL.union(Components::STRAIGHT);
    const KNIGHT: Components = Components::KNIGHT;
    const FALCON: Components = Components::FALCON;
    const CARDINAL: Components = Components::DIAGONAL.union(KNIGHT);
    const MARSHAL: Components = Components::STRAIGHT.union(KNIGHT);
    [
        (PieceKind::KNIGHT, "Knight", KNIGHT),
        (PieceKind::BISHOP, "Bishop", Components::DIAGONAL),
        (PieceKind::ROOK, "Rook", Components::STRAIGHT),
        (PieceKind::QUEEN, "Queen", QUEEN),
        (PieceKind::FALCON, "Falcon", FALCON),
        (PieceKind::CARDINAL, "Cardinal", CARDINAL),
        (PieceKind::MARSHAL, "Marshal", MARSHAL),
        (PieceKind::AMAZON, "Amazon", QUEEN.union(KNIGHT)),
        (
            PieceKind::WINGED_KNIGHT,
            "Winged Knight",
            KNIGHT.union(FALCON),
        ),
        (
            PieceKind::WINGED_BISHOP,
            "Winged Bishop",
            Components::DIAGONAL.union(FALCON),
        ),
        (
            PieceKind::WINGED_ROOK,
            "Winged Rook",
            Components::STRAIGHT.union(FALCON),
        ),
        (PieceKind::WINGED_QUEEN, "Winged Queen", QUEEN.union(FALCON)),
        (
            PieceKind::WINGED_CARDINAL,
            "Winged Cardinal",
            CARDINAL.union(FALCON),
        ),
        (
            PieceKind::WINGED_MARSHAL,
            "Winged Marshal",
            MARSHAL.union(FALCON),
        ),
        (
            PieceKind::WINGED_AMAZON,
            "Winged Amazon",
            QUEEN.union(KNIGHT).union(FALCON),
        ),
    ]
};

/// A piece as described by its entry.
pub(super) struct Piece<'i> {
    pub letter: String,
    pub name: Option<String>,
    /// `None` if the moves are faulty.
    pub moves: Option<Moves>,
    /// Whether it is the King or the Pawn, whose letters are named elsewhere.
    pub role: Role,
    pub xboard: Option<char>,
    pub entry: TomlEntry<'i>,
}

/// What an entry of the table `pieces` describes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    /// A piece with a letter of its own.
    #[default]
    Piece,
    /// The move of the King: `royal = true`.
    King,
    /// The move of the Pawn: `pawn = true`.
    Pawn,
}

/// The components of a piece's move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Moves {
    pub components: Components,
    pub special: SpecialMoves,
}

impl Moves {
    /// The kind and name of the piece with this move, if it is one of those in
    /// docs/rules.md, section 2.
    pub(super) fn standard(&self) -> Option<(PieceKind, &'static str)> {
        let same = STANDARD.iter().find(|row| row.2 == self.components);
        same.map(|&(kind, name, _)| (kind, name))
    }

    fn add(&mut self, part: Part) {
        match part {
            Part::Named(movement) => return self.add_movement(movement),
            Part::Whole(components) => self.components |= components,
            Part::Leap(near, far) => self.special.leaps.push((near, far)),
            Part::Diagonal(range) => self.special.diagonal_range = range,
            Part::Straight(range) => self.special.straight_range = range,
        }
        self.complete();
    }

    /// Adds a movement: what there are tables for, and the rest.
    /// Allows only moves into a region. Faster tables for whole boards are of no use
    /// then, so all moves become special.
    pub(super) fn restrict(&mut self, region: [Bitboard; 2]) {
        let special = &mut self.special;
        if self.components.contains(Components::DIAGONAL) {
            special.diagonal_range = MAX_RANGE;
        }
        if self.components.contains(Components::STRAIGHT) {
            special.straight_range = MAX_RANGE;
        }
        if self.components.contains(Components::KNIGHT) {
            special.leaps.push((1, 2));
        }
        if self.components.contains(Components::FALCON) {
            let falcon = Movement::from_paths(&["SSD", "SDS", "DSS", "DDS", "DSD", "SDD"]);
            special.movement.extend(&falcon.unwrap_or_default());
        }
        special.region = Some(region);
        self.components = Components::SPECIAL;
    }

    pub(super) fn add_movement(&mut self, mut movement: Movement) {
        let simple = movement.split();
        self.components |= simple.components;
        let special = &mut self.special;
        special.leaps.extend(simple.leaps);
        special.diagonal_range = special.diagonal_range.max(simple.diagonal_range);
        special.straight_range = special.straight_range.max(simple.straight_range);
        special.movement.extend(&movement);
        if self.components.contains(Components::DIAGONAL) {
            special.diagonal_range = 0;
        }
        if self.components.contains(Components::STRAIGHT) {
            special.straight_range = 0;
        }
        let slides = [
            (
                self.components.contains(Components::DIAGONAL) || special.diagonal_range > 0,
                (1, 1),
            ),
            (
                self.components.contains(Components::STRAIGHT) || special.straight_range > 0,
                (0, 1),
            ),
            (self.components.contains(Components::KNIGHT), (1, 2)),
        ];
        for (_, step) in slides.iter().filter(|(slides, _)| *slides) {
            special.leaps.retain(|leap| leap != step);
        }
        special.leaps.sort_unstable();
        special.leaps.dedup();
        self.complete();
    }

    fn complete(&mut self) {
        if !self.special.is_empty() {
            self.components |= Components::SPECIAL;
        }
        self.special.leaps.sort_unstable();
    }
}

/// The smallest parts of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Whole(Components),
    Leap(u8, u8),
    Diagonal(u8),
    Straight(u8),
    Named(Movement),
}

impl Part {
    /// Whether every move of `other` is also a move of this part.
    fn includes(&self, other: &Part) -> bool {
        match (self, other) {
            (&Part::Whole(Components::DIAGONAL), Part::Diagonal(_) | Part::Leap(1, 1))
            | (&Part::Whole(Components::STRAIGHT), Part::Straight(_) | Part::Leap(0, 1))
            | (Part::Diagonal(_), Part::Leap(1, 1))
            | (Part::Straight(_), Part::Leap(0, 1)) => true,
            (Part::Diagonal(long), Part::Diagonal(short))
            | (Part::Straight(long), Part::Straight(short)) => long >= short,
            _ => self == other,
        }
    }
}

/// Combines the words into a move, on a board of this size.
///
/// # Errors
/// For each faulty word, its index and what is wrong.
pub(super) fn moves(
    words: &[&str],
    (files, ranks): (usize, usize),
) -> Result<Moves, Vec<(usize, String)>> {
    let mut moves = Moves::default();
    let mut faults = Vec::new();
    let mut made: Vec<(Part, &str)> = Vec::new();
    for (number, &word) in words.iter().enumerate() {
        let parts = match parts(word, (files, ranks)) {
            Ok(parts) => parts,
            Err(reason) => {
                faults.push((number, reason));
                continue;
            }
        };
        let doubled = parts.iter().find_map(|part| {
            let overlap = |(other, _): &&(Part, &str)| other.includes(part) || part.includes(other);
            made.iter().find(overlap)
        });
        if let Some((_, other)) = doubled {
            faults.push((number, format!("'{word}' overlaps with '{other}'")));
            continue;
        }
        for part in parts {
            made.push((part.clone(), word));
            moves.add(part);
        }
    }
    if let Some(number) = words.iter().position(|&word| word == "immobile")
        && words.len() > 1
    {
        let reason = "'immobile' is a piece without any moves, so it is the only word";
        faults.push((number, reason.to_owned()));
    }
    // A leaping Falcon reaches every square that a Falcon does.
    let both = [(1, 3), (2, 3)]
        .iter()
        .all(|leap| moves.special.leaps.contains(leap));
    if let Some(number) = words
        .iter()
        .position(|&word| word == "falcon")
        .filter(|_| both)
    {
        faults.push((number, "'falcon' overlaps with 'falcon-leap'".to_owned()));
    }
    if faults.is_empty() {
        Ok(moves)
    } else {
        Err(faults)
    }
}

fn parts(word: &str, (files, ranks): (usize, usize)) -> Result<Vec<Part>, String> {
    let leap = |near, far| vec![Part::Leap(near, far)];
    Ok(match word {
        "queen" => vec![
            Part::Whole(Components::DIAGONAL),
            Part::Whole(Components::STRAIGHT),
        ],
        "rook" => vec![Part::Whole(Components::STRAIGHT)],
        "bishop" => vec![Part::Whole(Components::DIAGONAL)],
        "knight" => vec![Part::Whole(Components::KNIGHT)],
        "falcon" => vec![Part::Whole(Components::FALCON)],
        "falcon-leap" => vec![Part::Leap(1, 3), Part::Leap(2, 3)],
        "man" => vec![Part::Leap(0, 1), Part::Leap(1, 1)],
        "wazir" => leap(0, 1),
        "ferz" => leap(1, 1),
        "dabbaba" => leap(0, 2),
        "alfil" => leap(2, 2),
        "camel" => leap(1, 3),
        "zebra" => leap(2, 3),
        "threeleaper" => far_leap(word, (0, 3), (files, ranks))?,
        "tripper" => far_leap(word, (3, 3), (files, ranks))?,
        "giraffe" => far_leap(word, (1, 4), (files, ranks))?,
        "immobile" => Vec::new(),
        "king" => {
            return Err(
                "only the King moves as 'king'; a piece that is not royal can move as 'man'"
                    .to_owned(),
            );
        }
        _ => match word.split_once(' ') {
            Some(("leap", distances)) => {
                far_leap(word, parse_leap(word, distances)?, (files, ranks))?
            }
            Some(("bishop", range)) => vec![line(word, range, true)?],
            Some(("rook", range)) => vec![line(word, range, false)?],
            _ => match Movement::named(word) {
                Some(movement) => vec![Part::Named(movement)],
                None => return Err(unknown_move(word)),
            },
        },
    })
}

fn unknown_move(word: &str) -> String {
    let names = MOVES.into_iter().chain(WORDS.iter().map(|row| row.word));
    let names: Vec<&str> = names.collect();
    let hint = match did_you_mean(word, &names) {
        hint if hint.is_empty() => {
            let names = names.join(", ");
            format!(" (known: {names}, leap M-N, bishop N, bishop M-N, rook N, rook M-N)")
        }
        hint => hint,
    };
    format!("there is no move '{word}'{hint}")
}

/// A leap, if it can be made somewhere on the board.
fn far_leap(
    word: &str,
    (near, far): (usize, usize),
    (files, ranks): (usize, usize),
) -> Result<Vec<Part>, String> {
    let fits = near < files.min(ranks) && far < files.max(ranks);
    if !fits {
        return Err(format!("'{word}' leads off a board of {files}x{ranks}"));
    }
    Ok(vec![match (near, far) {
        (1, 2) => Part::Whole(Components::KNIGHT),
        (near, far) => Part::Leap(near as u8, far as u8),
    }])
}

/// A line of limited length: `bishop N`, `bishop M-N` or, without an end, `bishop M-`.
fn line(word: &str, range: &str, is_diagonal: bool) -> Result<Part, String> {
    let Some((min, max)) = range.split_once('-') else {
        let range = parse_range(word, range)?;
        return Ok(match is_diagonal {
            true => Part::Diagonal(range),
            false => Part::Straight(range),
        });
    };
    let number = |text: &str| parse_number(text).filter(|&number| number > 0);
    let min = number(min);
    let max = match max {
        "" => Some(None),
        max => number(max).map(Some),
    };
    let range = min.zip(max);
    let (min, max) = range.filter(|&(min, max)| max.is_none_or(|max| min <= max)).ok_or_else(|| {
        format!(
            "'{word}' has no valid range; write it like 'bishop 2-9' or 'bishop 2-', with 1 to 15 \
             squares"
        )
    })?;
    let max = max.map(|max| max as u8);
    Ok(Part::Named(Movement::lines(is_diagonal, min as u8, max)))
}

fn parse_leap(word: &str, distances: &str) -> Result<(usize, usize), String> {
    let two = distances.split_once('-');
    let two = two.and_then(|(a, b)| Some((parse_number(a)?, parse_number(b)?)));
    let (a, b) = two.ok_or_else(|| {
        format!(
            "'{word}' is not a leap; write it like 'leap 1-4', with files and ranks from 0 to 15"
        )
    })?;
    if (a, b) == (0, 0) {
        return Err(format!("'{word}' leads nowhere"));
    }
    Ok((a.min(b), a.max(b)))
}

fn parse_range(word: &str, range: &str) -> Result<u8, String> {
    let number = parse_number(range).filter(|&number| number > 0);
    number.map(|number| number as u8).ok_or_else(|| {
        format!("'{word}' has no valid range; write it like 'bishop 3', with 1 to 15 squares")
    })
}

/// A number up to 15, without sign or leading zeros.
fn parse_number(text: &str) -> Option<usize> {
    let number: usize = text.parse().ok()?;
    (number <= 15 && number.to_string() == text).then_some(number)
}
