//! `variants import`: files of other programs.

use std::fs;
use std::path::Path;

use super::{complains, run, says};
use crate::process::{output_for, program};

/// What the command says about a text: the variant file, the report and the exit status.
pub(super) fn import(text: &[u8], more: &[&str]) -> (String, String, Option<i32>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.ini");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let output = run(&[&["variants", "import", path], more].concat());
    let report = String::from_utf8(output.stderr).unwrap();
    (
        String::from_utf8(output.stdout).unwrap(),
        report.replace(path, "games.ini"),
        output.status.code(),
    )
}

/// Checks that a text is refused, with this line in the report.
pub(super) fn refuses(text: &str, expected: &str) {
    let (toml, report, status) = import(text.as_bytes(), &[]);
    assert_eq!(status, Some(1), "{text}: {report}");
    assert!(
        report.contains(&format!("games.ini:{expected}")),
        "{text}: {report}"
    );
    assert!(!toml.contains("[a]"), "{text}: {toml}");
}

#[test]
fn imported_games_count_like_those_of_fairy_stockfish() {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("today", 37, 136),
        ("pieces", 16, 64),
        ("ends", 19, 76),
        ("royals", 5, 16),
        ("pawns", 13, 44),
        ("royal-rooks", 1, 8),
        ("castling", 6, 37),
        ("constraints", 3, 12),
        ("en-passant", 4, 28),
        ("without-royals", 7, 28),
        ("others", 10, 40),
    ];
    for (name, games, positions) in files {
        let out = folder.path().join(name).with_extension("toml");
        let out = out.to_str().unwrap();
        let source = format!("tests/data/import/{name}.ini");
        let said = says(&["variants", "import", &source, "--out", out]);
        let plural = if games == 1 { "" } else { "s" };
        assert_eq!(said, format!("{out}: {games} variant{plural}\n"));
        let suite = format!("tests/data/import/{name}.epd");
        let suite = ["perft", "--suite", &suite, "--max-nodes", "20000"];
        let counted = says(&[&suite[..], &["--variants", out]].concat());
        assert!(
            counted.ends_with(&format!("{positions} passed, 0 failed\n")),
            "{counted}"
        );
    }
}

