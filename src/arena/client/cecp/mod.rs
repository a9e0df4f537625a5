//! Client for engines that speak the XBoard protocol, version 1 or 2.
//!
//! An engine that sends no `feature` is treated as version 1: it takes moves in
//! force mode and `edit`, and has no way to say that it is ready.

mod dialect;
mod features;
mod go_commands;
mod limits;
mod message;
mod options;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::arena::engine_setup::EngineSetup;
use crate::arena::record::SearchInfo;
use crate::position::game::{Game, GameResult};
use crate::rules::Rules;

use super::process::{Line, Process};
use super::process_guard::ProcessGuard;
use super::strays::{Silence, Strays, Suspect};
use super::{Answer, Client, Clocks, ConnectError, EngineError, Turn, own_name, shortened};

use dialect::Dialect;
use features::Features;
use message::{EngineMessage, parse};

/// How long an engine that has not sent a line yet may take to do so; XBoard
/// 4.9 waits as long.
const FIRST_LINE_TIMEOUT: Duration = Duration::from_secs(10);

/// An engine that has sent lines, but not `feature done`, is taken to have
/// finished its greeting after this much silence.
const GREETING_SILENCE: Duration = Duration::from_secs(2);

/// An engine without `ping` is taken to have processed its commands after this
/// much silence.
const READY_SILENCE: Duration = Duration::from_millis(100);

/// Upper limit on waiting for that silence.
const MAX_READY_WAIT: Duration = Duration::from_secs(1);

/// An engine that speaks the XBoard protocol.
struct Cecp {
    setup: EngineSetup,
    guard: Arc<ProcessGuard>,
    dialect: Dialect,
    process: Process,
    features: Features,
    name: String,
    /// The number sent with the last `ping`.
    pings: u64,
    has_played: bool,
    /// Number of moves of the game that it has been sent.
    moves_sent: usize,
    /// Whether it is playing, as opposed to in force mode.
    is_playing: bool,
    /// Its last move, as it wrote it.
    last_move: Option<String>,
    /// An answer sent while it was not its turn.
    unsolicited: Option<Answer>,
    has_offered_draw: bool,
    strays: Strays,
    /// Transcript of earlier processes of this engine.
    earlier_transcript: Vec<String>,
}

/// Starts an engine and prepares it for games by these rules.
///
/// # Errors
/// When it cannot be started, fails, or does not support its setup.
///
/// ```no_run
/// # fn example(setup: &peregrine::arena::engine_setup::EngineSetup)
/// # -> Result<(), Box<dyn std::error::Error>> {
/// use peregrine::{arena::client::{cecp, process_guard::ProcessGuard}, variants};
/// let rules = variants::falcon();
/// let engine = cecp::connect(setup, rules, &ProcessGuard::new()?)?;
/// println!("{}", engine.own_name());
/// # Ok(()) }
/// ```
pub fn connect(
    setup: &EngineSetup,
    rules: &'static Rules,
    guard: &Arc<ProcessGuard>,
) -> Result<Box<dyn Client>, ConnectError> {
    let failed = |failure| ConnectError::failed(setup, "while setting up the variant", failure);
    let dialect = Dialect::new(rules, setup.variant.as_deref())
        .map_err(|reason| failed(EngineError::Unsupported(reason)))?;
    let mut client = Cecp {
        process: Process::start(setup, guard, is_thinking)?,
        setup: setup.clone(),
        guard: Arc::clone(guard),
        dialect,
        features: Features::new(),
        name: setup.name.clone(),
        pings: 0,
        has_played: false,
        moves_sent: 0,
        is_playing: false,
        last_move: None,
        unsolicited: None,
        has_offered_draw: false,
        strays: Strays::default(),
        earlier_transcript: Vec::new(),
    };
    client
        .handshake()
        .map_err(|failure| ConnectError::failed(setup, "after 'xboard'", failure))?;
    Ok(Box::new(client))
}

