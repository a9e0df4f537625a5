//! FEN and notation on a board with holes, a rank 0, a file x and a winged
//! piece: what the notations promise beyond the variants of the registry.

use std::sync::Arc;

use peregrine::board::geometry::Geometry;
use peregrine::board::piece::{Components, PieceKind};
use peregrine::notation::{parse_coordinate, parse_san, san};
use peregrine::position::fen::{self, FenError};
use peregrine::position::{Position, PositionOf};
use peregrine::rules::{
    CastlingRule, MoveConstraints, PawnSetup, PieceType, PromotionRule, Rules, RulesSetup,
    SpecialMoves, SquareColor, StalemateRule,
};

/// The board of Falcon Chess 100 (docs/rules.md, section 6.1), with orthodox Pawns and
/// a winged Knight for the Queen.
fn made(start: &str) -> Result<Rules, FenError> {
    let hole = |file, rank| match rank {
        0 | 9 => (3..9).contains(&file),
        1 | 2 | 7 | 8 => false,
        _ => file == 0 || file == 11,
    };
    let board = Geometry::new(12, 10, "xabcdefghijy", 0, hole).unwrap();
    let falcon = Components::FALCON;
    let piece_types = [
        (PieceKind::PAWN, "P", Components::PAWN),
        (PieceKind::KING, "K", Components::KING),
        (PieceKind::ROOK, "R", Components::STRAIGHT),
        (PieceKind::KNIGHT, "N", Components::KNIGHT),
        (PieceKind::FALCON, "F", falcon),
        (PieceKind::new(10), "N'", Components::KNIGHT | falcon),
    ];
    let piece_type = |(kind, letter, components): (PieceKind, &str, Components)| PieceType {
        kind,
        letter: letter.to_owned(),
        name: letter.to_owned(),
        components,
        special: SpecialMoves::default(),
        xboard_letter: None,
    };
    let promotions: Vec<PieceKind> = piece_types[2..].iter().map(|row| row.0).collect();
    let pawns = PawnSetup {
        first_rank: 2,
        double_step: board.rank_squares(2),
        ..PawnSetup::orthodox(&board, promotions)
    };
    Rules::new(RulesSetup {
        variant: "test".to_owned(),
        geometry: Arc::new(board),
        piece_types: piece_types.into_iter().map(piece_type).collect(),
        start_fen: start.to_owned(),
        castling: CastlingRule::Free,
        castling_kings: Default::default(),
        castling_partners: [vec![PieceKind::ROOK], vec![PieceKind::ROOK]],
        castling_files: None,
        promotion: PromotionRule::Any,
        pawns,
        stalemate: StalemateRule::Draw,
        royalty: None,
        kings_may_face: true,
        constraints: MoveConstraints::default(),
        ends: Default::default(),
        shuffle: None,
        left_corner: SquareColor::Dark,
    })
}

fn rules() -> &'static Rules {
    Box::leak(Box::new(made(START).unwrap()))
}

const START: &str = "3******3/1rnf1n'k1fnr1/1pppppppppp1/*10*/*10*/*10*/*10*/\
                     1PPPPPPPPPP1/1RNF1N'K1FNR1/3******3 w KQkq - 0 1";

fn position(fen: &str) -> Result<Position, String> {
    Position::from_fen(rules(), fen).map_err(|error| error.to_string())
}

#[test]
fn rules_have_a_legal_start_position() {
    let without = |what: &str, instead: &str| START.replacen(what, instead, 1);
    for (start, reason) in [
        ("", "a FEN has 6 fields"),
        (
            &without("KQkq", "KQkqK"),
            "castling right 'K' is given twice",
        ),
        (&without("K1FNR1/", "KFNR1/"), "rank 1 must be 12"),
        (&without("KQkq", "KQkq x"), "a FEN has 6 fields"),
        (
            &without("N'K1", "N'N1").replace("KQ", ""),
            "White has no King",
        ),
        (
            &without("*10*", "*5R4*").replacen("pppppppppp", "ppppp1pppp", 1),
            "could capture the King",
        ),
        (
            &without("3******3", "P2******3"),
            "a White Pawn cannot stand on",
        ),
        (
            &without(" -", " a3"),
            "the last move cannot have been a double step",
        ),
    ] {
        let error = made(start).unwrap_err().to_string();
        assert!(error.contains(reason), "{start}: {error}");
    }
}

