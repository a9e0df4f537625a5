//! Builds a variant from the keys of a table.
//!
//! Finds the faults of each key and of their combination, as far as no position
//! is needed.

use crate::board::color::Color;
use crate::board::geometry::Layout;
use crate::board::piece::{Components, MAX_KINDS, PieceKind};
use crate::position::fen::board_tokens;
use crate::rules::{
    MoveConstraints, PawnSetup, PieceType, PromotionRule, Royalty, SpecialMoves, SquareColor,
    StalemateRule,
};

use super::super::{BoardSetup, VariantSetup};
use super::Definition;
use super::board::{self, Size};
use super::error::{FileError, LineIndex, Location};
use super::letters::{check_letter, printable};
use super::pieces::{Piece, Role};
use super::table::{MAX_NAME, Table, TomlEntry, TomlValue, one_or_many, scalar};

/// Builds a variant from a table.
pub(super) struct Builder<'b, 'i> {
    /// The table including inherited keys.
    pub table: &'b Table<'i>,
    pub lines: &'b LineIndex,
    pub faults: Vec<(Location, FileError)>,
}

impl<'b, 'i> Builder<'b, 'i> {
    pub(super) fn new(table: &'b Table<'i>, lines: &'b LineIndex) -> Builder<'b, 'i> {
        Builder {
            table,
            lines,
            faults: Vec::new(),
        }
    }

