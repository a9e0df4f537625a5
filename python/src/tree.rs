//! Games with variations.

use peregrine::board::color::Color;
use peregrine::notation::pgn::{GameTree, NodeId, PgnGame, ROOT, ReadTree, TreeError};
use peregrine::notation::{self, move_number};
use peregrine::position::game::{Game as LibraryGame, GameResult};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::{PgnError, pgn_error};
use crate::moves::{Move, legal_move};
use crate::{draw, is_white, quoted};

/// Tags that follow from the game.
const DERIVED: [&str; 6] = ["Result", "Variant", "Castling", "Promotion", "SetUp", "FEN"];

/// The most bytes of a tag's name.
const MAX_NAME: usize = 255;

/// A game with variations, comments and annotation glyphs; `str(game)` is its PGN.
///
/// `Game(board=None)` begins one from a board: its start position, and its moves as the main
/// line. Without a board it is Falcon Chess from its start.
///
/// >>> from peregrine_chess import Board, Game
/// >>> game = Game(Board(moves=["e4", "e5"]))
/// >>> game.headers["White"] = "Duke"
/// >>> e4 = game.root.next()
/// >>> side = e4.add_variation("f5", comment="bold", nags=[6])
/// >>> print(str(game).splitlines()[-2])
/// 1. e4 e5 (1... f5 $6 {bold}) *
///
/// A game has at most 20,000 positions.
#[pyclass(module = "peregrine_chess", weakref)]
pub struct Game {
    tree: GameTree,
    complaints: Vec<String>,
}

impl Game {
    pub fn read(read: ReadTree) -> Game {
        Game {
            complaints: read.warnings.iter().map(ToString::to_string).collect(),
            tree: read.tree,
        }
    }

    fn main_line(&self) -> PyResult<Vec<NodeId>> {
        let end = self.tree.end(ROOT).map_err(pgn_error)?;
        self.tree.path(end).map_err(pgn_error)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (board=None))]
    fn new(board: Option<PyRef<'_, Board>>) -> PyResult<Game> {
        let game = match board {
            Some(board) => board.game.clone(),
            None => LibraryGame::new(peregrine::position::Position::start(
                peregrine::variants::falcon(),
            )),
        };
        let mut pgn = PgnGame::from_game(game);
        pgn.result = pgn.game.outcome().map(GameResult::from);
        Ok(Game {
            tree: GameTree::from_pgn(&pgn).map_err(pgn_error)?,
            complaints: Vec::new(),
        })
    }

    /// The tags by name: a mapping that can be changed.
    #[getter]
    fn headers(slf: Bound<'_, Self>) -> Headers {
        Headers { game: slf.unbind() }
    }

    /// The result: `'1-0'`, `'0-1'`, `'1/2-1/2'`, or `'*'` if there is none.
    #[getter]
    fn get_result(&self) -> String {
        let result = self.tree.result();
        result.map_or_else(|| "*".to_owned(), |result| result.to_string())
    }

    #[setter]
    fn set_result(&mut self, result: &str) -> PyResult<()> {
        let result = match result {
            "*" => None,
            result if result.len() > 7 => {
                let words = "a result is 1-0, 0-1, 1/2-1/2 or *";
                return Err(PgnError::new_err(words));
            }
            result => Some(result.parse::<GameResult>().map_err(pgn_error)?),
        };
        self.tree.set_result(result);
        Ok(())
    }

    /// What is inconsistent about the result, as the reader found it.
    #[getter]
    fn complaints(&self) -> Vec<String> {
        self.complaints.clone()
    }

    /// The node of the start position.
    #[getter]
    fn root(slf: Bound<'_, Self>) -> Node {
        Node::new(slf, ROOT)
    }

    /// The last node of the main line.
    fn end(slf: Bound<'_, Self>) -> PyResult<Node> {
        let end = slf.borrow().tree.end(ROOT).map_err(pgn_error)?;
        Ok(Node::new(slf, end))
    }

    /// A board in the start position.
    fn board(&self) -> PyResult<Board> {
        let game = self.tree.game(ROOT).map_err(pgn_error)?;
        Ok(Board { game })
    }

    /// The nodes of the main line, without that of the start position.
    fn mainline(slf: Bound<'_, Self>) -> PyResult<Vec<Node>> {
        let nodes = slf.borrow().main_line()?;
        let node = |&id| Node::new(slf.clone(), id);
        Ok(nodes[1..].iter().map(node).collect())
    }

    /// The moves of the main line.
    fn mainline_moves(&self) -> PyResult<Vec<Move>> {
        let end = self.tree.end(ROOT).map_err(pgn_error)?;
        let game = self.tree.game(end).map_err(pgn_error)?;
        let moves = game.turns().map(|(position, mv)| Move::new(position, mv));
        Ok(moves.collect())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        let end = self.tree.end(ROOT).map_err(pgn_error)?;
        let node = self.tree.node(end).map_err(pgn_error)?;
        Ok(draw::inline(node.position(), node.mv()))
    }

    fn __str__(&self) -> String {
        self.tree.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name = |name| self.tree.tag(name).unwrap_or("?");
        let players = format!("{} - {}", name("White"), name("Black"));
        Ok(format!("<Game {}>", quoted(py, &players)?))
    }
}

