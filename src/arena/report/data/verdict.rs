//! The sentences at the top of the page: who is stronger, and how far the
//! match is.

use super::ReportedMatch;
use crate::arena::report::text::grouped;
use crate::arena::statistics::{EloModel, Estimated, SprtDecision, SprtState};
use crate::arena::summary::Summary;
use crate::arena::summary::text::{duplicate_words, elo_words, points};
use crate::base::plural::noun;

/// Progress of the match.
pub(super) fn progress(summary: &Summary) -> String {
    let unpaired = match summary.games_unpaired {
        0 => String::new(),
        1 => "; 1 game has no finished reverse game and counts for points only".to_owned(),
        number => {
            format!("; {number} games have no finished reverse game and count for points only")
        }
    };
    let duplicates = match summary.games_duplicate {
        0 => String::new(),
        number => format!("; {}", duplicate_words(number)),
    };
    format!(
        "{} of {} games finished, {} complete {}{unpaired}{duplicates}.",
        grouped(summary.games_played as u64),
        grouped(summary.games_scheduled as u64),
        grouped(summary.pairs_complete as u64),
        noun(summary.pairs_complete, "pair", "pairs"),
    )
}

/// The result in a sentence or two.
pub(super) fn verdict(reported: &ReportedMatch) -> String {
    let summary = &reported.summary;
    if summary.games_played == 0 {
        return "No game has finished yet.".to_owned();
    }
    if reported.has_two_engines() {
        let result = match_result(reported);
        return match &summary.sprt {
            Some(sprt) => format!("{} {result}", sprt_result(reported, sprt)),
            None => result,
        };
    }
    let [first, second, ..] = &summary.standings[..] else {
        return String::new();
    };
    let lead = match (first.elo(), second.elo()) {
        (Some(one), Some(other)) if one.low > other.high => ", clearly ahead of ",
        _ => ", but the intervals overlap with that of ",
    };
    format!(
        "{} leads with {} points of {} and a rating of {}{lead}{}.",
        first.name,
        points(first.points),
        grouped(first.games.games()),
        first.elo().map_or("unknown".to_owned(), elo_words),
        second.name,
    )
}

/// Which engine is stronger, from the point of view of the first one in the
/// configuration.
fn match_result(reported: &ReportedMatch) -> String {
    let (one, other) = (reported.name(0), reported.name(1));
    let Some(first) = reported.summary.engine(0) else {
        return String::new();
    };
    let score = format!(
        "{one} scored {} {} in {} {} against {other}",
        points(first.points),
        if first.points == 1.0 {
            "point"
        } else {
            "points"
        },
        grouped(first.games.games()),
        noun(first.games.games(), "game", "games"),
    );
    let Some(estimate) = first.estimate else {
        return format!("{score}; no pair is complete yet.");
    };
    let elo = estimate.elo;
    if elo.low > 0.0 {
        format!("{one} is stronger than {other}: {}.", elo_range(elo))
    } else if elo.high < 0.0 {
        format!("{one} is weaker than {other}: {}.", elo_range(elo))
    } else {
        format!(
            "{score}: {}, so neither is shown to be stronger.",
            elo_range(elo)
        )
    }
}

fn elo_range(elo: Estimated) -> String {
    let unit = if elo.value.is_finite() {
        " Elo"
    } else {
        " Elo so far"
    };
    format!("{}{unit}", elo_words(elo))
}

fn sprt_result(reported: &ReportedMatch, sprt: &SprtState) -> String {
    let model = match sprt.settings.model() {
        EloModel::Logistic => "Elo",
        EloModel::Normalized => "normalized Elo",
    };
    let (elo0, elo1) = (sprt.settings.elo0(), sprt.settings.elo1());
    let one = reported.name(0);
    let pairs = format!(
        "{} {}",
        grouped(sprt.pairs_used),
        noun(sprt.pairs_used, "pair", "pairs")
    );
    match sprt.verdict {
        SprtDecision::AcceptH1 => format!(
            "The test accepts {one}: after {pairs}, H1 ({model} {elo1}) is accepted over H0 ({elo0})."
        ),
        SprtDecision::AcceptH0 => format!(
            "The test rejects {one}: after {pairs}, H0 ({model} {elo0}) is accepted over H1 ({elo1})."
        ),
        SprtDecision::Continue => {
            format!("The test of {elo1} against {elo0} {model} is undecided after {pairs}.")
        }
    }
}
