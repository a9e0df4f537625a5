//! `pgn annotate` from the outside: what it adds and keeps, that threads and interruptions
//! change nothing, and what it says about bad input.

#[cfg(unix)]
mod interrupted;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use peregrine::notation::epd::Defaults;
use peregrine::notation::pgn::{GameTree, Node, NodeId, ROOT, ReadTree, TreeReader};
use tempfile::TempDir;

use crate::common::names;
use crate::process::{self, program, text};
use crate::running::Start;

/// A game that is lost by one move, with everything that an annotated game must keep.
const FOOL: &str = "[Event \"a \\\"test\\\"\"]\n[White \"One\"]\n[Black \"Other\"]\n\
    [Annotator \"A. Person\"]\n[Opening \"Barnes\"]\n\n\
    {first} 1. f3 {[%eval 9.99] +0.12/9 1.2s} e5 $14 (1... e6 {or so} 2. e4 (2. d4! d5)) \
    2. g4 $5 {bold} Qh4# 0-1\n\n";

/// A game in which both sides err.
const OPEN: &str = "[White \"One\"]\n[Black \"Other\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 \
    4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n\n";

fn folder_with(games: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.pgn"), games).unwrap();
    folder
}

fn command(folder: &Path, words: &[&str]) -> Command {
    let mut command = program();
    command.current_dir(folder).args(["pgn", "annotate"]);
    command.args(words).stdin(Stdio::null());
    command
}

fn run(folder: &Path, words: &[&str]) -> Output {
    command(folder, words).run()
}

const USUAL: [&str; 5] = ["in.pgn", "--out", "out.pgn", "--nodes", "3000"];

/// The text that a command writes, which must succeed.
fn annotated_with(folder: &Path, words: &[&str]) -> String {
    let output = run(folder, words);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(!folder.join("out.pgn.partial").exists());
    fs::read_to_string(folder.join("out.pgn")).unwrap()
}

fn annotated(games: &str) -> String {
    annotated_with(folder_with(games).path(), &USUAL)
}

fn complaint(folder: &Path, words: &[&str]) -> String {
    process::complaint(&run(folder, words))
}

fn read(games: &str) -> Vec<ReadTree> {
    // Comments may be broken into lines anywhere.
    let games = TreeReader::new(games.as_bytes(), Defaults::for_variant("chess"));
    let mut games: Vec<ReadTree> = games.map(Result::unwrap).collect();
    for game in &mut games {
        let ids: Vec<NodeId> = game.tree.nodes().iter().map(|&(id, _)| id).collect();
        for id in ids {
            let comment = game.tree.node(id).unwrap().comment.replace('\n', " ");
            game.tree.set_comment(id, &comment).unwrap();
        }
    }
    games
}

fn main_line(tree: &GameTree) -> Vec<&Node> {
    let path = tree.path(tree.end(ROOT).unwrap()).unwrap();
    path.into_iter().map(|id| tree.node(id).unwrap()).collect()
}

#[test]
fn what_the_game_has_is_kept() {
    let written = annotated(FOOL);
    let game = &read(&written)[0];
    let (before, tree) = (&read(FOOL)[0].tree, &game.tree);
    for (name, value) in [
        ("Event", "a \"test\""),
        ("Opening", "Barnes"),
        ("White", "One"),
    ] {
        assert_eq!(tree.tag(name), Some(value));
    }
    let annotator = tree.tag("Annotator").unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!("A. Person; Peregrine {version} (3000 nodes a position)");
    assert_eq!(annotator, expected);
    assert_eq!(tree.result(), before.result());
    assert_eq!(tree.node(ROOT).unwrap().comment, "first");
    // Every move of the game and of its variations, with its comments and marks.
    let lines = |tree: &GameTree| -> Vec<(String, String, Vec<u8>)> {
        let nodes = tree.nodes().into_iter();
        nodes
            .map(|(_, node)| {
                let position = node.position().to_string();
                (position, node.comment.clone(), node.glyphs.clone())
            })
            .collect()
    };
    let after = lines(tree);
    for (position, comment, glyphs) in lines(before) {
        let comment = comment.replace("[%eval 9.99] ", "");
        let kept = after.iter().find(|(other, ..)| *other == position);
        let (_, comments, marks) = kept.unwrap_or_else(|| panic!("{position}: {written}"));
        assert!(comments.ends_with(&comment) || comments.contains(&format!("{comment} ")));
        assert!(
            glyphs.iter().all(|glyph| marks.contains(glyph)),
            "{written}"
        );
    }
    // A mark of somebody else stands.
    assert_eq!(main_line(tree)[3].glyphs, [5]);
    assert!(!written.contains("9.99"), "{written}");
}

