//! The paths of a move, such as the three of a Falcon: which are open, and what
//! closes the others.
//!
//! Legality is not considered here, neither checks nor the side to move.

use std::fmt;

use thiserror::Error;

use crate::board::bitboard::Bitboard;
use crate::board::geometry::{Geometry, slow};
use crate::board::movement::{Walk, WalkModes};
use crate::board::piece::{Components, Piece, PieceKind};
use crate::board::setup::{Board, Setup};
use crate::board::square::Square;
use crate::position::Position;
use crate::rules::{PieceType, Rules};

/// Why no paths exist for a move.
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
    /// The piece cannot move there.
    #[error("a {piece} on {from} cannot move to {to}, only to {targets}")]
    NoTarget {
        /// The piece.
        piece: String,
        /// The origin.
        from: String,
        /// The requested target.
        to: String,
        /// The targets on an empty board.
        targets: String,
    },
}

/// A cell on a path.
#[derive(Clone, Debug)]
struct Cell {
    name: String,
    /// Whether a piece must stand there.
    is_hurdle: bool,
    /// What closes the path here, if anything does.
    obstacle: Option<String>,
}

#[derive(Clone, Debug)]
struct Path {
    /// Its steps as the patent names them: S is straight, D is diagonal. Empty for
    /// pieces other than Falcons.
    name: String,
    /// The squares with origin and target; `None` if the path leads over a hole.
    squares: Option<Vec<Square>>,
    /// The cells between origin and target.
    cells: Vec<Cell>,
}

impl Path {
    fn is_open(&self) -> bool {
        self.cells.iter().all(|cell| cell.obstacle.is_none())
    }
}

/// The paths of a move on a board: three for a Falcon, one for each hurdle of a
/// Cannon, and so on for all special moves that something can block. `Display`
/// writes one line per path: for Falcons the patent's name of it, such as SDD for a
/// straight step and two diagonal ones, then its cells, and its obstacles.
///
/// ```
/// use peregrine::{render::MovePaths, position::fen, variants};
/// let rules = variants::falcon();
/// let setup = fen::parse(rules, "10/10/5p4/10/4F5/10/10/10 w - - 0 1").unwrap();
/// let [e4, g7] = ["e4", "g7"].map(|name| rules.geometry().square_named(name).unwrap());
/// let paths = MovePaths::new(rules, &setup.board, e4, g7).unwrap();
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
pub struct MovePaths {
    piece: String,
    from: String,
    to: String,
    /// The piece of the Falcon's own side on the target.
    own: Option<String>,
    paths: Vec<Path>,
}

impl MovePaths {
    /// The paths from one square to another.
    ///
    /// # Errors
    /// If the origin has no piece that walks along such paths, or it cannot reach
    /// the target.
    pub fn new(
        rules: &Rules,
        board: &Board,
        from: Square,
        to: Square,
    ) -> Result<MovePaths, PathsError> {
        let geometry = rules.geometry();
        let name = |square| geometry.name(square);
        let piece = board[from.index()].ok_or_else(|| PathsError::NoPiece(name(from)))?;
        let mut paths = Vec::new();
        if rules.components(piece.kind()).contains(Components::FALCON) {
            paths.extend(falcon_paths(rules, board, from, to));
        }
        if has_movement(rules, piece.kind()) {
            paths.extend(special_paths(rules, board, (piece, from), to));
        }
        if paths.is_empty() {
            return Err(no_paths(rules, piece, from, to));
        }
        let target = board[to.index()].filter(|target| target.color() == piece.color());
        Ok(MovePaths {
            piece: name_of(rules, piece),
            from: name(from),
            to: name(to),
            own: target.map(|piece| name_of(rules, piece)),
            paths,
        })
    }

    /// The open paths, each including origin and target.
    ///
    /// ```
    /// # use peregrine::{render::MovePaths, position::fen, variants};
    /// # let rules = variants::falcon();
    /// # let setup = fen::parse(rules, "10/10/10/10/4F5/10/10/10 w - - 0 1").unwrap();
    /// # let [e4, d7] = ["e4", "d7"].map(|name| rules.geometry().square_named(name).unwrap());
    /// let paths = MovePaths::new(rules, &setup.board, e4, d7).unwrap();
    /// assert!(paths.open().iter().all(|path| path.len() == 4));
    /// ```
    pub fn open(&self) -> Vec<Vec<Square>> {
        self.those(true)
    }

    /// The blocked paths that lie entirely on the board.
    ///
    /// ```
    /// # use peregrine::{render::MovePaths, position::fen, variants};
    /// # let rules = variants::falcon();
    /// # let setup = fen::parse(rules, "10/10/10/10/4F5/10/10/10 w - - 0 1").unwrap();
    /// # let [e4, d7] = ["e4", "d7"].map(|name| rules.geometry().square_named(name).unwrap());
    /// assert!(MovePaths::new(rules, &setup.board, e4, d7).unwrap().closed().is_empty());
    /// ```
    pub fn closed(&self) -> Vec<Vec<Square>> {
        self.those(false)
    }

