//! A game as an animated SVG picture.
//!
//! Each man is an element of its own, which glides from square to square, appears and
//! disappears by SMIL animations; there is no script, so that the picture also moves where
//! it is only embedded. Programs without animations show the start position.

use std::fmt;

use crate::board::piece::Piece;
use crate::board::setup::Board;
use crate::board::square::{MAX_SQUARES, Square};
use crate::notation::{move_number, san};
use crate::position::Position;
use crate::position::game::Game;

use super::escape::Escaped;
use super::{EDGE, Id, MARGIN, OVERLAY, PIECES_GROUP, SQUARE, Svg, board_of};

/// The height of the line with the last move.
const CAPTION: usize = 60;

/// The most characters of the title below the board.
const MAX_TITLE_LENGTH: usize = 48;

/// The part of a move's time in which men glide.
const GLIDE: f64 = 0.25;

/// How long the last position stays, in moves.
const REST: f64 = 3.0;

/// A game as an animated picture, from the start position to the last, again and again.
///
/// ```
/// use peregrine::{notation::parse_san, position, render::AnimatedSvg, variants};
/// let mut game = position::game::Game::new(position::Position::start(variants::falcon()));
/// game.play(parse_san(game.position(), "e4").unwrap());
/// let picture = AnimatedSvg::new(&game, 1.0, "A - B").to_string();
/// assert!(picture.contains(r#"<animate attributeName="y""#));
/// ```
#[derive(Clone, Debug)]
pub struct AnimatedSvg {
    /// The start position, whose board is drawn.
    base: Svg,
    title: String,
    /// Seconds for each move.
    pause: f64,
    /// The text and the squares of each move.
    moves: Vec<(String, [Square; 2])>,
    men: Vec<Man>,
}

/// A man and where it is when.
#[derive(Clone, Debug)]
struct Man {
    piece: Piece,
    /// The squares on which it stands, each with the number of moves before it arrives.
    squares: Vec<(usize, Square)>,
    /// The number of moves before it is taken.
    ends: Option<usize>,
}

impl AnimatedSvg {
    /// The picture of a game that shows each move for `pause` seconds, at least 0.05.
    pub fn new(game: &Game, pause: f64, title: &str) -> AnimatedSvg {
        let mut moves = Vec::new();
        let mut positions: Vec<&Position> = Vec::new();
        for (position, mv) in game.turns() {
            let text = format!("{} {}", move_number(position), san(position, mv));
            moves.push((text, [mv.from(), mv.to()]));
            positions.push(position);
        }
        positions.push(game.position());
        let boards: Vec<Board> = positions.into_iter().map(board_of).collect();
        AnimatedSvg {
            base: Svg::new(game.start()),
            title: title.to_owned(),
            pause: pause.max(0.05),
            moves,
            men: men(&boards),
        }
    }

    /// Swaps the light and dark squares.
    #[must_use]
    pub fn reversed_colors(mut self) -> AnimatedSvg {
        self.base = self.base.reversed_colors();
        self
    }

    /// Seconds from beginning to end.
    fn length(&self) -> f64 {
        self.pause * (self.moves.len() as f64 + 1.0 + REST)
    }

    /// The time at which a move begins, as a part of the whole; the start position is
    /// number 0.
    fn at(&self, number: usize) -> f64 {
        self.pause * number as f64 / self.length()
    }

    /// Shows an element from one move to another.
    fn write_visibility(
        &self,
        f: &mut fmt::Formatter<'_>,
        begin: usize,
        end: Option<usize>,
    ) -> fmt::Result {
        let mut frames = Vec::new();
        if begin > 0 {
            frames.push((0.0, "hidden"));
        }
        frames.push((self.at(begin), "visible"));
        frames.extend(end.map(|end| (self.at(end), "hidden")));
        if frames.len() == 1 {
            return Ok(());
        }
        self.write_animation(f, "visibility", "discrete", &frames)
    }

