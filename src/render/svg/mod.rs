//! A position as a stand-alone SVG picture.
//!
//! Draws the board; `pieces` draws the pieces. The output is deterministic.

mod animation;
mod arrow;
mod escape;
mod pieces;

use std::fmt;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::Geometry;
use crate::board::piece::{Piece, PieceKind};
use crate::board::setup::{Board, Setup};
use crate::board::square::{MAX_SQUARES, Square};
use crate::position::Position;
use crate::rules::{Rules, SquareColor};

pub use animation::AnimatedSvg;

use arrow::{Arrow, Point};
use escape::Escaped;
use pieces::{Colors, Figure};

/// The side of a square in the picture's own units.
const SQUARE: usize = 100;
/// The width of the frame with file and rank names.
const MARGIN: usize = 44;
/// The default display size: the side of a square in pixels.
const PIXELS: usize = 48;

const BACKGROUND: &str = "#fbf8f2";
const LIGHT: &str = "#f0dfc4";
const DARK: &str = "#bb916b";
const EDGE: &str = "#5b4330";
/// The start of the group of all pieces.
const PIECES_GROUP: &str =
    r#"<g class="pieces" stroke-width="4" stroke-linecap="round" stroke-linejoin="round">"#;
/// Colors of marks and arrows, used in turn.
const OVERLAY: [&str; 3] = ["#2e8b57", "#c8502d", "#2f6fb5"];

/// A position as an SVG picture: the board from White's point of view in the
/// square colors of the game, file and rank names, the pieces, and a disk
/// beside the board for the side to move. Holes are left out.
///
/// `Display` writes the complete file, with the FEN as its description. The
/// file needs no other resources: each kind of piece is drawn according to the
/// components of its move.
///
/// ```
/// use peregrine::{render::Svg, position::Position, variants};
/// let rules = variants::falcon();
/// let picture = Svg::new(&Position::start(rules)).to_string();
/// assert!(picture.contains("<title>White Falcon on d1</title>"));
/// ```
#[derive(Clone, Debug)]
pub struct Svg {
    rules: &'static Rules,
    board: Board,
    side: Color,
    fen: String,
    reversed: bool,
    marks: Vec<Bitboard>,
    arrows: Vec<Vec<Vec<Square>>>,
}

/// The elements of the drawing of a piece, for a picture of 100 by 100 units with an
/// outline of its own; empty for a kind that the game does not have.
///
/// ```
/// use peregrine::{board::{color::Color, piece::{Piece, PieceKind}}, render, variants};
/// let falcon = Piece::new(Color::White, PieceKind::FALCON);
/// let drawing = render::drawing(variants::falcon(), falcon);
/// assert!(drawing.starts_with("<g ") && drawing.ends_with("</g>"));
/// ```
pub fn drawing(rules: &Rules, piece: Piece) -> String {
    let types = rules.piece_types();
    let Some(piece_type) = types.iter().find(|found| found.kind == piece.kind()) else {
        return String::new();
    };
    let color = piece.color();
    let Colors { fill, outline, .. } = Colors::for_side(color);
    let figure = Figure::new(piece_type, color, types);
    format!(
        r#"<g fill="{fill}" stroke="{outline}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" font-family="sans-serif" font-weight="bold" text-anchor="middle">{figure}</g>"#
    )
}

/// What the drawing of a piece is made of, for other drawings of the same piece: such as
/// `rook`, or `servant`, `mitre` and `wings`, and `letters` or `badge` if it shows its letters.
/// Nothing for a kind that the game does not have.
pub(crate) fn figure_parts(rules: &Rules, piece: Piece) -> Vec<&'static str> {
    let types = rules.piece_types();
    let found = types.iter().find(|found| found.kind == piece.kind());
    found.map_or_else(Vec::new, |found| {
        Figure::new(found, piece.color(), types).parts()
    })
}

