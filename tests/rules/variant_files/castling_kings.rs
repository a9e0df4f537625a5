//! Castling of other pieces than the King.

use peregrine::board::color::Color;
use peregrine::board::moves::{Move, MoveKind};
use peregrine::notation::{coordinate, parse_coordinate, parse_either, parse_san, san};
use peregrine::position::Position;
use peregrine::rules::Rules;
use peregrine::variants::{self, description::describe};

use super::texts::assert_faults;
use crate::random_play::{check_fen_and_key, check_moves, play_randomly};

fn rules(text: &str) -> &'static Rules {
    let found = variants::check(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let name = found[0].name.clone();
    variants::add(found);
    variants::rules(&name).unwrap()
}

/// The castlings in a position, each in coordinates, which must be read again, and in SAN.
fn castlings(rules: &'static Rules, fen: &str) -> Vec<String> {
    let position = Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    check_moves(&position, 1, 1000);
    let moves = position.legal_moves().into_iter();
    let castlings = moves.filter(|mv| mv.kind() == MoveKind::Castling);
    let mut texts: Vec<String> = castlings
        .map(|mv| {
            let (squares, text) = (coordinate(&position, mv), san(&position, mv));
            assert_eq!(parse_coordinate(&position, &squares), Ok(mv), "{squares}");
            assert_eq!(parse_san(&position, &text), Ok(mv), "{text}");
            format!("{squares} {}", text.trim_end_matches('+'))
        })
        .collect();
    texts.sort();
    texts
}

const QUEENS: &str = "[castling-queens]\nbase = 'chess'\ncastling-king = 'Q'\n\
    castling = 'fixed-files'\ncastling-king-files = ['b', 'f']";
const SIDES: &str = "[castling-unlike]\nbase = 'chess'\ncastling = 'wide'\n\
    castling-king = { white = 'b1', black = 'K' }";
/// Kings that can be captured while there are others, and castle all the same.
const MANY: &str = "[castling-many]\nbase = 'chess'\nroyalty = 'last'\ncastling-king = 'e1'\n\
    start = 'rkbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQKBNR w KQkq - 0 1'\n\
    pawns.zones = [{ squares = [8], to = ['K', 'Q'] }]";
const NONE: &str = "[castling-none-royal]\nbase = 'chess'\nroyal-king = false\n\
    castling-king = ['x']";

#[test]
fn a_queen_castles_as_she_also_moves() {
    let rules = rules(QUEENS);
    let found = castlings(rules, "3qk3/pppp1ppp/8/8/8/8/PPPP1PPP/R2Q3K w Q - 0 1");
    assert_eq!(found, ["d1a1 O-O-O"]);
    let fen = "3qk3/pppp1ppp/8/8/8/8/PPPP1PPP/R2Q3K w Q - 0 1";
    let position = Position::from_fen(rules, fen).unwrap();
    // The squares of her own move are hers; the partner's square means castling.
    let step = parse_either(&position, "d1b1").unwrap();
    assert_eq!(step.kind(), MoveKind::Plain);
    let castled = position.after_move(parse_either(&position, "d1a1").unwrap());
    let board = "3qk3/pppp1ppp/8/8/8/8/PPPP1PPP/1QR4K b - - 1 1";
    assert_eq!(castled.to_string(), board);
    assert_eq!(castled.key(), castled.computed_key());
    // She castles where she is attacked, but not while the King is.
    let found = castlings(rules, "3rk3/8/8/8/8/8/8/R2Q3K w Q - 0 1");
    assert_eq!(found, ["d1a1 O-O-O"]);
    let found = castlings(rules, "4k2r/8/8/8/8/8/8/R2Q3K w Q - 0 1");
    assert!(found.is_empty(), "{found:?}");
    let mut moved = Position::from_fen(rules, "3qk3/8/8/8/8/8/8/R2Q3K w Q - 0 1").unwrap();
    moved.play(parse_either(&moved, "h1h2").unwrap());
    assert!(moved.castling_rights().any());
    moved.play(parse_either(&moved, "d8d1").unwrap());
    assert!(moved.castling_rights().is_empty());
}

