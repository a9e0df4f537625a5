//! Pieces composed of named moves.
//!
//! Of the board, only its size matters here.

use crate::base::suggestion::did_you_mean;
use crate::board::piece::{Components, PieceKind};
use crate::rules::SpecialMoves;

/// The moves that have a name; in addition there are `leap M-N`, `bishop N` and
/// `rook N`.
pub const MOVES: [&str; 13] = [
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
];

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
            Part::Whole(components) => self.components |= components,
            Part::Leap(near, far) => self.special.leaps.push((near, far)),
            Part::Diagonal(range) => self.special.diagonal_range = range,
            Part::Straight(range) => self.special.straight_range = range,
        }
        if !self.special.is_empty() {
            self.components |= Components::SPECIAL;
        }
        self.special.leaps.sort_unstable();
    }
}

/// The smallest parts of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Whole(Components),
    Leap(u8, u8),
    Diagonal(u8),
    Straight(u8),
}

impl Part {
    /// Whether every move of `other` is also a move of this part.
    fn includes(self, other: Part) -> bool {
        match (self, other) {
            (Part::Whole(Components::DIAGONAL), Part::Diagonal(_) | Part::Leap(1, 1))
            | (Part::Whole(Components::STRAIGHT), Part::Straight(_) | Part::Leap(0, 1))
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
        let doubled = parts.iter().find_map(|&part| {
            let overlap =
                |&&(other, _): &&(Part, &str)| other.includes(part) || part.includes(other);
            made.iter().find(overlap)
        });
        if let Some(&(_, other)) = doubled {
            faults.push((number, format!("'{word}' overlaps with '{other}'")));
            continue;
        }
        for part in parts {
            made.push((part, word));
            moves.add(part);
        }
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
        "king" => {
            return Err(
                "only the King moves as 'king'; a piece that is not royal can move as 'man'"
                    .to_owned(),
            );
        }
        _ => match word.split_once(' ') {
            Some(("leap", distances)) => {
                let (near, far) = parse_leap(word, distances)?;
                let fits = near < files.min(ranks) && far < files.max(ranks);
                if !fits {
                    return Err(format!("'{word}' leads off a board of {files}x{ranks}"));
                }
                match (near, far) {
                    (1, 2) => vec![Part::Whole(Components::KNIGHT)],
                    (near, far) => leap(near as u8, far as u8),
                }
            }
            Some(("bishop", range)) => vec![Part::Diagonal(parse_range(word, range)?)],
            Some(("rook", range)) => vec![Part::Straight(parse_range(word, range)?)],
            _ => {
                let hint = match did_you_mean(word, &MOVES) {
                    hint if hint.is_empty() => {
                        format!(" (known: {}, leap M-N, bishop N, rook N)", MOVES.join(", "))
                    }
                    hint => hint,
                };
                return Err(format!("there is no move '{word}'{hint}"));
            }
        },
    })
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
