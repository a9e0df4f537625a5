//! The Chess Engine Communication Protocol, version 2, as XBoard speaks it.
//!
//! Knows no rule of chess and no search: it turns lines into calls of the
//! [`Engine`] and what the engine reports into lines. A wrong line is answered
//! with an error and changes nothing.
//!
//! XBoard is laxer about castling than the rules are: it lets a player castle
//! into check, and in games described to it also out of and through check. The
//! rules do not change for that: such a move is refused, `Illegal move`, also
//! in a match between two engines, where XBoard takes the side of the mover.
//! What XBoard cannot be told about, the engine does not play, unless it is
//! told that XBoard does not test moves (`docs/guide/xboard.md`).

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod analysis;
mod clock;
mod edit;
mod features;
pub(crate) mod moves;
mod play;
mod settings;
mod tell;
mod think;

use std::io::{self, Write};
use std::sync::mpsc::Sender;

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::engine::{Engine, EngineOptions};
use crate::notation::xboard::{self, XboardDialect};
use crate::position::Position;
use crate::position::game::Game;
use crate::rules::PromotionRule;
use crate::search::score::Score;

use super::strength::Strength;
use super::{Beginning, Event, Flow, FrontEnd, Line, TOO_LONG, fewer_threads, printable};
use clock::Timer;
use edit::Editor;
use think::Running;

/// What the engine does when it is somebody's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Nothing: it checks and remembers the moves of others (force mode).
    Watches,
    /// It plays that side.
    Plays(Color),
    /// It thinks about whatever position there is, and moves for nobody.
    Analyzes,
}

/// Why a command is not obeyed; none of these changes anything.
#[derive(Debug)]
enum Refusal {
    /// `Error (reason): line`.
    Error(String),
    /// `Illegal move (reason): move`.
    Move(String, moves::Reason),
    /// `tellusererror Illegal position: reason`.
    Position(String),
    /// `tellusererror reason`.
    File(String),
    /// Nothing can be said any more.
    Output(io::Error),
}

impl Refusal {
    /// The reason is not to contain a word that XBoard takes for a command
    /// the engine lacks, such as `draw` or `analyze`.
    fn error(reason: &str) -> Refusal {
        Refusal::Error(reason.to_owned())
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        Refusal::Output(error)
    }
}

/// The front end that speaks the Chess Engine Communication Protocol.
///
/// ```
/// use std::sync::mpsc;
/// use peregrine::protocol::{Event, Flow, FrontEnd, cecp::Cecp};
/// let (sender, _events) = mpsc::channel();
/// let mut front_end = Cecp::new(sender, Default::default());
/// let mut answer = Vec::new();
/// let flow = front_end.handle(Event::Line("ping 7".into()), &mut answer).unwrap();
/// assert_eq!(flow, Flow::Continue);
/// assert_eq!(answer, b"pong 7\n");
/// ```
pub struct Cecp {
    sender: Sender<Event>,
    engine: Engine,
    /// How the engine is to work from the next search on; lines are those of
    /// analysis.
    options: EngineOptions,
    strength: Strength,
    promotion: PromotionRule,
    resigns: bool,
    /// Whether it also plays moves that XBoard's test of legality refuses.
    plays_all_moves: bool,
    dialect: XboardDialect,
    /// The game that `new` sets up.
    first: XboardDialect,
    game: Game,
    /// The number of the array that was drawn and not yet played from.
    drawn: Option<u64>,
    role: Role,
    /// Whether the opponent is a program too, so that XBoard judges claims.
    opponent_is_program: bool,
    running: Option<Running>,
    /// How many searches have been started.
    searches: u64,
    /// How many of them the engine has been made to forget.
    forgotten: u64,
    timer: Timer,
    ponders: bool,
    posts: bool,
    /// The opponent's move that the engine expects now.
    expected: Option<Move>,
    /// The engine's score of its last move.
    last_score: Option<Score>,
    /// How many moves in a row the engine has thought its game lost.
    hopeless: u32,
    /// Moves that are not to be searched in this position.
    excluded: Vec<Move>,
    editor: Option<Editor>,
    /// Whether the last command was a move that was refused.
    refused: bool,
    /// Pings that wait for the engine's move.
    pings: Vec<i64>,
}

