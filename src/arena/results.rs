//! The results of a match so far, and whether they decide its test.
//!
//! All numbers follow from the header and the games, in whatever order they
//! ended.

use std::collections::{BTreeMap, HashSet};
use std::io;

use crate::board::color::Color;

use super::identity::EngineIdentity;
use super::journal::Header;
use super::record::GameRecord;
use super::schedule::Shard;
use super::statistics::{Sprt, SprtDecision};
use super::summary::{self, EngineDescription, MatchDescription, Summary};

/// The note about an engine that sends unsolicited lines.
pub(super) const STRAY: &str = "answers without being asked";

/// A match and its games played so far.
#[derive(Clone, Debug)]
pub struct MatchResults {
    header: Header,
    games: BTreeMap<usize, GameRecord>,
    scheduled: usize,
    /// The sequential test, if there is one and all parts of the match are
    /// here.
    sprt: Option<Sprt>,
    /// The first pair that the test has not seen yet.
    next: usize,
}

impl MatchResults {
    /// The results after these games.
    ///
    /// ```no_run
    /// # use peregrine::arena::{journal, results::MatchResults};
    /// # fn example() -> Result<(), journal::JournalError> {
    /// let results = journal::read("match/results.jsonl".as_ref())?;
    /// let results = MatchResults::new(results.header, results.games);
    /// println!("{} of {} games", results.games().len(), results.scheduled());
    /// # Ok(()) }
    /// ```
    pub fn new(header: Header, games: impl IntoIterator<Item = GameRecord>) -> MatchResults {
        let scheduled = header
            .identity
            .schedule()
            .games_of_shard(header.shard)
            .count();
        let settings = header.identity.sprt;
        let is_whole = header.shard == Shard::WHOLE;
        let mut results = MatchResults {
            header,
            games: games.into_iter().map(|game| (game.game, game)).collect(),
            scheduled,
            sprt: settings.filter(|_| is_whole).map(Sprt::new),
            next: 0,
        };
        results.test();
        results
    }

    /// The engines whose unsolicited lines were reported by earlier runs of the match.
    pub(super) fn reported_strays(&self) -> HashSet<usize> {
        let noted = self.games.values().flat_map(|game| {
            Color::ALL.into_iter().filter_map(move |color| {
                let is_about =
                    |note: &String| note.contains(STRAY) && note.starts_with(&format!("{color} ("));
                game.notes.iter().any(is_about).then(|| game.player(color))
            })
        });
        noted.collect()
    }

    pub(super) fn add(&mut self, game: GameRecord) {
        self.games.insert(game.game, game);
        self.test();
    }

    /// Feeds complete pairs to the test in the order of the schedule: the order
    /// in which games end must not affect the verdict.
    fn test(&mut self) {
        let Some(sprt) = &mut self.sprt else {
            return;
        };
        let pair = |pair| {
            let (first, second) = (
                self.games.get(&(2 * pair))?,
                self.games.get(&(2 * pair + 1))?,
            );
            summary::pair_score(first, second)
        };
        while sprt.verdict() == SprtDecision::Continue
            && let Some(score) = pair(self.next)
        {
            sprt.push(score);
            self.next += 1;
        }
    }

    /// The header of the results file.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The games by number.
    pub const fn games(&self) -> &BTreeMap<usize, GameRecord> {
        &self.games
    }

    /// Number of games scheduled in the part that is played here.
    pub const fn scheduled(&self) -> usize {
        self.scheduled
    }

    /// Whether the test has reached a verdict.
    pub(crate) fn is_decided(&self) -> bool {
        let verdict = self.sprt.as_ref().map(Sprt::verdict);
        verdict.is_some_and(|verdict| verdict != SprtDecision::Continue)
    }

    /// The content of a results file, with the games in the order of the schedule.
    ///
    /// # Errors
    /// When serialization fails, which no valid result causes.
    pub(super) fn content(&self) -> io::Result<Vec<u8>> {
        let mut content = serde_json::to_vec(&self.header)?;
        content.push(b'\n');
        for game in self.games.values() {
            content.extend(serde_json::to_vec(game)?);
            content.push(b'\n');
        }
        Ok(content)
    }

    /// The summary of the games that count.
    pub fn summary(&self) -> Summary {
        let identity = &self.header.identity;
        let engine = |(engine, own_name): (&EngineIdentity, &String)| EngineDescription {
            name: engine.name.clone(),
            own_name: Some(own_name.clone()),
            time: engine.time,
        };
        let engines = identity.engines.iter().zip(&self.header.own_names);
        let description = MatchDescription {
            engines: engines.map(engine).collect(),
            openings: Vec::new(),
            sprt: self.sprt.as_ref().map(|sprt| sprt.state().settings),
            games: self.scheduled,
        };
        Summary::new(&description, self.games_that_count())
    }

    /// The games that count, in the order of the schedule: all of them, or
    /// those up to the verdict of the test. Games that happened to finish
    /// beyond the verdict are left out, so that the numbers do not depend on
    /// concurrency.
    pub(crate) fn games_that_count(&self) -> impl Iterator<Item = &GameRecord> {
        let decided = if self.is_decided() {
            self.next
        } else {
            usize::MAX
        };
        let games = self.games.values();
        games.filter(move |game| game.pair() < decided)
    }
}
