//! A mock engine that plays random legal moves and misbehaves on request.
//!
//! `mock-engine uci|cecp [does=WHAT] [at=N] [every=1] [delay=MS] [seed=N]
//! [plays=known] [variant=NAME] [chess960=1] [greets=LINE]`: the engine does WHAT once, at its Nth move (by
//! default the first), or from then on. With `plays=known` its moves follow from the
//! position, and it expects the same of its opponent when it ponders. With `chess960=1`
//! it offers `UCI_Chess960`, and castles as soon as it can. Each LINE, with `_` for a
//! blank, comes before `uciok` or `feature done`.

use std::env;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, Write};
use std::process::{self, Child, Command};
use std::thread;
use std::time::Duration;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use peregrine::board::moves::{Move, MoveKind};
use peregrine::notation::{coordinate, parse_coordinate};
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::rules::Rules;
use peregrine::variants::{self, RuleOptions};

/// The environment variable with the path of a file that exists while an engine with
/// `does=alone` runs; no second one starts then.
pub const ALONE: &str = "PEREGRINE_MOCK_ALONE";

/// The environment variable with a folder; as many engines with `does=slots` can run at the
/// same time as it has files.
pub const SLOTS: &str = "PEREGRINE_MOCK_SLOTS";

/// The longest a hanging process lasts, should a test leave one behind.
const FOR_EVER: Duration = Duration::from_secs(120);

/// The mock engine and its game.
struct Mock {
    is_uci: bool,
    does: String,
    at: usize,
    delay: Duration,
    random: ChaCha8Rng,
    game: Game,
    /// Number of moves the engine was asked for.
    asked: usize,
    /// XBoard's force mode: the engine must not move by itself.
    force: bool,
    /// A child process that the engine leaves behind.
    child: Option<Child>,
    /// Whether it misbehaves at each move.
    is_every: bool,
    plays_known: bool,
    /// Its last answer.
    last: String,
    /// The answer that it holds back while it ponders.
    held: Option<String>,
    offers_chess960: bool,
    /// What it says in its greeting.
    greetings: Vec<String>,
}

/// Runs the engine that the arguments describe.
pub fn run(arguments: &[String]) {
    let value = |key: &str| {
        let mut found = arguments.iter();
        found.find_map(|argument| argument.strip_prefix(key)?.strip_prefix('='))
    };
    let number = |key, other: u64| value(key).map_or(other, |text| text.parse().unwrap());
    let rules = rules(value("variant").unwrap_or("chess"));
    let mut mock = Mock {
        is_uci: arguments[0] == "uci",
        does: value("does").unwrap_or_default().to_owned(),
        at: number("at", 1) as usize,
        delay: Duration::from_millis(number("delay", 0)),
        random: ChaCha8Rng::seed_from_u64(number("seed", 1)),
        game: Game::new(Position::start(rules)),
        asked: 0,
        force: false,
        child: None,
        is_every: value("every").is_some(),
        plays_known: value("plays") == Some("known"),
        last: String::new(),
        held: None,
        offers_chess960: value("chess960").is_some(),
        greetings: arguments
            .iter()
            .filter_map(|argument| Some(argument.strip_prefix("greets=")?.replace('_', " ")))
            .collect(),
    };
    let alone = env::var_os(ALONE).filter(|_| mock.does == "alone");
    if let Some(path) = &alone
        && OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .is_err()
    {
        eprintln!("only one of my kind");
        process::exit(2);
    }
    // Held until the process ends.
    let _slot = (mock.does == "slots").then(|| take_slot(&env::var(SLOTS).unwrap()));
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let words: Vec<&str> = line.split_whitespace().collect();
        if words == ["quit"]
            && let Some(path) = &alone
        {
            let _ = fs::remove_file(path);
        }
        if mock.is_uci {
            mock.uci(&words);
        } else {
            mock.cecp(&words);
        }
    }
}

/// Locks one of the files in a folder, or ends. The others have time to lock the rest.
fn take_slot(folder: &str) -> File {
    for entry in fs::read_dir(folder).unwrap() {
        let file = File::open(entry.unwrap().path()).unwrap();
        if file.try_lock().is_ok() {
            thread::sleep(Duration::from_millis(300));
            return file;
        }
    }
    eprintln!("no slot is free");
    process::exit(2);
}

