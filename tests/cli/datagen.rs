//! Files of self-play games: made by the program, interrupted, divided, merged and damaged.

#[cfg(unix)]
mod cluster;
mod combine;
mod format;
mod hostile;
#[cfg(unix)]
mod interrupted;
mod options;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use peregrine::arena::adjudication::{Adjudication, DrawAdjudication, WinAdjudication};
use peregrine::board::bitboard::Bitboard;
use peregrine::board::color::Color;
use peregrine::board::piece::PieceKind;
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::rules::Rules;
use peregrine::search::score::{MATE, Value};
use peregrine::training::data::{
    Appender, DataFile, Filter, GameEnd, Header, ScoredMove, SelfPlayGame, Source, verify,
};
use peregrine::variants::shuffle::Arrays;

use crate::common::Random;
use crate::process::program;
use crate::running::Start;

/// When random games end early: wins and draws after a move of each player, so that short
/// games have all ends.
const ADJUDICATION: Adjudication = Adjudication {
    draw: Some(DrawAdjudication {
        from: 10,
        moves: 1,
        score: 3,
    }),
    win: Some(WinAdjudication {
        moves: 1,
        score: 20_000,
    }),
    length: Some(20),
};

/// The source of so many random games.
fn source(games: u32) -> Source {
    Source {
        program: "a test".to_owned(),
        evaluation: Source::HAND_WRITTEN.to_owned(),
        games,
        shard: "1/1".parse().unwrap(),
        seed: 1,
        nodes: 1,
        hash: 1,
        opening: (0, 4),
        window: 100,
        uneven: 0,
        adjudication: ADJUDICATION,
    }
}

/// A position that a game may start from: a random array, the usual start position, one
/// some moves later, or one with few men.
fn random_start(rules: &'static Rules, random: &mut Random) -> Position {
    if let Ok(arrays) = Arrays::new(rules) {
        return arrays
            .start(arrays.random_number(random.below(1000) as u64))
            .unwrap();
    }
    let mut position = Position::start(rules);
    let kind = random.below(6);
    if kind == 0 {
        let mut setup = rules.start().clone();
        // With bare Kings the game is over, with few men it may soon be.
        let kept = random.below(3);
        for piece in &mut setup.board {
            let is_king = piece.is_some_and(|piece| piece.kind() == PieceKind::KING);
            if !is_king && random.below(10) >= kept {
                *piece = None;
            }
        }
        setup.castling = Bitboard::EMPTY;
        if let Ok(ending) = Position::from_setup(rules, &setup) {
            return ending;
        }
    }
    if kind <= 2 {
        for _ in 0..6 {
            let moves = position.legal_moves();
            if !moves.is_empty() {
                position.play(moves[random.below(moves.len())]);
            }
        }
    }
    position
}

/// How the scores, from White's view, end a game: a second definition of [`ADJUDICATION`].
fn end_by_scores(scores: &[Value], plies: usize) -> Option<(Option<Color>, GameEnd)> {
    let [.., one, other] = *scores else {
        return (!scores.is_empty() && plies >= 40).then_some((None, GameEnd::Length));
    };
    if one.min(other) >= 20_000 {
        return Some((Some(Color::White), GameEnd::Win));
    }
    if one.max(other) <= -20_000 {
        return Some((Some(Color::Black), GameEnd::Win));
    }
    if plies >= 40 {
        return Some((None, GameEnd::Length));
    }
    (plies >= 20 && one.abs() <= 3 && other.abs() <= 3).then_some((None, GameEnd::Draw))
}

/// A game of random moves and scores that ends as its source says.
fn random_game(rules: &'static Rules, number: u32, random: &mut Random) -> SelfPlayGame {
    let mut game = Game::new(random_start(rules, random));
    let fen = game.start().to_string();
    let start = (fen != Position::start(rules).to_string()).then_some(fen);
    let (opening_plies, temper) = (random.below(5), random.below(4));
    let (mut opening, mut moves, mut scores) = (Vec::new(), Vec::new(), Vec::new());
    let (winner, end) = loop {
        if let Some(outcome) = game.outcome() {
            break (outcome.winner(), GameEnd::Rules);
        }
        if let Some(end) = end_by_scores(&scores, game.moves().len()) {
            break end;
        }
        let side = game.position().side_to_move();
        let legal = game.position().legal_moves();
        // Castling and promotion come more often than by chance.
        let special = legal.iter().find(|mv| mv.bits() >> 14 != 0);
        let mv = match special.filter(|_| random.below(2) == 0) {
            Some(&mv) => mv,
            None => legal[random.below(legal.len())],
        };
        game.play(mv);
        if opening.len() < opening_plies {
            opening.push(mv);
            continue;
        }
        let for_white = match temper {
            0 => random.below(7) as Value - 3,
            1 => [900, 25_000, MATE - 3][random.below(3)],
            2 => [-2000, -25_000, 5 - MATE][random.below(3)],
            _ => random.below(6001) as Value - 3000,
        };
        scores.push(for_white);
        let score = match side {
            Color::White => for_white,
            Color::Black => -for_white,
        };
        moves.push(ScoredMove { mv, score });
    };
    SelfPlayGame {
        number,
        start,
        opening,
        moves,
        winner,
        end,
    }
}

fn random_games(rules: &'static Rules, count: u32, seed: u64) -> Vec<SelfPlayGame> {
    let mut random = Random(seed);
    (0..count)
        .map(|number| random_game(rules, number, &mut random))
        .collect()
}

/// Writes games to a new file.
fn write(path: &Path, rules: &'static Rules, games: &[SelfPlayGame]) {
    let header = Header::new(rules, source(games.len().max(1) as u32));
    let (mut appender, before) = Appender::open(path, &header).unwrap();
    assert_eq!(before, 0);
    for game in games {
        appender.append(game).unwrap();
    }
    appender.finish().unwrap();
}

fn read(path: &Path) -> Vec<SelfPlayGame> {
    let games = DataFile::open(path).unwrap().games().unwrap();
    games.collect::<Result<_, _>>().unwrap()
}

/// What `verify` complains about in a file.
#[track_caller]
fn fault(path: &Path) -> String {
    let verified = DataFile::open(path).and_then(|file| verify(&file, &Filter::default(), |_| ()));
    let said = verified.unwrap_err().to_string();
    let name = path.display().to_string();
    said.strip_prefix(&name).expect("the name").to_owned()
}

/// Runs `peregrine datagen` with these words in a folder.
fn run(folder: &Path, words: &[&str]) -> Output {
    program()
        .current_dir(folder)
        .arg("datagen")
        .args(words)
        .run()
}

#[track_caller]
fn says(folder: &Path, words: &[&str]) -> String {
    let output = run(folder, words);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{words:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn complains(folder: &Path, words: &[&str]) -> String {
    let output = run(folder, words);
    assert_eq!(output.status.code(), Some(2), "{words:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// A folder, and a file name in it.
fn folder_with(name: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

fn bytes(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap()
}
