//! The command `tablebase`: builds, verifies and probes endgame tablebases.

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::{Args, Subcommand};

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::engine::MAX_THREADS;
use crate::notation::{move_number, san};
use crate::position::Position;
use crate::rules::Rules;
use crate::tablebase::{
    self, Material, MaterialError, Statistics, TableValue, Tablebases, Verification,
};

use super::arguments::{GameArguments, RulesArguments, up_to};
use super::progress::Progress;
use super::{
    CliError, CommandOutcome, check_output_file, granted_threads, output_folder, stop_flag,
};

#[derive(Debug, Subcommand)]
pub(super) enum TablebaseCommand {
    /// Build tables of endings with up to five men, and all tables they depend on.
    #[command(after_help = "\
A material such as KFvKR lists the men of White and of Black, with both Kings.

Tables already in the folder are not built again, and a stopped command resumes:
every ten minutes, and when stopped by Ctrl-C, it saves its progress beside the
table in a file named .unfinished, which can be as large as the memory in use.
A table's own file appears only when the table is complete.

Examples:
  peregrine tablebase build KFvK KFvKN KQvKF --dir tables --threads 2
  peregrine tablebase build KPvK --variant chess --dir tables")]
    Build(BuildArguments),
    /// Check each value of a table against the values after all legal moves.
    #[command(after_help = "\
The exit status is 1 if any value is wrong or no position was checked.

Examples:
  peregrine tablebase verify KFvK
  peregrine tablebase verify KFvKN KQvKF --dir tables --sample 1000000 --threads 2")]
    Verify(VerifyArguments),
    /// Print the tablebase value of a position and of each of its moves.
    #[command(after_help = "\
Example:
  peregrine tablebase probe --line --fen 'k9/10/2K7/10/10/10/10/8Q1 w - - 0 1'")]
    Probe(ProbeArguments),
    /// Count the wins, draws and losses of tables, and show the longest wins.
    #[command(after_help = "\
Examples:
  peregrine tablebase stats KFvK
  peregrine tablebase stats KFvKN KQvKF --dir tables")]
    Stats(StatsArguments),
}

/// Endings of a variant.
#[derive(Debug, Args)]
pub(super) struct EndingArguments {
    /// The men of each ending, such as KFvKR.
    #[arg(required = true, value_name = "MATERIAL")]
    materials: Vec<String>,
    #[command(flatten)]
    game: RulesArguments,
}

#[derive(Debug, Args)]
pub(super) struct BuildArguments {
    #[command(flatten)]
    ending: EndingArguments,
    /// The folder for the tables.
    #[arg(long, value_name = "FOLDER")]
    dir: PathBuf,
    #[command(flatten)]
    work: WorkArgument,
}

#[derive(Debug, Args)]
pub(super) struct VerifyArguments {
    #[command(flatten)]
    ending: EndingArguments,
    #[command(flatten)]
    folder: FolderArgument,
    /// Check only this many random table indices, some of which hold no position.
    #[arg(long, value_name = "N", value_parser = up_to(1, usize::MAX))]
    sample: Option<usize>,
    #[command(flatten)]
    work: WorkArgument,
}

#[derive(Debug, Args)]
pub(super) struct ProbeArguments {
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    folder: FolderArgument,
    /// Also print the line to mate with best play by both sides.
    #[arg(long)]
    line: bool,
}

#[derive(Debug, Args)]
pub(super) struct StatsArguments {
    #[command(flatten)]
    ending: EndingArguments,
    #[command(flatten)]
    folder: FolderArgument,
    #[command(flatten)]
    work: WorkArgument,
}

/// Where tables are.
#[derive(Debug, Args)]
struct FolderArgument {
    /// The folder of the tables [default: the tables built into the program].
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct WorkArgument {
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(1, MAX_THREADS))]
    threads: usize,
}

pub(super) fn run(
    command: &TablebaseCommand,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    match command {
        TablebaseCommand::Build(arguments) => build(arguments, output),
        TablebaseCommand::Verify(arguments) => verify(arguments, output),
        TablebaseCommand::Probe(arguments) => probe(arguments, output),
        TablebaseCommand::Stats(arguments) => stats(arguments, output),
    }
}

/// An ending under the name that the user gave it, in which the first side is White.
struct Ending {
    name: String,
    material: Material,
    /// Whether the table has the colors reversed.
    is_turned: bool,
}

impl EndingArguments {
    fn endings(&self, rules: &Rules) -> Result<Vec<Ending>, CliError> {
        let parsed = self.materials.iter().map(|name| {
            let (material, is_turned) = Material::parse_sides(rules, name)?;
            Ok(Ending {
                name: name.clone(),
                material,
                is_turned,
            })
        });
        Ok(parsed.collect::<Result<_, MaterialError>>()?)
    }

