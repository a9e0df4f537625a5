//! The command line as clap reads it, and what the user is told if it cannot be read.
//!
//! clap names the faulty argument; here is added what a user would ask next: what a
//! missing argument is for, and which word was probably meant.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory, FromArgMatches};

use crate::base::suggestion::nearest_word;

use super::commands::Arguments;
use super::terminal::standard_error;
use super::{CliError, MISUSED, output, print_error, status};

/// The commands and options as data, for manual pages and completions.
///
/// ```
/// let command = peregrine::cli::command();
/// assert!(command.find_subcommand("perft").is_some());
/// ```
pub fn command() -> Command {
    with_negative_numbers(Arguments::command())
}

/// A negative number is a value, though perhaps a wrong one, and not an unknown option.
fn with_negative_numbers(command: Command) -> Command {
    let with = |arg: Arg| match arg.get_action().takes_values() && !arg.is_allow_hyphen_values_set()
    {
        true => arg.allow_negative_numbers(true),
        false => arg,
    };
    command
        .mut_args(with)
        .mut_subcommands(with_negative_numbers)
}

/// Reads the arguments, the program's name first.
///
/// # Errors
/// If they cannot be read, or ask for help.
pub(super) fn parse(arguments: &[OsString]) -> Result<Arguments, clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(arguments)?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Prints the requested help, or what is wrong with the arguments.
pub(super) fn refuse(mut error: clap::Error, arguments: &[OsString]) -> ExitCode {
    if !error.use_stderr() {
        return match error.print().and_then(|()| io::stdout().flush()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => status(&CliError::Output(output::standard_output_error(&error))),
        };
    }
    match error.kind() {
        // A group of commands without a command: its help is the answer.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = write!(standard_error(), "{}", error.render());
            return ExitCode::from(MISUSED);
        }
        ErrorKind::InvalidSubcommand => suggest_command(&mut error, arguments),
        // No value that looks like an option is meant.
        ErrorKind::UnknownArgument => drop(error.remove(ContextKind::Suggested)),
        _ => {}
    }
    let text = error.render().to_string();
    let text = text.trim_end();
    let mut message = text.strip_prefix("error: ").unwrap_or(text).to_owned();
    if error.kind() == ErrorKind::MissingRequiredArgument {
        explain_missing(&mut message, &error);
    }
    print_error(&message)
}

/// Adds the command that was probably meant, where clap makes no suggestion.
fn suggest_command(error: &mut clap::Error, arguments: &[OsString]) {
    if error.get(ContextKind::SuggestedSubcommand).is_some() {
        return;
    }
    let Some(ContextValue::String(wrong)) = error.get(ContextKind::InvalidSubcommand) else {
        return;
    };
    let mut command = command();
    for word in arguments.iter().skip(1).filter_map(|word| word.to_str()) {
        if word == wrong {
            break;
        }
        if let Some(found) = command.find_subcommand(word) {
            command = found.clone();
        }
    }
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    if let Some(near) = nearest_word(wrong, &names) {
        let near = ContextValue::Strings(vec![near.to_owned()]);
        error.insert(ContextKind::SuggestedSubcommand, near);
    }
}

/// Adds to each missing argument what it is for.
fn explain_missing(message: &mut String, error: &clap::Error) {
    let (Some(ContextValue::Strings(missing)), Some(ContextValue::StyledStr(usage))) = (
        error.get(ContextKind::InvalidArg),
        error.get(ContextKind::Usage),
    ) else {
        return;
    };
    let mut command = command();
    command.build();
    // "Usage: peregrine pgn check ..." leads to the command.
    let usage = usage.to_string();
    for word in usage.split_whitespace() {
        if let Some(found) = command.find_subcommand(word) {
            command = found.clone();
        }
    }
    for name in missing {
        let alternatives: Vec<&str> = match name.strip_prefix('<') {
            Some(group) if group.contains('|') => group.trim_end_matches('>').split('|').collect(),
            _ => vec![name],
        };
        let bare = |name: &str| name.trim_matches(['<', '>', '[', ']', '.']).to_owned();
        let purposes: Vec<String> = alternatives
            .iter()
            .filter_map(|name| {
                let mut all = command.get_arguments();
                let arg = all.find(|arg| bare(&arg.to_string()) == bare(name))?;
                Some(arg.get_help()?.to_string())
            })
            .collect();
        if !purposes.is_empty() {
            let line = format!("\n  {name}");
            *message = message.replacen(&line, &format!("{line}  {}", purposes.join("; or: ")), 1);
        }
    }
}
