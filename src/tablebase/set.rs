//! The tables that are at hand, and what they say of a position.

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
use super::content::Content;
use super::error::TableFileError;
use super::file::{EXTENSION, TableFile};
use super::material::{MAX_MEN, Material, Signature};
use super::table::{self, Table};
use super::value::Value;

/// Memory for unpacked blocks of files, in blocks.
const CACHED: usize = 4096;

/// A table at hand.
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

/// Tables for one game, each in memory or in a file.
pub struct Tablebases {
    rules: &'static Rules,
    sources: Vec<Source>,
    /// Which of them is for the men of a position, and whether its colors are the
    /// other way round.
    by_men: HashMap<Signature, (usize, bool)>,
    most_men: usize,
    cache: Cache,
    /// The first damage that a probe has met with, until it is told.
    fault: Mutex<Option<TableFileError>>,
    has_fault: AtomicBool,
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
    /// No tables.
    ///
    /// ```
    /// use peregrine::{position::Position, tablebase::Tablebases, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let tables = Tablebases::new(rules);
    /// assert_eq!(tables.probe(&Position::start(rules)), None);
    /// ```
    pub fn new(rules: &'static Rules) -> Tablebases {
        Tablebases {
            rules,
            sources: Vec::new(),
            by_men: HashMap::new(),
            most_men: 0,
            cache: Cache::new(CACHED),
            fault: Mutex::new(None),
            has_fault: AtomicBool::new(false),
        }
    }

    /// The tables that are part of the program: those of the basic endings of three men
    /// on the boards of Falcon Chess and of chess.
    ///
    /// ```
    /// use peregrine::{position::Position, tablebase::{Tablebases, Value}, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let tables = Tablebases::built_in(rules);
    /// let mate = Position::from_fen(rules, "k9/10/1K8/10/10/10/10/8Q1 w - - 0 1").unwrap();
    /// assert_eq!(tables.probe(&mate), Some(Value::Win(1)));
    /// ```
    pub fn built_in(rules: &'static Rules) -> Tablebases {
        let mut tables = Tablebases::new(rules);
        for (name, content) in built_in::FILES {
            // Those for other games are of no use here.
            if let Ok(file) = TableFile::read(rules, Path::new(name), Content::BuiltIn(content)) {
                tables.add(Source::File(Box::new(file)));
            }
        }
        tables
    }

    /// The tables in a folder, each of which must be of use or for another game.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let none = peregrine::tablebase::Tablebases::of_folder(rules, "no such folder".as_ref());
    /// assert!(none.unwrap_err().to_string().starts_with("no such folder: "));
    /// ```
    ///
    /// # Errors
    /// When the folder or a file in it cannot be read.
    pub fn of_folder(rules: &'static Rules, folder: &Path) -> Result<Tablebases, TableFileError> {
        let mut tables = Tablebases::new(rules);
        let faults = tables
            .add_folder(folder)
            .map_err(|error| TableFileError::Io {
                file: folder.to_owned(),
                error,
            })?;
        faults.into_iter().next().map_or(Ok(tables), Err)
    }

