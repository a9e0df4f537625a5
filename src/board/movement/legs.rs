//! What a movement consists of: moves, each a chain of legs, whatever the board.

use super::walk::WalkModes;

/// A vector on the board as (files, ranks), forward as White sees it.
pub(super) type Step = (i8, i8);

/// One of the moves of a piece. All legs but the last end at a square where the piece
/// only turns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Chain {
    pub legs: Vec<Leg>,
    /// Whether the piece can end the move on an empty square or on an enemy piece.
    pub quiet: bool,
    pub capture: bool,
    /// Whether it can capture en passant.
    pub en_passant: bool,
    pub initial: Initial,
}

impl Chain {
    /// A move or capture of a single leg.
    pub(super) fn single(leg: Leg) -> Chain {
        Chain {
            legs: vec![leg],
            quiet: true,
            capture: true,
            en_passant: false,
            initial: Initial::No,
        }
    }

    pub(super) fn modes(&self) -> WalkModes {
        let mut modes = WalkModes::empty();
        modes.set(WalkModes::QUIET, self.quiet);
        modes.set(WalkModes::CAPTURE, self.capture);
        modes.set(WalkModes::EN_PASSANT, self.en_passant);
        modes
    }
}

/// From where a move can be made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Initial {
    /// From everywhere.
    #[default]
    No,
    /// By a piece that has not moved: `i`.
    Unmoved,
    /// From a square where a piece of its kind started: `ii`.
    StartSquare,
}

/// A part of a move: steps in one direction, or alternately in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Leg {
    /// The steps taken in turn: equal, except on crooked lines.
    pub steps: [Step; 2],
    /// How many squares of the leg it passes whatever is there, even holes.
    pub skip: u8,
    /// The fewest and most steps; 0 for any number.
    pub min: u8,
    pub max: u8,
    /// What must be true of the square in the middle of each step.
    pub midway: Midway,
    /// Only of a last leg.
    pub hop: Option<Hop>,
    /// The squares where a leg that is not the last can end.
    pub ends_on_empty: bool,
    pub ends_on_piece: bool,
    /// Whether it takes exactly as many steps as the last leg of several squares.
    pub same_length: bool,
}

impl Leg {
    /// One step to an empty square or, of a last leg, to any.
    pub(super) fn step(step: Step) -> Leg {
        Leg {
            steps: [step; 2],
            skip: 0,
            min: 0,
            max: 1,
            midway: Midway::Any,
            hop: None,
            ends_on_empty: true,
            ends_on_piece: false,
            same_length: false,
        }
    }
}

/// What must be true of the square half way to the next one, rounded toward the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Midway {
    #[default]
    Any,
    Empty,
    Occupied,
}

/// How a last leg hops over exactly one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Hop {
    /// The most squares behind the piece; 0 for any number.
    pub after: u8,
}
