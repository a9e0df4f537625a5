//! Variant files on the command line.

use std::fs;

use super::{complains, run, says};
use crate::common;
use crate::process::{output_for, program};

#[test]
fn variant_files_add_games_to_every_command() {
    let gothic = ["--variants", "docs/examples/gothic.toml"];
    let with = |before: &[&str], after: &[&str]| says(&[before, &gothic, after].concat());
    let named = ["--variant", "gothic"];
    assert!(with(&["perft", "3"], &named).ends_with("Nodes searched: 25283\n"));
    assert!(with(&named_first("moves", &named), &[]).contains("i1h3\n"));
    assert!(with(&["show"], &named).contains("Game: gothic, castling three"));
    assert!(with(&["bench", "2"], &named).contains("Nodes searched: "));
    assert!(
        with(&["perft", "--suite", "docs/examples/gothic.epd"], &[])
            .contains("11 passed, 0 failed")
    );
    // The option may also precede the command, and be repeated.
    let both = [
        "--variants",
        "docs/examples/falcon-knights.toml",
        "variants",
    ];
    let text = says(&[&gothic[..], &both].concat());
    let names: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(
        names[common::built_in_games().len()..],
        ["gothic", "falcon-knights"]
    );
    let unknown = complains(&["moves", "--variant", "falcon-knights"]);
    assert!(
        unknown.starts_with("unknown variant 'falcon-knights'"),
        "{unknown}"
    );
}

fn named_first<'a>(command: &'a str, words: &[&'a str]) -> Vec<&'a str> {
    [&[command], words].concat()
}

#[test]
fn variant_files_are_checked() {
    let good = says(&["variants", "--check", "docs/examples/gothic.toml"]);
    assert!(good.starts_with("docs/examples/gothic.toml: 1 variant, no faults\ngothic\n"));
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.toml");
    fs::write(
        &bad,
        "[a]\nbase = 'chess'\nbord = 1\n[b]\nbase = 'a'\nking = 'x'\n",
    )
    .unwrap();
    let bad = bad.to_str().unwrap();
    let expected = format!(
        "{bad}:3: a.bord: unknown key; did you mean 'board'?\n\
         {bad}:6: b.king: a piece's letter must be A to Z, \
         with or without an apostrophe, not 'x'\n"
    );
    let output = run(&["variants", "--check", bad, "docs/examples/gothic.toml"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with(&expected), "{said}");
    assert!(said.contains("gothic.toml: 1 variant, no faults"));
    // Other commands refuse such a file.
    assert_eq!(complains(&["moves", "--variants", bad]), expected);
    assert!(complains(&["variants", "--check", "no/such/file"]).starts_with("no/such/file: "));
}

#[test]
fn games_have_the_names_of_other_programs_everywhere() {
    for name in ["normal", "Standard", "orthodox", "chess"] {
        assert!(says(&["perft", "2", "--variant", name]).ends_with("Nodes searched: 400\n"));
        assert!(says(&["show", "--variant", name]).contains("\nGame: chess,"));
    }
    let session = "uci\nsetoption name UCI_Variant value normal\ngo perft 1\nd\nquit\n";
    let output = output_for(&mut program(), session);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("\nGame: chess,"), "{said}");
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("suite.epd");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    fs::write(&suite, format!("{start} ;variant normal ;D1 20\n")).unwrap();
    says(&["perft", "--suite", suite.to_str().unwrap()]);
    // A file may give the name to a game of its own.
    let file = folder.path().join("own.toml");
    fs::write(&file, "[normal]\nbase = 'falcon'\n").unwrap();
    let own = [
        "perft",
        "1",
        "--variants",
        file.to_str().unwrap(),
        "--variant",
        "normal",
    ];
    assert!(says(&own).ends_with("Nodes searched: 24\n"));
}

#[test]
fn games_without_faults_are_played_from_a_file_with_faults() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mixed.toml");
    fs::write(
        &file,
        "[good]\nbase = 'chess'\n[bad]\nbase = 'chess'\nbord = 1\n[based]\nbase = 'bad'\n",
    )
    .unwrap();
    let file = file.to_str().unwrap();
    let output = run(&["perft", "2", "--variants", file, "--variant", "good"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .ends_with("Nodes searched: 400\n")
    );
    let warning = String::from_utf8(output.stderr).unwrap();
    let expected = format!(
        "peregrine: warning: {file}:5: bad.bord: unknown key; did you mean 'board'?\n\
         {file}: variants added: good; not added: bad, based\n"
    );
    assert!(warning.starts_with(&expected), "{warning}");
    for (name, reason) in [
        ("bad", "line 5: bad.bord: unknown key"),
        (
            "based",
            "line 7: based.base: 'bad', on which it is based, has faults",
        ),
    ] {
        let output = run(&["perft", "2", "--variants", file, "--variant", name]);
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        let begin = format!("peregrine: error: unknown variant '{name}'; its definition in {file}");
        assert!(said.contains(&begin) && said.contains(reason), "{said}");
    }
    let checked = run(&["variants", "--check", file]);
    assert_eq!(checked.status.code(), Some(1));
}

#[test]
fn games_of_the_library_are_found_by_name() {
    let suite = [
        "perft",
        "--suite",
        "tests/data/games.epd",
        "--max-nodes",
        "10000",
    ];
    let counted = says(&suite);
    assert!(counted.ends_with("168 passed, 0 failed\n"), "{counted}");
    let names = |arguments: &[&str]| -> Vec<String> {
        let text = says(arguments);
        let names = text.lines().filter(|line| !line.starts_with(' '));
        names.map(str::to_owned).collect()
    };
    let (listed, all) = (names(&["variants"]), names(&["variants", "--all"]));
    assert_eq!(listed.len(), common::built_in_games().len());
    assert_eq!(all[..listed.len()], listed);
    let files = std::fs::read_dir("data/games").unwrap().count();
    assert_eq!(all.len(), listed.len() + files);
    // A game of a file comes first.
    let own = [
        "show",
        "--variants",
        "docs/examples/gothic.toml",
        "--variant",
        "gothic",
    ];
    assert!(says(&own).contains("Game: gothic"));
    let near = complains(&["show", "--variant", "grasshoper"]);
    assert!(near.contains("did you mean 'grasshopper'?"), "{near}");
}
