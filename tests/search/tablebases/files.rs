//! Table files: what is in them, and how damaged ones are refused.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use peregrine::position::Position;
use peregrine::rules::{PromotionRule, Rules};
use peregrine::tablebase::{self, BuildError, TableFileError, Tablebases};
use peregrine::variants::{self, RuleOptions};

use super::{
    build, material, rules, rules_of_file, statistics, tables, verified, verified_in_part,
};
use crate::common::{self, Random};
use crate::process::program;
use crate::running::Start;

#[test]
fn files_hold_what_was_built() {
    let falcon = rules("falcon-8x8");
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), falcon, "KFvK");
    assert_eq!(
        tablebase::plan(falcon, &[material(falcon, "KFvK")], folder.path()).unwrap(),
        []
    );
    let mut files = Tablebases::new(falcon);
    assert!(files.add_folder(folder.path()).unwrap().is_empty());
    verified(&files, falcon, "KFvK");
    let memory = tables(falcon, &["KFvK"]);
    let [first, second] =
        [&files, &memory].map(|tables| format!("{:?}", statistics(tables, falcon, "KFvK")));
    assert_eq!(first, second);
}

/// Each kind of damage is refused with its reason.
#[test]
fn damaged_files_are_refused() {
    let falcon = rules("falcon-8x8");
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), falcon, "KFvK");
    let file = folder.path().join("falcon-8x8-KFvK.tablebase");
    let valid = fs::read(&file).unwrap();
    let refused = |content: &[u8]| {
        fs::write(&file, content).unwrap();
        let mut tables = Tablebases::new(falcon);
        let mut faults = tables.add_folder(folder.path()).unwrap();
        assert!(!tables.has(&material(falcon, "KFvK")));
        faults.pop().expect("damage is seen")
    };
    for length in [0, 5, 11, 40, 300, valid.len() - 1] {
        let fault = refused(&valid[..length]);
        assert!(
            matches!(
                fault,
                TableFileError::Length { .. } | TableFileError::Io { .. }
            ),
            "{fault}"
        );
    }
    let mut longer = valid.clone();
    longer.push(0);
    assert!(matches!(refused(&longer), TableFileError::Length { .. }));
    let with = |place: usize, byte: u8| {
        let mut content = valid.clone();
        content[place] = byte;
        content
    };
    assert!(matches!(
        refused(&with(0, b'x')),
        TableFileError::Foreign(_)
    ));
    assert!(matches!(
        refused(&with(7, 99)),
        TableFileError::Version { found: 99, .. }
    ));
    // Any bit of the beginning: the header, the length and checksum of each of ten
    // blocks, and the checksum of all that.
    let header = u32::from_le_bytes(valid[8..12].try_into().unwrap()) as usize;
    for place in (8..12 + header + 10 * 8 + 4).step_by(7) {
        let fault = refused(&with(place, valid[place] ^ 4));
        assert!(!fault.to_string().is_empty());
    }
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    let faults = Tablebases::new(falcon).add_folder(folder.path()).unwrap();
    assert!(
        matches!(faults[..], [TableFileError::Io { .. }]),
        "{faults:?}"
    );
    fs::remove_dir(&file).unwrap();
    // A block is checked when it is first read: from then on the table is not trusted.
    fs::write(&file, with(valid.len() - 20, valid[valid.len() - 20] ^ 1)).unwrap();
    let mut tables = Tablebases::new(falcon);
    assert!(tables.add_folder(folder.path()).unwrap().is_empty());
    let never = AtomicBool::new(false);
    let found = tablebase::statistics(&tables, &material(falcon, "KFvK"), 1, &never, &|_| ());
    assert!(found.is_none());
    let fault = tables.take_error().expect("damage is told");
    assert!(matches!(fault, TableFileError::Checksum { .. }), "{fault}");
    let position = Position::from_fen(falcon, "k7/8/8/8/8/8/5F2/K7 w - - 0 1").unwrap();
    assert_eq!(tables.probe(&position), None);
}

/// A file for one variant is used in another only if the ending is the same there.
#[test]
fn games_with_the_same_ending_share_its_file() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), rules("falcon"), "KFvK");
    for (variant, shares) in [
        ("falcon-swapped", true),
        ("falcon-leap", false),
        ("falcon-8x8", false),
    ] {
        let other = rules(variant);
        let mut tables = Tablebases::new(other);
        assert!(tables.add_folder(folder.path()).unwrap().is_empty());
        assert_eq!(tables.has(&material(other, "KFvK")), shares, "{variant}");
    }
}

