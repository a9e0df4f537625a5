//! Castling as XBoard writes it, and in other spellings.

use super::session::{NOTHING, answers};

#[test]
fn castling_in_falcon_moves_the_king_three_squares() {
    let board = "setboard r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1";
    answers(
        "falcon",
        &[
            (&format!("force\n{board}"), &[]),
            ("usermove f1i1\nusermove f8c8\nundo\nundo", &[]),
            ("usermove O-O-O\nusermove O-O\nundo\nundo", &[]),
            // As XBoard may send it with legality testing off.
            ("usermove f1j1\nusermove f8a8\nundo\nundo", &[]),
            (
                "usermove f1h1",
                &["Illegal move (no such castling now): f1h1"],
            ),
            ("usermove f1g1,j1f1", &["Illegal move: f1g1,j1f1"]),
            // XBoard lets a player castle into check.
            ("setboard r4k2r1/10/10/10/10/10/10/R4K3R w KQq - 0 1", &[]),
            (
                "usermove f1i1",
                &["Illegal move (no such castling now): f1i1"],
            ),
            ("usermove f1c1", &[]),
        ],
    );
}

#[test]
fn free_castling_in_one_step_has_two_legs() {
    let board = "setboard r4k3r/5p4/10/10/10/10/5P4/R4K3R w KQkq - 0 1";
    answers(
        "freefalcon",
        &[
            (&format!("force\n{board}"), &[]),
            ("usermove f1g1,j1f1\nusermove f8e8,a8f8\nundo\nundo", &[]),
            ("usermove f1j1,j1g1\nusermove f8a8\nundo\nundo", &[]),
            ("usermove f1h1\nusermove f8b8\nundo\nundo", &[]),
            // A step of the King is no castling: the Rook stays.
            (
                "usermove f1g1\nusermove f8e8\nusermove j1j2\nundo\nundo\nundo",
                &[],
            ),
            (
                "usermove f1g1,j1f1\nusermove f8e8\nusermove f1b1\nundo\nundo\nundo",
                &[],
            ),
            ("usermove f1g1,a1f1", &["Illegal move: f1g1,a1f1"]),
            ("usermove f1g1,", &["Illegal move: f1g1,"]),
            // Through check, which XBoard does not see.
            ("setboard r4kr3/10/10/10/10/10/10/R4K3R w KQq - 0 1", &[]),
            (
                "usermove f1i1",
                &["Illegal move (no such castling now): f1i1"],
            ),
            ("usermove f1g1,j1f1", &["Illegal move: f1g1,j1f1"]),
            (
                "usermove f1j1",
                &["Illegal move (no such castling now): f1j1"],
            ),
        ],
    );
}

#[test]
fn castling_has_many_spellings() {
    let board = "setboard r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    for text in [
        "O-O", "o-o", "0-0", "e1g1", "e1h1", "O-O-O", "0-0-0", "o-o-o", "e1c1", "e1a1",
    ] {
        answers(
            "normal",
            &[
                (&format!("force\n{board}\nusermove {text}"), &NOTHING),
                // Castling was played: the King has left its square.
                ("usermove e8e7", &["Illegal move: e8e7"]),
                ("undo", &NOTHING),
                // The same without the command.
                (text, &NOTHING),
                ("undo", &NOTHING),
                ("usermove e1e1", &["Illegal move: e1e1"]),
            ],
        );
    }
}

/// Capablanca Random Chess, which XBoard has, too, but is not offered unless asked for.
#[test]
fn capablanca_random_castles_by_sign() {
    let board = "setboard 4k5/10/10/10/10/10/PPPPPPPPPP/1R3K1R2 w HB - 0 1";
    answers(
        "caparandom",
        &[
            (&format!("force\n{board}\nusermove O-O"), &NOTHING),
            ("undo", &NOTHING),
            ("usermove f1h1", &NOTHING),
            ("undo", &NOTHING),
            ("usermove O-O-O", &NOTHING),
            ("usermove e8e7", &NOTHING),
            ("usermove d1e1", &NOTHING),
        ],
    );
}

#[test]
fn chess960_castles_by_sign() {
    let board = "setboard 4k3/8/8/8/8/8/PPPPPPPP/1R3K1R w HB - 0 1";
    for text in ["O-O", "0-0", "o-o", "f1h1"] {
        answers(
            "fischerandom",
            &[
                (&format!("force\n{board}\nusermove {text}"), &NOTHING),
                ("usermove e8e7", &NOTHING),
                ("usermove f1e1", &NOTHING),
                ("undo\nundo\nundo", &NOTHING),
                // The King's step is another move.
                ("usermove f1g1", &NOTHING),
                ("undo", &NOTHING),
                ("usermove O-O-O", &NOTHING),
                ("undo", &NOTHING),
                ("usermove f1c1", &NOTHING),
                ("undo", &NOTHING),
                ("usermove f1b1", &NOTHING),
                ("undo", &NOTHING),
                (
                    "usermove f1a1",
                    &["Illegal move (no such castling now): f1a1"],
                ),
            ],
        );
    }
}
