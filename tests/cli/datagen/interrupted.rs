//! Runs that are killed, stopped, out of space, or two at once leave what an undisturbed
//! run leaves.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{bytes, complains, folder_with, read, says};
use crate::process::{program, wait};
use crate::running::{Running, Start};

const NAME: &str = "falcon-8x8-1.prgdata";
const GAMES: usize = 40;

fn words() -> Vec<&'static str> {
    let game = ["--variant", "falcon-8x8", "--games", "40", "--nodes", "50"];
    [&game[..], &["--threads", "2", "--out", "."]].concat()
}

/// The file of an undisturbed run.
fn undisturbed() -> Vec<u8> {
    let (folder, path) = folder_with(NAME);
    says(folder.path(), &words());
    assert_eq!(read(&path).len(), GAMES);
    bytes(&path)
}

fn start(folder: &Path, words: &[&str]) -> Running {
    let mut command = program();
    command.current_dir(folder).arg("datagen").args(words);
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::piped());
    quiet.stderr(Stdio::null()).start()
}

/// Waits until a file has this many bytes, or the program has ended.
fn grown(path: &Path, length: u64, child: &mut Running) {
    let began = Instant::now();
    while fs::metadata(path).map_or(0, |file| file.len()) < length
        && child.try_wait().unwrap().is_none()
    {
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "nothing is written"
        );
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn killed_runs_resume_to_the_same_file() {
    let expected = undisturbed();
    let (folder, path) = folder_with(NAME);
    let mut kills = 0;
    for part in 1..=4 {
        let mut child = start(folder.path(), &words());
        grown(&path, expected.len() as u64 * part / 5, &mut child);
        child.kill().unwrap();
        kills += usize::from(!child.wait().unwrap().success());
        let there = bytes(&path);
        assert!(expected.starts_with(&there), "{} bytes", there.len());
        // As if it had been killed while it wrote a game.
        fs::write(&path, &there[..there.len() - 1]).unwrap();
    }
    assert!(kills > 0, "each run was too fast to be killed");
    says(folder.path(), &words());
    assert!(bytes(&path) == expected);
}

#[test]
fn a_stopped_run_says_so_and_resumes() {
    let expected = undisturbed();
    let (folder, path) = folder_with(NAME);
    let mut child = start(folder.path(), &words());
    grown(&path, expected.len() as u64 / 8, &mut child);
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-s", "TERM", &id]).status();
    assert!(sent.unwrap().success());
    let output = child.output();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.ends_with("Stopped. The same command resumes.\n"),
        "{said}"
    );
    let there = bytes(&path);
    assert!(there.len() < expected.len() && expected.starts_with(&there));
    let said = says(folder.path(), &words());
    assert!(said.contains("40 of 40 games"), "{said}");
    assert!(bytes(&path) == expected);
}

/// A limit on file sizes stands in for a full disk: writing fails, but the program is not
/// killed.
#[test]
fn a_full_disk_is_reported_and_loses_nothing() {
    let expected = undisturbed();
    let (folder, path) = folder_with(NAME);
    for blocks in ["0", "8"] {
        let mut script = Command::new("sh");
        let text = "trap '' XFSZ; ulimit -f \"$0\" && exec \"$@\"";
        script.args([
            "-c",
            text,
            blocks,
            env!("CARGO_BIN_EXE_peregrine"),
            "datagen",
        ]);
        let output = script.args(words()).current_dir(folder.path()).run();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        let reason = format!("peregrine: error: ./{NAME}: File too large");
        assert!(said.starts_with(&reason), "{said}");
        // Nothing, or whole games.
        assert_eq!(path.exists(), blocks != "0");
        let left = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, usize::from(blocks != "0"));
    }
    let kept = read(&path).len();
    assert!(0 < kept && kept < GAMES, "{kept}");
    assert!(expected.starts_with(&bytes(&path)));
    says(folder.path(), &words());
    assert!(bytes(&path) == expected);
}

#[test]
fn two_runs_do_not_write_to_one_file() {
    let (folder, path) = folder_with("falcon-1.prgdata");
    let endless = ["--games", "1000000", "--nodes", "50", "--out", "."];
    let mut first = start(folder.path(), &endless);
    grown(&path, 1000, &mut first);
    let said = complains(folder.path(), &endless);
    let expected = "peregrine: error: ./falcon-1.prgdata: another process is writing this file\n";
    assert_eq!(said, expected);
    let id = first.id().to_string();
    Command::new("kill")
        .args(["-s", "TERM", &id])
        .status()
        .unwrap();
    assert_eq!(wait(&mut first).code(), Some(1));
    says(folder.path(), &["verify", "falcon-1.prgdata"]);

    // Of those begun at the same moment in an empty folder, one writes; the others are
    // refused, or begin when it has ended.
    let (folder, path) = folder_with(NAME);
    let mut running = [(); 3].map(|()| start(folder.path(), &words()));
    let codes = running.each_mut().map(|child| wait(child).code());
    assert!(codes.contains(&Some(0)), "{codes:?}");
    assert!(codes.iter().all(|code| [Some(0), Some(2)].contains(code)));
    assert_eq!(read(&path).len(), GAMES);
}
