//! Searches and counts: what they report, and when they end.

use std::time::{Duration, Instant};

use peregrine::notation::parse_coordinate;
use peregrine::variants;

use super::session::{fen_after, lines, number, position, run_session, start_fen};
use crate::process::Session;
/// Whichever thread finds it: each depth is reported once, all of its lines together,
/// and the move played is that of the last line.
#[test]
fn several_threads_report_each_depth_once() {
    for (threads, lines_wanted) in [(2, 1), (5, 1), (3, 2)] {
        let answer = lines(&format!(
            "setoption name Threads value {threads}\n\
             setoption name MultiPV value {lines_wanted}\nposition startpos\ngo depth 9\n"
        ));
        let number = |line: &str, word: &str| -> u32 {
            let mut words = line.split_whitespace().skip_while(|&found| found != word);
            words.nth(1).map_or(1, |number| number.parse().unwrap())
        };
        let told: Vec<(u32, u32)> = answer
            .iter()
            .filter(|line| line.starts_with("info depth "))
            .map(|line| (number(line, "depth"), number(line, "multipv")))
            .collect();
        let mut expected: Vec<(u32, u32)> = Vec::new();
        let depths: std::collections::BTreeSet<u32> = told.iter().map(|told| told.0).collect();
        for depth in depths {
            expected.extend((1..=lines_wanted).map(|line| (depth, line)));
        }
        // With a single line, the last depth is reported again.
        if lines_wanted == 1 {
            expected.push((9, 1));
        }
        assert_eq!(told, expected, "{answer:?}");
        assert_eq!(told.last(), Some(&(9, lines_wanted)));
    }
}

/// The three numbers after `wdl`.
fn wdl(line: &str) -> [u32; 3] {
    let (before, after) = line.split_once(" wdl ").unwrap_or_else(|| panic!("{line}"));
    let mut words = before.split_whitespace().rev().skip(1);
    assert!(["cp", "mate"].contains(&words.next().unwrap()), "{line}");
    let numbers: Vec<u32> = after
        .split_whitespace()
        .take(3)
        .map(|number| number.parse().unwrap())
        .collect();
    numbers.try_into().unwrap()
}

#[test]
fn wdl_is_reported_if_enabled() {
    let go = "position startpos moves e2e4\ngo depth 6\n";
    assert!(lines(go).iter().all(|line| !line.contains("wdl")));
    let show = "setoption name UCI_ShowWDL value true\n";
    for game in variants::all() {
        let answer = lines(&format!(
            "setoption name UCI_Variant value {}\n{show}position startpos\ngo depth 4\n",
            game.name
        ));
        let scores: Vec<&String> = answer
            .iter()
            .filter(|line| line.contains(" score "))
            .collect();
        assert!(scores.len() >= 4, "{answer:?}");
        for line in scores {
            let [win, draw, loss] = wdl(line);
            assert_eq!(win + draw + loss, 1000, "{line}");
            assert!(line.contains(" mate ") || win.min(loss) > 0, "{line}");
        }
    }
    for (fen, expected) in [
        // A mate, being mated, having been mated, stalemate.
        ("k9/8R1/2K7/10/10/10/10/9R w - - 0 1", [1000, 0, 0]),
        ("k9/8R1/10/2K7/10/10/10/5F3R b - - 0 1", [0, 0, 1000]),
        ("k8R/8R1/2K7/10/10/10/10/10 b - - 0 1", [0, 0, 1000]),
        ("k9/2Q7/1K8/10/10/10/10/10 b - - 0 1", [0, 1000, 0]),
        // Tables know a win and a draw.
        ("k9/10/10/10/10/10/10/5KF3 w - - 0 1", [1000, 0, 0]),
        ("k9/P9/10/10/10/10/10/9K b - - 0 1", [0, 1000, 0]),
    ] {
        let answer = lines(&format!("{show}position fen {fen}\ngo depth 4\n"));
        let last = answer.iter().rev().find(|line| line.contains(" score "));
        assert_eq!(wdl(last.unwrap()), expected, "{fen}: {answer:?}");
    }
}

