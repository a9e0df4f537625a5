//! Steps and modes of Fairy-Max.
//!
//! The last digit of a mode has a bit each for captures, moves, leaps and hops; the digit
//! before it toggles them after a step or a hop; what is above the third digit changes the
//! step, unless a second step says into which. 0x100 is a board without side edges, and 0x200 makes a Falcon of sixteen entries.

use crate::board::movement::Dialect;

use super::super::movement::{Movement, Parts, UNLIMITED, letter_of_leap};

/// A step on a board of sixteen files, and its mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Move {
    pub step: i32,
    pub mode: u32,
}

impl From<(i32, u32)> for Move {
    fn from((step, mode): (i32, u32)) -> Move {
        Move { step, mode }
    }
}

impl Move {
    pub(super) fn is_castling(&self) -> bool {
        self.mode & 0xFFF == 0x34
    }

    /// How many squares the King castles: the step, and the step that it changes into.
    pub(super) fn castling_distance(&self) -> Option<usize> {
        let (first, second) = (self.step, self.second_step());
        let is_same_way = first.abs() == 1 && second.signum() == first.signum();
        (is_same_way && second.abs() < 16).then(|| (first + second).unsigned_abs() as usize)
    }

    /// The step after the modes toggle.
    fn second_step(&self) -> i32 {
        self.step ^ (self.mode as i32 >> 12)
    }

    /// The same toward the other side of the board.
    pub(super) fn flipped(self) -> Move {
        let flip = |step: i32| {
            let (files, ranks) = vector(step);
            files + 16 * ranks
        };
        Move::turning(flip(self.step), self.mode & 0xFFF, flip(self.second_step()))
    }

    /// A step that another follows.
    fn turning(step: i32, mode: u32, second: i32) -> Move {
        let toggles = ((step ^ second) << 12) as u32;
        Move {
            step,
            mode: mode ^ toggles,
        }
    }

    /// Files and ranks of the step.
    pub(super) fn vector(self) -> (i32, i32) {
        vector(self.step)
    }
}

/// Files and ranks of a step; ranks toward the opponent of White are positive.
fn vector(step: i32) -> (i32, i32) {
    let rows = (step + 8).div_euclid(16);
    (step - 16 * rows, -rows)
}

/// Reads a step, a mode, and perhaps the step that follows.
pub(super) fn parse_move(word: &str) -> Option<Move> {
    let step = |text: &str| {
        let step: i32 = text.parse().ok()?;
        (step != 0 && step.abs() < 128).then_some(step)
    };
    let (first, rest) = word.split_once(',')?;
    let (mode, second) = match rest.split_once(',') {
        Some((mode, second)) => (mode, Some(second)),
        None => (rest, None),
    };
    let first = step(first)?;
    let mode = u32::from_str_radix(mode, 16)
        .ok()
        .filter(|_| !mode.starts_with('+'))?;
    match second {
        Some(second) => Some(Move::turning(first, mode, step(second)?)),
        None => Some(Move { step: first, mode }),
    }
}

/// The dialect of texts with directions.
pub(super) const DIRECTED: &str = Dialect::FairyStockfish.name();

/// The Falcon.
const FALCON: [(i32, u32); 16] = [
    (13, 0xFFFF_F207),
    (29, 0xF207),
    (46, 0xF207),
    (47, 0x1_0207),
    (49, 0x1_0207),
    (50, 0x1_1207),
    (35, 0x1_1207),
    (19, 0x1207),
    (-13, 0x1207),
    (-29, 0xFFFF_1207),
    (-46, 0xFFFF_1207),
    (-47, 0xFFFF_0207),
    (-49, 0xFFFF_0207),
    (-50, 0xFFFE_F207),
    (-35, 0xFFFE_F207),
    (-19, 0xFFFF_F207),
];

/// Two steps as files and ranks.
type Steps = [(i32, i32); 2];

