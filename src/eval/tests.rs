//! Properties that hold for every position, and expectations about a few.

use super::*;
use crate::base::is_long_run;
use crate::board::moves::MoveKind;
use crate::board::piece::PieceKind;
use crate::position::movegen::MoveList;
use crate::variants;

fn rules(variant: &str) -> &'static Rules {
    variants::find(variant)
        .unwrap()
        .rules(Default::default())
        .unwrap()
}

fn score(variant: &str, fen: &str) -> i32 {
    let rules = rules(variant);
    let position = Position::from_fen(rules, fen).unwrap();
    let mut evaluator = Evaluator::new(rules);
    let state = evaluator.state(&position);
    evaluator.evaluate(&position, &state)
}

/// The position with colors exchanged.
fn mirrored(position: &Position) -> Position {
    let geometry = position.rules().geometry();
    let fen = position.to_string();
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let other = |letter: char| {
            if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            }
        };
        text.chars().map(other).collect()
    };
    let board: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let en_passant = geometry
        .square_named(fields[3])
        .map_or("-".to_owned(), |square| {
            let rank = geometry.ranks() - 1 - geometry.rank(square);
            geometry.name(geometry.square(geometry.file(square), rank).unwrap())
        });
    let castling = swap(fields[2]);
    let (halfmoves, fullmoves) = (fields[4], fields[5]);
    let fen = format!(
        "{} {side} {castling} {en_passant} {halfmoves} {fullmoves}",
        board.join("/")
    );
    Position::from_fen(position.rules(), &fen).unwrap()
}

/// Plays random games of every variant and passes each position after a move to
/// the callback, with the updated sums. Returns the numbers of castlings,
/// en-passant captures and promotions.
fn random_games(
    games: u32,
    mut visit: impl FnMut(&mut Evaluator, &Position, &EvalState),
) -> [u32; 3] {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    let (mut castlings, mut captures, mut promotions) = (0, 0, 0);
    for variant in variants::all() {
        let rules = variant.rules(Default::default()).unwrap();
        let mut evaluator = Evaluator::new(rules);
        for _ in 0..games {
            let mut position = Position::start(rules);
            let mut state = evaluator.state(&position);
            for _ in 0..250 {
                let moves: MoveList = position.legal_moves();
                if moves.is_empty() || position.outcome().is_some() {
                    break;
                }
                // Prefers rare moves, which would otherwise hardly ever be
                // played.
                let rare = moves.iter().find(|mv| mv.kind() != MoveKind::Plain);
                let mv = *rare.unwrap_or(&moves[random(moves.len())]);
                castlings += u32::from(mv.kind() == MoveKind::Castling);
                captures += u32::from(mv.kind() == MoveKind::EnPassant);
                promotions += u32::from(mv.promoted_to().is_some());
                position.play_observed(mv, &mut evaluator.observer(&mut state));
                visit(&mut evaluator, &position, &state);
            }
        }
    }
    [castlings, captures, promotions]
}

#[test]
fn sums_that_followed_the_moves_are_those_computed_anew() {
    let special = random_games(30, |evaluator, position, state| {
        assert_eq!(*state, evaluator.state(position), "{position}");
    });
    assert!(special.iter().all(|&moves| moves > 10), "{special:?}");
}

/// In each position of random games, or, except in a long run, in one of eight.
#[test]
fn exchanging_the_colors_changes_nothing() {
    let step = if is_long_run() { 1 } else { 8 };
    let mut seen = 0;
    random_games(30, |evaluator, position, state| {
        if !position.key().is_multiple_of(step) {
            return;
        }
        seen += 1;
        let mirror = mirrored(position);
        let sums = evaluator.state(&mirror);
        let (score, other) = (
            evaluator.evaluate(position, state),
            evaluator.evaluate(&mirror, &sums),
        );
        assert_eq!(score, other, "{position}");
        assert!(score.abs() < SCORE_LIMIT);
    });
    assert!(seen > 5_000, "{seen}");
}

#[test]
fn the_explanation_comes_to_the_score() {
    random_games(3, |evaluator, position, state| {
        let score = evaluator.evaluate(position, state);
        assert_eq!(evaluator.explain(position).total(), score, "{position}");
    });
}

