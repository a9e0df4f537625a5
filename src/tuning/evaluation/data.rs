//! Positions out of games, and how these ended.
//!
//! Knows no weights: what a position looks like to the evaluation is found out
//! elsewhere.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::arena::comment::score_of;
use crate::board::color::Color;
use crate::notation::epd::Defaults;
use crate::notation::pgn::{PgnError, PgnGame, ReadGame, Reader};
use crate::position::Position;
use crate::position::game::{Game, GameResult};
use crate::rules::Rules;
use crate::search::picker::is_noisy;
use crate::search::score::Score;
use crate::variants::RuleOptions;

/// Every so manieth game is set aside to check by.
const VALIDATION: u64 = 10;

/// How games end that say nothing about their positions, in the words of the
/// tag `Termination`.
const UNSOUND: [&str; 5] = [
    "abandoned",
    "emergency",
    "rules infraction",
    "time forfeit",
    "unterminated",
];

/// Which positions of a game are of use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// So many plies from the start are left out of games in which no move has
    /// a comment; of others, the moves before the first comment.
    pub opening: usize,
    /// So many plies at the end are left out.
    pub ending: usize,
}

impl Default for Selection {
    fn default() -> Selection {
        Selection {
            opening: 8,
            ending: 6,
        }
    }
}

/// Why there is nothing to tune by.
#[derive(Debug, Error)]
pub enum DataError {
    /// A file cannot be read.
    #[error("{}: {error}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A game is played by other rules.
    #[error("{}: {place}: the game is {found}, not {wanted}", .path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// Where the game stands in it.
        place: String,
        /// What is played.
        found: String,
        /// What is to be tuned.
        wanted: String,
    },
    /// No game has a position that is of use.
    #[error(
        "no position to tune by in {games} games; wanted are finished games with quiet moves \
         after the opening{}", .faulty.as_ref().map_or(String::new(), |fault| format!(" ({fault})"))
    )]
    Nothing {
        /// How many games there are.
        games: usize,
        /// What is wrong with the first of those that cannot be read.
        faulty: Option<String>,
    },
    /// There are positions, but none that is set aside, or only such.
    #[error("too few games ({0}) to set some of them aside to check by")]
    TooFew(usize),
}

/// Positions of some games, game after game.
#[derive(Clone, Debug, Default)]
pub(super) struct Set {
    pub positions: Vec<Position>,
    /// How the game of each ended: 1 when White won, 0 when Black did.
    pub results: Vec<f64>,
    /// What the player on move thought of each in centipawns, White's view.
    pub scores: Vec<Option<f64>>,
    /// Where the positions of each game stand.
    pub games: Vec<Range<usize>>,
}

/// Positions to tune by, of games by the same rules, no position twice.
///
/// ```
/// use peregrine::{tuning::evaluation::{Data, Selection}, variants};
/// let rules = variants::find("falcon")?.rules(Default::default())?;
/// let text = "[Variant \"falcon\"]\n\n1. e4 e5 2. Nh3 Nc6 3. Nc3 Nh6 4. a3 a6 1-0\n";
/// let mut data = Data::new(rules, Selection { opening: 4, ending: 1 });
/// data.read("games.pgn".as_ref(), text.as_bytes(), |_| ())?;
/// assert_eq!((data.games(), data.positions()), (1, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Data {
    pub(super) rules: &'static Rules,
    selection: Selection,
    pub(super) training: Set,
    pub(super) validation: Set,
    known: HashSet<u64>,
    read: usize,
    unsound: usize,
    faulty: Vec<String>,
}

impl Data {
    /// No positions yet, of a game with these rules.
    ///
    /// ```
    /// # use peregrine::{tuning::evaluation::{Data, Selection}, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(Data::new(rules, Selection::default()).positions(), 0);
    /// ```
    pub fn new(rules: &'static Rules, selection: Selection) -> Data {
        Data {
            rules,
            selection,
            training: Set::default(),
            validation: Set::default(),
            known: HashSet::new(),
            read: 0,
            unsound: 0,
            faulty: Vec::new(),
        }
    }

