//! Faults of files, names, keys, boards and sizes.

use std::fs;

use peregrine::position::movegen::MAX_MOVES;
use peregrine::variants;

use super::texts::{assert_faults, faults};

#[test]
fn toml_errors_are_reported_with_all_other_faults() {
    let text =
        "[a]\nbase = 'chess'\nboard = 8x8\ntitel = 'x'\n[b]\nbase = 'chess\nbase = 'chess'\n";
    assert_eq!(
        faults(text),
        [
            "line 3: string values must be quoted, expected literal string: 8x8",
            "line 4: a.titel: unknown key; did you mean 'title'?",
            "line 6: invalid literal string, expected `'`",
            "line 7: duplicate key: base",
        ]
    );
    assert_eq!(faults(""), ["line 1: the file defines no variant"]);
    assert_eq!(
        faults("stray = 3\n[a]\nbase = 'chess'\n"),
        ["line 1: stray: a variant is a table, such as [stray], not an integer"]
    );
}

#[test]
fn unreadable_files_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    fs::write(&path, b"[a]\nbase = 'chess'\n# caf\xe9\n").unwrap();
    let error = variants::read(&path).unwrap_err().to_string();
    assert!(error.ends_with("mine.toml:3: the file is not UTF-8 text"));
    fs::write(&path, vec![b'#'; 2_000_000]).unwrap();
    let error = variants::read(&path).unwrap_err().to_string();
    assert!(error.ends_with("longer than 1048576 bytes"));
    let error = variants::read(folder.path()).unwrap_err().to_string();
    assert!(error.starts_with(&folder.path().display().to_string()));
}

#[test]
fn faults_of_names_and_bases() {
    for (text, expected) in [
        (
            "[my_game]\nbase = 'chess'",
            "line 1: my_game: a variant's name consists of letters, digits and hyphens, starts with a letter or a digit, and has at least one letter",
        ),
        (
            "[88]\nbase = 'chess'",
            "line 1: 88: a variant's name consists of letters, digits and hyphens, starts with a letter or a digit, and has at least one letter",
        ),
        (
            "\n[Chess]\nbase = 'chess'",
            "line 2: Chess: a built-in variant cannot be redefined",
        ),
        (
            "[a]\nbase = 'chess'\n[A]\nbase = 'chess'",
            "line 3: A: there is already a variant of that name",
        ),
        (
            "[a]\nbase = 'falkon'",
            "line 2: a.base: there is no variant 'falkon'; did you mean 'falcon'?",
        ),
        (
            "[a]\nbase = 8",
            "line 2: a.base: invalid type: integer `8`, expected a string",
        ),
        (
            "[a]\nbase = 'a'",
            "line 2: a.base: the bases form a circle: a on a",
        ),
    ] {
        assert_eq!(faults(text)[0], expected);
    }
    assert_eq!(
        faults("[a]\nbase = 'b'\n[b]\nbase = 'c'\n[c]\nbase = 'b'"),
        [
            "line 2: a.base: the bases form a circle: a on b on c on b",
            "line 4: b.base: the bases form a circle: b on c on b",
            "line 6: c.base: the bases form a circle: c on b on c",
        ]
    );
    let mut tower = "[a0]\nbase = 'chess'\n".to_owned();
    for floor in 1..=16 {
        tower += &format!("[a{floor}]\nbase = 'a{}'\n", floor - 1);
    }
    assert_eq!(
        faults(&tower),
        ["line 34: a16.base: more than 16 bases are chained"]
    );
    assert_eq!(
        faults("[w]\ntitle = 'nothing'"),
        [
            "line 1: w: the key 'start' is missing",
            "line 1: w: the key 'board' is missing",
        ]
    );
}

#[test]
fn faults_of_keys_and_types() {
    assert_faults(&[
        (
            "stalmate = 'draw'",
            &["line 3: x.stalmate: unknown key; did you mean 'stalemate'?"],
        ),
        (
            "start-rank = 2",
            &["line 3: x.start-rank: unknown key; it belongs in the table 'pawns'"],
        ),
        (
            "zzzzz = 1",
            &[
                "line 3: x.zzzzz: unknown key (known: base, title, about, board, file-names, first-rank, \
               left-corner, start, king, pawn, pieces, castling, \
               castling-king, castling-partner, castling-king-files, castling-partner-files, promotion, pawns, stalemate, royalty, royal-king, facing-kings, compulsory-captures, forbidden-checks, standing-kings, ends, shuffled, xboard)",
            ],
        ),
        (
            "pawns.pol = 'none'",
            &["line 3: x.pawns.pol: unknown key; did you mean 'pool'?"],
        ),
        (
            "pieces = 3",
            &["line 3: x.pieces: must be a table, not an integer"],
        ),
        (
            "pawns = ['a']",
            &["line 3: x.pawns: must be a table, not a list"],
        ),
        (
            "title = 3",
            &["line 3: x.title: invalid type: integer `3`, expected a string"],
        ),
        (
            "shuffled = 'yes'",
            &[
                "line 3: x.shuffled: unknown way to shuffle 'yes' (known: any, chess960, capablanca-random)",
            ],
        ),
        (
            "stalemate = 'lose'",
            &[
                "line 3: x.stalemate: unknown stalemate rule 'lose'; did you mean 'loss'? (known: draw, loss, win)",
            ],
        ),
        (
            "castling = ['orthodox', 'fre']",
            &[
                "line 3: x.castling: unknown castling rule 'fre'; did you mean 'free'? \
               (known: free, modified-free, orthodox, three, wide, fixed-files, none, king-swap)",
            ],
        ),
        (
            "castling = ['free', 'free']",
            &["line 3: x.castling: 'free' is listed twice"],
        ),
        ("castling = []", &["line 3: x.castling: the list is empty"]),
        (
            "promotion = 'no-quen'",
            &[
                "line 3: x.promotion: unknown promotion rule 'no-quen'; did you mean 'no-queen'? (known: any, no-queen)",
            ],
        ),
        (
            "xboard = 'a b'",
            &[
                "line 3: x.xboard: a name for XBoard cannot contain spaces, commas, brackets or quotation marks",
            ],
        ),
    ]);
}

