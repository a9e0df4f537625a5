//! The kinds of piece that Fairy-Stockfish has by name, and those that a file defines.

/// The name of a kind, how it moves in Betza's notation, and what a Pawn that becomes one
/// is worth, roughly, in Pawns: promotions are listed in this order.
struct SlotInfo {
    name: &'static str,
    betza: &'static str,
    strength: u8,
    /// The name that people know it by.
    title: &'static str,
}

const fn info(
    name: &'static str,
    title: &'static str,
    betza: &'static str,
    strength: u8,
) -> SlotInfo {
    SlotInfo {
        name,
        betza,
        strength,
        title,
    }
}

/// The kinds with a name, in the order in which Fairy-Stockfish reads them.
const NAMED: [SlotInfo; 36] = [
    info("pawn", "Pawn", "", 1),
    info("knight", "Knight", "N", 30),
    info("bishop", "Bishop", "B", 32),
    info("rook", "Rook", "R", 50),
    info("queen", "Queen", "Q", 90),
    info("fers", "Ferz", "F", 15),
    info("alfil", "Alfil", "A", 12),
    info("fersAlfil", "Elephant", "FA", 27),
    info("silver", "Silver General", "FfW", 25),
    info("aiwok", "Ai-Wok", "RNF", 95),
    info("bers", "Dragon King", "RF", 65),
    info("archbishop", "Archbishop", "BN", 75),
    info("chancellor", "Chancellor", "RN", 85),
    info("amazon", "Amazon", "QN", 120),
    info("knibis", "Knibis", "mNcB", 31),
    info("biskni", "Biskni", "mBcN", 31),
    info("kniroo", "Kniroo", "mNcR", 40),
    info("rookni", "Rookni", "mRcN", 40),
    info("shogiPawn", "Shogi Pawn", "fW", 5),
    info("lance", "Lance", "fR", 20),
    info("shogiKnight", "Shogi Knight", "fN", 15),
    info("gold", "Gold General", "WfF", 30),
    info("dragonHorse", "Dragon Horse", "BW", 50),
    info("clobber", "Clobber", "cW", 5),
    info("breakthrough", "Breakthrough", "fmWfF", 8),
    info("immobile", "Immobile", "", 1),
    info("cannon", "Cannon", "mRcpR", 45),
    info("janggiCannon", "Janggi Cannon", "pR", 30),
    info("soldier", "Soldier", "fsW", 10),
    info("horse", "Horse", "nN", 28),
    info("elephant", "Elephant", "nA", 12),
    info("janggiElephant", "Janggi Elephant", "nZ", 20),
    info("banner", "Banner", "RcpRnN", 90),
    info("wazir", "Wazir", "W", 14),
    info("commoner", "Commoner", "K", 31),
    info("centaur", "Centaur", "KN", 70),
];

/// How many kinds a file can define.
const CUSTOM: usize = 25;

/// A kind of piece: one with a name, one of the custom ones, or the King. The order is
/// that in which Fairy-Stockfish reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slot(u8);

impl Slot {
    pub(super) const PAWN: Slot = Slot(0);
    pub(super) const KNIGHT: Slot = Slot(1);
    pub(super) const BISHOP: Slot = Slot(2);
    pub(super) const ROOK: Slot = Slot(3);
    pub(super) const QUEEN: Slot = Slot(4);
    /// The commoner, which moves as a King.
    pub(super) const COMMONER: Slot = Slot(34);
    pub(super) const KING: Slot = Slot((NAMED.len() + CUSTOM) as u8);

    /// All kinds, in order.
    pub(super) fn all() -> impl Iterator<Item = Slot> {
        (0..=Slot::KING.0).map(Slot)
    }

    /// The kind of this name.
    pub(super) fn named(name: &str) -> Option<Slot> {
        Slot::all().find(|slot| slot.name() == name)
    }

    /// The key of the kind.
    pub(super) fn name(self) -> String {
        match NAMED.get(usize::from(self.0)) {
            Some(info) => info.name.to_owned(),
            None if self == Slot::KING => "king".to_owned(),
            None => format!("customPiece{}", usize::from(self.0) - NAMED.len() + 1),
        }
    }

    /// The name of the piece, if it has one.
    pub(super) fn title(self) -> Option<&'static str> {
        NAMED.get(usize::from(self.0)).map(|info| info.title)
    }

    /// Whether a file says how it moves.
    pub(super) fn is_custom(self) -> bool {
        self != Slot::KING && self.betza().is_none()
    }

    /// How a kind with a name moves.
    pub(super) fn betza(self) -> Option<&'static str> {
        NAMED.get(usize::from(self.0)).map(|info| info.betza)
    }

    /// What a kind with a name is worth, roughly, in tenths of a Pawn.
    pub(super) fn strength(self) -> Option<u8> {
        NAMED.get(usize::from(self.0)).map(|info| info.strength)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!(Slot::named("pawn"), Some(Slot::PAWN));
        assert_eq!(Slot::named("queen"), Some(Slot::QUEEN));
        assert_eq!(Slot::named("king"), Some(Slot::KING));
        assert_eq!(Slot::KING.name(), "king");
        assert_eq!(Slot::COMMONER.name(), "commoner");
        let last = Slot::named("customPiece25").unwrap();
        assert!(last.is_custom() && last < Slot::KING);
        for other in ["customPiece0", "customPiece26", "Pawn", ""] {
            assert_eq!(Slot::named(other), None, "{other}");
        }
    }
}