    /// Adds the positions of a file of games, and tells after each how many
    /// have been read.
    ///
    /// ```no_run
    /// # use peregrine::{tuning::evaluation::{Data, Selection}, variants};
    /// # let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let mut data = Data::new(rules, Selection::default());
    /// data.read_file("games.pgn".as_ref(), |games| println!("{games}"))?;
    /// # Ok::<(), peregrine::tuning::evaluation::DataError>(())
    /// ```
    ///
    /// # Errors
    /// When the file cannot be read, or has a game by other rules.
    pub fn read_file(&mut self, path: &Path, progress: impl FnMut(usize)) -> Result<(), DataError> {
        match File::open(path) {
            Ok(file) => self.read(path, BufReader::new(file), progress),
            Err(error) => Err(unreadable(path, error)),
        }
    }

    /// The same for a text, to be named like a file.
    ///
    /// ```
    /// # use peregrine::{tuning::evaluation::{Data, Selection}, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let mut data = Data::new(rules, Selection::default());
    /// let chess = data.read("it".as_ref(), "[Variant \"chess\"] *".as_bytes(), |_| ());
    /// assert!(chess.unwrap_err().to_string().starts_with("it: line 1, game 1: the game is chess"));
    /// ```
    ///
    /// # Errors
    /// When the text cannot be read, or has a game by other rules.
    pub fn read(
        &mut self,
        path: &Path,
        text: impl BufRead,
        mut progress: impl FnMut(usize),
    ) -> Result<(), DataError> {
        let defaults = Defaults {
            variant: self.rules.variant().to_owned(),
            options: RuleOptions {
                castling: Some(self.rules.castling()),
                promotion: Some(self.rules.promotion()),
            },
        };
        for game in Reader::new(text, defaults) {
            match game {
                Ok(game) => self.add(path, &game)?,
                Err(PgnError::Unreadable(error)) => return Err(unreadable(path, error)),
                Err(fault) => self.faulty.push(format!("{}: {fault}", path.display())),
            }
            self.read += 1;
            progress(self.read);
        }
        Ok(())
    }

    fn add(&mut self, path: &Path, game: &ReadGame) -> Result<(), DataError> {
        let pgn = &game.pgn;
        let found = pgn.game.position().rules();
        if !std::ptr::eq(found, self.rules) {
            return Err(DataError::OtherGame {
                path: path.to_owned(),
                place: game.place(),
                found: described(found),
                wanted: described(self.rules),
            });
        }
        let sound = |tag: &str| !UNSOUND.contains(&tag);
        match pgn.result {
            Some(result) if pgn.tag("Termination").is_none_or(sound) => {
                let examples = self.selection.examples(pgn);
                self.push(of_validation(&pgn.game), value(result), examples);
            }
            _ => self.unsound += 1,
        }
        Ok(())
    }

    /// Adds the positions of a game that are new, each with its score.
    pub(super) fn push(
        &mut self,
        validation: bool,
        result: f64,
        examples: impl IntoIterator<Item = (Position, Option<f64>)>,
    ) {
        let set = match validation {
            true => &mut self.validation,
            false => &mut self.training,
        };
        let start = set.positions.len();
        for (position, score) in examples {
            if self.known.insert(position.key()) {
                set.positions.push(position);
                set.results.push(result);
                set.scores.push(score);
            }
        }
        let range = start..set.positions.len();
        if !range.is_empty() {
            set.games.push(range);
        }
    }

    /// How many games have positions that are of use.
    ///
    /// ```
    /// # use peregrine::{tuning::evaluation::{Data, Selection}, variants};
    /// # let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(Data::new(rules, Selection::default()).games(), 0);
    /// ```
    pub fn games(&self) -> usize {
        self.training.games.len() + self.validation.games.len()
    }

    /// How many positions there are.
    ///
    /// ```
    /// # use peregrine::{tuning::evaluation::{Data, Selection}, variants};
    /// # let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(Data::new(rules, Selection::default()).positions(), 0);
    /// ```
    pub fn positions(&self) -> usize {
        self.training.positions.len() + self.validation.positions.len()
    }

