//! The header of a file of games: the variant, and how the games were played.

use std::fmt;
use std::io::Read;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::arena::adjudication::Adjudication;
use crate::arena::schedule::Shard;
use crate::base::container::{ContainerError, Format};
use crate::eval::network::{self, Network};
use crate::rules::Rules;
use crate::search::score::INFINITE;
use crate::variants::{self, RuleOptions};

use super::DataErrorKind;

/// The beginning of a file.
pub(super) const FORMAT: Format = Format {
    magic: b"PRGDATA\n",
    version: 1,
    version_width: 4,
    max_header: 1 << 20,
    file: "a file of self-play games",
    subject: "file",
    header: "the header",
    damage: "the header is damaged",
};

/// The maximum number of moves or plies in a header.
const MAX_PLIES: u64 = 100_000;

/// The variant of a file, and how its games were played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Header {
    /// The variant.
    pub variant: String,
    /// The castling rule.
    pub castling: String,
    /// The promotion rule.
    pub promotion: String,
    /// The fingerprint of board and pieces, see [`network::fingerprint`].
    pub fingerprint: String,
    /// Where the games come from: one source, more if files have been merged.
    pub sources: Vec<Source>,
    /// The seed of the order of the games, if it was changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuffled: Option<u64>,
    /// The number of games, in files that are written completely or not at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub records: Option<u64>,
}

/// How games were played. With the same program, this determines each game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Source {
    /// The program and its version.
    pub program: String,
    /// What evaluated the positions: "hand-written", or the digest of a network.
    pub evaluation: String,
    /// The total number of games in all shards.
    pub games: u32,
    /// The shard that the file holds.
    pub shard: Shard,
    /// The seed of everything random.
    pub seed: u64,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// The size of the hash table in MiB.
    pub hash: usize,
    /// The minimum and maximum number of random moves at the beginning.
    pub opening: (usize, usize),
    /// The maximum score, in centipawns, of either side after them.
    pub window: u32,
    /// The percentage of games in which one side starts with a piece exchanged or removed.
    pub uneven: u32,
    /// When games are ended early.
    pub adjudication: Adjudication,
}

impl Source {
    /// The maximum number of games of a source.
    pub(crate) const MAX_GAMES: u32 = 1_000_000_000;

    /// The evaluation without a network.
    pub const HAND_WRITTEN: &str = "hand-written";

    /// The name of an evaluation: the digest of the network, or
    /// [`HAND_WRITTEN`](Source::HAND_WRITTEN) if there is none.
    ///
    /// ```
    /// use peregrine::training::data::Source;
    /// assert_eq!(Source::evaluation_by(None), "hand-written");
    /// ```
    pub fn evaluation_by(network: Option<&Network>) -> String {
        network.map_or_else(|| Source::HAND_WRITTEN.to_owned(), Network::digest)
    }

    /// Whether the game with this number is among those of the shard.
    pub(super) fn has_game(&self, number: u32) -> bool {
        number < self.games && self.shard.contains(number as usize)
    }

    /// Rejects values that no program writes.
    fn check(&self) -> Result<(), DataErrorKind> {
        let (least, most) = self.opening;
        let Adjudication { draw, win, length } = self.adjudication;
        let score = |score: i32| u64::try_from(score).unwrap_or(u64::MAX);
        let (one, scores) = (1..=u64::MAX, 0..=INFINITE as u64);
        let mut rows = vec![
            ("games", self.games.into(), 1..=Source::MAX_GAMES.into()),
            ("nodes", self.nodes, one.clone()),
            ("hash", self.hash as u64, one),
            ("opening", most as u64, least as u64..=u8::MAX.into()),
            ("uneven", self.uneven.into(), 0..=100),
        ];
        if let Some(draw) = draw {
            rows.push(("adjudication", draw.from as u64, 0..=MAX_PLIES));
            rows.push(("adjudication", draw.moves as u64, 1..=MAX_PLIES));
            rows.push(("adjudication", score(draw.score), scores.clone()));
        }
        if let Some(win) = win {
            rows.push(("adjudication", win.moves as u64, 1..=MAX_PLIES));
            rows.push(("adjudication", score(win.score), scores));
        }
        if let Some(length) = length {
            rows.push(("adjudication", length as u64, 1..=MAX_PLIES));
        }
        let wrong = rows
            .into_iter()
            .find(|(_, value, range)| !range.contains(value));
        if let Some((name, ..)) = wrong {
            return Err(FORMAT.wrong(format!("'{name}' is out of range")).into());
        }
        let is_name = |text: &str| text.len() <= 100 && !text.chars().any(char::is_control);
        for (name, text) in [("program", &self.program), ("evaluation", &self.evaluation)] {
            if !is_name(text) {
                return Err(FORMAT.wrong(format!("'{name}' is not a name")).into());
            }
        }
        Ok(())
    }

