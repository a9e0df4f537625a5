//! The examples of README, help and guide: each is a command that the program
//! understands, and each that ends soon is run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use clap::Command;

use crate::process::program;
use crate::running::Start;

/// Examples that are not run, by how they begin, with the reason.
const NOT_RUN: [(&str, &str); 23] = [
    ("peregrine --", "starts the engine; other tests talk to it"),
    ("peregrine board", "starts a server; tests/web talks to it"),
    (
        "peregrine tablebase probe --dir",
        "needs tables that take minutes",
    ),
    ("peregrine play", "waits for a person; other tests play"),
    ("peregrine match", "needs engines and hours"),
    ("peregrine datagen", "plays for hours"),
    ("peregrine train", "trains for hours"),
    ("peregrine tune", "plays for hours"),
    ("peregrine bench", "takes a minute in a test build"),
    ("peregrine book build", "searches for hours"),
    (
        "peregrine book probe --variant chess",
        "needs a book that takes hours",
    ),
    (
        "peregrine book stats --book",
        "needs a book that takes hours",
    ),
    ("peregrine openings", "takes minutes in a test build"),
    ("peregrine perft 5", "takes long in a test build"),
    ("peregrine perft 6", "takes long in a test build"),
    (
        "peregrine perft --suite",
        "takes hours; tests/rules/perft.rs reads the files",
    ),
    ("peregrine pgn annotate", "searches for hours"),
    ("peregrine solve", "searches for minutes"),
    ("peregrine tactics", "searches for hours"),
    ("peregrine tablebase build", "takes minutes"),
    (
        "peregrine tablebase stats KFvKN",
        "needs tables that take minutes",
    ),
    ("peregrine tablebase verify", "takes long in a test build"),
    (
        "peregrine eval --network",
        "needs a network that takes hours",
    ),
];

/// Forms, in which the reader has to put something: they are not run.
const PLACEHOLDERS: [&str; 6] = ["FILE", "FEN", "DIR", "DIRECTORY", "NAME", "..."];

/// The example at the start of a line, without the words that explain it.
fn command(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let is_command = line == "peregrine" || line.starts_with("peregrine ");
    let end = line.find("  ").unwrap_or(line.len());
    is_command.then(|| line[..end].trim_end())
}

/// The examples in a text: lines that are set in, or stand in a fenced block.
fn examples(text: &str, found: &mut BTreeSet<String>) {
    let mut is_fenced = false;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        is_fenced ^= line.starts_with("```");
        if !is_fenced && !line.starts_with("  ") {
            continue;
        }
        let Some(mut example) = command(line).map(str::to_owned) else {
            continue;
        };
        while let Some(begun) = example.strip_suffix('\\') {
            let next = lines.next().unwrap_or_default().trim();
            example = format!("{}{next}", begun.trim_end().to_owned() + " ");
        }
        found.insert(example);
    }
}

fn all_examples() -> BTreeSet<String> {
    fn of_help(command: &Command, found: &mut BTreeSet<String>) {
        if let Some(help) = command.get_after_help() {
            examples(&help.to_string(), found);
        }
        for command in command.get_subcommands() {
            of_help(command, found);
        }
    }
    let mut found = BTreeSet::new();
    of_help(&peregrine::cli::command(), &mut found);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_dir(root.join("docs/guide")).unwrap();
    let pages = guide.map(|entry| entry.unwrap().path());
    for page in pages.chain([root.join("README.md"), root.join("docs/rules.md")]) {
        examples(&fs::read_to_string(page).unwrap(), &mut found);
    }
    found
}

/// The words of a command, quoted as in a shell; nothing if it uses more of the shell.
fn words(example: &str) -> Option<Vec<String>> {
    let has_more = [" > ", " | ", "[", "{", "..."]
        .iter()
        .any(|sign| example.contains(sign));
    let words = shlex::split(example)?;
    let is_form = words
        .iter()
        .any(|word| PLACEHOLDERS.contains(&word.as_str()));
    (!is_form && !has_more).then_some(words)
}

/// What the examples read.
fn sandbox() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let game = "[Variant \"chess\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nc3 Nc6 4. Nb1 Nb8 5. e4 e5 \
                6. Nf3 Nc6 7. Bb5 a6 8. Ba4 Nf6 9. O-O Be7 10. Re1 b5 11. Bb3 d6 12. c3 O-O *\n\n";
    let games = game.repeat(3);
    for name in ["games.pgn", "more.pgn"] {
        fs::write(folder.path().join(name), &games).unwrap();
    }
    fs::write(
        folder.path().join("xboard.pgn"),
        "[Variant \"falcon\"]\n\n1. e4 e5 2. Nc3 Nc6 *\n",
    )
    .unwrap();
    let gothic = root.join("docs/examples/gothic.toml");
    for name in ["gothic.toml", "mine.toml", "docs/examples/gothic.toml"] {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::copy(&gothic, file).unwrap();
    }
    let knights = "docs/examples/falcon-knights.toml";
    fs::copy(root.join(knights), folder.path().join(knights)).unwrap();
    folder
}

#[test]
fn every_example_is_understood() {
    let mut count = 0;
    for example in all_examples() {
        let Some(words) = words(&example) else {
            continue;
        };
        let read = peregrine::cli::command().try_get_matches_from(&words);
        if let Err(error) = read {
            let is_help = error.kind() == clap::error::ErrorKind::DisplayHelp;
            assert!(is_help, "{example}: {error}");
        }
        count += 1;
    }
    assert!(count > 100, "only {count} examples");
}

#[test]
fn every_example_that_ends_soon_is_run() {
    let examples = all_examples();
    for (beginning, reason) in NOT_RUN {
        let is_used = examples
            .iter()
            .any(|example| example.starts_with(beginning));
        assert!(is_used, "no example begins with '{beginning}' ({reason})");
    }
    let mut count = 0;
    for example in &examples {
        let is_left_out = NOT_RUN.iter().any(|row| example.starts_with(row.0));
        let (false, Some(words)) = (is_left_out || example == "peregrine", words(example)) else {
            continue;
        };
        let folder = sandbox();
        let is_file = |option: &str| ["--out", "--svg", "--png"].contains(&option);
        let pairs = words.windows(2).filter(|pair| is_file(&pair[0]));
        let written: Vec<&String> = pairs.map(|pair| &pair[1]).collect();
        for name in &written {
            // It may be the input of another example.
            let _ = fs::remove_file(folder.path().join(name));
        }
        let output = program().args(&words[1..]).current_dir(folder.path()).run();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{example}: {errors}");
        // It writes the files that it names, or else prints something.
        for name in &written {
            assert!(folder.path().join(name).exists(), "{example}: no {name}");
        }
        assert!(
            !written.is_empty() || !output.stdout.is_empty(),
            "{example}"
        );
        count += 1;
    }
    assert!(count > 35, "only {count} examples were run");
}
