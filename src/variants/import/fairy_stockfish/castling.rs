//! Castling in a game of Fairy-Stockfish.

use super::super::game::{Castling, file_name};
use super::board::{Cell, Start};
use super::slots::Slot;
use super::state::State;

/// The settings of what castles, for White and for Black.
pub(super) const CASTLING_KINGS: [&str; 2] = ["castlingKingPieceWhite", "castlingKingPieceBlack"];

/// How Kings castle, and with what.
pub(super) struct CastlingWays {
    pub castling: Castling,
    /// The pieces of both sides that castle: a letter, or the square of one of several.
    pub kings: [Option<String>; 2],
    /// The kinds of piece that castle with the Kings of both sides; empty if those are Rooks.
    pub partners: [Vec<Slot>; 2],
    /// The rights of the start position; empty for none.
    pub rights: String,
}

impl CastlingWays {
    fn none() -> CastlingWays {
        CastlingWays {
            castling: Castling::None,
            kings: Default::default(),
            partners: Default::default(),
            rights: String::new(),
        }
    }
}

/// A right to castle, as the start position has it.
struct Right {
    is_white: bool,
    is_kingside: bool,
    /// The files of King and Rook, and the one to which the King goes.
    king: usize,
    partner: usize,
    to: usize,
    /// The letter of what castles, or its square if there are several.
    castler: String,
}

/// How Kings castle.
///
/// # Errors
/// The setting that cannot be said, and why not.
pub(super) fn ways(state: &State, start: &Start) -> Result<CastlingWays, (&'static str, String)> {
    if !state.flag("castling") || start.rights.is_empty() {
        return Ok(CastlingWays::none());
    }
    let sides = ["castlingRookPiecesWhite", "castlingRookPiecesBlack"];
    let mut partners = sides.map(|name| state.slots(name, &[Slot::ROOK]));
    let mut rights = Vec::new();
    for letter in start.rights.chars() {
        rights.extend(right(state, start, &partners, letter)?);
    }
    if rights.is_empty() {
        return Ok(CastlingWays::none());
    }
    for own in &mut partners {
        own.retain(|slot| start.slots.contains(slot));
        let is_rook = |slot: &Slot| state.piece(*slot).is_some() && slot.betza() == Some("R");
        if own.iter().all(is_rook) {
            own.clear();
        }
    }
    let castling = match rule(&rights, state.flag("chess960")) {
        Some(rule) => Castling::Rule(rule),
        None => {
            let kings = [("castlingQueensideFile", 3), ("castlingKingsideFile", 7)];
            Castling::FixedFiles(
                kings.map(|(name, usual)| file_name(state.number(name, usual) - 1)),
            )
        }
    };
    Ok(CastlingWays {
        castling,
        kings: [true, false].map(|is_white| {
            let mut own = rights.iter().filter(|right| right.is_white == is_white);
            own.next().map(|right| right.castler.clone())
        }),
        partners,
        rights: text(&rights),
    })
}

/// The kind of piece that castles with a partner: the King, or what moves like him in a game
/// without one.
pub(super) fn castling_king(state: &State) -> Slot {
    match state.piece(Slot::KING) {
        None => Slot::COMMONER,
        Some(_) => Slot::KING,
    }
}

/// The kinds of piece of both sides that castle with a partner. A real King always does.
fn castling_kings(state: &State) -> [Slot; 2] {
    let usual = castling_king(state);
    CASTLING_KINGS.map(|name| match state.piece(Slot::KING) {
        Some(_) => usual,
        None => *state.slots(name, &[usual]).first().unwrap_or(&usual),
    })
}

