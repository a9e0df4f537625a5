use super::axis::{counting_axis, percent_axis, signed_axis};
use super::boards::chosen;
use super::tables::CrosstableCell;
use super::*;
use crate::arena::record::{MoveRecord, SearchInfo, Termination};
use crate::arena::report::tests::{HOSTILE, description, with_input};
use crate::arena::statistics::{EloModel, PairScore, Pentanomial, SprtSettings, Trinomial};
use crate::base::axis::Axis;
use crate::position::game::GameResult::{self, BlackWins, Draw, WhiteWins};

/// A game of two engines; only the number of its moves is real.
fn record(game: usize, [white, black]: [usize; 2], result: GameResult, plies: usize) -> GameRecord {
    let step = MoveRecord {
        text: "a1a1".to_owned(),
        info: None,
    };
    GameRecord {
        game,
        white,
        black,
        opening: game / 2,
        result,
        termination: match result {
            Draw => Termination::Repetition,
            _ => Termination::Checkmate,
        },
        reason: String::new(),
        start: None,
        moves: vec![step; plies],
        began: 0,
        milliseconds: 1500,
        notes: vec![],
    }
}

/// Games of a match with reversed colors in each pair.
fn match_games(games: impl IntoIterator<Item = (GameResult, usize)>) -> Vec<GameRecord> {
    let players = |game: usize| [game % 2, 1 - game % 2];
    let games = games.into_iter().enumerate();
    games
        .map(|(game, (result, plies))| record(game, players(game), result, plies))
        .collect()
}

/// Pairs that the first engine wins, 2 to 0.
fn won_pairs(pairs: usize) -> Vec<GameRecord> {
    match_games((0..2 * pairs).map(|game| ([WhiteWins, BlackWins][game % 2], 2)))
}

fn with_page<T>(engines: &[&str], records: &[GameRecord], function: impl FnOnce(Page) -> T) -> T {
    let description = description(engines, 10, records.len());
    with_input(&description, records, |input| function(Page::new(input)))
}

fn with_results(engines: &[&str], records: &[GameRecord], function: impl FnOnce(Results)) {
    with_page(engines, records, |page| function(page.results.unwrap()));
}

const fn trinomial(wins: u64, draws: u64, losses: u64) -> Trinomial {
    Trinomial {
        wins,
        draws,
        losses,
    }
}

/// The first engine wins 4 games, draws 3 and loses 1.
fn eight_games() -> Vec<GameRecord> {
    match_games([
        (WhiteWins, 4),
        (BlackWins, 20),
        (Draw, 30),
        (Draw, 31),
        (WhiteWins, 10),
        (WhiteWins, 12),
        (Draw, 61),
        (BlackWins, 40),
    ])
}

#[test]
fn before_the_first_game_there_are_no_results() {
    for engines in [&[][..], &["new"], &["new", "old"], &["a", "b", "c"]] {
        with_page(engines, &[], |page| {
            assert_eq!(page.verdict, "No game has finished yet.");
            assert_eq!(page.progress, "0 of 0 games finished, 0 complete pairs.");
            assert!(page.results.is_none() && page.key_numbers.is_none());
        });
    }
}

#[test]
fn duplicates_are_part_of_the_progress() {
    let mut games = won_pairs(2);
    for game in &mut games {
        for made in &mut game.moves {
            made.info = Some(SearchInfo::default());
        }
    }
    games[3].moves.pop();
    with_page(&["new", "old"], &games, |page| {
        let expected = "4 of 4 games finished, 2 complete pairs; \
                        1 game is a duplicate of an earlier one.";
        assert_eq!(page.progress, expected);
        assert!(page.warning.unwrap().starts_with("1 game is a duplicate"));
    });
}

#[test]
fn texts_from_outside_are_clean() {
    with_page(&[HOSTILE, "old"], &eight_games(), |page| {
        let names = page.results.unwrap().engines;
        let section = &page.sections[0];
        for text in [
            &page.title,
            &page.verdict,
            &names[0].name,
            &section.entries[0].1,
        ] {
            assert!(text.contains("<script>") && !text.contains(char::is_control));
        }
    });
}

