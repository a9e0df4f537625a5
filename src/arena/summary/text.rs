//! The summary as text for a terminal of 80 columns, and the number formats
//! that the report shares.

use crate::arena::statistics::{EloModel, Estimated, SprtDecision, SprtState};

use crate::base::plural::counted;

use super::{EngineResult, Summary, ThinkingStatistics};

/// Maximum number of columns of a line.
const COLUMNS: usize = 80;

/// A report begins with the duplicates if more than one game in this number is one.
const MANY_DUPLICATES: usize = 20;

/// Columns for a name in a table.
const NAME: usize = 28;

impl Summary {
    /// The summary as lines of at most 80 columns, for a terminal.
    ///
    /// ```
    /// # use peregrine::arena::summary::{MatchDescription, Summary};
    /// # let nothing = MatchDescription { engines: vec![], openings: vec![], sprt: None, games: 8 };
    /// let lines = Summary::new(&nothing, &[]).lines();
    /// assert_eq!(lines[0], "Games   0 of 8 finished");
    /// ```
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(warning) = &self.warning {
            lines.extend(wrapped("", warning, ' '));
        }
        lines.push(self.progress());
        match &self.standings[..] {
            [_, _] => lines.extend(self.match_lines()),
            _ => lines.extend(self.table()),
        }
        if let Some(sprt) = &self.sprt {
            lines.extend(wrapped("SPRT    ", &sprt_words(sprt), ' '));
        }
        if self.games_played > 0 {
            lines.push(format!(
                "White   {}  {}",
                self.white,
                percent_of(self.white.half_points() as f64 / 2.0, self.white.games())
            ));
            lines.extend(self.ends());
        }
        if let Some(lengths) = &self.lengths {
            lines.push(format!(
                "Length  {} to {}, median {}; {:.1} s a game",
                lengths.shortest,
                counted(lengths.longest, "ply", "plies"),
                lengths.median,
                lengths.mean_seconds
            ));
        }
        for result in &self.standings {
            if let Some(words) = thinking_words(&result.thinking) {
                let name = fitted(&result.name, 20);
                lines.push(format!("{name}  {words}"));
            }
        }
        lines.iter().map(|line| truncated(line, COLUMNS)).collect()
    }

    /// The state of the match in a few words.
    ///
    /// ```
    /// # use peregrine::arena::summary::{MatchDescription, Summary};
    /// # let nothing = MatchDescription { engines: vec![], openings: vec![], sprt: None, games: 8 };
    /// assert_eq!(Summary::new(&nothing, &[]).headline(), "no games yet");
    /// ```
    pub fn headline(&self) -> String {
        // Of two engines, the one that comes first in the configuration.
        let first = match self.standings.len() {
            2 => self.engine(0),
            _ => self.standings.first(),
        };
        let Some(first) = first else {
            return "no games yet".to_owned();
        };
        let mut words = format!("{} {}", clean(&first.name), first.games);
        if let Some(elo) = first.elo() {
            words.push_str(&format!(", Elo {}", elo_words(elo)));
        }
        if let Some(sprt) = &self.sprt {
            words.push_str(&format!(
                ", LLR {:.2} ({:.2} to {:.2})",
                sprt.log_likelihood_ratio, sprt.lower, sprt.upper
            ));
        }
        if self.games_failed > 0 {
            words.push_str(&format!("; {}", decided(self.games_failed)));
        }
        words
    }

    fn progress(&self) -> String {
        let unpaired = match self.games_unpaired {
            0 => String::new(),
            1 => ", 1 of them without its reverse game".to_owned(),
            number => format!(", {number} of them without their reverse games"),
        };
        let duplicates = match self.games_duplicate {
            0 => String::new(),
            number => format!(", {}", counted(number, "duplicate", "duplicates")),
        };
        format!(
            "Games   {} of {} finished{unpaired}{duplicates}",
            self.games_played, self.games_scheduled
        )
    }

    /// The result of two engines, from the point of view of the one that comes
    /// first in the configuration.
    fn match_lines(&self) -> Vec<String> {
        let (Some(first), Some(second)) = (self.engine(0), self.engine(1)) else {
            return Vec::new();
        };
        let mut lines = vec![
            format!(
                "Match   {} - {}",
                truncated(&clean(&first.name), 34),
                truncated(&clean(&second.name), 34)
            ),
            format!(
                "Score   {} - {}  {}  {}",
                points(first.points),
                points(second.points),
                percent_of(first.points, first.games.games()),
                first.games
            ),
        ];
        if let Some(estimate) = &first.estimate {
            let normalized = estimate
                .normalized_elo
                .map_or(String::new(), |nelo| format!("   nElo {}", elo_words(nelo)));
            lines.push(format!(
                "Elo     {}{normalized}   LOS {:.1} %",
                elo_words(estimate.elo),
                100.0 * estimate.superiority
            ));
        }
        if let (Some(even), Some(drawn)) =
            (first.pentanomial.draw_ratio(), first.games.draw_ratio())
        {
            lines.push(format!(
                "Pairs   {} (0 to 2 points), {:.1} % even; {:.1} % of games drawn",
                first.pentanomial,
                100.0 * even,
                100.0 * drawn
            ));
        }
        lines
    }

    /// The standings of any number of engines.
    fn table(&self) -> Vec<String> {
        let mut lines = vec![format!(
            " #  {:NAME$} {:>7} {:>6}  {:>6} {:>6}  {:>4} {:>4} {:>4}",
            "Engine", "Elo", "±", "Games", "Score", "Won", "Drew", "Lost"
        )];
        for (place, result) in (1..).zip(&self.standings) {
            lines.push(table_row(place, result));
        }
        lines
    }

    fn ends(&self) -> Vec<String> {
        let words: Vec<String> = self
            .terminations
            .iter()
            .map(|count| {
                let losers: Vec<String> = count
                    .losers
                    .iter()
                    .map(|(&engine, games)| {
                        let name = self.engine(engine).map_or("", |engine| &engine.name);
                        format!("{} {games}", truncated(&clean(name), NAME))
                    })
                    .collect();
                let losers = if losers.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", losers.join(", "))
                };
                format!("{} {}{losers}", count.termination, count.games)
            })
            .collect();
        wrapped("Ends    ", &words.join("; "), ' ')
    }
}