/// Pieces that turn by half a right angle after a first step, to all sides: both steps toward
/// one side, the mode, and the text in XBoard's notation.
const BENT: [(Steps, u32, &str); 6] = [
    ([(0, 1), (1, 1)], 0x070, "nN"),
    ([(1, 1), (0, 1)], 0x070, "mafsF"),
    ([(1, 1), (0, 1)], 0x003, "FyafsF"),
    ([(0, 1), (1, 1)], 0x003, "WyafsW"),
    // A Knight that goes on like a Bishop, and one that may take a step more, like a Rook's.
    ([(1, 2), (1, 1)], 0x003, "NmpafsyafW"),
    ([(1, 2), (0, 1)], 0x043, "NmpafsafF"),
];

/// A step toward one side, to all sides.
fn sides((files, ranks): (i32, i32)) -> [(i32, i32); 8] {
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let turned = |(x, y): (i32, i32)| [(x * files, y * ranks), (x * ranks, y * files)];
    let [a, b, c, d] = signs.map(turned);
    [a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]]
}

/// The moves of a piece that turns.
fn bent(steps: Steps, mode: u32) -> Vec<(i32, u32)> {
    let step = |(files, ranks): (i32, i32)| files - 16 * ranks;
    let ways = sides(steps[0]).into_iter().zip(sides(steps[1]));
    let moves = ways.map(|(first, second)| Move::turning(step(first), mode, step(second)));
    moves.map(|mv| (mv.step, mv.mode)).collect()
}

/// Removes all of these if they are there.
fn remove_all(moves: &mut Vec<Move>, wanted: &[(i32, u32)]) -> bool {
    let wanted: Vec<Move> = wanted.iter().copied().map(Move::from).collect();
    let has_all = wanted.iter().all(|mv| moves.contains(mv));
    if has_all {
        moves.retain(|mv| !wanted.contains(mv));
    }
    has_all
}

/// How a piece with these moves moves.
///
/// # Errors
/// Why that cannot be said.
pub(super) fn movement(moves: &[Move]) -> Result<Movement, String> {
    let mut rest = moves.to_vec();
    let mut parts = Parts::default();
    parts.falcon = remove_all(&mut rest, &FALCON);
    let mut texts: Vec<Text> = Vec::new();
    for (steps, mode, text) in BENT {
        if remove_all(&mut rest, &bent(steps, mode)) {
            // Only XBoard has turns.
            texts.push(Text {
                is_of_xboard: text != "nN",
                ..Text::everywhere(text)
            });
        }
    }
    rest.sort_unstable_by_key(|mv| (mv.mode, mv.step));
    for group in rest.chunk_by(|one, other| one.mode == other.mode) {
        let mode = group[0].mode;
        let way = Way::new(mode)?;
        let mut vectors: Vec<(i32, i32)> = group.iter().map(|mv| mv.vector()).collect();
        while let Some(&(files, ranks)) = vectors.first() {
            let (near, far) = (files.abs().min(ranks.abs()), files.abs().max(ranks.abs()));
            let (class, others) = vectors.iter().partition(|(files, ranks)| {
                (files.abs().min(ranks.abs()), files.abs().max(ranks.abs())) == (near, far)
            });
            vectors = others;
            let class: Vec<(i32, i32)> = class;
            let all = if near == 0 || near == far { 4 } else { 8 };
            match (way, class.len() == all) {
                (Way::Leap(""), true) => parts.add_leap(near as u8, far as u8),
                (Way::Slide(""), true) if (near, far) == (0, 1) => parts.add_straight(UNLIMITED),
                (Way::Slide(""), true) if (near, far) == (1, 1) => parts.add_diagonal(UNLIMITED),
                (Way::Range("", range), true) if (near, far) == (0, 1) => parts.add_straight(range),
                (Way::Range("", range), true) if (near, far) == (1, 1) => parts.add_diagonal(range),
                _ => texts.push(way.text(&class, (near, far), all)?),
            }
        }
    }
    match (parts == Parts::default(), texts.is_empty()) {
        (true, true) => Ok(Movement::Words(vec!["immobile".to_owned()])),
        (_, true) => Ok(Movement::Words(parts.words())),
        _ if parts.falcon => {
            Err("a Falcon with moves in some directions cannot be written".to_owned())
        }
        _ => {
            let text = parts.betza().ok_or("such long leaps cannot be written")?;
            texts.push(Text::everywhere(&text));
            combined(&texts)
        }
    }
}

