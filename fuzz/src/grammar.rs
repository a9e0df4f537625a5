//! What the grammars of both protocols are made of: bytes become numbers,
//! moves, positions and options, most of them good and some not.

use arbitrary::{Result, Unstructured};
use peregrine::notation::coordinate;
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::protocol::options::{self, Declaration, OptionKind};
use peregrine::rules::Rules;

/// Numbers at which something may change.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "-1",
    "10",
    "",
    "x",
    "0.5",
    "1e9",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "18446744073709551616",
    "-9223372036854775809",
];

/// Words that raw text must not have: they ask for memory, threads or files.
const GREEDY: [&str; 9] = [
    "hash", "threads", "memory", "cores", "path", "file", "log", "bench", "perft",
];

/// Whether it happens: once in `of` times.
pub fn seldom(bytes: &mut Unstructured, of: u8) -> Result<bool> {
    bytes.ratio(1, of)
}

/// A number that is hardly ever sensible.
pub fn odd_number(bytes: &mut Unstructured) -> Result<String> {
    Ok((*bytes.choose(NUMBERS)?).to_owned())
}

/// A number in a range; now and then it is another one, or none.
pub fn number(bytes: &mut Unstructured, least: i64, most: i64) -> Result<String> {
    if seldom(bytes, 20)? {
        return odd_number(bytes);
    }
    Ok(bytes.int_in_range(least..=most)?.to_string())
}

/// A move of that position; now and then two squares of any board.
pub fn move_text(bytes: &mut Unstructured, position: &Position) -> Result<String> {
    let moves = position.legal_moves();
    if !moves.is_empty() && !seldom(bytes, 8)? {
        return Ok(coordinate(position, *bytes.choose(&moves)?));
    }
    let mut text = String::new();
    for _ in 0..2 {
        text.push(char::from(bytes.int_in_range(b'a'..=b'q')?));
        text += &bytes.int_in_range(0..=17)?.to_string();
    }
    text += *bytes.choose(&["", "q", "f", "k", "x", "="])?;
    Ok(text)
}

/// Plays up to so many moves and gives their texts; the last one may be wrong.
pub fn moves(bytes: &mut Unstructured, game: &mut Game, most: usize) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for _ in 0..bytes.int_in_range(0..=most)? {
        let moves = game.position().legal_moves();
        if moves.is_empty() || seldom(bytes, 30)? {
            texts.push(move_text(bytes, game.position())?);
            break;
        }
        let mv = *bytes.choose(&moves)?;
        texts.push(coordinate(game.position(), mv));
        game.play(mv);
    }
    Ok(texts)
}

/// A FEN of a position that random moves lead to, some with a change.
pub fn fen(bytes: &mut Unstructured, rules: &'static Rules) -> Result<String> {
    let mut game = Game::new(Position::start(rules));
    for _ in 0..bytes.int_in_range(0..=12)? {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(*bytes.choose(&moves)?);
    }
    let fen = game.position().to_string();
    if seldom(bytes, 5)? {
        return changed(bytes, &fen);
    }
    Ok(fen)
}

/// A text with one character more, less or another.
pub fn changed(bytes: &mut Unstructured, text: &str) -> Result<String> {
    let mut characters: Vec<char> = text.chars().collect();
    let at = bytes.int_in_range(0..=characters.len())?;
    let new = match bytes.arbitrary::<u8>()? {
        byte @ b' '..=b'~' => char::from(byte),
        _ => bytes.arbitrary()?,
    };
    match bytes.int_in_range(0..=3)? {
        0 if at < characters.len() => characters[at] = new,
        1 if at < characters.len() => drop(characters.remove(at)),
        2 => characters.truncate(at),
        _ => characters.insert(at, new),
    }
    Ok(one_line(characters.into_iter().collect()))
}

/// Any line at all.
pub fn any_line(bytes: &mut Unstructured) -> Result<String> {
    let text = one_line(bytes.arbitrary::<&str>()?.to_owned());
    // The account of answers is kept by these.
    let text = text.replace(": go", ": no").replace("quit", "quiet");
    Ok(text)
}

/// The text without line ends, and without what would cost too much.
fn one_line(text: String) -> String {
    let text = text.replace(['\n', '\r'], " ");
    let lower = text.to_lowercase();
    if GREEDY.iter().any(|word| lower.contains(word)) {
        return "greedy".to_owned();
    }
    text
}

/// An option and a value for it, which is nearly always one it can have.
pub fn option(bytes: &mut Unstructured) -> Result<(&'static str, Option<String>)> {
    let all = options::all();
    let Declaration { name, kind, .. } = bytes.choose(&all)?;
    let value = match kind {
        OptionKind::Button => None,
        OptionKind::Check(_) => {
            Some((*bytes.choose(&["true", "false", "1", "0", "maybe"])?).to_owned())
        }
        OptionKind::Combo { words, .. } => Some((*bytes.choose(words)?).to_owned()),
        OptionKind::Spin { min, .. } if ["Hash", "Threads"].contains(name) => {
            Some(bytes.int_in_range(*min..=3)?.to_string())
        }
        OptionKind::Spin { min, max, .. } => {
            let number = bytes.int_in_range(*min..=*max)?.to_string();
            Some(if seldom(bytes, 10)? {
                odd_number(bytes)?
            } else {
                number
            })
        }
        // Files and folders.
        _ => Some("no/such/file".to_owned()),
    };
    Ok((name, value))
}