#[test]
fn key_numbers_are_those_of_the_first_engine() {
    with_page(&["new", "old"], &eight_games(), |page| {
        let key_numbers = page.key_numbers.unwrap();
        let number = |name, value: &str, detail: &str| (name, value.to_owned(), detail.to_owned());
        assert_eq!(key_numbers.engine, "new");
        assert_eq!(
            key_numbers.numbers[..2],
            [
                number("Score", "68.8 %", "5.5 of 8"),
                number("Won, drawn, lost", "4 · 3 · 1", "37.5 % drawn"),
            ]
        );
        let names = key_numbers.numbers[2..].iter().map(|number| number.0);
        assert!(names.eq(["Elo", "Normalized Elo", "LOS"]));
    });
}

#[test]
fn one_engine_is_stronger_if_it_wins_all() {
    with_page(&["new", "old"], &won_pairs(20), |page| {
        let start = "new is stronger than old: above +";
        assert!(page.verdict.starts_with(start), "{}", page.verdict);
    });
    with_page(&["new", "old"], &eight_games(), |page| {
        let start = "new scored 5.5 points in 8 games against old: ";
        assert!(page.verdict.starts_with(start), "{}", page.verdict);
    });
}

#[test]
fn bars_count_pairs_colors_and_terminations() {
    with_results(&["new", "old"], &eight_games(), |results| {
        let pairs = results.pairs.unwrap();
        assert_eq!(
            (pairs.engine.as_str(), pairs.counts),
            ("new", [0, 0, 2, 1, 1])
        );
        assert_eq!(results.colors.all, trinomial(3, 3, 2));
        let [new, old] = &results.colors.engines[..] else {
            panic!()
        };
        assert_eq!(
            new,
            &("new".to_owned(), [trinomial(2, 2, 0), trinomial(2, 1, 1)])
        );
        assert_eq!(
            old,
            &("old".to_owned(), [trinomial(1, 1, 2), trinomial(0, 2, 2)])
        );
        assert_eq!(
            results.terminations.bars,
            [(Termination::Checkmate, 5), (Termination::Repetition, 3)]
        );
        let caption = results.terminations.text.caption;
        assert_eq!(caption, "No game was lost through an engine failure.");
    });
}

#[test]
fn lengths_are_counted_in_bins() {
    with_results(&["new", "old"], &eight_games(), |results| {
        let lengths = results.lengths.unwrap();
        assert_eq!((lengths.width, lengths.bins.len()), (2, 31));
        let bins = lengths.bins.iter().enumerate();
        let filled: Vec<_> = bins.filter(|(_, bin)| **bin != [0; 3]).collect();
        assert_eq!(
            filled,
            [
                (2, &[1, 0, 0]),
                (5, &[1, 0, 0]),
                (6, &[1, 0, 0]),
                (10, &[0, 0, 1]),
                (15, &[0, 2, 0]),
                (20, &[0, 0, 1]),
                (30, &[0, 1, 0]),
            ]
        );
        assert_eq!((lengths.plies.low, lengths.plies.high), (0.0, 62.0));
        assert_eq!((lengths.games.low, lengths.games.high), (0.0, 2.0));
        let start = "4 to 61 plies, with a median of 30; 1.5 s on average.";
        assert!(lengths.text.caption.starts_with(start));
    });
}

#[test]
fn long_games_make_wide_bins() {
    for (plies, width, bins) in [
        (0, 2, 1),
        (63, 2, 32),
        (64, 4, 17),
        (319, 10, 32),
        (10_000, 334, 30),
    ] {
        with_results(&["new", "old"], &match_games([(Draw, plies)]), |results| {
            let lengths = results.lengths.unwrap();
            assert_eq!(
                (lengths.width, lengths.bins.len()),
                (width, bins),
                "{plies} plies"
            );
            assert_eq!(lengths.bins.last(), Some(&[0, 1, 0]));
        });
    }
}

