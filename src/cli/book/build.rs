//! The command `book build`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use clap::Args;

use crate::base::plural::counted;
use crate::cli::arguments::{RulesArguments, up_to, whole};
use crate::cli::output::{EXISTS, is_written};
use crate::cli::progress::JobProgress;
use crate::cli::{
    CliError, CommandOutcome, check_output_file, file_error, granted_threads, stop_flag,
};
use crate::engine::{MAX_HASH, MAX_THREADS};
use crate::eval::network;
use crate::rules::Rules;
use crate::tools::book::{BuildSettings, Builder, MAX_POSITIONS, SearchSettings, Selection};
use crate::tools::journal::Journal;

use super::input::Input;

#[derive(Debug, Args)]
#[command(after_help = "\
Games are counted by position and move. Random moves at the beginning of self-play
games, and openings that a match has set, count as played but not as chosen. Games by
other rules, from another start position or without a result are left out, and so is
the same game a second time. A game with a fault is reported and left out; the exit
status is then 1.

Searches grow a tree from the start position: the position that both sides reach with
the least loss is searched next. Scores at the ends of the lines become those of the
moves before them.

The book depends on games, options and program, but not on --threads. Searched
positions are kept in FILE.partial beside the output, which is written at the end. A
stopped command loses no searched position, and its exit status is 1: the same command
resumes, also with a larger --search-positions.

docs/guide/book.md is the guide, docs/book.md describes the format.

Examples:
  peregrine book build --out falcon.prgbook --search-positions 2000 --nodes 50000
  peregrine book build --out chess.prgbook --variant chess --games games.pgn --plies 30
  peregrine book build --out mine.prgbook --data data/falcon-1.prgdata \\
      --search-positions 500 --nodes 100000 --threads 2")]
pub(in crate::cli) struct BuildArguments {
    #[command(flatten)]
    game: RulesArguments,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Files of games in PGN.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,
    /// Files of self-play games by 'peregrine datagen'.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    data: Vec<PathBuf>,
    /// Depth of the book in plies.
    #[arg(long, value_name = "PLIES", default_value_t = 20, value_parser = up_to(1, 200))]
    plies: usize,
    /// Minimum number of games for a move that was not searched.
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = whole(1..=u64::MAX))]
    least_games: u64,
    /// Number of positions to search.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = up_to(0, MAX_POSITIONS))]
    search_positions: usize,
    /// Nodes searched for each position.
    #[arg(long, value_name = "N", default_value_t = 50_000,
          value_parser = whole(1..=u64::MAX))]
    nodes: u64,
    /// Number of best moves to score in each position (MultiPV); all at the start
    /// position.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = up_to(1, 100))]
    lines: usize,
    /// Number of positions that are searched at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(1, MAX_THREADS))]
    threads: usize,
    /// Size of each thread's transposition table in MiB.
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = up_to(1, MAX_HASH))]
    hash: usize,
    /// Overwrite an existing file.
    #[arg(long)]
    force: bool,
}

pub(super) fn run(
    arguments: &BuildArguments,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    let out = &arguments.out;
    let rules = arguments.game.rules()?;
    let is_searching = arguments.search_positions > 0;
    if !is_searching && arguments.games.is_empty() && arguments.data.is_empty() {
        let message = "nothing to make a book from: --games, --data or --search-positions";
        return Err(CliError::Message(message.to_owned()));
    }
    let is_interrupted = is_searching && Journal::path_for(out).exists();
    check_output_file(out, arguments.force || is_interrupted)?;
    let builder = Builder::resume(rules, arguments.settings(rules), out)?;
    if out.exists() && !arguments.force && !builder.has_all_positions() {
        return Err(file_error(out, &EXISTS));
    }
    let stop = stop_flag()?;
    let mut progress = JobProgress::default();
    let mut input = Input::new(builder, &stop, &mut progress);
    let defaults = arguments.game.defaults()?;
    for path in &arguments.games {
        input.read_pgn(path, &defaults)?;
    }
    for path in &arguments.data {
        input.read_data(path)?;
    }
    let (mut builder, summary) = input.finish();
    if is_searching {
        let new = builder.search(&stop, &mut progress)?;
        let all = counted(builder.positions(), "position", "positions");
        writeln!(output, "{all} searched, {new} of them new")?;
    }
    if stop.load(Relaxed) {
        writeln!(output, "Stopped. The same command resumes.")?;
        return Ok(CommandOutcome::Bad);
    }
    let book = builder.assemble(summary.sources.clone());
    if !is_written(out, arguments.force, &book.to_bytes())? {
        book.save(out)?;
    }
    let games = builder.counted();
    builder.finish()?;
    if games > 0 {
        writeln!(output, "{} counted", counted(games, "game", "games"))?;
    }
    if let Some(left_out) = summary.left_out() {
        writeln!(output, "{left_out}")?;
    }
    let positions = book.positions();
    writeln!(
        output,
        "{}: {} with {}",
        out.display(),
        counted(positions, "position", "positions"),
        counted(book.records().count(), "move", "moves")
    )?;
    Ok(match summary.faulty {
        0 if positions > 0 => CommandOutcome::Good,
        _ => CommandOutcome::Bad,
    })
}

impl BuildArguments {
    fn settings(&self, rules: &'static Rules) -> BuildSettings {
        let network = network::built_in(rules);
        let evaluation = network.map_or("hand-written".to_owned(), |network| network.digest());
        BuildSettings {
            selection: Selection {
                plies: self.plies,
                least_games: self.least_games,
            },
            positions: self.search_positions,
            search: SearchSettings {
                nodes: self.nodes,
                lines: self.lines,
                hash: self.hash,
            },
            search_text: format!(
                "--nodes {} --lines {} --plies {} --hash {} {} with evaluation {evaluation} by \
                 Peregrine {}",
                self.nodes,
                self.lines,
                self.plies,
                self.hash,
                self.game.words(),
                env!("CARGO_PKG_VERSION")
            ),
            threads: match self.search_positions {
                0 => self.threads,
                _ => granted_threads(self.threads),
            },
        }
    }
}
