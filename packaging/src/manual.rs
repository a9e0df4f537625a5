//! Manual pages, one for each command, from the description of the command line.
//!
//! The sections are those of `clap_mangen`, except for what a command's help
//! says after its options: there, lines and columns have to stay as they are.

use clap::Command;
use clap_mangen::Man;
use roff::{Inline, Roff, bold, roman};

/// The section of games.
const SECTION: &str = "6";

/// A manual page.
pub struct Page {
    /// The name by which `man` finds it, such as `peregrine-perft.6`.
    pub file_name: String,
    pub text: String,
}

/// The pages of a command and of all commands below it.
pub fn pages(command: Command) -> Vec<Page> {
    // 'peregrine help perft' needs no page.
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let name = command.get_name().to_owned();
    let release = command.get_version().unwrap_or_default().to_owned();
    let mut pages = Vec::new();
    add(&command, &name, &release, &mut pages);
    pages
}

fn add(command: &Command, top: &str, release: &str, pages: &mut Vec<Page>) {
    let man = Man::new(command.clone())
        .section(SECTION)
        .source(format!("{top} {release}"))
        .manual("Games");
    pages.push(Page {
        file_name: man.get_filename(),
        text: text(&man, command, top),
    });
    for below in shown_subcommands(command) {
        add(below, top, release, pages);
    }
}

fn shown_subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    command
        .get_subcommands()
        .filter(|below| !below.is_hide_set())
}

fn text(man: &Man, command: &Command, top: &str) -> String {
    let mut page = Vec::new();
    let has_options = command
        .get_arguments()
        .any(|argument| !argument.is_hide_set());
    let has_subcommands = shown_subcommands(command).next().is_some();
    let written = (|| {
        man.render_title(&mut page)?;
        man.render_name_section(&mut page)?;
        synopsis(command).to_writer(&mut page)?;
        man.render_description_section(&mut page)?;
        if has_options {
            man.render_options_section(&mut page)?;
        }
        if has_subcommands {
            man.render_subcommands_section(&mut page)?;
        }
        if let Some(help) = command.get_after_long_help().or(command.get_after_help()) {
            remarks(&help.to_string()).to_writer(&mut page)?;
        }
        see_also(command, top).to_writer(&mut page)
    })();
    written.expect("writing to memory does not fail");
    String::from_utf8(page).expect("help texts are UTF-8")
}

fn synopsis(command: &Command) -> Roff {
    let usage = command.clone().render_usage().to_string();
    let mut section = Roff::new();
    section.control("SH", ["SYNOPSIS"]);
    let lines = usage.trim_start_matches("Usage:").trim().lines();
    for (number, line) in lines
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .enumerate()
    {
        if number > 0 {
            section.control("br", []);
        }
        let name = command.get_bin_name().unwrap_or(command.get_name());
        match line.strip_prefix(name) {
            Some(rest) => section.text([bold(name), roman(rest)]),
            None => section.text([roman(line)]),
        };
    }
    section
}

/// The text after the options: examples in a section of their own, all else
/// under notes. Indented lines and examples keep their line breaks.
fn remarks(help: &str) -> Roff {
    let (examples, notes): (Vec<&str>, Vec<&str>) = help
        .split("\n\n")
        .map(|block| block.trim_end())
        .filter(|block| !block.is_empty())
        .partition(|block| block.starts_with("Example"));
    let mut sections = Roff::new();
    if !notes.is_empty() {
        sections.control("SH", ["NOTES"]);
    }
    for (number, block) in notes.iter().enumerate() {
        if number > 0 {
            sections.control("PP", []);
        }
        let mut is_literal = false;
        for line in block.lines() {
            let is_indented = line.starts_with(' ');
            if is_indented != is_literal {
                sections.control(if is_indented { "nf" } else { "fi" }, []);
                is_literal = is_indented;
            }
            sections.text([roman(line)]);
        }
        if is_literal {
            sections.control("fi", []);
        }
    }
    if !examples.is_empty() {
        sections.control("SH", ["EXAMPLES"]);
        sections.control("nf", []);
        for block in examples {
            let lines = block.lines().skip(1);
            sections.text(
                lines
                    .flat_map(|line| {
                        [
                            roman(line.strip_prefix("  ").unwrap_or(line)),
                            Inline::LineBreak,
                        ]
                    })
                    .collect::<Vec<_>>(),
            );
        }
        sections.control("fi", []);
    }
    sections
}

fn see_also(command: &Command, top: &str) -> Roff {
    let mut section = Roff::new();
    section.control("SH", ["SEE ALSO"]);
    let own = command.get_display_name().unwrap_or(command.get_name());
    match own.rsplit_once('-') {
        Some((above, _)) => section.text([bold(above), roman(format!("({SECTION})"))]),
        None => section.text([bold("xboard"), roman(format!("({SECTION})"))]),
    };
    section.control("PP", []);
    section.text([roman(format!(
        "Paths such as docs/guide/xboard.md are those of the source; the package for Debian \
         keeps them below /usr/share/doc/{top}."
    ))]);
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page() {
        let pages = pages(peregrine::cli::command());
        let page = |name: &str| {
            let found = pages.iter().find(|page| page.file_name == name);
            &found.unwrap_or_else(|| panic!("no {name}")).text
        };
        let top = page("peregrine.6");
        for command in peregrine::cli::command().get_subcommands() {
            let name = command.get_name();
            page(&format!("peregrine-{name}.6"));
            assert!(top.contains(&format!("peregrine\\-{name}(6)")), "{name}");
        }
        assert!(page("peregrine-pgn-check.6").contains(".SH EXAMPLES"));
        assert!(pages.len() > 30, "{}", pages.len());
    }

    #[test]
    fn columns_and_line_breaks_are_kept() {
        let text = remarks("Two lines\nof text:\n  a   b\n\nExamples:\n  one\n  two").render();
        assert!(text.contains(".nf\n  a   b\n.fi"), "{text}");
        assert!(text.contains(".SH EXAMPLES\n.nf\none\n.br\ntwo"), "{text}");
    }
}
