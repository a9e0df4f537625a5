//! Conversations in UCI, with what is right and with what is wrong.

#[path = "common/process.rs"]
mod process;

use std::sync::mpsc;
use std::time::Duration;

use peregrine::notation::parse_coordinate;
use peregrine::position::Position;
use peregrine::search::Level;
use peregrine::{protocol, variants};
use proptest::prelude::*;

use process::Session;

/// The answer to lines that all come at once.
fn converse(text: &str) -> String {
    let (sender, receiver) = mpsc::channel();
    let input = std::io::Cursor::new(text.to_owned());
    std::thread::spawn(move || {
        let mut answer = Vec::new();
        protocol::converse(input, &mut answer).unwrap();
        sender.send(String::from_utf8(answer).unwrap())
    });
    let answer = receiver.recv_timeout(Duration::from_secs(60));
    answer.unwrap_or_else(|_| panic!("no end to:\n{text}"))
}

fn lines(text: &str) -> Vec<String> {
    converse(text).lines().map(str::to_owned).collect()
}

fn position(variant: &str, fen: &str) -> Position {
    let rules = variants::find(variant).unwrap().rules(Default::default());
    Position::from_fen(rules.unwrap(), fen).unwrap()
}

fn start_fen() -> &'static str {
    &variants::all()[0].start_fen
}

/// What stands in `d` after `FEN: `.
fn fen_after(text: &str) -> String {
    let answer = converse(&format!("{text}\nd\n"));
    let fen = answer.lines().find_map(|line| line.strip_prefix("FEN: "));
    fen.unwrap().to_owned()
}

#[test]
fn it_says_who_it_is_and_what_can_be_set() {
    let answer = lines("uci\n");
    let names: Vec<&str> = variants::all()
        .iter()
        .map(|variant| variant.name.as_str())
        .collect();
    assert!(answer[0].starts_with("id name Peregrine "));
    assert!(answer[1].starts_with("id author "));
    assert_eq!(
        answer[2..],
        [
            "option name VariantPath type string default <empty>",
            format!(
                "option name UCI_Variant type combo default falcon var {}",
                names.join(" var ")
            )
            .as_str(),
            "option name Castling type combo default default var default var free \
             var modified-free var orthodox var three var wide var none var king-swap",
            "option name Promotion type combo default default var default var any var no-queen",
            "option name Hash type spin default 64 min 1 max 1048576",
            "option name Threads type spin default 1 min 1 max 256",
            "option name MultiPV type spin default 1 min 1 max 2048",
            "option name Ponder type check default false",
            "option name Move Overhead type spin default 30 min 0 max 10000",
            "option name Skill Level type spin default 20 min 0 max 20",
            "option name Skill Seed type spin default 0 min 0 max 1000000",
            "option name UCI_LimitStrength type check default false",
            "option name UCI_Elo type spin default 2250 min 500 max 3760",
            "option name UCI_AnalyseMode type check default false",
            "option name UCI_ShowWDL type check default false",
            "option name Debug Log File type string default <empty>",
            "option name TablebasePath type string default <empty>",
            "option name Clear Hash type button",
            "uciok"
        ]
    );
}

#[test]
fn commands_that_need_no_answer_get_none() {
    for line in [
        "",
        "   ",
        "ucinewgame",
        "debug on",
        "debug off",
        "register later",
        "stop",
        "ponderhit",
        "position startpos",
        "position startpos moves",
        "position startpos moves e2e4 e7e5 f1e2",
        "position fen k9/10/2K7/10/5F4/10/10/10 w - -",
        "setoption name Hash value 1",
        "setoption name hash value 2",
        "setoption name Threads value 2",
        "setoption name MultiPV value 3",
        "setoption name Move Overhead value 0",
        "setoption name Ponder value true",
        "setoption name Skill Level value 5",
        "setoption name Skill Seed value 7",
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 900",
        "setoption name UCI_AnalyseMode value false",
        "setoption name Clear Hash",
        "setoption name UCI_ShowWDL value true",
        "setoption name Debug Log File value <empty>",
        "setoption name Debug Log File value",
        "setoption name Castling value default",
        "setoption name Castling value free",
        "setoption name UCI_Variant value falcon",
    ] {
        assert_eq!(
            lines(&format!("uci\n{line}\nisready\n")).last().unwrap(),
            "readyok"
        );
        assert_eq!(lines(&format!("isready\n{line}\n")), ["readyok"], "{line}");
    }
}

