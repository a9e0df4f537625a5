//! Movements with names of their own.

/// A word for a movement.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The word, as in a variant file.
    pub word: &'static str,
    /// Its moves in Betza notation, in the dialect of XBoard.
    pub betza: &'static str,
    /// What it means, in a few words.
    pub meaning: &'static str,
}

const fn word(word: &'static str, betza: &'static str, meaning: &'static str) -> Word {
    Word {
        word,
        betza,
        meaning,
    }
}

/// All words for movements, besides those for moves with tables of their own.
pub const WORDS: [Word; 38] = [
    word("archbishop", "BN", "a bishop and a knight"),
    word("chancellor", "RN", "a rook and a knight"),
    word("amazon", "QN", "a queen and a knight"),
    word("centaur", "KN", "a man and a knight"),
    word("phoenix", "WA", "a wazir and an alfil"),
    word("kirin", "FD", "a ferz and a dabbaba"),
    word("squirrel", "NAD", "all leaps of two squares"),
    word(
        "gold",
        "WfF",
        "one step in any direction except diagonally back",
    ),
    word("silver", "FfW", "one step diagonally or straight ahead"),
    word("dragon-king", "RF", "a rook and a ferz"),
    word("dragon-horse", "BW", "a bishop and a wazir"),
    word("lance", "fR", "any distance straight ahead"),
    word(
        "shogi-knight",
        "fN",
        "the two knight's leaps that lead two ranks ahead",
    ),
    word("shogi-pawn", "fW", "one step straight ahead"),
    word("soldier", "fsW", "one step straight ahead or sideways"),
    word(
        "horse",
        "nN",
        "a knight that needs the square next to it, in the straight direction, empty",
    ),
    word(
        "moa",
        "mafsF",
        "a knight that needs the square next to it, in the diagonal direction, empty",
    ),
    word(
        "elephant",
        "nA",
        "an alfil that needs the square between empty",
    ),
    word(
        "janggi-elephant",
        "mafsmafW",
        "one straight and two diagonal steps outward, over empty squares",
    ),
    word(
        "nightrider",
        "NN",
        "any number of equal knight's leaps over empty squares",
    ),
    word("camelrider", "CC", "any number of equal camel's leaps"),
    word("zebrarider", "ZZ", "any number of equal zebra's leaps"),
    word("dabbabarider", "DD", "any number of equal dabbaba's leaps"),
    word("alfilrider", "AA", "any number of equal alfil's leaps"),
    word(
        "griffin",
        "FyafsF",
        "one diagonal step, then any distance straight outward",
    ),
    word(
        "manticore",
        "WyafsW",
        "one straight step, then any distance diagonally outward",
    ),
    word(
        "ski-rook",
        "jR",
        "a rook that leaps over the square next to it and goes on",
    ),
    word(
        "ski-bishop",
        "jB",
        "a bishop that leaps over the square next to it and goes on",
    ),
    word(
        "cannon",
        "mRcpR",
        "moves as a rook, captures as one over exactly one piece",
    ),
    word(
        "vao",
        "mBcpB",
        "moves as a bishop, captures as one over exactly one piece",
    ),
    word(
        "leo",
        "mQcpQ",
        "moves as a queen, captures as one over exactly one piece",
    ),
    word(
        "janggi-cannon",
        "pR",
        "moves and captures as a rook over exactly one piece",
    ),
    word(
        "grasshopper",
        "gQ",
        "to the square behind the first piece on a queen's line",
    ),
    word(
        "rook-hopper",
        "gR",
        "to the square behind the first piece on a rook's line",
    ),
    word(
        "bishop-hopper",
        "gB",
        "to the square behind the first piece on a bishop's line",
    ),
    word(
        "knight-bishop",
        "mNcB",
        "moves as a knight, captures as a bishop",
    ),
    word(
        "knight-rook",
        "mNcR",
        "moves as a knight, captures as a rook",
    ),
    word(
        "rook-knight",
        "mRcN",
        "moves as a rook, captures as a knight",
    ),
];
