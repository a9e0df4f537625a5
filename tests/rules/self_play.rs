//! Random games of every variant of the registry, and of two with pieces that
//! none of those has, with all invariants checked after every move.
//!
//! Moves that only some variants have are sometimes preferred, so that they
//! occur often enough to be tested.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use peregrine::board::bitboard::Bitboard;
use peregrine::board::color::Color;
use peregrine::board::moves::{Move, MoveKind};
use peregrine::board::piece::PieceKind;
use peregrine::eval::{EvalState, Evaluator, PieceValues, SCORE_LIMIT};
use peregrine::notation::{coordinate, parse_coordinate, parse_san, san};
use peregrine::position::game::Game;
use peregrine::position::movegen::{self, MoveClass, MoveList, slow};
use peregrine::position::{Outcome, Position};
use peregrine::rules::Rules;
use peregrine::search::move_picker::staged_perft;
use peregrine::variants::shuffle::Arrays;
use peregrine::variants::{self, Variant};
use peregrine::{position::fen, search::see};

use crate::common::{self, Random};

/// Games of each variant: over all of them more than two thousand in a long run.
fn games_each() -> u64 {
    if common::is_long_run() { 80 } else { 8 }
}

/// In one position of so many, every legal move is written and read again.
const WRITTEN: u64 = 4;

/// In one position of so many, the moves are taken as the search orders them: it needs
/// large tables to do so.
const ORDERED: u64 = 16;

/// After so many moves a game is abandoned.
fn plies() -> usize {
    if common::is_long_run() { 120 } else { 50 }
}

/// What has occurred, and how often.
type Counts = BTreeMap<&'static str, u64>;

/// The positions that games start from: alternately the start position and a
/// position of the perft files; sometimes an endgame, as on large boards few
/// random games get that far.
fn start(rules: &'static Rules, seed: u64, others: &[String]) -> Position {
    if seed % 8 == 6
        && let Some(ending) = ending(rules, seed)
    {
        return ending;
    }
    if seed % 2 == 1 && !others.is_empty() {
        let fen = &others[seed as usize / 2 % others.len()];
        return Position::from_fen(rules, fen).unwrap();
    }
    match Arrays::new(rules) {
        Ok(arrays) => arrays.start(arrays.random_number(seed)).unwrap(),
        Err(_) => Position::start(rules),
    }
}

/// The Kings of the start position and a few of the other pieces, if that is a legal position.
fn ending(rules: &'static Rules, seed: u64) -> Option<Position> {
    let mut random = Random(seed);
    let mut setup = fen::parse(rules, rules.start_fen()).unwrap();
    for piece in &mut setup.board {
        if piece.is_some_and(|piece| piece.kind() != PieceKind::KING) && random.below(12) > 0 {
            *piece = None;
        }
    }
    setup.castling = Bitboard::EMPTY;
    Position::from_setup(rules, &setup).ok()
}

/// What is special about a move.
fn features(position: &Position, mv: Move) -> Vec<&'static str> {
    let rules = position.rules();
    let geometry = rules.geometry();
    let piece = position.piece_on(mv.from()).unwrap();
    let captures = position.piece_on(mv.to()).is_some();
    let mut features = Vec::new();
    match mv.kind() {
        MoveKind::Castling => features.push("castling"),
        MoveKind::EnPassant => features.push("en passant"),
        MoveKind::KingSwap => features.push("King swap"),
        MoveKind::Plain => {}
    }
    if mv.promoted_to().is_some() {
        features.push("promotion");
    }
    if piece.kind() == PieceKind::PAWN {
        let pawns = rules.pawns(position.side_to_move());
        if geometry.rank(mv.from()) == geometry.rank(mv.to()) {
            features.push("step sideways");
        }
        if pawns.extra_steps.contains(&(mv.from(), mv.to())) && !captures {
            features.push("corner step");
        }
        if mv.promoted_to().is_none() && pawns.failed_promotion.contains(mv.to()) {
            features.push("Mental Cruelty");
        } else if mv.promoted_to().is_none() && pawns.promotion.contains(mv.to()) {
            features.push("promotion declined");
        }
    }
    features
}

