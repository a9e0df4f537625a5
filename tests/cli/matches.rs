//! Matches as users play them: the program against itself, killed, resumed,
//! split into parts and merged.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use peregrine::arena::journal::{self, Results};
use peregrine::arena::record::{GameRecord, Termination};
use peregrine::notation::epd::Defaults;
use peregrine::notation::pgn::Reader;
use serde_json::Value;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_peregrine");

/// A folder with a match of the program against itself, which plays the same
/// games in whatever order they are played.
struct Arena {
    folder: TempDir,
    words: Vec<String>,
}

impl Arena {
    /// Two engines with these numbers of nodes per move.
    fn new(nodes: [u64; 2], words: &[&str]) -> Arena {
        let folder = tempfile::tempdir().expect("a folder for the match");
        let openings = folder.path().join("openings.txt");
        fs::write(&openings, OPENINGS).expect("the folder is ours");
        // A copy with a name of its own, so that its processes can be recognised.
        let engine = folder.path().join("engine-of-this-test");
        fs::copy(PROGRAM, &engine).expect("the program can be copied");
        let mut arena = Arena {
            folder,
            words: vec![
                "--each".to_owned(),
                format!("command='{}' protocol=uci hash=1", engine.display()),
                "--openings".to_owned(),
                openings.display().to_string(),
            ],
        };
        for (name, nodes) in ["strong", "weak"].into_iter().zip(nodes) {
            arena.words.push("--engine".to_owned());
            arena.words.push(format!("name={name} nodes={nodes}"));
        }
        arena
            .words
            .extend(words.iter().map(|&word| word.to_owned()));
        arena
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, out: &str) -> Command {
        let mut command = Command::new(PROGRAM);
        command
            .arg("match")
            .args(&self.words)
            .arg("--out")
            .arg(self.path(out))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn play(&self, out: &str, more: &[&str]) -> Output {
        let output = self.command(out).args(more).output();
        output.expect("the program starts")
    }

    fn results(&self, out: &str) -> Results {
        journal::read(&self.path(out).join("results.jsonl")).expect("results that can be read")
    }

    /// The engines that are running, where the system lists processes.
    fn engines(&self) -> Vec<PathBuf> {
        let program = self.path("engine-of-this-test");
        let Ok(processes) = fs::read_dir("/proc") else {
            return Vec::new();
        };
        processes
            .flatten()
            .map(|process| process.path().join("exe"))
            .filter(|exe| fs::read_link(exe).is_ok_and(|path| path == program))
            .collect()
    }

    /// Waits until the last engine has ended.
    fn assert_nobody_left(&self) {
        let until = Instant::now() + Duration::from_secs(10);
        while !self.engines().is_empty() {
            assert!(Instant::now() < until, "{:?} are left", self.engines());
            thread::sleep(Duration::from_millis(20));
        }
    }
}

const OPENINGS: &str = "\
e2e4 e7e5
d2d4 d7d5
f2f4 e7e6
g2g3 f7f5
e2e3 d7d6
d2d3 g7g6
";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn assert_success(output: &Output) {
    assert!(
        output.status.success(),
        "{}\n{}{}",
        output.status,
        text(&output.stdout),
        text(&output.stderr)
    );
}

/// The games by number, without their times.
fn timeless(games: &[GameRecord]) -> BTreeMap<usize, GameRecord> {
    let mut all = BTreeMap::new();
    for game in games {
        let mut game = game.clone();
        (game.began, game.milliseconds) = (0, 0);
        for thought in game.moves.iter_mut().filter_map(|mv| mv.thought.as_mut()) {
            thought.microseconds = 0;
        }
        let number = game.game;
        assert!(all.insert(number, game).is_none(), "game {number} twice");
    }
    all
}

/// The number of games in a PGN file; all of them must be replayable.
fn games_in(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("a PGN file");
    let mut games = 0;
    for game in Reader::new(text.as_bytes(), Defaults::of("chess")) {
        game.expect("a game that can be read");
        games += 1;
    }
    games
}

