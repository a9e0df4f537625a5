//! The keys `royal` and `pawn` of a piece.

use peregrine::position::Position;
use peregrine::variants;

use super::texts::assert_faults;

#[test]
fn kings_and_pawns_of_any_letter_are_accepted() {
    for keys in [
        "pieces.K = { moves = 'man', royal = true }",
        "pieces.K = { moves = 'knight', royal = true, pawn = false, name = 'Knight King' }",
        "pieces.P = { betza = 'fmWfceFifmnD', pawn = true }",
        "pieces.P = { betza = 'fmWfceFifmnD', pawn = true }\npawns.double-step = [2, 'a3']",
        "pieces.P = { betza = 'fmWfceFifmnD', pawn = true }\npawns.start-rank = 3",
        "pieces.P = { moves = 'shogi-pawn', pawn = true }\npawns.double-step = []",
        "pieces.P = { moves = 'wazir', pawn = true }\npawns.zones = [{ squares = 8, optional = true }]",
        "pieces.P = { betza = 'fmWfceF', pawn = true }\nshuffled = true",
        "pieces.P = { betza = 'fmWfceF', pawn = true }\npieces.K = { moves = 'ferz', royal = true }",
    ] {
        let text = format!("[royals]\nbase = 'chess'\n{keys}\n");
        let found = variants::check(&text).unwrap_or_else(|faults| panic!("{keys}: {faults:?}"));
        variants::add(found);
        let rules = variants::rules("royals").unwrap();
        assert!(!Position::start(rules).legal_moves().is_empty(), "{keys}");
    }
}

#[test]
fn other_letters_are_accepted_with_the_keys_that_name_them() {
    let text = "[other-letters]\nbase = 'chess'\nking = 'S'\npawn = 'A'\n\
                start = 'rnbqsbnr/aaaaaaaa/8/8/8/8/AAAAAAAA/RNBQSBNR w KQkq - 0 1'\n\
                pieces.S = { moves = 'centaur', royal = true }\n\
                pieces.A = { betza = 'fmWfcF', pawn = true }\n\
                [heir]\nbase = 'other-letters'\n\
                [other-heir]\nbase = 'other-letters'\npieces.A = { betza = 'fmFfcW', pawn = true }";
    let found = variants::check(text).unwrap_or_else(|faults| panic!("{faults:?}"));
    variants::add(found);
    for (game, moves) in [("other-letters", 14), ("heir", 14), ("other-heir", 20)] {
        let position = Position::start(variants::rules(game).unwrap());
        let steps = position.legal_moves();
        assert_eq!(steps.len(), moves, "{game}");
    }
}

#[test]
fn wrong_letters_and_types_are_refused() {
    assert_faults(&[
        (
            "pieces.N = { moves = 'knight', royal = true }",
            &[
                "line 2: x.start: White has 3 royal pieces, but the game has no 'royalty' (inherited from chess)",
                "line 2: x.start: Black has 3 royal pieces, but the game has no 'royalty' (inherited from chess)",
            ],
        ),
        (
            "royalty = 'none'",
            &["line 3: x.royalty: unknown kind of royalty 'none' (known: all, last, duple)"],
        ),
        (
            "royalty = 'last'\nstart = 'rnbkkbnr/8/8/8/8/8/8/RNBKKBNR w - - 0 1'",
            &[
                "line 2: x.castling: a side with several Kings can castle only if castling-king names the \
                 square of one; otherwise set castling = \"none\" (inherited from chess)",
            ],
        ),
        (
            "shuffled = true\nroyalty = 'last'\ncastling = 'none'\nstart = 'rnbkkbnr/8/8/8/8/8/8/RNBKKBNR w - - 0 1'",
            &[
                "line 3: x.shuffled: the first rank can be shuffled only if each side has one royal piece, a King",
            ],
        ),
        (
            "pieces.N = { moves = 'knight', pawn = true }",
            &["line 3: x.pieces.N: the Pawn of this game is 'P'"],
        ),
        (
            "pieces.K = { moves = 'knight', royal = true, pawn = true }",
            &["line 3: x.pieces.K.pawn: a piece cannot be King and Pawn"],
        ),
        (
            "pieces.K = { moves = 'knight', royal = false }",
            &["line 3: x.pieces.K: 'K' is the letter of the King"],
        ),
        (
            "pieces.K = { royal = true }",
            &["line 3: x.pieces.K: a piece needs its 'moves', 'betza' or 'paths'"],
        ),
        (
            "pieces.K = { moves = 'knight', royal = true, xboard = 'Q' }",
            &["line 3: x.pieces.K: XBoard already uses 'Q' for the piece 'Q'"],
        ),
    ]);
}

