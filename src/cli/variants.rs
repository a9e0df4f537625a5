//! The command `variants`: lists games, checks variant files, and imports games from the
//! files of other programs.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::base::files;
use crate::base::plural::counted;
use crate::variants::description::describe;
use crate::variants::export::{ExportError, to_variants_ini};
use crate::variants::import::{
    self, Finding, ImportOptions, ImportedFile, ImportedGame, SourceFormat,
};
use crate::variants::{self, Variant, VariantFileError, library};

use super::arguments::OptionArguments;
use super::output::is_standard;
use super::terminal::{content_output, print_status, printable};
use super::{CliError, CommandOutcome, check_output_file, file_error};

#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
--check reports every fault with its file, line, key and reason, and exits with
status 1 if there is any; for a valid file it lists the variants.
docs/guide/variant-files.md describes the format.

Examples:
  peregrine variants
  peregrine variants --all
  peregrine variants makruk
  peregrine variants --check docs/examples/gothic.toml
  peregrine variants import variants.ini --out mine.toml
  peregrine perft 4 --variants docs/examples/gothic.toml --variant gothic"
)]
pub(super) struct VariantsArguments {
    /// Say the rules of these games: pieces, castling, Pawns, and how games end.
    #[arg(value_name = "NAME", conflicts_with_all = ["check", "all"])]
    names: Vec<String>,
    /// Check these variant files instead of listing the known variants.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    check: Vec<PathBuf>,
    /// List the games of the library, too: every command finds them by their names.
    #[arg(long, conflicts_with = "check")]
    all: bool,
    #[command(subcommand)]
    command: Option<VariantsCommand>,
}

#[derive(Debug, Subcommand)]
enum VariantsCommand {
    /// Make a variant file from a file of another program.
    Import(ImportArguments),
    /// Write a game as a section of Fairy-Stockfish's variants.ini.
    Export(ExportArguments),
}

#[derive(Debug, Args)]
#[command(after_help = "\
The section is written to standard output, if Fairy-Stockfish can play the game; otherwise
every reason is reported, and the exit status is 1. A game whose name Fairy-Stockfish has
itself is called peregrine-NAME.

Examples:
  peregrine variants export capablanca --castling three
  peregrine variants export gothic --variants docs/examples/gothic.toml --out gothic.ini")]
struct ExportArguments {
    /// The game ('peregrine variants' lists them).
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    options: OptionArguments,
    /// Write to this file instead of standard output, which is '-'.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long, requires = "out")]
    force: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The formats are
  fairy-stockfish  sections with keys, such as variants.ini; they can be based on the
                   games that Fairy-Stockfish knows without a file
  fairy-max        games with rows of numbered pieces and steps, such as fmax.ini
  diagram          the description of an Interactive Diagram, with a line
                   name:id:betza:image:squares for each piece

What a variant file cannot say is never left out in silence: the game is refused, and a
line names the file, the line, the key and the reason. All other games are written. The
exit status is 1 if anything is refused, and 2 if the file cannot be read or written.

Examples:
  peregrine variants import variants.ini
  peregrine variants import variants.ini --out mine.toml
  peregrine --variants mine.toml")]
struct ImportArguments {
    /// The file; '-' is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The format [default: what the content looks like].
    #[arg(long, value_name = "FORMAT", value_parser = str::parse::<SourceFormat>)]
    format: Option<SourceFormat>,
    /// Import games exactly as the other program plays them, even where that was hardly
    /// meant, or refuse them. Without this, ranks for Pawns that a file does not give fit
    /// the size of the board.
    #[arg(long)]
    strict: bool,
    /// Write to this file instead of standard output, which is '-'.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long, requires = "out")]
    force: bool,
}

pub(super) fn run(
    arguments: &VariantsArguments,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    match &arguments.command {
        Some(VariantsCommand::Import(arguments)) => import(arguments, output),
        Some(VariantsCommand::Export(arguments)) => export(arguments, output),
        None if !arguments.names.is_empty() => explain(&arguments.names, output),
        None if arguments.check.is_empty() => {
            list(variants::all(), output)?;
            if arguments.all {
                list(library::unlisted(), output)?;
            }
            Ok(CommandOutcome::Good)
        }
        None => check(&arguments.check, output),
    }
}

/// Says the rules of games.
fn explain(names: &[String], output: &mut impl Write) -> Result<CommandOutcome, CliError> {
    for name in names {
        let variant = variants::find(name)?;
        list([variant], output)?;
        if !variant.about.is_empty() {
            writeln!(output, "    {}", variant.about)?;
        }
        for (subject, text) in describe(variants::rules(name)?) {
            writeln!(output, "    {subject}: {text}")?;
        }
    }
    Ok(CommandOutcome::Good)
}

fn list<'a>(
    listed: impl IntoIterator<Item = &'a Variant>,
    output: &mut impl Write,
) -> io::Result<()> {
    for variant in listed {
        let castling: Vec<&str> = variant.castling.iter().map(|rule| rule.name()).collect();
        let promotion: Vec<&str> = variant.promotion.iter().map(|rule| rule.name()).collect();
        writeln!(output, "{}", variant.name)?;
        writeln!(output, "    {}", variant.title)?;
        writeln!(output, "    castling:  {}", castling.join(" "))?;
        writeln!(output, "    promotion: {}", promotion.join(" "))?;
        writeln!(output, "    start:     {}", variant.start_fen)?;
    }
    Ok(())
}

