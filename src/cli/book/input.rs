//! The games from which a book is made.

use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::arena::comment::score_of;
use crate::base::files;
use crate::board::moves::Move;
use crate::cli::progress::JobProgress;
use crate::cli::{CliError, file_error};
use crate::notation::epd::Defaults;
use crate::notation::pgn::{PgnError, ReadGame, Reader};
use crate::position::game::Game;
use crate::rules::Rules;
use crate::tools::book::{Builder, Counted, FinishedGame};
use crate::tools::observer::JobObserver;
use crate::training::data::{DataFile, GameError, SelfPlayGame};

/// What became of the games of all files.
#[derive(Debug, Default)]
pub(super) struct Summary {
    /// Those with faults.
    pub faulty: u64,
    /// Those with other rules.
    other_rules: u64,
    /// Those from another start position.
    other_start: u64,
    /// Those without a result.
    unfinished: u64,
    /// Those that were read before.
    again: u64,
    /// What was read, a line for each file.
    pub sources: Vec<String>,
}

impl Summary {
    /// What was left out, if anything was.
    pub(super) fn left_out(&self) -> Option<String> {
        let rows = [
            (self.faulty, "with faults"),
            (self.other_rules, "by other rules"),
            (self.other_start, "from another start position"),
            (self.unfinished, "without a result"),
            (self.again, "the same as an earlier one"),
        ];
        let rows = rows.iter().filter(|(count, _)| *count > 0);
        let rows: Vec<String> = rows
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        (!rows.is_empty()).then(|| format!("games left out: {}", rows.join(", ")))
    }

    fn record(&mut self, counted: Counted) {
        let count = match counted {
            Counted::Yes => return,
            Counted::OtherRules => &mut self.other_rules,
            Counted::OtherStart => &mut self.other_start,
            Counted::Again => &mut self.again,
        };
        *count += 1;
    }
}

/// Reads games into a book.
pub(super) struct Input<'a> {
    builder: Builder,
    summary: Summary,
    progress: &'a mut JobProgress,
    read: u64,
    stop: &'a AtomicBool,
}

impl<'a> Input<'a> {
    pub(super) fn new(
        builder: Builder,
        stop: &'a AtomicBool,
        progress: &'a mut JobProgress,
    ) -> Input<'a> {
        progress.begin_stage("games read", None, 0);
        Input {
            builder,
            summary: Summary::default(),
            progress,
            read: 0,
            stop,
        }
    }

    /// The book with the games, and what became of them.
    pub(super) fn finish(self) -> (Builder, Summary) {
        self.progress.end_stage();
        (self.builder, self.summary)
    }

    /// Counts the games of a PGN file, and reports those with faults. Ends early if it is
    /// stopped.
    pub(super) fn read_pgn(&mut self, path: &Path, defaults: &Defaults) -> Result<(), CliError> {
        let file = files::open_any(path).map_err(|error| file_error(path, &error))?;
        let before = self.builder.counted();
        for game in Reader::new(BufReader::new(file), defaults.clone()) {
            if self.stop.load(Relaxed) {
                return Ok(());
            }
            match game {
                Ok(game) => self.count_pgn(path, &game)?,
                Err(PgnError::Unreadable(error)) => return Err(file_error(path, &error)),
                Err(fault) => self.leave_out(path, &fault.to_string()),
            }
            self.show();
        }
        self.end(path, before, "games");
        Ok(())
    }

    fn count_pgn(&mut self, path: &Path, game: &ReadGame) -> Result<(), CliError> {
        if let Some(warning) = game.warnings.first() {
            self.leave_out(path, &format!("{}: {warning}", game.place()));
            return Ok(());
        }
        let Some(result) = game.pgn.result else {
            self.summary.unfinished += 1;
            return Ok(());
        };
        let finished = FinishedGame {
            game: &game.pgn.game,
            rest: &[],
            random: opening_plies(&game.pgn.comments),
            winner: result.winner(),
        };
        self.count(path, finished)
    }

    /// Counts the games of a file of self-play games.
    pub(super) fn read_data(&mut self, path: &Path) -> Result<(), CliError> {
        let file = DataFile::open(path)?;
        let before = self.builder.counted();
        for game in file.games()? {
            if self.stop.load(Relaxed) {
                return Ok(());
            }
            let game = game?;
            let played = opening_of(&game, file.rules(), self.builder.plies());
            let played = played.map_err(|error| {
                file_error(path, &format!("game number {}: {error}", game.number))
            })?;
            let moves: Vec<Move> = moves_of(&game).collect();
            let finished = FinishedGame {
                game: &played,
                rest: &moves[played.moves().len()..],
                random: game.opening.len(),
                winner: game.winner,
            };
            self.count(path, finished)?;
            self.show();
        }
        let made: Vec<String> = file
            .header()
            .sources
            .iter()
            .map(ToString::to_string)
            .collect();
        self.end(path, before, &format!("games of ({})", made.join("; ")));
        Ok(())
    }

    fn count(&mut self, path: &Path, game: FinishedGame<'_>) -> Result<(), CliError> {
        let counted = self.builder.add(game);
        let counted = counted.map_err(|error| file_error(path, &error))?;
        self.summary.record(counted);
        Ok(())
    }

    fn leave_out(&mut self, path: &Path, fault: &str) {
        self.summary.faulty += 1;
        let name = path.display();
        self.progress
            .warn(&format!("{name}: {fault}; the game is left out"));
    }

    fn show(&mut self) {
        self.read += 1;
        self.progress.advance(self.read);
    }

    fn end(&mut self, path: &Path, before: u64, what: &str) {
        let name = path.file_name().map_or(PathBuf::new(), PathBuf::from);
        let count = self.builder.counted() - before;
        let source = format!("{count} {what} in {}", name.display());
        self.summary.sources.push(source);
    }
}

