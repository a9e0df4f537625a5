//! Little memory: fewer threads, no larger hash table, and a message about it.

use std::path::Path;
use std::process::Command;

use super::{outcome, text};
use crate::common::is_long_run;
use crate::process::output_for;

/// The program, limited to this many KiB of address space.
fn limited(kibibytes: u64) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -v \"$0\" && exec \"$@\""])
        .arg(kibibytes.to_string())
        .arg(env!("CARGO_BIN_EXE_peregrine"));
    command
}

/// The engine's answers to these lines, with this much memory.
fn answers(kibibytes: u64, lines: &str) -> String {
    let output = output_for(&mut limited(kibibytes), lines);
    let said = text(&output.stdout);
    let complained = text(&output.stderr);
    assert!(
        output.status.success(),
        "{kibibytes} KiB: {}: {said}{complained}",
        output.status
    );
    said
}

#[test]
fn little_memory_means_fewer_threads() {
    // More than plenty, and most of them too few for 256 threads.
    let amounts: &[u64] = if is_long_run() {
        &[
            150, 170, 200, 300, 400, 600, 900, 1300, 1800, 2000, 2400, 16_000,
        ]
    } else {
        &[150, 200, 400, 900, 1800, 16_000]
    };
    let mut shortages = 0;
    for &mebibytes in amounts {
        for (lines, comment, answer) in [
            (
                "uci\nsetoption name Threads value 256\nisready\nposition startpos\n\
                 go depth 4\nisready\nquit\n",
                "info string the system gives only ",
                "\nbestmove ",
            ),
            (
                "xboard\nprotover 2\ncores 256\nsd 4\nping 1\nnew\ngo\nping 2\n",
                "# the system gives only ",
                "\nmove ",
            ),
        ] {
            let said = answers(mebibytes << 10, lines);
            let shortage = said.lines().filter(|line| line.starts_with(comment));
            let shortage: Vec<&str> = shortage.collect();
            assert!(shortage.len() <= 2, "{shortage:?}");
            if answer.contains("bestmove") {
                assert!(said.contains(answer), "{mebibytes} MiB: {said}");
            }
            for line in shortage {
                assert!(line.ends_with(" of 256 threads"), "{line}");
                shortages += 1;
            }
            if mebibytes <= 900 {
                assert!(said.contains(comment), "{mebibytes} MiB: {said}");
            }
        }
    }
    assert!(shortages >= amounts.len() - 1, "{shortages}");
}

#[test]
fn perft_in_uci_reports_fewer_threads() {
    let lines = "uci\nsetoption name Threads value 256\nposition startpos\ngo perft 4\n";
    let said = answers(300 << 10, lines);
    let (_, counted) = said
        .split_once("info string the system gives only ")
        .unwrap_or_else(|| panic!("{said}"));
    assert!(counted.contains(" of 256 threads\n"), "{said}");
    assert!(counted.contains("\nNodes searched: 430024\n"), "{said}");
}

#[test]
fn perft_and_table_builds_use_the_available_threads() {
    let folder = tempfile::tempdir().unwrap();
    let amounts: &[u64] = match is_long_run() {
        true => &[60, 100, 200, 400],
        false => &[60, 400],
    };
    for &mebibytes in amounts {
        let run = |words: &[&str], folder: Option<&Path>| {
            let mut command = limited(mebibytes << 10);
            command.args(words).args(["--threads", "256"]);
            if let Some(folder) = folder {
                command.arg("--dir").arg(folder);
            }
            let output = outcome(&mut command);
            let complained = text(&output.stderr);
            assert!(
                output.status.success(),
                "{mebibytes} MiB {words:?}: {complained}"
            );
            assert!(
                complained.contains("the system gives only ")
                    && complained.contains(" of 256 threads\n"),
                "{mebibytes} MiB {words:?}: {complained}"
            );
            text(&output.stdout)
        };
        let counted = run(&["perft", "4"], None);
        assert!(counted.ends_with("Nodes searched: 430024\n"), "{counted}");
        let folder = folder.path().join(mebibytes.to_string());
        let words = ["tablebase", "build", "KQvK", "--variant", "chess"];
        let built = run(&words, Some(&folder));
        assert!(built.contains("\nKQvK: "), "{built}");
        let words = ["tablebase", "verify", "KQvK", "--variant", "chess"];
        let verified = run(&words, Some(&folder));
        assert!(verified.contains(" 0 wrong"), "{verified}");
    }
}

/// Where one thread finds the memory for its games, so does one of eight.
#[test]
fn datagen_needs_no_more_memory_for_more_threads() {
    let folder = tempfile::tempdir().unwrap();
    let mut number = 0;
    let mut generate = |threads: &str, mebibytes: u64| {
        number += 1;
        let out = folder.path().join(number.to_string());
        let mut command = limited(mebibytes << 10);
        command.args(["datagen", "--variant", "chess", "--games", "8"]);
        command.args(["--nodes", "10", "--threads", threads, "--out"]);
        outcome(command.arg(out))
    };
    let amounts = (30..200).step_by(5);
    let least = { amounts }.find(|&amount| generate("1", amount).status.success());
    let least = least.expect("one thread finds enough");
    let step = if is_long_run() { 3 } else { 23 };
    let mut shortages = 0;
    for mebibytes in (least..least + 350).step_by(step) {
        let output = generate("8", mebibytes);
        let complained = text(&output.stderr);
        assert!(output.status.success(), "{mebibytes} MiB: {complained}");
        shortages += usize::from(complained.contains("the system gives only "));
    }
    assert!(shortages > 2, "{shortages}");
}

#[test]
fn a_hash_that_cannot_be_allocated_is_refused_and_the_old_one_kept() {
    let lines = "uci\nsetoption name Hash value 16\nsetoption name Hash value 100000\nisready\n\
                 position startpos\ngo depth 4\nisready\nquit\n";
    let said = answers(600 << 10, lines);
    let refused = said
        .lines()
        .find(|line| line.starts_with("info string Error: "));
    let refused = refused.unwrap_or_else(|| panic!("{said}"));
    assert!(refused.contains("the hash stays at 16 MiB"), "{refused}");
    assert!(said.contains("\nbestmove "), "{said}");
    let said = answers(
        600 << 10,
        "xboard\nprotover 2\nmemory 100000\nsd 4\nping 1\nquit\n",
    );
    assert!(
        said.contains("Error (cannot allocate this memory; it stays at 64 MiB): memory 100000"),
        "{said}"
    );
}
