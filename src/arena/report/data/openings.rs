//! The openings by White's score.

use super::ReportedMatch;
use crate::arena::summary::OpeningResult;

/// The largest number of openings that are shown individually.
const SHOWN: usize = 20_000;
/// The largest number of one-sided openings that are listed.
const LISTED: usize = 100;

/// White's scores from an opening, as the map distinguishes them.
pub(crate) const CLASSES: [&str; 5] = [
    "all lost by White",
    "White less than half",
    "even",
    "White more than half",
    "all won by White",
];

/// A cell for each opening, classified by White's score.
pub(crate) struct OpeningMap {
    /// Number of openings played.
    pub(crate) total: usize,
    pub(crate) cells: Vec<OpeningResult>,
    /// Number of openings in each class, including those not shown.
    pub(crate) classes: [u64; 5],
    /// Number of openings in which one color won all of at least two games.
    pub(crate) one_sided: usize,
    /// The first of these.
    pub(crate) listed: Vec<OpeningResult>,
}

impl OpeningMap {
    pub(super) fn new(reported: &ReportedMatch) -> Option<OpeningMap> {
        let openings = &reported.summary.openings;
        if openings.is_empty() || openings.len() == 1 && reported.games.len() < 2 {
            return None;
        }
        let mut classes = [0; 5];
        for opening in openings {
            classes[class(opening)] += 1;
        }
        let one_sided = openings
            .iter()
            .filter(|opening| opening.always_won_by.is_some());
        Some(OpeningMap {
            total: openings.len(),
            cells: openings.iter().take(SHOWN).cloned().collect(),
            classes,
            one_sided: one_sided.clone().count(),
            listed: one_sided.take(LISTED).cloned().collect(),
        })
    }
}

/// The index in [`CLASSES`] of White's score from an opening.
pub(crate) fn class(opening: &OpeningResult) -> usize {
    let (half_points, games) = (opening.white.half_points(), opening.white.games());
    match half_points {
        0 => 0,
        _ if half_points < games => 1,
        _ if half_points == games => 2,
        _ if half_points < 2 * games => 3,
        _ => 4,
    }
}
