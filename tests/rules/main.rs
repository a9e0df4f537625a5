//! The games and how they are written down: boards, moves, positions, notations,
//! pictures and variant files, and what the documentation says of them.

mod any_text;
mod betza;
mod chess960;
#[path = "../common/mod.rs"]
mod common;
mod constraints;
mod conversion;
mod diagrams;
mod ends;
mod fen;
mod gallery;
mod layers;
mod library;
mod links;
mod notation;
mod oracles;
mod other_boards;
mod other_movements;
mod perft;
mod pgn;
mod pictures;
#[path = "../common/process.rs"]
mod process;
mod published_values;
mod random_play;
mod random_start;
mod repetition;
mod rules_page;
#[path = "../common/running.rs"]
mod running;
mod self_play;
mod sources;
mod spelling;
mod variant_files;
mod without_royals;
