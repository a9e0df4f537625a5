//! Charts of the results: strength, pairs, colors, lengths, terminations.

use super::axis::{counting_axis, signed_axis};
use super::{ChartText, ReportedMatch};
use crate::arena::record::Termination;
use crate::arena::report::text::grouped;
use crate::arena::statistics::{Estimated, Trinomial};
use crate::arena::summary::text::{elo_words, percent_of};
use crate::base::axis::Axis;
use crate::board::color::Color;

/// Elo of each engine, or of one against the other, with intervals.
pub(crate) struct EloChart {
    pub(crate) text: ChartText,
    /// The estimates, each with the name of its engine or of the measure.
    pub(crate) rows: Vec<(String, Estimated)>,
    pub(crate) axis: Axis,
}

impl EloChart {
    pub(super) fn new(reported: &ReportedMatch) -> Option<EloChart> {
        let rows = match reported.has_two_engines() {
            true => match_elo(reported),
            false => ratings(reported),
        };
        if rows.is_empty() {
            return None;
        }
        let (least, most) = finite_range(rows.iter().map(|(_, elo)| elo), 5.0);
        let room = (most - least) * 0.06;
        let words = rows.iter();
        let words = words.map(|(name, elo)| format!("{name} {}", elo_words(*elo)));
        let words = words.collect::<Vec<_>>().join("; ");
        let caption = match reported.has_two_engines() {
            true => format!(
                "{} against {}; nElo is measured in standard deviations of a game, so it does not depend on the draw rate.",
                reported.name(0),
                reported.name(1)
            ),
            false => "Ratings of all engines, with average 0 and 95 % confidence intervals.".into(),
        };
        let description = format!("Estimates with 95 % confidence intervals. {words}.");
        Some(EloChart {
            text: ChartText::new("Strength", description, caption),
            axis: signed_axis(least - room, most + room),
            rows,
        })
    }
}

/// The smallest range with all finite values and bounds, and with these values
/// on both sides of 0.
pub(super) fn finite_range<'a>(
    intervals: impl Iterator<Item = &'a Estimated>,
    around: f64,
) -> (f64, f64) {
    intervals
        .flat_map(|elo| [elo.low, elo.value, elo.high])
        .filter(|value| value.is_finite())
        .fold((-around, around), |(least, most), value| {
            (least.min(value), most.max(value))
        })
}

fn match_elo(reported: &ReportedMatch) -> Vec<(String, Estimated)> {
    let first = reported.summary.engine(0);
    let Some(estimate) = first.and_then(|first| first.estimate) else {
        return Vec::new();
    };
    let rows = [
        ("Elo", Some(estimate.elo)),
        ("nElo", estimate.normalized_elo),
    ];
    let known = rows.into_iter();
    known
        .filter_map(|(name, elo)| Some((name.to_owned(), elo?)))
        .collect()
}

fn ratings(reported: &ReportedMatch) -> Vec<(String, Estimated)> {
    let standings = reported.summary.standings.iter();
    let rated = standings.filter_map(|result| Some((result.name.clone(), result.rating?)));
    rated
        .filter(|(_, elo)| elo.low.is_finite() || elo.high.is_finite())
        .collect()
}

/// Number of pairs with each score, in a match of two engines.
pub(crate) struct PairChart {
    pub(crate) text: ChartText,
    /// The engine that the points are those of.
    pub(crate) engine: String,
    /// Numbers of pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub(crate) counts: [u64; 5],
}

impl PairChart {
    pub(super) fn new(reported: &ReportedMatch) -> Option<PairChart> {
        if !reported.has_two_engines() || reported.pairs.is_empty() {
            return None;
        }
        let first = reported.summary.engine(0)?;
        let counts = first.pentanomial.0;
        let description = format!("Pairs by points, from 0 to 2: {}.", first.pentanomial);
        let caption = format!(
            "{} of the pairs were even; {} of the games were drawn.",
            percent_of(counts[2] as f64, reported.pairs.len() as u64),
            percent_of(first.games.draws as f64, first.games.games())
        );
        Some(PairChart {
            text: ChartText::new("Pairs of games", description, caption),
            engine: first.name.clone(),
            counts,
        })
    }
}

