//! `variants import` of Fairy-Max's files.

use std::fs;

use super::import::import;
use super::{run, says};

#[test]
fn games_of_fairy_max() {
    let output = run(&["variants", "import", "tests/data/import/fmax.ini"]);
    assert_eq!(output.status.code(), Some(1));
    let report = String::from_utf8(output.stderr).unwrap();
    let said = |text: &str| assert!(report.contains(text), "{text}: {report}");
    said("refused: cylinder.n = n:350 14,107");
    said("mode 107: boards have side edges");
    said("refused: ouk.m = m:181 15,7 17,7 -15,7 -17,7 16,F4 -16,F4: mode F4: only Pawns have");
    said("refused: clobberers.k = k:-1");
    said("the Kings castle so differently that no rule says it");
    said("what Pawns become; here it is piece 7, as Fairy-Max plays");
    said("another piece has this letter; here it is A");
    said("fmax.ini: 21 of 24 games imported");
    // The games are those of Peregrine, or their start says so.
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("fmax.toml");
    fs::write(&out, output.stdout).unwrap();
    let out = out.to_str().unwrap();
    let count = |game: &str, depth: &str| {
        let arguments = ["perft", depth, "--variants", out, "--variant", game];
        says(&arguments).lines().last().unwrap().to_owned()
    };
    for (game, other) in [
        ("normal", "chess"),
        ("capablanca-2", "capablanca"),
        // The counts of these are those of Fairy-Stockfish (perft/games).
        ("knightmate", "knightmate"),
        ("janus", "janus"),
        ("berolina", "berolina"),
        ("spartan", "spartan"),
        ("asean", "asean"),
        ("makruk", "makruk"),
        ("ai-wok", "ai-wok"),
        ("king-of-the-hill", "kingofthehill"),
    ] {
        let expected = says(&["perft", "3", "--variant", other]);
        let expected = expected.lines().last().unwrap();
        assert_eq!(count(game, "3"), expected, "{game}");
    }
    let falcon = ["perft", "3", "--variant", "falcon", "--castling", "three"];
    assert!(says(&falcon).ends_with(&format!("{}\n", count("falcon-2", "3"))));
    for (game, expected) in [
        ("shatranj", 16),
        ("courier", 20),
        // Pawns have three moves each where they make triple steps.
        ("mexican", 3 * 10 + 8),
        ("almost-wildebeest", 3 * 11 + 12),
    ] {
        assert_eq!(
            count(game, "1"),
            format!("Nodes searched: {expected}"),
            "{game}"
        );
    }
}

/// What the tables of imported games say.
#[test]
fn rules_of_fairy_max() {
    let output = run(&["variants", "import", "tests/data/import/fmax.ini"]);
    let toml = String::from_utf8(output.stdout).unwrap();
    for (game, expected) in [
        // Pawns promote on three ranks or one, and start on the third rank.
        ("makruk", "start-rank = 3"),
        ("makruk", "{ squares = [6, 7, 8], to = \"M\" }"),
        ("asean", "start-rank = 3"),
        // Values that end in 3 are no choices.
        ("los-alamos", "{ squares = [6], to = [\"Q\", \"R\"] }"),
        (
            "almost-wildebeest",
            "{ squares = [10], to = [\"Q\", \"G\"] }",
        ),
        ("almost-wildebeest", "triple-step = [2]"),
        ("almost-wildebeest", "castling = \"modified-free\""),
        ("ciccolini", "castling = \"three\""),
        (
            "king-of-the-hill",
            "squares = [\"d4\", \"e4\", \"d5\", \"e5\"]",
        ),
        ("spartan", "royalty = \"duple\""),
        (
            "spartan",
            "to = [\"G\", \"W\", \"L\", \"C\", \"K\"], limit = { K = 2 }",
        ),
        (
            "team-mate",
            "A = { betza = \"WyafsW\", dialect = \"xboard\" }",
        ),
        (
            "team-mate",
            "C = { betza = \"NmpafsafF\", dialect = \"xboard\" }",
        ),
        (
            "rookies",
            "castling-partner = { white = \"S\", black = \"T\" }",
        ),
        ("rookies", "S = \"rook 4\""),
        (
            "rookies",
            "A = { betza = \"lfrflbrbNF\", dialect = \"fairy-stockfish\" }",
        ),
    ] {
        let start = toml.find(&format!("[{game}]\n"));
        let table = &toml[start.unwrap_or_else(|| panic!("{game}: {toml}"))..];
        let end = table.find("\ntitle").unwrap();
        let end = table[end + 1..]
            .find("\ntitle")
            .map_or(table.len(), |next| end + 1 + next);
        assert!(table[..end].contains(expected), "{game}: {}", &table[..end]);
    }
}

/// Royal pieces of the same kind are all of them royal, or lose with the last one, or must not
/// all be attacked.
#[test]
fn several_kings_of_fairy_max() {
    let king = "1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7";
    let pawns = "p:1 -16,6 -15,5 -17,5\np:1 16,6 15,5 17,5";
    let game = |value: &str, others: &str, king_number: usize| {
        let row = format!("{king_number} 0 {0} {0} 0 {king_number}", king_number + 1);
        format!("Game: a\n6x6\n{row}\n{row}\n{pawns}\n{others}k:{value} {king}\nR:500 1,3 -1,3\n")
    };
    let others = "n:300 14,7 18,7\n".repeat(5);
    for (text, expected) in [
        (game("-1", "", 3), Some("royalty = \"all\"")),
        (game("-300", "", 3), Some("royalty = \"last\"")),
        (game("-300", &others, 8), Some("royalty = \"duple\"")),
        (game("-300", "", 3).replace("3 0 4", "0 0 4"), None),
    ] {
        let (toml, report, _) = import(text.as_bytes(), &[]);
        let found = toml.lines().find(|line| line.starts_with("royalty"));
        assert_eq!(found, expected, "{text}: {report}{toml}");
    }
}