/// A file for the game itself is refused, not skipped, if other options make the ending another.
#[test]
fn a_file_for_other_options_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[choice]\nboard = '5x5'\nstart = 'qkr2/ppppp/5/PPPPP/QKR2 w - - 0 1'\n\
                castling = 'none'\npromotion = ['any', 'no-queen']\n\
                pieces = { Q = 'queen', R = 'rook' }";
    variants::add(variants::check(text).unwrap());
    build(folder.path(), rules("choice"), "KPvK");
    let options = RuleOptions {
        promotion: Some(PromotionRule::NoQueen),
        ..RuleOptions::default()
    };
    let variant = variants::find("choice").unwrap();
    let other = variant.rules(options).unwrap();
    let mut tables = Tablebases::new(other);
    let refused = tables.add_folder(folder.path()).unwrap();
    let refused: Vec<String> = refused.iter().map(ToString::to_string).collect();
    assert_eq!(refused.len(), 1, "{refused:?}");
    let reason = "choice-KPvK.tablebase: made for choice, whose rules differ from those of choice";
    assert!(refused[0].ends_with(reason), "{refused:?}");
    assert!(!tables.has(&material(other, "KPvK")) && tables.has(&material(other, "KQvK")));
}

/// The same pieces on the same board make another ending where stalemate is no draw, or
/// Pawns differ.
#[test]
fn unsupported_games_have_no_tables() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), rules("chess"), "KRvK");
    for (name, rule) in [
        ("chess-lost", "stalemate = \"loss\""),
        ("chess-left", "pawns.double-step = [\"a2\", \"b2\"]"),
        ("chess-sideways", "pawns.sideways = 2"),
    ] {
        let file = folder.path().join("game.toml");
        let text = format!("[{name}]\nbase = \"chess\"\ntitle = \"Another chess\"\n{rule}\n");
        fs::write(&file, text).unwrap();
        variants::load(&file).unwrap();
        let other = rules(name);
        assert!(tablebase::check_supported(other).is_err(), "{name}");
        let mut tables = Tablebases::built_in(other);
        assert!(tables.add_folder(folder.path()).unwrap().is_empty());
        assert!(!tables.has(&material(other, "KRvK")), "{name}");
        assert_eq!(tables.max_pieces(), 0, "{name}");
    }
}

/// The built-in tables are those that the program builds, for every variant that can have
/// tables; those of larger boards are built in a long run only.
#[test]
fn built_in_tables_match_a_new_build() {
    assert_match_a_new_build(&["F", "Q", "R", "P"], |_| true);
}

#[test]
#[ignore = "builds four-piece tables, for minutes; .ci/run does it"]
fn built_in_four_piece_tables_match_a_new_build() {
    // On 8x8 and 10x8 only (docs/guide/tablebases.md): other boards take megabytes more.
    assert_match_a_new_build(&["BN"], |rules| {
        let geometry = rules.geometry();
        geometry.ranks() == 8 && geometry.files() != 9
    });
}

/// Compares the built-in tables of these pieces against a bare King with newly built ones;
/// every variant that should have them does.
fn assert_match_a_new_build(armies: &[&str], is_to_have: impl Fn(&Rules) -> bool) {
    // Only the built-in variants: other tests load some from files.
    let games: toml::Table = include_str!("../../../src/variants/built_in.toml")
        .parse()
        .unwrap();
    let is_of = |name: &str| {
        armies
            .iter()
            .any(|army| name.ends_with(&format!("-K{army}vK")))
    };
    let kept: HashMap<_, _> = peregrine_tablebases::FILES
        .iter()
        .copied()
        .filter(|(name, _)| is_of(name))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let mut named = Vec::new();
    for name in games.keys() {
        let rules = rules(name);
        if tablebase::check_supported(rules).is_err() {
            continue;
        }
        let tables = Tablebases::built_in(rules);
        for army in armies {
            let has_piece = |letter: char| rules.kind_of_letter(&letter.to_string()).is_some();
            if !army.chars().all(has_piece) || !is_to_have(rules) {
                continue;
            }
            let name = format!("K{army}vK");
            assert!(
                tables.has(&material(rules, &name)),
                "{} {name}",
                rules.variant()
            );
            let table = format!("{}-{name}", rules.variant());
            let squares = rules.geometry().files() * rules.geometry().ranks();
            let Some(&content) = kept.get(table.as_str()) else {
                continue;
            };
            if squares <= 64 || common::is_long_run() {
                build(folder.path(), rules, &name);
                let new = folder.path().join(format!("{table}.tablebase"));
                assert!(fs::read(new).unwrap() == content, "{table}");
            }
            named.push(table);
        }
    }
    assert_eq!(named.len(), kept.len());
}

