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
//! play moves that XBoard would refuse, unless an option says that XBoard
//! does not test legality (`docs/guide/xboard.md`).

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod analysis;
mod book;
mod clock;
mod edit;
mod features;
pub(crate) mod moves;
mod output;
mod play;
mod search;
mod settings;

use std::io::{self, Write};
use std::sync::mpsc::Sender;

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::engine::Engine;
use crate::notation::xboard::{self, XboardDialect};
use crate::position::Position;
use crate::rules::PromotionRule;
use crate::session::{EngineSides, Session};

use super::engine_settings::EngineSettings;
use super::task::BackgroundTask;
use super::{Event, Flow, FrontEnd, Line, SessionConfig, TOO_LONG, fewer_threads, printable};
use clock::Timer;
use edit::Editor;
use search::RunningSearch;

/// What the commands and options of this protocol alone have set.
struct CecpOptions {
    promotion: PromotionRule,
    /// Whether the engine also plays moves that XBoard's legality test refuses.
    allows_all_moves: bool,
    /// Whether the engine ponders (`hard`).
    ponders: bool,
    /// Whether it writes thinking lines (`post`).
    posts: bool,
}

/// What the engine does with the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// It plays the sides of the session; none in force mode.
    Play,
    /// It searches the current position and plays no moves (`analyze`).
    Analyze,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Opponent {
    Person,
    /// XBoard adjudicates the claims of both.
    Program,
}

/// How far the engine is since XBoard has started it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// There was neither `new` nor a search.
    Started,
    /// There was no search since `new`.
    NewGame,
    Searched,
}

/// What the last command was refused for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Refusal {
    /// Its move: it counts for the next command only.
    Move,
    /// Its position: it counts until another is set up.
    Position,
}

/// Why a command was refused. A refused command changes nothing.
#[derive(Debug)]
enum CecpError {
    /// `Error (reason): line`.
    Command(String),
    /// `Illegal move (reason): move`.
    Move(String, moves::Reason),
    /// `tellusererror Illegal position: reason`.
    Position(String),
    /// `tellusererror reason`.
    File(String),
    /// The output cannot be written.
    Output(io::Error),
}

impl CecpError {
    /// The reason must not contain the name of a command such as `draw` or
    /// `analyze`: XBoard would conclude that the engine lacks this command.
    fn command(reason: &str) -> CecpError {
        CecpError::Command(reason.to_owned())
    }
}

impl From<io::Error> for CecpError {
    fn from(error: io::Error) -> CecpError {
        CecpError::Output(error)
    }
}

/// A `match` on the words of a line. A line that fits none of the arms has the wrong number of
/// parameters if its first word is that of an arm; otherwise the arms after `else` decide.
macro_rules! match_command {
    ($words:expr => {
        [] => $empty:expr,
        $([$($command:literal)|+ $(, $($parameters:tt)+)?] $(if $guard:expr)? => $action:expr,)+
    } else {
        $($other:pat $(if $is_other:expr)? => $other_action:expr,)+
    }) => {
        match $words {
            [] => $empty,
            $([$($command)|+ $(, $($parameters)+)?] $(if $guard)? => $action,)+
            #[allow(unreachable_patterns)] // Some commands take any parameters.
            [$($($command)|+)|+, ..] => {
                return Err(CecpError::command("wrong number of parameters"));
            }
            $($other $(if $is_other)? => $other_action,)+
        }
    };
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
    options: CecpOptions,
    dialect: XboardDialect,
    /// The variant that `new` sets up.
    initial_dialect: XboardDialect,
    /// The game. In force mode the engine plays neither side.
    session: Session,
    mode: Mode,
    /// What was refused last, as long as it matters.
    refusal: Option<Refusal>,
    /// The number of the random start position, until a move is played from it.
    start_number: Option<u64>,
    opponent: Opponent,
    search: BackgroundTask<RunningSearch>,
    progress: Progress,
    timer: Timer,
    /// Moves excluded from the search of this position.
    excluded: Vec<Move>,
    editor: Option<Editor>,
    /// Pings waiting for the engine's move.
    pings: Vec<i64>,
    /// Commands waiting for the end of thinking.
    deferred: Vec<String>,
}