    pub(super) fn entry(&self, path: &str) -> Option<TomlEntry<'i>> {
        self.table.get(path).cloned()
    }

    pub(super) fn fault(&mut self, place: &Location, reason: impl Into<String>) {
        self.faults
            .push((place.clone(), place.fault(reason.into())));
    }

    /// Adds a fault that follows from the pieces of the start position.
    pub(crate) fn fault_of_start(&mut self, place: &Location, reason: impl Into<String>) {
        let fault = FileError {
            follows_from_start: true,
            ..place.fault(reason.into())
        };
        self.faults.push((place.clone(), fault));
    }

    /// Whether a fault was found at a key or below it.
    pub(crate) fn is_wrong(&self, path: &str) -> bool {
        let mut faults = self.faults.iter();
        faults.any(|(place, _)| place.path.starts_with(path))
    }

    /// The value, if valid; otherwise reports a fault of the entry.
    pub(super) fn ok<T>(&mut self, entry: &TomlEntry<'i>, value: Result<T, String>) -> Option<T> {
        match value {
            Ok(value) => Some(value),
            Err(reason) => {
                self.fault(&entry.place, reason);
                None
            }
        }
    }

    /// The value of a part of an entry, with or without a key of its own, if
    /// valid; otherwise reports a fault of the part.
    pub(super) fn accept<T>(
        &mut self,
        entry: &TomlEntry<'i>,
        part: &TomlValue<'i>,
        key: &str,
        value: Result<T, String>,
    ) -> Option<T> {
        match value {
            Ok(value) => Some(value),
            Err(reason) => {
                let place = entry.part_location(self.lines, part, key);
                self.fault(&place, reason);
                None
            }
        }
    }

    /// The value of a key, if present and valid.
    fn value<T: for<'de> serde::Deserialize<'de>>(&mut self, path: &str) -> Option<T> {
        let entry = self.entry(path)?;
        let value = scalar(&entry.value);
        self.ok(&entry, value)
    }

    /// The value of a mandatory key.
    fn required<T: for<'de> serde::Deserialize<'de>>(&mut self, path: &str) -> Option<T> {
        if self.table.get(path).is_none() {
            let place = self.table.place.clone();
            self.fault(&place, format!("the key '{path}' is missing"));
        }
        self.value(path)
    }

    /// The letters of King and Pawn; the usual letter if none is given.
    pub(crate) fn royal_letters(&self) -> [String; 2] {
        [("king", "K"), ("pawn", "P")].map(|(key, usual)| {
            let given = self.table.get(key);
            let letter = given.and_then(|entry| entry.value.get_ref().as_str());
            let letter = letter.filter(|letter| check_letter(letter).is_ok());
            letter.unwrap_or(usual).to_owned()
        })
    }

    /// The variant, if the table has enough to build one.
    pub(super) fn build(&mut self) -> Option<Definition> {
        self.name();
        let start = self.required::<String>("start");
        let size = self.required::<Size>("board");
        let title = self
            .line("title")
            .unwrap_or_else(|| self.table.name().to_owned());
        let about = self.line("about").unwrap_or_default();
        let castling = self.castling();
        let promotion = self.rules::<PromotionRule>("promotion", PromotionRule::Any);
        let stalemate = self.word("stalemate").unwrap_or(StalemateRule::Draw);
        let royalty = self.royalty();
        let kings_may_face = self.value("facing-kings").unwrap_or(true);
        let constraints = MoveConstraints {
            compulsory_captures: self.value("compulsory-captures").unwrap_or(false),
            forbidden_checks: self.value("forbidden-checks").unwrap_or(false),
            standing_kings: self.value("standing-kings").unwrap_or(false),
        };
        let shuffle = self.shuffle();
        let left_corner = self.word("left-corner").unwrap_or(SquareColor::Dark);
        let xboard = self.xboard();
        let pieces = self.pieces(size.unwrap_or(Size {
            files: 16,
            ranks: 16,
        }));
        let start = start?;
        let field = start
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned();
        let board = self.board(size?, &field)?;
        let layout = match board.layout() {
            Ok(layout) => layout,
            Err(error) => {
                let place = self
                    .table
                    .get("board")
                    .map_or(&self.table.place, |entry| &entry.place);
                self.fault(&place.clone(), error.to_string());
                return None;
            }
        };
        let letters = board_tokens(&field).map(|token| token.trim_start_matches('+'));
        let used: Vec<String> = letters.map(str::to_uppercase).collect();
        let (mut piece_types, pieces) = self.piece_types(pieces, &used, &layout);
        let kinds: Vec<(&str, PieceKind)> = pieces
            .iter()
            .zip(&piece_types[2..])
            .map(|(piece, piece_type)| (piece.letter.as_str(), piece_type.kind))
            .collect();
        let array: Vec<PieceKind> = kinds
            .iter()
            .filter(|(letter, _)| used.iter().any(|word| word == letter))
            .map(|row| row.1)
            .collect();
        let castling_kings = self.castling_kings(&castling, &kinds, &layout);
        let castling_partners = self.castling_partners(&castling, &kinds);
        let castling_files = self.castling_files(&castling, &layout);
        let ends = self.ends(&layout, &piece_types);
        let pawns = self.pawns(&layout, &piece_types[0], &kinds, &array);
        self.promoting_king(&layout, &mut piece_types[1], &kinds, &pawns);
        self.promoting_pieces(&layout, &mut piece_types[2..], &pieces, &kinds, &pawns);
        self.unused(&pieces, &kinds, &array, &becomes(&pawns, &piece_types));
        self.ways_to_promote(&promotion, &pawns, &piece_types[0], &layout);
        Some(Definition {
            variant: VariantSetup {
                name: self.table.name().to_owned(),
                title,
                about,
                board,
                piece_types,
                start_fen: start,
                castling,
                castling_kings,
                castling_partners,
                castling_files,
                promotion,
                pawns,
                stalemate,
                royalty,
                kings_may_face,
                constraints,
                ends,
                shuffle,
                left_corner,
                xboard,
            },
            places: self.places(),
            is_valid: self.faults.is_empty(),
        })
    }
}

