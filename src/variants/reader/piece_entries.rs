//! The entries of the table `pieces`.

use toml::de::DeValue;

use crate::board::geometry::Layout;
use crate::board::movement::{Dialect, Movement};
use crate::rules::PieceType;

use super::board::Size;
use super::build::Builder;
use super::letters::{check_letter, plain_letter, printable};
use super::pieces::{self, Moves, Piece, Role};
use super::table::{
    PIECE_KEYS, TomlEntry, TomlValue, in_order, one_or_many, scalar, type_name, unknown_key,
};

/// The moves of a piece as they are given.
#[derive(Default)]
struct Given<'v, 'i> {
    betza: Option<(&'v TomlValue<'i>, String)>,
    dialect: Option<(&'v TomlValue<'i>, Dialect)>,
    moves: Option<Moves>,
    paths: Option<Movement>,
    has_wrong_dialect: bool,
    has_starts: bool,
    is_wrong: bool,
}

impl<'i> Builder<'_, 'i> {
    /// All pieces. Inherited ones may turn out to be unused.
    pub(super) fn pieces(&mut self, size: Size) -> Vec<Piece<'i>> {
        let is_piece = |entry: &&TomlEntry<'i>| entry.place.path.starts_with("pieces.");
        let entries: Vec<TomlEntry<'i>> = self
            .table
            .entries
            .iter()
            .filter(is_piece)
            .cloned()
            .collect();
        let pieces = entries.into_iter().map(|entry| self.piece(entry, size));
        pieces.collect()
    }

    fn piece(&mut self, entry: TomlEntry<'i>, size: Size) -> Piece<'i> {
        let letter = entry.place.path.trim_start_matches("pieces.").to_owned();
        if let Err(reason) = check_letter(&letter) {
            self.fault(&entry.place, reason);
        }
        let mut piece = Piece {
            letter,
            name: None,
            moves: None,
            role: Role::Piece,
            xboard: None,
            entry,
        };
        let entry = piece.entry.clone();
        let DeValue::Table(table) = entry.value.get_ref() else {
            piece.moves = self.words(&entry, &entry.value, "", size);
            return piece;
        };
        let mut given = Given::default();
        for (key, value) in in_order(table) {
            let place = entry.part_location(self.lines, value, key.get_ref());
            match key.get_ref().as_ref() {
                "moves" => {
                    given.moves = self.words(&entry, value, "moves", size);
                    given.is_wrong |= given.moves.is_none();
                }
                "betza" => {
                    let text = self.accept(&entry, value, "betza", scalar::<String>(value));
                    given.is_wrong |= text.is_none();
                    given.betza = text.map(|text| (value, text));
                }
                "dialect" => {
                    let dialect = scalar::<String>(value).and_then(|name| dialect(&name));
                    let dialect = self.accept(&entry, value, "dialect", dialect);
                    given.is_wrong |= dialect.is_none();
                    given.has_wrong_dialect = dialect.is_none();
                    given.dialect = dialect.map(|dialect| (value, dialect));
                }
                "paths" => {
                    given.paths = self.paths(&entry, value);
                    given.is_wrong |= given.paths.is_none();
                }
                "royal" | "pawn" => {
                    let role = match key.get_ref().as_ref() {
                        "royal" => Role::King,
                        _ => Role::Pawn,
                    };
                    match scalar::<bool>(value) {
                        Ok(true) if piece.role == Role::Piece => piece.role = role,
                        Ok(true) => self.fault(&place, "a piece cannot be King and Pawn"),
                        Ok(false) => {}
                        Err(reason) => self.fault(&place, reason),
                    }
                }
                // Need the board, or all pieces.
                "region" | "also" | "promotes" | "starts" | "resets-count" | "castles" => {}
                "name" => match scalar(value).and_then(printable) {
                    Ok(name) => piece.name = Some(name),
                    Err(reason) => self.fault(&place, reason),
                },
                "xboard" => match scalar::<String>(value).and_then(|text| plain_letter(&text)) {
                    Ok(letter) => piece.xboard = Some(letter),
                    Err(reason) => self.fault(&place, reason),
                },
                other => {
                    let mut place = place;
                    if place.origin.is_none() {
                        place.line = self.lines.number(&key.span());
                    }
                    let reason = unknown_key(other, &PIECE_KEYS).unwrap_or_default();
                    self.fault(&place, reason);
                }
            }
        }
        let keys = ["moves", "betza", "paths"];
        if keys.iter().any(|&key| table.contains_key(key)) {
            given.has_starts = table.contains_key("starts");
            piece.moves = self.moves(&entry, given, piece.role, size);
        } else {
            self.fault(
                &entry.place,
                "a piece needs its 'moves', 'betza' or 'paths'",
            );
        }
        piece
    }

    /// Keys that would say nothing in the entry of the Pawn or the King, whose types these are.
    pub(super) fn keys_without_effect(&mut self, piece: &Piece<'i>, own: &[PieceType]) {
        let Some(table) = piece.entry.value.get_ref().as_table() else {
            return;
        };
        let mut roles = own.iter().zip([Role::Pawn, Role::King]);
        let is_own = roles.any(|(own, role)| own.letter == piece.letter && role == piece.role);
        let reasons: &[(&str, &str)] = match piece.role {
            Role::Pawn if is_own => &[
                (
                    "starts",
                    "Pawns start from the squares of 'pawns.double-step'",
                ),
                ("resets-count", "for Pawns the key is 'pawns.resets-count'"),
                ("castles", "a Pawn cannot castle"),
            ],
            Role::King if is_own => &[
                ("promotes", "a King promotes only in games with 'royalty'"),
                ("starts", "a King has no initial moves"),
                (
                    "resets-count",
                    "the moves of a King do not restart the count of moves",
                ),
                (
                    "castles",
                    "the key of the pieces that castle with the King is 'castling-partner'",
                ),
            ],
            _ => &[],
        };
        let may_promote = self.table.get("royalty").is_some() && piece.role == Role::King;
        let reasons = reasons.iter();
        for &(key, reason) in reasons.filter(|row| row.0 != "promotes" || !may_promote) {
            if let Some((name, value)) = table.get_key_value(key) {
                let place = piece.entry.part_location(self.lines, value, name.get_ref());
                self.fault(&place, reason);
            }
        }
    }

    /// All moves of a piece together, if none of them is faulty.
    fn moves(
        &mut self,
        entry: &TomlEntry<'i>,
        given: Given<'_, 'i>,
        role: Role,
        size: Size,
    ) -> Option<Moves> {
        let mut is_wrong = given.is_wrong;
        if let (Some((value, _)), None, false) = (&given.dialect, &given.betza, is_wrong) {
            let reason = "a dialect is of a text in Betza notation, but there is no 'betza'";
            self.accept::<()>(entry, value, "dialect", Err(reason.to_owned()));
            is_wrong = true;
        }
        let mut moves = given.moves.unwrap_or_default();
        if let Some(paths) = given.paths {
            moves.add_movement(paths);
        }
        let dialect = given.dialect.map(|(_, dialect)| dialect);
        if let Some((value, text)) = given.betza.filter(|_| !given.has_wrong_dialect) {
            let movement = Movement::from_betza(&text, dialect.unwrap_or_default());
            let movement = movement.map_err(|error| error.to_string());
            let movement = movement.and_then(|movement| match movement.pawn_moves() {
                Some(moves) if role == Role::King => Err(format!("a King has no {moves}")),
                _ if role == Role::Piece && movement.has_initial_moves() && !given.has_starts => {
                    let reason =
                        "initial moves ('i') need the squares that they start from: 'starts'";
                    Err(reason.to_owned())
                }
                _ => Ok(movement),
            });
            match self.accept(entry, value, "betza", movement) {
                Some(movement) => moves.add_movement(movement),
                None => is_wrong = true,
            }
        }
        if is_wrong {
            return None;
        }
        let names: String = ('a'..='p').take(size.files).collect();
        let layout = Layout::new(size.files, size.ranks, &names, 1, |_, _| false);
        // Another key says that there is no such board.
        let checked = layout.map_or(Ok(()), |layout| moves.special.movement.check(&layout));
        self.ok(entry, checked.map_err(|error| error.to_string()))?;
        Some(moves)
    }

    /// The strings of a value, each with its place, and whether it has no other parts.
    fn strings<'v>(
        &mut self,
        entry: &TomlEntry<'i>,
        value: &'v TomlValue<'i>,
        key: &str,
        (what, at_least_one): (&str, &str),
    ) -> (Vec<(&'v TomlValue<'i>, &'v str)>, bool) {
        let parts = one_or_many(value);
        let mut strings = Vec::new();
        for &part in &parts {
            match part.get_ref() {
                DeValue::String(text) => strings.push((part, text.as_ref())),
                other => {
                    let reason = format!("{what} are strings, not {}", type_name(other));
                    let place = entry.part_location(self.lines, part, key);
                    self.fault(&place, reason);
                }
            }
        }
        if parts.is_empty() {
            let place = entry.part_location(self.lines, value, key);
            self.fault(&place, at_least_one);
        }
        let is_complete = !strings.is_empty() && strings.len() == parts.len();
        (strings, is_complete)
    }

    /// The moves that words name.
    fn words(
        &mut self,
        entry: &TomlEntry<'i>,
        value: &TomlValue<'i>,
        key: &str,
        size: Size,
    ) -> Option<Moves> {
        let what = ("moves", "a piece needs at least one move");
        let (named, is_complete) = self.strings(entry, value, key, what);
        let words: Vec<&str> = named.iter().map(|row| row.1).collect();
        match pieces::moves(&words, (size.files, size.ranks)) {
            Ok(moves) => is_complete.then_some(moves),
            Err(faults) => {
                for (number, reason) in faults {
                    let place = entry.part_location(self.lines, named[number].0, key);
                    self.fault(&place, reason);
                }
                None
            }
        }
    }

    /// The movement along paths.
    fn paths(&mut self, entry: &TomlEntry<'i>, value: &TomlValue<'i>) -> Option<Movement> {
        let what = ("paths", "a list of paths contains at least one");
        let (paths, mut is_complete) = self.strings(entry, value, "paths", what);
        let mut movement = Movement::default();
        for (number, &(part, path)) in paths.iter().enumerate() {
            let earlier = paths[..number].iter().any(|&(_, earlier)| earlier == path);
            let moves = match earlier {
                true => Err(format!("there is already a path '{path}'")),
                false => Movement::from_paths(&[path]).map_err(|error| error.to_string()),
            };
            match self.accept(entry, part, "paths", moves) {
                Some(moves) => movement.extend(&moves),
                None => is_complete = false,
            }
        }
        is_complete.then_some(movement)
    }
}

fn dialect(name: &str) -> Result<Dialect, String> {
    Dialect::named(name).ok_or_else(|| {
        let names = Dialect::ALL.map(Dialect::name);
        match crate::base::suggestion::did_you_mean(name, &names) {
            hint if hint.is_empty() => {
                format!("there is no dialect '{name}' (known: {})", names.join(", "))
            }
            hint => format!("there is no dialect '{name}'{hint}"),
        }
    })
}
