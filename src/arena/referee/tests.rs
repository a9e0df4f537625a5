use super::*;
use crate::search::score::Score;
use crate::tablebase::{self, Material};
use crate::variants;

/// The answers of a scripted player, one per turn.
struct Script {
    turns: Vec<Result<Turn, EngineError>>,
    beginning: Result<(), EngineError>,
    ended: Option<GameResult>,
}

impl Script {
    fn new(turns: Vec<Result<Turn, EngineError>>) -> Script {
        Script {
            turns,
            beginning: Ok(()),
            ended: None,
        }
    }
}

impl Client for Script {
    fn own_name(&self) -> &str {
        "script"
    }

    fn new_game(&mut self, _: &Game) -> Result<(), EngineError> {
        self.turns.reverse();
        self.beginning.clone()
    }

    fn think(&mut self, game: &Game, _: &Clocks) -> Result<Turn, EngineError> {
        self.turns.pop().unwrap_or_else(|| {
            let mv = game.position().legal_moves()[0];
            Ok(turn(
                Answer::Move {
                    mv,
                    offers_draw: false,
                },
                0,
            ))
        })
    }

    fn end_game(&mut self, _: &Game, result: GameResult, _: &str) -> Result<(), EngineError> {
        self.ended = Some(result);
        Ok(())
    }

    fn quit(self: Box<Self>) {}

    fn drain_transcript(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn clear_transcript(&mut self) {}
}

fn turn(answer: Answer, milliseconds: u64) -> Turn {
    let info = SearchInfo {
        score: Some(Score::Centipawns(0)),
        microseconds: 1000 * milliseconds,
        ..SearchInfo::default()
    };
    Turn { answer, info }
}

const GAME: ScheduledGame = ScheduledGame {
    game: 4,
    white: 1,
    black: 0,
    opening: 2,
};

fn opening(fen: &str, moves: &str) -> Game {
    let rules = variants::find("chess")
        .unwrap()
        .rules(Default::default())
        .unwrap();
    let mut game = Game::new(Position::from_fen(rules, fen).unwrap());
    for text in moves.split_whitespace() {
        game.play(notation::parse_coordinate(game.position(), text).unwrap());
    }
    game
}

fn start() -> Game {
    let rules = variants::find("chess")
        .unwrap()
        .rules(Default::default())
        .unwrap();
    Game::new(Position::start(rules))
}

fn one_second() -> MatchRules<'static> {
    let limits = ThinkingLimits {
        time: "1".parse().unwrap(),
        nodes: None,
        depth: None,
    };
    MatchRules {
        limits: [limits; 2],
        time_margin: Duration::ZERO,
        hang_timeout: Duration::from_secs(10),
        flag: FlagRule::Fide,
        adjudication: Adjudication::default(),
        tablebases: None,
    }
}

/// A game in which White gives these answers and its opponent plays the first
/// legal move.
fn position_after(
    white: Vec<Result<Turn, EngineError>>,
    opening: &Game,
    match_rules: &MatchRules<'_>,
) -> FinishedGame {
    let mut players = [Script::new(white), Script::new(Vec::new())];
    let [white, black] = &mut players;
    let played = play(
        GAME,
        opening,
        ["w", "b"],
        [white, black],
        match_rules,
        &mut |_| (),
    )
    .unwrap();
    for (player, failed) in players.iter().zip(played.failed) {
        assert_eq!(player.ended, (!failed).then_some(played.record.result));
    }
    played
}