/// Single keys and their faults.
impl<'i> Builder<'_, 'i> {
    /// Which royal pieces must be safe.
    fn royalty(&mut self) -> Option<Royalty> {
        let royalty = self.word::<Royalty>("royalty");
        let Some(entry) = self.entry("royal-king") else {
            return royalty;
        };
        match self.value("royal-king") {
            Some(false) if royalty.is_some() => {
                self.fault(&entry.place, "without royal Kings there is no 'royalty'");
                royalty
            }
            Some(false) => Some(Royalty::None),
            Some(true) | None => royalty,
        }
    }

    fn name(&mut self) {
        let name = self.table.name();
        let starts_well = name.starts_with(|first: char| first.is_ascii_alphanumeric());
        let has_letter = name.contains(|letter: char| letter.is_ascii_alphabetic());
        let usable = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        let place = self.table.place.clone();
        if !starts_well || !has_letter || !name.chars().all(usable) {
            let reason = "a variant's name consists of letters, digits and hyphens, starts with a \
                          letter or a digit, and has at least one letter";
            self.fault(&place, reason);
        }
        if name.len() > MAX_NAME {
            let length = name.len();
            let reason =
                format!("the name has {length} letters, but at most {MAX_NAME} are allowed");
            self.fault(&place, reason);
        }
    }

    /// The value of a key whose values are names of rules.
    pub(super) fn word<T: std::str::FromStr<Err = crate::base::suggestion::UnknownName>>(
        &mut self,
        path: &str,
    ) -> Option<T> {
        let entry = self.entry(path)?;
        let word = scalar::<String>(&entry.value);
        let word = word.and_then(|word| word.parse().map_err(|error: T::Err| error.to_string()));
        self.ok(&entry, word)
    }

    /// A text that is shown to users.
    fn line(&mut self, path: &str) -> Option<String> {
        let entry = self.entry(path)?;
        let line = scalar::<String>(&entry.value).and_then(printable);
        self.ok(&entry, line)
    }

    /// One rule or several, the default first.
    pub(super) fn rules<T>(&mut self, path: &str, default: T) -> Vec<T>
    where
        T: std::str::FromStr<Err = crate::base::suggestion::UnknownName>
            + std::fmt::Display
            + PartialEq,
    {
        let mut rules = Vec::new();
        if let Some(entry) = self.entry(path) {
            for part in one_or_many(&entry.value) {
                let rule = scalar::<String>(part).and_then(|word| {
                    let rule = word.parse().map_err(|error: T::Err| error.to_string())?;
                    if rules.contains(&rule) {
                        return Err(format!("'{rule}' is listed twice"));
                    }
                    Ok(rule)
                });
                rules.extend(self.accept(&entry, part, "", rule));
            }
            if one_or_many(&entry.value).is_empty() {
                self.fault(&entry.place, "the list is empty");
            }
        }
        if rules.is_empty() {
            rules.push(default);
        }
        rules
    }

    fn xboard(&mut self) -> Option<String> {
        let name: String = self.value("xboard")?;
        let entry = self.entry("xboard")?;
        let usable = |letter: char| letter.is_ascii_graphic() && !",()\"".contains(letter);
        let good = !name.is_empty() && name.chars().all(usable);
        let reason = "a name for XBoard cannot contain spaces, commas, brackets or quotation marks";
        self.ok(
            &entry,
            good.then_some(name).ok_or_else(|| reason.to_owned()),
        )
    }

    fn board(&mut self, size: Size, start: &str) -> Option<BoardSetup> {
        let mut board = BoardSetup::rectangle(size.files, size.ranks);
        if let Some(entry) = self.entry("file-names") {
            let names = scalar::<String>(&entry.value);
            let names = names.and_then(|names| board::file_names(&names, size.files));
            board.file_names = self.ok(&entry, names)?;
        }
        if let Some(entry) = self.entry("first-rank") {
            let first = scalar::<i64>(&entry.value).and_then(|first| match first {
                0 => Ok(0),
                1 => Ok(1),
                _ => Err(format!("ranks are numbered from 0 or 1, not from {first}")),
            });
            board.first_rank = self.ok(&entry, first)?;
        }
        board.holes = board::holes(start, size);
        Some(board)
    }
}

