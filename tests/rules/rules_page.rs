//! References to `docs/rules.md` are right: the sections that comments cite and
//! the headings that links lead to exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Whether a path that is missing is rightly so: a packed crate, which has a
/// `Cargo.toml.orig`, is without the packages in folders of their own.
pub(crate) fn is_left_out(path: &Path) -> bool {
    let path = path.to_string_lossy();
    root().join("Cargo.toml.orig").exists()
        && ["data/tablebases", "fuzz", "packaging", "python"]
            .iter()
            .any(|folder| path.ends_with(folder) || path.contains(&format!("{folder}/")))
}

/// All text files below the root except build outputs and hidden files.
fn texts() -> Vec<(PathBuf, String)> {
    let mut folders = vec![root().to_owned()];
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let built =
                ["target", "__pycache__", "shared", "node_modules"].contains(&name.as_str());
            if path.is_dir() {
                if !built && (!name.starts_with('.') || name == ".github" || name == ".ci") {
                    folders.push(path);
                }
            } else if let Ok(text) = fs::read_to_string(&path) {
                texts.push((path, text));
            }
        }
    }
    assert!(texts.len() > 300, "only {} files found", texts.len());
    texts
}

/// The headings of a page of Markdown, without their hashes.
fn headings(page: &str) -> Vec<&str> {
    let mut in_code = false;
    let mut headings = Vec::new();
    for line in page.lines() {
        in_code ^= line.starts_with("```");
        let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
        if !in_code && hashes > 0 {
            headings.push(line[hashes..].trim());
        }
    }
    headings
}

/// The numbers of the sections: `3` and `3.1`.
fn sections() -> BTreeSet<String> {
    let page = fs::read_to_string(root().join("docs/rules.md")).unwrap();
    let headings = headings(&page);
    let numbers = headings.iter().filter_map(|heading| {
        let (number, _) = heading.split_once(' ')?;
        let number = number.strip_suffix('.').unwrap_or(number);
        number
            .starts_with(|letter: char| letter.is_ascii_digit())
            .then(|| number.to_owned())
    });
    numbers.collect()
}

/// The words of a text without comment markers, so that a citation may be
/// broken anywhere.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace()
        .filter(|word| !["//", "///", "//!", "#"].contains(word))
        .collect()
}

/// The sections of the page that a text cites, as `docs/rules.md, section 3.1`
/// or `docs/rules.md, sections 2 and 3`; a citation without a section is an error.
fn citations(text: &str) -> Vec<Result<String, String>> {
    let words = words(text);
    let mut found = Vec::new();
    for (index, word) in words.iter().enumerate() {
        if !word.ends_with("docs/rules.md,") {
            continue;
        }
        let rest = &words[index + 1..];
        let count = match rest.first() {
            Some(&"section") => 1,
            Some(&"sections") => 3,
            _ => 0,
        };
        if count == 0 || rest.len() < 1 + count {
            found.push(Err(words[index..words.len().min(index + 4)].join(" ")));
            continue;
        }
        for number in rest[1..=count].iter().step_by(2) {
            let end = |letter: char| !letter.is_ascii_digit();
            found.push(Ok(number.trim_end_matches(end).to_owned()));
        }
    }
    found
}

#[test]
fn sections_are_numbered_without_a_gap() {
    let page = fs::read_to_string(root().join("docs/rules.md")).unwrap();
    let (mut section, mut part) = (0, 0);
    let mut headings = headings(&page).into_iter();
    assert_eq!(headings.next(), Some("The games"));
    for heading in headings {
        if heading.starts_with(&format!("{section}.{} ", part + 1)) {
            part += 1;
        } else {
            (section, part) = (section + 1, 0);
            let wanted = format!("{section}. ");
            assert!(
                heading.starts_with(&wanted),
                "'{heading}' should be {wanted}"
            );
        }
    }
    assert!(section >= 11);
}

#[test]
fn cited_sections_exist() {
    let sections = sections();
    let mut cited = 0;
    for (path, text) in texts() {
        // The page's name in this file is not a citation.
        if path.ends_with("tests/rules/rules_page.rs") {
            continue;
        }
        for citation in citations(&text) {
            let number = citation.unwrap_or_else(|words| panic!("{}: '{words}'", path.display()));
            assert!(
                sections.contains(&number),
                "{} cites section {number} of docs/rules.md, which there is not",
                path.display()
            );
            cited += 1;
        }
    }
    assert!(cited > 40, "only {cited} citations found");
}

#[test]
fn citations_are_recognized() {
    let text =
        "/// So (docs/rules.md,\n/// sections 3.3 and 4.1), or\n// docs/rules.md, section 77.";
    let found: Vec<_> = citations(text).into_iter().map(Result::unwrap).collect();
    assert_eq!(found, ["3.3", "4.1", "77"]);
    assert!(!sections().contains("77"));
    assert!(citations("see docs/rules.md, page 3")[0].is_err());
}

#[test]
fn only_pages_of_the_repository_are_cited() {
    let stranger = concat!("RULES", ".md");
    for (path, text) in texts() {
        assert!(!text.contains(stranger), "{}", path.display());
    }
}

/// The anchor that a heading gets: lower case, hyphens for spaces, no other
/// punctuation.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars()
        .filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter))
        .collect()
}

#[test]
fn links_between_pages_resolve() {
    let mut followed = 0;
    for (path, text) in texts() {
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        for link in text.split("](").skip(1) {
            let target = link.split(')').next().unwrap();
            if target.contains("://") {
                continue;
            }
            let (file, fragment) = target.split_once('#').unwrap_or((target, ""));
            let page = match file {
                "" => path.clone(),
                _ => path.parent().unwrap().join(file),
            };
            if is_left_out(&page) {
                continue;
            }
            assert!(page.exists(), "{}: {target}", path.display());
            if !fragment.is_empty() {
                let page = fs::read_to_string(&page).unwrap();
                assert!(
                    headings(&page)
                        .iter()
                        .any(|heading| anchor(heading) == fragment),
                    "{}: {target}",
                    path.display()
                );
            }
            followed += 1;
        }
    }
    assert!(followed > 40, "only {followed} links found");
}
