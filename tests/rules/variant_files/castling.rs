//! Castling with other pieces than Rooks, and to fixed files.

use peregrine::board::moves::MoveKind;
use peregrine::notation::{coordinate, parse_coordinate, san};
use peregrine::position::Position;
use peregrine::position::movegen::slow;
use peregrine::rules::Rules;
use peregrine::variants;

use super::texts::assert_faults;
use crate::random_play::{check_fen_and_key, check_moves, play_randomly};

/// The rules of the only game of a file.
fn rules(text: &str) -> &'static Rules {
    let found = variants::check(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let name = found[0].name.clone();
    variants::add(found);
    variants::rules(&name).unwrap()
}

/// The castlings in a position, with the positions after them.
fn castlings(rules: &'static Rules, fen: &str) -> Vec<(String, String, String)> {
    let position = Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut moves = position.legal_moves().to_vec();
    moves.sort_unstable();
    assert_eq!(moves, slow::legal_moves(&position), "{fen}");
    let castlings = moves
        .into_iter()
        .filter(|mv| mv.kind() == MoveKind::Castling);
    let texts = castlings.map(|mv| {
        let text = coordinate(&position, mv);
        assert_eq!(parse_coordinate(&position, &text), Ok(mv));
        let mut next = position.clone();
        next.play(mv);
        assert_eq!(next.key(), next.computed_key());
        let board = next.to_string();
        (
            text,
            san(&position, mv).trim_end_matches('+').to_owned(),
            board
                .split('/')
                .next_back()
                .unwrap()
                .split(' ')
                .next()
                .unwrap()
                .to_owned(),
        )
    });
    let mut texts: Vec<_> = texts.collect();
    texts.sort();
    texts
}

fn told(found: &[(String, String, String)]) -> Vec<[&str; 3]> {
    let told = found.iter();
    told.map(|(text, san, rank)| [&text[..], san, rank])
        .collect()
}

const EMPTY: &str = "4k3/8/8/8/8/8/8";

#[test]
fn a_rook_of_limited_range_castles() {
    let rules = rules(
        "[castling-short]\nbase = 'chess'\npieces.R = { name = 'Short Rook', moves = 'rook 2' }\n\
         castling-partner = 'R'",
    );
    let found = castlings(rules, &format!("{EMPTY}/R3K2R w KQ - 0 1"));
    assert_eq!(
        told(&found),
        [["e1c1", "O-O-O", "2KR3R"], ["e1g1", "O-O", "R4RK1"]]
    );
    let error = Position::from_fen(rules, &format!("{EMPTY}/R3K3 w KQ - 0 1")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "castling right 'K': White has no Short Rook on that side of its King on e1"
    );
}

#[test]
fn a_piece_that_stands_for_a_rook_castles_and_several_may() {
    let rules = rules(
        "[castling-marshals]\nbase = 'chess'\n\
         start = 'mnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/MNBQKBNR w KQkq - 0 1'\n\
         pieces.M = ['rook', 'knight']\ncastling-partner = ['M', 'R']",
    );
    let found = castlings(rules, &format!("{EMPTY}/M3K2R w KQ - 0 1"));
    assert_eq!(
        told(&found),
        [["e1c1", "O-O-O", "2KM3R"], ["e1g1", "O-O", "M4RK1"]]
    );
    // Only the piece that stands there at the start can be unmoved.
    let error = Position::from_fen(rules, &format!("{EMPTY}/R3K2R w KQ - 0 1")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no unmoved castling piece on a1 to castle with"
    );
}

