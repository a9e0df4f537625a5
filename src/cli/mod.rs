//! The command line: arguments in, lines out, an exit status.
//!
//! Must hold no rules of chess and no search: each command calls the module
//! that does the work and prints the result.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod arguments;
mod board;
mod book;
mod broken_pipe;
mod browser;
mod commands;
mod datagen;
mod epd;
mod eval;
mod match_arguments;
mod match_display;
mod matches;
mod mate;
mod numbers;
mod openings;
mod output;
mod perft;
mod perft_suite;
mod pgn;
mod picture;
mod piece_values;
mod play;
mod progress;
mod refusal;
mod show;
mod solve;
mod tablebase;
mod tactics;
mod terminal;
mod train;
mod train_arguments;
mod tune;
mod tune_evaluation;
mod variants;

use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufReader, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::base::closed_pipe::is_closed_pipe;
use crate::base::excerpt::short_message;
use crate::base::out_of_memory;
use crate::base::parallel;
use crate::notation::coordinate;
use crate::notation::epd::Defaults;
use crate::position::Position;
use crate::position::fen::FenError;
use crate::protocol::{self, SessionConfig};
use crate::rules::Rules;
use crate::search::Tunables;
use crate::tools::bench;
use crate::tuning;
use crate::variants as catalog;
use crate::variants::shuffle::Arrays;
use crate::variants::{RuleOptions, Variant, VariantFileError};

use arguments::{GameArguments, OptionArguments, RulesArguments};
use commands::{Arguments, Command};
use output::{StandardOutput, check_output_file, file_error, output_folder};
use terminal::{PlainText, print_status};

pub use refusal::command;

/// The largest file of positions that is read, in bytes.
const MAX_TEXT: usize = 256 << 20;

/// Why a command failed.
#[derive(Debug)]
enum CliError {
    /// The output cannot be written; perhaps nobody reads it any more.
    Output(io::Error),
    /// What is wrong, in words.
    Message(String),
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Output(error) => error.fmt(f),
            CliError::Message(message) => f.write_str(message),
        }
    }
}

/// Errors of the modules that do the work are shown as they are.
impl<E: Error + 'static> From<E> for CliError {
    fn from(error: E) -> CliError {
        let error: Box<dyn Error> = Box::new(error);
        match error.downcast::<io::Error>() {
            Ok(error) => CliError::Output(*error),
            Err(error) => CliError::Message(error.to_string()),
        }
    }
}

/// An error in a FEN.
fn fen_error(error: FenError) -> CliError {
    CliError::Message(format!("FEN: {error}"))
}

/// The variant of a command that names none.
const MAIN_GAME: &str = "falcon";

/// The exit status if the request was wrong.
const MISUSED: u8 = 2;

/// The outcome of a command that ran to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CommandOutcome {
    Good,
    Bad,
}

/// Runs the command that the arguments (the program's name first) ask for and
/// returns the exit status: 0 for success, 1 if a check failed, 2 if the
/// request was wrong. A closed output pipe is not an error.
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     peregrine::cli::main(["peregrine", "variants"])
/// }
/// ```
pub fn main(arguments: impl IntoIterator<Item = impl Into<OsString>>) -> ExitCode {
    run_program(&arguments.into_iter().map(Into::into).collect::<Vec<_>>())
}

/// The part of [`main`] without type parameters, so that it is compiled with the library, not
/// again for each program.
fn run_program(words: &[OsString]) -> ExitCode {
    out_of_memory::prepare();
    out_of_memory::prepare_for_scarcity();
    let arguments = match refusal::parse(words) {
        Ok(arguments) => arguments,
        Err(error) => return refusal::refuse(error, words),
    };
    let colors = matches!(arguments.command, Some(Command::Play(_))) && io::stdout().is_terminal();
    let mut output = PlainText::new(StandardOutput).keep_colors(colors);
    let result = run(arguments, &mut output).and_then(|verdict| {
        output.flush()?;
        Ok(verdict)
    });
    match result {
        Ok(CommandOutcome::Good) => ExitCode::SUCCESS,
        Ok(CommandOutcome::Bad) => ExitCode::FAILURE,
        Err(error) => status(&error),
    }
}

/// Reports an error and returns the exit status for it.
fn status(error: &CliError) -> ExitCode {
    match error {
        CliError::Output(error) if is_closed_pipe(error) => ExitCode::SUCCESS,
        error => print_error(&error.to_string()),
    }
}

fn print_error(message: &str) -> ExitCode {
    print_status(&format!("peregrine: error: {}", short_message(message)));
    ExitCode::from(MISUSED)
}

