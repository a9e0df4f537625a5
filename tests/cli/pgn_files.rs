//! `pgn check`, `convert`, `annotate` and `show` from the outside: what one of them
//! writes, the others accept; what is odd is said; and large games need little memory.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::process::{complaint, program, text};
use crate::running::Start;

/// A game with what other programs write.
const GAME: &str = "[Event \"Test\"]\n[\u{c4} \"1\"]\n[\u{c9} \"2\"]\n[Result \"1-0\"]\n[Variant \"Standard\"]\n\
    [Site \"C:\\x\"]\n\n{a} 1. e4!{b}({c} 1. d4 -- 2. c4$14 += ({d} 2. o-o-o) ) e5 0-1\n\n";

fn pgn(folder: &Path, words: &[&str]) -> Output {
    let mut command = program();
    command.current_dir(folder).arg("pgn").args(words);
    command.run()
}

#[test]
fn what_convert_and_annotate_write_is_accepted_and_what_is_odd_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let tags: String = (0..995)
        .map(|number| format!("[T{number} \"x\"]\n"))
        .collect();
    let game = GAME.replace(" ({d} 2. o-o-o)", "");
    let words = "[x %y ".repeat(2_000);
    fs::write(
        folder.join("in.pgn"),
        format!("{game}{tags}[White \"\u{201e}x\u{201c}\"]\n\n1. e4 {{{words}}} e5 ;}}\n 1/2\n"),
    )
    .unwrap();
    let odd = "line 1, game 1: the tag Result is '1-0', but the moves end with '0-1'";
    let [first, second] = [
        &["convert", "in.pgn", "--to", "san", "--out", "san.pgn"][..],
        &[
            "annotate",
            "in.pgn",
            "--out",
            "annotated.pgn",
            "--nodes",
            "20",
        ],
    ]
    .map(|words| {
        let output = pgn(folder, words);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert!(said.contains(odd), "{said}");
        fs::read_to_string(folder.join(words[if words[0] == "convert" { 5 } else { 3 }])).unwrap()
    });
    for written in [&first, &second] {
        for kept in [
            "[\u{c4} \"1\"]",
            "[\u{c9} \"2\"]",
            "[Result \"1-0\"]",
            "[Variant \"Standard\"]",
            "[Site \"C:\\\\x\"]",
            "({c} 1. d4",
            "--",
            "$14",
            "\u{201e}x\u{201c}",
            "\n; ",
        ] {
            assert!(written.contains(kept), "{kept}: {written}");
        }
    }
    for file in ["san.pgn", "annotated.pgn"] {
        let output = pgn(folder, &["check", file]);
        let said = text(&output.stdout);
        let odd = odd.replace("game 1:", "game 1 (? - ?):");
        let expected =
            format!("{file}: {odd}\nchess: 2 replayed (0-1 1, 1/2-1/2 1)\n1 good, 1 bad\n");
        assert_eq!(said, expected);
        // It is converted into itself.
        let output = pgn(folder, &["convert", file, "--to", "san"]);
        assert_eq!(
            text(&output.stdout),
            fs::read_to_string(folder.join(file)).unwrap()
        );
    }
    for notation in ["coordinate", "xboard"] {
        let out = format!("{notation}.pgn");
        let output = pgn(
            folder,
            &["convert", "in.pgn", "--to", notation, "--out", &out],
        );
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&pgn(folder, &["check", &out]).stdout).contains("1 good, 1 bad\n"));
    }
}

#[test]
fn the_check_refuses_what_convert_leaves_out() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("in.pgn"), GAME).unwrap();
    let reason = "ply 3, move 2.: 'o-o-o' is not legal here";
    let output = pgn(folder, &["check", "in.pgn"]);
    assert!(
        text(&output.stdout).contains(reason),
        "{}",
        text(&output.stdout)
    );
    assert_eq!(output.status.code(), Some(1));
    let output = pgn(folder, &["convert", "in.pgn", "--to", "san"]);
    assert!(
        text(&output.stderr).contains(reason),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(output.status.code(), Some(1));
}

/// A game of so many plies.
fn long_game(plies: usize) -> String {
    let mut game = String::from("[White \"a\"]\n\n");
    game += &"Nf3 Nf6 Ng1 Ng8\n".repeat(plies / 4);
    game + "*\n"
}

#[test]
fn a_large_game_is_no_animated_picture() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("in.pgn"), long_game(100_000)).unwrap();
    let output = pgn(folder, &["show", "in.pgn", "--animate", "--svg", "out.svg"]);
    let said = complaint(&output);
    let message = "--animate: the game has 100000 plies, and an animated picture at most 20000";
    assert!(said.contains(message), "{said}");
    assert!(!folder.join("out.svg").exists());
    let output = pgn(folder, &["show", "in.pgn", "--ply", "3"]);
    let said = text(&output.stdout);
    assert!(said.starts_with("Ply 3 of 100000, 2. Ng1\n"), "{said}");
}

/// A game of four megabytes needs less than a hundred of address space, which is more
/// than it uses.
#[cfg(target_os = "linux")]
#[test]
fn the_check_of_a_large_game_needs_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.pgn"), long_game(1_000_000)).unwrap();
    let check = |limit: &str| {
        let script = format!("ulimit -v {limit}; exec \"$0\" pgn check in.pgn");
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &script]).arg(program().get_program());
        command.current_dir(folder.path()).run()
    };
    let output = check("100000");
    let said = text(&output.stdout);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{said}{}",
        text(&output.stderr)
    );
    assert!(said.ends_with("1 good, 0 bad\n"), "{said}");
}
