//! Fast code against obviously correct code: all encodings of moves, the slow
//! definitions of the pieces and of legality, keys computed from scratch.

use peregrine::board::bitboard::Bitboard;
use peregrine::board::color::Color;
use peregrine::board::geometry::{Geometry, leaps, slow};
use peregrine::board::moves::{Move, MoveKind};
use peregrine::board::square::Square;
use peregrine::position::Position;
use peregrine::position::movegen::{self, slow::legal_moves};

use crate::common;

/// The legal moves, sorted.
fn generated(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_unstable();
    moves
}

/// Of all encodings of moves, each position accepts the legal moves only. Except in a long
/// run each position is shown the legal moves and one encoding of so many, which differ
/// from position to position.
#[test]
fn legality_is_right_for_every_encodable_move() {
    // A prime, so that all fields of the encoding take all values.
    let step = if common::is_long_run() { 1 } else { 17 };
    for (number, case) in (0..).zip(common::perft_cases()) {
        let position = case.position().unwrap();
        let check_info = position.check_info();
        let is_legal = |mv: &Move| movegen::is_legal(&position, &check_info, *mv);
        let first = number % step;
        let encodable = (first..1 << Move::BITS).step_by(step as usize);
        let mut accepted: Vec<Move> = encodable
            .filter_map(Move::from_bits)
            .filter(is_legal)
            .collect();
        accepted.sort_unstable();
        let legal = legal_moves(&position);
        let mut expected = legal.clone();
        expected.retain(|mv| mv.bits() % step == first);
        assert_eq!(accepted, expected, "{position}");
        assert!(legal.iter().all(is_legal), "{position}");
        assert_eq!(legal, generated(&position), "{position}");
        assert_eq!(legal.len() as u32, movegen::count(&position));
    }
}

#[test]
fn generator_and_definition_agree_along_games() {
    common::for_many_positions(25, |position| {
        let generated = generated(position);
        assert_eq!(generated, legal_moves(position), "{position}");
        assert_eq!(
            generated.len() as u32,
            movegen::count(position),
            "{position}"
        );
        assert_eq!(
            generated.is_empty(),
            !position.has_legal_move(),
            "{position}"
        );
    });
}

/// A text that may describe a position: Kings, and up to eighteen pieces
/// anywhere, of which the side to move has few and the other many Falcons and
/// sliders, so that checks, double checks and pins of all kinds are common.
fn random_placement(random: &mut impl FnMut(usize) -> usize) -> String {
    let mut cells = [b'.'; 80];
    let mut put = |piece: u8, random: &mut dyn FnMut(usize) -> usize| {
        let cell = random(80);
        let pawn_on_edge = piece.eq_ignore_ascii_case(&b'P') && !(10..70).contains(&cell);
        if cells[cell] == b'.' && !pawn_on_edge {
            cells[cell] = piece;
        }
    };
    // Castling: King and Rooks on their home squares, which other pieces may not take.
    let castles = random(4) == 0;
    if castles {
        put(b'K', &mut |_| 75);
        put(b'R', &mut |_| 70);
        put(b'R', &mut |_| 79);
    } else {
        put(b'K', random);
    }
    put(b'k', random);
    // En passant: a Pawn that may just have made a double step, and one beside it.
    let file = 1 + random(8);
    let passes = random(4) == 0;
    if passes {
        put(b'p', &mut |_| 30 + file);
        put(b'P', &mut |_| 31 + file);
    }
    for _ in 0..4 + random(14) {
        let piece = b"ffffrbqnFRBNPPPp"[random(16)];
        put(piece, random);
    }
    let ranks: Vec<String> = cells
        .chunks(10)
        .map(|rank| {
            let mut text = String::new();
            for run in rank.chunk_by(|a, b| a == b) {
                match run[0] {
                    b'.' => text += &run.len().to_string(),
                    _ => text += std::str::from_utf8(run).unwrap(),
                }
            }
            text
        })
        .collect();
    let castling = if castles { "KQ" } else { "-" };
    let passed = if passes {
        format!("{}6", char::from(b'a' + file as u8))
    } else {
        "-".to_owned()
    };
    format!("{} w {castling} {passed} 0 1", ranks.join("/"))
}

#[test]
fn generator_and_definition_agree_on_random_placements() {
    let variant = peregrine::variants::find("falcon").unwrap();
    let rules = variant.rules(Default::default()).unwrap();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % below
    };
    let (enough, least) = match common::is_long_run() {
        true => (40_000, 10),
        false => (8_000, 0),
    };
    let (mut positions, mut both_checks_interposed) = (0, 0);
    let (mut castlings, mut en_passants) = (0, 0);
    while positions < enough {
        let Ok(position) = Position::from_fen(rules, &random_placement(&mut random)) else {
            continue;
        };
        positions += 1;
        let moves = generated(&position);
        assert_eq!(moves, legal_moves(&position), "{position}");
        let of = |kind| moves.iter().any(|mv| mv.kind() == kind);
        castlings += i32::from(of(MoveKind::Castling));
        en_passants += i32::from(of(MoveKind::EnPassant));
        let king = position.king(position.side_to_move());
        if position.checkers().count() == 2 && moves.iter().any(|mv| mv.from() != king) {
            both_checks_interposed += 1;
        }
    }
    // A double check answered by interposing one piece: only Falcon paths make that possible.
    assert!(both_checks_interposed > least, "{both_checks_interposed}");
    assert!(
        castlings > enough / 80 && en_passants > enough / 80,
        "{castlings} {en_passants}"
    );
}