#[test]
fn evaluations_marks_lines_accuracy_and_turning_points_are_added() {
    let written = annotated(&FOOL.replace("2. g4 $5", "2. g4"));
    let game = &read(&written)[0];
    let line = main_line(&game.tree);
    for node in &line[1..4] {
        assert!(node.comment.starts_with("[%eval "), "{written}");
    }
    assert!(line[3].comment.starts_with("[%eval #-1] bold"), "{written}");
    assert_eq!(line[3].glyphs, [4], "{written}");
    // After mate there is nothing to evaluate.
    assert!(!line[4].comment.contains("[%eval"), "{written}");
    // What would have been better is a variation, with its evaluation.
    let siblings = line[2].children();
    assert_eq!(siblings.len(), 2, "{written}");
    let better = game.tree.node(siblings[1]).unwrap();
    assert!(better.comment.starts_with("[%eval "), "{written}");
    let turning = "Turning points: 2. g4 (White ";
    assert!(line[4].comment.starts_with(turning), "{written}");
    assert!(line[4].comment.ends_with(" to 0%, decisive)."), "{written}");
    let accuracy = |name| game.tree.tag(name).unwrap().parse::<f64>().unwrap();
    let (white, black) = (accuracy("WhiteAccuracy"), accuracy("BlackAccuracy"));
    assert!(white < 80.0 && black > 80.0, "{white} {black}");
}

#[test]
fn threads_and_a_second_annotation_change_nothing() {
    let games = format!("{FOOL}{OPEN}1. e4 e5 *\n\n[Variant \"falcon\"]\n\n1. e4 e5 2. Nc3 *\n\n");
    let expected = annotated(&games);
    let folder = folder_with(&games);
    let threads = [&USUAL[..], &["--threads", "3"]].concat();
    assert_eq!(annotated_with(folder.path(), &threads), expected);
    let again = annotated(&expected);
    assert_eq!(again, expected);
}

#[test]
fn games_that_are_over_or_do_not_begin_at_the_start_are_annotated() {
    let mate = "[FEN \"7k/8/6K1/8/8/8/8/R7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Ra8# 1-0\n\n";
    let missed = mate.replace("Ra8# 1-0", "Ra7 Kg8 *");
    let stalemate = "[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n\n1. Qf7 1/2-1/2\n\n";
    let bare = "[FEN \"7k/6P1/6K1/8/8/8/8/8 b - - 0 1\"]\n\n1... Kg8 *\n\n";
    let over = "[FEN \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"]\n\n1/2-1/2\n\n";
    let repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2\n\n";
    let empty = "[White \"One\"]\n\n*\n\n";
    let games = [mate, &missed, stalemate, bare, over, repeated, empty].concat();
    let written = annotated(&games);
    let read = read(&written);
    assert_eq!(read.len(), 7);
    let last = |number: usize| {
        let tree = &read[number].tree;
        let node = main_line(tree).pop().unwrap();
        (node.comment.clone(), node.glyphs.clone())
    };
    assert_eq!(last(0), (String::new(), Vec::new()), "{written}");
    // White still mates, but the draw of the third game loses everything.
    assert!(
        main_line(&read[1].tree)[1].comment.starts_with("[%eval #"),
        "{written}"
    );
    let (comment, glyphs) = last(2);
    assert!(
        comment.starts_with("[%eval 0.00] Turning points: 1. Qf7 "),
        "{written}"
    );
    assert_eq!(glyphs, [4], "{written}");
    let better = read[2].tree.node(ROOT).unwrap().children()[1];
    let better = read[2].tree.node(better).unwrap().position();
    assert!(!better.has_legal_move() || better.is_check() || better.occupied().count() == 3);
    assert!(
        read[3].tree.tag("BlackAccuracy").is_none(),
        "no choice: {written}"
    );
    assert_eq!(last(4).0, "");
    assert!(last(5).0.starts_with("[%eval 0.00]"), "{written}");
    assert!(read[6].tree.tag("Annotator").is_none());
}

