//! Suites of perft counts: checked, failing and unreadable.

use std::fs;
use std::path::{Path, PathBuf};

use super::{complains, run, says};

/// A file with the given text, removed when the value is dropped.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(name: &str, text: impl AsRef<[u8]>) -> TemporaryFile {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, text).unwrap();
        TemporaryFile(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn suites_are_checked() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft");
    let files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    let mut arguments = vec!["perft", "--max-nodes", "1000", "--suite"];
    arguments.extend(files.iter().map(|file| file.to_str().unwrap()));
    let text = says(&arguments);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[0].ends_with(" counts above 1000 skipped"));
    assert!(lines[1].ends_with(" passed, 0 failed"));
}

#[test]
fn failures_of_a_suite_are_shown() {
    let fen = "k9/10/10/10/10/10/10/K9 w - - 0 1";
    let text = format!("# a comment\n{fen} ;D1 3 ;D2 9\n\n{fen} ;D1 3 ;D2 8 ;D3 1\n");
    let file = TemporaryFile::new("wrong.epd", text);
    let output = run(&["perft", "--suite", file.name()]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        format!(
            "{}:4: D2 is 9, should be 8: {fen}; the slow move generator finds no difference\n\
             1 passed, 1 failed\n",
            file.name()
        )
    );
}

#[test]
fn unreadable_suites_are_refused() {
    for (name, text, reason) in [
        ("fields.epd", "x ;D1 3", "1: a FEN has 6 fields"),
        (
            "fen.epd",
            "\n\nk9 w - - 0 1 ;D1 3",
            "3: the board has 8 ranks, the FEN gives 1",
        ),
        (
            "variant.epd",
            "x ;variant shogi ;D1 3",
            "1: unknown variant 'shogi'",
        ),
        (
            "rule.epd",
            "x ;variant chess ;castling free ;D1 3",
            "1: chess cannot be played",
        ),
    ] {
        let file = TemporaryFile::new(name, text);
        let complaint = complains(&["perft", "--suite", file.name()]);
        let start = format!("{}:{reason}", file.name());
        assert!(complaint.starts_with(&start), "{complaint}");
    }
    let binary = TemporaryFile::new("binary.epd", [0xff, 0xfe, 0x00]);
    assert!(complains(&["perft", "--suite", binary.name()]).contains("UTF-8"));
    let folder = env!("CARGO_TARGET_TMPDIR");
    assert!(complains(&["perft", "--suite", folder]).starts_with(folder));
}
