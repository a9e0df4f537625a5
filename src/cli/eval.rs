//! The command `eval`: explains the static evaluation of a position.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use crate::eval::Evaluator;
use crate::eval::network::{self, Network};
use crate::rules::Rules;

use super::arguments::GameArguments;
use super::{CliError, file_error};

#[derive(Debug, Args)]
#[command(after_help = "\
The table has the terms of the hand-written evaluation. If a network judges the
position, a board follows with what each man adds to the network's score: the
score with the man minus the score without it.

Examples:
  peregrine eval
  peregrine eval --fen 'k9/10/2K7/10/5F4/10/10/10 w - - 0 1'
  peregrine eval --network falcon.prgnet")]
pub(super) struct EvalArguments {
    #[command(flatten)]
    game: GameArguments,
    /// The network file [default: the built-in network of the game, if there is one].
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
}

pub(super) fn run(arguments: &EvalArguments, output: &mut impl Write) -> Result<(), CliError> {
    let position = arguments.game.position()?;
    let mut evaluator = evaluator(position.rules(), arguments.network.as_deref())?;
    writeln!(output, "{}", evaluator.explain(&position))?;
    Ok(())
}

/// Evaluates single positions with the network of a file, or like the engine if none is
/// given.
pub(super) fn evaluator(rules: &'static Rules, file: Option<&Path>) -> Result<Evaluator, CliError> {
    let mut evaluator = Evaluator::new(rules);
    evaluator.set_network(network(rules, file)?, 0);
    Ok(evaluator)
}

/// The network of a file, or the built-in one of the game if no file is given.
pub(super) fn network(
    rules: &'static Rules,
    file: Option<&Path>,
) -> Result<Option<Arc<Network>>, CliError> {
    let Some(file) = file else {
        return Ok(network::built_in(rules));
    };
    let loaded = Network::load(file).and_then(|network| {
        network.check_game(rules)?;
        Ok(network)
    });
    let network = loaded.map_err(|error| file_error(file, &error))?;
    Ok(Some(Arc::new(network)))
}
