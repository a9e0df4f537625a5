//! The floors of the house: the table in the documentation of the library says
//! which module is on which, and no import goes upward.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("sources are text")
}

/// The floor of each module, from rows like ``//! | 1 board | [`geometry`] | ... |``.
fn floors() -> BTreeMap<String, usize> {
    let mut floors = BTreeMap::new();
    let library = read(&source().join("lib.rs"));
    for row in library
        .lines()
        .filter_map(|line| line.strip_prefix("//! | "))
    {
        let mut cells = row.split('|');
        let floor = cells.next().and_then(|cell| cell.split_whitespace().next());
        let Some(floor) = floor.and_then(|number| number.parse().ok()) else {
            continue;
        };
        // Names stand between backticks, some with what kind of item is meant.
        for name in cells
            .next()
            .unwrap_or_default()
            .split('`')
            .skip(1)
            .step_by(2)
        {
            let name = name.strip_prefix("mod@").unwrap_or(name);
            let earlier = floors.insert(name.to_owned(), floor);
            assert_eq!(earlier, None, "{name} is on two floors");
        }
    }
    floors
}

/// All source files below a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("a folder of sources").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The module of the crate that a file is part of; none for the roots.
fn module(path: &Path) -> Option<String> {
    let inside = path.strip_prefix(source()).expect("a file of the sources");
    let first = inside.iter().next()?.to_str()?;
    let name = first.strip_suffix(".rs").unwrap_or(first);
    (!["lib", "main"].contains(&name)).then(|| name.to_owned())
}

/// The code without comments and without what is compiled for tests only,
/// which stands at the end of a file.
fn code(path: &Path) -> String {
    if path.file_stem().is_some_and(|stem| stem == "tests") {
        return String::new();
    }
    let text = read(path);
    let lines = text.lines().take_while(|line| *line != "mod tests {");
    lines
        .map(|line| line.split("//").next().unwrap_or_default().to_owned() + "\n")
        .collect()
}

/// The modules named after `crate::`.
fn imports(code: &str) -> Vec<String> {
    let rest = code.split("crate::").skip(1);
    let name = |text: &str| {
        let end = text
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(text.len());
        text[..end].to_owned()
    };
    rest.map(|text| {
        assert!(
            !text.starts_with('{'),
            "one import of the crate a line, please: {text:.60}"
        );
        name(text)
    })
    .collect()
}

#[test]
fn every_module_has_a_floor() {
    let floors = floors();
    let library = read(&source().join("lib.rs"));
    let modules: Vec<&str> = library
        .lines()
        .filter_map(|line| {
            line.strip_prefix("pub ")
                .unwrap_or(line)
                .strip_prefix("mod ")
        })
        .filter_map(|line| line.strip_suffix(';'))
        .collect();
    for module in &modules {
        assert!(
            floors.contains_key(*module),
            "{module} is missing in the table of lib.rs"
        );
    }
    assert_eq!(
        floors.len(),
        modules.len(),
        "the table of lib.rs names a module that is not there"
    );
}

#[test]
fn imports_go_downward() {
    let floors = floors();
    let mut found = Vec::new();
    files(&source(), &mut found);
    let mut upward = Vec::new();
    let mut seen = 0;
    for path in found {
        let Some(module) = module(&path) else {
            continue;
        };
        for import in imports(&code(&path)) {
            seen += 1;
            let floor = floors.get(&import).unwrap_or_else(|| {
                panic!("{}: crate::{import} is no module", path.display());
            });
            if *floor > floors[&module] {
                upward.push(format!(
                    "{module} ({}) uses {import} ({floor})",
                    floors[&module]
                ));
            }
        }
    }
    assert!(seen > 200, "only {seen} imports found");
    assert!(upward.is_empty(), "{upward:#?}");
}
