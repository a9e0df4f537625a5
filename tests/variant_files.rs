//! Variant files: what a good one defines, what is said of a bad one, and that
//! nothing whatever makes the reader panic.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::Random;
use peregrine::engine::Engine;
use peregrine::epd;
use peregrine::movegen::{MAX_MOVES, slow};
use peregrine::perft::perft;
use peregrine::piece::{Components, PieceKind};
use peregrine::position::Position;
use peregrine::rules::{CastlingRule, StalemateRule};
use peregrine::search::Limits;
use peregrine::variant_file;
use peregrine::variants::file::{KEYS, MOVES, PAWN_KEYS, PIECE_KEYS, ZONE_KEYS};
use peregrine::variants::{self, Variant};

fn documentation() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn built_in() -> String {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/variants/built_in.toml"))
}

/// The one variant of a good text.
fn variant(text: &str) -> Variant {
    let mut found = variant_file::check(text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(found.len(), 1);
    found.remove(0)
}

/// All that is wrong with a text, as it is shown.
fn faults(text: &str) -> Vec<String> {
    let faults = variant_file::check(text).expect_err(text);
    faults.iter().map(|fault| fault.to_string()).collect()
}

/// Each text on top of `[x]` and `base = "chess"`, and all that is said of it.
fn assert_faults(cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        let found = faults(&format!("[x]\nbase = \"chess\"\n{text}"));
        assert_eq!(found, *expected, "{text}");
    }
}

/// The texts between "```toml" and "```".
fn toml_blocks(text: &str) -> Vec<&str> {
    let blocks = text.split("```toml\n").skip(1);
    blocks
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}

#[test]
fn examples_have_the_counts_that_are_known() {
    for name in ["gothic", "falcon-knights"] {
        let path = documentation().join(format!("examples/{name}.toml"));
        assert_eq!(variant_file::load(&path).unwrap(), [name]);
        let text = read(&path.with_extension("epd"));
        let mut checked = 0;
        for case in epd::parse(&text, name).unwrap() {
            let position = case.position().unwrap();
            for (depth, leaves) in case.counts {
                assert_eq!(perft(&position, depth), leaves, "D{depth} of {}", case.fen);
                checked += 1;
            }
            assert_eq!(slow::first_difference(&position, 3, 200), None);
        }
        assert!(checked >= 8, "only {checked} counts for {name}");
    }
}

#[test]
fn examples_of_the_documentation_are_good() {
    let text = read(&documentation().join("variant-files.md"));
    let blocks = toml_blocks(&text);
    assert!(blocks.len() >= 5);
    for block in blocks {
        if let Err(faults) = variant_file::check(block) {
            panic!("{block}\n{faults:#?}");
        }
    }
    for (file, block) in [("falcon-knights", 0), ("gothic", 1)] {
        let example = read(&documentation().join(format!("examples/{file}.toml")));
        assert!(
            example.ends_with(toml_blocks(&text)[block]),
            "{file}.toml is not what the documentation shows"
        );
    }
}

/// The words between backticks in the first cells of the table below a heading.
fn documented<'t>(text: &'t str, heading: &str) -> BTreeSet<&'t str> {
    let (_, section) = text.split_once(&format!("\n{heading}\n")).expect(heading);
    let section = section.split("\n#").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.flat_map(|row| {
        let cell = row.split('|').nth(1).unwrap();
        cell.split('`').skip(1).step_by(2)
    })
    .collect()
}

