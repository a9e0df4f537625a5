//! The command `book build`.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use clap::Args;

use crate::base::plural::counted;
use crate::base::{files, parallel};
use crate::book::{Book, MOST_BYTES};
use crate::cli::arguments::{RulesArguments, up_to, whole};
use crate::cli::output::EXISTS;
use crate::cli::progress::Progress;
use crate::cli::{CommandOutcome, Failure, check_output, file_failure, given_threads, stop_flag};
use crate::engine::{MAX_HASH, MAX_THREADS};
use crate::eval::network;
use crate::rules::Rules;
use crate::tools::book::{
    Analysts, Effort, GameCounts, JOURNAL, MOST_POSITIONS, SearchTree, SearchedMove, Selection,
    Task, assemble,
};
use crate::tools::journal::Journal;

use super::input::{Input, Summary};

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
    /// How many plies from the start position the book goes.
    #[arg(long, value_name = "PLIES", default_value_t = 20, value_parser = up_to(1, 200))]
    plies: usize,
    /// A move that was not searched is in the book if it was played in so many games.
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = whole(1..=u64::MAX))]
    least_games: u64,
    /// Number of positions to search.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = up_to(0, MOST_POSITIONS))]
    search_positions: usize,
    /// Nodes searched for each position.
    #[arg(long, value_name = "N", default_value_t = 50_000,
          value_parser = whole(1..=u64::MAX))]
    nodes: u64,
    /// How many moves of a searched position get a score, the best ones; at the start
    /// position all do.
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
) -> Result<CommandOutcome, Failure> {
    let out = &arguments.out;
    let rules = arguments.game.rules()?;
    let is_searching = arguments.search_positions > 0;
    if !is_searching && arguments.games.is_empty() && arguments.data.is_empty() {
        let message = "nothing to make a book from: --games, --data or --search-positions";
        return Err(Failure::Message(message.to_owned()));
    }
    let is_interrupted = is_searching && Journal::path_for(out).exists();
    check_output(out, arguments.force || is_interrupted)?;
    let journal = is_searching.then(|| Journal::open(JOURNAL, out, &arguments.settings(rules)));
    let mut journal = journal.transpose()?;
    let is_complete = |journal: &Journal| journal.records() >= arguments.search_positions;
    if out.exists() && !arguments.force && !journal.as_ref().is_some_and(is_complete) {
        return Err(file_failure(out, &EXISTS));
    }
    let stop = stop_flag()?;
    let (counts, summary) = arguments.read_games(rules, &stop)?;
    let mut tree = SearchTree::new(rules, arguments.plies);
    if let Some(journal) = &mut journal {
        let before = journal.records();
        arguments.search(&mut tree, journal, &stop)?;
        let (all, new) = (tree.positions(), journal.records() - before);
        let all = counted(all, "position", "positions");
        writeln!(output, "{all} searched, {new} of them new")?;
    }
    if stop.load(Relaxed) {
        writeln!(output, "Stopped. The same command resumes.")?;
        return Ok(CommandOutcome::Bad);
    }
    let selection = Selection {
        plies: arguments.plies,
        least_games: arguments.least_games,
    };
    let made = arguments.made(rules, &summary, &tree);
    let book = assemble(rules, made, &counts, &tree, selection);
    save(&book, out, arguments.force)?;
    if let Some(journal) = journal {
        journal.remove()?;
    }
    if summary.counted > 0 {
        let games = counted(summary.counted, "game", "games");
        writeln!(output, "{games} counted")?;
    }
    if let Some(left_out) = summary.left_out() {
        writeln!(output, "{left_out}")?;
    }
    let moves = book.records().count();
    let positions = book.positions();
    writeln!(
        output,
        "{}: {} with {}",
        out.display(),
        counted(positions, "position", "positions"),
        counted(moves, "move", "moves")
    )?;
    Ok(match summary.faulty {
        0 if positions > 0 => CommandOutcome::Good,
        _ => CommandOutcome::Bad,
    })
}

/// Writes the book. If the file may not be replaced, it may only have this content already:
/// the process may have ended between writing it and removing the journal.
fn save(book: &Book, out: &std::path::Path, force: bool) -> Result<(), Failure> {
    if out.exists() && !force {
        let there = files::read(out, MOST_BYTES).map_err(|error| file_failure(out, &error))?;
        return match there == book.to_bytes() {
            true => Ok(()),
            false => Err(file_failure(out, &EXISTS)),
        };
    }
    let saved = book.save(out);
    saved.map_err(|error| Failure::Message(error.to_string()))
}

