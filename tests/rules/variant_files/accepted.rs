//! What a valid file defines.

use std::fs;

use peregrine::board::piece::{Components, PieceKind};
use peregrine::notation::coordinate;
use peregrine::position::Position;
use peregrine::rules::{CastlingRule, StalemateRule};
use peregrine::variants::{self, RuleOptions, Variant, VariantFileError};

use super::texts::{built_in, variant};
use crate::common;

#[test]
fn every_built_in_variant_passes_the_check_of_files() {
    // Under other names, as their own are taken.
    let text = renamed(&built_in());
    let found = variants::check(&text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(found.len(), 26);
    for (mine, theirs) in found.iter().zip(variants::all()) {
        assert_eq!(mine.name, format!("my-{}", theirs.name));
        assert_eq!(
            (&mine.pawns, &mine.piece_types, &mine.castling),
            (&theirs.pawns, &theirs.piece_types, &theirs.castling)
        );
    }
}

/// The tables of their boards are built on demand, and building succeeds.
#[test]
fn every_built_in_variant_starts_with_each_of_its_options() {
    for variant in common::built_in_games() {
        for &castling in &variant.castling {
            for &promotion in &variant.promotion {
                let rules = variant.rules(RuleOptions {
                    castling: Some(castling),
                    promotion: Some(promotion),
                });
                let rules = rules.unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(
                    rules.geometry().squares(),
                    variant.board.layout().unwrap().squares()
                );
                assert_eq!(Position::start(rules).outcome(), None, "{}", variant.name);
            }
        }
    }
}

/// The text with the prefix `my-` on the names of all its variants.
fn renamed(text: &str) -> String {
    let lines = text.lines().map(|line| match line.strip_prefix('[') {
        Some(name) => format!("[my-{name}\n"),
        None => format!("{line}\n").replace("base = \"", "base = \"my-"),
    });
    lines.collect()
}

#[test]
fn variants_are_played_as_their_file_defines_them() {
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
    // Rank 2 except for its holes.
    assert_eq!(pawns.sideways.count(), 12);
    assert_eq!(pawns.extra_steps.len(), 2);
    assert_eq!(pawns.zones.len(), 2);
    assert!(pawns.zones[1].optional && !pawns.zones[0].optional);
    assert_eq!(pawns.zones[0].kinds.len(), 2);
}

/// What is a hole for White need not be one for Black.
#[test]
fn ranks_are_mirrored_including_their_holes() {
    let leaked = |text: &str| -> &'static Variant { Box::leak(Box::new(variant(text))) };
    let moves = |game: &'static Variant, fen: &str| {
        let position = Position::from_fen(game.rules(Default::default()).unwrap(), fen).unwrap();
        let moves = position.legal_moves();
        let mut moves: Vec<String> = moves.iter().map(|&mv| coordinate(&position, mv)).collect();
        moves.retain(|text| text.starts_with('a'));
        moves.sort_unstable();
        moves
    };
    let corner = leaked(
        "[corner]\nbase = 'chess'\n\
         start = '*nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1'",
    );
    assert_eq!(
        moves(corner, "*3k3/8/8/8/8/8/p7/4K3 b - - 0 1"),
        ["a2a1b", "a2a1n", "a2a1q", "a2a1r"]
    );
    let ahead = leaked(
        "[ahead]\nbase = 'chess'\n\
         start = 'rnbqkbnr/pppppppp/8/8/8/*7/PPPPPPPP/RNBQKBNR w KQkq - 0 1'",
    );
    assert!(moves(ahead, "4k3/p7/8/8/8/*7/P7/4K3 w - - 0 1").is_empty());
    assert_eq!(
        moves(ahead, "4k3/p7/8/8/8/*7/P7/4K3 b - - 0 1"),
        ["a7a5", "a7a6"]
    );
    let behind = leaked(
        "[behind]\nbase = 'chess'\n\
         start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN* w kq - 0 1'",
    );
    let rules = behind.rules(Default::default()).unwrap();
    let error = Position::from_fen(rules, "4k2p/8/8/8/8/8/8/4K2* w - - 0 1").unwrap_err();
    assert_eq!(error.to_string(), "a Black Pawn cannot stand on h8");
}

#[test]
fn inherited_keys_are_adapted_to_the_new_board() {
    let small = variant(
        "[small]\nbase = 'falcon'\nboard = '8x8'\n\
         start = 'rnbfkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBFKBNR w KQkq - 0 1'",
    );
    assert_eq!(small.title, "small");
    assert_eq!(small.about, "");
    assert_eq!(small.xboard, None);
    assert_eq!(small.castling, variants::find("falcon").unwrap().castling);
    let letters: Vec<&str> = small
        .piece_types
        .iter()
        .map(|row| row.letter.as_str())
        .collect();
    // Neither side has a Queen, and no Pawn promotes to one.
    assert_eq!(letters, ["P", "K", "R", "B", "N", "F"]);
    assert_eq!(small.pawns.zones[0].kinds.len(), 4);
}