#[test]
fn what_is_documented_is_what_there_is() {
    let text = read(&documentation().join("variant-files.md"));
    let known = |keys: &[&'static str]| keys.iter().copied().collect::<BTreeSet<_>>();
    for (heading, keys) in [
        ("### Keys of a variant", &KEYS[..]),
        ("### Keys of a piece", &PIECE_KEYS),
        ("### Keys of `pawns`", &PAWN_KEYS),
        ("### Keys of a zone", &ZONE_KEYS),
    ] {
        assert_eq!(documented(&text, heading), known(keys), "{heading}");
    }
    let mut moves = known(&MOVES);
    moves.extend(["leap M-N", "bishop N", "rook N"]);
    assert_eq!(documented(&text, "### Moves"), moves);
    let castling = CastlingRule::ALL.map(CastlingRule::name);
    assert_eq!(documented(&text, "### Castling"), known(&castling));
    for name in StalemateRule::ALL.map(StalemateRule::name) {
        assert!(text.contains(&format!("`\"{name}\"`")), "{name}");
    }
    for variant in variants::all().iter().take(17) {
        assert!(text.contains(&format!("`{}`", variant.name)));
    }
}

#[test]
fn every_built_in_variant_passes_the_check_of_files() {
    // Under other names, for their own are taken.
    let text = renamed(&built_in());
    let found = variant_file::check(&text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(found.len(), 17);
    for (mine, theirs) in found.iter().zip(variants::all()) {
        assert_eq!(mine.name, format!("my-{}", theirs.name));
        assert_eq!(
            (&mine.pawns, &mine.piece_types, &mine.castling),
            (&theirs.pawns, &theirs.piece_types, &theirs.castling)
        );
    }
}

/// The text with all its variants called `my-` and their name.
fn renamed(text: &str) -> String {
    let lines = text.lines().map(|line| match line.strip_prefix('[') {
        Some(name) => format!("[my-{name}\n"),
        None => format!("{line}\n").replace("base = \"", "base = \"my-"),
    });
    lines.collect()
}

#[test]
fn what_a_file_says_is_what_is_played() {
    let text = r#"
[big]
board = "12x6"
file-names = "zyxwvutsrqpo"
first-rank = 0
start = "*2gcs2hl1*/12/4*2*4/12/12/*2GCS2HL1* w - - 0 1"
king = "S"
pawn = "A"
castling = "none"
stalemate = "loss"
[big.pieces]
G = { name = "Griffin", moves = ["bishop 3", "leap 0-3", "wazir"], xboard = "Y" }
C = "camel"
H = ["rook 2", "alfil"]
L = ["bishop", "knight"]
"L'" = ["knight", "bishop"]
[big.pawns]
start-rank = 1
double-step = ["z1", "y1"]
sideways = [2]
steps = ["z3y2", "x3x2"]
zones = [{ squares = 5, to = ["L", "L'"] }, { squares = ["x4", "w4"], to = "C", optional = true }]
"#;
    let big = variant(text);
    assert_eq!((big.board.files, big.board.first_rank), (12, 0));
    assert_eq!(big.board.holes.count(), 6);
    assert_eq!(big.stalemate, StalemateRule::Loss);
    assert_eq!(big.castling, [CastlingRule::None]);
    let types: Vec<(usize, &str, &str)> = big
        .piece_types
        .iter()
        .map(|row| (row.kind.index(), row.letter.as_str(), row.name.as_str()))
        .collect();
    let free = PieceKind::FIRST_FREE;
    assert_eq!(
        types,
        [
            (0, "A", "Pawn"),
            (1, "S", "King"),
            (free, "G", "Griffin"),
            (free + 1, "C", "C"),
            (free + 2, "H", "H"),
            (PieceKind::CARDINAL.index(), "L", "Cardinal"),
            // The second of the same moves has a number of its own.
            (free + 3, "L'", "Cardinal"),
        ]
    );
    let griffin = &big.piece_types[2];
    assert_eq!(griffin.components, Components::SPECIAL);
    assert_eq!(griffin.special.leaps, [(0, 1), (0, 3)]);
    assert_eq!(
        (
            griffin.special.diagonal_range,
            griffin.special.straight_range
        ),
        (3, 0)
    );
    assert_eq!(griffin.xboard_letter, Some('Y'));
    let pawns = &big.pawns;
    assert_eq!(pawns.first_rank, 1);
    assert_eq!(pawns.double_step.count(), 2);
    // Rank 2 without its holes.
    assert_eq!(pawns.sideways.count(), 12);
    assert_eq!(pawns.extra_steps.len(), 2);
    assert_eq!(pawns.zones.len(), 2);
    assert!(pawns.zones[1].optional && !pawns.zones[0].optional);
    assert_eq!(pawns.zones[0].kinds.len(), 2);
}

#[test]
fn what_is_inherited_and_not_said_again() {
    let small = variant(
        "[small]\nbase = 'falcon'\nboard = '8x8'\n\
         start = 'rnbfkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBFKBNR w KQkq - 0 1'",
    );
    assert_eq!(small.title, "small");
    assert_eq!(small.xboard, None);
    assert_eq!(small.castling, variants::find("falcon").unwrap().castling);
    let letters: Vec<&str> = small
        .piece_types
        .iter()
        .map(|row| row.letter.as_str())
        .collect();
    // Nobody has a Queen, and nothing becomes one.
    assert_eq!(letters, ["P", "K", "R", "B", "N", "F"]);
    assert_eq!(small.pawns.zones[0].kinds.len(), 4);
}

#[test]
fn loading_again_replaces_and_keeps_what_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    fs::write(&path, "[reloaded]\nbase = 'chess'\n").unwrap();
    variant_file::load(&path).unwrap();
    let first = variants::find("reloaded").unwrap();
    let count = || {
        let all = variants::all();
        all.iter()
            .filter(|variant| variant.name == "reloaded")
            .count()
    };
    variant_file::load(&path).unwrap();
    assert!(std::ptr::eq(first, variants::find("Reloaded").unwrap()));
    assert_eq!(count(), 1);
    fs::write(&path, "[reloaded]\nbase = 'chess'\nstalemate = 'loss'\n").unwrap();
    variant_file::load(&path).unwrap();
    let second = variants::find("reloaded").unwrap();
    assert_eq!(second.stalemate, StalemateRule::Loss);
    assert_eq!(count(), 1);
    // A file with a fault changes nothing, not even by its good variants.
    fs::write(
        &path,
        "[reloaded]\nbase = 'chess'\n[other]\nbase = 'cheese'\n",
    )
    .unwrap();
    let error = variant_file::load(&path).unwrap_err().to_string();
    let said = format!(
        "{}:4: other.base: there is no variant 'cheese'; did you mean 'chess'?",
        path.display()
    );
    assert_eq!(error, said);
    assert!(std::ptr::eq(second, variants::find("reloaded").unwrap()));
    assert!(variants::find("other").is_err());
}

#[test]
fn what_is_no_toml_is_said_with_the_rest() {
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
    assert_eq!(faults(""), ["line 1: there is no variant in it"]);
    assert_eq!(
        faults("stray = 3\n[a]\nbase = 'chess'\n"),
        ["line 1: stray: a variant is a table, such as [stray], not an integer"]
    );
}

#[test]
fn files_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    fs::write(&path, b"[a]\nbase = 'chess'\n# caf\xe9\n").unwrap();
    let error = variant_file::read(&path).unwrap_err().to_string();
    assert!(error.ends_with("mine.toml:3: this is not text in UTF-8"));
    fs::write(&path, vec![b'#'; 2_000_000]).unwrap();
    let error = variant_file::read(&path).unwrap_err().to_string();
    assert!(error.ends_with("longer than 1048576 bytes, so no variant file"));
    let error = variant_file::read(folder.path()).unwrap_err().to_string();
    assert!(error.starts_with(&folder.path().display().to_string()));
}

