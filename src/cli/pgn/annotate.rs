//! The command `pgn annotate`: says of every move of a game what it was worth.

use std::cell::{Cell, RefCell};
use std::fs;
use std::io::{self, BufRead, BufReader, Cursor, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use clap::{ArgGroup, Args};

use crate::arena::openings::{self, OpeningsFormat};
use crate::base::files;
use crate::base::text::decode_any;
use crate::engine::{MAX_HASH, MAX_THREADS};
use crate::notation::epd::Defaults;
use crate::notation::pgn::{GameTexts, MoveNotation, PgnError, ROOT, ReadTree, TreeReader};
use crate::tools::annotate::{AnnotatedGame, Annotator, Effort, JOURNAL, OpeningPositions, Recipe};
use crate::tools::journal::{Journal, digest};
use crate::variants;

use super::UsualRules;
use crate::cli::arguments::{up_to, whole};
use crate::cli::output::EXISTS;
use crate::cli::progress::Progress;
use crate::cli::terminal::standard_error;
use crate::cli::{
    CommandOutcome, Failure, LONGEST_TEXT, check_output, file_failure, given_threads, stop_flag,
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
    #[arg(long, value_name = "SECONDS", group = "effort", value_parser = seconds)]
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

fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.001..=86_400.0).contains(seconds))
        .ok_or_else(|| "expected a number of seconds from 0.001 to 86400".to_owned())
}

pub(super) fn run(
    arguments: &AnnotateArguments,
    output: &mut impl Write,
) -> Result<CommandOutcome, Failure> {
    let out = &arguments.out;
    let defaults = arguments.usual.defaults()?;
    let is_interrupted = Journal::path_for(out).exists();
    check_output(out, arguments.force || is_interrupted)?;
    let openings = arguments.openings.as_deref();
    let openings = openings
        .map(|path| opening_positions(path, &defaults))
        .transpose()?;
    let input = Input::open(&arguments.file)?;
    let count = count(&input, &defaults)?;
    if count.games == 0 {
        let message = match count.faulty {
            0 => "the file contains no game",
            _ => "the file contains no game without faults",
        };
        say(&format!("{}: {message}", input.name()));
        return Ok(CommandOutcome::Bad);
    }
    let settings = arguments.settings(&defaults, openings.as_ref());
    let mut journal = Journal::open(JOURNAL, out, &settings)?;
    if out.exists() && !arguments.force {
        // The process may have ended between writing the output and removing the journal.
        if journal.records() != count.games || !journal.is_written_to(out) {
            return Err(file_failure(out, &EXISTS));
        }
    }
    let stop = stop_flag()?;
    let recipe = Recipe {
        threads: given_threads(arguments.threads),
        ..arguments.recipe()
    };
    let annotator = Annotator::new(recipe, openings.as_ref(), &stop);
    let job = Job {
        input: &input,
        defaults: &defaults,
        count: &count,
        annotator: &annotator,
    };
    let before = journal.records();
    job.run(&mut journal)?;
    let games = journal.records();
    let summary = format!(
        "{}: {games} of {} games, {} of them new",
        out.display(),
        count.games,
        games - before
    );
    if games < count.games && !stop.load(Relaxed) {
        let message = "the file has changed while it was read";
        return Err(file_failure(&arguments.file, &message));
    }
    if games < count.games {
        writeln!(output, "{summary}\nStopped. The same command resumes.")?;
        return Ok(CommandOutcome::Bad);
    }
    journal
        .write_output(out)
        .map_err(|error| file_failure(out, &error))?;
    journal.remove()?;
    writeln!(output, "{summary}")?;
    Ok(match count.faulty {
        0 => CommandOutcome::Good,
        faulty => {
            let games = if faulty == 1 { "game" } else { "games" };
            writeln!(output, "{faulty} {games} with faults left out")?;
            CommandOutcome::Bad
        }
    })
}

impl AnnotateArguments {
    fn recipe(&self) -> Recipe {
        let time = Duration::from_secs_f64(self.time.unwrap_or_default());
        Recipe {
            effort: self.nodes.map_or(Effort::Time(time), Effort::Nodes),
            hash: self.hash,
            threads: self.threads,
        }
    }

    /// Everything that the result depends on besides the games, in one line.
    fn settings(&self, defaults: &Defaults, openings: Option<&OpeningPositions>) -> String {
        let effort = match self.recipe().effort {
            Effort::Nodes(nodes) => format!("--nodes {nodes}"),
            Effort::Time(time) => format!("--time {}", time.as_secs_f64()),
        };
        let mut settings = format!(
            "{effort} --hash {} --variant {}",
            self.hash, defaults.variant
        );
        if let Some(castling) = defaults.options.castling {
            settings += &format!(" --castling {castling}");
        }
        if let Some(promotion) = defaults.options.promotion {
            settings += &format!(" --promotion {promotion}");
        }
        if let Some(openings) = openings {
            settings += &format!(" --openings {}", openings.digest());
        }
        settings + " by Peregrine " + env!("CARGO_PKG_VERSION")
    }
}

/// Writes a line to standard error.
fn say(line: &str) {
    // The work goes on even if nobody reads it.
    let _ = writeln!(standard_error(), "{line}");
}

/// A file of games that is read twice.
enum Input {
    File(PathBuf),
    /// What cannot be read twice: its name and its content.
    Content(PathBuf, Vec<u8>),
}

