//! Engines that misbehave in every known way, and how their games are decided.
//!
//! This program is its own opponent: started as `mock-engine ...`, it acts as an
//! engine that behaves as the arguments say.

mod chess960;
mod few;
mod hostile;
pub mod mock;
mod pondering;
pub mod processes;
mod replies;
mod strays;

use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use peregrine::arena::adjudication::Adjudication;
use peregrine::arena::client::{self, Answer, Client, Clocks, ProcessGuard};
use peregrine::arena::engine_setup::{EngineSetup, Protocol};
use peregrine::arena::flag::FlagRule;
use peregrine::arena::record::{GameRecord, Termination};
use peregrine::arena::referee::{self, FinishedGame, MatchRules};
use peregrine::arena::schedule::ScheduledGame;
use peregrine::arena::time_control::ThinkingLimits;
use peregrine::position::Position;
use peregrine::position::game::{Game, GameResult};
use peregrine::rules::Rules;
use peregrine::search::score::Score;
use peregrine::variants;

use hostile::hostile;

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    if cfg!(target_os = "linux") {
        // It takes longest, so it is to begin first.
        trials.push(Trial::test("matches::hostile_engines_in_a_match", || {
            hostile();
            Ok(())
        }));
    }
    let mut add = |name: String, test: fn(Protocol)| {
        for (word, protocol) in [("uci", Protocol::Uci), ("cecp", Protocol::Cecp)] {
            trials.push(Trial::test(format!("matches::{word}::{name}"), move || {
                test(protocol);
                Ok(())
            }));
        }
    };
    add("whole_games".to_owned(), whole_games);
    add("illegal_moves".to_owned(), illegal_moves);
    add("crashes".to_owned(), crashes);
    add("silence".to_owned(), silence);
    add("noise".to_owned(), noise);
    add("moves_out_of_turn".to_owned(), moves_out_of_turn);
    for (name, test) in strays::TESTS {
        add(name.to_string(), *test);
    }
    add("startup_and_shutdown".to_owned(), startup_and_shutdown);
    add("dialogue".to_owned(), dialogue);
    add("children".to_owned(), processes::children);
    // Only a shell closes its own pipes.
    if cfg!(unix) {
        add("closed_pipes".to_owned(), closed_pipes);
    }
    let mut add = |name: &str, test: fn()| {
        trials.push(Trial::test(format!("matches::{name}"), move || {
            test();
            Ok(())
        }));
    };
    add("cecp::claims", claims);
    add("uci::options", options);
    add("fewer_games_at_a_time", few::fewer_games_at_a_time);
    add(
        "the_last_worker_tries_again_alone",
        few::the_last_worker_tries_again_alone,
    );
    add(
        "killed_match_leaves_no_process",
        processes::no_process_is_left,
    );
    for (name, test) in pondering::TESTS {
        add(name, *test);
    }
    trials.extend(chess960::trials());
    trials.extend(replies::trials());
    trials
}

/// A mock engine with this behavior.
fn setup(protocol: Protocol, does: &str) -> EngineSetup {
    let word = match protocol {
        Protocol::Uci => "uci",
        Protocol::Cecp => "cecp",
    };
    let mut arguments = vec!["mock-engine".to_owned(), word.to_owned()];
    arguments.extend(does.split_whitespace().map(str::to_owned));
    EngineSetup {
        name: "mock".to_owned(),
        command: env::current_exe().unwrap(),
        arguments,
        directory: None,
        environment: BTreeMap::new(),
        protocol,
        commands: Vec::new(),
        options: Vec::new(),
        variant: None,
        hash: None,
        threads: None,
        limits: limits("60"),
        restart: false,
        ponder: false,
        response_timeout: Duration::from_secs(20),
    }
}

fn limits(time: &str) -> ThinkingLimits {
    ThinkingLimits {
        time: time.parse().unwrap(),
        nodes: None,
        depth: Some(3),
    }
}