/// The right that a letter stands for; `None` if Fairy-Stockfish ignores it.
fn right(
    state: &State,
    start: &Start,
    partners: &[Vec<Slot>; 2],
    letter: char,
) -> Result<Option<Right>, (&'static str, String)> {
    let is_white = letter.is_ascii_uppercase();
    let castler = castling_kings(state)[usize::from(!is_white)];
    let kings = start.squares(castler, is_white);
    let castling_rank = match is_white {
        true => state.number("castlingRank", 1) - 1,
        false => (state.ranks() + 1)
            .saturating_sub(state.number("castlingRank", 1))
            .saturating_sub(1),
    };
    let on_rank = kings.iter().filter(|king| king.1 == castling_rank);
    let on_rank: Vec<(usize, usize)> = on_rank.copied().collect();
    let file = state.number("castlingKingFile", 5) - 1;
    let (king, rank) = match on_rank[..] {
        [] => return Ok(None),
        [only] => only,
        _ if on_rank.contains(&(file, castling_rank)) => (file, castling_rank),
        _ => {
            let reason =
                "one of several pieces that castle must stand on the castlingKingFile".to_owned();
            return Err(("castlingKingFile", reason));
        }
    };
    let name = state.piece(castler).map(|piece| piece.letter.to_string());
    let castler = match kings.len() {
        1 => name.unwrap_or_default(),
        _ => format!("{}{}", file_name(king), rank + 1),
    };
    let is_partner = |file: usize| {
        let cell = start.cell(file, rank);
        partners[usize::from(!is_white)]
            .iter()
            .any(|&slot| cell == Cell::Piece(slot, is_white))
    };
    let last = state.files() - 1;
    let named = match letter.to_ascii_lowercase() {
        letter @ 'a'..='p' if !"kq".contains(letter) => Some(usize::from(letter as u8 - b'a')),
        _ => None,
    };
    let is_kingside = named.map_or(letter.eq_ignore_ascii_case(&'k'), |file| file > king);
    let found = match (named, is_kingside) {
        (Some(file), _) => {
            Some(file).filter(|&file| file <= last && file != king && is_partner(file))
        }
        (None, true) => {
            let first = state.number("castlingRookKingsideFile", last + 1) - 1;
            (king + 1..=first.min(last))
                .rev()
                .find(|&file| is_partner(file))
        }
        (None, false) => {
            let first = state.number("castlingRookQueensideFile", 1) - 1;
            (first..king).find(|&file| is_partner(file))
        }
    };
    let Some(partner) = found else {
        return Ok(None);
    };
    let mut outside = match is_kingside {
        true => partner + 1..last + 1,
        false => 0..partner,
    };
    if outside.any(is_partner) {
        let name = match is_kingside {
            true => "castlingRookKingsideFile",
            false => "castlingRookQueensideFile",
        };
        let reason = "Kings castle with the outermost pieces of a kind".to_owned();
        return Err((name, reason));
    }
    let (name, usual) = match is_kingside {
        true => ("castlingKingsideFile", 7),
        false => ("castlingQueensideFile", 3),
    };
    let to = state.number(name, usual) - 1;
    if to > last {
        return Err((name, format!("the board has no file {}", file_name(to))));
    }
    Ok(Some(Right {
        is_white,
        is_kingside,
        king,
        partner,
        to,
        castler,
    }))
}

/// The rule that says how far all these Kings go, if one does.
fn rule(rights: &[Right], has_any_arrays: bool) -> Option<&'static str> {
    if has_any_arrays {
        return None;
    }
    let distance = |right: &Right| {
        let is_between = match right.is_kingside {
            true => right.king < right.to && right.to < right.partner,
            false => right.partner < right.to && right.to < right.king,
        };
        is_between.then(|| right.king.abs_diff(right.to))
    };
    let all = |wanted: usize| rights.iter().all(|right| distance(right) == Some(wanted));
    let is_beside =
        |right: &Right| distance(right).is_some() && right.partner.abs_diff(right.to) == 1;
    if all(2) {
        return Some("orthodox");
    }
    if all(3) {
        return Some("three");
    }
    rights.iter().all(is_beside).then_some("wide")
}

/// The rights as in a FEN.
fn text(rights: &[Right]) -> String {
    let order = [
        (true, true, 'K'),
        (true, false, 'Q'),
        (false, true, 'k'),
        (false, false, 'q'),
    ];
    let has = |is_white: bool, is_kingside: bool| {
        rights
            .iter()
            .any(|right| right.is_white == is_white && right.is_kingside == is_kingside)
    };
    let found = order.into_iter().filter(|row| has(row.0, row.1));
    found.map(|row| row.2).collect()
}
