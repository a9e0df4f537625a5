//! Lines that an engine sends without being asked: none of them answers a later question.

use std::thread;
use std::time::{Duration, Instant};

use peregrine::arena::engine_setup::Protocol;
use peregrine::arena::record::Termination;

use super::{connect, loses, play, play_between, plays_on, setup};

/// A test for either protocol.
type Test = fn(Protocol);

/// All tests by name.
pub const TESTS: &[(&str, Test)] = &[
    ("repeated_answers_are_dropped", repeated_answers_are_dropped),
    (
        "slow_repeated_answers_are_dropped",
        slow_repeated_answers_are_dropped,
    ),
    (
        "the_same_answer_each_time_is_illegal",
        the_same_answer_each_time_is_illegal,
    ),
    ("unusual_answers_are_read", unusual_answers_are_read),
];

/// Two engines that repeat each answer play whole games, however quick they are.
fn repeated_answers_are_dropped(protocol: Protocol) {
    let does = ["does=twice every=1", "does=twice every=1 seed=2"];
    let mut players = does.map(|does| connect(&setup(protocol, does)));
    for _ in 0..20 {
        let played = play_between(&mut players, "60");
        let record = played.record;
        assert_eq!(
            record.termination,
            Termination::AdjudicatedLength,
            "{record:?}"
        );
        for stray in played.strays {
            let stray = stray.expect("its second line");
            assert!(stray.contains("move "), "{stray}");
        }
    }
}

/// The second line comes when the next question has been asked.
fn slow_repeated_answers_are_dropped(protocol: Protocol) {
    for does in [
        "does=old-move-first at=2 every=1",
        "does=old-move-first-and-thinks at=2 every=1 delay=50",
        "does=twice-late every=1 delay=1",
        "does=twice-late every=1 delay=20",
    ] {
        let other = "does=late every=1 delay=8 seed=2";
        let mut players = [setup(protocol, does), setup(protocol, other)].map(|it| connect(&it));
        for _ in 0..2 {
            let played = play_between(&mut players, "60");
            let record = played.record;
            assert_eq!(
                record.termination,
                Termination::AdjudicatedLength,
                "{does}: {record:?}"
            );
            assert!(
                played.strays[0].is_some() && played.strays[1].is_none(),
                "{does}"
            );
            // A copy from this game could be a legal move in the next one, and then nothing
            // tells it from an answer.
            thread::sleep(Duration::from_millis(200));
        }
    }
}

/// An engine that always says the same is not waited for until its flag falls.
fn the_same_answer_each_time_is_illegal(protocol: Protocol) {
    let began = Instant::now();
    loses(
        protocol,
        "does=same-move at=2",
        "60",
        Termination::IllegalMove,
        "illegal move",
    );
    assert!(began.elapsed() < Duration::from_secs(20));
}

fn unusual_answers_are_read(protocol: Protocol) {
    for does in ["trailing-words", "trailing-nul", "carriage-returns"] {
        plays_on(protocol, &format!("does={does} every=1"));
    }
    if protocol == Protocol::Uci {
        plays_on(protocol, "does=capitals every=1");
    }
    let record = play(protocol, "does=carriage-returns at=10", "60");
    assert_eq!(record.termination, Termination::AdjudicatedLength);
}