/// However often it is stopped, a build resumes and gives the same files.
#[test]
fn a_stopped_build_resumes() {
    let game = rules_of_file("narrow");
    let wanted = [material(game, "KPvKP")];
    let [without, with] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    build(without.path(), game, "KPvKP");
    let mut random = Random(3);
    // Reports before the next stop; more and more, so that there are not too many stops.
    let mut longest = 20;
    let (mut stops, mut last) = (0, None);
    while let Some(step) = tablebase::plan(game, &wanted, with.path()).unwrap().first() {
        assert_eq!(step.is_begun, last.is_some());
        let stop = AtomicBool::new(false);
        let most = 1 + random.below(longest);
        longest += longest / 10;
        let reported = Mutex::new(Vec::new());
        let made = tablebase::make(game, step, 2, &stop, &|now| {
            let mut reported = reported.lock().unwrap();
            reported.push((now.plies, now.done));
            stop.store(reported.len() >= most, Relaxed);
        });
        let reported = reported.into_inner().unwrap();
        assert!(
            reported.iter().min() >= last.as_ref(),
            "nothing is done twice"
        );
        last = match made {
            Ok(_) => None,
            Err(BuildError::Stopped) => {
                stops += 1;
                reported.into_iter().max()
            }
            Err(error) => panic!("{error}"),
        };
    }
    assert!(stops > 5, "{stops}");
    for entry in fs::read_dir(without.path()).unwrap() {
        let file = entry.unwrap().file_name();
        let content = |folder: &Path| fs::read(folder.join(&file)).unwrap();
        assert!(content(without.path()) == content(with.path()), "{file:?}");
    }
    let [without, with] =
        [without, with].map(|folder| fs::read_dir(folder.path()).unwrap().count());
    assert_eq!(without, with, "nothing else is left");
}

/// An unfinished table is used only if it is undamaged.
#[test]
fn a_damaged_unfinished_table_is_refused() {
    let small = rules_of_file("small");
    let folder = tempfile::tempdir().unwrap();
    let steps = tablebase::plan(small, &[material(small, "KFvK")], folder.path()).unwrap();
    let make = || {
        let stop = AtomicBool::new(true);
        tablebase::make(small, &steps[0], 1, &stop, &|_| ())
            .unwrap_err()
            .to_string()
    };
    assert!(make().starts_with("stopped; "));
    let file = folder.path().join("small-KFvK.unfinished");
    let valid = fs::read(&file).unwrap();
    let header = u32::from_le_bytes(valid[8..12].try_into().unwrap()) as usize;
    let refused = |content: &[u8]| {
        fs::write(&file, content).unwrap();
        let fault = make();
        assert!(fault.contains("small-KFvK.unfinished: "), "{fault}");
        assert!(
            fault.ends_with("delete this file to build the table from the start"),
            "{fault}"
        );
        fault
    };
    for length in [0, 5, 11, 40, 300, valid.len() - 1] {
        assert!(refused(&valid[..length]).contains(" bytes, expected "));
    }
    for (place, expected) in [
        (0, "this is not a Peregrine tablebase"),
        (7, "version "),
        (14, "header: "),
        (
            12 + header + 1000,
            "the content does not match its checksum",
        ),
        (valid.len() - 1, "the content does not match its checksum"),
    ] {
        let mut content = valid.clone();
        content[place] ^= 4;
        let fault = refused(&content);
        assert!(fault.contains(expected), "{fault}");
    }
    fs::write(&file, &valid).unwrap();
    assert!(make().starts_with("stopped; "));
}

/// However a build ends, every file is complete.
#[test]
fn a_killed_build_leaves_no_partial_file() {
    let game = rules_of_file("narrow");
    let file = format!("tests/data/games/{}.toml", game.variant());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let folder = tempfile::tempdir().unwrap();
    let start = || {
        let mut command = program();
        command
            .args(["tablebase", "build", "KPvK", "KFvKF", "--variants"])
            .arg(&file);
        command
            .args(["--variant", game.variant(), "--dir"])
            .arg(folder.path());
        command.stdout(Stdio::null()).stderr(Stdio::null()).start()
    };
    let mut random = Random(7);
    let mut seen = 0;
    let mut kills = 0;
    // Milliseconds; on however slow a machine, each table is finished in the end.
    let mut longest = 30;
    loop {
        let mut running = start();
        thread::sleep(Duration::from_millis(random.below(longest) as u64));
        longest += longest / 6;
        running.kill().unwrap();
        let has_finished = running.wait().unwrap().success();
        let tables = Tablebases::of_folder(game, folder.path()).unwrap();
        let files = fs::read_dir(folder.path()).unwrap();
        let count = files
            .filter(|file| {
                let path = file.as_ref().unwrap().path();
                path.extension()
                    .is_some_and(|extension| extension == "tablebase")
            })
            .count();
        assert!(count >= seen, "what was finished is kept");
        seen = count;
        if has_finished {
            verified(&tables, game, "KPvK");
            verified_in_part(&tables, game, "KFvKF", 50_000);
            break;
        }
        kills += 1;
        assert!(kills < 200, "no build completes");
    }
    assert!(kills > 3, "{kills}");
}
