//! The three paths of a Falcon move: which are open, and what blocks the
//! others.
//!
//! Legality is not considered here, neither checks nor the side to move.

use std::fmt;

use thiserror::Error;

use crate::board::geometry::{Geometry, slow};
use crate::board::piece::{Components, Piece};
use crate::board::setup::Board;
use crate::board::square::Square;
use crate::rules::{PieceType, Rules};

/// Why no Falcon paths exist for a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PathsError {
    /// The origin is empty.
    #[error("no piece stands on {0}")]
    NoPiece(String),
    /// The piece does not move like a Falcon.
    #[error("the {piece} on {square} does not move like a Falcon")]
    NoFalcon {
        /// The piece.
        piece: String,
        /// Its square.
        square: String,
    },
    /// The piece leaps to the squares that a Falcon reaches.
    #[error("the {piece} on {square} leaps, so nothing can block its path")]
    Leaper {
        /// The piece.
        piece: String,
        /// Its square.
        square: String,
    },
    /// No Falcon can move there.
    #[error("a Falcon on {from} cannot move to {to}, only to {targets}")]
    NoTarget {
        /// The origin.
        from: String,
        /// The requested target.
        to: String,
        /// The targets on an empty board.
        targets: String,
    },
}

/// A cell on a path, and the obstacle there.
#[derive(Clone, Debug)]
struct Step {
    cell: String,
    /// `None` if the cell is an empty square.
    obstacle: Option<String>,
}

#[derive(Clone, Debug)]
struct Path {
    /// Its steps as the patent names them: S is straight, D is diagonal.
    name: String,
    squares: Option<Vec<Square>>,
    steps: [Step; 2],
}

impl Path {
    fn is_open(&self) -> bool {
        self.steps.iter().all(|step| step.obstacle.is_none())
    }
}

/// The three paths of a Falcon move on a board. `Display` writes one line per
/// path: the patent's name of it, such as SDD for a straight step and two diagonal
/// ones, its cells, and its obstacles.
///
/// ```
/// use peregrine::{render::FalconPaths, position::fen, variants};
/// let rules = variants::falcon();
/// let setup = fen::parse(rules, "10/10/5p4/10/4F5/10/10/10 w - - 0 1").unwrap();
/// let [e4, g7] = ["e4", "g7"].map(|name| rules.geometry().square_named(name).unwrap());
/// let paths = FalconPaths::new(rules, &setup.board, e4, g7).unwrap();
/// assert_eq!(paths.open().len(), 1);
/// assert_eq!(
///     paths.to_string(),
///     "Falcon e4-g7: 1 of 3 paths open\n  \
///        SDD e4-e5-f6-g7: closed by the black Pawn on f6\n  \
///        DSD e4-f5-f6-g7: closed by the black Pawn on f6\n  \
///        DDS e4-f5-g6-g7: open"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct FalconPaths {
    piece: String,
    from: String,
    to: String,
    /// The piece of the Falcon's own side on the target.
    own: Option<String>,
    paths: Vec<Path>,
}

impl FalconPaths {
    /// The paths from one square to another.
    ///
    /// # Errors
    /// If the origin has no piece that walks like a Falcon, or a Falcon cannot
    /// reach the target.
    pub fn new(
        rules: &Rules,
        board: &Board,
        from: Square,
        to: Square,
    ) -> Result<FalconPaths, PathsError> {
        let geometry = rules.geometry();
        let name = |square| geometry.name(square);
        let falcon = board[from.index()].ok_or_else(|| PathsError::NoPiece(name(from)))?;
        if !rules.components(falcon.kind()).contains(Components::FALCON) {
            let piece = name_of(rules, falcon);
            let square = name(from);
            return Err(match leaps_like_falcon(rules, falcon) {
                true => PathsError::Leaper { piece, square },
                false => PathsError::NoFalcon { piece, square },
            });
        }
        let walk = slow::falcon_moves()
            .into_iter()
            .find(|walk| geometry.step(from, walk.target) == Some(to));
        let Some(walk) = walk else {
            let targets = geometry.falcon_reach(from).into_iter().map(name);
            return Err(PathsError::NoTarget {
                from: name(from),
                to: name(to),
                targets: targets.collect::<Vec<_>>().join(" "),
            });
        };
        let path = |cells: &[(i32, i32); 2]| {
            let steps = cells.map(|offset| step(rules, board, from, offset));
            let squares = cells.map(|offset| geometry.step(from, offset));
            let squares = [Some(from), squares[0], squares[1], Some(to)];
            Path {
                name: path_name([(0, 0), cells[0], cells[1], walk.target]),
                squares: squares.into_iter().collect(),
                steps,
            }
        };
        let target = board[to.index()].filter(|piece| piece.color() == falcon.color());
        Ok(FalconPaths {
            piece: name_of(rules, falcon),
            from: name(from),
            to: name(to),
            own: target.map(|piece| name_of(rules, piece)),
            paths: walk.paths.iter().map(path).collect(),
        })
    }

    /// The open paths, each including origin and target.
    ///
    /// ```
    /// # use peregrine::{render::FalconPaths, position::fen, variants};
    /// # let rules = variants::falcon();
    /// # let setup = fen::parse(rules, "10/10/10/10/4F5/10/10/10 w - - 0 1").unwrap();
    /// # let [e4, d7] = ["e4", "d7"].map(|name| rules.geometry().square_named(name).unwrap());
    /// let paths = FalconPaths::new(rules, &setup.board, e4, d7).unwrap();
    /// assert!(paths.open().iter().all(|path| path.len() == 4));
    /// ```
    pub fn open(&self) -> Vec<Vec<Square>> {
        self.those(true)
    }

