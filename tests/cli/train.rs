//! `peregrine train`: files that are wrong or in the way, interruptions, and what a run
//! leaves.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
#[cfg(unix)]
use std::{
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use peregrine::arena::schedule::Shard;
use peregrine::board::color::Color;
use peregrine::eval::Evaluator;
use peregrine::eval::network::{Network, NetworkWeights};
use peregrine::position::Position;
use peregrine::training::data::{Appender, GameEnd, Header, ScoredMove, SelfPlayGame, Source};
use peregrine::training::selfplay::ADJUDICATION;
use peregrine::variants;

use crate::common::names;
use crate::process::program;
#[cfg(unix)]
use crate::process::wait;
use crate::running::Start;

/// Random games, in which the hand-written evaluation is the score and the better side
/// wins.
fn write_games(path: &Path, variant: &str, seed: u64, count: u32) {
    let rules = variants::rules(variant).unwrap();
    let source = Source {
        program: "test".to_owned(),
        evaluation: "hand-written".to_owned(),
        games: count.max(1),
        shard: Shard::WHOLE,
        seed,
        nodes: 1,
        hash: 1,
        opening: (0, 0),
        window: 0,
        uneven: 0,
        adjudication: ADJUDICATION,
    };
    let (mut appender, _) = Appender::open(path, &Header::new(rules, source)).unwrap();
    let mut random = crate::common::Random(seed);
    let mut evaluator = Evaluator::new(rules);
    for number in 0..count {
        let (mut position, mut moves, mut winner) = (Position::start(rules), Vec::new(), None);
        for _ in 0..60 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let state = evaluator.state(&position);
            let score = evaluator.evaluate(&position, &state);
            let is_white_better = (score > 0) == (position.side_to_move() == Color::White);
            winner = Some(if is_white_better {
                Color::White
            } else {
                Color::Black
            });
            let mv = legal[random.below(legal.len())];
            moves.push(ScoredMove { mv, score });
            position.play(mv);
        }
        let game = SelfPlayGame {
            number,
            start: None,
            opening: Vec::new(),
            moves,
            winner,
            end: GameEnd::Length,
        };
        appender.append(&game).unwrap();
    }
    appender.finish().unwrap();
}

/// A folder with games in `games.prgdata`.
struct Workshop(tempfile::TempDir);

