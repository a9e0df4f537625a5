//! The tables built into the program, so that it plays basic endings correctly
//! without any files: king and falcon, queen, rook or pawn against king, for
//! every variant that supports tables, as long as pawns promote by its default
//! rule; and king, bishop and knight against king on 8x8 and 10x8 boards. The
//! latter would be too large for bigger boards.
//!
//! They are files written by `peregrine tablebase build`; a test rebuilds and
//! compares them. A file serves all variants in which the ending is the same,
//! and is included only once.

macro_rules! files {
    ($($name:literal)*) => {
        &[$((
            $name,
            include_bytes!(concat!("../../data/tablebases/", $name, ".tablebase")),
        )),*]
    };
}

/// File names and contents.
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
