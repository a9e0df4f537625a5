//! How XBoard 4.9.1 finds the moves of a piece from its text: a model of its behavior that reads
//! letter by letter among given pieces, and shares nothing with the compiled movements.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{any_board, by_walks, text};
use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::Geometry;
use crate::board::movement::{Dialect, Movement, WORDS};
use crate::board::square::Square;

/// The directions of a letter, clockwise from straight ahead: alone and next to another letter
/// before a King's step, alone and first of two before a Knight's leap.
fn letter_directions(letter: char) -> Option<[&'static [usize]; 4]> {
    Some(match letter {
        'f' => [&[0], &[7, 0, 1], &[7, 0], &[6, 7, 0, 1]],
        'r' => [&[2], &[1, 2, 3], &[1, 2], &[0, 1, 2, 3]],
        'b' => [&[4], &[3, 4, 5], &[3, 4], &[2, 3, 4, 5]],
        'l' => [&[6], &[5, 6, 7], &[5, 6], &[4, 5, 6, 7]],
        'v' => [&[0, 4], &[7, 0, 1, 3, 4, 5], &[0, 3, 4, 7], &[]],
        's' => [&[2, 6], &[1, 2, 3, 5, 6, 7], &[1, 2, 5, 6], &[]],
        'h' => [&[], &[], &[], &[]],
        _ => return None,
    })
}

fn crosses(first: char, second: Option<char>) -> bool {
    let ranks = |letter| "fbv".contains(letter);
    let files = |letter| "lrs".contains(letter);
    second.is_some_and(|second| ranks(first) && files(second) || files(first) && ranks(second))
}

struct Group<'t> {
    legs: Vec<&'t str>,
    atom: char,
    range: usize,
}

fn groups(text: &str) -> Vec<Group<'_>> {
    let mut rest = text;
    let mut groups = Vec::new();
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_uppercase()) {
        let atom = rest.as_bytes()[at] as char;
        let legs = rest[..at].split('a').collect();
        rest = &rest[at + 1..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let range = match rest[..digits].parse() {
            Ok(range) => range,
            Err(_) if rest.starts_with(atom) => {
                rest = &rest[1..];
                0
            }
            Err(_) => usize::from(!"RBQ".contains(atom)),
        };
        rest = &rest[digits..];
        groups.push(Group { legs, atom, range });
    }
    groups
}

/// Side and length of an atom: straight, diagonal, both, or a leap of two distances.
fn shape(atom: char) -> (char, i32, i32) {
    match atom {
        'W' | 'R' => ('+', 0, 1),
        'F' | 'B' => ('x', 1, 1),
        'K' | 'Q' => ('*', 1, 1),
        'D' => ('+', 0, 2),
        'A' => ('x', 2, 2),
        'H' => ('+', 0, 3),
        'G' => ('x', 3, 3),
        'N' => ('o', 1, 2),
        'C' => ('o', 1, 3),
        'Z' => ('o', 2, 3),
        _ => panic!("{atom}"),
    }
}

struct XBoard<'b> {
    board: &'b Geometry,
    occupied: Bitboard,
    from: (i32, i32),
    is_black: bool,
    found: BTreeSet<((i32, i32), bool)>,
}

/// Where a leg begins.
#[derive(Clone, Copy)]
struct Start {
    at: (i32, i32),
    angle: usize,
    range: usize,
    length: usize,
    number: usize,
}

