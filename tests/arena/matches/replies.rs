//! What engines declare before a game and claim during one, and what is made of it.

use libtest_mimic::Trial;
use peregrine::arena::engine_setup::{EngineSetup, Protocol};
use peregrine::arena::record::Termination;
use peregrine::position::game::GameResult;

use super::{connect, limits, loses, play, play_between, plays_on, refusal, setup};

pub fn trials() -> impl Iterator<Item = Trial> {
    let tests: [(&str, fn()); 7] = [
        (
            "faulty_declarations_of_options",
            faulty_declarations_of_options,
        ),
        ("names_of_engines", names_of_engines),
        ("answers_before_any_question", answers_before_any_question),
        ("resignations", resignations),
        ("wrong_claims", wrong_claims),
        ("draws_are_accepted", draws_are_accepted),
        ("tiny_times", tiny_times),
    ];
    tests.into_iter().map(|(name, test)| {
        Trial::test(format!("matches::replies::{name}"), move || {
            test();
            Ok(())
        })
    })
}

/// A mock engine that says these lines in its greeting.
fn greeting(protocol: Protocol, lines: &[&str]) -> EngineSetup {
    let mut setup = setup(protocol, "");
    let greets = lines.iter().map(|line| format!("greets={line}"));
    setup.arguments.extend(greets);
    setup
}

/// None of these keeps the engine from playing, or its other options from being set.
fn faulty_declarations_of_options() {
    let long = format!("option name {} type check", "x".repeat(100_000));
    let uci = [
        "option",
        "option name",
        "option name type spin min 1 max 2",
        "option name NoType",
        "option type spin default 1",
        "option name Odd type other",
        "option name Upside type spin default 5 min 9 max 1",
        "option name Huge type spin min -99999999999999999999 max 99999999999999999999",
        "option name Style type combo default calm var calm var wild",
        "option name Style type combo default calm var calm var wild",
        "option name Bell\u{7} type\u{1b}[31m spin \u{85}",
        "option name \u{1b}]0;title\u{7} type string default <empty>",
        "OPTION NAME Loud TYPE check",
        &long,
    ];
    let huge = format!("feature option=\"{} -check 0\"", "x".repeat(100_000));
    let cecp = [
        "feature",
        "feature option",
        "feature option=",
        "feature option=\"\"",
        "feature option=\"-spin 1 2 3\"",
        "feature option=\"Upside -spin 5 9 1\"",
        "feature option=\"Words -spin a b c\"",
        "feature option=\"Open -check 0",
        "feature option=\"Style -combo calm /// *wild\" option=\"Style -combo calm /// wild\"",
        "feature =1 = \"=\" x==",
        "feature option=\"\u{1b}[31mRed -check 0\"",
        &huge,
    ];
    for (protocol, lines) in [(Protocol::Uci, &uci[..]), (Protocol::Cecp, &cecp[..])] {
        let with = |name: &str, value: &str| EngineSetup {
            options: vec![(name.to_owned(), value.to_owned())],
            ..greeting(protocol, lines)
        };
        for (name, value) in [("Upside", "5"), ("Style", "WILD")] {
            let mut players = [connect(&with(name, value)), connect(&setup(protocol, ""))];
            let dialogue = players[0].drain_transcript().join("\n");
            let value = value.to_lowercase();
            let sent = [
                format!("< setoption name {name} value {value}"),
                format!("< option {name}={value}"),
            ];
            assert!(
                sent.iter().any(|line| dialogue.contains(line)),
                "{dialogue}"
            );
            assert!(!dialogue.contains(['\u{1b}', '\u{7}']));
            let played = play_between(&mut players, "60");
            assert!(!played.record.termination.is_failure(), "{played:?}");
        }
        let refused = refusal(&with("Absent", "1"));
        assert!(refused.contains("no option 'Absent'"), "{refused}");
        assert!(refused.len() < 3_000, "{} bytes", refused.len());
    }
}

fn names_of_engines() {
    let long = "x".repeat(5_000);
    for (uci, cecp, name) in [
        ("id name", "feature myname=\"\"", "Mock of Peregrine"),
        ("id name  ", "feature myname=\"  \"", "Mock of Peregrine"),
        (
            "id name A\u{1b}[1m B",
            "feature myname=\"A\u{1b}[1m B\"",
            "A [1m B",
        ),
    ] {
        assert_eq!(connect(&greeting(Protocol::Uci, &[uci])).own_name(), name);
        // The last name counts, and the mock engine adds its own.
        let setup = greeting(Protocol::Cecp, &[cecp, "feature done=1"]);
        let expected = if name.starts_with('A') { name } else { "mock" };
        assert_eq!(connect(&setup).own_name(), expected);
    }
    let engine = connect(&greeting(Protocol::Uci, &[&format!("id name {long}")]));
    assert!(engine.own_name().len() < 200);
}

