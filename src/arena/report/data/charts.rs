//! Charts of the results: strength, pairs, colours, lengths, terminations.

use super::{Axis, ChartText, Tournament};
use crate::arena::record::Termination;
use crate::arena::report::text::{clean, grouped};
use crate::arena::statistics::{Estimated, Trinomial};
use crate::arena::summary::text::{elo_words, percent_of};
use crate::board::color::Color;

/// Elo of each engine, or of one against the other, with intervals.
pub struct EloChart {
    pub text: ChartText,
    /// The estimates, each with the name of its engine or of the measure.
    pub rows: Vec<(String, Estimated)>,
    pub axis: Axis,
}

impl EloChart {
    pub(super) fn new(tournament: &Tournament) -> Option<EloChart> {
        let rows = match tournament.is_match() {
            true => match_elo(tournament),
            false => ratings(tournament),
        };
        if rows.is_empty() {
            return None;
        }
        let ends = rows.iter().flat_map(|(_, elo)| [elo.low, elo.high]);
        let values = rows.iter().map(|(_, elo)| elo.value);
        let finite = ends.chain(values).filter(|value| value.is_finite());
        let (least, most) = finite.fold((-5.0_f64, 5.0_f64), |(least, most), value| {
            (least.min(value), most.max(value))
        });
        let room = (most - least) * 0.06;
        let words = rows.iter();
        let words = words.map(|(name, elo)| format!("{name} {}", elo_words(*elo)));
        let words: Vec<String> = words.collect();
        let caption = match tournament.is_match() {
            true => format!(
                "{} against {}; nElo is measured in standard deviations of a game, so it does not depend on the draw rate.",
                tournament.name(0),
                tournament.name(1)
            ),
            false => "Ratings of all engines, with average 0 and 95 % confidence intervals.".into(),
        };
        Some(EloChart {
            text: ChartText {
                heading: "Strength",
                description: format!(
                    "Estimates with 95 % confidence intervals. {}.",
                    words.join("; ")
                ),
                caption,
            },
            axis: Axis::signed(least - room, most + room),
            rows,
        })
    }
}

fn match_elo(tournament: &Tournament) -> Vec<(String, Estimated)> {
    let first = tournament.summary.engine(0);
    let Some(estimate) = first.and_then(|first| first.estimate) else {
        return Vec::new();
    };
    let normalized = estimate.normalized_elo.map(|elo| ("nElo".to_owned(), elo));
    let elo = ("Elo".to_owned(), estimate.elo);
    [elo].into_iter().chain(normalized).collect()
}

fn ratings(tournament: &Tournament) -> Vec<(String, Estimated)> {
    let standings = tournament.summary.standings.iter();
    let rated = standings.filter_map(|result| Some((clean(&result.name), result.rating?)));
    rated
        .filter(|(_, elo)| elo.low.is_finite() || elo.high.is_finite())
        .collect()
}

/// Number of pairs with each score, in a match of two engines.
pub struct PairChart {
    pub text: ChartText,
    /// The engine that the points are those of.
    pub engine: String,
    /// Numbers of pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub counts: [u64; 5],
}

impl PairChart {
    pub(super) fn new(tournament: &Tournament) -> Option<PairChart> {
        if !tournament.is_match() || tournament.pairs.is_empty() {
            return None;
        }
        let first = tournament.summary.engine(0)?;
        let counts = first.pentanomial.0;
        Some(PairChart {
            text: ChartText {
                heading: "Pairs of games",
                description: format!("Pairs by points, from 0 to 2: {}.", first.pentanomial),
                caption: format!(
                    "{} of the pairs were even; {} of the games were drawn.",
                    percent_of(counts[2] as f64, tournament.pairs.len() as u64),
                    percent_of(first.games.draws as f64, first.games.games())
                ),
            },
            engine: clean(&first.name),
            counts,
        })
    }
}

/// Results by colour.
pub struct ColorChart {
    pub text: ChartText,
    /// All games, from White's point of view.
    pub all: Trinomial,
    /// The first engines of the standings, each with its games as White and as
    /// Black.
    pub engines: Vec<(String, [Trinomial; 2])>,
}