impl XBoard<'_> {
    fn is_inside(&self, (file, rank): (i32, i32)) -> bool {
        (0..self.board.files() as i32).contains(&file)
            && (0..self.board.ranks() as i32).contains(&rank)
    }

    /// A piece, no piece, or a hole. The moving piece is not there.
    fn has_piece(&self, at: (i32, i32)) -> Option<bool> {
        let square = self.board.square(at.0 as usize, at.1 as usize)?;
        Some(at != self.from && self.occupied.contains(square))
    }

    fn leg(&mut self, group: &Group<'_>, start: Start) {
        let is_last = start.number + 1 == group.legs.len();
        let text = group.legs[start.number];
        let waits = start.number > 0 && text.starts_with('i');
        let letters: Vec<char> = text.trim_start_matches('i').chars().collect();
        let (kind, short, long) = shape(group.atom);
        let mut directions: BTreeSet<usize> = BTreeSet::new();
        let mut at = 0;
        let king = start.number > 0 || kind == '*';
        if !king && kind == 'o' && letters.first() == Some(&'h') {
            let odd = usize::from(letters[1] != 'r');
            directions.extend([odd, odd + 2, odd + 4, odd + 6]);
            at = 2;
        }
        while let Some(rows) = letters
            .get(at)
            .and_then(|&letter| letter_directions(letter))
        {
            let next = letters.get(at + 1).copied();
            let pair = next.and_then(letter_directions);
            let both = |first: &[usize], second: &[usize]| -> Vec<usize> {
                first
                    .iter()
                    .copied()
                    .filter(|one| second.contains(one))
                    .collect()
            };
            let is_pair = crosses(letters[at], next);
            match (kind, pair) {
                _ if king => match pair {
                    Some(other) if is_pair && "fblr".contains(letters[at]) => {
                        directions.extend(both(rows[1], other[1]));
                        at += 1;
                    }
                    _ => directions.extend(rows[0]),
                },
                ('+', _) => directions.extend(rows[0]),
                ('x', Some(other)) if is_pair => {
                    directions.extend(both(rows[3], other[3]));
                    at += 1;
                }
                ('x', _) => directions.extend(rows[3]),
                (_, Some(_)) if next == Some('h') => {
                    directions.extend(rows[3]);
                    at += 1;
                }
                (_, Some(other))
                    if next == Some(letters[at]) || is_pair && "fblr".contains(letters[at]) =>
                {
                    directions.extend(both(rows[3], other[2]));
                    at += 1;
                }
                _ => directions.extend(rows[2]),
            }
            at += 1;
        }
        if !king && kind == 'x' {
            directions.retain(|direction| direction % 2 == 1);
        }
        if directions.is_empty() {
            directions = match (king && start.number > 0, kind) {
                (true, '*' | 'o') => (0..8).filter(|&direction| direction != 4).collect(),
                (true, _) => [0, 2, 6].into(),
                (false, '+') => [0, 2, 4, 6].into(),
                (false, 'x') => [1, 3, 5, 7].into(),
                _ => (0..8).collect(),
            };
        }
        let modes: String = letters[at..].iter().collect();
        for direction in directions {
            let direction = (direction + start.angle) % 8;
            let step = self.step(start, direction, (kind, short, long));
            self.slide(group, start, direction, step, &modes, waits, is_last);
        }
    }

    fn step(
        &self,
        start: Start,
        direction: usize,
        (kind, short, long): (char, i32, i32),
    ) -> (i32, i32) {
        let (x, y) = match (kind, start.number) {
            ('o', 0) => [(short, long), (long, short)][direction % 2],
            _ => [(0, long), (long, long)][direction % 2],
        };
        // A quarter turn for each pair of directions.
        let turned = (0..direction / 2).fold((x, y), |(x, y), _| (y, -x));
        if self.is_black && start.number == 0 {
            return (-turned.0, -turned.1);
        }
        turned
    }

    #[allow(clippy::too_many_arguments)]
    fn slide(
        &mut self,
        group: &Group<'_>,
        start: Start,
        direction: usize,
        (dx, dy): (i32, i32),
        modes: &str,
        waits: bool,
        is_last: bool,
    ) {
        let has = |mode: char| modes.contains(mode);
        let is_step = shape(group.atom).2 == 1;
        let mut skip = if is_step {
            modes.matches('j').count()
        } else {
            0
        };
        let mut hops = is_last && (has('p') || has('g'));
        let mut left = if start.range == 0 {
            usize::MAX
        } else {
            start.range
        };
        let mut count = 0;
        let (mut x, mut y) = start.at;
        while left > 0 {
            left -= 1;
            count += 1;
            let middle = (x + dx / 2, y + dy / 2);
            (x, y) = (x + dx, y + dy);
            if !self.is_inside((x, y)) {
                return;
            }
            if skip > 0 {
                skip -= 1;
                continue;
            }
            let Some(piece) = self.has_piece((x, y)) else {
                return;
            };
            if !is_step && has('n') && self.has_piece(middle) != Some(false)
                || !is_step && has('j') && self.has_piece(middle) != Some(true)
            {
                return;
            }
            if waits && count != start.length {
                if piece {
                    return;
                }
                continue;
            }
            if !is_last {
                let passes = has('p') || has('g');
                let fits = if piece { passes } else { has('m') || !passes };
                if fits {
                    let toggles = has('g') || has('y');
                    // On the board of White: the direction of a first leg of Black is turned.
                    let turn = if self.is_black && start.number == 0 {
                        4
                    } else {
                        0
                    };
                    self.leg(
                        group,
                        Start {
                            at: (x, y),
                            angle: (direction + turn) % 8,
                            range: match (toggles, start.range) {
                                (false, range) => range,
                                (true, 1) => 0,
                                (true, _) => 1,
                            },
                            length: if start.range == 1 {
                                start.length
                            } else {
                                count
                            },
                            number: start.number + 1,
                        },
                    );
                }
                if piece {
                    return;
                }
                continue;
            }
            if hops {
                if piece {
                    hops = false;
                    if has('g') && left > 0 {
                        left = 1;
                    }
                }
                continue;
            }
            if (x, y) != self.from {
                let any = !has('m') && !has('c');
                if any || has(if piece { 'c' } else { 'm' }) {
                    self.found.insert(((x, y), piece));
                }
            }
            if piece {
                return;
            }
        }
    }
}

