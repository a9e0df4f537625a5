//! What cannot be written is refused before the work, and leaves nothing behind.

use std::fs::{self, OpenOptions, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{complaint, outcome, text};
use crate::process::program;
use crate::running::Start;

const GAME: &str = "[Variant \"chess\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. d4 d6 1-0\n\n";

/// Commands that write a file, for the place of which stands FILE. Most would work for ages.
const FILES: &[&str] = &[
    "pgn annotate in.pgn --nodes 100000000000 --out FILE",
    "pgn convert in.pgn --to san --out FILE",
    "openings 1000000 --plies 40 --out FILE",
    "book build --search-positions 100000 --nodes 100000000 --out FILE",
    "book build --games in.pgn --variant chess --out FILE",
    "datagen merge in.prgdata --out FILE",
    "datagen shuffle in.prgdata --out FILE",
    "train --data in.prgdata --epochs 100000 --out FILE",
    "train --data in.prgdata --epochs 100000 --out x.prgnet --checkpoint FILE",
    "train --data in.prgdata --epochs 100000 --out x.prgnet --log FILE",
    "train --data in.prgdata --epochs 100000 --out x.prgnet --plot FILE",
    "train --data in.prgdata --dump FILE",
    "tune evaluation --games in.pgn --variant chess --out FILE",
    "tactics in.pgn --out FILE",
    "play --save FILE",
    "show --svg FILE",
    "show --png FILE",
    "pgn show in.pgn --svg FILE",
    "pgn show in.pgn --animate --svg FILE",
];

/// Commands that write into a folder.
const FOLDERS: &[&str] = &[
    "datagen --games 1000000 --nodes 100000000 --out FILE",
    "tune games --openings in.txt --pairs 1000000 --nodes 10000000 --out FILE search.futility",
    "tablebase build KQRvKR --variant chess --dir FILE",
    "match --rounds 1000 --each protocol=uci,nodes=5 --engine name=a,command=PROGRAM --engine name=b,command=PROGRAM \
     --out FILE",
    "match merge --out FILE in",
];

/// A folder with inputs.
fn workshop() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("in.pgn"), GAME).unwrap();
    fs::write(at.join("in.txt"), "e4 e5\n").unwrap();
    for words in [
        "datagen --games 2 --nodes 20 --out .",
        "match --rounds 1 --each protocol=uci,nodes=5 --out in",
    ] {
        let mut command = at_work(at, words, "");
        if words.starts_with("match") {
            for name in ["a", "b"] {
                let engine = format!("name={name} command={}", env!("CARGO_BIN_EXE_peregrine"));
                command.args(["--engine", &engine]);
            }
        }
        let made = outcome(&mut command);
        assert!(made.status.success(), "{}", text(&made.stderr));
    }
    fs::rename(at.join("falcon-1.prgdata"), at.join("in.prgdata")).unwrap();
    folder
}

fn at_work(at: &Path, words: &str, file: &str) -> Command {
    let mut command = program();
    command.current_dir(at).stdin(Stdio::null());
    command.args(words.split_whitespace().map(|word| {
        let word = word.replace("FILE", file).replace(',', " ");
        word.replace("PROGRAM", env!("CARGO_BIN_EXE_peregrine"))
    }));
    command
}

/// The names of all files in a folder, with what they are and contain.
fn state(at: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(at).unwrap() {
        let path = entry.unwrap().path();
        let kind = fs::symlink_metadata(&path).unwrap().file_type();
        let name = path.display();
        // Reading a pipe would wait for its writer.
        found.push(match kind.is_file() {
            true => format!("{name} {kind:?} {:?}", fs::read(&path).unwrap()),
            false => format!("{name} {kind:?}"),
        });
    }
    found.sort();
    found
}

/// The command is refused for this reason at once, and nothing has changed.
#[track_caller]
fn refused(at: &Path, words: &str, file: &str, reason: &str) {
    let before = state(at);
    let began = Instant::now();
    let said = complaint(&mut at_work(at, words, file));
    assert!(began.elapsed() < Duration::from_secs(30), "{words}: {said}");
    assert!(said.contains(reason), "{words} {file}: {said}");
    assert_eq!(state(at), before, "{words} {file}: {said}");
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_work() {
    let folder = workshop();
    let at = folder.path();
    fs::create_dir(at.join("folder")).unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(at.join("pipe"))
            .status()
            .unwrap()
            .success()
    );
    symlink("nowhere", at.join("dangling")).unwrap();
    symlink("folder", at.join("to-folder")).unwrap();
    fs::write(at.join("fixed"), "<svg mine").unwrap();
    fs::set_permissions(at.join("fixed"), Permissions::from_mode(0o444)).unwrap();
    let long = "x".repeat(300);
    for words in FILES {
        for (file, reason) in [
            ("folder", "folder: this is a folder"),
            ("to-folder", "to-folder: this is a folder"),
            ("pipe", "pipe: this is not a regular file"),
            ("/dev/full", "/dev/full: this is not a regular file"),
            ("/dev/null", "/dev/null: this is not a regular file"),
            (
                "dangling",
                "dangling: this is a link to a file that does not exist",
            ),
            ("none/file", "none/file: there is no folder none"),
            ("in.pgn/file", "in.pgn/file: there is no folder in.pgn"),
            ("fixed", "fixed: the file is read-only"),
            ("..", "..: this is not a file name"),
            (&long, "too long"),
        ] {
            refused(at, words, file, reason);
            let is_forced = FORCED.iter().any(|forced| words.starts_with(forced));
            if is_forced && ["folder", "fixed"].contains(&file) {
                refused(at, &format!("{words} --force"), file, reason);
            }
        }
        let draws = words.contains("--svg") || words.contains("--png");
        let reason = match draws {
            true => "in.txt: the file already exists and is not a picture",
            false => "in.txt: the file already exists (--force replaces it)",
        };
        refused(at, words, "in.txt", reason);
        symlink("in.txt", at.join("link")).unwrap();
        refused(at, words, "link", &reason.replace("in.txt", "link"));
        fs::remove_file(at.join("link")).unwrap();
    }
}

