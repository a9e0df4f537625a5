//! Which variants support tables.

use thiserror::Error;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::Geometry;
use crate::board::piece::{Components, Piece, PieceKind};
use crate::rules::{EndRules, MoveConstraints, Rules, StalemateRule};

/// Why a variant does not support tables.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnsupportedError {
    /// The board is not a full rectangle.
    #[error("{0}: tables need a full rectangular board")]
    Board(String),
    /// Pawns promote to lost pieces, which a position does not record.
    #[error("{0}: tables need a promotion rule that does not depend on the pieces lost")]
    Pool(String),
    /// Pawns move in ways that cannot be reversed, or differently on the left
    /// and right of the board.
    #[error("{0}: tables need pawns that only step forward, and alike on left and right")]
    Pawns(String),
    /// Stalemate is not a draw.
    #[error("{0}: tables need stalemate to be a draw")]
    Stalemate(String),
    /// There are other royal pieces than one King on each side.
    #[error("{0}: tables need one King on each side and no other royal pieces")]
    Royals(String),
    /// Captures are compulsory, checks forbidden, or Kings in check must not flee.
    #[error("{0}: tables need free captures and checks")]
    Constraints(String),
    /// The Kings must not face each other.
    #[error("{0}: tables need Kings that may face each other")]
    FacingKings(String),
    /// Games end otherwise than in chess.
    #[error("{0}: tables need games that end as in chess")]
    Ends(String),
    /// A piece does not move alike to left and right, or forward and
    /// backward.
    #[error(
        "{variant}: tables need the King of chess and pieces that move alike in all directions, and {letter} does not"
    )]
    Piece {
        /// The variant.
        variant: String,
        /// The piece.
        letter: String,
    },
}

/// Whether a variant supports tables.
///
/// ```
/// use peregrine::{tablebase, variants};
/// let supported = |name| {
///     let rules = variants::rules(name).unwrap();
///     tablebase::check_supported(rules).is_ok()
/// };
/// assert!(supported("falcon") && supported("capablanca"));
/// assert!(!supported("falcon100"));
/// ```
///
/// # Errors
/// When it does not, with the reason.
pub fn check_supported(rules: &Rules) -> Result<(), UnsupportedError> {
    let geometry = rules.geometry();
    let variant = || rules.variant().to_owned();
    if geometry.squares().count() as usize != geometry.files() * geometry.ranks() {
        return Err(UnsupportedError::Board(variant()));
    }
    for color in Color::ALL {
        let pawns = rules.pawns(color);
        if pawns.pool.is_some() || pawns.zones.iter().any(|zone| !zone.limits.is_empty()) {
            return Err(UnsupportedError::Pool(variant()));
        }
        let zones = pawns.zones.iter().map(|zone| zone.squares);
        let mut all = zones.chain([pawns.double_step, pawns.impossible]);
        let has_other_moves = !rules.has_plain_pawns() || pawns.other_steps.any();
        let has_other_moves = has_other_moves || !rules.has_mirrored_pawns();
        if has_other_moves || !all.all(|squares| is_mirrored(geometry, squares)) {
            return Err(UnsupportedError::Pawns(variant()));
        }
    }
    if rules.stalemate() != StalemateRule::Draw {
        return Err(UnsupportedError::Stalemate(variant()));
    }
    if !rules.has_single_king() {
        return Err(UnsupportedError::Royals(variant()));
    }
    if rules.constraints() != MoveConstraints::default() {
        return Err(UnsupportedError::Constraints(variant()));
    }
    if !rules.kings_may_face() {
        return Err(UnsupportedError::FacingKings(variant()));
    }
    if *rules.ends() != EndRules::default() {
        return Err(UnsupportedError::Ends(variant()));
    }
    for piece_type in rules.piece_types() {
        let special = piece_type.components.contains(Components::SPECIAL);
        let is_king = piece_type.kind == PieceKind::KING;
        let special_moves = &piece_type.special;
        let other = special_moves.has_movement() || special_moves.region.is_some();
        if other
            || special && !is_symmetric(rules, geometry, piece_type.kind)
            || is_king && !rules.has_orthodox_king()
        {
            return Err(UnsupportedError::Piece {
                variant: variant(),
                letter: piece_type.letter.clone(),
            });
        }
    }
    Ok(())
}

/// Whether a set of squares is symmetric from left to right.
fn is_mirrored(geometry: &Geometry, squares: Bitboard) -> bool {
    let last = geometry.files() - 1;
    squares.into_iter().all(|square| {
        let mirrored = geometry.square(last - geometry.file(square), geometry.rank(square));
        mirrored.is_some_and(|mirrored| squares.contains(mirrored))
    })
}

/// Whether the symmetries of the board, and reversal, turn moves of a piece
/// into moves.
fn is_symmetric(rules: &Rules, geometry: &Geometry, kind: PieceKind) -> bool {
    let (files, ranks) = (geometry.files(), geometry.ranks());
    let attacks = |square| rules.attacks(Piece::new(Color::White, kind), square, Bitboard::EMPTY);
    let cell = |file, rank| geometry.square(file, rank);
    geometry.squares().into_iter().all(|square| {
        let (file, rank) = (geometry.file(square), geometry.rank(square));
        attacks(square).into_iter().all(|to| {
            let (to_file, to_rank) = (geometry.file(to), geometry.rank(to));
            let pairs = [
                (
                    cell(files - 1 - file, rank),
                    cell(files - 1 - to_file, to_rank),
                ),
                (
                    cell(file, ranks - 1 - rank),
                    cell(to_file, ranks - 1 - to_rank),
                ),
                (Some(to), Some(square)),
            ];
            let transposed = (files == ranks).then(|| (cell(rank, file), cell(to_rank, to_file)));
            pairs.into_iter().chain(transposed).all(|pair| match pair {
                (Some(from), Some(to)) => attacks(from).contains(to),
                _ => false,
            })
        })
    })
}
