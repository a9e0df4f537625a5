//! The content of the page as plain data: texts, numbers, rows, bars and lines.
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
use crate::arena::summary::text::truncated;
use crate::arena::summary::{self, EngineResult, Pair, Summary};
use crate::rules::Rules;

pub(crate) use boards::FinalPosition;
pub(crate) use charts::{ColorChart, EloChart, LengthChart, PairChart, TerminationChart};
pub(crate) use course::{EloCourse, ScoreCourse, SprtCourse};
pub(super) use openings::class;
pub(crate) use openings::{CLASSES, OpeningMap};
pub(crate) use tables::{CrosstableCell, IrregularGames, KeyNumbers};

/// All that the page says.
pub(super) struct Page {
    pub title: String,
    /// How many games were not decided by play.
    pub warning: Option<String>,
    /// The result in a sentence or two.
    pub verdict: String,
    /// How far the match is.
    pub progress: String,
    pub(crate) key_numbers: Option<KeyNumbers>,
    /// `None` before the first game has finished.
    pub results: Option<Results>,
    /// What was played.
    pub sections: Vec<Section>,
}

/// What the page says about the games. A chart or table that would show
/// nothing is `None` or empty.
pub(super) struct Results {
    /// The engines, best first.
    pub engines: Vec<EngineResult>,
    /// A row and a column for each engine; `None` for two that have not met.
    pub(crate) crosstable: Vec<Vec<Option<CrosstableCell>>>,
    pub elo: Option<EloChart>,
    pub(crate) elo_course: Option<EloCourse>,
    pub(crate) sprt_course: Option<SprtCourse>,
    pub(crate) score_course: Option<ScoreCourse>,
    pub pairs: Option<PairChart>,
    pub colors: ColorChart,
    pub lengths: Option<LengthChart>,
    pub(crate) terminations: TerminationChart,
    pub openings: Option<OpeningMap>,
    pub(crate) irregular: IrregularGames,
    pub(crate) final_positions: Vec<FinalPosition>,
}

/// The texts around a chart.
pub(crate) struct ChartText {
    pub(crate) heading: &'static str,
    /// What the chart shows, for those who do not see it.
    pub(crate) description: String,
    pub(crate) caption: String,
}

impl ChartText {
    fn new(
        heading: &'static str,
        description: impl Into<String>,
        caption: impl Into<String>,
    ) -> ChartText {
        ChartText {
            heading,
            description: description.into(),
            caption: caption.into(),
        }
    }
}

impl Page {
    pub(super) fn new(input: &ReportInput) -> Page {
        let reported = ReportedMatch::new(input);
        let clean_section = |section: &Section| Section {
            heading: clean(&section.heading),
            entries: section
                .entries
                .iter()
                .map(|(name, value)| (clean(name), clean(value)))
                .collect(),
        };
        let is_empty = reported.games.is_empty();
        Page {
            title: clean(input.title),
            warning: input.summary.warning.as_deref().map(clean),
            verdict: verdict::verdict(&reported),
            progress: verdict::progress(input.summary),
            key_numbers: KeyNumbers::new(&reported),
            results: (!is_empty).then(|| Results::new(&reported, input.rules)),
            sections: input.sections.iter().map(clean_section).collect(),
        }
    }
}

impl Results {
    fn new(reported: &ReportedMatch, rules: Option<&'static Rules>) -> Results {
        Results {
            engines: reported.summary.standings.clone(),
            crosstable: tables::crosstable(reported),
            elo: EloChart::new(reported),
            elo_course: EloCourse::new(reported),
            sprt_course: SprtCourse::new(reported),
            score_course: ScoreCourse::new(reported),
            pairs: PairChart::new(reported),
            colors: ColorChart::new(reported),
            lengths: LengthChart::new(reported),
            terminations: TerminationChart::new(reported),
            openings: OpeningMap::new(reported),
            irregular: IrregularGames::new(reported),
            final_positions: boards::final_positions(reported, rules),
        }
    }
}

/// What all data are computed from.
struct ReportedMatch<'a> {
    /// With names that can be shown.
    summary: Summary,
    /// In the order of the schedule.
    games: Vec<&'a GameRecord>,
    pairs: Vec<Pair>,
}

impl<'a> ReportedMatch<'a> {
    fn new(input: &ReportInput<'a>) -> ReportedMatch<'a> {
        let engines = input.summary.standings.len();
        let records = input.records.iter().copied();
        let mut games: Vec<&GameRecord> = records
            .filter(|game| game.white.max(game.black) < engines)
            .collect();
        games.sort_by_key(|game| game.game);
        games.dedup_by_key(|game| game.game);
        let mut summary = input.summary.clone();
        for result in &mut summary.standings {
            let own_name = result.own_name.take().filter(|own| *own != result.name);
            result.own_name = own_name.map(|own| clean(&own));
            result.name = clean(&result.name);
        }
        for opening in &mut summary.openings {
            opening.name = truncated(&clean(&opening.name), 160);
        }
        ReportedMatch {
            summary,
            pairs: summary::pairs(&games),
            games,
        }
    }

    /// The name of an engine by its index.
    fn name(&self, engine: usize) -> &str {
        let found = self.summary.engine(engine);
        found.map_or("?", |result| &result.name)
    }

    /// The names of White and Black.
    fn players(&self, game: &GameRecord) -> [String; 2] {
        [game.white, game.black].map(|engine| self.name(engine).to_owned())
    }

    /// Whether this is a match of exactly two engines.
    fn has_two_engines(&self) -> bool {
        self.summary.standings.len() == 2
    }
}
