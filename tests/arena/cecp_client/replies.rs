//! Conversations with the mock engine.

use std::time::Duration;

use peregrine::arena::client::guard::Guard;
use peregrine::arena::client::{Answer, Client, Clocks, ConnectError, Failure, TimeLeft, cecp};
use peregrine::arena::engine_setup::EngineSetup;
use peregrine::arena::time_control::ThinkingLimits;
use peregrine::notation::parse_coordinate;
use peregrine::position::Position;
use peregrine::position::game::{Game, GameResult};
use peregrine::rules::{CastlingRule, Rules};
use peregrine::search::score::Score;
use peregrine::variants::{self, RuleOptions};

use super::mock::SCRIPT;
use super::{NO_CLOCKS, NO_LIMITS, setup};

/// The features of a modern engine.
const MODERN: &str = "feature ping=1 setboard=1 usermove=1 colors=0 reuse=1
feature memory=1 smp=1 variants=\"normal,falcon\" done=1
";

/// All tests by name.
pub const TESTS: [(&str, fn()); 24] = [
    (
        "old_engine_is_told_of_games_by_moves",
        old_engine_is_told_of_games_by_moves,
    ),
    ("positions_are_edited", positions_are_edited),
    (
        "positions_that_edit_cannot_convey",
        positions_that_edit_cannot_convey,
    ),
    ("positions_are_set_up", positions_are_set_up),
    ("moves_in_san", moves_in_san),
    (
        "claims_and_resignations_of_the_moment",
        claims_and_resignations_of_the_moment,
    ),
    (
        "claims_after_a_move_count_at_the_next_turn",
        claims_after_a_move_count_at_the_next_turn,
    ),
    (
        "a_move_out_of_turn_is_illegal",
        a_move_out_of_turn_is_illegal,
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
    ("done_is_waited_for", done_is_waited_for),
    (
        "without_done_silence_is_enough",
        without_done_silence_is_enough,
    ),
    ("options_are_set", options_are_set),
    ("options_that_are_not_there", options_that_are_not_there),
    ("options_that_are_refused", options_that_are_refused),
    ("games_that_it_does_not_play", games_that_it_does_not_play),
    (
        "an_engine_for_one_game_is_started_anew",
        an_engine_for_one_game_is_started_anew,
    ),
    ("crashes_and_stalls", crashes_and_stalls),
    ("nodes_need_a_feature", nodes_need_a_feature),
    ("draws_are_offered_both_ways", draws_are_offered_both_ways),
    ("time_is_told_before_moves", time_is_told_before_moves),
    ("thoughts_are_reported", thoughts_are_reported),
];

fn mock(script: &str) -> EngineSetup {
    let program = std::env::current_exe().unwrap();
    let mut setup = setup(program.to_str().unwrap(), NO_LIMITS);
    setup.name = "mock".to_owned();
    setup
        .environment
        .insert(SCRIPT.to_owned(), script.to_owned());
    setup.response_timeout = Duration::from_secs(5);
    setup
}

fn modern(script: &str) -> EngineSetup {
    mock(&format!("{MODERN}{script}"))
}

fn falcon() -> &'static Rules {
    let options = RuleOptions {
        castling: Some(CastlingRule::Three),
        promotion: None,
    };
    variants::find("falcon").unwrap().rules(options).unwrap()
}

fn chess() -> &'static Rules {
    let chess = variants::find("chess").unwrap();
    chess.rules(RuleOptions::default()).unwrap()
}

fn try_connect(setup: &EngineSetup, rules: &'static Rules) -> Result<Box<dyn Client>, Failure> {
    match cecp::connect(setup, rules, &Guard::new().unwrap()) {
        Ok(client) => Ok(client),
        Err(ConnectError::Failed { failure, .. }) => Err(failure),
        Err(other) => panic!("{other}"),
    }
}

fn connect(setup: &EngineSetup, rules: &'static Rules) -> Box<dyn Client> {
    try_connect(setup, rules).unwrap()
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = parse_coordinate(game.position(), text).unwrap();
        game.play(mv);
    }
}

fn game_of(rules: &'static Rules, moves: &str) -> Game {
    let mut game = Game::new(Position::start(rules));
    play(&mut game, moves);
    game
}

