//! Figures 1 and 18 to 22, the promotion of Pawns, and what the patent counts.

use super::*;

use peregrine::board::color::Color;
use peregrine::board::piece::PieceKind;

/// Patent: "a falcon 28, 28A for each player is situated, to begin the game,
/// between a queen and a bishop. ... A second falcon ... between a king and a
/// second bishop"; Rooks on the corner squares, Knights one square and Bishops
/// two squares from them, Pawns on the second rank; "queen occupies the square
/// of its corresponding color nearest the center of the first rank row, and
/// king occupies the central square next to the queen".
#[test]
fn figure_1() {
    let start = Position::start(falcon_chess());
    assert!(!start.is_check());
    for (color, pieces, pawns, queen) in [(Color::White, 0, 1, "e1"), (Color::Black, 7, 6, "e8")] {
        let on = |file| {
            start
                .piece_on(board().square(file, pieces).unwrap())
                .unwrap()
                .kind()
        };
        let [rook, knight, bishop, falcon] = [
            PieceKind::ROOK,
            PieceKind::KNIGHT,
            PieceKind::BISHOP,
            PieceKind::FALCON,
        ];
        let row: Vec<PieceKind> = (0..10).map(on).collect();
        assert_eq!(row[..4], [rook, knight, bishop, falcon]);
        assert_eq!(row[4..6], [PieceKind::QUEEN, PieceKind::KING]);
        assert_eq!(row[6..], [falcon, bishop, knight, rook]);
        assert_eq!(
            start.pieces(color, PieceKind::PAWN),
            board().rank_squares(pawns)
        );
        assert_eq!(start.pieces(color, PieceKind::QUEEN), set(queen));
        assert_eq!(is_light(at(queen)), color == Color::White);
    }
}

/// Figure 18 as the patent describes it: "a falcon 28A at f7 can capture a
/// rook 34 at i5", with "a pawn 40A at g7 and a pawn 40 at h5" in the way; "a
/// white rook 34 at c8", "a pawn 40 at e4", "a black pawn 40A at e6", "a pawn
/// 40 at c5", "pawn 40A at d6", "a pawn 40 at f4". "The kings and any pieces
/// nonessential to the following discussion are omitted": Kings on a1 and j6
/// are supplied, where no piece of the figure attacks them.
const FIGURE_18: &str = "ff7 Ri5 pg7 Ph5 Rc8 Pe4 pe6 Pc5 pd6 Pf4 Ka1 kj6";

/// Essay: "In Fig. 18, all the possible captures for the black falcon are
/// shown by arrows." Patent: it can capture on i5, c8 and e4, not on c5, nor
/// on f4.
#[test]
fn figure_18_captures() {
    let position = place('b', FIGURE_18);
    let captures = destinations(&position, "f7") & position.colors(Color::White);
    assert_eq!(names(captures), names(set("i5 c8 e4")));
    // "There is no legitimate falcon move from f7 to f4."
    assert!(!board().falcon_reach(at("f7")).contains(at("f4")));
    for target in ["i5", "c8", "e4"] {
        let next = after(&position, &format!("f7{target}"));
        assert_eq!(next.pieces(Color::Black, PieceKind::FALCON), set(target));
        assert_eq!(
            next.colors(Color::White).count(),
            position.colors(Color::White).count() - 1
        );
    }
}

/// Patent: to i5 "only the pathway from f7 over g6 over h6"; to c8 "No pieces
/// intervene, and it is immaterial by which of the ways available"; to e4 "by
/// the two alternative pathways shown. The third way is blocked by a black
/// pawn 40A at e6"; to c5 not at all, "because two pawns block the way". And
/// "Whether one, two, or all three patterns are available does not affect the
/// move itself" (essay): each is one legal move.
#[test]
fn figure_18_pathways() {
    let position = place('b', FIGURE_18);
    let open = |target| -> Vec<Bitboard> {
        let paths = board().falcon_paths(at("f7"), at(target)).iter().copied();
        paths
            .filter(|path| !path.meets(position.occupied()))
            .collect()
    };
    assert_eq!(open("i5"), [set("g6 h6")]);
    assert_eq!(open("c8").len(), 3);
    assert_eq!(open("e4").len(), 2);
    assert!(open("e4").iter().all(|path| !path.contains(at("e6"))));
    assert_eq!(open("c5").len(), 0);
    for (target, moves) in [("i5", 1), ("c8", 1), ("e4", 1), ("c5", 0)] {
        let all = position.legal_moves();
        let found = all
            .iter()
            .filter(|mv| (mv.from(), mv.to()) == (at("f7"), at(target)));
        assert_eq!(found.count(), moves, "{target}");
    }
}

