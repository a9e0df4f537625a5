//! The gallery of `docs/guide/variant-files.md`: its pictures mark where the pieces go, its
//! entries are those of the game it names, and its games are those of the library.

use std::fs;
use std::path::{Path, PathBuf};

use peregrine::board::bitboard::Bitboard;
use peregrine::board::color::Color;
use peregrine::board::piece::{Piece, PieceKind};
use peregrine::board::setup::Setup;
use peregrine::board::square::Square;
use peregrine::position::{Position, fen};
use peregrine::rules::Rules;
use peregrine::variants;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

fn gallery() -> String {
    let text = fs::read_to_string(docs().join("guide/variant-files.md")).unwrap();
    let (_, gallery) = text.split_once("\n## Gallery\n").unwrap();
    gallery.split("\n## ").next().unwrap().to_owned()
}

/// The squares of all options of this name in a command.
fn squares(rules: &Rules, command: &str, option: &str) -> Bitboard {
    let words: Vec<&str> = command.split_whitespace().collect();
    let pairs = words.windows(2).filter(|pair| pair[0] == option);
    let names = pairs.flat_map(|pair| pair[1].split(','));
    let square = |name: &str| rules.geometry().square_named(name).unwrap();
    names.map(square).collect()
}

/// Whether the piece goes to exactly these squares, with Kings where they are not in its way.
fn goes_to(rules: &'static Rules, figure: &Setup, from: Square, marks: Bitboard) -> bool {
    let free: Vec<Square> = rules
        .geometry()
        .squares()
        .into_iter()
        .filter(|square| figure.board[square.index()].is_none() && !marks.contains(*square))
        .collect();
    let mut used = Bitboard::EMPTY;
    let mut places = 0;
    for &white in &free {
        for &black in free.iter().filter(|&&black| black != white) {
            if used.contains(white) || used.contains(black) {
                continue;
            }
            let mut setup = figure.clone();
            for (square, color) in [(white, Color::White), (black, Color::Black)] {
                setup.board[square.index()] = Some(Piece::new(color, PieceKind::KING));
            }
            let Ok(position) = Position::from_setup(rules, &setup) else {
                continue;
            };
            let moves = position.legal_moves();
            let moves = moves.iter().filter(|mv| mv.from() == from);
            if moves.map(|mv| mv.to()).collect::<Bitboard>() == marks {
                used |= Bitboard::from(white) | black.into();
                places += 1;
            }
        }
    }
    // A King that stands on a square which is not marked could hide that once, not thrice.
    places >= 3
}

#[test]
fn pictures_mark_where_the_pieces_go() {
    variants::load(&docs().join("examples/gallery.toml")).unwrap();
    let rules = variants::rules("gallery").unwrap();
    let file = fs::read_to_string(docs().join("examples/gallery.toml")).unwrap();
    let entries: String = file.split_whitespace().collect();
    let text = gallery();
    let mut pieces = 0;
    let mut heading = "";
    for line in text.lines() {
        if line.starts_with("**") && line.contains("`, `") || line.contains("**, `") {
            heading = line;
        }
        let start = "<!-- peregrine show --variants docs/examples/gallery.toml --variant gallery ";
        let Some(command) = line.strip_prefix(start) else {
            continue;
        };
        let figure = command.split('"').nth(1).unwrap();
        let setup = fen::parse(rules, figure).unwrap();
        let marks = squares(rules, command, "--mark");
        let mut whites = rules.geometry().squares().into_iter().filter(|square| {
            setup.board[square.index()].is_some_and(|piece| {
                piece.color() == Color::White && piece.kind() != PieceKind::PAWN
            })
        });
        let from = whites.next().unwrap();
        assert!(whites.next().is_none() && marks.any(), "{line}");
        assert!(goes_to(rules, &setup, from, marks), "{heading}: {line}");
        let entry = heading.split('`').nth(1).unwrap();
        let entry: String = entry.split_whitespace().collect();
        let (letter, moves) = entry.split_once('=').unwrap();
        let piece = setup.board[from.index()].unwrap();
        assert_eq!(rules.kind_letter(piece.kind()), letter);
        // The file breaks long lists.
        let shown = entries.replace(",]", "]").replace("[gallery.pieces.", "[");
        assert!(
            shown.contains(&format!("{letter}={moves}")),
            "{entry} is not in the file"
        );
        pieces += 1;
    }
    assert!(pieces >= 20, "only {pieces} pieces");
}

#[test]
fn games_are_those_of_the_library() {
    let text = gallery();
    let mut games = 0;
    for part in text.split("\n**[`").skip(1) {
        let (name, rest) = part.split_once('`').unwrap();
        let (link, rest) = rest.split_once(")**\n\n").unwrap();
        assert_eq!(link, format!("](../../data/games/{name}.toml"));
        let (about, rest) = rest.split_once("\n\n").unwrap();
        assert_eq!(
            about.replace('\n', " "),
            variants::find(name).unwrap().about
        );
        let picture = format!("<!-- peregrine show --variant {name} -->\n");
        assert!(rest.starts_with(&picture), "{name}: {rest}");
        games += 1;
    }
    assert!(games >= 10, "only {games} games");
}
