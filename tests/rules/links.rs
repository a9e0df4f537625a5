//! The files that README.md, ARCHITECTURE.md, CONTRIBUTING.md and the user's guide name exist,
//! and the functions of ARCHITECTURE.md's journeys are in the files that it names.
//! (`rules_page` follows the links of all pages.)

use std::fs;
use std::path::{Path, PathBuf};

use peregrine::protocol::options;

use super::rules_page::is_left_out;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn pages() -> Vec<PathBuf> {
    let names = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];
    let guide = fs::read_dir(root().join("docs/guide")).unwrap();
    let guide = guide.map(|entry| entry.unwrap().path());
    names
        .map(|name| root().join(name))
        .into_iter()
        .chain(guide)
        .collect()
}

/// The texts in backticks, each on one line.
fn quoted(text: &str) -> Vec<&str> {
    text.lines()
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .collect()
}

/// Whether a quotation is the path of a file or folder of the repository.
fn is_path(quotation: &str) -> bool {
    const FOLDERS: [&str; 13] = [
        ".ci",
        ".github",
        "benches",
        "data",
        "docs",
        "examples",
        "fuzz",
        "packaging",
        "perft",
        "python",
        "scripts",
        "src",
        "tests",
    ];
    let folder = quotation.split_once('/').map(|(folder, _)| folder);
    folder.is_some_and(|folder| FOLDERS.contains(&folder)) && !quotation.contains(' ')
}

#[test]
fn cited_files_exist() {
    let (mut followed, mut missing) = (0, Vec::new());
    for page in pages() {
        let text = read(&page);
        for path in quoted(&text).into_iter().filter(|text| is_path(text)) {
            // `perft/*.epd` stands for the files of a folder.
            let fixed = path.split('*').next().unwrap_or_default();
            let file = root().join(fixed);
            if !file.exists() && !is_left_out(&file) {
                missing.push(format!("{}: {path}", page.display()));
            }
            followed += 1;
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(followed > 80, "only {followed} paths found");
}

/// Whether a source defines an item of that name.
fn defines(source: &str, name: &str) -> bool {
    let is_item = |line: &str| {
        [
            "fn ",
            "struct ",
            "enum ",
            "trait ",
            "const ",
            "macro_rules! ",
        ]
        .iter()
        .filter_map(|keyword| line.split_once(keyword))
        .any(|(_, rest)| {
            let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
            &rest[..end.unwrap_or(rest.len())] == name
        })
    };
    source.lines().any(is_item)
}

#[test]
fn functions_named_in_journeys_exist() {
    let text = read(&root().join("ARCHITECTURE.md"));
    let mut followed = 0;
    for row in text.lines().filter(|line| line.starts_with("| `src/")) {
        let cells: Vec<&str> = row.split('|').collect();
        let [file] = quoted(cells[1])[..] else {
            continue;
        };
        if !file.ends_with(".rs") {
            continue;
        }
        let source = read(&root().join(file));
        for name in quoted(cells[2]) {
            assert!(defines(&source, name), "{file} has no {name}");
            followed += 1;
        }
    }
    assert!(followed > 50, "only {followed} functions found");
}

#[test]
fn every_engine_option_is_described() {
    let page = read(&root().join("docs/guide/engine-options.md"));
    let described = quoted(&page);
    for option in options::all() {
        assert!(described.contains(&option.name), "{}", option.name);
    }
}
