//! Arbitrary lines: the front end answers pings to the end. And moves and board
//! commands in any order: it has the same game as a model that follows the
//! rules.

use peregrine::notation::{coordinate, parse_coordinate};
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::rules::{CastlingRule, Rules};
use peregrine::variants::{self, RuleOptions};
use proptest::prelude::*;

use super::session::Session;
use crate::common::is_long_run;

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
    "option Skill Level=3",
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

/// A line of the protocol, one with some characters changed, or arbitrary text.
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
        // These would end the conversation.
        .prop_filter("leaves", |line| !line.trim().starts_with("quit"))
        // These take too long for a test.
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
    #![proptest_config(ProptestConfig {
        cases: if is_long_run() { 400 } else { 100 },
        max_shrink_iters: 200,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_input_leaves_the_engine_responsive(lines in prop::collection::vec(line(), 1..40)) {
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

/// A command that changes the board, or tries to.
#[derive(Clone, Debug)]
enum Step {
    Legal(prop::sample::Index),
    /// Two squares by file and rank, possible or not.
    Squares([usize; 4]),
    Undo,
    Remove,
    Fen(&'static str),
    New,
}

const FENS: &[&str] = &[
    "r4k3r/5p4/10/10/10/10/5P4/R4K3R w KQkq - 0 1",
    "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w KQkq - 0 1",
    "5k4/P8P/10/10/10/10/p8p/5K4 b - - 0 1",
    "5k4/10/10/10/10/10/10/10 w - - 0 1",
    "rnbfqkfbnr/pppppppppp/10/10/10/PPPPPPPPPP/RNBFQKFBNR w KQkq - 0 1",
    "4fk4/10/5F4/10/10/10/10/5K4 b - - 0 1",
];

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => any::<prop::sample::Index>().prop_map(Step::Legal),
        3 => [0..10usize, 1..9usize, 0..10usize, 1..9usize].prop_map(Step::Squares),
        3 => Just(Step::Undo),
        1 => Just(Step::Remove),
        1 => proptest::sample::select(FENS).prop_map(Step::Fen),
        1 => Just(Step::New),
    ]
}

/// Makes a step in the model; returns its line, and whether it is an error. After a refused
/// position the model has no game.
fn apply_step(step: &Step, game: &mut Option<Game>, rules: &'static Rules) -> (String, bool) {
    match (step, game.as_mut()) {
        (Step::New, _) => {
            *game = Some(Game::new(Position::start(rules)));
            ("new\nvariant freefalcon\nforce".to_owned(), false)
        }
        (Step::Fen(fen), _) => {
            *game = Position::from_fen(rules, fen).map(Game::new).ok();
            (format!("setboard {fen}"), game.is_none())
        }
        (step, Some(game)) => make(step, game),
        (step, None) => {
            let mut start = Game::new(Position::start(rules));
            (make(step, &mut start).0, true)
        }
    }
}

/// Makes a step that needs a game.
fn make(step: &Step, game: &mut Game) -> (String, bool) {
    match step {
        Step::Legal(index) => {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                return ("usermove a1a1".to_owned(), true);
            }
            let mv = moves[index.index(moves.len())];
            let text = coordinate(game.position(), mv);
            game.play(mv);
            (format!("usermove {text}"), false)
        }
        Step::Squares([file, rank, to_file, to_rank]) => {
            let name = |file: &usize, rank| format!("{}{rank}", (b'a' + *file as u8) as char);
            let text = format!("{}{}", name(file, rank), name(to_file, to_rank));
            let read = parse_coordinate(game.position(), &text);
            let wrong = read.map(|mv| game.play(mv)).is_err();
            (text, wrong)
        }
        Step::Undo => ("undo".to_owned(), game.undo().is_none()),
        Step::Remove if game.moves().len() < 2 => ("remove".to_owned(), true),
        Step::Remove => {
            game.undo();
            game.undo();
            ("remove".to_owned(), false)
        }
        Step::Fen(_) | Step::New => unreachable!("they need no game"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if is_long_run() { 60 } else { 20 }))]

    #[test]
    fn both_ends_track_the_same_game(steps in prop::collection::vec(step(), 1..60), analyzes: bool) {
        let options = RuleOptions { castling: Some(CastlingRule::Free), ..RuleOptions::default() };
        let rules = variants::find("falcon").unwrap().rules(options).unwrap();
        let mut game = Some(Game::new(Position::start(rules)));
        let mut session = Session::new("freefalcon");
        session.send(if analyzes { "analyze" } else { "force" });
        for step in &steps {
            let (line, wrong) = apply_step(step, &mut game, rules);
            let line = if analyzes { line.replace("\nforce", "") } else { line };
            let mut answer = session.ask(&line);
            answer.retain(|line| !line.starts_with("setup ") && !line.starts_with("piece "));
            prop_assert_eq!(answer.len(), usize::from(wrong), "{}: {:?}", line, answer);
            let beginnings = ["Illegal move", "Error (", "tellusererror Illegal position: "];
            let known = |answer: &String| beginnings.iter().any(|known| answer.starts_with(known));
            prop_assert!(answer.iter().all(known));
        }
        session.end(true);
    }
}
