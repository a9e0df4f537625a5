//! The variants that are described to XBoard: their description, and how squares,
//! letters, promotions and positions are translated.

use super::session::{NOTHING, Session};

const FALCON: &str = "aflafrKafraflKafafsKafsafK";

/// The names in `feature variants`.
fn names() -> Vec<String> {
    let mut session = Session::silent();
    session.send("protover 2");
    let lines = session.until("feature done=1");
    let start = "feature variants=\"";
    let line = lines.iter().find_map(|line| line.strip_prefix(start));
    let names = line.unwrap().trim_end_matches('"').split(',');
    names.map(str::to_owned).collect()
}

/// The answers to a game in force mode, line by line.
fn answers(variant: &str, conversation: &[(&str, &[&str])]) {
    let mut session = Session::new(variant);
    session.ask("force");
    for (line, answer) in conversation {
        assert_eq!(session.ask(line), *answer, "{variant}: {line}");
    }
    assert_eq!(session.end(true), NOTHING);
}

#[test]
fn all_games_are_described_in_messages_that_xboard_reads() {
    let known = ["normal", "falcon", "capablanca", "fischerandom"];
    for name in names() {
        let mut session = Session::silent();
        let lines = session.ask(&format!("new\nvariant {name}"));
        assert!(lines.iter().all(|line| line.len() <= 500), "{name}");
        let setups = lines
            .iter()
            .filter(|line| line.starts_with("setup ("))
            .count();
        assert_eq!(
            setups,
            usize::from(!known.contains(&name.as_str())),
            "{name}"
        );
        let others = lines
            .iter()
            .filter(|line| line.starts_with("piece "))
            .count();
        assert_eq!(setups + others, lines.len(), "{name}: {lines:?}");
    }
}

#[test]
fn pieces_of_other_movements_are_described() {
    for (game, lines) in [
        ("shako", &["piece C& mRcpR"][..]),
        ("nightrider", &["piece N& NN"]),
        ("grasshopper", &["piece G& gQ"]),
        ("duke-giraffe", &["piece G& afsafyafF"]),
        ("duke-double-path", &["piece F& afafsKafsafK"]),
        (
            "duke-jumping",
            &["piece Q& QcpQ", "piece R& RcpR", "piece B& BcpB"],
        ),
        ("duke-paths", &["piece F& "]),
        ("duke-scorpion", &["piece S& "]),
    ] {
        let mut session = Session::silent();
        let answer = session.ask(&format!("new\nvariant {game}"));
        assert!(answer.iter().all(|line| line.len() <= 500), "{answer:?}");
        for line in lines {
            assert!(
                answer.iter().any(|found| found.starts_with(line)),
                "{line}: {answer:?}"
            );
        }
        assert!(
            !answer.iter().any(|line| line.starts_with('#')),
            "{answer:?}"
        );
    }
    // XBoard has no regions: it is not told half of the move.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("palace.toml");
    let text = "[palace-guard]\nbase = 'chess'\n\
                pieces.B = { name = 'Guard', moves = 'ferz', region = ['a1:h3'] }\n";
    std::fs::write(&path, text).unwrap();
    let mut session = Session::silent();
    session.ask(&format!("option VariantPath={}", path.display()));
    let answer = session.ask("new\nvariant palace-guard");
    let said = "# XBoard cannot be told how the Guard moves, and lets it go anywhere";
    assert!(answer.iter().any(|line| line == said), "{answer:?}");
    assert!(
        !answer.iter().any(|line| line.starts_with("piece B")),
        "{answer:?}"
    );
}

/// A game of general pieces, move by move.
#[test]
fn cannons_capture_over_a_piece() {
    answers(
        "duke-cannon",
        &[
            ("usermove b1b7\nundo", &[]),
            ("usermove b1b6", &["Illegal move: b1b6"]),
        ],
    );
}