#[test]
fn what_fairy_max_games_lack_is_refused() {
    let pawns = "p:1 -16,6 -15,5 -17,5\np:1 16,6 15,5 17,5\n";
    let king = "k:-1 1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7\n";
    let game = |size: &str, row: &str, pieces: &str| {
        format!("Game: a\n{size}\n{row}\n{row}\n{pawns}{king}{pieces}")
    };
    for (text, expected) in [
        (
            game("4x4", "4 3 4 4", "c:1 1,103 -1,103"),
            "8: refused: a.c = c:1 1,103 -1,103: mode 103: boards have side edges",
        ),
        (
            game("4x4", "4 3 4 4", "c:1 1,1E003"),
            "8: refused: a.c = c:1 1,1E003: mode 1E003: paths that change direction",
        ),
        (
            game("4x4", "4 3 4 4", "c:1 1;7"),
            "8: refused: a.c = c:1 1;7: '1;7' is not a step and a hexadecimal mode",
        ),
        (
            game("4x4", "4 3 4 4", "c:1 -16,7"),
            "8: refused: a.c = c:1 -16,7: the piece moves otherwise toward the last rank",
        ),
        (
            game("4x4", "4 3 4", "c:1 -16,7"),
            "3: refused: a.row = 4 3 4: 3 pieces for 4 files",
        ),
        (
            game("4x4", "9 3 4 4", "c:1 -16,7"),
            "3: refused: a.row = 9 3 4 4: there is no piece 9",
        ),
        (
            game("99x4", "4 3 4 4", ""),
            "2: refused: a.size = 99x4: the size of the board",
        ),
        (
            game("4x4", "3 3 4 4", "c:-1 1,7"),
            "1: refused: a: each side has royal pieces of one kind",
        ),
        (
            game("4x4", "4 4 4 4", "c:1 1,7"),
            "1: refused: a: each side has royal pieces of one kind",
        ),
        (
            game("4x4=2", "4 3 4 4", "c:1 1,7"),
            "2: refused: a.size = 4x4=2: only the zones 3, three ranks, and -1 and -2",
        ),
        (
            game("4x4=-2", "4 3 4 4", "c:1 1,7"),
            "2: refused: a.size = 4x4=-2: the board has too few ranks",
        ),
        (
            game("4x6=3", "4 3 4 4", "c:1 1,7"),
            "1: refused: a: piece 7, which Pawns become, is not at the start",
        ),
        (
            game("4x4", "4 3 4 4", "c:1 1,7 16,F4"),
            "8: refused: a.c = c:1 1,7 16,F4: mode F4: only Pawns have first moves",
        ),
        (
            game("4x4", "4 3 4 4", "c:1 1,34"),
            "8: refused: a.c = c:1 1,34: mode 34: only the King castles",
        ),
        (
            game("4x4", "4 3 4 4", "c:1 1,7,x"),
            "8: refused: a.c = c:1 1,7,x: '1,7,x' is not a step",
        ),
        (
            game("4x4", "4 3 4 4", "c:1 1,7").replace("Game: a", "Game: seirawan # PNBRQ"),
            "1: refused: seirawan: pieces come onto the board during the game",
        ),
        (
            game("4x4", "4 3 4 4", "c:1 1,7").replace("-16,6", "-16,6 -16,824"),
            "5: refused: a.p = p:1 -16,6 -16,824 -15,5 -17,5: mode 824: there is no such first",
        ),
        (
            game("4x4", "4 3 4 4", "c:1 1,7").replace("-16,6", "-16,6 -16,34"),
            "5: refused: a.p = p:1 -16,6 -16,34 -15,5 -17,5: mode 34: first moves do not capture",
        ),
        (
            game("4x4", "4 3 4 4", "c:1 1,7")
                .replace("-16,6", "-16,6 -18,6")
                .replace(" 16,6", " 16,6 14,6"),
            "5: refused: a.p = p:1 -16,6 -18,6 -15,5 -17,5: such moves of Pawns",
        ),
        (
            game("4x4", "4 3 4 4", "c:1 1,7").replace("p:1 16,6", "p:1 16,6 1,6"),
            "6: refused: a.p = p:1 16,6 1,6 15,5 17,5: Pawns of the same letter move differently",
        ),
        (
            game("4x4", "4 3 4 4", "c:1 1,7").replace("p:1 16,6", "h:1 16,6 16,24"),
            "6: refused: a.h = h:1 16,6 16,24 15,5 17,5: only Pawns that move alike",
        ),
        (
            "Game: a".to_owned(),
            "1: refused: a: a game has the size of the board",
        ),
        (
            "Game:\n".to_owned(),
            "1: refused: Game: the game has no name",
        ),
    ] {
        let (toml, report, status) = import(text.as_bytes(), &[]);
        assert_eq!((toml.as_str(), status), ("", Some(1)), "{text}: {report}");
        assert!(
            report.contains(&format!("games.ini:{expected}")),
            "{text}: {report}"
        );
    }
}
