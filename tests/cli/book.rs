//! `book build`, `probe` and `stats` from the outside: what they count, that threads and
//! interruptions change nothing, and what they say about bad input.

#[cfg(unix)]
mod interrupted;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use peregrine::book::{Book, Record};
use peregrine::notation::parse_either;
use peregrine::position::Position;
use peregrine::variants;
use tempfile::TempDir;

use crate::common::names;
use crate::process::{self, program, text};
use crate::running::Start;

/// Games of people, of a match with an opening, and some that do not count.
const GAMES: &str = "\
[White \"One\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 0-1\n\n\
[Result \"1/2-1/2\"]\n\n1. e4 c5 1/2-1/2\n\n\
[Result \"1-0\"]\n\n1. d4 d5 2. c4 {+0.30/9 0.100s} dxc4 {-0.10/9 0.100s} 1-0\n\n\
[Result \"1-0\"]\n\n1. d4 {+0.30/9 0.100s} d5 {-0.10/9 0.100s} 1-0\n\n\
[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 0-1\n\n\
[Result \"*\"]\n\n1. a4 *\n\n\
[Variant \"falcon\"]\n[Result \"1-0\"]\n\n1. a4 1-0\n\n\
[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n[Result \"1-0\"]\n\n1. Ra8# 1-0\n\n";

const FAULTY: &str = "[White \"Bad\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke4 1-0\n\n";

fn folder_with(games: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.pgn"), games).unwrap();
    folder
}

fn command(folder: &Path, words: &[&str]) -> Command {
    let mut command = program();
    command.current_dir(folder).arg("book").args(words);
    command.stdin(Stdio::null());
    command
}

fn run(folder: &Path, words: &[&str]) -> Output {
    command(folder, words).run()
}

