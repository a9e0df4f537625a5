//! Commands that need no search.

use super::session::Session;

const NOTHING: [&str; 0] = [];

/// Checks the answers to each line, in a new session.
fn answers(variant: &str, conversation: &[(&str, &[&str])]) {
    let mut session = Session::new(variant);
    for (line, answer) in conversation {
        assert_eq!(session.ask(line), *answer, "{line}");
    }
    assert_eq!(session.end(true), NOTHING);
}

#[test]
fn features_are_announced_in_an_order_that_xboard_accepts() {
    let mut session = Session::silent();
    session.send("protover 2");
    let lines = session.until("feature done=1");
    assert_eq!(lines[0], "feature done=0");
    assert!(lines[1].starts_with("feature myname=\"Peregrine "));
    let text = lines.join(" ");
    for feature in [
        "setboard=1",
        "ping=1",
        "playother=1",
        "usermove=1",
        "analyze=1",
        "colors=0",
        "sigint=0",
        "sigterm=0",
        "san=0",
        "memory=1",
        "smp=1",
        "nps=1",
        "draw=1",
        "name=1",
        "pause=1",
        "exclude=1",
        "debug=1",
        "reuse=1",
        "time=1",
        "egt=\"peregrine\"",
        "variants=\"normal,falcon,capablanca,fischerandom,freefalcon,duke-leap,duke-exchanged,duke-outer,\
         duke-third,duke-8x8,duke-9x8,duke-9x8-single,duke-9x9,duke-9x9-single,duke-9x10,\
         duke-9x10-single,duke-10x9,duke-10x9-outer,duke-10x10,duke-10x10-outer,\
         duke-10x10-third,duke-10x10-central,duke-five,duke-random,duke-100,duke-100-classic,permutation\"",
    ] {
        assert!(text.contains(&format!(" {feature}")), "{feature}");
    }
    assert!(!text.contains("setscore"));
    assert_eq!(
        session.ask("accepted done\nrejected nps\naccepted"),
        NOTHING
    );
}

#[test]
fn start_up_of_a_match_as_xboard_sends_it() {
    let mut session = Session::silent();
    session.send("protover 2");
    session.until("feature done=1");
    session.send("accepted setboard\naccepted variants\naccepted done");
    let block = "memory 2\ncores 1\nnew\nrandom\nvariant falcon\nlevel 0 1 1\npost\nhard\nping";
    session.send(&format!("{block} 1\nforce\nping 2\n{block} 3\nforce"));
    let piece = "piece F& aflafrKafraflKafafsKafsafK";
    assert_eq!(
        session.until("pong 3"),
        [piece, "pong 1", "pong 2", piece, "pong 3"]
    );
    assert_eq!(
        session.ask("computer\nname Fairy-Max 5.0b\nrating 2000 1500\nics -"),
        NOTHING
    );
}

#[test]
fn each_variant_is_described_to_xboard() {
    let piece = "piece F& aflafrKafraflKafafsKafsafK";
    answers(
        "normal",
        &[
            ("variant normal", &[]),
            ("variant capablanca", &[]),
            ("variant falcon", &[piece]),
            (
                "variant freefalcon",
                &[
                    "setup (PNBRQ............FKpnbrq............fk) 10x8+0_fairy \
                     rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w - - 0 1",
                    piece,
                    "piece K KisO3isO2ilO4isO1",
                    "piece k KisO3isO2irO4isO1",
                ],
            ),
            (
                "variant atomic",
                &["Error (unknown variant): variant atomic"],
            ),
            ("variant", &["Error (wrong number of parameters): variant"]),
            // Still freefalcon.
            (
                "force\nsetboard 5k4/10/10/10/10/10/10/5K3R w K - 0 1\nf1g1,j1f1",
                &[],
            ),
        ],
    );
}