    /// The blocked paths that lie entirely on the board.
    ///
    /// ```
    /// # use peregrine::{render::FalconPaths, position::fen, variants};
    /// # let rules = variants::falcon();
    /// # let setup = fen::parse(rules, "10/10/10/10/4F5/10/10/10 w - - 0 1").unwrap();
    /// # let [e4, d7] = ["e4", "d7"].map(|name| rules.geometry().square_named(name).unwrap());
    /// assert!(FalconPaths::new(rules, &setup.board, e4, d7).unwrap().closed().is_empty());
    /// ```
    pub fn closed(&self) -> Vec<Vec<Square>> {
        self.those(false)
    }

    /// All paths by the names of their four cells, origin and target included, with the
    /// cells on which each is blocked.
    ///
    /// ```
    /// # use peregrine::{render::FalconPaths, position::fen, variants};
    /// # let rules = variants::falcon();
    /// # let setup = fen::parse(rules, "10/10/5p4/10/4F5/10/10/10 w - - 0 1").unwrap();
    /// # let [e4, g7] = ["e4", "g7"].map(|name| rules.geometry().square_named(name).unwrap());
    /// let paths = FalconPaths::new(rules, &setup.board, e4, g7).unwrap().cells();
    /// assert_eq!(paths[0], (["e4", "e5", "f6", "g7"].map(String::from), vec!["f6".to_owned()]));
    /// assert!(paths[2].1.is_empty());
    /// ```
    pub fn cells(&self) -> Vec<([String; 4], Vec<String>)> {
        let path = |path: &Path| {
            let [first, second] = [&path.steps[0].cell, &path.steps[1].cell];
            let cells = [&self.from, first, second, &self.to].map(String::clone);
            let blocked = path.steps.iter().filter(|step| step.obstacle.is_some());
            (cells, blocked.map(|step| step.cell.clone()).collect())
        };
        self.paths.iter().map(path).collect()
    }

    fn those(&self, open: bool) -> Vec<Vec<Square>> {
        let paths = self.paths.iter().filter(|path| path.is_open() == open);
        paths.filter_map(|path| path.squares.clone()).collect()
    }
}

impl fmt::Display for FalconPaths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FalconPaths {
            piece, from, to, ..
        } = self;
        let open = self.paths.iter().filter(|path| path.is_open()).count();
        let count = self.paths.len();
        write!(f, "{piece} {from}-{to}: {open} of {count} paths open")?;
        if let Some(own) = &self.own {
            write!(f, ", but its own {own} stands on {to}")?;
        }
        for path in &self.paths {
            let [first, second] = &path.steps;
            write!(
                f,
                "\n  {} {from}-{}-{}-{to}: ",
                path.name, first.cell, second.cell
            )?;
            let obstacles = path
                .steps
                .iter()
                .filter_map(|step| step.obstacle.as_deref());
            let obstacles: Vec<&str> = obstacles.collect();
            match obstacles[..] {
                [] => f.write_str("open")?,
                _ => write!(f, "closed by {}", obstacles.join(" and "))?,
            }
        }
        Ok(())
    }
}

/// The steps between cells as letters: S for a straight one, D for a diagonal one.
fn path_name(cells: [(i32, i32); 4]) -> String {
    let steps = cells.windows(2).map(|pair| {
        let (files, ranks) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        if files == 0 || ranks == 0 { 'S' } else { 'D' }
    });
    steps.collect()
}

/// The content of the cell at this offset from a square. Cells between a Falcon
/// and its target always lie within the board's rectangle, though they may be
/// holes.
fn step(rules: &Rules, board: &Board, from: Square, offset: (i32, i32)) -> Step {
    let geometry = rules.geometry();
    let square = geometry.step(from, offset);
    let cell = cell_name(geometry, from, offset);
    let obstacle = match square.map(|square| board[square.index()]) {
        Some(None) => None,
        Some(Some(piece)) => {
            let color = piece.color().to_string().to_lowercase();
            Some(format!("the {color} {} on {cell}", name_of(rules, piece)))
        }
        None => Some(format!("the hole at {cell}")),
    };
    Step { cell, obstacle }
}

fn cell_name(geometry: &Geometry, from: Square, (files, ranks): (i32, i32)) -> String {
    let along = |at: usize, steps: i32| at.saturating_add_signed(steps as isize);
    let file = geometry.file_name(along(geometry.file(from), files));
    let rank = geometry.rank_name(along(geometry.rank(from), ranks));
    format!("{file}{rank}")
}

fn piece_type(rules: &Rules, piece: Piece) -> Option<&PieceType> {
    let mut types = rules.piece_types().iter();
    types.find(|piece_type| piece_type.kind == piece.kind())
}

fn name_of(rules: &Rules, piece: Piece) -> String {
    let found = piece_type(rules, piece);
    found.map_or_else(|| rules.letter(piece), |found| found.name.clone())
}

fn leaps_like_falcon(rules: &Rules, piece: Piece) -> bool {
    let leaps = |near, far| {
        let found = piece_type(rules, piece).map(|found| &found.special.leaps);
        found.is_some_and(|leaps| leaps.contains(&(near, far)) || leaps.contains(&(far, near)))
    };
    leaps(1, 3) && leaps(2, 3)
}
