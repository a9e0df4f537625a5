//! King and Falcon against King, solved again by an independent method.

use std::collections::BTreeMap;

use peregrine::board::color::Color;
use peregrine::board::piece::{Piece, PieceKind};
use peregrine::board::setup::Setup;
use peregrine::board::square::Square;
use peregrine::position::Position;
use peregrine::rules::Rules;
use peregrine::tablebase::TableValue;

use super::{rules, rules_of_file, tables};
use crate::common;

/// King and Falcon against King by value iteration over plain arrays, with its own
/// move generator.
struct Slow {
    files: i32,
    ranks: i32,
    /// Plies to mate by side to move and squares of King, Falcon and lone King; odd
    /// ones are wins for White. `None` is a draw, or not a position.
    plies: Vec<Option<u16>>,
}

impl Slow {
    fn squares(&self) -> usize {
        (self.files * self.ranks) as usize
    }

    fn number(&self, white: bool, [king, falcon, lone]: [usize; 3]) -> usize {
        let n = self.squares();
        ((usize::from(white) * n + king) * n + falcon) * n + lone
    }

    fn step(&self, from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
        let (file, rank) = (
            from as i32 % self.files + files,
            from as i32 / self.files + ranks,
        );
        let inside = (0..self.files).contains(&file) && (0..self.ranks).contains(&rank);
        inside.then(|| (rank * self.files + file) as usize)
    }

    fn king_steps(&self, from: usize) -> Vec<usize> {
        let around = (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (file, rank)));
        around
            .filter(|&step| step != (0, 0))
            .filter_map(|step| self.step(from, step))
            .collect()
    }

    /// Three steps, one or two of them diagonal, all in one direction or an adjacent
    /// one, over empty squares.
    fn falcon_moves(&self, from: usize, occupied: [usize; 2]) -> Vec<usize> {
        let mut targets = Vec::new();
        for (files, ranks) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            for straight in [(files, 0), (0, ranks)] {
                for diagonals in [0b001, 0b010, 0b100, 0b011, 0b101, 0b110] {
                    let mut square = Some(from);
                    for n in 0..3 {
                        let step = if diagonals >> n & 1 == 1 {
                            (files, ranks)
                        } else {
                            straight
                        };
                        square = square
                            .filter(|at| n == 0 || !occupied.contains(at))
                            .and_then(|at| self.step(at, step));
                    }
                    targets.extend(square);
                }
            }
        }
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// Whether the lone King could be taken if White were to move.
    fn is_check(&self, [king, falcon, lone]: [usize; 3]) -> bool {
        self.falcon_moves(falcon, [king, lone]).contains(&lone)
    }

    fn is_position(&self, white: bool, men: [usize; 3]) -> bool {
        let [king, falcon, lone] = men;
        let apart = king != falcon && king != lone && falcon != lone;
        apart && !self.king_steps(king).contains(&lone) && !(white && self.is_check(men))
    }

    fn solve(files: i32, ranks: i32) -> Slow {
        let mut slow = Slow {
            files,
            ranks,
            plies: Vec::new(),
        };
        let n = slow.squares();
        slow.plies = vec![None; 2 * n * n * n];
        let all = (0..n).flat_map(|king| {
            (0..n).flat_map(move |falcon| (0..n).map(move |lone| [king, falcon, lone]))
        });
        // The moves of each position except captures of the Falcon, and whether there
        // were such captures.
        let mut positions = Vec::new();
        for men in all {
            for white in [true, false] {
                if slow.is_position(white, men) {
                    let (moves, has_moves) = slow.moves(white, men);
                    positions.push((slow.number(white, men), white, men, moves, has_moves));
                }
            }
        }
        for (number, white, men, moves, has_moves) in &positions {
            if !white && moves.is_empty() && !has_moves && slow.is_check(*men) {
                slow.plies[*number] = Some(0);
            }
        }
        positions.retain(|(number, ..)| slow.plies[*number].is_none());
        for ply in 1.. {
            let mut changed = Vec::new();
            for (number, white, _, moves, takes) in &positions {
                if *white != (ply % 2 == 1) {
                    continue;
                }
                let decided = if *white {
                    moves.iter().any(|&to| slow.plies[to] == Some(ply - 1))
                } else {
                    !takes && !moves.is_empty() && moves.iter().all(|&to| slow.plies[to].is_some())
                };
                if decided {
                    changed.push(*number);
                }
            }
            // Wins and losses alternate.
            if changed.is_empty() && ply > 2 {
                return slow;
            }
            for number in changed {
                slow.plies[number] = Some(ply);
            }
            positions.retain(|(number, ..)| slow.plies[*number].is_none());
        }
        slow
    }

    /// Where moves lead to, and whether one of them captures the Falcon.
    fn moves(&self, white: bool, men: [usize; 3]) -> (Vec<usize>, bool) {
        let [king, falcon, lone] = men;
        let next: Vec<[usize; 3]> = if white {
            let steps = self.king_steps(king).into_iter();
            let walks = self.falcon_moves(falcon, [king, lone]).into_iter();
            steps
                .map(|to| [to, falcon, lone])
                .chain(walks.map(|to| [king, to, lone]))
                .filter(|[king, falcon, lone]| king != falcon && falcon != lone)
                .collect()
        } else {
            self.king_steps(lone)
                .into_iter()
                .map(|to| [king, falcon, to])
                .collect()
        };
        let takes = !white
            && next
                .iter()
                .any(|[king, falcon, to]| falcon == to && !self.king_steps(*king).contains(to));
        let numbers = next
            .into_iter()
            .filter(|&men| self.is_position(!white, men))
            .map(|men| self.number(!white, men))
            .collect();
        (numbers, takes)
    }
}

fn position(rules: &'static Rules, white: bool, men: [usize; 3]) -> Position {
    let falcon = rules.kind_of_letter("F").unwrap();
    let mut setup = Setup::empty();
    let pieces = [
        Piece::new(Color::White, PieceKind::KING),
        Piece::new(Color::White, falcon),
        Piece::new(Color::Black, PieceKind::KING),
    ];
    for (square, piece) in men.into_iter().zip(pieces) {
        setup.board[Square::new(square).index()] = Some(piece);
    }
    setup.side_to_move = if white { Color::White } else { Color::Black };
    Position::from_setup(rules, &setup).unwrap()
}

/// Each position of King and Falcon against King, on a small board or, in a long run, two
/// large ones.
#[test]
fn a_slow_solver_agrees_on_king_and_falcon() {
    let small = rules_of_file("small");
    let boards: &[_] = if common::is_long_run() {
        &[(rules("falcon-8x8"), 8, 8), (rules("falcon"), 10, 8)]
    } else {
        &[(small, 5, 6)]
    };
    for &(rules, files, ranks) in boards {
        let tables = tables(rules, &["KFvK"]);
        let slow = Slow::solve(files, ranks);
        let n = slow.squares();
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for number in 0..n * n * n {
            let men = [number / n / n, number / n % n, number % n];
            for white in [true, false] {
                if !slow.is_position(white, men) {
                    continue;
                }
                let position = position(rules, white, men);
                let expected = match slow.plies[slow.number(white, men)] {
                    None => TableValue::Draw,
                    Some(plies) if white => TableValue::Win(plies),
                    Some(plies) => TableValue::Loss(plies),
                };
                assert_eq!(tables.probe(&position), Some(expected), "{position}");
                *counts
                    .entry(if expected == TableValue::Draw {
                        "drawn"
                    } else {
                        "won"
                    })
                    .or_default() += 1;
            }
        }
        assert!(counts["won"] > 1000 && counts["drawn"] > 1000, "{counts:?}");
    }
}