fn chess() -> &'static Rules {
    variants::find("chess")
        .unwrap()
        .rules(Default::default())
        .unwrap()
}

fn connect(setup: &EngineSetup) -> Box<dyn Client> {
    client::connect(setup, chess(), &ProcessGuard::new().unwrap()).unwrap()
}

/// A game of at most ten moves.
fn play_between(players: &mut [Box<dyn Client>; 2], time: &str) -> FinishedGame {
    let terms = MatchRules {
        limits: [limits(time); 2],
        time_margin: Duration::ZERO,
        hang_timeout: Duration::from_millis(400),
        flag: FlagRule::Fide,
        adjudication: Adjudication {
            length: Some(10),
            ..Adjudication::default()
        },
        tablebases: None,
    };
    let scheduled = ScheduledGame {
        game: 0,
        white: 0,
        black: 1,
        opening: 0,
    };
    let [white, black] = players;
    let opening = Game::new(Position::start(chess()));
    let players: [&mut dyn Client; 2] = [white.as_mut(), black.as_mut()];
    referee::play(
        scheduled,
        &opening,
        ["first", "second"],
        players,
        &terms,
        &mut |_| (),
    )
    .unwrap()
}

/// A game between a first player with this behavior and a second that plays
/// normally.
fn play(protocol: Protocol, does: &str, time: &str) -> GameRecord {
    let white = EngineSetup {
        limits: limits(time),
        ..setup(protocol, does)
    };
    let black = EngineSetup {
        limits: limits(time),
        ..setup(protocol, "seed=2")
    };
    let mut players = [connect(&white), connect(&black)];
    let played = play_between(&mut players, time);
    let record = played.record;
    // Exactly the players that failed must be restarted.
    let failed = matches!(
        record.termination,
        Termination::Crash | Termination::Disconnect | Termination::Stall
    );
    assert_eq!(played.failed, [failed, false], "{does}: {record:?}");
    record
}

/// The first player loses with this termination, and the reason contains these
/// words.
#[track_caller]
fn loses(protocol: Protocol, does: &str, time: &str, termination: Termination, words: &str) {
    let record = play(protocol, does, time);
    let reason = &record.reason;
    assert_eq!(record.termination, termination, "{does}: {reason}");
    assert_eq!(record.result, GameResult::BlackWins, "{does}: {reason}");
    assert!(
        reason.contains(words) && reason.contains("White (first)"),
        "{does}: {reason}"
    );
}

/// This behavior has no consequences for the first player.
#[track_caller]
fn plays_on(protocol: Protocol, does: &str) -> GameRecord {
    let record = play(protocol, does, "60");
    assert!(
        !record.termination.is_failure() && record.moves.len() >= 5,
        "{does}: {record:?}"
    );
    record
}

fn whole_games(protocol: Protocol) {
    let record = plays_on(protocol, "");
    for info in record.moves.iter().map(|mv| mv.info.unwrap()) {
        assert_eq!(info.score, Some(Score::Centipawns(12)));
        assert_eq!((info.depth, info.nodes), (Some(3), Some(345)));
        assert!(info.microseconds < 5_000_000);
    }
    // The same players in another game, and one with colors reversed.
    let mut players = [
        connect(&setup(protocol, "")),
        connect(&setup(protocol, "seed=3")),
    ];
    for _ in 0..3 {
        let played = play_between(&mut players, "60");
        assert!(!played.record.termination.is_failure(), "{played:?}");
        players.swap(0, 1);
    }
}

fn illegal_moves(protocol: Protocol) {
    let illegal = Termination::IllegalMove;
    loses(protocol, "does=illegal-move", "60", illegal, "'e1e8'");
    loses(protocol, "does=illegal-move at=4", "60", illegal, "'e1e8'");
    loses(protocol, "does=nonsense at=2", "60", illegal, "'!?%$'");
    loses(protocol, "does=null-move", "60", illegal, "'0000'");
    loses(protocol, "does=no-move", "60", illegal, "'(none)'");
    if protocol == Protocol::Uci {
        loses(protocol, "does=empty-move", "60", illegal, "''");
    }
}