#[test]
fn classes_of_moves_are_disjoint_and_complete() {
    use movegen::{MoveClass, MoveList};
    common::for_many_positions(25, |position| {
        let check_info = position.check_info();
        let mut both = MoveList::new();
        movegen::generate(position, &check_info, MoveClass::Noisy, &mut both);
        let noisy = both.len();
        movegen::generate(position, &check_info, MoveClass::Quiet, &mut both);
        for (n, &mv) in both.iter().enumerate() {
            assert_eq!(position.is_noisy(mv), n < noisy, "{mv:?} {position}");
        }
        both.sort_unstable();
        assert_eq!(*both, *generated(position), "{position}");
    });
}

#[test]
fn keys_follow_the_moves() {
    common::for_many_positions(60, |position| {
        assert_eq!(position.key(), position.computed_key(), "{position}");
        let again = Position::from_fen(position.rules(), &position.to_string()).unwrap();
        assert_eq!(again.key(), position.key(), "{position}");
        if !position.is_check() {
            let mut passed = position.clone();
            passed.play_null();
            assert_eq!(passed.key(), passed.computed_key(), "{position}");
            assert_ne!(passed.key(), position.key());
        }
    });
}

/// The boards of docs/rules.md, sections 4 to 8.
fn boards() -> Vec<Geometry> {
    let sizes = [(8, 8), (9, 9), (10, 8), (10, 9), (10, 10), (16, 8)];
    // One by one, since they are large and the stack of a test is small.
    let mut boards = Vec::new();
    for (files, ranks) in sizes {
        boards.push(Geometry::rectangle(files, ranks).unwrap());
    }
    // Falcon Chess 100: the middle files have no first and last rank, the
    // outer ones no middle.
    let holes = |file, rank| match rank {
        0 | 9 => (3..9).contains(&file),
        3..=6 => [0, 11].contains(&file),
        _ => false,
    };
    let hundred = Geometry::new(12, 10, "xabcdefghijy", 0, holes).unwrap();
    assert_eq!(hundred.squares().count(), 100);
    boards.push(hundred);
    boards
}

/// Sets of squares, the same in every run, some thin and some dense.
fn random_sets(squares: Bitboard, how_many: usize) -> Vec<Bitboard> {
    let mut random = 0x1234_5678_9abc_def0_u64;
    let mut next = || {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        u128::from(random >> 32)
    };
    let mut word = || next() << 96 | next() << 64 | next() << 32 | next();
    let mut set = |n: usize| match n % 5 {
        0 => word() & word() & word(),
        1 => word() & word(),
        2 => word(),
        3 => word() & (word() | word()),
        _ => word() | word(),
    };
    let sets = (0..how_many).map(|n| Bitboard::from_bits(set(n)) & squares);
    sets.chain([Bitboard::EMPTY, squares]).collect()
}

#[test]
fn tables_agree_with_walking() {
    for board in boards() {
        for occupied in random_sets(board.squares(), 300) {
            for square in board.squares() {
                let name = || format!("{} with {occupied:?}", board.name(square));
                assert_eq!(
                    board.straight(square, occupied),
                    slow::slider(&board, square, occupied, &leaps::STRAIGHT),
                    "Rook on {}",
                    name()
                );
                assert_eq!(
                    board.diagonal(square, occupied),
                    slow::slider(&board, square, occupied, &leaps::DIAGONAL),
                    "Bishop on {}",
                    name()
                );
                assert_eq!(
                    board.falcon(square, occupied),
                    slow::falcon(&board, square, occupied),
                    "Falcon on {}",
                    name()
                );
            }
        }
    }
}

#[test]
fn steps_and_leaps_agree_with_walking() {
    for board in boards() {
        let steps = |from: Square, steps: &[(i32, i32)]| -> Bitboard {
            steps
                .iter()
                .filter_map(|&step| board.step(from, step))
                .collect()
        };
        for square in board.squares() {
            let name = board.name(square);
            assert_eq!(
                board.king(square),
                steps(square, &leaps::KING),
                "King on {name}"
            );
            assert_eq!(
                board.knight(square),
                steps(square, &leaps::KNIGHT),
                "Knight on {name}"
            );
            let targets = slow::falcon_moves().map(|falcon| falcon.target);
            assert_eq!(
                board.falcon_reach(square),
                steps(square, &targets),
                "leaping Falcon on {name}"
            );
            for (color, forward) in [(Color::White, 1), (Color::Black, -1)] {
                let captures = steps(square, &[(-1, forward), (1, forward)]);
                assert_eq!(
                    board.pawn_captures(color, square),
                    captures,
                    "Pawn on {name}"
                );
            }
        }
    }
}

#[test]
fn falcon_paths_agree_with_walking() {
    for board in boards() {
        for square in board.squares() {
            for falcon in slow::falcon_moves() {
                let Some(target) = board.step(square, falcon.target) else {
                    continue;
                };
                let walked = falcon.paths.map(|path| {
                    let cells = path.map(|cell| board.step(square, cell));
                    match cells {
                        [Some(first), Some(second)] => Bitboard::from(first) | second.into(),
                        // No path is ever open over cells that are not squares.
                        _ => Bitboard::first(128),
                    }
                });
                let mut paths = board.falcon_paths(square, target).map(Bitboard::bits);
                let mut walked = walked.map(Bitboard::bits);
                paths.sort_unstable();
                walked.sort_unstable();
                assert_eq!(
                    paths,
                    walked,
                    "{} to {}",
                    board.name(square),
                    board.name(target)
                );
            }
        }
    }
}
