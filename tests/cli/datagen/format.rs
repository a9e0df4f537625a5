//! Games of all variants are read as they were written, and counted and filtered as slower
//! definitions say.

use std::collections::BTreeSet;

use peregrine::board::color::Color;
use peregrine::board::piece::PieceKind;
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::position::movegen::slow;
use peregrine::search::score::{MATE_FOUND, Value};
use peregrine::training::data::{DataFile, Filter, GameEnd, SelfPlayGame, Statistics, verify};
use peregrine::variants::RuleOptions;

use super::{folder_with, random_games, read, write};
use crate::common::built_in_games;

#[test]
fn games_of_every_variant_are_read_as_written() {
    let (mut ends, mut special, mut starts) = (BTreeSet::new(), 0, 0);
    for (seed, variant) in built_in_games().into_iter().enumerate() {
        let rules = variant.nearest_rules(RuleOptions::default());
        let (_folder, path) = folder_with("games.prgdata");
        let games = random_games(rules, 8, seed as u64);
        write(&path, rules, &games);
        assert_eq!(read(&path), games, "{}", variant.name);
        let file = DataFile::open(&path).unwrap();
        assert_eq!(file.rules(), rules);
        let chunks = file.chunks(3).unwrap();
        let sizes: Vec<usize> = chunks.iter().map(|chunk| chunk.games).collect();
        assert_eq!(sizes, [3, 3, 2]);
        let read = chunks.iter().map(|&chunk| file.read_chunk(chunk).unwrap());
        assert_eq!(read.collect::<Vec<_>>().concat(), games);
        let counted = verify(&file, &Filter::default(), |_| ());
        assert_eq!(counted.unwrap().games, 8, "{}", variant.name);
        for game in &games {
            is_replayed_like_a_game(game, &file);
            ends.insert(game.end as u8);
            starts += usize::from(game.start.is_some());
            let moves = game.moves.iter().map(|scored| scored.mv);
            special += moves.filter(|mv| mv.bits() >> 14 != 0).count();
        }
    }
    assert_eq!(ends.len(), GameEnd::ALL.len(), "{ends:?}");
    assert!(special > 20 && starts > 20, "{special} {starts}");
}

/// Each position of a replay is that of a [`Game`].
fn is_replayed_like_a_game(game: &SelfPlayGame, file: &DataFile) {
    let start = match &game.start {
        Some(fen) => Position::from_fen(file.rules(), fen).unwrap(),
        None => Position::start(file.rules()),
    };
    let mut expected = Game::new(start);
    let mut scores = Vec::new();
    let last = game.replay(file.rules(), |turn| {
        let position = expected.position();
        assert_eq!(turn.position.to_string(), position.to_string());
        assert_eq!(turn.position.key(), position.key());
        assert_eq!(
            !turn.check_info.checkers.is_empty(),
            slow::is_check(position)
        );
        scores.extend(turn.score);
        expected.play(turn.mv);
    });
    assert_eq!(last.unwrap().to_string(), expected.position().to_string());
    assert!(
        scores
            .iter()
            .eq(game.moves.iter().map(|scored| &scored.score))
    );
}

/// Whether a position is used: by the men on the board, without looking at kinds of moves.
fn is_used(filter: &Filter, before: &Position, after: &Position, score: Value, ply: usize) -> bool {
    let men = |position: &Position| position.occupied().count();
    let pawns = |position: &Position| {
        let own = position.colors(before.side_to_move()).into_iter();
        own.filter(|&square| {
            let piece = position.piece_on(square);
            piece.is_some_and(|piece| piece.kind() == PieceKind::PAWN)
        })
        .count()
    };
    let is_noisy = men(after) < men(before) || pawns(after) < pawns(before);
    ply >= filter.from_ply
        && i64::from(score).abs() <= i64::from(filter.limit)
        && (filter.checks || !slow::is_check(before))
        && (filter.captures || !is_noisy)
}

/// What [`verify`] should count.
fn counted(games: &[SelfPlayGame], file: &DataFile, filter: &Filter) -> Statistics {
    let mut expected = Statistics {
        games: games.len() as u64,
        ..Statistics::default()
    };
    let max_pieces = Position::start(file.rules()).occupied().count();
    for game in games {
        expected.starts += u64::from(game.start.is_some());
        expected.random_moves += game.opening.len() as u64;
        expected.moves += game.moves.len() as u64;
        let place = [Some(Color::White), Some(Color::Black), None];
        let place = place.iter().position(|&winner| winner == game.winner);
        expected.results[place.unwrap()] += 1;
        let place = GameEnd::ALL.iter().position(|&end| end == game.end);
        expected.ends[place.unwrap()] += 1;
        let mut position = game.start(file.rules()).unwrap();
        for &mv in &game.opening {
            position.play(mv);
        }
        for (index, scored) in game.moves.iter().enumerate() {
            let before = position.clone();
            position.play(scored.mv);
            expected.mates += u64::from(scored.score.abs() >= MATE_FOUND);
            let ply = game.opening.len() + index;
            if !is_used(filter, &before, &position, scored.score, ply) {
                continue;
            }
            expected.used += 1;
            let class = match scored.score.abs() {
                0..50 => 0,
                50..100 => 1,
                100..200 => 2,
                200..500 => 3,
                500..1000 => 4,
                _ => 5,
            };
            expected.scores[class] += 1;
            let men = before.occupied().count();
            let eighth = (1..8).filter(|eighth| (men - 1) * 8 >= eighth * max_pieces);
            expected.men[eighth.count()] += 1;
        }
    }
    expected
}

#[test]
fn counts_and_filters_are_those_of_the_slow_definition() {
    let usual = Filter::default();
    let all = Filter {
        limit: u32::MAX,
        checks: true,
        captures: true,
        ..usual
    };
    let mut used = Vec::new();
    for filter in [
        usual,
        all,
        Filter {
            from_ply: 12,
            ..all
        },
        Filter { limit: 800, ..all },
        Filter {
            checks: false,
            ..all
        },
        Filter {
            captures: false,
            ..all
        },
    ] {
        let mut sum = 0;
        for name in ["falcon", "chess", "falcon-8x8", "permutation"] {
            let rules = peregrine::variants::rules(name).unwrap();
            let (_folder, path) = folder_with("games.prgdata");
            let games = random_games(rules, 30, 8);
            write(&path, rules, &games);
            let file = DataFile::open(&path).unwrap();
            let found = verify(&file, &filter, |_| ()).unwrap();
            assert_eq!(found, counted(&games, &file, &filter), "{name}: {filter:?}");
            sum += found.used;
        }
        used.push(sum);
    }
    // Each part of the filter removes something.
    assert!(used[2..].iter().all(|&some| some < used[1]), "{used:?}");
    assert!(used[0] < used[4].min(used[5]), "{used:?}");
}