/// The position with colors swapped and the board mirrored, as FEN.
fn exchanged(position: &Position) -> String {
    let rules = position.rules();
    let geometry = rules.geometry();
    let fen = position.to_string();
    let fields: Vec<&str> = fen.split(' ').collect();
    let other_case = |text: &str| -> String {
        text.chars()
            .map(|c| match c {
                _ if c.is_ascii_uppercase() => c.to_ascii_lowercase(),
                _ => c.to_ascii_uppercase(),
            })
            .collect()
    };
    let board: Vec<String> = fields[0].split('/').rev().map(other_case).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let passed = match position.en_passant() {
        Some(square) => geometry.name(geometry.relative_to(Color::Black, square)),
        None => "-".to_owned(),
    };
    let board = board.join("/");
    format!(
        "{board} {side} {} {passed} {} {}",
        other_case(fields[2]),
        fields[4],
        fields[5]
    )
}

/// The invariants of every position, whatever came before.
fn check_position(position: &Position, evaluator: &mut Evaluator, values: &PieceValues) {
    let rules = position.rules();
    assert_eq!(position.key(), position.computed_key());

    let mut moves = position.legal_moves().to_vec();
    moves.sort_unstable();
    assert_eq!(moves, slow::legal_moves(position));
    assert_eq!(moves.len() as u32, movegen::count(position));
    if position.key().is_multiple_of(ORDERED) {
        assert_eq!(moves.len() as u64, staged_perft(position, 1, &[]));
    }

    let fen = position.to_string();
    let again = Position::from_fen(rules, &fen).unwrap();
    assert_eq!((again.to_string(), again.key()), (fen, position.key()));
    let other_side = Position::from_fen(rules, &exchanged(position)).unwrap();
    assert_eq!(movegen::count(&other_side) as usize, moves.len());
    assert_eq!(other_side.is_check(), position.is_check());
    let back = Position::from_fen(rules, &exchanged(&other_side)).unwrap();
    assert_eq!(back.key(), position.key());

    let check_info = position.check_info();
    assert_eq!(check_info.checkers, position.checkers());
    assert_eq!(check_info.checkers.any(), position.is_check());
    let mut classes = MoveList::new();
    movegen::generate(position, &check_info, MoveClass::Noisy, &mut classes);
    let noisy = classes.len();
    movegen::generate(position, &check_info, MoveClass::Quiet, &mut classes);
    assert_eq!(classes.len(), moves.len());
    for (n, &mv) in classes.iter().enumerate() {
        assert_eq!(position.is_noisy(mv), n < noisy, "{mv:?}");
    }

    let checks = position.check_squares();
    for &mv in &moves {
        assert!(movegen::is_legal(position, &check_info, mv));
        if position.key().is_multiple_of(WRITTEN) {
            assert_eq!(
                parse_coordinate(position, &coordinate(position, mv)),
                Ok(mv)
            );
            assert_eq!(parse_san(position, &san(position, mv)), Ok(mv));
        }
        let loses = features(position, mv).contains(&"Mental Cruelty");
        assert_eq!(see::see_ge(position, values, mv, -2_000_000), !loses);
        let mut next = position.clone();
        next.play(mv);
        assert!(!next.is_attacked(
            next.king(position.side_to_move()),
            next.side_to_move(),
            next.occupied()
        ));
        let looked_at = mv.kind() == MoveKind::Plain && mv.promoted_to().is_none();
        if looked_at && next.is_check() {
            assert!(
                checks.may_give_check(position, mv),
                "{} in {position}",
                coordinate(position, mv)
            );
        }
    }

    let state = evaluator.state(position);
    let score = evaluator.evaluate(position, &state);
    assert!(score.abs() < SCORE_LIMIT);
    assert_eq!(evaluator.explain(position).total(), score);
    let state = evaluator.state(&other_side);
    assert_eq!(evaluator.evaluate(&other_side, &state), score);

    match position.outcome() {
        Some(Outcome::MentalCruelty(winner)) => {
            assert!(moves.is_empty());
            assert_eq!(winner, position.side_to_move());
        }
        Some(Outcome::Checkmate(winner)) => {
            assert!(moves.is_empty() && position.is_check());
            assert_eq!(winner, !position.side_to_move());
        }
        Some(Outcome::Stalemate(_)) => assert!(moves.is_empty() && !position.is_check()),
        _ => assert!(!moves.is_empty()),
    }
}