#[test]
fn faults_of_names_and_bases() {
    for (text, expected) in [
        (
            "[my_game]\nbase = 'chess'",
            "line 1: my_game: a variant's name is made of letters, digits and hyphens, a letter first",
        ),
        (
            "[8x8]\nbase = 'chess'",
            "line 1: 8x8: a variant's name is made of letters, digits and hyphens, a letter first",
        ),
        (
            "\n[Chess]\nbase = 'chess'",
            "line 2: Chess: a variant that the engine brings with it cannot be redefined",
        ),
        (
            "[a]\nbase = 'chess'\n[A]\nbase = 'chess'",
            "line 3: A: there is a variant of that name already",
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
            "line 2: a.base: the bases go in a circle: a on a",
        ),
    ] {
        assert_eq!(faults(text)[0], expected);
    }
    assert_eq!(
        faults("[a]\nbase = 'b'\n[b]\nbase = 'c'\n[c]\nbase = 'b'"),
        [
            "line 2: a.base: the bases go in a circle: a on b on c on b",
            "line 4: b.base: the bases go in a circle: b on c on b",
            "line 6: c.base: the bases go in a circle: c on b on c",
        ]
    );
    let mut tower = "[a0]\nbase = 'chess'\n".to_owned();
    for floor in 1..=16 {
        tower += &format!("[a{floor}]\nbase = 'a{}'\n", floor - 1);
    }
    assert_eq!(
        faults(&tower),
        ["line 34: a16.base: more than 16 bases on top of each other"]
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
                "line 3: x.zzzzz: unknown key (known: base, title, board, file-names, first-rank, start, \
               king, pawn, pieces, castling, promotion, pawns, stalemate, shuffled, xboard)",
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
            &["line 3: x.shuffled: invalid type: string \"yes\", expected a boolean"],
        ),
        (
            "stalemate = 'lose'",
            &["line 3: x.stalemate: unknown stalemate rule 'lose' (known: draw, loss, win)"],
        ),
        (
            "castling = ['orthodox', 'fre']",
            &["line 3: x.castling: unknown castling rule 'fre' \
               (known: free, modified-free, orthodox, three, wide, none, king-swap)"],
        ),
        (
            "castling = ['free', 'free']",
            &["line 3: x.castling: 'free' is listed twice"],
        ),
        ("castling = []", &["line 3: x.castling: the list is empty"]),
        (
            "promotion = 'no-quen'",
            &["line 3: x.promotion: unknown promotion rule 'no-quen' (known: any, no-queen)"],
        ),
        (
            "xboard = 'a b'",
            &[
                "line 3: x.xboard: a name for XBoard has no spaces, commas, brackets or quotation marks",
            ],
        ),
    ]);
}