impl ColorChart {
    pub(super) fn new(tournament: &Tournament) -> ColorChart {
        let all = tournament.summary.white;
        let engines = tournament.summary.standings.iter().take(8);
        ColorChart {
            text: ChartText {
                heading: "White and Black",
                description: format!(
                    "White won {}, drew {} and lost {} games.",
                    all.wins, all.draws, all.losses
                ),
                caption: format!(
                    "White scored {}. First bar: won by White, drawn, won by Black; below: won, drawn and lost by the engine with White (□) and Black (■).",
                    percent_of(all.half_points() as f64 / 2.0, all.games())
                ),
            },
            all,
            engines: engines
                .map(|result| (clean(&result.name), [result.as_white, result.as_black]))
                .collect(),
        }
    }
}

/// Histogram of game lengths.
pub struct LengthChart {
    pub text: ChartText,
    /// The width of a bin in plies.
    pub width: usize,
    /// Games won by White, drawn and won by Black in each bin; the first begins
    /// at 0 plies.
    pub bins: Vec<[u64; 3]>,
    pub plies: Axis,
    pub games: Axis,
}

impl LengthChart {
    pub(super) fn new(tournament: &Tournament) -> Option<LengthChart> {
        let lengths = tournament.summary.lengths?;
        let (shortest, median, longest) = (lengths.shortest, lengths.median, lengths.longest);
        // About thirty bins, each a round number of full moves wide.
        let width = [2, 4, 10, 20, 40, 100, 200]
            .into_iter()
            .find(|width| longest.max(1) / width < 32)
            .unwrap_or(longest / 30 + 1);
        let mut bins = vec![[0; 3]; longest.max(1) / width + 1];
        for game in &tournament.games {
            let part = match game.result.winner() {
                Some(Color::White) => 0,
                None => 1,
                Some(Color::Black) => 2,
            };
            if let Some(bin) = bins.get_mut(game.moves.len() / width) {
                bin[part] += 1;
            }
        }
        let most = bins.iter().map(|bin| bin.iter().sum::<u64>()).max();
        Some(LengthChart {
            text: ChartText {
                heading: "Length of the games",
                description: format!(
                    "Games by length, {shortest} to {longest} plies, median {median}."
                ),
                caption: format!(
                    "{shortest} to {longest} plies, with a median of {median}; {:.1} s on average. From below: won by White, drawn, won by Black.",
                    lengths.mean_seconds
                ),
            },
            plies: Axis::counting((bins.len() * width) as u64, 5),
            games: Axis::counting(most.unwrap_or(1), 4),
            width,
            bins,
        })
    }
}

/// Number of games by termination.
pub struct TerminationChart {
    pub text: ChartText,
    /// Most frequent first.
    pub bars: Vec<(Termination, u64)>,
}

impl TerminationChart {
    pub(super) fn new(tournament: &Tournament) -> TerminationChart {
        let counts = tournament.summary.terminations.iter();
        let bars: Vec<_> = counts
            .map(|count| (count.termination, count.games))
            .collect();
        let words = bars.iter();
        let words = words.map(|(termination, games)| format!("{termination} {games}"));
        let words: Vec<String> = words.collect();
        TerminationChart {
            text: ChartText {
                heading: "How the games ended",
                description: format!("{}.", words.join("; ")),
                caption: failures(tournament),
            },
            bars,
        }
    }
}

fn failures(tournament: &Tournament) -> String {
    let standings = &tournament.summary.standings;
    let total = standings.iter().map(|result| result.failures).sum();
    if total == 0 {
        return "No game was lost through an engine failure.".to_owned();
    }
    let failed = standings.iter().filter(|result| result.failures > 0);
    let engines: Vec<String> = failed
        .map(|result| format!("{} {}", clean(&result.name), grouped(result.failures)))
        .collect();
    let (total, engines) = (grouped(total), engines.join(", "));
    format!("{total} lost through engine failures (marked): {engines}.")
}
