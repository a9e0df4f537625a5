//! The options `EvalFile` and `Use Network`.

use super::session::{lines, number};
use crate::network_files::{By, DEPTH, Files, explanation, found};

/// The answer to commands, and the explanation of the start position after them.
fn explained(commands: &str) -> (Vec<String>, Vec<String>) {
    let mut answer = lines(&format!("uci\n{commands}\nisready\neval\n"));
    let ok = answer.iter().position(|line| line == "uciok").unwrap();
    let mut answer = answer.split_off(ok + 1);
    let ready = answer.iter().position(|line| line == "readyok").unwrap();
    let mut explanation = answer.split_off(ready);
    explanation.remove(0);
    (answer, explanation)
}

fn set(name: &str, value: &str) -> String {
    format!("setoption name {name} value {value}\n")
}

#[test]
fn the_network_of_a_file_evaluates_and_searches() {
    let files = Files::new();
    let falcon = files.path("falcon.prgnet").display().to_string();
    let by = By::Network(&files.falcon);
    let (said, explanations) = explained(&set("evalfile", &falcon));
    assert_eq!(said, [""; 0]);
    assert_eq!(explanations, explanation("falcon", by));
    let search = |options: &str| {
        let answer = lines(&format!("{options}position startpos\ngo depth {DEPTH}\n"));
        let last = &answer[answer.len() - 2];
        (number(last, "cp"), number(last, "nodes"))
    };
    assert_eq!(search(""), found("falcon", By::Default));
    let options = set("EvalFile", &falcon);
    assert_eq!(search(&options), found("falcon", by));
    // What another evaluation has found is forgotten.
    let options = format!("position startpos\ngo depth {DEPTH}\n{options}");
    assert_eq!(search(&options), found("falcon", by));
    let back = options + &set("EvalFile", "<empty>");
    assert_eq!(search(&back), found("falcon", By::Default));
}

#[test]
fn a_useless_file_changes_nothing() {
    let files = Files::new();
    let falcon = files.path("falcon.prgnet").display().to_string();
    for (path, reason) in files.useless() {
        let option = set("EvalFile", &path.display().to_string());
        let (said, explanations) = explained(&option);
        let begin = format!("info string Error: {}: {reason}", path.display());
        assert!(said[0].starts_with(&begin), "{said:?}");
        assert_eq!(said.len(), 1);
        assert_eq!(explanations, explanation("falcon", By::Default));
        let (said, explanations) = explained(&(set("EvalFile", &falcon) + &option));
        assert!(said[0].starts_with(&begin), "{said:?}");
        assert_eq!(
            explanations,
            explanation("falcon", By::Network(&files.falcon))
        );
    }
}

#[test]
fn a_file_for_another_game_waits_for_that_game() {
    let files = Files::new();
    let chess = files.path("chess.prgnet").display().to_string();
    let option = set("EvalFile", &chess);
    let fault = format!(
        "info string Error: {chess}: this is a network for 'chess', \
         which has another board or other men than 'falcon'"
    );
    let (said, explanations) = explained(&option);
    assert_eq!(said, std::slice::from_ref(&fault));
    assert_eq!(explanations, explanation("falcon", By::Default));
    // It is said once, before the search.
    let answer = lines(&format!(
        "{option}position startpos\ngo depth {DEPTH}\ngo depth 1\nisready\n"
    ));
    assert_eq!(answer.iter().filter(|line| **line == fault).count(), 1);
    assert_eq!(answer[0], fault, "{answer:?}");
    // Whichever option comes first, the network evaluates its game.
    let variant = set("UCI_Variant", "chess");
    for options in [format!("{option}{variant}"), format!("{variant}{option}")] {
        let (said, explanations) = explained(&options);
        assert!(!said.iter().any(|line| line.contains("Error")), "{said:?}");
        let by = By::Network(&files.chess);
        assert_eq!(explanations, explanation("chess", by));
    }
    // And back in the first game it is left aside again.
    let there_and_back = format!("{option}{variant}isready\n{}", set("UCI_Variant", "falcon"));
    let answer = lines(&format!("uci\n{there_and_back}isready\neval\n"));
    assert_eq!(answer.iter().filter(|line| **line == fault).count(), 1);
}

#[test]
fn networks_can_be_switched_off_and_on() {
    let files = Files::new();
    let file = set(
        "EvalFile",
        &files.path("falcon.prgnet").display().to_string(),
    );
    let (off, on) = (set("Use Network", "false"), set("Use Network", "true"));
    let chess = set(
        "EvalFile",
        &files.path("chess.prgnet").display().to_string(),
    );
    let by = By::Network(&files.falcon);
    for (options, expected) in [
        (off.clone(), By::Hand),
        (format!("{file}{off}"), By::Hand),
        (format!("{off}{file}"), By::Hand),
        (format!("{off}{chess}"), By::Hand),
        (format!("{off}{file}{on}"), by),
        (format!("{file}{off}{on}"), by),
        (
            format!("{file}{off}{}{on}", set("EvalFile", "")),
            By::Default,
        ),
    ] {
        let (said, explanations) = explained(&options);
        assert_eq!(said, [""; 0], "{options}");
        assert_eq!(explanations, explanation("falcon", expected), "{options}");
    }
    let (said, explanations) = explained(&format!("{file}{}", set("Use Network", "maybe")));
    assert_eq!(
        said,
        [
            "info string Error: option Use Network is 'true' or 'false', not 'maybe': \
          setoption name Use Network value maybe"
        ]
    );
    assert_eq!(explanations, explanation("falcon", by));
    assert_eq!(
        lines("setoption name EvalFile\n"),
        ["info string Error: option EvalFile needs a value: setoption name EvalFile"]
    );
}

#[test]
fn the_board_shows_what_each_man_adds() {
    let files = Files::new();
    let file = set(
        "EvalFile",
        &files.path("falcon.prgnet").display().to_string(),
    );
    let (_, explanations) = explained(&file);
    let at = |start: &str| explanations.iter().position(|line| line.starts_with(start));
    let board = at(" 8 |").unwrap();
    assert_eq!(explanations[board].matches('|').count(), 11);
    let letters: Vec<&str> = explanations[board].split_whitespace().collect();
    assert_eq!(letters.join(""), "8|r|n|b|f|q|k|f|b|n|r|");
    let squares: Vec<&str> = explanations[board + 1].split('|').collect();
    assert_eq!(
        squares[6].trim(),
        "",
        "Kings add nothing that could be told"
    );
    for place in [1, 2, 3, 4, 5, 7, 8, 9, 10] {
        squares[place].trim().parse::<f64>().unwrap();
    }
    assert!(at("Without the network").unwrap() < board);
    assert!(at("Network ").unwrap() > board);
    assert_eq!(at("Score ").unwrap(), explanations.len() - 1);
    // A bare King is left to the terms.
    let answer = lines(&format!(
        "{file}position fen k9/10/2K7/10/5F4/10/10/10 w - - 0 1\neval\n"
    ));
    assert_eq!(
        answer.last().unwrap(),
        "The network leaves this position to the terms above."
    );
    let score = &answer[answer.len() - 2];
    assert!(
        score.starts_with("Score ") && score.ends_with(" for White"),
        "{score}"
    );
}
