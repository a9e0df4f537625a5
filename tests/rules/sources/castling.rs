//! Figure 23: free castling and its two variations.

use super::*;

use peregrine::board::moves::MoveKind;
use peregrine::board::piece::PieceKind;

/// Figure 23 names the squares of the Kings and to which they may go; that the
/// Rooks are on their home squares follows from castling, and the Pawns are
/// supplied.
const FIGURE_23: &str = "r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R";

/// The squares to which the King of that side may castle; checks that each
/// castling move puts the King there and the Rook beside it.
fn castles(castling: CastlingRule, side: char) -> Bitboard {
    let fen = format!("{FIGURE_23} {side} KQkq - 0 1");
    let position = Position::from_fen(with_castling(castling), &fen).unwrap();
    let color = position.side_to_move();
    let king = position.king(color);
    let all = position.legal_moves();
    let castles = all.iter().filter(|mv| mv.kind() == MoveKind::Castling);
    castles
        .map(|&mv| {
            assert_eq!(mv.from(), king);
            let mut next = position.clone();
            next.play(mv);
            // "Then, as in the orthodox way, the rook moves over the king to
            // the adjacent square."
            let toward = if mv.to() > king { 1 } else { -1 };
            let corner = board().file_squares(if toward > 0 { 9 } else { 0 });
            let other_corner = board().file_squares(if toward > 0 { 0 } else { 9 });
            let rooks = next.pieces(color, PieceKind::ROOK);
            assert_eq!(next.king(color), mv.to());
            assert!(rooks.contains(mv.to().offset(-toward)));
            assert_eq!(rooks.count(), 2);
            assert!(!rooks.meets(corner) && rooks.meets(other_corner));
            mv.to()
        })
        .collect()
}

/// Patent: "a king 30 can move from f1 to any of the squares e1, d1, c1, or b1,
/// as part of a castle maneuver on the queen's side. A king 30A can move from
/// f8 to any one of g8, h8, or i8, as part of castling on the king's side.
/// Either king can, of course, castle with either of its rooks".
#[test]
fn free() {
    assert_eq!(
        names(castles(CastlingRule::Free, 'w')),
        names(set("e1 d1 c1 b1 g1 h1 i1"))
    );
    assert_eq!(
        names(castles(CastlingRule::Free, 'b')),
        names(set("e8 d8 c8 b8 g8 h8 i8"))
    );
    // "Free castling is part of the preferred embodiment."
    assert_eq!(falcon_chess().castling(), CastlingRule::Free);
}

/// Patent: "orthodox castling permits king 30 to move to d1 only in a queenside
/// castle, and king 30A to move to h8 only in a kingside castle." The other two
/// sides by symmetry.
#[test]
fn orthodox() {
    assert_eq!(
        names(castles(CastlingRule::Orthodox, 'w')),
        names(set("d1 h1"))
    );
    assert_eq!(
        names(castles(CastlingRule::Orthodox, 'b')),
        names(set("d8 h8"))
    );
}

/// Patent: "modifies free castling, whereby the squares on which the king can
/// stop are one fewer in number, excluding the one square closest to the king's
/// initial position."
#[test]
fn modified_free() {
    let rule = CastlingRule::ModifiedFree;
    assert_eq!(names(castles(rule, 'w')), names(set("d1 c1 b1 h1 i1")));
    assert_eq!(names(castles(rule, 'b')), names(set("d8 c8 b8 h8 i8")));
}

/// Patent: "To castle, the king moves over unoccupied squares to any square
/// between it and the rook", and castling "requires unoccupied and unthreatened
/// squares intervening between the king and the rook". A piece is put on each
/// square between in turn. For threats only the squares from the King's own to
/// its destination are tested. That a square beyond may be threatened is
/// against the letter of this sentence, but "as in orthodox chess", with which
/// it begins, and what the page on Falcon Chess 100 says: "the King may neither
/// start in, move through, or end up in a square attacked".
#[test]
fn squares_between_are_empty_and_the_kings_path_is_safe() {
    let castles = |pieces: &str| {
        let fen = fen('w', pieces).replace(" w - ", " w KQ ");
        let position = Position::from_fen(falcon_chess(), &fen).unwrap();
        let all = position.legal_moves();
        let castles = all.iter().filter(|mv| mv.kind() == MoveKind::Castling);
        castles.map(|mv| mv.to()).collect::<Bitboard>()
    };
    let home = "Kf1 Ra1 Rj1 kf8";
    let (queen_side, king_side) = (set("e1 d1 c1 b1"), set("g1 h1 i1"));
    assert_eq!(names(castles(home)), names(queen_side | king_side));
    for square in queen_side {
        let found = castles(&format!("{home} N{}", board().name(square)));
        assert_eq!(names(found), names(king_side));
    }
    for square in king_side {
        let found = castles(&format!("{home} N{}", board().name(square)));
        assert_eq!(names(found), names(queen_side));
    }
    // A Rook down each file: the King may stop short of the square it guards.
    for (rook, allowed) in [
        ("e7", "g1 h1 i1"),
        ("d7", "e1 g1 h1 i1"),
        ("c7", "e1 d1 g1 h1 i1"),
        ("g7", "e1 d1 c1 b1"),
        ("h7", "e1 d1 c1 b1 g1"),
        ("i7", "e1 d1 c1 b1 g1 h1"),
    ] {
        assert_eq!(
            names(castles(&format!("{home} r{rook}"))),
            names(set(allowed)),
            "{rook}"
        );
    }
    // In check there is no castling.
    assert_eq!(names(castles(&format!("{home} rf7"))), "");
}

/// The two rules of the diagram page: "A King that has not moved before can
/// move three steps in the direction of a Rook", and its table's "moving 3 or 4
/// steps to b- or i-file".
#[test]
fn the_diagram_pages_rules() {
    for (rule, white, black) in [
        (CastlingRule::Three, "c1 i1", "c8 i8"),
        (CastlingRule::Wide, "b1 i1", "b8 i8"),
        (CastlingRule::None, "", ""),
    ] {
        assert_eq!(names(castles(rule, 'w')), names(set(white)));
        assert_eq!(names(castles(rule, 'b')), names(set(black)));
    }
}
