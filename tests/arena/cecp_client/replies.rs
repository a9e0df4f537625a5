//! What an engine answers, from moves and claims to crashes.

use std::time::Duration;

use peregrine::arena::client::{Answer, Clocks, EngineError};
use peregrine::position::Position;
use peregrine::position::game::{Game, GameResult};
use peregrine::search::score::Score;

use super::conversation::{
    MODERN, agree, answer, chess, connect, exchange, game_of, mock, modern, play, try_connect,
};
use crate::engine::NO_CLOCKS;

/// All tests by name.
pub const TESTS: &[(&str, fn())] = &[
    (
        "claims_and_resignations_instead_of_a_move",
        claims_and_resignations_instead_of_a_move,
    ),
    (
        "claims_after_a_move_count_at_the_next_turn",
        claims_after_a_move_count_at_the_next_turn,
    ),
    (
        "a_move_out_of_turn_answers_nothing",
        a_move_out_of_turn_answers_nothing,
    ),
    (
        "illegal_moves_are_reported_as_written",
        illegal_moves_are_reported_as_written,
    ),
    ("refusals_of_moves", refusals_of_moves),
    ("refusals_of_the_opening", refusals_of_the_opening),
    (
        "leftovers_of_the_last_game_do_not_count",
        leftovers_of_the_last_game_do_not_count,
    ),
    ("crashes_and_stalls", crashes_and_stalls),
    ("draws_are_offered_both_ways", draws_are_offered_both_ways),
    ("thoughts_are_reported", thoughts_are_reported),
];

fn claims_and_resignations_instead_of_a_move() {
    for (said, expected) in [
        ("resign", Answer::Resign),
        (
            "0-1 {White resigns}",
            Answer::Claim {
                result: GameResult::BlackWins,
                text: "0-1 {White resigns}".to_owned(),
            },
        ),
        (
            "1/2-1/2 {Draw by repetition}",
            Answer::Claim {
                result: GameResult::Draw,
                text: "1/2-1/2 {Draw by repetition}".to_owned(),
            },
        ),
    ] {
        let mut client = connect(&modern(&format!("turn 1 {said}")), chess());
        let game = game_of(chess(), "");
        client.new_game(&game).unwrap();
        assert_eq!(answer(client.as_mut(), &game), expected);
    }
}

fn claims_after_a_move_count_at_the_next_turn() {
    for (said, expected) in [
        ("resign", Answer::Resign),
        (
            "1-0 {White mates}",
            Answer::Claim {
                result: GameResult::WhiteWins,
                text: "1-0 {White mates}".to_owned(),
            },
        ),
    ] {
        let mut client = connect(&modern(&format!("turn 1 move {{}}|{said}")), chess());
        let mut game = game_of(chess(), "");
        client.new_game(&game).unwrap();
        exchange(client.as_mut(), &mut game);
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(answer(client.as_mut(), &game), expected);
        // The claim must not count in the next game.
        client.end_game(&game, GameResult::Draw, "no").unwrap();
        let mut game = game_of(chess(), "");
        client.new_game(&game).unwrap();
        agree(client.as_mut(), &mut game, 2);
    }
}

fn a_move_out_of_turn_answers_nothing() {
    let mut client = connect(&modern("turn 1 move {}|move h2h4"), chess());
    let mut game = game_of(chess(), "");
    client.new_game(&game).unwrap();
    exchange(client.as_mut(), &mut game);
    std::thread::sleep(Duration::from_millis(50));
    agree(client.as_mut(), &mut game, 2);
    assert_eq!(client.take_stray().as_deref(), Some("move h2h4"));
}

fn illegal_moves_are_reported_as_written() {
    for text in ["e2e5", "e7e5", "0000", "xyz", "O-O", "e2e4q"] {
        let mut client = connect(&modern(&format!("turn 1 move {text}")), chess());
        let game = game_of(chess(), "");
        client.new_game(&game).unwrap();
        assert_eq!(
            answer(client.as_mut(), &game),
            Answer::Illegal(text.to_owned())
        );
    }
}

fn refusals_of_moves() {
    for said in [
        "Illegal move: e2e4",
        "Illegal move (no): e2e4",
        "Error (unknown command): usermove e2e4",
    ] {
        let mut client = connect(&modern(&format!("on usermove {said}")), chess());
        let mut game = game_of(chess(), "");
        client.new_game(&game).unwrap();
        play(&mut game, "e2e4");
        assert_eq!(
            answer(client.as_mut(), &game),
            Answer::Rejection(said.to_owned())
        );
    }
    // Some commands may be unknown to the engine without consequences.
    let script = "on post Error (unknown command): post\non result Error (unknown command): result
on otim Error (unknown command): otim 1";
    let mut client = connect(&modern(script), chess());
    let mut game = game_of(chess(), "");
    client.new_game(&game).unwrap();
    agree(client.as_mut(), &mut game, 2);
}