#[test]
fn what_a_variant_file_cannot_say_is_refused_by_key() {
    let base = "[a:chess]\n";
    for (keys, expected) in [
        (
            "flagPieceWhite = k\nflagRegion = d4\nflagPieceBlack = q",
            "4: refused: a.flagPieceBlack = q: pieces of the same kinds win for both sides",
        ),
        (
            "pieceDrops = true",
            "2: refused: a.pieceDrops = true: pieces in hand cannot be dropped",
        ),
        (
            "flagMove = true\nflagPiece = q\nflagRegion = d4",
            "2: refused: a.flagMove = true: the other side has no more move when a piece other than a King",
        ),
        (
            "flagMove = true\nflagPiece = k\nflagRegion = d4\nflagPieceSafe = true",
            "2: refused: a.flagMove = true: a piece that must be safe leaves the other side a move anyway",
        ),
        (
            "checkmateValue = draw",
            "2: refused: a.checkmateValue = draw: the side that is checkmated loses or wins",
        ),
        (
            "checkCounting = true",
            "2: refused: a.checkCounting = true: the start position must say how many checks win",
        ),
        (
            "materialCounting = janggi",
            "2: refused: a.materialCounting = janggi: material does not decide a game",
        ),
        (
            "flagRegionWhite = d4",
            "1: refused: a: both sides have squares that win, or neither has",
        ),
        (
            "stalemateValue = lost",
            "2: refused: a.stalemateValue = lost: the value must be one of: win, loss, draw, none",
        ),
        (
            "castling = yes",
            "2: refused: a.castling = yes: the value must be true or false",
        ),
        (
            "stalematValue = win",
            "2: refused: a.stalematValue = win: Fairy-Stockfish has no such key; did you mean 'stalemateValue'?",
        ),
        (
            "maxFile = 17",
            "2: refused: a.maxFile = 17: the value must be the letter or the number of a file",
        ),
        (
            "maxRank = 3",
            "2: refused: a.maxRank = 3: the position has 8 ranks, but the board 3",
        ),
        (
            "customPiece1 = q:FaR",
            "2: refused: a.customPiece1 = q:FaR: Fairy-Stockfish does not know 'a'",
        ),
        (
            "customPiece1 = q:R10",
            "2: refused: a.customPiece1 = q:R10: Fairy-Stockfish reads only the first digit of 'R10'",
        ),
        (
            "customPiece1 = q:DD",
            "2: refused: a.customPiece1 = q:DD: Fairy-Stockfish reads 'DD' as a piece without this move",
        ),
        (
            "customPiece1 = q",
            "2: refused: a.customPiece1 = q: a custom piece needs its moves",
        ),
        (
            "promotionRegionWhite = *8 h9 i",
            "2: refused: a.promotionRegionWhite = *8 h9 i: 'i' is neither a square",
        ),
        (
            "promotionPieceTypes = qx",
            "2: refused: a.promotionPieceTypes = qx: there is no piece 'x'",
        ),
        (
            "startFen = 8/8/8/8/8/8/8 w - - 0 1",
            "2: refused: a.startFen = 8/8/8/8/8/8/8 w - - 0 1: the position has 7 ranks, but the board 8",
        ),
        (
            "startFen = 9/8/8/8/8/8/8/8 w - - 0 1",
            "2: refused: a.startFen = 9/8/8/8/8/8/8/8 w - - 0 1: rank 8: 9 cells, but the board has 8 files",
        ),
        (
            "startFen = x7/8/8/8/8/8/8/8 w - - 0 1",
            "2: refused: a.startFen = x7/8/8/8/8/8/8/8 w - - 0 1: rank 8: there is no piece 'x'",
        ),
        (
            "startFen = 8/8/8/8/8/8/8/8 w - - 0 1",
            "2: refused: a.startFen = 8/8/8/8/8/8/8/8 w - - 0 1: White has no King",
        ),
        (
            "startFen =",
            "2: refused: a.startFen = : the start position is missing",
        ),
        (
            "king = -\ncommoner = k",
            "1: refused: a: the game has no 'king'",
        ),
        (
            "what is this",
            "2: refused: a = what is this: this is neither a section",
        ),
    ] {
        refuses(&format!("{base}{keys}\n"), expected);
    }
    let own = [
        (
            "[a:chess]\n[a:chess]",
            "2: refused: a: there is a section of this name already, on line 1",
        ),
        (
            "[b:chess]\n[a:ches]",
            "2: refused: a: 'ches', on which it is based, is neither above it nor a game of Fairy-Stockfish; did you mean 'chess'?",
        ),
        ("[a:a]\n", "1: refused: a: the section is based on itself"),
        (
            "[a:b]\n[b:c]\n[c:a]",
            "1: refused: a: 'b', on which it is based, is based on it in turn",
        ),
        (
            "[a:b]\n[b:chess]",
            "1: refused: a: 'b', on which it is based, stands below it, on line 2",
        ),
        ("[a]\n", "1: refused: a: the game has no pieces"),
        (
            "[a:crazyhouse]\n",
            " refused: crazyhouse.pieceDrops = true (a game of Fairy-Stockfish): pieces in hand",
        ),
    ];
    for (text, expected) in own {
        let (_, report, status) = import(text.as_bytes(), &[]);
        assert_eq!(status, Some(1), "{text}");
        assert!(
            report.contains(&format!("games.ini:{expected}")),
            "{text}: {report}"
        );
    }
}