#[test]
fn faults_of_boards() {
    assert_faults(&[
        (
            "board = '8 by 8'",
            &["line 3: x.board: '8 by 8' is no board: it is written like '10x8', files first"],
        ),
        (
            "board = '2x8'",
            &["line 3: x.board: a board has 3 to 16 files, not 2"],
        ),
        (
            "board = '17x4'",
            &["line 3: x.board: a board has 3 to 16 files, not 17"],
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
            &["line 3: x.board: 12x11 is 132 cells, and a board has at most 128"],
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
            &["line 3: x.file-names: files are named by letters from a to z, not '1'"],
        ),
        (
            "first-rank = -1",
            &["line 3: x.first-rank: ranks count from 0 or 1, not from -1"],
        ),
        // What is inherited and does not fit any more.
        (
            "board = '8x10'",
            &["line 2: x.start: the board has 10 ranks, the FEN gives 8 (inherited from chess)"],
        ),
    ]);
}

#[test]
fn faults_of_pieces() {
    let unused = "'Z' is neither in the start position nor anything that a Pawn becomes";
    assert_faults(&[
        (
            "pieces.Z = 'zebra'",
            &[&format!("line 3: x.pieces.Z: {unused}")],
        ),
        (
            "pieces.q = 'queen'",
            &[
                "line 3: x.pieces.q: a piece is called by a letter from A to Z, with or without an apostrophe, not by 'q'",
            ],
        ),
        (
            "pieces.K = 'man'",
            &["line 3: x.pieces.K: 'K' is the letter of the King"],
        ),
        (
            "pieces.P = 'man'",
            &["line 3: x.pieces.P: 'P' is the letter of the Pawn"],
        ),
        (
            "king = 'Q'",
            &[
                "line 2: x.pieces.Q: 'Q' is the letter of the King (inherited from chess)",
                "line 2: x.start: 'k' at column 5 is no piece of this game (its pieces: P Q Q R B N) (inherited from chess)",
            ],
        ),
        (
            "king = 'k'",
            &[
                "line 3: x.king: a piece is called by a letter from A to Z, with or without an apostrophe, not by 'k'",
            ],
        ),
        (
            "pawn = 'K'",
            &[
                "line 2: x.start: 'p' at column 10 is no piece of this game (its pieces: K K Q R B N) (inherited from chess)",
                "line 3: x.pawn: King and Pawn are both 'K'",
            ],
        ),
        (
            "pieces.N = 'kinght'",
            &["line 3: x.pieces.N: there is no move 'kinght'; did you mean 'knight'?"],
        ),
        (
            "pieces.N = 'teleport'",
            &[
                "line 3: x.pieces.N: there is no move 'teleport' (known: queen, rook, bishop, knight, falcon, falcon-leap, \
               man, wazir, ferz, dabbaba, alfil, camel, zebra, leap M-N, bishop N, rook N)",
            ],
        ),
        (
            "pieces.N = 'king'",
            &[
                "line 3: x.pieces.N: 'king' is the move of the King alone; a piece that is not royal moves like a 'man'",
            ],
        ),
        (
            "pieces.N = ['knight', 'leap 2-1']",
            &["line 3: x.pieces.N: 'leap 2-1' is doubled: 'knight' has it too"],
        ),
        (
            "pieces.N = ['wazir', 'man']",
            &["line 3: x.pieces.N: 'man' is doubled: 'wazir' has it too"],
        ),
        (
            "pieces.N = ['bishop 3', 'bishop']",
            &["line 3: x.pieces.N: 'bishop' is doubled: 'bishop 3' has it too"],
        ),
        (
            "pieces.N = ['falcon', 'falcon-leap']",
            &["line 3: x.pieces.N: 'falcon' is doubled: 'falcon-leap' has it too"],
        ),
        (
            "pieces.N = 'leap 1-8'",
            &["line 3: x.pieces.N: 'leap 1-8' leads off a board of 8x8"],
        ),
        (
            "pieces.N = 'leap 0-0'",
            &["line 3: x.pieces.N: 'leap 0-0' leads nowhere"],
        ),
        (
            "pieces.N = 'leap 1'",
            &[
                "line 3: x.pieces.N: 'leap 1' is no leap: it is written like 'leap 1-4', files and ranks from 0 to 15",
            ],
        ),
        (
            "pieces.N = 'bishop 0'",
            &[
                "line 3: x.pieces.N: 'bishop 0' has no range: it is written like 'bishop 3', from 1 to 15 squares",
            ],
        ),
        (
            "pieces.N = []",
            &["line 3: x.pieces.N: a piece has at least one move"],
        ),
        (
            "pieces.N = 4",
            &["line 3: x.pieces.N: moves are named by strings, not by an integer"],
        ),
        (
            "[x.pieces.N]\nmvoes = 'knight'",
            &[
                "line 3: x.pieces.N: a piece needs its 'moves'",
                "line 4: x.pieces.N.mvoes: unknown key; did you mean 'moves'?",
            ],
        ),
        (
            "[x.pieces.N]\nmoves = [\n 'knight',\n 'zebrra',\n 3 ]\nname = 7\nxboard = 'NN'",
            &[
                "line 6: x.pieces.N.moves: there is no move 'zebrra'; did you mean 'zebra'?",
                "line 7: x.pieces.N.moves: moves are named by strings, not by an integer",
                "line 8: x.pieces.N.name: invalid type: integer `7`, expected a string",
                "line 9: x.pieces.N.xboard: XBoard needs one letter from A to Z, not 'NN'",
            ],
        ),
        (
            "pieces.N = { moves = 'knight', xboard = 'Q' }",
            &["line 3: x.pieces.N: 'Q' is what XBoard calls the piece 'Q'"],
        ),
    ]);
    let many: String = ('A'..='Z')
        .filter(|letter| !"KPQRBNX".contains(*letter))
        .enumerate()
        .map(|(n, letter)| format!("pieces.{letter} = 'leap {}-{}'\n", n % 4, 3 + n / 4))
        .collect();
    assert_faults(&[(
        &format!(
            "{many}pawns.zones = [{{ squares = 8, to = ['A', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'L', 'M', 'O', 'S', 'T', 'U', 'V', 'W', 'Y', 'Z'] }}]"
        ),
        &[
            "line 18: x.pieces.V: a game has at most 15 pieces besides those made of bishop, rook, knight and falcon",
        ],
    )]);
}

