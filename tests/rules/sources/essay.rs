//! What the essay, and often the patent too, says in passing of the opening,
//! of smaller boards, and of Pawns opening and closing a Falcon's way.

use super::*;

use peregrine::board::color::Color;
use peregrine::board::piece::PieceKind;

/// The moves of the Falcon on `falcon` after a Pawn of its side has made the
/// given first move and the other side has done nothing of note.
fn first_moves(falcon: &str, pawn_move: &str) -> Bitboard {
    let start = Position::start(falcon_chess());
    let line = if falcon.ends_with('1') {
        format!("{pawn_move} b8a6")
    } else {
        format!("b1a3 {pawn_move} a3b1")
    };
    destinations(&after(&start, &line), falcon)
}

/// The single and the double step of the Pawn of a file, for the side whose
/// Falcon stands on `falcon`.
fn steps(falcon: &str, file: char) -> [String; 2] {
    let ranks = if falcon.ends_with('1') {
        ["23", "24"]
    } else {
        ["76", "75"]
    };
    ranks.map(|ranks| format!("{file}{}{file}{}", &ranks[..1], &ranks[1..]))
}

/// Patent: "Any one of the three adjacent pawns ordinarily must have moved for
/// the falcon to be able to leave its initial position". All Pawn moves of the
/// first turn are tried.
#[test]
fn one_of_three_pawn_moves_frees_the_falcon() {
    for (falcon, adjacent) in [("d1", "cde"), ("g1", "fgh"), ("d8", "cde"), ("g8", "fgh")] {
        for file in 'a'..='j' {
            for pawn_move in steps(falcon, file) {
                let free = first_moves(falcon, &pawn_move).any();
                assert_eq!(free, adjacent.contains(file), "{falcon} after {pawn_move}");
            }
        }
    }
}

/// Patent: "after a bishop's pawn 40, 40A has moved, a falcon 28, 28A can reach
/// the square in front of the rook's pawn on that falcon's side of the king ...
/// a3, j3, a6, and j6".
#[test]
fn flank_squares_after_the_bishops_pawn() {
    for (falcon, file, flank) in [
        ("d1", 'c', "a3"),
        ("g1", 'h', "j3"),
        ("d8", 'c', "a6"),
        ("g8", 'h', "j6"),
    ] {
        for pawn_move in steps(falcon, file) {
            assert!(
                first_moves(falcon, &pawn_move).contains(at(flank)),
                "{pawn_move}"
            );
        }
    }
}

/// Essay: "from those flanks, the falcon can move directly to either d4 and d5,
/// or to g4 and g5, all of which adjoin the four central squares". "Those
/// squares are out of the lines of the bishops ... on 8x10 game board. Those
/// squares cannot be reached by opponent's knights in two moves".
#[test]
fn flank_squares() {
    let center = set("e4 e5 f4 f5");
    for (flank, central, back_rank) in [
        ("a3", "d4 d5", 8),
        ("a6", "d4 d5", 1),
        ("j3", "g4 g5", 8),
        ("j6", "g4 g5", 1),
    ] {
        assert!((set(central) - board().falcon_reach(at(flank))).is_empty());
        for square in set(central) {
            assert!(board().king(square).meets(center));
        }
        for bishop in ["c", "h"].map(|file| at(&format!("{file}{back_rank}"))) {
            let lines = board().diagonal(bishop, Bitboard::EMPTY);
            assert!(!lines.contains(at(flank)), "{flank}");
        }
        for knight in ["b", "i"].map(|file| at(&format!("{file}{back_rank}"))) {
            let once = board().knight(knight);
            let twice = once.into_iter().map(|square| board().knight(square));
            assert!(
                !twice.fold(once, |all, next| all | next).contains(at(flank)),
                "{flank}"
            );
        }
    }
}

/// Essay: "pawns at c2, c7, h2, and h7 are initially unprotected", and
/// "bishops themselves are unprotected initially".
#[test]
fn pieces_unprotected_in_the_start_position() {
    let start = Position::start(falcon_chess());
    for (color, pawns) in [(Color::White, "c2 h2"), (Color::Black, "c7 h7")] {
        let attacks = start.colors(color).into_iter().map(|square| {
            let piece = start.piece_on(square).unwrap();
            falcon_chess().attacks(piece, square, start.occupied())
        });
        let protected = attacks.fold(Bitboard::EMPTY, |all, attacked| all | attacked);
        let bare = |kind| start.pieces(color, kind) - protected;
        assert_eq!(names(bare(PieceKind::PAWN)), names(set(pawns)));
        assert_eq!(
            bare(PieceKind::BISHOP),
            start.pieces(color, PieceKind::BISHOP)
        );
    }
}

/// Essay, of a Falcon for the Queen on eight files: "two natural opening moves
/// of the falcon from the queen's position are to squares that opponent's
/// bishop can threaten from its starting position, that is, a3 and b4, or else
/// a6 and b5".
#[test]
fn bishops_against_falcons_on_eight_files() {
    let board = Geometry::rectangle(8, 8).unwrap();
    let at = |name| board.square_named(name).unwrap();
    for (falcon, bishop, squares) in [("d1", "f8", ["a3", "b4"]), ("d8", "f1", ["a6", "b5"])] {
        for square in squares {
            assert!(board.falcon_reach(at(falcon)).contains(at(square)));
            assert!(
                board
                    .diagonal(at(bishop), Bitboard::EMPTY)
                    .contains(at(square))
            );
        }
    }
}

/// Essay: "One group of alternatives on 9x9 game board positions a falcon in
/// the c-file, from which the falcon cannot move to its ideal flank position,
/// a3".
#[test]
fn no_flank_square_from_the_c_file() {
    let board = Geometry::rectangle(9, 9).unwrap();
    let [c1, d1, a3] = ["c1", "d1", "a3"].map(|name| board.square_named(name).unwrap());
    assert!(!board.falcon_reach(c1).contains(a3));
    assert!(board.falcon_reach(d1).contains(a3));
}

/// Essay: "These forks are sometimes disclosed not even by moving the falcon
/// itself, but some other game piece, especially a pawn." Patent: "A move may
/// have one or two of three paths blocked, prompting an opponent to move
/// another piece to an intervening square that completes the block." The
/// position is supplied: e3-e4 opens e3-d4-c5 and e3-f4-g5 to the Falcon on e2,
/// and the only ways to King and Queen go over e3.
#[test]
fn a_pawn_discloses_a_fork_and_the_queen_completes_a_block() {
    let position = place('w', "Fe2 Pd3 Pe3 Pf3 Ka1 kg5 qc5");
    assert!(!destinations(&position, "e2").meets(set("c5 g5")));
    let fork = after(&position, "e3e4");
    assert!(fork.is_check());
    let reached = board().falcon(at("e2"), fork.occupied());
    assert!((set("c5 g5") - reached).is_empty());
    // The Queen's answers that are legal: onto e3, which is on both ways.
    assert_eq!(names(destinations(&fork, "c5")), names(set("e3")));
    let block = after(&fork, "c5e3");
    assert!(
        !board()
            .falcon(at("e2"), block.occupied())
            .meets(set("c5 g5"))
    );
}