/// How this system words the status of a program that has ended.
fn exit(code: i32) -> String {
    let word = if cfg!(windows) { "code" } else { "status" };
    format!("exit {word}: {code}")
}

fn crashes(protocol: Protocol) {
    let crash = Termination::Crash;
    loses(
        protocol,
        "does=crash at=3",
        "60",
        crash,
        &format!(
            "{}; last output on stderr: assertion failed: the King is there",
            exit(3)
        ),
    );
    loses(protocol, "does=leave at=2", "60", crash, &exit(0));
    if cfg!(unix) {
        loses(protocol, "does=abort", "60", crash, "SIGABRT");
    }
}

fn silence(protocol: Protocol) {
    loses(
        protocol,
        "does=hang at=2",
        "0.5",
        Termination::Stall,
        "did not answer",
    );
    // An answer that comes too late.
    loses(
        protocol,
        "does=late at=2 delay=700",
        "0.5",
        Termination::TimeLoss,
        "loses on time",
    );
}

fn noise(protocol: Protocol) {
    for does in ["flood-and-move", "huge-line", "no-text", "loud-errors"] {
        plays_on(protocol, &format!("does={does} at=2"));
    }
    for does in ["flood", "endless-line", "empty-lines", "short-lines"] {
        loses(
            protocol,
            &format!("does={does} at=2"),
            "0.3",
            Termination::Stall,
            "did not answer",
        );
    }
}

/// A repeated move must not answer the next question, nor count in the next
/// game. The opponent thinks long enough for it to arrive before then.
fn moves_out_of_turn(protocol: Protocol) {
    for at in [2, 10] {
        let mut players = [
            connect(&setup(protocol, &format!("does=twice at={at}"))),
            connect(&setup(protocol, &format!("does=late delay=150 at={at}"))),
        ];
        for _ in 0..2 {
            let record = play_between(&mut players, "60").record;
            assert_eq!(record.termination, Termination::AdjudicatedLength);
        }
    }
}

fn closed_pipes(protocol: Protocol) {
    let disconnect = Termination::Disconnect;
    loses(protocol, "does=closes-output", "60", disconnect, "output");
    loses(
        protocol,
        "does=closes-input at=2",
        "60",
        disconnect,
        "input",
    );
}

fn refusal(setup: &EngineSetup) -> String {
    match client::connect(setup, chess(), &ProcessGuard::new().unwrap()) {
        Ok(_) => panic!("{setup:?} was taken"),
        Err(error) => error.to_string(),
    }
}

fn startup_and_shutdown(protocol: Protocol) {
    for (does, words) in [
        ("no-greeting", "did not answer for"),
        ("never-ready", "did not answer for"),
        (
            "crash-at-greeting",
            &format!(
                "crashed: {}; last output on stderr: no network file",
                exit(2)
            ),
        ),
    ] {
        let began = Instant::now();
        let error = refusal(&EngineSetup {
            response_timeout: Duration::from_millis(500),
            ..setup(protocol, &format!("does={does}"))
        });
        assert!(
            error.starts_with("engine 'mock'") && error.contains(words),
            "{does}: {error}"
        );
        assert!(began.elapsed() < Duration::from_secs(10));
    }
    let error = refusal(&EngineSetup {
        command: PathBuf::from("no/such/engine"),
        ..setup(protocol, "")
    });
    assert_eq!(error, "engine 'mock': program 'no/such/engine' not found");
    let stubborn = connect(&EngineSetup {
        response_timeout: Duration::from_millis(500),
        ..setup(protocol, "does=ignores-quit")
    });
    let began = Instant::now();
    stubborn.quit();
    assert!(began.elapsed() < Duration::from_secs(10));
}

