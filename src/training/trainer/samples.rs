//! From files of games to a random stream of positions.
//!
//! The files are read in chunks of neighboring games, in random order. Positions pass
//! through a buffer from which they come out at random. The stream of an epoch depends on
//! the files, the settings and the seed alone.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::base::hexadecimal::hexadecimal;
use crate::base::random::Random;
use crate::board::color::Color;
use crate::eval::network::{Architecture, FeatureSet};
use crate::position::Position;
use crate::training::data::{
    Chunk, DataError, DataErrorKind, DataFile, Filter, GameError, RecordError, SelfPlayGame, Turn,
};

/// Games that are read at once.
const CHUNK: usize = 128;

/// One game in this many is held out.
const HELD_OUT: u32 = 50;

/// The numbers of a sample before its inputs: men, bucket, score and result.
const HEAD: usize = 4;

/// How positions are turned into numbers.
#[derive(Clone, Debug)]
pub struct Layout {
    features: FeatureSet,
    architecture: Architecture,
}

impl Layout {
    /// For networks of this shape with these inputs.
    pub fn new(features: FeatureSet, architecture: Architecture) -> Layout {
        Layout {
            features,
            architecture,
        }
    }

    /// The inputs.
    pub fn features(&self) -> &FeatureSet {
        &self.features
    }

    /// The size of the networks.
    pub fn architecture(&self) -> Architecture {
        self.architecture
    }

    /// Numbers for each position.
    #[inline(always)]
    pub(super) fn stride(&self) -> usize {
        HEAD + 2 * self.architecture.max_pieces
    }

    /// Writes a position; `false` if it has too many men.
    pub(super) fn write(
        &self,
        position: &Position,
        score: i16,
        result: i8,
        numbers: &mut Vec<u16>,
    ) -> bool {
        let men = position.occupied().count() as usize;
        if men > self.architecture.max_pieces {
            return false;
        }
        let end = numbers.len() + self.stride();
        let bucket = self.architecture.output_bucket(men);
        numbers.extend([
            men as u16,
            bucket as u16,
            score as u16,
            result as i16 as u16,
        ]);
        let side = position.side_to_move();
        for color in [side, !side] {
            let active = self.features.active(position, color);
            numbers.extend(active.map(|feature| feature as u16));
        }
        numbers.resize(end, 0);
        true
    }
}

/// A position with its score and result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample<'a>(&'a [u16]);

impl<'a> Sample<'a> {
    #[inline(always)]
    pub(super) fn new(numbers: &'a [u16]) -> Sample<'a> {
        Sample(numbers)
    }

    pub(super) fn numbers(self) -> &'a [u16] {
        self.0
    }

    /// The inputs of the side to move (half 0) or the other (1).
    #[inline(always)]
    pub(crate) fn features(self, half: usize) -> &'a [u16] {
        let men = usize::from(self.0[0]);
        &self.0[HEAD + half * men..][..men]
    }

    /// The output bucket.
    #[inline(always)]
    pub(crate) fn bucket(self) -> usize {
        usize::from(self.0[1])
    }

    /// The score in centipawns for the side to move.
    #[inline(always)]
    pub(crate) fn score(self) -> i16 {
        self.0[2] as i16
    }

    /// The result for the side to move: 1, 0 or -1.
    #[inline(always)]
    pub(crate) fn result(self) -> i8 {
        self.0[3] as i8
    }
}

/// What distinguishes a file of games from others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct DataIdentity {
    /// The name of the file, without its folder. Files may be renamed.
    pub(crate) name: String,
    pub(crate) games: u64,
    /// The SHA-256 digest of the games, in hexadecimal.
    pub(crate) digest: String,
}

/// Where positions come from.
#[derive(Clone, Debug)]
pub(crate) struct Samples {
    files: Vec<DataFile>,
    identities: Vec<DataIdentity>,
    chunks: Vec<(usize, Chunk)>,
    layout: Arc<Layout>,
    filter: Filter,
    /// Positions in the buffer.
    buffer: usize,
    seed: u64,
}

/// Games to learn from, or those held out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Split {
    /// The games to learn from.
    Training,
    /// The games held out for validation.
    Validation,
}

impl Samples {
    /// The positions of all files, with a buffer for `buffer` of them.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged.
    pub(crate) fn new(
        files: Vec<DataFile>,
        layout: &Arc<Layout>,
        filter: Filter,
        buffer: usize,
        seed: u64,
    ) -> Result<Samples, DataError> {
        let (mut chunks, mut identities) = (Vec::new(), Vec::new());
        for (number, file) in files.iter().enumerate() {
            let (found, identity) = scan(file)?;
            chunks.extend(found.into_iter().map(|chunk| (number, chunk)));
            identities.push(identity);
        }
        Ok(Samples {
            files,
            identities,
            chunks,
            layout: Arc::clone(layout),
            filter,
            buffer: buffer.max(1),
            seed,
        })
    }

    /// How positions are turned into numbers.
    pub(crate) fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// What distinguishes the files from others.
    pub(crate) fn identities(&self) -> &[DataIdentity] {
        &self.identities
    }

    pub(crate) fn games(&self) -> usize {
        self.chunks.iter().map(|(_, chunk)| chunk.games).sum()
    }

    /// All positions of a part, in the order of the files, as numbers. `take` is called
    /// after each chunk and takes them.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged.
    pub(crate) fn for_each_chunk(
        &self,
        part: Split,
        mut take: impl FnMut(&mut Vec<u16>),
    ) -> Result<(), DataError> {
        let mut numbers = Vec::new();
        for &chunk in &self.chunks {
            self.read(chunk, part, &mut numbers)?;
            take(&mut numbers);
        }
        Ok(())
    }

