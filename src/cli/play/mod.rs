//! The command `play`: a game against the engine, or between two people, on a terminal.

mod command;
mod engine_player;
mod input;
mod rescue;
mod signals;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::base::files;
use crate::base::plural::counted;
use crate::base::random;
use crate::base::sentence::{capitalized, sentence};
use crate::board::color::Color;
use crate::engine::BookChoice;
use crate::notation::pgn::{PgnGame, today};
use crate::notation::{self, san};
use crate::position::Position;
use crate::render::{Figures, TextBoard};
use crate::rules::Rules;
use crate::search::Level;
use crate::session::book_moves;
use crate::session::{Ending, EngineSides, HINT_LEVEL, PlayedMove, Session};
use crate::variants::{self, shuffle::Arrays};

use super::arguments::{GameArguments, up_to};
use super::{CliError, check_output_file};

use command::{HELP, PlayCommand, near_command, seconds};
use engine_player::EnginePlayer;
use input::{Entered, Input};
use signals::Signals;

#[derive(Debug, Args)]
#[command(after_help = "\
'help' at the prompt lists the commands: hints, taking back, levels, saving and others.

Examples:
  peregrine play
  peregrine play --color black --level 12 --time 5
  peregrine play --variant falcon-random --figures symbols --save today.pgn
  peregrine play --color both --fen '5k4/10/10/10/10/10/PPP7/5KF3 w - - 0 1'")]
pub(super) struct PlayArguments {
    #[command(flatten)]
    game: GameArguments,
    /// The side that you play; with 'both' the engine only gives hints.
    #[arg(long, value_enum, default_value_t = Sides::White)]
    color: Sides,
    /// The engine's strength, from 0 (beginner) to 20.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = up_to(0, Level::FULL.number()))]
    level: usize,
    /// How long the engine may think about a move, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    time: Duration,
    /// The opening book: at full strength the engine plays from it, and 'book' shows it
    /// [default: the built-in one of the game, if there is one].
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// How the board shows pieces.
    #[arg(long, value_enum, default_value_t = Style::Letters)]
    figures: Style,
    /// Write the game to this file after each move.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long, requires = "save")]
    force: bool,
}

/// The name of a person in the game's tags.
const PERSON: &str = "Player";

/// Who plays what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Sides {
    White,
    Black,
    Random,
    Both,
}

/// The option for [`Figures`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Style {
    /// The letters of FEN.
    Letters,
    /// The chess symbols of Unicode; the Falcon stays a letter, for it has none.
    Symbols,
}

pub(super) fn run(arguments: &PlayArguments, output: &mut impl Write) -> Result<(), CliError> {
    if let Some(file) = &arguments.save {
        check_output_file(file, arguments.force)?;
    }
    let mut game = TerminalGame::new(arguments)?;
    let mut input = Input::new()?;
    let played = game.run(&mut input, output);
    // However the session ends, the game is not lost.
    let printed = game.print_unsaved(output);
    played.and(printed)
}

/// A game on the terminal.
struct TerminalGame<'a> {
    arguments: &'a PlayArguments,
    session: Session,
    engine: EnginePlayer,
    book: BookChoice,
    level: Level,
    time: Duration,
    seen_from: Color,
    figures: Figures,
    /// The file that is kept up to date.
    file: Option<PathBuf>,
    signals: Signals,
}