#[test]
fn faults_of_boards() {
    assert_faults(&[
        (
            "board = '8 by 8'",
            &["line 3: x.board: '8 by 8' is not a board size; write it like '10x8', files first"],
        ),
        (
            "board = '1x8'",
            &["line 3: x.board: a board has 2 to 16 files, not 1"],
        ),
        (
            "board = '17x4'",
            &["line 3: x.board: a board has 2 to 16 files, not 17"],
        ),
        (
            "board = '8x3'",
            &["line 3: x.board: a board has 4 to 16 ranks, not 3"],
        ),
        (
            "board = '8x17'",
            &["line 3: x.board: a board has 4 to 16 ranks, not 17"],
        ),
        (
            "board = '12x11'",
            &["line 3: x.board: 12x11 has 132 cells, but a board has at most 128"],
        ),
        (
            "board = 8",
            &["line 3: x.board: invalid type: integer `8`, expected a string"],
        ),
        (
            "file-names = 'abc'",
            &["line 3: x.file-names: 3 names for 8 files"],
        ),
        (
            "file-names = 'abcdefga'",
            &["line 3: x.file-names: two files are named 'a'"],
        ),
        (
            "file-names = 'abcdefg1'",
            &["line 3: x.file-names: file names are letters from a to z, not '1'"],
        ),
        (
            "first-rank = -1",
            &["line 3: x.first-rank: ranks are numbered from 0 or 1, not from -1"],
        ),
        (
            "left-corner = 'brown'",
            &["line 3: x.left-corner: unknown square color 'brown' (known: dark, light)"],
        ),
        (
            "left-corner = 1",
            &["line 3: x.left-corner: invalid type: integer `1`, expected a string"],
        ),
        // Texts that contain terminal escapes, or would be two lines of a protocol.
        (
            "title = \"\\u001b[31mred\"",
            &["line 3: x.title: control characters such as U+001B are not allowed"],
        ),
        (
            "title = \"one\\ntwo\"",
            &["line 3: x.title: control characters such as U+000A are not allowed"],
        ),
        (
            "about = \"one\\ntwo\"",
            &["line 3: x.about: control characters such as U+000A are not allowed"],
        ),
        (
            "pieces.N = { moves = 'knight', name = \"Horse\\u009b\" }",
            &["line 3: x.pieces.N.name: control characters such as U+009B are not allowed"],
        ),
        (
            "\"\\u001b[31m\" = 1",
            &[
                "line 3: x.\\u{1b}[31m: unknown key (known: base, title, about, board, file-names, first-rank, \
               left-corner, start, king, pawn, pieces, castling, \
               castling-king, castling-partner, castling-king-files, castling-partner-files, promotion, pawns, stalemate, royalty, royal-king, facing-kings, compulsory-captures, forbidden-checks, standing-kings, ends, shuffled, \
               xboard)",
            ],
        ),
        // Inherited values that no longer fit.
        (
            "board = '8x10'",
            &["line 2: x.start: the board has 10 ranks, the FEN gives 8 (inherited from chess)"],
        ),
    ]);
}

#[test]
fn faults_of_size() {
    // Amazons that also move as Zebras and more, filling most of a 16x8 board.
    let men = "AAAAAAAAKAAAAAAA/AAAAAAAAAAAAAAAA/AAAAAAAAAAAAAAAA";
    let black = men.to_lowercase();
    let text = format!(
        "[x]\nboard = '16x8'\ncastling = 'none'\npieces.A = ['queen', 'knight', 'camel', 'zebra']\n\
         start = '{black}/16/16/{men} w - - 0 1'\npawns.double-step = []"
    );
    let found = faults(&text);
    assert_eq!(found.len(), 1);
    let (start, end) = (
        "line 4: x.pieces: with 48 men a side, a position may have ",
        " moves, but the engine supports at most 2048",
    );
    let number = found[0]
        .strip_prefix(start)
        .and_then(|rest| rest.strip_suffix(end));
    let number: usize = number
        .unwrap_or_else(|| panic!("{found:?}"))
        .parse()
        .unwrap();
    // 47 of them with 36 + 8 + 8 + 8 targets each in the middle, and the King.
    assert_eq!(number, 47 * (36 + 8 + 8 + 8) + 8);
    assert!(number > MAX_MOVES);
}
