//! The examples of README, help and guide: each is a command that the program
//! understands, and each is run, long ones with smaller numbers, and does what the text
//! says.

mod printed;
mod tables;
mod texts;
#[cfg(unix)]
mod workplace;

use std::collections::BTreeSet;

use tables::{NO_COMMANDS, NOT_RUN, REWRITES};

/// The command that a test runs for an example; nothing for one that is not run.
fn shortened(example: &str, used: &mut BTreeSet<usize>) -> Option<String> {
    if NOT_RUN.iter().any(|row| example.starts_with(row.0)) {
        return None;
    }
    let mut command = example.to_owned();
    for (number, (beginning, from, to)) in REWRITES.iter().enumerate() {
        if example.starts_with(beginning) && command.contains(from) {
            command = command.replacen(from, to, 1);
            used.insert(number);
        }
    }
    Some(command)
}

/// Every part of a table that fits no example, as complaints.
fn unused<'a>(
    table: &str,
    beginnings: impl Iterator<Item = &'a str>,
    examples: &[&str],
) -> Vec<String> {
    beginnings
        .filter(|beginning| {
            !examples
                .iter()
                .any(|example| example.starts_with(beginning))
        })
        .map(|beginning| format!("{table}: no example begins with '{beginning}'"))
        .collect()
}

#[test]
fn the_tables_fit_the_examples() {
    let pages = texts::pages();
    let examples: Vec<&str> = pages
        .iter()
        .flat_map(|page| page.examples.iter().map(String::as_str))
        .collect();
    let mut faults = unused("NOT_RUN", NOT_RUN.iter().map(|row| row.0), &examples);
    let mut used = BTreeSet::new();
    let commands: Vec<String> = examples
        .iter()
        .filter_map(|example| shortened(example, &mut used))
        .collect();
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    let answered = tables::ANSWERS.iter().map(|row| row.0);
    faults.extend(unused("ANSWERS", answered, &commands));
    let printed = printed::PRINTED
        .iter()
        .map(|row| row.0.trim_end_matches('$'));
    faults.extend(unused("PRINTED", printed, &commands));
    for pages_of_file in tables::FILES.iter().map(|row| row.2) {
        let is_page = |name: &&str| pages.iter().any(|page| page.name == **name);
        let unknown = pages_of_file.iter().filter(|name| !is_page(name));
        faults.extend(unknown.map(|name| format!("FILES: no page '{name}'")));
    }
    for (number, (_, from, to)) in REWRITES.iter().enumerate() {
        if !used.contains(&number) {
            faults.push(format!("REWRITES: no example has '{from}' for '{to}'"));
        }
    }
    let others: Vec<&str> = pages
        .iter()
        .flat_map(texts::other_lines)
        .map(str::trim)
        .collect();
    faults.extend(unused("NO_COMMANDS", NO_COMMANDS.iter().copied(), &others));
    for line in others {
        if !NO_COMMANDS.iter().any(|known| line.starts_with(known)) {
            faults.push(format!("is this a command? {line}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(examples.len() > 130, "only {} examples", examples.len());
}

/// The options of every example are known, those that a test replaces too.
#[test]
fn every_example_is_understood() {
    let mut count = 0;
    for page in texts::pages() {
        for example in &page.examples {
            if !example.starts_with("peregrine") || example.contains('[') {
                continue;
            }
            let words = shlex::split(example).expect("a shell reads it");
            let words = words
                .iter()
                .take_while(|word| *word != ">" && *word != "...");
            let read = peregrine::cli::command().try_get_matches_from(words);
            if let Err(error) = read {
                use clap::error::ErrorKind::{DisplayHelp, MissingRequiredArgument};
                let is_known = error.kind() == DisplayHelp
                    || (error.kind() == MissingRequiredArgument && example.contains("..."));
                assert!(is_known, "{}: {example}: {error}", page.name);
            }
            count += 1;
        }
    }
    assert!(count > 100, "only {count} examples");
}

/// XBoard and WinBoard are not started, but the engine must know the games of their examples.
#[test]
fn xboard_examples_name_games() {
    let mut engine = crate::process::program();
    let output = crate::process::output_for(&mut engine, "xboard\nprotover 2\nquit\n");
    let printed = String::from_utf8_lossy(&output.stdout);
    let (_, names) = printed.split_once("variants=\"").expect("a list of games");
    let names = names.split('"').next().unwrap_or_default();
    let names: Vec<&str> = names.split(',').collect();
    let mut count = 0;
    for page in texts::pages() {
        let of_clients = |example: &&String| {
            example.starts_with("xboard ") || example.starts_with("winboard.exe ")
        };
        for example in page.examples.iter().filter(of_clients) {
            if let Some((_, game)) = example.split_once(" -variant ") {
                let game = game.split(' ').next().unwrap_or_default();
                assert!(names.contains(&game), "{example}: {names:?}");
                count += 1;
            }
        }
    }
    assert!(count > 8, "only {count} examples");
}

#[cfg(unix)]
#[test]
fn every_example_does_what_it_says() {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    let pages = texts::pages();
    let next = AtomicUsize::new(0);
    let faults = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(2, |count| count.get().min(4));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = faults_of(page);
                    faults.lock().expect("no thread panics").extend(found);
                }
            });
        }
    });
    let faults = faults.into_inner().expect("no thread panics");
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// What goes wrong when a reader tries the examples of a page one after the other.
#[cfg(unix)]
fn faults_of(page: &texts::Page) -> Vec<String> {
    let place = workplace::Workplace::new(page);
    let mut faults = Vec::new();
    for (_, before) in tables::BEFORE.iter().filter(|row| row.0 == page.name) {
        let command = shortened(before, &mut BTreeSet::new()).expect("it is run");
        if let Err(error) = place.run(&command) {
            faults.push(format!("{}: before: {command}\n{error}", page.name));
        }
    }
    for example in &page.examples {
        let Some(command) = shortened(example, &mut BTreeSet::new()) else {
            continue;
        };
        let result = place.run(&command);
        let missing = match result {
            Err(error) => Some(error),
            Ok(printed) => missing_text(&command, &printed),
        };
        if let Some(missing) = missing {
            faults.push(format!("{}: {example}\nas {command}\n{missing}", page.name));
        }
    }
    faults
}

/// What a command should have printed and did not.
#[cfg(unix)]
fn missing_text(command: &str, printed: &str) -> Option<String> {
    let is_for = |beginning: &str| match beginning.strip_suffix('$') {
        Some(whole) => command == whole,
        None => command.starts_with(beginning),
    };
    let rows = printed::PRINTED.iter().filter(|row| is_for(row.0));
    let mut texts = rows.flat_map(|row| row.1).peekable();
    if texts.peek().is_none() {
        return Some(format!("no row of PRINTED says what it prints:\n{printed}"));
    }
    let missing = texts.find(|text| !printed.contains(**text))?;
    Some(format!("does not print '{missing}' but\n{printed}"))
}
