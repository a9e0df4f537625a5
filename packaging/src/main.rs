//! Writes what packages hold besides the program: manual pages, completions
//! for shells, and the licenses of the libraries that the program contains.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Command;
use clap_complete::Shell;
use peregrine_packaging::{licenses, manual};
use thiserror::Error;

const USAGE: &str = "\
usage: peregrine-packaging FOLDER TARGET

Writes FOLDER/man, FOLDER/completions and FOLDER/third-party.txt. TARGET is the
Rust name of the system that the program is built for, as 'rustc -vV' shows it.";

#[derive(Debug, Error)]
enum PackagingError {
    #[error("{}: {error}", .path.display())]
    File { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Licenses(#[from] licenses::LicenseError),
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, target] = &arguments[..] else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match write_all(Path::new(folder), target) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("peregrine-packaging: error: {error}");
            ExitCode::from(2)
        }
    }
}

fn write_all(folder: &Path, target: &str) -> Result<(), PackagingError> {
    let licenses = licenses::of_libraries(target)?;
    let command = peregrine::cli::command();
    let man = folder.join("man");
    create_folder(&man)?;
    for page in manual::pages(command.clone()) {
        write(&man.join(page.file_name), page.text.as_bytes())?;
    }
    write_completions(command, &folder.join("completions"))?;
    write(&folder.join("third-party.txt"), licenses.as_bytes())
}

fn write_completions(mut command: Command, folder: &Path) -> Result<(), PackagingError> {
    create_folder(folder)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell] {
        clap_complete::generate_to(shell, &mut command, "peregrine", folder).map_err(|error| {
            let path = folder.to_owned();
            PackagingError::File { path, error }
        })?;
    }
    Ok(())
}

fn create_folder(path: &Path) -> Result<(), PackagingError> {
    fs::create_dir_all(path).map_err(|error| {
        let path = path.to_owned();
        PackagingError::File { path, error }
    })
}

fn write(path: &Path, content: &[u8]) -> Result<(), PackagingError> {
    fs::write(path, content).map_err(|error| {
        let path = path.to_owned();
        PackagingError::File { path, error }
    })
}