#[test]
fn one_refused_game_leaves_the_others() {
    let text = "stray\n[good:chess]\n[bad:chess]\nbikjangRule = true\n[worse:bad]\n[Also_good:good]\n\
                stalemateValue = loss\n";
    let (toml, report, status) = import(text.as_bytes(), &[]);
    assert_eq!(status, Some(1));
    assert!(
        toml.starts_with("[good]\n") && toml.contains("\n[Also-good]\n"),
        "{toml}"
    );
    assert!(!toml.contains("bad") && !toml.contains("worse"), "{toml}");
    for line in [
        "games.ini:1: refused: the file = stray: this line stands above the first section",
        "games.ini:2: good: imported",
        "games.ini:4: refused: bad.bikjangRule = true: Kings may face each other",
        "games.ini:3: bad: not imported (1 reason)",
        "games.ini:5: worse: not imported (1 reason)",
        "games.ini:6: note: Also_good: imported as 'Also-good', a name that a variant file can have",
        "games.ini: 2 of 4 games imported",
    ] {
        assert!(report.lines().any(|said| said == line), "{line}\n{report}");
    }
    let (toml, report, status) = import(b"[capablanca:capablanca]\n[CHESS:chess]", &[]);
    assert_eq!(status, Some(0), "{report}");
    assert!(
        toml.contains("[capablanca-2]") && toml.contains("[CHESS-2]"),
        "{toml}"
    );
    assert!(
        report.contains("Peregrine has a game of that name"),
        "{report}"
    );
}

#[test]
fn ranks_that_a_file_leaves_out_fit_the_board() {
    let text = "[a:chess]\nmaxRank = 6\nmaxFile = 5\n\
                startFen = rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 1\n";
    let (toml, report, status) = import(text.as_bytes(), &[]);
    assert_eq!(status, Some(0), "{report}");
    assert!(
        report.contains("rank 6 is assumed here, except with --strict"),
        "{report}"
    );
    assert!(!toml.contains("zones"), "{toml}");
    let (toml, report, status) = import(text.as_bytes(), &["--strict"]);
    assert_eq!(status, Some(0), "{report}");
    // White never promotes, and Black has no double step.
    let double_step = "double-step = { white = [2], black = [] }";
    assert!(toml.contains(double_step), "{toml}");
    assert!(
        toml.contains("squares = { white = [], black = [1] }"),
        "{toml}"
    );
}

#[test]
fn files_of_any_content_get_a_sentence() {
    for (bytes, sentence) in [
        (&b""[..], "the file is not like those of"),
        (b"\x00\x01\x02", "the file is not like those of"),
        (b"\xff\xff[a]", "not UTF-8"),
        (b"# only a comment\n", "the file is not like those of"),
    ] {
        let (toml, report, status) = import(bytes, &[]);
        assert_eq!((toml.as_str(), status), ("", Some(2)), "{report}");
        assert!(report.contains(sentence), "{report}");
    }
    let (_, report, status) = import(&b"x".repeat((1 << 20) + 1), &[]);
    assert!(report.contains("longer than 1048576 bytes"), "{report}");
    assert_eq!(status, Some(2));
    let (_, report, status) = import("[a]\n".repeat(3000).as_bytes(), &[]);
    assert!(
        report.contains("only the first 1000 sections are read"),
        "{report}"
    );
    assert_eq!(status, Some(1));
    let long = format!("[a:chess]\nstartFen = {}\n[b:chess]", "x".repeat(10_000));
    let (toml, report, status) = import(long.as_bytes(), &[]);
    assert!(
        report.contains("games.ini:2: refused: a: the line has 10011 bytes"),
        "{report}"
    );
    assert!(toml.contains("[b]"));
    assert_eq!(status, Some(1));
    let (_, report, _) = import(b"[a\x1b[31m:chess]\ncastling = \x07", &[]);
    assert!(!report.contains(['\u{1b}', '\u{7}']), "{report}");
    assert!(complains(&["variants", "import", "nowhere.ini"]).starts_with("nowhere.ini: "));
    assert!(complains(&["variants", "import", "."]).starts_with(".: "));
}