/// Patent: "If either a pawn 40A at d6 or pawn 40A at e6 were removed, this
/// threat of attack [on c5] would exist by an acceptable falcon move." And "the
/// other two ways to get to square i5 are blocked off by a pawn 40A at g7 and a
/// pawn 40 at h5": with one of them gone there are two ways, with both three.
#[test]
fn figure_18_removals() {
    let captures = |removed: &str| {
        let pieces = removed
            .split_whitespace()
            .fold(FIGURE_18.to_owned(), |pieces, piece| {
                assert!(pieces.contains(piece));
                pieces.replace(piece, "")
            });
        let position = place('b', &pieces);
        let paths = board().falcon_paths(at("f7"), at("i5"));
        let open = paths
            .iter()
            .filter(|path| !path.meets(position.occupied()))
            .count();
        (
            names(destinations(&position, "f7") & position.colors(Color::White)),
            open,
        )
    };
    let with_c5 = names(set("i5 c8 e4 c5"));
    assert_eq!(captures("pd6").0, with_c5);
    assert_eq!(captures("pe6").0, with_c5);
    assert_eq!(captures("pg7").1, 2);
    assert_eq!(captures("Ph5").1, 2);
    assert_eq!(captures("pg7 Ph5").1, 3);
}

/// Patent: "Falcon 28 at square e5 can reach, as shown by the arrows, squares
/// g8, f8, d8, c8, b7, b6, b4, b3, c2, d2, f2, g2, h3, h4, h6, and h7". Kings
/// on a1 and j8 are supplied. "Any of the F-marked squares can be reached from
/// square e5 by falcon 28 three different ways."
#[test]
fn figure_19() {
    let sixteen = set("g8 f8 d8 c8 b7 b6 b4 b3 c2 d2 f2 g2 h3 h4 h6 h7");
    assert_eq!(sixteen.count(), 16);
    let position = place('w', "Fe5 Ka1 kj8");
    assert_eq!(names(destinations(&position, "e5")), names(sixteen));
    for target in sixteen {
        let paths = board().falcon_paths(at("e5"), target);
        assert!(
            paths
                .iter()
                .all(|path| path.count() == 2 && !path.meets(position.occupied()))
        );
        assert!(paths[0] != paths[1] && paths[1] != paths[2] && paths[2] != paths[0]);
    }
}

/// Figure 20. Patent: "A seven-by-seven array of squares on the game board,
/// centered at f5 ... From square f5, the falcon can reach precisely those
/// squares, marked with F, that the queen and the knight cannot." Essay: "the
/// very squares that neither a queen nor a knight can reach from the same
/// starting square", which is tried from every square.
#[test]
fn figure_20() {
    for from in board().squares() {
        let array: Bitboard = board()
            .squares()
            .into_iter()
            .filter(|&square| {
                board().file(square).abs_diff(board().file(from)) <= 3
                    && board().rank(square).abs_diff(board().rank(from)) <= 3
            })
            .collect();
        let empty = Bitboard::EMPTY;
        let queen = board().diagonal(from, empty) | board().straight(from, empty);
        let others = queen | board().knight(from) | from.into();
        assert_eq!(names(board().falcon(from, empty)), names(array - others));
        if from == at("f5") {
            assert_eq!(
                (array.count(), board().falcon(from, empty).count()),
                (49, 16)
            );
        }
    }
}

/// Figure 21. Patent: "a white falcon 28 can capture a black queen 32A in two
/// moves, by first moving to h6. The move to h6 both puts a king 30A in check
/// and threatens queen 32A. On the second move, after black's move to protect
/// king 30A, falcon 28 can capture queen 32A." Where the Falcon comes from and
/// where King and Queen stand is not said: every pair of squares that a Falcon
/// reaches from h6 is tried, with White's King in a corner out of check and the
/// Falcon coming from every square from which the move is legal.
#[test]
fn figure_21() {
    let reach = board().falcon_reach(at("h6"));
    assert_eq!(reach.count(), 8);
    for king in reach {
        for queen in reach - king.into() {
            let starts = reach - king.into() - queen.into();
            let forks = starts.into_iter().flat_map(|from| forks(from, king, queen));
            let mut tried = 0;
            for fork in forks {
                assert!(fork.is_check());
                for &reply in &fork.legal_moves() {
                    let mut next = fork.clone();
                    next.play(reply);
                    assert!(destinations(&next, "h6").contains(queen), "{next}");
                }
                tried += 1;
            }
            assert!(
                tried > 0,
                "King {} Queen {}",
                board().name(king),
                board().name(queen)
            );
        }
    }
}

