//! Files of sections with keys, as Fairy-Stockfish reads its `variants.ini`.
//!
//! Knows lines, sections and keys, but not what any of them means.

/// The most sections that are read.
const MAX_SECTIONS: usize = 1000;

/// The longest line that is read, in bytes.
const MAX_LINE: usize = 8192;

/// A key with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry<'t> {
    /// The line, from 1.
    pub line: usize,
    pub key: &'t str,
    /// The value without blanks around it.
    pub value: &'t str,
    /// Whether blanks follow the value, which Fairy-Stockfish takes for a part of it.
    pub has_blanks: bool,
}

/// A section: `[name]` or `[name:parent]`, and the lines below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section<'t> {
    /// The line of its name, from 1.
    pub line: usize,
    pub name: &'t str,
    pub parent: Option<&'t str>,
    pub entries: Vec<Entry<'t>>,
    /// Lines that are neither keys nor comments, and what is wrong with them.
    pub faults: Vec<(usize, &'t str, String)>,
}

/// What a file consists of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ini<'t> {
    pub sections: Vec<Section<'t>>,
    /// Lines that belong to no section, and what is wrong with them.
    pub faults: Vec<(usize, &'t str, String)>,
}

/// Reads a text. Comments begin with `#` or `;` at the start of a line.
pub(super) fn read(text: &str) -> Ini<'_> {
    let mut ini = Ini::default();
    let mut is_full = false;
    for (index, line) in text.split('\n').enumerate() {
        let (line, number) = (line.strip_suffix('\r').unwrap_or(line), index + 1);
        if line.len() > MAX_LINE {
            let reason = format!(
                "the line has {} bytes, but at most {MAX_LINE} are read",
                line.len()
            );
            let faults = faults_of(&mut ini);
            faults.push((number, "", reason));
            continue;
        }
        let bare = line.trim();
        if bare.is_empty() || bare.starts_with(['#', ';']) {
            continue;
        }
        if let Some(heading) = bare.strip_prefix('[') {
            if is_full {
                continue;
            }
            if ini.sections.len() == MAX_SECTIONS {
                is_full = true;
                let reason = format!("only the first {MAX_SECTIONS} sections are read");
                ini.faults.push((number, bare, reason));
                continue;
            }
            match heading.split_once(']') {
                Some((heading, _)) => ini.sections.push(section(number, heading)),
                None => {
                    let mut section = section(number, heading);
                    let reason = "the bracket is not closed".to_owned();
                    section.faults.push((number, bare, reason));
                    ini.sections.push(section);
                }
            }
            continue;
        }
        if is_full {
            continue;
        }
        let Some(section) = ini.sections.last_mut() else {
            let reason = "this line stands above the first section".to_owned();
            ini.faults.push((number, bare, reason));
            continue;
        };
        match line.split_once('=') {
            Some((key, value)) if !key.trim().is_empty() => section.entries.push(Entry {
                line: number,
                key: key.trim(),
                value: value.trim(),
                has_blanks: value.trim_end() != value && !value.trim().is_empty(),
            }),
            _ => {
                let reason = "this is neither a section, nor a key with a value, nor a comment";
                section.faults.push((number, bare, reason.to_owned()));
            }
        }
    }
    ini
}

/// Where the faults of the current line belong.
fn faults_of<'i, 't>(ini: &'i mut Ini<'t>) -> &'i mut Vec<(usize, &'t str, String)> {
    match ini.sections.last_mut() {
        Some(section) => &mut section.faults,
        None => &mut ini.faults,
    }
}

fn section(line: usize, heading: &str) -> Section<'_> {
    let (name, parent) = match heading.split_once(':') {
        Some((name, parent)) => (name.trim(), Some(parent.trim())),
        None => (heading.trim(), None),
    };
    let mut faults = Vec::new();
    if name.is_empty() {
        faults.push((line, heading, "the section has no name".to_owned()));
    }
    if parent == Some("") {
        let reason = "no game is named after the colon".to_owned();
        faults.push((line, heading, reason));
    }
    Section {
        line,
        name,
        parent: parent.filter(|parent| !parent.is_empty()),
        entries: Vec::new(),
        faults,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_keys_and_comments() {
        let text = "# c\r\n[one : two]\r\nkey = a = b \n; d\n  # e\nbare\n[three]x\n=v\n[open\n";
        let ini = read(text);
        assert_eq!(ini.faults, []);
        let [one, three, open] = &ini.sections[..] else {
            panic!("{ini:?}");
        };
        assert_eq!((one.line, one.name, one.parent), (2, "one", Some("two")));
        let entry = Entry {
            line: 3,
            key: "key",
            value: "a = b",
            has_blanks: true,
        };
        assert_eq!(one.entries, [entry]);
        assert_eq!(one.faults[0].0, 6);
        assert_eq!((three.name, three.parent), ("three", None));
        assert_eq!(three.faults[0].0, 8);
        assert_eq!((open.name, open.faults.len()), ("open", 1));
    }

    #[test]
    fn long_lines_and_many_sections_are_refused() {
        let long = "x".repeat(MAX_LINE + 1);
        assert_eq!(read(&long).faults.len(), 1);
        let text = "[a]\nb = c\n".repeat(MAX_SECTIONS + 5);
        let ini = read(&text);
        assert_eq!((ini.sections.len(), ini.faults.len()), (MAX_SECTIONS, 1));
    }
}