/// Whether a line is only thinking output.
fn is_thinking(line: &str) -> bool {
    matches!(parse(line), EngineMessage::Thinking(_))
}

fn start(setup: &EngineSetup, guard: &Arc<ProcessGuard>) -> Result<Process, EngineError> {
    Process::start(setup, guard, is_thinking)
        .map_err(|error| EngineError::Unsupported(error.to_string()))
}

impl Cecp {
    /// Greets a new process and configures it.
    fn handshake(&mut self) -> Result<(), EngineError> {
        self.negotiate_features()?;
        // Its reaction to `accepted` and `rejected` does not matter.
        self.wait_until_ready(|_, _| {})?;
        self.name_variant()?;
        let mut lines = self.setup.commands.clone();
        lines.extend(self.setting_commands().map_err(EngineError::Unsupported)?);
        let mut complaint = None;
        if !lines.is_empty() {
            self.send(&lines)?;
        }
        self.wait_until_ready(|message, line| {
            if matches!(
                message,
                EngineMessage::Error(_) | EngineMessage::UserError | EngineMessage::Rejection
            ) {
                complaint.get_or_insert_with(|| line.to_owned());
            }
        })?;
        if let Some(line) = complaint {
            let told = lines.join("', '");
            let line = shortened(&line);
            return Err(EngineError::Unsupported(format!(
                "answers '{told}' with: {line}"
            )));
        }
        if !lines.is_empty() && self.dialect.check(&self.features).is_err() {
            // An option may have added variants, and not every engine announces them unasked.
            self.process.send("protover 2")?;
            self.wait_until_ready(|_, _| {})?;
        }
        self.dialect
            .check(&self.features)
            .map_err(EngineError::Unsupported)?;
        limits::commands(&self.setup.limits, &self.features).map_err(EngineError::Unsupported)?;
        Ok(())
    }

    /// Sends the variant if it plays it: its options may depend on that.
    fn name_variant(&mut self) -> Result<(), EngineError> {
        let is_known =
            self.features.variants.is_some() && self.dialect.check(&self.features).is_ok();
        let Some(variant) = self.dialect.variant_command().filter(|_| is_known) else {
            return Ok(());
        };
        self.send(&["new".to_owned(), variant, "force".to_owned()])?;
        // Each game begins with the same commands, whose errors count.
        self.wait_until_ready(|_, _| {})
    }

    /// Sends `xboard` and `protover 2`, and reads what it declares.
    fn negotiate_features(&mut self) -> Result<(), EngineError> {
        let asked = self.process.send("xboard\nprotover 2")?;
        let at_most = asked + self.setup.response_timeout;
        let mut until = at_most.min(asked + FIRST_LINE_TIMEOUT);
        while self.features.done != Some(true) {
            match self.process.receive(until) {
                Ok(line) => {
                    self.parse_line(&line)?;
                    until = match self.features.done {
                        None => at_most.min(line.at + GREETING_SILENCE),
                        Some(_) => at_most,
                    };
                }
                // It announced more features.
                Err(EngineError::Stall(time)) if self.features.done == Some(false) => {
                    return Err(EngineError::Stall(time));
                }
                Err(EngineError::Stall(_)) => break,
                Err(failure) => return Err(failure),
            }
        }
        if let Some(name) = self.features.name.as_deref().and_then(own_name) {
            self.name = name;
        }
        Ok(())
    }