/// What a command says that must succeed.
fn said(folder: &Path, words: &[&str]) -> String {
    let output = run(folder, words);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

fn complaint(folder: &Path, words: &[&str]) -> String {
    process::complaint(&run(folder, words))
}

/// A book of a few searched positions of Falcon Chess.
const SEARCH: [&str; 12] = [
    "build",
    "--out",
    "out.prgbook",
    "--search-positions",
    "40",
    "--nodes",
    "2000",
    "--hash",
    "1",
    "--plies",
    "4",
    "--threads",
];

fn searched(folder: &Path, threads: &str) -> Vec<u8> {
    said(folder, &[&SEARCH[..], &[threads]].concat());
    assert!(!folder.join("out.prgbook.partial").exists());
    fs::read(folder.join("out.prgbook")).unwrap()
}

fn after(variant: &str, moves: &str) -> Position {
    let mut position = Position::start(variants::rules(variant).unwrap());
    for text in moves.split_whitespace() {
        let mv = parse_either(&position, text).unwrap();
        position.play(mv);
    }
    position
}

fn record(book: &Book, moves: &str, mv: &str) -> Option<Record> {
    let position = after(book.variant(), moves);
    let mv = parse_either(&position, mv).unwrap();
    let rows = book.moves(&position);
    rows.iter().find(|row| row.mv == mv).map(|row| row.record)
}

const FROM_GAMES: [&str; 9] = [
    "build",
    "--out",
    "out.prgbook",
    "--variant",
    "chess",
    "--games",
    "in.pgn",
    "--least-games",
    "1",
];

#[test]
fn games_are_counted_for_the_side_that_moves() {
    let folder = folder_with(GAMES);
    let said = said(folder.path(), &FROM_GAMES);
    assert!(said.contains("5 games counted\n"), "{said}");
    let left_out = "games left out: 1 by other rules, 1 from another start position, \
                    1 without a result, 1 the same as an earlier one\n";
    assert!(said.contains(left_out), "{said}");
    let book = Book::load(&folder.path().join("out.prgbook")).unwrap();
    let row = |wins, draws, losses, chosen| {
        Some(Record {
            wins,
            draws,
            losses,
            chosen,
            score: None,
        })
    };
    assert_eq!(record(&book, "", "e4"), row(1, 1, 1, 3));
    // In one of the games the match had set it.
    assert_eq!(record(&book, "", "d4"), row(2, 0, 0, 1));
    assert_eq!(record(&book, "d4", "d5"), row(0, 0, 2, 1));
    assert_eq!(record(&book, "d4 d5", "c4"), row(1, 0, 0, 1));
    assert_eq!(record(&book, "e4", "e5"), row(1, 0, 1, 2));
    assert_eq!(record(&book, "e4 e5", "Nf3"), row(1, 0, 1, 2));
    assert_eq!(record(&book, "", "a4"), None);
    // Twice 1.5 points from three games, twice 1 from the one in which d4 was chosen.
    let start = after("chess", "");
    let weights: Vec<u32> = book.moves(&start).iter().map(|row| row.weight).collect();
    assert_eq!(weights, [3, 2]);
}

#[test]
fn limits_leave_moves_out() {
    let folder = folder_with(GAMES);
    let mut words = FROM_GAMES.to_vec();
    words[8] = "2";
    words.extend(["--plies", "2"]);
    said(folder.path(), &words);
    let book = Book::load(&folder.path().join("out.prgbook")).unwrap();
    assert!(record(&book, "e4", "e5").is_some());
    assert!(record(&book, "e4", "c5").is_none(), "one game is too few");
    assert!(book.moves(&after("chess", "e4 e5")).is_empty(), "too deep");
    assert_eq!(book.positions(), 3);
}

#[test]
fn faulty_games_are_reported_and_left_out() {
    let folder = folder_with(&(FAULTY.to_owned() + GAMES));
    let output = run(folder.path(), &FROM_GAMES);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    let expected = "in.pgn: line 4, game 1 (Bad - ?): ply 3, move 2.: 'Ke4' is not legal here";
    assert!(
        said.contains(expected) && said.contains("; the game is left out\n"),
        "{said}"
    );
    let said = text(&output.stdout);
    assert!(
        said.contains("games left out: 1 with faults, 1 by other"),
        "{said}"
    );
    let with_fault = fs::read(folder.path().join("out.prgbook")).unwrap();
    let folder = folder_with(GAMES);
    self::said(folder.path(), &FROM_GAMES);
    assert!(fs::read(folder.path().join("out.prgbook")).unwrap() == with_fault);
}

#[test]
fn random_moves_of_self_play_are_played_but_not_chosen() {
    let folder = folder_with("");
    let mut datagen = program();
    datagen
        .current_dir(folder.path())
        .args(["datagen", "--out", "."]);
    datagen.args([
        "--games", "12", "--nodes", "20", "--uneven", "0", "--window", "3000",
    ]);
    datagen.args(["--least-plies", "2", "--most-plies", "2"]);
    assert!(datagen.run().status.success());
    let words = [
        "build",
        "--out",
        "out.prgbook",
        "--data",
        "falcon-1.prgdata",
        "--least-games",
        "1",
    ];
    let said = said(folder.path(), &words);
    assert!(said.starts_with("12 games counted\n"), "{said}");
    let book = Book::load(&folder.path().join("out.prgbook")).unwrap();
    assert!(book.made()[0].starts_with("12 games of (12 games, shard 1/1, seed 1, 20 nodes"));
    let first = book.moves(&after("falcon", ""));
    assert!(
        first
            .iter()
            .all(|row| row.record.chosen == 0 && row.weight == 0)
    );
    assert_eq!(first.iter().map(|row| row.record.games()).sum::<u64>(), 12);
    let mut chosen = 0;
    for row in first {
        let mut position = after("falcon", "");
        position.play(row.mv);
        for row in book.moves(&position) {
            assert_eq!(row.record.chosen, 0);
            let mut position = position.clone();
            position.play(row.mv);
            let rows = book.moves(&position);
            chosen += rows.iter().map(|row| row.record.chosen).sum::<u32>();
        }
    }
    assert_eq!(chosen, 12);
}

#[test]
fn searches_do_not_depend_on_threads_and_their_scores_agree() {
    let folder = folder_with("");
    let book = searched(folder.path(), "1");
    assert!(book == searched(folder_with("").path(), "3"));
    let book = Book::parse(&book).unwrap();
    let start = after("falcon", "");
    assert_eq!(book.moves(&start).len(), start.legal_moves().len());
    // Each score is that of the best reply, where the book has one.
    let mut deeper = 0;
    for row in book.moves(&start) {
        let mut position = start.clone();
        position.play(row.mv);
        let replies = book.moves(&position);
        assert!(replies.len() <= 4);
        if let Some(best) = replies.iter().filter_map(|row| row.record.score).max() {
            assert_eq!(row.record.score, Some(-best));
            deeper += 1;
        }
    }
    assert!(deeper > 2, "{deeper}");
    assert_eq!(book.positions(), 40);
}

#[test]
fn what_exists_is_replaced_only_by_force() {
    let folder = folder_with(GAMES);
    let out = folder.path().join("out.prgbook");
    fs::write(&out, "mine").unwrap();
    for words in [&FROM_GAMES[..], &[&SEARCH[..], &["1"]].concat()] {
        let said = complaint(folder.path(), words);
        let expected = "out.prgbook: the file already exists (--force replaces it)\n";
        assert!(said.ends_with(expected), "{said}");
        assert_eq!(fs::read_to_string(&out).unwrap(), "mine");
    }
    assert_eq!(names(folder.path()), ["in.pgn", "out.prgbook"]);
    said(folder.path(), &[&FROM_GAMES[..], &["--force"]].concat());
    assert!(Book::load(&out).is_ok());
}

#[test]
fn wrong_requests_are_refused() {
    let folder = folder_with(GAMES);
    let path = folder.path();
    let said = complaint(path, &["build", "--out", "out.prgbook"]);
    let expected = "nothing to make a book from: --games, --data or --search-positions";
    assert!(said.contains(expected), "{said}");
    let said = complaint(path, &["build", "--out", "no/out", "--games", "in.pgn"]);
    assert!(said.contains("there is no folder no"), "{said}");
    let said = complaint(path, &["build", "--out", "out", "--games", "other.pgn"]);
    assert!(said.contains(&process::no_file("other.pgn")), "{said}");
    let said = complaint(path, &["build", "--out", "out", "--data", "in.pgn"]);
    assert!(
        said.contains("in.pgn: this is not a file of self-play games"),
        "{said}"
    );
    assert_eq!(names(path), ["in.pgn"]);
}

#[test]
fn probe_shows_what_the_book_has() {
    let folder = folder_with(GAMES);
    said(folder.path(), &FROM_GAMES);
    let probe = ["probe", "--variant", "chess", "--book", "out.prgbook"];
    let said = said(folder.path(), &[&probe[..], &["--moves", "1. e4"]].concat());
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines,
        [
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "move  share  weight  games  chosen  wins  draws  losses  points  score  line",
            "e5    66.7%       2      2       2     1      0       1   50.0%      -  Nf3",
            "c5    33.3%       1      1       1     0      1       0   50.0%      -",
        ]
    );
    let output = run(folder.path(), &[&probe[..], &["--moves", "a3"]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).ends_with("\nThis position is not in the book.\n"));
    let said = complaint(
        folder.path(),
        &[&probe[..], &["--moves", "e4 Ke3"]].concat(),
    );
    assert!(
        said.contains("--moves: 'Ke3' is not legal here; before it: "),
        "{said}"
    );
    let said = complaint(folder.path(), &["probe", "--variant", "chess"]);
    assert!(
        said.contains("there is no built-in book for 'chess'"),
        "{said}"
    );
    let said = self::said(folder.path(), &["stats", "--book", "out.prgbook"]);
    assert!(
        said.starts_with("chess, castling orthodox, promotion any\n"),
        "{said}"
    );
    assert!(said.contains("made from 5 games in in.pgn\n"), "{said}");
    assert!(said.contains("positions by plies: 1 2 2 1\n"), "{said}");
    assert!(said.ends_with("best line: e4 e5 Nf3\n"), "{said}");
}

