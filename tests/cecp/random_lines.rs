//! Any lines at all: the front end answers pings to the end.

use proptest::prelude::*;

use super::session::Session;

const LINES: &[&str] = &[
    "xboard",
    "protover 2",
    "accepted done",
    "rejected x",
    "new",
    "random",
    "variant falcon",
    "variant freefalcon",
    "variant capablanca",
    "variant normal",
    "level 40 5 0",
    "level 0 0:10 0.1",
    "st 1",
    "sd 2",
    "sd 1",
    "nps 1000",
    "time 100",
    "time -5",
    "otim 100",
    "hard",
    "easy",
    "post",
    "nopost",
    "force",
    "go",
    "playother",
    "white",
    "black",
    "?",
    "draw",
    "result 1-0 {x}",
    "pause",
    "resume",
    "undo",
    "remove",
    "analyze",
    "exit",
    ".",
    "hint",
    "bk",
    "exclude all",
    "include all",
    "exclude e2e4",
    "include e2e4",
    "ping 1",
    "computer",
    "name x",
    "rating 1 2",
    "option MultiPV=2",
    "option Promotion=no-queen",
    "option Clear Hash",
    "option Resign=1",
    "usermove e2e4",
    "usermove e7e5",
    "e2e4",
    "d2d4",
    "e7e5",
    "d7d5",
    "b1c3",
    "d1b4",
    "f1g1,j1f1",
    "f1j1",
    "O-O",
    "a7a8q",
    "edit",
    "#",
    "c",
    "Kf1",
    "Kf8",
    "Ra1",
    "Pa7",
    "xa7",
    "setboard r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1",
    "setboard 4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1",
    "setboard k9/10/1K8/10/10/10/10/7R2 w - - 98 1",
    "setboard rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w KQkq - 0 1",
];

/// A line of the protocol, one with some characters changed, or anything.
fn line() -> impl Strategy<Value = String> {
    let known = proptest::sample::select(LINES).prop_map(str::to_owned);
    let changed = (
        known.clone(),
        any::<prop::sample::Index>(),
        any::<char>(),
        0..4,
    )
        .prop_map(|(line, at, new, how)| change(&line, at, new, how));
    prop_oneof![6 => known, 3 => changed, 1 => any::<String>(), 1 => "[ -~]{0,40}"]
        .prop_map(|line| line.replace(['\n', '\r'], " "))
        // These would have the conversation end.
        .prop_filter("leaves", |line| !line.trim().starts_with("quit"))
        // And these take more than a test should.
        .prop_filter("greedy", |line| {
            !line.contains("memory") && !line.contains("cores")
        })
}

fn change(line: &str, at: prop::sample::Index, new: char, how: i32) -> String {
    let mut line: Vec<char> = line.chars().collect();
    let at = at.index(line.len());
    match how {
        0 => line[at] = new,
        1 => line.insert(at, new),
        2 => drop(line.remove(at)),
        _ => line.truncate(at),
    }
    line.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_lines_leave_it_answering(lines in prop::collection::vec(line(), 1..40)) {
        let mut session = Session::silent();
        session.send("memory 1\nnew\nvariant falcon\nsd 2");
        for line in &lines {
            session.send(line);
        }
        // `new` ends editing, `force` ends thinking.
        session.send("new\nforce\nping 77777");
        session.until("pong 77777");
        session.end(true);
    }
}