    /// Examines the tables of the endings, or a sample of their positions, and writes what
    /// was found. `examine` gets the tables, an ending, a flag that stops it, and an
    /// observer of the number of positions examined; it returns `None` if stopped.
    fn for_each_ending<T, W: Write>(
        &self,
        folder: &FolderArgument,
        sample: Option<usize>,
        output: &mut W,
        examine: impl Fn(&Tablebases, &Material, &AtomicBool, &(dyn Fn(usize) + Sync)) -> Option<T>,
        mut write: impl FnMut(&Ending, T, &mut W) -> io::Result<()>,
    ) -> Result<CommandOutcome, CliError> {
        let (tables, endings) = self.open(folder)?;
        let stop = stop_flag()?;
        for ending in &endings {
            let all = tablebase::numbers(&tables, &ending.material);
            let all = sample.map_or(all, |sample| sample.min(all));
            let found = with_progress(&ending.name, all, |report| {
                examine(&tables, &ending.material, &stop, report)
            });
            if let Some(error) = tables.take_error() {
                return Err(error.into());
            }
            let Some(found) = found else {
                writeln!(output, "{}: stopped", ending.name)?;
                return Ok(CommandOutcome::Bad);
            };
            write(ending, found, output)?;
            output.flush()?;
        }
        Ok(CommandOutcome::Good)
    }

    /// Opens the tables; an error if those of the endings are not among them.
    fn open(&self, folder: &FolderArgument) -> Result<(Tablebases, Vec<Ending>), CliError> {
        let rules = self.game.rules()?;
        let endings = self.endings(rules)?;
        let tables = folder.open(rules)?;
        match endings.iter().find(|ending| !tables.has(&ending.material)) {
            None => Ok((tables, endings)),
            Some(Ending { name, .. }) => Err(CliError::Message(format!(
                "{folder}: there is no table for {name}"
            ))),
        }
    }
}

impl FolderArgument {
    /// Opens the tables; an error if any of them is unusable.
    fn open(&self, rules: &'static Rules) -> Result<Tablebases, CliError> {
        tablebase::check_supported(rules)?;
        match &self.dir {
            None => Ok(Tablebases::built_in(rules)),
            Some(folder) => Ok(Tablebases::of_folder(rules, folder)?),
        }
    }
}

impl fmt::Display for FolderArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.dir {
            Some(folder) => write!(f, "{}", folder.display()),
            None => f.write_str("the tables built into the program"),
        }
    }
}

fn build(arguments: &BuildArguments, output: &mut impl Write) -> Result<CommandOutcome, CliError> {
    let rules = arguments.ending.game.rules()?;
    let folder = &arguments.dir;
    let endings = arguments.ending.endings(rules)?;
    let materials: Vec<Material> = endings.iter().map(|it| it.material.clone()).collect();
    let steps = tablebase::plan(rules, &materials, folder)?;
    output_folder(folder)?;
    for step in &steps {
        check_output_file(&step.file, true)?;
    }
    let name = |step: &tablebase::Step| {
        let asked = endings.iter().find(|it| it.material == step.material);
        asked.map_or_else(|| step.material.to_string(), |it| it.name.clone())
    };
    let begun = |step: &tablebase::Step| if step.is_begun { " (resumed)" } else { "" };
    let names: Vec<String> = steps.iter().map(|step| name(step) + begun(step)).collect();
    let most = steps
        .iter()
        .map(|step| step.memory)
        .max()
        .unwrap_or_default();
    match names.len() {
        0 => writeln!(output, "Nothing to do: all tables exist.")?,
        count => writeln!(
            output,
            "{count} to build: {}; at most {} MiB of memory",
            names.join(" "),
            most.div_ceil(1 << 20)
        )?,
    }
    output.flush()?;
    let stop = stop_flag()?;
    let threads = granted_threads(arguments.work.threads);
    for step in &steps {
        let name = name(step);
        let began = Instant::now();
        let progress = Mutex::new((None, None::<Progress>));
        let made = tablebase::make(rules, step, threads, &stop, &|now| {
            let Ok(mut shown) = progress.lock() else {
                return;
            };
            let (plies, progress) = &mut *shown;
            let progress = progress.get_or_insert_with(|| {
                let what = format!("{name}: set up");
                Progress::new(Some(now.all as u64), &what).from(now.done as u64)
            });
            if *plies != now.plies
                && let Some(now) = now.plies
            {
                progress.rename(&format!("{name}: {now} plies to mate"));
            }
            *plies = now.plies;
            progress.show(now.done as u64);
        });
        drop(progress);
        let bytes = made?;
        writeln!(
            output,
            "{name}: {bytes} bytes, {:.1} s",
            began.elapsed().as_secs_f64()
        )?;
        output.flush()?;
    }
    Ok(CommandOutcome::Good)
}

fn verify(
    arguments: &VerifyArguments,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    let sample = arguments.sample;
    let threads = granted_threads(arguments.work.threads);
    let mut is_good = true;
    let outcome = arguments.ending.for_each_ending(
        &arguments.folder,
        sample,
        output,
        |tables, material, stop, report| {
            tablebase::verify(tables, material, sample, threads, stop, report)
        },
        |ending, found, output| {
            is_good &= found.wrong == 0 && found.positions > 0;
            write_verification(ending, &found, output)
        },
    )?;
    Ok(match is_good {
        true => outcome,
        false => CommandOutcome::Bad,
    })
}