/// Makes the engine move this many times, each move answered by the first legal
/// one; it must have the right position each time.
fn agree(client: &mut dyn Client, game: &mut Game, turns: usize) {
    for _ in 0..turns {
        let turn = client.think(game, &NO_CLOCKS).unwrap();
        let Answer::Move { mv, .. } = turn.answer else {
            panic!("{turn:?}\n{}", client.take_dialogue().join("\n"));
        };
        assert_eq!(
            turn.thought.nodes,
            Some(game.position().key()),
            "{}\n{}",
            game.position(),
            client.take_dialogue().join("\n")
        );
        game.play(mv);
        let answer = game.position().legal_moves()[0];
        game.play(answer);
    }
}

fn answer(client: &mut dyn Client, game: &Game) -> Answer {
    client.think(game, &NO_CLOCKS).unwrap().answer
}

/// Asks it for a move, plays the move and the first legal reply.
fn exchange(client: &mut dyn Client, game: &mut Game) {
    let Answer::Move { mv, .. } = answer(client, game) else {
        panic!("{}", client.take_dialogue().join("\n"));
    };
    game.play(mv);
    let reply = game.position().legal_moves()[0];
    game.play(reply);
}

fn unable(setup: &EngineSetup, rules: &'static Rules) -> String {
    match try_connect(setup, rules) {
        Err(Failure::Unable(reason)) => reason,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("connected"),
    }
}

fn old_engine_is_told_of_games_by_moves() {
    let setup = mock(
        "banner GNU Chess|Chess\nold\non protover Error (unknown command): protover 2\non computer",
    );
    let mut client = connect(&setup, falcon());
    assert_eq!(client.own_name(), "mock");
    for opening in ["", "e2e4", "e2e4 e7e5 i1h3 b8c6"] {
        let mut game = game_of(falcon(), opening);
        client.begin(&game).unwrap();
        agree(client.as_mut(), &mut game, 5);
        client.end(&game, GameResult::Draw, "enough").unwrap();
    }
    let dialogue = client.take_dialogue().join("\n");
    assert!(
        !dialogue.contains("< result") && !dialogue.contains("< ping"),
        "{dialogue}"
    );
    client.quit();
}

fn positions_are_edited() {
    let mut client = connect(&mock("banner hello\nold"), falcon());
    for fen in [
        "r4k3r/10/3p6/10/10/4Q5/10/R4K3R w KQkq - 0 1",
        "r4k3r/10/3p6/10/10/4Q5/10/R4K3R b KQkq - 0 1",
        "5k4/1P8/3p6/10/10/4Q5/10/5K4 b - - 0 1",
        // Rooks that are not on their original squares.
        "1r3k2r1/10/10/10/10/10/10/1R3K4 w - - 0 1",
    ] {
        let mut game = Game::new(Position::from_fen(falcon(), fen).unwrap());
        client.begin(&game).unwrap();
        agree(client.as_mut(), &mut game, 3);
    }
}

fn positions_that_edit_cannot_convey() {
    let mut client = connect(&mock("banner hello\nold"), falcon());
    for (fen, reason) in [
        (
            "r4k3r/10/10/10/10/10/10/R4K3R w KQk - 0 1",
            "castling rights",
        ),
        ("5k4/10/10/10/3Pp5/10/10/5K4 b - d3 0 1", "en passant"),
    ] {
        let game = Game::new(Position::from_fen(falcon(), fen).unwrap());
        match client.begin(&game) {
            Err(Failure::Unable(text)) => assert!(text.contains(reason), "{text}"),
            other => panic!("{other:?}"),
        }
    }
}

fn positions_are_set_up() {
    let mut client = connect(&modern(""), falcon());
    for fen in [
        "r4k3r/10/10/10/10/10/10/R4K3R w KQk - 3 9",
        "5k4/10/10/10/3Pp5/10/10/5K4 b - d3 0 1",
    ] {
        let mut game = Game::new(Position::from_fen(falcon(), fen).unwrap());
        let first = game.position().legal_moves()[0];
        game.play(first);
        client.begin(&game).unwrap();
        agree(client.as_mut(), &mut game, 3);
    }
}

fn moves_in_san() {
    let mut client = connect(&modern("feature san=1"), chess());
    let mut game = game_of(chess(), "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1");
    client.begin(&game).unwrap();
    agree(client.as_mut(), &mut game, 2);
    let dialogue = client.take_dialogue().join("\n");
    assert!(dialogue.contains("< usermove O-O"), "{dialogue}");
}