/// Results by color.
pub(crate) struct ColorChart {
    pub(crate) text: ChartText,
    /// All games, from White's point of view.
    pub(crate) all: Trinomial,
    /// The first engines of the standings, each with its games as White and as
    /// Black.
    pub(crate) engines: Vec<(String, [Trinomial; 2])>,
}

impl ColorChart {
    pub(super) fn new(reported: &ReportedMatch) -> ColorChart {
        let all = reported.summary.white;
        let description = format!(
            "White won {}, drew {} and lost {} games.",
            all.wins, all.draws, all.losses
        );
        let caption = format!(
            "White scored {}. First bar: won by White, drawn, won by Black; below: won, drawn and lost by the engine with White (□) and Black (■).",
            percent_of(all.half_points() as f64 / 2.0, all.games())
        );
        let engines = reported.summary.standings.iter().take(8);
        ColorChart {
            text: ChartText::new("White and Black", description, caption),
            all,
            engines: engines
                .map(|result| (result.name.clone(), [result.as_white, result.as_black]))
                .collect(),
        }
    }
}

/// Histogram of game lengths.
pub(crate) struct LengthChart {
    pub(crate) text: ChartText,
    /// The width of a bin in plies.
    pub(crate) width: usize,
    /// Games won by White, drawn and won by Black in each bin; the first begins
    /// at 0 plies.
    pub(crate) bins: Vec<[u64; 3]>,
    pub(crate) plies: Axis,
    pub(crate) games: Axis,
}

impl LengthChart {
    pub(super) fn new(reported: &ReportedMatch) -> Option<LengthChart> {
        let lengths = reported.summary.lengths?;
        let (shortest, median, longest) = (lengths.shortest, lengths.median, lengths.longest);
        // About thirty bins, each a round number of full moves wide.
        let width = [2, 4, 10, 20, 40, 100, 200]
            .into_iter()
            .find(|width| longest.max(1) / width < 32)
            .unwrap_or(longest / 30 + 1);
        let mut bins = vec![[0; 3]; longest.max(1) / width + 1];
        for game in &reported.games {
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
        let description =
            format!("Games by length, {shortest} to {longest} plies, median {median}.");
        let caption = format!(
            "{shortest} to {longest} plies, with a median of {median}; {:.1} s on average. From below: won by White, drawn, won by Black.",
            lengths.mean_seconds
        );
        Some(LengthChart {
            text: ChartText::new("Length of the games", description, caption),
            plies: counting_axis((bins.len() * width) as u64, 5),
            games: counting_axis(most.unwrap_or(1), 4),
            width,
            bins,
        })
    }
}

/// Number of games by termination.
pub(crate) struct TerminationChart {
    pub(crate) text: ChartText,
    /// Most frequent first.
    pub(crate) bars: Vec<(Termination, u64)>,
}

impl TerminationChart {
    pub(super) fn new(reported: &ReportedMatch) -> TerminationChart {
        let counts = reported.summary.terminations.iter();
        let bars: Vec<_> = counts
            .map(|count| (count.termination, count.games))
            .collect();
        let words = bars.iter();
        let words = words.map(|(termination, games)| format!("{termination} {games}"));
        let description = words.collect::<Vec<_>>().join("; ") + ".";
        TerminationChart {
            text: ChartText::new("How the games ended", description, failures(reported)),
            bars,
        }
    }
}

fn failures(reported: &ReportedMatch) -> String {
    let standings = &reported.summary.standings;
    let total = standings.iter().map(|result| result.failures).sum();
    if total == 0 {
        return "No game was lost through an engine failure.".to_owned();
    }
    let failed = standings.iter().filter(|result| result.failures > 0);
    let engines: Vec<String> = failed
        .map(|result| format!("{} {}", result.name, grouped(result.failures)))
        .collect();
    let (total, engines) = (grouped(total), engines.join(", "));
    format!("{total} lost through engine failures (marked): {engines}.")
}
