//! The openings by White's score.

use super::Tournament;
use crate::arena::report::text::clean;
use crate::arena::statistics::Trinomial;
use crate::arena::summary::OpeningResult;
use crate::arena::summary::text::cut;

/// The largest number of openings that are shown individually.
const SHOWN: usize = 20_000;
/// The largest number of one-sided openings that are listed.
const LISTED: usize = 100;

/// White's scores from an opening, as the map distinguishes them.
pub const CLASSES: [&str; 5] = [
    "all lost by White",
    "White less than half",
    "even",
    "White more than half",
    "all won by White",
];

/// A cell for each opening, classified by White's score.
pub struct OpeningMap {
    /// Number of openings played.
    pub total: usize,
    /// The openings shown.
    pub cells: Vec<OpeningCell>,
    /// Number of openings in each class, including those not shown.
    pub classes: [u64; 5],
    /// Number of openings in which one colour won all of at least two games.
    pub one_sided: usize,
    /// The first of these.
    pub listed: Vec<OneSided>,
}

/// An opening of the map.
pub struct OpeningCell {
    pub name: String,
    /// Its games from White's point of view.
    pub white: Trinomial,
    /// Its index in [`CLASSES`].
    pub class: usize,
}

/// An opening in which one colour won all games.
pub struct OneSided {
    pub name: String,
    pub winner: &'static str,
    pub games: u64,
}

impl OpeningMap {
    pub(super) fn new(tournament: &Tournament) -> Option<OpeningMap> {
        let openings = &tournament.summary.openings;
        if openings.is_empty() || openings.len() == 1 && tournament.games.len() < 2 {
            return None;
        }
        let mut classes = [0; 5];
        for opening in openings {
            classes[class(&opening.white)] += 1;
        }
        let one_sided: Vec<OneSided> = openings.iter().filter_map(OneSided::new).collect();
        Some(OpeningMap {
            total: openings.len(),
            cells: openings.iter().take(SHOWN).map(OpeningCell::new).collect(),
            classes,
            one_sided: one_sided.len(),
            listed: one_sided.into_iter().take(LISTED).collect(),
        })
    }
}

impl OpeningCell {
    fn new(opening: &OpeningResult) -> OpeningCell {
        OpeningCell {
            name: name(opening),
            white: opening.white,
            class: class(&opening.white),
        }
    }
}

impl OneSided {
    fn new(opening: &OpeningResult) -> Option<OneSided> {
        Some(OneSided {
            winner: opening.always_won_by?,
            name: name(opening),
            games: opening.white.games(),
        })
    }
}

fn name(opening: &OpeningResult) -> String {
    cut(&clean(&opening.name), 160)
}

/// The index in [`CLASSES`] of White's score.
fn class(white: &Trinomial) -> usize {
    let (half_points, games) = (white.half_points(), white.games());
    match half_points {
        0 => 0,
        _ if half_points < games => 1,
        _ if half_points == games => 2,
        _ if half_points < 2 * games => 3,
        _ => 4,
    }
}
