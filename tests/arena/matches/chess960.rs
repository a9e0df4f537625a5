//! Chess960 in matches: what engines of either protocol are told, and the castling moves
//! that they write.

use std::time::Duration;

use libtest_mimic::Trial;
use peregrine::arena::adjudication::Adjudication;
use peregrine::arena::client::{self, Answer, Client, ProcessGuard};
use peregrine::arena::engine_setup::{EngineSetup, Protocol};
use peregrine::arena::flag::FlagRule;
use peregrine::arena::referee::{self, MatchRules};
use peregrine::arena::schedule::ScheduledGame;
use peregrine::board::color::Color;
use peregrine::board::moves::MoveKind;
use peregrine::notation::parse_coordinate;
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::rules::Rules;
use peregrine::variants;
use peregrine::variants::shuffle::Arrays;

use super::{limits, setup};
use crate::cecp_client::conversation::mock;
use crate::engine::NO_CLOCKS;

/// Both sides can castle with either Rook, none of which stands in the corner of chess.
const START: &str = "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w HBhb - 0 1";

pub fn trials() -> impl Iterator<Item = Trial> {
    let tests: [(&str, fn()); 5] = [
        ("uci_castles_by_the_rook", uci_castles_by_the_rook),
        ("a_step_is_no_castling", a_step_is_no_castling),
        ("only_chess960_is_asked_for", only_chess960_is_asked_for),
        ("cecp_castles_by_sign", cecp_castles_by_sign),
        (
            "whole_games_of_both_protocols",
            whole_games_of_both_protocols,
        ),
    ];
    tests.into_iter().map(|(name, test)| {
        Trial::test(format!("matches::chess960::{name}"), move || {
            test();
            Ok(())
        })
    })
}

fn chess960() -> &'static Rules {
    variants::rules("chess960").unwrap()
}

fn game(moves: &str) -> Game {
    let mut game = Game::new(Position::from_fen(chess960(), START).unwrap());
    for text in moves.split_whitespace() {
        game.play(parse_coordinate(game.position(), text).unwrap());
    }
    game
}

/// The lines sent to an engine since the last call.
fn told(client: &mut dyn Client) -> Vec<String> {
    let dialogue = client.drain_transcript();
    let told = dialogue.iter();
    told.filter_map(|line| Some(line.split_once(" < ")?.1.to_owned()))
        .collect()
}

fn castled(client: &mut dyn Client, game: &Game) -> String {
    let answer = client.think(game, &NO_CLOCKS).unwrap().answer;
    let Answer::Move { mv, .. } = answer else {
        panic!("{answer:?}: {:#?}", client.drain_transcript());
    };
    assert_eq!(mv.kind(), MoveKind::Castling);
    peregrine::notation::san(game.position(), mv)
}

fn uci_castles_by_the_rook() {
    let setup = setup(Protocol::Uci, "chess960=1");
    let mut engine = client::connect(&setup, chess960(), &ProcessGuard::new().unwrap()).unwrap();
    assert_eq!(
        told(engine.as_mut()),
        [
            "uci",
            "setoption name UCI_Variant value chess",
            "setoption name UCI_Chess960 value true",
            "isready",
            "isready",
        ]
    );
    engine.new_game(&game("")).unwrap();
    let position = format!("position fen {START}");
    assert_eq!(told(engine.as_mut()), ["ucinewgame", &position, "isready"]);
    // The engine writes the Rook's square, and is sent it.
    castled(engine.as_mut(), &game(""));
    castled(engine.as_mut(), &game("f1h1"));
    let lines = told(engine.as_mut());
    assert!(
        lines.contains(&format!("{position} moves f1h1")),
        "{lines:?}"
    );
}

/// The King's step to the square to which it would castle is a step.
fn a_step_is_no_castling() {
    let setup = setup(Protocol::Uci, "chess960=1 does=says:bestmove_f1g1");
    let mut engine = client::connect(&setup, chess960(), &ProcessGuard::new().unwrap()).unwrap();
    let game = Game::new(Position::from_fen(chess960(), START).unwrap());
    engine.new_game(&game).unwrap();
    match engine.think(&game, &NO_CLOCKS).unwrap().answer {
        Answer::Move { mv, .. } => assert_eq!(mv.kind(), MoveKind::Plain),
        other => panic!("{other:?}"),
    }
}

fn only_chess960_is_asked_for() {
    let setup = |does| setup(Protocol::Uci, does);
    let mut engine = super::connect(&setup("chess960=1"));
    let lines = told(engine.as_mut());
    assert!(
        !lines.iter().any(|line| line.contains("UCI_Chess960")),
        "{lines:?}"
    );
    let refused = client::connect(&setup(""), chess960(), &ProcessGuard::new().unwrap());
    let Err(error) = refused else {
        panic!("an engine without Chess960 was taken");
    };
    assert!(
        error.to_string().contains("no option 'UCI_Chess960'"),
        "{error}"
    );
}

fn cecp_castles_by_sign() {
    let script =
        "feature ping=1 setboard=1 usermove=1 colors=0 variants=\"normal,fischerandom\" done=1
turn 1 move O-O";
    let mut engine =
        client::connect(&mock(script), chess960(), &ProcessGuard::new().unwrap()).unwrap();
    let game = game("f1h1");
    engine.new_game(&game).unwrap();
    assert_eq!(castled(engine.as_mut(), &game), "O-O");
    let lines = told(engine.as_mut());
    for line in [
        "variant fischerandom",
        &format!("setboard {START}"),
        "usermove O-O",
    ] {
        assert!(lines.iter().any(|told| told == line), "{line}: {lines:?}");
    }
}

/// Peregrine against itself, over UCI and CECP.
fn whole_games_of_both_protocols() {
    let engine = |protocol| EngineSetup {
        command: env!("CARGO_BIN_EXE_peregrine").into(),
        arguments: Vec::new(),
        ..setup(protocol, "")
    };
    let guard = ProcessGuard::new().unwrap();
    let mut players = [Protocol::Uci, Protocol::Cecp]
        .map(|protocol| client::connect(&engine(protocol), chess960(), &guard).unwrap());
    let match_rules = MatchRules {
        limits: [limits("60"); 2],
        time_margin: Duration::ZERO,
        hang_timeout: Duration::from_secs(10),
        flag: FlagRule::Fide,
        adjudication: Adjudication {
            length: Some(12),
            ..Adjudication::default()
        },
        tablebases: None,
    };
    let arrays = Arrays::new(chess960()).unwrap();
    let numbered = [0, 518, 959].map(|number| Game::new(arrays.start(number).unwrap()));
    for opening in numbered.iter().chain([&game(""), &game("f1h1 f8b8")]) {
        for color in Color::ALL {
            let scheduled = ScheduledGame {
                game: 0,
                white: color.index(),
                black: (!color).index(),
                opening: 0,
            };
            let [white, black] = &mut players;
            let mut sides: [&mut dyn Client; 2] = [white.as_mut(), black.as_mut()];
            if color == Color::Black {
                sides.swap(0, 1);
            }
            let names = ["first", "second"];
            let played = referee::play(scheduled, opening, names, sides, &match_rules, &mut |_| ());
            let record = played.unwrap().record;
            assert!(!record.termination.is_failure(), "{record:?}");
            assert!(record.moves.len() >= 24, "{record:?}");
        }
    }
}
