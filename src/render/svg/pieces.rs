//! The drawings of the pieces, composed according to the components of their
//! moves.
//!
//! Every figure fits a square of 100 by 100 units, with the second axis
//! pointing down and the foot on the line 90. Any kind that a game can define
//! gets a figure. Sliding lines decide between Bishop, Rook and Queen. If the
//! piece also moves like a Knight, it is drawn as a Knight wearing that piece's
//! headgear; if it moves like a Falcon, it gets wings. Anything else is shown
//! by the letters of the piece.

use std::fmt;

use crate::board::color::Color;
use crate::board::piece::Components;
use crate::rules::PieceType;

use super::escape::Escaped;

/// An element of a drawing.
#[derive(PartialEq)]
enum Shape {
    /// An outlined area in the color of the piece.
    Body(&'static str),
    /// An outlined disk in the color of the piece: center and radius.
    Ball(u32, u32, u32),
    /// A line in the color of the details.
    Line(&'static str),
    /// An area in the color of the details.
    Spot(&'static str),
    /// A disk in the color of the details: center and radius.
    Dot(u32, u32, u32),
}

use Shape::{Ball, Body, Dot, Line, Spot};

const FOOT: Shape = Body("M24 90V85Q24 80 29 80H71Q76 80 76 85V90Z");

const PAWN: &[Shape] = &[
    Body("M31 80C31 68 43 64 45 50H55C57 64 69 68 69 80Z"),
    Body("M37 51Q36 46 41 46H59Q64 46 63 51Z"),
    Ball(50, 34, 13),
    FOOT,
];

const KNIGHT: &[Shape] = &[
    Body(
        "M30 80C30 66 47 60 50 49C42 55 38 57 33 58C31 62 28 66 24 65C18 64 15 59 17 54\
         C20 47 27 40 30 33C32 27 36 23 42 21L43 10L52 19C70 24 79 50 76 80Z",
    ),
    FOOT,
    Line("M56 26C67 36 70 55 68 72"),
    Dot(38, 35, 3),
    Dot(23, 57, 2),
];

const BISHOP: &[Shape] = &[
    Body("M34 80C40 76 43 70 43 62H57C57 70 60 76 66 80Z"),
    Body("M50 18C36 27 30 38 31 48Q32 56 38 61H62Q68 56 69 48C70 38 64 27 50 18Z"),
    Body("M36 68Q32 68 32 64.5T36 61H64Q68 61 68 64.5T64 68Z"),
    Ball(50, 14, 5),
    FOOT,
    Line("M50 33V52M41 42H59"),
];

const ROOK: &[Shape] = &[
    Body("M34 72L37 40H63L66 72Z"),
    Body("M27 16H38V24H45V16H55V24H62V16H73V34L64 42H36L27 34Z"),
    Body("M30 80V76Q30 71 35 71H65Q70 71 70 76V80Z"),
    FOOT,
    Line("M33 33H67"),
];

const QUEEN: &[Shape] = &[
    Body(
        "M28 80C31 74 31 70 29 64L14 33L33 50L32 22L45 47L50 18L55 47L68 22L67 50L86 33L71 64\
         C69 70 69 74 72 80Z",
    ),
    Ball(14, 30, 5),
    Ball(32, 19, 5),
    Ball(50, 15, 5),
    Ball(68, 19, 5),
    Ball(86, 30, 5),
    FOOT,
    Line("M31 64Q50 57 69 64M31 72Q50 66 69 72"),
];

const KING: &[Shape] = &[
    Body("M46 30V22H39V15H46V8H54V15H61V22H54V30Z"),
    Body(
        "M30 80C31 75 31 72 28 68C18 58 12 50 16 41C21 31 37 32 50 46C63 32 79 31 84 41\
         C88 50 82 58 72 68C69 72 69 75 70 80Z",
    ),
    Body("M50 46C43 38 43 31 50 26C57 31 57 38 50 46Z"),
    FOOT,
    Line("M50 46V62M31 67Q50 59 69 67M31 74Q50 68 69 74"),
];

/// A head with hooked beak, dark eye below an angry brow, and the dark malar
/// stripe of a peregrine.
const FALCON: &[Shape] = &[
    Body(
        "M28 80C30 71 38 67 38 59C36 54 33 51 30 50C24 49 20 53 18 61C11 55 8 44 13 36\
         C17 30 23 28 29 27C34 17 46 11 58 13C73 16 81 31 79 50C78 62 74 71 75 80Z",
    ),
    FOOT,
    Line("M30 50C35 50 40 48 43 46M29 27C33 31 34 38 32 43"),
    Line("M36 34L60 25"),
    Line("M64 41C63 50 65 58 69 65M66 26C71 34 74 43 74 53"),
    Spot("M45 46C42 54 45 63 53 69C53 60 56 52 54 44Z"),
    Dot(46, 37, 5),
    Dot(20, 41, 2),
];

/// A Knight's head that wears something.
const SERVANT: &[Shape] = &[
    Body(
        "M30 80C30 68 44 63 48 53C42 58 38 60 33 61C31 65 28 68 24 67C18 66 15 61 17 56\
         C20 50 26 45 29 39C32 33 37 29 44 28L62 30C74 38 79 58 76 80Z",
    ),
    FOOT,
    Line("M62 38C68 46 70 58 69 72"),
    Dot(38, 41, 3),
    Dot(23, 59, 2),
];

/// The Bishop's mitre on a Knight's head.
const MITRE: &[Shape] = &[
    Body("M54 3C43 9 38 17 40 25L42 33H66L68 25C70 17 65 9 54 3Z"),
    Line("M54 12V27M47 19H61"),
];

/// The Rook's battlement on a Knight's head.
const BATTLEMENT: &[Shape] = &[
    Body("M35 8H43V14H50V8H58V14H65V8H73V22L67 27V34H41V27L35 22Z"),
    Line("M41 25H67"),
];

/// The Queen's crown on a Knight's head.
const CROWN: &[Shape] = &[
    Body("M39 34L27 12L41 20L43 7L54 18L65 7L67 20L81 12L69 34Z"),
    Ball(27, 11, 4),
    Ball(43, 7, 4),
    Ball(65, 7, 4),
    Ball(81, 11, 4),
];

/// The King's crown, with its cross, on a Knight's head.
const ROYAL_CROWN: &[Shape] = &[
    Body("M51 14V10H46V5H51V2H57V5H62V10H57V14Z"),
    Body("M40 34L36 22C36 13 48 13 54 21C60 13 72 13 72 22L68 34Z"),
];

/// A shield for the letters of a piece that has no figure.
const SHIELD: &[Shape] = &[Body(
    "M20 14Q50 20 80 14V48C80 66 66 82 50 90C34 82 20 66 20 48Z",
)];

/// The left wing; the right one is its mirror image.
const WING: &str = "M40 62C30 60 12 48 6 24C2 33 3 41 7 47C4 54 7 61 13 63C12 71 16 77 23 77\
                    C26 83 34 84 40 80Z";
const FEATHERS: &str = "M7 47C11 51 16 54 22 56M13 63C17 65 22 66 27 66M23 77C27 76 30 75 34 74";

/// A part of a figure: a piece, or what a Knight's head wears.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
    Falcon,
    Servant,
    Mitre,
    Battlement,
    Crown,
    RoyalCrown,
    Shield,
}

impl Part {
    fn shapes(self) -> &'static [Shape] {
        match self {
            Part::Pawn => PAWN,
            Part::Knight => KNIGHT,
            Part::Bishop => BISHOP,
            Part::Rook => ROOK,
            Part::Queen => QUEEN,
            Part::King => KING,
            Part::Falcon => FALCON,
            Part::Servant => SERVANT,
            Part::Mitre => MITRE,
            Part::Battlement => BATTLEMENT,
            Part::Crown => CROWN,
            Part::RoyalCrown => ROYAL_CROWN,
            Part::Shield => SHIELD,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Part::Pawn => "pawn",
            Part::Knight => "knight",
            Part::Bishop => "bishop",
            Part::Rook => "rook",
            Part::Queen => "queen",
            Part::King => "king",
            Part::Falcon => "falcon",
            Part::Servant => "servant",
            Part::Mitre => "mitre",
            Part::Battlement => "battlement",
            Part::Crown => "crown",
            Part::RoyalCrown => "royal-crown",
            Part::Shield => "shield",
        }
    }
}

/// The colors of one side's pieces.
pub(super) struct Colors {
    pub fill: &'static str,
    wing: &'static str,
    pub(crate) outline: &'static str,
    detail: &'static str,
}

impl Colors {
    pub(super) const fn for_side(color: Color) -> Colors {
        match color {
            Color::White => Colors {
                fill: "#fffefa",
                wing: "#dde4ea",
                outline: "#1d1a17",
                detail: "#1d1a17",
            },
            Color::Black => Colors {
                fill: "#2b2724",
                wing: "#74777d",
                outline: "#0d0b09",
                detail: "#f6efe2",
            },
        }
    }
}

/// Where a figure shows its letters.
#[derive(Clone, Copy, PartialEq)]
enum Letters {
    None,
    /// In the middle of a shield.
    Shield,
    /// On a small disk at the foot.
    Badge,
}

/// The appearance of a kind of piece.
#[derive(PartialEq)]
struct Look {
    parts: Vec<Part>,
    wings: bool,
    letters: Letters,
}

impl Look {
    /// The appearance that follows from the move alone.
    fn for_piece(piece_type: &PieceType) -> Look {
        let special = &piece_type.special;
        let mut leaps = special.leaps.clone();
        leaps.sort_unstable();
        let slides = special.diagonal_range > 0 || special.straight_range > 0;
        let mut components = piece_type.components;
        // A leaping Falcon is drawn like a walking one.
        if leaps == [(1, 3), (2, 3)] && !slides {
            components.remove(Components::SPECIAL);
            components.insert(Components::FALCON);
        }
        let lines = components & (Components::DIAGONAL | Components::STRAIGHT);
        let knight = components.contains(Components::KNIGHT);
        let mut wings = components.contains(Components::FALCON);
        let mut letters = match components.contains(Components::SPECIAL) {
            true => Letters::Badge,
            false => Letters::None,
        };
        let figure = |alone: Part, worn: Part| match knight {
            true => vec![Part::Servant, worn],
            false => vec![alone],
        };
        let parts = if components.contains(Components::PAWN) {
            if components != Components::PAWN {
                letters = Letters::Badge;
            }
            vec![Part::Pawn]
        } else if components.contains(Components::KING) {
            if !lines.is_empty() {
                letters = Letters::Badge;
            }
            figure(Part::King, Part::RoyalCrown)
        } else if lines == Components::DIAGONAL {
            figure(Part::Bishop, Part::Mitre)
        } else if lines == Components::STRAIGHT {
            figure(Part::Rook, Part::Battlement)
        } else if !lines.is_empty() {
            figure(Part::Queen, Part::Crown)
        } else if knight {
            vec![Part::Knight]
        } else if components == Components::FALCON {
            wings = false;
            vec![Part::Falcon]
        } else {
            letters = Letters::Shield;
            vec![Part::Shield]
        };
        Look {
            parts,
            wings,
            letters,
        }
    }
}

/// The drawing of a kind of piece in one color, as the content of an SVG group.
pub(super) struct Figure<'a> {
    colors: Colors,
    look: Look,
    letter: &'a str,
}