/// All moves of a self-play game.
fn moves_of(game: &SelfPlayGame) -> impl Iterator<Item = Move> {
    let searched = game.moves.iter().map(|scored| scored.mv);
    game.opening.iter().copied().chain(searched)
}

/// The first moves of a self-play game.
fn opening_of(game: &SelfPlayGame, rules: &'static Rules, plies: usize) -> Result<Game, GameError> {
    let mut played = Game::new(game.start(rules)?);
    for (ply, mv) in moves_of(game).take(plies).enumerate() {
        if !played.position().is_legal(mv) {
            return Err(GameError::Illegal(ply));
        }
        played.play(mv);
    }
    Ok(played)
}

/// How many moves of a game come before the first for which an engine gave its score or its
/// time: those of an opening that a match has set. 0 if no engine gave any.
fn opening_plies(comments: &[Option<String>]) -> usize {
    let is_thought = |comment: &Option<String>| {
        let comment = comment.as_deref().unwrap_or_default();
        score_of(comment).is_some() || comment.split([' ', ',']).any(is_time)
    };
    comments.iter().position(is_thought).unwrap_or(0)
}

/// Whether a word is a time as matches write it, such as `1.234s`.
fn is_time(word: &str) -> bool {
    let parts = word
        .strip_suffix('s')
        .and_then(|number| number.split_once('.'));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    parts.is_some_and(|(whole, rest)| digits(whole) && digits(rest) && rest.len() == 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opening_of_a_match_ends_with_the_first_thought() {
        let plies = |comments: &[&str]| {
            let comment = |text: &&str| (!text.is_empty()).then(|| (*text).to_owned());
            opening_plies(&comments.iter().map(comment).collect::<Vec<_>>())
        };
        assert_eq!(plies(&["", "", "+0.35/12 1.234s, 123456 n", "-M3/9"]), 2);
        assert_eq!(plies(&["", "1.234s", "+0.35/12 1.234s"]), 1);
        assert_eq!(plies(&["+0.10/3 0.001s"]), 0);
        for human in [&["", "a good move", ""][..], &[], &["[%eval 0.35]", "book"]] {
            assert_eq!(plies(human), 0);
        }
    }
}