    fn write_animation(
        &self,
        f: &mut fmt::Formatter<'_>,
        attribute: &str,
        mode: &str,
        frames: &[(f64, impl fmt::Display)],
    ) -> fmt::Result {
        write!(
            f,
            r#"<animate attributeName="{attribute}" calcMode="{mode}" dur="{}s" repeatCount="indefinite" keyTimes=""#,
            Number(self.length())
        )?;
        for (index, (time, _)) in frames.iter().enumerate() {
            let separator = if index == 0 { "" } else { ";" };
            write!(f, "{separator}{}", Number(*time))?;
        }
        f.write_str(r#"" values=""#)?;
        for (index, (_, value)) in frames.iter().enumerate() {
            let separator = if index == 0 { "" } else { ";" };
            write!(f, "{separator}{value}")?;
        }
        f.write_str(r#""/>"#)
    }

    fn write_man(&self, f: &mut fmt::Formatter<'_>, man: &Man) -> fmt::Result {
        let Some(&(begin, first)) = man.squares.first() else {
            return Ok(());
        };
        let (x, y) = self.base.corner_of(first);
        let hidden = if begin > 0 {
            r#" visibility="hidden""#
        } else {
            ""
        };
        write!(
            f,
            r##"<use href="#{}" x="{x}" y="{y}"{hidden}>"##,
            Id(man.piece)
        )?;
        // What takes it is on its way until then.
        self.write_visibility(f, begin, man.ends)?;
        let glide = GLIDE * self.pause / self.length();
        for attribute in ["x", "y"] {
            let place = |square| {
                let (x, y) = self.base.corner_of(square);
                if attribute == "x" { x } else { y }
            };
            let mut last = place(first);
            let mut frames = vec![(0.0, last)];
            for &(number, square) in &man.squares[1..] {
                let next = place(square);
                if next != last {
                    frames.push((self.at(number), last));
                    frames.push((self.at(number) + glide, next));
                    last = next;
                }
            }
            if frames.len() > 1 {
                frames.push((1.0, last));
                self.write_animation(f, attribute, "linear", &frames)?;
            }
        }
        writeln!(f, "</use>")
    }

    /// Marks the squares of a move while it is the last one.
    fn write_marks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (_, squares)) in self.moves.iter().enumerate() {
            write!(
                f,
                r#"<g fill="{}" fill-opacity=".6" shape-rendering="crispEdges" visibility="hidden">"#,
                OVERLAY[0]
            )?;
            self.write_visibility(f, index + 1, self.end_of(index))?;
            for &square in squares {
                let (x, y) = self.base.corner_of(square);
                write!(
                    f,
                    r#"<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}"/>"#
                )?;
            }
            writeln!(f, "</g>")?;
        }
        Ok(())
    }

    /// When another move follows the one with this index.
    fn end_of(&self, index: usize) -> Option<usize> {
        (index + 1 < self.moves.len()).then_some(index + 2)
    }

