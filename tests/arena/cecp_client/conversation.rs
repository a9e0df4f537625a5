//! Conversations with the mock engine.

use std::time::Duration;

use peregrine::arena::client::process_guard::ProcessGuard;
use peregrine::arena::client::{Answer, Client, ConnectError, EngineError, cecp};
use peregrine::arena::engine_setup::EngineSetup;
use peregrine::arena::time_control::{ThinkingLimits, TimeControl};
use peregrine::notation::parse_coordinate;
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::rules::Rules;
use peregrine::variants::{self, RuleOptions};

use super::mock::SCRIPT;
use crate::engine::{NO_CLOCKS, setup};

pub const NO_LIMITS: ThinkingLimits = ThinkingLimits {
    time: TimeControl::Unlimited,
    nodes: None,
    depth: None,
};

/// The features of a modern engine.
pub const MODERN: &str = "feature ping=1 setboard=1 usermove=1 colors=0 reuse=1
feature memory=1 smp=1 variants=\"normal,falcon\" done=1
";

pub fn mock(script: &str) -> EngineSetup {
    let program = std::env::current_exe().unwrap();
    let mut setup = setup(program.to_str().unwrap(), NO_LIMITS);
    setup.name = "mock".to_owned();
    setup
        .environment
        .insert(SCRIPT.to_owned(), script.to_owned());
    setup.response_timeout = Duration::from_secs(5);
    setup
}

pub fn modern(script: &str) -> EngineSetup {
    mock(&format!("{MODERN}{script}"))
}

pub fn chess() -> &'static Rules {
    let chess = variants::find("chess").unwrap();
    chess.rules(RuleOptions::default()).unwrap()
}

pub fn try_connect(
    setup: &EngineSetup,
    rules: &'static Rules,
) -> Result<Box<dyn Client>, EngineError> {
    match cecp::connect(setup, rules, &ProcessGuard::new().unwrap()) {
        Ok(client) => Ok(client),
        Err(ConnectError::Failed { failure, .. }) => Err(failure),
        Err(other) => panic!("{other}"),
    }
}

pub fn connect(setup: &EngineSetup, rules: &'static Rules) -> Box<dyn Client> {
    try_connect(setup, rules).unwrap()
}

pub fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = parse_coordinate(game.position(), text).unwrap();
        game.play(mv);
    }
}

pub fn game_of(rules: &'static Rules, moves: &str) -> Game {
    let mut game = Game::new(Position::start(rules));
    play(&mut game, moves);
    game
}

/// Makes the engine move this many times, each move answered by the first legal
/// one; the engine must have the right position each time.
pub fn agree(client: &mut dyn Client, game: &mut Game, turns: usize) {
    for _ in 0..turns {
        let turn = client.think(game, &NO_CLOCKS).unwrap();
        let Answer::Move { mv, .. } = turn.answer else {
            panic!("{turn:?}\n{}", client.drain_transcript().join("\n"));
        };
        assert_eq!(
            turn.info.nodes,
            Some(game.position().key()),
            "{}\n{}",
            game.position(),
            client.drain_transcript().join("\n")
        );
        game.play(mv);
        let answer = game.position().legal_moves()[0];
        game.play(answer);
    }
}

pub fn answer(client: &mut dyn Client, game: &Game) -> Answer {
    client.think(game, &NO_CLOCKS).unwrap().answer
}

/// Asks the engine for a move, plays it and the first legal reply.
pub fn exchange(client: &mut dyn Client, game: &mut Game) {
    let Answer::Move { mv, .. } = answer(client, game) else {
        panic!("{}", client.drain_transcript().join("\n"));
    };
    game.play(mv);
    let reply = game.position().legal_moves()[0];
    game.play(reply);
}

pub fn unable(setup: &EngineSetup, rules: &'static Rules) -> String {
    match try_connect(setup, rules) {
        Err(EngineError::Unsupported(reason)) => reason,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("connected"),
    }
}