fn claims() {
    let cecp = Protocol::Cecp;
    let claim = Termination::FalseClaim;
    loses(cecp, "does=claims-win at=2", "60", claim, "1-0");
    loses(cecp, "does=claims-draw", "60", claim, "Draw by repetition");
    loses(cecp, "does=refuses at=2", "60", claim, "Illegal move");
    let resigned = Termination::Resignation;
    loses(cecp, "does=resign at=3", "60", resigned, "resigns");
    // An offer is declined by a move; two offers are an agreement.
    plays_on(cecp, "does=offers-draw at=2");
    let offers = connect(&setup(cecp, "does=offers-draw at=3"));
    let too = connect(&setup(cecp, "does=offers-draw at=3 seed=5"));
    let record = play_between(&mut [offers, too], "60").record;
    assert_eq!(record.termination, Termination::Agreement, "{record:?}");
    assert_eq!(record.result, GameResult::Draw);
}

fn options() {
    let uci = |options: &[(&str, &str)]| EngineSetup {
        options: options
            .iter()
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        ..setup(Protocol::Uci, "")
    };
    let mut engine = connect(&EngineSetup {
        hash: Some(2),
        threads: Some(1),
        ..uci(&[("style", "Wild")])
    });
    let told: Vec<String> = engine
        .drain_transcript()
        .iter()
        .filter_map(|line| Some(line.split_once(" < setoption ")?.1.to_owned()))
        .collect();
    assert_eq!(
        told,
        [
            "name UCI_Variant value chess",
            "name Style value wild",
            "name Hash value 2",
        ]
    );
    for (setup, error) in [
        (
            uci(&[("Contempt", "1")]),
            "it has no option 'Contempt' (it has: Hash, Ponder, Style, UCI_Variant)",
        ),
        (
            uci(&[("Hash", "65")]),
            "its option 'Hash' is a number from 1 to 64, not '65'",
        ),
        (
            uci(&[("Style", "rude")]),
            "its option 'Style' is one of: calm, wild, not 'rude'",
        ),
        (
            EngineSetup {
                threads: Some(2),
                ..uci(&[])
            },
            "it has no option 'Threads' (it has: Hash, Ponder, Style, UCI_Variant)",
        ),
        (
            EngineSetup {
                variant: Some("falcon".to_owned()),
                ..uci(&[])
            },
            "its option 'UCI_Variant' is one of: chess, not 'falcon'",
        ),
    ] {
        let refused = refusal(&setup);
        assert!(refused.ends_with(error), "{refused}");
    }
    let complains = EngineSetup {
        options: vec![("Style".to_owned(), "wild".to_owned())],
        ..setup(Protocol::Uci, "does=complains")
    };
    assert_eq!(
        refusal(&complains),
        "engine 'mock' failed during setup: it says: info string Error: the style file is damaged"
    );
}

fn dialogue(protocol: Protocol) {
    let mut engine = connect(&setup(protocol, ""));
    engine.drain_transcript();
    let game = Game::new(Position::start(chess()));
    engine.new_game(&game).unwrap();
    let clocks = Clocks {
        own: None,
        other: None,
        response_timeout: Duration::from_secs(10),
        draw_offered: false,
    };
    let turn = engine.think(&game, &clocks).unwrap();
    assert!(matches!(turn.answer, Answer::Move { .. }));
    let lines = engine.drain_transcript();
    let mut last = f64::MIN;
    for line in &lines {
        let (seconds, rest) = line.trim_start().split_once(' ').unwrap();
        let seconds: f64 = seconds.parse().unwrap();
        assert!((-1.0..10.0).contains(&seconds) && seconds >= last, "{line}");
        last = seconds;
        assert!(rest.starts_with("< ") || rest.starts_with("> "), "{line}");
    }
    let (told, said) = match protocol {
        Protocol::Uci => ("< go depth 3", "> bestmove "),
        Protocol::Cecp => ("< go", "> move "),
    };
    assert!(lines.iter().any(|line| line.ends_with(told)), "{lines:#?}");
    assert!(lines.last().unwrap().contains(said), "{lines:#?}");
}
