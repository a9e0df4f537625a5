//! Moves of the King and of all pieces except Pawns.

use crate::board::bitboard::Bitboard;
use crate::board::geometry::Blockers;
use crate::board::piece::{Component, Components};
use crate::board::square::Square;
use crate::rules::component_attacks;

use super::{MoveGenerator, MoveSink};

/// The components of pieces other than King and Pawn, without special moves.
const COMPONENTS: [Component; 4] = [
    Component::Knight,
    Component::Diagonal,
    Component::Straight,
    Component::Falcon,
];

impl MoveGenerator<'_> {
    /// Moves of the King to squares that are safe once the King has left its own.
    #[inline(always)]
    pub(super) fn king_steps(&self, sink: &mut impl MoveSink) {
        let king = self.check_info.king;
        if !self.from_mask.contains(king) {
            return;
        }
        let rules = self.position.rules();
        let mut steps = rules.king_steps(king);
        if steps.is_empty() && !rules.has_orthodox_king() {
            steps = self.special_targets(king);
        }
        let steps = steps & self.target_mask;
        let vacated = self.occupied - king.into();
        let enemy = !self.position.side_to_move();
        let mut safe = Bitboard::EMPTY;
        for step in steps {
            if !self.position.is_attacked(step, enemy, vacated) {
                safe |= step.into();
            }
        }
        sink.piece(king, safe);
    }

    /// Moves of pieces with special moves. All components of a piece are
    /// generated together, because their targets may overlap.
    #[cold]
    #[inline(never)]
    fn special_pieces(&self, pieces: Bitboard, sink: &mut impl MoveSink) {
        for from in pieces - self.check_info.king.into() {
            let allowed = match self.check_info.pinned.contains(from) {
                true => self.pinned_targets(from),
                false => self.check_info.evasion_mask,
            };
            let targets = self.special_targets(from) & allowed;
            let rules = self.position.rules();
            let piece = self.position.piece_on(from);
            match piece.and_then(|piece| rules.pawn_rules(piece)) {
                Some(pawn_rules) => self.special_pawn(from, targets, pawn_rules, sink),
                None => sink.piece(from, targets & self.target_mask),
            }
        }
    }

    /// The targets of a piece that may capture otherwise than it moves.
    #[cold]
    #[inline(never)]
    pub(super) fn special_targets(&self, from: Square) -> Bitboard {
        let rules = self.position.rules();
        self.position
            .piece_on(from)
            .map_or(Bitboard::EMPTY, |piece| {
                let table = rules.special_table(piece);
                let special = table.map_or(Bitboard::EMPTY, |table| {
                    table.targets(from, self.occupied, self.them)
                });
                let components = rules.components(piece.kind());
                match components {
                    Components::SPECIAL => special,
                    _ => {
                        let others = rules.component_attacks(components, from, self.occupied);
                        special | (others - self.us)
                    }
                }
            })
    }

    /// Moves of unpinned pieces by one component. Each call is compiled for its component: one
    /// loop over all components would choose the attacks anew for every piece.
    #[inline(always)]
    fn component_moves(
        &self,
        component: Component,
        unpinned: Bitboard,
        blockers: Blockers,
        allowed: Bitboard,
        sink: &mut impl MoveSink,
    ) {
        let geometry = self.position.rules().geometry();
        for from in self.position.component(component) & unpinned {
            let attacks = component_attacks(geometry, component, from, blockers);
            sink.piece(from, attacks & allowed);
        }
    }

    /// Moves of pieces other than King and Pawn.
    #[inline(always)]
    pub(super) fn pieces(&self, sink: &mut impl MoveSink) {
        let geometry = self.position.rules().geometry();
        let allowed = self.target_mask & self.check_info.evasion_mask;
        let special = self.position.component(Component::Special);
        let origins = (self.us & self.from_mask) - special;
        let unpinned = origins - self.check_info.pinned;
        let blockers = geometry.blockers(self.occupied);
        self.component_moves(Component::Knight, unpinned, blockers, allowed, sink);
        self.component_moves(Component::Diagonal, unpinned, blockers, allowed, sink);
        self.component_moves(Component::Straight, unpinned, blockers, allowed, sink);
        self.component_moves(Component::Falcon, unpinned, blockers, allowed, sink);
        let others = self.position.component(Component::Pawn);
        for from in (origins & self.check_info.pinned) - others {
            let allowed = self.pinned_targets(from) & self.target_mask;
            for component in COMPONENTS {
                if self.position.component(component).contains(from) {
                    let attacks = component_attacks(geometry, component, from, blockers);
                    sink.piece(from, attacks & allowed);
                }
            }
        }
        let special = special & self.us & self.from_mask;
        if special.any() {
            self.special_pieces(special, sink);
        }
    }
}