fn run(arguments: Arguments, output: &mut (impl Write + Send)) -> Result<CommandOutcome, CliError> {
    for path in &arguments.variants {
        load_variants(path)?;
    }
    let tunables = match (&arguments.tunables, &arguments.command) {
        (None, _) => Tunables::default(),
        (Some(path), None | Some(Command::Tunables | Command::Solve(_))) => {
            tuning::file::read(path)?
        }
        (Some(_), Some(_)) => {
            let message =
                "--tunables works only with the engine, 'peregrine solve' and 'peregrine tunables'";
            return Err(CliError::Message(message.to_owned()));
        }
    };
    let config = config(&arguments, tunables.clone())?;
    if arguments.command.as_ref().is_none_or(only_writes_to_output) {
        broken_pipe::exit_with_reader();
    }
    match arguments.command {
        None => {
            greet();
            protocol::run_session_with(config, BufReader::new(io::stdin()), output)?;
        }
        Some(Command::Tunables) => {
            let all = tuning::file::Contents::All;
            write!(output, "{}", tuning::file::render(&tunables, all))?
        }
        Some(Command::Play(arguments)) => play::run(&arguments, output)?,
        Some(Command::Board(arguments)) => board::run(arguments, output)?,
        Some(Command::Match(arguments)) => return matches::run(&arguments, output),
        Some(Command::Perft(arguments)) => return perft::run(&arguments, output),
        Some(Command::Moves(game)) => list_moves(&game, output)?,
        Some(Command::Show(arguments)) => show::run(&arguments, output)?,
        Some(Command::Eval(arguments)) => eval::run(&arguments, output)?,
        Some(Command::Bench { depth, variant }) => {
            run_bench(depth, catalog::find(&variant)?, output)?;
        }
        Some(Command::Variants(arguments)) => return variants::run(&arguments, output),
        Some(Command::Datagen(arguments)) => return datagen::run(&arguments, output),
        Some(Command::Train(arguments)) => train::run(&arguments, output)?,
        Some(Command::Tune(command)) => tune::run(&command, output)?,
        Some(Command::Solve(arguments)) => return solve::run(&arguments, &tunables, output),
        Some(Command::Mate(arguments)) => return mate::run(&arguments, output),
        Some(Command::Tactics(arguments)) => tactics::run(&arguments, output)?,
        Some(Command::Openings(arguments)) => openings::run(&arguments, output)?,
        Some(Command::Book(command)) => return book::run(&command, output),
        Some(Command::Pgn(command)) => return pgn::run(&command, output),
        Some(Command::Tablebase(command)) => return tablebase::run(&command, output),
        Some(Command::Values { variant }) => piece_values::list(catalog::find(&variant)?, output)?,
    }
    Ok(CommandOutcome::Good)
}

/// Tells a person who started the engine what it waits for. Programs read nothing of it.
fn greet() {
    let is_person = io::stdin().is_terminal() && io::stdout().is_terminal();
    if is_person && io::stderr().is_terminal() {
        print_status(&format!(
            "Peregrine {}, an engine for Falcon Chess and related variants. It waits for
commands of the XBoard protocol or UCI; 'quit' ends it.
'peregrine board' opens a board in the browser, 'peregrine play' plays on the
terminal, and 'peregrine --help' lists all commands.",
            env!("CARGO_PKG_VERSION")
        ));
    }
}

/// The initial state of the engine, from the options given before any command.
fn config(arguments: &Arguments, tunables: Tunables) -> Result<SessionConfig, CliError> {
    let is_chosen = arguments.variant.is_some();
    let options: RuleOptions = arguments.options.into();
    if arguments.command.is_some() && (is_chosen || options != RuleOptions::default()) {
        let message = "--variant, --castling and --promotion belong after the command";
        return Err(CliError::Message(message.to_owned()));
    }
    if !is_chosen && options != RuleOptions::default() {
        let message = "--castling and --promotion need --variant";
        return Err(CliError::Message(message.to_owned()));
    }
    let variant = arguments
        .variant
        .as_deref()
        .map(catalog::find)
        .transpose()?;
    if let Some(variant) = variant {
        catalog::library::list(variant);
    }
    if arguments.library {
        if arguments.command.is_some() {
            let message = "--library works only with the engine";
            return Err(CliError::Message(message.to_owned()));
        }
        catalog::library::set_listed(true);
    }
    let config = SessionConfig {
        tunables,
        variant,
        options,
    };
    config.rules()?;
    Ok(config)
}

/// Whether a long command is pointless once nobody reads its output.
fn only_writes_to_output(command: &Command) -> bool {
    matches!(
        command,
        Command::Perft(_) | Command::Bench { .. } | Command::Solve(_) | Command::Mate(_)
    )
}