#[test]
fn all_ways_to_lose_are_told_apart() {
    let claim = |result: &str| Answer::Claim {
        result: result.parse().unwrap(),
        text: format!("{result} {{so}}"),
    };
    let cases: Vec<(Result<Turn, EngineError>, Termination, &str)> = vec![
        (
            Ok(turn(Answer::Illegal("e2e5".to_owned()), 0)),
            Termination::IllegalMove,
            "White (w) makes an illegal move: 'e2e5' in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ),
        (
            Ok(turn(Answer::Resign, 0)),
            Termination::Resignation,
            "White (w) resigns",
        ),
        (
            Ok(turn(claim("0-1"), 0)),
            Termination::Resignation,
            "White (w) resigns: '0-1 {so}'",
        ),
        (
            Ok(turn(claim("1/2-1/2"), 0)),
            Termination::FalseClaim,
            "White (w) claims 1/2-1/2 in an unfinished game: '1/2-1/2 {so}' in ",
        ),
        (
            Ok(turn(claim("1-0"), 0)),
            Termination::FalseClaim,
            "White (w) claims 1-0 in an unfinished game: '1-0 {so}' in ",
        ),
        (
            Ok(turn(Answer::Rejection("Illegal move: e7e5".to_owned()), 0)),
            Termination::FalseClaim,
            "White (w) refuses to continue: 'Illegal move: e7e5' in ",
        ),
        (
            Ok(turn(Answer::Resign, 1_001)),
            Termination::TimeLoss,
            "White (w) loses on time: 0.001 s over the 1.000 s left for the move",
        ),
        (
            Err(EngineError::Crash("signal 11".to_owned())),
            Termination::Crash,
            "White (w) crashed: signal 11",
        ),
        (
            Err(EngineError::Disconnect("output")),
            Termination::Disconnect,
            "White (w) closed its output but is still running",
        ),
        (
            Err(EngineError::Stall(Duration::from_secs(2))),
            Termination::Stall,
            "White (w) did not answer for 2.0s",
        ),
    ];
    for (answer, termination, reason) in cases {
        let failed = answer.is_err();
        let played = position_after(vec![answer], &start(), &one_second());
        assert_eq!(played.record.termination, termination);
        assert_eq!(played.record.result, GameResult::BlackWins);
        assert!(
            played.record.reason.starts_with(reason),
            "{}",
            played.record.reason
        );
        assert_eq!(played.failed, [failed, false]);
        assert!(played.record.moves.is_empty());
    }
}

#[test]
fn a_margin_forgives_and_is_noted() {
    let match_rules = MatchRules {
        time_margin: Duration::from_millis(5),
        ..one_second()
    };
    let game = opening("7k/8/6K1/8/8/8/1p6/R7 w - - 0 1", "");
    let mv = notation::parse_coordinate(game.position(), "a1a8").unwrap();
    let answer = Answer::Move {
        mv,
        offers_draw: false,
    };
    let played = position_after(vec![Ok(turn(answer.clone(), 1_004))], &game, &match_rules);
    assert_eq!(played.record.termination, Termination::Checkmate);
    let note = "White exceeded its time by 4.0 ms on move 1, within the margin";
    assert_eq!(played.record.notes, [note]);
    let late = position_after(vec![Ok(turn(answer, 1_006))], &game, &match_rules);
    assert_eq!(late.record.termination, Termination::TimeLoss);
}

#[test]
fn a_flag_that_falls_against_a_lone_king_is_a_draw() {
    let late = || vec![Ok(turn(Answer::Resign, 1_001))];
    let lone = opening("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "");
    let record = position_after(late(), &lone, &one_second()).record;
    assert_eq!(record.termination, Termination::TimeDraw);
    assert_eq!(record.result, GameResult::Draw);
    assert_eq!(
        record.reason,
        "White (w) oversteps its time: 0.001 s over the 1.000 s left for the move; drawn, since \
         Black (b) has no material to mate with"
    );
    let strict = MatchRules {
        flag: FlagRule::Loss,
        ..one_second()
    };
    let with_pawn = opening("4k3/4p3/8/8/8/8/8/R3K3 w Q - 0 1", "");
    for (game, match_rules) in [(&lone, &strict), (&with_pawn, &one_second())] {
        let record = position_after(late(), game, match_rules).record;
        assert_eq!(record.termination, Termination::TimeLoss);
        assert_eq!(record.result, GameResult::BlackWins);
    }
}

#[test]
fn the_board_ends_games() {
    let record = |fen: &str, moves: &str| {
        let game = opening(fen, moves);
        position_after(Vec::new(), &game, &one_second()).record
    };
    let drawn = record("7k/8/8/8/8/8/8/K6N w - - 0 1", "");
    assert_eq!(drawn.termination, Termination::InsufficientMaterial);
    assert_eq!(drawn.result, GameResult::Draw);
    let stale = record("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "g5g6");
    assert_eq!(stale.termination, Termination::Stalemate);
    assert_eq!(stale.moves.len(), 1);
    assert_eq!(stale.moves[0].info, None);
    let quiet = record("7k/8/8/8/8/8/8/K5R1 w - - 100 80", "");
    assert_eq!(quiet.termination, Termination::FiftyMoves);
    assert_eq!(
        (quiet.game, quiet.white, quiet.black, quiet.opening),
        (4, 1, 0, 2)
    );
    assert!(quiet.start.is_some());
}

#[test]
fn a_draw_takes_both_players() {
    let offer = |text: &str, game: &Game| {
        let mv = notation::parse_coordinate(game.position(), text).unwrap();
        Ok(turn(
            Answer::Move {
                mv,
                offers_draw: true,
            },
            0,
        ))
    };
    let mut game = start();
    let white = vec![offer("e2e4", &game)];
    game.play(notation::parse_coordinate(game.position(), "e2e4").unwrap());
    let black = vec![offer("e7e5", &game)];
    let mut players = [Script::new(white), Script::new(black)];
    let [one, other] = &mut players;
    let played = play(
        GAME,
        &start(),
        ["w", "b"],
        [one, other],
        &one_second(),
        &mut |_| (),
    )
    .unwrap();
    assert_eq!(played.record.termination, Termination::Agreement);
    assert_eq!(played.record.moves.len(), 2);
}

#[test]
fn what_an_engine_lacks_is_no_loss() {
    let mut players = [Script::new(Vec::new()), Script::new(Vec::new())];
    players[1].beginning = Err(EngineError::Unsupported("no such game".to_owned()));
    let [white, black] = &mut players;
    let error = play(
        GAME,
        &start(),
        ["w", "b"],
        [white, black],
        &one_second(),
        &mut |_| (),
    )
    .unwrap_err();
    assert_eq!(error.to_string(), "b: no such game");
}

#[test]
fn a_tablebase_ends_games() {
    let game = opening("8/8/4k3/8/8/8/8/R3K3 w - - 0 1", "");
    let rules = game.position().rules();
    let mut tables = Tablebases::new(rules);
    let material = Material::parse(rules, "KRvK").unwrap();
    tablebase::make_in_memory(&mut tables, &material, 1).unwrap();
    let match_rules = MatchRules {
        tablebases: Some(&tables),
        ..one_second()
    };
    let mv = notation::parse_coordinate(game.position(), "a1a5").unwrap();
    let answer = Answer::Move {
        mv,
        offers_draw: false,
    };
    let played = position_after(vec![Ok(turn(answer, 10))], &game, &match_rules);
    assert_eq!(played.record.termination, Termination::Tablebase);
    assert_eq!(played.record.result, GameResult::won_by(Some(Color::White)));
    let reason = &played.record.reason;
    assert!(
        reason.starts_with("White wins by tablebase: Black is mated in "),
        "{reason}"
    );
}
