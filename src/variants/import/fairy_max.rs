//! Fairy-Max's `fmax.ini`.
//!
//! A game is the line `Game: name`, the size of the board, two rows with the numbers of
//! pieces, and one line for each kind of piece: `letter:value step,mode step,mode ...`. Steps
//! are those on a board that is 16 squares wide, with the last rank on top; modes are
//! hexadecimal.

use super::draft::{Draft, Entry, valid_name};
use super::finding::{Finding, Source};
use super::game::{Game, GamePiece, PawnParts, Role};
use super::movement::{Movement, strength};
use castling::castling;
use kinds::{Kind, Men};
use modes::parse_move;
use pawns::Pawn;

mod castling;
mod kinds;
mod modes;
mod pawns;
mod rules;

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
            let name = name.split('#').next().unwrap_or_default();
            let name = name.split("//").next().unwrap_or_default().trim();
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

struct Reader {
    section: Source,
    findings: Vec<Finding>,
    sources: Vec<(String, Source)>,
}

/// The board, and where Pawns start and promote.
#[derive(Clone, Copy)]
struct Size {
    files: usize,
    ranks: usize,
    /// The rank on which the Pawns of White start, from 1.
    pawn_rank: usize,
    /// How many ranks are the promotion zone.
    zone: usize,
}

/// Games whose rules Fairy-Max knows by their name, and what it adds to the file.
const KNOWN: [(&str, &str); 1] = [("seirawan", "pieces come onto the board during the game")];

impl Reader {
    fn source(&self, (line, text): Line<'_>, key: &str) -> Source {
        source(&self.section.section, line, key, Some(text))
    }

    fn refuse_game(&mut self, reason: impl Into<String>) {
        self.findings.push(self.section.refused(reason));
    }

