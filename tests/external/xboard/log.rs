//! Judges a finished XBoard match by what XBoard left behind: its debug log, its PGN and its console output.
//! It knows neither processes nor files, and of the rules of the game only how a game may properly end.

use std::fmt;

/// What XBoard left behind.
#[derive(Clone, Copy)]
pub struct Evidence<'a> {
    /// The file of `-debugfile`.
    pub debug: &'a str,
    /// The file of `-sgf`.
    pub pgn: &'a str,
    /// Standard output and standard error of the whole run.
    pub console: &'a str,
}

/// What a clean match must have left behind.
#[derive(Clone, Copy)]
pub struct Expected<'a> {
    /// The number of games. From two games on both colors must have occurred.
    pub games: usize,
    /// The name of the variant in the PGN and in the `variant` command to both engines.
    pub variant: &'a str,
    /// Complaints of one engine that are known and not the other one's doing, word for word.
    pub tolerated: &'a [(Engine, &'a str)],
}

/// XBoard's names for the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    First,
    Second,
}

/// The kind of an offense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// XBoard took a move for illegal and gave the game to the other side.
    Forfeit,
    /// An engine, or XBoard, spoke of something illegal.
    Illegal,
    /// An engine claimed a result that the board does not bear out.
    FalseClaim,
    /// A clock ran out.
    Time,
    /// An engine answered `Error`, or an error message for the user.
    EngineError,
    /// An engine died, panicked, or could not be started.
    EngineGone,
    /// XBoard itself reported trouble or broke down.
    XBoard,
    /// A game that did not end regularly, in another way than those above.
    Ending,
    /// A game was broken off.
    Unfinished,
    /// Not as many games as there should be, or not both colors.
    Games,
    /// Another variant than the expected one was played.
    Variant,
    /// Part of the evidence is missing or contradicts itself.
    Evidence,
}

/// One thing that is wrong, with the line that shows it.
#[derive(Clone, Debug)]
pub struct Offense {
    pub fault: Fault,
    /// Where: `debug log line 12`, `PGN game 1`.
    pub place: String,
    /// The offending text as it stands there, or what is missing.
    pub text: String,
}

impl fmt::Display for Offense {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}: {}", self.fault, self.place, self.text)
    }
}

/// Everything that is wrong with a match; empty if all its games ended regularly.
pub fn judge(evidence: Evidence<'_>, expected: Expected<'_>) -> Vec<Offense> {
    let mut offenses = Vec::new();
    judge_debug_log(evidence.debug, expected, &mut offenses);
    judge_pgn(evidence.pgn, expected, &mut offenses);
    judge_console(evidence.console, expected, &mut offenses);
    offenses
}

// ---------------------------------------------------------------------------------------------------------------------
// The debug log

