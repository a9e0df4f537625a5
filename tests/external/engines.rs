//! Real engines: this one in every variant, and Fairy-Max and Fairy-Stockfish in
//! some that they support.

use std::time::Duration;

use peregrine::arena::client::process_guard::ProcessGuard;
use peregrine::arena::client::{Answer, Client, Clocks, EngineError, cecp};
use peregrine::arena::clock::Clock;
use peregrine::arena::engine_setup::EngineSetup;
use peregrine::arena::time_control::{ThinkingLimits, TimeControl};
use peregrine::board::bitboard::Bitboard;
use peregrine::notation::parse_coordinate;
use peregrine::position::game::{Game, GameResult};
use peregrine::position::{Position, fen};
use peregrine::rules::Rules;
use peregrine::variants::{self, RuleOptions};

use crate::common::Random;
use crate::engine::{NO_CLOCKS, falcon_three, setup};

fn depth(depth: u32) -> ThinkingLimits {
    ThinkingLimits {
        time: TimeControl::Unlimited,
        nodes: None,
        depth: Some(depth),
    }
}

/// This engine, which plays by the full rules.
fn peregrine(limits: ThinkingLimits) -> EngineSetup {
    EngineSetup {
        options: vec![("All Moves".to_owned(), "true".to_owned())],
        hash: Some(1),
        ..setup(env!("CARGO_BIN_EXE_peregrine"), limits)
    }
}

fn random_game(game: &mut Game, plies: usize, random: &mut Random) {
    for _ in 0..plies {
        if game.outcome().is_some() {
            return;
        }
        let moves = game.position().legal_moves();
        game.play(moves[random.below(moves.len())]);
    }
}

/// Lets both engines continue the game; returns the number of moves made, or
/// `None` if the position cannot be sent to one of them.
fn play_on(players: &mut [Box<dyn Client>; 2], game: &mut Game, plies: usize) -> Option<usize> {
    for player in players.iter_mut() {
        match player.new_game(game) {
            Err(EngineError::Unsupported(reason)) if reason.contains("unmoved ones") => {
                return None;
            }
            begun => begun.unwrap(),
        }
    }
    let mut made = 0;
    while made < plies && game.outcome().is_none() {
        let player = &mut players[game.position().side_to_move().index()];
        let turn = player.think(game, &NO_CLOCKS).unwrap();
        let Answer::Move { mv, .. } = turn.answer else {
            panic!(
                "{turn:?} in {} after {:?}\n{}",
                game.position(),
                game.moves(),
                player.drain_transcript().join("\n")
            );
        };
        game.play(mv);
        made += 1;
    }
    for player in players {
        player
            .end_game(game, GameResult::Draw, "that will do")
            .unwrap();
    }
    Some(made)
}

fn rules_of_all_games() -> Vec<&'static Rules> {
    let mut all = Vec::new();
    for variant in variants::all() {
        for &castling in &variant.castling {
            let options = RuleOptions {
                castling: Some(castling),
                promotion: None,
            };
            all.push(variant.rules(options).unwrap());
        }
    }
    all
}

#[test]
fn peregrine_plays_every_game() {
    let guard = ProcessGuard::new().unwrap();
    let mut random = Random(4);
    let (mut games, mut nameless, mut untold, mut plies_made) = (0, 0, 0, 0);
    for rules in rules_of_all_games() {
        let connect = || cecp::connect(&peregrine(depth(2)), rules, &guard);
        let name = format!("{} {}", rules.variant(), rules.castling().name());
        let first = match connect() {
            Err(error) if error.to_string().contains("has no name for") => {
                nameless += 1;
                continue;
            }
            first => first.unwrap_or_else(|error| panic!("{name}: {error}")),
        };
        let mut players = [first, connect().unwrap()];
        // From the start position by moves, and from a position.
        for plies in [0, 11, 100] {
            let mut game = Game::new(Position::start(rules));
            random_game(&mut game, plies, &mut random);
            plies_made += play_on(&mut players, &mut game, 6).unwrap();
            let mut later = Game::new(game.position().clone());
            random_game(&mut later, 3, &mut random);
            match play_on(&mut players, &mut later, 4) {
                Some(made) => plies_made += made,
                None => untold += 1,
            }
        }
        games += 1;
        for player in players {
            player.quit();
        }
    }
    println!(
        "{games} games, {plies_made} plies; {nameless} rules have no name, {untold} positions no text"
    );
    assert!(games >= variants::all().len(), "{games}");
    assert!(plies_made > 20 * games && untold <= games / 4);
}

