//! Commands that need no search.

use super::session::{NOTHING, Session, answers};
use crate::process::{output_for, program};

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

/// What sets up a position ends the state, and nothing else does.

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
fn the_library_is_announced_on_request() {
    // In a process of its own: all sessions of this one share the list.
    let run = |arguments: &[&str], lines: &str| {
        let output = output_for(program().args(arguments), &format!("xboard\n{lines}quit\n"));
        String::from_utf8(output.stdout).unwrap()
    };
    let variants = |text: &str| -> Vec<Vec<String>> {
        let lines = text.lines();
        let lines = lines.filter_map(|line| line.strip_prefix("feature variants=\""));
        let names = lines.map(|line| line.trim_end_matches('"').split(',').map(str::to_owned));
        names.map(Iterator::collect).collect()
    };
    let text = run(
        &[],
        "protover 2\noption Library=1\nforce\nvariant duke-templars\nusermove e2e4\n\
         option Library=0\nusermove e7e5\nvariant shako\n",
    );
    let lists = variants(&text);
    let has = |list: usize, name: &str| lists[list].iter().any(|other| other == name);
    assert_eq!(lists.len(), 3, "{text}");
    assert!(
        has(1, "almost") && has(1, "armageddon") && !has(0, "almost"),
        "{lists:?}"
    );
    assert!(lists[0] == lists[2] && has(2, "freefalcon"), "{lists:?}");
    // The whole library, but for what XBoard cannot be told.
    for name in [
        "shako",
        "troitzky",
        "arabian-chess",
        "thai-makruk",
        "three-checks",
    ] {
        assert!(has(1, name), "{name}: {lists:?}");
    }
    assert!(lists[1].len() >= 104, "{lists:?}");
    assert!(
        text.contains("# xiangqi is not offered: XBoard cannot be told how the King"),
        "{text}"
    );
    for reason in ["cannot use the name", "too many games"] {
        assert!(!text.contains(reason), "{reason}: {text}");
    }
    assert!(text.contains(" rbfnkqnfbr/pppppppppp/"), "{text}");
    // Those that are not announced can be played all the same.
    assert!(text.contains("piece C& mRcpR\n"), "{text}");
    assert!(
        !text.contains("Illegal") && !text.contains("Error"),
        "{text}"
    );
    let lists = variants(&run(&["--variant", "gardner"], "protover 2\n"));
    assert!(lists[0].contains(&"gardner".to_owned()), "{lists:?}");
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
