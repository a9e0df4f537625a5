//! The search knows the rules that only some variants have: it wins by them, and
//! does not lose by them if it can avoid it.

use peregrine::board::moves::{Move, MoveKind};
use peregrine::board::piece::PieceKind;
use peregrine::board::square::Square;
use peregrine::engine::Engine;
use peregrine::eval::{Evaluator, SCORE_LIMIT};
use peregrine::notation::{coordinate, parse_coordinate, parse_san, san};
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::position::movegen::{MAX_MOVES, count};
use peregrine::rules::Rules;
use peregrine::search::Limits;
use peregrine::search::move_picker::staged_perft;
use peregrine::search::score::Score;
use peregrine::variants;

/// The rules of a game of the registry.
fn known(name: &str) -> &'static Rules {
    variants::find(name)
        .unwrap()
        .nearest_rules(Default::default())
}

/// The rules of a game that a text defines.
fn defined(text: &str) -> &'static Rules {
    let variant = variants::check(text).unwrap().remove(0);
    Box::leak(Box::new(variant)).nearest_rules(Default::default())
}

/// The game from that position with those moves.
fn game(rules: &'static Rules, fen: &str, moves: &str) -> Game {
    let mut game = Game::new(Position::from_fen(rules, fen).unwrap());
    for text in moves.split_whitespace() {
        game.play(parse_coordinate(game.position(), text).unwrap());
    }
    game
}

/// The best move, as text and as such, and its score.
fn best(game: Game, depth: u32) -> (String, Move, Score) {
    let mut engine = Engine::new(game.position().rules());
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let result = engine.search(&game, limits, |_| ());
    let mv = result.best.unwrap();
    (coordinate(game.position(), mv), mv, result.score)
}

/// A variant with one Knight a side, in which White's Pawns promote to lost Knights only.
const POOL: &str = "[knights]\nbase = 'chess'\ncastling = 'none'\n\
    pieces = { N = 'knight', R = 'rook' }\n\
    pawns = { pool = 'loses', zones = [{ squares = 8, to = ['N', 'R'] }] }\n\
    start = '3rk1n1/pppppppp/8/8/8/8/PPPPPPPP/4K1N1 w - - 0 1'";

#[test]
fn repetitions_that_decide_are_searched() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let moves = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    let text = |result: &str| {
        format!("[game]\nbase = 'chess'\nends.repetition = {{ result = '{result}' }}")
    };
    let (mv, _, score) = best(game(defined(&text("win")), fen, moves), 3);
    assert_eq!((mv.as_str(), score), ("f6g8", Score::Mate(1)));
    let (mv, _, _) = best(game(defined(&text("loss")), fen, moves), 3);
    assert_ne!(mv, "f6g8");
    // The Rook must not check forever, but wins.
    let fen = "3k3/7/7/R6/7/7/2K4 w - - 0 1";
    let moves = "a4a7 d7d6 a7a6 d6d7 a6a7 d7d6 a7a6 d6d7";
    let game = game(known("minixiangqi"), fen, moves);
    let (mv, _, score) = best(game, 5);
    assert_ne!(mv, "a6a7");
    let is_good = match score {
        Score::Centipawns(value) => value > 200,
        Score::Mate(moves) => moves > 0,
    };
    assert!(is_good, "{score}");
}

#[test]
fn mental_cruelty_is_avoided_if_there_is_another_move() {
    let rules = defined(POOL);
    for depth in 1..=8 {
        let (text, _, _) = best(game(rules, "k6r/6P1/8/8/8/8/5N2/K7 w - - 0 1", ""), depth);
        assert!(!text.starts_with("g7"), "depth {depth}: {text}");
        // The only other move loses as well, but not immediately.
        let (text, _, _) = best(game(rules, "k6r/6P1/8/8/8/6r1/8/5N1K w - - 0 1", ""), depth);
        assert_eq!(text, "f1h2", "depth {depth}");
        // With the Knight lost it is no Mental Cruelty.
        let (text, _, _) = best(game(rules, "k6r/6P1/8/8/8/8/8/K7 w - - 0 1", ""), depth);
        assert_eq!(text, "g7h8n", "depth {depth}");
    }
}

