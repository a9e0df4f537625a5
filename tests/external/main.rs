//! Tests with other programs: XBoard and engines. Those that need them installed are ignored
//! by default; `.ci/run` installs the programs and runs these tests.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/engine.rs"]
mod engine;
mod engines;
mod xboard;
