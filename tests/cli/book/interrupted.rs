//! Runs that are killed or stopped leave what an undisturbed run leaves.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::process;
use crate::running::{Running, Start};

use super::{SEARCH, command, complaint, folder_with, names, run, searched, text};

fn start(folder: &Path) -> Running {
    let mut command = command(folder, &[&SEARCH[..], &["2"]].concat());
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    command.start()
}

/// How a position begins in the partial file.
const POSITION: &str = "\n%position ";

/// How many positions the partial file has.
fn finished(folder: &Path) -> usize {
    process::records(&folder.join("out.prgbook.partial"), POSITION)
}

/// Waits until so many positions are finished, or the program has ended.
fn wait_for(folder: &Path, positions: usize, child: &mut Running) {
    process::wait_for_records(
        &folder.join("out.prgbook.partial"),
        POSITION,
        positions,
        child,
    );
}

#[test]
fn killed_runs_resume_to_the_same_book() {
    let expected = searched(folder_with("").path(), "1");
    let folder = folder_with("");
    let partial = folder.path().join("out.prgbook.partial");
    let mut kills = 0;
    for part in [1, 9, 20] {
        let mut child = start(folder.path());
        wait_for(folder.path(), part, &mut child);
        child.kill().unwrap();
        kills += usize::from(!child.wait().unwrap().success());
        // As if it had been killed while it wrote a position.
        if partial.exists() {
            let mut there = fs::read(&partial).unwrap();
            there.extend(b"e2e4 3");
            fs::write(&partial, there).unwrap();
        }
    }
    assert!(kills > 0, "each run was too fast to be killed");
    if partial.exists() {
        assert!(!folder.path().join("out.prgbook").exists());
        assert!(searched(folder.path(), "2") == expected);
    }
    assert!(fs::read(folder.path().join("out.prgbook")).unwrap() == expected);
    assert_eq!(names(folder.path()), ["in.pgn", "out.prgbook"]);
}

#[test]
fn a_stopped_run_says_so_and_resumes_with_more() {
    let folder = folder_with("");
    let mut words = [&SEARCH[..], &["2"]].concat();
    words[4] = "90";
    let mut command = command(folder.path(), &words);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).start();
    wait_for(folder.path(), 5, &mut child);
    process::signal(&child, "INT");
    let output = child.output();
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.ends_with("Stopped. The same command resumes.\n"),
        "{said}"
    );
    assert!(!folder.path().join("out.prgbook").exists());
    let before = finished(folder.path());
    assert!((5..90).contains(&before), "{before}");
    // Other options are refused.
    let mut others = words.clone();
    others[6] = "2001";
    let said = complaint(folder.path(), &others);
    let expected = "out.prgbook.partial: this was begun with other settings (--nodes 2000 ";
    assert!(said.contains(expected), "{said}");
    // More positions are not.
    words[4] = "100";
    let output = run(folder.path(), &words);
    let said = text(&output.stdout);
    let expected = format!("100 positions searched, {} of them new\n", 100 - before);
    assert!(said.starts_with(&expected), "{said}");
    let other = folder_with("");
    assert_eq!(run(other.path(), &words).status.code(), Some(0));
    let [one, two] = [folder, other].map(|folder| fs::read(folder.path().join("out.prgbook")));
    assert!(one.unwrap() == two.unwrap());
}

/// Killed after it had written the book, but before it removed the partial file.
#[test]
fn a_run_killed_at_its_very_end_is_completed() {
    let expected = searched(folder_with("").path(), "1");
    let folder = folder_with("");
    let out = folder.path().join("out.prgbook");
    let words = [&SEARCH[..], &["2"]].concat();
    // An output that can no longer be written leaves a partial file with all positions.
    let mut command = command(folder.path(), &words);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.start();
    wait_for(folder.path(), 1, &mut child);
    fs::create_dir(&out).unwrap();
    let said = process::complaint(&child.output());
    assert!(said.contains("out.prgbook: "), "{said}");
    fs::remove_dir(&out).unwrap();
    assert_eq!(finished(folder.path()), 40);
    // Another file is not taken for the book.
    fs::write(&out, "mine").unwrap();
    let said = complaint(folder.path(), &words);
    assert!(
        said.contains("out.prgbook: the file already exists"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&out).unwrap(), "mine");
    assert_eq!(finished(folder.path()), 40);
    fs::write(&out, &expected).unwrap();
    assert!(searched(folder.path(), "2") == expected);
    assert_eq!(names(folder.path()), ["in.pgn", "out.prgbook"]);
}

/// A limit on file sizes stands in for a full disk.
#[test]
fn a_full_disk_is_reported_and_loses_nothing() {
    let expected = searched(folder_with("").path(), "1");
    let folder = folder_with("");
    let words = [&SEARCH[..], &["2"]].concat();
    let mut kept = Vec::new();
    for blocks in ["0", "2", "4"] {
        let mut script = Command::new("sh");
        let limit = "trap '' XFSZ; ulimit -f \"$0\" && exec \"$@\"";
        script.args(["-c", limit, blocks, env!("CARGO_BIN_EXE_peregrine"), "book"]);
        let output = script.args(&words).current_dir(folder.path()).run();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(
            said.contains("out.prgbook.partial: File too large"),
            "{said}"
        );
        kept.push(finished(folder.path()));
        assert!(!folder.path().join("out.prgbook").exists());
    }
    assert!(
        kept[0] == 0 && kept[1] < kept[2] && kept[2] < 40,
        "{kept:?}"
    );
    assert!(searched(folder.path(), "2") == expected);
}

#[test]
fn damaged_journals_are_refused() {
    let folder = folder_with("");
    let mut child = start(folder.path());
    wait_for(folder.path(), 3, &mut child);
    child.kill().unwrap();
    child.wait().unwrap();
    let partial = folder.path().join("out.prgbook.partial");
    let there = fs::read_to_string(&partial).expect("it was not too fast");
    let words = [&SEARCH[..], &["1"]].concat();
    fs::write(&partial, there.replacen("\n%position", "1\n%position", 1)).unwrap();
    let said = complaint(folder.path(), &words);
    assert!(said.contains("the position before it is damaged"), "{said}");
    fs::write(&partial, "1. e4 *\n").unwrap();
    let said = complaint(folder.path(), &words);
    let expected = "line 1: this is not a file of positions searched for a book";
    assert!(said.contains(expected), "{said}");
}