#[test]
fn forced_mental_cruelty_is_played_and_scored_as_a_loss() {
    let rules = defined(POOL);
    for depth in 1..=6 {
        let forced = game(rules, "k6r/6P1/8/8/8/6r1/8/N6K w - - 0 1", "");
        assert_eq!(count(forced.position()), 1);
        let (text, _, score) = best(forced, depth);
        assert_eq!((text.as_str(), score), ("g7h8", Score::Mate(-1)));
    }
    // The opponent plays for it.
    for depth in 2..=6 {
        let steering = game(rules, "k4r2/6P1/8/8/8/6r1/8/N6K b - - 0 1", "");
        let (text, _, score) = best(steering, depth);
        assert_eq!((text.as_str(), score), ("f8h8", Score::Mate(1)), "{depth}");
    }
}

#[test]
fn a_pawn_promotes_from_the_pool_on_the_optional_rank() {
    let alone = game(
        known("permutation"),
        "15k/16/P15/16/16/16/16/K15 w - - 0 1",
        "",
    );
    let (text, mv, score) = best(alone, 5);
    assert!(
        text.starts_with("a6a7") && mv.promoted_to().is_some(),
        "{text}"
    );
    let large = match score {
        Score::Centipawns(score) => score > 1000,
        Score::Mate(moves) => moves > 0,
    };
    assert!(large, "{score}");
}

#[test]
fn a_pawn_that_cannot_promote_is_no_passed_pawn() {
    let rules = known("permutation");
    let passed = |fen: &str| {
        let position = Position::from_fen(rules, fen).unwrap();
        Evaluator::new(rules).explain(&position).total()
    };
    // Promoting to an Amazon is worth more than to a Knight, and both more than nothing.
    let with = |white: &str| {
        passed(&format!(
            "q'fbb'mqc'a'kan'r'cnrm'/16/P15/16/16/16/16/{white} w - - 0 1"
        ))
    };
    let without = |white: &str| {
        passed(&format!(
            "q'fbb'mqc'a'kan'r'cnrm'/16/16/16/16/16/16/{white} w - - 0 1"
        ))
    };
    let worth = |white: &str| with(white) - without(white);
    let nothing = worth("Q'FBB'MQC'A'KAN'R'CNRM'");
    let knight = worth("Q'FBB'MQC'A'KAN'R'C1RM'");
    let amazon = worth("Q'FBB'MQC'1KAN'R'CNRM'");
    assert!(
        nothing < knight && knight < amazon,
        "{nothing} {knight} {amazon}"
    );
    assert!(nothing < 200, "{nothing}");
}

#[test]
fn falcon_chess_100_promotes_forward_or_sideways() {
    let rules = known("falcon100");
    let forward = "3******3/2P9/12/*10*/*10*/*3k6*/*10*/12/6K5/3******3 w - - 0 1";
    let (text, _, _) = best(game(rules, forward, ""), 4);
    assert_eq!(text, "b8b9q");
    let blocked = "2n******3/1nP9/1k10/*10*/*10*/*10*/*10*/12/6K5/3******3 w - - 0 1";
    let (text, mv, _) = best(game(rules, blocked, ""), 4);
    assert!(
        text.starts_with("b8c8") && mv.promoted_to().is_some(),
        "{text}"
    );
    // From a8 the corner x9 is a step, and x8 beside it; there are Queens.
    let corner = "1n1******3/1P10/12/*10*/*10*/*3k6*/*10*/12/6K5/3******3 w - - 0 1";
    let (text, _, _) = best(game(rules, corner, ""), 4);
    assert!(["a8x9q", "a8x8q"].contains(&text.as_str()), "{text}");
}

