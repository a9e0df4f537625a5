//! The command `show`: a position as text, or as a picture in a file.

use std::io::{self, Write};
use std::path::Path;

use crate::diagram::Diagram;
use crate::diagram::Svg;
use crate::eval::Evaluator;
use crate::files;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::score::Score;
use crate::square::Square;

use super::arguments::ShowArguments;
use super::{Failure, told};

pub(super) fn run(arguments: &ShowArguments, output: &mut impl Write) -> Result<(), Failure> {
    let position = arguments.game.position()?;
    match arguments.svg.as_deref() {
        None => write_text(&position, output)?,
        Some(file) => {
            let picture = picture(&position, arguments)?.to_string();
            if file == Path::new("-") {
                output.write_all(picture.as_bytes())?;
            } else {
                files::replace(file, picture.as_bytes()).map_err(|error| told(file, &error))?;
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