/// They are reported, and answer nothing.
fn answers_before_any_question() {
    for (protocol, lines) in [
        (
            Protocol::Uci,
            &["bestmove a2a3", "readyok", "bestmove", "info score cp 5"][..],
        ),
        (
            Protocol::Cecp,
            &[
                "move a2a3",
                "pong 1",
                "resign",
                "1-0 {White mates}",
                "offer draw",
            ][..],
        ),
    ] {
        let early = connect(&greeting(protocol, lines));
        let played = play_between(&mut [early, connect(&setup(protocol, "seed=2"))], "60");
        let record = &played.record;
        assert_eq!(
            record.termination,
            Termination::AdjudicatedLength,
            "{record:?}"
        );
        if protocol == Protocol::Uci {
            assert_eq!(played.strays[0].as_deref(), Some("bestmove a2a3"));
        }
    }
}

fn resignations() {
    for says in [
        "resign",
        "resign_{I_have_seen_enough}",
        "tellics_resign",
        "0-1_{White_resigns}",
        "0-1",
        "White_resigns",
        "White_resign",
    ] {
        for at in [1, 3] {
            loses(
                Protocol::Cecp,
                &format!("does=says:{says} at={at}"),
                "60",
                Termination::Resignation,
                "resigns",
            );
        }
        // After its move it counts at its next turn.
        loses(
            Protocol::Cecp,
            &format!("does=says:move_{{}}|{says}"),
            "60",
            Termination::Resignation,
            "resigns",
        );
    }
}

fn wrong_claims() {
    for says in [
        "1-0",
        "1-0_{Black_resigns}",
        "1-0_{checkmate}",
        "Black_resigns",
        "1/2-1/2",
        "1/2-1/2_{stalemate}",
        "1/2-1/2_{Draw_by_fifty_moves}",
    ] {
        for before in ["", "move_{}|"] {
            loses(
                Protocol::Cecp,
                &format!("does=says:{before}{says} at=2"),
                "60",
                Termination::FalseClaim,
                "claims",
            );
        }
    }
    // These claim nothing.
    for says in [
        "*",
        "*_{unfinished}",
        "telluser_1-0",
        "tellall_draw?",
        "#_resign",
        "White_moves",
    ] {
        plays_on(Protocol::Cecp, &format!("does=says:{says}|move_{{}} at=2"));
    }
}

/// Whoever accepts a draw need not move any more.
fn draws_are_accepted() {
    for accepts in [
        "offer_draw",
        "1/2-1/2_{agreed}",
        "offer_draw|move_{}",
        "tellics_draw",
    ] {
        let offers = connect(&setup(Protocol::Cecp, "does=offers-draw at=2"));
        let accepts = setup(Protocol::Cecp, &format!("does=says:{accepts} at=2"));
        let mut players = [offers, connect(&accepts)];
        let record = play_between(&mut players, "60").record;
        assert_eq!(record.termination, Termination::Agreement, "{record:?}");
        assert_eq!(record.result, GameResult::Draw);
        // What came after it does not disturb the next game.
        let record = play_between(&mut players, "60").record;
        assert_eq!(
            record.termination,
            Termination::AdjudicatedLength,
            "{record:?}"
        );
    }
}

/// The least that can be said about time; who has none left loses in words.
fn tiny_times() {
    for protocol in [Protocol::Uci, Protocol::Cecp] {
        for time in [
            "60+0.001",
            "60+0.0000001",
            "0.001+60",
            "60/60+0.001",
            "1/60",
        ] {
            let limits = limits(time);
            let engine = |does| {
                connect(&EngineSetup {
                    limits,
                    ..setup(protocol, does)
                })
            };
            let record = play_between(&mut [engine(""), engine("seed=2")], time).record;
            let is_late = record.termination == Termination::TimeLoss;
            assert!(
                !record.termination.is_failure() || is_late && time.starts_with("0.0"),
                "{time}: {record:?}"
            );
        }
        for time in ["0.000001", "0.000001+0.000001", "0.000001/move"] {
            let record = play(protocol, "", time);
            assert_eq!(
                record.termination,
                Termination::TimeLoss,
                "{time}: {record:?}"
            );
            assert!(record.reason.contains("loses on time"), "{record:?}");
        }
    }
}