#[test]
fn a_cache_that_has_seen_much_judges_like_a_fresh_one() {
    let fresh: Vec<Evaluator> = variants::all()
        .iter()
        .map(|variant| Evaluator::new(variant.rules(Default::default()).unwrap()))
        .collect();
    random_games(3, |evaluator, position, state| {
        let of_variant = |(_, variant): &(usize, &&variants::Variant)| {
            variant.name == position.rules().variant()
        };
        let (index, _) = variants::all().iter().enumerate().find(of_variant).unwrap();
        let score = evaluator.evaluate(position, state);
        assert_eq!(fresh[index].clone().evaluate(position, state), score);
    });
}

#[test]
fn more_material_is_better() {
    let without = |variant: &str, remove: char, side: char| {
        let fen = rules(variant)
            .start_fen()
            .replacen(" w ", &format!(" {side} "), 1);
        let (board, rest) = fen.split_once(' ').unwrap();
        let board = board.replacen(remove, "1", 1);
        let rest = if remove == 'R' {
            rest.replacen('Q', "", 1)
        } else {
            rest.to_owned()
        };
        score(variant, &format!("{board} {rest}"))
    };
    for (variant, letters) in [
        ("falcon", "NBRFQ"),
        ("chess", "NBRQ"),
        ("capablanca", "NBRACQ"),
    ] {
        for letter in letters.chars() {
            let (to_move, waiting) = (without(variant, letter, 'w'), without(variant, letter, 'b'));
            assert!(
                to_move < -100 && waiting > 100,
                "{variant} {letter}: {to_move} {waiting}"
            );
        }
    }
}

/// Not in the start position: there a missing Pawn may open a file for a Rook,
/// and games show that this compensates (docs/research/falcon-worth.md).
#[test]
fn more_pawns_are_better() {
    for missing in 0..10 {
        let pawns = format!("{}1{}", "P".repeat(missing), "P".repeat(9 - missing));
        let score = |side| {
            let fen = format!("5k4/pppppppppp/10/10/10/10/{pawns}/5K4 {side} - - 0 1");
            score("falcon", &fen)
        };
        let (to_move, waiting) = (score('w'), score('b'));
        assert!(
            to_move < -40 && waiting > 40,
            "{missing}: {to_move} {waiting}"
        );
    }
}

#[test]
fn drawn_material_is_worth_nothing() {
    for fen in [
        "4k5/10/10/10/10/10/10/4K1N3 w - - 0 1",
        "4k5/10/10/10/10/10/10/4K1B3 w - - 0 1",
        "4k5/10/10/10/10/10/10/4K1NN2 w - - 0 1",
        "4k5/10/10/10/10/10/10/4K5 w - - 0 1",
    ] {
        assert_eq!(score("falcon", fen), 0, "{fen}");
    }
    assert!(score("falcon", "4k5/10/10/10/10/10/10/4K1F3 w - - 0 1") > 400);
}

#[test]
fn a_bare_king_is_driven_to_the_corner() {
    for piece in ["F", "R", "Q"] {
        let at = |place: &str| score("falcon", &format!("{place}/10/10/10/1{piece}8 w - - 0 1"));
        let center = at("10/10/2K7/4k5");
        let edge = at("4k5/10/2K7/10");
        let corner = at("k9/10/2K7/10");
        assert!(
            center < edge && edge < corner,
            "{piece}: {center} {edge} {corner}"
        );
        let (far, near) = (at("4k5/10/10/1K8"), at("4k5/10/3K6/10"));
        assert!(far < near, "{piece}: Kings apart {far}, near {near}");
    }
}

#[test]
fn bishop_and_knight_need_the_bishops_corner() {
    // a8 and j1 are light on ten files, and so is the Bishop on g2.
    let light = score("falcon", "k9/10/2K7/10/10/10/6B3/6N3 w - - 0 1");
    let dark = score("falcon", "9k/10/7K2/10/10/10/6B3/6N3 w - - 0 1");
    assert!(light > dark, "{light} {dark}");
}

#[test]
fn a_passed_pawn_gains_with_every_step() {
    let on = |rank: usize| {
        let mut ranks = ["10"; 8];
        ranks[0] = "8k1";
        ranks[7] = "8K1";
        ranks[8 - rank] = "1P8";
        score("falcon", &format!("{} w - - 0 1", ranks.join("/")))
    };
    let scores: Vec<i32> = (2..=7).map(on).collect();
    assert!(
        scores.is_sorted() && scores[0] > 0 && scores[5] > scores[0] + 100,
        "{scores:?}"
    );
}