fn rules(variant: &str) -> &'static Rules {
    variants::find(variant)
        .unwrap()
        .rules(RuleOptions::default())
        .unwrap()
}

fn say(line: impl Display) {
    let mut output = io::stdout().lock();
    // A mock engine does not care whether its output is read.
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}

fn hang() {
    thread::sleep(FOR_EVER);
    process::exit(9);
}

impl Mock {
    fn uci(&mut self, words: &[&str]) {
        match words {
            ["uci"] => {
                match self.does.as_str() {
                    "no-greeting" => hang(),
                    "crash-at-greeting" => {
                        eprintln!("no network file");
                        process::exit(2);
                    }
                    "child" => {
                        let sleep = sleeper().spawn().unwrap();
                        say(format!("id name child {}", sleep.id()));
                        self.child = Some(sleep);
                    }
                    _ => say("id name Mock of Peregrine"),
                }
                say("option name Hash type spin default 1 min 1 max 64");
                say("option name Ponder type check default false");
                say("option name Style type combo default calm var calm var wild");
                let variant = self.game.position().rules().variant();
                say(format!(
                    "option name UCI_Variant type combo default {variant} var {variant}"
                ));
                if self.offers_chess960 {
                    say("option name UCI_Chess960 type check default false");
                }
                self.greetings.iter().for_each(say);
                say("uciok");
            }
            ["setoption", "name", "UCI_Chess960", "value", "true"] => {
                self.game = Game::new(Position::start(rules("chess960")));
            }
            ["isready"] if self.does == "never-ready" => {}
            ["setoption", "name", "Style", ..] if self.does == "complains" => {
                say("info string Error: the style file is damaged");
            }
            ["isready"] => say("readyok"),
            ["position", rest @ ..] => {
                let moves = rest.iter().position(|&word| word == "moves");
                let (start, moves) = rest.split_at(moves.unwrap_or(rest.len()));
                let rules = self.game.position().rules();
                self.game = Game::new(match start {
                    ["fen", fen @ ..] => Position::from_fen(rules, &fen.join(" ")).unwrap(),
                    _ => Position::start(rules),
                });
                for text in moves.iter().skip(1) {
                    self.make(text);
                }
            }
            ["go", "ponder", ..] => match self.does.as_str() {
                "ponders-and-crashes" => process::exit(3),
                "ponders-and-answers" => self.think(),
                _ => {
                    self.held = self.choose();
                    if let Some(text) = &self.held {
                        say(format!("info depth 7 score cp 70 nodes 777 pv {text}"));
                    }
                }
            },
            ["ponderhit"] | ["stop"] => {
                let held = self.held.take();
                match held {
                    Some(_) if self.does == "ponders-for-ever" => {}
                    Some(text) if self.does == "ponders-and-repeats" => {
                        self.say_move(&text);
                        self.say_move(&text);
                    }
                    Some(text) => self.say_move(&text),
                    None => {}
                }
            }
            ["go", ..] => self.think(),
            ["quit"] => self.quit(),
            _ => {}
        }
    }

    fn cecp(&mut self, words: &[&str]) {
        match words {
            ["protover", _] => {
                match self.does.as_str() {
                    "no-greeting" => {
                        say("feature done=0");
                        hang();
                    }
                    "crash-at-greeting" => {
                        eprintln!("no network file");
                        process::exit(2);
                    }
                    _ => {}
                }
                say("feature ping=1 setboard=1 usermove=1 colors=0 sigint=0 sigterm=0");
                self.greetings.iter().for_each(say);
                say("feature variants=\"normal\" myname=\"Mock of Peregrine\" done=1");
            }
            ["ping", _] if self.does == "never-ready" => {}
            ["ping", number] => say(format!("pong {number}")),
            ["new"] => {
                let rules = self.game.position().rules();
                self.game = Game::new(Position::start(rules));
                self.force = false;
            }
            ["setboard", fen @ ..] => {
                let rules = self.game.position().rules();
                self.game = Game::new(Position::from_fen(rules, &fen.join(" ")).unwrap());
            }
            ["force"] => self.force = true,
            ["go"] => {
                self.force = false;
                self.think();
            }
            ["usermove", text] => {
                self.make(text);
                if !self.force {
                    self.think();
                }
            }
            ["quit"] => self.quit(),
            _ => {}
        }
    }