#[test]
fn sideways_steps_repeat_positions() {
    let rules = known("falcon100");
    let fen = "3******3/10k1/12/*4P5*/*10*/*10*/*10*/2Q9/5K6/3******3 w - - 0 1";
    let cycle = "e6d6 j8i8 d6e6 i8j8 e6d6 j8i8";
    for depth in [2, 4, 6] {
        // White is ahead and avoids the threefold repetition,
        let (text, _, score) = best(game(rules, fen, cycle), depth);
        let ahead = match score {
            Score::Centipawns(score) => score > 500,
            Score::Mate(moves) => moves > 0,
        };
        assert!(text != "d6e6" && ahead, "depth {depth}: {text} {score}");
        // and Black repeats where it can.
        let (text, _, score) = best(game(rules, fen, &format!("{cycle} d6e6")), depth);
        assert_eq!(
            (text.as_str(), score),
            ("i8j8", Score::Centipawns(0)),
            "depth {depth}"
        );
    }
}

#[test]
fn stalemate_is_scored_by_the_variants_rule() {
    let fen = "k7/P7/8/1K6/8/8/8/8 w - - 0 1";
    for depth in 1..=6 {
        let under = |rule: &str| {
            let text = format!("[test]\nbase = 'chess'\nstalemate = '{rule}'");
            best(game(defined(&text), fen, ""), depth)
        };
        let (text, _, score) = under("loss");
        if depth > 1 {
            assert!(["b5a6", "b5b6"].contains(&text.as_str()), "{text}");
        }
        assert!(
            depth < 2 || score == Score::Mate(1),
            "{depth}: {text} {score}"
        );
        let (text, _, score) = under("win");
        assert!(text != "b5a6" || depth < 2, "depth {depth}: {text} {score}");
        assert!(!matches!(score, Score::Mate(_)), "depth {depth}: {score}");
    }
}

/// Royal pieces of other kinds are mated like Kings; those that can be captured are captured.
#[test]
fn royal_pieces_are_mated() {
    let two_kings = "[kings]\nbase = 'chess'\ncastling = 'none'\nroyalty = 'KIND'\n\
        start = 'rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1'";
    let knight = "[knight]\nbase = 'chess'\nking = 'S'\ncastling = 'none'\n\
        start = '6s1/8/8/8/8/8/8/RRRR3S w - - 0 1'\npieces.S = { moves = 'knight', royal = true }";
    let of_kind = |kind| defined(&two_kings.replace("KIND", kind));
    let cases = [
        // A fork of two Kings: at least one is captured, and the other goes on.
        (of_kind("last"), "k3k3/8/8/8/8/8/8/4R2K w - - 0 1", "e1e8"),
        (of_kind("duple"), "k3k3/8/8/8/8/8/8/4R2K w - - 0 1", "e1e8"),
        (of_kind("all"), "k5rk/6pp/8/6N1/8/8/8/7K w - - 0 1", "g5f7"),
        (
            of_kind("duple"),
            "kr4rk/pp4pp/8/8/8/N7/4N3/7K w - - 0 1",
            "",
        ),
        (defined(knight), "7s/8/8/8/8/8/8/2RR1R1S w - - 0 1", ""),
    ];
    for (rules, fen, expected) in cases {
        let (text, _, score) = best(game(rules, fen, ""), 4);
        assert!(
            expected.is_empty() || text == expected,
            "{fen}: {text} {score}"
        );
    }
    let (_, _, score) = best(
        game(of_kind("all"), "k5rk/6pp/8/6N1/8/8/8/7K w - - 0 1", ""),
        4,
    );
    assert_eq!(score, Score::Mate(1));
}

#[test]
fn a_mating_king_swap_is_found() {
    let fen = "7rkr6/7p1p6/16/16/16/16/16/8K5R1 w O - 0 1";
    for depth in 1..=5 {
        let (text, mv, score) = best(game(known("permutation"), fen, ""), depth);
        assert_eq!(mv.kind(), MoveKind::KingSwap, "depth {depth}: {text}");
        assert_eq!((text.as_str(), score), ("i1o1", Score::Mate(1)));
    }
}