#[test]
fn reloading_replaces_only_changed_variants() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    fs::write(&path, "[reloaded]\nbase = 'chess'\n").unwrap();
    variants::load(&path).unwrap();
    let first = variants::find("reloaded").unwrap();
    let count = || {
        let all = variants::all();
        all.iter()
            .filter(|variant| variant.name == "reloaded")
            .count()
    };
    variants::load(&path).unwrap();
    assert!(std::ptr::eq(first, variants::find("Reloaded").unwrap()));
    assert_eq!(count(), 1);
    fs::write(&path, "[reloaded]\nbase = 'chess'\nstalemate = 'loss'\n").unwrap();
    variants::load(&path).unwrap();
    let second = variants::find("reloaded").unwrap();
    assert_eq!(second.stalemate, StalemateRule::Loss);
    assert_eq!(count(), 1);
    // Of a faulty file the variants without faults are loaded.
    fs::write(
        &path,
        "[reloaded]\nbase = 'chess'\n[other]\nbase = 'cheese'\n",
    )
    .unwrap();
    let error = variants::load(&path).unwrap_err().to_string();
    let path = path.display();
    let said = format!(
        "{path}:4: other.base: there is no variant 'cheese'; did you mean 'chess'?\n\
         {path}: variants added: reloaded; not added: other"
    );
    assert_eq!(error, said);
    assert!(std::ptr::eq(first, variants::find("reloaded").unwrap()));
    // Who asks for the other one is told why it is not there.
    let error = variants::find("Other").unwrap_err().to_string();
    let reason = format!(
        "unknown variant 'Other'; its definition in {path} is faulty: line 4: other.base: there is \
         no variant 'cheese'"
    );
    assert!(error.starts_with(&reason), "{error}");
    fs::write(folder.path().join("mine.toml"), "[other]\nbase = 'chess'\n").unwrap();
    variants::load(&folder.path().join("mine.toml")).unwrap();
    assert!(variants::find("other").is_ok());
}

/// The games that a file with faults adds nevertheless, and those that it does not.
fn loaded(text: &str) -> (Vec<String>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    fs::write(&path, text).unwrap();
    match variants::load(&path) {
        Ok(added) => (added, Vec::new()),
        Err(VariantFileError::Faulty { added, refused, .. }) => (added, refused),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn a_faulty_game_leaves_the_others_usable() {
    let good = "base = 'chess'\n";
    for (number, fault) in [
        "base = 'chess'\nbord = 1\n",
        "base = 'cheese'\n",
        "base = 'chess'\nstart = 'xyz'\n",
        "base = 'chess'\nstart = '8/8/8/8/8/8/8/8 w - - 0 1'\n",
        "base = 'chess'\nstart = '4k3/8/8/8/8/8/8/4KQ2 w KQ - 0 1'\n",
        "base = 'chess'\npieces.X = 'queeen'\n",
        "base = 'chess'\ncastling = ['free'\n",
        "base = 'chess'\ntitle = \"no end\n",
        "base = = 'chess'\n",
        "base = 'chess'\nbase = 'falcon'\n",
        "",
        "base = 'chess'\nking = 7\n",
        "base = 'chess'\ntitle = '''no end\n",
    ]
    .into_iter()
    .enumerate()
    {
        let [first, bad, based, last, leap] =
            ["first", "bad", "based", "last", "leap"].map(|name| format!("{name}-{number}"));
        let text = format!(
            "[{first}]\n{good}[{bad}]\n{fault}[{based}]\nbase = '{bad}'\n[{last}]\n{good}\
             [{leap}]\nbase = '{based}'\nstart = '4k3/8/8/8/8/8/8/4KQ2 w - - 0 1'\n"
        );
        let (added, refused) = loaded(&text);
        assert_eq!(added, [first.clone(), last.clone()], "{text}");
        let mut refused_sorted = refused.clone();
        refused_sorted.sort();
        assert_eq!(
            refused_sorted,
            [bad.clone(), based.clone(), leap.clone()],
            "{text}"
        );
        assert!(variants::find(&first).is_ok() && variants::find(&last).is_ok());
        for name in [&bad, &based, &leap] {
            let error = variants::find(name).unwrap_err().to_string();
            assert!(error.contains("is faulty: line "), "{error}");
        }
        let error = variants::find(&based).unwrap_err().to_string();
        let reason = format!("{based}.base: '{bad}', on which it is based, has faults");
        // A fault that it inherits is a fault of its own, and so is a key that neither has.
        let inherits = ["no variant 'cheese'", "(inherited from "];
        let is_named = match fault.is_empty() {
            true => error.contains(&format!("{based}: the key 'start' is missing")),
            false => inherits.iter().any(|words| error.contains(words)),
        };
        assert!(error.contains(&reason) || is_named, "{error}");
    }
}

#[test]
fn what_makes_a_whole_file_unusable() {
    for text in ["", "# nothing\n", "[chess]\nbase = 'falcon'\n"] {
        let (added, _) = loaded(text);
        assert!(added.is_empty(), "{text}: {added:?}");
    }
    // The same name twice: the first game is the one.
    let (added, refused) = loaded("[twice-a]\nbase = 'chess'\n[Twice-A]\nbase = 'falcon'\n");
    assert_eq!(
        (added, refused),
        (vec!["twice-a".to_owned()], vec!["Twice-A".to_owned()])
    );
    let text = "[twice-b]\nbase = 'chess'\n[other-b]\nbase = 'chess'\n[twice-b]\nking = 'L'\n";
    assert_eq!(loaded(text).0, ["twice-b", "other-b"]);
}

#[test]
fn nothing_follows_from_a_start_position_that_cannot_be_read() {
    for start in [
        "xyz",
        "",
        "startpos",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "rnbqkbnr w - -",
    ] {
        for rest in [
            "base = 'chess'",
            "board = '8x8'\npieces.Q = 'queen'\npieces.R = 'rook'",
        ] {
            let text = format!("[x]\nstart = '{start}'\n{rest}\n");
            let faults = variants::check(&text).unwrap_err();
            for fault in faults {
                assert_eq!(
                    (fault.line, fault.key.as_str()),
                    (2, "x.start"),
                    "{fault}: {text}"
                );
                assert!(!fault.reason.contains("Pawn on"), "{fault}: {text}");
            }
        }
    }
}
