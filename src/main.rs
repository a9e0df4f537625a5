//! The program: passes its arguments to the library.

use std::process::ExitCode;

use peregrine::base::out_of_memory::Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    peregrine::cli::main(std::env::args_os())
}