#[test]
fn falcon_chess_100_is_lettered_from_a_and_promotes_on_three_ranks() {
    let mut session = Session::silent();
    let lines = session.ask("new\nvariant duke-100");
    assert!(lines[0].starts_with(
        "setup (PNBRQ............FKpnbrq............fk) 12x10+6_grand \
         3******3/1rnfbqkbfnr1/1pppppppppp1/*10*/*10*/*10*/*10*/1PPPPPPPPPP1/1RNFBQKBFNR1/3******3["
    ));
    assert_eq!(lines[1], format!("piece F& {FALCON}"));
    assert_eq!(
        lines[2..],
        [
            "piece K KisjO3isjO2iljO4isjO1",
            "piece k KisjO3isjO2irjO4isjO1"
        ]
    );
    // As XBoard sends it: no castling field, and with the cells beside the board.
    let position = "setboard 3******3/6k5/2PP8/*7P2*/*10*/*10*/*10*/2p9/6K5/3******3[QQqq] w - 0 1";
    answers(
        "duke-100",
        &[
            (position, &[]),
            (
                "usermove d7d8",
                &["Illegal move (promote to F R N B): d7d8"],
            ),
            (
                "usermove d7d8q",
                &["Illegal move (promote to F R N B): d7d8q"],
            ),
            (
                "usermove d7d8p",
                &["Illegal move (promote to F R N B): d7d8p"],
            ),
            ("usermove d7d8f\nundo", &[]),
            // There a Pawn does not promote: the b-file of the game is the c-file here.
            ("usermove c7c8p\nundo\nusermove c7c8\nundo", &[]),
            // No promotion on the rank before the last three.
            ("usermove i6i7p\nundo", &[]),
            ("usermove i6i7\nundo", &[]),
            ("usermove i6i7q", &["Illegal move: i6i7q"]),
            // One step sideways is legal, if XBoard can be made to send it.
            ("usermove i6h6\nundo", &[]),
            ("usermove i5i6", &["Illegal move (i5 is empty): i5i6"]),
            ("usermove x6x7", &["Illegal move: x6x7"]),
            ("usermove m6m7", &["Illegal move: m6m7"]),
        ],
    );
}

#[test]
fn kings_of_complete_permutation_chess_swap_places() {
    let mut session = Session::silent();
    let lines = session.ask("new\nvariant permutation");
    assert!(
        lines[0].starts_with("setup (") && lines[0].contains(" 16x8+0_asean dfblmqezkastcnrv/")
    );
    let letters: Vec<char> = lines[1..]
        .iter()
        .filter_map(|line| line.strip_prefix("piece ")?.chars().next())
        .collect();
    for letter in "ACMFSLTDEVZK".chars() {
        assert!(letters.contains(&letter), "{letter}");
    }
    assert!(lines.contains(&format!("piece S& N{FALCON}")));
    assert!(lines.contains(&format!("piece Z& QN{FALCON}")));
    answers(
        "permutation",
        &[
            ("usermove i1a1\nusermove i8p8\nundo\nundo", &[]),
            // As XBoard sends the start position: the files of the Kings do not matter.
            (
                "setboard dfblmqezkastcnrv/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/DFBLMQEZKASTCNRV w Ii 0 1",
                &[],
            ),
            ("usermove i1h1\nusermove i8a8", &[]),
            (
                "usermove h1g1",
                &["Illegal move (the King cannot swap with that piece now): h1g1"],
            ),
            // White has only the Rook left: all other pieces can be promoted to.
            (
                "setboard i15/8P7/16/16/16/16/16/8K6R w - 0 1",
                &["tellusererror Illegal position: 'i' is not a piece of this game"],
            ),
            ("setboard k15/8P7/6P9/16/16/16/16/8K6R w - 0 1", &[]),
            (
                "usermove i7i8z\nundo\nusermove i7i8z'",
                &["Illegal move (promote to Z V D E A T M Q L C S F B N): i7i8z'"],
            ),
            (
                "usermove i7i8r",
                &["Illegal move (promote to Z V D E A T M Q L C S F B N): i7i8r"],
            ),
            (
                "usermove g6g7\nundo\nusermove g6g7p\nundo\nusermove g6g7s\nundo",
                &[],
            ),
        ],
    );
}

#[test]
fn ten_ranks_are_counted_from_0_and_nine_from_1() {
    answers(
        "duke-10x10",
        &[
            ("usermove a1a3\nusermove b8b6\nusermove a3a4", &[]),
            ("usermove a10a9", &["Illegal move: a10a9"]),
            // The en-passant square of a FEN counts from 1.
            (
                "setboard 5k4/10/10/10/1pP7/10/10/10/10/5K4 b - c5 0 1",
                &[
                    "tellusererror Illegal position: the last move cannot have been a double step over c5: no double step of that side passes there",
                ],
            ),
            (
                "setboard 5k4/10/10/10/10/10/1pP7/10/10/5K4 b - c3 0 1\nusermove b3c2",
                &[],
            ),
        ],
    );
    answers(
        "duke-9x9-single",
        &[
            (
                "setboard r4k2r/ppppppppp/9/9/9/9/9/PPPPPPPPP/R4K2R w - - 0 1",
                &[],
            ),
            ("usermove f1h1\nusermove f9b9\nundo\nundo", &[]),
            ("usermove f1g1,i1f1\nusermove f9e9,a9f9", &[]),
        ],
    );
}