#[test]
fn faults_of_start_positions() {
    let rest = "pppppppp/8/8/8/8/PPPPPPPP";
    let start = |ranks: &str, reason: &str| {
        assert_faults(&[(
            &format!("start = \"{ranks}\""),
            &[&format!("line 3: x.start: {reason}")],
        )]);
    };
    let knights = format!("rnbqkbnr/{rest}/RNBQKBN");
    start(
        &format!("{knights} w Qkq - 0 1"),
        "rank 1 must be 8 squares long and is 7",
    );
    start(
        "rnbqkbnr/8/RNBQKBNR w - - 0 1",
        "the board has 8 ranks, the FEN gives 3",
    );
    start(
        "rnbqkbnr/8/8/8/8/8/8/9 w - - 0 1",
        "'9' at column 22 is no run of empty squares on a board of 8 files",
    );
    start(
        &format!("{knights}Y w Qkq - 0 1"),
        "'Y' at column 43 is no piece of this game (its pieces: P K Q R B N)",
    );
    start(
        &format!("{knights}R x KQkq - 0 1"),
        "the side to move must be 'w' or 'b', not 'x'",
    );
    start(
        &format!("{knights}R w KZ - 0 1"),
        "'Z' in the castling field 'KZ' is not one of KQkq or a file",
    );
    start(
        &format!("{knights}1 w K - 0 1"),
        "castling right 'K': White has no Rook on that side of its King on e1",
    );
    start(
        &format!("{knights}R w KHkq - 0 1"),
        "castling right 'H' is given twice in 'KHkq'",
    );
    start(
        &format!("{knights}R w KQkq e9 0 1"),
        "the en-passant field must be '-' or a square of the board, not 'e9'",
    );
    start(
        &format!("{knights}R w KQkq - -1 1"),
        "the halfmove clock must be a number from 0 to 65535, not '-1'",
    );
    start(
        &format!("{knights}R w KQkq"),
        "a FEN has 6 fields (board, side, castling, en passant, halfmove clock, move number) or the first 4 of them, not 3",
    );
    start(
        "4k3/8/8/8/4R3/8/8/4K2R w K - 0 1",
        "White is to move and could capture the King on e8",
    );
    start(
        "4k2R/7R/8/8/8/8/8/R3K3 b - - 0 1",
        "the start position is a checkmate",
    );
    start(
        "k7/8/1Q6/8/8/8/8/K6R b - - 0 1",
        "the start position is a stalemate",
    );
    start(
        "k7/7p/8/8/8/8/8/KR5P w - - 0 1",
        "a White Pawn cannot stand on h1",
    );
    start("kk6/8/8/8/8/8/8/K6R w - - 0 1", "Black has 2 Kings");
    assert_faults(&[(
        "start = '8/8/8/8/8/8/8/R7 w - - 0 1'",
        &[
            "line 3: x.start: White has no King",
            "line 3: x.start: Black has no King",
        ],
    )]);
}