    fn make(&mut self, text: &str) {
        let mv = parse_coordinate(self.game.position(), text).unwrap();
        self.game.play(mv);
    }

    fn quit(&self) {
        if self.does == "ignores-quit" {
            hang();
        }
        process::exit(0);
    }

    /// Sends a move in the protocol in use.
    fn say_move(&self, text: &str) {
        say(self.move_line(text));
    }

    fn move_line(&self, text: &str) -> String {
        let word = if self.is_uci { "bestmove" } else { "move" };
        let expected = match self.does.as_str() {
            _ if !self.is_uci || !self.plays_known => None,
            "expects-nonsense" => Some("e2e9".to_owned()),
            _ => self.expected(text),
        };
        match expected {
            Some(expected) => format!("{word} {text} ponder {expected}"),
            None => format!("{word} {text}"),
        }
    }

    /// The opponent's move after this one, if it plays like this engine.
    fn expected(&self, text: &str) -> Option<String> {
        let mut position = self.game.position().clone();
        let mv = parse_coordinate(&position, text).ok()?;
        position.play(mv);
        Some(coordinate(&position, known(&position)?))
    }

    /// The move it makes in the current position.
    fn choose(&mut self) -> Option<String> {
        let position = self.game.position();
        let moves = position.legal_moves();
        let mv = match self.plays_known {
            true => known(position)?,
            false if self.offers_chess960 && moves.iter().any(|mv| is_castling(*mv)) => {
                *moves.iter().find(|mv| is_castling(**mv))?
            }
            false => *moves.get(self.random.next_u64() as usize % moves.len().max(1))?,
        };
        Some(coordinate(position, mv))
    }

    /// Sends a line without meaning.
    fn babble(&self, text: impl Display) {
        say(format!(
            "{} {text}",
            if self.is_uci { "info string" } else { "#" }
        ));
    }

    fn think(&mut self) {
        self.asked += 1;
        let Some(text) = self.choose() else {
            return self.say_move("(none)");
        };
        let mv = parse_coordinate(self.game.position(), &text).unwrap();
        if self.is_uci {
            say(format!("info depth 3 score cp 12 nodes 345 pv {text}"));
        } else {
            say(format!("3 12 0 345 {text}"));
        }
        if self.asked == self.at || self.is_every && self.asked > self.at {
            self.misbehave(&text);
        } else {
            self.say_move(&text);
        }
        self.last = text;
        self.game.play(mv);
    }