    /// The rules of the game that the tables are for.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let tables = peregrine::tablebase::Tablebases::new(rules);
    /// assert!(std::ptr::eq(tables.rules(), rules));
    /// ```
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// Adds all tables in a folder that are for this game, and says what is wrong with
    /// files that cannot be used. Those for other games are left alone.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn add_folder(&mut self, folder: &Path) -> io::Result<Vec<TableFileError>> {
        let mut faults = Vec::new();
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == EXTENSION)
            {
                paths.push(path);
            }
        }
        // Whatever order the system lists them in.
        paths.sort();
        for path in paths {
            match TableFile::open(self.rules, &path) {
                Ok(file) => self.add(Source::File(Box::new(file))),
                Err(TableFileError::Rules { .. } | TableFileError::Material { .. }) => {}
                Err(fault) => faults.push(fault),
            }
        }
        Ok(faults)
    }

    /// Adds a table in memory.
    pub(super) fn add_table(&mut self, table: Arc<Table>) {
        self.add(Source::Memory(table));
    }

    fn add(&mut self, source: Source) {
        let (place, material) = (self.sources.len(), source.material());
        self.most_men = self.most_men.max(material.men().len());
        // The same men on both sides are found the first way.
        for swapped in [true, false] {
            let signature = Signature::of_material(material, swapped);
            self.by_men.insert(signature, (place, swapped));
        }
        self.sources.push(source);
    }

    /// The most men, Kings included, that any of the tables has; 0 without tables.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// assert_eq!(peregrine::tablebase::Tablebases::new(rules).most_men(), 0);
    /// ```
    #[inline]
    pub fn most_men(&self) -> usize {
        self.most_men
    }

    /// Whether there is a table for a material.
    ///
    /// ```
    /// use peregrine::tablebase::{Material, Tablebases};
    /// let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let material = Material::parse(rules, "KQvK").unwrap();
    /// assert!(!Tablebases::new(rules).has(&material));
    /// ```
    pub fn has(&self, material: &Material) -> bool {
        self.by_men
            .contains_key(&Signature::of_material(material, false))
    }

    /// What is known of a position: what its table says, or without one that nobody can
    /// mate. Nothing if there are rights to castle.
    ///
    /// ```
    /// use peregrine::{position::Position, tablebase::{Tablebases, Value}, variants};
    /// let rules = variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// let kings = Position::from_fen(rules, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    /// assert_eq!(Tablebases::new(rules).probe(&kings), Some(Value::Draw));
    /// ```
    pub fn probe(&self, position: &Position) -> Option<Value> {
        let without = self.probe_without_en_passant(position)?;
        if position.legal_en_passant().is_none() {
            return Some(without);
        }
        // The table knows of no capture en passant: there may be nothing better, or
        // nothing else.
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

    /// What is known of a position by what a legal move leads to, as the side that makes the
    /// move sees it.
    ///
    /// ```
    /// use peregrine::{position::Position, tablebase::{Tablebases, Value}, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let tables = Tablebases::built_in(rules);
    /// let position = Position::from_fen(rules, "k9/10/1K8/10/10/10/10/8Q1 w - - 0 1").unwrap();
    /// let values = position.legal_moves().into_iter().map(|mv| tables.probe_after(&position, mv));
    /// assert_eq!(values.max(), Some(Some(Value::Win(1))));
    /// ```
    pub fn probe_after(&self, position: &Position, mv: Move) -> Option<Value> {
        let mut next = position.clone();
        next.play(mv);
        self.probe(&next).map(Value::before)
    }

    /// What is known of a position if the fifty-move rule can make no difference: it is
    /// drawn, or there is mate before so many moves have been made.
    ///
    /// ```
    /// use peregrine::{position::Position, tablebase::{Tablebases, Value}, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
    /// let tables = Tablebases::built_in(rules);
    /// let decided = |fen| tables.decided(&Position::from_fen(rules, fen).unwrap());
    /// assert_eq!(decided("k9/10/10/1K8/10/10/10/8Q1 w - - 95 90"), Some(Value::Win(5)));
    /// assert_eq!(decided("k9/10/10/1K8/10/10/10/8Q1 w - - 96 90"), None);
    /// ```
    pub fn decided(&self, position: &Position) -> Option<Value> {
        self.probe(position)
            .filter(|value| value.is_certain(position.halfmoves()))
    }

    /// How a game goes on until mate if both sides play their best; nothing if it is drawn,
    /// or not known. Where several moves are as good it is the first of them.
    ///
    /// ```
    /// use peregrine::{position::Position, tablebase::Tablebases, variants};
    /// let rules = variants::find("falcon").unwrap().rules(Default::default()).unwrap();
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
        while let Some(value @ (Value::Win(_) | Value::Loss(_))) = self.probe(&position) {
            let keeps = |&mv: &Move| self.probe_after(&position, mv) == Some(value);
            let Some(mv) = position.legal_moves().into_iter().find(keeps) else {
                break;
            };
            position.play(mv);
            line.push(mv);
        }
        line
    }

    fn probe_without_en_passant(&self, position: &Position) -> Option<Value> {
        let men = position.occupied().count() as usize;
        if men > MAX_MEN || position.castling_rights().any() {
            return None;
        }
        let Some(&(place, swapped)) = self.by_men.get(&Signature::of_position(position)?) else {
            return position.is_insufficient_material().then_some(Value::Draw);
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
                    Err(fault) => {
                        self.note(fault);
                        None
                    }
                }
            }
        }
    }

    fn note(&self, fault: TableFileError) {
        if let Ok(mut first) = self.fault.lock() {
            first.get_or_insert(fault);
        }
        self.has_fault.store(true, Relaxed);
    }

    /// The damage that probes have met with since this was last asked.
    ///
    /// ```
    /// # let rules = peregrine::variants::find("chess").unwrap().rules(Default::default()).unwrap();
    /// assert!(peregrine::tablebase::Tablebases::new(rules).take_fault().is_none());
    /// ```
    pub fn take_fault(&self) -> Option<TableFileError> {
        if !self.has_fault.swap(false, Relaxed) {
            return None;
        }
        self.fault.lock().ok()?.take()
    }
}