    /// How many games are set aside to check by.
    ///
    /// ```
    /// # use peregrine::{tuning::evaluation::{Data, Selection}, variants};
    /// # let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(Data::new(rules, Selection::default()).validation_games(), 0);
    /// ```
    pub fn validation_games(&self) -> usize {
        self.validation.games.len()
    }

    /// How many positions these have.
    ///
    /// ```
    /// # use peregrine::{tuning::evaluation::{Data, Selection}, variants};
    /// # let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(Data::new(rules, Selection::default()).validation_positions(), 0);
    /// ```
    pub fn validation_positions(&self) -> usize {
        self.validation.positions.len()
    }

    /// How many games were left out because they are not finished, or ended
    /// by a clock, a crash or a fault.
    ///
    /// ```
    /// # use peregrine::{tuning::evaluation::{Data, Selection}, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let mut data = Data::new(rules, Selection::default());
    /// data.read("it".as_ref(), "1. e4 *".as_bytes(), |_| ()).unwrap();
    /// assert_eq!(data.unsound(), 1);
    /// ```
    pub fn unsound(&self) -> usize {
        self.unsound
    }

    /// What is wrong with the games that could not be read.
    ///
    /// ```
    /// # use peregrine::{tuning::evaluation::{Data, Selection}, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let mut data = Data::new(rules, Selection::default());
    /// data.read("it".as_ref(), "1. e5 *".as_bytes(), |_| ()).unwrap();
    /// assert!(data.faulty()[0].starts_with("it: line 1, game 1: ply 1"));
    /// ```
    pub fn faulty(&self) -> &[String] {
        &self.faulty
    }

    /// # Errors
    /// When there is nothing to tune by, or nothing to check by.
    pub(super) fn check(&self) -> Result<(), DataError> {
        if self.positions() == 0 {
            return Err(DataError::Nothing {
                games: self.read,
                faulty: self.faulty.first().cloned(),
            });
        }
        match self.training.games.is_empty() || self.validation.games.is_empty() {
            true => Err(DataError::TooFew(self.games())),
            false => Ok(()),
        }
    }
}

impl Selection {
    /// The positions of a game that are of use: before a quiet move, without
    /// check or mate in sight.
    fn examples(&self, pgn: &PgnGame) -> Vec<(Position, Option<f64>)> {
        let moves = pgn.game.moves();
        let judged = pgn.comments.iter().position(Option::is_some);
        let opening = judged.unwrap_or(self.opening);
        let wanted = opening..moves.len().saturating_sub(self.ending);
        let mut position = pgn.game.start().clone();
        let mut examples = Vec::new();
        for (ply, &mv) in moves.iter().enumerate() {
            if wanted.contains(&ply) && !position.is_check() && !is_noisy(&position, mv) {
                let comment = pgn.comments.get(ply).and_then(Option::as_deref);
                match comment.and_then(score_of) {
                    Some(Score::Mate(_)) => {}
                    Some(Score::Centipawns(score)) => {
                        let own = position.side() == Color::White;
                        let score = f64::from(if own { score } else { -score });
                        examples.push((position.clone(), Some(score)));
                    }
                    None => examples.push((position.clone(), None)),
                }
            }
            position.play(mv);
        }
        examples
    }
}

fn unreadable(path: &Path, error: io::Error) -> DataError {
    DataError::Unreadable {
        path: path.to_owned(),
        error,
    }
}

fn described(rules: &Rules) -> String {
    let (variant, castling) = (rules.variant(), rules.castling());
    format!(
        "{variant} (castling {castling}, promotion {})",
        rules.promotion()
    )
}

/// What White has got.
const fn value(result: GameResult) -> f64 {
    match result {
        GameResult::WhiteWins => 1.0,
        GameResult::BlackWins => 0.0,
        GameResult::Draw => 0.5,
    }
}

