//! The files derived from the results file: games, summary, report, and logs of
//! single games.
//!
//! `games.pgn` grows as games finish and is sorted at the end; whatever a
//! killed process left of it is rebuilt from the results.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;
use time::OffsetDateTime;

use crate::base::files;
use crate::base::plural::counted;
use crate::board::color::Color;
use crate::notation::pgn::{PgnGame, date};
use crate::rules::Rules;

use super::comment::comment;
use super::flag::FlagRule;
use super::identity::EngineIdentity;
use super::journal::Header;
use super::record::{GameRecord, Termination};
use super::report::{self, ReportInput, Section};
use super::results::MatchResults;
use super::schedule::Shard;
use super::time_control::TimeControl;

/// Why a file cannot be written.
#[derive(Debug, Error)]
pub enum OutputError {
    /// The operating system reports an error.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// The results are of an unknown variant, or of a different one.
    #[error("the results are of another variant: {0}")]
    Rules(String),
    /// The moves of a game cannot be played.
    #[error("game {label} of the results cannot be replayed: {reason}")]
    Game {
        /// Its label.
        label: String,
        /// What is wrong.
        reason: String,
    },
}

/// The output files of a running match.
#[derive(Debug)]
pub(super) struct Output {
    directory: PathBuf,
    rules: &'static Rules,
    games: File,
    /// Length of `games`, in bytes.
    length: u64,
}

impl Output {
    /// Brings the files in line with the results, and opens `games.pgn` for
    /// appending.
    pub(super) fn open(directory: &Path, results: &MatchResults) -> Result<Output, OutputError> {
        let rules = write(directory, results)?;
        let path = directory.join("games.pgn");
        let failed = |error| OutputError::File {
            path: path.clone(),
            error,
        };
        let mut options = OpenOptions::new();
        let games = options.append(true).open(&path).map_err(failed)?;
        let length = games.metadata().map_err(failed)?.len();
        Ok(Output {
            directory: directory.to_owned(),
            rules,
            games,
            length,
        })
    }

    /// Whether `games.pgn` is still the file that was written.
    pub(crate) fn is_whole(&self) -> bool {
        let there = fs::metadata(self.directory.join("games.pgn"));
        match (there, self.games.metadata()) {
            (Ok(there), Ok(own)) => files::is_same(&there, &own) && there.len() == self.length,
            _ => false,
        }
    }

    /// Adds a game, and its log if there is one.
    pub(super) fn append(
        &mut self,
        results: &MatchResults,
        record: &GameRecord,
        log: &[String],
    ) -> Result<(), OutputError> {
        let game = pgn(results.header(), self.rules, record)?.to_string();
        let path = self.directory.join("games.pgn");
        self.games
            .write_all(game.as_bytes())
            .map_err(|error| OutputError::File { path, error })?;
        self.length += game.len() as u64;
        if log.is_empty() {
            return Ok(());
        }
        let folder = self.directory.join("logs");
        let path = folder.join(format!("game-{}.txt", record.label()));
        let mut text = format!("{}: {}\n\n", record.result, record.reason);
        for note in &record.notes {
            text.push_str(&format!("{note}\n"));
        }
        for line in log {
            text.push_str(line);
            text.push('\n');
        }
        fs::create_dir_all(&folder)
            .and_then(|()| files::replace(&path, text.as_bytes()))
            .map_err(|error| OutputError::File { path, error })
    }

    /// Rewrites summary and report.
    pub(super) fn report(&self, results: &MatchResults) -> Result<(), OutputError> {
        report(&self.directory, self.rules, results)
    }

    /// Rewrites all files, with the games in the order of the schedule.
    pub(super) fn finish(self, results: &MatchResults) -> Result<(), OutputError> {
        // Windows does not replace an open file.
        drop(self.games);
        write(&self.directory, results).map(|_| ())
    }
}

