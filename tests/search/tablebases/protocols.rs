//! Table folders given to the engine through the protocols.

use std::fs;

use peregrine::engine::Engine;
use peregrine::notation::parse_coordinate;
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::search::Limits;
use peregrine::tablebase::Tablebases;

use super::rules;

/// The engine's answer to lines of a protocol.
fn conversation(lines: &str) -> String {
    let mut answer = Vec::new();
    peregrine::protocol::run_session(std::io::Cursor::new(lines.to_owned()), &mut answer).unwrap();
    String::from_utf8(answer).unwrap()
}

/// Faults of a folder or of a file in it are reported, and the engine keeps playing.
#[test]
fn protocols_accept_table_folders_and_report_their_faults() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    let drawn = "position fen 8/8/4k3/8/8/8/8/F3K1r1 w - - 0 1";
    let uci = |path: &str| {
        conversation(&format!(
            "uci\nsetoption name UCI_Variant value falcon-8x8\n\
             setoption name TablebasePath value {path}\n{drawn}\ngo depth 3\n"
        ))
    };
    let missing = uci("/no/such/folder");
    assert!(
        missing.contains("info string Error: /no/such/folder: "),
        "{missing}"
    );
    assert!(missing.contains("bestmove "));
    let fine = uci(&path.to_string());
    assert!(
        !fine.contains("Error") && fine.contains("bestmove "),
        "{fine}"
    );
    fs::write(folder.path().join("x.tablebase"), "nothing").unwrap();
    let damaged = uci(&path.to_string());
    assert!(
        damaged.contains("x.tablebase: 7 bytes, expected"),
        "{damaged}"
    );
    assert!(damaged.contains("bestmove "));
    let cecp = |line: &str| {
        conversation(&format!(
            "xboard\nprotover 2\n{line}\nping 1\nusermove e2e4\n"
        ))
    };
    let egtpath = cecp(&format!("egtpath peregrine {path}"));
    assert!(egtpath.contains("feature egt=\"peregrine\"\n"), "{egtpath}");
    assert!(
        egtpath.contains("tellusererror ") && egtpath.contains("x.tablebase"),
        "{egtpath}"
    );
    assert!(cecp("egtpath peregrine /no/such/folder").contains("tellusererror /no/such/folder: "));
    assert!(!cecp("egtpath nalimov /no/such/folder").contains("error"));
    assert!(!cecp("option TablebasePath=").contains("rror"));
}

/// For a game with other rules the engine reads its folder again, and reports what is wrong
/// with it then.
#[test]
fn other_rules_have_their_own_tables() {
    let folder = tempfile::tempdir().unwrap();
    let fen = "k9/10/1K8/10/10/10/10/8Q1 w - - 0 1";
    let ending = Position::from_fen(rules("falcon"), fen).unwrap();
    let mut engine = Engine::new(rules("falcon"));
    let path = folder.path().to_owned();
    engine.set_tablebase_folder(Some(path)).unwrap();
    fs::write(folder.path().join("x.tablebase"), "nothing").unwrap();
    let faults_after_search = |engine: &mut Engine, name| {
        let limits = Limits {
            depth: Some(1),
            ..Limits::default()
        };
        engine.search(&Game::new(Position::start(rules(name))), limits, |_| ());
        let faults = engine.drain_tablebase_errors();
        faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert!(faults_after_search(&mut engine, "falcon").is_empty());
    assert!(engine.probe_tablebase(&ending).is_some());
    let damaged = faults_after_search(&mut engine, "chess");
    assert!(matches!(&damaged[..], [fault] if fault.contains("x.tablebase: ")));
    assert_eq!(engine.probe_tablebase(&ending), None);
    let path = folder.path().display().to_string();
    folder.close().unwrap();
    let gone = faults_after_search(&mut engine, "falcon");
    assert!(matches!(&gone[..], [fault] if fault.starts_with(&path)));
    assert!(engine.probe_tablebase(&ending).is_some());
    // The engine does not look for the folder again.
    assert!(faults_after_search(&mut engine, "chess").is_empty());
}

/// In a tablebase position the engine reports the result at once, with all moves until mate;
/// and likewise where a line leads to such a position.
#[test]
fn the_principal_variation_continues_until_mate() {
    for (fen, depth, lines) in [
        ("8k1/10/10/10/10/4F5/10/K9 w - - 0 1", 30, 1),
        ("8k1/10/10/10/10/4F5/5n4/K9 w - - 0 1", 3, 3),
    ] {
        let said = conversation(&format!("position fen {fen}\ngo depth {depth}\n"));
        let infos: Vec<&str> = said
            .lines()
            .filter(|line| line.starts_with("info depth "))
            .collect();
        assert_eq!(infos.len(), lines, "{said}");
        let last = infos.last().unwrap();
        assert!(!last.contains(" tbhits 0 "), "{last}");
        let mut position = Position::from_fen(rules("falcon"), fen).unwrap();
        let known = Tablebases::built_in(position.rules()).probe(&position);
        let (start, line) = last.split_once(" pv ").unwrap();
        let (_, score) = start.split_once(" score mate ").unwrap();
        let moves: usize = score.split_once(' ').unwrap().0.parse().unwrap();
        let line: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(line.len(), 2 * moves - 1, "{last}");
        assert!(
            known.is_none_or(|value| value.moves() == Some(moves as u16)),
            "{last}"
        );
        for text in line {
            position.play(parse_coordinate(&position, text).unwrap());
        }
        assert!(position.is_check() && !position.has_legal_move());
    }
}