    fn write_captions(&self, f: &mut fmt::Formatter<'_>, y: usize) -> fmt::Result {
        writeln!(f, r#"<g class="moves" fill="{EDGE}" font-size="34">"#)?;
        let x = MARGIN + self.base.geometry().files() * SQUARE / 2;
        let end = (!self.moves.is_empty()).then_some(1);
        let short: String = self.title.chars().take(MAX_TITLE_LENGTH).collect();
        write!(f, r#"<text x="{x}" y="{y}">{}"#, Escaped(&short))?;
        self.write_visibility(f, 0, end)?;
        writeln!(f, "</text>")?;
        for (index, (text, _)) in self.moves.iter().enumerate() {
            write!(
                f,
                r#"<text x="{x}" y="{y}" visibility="hidden">{}"#,
                Escaped(text)
            )?;
            self.write_visibility(f, index + 1, self.end_of(index))?;
            writeln!(f, "</text>")?;
        }
        writeln!(f, "</g>")
    }
}

/// A number with as many digits as a million moves need.
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.7}", self.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// Follows each man through these boards.
fn men(boards: &[Board]) -> Vec<Man> {
    let squares = || (0..MAX_SQUARES).map(Square::new);
    let mut men: Vec<Man> = Vec::new();
    // The man on each square.
    let mut on: Vec<Option<usize>> = vec![None; MAX_SQUARES];
    let empty: Board = [None; MAX_SQUARES];
    for (number, board) in boards.iter().enumerate() {
        let before = if number == 0 {
            &empty
        } else {
            &boards[number - 1]
        };
        let changed = |square: &Square| before[square.index()] != board[square.index()];
        let mut left: Vec<usize> = squares()
            .filter(changed)
            .filter_map(|square| on[square.index()].take())
            .collect();
        for square in squares().filter(changed) {
            let Some(piece) = board[square.index()] else {
                continue;
            };
            let arrived = left.iter().position(|&man| men[man].piece == piece);
            let man = match arrived {
                Some(index) => left.remove(index),
                None => {
                    men.push(Man {
                        piece,
                        squares: Vec::new(),
                        ends: None,
                    });
                    men.len() - 1
                }
            };
            men[man].squares.push((number, square));
            on[square.index()] = Some(man);
        }
        for man in left {
            men[man].ends = Some(number);
        }
    }
    men
}

impl fmt::Display for AnimatedSvg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.base.height();
        let moves: Vec<&str> = self.moves.iter().map(|(text, _)| text.as_str()).collect();
        let is_used = |piece| self.men.iter().any(|man| man.piece == piece);
        self.base
            .write_header(f, board + CAPTION, (&self.title, &moves.join(" ")), is_used)?;
        self.base.write_squares(f)?;
        self.write_marks(f)?;
        self.base.write_names(f)?;
        writeln!(f, "{PIECES_GROUP}")?;
        for man in &self.men {
            self.write_man(f, man)?;
        }
        writeln!(f, "</g>")?;
        self.write_captions(f, board + CAPTION / 2)?;
        writeln!(f, "</svg>")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::base::random::Random;
    use crate::variants;

    /// The men where the picture shows them after `number` moves.
    fn shown(men: &[Man], number: usize) -> Board {
        let mut board: Board = [None; MAX_SQUARES];
        for man in men {
            let at = man.squares.iter().rfind(|(begin, _)| *begin <= number);
            if let Some((_, square)) = at.filter(|_| man.ends.is_none_or(|end| number < end)) {
                assert_eq!(board[square.index()], None, "two men on one square");
                board[square.index()] = Some(man.piece);
            }
        }
        board
    }

    #[test]
    fn after_every_move_of_every_game_the_men_stand_right() {
        for variant in variants::all() {
            let rules = variant.nearest_rules(Default::default());
            let mut random = Random::new(7, 0);
            let mut game = Game::new(Position::start(rules));
            let mut boards = vec![board_of(game.position())];
            while game.moves().len() < 120 && game.outcome().is_none() {
                let moves = game.position().legal_moves();
                game.play(moves[random.below(moves.len())]);
                boards.push(board_of(game.position()));
            }
            let picture = AnimatedSvg::new(&game, 1.0, "");
            for (number, board) in boards.iter().enumerate() {
                assert!(shown(&picture.men, number) == *board, "{}", variant.name);
            }
            // Men are followed, not replaced: none is new but promoted ones.
            let all = boards[0].iter().flatten().count();
            let promoted = game.moves().iter().filter(|mv| mv.promoted_to().is_some());
            assert_eq!(
                picture.men.len(),
                all + promoted.count(),
                "{}",
                variant.name
            );
        }
    }

    #[test]
    fn numbers_are_short() {
        for (number, text) in [
            (0.0, "0"),
            (26.0, "26"),
            (0.25, "0.25"),
            (1e-7, "0.0000001"),
        ] {
            assert_eq!(Number(number).to_string(), text);
        }
    }
}
