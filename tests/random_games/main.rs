//! Random games: boards, holes, pieces, Pawn rules and castling at random, written
//! as variant files and read as such, then positions and random moves, each
//! compared with the slow definition of the rules.
//!
//! `PEREGRINE_RANDOM_GAMES_SECONDS` says for how long (forty games if it is not
//! set; hours are fine), `PEREGRINE_RANDOM_GAMES_FIRST` with which seed to begin.
//! With `PEREGRINE_RANDOM_GAMES_PLIES` games are that long and most positions are only
//! checked for moves, checks, keys and FEN, which is several times as fast.
//! A failing case is shrunk and written as a variant file and a line of moves;
//! `PEREGRINE_RANDOM_GAMES_SEED` plays one seed alone.

mod check;
mod describe;
mod generate;
mod place;
mod play;
mod shrink;
mod source;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use peregrine::board::moves::Move;
use peregrine::position::Position;
use peregrine::position::movegen::slow;
use peregrine::variants;

use check::{Definition, Fault};
use describe::{Case, Cell};
use play::Counts;
use source::Source;

const SECONDS: &str = "PEREGRINE_RANDOM_GAMES_SECONDS";
const FIRST: &str = "PEREGRINE_RANDOM_GAMES_FIRST";
const SEED: &str = "PEREGRINE_RANDOM_GAMES_SEED";

/// Rules are kept for the life of a process, so a long run consists of many
/// processes, each of so many seconds.
const SLICE: u64 = 60;

/// Games that even the shortest run plays.
const GAMES: usize = 40;

/// The distance between the first seeds of two processes.
const SEEDS_OF_A_SLICE: u64 = 1_000_000;

fn number(name: &str) -> Option<u64> {
    let text = env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} must be a number, not '{text}'")),
    )
}

#[test]
fn random_games_hold() {
    if let Some(seed) = number(SEED) {
        let mut counts = Counts::default();
        look_at(seed, &mut counts);
        println!("{counts:?}");
        return;
    }
    let seconds = number(SECONDS).unwrap_or(0);
    let first = number(FIRST).unwrap_or(1);
    if seconds > SLICE {
        return in_slices(seconds, first);
    }
    let begin = Instant::now();
    let mut counts = Counts::default();
    let mut seed = first;
    while counts.games < GAMES || begin.elapsed() < Duration::from_secs(seconds) {
        look_at(seed, &mut counts);
        seed += 1;
    }
    println!("seeds {first} to {}: {counts:?}", seed - 1);
    let share = counts.games as f64 / (counts.games + counts.refused) as f64;
    assert!(share > 0.2, "most games are refused: {counts:?}");
    let seen = [
        counts.castlings,
        counts.promotions,
        counts.checks,
        counts.ends,
    ];
    assert!(seen.iter().all(|&count| count > 0), "{counts:?}");
}

/// Runs this test again and again, each time with seeds of its own.
fn in_slices(seconds: u64, first: u64) {
    let begin = Instant::now();
    for slice in 0.. {
        let left = seconds.saturating_sub(begin.elapsed().as_secs());
        if left == 0 {
            break;
        }
        let status = Command::new(env::current_exe().expect("a test knows its own program"))
            .args(["--exact", "random_games_hold", "--nocapture"])
            .env(SECONDS, left.min(SLICE).to_string())
            .env(FIRST, (first + slice * SEEDS_OF_A_SLICE).to_string())
            .status()
            .expect("the test can be run again");
        assert!(status.success(), "see above");
    }
}

/// Plays the game of a seed; a failure is shrunk, written and shown.
fn look_at(seed: u64, counts: &mut Counts) {
    let played = play::play(&mut Source::seeded(seed), slow::legal_moves, counts);
    if let Err(failed) = played {
        let (case, fault) = *failed;
        let (case, fault) = shrink::shrink(case, fault, slow::legal_moves);
        panic!("{}", report(seed, &case, &fault));
    }
}

