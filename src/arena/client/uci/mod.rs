//! Client for engines that speak the Universal Chess Interface.
//!
//! Setup sends, in this order: `uci`; the lines of the setup; the options that add
//! variants; `UCI_Variant`, and `Castling` and `Promotion`, options of Peregrine, where
//! the rules differ from those of the variant; the other options in their order, then
//! `Hash` and `Threads`. An option such as `EvalFile` may depend on the variant, so it
//! comes later. Each game is `ucinewgame`, `position` and `isready`; each move is
//! `isready`, and after the answer `position` and `go` in one write, so that the
//! engine's time starts when it can know the position. What comes before `readyok`
//! answers no question. For games with castling to fixed files, such as Chess960, the
//! option `UCI_Chess960` is set, and the position is sent as Shredder-FEN. The position is `startpos` only in chess, otherwise a
//! FEN and moves, since engines may give the same name to different arrays.

mod info;
mod options;
mod ponder;
mod setup;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::board::color::Color;
use crate::notation::{coordinate, parse_coordinate};
use crate::position::Position;
use crate::position::fen::ShredderFen;
use crate::position::game::{Game, GameResult};
use crate::rules::{CastlingRule, Rules};

use super::options::DeclaredOptions;
use super::process::{Line, Process};
use super::process_guard::ProcessGuard;
use super::strays::{Silence, Strays, Suspect};
use super::{
    Answer, Client, Clocks, ConnectError, EngineError, TimeLeft, Turn, own_name, shortened,
};
use crate::arena::engine_setup::EngineSetup;
use crate::arena::record::SearchInfo;
use crate::arena::time_control::{ThinkingLimits, TimeControl};

use ponder::Pondering;

/// A running engine that speaks UCI.
#[derive(Debug)]
struct Uci {
    process: Process,
    own_name: String,
    options: DeclaredOptions,
    /// The first error that it reported.
    reported_error: Option<String>,
    limits: ThinkingLimits,
    response_timeout: Duration,
    strays: Strays,
    /// Whether it ponders at all.
    is_allowed_to_ponder: bool,
    /// The move of its opponent that it expects, as it wrote it with its last answer.
    expected: Option<String>,
    /// Its search during its opponent's turn.
    pondering: Option<Pondering>,
}

/// Starts an engine and prepares it for games by these rules.
///
/// # Errors
/// When it cannot be started, does not answer, does not support its setup, or reports
/// an error, as UCI engines do with `info string Error`.
///
/// ```no_run
/// # fn example(setup: &peregrine::arena::engine_setup::EngineSetup)
/// # -> Result<(), Box<dyn std::error::Error>> {
/// use peregrine::{arena::client::{process_guard::ProcessGuard, uci}, variants};
/// let rules = variants::rules("chess")?;
/// let engine = uci::connect(setup, rules, &ProcessGuard::new()?)?;
/// println!("{}", engine.own_name());
/// # Ok(()) }
/// ```
pub fn connect(
    setup: &EngineSetup,
    rules: &'static Rules,
    guard: &Arc<ProcessGuard>,
) -> Result<Box<dyn Client>, ConnectError> {
    let at = |when| move |failure| ConnectError::failed(setup, when, failure);
    let mut engine = Uci {
        process: Process::start(setup, guard, |line| line.starts_with("info "))?,
        own_name: setup.name.clone(),
        options: DeclaredOptions::default(),
        reported_error: None,
        limits: setup.limits,
        response_timeout: setup.response_timeout,
        strays: Strays::default(),
        is_allowed_to_ponder: setup.ponder,
        expected: None,
        pondering: None,
    };
    engine.handshake().map_err(at("after 'uci'"))?;
    engine.configure(setup, rules)?;
    engine.wait_until_ready().map_err(at("after 'isready'"))?;
    match engine.reported_error.take() {
        Some(line) => Err(at("during setup")(EngineError::Unsupported(format!(
            "it says: {}",
            shortened(&line)
        )))),
        None => Ok(Box::new(engine)),
    }
}

