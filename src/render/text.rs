//! A position as lines of text.

use std::fmt;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::{Piece, PieceKind};
use crate::board::setup::Setup;
use crate::board::square::Square;
use crate::position::Position;
use crate::position::movegen;
use crate::rules::{CastlingRule, Rules};
use crate::variants::shuffle::Arrays;

/// The board, followed by what cannot be seen on it.
///
/// ```
/// use peregrine::{render::Diagram, position::Position, variants};
/// let rules = variants::falcon();
/// let text = Diagram(&Position::start(rules)).to_string();
/// assert!(text.contains(" 1   R  N  B  F  Q  K  F  B  N  R"));
/// assert!(text.contains("Legal moves: 24"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a>(pub &'a Position);

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.0;
        let rules = position.rules();
        let board = TextBoard {
            position,
            seen_from: Color::White,
            figures: Figures::Letters,
        };
        writeln!(f, "{board}")?;
        writeln!(f, "FEN: {position}")?;
        writeln!(f, "Key: {:016x}", position.key())?;
        write_game(f, rules)?;
        if let Ok(arrays) = Arrays::new(rules)
            && let Some(number) = arrays.number_of(position)
        {
            match arrays.first() {
                1 => writeln!(f, "Array: {number} of {}", arrays.last())?,
                first => writeln!(f, "Array: {number} of {first} to {}", arrays.last())?,
            }
        }
        writeln!(f, "To move: {}", position.side_to_move())?;
        writeln!(f, "Checkers: {}", self.squares(position.checkers()))?;
        let way = match rules.castling() {
            CastlingRule::KingSwap => "may swap the King with",
            _ => "may castle with",
        };
        for color in Color::ALL {
            let partners = position.castling_rights() & position.colors(color);
            writeln!(f, "{color} {way}: {}", self.squares(partners))?;
        }
        write!(f, "Legal moves: {}", movegen::count(position))?;
        match position.outcome() {
            Some(outcome) => write!(f, "\nOutcome: {outcome}"),
            None => Ok(()),
        }
    }
}

/// A board that is not a playable position, for example without Kings. Such
/// figures explain how a piece moves.
///
/// ```
/// use peregrine::{render::Figure, position::fen, variants};
/// let rules = variants::falcon();
/// let fen = "10/10/10/10/4F5/10/10/10 w - - 0 1";
/// let setup = fen::parse(rules, fen).unwrap();
/// let text = Figure { rules, setup: &setup, fen }.to_string();
/// assert!(text.contains(" 4   .  .  .  .  F  .  .  .  .  ."));
/// assert!(text.ends_with("Not a playable position: neither side has a King"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Figure<'a> {
    /// The game.
    pub rules: &'static Rules,
    /// The content of the FEN.
    pub setup: &'a Setup,
    /// The FEN.
    pub fen: &'a str,
}

impl fmt::Display for Figure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Figure { rules, setup, fen } = *self;
        let letter = |square: Square| Some(rules.letter(setup.board[square.index()]?));
        write_board(f, rules, Color::White, letter)?;
        writeln!(f)?;
        writeln!(f, "FEN: {fen}")?;
        write_game(f, rules)?;
        writeln!(f, "To move: {}", setup.side_to_move)?;
        let has_king = |color| {
            setup
                .board
                .contains(&Some(Piece::new(color, PieceKind::KING)))
        };
        f.write_str("Not a playable position: ")?;
        match Color::ALL.map(has_king) {
            [false, false] => f.write_str("neither side has a King"),
            [false, true] => f.write_str("White has no King"),
            [true, false] => f.write_str("Black has no King"),
            [true, true] => f.write_str("both sides have a King, but the setup is impossible"),
        }
    }
}

fn write_game(f: &mut fmt::Formatter<'_>, rules: &Rules) -> fmt::Result {
    let (castling, promotion) = (rules.castling(), rules.promotion());
    let variant = rules.variant();
    writeln!(
        f,
        "Game: {variant}, castling {castling}, promotion {promotion}"
    )
}