#[test]
fn keys_that_would_have_no_effect_are_refused() {
    let own = "the Pawns of this game have moves of their own in 'pieces.P', which must contain \
               these steps (an empty list removes inherited ones)";
    let none = "the Pawns of this game have no initial moves: no group of the text in 'pieces.P' \
                begins with i";
    let pawn = "pieces.P = { betza = 'fmWfceF', pawn = true }\n";
    let cases = [
        ("pawns.sideways = [3]", own),
        ("pawns.steps = ['a3b3']", own),
        ("pawns.start-rank = 2", none),
        ("pawns.double-step = [2]", none),
    ];
    for (keys, reason) in cases {
        let key = keys.split(' ').next().unwrap_or_default();
        let expected = format!("line 4: x.{key}: {reason}");
        assert_faults(&[(&format!("{pawn}{keys}"), &[&expected])]);
    }
    assert_faults(&[
        (
            "pieces.P = { betza = 'fmWfceF', pawn = true, castles = true, resets-count = true, starts = ['a2'] }",
            &[
                "line 3: x.pieces.P.starts: Pawns start from the squares of 'pawns.double-step'",
                "line 3: x.pieces.P.resets-count: for Pawns the key is 'pawns.resets-count'",
                "line 3: x.pieces.P.castles: a Pawn cannot castle",
            ],
        ),
        (
            "pieces.K = { moves = 'man', royal = true, castles = true, promotes = { to = ['Q'] }, resets-count = true, starts = ['a2'] }",
            &[
                "line 3: x.pieces.K.promotes: a King promotes only in games with 'royalty'",
                "line 3: x.pieces.K.starts: a King has no initial moves",
                "line 3: x.pieces.K.resets-count: the moves of a King do not restart the count of moves",
                "line 3: x.pieces.K.castles: the key of the pieces that castle with the King is 'castling-partner'",
            ],
        ),
    ]);
    // Doubtful castling, and initial moves over promotion.
    let castling = "with castling 'free', the King on e1 could castle to b1, c1, d1, where it can \
                    also move without castling, and these moves would be written alike";
    let initial =
        "an initial move from a4 would pass over a5, where the other side's Pawns must promote";
    assert_faults(&[
        (
            "pieces.K = { moves = 'rook', royal = true }\ncastling = 'free'\n\
             start = '4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K3 w Q - 0 1'",
            &[&format!("line 4: x.castling: {castling}")],
        ),
        (
            "pieces.P = { betza = 'fmWfceFifmnD', pawn = true }\npawns.double-step = 'a4'\n\
             pawns.zones = [{ squares = [4, 8] }]\npawns.pool = 'loses'\npawns.en-passant-promotion = false",
            &[&format!("line 4: x.pawns.double-step: {initial}")],
        ),
    ]);
}

/// Moves into a region, and Kings that must not face each other.
#[test]
fn faults_of_regions_and_of_facing_kings() {
    let also = "line 3: x.pieces.B.also: ";
    let needs = format!("{also}'also' needs the keys 'betza' and 'region', and no others");
    let piece = |also: &str| format!("pieces.B = {{ moves = 'bishop', also = {also} }}");
    let cases = [
        (piece("'W'"), needs.clone()),
        (piece("{ betza = 'W' }"), needs.clone()),
        (piece("{ betza = 'W', region = 5, name = 'W' }"), needs),
        (
            piece("{ betza = 'WdF', region = 5 }"),
            format!("{also}'d' at character 2: captures of one's own pieces are not possible"),
        ),
        (
            piece("{ betza = 'W', region = 9 }"),
            "line 3: x.pieces.B.region: there is no rank 9: ranks go from 1 to 8".to_owned(),
        ),
        (
            "facing-kings = 'no'".to_owned(),
            "line 3: x.facing-kings: invalid type: string \"no\", expected a boolean".to_owned(),
        ),
    ];
    for (keys, expected) in &cases {
        assert_faults(&[(keys, &[expected])]);
    }
    let text = "[facing]\nbase = 'chess'\nfacing-kings = false";
    variants::add(variants::check(text).unwrap());
    let rules = variants::rules("facing").unwrap();
    let read = |fen| Position::from_fen(rules, fen).map(|position| position.legal_moves().len());
    let error = read("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with("the Kings face each other with nothing between"),
        "{error}"
    );
    // The King cannot step to the e-file, and a Bishop there cannot leave it.
    assert_eq!(read("4k3/8/8/8/8/8/8/3K4 w - - 0 1"), Ok(3));
    assert_eq!(read("4k3/8/8/8/4B3/8/8/4K3 w - - 0 1"), Ok(5));
}
