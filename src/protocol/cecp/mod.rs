//! The Chess Engine Communication Protocol (CECP), version 2, as XBoard speaks it.
//!
//! It translates lines into calls of the [`Engine`], and the engine's reports into
//! lines. A wrong line is answered with an error and changes nothing, with one exception:
//! after a refused `setboard` or `edit` there is no position. Every move is then an
//! `Illegal move`, and the engine neither thinks nor analyzes, until `new`, `variant`,
//! `setboard` or `edit` sets up a position.
//!
//! XBoard is laxer about castling than the rules: it lets a player castle into
//! check, and in variants described by the engine also out of and through check.
//! The engine still refuses such a move with `Illegal move`, even in a match
//! between two engines, where XBoard sides with the mover. The engine does not
//! play moves that XBoard cannot be told about, unless an option says that XBoard
//! does not test legality (`docs/guide/xboard.md`).

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod analysis;
mod book;
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
use crate::engine::Engine;
use crate::notation::xboard::{self, XboardDialect};
use crate::position::Position;
use crate::rules::PromotionRule;
use crate::session::{EngineSides, Session};

use super::background::BackgroundTask;
use super::engine_settings::EngineSettings;
use super::{Beginning, Event, Flow, FrontEnd, Line, TOO_LONG, fewer_threads, printable};
use clock::Timer;
use edit::Editor;
use think::Running;

/// Why a command was refused. A refused command changes nothing.
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
    /// The output cannot be written.
    Output(io::Error),
}

impl Refusal {
    /// The reason must not contain the name of a command such as `draw` or
    /// `analyze`: XBoard would conclude that the engine lacks this command.
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
    engine: Engine,
    settings: EngineSettings,
    promotion: PromotionRule,
    /// Whether the engine also plays moves that XBoard's legality test refuses.
    plays_all_moves: bool,
    dialect: XboardDialect,
    /// The game that `new` sets up.
    first: XboardDialect,
    /// The game. In force mode the engine plays neither side.
    session: Session,
    /// Analyze mode: the engine searches the current position and plays no moves.
    is_analyzing: bool,
    /// Whether the last position was refused, so that the game is not what XBoard shows.
    lacks_position: bool,
    /// The number of the random array, until the first move is played from it.
    drawn: Option<u64>,
    /// Whether the opponent is an engine too, so that XBoard adjudicates claims.
    opponent_is_program: bool,
    search: BackgroundTask<Running>,
    /// Whether there has been a `new`: before it, nobody has said which game is played.
    has_begun: bool,
    /// Whether the engine has searched since `new`.
    has_searched: bool,
    timer: Timer,
    ponders: bool,
    posts: bool,
    /// Moves excluded from the search of this position.
    excluded: Vec<Move>,
    editor: Option<Editor>,
    /// Whether the last command was a refused move.
    refused: bool,
    /// Pings waiting for the engine's move.
    pings: Vec<i64>,
    /// Commands waiting for the end of thinking.
    deferred: Vec<String>,
}

impl Cecp {
    /// A front end at the start of a game in which the engine plays Black. The
    /// variant is orthodox chess unless `beginning` names another. Searches send
    /// their reports to `sender`.
    pub fn new(sender: Sender<Event>, beginning: Beginning) -> Cecp {
        let dialect = match beginning.variant {
            None => xboard::normal(),
            // If no XBoard name stands for these rules, take that of the variant.
            Some(variant) => xboard::for_rules(variant.nearest_rules(beginning.options))
                .unwrap_or_else(|dialect| dialect),
        };
        let promotion = beginning.options.promotion.unwrap_or(PromotionRule::Any);
        let rules = dialect.rules(promotion);
        let engine = Engine::with_tunables(rules, beginning.tunables);
        Cecp {
            settings: EngineSettings::new(engine.options()),
            engine,
            promotion,
            plays_all_moves: false,
            first: dialect.clone(),
            dialect,
            session: Session::new(Position::start(rules), EngineSides::One(Color::Black)),
            is_analyzing: false,
            lacks_position: false,
            drawn: None,
            opponent_is_program: false,
            search: BackgroundTask::new(sender),
            has_begun: false,
            has_searched: false,
            timer: Timer::new(),
            ponders: false,
            posts: false,
            excluded: Vec::new(),
            editor: None,
            refused: false,
            pings: Vec::new(),
            deferred: Vec::new(),
        }
    }

    fn line(&mut self, line: &Line, output: &mut dyn Write) -> io::Result<Flow> {
        let is_too_long = line.is_too_long();
        let line = line.trim();
        if is_too_long && line.starts_with("setboard") {
            self.lose_position();
        }
        let obeyed = match is_too_long {
            true => Err(Refusal::error(TOO_LONG)),
            false => self.obey(line, output),
        };
        self.answer(line, obeyed, output)
    }

