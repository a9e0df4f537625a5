//! The royal pieces of a game of Fairy-Stockfish: its King, and "pseudo-royal" pieces, whose
//! extinction no move may allow.

use super::board::Start;
use super::slots::Slot;
use super::state::State;

/// The royal kinds of a game.
#[derive(Default)]
pub(super) struct Royals {
    /// The kind that is called the King.
    pub king: Option<Slot>,
    /// All of them.
    pub kinds: Vec<Slot>,
    /// Which of several must be safe.
    pub royalty: Option<&'static str>,
}

impl Royals {
    /// The royal kinds.
    ///
    /// # Errors
    /// The setting that a variant file cannot say, and the reason.
    pub(super) fn read(
        state: &State,
        start: &Start,
        promoted: &[Slot],
    ) -> Result<Royals, (&'static str, String)> {
        let mut royals = Royals {
            king: state.piece(Slot::KING).map(|_| Slot::KING),
            ..Royals::default()
        };
        royals.kinds.extend(royals.king);
        let has_flags = ["flagRegionWhite", "flagRegionBlack"]
            .iter()
            .any(|name| state.region(name).is_some_and(|region| !region.is_empty()));
        let can_die_out = state.text("extinctionValue", "none") != "none"
            && state.setting("extinctionPieceTypes").is_some();
        let is_otherwise_decided = can_die_out || has_flags;
        if royals.king.is_none() && !state.flag("extinctionPseudoRoyal") && is_otherwise_decided {
            // What moves as a King is called one, although it is captured like any piece.
            royals.king = state.piece(Slot::COMMONER).map(|_| Slot::COMMONER);
            royals.kinds.extend(royals.king);
            royals.royalty = Some("none");
            return Ok(royals);
        }
        let sides = [true, false].map(|is_white| start.squares(Slot::KING, is_white).len());
        let is_one_sided = sides.contains(&0) && sides != [0, 0];
        if is_one_sided && can_die_out && !state.flag("extinctionPseudoRoyal") {
            // One side has no King and loses in another way.
            royals.royalty = Some("all");
        }
        let named = state.slots("extinctionPieceTypes", &[]);
        let is_threatened = state.flag("extinctionPseudoRoyal") && !named.is_empty();
        if !is_threatened || state.text("extinctionValue", "none") == "none" {
            return Ok(royals);
        }
        if state.text("extinctionValue", "none") != "loss" {
            let reason = "a side that loses its royal pieces loses the game";
            return Err(("extinctionValue", reason.to_owned()));
        }
        let is_used = |slot: &Slot| start.slots.contains(slot) || promoted.contains(slot);
        let others: Vec<Slot> = named.into_iter().filter(is_used).collect();
        let most = others
            .iter()
            .flat_map(|&slot| [true, false].map(|is_white| start.squares(slot, is_white).len()));
        let most = most.max().unwrap_or(0);
        let count = state.number("extinctionPieceCount", 0);
        let grows = others.iter().any(|slot| promoted.contains(slot));
        let is_king_in_use = others.contains(&Slot::KING) || start.slots.contains(&Slot::KING);
        royals.royalty = Some(match (state.flag("dupleCheck"), count) {
            (true, 0) if others.len() == 1 && !is_king_in_use => "duple",
            (true, _) => {
                let reason = "duple check is of a single kind of royal pieces";
                return Err(("dupleCheck", reason.to_owned()));
            }
            (false, 0) => "last",
            // As many as a side can ever have.
            (false, count) if count >= 63 || !grows && count + 1 >= most => "all",
            (false, _) => {
                let reason = "of each kind of royal pieces, all must be safe or only the last";
                return Err(("extinctionPieceCount", reason.to_owned()));
            }
        });
        if !is_king_in_use && let Some(&first) = others.first() {
            // The letter of a King that the game never has is of no use.
            royals.king = Some(first);
            royals.kinds.clear();
        }
        royals.kinds.extend(others);
        royals.kinds.sort_unstable();
        royals.kinds.dedup();
        Ok(royals)
    }
}
