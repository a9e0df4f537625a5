//! What an engine is sent about its games: positions, moves and times.

use std::time::Duration;

use peregrine::arena::client::{Answer, Clocks, EngineError, TimeLeft};
use peregrine::arena::time_control::ThinkingLimits;
use peregrine::position::Position;
use peregrine::position::game::{Game, GameResult};

use super::conversation::{MODERN, NO_LIMITS, agree, chess, connect, game_of, mock, modern, play};
use crate::engine::{NO_CLOCKS, falcon_three};

/// All tests by name.
pub const TESTS: &[(&str, fn())] = &[
    (
        "old_engines_are_sent_games_as_moves",
        old_engines_are_sent_games_as_moves,
    ),
    ("positions_are_sent_by_edit", positions_are_sent_by_edit),
    (
        "positions_that_edit_cannot_convey",
        positions_that_edit_cannot_convey,
    ),
    (
        "positions_are_sent_by_setboard",
        positions_are_sent_by_setboard,
    ),
    ("moves_in_san", moves_in_san),
    ("time_is_sent_before_moves", time_is_sent_before_moves),
];

fn old_engines_are_sent_games_as_moves() {
    let setup = mock(
        "banner GNU Chess|Chess\nold\non protover Error (unknown command): protover 2\non computer",
    );
    let mut client = connect(&setup, falcon_three());
    assert_eq!(client.own_name(), "mock");
    for opening in ["", "e2e4", "e2e4 e7e5 i1h3 b8c6"] {
        let mut game = game_of(falcon_three(), opening);
        client.new_game(&game).unwrap();
        agree(client.as_mut(), &mut game, 5);
        client.end_game(&game, GameResult::Draw, "enough").unwrap();
    }
    let dialogue = client.drain_transcript().join("\n");
    assert!(
        !dialogue.contains("< result") && !dialogue.contains("< ping"),
        "{dialogue}"
    );
    client.quit();
}

fn positions_are_sent_by_edit() {
    let mut client = connect(&mock("banner hello\nold"), falcon_three());
    for fen in [
        "r4k3r/10/3p6/10/10/4Q5/10/R4K3R w KQkq - 0 1",
        "r4k3r/10/3p6/10/10/4Q5/10/R4K3R b KQkq - 0 1",
        "5k4/1P8/3p6/10/10/4Q5/10/5K4 b - - 0 1",
        // Rooks that are not on their original squares.
        "1r3k2r1/10/10/10/10/10/10/1R3K4 w - - 0 1",
    ] {
        let mut game = Game::new(Position::from_fen(falcon_three(), fen).unwrap());
        client.new_game(&game).unwrap();
        agree(client.as_mut(), &mut game, 3);
    }
}

fn positions_that_edit_cannot_convey() {
    let mut client = connect(&mock("banner hello\nold"), falcon_three());
    for (fen, reason) in [
        (
            "r4k3r/10/10/10/10/10/10/R4K3R w KQk - 0 1",
            "castling rights",
        ),
        ("5k4/10/10/10/3Pp5/10/10/5K4 b - d3 0 1", "en passant"),
    ] {
        let game = Game::new(Position::from_fen(falcon_three(), fen).unwrap());
        match client.new_game(&game) {
            Err(EngineError::Unsupported(text)) => assert!(text.contains(reason), "{text}"),
            other => panic!("{other:?}"),
        }
    }
}

fn positions_are_sent_by_setboard() {
    let mut client = connect(&modern(""), falcon_three());
    for fen in [
        "r4k3r/10/10/10/10/10/10/R4K3R w KQk - 3 9",
        "5k4/10/10/10/3Pp5/10/10/5K4 b - d3 0 1",
    ] {
        let mut game = Game::new(Position::from_fen(falcon_three(), fen).unwrap());
        let first = game.position().legal_moves()[0];
        game.play(first);
        client.new_game(&game).unwrap();
        agree(client.as_mut(), &mut game, 3);
    }
}

fn moves_in_san() {
    let mut client = connect(&modern("feature san=1"), chess());
    let mut game = game_of(chess(), "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1");
    client.new_game(&game).unwrap();
    agree(client.as_mut(), &mut game, 2);
    let dialogue = client.drain_transcript().join("\n");
    assert!(dialogue.contains("< usermove O-O"), "{dialogue}");
}

fn time_is_sent_before_moves() {
    let left = |milliseconds| {
        Some(TimeLeft {
            remaining: Duration::from_millis(milliseconds),
            increment: Duration::from_millis(20),
            moves_to_go: None,
        })
    };
    let clocks = Clocks {
        own: left(1999),
        other: left(1500),
        ..NO_CLOCKS
    };
    let limits = ThinkingLimits {
        time: "2+0.02".parse().unwrap(),
        ..NO_LIMITS
    };
    let told = |script: &str| {
        let mut setup = mock(script);
        setup.limits = limits;
        let mut client = connect(&setup, chess());
        let mut game = game_of(chess(), "");
        client.new_game(&game).unwrap();
        play(&mut game, "e2e4");
        for _ in 0..2 {
            let turn = client.think(&game, &clocks).unwrap();
            let Answer::Move { mv, .. } = turn.answer else {
                panic!("{turn:?}");
            };
            game.play(mv);
            let reply = game.position().legal_moves()[0];
            game.play(reply);
        }
        let dialogue = client.drain_transcript();
        let told = dialogue
            .iter()
            .filter_map(|line| Some(line.split_once("< ")?.1));
        let told: Vec<&str> = told.collect();
        let new = told.iter().rposition(|line| *line == "new").unwrap();
        let told = told[new..].iter().filter(|line| !line.starts_with("ping "));
        told.copied().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        told(MODERN),
        "new level 0 0:02 0.02 post hard easy computer force \
         usermove e2e4 time 199 otim 150 go time 199 otim 150 usermove e1e2"
    );
    assert_eq!(
        told("banner hi"),
        "new level 0 0:02 0.02 post hard easy force \
         e2e4 white time 199 otim 150 black go time 199 otim 150 e1e2"
    );
    assert_eq!(
        told("feature ping=1 time=0 colors=0 done=1"),
        "new level 0 0:02 0.02 post hard easy computer force e2e4 go e1e2"
    );
}
