//! The command `perft`: counts the leaf nodes of one position.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::position::Position;
use crate::tools::bench::speed;
use crate::tools::perft::{Divided, Perft, PerftCache, PerftTable};

use super::arguments::PerftArguments;
use super::terminal::print_status;
use super::{CliError, CommandOutcome, granted_threads, perft_suite};

pub(super) fn run(
    arguments: &PerftArguments,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    let table = match arguments.hash {
        0 => None,
        megabytes => Some(PerftTable::new(megabytes).map_err(|error| {
            CliError::Message(format!(
                "cannot allocate {megabytes} MiB for --hash: {error}"
            ))
        })?),
    };
    match &table {
        Some(table) => run_with(arguments, table, output),
        None => run_with(arguments, &(), output),
    }
}

fn run_with(
    arguments: &PerftArguments,
    cache: &impl PerftCache,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    let perft = Perft {
        threads: granted_threads(arguments.threads),
        cache,
        stop: &AtomicBool::new(false),
    };
    let Some(depth) = arguments.depth else {
        return perft_suite::run(arguments, &perft, output);
    };
    let position = arguments.game.position()?;
    let divided = count(&perft, &position, depth)?;
    if arguments.divide {
        for line in divided.lines(&position) {
            writeln!(output, "{line}")?;
        }
    }
    writeln!(output, "Nodes searched: {}", divided.total)?;
    Ok(CommandOutcome::Good)
}

/// Counts, and reports the time on standard error.
fn count(
    perft: &Perft<'_, impl PerftCache>,
    position: &Position,
    depth: u32,
) -> Result<Divided, CliError> {
    let began = Instant::now();
    let divided = perft.divide(position, depth);
    let time = began.elapsed();
    let counted = divided.filter(|divided| divided.total < u64::MAX);
    let divided =
        counted.ok_or_else(|| CliError::Message("the count exceeds 64 bits".to_owned()))?;
    let speed = speed(divided.total, time);
    let seconds = time.as_secs_f64();
    print_status(&format!("Time: {seconds:.3} s, {speed} nodes/second"));
    Ok(divided)
}
