//! A game, a position and a line of moves as plain data, and as the text of a
//! variant file and of a UCI `position` command.
//!
//! Cells are numbers, `rank * files + file`, and kinds of piece are numbers of a
//! list, so that a game can be made smaller piece by piece and still be written
//! down. Knows nothing of which games are possible.

use std::fmt::Write;

/// The kind of a piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    King,
    Pawn,
    /// The piece of that number in [`Game::pieces`].
    Piece(usize),
}

/// What is on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    Empty,
    Hole,
    Man { white: bool, kind: Kind },
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub letter: String,
    /// Words, texts after [`BETZA`], and paths after [`PATH`].
    pub moves: Vec<String>,
}

/// What stands before a text in Betza notation.
pub const BETZA: &str = "betza ";

/// What stands before the steps of a path.
pub const PATH: &str = "path ";

impl Piece {
    /// The entry of the piece.
    fn entry(&self) -> String {
        let with = |start: &str| -> Vec<&str> {
            let moves = self.moves.iter();
            moves.filter_map(|text| text.strip_prefix(start)).collect()
        };
        let (betza, paths) = (with(BETZA), with(PATH));
        let is_word = |text: &&&str| !text.starts_with(BETZA) && !text.starts_with(PATH);
        let all: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        let words: Vec<&str> = all.iter().filter(is_word).copied().collect();
        if betza.is_empty() && paths.is_empty() {
            return match words.as_slice() {
                [one] => format!("\"{one}\""),
                _ => format!("[{}]", quoted(&words)),
            };
        }
        let mut parts = Vec::new();
        if !words.is_empty() {
            parts.push(format!("moves = [{}]", quoted(&words)));
        }
        if !betza.is_empty() {
            parts.push(format!("betza = \"{}\"", betza.concat()));
        }
        if !paths.is_empty() {
            parts.push(format!("paths = [{}]", quoted(&paths)));
        }
        format!("{{ {} }}", parts.join(", "))
    }
}

/// A part of a set of squares as a file names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Rank(usize),
    Cell(usize),
}

/// A promotion zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    pub squares: Vec<Part>,
    /// Numbers of [`Game::pieces`]; all those of the start position if `None`.
    pub to: Option<Vec<usize>>,
    pub optional: bool,
}

/// What a file says about Pawns; it omits what is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pawns {
    pub start_rank: Option<usize>,
    pub double_step: Option<Vec<Part>>,
    pub sideways: Option<Vec<Part>>,
    pub steps: Vec<(usize, usize)>,
    pub zones: Option<Vec<Zone>>,
    pub pool: Option<&'static str>,
    /// Whether captures en passant do not promote.
    pub stays_en_passant: bool,
}

/// Pieces on a board, and the other fields of a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    pub cells: Vec<Cell>,
    pub white_to_move: bool,
    /// The cells of the pieces whose castling rights are left.
    pub rights: Vec<usize>,
    pub en_passant: Option<usize>,
    pub halfmove_clock: u16,
    pub fullmove_number: u16,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub files: usize,
    pub ranks: usize,
    pub file_names: Option<Vec<char>>,
    pub from_zero: bool,
    pub start: Placement,
    pub king: String,
    pub pawn: String,
    pub pieces: Vec<Piece>,
    pub castling: Option<Vec<&'static str>>,
    /// The pieces that castle with the King; those that move as Rooks if empty.
    pub partners: Vec<usize>,
    /// The files of King and partner after castling to fixed files.
    pub king_files: Option<[usize; 2]>,
    pub partner_files: Option<[usize; 2]>,
    pub promotion: Option<Vec<&'static str>>,
    pub stalemate: Option<&'static str>,
    pub shuffled: bool,
    pub pawns: Pawns,
}

/// A move as it is written: its two squares and the letter of the promotion
/// piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub from: usize,
    pub to: usize,
    pub becomes: String,
}

