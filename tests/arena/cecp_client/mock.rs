//! A mock engine that plays the first legal move and otherwise follows a script.

use std::io::{self, BufRead};
use std::time::Duration;

use peregrine::board::color::Color;
use peregrine::board::moves::Move;
use peregrine::board::piece::Piece;
use peregrine::board::setup::Setup;
use peregrine::notation;
use peregrine::position::Position;
use peregrine::rules::{CastlingRule, Rules};
use peregrine::variants::{self, RuleOptions};

/// The environment variable with the script, one line for each behavior:
///
/// - `banner TEXT`: sent at the start
/// - `feature TEXT`: sent in reply to `protover`
/// - `again TEXT`: sent in addition in reply to a second `protover`
/// - `on WORD TEXT`: sent instead of obeying that command
/// - `after WORD TEXT`: sent after obeying that command
/// - `turn N TEXT`: sent instead of the Nth move, for which `{}` stands
/// - `old`: moves are written as in version 1
///
/// In texts `|` ends a line; the line `sleep N` waits N milliseconds, and the line
/// `exit` exits.
pub const SCRIPT: &str = "PEREGRINE_MOCK_ENGINE";

struct Mock<'a> {
    script: Vec<&'a str>,
    position: Position,
    plays: Option<Color>,
    turns: usize,
    greetings: usize,
    sends_san: bool,
}

pub fn play(script: &str) {
    let mut mock = Mock {
        script: script.lines().collect(),
        position: Position::start(rules("normal").unwrap()),
        plays: None,
        turns: 0,
        greetings: 0,
        sends_san: script.contains("san=1"),
    };
    mock.say_all("banner");
    let mut lines = io::stdin().lock().lines().map_while(Result::ok);
    while let Some(line) = lines.next() {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        if mock.is_scripted(&format!("on {word}")) {
            mock.say_all(&format!("on {word}"));
            continue;
        }
        match word {
            "quit" => return,
            "edit" => {
                let lines = lines.by_ref().take_while(|line| line != ".");
                mock.edit(lines.collect());
            }
            _ => mock.obey(word, rest),
        }
        mock.say_all(&format!("after {word}"));
        if mock.plays == Some(mock.position.side_to_move()) {
            mock.turn();
        }
    }
}

fn rules(name: &str) -> Option<&'static Rules> {
    let (game, castling) = match name {
        "normal" => ("chess", None),
        "falcon" => ("falcon", Some(CastlingRule::Three)),
        "fischerandom" => ("chess960", None),
        _ => return None,
    };
    let options = RuleOptions {
        castling,
        promotion: None,
    };
    variants::find(game).ok()?.rules(options).ok()
}

fn say(text: &str) {
    for line in text.split('|') {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "sleep" => std::thread::sleep(Duration::from_millis(rest.parse().unwrap())),
            "exit" => std::process::exit(3),
            _ => println!("{line}"),
        }
    }
}

impl Mock<'_> {
    fn texts(&self, key: &str) -> impl Iterator<Item = &str> {
        self.script.iter().filter_map(move |line| {
            let rest = line.strip_prefix(key)?;
            if rest.is_empty() {
                return Some(rest);
            }
            rest.strip_prefix(' ')
        })
    }

    fn is_scripted(&self, key: &str) -> bool {
        self.texts(key).next().is_some()
    }

    fn say_all(&self, key: &str) {
        self.texts(key).for_each(say);
    }

    fn obey(&mut self, word: &str, rest: &str) {
        match word {
            "protover" => {
                let id = std::process::id().to_string();
                self.greetings += 1;
                for text in self.texts("feature") {
                    say(&format!("feature {}", text.replace("PID", &id)));
                }
                if self.greetings > 1 {
                    self.say_all("again");
                }
            }
            "ping" => say(&format!("pong {rest}")),
            "new" => {
                self.position = Position::start(rules("normal").unwrap());
                self.plays = None;
            }
            "variant" => match rules(rest) {
                Some(rules) => self.position = Position::start(rules),
                None => say(&format!("Error (unknown variant): variant {rest}")),
            },
            "setboard" => match Position::from_fen(self.position.rules(), rest) {
                Ok(position) => self.position = position,
                Err(error) => say(&format!("tellusererror Illegal position: {error}")),
            },
            "force" => self.plays = None,
            "go" => self.plays = Some(self.position.side_to_move()),
            "usermove" => self.user_move(rest),
            "xboard" | "accepted" | "rejected" | "level" | "st" | "sd" | "nps" | "post"
            | "hard" | "easy" | "computer" | "time" | "otim" | "draw" | "result" | "memory"
            | "cores" | "option" | "white" | "black" => {}
            // A move without a command word, unless `usermove` is in use.
            _ if !self.script.iter().any(|line| line.contains("usermove=1")) => {
                self.user_move(word)
            }
            _ => say(&format!("Error (unknown command): {word} {rest}")),
        }
    }

    fn user_move(&mut self, text: &str) {
        let read = if self.sends_san {
            notation::parse_san(&self.position, text)
        } else {
            // Castling may be written as `O-O`.
            notation::parse_coordinate(&self.position, text).or_else(|error| {
                let castling = text.starts_with("O-O");
                let san = notation::parse_san(&self.position, text).ok();
                san.filter(|_| castling).ok_or(error)
            })
        };
        match read {
            Ok(mv) => self.position.play(mv),
            Err(_) => say(&format!("Illegal move: {text}")),
        }
    }

    fn edit(&mut self, lines: Vec<String>) {
        let rules = self.position.rules();
        let start = Position::start(rules);
        let mut setup = Setup {
            side_to_move: self.position.side_to_move(),
            ..Setup::empty()
        };
        let mut color = Color::White;
        for line in lines {
            match line.as_str() {
                "#" => {}
                "c" => color = Color::Black,
                _ => {
                    let (letter, square) = line.split_at(1);
                    let square = rules.geometry().square_named(square).unwrap();
                    let kind = rules.kind_of_letter(letter).unwrap();
                    setup.board[square.index()] = Some(Piece::new(color, kind));
                }
            }
        }
        setup.castling = start
            .castling_rights()
            .into_iter()
            .filter(|&rook| {
                let color = start.piece_on(rook).unwrap().color();
                let king = start.king(color);
                [rook, king]
                    .into_iter()
                    .all(|square| setup.board[square.index()] == start.piece_on(square))
            })
            .collect();
        match Position::from_setup(rules, &setup) {
            Ok(position) => self.position = position,
            Err(error) => say(&format!("tellusererror Illegal position: {error}")),
        }
    }

    /// Makes a move. The node count reported is the key of the engine's position.
    fn turn(&mut self) {
        self.turns += 1;
        let moves = self.position.legal_moves();
        let Some(&mv) = moves.first() else { return };
        let text = self.text(mv);
        say(&format!("1 7 0 {} {text}", self.position.key()));
        let key = format!("turn {}", self.turns);
        if self.is_scripted(&key) {
            let texts: Vec<String> = self.texts(&key).map(str::to_owned).collect();
            let moves = texts.iter().any(|said| said.contains("{}"));
            for said in texts {
                say(&said.replace("{}", &text));
            }
            if moves {
                self.position.play(mv);
            } else {
                self.plays = None;
            }
            return;
        }
        if self.is_scripted("old") {
            say(&format!("1. ... {text}|My move is: {text}"));
        } else {
            say(&format!("move {text}"));
        }
        self.position.play(mv);
    }

    fn text(&self, mv: Move) -> String {
        notation::coordinate(&self.position, mv)
    }
}
