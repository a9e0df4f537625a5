//! The tables that are part of the program, so that without any files no basic ending is
//! spoiled: King and Falcon, Queen, Rook or Pawn against King, for every game that can
//! have tables, as long as its Pawns become what they do by default; and King, Bishop
//! and Knight against King on 8x8 and 10x8, a table for which the larger boards' would
//! take too much room.
//!
//! They are files as `peregrine tablebase build` writes them; a test makes them again and
//! compares. A file is of use in all games in which its ending is the same, and is here
//! only once.

macro_rules! files {
    ($($name:literal)*) => {
        &[$((
            $name,
            include_bytes!(concat!("../../data/tablebases/", $name, ".tablebase")),
        )),*]
    };
}

/// Their names and contents.
pub(super) const FILES: &[(&str, &[u8])] = files! {
    "falcon-KFvK"
    "falcon-KQvK"
    "falcon-KRvK"
    "falcon-KPvK"
    "falcon-KBNvK"
    "falcon-leap-KFvK"
    "falcon-leap-KPvK"
    "falcon-8x8-KFvK"
    "falcon-8x8-KRvK"
    "falcon-8x8-KPvK"
    "falcon-third-KPvK"
    "falcon-9x8-KFvK"
    "falcon-9x8-KRvK"
    "falcon-9x8-KPvK"
    "falcon-9x8-single-KQvK"
    "falcon-9x8-single-KPvK"
    "falcon-9x9-KFvK"
    "falcon-9x9-KRvK"
    "falcon-9x9-KPvK"
    "falcon-9x9-single-KQvK"
    "falcon-9x9-single-KPvK"
    "falcon-9x10-KFvK"
    "falcon-9x10-KRvK"
    "falcon-9x10-KPvK"
    "falcon-9x10-single-KQvK"
    "falcon-9x10-single-KPvK"
    "falcon-10x9-KFvK"
    "falcon-10x9-KQvK"
    "falcon-10x9-KRvK"
    "falcon-10x9-KPvK"
    "falcon-10x10-KFvK"
    "falcon-10x10-KQvK"
    "falcon-10x10-KRvK"
    "falcon-10x10-KPvK"
    "falcon-10x10-third-KPvK"
    "falcon-10x10-central-KPvK"
    "chess-KQvK"
    "chess-KPvK"
    "chess-KBNvK"
    "capablanca-KPvK"
};