impl Svg {
    /// The picture of a position without marks.
    pub fn new(position: &Position) -> Svg {
        let mut setup = Setup::empty();
        setup.side_to_move = position.side_to_move();
        setup.board = board_of(position);
        Svg::of_setup(position.rules(), &setup, &position.to_string())
    }

    /// The picture of a FEN that need not be a playable position; figures in
    /// texts may have no Kings.
    ///
    /// ```
    /// # use peregrine::{render::Svg, position::fen, variants};
    /// # let rules = variants::falcon();
    /// let figure = "10/10/10/10/4F5/10/10/10 w - - 0 1";
    /// let setup = fen::parse(rules, figure).unwrap();
    /// let picture = Svg::of_setup(rules, &setup, figure).to_string();
    /// assert!(picture.contains("<title>White Falcon on e4</title>"));
    /// ```
    pub fn of_setup(rules: &'static Rules, setup: &Setup, fen: &str) -> Svg {
        Svg {
            rules,
            board: setup.board,
            side: setup.side_to_move,
            fen: fen.to_owned(),
            reversed: false,
            marks: Vec::new(),
            arrows: Vec::new(),
        }
    }

    /// Swaps the light and dark squares (docs/rules.md, section 1.3).
    ///
    /// ```
    /// # use peregrine::{render::Svg, position::Position, variants};
    /// # let rules = variants::falcon();
    /// let start = Position::start(rules);
    /// let usual = Svg::new(&start).to_string();
    /// assert_ne!(Svg::new(&start).reversed_colors().to_string(), usual);
    /// ```
    #[must_use]
    pub fn reversed_colors(mut self) -> Svg {
        self.reversed = !self.reversed;
        self
    }

    /// Marks these squares. Each call uses the next of three colors.
    ///
    /// ```
    /// # use peregrine::{board::bitboard::Bitboard, render::Svg, position::Position, variants};
    /// # let rules = variants::falcon();
    /// let start = Position::start(rules);
    /// let d1 = rules.geometry().square_named("d1").unwrap();
    /// let reach = rules.geometry().falcon(d1, start.occupied());
    /// let picture = Svg::new(&start).mark(reach).to_string();
    /// assert!(picture.contains(r#"<g class="mark""#));
    /// ```
    #[must_use]
    pub fn mark(mut self, squares: Bitboard) -> Svg {
        self.marks.push(squares);
        self
    }

    /// Adds arrows, each along a path of squares from the first to the last.
    /// Each call uses the next color, as for marks. Arrows between the same two
    /// squares are drawn side by side. A path with fewer than two different
    /// squares is ignored.
    ///
    /// ```
    /// # use peregrine::{render::Svg, position::Position, variants};
    /// # let rules = variants::falcon();
    /// let start = Position::start(rules);
    /// let path = ["d1", "d2", "d3", "e4"].map(|name| rules.geometry().square_named(name).unwrap());
    /// let picture = Svg::new(&start).arrows([path.to_vec()]).to_string();
    /// assert!(picture.contains(r#"<g class="arrow""#));
    /// ```
    #[must_use]
    pub fn arrows(mut self, paths: impl IntoIterator<Item = Vec<Square>>) -> Svg {
        let mut paths: Vec<Vec<Square>> = paths.into_iter().collect();
        for path in &mut paths {
            path.dedup();
        }
        paths.retain(|path| path.len() > 1);
        self.arrows.push(paths);
        self
    }

