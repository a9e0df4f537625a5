//! Conversations in the Chess Engine Communication Protocol, made from bytes
//! by a grammar.

use arbitrary::{Result, Unstructured};
use peregrine::notation::parse_coordinate;
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::protocol::{cecp::Cecp, run_session};
use peregrine::variants;

use super::grammar::{self, seldom};
use super::talk::Talk;

/// A conversation has no more lines than this.
const LINES: usize = 40;

/// Commands without parameters.
const PLAIN: &[&str] = &[
    "xboard",
    "random",
    "computer",
    "go",
    "force",
    "playother",
    "white",
    "black",
    "?",
    "draw",
    "pause",
    "resume",
    "hard",
    "easy",
    "post",
    "nopost",
    "undo",
    "remove",
    "analyze",
    "exit",
    ".",
    "hint",
    "bk",
    "exclude all",
    "include all",
    "edit",
    "#",
    "c",
    "setboard",
    "usermove",
    "option",
    "level",
    "variant",
    "result 1-0 {mate}",
    "protover 2",
    "protover 4",
    "name x",
    "rating 1 2",
    "accepted done",
    "rejected san",
    "ics -",
    "egtpath nalimov x",
    "",
];

/// What is typed while a position is edited.
const EDITS: &[&str] = &[
    "Ke1", "Ke8", "Ra1", "Fj8", "Pa7", "xe1", "Q'a1", "Ka0", "Kz9", "K",
];

/// Names under which XBoard knows our games.
const XBOARD: &[&str] = &[
    "normal",
    "falcon",
    "freefalcon",
    "capablanca",
    "nocastle",
    "fairy",
];

/// Whatever is said, each ping is answered, and the engine leaves at the end.
pub fn look(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    if bytes.arbitrary().unwrap_or(false) {
        through_pipe(&mut bytes);
    } else {
        step_by_step(&mut bytes);
    }
}

/// As the program does it: all lines are there at once.
fn through_pipe(bytes: &mut Unstructured) {
    let mut text = "xboard\nmemory 1\n".to_owned();
    let mut game = Game::new(start("falcon"));
    for _ in 0..LINES {
        match line(bytes, &mut game) {
            Ok(line) => text += &format!("{line}\n"),
            Err(_) => break,
        }
    }
    // `new` ends editing, `force` ends thinking.
    text += "new\nforce\nping 77777\nquit\n";
    let mut answer = Vec::new();
    if let Err(error) = run_session(std::io::Cursor::new(text.clone().into_bytes()), &mut answer) {
        panic!("{error}");
    }
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.lines().any(|line| line == "pong 77777"), "{text}");
}

/// With time for the engine to think, and moves that follow its own.
fn step_by_step(bytes: &mut Unstructured) {
    let mut talk = Talk::new(|events| Box::new(Cecp::new(events, Default::default())));
    talk.say("memory 1");
    talk.say("variant falcon");
    talk.say("sd 1");
    let mut game = Game::new(start("falcon"));
    for number in 0..LINES {
        let Ok(line) = line(bytes, &mut game) else {
            break;
        };
        let from = talk.lines.len();
        talk.say(&line);
        match bytes.int_in_range(0..=7).unwrap_or(0) {
            0 => {
                // The engine moves now if it is thinking, so a pong cannot be far.
                talk.say("?");
                talk.say(&format!("ping {number}"));
                talk.wait_for(from, &format!("pong {number}"));
            }
            1..=3 => talk.listen(),
            _ => {}
        }
        for answer in talk.lines[from..].iter() {
            let text = answer.strip_prefix("move ");
            if let Some(Ok(mv)) = text.map(|text| parse_coordinate(game.position(), text)) {
                game.play(mv);
            }
        }
    }
    let from = talk.lines.len();
    talk.say("new");
    talk.say("force");
    talk.say("ping 77777");
    talk.wait_for(from, "pong 77777");
    talk.end();
}

/// The start position of a game under one of its names.
fn start(name: &str) -> Position {
    let all = variants::all();
    let named = variants::find(name).ok();
    let known = || {
        let mut all = all.iter();
        all.find(|variant| variant.xboard.as_deref() == Some(name))
            .copied()
    };
    let variant = named.or_else(known).unwrap_or(all[0]);
    Position::start(variant.nearest_rules(Default::default()))
}

fn line(bytes: &mut Unstructured, game: &mut Game) -> Result<String> {
    if bytes.is_empty() {
        return Err(arbitrary::Error::NotEnoughData);
    }
    let line = match bytes.int_in_range(0..=23)? {
        0..=5 => user_move(bytes, game)?,
        6 => new_game(bytes, game)?,
        7 => {
            let fen = grammar::fen(bytes, game.start().rules())?;
            if let Ok(position) = Position::from_fen(game.start().rules(), &fen) {
                *game = Game::new(position);
            }
            format!("setboard {fen}")
        }
        8 => format!("st {}", bytes.choose(&["0.01", "0", "0:00", "-1", "x"])?),
        9 => format!("sd {}", grammar::number(bytes, 0, 3)?),
        10 => level(bytes)?,
        11 => format!("time {}", grammar::number(bytes, -5, 20)?),
        12 => format!("otim {}", grammar::number(bytes, -5, 20)?),
        13 => format!("nps {}", grammar::number(bytes, -1, 1000)?),
        14 => {
            let word = *bytes.choose(&["exclude", "include", "usermove"])?;
            format!("{word} {}", grammar::move_text(bytes, game.position())?)
        }
        15 | 16 => {
            let (name, value) = grammar::option(bytes)?;
            // These are commands of their own here.
            match value {
                Some(value) => format!("option {name}={value}"),
                None => format!("option {name}"),
            }
        }
        17 => return Ok(grammar::any_line(bytes)?.replace("level", "levels")),
        18 => (*bytes.choose(EDITS)?).to_owned(),
        19 => format!("ping {}", grammar::number(bytes, -5, 1000)?),
        _ => (*bytes.choose(PLAIN)?).to_owned(),
    };
    if seldom(bytes, 12)? {
        return Ok(grammar::changed(bytes, &line)?.replace("quit", "quiet"));
    }
    Ok(line)
}

fn user_move(bytes: &mut Unstructured, game: &mut Game) -> Result<String> {
    let text = grammar::move_text(bytes, game.position())?;
    if let Ok(mv) = parse_coordinate(game.position(), &text) {
        game.play(mv);
    }
    Ok(match bytes.arbitrary()? {
        true => format!("usermove {text}"),
        false => text,
    })
}

/// A new game, of which the engine knows no more than how deep to look.
fn new_game(bytes: &mut Unstructured, game: &mut Game) -> Result<String> {
    let all = variants::all();
    let name = match bytes.arbitrary::<bool>()? {
        true => (*bytes.choose(XBOARD)?).to_owned(),
        false => bytes.choose(&all)?.name.clone(),
    };
    *game = Game::new(start(&name));
    let line = *bytes.choose(&["new", "variant", "variant"])?;
    Ok(match line {
        "new" => line.to_owned(),
        _ => format!("variant {name}"),
    })
}

fn level(bytes: &mut Unstructured) -> Result<String> {
    let moves = grammar::number(bytes, 0, 40)?;
    let base = *bytes.choose(&["0:01", "0", "0:00", "-1", "x"])?;
    let increment = *bytes.choose(&["0", "0.01", "-1", "x"])?;
    Ok(format!("level {moves} {base} {increment}"))
}