impl Input {
    fn open(path: &Path) -> Result<Input, Failure> {
        let failure = |error: io::Error| file_failure(path, &error);
        let is_standard = path == Path::new("-");
        if !is_standard && fs::metadata(path).map_err(failure)?.is_file() {
            files::open_any(path).map_err(failure)?;
            return Ok(Input::File(path.to_owned()));
        }
        let content = match is_standard {
            true => files::read_stream(io::stdin().lock(), LONGEST_TEXT),
            false => files::read_any(path, LONGEST_TEXT),
        };
        let content = content.map_err(failure)?;
        Ok(Input::Content(path.to_owned(), content))
    }

    fn path(&self) -> &Path {
        match self {
            Input::File(path) | Input::Content(path, _) => path,
        }
    }

    fn name(&self) -> String {
        self.path().display().to_string()
    }

    fn reader(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(match self {
            Input::File(path) => Box::new(BufReader::new(files::open_any(path)?)),
            Input::Content(_, content) => Box::new(Cursor::new(content)),
        })
    }

    /// The games without faults; `fault` is told the others.
    fn games<'a>(
        &'a self,
        defaults: &Defaults,
        mut fault: impl FnMut(String) + 'a,
    ) -> Result<impl Iterator<Item = Result<ReadTree, Failure>> + 'a, Failure> {
        let reader = self
            .reader()
            .map_err(|error| file_failure(self.path(), &error))?;
        let games = TreeReader::new(reader, defaults.clone());
        Ok(games.filter_map(move |game| match game {
            Ok(game) => Some(Ok(game)),
            Err(PgnError::Unreadable(error)) => Some(Err(file_failure(self.path(), &error))),
            Err(error) => {
                fault(error.to_string());
                None
            }
        }))
    }
}

/// What a file contains.
struct Count {
    games: usize,
    faulty: usize,
    positions: u64,
}

/// The positions of a game that are searched.
fn positions_of(game: &ReadTree) -> u64 {
    let end = game.tree.end(ROOT).and_then(|end| game.tree.path(end));
    end.map_or(1, |path| path.len() as u64)
}

/// Counts the games, and reports those with faults.
fn count(input: &Input, defaults: &Defaults) -> Result<Count, Failure> {
    let progress = RefCell::new(Progress::new(None, "games read"));
    let faulty = Cell::new(0);
    let report = |fault: String| {
        faulty.set(faulty.get() + 1);
        let line = format!("{}: {fault}; the game is left out", input.name());
        progress.borrow().pause(|| say(&line));
    };
    let (mut games, mut positions) = (0, 0);
    for game in input.games(defaults, report)? {
        let game = game?;
        for complaint in &game.complaints {
            let line = format!("{}: {}: {complaint}", input.name(), game.place());
            progress.borrow().pause(|| say(&line));
        }
        games += 1;
        positions += positions_of(&game);
        progress.borrow_mut().show(games as u64);
    }
    Ok(Count {
        games,
        faulty: faulty.get(),
        positions,
    })
}

/// What is to be done.
struct Job<'a> {
    input: &'a Input,
    defaults: &'a Defaults,
    count: &'a Count,
    annotator: &'a Annotator<'a>,
}

impl Job<'_> {
    /// Annotates the games that the journal does not have yet, until all are done or the
    /// annotator is stopped.
    fn run(&self, journal: &mut Journal) -> Result<(), Failure> {
        journal.check_count(self.count.games)?;
        let (mut done, mut known) = (0, 0);
        let mut progress = None;
        let games = self.input.games(self.defaults, |_| ())?;
        for (index, game) in games.enumerate() {
            let game = game?;
            let source = digest(&game.tree.to_string());
            if journal.has(index, &source)? {
                known += positions_of(&game);
                continue;
            }
            let progress = progress.get_or_insert_with(|| {
                done = known;
                Progress::new(Some(self.count.positions), "positions searched").from(known)
            });
            let place = game.place();
            let annotated = self.annotator.annotate(game.tree, || {
                done += 1;
                progress.show(done);
            })?;
            let Some(AnnotatedGame { tree, left_out }) = annotated else {
                return Ok(());
            };
            if left_out > 0 {
                let name = self.input.name();
                let what = "the game has as many positions as it may";
                progress.pause(|| {
                    say(&format!(
                        "{name}: {place}: {left_out} lines left out: {what}"
                    ))
                });
            }
            let text = tree.in_notation(MoveNotation::San).map_err(|error| {
                let place = format!("{place}: {error}");
                file_failure(self.input.path(), &place)
            })?;
            journal.append(&text, source)?;
        }
        Ok(())
    }
}

/// The positions of a file of openings, which says for which variant it is.
fn opening_positions(path: &Path, defaults: &Defaults) -> Result<OpeningPositions, Failure> {
    let game = match OpeningsFormat::of(path) {
        Some(OpeningsFormat::Pgn) => {
            let file = files::open_any(path).map_err(|error| file_failure(path, &error))?;
            let first = GameTexts::new(BufReader::new(file)).next();
            let variant = first.and_then(|game| game.ok()?.variant().ok()?);
            variant.map(|variant| Defaults::for_variant(&variant.name))
        }
        _ => {
            let bytes = files::read_any(path, LONGEST_TEXT);
            let bytes = bytes.map_err(|error| file_failure(path, &error))?;
            let text = decode_any(bytes);
            let text = text.map_err(|fault| file_failure(path, &io::Error::from(fault)))?;
            text.lines().find_map(Defaults::of_comment)
        }
    };
    let game = game.unwrap_or_else(|| defaults.clone());
    let rules = variants::find(&game.variant)?.rules(game.options)?;
    let openings = openings::read(path, rules, None, None)
        .map_err(|error| Failure::Message(error.to_string()))?;
    let games = openings.iter().map(|opening| &opening.game);
    Ok(OpeningPositions::new(rules.variant(), games))
}
