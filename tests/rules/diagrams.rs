//! The pictures in `docs/rules.md` and in the gallery of `docs/guide/variant-files.md` are those that the program draws now.
//!
//! A comment before each picture gives the arguments of `peregrine show` that make
//! it. `UPDATE_DIAGRAMS=1 cargo test --test rules diagrams` redraws them all.
//! What the page teaches with them is compared with the rules.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use peregrine::board::bitboard::Bitboard;
use peregrine::board::color::Color;
use peregrine::board::moves::MoveKind;
use peregrine::board::square::Square;
use peregrine::notation::parse_coordinate;
use peregrine::position::{Outcome, Position};
use peregrine::variants;

use crate::common;
use crate::process::program;
use crate::running::Start;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

/// The arguments of a command line, with double quotes around those with spaces.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// The pictures of the pages: file name and the arguments that make it.
fn pictures() -> BTreeMap<String, Vec<String>> {
    let pages = ["rules.md", "guide/variant-files.md"];
    let pages = pages.map(|page| fs::read_to_string(docs().join(page)).unwrap());
    let mut pictures = BTreeMap::new();
    let mut before = "";
    for line in pages.iter().flat_map(|page| page.lines()) {
        if let Some((_, rest)) = line.split_once("images/diagrams/") {
            let (name, _) = rest.split_once(')').unwrap();
            let command = before
                .strip_prefix("<!-- peregrine show ")
                .and_then(|rest| rest.strip_suffix(" -->"));
            let command = command.unwrap_or_else(|| panic!("nothing says how {name} is made"));
            let earlier = pictures.insert(name.to_owned(), words(command));
            assert_eq!(earlier, None, "{name} is there twice");
        }
        before = line;
    }
    assert!(
        pictures.len() > 50,
        "only {} pictures found",
        pictures.len()
    );
    pictures
}

#[test]
fn pictures_are_up_to_date() {
    let update = std::env::var_os("UPDATE_DIAGRAMS").is_some();
    let mut stale = Vec::new();
    for (name, words) in pictures() {
        let mut command = program();
        let output = command.arg("show").args(&words).args(["--svg", "-"]).run();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{name}: {errors}");
        let file = docs().join("images/diagrams").join(&name);
        if update {
            fs::write(&file, &output.stdout).unwrap();
        } else if fs::read(&file).ok() != Some(output.stdout) {
            stale.push(name);
        }
    }
    assert!(
        stale.is_empty(),
        "UPDATE_DIAGRAMS=1 makes these anew: {stale:?}"
    );
}

#[test]
fn no_picture_is_unused() {
    let pictures = pictures();
    for entry in fs::read_dir(docs().join("images/diagrams")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(pictures.contains_key(&name), "{name} is on no page");
    }
}

#[test]
fn every_game_has_its_picture() {
    let pictures = pictures();
    for variant in common::built_in_games() {
        let words = pictures.get(&format!("{}.svg", variant.name));
        assert_eq!(
            words,
            Some(&vec!["--variant".to_owned(), variant.name.to_string()])
        );
    }
}

/// What a picture of the page shows: the position, and the squares of each
/// `--mark`.
struct Lesson {
    position: Position,
    marks: Vec<Bitboard>,
}

fn lesson(name: &str) -> Lesson {
    let words = &pictures()[&format!("{name}.svg")];
    let options = |wanted: &str| -> Vec<String> {
        let pairs = words.chunks(2).filter(|pair| pair[0] == wanted);
        pairs.map(|pair| pair[1].clone()).collect()
    };
    let variant = options("--variant")
        .pop()
        .unwrap_or_else(|| "falcon".to_owned());
    let rules = variants::find(&variant)
        .unwrap()
        .rules(Default::default())
        .unwrap();
    let fen = options("--fen")
        .pop()
        .unwrap_or_else(|| rules.start_fen().to_owned());
    let square = |name: &str| rules.geometry().square_named(name).unwrap();
    let marks = options("--mark");
    Lesson {
        position: Position::from_fen(rules, &fen).unwrap(),
        marks: marks
            .iter()
            .map(|names| names.split(',').map(square).collect())
            .collect(),
    }
}

