//! Engines against engines, as a user sees it.
//!
//! Knows no engine's protocol and no statistics: it asks the tournament and
//! shows what comes.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::arena;
use crate::arena::journal;
use crate::arena::merge;
use crate::arena::plan::Plan;
use crate::arena::runner::{End, Runner};
use crate::arena::standing::Standing;

use super::match_arguments::{MatchArguments, MatchCommand};
use super::match_display::Display;
use super::{Failure, Verdict};

pub(super) fn run(arguments: &MatchArguments, output: &mut impl Write) -> Result<Verdict, Failure> {
    match &arguments.command {
        Some(MatchCommand::Merge { out, parts }) => join(parts, out, output),
        Some(MatchCommand::Report { directory }) => report(directory, output),
        None => play(arguments, output),
    }
}

fn play(arguments: &MatchArguments, output: &mut impl Write) -> Result<Verdict, Failure> {
    let plan = Plan::new(arguments.configuration()?)?;
    let settings = arguments.settings()?;
    let mut display = Display::new(&settings);
    for remark in plan.remarks() {
        display.say(&remark);
    }
    let runner = Runner::open(plan, settings)?;
    let stopper = runner.stopper();
    ctrlc::set_handler(move || stopper.stop())
        .map_err(|error| Failure::Message(format!("signals cannot be handled: {error}")))?;
    display.open(runner.standing());
    let played = runner.run(&mut |standing, event| display.show(standing, event));
    display.close();
    let (end, standing) = played?;
    write_standing(&standing, output)?;
    match end {
        End::Complete | End::Decided => Ok(Verdict::Good),
        End::Stopped => {
            writeln!(
                output,
                "Stopped after {} of {} games. The same command goes on.",
                standing.games().len(),
                standing.scheduled()
            )?;
            Ok(Verdict::Bad)
        }
    }
}

fn join(parts: &[PathBuf], out: &Path, output: &mut impl Write) -> Result<Verdict, Failure> {
    let standing = merge::merge(parts, out)?;
    write_standing(&standing, output)?;
    Ok(Verdict::Good)
}

fn report(directory: &Path, output: &mut impl Write) -> Result<Verdict, Failure> {
    let results = journal::read(&directory.join("results.jsonl"))?;
    let standing = Standing::new(results.header, results.games);
    arena::output::write(directory, &standing)?;
    write_standing(&standing, output)?;
    Ok(Verdict::Good)
}

fn write_standing(standing: &Standing, output: &mut impl Write) -> Result<(), Failure> {
    for line in standing.summary().lines() {
        writeln!(output, "{line}")?;
    }
    for record in standing.games().values() {
        if record.termination.is_failure() {
            writeln!(output, "game {}: {}", record.label(), record.reason)?;
        }
    }
    Ok(())
}
