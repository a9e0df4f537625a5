//! `pgn convert` and `pgn show` from the outside.

use std::fs;
use std::path::Path;
use std::process::Output;

use peregrine::notation::parse_coordinate;
use peregrine::position::Position;
use peregrine::render::Svg;
use peregrine::variants;

use crate::process::{no_file, program};
use crate::running::Start;

const GAMES: &str = "[White \"One\"]\n[Black \"Other\"]\n\n{first} 1. e4 e5 (1... c5 $5 2. Nf3 {good}) 2. f4 exf4 \
    3. Nf3 d5 4. Bb5+ c6 5. O-O *\n\n[Variant \"falcon\"]\n[Castling \"three\"]\n\n1. e4 e5 2. Nc3 1-0\n\n";

fn run(folder: &Path, words: &[&str]) -> Output {
    let mut command = program();
    command.current_dir(folder).arg("pgn").args(words);
    command.run()
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.pgn"), GAMES).unwrap();
    folder
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The standard output of a command that succeeds.
#[track_caller]
fn says(folder: &Path, words: &[&str]) -> String {
    let output = run(folder, words);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {errors}");
    text(&output.stdout)
}

#[track_caller]
fn complains(folder: &Path, words: &[&str]) -> String {
    let output = run(folder, words);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{words:?}: {errors}");
    errors
}

#[test]
fn conversions_lead_back() {
    let folder = folder();
    let path = folder.path();
    let own = says(path, &["convert", "in.pgn", "--to", "san"]);
    assert!(
        own.contains("{first} 1. e4 e5 (1... c5 $5 2. Nf3 {good}) 2. f4 exf4 3. Nf3"),
        "{own}"
    );
    for (notation, moves) in [
        ("coordinate", "4. f1b5 c7c6 5. e1g1 *"),
        ("xboard", "4. Bb5+ c6 5. O-O *"),
    ] {
        let out = format!("{notation}.pgn");
        let said = says(
            path,
            &["convert", "in.pgn", "--to", notation, "--out", &out],
        );
        assert_eq!(said, format!("{out}: 2 games\n"));
        let written = fs::read_to_string(path.join(&out)).unwrap();
        assert!(written.replace('\n', " ").contains(moves), "{written}");
        let back = says(path, &["convert", &out, "--to", "san"]);
        assert_eq!(back, own);
        says(path, &["check", &out]);
    }
    let xboard = fs::read_to_string(path.join("xboard.pgn")).unwrap();
    assert!(xboard.contains("[VariantMen \"F:"), "{xboard}");
}

#[test]
fn what_cannot_be_converted_is_named_and_left_out() {
    let folder = folder();
    let path = folder.path();
    let wide = "[Variant \"falcon\"]\n[Castling \"wide\"]\n\n1. e4 *\n\n1. e4 e4 *\n\n1. d4 *\n";
    fs::write(path.join("wide.pgn"), wide).unwrap();
    let output = run(path, &["convert", "wide.pgn", "--to", "xboard"]);
    assert_eq!(output.status.code(), Some(1));
    let written = text(&output.stdout);
    assert_eq!(written.matches("[Event ").count(), 1);
    assert!(written.ends_with("\n\n1. d4 *\n\n"), "{written}");
    let said = text(&output.stderr);
    for fault in [
        "wide.pgn: line 1, game 1: XBoard has no name for the game falcon with castling wide; the game is left out\n",
        "wide.pgn: line 6, game 2: ply 2, move 1...: 'e4' is not legal here; before it: ",
    ] {
        assert!(said.contains(fault), "{said}");
    }
    let said = complains(path, &["convert", "in.pgn", "--to", "english"]);
    assert!(said.contains("'english' is not a notation"), "{said}");
    let said = complains(
        path,
        &["convert", "no.pgn", "--to", "san", "--out", "new.pgn"],
    );
    assert!(said.contains(&no_file("no.pgn")), "{said}");
    assert!(!path.join("new.pgn").exists());
    let said = complains(
        path,
        &["convert", "in.pgn", "--to", "san", "--out", "in.pgn"],
    );
    assert!(said.contains("in.pgn: the file already exists"), "{said}");
    assert_eq!(fs::read_to_string(path.join("in.pgn")).unwrap(), GAMES);
    says(
        path,
        &[
            "convert", "in.pgn", "--to", "san", "--out", "in.pgn", "--force",
        ],
    );
    assert_ne!(fs::read_to_string(path.join("in.pgn")).unwrap(), GAMES);
    fs::write(path.join("empty.pgn"), "").unwrap();
    let output = run(path, &["convert", "empty.pgn", "--to", "san"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("empty.pgn: the file contains no game"));
}

#[test]
fn positions_of_games_are_shown() {
    let folder = folder();
    let path = folder.path();
    let said = says(path, &["show", "in.pgn"]);
    assert!(said.starts_with("Ply 9 of 9, 5. O-O\n"), "{said}");
    assert!(
        said.contains("rnbqkbnr/pp3ppp/2p5/1B1p4/4Pp2/5N2/PPPP2PP/RNBQ1RK1 b kq"),
        "{said}"
    );
    let said = says(path, &["show", "in.pgn", "--game", "2", "--ply", "0"]);
    assert!(said.starts_with("Ply 0 of 3\n"), "{said}");
    let picture = says(path, &["show", "in.pgn", "--ply", "1", "--svg", "-"]);
    roxmltree::Document::parse(&picture).unwrap();
    assert!(
        picture.contains("<title>White Pawn on e4</title>"),
        "{picture}"
    );
    assert_eq!(picture.matches("class=\"mark\"").count(), 1);
    says(path, &["show", "in.pgn", "--ply", "1", "--svg", "e4.svg"]);
    assert_eq!(fs::read_to_string(path.join("e4.svg")).unwrap(), picture);
    let png = [
        "show", "in.pgn", "--ply", "1", "--png", "e4.png", "--size", "300",
    ];
    says(path, &png);
    let rules = variants::rules("chess").unwrap();
    let mut position = Position::start(rules);
    let e4 = parse_coordinate(&position, "e2e4").unwrap();
    position.play(e4);
    let expected = Svg::new(&position).mark([e4.from(), e4.to()].into_iter().collect());
    assert!(fs::read(path.join("e4.png")).unwrap() == expected.to_png(300).unwrap());
    for (words, message) in [
        (
            &["show", "in.pgn", "--game", "3"][..],
            "in.pgn: the file has 2 games, no game 3",
        ),
        (
            &["show", "in.pgn", "--game", "0"],
            "expected a whole number from 1 to ",
        ),
        (
            &["show", "in.pgn", "--ply", "10"],
            "--ply 10: the game has 9 plies",
        ),
        (&["show", "in.pgn", "--animate"], "--svg"),
        (
            &["show", "in.pgn", "--animate", "--png", "x.png"],
            "cannot be used with '--png <FILE>'",
        ),
        (
            &["show", "in.pgn", "--png", "no/x.png"],
            "no/x.png: there is no folder no",
        ),
        (
            &["show", "in.pgn", "--animate", "--svg", "-", "--pause", "0"],
            "expected a number of seconds",
        ),
        (
            &["show", "in.pgn", "--svg", "no/x.svg"],
            "no/x.svg: there is no folder no",
        ),
    ] {
        let said = complains(path, words);
        assert!(said.contains(message), "{words:?}: {said}");
    }
}

#[test]
fn an_animated_picture_plays_the_game() {
    let folder = folder();
    let path = folder.path();
    let words = ["show", "in.pgn", "--animate", "--svg", "-", "--pause", "2"];
    let picture = says(path, &words);
    let document = roxmltree::Document::parse(&picture).unwrap();
    let named = |name: &'static str| {
        let all = document.descendants();
        all.filter(move |node| node.has_tag_name(name))
    };
    // One man is taken.
    let ends = |node: &roxmltree::Node<'_, '_>| {
        let values = node.attribute("values").unwrap_or_default();
        values.ends_with("hidden")
    };
    let men: Vec<_> = named("use").collect();
    assert_eq!(men.len(), 32);
    let taken = men
        .iter()
        .filter(|man| man.children().any(|child| ends(&child)));
    assert_eq!(taken.count(), 1);
    // Castling moves two, and one Pawn moves twice.
    let moving = men.iter().filter(|man| {
        let axis = |node: roxmltree::Node<'_, '_>| {
            matches!(node.attribute("attributeName"), Some("x" | "y"))
        };
        man.children().any(axis)
    });
    assert_eq!(moving.count(), 9);
    // 9 moves of 2 s, the start position, and a rest of three moves.
    for animation in named("animate") {
        assert_eq!(animation.attribute("dur"), Some("26s"));
        let times: Vec<f64> = animation
            .attribute("keyTimes")
            .unwrap()
            .split(';')
            .map(|time| time.parse().unwrap())
            .collect();
        assert!(times.is_sorted() && times[0] == 0.0 && times[times.len() - 1] <= 1.0);
        let values = animation.attribute("values").unwrap().split(';').count();
        assert_eq!(values, times.len());
    }
    let captions: Vec<&str> = named("text").filter_map(|text| text.text()).collect();
    for caption in ["One - Other, *", "1. e4", "2... exf4", "5. O-O"] {
        assert!(captions.contains(&caption), "{captions:?}");
    }
    // A game without moves is a picture that does not move.
    fs::write(path.join("none.pgn"), "*").unwrap();
    let picture = says(path, &["show", "none.pgn", "--animate", "--svg", "-"]);
    roxmltree::Document::parse(&picture).unwrap();
    assert!(!picture.contains("<animate"), "{picture}");
}
