//! Charts of the results: strength, pairs, colours, lengths, terminations,
//! openings. Charts over time are in [`progress`](super::progress).

use maud::{Markup, html};

use crate::arena::statistics::{Estimated, Trinomial};
use crate::arena::summary::OpeningResult;
use crate::arena::summary::text::{cut, elo_words, percent_of};
use crate::board::color::Color;

use super::Page;
use super::chart::{Scale, WIDTH, columns, figure, labelled, rows};
use super::progress::across;
use super::words::{clean, grouped};

/// Elo of each engine, or of one against the other, with intervals.
pub(super) fn elo(page: &Page) -> Markup {
    let shown: Vec<(String, Estimated)> = if page.is_match() {
        let first = page.summary.engine(0);
        let estimate = first.and_then(|first| first.estimate);
        let elo = estimate.map(|estimate| ("Elo".to_owned(), estimate.elo));
        let normalized = estimate.and_then(|estimate| estimate.normalized_elo);
        let normalized = normalized.map(|elo| ("nElo".to_owned(), elo));
        elo.into_iter().chain(normalized).collect()
    } else {
        let standings = page.summary.standings.iter();
        let rated = standings.filter_map(|result| Some((clean(&result.name), result.rating?)));
        rated
            .filter(|(_, elo)| elo.low.is_finite() || elo.high.is_finite())
            .collect()
    };
    if shown.is_empty() {
        return html! {};
    }
    let ends = shown
        .iter()
        .flat_map(|(_, elo)| [elo.low, elo.high, elo.value]);
    let finite = ends.filter(|value| value.is_finite());
    let (least, most) = finite.fold((-5.0_f64, 5.0_f64), |(least, most), value| {
        (least.min(value), most.max(value))
    });
    let room = (most - least) * 0.06;
    let left = if page.is_match() { 48.0 } else { 116.0 };
    let bottom = 16.0 + 40.0 * shown.len() as f64;
    let x = Scale::new(least - room, most + room, left, WIDTH - 8.0);
    let picture = html! {
        (across(&x, bottom))
        @for (row, (name, elo)) in shown.iter().enumerate() {
            @let y = 36.0 + 40.0 * row as f64;
            text class="name" x=(left - 8.0) y=(y + 4.0) text-anchor="end" { (cut(name, 15)) }
            line class="whisker" x1=(x.at(elo.low)) x2=(x.at(elo.high)) y1=(y) y2=(y) {}
            @for end in [elo.low, elo.high].into_iter().filter(|end| end.is_finite()) {
                line class="whisker" x1=(x.at(end)) x2=(x.at(end)) y1=(y - 6.0) y2=(y + 6.0) {}
            }
            circle class="dot" cx=(x.at(elo.value)) cy=(y) r="5.5" {
                title { (name) " " (elo_words(*elo)) }
            }
            text class="value" x=(x.at(elo.value).clamp(left + 40.0, WIDTH - 50.0)) y=(y - 11.0)
                text-anchor="middle" { (elo_words(*elo)) }
        }
    };
    let words: Vec<String> = shown
        .iter()
        .map(|(name, elo)| format!("{name} {}", elo_words(*elo)))
        .collect();
    figure(
        "elo",
        "Strength",
        &format!(
            "Estimates with 95 % confidence intervals. {}.",
            words.join("; ")
        ),
        bottom + 24.0,
        picture,
        html! {
            @if page.is_match() {
                (clean(page.name(0))) " against " (clean(page.name(1)))
                "; nElo is measured in standard deviations of a game, so it does not depend on the draw rate."
            } @else {
                "Ratings of all engines, with average 0 and 95 % confidence intervals."
            }
        },
    )
}

