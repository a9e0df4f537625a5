//! Pieces whose moves are given in Betza notation, as paths, or by words for these.

use peregrine::board::piece::{Components, PieceKind};
use peregrine::position::Position;
use peregrine::position::movegen::slow;
use peregrine::rules::{PieceType, Rules};
use peregrine::variants;

/// The rules of a small game with a piece `X` that has these keys.
fn rules(keys: &str) -> &'static Rules {
    let text = format!(
        "[movements]\nboard = '8x8'\nstart = 'xrx1k1xr/pppppppp/8/8/8/8/PPPPPPPP/XRX1K1XR w - - 0 1'\n\
         castling = 'none'\npieces.R = 'zebra'\n[movements.pieces.X]\n{keys}\n"
    );
    let found = variants::check(&text).unwrap_or_else(|error| panic!("{keys}: {error:?}"));
    variants::add(found);
    variants::rules("movements").unwrap()
}

fn piece(rules: &Rules) -> &PieceType {
    let mut types = rules.piece_types().iter();
    types.find(|piece| piece.letter == "X").unwrap()
}

#[test]
fn simple_movements_are_the_usual_components() {
    let cases = [
        ("betza = 'R'", Components::STRAIGHT),
        ("betza = 'WW'", Components::STRAIGHT),
        ("betza = 'BN'", Components::DIAGONAL | Components::KNIGHT),
        (
            "moves = ['archbishop']",
            Components::DIAGONAL | Components::KNIGHT,
        ),
        (
            "moves = 'rook'\nbetza = 'QW'",
            Components::DIAGONAL | Components::STRAIGHT,
        ),
        (
            "paths = ['SSD', 'SDS', 'DSS', 'DDS', 'DSD', 'SDD']",
            Components::FALCON,
        ),
        (
            "betza = 'aflafrKafraflKafafsKafsafK'\nmoves = 'knight'",
            Components::FALCON | Components::KNIGHT,
        ),
        ("moves = 'bishop 1-'", Components::DIAGONAL),
    ];
    for (keys, components) in cases {
        let rules = rules(keys);
        assert_eq!(piece(rules).components, components, "{keys}");
        assert!(piece(rules).special.is_empty(), "{keys}");
        assert!(piece(rules).kind.index() < PieceKind::FIRST_FREE, "{keys}");
    }
    let special = &piece(rules("betza = 'FDW3'\nmoves = 'camel'")).special;
    assert_eq!(special.leaps, [(0, 2), (1, 1), (1, 3)]);
    assert_eq!((special.diagonal_range, special.straight_range), (0, 3));
    assert!(special.movement.is_empty());
}

/// Kings among pieces, where some movements would make the position impossible.
const POSITIONS: [&str; 8] = [
    "4k3/2x1p3/1p3x2/3X4/2P1r3/1X3P2/3K2X1/8 w - - 0 1",
    "4k3/2x1p3/1p3x2/3X4/2P1r3/1X3P2/3K2X1/8 b - - 0 1",
    "x6k/1p4p1/2r5/3x4/4X3/5R2/1P4P1/K6X w - - 0 1",
    "x6k/1p4p1/2r5/3x4/4X3/5R2/1P4P1/K6X b - - 0 1",
    "3k4/8/1x3x2/8/8/2X5/1P4X1/3K4 w - - 0 1",
    "3k4/8/1x3x2/8/8/2X5/1P4X1/3K4 b - - 0 1",
    "7k/8/8/1xxx4/1PrP4/1PKP4/1XXX4/8 w - - 0 1",
    "k7/p1X5/1p6/8/8/6P1/5x1P/7K b - - 0 1",
];

#[test]
fn pieces_of_any_movement_are_played_as_slow_rules_say() {
    let cases = [
        "betza = 'mRcpR'",
        "betza = 'gQ'",
        "moves = ['gold']",
        "moves = ['silver', 'nightrider']",
        "moves = 'griffin'",
        "moves = ['bishop 2-9', 'rook 3-']",
        "moves = 'horse'\nbetza = 'nA'",
        "betza = 'mNcB'",
        "betza = 'pR3'\ndialect = 'fairy-stockfish'",
        "betza = 'zBFX'\ndialect = 'diagram'",
        "paths = ['SSDD', 'DDSS', 'SDSD']",
        "betza = 'jB3'\npaths = ['SD']\nmoves = 'man'",
        "betza = 'fmWfcF'",
        "betza = 'pafpR'",
        "betza = 'mpafsK'",
    ];
    for keys in cases {
        let rules = rules(keys);
        let fens = POSITIONS.iter();
        let positions: Vec<Position> = fens
            .filter_map(|fen| Position::from_fen(rules, fen).ok())
            .collect();
        assert!(positions.len() > 3, "{keys}");
        for position in positions.iter().chain([&Position::start(rules)]) {
            assert_eq!(slow::first_difference(position, 3, 60), None, "{keys}");
        }
    }
}

/// Fairy-Stockfish counts as many moves from the start position of Xiangqi. Two moves
/// are too few for a soldier to cross the river and for the Kings to face each other.
#[test]
fn regions_make_the_palace_and_the_river() {
    let xiangqi = |kings: &str| {
        let text = format!(
            "[xiangqi-like]\nboard = '9x10'\ncastling = 'none'\npawn = 'Z'\n\
             start = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1'\n\
             [xiangqi-like.pieces]\nR = 'rook'\nN = 'horse'\nC = 'cannon'\nP = {{ betza = 'fW' }}\n\
             B = {{ moves = 'elephant', region = [1, 2, 3, 4, 'a5:i5'] }}\n\
             A = {{ moves = 'ferz', region = 'd1:f3' }}\n\
             K = {{ moves = 'wazir', royal = true, region = {kings} }}\n"
        );
        variants::check(&text)
    };
    let palaces = "{ white = 'd1:f3', black = ['d8:f9', 'd10', 'e10', 'f10'] }";
    for kings in ["'d1:f3'", palaces] {
        let found = xiangqi(kings).unwrap_or_else(|error| panic!("{error:?}"));
        variants::add(found);
        let start = Position::start(variants::rules("xiangqi-like").unwrap());
        let replies = |mv| start.after_move(mv).legal_moves().len();
        let moves = start.legal_moves();
        let count: usize = moves.iter().map(|&mv| replies(mv)).sum();
        assert_eq!((moves.len(), count), (44, 1920));
        assert_eq!(slow::first_difference(&start, 2, 50), None);
    }
    for (kings, reason) in [
        ("'d1:f33'", "there is no square 'f33'"),
        ("'z1'", "there is no square 'z1'"),
        ("11", "there is no rank 11: ranks go from 1 to 10"),
        ("[]", "the region has no square"),
        (
            "{ white = 'd1' }",
            "a region is a list of squares, or has one for white and one for black",
        ),
        (
            "{ white = 'd1', blakc = 'd2' }",
            "unknown key; did you mean 'black'?",
        ),
        ("true", "squares are given as names or rank numbers"),
    ] {
        let faults = xiangqi(kings).unwrap_err();
        let found = faults
            .iter()
            .any(|fault| fault.to_string().contains(reason));
        assert!(found, "{kings}: {faults:?}");
    }
}