    /// Writes what was wrong with a line, if anything.
    fn answer(
        &self,
        line: &str,
        obeyed: Result<Flow, Refusal>,
        output: &mut dyn Write,
    ) -> io::Result<Flow> {
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

    /// Dispatches a command: the protocol's table of contents.
    fn obey(&mut self, line: &str, output: &mut dyn Write) -> Result<Flow, Refusal> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if self.editor.is_some() && !matches!(words[..], ["quit" | "ping" | "new" | "setboard", ..])
        {
            self.edit(line)?;
            return Ok(Flow::Continue);
        }
        if self.is_thinking() && settings::must_wait(&words) {
            self.deferred.push(line.to_owned());
            return Ok(Flow::Continue);
        }
        if self.lacks_position {
            self.check_position(&words)?;
        }
        let refused = std::mem::take(&mut self.refused);
        match words[..] {
            [] => {}
            ["xboard" | "random"] => {}
            ["computer"] => self.opponent_is_program = true,
            ["accepted" | "rejected" | "name" | "rating" | "ics", ..] => {}
            ["protover", _] => features::announce(self.promotion, output)?,
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
            ["force"] => self.set_engine(EngineSides::None),
            // XBoard sends `go` along with a move, for the side to move after it; if
            // the move was refused, that is the side not to move.
            ["go"] if refused => self.play_other(),
            ["go"] => self.go(output)?,
            ["playother"] => self.play_other(),
            ["white"] => self.set_side(Color::White)?,
            ["black"] => self.set_side(Color::Black)?,
            ["?"] => self.move_now(),
            ["draw"] => self.answer_draw_offer(output)?,
            ["result", ..] => self.set_engine(EngineSides::None),
            ["pause"] => self.pause(),
            ["resume"] => self.resume(),

            ["level", moves, base, increment] => {
                accept(self.timer.set_level(moves, base, increment), "not a level")?;
            }
            ["st", seconds] => {
                accept(self.timer.set_move_time(seconds), "not a number of seconds")?
            }
            ["sd", plies] => accept(self.timer.set_depth(plies), "not a number of plies")?,
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
            ["bk"] => self.tell_book(output)?,
            ["exclude", text] => self.exclude(text)?,
            ["include", text] => self.include(text)?,

            ["memory", megabytes] => self.set_memory(megabytes, output)?,
            ["cores", threads] => self.set_cores(threads, output)?,
            ["egtpath", kind, ..] => self.set_tablebase_path(kind, line, output)?,
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

    /// Refuses what needs a position while there is none.
    fn check_position(&self, words: &[&str]) -> Result<(), Refusal> {
        let reason = "the last position was refused";
        match *words {
            ["usermove", text] => Err(Refusal::Move(text.to_owned(), Some(reason.to_owned()))),
            ["exclude" | "include", text] if text != "all" => {
                Err(Refusal::Move(text.to_owned(), Some(reason.to_owned())))
            }
            [
                "go" | "playother" | "white" | "black" | "undo" | "remove" | "hint" | "exclude"
                | "include",
                ..,
            ] => Err(Refusal::error(reason)),
            [text] if !COMMANDS.contains(&text) && moves::resembles_move(text) => {
                Err(Refusal::Move(text.to_owned(), Some(reason.to_owned())))
            }
            _ => Ok(()),
        }
    }

    /// Sets what waited for the end of thinking.
    fn obey_deferred(&mut self, output: &mut dyn Write) -> io::Result<()> {
        for line in std::mem::take(&mut self.deferred) {
            let obeyed = self.obey(&line, output);
            self.answer(&line, obeyed, output)?;
        }
        Ok(())
    }

    /// Whether a line that is no command is a move.
    fn is_move(&self, text: &str) -> bool {
        moves::looks_like_move(text)
            || moves::read(&self.dialect, self.session.position(), text).is_ok()
    }

    /// Whether pings wait for an answer that can be given: not while the engine is still
    /// thinking about its move.
    fn has_to_answer_pings(&self) -> bool {
        !self.pings.is_empty() && !self.is_thinking()
    }

    /// Answers the waiting pings, if that can be done now.
    fn answer_pings(&mut self, output: &mut dyn Write) -> io::Result<()> {
        if !self.has_to_answer_pings() {
            return Ok(());
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
        if !self.is_thinking() {
            self.obey_deferred(output)?;
        }
        if self.has_to_answer_pings() && self.search.running().is_none() {
            self.take_memory();
        }
        let is_variant_known = self.has_begun || self.has_searched;
        let errors = self
            .settings
            .report_errors(&mut self.engine, is_variant_known);
        for error in errors.into_iter().chain(self.search.take_failure()) {
            writeln!(output, "tellusererror {}", printable(&error))?;
        }
        if let Some(given) = self.engine.report_shortage() {
            writeln!(
                output,
                "# {}",
                fewer_threads(given, self.settings.options.threads)
            )?;
        }
        self.answer_pings(output)?;
        Ok(flow)
    }

    fn is_idle(&self) -> bool {
        self.search.running().is_none()
    }
}

/// All commands, to tell an unknown command from one with wrong parameters.
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
