//! Positions from `setboard` and from the edit mode.

use super::session::{NOTHING, Session, answers};

#[test]
fn after_an_invalid_setboard_every_move_is_illegal() {
    let wrong = "tellusererror Illegal position: ";
    let mut session = Session::new("falcon");
    assert_eq!(session.ask("force\nusermove e2e4"), NOTHING);
    for fen in [
        "",
        "startpos",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "10/10/10/10/10/10/10/10 w - - 0 1",
        "5k4/10/10/10/10/10/10/5K3X w - - 0 1",
        "5k4/10/10/10/10/10/10/5KK3 w - - 0 1",
        "5k4/10/10/10/10/10/10/5K4 x - - 0 1",
        "5k4/10/10/10/10/10/10/5K4 w K - 0 1",
        "5k4/5R4/10/10/10/10/10/5K4 w - - 0 1",
    ] {
        let answer = session.ask(&format!("setboard {fen}"));
        assert_eq!(answer.len(), 1, "{fen}");
        assert!(
            answer[0].starts_with(wrong) && answer[0].len() > wrong.len(),
            "{}",
            answer[0]
        );
        for mv in ["e7e5", "b8c6", "e2e4", "a1a1", "O-O"] {
            let illegal = format!("Illegal move (the last position was refused): {mv}");
            for line in [format!("usermove {mv}"), mv.to_owned()] {
                assert_eq!(session.ask(&line), [illegal.as_str()], "{line}");
            }
        }
    }
    assert_eq!(
        session.ask("setboard 5k4/10/10/10/10/10/10/R4K4 w Q - 0 1\nf1c1"),
        NOTHING
    );
    assert_eq!(
        session.ask("undo\nundo"),
        ["Error (no move to take back): undo"]
    );
}

#[test]
fn edit_sets_up_positions() {
    let wrong = "tellusererror Illegal position: ";
    let mut session = Session::new("falcon");
    let pieces = "edit\n#\nKf1\nRa1\nRj1\nPa2\nPb2\nxb2\nc\nKf8\nFd8\n.";
    assert_eq!(session.ask(&format!("force\n{pieces}")), NOTHING);
    assert_eq!(
        session.ask("usermove f1i1\nundo\nusermove f1c1\nusermove d8b5"),
        NOTHING
    );
    assert_eq!(
        session.ask("undo\nundo\nundo"),
        ["Error (no move to take back): undo"]
    );
    // No King for Black: refused, and there is no position.
    let answer = session.ask("edit\n#\nKf1\n.");
    assert!(
        answer.len() == 1 && answer[0].starts_with(wrong),
        "{answer:?}"
    );
    let illegal = ["Illegal move (the last position was refused): f1i1"];
    assert_eq!(session.ask("usermove f1i1"), illegal);
    assert_eq!(session.ask("f1i1"), illegal);
    assert_eq!(
        session.ask(&format!("{pieces}\nusermove f1i1\nundo")),
        NOTHING
    );
    assert_eq!(
        session.ask("edit\nfoo\nXa1\nKk1\nK\n"),
        [
            "Error (no such command while editing): foo",
            "Error (no such piece): Xa1",
            "Error (no such command while editing): Kk1",
            "Error (no such command while editing): K",
            "Error (no such command while editing): ",
        ]
    );
    assert_eq!(session.ask("xa1\n.\nusermove f1i1"), NOTHING);
    assert_eq!(session.ask("edit\n#\nnew\nforce\nusermove e2e4"), NOTHING);
    assert_eq!(
        session.ask("edit\n#\nsetboard 5k2/8/8/8/8/8/8/5K2 b - - 0 1\nf8f7"),
        NOTHING
    );
    session.send("edit");
    assert_eq!(session.end(true), NOTHING);
}