#[test]
fn fens_and_descriptions_know_what_castles() {
    let queens = rules(QUEENS);
    let error = |rules, fen: &str| Position::from_fen(rules, fen).unwrap_err().to_string();
    assert_eq!(
        error(queens, "4k3/8/8/8/8/8/3Q4/R3K3 w Q - 0 1"),
        "castling right 'Q': White has no Queen on d1"
    );
    assert_eq!(
        error(queens, "4k3/8/8/8/8/8/8/3QK3 w Q - 0 1"),
        "castling right 'Q': White has no Rook on that side of its Queen on d1"
    );
    let castling = |rules| {
        let rows = describe(rules).into_iter();
        let mut texts = rows.filter(|row| row.0 == "castling").map(|row| row.1);
        texts.next().unwrap()
    };
    let text = castling(queens);
    let wanted = "The Queen goes to the b-file or f-file, toward an unmoved Rook. A piece that is \
                  not royal can castle where it is attacked. ";
    assert!(text.starts_with(wanted), "{text}");
    let text = castling(rules(SIDES));
    let wanted = "White's Knight or Black's King goes to the square next to an unmoved Rook. ";
    assert!(text.starts_with(wanted), "{text}");
}

#[test]
fn a_king_that_is_not_the_last_castles_through_attacks() {
    let rules = rules(MANY);
    let all = ["e1c1 O-O-O", "e1g1 O-O"];
    let found = castlings(rules, "4kr2/8/8/8/8/8/K7/R3K2R w KQ - 0 1");
    assert_eq!(found, all);
    let found = castlings(rules, "4k3/4r3/8/8/8/8/K7/R3K2R w KQ - 0 1");
    assert_eq!(found, all);
    let found = castlings(rules, "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(found, all[..1]);
    // A Pawn that becomes a King takes nothing from the others.
    let fen = "4k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1";
    let mut position = Position::from_fen(rules, fen).unwrap();
    position.play(parse_either(&position, "b7b8k").unwrap());
    assert_eq!(
        (position.castling_rights() & position.colors(Color::White)).count(),
        2
    );
}

#[test]
fn random_games_follow_the_slow_rules() {
    let free = "[castling-pieces]\nbase = 'chess'\nroyal-king = false\ncastling = 'wide'\n\
                castling-king = { white = 'N', black = 'f8' }\n\
                start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBBQKN1R w KQkq - 0 1'\n\
                ends.extinction = { pieces = ['K'], result = 'loss' }";
    let mut castled = 0;
    for text in [QUEENS, SIDES, MANY, free] {
        let rules = rules(text);
        for seed in 0..60 {
            play_randomly(Position::start(rules), seed, 40, |position, _| {
                check_moves(position, 1, 1000);
                check_fen_and_key(position);
                let is_castling = |mv: &Move| mv.kind() == MoveKind::Castling;
                castled += position
                    .legal_moves()
                    .iter()
                    .filter(|mv| is_castling(mv))
                    .count();
            });
        }
    }
    assert!(castled > 100, "only {castled} castlings");
}

#[test]
fn faults_name_the_key_and_the_reason() {
    assert!(variants::check(NONE).is_err());
    assert_faults(&[
        (
            "castling-king = 'X'",
            &[
                "line 3: x.castling-king: 'X' is neither a piece of the game that could castle (K, \
                 Q, R, B, N) nor a square",
            ],
        ),
        (
            "castling-king = 'N'",
            &[
                "line 3: x.castling-king: White has several pieces 'N' in the start position; name \
                 the square of one",
            ],
        ),
        (
            "castling-king = 'e4'",
            &["line 3: x.castling-king: White has no piece on e4 in the start position"],
        ),
        (
            "castling-king = 'e2'",
            &[
                "line 2: x.start: castling right 'K': White has no Rook on that side of its Pawn on \
                 e2 (inherited from chess)",
            ],
        ),
        (
            "castling-king = { white = 'Q' }",
            &[
                "line 3: x.castling-king: a table with sides has a value for 'white' and one for 'black'",
            ],
        ),
        (
            "castling-king = 'Q'\ncastling = 'none'",
            &["line 3: x.castling-king: nothing castles with the King under 'none'"],
        ),
        (
            "castling-king = 'Q'\ncastling = 'free'",
            &[
                "line 4: x.castling: with castling 'free', the Queen on d1 could castle to b1, c1, \
                 where it can also move without castling, and these moves would be written alike",
            ],
        ),
    ]);
    let shuffled = "[x]\nbase = 'chess960'\ncastling-king = 'Q'";
    let faults = format!("{:?}", variants::check(shuffled).unwrap_err());
    assert!(
        faults.contains("no other piece than the King castles"),
        "{faults}"
    );
}