impl BuildArguments {
    /// Everything that the searches depend on besides their number, in one line.
    fn settings(&self, rules: &'static Rules) -> String {
        let network = network::built_in(rules);
        let evaluation = network.map_or("hand-written".to_owned(), |network| network.digest());
        format!(
            "--nodes {} --lines {} --plies {} --hash {} {} with evaluation {evaluation} by \
             Peregrine {}",
            self.nodes,
            self.lines,
            self.plies,
            self.hash,
            self.game.words(),
            env!("CARGO_PKG_VERSION")
        )
    }

    /// How the book is made, a line for each source.
    fn made(&self, rules: &'static Rules, summary: &Summary, tree: &SearchTree) -> Vec<String> {
        let mut made = summary.sources.clone();
        if tree.positions() > 0 {
            let settings = self.settings(rules);
            made.push(format!(
                "{} searched positions: {settings}",
                tree.positions()
            ));
        }
        if summary.counted > 0 {
            let (plies, least) = (self.plies, self.least_games);
            made.push(format!(
                "moves of games: --plies {plies} --least-games {least}"
            ));
        }
        made
    }

    fn read_games(
        &self,
        rules: &'static Rules,
        stop: &AtomicBool,
    ) -> Result<(GameCounts, Summary), Failure> {
        let mut input = Input::new(GameCounts::new(rules, self.plies), stop);
        let defaults = self.game.defaults()?;
        for path in &self.games {
            input.read_pgn(path, &defaults)?;
        }
        for path in &self.data {
            input.read_data(path)?;
        }
        Ok((input.counts, input.summary))
    }

    /// Searches positions, those that the journal does not have, until there are enough, no
    /// more can be found, or the command is stopped.
    fn search(
        &self,
        tree: &mut SearchTree,
        journal: &mut Journal,
        stop: &AtomicBool,
    ) -> Result<(), Failure> {
        let most = self.search_positions;
        let text = journal.text()?;
        let known: Vec<&str> = text.lines().collect();
        let mut progress = Progress::new(Some(most as u64), "positions searched")
            .from(known.len().min(most) as u64);
        let effort = Effort {
            nodes: self.nodes,
            lines: self.lines,
            hash: self.hash,
        };
        let rules = self.game.rules()?;
        let analysts = Analysts::new(rules, effort, stop);
        let threads = given_threads(self.threads);
        while tree.positions() < most && !stop.load(Relaxed) {
            let mut round = tree.next_round();
            round.truncate(most - tree.positions());
            if round.is_empty() {
                break;
            }
            // What the journal has of this round.
            let first = tree.positions();
            let there = known.len().saturating_sub(first).min(round.len());
            let new = round.split_off(there);
            for (task, line) in round.into_iter().zip(&known[first.min(known.len())..]) {
                journal.has(tree.positions(), &source(&task))?;
                let moves = SearchedMove::read(&task.position, line);
                let moves = moves.map_err(|error| file_failure(journal.path(), &error))?;
                tree.add(task, &moves);
            }
            search_round(&analysts, threads, new, |task, moves| {
                let line = SearchedMove::line(&task.position, &moves) + "\n";
                journal.append(&line, source(&task))?;
                tree.add(task, &moves);
                progress.show(tree.positions() as u64);
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// The name of a position in the journal.
fn source(task: &Task) -> String {
    format!("{:016x}", task.position.key())
}

/// Searches positions at once and passes on what is found, in their order. Once the analysts
/// are stopped, the rest is left out.
fn search_round(
    analysts: &Analysts<'_>,
    threads: usize,
    tasks: Vec<Task>,
    mut take: impl FnMut(Task, Vec<SearchedMove>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if tasks.is_empty() {
        return Ok(());
    }
    let all = &tasks[..];
    let worker = || Ok(move |job: usize| analysts.search(all.get(job)?).transpose());
    let mut left = tasks.iter();
    let mut failure = None;
    let receive = |moves: Vec<SearchedMove>| match left.next().map(|task| take(task.clone(), moves))
    {
        Some(Ok(())) => ControlFlow::Continue(()),
        end => {
            failure = end.and_then(Result::err);
            ControlFlow::Break(())
        }
    };
    let searched: Result<(), std::io::Error> =
        parallel::map_in_order(threads.min(tasks.len()), worker, receive);
    match failure {
        Some(failure) => Err(failure),
        None => Ok(searched?),
    }
}
