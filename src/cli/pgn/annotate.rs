//! The command `pgn annotate`: says of every move of a game what it was worth.

use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use clap::{ArgGroup, Args};

use crate::arena::openings::{self, OpeningsFormat};
use crate::base::files;
use crate::base::plural::counted;
use crate::base::text::decode_any;
use crate::engine::{MAX_HASH, MAX_THREADS};
use crate::notation::epd::Defaults;
use crate::notation::pgn::GameTexts;
use crate::tools::annotate::{
    AnnotateSettings, AnnotationJob, Annotator, GamesFile, OpeningPositions, SearchBudget,
};
use crate::tools::journal::Journal;
use crate::tools::observer::JobObserver;
use crate::variants;

use super::UsualRules;
use crate::cli::arguments::{seconds, up_to, whole};
use crate::cli::output::EXISTS;
use crate::cli::progress::JobProgress;
use crate::cli::{
    CliError, CommandOutcome, MAX_TEXT, check_output_file, file_error, granted_threads, stop_flag,
};

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("effort").required(true), after_help = "\
Every position of the main line is searched. After each move there is a comment
[%eval 0.35] with the evaluation in Pawns from White's point of view ([%eval #-3]:
Black mates in three). A move that lowers its player's expected score by 8% gets ?!,
by 15% ?, by 25% ??, and the engine's line as a variation; ! marks the only good move
if it is hard to find. Tags give the accuracy of both players, and the last comment
lists the moves after which another side was winning, or none. Variations, comments,
marks and tags of the game are kept. docs/guide/annotate.md explains all of this.

Games are read as by 'peregrine pgn check'. A game with a fault is reported and left
out; the exit status is then 1, and 2 if a file cannot be read or written.

With --nodes the result is the same on every machine, whatever --threads is. Finished
games are kept in FILE.partial beside the output, which is written at the end. A
stopped command loses no finished game, and its exit status is 1: the same command
resumes.

Examples:
  peregrine pgn annotate games.pgn --out annotated.pgn --nodes 100000 --threads 2
  peregrine pgn annotate falcon.pgn --out best.pgn --time 2 --openings falcon.txt")]
pub(in crate::cli) struct AnnotateArguments {
    /// The file of games; '-' is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Nodes searched for each position.
    #[arg(long, value_name = "N", group = "effort",
          value_parser = whole(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Seconds for each position, instead of nodes.
    #[arg(long, value_name = "SECONDS", group = "effort", value_parser = seconds(0.001..=86_400.0))]
    time: Option<f64>,
    /// Number of positions that are searched at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(1, MAX_THREADS))]
    threads: usize,
    /// Size of each thread's transposition table in MiB.
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = up_to(1, MAX_HASH))]
    hash: usize,
    /// Remark where a game leaves the openings in this file, which may be of any format
    /// that a match takes.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    #[command(flatten)]
    usual: UsualRules,
    /// Overwrite an existing file.
    #[arg(long)]
    force: bool,
}
pub(super) fn run(
    arguments: &AnnotateArguments,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    let out = &arguments.out;
    let defaults = arguments.usual.rules().defaults()?;
    let is_interrupted = Journal::path_for(out).exists();
    check_output_file(out, arguments.force || is_interrupted)?;
    let openings = arguments.openings.as_deref();
    let openings = openings
        .map(|path| opening_positions(path, &defaults))
        .transpose()?;
    let mut progress = JobProgress::default();
    let games = GamesFile::open(&arguments.file, defaults.clone(), MAX_TEXT)?;
    let totals = games.count(&mut progress)?;
    if totals.games == 0 {
        let message = match totals.faulty {
            0 => "the file contains no game",
            _ => "the file contains no game without faults",
        };
        progress.warn(&format!("{}: {message}", arguments.file.display()));
        return Ok(CommandOutcome::Bad);
    }
    let settings = arguments.settings_text(openings.as_ref());
    let mut job = AnnotationJob::resume(&games, totals, out, &settings)?;
    if out.exists() && !arguments.force && !job.is_written() {
        return Err(file_error(out, &EXISTS));
    }
    let stop = stop_flag()?;
    let annotator = Annotator::new(arguments.settings(), openings.as_ref(), &stop);
    let before = job.finished();
    job.run(&annotator, &mut progress)?;
    let finished = job.finished();
    let summary = format!(
        "{}: {finished} of {} games, {} of them new",
        out.display(),
        totals.games,
        finished - before
    );
    if finished < totals.games && !stop.load(Relaxed) {
        let message = "the file has changed while it was read";
        return Err(file_error(&arguments.file, &message));
    }
    if finished < totals.games {
        writeln!(output, "{summary}\nStopped. The same command resumes.")?;
        return Ok(CommandOutcome::Bad);
    }
    job.finish()?;
    writeln!(output, "{summary}")?;
    if totals.faulty == 0 {
        return Ok(CommandOutcome::Good);
    }
    let faulty = counted(totals.faulty, "game", "games");
    writeln!(output, "{faulty} with faults left out")?;
    Ok(CommandOutcome::Bad)
}

impl AnnotateArguments {
    fn budget(&self) -> SearchBudget {
        let time = Duration::from_secs_f64(self.time.unwrap_or_default());
        self.nodes
            .map_or(SearchBudget::Time(time), SearchBudget::Nodes)
    }

    fn settings(&self) -> AnnotateSettings {
        AnnotateSettings {
            budget: self.budget(),
            hash: self.hash,
            threads: granted_threads(self.threads),
        }
    }

    /// Everything that the result depends on besides the games, in one line.
    fn settings_text(&self, openings: Option<&OpeningPositions>) -> String {
        let budget = match self.budget() {
            SearchBudget::Nodes(nodes) => format!("--nodes {nodes}"),
            SearchBudget::Time(time) => format!("--time {}", time.as_secs_f64()),
        };
        let openings =
            openings.map_or_else(String::new, |all| format!(" --openings {}", all.digest()));
        format!(
            "{budget} --hash {} {}{openings} by Peregrine {}",
            self.hash,
            self.usual.rules().words(),
            env!("CARGO_PKG_VERSION")
        )
    }
}

/// The positions of a file of openings, which says for which variant it is.
fn opening_positions(path: &Path, defaults: &Defaults) -> Result<OpeningPositions, CliError> {
    let game = match OpeningsFormat::from_path(path) {
        Some(OpeningsFormat::Pgn) => {
            let file = files::open_any(path).map_err(|error| file_error(path, &error))?;
            let first = GameTexts::new(BufReader::new(file)).next();
            let variant = first.and_then(|game| game.ok()?.variant().ok()?);
            variant.map(|variant| Defaults::for_variant(&variant.name))
        }
        _ => {
            let bytes = files::read_any(path, MAX_TEXT);
            let bytes = bytes.map_err(|error| file_error(path, &error))?;
            let text = decode_any(bytes);
            let text = text.map_err(|fault| file_error(path, &io::Error::from(fault)))?;
            text.lines().find_map(Defaults::of_comment)
        }
    };
    let game = game.unwrap_or_else(|| defaults.clone());
    let rules = variants::find(&game.variant)?.rules(game.options)?;
    let openings = openings::read(path, rules, None, None)?;
    let games = openings.iter().map(|opening| &opening.game);
    Ok(OpeningPositions::new(rules.variant(), games))
}
