//! Client for engines that speak the Universal Chess Interface.
//!
//! Setup sends, in this order: `uci`; the lines of the setup; its options in
//! their order, then `Hash` and `Threads`; `UCI_Variant`; and `Castling` and
//! `Promotion`, options of Peregrine, where the rules differ from those of the
//! variant. For games with castling to fixed files, such as Chess960, the
//! option `UCI_Chess960` is set, and the position is sent as Shredder-FEN. Each game is `ucinewgame`, `position` and `isready`; each move is
//! `position` and `go` in one write, so that the engine's time starts when it
//! can know the position. The position is `startpos` only in chess, otherwise a
//! FEN and moves, since engines may give the same name to different arrays.

mod info;
mod options;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::board::color::Color;
use crate::notation::{coordinate, parse_coordinate};
use crate::position::Position;
use crate::position::fen::ShredderFen;
use crate::position::game::{Game, GameResult};
use crate::rules::{CastlingRule, PromotionRule, Rules};
use crate::variants;

use super::guard::Guard;
use super::options::Options;
use super::process::{Line, Process};
use super::{Answer, Client, Clocks, ConnectError, Failure, TimeLeft, Turn};
use crate::arena::engine_setup::EngineSetup;
use crate::arena::record::Thought;
use crate::arena::time_control::{ThinkingLimits, TimeControl};

/// The option that selects the variant.
const VARIANT: &str = "UCI_Variant";

/// The option for Kings and Rooks that castle from any squares.
const CHESS960: &str = "UCI_Chess960";

/// A running engine that speaks UCI.
#[derive(Debug)]
struct Uci {
    process: Process,
    own_name: String,
    options: Options,
    /// The first error that it reported.
    complaint: Option<String>,
    limits: ThinkingLimits,
    response_timeout: Duration,
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
/// use peregrine::{arena::client::{guard::Guard, uci}, variants};
/// let rules = variants::rules("chess")?;
/// let engine = uci::connect(setup, rules, &Guard::new()?)?;
/// println!("{}", engine.own_name());
/// # Ok(()) }
/// ```
pub fn connect(
    setup: &EngineSetup,
    rules: &'static Rules,
    guard: &Arc<Guard>,
) -> Result<Box<dyn Client>, ConnectError> {
    let at = |when| move |failure| ConnectError::failed(setup, when, failure);
    let mut engine = Uci {
        process: Process::start(setup, guard, |line| line.starts_with("info "))?,
        own_name: setup.name.clone(),
        options: Options::default(),
        complaint: None,
        limits: setup.limits,
        response_timeout: setup.response_timeout,
    };
    engine.greet().map_err(at("after 'uci'"))?;
    engine
        .set_up(setup)
        .map_err(at("while setting its options"))?;
    engine
        .choose(setup, rules)
        .map_err(at("while setting up the variant"))?;
    engine.wait_ready().map_err(at("after 'isready'"))?;
    match engine.complaint.take() {
        Some(line) => Err(at("during setup")(Failure::Unable(format!(
            "it says: {line}"
        )))),
        None => Ok(Box::new(engine)),
    }
}

impl Uci {
    fn greet(&mut self) -> Result<(), Failure> {
        self.process.send("uci")?;
        self.listen_for("uciok")
    }

    fn wait_ready(&mut self) -> Result<(), Failure> {
        self.process.send("isready")?;
        self.listen_for("readyok")
    }

