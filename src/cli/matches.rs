//! The command `match`: starts, resumes, merges and reports matches.
//!
//! Protocols and statistics belong to the arena; this file only prints.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::arena;
use crate::arena::journal;
use crate::arena::merge;
use crate::arena::resolved_config::ResolvedConfig;
use crate::arena::results::MatchResults;
use crate::arena::runner::{RunEnd, Runner};

use super::match_arguments::{MatchArguments, MatchCommand};
use super::match_display::Display;
use super::output::check_folder;
use super::{CliError, CommandOutcome, signal_error};

pub(super) fn run(
    arguments: &MatchArguments,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    match &arguments.command {
        Some(MatchCommand::Merge { out, parts }) => {
            check_folder(out)?;
            join(parts, out, output)
        }
        Some(MatchCommand::Report { directory }) => report(directory, output),
        None => play(arguments, output),
    }
}

fn play(arguments: &MatchArguments, output: &mut impl Write) -> Result<CommandOutcome, CliError> {
    let plan = ResolvedConfig::new(arguments.configuration()?)?;
    let settings = arguments.settings()?;
    let mut display = Display::new(&settings);
    for remark in plan.remarks() {
        display.print_line(&remark);
    }
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    if let Some(remark) = plan.crowding(settings.concurrency, processors) {
        display.print_line(&format!("warning: {remark}"));
    }
    check_folder(&settings.directory)?;
    let runner = Runner::open(plan, settings)?;
    let stopper = runner.stopper();
    ctrlc::set_handler(move || stopper.stop()).map_err(signal_error)?;
    display.open(runner.results());
    let played = runner.run(&mut |results, event| display.show(results, event));
    display.close();
    let (end, results) = played?;
    write_results(&results, output)?;
    match end {
        RunEnd::Complete | RunEnd::Decided => Ok(CommandOutcome::Good),
        RunEnd::Stopped => {
            writeln!(
                output,
                "Stopped after {} of {} games. The same command resumes.",
                results.games().len(),
                results.scheduled()
            )?;
            Ok(CommandOutcome::Bad)
        }
    }
}

fn join(
    parts: &[PathBuf],
    out: &Path,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    let results = merge::merge(parts, out)?;
    write_results(&results, output)?;
    Ok(CommandOutcome::Good)
}

fn report(directory: &Path, output: &mut impl Write) -> Result<CommandOutcome, CliError> {
    let results = journal::read(&directory.join("results.jsonl"))?;
    let results = MatchResults::new(results.header, results.games);
    arena::output::write(directory, &results)?;
    write_results(&results, output)?;
    Ok(CommandOutcome::Good)
}

fn write_results(results: &MatchResults, output: &mut impl Write) -> Result<(), CliError> {
    for line in results.summary().lines() {
        writeln!(output, "{line}")?;
    }
    for record in results.games().values() {
        if record.termination.is_failure() {
            writeln!(output, "game {}: {}", record.label(), record.reason)?;
        }
        for note in &record.notes {
            writeln!(output, "game {}: {note}", record.label())?;
        }
    }
    Ok(())
}