impl<'a> TerminalGame<'a> {
    fn new(arguments: &'a PlayArguments) -> Result<TerminalGame<'a>, CliError> {
        let start = start(&arguments.game)?;
        let engine = match arguments.color {
            Sides::White => EngineSides::One(Color::Black),
            Sides::Black => EngineSides::One(Color::White),
            Sides::Both => EngineSides::None,
            Sides::Random => EngineSides::One(Color::ALL[(random::seed() % 2) as usize]),
        };
        Ok(TerminalGame {
            engine: EnginePlayer::new(start.rules()),
            book: book_of(arguments.book.as_deref(), start.rules())?,
            session: Session::new(start, engine),
            seen_from: match engine {
                EngineSides::One(Color::White) => Color::Black,
                _ => Color::White,
            },
            arguments,
            level: Level::new(arguments.level),
            time: arguments.time,
            figures: match arguments.figures {
                Style::Letters => Figures::Letters,
                Style::Symbols => Figures::Symbols,
            },
            file: arguments.save.clone(),
            signals: Signals::new()?,
        })
    }

    fn position(&self) -> &Position {
        self.session.position()
    }

    /// Plays until the player or the input ends the session.
    fn run(&mut self, input: &mut Input, output: &mut impl Write) -> Result<(), CliError> {
        self.print_greeting(output)?;
        self.start_game(output)?;
        while self.take_turn(input, output)? {}
        Ok(())
    }

    fn print_greeting(&self, output: &mut impl Write) -> Result<(), CliError> {
        if let Ok(variant) = variants::find(self.position().rules().variant()) {
            writeln!(output, "{}.", variant.title)?;
        }
        self.print_sides(output)?;
        writeln!(
            output,
            "Type a move such as {}, or 'help' for the commands.",
            self.position()
                .legal_moves()
                .first()
                .map_or_else(|| "e4".to_owned(), |&mv| san(self.position(), mv)),
        )?;
        Ok(())
    }

    fn print_sides(&self, output: &mut impl Write) -> Result<(), CliError> {
        let engine = format!(
            "the engine plays at level {} of {}, with {} s a move",
            self.level.number(),
            Level::FULL.number(),
            self.time.as_secs_f64(),
        );
        match self.session.engine() {
            EngineSides::None => writeln!(output, "You play both sides.")?,
            EngineSides::One(side) => writeln!(output, "You are {}; {engine}.", !side)?,
            EngineSides::Both => writeln!(output, "You watch; {engine}.")?,
        }
        Ok(())
    }

    /// Starts a game from the current position.
    fn start_game(&mut self, output: &mut impl Write) -> Result<(), CliError> {
        self.engine.new_game(random::seed());
        self.show(output)?;
        self.announce_ending(output)
    }

    fn show(&self, output: &mut impl Write) -> Result<(), CliError> {
        let board = TextBoard {
            position: self.position(),
            seen_from: self.seen_from,
            figures: self.figures,
        };
        writeln!(output, "\n{board}")?;
        output.flush()?;
        Ok(())
    }

    /// Lets the side to move play, or a person at the end of the game say what is next.
    /// Returns whether to go on.
    fn take_turn(&mut self, input: &mut Input, output: &mut impl Write) -> Result<bool, CliError> {
        let ending = self.session.ending();
        if ending.is_none() && self.session.is_engine_to_move() {
            self.let_engine_play(output)?;
            return Ok(true);
        }
        let prompt = match ending {
            None => format!("{} > ", notation::move_number(self.position())),
            Some(_) => "> ".to_owned(),
        };
        let line = match input.read(&prompt, output)? {
            Entered::Line(line) => line,
            Entered::Garbage => {
                writeln!(
                    output,
                    "These bytes are no text in UTF-8; the line was discarded. Type it again."
                )?;
                return Ok(true);
            }
            Entered::Interrupt => {
                writeln!(output, "Type 'quit' to end.")?;
                return Ok(true);
            }
            Entered::End => return Ok(false),
        };
        match PlayCommand::parse(&line) {
            Ok(PlayCommand::Quit) => return Ok(false),
            Ok(command) => self.run_command(command, output)?,
            Err(message) => writeln!(output, "{message}")?,
        }
        Ok(true)
    }

    fn let_engine_play(&mut self, output: &mut impl Write) -> Result<(), CliError> {
        let number = notation::move_number(self.position());
        let from_book = match self.level == Level::FULL {
            true => self.book.choose(self.session.game(), None, random::seed()),
            false => None,
        };
        let (mv, score, origin) = match from_book {
            Some(row) => (row.mv, None, " (from the book)"),
            None => {
                let found = self.engine.search(
                    self.session.game(),
                    self.level,
                    self.time,
                    &self.signals,
                )?;
                let Some(mv) = found.best else {
                    return Err(CliError::Message("the engine found no move".to_owned()));
                };
                (mv, Some(found.score), "")
            }
        };
        let name = san(self.position(), mv);
        self.session.play(PlayedMove {
            mv,
            score,
            reply: None,
        });
        writeln!(output, "Peregrine plays {number} {name}{origin}")?;
        self.show(output)?;
        self.after_move(output)
    }

    /// Announces the end of the game, if it has ended, and saves it.
    fn after_move(&mut self, output: &mut impl Write) -> Result<(), CliError> {
        self.announce_ending(output)?;
        self.save_game(output)
    }

    fn announce_ending(&self, output: &mut impl Write) -> Result<(), CliError> {
        if let Some(ending) = self.session.ending() {
            writeln!(output, "{}: {}", capitalized(&ending), ending.result())?;
            writeln!(output, "'new' begins another game, 'quit' ends.")?;
        }
        Ok(())
    }

    fn run_command(
        &mut self,
        command: PlayCommand,
        output: &mut impl Write,
    ) -> Result<(), CliError> {
        match command {
            PlayCommand::Nothing | PlayCommand::Quit => {}
            PlayCommand::Move(text) => self.play(&text, output)?,
            PlayCommand::Board => self.show(output)?,
            PlayCommand::Flip => {
                self.seen_from = !self.seen_from;
                self.show(output)?;
            }
            PlayCommand::Figures => {
                self.figures = match self.figures {
                    Figures::Letters => Figures::Symbols,
                    Figures::Symbols => Figures::Letters,
                };
                self.show(output)?;
            }
            PlayCommand::Moves => {
                let moves = self.position().legal_moves();
                let mut names: Vec<String> =
                    moves.iter().map(|&mv| san(self.position(), mv)).collect();
                names.sort_unstable();
                writeln!(output, "{}", names.join(" "))?;
            }
            PlayCommand::Hint => self.hint(output)?,
            PlayCommand::Book => self.show_book(output)?,
            PlayCommand::Undo => self.undo(output)?,
            PlayCommand::Go => {
                if self.check_in_progress(output)? {
                    let side = self.position().side_to_move();
                    self.session.set_engine(EngineSides::One(side));
                    self.print_sides(output)?;
                }
            }
            PlayCommand::Level(level) => {
                self.level = level;
                self.print_sides(output)?;
            }
            PlayCommand::Time(time) => {
                self.time = time;
                self.print_sides(output)?;
            }
            PlayCommand::Draw => self.offer_draw(output)?,
            PlayCommand::Resign => {
                if self.check_in_progress(output)? {
                    match self.session.resign() {
                        Ok(()) => self.after_move(output)?,
                        Err(error) => writeln!(output, "{}", sentence(&error))?,
                    }
                }
            }
            PlayCommand::New => self.restart(output)?,
            PlayCommand::Fen => writeln!(output, "{}", self.position())?,
            PlayCommand::Pgn => write!(output, "{}", self.pgn())?,
            PlayCommand::Save(file) => self.save_to(&file, output)?,
            PlayCommand::Help => writeln!(output, "{HELP}")?,
        }
        Ok(())
    }

    /// Whether the game is in progress; says so if it is over.
    fn check_in_progress(&self, output: &mut impl Write) -> Result<bool, CliError> {
        let is_on = self.session.ending().is_none();
        if !is_on {
            writeln!(
                output,
                "The game is over; 'new' begins another, 'undo' goes back."
            )?;
        }
        Ok(is_on)
    }

    fn play(&mut self, text: &str, output: &mut impl Write) -> Result<(), CliError> {
        if !self.check_in_progress(output)? {
            return Ok(());
        }
        match notation::parse_either(self.position(), text) {
            Ok(mv) => {
                self.session.play(mv);
                if self.session.engine() == EngineSides::None {
                    self.show(output)?;
                }
                self.after_move(output)?;
            }
            Err(error) => writeln!(output, "{error}{}", near_command(text))?,
        }
        Ok(())
    }

    fn hint(&mut self, output: &mut impl Write) -> Result<(), CliError> {
        if !self.check_in_progress(output)? {
            return Ok(());
        }
        let found =
            self.engine
                .search(self.session.game(), HINT_LEVEL, self.time, &self.signals)?;
        let line = self.position().legal_line(&found.pv).take(8);
        let line: Vec<String> = line.map(|(before, mv)| san(&before, mv)).collect();
        let (depth, score) = (found.depth, found.score);
        let line = line.join(" ");
        let depth = counted(depth, "ply", "plies");
        writeln!(output, "{line}    ({score}, {depth} deep)")?;
        Ok(())
    }

    fn show_book(&mut self, output: &mut impl Write) -> Result<(), CliError> {
        let position = self.session.position();
        let Some(book) = self.book.book(position.rules()) else {
            writeln!(output, "There is no opening book for this game.")?;
            return Ok(());
        };
        let rows = book.moves(position);
        if rows.is_empty() {
            writeln!(output, "This position is not in the opening book.")?;
        }
        for line in book_moves::describe_moves(&rows, |mv| san(position, mv)) {
            writeln!(output, "{line}")?;
        }
        Ok(())
    }

    /// Goes back to the last earlier position in which a person was to move.
    fn undo(&mut self, output: &mut impl Write) -> Result<(), CliError> {
        if let Err(error) = self.session.take_back() {
            writeln!(output, "{}", sentence(&error))?;
            return Ok(());
        }
        self.show(output)?;
        self.save_game(output)
    }

    fn offer_draw(&mut self, output: &mut impl Write) -> Result<(), CliError> {
        if !self.check_in_progress(output)? {
            return Ok(());
        }
        match self.session.offer_draw(None) {
            Ok(true) => return self.after_move(output),
            Ok(false) => writeln!(output, "The engine declines the draw.")?,
            Err(error) => writeln!(output, "{}", sentence(&error))?,
        }
        Ok(())
    }

    fn restart(&mut self, output: &mut impl Write) -> Result<(), CliError> {
        self.print_unsaved(output)?;
        // The file holds the game before.
        self.file = None;
        self.session.restart(start(&self.arguments.game)?);
        self.start_game(output)
    }

    /// The game so far.
    fn pgn(&self) -> PgnGame {
        let mut pgn = PgnGame::from_game(self.session.game().clone());
        let engine = || {
            format!(
                "Peregrine {}, level {}",
                env!("CARGO_PKG_VERSION"),
                self.level.number()
            )
        };
        pgn.set_tag("Date", today());
        for (color, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
            let name = match self.session.engine().contains(color) {
                true => engine(),
                false => PERSON.to_owned(),
            };
            pgn.set_tag(tag, name);
        }
        pgn.result = self.session.ending().map(Ending::result);
        if let (Some(comment), Some(last)) = (
            self.session.ending().and_then(Ending::comment),
            pgn.comments.last_mut(),
        ) {
            *last = Some(comment);
        }
        pgn
    }

    fn save_to(&mut self, file: &Path, output: &mut impl Write) -> Result<(), CliError> {
        if self.file.as_deref() != Some(file)
            && let Err(error) = files::create(file, self.pgn().to_string().as_bytes())
        {
            writeln!(output, "{}: {error}", file.display())?;
            return Ok(());
        }
        self.file = Some(file.to_owned());
        self.save_game(output)?;
        writeln!(output, "{} holds the game.", file.display())?;
        Ok(())
    }

    /// Brings the file up to date, if there is one, and what a signal would print.
    fn save_game(&mut self, output: &mut impl Write) -> Result<(), CliError> {
        let text = self.pgn().to_string();
        let Some(file) = &self.file else {
            let has_moves = !self.session.game().moves().is_empty();
            self.signals.set_unsaved(has_moves.then_some(text));
            return Ok(());
        };
        if let Err(error) = files::replace(file, text.as_bytes()) {
            let name = file.display();
            writeln!(
                output,
                "{name}: {error}. The game goes on without the file."
            )?;
            self.file = None;
            self.signals.set_unsaved(Some(text));
        } else {
            self.signals.set_unsaved(None);
        }
        Ok(())
    }

    /// Prints a game that no file holds, so that it is not lost.
    fn print_unsaved(&mut self, output: &mut impl Write) -> Result<(), CliError> {
        self.signals.set_unsaved(None);
        if self.file.is_some() || self.session.game().moves().is_empty() {
            return Ok(());
        }
        let text = format!("\n{}", self.pgn());
        let printed = output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush());
        if printed.is_err() {
            rescue::save(&text);
        }
        Ok(printed?)
    }
}

/// The start of a game: the position asked for; in variants with shuffled arrays, one drawn
/// at random unless the array is given.
fn start(game: &GameArguments) -> Result<Position, CliError> {
    let is_given = game.fen.is_some() || game.array.is_some() || game.seed.is_some();
    if !is_given && let Ok(arrays) = Arrays::new(game.rules()?) {
        return Ok(arrays.start(arrays.random_number(random::seed()))?);
    }
    game.position()
}

/// The book of a file, which has to fit the game, or else the built-in one.
fn book_of(file: Option<&Path>, rules: &'static Rules) -> Result<BookChoice, CliError> {
    let mut choice = BookChoice::default();
    choice.set_file(file.map(Path::to_owned))?;
    choice.book(rules);
    match choice.report_error() {
        Some(error) => Err(error.into()),
        None => Ok(choice),
    }
}