    /// The positions of an epoch in random order. `take` gets one after the other, until
    /// it returns `false`.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged.
    pub(crate) fn epoch(
        &self,
        epoch: u64,
        mut take: impl FnMut(&[u16]) -> bool,
    ) -> Result<(), DataError> {
        let mut random = Random::new(self.seed, 1 + epoch);
        let mut order = self.chunks.clone();
        shuffle(&mut order, &mut random);
        let stride = self.layout.stride();
        let mut held: Vec<u16> = Vec::new();
        let mut fresh = Vec::new();
        for chunk in order {
            fresh.clear();
            self.read(chunk, Split::Training, &mut fresh)?;
            for sample in fresh.chunks_exact(stride) {
                if held.len() < self.buffer * stride {
                    held.extend_from_slice(sample);
                    continue;
                }
                let place = &mut held[random.below(self.buffer) * stride..][..stride];
                if !take(place) {
                    return Ok(());
                }
                place.copy_from_slice(sample);
            }
        }
        let mut rest: Vec<usize> = (0..held.len() / stride).collect();
        shuffle(&mut rest, &mut random);
        for place in rest {
            if !take(&held[place * stride..][..stride]) {
                break;
            }
        }
        Ok(())
    }

    /// Replays the games of a part and shows each position that is used, with what the
    /// trainer makes of it, until `visit` returns `false`.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged.
    pub(super) fn replay(
        &self,
        part: Split,
        mut visit: impl FnMut(&Turn<'_>, Sample<'_>) -> bool,
    ) -> Result<(), DataError> {
        let (mut is_over, mut numbers) = (false, Vec::new());
        for &chunk in &self.chunks {
            self.games_of_chunk(chunk, part, |file, game| {
                self.used_turns(file, game, |turn, score, result| {
                    numbers.clear();
                    if !is_over
                        && self
                            .layout
                            .write(turn.position, score, result, &mut numbers)
                    {
                        is_over = !visit(turn, Sample::new(&numbers));
                    }
                })
            })?;
            if is_over {
                break;
            }
        }
        Ok(())
    }

    /// Appends the positions of a chunk that belong to the part.
    fn read(
        &self,
        chunk: (usize, Chunk),
        part: Split,
        numbers: &mut Vec<u16>,
    ) -> Result<(), DataError> {
        self.games_of_chunk(chunk, part, |file, game| {
            self.used_turns(file, game, |turn, score, result| {
                self.layout.write(turn.position, score, result, numbers);
            })
        })
    }

    /// Shows the games of a chunk that belong to the part.
    fn games_of_chunk(
        &self,
        (file, chunk): (usize, Chunk),
        part: Split,
        mut visit: impl FnMut(&DataFile, &SelfPlayGame) -> Result<(), GameError>,
    ) -> Result<(), DataError> {
        let file = &self.files[file];
        for game in file.read_chunk(chunk)? {
            if is_held_out(&game) != (part == Split::Validation) {
                continue;
            }
            visit(file, &game).map_err(|error| DataError {
                file: file.path().to_owned(),
                fault: DataErrorKind::Damaged {
                    offset: chunk.offset,
                    fault: RecordError::Content(error),
                },
            })?;
        }
        Ok(())
    }

    /// Shows the turns of a game that are used, with score and result for the side to
    /// move.
    fn used_turns(
        &self,
        file: &DataFile,
        game: &SelfPlayGame,
        mut visit: impl FnMut(&Turn<'_>, i16, i8),
    ) -> Result<(), GameError> {
        let mut ply = 0;
        game.replay(file.rules(), |turn| {
            if let Some(score) = self.filter.score(&turn, ply) {
                let result = result_for(game.winner, turn.position.side_to_move());
                visit(&turn, score as i16, result);
            }
            ply += 1;
        })?;
        Ok(())
    }
}

/// Reads all records of a file: divides them into chunks, and takes their digest. A last
/// game that is still being written is left out.
fn scan(file: &DataFile) -> Result<(Vec<Chunk>, DataIdentity), DataError> {
    let mut records = file.games()?;
    let (mut chunks, mut games) = (Vec::<Chunk>::new(), 0);
    let mut hash = Sha256::new();
    loop {
        let offset = records.offset();
        match records.next_record() {
            Ok(Some(payload)) => {
                hash.update((payload.len() as u32).to_le_bytes());
                hash.update(payload);
            }
            Ok(None) => break,
            Err(error) if matches!(error.fault, DataErrorKind::Truncated(_)) => break,
            Err(error) => return Err(error),
        }
        games += 1;
        match chunks.last_mut() {
            Some(chunk) if chunk.games < CHUNK => chunk.games += 1,
            _ => chunks.push(Chunk { offset, games: 1 }),
        }
    }
    let name = file.path().file_name().unwrap_or_default();
    let identity = DataIdentity {
        name: name.to_string_lossy().into_owned(),
        games,
        digest: hexadecimal(&hash.finalize()),
    };
    Ok((chunks, identity))
}

/// The result for a side: 1, 0 or -1.
fn result_for(winner: Option<Color>, side: Color) -> i8 {
    match winner {
        None => 0,
        Some(winner) if winner == side => 1,
        Some(_) => -1,
    }
}

/// Whether a game is held out. That depends on its moves alone, so that it does not change
/// when files are merged or grow.
fn is_held_out(game: &SelfPlayGame) -> bool {
    let mut hash = crc32fast::Hasher::new();
    for mv in game
        .opening
        .iter()
        .chain(game.moves.iter().map(|scored| &scored.mv))
    {
        hash.update(&mv.bits().to_le_bytes());
    }
    hash.finalize().is_multiple_of(HELD_OUT)
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for place in (1..items.len()).rev() {
        items.swap(place, random.below(place + 1));
    }
}
