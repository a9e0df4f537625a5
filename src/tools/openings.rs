//! Generates openings for matches: random moves among those that a short search finds
//! acceptable, keeping final positions that a longer search finds balanced.
//!
//! The result depends on the [`OpeningSettings`] alone, not on the number of threads:
//! each attempt has its own random numbers and starts with a cleared hash
//! table, and attempts are evaluated in order.

use std::collections::HashSet;
use std::io;
use std::ops::{ControlFlow, RangeInclusive};

use thiserror::Error;

use crate::base::parallel;
use crate::base::random::Random;
use crate::board::moves::Move;
use crate::engine::{Engine, EngineOptions};
use crate::position::Position;
use crate::position::game::Game;
use crate::rules::Rules;
use crate::search::score::Value;
use crate::search::{Limits, ScoreBound, Tunables};
use crate::variants::shuffle::{ArrayError, Arrays};

/// Depth of the search that chooses the moves, in plies.
const DEPTH: u32 = 2;

/// Hash table of the search in MiB; it is cleared for each attempt.
const HASH: usize = 1;

/// After this many attempts in a row without a new opening, generation gives
/// up.
const MAX_FAILED_ATTEMPTS: u32 = 1000;

/// What openings to generate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningSettings {
    /// Number of openings.
    pub count: usize,
    /// Length in plies; drawn at random from this range for each opening.
    pub plies: RangeInclusive<usize>,
    /// A move may be at most this many centipawns worse than the best one, by a
    /// search of two plies; one of these moves is chosen at random.
    pub margin: u32,
    /// The score of the final position must be within this many centipawns of
    /// 0.
    pub window: u32,
    /// Number of nodes searched for that score.
    pub nodes: u64,
    /// Whether the side to move may be in check in the final position.
    pub check: bool,
    /// The random seed.
    pub seed: u64,
}

impl Default for OpeningSettings {
    fn default() -> OpeningSettings {
        OpeningSettings {
            count: 100,
            plies: 8..=8,
            margin: 80,
            window: 50,
            nodes: 20_000,
            check: true,
            seed: 1,
        }
    }
}

/// Progress of the generation, and the reasons for rejected attempts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attempts {
    /// Openings found.
    pub found: usize,
    /// Positions found before.
    pub repeated: u64,
    /// Positions with a score outside the window.
    pub unbalanced: u64,
    /// Positions with the side to move in check.
    pub check: u64,
    /// Games that ended.
    pub over: u64,
}

