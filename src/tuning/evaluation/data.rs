//! Training data: positions from games, with the results of these games.

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::arena::comment::score_of;
use crate::base::files;
use crate::board::color::Color;
use crate::notation::epd::Defaults;
use crate::notation::pgn::{PgnError, PgnGame, ReadGame, Reader};
use crate::position::Position;
use crate::position::game::{Game, GameResult};
use crate::rules::Rules;
use crate::search::score::Score;
use crate::variants::RuleOptions;

/// One game in this many is held out for validation.
const VALIDATION: u64 = 10;

/// Values of the `Termination` tag with which the result says nothing about the
/// positions.
const UNSOUND: [&str; 5] = [
    "abandoned",
    "emergency",
    "rules infraction",
    "time forfeit",
    "unterminated",
];

/// Which positions of a game are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Plies to skip at the start of games without move comments; in other
    /// games, the moves before the first comment are skipped.
    pub opening: usize,
    /// Plies to skip at the end.
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

/// Why there is no usable data.
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
    /// A game has other rules.
    #[error("{}: {place}: the game is {found}, not {wanted}", .path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The place of the game in the file.
        place: String,
        /// The rules of the game.
        found: String,
        /// The rules to tune for.
        wanted: String,
    },
    /// No game has a usable position.
    #[error(
        "no usable position in {games} games; wanted are finished games with quiet moves \
         after the opening{}", .faulty.as_ref().map_or(String::new(), |fault| format!(" ({fault})"))
    )]
    Nothing {
        /// Number of games.
        games: usize,
        /// The error of the first unreadable game.
        faulty: Option<String>,
    },
    /// Either no games are held out, or all are.
    #[error("too few games ({0}) to hold some out for validation")]
    TooFew(usize),
}

/// The positions of a set of games, game by game.
#[derive(Clone, Debug, Default)]
pub(super) struct PositionSet {
    pub positions: Vec<Position>,
    /// The result of the game of each position: 1 if White won, 0 if Black did.
    pub results: Vec<f64>,
    /// The score of each position by the player on move, in centipawns from
    /// White's point of view.
    pub scores: Vec<Option<f64>>,
    /// The range of positions of each game.
    pub games: Vec<Range<usize>>,
}

/// The data to tune on: distinct positions from games with the same rules.
///
/// ```
/// use peregrine::{tuning::evaluation::{Data, Selection}, variants};
/// let rules = variants::falcon();
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
    pub(super) training: PositionSet,
    pub(super) validation: PositionSet,
    known: HashSet<u64>,
    read: usize,
    unsound: usize,
    faulty: Vec<String>,
}

impl Data {
    /// Empty data for games with these rules.
    pub fn new(rules: &'static Rules, selection: Selection) -> Data {
        Data {
            rules,
            selection,
            training: PositionSet::default(),
            validation: PositionSet::default(),
            known: HashSet::new(),
            read: 0,
            unsound: 0,
            faulty: Vec::new(),
        }
    }

    /// Adds the positions of a file of games; reports the number of games read
    /// after each.
    ///
    /// ```no_run
    /// # use peregrine::{tuning::evaluation::{Data, Selection}, variants};
    /// # let rules = variants::falcon();
    /// let mut data = Data::new(rules, Selection::default());
    /// data.read_file("games.pgn".as_ref(), |games| println!("{games}"))?;
    /// # Ok::<(), peregrine::tuning::evaluation::DataError>(())
    /// ```
    ///
    /// # Errors
    /// When the file cannot be read, or has a game with other rules.
    pub fn read_file(&mut self, path: &Path, progress: impl FnMut(usize)) -> Result<(), DataError> {
        match files::open_any(path) {
            Ok(file) => self.read(path, BufReader::new(file), progress),
            Err(error) => Err(unreadable(path, error)),
        }
    }

    /// The same for a text; `path` names it in messages.
    ///
    /// ```
    /// # use peregrine::{tuning::evaluation::{Data, Selection}, variants};
    /// let rules = variants::falcon();
    /// let mut data = Data::new(rules, Selection::default());
    /// let chess = data.read("it".as_ref(), "[Variant \"chess\"] *".as_bytes(), |_| ());
    /// assert!(chess.unwrap_err().to_string().starts_with("it: line 1, game 1: the game is chess"));
    /// ```
    ///
    /// # Errors
    /// When the text cannot be read, or has a game with other rules.
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
        if found != self.rules {
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
                self.push(is_validation_game(&pgn.game), points(result), examples);
            }
            _ => self.unsound += 1,
        }
        Ok(())
    }

    /// Adds those positions of a game that are new, each with its score.
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

    /// Number of games with usable positions.
    pub fn games(&self) -> usize {
        self.training.games.len() + self.validation.games.len()
    }

    /// Number of positions.
    pub fn positions(&self) -> usize {
        self.training.positions.len() + self.validation.positions.len()
    }

    /// Number of games held out for validation.
    pub(crate) fn validation_games(&self) -> usize {
        self.validation.games.len()
    }

    /// Number of positions held out for validation.
    pub(crate) fn validation_positions(&self) -> usize {
        self.validation.positions.len()
    }

    /// Number of games left out because they are unfinished, or ended by time
    /// forfeit, a crash or a fault.
    pub fn unsound(&self) -> usize {
        self.unsound
    }

    /// The errors of unreadable games.
    pub fn faulty(&self) -> &[String] {
        &self.faulty
    }

    /// # Errors
    /// When there are no positions for training or for validation.
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
    /// The usable positions of a game: those before a quiet move, with neither
    /// check nor a mate score.
    fn examples(&self, pgn: &PgnGame) -> Vec<(Position, Option<f64>)> {
        let moves = pgn.game.moves();
        let judged = pgn.comments.iter().position(Option::is_some);
        let opening = judged.unwrap_or(self.opening);
        let wanted = opening..moves.len().saturating_sub(self.ending);
        let mut position = pgn.game.start().clone();
        let mut examples = Vec::new();
        for (ply, &mv) in moves.iter().enumerate() {
            if wanted.contains(&ply) && !position.is_check() && !position.is_noisy(mv) {
                let comment = pgn.comments.get(ply).and_then(Option::as_deref);
                match comment.and_then(score_of) {
                    Some(Score::Mate(_)) => {}
                    Some(Score::Centipawns(score)) => {
                        let own = position.side_to_move() == Color::White;
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

/// White's score from a game.
const fn points(result: GameResult) -> f64 {
    match result {
        GameResult::WhiteWins => 1.0,
        GameResult::BlackWins => 0.0,
        GameResult::Draw => 0.5,
    }
}

/// Whether a game is held out; the answer is always the same for the same game.
fn is_validation_game(game: &Game) -> bool {
    // Fowler–Noll–Vo multiplication: its upper bits are well mixed after a few
    // keys, which are random themselves.
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

    fn sets(data: &Data) -> [&PositionSet; 2] {
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
        // Not before a capture, in check, or with a mate score.
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
            count += u32::from(is_validation_game(&game));
        }
        assert!((60..140).contains(&count), "{count}");
    }
}