#[test]
fn files_are_written_whole_and_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.toml");
    let out = out.to_str().unwrap();
    let source = "tests/data/import/today.ini";
    fs::write(out, "mine").unwrap();
    let import = ["variants", "import", source, "--out", out];
    assert!(complains(&import).contains("the file already exists (--force replaces it)"));
    assert_eq!(fs::read_to_string(out).unwrap(), "mine");
    says(&[&import[..], &["--force"]].concat());
    let written = fs::read_to_string(out).unwrap();
    assert_eq!(written, says(&["variants", "import", source]));
    assert!(says(&["variants", "--check", out]).contains("37 variants, no faults"));
    // Nothing is written if nothing is imported.
    let none = folder.path().join("none.toml");
    let bad = folder.path().join("bad.ini");
    fs::write(&bad, "[a:crazyhouse]").unwrap();
    let none = none.to_str().unwrap();
    let output = run(&["variants", "import", bad.to_str().unwrap(), "--out", none]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!Path::new(none).exists());
    let arguments = ["variants", "import", "-"];
    let said = output_for(program().args(arguments), "[piped:amazon]");
    assert!(
        String::from_utf8(said.stdout)
            .unwrap()
            .starts_with("[piped]\n")
    );
}

#[test]
fn interactive_diagrams() {
    let source = "tests/data/import/falcon-diagram.txt";
    let toml = says(&["variants", "import", source]);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("diagram.toml");
    fs::write(&out, &toml).unwrap();
    let game = [
        "--variants",
        out.to_str().unwrap(),
        "--variant",
        "falcon-diagram",
    ];
    let counted = says(&[&["perft", "3"][..], &game].concat());
    let falcon = says(&["perft", "3", "--variant", "falcon", "--castling", "three"]);
    assert_eq!(counted.lines().last(), falcon.lines().last());
    let kings = "files=4\nranks=5\nking:K:K::a1\nrook::::b1,c1\n";
    for (line, expected) in [
        (
            "queen:Q:xyz::d1",
            "5: refused: diagram.queen = queen:Q:xyz::d1: ",
        ),
        (
            "queen:QQ:Q::d1",
            "5: refused: diagram.queen = queen:QQ:Q::d1: the id of a piece",
        ),
        (
            "queen:Q:Q::d9",
            "5: refused: diagram.queen = queen:Q:Q::d9: there is no square 'd9' on a board of 4x5",
        ),
        (
            "queen:Q:Q::a1",
            "5: refused: diagram.queen = queen:Q:Q::a1: a1 is taken",
        ),
        (
            "duke:D:::d1",
            "5: refused: diagram.duke = duke:D:::d1: the moves of the piece are missing",
        ),
        (
            "rnk:R:Q::d1",
            "5: refused: diagram.rnk = rnk:R:Q::d1: another piece has the id 'R'",
        ),
        (
            "promoZone=17",
            "5: refused: diagram.promoZone = 17: the value must be a number from 1 to 16",
        ),
        (
            "promZone=1",
            "5: refused: diagram.promZone = 1: the meaning of this key is not known here; did you mean 'promoZone'?",
        ),
        ("royal=2", "3: refused: "),
        (
            "pawn:P:fmWfcFifD::a2",
            "5: refused: diagram.pawn = pawn:P:fmWfcFifD::a2: Pawns move as in orthodox",
        ),
        (
            "nonsense",
            "5: refused: diagram = nonsense: this is neither a key with a value nor a piece",
        ),
    ] {
        let text = format!("{kings}{line}\n");
        let (toml, report, status) = import(text.as_bytes(), &["--format", "diagram"]);
        if line == "royal=2" {
            assert!(report.contains("refused") && toml.is_empty(), "{report}");
            continue;
        }
        assert_eq!((toml.as_str(), status), ("", Some(1)), "{text}: {report}");
        assert!(
            report.contains(&format!("games.ini:{expected}")),
            "{line}: {report}"
        );
    }
}

