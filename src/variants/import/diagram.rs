//! The description of an Interactive Diagram, as chess variant sites have it on their pages.
//!
//! A line `name:id:betza:image:squares` describes a kind of piece, and `key=value` everything
//! else. The squares of Black follow those of White after two commas, or mirror them.

mod moves;
mod starts;

use crate::base::suggestion::did_you_mean;

use super::draft::{Draft, Entry, valid_name};
use super::fairy_max::runs;
use super::finding::{Finding, Source};
use super::game::{
    Castling, Game, GamePiece, PawnParts, Pawns, Role, Sides, Squares, Zone, file_name,
};
use super::movement::strength;
use moves::{groups, read_movement};
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

    fn game(&mut self) -> Option<Game> {
        if self.kinds.is_empty() {
            self.findings
                .push(self.section.refused("the diagram has no pieces"));
            return None;
        }
        let is_king = |kind: &Kind| kind.name.eq_ignore_ascii_case("king");
        let by_name = self.kinds.iter().position(is_king);
        let king = self.royal.map_or(by_name, |royal| royal.checked_sub(1));
        let Some(king) = king.filter(|&king| king < self.kinds.len()) else {
            self.findings
                .push(self.section.refused("the diagram has no royal piece"));
            return None;
        };
        let pawn = self
            .kinds
            .iter()
            .position(|kind| kind.name.eq_ignore_ascii_case("pawn"));
        let castling = self.king_moves(king)?;
        let double_step = match pawn {
            Some(pawn) => self.pawn_moves(pawn)?,
            None => false,
        };
        let mut pieces = Vec::new();
        for (number, kind) in self.kinds.iter().enumerate() {
            if number == king || Some(number) == pawn {
                continue;
            }
            match read_movement(&kind.betza, (self.files, self.ranks)) {
                Ok(movement) => pieces.push(GamePiece {
                    letter: kind.letter,
                    name: Some(kind.name.clone()),
                    movement,
                    role: Role::Piece,
                    region: None,
                    pawn: PawnParts::default(),
                }),
                Err(reason) => self.findings.push(kind.source.refused(reason)),
            }
            let path = format!("pieces.{}", kind.letter);
            self.sources.push((path, kind.source.clone()));
        }
        pieces.sort_by_key(|piece| std::cmp::Reverse(strength(&piece.movement)));
        let (castling, partners, rights) = self.castling(king, castling);
        let zones = self.zones(&pieces)?;
        let board = self.board()?;
        let free = ('A'..='Z').find(|letter| self.kinds.iter().all(|kind| kind.letter != *letter));
        let pawn_letter = pawn.map(|pawn| self.kinds[pawn].letter);
        let rights = if rights.is_empty() {
            "-".to_owned()
        } else {
            rights
        };
        Some(Game {
            name: valid_name(&self.name),
            title: format!("{}, as an Interactive Diagram has it", self.name),
            files: self.files,
            ranks: self.ranks,
            start: format!("{board} w {rights} - 0 1"),
            king: self.kinds[king].letter,
            pawn: pawn_letter.or(free).unwrap_or('P'),
            pieces,
            castling,
            castling_kings: Default::default(),
            partners: [partners.clone(), partners],
            pawns: Pawns {
                double_step: self.double_steps(pawn, double_step).map(Sides::Both),
                zones,
                ..Pawns::default()
            },
            stalemate: self.stalemate,
            ends: Vec::new(),
            royalty: None,
            hides_kings: false,
            compulsory_captures: false,
            forbidden_checks: false,
            standing_kings: false,
        })
    }

    /// The distance at which the King castles; 0 if he does not.
    fn king_moves(&mut self, king: usize) -> Option<usize> {
        let kind = &self.kinds[king];
        let mut distance = 0;
        for group in groups(&kind.betza) {
            match group.as_str() {
                "K" => {}
                "isO2" | "siO2" => distance = 2,
                "isO3" | "siO3" => distance = 3,
                _ => {
                    let reason = format!(
                        "'{group}': the King moves one step in any direction, and castles by isO2 or isO3"
                    );
                    self.findings.push(kind.source.refused(reason));
                    return None;
                }
            }
        }
        Some(distance)
    }

    /// Whether Pawns make double steps.
    fn pawn_moves(&mut self, pawn: usize) -> Option<bool> {
        let kind = &self.kinds[pawn];
        let mut found: Vec<String> = groups(&kind.betza)
            .iter()
            .map(|group| {
                let mut letters: Vec<char> = group.chars().collect();
                letters.sort_unstable();
                letters.into_iter().collect()
            })
            .collect();
        found.sort_unstable();
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        match found[..] {
            ["Dfimn", "Fcef", "Wfm"] => Some(true),
            ["Fcef" | "Fcf", "Wfm"] => Some(false),
            _ => {
                let reason =
                    "Pawns move as in orthodox chess: fmWfceFifmnD, or fmWfcF without double steps";
                self.findings.push(kind.source.refused(reason));
                None
            }
        }
    }

    /// The squares of double steps: all on which Pawns start.
    fn double_steps(&self, pawn: Option<usize>, has: bool) -> Option<Squares> {
        let pawn = pawn.filter(|_| has).map(|pawn| &self.kinds[pawn]);
        let starts = pawn.map_or(&[][..], |pawn| &pawn.squares[0]);
        let contains = |file: usize, rank: usize| starts.contains(&(file, rank));
        let squares = Squares::collect((self.files, self.ranks), contains, |_, _| true);
        let is_default = squares.ranks == [2] && squares.names.is_empty();
        (!is_default).then_some(squares)
    }

    fn zones(&mut self, pieces: &[GamePiece]) -> Option<Vec<Zone>> {
        let known: Vec<char> = pieces.iter().map(|piece| piece.letter).collect();
        let first = self.ranks.saturating_sub(self.zone) + 1;
        let zone = |to: Vec<char>| Zone {
            squares: Sides::Both(Squares {
                ranks: (first..=self.ranks).collect(),
                names: Vec::new(),
            }),
            to: Sides::Both(to),
            optional: false,
            leaving: false,
            limits: Vec::new(),
        };
        let Some((choice, source)) = &self.choice else {
            return Some(match self.zone {
                1 => Vec::new(),
                _ => vec![zone(known)],
            });
        };
        let mut to: Vec<char> = Vec::new();
        for letter in choice
            .chars()
            .filter(|letter| !letter.is_whitespace() && *letter != ',')
        {
            if !known.contains(&letter) {
                let reason = format!("there is no piece '{letter}' to which a Pawn could promote");
                self.findings.push(source.refused(reason));
                return None;
            }
            if !to.contains(&letter) {
                to.push(letter);
            }
        }
        to.sort_by_key(|letter| known.iter().position(|other| other == letter));
        self.sources
            .push(("pawns.zones".to_owned(), source.clone()));
        Some(vec![zone(to)])
    }

    /// The board field of a FEN.
    fn board(&mut self) -> Option<String> {
        let mut cells = vec![vec!['1'; self.files]; self.ranks];
        for &(file, rank) in &self.holes {
            let cell = cells.get_mut(rank).and_then(|cells| cells.get_mut(file));
            cell.into_iter().for_each(|cell| *cell = '*');
        }
        for kind in &self.kinds {
            for (squares, is_white) in kind.squares.iter().zip([true, false]) {
                let letter = match is_white {
                    true => kind.letter,
                    false => kind.letter.to_ascii_lowercase(),
                };
                for &(file, rank) in squares {
                    let cell = cells.get_mut(rank).and_then(|cells| cells.get_mut(file));
                    match cell {
                        Some(cell @ '1') => *cell = letter,
                        _ => {
                            let name = format!("{}{}", file_name(file), rank + 1);
                            let reason = format!("{name} is taken, or not a square of the board");
                            self.findings.push(kind.source.refused(reason));
                            return None;
                        }
                    }
                }
            }
        }
        let rows: Vec<String> = cells
            .iter()
            .rev()
            .map(|row| runs(&row.iter().collect::<String>()))
            .collect();
        Some(rows.join("/"))
    }

    /// How the King castles, with which pieces, and the rights at the start.
    fn castling(&mut self, king: usize, distance: usize) -> (Castling, Vec<char>, String) {
        let none = (Castling::None, Vec::new(), String::new());
        if distance == 0 {
            return none;
        }
        let (mut rights, mut partners) = (String::new(), Vec::new());
        for (side, letters) in ["KQ", "kq"].into_iter().enumerate() {
            let [(file, rank)] = self.kinds[king].squares[side][..] else {
                continue;
            };
            for (corner, right) in [self.files - 1, 0].into_iter().zip(letters.chars()) {
                let on_corner = |kind: &&Kind| kind.squares[side].contains(&(corner, rank));
                let Some(partner) = self.kinds.iter().find(on_corner) else {
                    continue;
                };
                if corner.abs_diff(file) <= distance {
                    continue;
                }
                rights.push(right);
                if !partners.contains(&partner.letter) {
                    partners.push(partner.letter);
                }
            }
        }
        if rights.is_empty() {
            let source = &self.kinds[king].source;
            let note = source.noted("the King has no piece in a corner to castle with");
            self.findings.push(note);
            return none;
        }
        if partners == ['R'] {
            partners.clear();
        }
        let rule = if distance == 2 { "orthodox" } else { "three" };
        (Castling::Rule(rule), partners, rights)
    }
}
