//! The description of an Interactive Diagram, as chess variant sites have it on their pages.
//!
//! A line `name:id:betza:image:squares` describes a kind of piece, and `key=value` everything
//! else. The squares of Black follow those of White after two commas, or mirror them.

mod moves;
mod starts;
mod to_game;

use crate::base::suggestion::did_you_mean;

use super::draft::{Draft, Entry};
use super::finding::{Finding, Source};
use starts::starts;

/// Keys that concern the picture alone.
const OF_THE_PICTURE: &str = "\
    satellite graphicsDir graphicsType whitePrefix blackPrefix squareSize lightShade \
    darkShade oddShade rimColor coordColor coords borders useMarkers startShade \
    holeShade promoShade position hole theme newClick showMoves swapButton setup \
    spacing animate trackPieces help firstRank sheet gifWidth lastRim";

/// Keys that are read.
const KEYS: [&str; 9] = [
    "files",
    "ranks",
    "promoZone",
    "maxPromote",
    "promoChoice",
    "symmetry",
    "royal",
    "stalemate",
    "name",
];

/// The pieces of orthodox chess, whose letters and moves may be left out.
const USUAL: [(&str, &str, &str); 6] = [
    ("pawn", "P", "fmWfceFifmnD"),
    ("knight", "N", "N"),
    ("bishop", "B", "B"),
    ("rook", "R", "R"),
    ("queen", "Q", "Q"),
    ("king", "K", "KisO2"),
];

/// Whether a text seems to be such a description.
pub(super) fn is_like(text: &str) -> bool {
    let is_piece = |line: &&str| line.matches(':').count() >= 4;
    text.lines().any(|line| line.trim().starts_with("files="))
        || text.lines().filter(is_piece).count() >= 2
}

/// Reads the diagrams of a text.
pub(super) fn read(text: &str) -> (Vec<Entry>, Vec<Finding>) {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut starts = starts(&lines);
    starts.push(lines.len());
    let parts = starts.windows(2);
    let entries = parts.map(|part| read_one(&lines[part[0]..part[1]], part[0] + 1));
    (entries.collect(), Vec::new())
}

/// Reads the diagram of these lines, the first of which has this number in its file.
fn read_one(lines: &[&str], first: usize) -> Entry {
    let section = Source {
        line: first,
        section: "diagram".to_owned(),
        key: String::new(),
        value: None,
        is_built_in: false,
    };
    let mut reader = Reader {
        files: 8,
        ranks: 8,
        zone: 1,
        symmetry: "mirror".to_owned(),
        section: section.clone(),
        name: "diagram".to_owned(),
        ..Reader::new(section.clone())
    };
    for (index, line) in lines.iter().enumerate() {
        reader.line(first + index, line);
    }
    let game = reader.game();
    let is_refused = reader.findings.iter().any(Finding::is_refused);
    Entry {
        name: reader.name.clone(),
        line: first,
        draft: game.filter(|_| !is_refused).map(|game| Draft {
            game,
            sources: reader.sources,
            section,
        }),
        findings: reader.findings,
    }
}

/// A kind of piece.
struct Kind {
    name: String,
    letter: char,
    betza: String,
    /// White's squares and Black's, as files and ranks.
    squares: [Vec<(usize, usize)>; 2],
    source: Source,
}

struct Reader {
    files: usize,
    ranks: usize,
    zone: usize,
    choice: Option<(String, Source)>,
    royal: Option<usize>,
    symmetry: String,
    stalemate: Option<&'static str>,
    name: String,
    kinds: Vec<Kind>,
    holes: Vec<(usize, usize)>,
    section: Source,
    findings: Vec<Finding>,
    sources: Vec<(String, Source)>,
}

impl Reader {
    fn new(section: Source) -> Reader {
        Reader {
            files: 8,
            ranks: 8,
            zone: 1,
            choice: None,
            royal: None,
            symmetry: String::new(),
            stalemate: None,
            name: String::new(),
            kinds: Vec::new(),
            holes: Vec::new(),
            section,
            findings: Vec::new(),
            sources: Vec::new(),
        }
    }

    fn source(&self, line: usize, key: &str, value: &str) -> Source {
        Source {
            line,
            key: key.to_owned(),
            value: Some(value.to_owned()),
            ..self.section.clone()
        }
    }

    fn line(&mut self, number: usize, line: &str) {
        if line.is_empty() || line.starts_with(['<', '#', ';']) || line.starts_with("//") {
            return;
        }
        let is_key = |text: &str| text.chars().all(|letter| letter.is_ascii_alphanumeric());
        let key = line.split_once('=').filter(|(key, _)| is_key(key.trim()));
        let result = match key {
            Some((key, value)) => {
                let (key, value) = (key.trim(), value.trim());
                self.key(number, key, value)
                    .map_err(|reason| (self.source(number, key, value), reason))
            }
            None if line.contains(':') => {
                let name = line.split(':').next().unwrap_or_default().trim();
                let (name, source) = (name.to_owned(), self.source(number, name, line));
                self.piece(&name, line, source.clone())
                    .map_err(|reason| (source, reason))
            }
            None => {
                let reason = "this is neither a key with a value nor a piece".to_owned();
                Err((self.source(number, "", line), reason))
            }
        };
        if let Err((source, reason)) = result {
            self.findings.push(source.refused(reason));
        }
    }

