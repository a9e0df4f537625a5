//! The layers of the library: the table in `ARCHITECTURE.md` says which folder is on which,
//! no import goes upward, and there are no import cycles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The segments of a module's path, without `crate`.
type ModulePath = Vec<String>;

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("sources are text")
}

/// The layer of each folder, from the rows of a table like ``| `src/base/` | ... | ... |``.
fn layers() -> BTreeMap<String, usize> {
    let mut layers = BTreeMap::new();
    let architecture = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md"));
    let lines = architecture
        .lines()
        .skip_while(|line| !line.starts_with("| `src/"));
    let rows = lines.map_while(|line| line.strip_prefix("| `src/")?.split('|').next());
    for (layer, row) in rows.enumerate() {
        let quoted = row.split('`').step_by(2);
        for folder in quoted.filter_map(|text| text.trim_start_matches("src/").strip_suffix('/')) {
            let earlier = layers.insert(folder.to_owned(), layer);
            assert_eq!(earlier, None, "{folder} is on two layers");
        }
    }
    layers
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

/// The module that a file holds; none for the roots and for files of tests.
fn module(path: &Path) -> Option<ModulePath> {
    let inside = path.strip_prefix(source()).expect("a file of the sources");
    let inside = inside.with_extension("");
    let mut names: ModulePath = inside
        .iter()
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    match names.last()?.as_str() {
        "lib" | "main" | "tests" => return None,
        "mod" => _ = names.pop(),
        _ => {}
    }
    Some(names)
}

/// The code without comments and without the tests at the end of a file.
fn code(path: &Path) -> String {
    let text = read(path);
    let lines = text.lines().take_while(|line| *line != "mod tests {");
    lines
        .map(|line| line.split("//").next().unwrap_or_default().to_owned() + "\n")
        .collect()
}

/// The paths that begin with `crate` or `super`, as words; groups in braces are expanded.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for root in ["crate::", "super::"] {
        for (start, _) in code.match_indices(root) {
            let before = code[..start].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            expand(&code[start..], &mut Vec::new(), &mut found);
        }
    }
    found
}

/// Adds the paths at the beginning of a text to those found; returns their length.
fn expand(text: &str, prefix: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let length = prefix.len();
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let name: String = rest
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        at += name.len();
        if !name.is_empty() {
            prefix.push(name);
        } else if rest.starts_with('{') {
            at += 1;
            loop {
                at += text[at..].len() - text[at..].trim_start().len();
                if text[at..].starts_with('}') {
                    at += 1;
                    break;
                }
                at += expand(&text[at..], prefix, found);
                at += text[at..].find([',', '}']).expect("a group ends");
                at += usize::from(text[at..].starts_with(','));
            }
            prefix.truncate(length);
            return at;
        }
        if !text[at..].starts_with("::") {
            break;
        }
        at += 2;
    }
    found.push(prefix.clone());
    prefix.truncate(length);
    at
}

/// The modules that a module imports.
fn imports(
    of: &ModulePath,
    code: &str,
    modules: &BTreeMap<ModulePath, PathBuf>,
) -> BTreeSet<ModulePath> {
    let mut imports = BTreeSet::new();
    for path in paths(code) {
        let mut names = path.iter().map(String::as_str).peekable();
        let mut base = of.clone();
        if names.next_if_eq(&"crate").is_some() {
            base.clear();
        }
        while names.next_if_eq(&"super").is_some() {
            base.pop();
        }
        for name in names {
            base.push(name.to_owned());
            if !modules.contains_key(&base) {
                base.pop();
                break;
            }
        }
        if base != *of && !base.is_empty() {
            imports.insert(base);
        }
    }
    imports
}

/// What each module of the library imports.
fn graph() -> (
    BTreeMap<ModulePath, PathBuf>,
    BTreeMap<ModulePath, BTreeSet<ModulePath>>,
) {
    let mut found = Vec::new();
    files(&source(), &mut found);
    let modules: BTreeMap<ModulePath, PathBuf> = found
        .into_iter()
        .filter_map(|path| Some((module(&path)?, path)))
        .collect();
    let graph = modules
        .iter()
        .map(|(module, path)| (module.clone(), imports(module, &code(path), &modules)))
        .collect();
    (modules, graph)
}

#[test]
fn every_folder_has_a_layer() {
    let layers = layers();
    let folders = fs::read_dir(source()).expect("a folder of sources");
    let folders: BTreeSet<String> = folders
        .map(|entry| entry.expect("a folder of sources").path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    let named: BTreeSet<String> = layers.into_keys().collect();
    assert_eq!(named, folders);
}

#[test]
fn imports_go_downward() {
    let layers = layers();
    let (_, graph) = graph();
    let mut seen = 0;
    let mut upward = Vec::new();
    for (module, imports) in &graph {
        let own = &module[0];
        for import in imports {
            seen += 1;
            let other = &import[0];
            let is_below = layers[other] < layers[own] || other == own;
            if !is_below {
                upward.push(format!("{} uses {}", module.join("::"), import.join("::")));
            }
        }
    }
    assert!(seen > 500, "only {seen} imports found");
    assert!(upward.is_empty(), "{upward:#?}");
}

/// A `mod.rs` holds what the files of its folder share, so it is left out here.
#[test]
fn there_are_no_import_cycles() {
    let (modules, mut graph) = graph();
    let is_shared = |module: &ModulePath| modules[module].ends_with("mod.rs");
    graph.retain(|module, _| !is_shared(module));
    for imports in graph.values_mut() {
        imports.retain(|import| !is_shared(import));
    }
    assert!(graph.len() > 150, "only {} files found", graph.len());
    // A module that imports nothing that is left is in no cycle.
    loop {
        let left: BTreeSet<ModulePath> = graph.keys().cloned().collect();
        graph.retain(|_, imports| imports.iter().any(|import| left.contains(import)));
        if graph.len() == left.len() {
            break;
        }
    }
    // Nor is a module that nothing left imports.
    loop {
        let imported: BTreeSet<ModulePath> = graph.values().flatten().cloned().collect();
        let before = graph.len();
        graph.retain(|module, _| imported.contains(module));
        if graph.len() == before {
            break;
        }
    }
    let circles: Vec<String> = graph.keys().map(|module| module.join("::")).collect();
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn import_groups_are_expanded() {
    let found = paths("use super::{a::{B, c}, d};\nlet x = crate::e::f(1) + mycrate::g;");
    let mut found: Vec<String> = found.iter().map(|path| path.join("::")).collect();
    found.sort();
    assert_eq!(
        found,
        ["crate::e::f", "super::a::B", "super::a::c", "super::d"]
    );
}