    /// The commands for memory, threads and options of the setup.
    ///
    /// # Errors
    /// When the engine lacks one of them.
    fn setting_commands(&self) -> Result<Vec<String>, String> {
        let features = &self.features;
        let declared = &features.options;
        let mut lines = Vec::new();
        for (name, value) in &self.setup.options {
            lines.push(options::option_command(declared, name, value)?);
        }
        let number = |names: &[&str], value: u32, what: &str| {
            let mut found = names.iter().filter_map(|name| declared.find(name));
            match found.find(|option| option.is_number()) {
                Some(option) => options::value_command(option, &value.to_string()),
                None => Err(format!("has no option for {what}")),
            }
        };
        if let Some(size) = self.setup.hash {
            lines.push(if features.memory {
                format!("memory {size}")
            } else {
                number(&["hash", "memory"], size, "the size of its hash table")?
            });
        }
        match self.setup.threads {
            Some(count) if features.smp => lines.push(format!("cores {count}")),
            // An engine without such an option has one thread.
            None | Some(1) => {}
            Some(count) => {
                lines.push(number(
                    &["threads", "cores"],
                    count,
                    "its number of threads",
                )?);
            }
        }
        Ok(lines)
    }

    fn send(&mut self, lines: &[String]) -> Result<Instant, EngineError> {
        self.process.send(&lines.join("\n"))
    }

    /// Parses a line; replies to features at once.
    fn parse_line(&mut self, line: &Line) -> Result<EngineMessage, EngineError> {
        let message = parse(&line.text);
        if let EngineMessage::Features(text) = &message {
            let answers = self.features.parse(text, self.dialect.has_san());
            if !answers.is_empty() {
                self.send(&answers)?;
            }
        }
        if let EngineMessage::Error(command) = &message
            && command == "draw"
        {
            self.features.draw = false;
        }
        Ok(message)
    }

    /// Waits until it has processed all commands, using `ping` or, without
    /// that, silence.
    fn wait_until_ready(
        &mut self,
        mut tell: impl FnMut(&EngineMessage, &str),
    ) -> Result<(), EngineError> {
        let has_ping = self.features.ping;
        let number = self.pings + 1;
        let (mut until, at_most) = if has_ping {
            self.pings = number;
            let asked = self.process.send(&format!("ping {number}"))?;
            let until = asked + self.setup.response_timeout;
            (until, until)
        } else {
            let now = Instant::now();
            (now + READY_SILENCE, now + MAX_READY_WAIT)
        };
        loop {
            let line = match self.process.receive(until) {
                Ok(line) => line,
                Err(EngineError::Stall(_)) if !has_ping => return Ok(()),
                Err(failure) => return Err(failure),
            };
            let message = self.parse_line(&line)?;
            if message == EngineMessage::Pong(number) && has_ping {
                return Ok(());
            }
            if !has_ping {
                until = at_most.min(line.at + READY_SILENCE);
            }
            tell(&message, &line.text);
        }
    }

    /// Reads the lines sent while it was not its turn; an engine with `ping` confirms that
    /// this was all. The first message counts, but a move answers no question.
    fn drain_unsolicited(&mut self) -> Result<(), EngineError> {
        let mut until = Instant::now();
        let number = self.pings + 1;
        if self.features.ping {
            self.pings = number;
            until = self.process.send(&format!("ping {number}"))? + self.setup.response_timeout;
        }
        loop {
            let line = match self.process.receive(until) {
                Ok(line) => line,
                Err(EngineError::Stall(_)) if !self.features.ping => return Ok(()),
                Err(failure) => return Err(failure),
            };
            let answer = match self.parse_line(&line)? {
                EngineMessage::Pong(pong) if pong == number => return Ok(()),
                EngineMessage::Rejection => Answer::Rejection(line.text),
                // It may still refer to the previous game.
                _ if !self.features.ping && self.last_move.is_none() => continue,
                EngineMessage::Resign => Answer::Resign,
                EngineMessage::Result(result) => Answer::Claim {
                    result,
                    text: line.text,
                },
                EngineMessage::OfferDraw => {
                    self.has_offered_draw = true;
                    continue;
                }
                EngineMessage::Move(text) => {
                    // Old engines repeat their move.
                    if self.features.has_any || Some(&text) != self.last_move.as_ref() {
                        self.strays.record_stray(&line.text);
                    }
                    continue;
                }
                _ => continue,
            };
            self.unsolicited.get_or_insert(answer);
        }
    }

