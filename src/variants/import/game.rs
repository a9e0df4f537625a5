//! A game on its way from another program's file to a variant file.

use std::fmt::Write;

use super::movement::Movement;

/// A game in the terms of a variant file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Game {
    pub name: String,
    pub title: String,
    pub files: usize,
    pub ranks: usize,
    /// The start position in all six fields.
    pub start: String,
    pub king: char,
    pub pawn: char,
    /// The strongest first.
    pub pieces: Vec<GamePiece>,
    pub castling: Castling,
    /// The letters of what castles on both sides, or the squares; empty for the King's.
    pub castling_kings: [String; 2],
    /// The letters of the pieces that castle with the Kings of both sides; empty for the
    /// default.
    pub partners: [Vec<char>; 2],
    pub pawns: Pawns,
    /// The result of stalemate unless it is a draw.
    pub stalemate: Option<&'static str>,
    /// Other ends.
    pub ends: Ends,
    /// Which of several royal pieces must be safe.
    pub royalty: Option<&'static str>,
    /// Whether the Kings must not face each other.
    pub hides_kings: bool,
    /// Whether a side that can capture must do so.
    pub compulsory_captures: bool,
    /// Whether no move may give check.
    pub forbidden_checks: bool,
    /// Whether a King in check must not move away.
    pub standing_kings: bool,
}

/// Keys of the table `ends` and their values in TOML.
pub(super) type Ends = Vec<(&'static str, String)>;

/// A piece besides King and Pawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GamePiece {
    pub letter: char,
    pub name: Option<String>,
    pub movement: Movement,
    pub role: Role,
    /// The squares that it can enter, for White and for Black.
    pub region: Option<[Squares; 2]>,
    pub pawn: PawnParts,
}

/// Whether a piece is something else besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Piece,
    /// A King that moves otherwise than usual, or another royal piece.
    King,
    /// A Pawn that moves otherwise than usual.
    Pawn,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Castling {
    None,
    /// A rule by its name.
    Rule(&'static str),
    /// The files to which the King goes, the first file first.
    FixedFiles([char; 2]),
}

/// Something of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sides<T> {
    /// The same for both; squares are those of White.
    Both(T),
    /// That of White and that of Black.
    Each(T, T),
}

impl<T> Sides<T> {
    /// The value in TOML.
    fn text(&self, text: impl Fn(&T) -> String) -> String {
        match self {
            Sides::Both(both) => text(both),
            Sides::Each(white, black) => {
                format!("{{ white = {}, black = {} }}", text(white), text(black))
            }
        }
    }
}

impl<T: PartialEq> Sides<T> {
    /// Whether both sides have this.
    pub(super) fn is_both(&self, value: &T) -> bool {
        matches!(self, Sides::Both(both) if both == value)
    }
}

/// How Pawns move and promote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pawns {
    pub start_rank: Option<usize>,
    /// `None` for the default.
    pub double_step: Option<Sides<Squares>>,
    /// `None` for no triple steps.
    pub triple_step: Option<Sides<Squares>>,
    /// Where captures en passant are possible; `None` for everywhere.
    pub en_passant: Option<Sides<Squares>>,
    /// Whether Pawns stay Pawns that capture en passant where they promote.
    pub stays_en_passant: bool,
    /// Empty for the default.
    pub zones: Vec<Zone>,
    pub pool: Option<&'static str>,
    /// Whether moves of Pawns do not restart the count of fifty moves.
    pub keeps_count: bool,
    /// Whether Pawns may stay where they can go no further.
    pub stuck: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Zone {
    pub squares: Sides<Squares>,
    /// Letters, the strongest first.
    pub to: Sides<Vec<char>>,
    pub optional: bool,
    /// Whether pieces promote when they leave it, too.
    pub leaving: bool,
    /// The most pieces of a kind.
    pub limits: Vec<(char, usize)>,
}

impl Zone {
    /// The zone in TOML, with its squares under this key.
    fn text(&self, key: &str) -> String {
        let squares = self.squares.text(Squares::text);
        let to = self.to.text(|letters| list(letters));
        let mut text = format!("{{ {key} = {squares}, to = {to}");
        for (key, is_set) in [("optional", self.optional), ("leaving", self.leaving)] {
            if is_set {
                text += &format!(", {key} = true");
            }
        }
        if !self.limits.is_empty() {
            let limits = self.limits.iter();
            let limits: Vec<String> = limits.map(|row| format!("{} = {}", row.0, row.1)).collect();
            text += &format!(", limit = {{ {} }}", limits.join(", "));
        }
        text + " }"
    }
}