impl<'a> Figure<'a> {
    /// The figure of a kind in a game with these kinds. If two kinds would look
    /// the same, both show their letters.
    pub(super) fn new(piece_type: &'a PieceType, color: Color, all: &[PieceType]) -> Figure<'a> {
        let mut look = Look::for_piece(piece_type);
        let mut others = all.iter().filter(|other| other.kind != piece_type.kind);
        if look.letters == Letters::None && others.any(|other| Look::for_piece(other) == look) {
            look.letters = Letters::Badge;
        }
        Figure {
            colors: Colors::for_side(color),
            look,
            letter: &piece_type.letter,
        }
    }

    /// What the figure is made of, in words: its parts, then `wings`, and `letters` or `badge`.
    pub(super) fn parts(&self) -> Vec<&'static str> {
        let mut parts: Vec<_> = self.look.parts.iter().map(|part| part.name()).collect();
        if self.look.wings {
            parts.push("wings");
        }
        match self.look.letters {
            Letters::None => {}
            Letters::Shield => parts.push("letters"),
            Letters::Badge => parts.push("badge"),
        }
        parts
    }

    fn write_wing(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Colors { wing, detail, .. } = self.colors;
        write!(f, r#"<path fill="{wing}" d="{WING}"/>"#)?;
        write!(
            f,
            r#"<path fill="none" stroke="{detail}" stroke-width="2.5" d="{FEATHERS}"/>"#
        )
    }

    fn write_shape(&self, f: &mut fmt::Formatter<'_>, shape: &Shape) -> fmt::Result {
        let detail = self.colors.detail;
        match shape {
            Body(path) => write!(f, r#"<path d="{path}"/>"#),
            Ball(x, y, radius) => write!(f, r#"<circle cx="{x}" cy="{y}" r="{radius}"/>"#),
            Line(path) => write!(f, r#"<path fill="none" stroke="{detail}" d="{path}"/>"#),
            Spot(path) => write!(f, r#"<path fill="{detail}" stroke="none" d="{path}"/>"#),
            Dot(x, y, radius) => write!(
                f,
                r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{detail}" stroke="none"/>"#
            ),
        }
    }

    /// Writes the letters around a center, inside a disk of this width.
    fn write_letters(
        &self,
        f: &mut fmt::Formatter<'_>,
        x: usize,
        y: usize,
        width: usize,
    ) -> fmt::Result {
        let count = self.letter.chars().count().max(1);
        // A bold capital is about 7/10 of its size wide, and equally high.
        let size = (width * 10 / 7 / count).min(width);
        let base = y + size * 36 / 100;
        write!(
            f,
            r#"<text x="{x}" y="{base}" font-size="{size}" fill="{}" stroke="none">{}</text>"#,
            self.colors.detail,
            Escaped(self.letter)
        )
    }
}

impl fmt::Display for Figure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.look.wings {
            self.write_wing(f)?;
            f.write_str(r#"<g transform="matrix(-1 0 0 1 100 0)">"#)?;
            self.write_wing(f)?;
            f.write_str("</g>")?;
            // The piece, slightly smaller, on the same foot line.
            f.write_str(r#"<g transform="matrix(.9 0 0 .9 5 9)">"#)?;
        }
        for shape in self.look.parts.iter().flat_map(|part| part.shapes()) {
            self.write_shape(f, shape)?;
        }
        if self.look.wings {
            f.write_str("</g>")?;
        }
        match self.look.letters {
            Letters::None => Ok(()),
            Letters::Shield => self.write_letters(f, 50, 46, 44),
            Letters::Badge => {
                self.write_shape(f, &Ball(79, 77, 18))?;
                self.write_letters(f, 79, 77, 26)
            }
        }
    }
}