#[test]
fn each_side_castles_with_pieces_of_its_own() {
    let rules = rules(
        "[castling-sides]\nbase = 'chess'\ncastling-partner = { white = 'R', black = ['N', 'B'] }\n\
         start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'\n\
         castling = 'fixed-files'\ncastling-king-files = ['c', 'g']",
    );
    // Black's outermost pieces are Knights, in the files' order as in their letters.
    let start = Position::start(rules);
    let names = start.castling_rights().into_iter();
    let names: Vec<String> = names.map(|square| rules.geometry().name(square)).collect();
    assert_eq!(names, ["a1", "h1", "b8", "g8"]);
    let fen = "rn2k1nr/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1";
    let position = Position::from_fen(rules, fen).unwrap();
    assert_eq!(position.to_string(), fen);
    let mut texts: Vec<String> = position
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.kind() == MoveKind::Castling)
        .map(|mv| position.after_move(mv).to_string())
        .collect();
    texts.sort();
    assert_eq!(
        texts,
        [
            "r1kn2nr/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 1 2",
            "rn3nkr/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 1 2",
        ]
    );
    let error = |fen: &str| Position::from_fen(rules, fen).unwrap_err().to_string();
    assert_eq!(
        error("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQk - 0 1"),
        "castling right 'k': Black has no castling piece on that side of its King on e8"
    );
    assert_eq!(
        error("rn2k1nr/pppppppp/8/8/8/8/PPPPPPPP/1N2K2R w KQ - 0 1"),
        "castling right 'Q': White has no Rook on that side of its King on e1"
    );
    for seed in 0..40 {
        play_randomly(Position::start(rules), seed, 30, |position, _| {
            check_moves(position, 1, 1000);
            check_fen_and_key(position);
        });
    }
}

#[test]
fn files_are_the_games_own() {
    let near = rules(
        "[castling-near]\nbase = 'chess'\ncastling = 'fixed-files'\n\
         castling-king-files = ['b', 'f']",
    );
    let found = castlings(near, &format!("{EMPTY}/R3K2R w KQ - 0 1"));
    assert_eq!(
        told(&found),
        [["e1a1", "O-O-O", "1KR4R"], ["e1h1", "O-O", "R3RK2"]]
    );
    let far = rules(
        "[castling-far]\nbase = 'chess'\ncastling = 'fixed-files'\n\
         castling-king-files = ['c', 'g']\ncastling-partner-files = ['e', 'h']",
    );
    let found = castlings(far, &format!("{EMPTY}/R3K2R w KQ - 0 1"));
    assert_eq!(
        told(&found),
        [["e1a1", "O-O-O", "2K1R2R"], ["e1h1", "O-O", "R5KR"]]
    );
    // Ten files, any order, other pieces: the arrays of Capablanca's game.
    let random = rules(
        "[castling-random]\nbase = 'capablanca'\nshuffled = true\ncastling = 'fixed-files'\n\
         castling-king-files = ['c', 'i']",
    );
    let found = castlings(random, "4k5/10/10/10/10/10/10/1R2KR4 w BF - 0 1");
    assert_eq!(
        told(&found),
        [["e1b1", "O-O-O", "2KR1R4"], ["e1f1", "O-O", "1R5RK1"]]
    );
    let arrays = variants::shuffle::Arrays::new(random).unwrap();
    for seed in 0..300 {
        let number = arrays.random_number(seed);
        let start = arrays.start(number).unwrap();
        assert_eq!(arrays.number_of(&start), Some(number), "{start}");
    }
}

/// A game of the library, by all its names.
#[test]
fn capablanca_random_draws_its_arrays() {
    let rules = variants::rules("caparandom").unwrap();
    for name in [
        "Capablanca Random",
        "capablanca-random-chess",
        "CRC",
        "Capablanca960",
    ] {
        assert_eq!(variants::find(name).unwrap().name, "caparandom", "{name}");
    }
    let arrays = variants::shuffle::Arrays::new(rules).unwrap();
    assert_eq!((arrays.first(), arrays.last()), (1, 12_130));
    assert_eq!(arrays.number_of(&Position::start(rules)), Some(5_044));
    for seed in 0..300 {
        let number = arrays.random_number(seed);
        let start = arrays.start(number).unwrap();
        assert_eq!(start.castling_rights().count(), 4);
        assert_eq!(arrays.number_of(&start), Some(number), "{start}");
    }
    for seed in 0..20 {
        let start = arrays.start(arrays.random_number(seed)).unwrap();
        play_randomly(start, seed, 60, |position, _| {
            check_moves(position, 1, 1000);
            check_fen_and_key(position);
        });
    }
    let found = castlings(rules, "4k5/10/10/10/10/10/10/1R3K1R2 w HB - 0 1");
    assert_eq!(
        told(&found),
        [["f1b1", "O-O-O", "2KR3R2"], ["f1h1", "O-O", "1R5RK1"]]
    );
}

#[test]
fn chess960_can_be_a_base() {
    let rules = rules("[castling-nine]\nbase = 'chess960'\nstalemate = 'loss'");
    assert!(rules.is_shuffled());
    let found = castlings(rules, &format!("{EMPTY}/1R3K1R w BH - 0 1"));
    assert_eq!(
        told(&found),
        [["f1b1", "O-O-O", "2KR3R"], ["f1h1", "O-O", "1R3RK1"]]
    );
    // Inherited keys that the castling rule does not need are no fault.
    variants::check("[castling-no]\nbase = 'chess960'\ncastling = 'none'").unwrap();
}