impl Cecp {
    /// A front end at the start of a game in which the engine plays Black. The
    /// variant is orthodox chess unless `config` names another. Searches send
    /// their reports to `sender`.
    pub fn new(sender: Sender<Event>, config: SessionConfig) -> Cecp {
        let dialect = match config.variant {
            None => xboard::normal(),
            // If no XBoard name stands for these rules, take that of the variant.
            Some(variant) => xboard::for_rules(variant.nearest_rules(config.options))
                .unwrap_or_else(|dialect| dialect),
        };
        let promotion = config.options.promotion.unwrap_or(PromotionRule::Any);
        let rules = dialect.rules(promotion);
        let engine = Engine::with_tunables(rules, config.tunables);
        Cecp {
            settings: EngineSettings::new(engine.options()),
            engine,
            options: CecpOptions {
                promotion,
                allows_all_moves: false,
                ponders: false,
                posts: false,
            },
            initial_dialect: dialect.clone(),
            dialect,
            session: Session::new(Position::start(rules), EngineSides::One(Color::Black)),
            mode: Mode::Play,
            refusal: None,
            start_number: None,
            opponent: Opponent::Person,
            search: BackgroundTask::new(sender),
            progress: Progress::Started,
            timer: Timer::new(),
            excluded: Vec::new(),
            editor: None,
            pings: Vec::new(),
            deferred: Vec::new(),
        }
    }

    fn handle_line(&mut self, line: &Line, output: &mut dyn Write) -> io::Result<Flow> {
        let is_too_long = line.is_too_long();
        let line = line.trim();
        if is_too_long && line.starts_with("setboard") {
            self.refuse_position();
        }
        let result = match is_too_long {
            true => Err(CecpError::command(TOO_LONG)),
            false => self.dispatch(line, output),
        };
        self.report_result(line, result, output)
    }

    /// Writes what was wrong with a line, if anything.
    fn report_result(
        &self,
        line: &str,
        result: Result<Flow, CecpError>,
        output: &mut dyn Write,
    ) -> io::Result<Flow> {
        let error = match result {
            Ok(flow) => return Ok(flow),
            Err(error) => error,
        };
        match error {
            CecpError::Command(reason) => {
                writeln!(output, "Error ({reason}): {}", printable(line))?
            }
            CecpError::Move(text, reason) => {
                let reason = reason.map(|reason| format!(" ({reason})"));
                let reason = reason.unwrap_or_default();
                writeln!(output, "Illegal move{reason}: {}", printable(&text))?;
            }
            CecpError::Position(reason) => {
                writeln!(
                    output,
                    "tellusererror Illegal position: {}",
                    printable(&reason)
                )?;
            }
            CecpError::File(reason) => {
                writeln!(output, "tellusererror {}", printable(&reason))?;
            }
            CecpError::Output(error) => return Err(error),
        }
        Ok(Flow::Continue)
    }

