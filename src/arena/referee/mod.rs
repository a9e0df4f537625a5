//! Plays a game between two engines, judged by our own rules and clocks.
//!
//! An engine can resign or move legally in time; any other claim is checked on our own
//! board.

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use thiserror::Error;

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::notation;
use crate::position::game::{Game, GameResult};
use crate::position::{Outcome, Position};
use crate::tablebase::{TableValue, Tablebases};

use super::adjudication::{Adjudication, Adjudicator, Verdict};
use super::client::{Answer, Client, Clocks, EngineError, TimeLeft, Turn, shortened};
use super::clock::Clock;
use super::flag::FlagRule;
use super::record::{GameRecord, MoveRecord, SearchInfo, Termination};
use super::schedule::ScheduledGame;
use super::time_control::ThinkingLimits;

/// The conditions of a game.
#[derive(Clone, Copy, Debug)]
pub struct MatchRules<'a> {
    /// The limits of White and Black.
    pub limits: [ThinkingLimits; 2],
    /// By how much an engine may exceed its time without losing, to allow for
    /// delays of the runner and the operating system.
    pub time_margin: Duration,
    /// Time past the flag before an engine counts as hung.
    pub hang_timeout: Duration,
    /// What a fallen flag means.
    pub flag: FlagRule,
    /// When the game is adjudicated by score or length.
    pub adjudication: Adjudication,
    /// Tablebases that adjudicate the game.
    pub tablebases: Option<&'a Tablebases>,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Its record.
    pub record: GameRecord,
    /// Whether White or Black failed and needs a restart.
    pub failed: [bool; 2],
    /// The first line of White and Black that answered no question.
    pub strays: [Option<String>; 2],
}

/// An engine cannot play the variant at all, so no game takes place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{engine}: {failure}")]
pub struct UnplayableError {
    /// The name of the engine.
    pub engine: String,
    /// What it lacks.
    pub failure: EngineError,
}

/// A game in progress.
struct GameInProgress<'a> {
    match_rules: &'a MatchRules<'a>,
    names: [&'a str; 2],
    game: Game,
    moves: Vec<MoveRecord>,
    clocks: [Clock; 2],
    adjudicator: Adjudicator,
    draw_offered: bool,
    failed: [bool; 2],
    notes: Vec<String>,
    on_move: &'a mut dyn FnMut(&str),
}

/// Plays a scheduled game between two engines from the end of `opening`;
/// `names` are theirs. `on_move` is called with each move in coordinates.
///
/// # Errors
/// When an engine cannot play the variant at all.
///
/// ```no_run
/// # use peregrine::arena::{client::Client, referee::{self, MatchRules, UnplayableError}, schedule::ScheduledGame};
/// # use peregrine::position::game::Game;
/// # fn example(
/// #     scheduled: ScheduledGame, opening: &Game, white: &mut dyn Client, black: &mut dyn Client, match_rules: &MatchRules,
/// # ) -> Result<(), UnplayableError> {
/// let played = referee::play(scheduled, opening, ["old", "new"], [white, black], match_rules, &mut |_| ())?;
/// println!("{}: {}", played.record.result, played.record.reason);
/// # Ok(()) }
/// ```
pub fn play(
    scheduled: ScheduledGame,
    opening: &Game,
    names: [&str; 2],
    mut players: [&mut dyn Client; 2],
    match_rules: &MatchRules<'_>,
    on_move: &mut dyn FnMut(&str),
) -> Result<FinishedGame, UnplayableError> {
    let began = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let clock = Instant::now();
    let mut game = GameInProgress {
        match_rules,
        names,
        game: opening.clone(),
        moves: opening_moves(opening),
        clocks: Color::ALL.map(|color| {
            let clock = Clock::new(match_rules.limits[color.index()].time);
            clock.after_opening(moves_made(opening, color))
        }),
        adjudicator: Adjudicator::new(match_rules.adjudication),
        draw_offered: false,
        failed: [false; 2],
        notes: Vec::new(),
        on_move,
    };
    let verdict = match game.start_game(&mut players)? {
        Some(verdict) => verdict,
        None => loop {
            if let Some(outcome) = game.game.outcome() {
                break verdict_from_outcome(outcome);
            }
            if let Some(verdict) = game.ponder(&mut players)? {
                break verdict;
            }
            if let Some(verdict) = game.play_turn(&mut players)? {
                break verdict;
            }
        },
    };
    let result = GameResult::won_by(verdict.winner);
    game.end_game(&mut players, result, &verdict.reason);
    let strays = players.map(|player| player.take_stray().map(|line| shortened(&line)));
    let start = opening.start();
    let is_usual = start.to_string() == start.rules().start_fen();
    Ok(FinishedGame {
        record: GameRecord {
            game: scheduled.game,
            white: scheduled.white,
            black: scheduled.black,
            opening: scheduled.opening,
            result,
            termination: verdict.termination,
            reason: verdict.reason,
            start: (!is_usual).then(|| start.to_string()),
            moves: game.moves,
            began: milliseconds(began),
            milliseconds: milliseconds(clock.elapsed()),
            notes: game.notes,
        },
        failed: game.failed,
        strays,
    })
}