/// Plays one game and returns what occurred in it.
fn play(rules: &'static Rules, seed: u64, others: &[String], counts: &mut Counts) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut evaluator = Evaluator::new(rules);
    let values = PieceValues::new(rules);
    let mut game = Game::new(start(rules, seed, others));
    let mut fens = Vec::new();
    let mut followed: EvalState = evaluator.state(game.position());
    *counts.entry("games").or_default() += 1;
    for _ in 0..plies() {
        let position = game.position();
        check_position(position, &mut evaluator, &values);
        assert_eq!(followed, evaluator.state(position));
        *counts.entry("positions").or_default() += 1;
        if game.outcome().is_some() {
            *counts.entry("games that ended").or_default() += 1;
            break;
        }
        let moves = position.legal_moves();
        let uncommon: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| {
                let features = features(position, mv);
                // A game that is lost immediately tests little.
                !features.is_empty()
                    && (!features.contains(&"Mental Cruelty") || random.below(8) == 0)
            })
            .collect();
        let chosen = if !uncommon.is_empty() && random.below(3) == 0 {
            uncommon[random.below(uncommon.len())]
        } else {
            moves[random.below(moves.len())]
        };
        for feature in features(position, chosen) {
            *counts.entry(feature).or_default() += 1;
        }
        let mut next = position.clone();
        next.play_observed(chosen, &mut evaluator.observer(&mut followed));
        fens.push(position.to_string());
        game.play(chosen);
        assert_eq!(next.to_string(), game.position().to_string());
    }
    while let Some(fen) = fens.pop() {
        assert!(game.undo().is_some());
        assert_eq!(game.position().to_string(), fen);
    }
    assert_eq!(game.undo(), None);
}

/// The variants of the registry, and those of the menagerie.
fn games() -> Vec<&'static Variant> {
    let menagerie = ["menagerie", "menagerie-lost"].map(|name| variants::find(name).unwrap());
    let mut games = common::built_in_games();
    games.extend(menagerie);
    games
}

#[test]
fn invariants_hold_after_every_move_of_random_games() {
    let menagerie = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games/menagerie.toml");
    variants::load(&menagerie).unwrap();
    let games_each = games_each();
    let jobs: Vec<(&'static Rules, u64)> = (0..games_each)
        .flat_map(|seed| {
            games().into_iter().map(move |variant| {
                // Alternates between the optional rules.
                let castling = variant.castling[seed as usize % variant.castling.len()];
                let promotion = variant.promotion[seed as usize % variant.promotion.len()];
                let options = variants::RuleOptions {
                    castling: Some(castling),
                    promotion: Some(promotion),
                };
                (variant.rules(options).unwrap(), seed)
            })
        })
        .collect();
    let mut others = BTreeMap::<String, Vec<String>>::new();
    for case in common::perft_cases() {
        let position = case.position().unwrap();
        let variant = position.rules().variant().to_owned();
        others.entry(variant).or_default().push(case.fen);
    }
    let next = AtomicUsize::new(0);
    let all = Mutex::new(BTreeMap::<&'static str, Counts>::new());
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(&(rules, seed)) = jobs.get(next.fetch_add(1, Relaxed)) {
                    let mut counts = Counts::new();
                    play(
                        rules,
                        seed,
                        others.get(rules.variant()).map_or(&[], Vec::as_slice),
                        &mut counts,
                    );
                    let mut all = all.lock().unwrap();
                    let sums = all.entry(rules.variant()).or_default();
                    for (what, count) in counts {
                        *sums.entry(what).or_default() += count;
                    }
                }
            });
        }
    });
    let all = all.into_inner().unwrap();
    let mut total = Counts::new();
    for (variant, counts) in &all {
        println!("{variant}: {counts:?}");
        for (what, count) in counts {
            *total.entry(what).or_default() += count;
        }
    }
    println!("all: {total:?}");
    assert_eq!(total["games"], games_each * games().len() as u64);
    assert!(total["games"] >= 2000 || !common::is_long_run());
    let least = |variant: &str, what: &str, least: u64| {
        let count = all[variant].get(what).copied().unwrap_or(0);
        assert!(count >= least, "{variant}: {what} {count} times");
    };
    for variant in games() {
        least(&variant.name, "positions", 20 * games_each);
    }
    for what in [
        "castling",
        "en passant",
        "promotion",
        "King swap",
        "step sideways",
    ] {
        assert!(total[what] > 0, "no {what}");
    }
    if !common::is_long_run() {
        return;
    }
    for variant in games() {
        least(&variant.name, "games that ended", 1);
    }
    for (variant, what) in [
        ("falcon", "castling"),
        ("falcon", "en passant"),
        ("falcon", "promotion"),
        ("falcon-random", "castling"),
        ("falcon100", "step sideways"),
        ("falcon100", "corner step"),
        ("falcon100", "promotion"),
        ("permutation", "King swap"),
        ("permutation", "promotion"),
        ("permutation", "promotion declined"),
        ("permutation", "Mental Cruelty"),
        ("menagerie", "promotion"),
        ("menagerie-lost", "promotion"),
    ] {
        least(variant, what, 1);
    }
}