#[test]
fn a_random_array_stays_until_a_move_is_made() {
    let mut session = Session::new("duke-random");
    let mut setup = |lines: &str| session.ask(lines)[0].clone();
    let first = setup("new\nvariant duke-random");
    assert_eq!(setup("new\nvariant duke-random"), first);
    let drawn: std::collections::HashSet<String> = (0..5)
        .map(|_| setup("force\nusermove a2a3\nnew\nvariant duke-random"))
        .collect();
    assert!(drawn.len() > 1, "the same array five times: {first}");
}

#[test]
fn a_king_in_the_corner_castles_in_two_legs() {
    answers(
        "duke-random",
        &[
            (
                "setboard k3r2bnr/pppppppppp/10/10/10/10/PPPPPPPPPP/K3R2BNR w - 0 1",
                &[],
            ),
            (
                "usermove a1c1",
                &["Illegal move (no such castling now): a1c1"],
            ),
            ("usermove a1c1,e1b1\nusermove a8b8,e8a8", &[]),
        ],
    );
}

/// Otherwise XBoard would leave the captured Pawn on the board.
#[test]
fn a_capture_en_passant_before_the_middle_of_the_board_has_two_legs() {
    // After the double step the capture is White's only move.
    let position = "setboard 1r7k/10/3p6/4p5/4P5/10/9r/K9 b - - 0 1";
    let mut session = Session::new("duke-third");
    session.ask(&format!("force\nsd 1\n{position}\nusermove d6d4"));
    session.send("go");
    let lines = session.until("move ");
    assert_eq!(lines[lines.len() - 1], "move e4d4,d4d5");
    answers(
        "duke-third",
        &[
            (&format!("{position}\nusermove d6d4"), &[]),
            ("usermove e4d4,d4d3", &["Illegal move: e4d4,d4d3"]),
            ("usermove e4f4,f4f5", &["Illegal move: e4f4,f4f5"]),
            ("usermove e4d4,d4d5", &[]),
            ("usermove e5d4", &["Illegal move: e5d4"]),
        ],
    );
    // On ten ranks XBoard removes the Pawn. Its ranks are counted from 0.
    answers(
        "duke-10x10-third",
        &[
            ("setboard 4k5/10/3p6/10/4P5/10/10/10/10/4K5 b - - 0 1", &[]),
            ("usermove d7d5\nusermove e5d6", &[]),
        ],
    );
}

/// The Pawn on a8 (b8 in XBoard) can become a Queen on x8 or x9, which XBoard's
/// legality test would reject, and nowhere else.
#[test]
fn moves_that_xboard_refuses_are_played_only_if_enabled() {
    let position = "setboard 1n1******3/1P9k/12/*10*/*10*/*10*/*10*/12/6K5/3******3 w - 0 1";
    let best = |option: &str| {
        let mut session = Session::new("duke-100");
        session.ask(&format!("{option}\nforce\nsd 6\n{position}"));
        session.send("go");
        let lines = session.until("move ");
        lines[lines.len() - 1].clone()
    };
    let queens = ["move b8a8q", "move b8a9q"];
    assert!(queens.contains(&best("option All Moves=1").as_str()));
    assert!(best("option All Moves=0").starts_with("move g1"));
    // Such moves from the opponent are accepted all the same.
    answers("duke-100", &[(position, &[]), ("usermove b8a9q", &[])]);
}

/// Where captures en passant are described to XBoard as two steps, it sees a King beside a
/// Pawn in check if the square behind the King is empty.
#[test]
fn kings_stay_away_from_pawns_that_xboard_takes_for_attackers() {
    let best = |option: &str, rank_2: &str| {
        let mut session = Session::new("duke-third");
        let position = format!("setboard 9k/10/10/10/3K6/4rp4/{rank_2}/10 w - - 0 1");
        session.ask(&format!("{option}\nforce\nsd 6\n{position}"));
        session.send("go");
        let lines = session.until("move ");
        lines[lines.len() - 1].clone()
    };
    let takes_rook = "move d4e3";
    assert_eq!(best("option All Moves=1", "10"), takes_rook);
    assert_ne!(best("option All Moves=0", "10"), takes_rook);
    assert_eq!(best("option All Moves=0", "4N5"), takes_rook);
}
