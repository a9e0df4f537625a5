//! What the page says, as plain data: texts, numbers, rows, bars and lines.
//!
//! Must not know how it is drawn.

mod axis;
mod boards;
mod charts;
mod course;
mod openings;
mod tables;
#[cfg(test)]
mod tests;
mod verdict;

use super::text::clean;
use super::{ReportInput, Section};
use crate::arena::record::GameRecord;
use crate::arena::summary::{self, Pair, Summary};

pub use axis::Axis;
pub use boards::FinalPosition;
pub use charts::{ColorChart, EloChart, LengthChart, PairChart, TerminationChart};
pub use course::{EloCourse, ScoreCourse, SprtCourse};
pub use openings::{CLASSES as OPENING_CLASSES, OpeningMap};
pub use tables::{CrosstableRow, EngineRow, IrregularGames, KeyNumbers};

/// All that the page says.
pub struct Page<'a> {
    pub title: String,
    /// The result in a sentence or two.
    pub verdict: String,
    /// How far the tournament is.
    pub progress: String,
    pub key_numbers: Option<KeyNumbers>,
    /// `None` before the first game has finished.
    pub results: Option<Results<'a>>,
    /// What was played.
    pub sections: Vec<Section>,
}

/// What the page says about the games. A chart or table that would show
/// nothing is `None` or empty.
pub struct Results<'a> {
    /// The engines, best first.
    pub engines: Vec<EngineRow<'a>>,
    pub crosstable: Vec<CrosstableRow>,
    pub elo: Option<EloChart>,
    pub elo_course: Option<EloCourse>,
    pub sprt_course: Option<SprtCourse>,
    pub score_course: Option<ScoreCourse>,
    pub pairs: Option<PairChart>,
    pub colors: ColorChart,
    pub lengths: Option<LengthChart>,
    pub terminations: TerminationChart,
    pub openings: Option<OpeningMap>,
    pub irregular: IrregularGames,
    pub final_positions: Vec<FinalPosition>,
}

/// The texts around a chart.
pub struct ChartText {
    pub heading: &'static str,
    /// What the chart shows, for those who do not see it.
    pub description: String,
    pub caption: String,
}

impl<'a> Page<'a> {
    pub fn new(input: &ReportInput<'a>) -> Page<'a> {
        let tournament = Tournament::new(input);
        let clean_section = |section: &Section| Section {
            heading: clean(&section.heading),
            entries: section
                .entries
                .iter()
                .map(|(name, value)| (clean(name), clean(value)))
                .collect(),
        };
        let is_empty = tournament.games.is_empty();
        Page {
            title: clean(input.title),
            verdict: verdict::verdict(&tournament),
            progress: verdict::progress(input.summary),
            key_numbers: KeyNumbers::new(&tournament),
            results: (!is_empty).then(|| Results::new(&tournament, input)),
            sections: input.sections.iter().map(clean_section).collect(),
        }
    }
}

impl<'a> Results<'a> {
    fn new(tournament: &Tournament<'a>, input: &ReportInput) -> Results<'a> {
        Results {
            engines: tables::engines(tournament),
            crosstable: tables::crosstable(tournament),
            elo: EloChart::new(tournament),
            elo_course: EloCourse::new(tournament),
            sprt_course: SprtCourse::new(tournament),
            score_course: ScoreCourse::new(tournament),
            pairs: PairChart::new(tournament),
            colors: ColorChart::new(tournament),
            lengths: LengthChart::new(tournament),
            terminations: TerminationChart::new(tournament),
            openings: OpeningMap::new(tournament),
            irregular: IrregularGames::new(tournament),
            final_positions: boards::final_positions(tournament, input.rules),
        }
    }
}

/// What all data are computed from.
struct Tournament<'a> {
    summary: &'a Summary,
    /// In the order of the schedule.
    games: Vec<&'a GameRecord>,
    pairs: Vec<Pair>,
}

impl<'a> Tournament<'a> {
    fn new(input: &ReportInput<'a>) -> Tournament<'a> {
        let engines = input.summary.standings.len();
        let records = input.records.iter().copied();
        let mut games: Vec<&GameRecord> = records
            .filter(|game| game.white.max(game.black) < engines)
            .collect();
        games.sort_by_key(|game| game.game);
        games.dedup_by_key(|game| game.game);
        Tournament {
            summary: input.summary,
            pairs: summary::pairs(&games),
            games,
        }
    }

    /// The name of an engine by its index.
    fn name(&self, engine: usize) -> String {
        let found = self.summary.engine(engine);
        found.map_or("?".to_owned(), |result| clean(&result.name))
    }

    /// The names of White and Black.
    fn players(&self, game: &GameRecord) -> [String; 2] {
        [game.white, game.black].map(|engine| self.name(engine))
    }

    /// Whether this is a match of exactly two engines.
    fn is_match(&self) -> bool {
        self.summary.standings.len() == 2
    }
}
