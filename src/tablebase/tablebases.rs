//! The available tables, and probing them.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use crate::board::moves::{Move, MoveKind};
use crate::position::Position;
use crate::rules::Rules;

use super::built_in;
use super::cache::Cache;
use super::error::TableFileError;
use super::file::{EXTENSION, TableFile};
use super::material::{MAX_MEN, Material, Signature};
use super::table::{self, Table};
use super::value::TableValue;

/// Size of the cache for decompressed blocks of files, in blocks.
const CACHED: usize = 4096;

/// An available table.
enum Source {
    Memory(Arc<Table>),
    File(Box<TableFile>),
}

impl Source {
    fn material(&self) -> &Material {
        match self {
            Source::Memory(table) => &table.material,
            Source::File(file) => &file.material,
        }
    }
}

/// The tables for one variant, each in memory or in a file.
pub struct Tablebases {
    rules: &'static Rules,
    sources: Vec<Source>,
    /// The table for the men of a position, and whether colors are exchanged
    /// there.
    by_men: HashMap<Signature, (usize, bool)>,
    max_pieces: usize,
    cache: Cache,
    /// The first damage found by a probe, until it is reported.
    error: Mutex<Option<TableFileError>>,
    has_error: AtomicBool,
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self
            .sources
            .iter()
            .map(|source| source.material().to_string());
        f.debug_list().entries(names).finish()
    }
}

impl Tablebases {
    /// An empty set of tables.
    pub fn new(rules: &'static Rules) -> Tablebases {
        Tablebases {
            rules,
            sources: Vec::new(),
            by_men: HashMap::new(),
            max_pieces: 0,
            cache: Cache::new(CACHED),
            error: Mutex::new(None),
            has_error: AtomicBool::new(false),
        }
    }

    /// The tables built into the program: those of the basic endings.
    ///
    /// ```
    /// use peregrine::{position::Position, tablebase::{Tablebases, TableValue}, variants};
    /// let rules = variants::falcon();
    /// let tables = Tablebases::built_in(rules);
    /// let mate = Position::from_fen(rules, "k9/10/1K8/10/10/10/10/8Q1 w - - 0 1").unwrap();
    /// assert_eq!(tables.probe(&mate), Some(TableValue::Win(1)));
    /// ```
    pub fn built_in(rules: &'static Rules) -> Tablebases {
        let mut tables = Tablebases::new(rules);
        for (name, content) in built_in::files(rules) {
            // Tables for other variants do not apply.
            if let Ok(file) = TableFile::read(rules, Path::new(name), content) {
                tables.add(Source::File(Box::new(file)));
            }
        }
        tables
    }

    /// The tables in a folder; each file must be valid or for another variant.
    ///
    /// ```
    /// # let rules = peregrine::variants::falcon();
    /// let none = peregrine::tablebase::Tablebases::of_folder(rules, "no such folder".as_ref());
    /// assert!(none.unwrap_err().to_string().starts_with("no such folder: "));
    /// ```
    ///
    /// # Errors
    /// When the folder or a file in it cannot be read.
    pub fn of_folder(rules: &'static Rules, folder: &Path) -> Result<Tablebases, TableFileError> {
        let mut tables = Tablebases::new(rules);
        let errors = tables
            .add_folder(folder)
            .map_err(|error| TableFileError::Io {
                file: folder.to_owned(),
                error,
            })?;
        errors.into_iter().next().map_or(Ok(tables), Err)
    }