#[test]
fn rules_need_not_live_forever() {
    let rules = made(START).unwrap();
    let start = PositionOf::start(&rules);
    assert_eq!(start.to_string(), START);
    assert_eq!(start.outcome(), None);
    let mut next = start.clone();
    next.play(start.legal_moves()[0]);
    assert_eq!(next.key(), next.computed_key());
    assert_eq!(rules.start(), &fen::parse(&rules, START).unwrap());
}

#[test]
fn holes_and_winged_letters_round_trip() {
    for fen in [
        START,
        "n'1N******N1n'/12/6k5/*10*/*10*/*10*/*10*/8K3/12/n'1N******N1n' w - - 0 1",
        "3******3/6k5/12/*10*/*10*/*2P7*/*10*/12/1R4K3R1/3******3 b KQ - 0 1",
        "3******3/1r4k3r1/12/*10*/*10*/*2P7*/*10*/12/6K5/3******3 b kq c3 0 1",
    ] {
        assert_eq!(position(fen).unwrap().to_string(), fen);
    }
}

#[test]
fn holes_must_be_those_of_the_board() {
    let rest =
        "/1rnf1n'k1fnr1/1pppppppppp1/*10*/*10*/*10*/*10*/1PPPPPPPPPP1/1RNF1N'K1FNR1/3******3";
    for (rank, message) in [
        ("12", "c9 is a hole of the board and must be written '*'"),
        ("3***3", "rank 9 must be 12 squares long, but is 9"),
        (
            "3*****4",
            "h9 is a hole of the board and must be written '*'",
        ),
        (
            "3***N**3",
            "f9 is a hole of the board and must be written '*'",
        ),
        ("2*******3", "b9 is a square of the board, not a hole '*'"),
        (
            "3******2N''",
            "''' at column 11 is not a piece of this game (its pieces: P K R N F N')",
        ),
    ] {
        assert_eq!(
            position(&format!("{rank}{rest} w - - 0 1")).unwrap_err(),
            message
        );
    }
}

#[test]
fn pawns_do_not_stand_behind_their_start() {
    let fen = "3******3/6k5/12/*10*/*10*/*10*/*10*/12/1P4K5/3******3 w - - 0 1";
    assert_eq!(
        position(fen).unwrap_err(),
        "a White Pawn cannot stand on a1"
    );
}

#[test]
fn winged_letters_and_the_x_file_in_moves() {
    let read = |fen, text| {
        let position = position(fen).unwrap();
        let mv = parse_san(&position, text).map_err(|error| error.to_string())?;
        Ok::<_, String>(san(&position, mv))
    };
    // Without a capture, an x before the target is the file.
    let one = "3******3/12/9k2/*10*/*10*/*10*/*10*/N11/4K7/3******3 w - - 0 1";
    assert_eq!(read(one, "Nxb3").as_deref(), Ok("Nb3"));
    let two = "3******3/12/9k2/*10*/*2N7*/*10*/*10*/N11/4K7/3******3 w - - 0 1";
    assert_eq!(read(two, "Nxb3").as_deref(), Ok("Nxb3"));
    assert_eq!(read(two, "Ncb3").as_deref(), Ok("Ncb3"));
    let both = "3******3/12/9k2/*10*/*2N7*/*10*/*1n8*/N11/4K7/3******3 w - - 0 1";
    assert_eq!(read(both, "Nxxb3").as_deref(), Ok("Nxxb3"));
    assert_eq!(
        read(both, "Nxb3").unwrap_err(),
        "'Nxb3' is ambiguous: Nxxb3, Ncxb3"
    );
    // Promotion to a winged piece, in every way it may be written.
    let promotion = "3******3/1P10/4k7/*10*/*10*/*10*/*10*/12/4K7/3******3 w - - 0 1";
    for text in ["a9=N'", "a9N'", "a9=n'", "a8-a9=N'"] {
        assert_eq!(read(promotion, text).as_deref(), Ok("a9=N'+"));
    }
    let position = position(promotion).unwrap();
    assert!(parse_coordinate(&position, "a8a9n'").is_ok());
    assert_ne!(
        parse_coordinate(&position, "a8a9n'"),
        parse_coordinate(&position, "a8a9n")
    );
}
