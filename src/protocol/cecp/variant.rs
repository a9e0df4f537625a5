//! The names of games at this protocol's other end, and what must be said so
//! that XBoard plays them by our rules.
//!
//! Knows no position: a name, a game of the registry, and lines to send.
//!
//! XBoard's built-in `falcon` castles three squares to each side and cannot be
//! taught otherwise, so that name stands for castling `three`; the same game
//! with free castling has a name that XBoard does not know and is described
//! to it (RULES.md section 8).

use crate::rules::{CastlingRule, PromotionRule, Rules};
use crate::variants::{self, RuleOptions};

/// A game as the other end names it.
#[derive(Debug)]
pub(super) struct WireVariant {
    /// The name in `variant NAME`.
    pub name: &'static str,
    /// The name in the registry.
    game: &'static str,
    /// The castling rule, if the game has several.
    castling: Option<CastlingRule>,
    /// What is said when the game is chosen.
    pub description: &'static [&'static str],
}

/// The exact move of a Falcon as XBoard describes moves; without it XBoard
/// lets a Falcon go anywhere.
const FALCON: &str = "piece F& aflafrKafraflKafafsKafsafK";

/// Orthodox chess comes first: `new` sets it up.
pub(super) static WIRE_VARIANTS: [WireVariant; 4] = [
    WireVariant {
        name: "normal",
        game: "chess",
        castling: None,
        description: &[],
    },
    WireVariant {
        name: "falcon",
        game: "falcon",
        castling: Some(CastlingRule::Three),
        description: &[FALCON],
    },
    WireVariant {
        name: "freefalcon",
        game: "falcon",
        castling: Some(CastlingRule::Free),
        // The first number after an O is what `O-O` means to XBoard. Four
        // squares are possible on one side only, and left and right are seen
        // from each side's own seat. One square is entered with three clicks:
        // the King, the Rook, the King's destination.
        description: &[
            "setup (PNBRQ............FKpnbrq............fk) 10x8+0_falcon \
             rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w KQkq - 0 1",
            FALCON,
            "piece K KisO3isO2ilO4isO1",
            "piece k KisO3isO2irO4isO1",
        ],
    },
    WireVariant {
        name: "capablanca",
        game: "capablanca",
        castling: None,
        description: &[],
    },
];

/// Orthodox chess, which `new` sets up.
pub(super) fn normal() -> &'static WireVariant {
    &WIRE_VARIANTS[0]
}

/// The game of that name.
pub(super) fn find(name: &str) -> Option<&'static WireVariant> {
    WIRE_VARIANTS.iter().find(|variant| variant.name == name)
}

/// The names of all games, as `feature variants` lists them.
pub(super) fn names() -> String {
    WIRE_VARIANTS
        .each_ref()
        .map(|variant| variant.name)
        .join(",")
}

impl WireVariant {
    /// The rules of the game; a promotion rule that it has not is not asked for.
    pub fn rules(&self, promotion: PromotionRule) -> &'static Rules {
        let game = variants::find(self.game).unwrap_or(variants::all()[0]);
        game.nearest_rules(RuleOptions {
            castling: self.castling,
            promotion: Some(promotion),
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn every_name_has_its_game() {
        for variant in &WIRE_VARIANTS {
            let rules = variant.rules(PromotionRule::Any);
            assert_eq!(rules.variant(), variant.game);
            assert!(variant.castling.is_none_or(|rule| rule == rules.castling()));
        }
        let castling = |name| find(name).unwrap().rules(PromotionRule::Any).castling();
        assert_eq!(castling("falcon"), CastlingRule::Three);
        assert_eq!(castling("freefalcon"), CastlingRule::Free);
    }

    #[test]
    fn setup_lines_give_the_start_position_and_fit_a_message() {
        for variant in &WIRE_VARIANTS {
            let start = variant.rules(PromotionRule::Any).start_fen();
            for line in variant.description {
                assert!(line.len() < 500);
                assert!(!line.starts_with("setup") || line.ends_with(&format!(" {start}")));
            }
        }
    }
}