impl Cecp {
    /// A front end at the start of a game, in which the engine has the black
    /// pieces: of orthodox chess, unless another one is chosen to begin with.
    /// Its searches report to `sender`.
    ///
    /// ```
    /// use peregrine::protocol::cecp::Cecp;
    /// let (sender, _events) = std::sync::mpsc::channel();
    /// let _front_end = Cecp::new(sender, Default::default());
    /// ```
    pub fn new(sender: Sender<Event>, beginning: Beginning) -> Cecp {
        let dialect = match beginning.variant {
            None => xboard::normal(),
            // Of rules that have no name there more cannot be said.
            Some(variant) => xboard::of(variant.nearest_rules(beginning.options))
                .unwrap_or_else(|dialect| dialect),
        };
        let promotion = beginning.options.promotion.unwrap_or(PromotionRule::Any);
        let rules = dialect.rules(promotion);
        let engine = Engine::with_tunables(rules, beginning.tunables);
        let strength = Strength::new();
        Cecp {
            sender,
            options: strength.applied_to(engine.options()),
            strength,
            engine,
            promotion,
            resigns: false,
            plays_all_moves: false,
            first: dialect.clone(),
            dialect,
            game: Game::new(Position::start(rules)),
            drawn: None,
            role: Role::Plays(Color::Black),
            opponent_is_program: false,
            running: None,
            searches: 0,
            forgotten: 0,
            timer: Timer::new(),
            ponders: false,
            posts: false,
            expected: None,
            last_score: None,
            hopeless: 0,
            excluded: Vec::new(),
            editor: None,
            refused: false,
            pings: Vec::new(),
        }
    }

    fn line(&mut self, line: &Line, output: &mut dyn Write) -> io::Result<Flow> {
        let is_too_long = line.is_too_long();
        let line = line.trim();
        let obeyed = match is_too_long {
            true => Err(Refusal::error(TOO_LONG)),
            false => self.obey(line, output),
        };
        let refusal = match obeyed {
            Ok(flow) => return Ok(flow),
            Err(refusal) => refusal,
        };
        match refusal {
            Refusal::Error(reason) => writeln!(output, "Error ({reason}): {}", printable(line))?,
            Refusal::Move(text, reason) => {
                let reason = reason.map(|reason| format!(" ({reason})"));
                let reason = reason.unwrap_or_default();
                writeln!(output, "Illegal move{reason}: {}", printable(&text))?;
            }
            Refusal::Position(reason) => {
                writeln!(
                    output,
                    "tellusererror Illegal position: {}",
                    printable(&reason)
                )?;
            }
            Refusal::File(reason) => {
                writeln!(output, "tellusererror {}", printable(&reason))?;
            }
            Refusal::Output(error) => return Err(error),
        }
        Ok(Flow::Continue)
    }