/// Faults that involve several keys.
impl<'i> Builder<'_, 'i> {
    /// Pawn, King and the other kinds, together with the pieces behind those
    /// others. Inherited pieces that the variant does not use are omitted.
    fn piece_types(
        &mut self,
        pieces: Vec<Piece<'i>>,
        used: &[String],
        layout: &Layout,
    ) -> (Vec<PieceType>, Vec<Piece<'i>>) {
        let promoted = self.promoted_letters();
        let wanted = |piece: &Piece<'i>| {
            let mut letters = used.iter().chain(&promoted);
            piece.entry.place.origin.is_none() || letters.any(|letter| *letter == piece.letter)
        };
        let mut pieces: Vec<Piece<'i>> = pieces.into_iter().filter(wanted).collect();
        let [king, pawn] = self.royal_letters();
        let royal = |kind, letter: &str, name: &str, components| PieceType {
            kind,
            letter: letter.to_owned(),
            name: name.to_owned(),
            components,
            special: SpecialMoves::default(),
            xboard_letter: None,
        };
        let mut types = vec![
            royal(PieceKind::PAWN, &pawn, "Pawn", Components::PAWN),
            royal(PieceKind::KING, &king, "King", Components::KING),
        ];
        for piece in &mut pieces {
            self.region(piece, layout);
            self.also(piece, layout);
            self.keys_without_effect(piece, &types);
        }
        let mut xboard_letters = Vec::new();
        pieces.retain(|piece| {
            let own = types.iter_mut().zip([Role::Pawn, Role::King]);
            let mut own =
                own.filter(|(own, role)| (&own.letter, role) == (&piece.letter, &piece.role));
            let Some((own, _)) = own.next() else {
                return true;
            };
            set_moves(own, piece);
            if let Some(letter) = piece.xboard {
                xboard_letters.push((piece.entry.place.clone(), own.kind, letter));
            }
            false
        });
        let own = ["king", "pawn"].map(|key| self.entry(key));
        for entry in own.into_iter().flatten() {
            let checked = scalar::<String>(&entry.value).and_then(|letter| check_letter(&letter));
            self.ok(&entry, checked);
        }
        if king == pawn {
            let entry = self.entry("king").or_else(|| self.entry("pawn"));
            let place = entry.map_or(self.table.place.clone(), |entry| entry.place);
            self.fault(&place, format!("King and Pawn are both '{king}'"));
        }
        let free = MAX_KINDS - PieceKind::FIRST_FREE;
        let mut next = PieceKind::FIRST_FREE;
        let mut too_many = None;
        for piece in &pieces {
            let place = &piece.entry.place;
            if piece.letter == king || piece.letter == pawn {
                let whose = if piece.letter == king { "King" } else { "Pawn" };
                self.fault(
                    place,
                    format!("'{}' is the letter of the {whose}", piece.letter),
                );
            }
            if piece.role == Role::Pawn {
                self.fault(place, format!("the Pawn of this game is '{pawn}'"));
            }
            let mut moves = piece.moves.clone().unwrap_or_default();
            let standard = moves.standard();
            let is_royal = piece.role == Role::King;
            if is_royal {
                moves.components |= Components::KING | Components::SPECIAL;
            }
            let taken = |kind| is_royal || types.iter().any(|other| other.kind == kind);
            let kind = standard.map(|row| row.0).filter(|&kind| !taken(kind));
            let kind = kind.unwrap_or_else(|| {
                next += 1;
                PieceKind::new((next - 1).min(MAX_KINDS - 1))
            });
            if next > MAX_KINDS && too_many.is_none() {
                too_many = Some(place.clone());
            }
            let name = piece.name.clone();
            types.push(PieceType {
                kind,
                letter: piece.letter.clone(),
                name: name
                    .unwrap_or_else(|| standard.map_or(&*piece.letter, |row| row.1).to_owned()),
                components: moves.components,
                special: moves.special,
                xboard_letter: piece.xboard,
            });
        }
        if let Some(place) = too_many {
            let reason = format!(
                "a game has at most {free} pieces other than compounds of bishop, rook, knight and falcon"
            );
            self.fault(&place, reason);
            types.truncate(2 + MAX_KINDS - 2);
            pieces.truncate(types.len() - 2);
        }
        self.plain_letters(&pieces, &types);
        for (place, kind, letter) in xboard_letters {
            let letter = letter.to_string();
            let mut others = types.iter().filter(|other| other.kind != kind);
            if let Some(other) = others.find(|other| {
                let theirs = other.xboard_letter.map(String::from);
                theirs.unwrap_or(other.letter.clone()) == letter
            }) {
                let name = &other.letter;
                let reason = format!("XBoard already uses '{letter}' for the piece '{name}'");
                self.fault(&place, reason);
            }
        }
        (types, pieces)
    }

    /// XBoard letters must be unique.
    fn plain_letters(&mut self, pieces: &[Piece<'i>], types: &[PieceType]) {
        for (number, piece) in pieces.iter().enumerate() {
            let Some(letter) = piece.xboard else { continue };
            let own = number + 2;
            let taken = types.iter().enumerate().find(|(other, piece_type)| {
                let theirs = piece_type.xboard_letter;
                let plain = theirs.map_or(piece_type.letter.clone(), |letter| letter.to_string());
                *other != own && plain == letter.to_string()
            });
            if let Some((other, piece_type)) = taken {
                // Report each clash once, at the later piece.
                if other < own || piece_type.xboard_letter.is_none() {
                    let name = &piece_type.letter;
                    let reason = format!("XBoard already uses '{letter}' for the piece '{name}'");
                    self.fault(&piece.entry.place, reason);
                }
            }
        }
    }

    /// A piece that can never appear on the board is a mistake.
    fn unused(
        &mut self,
        pieces: &[Piece<'i>],
        kinds: &[(&str, PieceKind)],
        array: &[PieceKind],
        becomes: &[PieceKind],
    ) {
        for (piece, (letter, kind)) in pieces.iter().zip(kinds) {
            let becomes = becomes.contains(kind);
            let is_wrong = self.is_wrong(&piece.entry.place.path);
            if !becomes && !array.contains(kind) && !is_wrong {
                let reason = format!(
                    "'{letter}' is unused: it is not in the start position, and no Pawn can become it"
                );
                self.fault_of_start(&piece.entry.place, reason);
            }
        }
    }

    /// The location of each key, for later checks.
    fn places(&self) -> Vec<Location> {
        let entries = self.table.entries.iter();
        [&self.table.place]
            .into_iter()
            .chain(entries.map(|entry| &entry.place))
            .cloned()
            .collect()
    }
}

/// Gives the King or the Pawn the moves of its entry. A King that moves as in chess
/// remains one.
fn set_moves(own: &mut PieceType, piece: &Piece<'_>) {
    own.name = piece.name.clone().unwrap_or_else(|| own.name.clone());
    own.xboard_letter = piece.xboard;
    let Some(moves) = &piece.moves else {
        return;
    };
    let king = SpecialMoves {
        leaps: vec![(0, 1), (1, 1)],
        ..SpecialMoves::default()
    };
    if own.kind == PieceKind::KING
        && moves.components == Components::SPECIAL
        && moves.special == king
    {
        return;
    }
    let role = own.components & Components::KING;
    own.components = role | moves.components | Components::SPECIAL;
    own.special = moves.special.clone();
}

/// The kinds that pieces can become.
fn becomes(pawns: &PawnSetup, types: &[PieceType]) -> Vec<PieceKind> {
    let others = types.iter().filter_map(|row| row.special.pawn.as_deref());
    let setups = std::iter::once(pawns).chain(others);
    let sides = setups.flat_map(|setup| Color::ALL.map(|color| setup.side(color)));
    let zones = sides.flat_map(|side| &side.zones);
    zones.flat_map(|zone| zone.kinds.iter().copied()).collect()
}
