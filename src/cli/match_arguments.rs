//! What can be said to `peregrine match`.
//!
//! Knows no engine: a configuration comes out.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::arena::adjudication::{DrawAdjudication, WinAdjudication};
use crate::arena::configuration::{self, Configuration, OpeningOrder, OpeningSource};
use crate::arena::engine_config::EngineConfig;
use crate::arena::runner::{Logs, Settings};
use crate::arena::schedule::{Format, Shard};
use crate::arena::statistics::SprtSettings;

use super::Failure;
use super::arguments::OptionArguments;

#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
An engine is described by words KEY=VALUE, quoted as for a shell:
  name=new command=target/release/peregrine protocol=uci time=2+0.02 hash=16
  name=max command=fairymax protocol=cecp argument=-x option.Hash=16
All keys, and the same in a file, are described in docs/guide/matches.md. A time
is SECONDS, SECONDS+INCREMENT, MOVES/SECONDS, SECONDS/move or none; nodes and
depth limit each move.

All that is played is kept in the directory as it ends: results.jsonl (from
which all else follows), games.pgn, summary.json, report.html, and logs of games
that went wrong. Stopped in whatever way, the same command goes on.

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
    /// The directory of all that the match leaves; it is made, or gone on with.
    #[arg(long, value_name = "DIRECTORY", required = true)]
    pub out: Option<PathBuf>,
    /// Take what is not said here from this file (TOML, or JSON if its name
    /// ends in .json).
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// An engine; give two or more.
    #[arg(long, value_name = "KEY=VALUE ...")]
    pub engine: Vec<EngineConfig>,
    /// What holds for all engines that do not say otherwise.
    #[arg(long, value_name = "KEY=VALUE ...")]
    pub each: Option<EngineConfig>,
    /// What the match is called.
    #[arg(long)]
    pub title: Option<String>,
    /// The game ('peregrine variants' lists them) [default: falcon].
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    #[command(flatten)]
    pub options: OptionArguments,
    /// Who meets whom: round-robin, or gauntlet (the first engine meets all
    /// others) [default: round-robin].
    #[arg(long, value_parser = str::parse::<Format>)]
    pub format: Option<Format>,
    /// How many rounds; in each, those who meet play two games from the same
    /// opening, with both colours [default: 1].
    #[arg(long, value_name = "N")]
    pub rounds: Option<usize>,
    /// The seed of everything random [default: 1].
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Begin the games with the openings in this file: EPD or FEN, PGN, or
    /// lists of moves.
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// In which order openings are played: sequential, shuffled
    /// [default: sequential].
    #[arg(long, value_parser = str::parse::<OpeningOrder>)]
    pub order: Option<OpeningOrder>,
    /// Play at most so many plies of each opening.
    #[arg(long, value_name = "N")]
    pub opening_plies: Option<usize>,
    /// End games as drawn: from which move on, when both scores are so close
    /// to zero for so many moves.
    #[arg(long, value_name = "from=N moves=N score=CENTIPAWNS", value_parser = words::<DrawAdjudication>)]
    pub draw: Option<DrawAdjudication>,
    /// End games as won when both scores say so for so many moves.
    #[arg(long, value_name = "moves=N score=CENTIPAWNS", value_parser = words::<WinAdjudication>)]
    pub win: Option<WinAdjudication>,
    /// End games as drawn after so many moves.
    #[arg(long, value_name = "N")]
    pub length: Option<usize>,
    /// End games as won or drawn when the tablebases in this folder know how they end
    /// ('peregrine tablebase' makes them).
    #[arg(long, value_name = "FOLDER")]
    pub tablebases: Option<PathBuf>,
    /// End the match when it is decided which is true: that the first engine
    /// is elo0, or elo1, better than the second (alpha, beta: the rates of
    /// error, usually 0.05; model: normalized or logistic Elo).
    #[arg(long, value_name = "elo0=X elo1=Y [KEY=VALUE ...]", value_parser = words::<SprtSettings>)]
    pub sprt: Option<SprtSettings>,
    /// By how many seconds a player may exceed his time: what the runner and
    /// the system may take on the way [default: 0.01].
    #[arg(long, value_name = "SECONDS")]
    pub margin: Option<f64>,
    /// How many seconds it is waited for a player beyond his time
    /// [default: 10].
    #[arg(long, value_name = "SECONDS")]
    pub stall: Option<f64>,
    /// How many games are played at a time.
    #[arg(long, value_name = "N", default_value = "1")]
    pub concurrency: NonZeroUsize,
    /// Play only the I-th of N parts; 'peregrine match merge' joins them.
    #[arg(long, value_name = "I/N", value_parser = str::parse::<Shard>)]
    pub shard: Option<Shard>,
    /// Of which games the dialogue with the engines is kept: none, failures,
    /// all.
    #[arg(long, value_name = "WHICH", default_value = "failures", value_parser = logs)]
    pub log: Logs,
}