#[test]
fn faults_of_castling_and_lots() {
    let lot = "line 3: x.shuffled: the order of the first rank cannot be drawn by lot";
    assert_faults(&[
        (
            "castling = ['orthodox', 'king-swap']",
            &[
                "line 3: x.castling: 'king-swap' goes with no other castling rule, \
               for it makes something else of the castling field of a FEN",
            ],
        ),
        (
            "start = '1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w - - 0 1'",
            &[
                "line 2: x.castling: castling 'orthodox' needs a Rook on the King's rank, and there is none; \
               say castling = \"none\" (inherited from chess)",
            ],
        ),
        (
            "start = 'r3k1*r/pppppppp/8/8/8/8/PPPPPPPP/R3K1*R w Qq - 0 1'",
            &[
                "line 2: x.castling: the King on e1 cannot castle with the Rook on h1 over the hole g1; \
               say castling = \"none\" (inherited from chess)",
            ],
        ),
        (
            "shuffled = true\nstart = 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'",
            &[
                &format!("{lot}: d1 and d8 must have the same kind of piece"),
                &format!("{lot}: e1 and e8 must have the same kind of piece"),
            ],
        ),
        (
            "shuffled = true\nstart = '8/rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1'",
            &[&format!("{lot}: the King must stand on the first rank")],
        ),
        (
            "shuffled = true\nfile-names = 'abcdefgk'",
            &[&format!(
                "{lot}: a file named 'k' would be taken for a side of the King in the castling field"
            )],
        ),
    ]);
}

