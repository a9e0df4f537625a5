//! A file of self-play games with any bytes in it.

use std::fs;
use std::path::Path;
use std::slice;

use peregrine::training::data::{self, Appender, DataFile, Filter};

use super::table_file::rules;

/// What a file begins with: eight bytes, a version and the length of the header.
const PREFIX: usize = 16;

/// Whatever stands in the file, it is refused with a reason or read; what can be read is
/// counted, shuffled, merged and appended to without a change of the games. The first
/// byte says whether the checksums are put right.
pub fn look(data: &[u8]) {
    let Some((&first, content)) = data.split_first() else {
        return;
    };
    let mut content = content.to_vec();
    if first % 4 != 0 {
        let _ = put_checksums_right(&mut content);
    }
    // The seeds are of the small game.
    let _ = rules();
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => panic!("{error}"),
    };
    if let Err(error) = examine(folder.path(), &content) {
        assert!(!error.is_empty());
    }
}

/// The first reason why something is refused.
fn examine(folder: &Path, content: &[u8]) -> Result<(), String> {
    let path = folder.join("games");
    fs::write(&path, content).map_err(|error| error.to_string())?;
    let file = DataFile::open(&path).map_err(|error| error.to_string())?;
    let chunks = file.chunks(2).map_err(|error| error.to_string())?;
    for chunk in chunks {
        let games = file.read_chunk(chunk).map_err(|error| error.to_string())?;
        assert_eq!(games.len(), chunk.games);
        for game in &games {
            let _ = game.replay(file.rules(), |_| ());
        }
    }
    let read = |path: &Path| -> Result<Vec<_>, String> {
        let file = DataFile::open(path).map_err(|error| error.to_string())?;
        let games = file.games().map_err(|error| error.to_string())?;
        games
            .map(|game| game.map_err(|error| error.to_string()))
            .collect()
    };
    let verified = data::verify(&file, &Filter::default(), |_| ());
    let games = read(&path)?;
    if let Ok(statistics) = &verified {
        assert_eq!(statistics.games, games.len() as u64);
    }
    let written = |name: &str| folder.join(name);
    data::shuffle(&file, &written("shuffled"), 1, |_| ()).map_err(|error| error.to_string())?;
    assert_eq!(read(&written("shuffled"))?.len(), games.len());
    if let Ok(count) = data::merge(slice::from_ref(&file), &written("merged"), |_| ()) {
        assert_eq!(count, games.len() as u64);
        assert_eq!(read(&written("merged"))?, games);
    }
    let append = |path: &Path| Appender::open(path, file.header());
    let (mut appender, before) = append(&written("new")).map_err(|error| error.to_string())?;
    assert_eq!(before, 0);
    for game in &games {
        appender.append(game).map_err(|error| error.to_string())?;
    }
    drop(appender);
    assert_eq!(read(&written("new"))?, games);
    let (_, before) = append(&path).map_err(|error| error.to_string())?;
    assert_eq!(before as usize, games.len());
    verified.map(|_| ()).map_err(|error| error.to_string())
}

/// Makes the checksums fit what is in a file, as far as it has the form of one.
fn put_checksums_right(content: &mut [u8]) -> Option<()> {
    let length = content.get(12..PREFIX)?.try_into().ok()?;
    let length = usize::try_from(u32::from_le_bytes(length)).ok()?;
    let mut begin = seal(content, 0, PREFIX.checked_add(length)?)?;
    loop {
        let length = content.get(begin..begin + 2)?.try_into().ok()?;
        let length = usize::from(u16::from_le_bytes(length));
        begin = seal(content, begin + 2, begin + 2 + length)?;
    }
}

/// Writes the checksum of these bytes behind them, and returns where it ends.
fn seal(content: &mut [u8], begin: usize, end: usize) -> Option<usize> {
    let checksum = crc32fast::hash(content.get(begin..end)?);
    let after = end.checked_add(4)?;
    content
        .get_mut(end..after)?
        .copy_from_slice(&checksum.to_le_bytes());
    Some(after)
}