impl GameInProgress<'_> {
    /// Makes both engines set up the game; returns a verdict if one of them
    /// fails.
    fn start_game(
        &mut self,
        players: &mut [&mut dyn Client; 2],
    ) -> Result<Option<Verdict>, UnplayableError> {
        for color in Color::ALL {
            if let Err(failure) = players[color.index()].new_game(&self.game) {
                return self.failure_verdict(color, failure).map(Some);
            }
        }
        Ok(None)
    }

    /// Lets the engine that has just moved ponder; returns a verdict if it fails.
    fn ponder(
        &mut self,
        players: &mut [&mut dyn Client; 2],
    ) -> Result<Option<Verdict>, UnplayableError> {
        let mover = !self.game.position().side_to_move();
        let is_own = self.moves.last().is_some_and(|made| made.info.is_some());
        if !is_own {
            return Ok(None);
        }
        let clocks = self.clocks_for(mover);
        match players[mover.index()].ponder(&self.game, &clocks) {
            Ok(()) => Ok(None),
            Err(failure) => self.failure_verdict(mover, failure).map(Some),
        }
    }

    /// The clocks as sent to a player.
    fn clocks_for(&self, color: Color) -> Clocks {
        let own = self.clocks[color.index()].time_left();
        Clocks {
            own,
            other: self.clocks[(!color).index()].time_left(),
            response_timeout: self.response_timeout(own),
            draw_offered: self.draw_offered,
        }
    }

    /// Plays one move; returns a verdict if the game ends other than by the
    /// rules of the board.
    fn play_turn(
        &mut self,
        players: &mut [&mut dyn Client; 2],
    ) -> Result<Option<Verdict>, UnplayableError> {
        let mover = self.game.position().side_to_move();
        let clocks = self.clocks_for(mover);
        let turn = match players[mover.index()].think(&self.game, &clocks) {
            Ok(turn) => turn,
            Err(failure) => return self.failure_verdict(mover, failure).map(Some),
        };
        Ok(self.evaluate_turn(mover, clocks.own, turn))
    }

    fn evaluate_turn(
        &mut self,
        mover: Color,
        own: Option<TimeLeft>,
        turn: Turn,
    ) -> Option<Verdict> {
        let name = self.names[mover.index()];
        let lost = |termination, reason: String| {
            Some(Verdict {
                termination,
                winner: Some(!mover),
                reason: format!("{mover} ({name}) {reason}"),
            })
        };
        let used = Duration::from_micros(turn.info.microseconds);
        let spent = self.clocks[mover.index()].spend(used, self.match_rules.time_margin);
        if let (Err(overstep), Some(own)) = (spent, own) {
            let (overstep, left) = (overstep.0.as_secs_f64(), own.remaining.as_secs_f64());
            let words = format!("{overstep:.3} s over the {left:.3} s left for the move");
            if self.match_rules.flag == FlagRule::Fide && self.game.position().cannot_mate(!mover) {
                let other = self.names[(!mover).index()];
                return Some(Verdict {
                    termination: Termination::TimeDraw,
                    winner: None,
                    reason: format!(
                        "{mover} ({name}) oversteps its time: {words}; drawn, \
                         since {} ({other}) has no material to mate with",
                        !mover
                    ),
                });
            }
            return lost(Termination::TimeLoss, format!("loses on time: {words}"));
        }
        match turn.answer {
            Answer::Move { mv, offers_draw } => {
                self.record_overstep(mover, own, used);
                self.record_move(mover, mv, turn.info);
                let agreed = self.draw_offered && offers_draw;
                self.draw_offered = offers_draw;
                if self.game.outcome().is_some() {
                    return None;
                }
                if agreed {
                    return Some(draw_by_agreement());
                }
                let by_scores = self
                    .adjudicator
                    .update(mover, turn.info.score, self.moves.len());
                self.tablebase_verdict().or(by_scores)
            }
            Answer::Illegal(text) => lost(
                Termination::IllegalMove,
                format!(
                    "makes an illegal move: '{}' in {}",
                    shortened(&text),
                    self.game.position()
                ),
            ),
            Answer::Resign => lost(Termination::Resignation, "resigns".to_owned()),
            Answer::Claim { result, text } if result.winner() == Some(!mover) => lost(
                Termination::Resignation,
                format!("resigns: '{}'", shortened(&text)),
            ),
            Answer::Claim { result, .. } if self.draw_offered && result == GameResult::Draw => {
                Some(draw_by_agreement())
            }
            Answer::Claim { result, text } => lost(
                Termination::FalseClaim,
                format!(
                    "claims {result} in an unfinished game: '{}' in {}",
                    shortened(&text),
                    self.game.position()
                ),
            ),
            Answer::Rejection(text) => lost(
                Termination::FalseClaim,
                format!(
                    "refuses to continue: '{}' in {}",
                    shortened(&text),
                    self.game.position()
                ),
            ),
        }
    }

    /// The verdict of a tablebase, unless the fifty-move rule might overrule it.
    fn tablebase_verdict(&self) -> Option<Verdict> {
        let position = self.game.position();
        let value = self.match_rules.tablebases?.decided(position)?;
        let winner = match value {
            TableValue::Win(_) => Some(position.side_to_move()),
            TableValue::Draw => None,
            TableValue::Loss(_) => Some(!position.side_to_move()),
        };
        Some(Verdict {
            termination: Termination::Tablebase,
            winner,
            reason: match winner {
                Some(winner) => {
                    format!(
                        "{winner} wins by tablebase: {} is {value}",
                        position.side_to_move()
                    )
                }
                None => "drawn by tablebase".to_owned(),
            },
        })
    }

    fn record_move(&mut self, mover: Color, mv: Move, info: SearchInfo) {
        debug_assert_eq!(self.game.position().side_to_move(), mover);
        let text = notation::coordinate(self.game.position(), mv);
        (self.on_move)(&text);
        self.moves.push(MoveRecord {
            text,
            info: Some(info),
        });
        self.game.play(mv);
    }

    /// Records time exceeded within the margin.
    fn record_overstep(&mut self, mover: Color, own: Option<TimeLeft>, used: Duration) {
        let overstep = own.map_or(Duration::ZERO, |own| used.saturating_sub(own.remaining));
        if !overstep.is_zero() {
            self.notes.push(format!(
                "{mover} exceeded its time by {:.1} ms on move {}, within the margin",
                overstep.as_secs_f64() * 1000.0,
                self.game.position().fullmove_number()
            ));
        }
    }

    /// The verdict when an engine fails.
    fn failure_verdict(
        &mut self,
        color: Color,
        failure: EngineError,
    ) -> Result<Verdict, UnplayableError> {
        let name = self.names[color.index()];
        let termination = match failure {
            EngineError::Crash(_) => Termination::Crash,
            EngineError::Disconnect(_) => Termination::Disconnect,
            EngineError::Stall(_) => Termination::Stall,
            EngineError::Unsupported(_) => {
                return Err(UnplayableError {
                    engine: name.to_owned(),
                    failure,
                });
            }
        };
        self.failed[color.index()] = true;
        Ok(Verdict {
            termination,
            winner: Some(!color),
            reason: format!("{color} ({name}) {failure}"),
        })
    }

    /// Sends both engines the result; a failure at this point does not change
    /// it.
    fn end_game(&mut self, players: &mut [&mut dyn Client; 2], result: GameResult, reason: &str) {
        for color in Color::ALL {
            if self.failed[color.index()] {
                continue;
            }
            if let Err(failure) = players[color.index()].end_game(&self.game, result, reason) {
                self.failed[color.index()] = true;
                self.notes.push(format!(
                    "{color} ({}) after the game: {failure}",
                    self.names[color.index()]
                ));
            }
        }
    }

    /// How long to wait for a move.
    fn response_timeout(&self, own: Option<TimeLeft>) -> Duration {
        /// Without a clock, a limit on nodes or depth must end the search within this time even
        /// on a slow machine.
        const UNLIMITED: Duration = Duration::from_secs(600);
        match own {
            Some(own) => {
                own.remaining + self.match_rules.time_margin + self.match_rules.hang_timeout
            }
            None => UNLIMITED + self.match_rules.hang_timeout,
        }
    }
}

