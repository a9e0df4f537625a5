//! The command `show`: prints a position, or draws it as a picture.

use std::io::{self, Write};

use crate::board::geometry::Geometry;
use crate::board::setup::{Board, Setup};
use crate::board::square::Square;
use crate::eval::Evaluator;
use crate::position::fen;
use crate::position::{Position, PositionError};
use crate::render::{Diagram, Figure, MovePaths, Svg};
use crate::rules::Rules;
use crate::search::score::Score;

use super::arguments::{GameArguments, ShowArguments};
use super::{CliError, eval, fen_error};

pub(super) fn run(arguments: &ShowArguments, output: &mut impl Write) -> Result<(), CliError> {
    arguments.picture.check()?;
    let shown = Shown::new(&arguments.game)?;
    let paths = paths(&shown, arguments)?;
    if arguments.picture.is_wanted() {
        let picture = picture(&shown, &paths, arguments)?;
        return arguments.picture.write(picture, output);
    }
    let network = arguments.network.as_deref();
    let mut evaluator = eval::evaluator(shown.rules(), network)?;
    shown.write_text(&mut evaluator, output)?;
    for paths in paths {
        writeln!(output, "{paths}")?;
    }
    Ok(())
}

/// What there is to show.
enum Shown {
    Position(Box<Position>),
    /// A board on which a King is missing, as in figures that explain a move.
    Figure {
        rules: &'static Rules,
        setup: Box<Setup>,
        fen: String,
    },
}

impl Shown {
    fn new(game: &GameArguments) -> Result<Shown, CliError> {
        let Some(text) = &game.fen else {
            return Ok(Shown::Position(Box::new(game.position()?)));
        };
        let rules = game.rules()?;
        let setup = Box::new(fen::parse(rules, text).map_err(fen_error)?);
        match Position::from_setup(rules, &setup) {
            Ok(position) => Ok(Shown::Position(Box::new(position))),
            Err(PositionError::NoKing(_)) => Ok(Shown::Figure {
                rules,
                setup,
                fen: text.split_whitespace().collect::<Vec<_>>().join(" "),
            }),
            Err(error) => Err(fen_error(error.into())),
        }
    }

    fn rules(&self) -> &'static Rules {
        match self {
            Shown::Position(position) => position.rules(),
            Shown::Figure { rules, .. } => rules,
        }
    }

    fn board(&self) -> Board {
        match self {
            Shown::Position(position) => {
                let mut board = Setup::empty().board;
                for square in position.occupied() {
                    board[square.index()] = position.piece_on(square);
                }
                board
            }
            Shown::Figure { setup, .. } => setup.board,
        }
    }

    fn picture(&self) -> Svg {
        match self {
            Shown::Position(position) => Svg::new(position),
            Shown::Figure { rules, setup, fen } => Svg::of_setup(rules, setup, fen),
        }
    }

    fn write_text(&self, evaluator: &mut Evaluator, output: &mut impl Write) -> io::Result<()> {
        match self {
            Shown::Position(position) => write_text(position, evaluator, output),
            Shown::Figure { rules, setup, fen } => {
                writeln!(output, "{}", Figure { rules, setup, fen })
            }
        }
    }
}

fn write_text(
    position: &Position,
    evaluator: &mut Evaluator,
    output: &mut impl Write,
) -> io::Result<()> {
    writeln!(output, "{}", Diagram(position))?;
    if position.outcome().is_some() {
        return Ok(());
    }
    let state = evaluator.state(position);
    let total = evaluator.evaluate(position, &state);
    writeln!(
        output,
        "Evaluation: {} Pawns for {}",
        Score::Centipawns(total),
        position.side_to_move()
    )
}

/// The requested paths of Falcon's moves.
fn paths(shown: &Shown, arguments: &ShowArguments) -> Result<Vec<MovePaths>, CliError> {
    let (rules, board) = (shown.rules(), shown.board());
    let mut found = Vec::new();
    for text in arguments.paths.iter().flat_map(|list| list.split(',')) {
        let failure = |reason: &dyn std::fmt::Display| {
            CliError::Message(format!("--paths '{text}': {reason}"))
        };
        let (from, to) = two_squares(text)
            .ok_or_else(|| failure(&"expected two squares, such as e4g7 or e4-g7"))?;
        let square = |name: &str| {
            let square = rules.geometry().square_named(name);
            square.ok_or_else(|| failure(&format!("'{name}' is not a square of this board")))
        };
        let paths = MovePaths::new(rules, &board, square(from)?, square(to)?);
        found.push(paths.map_err(|error| failure(&error))?);
    }
    Ok(found)
}

/// The names of two squares, with or without a hyphen between them.
fn two_squares(text: &str) -> Option<(&str, &str)> {
    let second = 1 + text
        .get(1..)?
        .find(|letter: char| letter.is_ascii_lowercase())?;
    let (from, to) = text.split_at(second);
    Some((from.strip_suffix('-').unwrap_or(from), to))
}

/// The picture with the requested marks, paths and arrows.
fn picture(shown: &Shown, paths: &[MovePaths], arguments: &ShowArguments) -> Result<Svg, CliError> {
    let geometry = shown.rules().geometry();
    let mut picture = shown.picture();
    for names in &arguments.mark {
        let squares = squares(geometry, "--mark", names, ',')?;
        picture = picture.mark(squares.into_iter().collect());
    }
    if !paths.is_empty() {
        picture = picture
            .arrows(paths.iter().flat_map(MovePaths::open))
            .arrows(paths.iter().flat_map(MovePaths::closed));
    }
    for names in &arguments.arrow {
        let mut paths = Vec::new();
        for path in names.split(',') {
            let path = squares(geometry, "--arrow", path, '-')?;
            if path.first() == path.last() {
                return Err(CliError::Message(format!(
                    "--arrow '{names}': an arrow must end on another square than its first"
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
) -> Result<Vec<Square>, CliError> {
    let square = |name: &str| {
        geometry.square_named(name).ok_or_else(|| {
            CliError::Message(format!(
                "{option} '{names}': '{name}' is not a square of this board"
            ))
        })
    };
    names.split(separator).map(square).collect()
}