/// Whether a move is a King's castling along its rank that leaves it unattacked.
///
/// If such a move is illegal, the King's destination was attacked before the Rook had
/// moved. Fairy-Max 5.0b looks only at the end of the move (docs/rules.md 3.3).
fn castles_behind_the_rook(position: &Position, text: &str) -> bool {
    let rules = position.rules();
    let geometry = rules.geometry();
    let side = position.side_to_move();
    let square = |name: Option<&str>| name.and_then(|name| geometry.square_named(name));
    let ends = (square(text.get(..2)), square(text.get(2..)));
    let (Some(from), Some(to)) = ends else {
        return false;
    };
    let is_castling = from == position.king(side)
        && geometry.rank(from) == geometry.rank(to)
        && from.index().abs_diff(to.index()) == 3;
    if !is_castling {
        return false;
    }
    let step = if from < to { 1 } else { -1 };
    let mut setup = fen::parse(rules, &position.to_string()).unwrap();
    let mut corner = from.offset(step);
    while setup.board[corner.index()].is_none() {
        corner = corner.offset(step);
    }
    setup.board[to.index()] = setup.board[from.index()].take();
    setup.board[to.offset(-step).index()] = setup.board[corner.index()].take();
    setup.castling = Bitboard::EMPTY;
    setup.side_to_move = !side;
    Position::from_setup(rules, &setup).is_ok()
}

#[test]
fn a_rook_may_cover_the_castled_king() {
    let board = "r1b1qkf2r/ppp1ppn1p1/3p2pp1p/10/10/2PPBf1NP1/PP1Q1PPP1P/R4KFB1R w KQkq - 2 13";
    let position = Position::from_fen(falcon_three(), board).unwrap();
    assert!(parse_coordinate(&position, "f1c1").is_err());
    assert!(castles_behind_the_rook(&position, "f1c1"));
    // Not castling, castling to another square, and castling into check.
    for text in ["f1e1", "f1b1", "c2c3", "f1"] {
        assert!(!castles_behind_the_rook(&position, text), "{text}");
    }
    let attacked = Position::from_fen(falcon_three(), &board.replace("PP1Q", "PPrQ")).unwrap();
    assert!(!castles_behind_the_rook(&attacked, "f1c1"));
}

/// Two engines play a game with a clock, judged by the rules alone; returns how
/// it ended.
fn whole_game(players: &mut [Box<dyn Client>; 2], game: &mut Game, control: &str) -> String {
    let control: TimeControl = control.parse().unwrap();
    let mut clocks = [Clock::new(control), Clock::new(control)];
    for player in players.iter_mut() {
        player.new_game(game).unwrap();
    }
    let mut draw_offered = false;
    let end = loop {
        if let Some(outcome) = game.outcome() {
            break format!("{outcome:?}");
        }
        if game.moves().len() > 400 {
            break "long".to_owned();
        }
        let side = game.position().side_to_move();
        let now = Clocks {
            own: clocks[side.index()].time_left(),
            other: clocks[(!side).index()].time_left(),
            response_timeout: Duration::from_secs(20),
            draw_offered,
        };
        let turn = players[side.index()].think(game, &now).unwrap();
        let used = Duration::from_micros(turn.info.microseconds);
        if let Err(over) = clocks[side.index()].spend(used, Duration::ZERO) {
            break format!("{side} oversteps by {:?}", over.0);
        }
        match turn.answer {
            Answer::Move { mv, offers_draw } => {
                draw_offered = offers_draw;
                game.play(mv);
            }
            Answer::Illegal(text) if castles_behind_the_rook(game.position(), &text) => {
                break format!(
                    "{side} castles by other rules ({text} in {})",
                    game.position()
                );
            }
            answer => break format!("{side}: {answer:?} in {}", game.position()),
        }
    };
    for player in players {
        player.end_game(game, GameResult::Draw, &end).unwrap();
    }
    end
}