/// The verdict by the rules of the variant.
fn verdict_from_outcome(outcome: Outcome) -> Verdict {
    let termination = match outcome {
        Outcome::MentalCruelty(_) => Termination::MentalCruelty,
        Outcome::Checkmate(_) => Termination::Checkmate,
        Outcome::Stalemate(_) => Termination::Stalemate,
        Outcome::InsufficientMaterial => Termination::InsufficientMaterial,
        Outcome::Repetition => Termination::Repetition,
        Outcome::FiftyMoves => Termination::FiftyMoves,
        Outcome::Checkmated(_)
        | Outcome::Niol
        | Outcome::Flag(_)
        | Outcome::Checks(_)
        | Outcome::BareKing(_)
        | Outcome::Extinction(_)
        | Outcome::Draw(_)
        | Outcome::RepetitionWin(_)
        | Outcome::PerpetualCheck(_)
        | Outcome::MoveLimit
        | Outcome::Count => Termination::VariantEnd,
    };
    Verdict {
        termination,
        winner: outcome.winner(),
        reason: outcome.to_string(),
    }
}

/// The verdict when a player accepts the draw that the other one offered.
fn draw_by_agreement() -> Verdict {
    Verdict {
        termination: Termination::Agreement,
        winner: None,
        reason: "drawn by agreement".to_owned(),
    }
}

/// Number of moves that one side has made in a game.
fn moves_made(game: &Game, color: Color) -> usize {
    let moves = game.moves().len();
    if game.start().side_to_move() == color {
        moves.div_ceil(2)
    } else {
        moves / 2
    }
}

/// The records of the opening moves, which have no thought.
fn opening_moves(opening: &Game) -> Vec<MoveRecord> {
    let record = |(position, mv): (&Position, Move)| MoveRecord {
        text: notation::coordinate(position, mv),
        info: None,
    };
    opening.turns().map(record).collect()
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