#[test]
fn other_games_and_their_rules_are_kept() {
    let falcon = "[Variant \"falcon\"]\n[Castling \"three\"]\n[Promotion \"no-queen\"]\n\n\
        1. Nj3 Nj6 2. i3 i6 3. Bi2 Bi7 4. h4 h5 5. Fi4 Fi5 6. O-O *\n\n";
    let swap = "[Variant \"permutation\"]\n\n1. K~a1 a5 2. b3 *\n\n";
    let written = annotated(&format!("{falcon}{swap}"));
    for (after, before) in read(&written).iter().zip(read(&format!("{falcon}{swap}"))) {
        let (after, before) = (
            after.tree.main_line().unwrap(),
            before.tree.main_line().unwrap(),
        );
        assert_eq!(
            after.game.position().rules(),
            before.game.position().rules()
        );
        assert_eq!(after.game.moves(), before.game.moves());
    }
    // A game of a variant file.
    let small = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games/small.toml");
    let folder = folder_with("[Variant \"small\"]\n\n*\n\n");
    let words = ["--variants", small.to_str().unwrap()];
    annotated_with(folder.path(), &[&USUAL[..], &words].concat());
    let said = run(folder_with("[Variant \"small\"]\n\n*\n\n").path(), &USUAL);
    assert_eq!(said.status.code(), Some(1));
}

/// Positions whose only good move is not seen at once, each with that move.
#[test]
fn only_good_moves_that_are_hard_to_find_are_praised() {
    let tactics = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/tactics/falcon.epd");
    let tactics = fs::read_to_string(tactics).unwrap();
    let lines = tactics.lines().filter(|line| !line.starts_with('#'));
    let mut games = String::new();
    for line in lines.take(24) {
        let (fen, best) = line.split_once(" ;bm ").unwrap();
        let best = best.split(' ').next().unwrap();
        games += &format!("[Variant \"falcon\"]\n[FEN \"{fen}\"]\n\n{best} *\n\n");
    }
    let folder = folder_with(&games);
    let words = [
        "in.pgn",
        "--out",
        "out.pgn",
        "--nodes",
        "20000",
        "--threads",
        "2",
    ];
    let written = annotated_with(folder.path(), &words);
    let praised = written.matches(" $1 ").count();
    assert!((2..=22).contains(&praised), "{written}");
    // A move that takes a Queen is found at once.
    let easy = "[FEN \"k7/8/8/3q4/8/8/3R4/K7 w - - 0 1\"]\n\n1. Rxd5 *\n\n";
    let written = annotated(easy);
    assert!(!written.contains('$'), "{written}");
}

#[test]
fn the_move_that_leaves_the_openings_is_named() {
    let folder = folder_with(&format!(
        "{OPEN}1. d4 *\n\n[Variant \"falcon\"]\n\n1. e4 *\n\n"
    ));
    let openings = "# variant chess\ne4 e5 Nf3 Nc6 Bc4 Bc5\n";
    fs::write(folder.path().join("openings.txt"), openings).unwrap();
    let words = [&USUAL[..], &["--openings", "openings.txt"]].concat();
    let written = annotated_with(folder.path(), &words);
    let read = read(&written);
    let line = main_line(&read[0].tree);
    let leaves: Vec<bool> = line
        .iter()
        .map(|node| node.comment.contains("Leaves the openings."))
        .collect();
    assert_eq!(
        leaves.iter().position(|&leaves| leaves),
        Some(6),
        "{written}"
    );
    assert_eq!(
        written
            .replace('\n', " ")
            .matches("Leaves the openings.")
            .count(),
        2,
        "{written}"
    );
    let faulty = "# variant chess\ne4 e4\n";
    fs::write(folder.path().join("openings.txt"), faulty).unwrap();
    let said = complaint(folder.path(), &[&words[..], &["--force"]].concat());
    assert!(said.contains("openings.txt"), "{said}");
}