/// A line of the debug log.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// `123 <first : move e2e4`
    From(Engine, &'a str),
    /// `123 >first : go`
    To(Engine, &'a str),
    /// Anything that XBoard notes for itself.
    Note(&'a str),
}

impl<'a> Line<'a> {
    pub fn parse(line: &'a str) -> Line<'a> {
        Line::parse_traffic(line).unwrap_or(Line::Note(line))
    }

    fn parse_traffic(line: &'a str) -> Option<Line<'a>> {
        let (time, rest) = line.split_once(' ')?;
        if time.is_empty() || !time.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let (head, text) = rest
            .split_once(": ")
            .or_else(|| rest.strip_suffix(':').map(|head| (head, "")))?;
        match head {
            "<first " => Some(Line::From(Engine::First, text)),
            "<second" => Some(Line::From(Engine::Second, text)),
            ">first " => Some(Line::To(Engine::First, text)),
            ">second" => Some(Line::To(Engine::Second, text)),
            _ => None,
        }
    }
}

fn judge_debug_log(log: &str, expected: Expected<'_>, offenses: &mut Vec<Offense>) {
    let variant_command = format!("variant {}", expected.variant);
    let mut variant_sent_to = Vec::new();
    let mut results = 0;
    let mut first_was_white = Vec::new();
    let mut version_seen = false;

    for (index, text) in log.lines().enumerate() {
        let line = Line::parse(text);
        let fault = match line {
            Line::From(engine, said) if expected.tolerated.contains(&(engine, said)) => None,
            Line::From(_, said) => fault_in_engine_line(said),
            Line::To(_, sent) => fault_in_command(sent),
            Line::Note(note) => fault_in_note(note),
        };
        if let Some(fault) = fault {
            offenses.push(Offense {
                fault,
                place: format!("debug log line {}", index + 1),
                text: text.to_string(),
            });
        }
        match line {
            Line::To(engine, sent) if sent == variant_command => variant_sent_to.push(engine),
            Line::To(Engine::First, sent) if sent.starts_with("result ") => results += 1,
            Line::Note(note) if note.starts_with("New game (") => {
                first_was_white.push(note.ends_with("(w)"))
            }
            Line::Note(note) if note.starts_with("Version: xboard") => version_seen = true,
            _ => {}
        }
    }

    let mut missing = |fault, text: String| {
        offenses.push(Offense {
            fault,
            place: "debug log".to_string(),
            text,
        });
    };
    if !version_seen {
        missing(Fault::Evidence, "no line `Version: xboard`".to_string());
    }
    for engine in [Engine::First, Engine::Second] {
        if !variant_sent_to.contains(&engine) {
            missing(
                Fault::Variant,
                format!("`{variant_command}` was never sent to the {engine:?} engine"),
            );
        }
    }
    if results != expected.games {
        missing(
            Fault::Games,
            format!(
                "{results} results were announced instead of {}",
                expected.games
            ),
        );
    }
    if first_was_white.len() != expected.games {
        missing(
            Fault::Games,
            format!(
                "{} games were begun instead of {}",
                first_was_white.len(),
                expected.games
            ),
        );
    }
    if expected.games >= 2 && !(first_was_white.contains(&true) && first_was_white.contains(&false))
    {
        missing(
            Fault::Games,
            "the first engine did not play both colors".to_string(),
        );
    }
}

/// What is wrong with a line that an engine printed. Its standard error arrives here as well.
fn fault_in_engine_line(said: &str) -> Option<Fault> {
    let lower = said.to_ascii_lowercase();
    if lower.contains("panicked at") || lower.contains("no such file") {
        Some(Fault::EngineGone)
    } else if lower.contains("illegal") {
        Some(Fault::Illegal)
    } else if ["error", "tellusererror", "tellerror"]
        .iter()
        .any(|word| lower.trim_start().starts_with(word))
    {
        Some(Fault::EngineError)
    } else {
        None
    }
}

/// What is wrong with a command that XBoard sent to an engine.
fn fault_in_command(sent: &str) -> Option<Fault> {
    if let Some(rest) = sent.strip_prefix("result ") {
        let Some((_, reason)) = rest.split_once('{') else {
            return Some(Fault::Ending);
        };
        return fault_in_reason(reason.trim_end_matches('}'));
    }
    let clock = sent
        .strip_prefix("time ")
        .or_else(|| sent.strip_prefix("otim "))?;
    match clock.trim().parse::<i64>() {
        Ok(centiseconds) if centiseconds >= 0 => None,
        _ => Some(Fault::Time),
    }
}

/// What is wrong with a line that XBoard noted for itself.
fn fault_in_note(note: &str) -> Option<Fault> {
    // GameEnds(RESULT, REASON, WHO) is what somebody asked for; GE(..) is what XBoard made of it.
    if let Some(arguments) = note
        .strip_prefix("GameEnds(")
        .or_else(|| note.strip_prefix("GE("))
    {
        let (result, rest) = arguments.split_once(", ").unwrap_or((arguments, ""));
        let reason = rest.rsplit_once(", ").map_or(rest, |(reason, _)| reason);
        return match result {
            // Between games XBoard clears the result of the last one.
            "0" if reason == "(null)" => None,
            "26" | "27" | "28" => fault_in_reason(reason),
            _ => Some(Fault::Unfinished),
        };
    }
    fault_in_words(note)
}

/// Words that mean trouble wherever XBoard uses them.
fn fault_in_words(text: &str) -> Option<Fault> {
    const WORDS: &[(&str, Fault)] = &[
        ("forfeit", Fault::Forfeit),
        ("false ", Fault::FalseClaim),
        ("illegal", Fault::Illegal),
        ("exited unexpectedly", Fault::EngineGone),
        ("chess program", Fault::EngineGone),
        ("on time", Fault::Time),
        ("out of time", Fault::Time),
        ("did not send setup", Fault::Variant),
        ("error", Fault::XBoard),
    ];
    let lower = text.to_ascii_lowercase();
    WORDS
        .iter()
        .find(|(word, _)| lower.contains(word))
        .map(|&(_, fault)| fault)
}

/// The ways in which a game may regularly end. Everything else is an offense, known by its words or not.
fn fault_in_reason(reason: &str) -> Option<Fault> {
    if let Some(fault) = fault_in_words(reason) {
        return Some(fault);
    }
    match ending(reason) {
        Some(_) => None,
        None => Some(Fault::Ending),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Mate,
    Resignation,
    Draw,
}

fn ending(reason: &str) -> Option<Ending> {
    const DRAWS: &[&str] = &[
        "stalemate",
        "repetition",
        "50-move",
        "fifty",
        "insufficient",
        "draw agreed",
        "agreement",
    ];
    let lower = reason.to_ascii_lowercase();
    if DRAWS.iter().any(|word| lower.contains(word)) {
        Some(Ending::Draw)
    } else if lower.contains("checkmate")
        || lower.contains("white mates")
        || lower.contains("black mates")
    {
        Some(Ending::Mate)
    } else if lower.contains("white resigns") || lower.contains("black resigns") {
        Some(Ending::Resignation)
    } else {
        None
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The PGN

/// A game of less half-moves than this cannot have been a game.
const FEWEST_PLIES: usize = 8;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Game {
    pub tags: Vec<(String, String)>,
    pub moves: Vec<String>,
    /// The last comment, in which XBoard writes why the game ended.
    pub reason: String,
    /// `1-0`, `0-1`, `1/2-1/2`, `*`, or empty if the text breaks off.
    pub result: String,
}

impl Game {
    fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(tag, _)| tag == name)
            .map(|(_, value)| value.as_str())
    }
}

/// Splits a PGN file as XBoard writes it: tags, moves, comments, no variations.
pub fn parse_pgn(pgn: &str) -> Vec<Game> {
    let mut games = Vec::new();
    let mut game = Game::default();
    let mut rest = pgn.trim_start();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('[') {
            if !game.moves.is_empty() || !game.result.is_empty() {
                games.push(std::mem::take(&mut game));
            }
            let (tag, tail) = after.split_once("]\n").unwrap_or((after, ""));
            let (name, value) = tag.split_once(' ').unwrap_or((tag, ""));
            game.tags
                .push((name.to_string(), value.trim_matches('"').to_string()));
            rest = tail;
        } else if let Some(after) = rest.strip_prefix('{') {
            let (comment, tail) = after.split_once('}').unwrap_or((after, ""));
            game.reason = comment.split_whitespace().collect::<Vec<_>>().join(" ");
            rest = tail;
        } else {
            let end = rest
                .find(|c: char| c.is_whitespace() || c == '{')
                .unwrap_or(rest.len());
            let (token, tail) = rest.split_at(end);
            match token {
                "1-0" | "0-1" | "1/2-1/2" | "*" => game.result = token.to_string(),
                number if number.ends_with('.') => {}
                san => {
                    game.moves.push(san.to_string());
                    game.reason.clear();
                }
            }
            rest = tail;
        }
        rest = rest.trim_start();
    }
    if game != Game::default() {
        games.push(game);
    }
    games
}

fn judge_pgn(pgn: &str, expected: Expected<'_>, offenses: &mut Vec<Offense>) {
    let games = parse_pgn(pgn);
    if games.len() != expected.games {
        offenses.push(Offense {
            fault: Fault::Games,
            place: "PGN".to_string(),
            text: format!("{} games instead of {}", games.len(), expected.games),
        });
    }
    for (index, game) in games.iter().enumerate() {
        let mut offend = |fault, text: String| {
            offenses.push(Offense {
                fault,
                place: format!("PGN game {}", index + 1),
                text,
            });
        };
        if game.tag("Variant") != Some(expected.variant) {
            offend(
                Fault::Variant,
                format!(
                    "tag Variant is {:?}, not {:?}",
                    game.tag("Variant"),
                    expected.variant
                ),
            );
        }
        if game.tag("Result") != Some(game.result.as_str()) {
            offend(
                Fault::Evidence,
                format!(
                    "tag Result is {:?}, the game says {:?}",
                    game.tag("Result"),
                    game.result
                ),
            );
        }
        if game.moves.len() < FEWEST_PLIES {
            offend(
                Fault::Ending,
                format!(
                    "over after {} half-moves {{{}}}",
                    game.moves.len(),
                    game.reason
                ),
            );
        }
        if let Some(fault) = fault_in_ending(game) {
            let last = game.moves.last().map_or("", String::as_str);
            offend(fault, format!("{last} {{{}}} {}", game.reason, game.result));
        }
    }
}

/// Whether the reason, the result and the last move of a game agree, and are regular.
fn fault_in_ending(game: &Game) -> Option<Fault> {
    if game.result.is_empty() || game.result == "*" {
        return Some(Fault::Unfinished);
    }
    if let Some(fault) = fault_in_reason(&game.reason) {
        return Some(fault);
    }
    // White moves first, so with an odd number of half-moves it was White who moved last.
    let winner_moved_last = game.result
        == if game.moves.len() % 2 == 1 {
            "1-0"
        } else {
            "0-1"
        };
    let mated = game.moves.last().is_some_and(|san| san.ends_with('#'));
    let agrees = match ending(&game.reason)? {
        Ending::Mate => mated && winner_moved_last,
        Ending::Draw => game.result == "1/2-1/2",
        Ending::Resignation => {
            let white_lost = game.reason.to_ascii_lowercase().contains("white resigns");
            game.result == if white_lost { "0-1" } else { "1-0" }
        }
    };
    if agrees {
        None
    } else {
        Some(Fault::FalseClaim)
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The console

fn judge_console(console: &str, expected: Expected<'_>, offenses: &mut Vec<Offense>) {
    const BREAKDOWNS: &[&str] = &[
        "segmentation fault",
        "aborted",
        "core dumped",
        "assertion",
        "invalid pointer",
        "double free",
        "panicked at",
    ];
    let mut finals = Vec::new();
    for (index, line) in console.lines().enumerate() {
        let lower = line.to_ascii_lowercase();
        let fault = if let Some((_, score)) = line
            .split_once(": final score ")
            .filter(|_| line.starts_with("xboard: Match "))
        {
            finals.push(score);
            None
        } else if line.starts_with("xboard: ") || line.starts_with("xvfb-run: ") {
            // Every pop-up is repeated here. There should be none but the final score.
            Some(fault_in_words(line).unwrap_or(Fault::XBoard))
        } else if BREAKDOWNS.iter().any(|word| lower.contains(word)) {
            Some(Fault::XBoard)
        } else {
            None
        };
        if let Some(fault) = fault {
            offenses.push(Offense {
                fault,
                place: format!("console line {}", index + 1),
                text: line.to_string(),
            });
        }
    }
    let games = |score: &str| {
        score
            .trim()
            .split('-')
            .map(|n| n.parse::<usize>().ok())
            .sum::<Option<usize>>()
    };
    if finals.len() != 1 || games(finals[0]) != Some(expected.games) {
        offenses.push(Offense {
            fault: Fault::Games,
            place: "console".to_string(),
            text: format!(
                "final scores {finals:?}, one over {} games was expected",
                expected.games
            ),
        });
    }
}
