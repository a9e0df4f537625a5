//! Writes `web/src/messages.ts`, the messages as the page declares them.

#![allow(clippy::expect_used)]

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

use ts_rs::{Config, TS, TypeVisitor};

use super::messages::{
    ArrayView, MAX_ANNOTATIONS, MAX_MESSAGE, MAX_PAGES, MAX_TEXT, MAX_VARIANT_FILE, Message,
    Request,
};

/// The limits that the page has to know, with what they mean.
const LIMITS: [(&str, usize, &str); 5] = [
    (
        "MAX_TEXT",
        MAX_TEXT,
        "The longest text of a request, in bytes: a file of games, or a saved game.",
    ),
    (
        "MAX_VARIANT_FILE",
        MAX_VARIANT_FILE,
        "The longest variant file, in bytes.",
    ),
    (
        "MAX_MESSAGE",
        MAX_MESSAGE,
        "The longest message of a page, in bytes.",
    ),
    (
        "MAX_ANNOTATIONS",
        MAX_ANNOTATIONS,
        "The most bytes for comments, glyphs and tags of a game.",
    ),
    ("MAX_PAGES", MAX_PAGES, "The most pages at a time."),
];

/// Set to write the file instead of comparing it.
const WRITE: &str = "PEREGRINE_WRITE_TYPESCRIPT";

/// The declarations of types, by name.
struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types of the language have no file.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        if self.found.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = format!("{docs}export {}\n", T::decl(&self.config));
        self.found.insert(name, declaration);
        T::visit_dependencies(self);
    }
}

/// The text without the Rust paths of links.
fn without_paths(text: &str) -> String {
    let mut parts = text.split("](super::");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push(']');
        kept.push_str(part.split_once(')').expect("a link ends").1);
    }
    kept
}

#[test]
fn the_page_declares_the_same_messages() {
    let mut declarations = Declarations {
        config: Config::new().with_large_int("number"),
        found: BTreeMap::new(),
    };
    declarations.visit::<Request>();
    declarations.visit::<Message>();
    declarations.visit::<ArrayView>();
    let mut text = String::from("// Written by the tests from src/page/messages/.\n");
    for (name, value, meaning) in LIMITS {
        text.push_str(&format!(
            "\n/**\n * {meaning}\n */\nexport const {name} = {value};\n"
        ));
    }
    for declaration in declarations.found.values() {
        text.push('\n');
        text.push_str(declaration);
    }
    let text = without_paths(&text);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/src/messages.ts");
    if env::var_os(WRITE).is_some() {
        fs::write(&path, &text).expect("the file can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == text,
        "web/src/messages.ts is not what the messages are; \
         {WRITE}=1 cargo test --lib typescript writes it"
    );
}
