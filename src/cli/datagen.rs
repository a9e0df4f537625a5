//! The command `datagen`: makes and examines files of self-play games.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use clap::{Args, Subcommand};

use crate::arena::schedule::Shard;
use crate::base::plural::counted;
use crate::engine::MAX_THREADS;
use crate::eval::network::Network;
use crate::rules::Rules;
use crate::training::data::{self, Appender, DataFile, Filter, Header, Source, Statistics};
use crate::training::selfplay::{self, SelfPlay};

use super::arguments::{RulesArguments, up_to, whole};
use super::progress::Progress;
use super::{
    CliError, CommandOutcome, check_output_file, eval, output_folder, stop_flag, warn_fewer_threads,
};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Each game begins with random moves from the start position; then the engine plays
both sides with a fixed number of nodes a move. The games are appended to a file in
the folder, named after variant, seed and shard. A stopped command loses no finished
game, and its exit status is 1: the same command resumes. The games depend on the
options and on the program, but not on --threads or interruptions.
docs/training-data.md describes the format.

Shards divide the games among machines; 'datagen merge' unites their files.

Examples:
  peregrine datagen --variant falcon --games 100000 --threads 2 --out data
  peregrine datagen --games 1000000 --seed 7 --shard 3/16 --out data
  peregrine datagen --seed 8 --network falcon.prgnet --out data
  peregrine datagen stats data/falcon-1.prgdata
  peregrine datagen merge data/falcon-7-*.prgdata --out falcon-7.prgdata")]
pub(super) struct DatagenArguments {
    #[command(subcommand)]
    command: Option<DatagenCommand>,
    #[command(flatten)]
    generate: GenerateArguments,
}

#[derive(Debug, Subcommand)]
enum DatagenCommand {
    /// Count games, results, scores and the positions that training would use.
    Stats(StatsArguments),
    /// Check files to the last byte: checksums, legal moves, results by the rules.
    Verify(StatsArguments),
    /// Merge files of one variant.
    Merge(MergeArguments),
    /// Write the games of a file in random order.
    Shuffle(ShuffleArguments),
}

#[derive(Debug, Args)]
struct GenerateArguments {
    #[command(flatten)]
    game: RulesArguments,
    /// The folder for the file; created if it does not exist.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Total number of games in all shards.
    #[arg(long, value_name = "N", default_value_t = 10_000,
          value_parser = whole(1..=Source::MAX_GAMES))]
    games: u32,
    /// Nodes searched for each move.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = whole(1..=u64::MAX))]
    nodes: u64,
    /// Seed of all random choices.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Play only part I of N parts of the games.
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = str::parse::<Shard>)]
    shard: Shard,
    /// Minimum number of random moves at the beginning of a game.
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = up_to(0, 100))]
    least_plies: usize,
    /// Maximum number of random moves at the beginning of a game.
    #[arg(long, value_name = "PLIES", default_value_t = 9, value_parser = up_to(0, 100))]
    most_plies: usize,
    /// Largest advantage of either side after the random moves, in centipawns.
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 400, value_parser = whole::<u32>(1..=32_000))]
    window: u32,
    /// Percentage of games in which one side starts with a piece exchanged or removed;
    /// --window is tripled for them.
    #[arg(long, value_name = "PERCENT", default_value_t = 5,
          value_parser = whole::<u32>(0..=100))]
    uneven: u32,
    /// File of a network that evaluates [default: the built-in network of the game; if
    /// there is none, hand-written terms].
    #[arg(long, value_name = "FILE", conflicts_with = "no_network")]
    network: Option<PathBuf>,
    /// Use only the hand-written evaluation.
    #[arg(long)]
    no_network: bool,
    /// Hash table of each thread in MiB.
    #[arg(long, value_name = "MB", default_value_t = 4, value_parser = up_to(1, 1024))]
    hash: usize,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(1, MAX_THREADS))]
    threads: usize,
}

