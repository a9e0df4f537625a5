//! The command `pgn show`: draws positions of games, and whole games.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::base::plural::counted;
use crate::notation::pgn::{GameText, GameTexts, PgnError, PgnGame};
use crate::notation::{move_number, san};
use crate::render::{AnimatedSvg, Diagram, Svg};
use crate::rules::Rules;

use super::{UsualRules, open};
use crate::cli::arguments::{seconds, whole};
use crate::cli::picture::{self, PictureArguments};
use crate::cli::{CliError, CommandOutcome, file_error};

/// The most plies of an animated picture, which has some 600 bytes for each. The longest
/// possible game of chess has 17,697.
const MAX_ANIMATED: usize = 20_000;

#[derive(Debug, Args)]
#[command(after_help = "\
Without --svg and --png the position is printed as text. In a picture the squares of
the last move are marked. The animated picture is an SVG file that plays the game again
and again in every browser, with the moves below the board.

Examples:
  peregrine pgn show games.pgn --game 3 --ply 24
  peregrine pgn show games.pgn --ply 24 --svg position.svg
  peregrine pgn show games.pgn --ply 24 --png position.png --size 600
  peregrine pgn show games.pgn --animate --svg game.svg --pause 0.5")]
pub(in crate::cli) struct ShowGameArguments {
    /// A PGN file; '-' is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The number of the game in the file.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = whole(1..=u64::MAX))]
    game: u64,
    /// The position after this many plies of the main line, 0 for the start [default:
    /// the last position].
    #[arg(long, value_name = "N", value_parser = whole(0..=usize::MAX))]
    ply: Option<usize>,
    #[command(flatten)]
    picture: PictureArguments,
    /// Draw the whole game as an animated picture.
    #[arg(long, requires = "svg", conflicts_with_all = ["ply", "png"])]
    animate: bool,
    /// Seconds for each move of the animated picture.
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, requires = "animate",
          value_parser = seconds(0.05..=60.0))]
    pause: f64,
    #[command(flatten)]
    usual: UsualRules,
}
pub(super) fn run(
    arguments: &ShowGameArguments,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    arguments.picture.check()?;
    let (text, rules) = arguments.game()?;
    let all = text.moves().count();
    let ply = arguments.ply.unwrap_or(all);
    if ply > all {
        let message = format!("--ply {ply}: the game has {}", counted(all, "ply", "plies"));
        return Err(CliError::Message(message));
    }
    if arguments.animate && all > MAX_ANIMATED {
        let message = format!(
            "--animate: the game has {all} plies, and an animated picture at most {MAX_ANIMATED}"
        );
        return Err(CliError::Message(message));
    }
    let failure = |error: PgnError| file_error(&arguments.file, &error);
    if let Some(file) = arguments
        .picture
        .svg
        .as_deref()
        .filter(|_| arguments.animate)
    {
        let pgn = text.replay(rules, ply).map_err(failure)?;
        let mut picture = AnimatedSvg::new(&pgn.game, arguments.pause, &players(&pgn));
        if arguments.picture.reversed_colors {
            picture = picture.reversed_colors();
        }
        picture::write_file(file, picture.to_string().as_bytes(), output)?;
        return Ok(CommandOutcome::Good);
    }
    // A game of a million plies need not be kept.
    let last = text.replay_to(rules, ply).map_err(failure)?;
    if !arguments.picture.is_wanted() {
        let after = last.mv.as_ref().map_or_else(String::new, |(position, mv)| {
            format!(", {} {}", move_number(position), san(position, *mv))
        });
        writeln!(output, "Ply {} of {all}{after}\n", last.plies)?;
        writeln!(output, "{}", Diagram(&last.position))?;
        return Ok(CommandOutcome::Good);
    }
    let mut picture = Svg::new(&last.position);
    if let Some((_, last)) = last.mv {
        picture = picture.mark([last.from(), last.to()].into_iter().collect());
    }
    arguments.picture.write(picture, output)?;
    Ok(CommandOutcome::Good)
}

/// The players and the result of a game, as its title.
fn players(pgn: &PgnGame) -> String {
    let [white, black] = ["White", "Black"].map(|name| pgn.tag(name).unwrap_or("?"));
    let result = pgn.result.map(|result| result.to_string());
    format!("{white} - {black}, {}", result.as_deref().unwrap_or("*"))
}

impl ShowGameArguments {
    /// The text of the game with the number asked for, and its rules.
    fn game(&self) -> Result<(GameText, &'static Rules), CliError> {
        let failure = |error: &dyn std::fmt::Display| file_error(&self.file, error);
        let source = open(&self.file)?;
        let defaults = self.usual.rules().defaults()?;
        let mut number = 0;
        for game in GameTexts::new(source) {
            number += 1;
            match game {
                Err(error @ PgnError::Unreadable(_)) => return Err(failure(&error)),
                Err(error) if number == self.game => return Err(failure(&error)),
                Ok(game) if number == self.game => {
                    let rules = game.rules(&defaults).map_err(|error| failure(&error))?;
                    return Ok((game, rules));
                }
                _ => {}
            }
        }
        let games = counted(number, "game", "games");
        let message = format!("the file has {games}, no game {}", self.game);
        Err(failure(&message))
    }
}
