//! The arguments of `peregrine match`, turned into a configuration.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde::de::DeserializeOwned;

use crate::arena::adjudication::{DrawAdjudication, WinAdjudication};
use crate::arena::configuration::{self, Configuration, OpeningOrder, OpeningSource};
use crate::arena::engine_config::EngineConfig;
use crate::arena::flag::FlagRule;
use crate::arena::key_value::{self, Grammar, KeyValueError};
use crate::arena::runner::{Logs, RunSettings};
use crate::arena::schedule::{Format, MAX_ROUNDS, Shard};
use crate::arena::statistics::SprtSettings;

use super::CliError;
use super::arguments::{OptionArguments, decimal, up_to, whole};

/// The most games that are played at a time.
const MAX_CONCURRENCY: usize = 10_000;

#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
An engine is described by KEY=VALUE words, quoted as in a shell (on Windows a
backslash is an ordinary character):
  name=new command=target/release/peregrine protocol=uci time=2+0.02 hash=16
  name=max command=fairymax protocol=cecp argument=-x option.Hash=16
docs/guide/matches.md describes all keys and the file format. A time control is
SECONDS, SECONDS+INCREMENT, MOVES/SECONDS, SECONDS/move or none; nodes and
depth limit each move.

Every finished game is saved in the directory: results.jsonl (from which the
other files can be regenerated), games.pgn, summary.json, report.html, and logs
of games that failed. After any interruption the same command resumes the match.

Examples:
  peregrine match --out new-old --rounds 100 --openings data/openings/falcon.txt \\
      --each 'protocol=uci time=2+0.02' --concurrency 2 \\
      --engine 'name=new command=./new' --engine 'name=old command=./old'
  peregrine match --out test --rounds 20000 --sprt 'elo0=0 elo1=5' \\
      --each 'protocol=uci nodes=5000' --openings data/openings/falcon.txt \\
      --engine 'name=new command=./new' --engine 'name=old command=./old'
  peregrine match --out tournament --file tournament.toml"
)]
pub(super) struct MatchArguments {
    #[command(subcommand)]
    pub command: Option<MatchCommand>,
    /// Directory for the results; created if missing, resumed if it holds this
    /// match.
    #[arg(long, value_name = "DIRECTORY", required = true)]
    pub out: Option<PathBuf>,
    /// Read the configuration from this file (TOML, or JSON if its name ends in
    /// .json); command-line options override the file.
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// An engine, described as below; give two or more.
    #[arg(long, value_name = "KEY=VALUE ...")]
    pub engine: Vec<EngineConfig>,
    /// Defaults for all engines.
    #[arg(long, value_name = "KEY=VALUE ...")]
    pub each: Option<EngineConfig>,
    /// Title of the match.
    #[arg(long)]
    pub title: Option<String>,
    /// The variant ('peregrine variants' lists them) [default: falcon].
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    #[command(flatten)]
    pub options: OptionArguments,
    /// Pairings: round-robin, or gauntlet (the first engine plays all others)
    /// [default: round-robin].
    #[arg(long, value_parser = str::parse::<Format>)]
    pub format: Option<Format>,
    /// Number of rounds; in each, paired engines play two games from the same
    /// opening with colors reversed [default: 1].
    #[arg(long, value_name = "N", value_parser = whole(1..=MAX_ROUNDS))]
    pub rounds: Option<usize>,
    /// Seed of all random choices [default: 1].
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    pub seed: Option<u64>,
    /// Start the games from the openings in this file: EPD or FEN lines, PGN
    /// games, or lists of moves.
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Order of the openings: sequential or shuffled [default: sequential].
    #[arg(long, value_parser = str::parse::<OpeningOrder>)]
    pub order: Option<OpeningOrder>,
    /// Maximum number of plies to play from each opening.
    #[arg(long, value_name = "N", value_parser = whole(0..=usize::MAX))]
    pub opening_plies: Option<usize>,
    /// Adjudicate a draw when, from move `from` on, both engines' scores stay within
    /// `score` of zero for `moves` moves.
    #[arg(long, value_name = "from=N moves=N score=CENTIPAWNS", value_parser = words::<DrawAdjudication>)]
    pub draw: Option<DrawAdjudication>,
    /// Adjudicate a win when both engines' scores agree on it, by `score` or more,
    /// for `moves` moves.
    #[arg(long, value_name = "moves=N score=CENTIPAWNS", value_parser = words::<WinAdjudication>)]
    pub win: Option<WinAdjudication>,
    /// Adjudicate a draw after this many moves.
    #[arg(long, value_name = "N", value_parser = up_to(1, 1_000_000))]
    pub length: Option<usize>,
    /// Adjudicate games by the tablebases in this folder ('peregrine tablebase build'
    /// makes them).
    #[arg(long, value_name = "FOLDER")]
    pub tablebases: Option<PathBuf>,
    /// Stop when a sequential probability ratio test (SPRT) decides whether the
    /// first engine is stronger than the second by elo0 or by elo1 (alpha, beta:
    /// error rates, by default 0.05; model: normalized or logistic Elo).
    #[arg(long, value_name = "elo0=X elo1=Y [KEY=VALUE ...]", value_parser = words::<SprtSettings>)]
    pub sprt: Option<SprtSettings>,
    /// Seconds by which an engine may overstep its time without losing, to allow for
    /// delays of the system [default: 0.01].
    #[arg(long, value_name = "SECONDS", value_parser = decimal(0.0..=100_000.0))]
    pub margin: Option<f64>,
    /// Seconds past the flag before an engine counts as hung [default: 10].
    #[arg(long, value_name = "SECONDS", value_parser = decimal(0.0..=100_000.0))]
    pub stall: Option<f64>,
    /// What a fallen flag means: fide (a draw if the opponent cannot mate by any series
    /// of legal moves, otherwise a loss) or loss (always a loss) [default: fide].
    #[arg(long, value_name = "RULE", value_parser = str::parse::<FlagRule>)]
    pub flag: Option<FlagRule>,
    /// Number of games played in parallel.
    #[arg(long, value_name = "N", default_value = "1", value_parser = up_to(1, MAX_CONCURRENCY))]
    pub concurrency: usize,
    /// Play only part I of N; 'peregrine match merge' joins the parts.
    #[arg(long, value_name = "I/N", value_parser = str::parse::<Shard>)]
    pub shard: Option<Shard>,
    /// Games whose dialogue with the engines is kept: none, failures or all.
    #[arg(long, value_name = "WHICH", default_value = "failures", value_parser = logs)]
    pub log: Logs,
}