/// A position of `permutation` in which White has as many winged Amazons as
/// pieces are allowed, all on squares from which they do not attack the King.
fn crowd() -> Position {
    let rules = known("permutation");
    let geometry = rules.geometry();
    let letter = |white: &[Square], square: Square| {
        if square.index() == 127 {
            "k"
        } else if square.index() == 0 {
            "K"
        } else if square.index() == 126 {
            "n"
        } else if [111, 110].contains(&square.index()) {
            "p"
        } else if white.contains(&square) {
            "A'"
        } else {
            "1"
        }
    };
    let fen = |white: &[Square]| {
        let rank = |rank: usize| -> String {
            let (mut text, mut empty) = (String::new(), 0);
            for file in 0..geometry.files() {
                let letter = letter(white, geometry.square(file, rank).unwrap());
                if letter == "1" {
                    empty += 1;
                    continue;
                }
                text += &if empty > 0 {
                    empty.to_string()
                } else {
                    String::new()
                };
                text += letter;
                empty = 0;
            }
            text + &if empty > 0 {
                empty.to_string()
            } else {
                String::new()
            }
        };
        let ranks: Vec<String> = (0..geometry.ranks()).rev().map(rank).collect();
        format!("{} w - - 0 1", ranks.join("/"))
    };
    let mut white = Vec::new();
    // The farthest first; every other square, so that they can move.
    for square in geometry
        .squares()
        .into_iter()
        .filter(|square| square.index() % 3 == 1)
    {
        let mut more = white.clone();
        more.push(square);
        if white.len() < 31 && Position::from_fen(rules, &fen(&more)).is_ok() {
            white = more;
        }
    }
    Position::from_fen(rules, &fen(&white)).unwrap()
}

#[test]
fn several_hundred_moves_cause_no_overflow() {
    let position = crowd();
    let moves = position.legal_moves();
    assert!(
        moves.len() > 300 && moves.len() < MAX_MOVES,
        "{}",
        moves.len()
    );
    assert_eq!(staged_perft(&position, 1, &moves[..3]), moves.len() as u64);
    for &mv in moves.iter().step_by(17) {
        let text = san(&position, mv);
        assert_eq!(parse_san(&position, &text).unwrap(), mv, "{text}");
    }
    let total = Evaluator::new(position.rules()).explain(&position).total();
    assert!(total.abs() < SCORE_LIMIT);
    for lines in [1, 500] {
        let mut engine = Engine::new(position.rules());
        let options = peregrine::engine::EngineOptions {
            lines,
            ..engine.options()
        };
        engine.set_options(options).unwrap();
        let game = Game::new(position.clone());
        let limits = Limits {
            depth: Some(3),
            nodes: Some(60_000),
            ..Limits::default()
        };
        assert!(engine.search(&game, limits, |_| ()).best.is_some());
    }
}

#[test]
fn evaluation_distinguishes_whole_armies() {
    let rules = known("permutation");
    let total = |black: &str| {
        let fen = format!(
            "{black}/16/16/16/16/PPPPPPPPPPPPPPPP/Q'FBB'MQC'A'KAN'R'CNRM' w ABCDEFGHJKLMNOP - 0 1"
        );
        let position = Position::from_fen(rules, &fen).unwrap();
        Evaluator::new(rules).explain(&position).total()
    };
    let pawns = "pppppppppppppppp";
    let scores = [
        total(&format!("q'fbb'mqc'a'kan'r'cnrm'/{pawns}")),
        total(&format!("1fbb'mqc'a'kan'r'cnrm'/{pawns}")),
        total(&format!("1fbb'4kan'r'cnrm'/{pawns}")),
        total(&format!("8k1n'r'cnrm'/{pawns}")),
        total(&format!("8k7/{pawns}")),
        total("8k7/8p7"),
        total("8k7/16"),
    ];
    assert!(scores.is_sorted(), "{scores:?}");
    assert!(
        scores[0].abs() < 100 && scores[6] < SCORE_LIMIT - 1,
        "{scores:?}"
    );
    let gaps = scores.windows(2).map(|pair| pair[1] - pair[0]);
    assert!(gaps.min().unwrap() > 50, "{scores:?}");
}