impl Workshop {
    fn new() -> Workshop {
        let workshop = Workshop(tempfile::tempdir().unwrap());
        write_games(&workshop.path("games.prgdata"), "falcon", 1, 150);
        workshop
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Names of the files, in order.
    fn names(&self) -> Vec<String> {
        names(self.0.path())
    }

    /// A short training with more options.
    fn command(&self, more: &str) -> Command {
        let mut command = program();
        command
            .current_dir(self.0.path())
            .arg("train")
            .args(words(more));
        command.args(words(
            "--hidden 32 --output-buckets 2 --batch 500 --buffer 2000",
        ));
        command
    }

    fn run(&self, more: &str) -> Output {
        self.command(more).run()
    }

    fn says(&self, more: &str) -> String {
        let output = self.run(more);
        assert!(output.status.success(), "{more}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    #[track_caller]
    fn complains(&self, more: &str, reason: &str) {
        let output = self.run(more);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{more}: {said}");
        assert!(said.contains(reason), "{more}: {said}");
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A log without its last column, the seconds.
#[cfg(unix)]
fn timeless(log: &[u8]) -> Vec<String> {
    let text = text(log);
    let cut = |line: &str| line.rsplit_once(',').map(|row| row.0.to_owned());
    text.lines().filter_map(cut).collect()
}

const GAMES: &str = "--data games.prgdata --epochs 4 --rate 0.01";

#[test]
fn a_run_leaves_network_state_log_and_plot() {
    let workshop = Workshop::new();
    let said = workshop.says(&format!("{GAMES} --out net.prgnet --king-buckets ranks"));
    for line in [
        "150 games, ",
        "validation loss: first 0.",
        "rounding to integers changes the scores of ",
        "the engine's scores are those of the definition in ",
        "net.prgnet: validation loss 0.",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    let files = [
        "games.prgdata",
        "net.csv",
        "net.prgnet",
        "net.prgtrain",
        "net.svg",
    ];
    assert_eq!(workshop.names(), files);
    let network = Network::load(&workshop.path("net.prgnet")).unwrap();
    assert_eq!(network.architecture().features, 3 * 2 * 7 * 80);
    let settings = &network.weights().provenance.settings;
    assert!(settings.starts_with("--hidden 32 --output-buckets 2 --king-buckets ranks --epochs 4"));
    let log = text(&workshop.read("net.csv"));
    let ends = log
        .lines()
        .filter(|line| line.split(',').nth(4).is_some_and(|v| v.starts_with('0')));
    assert_eq!(ends.count(), 4, "{log}");
    let plot = text(&workshop.read("net.svg"));
    roxmltree::Document::parse(&plot).unwrap();
    assert!(plot.contains("Losses of net.prgnet"), "{plot}");
}

/// Whenever Ctrl-C or SIGTERM comes, the resumed run gives the same network.
#[cfg(unix)]
#[test]
fn an_interrupted_run_resumes() {
    let workshop = Workshop::new();
    let games = "--data games.prgdata --epochs 40 --rate 0.01";
    workshop.says(&format!("{games} --out whole.prgnet"));
    let mut stopped = 0;
    for (number, signal) in ["-INT", "-TERM", "-INT"].into_iter().enumerate() {
        let out = format!("{games} --out part.prgnet");
        let more = if number == 0 { "" } else { " --resume" };
        let before = fs::metadata(workshop.path("part.prgtrain"))
            .and_then(|file| file.modified())
            .ok();
        let mut running = workshop
            .command(&(out + more))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .start();
        let began = Instant::now();
        // The state is saved at the beginning, when signals are already obeyed.
        while fs::metadata(workshop.path("part.prgtrain"))
            .and_then(|file| file.modified())
            .ok()
            == before
        {
            assert!(
                began.elapsed() < Duration::from_secs(60) && running.try_wait().unwrap().is_none()
            );
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(20 * number as u64));
        let id = running.id().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &id])
                .status()
                .unwrap()
                .success()
        );
        assert!(wait(&mut running).success());
        let said = text(&running.output().stdout);
        if workshop.path("part.prgnet").exists() {
            // It was too late.
            break;
        }
        stopped += 1;
        assert!(
            said.contains("the same command with --resume resumes"),
            "{said}"
        );
    }
    assert!(stopped > 0, "every run came to its end");
    if !workshop.path("part.prgnet").exists() {
        workshop.complains(
            &format!("{games} --out part.prgnet"),
            "part.prgtrain: the file already exists",
        );
        let early = workshop.says(&format!(
            "{games} --out early.prgnet --checkpoint part.prgtrain --resume --export"
        ));
        assert!(early.contains("early.prgnet: validation loss"), "{early}");
        workshop.says(&format!("{games} --out part.prgnet --resume"));
    }
    assert!(workshop.read("part.prgnet") == workshop.read("whole.prgnet"));
    assert_eq!(
        timeless(&workshop.read("part.csv")),
        timeless(&workshop.read("whole.csv"))
    );
    // A complete run has nothing left to train.
    workshop.says(&format!("{games} --out again.prgnet --checkpoint part.prgtrain --log part.csv --plot part.svg --resume"));
    assert!(workshop.read("again.prgnet") == workshop.read("whole.prgnet"));
}

/// A run that was killed after it had written the network finds it when it resumes; no other
/// file is taken for it.
#[test]
fn a_run_killed_at_its_very_end_is_completed() {
    let workshop = Workshop::new();
    workshop.says(&format!("{GAMES} --out net.prgnet"));
    let network = workshop.read("net.prgnet");
    let again = format!("{GAMES} --out net.prgnet --resume");
    let said = workshop.says(&again);
    assert!(said.contains("net.prgnet: validation loss"), "{said}");
    assert!(workshop.read("net.prgnet") == network);
    fs::write(workshop.path("net.prgnet"), "my diary\n").unwrap();
    workshop.complains(&again, "net.prgnet: the file already exists");
    assert_eq!(workshop.read("net.prgnet"), b"my diary\n");
    workshop.says(&format!("{again} --force"));
    assert!(workshop.read("net.prgnet") == network);
}

/// A killed run resumes from the end of an epoch.
#[cfg(unix)]
#[test]
fn a_killed_run_resumes() {
    let workshop = Workshop::new();
    let games = "--data games.prgdata --epochs 40 --rate 0.01";
    workshop.says(&format!("{games} --out whole.prgnet"));
    let mut running = workshop
        .command(&format!("{games} --out part.prgnet"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .start();
    let began = Instant::now();
    while !workshop.path("part.svg").exists() {
        assert!(began.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(1));
    }
    running.kill().unwrap();
    wait(&mut running);
    let said = workshop.says(&format!("{games} --out part.prgnet --resume --force"));
    assert!(said.contains("resumed after "), "{said}");
    assert!(workshop.read("part.prgnet") == workshop.read("whole.prgnet"));
    assert_eq!(
        timeless(&workshop.read("part.csv")),
        timeless(&workshop.read("whole.csv"))
    );
}

#[test]
fn what_cannot_be_trained_on_is_refused_before_anything_is_written() {
    let workshop = Workshop::new();
    write_games(&workshop.path("chess.prgdata"), "chess", 1, 5);
    write_games(&workshop.path("none.prgdata"), "falcon", 1, 0);
    write_games(&workshop.path("few.prgdata"), "falcon", 1, 1);
    let games = workshop.read("games.prgdata");
    fs::write(workshop.path("header.prgdata"), &games[..40]).unwrap();
    let mut damaged = games.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(workshop.path("damaged.prgdata"), &damaged).unwrap();
    fs::write(workshop.path("diary.prgdata"), "my diary of last summer").unwrap();
    fs::write(workshop.path("there.prgnet"), "there").unwrap();
    fs::write(workshop.path("other.csv"), "there").unwrap();
    fs::create_dir(workshop.path("folder")).unwrap();
    let rules = variants::falcon();
    let network = |hidden| {
        Network::new(
            rules,
            NetworkWeights::random(rules, hidden, 2, &[], 1).unwrap(),
        )
        .unwrap()
    };
    network(64).save(&workshop.path("wide.start")).unwrap();
    let before = workshop.names();
    for (options, reason) in [
        ("--data absent.prgdata --out x", "absent.prgdata: "),
        ("--data folder --out x", "folder: this is a folder"),
        (
            "--data header.prgdata --out x",
            "the file ends within its header",
        ),
        (
            "--data damaged.prgdata --out x",
            "is damaged: its checksum is wrong",
        ),
        (
            "--data diary.prgdata --out x",
            "diary.prgdata: this is not a file of self-play games",
        ),
        (
            "--data games.prgdata chess.prgdata --out x",
            "chess.prgdata is of another variant than the first file",
        ),
        (
            "--data games.prgdata games.prgdata --out x",
            "games.prgdata and games.prgdata hold the same games",
        ),
        ("--data none.prgdata --out x", "the games hold no positions"),
        ("--data few.prgdata --out x", "the games hold no positions"),
        ("--data games.prgdata", "--out"),
        (
            "--data games.prgdata --out there.prgnet",
            "there.prgnet: the file already exists (--force replaces it)",
        ),
        (
            "--data games.prgdata --out other.prgnet",
            "other.csv: the file already exists",
        ),
        (
            "--data games.prgdata --out x --log games.prgdata --force",
            "--data and --log are the same file",
        ),
        (
            "--data games.prgdata --out x --plot ./x",
            "--out and --plot are the same file",
        ),
        ("--data games.prgdata --out no/x", "there is no folder no"),
        ("--data games.prgdata --out x --resume", "x.prgtrain: "),
        (
            "--data games.prgdata --out x --resume --checkpoint games.prgdata",
            "are the same file",
        ),
        (
            "--data games.prgdata --out x --resume --checkpoint other.csv",
            "other.csv: this is not a checkpoint",
        ),
        ("--data games.prgdata --out x --export", "--resume"),
        (
            "--data games.prgdata --out x --start games.prgdata",
            "games.prgdata: this is not a network file",
        ),
        (
            "--data games.prgdata --out x --start wide.start",
            "wide.start: --hidden of the network to start from: 64, not at most 32",
        ),
        (
            "--data games.prgdata --out x --rate 0",
            "expected a number from 0.000000001 to 10",
        ),
        (
            "--data games.prgdata --out x --rate 1e38",
            "expected a number from 0.000000001 to 10",
        ),
        (
            "--data games.prgdata --out x --rate NaN",
            "expected a number from 0.000000001 to 10",
        ),
        (
            "--data games.prgdata --out x --decay=-1",
            "expected a number from 0 to 10",
        ),
        (
            "--data games.prgdata --out x --blend 1.5",
            "expected a number from 0 to 1",
        ),
        (
            "--data games.prgdata --out x --power 9",
            "expected a number from 1 to 4",
        ),
        (
            "--data games.prgdata --out x --scale 0",
            "expected a number from 1 to 10000",
        ),
        (
            "--data games.prgdata --out x --king-buckets half",
            "'none', 'ranks' or 'regions'",
        ),
        (
            "--data games.prgdata --dump games.prgdata --force",
            "--data and --dump are the same file",
        ),
        (
            "--data games.prgdata --out x --start wide.start --log wide.start --force",
            "--start and --log are the same file",
        ),
        (
            "--data games.prgdata --dump there.prgnet",
            "there.prgnet: the file already exists",
        ),
    ] {
        workshop.complains(options, reason);
        assert_eq!(workshop.names(), before, "{options}");
    }
    assert_eq!(workshop.read("there.prgnet"), b"there");
    assert_eq!(workshop.read("games.prgdata"), games);
    // A last game that was not completely written is left out.
    fs::write(workshop.path("torn.prgdata"), &games[..games.len() - 3]).unwrap();
    let said = workshop.says("--data torn.prgdata --out torn.prgnet --epochs 1");
    assert!(said.contains("149 games, "), "{said}");
}

#[test]
fn a_network_of_another_game_is_a_start() {
    let workshop = Workshop::new();
    let chess = variants::rules("chess").unwrap();
    for (name, king_buckets) in [("plain", vec![]), ("buckets", vec![1; 64])] {
        let weights = NetworkWeights::random(chess, 32, 2, &king_buckets, 1).unwrap();
        let network = Network::new(chess, weights).unwrap();
        network.save(&workshop.path(name)).unwrap();
    }
    let said = workshop.says("--data games.prgdata --out x --start plain --epochs 1");
    let line = "started from a network of chess, which does not know: Falcon\n";
    assert!(said.contains(line), "{said}");
    workshop.complains(
        "--data games.prgdata --out y --start buckets",
        "buckets: a network of another game to start from cannot have King buckets",
    );
}

#[test]
fn a_run_is_resumed_with_its_own_options_and_games_alone() {
    let workshop = Workshop::new();
    write_games(&workshop.path("others.prgdata"), "falcon", 2, 150);
    workshop.says(&format!("{GAMES} --out net.prgnet"));
    let state = workshop.read("net.prgtrain");
    let of = "net.prgtrain: the checkpoint is of a run with ";
    for (options, reason) in [
        (
            "--data games.prgdata --epochs 5 --rate 0.01",
            "--epochs 4, not 5",
        ),
        (
            "--data games.prgdata --epochs 4 --rate 0.02",
            "--rate 0.01, not 0.02",
        ),
        (
            "--data others.prgdata --epochs 4 --rate 0.01",
            "the games of games.prgdata, not the other 150 games of others.prgdata",
        ),
    ] {
        workshop.complains(
            &format!("{options} --out net.prgnet --resume --force"),
            &format!("{of}{reason}"),
        );
    }
    fs::write(workshop.path("net.csv"), "my diary\n").unwrap();
    workshop.complains(
        &format!("{GAMES} --out net.prgnet --resume --force"),
        "net.csv: this is not the log of the run",
    );
    fs::remove_file(workshop.path("net.csv")).unwrap();
    fs::write(workshop.path("net.svg"), "my diary\n").unwrap();
    workshop.complains(
        &format!("{GAMES} --out net.prgnet --resume --force"),
        "net.svg: this is not a plot",
    );
    fs::remove_file(workshop.path("net.svg")).unwrap();
    fs::write(workshop.path("net.prgtrain"), &state[..state.len() - 1]).unwrap();
    workshop.complains(
        &format!("{GAMES} --out net.prgnet --resume --force"),
        "net.prgtrain: the checkpoint is damaged or incomplete",
    );
}

#[test]
fn positions_are_written_as_plain_numbers() {
    let workshop = Workshop::new();
    let said = workshop.says("--data games.prgdata --dump positions.flat");
    assert!(said.contains("positions.flat: "), "{said}");
    assert_eq!(workshop.names(), ["games.prgdata", "positions.flat"]);
    let flat = workshop.read("positions.flat");
    assert!(flat.starts_with(b"PRGFLAT\n"));
    let length = u32::from_le_bytes(flat[12..16].try_into().unwrap()) as usize;
    let header: serde_json::Value = serde_json::from_slice(&flat[16..16 + length]).unwrap();
    let number = |name: &str| header[name].as_u64().unwrap() as usize;
    let rows = number("training") + number("validation");
    assert_eq!(flat.len(), 16 + length + 2 * rows * number("stride"));
}

#[test]
fn the_best_epoch_can_be_exported() {
    let workshop = Workshop::new();
    // Overfits at once.
    let options = "--data games.prgdata --epochs 4 --rate 0.05 --final-rate 0.05";
    let said = workshop.says(&format!("{options} --out net.prgnet --best"));
    let best = said
        .split("best ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .unwrap();
    assert!(
        said.contains(&format!("net.prgnet: validation loss {best} after")),
        "{said}"
    );
    let said = workshop.says(&format!(
        "{options} --out net.prgnet --resume --export --force"
    ));
    let last = said
        .split("last ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .unwrap();
    assert!(
        said.contains(&format!("net.prgnet: validation loss {last} after")),
        "{said}"
    );
}

/// A limit on file sizes stands in for a full disk: writing fails, but the program is not
/// killed.
#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_and_loses_nothing() {
    let workshop = Workshop::new();
    workshop.says(&format!("{GAMES} --out net.prgnet"));
    let files = ["net.csv", "net.prgnet", "net.prgtrain", "net.svg"];
    let before = files.map(|name| workshop.read(name));
    for blocks in ["0", "4", "200"] {
        let command = workshop.command(&format!("{GAMES} --out net.prgnet --force"));
        let mut limited = Command::new("sh");
        let script = "trap '' XFSZ; ulimit -f \"$0\" && exec \"$@\"";
        limited
            .args(["-c", script, blocks])
            .current_dir(workshop.0.path());
        limited.arg(command.get_program()).args(command.get_args());
        let output = limited.run();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("net.prgtrain: File too large"), "{said}");
        assert!(files.map(|name| workshop.read(name)) == before, "{blocks}");
    }
    assert_eq!(workshop.names().len(), 5, "nothing else is left");
}