/// Writes games, summary and report of a match from its results, and
/// returns the rules of its variant.
///
/// # Errors
/// When a file cannot be written, or a game cannot be replayed.
///
/// ```no_run
/// # use peregrine::arena::{journal, output, results::MatchResults};
/// # fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let results = journal::read("match/results.jsonl".as_ref())?;
/// output::write("match".as_ref(), &MatchResults::new(results.header, results.games))?;
/// # Ok(()) }
/// ```
pub fn write(directory: &Path, results: &MatchResults) -> Result<&'static Rules, OutputError> {
    files::sweep(directory);
    let header = results.header();
    let rules = header.identity.rules().map_err(OutputError::Rules)?;
    let mut games = Vec::new();
    for record in results.games().values() {
        games.extend(pgn(header, rules, record)?.to_string().into_bytes());
    }
    replace(&directory.join("games.pgn"), &games)?;
    report(directory, rules, results)?;
    Ok(rules)
}

fn report(
    directory: &Path,
    rules: &'static Rules,
    results: &MatchResults,
) -> Result<(), OutputError> {
    let summary = results.summary();
    let path = directory.join("summary.json");
    let mut text = serde_json::to_vec_pretty(&summary).map_err(|error| OutputError::File {
        path: path.clone(),
        error: error.into(),
    })?;
    text.push(b'\n');
    replace(&path, &text)?;
    let header = results.header();
    let records: Vec<&GameRecord> = results.games_that_count().collect();
    let page = report::html(&ReportInput {
        title: &header.title,
        sections: &sections(header),
        summary: &summary,
        records: &records,
        rules: Some(rules),
    });
    replace(&directory.join("report.html"), page.as_bytes())
}

/// The configuration as the report shows it.
fn sections(header: &Header) -> Vec<Section> {
    let identity = &header.identity;
    let mut entries = vec![
        ("Game", identity.variant.clone()),
        ("Castling", identity.castling.clone()),
        ("Promotion", identity.promotion.clone()),
        ("Rounds", identity.rounds.to_string()),
        (
            "Openings",
            match identity.openings.order {
                Some(order) => format!("{}, {order}", identity.openings.count),
                None => "no file".to_owned(),
            },
        ),
        ("Seed", identity.seed.to_string()),
        ("Margin", format!("{} s", identity.margin)),
        (
            "Fallen flag",
            match identity.flag {
                FlagRule::Fide => "draw if the opponent cannot mate".to_owned(),
                FlagRule::Loss => "always loses".to_owned(),
            },
        ),
    ];
    if header.shard != Shard::WHOLE {
        entries.push(("Part", header.shard.to_string()));
    }
    let adjudication = &identity.adjudication;
    if let Some(draw) = adjudication.draw {
        let words = format!(
            "from move {} on, within {} centipawns for {}",
            draw.from,
            draw.score,
            counted(draw.moves, "move", "moves")
        );
        entries.push(("Drawn", words));
    }
    if let Some(win) = adjudication.win {
        let moves = counted(win.moves, "move", "moves");
        let words = format!("at {} centipawns for {moves}", win.score);
        entries.push(("Won", words));
    }
    if let Some(length) = adjudication.length {
        entries.push((
            "Ended",
            format!("after {}", counted(length, "move", "moves")),
        ));
    }
    if identity.tablebases {
        entries.push(("Tablebases", "adjudicate games".to_owned()));
    }
    let mut sections = vec![section("The match", entries)];
    sections.extend(identity.engines.iter().map(engine_section));
    sections
}

