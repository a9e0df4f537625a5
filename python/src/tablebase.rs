//! Tablebases.

use std::path::PathBuf;

use peregrine::position::Position;
use peregrine::tablebase;
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::{TablebaseError, os_error};
use crate::moves::Move;
use crate::quoted;
use crate::variants::rules_of;

/// What a position is worth with best play, for the side to move.
#[pyclass(frozen, eq, ord, hash, module = "peregrine_chess")]
#[derive(PartialEq, PartialOrd, Hash)]
pub struct TableValue(tablebase::TableValue);

#[pymethods]
impl TableValue {
    /// 1 if the side to move wins, 0 for a draw, -1 if it loses.
    #[getter]
    fn wdl(&self) -> i32 {
        self.0.rank().signum()
    }

    /// The plies until mate; None for a draw. The fifty-move rule is ignored.
    #[getter]
    fn plies(&self) -> Option<u16> {
        match self.0 {
            tablebase::TableValue::Win(plies) | tablebase::TableValue::Loss(plies) => Some(plies),
            tablebase::TableValue::Draw => None,
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<TableValue {}>", quoted(py, &self.0.to_string())?))
    }
}

/// The tablebases of a game: those that are built in, and those in a folder.
///
/// `Tablebases(variant='falcon', folder=None, *, castling=None, promotion=None)`; the options
/// are those of `Board`. Files that cannot be used are left out, and `faults` says why.
///
/// >>> from peregrine_chess import Board, Tablebases
/// >>> tables = Tablebases("falcon")
/// >>> board = Board("falcon", "k9/10/10/1K8/10/10/10/8Q1 w - - 0 1")
/// >>> print(tables.probe(board))
/// mate in 3
/// >>> len(tables.line(board))
/// 5
/// >>> tables.probe(Board()) is None
/// True
#[pyclass(frozen, module = "peregrine_chess")]
pub struct Tablebases {
    tables: tablebase::Tablebases,
    /// Why files were left out when the folder was read.
    faults: Vec<String>,
}

impl Tablebases {
    /// The position of a board, which must be of the same game.
    fn position<'a>(&self, board: &'a Board) -> PyResult<&'a Position> {
        let (own, other) = (self.tables.rules(), board.position().rules());
        if own == other {
            return Ok(board.position());
        }
        let [own, other] = [own, other].map(|rules| {
            let (castling, promotion) = (rules.castling(), rules.promotion());
            format!(
                "{}, castling {castling}, promotion {promotion}",
                rules.variant()
            )
        });
        let words = format!("these tables are for {own}, and the board is for {other}");
        Err(TablebaseError::new_err(words))
    }

    /// Raises the damage that a probe has found.
    fn check(&self) -> PyResult<()> {
        match self.tables.take_error() {
            None => Ok(()),
            Some(fault) => Err(TablebaseError::new_err(fault.to_string())),
        }
    }
}

#[pymethods]
impl Tablebases {
    #[new]
    #[pyo3(signature = (variant="falcon", folder=None, *, castling=None, promotion=None))]
    fn new(
        py: Python<'_>,
        variant: &str,
        folder: Option<PathBuf>,
        castling: Option<&str>,
        promotion: Option<&str>,
    ) -> PyResult<Tablebases> {
        let rules = rules_of(variant, castling, promotion)?;
        py.detach(|| {
            let mut tables = tablebase::Tablebases::built_in(rules);
            let mut faults = Vec::new();
            if let Some(folder) = folder {
                let added = tables.add_folder(&folder);
                let added = added.map_err(|error| os_error(&folder, &error))?;
                faults = added.iter().map(ToString::to_string).collect();
            }
            Ok(Tablebases { tables, faults })
        })
    }

    /// The value of a position; None if no table has it, or there are castling rights.
    fn probe(&self, board: PyRef<'_, Board>) -> PyResult<Option<TableValue>> {
        let value = self.tables.probe(self.position(&board)?);
        self.check()?;
        Ok(value.map(TableValue))
    }

    /// The moves to mate with best play by both sides; empty if the position is drawn or not
    /// in a table.
    fn line(&self, board: PyRef<'_, Board>) -> PyResult<Vec<Move>> {
        let mut position = self.position(&board)?.clone();
        let line = self.tables.line(&position);
        self.check()?;
        let mut moves = Vec::with_capacity(line.len());
        for mv in line {
            moves.push(Move::new(&position, mv));
            position.play(mv);
        }
        Ok(moves)
    }

    /// The most men, Kings included, in any of the tables.
    #[getter]
    fn most_men(&self) -> usize {
        self.tables.max_pieces()
    }

    /// Why files in the folder were left out.
    #[getter]
    fn faults(&self) -> Vec<String> {
        self.faults.clone()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let variant = quoted(py, self.tables.rules().variant())?;
        Ok(format!("<Tablebases of {variant}>"))
    }
}
