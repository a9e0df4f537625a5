//! `bk` and the options `OwnBook` and `BookFile`.

use super::session::{NOTHING, Session};
use crate::books::{Books, FACTS};

fn with_book(variant: &str, path: &str) -> Session {
    let mut session = Session::new(variant);
    assert_eq!(session.ask(&format!("option BookFile={path}")), NOTHING);
    session
}

#[test]
fn both_options_are_announced() {
    let mut session = Session::silent();
    session.send("protover 2");
    let lines = session.until("feature done=1");
    for option in ["OwnBook -check 0", "BookFile -file "] {
        let line = format!("feature option=\"{option}\"");
        assert!(lines.contains(&line), "{option}");
    }
}

#[test]
fn the_moves_of_the_position_are_listed() {
    let books = Books::new();
    let path = books.of("falcon", &["a2a3 j7j6", "a2a3 i7i6", "b1c3"]);
    let mut session = with_book("falcon", &path);
    let rows = |moves: &[&str]| -> Vec<String> {
        let rows = moves
            .iter()
            .map(|mv| format!(" {mv}   50%  {FACTS}"))
            .chain([String::new()]);
        rows.collect()
    };
    // The listing needs no option, and is the same while the engine analyses.
    assert_eq!(session.ask("bk"), rows(&["a2a3", "b1c3"]));
    assert_eq!(
        session.ask("force\nusermove a2a3\nbk"),
        rows(&["i7i6", "j7j6"])
    );
    let unknown = [" This position is not in the opening book.", ""];
    assert_eq!(session.ask("usermove a7a6\nbk"), unknown);
    // Of many moves only the first are listed.
    let all: Vec<String> = ('a'..='j')
        .flat_map(|file| ["3", "4"].map(|rank| format!("{file}2{file}{rank}")))
        .chain(["b1a3", "b1c3", "i1h3"].map(str::to_owned))
        .collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let mut session = with_book("falcon", &books.of("falcon", &all));
    let listed = session.ask("bk");
    assert_eq!(listed.len(), 22);
    assert_eq!(listed[20..], [" and 3 other moves", ""]);
    let mut session = Session::new("permutation");
    let none = [" There is no opening book for this game.", ""];
    assert_eq!(session.ask("bk"), none);
}

#[test]
fn moves_come_from_the_book_once_it_is_switched_on() {
    let books = Books::new();
    let path = books.of("falcon", &["a2a3 j7j6 a3a4 j6j5"]);
    let book = format!("# from the book: {FACTS}");
    let mut session = with_book("falcon", &path);
    // Castling three squares or to any: the book serves both.
    for variant in ["falcon", "freefalcon"] {
        session.send(&format!("new\nvariant {variant}\noption OwnBook=1\nsd 1"));
        session.sync();
        assert_eq!(
            session.ask("usermove a2a3"),
            [book.clone(), "move j7j6".to_owned()]
        );
        assert_eq!(
            session.ask("usermove a3a4"),
            [book.clone(), "move j6j5".to_owned()]
        );
        // Where the book ends the engine thinks.
        let answer = session.ask("usermove b2b3");
        assert!(
            answer.iter().any(|line| line.starts_with("move ")),
            "{answer:?}"
        );
        assert!(!answer.contains(&book), "{answer:?}");
    }
    // The side to move is taken over in the book as well.
    session.send("new\nvariant falcon\nforce\nusermove a2a3");
    session.sync();
    assert_eq!(session.ask("go"), [book.clone(), "move j7j6".to_owned()]);
    session.send("new\nvariant falcon\noption OwnBook=0\nusermove a2a3");
    let answer = session.until("move ");
    assert!(!answer.contains(&book), "{answer:?}");
}

#[test]
fn analysis_does_not_play_from_the_book() {
    let books = Books::new();
    let path = books.of("falcon", &["a2a3"]);
    let mut session = with_book("falcon", &path);
    session.send("option OwnBook=1\npost\nanalyze");
    let thought = session.line();
    assert!(
        !thought.starts_with("move") && !thought.contains("book"),
        "{thought}"
    );
    session.send("exit");
    session.sync();
    // A move that is excluded is not played from the book either.
    session.send("nopost\nsd 1\nexclude a2a3\ngo");
    let answer = session.until("move ");
    assert!(
        !answer.iter().any(|line| line.contains("book")),
        "{answer:?}"
    );
    assert_ne!(answer.last().unwrap(), "move a2a3");
}

#[test]
fn a_useless_file_changes_nothing() {
    let books = Books::new();
    for (path, reason) in books.useless() {
        let good = books.of("falcon", &["a2a3"]);
        let mut session = with_book("falcon", &good);
        let refused = session.ask(&format!("option BookFile={path}"));
        assert_eq!(refused, [format!("tellusererror {path}: {reason}")]);
        let listed = session.ask("bk");
        assert_eq!(listed, [format!(" a2a3  100%  {FACTS}"), String::new()]);
    }
}

#[test]
fn a_book_is_not_used_in_another_game() {
    let books = Books::new();
    let path = books.of("capablanca", &["a2a3"]);
    let mut session = with_book("falcon", &path);
    let fault = format!("tellusererror {path}: this is a book for 'capablanca', not for 'falcon'");
    let answer = session.ask("bk");
    assert!(answer.contains(&fault), "{answer:?}");
    assert!(
        !answer.iter().any(|line| line.contains(FACTS)),
        "{answer:?}"
    );
    session.send("new\nvariant capablanca\noption OwnBook=1\ngo");
    let answer = session.until("move ");
    assert_eq!(answer.last().unwrap(), "move a2a3");
}
