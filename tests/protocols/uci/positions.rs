//! Positions and games, set up or refused.

use peregrine::variants;

use super::session::{fen_after, lines, run_session, start_fen};
use crate::process::Session;
#[test]
fn random_arrays_are_set_up_by_number() {
    let fen =
        fen_after("setoption name UCI_Variant value falcon-random\nposition array 1 moves a2a3");
    assert_eq!(
        fen,
        "bbffknnqrr/pppppppppp/10/10/10/P9/1PPPPPPPPP/BBFFKNNQRR b KIki - 0 1"
    );
}

#[test]
fn errors_are_reported_and_change_nothing() {
    let before = "position startpos moves e2e4\nsetoption name Hash value 3";
    let stays = fen_after(before);
    for (line, reason) in [
        ("joho", "unknown command 'joho' (try 'help')"),
        ("isready now", "wrong arguments for 'isready' (try 'help')"),
        ("debug maybe", "wrong arguments for 'debug' (try 'help')"),
        (
            "position",
            "position needs 'startpos', 'fen FEN' or 'array NUMBER', and optionally 'moves MOVE...'",
        ),
        (
            "position startpos e2e4",
            "position needs 'startpos', 'fen FEN' or 'array NUMBER', and optionally 'moves MOVE...'",
        ),
        ("position array first", "array needs a number, not 'first'"),
        (
            "position array 7",
            "falcon has a fixed array, not a random one",
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
            "setoption needs 'name NAME' and usually 'value VALUE'",
        ),
        (
            "setoption Hash 3",
            "setoption needs 'name NAME' and usually 'value VALUE'",
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
        (
            "setoption name Castling value long",
            "unknown castling rule 'long' (known: free, modified-free, orthodox, three, wide, fixed-files, none, king-swap)",
        ),
        ("bench 0", "bench is a number from 1 to 100, not '0'"),
    ] {
        let answer = lines(&format!("{before}\n{line}\nd\n"));
        assert_eq!(answer[0], format!("info string Error: {reason}: {line}"));
        assert!(answer.contains(&format!("FEN: {stays}")), "{line}");
    }
    // Other tests add games.
    let line = "setoption name UCI_Variant value shogi";
    let answer = lines(&format!("{before}\n{line}\nd\n"));
    let start = "info string Error: unknown variant 'shogi' (known: falcon, falcon-leap, ";
    assert!(answer[0].starts_with(start) && answer[0].ends_with(&format!("): {line}")));
    assert!(answer.contains(&format!("FEN: {stays}")));
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
    let reason = "info string Error: there is no position to search: the last one was refused \
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
    // Neither a new game nor another variant brings the position back.
    for between in ["ucinewgame", "setoption name UCI_Variant value chess"] {
        let answer = lines(&format!("{refused}{between}\ngo depth 1\n"));
        assert_eq!(answer.last().unwrap(), "bestmove 0000", "{between}");
    }
    // Commands that show a position say which one.
    for show in ["d", "eval"] {
        let answer = lines(&format!("{refused}{show}\n"));
        assert_eq!(
            answer[1],
            "info string The last position was refused ('e2e5' is not legal here); \
             this is the one before it:"
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
fn the_null_bestmove_comes_when_the_protocol_requires_it() {
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
    // Other boards are still those of the main variant, whatever came before.
    let answer = lines(&format!(
        "position fen {start}\nposition fen {}\nd\n",
        start_fen()
    ));
    assert!(answer.contains(&format!("FEN: {}", start_fen())));
    let answer = lines(&format!("position fen {start}\nposition startpos\nd\n"));
    assert!(answer.contains(&format!("FEN: {}", start_fen())));
    // Rules that chess does not have take effect in a variant that has them.
    let answer = lines(&format!(
        "setoption name Castling value three\nposition fen {start}\nposition startpos\n"
    ));
    assert!(
        answer[2].starts_with("info string falcon, castling three,"),
        "{answer:?}"
    );
    // A chosen variant is kept.
    for game in ["falcon", "capablanca", "falcon-8x8"] {
        let answer = lines(&format!(
            "setoption name UCI_Variant value {game}\nposition fen {start}\nd\n"
        ));
        assert!(answer.iter().all(|line| *line != said), "{game}");
    }
}

#[test]
fn positions_are_set_up() {
    assert_eq!(fen_after("position startpos"), start_fen());
    assert_eq!(
        fen_after("position startpos moves e2e4 e7e5"),
        "rnbfqkfbnr/pppp1ppppp/10/4p5/4P5/10/PPPP1PPPPP/RNBFQKFBNR w KQkq e6 0 2"
    );
    // Castling by a single step is written as King takes Rook.
    let fen = "r4k3r/5p4/10/10/10/10/5P4/R4K3R w KQkq - 0 1";
    assert_eq!(
        fen_after(&format!("position fen {fen} moves f1j1 f8c8")),
        "2kr5r/5p4/10/10/10/10/5P4/R4RK3 w - - 2 2"
    );
    let only = format!("position fen {fen}\ngo depth 2 searchmoves f1j1\n");
    assert!(run_session(&only).contains("bestmove f1j1"));
}

#[test]
fn help_and_debugging_commands_work() {
    let help = run_session("help\nuci\n");
    assert!(help.contains("xboard") && help.contains("uciok"));
    let help = run_session("isready\nhelp\n");
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
    assert!(run_session("eval\n").contains("Mobility"));
    assert_eq!(lines("bench 100\nquit\n"), [""; 0]);
    let bench = lines("bench 1\n");
    assert!(bench[bench.len() - 2].starts_with("Nodes searched: "));
    assert!(bench[bench.len() - 1].starts_with("Nodes/second: "));
    assert!(run_session("bench 100\nstop\nisready\n").contains("readyok"));
}
