//! Fairy-Max's `fmax.ini`.
//!
//! A game is the line `Game: name`, the size of the board, two rows with the numbers of
//! pieces, and one line for each kind of piece: `letter:value step,mode step,mode ...`. Steps
//! are those on a board that is 16 squares wide, with the last rank on top; modes are
//! hexadecimal.

use super::draft::{Draft, Entry, valid_name};
use super::finding::{Finding, Source};
use super::game::{Castling, Game, GamePiece, PawnParts, Pawns, Role, Sides, Squares};
use super::movement::Movement;
use modes::{DIRECTED, Move, movement, parse_move};

mod modes;

/// The most games that are read.
const MAX_GAMES: usize = 1000;

/// How a game begins.
pub(super) const GAME: &str = "Game:";

/// A line of a game, with its number from 1.
type Line<'t> = (usize, &'t str);

/// Reads all games of a file.
pub(super) fn read(text: &str) -> (Vec<Entry>, Vec<Finding>) {
    let mut games: Vec<(usize, &str, Vec<Line<'_>>)> = Vec::new();
    let mut findings = Vec::new();
    let mut is_open = false;
    for (index, line) in text.lines().enumerate() {
        let (number, line) = (index + 1, line.trim());
        if let Some(name) = line.strip_prefix(GAME) {
            if games.len() == MAX_GAMES {
                let source = source("the file", number, "", None);
                let reason = format!("only the first {MAX_GAMES} games are read");
                findings.push(source.refused(reason));
                break;
            }
            let name = name.split(['#', '/']).next().unwrap_or_default().trim();
            games.push((number, name, Vec::new()));
            is_open = true;
        } else if line.is_empty() || line.starts_with(['#', ';']) || line.starts_with("//") {
            // An empty line ends a game; text may follow.
            is_open &= !line.is_empty() || games.last().is_some_and(|game| game.2.is_empty());
        } else if let Some(game) = games.last_mut().filter(|_| is_open) {
            game.2.push((number, line));
        }
    }
    let entries = games
        .iter()
        .map(|(number, name, lines)| entry(*number, name, lines));
    (entries.collect(), findings)
}

fn source(game: &str, line: usize, key: &str, value: Option<&str>) -> Source {
    Source {
        line,
        section: game.to_owned(),
        key: key.to_owned(),
        value: value.map(str::to_owned),
        is_built_in: false,
    }
}

fn entry(line: usize, name: &str, lines: &[Line<'_>]) -> Entry {
    let shown = if name.is_empty() { "Game" } else { name };
    let section = source(shown, line, "", None);
    let mut reader = Reader {
        section: section.clone(),
        findings: Vec::new(),
        sources: Vec::new(),
    };
    let game = reader.game(name, lines);
    let is_refused = reader.findings.iter().any(Finding::is_refused);
    Entry {
        name: shown.to_owned(),
        line,
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
    letter: char,
    is_royal: bool,
    moves: Vec<Move>,
    source: Source,
}

struct Reader {
    section: Source,
    findings: Vec<Finding>,
    sources: Vec<(String, Source)>,
}

impl Reader {
    fn source(&self, (line, text): Line<'_>, key: &str) -> Source {
        source(&self.section.section, line, key, Some(text))
    }

    fn game(&mut self, name: &str, lines: &[Line<'_>]) -> Option<Game> {
        if name.is_empty() {
            self.findings
                .push(self.section.refused("the game has no name"));
        }
        let [size, white, black, kinds @ ..] = lines else {
            let reason = "a game has the size of the board, two rows of pieces, and their moves";
            self.findings.push(self.section.refused(reason));
            return None;
        };
        let (files, ranks) = self.size(*size)?;
        let rows = [*white, *black].map(|row| self.row(row, files));
        let [Some(white_row), Some(black_row)] = rows else {
            return None;
        };
        let kinds: Vec<Kind> = kinds.iter().filter_map(|line| self.kind(*line)).collect();
        if self.findings.iter().any(Finding::is_refused) {
            return None;
        }
        let mut used: Vec<usize> = Vec::new();
        for (row, line) in [(&white_row, white), (&black_row, black)] {
            for &number in row.iter().filter(|&&number| number != 0) {
                if !(3..=kinds.len()).contains(&number) {
                    let reason = format!("there is no piece {number}; pieces are numbered from 3");
                    self.findings
                        .push(self.source(*line, "row").refused(reason));
                    return None;
                }
                used.push(number - 1);
            }
        }
        used.sort_unstable();
        used.dedup();
        let has_double_step = self.pawns(&kinds)?;
        let king = self.king(&kinds, &used)?;
        let pieces = self.pieces(&kinds, &used, king, [&white_row, &black_row]);
        let letters = |row: &[usize]| -> String {
            let letter = |&number: &usize| match number {
                0 => '1',
                number => kinds[number - 1].letter,
            };
            row.iter().map(letter).collect()
        };
        let board = Board {
            files,
            ranks,
            rows: [&white_row, &black_row].map(|row| letters(row)),
            pawn: kinds[0].letter,
        };
        let (castling, partners, rights) = self.castling(&kinds[king], &board);
        let mut pawns = Pawns::default();
        if !has_double_step {
            pawns.double_step = Some(Sides::Both(Squares::default()));
        }
        self.sources
            .push(("board".to_owned(), self.source(*size, "size")));
        self.sources
            .push(("start".to_owned(), self.source(*white, "row")));
        let reason = "the file does not say what Pawns become; here it is any piece of the array";
        self.findings.push(kinds[0].source.noted(reason));
        let castling_source = kinds[king].source.clone();
        self.sources.push(("castling".to_owned(), castling_source));
        let rights = if rights.is_empty() {
            "-".to_owned()
        } else {
            rights
        };
        Some(Game {
            name: valid_name(name),
            title: format!("{name}, as Fairy-Max has it"),
            files,
            ranks,
            start: format!("{} w {rights} - 0 1", board.field()),
            king: kinds[king].letter,
            pawn: board.pawn,
            pieces,
            castling,
            castling_kings: Default::default(),
            partners: [partners.clone(), partners],
            pawns,
            stalemate: None,
            ends: Vec::new(),
            royalty: None,
            hides_kings: false,
            compulsory_captures: false,
            forbidden_checks: false,
            standing_kings: false,
        })
    }

    fn size(&mut self, line: Line<'_>) -> Option<(usize, usize)> {
        let numbers = line.1.split_once('x');
        let number = |text: &str| {
            text.parse::<usize>()
                .ok()
                .filter(|number| (1..=16).contains(number))
        };
        let size = numbers.and_then(|(files, ranks)| Some((number(files)?, number(ranks)?)));
        if size.is_none() {
            let reason = "the size of the board must be like 10x8, with at most 16 files and ranks";
            self.findings
                .push(self.source(line, "size").refused(reason));
        }
        size.filter(|&(_, ranks)| ranks >= 4)
    }

    fn row(&mut self, line: Line<'_>, files: usize) -> Option<Vec<usize>> {
        let numbers = line
            .1
            .split_whitespace()
            .map(|word| word.parse::<usize>().ok());
        let numbers: Option<Vec<usize>> = numbers.collect();
        let reason = match numbers {
            Some(numbers) if numbers.len() == files => return Some(numbers),
            Some(numbers) => format!("{} pieces for {files} files", numbers.len()),
            None => "a row consists of the numbers of pieces".to_owned(),
        };
        self.findings.push(self.source(line, "row").refused(reason));
        None
    }

    fn kind(&mut self, line: Line<'_>) -> Option<Kind> {
        let refuse = |reader: &mut Reader, key: &str, reason: String| {
            let finding = reader.source(line, key).refused(reason);
            reader.findings.push(finding);
        };
        let parts = line.1.split_once(':');
        let letter = parts.map(|(letter, _)| letter.trim()).unwrap_or_default();
        let mut letters = letter.chars();
        let (Some((_, rest)), Some(letter), None) = (parts, letters.next(), letters.next()) else {
            let reason = "a piece is a letter, a colon, its value and its moves".to_owned();
            refuse(self, "piece", reason);
            return None;
        };
        let key = letter.to_string();
        if !letter.is_ascii_alphabetic() {
            refuse(
                self,
                &key,
                "the piece must have a letter from a to z".to_owned(),
            );
            return None;
        }
        let mut words = rest
            .split('#')
            .next()
            .unwrap_or_default()
            .split_whitespace();
        let Some(value) = words.next().and_then(|value| value.parse::<i32>().ok()) else {
            refuse(
                self,
                &key,
                "the value of the piece must be a number".to_owned(),
            );
            return None;
        };
        let mut moves = Vec::new();
        for word in words {
            match parse_move(word) {
                Some(mv) if !moves.contains(&mv) => moves.push(mv),
                Some(_) => {}
                None => {
                    let reason =
                        format!("'{word}' is not a step and a hexadecimal mode, such as 16,7");
                    refuse(self, &key, reason);
                    return None;
                }
            }
        }
        Some(Kind {
            letter: letter.to_ascii_uppercase(),
            is_royal: value == -1,
            moves,
            source: self.source(line, &key),
        })
    }

    /// Whether Pawns make double steps; nothing if they are not those of orthodox chess.
    fn pawns(&mut self, kinds: &[Kind]) -> Option<bool> {
        let mut found = Vec::new();
        for (kind, forward) in kinds.iter().zip([-16, 16]).take(2) {
            let single = [(forward, 6), (forward + 1, 5), (forward - 1, 5)].map(Move::from);
            let double = Move::from((forward, 0x24));
            let is_known = |mv: &Move| single.contains(mv) || *mv == double;
            let has_all = single.iter().all(|mv| kind.moves.contains(mv));
            if !has_all || !kind.moves.iter().all(is_known) {
                let reason = "Pawns move as in orthodox chess, with or without double steps";
                self.findings.push(kind.source.refused(reason));
                return None;
            }
            found.push(kind.moves.contains(&double));
        }
        let [white, black] = found[..] else {
            self.findings
                .push(self.section.refused("the first two pieces must be Pawns"));
            return None;
        };
        if white != black || kinds[0].letter != kinds[1].letter {
            let reason = "the Pawns of both sides must have the same letter and moves";
            self.findings.push(kinds[1].source.refused(reason));
            return None;
        }
        Some(white)
    }

    /// The number of the King.
    fn king(&mut self, kinds: &[Kind], used: &[usize]) -> Option<usize> {
        let mut royal = used
            .iter()
            .copied()
            .filter(|&number| kinds[number].is_royal);
        let (Some(king), None) = (royal.next(), royal.next()) else {
            let reason = "each side has one royal piece, which has the value -1";
            self.findings.push(self.section.refused(reason));
            return None;
        };
        let steps = kinds[king].moves.iter().filter(|mv| !mv.is_castling());
        let steps: Vec<Move> = steps.copied().collect();
        if movement(&steps) != Ok(Movement::Words(vec!["man".to_owned()])) {
            let reason = "the King moves one step in any direction";
            self.findings.push(kinds[king].source.refused(reason));
            return None;
        }
        Some(king)
    }

    fn pieces(
        &mut self,
        kinds: &[Kind],
        used: &[usize],
        king: usize,
        rows: [&[usize]; 2],
    ) -> Vec<GamePiece> {
        let mut pieces = Vec::new();
        for (number, kind) in kinds.iter().enumerate().skip(2) {
            if number == king {
                continue;
            }
            if !used.contains(&number) {
                let reason = "the piece is left out: it is not at the start";
                self.findings.push(kind.source.noted(reason));
                continue;
            }
            match oriented(kind, number + 1, rows) {
                Ok(movement) => pieces.push(GamePiece {
                    letter: kind.letter,
                    name: None,
                    movement,
                    role: Role::Piece,
                    region: None,
                    pawn: PawnParts::default(),
                }),
                Err(reason) => self.findings.push(kind.source.refused(reason)),
            }
            let mut others = kinds[2..number].iter().enumerate();
            let same = others.any(|(other, earlier)| {
                used.contains(&(other + 2)) && earlier.letter == kind.letter
            });
            if same || kind.letter == kinds[0].letter {
                self.findings
                    .push(kind.source.refused("another piece has this letter"));
            }
            let path = format!("pieces.{}", kind.letter);
            self.sources.push((path, kind.source.clone()));
        }
        pieces.sort_by_key(|piece| std::cmp::Reverse(super::movement::strength(&piece.movement)));
        pieces
    }

    /// How the King castles, with which pieces, and the rights at the start.
    fn castling(&mut self, king: &Kind, board: &Board) -> (Castling, Vec<char>, String) {
        let none = (Castling::None, Vec::new(), String::new());
        let ways: Vec<Move> = king
            .moves
            .iter()
            .copied()
            .filter(Move::is_castling)
            .collect();
        if ways.is_empty() {
            return none;
        }
        let distance = |mv: &Move| mv.castling_distance();
        let Some(distance) = ways.first().and_then(distance) else {
            self.findings
                .push(king.source.refused("there is no such castling"));
            return none;
        };
        if ways
            .iter()
            .any(|mv| mv.castling_distance() != Some(distance))
        {
            let reason = "the King must castle as far to either side";
            self.findings.push(king.source.refused(reason));
            return none;
        }
        let (mut rights, mut partners) = (String::new(), Vec::new());
        for (row, letters) in board.rows.iter().zip(["KQ", "kq"]) {
            let row: Vec<char> = row.chars().collect();
            let Some(file) = row.iter().position(|letter| *letter == king.letter) else {
                continue;
            };
            for (side, right) in [1, -1].into_iter().zip(letters.chars()) {
                let corner = if side > 0 { row.len() - 1 } else { 0 };
                let reach = corner.abs_diff(file);
                if row[corner] == '1' || !ways.iter().any(|mv| mv.step.signum() == side) {
                    continue;
                }
                if reach <= distance {
                    let wing = if side > 0 { "last" } else { "first" };
                    let reason = format!(
                        "{distance} squares toward the {wing} file lead the King to a corner or \
                         beyond, so that it cannot castle there"
                    );
                    let note = king.source.noted(reason);
                    if !self.findings.contains(&note) {
                        self.findings.push(note);
                    }
                    continue;
                }
                rights.push(right);
                if !partners.contains(&row[corner]) {
                    partners.push(row[corner]);
                }
            }
        }
        if rights.is_empty() {
            return none;
        }
        if partners == ['R'] {
            partners.clear();
        }
        let rule = if distance == 2 { "orthodox" } else { "three" };
        (Castling::Rule(rule), partners, rights)
    }
}

/// How a piece with this number moves, as its own side sees the board: the steps of a file
/// are the same for both sides.
fn oriented(kind: &Kind, number: usize, rows: [&[usize]; 2]) -> Result<Movement, String> {
    let found = movement(&kind.moves)?;
    let mut flipped: Vec<Move> = kind.moves.iter().map(|mv| mv.flipped()).collect();
    let mut moves = kind.moves.clone();
    moves.sort_unstable();
    flipped.sort_unstable();
    // Only directions make a difference.
    let is_directed = matches!(found, Movement::Betza { dialect, .. } if dialect == DIRECTED);
    if !is_directed || moves == flipped {
        return Ok(found);
    }
    match rows.map(|row| row.contains(&number)) {
        [true, true] => {
            let reason = "the piece moves otherwise toward the last rank than toward the first, \
                          and does so for both sides";
            Err(reason.to_owned())
        }
        [false, true] => movement(&flipped),
        _ => Ok(found),
    }
}

/// A board with a row of pieces and a row of Pawns for each side.
struct Board {
    files: usize,
    ranks: usize,
    /// The letters of both rows, `1` for an empty square.
    rows: [String; 2],
    pawn: char,
}

impl Board {
    /// The board field of a FEN.
    fn field(&self) -> String {
        let pawns = self.pawn.to_string().repeat(self.files);
        let empty = self.files.to_string();
        let mut ranks = vec![
            runs(&self.rows[1].to_ascii_lowercase()),
            pawns.to_ascii_lowercase(),
        ];
        ranks.extend(std::iter::repeat_n(empty, self.ranks - 4));
        ranks.extend([pawns, runs(&self.rows[0])]);
        ranks.join("/")
    }
}

/// A row with its empty squares counted.
pub(super) fn runs(row: &str) -> String {
    let (mut text, mut run) = (String::new(), 0);
    for letter in row.chars().chain(['/']) {
        if letter == '1' {
            run += 1;
            continue;
        }
        if run > 0 {
            text.push_str(&run.to_string());
            run = 0;
        }
        text.push(letter);
    }
    text.pop();
    text
}
