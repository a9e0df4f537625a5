//! Texts of variant files, and the results of reading them.

use std::fs;
use std::path::{Path, PathBuf};

use peregrine::variants::{self, Variant};

/// The folder of the documentation.
pub fn documentation() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

/// The text of a file.
pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text of the built-in variants.
pub fn built_in() -> String {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/variants/built_in.toml"))
}

/// The one variant of a valid text.
pub fn variant(text: &str) -> Variant {
    let mut found = variants::check(text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(found.len(), 1);
    found.remove(0)
}

/// All faults of a text, as they are shown.
pub fn faults(text: &str) -> Vec<String> {
    let faults = variants::check(text).expect_err(text);
    faults.iter().map(|fault| fault.to_string()).collect()
}

/// Checks each text, put below `[x]` and `base = "chess"`, against all its expected faults.
pub fn assert_faults(cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        let found = faults(&format!("[x]\nbase = \"chess\"\n{text}"));
        assert_eq!(found, *expected, "{text}");
    }
}

/// The texts between "```toml" and "```".
pub fn toml_blocks(text: &str) -> Vec<&str> {
    let blocks = text.split("```toml\n").skip(1);
    blocks
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}
