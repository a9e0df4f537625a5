//! Huge input: single lines of 64 MiB, and as much in short lines.

use std::io::Write;
use std::sync::mpsc;
use std::time::Duration;

use crate::process::Session;

const MUCH: usize = 64 << 20;

/// How much additional memory, in KiB, such input may take.
const ALLOWED: u64 = 32 << 10;

/// A session after these lines, and its peak memory so far.
fn begun(lines: &str) -> (Session, u64) {
    let mut session = Session::start();
    session.send(lines);
    let before = session.most_memory().unwrap_or_default();
    (session, before)
}

fn assert_little_was_kept(session: &Session, before: u64) {
    if let Some(after) = session.most_memory() {
        assert!(
            after < before + ALLOWED,
            "{before} KiB before, {after} after"
        );
    }
}

#[test]
fn the_rest_of_a_long_line_is_skipped() {
    for (begin, alive, answer) in [
        ("uci\nisready", "isready", "readyok"),
        ("xboard\nprotover 2\nping 1", "ping 2", "pong 2"),
    ] {
        for line in [
            "x".repeat(MUCH),
            format!(
                "position startpos moves{}",
                " g1h3 g8h6 h3g1 h6g8".repeat(MUCH / 20)
            ),
            format!("setoption name Hash value {}", "0".repeat(MUCH)),
            format!("usermove {}", "\u{0}".repeat(MUCH)),
        ] {
            let (mut session, _) = begun(begin);
            session.until(if alive == "isready" {
                "readyok"
            } else {
                "pong 1"
            });
            let before = session.most_memory().unwrap_or_default();
            session.send(&line);
            session.send(alive);
            let said = session.until(answer);
            assert_eq!(said.len(), 2, "{said:?}");
            assert!(said[0].contains("the line exceeds 1 MiB"), "{}", said[0]);
            assert!(
                said[0].contains(&line[..8]) && said[0].len() < 200,
                "{}",
                said[0]
            );
            assert_little_was_kept(&session, before);
        }
    }
}

#[test]
fn a_long_line_does_not_choose_a_protocol() {
    for (hello, answer) in [("uci", "uciok"), ("xboard\nprotover 2", "feature done=1")] {
        let (mut session, before) = begun("");
        session.send(&"y".repeat(MUCH));
        session.send(hello);
        let said = session.until(answer);
        assert_eq!(
            said[0],
            format!("Error (the line exceeds 1 MiB): {}", "y".repeat(60))
        );
        assert_little_was_kept(&session, before);
    }
}

#[test]
fn a_position_that_is_too_long_is_refused() {
    for begin in ["uci\nisready", ""] {
        let (mut session, _) = begun(begin);
        session.send(&format!("position fen {}", "8/".repeat(MUCH / 2)));
        session.send("go depth 1");
        let said = session.until("bestmove");
        assert_eq!(said[said.len() - 1], "bestmove 0000");
    }
}

/// Error messages about them are cut short too.
#[test]
fn long_invalid_lines_are_quoted_in_part() {
    let word = "z".repeat(1_000_000);
    let (mut session, _) = begun("uci");
    session.until("uciok");
    for line in [
        word.clone(),
        format!("setoption name {word}"),
        format!("setoption name UCI_Variant value {word}"),
        format!("setoption name Hash value {word}"),
        format!("setoption name VariantPath value {word}"),
        format!("setoption name TablebasePath value {word}"),
        format!("position {word}"),
        format!("position array {word}"),
        format!("position startpos moves {word}"),
        format!("position fen {word}/10/10/10/10/10/10/10 w - - 0 1"),
        format!("position fen {word} w - - 0 1"),
        format!("position fen {} {word}", "10/10/10/10/10/10/10/10"),
        format!("position fen k9/10/10/10/10/10/10/9K w {word} - 0 1"),
    ] {
        let said = session.ask(&line);
        assert_eq!(said.len(), 1, "{:.80}", line);
        assert!(said[0].starts_with("info string Error: ") && said[0].len() < 4_500);
    }
    for line in ["go", "go depth", "go searchmoves"] {
        session.send(&format!("{line} {word}\nstop"));
        let said = session.until("bestmove");
        assert!(said[0].starts_with("info string Error: "), "{line}");
        assert!(said.iter().all(|answer| answer.len() < 4_500), "{line}");
    }
    let mut session = Session::start();
    session.send("xboard\nprotover 2");
    session.until("feature done=1");
    for line in [
        word.clone(),
        format!("usermove {word}"),
        format!("setboard {word}"),
        format!("variant {word}"),
        format!("option Hash={word}"),
        format!("option VariantPath={word}"),
        format!("level {word} 5 0"),
    ] {
        session.send(&format!("{line}\nping 7"));
        let said = session.until("pong 7");
        assert_eq!(said.len(), 2, "{:.80}", line);
        assert!(said[0].len() < 500, "{}", said[0].len());
    }
}

/// While a count is running, further input is not read without limit.
#[test]
fn queued_input_is_bounded() {
    let (mut session, _) = begun("uci\nisready");
    session.until("readyok");
    let before = session.most_memory().unwrap_or_default();
    session.send("go perft 12");
    let mut input = session.take_input();
    let (sender, written) = mpsc::channel();
    std::thread::spawn(move || {
        let text = "go depth 1 depth 1 depth 1\n".repeat(1 << 10);
        for _ in 0..MUCH / text.len() {
            if input.write_all(text.as_bytes()).is_err() {
                return;
            }
            sender.send(text.len()).expect("the test listens");
        }
    });
    let mut all = 0;
    while let Ok(length) = written.recv_timeout(Duration::from_secs(1)) {
        all += length;
    }
    assert!(all < 16 << 20, "{all} bytes were taken");
    assert_little_was_kept(&session, before);
}