/// Whichever thread finds it: each depth is reported once, all of its lines together,
/// and the move played is that of the last line.
#[test]
fn several_threads_speak_with_one_voice() {
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
        // What is played is told once more if there is one line.
        if lines_wanted == 1 {
            expected.push((9, 1));
        }
        assert_eq!(told, expected, "{answer:?}");
        assert_eq!(told.last(), Some(&(9, lines_wanted)));
    }
}

#[test]
fn arrays_drawn_by_lot_are_set_up_by_number() {
    let fen =
        fen_after("setoption name UCI_Variant value falcon-random\nposition array 1 moves a2a3");
    assert_eq!(
        fen,
        "bbffknnqrr/pppppppppp/10/10/10/P9/1PPPPPPPPP/BBFFKNNQRR b KIki - 0 1"
    );
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    let variants: Vec<&str> = variants::all()
        .iter()
        .map(|variant| variant.name.as_str())
        .collect();
    let unknown_variant = format!("unknown variant 'shogi' (known: {})", variants.join(", "));
    let before = "position startpos moves e2e4\nsetoption name Hash value 3";
    let stays = fen_after(before);
    for (line, reason) in [
        ("joho", "unknown command 'joho' (try 'help')"),
        ("isready now", "isready takes no such words after it"),
        ("debug maybe", "debug takes no such words after it"),
        (
            "position",
            "position needs 'startpos', 'fen FEN' or 'array NUMBER', then perhaps 'moves MOVE...'",
        ),
        (
            "position startpos e2e4",
            "position needs 'startpos', 'fen FEN' or 'array NUMBER', then perhaps 'moves MOVE...'",
        ),
        ("position array first", "an array has a number, not 'first'"),
        (
            "position array 7",
            "falcon has one array, not one that is drawn by lot",
        ),
        ("position startpos moves e2e5", "'e2e5' is not legal here"),
        (
            "position startpos moves e2e4 e2e4",
            "'e2e4' is not possible: e2 is empty",
        ),
        (
            "position fen 10/10 w - - 0 1",
            "the board has 8 ranks, the FEN gives 2",
        ),
        (
            "position fen k9/10/10/10/10/10/10/10 w - - 0 1",
            "White has no King",
        ),
        ("go depth", "depth needs a number"),
        (
            "go depth deep",
            "depth is a number from 0 to 4294967295, not 'deep'",
        ),
        ("go fast", "unknown word 'fast' after go"),
        ("go perft 65", "perft is a number from 0 to 64, not '65'"),
        ("go searchmoves", "searchmoves needs a move"),
        ("go searchmoves e2e4", "'e2e4' is not possible: e2 is empty"),
        (
            "go wtime 1000",
            "the time of the side to move is missing (btime)",
        ),
        (
            "setoption",
            "setoption needs 'name NAME' and mostly 'value VALUE'",
        ),
        (
            "setoption Hash 3",
            "setoption needs 'name NAME' and mostly 'value VALUE'",
        ),
        (
            "setoption name Contempt value 3",
            "unknown option 'Contempt'",
        ),
        ("setoption name Hash", "option Hash needs a value"),
        (
            "setoption name Hash value 0",
            "option Hash is a number from 1 to 1048576, not '0'",
        ),
        (
            "setoption name Hash value lots",
            "option Hash is a number from 1 to 1048576, not 'lots'",
        ),
        (
            "setoption name Ponder value perhaps",
            "option Ponder is 'true' or 'false', not 'perhaps'",
        ),
        ("setoption name UCI_Variant value shogi", &unknown_variant),
        (
            "setoption name Castling value long",
            "unknown castling rule 'long' (known: free, modified-free, orthodox, three, wide, none, king-swap)",
        ),
        ("bench 0", "bench is a number from 1 to 100, not '0'"),
    ] {
        let answer = lines(&format!("{before}\n{line}\nd\n"));
        assert_eq!(answer[0], format!("info string Error: {reason}: {line}"));
        assert!(answer.contains(&format!("FEN: {stays}")), "{line}");
    }
    let answer =
        lines("setoption name UCI_Variant value chess\nsetoption name Castling value free\n");
    assert_eq!(
        answer[1],
        "info string Error: chess cannot be played with castling 'free' (it has: orthodox): \
         setoption name Castling value free"
    );
    assert_eq!(
        lines("jo\tho \u{7}\n")[0].matches(char::is_control).count(),
        0
    );
}

