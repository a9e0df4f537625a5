//! The catalog of games, and variant files.

use std::path::PathBuf;

use peregrine::position::Position;
use peregrine::rules::{CastlingRule, PromotionRule, Rules};
use peregrine::variants::shuffle::Arrays;
use peregrine::variants::{self as catalog, RuleOptions};
use pyo3::prelude::*;

use crate::errors::{VariantFileError, variant_error, variant_file_error};
use crate::quoted;

/// The most bytes of a text that defines games: as many as a variant file may have.
const MAX_LENGTH: usize = 1 << 20;

/// At most this many faults of a text are shown.
const MAX_SHOWN: usize = 100;

/// The rules of a game by name, with its default for each option that is not given.
pub fn rules_of(
    variant: &str,
    castling: Option<&str>,
    promotion: Option<&str>,
) -> PyResult<&'static Rules> {
    let variant = catalog::find(variant).map_err(variant_error)?;
    let options = options_of(castling, promotion)?;
    variant.rules(options).map_err(variant_error)
}

pub fn options_of(castling: Option<&str>, promotion: Option<&str>) -> PyResult<RuleOptions> {
    let castling = castling.map(str::parse::<CastlingRule>).transpose();
    let promotion = promotion.map(str::parse::<PromotionRule>).transpose();
    Ok(RuleOptions {
        castling: castling.map_err(variant_error)?,
        promotion: promotion.map_err(variant_error)?,
    })
}

/// A game and its rules.
///
/// >>> import peregrine_chess
/// >>> falcon = peregrine_chess.variant("falcon")
/// >>> falcon.files, falcon.ranks, falcon.castling[0], falcon.promotion
/// (10, 8, 'free', ['any', 'no-queen'])
/// >>> falcon.pieces["F"]
/// 'Falcon'
#[pyclass(frozen, module = "peregrine_chess")]
pub struct Variant(&'static catalog::Variant);

#[pymethods]
impl Variant {
    /// The name of the game.
    #[getter]
    fn name(&self) -> &'static str {
        &self.0.name
    }

    /// A line that describes it.
    #[getter]
    fn title(&self) -> &'static str {
        &self.0.title
    }

    /// How many files the board has.
    #[getter]
    fn files(&self) -> usize {
        self.0.board.files
    }

    /// How many ranks the board has.
    #[getter]
    fn ranks(&self) -> usize {
        self.0.board.ranks
    }

    /// The names of all squares, from the first rank to the last.
    #[getter]
    fn squares(&self) -> PyResult<Vec<String>> {
        let layout = self.0.board.layout().map_err(variant_error)?;
        let squares = layout.squares().into_iter();
        Ok(squares.map(|square| layout.name(square)).collect())
    }

    /// The start position as FEN; of a game with a shuffled array, one of them.
    #[getter]
    fn start_fen(&self) -> String {
        Position::start(self.0.nearest_rules(RuleOptions::default())).to_string()
    }

    /// The castling rules that can be chosen, the default first.
    #[getter]
    fn castling(&self) -> Vec<&'static str> {
        self.0.castling.iter().map(|rule| rule.name()).collect()
    }

    /// The promotion rules that can be chosen, the default first.
    #[getter]
    fn promotion(&self) -> Vec<&'static str> {
        self.0.promotion.iter().map(|rule| rule.name()).collect()
    }

    /// The letter of each kind of piece, and its name.
    #[getter]
    fn pieces(&self) -> std::collections::BTreeMap<&'static str, &'static str> {
        let types = self.0.piece_types.iter();
        let row = |row: &'static peregrine::rules::PieceType| (&*row.letter, &*row.name);
        types.map(row).collect()
    }

    /// What stalemate means for the side that has no move: `'draw'`, `'loss'` or `'win'`.
    #[getter]
    fn stalemate(&self) -> &'static str {
        self.0.stalemate.name()
    }

    /// How many arrays a game with a shuffled first rank has; None if the array is fixed.
    #[getter]
    fn arrays(&self) -> Option<u64> {
        let rules = self.0.nearest_rules(RuleOptions::default());
        Arrays::new(rules).ok().map(|arrays| arrays.count())
    }

    fn __str__(&self) -> &'static str {
        self.name()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Variant {}>", quoted(py, self.name())?))
    }

    fn __eq__(&self, other: &Variant) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> usize {
        std::ptr::from_ref(self.0).addr()
    }
}

/// The names of all games, the main one first.
///
/// >>> import peregrine_chess
/// >>> peregrine_chess.variants()[0]
/// 'falcon'
/// >>> "capablanca" in peregrine_chess.variants()
/// True
#[pyfunction]
pub fn variants() -> Vec<&'static str> {
    let all = catalog::all().into_iter();
    all.map(|variant| variant.name.as_str()).collect()
}

/// The game with this name.
///
/// >>> import peregrine_chess
/// >>> peregrine_chess.variant("capablanca").start_fen
/// 'rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1'
/// >>> peregrine_chess.variant("chequers")
/// Traceback (most recent call last):
///   ...
/// peregrine_chess.VariantError: ...
#[pyfunction]
pub fn variant(name: &str) -> PyResult<Variant> {
    catalog::find(name).map(Variant).map_err(variant_error)
}

/// Adds the games of a variant file to the catalog and returns their names.
///
/// The catalog belongs to the process: a game replaces an earlier one of the same name in all
/// threads. Boards that are in use keep their rules. If a game has faults, it and the games that are
/// based on it are left out, the others are added, and the message of the `VariantFileError` has a
/// line for each fault and one for what was added.
///
/// >>> import peregrine_chess
/// >>> peregrine_chess.load_variants("no such file")
/// Traceback (most recent call last):
///   ...
/// FileNotFoundError: [Errno 2] No such file or directory: 'no such file'
#[pyfunction]
pub fn load_variants(py: Python<'_>, path: PathBuf) -> PyResult<Vec<String>> {
    py.detach(|| catalog::load(&path))
        .map_err(variant_file_error)
}

/// Adds the games that a text defines, in the format of a variant file, like `load_variants`.
///
/// >>> import peregrine_chess
/// >>> peregrine_chess.add_variants('''
/// ... [pocket-falcon]
/// ... base = "falcon"
/// ... title = "Falcon Chess where stalemate loses"
/// ... stalemate = "loss"
/// ... ''')
/// ['pocket-falcon']
/// >>> peregrine_chess.add_variants("[broken]")
/// Traceback (most recent call last):
///   ...
/// peregrine_chess.VariantFileError: ...
#[pyfunction]
pub fn add_variants(py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
    if text.len() > MAX_LENGTH {
        let words = format!("a variant file has at most {MAX_LENGTH} bytes");
        return Err(VariantFileError::new_err(words));
    }
    let checked = py.detach(|| catalog::check(text));
    let added = checked.map_err(|faults| {
        let shown = faults.iter().take(MAX_SHOWN).map(ToString::to_string);
        let mut lines: Vec<String> = shown.collect();
        if faults.len() > MAX_SHOWN {
            lines.push(format!("and {} more faults", faults.len() - MAX_SHOWN));
        }
        VariantFileError::new_err(lines.join("\n"))
    })?;
    let names = added.iter().map(|variant| variant.name.clone()).collect();
    catalog::add(added);
    Ok(names)
}
