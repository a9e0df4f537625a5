//! The licences of the libraries that the program contains.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use cargo_metadata::{
    CargoOpt, DependencyKind, Metadata, MetadataCommand, Package, PackageId, TargetKind,
};
use thiserror::Error;

/// Why the licences cannot be listed.
#[derive(Debug, Error)]
pub enum LicenceError {
    #[error("cargo metadata: {0}")]
    Metadata(#[from] cargo_metadata::Error),
    #[error("cargo metadata resolves no dependencies of {0}")]
    Unresolved(&'static str),
    #[error("{}: {error}", .path.display())]
    File { path: PathBuf, error: io::Error },
}

const PROGRAM: &str = "peregrine";

const HEAD: &str = "\
The program contains these libraries, besides Rust's own standard library
(MIT or Apache-2.0). The texts below are the licences under which they are
used; where a library offers several, MIT is chosen.

";

/// One text with all licences, each with the libraries under it. `target` is the
/// Rust name of the system that the program is for.
pub fn of_libraries(target: &str) -> Result<String, LicenceError> {
    let metadata = metadata(target)?;
    let mut libraries = linked(&metadata)?;
    libraries.sort_by_key(|library| (library.name.to_string(), library.version.clone()));
    let mut listed = String::from(HEAD);
    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for library in &libraries {
        let name = format!("{} {}", library.name, library.version);
        let expression = library.license.as_deref().unwrap_or("see its files");
        let texts = texts(library)?;
        let remark = match &library.authors[..] {
            _ if !texts.is_empty() => String::new(),
            [] => "; it comes without the text".to_owned(),
            authors => format!("; it comes without the text; by {}", authors.join(", ")),
        };
        // Writing to a String does not fail.
        let _ = writeln!(listed, "  {name}: {expression}{remark}");
        for text in texts {
            by_text.entry(text).or_default().push(name.clone());
        }
    }
    let mut groups: Vec<(String, Vec<String>)> = by_text.into_iter().collect();
    groups.sort_by(|(_, one), (_, other)| one.cmp(other));
    for (text, names) in groups {
        let _ = writeln!(
            listed,
            "\n{}\n{}\n\n{text}",
            "-".repeat(78),
            names.join("\n")
        );
    }
    Ok(listed)
}

fn metadata(target: &str) -> Result<Metadata, LicenceError> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
    let mut command = MetadataCommand::new();
    command.manifest_path(root).features(CargoOpt::AllFeatures);
    let options = vec!["--locked".to_owned(), format!("--filter-platform={target}")];
    Ok(command.other_options(options).exec()?)
}

/// The libraries in the program: its normal dependencies and theirs, without
/// those that only work at compile time.
fn linked(metadata: &Metadata) -> Result<Vec<&Package>, LicenceError> {
    let packages: HashMap<&PackageId, &Package> = metadata
        .packages
        .iter()
        .map(|package| (&package.id, package))
        .collect();
    let resolve = metadata
        .resolve
        .as_ref()
        .ok_or(LicenceError::Unresolved(PROGRAM))?;
    let needs: HashMap<&PackageId, _> = resolve
        .nodes
        .iter()
        .map(|node| (&node.id, &node.deps))
        .collect();
    let program = metadata
        .packages
        .iter()
        .find(|package| package.name.as_str() == PROGRAM && package.source.is_none())
        .ok_or(LicenceError::Unresolved(PROGRAM))?;
    let mut seen = HashSet::from([&program.id]);
    let mut open = vec![&program.id];
    while let Some(id) = open.pop() {
        for dependency in needs.get(id).into_iter().copied().flatten() {
            let is_linked = dependency
                .dep_kinds
                .iter()
                .any(|kind| kind.kind == DependencyKind::Normal)
                && packages
                    .get(&dependency.pkg)
                    .is_some_and(|package| !is_macro(package));
            if is_linked && seen.insert(&dependency.pkg) {
                open.push(&dependency.pkg);
            }
        }
    }
    seen.remove(&program.id);
    let linked = seen.into_iter().filter_map(|id| packages.get(id).copied());
    // Parts of the program that are packages of their own have its licence.
    Ok(linked.filter(|package| package.source.is_some()).collect())
}

fn is_macro(package: &Package) -> bool {
    package
        .targets
        .iter()
        .any(|target| target.kind.contains(&TargetKind::ProcMacro))
}

/// The licence texts of a library: that of MIT if it is among those offered.
fn texts(library: &Package) -> Result<Vec<String>, LicenceError> {
    let folder = library
        .manifest_path
        .parent()
        .map_or(Path::new("."), |path| path.as_std_path());
    let failure = |path: &Path, error| LicenceError::File {
        path: path.to_owned(),
        error,
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| failure(folder, error))? {
        let entry = entry.map_err(|error| failure(folder, error))?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        let is_licence = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"]
            .iter()
            .any(|start| name.starts_with(start));
        if is_licence && entry.path().is_file() {
            files.push((name, entry.path()));
        }
    }
    files.sort();
    let offers_choice = library
        .license
        .as_deref()
        .is_some_and(|text| text.contains("OR") || text.contains('/'));
    if offers_choice && files.iter().any(|(name, _)| name.contains("MIT")) {
        files.retain(|(name, _)| name.contains("MIT") || name.starts_with("NOTICE"));
    }
    let read = |(_, path): (String, PathBuf)| {
        let bytes = fs::read(&path).map_err(|error| failure(&path, error))?;
        Ok(plain(&String::from_utf8_lossy(&bytes)))
    };
    files.into_iter().map(read).collect()
}

/// The text without what differs only by editors: ends of lines and blanks there.
fn plain(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}