fn refusals_of_the_opening() {
    let mut client = connect(&modern("on usermove Illegal move: e2e4"), chess());
    let game = game_of(chess(), "e2e4 e7e5");
    client.new_game(&game).unwrap();
    assert_eq!(
        answer(client.as_mut(), &game),
        Answer::Rejection("Illegal move: e2e4".to_owned())
    );
    let text = "tellusererror Illegal position: I do not like it";
    let mut client = connect(&modern(&format!("on setboard {text}")), chess());
    let start = Position::from_fen(chess(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    let game = Game::new(start);
    client.new_game(&game).unwrap();
    assert_eq!(
        answer(client.as_mut(), &game),
        Answer::Rejection(text.to_owned())
    );
}

fn leftovers_of_the_last_game_do_not_count() {
    let left = "move h2h4|1-0 {late}|resign|offer draw";
    for script in [
        format!("{MODERN}after result {left}|sleep 50|Illegal move: e2e4|pong 999|{left}"),
        // Without `ping`.
        format!("feature setboard=1 usermove=1 done=1\nafter result {left}|sleep 20|{left}"),
    ] {
        let mut client = connect(&mock(&script), chess());
        for opening in ["", "e2e4"] {
            let mut game = game_of(chess(), opening);
            client.new_game(&game).unwrap();
            agree(client.as_mut(), &mut game, 2);
            let Answer::Move { mv, offers_draw } = answer(client.as_mut(), &game) else {
                panic!("no move");
            };
            assert!(!offers_draw);
            game.play(mv);
            client
                .end_game(&game, GameResult::WhiteWins, "Black {resigns}\nat last")
                .unwrap();
        }
        let dialogue = client.drain_transcript().join("\n");
        assert!(
            dialogue.contains("< result 1-0 {Black resignsat last}"),
            "{dialogue}"
        );
    }
}

fn crashes_and_stalls() {
    let game = game_of(chess(), "");
    let mut client = connect(&modern("turn 1 exit"), chess());
    client.new_game(&game).unwrap();
    assert!(matches!(
        client.think(&game, &NO_CLOCKS),
        Err(EngineError::Crash(_))
    ));
    assert!(matches!(
        try_connect(&mock("banner exit"), chess()),
        Err(EngineError::Crash(_))
    ));
    let mut client = connect(&modern("turn 1 hm"), chess());
    client.new_game(&game).unwrap();
    let soon = Clocks {
        response_timeout: Duration::from_millis(200),
        ..NO_CLOCKS
    };
    assert!(matches!(
        client.think(&game, &soon),
        Err(EngineError::Stall(_))
    ));
    client.quit();
    let mut setup = modern("on ping");
    // Within this time it must start and greet.
    setup.response_timeout = Duration::from_secs(2);
    assert!(matches!(
        try_connect(&setup, chess()),
        Err(EngineError::Stall(_))
    ));
}

fn draws_are_offered_both_ways() {
    let mut client = connect(
        &modern("turn 1 offer draw|move {}\nturn 3 move {}|offer draw\non draw offer draw"),
        chess(),
    );
    let mut game = game_of(chess(), "");
    client.new_game(&game).unwrap();
    let mut offers = Vec::new();
    for offered in [false, false, false, false] {
        let clocks = Clocks {
            draw_offered: offered,
            ..NO_CLOCKS
        };
        let turn = client.think(&game, &clocks).unwrap();
        let Answer::Move { mv, offers_draw } = turn.answer else {
            panic!("{turn:?}");
        };
        offers.push(offers_draw);
        game.play(mv);
        let reply = game.position().legal_moves()[0];
        game.play(reply);
        std::thread::sleep(Duration::from_millis(30));
    }
    // The offer of the third turn came after the move.
    assert_eq!(offers, [true, false, false, true]);
    // An offer that answers one accepts it.
    let clocks = Clocks {
        draw_offered: true,
        ..NO_CLOCKS
    };
    let accepted = Answer::Claim {
        result: GameResult::Draw,
        text: "offer draw".to_owned(),
    };
    assert_eq!(client.think(&game, &clocks).unwrap().answer, accepted);
}

fn thoughts_are_reported() {
    let script = "turn 1 3 12 5 100 e2e4|sleep 60|4 100003 5 200 e2e4|move {}";
    let mut client = connect(&modern(script), chess());
    let game = game_of(chess(), "");
    client.new_game(&game).unwrap();
    let info = client.think(&game, &NO_CLOCKS).unwrap().info;
    assert_eq!(info.depth, Some(4));
    assert_eq!(info.score, Some(Score::Mate(3)));
    assert_eq!(info.nodes, Some(200));
    assert!((60_000..5_000_000).contains(&info.microseconds));
}