#[test]
fn currmove_is_reported_after_three_seconds() {
    let mut session = Session::start();
    session.ask("position startpos");
    let began = Instant::now();
    session.send("go infinite");
    let mut current = Vec::new();
    while current.len() < 2 {
        let line = session.line();
        if line.contains("currmove") {
            assert!(began.elapsed() >= Duration::from_secs(3));
            current.push(line);
        }
    }
    session.send("stop");
    session.until("bestmove");
    let start = position("falcon", start_fen());
    for line in &current {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [
            "info",
            "depth",
            depth,
            "currmove",
            text,
            "currmovenumber",
            at,
        ] = words[..]
        else {
            panic!("{line}")
        };
        parse_coordinate(&start, text).unwrap();
        assert!((1..100).contains(&depth.parse().unwrap()));
        assert!((1..=start.legal_moves().len()).contains(&at.parse().unwrap()));
    }
    // None twice.
    assert!(current.windows(2).all(|pair| pair[0] != pair[1]));
    let short = lines("position startpos\ngo movetime 500\n");
    assert!(short.iter().all(|line| !line.contains("currmove")));
}

#[test]
fn a_proven_mate_is_reported_once() {
    for (fen, go, mate) in [
        // No mate to find for the side that is mated, ...
        (
            "k9/8R1/10/2K7/10/10/10/5F3R b - - 0 1",
            "go mate 1",
            "mate -1",
        ),
        // ... one as short as requested, ...
        ("k9/8R1/2K7/10/10/10/10/9R w - - 0 1", "go mate 3", "mate 1"),
        // ... and one that is not.
        ("k9/10/2K7/8R1/10/10/10/9R w - - 0 1", "go mate 1", "mate 2"),
    ] {
        let answer = lines(&format!("position fen {fen}\n{go}\n"));
        let told: Vec<&String> = answer
            .iter()
            .filter(|line| line.contains(" mate "))
            .collect();
        assert_eq!(told.len(), 1, "{answer:?}");
        assert!(told[0].contains(&format!(" score {mate} ")), "{answer:?}");
        assert!(answer[answer.len() - 1].starts_with("bestmove "));
        assert!(answer.len() < 12, "{answer:?}");
    }
}

#[test]
fn a_search_reports_its_findings() {
    let answer = lines("position startpos moves e2e4\ngo depth 6\n");
    let (best, infos) = answer.split_last().unwrap();
    let after = position("falcon", &fen_after("position startpos moves e2e4"));
    for (n, info) in infos.iter().enumerate() {
        assert!(info.starts_with("info depth "), "{info}");
        assert_eq!(number(info, "depth"), n as i64 + 1);
        assert_eq!(number(info, "multipv"), 1);
        assert!(number(info, "seldepth") > 0 && number(info, "nodes") > 0);
        assert!(number(info, "nps") > 0 && number(info, "cp").abs() < 1000);
        assert!(number(info, "hashfull") >= 0 && number(info, "time") >= 0);
        assert_eq!(number(info, "tbhits"), 0);
        let mut position = after.clone();
        let (_, line) = info.split_once(" pv ").unwrap();
        for text in line.split_whitespace() {
            position.play(parse_coordinate(&position, text).unwrap());
        }
    }
    let words: Vec<&str> = best.split_whitespace().collect();
    let ["bestmove", best, "ponder", ponder] = words[..] else {
        panic!("{words:?}")
    };
    let mut position = after;
    position.play(parse_coordinate(&position, best).unwrap());
    parse_coordinate(&position, ponder).unwrap();
}

#[test]
fn search_limits_are_kept() {
    let last = |go: &str| {
        let answer = lines(&format!("position startpos\ngo {go}\n"));
        assert!(answer[answer.len() - 1].starts_with("bestmove "), "{go}");
        answer[answer.len() - 2].clone()
    };
    assert_eq!(number(&last("depth 3"), "depth"), 3);
    assert!(number(&last("nodes 2000"), "nodes") <= 2000);
    assert!(number(&last("movetime 100"), "time") <= 1000);
    assert!(number(&last("wtime 1000 btime 1 winc 0 binc 0"), "time") <= 1500);
    assert!(number(&last("wtime 100 btime 1 movestogo 1"), "time") <= 1000);
    // The clock has already run out.
    last("wtime -20 btime 100");

    let three = lines("setoption name MultiPV value 3\nposition startpos\ngo depth 3\n");
    let last = three.len() - 4;
    for (n, info) in three[last..].iter().take(3).enumerate() {
        assert_eq!(
            (number(info, "multipv"), number(info, "depth")),
            (n as i64 + 1, 3)
        );
    }
    let only = lines("position startpos\ngo searchmoves a2a3 j2j3 depth 4\n")
        .pop()
        .unwrap();
    assert!(only.starts_with("bestmove a2a3") || only.starts_with("bestmove j2j3"));
}