/// The tags of a game by name: a mapping. Tags that follow from the game, such as `Result`,
/// cannot be set here.
///
/// >>> from peregrine_chess import Game
/// >>> headers = Game().headers
/// >>> headers["Event"] = "Casual"
/// >>> list(headers.items()), headers.get("Site"), "Event" in headers
/// ([('Event', 'Casual')], None, True)
#[pyclass(frozen, mapping, module = "peregrine_chess")]
pub struct Headers {
    game: Py<Game>,
}

#[pymethods]
impl Headers {
    fn __getitem__(&self, py: Python<'_>, name: &str) -> PyResult<String> {
        let value = self.game.borrow(py).tree.tag(name).map(str::to_owned);
        value.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __setitem__(&self, py: Python<'_>, name: &str, value: &str) -> PyResult<()> {
        if DERIVED.contains(&name) {
            let words = format!("the tag {name} follows from the game and cannot be set");
            return Err(PgnError::new_err(words));
        }
        let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        if name.is_empty() || name.len() > MAX_NAME || !name.chars().all(fits) {
            let words = "the name of a tag is made of letters, digits and underscores";
            return Err(PgnError::new_err(words));
        }
        if value.chars().any(char::is_control) {
            let words = format!("the value of the tag {name} must be one line of text");
            return Err(PgnError::new_err(words));
        }
        let tags = &mut self.game.borrow_mut(py).tree.tags;
        match tags.iter_mut().find(|tag| tag.0 == name) {
            Some(tag) => value.clone_into(&mut tag.1),
            None => tags.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    fn __delitem__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        let tags = &mut self.game.borrow_mut(py).tree.tags;
        let before = tags.len();
        tags.retain(|tag| tag.0 != name);
        if tags.len() == before {
            return Err(PyKeyError::new_err(name.to_owned()));
        }
        Ok(())
    }

    fn __contains__(&self, py: Python<'_>, name: &str) -> bool {
        self.game.borrow(py).tree.tag(name).is_some()
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.game.borrow(py).tree.tags.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let keys = self.keys(py).into_pyobject(py)?;
        Ok(keys.try_iter()?.into_any())
    }

    /// The names, as a list.
    fn keys(&self, py: Python<'_>) -> Vec<String> {
        let game = self.game.borrow(py);
        game.tree.tags.iter().map(|tag| tag.0.clone()).collect()
    }

    /// The values, as a list.
    fn values(&self, py: Python<'_>) -> Vec<String> {
        let game = self.game.borrow(py);
        game.tree.tags.iter().map(|tag| tag.1.clone()).collect()
    }

    /// Names and values, as a list of pairs.
    fn items(&self, py: Python<'_>) -> Vec<(String, String)> {
        self.game.borrow(py).tree.tags.clone()
    }

    /// The value of a tag, or `default`.
    #[pyo3(signature = (name, default=None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.game.borrow(py).tree.tag(name) {
            Some(value) => Ok(Some(value.into_pyobject(py)?.into_any())),
            None => Ok(default),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut words = Vec::new();
        for (name, value) in self.items(py) {
            words.push(format!("{}: {}", quoted(py, &name)?, quoted(py, &value)?));
        }
        Ok(format!("<Headers {{{}}}>", words.join(", ")))
    }
}

/// A position of a game and the move that led to it.
///
/// A node that has been removed raises a `PgnError` for whatever is asked of it.
#[pyclass(frozen, module = "peregrine_chess")]
pub struct Node {
    game: Py<Game>,
    id: NodeId,
}

/// The glyphs of a Python value.
fn glyphs(nags: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let mut glyphs = Vec::new();
    for nag in nags.try_iter()? {
        let nag: i64 = nag?.extract()?;
        let glyph = u8::try_from(nag).map_err(|_| {
            PgnError::new_err(format!("an annotation glyph is 0 to 255, not {nag}"))
        })?;
        glyphs.push(glyph);
    }
    Ok(glyphs)
}

impl Node {
    fn new(game: Bound<'_, Game>, id: NodeId) -> Node {
        Node {
            game: game.unbind(),
            id,
        }
    }

