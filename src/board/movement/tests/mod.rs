//! Movements on boards, against sets written by hand and against slow walks.

use proptest::prelude::*;

mod xboard;

use super::*;
use crate::board::geometry::{Geometry, leaps, slow as slow_geometry};

fn board() -> Geometry {
    Geometry::rectangle(10, 8).unwrap()
}

fn xboard(text: &str) -> Movement {
    Movement::from_betza(text, Dialect::XBoard).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The targets of a movement for moves and for captures among pieces, by its walks.
fn by_walks(
    movement: &Movement,
    layout: &Layout,
    color: Color,
    from: Square,
    occupied: Bitboard,
    starts: Bitboard,
) -> (Bitboard, Bitboard) {
    let walks = movement.walks(layout, color, from, starts).unwrap();
    let targets = |mode| {
        let open = walks.iter().filter(|walk| {
            walk.modes.contains(mode)
                && !walk.empty.meets(occupied)
                && (walk.occupied - occupied).is_empty()
        });
        open.map(|walk| walk.to).collect::<Bitboard>()
    };
    (
        targets(WalkModes::QUIET) - occupied,
        targets(WalkModes::CAPTURE) & occupied,
    )
}

/// Where a movement leads from e4 on an empty board of ten files by eight ranks.
fn names(movement: &Movement, color: Color) -> String {
    let board = board();
    let from = board.square_named("e4").unwrap();
    let (quiet, _) = by_walks(
        movement,
        &board,
        color,
        from,
        Bitboard::EMPTY,
        Bitboard::EMPTY,
    );
    let names: Vec<String> = quiet.into_iter().map(|square| board.name(square)).collect();
    names.join(" ")
}

#[test]
fn targets_on_an_empty_board() {
    let cases = [
        ("W", "e3 d4 f4 e5"),
        ("F", "d3 f3 d5 f5"),
        ("K", "d3 e3 f3 d4 f4 d5 e5 f5"),
        ("D", "e2 c4 g4 e6"),
        ("A", "c2 g2 c6 g6"),
        ("N", "d2 f2 c3 g3 c5 g5 d6 f6"),
        ("H", "e1 b4 h4 e7"),
        ("C", "d1 f1 b3 h3 b5 h5 d7 f7"),
        ("Z", "c1 g1 b2 h2 b6 h6 c7 g7"),
        ("G", "b1 h1 b7 h7"),
        ("fW", "e5"),
        ("fsW", "d4 f4 e5"),
        ("bvW", "e3 e5"),
        ("frlW", "d4 f4 e5"),
        ("fF", "d5 f5"),
        ("flF", "d5"),
        ("rF", "f3 f5"),
        ("fN", "d6 f6"),
        ("ffN", "d6 f6"),
        ("fhN", "c5 g5 d6 f6"),
        ("fsN", "c5 g5"),
        ("frN", "g5"),
        ("rfN", "f6"),
        ("sN", "c3 g3 c5 g5"),
        ("vN", "d2 f2 d6 f6"),
        ("hrN", "d2 g3 c5 f6"),
        ("hlN", "f2 c3 g5 d6"),
        ("rhN", "f2 g3 g5 f6"),
        ("fK", "e5"),
        ("frK", "f5"),
        ("fsK", "d5 f5"),
        ("WfF", "e3 d4 f4 d5 e5 f5"),
        ("FfW", "d3 f3 d5 e5 f5"),
        ("fR", "e5 e6 e7 e8"),
        ("R2", "e2 e3 c4 d4 f4 g4 e5 e6"),
        ("W2", "e2 e3 c4 d4 f4 g4 e5 e6"),
        ("jR3", "e1 e2 b4 c4 g4 h4 e6 e7"),
        ("fjjB", "b7 h7 a8 i8"),
        ("D2", "e2 a4 c4 g4 i4 e6 e8"),
        ("DD", "e2 a4 c4 g4 i4 e6 e8"),
        ("fNN", "d6 f6 c8 g8"),
        ("fN0", "d6 f6 c8 g8"),
        ("rfN2", "f6 g8"),
        ("fR12", "e5 e6 e7 e8"),
        ("mafsW", "d2 f2 c3 g3 c5 g5 d6 f6"),
        ("fmafsW", "d6 f6"),
        ("afsF", "d2 f2 c3 g3 c5 g5 d6 f6"),
        ("faW", "d5 f5 e6"),
        ("fyafsF", "a5 b5 c5 g5 h5 i5 j5 d6 f6 d7 f7 d8 f8"),
        ("afrafrW", "c2 g2 c6 g6"),
        ("frafK", "g6"),
        ("pR", ""),
        ("gQ", ""),
        ("nN", "d2 f2 c3 g3 c5 g5 d6 f6"),
        ("nD", "e2 c4 g4 e6"),
    ];
    for (text, expected) in cases {
        let movement = xboard(text);
        assert_eq!(names(&movement, Color::White), expected, "{text}");
    }
}

#[test]
fn black_moves_are_turned_by_half_a_circle() {
    let cases = [
        ("fW", "e3"),
        ("frK", "d3"),
        ("hrN", "d2 g3 c5 f6"),
        ("frN", "c3"),
        ("frafK", "c2"),
    ];
    for (text, expected) in cases {
        assert_eq!(names(&xboard(text), Color::Black), expected, "{text}");
    }
}

#[test]
fn moves_among_pieces() {
    let board = board();
    let square = |name: &str| board.square_named(name).unwrap();
    let set = |names: &str| -> Bitboard { names.split_whitespace().map(square).collect() };
    let occupied = set("e5 e7 g4 h4 d4 f5 g6 d2");
    let cases = [
        ("mRcR", "e1 e2 e3 f4", "d4 g4 e5"),
        ("cpR", "", "h4 e7"),
        ("pR", "c4 b4 a4 e6", "h4 e7"),
        ("gR", "c4 e6", "h4"),
        ("pR3", "c4 b4 e6", "h4 e7"),
        ("gQ", "c4 e6", "h4 g6"),
        ("nN", "f2 g3 g5", "d2"),
        ("fnN", "", ""),
        ("mNcK", "f2 g3 c3 c5 g5 d6 f6", "d4 e5 f5"),
        ("fjD", "e6", ""),
        ("jA", "", "g6"),
        ("fmafsW", "", ""),
        ("fpafsW", "d6 f6", ""),
        ("fmpafsW", "d6 f6", ""),
        ("rmpafsW", "g3 g5", ""),
        ("spafW", "c4", ""),
        ("jB2", "c2 c6 g2", "g6"),
        ("fgafR", "e6", ""),
        ("pafmpR", "e8 i4 j4", ""),
    ];
    for (text, quiet, captures) in cases {
        let found = by_walks(
            &xboard(text),
            &board,
            Color::White,
            square("e4"),
            occupied,
            Bitboard::EMPTY,
        );
        assert_eq!(found, (set(quiet), set(captures)), "{text}");
    }
}

#[test]
fn falcon_paths_are_those_of_the_built_in_falcon() {
    let falcon = Movement::from_paths(&["SSD", "SDS", "DSS", "DDS", "DSD", "SDD"]).unwrap();
    let legs = xboard("aflafrKafraflKafafsKafsafK");
    assert_eq!(falcon.chains.len(), legs.chains.len());
    let hole = |file: usize, rank: usize| (file * 7 + rank * 5) % 11 == 3;
    let boards = [
        board(),
        Geometry::rectangle(3, 9).unwrap(),
        Geometry::rectangle(16, 8).unwrap(),
        Geometry::new(10, 10, "abcdefghij", 1, hole).unwrap(),
    ];
    for board in &boards {
        for from in board.squares() {
            let walks = falcon
                .walks(board, Color::White, from, Bitboard::EMPTY)
                .unwrap();
            let mut found: Vec<(Square, u128)> = walks
                .iter()
                .map(|walk| (walk.to, walk.empty.bits()))
                .collect();
            let mut expected = Vec::new();
            for to in board.falcon_reach(from) {
                let open = board.falcon_paths(from, to).iter().map(|path| path.bits());
                expected.extend(
                    open.filter(|&bits| bits != u128::MAX)
                        .map(|bits| (to, bits)),
                );
            }
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected);
            assert_eq!(
                legs.walks(board, Color::Black, from, Bitboard::EMPTY)
                    .unwrap(),
                walks
            );
        }
    }
}

