//! Arbitrary lines.

use proptest::prelude::*;

use super::session::run_session;
use crate::common::is_long_run;

/// Words of UCI and others, of which lines are made.
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
    #![proptest_config(ProptestConfig::with_cases(if is_long_run() { 150 } else { 50 }))]

    #[test]
    fn arbitrary_lines_are_handled(lines in prop::collection::vec(line(), 1..12)) {
        let lines = lines.join("\n");
        prop_assume!(!lines.contains("quit") && !lines.contains("xboard"));
        let answer = run_session(&format!("uci\n{lines}\nstop\nisready\nquit\n"));
        prop_assert!(answer.contains("readyok\n"), "{}", answer);
        let starts = ["info ", "bestmove ", "readyok", "id ", "option ", "uciok"];
        let speaks = |line: &str| starts.iter().any(|start| line.starts_with(start));
        if !["d", "eval", "help", "bench", "perft"].iter().any(|word| lines.contains(word)) {
            prop_assert!(answer.lines().all(speaks), "{}", answer);
        }
    }
}