#[derive(Debug, Subcommand)]
pub(super) enum MatchCommand {
    /// Join the parts of a match that were played with --shard.
    Merge {
        /// The directory that is made of them; it must not be there yet.
        #[arg(long, value_name = "DIRECTORY")]
        out: PathBuf,
        /// The directories of all parts.
        #[arg(required = true, value_name = "DIRECTORY")]
        parts: Vec<PathBuf>,
    },
    /// Say how a match stands, and write its games, summary and report anew
    /// from its results.
    Report {
        /// Its directory.
        #[arg(value_name = "DIRECTORY")]
        directory: PathBuf,
    },
}

impl MatchArguments {
    /// The match that file and words describe; words go before.
    pub fn configuration(&self) -> Result<Configuration, Failure> {
        let mut configuration = match &self.file {
            Some(path) => configuration::read(path)?,
            None => Configuration::default(),
        };
        let it = &mut configuration;
        take(&mut it.title, &self.title);
        take(&mut it.variant, &self.variant);
        take(&mut it.format, &self.format);
        take(&mut it.rounds, &self.rounds);
        take(&mut it.seed, &self.seed);
        take(&mut it.margin, &self.margin);
        take(&mut it.stall, &self.stall);
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
                take(&mut source.order, &self.order);
                source.plies = self.opening_plies.or(source.plies);
            }
            None if self.order.is_some() || self.opening_plies.is_some() => {
                return Err(Failure::Message(
                    "--order and --opening-plies need a file of openings (--openings)".to_owned(),
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
            it.each = each.over(&it.each);
        }
        if !self.engine.is_empty() {
            it.engines.clone_from(&self.engine);
        }
        Ok(configuration)
    }

    /// How it is played here.
    pub fn settings(&self) -> Result<Settings, Failure> {
        let Some(directory) = self.out.clone() else {
            return Err(Failure::Message("--out is missing".to_owned()));
        };
        Ok(Settings {
            directory,
            concurrency: self.concurrency.get(),
            shard: self.shard.unwrap_or(Shard::WHOLE),
            logs: self.log,
        })
    }
}

fn take<T: Clone>(place: &mut T, value: &Option<T>) {
    if let Some(value) = value {
        place.clone_from(value);
    }
}

fn logs(text: &str) -> Result<Logs, String> {
    match text {
        "none" => Ok(Logs::None),
        "failures" => Ok(Logs::Failures),
        "all" => Ok(Logs::All),
        _ => Err("there are: none failures all".to_owned()),
    }
}

/// What words KEY=VALUE say that a table of a file could say.
fn words<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let mut table = Map::new();
    for word in text.split_whitespace() {
        let (key, value) = word
            .split_once('=')
            .ok_or_else(|| format!("'{word}' is not KEY=VALUE"))?;
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
        if table.insert(key.to_owned(), value).is_some() {
            return Err(format!("'{key}' is said twice"));
        }
    }
    serde_json::from_value(Value::Object(table)).map_err(|error| error.to_string())
}