fn engine_section(engine: &EngineIdentity) -> Section {
    let mut entries = vec![("Program", engine.program.clone())];
    let mut add = |name, value: String| {
        if !value.is_empty() {
            entries.push((name, value));
        }
    };
    let number = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
    add("Arguments", engine.arguments.join(" "));
    let environment = engine.environment.iter();
    let environment: Vec<String> = environment
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    add("Environment", environment.join(" "));
    add("Protocol", engine.protocol.to_string());
    add("Time", engine.time.to_string());
    add("Nodes", number(engine.nodes));
    add("Depth", number(engine.depth.map(u64::from)));
    add("Hash", number(engine.hash.map(u64::from)));
    add("Threads", number(engine.threads.map(u64::from)));
    if engine.ponder {
        add("Ponders", "yes".to_owned());
    }
    add("Options", engine.options.join(", "));
    add("Commands", engine.commands.join(", "));
    add("Variant", engine.variant.clone().unwrap_or_default());
    section(&engine.name, entries)
}

fn section(heading: &str, entries: Vec<(&str, String)>) -> Section {
    Section {
        heading: heading.to_owned(),
        entries: entries
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    }
}

fn replace(path: &Path, content: &[u8]) -> Result<(), OutputError> {
    files::replace(path, content).map_err(|error| OutputError::File {
        path: path.to_owned(),
        error,
    })
}

/// A finished game as PGN, with everything known about it.
///
/// # Errors
/// When its moves cannot be played.
pub fn pgn(
    header: &Header,
    rules: &'static Rules,
    record: &GameRecord,
) -> Result<PgnGame, OutputError> {
    let game = record.replay(rules).map_err(|reason| OutputError::Game {
        label: record.label(),
        reason,
    })?;
    let mut pgn = PgnGame::from_game(game);
    let moves = record.moves.iter();
    pgn.comments = moves.map(|made| made.info.as_ref().map(comment)).collect();
    let began = i64::try_from(record.began / 1000).unwrap_or_default();
    let began = OffsetDateTime::from_unix_timestamp(began).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let engine = |color| &header.identity.engines[record.player(color)];
    let (white, black) = (engine(Color::White), engine(Color::Black));
    pgn.set_tag("Event", &header.title);
    pgn.set_tag("Date", date(record.began / 1000));
    pgn.set_tag("Round", record.label());
    pgn.set_tag("White", &white.name);
    pgn.set_tag("Black", &black.name);
    if white.time == black.time {
        pgn.set_tag("TimeControl", time_control(white));
    } else {
        pgn.set_tag("WhiteTimeControl", time_control(white));
        pgn.set_tag("BlackTimeControl", time_control(black));
    }
    pgn.set_tag("Termination", termination(record.termination));
    pgn.set_tag("PlyCount", record.moves.len().to_string());
    pgn.set_tag(
        "UTCTime",
        format!(
            "{:02}:{:02}:{:02}",
            began.hour(),
            began.minute(),
            began.second()
        ),
    );
    pgn.result = Some(record.result);
    match pgn.comments.last_mut() {
        Some(Some(last)) => *last = format!("{last}, {}", record.reason),
        Some(last) => *last = Some(record.reason.clone()),
        None => pgn.comment = Some(record.reason.clone()),
    }
    Ok(pgn)
}

/// The value of a PGN `TimeControl` tag: `-` without a clock, `1/SECONDS` for a
/// fixed time per move.
fn time_control(engine: &EngineIdentity) -> String {
    match engine.time {
        TimeControl::Unlimited => "-".to_owned(),
        TimeControl::Move(time) => format!("1/{}", time.as_secs_f64()),
        TimeControl::Clock { .. } => engine.time.to_string(),
    }
}

/// The value of a PGN `Termination` tag.
const fn termination(termination: Termination) -> &'static str {
    match termination {
        Termination::TimeLoss | Termination::TimeDraw => "time forfeit",
        Termination::IllegalMove | Termination::FalseClaim => "rules infraction",
        Termination::Crash | Termination::Disconnect | Termination::Stall => "abandoned",
        Termination::AdjudicatedWin
        | Termination::AdjudicatedDraw
        | Termination::AdjudicatedLength
        | Termination::Tablebase => "adjudication",
        _ => "normal",
    }
}
