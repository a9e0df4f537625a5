//! Figures 2 to 17: how the Falcon moves.

use super::*;

use peregrine::board::geometry::leaps;

/// Patent: "Figure 2 S S D Figure 3 D D S Figure 4 S D D Figure 5 D S S
/// Figure 6 S D S Figure 7 D S D", with "a first forty-five degree angle
/// change of direction to the right", and the second, if any, left. R and L
/// are written as the patent writes them for Figures 14 to 16A.
const FIGURES_2_TO_7: [&str; 6] = ["S S RD", "D D RS", "S RD D", "D RS S", "S RD LS", "D RS LD"];

/// "The mirror image versions of these same moves are shown in Fig. 8 through Fig. 13."
const FIGURES_8_TO_13: [&str; 6] = ["S S LD", "D D LS", "S LD D", "D LS S", "S LD RS", "D LS RD"];

/// The three squares of a pattern from `from`, the first step being in
/// direction `first` of the ring, or `None` when it leaves the board or does
/// not start that way.
fn walk(from: Square, first: usize, pattern: &str) -> Option<[Square; 3]> {
    let mut direction = first;
    let mut here = from;
    let mut squares = Vec::new();
    for step in pattern.split(' ') {
        direction = match step.as_bytes()[0] {
            b'R' => (direction + 1) % 8,
            b'L' => (direction + 7) % 8,
            _ => direction,
        };
        let straight = leaps::KING[direction].0 * leaps::KING[direction].1 == 0;
        if straight != step.ends_with('S') {
            assert!(squares.is_empty(), "{pattern} contradicts itself");
            return None;
        }
        here = board().step(here, leaps::KING[direction])?;
        squares.push(here);
    }
    squares.try_into().ok()
}

/// The walks of a pattern in every direction in which it can start.
fn walks(from: Square, pattern: &str) -> Vec<[Square; 3]> {
    (0..8)
        .filter_map(|first| walk(from, first, pattern))
        .collect()
}

fn targets(from: Square, pattern: &str) -> Bitboard {
    walks(from, pattern).iter().map(|walk| walk[2]).collect()
}

/// What the Falcon reaches when nothing but the given squares is empty.
fn through(from: Square, empty: Bitboard) -> Bitboard {
    board().falcon(from, board().squares() - empty)
}

/// "There are the following acceptable patterned falcon moves", and "six more
/// valid moves" in the mirror. Each must work when only its own two
/// intermediate squares are empty. The square e5 is that of Figure 14; the
/// drawings of Figures 2 to 13 name no squares.
#[test]
fn each_of_the_twelve_patterns_is_a_move_by_itself() {
    for pattern in FIGURES_2_TO_7.iter().chain(&FIGURES_8_TO_13) {
        let walks = walks(at("e5"), pattern);
        assert_eq!(walks.len(), 4, "{pattern}");
        for [first, second, target] in walks {
            let reached = through(at("e5"), [first, second].into_iter().collect());
            assert!(
                reached.contains(target),
                "{pattern} to {}",
                board().name(target)
            );
        }
    }
}

/// Patent: "falcon 28 in Fig. 14 can reach f8, h4, d2, or b6, any of four
/// different squares, by pattern S S RD".
#[test]
fn figure_14() {
    assert_eq!(
        names(targets(at("e5"), "S S RD")),
        names(set("f8 h4 d2 b6"))
    );
    let position = place('w', "Fe5 Ka1 kj8");
    assert_eq!(
        destinations(&position, "e5") & set("f8 h4 d2 b6"),
        set("f8 h4 d2 b6")
    );
}

/// Patent: "D LS RD ... Commencing from square e5, consistently following only
/// this pattern, a falcon 28A can reach not just one square, but any of the
/// squares g8, h3, c2, or b7".
#[test]
fn figure_15() {
    assert_eq!(
        names(targets(at("e5"), "D LS RD")),
        names(set("g8 h3 c2 b7"))
    );
    let position = place('b', "fe5 Ka1 kj8");
    assert_eq!(
        destinations(&position, "e5") & set("g8 h3 c2 b7"),
        set("g8 h3 c2 b7")
    );
}

