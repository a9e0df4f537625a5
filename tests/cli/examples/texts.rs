//! The examples in the help, README and guide: lines that are set in and hold a command.

use std::fs;
use std::path::Path;

use clap::Command;

/// The first words of the commands that examples show.
const PROGRAMS: [&str; 14] = [
    "peregrine",
    "printf",
    "zcat",
    "parallel",
    "xboard",
    "winboard.exe",
    "cargo",
    "sudo",
    "pip",
    "rustup",
    "packaging/release",
    "python3",
    "scripts/train_network.py",
    "job=$(sbatch",
];

/// The examples of a page of the guide, or of the help of a command, in their order.
pub struct Page {
    /// A path in the repository, or `help NAME`.
    pub name: String,
    pub text: String,
    pub examples: Vec<String>,
}

impl Page {
    fn new(name: String, text: String) -> Page {
        let examples = examples(&text);
        Page {
            name,
            text,
            examples,
        }
    }
}

/// The command at the start of a line, without the words that explain it.
fn command(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let first = line.split(' ').next()?;
    // A dependency of a Cargo.toml is no command.
    let is_command = !line.starts_with("peregrine = ") && PROGRAMS.contains(&first);
    let is_command = is_command || first == "sbatch";
    let end = line.find("  ").unwrap_or(line.len());
    let command = line[..end].trim_end();
    // A word alone is one of a list.
    (is_command && (command == "peregrine" || command.contains(' '))).then_some(command)
}

/// The commands among the lines that are set in, or stand in a fenced block. A
/// backslash joins a line to the next.
fn examples(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_fenced = false;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        is_fenced ^= line.starts_with("```");
        if !is_fenced && !line.starts_with("  ") {
            continue;
        }
        let Some(mut example) = command(line).map(str::to_owned) else {
            continue;
        };
        while let Some(begun) = example.strip_suffix('\\') {
            let next = lines.next().unwrap_or_default().trim();
            example = format!("{} {next}", begun.trim_end());
        }
        found.push(example);
    }
    found
}

fn add_help(command: &Command, name: &str, pages: &mut Vec<Page>) {
    if let Some(help) = command.get_after_help() {
        pages.push(Page::new(format!("help{name}"), help.to_string()));
    }
    for command in command.get_subcommands() {
        add_help(command, &format!("{name} {}", command.get_name()), pages);
    }
}

/// Every page that has examples.
pub fn pages() -> Vec<Page> {
    let mut pages = Vec::new();
    add_help(&peregrine::cli::command(), "", &mut pages);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_dir(root.join("docs/guide")).expect("the guide is a folder");
    let mut names = vec![
        "README.md".to_owned(),
        "docs/rules.md".to_owned(),
        "CONTRIBUTING.md".to_owned(),
    ];
    for entry in guide {
        let name = entry.expect("the guide can be listed").file_name();
        let name = name.into_string().expect("a name in UTF-8");
        if name.ends_with(".md") {
            names.push(format!("docs/guide/{name}"));
        }
    }
    names.sort();
    for name in names {
        let text = fs::read_to_string(root.join(&name)).expect("a page is text");
        pages.push(Page::new(name, text));
    }
    pages.retain(|page| !page.examples.is_empty());
    pages
}

/// The lines of a page that are set in and name the program, but are no commands that
/// [`examples`] finds.
pub fn other_lines(page: &Page) -> Vec<&str> {
    let names_program = |line: &str| {
        let is_part = |sign: char| sign.is_alphanumeric() || "-_.".contains(sign);
        line.split(|sign| !is_part(sign))
            .any(|word| word == "peregrine")
    };
    let lines = page
        .text
        .lines()
        .filter(|line| line.starts_with("    ") && names_program(line));
    let is_in_example = |line: &str| {
        let line = line.trim().trim_end_matches('\\').trim_end();
        page.examples.iter().any(|example| example.contains(line))
    };
    lines
        .filter(|line| command(line).is_none() && !is_in_example(line))
        .collect()
}
