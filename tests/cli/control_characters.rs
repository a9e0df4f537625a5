//! No control character of a file, an argument or a name reaches the terminal.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::process::{output_for, program, text};
use crate::running::Start;

/// An escape sequence, others of one character, and a change of direction.
const HOSTILE: &str = "\u{1b}[31mred\u{7}\u{9b}2J\u{202e}x";

fn run(command: &mut Command) -> Output {
    command.run()
}

/// Checks that both outputs are clean; whether one shows what was there instead.
fn shows(what: &str, output: &Output) -> bool {
    let [said, errors] = [&output.stdout, &output.stderr].map(|bytes| text(bytes));
    let all = format!("{said}{errors}");
    let is_bad = |c: char| {
        c.is_control() && c != '\n' && c != '\t'
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    assert!(!all.contains(is_bad), "{what}: {all:?}");
    let shown = ["\\u{1b}[31mred", "\u{fffd}[31mred", "\\u{202e}x", "\\u{1b}"];
    shown.iter().any(|shown| all.contains(shown))
}

/// The same for a program that must show it.
fn check(what: &str, output: &Output) {
    assert!(
        shows(what, output),
        "{what}: {}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
}

fn run_with(arguments: &[&str]) -> Output {
    run(program().args(arguments))
}

#[test]
fn arguments_are_shown_without_control_characters() {
    for arguments in [
        &["perft", HOSTILE][..],
        &["moves", "--variant", HOSTILE],
        &["variants", "--check", HOSTILE],
        &["solve", HOSTILE, "--nodes", "1"],
        &["tablebase", "stats", HOSTILE],
        &["book", "stats", HOSTILE],
        &["match", "--out", "/nonexistent/x", "--engine", HOSTILE],
        &["pgn", "check", HOSTILE],
        &["pgn", "convert", HOSTILE, "--to", "san"],
        &["pgn", "annotate", HOSTILE, "--out", "x", "--nodes", "1"],
        &["pgn", "show", HOSTILE],
        &["bench", "--variant", HOSTILE],
        &["--variants", HOSTILE],
        &["--tunables", HOSTILE],
        &[HOSTILE],
        &["help", HOSTILE],
    ] {
        check(&format!("{arguments:?}"), &run_with(arguments));
    }
    // Not every fault of a position quotes it.
    for command in ["eval", "show", "moves", "play"] {
        for fen in [
            format!("4k3/8/8/8/8/8/8/4K{HOSTILE} w - - 0 1"),
            HOSTILE.to_owned(),
        ] {
            shows(command, &run_with(&[command, "--fen", &fen]));
        }
    }
}

#[test]
fn games_are_shown_without_control_characters() {
    let folder = tempfile::tempdir().unwrap();
    // Windows has no names with the first 32 characters.
    let name = match cfg!(windows) {
        true => HOSTILE.replace(|character| character < ' ', ""),
        false => HOSTILE.to_owned(),
    };
    let file = folder.path().join(format!("{name}.pgn"));
    let games = format!(
        "[White \"{HOSTILE}\"]\n[Black \"{HOSTILE}\"]\n\n1. e4 {{{HOSTILE}}} e5 2. Ke3 *\n\n\
         [White \"{HOSTILE}\"]\n[Black \"x\"]\n[Result \"{HOSTILE}\"]\n\n1. e4 {{{HOSTILE}}} *\n\n\
         [White \"x\"]\n[Black \"{HOSTILE}\"]\n[Variant \"{HOSTILE}\"]\n\n1. e4 *\n\n\
         [FEN \"{HOSTILE}\"]\n\n1. e4 *\n\n1. {HOSTILE} *\n\n[{HOSTILE}]\n1. e4 *\n"
    );
    fs::write(&file, games).unwrap();
    let file = file.to_str().unwrap();
    let out = folder.path().join("out.pgn");
    let out = out.to_str().unwrap();
    let book = folder.path().join("book");
    let book = book.to_str().unwrap();
    let tactics = folder.path().join(format!("{HOSTILE}/tactics"));
    let tactics = tactics.to_str().unwrap();
    for arguments in [
        &["pgn", "check", file][..],
        &["pgn", "convert", file, "--to", "san", "--out", out],
        &[
            "pgn", "annotate", file, "--out", out, "--nodes", "10", "--force",
        ],
        &["pgn", "show", file, "--game", "1"],
        &["pgn", "show", file, "--game", "3"],
        &[
            "book",
            "build",
            "--out",
            book,
            "--games",
            file,
            "--variant",
            "chess",
        ],
        &["tactics", file, "--out", tactics],
    ] {
        check(&format!("{arguments:?}"), &run_with(arguments));
    }
    // What is written to a file or a pipe is data, but has no control characters, either.
    let output = run_with(&["pgn", "convert", file, "--to", "san"]);
    let written = text(&output.stdout);
    assert!(written.contains("\u{202e}x"), "{written}");
    assert!(
        !written.contains(|c: char| c.is_control() && c != '\n'),
        "{written:?}"
    );
}

#[test]
fn files_are_quoted_without_control_characters() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let write = |name: &str, content: &str| fs::write(folder.path().join(name), content).unwrap();
    write(
        "games.toml",
        &format!("[x]\nbase = \"chess\"\ntitle = \"{HOSTILE}\"\n"),
    );
    write(
        "names.toml",
        "[x]\nbase = \"chess\"\ntitle = \"\\u001b[31mred\\u202ex\"\n",
    );
    write(
        "faulty.toml",
        &format!("[x]\n\"{HOSTILE}\" = 1\nbase = \"\\u001b[31mred\"\n"),
    );
    write("moves.txt", &format!("e2e4 {HOSTILE}\n"));
    write("suite.epd", &format!("{HOSTILE}\n"));
    let mut shown = 0;
    for arguments in [
        &["variants", "--check", &path("games.toml")][..],
        &["variants", "--check", &path("names.toml")],
        &["variants", "--check", &path("faulty.toml")],
        &["perft", "--suite", &path("suite.epd")],
        &["solve", &path("suite.epd"), "--nodes", "1"],
    ] {
        shown += usize::from(shows(&format!("{arguments:?}"), &run_with(arguments)));
    }
    assert!(shown > 0);
    let engine = "name=e command=./nothing";
    let output = run_with(&[
        "match",
        "--out",
        &path("out"),
        "--variant",
        "chess",
        "--rounds",
        "1",
        "--each",
        "protocol=uci nodes=1",
        "--engine",
        engine,
        "--engine",
        "name=f command=./other",
        "--openings",
        &path("moves.txt"),
    ]);
    check("openings", &output);
}

#[test]
fn a_conversation_is_answered_without_control_characters() {
    for begin in ["uci\n", "xboard\nprotover 2\n"] {
        let lines = format!(
            "{begin}{HOSTILE}\nposition fen {HOSTILE}\nsetboard {HOSTILE}\nusermove {HOSTILE}\n\
             setoption name {HOSTILE} value {HOSTILE}\nvariant {HOSTILE}\nquit\n"
        );
        check(begin, &output_for(&mut program(), &lines));
    }
    let lines = format!("{HOSTILE}\nlevel {HOSTILE}\nquit\n");
    let output = output_for(program().args(["play", "--variant", "chess"]), &lines);
    check("play", &output);
}

/// Whoever writes to the terminal goes through `src/cli/terminal.rs`.
#[test]
fn nothing_is_printed_in_another_way() {
    fn find_prints(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                find_prints(&path, found);
                continue;
            }
            let source = fs::read_to_string(&path).unwrap_or_default();
            let source = source.split("#[cfg(test)]").next().unwrap_or_default();
            let lines = source.lines().map(str::trim);
            let lines = lines.filter(|line| !line.starts_with("//"));
            let prints = [
                "eprint",
                " println!",
                "(io::stderr()",
                "(io::stdout()",
                "io::stderr().write",
            ];
            for line in lines.filter(|line| prints.iter().any(|print| line.contains(print))) {
                found.push(format!("{}: {line}", path.display()));
            }
        }
    }
    let mut found = Vec::new();
    find_prints(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut found,
    );
    found.retain(|line| {
        !line.contains("out_of_memory.rs")
            && !line.contains("cli/terminal.rs")
            && !line.contains("cli\\terminal.rs")
            && !line.contains("PlainText::new(io::stdout())")
    });
    assert_eq!(found, [""; 0]);
}