/// The commands that can replace a file.
const FORCED: &[&str] = &[
    "pgn annotate",
    "pgn convert",
    "openings",
    "book build",
    "datagen",
    "train",
    "tune evaluation",
    "tactics",
    "play",
];

/// '-' is standard output where text or a picture is written, and otherwise refused: it never
/// becomes a file of that name.
#[test]
fn a_hyphen_is_standard_output_or_refused() {
    let folder = workshop();
    let at = folder.path();
    for words in FILES.iter().chain(FOLDERS) {
        let prints = ["pgn convert", "openings", "show", "pgn show"];
        if prints.iter().any(|print| words.starts_with(print)) {
            let words = words.replace("1000000 --plies 40", "1 --plies 2");
            let output = outcome(&mut at_work(at, &words, "-"));
            assert!(output.status.success(), "{words}: {}", text(&output.stderr));
            assert!(output.stdout.len() > 50, "{words}");
        } else {
            refused(at, words, "-", "-: this would be standard output, but a f");
        }
    }
    assert!(!at.join("-").exists());
}

#[test]
fn a_folder_that_cannot_hold_files_is_refused_before_the_work() {
    let folder = workshop();
    let at = folder.path();
    symlink("nowhere", at.join("dangling")).unwrap();
    for words in FOLDERS {
        refused(at, words, "in.pgn", "in.pgn: this is not a folder");
        refused(at, words, "/dev/null", "/dev/null: this is not a folder");
        refused(
            at,
            words,
            "dangling",
            "dangling: this is a link to a folder that does not exist",
        );
    }
    // Something else has the name of a file that will be written.
    for (words, file) in [
        (FOLDERS[0], "falcon-1.prgdata"),
        (FOLDERS[1], "state.json"),
        (FOLDERS[1], "tunables.toml"),
        (FOLDERS[3], "results.jsonl"),
        (FOLDERS[3], "games.pgn"),
    ] {
        let other = at.join("taken");
        fs::create_dir_all(other.join(file)).unwrap();
        let before = state(&other).len();
        let said = complaint(&mut at_work(at, words, "taken"));
        assert!(said.contains("this is a folder"), "{words} {file}: {said}");
        assert!(state(&other).len() <= before + 1, "{words} {file}: {said}");
        fs::remove_dir_all(&other).unwrap();
    }
}

/// An ordinary user may not write everywhere; root may.
#[test]
fn a_folder_without_permission_is_refused_before_the_work() {
    let user = Command::new("id").arg("-u").run();
    if text(&user.stdout).trim() == "0" {
        println!("skipped: root may write everywhere");
        return;
    }
    let folder = workshop();
    let at = folder.path();
    fs::create_dir(at.join("shut")).unwrap();
    fs::set_permissions(at.join("shut"), Permissions::from_mode(0o555)).unwrap();
    for words in FILES {
        refused(
            at,
            words,
            "shut/file",
            "shut/file: no file can be created in ",
        );
    }
    for words in FOLDERS {
        refused(at, words, "shut", "shut: no file can be created in ");
    }
}

/// The file that standard output goes to is not replaced.
#[test]
fn the_file_of_standard_output_is_no_output() {
    let folder = workshop();
    let at = folder.path();
    let words = "pgn convert in.pgn --to san --force --out FILE";
    let mut command = at_work(at, words, "out.pgn");
    let file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(at.join("out.pgn"));
    let command = command.stdout(file.unwrap()).stderr(Stdio::piped());
    let output = command.start().output();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("out.pgn: standard output goes to this file"),
        "{said}"
    );
}

/// Standard output on a full disk is a fault of every command, help included; a closed pipe
/// is none.
#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_output_is_reported() {
    let folder = workshop();
    for words in [
        "--help",
        "--version",
        "help",
        "perft --help",
        "pgn check --help",
        "variants",
        "moves",
        "perft 2",
        "bench 1",
        "show",
        "eval",
        "values",
        "tunables",
        "openings 1 --plies 2",
        "pgn check in.pgn",
        "pgn convert in.pgn --to san",
        "pgn show in.pgn",
        "show --svg -",
        "show --png -",
        "datagen verify in.prgdata",
        "datagen stats in.prgdata",
        "book stats",
        "tablebase stats KQvK",
        "variants --check in.txt",
        "match report in",
    ] {
        let mut command = at_work(folder.path(), words, "");
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command.stdout(full).stderr(Stdio::piped()).start().output();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words}: {said}");
        assert!(
            said.contains("standard output: No space left on device"),
            "{words}: {said}"
        );
    }
}