#[test]
fn the_course_of_elo_ends_at_the_estimate() {
    with_results(&["new", "old"], &eight_games(), |results| {
        let estimate = Pentanomial([0, 0, 2, 1, 1]).estimate().unwrap();
        let rows = results.elo.unwrap().rows;
        assert_eq!(rows[0], ("Elo".to_owned(), estimate.elo));
        assert_eq!(
            rows[1],
            ("nElo".to_owned(), estimate.normalized_elo.unwrap())
        );
        let course = results.elo_course.unwrap();
        assert_eq!((course.points.len(), course.pairs.high), (4, 4.0));
        assert_eq!(course.points[3], (4.0, estimate.elo));
        assert!(course.elo.low <= estimate.elo.low && course.elo.high >= estimate.elo.high);
    });
    with_results(&["new", "old"], &won_pairs(1000), |results| {
        let course = results.elo_course.unwrap();
        let pairs: Vec<f64> = course.points.iter().map(|point| point.0).collect();
        assert_eq!((pairs.len(), pairs[0], pairs[239]), (240, 4.0, 1000.0));
        assert!(pairs.is_sorted());
    });
}

#[test]
fn the_test_stops_at_its_bound_or_at_an_incomplete_pair() {
    let settings = SprtSettings::new(0.0, 200.0, 0.05, 0.05, EloModel::Logistic).unwrap();
    let mut description = description(&["new", "old"], 10, 80);
    description.sprt = Some(settings);
    let mut records = won_pairs(40);
    with_input(&description, &records, |input| {
        let course = Page::new(input).results.unwrap().sprt_course.unwrap();
        let state = input.summary.sprt.unwrap();
        assert_eq!(course.points.len() as u64, state.pairs_used + 1);
        assert_eq!(course.points[0], (0.0, 0.0));
        let last = (state.pairs_used as f64, state.log_likelihood_ratio);
        assert_eq!(course.points.last(), Some(&last));
        assert!(last.1 >= course.upper.0 && course.ratio.high > last.1);
        assert_eq!(
            course.lower,
            (state.lower, "accept 0 at \u{2212}2.94".to_owned())
        );
        assert_eq!(course.upper, (state.upper, "accept 200 at 2.94".to_owned()));
        let surplus = format!(" {} further pairs do not count.", 40 - state.pairs_used);
        assert!(course.text.caption.ends_with(&surplus));
    });
    records.remove(3);
    with_input(&description, &records, |input| {
        let course = Page::new(input).results.unwrap().sprt_course.unwrap();
        let ratio = settings.log_likelihood_ratio(&[PairScore::Two].into_iter().collect());
        assert_eq!(course.points, [(0.0, 0.0), (1.0, ratio)]);
    });
}

#[test]
fn a_round_robin_has_a_crosstable_and_scores_over_time() {
    // The second engine and the third have not met yet.
    let records = [
        record(0, [0, 1], WhiteWins, 1),
        record(1, [1, 0], Draw, 1),
        record(2, [0, 2], BlackWins, 1),
        record(3, [2, 0], WhiteWins, 1),
    ];
    with_results(&["a", "b", "c"], &records, |results| {
        let engines = results.engines.iter();
        let names: Vec<&str> = engines.map(|engine| engine.name.as_str()).collect();
        let cell = |one, other| {
            let place = |name| names.iter().position(|other| *other == name).unwrap();
            results.crosstable[place(one)][place(other)]
        };
        let score = |points, games| Some(CrosstableCell { points, games });
        assert_eq!(
            (cell("a", "b"), cell("b", "a")),
            (score(1.5, 2), score(0.5, 2))
        );
        assert_eq!(
            (cell("a", "c"), cell("c", "a")),
            (score(0.0, 2), score(2.0, 2))
        );
        assert_eq!((cell("b", "c"), cell("a", "a")), (None, None));
        let course = results.score_course.unwrap();
        let lines: Vec<(&str, &[(f64, f64)])> = course
            .lines
            .iter()
            .map(|line| (line.name.as_str(), &line.points[..]))
            .collect();
        assert_eq!(
            lines,
            [
                ("c", &[(1.0, 100.0), (2.0, 100.0)][..]),
                ("a", &[(1.0, 100.0), (2.0, 75.0), (3.0, 50.0), (4.0, 37.5)]),
                ("b", &[(1.0, 0.0), (2.0, 25.0)]),
            ]
        );
        assert!(results.pairs.is_none() && results.elo_course.is_none());
    });
    with_results(&["new", "old"], &eight_games(), |results| {
        assert!(results.crosstable.is_empty() && results.score_course.is_none());
    });
}

