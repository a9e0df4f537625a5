//! The greeting of an engine: its features and options.

use std::time::Duration;

use peregrine::arena::client::EngineError;
use peregrine::arena::engine_setup::EngineSetup;
use peregrine::arena::time_control::ThinkingLimits;
use peregrine::position::game::GameResult;
use peregrine::rules::CastlingRule;
use peregrine::variants::{self, RuleOptions};

use super::conversation::{
    NO_LIMITS, agree, chess, connect, game_of, mock, modern, try_connect, unable,
};
use crate::engine::falcon_three;

/// All tests by name.
pub const TESTS: &[(&str, fn())] = &[
    ("the_client_waits_for_done", the_client_waits_for_done),
    (
        "without_done_silence_ends_the_greeting",
        without_done_silence_ends_the_greeting,
    ),
    ("options_are_set", options_are_set),
    ("missing_options_are_reported", missing_options_are_reported),
    (
        "options_refused_by_the_engine_are_reported",
        options_refused_by_the_engine_are_reported,
    ),
    (
        "unsupported_variants_are_reported",
        unsupported_variants_are_reported,
    ),
    (
        "an_engine_without_reuse_is_restarted",
        an_engine_without_reuse_is_restarted,
    ),
    ("a_node_limit_needs_a_feature", a_node_limit_needs_a_feature),
];

fn the_client_waits_for_done() {
    let script =
        "feature done=0\nfeature ping=1|sleep 2500|feature setboard=1 myname=\"Slow 1\" done=1";
    let client = connect(&mock(script), chess());
    assert_eq!(client.own_name(), "Slow 1");
    let mut setup = mock("feature done=0");
    // Enough for a program to start on a busy machine.
    setup.response_timeout = Duration::from_secs(2);
    assert!(matches!(
        try_connect(&setup, chess()),
        Err(EngineError::Stall(_))
    ));
}

fn without_done_silence_ends_the_greeting() {
    let setup = mock("feature ping=1 myname=Half colors=0\nfeature usermove=1");
    let mut client = connect(&setup, chess());
    assert_eq!(client.own_name(), "Half");
    let mut game = game_of(chess(), "");
    client.new_game(&game).unwrap();
    agree(client.as_mut(), &mut game, 2);
}

fn options_are_set() {
    let script = "feature option=\"Style -combo calm /// *wild\"
feature option=\"Resign -check 0\" option=\"Clear Hash -button\"";
    let mut setup = modern(script);
    let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    setup.options = vec![
        option("resign", "true"),
        option("Style", "calm"),
        option("Clear Hash", ""),
    ];
    setup.commands = vec!["sd 9".to_owned()];
    setup.hash = Some(32);
    setup.threads = Some(2);
    let mut client = connect(&setup, chess());
    let told: Vec<String> = client.drain_transcript();
    let told: Vec<&str> = told
        .iter()
        .filter_map(|line| Some(line.split_once("< ")?.1))
        .skip_while(|line| *line != "sd 9")
        .take(6)
        .collect();
    assert_eq!(
        told,
        [
            "sd 9",
            "option Resign=1",
            "option Style=calm",
            "option Clear Hash",
            "memory 32",
            "cores 2",
        ]
    );
}

fn missing_options_are_reported() {
    let plain = "feature ping=1 option=\"Resign -check 0\" done=1";
    let with = |change: fn(&mut EngineSetup)| {
        let mut setup = mock(plain);
        change(&mut setup);
        unable(&setup, chess())
    };
    let reason = with(|setup| setup.options = vec![("Resing".to_owned(), "1".to_owned())]);
    assert_eq!(reason, "has no option 'Resing'; its options are: Resign");
    let reason = with(|setup| setup.options = vec![("Resign".to_owned(), "5".to_owned())]);
    assert_eq!(reason, "option 'Resign' is true or false, not '5'");
    let reason = with(|setup| setup.hash = Some(16));
    assert!(reason.contains("hash"), "{reason}");
    let reason = with(|setup| setup.threads = Some(2));
    assert!(reason.contains("threads"), "{reason}");
    let mut setup = mock(plain);
    setup.threads = Some(1);
    connect(&setup, chess());
    let mut setup = mock("feature ping=1 option=\"Hash -spin 16 1 64\" done=1");
    setup.hash = Some(64);
    connect(&setup, chess());
    setup.hash = Some(65);
    assert!(unable(&setup, chess()).contains("from 1 to 64"));
}

fn options_refused_by_the_engine_are_reported() {
    let mut setup = modern("on memory Error (no such amount of memory): memory 9");
    setup.hash = Some(9);
    let reason = unable(&setup, chess());
    assert!(reason.contains("no such amount"), "{reason}");
    // The engine's reaction to `accepted` does not matter.
    connect(
        &modern("on accepted Error (unknown command): accepted"),
        chess(),
    );
}

fn unsupported_variants_are_reported() {
    let plays = |name: &str| format!("feature ping=1 variants=\"normal, {name}\" done=1");
    let reason = unable(&mock(&plays("suicide")), falcon_three());
    assert_eq!(reason, "does not play 'falcon'; it plays: normal, suicide");
    let mut named = mock(&plays("hawk"));
    named.variant = Some("hawk".to_owned());
    let mut client = connect(&named, falcon_three());
    // The engine declares a variant that it cannot play.
    let game = game_of(falcon_three(), "");
    match client.new_game(&game) {
        Err(EngineError::Unsupported(reason)) => assert!(reason.contains("'hawk'"), "{reason}"),
        other => panic!("{other:?}"),
    }
    // Variants added by an option, announced unasked or on request.
    let brings = "feature ping=1 option=\"Games -file \"";
    let plays = "feature variants=\"normal,falcon\"";
    for script in [
        format!("{brings} variants=normal done=1\non option {plays}"),
        format!("{brings} variants=normal done=1\nagain {plays}"),
    ] {
        let mut setup = mock(&script);
        setup.options = vec![("Games".to_owned(), "more.ini".to_owned())];
        connect(&setup, falcon_three());
    }
    let options = RuleOptions {
        castling: Some(CastlingRule::Orthodox),
        promotion: None,
    };
    let unusual = variants::find("falcon").unwrap().rules(options).unwrap();
    let reason = unable(&modern(""), unusual);
    assert!(reason.contains("has no name for"), "{reason}");
}

fn an_engine_without_reuse_is_restarted() {
    let script = "feature ping=1 usermove=1 reuse=0 myname=\"mock PID\" done=1";
    let mut client = connect(&mock(script), chess());
    let mut names = Vec::new();
    for _ in 0..3 {
        let mut game = game_of(chess(), "e2e4");
        client.new_game(&game).unwrap();
        agree(client.as_mut(), &mut game, 2);
        client.end_game(&game, GameResult::Draw, "").unwrap();
        names.push(client.own_name().to_owned());
    }
    names.dedup();
    assert_eq!(names.len(), 3, "{names:?}");
    let dialogue = client.drain_transcript().join("\n");
    assert_eq!(dialogue.matches("< quit").count(), 2, "{dialogue}");
}

fn a_node_limit_needs_a_feature() {
    let mut setup = modern("");
    setup.limits = ThinkingLimits {
        nodes: Some(1000),
        ..NO_LIMITS
    };
    assert!(unable(&setup, chess()).contains("'nps'"));
}
