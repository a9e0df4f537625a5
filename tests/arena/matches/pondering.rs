//! Engines that think while their opponents do.

use std::time::Duration;

use peregrine::arena::client::Client;
use peregrine::arena::engine_setup::{EngineSetup, Protocol};
use peregrine::arena::record::Termination;
use peregrine::arena::referee::FinishedGame;

use super::{connect, play_between, setup};

/// All tests by name.
pub const TESTS: &[(&str, fn())] = &[
    ("uci::expected_moves_are_hits", expected_moves_are_hits),
    (
        "uci::other_moves_stop_the_search",
        other_moves_stop_the_search,
    ),
    ("uci::hostile_pondering", hostile_pondering),
    (
        "uci::an_engine_that_does_not_stop_fails",
        an_engine_that_does_not_stop_fails,
    ),
    (
        "uci::engines_do_not_ponder_unasked",
        engines_do_not_ponder_unasked,
    ),
    (
        "cecp::engines_ponder_by_themselves",
        engines_ponder_by_themselves,
    ),
];

fn pondering(does: &str) -> EngineSetup {
    EngineSetup {
        ponder: true,
        response_timeout: Duration::from_millis(1500),
        ..setup(Protocol::Uci, &format!("plays=known {does}"))
    }
}

/// A game of the first engine, and what it was sent.
fn play(first: &EngineSetup, second: &EngineSetup) -> (FinishedGame, Vec<String>) {
    let mut players = [connect(first), connect(second)];
    let played = play_between(&mut players, "60");
    (played, sent(players[0].as_mut()))
}

fn sent(engine: &mut dyn Client) -> Vec<String> {
    let dialogue = engine.drain_transcript();
    let sent = dialogue
        .iter()
        .filter_map(|line| Some(line.split_once(" < ")?.1.to_owned()));
    sent.collect()
}

fn count(sent: &[String], start: &str) -> usize {
    sent.iter().filter(|line| line.starts_with(start)).count()
}

fn expected_moves_are_hits() {
    // The opponent plays what it expects.
    let other = setup(Protocol::Uci, "plays=known does=late every=1 delay=60");
    let (played, sent) = play(&pondering(""), &other);
    let record = &played.record;
    assert_eq!(
        record.termination,
        Termination::AdjudicatedLength,
        "{record:?}"
    );
    assert!(
        sent.contains(&"setoption name Ponder value true".to_owned()),
        "{sent:#?}"
    );
    // After the last move there is nothing to expect.
    let counts = ["go ponder", "ponderhit", "stop", "go wtime"].map(|it| count(&sent, it));
    assert_eq!(counts, [10, 9, 1, 1], "{sent:#?}");
    // Only the time after `ponderhit` counts; what was found before is kept.
    let own = record.moves.iter().step_by(2).skip(1);
    for info in own.map(|made| made.info.unwrap()) {
        assert!(info.microseconds < 50_000, "{info:?}");
        assert_eq!((info.depth, info.nodes), (Some(7), Some(777)));
    }
}

fn other_moves_stop_the_search() {
    let (played, sent) = play(&pondering(""), &setup(Protocol::Uci, "seed=4"));
    let record = &played.record;
    assert_eq!(
        record.termination,
        Termination::AdjudicatedLength,
        "{record:?}"
    );
    let [ponders, hits, stops, searches] =
        ["go ponder", "ponderhit", "stop", "go wtime"].map(|it| count(&sent, it));
    assert_eq!(
        (ponders, searches + hits, ponders - hits),
        (stops + hits, 10, stops)
    );
    assert!(stops > 5, "{sent:#?}");
    assert_eq!(played.strays, [None, None]);
}

fn hostile_pondering() {
    let length = Termination::AdjudicatedLength;
    for (does, plays, termination, is_stray) in [
        ("ponders-and-answers", "plays=known", length, true),
        ("ponders-and-answers", "", length, true),
        ("ponders-and-repeats", "plays=known", length, true),
        ("ponders-and-repeats", "", length, true),
        ("twice every=1", "plays=known", length, true),
        ("twice every=1", "", length, true),
        (
            "twice-late every=1 delay=3",
            "does=late every=1 delay=10",
            length,
            true,
        ),
        ("expects-nonsense", "plays=known", length, false),
        (
            "ponders-and-crashes",
            "plays=known",
            Termination::Crash,
            false,
        ),
        ("ponders-for-ever", "", Termination::Stall, false),
    ] {
        let other = setup(Protocol::Uci, &format!("seed=9 {plays}"));
        let (played, sent) = play(&pondering(&format!("does={does}")), &other);
        let record = &played.record;
        assert_eq!(
            record.termination, termination,
            "{does} {plays}: {record:?}\n{sent:#?}"
        );
        assert_eq!(
            played.strays[0].is_some(),
            is_stray,
            "{does} {plays}: {sent:#?}"
        );
    }
}

/// A game that ends while the engine ponders does not disturb the next one.
fn an_engine_that_does_not_stop_fails() {
    let mut players = [
        connect(&pondering("does=ponders-for-ever")),
        connect(&setup(Protocol::Uci, "plays=known does=nonsense")),
    ];
    let played = play_between(&mut players, "60");
    assert_eq!(played.record.termination, Termination::IllegalMove);
    // It has won, but cannot play on.
    assert_eq!(played.failed, [true, false]);
    let mut players = [
        connect(&pondering("")),
        connect(&setup(Protocol::Uci, "plays=known does=nonsense every=1")),
    ];
    for _ in 0..3 {
        let played = play_between(&mut players, "60");
        assert_eq!(played.record.termination, Termination::IllegalMove);
        assert_eq!((played.failed, played.strays), ([false; 2], [None, None]));
    }
}

fn engines_do_not_ponder_unasked() {
    let plain = setup(Protocol::Uci, "plays=known");
    let (_, sent) = play(&plain, &plain);
    assert_eq!(
        count(&sent, "go ponder") + count(&sent, "setoption name Ponder"),
        0
    );
}

fn engines_ponder_by_themselves() {
    for (ponder, words) in [(true, ["easy", "hard"]), (false, ["hard", "easy"])] {
        let first = EngineSetup {
            ponder,
            ..setup(Protocol::Cecp, "")
        };
        let (played, sent) = play(&first, &setup(Protocol::Cecp, "seed=2"));
        assert!(
            !played.record.termination.is_failure(),
            "{:?}",
            played.record
        );
        let at = sent.iter().rposition(|line| line == "post").unwrap();
        assert_eq!(sent[at + 1..at + 3], words);
    }
}