impl Uci {
    fn handshake(&mut self) -> Result<(), EngineError> {
        self.process.send("uci")?;
        self.read_until("uciok")
    }

    fn wait_until_ready(&mut self) -> Result<(), EngineError> {
        self.process.send("isready")?;
        self.read_until("readyok")
    }

    /// Reads the declarations of the engine, up to that word.
    fn read_until(&mut self, word: &str) -> Result<(), EngineError> {
        let until = Instant::now() + self.response_timeout;
        loop {
            let line = self.process.receive(until)?;
            let mut words = line.text.split_whitespace();
            match words.next() {
                Some(first) if first == word => return Ok(()),
                Some("bestmove" | "readyok" | "uciok") => self.strays.record_stray(&line.text),
                Some("option") => options::declare(&mut self.options, &line.text),
                Some("info") if is_error(&line.text) => {
                    self.reported_error.get_or_insert(line.text);
                }
                Some("id") if words.next() == Some("name") => {
                    let name = own_name(&words.collect::<Vec<_>>().join(" "));
                    self.own_name = name.unwrap_or_else(|| std::mem::take(&mut self.own_name));
                }
                _ => {}
            }
        }
    }

    /// Reads all lines up to `readyok`: none of them answers the next question.
    fn drain_until_ready(&mut self) -> Result<Drained, EngineError> {
        let asked = self.process.send("isready")?;
        let until = asked + self.response_timeout;
        let mut settled = Drained::default();
        loop {
            let Line { text, .. } = self.process.receive(until)?;
            match text.split_whitespace().next() {
                Some("readyok") => return Ok(settled),
                Some("info") => info::update_info(&mut settled.info, &text),
                Some("bestmove") => {
                    let answer = bestmove_text(&text);
                    settled.has_answered |= !self.strays.is_last_answer(answer);
                    self.strays.record_stray(&text);
                }
                Some("uciok") => self.strays.record_stray(&text),
                _ => {}
            }
        }
    }

    /// Waits for the answer to `go` or `ponderhit`.
    fn wait_for_bestmove(
        &mut self,
        position: &Position,
        mut info: SearchInfo,
        asked: Instant,
        until: Instant,
    ) -> Result<Turn, EngineError> {
        let mut suspect: Option<(Suspect, String)> = None;
        loop {
            let wait = suspect.as_ref().map_or(until, |(it, _)| it.until());
            let Line { text, at } = match (self.process.receive(wait.min(until)), suspect.take()) {
                (Ok(line), held) => {
                    suspect = held;
                    line
                }
                (Err(EngineError::Stall(_)), Some((held, line))) => match held.on_silence() {
                    Silence::Accept(turn) => return Ok(turn),
                    Silence::Urge(held) => {
                        self.process.send("stop")?;
                        suspect = Some((held, line));
                        continue;
                    }
                },
                (Err(failure), _) => return Err(failure),
            };
            match text.split_whitespace().next() {
                Some("info") => {
                    info::update_info(&mut info, &text);
                    if let Some((suspect, _)) = &mut suspect {
                        suspect.extend_wait();
                    }
                }
                Some("bestmove") => {
                    let took = at.saturating_duration_since(asked).as_micros();
                    info.microseconds = u64::try_from(took).unwrap_or(u64::MAX);
                    let moved = bestmove_text(&text);
                    let turn = Turn {
                        answer: Uci::parse_answer(position, moved),
                        info,
                    };
                    let is_illegal = matches!(turn.answer, Answer::Illegal(_));
                    if is_illegal && self.strays.is_repeated(moved) {
                        if suspect.is_none() {
                            suspect = Some((Suspect::new(turn), text));
                        }
                        continue;
                    }
                    if let Some((_, line)) = suspect {
                        self.strays.record_stray(&line);
                    }
                    if !is_illegal {
                        self.strays.record_answer(moved);
                    }
                    self.expected = ponder::expected_move(&text);
                    return Ok(turn);
                }
                Some("readyok" | "uciok") => self.strays.record_stray(&text),
                _ => {}
            }
        }
    }