/// How a board shows its pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Figures {
    /// By the letters of FEN.
    #[default]
    Letters,
    /// By the chess symbols of Unicode, where there is one for the kind of piece; there is
    /// none for the Falcon.
    Symbols,
}

impl Figures {
    fn symbol(self, rules: &Rules, piece: Piece) -> String {
        // In Unicode the white men come first.
        let symbols = match piece.kind() {
            PieceKind::KING => ["\u{2654}", "\u{265a}"],
            PieceKind::QUEEN => ["\u{2655}", "\u{265b}"],
            PieceKind::ROOK => ["\u{2656}", "\u{265c}"],
            PieceKind::BISHOP => ["\u{2657}", "\u{265d}"],
            PieceKind::KNIGHT => ["\u{2658}", "\u{265e}"],
            // The black Pawn alone may be drawn as a colored picture; this asks for text.
            PieceKind::PAWN => ["\u{2659}", "\u{265f}\u{fe0e}"],
            _ => return rules.letter(piece),
        };
        match self {
            Figures::Letters => rules.letter(piece),
            Figures::Symbols => symbols[piece.color().index()].to_owned(),
        }
    }
}

/// The board alone, as its players see it.
///
/// ```
/// use peregrine::board::color::Color;
/// use peregrine::render::{Figures, TextBoard};
/// use peregrine::{position::Position, variants};
/// let start = Position::start(variants::falcon());
/// let board = TextBoard { position: &start, seen_from: Color::Black, figures: Figures::Letters };
/// assert!(board.to_string().starts_with(" 1   R  N  B  F  K  Q  F  B  N  R\n"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TextBoard<'a> {
    /// What stands on it.
    pub position: &'a Position,
    /// The side whose first rank is at the bottom.
    pub seen_from: Color,
    /// How the pieces are shown.
    pub figures: Figures,
}

impl fmt::Display for TextBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.position.rules();
        let figure = |square| {
            let piece = self.position.piece_on(square)?;
            Some(self.figures.symbol(rules, piece))
        };
        write_board(f, rules, self.seen_from, figure)
    }
}

/// Writes the board. Columns are as wide as the longest letters of the game;
/// holes are blank.
fn write_board(
    f: &mut fmt::Formatter<'_>,
    rules: &Rules,
    seen_from: Color,
    figure: impl Fn(Square) -> Option<String>,
) -> fmt::Result {
    let geometry = rules.geometry();
    let letters = rules.piece_types().iter();
    let longest = letters.map(|piece_type| piece_type.letter.chars().count());
    let width = longest.max().unwrap_or(1).max(2);
    let margin = geometry.rank_name(geometry.ranks() - 1).to_string().len();
    let margin = margin.max(2);
    let mut ranks: Vec<usize> = (0..geometry.ranks()).rev().collect();
    let mut files: Vec<usize> = (0..geometry.files()).collect();
    if seen_from == Color::Black {
        ranks.reverse();
        files.reverse();
    }
    // A mark that asks for text, not a picture, takes no place.
    let pad = |cell: &str| {
        let taken = cell.chars().filter(|&c| c != '\u{fe0e}').count();
        " ".repeat(width.saturating_sub(taken))
    };
    for &rank in &ranks {
        let mut line = format!("{:>margin$}  ", geometry.rank_name(rank));
        for &file in &files {
            let cell = match geometry.square(file, rank) {
                Some(square) => figure(square).unwrap_or_else(|| ".".to_owned()),
                None => String::new(),
            };
            line += &format!(" {cell}{}", pad(&cell));
        }
        writeln!(f, "{}", line.trim_end())?;
    }
    let mut names = " ".repeat(margin + 2);
    for &file in &files {
        names += &format!(" {:<width$}", geometry.file_name(file));
    }
    writeln!(f, "{}", names.trim_end())
}

impl Diagram<'_> {
    /// The names of the squares, or `none`.
    fn squares(&self, squares: Bitboard) -> String {
        if squares.is_empty() {
            return "none".to_owned();
        }
        let geometry = self.0.rules().geometry();
        let names: Vec<String> = squares
            .into_iter()
            .map(|square| geometry.name(square))
            .collect();
        names.join(" ")
    }
}