/// A game, a position of it if not its start, and moves from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    pub game: Game,
    pub placement: Option<Placement>,
    pub line: Vec<Step>,
    /// Which of the game's castling and promotion rules are used.
    pub castling: usize,
    pub promotion: usize,
}

impl Game {
    /// The rank of a cell mirrored.
    pub fn turned(&self, cell: usize) -> usize {
        (self.ranks - 1 - cell / self.files) * self.files + cell % self.files
    }

    /// The name of a file.
    pub fn file_name(&self, file: usize) -> char {
        match &self.file_names {
            Some(names) => names[file],
            None => (b'a' + file as u8) as char,
        }
    }

    /// The number of a rank in names of squares.
    pub fn rank_name(&self, rank: usize) -> usize {
        rank + usize::from(!self.from_zero)
    }

    /// The name of a cell.
    pub fn name(&self, cell: usize) -> String {
        let (file, rank) = (cell % self.files, cell / self.files);
        format!("{}{}", self.file_name(file), self.rank_name(rank))
    }

    /// A move as UCI writes it.
    pub fn step(&self, step: &Step) -> String {
        format!(
            "{}{}{}",
            self.name(step.from),
            self.name(step.to),
            step.becomes
        )
    }

    fn letter(&self, kind: Kind) -> &str {
        match kind {
            Kind::King => &self.king,
            Kind::Pawn => &self.pawn,
            Kind::Piece(number) => &self.pieces[number].letter,
        }
    }

    /// Whether pieces of this number castle with the King.
    pub fn castles_with(&self, number: usize) -> bool {
        match self.partners.is_empty() {
            true => self.pieces[number].moves == ["rook"],
            false => self.partners.contains(&number),
        }
    }

    /// Whether castling ends on fixed files.
    pub fn has_fixed_files(&self) -> bool {
        self.castling.as_deref() == Some(&["fixed-files"])
    }

    fn swaps(&self) -> bool {
        self.castling.as_deref() == Some(&["king-swap"])
    }