    /// The protocol's table of contents.
    fn obey(&mut self, line: &str, output: &mut dyn Write) -> Result<Flow, Refusal> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if self.editor.is_some() && !matches!(words[..], ["quit" | "ping" | "new" | "setboard", ..])
        {
            self.edit(line)?;
            return Ok(Flow::Continue);
        }
        let refused = std::mem::take(&mut self.refused);
        match words[..] {
            [] => {}
            ["xboard" | "random"] => {}
            ["computer"] => self.opponent_is_program = true,
            ["accepted" | "rejected" | "name" | "rating" | "ics", ..] => {}
            ["protover", _] => features::announce(output)?,
            ["quit"] => return Ok(Flow::Quit),
            ["ping", number] => self.ping(number)?,

            ["new"] => self.new_game(),
            ["variant", name] => self.set_variant(name, output)?,
            ["setboard", ..] => {
                self.set_board(line.strip_prefix("setboard").unwrap_or_default())?
            }
            ["edit"] => self.begin_edit(),
            ["undo"] => self.undo()?,
            ["remove"] => self.remove()?,

            ["usermove", text] => self.user_move(text, output)?,
            ["force"] => self.watch(),
            // Sent along with the move, for the side that would be to move then.
            ["go"] if refused => self.play_other(),
            ["go"] => self.go(output)?,
            ["playother"] => self.play_other(),
            ["white"] => self.set_side(Color::White)?,
            ["black"] => self.set_side(Color::Black)?,
            ["?"] => self.move_now(),
            ["draw"] => self.answer_draw_offer(output)?,
            ["result", ..] => self.watch(),
            ["pause"] => self.pause(),
            ["resume"] => self.resume(),

            ["level", moves, base, increment] => {
                accept(self.timer.set_level(moves, base, increment), "not a level")?;
            }
            ["st", seconds] => accept(self.timer.set_move_time(seconds), "not so many seconds")?,
            ["sd", plies] => accept(self.timer.set_depth(plies), "not so many plies")?,
            ["nps", rate] => accept(self.timer.set_rate(rate), "not a rate")?,
            ["time", left] => accept(self.timer.set_remaining(left), "not a number")?,
            ["otim", left] => accept(Timer::new().set_remaining(left), "not a number")?,

            ["hard"] => self.ponders = true,
            ["easy"] => self.stop_pondering(),
            ["post"] => self.posts = true,
            ["nopost"] => self.posts = false,

            ["analyze"] => self.analyze(),
            ["exit"] => self.exit()?,
            ["."] => self.tell_progress(output)?,
            ["hint"] => self.hint(output)?,
            ["bk"] => writeln!(output, " Peregrine has no opening book.\n")?,
            ["exclude", text] => self.exclude(text)?,
            ["include", text] => self.include(text)?,

            ["memory", megabytes] => self.set_memory(megabytes)?,
            ["cores", threads] => self.set_cores(threads)?,
            ["egtpath", kind, ..] => self.set_tablebase_path(kind, line)?,
            ["option", _, ..] => {
                self.set_option(line.strip_prefix("option").unwrap_or_default(), output)?
            }

            [command, ..] if COMMANDS.contains(&command) => {
                return Err(Refusal::error("wrong number of parameters"));
            }
            [text] if self.is_move(text) => self.user_move(text, output)?,
            _ => return Err(Refusal::error("unknown command")),
        }
        Ok(Flow::Continue)
    }

    /// Whether a line without a command is a move.
    fn is_move(&self, text: &str) -> bool {
        moves::looks_like_move(text)
            || moves::read(&self.dialect, self.game.position(), text).is_ok()
    }

    /// Pongs that were waiting are sent as soon as the engine has moved.
    fn answer_pings(&mut self, output: &mut dyn Write) -> io::Result<()> {
        if self.pings.is_empty() || self.is_thinking() {
            return Ok(());
        }
        if self.running.is_none() {
            self.take_memory();
        }
        for number in self.pings.drain(..) {
            writeln!(output, "pong {number}")?;
        }
        Ok(())
    }

    fn ping(&mut self, number: &str) -> Result<(), Refusal> {
        let number = number.parse().map_err(|_| Refusal::error("not a number"))?;
        self.pings.push(number);
        Ok(())
    }
}

impl FrontEnd for Cecp {
    fn handle(&mut self, event: Event, output: &mut dyn Write) -> io::Result<Flow> {
        let flow = match event {
            Event::Line(line) => self.line(&line, output)?,
            Event::EndOfInput => Flow::Quit,
            Event::Report(number, report) => {
                self.report(number, report, output)?;
                Flow::Continue
            }
            Event::Work(..) | Event::Alarm => Flow::Continue,
        };
        for fault in self.engine.take_tablebase_faults() {
            writeln!(output, "tellusererror {}", printable(&fault.to_string()))?;
        }
        if let Some(given) = self.engine.take_shortage() {
            writeln!(output, "# {}", fewer_threads(given, self.options.threads))?;
        }
        self.answer_pings(output)?;
        Ok(flow)
    }
}

/// The commands that were not understood only because of what follows them.
const COMMANDS: &[&str] = &[
    ".",
    "?",
    "analyze",
    "bk",
    "black",
    "computer",
    "cores",
    "draw",
    "easy",
    "edit",
    "egtpath",
    "exclude",
    "exit",
    "force",
    "go",
    "hard",
    "hint",
    "include",
    "level",
    "memory",
    "new",
    "nopost",
    "nps",
    "option",
    "otim",
    "pause",
    "ping",
    "playother",
    "post",
    "protover",
    "quit",
    "random",
    "remove",
    "resume",
    "sd",
    "st",
    "time",
    "undo",
    "usermove",
    "variant",
    "white",
    "xboard",
];

fn accept(done: Option<()>, reason: &str) -> Result<(), Refusal> {
    done.ok_or_else(|| Refusal::error(reason))
}