    /// The answer for the move after `bestmove`. Some engines write the piece of a
    /// promotion as a capital letter.
    fn parse_answer(position: &Position, text: &str) -> Answer {
        let lower = || parse_coordinate(position, &text.to_lowercase());
        match parse_coordinate(position, text).or_else(|_| lower()) {
            Ok(mv) => Answer::Move {
                mv,
                offers_draw: false,
            },
            Err(_) => Answer::Illegal(text.to_owned()),
        }
    }
}

/// What came before `readyok`.
#[derive(Debug, Default)]
struct Drained {
    /// What the engine reported, if it pondered.
    info: SearchInfo,
    /// Whether it has ended its search.
    has_answered: bool,
}

impl Client for Uci {
    fn own_name(&self) -> &str {
        &self.own_name
    }

    fn new_game(&mut self, game: &Game) -> Result<(), EngineError> {
        self.process.restart_transcript();
        self.expected = None;
        self.process.send("ucinewgame")?;
        self.process.send(&position_command(game))?;
        self.wait_until_ready()
    }

    fn think(&mut self, game: &Game, clocks: &Clocks) -> Result<Turn, EngineError> {
        let go = go_command(game.position().side_to_move(), &self.limits, clocks)?;
        let question = format!("{}\n{go}", position_command(game));
        let (info, question) = match self.finish_pondering(game)? {
            Some(info) => (info, "ponderhit"),
            None => (SearchInfo::default(), &*question),
        };
        let asked = self.process.send(question)?;
        self.wait_for_bestmove(
            game.position(),
            info,
            asked,
            asked + clocks.response_timeout,
        )
    }

    fn ponder(&mut self, game: &Game, clocks: &Clocks) -> Result<(), EngineError> {
        self.start_pondering(game, clocks)
    }

    fn take_stray(&mut self) -> Option<String> {
        self.strays.take_first()
    }

    fn end_game(&mut self, _: &Game, _: GameResult, _: &str) -> Result<(), EngineError> {
        self.stop_pondering()
    }

    fn quit(self: Box<Self>) {
        self.process.quit();
    }

    fn drain_transcript(&mut self) -> Vec<String> {
        self.process.drain_transcript()
    }

    fn clear_transcript(&mut self) {
        self.process.clear_transcript();
    }
}

/// The move of a `bestmove` line.
fn bestmove_text(line: &str) -> &str {
    line.split_whitespace().nth(1).unwrap_or_default()
}

/// Whether a line reports an error. UCI has no message for that; Peregrine and Stockfish
/// write `info string Error: ...` and `info string ERROR: ...`.
fn is_error(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().take(3).collect();
    matches!(words[..], ["info", "string", word]
        if word.trim_end_matches(':').eq_ignore_ascii_case("error"))
}

/// The `position` command for a game.
fn position_command(game: &Game) -> String {
    let start = game.start();
    let rules = start.rules();
    let fen = match rules.castling() {
        CastlingRule::FixedFiles => ShredderFen(start).to_string(),
        _ => start.to_string(),
    };
    let mut line = match rules.variant() {
        "chess" if fen == rules.start_fen() => "position startpos".to_owned(),
        _ => format!("position fen {fen}"),
    };
    if game.moves().is_empty() {
        return line;
    }
    line.push_str(" moves");
    for (position, mv) in game.turns() {
        line.push(' ');
        line.push_str(&coordinate(position, mv));
    }
    line
}