#[test]
fn exported_games_can_be_imported_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, out) = (path("games.toml"), path("again.toml"));
    says(&[
        "variants",
        "import",
        "tests/data/import/today.ini",
        "--out",
        &games,
    ]);
    let text = fs::read_to_string(&games).unwrap();
    let headings = text
        .lines()
        .filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
    let names: Vec<&str> = headings.filter(|name| !name.contains('.')).collect();
    assert_eq!(names.len(), 37);
    let exported = names
        .iter()
        .map(|name| says(&["variants", "export", name, "--variants", &games]));
    let ini = exported.collect::<String>();
    let source = path("again.ini");
    fs::write(&source, &ini).unwrap();
    says(&["variants", "import", &source, "--out", &out]);
    let suite = ["perft", "--suite", "tests/data/import/today.epd"];
    let counted = says(&[&suite[..], &["--max-nodes", "3000", "--variants", &out]].concat());
    assert!(counted.ends_with("136 passed, 0 failed\n"), "{counted}");
}

#[test]
fn what_fairy_stockfish_cannot_play_is_not_exported() {
    let refuses = |arguments: &[&str], expected: &[&str]| {
        let output = run(&[&["variants", "export"], arguments].concat());
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(output.stdout.is_empty());
        let said = String::from_utf8(output.stderr).unwrap();
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines, expected, "{arguments:?}");
    };
    refuses(
        &["falcon"],
        &[
            "falcon.pieces.F: no piece has several paths to a square, as the Falcon has",
            "falcon.castling: castling 'free' does not lead to one file on either side",
        ],
    );
    let falcon = "falcon.pieces.F: no piece has several paths to a square, as the Falcon has";
    refuses(&["falcon", "--castling", "three"], &[falcon]);
    refuses(
        &["wolf"],
        &["wolf.pawns.zones: Pawns must have the same choice on all squares where they promote"],
    );
    let text = says(&["variants", "export", "knightmate"]);
    assert!(text.contains("\nking = k:N\n"), "{text}");
    let said = complains(&["variants", "export", "chess", "--castling", "wide"]);
    assert!(
        said.starts_with("chess cannot be played with castling 'wide'"),
        "{said}"
    );
    let said = complains(&["variants", "export", "ches"]);
    assert!(said.contains("did you mean 'chess'?"), "{said}");
    let text = says(&["variants", "export", "capablanca"]);
    assert!(
        text.starts_with("[peregrine-capablanca]\nmaxFile = 10\n"),
        "{text}"
    );
}

/// Diagrams that follow each other: one with faults leaves the others as they are.
#[test]
fn a_file_can_have_several_diagrams() {
    let pieces = "king:K:K::e1,,e8\nqueen:Q:Q::d1,,d8\nknight:N:N::b1,g1,,b8,g8\n\
                  pawn:P:fmWfcF::a2-h2,,a7-h7\n";
    let text = format!(
        "name=first\nfiles=8\npromoZone=3\npromoChoice=N\n{pieces}\n\
         name=second\nfiles=8\n{}\n\
         <div class=\"idiagram\">\nname=third\npromoZone=2\n{pieces}</div>\n",
        pieces.replace("Q:Q", "Q:Qx")
    );
    let (toml, report, status) = import(text.as_bytes(), &["--format", "diagram"]);
    assert_eq!(status, Some(1), "{report}");
    assert!(
        report.contains("games.ini:13: refused: diagram.queen"),
        "{report}"
    );
    assert!(report.contains("2 of 3 games imported"), "{report}");
    let found = peregrine::variants::check(&toml).unwrap_or_else(|faults| panic!("{faults:?}"));
    let names: Vec<&str> = found.iter().map(|game| game.name.as_str()).collect();
    assert_eq!(names, ["first", "third"]);
    let zones = [0, 1].map(|game| &found[game].pawns.zones[0]);
    assert_eq!(zones.map(|zone| zone.squares.count()), [24, 16]);
    assert_eq!(zones.map(|zone| zone.kinds.len()), [1, 2]);
    assert!(zones.iter().all(|zone| !zone.optional));
}