#[test]
fn games_with_faults_are_named_and_left_out() {
    let faulty = "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n\n1. e4 (1. Nd4) *\n\n";
    let folder = folder_with(&format!("{faulty}{OPEN}"));
    let output = run(folder.path(), &USUAL);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    for fault in [
        "in.pgn: line 3, game 1 (A - ?): ply 3, move 2.: 'Ke3' is not legal here; before it: ",
        "in.pgn: line 5, game 2: ply 1, move 1.: 'Nd4' is not legal here; before it: ",
        "; the game is left out\n",
    ] {
        assert!(said.contains(fault), "{said}");
    }
    let told = text(&output.stdout);
    assert_eq!(
        told,
        "out.pgn: 1 of 1 games, 1 of them new\n2 games with faults left out\n"
    );
    let written = fs::read_to_string(folder.path().join("out.pgn")).unwrap();
    assert_eq!(written, annotated(OPEN));

    for (games, message) in [
        ("", "in.pgn: the file contains no game\n"),
        (faulty, "in.pgn: the file contains no game without faults\n"),
    ] {
        let folder = folder_with(games);
        let output = run(folder.path(), &USUAL);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).ends_with(message));
        assert_eq!(names(folder.path()), ["in.pgn"]);
    }
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let folder = folder_with(OPEN);
    let path = folder.path();
    for (words, message) in [
        (&["in.pgn", "--nodes", "5"][..], "--out"),
        (&["in.pgn", "--out", "x"], "--nodes"),
        (
            &["in.pgn", "--out", "x", "--nodes", "0"],
            "expected a whole number from 1 to ",
        ),
        (
            &["in.pgn", "--out", "x", "--time", "0"],
            "expected a number of seconds",
        ),
        (
            &["in.pgn", "--out", "x", "--time", "NaN"],
            "expected a number of seconds",
        ),
        (
            &["in.pgn", "--out", "x", "--nodes", "5", "--time", "1"],
            "cannot be used with",
        ),
        (
            &["no.pgn", "--out", "x", "--nodes", "5"],
            &process::no_file("no.pgn"),
        ),
        (&[".", "--out", "x", "--nodes", "5"], ".: this is a folder"),
        (
            &["in.pgn", "--out", "no/x", "--nodes", "5"],
            "no/x: there is no folder no",
        ),
        (
            &["in.pgn", "--out", "x", "--nodes", "5", "--variant", "xyz"],
            "xyz",
        ),
        (
            &[
                "in.pgn",
                "--out",
                "x",
                "--nodes",
                "5",
                "--openings",
                "no.txt",
            ],
            &process::no_file("no.txt"),
        ),
    ] {
        let said = complaint(path, words);
        assert!(said.contains(message), "{words:?}: {said}");
        assert_eq!(names(path), ["in.pgn"], "{words:?}");
    }
    fs::write(path.join("out.pgn"), "mine").unwrap();
    let said = complaint(path, &USUAL);
    let expected = "peregrine: error: out.pgn: the file already exists (--force replaces it)\n";
    assert_eq!(said, expected);
    assert_eq!(fs::read_to_string(path.join("out.pgn")).unwrap(), "mine");
    let forced = annotated_with(path, &[&USUAL[..], &["--force"]].concat());
    assert_eq!(forced, annotated(OPEN));
}

#[test]
fn games_may_come_from_standard_input() {
    let folder = folder_with(OPEN);
    let mut command = command(folder.path(), &["-", "--out", "out.pgn", "--nodes", "3000"]);
    let input = fs::File::open(folder.path().join("in.pgn")).unwrap();
    let pipes = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = pipes.stdin(input).start().output();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let path: PathBuf = folder.path().join("out.pgn");
    assert_eq!(fs::read_to_string(path).unwrap(), annotated(OPEN));
}