#[derive(Debug, Args)]
struct StatsArguments {
    /// Files of games.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
struct MergeArguments {
    /// Files of games.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: NewFile,
}

#[derive(Debug, Args)]
struct ShuffleArguments {
    /// The file of games.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Seed of the order.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    output: NewFile,
}

/// A file to be written.
#[derive(Debug, Args)]
struct NewFile {
    /// The new file.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite an existing file.
    #[arg(long)]
    force: bool,
}

pub(super) fn run(
    arguments: &DatagenArguments,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    match &arguments.command {
        Some(DatagenCommand::Stats(files)) => stats(files, output)?,
        Some(DatagenCommand::Verify(files)) => verify(files, output)?,
        Some(DatagenCommand::Merge(arguments)) => merge(arguments, output)?,
        Some(DatagenCommand::Shuffle(arguments)) => shuffle(arguments, output)?,
        None => return generate(&arguments.generate, output),
    }
    Ok(CommandOutcome::Good)
}

fn generate(
    arguments: &GenerateArguments,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    let rules = arguments.game.rules()?;
    let Some(out) = &arguments.out else {
        let message = "--out is missing: the folder for the games ('peregrine datagen --help')";
        return Err(CliError::Message(message.to_owned()));
    };
    if arguments.least_plies > arguments.most_plies {
        return Err(CliError::Message(format!(
            "--least-plies {} is more than --most-plies {}",
            arguments.least_plies, arguments.most_plies
        )));
    }
    let network = arguments.network(rules)?;
    let source = arguments.source(network.as_deref());
    output_folder(out)?;
    let file = out.join(arguments.file_name(rules));
    let (mut appender, before) = Appender::open(&file, &Header::new(rules, source.clone()))?;
    let all = selfplay::games_of_shard(&source);
    let stop = stop_flag()?;
    let mut progress = Progress::new(Some(all.into()), "games").from(before.into());
    let mut granted_threads = None;
    let play = SelfPlay {
        rules,
        source: &source,
        network,
        threads: arguments.threads,
    };
    let generated = selfplay::generate(&play, &mut appender, before, &stop, |generated| {
        if granted_threads != generated.granted_threads {
            granted_threads = generated.granted_threads;
            progress.pause(|| warn_fewer_threads(granted_threads, arguments.threads));
        }
        progress.show(generated.games.into());
    });
    drop(progress);
    let generated = generated?;
    appender.finish()?;
    writeln!(
        output,
        "{}: {} of {all} games, {} of them new with {} searched moves",
        file.display(),
        generated.games,
        generated.games - generated.before,
        generated.positions
    )?;
    if stop.load(Relaxed) && generated.games < all {
        writeln!(output, "Stopped. The same command resumes.")?;
        return Ok(CommandOutcome::Bad);
    }
    Ok(CommandOutcome::Good)
}

impl GenerateArguments {
    /// The network that evaluates, if one does.
    fn network(&self, rules: &'static Rules) -> Result<Option<Arc<Network>>, CliError> {
        match self.no_network {
            true => Ok(None),
            false => eval::network(rules, self.network.as_deref()),
        }
    }

    fn source(&self, network: Option<&Network>) -> Source {
        Source {
            program: format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
            evaluation: Source::evaluation_by(network),
            games: self.games,
            shard: self.shard,
            seed: self.seed,
            nodes: self.nodes,
            hash: self.hash,
            opening: (self.least_plies, self.most_plies),
            window: self.window,
            uneven: self.uneven,
            adjudication: selfplay::ADJUDICATION,
        }
    }

    fn file_name(&self, rules: &Rules) -> String {
        let shard = match self.shard.count() {
            1 => String::new(),
            count => format!("-{}of{count}", self.shard.number()),
        };
        format!("{}-{}{shard}.prgdata", rules.variant(), self.seed)
    }
}

/// Replays all games of a file.
fn examine(path: &Path) -> Result<(DataFile, Statistics), CliError> {
    let file = DataFile::open(path)?;
    let mut progress = Progress::new(None, "games read");
    let statistics = data::verify(&file, &Filter::default(), |games| progress.show(games))?;
    Ok((file, statistics))
}

fn stats(arguments: &StatsArguments, output: &mut impl Write) -> Result<(), CliError> {
    for path in &arguments.files {
        let (file, statistics) = examine(path)?;
        let header = file.header();
        writeln!(output, "{}", path.display())?;
        writeln!(
            output,
            "{}, castling {}, promotion {}",
            header.variant, header.castling, header.promotion
        )?;
        for source in &header.sources {
            writeln!(output, "{source}")?;
        }
        if let Some(seed) = header.shuffled {
            writeln!(output, "in random order, seed {seed}")?;
        }
        writeln!(output, "{statistics}\n")?;
    }
    Ok(())
}

fn verify(arguments: &StatsArguments, output: &mut impl Write) -> Result<(), CliError> {
    for path in &arguments.files {
        let (_, statistics) = examine(path)?;
        writeln!(
            output,
            "{}: {} games with {} searched moves, no faults",
            path.display(),
            statistics.games,
            statistics.moves
        )?;
    }
    Ok(())
}

fn merge(arguments: &MergeArguments, output: &mut impl Write) -> Result<(), CliError> {
    let NewFile { out, force } = &arguments.output;
    check_output_file(out, *force)?;
    let inputs = arguments.files.iter().map(|path| DataFile::open(path));
    let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
    let mut progress = Progress::new(None, "games copied");
    let games = data::merge(&inputs, out, |games| progress.show(games))?;
    drop(progress);
    let sources = inputs.iter().flat_map(|input| &input.header().sources);
    let all: u64 = sources
        .map(|source| u64::from(selfplay::games_of_shard(source)))
        .sum();
    let out = out.display();
    match games < all {
        true => writeln!(
            output,
            "{out}: {games} of {all} games; the rest is missing from the files"
        )?,
        false => writeln!(output, "{out}: {}", counted(games, "game", "games"))?,
    }
    Ok(())
}

fn shuffle(arguments: &ShuffleArguments, output: &mut impl Write) -> Result<(), CliError> {
    let NewFile { out, force } = &arguments.output;
    check_output_file(out, *force)?;
    let input = DataFile::open(&arguments.file)?;
    let mut progress = Progress::new(None, "games copied");
    let games = data::shuffle(&input, out, arguments.seed, |games| progress.show(games))?;
    drop(progress);
    let games = counted(games, "game", "games");
    writeln!(output, "{}: {games}", out.display())?;
    Ok(())
}