#[test]
fn a_match_leaves_all_its_files() {
    let arena = Arena::new(
        [400, 100],
        &["--rounds", "3", "--concurrency", "2", "--log", "all"],
    );
    let output = arena.play("match", &[]);
    assert_success(&output);
    arena.assert_nobody_left();
    let results = arena.results("match");
    assert_eq!(timeless(&results.games).len(), 6);
    for game in &results.games {
        assert_eq!(game.opening, game.pair());
        assert!(!game.termination.is_failure(), "{}", game.reason);
        assert!(
            arena
                .path("match")
                .join(format!("logs/game-{}.txt", game.label()))
                .is_file()
        );
    }
    assert_eq!(games_in(&arena.path("match/games.pgn")), 6);
    let summary = fs::read(arena.path("match/summary.json")).expect("a summary");
    let summary: Value = serde_json::from_slice(&summary).expect("a summary in JSON");
    assert!(summary.is_object());
    let report = fs::read_to_string(arena.path("match/report.html")).expect("a report");
    assert!(report.contains("strong") && report.contains("weak"));
    assert!(
        text(&output.stdout).contains("strong"),
        "{}",
        text(&output.stdout)
    );
    // Run again: there is nothing left to play, and nothing changes.
    let before = fs::read(arena.path("match/results.jsonl")).expect("results");
    assert_success(&arena.play("match", &[]));
    let after = fs::read(arena.path("match/results.jsonl")).expect("results");
    assert_eq!(before, after);
}

#[test]
fn killed_at_any_moment_it_goes_on() {
    let words = ["--rounds", "30", "--concurrency", "2"];
    let arena = Arena::new([300, 150], &words);
    assert_success(&arena.play("whole", &[]));
    let whole = timeless(&arena.results("whole").games);
    let begin = Instant::now();
    assert_success(&arena.play("again", &[]));
    let once = begin.elapsed();
    assert_eq!(timeless(&arena.results("again").games), whole);

    let mut played = 0;
    let mut kills = 0;
    let mut moments = 0x2545_f491u32;
    while kills < 20 || played < whole.len() {
        let mut running = arena.command("killed").spawn().expect("the program starts");
        // Up to an eighth of the duration of the whole match.
        moments = moments.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let moment = once.mul_f64(f64::from(moments >> 8) / f64::from(1 << 24) / 8.0);
        thread::sleep(moment);
        let _ = running.kill();
        let _ = running.wait();
        kills += 1;
        arena.assert_nobody_left();
        let file = arena.path("killed/results.jsonl");
        if file.exists() {
            let games = timeless(&arena.results("killed").games);
            assert!(games.len() >= played, "{} games were {played}", games.len());
            played = games.len();
            for (number, game) in &games {
                assert_eq!(game, &whole[number]);
            }
        }
        assert!(kills < 400, "{played} games after {kills} kills");
        if kills >= 20 && played < whole.len() {
            break;
        }
    }
    assert_success(&arena.play("killed", &[]));
    assert_eq!(timeless(&arena.results("killed").games), whole);
    assert_eq!(games_in(&arena.path("killed/games.pgn")), whole.len());
    let left: Vec<_> = fs::read_dir(arena.path("killed"))
        .expect("the folder of the match")
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    for name in ["results.jsonl", "games.pgn", "summary.json", "report.html"] {
        assert!(left.iter().any(|file| file == name), "{left:?}");
    }
}