#[test]
fn invalid_commands_are_reported() {
    answers(
        "falcon",
        &[
            ("", &[]),
            ("   ", &[]),
            ("foo", &["Error (unknown command): foo"]),
            ("  foo   bar ", &["Error (unknown command): foo   bar"]),
            ("lift e2", &["Error (unknown command): lift e2"]),
            (
                "protover",
                &["Error (wrong number of parameters): protover"],
            ),
            (
                "new game",
                &["Error (wrong number of parameters): new game"],
            ),
            (
                "usermove",
                &["Error (wrong number of parameters): usermove"],
            ),
            ("ping", &["Error (wrong number of parameters): ping"]),
            ("ping me", &["Error (not a number): ping me"]),
            (
                "level 40 5",
                &["Error (wrong number of parameters): level 40 5"],
            ),
            ("level x 5 0", &["Error (not a level): level x 5 0"]),
            ("level 0 5 -1", &["Error (not a level): level 0 5 -1"]),
            ("st soon", &["Error (not a number of seconds): st soon"]),
            ("st -1", &["Error (not a number of seconds): st -1"]),
            ("sd 0", &["Error (not a number of plies): sd 0"]),
            ("sd -3", &["Error (not a number of plies): sd -3"]),
            ("nps much", &["Error (not a rate): nps much"]),
            ("otim x", &["Error (not a number): otim x"]),
            ("memory 0", &["Error (not a valid number): memory 0"]),
            (
                "memory 99999999999999999999999",
                &["Error (not a valid number): memory 99999999999999999999999"],
            ),
            ("cores 0", &["Error (not a valid number): cores 0"]),
            ("cores many", &["Error (not a valid number): cores many"]),
            ("undo", &["Error (no move to take back): undo"]),
            (
                "remove",
                &["Error (fewer than two moves to take back): remove"],
            ),
            ("exit", &["Error (not in analysis mode): exit"]),
            (".", &["Error (no analysis is running): ."]),
            ("e2e4\u{7}", &["Illegal move: e2e4?"]),
        ],
    );
}

#[test]
fn valid_commands_get_no_answer() {
    answers(
        "falcon",
        &[(
            "xboard\nrandom\nhard\neasy\npost\nnopost\ncomputer\nname x y\nrating 1 2\nics -\n\
             egtpath syzygy /tmp\naccepted x\nrejected y z\npause\nresume\n?\ndraw\n\
             level 40 5 0\nlevel 40 0:30 0\nlevel 0 2 12\nlevel 0 0:10 0.1\nst 5\nst 0.5\nsd 7\n\
             nps 100000\nnps 0\nnps -1\ntime 6000\ntime -20\notim 6000\nmemory 2\ncores 2\n\
             cores 1\nforce\nresult * {}\nresult 1-0 {White mates}\nplayother",
            &[],
        )],
    );
}

#[test]
fn options_of_every_kind() {
    answers(
        "falcon",
        &[
            ("option MultiPV=3", &[]),
            ("option multipv = 2", &[]),
            ("option Move Overhead=100", &[]),
            ("option Skill Level=5", &[]),
            ("option Skill Seed=7", &[]),
            (
                "option Skill Level=21",
                &[
                    "Error (option Skill Level is a number from 0 to 20, not '21'): \
                 option Skill Level=21",
                ],
            ),
            ("option Promotion=no-queen", &[]),
            ("option Clear Hash", &[]),
            ("option Resign=1", &[]),
            ("option Resign=0", &[]),
            ("option", &["Error (wrong number of parameters): option"]),
            (
                "option Nothing=1",
                &["Error (unknown option): option Nothing=1"],
            ),
            ("option Hash=1", &["Error (unknown option): option Hash=1"]),
            (
                "option Resign=perhaps",
                &["Error (the value must be 0 or 1): option Resign=perhaps"],
            ),
            (
                "option MultiPV=0",
                &["Error (option MultiPV is a number from 1 to 2048, not '0'): option MultiPV=0"],
            ),
            (
                "option MultiPV",
                &["Error (option MultiPV needs a value): option MultiPV"],
            ),
            (
                "option Promotion=king",
                &[
                    "Error (unknown promotion rule 'king' (known: any, no-queen)): \
                 option Promotion=king",
                ],
            ),
        ],
    );
}