    fn game(&mut self, name: &str, lines: &[Line<'_>]) -> Option<Game> {
        if name.is_empty() {
            self.refuse_game("the game has no name");
        }
        if let Some((_, reason)) = KNOWN.iter().find(|known| known.0 == name) {
            self.refuse_game(format!(
                "{reason}, which Fairy-Max knows by the name of the game"
            ));
        }
        let [size_line, white, black, kinds @ ..] = lines else {
            self.refuse_game(
                "a game has the size of the board, two rows of pieces, and their moves",
            );
            return None;
        };
        let size = self.size(*size_line)?;
        let rows = [*white, *black].map(|row| self.row(row, size.files));
        let [Some(white_row), Some(black_row)] = rows else {
            return None;
        };
        let kinds: Vec<Kind> = kinds.iter().filter_map(|line| self.kind(*line)).collect();
        if self.findings.iter().any(Finding::is_refused) {
            return None;
        }
        for (row, line) in [(&white_row, white), (&black_row, black)] {
            let is_known = |number: usize| number == 0 || (3..=kinds.len()).contains(&number);
            if let Some(number) = row.iter().find(|number| !is_known(**number)) {
                let reason = format!("there is no piece {number}; pieces are numbered from 3");
                let finding = self.source(*line, "row").refused(reason);
                self.findings.push(finding);
                return None;
            }
        }
        self.sources
            .push(("board".to_owned(), self.source(*size_line, "size")));
        self.sources
            .push(("start".to_owned(), self.source(*white, "row")));
        self.game_of_kinds(name, size, &kinds, [&white_row, &black_row])
    }

    fn game_of_kinds(
        &mut self,
        name: &str,
        size: Size,
        kinds: &[Kind],
        rows: [&[usize]; 2],
    ) -> Option<Game> {
        let pawns = self.pawns(kinds)?;
        let is_same_pawn = pawns[0] == pawns[1];
        let mut letters = vec![kinds[0].letter];
        if kinds[1].letter != kinds[0].letter {
            if is_same_pawn {
                let reason = format!("the Pawns of both sides have the letter {}", letters[0]);
                self.findings.push(kinds[1].source.noted(reason));
            } else {
                letters.push(kinds[1].letter);
            }
        }
        if !is_same_pawn && letters.len() == 1 {
            let reason = "Pawns of the same letter move differently";
            self.findings.push(kinds[1].source.refused(reason));
            return None;
        }
        let men = Men::new(kinds, rows, &letters, &mut self.findings);
        if self.findings.iter().any(Finding::is_refused) {
            return None;
        }
        let (kings, royalty) = self.kings(kinds, &men)?;
        let found = castling(kinds, &men, kings, &mut self.findings);
        let mut pieces: Vec<GamePiece> = Vec::new();
        for (index, man) in men.men.iter().enumerate() {
            let kind = man
                .kinds
                .iter()
                .flatten()
                .next()
                .map(|&kind| &kinds[kind])?;
            let path = format!("pieces.{}", man.letter);
            self.sources.push((path, kind.source.clone()));
            let is_usual_king =
                index == kings[0] && man.movement == Movement::Words(vec!["man".to_owned()]);
            if !is_usual_king {
                let role = match kind.is_royal() {
                    true => Role::King,
                    false => Role::Piece,
                };
                pieces.push(piece(man.letter, man.movement.clone(), role));
            }
        }
        pieces.sort_by_key(|piece| std::cmp::Reverse(strength(&piece.movement)));
        let zones = self.zones(size, kinds, &men, kings, &pieces);
        let pawns = self.pawn_rules(size, kinds, &pawns, zones, &mut pieces);
        let king = kinds.get(men.men[kings[0]].kinds[0]?)?;
        self.sources
            .push(("castling".to_owned(), king.source.clone()));
        let ends = self.ends(size, kinds, &men, kings);
        let rights = match found.rights.as_str() {
            "" => "-",
            rights => rights,
        };
        Some(Game {
            name: valid_name(name),
            title: format!("{name}, as Fairy-Max has it"),
            files: size.files,
            ranks: size.ranks,
            start: format!("{} w {rights} - 0 1", size.board(&men, &letters)),
            king: men.men[kings[0]].letter,
            pawn: letters[0],
            pieces,
            castling: found.castling,
            castling_kings: Default::default(),
            partners: found.partners,
            pawns,
            stalemate: None,
            ends,
            royalty,
            hides_kings: false,
            compulsory_captures: false,
            forbidden_checks: false,
            standing_kings: false,
        })
    }

    /// The size of the board, such as `8x8`, perhaps with a zone: `8x8=3`.
    fn size(&mut self, line: Line<'_>) -> Option<Size> {
        let text = line.1.split('#').next().unwrap_or_default().trim();
        let (board, zone) = match text.split_once('=') {
            Some((board, zone)) => (board, Some(zone)),
            None => (text, None),
        };
        let number = |text: &str| {
            text.parse::<usize>()
                .ok()
                .filter(|number| (1..=16).contains(number))
        };
        let size = board
            .split_once('x')
            .and_then(|(files, ranks)| Some((number(files)?, number(ranks)?)));
        let (pawn_rank, depth, is_known) = match zone.map(str::parse::<i32>) {
            None => (2, 1, true),
            Some(Ok(3)) => (3, 3, true),
            Some(Ok(zone @ (-2 | -1))) => (1 + zone.unsigned_abs() as usize, 1, true),
            Some(_) => (2, 1, false),
        };
        let reason = match size {
            None => "the size of the board must be like 10x8, with at most 16 files and ranks",
            Some(_) if !is_known => {
                "only the zones 3, three ranks, and -1 and -2, Pawns on rank 2 or 3, can be read"
            }
            Some((_, ranks)) if ranks < 2 * pawn_rank => "the board has too few ranks for Pawns",
            Some((files, ranks)) => {
                return Some(Size {
                    files,
                    ranks,
                    pawn_rank,
                    zone: depth,
                });
            }
        };
        let finding = self.source(line, "size").refused(reason);
        self.findings.push(finding);
        None
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
            value,
            moves,
            source: self.source(line, &key),
        })
    }

    /// The Pawns of both sides, those of Black turned round.
    fn pawns(&mut self, kinds: &[Kind]) -> Option<[Pawn; 2]> {
        let [white, black, ..] = kinds else {
            self.refuse_game("the first two pieces must be Pawns");
            return None;
        };
        let mut found = Vec::new();
        for (kind, is_black) in [(white, false), (black, true)] {
            match Pawn::new(kind, is_black) {
                Ok(pawn) => found.push(pawn),
                Err(reason) => self.findings.push(kind.source.refused(reason)),
            }
        }
        for kind in [white, black].into_iter().filter(|kind| kind.is_royal()) {
            let reason = "royal Pawns cannot be said";
            self.findings.push(kind.source.refused(reason));
        }
        let pawns: [Pawn; 2] = found.try_into().ok()?;
        if pawns[0] != pawns[1] && pawns.iter().any(Pawn::passes) {
            let reason = "only Pawns that move alike on both sides can capture en passant";
            self.findings.push(black.source.refused(reason));
        }
        Some(pawns)
    }
}

/// A piece without anything of a Pawn.
fn piece(letter: char, movement: Movement, role: Role) -> GamePiece {
    GamePiece {
        letter,
        name: None,
        movement,
        role,
        region: None,
        pawn: PawnParts::default(),
    }
}

impl Size {
    /// The board field of a FEN; `pawns` are the letters of the Pawns of White and Black.
    fn board(self, men: &Men, pawns: &[char]) -> String {
        let row = |side: usize| -> String {
            let letters = (0..self.files).map(|file| men.letter(side, file).unwrap_or('1'));
            runs(&letters.collect::<String>())
        };
        let empty = self.files.to_string();
        let row_of_pawns = |letter: char| letter.to_string().repeat(self.files);
        let white = pawns.first().copied().unwrap_or('P');
        let black = pawns.last().copied().unwrap_or('P');
        let mut ranks = vec![empty; self.ranks];
        ranks[0] = row(1).to_ascii_lowercase();
        ranks[self.pawn_rank - 1] = row_of_pawns(black).to_ascii_lowercase();
        ranks[self.ranks - self.pawn_rank] = row_of_pawns(white);
        ranks[self.ranks - 1] = row(0);
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
