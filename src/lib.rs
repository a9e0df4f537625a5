//! Peregrine, a Falcon Chess engine.
//!
//! The library is a house of floors. A module uses its own floor and lower
//! ones, never a higher one (`tests/rules/layers.rs` reads the imports and checks):
//!
//! | floor | modules | what is there |
//! |---|---|---|
//! | 0 ground | [`color`], [`square`], [`bitboard`], [`piece`], [`moves`], [`processor`], `memory`, `threads`, `files`, `random`, `excerpt` | values without rules, and the machine |
//! | 1 board | [`geometry`] | what follows from the board alone |
//! | 2 rules | [`rules`], [`betza`], [`variants`], [`zobrist`] | a game is a value; one registry of them |
//! | 3 position | [`setup`], [`fen`], [`position`], [`movegen`], [`shuffle`], [`game`] | legal states and the legal moves between them |
//! | 4 text and counts | [`notation`], [`perft`], [`epd`], [`pgn`], [`diagram`], [`variant_file`], `xboard` | moves, boards and games as text, trees as numbers |
//! | 5 judgement | [`eval`], [`see`], [`mate`], [`tablebase`] | what a position, an exchange and an ending are worth, and mates proven |
//! | 6 search | [`score`], [`wdl`], [`tt`], [`history`], [`picker`], [`search`] | which move to play |
//! | 7 engine | [`engine`] | values in, callbacks out, no text |
//! | 8 front ends | [`mod@bench`], [`protocol`] | protocols, translators of one thing |
//! | 9 workshop | [`tournament`], [`tuning`] | engines against engines, what the games show, and numbers chosen by them |
//! | 10 command line | [`cli`] | words in, lines out |
//!
//! The arrows run downward. Where a lower floor has to tell a higher one
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

pub mod bench;
pub mod betza;
pub mod bitboard;
pub mod cli;
pub mod color;
pub mod diagram;
pub mod engine;
pub mod epd;
pub mod eval;
mod excerpt;
pub mod fen;
mod files;
pub mod game;
pub mod geometry;
pub mod history;
pub mod mate;
mod memory;
pub mod movegen;
pub mod moves;
pub mod notation;
pub mod perft;
pub mod pgn;
pub mod picker;
pub mod piece;
pub mod position;
pub mod processor;
pub mod protocol;
mod random;
pub mod rules;
pub mod score;
pub mod search;
pub mod see;
pub mod setup;
pub mod shuffle;
pub mod square;
pub mod tablebase;
mod threads;
pub mod tournament;
pub mod tt;
pub mod tuning;
pub mod variant_file;
pub mod variants;
pub mod wdl;
mod xboard;
pub mod zobrist;
