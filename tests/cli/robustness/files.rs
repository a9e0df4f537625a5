//! Pipes and devices in place of files, tables that change while in use, and results files
//! that make false claims.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use peregrine::arena::journal;
use peregrine::board::setup::Setup;
use peregrine::position::Position;
use peregrine::tablebase::Material;
use peregrine::variants;

use super::{complaint, file_of_game, outcome, text};
use crate::common::is_long_run;
use crate::process::{Session, program};
use crate::running::Start;

fn pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo").success());
}

/// Where a whole file is to be read, a pipe or a device is refused at once.
#[test]
fn pipes_and_devices_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("fifo");
    pipe(&fifo);
    for file in [fifo.as_path(), Path::new("/dev/zero")] {
        for words in [
            &["--variants", "FILE", "variants"][..],
            &["variants", "--check", "FILE"],
            &["--tunables", "FILE", "tunables"],
            &["match", "--file", "FILE", "--out", "OUT"],
        ] {
            let mut command = program();
            command.args(words.iter().map(|&word| match word {
                "FILE" => file.to_owned(),
                "OUT" => folder.path().join("match"),
                word => PathBuf::from(word),
            }));
            let said = complaint(&mut command);
            let expected = format!("{}: this is not a regular file", file.display());
            assert!(said.contains(&expected), "{words:?}: {said}");
        }
    }
}

/// In a folder of tables or of results they are reported and not read.
#[test]
fn pipes_in_folders_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("falcon-KFvK.tablebase");
    pipe(&table);
    let results = folder.path().join("results.jsonl");
    pipe(&results);
    let mut probe = program();
    probe
        .args(["tablebase", "stats", "KFvK", "--dir"])
        .arg(folder.path());
    let said = complaint(&mut probe);
    assert!(
        said.contains("KFvK.tablebase: this is not a regular file"),
        "{said}"
    );
    let mut report = program();
    report.args(["match", "report"]).arg(folder.path());
    let said = complaint(&mut report);
    assert!(
        said.contains("results.jsonl: this is not a regular file"),
        "{said}"
    );
    let mut engine = Session::start();
    engine.ask("uci");
    for option in ["VariantPath", "EvalFile", "TablebasePath"] {
        let path = match option {
            "TablebasePath" => folder.path(),
            _ => &results,
        };
        let lines = engine.ask(&format!("setoption name {option} value {}", path.display()));
        let said = lines.join("\n");
        assert!(said.contains("this is not a regular file"), "{said}");
    }
    engine.send("quit");
    assert!(engine.end().1.success());
}

/// Games and positions, in contrast, may be read from a pipe.
#[test]
fn a_suite_may_come_through_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("fifo");
    pipe(&fifo);
    let position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5";
    let mut writer = Command::new("sh")
        .args(["-c", "echo \"$0\" > \"$1\"", position])
        .arg(&fifo)
        .start();
    let mut perft = program();
    perft
        .args(["perft", "--variant", "chess", "--suite"])
        .arg(&fifo);
    let output = outcome(&mut perft);
    assert!(writer.wait().unwrap().success());
    assert_eq!(text(&output.stdout), "1 passed, 0 failed\n");
    // Endless input is refused.
    let mut perft = program();
    perft.args(["perft", "--suite", "/dev/zero"]);
    let said = complaint(&mut perft);
    assert!(said.contains("/dev/zero: longer than"), "{said}");
}

/// A folder with a four-man table of the small game.
fn tables() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut build = program();
    build.args(["tablebase", "build", "KFvKN", "--variants"]);
    build
        .arg(file_of_game("small"))
        .args(["--variant", "small", "--dir"]);
    let output = outcome(build.arg(folder.path()));
    assert!(output.status.success(), "{}", text(&output.stderr));
    folder
}

/// Random positions with these men.
fn positions(count: usize) -> Vec<String> {
    variants::load(&file_of_game("small")).unwrap();
    let rules = variants::find("small").unwrap();
    let rules = rules.rules(Default::default()).unwrap();
    let material = Material::parse(rules, "KFvKN").unwrap();
    let squares = rules.geometry().squares().count() as usize;
    let mut random = 1u64;
    let mut found = Vec::new();
    while found.len() < count {
        let mut setup = Setup::empty();
        for &man in material.men() {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            setup.board[(random >> 33) as usize % squares] = Some(man);
        }
        let Ok(position) = Position::from_setup(rules, &setup) else {
            continue;
        };
        if position.occupied().count() == 4 && position.has_legal_move() {
            found.push(position.to_string());
        }
    }
    found
}