    /// The FEN of a placement. Rights are given by their files, those of files
    /// called k and q with their ranks.
    pub fn fen(&self, placement: &Placement) -> String {
        let mut text = String::new();
        for rank in (0..self.ranks).rev() {
            let cells = &placement.cells[rank * self.files..(rank + 1) * self.files];
            for run in cells.chunk_by(|a, b| (*a, *b) == (Cell::Empty, Cell::Empty)) {
                match run[0] {
                    Cell::Empty => text += &run.len().to_string(),
                    Cell::Hole => text.push('*'),
                    Cell::Man { white: true, kind } => text += self.letter(kind),
                    Cell::Man { white: false, kind } => text += &self.letter(kind).to_lowercase(),
                }
            }
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text += if placement.white_to_move { "w " } else { "b " };
        for &cell in &placement.rights {
            let name = self.file_name(cell % self.files);
            let white = matches!(placement.cells[cell], Cell::Man { white: true, .. });
            text.push(if white {
                name.to_ascii_uppercase()
            } else {
                name
            });
            if matches!(name, 'k' | 'q') && !self.swaps() {
                text += &self.rank_name(cell / self.files).to_string();
            }
        }
        if placement.rights.is_empty() {
            text.push('-');
        }
        let passed = placement
            .en_passant
            .map_or("-".to_owned(), |cell| self.name(cell));
        let _ = write!(
            text,
            " {passed} {} {}",
            placement.halfmove_clock, placement.fullmove_number
        );
        text
    }

    /// The variant file.
    pub fn text(&self) -> String {
        let mut text = "[random]\n".to_owned();
        let mut say = |key: &str, value: String| {
            let _ = writeln!(text, "{key} = {value}");
        };
        let list = |words: &[&str]| match words {
            [one] => format!("\"{one}\""),
            _ => format!("[{}]", quoted(words)),
        };
        say("board", format!("\"{}x{}\"", self.files, self.ranks));
        if let Some(names) = &self.file_names {
            say(
                "file-names",
                format!("\"{}\"", names.iter().collect::<String>()),
            );
        }
        if self.from_zero {
            say("first-rank", "0".to_owned());
        }
        say("start", format!("\"{}\"", self.fen(&self.start)));
        for (key, letter, usual) in [("king", &self.king, "K"), ("pawn", &self.pawn, "P")] {
            if letter != usual {
                say(key, format!("\"{letter}\""));
            }
        }
        if let Some(rules) = &self.castling {
            say("castling", list(rules));
        }
        if !self.partners.is_empty() {
            let partners = self.partners.iter();
            let partners = partners.map(|&number| &self.pieces[number].letter);
            say(
                "castling-partner",
                format!("[{}]", quoted(&partners.collect::<Vec<_>>())),
            );
        }
        for (key, files) in [
            ("castling-king-files", self.king_files),
            ("castling-partner-files", self.partner_files),
        ] {
            if let Some(files) = files {
                let names = files.map(|file| self.file_name(file).to_string());
                say(key, format!("[{}]", quoted(&names)));
            }
        }
        if let Some(rules) = &self.promotion {
            say("promotion", list(rules));
        }
        if let Some(rule) = self.stalemate {
            say("stalemate", format!("\"{rule}\""));
        }
        if self.shuffled {
            say("shuffled", "true".to_owned());
        }
        for piece in &self.pieces {
            say(&format!("pieces.\"{}\"", piece.letter), piece.entry());
        }
        self.pawns_text(&mut text);
        text
    }

    fn pawns_text(&self, text: &mut String) {
        let pawns = &self.pawns;
        let mut say = |key: &str, value: String| {
            let _ = writeln!(text, "pawns.{key} = {value}");
        };
        if let Some(rank) = pawns.start_rank {
            say("start-rank", self.rank_name(rank).to_string());
        }
        for (key, squares) in [
            ("double-step", &pawns.double_step),
            ("sideways", &pawns.sideways),
        ] {
            if let Some(squares) = squares {
                say(key, self.squares(squares));
            }
        }
        if !pawns.steps.is_empty() {
            let steps = pawns.steps.iter();
            let steps = steps.map(|&(from, to)| self.name(from) + &self.name(to));
            say("steps", format!("[{}]", quoted(&steps.collect::<Vec<_>>())));
        }
        if let Some(zones) = &pawns.zones {
            let zones = zones.iter().map(|zone| {
                let mut text = format!("{{ squares = {}", self.squares(&zone.squares));
                if let Some(to) = &zone.to {
                    let letters = to.iter().map(|&number| &self.pieces[number].letter);
                    let _ = write!(text, ", to = [{}]", quoted(&letters.collect::<Vec<_>>()));
                }
                text + if zone.optional {
                    ", optional = true }"
                } else {
                    " }"
                }
            });
            say(
                "zones",
                format!("[{}]", zones.collect::<Vec<_>>().join(", ")),
            );
        }
        if pawns.stays_en_passant {
            say("en-passant-promotion", "false".to_owned());
        }
        if let Some(pool) = pawns.pool {
            say("pool", format!("\"{pool}\""));
        }
    }

    fn squares(&self, parts: &[Part]) -> String {
        let parts = parts.iter().map(|part| match *part {
            Part::Rank(rank) => self.rank_name(rank).to_string(),
            Part::Cell(cell) => format!("\"{}\"", self.name(cell)),
        });
        format!("[{}]", parts.collect::<Vec<_>>().join(", "))
    }
}

impl Case {
    /// The `position` command of UCI.
    pub fn command(&self) -> String {
        let mut text = match &self.placement {
            None => "position startpos".to_owned(),
            Some(placement) => format!("position fen {}", self.game.fen(placement)),
        };
        if !self.line.is_empty() {
            text += " moves";
        }
        for step in &self.line {
            text.push(' ');
            text += &self.game.step(step);
        }
        text
    }
}

/// Words in quotation marks.
fn quoted(words: &[impl AsRef<str>]) -> String {
    let words = words.iter().map(|word| format!("\"{}\"", word.as_ref()));
    words.collect::<Vec<_>>().join(", ")
}
