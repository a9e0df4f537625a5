//! The course of a match, pair by pair or game by game.

use super::axis::{counting_axis, percent_axis, signed_axis};
use super::charts::finite_range;
use super::{ChartText, ReportedMatch};
use crate::arena::report::text::{grouped, with_minus};
use crate::arena::statistics::{Estimated, Pentanomial, Sprt};
use crate::arena::summary;
use crate::base::axis::Axis;
use crate::base::plural::noun;
use crate::board::color::Color;

/// The largest number of points of a line.
const POINTS: usize = 240;

/// Elo with its interval after each pair, in a match of two engines.
pub(crate) struct EloCourse {
    pub(crate) text: ChartText,
    /// The estimates, each with the number of pairs that it is made from.
    pub(crate) points: Vec<(f64, Estimated)>,
    pub(crate) pairs: Axis,
    pub(crate) elo: Axis,
}

impl EloCourse {
    pub(super) fn new(reported: &ReportedMatch) -> Option<EloCourse> {
        if !reported.has_two_engines() || reported.pairs.len() < 2 {
            return None;
        }
        let mut counts = Pentanomial::default();
        let mut running: Vec<Estimated> = Vec::with_capacity(reported.pairs.len());
        for pair in &reported.pairs {
            counts.add(pair.score);
            running.extend(counts.estimate().map(|estimate| estimate.elo));
        }
        let caption = format!(
            "{} against {}, in the order of the schedule; the band is the 95 % confidence interval.",
            reported.name(0),
            reported.name(1)
        );
        Some(EloCourse {
            text: ChartText::new(
                "Elo over time",
                "The Elo difference estimated after each pair, with its 95 % confidence band.",
                caption,
            ),
            points: spread(running.len(), POINTS)
                .map(|index| ((index + 1) as f64, running[index]))
                .collect(),
            pairs: counting_axis(running.len() as u64, 4),
            // The first intervals are too wide to be useful.
            elo: elo_axis(&running[running.len() / 8..]),
        })
    }
}

/// An axis on which the finite ends of these intervals have room.
fn elo_axis(intervals: &[Estimated]) -> Axis {
    let (least, most) = finite_range(intervals.iter(), 10.0);
    // Leave room where the Elo is unbounded on one side.
    let room = |is_open: bool| if is_open { 1.2 } else { 1.0 };
    let above = room(intervals.iter().any(|elo| elo.high.is_infinite()));
    let below = room(intervals.iter().any(|elo| elo.low.is_infinite()));
    signed_axis((below * least).max(-1200.0), (above * most).min(1200.0))
}

/// The course of the sequential test between its bounds.
pub(crate) struct SprtCourse {
    pub(crate) text: ChartText,
    /// The log likelihood ratio after each number of pairs.
    pub(crate) points: Vec<(f64, f64)>,
    /// The bounds, each with its meaning.
    pub(crate) lower: (f64, String),
    pub(crate) upper: (f64, String),
    pub(crate) pairs: Axis,
    pub(crate) ratio: Axis,
}

impl SprtCourse {
    pub(super) fn new(reported: &ReportedMatch) -> Option<SprtCourse> {
        let summary = &reported.summary;
        let state = summary.sprt?;
        let settings = state.settings;
        let mut sprt = Sprt::new(settings);
        let mut ratios = vec![0.0];
        let scores = summary::in_schedule_order(&reported.pairs, summary.games_scheduled);
        for score in scores.flatten().take(state.pairs_used as usize) {
            sprt.push(score);
            ratios.push(sprt.state().log_likelihood_ratio);
        }
        let (lower, upper) = settings.bounds();
        let least = ratios.iter().copied().fold(lower, f64::min) - 0.3;
        let most = ratios.iter().copied().fold(upper, f64::max) + 0.3;
        let bound = |elo: f64, value: f64| (value, format!("accept {elo} at {}", two(value)));
        let surplus = match state.pairs_surplus {
            0 => String::new(),
            1 => " 1 further pair does not count.".to_owned(),
            number => format!(" {} further pairs do not count.", grouped(number)),
        };
        let caption = format!(
            "Log likelihood ratio {} after {} {} in the order of the schedule.{surplus}",
            two(state.log_likelihood_ratio),
            grouped(state.pairs_used),
            noun(state.pairs_used, "pair", "pairs")
        );
        Some(SprtCourse {
            text: ChartText::new(
                "The sequential test",
                "The log likelihood ratio after each pair, between the bounds of the test.",
                caption,
            ),
            points: spread(ratios.len(), 2 * POINTS)
                .map(|index| (index as f64, ratios[index]))
                .collect(),
            lower: bound(settings.elo0(), lower),
            upper: bound(settings.elo1(), upper),
            pairs: counting_axis(ratios.len() as u64 - 1, 4),
            ratio: signed_axis(least, most),
        })
    }
}

/// With two decimals.
fn two(value: f64) -> String {
    with_minus(format!("{value:.2}"))
}

/// The score of each engine after each of its games, for three or more engines.
pub(crate) struct ScoreCourse {
    pub(crate) text: ChartText,
    /// The engines, highest score first.
    pub(crate) lines: Vec<ScoreLine>,
    pub(crate) games: Axis,
    pub(crate) score: Axis,
}

/// The scores of an engine.
pub(crate) struct ScoreLine {
    pub(crate) name: String,
    /// Number of games, and the score in percent after them.
    pub(crate) points: Vec<(f64, f64)>,
    /// The score in percent after all games.
    pub(crate) last: f64,
}

impl ScoreCourse {
    pub(super) fn new(reported: &ReportedMatch) -> Option<ScoreCourse> {
        if reported.has_two_engines() || reported.games.len() < 2 {
            return None;
        }
        let standings = &reported.summary.standings;
        let scores = running_scores(reported);
        let mut lines: Vec<ScoreLine> = standings
            .iter()
            .take(8)
            .filter_map(|result| {
                let scores = &scores[result.engine];
                Some(ScoreLine {
                    name: result.name.clone(),
                    points: spread(scores.len(), POINTS)
                        .map(|index| ((index + 1) as f64, scores[index]))
                        .collect(),
                    last: *scores.last()?,
                })
            })
            .collect();
        lines.sort_by(|one, other| other.last.total_cmp(&one.last));
        let longest = scores.iter().map(Vec::len).max().unwrap_or(1);
        let which = match standings.len() {
            0..=8 => "",
            _ => "; the first eight of the table",
        };
        Some(ScoreCourse {
            text: ChartText::new(
                "Scores over time",
                "The score of each engine after each of its games.",
                format!("Points per game so far, in the order of the schedule{which}."),
            ),
            lines,
            games: counting_axis(longest as u64, 4),
            score: percent_axis(),
        })
    }
}

/// The score in percent of each engine after each of its games.
fn running_scores(reported: &ReportedMatch) -> Vec<Vec<f64>> {
    let mut scores = vec![Vec::new(); reported.summary.standings.len()];
    let mut points = vec![0.0; scores.len()];
    for game in &reported.games {
        for color in Color::ALL {
            let engine = game.player(color);
            points[engine] += match game.result.winner() {
                None => 0.5,
                Some(winner) if winner == color => 1.0,
                Some(_) => 0.0,
            };
            let games = scores[engine].len() + 1;
            scores[engine].push(100.0 * points[engine] / games as f64);
        }
    }
    scores
}

/// At most `most` of the numbers from 0 to `count` - 1, evenly spread and
/// including the last.
fn spread(count: usize, most: usize) -> impl Iterator<Item = usize> {
    let most = most.min(count);
    (1..=most).map(move |index| index * count / most - 1)
}
