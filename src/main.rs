//! The program: passes its arguments to the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    peregrine::cli::main(std::env::args_os())
}