/// What a piece besides the Pawn has of a Pawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PawnParts {
    pub starts: Option<Sides<Squares>>,
    pub zones: Vec<Zone>,
    pub resets_count: bool,
}

/// A set of squares: whole ranks, from 1, and names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Squares {
    pub ranks: Vec<usize>,
    pub names: Vec<String>,
}

impl Squares {
    /// The squares of a board for which this is true. `matters` tells those for which it
    /// makes no difference; a rank is named as a whole if they complete it.
    pub(super) fn collect(
        (files, ranks): (usize, usize),
        contains: impl Fn(usize, usize) -> bool,
        matters: impl Fn(usize, usize) -> bool,
    ) -> Squares {
        let mut squares = Squares::default();
        for rank in 0..ranks {
            let found: Vec<usize> = (0..files).filter(|&file| contains(file, rank)).collect();
            let is_whole = (0..files).all(|file| contains(file, rank) || !matters(file, rank));
            if is_whole && !found.is_empty() {
                squares.ranks.push(rank + 1);
            } else {
                squares
                    .names
                    .extend(found.iter().map(|&file| square_name(file, rank)));
            }
        }
        squares
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ranks.is_empty() && self.names.is_empty()
    }

    pub(super) fn text(&self) -> String {
        let ranks = self.ranks.iter().map(usize::to_string);
        let names = self.names.iter().map(|name| format!("\"{name}\""));
        format!("[{}]", ranks.chain(names).collect::<Vec<_>>().join(", "))
    }
}

/// The letter of a file, counted from 0.
pub(super) fn file_name(file: usize) -> char {
    ('a'..='p').nth(file).unwrap_or('p')
}

fn square_name(file: usize, rank: usize) -> String {
    format!("{}{}", file_name(file), rank + 1)
}

/// A list of strings in TOML.
fn list(letters: &[char]) -> String {
    let letters: Vec<String> = letters
        .iter()
        .map(|letter| quoted(&letter.to_string()))
        .collect();
    match &letters[..] {
        [single] => single.clone(),
        letters => format!("[{}]", letters.join(", ")),
    }
}