/// `3 games were decided by time or by failures`.
fn decided(failed: u64) -> String {
    let games = counted(failed, "game was", "games were");
    format!("{games} decided by time or by failures")
}

/// The sentences with which a report begins if games were not decided by play, or if many
/// are duplicates; `None` otherwise.
pub(super) fn warning(
    failed: u64,
    standings: &[EngineResult],
    duplicates: usize,
    played: usize,
) -> Option<String> {
    let failures = (failed > 0).then(|| failure_warning(failed, standings));
    let are_many = duplicates * MANY_DUPLICATES > played;
    let duplicates = are_many.then(|| {
        let duplicates = duplicate_words(duplicates);
        format!("{duplicates}, so the true errors are larger.")
    });
    let sentences: Vec<String> = failures.into_iter().chain(duplicates).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// `2 games are duplicates of earlier ones`.
pub(in crate::arena) fn duplicate_words(duplicates: usize) -> String {
    let one = "game is a duplicate of an earlier one";
    counted(duplicates, one, "games are duplicates of earlier ones")
}

fn failure_warning(failed: u64, standings: &[EngineResult]) -> String {
    let losers = standings.iter().filter(|engine| engine.failures > 0);
    let losers: Vec<String> = losers
        .map(|engine| {
            let name = truncated(&clean(&engine.name), NAME);
            format!("{name} lost {}", engine.failures)
        })
        .collect();
    let losers = match losers.is_empty() {
        true => String::new(),
        false => format!(" ({})", losers.join(", ")),
    };
    format!("{}, not by play{losers}.", decided(failed))
}

fn table_row(place: usize, result: &EngineResult) -> String {
    // Without games, nothing is known.
    let elo = result
        .elo()
        .filter(|elo| elo.low.is_finite() || elo.high.is_finite());
    let bounded = |value: f64| {
        if value.is_finite() {
            format!("{value:+.1}")
        } else {
            "-".to_owned()
        }
    };
    format!(
        "{place:>2}  {} {:>7} {:>6}  {:>6} {:>6}  {:>4} {:>4} {:>4}",
        fitted(&result.name, NAME),
        elo.map_or("-".to_owned(), |elo| bounded(elo.value)),
        elo.map_or("-".to_owned(), |elo| {
            bounded(elo.margin()).trim_start_matches('+').to_owned()
        }),
        result.games.games(),
        percent_of(result.points, result.games.games()),
        result.games.wins,
        result.games.draws,
        result.games.losses,
    )
}

/// An estimated Elo as text: `+12.3 ± 4.5`, or only the finite bound if the
/// other is infinite.
pub(in crate::arena) fn elo_words(elo: Estimated) -> String {
    match (elo.low.is_finite(), elo.high.is_finite()) {
        (true, true) => format!("{:+.1} ± {:.1}", elo.value, elo.margin()),
        (true, false) => format!("above {:+.1}", elo.low),
        (false, true) => format!("below {:+.1}", elo.high),
        (false, false) => "unknown".to_owned(),
    }
}

/// The state of a sequential test as text.
pub(in crate::arena) fn sprt_words(sprt: &SprtState) -> String {
    let settings = &sprt.settings;
    let model = match settings.model() {
        EloModel::Logistic => "Elo",
        EloModel::Normalized => "nElo",
    };
    let verdict = match sprt.verdict {
        SprtDecision::AcceptH1 => format!("{model} {} accepted", settings.elo1()),
        SprtDecision::AcceptH0 => format!("{model} {} accepted", settings.elo0()),
        SprtDecision::Continue => "undecided".to_owned(),
    };
    let surplus = match sprt.pairs_surplus {
        0 => String::new(),
        1 => ", 1 more does not count".to_owned(),
        number => format!(", {number} more do not count"),
    };
    format!(
        "{verdict}: LLR {:.2} ({:.2} to {:.2}) of {model} {} against {}, α {} β {}, after {}{surplus}",
        sprt.log_likelihood_ratio,
        sprt.lower,
        sprt.upper,
        settings.elo1(),
        settings.elo0(),
        settings.alpha(),
        settings.beta(),
        counted(sprt.pairs_used, "pair", "pairs"),
    )
}

/// Points without needless decimals: `12` or `12.5`.
pub(in crate::arena) fn points(points: f64) -> String {
    format!("{points}")
}

/// Points as a percentage of a number of games.
pub(in crate::arena) fn percent_of(points: f64, games: u64) -> String {
    if games == 0 {
        "-".to_owned()
    } else {
        format!("{:.1} %", 100.0 * points / games as f64)
    }
}

/// A large number with a unit: `950`, `12.3 k`, `4.56 M`.
pub(in crate::arena) fn large(number: f64) -> String {
    match number {
        _ if number >= 1e9 => format!("{:.2} G", number / 1e9),
        _ if number >= 1e6 => format!("{:.2} M", number / 1e6),
        _ if number >= 1e3 => format!("{:.1} k", number / 1e3),
        _ => format!("{number:.0}"),
    }
}

fn thinking_words(thinking: &ThinkingStatistics) -> Option<String> {
    let mut words = vec![format!("{:.1} ms a move", thinking.mean_milliseconds?)];
    if let Some(depth) = thinking.mean_depth {
        words.push(format!("depth {depth:.1}"));
    }
    if let Some(speed) = thinking.nodes_per_second {
        words.push(format!("{}n/s", large(speed)));
    }
    if let Some(overstep) = thinking.largest_overstep_milliseconds
        && overstep > 0.0
    {
        words.push(format!("late by {overstep:.1} ms"));
    }
    Some(words.join(", "))
}

/// A name without characters that a terminal would interpret.
fn clean(text: &str) -> String {
    text.chars()
        .map(|character| {
            if character.is_control() {
                '\u{fffd}'
            } else {
                character
            }
        })
        .collect()
}

/// The first `most` characters, with an ellipsis if some are missing.
pub(in crate::arena) fn truncated(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    kept + "…"
}

/// A name padded or cut to exactly this many columns.
fn fitted(name: &str, columns: usize) -> String {
    format!("{:columns$}", truncated(&clean(name), columns))
}

/// A text wrapped between words, with `head` before the first line and as much
/// space before the others.
fn wrapped(head: &str, text: &str, gap: char) -> Vec<String> {
    let width = COLUMNS - head.chars().count();
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(gap) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(gap);
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    let indent = " ".repeat(head.chars().count());
    lines
        .iter()
        .enumerate()
        .map(|(number, line)| match number {
            0 => format!("{head}{line}"),
            _ => format!("{indent}{line}"),
        })
        .collect()
}