#[test]
fn after_a_refused_position_there_is_nothing_to_search() {
    let refused = "position startpos moves e2e4\nposition startpos moves e2e5\n";
    let reason = "info string Error: there is no position, for the last one was refused \
                  ('e2e5' is not legal here): ";
    for go in [
        "go",
        "go depth 2",
        "go movetime 20",
        "go mate 2",
        "go nodes 100 searchmoves a2a3",
        "go infinite",
        "go ponder wtime 100 btime 100",
    ] {
        let answer = lines(&format!("{refused}{go}\n"));
        assert_eq!(
            answer[1..],
            [format!("{reason}{go}").trim(), "bestmove 0000"]
        );
    }
    assert_eq!(
        lines(&format!("{refused}go perft 1\n"))[1..],
        [format!("{reason}go perft 1")]
    );
    // Neither another game nor another start makes a position of it.
    for between in ["ucinewgame", "setoption name UCI_Variant value chess"] {
        let answer = lines(&format!("{refused}{between}\ngo depth 1\n"));
        assert_eq!(answer.last().unwrap(), "bestmove 0000", "{between}");
    }
    // What shows a position says which.
    for show in ["d", "eval"] {
        let answer = lines(&format!("{refused}{show}\n"));
        assert_eq!(
            answer[1],
            "info string The position before the one that was refused ('e2e5' is not legal here):"
        );
    }
    // Until one is accepted.
    let answer = lines(&format!("{refused}position startpos\ngo depth 1\nd\n"));
    assert!(answer.iter().any(|line| line.starts_with("bestmove ")));
    assert!(
        !answer
            .iter()
            .any(|line| line.contains("0000") || line.contains("before"))
    );
    let answer = lines("position startpos\ngo depth 1\nposition\ngo depth 1\n");
    assert_eq!(answer.last().unwrap(), "bestmove 0000");
}

#[test]
fn the_move_that_is_none_comes_when_the_protocol_wants_it() {
    let mut session = Session::start();
    session.ask("position fen 1/2/3 w - - 0 1");
    for (go, end) in [
        ("go infinite", "stop"),
        ("go ponder wtime 1000 btime 1000", "ponderhit"),
        ("go ponder infinite", "position startpos moves e2e5"),
    ] {
        let during = session.ask(go);
        assert_eq!(during.len(), 1, "{during:?}");
        session.send(end);
        assert_eq!(session.line(), "bestmove 0000", "{go}");
        // Once only.
        assert!(!session.ask("stop").contains(&"bestmove 0000".to_owned()));
    }
}