#[test]
fn a_torn_line_is_cut_off_and_no_other() {
    let arena = Arena::new([100, 50], &["--rounds", "2"]);
    assert_success(&arena.play("match", &[]));
    let file = arena.path("match/results.jsonl");
    let whole = fs::read(&file).expect("results");
    let games = timeless(&arena.results("match").games);
    // What a killed process may leave: the file up to any byte of its last
    // line.
    let last = whole[..whole.len() - 1]
        .iter()
        .rposition(|&byte| byte == b'\n');
    let last = last.expect("several lines") + 1;
    for cut in [last + 1, (last + whole.len()) / 2, whole.len() - 1] {
        fs::write(&file, &whole[..cut]).expect("the file is ours");
        assert_success(&arena.play("match", &[]));
        assert_eq!(timeless(&arena.results("match").games), games);
    }
    // A broken line in the middle is a fault.
    let mut broken = whole.clone();
    broken[last - 10] = b'#';
    fs::write(&file, &broken).expect("the file is ours");
    let output = arena.play("match", &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("results.jsonl:4: "),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(fs::read(&file).expect("results"), broken);
}

#[test]
fn parts_join_to_the_whole() {
    let arena = Arena::new([200, 100], &["--rounds", "7"]);
    assert_success(&arena.play("whole", &[]));
    for number in 1..=3 {
        let shard = format!("{number}/3");
        assert_success(&arena.play(&format!("part{number}"), &["--shard", &shard]));
    }
    let merge = |out: &str, parts: &[&str]| {
        let mut command = Command::new(PROGRAM);
        command
            .args(["match", "merge", "--out"])
            .arg(arena.path(out));
        command.args(parts.iter().map(|part| arena.path(part)));
        command.output().expect("the program starts")
    };
    assert_success(&merge("joined", &["part3", "part1", "part2"]));
    let (whole, joined) = (arena.results("whole"), arena.results("joined"));
    assert_eq!(joined.header, whole.header);
    assert_eq!(timeless(&joined.games), timeless(&whole.games));
    let standings = |out: &str| {
        let summary = fs::read(arena.path(out).join("summary.json")).expect("a summary");
        let summary: Value = serde_json::from_slice(&summary).expect("JSON");
        summary["standings"]
            .as_array()
            .expect("standings")
            .iter()
            .map(|line| line["points"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(standings("joined"), standings("whole"));
    assert_eq!(games_in(&arena.path("joined/games.pgn")), 14);

    // Parts that do not belong together are refused, and nothing is written.
    let refused = |parts: &[&str], reason: &str| {
        let output = merge("new", parts);
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stderr);
        assert!(said.contains(reason), "{said}");
        assert!(!arena.path("new").exists());
    };
    refused(&["part1", "part2"], "shard 3/3 is missing");
    refused(&["part1", "part2", "part1"], "is shard 1/3: they overlap");
    let other = Arena::new([200, 101], &["--rounds", "7"]);
    assert_success(&other.play("part3", &["--shard", "3/3"]));
    let foreign = other.path("part3");
    refused(
        &["part1", "part2", foreign.to_str().expect("a path in UTF-8")],
        "engine.2.nodes: 100, not 101",
    );
    let results = arena.path("part3/results.jsonl");
    let content = fs::read_to_string(&results).expect("results");
    let last = content.trim_end().rfind('\n').expect("several lines");
    fs::write(&results, &content[..=last]).expect("the file is ours");
    refused(
        &["part1", "part2", "part3"],
        "has 3 of the 4 games of shard 3/3",
    );
    // Merging into the same directory twice is refused.
    fs::write(&results, &content).expect("the file is ours");
    let again = merge("joined", &["part1", "part2", "part3"]);
    assert_eq!(again.status.code(), Some(2));
}

#[test]
fn results_of_another_match_are_left_alone() {
    let arena = Arena::new([100, 50], &["--rounds", "1"]);
    assert_success(&arena.play("match", &[]));
    let files = || {
        let read = |name: &str| fs::read(arena.path("match").join(name)).expect("a file");
        ["results.jsonl", "games.pgn", "summary.json", "report.html"].map(read)
    };
    let before = files();
    let output = arena.play("match", &["--seed", "2"]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains("belongs to another tournament") && said.contains("seed: 1, not 2"),
        "{said}"
    );
    assert_eq!(files(), before);
    fs::write(arena.path("match/results.jsonl"), "my diary\n").expect("the file is ours");
    let output = arena.play("match", &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("results.jsonl:1: this is not the results file"));
    let diary = fs::read(arena.path("match/results.jsonl")).expect("a file");
    assert_eq!(diary, b"my diary\n");
}

#[test]
fn one_match_at_a_time_writes_to_a_folder() {
    let arena = Arena::new([4000, 4000], &["--rounds", "50"]);
    let mut running = arena.command("match").spawn().expect("the program starts");
    let until = Instant::now() + Duration::from_secs(20);
    while !arena.path("match/games.pgn").exists() && Instant::now() < until {
        thread::sleep(Duration::from_millis(10));
    }
    let output = arena.play("match", &[]);
    let said = text(&output.stderr);
    let _ = running.kill();
    let _ = running.wait();
    arena.assert_nobody_left();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("another match is writing to it"), "{said}");
}

#[cfg(unix)]
#[test]
fn stopped_by_a_signal_it_says_how_to_go_on() {
    for signal in ["INT", "TERM", "HUP"] {
        let arena = Arena::new([3000, 3000], &["--rounds", "200", "--concurrency", "2"]);
        let running = arena.command("match").spawn().expect("the program starts");
        let file = arena.path("match/results.jsonl");
        let until = Instant::now() + Duration::from_secs(60);
        let lines = || fs::read_to_string(&file).map_or(0, |text| text.lines().count());
        while lines() < 3 && Instant::now() < until {
            thread::sleep(Duration::from_millis(10));
        }
        let id = running.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.expect("kill is there").success());
        let output = running.wait_with_output().expect("the program ends");
        arena.assert_nobody_left();
        assert_eq!(output.status.code(), Some(1));
        let said = text(&output.stdout);
        assert!(said.contains("The same command resumes."), "{said}");
        for game in arena.results("match").games {
            assert!(!game.termination.is_failure(), "{}", game.reason);
        }
    }
}

#[test]
fn a_sequential_test_ends_when_it_is_decided() {
    let test = [
        "--rounds",
        "500",
        "--sprt",
        "elo0=0 elo1=100 model=logistic",
    ];
    for (nodes, verdict, concurrency) in [
        ([1000, 100], "accept-h1", "2"),
        ([100, 1000], "accept-h0", "1"),
    ] {
        let arena = Arena::new(nodes, &test);
        let output = arena.play("match", &["--concurrency", concurrency]);
        assert_success(&output);
        let summary = fs::read(arena.path("match/summary.json")).expect("a summary");
        let summary: Value = serde_json::from_slice(&summary).expect("JSON");
        assert_eq!(
            summary["sprt"]["verdict"],
            verdict,
            "{}",
            text(&output.stdout)
        );
        assert!(arena.results("match").games.len() < 400);
    }
}

#[test]
fn games_end_for_reasons_that_are_told() {
    let arena = Arena::new(
        [50, 50],
        &[
            "--rounds",
            "10",
            "--length",
            "20",
            "--win",
            "moves=2 score=300",
        ],
    );
    assert_success(&arena.play("match", &[]));
    let games = arena.results("match").games;
    let count = |termination| {
        games
            .iter()
            .filter(|game| game.termination == termination)
            .count()
    };
    let adjudicated = count(Termination::AdjudicatedLength) + count(Termination::AdjudicatedWin);
    assert!(adjudicated > 10, "{adjudicated} of {} games", games.len());
    for game in &games {
        assert!(game.moves.len() <= 40);
    }
}

#[test]
fn openings_that_lead_to_the_same_position_are_remarked_on() {
    let arena = Arena::new([50, 50], &["--rounds", "1", "--length", "3"]);
    let transposed = "e2e4 e7e6 d2d4\nd2d4 e7e6 e2e4\n";
    fs::write(arena.path("openings.txt"), transposed).expect("the folder is ours");
    let output = arena.play("match", &[]);
    assert_success(&output);
    let said = text(&output.stderr);
    let remarks = said
        .lines()
        .filter(|line| line.starts_with("openings that transpose"));
    let remark = "openings that transpose into an earlier one: 1 of 2, \
                  the first of them number 2, as number 1";
    assert_eq!(remarks.collect::<Vec<_>>(), [remark]);
}

#[test]
fn what_is_wrong_is_said_before_anything_is_made() {
    let mut arena = Arena::new([100, 100], &[]);
    arena.words.retain({
        let openings = arena.path("openings.txt").display().to_string();
        move |word| word != "--openings" && *word != openings
    });
    let refused = |words: &[&str], reason: &str| {
        let output = arena.play("match", words);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(reason), "{words:?}: {said}");
        assert!(!arena.path("match").exists(), "{words:?}");
    };
    refused(
        &["--engine", "command=/no/such/engine nodes=1"],
        "/no/such/engine",
    );
    refused(
        &["--engine", "name=weak nodes=1"],
        "two engines are called weak",
    );
    refused(
        &["--engine", "name=x option.Nonsense=1 nodes=1"],
        "Nonsense",
    );
    refused(&["--engine", "name=x variant=nonsense nodes=1"], "nonsense");
    refused(
        &["--engine", "name=x directory=/no/such/folder nodes=1"],
        "/no/such/folder",
    );
    refused(&["--openings", "/no/such/file.epd"], "/no/such/file.epd");
    refused(&["--variant", "falcn"], "falcn");
    refused(&["--sprt", "elo0=5 elo1=0"], "elo0 must be less than elo1");
    refused(&["--sprt", "elo0=0"], "elo1");
    refused(&["--draw", "from=x moves=1 score=1"], "--draw");
    refused(&["--shard", "3/2"], "'3/2' is not a shard");
    refused(&["--rounds", "0"], "rounds = 0");
    refused(&["--file", "/no/such.toml"], "/no/such.toml");
    refused(&["--concurrency", "0"], "--concurrency");
    let bad = arena.path("bad.txt");
    fs::write(&bad, "e2e4\ne2e5\n").expect("the folder is ours");
    refused(&["--openings", bad.to_str().expect("UTF-8")], "bad.txt:2");
}