#[test]
fn faults_of_pawns() {
    assert_faults(&[
        (
            "pawns.start-rank = 9",
            &["line 3: x.pawns.start-rank: there is no rank 9: ranks go from 1 to 8"],
        ),
        (
            "pawns.double-step = [\n2,\n'a9',\n'h7',\n0, true]",
            &[
                "line 5: x.pawns.double-step: there is no square 'a9'",
                "line 6: x.pawns.double-step: there are no two squares in front of h7",
                "line 7: x.pawns.double-step: there is no rank 0: ranks go from 1 to 8",
                "line 7: x.pawns.double-step: squares are given by their names, or by the number of a rank, not by a boolean",
            ],
        ),
        (
            "pawns.double-step = 6",
            &[
                "line 3: x.pawns.double-step: a double step from a6 would end on a8, where Pawns promote",
            ],
        ),
        (
            "pawns.double-step = 5\npawns.zones = [{ squares = 8 }, { squares = 3 }]",
            &[
                "line 3: x.pawns.double-step: a double step from a5 would pass over a6, where the other side's Pawns promote",
            ],
        ),
        (
            "pawns.sideways = 'z1'",
            &["line 3: x.pawns.sideways: there is no square 'z1'"],
        ),
        (
            "pawns.sideways = 4\npawns.steps = ['a5c5', 'a5a6', 'a4b4', 'b2b1', 'a5', 'a5i6', 'c5b5', 'c5b5']",
            &[
                "line 4: x.pawns.steps: 'a5c5' is not one King's step",
                "line 4: x.pawns.steps: 'a5a6' is a step that Pawns have already",
                "line 4: x.pawns.steps: 'a4b4' is a step that Pawns have already",
                "line 4: x.pawns.steps: 'b2b1' leads behind the rank that Pawns start from",
                "line 4: x.pawns.steps: 'a5' is no step: it is written as two squares, like 'a8b9'",
                "line 4: x.pawns.steps: there is no square 'i6'",
                "line 4: x.pawns.steps: 'c5b5' is a step that Pawns have already",
            ],
        ),
        (
            "pawns.steps = ['a4b5','b4c5','c4d5','d4e5','e4f5','f4g5','g4h5','a5b6','b5c6','c5d6','d5e6','e5f6','f5g6','g5h6','b4a5','c4b5','d4c5']",
            &["line 3: x.pawns.steps: 17 steps, and a game has at most 16"],
        ),
        (
            "pawns.zones = []",
            &["line 3: x.pawns.zones: there is no way to promote"],
        ),
        (
            "[x.pawns]\nzones = [\n{ squares = 8, to = ['Q', 'K', 'X', 'Q'], optinal = true },\n{ squares = ['a8', 'a7'], to = [] },\n{ to = 'Q' },\n5,\n{ squares = 5, optional = 1 }]",
            &[
                "line 4: x.pawns.zones: 5 zones, and a game has at most 4",
                "line 5: x.pawns.zones.to: a Pawn cannot become 'K', a King or Pawn",
                "line 5: x.pawns.zones.to: there is no piece 'X' (pieces: Q R B N)",
                "line 5: x.pawns.zones.to: 'Q' is listed twice",
                "line 5: x.pawns.zones.optinal: unknown key; did you mean 'optional'?",
                "line 6: x.pawns.zones.to: there is nothing to promote to",
                "line 6: x.pawns.zones: a8 is in another zone already",
                "line 7: x.pawns.zones: a zone needs its 'squares'",
                "line 8: x.pawns.zones: a zone must be a table, not an integer",
                "line 9: x.pawns.zones.optional: invalid type: integer `1`, expected a boolean",
            ],
        ),
        (
            "pawns.zones = [{ squares = 8 }, { squares = 7 }, { squares = 'c5' }, { squares = 'a5' }, { squares = 'b5' }]",
            &["line 3: x.pawns.zones: 5 zones, and a game has at most 4"],
        ),
        (
            "pawns.zones = [{ squares = 7 }]",
            &[
                "line 3: x.pawns.zones: there is no way to promote on a8, where a Pawn can go no further and must promote",
            ],
        ),
        (
            "pawns.zones = [{ squares = 8, optional = true }]",
            &[
                "line 3: x.pawns.zones: there is no way to promote on a8, where a Pawn can go no further and must promote",
            ],
        ),
        (
            "promotion = ['any', 'no-queen']\npawns.zones = [{ squares = 8, to = 'Q' }]",
            &["line 4: x.pawns.zones: with promotion 'no-queen' there is nothing to become on a8"],
        ),
        (
            "pawns.pool = 'lose'",
            &["line 3: x.pawns.pool: unknown pool rule 'lose' (known: none, loses, forbidden)"],
        ),
        (
            "pieces.Z = 'zebra'\n[x.pawns]\npool = 'loses'\nzones = [{ squares = 8, to = ['Q', 'Z'] }]",
            &[
                "line 6: x.pawns.zones: no side can lose a 'Z', for the start position has none to promote to",
            ],
        ),
    ]);
}

#[test]
fn faults_of_size() {
    // 63 Amazons that are Zebras and more, on all of 16x8.
    let men = "AAAAAAAAKAAAAAAA/AAAAAAAAAAAAAAAA/AAAAAAAAAAAAAAAA";
    let black = men.to_lowercase();
    let text = format!(
        "[x]\nboard = '16x8'\ncastling = 'none'\npieces.A = ['queen', 'knight', 'camel', 'zebra']\n\
         start = '{black}/16/16/{men} w - - 0 1'\npawns.double-step = []"
    );
    let found = faults(&text);
    assert_eq!(found.len(), 1);
    let (start, end) = (
        "line 4: x.pieces: with 48 men a side there may be ",
        " moves in a position, and the engine is made for at most 2048",
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

/// One of several texts.
fn one_of<'a, T: ?Sized>(random: &mut Random, all: &[&'a T]) -> &'a T {
    all[random.below(all.len())]
}