fn claims_and_resignations_of_the_moment() {
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
        client.begin(&game).unwrap();
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
        client.begin(&game).unwrap();
        exchange(client.as_mut(), &mut game);
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(answer(client.as_mut(), &game), expected);
        // It must not count in the next game.
        client.end(&game, GameResult::Draw, "no").unwrap();
        let mut game = game_of(chess(), "");
        client.begin(&game).unwrap();
        agree(client.as_mut(), &mut game, 2);
    }
}

fn a_move_out_of_turn_is_illegal() {
    let mut client = connect(&modern("turn 1 move {}|move h2h4"), chess());
    let mut game = game_of(chess(), "");
    client.begin(&game).unwrap();
    exchange(client.as_mut(), &mut game);
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(
        answer(client.as_mut(), &game),
        Answer::Illegal("h2h4".to_owned())
    );
}

fn illegal_moves_are_reported_as_written() {
    for text in ["e2e5", "e7e5", "0000", "xyz", "O-O", "e2e4q"] {
        let mut client = connect(&modern(&format!("turn 1 move {text}")), chess());
        let game = game_of(chess(), "");
        client.begin(&game).unwrap();
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
        client.begin(&game).unwrap();
        play(&mut game, "e2e4");
        assert_eq!(
            answer(client.as_mut(), &game),
            Answer::Refusal(said.to_owned())
        );
    }
    // Not every command that it does not understand matters.
    let script = "on post Error (unknown command): post\non result Error (unknown command): result
on otim Error (unknown command): otim 1";
    let mut client = connect(&modern(script), chess());
    let mut game = game_of(chess(), "");
    client.begin(&game).unwrap();
    agree(client.as_mut(), &mut game, 2);
}