#[test]
fn a_file_says_what_words_say() {
    let arena = Arena::new([150, 80], &["--rounds", "2", "--title", "Words"]);
    assert_success(&arena.play("words", &[]));
    let file = |name: &str, text: String| {
        let path = arena.path(name);
        fs::write(&path, text).expect("the folder is ours");
        path
    };
    let engine = arena.path("engine-of-this-test");
    let openings = arena.path("openings.txt");
    let toml = file(
        "match.toml",
        format!(
            "title = 'File'\nrounds = 2\nopenings.file = '{}'\n\
             each = {{ command = '{}', protocol = 'uci', hash = 1 }}\n\
             [[engine]]\nname = 'strong'\nnodes = 150\n\
             [[engine]]\nname = 'weak'\nnodes = 160\nodds = 0.5\n",
            openings.display(),
            engine.display()
        ),
    );
    let text = fs::read_to_string(&toml).expect("a file");
    let value: toml::Value = toml::from_str(&text).expect("TOML");
    let json = file("match.json", serde_json::to_string(&value).expect("JSON"));
    for (out, path) in [("toml", toml), ("json", json)] {
        let mut command = Command::new(PROGRAM);
        command.args(["match", "--file"]).arg(path);
        command.arg("--out").arg(arena.path(out));
        assert_success(&command.output().expect("the program starts"));
        let (read, said) = (arena.results(out), arena.results("words"));
        assert_eq!(read.header.identity, said.header.identity);
        assert_eq!(timeless(&read.games), timeless(&said.games));
        assert_eq!(read.header.title, "File");
    }
}