#[test]
fn promotion_rule_follows_the_variant() {
    let board = "setboard 5k4/P9/10/10/10/10/10/5K4 w - - 0 1";
    let promote = "Illegal move (promote to";
    let mut session = Session::new("falcon");
    assert_eq!(
        session.ask(&format!("force\n{board}\nusermove a7a8q\nundo")),
        NOTHING
    );
    assert_eq!(
        session.ask("option Promotion=no-queen\nusermove a7a8n\nundo"),
        NOTHING
    );
    assert_eq!(
        session.ask("usermove a7a8q"),
        ["Illegal move (promote to R B N F): a7a8q"]
    );
    assert!(session.ask("usermove a7a8")[0].starts_with(promote));
    assert_eq!(
        session.ask("usermove a7a8f\noption Promotion=any\nundo"),
        NOTHING
    );
    // A game in progress keeps its rules.
    assert_eq!(session.ask("usermove a7a8r\nundo\nusermove a7a8F"), NOTHING);
    assert_eq!(
        session
            .ask(&format!(
                "new\nvariant falcon\nforce\n{board}\nusermove a7a8Q"
            ))
            .len(),
        1
    );
    // Chess has one promotion rule only.
    assert_eq!(
        session
            .ask("option Promotion=no-queen\nnew\nforce\nsetboard 5k2/P7/8/8/8/8/8/5K2 w - - 0 1"),
        NOTHING
    );
    assert_eq!(session.ask("usermove a7a8q"), NOTHING);
}

#[test]
fn moves_in_force_mode() {
    answers(
        "falcon",
        &[
            ("force", &[]),
            ("usermove e2e4", &[]),
            ("usermove e2e4", &["Illegal move (e2 is empty): e2e4"]),
            (
                "usermove e4e5",
                &["Illegal move (the piece on e4 is not Black's): e4e5"],
            ),
            ("usermove d8d6", &["Illegal move: d8d6"]),
            ("usermove zzz", &["Illegal move: zzz"]),
            ("usermove e7e5q", &["Illegal move: e7e5q"]),
            ("e7e5", &[]),
            ("Nc3", &[]),
            ("usermove Ne6", &["Illegal move: Ne6"]),
            ("Nh6", &[]),
            ("undo\nundo\nundo\nundo", &[]),
            ("undo", &["Error (no move to take back): undo"]),
            ("usermove e2e4\nusermove e7e5\nremove\nusermove e2e3", &[]),
            ("k0k0", &["Illegal move: k0k0"]),
        ],
    );
}

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

/// What sets up a position ends the state, and nothing else does.
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

#[test]
fn old_commands_for_the_side_to_move() {
    let mut session = Session::new("normal");
    assert_eq!(
        session.ask("force\nblack\nusermove e7e5\nforce\nusermove e2e4"),
        NOTHING
    );
    assert_eq!(session.ask("force\nwhite\nforce\nusermove d2d4"), NOTHING);
    session.send("force\nsetboard 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    let answer = session.ask("black");
    assert!(
        answer[0].starts_with("tellusererror Illegal position: "),
        "{answer:?}"
    );
}

#[test]
fn the_book_listing_ends_with_an_empty_line() {
    let mut session = Session::new("falcon");
    let book = session.ask("bk");
    let (last, text) = book.split_last().unwrap();
    assert!(last.is_empty() && !text.is_empty());
    assert!(text.iter().all(|line| line.starts_with(' ')));
}

#[test]
fn variant_files_are_loaded_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let name = path.display();
    let mut session = Session::new("falcon");
    std::fs::write(&path, "[xboard-test]\nbase = 'chess'\nking = 'x'\n").unwrap();
    let refusal = session.ask(&format!("option VariantPath={name}"));
    let begin = format!("tellusererror {name}:3: xboard-test.king: a piece's letter must be");
    assert!(refusal[0].starts_with(&begin), "{refusal:?}");
    std::fs::write(&path, "[xboard-test]\nbase = 'chess'\n").unwrap();
    let answer = session.ask(&format!("option VariantPath={name}"));
    assert!(
        answer[0].starts_with("feature variants=\"normal,"),
        "{answer:?}"
    );
}

#[test]
fn end_of_input_quits() {
    assert_eq!(Session::new("falcon").end(false), NOTHING);
    let mut session = Session::new("falcon");
    session.send("go");
    assert_eq!(session.end(false), NOTHING);
    let mut session = Session::new("falcon");
    session.send("analyze");
    assert_eq!(session.end(true), NOTHING);
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
