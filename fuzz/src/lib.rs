//! What the fuzz targets do with the bytes they are given: the function `look`
//! of each module takes any bytes at all and panics if something is wrong.
//!
//! Knows no fuzzer: `tests/fuzz_seeds.rs` of the engine runs the same functions
//! over the seeds, so that they are known to work wherever the tests run.

pub mod cecp;
pub mod data_file;
pub mod epd;
pub mod fen;
pub mod grammar;
pub mod import;
pub mod movement;
pub mod network_file;
pub mod pgn;
pub mod play;
pub mod table_file;
pub mod talk;
pub mod uci;
pub mod variant_file;