/// Games of this engine against another from random openings; none may end in a
/// failure. The dialogue of games that do is written to the folder named by
/// `PEREGRINE_LOGS`.
fn match_against(other: &EngineSetup, rules: &'static Rules, games: usize, control: &str) {
    let guard = ProcessGuard::new().unwrap();
    let limits = ThinkingLimits {
        time: control.parse().unwrap(),
        nodes: None,
        depth: None,
    };
    let connect = |setup: &EngineSetup| {
        let setup = EngineSetup {
            limits,
            ..setup.clone()
        };
        cecp::connect(&setup, rules, &guard).unwrap()
    };
    let mut players = [connect(&peregrine(limits)), connect(other)];
    let mut random = Random(1);
    let mut faults = Vec::new();
    for number in 0..games {
        let mut game = Game::new(Position::start(rules));
        random_game(&mut game, number % 7, &mut random);
        let end = whole_game(&mut players, &mut game, control);
        println!("{number}: {} plies, {end}", game.moves().len());
        let dialogues = players.iter_mut().map(|player| player.drain_transcript());
        let dialogues: Vec<Vec<String>> = dialogues.collect();
        // Losing on time on a busy machine is not a protocol error.
        if end.contains(": ") {
            faults.push(end);
            if let Ok(folder) = std::env::var("PEREGRINE_LOGS") {
                for (player, lines) in dialogues.iter().enumerate() {
                    let path = format!("{folder}/{number}-{player}.log");
                    std::fs::write(path, lines.join("\n")).unwrap();
                }
            }
        }
        players.reverse();
    }
    for player in players {
        player.quit();
    }
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
#[ignore = "needs fairymax; .ci/run installs and runs it"]
fn fairy_max_plays_falcon() {
    let fairy_max = setup("fairymax", depth(1));
    match_against(&fairy_max, falcon_three(), 12, "1+0.02");
}

/// Positions set up by `edit`, with either side to move.
#[test]
#[ignore = "needs fairymax; .ci/run installs and runs it"]
fn fairy_max_plays_from_positions() {
    let guard = ProcessGuard::new().unwrap();
    let rules = falcon_three();
    let connect = |setup| cecp::connect(&setup, rules, &guard).unwrap();
    let mut players = [
        connect(peregrine(depth(3))),
        connect(setup("fairymax", depth(3))),
    ];
    let mut random = Random(7);
    let mut begun = [0; 2];
    for number in 0..40 {
        let mut opening = Game::new(Position::start(rules));
        random_game(&mut opening, 3 + number, &mut random);
        let mut game = Game::new(opening.position().clone());
        random_game(&mut game, number % 3, &mut random);
        let side = game.start().side_to_move();
        match players[1].new_game(&game) {
            Err(EngineError::Unsupported(reason)) => assert!(reason.contains("'edit'"), "{reason}"),
            other => {
                other.unwrap();
                play_on(&mut players, &mut game, 12).unwrap();
                begun[side.index()] += 1;
            }
        }
    }
    println!("{begun:?} positions of 40 conveyed, White and Black to move");
    assert!(begun.iter().all(|&count| count >= 5));
}

#[test]
#[ignore = "needs fairy-stockfish; .ci/run installs and runs it"]
fn fairy_stockfish_plays_capablanca_and_chess() {
    for name in ["capablanca", "chess"] {
        let variant = variants::find(name).unwrap();
        let rules = variant.rules(RuleOptions::default()).unwrap();
        let fairy_stockfish = setup("fairy-stockfish", depth(1));
        match_against(&fairy_stockfish, rules, 4, "1+0.02");
    }
}