/// A table is truncated, overwritten or removed while the engine uses it: the engine does
/// not crash, and reports a table that has become useless.
#[test]
fn tables_may_change_while_in_use() {
    type Damage = fn(&Path);
    let damages: [(&str, Damage, bool); 5] = [
        (
            "emptied",
            |file| {
                OpenOptions::new()
                    .write(true)
                    .truncate(true)
                    .open(file)
                    .map(drop)
                    .unwrap()
            },
            true,
        ),
        (
            "halved",
            |file| {
                let file = OpenOptions::new().write(true).open(file).unwrap();
                let half = file.metadata().unwrap().len() / 2;
                file.set_len(half).unwrap();
            },
            true,
        ),
        (
            "overwritten",
            |file| {
                use std::os::unix::fs::FileExt;
                let file = OpenOptions::new().write(true).open(file).unwrap();
                let length = file.metadata().unwrap().len() as usize;
                file.write_all_at(&vec![0x55; length], 0).unwrap();
            },
            true,
        ),
        ("removed", |file| fs::remove_file(file).unwrap(), false),
        (
            "replaced by a pipe",
            |file| {
                fs::remove_file(file).unwrap();
                pipe(file);
            },
            false,
        ),
    ];
    let positions = positions(if is_long_run() { 60 } else { 12 });
    let tables = tables();
    for (what, damage, is_told) in damages {
        let folder = tempfile::tempdir().unwrap();
        for entry in fs::read_dir(tables.path()).unwrap() {
            let table = entry.unwrap().path();
            fs::copy(&table, folder.path().join(table.file_name().unwrap())).unwrap();
        }
        let mut engine = Session::start();
        engine.ask("uci");
        engine.ask(&format!(
            "setoption name VariantPath value {}",
            file_of_game("small").display()
        ));
        engine.ask("setoption name UCI_Variant value small");
        let lines = engine.ask(&format!(
            "setoption name TablebasePath value {}",
            folder.path().display()
        ));
        assert!(lines.is_empty(), "{lines:?}");
        let hits = |engine: &mut Session, position: &str| {
            engine.send(&format!("position fen {position}\ngo depth 6"));
            let lines = engine.until("bestmove");
            let words = lines.iter().flat_map(|line| line.split(' '));
            let hits: u64 = words
                .skip_while(|&word| word != "tbhits")
                .nth(1)
                .map_or(0, |hits| hits.parse().unwrap());
            let faults = lines
                .into_iter()
                .filter(|line| line.contains("KFvKN") || line.contains("KNvKF"));
            (hits, faults.collect::<Vec<_>>())
        };
        let (found, faults) = hits(&mut engine, &positions[0]);
        assert!(found > 0 && faults.is_empty(), "{what}: {found} {faults:?}");
        let mut all = Vec::new();
        for entry in fs::read_dir(folder.path()).unwrap() {
            all.push(entry.unwrap().path());
        }
        assert!(all.len() > 1);
        all.iter().for_each(|file| damage(file));
        let mut faults = Vec::new();
        let mut last = 0;
        for position in &positions[1..] {
            engine.ask("ucinewgame");
            let (found, told) = hits(&mut engine, position);
            faults.extend(told);
            last = found;
        }
        faults.extend(
            engine
                .ask("")
                .into_iter()
                .filter(|line| line.contains(".tablebase: ")),
        );
        assert_eq!(!faults.is_empty(), is_told, "{what}: {faults:?}");
        assert_eq!(last == 0, is_told, "{what}: {last}");
        engine.send("quit");
        assert!(engine.end().1.success(), "{what}");
    }
}

/// The header of a results file may claim anything; absurd sizes are refused at once.
#[test]
fn absurd_results_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let header = |rounds: &str, engines: usize| {
        let engine = r#"{"name":"a","program":"a","arguments":[],"environment":{},"protocol":"uci","commands":[],"options":[],"variant":null,"hash":null,"threads":null,"time":"1+1","nodes":null,"depth":null,"restart":false}"#;
        let engines_text = vec![engine; engines].join(",");
        let names = vec!["\"a\""; engines].join(",");
        format!(
            r#"{{"peregrine-results":1,"title":"t","shard":"1/1","own-names":[{names}],"identity":{{"variant":"chess","castling":"standard","promotion":"any","start":"","format":"round-robin","rounds":{rounds},"seed":1,"openings":{{"count":1,"digest":"","order":null}},"adjudication":{{}},"sprt":null,"margin":0.0,"stall":1.0,"engine":[{engines_text}]}}}}"#
        )
    };
    for (rounds, engines, expected) in [
        (
            "1000000000000000000",
            2,
            "rounds = 1000000000000000000: must be from 1 to 10000000",
        ),
        ("18446744073709551615", 2, "rounds = 18446744073709551615: "),
        ("0", 2, "rounds = 0: "),
        ("1", 10_000, "10000 engines are too many: the limit is 500"),
        (
            "10000000",
            400,
            "games are too many: the limit is 100000000",
        ),
    ] {
        fs::write(&file, header(rounds, engines) + "\n").unwrap();
        let began = Instant::now();
        let error = journal::read(&file).unwrap_err().to_string();
        assert!(
            error.contains("results.jsonl:1: ") && error.contains(expected),
            "{error}"
        );
        assert!(
            began.elapsed() < Duration::from_secs(5),
            "{:?}",
            began.elapsed()
        );
        for command in ["report", "merge"] {
            let mut words = program();
            words.args(["match", command]).arg(folder.path());
            if command == "merge" {
                words.arg("--out").arg(folder.path().join("merged"));
            }
            let said = complaint(&mut words);
            assert!(said.contains(expected), "{command}: {said}");
        }
    }
    // A valid header is accepted, though nothing was played.
    fs::write(&file, header("10000000", 2) + "\n").unwrap();
    assert!(journal::read(&file).unwrap().games.is_empty());
    // An endless line.
    let long = fs::File::create(&file).unwrap();
    long.set_len(1 << 34).unwrap();
    let error = journal::read(&file).unwrap_err().to_string();
    assert!(error.contains("line 1 is longer than"), "{error}");
}