#[test]
fn sliders_and_leapers_are_those_of_the_geometry() {
    let board = board();
    let occupied = Bitboard::from_bits(0x0512_0481_8120_8422_1048_u128) & board.squares();
    for from in board.squares() {
        let attacks = |text: &str| {
            let (quiet, captures) = by_walks(
                &xboard(text),
                &board,
                Color::White,
                from,
                occupied,
                Bitboard::EMPTY,
            );
            quiet | captures
        };
        assert_eq!(attacks("R"), board.straight(from, occupied));
        assert_eq!(attacks("B0"), board.diagonal(from, occupied));
        assert_eq!(attacks("Q"), board.queen(from, occupied));
        assert_eq!(attacks("K"), board.king(from));
        assert_eq!(attacks("N"), board.knight(from));
        let falcon = attacks("aflafrKafraflKafafsKafsafK");
        assert_eq!(falcon, board.falcon(from, occupied));
        let lines = slow_geometry::slider(&board, from, occupied, &leaps::KNIGHT);
        assert_eq!(attacks("NN"), lines);
    }
}

/// Random texts of small letters, capitals and ranges.
fn text() -> impl Strategy<Value = String> {
    let prefix = prop::sample::select(vec![
        "", "f", "b", "l", "r", "v", "s", "fr", "bl", "fs", "ff", "lf", "rh", "hr", "m", "c", "p",
        "g", "y", "n", "j", "mp", "mg", "fm", "frm", "sp", "fp", "fy", "sg", "fsj", "bn", "i",
        "if", "ip", "mj", "pj", "jj", "z",
    ]);
    let atom = prop::sample::select(vec![
        "W", "F", "K", "D", "A", "N", "C", "Z", "H", "G", "R", "B", "Q", "WW", "NN", "DD", "KK",
        "R3", "B2", "W5", "N2", "A0", "Q4", "R12", "FX", "AY",
    ]);
    let group =
        (prop::collection::vec(prefix, 1..5), atom).prop_map(|(legs, atom)| legs.join("a") + atom);
    prop::collection::vec(group, 1..4).prop_map(|groups| groups.concat())
}