    /// Another node of the same game.
    fn at(&self, py: Python<'_>, id: NodeId) -> Node {
        Node {
            game: self.game.clone_ref(py),
            id,
        }
    }

    fn read<T>(
        &self,
        py: Python<'_>,
        job: impl FnOnce(&GameTree) -> Result<T, TreeError>,
    ) -> PyResult<T> {
        job(&self.game.borrow(py).tree).map_err(pgn_error)
    }

    fn change<T>(
        &self,
        py: Python<'_>,
        job: impl FnOnce(&mut GameTree) -> Result<T, TreeError>,
    ) -> PyResult<T> {
        let mut game = self.game.try_borrow_mut(py)?;
        job(&mut game.tree).map_err(pgn_error)
    }

    /// The move that led here and the position before it.
    fn before<T>(
        &self,
        py: Python<'_>,
        job: impl FnOnce(&peregrine::position::Position, peregrine::board::moves::Move) -> T,
    ) -> PyResult<Option<T>> {
        self.read(py, |tree| {
            let node = tree.node(self.id)?;
            let (Some(parent), Some(mv)) = (node.parent(), node.mv()) else {
                return Ok(None);
            };
            Ok(Some(job(tree.node(parent)?.position(), mv)))
        })
    }

    fn add(
        &self,
        py: Python<'_>,
        mv: &Bound<'_, PyAny>,
        comment: Option<&str>,
        nags: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<NodeId> {
        let position = self.read(py, |tree| Ok(tree.node(self.id)?.position().clone()))?;
        let mv = legal_move(&position, mv)?;
        let nags = nags.map(glyphs).transpose()?;
        self.change(py, |tree| {
            let id = tree.play(self.id, mv)?;
            if let Some(comment) = comment {
                tree.set_comment(id, comment)?;
            }
            if let Some(nags) = nags {
                tree.set_glyphs(id, &nags)?;
            }
            Ok(id)
        })
    }
}

#[pymethods]
impl Node {
    /// The game to which the node belongs.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The node before; None for the start position.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Node>> {
        let parent = self.read(py, |tree| Ok(tree.node(self.id)?.parent()))?;
        Ok(parent.map(|id| self.at(py, id)))
    }

    /// The nodes after, as a list: the first continues the line, the others are variations.
    #[getter]
    fn variations(&self, py: Python<'_>) -> PyResult<Vec<Node>> {
        let children = self.read(py, |tree| Ok(tree.node(self.id)?.children().to_vec()))?;
        Ok(children.into_iter().map(|id| self.at(py, id)).collect())
    }

    /// The next node of the line, or None at its end.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Node>> {
        let first = self.read(py, |tree| {
            Ok(tree.node(self.id)?.children().first().copied())
        })?;
        Ok(first.map(|id| self.at(py, id)))
    }

    /// The nodes after this one, along the line.
    fn mainline(&self, py: Python<'_>) -> PyResult<Vec<Node>> {
        let mut nodes = Vec::new();
        let mut next = self.next(py)?;
        while let Some(node) = next {
            next = node.next(py)?;
            nodes.push(node);
        }
        Ok(nodes)
    }