/// Number of pairs with each score, in a match of two engines.
pub(super) fn pairs(page: &Page) -> Markup {
    let is_shown = page.is_match() && !page.pairs.is_empty();
    let Some(first) = page.summary.engine(0).filter(|_| is_shown) else {
        return html! {};
    };
    const BOTTOM: f64 = 176.0;
    let counts = first.pentanomial.0;
    let y = Scale::new(
        0.0,
        counts.iter().copied().max().unwrap_or(1) as f64,
        BOTTOM,
        26.0,
    );
    let names = ["0", "½", "1", "1½", "2"];
    let classes = ["loss", "loss half", "draw", "win half", "win"];
    let total = page.pairs.len() as u64;
    let picture = html! {
        @for cell in 0..5 {
            @let x = 8.0 + 86.0 * cell as f64;
            @let top = y.at(counts[cell] as f64);
            rect class=(classes[cell]) x=(x) y=(top) width="80" height=(BOTTOM - top) rx="3" {}
            text class="value" x=(x + 40.0) y=(top - 7.0) text-anchor="middle" {
                (grouped(counts[cell]))
            }
            text class="tick" x=(x + 40.0) y=(BOTTOM + 17.0) text-anchor="middle" { (names[cell]) }
        }
        line class="axis" x1="0" x2=(WIDTH) y1=(BOTTOM) y2=(BOTTOM) {}
        text class="tick" x=(WIDTH / 2.0) y=(BOTTOM + 35.0) text-anchor="middle" {
            "points of " (cut(&clean(&first.name), 30)) " from a pair"
        }
    };
    figure(
        "pairs",
        "Pairs of games",
        &format!("Pairs by points, from 0 to 2: {}.", first.pentanomial),
        BOTTOM + 42.0,
        picture,
        html! {
            (percent_of(counts[2] as f64, total)) " of the pairs were even; "
            (percent_of(first.games.draws as f64, first.games.games())) " of the games were drawn."
        },
    )
}

/// A stacked bar of wins, draws and losses.
fn shares(counts: &Trinomial, y: f64, left: f64, classes: [&str; 3]) -> Markup {
    let unit = (WIDTH - left) / counts.games().max(1) as f64;
    let counts = [counts.wins, counts.draws, counts.losses];
    html! {
        @for (part, (count, class)) in counts.iter().zip(classes).enumerate() {
            @let from = left + unit * counts[..part].iter().sum::<u64>() as f64;
            @let width = unit * *count as f64;
            @if *count > 0 {
                rect class=(class) x=(format!("{from:.1}")) y=(y) width=(format!("{:.1}", (width - 1.5).max(0.5)))
                    height="24" rx="2" {
                    title { (grouped(*count)) }
                }
                @if width > 34.0 {
                    text class="inside" x=(format!("{:.1}", from + width / 2.0)) y=(y + 16.5)
                        text-anchor="middle" { (grouped(*count)) }
                }
            }
        }
    }
}

/// Results by colour.
pub(super) fn colours(page: &Page) -> Markup {
    let left = 116.0;
    let mut bars = vec![("All games".to_owned(), page.summary.white)];
    for result in page.summary.standings.iter().take(8) {
        let name = cut(&clean(&result.name), 13);
        bars.push((format!("{name} □"), result.as_white));
        bars.push((format!("{name} ■"), result.as_black));
    }
    let height = 30.0 * bars.len() as f64 + 14.0;
    let picture = html! {
        @for (row, (name, counts)) in bars.iter().enumerate() {
            @let y = 30.0 * row as f64 + if row == 0 { 0.0 } else { 8.0 };
            text class="name" x=(left - 8.0) y=(y + 16.5) text-anchor="end" { (name) }
            (shares(counts, y, left, if row == 0 { ["white", "draw", "black"] } else { ["win", "draw", "loss"] }))
        }
    };
    let white = page.summary.white;
    figure(
        "colours",
        "White and Black",
        &format!(
            "White won {}, drew {} and lost {} games.",
            white.wins, white.draws, white.losses
        ),
        height,
        picture,
        html! {
            "White scored " (percent_of(white.half_points() as f64 / 2.0, white.games()))
            ". First bar: won by White, drawn, won by Black; below: won, drawn and lost by the engine with White (□) and Black (■)."
        },
    )
}