/// Patent: "twelve patterns by four squares reachable yields forty-eight
/// squares. ... forty-eight squares divided by the three ways yields sixteen
/// distinct squares". "Any square to which the falcon can move is reachable by
/// some combination of three, and only three, of the twelve".
#[test]
fn forty_eight_ways_to_sixteen_squares() {
    let patterns = FIGURES_2_TO_7.iter().chain(&FIGURES_8_TO_13);
    let all: Vec<[Square; 3]> = patterns
        .flat_map(|pattern| walks(at("e5"), pattern))
        .collect();
    assert_eq!(all.len(), 48);
    let reached: Bitboard = all.iter().map(|walk| walk[2]).collect();
    assert_eq!(
        names(reached),
        names(board().falcon(at("e5"), Bitboard::EMPTY))
    );
    assert_eq!(reached.count(), 16);
    for target in reached {
        let mut ways: Vec<Bitboard> = all
            .iter()
            .filter(|walk| walk[2] == target)
            .map(|walk| walk[..2].iter().copied().collect())
            .collect();
        let mut paths = board().falcon_paths(at("e5"), target).to_vec();
        ways.sort_by_key(|way| way.bits());
        paths.sort_by_key(|path| path.bits());
        assert_eq!(ways, paths, "{}", board().name(target));
        assert_eq!(ways.len(), 3);
    }
}

/// Figures 16 and 16A. Patent: "From its starting square, falcon 28 can move
/// D RS S, or S LD RS, or S S LD", and in 16A "D D RS, D RS LD, and S LD D".
/// "There is always this three-fold way for the falcon potentially to reach
/// attainable square"; essay: "only one pathway is sufficient to validate a
/// move". The text names no squares: the Falcon is put on e5, the three
/// patterns start so that they end on one square, in all four directions, and
/// every square around the one path is filled.
#[test]
fn figures_16_and_16a() {
    let figures = [
        ["D RS S", "S LD RS", "S S LD"],
        ["D D RS", "D RS LD", "S LD D"],
    ];
    for patterns in figures {
        let mut reached = Bitboard::EMPTY;
        for straight in [0, 2, 4, 6] {
            let ways = patterns.map(|pattern| {
                let first = if pattern.starts_with('S') {
                    straight
                } else {
                    (straight + 7) % 8
                };
                walk(at("e5"), first, pattern).unwrap()
            });
            let target = ways[0][2];
            assert!(
                ways.iter().all(|way| way[2] == target),
                "{patterns:?} end on one square"
            );
            reached |= target.into();
            for [first, second, _] in ways {
                let position = hemmed_in('F', "e5", &[first, second]);
                assert!(destinations(&position, "e5").contains(target));
                for half in [first, second] {
                    let position = hemmed_in('F', "e5", &[half]);
                    assert!(!destinations(&position, "e5").contains(target));
                }
            }
        }
        assert_eq!(reached.count(), 4);
    }
}

/// A Falcon, `F` or `f`, whose side is to move and whose neighborhood of two
/// squares each way is full of Knights but for the squares given. "Some
/// alternative ways to reach a square may be blocked by pieces of either
/// color" (patent): the Knights on light squares are White's, those on dark
/// ones Black's. The Kings stand on the far side of the board, out of reach.
fn hemmed_in(falcon: char, from: &str, empty: &[Square]) -> Position {
    let side = if falcon == 'F' { 'w' } else { 'b' };
    let far = if board().file(at(from)) < 5 { 'j' } else { 'a' };
    let mut pieces = format!("{falcon}{from} K{far}1 k{far}8");
    for file in -2..=2 {
        for rank in -2..=2 {
            let square = board().step(at(from), (file, rank)).unwrap();
            if square != at(from) && !empty.contains(&square) {
                let knight = if is_light(square) { 'N' } else { 'n' };
                pieces += &format!(" {knight}{}", board().name(square));
            }
        }
    }
    place(side, &pieces)
}