/// Needs GNU parallel; `.ci/run` installs it.
#[cfg(unix)]
#[test]
#[ignore = "needs GNU parallel"]
fn gnu_parallel_plays_the_parts() {
    let arena = Arena::new([200, 100], &["--rounds", "6"]);
    assert_success(&arena.play("whole", &[]));
    let mut parallel = Command::new("parallel");
    parallel.args(["--will-cite", "--quote", "--jobs", "2", PROGRAM, "match"]);
    parallel.args(&arena.words);
    parallel
        .args(["--shard", "{}/4", "--out"])
        .arg(arena.path("part{}"));
    parallel.args([":::", "1", "2", "3", "4"]);
    assert_success(&parallel.output().expect("GNU parallel is installed"));
    let mut merge = Command::new(PROGRAM);
    merge
        .args(["match", "merge", "--out"])
        .arg(arena.path("joined"));
    merge.args((1..=4).map(|number| arena.path(&format!("part{number}"))));
    assert_success(&merge.output().expect("the program starts"));
    let (whole, joined) = (arena.results("whole"), arena.results("joined"));
    assert_eq!(joined.header, whole.header);
    assert_eq!(timeless(&joined.games), timeless(&whole.games));
}

/// A full disk: writing fails after this many blocks, without killing the
/// program.
#[cfg(unix)]
#[test]
fn a_full_disk_is_said_and_loses_nothing() {
    let arena = Arena::new([100, 100], &["--rounds", "40"]);
    let mut script = Command::new("sh");
    script
        .args([
            "-c",
            "trap '' XFSZ; ulimit -f 48; exec \"$0\" \"$@\"",
            PROGRAM,
            "match",
        ])
        .args(&arena.words)
        .arg("--out")
        .arg(arena.path("match"));
    let output = script.output().expect("a shell");
    arena.assert_nobody_left();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("File too large"), "{said}");
    let kept = timeless(&arena.results("match").games);
    assert!(!kept.is_empty() && kept.len() < 80, "{} games", kept.len());
    assert_success(&arena.play("match", &[]));
    let all = timeless(&arena.results("match").games);
    assert_eq!(all.len(), 80);
    assert!(kept.iter().all(|(number, game)| &all[number] == game));
}
