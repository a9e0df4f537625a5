//! The keys of castling, and of shuffling, which moves Kings and Rooks.

use crate::board::color::Color;
use crate::board::geometry::Layout;
use crate::board::piece::PieceKind;
use crate::rules::{CastlingFiles, CastlingKing, CastlingRule, Shuffle};

use toml::de::DeValue;

use super::build::Builder;
use super::table::{TomlEntry, TomlValue, one_or_many, scalar};

const KING_FILES: &str = "castling-king-files";
const PARTNER_FILES: &str = "castling-partner-files";
const PARTNER: &str = "castling-partner";
const KING: &str = "castling-king";

impl<'i> Builder<'_, 'i> {
    /// The castling rules, the default first.
    pub(super) fn castling(&mut self) -> Vec<CastlingRule> {
        let rules = self.rules("castling", CastlingRule::Free);
        let mixed = rules.contains(&CastlingRule::KingSwap) && rules.len() > 1;
        if let Some(entry) = self.entry("castling").filter(|_| mixed) {
            let reason = "'king-swap' cannot be combined with other castling rules, \
                          because it uses the castling field of a FEN differently";
            self.fault(&entry.place, reason);
        }
        rules
    }

    /// Whether one of these rules has a King castle with a partner. A variant may inherit the
    /// key and choose other rules.
    fn needs_partner(&mut self, rules: &[CastlingRule], entry: &TomlEntry<'i>) -> bool {
        let has_partner =
            |rule: &CastlingRule| !matches!(rule, CastlingRule::None | CastlingRule::KingSwap);
        let is_needed = rules.iter().any(has_partner);
        if !is_needed && entry.place.origin.is_none() {
            let reason = format!("nothing castles with the King under '{}'", rules[0]);
            self.fault(&entry.place, reason);
        }
        is_needed
    }

    /// The pieces of both sides that castle: a letter, or the square of one in the start
    /// position, which is the same for Black as Black sees the board unless both are given.
    pub(super) fn castling_kings(
        &mut self,
        rules: &[CastlingRule],
        kinds: &[(&str, PieceKind)],
        layout: &Layout,
    ) -> [CastlingKing; 2] {
        let Some(entry) = self.entry(KING) else {
            return Default::default();
        };
        if !self.needs_partner(rules, &entry) {
            return Default::default();
        }
        let [king, _] = self.royal_letters();
        let read = |value: &TomlValue<'i>| {
            scalar::<String>(value).and_then(|text| {
                if text == king {
                    return Ok(CastlingKing::default());
                }
                let kind = kinds.iter().find(|row| row.0 == text);
                let square = layout.square_named(&text);
                let kind = kind.map(|row| CastlingKing::Kind(row.1));
                kind.or(square.map(CastlingKing::Square)).ok_or_else(|| {
                    let known: Vec<&str> = kinds.iter().map(|row| row.0).collect();
                    format!(
                        "'{text}' is neither a piece of the game that could castle ({king}, {}) nor \
                         a square",
                        known.join(", ")
                    )
                })
            })
        };
        let Some([white, black]) = self.values_of_sides(&entry, &entry.value, "") else {
            return Default::default();
        };
        let has_sides = matches!(entry.value.get_ref(), DeValue::Table(_));
        let sides = match has_sides {
            true => [white, black].map(|value| self.accept(&entry, value, "", read(value))),
            false => [self.accept(&entry, white, "", read(white)); 2],
        };
        let [white, black] = sides.map(Option::unwrap_or_default);
        match black {
            CastlingKing::Square(square) if !has_sides => {
                let mirrored = layout.relative_to(Color::Black, square);
                [white, CastlingKing::Square(mirrored)]
            }
            _ => [white, black],
        }
    }

    /// The kinds of piece that castle with the Kings of both sides.
    pub(super) fn castling_partners(
        &mut self,
        rules: &[CastlingRule],
        kinds: &[(&str, PieceKind)],
    ) -> [Vec<PieceKind>; 2] {
        let mut partners = [Vec::new(), Vec::new()];
        if let Some(entry) = self.entry(PARTNER) {
            if !self.needs_partner(rules, &entry) {
                return [vec![PieceKind::ROOK], vec![PieceKind::ROOK]];
            }
            partners = match entry.value.get_ref() {
                DeValue::Table(_) => {
                    let sides = self.values_of_sides(&entry, &entry.value, "");
                    sides.map_or_else(Default::default, |sides| {
                        sides.map(|side| self.partners(&entry, side, kinds))
                    })
                }
                _ => {
                    let both = self.partners(&entry, &entry.value, kinds);
                    [both.clone(), both]
                }
            };
        }
        for (letter, kind) in kinds {
            let Some(entry) = self.entry(&format!("pieces.{letter}")) else {
                continue;
            };
            let table = entry.value.get_ref().as_table();
            let Some(value) = table.and_then(|table| table.get("castles")) else {
                continue;
            };
            let castles = self.accept(&entry, value, "castles", scalar::<bool>(value));
            for partners in &mut partners {
                if castles == Some(true) && !partners.contains(kind) {
                    partners.push(*kind);
                }
            }
        }
        for partners in &mut partners {
            if partners.is_empty() {
                partners.push(PieceKind::ROOK);
            }
        }
        partners
    }

    /// The kinds of piece of a letter or of a list of letters.
    fn partners(
        &mut self,
        entry: &TomlEntry<'i>,
        value: &TomlValue<'i>,
        kinds: &[(&str, PieceKind)],
    ) -> Vec<PieceKind> {
        let mut partners = Vec::new();
        for part in one_or_many(value) {
            let kind = scalar::<String>(part).and_then(|letter| {
                let found = kinds.iter().find(|(known, _)| *known == letter);
                let (_, kind) = found.ok_or_else(|| no_partner(&letter, kinds))?;
                match partners.contains(kind) {
                    true => Err(format!("'{letter}' is listed twice")),
                    false => Ok(*kind),
                }
            });
            partners.extend(self.accept(entry, part, "", kind));
        }
        if one_or_many(value).is_empty() {
            self.accept::<()>(entry, value, "", Err("the list is empty".to_owned()));
        }
        partners
    }

    /// Where castling to fixed files ends.
    pub(super) fn castling_files(
        &mut self,
        rules: &[CastlingRule],
        layout: &Layout,
    ) -> Option<CastlingFiles> {
        let entries = [KING_FILES, PARTNER_FILES].map(|key| (key, self.entry(key)));
        if !rules.contains(&CastlingRule::FixedFiles) {
            for (key, entry) in entries {
                // A variant may inherit the files and choose another castling rule.
                let own = entry.filter(|entry| entry.place.origin.is_none());
                if let Some(entry) = own {
                    let reason = format!("'{key}' needs castling = \"fixed-files\"");
                    self.fault(&entry.place, reason);
                }
            }
            return None;
        }
        let [(_, kings), (_, partners)] = entries;
        let Some(entry) = kings else {
            let place = self.entry("castling");
            let place = place.map_or_else(|| self.table.place.clone(), |entry| entry.place);
            let reason = format!("castling 'fixed-files' needs the key '{KING_FILES}'");
            self.fault(&place, reason);
            return None;
        };
        let king = self.two_files(&entry, layout)?;
        let files = CastlingFiles::of_kings(king);
        let partner = match partners {
            Some(entry) => self.two_files(&entry, layout)?,
            None => files.partner,
        };
        let named = |file: usize| layout.file_name(file);
        for wing in 0..2 {
            if king[wing] == partner[wing] || partner[wing] >= layout.files() {
                let file = named(king[wing]);
                let reason = format!("the King and its partner cannot both go to the {file}-file");
                self.fault(&entry.place, reason);
                return None;
            }
        }
        Some(CastlingFiles { king, partner })
    }

    /// A list of two different files.
    fn two_files(&mut self, entry: &TomlEntry<'_>, layout: &Layout) -> Option<[usize; 2]> {
        let names = scalar::<Vec<String>>(&entry.value);
        let files = names.and_then(|names| {
            let mut files = Vec::new();
            for name in &names {
                let mut letters = name.chars();
                let file = letters.next().and_then(|letter| layout.file_named(letter));
                let file = file.filter(|_| letters.next().is_none());
                files.push(file.ok_or_else(|| format!("'{name}' is not a file of the board"))?);
            }
            match files[..] {
                [first, last] if first != last => Ok([first, last]),
                [_, _] => Err("the two files must differ".to_owned()),
                _ => Err(format!(
                    "two files are needed, for castling toward the first and toward the last \
                     file, not {}",
                    files.len()
                )),
            }
        });
        // The entry's own borrow ends here.
        match files {
            Ok(files) => Some(files),
            Err(reason) => {
                self.fault(&entry.place, reason);
                None
            }
        }
    }

    /// How the first rank is shuffled: `true`, `false` or a name.
    pub(super) fn shuffle(&mut self) -> Option<Shuffle> {
        let entry = self.entry("shuffled")?;
        let shuffle = match entry.value.get_ref().as_str() {
            Some(word) => {
                let shuffle = word.parse::<Shuffle>();
                shuffle.map(Some).map_err(|error| error.to_string())
            }
            None => scalar::<bool>(&entry.value).map(|shuffled| shuffled.then_some(Shuffle::Any)),
        };
        self.ok(&entry, shuffle).flatten()
    }
}

/// Why a letter does not name a piece to castle with.
fn no_partner(letter: &str, kinds: &[(&str, PieceKind)]) -> String {
    let known: Vec<&str> = kinds.iter().map(|row| row.0).collect();
    format!(
        "'{letter}' is not a piece of the game that could castle with the King (its pieces: {})",
        known.join(", ")
    )
}