/// Histogram of game lengths.
pub(super) fn lengths(page: &Page) -> Markup {
    let Some(lengths) = page.summary.lengths else {
        return html! {};
    };
    const BOTTOM: f64 = 176.0;
    const LEFT: f64 = 44.0;
    let longest = lengths.longest.max(1);
    // About thirty bins, each a round number of full moves wide.
    let width = [2, 4, 10, 20, 40, 100, 200]
        .into_iter()
        .find(|width| longest / width < 32)
        .unwrap_or(longest / 30 + 1);
    let mut bins = vec![[0_u64; 3]; longest / width + 1];
    for game in &page.games {
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
    let x = Scale::new(0.0, (bins.len() * width) as f64, LEFT, WIDTH);
    let y = Scale::new(0.0, most.unwrap_or(1) as f64, BOTTOM, 10.0);
    let across = (WIDTH - LEFT) / bins.len() as f64;
    let whole = |ticks: Vec<f64>| {
        let ticks = ticks
            .into_iter()
            .filter(|tick| tick.fract() == 0.0)
            .collect();
        labelled(ticks, |value| grouped(value as u64))
    };
    let picture = html! {
        (rows(&y, LEFT, &whole(y.ticks(4))))
        @for (index, bin) in bins.iter().enumerate() {
            @for (part, (count, class)) in bin.iter().zip(["white", "draw", "black"]).enumerate() {
                @let below: u64 = bin[..part].iter().sum();
                @if *count > 0 {
                    @let foot = y.at(below as f64);
                    @let top = y.at((below + count) as f64);
                    rect class=(class) x=(format!("{:.1}", LEFT + across * index as f64))
                        width=(format!("{:.1}", (across - 1.0).max(0.8))) y=(top)
                        height=(format!("{:.1}", foot - top)) {}
                }
            }
        }
        (columns(&x, BOTTOM, BOTTOM, &whole(x.ticks(5))))
        text class="tick" x=((LEFT + WIDTH) / 2.0) y=(BOTTOM + 33.0) text-anchor="middle" { "plies" }
    };
    figure(
        "lengths",
        "Length of the games",
        &format!(
            "Games by length, {} to {} plies, median {}.",
            lengths.shortest, lengths.longest, lengths.median
        ),
        BOTTOM + 40.0,
        picture,
        html! {
            (lengths.shortest) " to " (lengths.longest) " plies, with a median of "
            (lengths.median) "; " (format!("{:.1}", lengths.mean_seconds))
            " s on average. From below: won by White, drawn, won by Black."
        },
    )
}

/// Number of games by termination.
pub(super) fn terminations(page: &Page) -> Markup {
    let counts = &page.summary.terminations;
    let left = 156.0;
    let most = counts.iter().map(|count| count.games).max().unwrap_or(1);
    let x = Scale::new(0.0, most as f64, left, WIDTH - 54.0);
    let picture = html! {
        @for (row, count) in counts.iter().enumerate() {
            @let y = 28.0 * row as f64;
            @let to = x.at(count.games as f64);
            text class="name" x=(left - 8.0) y=(y + 15.0) text-anchor="end" { (count.termination) }
            rect class=(if count.termination.is_failure() { "failure" } else { "plain" })
                x=(left) y=(y) width=((to - left).max(1.5)) height="21" rx="2" {}
            text class="value" x=(to + 6.0) y=(y + 15.0) { (grouped(count.games)) }
        }
    };
    let words: Vec<String> = counts
        .iter()
        .map(|count| format!("{} {}", count.termination, count.games))
        .collect();
    let failures: u64 = page
        .summary
        .standings
        .iter()
        .map(|result| result.failures)
        .sum();
    figure(
        "terminations",
        "How the games ended",
        &format!("{}.", words.join("; ")),
        28.0 * counts.len() as f64,
        picture,
        html! {
            @if failures == 0 {
                "No game was lost through an engine failure."
            } @else {
                (grouped(failures)) " lost through engine failures (marked): "
                @for (index, result) in page.summary.standings.iter()
                    .filter(|result| result.failures > 0).enumerate()
                {
                    @if index > 0 { ", " }
                    (clean(&result.name)) " " (grouped(result.failures))
                }
                "."
            }
        },
    )
}

/// The largest number of openings that are shown individually.
const OPENINGS: usize = 20_000;
/// The largest number of openings whose names are legible.
const NAMED: usize = 400;

/// White's score from an opening, in five classes.
fn class(opening: &OpeningResult) -> usize {
    let (half_points, games) = (opening.white.half_points(), opening.white.games());
    match half_points {
        0 => 0,
        _ if half_points < games => 1,
        _ if half_points == games => 2,
        _ if half_points < 2 * games => 3,
        _ => 4,
    }
}

/// One cell per opening, coloured by White's score.
pub(super) fn openings(page: &Page) -> Markup {
    let openings = &page.summary.openings;
    if openings.is_empty() || openings.len() == 1 && page.games.len() < 2 {
        return html! {};
    }
    const LINE: f64 = 880.0;
    let shown = &openings[..openings.len().min(OPENINGS)];
    let side = [22.0, 16.0, 11.0, 8.0]
        .into_iter()
        .find(|side| shown.len() as f64 <= (LINE / side).floor() * (160.0 / side))
        .unwrap_or(5.0);
    let across = (LINE / side) as usize;
    let height = shown.len().div_ceil(across) as f64 * side;
    let place = |index: usize| {
        (
            (index % across) as f64 * side,
            (index / across) as f64 * side,
        )
    };
    let classes = ["w0", "w1", "w2", "w3", "w4"];
    let mut counts = [0_u64; 5];
    for opening in openings {
        counts[class(opening)] += 1;
    }
    let one_sided: Vec<&OpeningResult> = openings
        .iter()
        .filter(|opening| opening.always_won_by.is_some())
        .collect();
    html! {
        section class="card" {
            h2 { "Openings" }
            svg class="strip" xmlns="http://www.w3.org/2000/svg" viewBox={"0 0 " (LINE) " " (height)}
                role="img" aria-labelledby="openings-title openings-desc" {
                title id="openings-title" { "Openings" }
                desc id="openings-desc" {
                    "A cell for each of " (openings.len()) " openings, by White's score: nothing in "
                    (counts[0]) ", less than half in " (counts[1]) ", half in " (counts[2])
                    ", more in " (counts[3]) ", all in " (counts[4]) "."
                }
                @if shown.len() <= NAMED {
                    @for (index, opening) in shown.iter().enumerate() {
                        @let (x, y) = place(index);
                        rect class=(classes[class(opening)]) x=(x) y=(y)
                            width=(side - 1.5) height=(side - 1.5) rx="1.5" {
                            title { (cut(&clean(&opening.name), 160)) ": White " (opening.white) }
                        }
                    }
                } @else {
                    @for (number, name) in classes.iter().enumerate() {
                        @let cells: String = shown
                            .iter()
                            .enumerate()
                            .filter(|(_, opening)| class(opening) == number)
                            .map(|(index, _)| {
                                let ((x, y), width) = (place(index), side - 1.0);
                                format!("M{x} {y}h{width}v{width}h-{width}z")
                            })
                            .collect();
                        path class=(name) d=(cells) {}
                    }
                }
            }
            p class="legend" {
                @for (class, (words, count)) in classes.iter().zip([
                    "all lost by White", "White less than half", "even", "White more than half", "all won by White",
                ].into_iter().zip(counts)) {
                    span class="key" { span class={"swatch " (class)} {} (words) " " b { (grouped(count)) } }
                }
            }
            @if openings.len() > shown.len() {
                p class="caption" { "The first " (grouped(shown.len() as u64)) " of " (grouped(openings.len() as u64)) " are shown." }
            }
            @if !one_sided.is_empty() {
                details {
                    summary { (grouped(one_sided.len() as u64)) " openings in which one colour won all games" }
                    ul {
                        @for opening in one_sided.iter().take(100) {
                            li {
                                "by " (opening.always_won_by.unwrap_or_default())
                                ", " (grouped(opening.white.games())) " games: "
                                code { (cut(&clean(&opening.name), 160)) }
                            }
                        }
                        @if one_sided.len() > 100 { li { "and " (grouped(one_sided.len() as u64 - 100)) " more" } }
                    }
                }
            }
        }
    }
}
