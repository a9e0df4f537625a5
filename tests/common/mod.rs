//! The positions of the perft files, for tests that need many real positions, and the
//! built-in variants.
#![allow(dead_code)]

pub mod ends;

use std::fs;
use std::path::Path;

use peregrine::board::moves::{Move, MoveKind};
use peregrine::notation::epd::{self, Defaults, EpdCase};
use peregrine::notation::pgn::{ReadGame, Reader};
use peregrine::position::Position;
use peregrine::variants::{self, Variant};

/// The built-in variants: other tests of the process may load more from files
/// meanwhile.
pub fn built_in_games() -> Vec<&'static Variant> {
    let built_in: toml::Table = include_str!("../../src/variants/built_in.toml")
        .parse()
        .expect("the built-in games are TOML");
    let mut games = variants::all();
    games.retain(|game| built_in.contains_key(&game.name));
    assert_eq!(games.len(), built_in.len());
    games
}

/// Whether tests make thorough runs that take minutes: the gate sets
/// `PEREGRINE_LONG_TESTS`.
pub fn is_long_run() -> bool {
    std::env::var_os("PEREGRINE_LONG_TESTS").is_some()
}

/// All lines of the perft files of built-in games.
pub fn perft_cases() -> Vec<EpdCase> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft");
    let mut cases = Vec::new();
    for entry in fs::read_dir(folder).expect("the perft files are part of the repository") {
        let path = entry.expect("a folder that can be listed").path();
        if path.is_dir() {
            continue;
        }
        let stem = path
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or_default();
        let text = fs::read_to_string(&path).expect("a perft file is text");
        match epd::parse(&text, stem) {
            Ok(read) => cases.extend(read),
            Err(error) => panic!("{}: {error}", path.display()),
        }
    }
    assert!(cases.len() > 100, "only {} lines found", cases.len());
    cases
}

/// The single game of a text in PGN, of this variant if it names none.
pub fn single_game(pgn: &str, variant: &str) -> ReadGame {
    let mut games = Reader::new(pgn.as_bytes(), Defaults::for_variant(variant));
    let game = games.next().unwrap_or_else(|| panic!("no game: {pgn}"));
    assert!(games.next().is_none(), "more than one game: {pgn}");
    game.unwrap_or_else(|error| panic!("{error}: {pgn}"))
}

/// The names of what is in a folder, in order.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder that can be listed");
    let name = |entry: std::io::Result<fs::DirEntry>| {
        let name = entry.expect("a folder that can be listed").file_name();
        name.into_string().expect("a name in UTF-8")
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

/// Random numbers that are the same in every run.
pub struct Random(pub u64);

impl Random {
    /// The next number, less than `limit` (0 if that is 0).
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// A random legal move; half of the time a special one, if there is any.
pub fn random_move(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    let is_special = |mv: &&Move| mv.kind() != MoveKind::Plain || mv.promoted_to().is_some();
    let special: Vec<Move> = moves.iter().filter(is_special).copied().collect();
    match special.is_empty() || random.below(2) == 0 {
        true => moves.get(random.below(moves.len())).copied(),
        false => Some(special[random.below(special.len())]),
    }
}

/// The positions of all perft files, and those on a walk of `plies` moves, the
/// same in every run, from each; of a fifth as many except in a long run.
pub fn for_many_positions(plies: usize, mut look: impl FnMut(&Position)) {
    let plies = if is_long_run() { plies } else { plies / 5 };
    let mut random = Random(0x9e37_79b9);
    for case in perft_cases() {
        let mut position = case
            .position()
            .unwrap_or_else(|error| panic!("{}: {error}", case.fen));
        look(&position);
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
            look(&position);
        }
    }
}
