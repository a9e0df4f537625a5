//! The options `EvalFile` and `Use Network`.

use super::session::{NOTHING, Session};
use crate::network_files::{By, DEPTH, Files, found};

/// The score and the number of nodes of a search of the start position, and what was said
/// before it.
fn search(session: &mut Session) -> (Vec<String>, (i64, i64)) {
    session.send(&format!("post\nforce\nsd {DEPTH}\ngo"));
    let mut lines = session.until("move ");
    lines.pop();
    // Depth, score, time, nodes and the line.
    let numbers = |line: &String| -> Option<[i64; 4]> {
        let words: Vec<i64> = line
            .split_whitespace()
            .map_while(|w| w.parse().ok())
            .collect();
        words.first_chunk().copied()
    };
    let last = lines.iter().rev().find_map(numbers).unwrap();
    lines.retain(|line| numbers(line).is_none());
    let said = session.ask("force\nundo");
    assert_eq!(said, NOTHING);
    (lines, (last[1], last[3]))
}

/// The same of a search that knows nothing of those before.
fn fresh_search(session: &mut Session) -> (Vec<String>, (i64, i64)) {
    assert_eq!(session.ask("option Clear Hash"), NOTHING);
    search(session)
}

fn session() -> Session {
    Session::new("freefalcon")
}

#[test]
fn both_options_are_announced() {
    let mut session = Session::silent();
    session.send("protover 2");
    let lines = session.until("feature done=1");
    for option in ["EvalFile -file ", "Use Network -check 1"] {
        let line = format!("feature option=\"{option}\"");
        assert!(lines.contains(&line), "{option}");
    }
}

#[test]
fn the_network_of_a_file_searches_until_it_is_taken_away() {
    let files = Files::new();
    let path = files.path("falcon.prgnet").display().to_string();
    let by = By::Network(&files.falcon);
    let mut session = session();
    assert_eq!(
        search(&mut session),
        (Vec::new(), found("falcon", By::Default))
    );
    for (option, by) in [
        (format!("EvalFile={path}"), by),
        ("Use Network=0".to_owned(), By::Hand),
        ("Use Network=1".to_owned(), by),
        ("EvalFile=".to_owned(), By::Default),
        (format!("EvalFile = {path} "), by),
        ("EvalFile=<empty>".to_owned(), By::Default),
    ] {
        assert_eq!(
            session.ask(&format!("option {option}")),
            NOTHING,
            "{option}"
        );
        let expected = found("falcon", by);
        assert_eq!(search(&mut session), (Vec::new(), expected), "{option}");
    }
    session.ask("option Use Network=0");
    session.ask(&format!("option EvalFile={path}"));
    assert_eq!(fresh_search(&mut session).1, found("falcon", By::Hand));
    session.ask("option Use Network=1");
    assert_eq!(search(&mut session).1, found("falcon", by));
    assert_eq!(
        session.ask("option Use Network=maybe"),
        ["Error (option Use Network is 'true' or 'false', not 'maybe'): option Use Network=maybe"]
    );
    assert_eq!(session.end(true), NOTHING);
}

#[test]
fn a_useless_file_changes_nothing() {
    let files = Files::new();
    let falcon = files.path("falcon.prgnet").display().to_string();
    let mut session = session();
    session.ask(&format!("option EvalFile={falcon}"));
    let expected = found("falcon", By::Network(&files.falcon));
    for (path, reason) in files.useless() {
        let said = session.ask(&format!("option EvalFile={}", path.display()));
        let begin = format!("tellusererror {}: {reason}", path.display());
        assert!(said.len() == 1 && said[0].starts_with(&begin), "{said:?}");
        assert_eq!(fresh_search(&mut session), (Vec::new(), expected));
    }
}

/// XBoard sends the options before it names the game.
#[test]
fn a_file_for_another_game_waits_for_that_game() {
    let files = Files::new();
    let chess = files.path("chess.prgnet").display().to_string();
    let falcon = files.path("falcon.prgnet").display().to_string();
    let fault = |path: &str, network: &str, game: &str| {
        format!(
            "tellusererror {path}: this is a network for '{network}', \
             which has another board or other men than '{game}'"
        )
    };
    let mut session = Session::silent();
    session.send("protover 2");
    session.until("feature done=1");
    // Other clients wait until the engine is ready in between.
    let said = session.ask(&format!("option EvalFile={falcon}"));
    assert!(!said.iter().any(|line| line.contains("rror")), "{said:?}");
    let said = session.ask("new\nrandom\nvariant falcon");
    assert!(!said.iter().any(|line| line.contains("rror")), "{said:?}");
    // The engine has not met the rules of the new game when the option comes.
    let said = session.ask(&format!("new\noption EvalFile={chess}"));
    assert!(!said.iter().any(|line| line.contains("rror")), "{said:?}");
    let expected = found("chess", By::Network(&files.chess));
    assert_eq!(fresh_search(&mut session), (Vec::new(), expected));

    let said = session.ask("new\nvariant freefalcon");
    let message = fault(&chess, "chess", "falcon");
    assert_eq!(
        said.iter().filter(|line| **line == message).count(),
        1,
        "{said:?}"
    );
    assert_eq!(
        fresh_search(&mut session),
        (Vec::new(), found("falcon", By::Default))
    );
    let said = session.ask(&format!("option EvalFile={falcon}\nnew"));
    assert_eq!(said, [fault(&falcon, "falcon", "chess")]);
    assert_eq!(
        fresh_search(&mut session),
        (Vec::new(), found("chess", By::Default))
    );
    assert_eq!(session.end(true), NOTHING);
}

#[test]
fn a_network_is_changed_when_the_engine_has_thought() {
    let files = Files::new();
    let path = files.path("falcon.prgnet").display().to_string();
    let mut session = session();
    assert_eq!(
        fresh_search(&mut session),
        (Vec::new(), found("falcon", By::Default))
    );
    session.send("nopost\nsd 60\nlevel 40 50 0\ngo");
    for option in [
        format!("EvalFile={path}"),
        "Promotion=no-queen".to_owned(),
        "Promotion=default".to_owned(),
        "Clear Hash".to_owned(),
        "MultiPV=1".to_owned(),
    ] {
        session.send(&format!("option {option}"));
    }
    session.send("memory 2\ncores 1\negtpath peregrine /no/such/folder\npost");
    // The search goes on, and moves when it is told to.
    std::thread::sleep(std::time::Duration::from_millis(200));
    session.send("?");
    session.until("move ");
    assert!(
        session
            .line()
            .starts_with("tellusererror /no/such/folder: ")
    );
    session.ask("force\nundo");
    assert_eq!(
        fresh_search(&mut session),
        (Vec::new(), found("falcon", By::Network(&files.falcon)))
    );
    session.ask("option EvalFile=");
    // In analysis it is changed at once.
    session.send("analyze");
    session.send(&format!("option EvalFile={path}\n."));
    session.until("stat01:");
    session.ask("exit");
    assert_eq!(
        fresh_search(&mut session).1,
        found("falcon", By::Network(&files.falcon))
    );
}