    /// All paths by the names of their cells, origin and target included, with the
    /// cells that close each.
    ///
    /// ```
    /// # use peregrine::{render::MovePaths, position::fen, variants};
    /// # let rules = variants::falcon();
    /// # let setup = fen::parse(rules, "10/10/5p4/10/4F5/10/10/10 w - - 0 1").unwrap();
    /// # let [e4, g7] = ["e4", "g7"].map(|name| rules.geometry().square_named(name).unwrap());
    /// let paths = MovePaths::new(rules, &setup.board, e4, g7).unwrap().cells();
    /// let first = ["e4", "e5", "f6", "g7"].map(String::from).to_vec();
    /// assert_eq!(paths[0], (first, vec!["f6".to_owned()]));
    /// assert!(paths[2].1.is_empty());
    /// ```
    pub fn cells(&self) -> Vec<(Vec<String>, Vec<String>)> {
        let path = |path: &Path| {
            let between = path.cells.iter().map(|cell| cell.name.clone());
            let ends = |end: &String| std::iter::once(end.clone());
            let cells = ends(&self.from).chain(between).chain(ends(&self.to));
            let closed = path.cells.iter().filter(|cell| cell.obstacle.is_some());
            (
                cells.collect(),
                closed.map(|cell| cell.name.clone()).collect(),
            )
        };
        self.paths.iter().map(path).collect()
    }

    fn those(&self, open: bool) -> Vec<Vec<Square>> {
        let paths = self.paths.iter().filter(|path| path.is_open() == open);
        paths.filter_map(|path| path.squares.clone()).collect()
    }
}

impl fmt::Display for MovePaths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MovePaths {
            piece, from, to, ..
        } = self;
        let open = self.paths.iter().filter(|path| path.is_open()).count();
        let count = self.paths.len();
        write!(f, "{piece} {from}-{to}: {open} of {count} paths open")?;
        if let Some(own) = &self.own {
            write!(f, ", but its own {own} stands on {to}")?;
        }
        for path in &self.paths {
            f.write_str("\n  ")?;
            if !path.name.is_empty() {
                write!(f, "{} ", path.name)?;
            }
            write!(f, "{from}-")?;
            for cell in &path.cells {
                write!(f, "{}-", cell.name)?;
            }
            write!(f, "{to}")?;
            let hurdles = path.cells.iter().filter(|cell| cell.is_hurdle);
            let hurdles: Vec<&str> = hurdles.map(|cell| &*cell.name).collect();
            if !hurdles.is_empty() {
                write!(f, " over {}", hurdles.join(" and "))?;
            }
            let obstacles = path
                .cells
                .iter()
                .filter_map(|cell| cell.obstacle.as_deref());
            let obstacles: Vec<&str> = obstacles.collect();
            match obstacles[..] {
                [] => f.write_str(": open")?,
                _ => write!(f, ": closed by {}", obstacles.join(" and "))?,
            }
        }
        Ok(())
    }
}

/// The paths to every target of the piece on a square; nothing if its moves have none, as
/// those of a Rook or a leaper.
///
/// ```
/// use peregrine::{position::Position, render, variants};
/// let start = Position::start(variants::falcon());
/// let square = |name| start.rules().geometry().square_named(name).unwrap();
/// assert_eq!(render::paths_of(&start, square("d1")).len(), 8);
/// assert!(render::paths_of(&start, square("a1")).is_empty());
/// ```
pub fn paths_of(position: &Position, square: Square) -> Vec<(Square, MovePaths)> {
    let rules = position.rules();
    let Some(piece) = position.piece_on(square) else {
        return Vec::new();
    };
    let mut board = Setup::empty().board;
    for square in position.occupied() {
        board[square.index()] = position.piece_on(square);
    }
    let targets = path_targets(rules, piece, square).into_iter();
    targets
        .filter_map(|target| {
            let paths = MovePaths::new(rules, &board, square, target).ok()?;
            Some((target, paths))
        })
        .collect()
}

/// Whether a kind has moves with paths to show: those of the Falcon, and movements of
/// any kind.
pub(crate) fn has_paths(rules: &Rules, kind: PieceKind) -> bool {
    rules.components(kind).contains(Components::FALCON) || has_movement(rules, kind)
}

fn has_movement(rules: &Rules, kind: PieceKind) -> bool {
    let special = piece_type(rules, kind).map(|found| &found.special);
    special.is_some_and(|special| special.has_movement())
}

/// The squares to which the paths of a piece lead, whatever stands on the board.
fn path_targets(rules: &Rules, piece: Piece, from: Square) -> Bitboard {
    let mut targets = Bitboard::EMPTY;
    if rules.components(piece.kind()).contains(Components::FALCON) {
        targets |= rules.geometry().falcon_reach(from);
    }
    if has_movement(rules, piece.kind()) {
        targets |= rules.reach(piece, from);
    }
    targets
}