#[test]
fn the_last_info_line_covers_the_whole_search_and_the_best_move() {
    for threads in [1, 2] {
        for nodes in [5_000, 20_000, 60_000] {
            let options = format!("setoption name Threads value {threads}");
            let answer = lines(&format!("{options}\nposition startpos\ngo nodes {nodes}\n"));
            let [.., last, best] = &answer[..] else {
                panic!("{answer:?}")
            };
            assert!(number(last, "nodes") >= nodes, "{answer:?}");
            let (_, line) = last.split_once(" pv ").unwrap();
            let best = best.split_whitespace().nth(1).unwrap();
            assert_eq!(line.split_whitespace().next(), Some(best), "{answer:?}");
        }
    }
}

#[test]
fn mates_are_reported() {
    let mate = "k9/10/1K8/10/10/10/10/7R2 w - - 0 1";
    let answer = lines(&format!("position fen {mate}\ngo mate 1 depth 50\n"));
    let found = answer.iter().any(|line| line.contains(" score mate 1 "));
    assert!(found, "{answer:?}");
    assert!(!answer.iter().any(|line| line.starts_with("info depth 50")));
    assert_eq!(answer[answer.len() - 1], "bestmove h1h8");
    let (mated, stalemated) = (
        "k6R2/10/1K8/10/10/10/10/10 b - - 0 1",
        "k9/2Q7/1K8/10/10/10/10/10 b - - 0 1",
    );
    for (fen, score) in [(mated, "mate 0"), (stalemated, "cp 0")] {
        assert_eq!(
            lines(&format!("position fen {fen}\ngo depth 5\n")),
            [
                format!("info depth 0 score {score}").as_str(),
                "bestmove (none)"
            ]
        );
    }
}

#[test]
fn an_infinite_search_runs_until_stopped() {
    let mut session = Session::start();
    // Nothing is left to search in this position, but the search must not end.
    session.send("position fen k9/2Q7/1K8/10/10/10/10/10 b - - 0 1\ngo infinite");
    assert!(session.is_silent_for(Duration::from_millis(300)));
    assert_eq!(
        session.ask("foo"),
        ["info string Error: unknown command 'foo' (try 'help'): foo"]
    );
    session.send("stop");
    assert_eq!(
        session.until("bestmove"),
        ["info depth 0 score cp 0", "bestmove (none)"]
    );

    session.send("position startpos\ngo infinite");
    session.until("info depth 3");
    session.ask("");
    // Commands that change something stop the search and take effect after it.
    session.send("position startpos moves e2e4\nd");
    let answer = session.until("FEN: ");
    let best = answer.iter().position(|line| line.starts_with("bestmove"));
    let board = answer.iter().position(|line| line.starts_with(" 8 "));
    assert!(best.unwrap() < board.unwrap());
    assert!(answer[answer.len() - 1].contains(" b KQkq e3 "));
    session.ask("");
    session.send("go infinite\ngo depth 2\nisready");
    session.until("bestmove");
    let rest = session.until("bestmove");
    if !rest.contains(&"readyok".to_owned()) {
        session.until("readyok");
    }
    session.send("go infinite");
    session.until("info depth 3");
    session.send("quit");
    let (rest, status) = session.end();
    assert!(rest.iter().any(|line| line.starts_with("bestmove")));
    assert!(status.success());
}

#[test]
fn ponderhit_ends_pondering() {
    let mut session = Session::start();
    session.send("position startpos moves e2e4 e7e5\ngo ponder wtime 300 btime 300");
    session.until("info depth 3");
    std::thread::sleep(Duration::from_millis(400));
    let during = session.ask("");
    assert!(!during.iter().any(|line| line.starts_with("bestmove")));
    session.send("ponderhit");
    session.until("bestmove");
    // A ponderhit may come late, and a miss is a stop.
    assert_eq!(session.ask("ponderhit"), [""; 0]);
    session.send("go ponder wtime 300 btime 300\nstop");
    session.until("bestmove");
    let (rest, status) = session.end();
    assert!(rest.is_empty() && status.success());
}