fn write_verification(
    ending: &Ending,
    found: &Verification,
    output: &mut impl Write,
) -> io::Result<()> {
    let Verification {
        positions, wrong, ..
    } = found;
    writeln!(
        output,
        "{}: {positions} positions, {wrong} wrong",
        ending.name
    )?;
    for example in &found.examples {
        writeln!(
            output,
            "  {}: the table says {}, the moves say {}",
            match ending.is_turned {
                true => tablebase::color_swapped(&example.position),
                false => example.position.clone(),
            },
            value_text(example.stored),
            value_text(example.computed)
        )?;
    }
    Ok(())
}

/// Runs work that reports how many of all table indices it has examined.
fn with_progress<T>(
    name: &str,
    all: usize,
    work: impl FnOnce(&(dyn Fn(usize) + Sync)) -> Option<T>,
) -> Option<T> {
    let what = format!("{name}: indices checked");
    let progress = Mutex::new(Progress::new(Some(all as u64), &what));
    let show = |done| {
        if let Ok(mut progress) = progress.lock() {
            progress.show(done as u64);
        }
    };
    let done = work(&show)?;
    show(all);
    Some(done)
}

fn value_text(value: Option<TableValue>) -> String {
    value.map_or_else(|| "nothing".to_owned(), |value| value.to_string())
}

fn probe(arguments: &ProbeArguments, output: &mut impl Write) -> Result<CommandOutcome, CliError> {
    let position = arguments.game.position()?;
    let tables = arguments.folder.open(position.rules())?;
    let value = tables.probe(&position);
    let moves = evaluated_moves(&tables, &position);
    if let Some(fault) = tables.take_error() {
        return Err(fault.into());
    }
    let Some(value) = value else {
        return Err(CliError::Message(format!(
            "{}: there is no table for {position}",
            arguments.folder
        )));
    };
    writeln!(output, "{} to move: {value}", position.side_to_move())?;
    for (value, name) in &moves {
        writeln!(output, "  {name:<8} {}", value_text(*value))?;
    }
    if arguments.line {
        write_line(&tables, &position, output)?;
    }
    Ok(CommandOutcome::Good)
}

/// The legal moves with their values and names, the best first; moves of equal value
/// are sorted by name.
fn evaluated_moves(tables: &Tablebases, position: &Position) -> Vec<(Option<TableValue>, String)> {
    let judged = |mv: Move| (tables.probe_after(position, mv), san(position, mv));
    let mut moves: Vec<_> = position.legal_moves().into_iter().map(judged).collect();
    moves.sort_by(|(one, name), (other, other_name)| {
        other.cmp(one).then_with(|| name.cmp(other_name))
    });
    moves
}

/// Writes the line of best play to mate; an empty line if the position is drawn.
fn write_line(
    tables: &Tablebases,
    position: &Position,
    output: &mut impl Write,
) -> Result<(), CliError> {
    let mut position = position.clone();
    let mut words = Vec::new();
    for mv in tables.line(&position) {
        if words.is_empty() || position.side_to_move() == Color::White {
            words.push(move_number(&position));
        }
        words.push(san(&position, mv));
        position.play(mv);
    }
    Ok(writeln!(output, "{}", words.join(" "))?)
}

fn stats(arguments: &StatsArguments, output: &mut impl Write) -> Result<CommandOutcome, CliError> {
    let threads = granted_threads(arguments.work.threads);
    arguments.ending.for_each_ending(
        &arguments.folder,
        None,
        output,
        |tables, material, stop, report| {
            tablebase::statistics(tables, material, threads, stop, report)
        },
        |ending, found, output| {
            let found = match ending.is_turned {
                true => found.color_swapped(),
                false => found,
            };
            write_statistics(&ending.name, &found, output)
        },
    )
}

fn write_statistics(name: &str, found: &Statistics, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{name}")?;
    for color in Color::ALL {
        let side = &found.sides[color.index()];
        let share = |count: u64| 100.0 * count as f64 / side.positions.max(1) as f64;
        let draws = side.positions - side.wins - side.losses;
        writeln!(
            output,
            "  {color} to move: {} positions, won {} ({:.2} %), drawn {draws} ({:.2} %), lost {} ({:.2} %)",
            side.positions,
            side.wins,
            share(side.wins),
            share(draws),
            side.losses,
            share(side.losses)
        )?;
        for (value, position) in side.longest_win.iter().chain(&side.longest_loss) {
            writeln!(output, "    longest: {value}: {position}")?;
        }
    }
    match &found.zugzwang {
        None => writeln!(output, "  mutual zugzwangs: none")?,
        Some(position) => writeln!(
            output,
            "  mutual zugzwangs: {}, as {position}",
            found.zugzwangs
        )?,
    }
    Ok(())
}
