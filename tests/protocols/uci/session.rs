//! Helpers shared by the conversations.

use std::sync::mpsc;
use std::time::Duration;

use peregrine::position::Position;
use peregrine::{protocol, variants};
/// The answer to lines sent all at once.
pub fn run_session(text: &str) -> String {
    let (sender, receiver) = mpsc::channel();
    let input = std::io::Cursor::new(text.to_owned());
    std::thread::spawn(move || {
        let mut answer = Vec::new();
        protocol::run_session(input, &mut answer).unwrap();
        sender.send(String::from_utf8(answer).unwrap())
    });
    let answer = receiver.recv_timeout(Duration::from_secs(60));
    answer.unwrap_or_else(|_| panic!("no end to:\n{text}"))
}

pub fn lines(text: &str) -> Vec<String> {
    run_session(text).lines().map(str::to_owned).collect()
}

pub fn position(variant: &str, fen: &str) -> Position {
    let rules = variants::find(variant).unwrap().rules(Default::default());
    Position::from_fen(rules.unwrap(), fen).unwrap()
}

pub fn start_fen() -> &'static str {
    &variants::all()[0].start_fen
}

/// The FEN that `d` prints after `FEN: `.
pub fn fen_after(text: &str) -> String {
    let answer = run_session(&format!("{text}\nd\n"));
    let fen = answer.lines().find_map(|line| line.strip_prefix("FEN: "));
    fen.unwrap().to_owned()
}

/// The words after a keyword of an info line.
pub fn number(line: &str, keyword: &str) -> i64 {
    let mut words = line.split_whitespace().skip_while(|&word| word != keyword);
    let number = words
        .nth(1)
        .unwrap_or_else(|| panic!("no {keyword} in {line}"));
    number
        .parse()
        .unwrap_or_else(|_| panic!("{keyword} {number} in {line}"))
}
