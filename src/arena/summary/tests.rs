use super::*;
use crate::arena::record::{MoveRecord, SearchInfo};
use crate::arena::statistics::{EloModel, SprtDecision};
use crate::position::game::GameResult;

fn description(engines: &[&str], games: usize) -> MatchDescription {
    MatchDescription {
        engines: engines
            .iter()
            .map(|name| EngineDescription {
                name: (*name).to_owned(),
                own_name: None,
                time: "1+0.1".parse().unwrap(),
            })
            .collect(),
        openings: ["first", "second"].map(str::to_owned).to_vec(),
        sprt: None,
        games,
    }
}

fn record(game: usize, white: usize, black: usize, result: &str) -> GameRecord {
    GameRecord {
        game,
        white,
        black,
        opening: game / 2 % 2,
        result: result.parse().unwrap(),
        termination: if result == "1/2-1/2" {
            Termination::Repetition
        } else {
            Termination::Checkmate
        },
        reason: String::new(),
        start: None,
        moves: Vec::new(),
        began: 0,
        milliseconds: 1000,
        notes: Vec::new(),
    }
}

const WHITE: &str = "1-0";
const BLACK: &str = "0-1";
const DRAW: &str = "1/2-1/2";

/// Two engines; all pairs complete except the last.
fn seven() -> Vec<GameRecord> {
    [WHITE, BLACK, DRAW, DRAW, WHITE, DRAW, BLACK]
        .iter()
        .enumerate()
        .map(|(game, result)| record(game, game % 2, 1 - game % 2, result))
        .collect()
}

#[test]
fn games_that_were_not_decided_by_play_come_first() {
    let mut games = seven();
    let description = description(&["new", "old"], 10);
    assert_eq!(Summary::new(&description, &games).warning, None);
    games[0].termination = Termination::TimeLoss;
    let summary = Summary::new(&description, &games);
    let words = "1 game was decided by time or by failures, not by play (old lost 1).";
    assert_eq!(summary.lines()[0], words);
    games[1].termination = Termination::Crash;
    games[2].termination = Termination::TimeDraw;
    let summary = Summary::new(&description, &games);
    let words = "3 games were decided by time or by failures, not by play (old lost 2).";
    assert_eq!(summary.lines()[0], words);
    assert_eq!(summary.games_failed, 3);
    assert!(
        summary
            .headline()
            .ends_with("; 3 games were decided by time or by failures")
    );
    let json = serde_json::to_string(&summary).unwrap();
    assert!(
        json.starts_with(&format!("{{\"warning\":\"{words}\"")),
        "{json}"
    );
}

