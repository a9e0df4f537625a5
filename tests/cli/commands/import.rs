//! `variants import`: files of other programs.

use std::fs;
use std::path::Path;

use super::{complains, run, says};
use crate::process::{output_for, program};

/// What the command says about a text: the variant file, the report and the exit status.
fn import(text: &[u8], more: &[&str]) -> (String, String, Option<i32>) {
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
fn refuses(text: &str, expected: &str) {
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
    let out = folder.path().join("today.toml");
    let out = out.to_str().unwrap();
    let said = says(&[
        "variants",
        "import",
        "tests/data/import/today.ini",
        "--out",
        out,
    ]);
    assert_eq!(said, format!("{out}: 37 variants\n"));
    let suite = ["perft", "--suite", "tests/data/import/today.epd"];
    let counted = says(&[&suite[..], &["--max-nodes", "20000", "--variants", out]].concat());
    assert!(counted.ends_with("136 passed, 0 failed\n"), "{counted}");
}

#[test]
fn what_a_variant_file_cannot_say_is_refused_by_key() {
    let base = "[a:chess]\n";
    for (keys, expected) in [
        (
            "flagPiece = k\nflagRegion = d4",
            "3: refused: a.flagRegion = d4: no square wins a game",
        ),
        (
            "pieceDrops = true",
            "2: refused: a.pieceDrops = true: pieces in hand cannot be dropped",
        ),
        (
            "checking = false",
            "2: refused: a.checking = false: checks are always allowed",
        ),
        (
            "king = k:KN",
            "2: refused: a.king = k:KN: the King moves one step in any direction",
        ),
        (
            "nMoveRule = 0",
            "2: refused: a.nMoveRule = 0: fifty moves without a capture or a Pawn move are a draw",
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
            "promotionRegionWhite = *7 *8",
            "1: refused: a: the regions of White and Black are not mirror images",
        ),
        (
            "promotionPieceTypes = qx",
            "2: refused: a.promotionPieceTypes = qx: there is no piece 'x'",
        ),
        (
            "promotionPieceTypesBlack = n",
            "2: refused: a.promotionPieceTypesBlack = n: both sides promote",
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
            "doubleStepRegionWhite = *2 *6\ndoubleStepRegionBlack = *7 *3",
            "2: refused: a.doubleStepRegionWhite = *2 *6: a double step cannot end in the promotion region",
        ),
        (
            "what is this",
            "2: refused: a = what is this: this is neither a section",
        ),
        (
            "promotionLimit = q:1 r:3",
            "2: refused: a.promotionLimit = q:1 r:3: the number of promoted pieces",
        ),
        (
            "mandatoryPawnPromotion = false",
            "2: refused: a.mandatoryPawnPromotion = false: a Pawn cannot stay a Pawn",
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
    let text = "stray\n[good:chess]\n[bad:chess]\nmustCapture = true\n[worse:bad]\n[Also_good:good]\n\
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
        "games.ini:4: refused: bad.mustCapture = true: captures are never mandatory",
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
    assert_eq!((toml.as_str(), status), ("", Some(1)), "{report}");
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
