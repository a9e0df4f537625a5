//! The command `show`: a position as text, or as a picture in a file.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::Path;

use tempfile::Builder;

use crate::diagram::Diagram;
use crate::diagram::Svg;
use crate::eval::Evaluator;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::score::Score;
use crate::square::Square;

use super::Failure;
use super::arguments::ShowArguments;

pub(super) fn run(arguments: &ShowArguments, output: &mut impl Write) -> Result<(), Failure> {
    let position = arguments.game.position()?;
    match arguments.svg.as_deref() {
        None => write_text(&position, output)?,
        Some(file) => {
            let picture = picture(&position, arguments)?.to_string();
            if file == Path::new("-") {
                output.write_all(picture.as_bytes())?;
            } else {
                replace(file, picture.as_bytes())
                    .map_err(|error| Failure::Message(format!("{}: {error}", file.display())))?;
            }
        }
    }
    Ok(())
}

fn write_text(position: &Position, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{}", Diagram(position))?;
    if position.outcome().is_some() {
        return Ok(());
    }
    let total = Evaluator::new(position.rules()).explain(position).total();
    writeln!(
        output,
        "Evaluation: {} Pawns for {}",
        Score::Centipawns(total),
        position.side()
    )
}

/// The picture, with the marks and arrows that were asked for.
fn picture<'a>(position: &'a Position, arguments: &ShowArguments) -> Result<Svg<'a>, Failure> {
    let geometry = position.rules().geometry();
    let mut picture = Svg::new(position);
    for names in &arguments.mark {
        let squares = squares(geometry, "--mark", names, ',')?;
        picture = picture.mark(squares.into_iter().collect());
    }
    for names in &arguments.arrow {
        let mut paths = Vec::new();
        for path in names.split(',') {
            let path = squares(geometry, "--arrow", path, '-')?;
            if path.first() == path.last() {
                return Err(Failure::Message(format!(
                    "--arrow '{names}': an arrow ends on another square than it begins"
                )));
            }
            paths.push(path);
        }
        picture = picture.arrows(paths);
    }
    Ok(picture)
}

/// The squares of a list of names.
fn squares(
    geometry: &Geometry,
    option: &str,
    names: &str,
    separator: char,
) -> Result<Vec<Square>, Failure> {
    let square = |name: &str| {
        geometry.square_named(name).ok_or_else(|| {
            Failure::Message(format!(
                "{option} '{names}': '{name}' is no square of this board"
            ))
        })
    };
    names.split(separator).map(square).collect()
}

/// Gives a file this content, all of it or, if anything fails, none: it is
/// written beside the file first. What is there already must be a file one may
/// write to; it keeps its permissions.
fn replace(file: &Path, content: &[u8]) -> io::Result<()> {
    let old = match fs::metadata(file) {
        Ok(metadata) => Some(metadata.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let wrong = |reason: &str| Err(io::Error::other(reason));
    if file.file_name().is_none() {
        return wrong("this is no name of a file");
    }
    if file.is_dir() {
        return wrong("this is a folder");
    }
    if old.is_some() && !file.is_file() {
        return wrong("this is no ordinary file ('-' is standard output)");
    }
    if old.as_ref().is_some_and(Permissions::readonly) {
        return wrong("the file may not be written to");
    }
    // A link stays a link: what it leads to is replaced.
    let file = match old {
        Some(_) => fs::canonicalize(file)?,
        None => file.to_owned(),
    };
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        return wrong(&format!("there is no folder {}", folder.display()));
    }
    // Removed when it goes out of scope, unless it has become the file.
    let mut new = Builder::new().make_in(folder, |path| File::create_new(path))?;
    new.as_file_mut().write_all(content)?;
    if let Some(permissions) = old {
        new.as_file().set_permissions(permissions)?;
    }
    new.as_file().sync_all()?;
    new.persist(&file).map_err(|error| error.error)?;
    Ok(())
}