    /// Misbehaves as requested instead of sending this move.
    fn misbehave(&self, text: &str) {
        match self.does.as_str() {
            "illegal-move" => self.say_move("e1e8"),
            "nonsense" => self.say_move("!?%$"),
            "no-move" => self.say_move("(none)"),
            "null-move" => self.say_move("0000"),
            "empty-move" => self.say_move(""),
            "crash" => {
                eprintln!("assertion failed: the King is there");
                process::exit(3);
            }
            "abort" => process::abort(),
            "leave" => process::exit(0),
            "crash-with-child" => {
                let sleep = sleeper().spawn().unwrap();
                self.babble(sleep.id());
                process::exit(3);
            }
            "hang" => hang(),
            "late" => {
                thread::sleep(self.delay);
                self.say_move(text);
            }
            "twice" => {
                self.say_move(text);
                self.say_move(text);
            }
            // Another thread is slow to write the same line.
            "twice-late" => {
                self.say_move(text);
                let (line, delay) = (self.move_line(text), self.delay);
                thread::spawn(move || {
                    thread::sleep(delay);
                    say(line);
                });
            }
            "old-move-first" => {
                self.say_move(&self.last);
                self.say_move(text);
            }
            "old-move-first-and-thinks" => {
                self.say_move(&self.last);
                thread::sleep(self.delay);
                self.say_move(text);
            }
            "same-move" => self.say_move(&self.last),
            "capitals" => self.say_move(&text.to_uppercase()),
            "trailing-words" => self.say_move(&format!("{text} xyz \t (none)")),
            "trailing-nul" => self.say_move(&format!("{text}\0")),
            "carriage-returns" => {
                let mut output = io::stdout().lock();
                let _ = write!(output, "info string x\r{}\r", self.move_line(text));
                let _ = output.flush();
            }
            "flood" => loop {
                self.babble("x".repeat(100));
            },
            "flood-and-move" => {
                for number in 0..50_000 {
                    self.babble(number);
                }
                self.say_move(text);
            }
            "huge-line" => {
                let mut output = io::stdout().lock();
                let _ = output.write_all(b"info string # ");
                for _ in 0..1600 {
                    let _ = output.write_all(&[b'y'; 1 << 16]);
                }
                let _ = output.write_all(b"\n");
                drop(output);
                self.say_move(text);
            }
            "endless-line" => pour(io::stdout().lock(), &[b'z'; 1 << 16]),
            "empty-lines" => pour(io::stdout().lock(), &[b'\n'; 1 << 16]),
            "short-lines" => pour(io::stdout().lock(), &b"a\n".repeat(1 << 15)),
            "loud-errors" => {
                let mut errors = io::stderr().lock();
                for _ in 0..800 {
                    let _ = errors.write_all(&[b'e'; 1 << 16]);
                }
                drop(errors);
                self.say_move(text);
            }
            // The children hold the pipes of the engine and outlive it.
            "children" => {
                self.babble(format!("{:?}", children()));
                self.say_move(text);
            }
            "leaves-children" => {
                self.babble(format!("{:?}", children()));
                process::exit(0);
            }
            "no-text" => {
                let mut output = io::stdout().lock();
                let _ = output.write_all(b"\xff\xfe\0\x80 info\n\xc3\n\n\r\n");
                drop(output);
                self.say_move(text);
            }
            "closes-output" => become_shell("exec >&-; sleep 100", &[]),
            "closes-input" => become_shell(
                "exec <&-; echo \"$0\"; sleep 100",
                &[&if self.is_uci {
                    format!("bestmove {text}")
                } else {
                    format!("move {text}")
                }],
            ),
            "resign" => say("resign"),
            // A line of the test, in which `_` stands for a blank.
            line if line.starts_with("says:") => {
                for line in line["says:".len()..].split('|') {
                    say(line.replace('_', " ").replace("{}", text));
                }
            }
            "claims-win" => say(match self.game.position().side_to_move() {
                peregrine::board::color::Color::White => "1-0 {White mates}",
                peregrine::board::color::Color::Black => "0-1 {Black mates}",
            }),
            "claims-draw" => say("1/2-1/2 {Draw by repetition}"),
            "offers-draw" => {
                say("offer draw");
                self.say_move(text);
            }
            "refuses" => say("Illegal move: e2e4"),
            _ => self.say_move(text),
        }
    }
}

fn is_castling(mv: Move) -> bool {
    mv.kind() == MoveKind::Castling
}

/// A program that does nothing.
fn sleeper() -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.arg("sleeper");
    command
}

/// A move that follows from the position.
fn known(position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    moves
        .get(position.key() as usize % moves.len().max(1))
        .copied()
}

/// Child processes that hold the pipes of this process.
fn children() -> Vec<Child> {
    let start = |_| sleeper().spawn().unwrap();
    (0..3).map(start).collect()
}

/// Writes the same bytes forever.
fn pour(mut output: impl Write, bytes: &[u8]) {
    while output.write_all(bytes).is_ok() {}
    process::exit(9);
}

/// Replaces this process by a shell, which can close its own input and output.
#[cfg(unix)]
fn become_shell(script: &str, arguments: &[&str]) {
    use std::os::unix::process::CommandExt;
    let error = Command::new("sh")
        .arg("-c")
        .arg(script)
        .args(arguments)
        .stderr(process::Stdio::null())
        .exec();
    panic!("no shell: {error}");
}

#[cfg(not(unix))]
fn become_shell(_: &str, _: &[&str]) {
    unreachable!("only tests for Unix ask for it");
}
