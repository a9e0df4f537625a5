//! Which variants a network can evaluate.

use sha2::{Digest, Sha256};

use crate::base::hexadecimal::hexadecimal;
use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::{Piece, PieceKind};
use crate::rules::{PieceType, Rules};

/// Separates these fingerprints from digests of anything else.
const DOMAIN: &[u8] = b"peregrine network 1";

/// A digest, in hexadecimal, of what a network depends on: the board, and which kinds of
/// piece there are and how they move. Castling, promotion, start array and names are not
/// part of it, so one network serves all variants that differ only in these.
///
/// ```
/// use peregrine::{eval::network::fingerprint, variants};
/// let of = |name| fingerprint(variants::rules(name).unwrap());
/// assert_eq!(of("falcon"), of("falcon-outer"));
/// assert_ne!(of("falcon"), of("falcon-leap"));
/// ```
pub fn fingerprint(rules: &Rules) -> String {
    let geometry = rules.geometry();
    let mut hash = Sha256::new();
    hash.update(DOMAIN);
    hash.update([geometry.files() as u8, geometry.ranks() as u8]);
    hash.update(geometry.squares().bits().to_le_bytes());
    let mut kinds: Vec<&PieceType> = rules.piece_types().iter().collect();
    kinds.sort_by_key(|piece_type| piece_type.kind);
    for PieceType {
        kind,
        components,
        special,
        ..
    } in kinds
    {
        hash.update([kind.index() as u8, components.bits()]);
        for square in geometry.squares() {
            let leaps = rules.special_leaps(*kind, square);
            let piece = Piece::new(Color::White, *kind);
            let reach = rules.special_attacks(piece, square, Bitboard::EMPTY);
            hash.update(leaps.bits().to_le_bytes());
            hash.update(reach.bits().to_le_bytes());
        }
        if special.has_movement() || special.region.is_some() {
            add_walks(&mut hash, rules, *kind);
        }
    }
    hexadecimal(&hash.finalize())
}

/// Adds all ways in which pieces of a kind can move, however they are written.
fn add_walks(hash: &mut Sha256, rules: &Rules, kind: PieceKind) {
    for color in Color::ALL {
        for square in rules.geometry().squares() {
            for walk in rules.special_walks(Piece::new(color, kind), square) {
                hash.update([
                    square.index() as u8,
                    walk.to.index() as u8,
                    walk.modes.bits(),
                ]);
                hash.update(walk.empty.bits().to_le_bytes());
                hash.update(walk.occupied.bits().to_le_bytes());
            }
        }
    }
}