#[test]
fn special_pieces_are_used() {
    // A Camel forks King and Queen.
    let rules = defined(
        "[camels]\nbase = 'chess'\n\
         pieces = { Q = 'queen', R = 'rook', B = 'bishop', C = 'camel' }\n\
         start = 'rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w KQkq - 0 1'",
    );
    let camel = rules.kind_of_letter("C").unwrap();
    assert!(camel.index() >= PieceKind::FIRST_FREE);
    let fork = game(rules, "4k3/8/8/8/q7/8/4C3/7K w - - 0 1", "");
    let (text, mv, _) = best(fork.clone(), 4);
    let mut next = fork.position().clone();
    next.play(mv);
    let queen = next.rules().geometry().square_named("a4").unwrap();
    let attacked = next.attackers(queen, next.occupied()).contains(mv.to());
    assert!(next.is_check() && attacked, "{text}");
}

/// On a board full of sliders each capture opens others, so that the quiescence
/// search of one ply practically never ends; limits hold all the same.
#[test]
fn limits_stop_an_endless_first_depth() {
    let rules = defined(include_str!("../data/games/crowd.toml"));
    let mut engine = Engine::new(rules);
    let game = Game::new(Position::start(rules));
    let found = engine.search(
        &game,
        Limits {
            nodes: Some(2_000),
            ..Limits::default()
        },
        |_| (),
    );
    assert!(found.nodes < 25_000, "{}", found.nodes);
    let best = found.best.expect("the start position has moves");
    assert!(game.position().is_legal(best));
    // Without the limit this would take minutes.
    let found = engine.search(
        &game,
        Limits {
            move_time: Some(std::time::Duration::from_millis(50)),
            ..Limits::default()
        },
        |_| (),
    );
    assert!(found.best.is_some());
}

/// Wins otherwise than by checkmate are found and scored like mates, at the right distance.
#[test]
fn other_ends_are_found_at_their_distance() {
    for (variant, fen, expected, moves) in [
        // The King steps to the middle; two steps away it needs two moves.
        ("kingofthehill", "7k/8/8/8/8/4K3/8/8 w - - 0 1", "e3", 1),
        ("kingofthehill", "7k/8/8/8/8/8/4K3/8 w - - 0 1", "e2", 2),
        ("sixthrank", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "e5e6", 1),
        // A Queen is not worth the last check.
        ("3check", "4k2q/8/8/8/8/8/3P4/R3K2R w - - 1+3 0 1", "", 1),
        ("shatranj", "7k/8/8/8/8/8/4r3/R3K3 w - - 0 1", "e1e2", 1),
        ("kamikazerooks", "4k3/8/8/8/8/8/r6R/4K3 w - - 0 1", "", 0),
        ("rooksquare", "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", "a1h8", 1),
    ] {
        let rules = variants::rules(variant).unwrap();
        for depth in 4..=8 {
            let (text, _, score) = best(game(rules, fen, ""), depth);
            let at = format!("{variant} {fen}, depth {depth}: {text} {score:?}");
            assert!(text.starts_with(expected), "{at}");
            if moves > 0 {
                assert_eq!(score, Score::Mate(moves), "{at}");
            }
        }
    }
}

#[test]
fn the_side_that_is_mated_may_win() {
    // White must not give mate; Black would be glad.
    let misere = variants::rules("misere").unwrap();
    for depth in 1..=6 {
        let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
        let (text, _, score) = best(game(misere, fen, ""), depth);
        assert_ne!(text, "a1a8", "depth {depth}: {score:?}");
    }
}