    /// The range of the number of random moves.
    pub fn opening_plies(&self) -> RangeInclusive<usize> {
        self.opening.0..=self.opening.1
    }

    /// Whether some games are in both sources.
    pub(super) fn overlaps(&self, other: &Source) -> bool {
        let [one, another] = [self, other].map(|source| Source {
            shard: Shard::WHOLE,
            games: 0,
            ..source.clone()
        });
        let (a, b) = (self.shard, other.shard);
        // Remainders of the numbers' divisors meet if they agree modulo the greatest
        // common one.
        let common = greatest_common_divisor(a.count(), b.count());
        one == another && a.number() % common == b.number() % common
    }
}

impl Header {
    /// The header of a file with these games of one source.
    pub fn new(rules: &Rules, source: Source) -> Header {
        Header {
            variant: rules.variant().to_owned(),
            castling: rules.castling().to_string(),
            promotion: rules.promotion().to_string(),
            fingerprint: network::fingerprint(rules),
            sources: vec![source],
            shuffled: None,
            records: None,
        }
    }

    /// The rules of the games.
    ///
    /// # Errors
    /// If there is no such variant, or it has another board or other men here.
    pub fn rules(&self) -> Result<&'static Rules, DataErrorKind> {
        let options = RuleOptions {
            castling: Some(self.castling.parse()?),
            promotion: Some(self.promotion.parse()?),
        };
        let rules = variants::find(&self.variant)?.rules(options)?;
        if network::fingerprint(rules) != self.fingerprint {
            return Err(DataErrorKind::OtherVariant(self.variant.clone()));
        }
        Ok(rules)
    }

    /// Rejects what no program writes.
    ///
    /// # Errors
    /// If there is no source, or a value makes no sense.
    pub(super) fn check(&self) -> Result<(), DataErrorKind> {
        if self.sources.is_empty() {
            return Err(FORMAT.wrong("it names no source".to_owned()).into());
        }
        self.sources.iter().try_for_each(Source::check)
    }

    /// The beginning of a file, up to the first game.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = FORMAT.encode(self).expect("a header is plain data");
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads the beginning of a file; also returns its length.
    pub(super) fn read(from: &mut impl Read) -> Result<(Header, u64), DataErrorKind> {
        let mut bytes = Vec::new();
        Read::by_ref(from)
            .take(FORMAT.front() as u64)
            .read_to_end(&mut bytes)?;
        let length = FORMAT.header_length(&bytes)?;
        let length = length.ok_or(ContainerError::Foreign(FORMAT.file))?;
        let begin = bytes.len();
        bytes.resize(begin + length, 0);
        fill(from, &mut bytes[begin..])?;
        let mut checksum = [0; 4];
        fill(from, &mut checksum)?;
        if u32::from_le_bytes(checksum) != crc32fast::hash(&bytes) {
            return Err(FORMAT.damaged().into());
        }
        let header: Header = FORMAT.parse(&bytes[begin..])?;
        header.check()?;
        Ok((header, (bytes.len() + checksum.len()) as u64))
    }
}

/// Fills `bytes`, or says that the file is too short.
fn fill(from: &mut impl Read, bytes: &mut [u8]) -> Result<(), DataErrorKind> {
    from.read_exact(bytes).map_err(|error| match error.kind() {
        std::io::ErrorKind::UnexpectedEof => DataErrorKind::ShortHeader,
        _ => DataErrorKind::Io(error),
    })
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

/// The fields in which two headers differ, each with both values.
pub(super) fn differences(one: &Header, other: &Header) -> String {
    let [one, other] = [one, other].map(|header| serde_json::to_value(header).unwrap_or_default());
    let mut found = Vec::new();
    compare("", &one, &other, &mut found);
    found.join(", ")
}

fn compare(
    path: &str,
    one: &serde_json::Value,
    other: &serde_json::Value,
    found: &mut Vec<String>,
) {
    use serde_json::Value::{Array, Object};
    match (one, other) {
        (Object(one), Object(other)) => {
            for (key, value) in one {
                let other = other.get(key).unwrap_or(&serde_json::Value::Null);
                compare(key, value, other, found);
            }
        }
        (Array(one), Array(other)) if one.len() == other.len() => {
            for (one, other) in one.iter().zip(other) {
                compare(path, one, other, found);
            }
        }
        _ if one == other => {}
        _ => found.push(format!("{path}: {one}, not {other}")),
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Source {
            program,
            evaluation,
            games,
            shard,
            seed,
            nodes,
            ..
        } = self;
        write!(
            f,
            "{games} games, shard {shard}, seed {seed}, {nodes} nodes a move, "
        )?;
        match evaluation.as_str() {
            Source::HAND_WRITTEN => write!(f, "{evaluation} evaluation, {program}"),
            network => write!(f, "network {network}, {program}"),
        }
    }
}