const EDITED: &str = "the line ends of this book were changed or a byte-order mark was added; \
                      copy it as a binary file";

#[test]
fn damaged_foreign_and_future_books_are_refused() {
    let folder = folder_with(GAMES);
    said(folder.path(), &FROM_GAMES);
    let good = fs::read_to_string(folder.path().join("out.prgbook")).unwrap();
    let complaint = |variant: &str, content: &str| {
        fs::write(folder.path().join("bad.prgbook"), content).unwrap();
        let words = ["probe", "--variant", variant, "--book", "bad.prgbook"];
        complaint(folder.path(), &words)
    };
    let half = &good[..good.len() / 2];
    let future = good.replace("peregrine-book 1", "peregrine-book 12");
    for (variant, content, expected) in [
        (
            "chess",
            half,
            "the book is incomplete: it does not end with its checksum",
        ),
        (
            "chess",
            &good.replace("=1/", "=7/"),
            "the book is damaged: its checksum is wrong",
        ),
        (
            "chess",
            &future,
            "this book has version 12 of the format; only version 1 is known",
        ),
        ("chess", GAMES, "this is not an opening book of Peregrine"),
        ("chess", "", "this is not an opening book of Peregrine"),
        ("chess", &good.replace('\n', "\r\n"), EDITED),
        ("chess", &good.replace('\n', "\r"), EDITED),
        ("chess", &format!("\u{feff}{good}"), EDITED),
        (
            "falcon",
            &good,
            "this is a book for 'chess', not for 'falcon'",
        ),
    ] {
        let said = complaint(variant, content);
        assert_eq!(said, format!("peregrine: error: bad.prgbook: {expected}\n"));
    }
    let words = ["probe", "--variant", "chess", "--book", "none.prgbook"];
    let said = self::complaint(folder.path(), &words);
    assert!(said.contains(&process::no_file("none.prgbook")), "{said}");
}
