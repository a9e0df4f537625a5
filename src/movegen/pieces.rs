//! Moves of the King and of everything but Pawns.

use crate::bitboard::Bitboard;
use crate::piece::Component;
use crate::rules::component_attacks;

use super::{Generation, MoveSink};

/// The components of pieces that are neither King nor Pawn.
const COMPONENTS: [Component; 5] = [
    Component::Knight,
    Component::Diagonal,
    Component::Straight,
    Component::Falcon,
    Component::FalconLeap,
];

impl Generation<'_> {
    /// The King's single steps, each to a square that is not attacked once he
    /// has left his own.
    #[inline(always)]
    pub(super) fn king_steps(&self, sink: &mut impl MoveSink) {
        let king = self.threats.king;
        if !self.origins.contains(king) {
            return;
        }
        let steps = self.position.rules().geometry().king(king) & self.reachable;
        let vacated = self.occupied - king.into();
        let enemy = !self.position.side();
        let mut safe = Bitboard::EMPTY;
        for step in steps {
            if !self.position.is_attacked(step, enemy, vacated) {
                safe |= step.into();
            }
        }
        sink.piece(king, safe);
    }

    /// Moves of pieces other than King and Pawns.
    #[inline(always)]
    pub(super) fn pieces(&self, sink: &mut impl MoveSink) {
        let geometry = self.position.rules().geometry();
        let allowed = self.reachable & self.threats.targets;
        let origins = self.us & self.origins;
        let unpinned = origins - self.threats.pinned;
        for component in COMPONENTS {
            let set = self.position.component(component);
            for from in set & unpinned {
                sink.piece(
                    from,
                    component_attacks(geometry, component, from, self.occupied) & allowed,
                );
            }
        }
        let others = self.position.component(Component::Pawn);
        for from in (origins & self.threats.pinned) - others {
            let allowed = allowed & self.position.pin(from);
            for component in COMPONENTS {
                if self.position.component(component).contains(from) {
                    let attacks = component_attacks(geometry, component, from, self.occupied);
                    sink.piece(from, attacks & allowed);
                }
            }
        }
    }
}