    /// Whether an error about this command means that it does not have the
    /// game.
    fn is_essential(&self, command: &str, told: &[String]) -> bool {
        let word = command.split_whitespace().next().unwrap_or_default();
        ["usermove", "setboard", "edit", "go"].contains(&word)
            || told.last().is_some_and(|last| last == command)
    }

    /// Waits for its answer to `think`.
    fn wait_for_answer(
        &mut self,
        game: &Game,
        told: &[String],
        asked: Instant,
        clocks: &Clocks,
    ) -> Result<Turn, EngineError> {
        let (until, draw_offered) = (asked + clocks.response_timeout, clocks.draw_offered);
        let mut info = SearchInfo::default();
        let mut suspect: Option<(Suspect, String)> = None;
        loop {
            let wait = suspect.as_ref().map_or(until, |(it, _)| it.until());
            let line = match (self.process.receive(wait.min(until)), suspect.take()) {
                (Ok(line), held) => {
                    suspect = held;
                    line
                }
                (Err(EngineError::Stall(_)), Some((held, text))) => match held.on_silence() {
                    Silence::Accept(turn) => return Ok(turn),
                    Silence::Urge(held) => {
                        self.process.send("?")?;
                        suspect = Some((held, text));
                        continue;
                    }
                },
                (Err(failure), _) => return Err(failure),
            };
            let since = line.at.saturating_duration_since(asked);
            info.microseconds = u64::try_from(since.as_micros()).unwrap_or(u64::MAX);
            let answer = match self.parse_line(&line)? {
                EngineMessage::Thinking(thinking) => {
                    info.depth = Some(thinking.depth);
                    info.score = Some(thinking.score);
                    info.nodes = Some(thinking.nodes);
                    if let Some((suspect, _)) = &mut suspect {
                        suspect.extend_wait();
                    }
                    continue;
                }
                // This accepts the offer of the opponent; no move need follow.
                EngineMessage::OfferDraw if draw_offered => Answer::Claim {
                    result: GameResult::Draw,
                    text: line.text,
                },
                EngineMessage::OfferDraw => {
                    self.has_offered_draw = true;
                    continue;
                }
                EngineMessage::Move(text) => match self.dialect.read_move(game.position(), &text) {
                    Some(mv) => {
                        if let Some((_, stray)) = suspect {
                            self.strays.record_stray(&stray);
                        }
                        self.moves_sent = game.moves().len() + 1;
                        self.strays.record_answer(&text);
                        self.last_move = Some(text);
                        Answer::Move {
                            mv,
                            offers_draw: std::mem::take(&mut self.has_offered_draw),
                        }
                    }
                    // An old engine repeats its last move.
                    None if !self.features.has_any && Some(&text) == self.last_move.as_ref() => {
                        continue;
                    }
                    None if self.strays.is_repeated(&text) => {
                        let answer = Answer::Illegal(text);
                        suspect.get_or_insert_with(|| {
                            (Suspect::new(Turn { answer, info }), line.text)
                        });
                        continue;
                    }
                    None => Answer::Illegal(text),
                },
                EngineMessage::Resign => Answer::Resign,
                EngineMessage::Result(result) => Answer::Claim {
                    result,
                    text: line.text,
                },
                EngineMessage::Rejection => Answer::Rejection(line.text),
                EngineMessage::Error(command) if self.is_essential(&command, told) => {
                    Answer::Rejection(line.text)
                }
                _ => continue,
            };
            return Ok(Turn { answer, info });
        }
    }

    /// Replaces an engine that plays only one game by a new process.
    fn restart(&mut self) -> Result<(), EngineError> {
        let next = start(&self.setup, &self.guard)?;
        let before = std::mem::replace(&mut self.process, next);
        self.earlier_transcript.extend(before.quit());
        self.features = Features::new();
        self.handshake()
    }
}