#[test]
fn a_falcon_that_is_shut_in_is_worse() {
    let free = score("falcon", "4k5/10/10/10/4F5/10/PPP7/4K5 w - - 0 1");
    let shut = score("falcon", "4k5/10/10/10/10/10/PPP7/FN2K5 w - - 0 1")
        - score("falcon", "4k5/10/10/10/10/10/PPP7/1N2K5 w - - 0 1");
    let alone = score("falcon", "4k5/10/10/10/10/10/PPP7/4K5 w - - 0 1");
    assert!(free - alone > shut, "{} {shut}", free - alone);
}

#[test]
fn a_king_without_his_pawns_is_in_danger() {
    let rules = rules("falcon");
    let of_king = |pawns: &str| {
        let fen = format!("rnbf1kfbnr/pppppppppp/10/10/7q2/10/{pawns}/RNBFQ1FRK1 w - - 0 1");
        let position = Position::from_fen(rules, &fen).unwrap();
        let terms = Evaluator::new(rules).explain(&position).terms;
        [Term::Shelter, Term::Danger].map(|term| terms[term as usize][0].middle())
    };
    let ([shelter, danger], [no_shelter, more_danger]) =
        (of_king("PPPPPPPPPP"), of_king("PPPPPPP3"));
    assert!(shelter > no_shelter + 60, "{shelter} {no_shelter}");
    assert!(danger < 0 && more_danger < 0, "{danger} {more_danger}");
    assert!(shelter + danger > no_shelter + more_danger + 60);
}

#[test]
fn the_score_fades_before_the_fifty_moves() {
    let at = |halfmoves| {
        score(
            "falcon",
            &format!("4k5/8p1/10/10/10/10/10/RR2K5 w - - {halfmoves} 80"),
        )
    };
    assert!(at(0) > at(50) && at(50) > at(90) && at(90) > 200);
}

#[test]
fn values_of_kinds_reach_the_accumulator() {
    let rules = rules("capablanca");
    let start = Position::start(rules);
    let state = Evaluator::new(rules).state(&start);
    let values = PieceValues::new(rules);
    let pieces = start
        .colors(Color::White)
        .into_iter()
        .filter_map(|square| start.piece_on(square));
    let sum: i32 = pieces
        .map(|piece| piece.kind())
        .filter(|&kind| kind != PieceKind::PAWN && kind != PieceKind::KING)
        .map(|kind| values.value(kind))
        .sum();
    assert_eq!(state.non_pawn_material(Color::White), sum);
}

/// A game with leapers of all kinds.
fn leapers() -> &'static Rules {
    let text = "[leapers]\nbase = 'chess'\ncastling = 'none'\n\
        pieces = { Z = 'ferz', C = 'camel', W = 'wazir', M = ['wazir', 'ferz'] }\n\
        start = '1zcwkmcz/pppppppp/8/8/8/8/PPPPPPPP/1ZCWKMCZ w - - 0 1'";
    let variant = variants::check(text).unwrap().remove(0);
    Box::leak(Box::new(variant)).nearest_rules(Default::default())
}

#[test]
fn leapers_that_cannot_mate_win_nothing() {
    let rules = leapers();
    let score = |white: &str| {
        let fen = format!("4k3/8/8/8/8/8/8/4K{white} w - - 0 1");
        let position = Position::from_fen(rules, &fen).unwrap();
        Evaluator::new(rules).explain(&position).total()
    };
    // One piece alone, or two bound to the same color.
    for white in ["Z2", "C2", "W2", "Z1Z", "Z1C"] {
        assert_eq!(score(white), 0, "{white}");
    }
    // A piece with the King's steps can mate, and so can two pieces bound to
    // opposite colors.
    for white in ["M2", "ZZ1", "ZC1"] {
        assert!(score(white) > 200, "{white}: {}", score(white));
    }
}

#[test]
fn leapers_are_better_where_they_can_go_somewhere() {
    let rules = leapers();
    let score = |fen: &str| {
        let position = Position::from_fen(rules, fen).unwrap();
        Evaluator::new(rules).explain(&position).total()
    };
    for kind in ["Z", "C", "W", "M"] {
        let center = score(&format!("4k3/p7/8/8/3{kind}4/8/P7/4K3 w - - 0 1"));
        let corner = score(&format!("4k3/p7/8/8/8/8/P7/4K2{kind} w - - 0 1"));
        assert!(center > corner, "{kind}: {center} {corner}");
    }
}