/// Reports every fault in the files, and lists the variants of valid ones.
fn check(files: &[PathBuf], output: &mut impl Write) -> Result<CommandOutcome, CliError> {
    let mut verdict = CommandOutcome::Good;
    for path in files {
        match variants::read(path) {
            Ok(found) => {
                let games = counted(found.len(), "variant", "variants");
                writeln!(output, "{}: {games}, no faults", path.display())?;
                list(&found, output)?;
            }
            Err(faulty @ VariantFileError::Faulty { .. }) => {
                writeln!(output, "{faulty}")?;
                verdict = CommandOutcome::Bad;
            }
            Err(unreadable) => return Err(unreadable.into()),
        }
    }
    Ok(verdict)
}

fn import(
    arguments: &ImportArguments,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    let out = arguments.out.as_deref().filter(|file| !is_standard(file));
    if let Some(out) = out {
        check_output_file(out, arguments.force)?;
    }
    let path = &arguments.file;
    let text = match is_standard(path) {
        true => files::read_stream(io::stdin(), import::MAX_LENGTH)
            .and_then(|bytes| crate::base::text::decode(bytes).map_err(io::Error::from)),
        false => files::read_text(path, import::MAX_LENGTH),
    };
    let text = text.map_err(|error| file_error(path, &error))?;
    let options = ImportOptions {
        format: arguments.format,
        is_strict: arguments.strict,
    };
    let imported = import::import(&text, options).map_err(|error| file_error(path, &error))?;
    for line in report(path, &imported) {
        print_status(&line);
    }
    let toml = imported.to_toml();
    match out {
        None => {
            let mut content = content_output();
            content.write_all(toml.as_bytes())?;
            content.flush()?;
        }
        // A file without games would be faulty.
        Some(_) if toml.is_empty() => {}
        Some(out) => {
            files::replace(out, toml.as_bytes()).map_err(|error| file_error(out, &error))?;
            let games = imported.games.iter().filter(|game| game.toml.is_some());
            let games = counted(games.count(), "variant", "variants");
            writeln!(output, "{}: {games}", out.display())?;
        }
    }
    Ok(match imported.is_complete() {
        true => CommandOutcome::Good,
        false => CommandOutcome::Bad,
    })
}

fn export(
    arguments: &ExportArguments,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    let out = arguments.out.as_deref().filter(|file| !is_standard(file));
    if let Some(out) = out {
        check_output_file(out, arguments.force)?;
    }
    let variant = variants::find(&arguments.name)?;
    let text = match to_variants_ini(variant, arguments.options.into()) {
        Ok(text) => text,
        Err(ExportError::Options(error)) => return Err(error.into()),
        Err(ExportError::Refused(refusals)) => {
            for refusal in refusals {
                print_status(&format!("{}.{refusal}", variant.name));
            }
            return Ok(CommandOutcome::Bad);
        }
    };
    match out {
        None => output.write_all(text.as_bytes())?,
        Some(out) => {
            files::replace(out, text.as_bytes()).map_err(|error| file_error(out, &error))?;
            writeln!(output, "{}: 1 game", out.display())?;
        }
    }
    Ok(CommandOutcome::Good)
}

/// What there is to say about each game of an imported file, one line each.
fn report(path: &Path, file: &ImportedFile) -> Vec<String> {
    let name = path.display().to_string();
    let line = |finding: &Finding| {
        let place = finding
            .line
            .map_or(String::new(), |line| format!("{line}:"));
        let kind = match finding.is_refused() {
            true => "refused",
            false => "note",
        };
        printable(&format!("{name}:{place} {kind}: {finding}"))
    };
    let mut lines: Vec<String> = file.findings.iter().map(line).collect();
    for game in &file.games {
        lines.extend(game.findings.iter().map(line));
        lines.push(printable(&format!(
            "{name}:{}: {}: {}",
            game.line,
            game.name,
            outcome(game)
        )));
    }
    let all = file.games.len();
    let good = file.games.iter().filter(|game| game.toml.is_some()).count();
    lines.push(printable(&format!(
        "{name}: {good} of {} imported",
        counted(all, "game", "games")
    )));
    lines
}

fn outcome(game: &ImportedGame) -> String {
    match (
        &game.toml,
        game.findings
            .iter()
            .filter(|finding| finding.is_refused())
            .count(),
    ) {
        (Some(_), _) => "imported".to_owned(),
        (None, count) => format!("not imported ({})", counted(count, "reason", "reasons")),
    }
}