/// One text of all parts.
fn combined(texts: &[Text]) -> Result<Movement, String> {
    let text: String = texts.iter().map(|text| text.text.as_str()).collect();
    let is_directed = texts.iter().any(|text| text.is_directed);
    if is_directed && texts.iter().any(|text| text.is_of_xboard) {
        return Err("riders along such lines in some directions cannot be written".to_owned());
    }
    // Without directions both dialects say the same.
    let dialect = match is_directed {
        true => Dialect::FairyStockfish,
        false => Dialect::XBoard,
    };
    crate::board::movement::Movement::from_betza(&text, dialect)
        .map_err(|error| error.to_string())?;
    Ok(Movement::Betza {
        text,
        dialect: dialect.name(),
    })
}

/// A part of a text in Betza notation.
struct Text {
    text: String,
    /// Whether it has letters for directions, in Fairy-Stockfish's sense.
    is_directed: bool,
    /// Whether only XBoard reads it.
    is_of_xboard: bool,
}

impl Text {
    fn everywhere(text: &str) -> Text {
        Text {
            text: text.to_owned(),
            is_directed: false,
            is_of_xboard: false,
        }
    }
}

/// What a mode means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// A single step, with the letters for moves or captures alone.
    Leap(&'static str),
    /// Any number of steps.
    Slide(&'static str),
    /// Up to some number of steps.
    Range(&'static str, u8),
    Grasshopper,
    Cannon,
    /// Two steps, of which the first ends on an empty square.
    Lame,
}

impl Way {
    pub(super) fn new(mode: u32) -> Result<Way, String> {
        Ok(match mode {
            7 => Way::Leap(""),
            6 => Way::Leap("m"),
            5 => Way::Leap("c"),
            3 => Way::Slide(""),
            2 => Way::Slide("m"),
            1 => Way::Slide("c"),
            // Two bits count how many steps pass before the slide ends with a leap.
            0x043 | 0x443 | 0x843 | 0xC43 => Way::Range("", (mode >> 10) as u8 + 2),
            0x042 | 0x442 | 0x842 | 0xC42 => Way::Range("m", (mode >> 10) as u8 + 2),
            0x041 | 0x441 | 0x841 | 0xC41 => Way::Range("c", (mode >> 10) as u8 + 2),
            0xF8 => Way::Grasshopper,
            0xBA => Way::Cannon,
            0x70 => Way::Lame,
            _ if mode & 0xF == 4 && mode & 0xFFF != 0x34 => {
                return Err(format!(
                    "mode {mode:X}: only Pawns have first moves, which other pieces could \
                     come back to"
                ));
            }
            _ if mode & 0x100 != 0 => {
                return Err(format!("mode {mode:X}: boards have side edges"));
            }
            _ if mode & 0xFFF == 0x207 => {
                return Err(format!(
                    "mode {mode:X}: pieces of several paths other than the whole Falcon cannot be read"
                ));
            }
            _ if mode & 0xFFF == 0x34 => {
                return Err(format!("mode {mode:X}: only the King castles"));
            }
            _ if mode > 0xFFF => {
                return Err(format!(
                    "mode {mode:X}: paths that change direction cannot be read"
                ));
            }
            _ => return Err(format!("mode {mode:X} cannot be read")),
        })
    }

    /// The text for some of the steps of a kind, of which there are `all`.
    fn text(self, class: &[(i32, i32)], kind: (i32, i32), all: usize) -> Result<Text, String> {
        let leap = |(near, far)| letter_of_leap((near as u8, far as u8));
        let no_letter = || {
            format!(
                "leaps of {} squares by {} in such a piece cannot be written",
                kind.0, kind.1
            )
        };
        let is_line = matches!(kind, (0, 1) | (1, 1));
        let slider = if kind == (0, 1) { 'R' } else { 'B' };
        let (before, atoms): (&str, String) = match self {
            Way::Leap(before) => (before, leap(kind).ok_or_else(no_letter)?.to_string()),
            Way::Slide(before) if is_line => (before, slider.to_string()),
            Way::Slide(before) => {
                let atom = leap(kind).ok_or_else(no_letter)?;
                (before, format!("{atom}{atom}"))
            }
            Way::Range(before, range) if is_line => (before, format!("{slider}{range}")),
            Way::Grasshopper if is_line => ("g", slider.to_string()),
            Way::Cannon if is_line => ("", slider.to_string()),
            Way::Lame if kind == (0, 1) => ("n", "D".to_owned()),
            Way::Lame if kind == (1, 1) => ("n", "A".to_owned()),
            _ => return Err(no_letter()),
        };
        let directions = match class.len() == all {
            true => String::new(),
            false => class.iter().map(|&vector| direction(vector)).collect(),
        };
        let text = match self {
            Way::Cannon => format!("{directions}m{atoms}{directions}cp{atoms}"),
            _ => format!("{directions}{before}{atoms}"),
        };
        let is_night = atoms == "NN";
        Ok(Text {
            text,
            is_directed: !directions.is_empty(),
            is_of_xboard: matches!(self, Way::Slide(_)) && !is_line && !is_night,
        })
    }
}

/// The letters of a direction, as Fairy-Stockfish has them.
fn direction((files, ranks): (i32, i32)) -> String {
    let upright = if ranks > 0 { 'f' } else { 'b' };
    let aside = if files > 0 { 'r' } else { 'l' };
    match (files.abs(), ranks.abs()) {
        (0, _) => format!("{upright}{upright}"),
        (_, 0) => format!("{aside}{aside}"),
        // The second letter of a pair has the longer way.
        (files, ranks) if ranks > files => format!("{aside}{upright}"),
        _ => format!("{upright}{aside}"),
    }
}

/// The letters of a straight or diagonal direction, as XBoard has them.
pub(super) fn direction_letters((files, ranks): (i32, i32)) -> String {
    let upright = match ranks.signum() {
        0 => "",
        1 => "f",
        _ => "b",
    };
    let aside = match files.signum() {
        0 => "",
        1 => "r",
        _ => "l",
    };
    format!("{upright}{aside}")
}

#[cfg(test)]
mod tests {
    use crate::board::bitboard::Bitboard;
    use crate::board::color::Color;
    use crate::board::geometry::Geometry;
    use crate::board::square::Square;

    use super::*;

    fn read(text: &str) -> Result<Movement, String> {
        let moves: Option<Vec<Move>> = text.split_whitespace().map(parse_move).collect();
        movement(&moves.unwrap())
    }

    #[test]
    fn words() {
        let words = |text| match read(text) {
            Ok(Movement::Words(words)) => words.join(" "),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(words("1,3 16,3 15,3 17,3 -1,3 -16,3 -15,3 -17,3"), "queen");
        assert_eq!(
            words("14,7 31,7 33,7 18,7 -14,7 -31,7 -33,7 -18,7"),
            "knight"
        );
        assert_eq!(words("30,7 34,7 -30,7 -34,7"), "alfil");
        let falcon = "13,FFFFF207 29,F207 46,F207 47,10207 49,10207 50,11207 35,11207 19,1207 \
                      -13,1207 -29,FFFF1207 -46,FFFF1207 -47,FFFF0207 -49,FFFF0207 -50,FFFEF207 \
                      -35,FFFEF207 -19,FFFFF207";
        assert_eq!(words(falcon), "falcon");
        let (rest, _) = falcon.rsplit_once(' ').unwrap();
        assert!(read(rest).unwrap_err().contains("several paths"));
    }

    #[test]
    fn texts() {
        for (moves, text, dialect) in [
            (
                "1,F8 16,F8 15,F8 17,F8 -1,F8 -16,F8 -15,F8 -17,F8",
                "gBgR",
                "xboard",
            ),
            ("1,BA 16,BA -1,BA -16,BA", "mRcpR", "xboard"),
            ("15,70 17,70 -15,70 -17,70", "nA", "xboard"),
            (
                "14,3 31,3 33,3 18,3 -14,3 -31,3 -33,3 -18,3",
                "NN",
                "xboard",
            ),
            ("1,6 16,6 -1,6 -16,6 15,3 17,3 -15,3 -17,3", "mWB", "xboard"),
            // The Crab: far forward and wide backward.
            ("-31,7 -33,7 14,7 18,7", "lfrfblbrN", "fairy-stockfish"),
        ] {
            let Ok(Movement::Betza {
                text: found,
                dialect: named,
            }) = read(moves)
            else {
                panic!("{moves}: {:?}", read(moves));
            };
            assert_eq!((found.as_str(), named), (text, dialect));
        }
    }

    /// Where Fairy-Max would go, square by square: the empty squares and the occupied ones.
    fn walked(
        board: &Geometry,
        moves: &[(i32, u32)],
        from: Square,
        among: Bitboard,
    ) -> [Bitboard; 2] {
        let (mut quiet, mut captures) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for mv in moves.iter().copied().map(Move::from) {
            let (mut square, mut mode, mut wait) = (from, mv.mode, mv.mode >> 10 & 3);
            let mut vector = mv.vector();
            while let Some(next) = board.step(square, vector) {
                square = next;
                if among.contains(square) {
                    if mode & 1 != 0 {
                        captures |= square.into();
                    }
                    break;
                }
                if mode & 2 != 0 {
                    quiet |= square.into();
                }
                if mode & 4 != 0 {
                    break;
                }
                if wait > 0 {
                    wait -= 1;
                } else {
                    // The modes toggle once.
                    mode = mode ^ (mode >> 4 & 0xF);
                    mode &= 0xF;
                    vector = super::vector(mv.second_step());
                }
            }
        }
        [quiet, captures]
    }

    /// Pieces that turn or go a limited way move as Fairy-Max walks.
    #[test]
    fn walks() {
        let board = Geometry::rectangle(10, 9).unwrap();
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        let range = |mode: u32| [1, -1, 16, -16].map(|step| (step, mode)).to_vec();
        let mut pieces: Vec<Vec<(i32, u32)>> = BENT
            .iter()
            .map(|&(steps, mode, _)| bent(steps, mode))
            .collect();
        pieces.extend([0x043, 0x442, 0x841].map(range));
        pieces.push([15, 17, -15, -17].map(|step| (step, 0xC43)).to_vec());
        for moves in &pieces {
            let read: Vec<Move> = moves.iter().copied().map(Move::from).collect();
            let found = match movement(&read).unwrap() {
                Movement::Betza { text, dialect } => {
                    let dialect = match dialect == DIRECTED {
                        true => Dialect::FairyStockfish,
                        false => Dialect::XBoard,
                    };
                    crate::board::movement::Movement::from_betza(&text, dialect).unwrap()
                }
                Movement::Words(words) => {
                    let (kind, range) = words[0].split_once(' ').unwrap();
                    let range = range.parse().unwrap();
                    crate::board::movement::Movement::lines(kind == "bishop", 1, Some(range))
                }
            };
            for _ in 0..500 {
                let squares: Vec<Square> = board.squares().into_iter().collect();
                let from = squares[random(90) as usize];
                let density = 1 + random(4);
                let among: Bitboard = squares
                    .iter()
                    .copied()
                    .filter(|&square| square != from && random(10) < density)
                    .collect();
                let none = Bitboard::EMPTY;
                let (quiet, captures) = found.moves_slowly(&board, Color::White, from, among, none);
                assert_eq!(
                    [quiet, captures],
                    walked(&board, moves, from, among),
                    "{moves:?}"
                );
            }
        }
    }

    #[test]
    fn what_cannot_be_said() {
        for (moves, reason) in [
            ("1,103 -1,103", "side edges"),
            ("15,1E003", "change direction"),
            ("1,C", "cannot be read"),
            ("4,6", "cannot be written"),
            ("2,2 -2,2 32,2", "cannot be written"),
        ] {
            let found = read(moves).unwrap_err();
            assert!(found.contains(reason), "{moves}: {found}");
        }
        assert_eq!(parse_move("16"), None);
        assert_eq!(parse_move("0,7"), None);
        assert_eq!(parse_move("999999999999,7"), None);
    }
}
