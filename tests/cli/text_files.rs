//! Text files as other systems and editors write them: every command reads them alike.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use peregrine::arena::configuration;
use peregrine::arena::openings::{self, OpeningsError};
use peregrine::variants;
use tempfile::TempDir;

use crate::process::{complaint, output_for, program, text};
use crate::running::Start;

/// The line ends and byte-order marks that a text may have.
fn forms(text: &str) -> [(&'static str, String); 6] {
    let with = |end: &str| text.replace('\n', end);
    // A CR and an LF in different lines must not meet.
    let mut ends = ["\n", "\r", "\r\n"].into_iter().cycle();
    let mut lines = text.lines().peekable();
    let mut mixed = String::new();
    while let Some(line) = lines.next() {
        let is_before_empty = lines.peek() == Some(&"");
        let end = ends.find(|&end| end != "\r" || !is_before_empty);
        mixed += &format!("{line}{}", end.unwrap());
    }
    [
        ("CRLF", with("\r\n")),
        ("CR", with("\r")),
        ("mixed", mixed),
        ("a mark", format!("\u{feff}{text}")),
        ("a mark and CRLF", format!("\u{feff}{}", with("\r\n"))),
        ("a DOS end", format!("{}\u{1a}", with("\r\n"))),
    ]
}

/// The encodings that are refused, with their names.
fn refused(text: &str) -> [(&'static str, Vec<u8>); 5] {
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let wide = text
        .chars()
        .flat_map(|c| (c as u32).to_le_bytes())
        .collect();
    [
        ("UTF-16", [&[0xff, 0xfe], &little[..]].concat()),
        ("UTF-16", [&[0xfe, 0xff], &big[..]].concat()),
        ("UTF-16LE", little),
        ("UTF-16BE", big),
        ("UTF-32LE", wide),
    ]
}

struct File(#[allow(dead_code)] TempDir, PathBuf);

impl File {
    fn new(name: &str) -> File {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        File(folder, path)
    }

    fn name(&self) -> &str {
        self.1.to_str().unwrap()
    }

    /// What a command says of the file with this content.
    fn said(&self, arguments: &[&str], content: impl AsRef<[u8]>) -> Output {
        fs::write(&self.1, content).unwrap();
        let named = arguments.iter().map(|&argument| match argument {
            "FILE" => self.name(),
            other => other,
        });
        program().args(named).run()
    }
}

const SUITE: &str = "# variant chess\n\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 25\n\
                     4k3/8/8/8/8/8/8/4K3 b - - 0 1 ;D1 6\n";

const PROBLEMS: &str = "# variant chess\n\n7k/8/6K1/8/8/8/8/R7 w - - 0 1 ;bm a1a8 ;id one\n\
                        7k/8/6K1/8/8/8/8/R7 w - - 0 1 ;bm a1a7 ;id two\n";

const GAMES: &str = "[Event \"one\"]\n[Variant \"chess\"]\n\n; to the end\n1. e4 {over\ntwo lines}\n\
                     % skipped\ne5 2. Nf3 *\n\n[Variant \"chess\"]\n\n1. e4 e4 *\n";

const VARIANT: &str = "# Chess without castling\n[plain]\nbase = \"chess\"\ncastling = \"none\"\n";

const FAULTY_VARIANT: &str = "[plain]\nbase = \"chess\"\n\ncastling = \"nine\"\n";

const TUNABLES: &str = "# slow\nsearch.see_depth = 3\n";

#[test]
fn every_command_reads_every_line_end_and_mark_alike() {
    for (name, content, arguments) in [
        ("suite.epd", SUITE, &["perft", "--suite", "FILE"][..]),
        (
            "problems.epd",
            PROBLEMS,
            &["solve", "FILE", "--nodes", "500"],
        ),
        ("games.pgn", GAMES, &["pgn", "check", "FILE"]),
        (
            "games.pgn",
            GAMES,
            &["pgn", "convert", "--to", "san", "FILE"],
        ),
        ("games.pgn", GAMES, &["pgn", "show", "FILE"]),
        ("plain.toml", VARIANT, &["variants", "--check", "FILE"]),
        (
            "plain.toml",
            FAULTY_VARIANT,
            &["variants", "--check", "FILE"],
        ),
        (
            "plain.toml",
            VARIANT,
            &["--variants", "FILE", "show", "--variant", "plain"],
        ),
        ("slow.toml", TUNABLES, &["--tunables", "FILE", "tunables"]),
    ] {
        let file = File::new(name);
        let expected = file.said(arguments, content);
        let shown = |output: &Output| {
            // Times differ.
            let both = format!("{}{}", text(&output.stdout), text(&output.stderr));
            let is_time = |word: &&str| word.trim_start_matches('(').parse::<f64>().is_ok();
            let words = both.split(' ').filter(|word| !is_time(word));
            words.collect::<Vec<_>>().join(" ")
        };
        assert!(!shown(&expected).is_empty(), "{arguments:?}");
        for (form, content) in forms(content) {
            let output = file.said(arguments, content);
            assert_eq!(shown(&output), shown(&expected), "{arguments:?} {form}");
            assert_eq!(output.status, expected.status, "{arguments:?} {form}");
        }
        for (encoding, content) in refused(content) {
            let complaint = complaint(&file.said(arguments, content));
            let expected = format!("{name}: this is text in {encoding}; save it as UTF-8");
            assert!(complaint.contains(&expected), "{arguments:?}: {complaint}");
        }
    }
}

#[test]
fn faults_are_in_the_line_where_they_are() {
    let file = File::new("faulty");
    for (content, arguments, place) in [
        (
            "\n# a\n\nx ;D1\n",
            &["perft", "--suite", "FILE"][..],
            "faulty:4: ",
        ),
        (
            "# variant chess\n\n4k3/8/8/8/8/8/8/4K3 w - - ;bm e9\n",
            &["solve", "FILE"],
            "faulty:3: ",
        ),
        (GAMES, &["pgn", "check", "FILE"], "faulty: line 12, game 2"),
        (
            FAULTY_VARIANT,
            &["variants", "--check", "FILE"],
            "faulty:4: ",
        ),
    ] {
        for (form, content) in forms(content) {
            let output = file.said(arguments, content);
            let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
            assert!(said.contains(place), "{arguments:?} {form}: {said}");
        }
    }
}

#[test]
fn standard_input_is_read_like_a_file() {
    let check = || {
        let mut command = program();
        command.args(["pgn", "check", "-"]);
        command
    };
    let expected = text(&output_for(&mut check(), GAMES).stdout);
    assert!(expected.contains("-: line 12, game 2"), "{expected}");
    for (form, content) in forms(GAMES) {
        let output = output_for(&mut check(), &content);
        assert_eq!(text(&output.stdout), expected, "{form}");
    }
}

#[test]
fn openings_of_every_format_are_read_alike() {
    let rules = variants::rules("chess").unwrap();
    for (name, content, count) in [
        (
            "lines.txt",
            "# variant chess\ne4 e5\nd4 d5 2. c4\n\nc4\n",
            3,
        ),
        (
            "positions.epd",
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1\n\n4k3/8/8/8/8/8/8/R3K3 b - -\n",
            2,
        ),
        (
            "games.pgn",
            "[Variant \"chess\"]\n1. e4 *\n\n1. d4 {a\nb} d5 *\n",
            2,
        ),
    ] {
        let file = File::new(name);
        let read = |content: &[u8]| {
            fs::write(&file.1, content).unwrap();
            openings::read(&file.1, rules, None, None)
        };
        let expected = read(content.as_bytes()).unwrap();
        assert_eq!(expected.len(), count, "{name}");
        for (form, content) in forms(content) {
            let found = read(content.as_bytes()).unwrap();
            let same = openings::digest(&found) == openings::digest(&expected);
            assert!(same && found.len() == count, "{name} {form}");
        }
        for (encoding, content) in refused(content) {
            let error = read(&content).unwrap_err();
            assert!(matches!(error, OpeningsError::Unreadable { .. }), "{error}");
            assert!(error.to_string().contains(encoding), "{error}");
        }
    }
}

#[test]
fn names_of_openings_in_windows_1252_are_read() {
    let rules = variants::rules("chess").unwrap();
    for (name, content) in [
        ("lines.txt", &b"e4 e5 ; Gr\xfcnfeld\r\n"[..]),
        (
            "positions.epd",
            b"4k3/8/8/8/8/8/8/R3K3 w - - id \"Gr\xfcnfeld\";\n",
        ),
        (
            "games.pgn",
            b"[Variant \"chess\"]\n[Opening \"Gr\xfcnfeld\"]\n1. e4 *\n",
        ),
    ] {
        let file = File::new(name);
        fs::write(&file.1, content).unwrap();
        let found = openings::read(&file.1, rules, None, None).unwrap();
        assert_eq!(found[0].name.as_deref(), Some("Grünfeld"), "{name}");
    }
}

#[test]
fn configurations_of_matches_are_read_alike() {
    for (name, content) in [
        (
            "match.toml",
            "# a match\nrounds = 3\n[[engine]]\ncommand = \"x\"\n",
        ),
        (
            "match.json",
            "{\n\"rounds\": 3,\n\"engine\": [{\"command\": \"x\"}]\n}\n",
        ),
    ] {
        let file = File::new(name);
        let read = |content: &[u8]| {
            fs::write(&file.1, content).unwrap();
            configuration::read(Path::new(file.name()))
        };
        let expected = read(content.as_bytes()).unwrap();
        for (form, content) in forms(content) {
            assert_eq!(read(content.as_bytes()).unwrap(), expected, "{name} {form}");
        }
        for (encoding, content) in refused(content) {
            let error = read(&content).unwrap_err().to_string();
            assert!(error.contains(encoding), "{error}");
        }
    }
}
