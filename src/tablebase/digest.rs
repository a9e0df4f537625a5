//! A digest of the rules that a table depends on.

use sha2::{Digest, Sha256};

use crate::base::hexadecimal::hexadecimal;
use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::{Piece, PieceKind};
use crate::rules::Rules;

use super::material::Material;

/// A digest that is equal for variants in which an ending is the same. It
/// covers the board, how the men move and, if there are pawns, how they step
/// and what they promote to; but not castling, the start array or the names of
/// the pieces.
pub(super) fn digest(rules: &Rules, material: &Material) -> String {
    let geometry = rules.geometry();
    let mut bytes = vec![geometry.files() as u8, geometry.ranks() as u8];
    let mut kinds: Vec<PieceKind> = material.men().iter().map(|man| man.kind()).collect();
    if material.has_pawns() {
        for color in Color::ALL {
            let pawns = rules.pawns(color);
            bytes.extend(pawns.forward.to_le_bytes());
            bytes.extend(pawns.double_step.bits().to_le_bytes());
            bytes.extend(pawns.impossible.bits().to_le_bytes());
            for zone in &pawns.zones {
                bytes.extend(zone.squares.bits().to_le_bytes());
                bytes.push(zone.optional.into());
                kinds.extend(&zone.kinds);
            }
        }
    }
    // In the order of the material's name, followed by what pawns can promote
    // to.
    for kind in kinds {
        for square in geometry.squares() {
            let piece = Piece::new(Color::White, kind);
            let attacks = rules.attacks(piece, square, Bitboard::EMPTY);
            let leaps = rules.special_leaps(kind, square);
            bytes.extend(attacks.bits().to_le_bytes());
            bytes.extend(leaps.bits().to_le_bytes());
        }
        bytes.extend(rules.components(kind).bits().to_le_bytes());
    }
    hexadecimal(&Sha256::digest(&bytes))
}
