//! The licenses of the libraries that the program contains.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;
use thiserror::Error;

/// Why the licenses cannot be listed.
#[derive(Debug, Error)]
pub enum LicenseError {
    #[error("cargo metadata: {0}")]
    Metadata(#[from] io::Error),
    #[error("cargo metadata failed")]
    Failed,
    #[error("cargo metadata: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error("cargo metadata resolves no dependencies of {0}")]
    Unresolved(&'static str),
    #[error("{}: {error}", .path.display())]
    File { path: PathBuf, error: io::Error },
}

/// What `cargo metadata` prints, as far as it is needed.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Option<Resolve>,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    authors: Vec<String>,
    /// None for packages of this repository.
    source: Option<String>,
    manifest_path: PathBuf,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    /// None for what is neither for tests nor for building.
    kind: Option<String>,
}

const PROGRAM: &str = "peregrine";

const HEAD: &str = "\
The program contains these libraries, besides Rust's own standard library
(MIT or Apache-2.0). The texts below are the licenses under which they are
used; where a library offers several, MIT is chosen.

";

/// One text with all licenses, each with the libraries under it. `target` is the
/// Rust name of the system that the program is for.
pub fn of_libraries(target: &str) -> Result<String, LicenseError> {
    let metadata = metadata(target)?;
    let mut libraries = linked(&metadata)?;
    libraries.sort_by_key(|library| (&library.name, &library.version));
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

fn metadata(target: &str) -> Result<Metadata, LicenseError> {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
    let output = Command::new(cargo)
        .args(["metadata", "--format-version=1", "--locked"])
        .arg(format!("--filter-platform={target}"))
        .arg("--manifest-path")
        .arg(root)
        // What cargo has to complain of goes to the user.
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err(LicenseError::Failed);
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The libraries in the program: its normal dependencies and theirs, without
/// those that only work at compile time.
fn linked(metadata: &Metadata) -> Result<Vec<&Package>, LicenseError> {
    let unresolved = LicenseError::Unresolved(PROGRAM);
    let Some(resolve) = &metadata.resolve else {
        return Err(unresolved);
    };
    let is_program = |package: &&Package| package.name == PROGRAM && package.source.is_none();
    let Some(program) = metadata.packages.iter().find(is_program) else {
        return Err(unresolved);
    };
    let packages: HashMap<&str, &Package> = metadata
        .packages
        .iter()
        .map(|package| (package.id.as_str(), package))
        .collect();
    let needs: HashMap<&str, &[Dependency]> = resolve
        .nodes
        .iter()
        .map(|node| (node.id.as_str(), &node.deps[..]))
        .collect();
    let mut seen = HashSet::new();
    let mut open = vec![program.id.as_str()];
    while let Some(id) = open.pop() {
        for dependency in needs.get(id).into_iter().copied().flatten() {
            let is_normal = dependency.dep_kinds.iter().any(|kind| kind.kind.is_none());
            let is_macro = packages
                .get(dependency.pkg.as_str())
                .is_none_or(|package| is_macro(package));
            if is_normal && !is_macro && seen.insert(dependency.pkg.as_str()) {
                open.push(&dependency.pkg);
            }
        }
    }
    let linked = seen.into_iter().filter_map(|id| packages.get(id).copied());
    // Parts of the program that are packages of their own have its license.
    Ok(linked.filter(|package| package.source.is_some()).collect())
}

fn is_macro(package: &Package) -> bool {
    let mut kinds = package.targets.iter().flat_map(|target| &target.kind);
    kinds.any(|kind| kind == "proc-macro")
}

/// The license texts of a library: that of MIT if it is among those offered.
fn texts(library: &Package) -> Result<Vec<String>, LicenseError> {
    let folder = library.manifest_path.parent().unwrap_or(Path::new("."));
    let failure = |path: &Path, error| LicenseError::File {
        path: path.to_owned(),
        error,
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| failure(folder, error))? {
        let entry = entry.map_err(|error| failure(folder, error))?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        let is_license = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"]
            .iter()
            .any(|start| name.starts_with(start));
        if is_license && entry.path().is_file() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_and_their_texts_are_listed() {
        let list = of_libraries("x86_64-unknown-linux-gnu").unwrap();
        let (head, texts) = list.split_once(&"-".repeat(78)).unwrap();
        let is_listed = |name: &str| head.contains(&format!("\n  {name} "));
        for name in ["clap", "rustix", "serde_json", "tokio"] {
            assert!(is_listed(name), "{name}");
            assert!(texts.contains(&format!("\n{name} ")), "{name}");
        }
        // A macro, a library for tests, one for Windows, and a part of the program.
        for name in [
            "clap_derive",
            "proptest",
            "windows-sys",
            "peregrine-tablebases",
        ] {
            assert!(!is_listed(name), "{name}");
        }
        assert!(texts.contains("Permission is hereby granted"));
    }

    #[test]
    fn ends_of_lines_do_not_make_another_text() {
        assert_eq!(plain("\nMIT \r\n\r\ntext\r\n"), "MIT\n\ntext");
    }
}