/// Whether a game is one of those set aside; the same game always is.
fn of_validation(game: &Game) -> bool {
    // Fowler, Noll and Vo's multiplication, whose upper bits are well mixed
    // after a few keys, which are random themselves.
    let last = game.position().key();
    let hash = game.keys().iter().chain([&last]).fold(0, |hash: u64, key| {
        (hash ^ key).wrapping_mul(0x0000_0100_0000_01b3)
    });
    (u128::from(hash) * u128::from(VALIDATION)) >> 64 == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    const TAGS: &str = "[Variant \"falcon\"]\n\n";

    fn data(selection: Selection, text: &str) -> Data {
        let rules = variants::find("falcon")
            .unwrap()
            .rules(RuleOptions::default())
            .unwrap();
        let mut data = Data::new(rules, selection);
        data.read("test.pgn".as_ref(), text.as_bytes(), |_| ())
            .unwrap();
        data
    }

    fn all() -> Selection {
        Selection {
            opening: 0,
            ending: 0,
        }
    }

    fn sets(data: &Data) -> [&Set; 2] {
        [&data.training, &data.validation]
    }

    fn scores(data: &Data) -> Vec<Option<f64>> {
        let scores = sets(data).map(|set| set.scores.clone());
        scores.concat()
    }

    #[test]
    fn the_opening_ends_with_the_first_comment_or_after_some_plies() {
        let plain = format!("{TAGS}1. e4 e5 2. Nh3 Nc6 1-0");
        let some = |opening, ending| data(Selection { opening, ending }, &plain).positions();
        assert_eq!(
            [some(0, 0), some(1, 1), some(3, 2), some(9, 9)],
            [4, 2, 0, 0]
        );
        let judged = format!("{TAGS}1. e4 e5 2. Nh3 {{+0.31/8 0.1s}} Nc6 {{+0.05/8 0.1s}} 1-0");
        assert_eq!(scores(&data(all(), &judged)), [Some(31.0), Some(-5.0)]);
    }

    #[test]
    fn only_quiet_positions_are_taken_and_each_once() {
        // Not before the capture, not in check, not when a mate is seen.
        let text = format!("{TAGS}1. f4 e5 2. fxe5 Qxe5 3. Nc3 Qf4+ 4. Qf2 Nh6 0-1");
        let found = data(all(), &text);
        assert_eq!(found.positions(), 5);
        assert_eq!(data(all(), &format!("{text}\n\n{text}")).positions(), 5);
        assert!(
            sets(&found)
                .iter()
                .all(|set| set.results.iter().all(|&result| result == 0.0))
        );
        let mate = format!("{TAGS}1. e4 {{+0.10/3 0.1s}} e5 {{-M3/8 0.1s}} 1-0");
        assert_eq!(scores(&data(all(), &mate)), [Some(10.0)]);
    }

    #[test]
    fn games_that_end_by_accident_are_left_out() {
        let lost = "[Termination \"time forfeit\"]\n[Variant \"falcon\"]\n\n1. e4 e5 1-0";
        let found = data(
            all(),
            &format!("{lost}\n\n{TAGS}1. e4 *\n\n{TAGS}1. e5 1-0"),
        );
        assert_eq!(
            (found.positions(), found.unsound(), found.faulty().len()),
            (0, 2, 1)
        );
        let error = found.check().unwrap_err().to_string();
        assert!(
            error.contains("in 3 games") && error.contains("'e5'"),
            "{error}"
        );
    }

    #[test]
    fn a_tenth_of_the_games_is_set_aside() {
        let rules = variants::find("falcon")
            .unwrap()
            .rules(RuleOptions::default())
            .unwrap();
        let mut count = 0;
        for seed in 0..1000_usize {
            let mut game = Game::new(Position::start(rules));
            for n in 0..3 {
                let moves = game.position().legal_moves();
                game.play(moves[seed / [1, 17, 91][n] % moves.len()]);
            }
            count += u32::from(of_validation(&game));
        }
        assert!((60..140).contains(&count), "{count}");
    }
}
