//! Tests with other programs: XBoard and engines. Those that need them installed are ignored
//! by default; `.ci/run` installs the programs and runs these tests.

#[allow(dead_code)]
#[path = "../web/client.rs"]
mod client;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/engine.rs"]
mod engine;
mod engines;
mod page;
#[path = "../common/running.rs"]
mod running;
mod xboard;