fn list_moves(game: &GameArguments, output: &mut impl Write) -> Result<(), CliError> {
    let position = game.position()?;
    let moves = position.legal_moves();
    let mut texts: Vec<String> = moves.iter().map(|&mv| coordinate(&position, mv)).collect();
    texts.sort_unstable();
    for text in texts {
        writeln!(output, "{text}")?;
    }
    Ok(())
}

fn run_bench(
    depth: u32,
    variant: &'static Variant,
    output: &mut impl Write,
) -> Result<(), CliError> {
    let mut written = Ok(());
    let say = |line| {
        if written.is_ok() {
            written = writeln!(output, "{line}");
        }
    };
    let go_on = AtomicBool::new(false);
    let total = bench::run(
        variant.nearest_rules(RuleOptions::default()),
        depth,
        &go_on,
        say,
    )?
    .unwrap_or_default();
    written?;
    writeln!(output, "Time: {:.3} s", total.time.as_secs_f64())?;
    writeln!(output, "Nodes searched: {}", total.nodes)?;
    writeln!(output, "Nodes/second: {}", total.speed())?;
    Ok(())
}

/// Adds the variants of a file. If only some of its games have faults, a warning names
/// them, and the others can be played.
fn load_variants(path: &Path) -> Result<(), VariantFileError> {
    let Err(error) = catalog::load(path) else {
        return Ok(());
    };
    match &error {
        VariantFileError::Faulty { added, .. } if !added.is_empty() => {
            let text = error.to_string();
            print_status(&format!("peregrine: warning: {}", short_message(&text)));
            Ok(())
        }
        _ => Err(error),
    }
}

/// The number of threads wanted, or as many as the system grants, with a warning.
fn granted_threads(wanted: usize) -> usize {
    let given = parallel::spawnable_threads(wanted);
    warn_fewer_threads((given < wanted).then_some(given), wanted);
    given
}

/// Warns on standard error if there are fewer threads than requested.
fn warn_fewer_threads(given: Option<usize>, wanted: usize) {
    if let Some(given) = given {
        print_status(&protocol::fewer_threads(given, wanted));
    }
}

/// A flag that Ctrl-C sets, to stop a long command.
fn stop_flag() -> Result<Arc<AtomicBool>, CliError> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || asked.store(true, Relaxed)).map_err(signal_error)?;
    Ok(stop)
}

/// Why Ctrl-C cannot be handled.
fn signal_error(error: ctrlc::Error) -> CliError {
    CliError::Message(match error {
        ctrlc::Error::System(error) => format!("cannot start a thread for Ctrl-C: {error}"),
        error => format!("cannot handle Ctrl-C: {error}"),
    })
}

impl From<OptionArguments> for RuleOptions {
    fn from(options: OptionArguments) -> RuleOptions {
        RuleOptions {
            castling: options.castling,
            promotion: options.promotion,
        }
    }
}

impl RulesArguments {
    fn rules(&self) -> Result<&'static Rules, CliError> {
        Ok(catalog::find(&self.variant)?.rules(self.options.into())?)
    }

    /// The same, as defaults for files whose games may name their own rules.
    fn defaults(&self) -> Result<Defaults, CliError> {
        self.rules()?;
        Ok(Defaults {
            variant: self.variant.clone(),
            options: self.options.into(),
        })
    }

    /// The command-line options that select these rules.
    fn words(&self) -> String {
        let mut words = format!("--variant {}", self.variant);
        if let Some(castling) = self.options.castling {
            words += &format!(" --castling {castling}");
        }
        if let Some(promotion) = self.options.promotion {
            words += &format!(" --promotion {promotion}");
        }
        words
    }
}

impl GameArguments {
    /// The variant's name; the main variant's if none is given.
    fn named_variant(&self) -> &str {
        self.variant.as_deref().unwrap_or(MAIN_GAME)
    }

    fn rules(&self) -> Result<&'static Rules, CliError> {
        let variant = match (&self.variant, &self.fen) {
            (None, Some(fen)) => catalog::of_fen(fen),
            _ => catalog::find(self.named_variant())?,
        };
        Ok(variant.rules(self.options.into())?)
    }

    /// The position that the options describe.
    fn position(&self) -> Result<Position, CliError> {
        let rules = self.rules()?;
        if let Some(number) = self.array {
            return Ok(Arrays::new(rules)?.start(number)?);
        }
        if let Some(seed) = self.seed {
            let arrays = Arrays::new(rules)?;
            return Ok(arrays.start(arrays.random_number(seed))?);
        }
        let fen = self.fen.as_deref().unwrap_or(rules.start_fen());
        Position::from_fen(rules, fen).map_err(fen_error)
    }
}