    fn key(&mut self, line: usize, key: &str, value: &str) -> Result<(), String> {
        let number = |most: usize| {
            let number = value
                .parse::<usize>()
                .ok()
                .filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("the value must be a number from 1 to {most}"))
        };
        match key {
            "files" => {
                self.files = number(16)?;
                self.sources
                    .push(("board".to_owned(), self.source(line, key, value)));
            }
            "ranks" => {
                self.ranks = number(16)?;
                self.sources
                    .push(("board".to_owned(), self.source(line, key, value)));
            }
            "promoZone" => {
                self.zone = number(16)?;
                self.sources
                    .push(("pawns.zones".to_owned(), self.source(line, key, value)));
            }
            "maxPromote" => {
                if number(16)? > 1 {
                    return Err("only Pawns promote".to_owned());
                }
            }
            "promoChoice" => {
                self.choice = Some((value.to_owned(), self.source(line, key, value)));
            }
            "royal" => self.royal = Some(number(64)?),
            "symmetry" => match value {
                "mirror" | "rotate" | "none" => self.symmetry = value.to_owned(),
                _ => return Err("the value must be mirror, rotate or none".to_owned()),
            },
            "stalemate" => {
                self.stalemate = match value {
                    "draw" => None,
                    "loss" => Some("loss"),
                    "win" => Some("win"),
                    _ => return Err("the value must be draw, loss or win".to_owned()),
                }
            }
            "name" => {
                self.name = value
                    .chars()
                    .filter(|letter| !letter.is_control())
                    .take(64)
                    .collect()
            }
            _ if OF_THE_PICTURE.split(' ').any(|other| other == key) => {
                let note = self
                    .source(line, key, value)
                    .noted("not needed: it concerns the picture");
                self.findings.push(note);
            }
            _ => {
                let known = KEYS.into_iter().chain(OF_THE_PICTURE.split(' '));
                let known: Vec<&str> = known.collect();
                let hint = did_you_mean(key, &known);
                return Err(format!("the meaning of this key is not known here{hint}"));
            }
        }
        Ok(())
    }

    fn piece(&mut self, name: &str, line: &str, source: Source) -> Result<(), String> {
        let mut parts = line.splitn(5, ':').map(str::trim);
        let (_, id, betza) = (parts.next(), parts.next(), parts.next());
        let (_, squares) = (parts.next(), parts.next().unwrap_or_default());
        let usual = USUAL.iter().find(|row| row.0 == name.to_ascii_lowercase());
        let (white, black) = match squares.split_once(",,") {
            Some((white, black)) => (white, Some(black)),
            None => (squares, None),
        };
        let white = self.squares(white)?;
        if name.eq_ignore_ascii_case("hole") {
            self.holes.extend(white);
            return Ok(());
        }
        let black = match black {
            Some(black) => self.squares(black)?,
            None => white
                .iter()
                .filter_map(|&square| self.opposite(square))
                .collect(),
        };
        let given = id.filter(|id| !id.is_empty()).or(usual.map(|row| row.1));
        let first = name.get(..1).unwrap_or_default().to_ascii_uppercase();
        let id = given.unwrap_or(&first);
        let mut letters = id.chars();
        let letter = match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => letter.to_ascii_uppercase(),
            _ => {
                return Err(format!(
                    "the id of a piece must be a letter from A to Z, not '{id}'"
                ));
            }
        };
        let betza = betza
            .filter(|betza| !betza.is_empty())
            .or(usual.map(|row| row.2));
        let betza = betza.ok_or("the moves of the piece are missing")?;
        if self.kinds.iter().any(|other| other.letter == letter) {
            return Err(format!("another piece has the id '{letter}'"));
        }
        self.kinds.push(Kind {
            name: name.to_owned(),
            letter,
            betza: betza.to_owned(),
            squares: [white, black],
            source,
        });
        Ok(())
    }

    fn opposite(&self, (file, rank): (usize, usize)) -> Option<(usize, usize)> {
        let rank = self.ranks.checked_sub(rank + 1)?;
        match self.symmetry.as_str() {
            "mirror" => Some((file, rank)),
            "rotate" => Some((self.files.checked_sub(file + 1)?, rank)),
            _ => None,
        }
    }

    /// Squares and ranges of squares, with commas between them.
    fn squares(&self, text: &str) -> Result<Vec<(usize, usize)>, String> {
        let mut squares = Vec::new();
        for word in text
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            let (first, last) = word.split_once('-').unwrap_or((word, word));
            let (first, last) = (self.square(first)?, self.square(last)?);
            for rank in first.1.min(last.1)..=first.1.max(last.1) {
                for file in first.0.min(last.0)..=first.0.max(last.0) {
                    squares.push((file, rank));
                }
            }
        }
        Ok(squares)
    }

    fn square(&self, name: &str) -> Result<(usize, usize), String> {
        let wrong = || {
            format!(
                "there is no square '{name}' on a board of {}x{}",
                self.files, self.ranks
            )
        };
        let mut letters = name.chars();
        let file = letters
            .next()
            .filter(char::is_ascii_lowercase)
            .ok_or_else(wrong)?;
        let file = usize::from(file as u8 - b'a');
        let rank = letters.as_str().parse::<usize>().ok();
        let rank = rank
            .filter(|rank| (1..=self.ranks).contains(rank))
            .ok_or_else(wrong)?;
        match file < self.files {
            true => Ok((file, rank - 1)),
            false => Err(wrong()),
        }
    }
}