    /// Reads what the engine declares about itself, up to that word.
    fn listen_for(&mut self, word: &str) -> Result<(), Failure> {
        let until = Instant::now() + self.response_timeout;
        loop {
            let line = self.process.receive(until)?;
            let mut words = line.text.split_whitespace();
            match words.next() {
                Some(first) if first == word => return Ok(()),
                Some("option") => options::take(&mut self.options, &line.text),
                Some("info") if is_complaint(&line.text) => {
                    self.complaint.get_or_insert(line.text);
                }
                Some("id") if words.next() == Some("name") => {
                    self.own_name = words.collect::<Vec<_>>().join(" ");
                }
                _ => {}
            }
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        let line = options::set(&self.options, name, value)?;
        self.process.send(&line)?;
        Ok(())
    }

    /// Sets the options that do not depend on the variant.
    fn set_up(&mut self, setup: &EngineSetup) -> Result<(), Failure> {
        for line in &setup.commands {
            self.process.send(line)?;
        }
        for (name, value) in &setup.options {
            self.set(name, value)?;
        }
        if let Some(hash) = setup.hash {
            self.set("Hash", &hash.to_string())?;
        }
        match setup.threads {
            // An engine without this option has one thread.
            Some(1) if self.options.find("Threads").is_none() => {}
            Some(threads) => self.set("Threads", &threads.to_string())?,
            None => {}
        }
        // This also reads options declared again after `VariantPath` was set.
        self.wait_ready()
    }

    /// Sets the options that select the variant.
    fn choose(&mut self, setup: &EngineSetup, rules: &'static Rules) -> Result<(), Failure> {
        let name = setup.variant.as_deref().unwrap_or(rules.variant());
        let is_chess960 = setup.variant.is_none() && rules.variant() == "chess960";
        if is_chess960 && !self.offers(name) {
            options::named(&self.options, CHESS960)?;
        }
        if self.options.find(VARIANT).is_some() {
            if !self.offers(name) {
                // Many engines list new variants only in reply to another `uci`.
                self.greet()?;
            }
            // To many engines, Chess960 is chess with another option.
            let is_chess = is_chess960 && !self.offers(name) && self.offers("chess");
            self.set(VARIANT, if is_chess { "chess" } else { name })?;
        } else if setup.variant.is_some() || rules.variant() != "chess" && !is_chess960 {
            options::named(&self.options, VARIANT)?;
        }
        if rules.castling() == CastlingRule::FixedFiles && self.options.find(CHESS960).is_some() {
            self.set(CHESS960, "true")?;
        }
        let usual = variants::find(rules.variant()).ok();
        let castling = usual.and_then(|variant| variant.castling.first());
        if castling.is_some_and(|&usual| usual != rules.castling()) {
            self.choose_rule(setup, "Castling", CastlingRule::name(rules.castling()))?;
        }
        let promotion = usual.and_then(|variant| variant.promotion.first());
        if promotion.is_some_and(|&usual| usual != rules.promotion()) {
            self.choose_rule(setup, "Promotion", PromotionRule::name(rules.promotion()))?;
        }
        Ok(())
    }

    /// Whether the engine lists this variant.
    fn offers(&self, variant: &str) -> bool {
        self.options.find(VARIANT).is_some_and(|option| {
            let mut choices = option.choices().iter();
            choices.any(|choice| choice.eq_ignore_ascii_case(variant))
        })
    }

    /// Sets an option that only engines like Peregrine have.
    fn choose_rule(&mut self, setup: &EngineSetup, name: &str, value: &str) -> Result<(), Failure> {
        let mut given = setup.options.iter();
        if given.any(|(given, _)| given.eq_ignore_ascii_case(name)) {
            return Ok(());
        }
        match self.options.find(name) {
            Some(option) if !option.choices().is_empty() => self.set(name, value),
            _ => Ok(()),
        }
    }

    /// The answer for the move after `bestmove`.
    fn answer(position: &Position, text: &str) -> Answer {
        match parse_coordinate(position, text) {
            Ok(mv) => Answer::Move {
                mv,
                offers_draw: false,
            },
            Err(_) => Answer::Illegal(text.to_owned()),
        }
    }
}

impl Client for Uci {
    fn own_name(&self) -> &str {
        &self.own_name
    }

    fn begin(&mut self, game: &Game) -> Result<(), Failure> {
        self.process.begin_dialogue();
        self.process.send("ucinewgame")?;
        self.process.send(&position(game))?;
        self.wait_ready()
    }

    fn think(&mut self, game: &Game, clocks: &Clocks) -> Result<Turn, Failure> {
        let go = go(game.position().side(), &self.limits, clocks)?;
        // Lines sent before the command do not answer it.
        let before = Instant::now();
        while self.process.receive(before).is_ok() {}
        let asked = self.process.send(&format!("{}\n{go}", position(game)))?;
        let until = asked + clocks.response_timeout;
        let mut thought = Thought::default();
        loop {
            let Line { text, at } = self.process.receive(until)?;
            let mut words = text.split_whitespace();
            match words.next() {
                Some("info") => info::take(&mut thought, &text),
                Some("bestmove") => {
                    let took = at.saturating_duration_since(asked).as_micros();
                    thought.microseconds = u64::try_from(took).unwrap_or(u64::MAX);
                    return Ok(Turn {
                        answer: Uci::answer(game.position(), words.next().unwrap_or_default()),
                        thought,
                    });
                }
                _ => {}
            }
        }
    }

    fn end(&mut self, _: &Game, _: GameResult, _: &str) -> Result<(), Failure> {
        Ok(())
    }

    fn quit(self: Box<Self>) {
        self.process.quit();
    }

    fn take_dialogue(&mut self) -> Vec<String> {
        self.process.take_dialogue()
    }

    fn forget_dialogue(&mut self) {
        self.process.forget_dialogue();
    }
}

/// Whether a line reports an error. UCI has no message for that; Peregrine and Stockfish
/// write `info string Error: ...` and `info string ERROR: ...`.
fn is_complaint(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().take(3).collect();
    matches!(words[..], ["info", "string", word]
        if word.trim_end_matches(':').eq_ignore_ascii_case("error"))
}

/// The `position` command for a game.
fn position(game: &Game) -> String {
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
fn go(side: Color, limits: &ThinkingLimits, clocks: &Clocks) -> Result<String, Failure> {
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
        1 => Err(Failure::Unable(
            "has no limit on time, nodes or depth".to_owned(),
        )),
        _ => Ok(words.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

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
            position(&game("chess", None, &["e2e4", "e7e5"])),
            "position startpos moves e2e4 e7e5"
        );
        assert_eq!(
            position(&game("falcon", None, &[])),
            "position fen rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w KQkq - 0 1"
        );
        let promotion = game("chess", Some("7k/P7/8/8/8/8/8/K7 w - - 0 1"), &["a7a8q"]);
        assert_eq!(
            position(&promotion),
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
            go(side, &limits, &clocks).map_err(|failure| failure.to_string())
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
                Uci::answer(start.position(), text),
                Answer::Illegal(text.to_owned())
            );
        }
        let mv = parse_coordinate(start.position(), "e2e4").unwrap();
        assert_eq!(
            Uci::answer(start.position(), "e2e4"),
            Answer::Move {
                mv,
                offers_draw: false
            }
        );
    }
}
