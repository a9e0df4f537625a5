//! `play` with typed lines on standard input.

use std::fs;

use super::complains;
use crate::books::{Books, FACTS};
use crate::common::single_game;
use crate::process::{output_for, program};

/// What the command says to these lines.
fn says(arguments: &[&str], lines: &str) -> String {
    let mut command = program();
    command.args(["play", "--time", "0.05"]).args(arguments);
    let output = output_for(&mut command, lines);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert_eq!(errors, "");
    String::from_utf8(output.stdout).unwrap()
}

/// How many plies the single game of a text in PGN has.
fn plies(pgn: &str) -> usize {
    single_game(pgn, "falcon").pgn.game.moves().len()
}

const FOOLS_MATE: &str = "f3\ne5\ng4\nQh4\n";

#[test]
fn two_people_play_to_mate_and_the_game_is_printed() {
    let said = says(&["--color", "both", "--variant", "chess"], FOOLS_MATE);
    assert!(said.contains("\nBlack wins by checkmate: 0-1\n"), "{said}");
    let (_, pgn) = said.split_once("\n[Event").unwrap();
    assert!(pgn.ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"), "{pgn}");
    assert_eq!(plies(&format!("[Event{pgn}")), 4);
}

#[test]
fn the_engine_answers_and_the_file_holds_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    let path = file.to_str().unwrap();
    let said = says(&["--level", "1", "--save", path], "e4\nd4\n");
    assert_eq!(said.matches("Peregrine plays ").count(), 2, "{said}");
    assert!(!said.contains("[Event"), "{said}");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("[Black \"Peregrine"), "{text}");
    assert_eq!(plies(&text), 4);
    let refused = complains(&["play", "--save", path]);
    assert!(refused.contains("the file already exists"), "{refused}");
    // Black to move first, from the middle of a game.
    let fen = "5k4/5r4/10/10/10/10/10/K9 b - - 0 1";
    let said = says(&["--fen", fen, "--save", path, "--force"], "a1a2\nundo\n");
    assert!(said.contains("Peregrine plays 1... "), "{said}");
    assert!(plies(&fs::read_to_string(&file).unwrap()) <= 2);
}

#[test]
fn moves_are_taken_back_and_suggested_and_the_board_turns() {
    let lines = "e4\nundo\nfen\nflip\nhint\nundo\nlevel 20\ntime 0.1\nmoves\nfigures\n";
    let said = says(&["--level", "0"], lines);
    let start = "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w KQkq - 0 1";
    assert!(said.contains(start), "{said}");
    assert!(
        said.contains(" 1   R  N  B  F  K  Q  F  B  N  R\n"),
        "{said}"
    );
    assert!(said.contains(" plies deep)\n"), "{said}");
    assert!(
        said.contains("There is no move of yours to take back.\n"),
        "{said}"
    );
    assert!(
        said.contains("plays at level 20 of 20, with 0.1 s a move.\n"),
        "{said}"
    );
    assert!(said.contains("\u{2656}  \u{2658}  \u{2657}  F"), "{said}");
    // Nothing was played in the end, so there is nothing to print.
    assert!(!said.contains("[Event"), "{said}");
}

#[test]
fn the_opening_book_is_shown_and_played_at_full_strength() {
    let books = Books::new();
    let path = books.of("chess", &["a2a3 h7h6 b2b3", "g1f3"]);
    let chess = ["--variant", "chess", "--book", &path];
    let play = |options: &[&str], lines: &str| says(&[&chess, options].concat(), lines);
    let said = play(&["--color", "both"], "book\na3\nbook\na6\nbook\n");
    let listed = [
        format!("a3    50%  {FACTS}\nNf3   50%  {FACTS}\n"),
        format!("h6  100%  {FACTS}\n"),
        "This position is not in the opening book.\n".to_owned(),
    ];
    for lines in listed {
        assert!(said.contains(&lines), "{lines}: {said}");
    }
    let said = play(&["--level", "20"], "a3\nb3\n");
    assert!(
        said.contains("Peregrine plays 1... h6 (from the book)\n"),
        "{said}"
    );
    assert!(said.contains("Peregrine plays 2... "), "{said}");
    assert_eq!(said.matches("(from the book)").count(), 1, "{said}");
    let said = play(&["--level", "19"], "a3\n");
    assert!(!said.contains("(from the book)"), "{said}");
    let said = says(&["--variant", "permutation"], "book\n");
    assert!(
        said.contains("There is no opening book for this game.\n"),
        "{said}"
    );
    let refused = complains(&["play", "--book", &path]);
    let words = format!("{path}: this is a book for 'chess', not for 'falcon'");
    assert!(refused.contains(&words), "{refused}");
    for (path, reason) in books.useless() {
        for command in [&["play"][..], &["board", "--no-open"]] {
            let refused = complains(&[command, &["--book", &path]].concat());
            assert!(refused.contains(&format!("{path}: {reason}")), "{refused}");
        }
    }
}

#[test]
fn games_end_by_resignation_and_by_agreement() {
    let said = says(
        &["--color", "both"],
        "e4\nresign\ne5\nundo\nd3\ndraw\nnew\nd4\n",
    );
    assert!(said.contains("\nBlack resigns: 1-0\n"), "{said}");
    assert!(
        said.contains("\nThe game is over; 'new' begins another"),
        "{said}"
    );
    assert!(said.contains("\nDrawn by agreement: 1/2-1/2\n"), "{said}");
    assert!(
        said.contains("\n\n1. d3 1/2-1/2\n") && said.ends_with("\n\n1. d4 *\n\n"),
        "{said}"
    );
    let said = says(&["--level", "0"], "draw\n");
    assert!(said.contains("The engine declines the draw.\n"), "{said}");
}

#[test]
fn shuffled_arrays_are_drawn_unless_one_is_given() {
    let first_line = |arguments: &[&str]| {
        let said = says(
            &[&["--variant", "falcon-random"], arguments].concat(),
            "fen\n",
        );
        let fen = said.lines().find(|line| line.contains(" w "));
        fen.unwrap_or_else(|| panic!("{said}")).to_owned()
    };
    let drawn: Vec<String> = (0..4).map(|_| first_line(&[])).collect();
    assert!(drawn.iter().any(|fen| *fen != drawn[0]), "{drawn:?}");
    assert_eq!(first_line(&["--array", "7"]), first_line(&["--array", "7"]));
}

#[test]
fn mistakes_are_explained_and_change_nothing() {
    let lines = "e5\nxyz\nlevel x\nhint me\nsave\nsave /no/such/folder/game.pgn\nfen\n";
    let said = says(&["--color", "both"], lines);
    for words in [
        "'e5' is not ",
        "'xyz' is not a move",
        "The level is a number from 0 to 20, not 'x'.",
        "'hint' stands alone, without 'me'.",
        "'save' needs the name of a file.",
        "/no/such/folder/game.pgn: ",
        "RNBFQKFBNR w KQkq - 0 1",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    for (arguments, words) in [
        (
            ["play", "--level", "21"],
            "expected a whole number from 0 to 20",
        ),
        (["play", "--time", "0"], "The time is a number of seconds"),
        (["play", "--color", "green"], "invalid value 'green'"),
        (
            ["play", "--save", "/no/such/folder/game.pgn"],
            "/no/such/folder",
        ),
    ] {
        let refused = complains(&arguments);
        assert!(refused.contains(words), "{refused}");
    }
}
