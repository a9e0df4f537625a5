//! The program as a process: protocols without a subcommand, closed pipes, `quit`.

#[cfg(unix)]
use std::io::Write;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::{complains, says};
use crate::process::{self, program, wait};
use crate::running::Start;

#[test]
fn a_closed_pipe_ends_a_command_quietly() {
    for arguments in [
        &["moves"][..],
        &["perft", "4", "--divide"],
        &["show"],
        &["variants"],
        &["values"],
        &["bench", "3"],
        &["--help"],
    ] {
        let mut child = program()
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .start();
        // The pipe is closed before anything is read, or after the first line.
        let mut output = BufReader::with_capacity(1, child.stdout.take().unwrap());
        if arguments[0] == "bench" {
            output.read_line(&mut String::new()).unwrap();
        }
        drop(output);
        let status = wait(&mut child);
        let mut errors = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut errors)
            .unwrap();
        assert!(status.success(), "{arguments:?}: {errors}");
        assert!(
            !errors.contains("panicked") && !errors.contains("error"),
            "{errors}"
        );
    }
}

/// Even commands that would not write anything for a long time.
#[cfg(unix)]
#[test]
fn closed_pipes_end_running_commands() {
    let mate = [
        "mate",
        "40",
        "--fen",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ];
    for (arguments, lines) in [
        (&["perft", "12"][..], ""),
        (&["perft", "12", "--threads", "2"], ""),
        (&["bench", "100"], ""),
        (&mate, ""),
        (&[], "go perft 12"),
        (&[], "bench 100"),
        (&[], "go infinite"),
        (&[], "go depth 100"),
        (&[], "xboard\nnew\nanalyze"),
        (&[], "xboard\nnew\nsd 100\nlevel 0 1000 0\ngo"),
    ] {
        for keeps_input in [false, true] {
            let mut child = program()
                .args(arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .start();
            let mut input = child.stdin.take();
            writeln!(input.as_mut().unwrap(), "{lines}").unwrap();
            // Long enough for the command to be running.
            std::thread::sleep(Duration::from_millis(100));
            assert!(child.try_wait().unwrap().is_none(), "{arguments:?} {lines}");
            if !keeps_input {
                input = None;
            }
            drop(child.stdout.take());
            let status = wait(&mut child);
            assert!(status.success(), "{arguments:?} {lines}");
            drop(input);
        }
    }
}

#[test]
fn quit_ends_running_commands() {
    for lines in [
        "go perft 12",
        "bench 100",
        "go infinite",
        "go perft 12\ngo perft 12",
    ] {
        let mut session = process::Session::start();
        session.ask("isready");
        session.send(&format!("{lines}\nquit"));
        let began = Instant::now();
        let (_, status) = session.end();
        assert!(
            status.success() && began.elapsed() < Duration::from_secs(20),
            "{lines}"
        );
    }
}

#[test]
fn a_game_can_be_chosen_for_either_protocol() {
    let mut session = process::Session::with(&["--variant", "capablanca"]);
    assert!(
        session
            .ask("d")
            .iter()
            .any(|line| line.starts_with("Game: capablanca"))
    );
    // An explicitly chosen game is not replaced by the one that fits the FEN.
    let chess = "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(session.ask(chess)[0].starts_with("info string Error: "));
    let options = [
        "--variant",
        "falcon",
        "--castling",
        "three",
        "--promotion",
        "no-queen",
    ];
    let mut session = process::Session::with(&options);
    let answer = session.ask("d");
    assert!(
        answer
            .iter()
            .any(|line| line.contains("castling three, promotion no-queen"))
    );

    let mut session = process::Session::with(&["--variant", "capablanca"]);
    session.send("xboard\nprotover 2\nnew\nforce\nusermove g2g3\nusermove i8h6\nusermove e2j7");
    session.send("ping 1");
    let answer = session.until("pong");
    assert!(answer.iter().any(|line| line.starts_with("Illegal move")));
    assert_eq!(
        answer
            .iter()
            .filter(|line| line.starts_with("Illegal"))
            .count(),
        1
    );

    for (arguments, reason) in [
        (&["--variant", "shogi"][..], "unknown variant 'shogi'"),
        (&["--castling", "three"], "need --variant"),
        (
            &["--variant", "chess", "--castling", "three"],
            "cannot be played with castling",
        ),
        (
            &["--variant", "chess", "perft", "1"],
            "belong after the command",
        ),
        (&["--promotion", "any", "moves"], "belong after the command"),
    ] {
        assert!(complains(arguments).contains(reason), "{arguments:?}");
    }
}

#[test]
fn without_a_command_the_program_speaks_protocols() {
    assert_eq!(says(&[]), "");
    let mut session = process::Session::start();
    session.send("uci");
    assert!(session.until("uciok")[0].starts_with("id name Peregrine"));
    session.send("quit");
    let (rest, status) = session.end();
    assert!(rest.is_empty() && status.success());
}