/// Writes a case and says how to reproduce it.
fn report(seed: u64, case: &Case, fault: &Fault) -> String {
    let file = write(seed, case);
    let file = file.display();
    let text = case.game.text();
    let castling = case.game.castling.as_ref();
    let castling = castling.map_or("free", |rules| rules[case.castling % rules.len()]);
    format!(
        "seed {seed}: {}: {}\n\n{text}\nThis is {file}; castling '{castling}'. To see it:\n\n    \
         peregrine variants --check {file}\n    \
         printf 'setoption name VariantPath value {file}\\nsetoption name UCI_Variant value random\\n{}\\nd\\n' | peregrine\n    \
         {SEED}={seed} cargo test --test random_games random_games_hold -- --nocapture\n",
        fault.kind,
        fault.seen,
        case.command()
    )
}

/// Writes the game of a case, with its line in a comment before it.
fn write(seed: u64, case: &Case) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("random-game-{seed}.toml"));
    let text = format!("# {}\n{}", case.command(), case.game.text());
    fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    path
}

/// A definition that omits all moves by two squares and three.
fn without_zebras(position: &Position) -> Vec<Move> {
    let geometry = position.rules().geometry();
    let mut moves = slow::legal_moves(position);
    moves.retain(|mv| {
        let files = geometry.file(mv.from()).abs_diff(geometry.file(mv.to()));
        let ranks = geometry.rank(mv.from()).abs_diff(geometry.rank(mv.to()));
        (files.min(ranks), files.max(ranks)) != (2, 3)
    });
    moves
}

/// A definition that omits en-passant captures.
fn without_en_passant(position: &Position) -> Vec<Move> {
    let mut moves = slow::legal_moves(position);
    moves.retain(|mv| mv.kind() != peregrine::board::moves::MoveKind::EnPassant);
    moves
}

/// The first failure with a planted fault, as found and shrunk.
fn planted(definition: Definition) -> (Case, Case, Fault) {
    let mut counts = Counts::default();
    let failed = (1..3000).find_map(|seed| {
        let played = play::play(&mut Source::seeded(seed), definition, &mut counts);
        played.err()
    });
    let (case, fault) = *failed.expect("the planted fault is found");
    let (small, fault) = shrink::shrink(case.clone(), fault, definition);
    assert_eq!(fault.kind, "generator");
    (case, small, fault)
}

fn men(cells: &[Cell]) -> usize {
    cells
        .iter()
        .filter(|cell| matches!(cell, Cell::Man { .. }))
        .count()
}

/// The shrunk case is a file and a line that show the fault, and nothing else
/// is wrong with it.
fn assert_replays(case: &Case, definition: Definition, seed: u64) {
    let path = write(seed, case);
    let read = variants::read(&path).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.len(), 1);
    assert!(play::replay(case, definition).is_some());
    assert_eq!(play::replay(case, slow::legal_moves), None);
    assert!(
        case.command().starts_with("position startpos"),
        "{}",
        case.command()
    );
}

#[test]
fn a_planted_fault_shrinks_to_a_leap() {
    let (before, small, fault) = planted(without_zebras);
    let text = report(0, &small, &fault);
    let game = &small.game;
    // Two Kings, the leaper, and at most one man that shields a King from it.
    assert!(men(&game.start.cells) <= 4, "{text}");
    assert!(game.files * game.ranks <= 20, "{text}");
    assert!(game.pieces.len() == 1 && small.line.is_empty(), "{text}");
    assert!(game.text().lines().count() <= 6, "{text}");
    assert!(game.text().len() < before.game.text().len());
    assert_replays(&small, without_zebras, 0);
}

#[test]
fn a_planted_fault_shrinks_to_a_line_of_moves() {
    let (_, small, fault) = planted(without_en_passant);
    let text = report(1, &small, &fault);
    // Two Kings, two Pawns, and at most one promotion piece.
    assert!(men(&small.game.start.cells) <= 5, "{text}");
    assert!(small.game.files * small.game.ranks <= 30, "{text}");
    assert!(small.line.len() <= 1, "{text}");
    assert_replays(&small, without_en_passant, 1);
}

#[test]
fn bytes_generate_games_as_seeds_do() {
    let mut counts = Counts::default();
    for length in (0..60_u32).step_by(4) {
        let bytes: Vec<u8> = (0..length * 7)
            .map(|n| (n * n * 31 + length * 17) as u8)
            .collect();
        let played = play::play(
            &mut Source::of_bytes(&bytes),
            slow::legal_moves,
            &mut counts,
        );
        assert!(played.is_ok(), "{length}");
    }
    assert!(counts.games + counts.refused == 15, "{counts:?}");
}
