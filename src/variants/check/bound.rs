//! An upper bound for the number of moves in any position of a game.

use crate::board::color::Color;
use crate::board::piece::{Piece, PieceKind};
use crate::board::square::Square;
use crate::rules::{CastlingRule, NoPromotionLeft, Rules};

/// An upper bound for the moves of a side with this many men, whichever of the
/// castling rules is chosen: each man except the King counts as the most mobile
/// kind on its best square.
pub(super) fn max_moves(rules: &Rules, castling: &[CastlingRule], men: usize) -> usize {
    let geometry = rules.geometry();
    let targets = |kind| {
        let pieces = Color::ALL.map(|color| Piece::new(color, kind));
        let reach = |square| {
            let reach = pieces.map(|piece| rules.reach(piece, square).count() as usize);
            reach[0].max(reach[1])
        };
        geometry.squares().into_iter().map(reach).max()
    };
    let kinds = rules.piece_types().iter().map(|piece_type| piece_type.kind);
    let pieces = kinds.filter(|kind| ![PieceKind::KING, PieceKind::PAWN].contains(kind));
    let max_of_a_piece = pieces.filter_map(|kind| match becomes_others(rules, kind) {
        false => targets(kind),
        true => promoting_moves(rules, kind),
    });
    let max_of_a_piece = max_of_a_piece.max().unwrap_or(0);
    let pawns = Color::ALL.map(|color| {
        let squares = geometry.squares().into_iter();
        squares.map(|square| pawn_moves(rules, color, square)).max()
    });
    let max_of_a_pawn = pawns.into_iter().flatten().max().unwrap_or(0);
    let castling = castling.iter().map(|rule| match rule {
        CastlingRule::None => 0,
        CastlingRule::KingSwap => men,
        _ => geometry.files(),
    });
    let king = targets(PieceKind::KING).unwrap_or(0) + castling.max().unwrap_or(0);
    men.saturating_sub(1) * max_of_a_piece.max(max_of_a_pawn) + king
}

/// Whether pieces of a kind other than the Pawn promote.
fn becomes_others(rules: &Rules, kind: PieceKind) -> bool {
    let own = Color::ALL.map(|color| rules.pawn_rules(Piece::new(color, kind)));
    own.into_iter().flatten().any(|own| !own.zones.is_empty())
}

/// The most moves of such a piece: it may promote with every move.
fn promoting_moves(rules: &Rules, kind: PieceKind) -> Option<usize> {
    let sides = Color::ALL.map(|color| Piece::new(color, kind));
    let of_side = |piece: Piece| {
        let zones = rules.pawn_rules(piece).map(|own| own.zones.iter());
        let ways = zones.into_iter().flatten().map(|zone| zone.kinds.len() + 1);
        let ways = ways.max().unwrap_or(1);
        let squares = rules.geometry().squares().into_iter();
        let reach = squares.map(|square| rules.reach(piece, square).count() as usize);
        reach.max().map(|reach| reach * ways)
    };
    sides.into_iter().filter_map(of_side).max()
}

/// The number of moves of a Pawn on this square if every capture is possible.
fn pawn_moves(rules: &Rules, color: Color, square: Square) -> usize {
    let (geometry, pawns) = (rules.geometry(), rules.pawns(color));
    let ways = |target| match pawns.zone(target) {
        None => 1,
        Some(zone) => {
            let stays = zone.optional || pawns.pool == Some(NoPromotionLeft::Loses);
            zone.kinds.len() + usize::from(stays)
        }
    };
    let forward = |ranks: i32| {
        let ranks = if color == Color::White { ranks } else { -ranks };
        geometry.step(square, (0, ranks))
    };
    let sideways = if pawns.sideways.contains(square) {
        [1, -1].map(|files| geometry.step(square, (files, 0)))
    } else {
        [None; 2]
    };
    let double = forward(2).filter(|_| pawns.double_step.contains(square));
    let triple = forward(3).filter(|_| pawns.triple_step.contains(square));
    let extra = pawns.extra_steps.iter().filter(|step| step.0 == square);
    if !rules.has_orthodox_pawns() {
        let reach = rules.reach(Piece::new(color, PieceKind::PAWN), square);
        return reach.into_iter().map(ways).sum();
    }
    let targets = geometry.pawn_captures(color, square).into_iter();
    let targets = targets
        .chain(forward(1))
        .chain(double)
        .chain(triple)
        .chain(sideways.into_iter().flatten())
        .chain(extra.map(|step| step.1));
    targets.map(ways).sum()
}