/// A string in TOML. Control characters are left out.
fn quoted(text: &str) -> String {
    let plain = text.chars().filter(|letter| !letter.is_control());
    let mut quoted = String::from("\"");
    for letter in plain {
        if matches!(letter, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted.push('"');
    quoted
}

impl Game {
    /// The table of the game in a variant file.
    pub(super) fn to_toml(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        let name = &self.name;
        writeln!(text, "[{name}]")?;
        writeln!(text, "title = {}", quoted(&self.title))?;
        writeln!(text, "board = \"{}x{}\"", self.files, self.ranks)?;
        writeln!(text, "start = {}", quoted(&self.start))?;
        for (key, letter, usual) in [("king", self.king, 'K'), ("pawn", self.pawn, 'P')] {
            if letter != usual {
                writeln!(text, "{key} = {}", quoted(&letter.to_string()))?;
            }
        }
        match &self.castling {
            Castling::None => writeln!(text, "castling = \"none\"")?,
            Castling::Rule(rule) => writeln!(text, "castling = \"{rule}\"")?,
            Castling::FixedFiles([first, last]) => {
                writeln!(text, "castling = \"fixed-files\"")?;
                writeln!(text, "castling-king-files = [\"{first}\", \"{last}\"]")?;
            }
        }
        let king = self.king.to_string();
        let [white, black] = self.castling_kings.each_ref().map(|text| match &**text {
            "" => &king,
            text => text,
        });
        if white != black {
            let (white, black) = (quoted(white), quoted(black));
            let sides = format!("{{ white = {white}, black = {black} }}");
            writeln!(text, "castling-king = {sides}")?;
        } else if *white != king {
            writeln!(text, "castling-king = {}", quoted(white))?;
        }
        let [white, black] = &self.partners;
        if white != black {
            let (white, black) = (list(white), list(black));
            let sides = format!("{{ white = {white}, black = {black} }}");
            writeln!(text, "castling-partner = {sides}")?;
        } else if !white.is_empty() {
            writeln!(text, "castling-partner = {}", list(white))?;
        }
        if let Some(stalemate) = self.stalemate {
            writeln!(text, "stalemate = \"{stalemate}\"")?;
        }
        match self.royalty {
            Some("none") => writeln!(text, "royal-king = false")?,
            Some(royalty) => writeln!(text, "royalty = \"{royalty}\"")?,
            None => {}
        }
        if self.hides_kings {
            writeln!(text, "facing-kings = false")?;
        }
        if self.compulsory_captures {
            writeln!(text, "compulsory-captures = true")?;
        }
        if self.forbidden_checks {
            writeln!(text, "forbidden-checks = true")?;
        }
        if self.standing_kings {
            writeln!(text, "standing-kings = true")?;
        }
        if !self.pieces.is_empty() {
            writeln!(text, "\n[{name}.pieces]")?;
        }
        for piece in &self.pieces {
            writeln!(text, "{} = {}", piece.letter, piece.value())?;
        }
        self.write_pawns(text)?;
        if !self.ends.is_empty() {
            writeln!(text, "\n[{name}.ends]")?;
        }
        for (key, value) in &self.ends {
            writeln!(text, "{key} = {value}")?;
        }
        Ok(())
    }

    fn write_pawns(&self, text: &mut String) -> std::fmt::Result {
        if self.pawns == Pawns::default() {
            return Ok(());
        }
        writeln!(text, "\n[{}.pawns]", self.name)?;
        if let Some(rank) = self.pawns.start_rank {
            writeln!(text, "start-rank = {rank}")?;
        }
        for (key, squares) in [
            ("double-step", &self.pawns.double_step),
            ("triple-step", &self.pawns.triple_step),
            ("en-passant", &self.pawns.en_passant),
        ] {
            match squares {
                Some(Sides::Both(none)) if key == "en-passant" && none.is_empty() => {
                    writeln!(text, "en-passant = false")?;
                }
                Some(squares) => writeln!(text, "{key} = {}", squares.text(Squares::text))?,
                None => {}
            }
        }
        if self.pawns.stays_en_passant {
            writeln!(text, "en-passant-promotion = false")?;
        }
        if self.pawns.keeps_count {
            writeln!(text, "resets-count = false")?;
        }
        if self.pawns.stuck {
            writeln!(text, "stuck = true")?;
        }
        if let Some(pool) = self.pawns.pool {
            writeln!(text, "pool = \"{pool}\"")?;
        }
        if !self.pawns.zones.is_empty() {
            writeln!(text, "zones = [")?;
            for zone in &self.pawns.zones {
                writeln!(text, "    {},", zone.text("squares"))?;
            }
            writeln!(text, "]")?;
        }
        Ok(())
    }
}

impl GamePiece {
    fn value(&self) -> String {
        let name = self
            .name
            .as_deref()
            .map(|name| format!("name = {}", quoted(name)));
        let is_plain =
            self.role == Role::Piece && self.region.is_none() && self.pawn == PawnParts::default();
        let moves = match &self.movement {
            Movement::Words(words) => {
                let quotes: Vec<String> = words.iter().map(|word| quoted(word)).collect();
                match (&quotes[..], &name) {
                    ([single], None) if is_plain => return single.clone(),
                    ([single], _) => format!("moves = {single}"),
                    (words, _) => format!("moves = [{}]", words.join(", ")),
                }
            }
            Movement::Betza { text, dialect } => {
                format!("betza = {}, dialect = \"{dialect}\"", quoted(text))
            }
        };
        let mut parts: Vec<String> = name.into_iter().chain([moves]).collect();
        match self.role {
            Role::Piece => {}
            Role::King => parts.push("royal = true".to_owned()),
            Role::Pawn => parts.push("pawn = true".to_owned()),
        }
        if let Some([white, black]) = &self.region {
            let (white, black) = (white.text(), black.text());
            parts.push(format!("region = {{ white = {white}, black = {black} }}"));
        }
        if let Some(starts) = &self.pawn.starts {
            parts.push(format!("starts = {}", starts.text(Squares::text)));
        }
        let zones = self.pawn.zones.iter();
        let zones: Vec<String> = zones.map(|zone| zone.text("zone")).collect();
        match &zones[..] {
            [] => {}
            [zone] => parts.push(format!("promotes = {zone}")),
            zones => parts.push(format!("promotes = [{}]", zones.join(", "))),
        }
        if self.pawn.resets_count {
            parts.push("resets-count = true".to_owned());
        }
        format!("{{ {} }}", parts.join(", "))
    }
}