fn any_board() -> impl Strategy<Value = Geometry> {
    (3usize..=11, 3usize..=10, any::<u128>(), any::<bool>()).prop_map(
        |(files, ranks, bits, has_holes)| {
            let names: String = ('a'..='p').take(files).collect();
            let hole = |file: usize, rank: usize| {
                let at = rank * files + file;
                has_holes && bits >> at & 1 != 0 && bits >> ((at + 37) % 128) & 3 == 3
            };
            Geometry::new(files, ranks, &names, 1, hole).unwrap()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// Whatever is accepted leads where slow walks lead, on boards with holes among any pieces.
    #[test]
    fn walks_agree_with_slow_walks(
        text in text(),
        dialect in prop::sample::select(Dialect::ALL.to_vec()),
        board in any_board(),
        occupied in any::<(u128, u128)>(),
        start in 0usize..128,
        is_black in any::<bool>(),
        starts in any::<u128>(),
    ) {
        let Ok(movement) = Movement::from_betza(&text, dialect) else {
            return Ok(());
        };
        let squares: Vec<Square> = board.squares().into_iter().collect();
        prop_assume!(!squares.is_empty());
        let from = squares[start % squares.len()];
        let color = if is_black { Color::Black } else { Color::White };
        let starts = Bitboard::from_bits(starts);
        if movement.walks(&board, color, from, starts).is_err() {
            return Ok(());
        }
        for bits in [occupied.0, occupied.0 & occupied.1, occupied.0 | occupied.1] {
            let occupied = (Bitboard::from_bits(bits) & board.squares()) | from.into();
            let among = occupied - from.into();
            let found = by_walks(&movement, &board, color, from, among, starts);
            let expected = movement.moves_slowly(&board, color, from, occupied, starts);
            prop_assert_eq!(found, expected, "{} from {:?}", text, from);
        }
    }

    /// Any letters are refused or read, and what is read is compiled or refused.
    #[test]
    fn any_text_is_read_or_refused(
        text in "[WFDNAHCLZJGKRBQOUIXYfblrvshmcdetpgoynjiakqzux0-9()\\[\\]*@? ]{0,40}",
        dialect in prop::sample::select(Dialect::ALL.to_vec()),
    ) {
        let board = Geometry::rectangle(8, 8).unwrap();
        match Movement::from_betza(&text, dialect) {
            Ok(movement) => _ = movement.walks(&board, Color::White, Square::new(20), Bitboard::EMPTY),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}

#[test]
fn refusals_name_the_letter_and_its_place() {
    let cases = [
        (Dialect::XBoard, "", "there is no movement"),
        (
            Dialect::XBoard,
            "f",
            "the text ends after character 1: a capital letter, such as W, must follow",
        ),
        (
            Dialect::XBoard,
            "WE",
            "'E' at character 2: it is not the letter of a leap",
        ),
        (
            Dialect::XBoard,
            "cmK",
            "'m' at character 2: XBoard reads modes only once and in the order m c d e t p g o y n j",
        ),
        (
            Dialect::XBoard,
            "mfW",
            "'f' at character 2: a direction must stand before the letters of the mode",
        ),
        (
            Dialect::XBoard,
            "KdK",
            "'d' at character 2: captures of one's own pieces are not possible",
        ),
        (
            Dialect::XBoard,
            "cafK",
            "'c' at character 1: captures in passing are not possible",
        ),
        (
            Dialect::XBoard,
            "pN",
            "'p' at character 1: a single step cannot go over a piece; write a range, such as 0",
        ),
        (
            Dialect::XBoard,
            "KisO2",
            "'O' at character 4: castling is a rule of the game, not a move of a piece",
        ),
        (
            Dialect::XBoard,
            "nW",
            "'n' at character 1: there is nothing between single steps",
        ),
        (
            Dialect::XBoard,
            "jW",
            "'j' at character 1: the move is not long enough to skip a square",
        ),
        (
            Dialect::XBoard,
            "afN",
            "'a' at character 1: XBoard continues a leap that is neither straight nor diagonal with another leap",
        ),
        (
            Dialect::XBoard,
            "W 2",
            "' ' at character 2: it is not the letter of a leap",
        ),
        (
            Dialect::XBoard,
            "zB",
            "'z' at character 1: only the dialect 'diagram' has crooked moves",
        ),
        (
            Dialect::FairyStockfish,
            "FaR",
            "'a' at character 2: Fairy-Stockfish has no moves of several legs",
        ),
        (
            Dialect::FairyStockfish,
            "R10",
            "'0' at character 3: Fairy-Stockfish reads only one digit",
        ),
        (
            Dialect::FairyStockfish,
            "DD",
            "'D' at character 2: Fairy-Stockfish has no such riders",
        ),
        (
            Dialect::Diagram,
            "qN",
            "'q' at character 1: circular moves are not possible",
        ),
        (
            Dialect::Diagram,
            "(afK",
            "'(' at character 1: there is no ')' behind it",
        ),
    ];
    for (dialect, text, expected) in cases {
        let error = Movement::from_betza(text, dialect).map_err(|error| error.to_string());
        assert_eq!(error, Err(expected.to_owned()), "{text}");
    }
    let error = Movement::from_paths(&["SSD", "SdS"]).unwrap_err();
    let expected = "path 'SdS': 'd' at character 2: a path consists of S, a straight step, and D, \
                    a diagonal step";
    assert_eq!(error.to_string(), expected);
}

/// Whatever is accepted on the largest board is compiled soon.
#[test]
fn compiling_takes_a_limited_time() {
    let board = Geometry::rectangle(16, 8).unwrap();
    let many: Vec<String> = (0..256u32)
        .map(|bits| {
            (0..8)
                .map(|bit| if bits >> bit & 1 == 0 { 'S' } else { 'D' })
                .collect()
        })
        .collect();
    let paths: Vec<&str> = many.iter().map(String::as_str).collect();
    let mut movements = vec![Movement::from_paths(&paths).unwrap()];
    for text in [
        "pafpQ",
        "pafpafpQ",
        "aaaK",
        "aaaR",
        "mpamK",
        "mafsmafsmafsK",
        "yagaQ",
        "jQpQgQ",
    ] {
        movements.extend(Movement::from_betza(text, Dialect::XBoard));
    }
    for text in ["(az)N", "(as)R", "(af)paQ", "(afq)N"] {
        movements.extend(Movement::from_betza(text, Dialect::Diagram));
    }
    assert!(movements.len() > 8);
    let mut accepted = 0;
    for movement in &movements {
        let start = std::time::Instant::now();
        accepted += usize::from(movement.check(&board).is_ok());
        assert!(start.elapsed().as_secs() < 20, "{movement:?}");
    }
    assert!(accepted > 4);
}

/// As Fairy-Stockfish moves pieces with these texts.
#[test]
fn the_dialect_of_fairy_stockfish() {
    let fairy = |text| Movement::from_betza(text, Dialect::FairyStockfish).unwrap();
    let cases = [
        ("frK", "f4 f5"),
        ("fsK", "d4 f4 d5 f5"),
        ("frN", "g5"),
        ("lvN", "d2 d6"),
        ("fhF", "d5 f5"),
        ("nZ", "c1 g1 b2 h2 b6 h6 c7 g7"),
        ("fL", "d7 f7"),
    ];
    for (text, expected) in cases {
        assert_eq!(names(&fairy(text), Color::White), expected, "{text}");
    }
    assert_eq!(fairy("nZ"), xboard("mafsmafW"));
    for (text, same) in [
        ("pR3", "pR3"),
        ("pW", "pR"),
        ("gK", "gQ"),
        ("fsW", "fsW"),
        ("cmK", "K"),
    ] {
        assert_eq!(fairy(text), xboard(same), "{text}");
    }
}

/// Crooked lines, turns, repeated legs and extended leaps.
#[test]
fn the_dialect_of_the_diagram() {
    let diagram = |text| Movement::from_betza(text, Dialect::Diagram).unwrap();
    let cases = [
        ("zB2", "e2 d3 f3 c4 g4 d5 f5 e6"),
        ("WX", "a4 i4 e8"),
        ("FY", "b1 h1 b7 h7"),
        ("FX", "a3 i3 a5 i5 d8 f8"),
        ("fm(af)W", "e5 e6 e7 e8"),
        ("cfL", ""),
        ("mfJ", "c7 g7"),
    ];
    for (text, expected) in cases {
        assert_eq!(names(&diagram(text), Color::White), expected, "{text}");
    }
    assert_eq!(diagram("afsafzK"), xboard("afraflKaflafrK"));
}

#[test]
fn words_are_read_and_not_too_long_for_xboard() {
    for row in WORDS {
        let movement = Movement::named(row.word).expect(row.word);
        assert!(movement.check(&board()).is_ok(), "{}", row.word);
    }
}

#[test]
fn lines_have_a_least_length() {
    let picket = Movement::lines(true, 2, None);
    let from = board().square_named("e4").unwrap();
    let blocked = board().square_named("d5").unwrap().into();
    let (quiet, captures) = by_walks(
        &picket,
        &board(),
        Color::White,
        from,
        blocked,
        Bitboard::EMPTY,
    );
    assert_eq!(
        names(&picket, Color::White),
        names(&xboard("yafF"), Color::White)
    );
    assert_eq!((quiet.count(), captures), (7, Bitboard::EMPTY));
    let exactly = Movement::lines(false, 2, Some(2));
    assert_eq!(
        exactly.walks(&board(), Color::White, from, Bitboard::EMPTY),
        xboard("afW").walks(&board(), Color::White, from, Bitboard::EMPTY)
    );
}