#[test]
fn without_a_position_the_engine_neither_moves_nor_thinks() {
    let good = "setboard 5k4/10/10/10/10/10/10/R4K4 w Q - 0 1";
    let refusals = [
        "setboard 5k4/10/10/10/10/10/10/R4K4 w KQ - 0 1".to_owned(),
        "edit\n#\nKf1\n.".to_owned(),
        format!("setboard {}", "1".repeat(2 << 20)),
    ];
    for refusal in refusals {
        let mut session = Session::new("falcon");
        assert_eq!(session.ask(&refusal).len(), 1);
        let refused = "(the last position was refused)";
        for line in [
            "go",
            "playother",
            "undo",
            "remove",
            "hint",
            "white",
            "black",
            "exclude all",
        ] {
            assert_eq!(
                session.ask(line),
                [format!("Error {refused}: {line}")],
                "{line}"
            );
        }
        for text in [
            "e2e4",
            "a1a2",
            "Nc3",
            "O-O",
            "0-0-0",
            "e4",
            "f1g1,j1f1",
            "exclude e2e4",
        ] {
            let mv = text.trim_start_matches("exclude ");
            assert_eq!(
                session.ask(text),
                [format!("Illegal move {refused}: {mv}")],
                "{text}"
            );
        }
        // XBoard takes an error for the lack of a feature.
        for line in [
            "?", "analyze", "draw", "force", "post", "time 100", "otim 100", "resume",
        ] {
            assert_eq!(session.ask(line), NOTHING, "{line}");
        }
        assert_eq!(session.ask("bk"), [" The last position was refused.", ""]);
        assert_eq!(session.ask("foo"), ["Error (unknown command): foo"]);
        assert_eq!(session.ask("variant foo").len(), 1);
        assert_eq!(
            session.ask("usermove e2e4"),
            [format!("Illegal move {refused}: e2e4")]
        );
        // Until there is a position.
        let accepted = match session.ask(&format!("force\n{good}\nusermove a1a2")) {
            answer if answer.is_empty() => session.ask("undo\nexit"),
            answer => answer,
        };
        assert_eq!(accepted, ["Error (not in analysis mode): exit"]);
        for start in [
            "new\nvariant falcon\nforce\ne2e4",
            "new\nforce\ne2e4",
            "variant normal\ne2e4",
        ] {
            session.ask(&refusal);
            let answer = session.ask(start);
            assert!(
                answer.iter().all(|line| line.starts_with("piece ")),
                "{answer:?}"
            );
        }
        assert_eq!(session.end(true), NOTHING);
    }
}

#[test]
fn a_refused_position_ends_thinking_and_analysis() {
    let refusal = "setboard 5k4/10/10/10/10/10/10/10 w - - 0 1";
    let mut session = Session::new("falcon");
    session.send("st 3600\npost\ngo");
    session.until("3 ");
    session.send(&format!("nopost\n{refusal}"));
    session.until("tellusererror Illegal position");
    assert_eq!(session.ask("?"), NOTHING);
    // Analysis goes on with the next position.
    session.send("force\nnew\nvariant falcon\nforce\npost\nanalyze");
    session.until("3 ");
    session.send(refusal);
    session.until("tellusererror Illegal position");
    assert_eq!(session.ask("."), ["Error (no analysis is running): ."]);
    session.send("setboard r4k3r/5p4/10/10/10/10/5P4/R4K3R w KQkq - 0 1");
    session.until("3 ");
    session.end(true);
}

#[test]
fn edit_keeps_the_side_to_move() {
    let mut session = Session::new("normal");
    session.send("force\na2a3\nedit\n#\nKe1\nc\nKe8\nRa8\n.");
    assert_eq!(session.ask("usermove e8c8"), NOTHING);
}

/// The edit mode cannot tell castling rights: all that there can be are assumed, at most
/// one on a side of the King.
#[test]
fn edited_positions_of_chess960_have_the_outermost_rooks_rights() {
    let edit = "edit\n#\nRa1\nRb1\nKd1\nRg1\nRh1\nPa2\nc\nKe8\nPa7\n.";
    answers(
        "fischerandom",
        &[
            (&format!("force\n{edit}"), &NOTHING),
            (
                "usermove d1b1",
                &["Illegal move (no such castling now): d1b1"],
            ),
            ("usermove b1b2", &NOTHING),
            ("usermove a7a6", &NOTHING),
            ("usermove d1a1", &NOTHING),
        ],
    );
}
