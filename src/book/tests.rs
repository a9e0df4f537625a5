use super::*;
use crate::variants;

pub(super) fn played(wins: u32, draws: u32, losses: u32) -> Record {
    Record {
        wins,
        draws,
        losses,
        chosen: wins + draws + losses,
        score: None,
    }
}

pub(super) fn scored(score: i32, record: Record) -> Record {
    Record {
        score: Some(score),
        ..record
    }
}

fn mv(position: &Position, text: &str) -> Move {
    parse_coordinate(position, text).unwrap()
}

/// A book with two positions, and these positions.
fn small() -> (Book, Position, Position) {
    let start = Position::start(variants::falcon());
    let rows = [
        ("e2e4", scored(31, played(5, 3, 1))),
        ("f2f4", scored(-9, Record::default())),
        (
            "d2d4",
            scored(
                40,
                Record {
                    chosen: 1,
                    ..played(2, 0, 2)
                },
            ),
        ),
        ("a2a3", Record::default()),
    ];
    let rows = rows.map(|(text, record)| (mv(&start, text), record));
    let mut next = start.clone();
    next.play(rows[0].0);
    let reply = [(mv(&next, "e7e5"), played(3, 1, 0))];
    let mut book = Book::new(variants::falcon(), vec!["one".to_owned(), "two".to_owned()]);
    book.insert(&start, &rows);
    book.insert(&next, &reply);
    (book, start, next)
}

#[test]
fn what_is_written_is_read_and_the_order_is_that_of_preference() {
    let (book, start, next) = small();
    let text = String::from_utf8(book.to_bytes()).unwrap();
    let head = format!(
        "peregrine-book 1\nvariant falcon\ncastling free\npromotion any\nfingerprint {}\n\
         start {:016x}\nmade one\nmade two\npositions 2\n",
        fingerprint(variants::falcon()),
        start.key(),
    );
    assert!(text.starts_with(&head), "{text}");
    let lines = [
        format!(
            "\n{:016x} d2d4=2/0/2*1@40 e2e4=5/3/1@31 f2f4@-9\n",
            start.key()
        ),
        format!("\n{:016x} e7e5=3/1/0\n", next.key()),
    ];
    assert!(lines.iter().all(|line| text.contains(line)), "{text}");
    let read = Book::parse(text.as_bytes()).unwrap();
    assert_eq!(read, book);
    assert_eq!(read.made(), ["one", "two"]);
    let found: Vec<(Move, u32)> = read
        .moves(&start)
        .iter()
        .map(|row| (row.mv, row.weight))
        .collect();
    let expected = [("d2d4", 961), ("e2e4", 484), ("f2f4", 0)];
    assert_eq!(
        found,
        expected.map(|(text, weight)| (mv(&start, text), weight))
    );
    let mut other = next.clone();
    other.play(mv(&next, "a7a6"));
    assert!(read.moves(&other).is_empty());
}

#[test]
fn moves_are_drawn_by_weight() {
    let (book, start, next) = small();
    let (d4, e4) = (mv(&start, "d2d4"), mv(&start, "e2e4"));
    assert_eq!(book.choose(&start, 0), Some(d4));
    assert_eq!(book.choose(&start, u64::MAX), Some(e4));
    let draws = 10_000;
    let numbers = (0..draws).map(|number| number * (u64::MAX / draws));
    let count = numbers
        .filter(|&number| book.choose(&start, number) == Some(d4))
        .count();
    // 961 of 961 + 484.
    assert_eq!(count, 6651);
    assert_eq!(book.choose(&next, 7), Some(mv(&next, "e7e5")));
    let mut lost = Book::new(variants::falcon(), Vec::new());
    lost.insert(&start, &[(d4, played(0, 0, 3))]);
    assert_eq!(lost.choose(&start, 7), None);
}

#[test]
fn moves_that_are_not_legal_do_not_exist() {
    let (book, start, _) = small();
    let text = String::from_utf8(book.to_bytes()).unwrap();
    let foreign = with_checksum(&text.replace("e2e4", "e2e5").replace("f2f4", "z9z9"));
    let book = Book::parse(foreign.as_bytes()).unwrap();
    let moves: Vec<Move> = book.moves(&start).iter().map(|row| row.mv).collect();
    assert_eq!(moves, [mv(&start, "d2d4")]);
}

