//! Conversations in UCI, made from bytes by a grammar.

use arbitrary::{Result, Unstructured};
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::protocol::run_session;
use peregrine::protocol::uci::{Uci, WITHOUT_ARGUMENTS};
use peregrine::rules::Rules;
use peregrine::variants;

use super::grammar::{self, seldom};
use super::talk::Talk;

/// A conversation has no more lines than this.
const LINES: usize = 24;

/// Lines besides the commands without arguments that mean the same whatever goes with them.
const PLAIN: &[&str] = &[
    "debug on",
    "debug off",
    "register later",
    "",
    "go perft 1",
    "go perft 2",
    "go perft",
    "position",
    "position startpos moves",
    "setoption",
    "setoption name",
    "setoption name Hash value",
    "bench 1",
];

/// Whatever is said, each `go` is answered by `bestmove` or refused, `isready`
/// by `readyok`, and the engine leaves when there is no more.
pub fn look(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let piped = bytes.arbitrary().unwrap_or(false);
    let mut lines = vec!["setoption name Hash value 1".to_owned()];
    let mut rules = variants::all()[0].nearest_rules(Default::default());
    while lines.len() < LINES && !bytes.is_empty() {
        match line(&mut bytes, &mut rules) {
            Ok(line) => lines.push(line),
            Err(_) => break,
        }
    }
    if !piped {
        return check(&lines, &step_by_step(&lines, &mut bytes));
    }
    // After `quit` nothing needs to be answered that has not been yet.
    match bytes.ratio(1, 4) {
        Ok(true) => drop(through_pipe(&lines, "quit")),
        _ => check(&lines, &through_pipe(&lines, "stop")),
    }
}

/// As the program does it.
fn through_pipe(lines: &[String], last: &str) -> Vec<String> {
    let text = format!("uci\n{}\n{last}\n", lines.join("\n"));
    let mut answer = Vec::new();
    if let Err(error) = run_session(std::io::Cursor::new(text.into_bytes()), &mut answer) {
        panic!("{error}");
    }
    let answer = String::from_utf8_lossy(&answer);
    answer.lines().map(str::to_owned).collect()
}

/// With time between the lines for what they start.
fn step_by_step(lines: &[String], bytes: &mut Unstructured) -> Vec<String> {
    let mut talk = Talk::new(|events| Box::new(Uci::new(events, Default::default())));
    for line in lines {
        let from = talk.lines.len();
        talk.say(line);
        if line == "isready" {
            talk.wait_for(from, "readyok");
        }
        if bytes.arbitrary().unwrap_or(false) {
            talk.listen();
        }
    }
    talk.say("stop");
    talk.end();
    talk.lines
}

/// Holds what was answered against what was asked.
fn check(lines: &[String], answers: &[String]) {
    let gos: Vec<&str> = lines
        .iter()
        .map(|line| line.trim())
        .filter(|line| is_go(line))
        .collect();
    let refused = |answer: &&String| {
        let is_error = answer.starts_with("info string Error: ");
        is_error && answer.contains(": go")
    };
    let best = answers
        .iter()
        .filter(|answer| answer.starts_with("bestmove "));
    let (best, refused) = (best.count(), answers.iter().filter(refused).count());
    assert!(
        best <= gos.len() && best + refused >= gos.len(),
        "{best} moves and {refused} refusals for {} searches: {lines:#?} {answers:#?}",
        gos.len()
    );
}

/// Whether a line asks for a search.
fn is_go(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["go", "perft", _] => false,
        ["go", ..] => true,
        _ => false,
    }
}

fn line(bytes: &mut Unstructured, rules: &mut &'static Rules) -> Result<String> {
    let line = match bytes.int_in_range(0..=15)? {
        0..=3 => position(bytes, rules)?,
        4..=8 => go(bytes, rules)?,
        9 | 10 => set_option(bytes, rules)?,
        11 => return grammar::any_line(bytes),
        _ => {
            // A conversation ends otherwise.
            let commands = WITHOUT_ARGUMENTS
                .iter()
                .filter(|command| **command != "quit");
            let plain: Vec<&str> = commands.chain(PLAIN).copied().collect();
            (*bytes.choose(&plain)?).to_owned()
        }
    };
    if seldom(bytes, 12)? {
        return Ok(grammar::changed(bytes, &line)?.replace("quit", "quiet"));
    }
    Ok(line)
}

fn position(bytes: &mut Unstructured, rules: &'static Rules) -> Result<String> {
    let mut line = "position ".to_owned();
    let mut game = Game::new(Position::start(rules));
    match bytes.int_in_range(0..=7)? {
        0 => {
            line += "array ";
            line += &grammar::number(bytes, 0, 3000)?;
        }
        1..=3 => {
            let fen = grammar::fen(bytes, rules)?;
            line += &format!("fen {fen}");
            if let Ok(position) = Position::from_fen(rules, &fen) {
                game = Game::new(position);
            }
        }
        _ => line += "startpos",
    }
    let moves = grammar::moves(bytes, &mut game, 8)?;
    if !moves.is_empty() {
        line += " moves ";
        line += &moves.join(" ");
    }
    Ok(line)
}

fn go(bytes: &mut Unstructured, rules: &'static Rules) -> Result<String> {
    let mut line = "go".to_owned();
    for _ in 0..bytes.int_in_range(0..=3)? {
        line += &match bytes.int_in_range(0..=11)? {
            0 | 1 => format!(" depth {}", grammar::number(bytes, 0, 3)?),
            2 | 3 => format!(" nodes {}", grammar::number(bytes, 0, 1500)?),
            4 => format!(" movetime {}", grammar::number(bytes, -1, 5)?),
            5 => {
                let times = [
                    grammar::number(bytes, -5, 100)?,
                    grammar::number(bytes, -5, 100)?,
                ];
                format!(" wtime {} btime {}", times[0], times[1])
            }
            6 => format!(" winc {}", grammar::number(bytes, 0, 10)?),
            7 => format!(" movestogo {}", grammar::number(bytes, 0, 3)?),
            8 => format!(" mate {}", grammar::number(bytes, 0, 2)?),
            9 => " infinite".to_owned(),
            10 => " ponder".to_owned(),
            _ => {
                let mv = grammar::move_text(bytes, &Position::start(rules))?;
                format!(" searchmoves {mv}")
            }
        };
    }
    Ok(line)
}

fn set_option(bytes: &mut Unstructured, rules: &mut &'static Rules) -> Result<String> {
    let (name, value) = grammar::option(bytes)?;
    if name == "UCI_Variant"
        && let Some(Ok(variant)) = value.as_deref().map(variants::find)
    {
        *rules = variant.nearest_rules(Default::default());
    }
    Ok(match value {
        Some(value) => format!("setoption name {name} value {value}"),
        None => format!("setoption name {name}"),
    })
}