#[test]
fn faults_name_their_keys_and_reasons() {
    let fixed = "castling = 'fixed-files'\n";
    let files = "castling-king-files = ['c', 'g']\n";
    assert_faults(&[
        (
            "pieces.R = 'rook 3'",
            &[
                "line 2: x.start: castling right 'K': no piece of this game castles with the King, \
                 because none moves exactly like a Rook (in a variant file, the key \
                 castling-partner names such a piece) (inherited from chess)",
            ],
        ),
        (
            "castling-partner = 'X'",
            &[
                "line 3: x.castling-partner: 'X' is not a piece of the game that could castle with \
                 the King (its pieces: Q, R, B, N)",
            ],
        ),
        (
            "castling-partner = ['R', 'R']",
            &["line 3: x.castling-partner: 'R' is listed twice"],
        ),
        (
            "castling-partner = []",
            &["line 3: x.castling-partner: the list is empty"],
        ),
        (
            "castling-partner = { white = 'R' }",
            &[
                "line 3: x.castling-partner: a table with sides has a value for 'white' and one for 'black'",
            ],
        ),
        (
            "castling-partner = { white = 'R', black = 'X', red = 'R' }",
            &["line 3: x.castling-partner: unknown key (known: white, black)"],
        ),
        (
            "castling-partner = { white = ['R', 'R'], black = [] }",
            &[
                "line 3: x.castling-partner: 'R' is listed twice",
                "line 3: x.castling-partner: the list is empty",
            ],
        ),
        (
            "castling = 'none'\ncastling-partner = 'R'",
            &["line 4: x.castling-partner: nothing castles with the King under 'none'"],
        ),
        (
            fixed,
            &["line 3: x.castling: castling 'fixed-files' needs the key 'castling-king-files'"],
        ),
        (
            files,
            &[
                "line 3: x.castling-king-files: 'castling-king-files' needs castling = \"fixed-files\"",
            ],
        ),
        (
            &format!("{fixed}castling-king-files = ['c', 'k']"),
            &["line 4: x.castling-king-files: 'k' is not a file of the board"],
        ),
        (
            &format!("{fixed}castling-king-files = ['c', 'c']"),
            &["line 4: x.castling-king-files: the two files must differ"],
        ),
        (
            &format!("{fixed}castling-king-files = ['c']"),
            &[
                "line 4: x.castling-king-files: two files are needed, for castling toward the first \
                 and toward the last file, not 1",
            ],
        ),
        (
            &format!("{fixed}{files}castling-partner-files = ['c', 'f']"),
            &[
                "line 4: x.castling-king-files: the King and its partner cannot both go to the c-file",
            ],
        ),
        (
            "shuffled = 'chess961'",
            &[
                "line 3: x.shuffled: unknown way to shuffle 'chess961'; did you mean 'chess960'? \
                 (known: any, chess960, capablanca-random)",
            ],
        ),
        (
            "shuffled = 'capablanca-random'",
            &[
                "line 3: x.shuffled: the first rank cannot be shuffled: Capablanca Random Chess \
                 needs ten files with two Rooks, two Knights, two Bishops, a Queen, an Archbishop \
                 (Bishop and Knight), a Chancellor (Rook and Knight) and a King, in one of its orders",
            ],
        ),
        (
            "shuffled = 'chess960'\nstart = 'bnrqkrnb/pppppppp/8/8/8/8/PPPPPPPP/BBRQKRNN w KQkq - 0 1'",
            &[
                "line 3: x.shuffled: the first rank cannot be shuffled: b1 and b8 must have the same kind of piece",
                "line 3: x.shuffled: the first rank cannot be shuffled: h1 and h8 must have the same kind of piece",
            ],
        ),
        (
            "shuffled = 'chess960'\nstart = 'qrnbkbnr/pppppppp/8/8/8/8/PPPPPPPP/QRNBKBNR w KQkq - 0 1'",
            &[
                "line 3: x.shuffled: the first rank cannot be shuffled: Chess960 needs eight files \
                 with two Rooks, two Knights, two Bishops, a Queen and a King",
            ],
        ),
    ]);
}
