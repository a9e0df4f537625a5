//! `variants export`: Pawns of other kinds and pieces that promote.

use std::fs;

use super::{run, says};

/// Games whose sections are read again and count as Fairy-Stockfish does (perft/games).
const GAMES: [&str; 13] = [
    "allwayspawns",
    "argess",
    "berolina",
    "chak",
    "forward",
    "horde",
    "khans",
    "legan",
    "pawnback",
    "pawnsideways",
    "shoshogi",
    "spartan",
    "xhess",
];

#[test]
fn games_with_promoting_pieces_can_be_imported_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (source, out, suite) = (path("games.ini"), path("games.toml"), path("games.epd"));
    let section = |name: &&str| {
        let text = says(&["variants", "export", name]);
        let (heading, keys) = text.split_once('\n').unwrap();
        assert!(heading.contains(name), "{heading}");
        format!("[t-{name}]\n{keys}")
    };
    fs::write(&source, GAMES.iter().map(section).collect::<String>()).unwrap();
    says(&["variants", "import", &source, "--out", &out]);
    let mut lines = String::new();
    for file in ["games", "ends", "without-royals"] {
        for line in fs::read_to_string(format!("perft/games/{file}.epd"))
            .unwrap()
            .lines()
        {
            let is_exported = |name: &&str| line.contains(&format!(";variant {name} "));
            if let Some(name) = GAMES.iter().find(|name| is_exported(name)) {
                lines +=
                    &line.replace(&format!(";variant {name} "), &format!(";variant t-{name} "));
                lines.push('\n');
            }
        }
    }
    fs::write(&suite, lines).unwrap();
    let suite = [
        "perft",
        "--suite",
        &suite,
        "--variants",
        &out,
        "--max-nodes",
        "20000",
    ];
    let counted = says(&suite);
    assert!(counted.ends_with("52 passed, 0 failed\n"), "{counted}");
}

/// Keys that say what is not as in chess, and keys that are left out.
#[test]
fn keys_of_promoting_pieces() {
    let export = |name: &str| says(&["variants", "export", name]);
    for (name, lines) in [
        (
            "shoshogi",
            &[
                "promotedPieceType = p:g r:d b:h s:g e:k n:g l:g",
                "immobilityIllegal = true",
                "promotionPieceTypesWhite = -",
                "doubleStep = false",
            ][..],
        ),
        (
            "chak",
            &[
                "promotedPieceType = k:d",
                "mandatoryPiecePromotion = true",
                "promotionPawnTypes = p",
                "promotionPieceTypes = w",
            ],
        ),
        (
            "berolina",
            &["customPiece1 = p:ifmnAfmFfcW", "enPassantTypes = p"],
        ),
        (
            "spartan",
            &[
                "promotionPawnTypesBlack = h",
                "nMoveRuleTypesBlack = h",
                "castlingKingPieceWhite = k",
                "promotionLimit = k:2",
            ],
        ),
        ("horde", &["enPassantRegion = *3 *6"]),
        ("xiangqi", &["soldier = p", "soldierPromotionRank = 6"]),
        ("codrus", &["commoner = k", "castlingKingPieceWhite = k"]),
    ] {
        let text = export(name);
        for line in lines {
            assert!(
                text.contains(&format!("\n{line}\n")),
                "{name}, {line}: {text}"
            );
        }
    }
    let chess = export("chess");
    for key in [
        "promotionPawnTypes",
        "enPassant",
        "nMoveRule",
        "mandatory",
        "immobility",
    ] {
        assert!(!chess.contains(key), "{key}: {chess}");
    }
}

/// What Fairy-Stockfish has no keys for is refused by the key and the reason.
#[test]
fn promotions_that_cannot_be_exported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.toml");
    let path = path.to_str().unwrap();
    for (keys, expected) in [
        (
            "pieces.N = { moves = 'knight', promotes = { zone = 7, to = 'R' } }",
            "a.pieces.N.promotes: all pieces promote in the same region",
        ),
        (
            "pieces.N = { moves = 'knight', promotes = { zone = 8, to = 'R' } }",
            "a.pawns.zones: Pawns must have the same choice on all squares where they promote",
        ),
        (
            "pieces.N = { moves = 'knight', promotes = { zone = 8, to = ['R', 'B'], leaving = true } }",
            "a.pieces.N.promotes: a piece that promotes where it leaves a region becomes one kind, \
             without a limit, and for both sides",
        ),
        (
            "pieces.N = { betza = 'NifmD', starts = 1 }",
            "a.pieces.N: initial moves of all kinds start from the same squares",
        ),
        (
            "pieces.N = { moves = 'knight', promotes = { zone = 8, to = 'R', leaving = true } }\n\
             pieces.R = { moves = 'rook', promotes = { zone = 8, to = 'Q', leaving = true, optional = true } }",
            "a.pawns.zones: all pieces must promote, or none of them",
        ),
        (
            "pieces.N = { moves = 'shogi-knight', promotes = [\n\
             { zone = 8, to = 'R', leaving = true }, ] }\n\
             pieces.B = { moves = 'lance', promotes = { zone = 8, to = 'R', optional = true, leaving = true } }",
            "a.pawns.zones: all pieces must promote, or none of them",
        ),
        (
            "pieces.P = { betza = 'fmWfceFbcF', pawn = true }\npawns.double-step = []",
            "a.pieces.P: a piece captures en passant with all of its captures or none",
        ),
        (
            "board = '8x7'\npawns.double-step = 3\npawns.en-passant = { white = 4, black = [] }\n\
             start = 'rnbqkbnr/8/pppppppp/8/PPPPPPPP/8/RNBQKBNR w KQkq - 0 1'",
            "a.pawns.en-passant: where pieces pass",
        ),
    ] {
        fs::write(path, format!("[a]\nbase = 'chess'\n{keys}\n")).unwrap();
        let output = run(&["variants", "export", "a", "--variants", path]);
        assert_eq!(output.status.code(), Some(1), "{keys}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(expected), "{keys}: {said}");
    }
}
