//! Peregrine, a Falcon Chess engine.
//!
//! From a game to a searched position:
//!
//! ```
//! use peregrine::{engine::Engine, notation, position, search::Limits, variants};
//!
//! let rules = variants::falcon();
//! let start = position::Position::from_fen(rules, "k9/10/2K7/10/5F4/10/10/10 w - - 0 1")?;
//! let game = position::game::Game::new(start);
//! let mut engine = Engine::new(rules);
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let result = engine.search(&game, limits, |info| println!("{}: {}", info.depth, info.score));
//! let best = result.best.ok_or("the game is over")?;
//! println!("{}", notation::san(game.position(), best));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`variants::rules`] takes any other game by name, [`variants::load`] reads games from a
//! file, and [`engine::Engine::start`] searches in the background. The folder `examples/` has
//! five programs to start from.
//!
//! # Features
//!
//! With default features this is the program. Without them it is rules, positions, notation,
//! evaluation, search and engine, with few dependencies, also for WebAssembly; the page
//! `docs/guide/library.md` lists what each feature adds.
//!
//! # Layers
//!
//! The library is a stack of layers, a folder each, from [`base`], [`board`], [`rules`] and
//! [`position`] at the bottom to [`cli`] at the top. The table in `ARCHITECTURE.md` says what
//! is in each; a folder uses only itself and the folders above it in that table.
//!
//! Where a lower layer has to notify a higher one, the higher one registers an observer: the
//! evaluation follows the pieces of a [`position::Position`] as a [`position::PieceObserver`],
//! and the owner of an [`engine::Engine`] gets its reports by callback. Only constants and the
//! registry of games are global, so several engines can live in one process.
//! `ARCHITECTURE.md` follows requests through these layers and says where to add what.

// In Cargo.toml are the lints that hold for tests, benches and examples as well. Only the
// library has a public interface to document.
#![warn(missing_docs, unreachable_pub)]
// Without the program, part of what lies below it has no caller.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

#[cfg(feature = "arena")]
pub mod arena;
pub mod base;
pub mod board;
pub mod book;
#[cfg(feature = "cli")]
pub mod cli;
pub mod engine;
pub mod eval;
pub mod notation;
#[cfg(feature = "page")]
pub mod page;
pub mod position;
#[cfg(feature = "uci")]
pub mod protocol;
pub mod render;
pub mod rules;
pub mod search;
pub mod session;
#[cfg(feature = "endings")]
pub mod tablebase;
#[cfg(not(feature = "endings"))]
#[path = "tablebase/absent.rs"]
pub mod tablebase;
pub mod tools;
#[cfg(feature = "training")]
pub mod training;
#[cfg(feature = "training")]
pub mod tuning;
pub mod variants;
#[cfg(feature = "web")]
pub mod web;

/// The example on the page about the library is tested.
#[cfg(doctest)]
#[doc = include_str!("../docs/guide/library.md")]
mod library_guide {}
