//! Texts, comments and names are spelled as in America, so that a word has one spelling.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Parts of British spellings; none occurs in an American word, but for [`EXCEPT`].
const BRITISH: [&str; 46] = [
    "licence",
    "analyse",
    "analysing",
    "catalogue",
    "judgement",
    "offence",
    "defence",
    "behaviour",
    "neighbour",
    "colour",
    "favour",
    "honour",
    "labour",
    "humour",
    "rumour",
    "armour",
    "harbour",
    "towards",
    "afterwards",
    "backwards",
    "forwards",
    "artefact",
    "whilst",
    "amongst",
    "cancelled",
    "cancelling",
    "travelled",
    "travelling",
    "labelled",
    "labelling",
    "modelled",
    "modelling",
    "signalled",
    "signalling",
    "centre",
    "centring",
    "theatre",
    "practise",
    "practising",
    "sceptic",
    "skilful",
    "learnt",
    "spelt",
    "grey",
    "pretence",
    "maths",
];

/// Verbs that end in -ize, without this ending.
const VERBS: [&str; 36] = [
    "author",
    "capital",
    "categor",
    "central",
    "character",
    "custom",
    "emphas",
    "familiar",
    "final",
    "general",
    "initial",
    "item",
    "linear",
    "local",
    "maxim",
    "memor",
    "minim",
    "modern",
    "normal",
    "optim",
    "organ",
    "parallel",
    "penal",
    "prior",
    "priorit",
    "quant",
    "random",
    "recogn",
    "regular",
    "serial",
    "special",
    "stabil",
    "standard",
    "summar",
    "synchron",
    "util",
];

/// What follows a verb in British spelling.
const ENDINGS: [&str; 4] = ["ise", "ising", "isation", "isable"];

/// Words with such a part that are right.
const EXCEPT: [(&str, &str); 5] = [
    ("analyses", "the plural of analysis"),
    ("labelledby", "an attribute of HTML"),
    ("promise", "a word of its own"),
    ("precise", "a word of its own"),
    ("otherwise", "a word of its own"),
];

/// Lines that quote other texts, or names of other programs, by a part of them.
const QUOTED: [(&str, &str); 4] = [
    ("docs/rules.md", "opposite-coloured"),
    ("packaging/src/licenses.rs", "\"LICENCE\""),
    ("scripts/python_chess_client.py", ".analyse("),
    ("docs/guide/python.md", "analyse"),
];

/// Folders of the Python module, whose method `analyse` is named as in python-chess.
const PYTHON: [&str; 1] = ["python/"];

/// What is not written by hand, or by others.
const LEFT_OUT: [&str; 9] = [
    ".git",
    "target",
    "node_modules",
    "dist",
    "data",
    "seeds",
    "shared",
    "Cargo.lock",
    "package-lock.json",
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if LEFT_OUT.contains(&name) || name.starts_with("LICENSE") {
            continue;
        }
        match path.is_dir() {
            true => files(&path, found),
            false => found.push(path),
        }
    }
}

/// The British spelling in a word, which is in lower case.
fn british(word: &str) -> Option<&'static str> {
    let word = EXCEPT
        .iter()
        .fold(word.to_owned(), |word, row| word.replace(row.0, ""));
    let found = BRITISH.iter().find(|part| word.contains(**part));
    let verb = || {
        let is_verb = |verb: &&&str| {
            let mut endings = ENDINGS.iter();
            endings.any(|ending| word.contains(&format!("{verb}{ending}")))
        };
        VERBS.iter().find(is_verb)
    };
    found.or_else(verb).copied()
}

fn words(line: &str) -> impl Iterator<Item = String> {
    let words = line.split(|letter: char| !letter.is_ascii_alphabetic());
    words.map(str::to_ascii_lowercase)
}

#[test]
fn british_spellings_are_found() {
    for word in [
        "licences",
        "LicenceError",
        "unfavourable",
        "initialised",
        "Recognising",
    ] {
        assert!(british(&word.to_lowercase()).is_some(), "{word}");
    }
    for word in [
        "license",
        "analyses",
        "optimistic",
        "promised",
        "programmer",
        "specialist",
    ] {
        assert!(british(word).is_none(), "{word}");
    }
}

#[test]
fn spelling_is_american_everywhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    files(root, &mut all);
    let mut faults = Vec::new();
    let mut read = 0;
    // Most words are common: each is looked at once.
    let mut good: HashSet<String> = HashSet::new();
    let mut spelled = |word: String| {
        if good.contains(&word) {
            return None;
        }
        let found = british(&word);
        if found.is_none() {
            good.insert(word);
        }
        found
    };
    for file in all {
        let name = file
            .strip_prefix(root)
            .unwrap()
            .to_str()
            .unwrap()
            .replace('\\', "/");
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        if name == "tests/rules/spelling.rs" {
            continue;
        }
        read += 1;
        if let Some(part) = words(&name).find_map(&mut spelled) {
            faults.push(format!("{name}: the file's name: {part}"));
        }
        for (number, line) in text.lines().enumerate() {
            let is_quoted = QUOTED
                .iter()
                .any(|row| name == row.0 && line.contains(row.1));
            if is_quoted {
                continue;
            }
            let is_python = PYTHON.iter().any(|folder| name.starts_with(folder));
            let mut found = words(line).filter(|word| !(is_python && word.starts_with("analyse")));
            if let Some(part) = found.find_map(&mut spelled) {
                faults.push(format!("{name}:{}: {part}: {line}", number + 1));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(read > 500, "only {read} texts");
}