/// Figure 17. Patent: "falcon 28 moves from g4 to j5 by way of two
/// intermediate squares, h5 and i5"; "the player can move to j6, instead of
/// j5"; "A move to j4 is not permitted". The rest of the board is not
/// described: all other squares near the Falcon are filled.
#[test]
fn figure_17_white_falcon() {
    let position = hemmed_in('F', "g4", &[at("h5"), at("i5")]);
    assert_eq!(names(destinations(&position, "g4")), names(set("j5 j6")));
    // "Now only the three directions ... are permitted to continue the move",
    // 45 degrees right, straight on, or 45 degrees left: i5, i6, h6.
    let second_steps = (board().king(at("h5")) - at("g4").into())
        .into_iter()
        .filter(|&second| through(at("g4"), set("h5") | second.into()).any());
    assert_eq!(names(second_steps.collect()), names(set("i5 i6 h6")));
}

/// Patent: "falcon 28A moves from d5 ... to c5, its first intermediate square",
/// then "b5 ... its second", then a4; "A move from d5 to a6, instead of a4" is
/// legal and "A move to a5 is invalid because at least one square advance must
/// be diagonal".
#[test]
fn figure_17_black_falcon() {
    let position = hemmed_in('f', "d5", &[at("c5"), at("b5")]);
    assert_eq!(names(destinations(&position, "d5")), names(set("a4 a6")));
}

/// Patent: "eight straight-or-diagonal choices for a first step of one square,
/// three choices for a second step of one square, and two choices for a third".
/// So of all pairs of squares near a Falcon exactly 8 x 3 are intermediate
/// squares of a move, and each pair leads to two squares: no turn of 90 or 135
/// degrees, no two turns to the same side, no third step straight on.
#[test]
fn figure_17_eight_three_two() {
    let from = at("e5");
    let window: Vec<Square> = board()
        .squares()
        .into_iter()
        .filter(|&square| {
            board().file(square).abs_diff(board().file(from)) <= 2
                && board().rank(square).abs_diff(board().rank(from)) <= 2
                && square != from
        })
        .collect();
    let mut pairs = Vec::new();
    for (number, &first) in window.iter().enumerate() {
        for &second in &window[number + 1..] {
            let reached = through(from, [first, second].into_iter().collect());
            if reached.any() {
                assert_eq!(reached.count(), 2);
                pairs.push(Bitboard::from(first) | second.into());
            }
        }
    }
    assert_eq!(pairs.len(), 8 * 3);
    for first in board().king(from) {
        let continuations = pairs.iter().filter(|pair| pair.contains(first));
        assert_eq!(continuations.count(), 3, "{}", board().name(first));
    }
}

/// Patent on Figure 18: "One piece intervening between the falcon's initial
/// square and a target square makes only one or two of the three movement
/// patterns useable. Two intervening pieces mean only one way is available, or
/// the move may not be performed at all." Tried on every target of e5 and with
/// every choice of intervening squares.
#[test]
fn one_or_two_intervening_pieces() {
    let from = at("e5");
    for target in board().falcon_reach(from) {
        let paths = board().falcon_paths(from, target);
        let between: Vec<Square> = paths
            .iter()
            .fold(Bitboard::EMPTY, |all, &path| all | path)
            .into_iter()
            .collect();
        let open = |pieces: Bitboard| paths.iter().filter(|path| !path.meets(pieces)).count();
        for (number, &one) in between.iter().enumerate() {
            let single = Bitboard::from(one);
            assert!([1, 2].contains(&open(single)));
            assert!(board().falcon(from, single).contains(target));
            for &other in &between[number + 1..] {
                let both = single | other.into();
                assert!([0, 1].contains(&open(both)));
                assert_eq!(board().falcon(from, both).contains(target), open(both) == 1);
            }
        }
    }
}