/// Why openings could not be generated.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// Too few openings were found.
    #[error(
        "only {} of {wanted} openings were found, and the last {MAX_FAILED_ATTEMPTS} attempts gave nothing \
         new (in all {} were repeated, {} not balanced, {} in check, {} over)",
        .attempts.found, .attempts.repeated, .attempts.unbalanced, .attempts.check, .attempts.over
    )]
    TooFew {
        /// Number of openings wanted.
        wanted: usize,
        /// The attempts made.
        attempts: Attempts,
    },
    /// A random start array that cannot be played.
    #[error(transparent)]
    Array(#[from] ArrayError),
    /// No memory or no thread for a search.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// The result of an attempt.
enum Attempt {
    Found(Box<Game>),
    Unbalanced,
    Check,
    Over,
}

/// Generates openings on several threads, and reports progress from time to
/// time. All final positions differ, and no game is over. In a variant with
/// random start arrays each opening has its own array.
///
/// # Errors
/// When too few are found, or the system lacks memory or threads.
///
/// ```
/// use peregrine::{tools::openings::{generate, OpeningSettings}, variants};
/// let rules = variants::falcon();
/// let settings = OpeningSettings { count: 3, plies: 2..=4, nodes: 500, ..OpeningSettings::default() };
/// let openings = generate(rules, &settings, 2, |_| ())?;
/// assert_eq!(openings.len(), 3);
/// assert!(openings.iter().all(|opening| (2..=4).contains(&opening.moves().len())));
/// # Ok::<(), peregrine::tools::openings::GenerateError>(())
/// ```
pub fn generate(
    rules: &'static Rules,
    settings: &OpeningSettings,
    threads: usize,
    mut progress: impl FnMut(&Attempts),
) -> Result<Vec<Game>, GenerateError> {
    if settings.count == 0 {
        return Ok(Vec::new());
    }
    let worker = || {
        let mut generator = Generator::new(rules, settings)?;
        Ok(move |number| Some(generator.attempt(number as u64)))
    };
    let mut collection = Collection::default();
    parallel::map_in_order(threads, worker, |attempt| {
        collection.add(attempt);
        progress(&collection.attempts);
        if collection.openings.len() == settings.count
            || collection.failed_in_a_row >= MAX_FAILED_ATTEMPTS
        {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    if collection.openings.len() < settings.count {
        return Err(GenerateError::TooFew {
            wanted: settings.count,
            attempts: collection.attempts,
        });
    }
    Ok(collection.openings)
}

/// What attempts have given so far.
#[derive(Default)]
struct Collection {
    openings: Vec<Game>,
    keys: HashSet<u64>,
    attempts: Attempts,
    /// Attempts since the last opening.
    failed_in_a_row: u32,
}

impl Collection {
    fn add(&mut self, attempt: Attempt) {
        self.failed_in_a_row += 1;
        match attempt {
            Attempt::Found(game) if self.keys.insert(game.position().key()) => {
                self.openings.push(*game);
                self.attempts.found += 1;
                self.failed_in_a_row = 0;
            }
            Attempt::Found(_) => self.attempts.repeated += 1,
            Attempt::Unbalanced => self.attempts.unbalanced += 1,
            Attempt::Check => self.attempts.check += 1,
            Attempt::Over => self.attempts.over += 1,
        }
    }
}

/// The state of a generating thread.
struct Generator<'a> {
    rules: &'static Rules,
    settings: &'a OpeningSettings,
    arrays: Option<Arrays>,
    engine: Engine,
}

impl Generator<'_> {
    fn new<'a>(
        rules: &'static Rules,
        settings: &'a OpeningSettings,
    ) -> Result<Generator<'a>, GenerateError> {
        let options = EngineOptions {
            hash: HASH,
            ..EngineOptions::default()
        };
        let mut engine = Engine::with_options(rules, Tunables::default(), options)?;
        engine.prepare()?;
        Ok(Generator {
            rules,
            settings,
            arrays: rules
                .is_shuffled()
                .then(|| Arrays::new(rules))
                .transpose()?,
            engine,
        })
    }

    /// Makes the attempt with this number; it does not depend on earlier ones.
    fn attempt(&mut self, number: u64) -> Result<Attempt, GenerateError> {
        let mut random = Random::new(self.settings.seed, number);
        let start = match &self.arrays {
            Some(arrays) => {
                arrays.start(arrays.first() + random.below(arrays.count() as usize) as u64)?
            }
            None => Position::start(self.rules),
        };
        let (least, most) = (*self.settings.plies.start(), *self.settings.plies.end());
        let plies = least + random.below((most + 1).saturating_sub(least));
        let mut game = Game::new(start);
        self.engine.clear();
        for _ in 0..plies {
            if game.outcome().is_some() {
                return Ok(Attempt::Over);
            }
            let choice = self.acceptable_moves(&game)?;
            let Some(&mv) = choice.get(random.below(choice.len())) else {
                return Ok(Attempt::Over);
            };
            game.play(mv);
        }
        if game.outcome().is_some() {
            return Ok(Attempt::Over);
        }
        if !self.settings.check && game.position().is_check() {
            return Ok(Attempt::Check);
        }
        Ok(match self.is_balanced(&game)? {
            true => Attempt::Found(Box::new(game)),
            false => Attempt::Unbalanced,
        })
    }

    /// The moves within the margin of the best one, in the order of the legal
    /// moves.
    fn acceptable_moves(&mut self, game: &Game) -> Result<Vec<Move>, GenerateError> {
        let moves = game.position().legal_moves();
        self.engine.set_lines(moves.len())?;
        let limits = Limits {
            depth: Some(DEPTH),
            ..Limits::default()
        };
        let mut scores: Vec<(Move, i32)> = Vec::new();
        self.engine.search(game, limits, |info| {
            if info.bound == ScoreBound::Exact
                && info.depth == DEPTH
                && let Some(&mv) = info.pv.first()
            {
                scores.push((mv, Value::from(info.score)));
            }
        });
        let best = scores.iter().map(|row| row.1).max().unwrap_or_default();
        let least = best.saturating_sub_unsigned(self.settings.margin);
        let good = |mv: &Move| scores.iter().any(|row| row.0 == *mv && row.1 >= least);
        Ok(moves.into_iter().filter(good).collect())
    }

    fn is_balanced(&mut self, game: &Game) -> Result<bool, GenerateError> {
        self.engine.set_lines(1)?;
        let limits = Limits {
            nodes: Some(self.settings.nodes),
            ..Limits::default()
        };
        let score = self.engine.search_inline(game, limits).score;
        Ok(Value::from(score).unsigned_abs() <= self.settings.window)
    }
}
