//! Values compared with published facts, and with those after each move.

use peregrine::board::color::Color;
use peregrine::board::piece::{Piece, PieceKind};
use peregrine::board::setup::Setup;
use peregrine::board::square::Square;
use peregrine::position::Position;
use peregrine::rules::Rules;
use peregrine::tablebase::{TableValue, Tablebases};

use super::{game_of_four_men, rules, statistics, tables, verified, verified_in_part};
use crate::common::is_long_run;

fn longest(tables: &Tablebases, rules: &Rules, name: &str) -> Option<u16> {
    let statistics = statistics(tables, rules, name);
    let win = statistics.sides[0].longest_win.as_ref();
    win.and_then(|(value, _)| value.moves())
}

/// The facts are those of the tables of E. Nalimov, which count moves until mate.
#[test]
fn chess_tables_agree_with_published_ones() {
    let chess = rules("chess");
    let tables = tables(chess, &["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
    let longest = |name| longest(&tables, chess, name);
    assert_eq!(longest("KQvK"), Some(10));
    assert_eq!(longest("KRvK"), Some(16));
    assert_eq!(longest("KPvK"), Some(28));
    assert_eq!([longest("KBvK"), longest("KNvK")], [None; 2]);
    let sides = statistics(&tables, chess, "KPvK").sides;
    let counts = sides.map(|side| (side.positions, side.wins, side.losses));
    assert_eq!(counts, [(163_328, 124_960, 0), (168_024, 0, 97_604)]);
}

#[test]
#[ignore = "builds four-piece tables, for minutes; .ci/run does it"]
fn four_piece_chess_tables_agree_with_published_ones() {
    let chess = rules("chess");
    let agrees = |tables: &Tablebases, name: &str, moves: u16| {
        assert_eq!(longest(tables, chess, name), Some(moves), "{name}");
        verified_in_part(tables, chess, name, 300_000);
    };
    // A new table would be the same (`built_in_four_piece_tables_match_a_new_build`).
    agrees(&Tablebases::built_in(chess), "KBNvK", 33);
    let facts = [
        ("KRvKN", 40),
        ("KQvKR", 35),
        ("KRvKB", 29),
        ("KBBvK", 19),
        ("KQvKN", 21),
        ("KQvKB", 17),
    ];
    let tables = tables(chess, &facts.map(|(name, _)| name));
    for (name, moves) in facts {
        agrees(&tables, name, moves);
    }
}

/// New tables in a long run; else a part of the built-in ones, which equal new ones
/// (`built_in_tables_match_a_new_build`).
#[test]
fn values_follow_from_those_of_the_successors() {
    for variant in ["falcon-8x8", "falcon-9x9", "chess"] {
        let rules = rules(variant);
        let strongest = if variant == "chess" { "KQvK" } else { "KFvK" };
        let names = [strongest, "KPvK"];
        if is_long_run() {
            let tables = tables(rules, &names);
            for name in names {
                verified(&tables, rules, name);
            }
        } else {
            let tables = Tablebases::built_in(rules);
            for name in names {
                verified_in_part(&tables, rules, name, 20_000);
            }
        }
    }
}

#[test]
fn values_are_symmetric_in_colors_and_board_sides() {
    let rules = rules("falcon");
    let tables = tables(rules, &["KFvK"]);
    let value = |fen: &str| tables.probe(&Position::from_fen(rules, fen).unwrap());
    let expected = value("10/3k6/10/10/6F3/10/2K7/10 w - - 0 1");
    assert!(matches!(expected, Some(TableValue::Win(_))), "{expected:?}");
    for same in [
        "10/6k3/10/10/3F6/10/7K2/10 w - - 0 1",
        "10/2K7/10/6F3/10/10/3k6/10 w - - 0 1",
        "10/2k7/10/6f3/10/10/3K6/10 b - - 0 1",
    ] {
        assert_eq!(value(same), expected, "{same}");
    }
}

/// Endings with Pawns on both sides: double steps, captures en passant, promotions that
/// capture.
#[test]
fn pawns_against_pawns() {
    let game = game_of_four_men();
    let names = ["KPvKP", "KPPvK", "KFvKP"];
    let tables = tables(game, &names);
    for name in names {
        verified(&tables, game, name);
    }
    // A Pawn that has made a double step past an enemy Pawn: for some squares of the Kings
    // it matters that it can be captured en passant.
    let files = game.geometry().files();
    let matters = |king: usize, other: usize| {
        let values = [None, Some(Square::new(2 * files + 2))].map(|en_passant| {
            let mut setup = Setup::empty();
            for (square, color, kind) in [
                (king, Color::White, PieceKind::KING),
                (other, Color::Black, PieceKind::KING),
                (3 * files + 2, Color::White, PieceKind::PAWN),
                (3 * files + 1, Color::Black, PieceKind::PAWN),
            ] {
                setup.board[square] = Some(Piece::new(color, kind));
            }
            setup.side_to_move = Color::Black;
            setup.en_passant = en_passant;
            let position = Position::from_setup(game, &setup).ok()?;
            tables.probe(&position)
        });
        let [without, with] = values;
        with.zip(without).map(|(with, without)| {
            assert!(with.rank() >= without.rank());
            with != without
        })
    };
    let all = game.geometry().squares().count() as usize;
    let squares = (0..all).flat_map(|king| (0..all).map(move |other| (king, other)));
    let found: Vec<bool> = squares
        .filter(|(king, other)| king != other)
        .filter_map(|(king, other)| matters(king, other))
        .collect();
    let count = found.iter().filter(|&&matters| matters).count();
    assert!(
        count > 10 && count < found.len(),
        "{count} of {}",
        found.len()
    );
}