/// Good texts of one variant each.
fn good_texts() -> Vec<String> {
    let mut texts: Vec<String> = ["gothic", "falcon-knights"]
        .iter()
        .map(|name| read(&documentation().join(format!("examples/{name}.toml"))))
        .collect();
    let manual = read(&documentation().join("variant-files.md"));
    texts.extend(toml_blocks(&manual).into_iter().map(str::to_owned));
    for name in ["falcon100", "permutation", "falcon-random", "capablanca"] {
        let all = built_in();
        let from = all.find(&format!("[{name}]")).unwrap();
        let end = all[from + 1..]
            .match_indices("\n[")
            .map(|(at, _)| from + 1 + at)
            .find(|&at| !all[at + 2..].starts_with(&format!("{name}.")));
        texts.push(all[from..end.unwrap_or(all.len())].replace(&format!("[{name}"), "[mine"));
    }
    texts
}

/// Plays a variant at random, comparing the generator with the definition, and
/// lets the engine think about it.
fn play(variant: &'static Variant, random: &mut Random) {
    for &castling in &variant.castling {
        let options = variants::RuleOptions {
            castling: Some(castling),
            promotion: None,
        };
        let rules = variant.rules(options).unwrap();
        let mut position = Position::start(rules);
        for _ in 0..30 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            assert_eq!(
                slow::first_difference(&position, 1, 1),
                None,
                "{variant:#?}"
            );
            let written = position.to_string();
            let again = Position::from_fen(rules, &written);
            assert_eq!(again.unwrap().key(), position.key(), "{written}");
            position.play(moves[random.below(moves.len())]);
        }
    }
    let mut engine = Engine::new(variant.nearest_rules(Default::default()));
    let limits = Limits {
        depth: Some(2),
        nodes: Some(2000),
        ..Limits::default()
    };
    assert!(engine.search(limits, |_| ()).best.is_some());
}

#[test]
fn whatever_a_text_says_nothing_panics_and_what_is_accepted_can_be_played() {
    let texts = good_texts();
    let words = [
        "queen",
        "rook 3",
        "falcon",
        "falcon-leap",
        "camel",
        "leap 0-3",
        "bishop 2",
        "zebra",
        "man",
        "knight",
        "none",
        "free",
        "king-swap",
        "loses",
        "forbidden",
        "win",
        "5x5",
        "16x8",
        "8x16",
        "3x4",
        "6x6",
        "a1",
        "Q",
        "",
        "x",
        "no-queen",
        "chess",
        "falcon",
        "permutation",
    ];
    let numbers = [
        "0",
        "1",
        "2",
        "3",
        "6",
        "7",
        "8",
        "-1",
        "99999999999999999999",
        "true",
        "[]",
        "1.5",
    ];
    let mut random = Random(20);
    let mut accepted = 0;
    for _ in 0..1500 {
        let mut text = texts[random.below(texts.len())].clone().into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len());
            match random.below(6) {
                0 => text[at] = random.below(256) as u8,
                1 => drop(text.remove(at)),
                2 => text.insert(at, b"[]{}='\"#,\n."[random.below(11)]),
                3 => {
                    let end = (at + random.below(40)).min(text.len());
                    let part = text[at..end].to_vec();
                    let to = random.below(text.len());
                    text.splice(to..to, part);
                }
                4 => {
                    // Another word between quotation marks.
                    let from = (at..text.len()).find(|&at| text[at] == b'"').unwrap_or(at);
                    let end = (from + 1..text.len()).find(|&at| text[at] == b'"');
                    let word = one_of(&mut random, &words).bytes();
                    text.splice(from + 1..end.unwrap_or(from + 1), word);
                }
                _ => {
                    let from = (at..text.len()).find(|&at| text[at].is_ascii_digit());
                    if let Some(from) = from {
                        text.splice(from..=from, one_of(&mut random, &numbers).bytes());
                    }
                }
            }
            if text.is_empty() {
                break;
            }
        }
        let text = String::from_utf8_lossy(&text);
        let Ok(found) = variant_file::check(&text) else {
            continue;
        };
        for variant in found {
            accepted += 1;
            play(Box::leak(Box::new(variant)), &mut random);
        }
    }
    assert!(accepted > 100, "only {accepted} texts were still good");
}