/// The positions after a Falcon's legal move from `from` to h6 against a bare
/// King and Queen.
fn forks(from: Square, king: Square, queen: Square) -> Vec<Position> {
    let [from, king, queen] = [from, king, queen].map(|square| board().name(square));
    let before = ["a1", "a8"].into_iter().filter_map(|corner| {
        let fen = fen('w', &format!("F{from} k{king} q{queen} K{corner}"));
        // Refused when the Falcon already attacks the King.
        Position::from_fen(falcon_chess(), &fen).ok()
    });
    before
        .filter(|position| !position.is_check())
        .filter(|position| destinations(position, &from).contains(at("h6")))
        .map(|position| after(&position, &format!("{from}h6")))
        .collect()
}

/// Figure 22. Patent: "a falcon 28 on square e3 ... has no square to which to
/// move, in spite of all the empty squares around it. ... The position of
/// falcon 28, some of white's own pieces, and a row of five black pawns 40A all
/// combine to militate against any possible move. The bishop, the rook, the
/// queen, or the knight positioned on square e3 could simply capture one of
/// enemy pawns 40A".
///
/// The text gives neither the squares of the row nor White's own pieces, and
/// "the kings are omitted". Supplied are the two rows in front of the Falcon,
/// centered on its file, from which each of those four pieces can capture; for
/// each row one choice of the fewest White pieces that leave no move, found by
/// trying all sets of squares; and Kings on a8 and j8.
const FIGURE_22: [(&str, &str); 2] = [
    ("pc4 pd4 pe4 pf4 pg4", "Pd2 Pd3 Pf2 Pf3"),
    ("pc5 pd5 pe5 pf5 pg5", "Pc4 Pd2 Pd3 Pf2 Pf3 Pg4"),
];

#[test]
fn figure_22() {
    for (row, own) in FIGURE_22 {
        let with = |pieces: &str| destinations(&place('w', &format!("{pieces} Ka8 kj8")), "e3");
        assert_eq!(names(with(&format!("Fe3 {row} {own}"))), "");
        // Both are needed: "all combine".
        assert!(with(&format!("Fe3 {row}")).any());
        assert!(with(&format!("Fe3 {own}")).any());
        for other in "BRQN".chars() {
            let pieces = format!("{other}e3 {row} {own}");
            let pawns: String = row.replace('p', "");
            assert!(with(&pieces).meets(set(&pawns)), "{pieces}");
        }
    }
}

/// Patent: "From a centrally positioned square on the eight-by-ten game board
/// ... without any obstructing pieces, bishop 36 can reach fourteen possible
/// squares, rook 34 sixteen possible squares, and falcon 28 sixteen possible
/// squares", "knight 38 reaches only eight". The four central squares are e4,
/// e5, f4 and f5.
#[test]
fn squares_reached_from_the_center() {
    let empty = Bitboard::EMPTY;
    for from in set("e4 e5 f4 f5") {
        assert_eq!(board().diagonal(from, empty).count(), 14);
        assert_eq!(board().straight(from, empty).count(), 16);
        assert_eq!(board().falcon(from, empty).count(), 16);
        assert_eq!(board().knight(from).count(), 8);
    }
}

/// Patent: "promotion to a piece of choice, except the king, upon reaching the
/// final rank", and of another embodiment: "promotion to any other piece except
/// the king and the queen". The position is supplied.
#[test]
fn promotion() {
    let letters = |rules| {
        let position = Position::from_fen(rules, &fen('w', "Pc7 Ka1 kj8")).unwrap();
        let moves = position.legal_moves();
        let mut texts: Vec<String> = moves
            .iter()
            .filter(|mv| mv.from() == at("c7"))
            .map(|&mv| notation::coordinate(&position, mv))
            .collect();
        texts.sort();
        texts
    };
    let any = letters(with_promotion(PromotionRule::Any));
    assert_eq!(any, ["c7c8b", "c7c8f", "c7c8n", "c7c8q", "c7c8r"]);
    assert_eq!(letters(falcon_chess()), any);
    let no_queen = letters(with_promotion(PromotionRule::NoQueen));
    assert_eq!(no_queen, ["c7c8b", "c7c8f", "c7c8n", "c7c8r"]);
}
