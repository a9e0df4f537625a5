//! Fairy-Stockfish's `variants.ini`.
//!
//! Sections can be based on earlier ones and on the games that Fairy-Stockfish knows
//! without a file.

mod betza;
mod board;
mod castling;
mod convert;
mod ends;
mod keys;
mod pawns;
mod refusals;
mod royals;
mod slots;
mod state;
mod values;

use std::collections::HashMap;
use std::rc::Rc;

use crate::base::suggestion::did_you_mean;

use super::draft::{Entry, valid_name};
use super::finding::{Finding, Source};
use super::ini::{self, Ini, Section};
use convert::Converter;
use state::State;

/// The games that Fairy-Stockfish knows without a file.
const BUILT_IN: &str = include_str!("built_in_games.ini");

/// Whether Fairy-Stockfish knows a game of this name without a file.
pub(in crate::variants) fn is_built_in(name: &str) -> bool {
    let sections = ini::read(BUILT_IN).sections;
    sections
        .iter()
        .any(|section| section.name.eq_ignore_ascii_case(name))
}

/// Reads all sections of a file.
pub(super) fn read(text: &str, is_strict: bool) -> (Vec<Entry>, Vec<Finding>) {
    let ini = ini::read(text);
    let faults = ini.faults.iter().map(|(line, text, reason)| {
        let source = Source {
            line: *line,
            section: "the file".to_owned(),
            key: String::new(),
            value: (!text.is_empty()).then(|| (*text).to_owned()),
            is_built_in: false,
        };
        source.refused(reason.clone())
    });
    let faults = faults.collect();
    let mut states: HashMap<&str, State> = HashMap::new();
    let built_in = ini::read(BUILT_IN);
    for section in &built_in.sections {
        let mut state = section
            .parent
            .and_then(|parent| states.get(parent))
            .map(State::child)
            .unwrap_or_default();
        state.apply(section, true, false, &mut Vec::new());
        debug_assert!(state.faults.is_empty(), "{:?}", state.faults);
        states.insert(section.name, state);
    }
    let built_in: Vec<&str> = built_in
        .sections
        .iter()
        .map(|section| section.name)
        .collect();
    let mut lines: HashMap<&str, usize> = HashMap::new();
    let mut entries = Vec::new();
    for section in &ini.sections {
        entries.push(entry(
            section,
            &ini,
            &built_in,
            &mut lines,
            &mut states,
            is_strict,
        ));
    }
    (entries, faults)
}

fn entry<'t>(
    section: &Section<'t>,
    ini: &Ini<'t>,
    built_in: &[&str],
    lines: &mut HashMap<&'t str, usize>,
    states: &mut HashMap<&'t str, State>,
    is_strict: bool,
) -> Entry {
    let source = Source {
        line: section.line,
        section: section.name.to_owned(),
        key: String::new(),
        value: None,
        is_built_in: false,
    };
    let mut findings = Vec::new();
    let mut faults: Vec<Finding> = Vec::new();
    for (line, text, reason) in &section.faults {
        let source = Source {
            line: *line,
            value: (!text.is_empty()).then(|| (*text).to_owned()),
            ..source.clone()
        };
        faults.push(source.refused(reason.clone()));
    }
    if let Some(earlier) = lines.get(section.name) {
        let reason = format!("there is a section of this name already, on line {earlier}");
        faults.push(source.refused(reason));
    } else if built_in.contains(&section.name) {
        let reason = "Fairy-Stockfish has a game of this name without a file, and plays that";
        findings.push(source.noted(reason));
    }
    let is_first = lines.insert(section.name, section.line).is_none();
    let parent = match section.parent {
        None => Ok(State::default()),
        Some(parent) => match states.get(parent) {
            Some(state) => Ok(state.child()),
            None => Err(no_parent(section, parent, ini, built_in)),
        },
    };
    let mut state = match parent {
        Ok(state) => state,
        Err(reason) => {
            faults.push(source.refused(reason));
            State::default()
        }
    };
    let has_parent = faults.is_empty();
    state.apply(section, false, is_strict, &mut findings);
    state.faults.extend(faults.into_iter().map(Rc::new));
    let mut converter = Converter {
        state: &state,
        section: source,
        is_strict,
        findings,
    };
    let name = valid_name(section.name);
    let draft = match has_parent {
        true => converter.convert(name.clone()),
        // More would only be said about what is missing.
        false => {
            let faults = state.faults.iter().map(|fault| Finding::clone(fault));
            converter.findings.extend(faults);
            None
        }
    };
    let findings = converter.findings;
    if is_first && !built_in.contains(&section.name) {
        states.insert(section.name, state);
    }
    Entry {
        name: section.name.to_owned(),
        line: section.line,
        draft,
        findings,
    }
}

/// Why a section cannot be based on another.
fn no_parent(section: &Section<'_>, parent: &str, ini: &Ini<'_>, built_in: &[&str]) -> String {
    let mut next = parent;
    // At most once around.
    for _ in 0..ini.sections.len() {
        if next == section.name {
            return match parent == section.name {
                true => "the section is based on itself".to_owned(),
                false => format!("'{parent}', on which it is based, is based on it in turn"),
            };
        }
        let found = ini.sections.iter().find(|other| other.name == next);
        match found.and_then(|other| other.parent) {
            Some(parent) => next = parent,
            None => break,
        }
    }
    if let Some(later) = ini.sections.iter().find(|other| other.name == parent) {
        return format!(
            "'{parent}', on which it is based, stands below it, on line {}; Fairy-Stockfish \
             reads a file from its top",
            later.line
        );
    }
    let own = ini.sections.iter().map(|other| other.name);
    let all: Vec<&str> = built_in.iter().copied().chain(own).collect();
    format!(
        "'{parent}', on which it is based, is neither above it nor a game of Fairy-Stockfish{}",
        did_you_mean(parent, &all)
    )
}
