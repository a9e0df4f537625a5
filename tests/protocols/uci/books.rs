//! The options `OwnBook` and `BookFile`.

use super::session::lines;
use crate::books::{Books, FACTS};

const ON: &str = "setoption name OwnBook value true\n";

fn file(path: &str) -> String {
    format!("setoption name BookFile value {path}\n")
}

/// The answer to a move from the book.
fn from_the_book(mv: &str) -> [String; 2] {
    [
        format!("info string from the book: {FACTS}"),
        format!("bestmove {mv}"),
    ]
}

/// Whether commands are answered with a move that is not from the book.
fn searches(commands: &str) -> bool {
    let answer = lines(commands);
    let moves = answer.iter().filter(|line| line.starts_with("bestmove "));
    assert_eq!(moves.count(), 1, "{commands}: {answer:?}");
    assert!(
        !answer.iter().any(|line| line.contains("Error")),
        "{answer:?}"
    );
    !answer.iter().any(|line| line.contains("from the book"))
}

#[test]
fn moves_come_from_the_book_once_it_is_switched_on() {
    let books = Books::new();
    let book = file(&books.of("falcon", &["a2a3 j7j6 a3a4"]));
    let start = "position startpos\n";
    assert!(searches(&format!("{book}{start}go depth 1\n")));
    for (moves, expected) in [("", "a2a3"), ("a2a3", "j7j6"), ("a2a3 j7j6", "a3a4")] {
        for limits in ["depth 1", "nodes 5", "wtime 1000 btime 1000", "movetime 9"] {
            let position = format!("position startpos moves {moves}\n");
            let commands = format!("{book}{ON}{position}go {limits}\n");
            assert_eq!(lines(&commands), from_the_book(expected), "{commands}");
        }
    }
    // Where the book ends, and once it is off again, the engine thinks for itself.
    let beyond = "position startpos moves a2a3 j7j6 a3a4\n";
    assert!(searches(&format!("{book}{ON}{beyond}go depth 1\n")));
    let off = "setoption name OwnBook value false\n";
    assert!(searches(&format!("{book}{ON}{off}{start}go depth 1\n")));
    let built_in = file("<empty>");
    let answer = lines(&format!("{book}{ON}{built_in}{start}go depth 1\n"));
    assert_ne!(answer, from_the_book("a2a3"));
}

#[test]
fn only_a_search_for_a_move_is_answered_from_the_book() {
    let books = Books::new();
    let path = books.of("falcon", &["a2a3"]);
    let begin = format!("{}{ON}", file(&path));
    for go in [
        "go depth 1 searchmoves a2a3",
        "go depth 1 searchmoves b2b3 a2a3",
    ] {
        let commands = format!("{begin}position startpos\n{go}\n");
        assert_eq!(lines(&commands), from_the_book("a2a3"), "{go}");
    }
    for go in [
        "go depth 1 searchmoves b2b3",
        "go depth 1 mate 1",
        "go depth 1 infinite\nstop",
        "go depth 1 ponder\nponderhit",
    ] {
        assert!(
            searches(&format!("{begin}position startpos\n{go}\n")),
            "{go}"
        );
    }
    let analysis = "setoption name UCI_AnalyzeMode value true\n";
    assert!(searches(&format!(
        "{begin}{analysis}position startpos\ngo depth 1\n"
    )));
    let weak = "setoption name UCI_LimitStrength value true\n";
    assert_eq!(
        lines(&format!("{begin}{weak}position startpos\ngo depth 1\n")),
        from_the_book("a2a3")
    );
}

#[test]
fn several_moves_are_all_played() {
    let books = Books::new();
    let book = file(&books.of("falcon", &["a2a3", "j2j3"]));
    let go = "position startpos\ngo depth 1\n".repeat(40);
    let answer = lines(&format!("{book}{ON}{go}"));
    for mv in ["a2a3", "j2j3"] {
        let count = answer
            .chunks(2)
            .filter(|lines| *lines == from_the_book(mv))
            .count();
        // One of two with the same weight, 40 times.
        assert!((2..=38).contains(&count), "{mv}: {count}");
    }
}

#[test]
fn a_useless_file_changes_nothing() {
    let books = Books::new();
    for (path, reason) in books.useless() {
        let option = format!("setoption name BookFile value {path}");
        // The other files are made from the same book.
        let good = file(&books.of("falcon", &["a2a3"]));
        let answer = lines(&format!(
            "{good}{ON}{option}\nposition startpos\ngo depth 1\n"
        ));
        let error = format!("info string Error: {path}: {reason}");
        let [refused, rest @ ..] = &answer[..] else {
            panic!("no answer")
        };
        assert!(refused.starts_with(&error), "{refused}");
        assert_eq!(*rest, from_the_book("a2a3"));
    }
}

#[test]
fn a_book_is_not_used_in_another_game() {
    let books = Books::new();
    let path = books.of("chess", &["a2a3"]);
    let fault = format!("info string Error: {path}: this is a book for 'chess', not for 'falcon'");
    let begin = format!("{}{ON}", file(&path));
    let answer = lines(&format!("{begin}isready\nposition startpos\ngo depth 1\n"));
    assert_eq!(answer[..2], [fault, "readyok".to_owned()]);
    assert_ne!(answer[2..], from_the_book("a2a3"));
    let said = answer[2..].iter().filter(|line| line.contains("Error"));
    assert_eq!(said.count(), 0, "{answer:?}");
    // A board of eight files is chess.
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let answer = lines(&format!("{begin}position fen {fen}\ngo depth 1\n"));
    assert_eq!(answer[answer.len() - 2..], from_the_book("a2a3"));
    // A shuffled array is another game, even if its name is the same.
    let path = books.of("falcon-random", &["a2a3"]);
    let array = "setoption name UCI_Variant value falcon-random\nposition array 7\n";
    assert!(searches(&format!("{}{ON}{array}go depth 1\n", file(&path))));
}