#[test]
fn duplicates_are_counted() {
    let played = |text: &str| MoveRecord {
        text: text.to_owned(),
        info: Some(SearchInfo::default()),
    };
    let opening = |text: &str| MoveRecord {
        info: None,
        ..played(text)
    };
    let mut games = seven();
    let description = description(&["new", "old"], 10);
    // Games without a move of the engines are no duplicates.
    assert_eq!(Summary::new(&description, &games).games_duplicate, 0);
    for game in &mut games {
        game.moves = vec![opening("e2e4"), played("e7e5")];
    }
    // Four games have "new" as White, three as Black.
    let summary = Summary::new(&description, &games);
    assert_eq!(summary.games_duplicate, 5);
    assert!(
        summary.lines()[0].starts_with("5 games are duplicates of earlier ones"),
        "{:?}",
        summary.warning
    );
    assert!(summary.lines()[1].ends_with("reverse game, 5 duplicates"));
    // Another start position, another move and a failure.
    games[2].start = Some("8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned());
    games[4].moves.push(played("g1f3"));
    games[6].termination = Termination::Crash;
    games[3].moves[1].text = "c7c5".to_owned();
    assert_eq!(Summary::new(&description, &games).games_duplicate, 1);
}

#[test]
fn a_report_begins_with_duplicates_only_if_they_are_many() {
    let warning = |duplicates, played| text::warning(0, &[], duplicates, played);
    assert_eq!(warning(0, 0), None);
    assert_eq!(warning(5, 100), None);
    let sentence = warning(6, 100).unwrap();
    assert_eq!(
        sentence,
        "6 games are duplicates of earlier ones, so the true errors are larger."
    );
    let both = text::warning(1, &[], 6, 100).unwrap();
    assert_eq!(
        both,
        format!("1 game was decided by time or by failures, not by play. {sentence}")
    );
}

#[test]
fn pairs_and_open_games_are_told_apart() {
    let summary = Summary::new(&description(&["new", "old"], 10), &seven());
    assert_eq!(
        (
            summary.games_played,
            summary.pairs_complete,
            summary.games_unpaired
        ),
        (7, 3, 1)
    );
    let [first, second] = &summary.standings[..] else {
        panic!()
    };
    // Two wins; two draws; a win and a draw; and a loss that is not part of a
    // pair.
    assert_eq!(
        (first.engine, first.name.as_str(), first.points),
        (0, "new", 4.5)
    );
    assert_eq!(first.pentanomial, Pentanomial([0, 0, 1, 1, 1]));
    assert_eq!(second.pentanomial, first.pentanomial.reversed());
    assert_eq!(first.games.to_string(), "+3 =3 -1");
    assert_eq!(first.as_white.to_string(), "+2 =1 -1");
    assert_eq!(second.as_white.to_string(), "+0 =2 -1");
    assert_eq!(summary.white.to_string(), "+2 =3 -2");
    assert_eq!(first.estimate.unwrap().games, 6);
    assert_eq!(first.rating, None);
    let [meeting] = &summary.meetings[..] else {
        panic!()
    };
    assert_eq!((meeting.one, meeting.games), (0, first.games));
}

#[test]
fn the_order_of_records_does_not_matter() {
    let mut description = description(&["new", "old"], 10);
    description.sprt = Some(SprtSettings::new(0.0, 200.0, 0.3, 0.3, EloModel::Logistic).unwrap());
    let records = seven();
    let mut shuffled = records.clone();
    shuffled.reverse();
    shuffled.swap(1, 4);
    // A duplicate record counts once.
    shuffled.push(records[3].clone());
    assert_eq!(
        Summary::new(&description, &shuffled),
        Summary::new(&description, &records)
    );
}

#[test]
fn a_gap_stops_the_sequential_test() {
    let mut description = description(&["new", "old"], 40);
    description.sprt = Some(SprtSettings::new(0.0, 200.0, 0.05, 0.05, EloModel::Logistic).unwrap());
    let won = |game: usize| record(game, game % 2, 1 - game % 2, [WHITE, BLACK][game % 2]);
    let mut records: Vec<GameRecord> = (0..40).map(won).collect();
    let whole = Summary::new(&description, &records).sprt.unwrap();
    assert_eq!(whole.verdict, SprtDecision::AcceptH1);
    assert_eq!(whole.pairs_used + whole.pairs_surplus, 20);
    records.remove(3);
    let state = Summary::new(&description, &records).sprt.unwrap();
    assert_eq!(
        (state.verdict, state.pairs_used),
        (SprtDecision::Continue, 1)
    );
    assert_eq!(state.pairs_surplus, 18);
}

#[test]
fn failures_are_held_against_the_loser() {
    let mut records = seven();
    records[0].termination = Termination::TimeLoss;
    records[6].termination = Termination::Crash;
    let summary = Summary::new(&description(&["new", "old"], 10), &records);
    let of = |termination| {
        let count = summary
            .terminations
            .iter()
            .find(|count| count.termination == termination)
            .unwrap();
        count.losers.clone()
    };
    assert_eq!(of(Termination::TimeLoss), BTreeMap::from([(1, 1)]));
    assert_eq!(of(Termination::Crash), BTreeMap::from([(0, 1)]));
    assert!(of(Termination::Checkmate).is_empty());
    assert_eq!(summary.terminations[0].termination, Termination::Repetition);
    assert_eq!(
        summary
            .terminations
            .iter()
            .map(|count| count.games)
            .sum::<u64>(),
        7
    );
    assert!(summary.standings.iter().all(|result| result.failures == 1));
}

#[test]
fn openings_won_by_one_color_are_seen() {
    let records = vec![
        record(0, 0, 1, WHITE),
        record(1, 1, 0, WHITE),
        record(2, 0, 1, BLACK),
        record(3, 1, 0, DRAW),
    ];
    let summary = Summary::new(&description(&["new", "old"], 4), &records);
    let [first, second] = &summary.openings[..] else {
        panic!()
    };
    assert_eq!(
        (first.name.as_str(), first.always_won_by),
        ("first", Some("white"))
    );
    assert_eq!(first.pentanomial, Pentanomial([0, 0, 1, 0, 0]));
    assert_eq!((second.always_won_by, second.white.losses), (None, 1));
    assert_eq!(second.pentanomial, Pentanomial([0, 1, 0, 0, 0]));
}

fn searched_move(microseconds: u64, depth: u32, nodes: u64) -> MoveRecord {
    MoveRecord {
        text: "e2e4".to_owned(),
        info: Some(SearchInfo {
            score: None,
            depth: Some(depth),
            nodes: Some(nodes),
            microseconds,
        }),
    }
}

#[test]
fn thinking_is_counted_for_the_player_who_thought() {
    let mut game = record(0, 0, 1, WHITE);
    game.start = Some("8/8/8/8/8/8/8/8 b - - 0 1".to_owned());
    // An opening move by Black; then White, Black, White. White has 1 s plus
    // 0.1 s per move and uses 0.9 s and 0.25 s.
    game.moves = vec![
        MoveRecord {
            text: "e7e5".to_owned(),
            info: None,
        },
        searched_move(900_000, 10, 900),
        searched_move(100_000, 4, 500),
        searched_move(250_000, 13, 250),
    ];
    let summary = Summary::new(&description(&["new", "old"], 2), &[game]);
    let thinking = |engine| summary.engine(engine).unwrap().thinking;
    let (white, black) = (thinking(0), thinking(1));
    assert_eq!((white.moves, black.moves), (2, 1));
    assert_eq!(
        (white.mean_depth, black.mean_depth),
        (Some(11.5), Some(4.0))
    );
    assert_eq!(white.mean_milliseconds, Some(575.0));
    assert!((white.nodes_per_second.unwrap() - 1000.0).abs() < 1e-6);
    assert_eq!(black.nodes_per_second, Some(5000.0));
    assert!((white.largest_overstep_milliseconds.unwrap() - 50.0).abs() < 1e-6);
    assert_eq!(black.largest_overstep_milliseconds, Some(0.0));
}

/// Four engines, better the lower their index.
fn round_robin(rounds: usize) -> Vec<GameRecord> {
    let mut records = Vec::new();
    for round in 0..rounds {
        for one in 0..4 {
            for other in one + 1..4 {
                let game = records.len();
                let first = if (round + one + other) % 3 == 0 {
                    DRAW
                } else {
                    WHITE
                };
                let second = if round % (other - one + 1) == 0 {
                    WHITE
                } else {
                    BLACK
                };
                records.push(record(game, one, other, first));
                records.push(record(game + 1, other, one, second));
            }
        }
    }
    records
}

#[test]
fn many_engines_are_rated() {
    let summary = Summary::new(&description(&["a", "b", "c", "d"], 120), &round_robin(10));
    let order: Vec<usize> = summary
        .standings
        .iter()
        .map(|result| result.engine)
        .collect();
    assert_eq!(order, [0, 1, 2, 3]);
    assert_eq!(summary.meetings.len(), 6);
    let total: f64 = summary.standings.iter().map(|result| result.points).sum();
    assert_eq!(total, 120.0);
    let ratings: Vec<f64> = summary
        .standings
        .iter()
        .map(|result| result.rating.unwrap().value)
        .collect();
    assert!(
        ratings.is_sorted_by(|one, other| one > other),
        "{ratings:?}"
    );
}

#[test]
fn lines_fit_a_terminal_and_obey_no_name() {
    let hostile = [
        "\x1b[2J\u{7}\r\nname that goes on and on and on and on, without an end",
        "b",
    ];
    let mut two = description(&hostile, 10);
    two.sprt = Some(SprtSettings::new(-1.75, 0.25, 0.05, 0.05, EloModel::Normalized).unwrap());
    let mut four = description(&[hostile[0], "b", "c", "d"], 120);
    four.engines[1].own_name = Some("B 1.0".to_owned());
    let mut crashed = seven();
    crashed[6].termination = Termination::Crash;
    for (description, records) in [
        (&two, &crashed[..]),
        (&two, &[]),
        (&two, &crashed[..1]),
        (&four, &round_robin(500)),
        (&four, &[]),
    ] {
        let lines = Summary::new(description, records).lines();
        for line in &lines {
            println!("{line}");
            assert!(line.chars().count() <= 80, "{line}");
            assert!(!line.contains(char::is_control), "{line:?}");
        }
        println!();
        assert!(lines.iter().any(|line| line.starts_with("Games   ")));
    }
}

#[test]
fn nothing_played_is_a_summary_too() {
    for engines in [&[][..], &["a"], &["a", "b"], &["a", "b", "c"]] {
        let summary = Summary::new(&description(engines, 0), &[]);
        assert_eq!(summary.games_played, 0);
        assert!(
            serde_json::to_string(&summary)
                .unwrap()
                .contains("\"games-played\":0")
        );
    }
    // A record of an unknown engine is ignored.
    let summary = Summary::new(&description(&["a", "b"], 2), &[record(0, 0, 2, WHITE)]);
    assert_eq!((summary.games_played, summary.terminations.len()), (0, 0));
}

#[test]
fn results_are_for_the_winner() {
    assert_eq!(half_points(&record(0, 0, 1, WHITE), Color::White), 2);
    assert_eq!(half_points(&record(0, 0, 1, BLACK), Color::White), 0);
    assert_eq!(half_points_of(&record(0, 3, 1, BLACK), 1), 2);
    assert_eq!(GameResult::Draw, record(0, 0, 1, DRAW).result);
}