/// The `go` command for these limits.
///
/// # Errors
/// When nothing would limit the search.
fn go_command(
    side: Color,
    limits: &ThinkingLimits,
    clocks: &Clocks,
) -> Result<String, EngineError> {
    // Many engines take a clock of 0 for no clock.
    let milliseconds = |time: Duration| time.as_millis().max(1);
    let mut words = vec!["go".to_owned()];
    match (limits.time, clocks.own) {
        (TimeControl::Move(time), _) => words.push(format!("movetime {}", milliseconds(time))),
        (_, Some(own)) => {
            let (white, black) = match side {
                Color::White => (Some(own), clocks.other),
                Color::Black => (clocks.other, Some(own)),
            };
            for (letter, left) in [('w', white), ('b', black)] {
                if let Some(left) = left {
                    words.push(format!("{letter}time {}", milliseconds(left.remaining)));
                }
            }
            for (letter, left) in [('w', white), ('b', black)] {
                if let Some(TimeLeft { increment, .. }) = left {
                    words.push(format!("{letter}inc {}", increment.as_millis()));
                }
            }
            if let Some(moves) = own.moves_to_go {
                words.push(format!("movestogo {moves}"));
            }
        }
        (_, None) => {}
    }
    words.extend(limits.nodes.map(|nodes| format!("nodes {nodes}")));
    words.extend(limits.depth.map(|depth| format!("depth {depth}")));
    match words.len() {
        1 => Err(EngineError::Unsupported(
            "has no limit on time, nodes or depth".to_owned(),
        )),
        _ => Ok(words.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::variants;

    fn game(variant: &str, fen: Option<&str>, moves: &[&str]) -> Game {
        let rules = variants::find(variant)
            .unwrap()
            .rules(Default::default())
            .unwrap();
        let start = match fen {
            Some(fen) => Position::from_fen(rules, fen).unwrap(),
            None => Position::start(rules),
        };
        let mut game = Game::new(start);
        for text in moves {
            game.play(parse_coordinate(game.position(), text).unwrap());
        }
        game
    }

    #[test]
    fn positions_are_lines() {
        assert_eq!(
            position_command(&game("chess", None, &["e2e4", "e7e5"])),
            "position startpos moves e2e4 e7e5"
        );
        assert_eq!(
            position_command(&game("falcon", None, &[])),
            "position fen rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w KQkq - 0 1"
        );
        let promotion = game("chess", Some("7k/P7/8/8/8/8/8/K7 w - - 0 1"), &["a7a8q"]);
        assert_eq!(
            position_command(&promotion),
            "position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8q"
        );
    }

    #[test]
    fn limits_are_words() {
        let left = |remaining, increment, moves_to_go| {
            Some(TimeLeft {
                remaining: Duration::from_micros(remaining),
                increment: Duration::from_millis(increment),
                moves_to_go,
            })
        };
        let read = |side, time: &str, nodes, depth, own, other| {
            let limits = ThinkingLimits {
                time: time.parse().unwrap(),
                nodes,
                depth,
            };
            let clocks = Clocks {
                own,
                other,
                response_timeout: Duration::from_secs(1),
                draw_offered: false,
            };
            go_command(side, &limits, &clocks).map_err(|failure| failure.to_string())
        };
        let (own, other) = (left(1_500_900, 20, None), left(90, 0, None));
        assert_eq!(
            read(Color::White, "2+0.02", None, None, own, other).unwrap(),
            "go wtime 1500 btime 1 winc 20 binc 0"
        );
        assert_eq!(
            read(
                Color::Black,
                "40/2",
                Some(9),
                Some(3),
                left(5000, 0, Some(7)),
                None
            )
            .unwrap(),
            "go btime 5 binc 0 movestogo 7 nodes 9 depth 3"
        );
        assert_eq!(
            read(
                Color::Black,
                "0.5/move",
                None,
                None,
                left(500_000, 0, Some(1)),
                other
            )
            .unwrap(),
            "go movetime 500"
        );
        assert_eq!(
            read(Color::White, "none", Some(100), None, None, other).unwrap(),
            "go nodes 100"
        );
        assert!(read(Color::White, "none", None, None, None, other).is_err());
    }

    #[test]
    fn only_legal_moves_are_moves() {
        let start = game("chess", None, &[]);
        for text in ["e2e5", "(none)", "0000", "", "Nf3", "e2e4q", "♞"] {
            assert_eq!(
                Uci::parse_answer(start.position(), text),
                Answer::Illegal(text.to_owned())
            );
        }
        let mv = parse_coordinate(start.position(), "e2e4").unwrap();
        assert_eq!(
            Uci::parse_answer(start.position(), "e2e4"),
            Answer::Move {
                mv,
                offers_draw: false
            }
        );
    }
}