fn refusals_of_the_opening() {
    let mut client = connect(&modern("on usermove Illegal move: e2e4"), chess());
    let game = game_of(chess(), "e2e4 e7e5");
    client.begin(&game).unwrap();
    assert_eq!(
        answer(client.as_mut(), &game),
        Answer::Refusal("Illegal move: e2e4".to_owned())
    );
    let text = "tellusererror Illegal position: I do not like it";
    let mut client = connect(&modern(&format!("on setboard {text}")), chess());
    let start = Position::from_fen(chess(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    let game = Game::new(start);
    client.begin(&game).unwrap();
    assert_eq!(
        answer(client.as_mut(), &game),
        Answer::Refusal(text.to_owned())
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
            client.begin(&game).unwrap();
            agree(client.as_mut(), &mut game, 2);
            let Answer::Move { mv, offers_draw } = answer(client.as_mut(), &game) else {
                panic!("no move");
            };
            assert!(!offers_draw);
            game.play(mv);
            client
                .end(&game, GameResult::WhiteWins, "Black {resigns}\nat last")
                .unwrap();
        }
        let dialogue = client.take_dialogue().join("\n");
        assert!(
            dialogue.contains("< result 1-0 {Black resignsat last}"),
            "{dialogue}"
        );
    }
}

fn done_is_waited_for() {
    let script =
        "feature done=0\nfeature ping=1|sleep 2500|feature setboard=1 myname=\"Slow 1\" done=1";
    let client = connect(&mock(script), chess());
    assert_eq!(client.own_name(), "Slow 1");
    let mut setup = mock("feature done=0");
    setup.response_timeout = Duration::from_millis(300);
    assert!(matches!(
        try_connect(&setup, chess()),
        Err(Failure::Stall(_))
    ));
}

fn without_done_silence_is_enough() {
    let setup = mock("feature ping=1 myname=Half colors=0\nfeature usermove=1");
    let mut client = connect(&setup, chess());
    assert_eq!(client.own_name(), "Half");
    let mut game = game_of(chess(), "");
    client.begin(&game).unwrap();
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
    let told: Vec<String> = client.take_dialogue();
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

fn options_that_are_not_there() {
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

fn options_that_are_refused() {
    let mut setup = modern("on memory Error (no such amount of memory): memory 9");
    setup.hash = Some(9);
    let reason = unable(&setup, chess());
    assert!(reason.contains("no such amount"), "{reason}");
    // Its reaction to `accepted` does not matter.
    connect(
        &modern("on accepted Error (unknown command): accepted"),
        chess(),
    );
}

fn games_that_it_does_not_play() {
    let plays = |name: &str| format!("feature ping=1 variants=\"normal, {name}\" done=1");
    let reason = unable(&mock(&plays("suicide")), falcon());
    assert_eq!(reason, "does not play 'falcon'; it plays: normal, suicide");
    let mut named = mock(&plays("hawk"));
    named.variant = Some("hawk".to_owned());
    let mut client = connect(&named, falcon());
    // It declares more than it can do.
    let game = game_of(falcon(), "");
    match client.begin(&game) {
        Err(Failure::Unable(reason)) => assert!(reason.contains("'hawk'"), "{reason}"),
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
        connect(&setup, falcon());
    }
    let options = RuleOptions {
        castling: Some(CastlingRule::Orthodox),
        promotion: None,
    };
    let unusual = variants::find("falcon").unwrap().rules(options).unwrap();
    let reason = unable(&modern(""), unusual);
    assert!(reason.contains("has no name for"), "{reason}");
}

fn an_engine_for_one_game_is_started_anew() {
    let script = "feature ping=1 usermove=1 reuse=0 myname=\"mock PID\" done=1";
    let mut client = connect(&mock(script), chess());
    let mut names = Vec::new();
    for _ in 0..3 {
        let mut game = game_of(chess(), "e2e4");
        client.begin(&game).unwrap();
        agree(client.as_mut(), &mut game, 2);
        client.end(&game, GameResult::Draw, "").unwrap();
        names.push(client.own_name().to_owned());
    }
    names.dedup();
    assert_eq!(names.len(), 3, "{names:?}");
    let dialogue = client.take_dialogue().join("\n");
    assert_eq!(dialogue.matches("< quit").count(), 2, "{dialogue}");
}

fn crashes_and_stalls() {
    let game = game_of(chess(), "");
    let mut client = connect(&modern("turn 1 exit"), chess());
    client.begin(&game).unwrap();
    assert!(matches!(
        client.think(&game, &NO_CLOCKS),
        Err(Failure::Crash(_))
    ));
    assert!(matches!(
        try_connect(&mock("banner exit"), chess()),
        Err(Failure::Crash(_))
    ));
    let mut client = connect(&modern("turn 1 hm"), chess());
    client.begin(&game).unwrap();
    let soon = Clocks {
        response_timeout: Duration::from_millis(200),
        ..NO_CLOCKS
    };
    assert!(matches!(client.think(&game, &soon), Err(Failure::Stall(_))));
    client.quit();
    let mut setup = modern("on ping");
    setup.response_timeout = Duration::from_millis(200);
    assert!(matches!(
        try_connect(&setup, chess()),
        Err(Failure::Stall(_))
    ));
}

fn nodes_need_a_feature() {
    let mut setup = modern("");
    setup.limits = ThinkingLimits {
        nodes: Some(1000),
        ..NO_LIMITS
    };
    assert!(unable(&setup, chess()).contains("'nps'"));
}

fn draws_are_offered_both_ways() {
    let mut client = connect(
        &modern("turn 1 offer draw|move {}\nturn 3 move {}|offer draw\non draw offer draw"),
        chess(),
    );
    let mut game = game_of(chess(), "");
    client.begin(&game).unwrap();
    let mut offers = Vec::new();
    for offered in [false, false, false, false, true, false] {
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
    // The offer of the third turn came after its move.
    assert_eq!(offers, [true, false, false, true, true, false]);
}

fn time_is_told_before_moves() {
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
        client.begin(&game).unwrap();
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
        let dialogue = client.take_dialogue();
        let told = dialogue
            .iter()
            .filter_map(|line| Some(line.split_once("< ")?.1));
        let told: Vec<&str> = told.collect();
        let new = told.iter().rposition(|line| *line == "new").unwrap();
        told[new..].join(" ").replace(" ping 3", "")
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

fn thoughts_are_reported() {
    let script = "turn 1 3 12 5 100 e2e4|sleep 60|4 100003 5 200 e2e4|move {}";
    let mut client = connect(&modern(script), chess());
    let game = game_of(chess(), "");
    client.begin(&game).unwrap();
    let thought = client.think(&game, &NO_CLOCKS).unwrap().thought;
    assert_eq!(thought.depth, Some(4));
    assert_eq!(thought.score, Some(Score::Mate(3)));
    assert_eq!(thought.nodes, Some(200));
    assert!((60_000..5_000_000).contains(&thought.microseconds));
}