#[test]
fn a_fen_of_eight_files_is_chess_unless_a_game_was_chosen() {
    let start = &variants::find("chess").unwrap().start_fen;
    let said =
        format!("info string chess, castling orthodox, promotion any, start position {start}");
    let answer = lines(&format!("position fen {start} moves e2e4\ngo perft 1\n"));
    assert_eq!(answer[0], said);
    assert_eq!(answer.last().unwrap(), "Nodes searched: 20");
    // Other boards remain those of the main game, whatever came before.
    let answer = lines(&format!(
        "position fen {start}\nposition fen {}\nd\n",
        start_fen()
    ));
    assert!(answer.contains(&format!("FEN: {}", start_fen())));
    let answer = lines(&format!("position fen {start}\nposition startpos\nd\n"));
    assert!(answer.contains(&format!("FEN: {}", start_fen())));
    // Rules that chess has not wait for a game that has them.
    let answer = lines(&format!(
        "setoption name Castling value three\nposition fen {start}\nposition startpos\n"
    ));
    assert!(
        answer[2].starts_with("info string falcon, castling three,"),
        "{answer:?}"
    );
    // A game that was chosen is kept to.
    for game in ["falcon", "capablanca", "falcon-8x8"] {
        let answer = lines(&format!(
            "setoption name UCI_Variant value {game}\nposition fen {start}\nd\n"
        ));
        assert!(answer.iter().all(|line| *line != said), "{game}");
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
fn scores_are_told_as_probabilities_if_wanted() {
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
fn moves_being_searched_are_told_after_three_seconds() {
    let mut session = Session::start();
    session.send("position startpos\ngo movetime 4500");
    let said = session.until("bestmove");
    let current: Vec<&String> = said
        .iter()
        .filter(|line| line.contains("currmove"))
        .collect();
    let start = position("falcon", start_fen());
    assert!(!current.is_empty());
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
    // Not before, and none twice.
    let first = said
        .iter()
        .position(|line| line.contains("currmove"))
        .unwrap();
    let before = said[..first].iter().filter(|line| line.contains(" time "));
    assert!(
        before
            .map(|line| number(line, "time"))
            .all(|time| time < 4500)
    );
    assert!(current.windows(2).all(|pair| pair[0] != pair[1]));
    let short = lines("position startpos\ngo movetime 500\n");
    assert!(short.iter().all(|line| !line.contains("currmove")));
}

#[test]
fn the_conversation_is_logged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a log.txt");
    std::fs::write(&path, "what was there\n").unwrap();
    let set = format!("setoption name Debug Log File value {}", path.display());
    let answer = converse(&format!(
        "isready\n{set}\nposition startpos\ngo depth 3\nquit\n"
    ));
    let log = std::fs::read_to_string(&path).unwrap();
    let mut said = answer.lines().skip(1);
    let mut logged = log.lines();
    assert_eq!(logged.next(), Some("what was there"));
    for line in logged {
        match line.split_at(3) {
            (">> ", line) => assert!(["position startpos", "go depth 3", "quit"].contains(&line)),
            ("<< ", line) => assert_eq!(Some(line), said.next()),
            _ => panic!("{line}"),
        }
    }
    assert_eq!(said.next(), None);
    assert_eq!(
        log.lines().filter(|line| line.starts_with(">> ")).count(),
        3
    );

    // Where it cannot be written that is said, and the log goes on where it was.
    let other = folder.path().join("another.txt");
    for wrong in [
        folder.path().join("no/such.txt"),
        folder.path().to_owned(),
        "/dev/null".into(),
    ] {
        let answer = lines(&format!(
            "setoption name Debug Log File value {}\n\
             setoption name Debug Log File value {}\nisready\n",
            other.display(),
            wrong.display(),
        ));
        assert!(
            answer[0].starts_with("info string Error: ")
                && answer[0].contains(" cannot be written: "),
            "{answer:?}"
        );
        assert_eq!(answer[1..], ["readyok"]);
        let log = std::fs::read_to_string(&other).unwrap();
        assert!(log.ends_with(">> isready\n<< readyok\n"), "{log}");
    }
    // And it ends when that is wanted.
    converse(&format!(
        "{set}\nsetoption name Debug Log File value <empty>\nd\n"
    ));
    let end = std::fs::read_to_string(&path).unwrap();
    assert!(
        end.ends_with(">> setoption name Debug Log File value <empty>\n"),
        "{end}"
    );
}

#[test]
fn a_mate_that_is_proven_is_told_once() {
    for (fen, go, mate) in [
        // No mate of one's own where one is mated, ...
        (
            "k9/8R1/10/2K7/10/10/10/5F3R b - - 0 1",
            "go mate 1",
            "mate -1",
        ),
        // ... one as quick as wanted, ...
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
fn positions_are_set_up() {
    assert_eq!(fen_after("position startpos"), start_fen());
    assert_eq!(
        fen_after("position startpos moves e2e4 e7e5"),
        "rnbfqkfbnr/pppp1ppppp/10/4p5/4P5/10/PPPP1PPPPP/RNBFQKFBNR w KQkq e6 0 2"
    );
    // Castling one step only is written as King takes Rook.
    let fen = "r4k3r/5p4/10/10/10/10/5P4/R4K3R w KQkq - 0 1";
    assert_eq!(
        fen_after(&format!("position fen {fen} moves f1j1 f8c8")),
        "2kr5r/5p4/10/10/10/10/5P4/R4RK3 w - - 2 2"
    );
    let only = format!("position fen {fen}\ngo depth 2 searchmoves f1j1\n");
    assert!(converse(&only).contains("bestmove f1j1"));
}

#[test]
fn options_choose_the_game() {
    let count = |options: &str| {
        let options: String = options
            .split_terminator('\n')
            .map(|option| format!("setoption name {option}\n"))
            .collect();
        let fen = "r4k3r/1P8/10/10/10/10/10/R4K3R w KQkq - 0 1";
        lines(&format!("{options}position fen {fen}\ngo perft 1\n"))
            .pop()
            .unwrap()
    };
    assert_eq!(count(""), "Nodes searched: 43");
    assert_eq!(count("Castling value none"), "Nodes searched: 36");
    assert_eq!(
        count("Castling value three\nPromotion value no-queen"),
        "Nodes searched: 36"
    );
    assert_eq!(
        count("Castling value three\nCastling value default"),
        "Nodes searched: 43"
    );
    // What a variant has not, waits for one that has it.
    let back = "Castling value none\nUCI_Variant value chess\nUCI_Variant value falcon";
    assert_eq!(count(back), "Nodes searched: 36");

    let chess = "setoption name UCI_Variant value chess";
    let answer = lines(&format!("position startpos moves e2e4\n{chess}\nd\n"));
    let start = &variants::find("chess").unwrap().start_fen;
    assert_eq!(
        answer[0],
        format!("info string chess, castling orthodox, promotion any, start position {start}")
    );
    assert!(answer.contains(&format!("FEN: {start}")));
}

/// The words after a keyword of an info line.
fn number(line: &str, keyword: &str) -> i64 {
    let mut words = line.split_whitespace().skip_while(|&word| word != keyword);
    let number = words
        .nth(1)
        .unwrap_or_else(|| panic!("no {keyword} in {line}"));
    number
        .parse()
        .unwrap_or_else(|_| panic!("{keyword} {number} in {line}"))
}

#[test]
fn a_search_tells_what_it_finds() {
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
fn limits_are_kept() {
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
    // Time that has run out.
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
fn the_last_line_is_of_the_whole_search_and_of_the_move_that_is_played() {
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
fn strength_is_a_level_or_elo_points_and_analysis_is_at_full_strength() {
    let deepest = |settings: &str| {
        let answer = lines(&format!("{settings}position startpos\ngo depth 5\n"));
        number(&answer[answer.len() - 2], "depth")
    };
    let level = "setoption name Skill Level value 0\n";
    let elo = format!(
        "setoption name UCI_Elo value {}\n",
        Level::new(3).elo().unwrap()
    );
    let (limit, analyse) = (
        "setoption name UCI_LimitStrength value true\n",
        "setoption name UCI_AnalyseMode value true\n",
    );
    assert_eq!(deepest(""), 5);
    assert_eq!(deepest(level), 1);
    assert_eq!(deepest(&elo), 5);
    assert_eq!(deepest(&format!("{elo}{limit}")), 2);
    assert_eq!(deepest(&format!("{limit}{elo}{level}")), 2);
    assert_eq!(deepest(&format!("{level}{analyse}")), 5);
    assert_eq!(deepest(&format!("{limit}{elo}{analyse}")), 5);
}

#[test]
fn games_of_a_lower_level_differ_unless_a_seed_is_given() {
    let answers = |seed: &str| {
        let game = "ucinewgame\nposition startpos\ngo depth 9\n".repeat(8);
        let text = format!("setoption name Skill Level value 1\n{seed}{game}");
        let mut answers: Vec<String> = lines(&text)
            .into_iter()
            .filter(|line| line.starts_with("info depth 1 "))
            .map(|line| number(&line, "cp").to_string())
            .collect();
        assert_eq!(answers.len(), 8);
        answers.sort();
        answers.dedup();
        answers.len()
    };
    assert_eq!(answers("setoption name Skill Seed value 7\n"), 1);
    assert!(answers("") > 1);
}

#[test]
fn mates_are_told() {
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
fn a_search_without_end_goes_on_until_stopped() {
    let mut session = Session::start();
    // Nothing is left to search in this position, and yet it goes on.
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
    // What changes something comes after the search, which it stops.
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
fn pondering_ends_with_the_hit() {
    let mut session = Session::start();
    session.send("position startpos moves e2e4 e7e5\ngo ponder wtime 300 btime 300");
    session.until("info depth 3");
    std::thread::sleep(Duration::from_millis(400));
    let during = session.ask("");
    assert!(!during.iter().any(|line| line.starts_with("bestmove")));
    session.send("ponderhit");
    session.until("bestmove");
    // A hit may come late, and a miss is a stop.
    assert_eq!(session.ask("ponderhit"), [""; 0]);
    session.send("go ponder wtime 300 btime 300\nstop");
    session.until("bestmove");
    let (rest, status) = session.end();
    assert!(rest.is_empty() && status.success());
}

#[test]
fn the_end_of_the_input_ends_it() {
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
    assert_eq!(converse(""), "");
    assert_eq!(converse("uci"), converse("uci\nquit\nisready\n"));
}

#[test]
fn counts_are_given_move_by_move() {
    let answer = lines("go perft 2\n");
    assert_eq!(answer.len(), 26);
    assert_eq!(answer[0], "a2a3: 24");
    assert_eq!(answer[24..], ["", "Nodes searched: 576"]);
    assert!(answer[..24].is_sorted());
    assert_eq!(lines("go perft 0\n"), ["", "Nodes searched: 1"]);
    let threads = lines("setoption name Threads value 3\ngo perft 4\nposition startpos\n");
    assert_eq!(threads.last().unwrap(), "Nodes searched: 430024");
    // Nothing that follows cuts a count short...
    let both = lines("go perft 3\nposition startpos moves e2e4\ngo perft 2\n");
    assert!(both.contains(&"Nodes searched: 15766".to_owned()));
    assert_eq!(
        both.iter().filter(|line| line.starts_with("Nodes")).count(),
        2
    );
    // ... but a stop does, and quit, which need not be said twice.
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

#[test]
fn people_can_look_into_it() {
    let help = converse("help\nuci\n");
    assert!(help.contains("xboard") && help.contains("uciok"));
    let help = converse("isready\nhelp\n");
    for command in [
        "setoption",
        "position",
        "go perft",
        "ponderhit",
        "eval",
        "bench",
    ] {
        assert!(help.contains(command), "{command}");
    }
    assert!(converse("eval\n").contains("Mobility"));
    assert_eq!(lines("bench 100\nquit\n"), [""; 0]);
    let bench = lines("bench 1\n");
    assert!(bench[bench.len() - 2].starts_with("Nodes searched: "));
    assert!(bench[bench.len() - 1].starts_with("Nodes/second: "));
    assert!(converse("bench 100\nstop\nisready\n").contains("readyok"));
}

/// Words of UCI and others, put together to lines.
fn line() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "uci",
        "isready",
        "setoption",
        "name",
        "value",
        "ucinewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "infinite",
        "ponder",
        "searchmoves",
        "perft",
        "stop",
        "ponderhit",
        "d",
        "eval",
        "bench",
        "help",
        "debug",
        "on",
        "e2e4",
        "e7e5",
        "f1g1",
        "a7a8q",
        "e9e4",
        "UCI_Variant",
        "chess",
        "capablanca",
        "falcon",
        "Castling",
        "wide",
        "none",
        "default",
        "Hash",
        "Threads",
        "MultiPV",
        "Clear",
        "Ponder",
        "true",
        "0",
        "1",
        "2",
        "3",
        "-1",
        "99999999999999999999",
        "k9/10/2K7/10/5F4/10/10/10",
        "w",
        "-",
        "KQkq",
        "e3",
        "\u{0}",
        "\u{fffd}ß♞",
    ]);
    let real = prop::sample::select(vec![
        "position startpos moves e2e4 e7e5",
        "position fen k9/10/2K7/10/5F4/10/10/10 w - - 0 1",
        "go depth 3",
        "go nodes 500",
        "go infinite",
        "go ponder wtime 100 btime 100",
        "go perft 2",
        "setoption name UCI_Variant value capablanca",
        "setoption name Castling value three",
        "setoption name Threads value 2",
        "stop",
        "ponderhit",
    ]);
    prop_oneof![
        3 => prop::collection::vec(words, 0..8).prop_map(|words| words.join(" ")),
        3 => real.clone().prop_map(str::to_owned),
        2 => (real, any::<prop::sample::Index>(), any::<char>()).prop_map(|(line, at, new)| {
            let mut line: Vec<char> = line.chars().collect();
            let at = at.index(line.len());
            line[at] = new;
            line.into_iter().collect()
        }),
        1 => "\\PC{0,40}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn no_lines_upset_it(lines in prop::collection::vec(line(), 1..12)) {
        let lines = lines.join("\n");
        prop_assume!(!lines.contains("quit") && !lines.contains("xboard"));
        let answer = converse(&format!("uci\n{lines}\nstop\nisready\nquit\n"));
        prop_assert!(answer.ends_with("readyok\n") || answer.contains("readyok\n"), "{}", answer);
        let starts = ["info ", "bestmove ", "readyok", "id ", "option ", "uciok"];
        let speaks = |line: &str| starts.iter().any(|start| line.starts_with(start));
        if !["d", "eval", "help", "bench", "perft"].iter().any(|word| lines.contains(word)) {
            prop_assert!(answer.lines().all(speaks), "{}", answer);
        }
    }
}

#[test]
fn variant_files_are_taken_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let name = path.display();
    let option = format!("setoption name VariantPath value {name}");
    std::fs::write(&path, "[uci-test]\nbase = 'chess'\nstalemate = 'loss'\n").unwrap();
    let choose = "setoption name UCI_Variant value UCI-Test";
    let answer = lines(&format!("{option}\n{choose}\n"));
    let start = &variants::find("chess").unwrap().start_fen;
    let chosen =
        format!("info string uci-test, castling orthodox, promotion any, start position {start}");
    assert_eq!(
        answer,
        ["info string Variants added: uci-test", chosen.as_str()]
    );
    // A file with faults changes nothing, and each of them has its line.
    std::fs::write(
        &path,
        "[uci-test]\nbase = 'chess'\nx = 1\n[b]\nbase = 'c'\n",
    )
    .unwrap();
    let answer = lines(&format!(
        "{choose}\n{option}\nposition startpos moves e2e4\nd\n"
    ));
    assert_eq!(answer[0], chosen);
    assert!(answer[1].starts_with(&format!(
        "info string Error: {name}:3: uci-test.x: unknown key"
    )));
    assert_eq!(
        answer[2],
        format!("info string Error: {name}:5: b.base: there is no variant 'c'")
    );
    assert!(answer.iter().any(|line| line.starts_with("Game: uci-test")));
    assert_eq!(
        lines("setoption name VariantPath\n"),
        ["info string Error: option VariantPath needs a value: setoption name VariantPath"]
    );
}