impl Client for Cecp {
    fn own_name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, game: &Game) -> Result<(), EngineError> {
        let is_first = !self.has_played;
        if !is_first && !self.features.reuse {
            self.restart()?;
        }
        self.has_played = true;
        self.process.restart_transcript();
        let mut lines = vec!["new".to_owned()];
        lines.extend(self.dialect.variant_command());
        let told = limits::commands(&self.setup.limits, &self.features);
        lines.extend(told.map_err(EngineError::Unsupported)?);
        // Some old engines treat `easy` as a toggle, which is on after `hard`.
        let pondering = match self.setup.ponder {
            true => ["post", "easy", "hard"],
            false => ["post", "hard", "easy"],
        };
        lines.extend(pondering.map(str::to_owned));
        if self.features.has_any {
            lines.push("computer".to_owned());
        }
        lines.push("force".to_owned());
        self.send(&lines)?;
        // This also reads the remaining output of the previous game.
        let (mut refusal, mut complaint) = (None, None);
        self.wait_until_ready(|message, line| match message {
            EngineMessage::Error(command) if command.starts_with("variant") => {
                refusal.get_or_insert_with(|| line.to_owned());
            }
            // An option may be wrong for this game alone.
            EngineMessage::UserError if is_first => {
                complaint.get_or_insert_with(|| line.to_owned());
            }
            _ => {}
        })?;
        if let Some(line) = complaint {
            let line = shortened(&line);
            return Err(EngineError::Unsupported(format!("it says: {line}")));
        }
        if let Some(line) = refusal {
            let (name, line) = (self.dialect.name(), shortened(&line));
            return Err(EngineError::Unsupported(format!(
                "does not play '{name}': {line}"
            )));
        }
        self.last_move = None;
        self.unsolicited = None;
        self.has_offered_draw = false;
        self.is_playing = false;
        let lines = self.dialect.position_commands(game, &self.features);
        let lines = lines.map_err(EngineError::Unsupported)?;
        self.moves_sent = game.moves().len();
        if !lines.is_empty() {
            self.send(&lines)?;
            let mut refusal = None;
            self.wait_until_ready(|message, line| {
                let is_refused = match message {
                    EngineMessage::Rejection => true,
                    EngineMessage::Error(command) => {
                        command.starts_with("setboard")
                            || command.starts_with("edit")
                            || lines.contains(command)
                    }
                    _ => false,
                };
                if is_refused {
                    refusal.get_or_insert_with(|| Answer::Rejection(line.to_owned()));
                }
            })?;
            self.unsolicited = refusal;
        }
        Ok(())
    }

    fn think(&mut self, game: &Game, clocks: &Clocks) -> Result<Turn, EngineError> {
        self.drain_unsolicited()?;
        if let Some(answer) = self.unsolicited.take() {
            return Ok(Turn {
                answer,
                info: SearchInfo::default(),
            });
        }
        let commands = self.go_commands(game, clocks);
        let asked = self.send(&commands)?;
        self.moves_sent = game.moves().len();
        self.is_playing = true;
        self.wait_for_answer(game, &commands, asked, clocks)
    }

    fn take_stray(&mut self) -> Option<String> {
        self.strays.take_first()
    }

    fn end_game(&mut self, _: &Game, result: GameResult, reason: &str) -> Result<(), EngineError> {
        let mut lines = Vec::new();
        if self.features.has_any {
            let reason: String = reason
                .chars()
                .filter(|letter| !letter.is_control() && !"{}".contains(*letter))
                .collect();
            lines.push(format!("result {result} {{{reason}}}"));
        }
        lines.push("force".to_owned());
        self.is_playing = false;
        self.send(&lines).map(|_| ())
    }

    fn quit(self: Box<Self>) {
        self.process.quit();
    }

    fn drain_transcript(&mut self) -> Vec<String> {
        let mut lines = std::mem::take(&mut self.earlier_transcript);
        lines.extend(self.process.drain_transcript());
        lines
    }

    fn clear_transcript(&mut self) {
        self.earlier_transcript.clear();
        self.process.clear_transcript();
    }
}
