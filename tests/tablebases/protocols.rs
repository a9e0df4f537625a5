//! Folders of tables given to the engine.

use std::fs;

/// What the engine says to the lines of a protocol.
fn conversation(lines: &str) -> String {
    let mut answer = Vec::new();
    peregrine::protocol::converse(std::io::Cursor::new(lines.to_owned()), &mut answer).unwrap();
    String::from_utf8(answer).unwrap()
}

/// What is wrong with a folder or a file in it is told, and the engine plays on.
#[test]
fn protocols_take_folders_and_name_what_is_wrong_with_them() {
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
        damaged.contains("x.tablebase: 7 bytes where there should be"),
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