#[test]
fn openings_are_classified_by_the_score_of_white() {
    let games = [
        [BlackWins, BlackWins],
        [BlackWins, Draw],
        [WhiteWins, BlackWins],
        [WhiteWins, Draw],
        [WhiteWins, WhiteWins],
    ];
    let records = match_games(games.into_iter().flatten().map(|result| (result, 1)));
    with_results(&["new", "old"], &records, |results| {
        let map = results.openings.unwrap();
        assert_eq!((map.total, map.classes), (5, [1; 5]));
        assert!(map.cells.iter().map(class).eq(0..5));
        assert_eq!(map.cells[3].white, trinomial(1, 1, 0));
        assert_eq!((map.one_sided, map.listed.len()), (2, 2));
        assert_eq!(
            [map.listed[0].always_won_by, map.listed[1].always_won_by],
            [Some("black"), Some("white")]
        );
        assert_eq!(map.listed[0].white, trinomial(0, 0, 2));
    });
}

#[test]
fn long_lists_are_cut() {
    let mut records = match_games((0..40_004).map(|_| (WhiteWins, 1)));
    for record in &mut records[..203] {
        record.termination = Termination::TimeLoss;
        record.notes = vec![HOSTILE.repeat(20); 7];
    }
    with_results(&["new", "old"], &records, |results| {
        let map = results.openings.unwrap();
        assert_eq!((map.total, map.cells.len()), (20_002, 20_000));
        assert_eq!(
            (map.classes[4], map.one_sided, map.listed.len()),
            (20_002, 20_002, 100)
        );
        let irregular = results.irregular;
        assert_eq!((irregular.listed.len(), irregular.more), (200, 3));
        let game = &irregular.listed[1];
        assert_eq!((game.label.as_str(), game.notes.len()), ("1.2", 5));
        assert_eq!(game.players, ["old", "new"]);
        assert_eq!(game.notes[0].chars().count(), 300);
        let caption = results.terminations.text.caption;
        assert_eq!(
            caption,
            "203 lost through engine failures (marked): new 101, old 102."
        );
    });
}

#[test]
fn remarkable_games_are_chosen_once() {
    let mut records = match_games([
        (WhiteWins, 10),
        (WhiteWins, 4),
        (BlackWins, 2),
        (WhiteWins, 30),
        (Draw, 50),
    ]);
    records[2].termination = Termination::TimeLoss;
    let chosen = |games: &[GameRecord]| {
        let games: Vec<&GameRecord> = games.iter().collect();
        let chosen = chosen(&games).into_iter();
        let chosen: Vec<(&str, usize)> = chosen.map(|(why, game)| (why, game.game)).collect();
        chosen
    };
    let all = ["Last game", "Shortest win", "Longest win", "First failure"];
    assert_eq!(
        chosen(&records),
        all.into_iter().zip([4, 1, 3, 2]).collect::<Vec<_>>()
    );
    assert_eq!(
        chosen(&records[..3]),
        [("Last game", 2), ("Shortest win", 1), ("Longest win", 0)]
    );
    assert_eq!(chosen(&records[..1]), [("Last game", 0)]);
    assert_eq!(chosen(&[]), []);
}

#[test]
fn ticks_are_round() {
    let labels = |axis: Axis| {
        let labels = axis.ticks.into_iter().map(|(_, label)| label);
        labels.collect::<Vec<_>>().join(" ")
    };
    for (most, expected) in [
        (0, "0 1"),
        (1, "0 1"),
        (2, "0 1 2"),
        (3, "0 1 2 3"),
        (7, "0 2 4 6"),
        (9_999, "0 5\u{202f}000"),
        (10_000, "0 5\u{202f}000 10\u{202f}000"),
    ] {
        assert_eq!(labels(counting_axis(most, 4)), expected, "{most}");
    }
    assert_eq!(labels(signed_axis(-11.0, 35.0)), "\u{2212}10 0 +10 +20 +30");
    assert_eq!(
        labels(signed_axis(-0.5, 0.4)),
        "\u{2212}0.40 \u{2212}0.20 0 +0.20 +0.40"
    );
    assert_eq!(labels(percent_axis()), "0 % 25 % 50 % 75 % 100 %");
}
