//! Peregrine, a Falcon Chess engine.
//!
//! The library is a stack of layers, a folder each. A folder uses itself and the folders above
//! it in this table, never one below (`tests/rules/layers.rs` reads the imports and checks):
//!
//! | layer | folder | what is there |
//! |---|---|---|
//! | 0 | [`base`] | the machine: files, memory, threads, random numbers; no chess |
//! | 1 | [`board`] | squares, sets of squares, pieces, moves, and what follows from the board alone |
//! | 2 | [`rules`] | a game as a value |
//! | 3 | [`position`] | legal states, the legal moves between them, FEN |
//! | 4 | [`variants`] | the catalogue of games, shuffled arrays, variant files |
//! | 5 | [`notation`] | moves, boards and games as text and pictures |
//! | 6 | [`eval`], [`tablebase`] | what a position and an ending are worth |
//! | 7 | [`search`] | which move to play |
//! | 8 | [`engine`] | a game and a search of one's own: values in, callbacks out |
//! | 9 | [`tools`] | perft, bench, mates proven |
//! | 10 | [`protocol`] | the XBoard protocol and UCI |
//! | 11 | [`arena`] | engines against engines |
//! | 12 | [`tuning`] | numbers chosen by games |
//! | 13 | [`cli`] | the command line |
//!
//! Where a lower layer has to tell a higher one
//! something, the higher one listens: an evaluation follows the pieces of a
//! [`position::Position`] as a [`position::PieceObserver`], and whoever owns an
//! [`engine::Engine`] gets its reports by callback. Nothing is global but
//! constants and the registry of games: several engines live in one process.
//!
//! ```
//! use peregrine::{engine::Engine, notation, search::Limits, variants};
//!
//! let rules = variants::find("falcon")?.rules(Default::default())?;
//! let mut engine = Engine::new(rules);
//! let found = engine.search(Limits { depth: Some(4), ..Limits::default() }, |_| ());
//! let best = found.best.expect("the start position has moves");
//! println!("{}", notation::san(engine.game().position(), best));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(unsafe_op_in_unsafe_fn)]
#![warn(missing_docs, clippy::undocumented_unsafe_blocks)]

pub mod arena;
pub mod base;
pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod notation;
pub mod position;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod tablebase;
pub mod tools;
pub mod tuning;
pub mod variants;