    /// The rules of the variant that the tables are for.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// Adds all tables in a folder that are for this variant, and returns the
    /// errors of unusable files. A table for this variant with other options is
    /// one of them; tables for other variants are skipped.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn add_folder(&mut self, folder: &Path) -> io::Result<Vec<TableFileError>> {
        let mut errors = Vec::new();
        let mut paths = Vec::new();
        // Windows takes a path of absurd length for an empty folder.
        fs::metadata(folder)?;
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == EXTENSION)
            {
                paths.push(path);
            }
        }
        // Independent of the order in which the system lists them.
        paths.sort();
        for path in paths {
            match TableFile::open(self.rules, &path) {
                Ok(file) => self.add(Source::File(Box::new(file))),
                Err(TableFileError::Rules { found, wanted, .. }) if found != wanted => {}
                Err(error) => errors.push(error),
            }
        }
        Ok(errors)
    }

    /// Adds a table in memory.
    pub(super) fn add_table(&mut self, table: Arc<Table>) {
        self.add(Source::Memory(table));
    }

    fn add(&mut self, source: Source) {
        let (place, material) = (self.sources.len(), source.material());
        self.max_pieces = self.max_pieces.max(material.men().len());
        // With equal men on both sides, the unswapped entry wins.
        for swapped in [true, false] {
            let signature = Signature::of_material(material, swapped);
            self.by_men.insert(signature, (place, swapped));
        }
        self.sources.push(source);
    }

    /// The largest number of men, including kings, in any of the tables; 0
    /// without tables.
    #[inline]
    pub fn max_pieces(&self) -> usize {
        self.max_pieces
    }

    /// How many tables there are.
    #[cfg(any(test, feature = "separate-data"))]
    pub(crate) fn len(&self) -> usize {
        self.sources.len()
    }

    /// Whether there is a table for a material.
    ///
    /// ```
    /// use peregrine::tablebase::{Material, Tablebases};
    /// let rules = peregrine::variants::rules("chess").unwrap();
    /// let material = Material::parse(rules, "KQvK").unwrap();
    /// assert!(!Tablebases::new(rules).has(&material));
    /// ```
    pub fn has(&self, material: &Material) -> bool {
        self.by_men
            .contains_key(&Signature::of_material(material, false))
    }

    /// The value of a position: from its table or, without one, a draw if
    /// neither side can mate. `None` if it is unknown or there are castling
    /// rights.
    ///
    /// ```
    /// use peregrine::{position::Position, tablebase::{Tablebases, TableValue}, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let kings = Position::from_fen(rules, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    /// assert_eq!(Tablebases::new(rules).probe(&kings), Some(TableValue::Draw));
    /// ```
    pub fn probe(&self, position: &Position) -> Option<TableValue> {
        let without = self.probe_without_en_passant(position)?;
        if position.legal_en_passant().is_none() {
            return Some(without);
        }
        // The table ignores en passant captures, which may be the best or the only moves.
        let moves = position.legal_moves();
        let (captures, others): (Vec<_>, Vec<_>) = moves
            .into_iter()
            .partition(|mv| mv.kind() == MoveKind::EnPassant);
        let mut best = (!others.is_empty()).then_some(without);
        for mv in captures {
            let mut next = position.clone();
            next.play(mv);
            let value = self.probe_without_en_passant(&next)?.before();
            best = best.max(Some(value));
        }
        best
    }

    /// The value of a legal move, for the side that makes it.
    ///
    /// ```
    /// use peregrine::{position::Position, tablebase::{Tablebases, TableValue}, variants};
    /// let rules = variants::falcon();
    /// let tables = Tablebases::built_in(rules);
    /// let position = Position::from_fen(rules, "k9/10/1K8/10/10/10/10/8Q1 w - - 0 1").unwrap();
    /// let values = position.legal_moves().into_iter().map(|mv| tables.probe_after(&position, mv));
    /// assert_eq!(values.max(), Some(Some(TableValue::Win(1))));
    /// ```
    pub fn probe_after(&self, position: &Position, mv: Move) -> Option<TableValue> {
        let mut next = position.clone();
        next.play(mv);
        self.probe(&next).map(TableValue::before)
    }

    /// The value of a position if the fifty-move rule cannot change it: it is a
    /// draw, or mate comes before the rule applies.
    ///
    /// ```
    /// use peregrine::{position::Position, tablebase::{Tablebases, TableValue}, variants};
    /// let rules = variants::falcon();
    /// let tables = Tablebases::built_in(rules);
    /// let decided = |fen| tables.decided(&Position::from_fen(rules, fen).unwrap());
    /// assert_eq!(decided("k9/10/10/1K8/10/10/10/8Q1 w - - 95 90"), Some(TableValue::Win(5)));
    /// assert_eq!(decided("k9/10/10/1K8/10/10/10/8Q1 w - - 96 90"), None);
    /// ```
    pub fn decided(&self, position: &Position) -> Option<TableValue> {
        self.probe(position)
            .filter(|value| value.is_certain(position.halfmove_clock()))
    }

    /// The moves to mate with best play by both sides; empty if the position is
    /// drawn or unknown. Of equally good moves, the first is chosen.
    ///
    /// ```
    /// use peregrine::{position::Position, tablebase::Tablebases, variants};
    /// let rules = variants::falcon();
    /// let fen = "k9/10/10/1K8/10/10/10/8Q1 w - - 0 1";
    /// let mut position = Position::from_fen(rules, fen).unwrap();
    /// for mv in Tablebases::built_in(rules).line(&position) {
    ///     position.play(mv);
    /// }
    /// assert!(position.is_check() && !position.has_legal_move());
    /// ```
    pub fn line(&self, position: &Position) -> Vec<Move> {
        let mut position = position.clone();
        let mut line = Vec::new();
        while let Some(value @ (TableValue::Win(_) | TableValue::Loss(_))) = self.probe(&position) {
            let keeps = |&mv: &Move| self.probe_after(&position, mv) == Some(value);
            let Some(mv) = position.legal_moves().into_iter().find(keeps) else {
                break;
            };
            position.play(mv);
            line.push(mv);
        }
        line
    }

    fn probe_without_en_passant(&self, position: &Position) -> Option<TableValue> {
        let men = position.occupied().count() as usize;
        if men > MAX_MEN || position.castling_rights().any() {
            return None;
        }
        let Some(&(place, swapped)) = self.by_men.get(&Signature::of_position(position)?) else {
            return position
                .is_insufficient_material()
                .then_some(TableValue::Draw);
        };
        let source = &self.sources[place];
        let (side, placement) = table::placement(position, source.material(), swapped);
        match source {
            Source::Memory(table) => Some(table.value(side, &placement)),
            Source::File(file) if file.is_damaged() => None,
            Source::File(file) => {
                let number = file.index.number(&placement);
                let (block, place_in_block) = file.place(side.index(), number);
                match self.cache.get((place, block), || file.block(block)) {
                    Ok(bytes) => Some(table::value(file.code(&bytes, place_in_block))),
                    Err(error) => {
                        self.record_error(error);
                        None
                    }
                }
            }
        }
    }

    fn record_error(&self, error: TableFileError) {
        if let Ok(mut first) = self.error.lock() {
            first.get_or_insert(error);
        }
        self.has_error.store(true, Relaxed);
    }

    /// The damage found by probes since the last call.
    pub fn take_error(&self) -> Option<TableFileError> {
        if !self.has_error.swap(false, Relaxed) {
            return None;
        }
        self.error.lock().ok()?.take()
    }
}