/// The text with a new checksum.
fn with_checksum(text: &str) -> String {
    use sha2::{Digest, Sha256};
    let (content, _) = text.rsplit_once("checksum ").unwrap();
    let digest = crate::base::hexadecimal::hexadecimal(&Sha256::digest(content));
    format!("{content}checksum {digest}\n")
}

#[test]
fn damage_is_refused_wherever_it_is() {
    let bytes = small().0.to_bytes();
    for length in 0..bytes.len() {
        assert!(Book::parse(&bytes[..length]).is_err(), "{length} bytes");
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(Book::parse(&damaged).is_err(), "byte {at}");
    }
    let complaint = |bytes: &[u8]| Book::parse(bytes).unwrap_err().to_string();
    assert_eq!(
        complaint(b"PRGNET"),
        "this is not an opening book of Peregrine"
    );
    let half = &bytes[..bytes.len() / 2];
    let incomplete = "the book is incomplete: it does not end with its checksum";
    assert_eq!(complaint(half), incomplete);
    let text = String::from_utf8(bytes).unwrap();
    let later = text.replace("peregrine-book 1", "peregrine-book 2");
    let version = "this book has version 2 of the format; only version 1 is known";
    assert_eq!(complaint(later.as_bytes()), version);
    let changed = text.replace("@40", "@41");
    assert_eq!(
        complaint(changed.as_bytes()),
        "the book is damaged: its checksum is wrong"
    );
}

#[test]
fn lines_without_sense_are_named() {
    let text = String::from_utf8(small().0.to_bytes()).unwrap();
    let complaint = |from: &str, to: &str| {
        assert!(text.contains(from));
        let changed = with_checksum(&text.replace(from, to));
        Book::parse(changed.as_bytes()).unwrap_err().to_string()
    };
    let long = "z".repeat(501);
    for (from, to, expected) in [
        (
            "castling",
            "casting",
            "line 3: expected 'castling', found 'casting'",
        ),
        (
            "start ",
            "start 0",
            "line 6: '057ef6c69e11ae094' is not a key of 16 digits",
        ),
        (
            "made two",
            "mad two",
            "line 8: expected 'made' or 'positions', found 'mad'",
        ),
        (
            "made one",
            &format!("made {long}"),
            "line 7: a line about how the book was made is too long",
        ),
        (
            "positions 2",
            "positions 3",
            "line 12: the book has 2 positions instead of 3",
        ),
        (
            "positions 2",
            "positions -2",
            "line 9: '-2' is not a number in range",
        ),
        ("d2d4=2", "e2e4=2", "the move e2e4 is there twice"),
        (
            "@40",
            "@32001",
            "'d2d4=2/0/2*1@32001': expected =WINS/DRAWS/LOSSES, @SCORE or both",
        ),
        ("=2/0/2*1", "=2/0/2*5", "'d2d4=2/0/2*5@40': expected"),
        ("=2/0/2*1", "=2/0", "'d2d4=2/0@40': expected"),
        ("f2f4@-9", "f2f4", "'f2f4': expected"),
        ("f2f4", "f2 f4", "'f2' is not a move"),
        (" e7e5=3/1/0", "", "the position has no move"),
    ] {
        let found = complaint(from, to);
        assert!(found.contains(expected), "{to}: {found}");
    }
}

#[test]
fn a_book_is_for_one_game() {
    let (book, ..) = small();
    let three = variants::find("falcon").unwrap();
    let options = |castling: &str| variants::RuleOptions {
        castling: Some(castling.parse().unwrap()),
        promotion: None,
    };
    book.check_game(three.rules(options("three")).unwrap())
        .unwrap();
    let complaint = |rules| book.check_game(rules).unwrap_err().to_string();
    let other = complaint(variants::rules("chess").unwrap());
    assert_eq!(other, "this is a book for 'falcon', not for 'chess'");
    let without_castling = complaint(three.rules(options("none")).unwrap());
    assert!(
        without_castling.contains("other castling rights"),
        "{without_castling}"
    );
}