    pub(super) fn geometry(&self) -> &'static Geometry {
        self.rules.geometry()
    }

    /// The upper left corner of a cell.
    fn corner(&self, file: usize, rank: usize) -> (usize, usize) {
        let row = self.geometry().ranks() - 1 - rank;
        (MARGIN + file * SQUARE, MARGIN + row * SQUARE)
    }

    pub(super) fn corner_of(&self, square: Square) -> (usize, usize) {
        self.corner(self.geometry().file(square), self.geometry().rank(square))
    }

    fn center_of(&self, square: Square) -> Point {
        let (x, y) = self.corner_of(square);
        Point((x + SQUARE / 2) as f64, (y + SQUARE / 2) as f64)
    }

    /// The pieces on the board and their squares.
    fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let squares = (0..MAX_SQUARES).map(Square::new);
        squares.filter_map(|square| Some((square, self.board[square.index()]?)))
    }

    /// The height of the board with its frame.
    fn height(&self) -> usize {
        self.geometry().ranks() * SQUARE + 2 * MARGIN
    }

    /// Writes everything from the start of the file to the background, with the drawings of
    /// the pieces that are used.
    fn write_header(
        &self,
        f: &mut fmt::Formatter<'_>,
        height: usize,
        (title, description): (&str, &str),
        is_used: impl Fn(Piece) -> bool,
    ) -> fmt::Result {
        let width = self.geometry().files() * SQUARE + 2 * MARGIN;
        writeln!(f, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{}" height="{}" role="img" font-family="sans-serif" font-weight="bold" text-anchor="middle">"#,
            width * PIXELS / SQUARE,
            height * PIXELS / SQUARE
        )?;
        writeln!(f, "<title>{}</title>", Escaped(title))?;
        writeln!(f, "<desc>{}</desc>", Escaped(description))?;
        self.write_definitions(f, is_used)?;
        writeln!(
            f,
            r#"<rect width="{width}" height="{height}" fill="{BACKGROUND}"/>"#
        )
    }

    fn write_definitions(
        &self,
        f: &mut fmt::Formatter<'_>,
        is_used: impl Fn(Piece) -> bool,
    ) -> fmt::Result {
        let rules = self.rules;
        writeln!(f, "<defs>")?;
        for color in Color::ALL {
            for piece_type in rules.piece_types() {
                let piece = Piece::new(color, piece_type.kind);
                if !is_used(piece) {
                    continue;
                }
                let Colors { fill, outline, .. } = Colors::for_side(color);
                let figure = Figure::new(piece_type, color, rules.piece_types());
                writeln!(
                    f,
                    r#"<g id="{}" fill="{fill}" stroke="{outline}">{figure}</g>"#,
                    Id(piece)
                )?;
            }
        }
        writeln!(f, "</defs>")
    }

    fn write_squares(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let geometry = self.geometry();
        // Holes have an edge too.
        write!(
            f,
            r#"<path class="edge" fill="{EDGE}" stroke="{EDGE}" stroke-width="8" d=""#
        )?;
        for square in geometry.squares() {
            let (x, y) = self.corner_of(square);
            write!(f, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")?;
        }
        writeln!(f, r#""/>"#)?;
        for (color, fill) in [(SquareColor::Light, LIGHT), (SquareColor::Dark, DARK)] {
            let of_rules = if self.reversed { !color } else { color };
            let squares = geometry
                .squares()
                .into_iter()
                .filter(|&square| self.rules.square_color(square) == of_rules);
            self.write_group(f, color.name(), fill, squares.collect())?;
        }
        for (number, &squares) in self.marks.iter().enumerate() {
            let fill = OVERLAY[number % OVERLAY.len()];
            self.write_group(f, "mark", fill, squares & geometry.squares())?;
        }
        Ok(())
    }

    /// Draws squares of one color.
    fn write_group(
        &self,
        f: &mut fmt::Formatter<'_>,
        name: &str,
        fill: &str,
        squares: Bitboard,
    ) -> fmt::Result {
        let opacity = if name == "mark" {
            r#" fill-opacity=".6""#
        } else {
            ""
        };
        // Anti-aliased edges would let the background show between adjacent
        // squares.
        writeln!(
            f,
            r#"<g class="{name}" fill="{fill}"{opacity} shape-rendering="crispEdges">"#
        )?;
        for square in squares {
            let (x, y) = self.corner_of(square);
            writeln!(
                f,
                r#"<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}"/>"#
            )?;
        }
        writeln!(f, "</g>")
    }

    fn write_names(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let geometry = self.geometry();
        writeln!(f, r#"<g class="names" fill="{EDGE}" font-size="26">"#)?;
        for rank in 0..geometry.ranks() {
            let (_, y) = self.corner(0, rank);
            let (x, y) = (MARGIN / 2, y + SQUARE / 2 + 9);
            writeln!(
                f,
                r#"<text x="{x}" y="{y}">{}</text>"#,
                geometry.rank_name(rank)
            )?;
        }
        for file in 0..geometry.files() {
            let (x, y) = self.corner(file, 0);
            let (x, y) = (x + SQUARE / 2, y + SQUARE + MARGIN / 2 + 9);
            let name = geometry.file_name(file).to_string();
            writeln!(f, r#"<text x="{x}" y="{y}">{}</text>"#, Escaped(&name))?;
        }
        writeln!(f, "</g>")
    }

    /// Draws a disk to the right of the first rank of the side to move.
    fn write_side(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.side;
        let rank = match side {
            Color::White => 0,
            Color::Black => self.geometry().ranks() - 1,
        };
        let (x, y) = self.corner(self.geometry().files(), rank);
        let (x, y) = (x + MARGIN / 2 + 1, y + SQUARE / 2);
        let Colors { fill, outline, .. } = Colors::for_side(side);
        writeln!(
            f,
            r#"<circle class="side" cx="{x}" cy="{y}" r="11" fill="{fill}" stroke="{outline}" stroke-width="3"><title>{side} to move</title></circle>"#
        )
    }

    fn write_pieces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules;
        let name = |kind: PieceKind| {
            let mut types = rules.piece_types().iter();
            types
                .find(|piece_type| piece_type.kind == kind)
                .map_or("", |found| &found.name)
        };
        writeln!(f, "{PIECES_GROUP}")?;
        for (square, piece) in self.pieces() {
            let (x, y) = self.corner_of(square);
            writeln!(
                f,
                r##"<use href="#{}" x="{x}" y="{y}"><title>{} {} on {}</title></use>"##,
                Id(piece),
                piece.color(),
                Escaped(name(piece.kind())),
                Escaped(&self.geometry().name(square)),
            )?;
        }
        writeln!(f, "</g>")
    }

    fn write_arrows(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ends = |path: &[Square]| (path.first().copied(), path.last().copied());
        for (number, paths) in self.arrows.iter().enumerate() {
            for (index, path) in paths.iter().enumerate() {
                // The index among the arrows that join the same squares.
                let alike = |paths: &[Vec<Square>]| {
                    let alike = paths.iter().filter(|other| ends(other) == ends(path));
                    alike.count() as f64
                };
                let to_piece = ends(path).1.and_then(|last| self.board[last.index()]);
                let arrow = Arrow {
                    centers: path.iter().map(|&square| self.center_of(square)).collect(),
                    lane: alike(&paths[..index]) - (alike(paths) - 1.0) / 2.0,
                    to_piece: to_piece.is_some(),
                    color: OVERLAY[number % OVERLAY.len()],
                };
                writeln!(f, "{arrow}")?;
            }
        }
        Ok(())
    }
}

/// The men of a position.
fn board_of(position: &Position) -> Board {
    let mut board = Setup::empty().board;
    for square in position.occupied() {
        board[square.index()] = position.piece_on(square);
    }
    board
}

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = format!("{}: {} to move", self.rules.variant(), self.side);
        let is_used = |piece| self.pieces().any(|(_, other)| other == piece);
        self.write_header(f, self.height(), (&title, &self.fen), is_used)?;
        self.write_squares(f)?;
        self.write_names(f)?;
        self.write_side(f)?;
        self.write_pieces(f)?;
        self.write_arrows(f)?;
        writeln!(f, "</svg>")
    }
}

/// The identifier of a piece's drawing within the file.
struct Id(Piece);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self.0.color() {
            Color::White => "white",
            Color::Black => "black",
        };
        write!(f, "{color}-{}", self.0.kind().index())
    }
}