/// The moves and captures of a text, whoever stands on the occupied squares.
fn by_xboard(
    text: &str,
    board: &Geometry,
    color: Color,
    from: Square,
    occupied: Bitboard,
) -> (Bitboard, Bitboard) {
    let mut xboard = XBoard {
        board,
        occupied,
        from: (board.file(from) as i32, board.rank(from) as i32),
        is_black: color == Color::Black,
        found: BTreeSet::new(),
    };
    for group in groups(text) {
        let start = Start {
            at: xboard.from,
            angle: 0,
            range: group.range,
            length: 0,
            number: 0,
        };
        xboard.leg(&group, start);
    }
    let squares = |is_capture: bool| -> Bitboard {
        let found = xboard
            .found
            .iter()
            .filter(|(_, capture)| *capture == is_capture);
        found
            .filter_map(|&((file, rank), _)| board.square(file as usize, rank as usize))
            .collect()
    };
    (squares(false), squares(true))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// What is read in the dialect of XBoard is what XBoard does.
    #[test]
    fn texts_mean_what_they_mean_to_xboard(
        text in text(),
        board in any_board(),
        occupied in any::<(u128, u128)>(),
        start in 0usize..128,
        is_black in any::<bool>(),
    ) {
        let Ok(movement) = Movement::from_betza(&text, Dialect::XBoard) else {
            return Ok(());
        };
        let squares: Vec<Square> = board.squares().into_iter().collect();
        prop_assume!(!squares.is_empty());
        let from = squares[start % squares.len()];
        let color = if is_black { Color::Black } else { Color::White };
        if movement.walks(&board, color, from, board.squares()).is_err() {
            return Ok(());
        }
        for bits in [occupied.0, occupied.0 & occupied.1] {
            let occupied = (Bitboard::from_bits(bits) & board.squares()) - from.into();
            let found = by_walks(&movement, &board, color, from, occupied, board.squares());
            prop_assert_eq!(
                found,
                by_xboard(&text, &board, color, from, occupied),
                "{} from {:?}",
                text,
                from
            );
        }
    }

    /// A text that is made for a movement says the same, to this program and to XBoard.
    #[test]
    fn texts_of_movements_mean_the_movement(
        text in text(),
        board in any_board(),
        occupied in any::<(u128, u128)>(),
        start in 0usize..128,
        is_black in any::<bool>(),
    ) {
        let Ok(movement) = Movement::from_betza(&text, Dialect::XBoard) else {
            return Ok(());
        };
        if movement.pawn_moves().is_some() {
            return Ok(());
        }
        let made = movement.betza(Dialect::XBoard);
        let squares: Vec<Square> = board.squares().into_iter().collect();
        prop_assume!(!squares.is_empty());
        let Some(made) = made else {
            return Ok(());
        };
        let from = squares[start % squares.len()];
        let color = if is_black { Color::Black } else { Color::White };
        if movement.walks(&board, color, from, board.squares()).is_err() {
            return Ok(());
        }
        for bits in [occupied.0, occupied.0 & occupied.1] {
            let occupied = (Bitboard::from_bits(bits) & board.squares()) - from.into();
            let found = by_walks(&movement, &board, color, from, occupied, board.squares());
            prop_assert_eq!(
                found,
                by_xboard(&made, &board, color, from, occupied),
                "{} for {} from {:?}",
                made,
                text,
                from
            );
        }
    }
}

#[test]
fn words_and_paths_have_texts() {
    for row in WORDS {
        let movement = Movement::named(row.word).unwrap();
        let text = movement.betza(Dialect::XBoard);
        let text = text.unwrap_or_else(|| panic!("{}: no text for {}", row.word, row.betza));
        assert_eq!(
            Movement::from_betza(&text, Dialect::XBoard).as_ref(),
            Ok(&movement)
        );
        assert!(text.len() <= 2 * row.betza.len(), "{}: {text}", row.word);
    }
    // All orders of five steps of both kinds: the Dragon's.
    let orders = (1..31).map(|bits: u32| -> String {
        let steps = (0..5).map(|step| if bits >> step & 1 == 0 { 'S' } else { 'D' });
        steps.collect()
    });
    let orders: Vec<String> = orders.collect();
    let orders: Vec<&str> = orders.iter().map(String::as_str).collect();
    let dragon = Movement::from_paths(&orders).unwrap();
    let text = dragon.betza(Dialect::XBoard).unwrap();
    let board = Geometry::rectangle(10, 12).unwrap();
    let from = board.square_named("e5").unwrap();
    let occupied =
        ["e6", "f6", "f7", "d3", "c5", "b4"].map(|name| board.square_named(name).unwrap());
    let occupied: Bitboard = occupied.into_iter().collect();
    for color in Color::ALL {
        assert_eq!(
            by_walks(&dragon, &board, color, from, occupied, Bitboard::EMPTY),
            by_xboard(&text, &board, color, from, occupied),
            "{text}"
        );
    }
    for (is_diagonal, min, max) in [(true, 2, None), (false, 3, Some(5)), (true, 4, None)] {
        let movement = Movement::lines(is_diagonal, min, max);
        let text = movement.betza(Dialect::XBoard).unwrap();
        for color in Color::ALL {
            assert_eq!(
                by_walks(&movement, &board, color, from, occupied, Bitboard::EMPTY),
                by_xboard(&text, &board, color, from, occupied),
                "{text}"
            );
        }
    }
    // Crooked lines have no text there.
    let crooked = Movement::from_betza("zB", Dialect::Diagram).unwrap();
    assert_eq!(crooked.betza(Dialect::XBoard), None);
}
