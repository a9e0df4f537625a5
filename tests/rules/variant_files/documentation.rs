//! The examples and lists of the documentation are right.

use std::collections::BTreeSet;

use peregrine::board::movement::WORDS;
use peregrine::notation::epd;
use peregrine::position::movegen::slow;
use peregrine::rules::{CastlingRule, StalemateRule};
use peregrine::variants;
use peregrine::variants::reader::{KEYS, MOVES, PAWN_KEYS, PIECE_KEYS, ZONE_KEYS};

use super::texts::{documentation, read, toml_blocks};
use crate::common::is_long_run;
use crate::perft::check_counts;

/// The largest counts in a long run only.
#[test]
fn examples_have_the_known_perft_counts() {
    let (most, patience) = if is_long_run() {
        (u64::MAX, 200)
    } else {
        (1_000_000, 50)
    };
    for name in [
        "gothic",
        "falcon-knights",
        "falcon-9x9-c",
        "falcon-guards",
        "falcon-guards-and-men",
    ] {
        let path = documentation().join(format!("examples/{name}.toml"));
        assert_eq!(variants::load(&path).unwrap(), [name]);
        let text = read(&path.with_extension("epd"));
        let mut checked = 0;
        for case in epd::parse(&text, name).unwrap() {
            let position = case.position().unwrap();
            checked += check_counts(&case, most);
            assert_eq!(slow::first_difference(&position, 3, patience), None);
        }
        assert!(checked >= 8, "only {checked} counts for {name}");
    }
}

#[test]
fn examples_in_the_documentation_are_valid() {
    let text = read(&documentation().join("guide/variant-files.md"));
    let blocks = toml_blocks(&text);
    assert!(blocks.len() >= 5);
    for block in blocks {
        if let Err(faults) = variants::check(block) {
            panic!("{block}\n{faults:#?}");
        }
    }
    for (file, block) in [("falcon-knights", 0), ("gothic", 1)] {
        let example = read(&documentation().join(format!("examples/{file}.toml")));
        assert!(
            example.ends_with(toml_blocks(&text)[block]),
            "{file}.toml is not what the documentation shows"
        );
    }
}

/// The words in backticks in the first column of the table below a heading.
fn documented<'t>(text: &'t str, heading: &str) -> BTreeSet<&'t str> {
    let (_, section) = text.split_once(&format!("\n{heading}\n")).expect(heading);
    let section = section.split("\n#").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.flat_map(|row| {
        let cell = row.split('|').nth(1).unwrap();
        cell.split('`').skip(1).step_by(2)
    })
    .collect()
}

#[test]
fn all_keys_and_moves_are_documented() {
    let text = read(&documentation().join("guide/variant-files.md"));
    let known = |keys: &[&'static str]| keys.iter().copied().collect::<BTreeSet<_>>();
    for (heading, keys) in [
        ("### Keys of a variant", &KEYS[..]),
        ("### Keys of a piece", &PIECE_KEYS),
        ("### Keys of `pawns`", &PAWN_KEYS),
        ("### Keys of a zone", &ZONE_KEYS),
    ] {
        assert_eq!(documented(&text, heading), known(keys), "{heading}");
    }
    let mut moves = known(&MOVES);
    moves.extend(["leap M-N", "bishop N", "bishop M-N", "rook N", "rook M-N"]);
    moves.extend(WORDS.iter().map(|row| row.word));
    assert_eq!(documented(&text, "### Moves"), moves);
    for row in WORDS {
        let (word, betza, meaning) = (row.word, row.betza, row.meaning);
        assert!(
            text.contains(&format!("| `{word}` | {meaning} | `{betza}` |")),
            "{word}"
        );
    }
    let castling = CastlingRule::ALL.map(CastlingRule::name);
    assert_eq!(documented(&text, "### Castling"), known(&castling));
    for name in StalemateRule::ALL.map(StalemateRule::name) {
        assert!(text.contains(&format!("`\"{name}\"`")), "{name}");
    }
    for variant in variants::all().iter().take(25) {
        assert!(text.contains(&format!("`{}`", variant.name)));
    }
}