/// Why a piece has no paths from one square to another.
fn no_paths(rules: &Rules, piece: Piece, from: Square, to: Square) -> PathsError {
    let geometry = rules.geometry();
    let is_falcon = rules.components(piece.kind()).contains(Components::FALCON);
    let square = geometry.name(from);
    if !has_paths(rules, piece.kind()) {
        let piece_name = name_of(rules, piece);
        return match leaps_like_falcon(rules, piece) {
            true => PathsError::Leaper {
                piece: piece_name,
                square,
            },
            false => PathsError::NoFalcon {
                piece: piece_name,
                square,
            },
        };
    }
    let targets = path_targets(rules, piece, from).into_iter();
    PathsError::NoTarget {
        piece: match is_falcon {
            true => "Falcon".to_owned(),
            false => name_of(rules, piece),
        },
        from: square,
        to: geometry.name(to),
        targets: targets
            .map(|to| geometry.name(to))
            .collect::<Vec<_>>()
            .join(" "),
    }
}

/// The three paths of a Falcon; none if it cannot reach the target.
fn falcon_paths(rules: &Rules, board: &Board, from: Square, to: Square) -> Vec<Path> {
    let geometry = rules.geometry();
    let moves = slow::falcon_moves().into_iter();
    let mut to_target = moves.filter(|walk| geometry.step(from, walk.target) == Some(to));
    let path = |cells: &[(i32, i32); 2], target| {
        let squares = cells.map(|offset| geometry.step(from, offset));
        let squares = [Some(from), squares[0], squares[1], Some(to)];
        Path {
            name: path_name([(0, 0), cells[0], cells[1], target]),
            squares: squares.into_iter().collect(),
            cells: cells
                .map(|offset| cell(rules, board, from, offset))
                .to_vec(),
        }
    };
    to_target.next().map_or_else(Vec::new, |walk| {
        let paths = walk.paths.iter();
        paths.map(|cells| path(cells, walk.target)).collect()
    })
}

/// The paths of a piece's special moves: of captures if a piece stands on the target,
/// otherwise of moves without capture.
fn special_paths(
    rules: &Rules,
    board: &Board,
    (piece, from): (Piece, Square),
    to: Square,
) -> Vec<Path> {
    let geometry = rules.geometry();
    let mode = match board[to.index()] {
        Some(_) => WalkModes::CAPTURE,
        None => WalkModes::QUIET,
    };
    let walks = rules.special_walks(piece, from).into_iter();
    let usable = walks.filter(|walk| walk.to == to && walk.modes.contains(mode));
    let path = |walk: Walk| {
        let mut squares: Vec<Square> = (walk.empty | walk.occupied).into_iter().collect();
        squares.sort_by_key(|&square| {
            let to_target = geometry.distance(square, to);
            (
                geometry.distance(from, square),
                std::cmp::Reverse(to_target),
            )
        });
        let offset = |square: Square| {
            let files = geometry.file(square) as i32 - geometry.file(from) as i32;
            let ranks = geometry.rank(square) as i32 - geometry.rank(from) as i32;
            (files, ranks)
        };
        let cells = squares.iter().map(|&square| {
            let mut cell = cell(rules, board, from, offset(square));
            if walk.occupied.contains(square) {
                cell.is_hurdle = true;
                cell.obstacle = match cell.obstacle {
                    Some(_) => None,
                    None => Some(format!("nothing on {}", cell.name)),
                };
            }
            cell
        });
        Path {
            name: String::new(),
            cells: cells.collect(),
            squares: Some([&[from], &*squares, &[to]].concat()),
        }
    };
    usable.map(path).collect()
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
fn cell(rules: &Rules, board: &Board, from: Square, offset: (i32, i32)) -> Cell {
    let geometry = rules.geometry();
    let square = geometry.step(from, offset);
    let name = cell_name(geometry, from, offset);
    let obstacle = match square.map(|square| board[square.index()]) {
        Some(None) => None,
        Some(Some(piece)) => {
            let color = piece.color().to_string().to_lowercase();
            Some(format!("the {color} {} on {name}", name_of(rules, piece)))
        }
        None => Some(format!("the hole at {name}")),
    };
    Cell {
        name,
        is_hurdle: false,
        obstacle,
    }
}

fn cell_name(geometry: &Geometry, from: Square, (files, ranks): (i32, i32)) -> String {
    let along = |at: usize, steps: i32| at.saturating_add_signed(steps as isize);
    let file = geometry.file_name(along(geometry.file(from), files));
    let rank = geometry.rank_name(along(geometry.rank(from), ranks));
    format!("{file}{rank}")
}

fn piece_type(rules: &Rules, kind: PieceKind) -> Option<&PieceType> {
    let mut types = rules.piece_types().iter();
    types.find(|piece_type| piece_type.kind == kind)
}

fn name_of(rules: &Rules, piece: Piece) -> String {
    let found = piece_type(rules, piece.kind());
    found.map_or_else(|| rules.letter(piece), |found| found.name.clone())
}

fn leaps_like_falcon(rules: &Rules, piece: Piece) -> bool {
    let leaps = |near, far| {
        let found = piece_type(rules, piece.kind()).map(|found| &found.special.leaps);
        found.is_some_and(|leaps| leaps.contains(&(near, far)) || leaps.contains(&(far, near)))
    };
    leaps(1, 3) && leaps(2, 3)
}