impl Lesson {
    fn square(&self, name: &str) -> Square {
        self.position.rules().geometry().square_named(name).unwrap()
    }

    /// Where the piece on that square can go.
    fn moves(&self, from: &str) -> Bitboard {
        let from = self.square(from);
        let moves = self.position.legal_moves();
        moves
            .iter()
            .filter(|mv| mv.from() == from)
            .map(|mv| mv.to())
            .collect()
    }

    /// Where the King can castle to, or which pieces it can swap with.
    fn castling(&self, kind: MoveKind) -> Bitboard {
        let moves = self.position.legal_moves();
        moves
            .iter()
            .filter(|mv| mv.kind() == kind)
            .map(|mv| mv.to())
            .collect()
    }
}

#[test]
fn falcon_pictures_match_the_rules() {
    for name in ["falcon-moves", "falcon-blocked", "falcon-leap-moves"] {
        let lesson = lesson(name);
        assert_eq!(lesson.moves("e4"), lesson.marks[0], "{name}");
    }
    let blocked = lesson("falcon-blocked");
    assert_eq!(blocked.marks[1], blocked.square("g7").into());
    let winged = lesson("winged-knight");
    assert_eq!(winged.moves("h4"), winged.marks[0] | winged.marks[1]);
    let h4 = winged.square("h4");
    assert_eq!(
        winged.position.rules().geometry().knight(h4),
        winged.marks[1]
    );
    // Besides the King's own moves, the only defense is to interpose.
    let check = lesson("falcon-check");
    assert!(check.position.checkers().any());
    assert_eq!(check.moves("f8"), check.marks[0]);
    assert!(check.moves("e5").is_empty());
    let pin = lesson("falcon-pin");
    assert!(pin.position.checkers().is_empty() && pin.marks[0].count() == 2);
    assert!(pin.moves("e5").is_empty() && pin.moves("f5").is_empty());
}

#[test]
fn castling_pictures_match_the_rules() {
    let free = lesson("castling-free");
    assert_eq!(free.castling(MoveKind::Castling), free.marks[0]);
    let mut position = free.position.clone();
    for text in ["f1i1", "f8c8"] {
        position.play(parse_coordinate(&position, text).unwrap());
    }
    assert_eq!(
        position.to_string(),
        lesson("castling-done").position.to_string()
    );
    let random = lesson("falcon-random-other");
    let rules = random.position.rules();
    let fen = "bfrk3rfb/pppppppppp/10/10/10/10/PPPPPPPPPP/BFRK3RFB w KQkq - 0 1";
    let cleared = Lesson {
        position: Position::from_fen(rules, fen).unwrap(),
        marks: Vec::new(),
    };
    assert_eq!(cleared.castling(MoveKind::Castling), random.marks[0]);
    let swap = lesson("king-swap");
    assert_eq!(swap.castling(MoveKind::KingSwap).count(), 15);
    let mut position = swap.position.clone();
    position.play(parse_coordinate(&position, "i1a1").unwrap());
    let done = lesson("king-swap-done");
    assert_eq!(position.to_string(), done.position.to_string());
    assert_eq!(swap.marks, done.marks);
}

#[test]
fn pawn_pictures_match_the_rules() {
    let zones = lesson("falcon100-zones");
    let rules = zones.position.rules();
    let white: Vec<Bitboard> = rules
        .pawns(Color::White)
        .zones
        .iter()
        .map(|zone| zone.squares)
        .collect();
    assert_eq!(white, zones.marks);
    let pawns = lesson("falcon100-pawns");
    for (from, to) in [
        ("e6", &["d6", "e7", "f6"][..]),
        ("a8", &["x8", "b8", "a9", "x9"]),
        ("j8", &["i8", "y8", "j9", "y9"]),
    ] {
        let to: Bitboard = to.iter().map(|name| pawns.square(name)).collect();
        assert_eq!(pawns.moves(from), to, "{from}");
    }
    let cruelty = lesson("mental-cruelty");
    let mut position = cruelty.position.clone();
    position.play(parse_coordinate(&position, "b7b8").unwrap());
    assert_eq!(
        position.outcome(),
        Some(Outcome::MentalCruelty(Color::Black))
    );
}