#[test]
fn end_of_input_lets_the_search_finish() {
    for go in [
        "depth 7",
        "nodes 3000",
        "movetime 100",
        "wtime 500 btime 500",
    ] {
        let answer = lines(&format!("position startpos\ngo {go}\n"));
        assert!(answer[answer.len() - 1].starts_with("bestmove"), "{go}");
        if go == "depth 7" {
            assert!(answer.iter().any(|line| line.starts_with("info depth 7 ")));
        }
    }
    for go in [
        "",
        "infinite",
        "ponder",
        "ponder depth 3",
        "infinite depth 3",
        "mate 50",
    ] {
        let answer = lines(&format!("position startpos\ngo {go}\n"));
        assert!(answer[answer.len() - 1].starts_with("bestmove"), "{go}");
    }
    assert_eq!(run_session(""), "");
    assert_eq!(run_session("uci"), run_session("uci\nquit\nisready\n"));
}

/// The number of `bestmove` lines in an answer.
fn best_moves(answer: &[String]) -> usize {
    answer
        .iter()
        .filter(|line| line.starts_with("bestmove "))
        .count()
}

const MATED: &str = "fen k6R2/10/1K8/10/10/10/10/10 b - - 0 1";

const STALEMATED: &str = "fen k9/2Q7/1K8/10/10/10/10/10 b - - 0 1";

const BARE_KINGS: &str = "fen k9/10/10/10/10/10/10/K9 w - - 0 1";

const FIFTY_MOVES: &str = "fen k9/10/10/10/10/10/10/KR8 w - - 100 90";

/// Two games of the same moves, the second of which has ended by repetition.
const REPEATED: &str = "startpos moves b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1 c6b8";

#[test]
fn every_go_is_followed_by_one_bestmove() {
    let words = [
        "depth 1",
        "depth",
        "depth -1",
        "depth x",
        "depth 1.5",
        "nodes 10",
        "nodes -1",
        "movetime 1",
        "movetime -1",
        "mate 1",
        "mate 0",
        "mate x",
        "wtime 10",
        "btime 10",
        "wtime 10.5 btime 10",
        "movestogo -1",
        "searchmoves e2e5",
        "searchmoves a2a3",
        "searchmoves",
        "infinite",
        "ponder",
        "foo",
        "12",
        "99999999999999999999",
        "\u{0}",
        "-",
        "DEPTH 1",
        "go",
        "wtime 0 btime 0",
    ];
    for position in [
        "startpos",
        MATED,
        STALEMATED,
        BARE_KINGS,
        FIFTY_MOVES,
        REPEATED,
    ] {
        let mut text = format!("position {position}\n");
        let mut count = 0;
        for (n, first) in words.iter().enumerate() {
            let second = words[(7 * n + 3) % words.len()];
            for go in [format!("go {first}"), format!("joho\tgo {first}  {second}")] {
                text += &format!("{go}\nstop\n");
                count += 1;
            }
        }
        let answer = lines(&text);
        assert_eq!(best_moves(&answer), count, "{position}: {answer:?}");
    }
}

#[test]
fn a_go_that_cannot_be_understood_ends_by_itself() {
    for (go, fault) in [
        ("go btime 60000 movestogo 100000", "btime is used"),
        ("go wtime 100 btime 100 movestogo -1", "'-1'"),
        ("go depth 2 searchmoves e2e5", "'e2e5'"),
        ("go foo depth 1", "'foo'"),
        ("go depth -1", "'-1'"),
        ("go nodes -1", "'-1'"),
        ("go depth 12x", "'12x'"),
        ("go wtime 100.0 btime 100.0", "wtime '100.0' is read as 100"),
        ("go deep 3", "'deep'"),
        ("joho go depth 1", "ignored before 'go': joho"),
        ("\u{feff}go depth 1", ""),
    ] {
        let mut session = Session::start();
        let began = Instant::now();
        session.send(go);
        let answer = session.until("bestmove ");
        assert!(began.elapsed() < Duration::from_secs(20), "{go}");
        let is_named = |line: &String| line.starts_with("info string ") && line.contains(fault);
        assert!(
            fault.is_empty() || answer.iter().any(is_named),
            "{go}: {answer:?}"
        );
        assert_eq!(best_moves(&session.ask("stop")), 0, "{go}");
    }
    let mut session = Session::start();
    session.send("go infinite searchmoves e2e5");
    session.until("info depth 3");
    assert_eq!(best_moves(&session.ask("")), 0);
    session.send("stop");
    session.until("bestmove ");
    // A line of which only the beginning is kept, and one with many faults.
    session.send(&format!("go depth 1 {}", "x".repeat(2 << 20)));
    assert!(session.until("bestmove ")[0].contains("exceeds 1 MiB"));
    session.send(&format!("go depth 1{}", " x".repeat(1000)));
    let answer = session.until("bestmove ");
    assert!(
        answer.len() < 20 && answer[10].contains("990 more faults"),
        "{answer:?}"
    );
}

