//! Sentences of the page, without markup.

use crate::arena::statistics::{EloModel, Estimated, SprtDecision, SprtState};
use crate::arena::summary::Summary;
use crate::arena::summary::text::{elo_words, points};

use super::Page;

/// A text without characters that are not allowed in a page.
pub(super) fn clean(text: &str) -> String {
    let clean = |character: char| match character {
        '\n' | '\t' => ' ',
        '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        _ if character.is_control() => '\u{fffd}',
        _ => character,
    };
    text.chars().map(clean).collect()
}

/// A number with its thousands separated.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// Progress of the tournament.
pub(super) fn progress(summary: &Summary) -> String {
    let unpaired = match summary.games_unpaired {
        0 => String::new(),
        1 => "; 1 game has no finished reverse game and counts for points only".to_owned(),
        number => {
            format!("; {number} games have no finished reverse game and count for points only")
        }
    };
    format!(
        "{} of {} games finished, {} complete pairs{unpaired}.",
        grouped(summary.games_played as u64),
        grouped(summary.games_scheduled as u64),
        grouped(summary.pairs_complete as u64),
    )
}

/// The result in a sentence or two.
pub(super) fn verdict(page: &Page) -> String {
    let summary = page.summary;
    if summary.games_played == 0 {
        return "No game has finished yet.".to_owned();
    }
    if page.is_match() {
        let result = match_result(page);
        return match &summary.sprt {
            Some(sprt) => format!("{} {result}", sprt_result(page, sprt)),
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
        clean(&first.name),
        points(first.points),
        grouped(first.games.games()),
        first.elo().map_or("unknown".to_owned(), elo_words),
        clean(&second.name),
    )
}

/// Which engine is stronger, from the point of view of the first one in the
/// configuration.
fn match_result(page: &Page) -> String {
    let (one, other) = (clean(page.name(0)), clean(page.name(1)));
    let Some(first) = page.summary.engine(0) else {
        return String::new();
    };
    let score = format!(
        "{one} scored {} points in {} games against {other}",
        points(first.points),
        grouped(first.games.games())
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

fn sprt_result(page: &Page, sprt: &SprtState) -> String {
    let model = match sprt.settings.model() {
        EloModel::Logistic => "Elo",
        EloModel::Normalized => "normalised Elo",
    };
    let (elo0, elo1) = (sprt.settings.elo0(), sprt.settings.elo1());
    let (one, pairs) = (clean(page.name(0)), grouped(sprt.pairs_used));
    match sprt.verdict {
        SprtDecision::AcceptH1 => format!(
            "The test accepts {one}: after {pairs} pairs, H1 ({model} {elo1}) is accepted over H0 ({elo0})."
        ),
        SprtDecision::AcceptH0 => format!(
            "The test rejects {one}: after {pairs} pairs, H0 ({model} {elo0}) is accepted over H1 ({elo1})."
        ),
        SprtDecision::Continue => {
            format!("The test of {elo1} against {elo0} {model} is undecided after {pairs} pairs.")
        }
    }
}