#[derive(Debug, Subcommand)]
pub(super) enum MatchCommand {
    /// Join the parts of a match that were played with --shard.
    #[command(after_help = "\
Example:
  peregrine match merge --out whole part1 part2 part3 part4")]
    Merge {
        /// The directory to create; it must not exist yet.
        #[arg(long, value_name = "DIRECTORY")]
        out: PathBuf,
        /// The directories of the parts, all of them.
        #[arg(required = true, value_name = "DIRECTORY")]
        parts: Vec<PathBuf>,
    },
    /// Print the results of a match, and regenerate its games, summary and report
    /// from its results.
    #[command(after_help = "\
Example:
  peregrine match report new-old")]
    Report {
        /// The directory of the match.
        #[arg(value_name = "DIRECTORY")]
        directory: PathBuf,
    },
}

impl MatchArguments {
    /// The match described by the file and the options; options override the file.
    pub(super) fn configuration(&self) -> Result<Configuration, CliError> {
        let mut configuration = match &self.file {
            Some(path) => configuration::read(path)?,
            None => Configuration::default(),
        };
        let it = &mut configuration;
        replace_if_given(&mut it.title, &self.title);
        replace_if_given(&mut it.variant, &self.variant);
        replace_if_given(&mut it.format, &self.format);
        replace_if_given(&mut it.rounds, &self.rounds);
        replace_if_given(&mut it.seed, &self.seed);
        replace_if_given(&mut it.margin, &self.margin);
        replace_if_given(&mut it.stall, &self.stall);
        it.flag = self.flag.or(it.flag);
        if let Some(rule) = self.options.castling {
            it.castling = Some(rule.name().to_owned());
        }
        if let Some(rule) = self.options.promotion {
            it.promotion = Some(rule.name().to_owned());
        }
        if let Some(file) = &self.openings {
            it.openings = Some(OpeningSource {
                file: file.clone(),
                order: OpeningOrder::default(),
                plies: None,
            });
        }
        match &mut it.openings {
            Some(source) => {
                replace_if_given(&mut source.order, &self.order);
                source.plies = self.opening_plies.or(source.plies);
            }
            None if self.order.is_some() || self.opening_plies.is_some() => {
                return Err(CliError::Message(
                    "--order and --opening-plies need --openings".to_owned(),
                ));
            }
            None => (),
        }
        it.adjudication.draw = self.draw.or(it.adjudication.draw);
        it.adjudication.win = self.win.or(it.adjudication.win);
        it.adjudication.length = self.length.or(it.adjudication.length);
        if self.tablebases.is_some() {
            it.tablebases.clone_from(&self.tablebases);
        }
        it.sprt = self.sprt.or(it.sprt);
        if let Some(each) = &self.each {
            it.each = each.with_defaults(&it.each);
        }
        if !self.engine.is_empty() {
            it.engines.clone_from(&self.engine);
        }
        Ok(configuration)
    }

    /// The settings that affect only this run.
    pub(super) fn settings(&self) -> Result<RunSettings, CliError> {
        let Some(directory) = self.out.clone() else {
            return Err(CliError::Message("--out is missing".to_owned()));
        };
        Ok(RunSettings {
            directory,
            concurrency: self.concurrency,
            shard: self.shard.unwrap_or(Shard::WHOLE),
            logs: self.log,
        })
    }
}

fn replace_if_given<T: Clone>(place: &mut T, value: &Option<T>) {
    if let Some(value) = value {
        place.clone_from(value);
    }
}

fn logs(text: &str) -> Result<Logs, String> {
    match text {
        "none" => Ok(Logs::None),
        "failures" => Ok(Logs::Failures),
        "all" => Ok(Logs::All),
        _ => Err("expected none, failures or all".to_owned()),
    }
}

fn words<T: DeserializeOwned>(text: &str) -> Result<T, KeyValueError> {
    key_value::read(text, Grammar::default())
}