#[test]
fn a_mate_is_searched_whatever_else_the_line_says() {
    let mate = "k9/8R1/2K7/10/10/10/10/9R w - - 0 1";
    for (go, fault) in [
        ("go mate 1 foo", "unknown word 'foo' after go"),
        ("go foo mate 1", "unknown word 'foo' after go"),
        ("go mate 1 depth x", "depth is a number from 0"),
        ("go nodes -1 mate 1", "nodes is a number from 0"),
        ("go mate 1 movetime", "movetime needs a number"),
        ("go winc 5 mate 1", "winc needs a clock"),
    ] {
        let mut session = Session::start();
        session.send(&format!("position fen {mate}"));
        session.send(go);
        let answer = session.until("bestmove ");
        let faults: Vec<&String> = answer
            .iter()
            .filter(|line| line.contains("Error"))
            .collect();
        assert!(
            faults.len() == 1 && faults[0].contains(fault),
            "{go}: {answer:?}"
        );
        let is_found = answer.iter().any(|line| line.contains(" score mate 1 "));
        assert!(is_found, "{go}: {answer:?}");
        assert_eq!(best_moves(&session.ask("stop")), 0, "{go}");
    }
}

#[test]
fn words_before_a_command_are_ignored() {
    for (line, command) in [
        ("joho debug on", "debug"),
        ("joho  \t debug off", "debug"),
        ("e2 e4 stop", "stop"),
        ("one two three isready", "isready"),
    ] {
        let answer = lines(&format!("{line}\n"));
        let ignored = format!("info string ignored before '{command}': ");
        assert!(answer[0].starts_with(&ignored), "{answer:?}");
        assert!(
            !answer.iter().any(|line| line.contains("Error")),
            "{answer:?}"
        );
        assert_eq!(answer.len() == 2, command == "isready", "{answer:?}");
    }
    assert_eq!(lines("  \t isready\t \n"), ["readyok"]);
    assert!(lines("debug joho on\n")[0].contains("Error: wrong arguments for 'debug'"));
    // A running search obeys them, too.
    for (stop, end) in [
        ("now stop", "stop"),
        ("please quit", "quit"),
        ("stop it", "stop"),
    ] {
        let mut session = Session::start();
        session.send("position startpos\ngo infinite");
        session.until("info depth 3");
        session.send(stop);
        session.until("bestmove ");
        let (_, status) = session.end();
        assert!(status.success(), "{end}");
    }
    let answer =
        lines("setoption name UCI_Variant value chess\nhm position startpos moves e2e4\nd\n");
    assert!(
        answer.iter().any(|line| line.contains("/4P3/")),
        "{answer:?}"
    );
}

#[test]
fn the_first_command_may_follow_a_mark_or_end_with_a_carriage_return() {
    let expected = lines("uci\nisready\n");
    for text in [
        "\u{feff}uci\nisready\n",
        "uci\risready\r",
        "uci\r\nisready\r\n",
        "uci\n\risready",
    ] {
        assert_eq!(lines(text), expected, "{text:?}");
    }
    let cecp = run_session("xboard\nping 1\n");
    assert_eq!(run_session("\u{feff}xboard\rping 1\r"), cecp);
}

#[test]
fn perft_reports_counts_per_move() {
    let answer = lines("go perft 2\n");
    assert_eq!(answer.len(), 26);
    assert_eq!(answer[0], "a2a3: 24");
    assert_eq!(answer[24..], ["", "Nodes searched: 576"]);
    assert!(answer[..24].is_sorted());
    assert_eq!(lines("go perft 0\n"), ["", "Nodes searched: 1"]);
    let threads = lines("setoption name Threads value 3\ngo perft 4\nposition startpos\n");
    assert_eq!(threads.last().unwrap(), "Nodes searched: 430024");
    // No command that follows interrupts a count ...
    let both = lines("go perft 3\nposition startpos moves e2e4\ngo perft 2\n");
    assert!(both.contains(&"Nodes searched: 15766".to_owned()));
    assert_eq!(
        both.iter().filter(|line| line.starts_with("Nodes")).count(),
        2
    );
    // ... except `stop` and `quit`, which need be sent only once.
    for end in [
        "stop",
        "position startpos\nstop\nquit",
        "quit",
        "quit\nquit",
        "go perft 31\nbench 100\nquit",
    ] {
        assert_eq!(lines(&format!("go perft 30\n{end}\n")), [""; 0], "{end}");
    }
}