    /// The move that led here; None for the start position.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<Move>> {
        self.before(py, Move::new)
    }

    /// The move that led here in SAN; None for the start position.
    fn san(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.before(py, notation::san)
    }

    /// The move that led here in coordinates; None for the start position.
    fn uci(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.before(py, notation::coordinate)
    }

    /// The number of the move that led here, such as `'12.'` or `'12...'`.
    fn number(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.before(py, |position, _| move_number(position))
    }

    /// How many plies the node is away from the start position.
    fn ply(&self, py: Python<'_>) -> PyResult<usize> {
        self.read(py, |tree| Ok(tree.path(self.id)?.len() - 1))
    }

    /// The side to move: `WHITE` (True) or `BLACK` (False).
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<bool> {
        let side: Color =
            self.read(py, |tree| Ok(tree.node(self.id)?.position().side_to_move()))?;
        Ok(is_white(side))
    }

    /// The FEN of the position.
    fn fen(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |tree| Ok(tree.node(self.id)?.position().to_string()))
    }

    /// A board in this position, whose moves are those that lead here.
    fn board(&self, py: Python<'_>) -> PyResult<Board> {
        let game = self.read(py, |tree| tree.game(self.id))?;
        Ok(Board { game })
    }

    /// The comment after the move or, at the start position, before the first one.
    #[getter]
    fn get_comment(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |tree| Ok(tree.node(self.id)?.comment.clone()))
    }

    #[setter]
    fn set_comment(&self, py: Python<'_>, comment: &str) -> PyResult<()> {
        self.change(py, |tree| tree.set_comment(self.id, comment))
    }

    /// The numeric annotation glyphs of the move, such as 1 for a good one, as a list.
    #[getter]
    fn get_nags(&self, py: Python<'_>) -> PyResult<Vec<u32>> {
        let glyphs = self.read(py, |tree| Ok(tree.node(self.id)?.glyphs.clone()))?;
        Ok(glyphs.into_iter().map(u32::from).collect())
    }

    #[setter]
    fn set_nags(&self, py: Python<'_>, nags: &Bound<'_, PyAny>) -> PyResult<()> {
        let glyphs = glyphs(nags)?;
        self.change(py, |tree| tree.set_glyphs(self.id, &glyphs))
    }

    /// Makes a legal move from here, given as for `Board.push`, and returns the node after it,
    /// which may have been there before. A comment or glyphs that are given replace those of
    /// that node.
    #[pyo3(signature = (r#move, *, comment=None, nags=None))]
    fn add_variation(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyAny>,
        comment: Option<&str>,
        nags: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Node> {
        let id = self.add(py, r#move, comment, nags)?;
        Ok(self.at(py, id))
    }

    /// The same as `add_variation`, and the move becomes the one that continues the line.
    #[pyo3(signature = (r#move, *, comment=None, nags=None))]
    fn add_main_variation(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyAny>,
        comment: Option<&str>,
        nags: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Node> {
        let node = self.add_variation(py, r#move, comment, nags)?;
        node.promote_to_main(py)?;
        Ok(node)
    }

    /// Makes this node the one that continues the line from its parent.
    fn promote_to_main(&self, py: Python<'_>) -> PyResult<()> {
        self.change(py, |tree| tree.promote(self.id))
    }

    /// Removes this node and everything after it; returns its parent.
    fn remove(&self, py: Python<'_>) -> PyResult<Node> {
        let parent = self.change(py, |tree| tree.delete(self.id))?;
        Ok(self.at(py, parent))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |tree| {
            let node = tree.node(self.id)?;
            Ok(draw::inline(node.position(), node.mv()))
        })
    }

    fn __eq__(&self, other: &Node) -> bool {
        self.game.is(&other.game) && self.id == other.id
    }

    fn __hash__(&self) -> u32 {
        self.id
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let number = self.number(py)?.unwrap_or_default();
        let san = self.san(py)?;
        Ok(format!(
            "<Node {number}{}>",
            san.as_deref().unwrap_or("start")
        ))
    }
}