    /// Dispatches a command: the protocol's table of contents.
    fn dispatch(&mut self, line: &str, output: &mut dyn Write) -> Result<Flow, CecpError> {
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
        if !self.has_position() {
            self.require_position(&words)?;
        }
        let refused_move = self.refusal.take_if(|refusal| *refusal == Refusal::Move);
        match_command!(words[..] => {
            [] => {},
            ["xboard" | "random"] => {},
            ["computer"] => self.opponent = Opponent::Program,
            ["accepted" | "rejected" | "name" | "rating" | "ics", ..] => {},
            ["protover", _] => features::announce(self.options.promotion, output)?,
            ["quit"] => return Ok(Flow::Quit),
            ["ping", number] => self.ping(number)?,

            ["new"] => self.new_game(),
            ["variant", name] => self.set_variant(name, output)?,
            ["setboard", ..] => {
                self.set_board(line.strip_prefix("setboard").unwrap_or_default())?
            },
            ["edit"] => self.start_edit(),
            ["undo"] => self.undo()?,
            ["remove"] => self.remove()?,

            ["usermove", text] => self.user_move(text, output)?,
            ["force"] => self.set_engine(EngineSides::None),
            // XBoard sends `go` along with a move, for the side to move after it; if
            // the move was refused, that is the side not to move.
            ["go"] if refused_move.is_some() => self.play_other(),
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
                require(self.timer.set_level(moves, base, increment), "not a level")?;
            },
            ["st", seconds] => {
                require(self.timer.set_move_time(seconds), "not a number of seconds")?
            },
            ["sd", plies] => require(self.timer.set_depth(plies), "not a number of plies")?,
            ["nps", rate] => require(self.timer.set_rate(rate), "not a rate")?,
            ["time", left] => require(self.timer.set_remaining(left), "not a number")?,
            ["otim", left] => require(Timer::new().set_remaining(left), "not a number")?,

            ["hard"] => self.options.ponders = true,
            ["easy"] => self.stop_pondering(),
            ["post"] => self.options.posts = true,
            ["nopost"] => self.options.posts = false,

            ["analyze"] => self.analyze(),
            ["exit"] => self.exit()?,
            ["."] => self.report_progress(output)?,
            ["hint"] => self.hint(output)?,
            ["bk"] => self.show_book(output)?,
            ["exclude", text] => self.exclude(text)?,
            ["include", text] => self.include(text)?,

            ["memory", megabytes] => self.set_memory(megabytes, output)?,
            ["cores", threads] => self.set_cores(threads, output)?,
            ["egtpath", kind, ..] => self.set_tablebase_path(kind, line, output)?,
            ["option", _, ..] => {
                self.set_option(line.strip_prefix("option").unwrap_or_default(), output)?
            },
        } else {
            [text] if self.is_move(text) => self.user_move(text, output)?,
            _ => return Err(CecpError::command("unknown command")),
        });
        Ok(Flow::Continue)
    }

    /// Whether the game is the one that XBoard shows: not after a refused position.
    fn has_position(&self) -> bool {
        self.refusal != Some(Refusal::Position)
    }

    /// Refuses what needs a position while there is none.
    fn require_position(&self, words: &[&str]) -> Result<(), CecpError> {
        let reason = "the last position was refused";
        match *words {
            ["usermove", text] => Err(CecpError::Move(text.to_owned(), Some(reason.to_owned()))),
            ["exclude" | "include", text] if text != "all" => {
                Err(CecpError::Move(text.to_owned(), Some(reason.to_owned())))
            }
            [
                "go" | "playother" | "white" | "black" | "undo" | "remove" | "hint" | "exclude"
                | "include",
                ..,
            ] => Err(CecpError::command(reason)),
            [text] if moves::resembles_move(text) => {
                Err(CecpError::Move(text.to_owned(), Some(reason.to_owned())))
            }
            _ => Ok(()),
        }
    }

    /// Carries out the commands that waited for the end of thinking.
    fn run_deferred(&mut self, output: &mut dyn Write) -> io::Result<()> {
        for line in std::mem::take(&mut self.deferred) {
            let result = self.dispatch(&line, output);
            self.report_result(&line, result, output)?;
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

    fn ping(&mut self, number: &str) -> Result<(), CecpError> {
        let number = number
            .parse()
            .map_err(|_| CecpError::command("not a number"))?;
        self.pings.push(number);
        Ok(())
    }
}

impl FrontEnd for Cecp {
    fn handle(&mut self, event: Event, output: &mut dyn Write) -> io::Result<Flow> {
        let flow = match event {
            Event::Line(line) => self.handle_line(&line, output)?,
            Event::EndOfInput => Flow::Quit,
            Event::Report(number, report) => {
                self.on_report(number, report, output)?;
                Flow::Continue
            }
            Event::TaskOutput(..) | Event::Alarm => Flow::Continue,
        };
        if !self.is_thinking() {
            self.run_deferred(output)?;
        }
        if self.has_to_answer_pings() && self.search.running().is_none() {
            self.preallocate();
        }
        // Until `new`, the variant may still change.
        let is_variant_known = self.progress != Progress::Started;
        let errors = self
            .settings
            .report_errors(&mut self.engine, is_variant_known);
        for error in errors.into_iter().chain(self.search.report_error()) {
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

fn require(value: Option<()>, reason: &str) -> Result<(), CecpError> {
    value.ok_or_else(|| CecpError::command(reason))
}
