//! What other programs have a part in: XBoard and engines. Tests that need them there are
//! ignored unless asked for; `.ci/run` installs the programs and asks.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/engine.rs"]
mod engine;
mod engines;
mod xboard;
