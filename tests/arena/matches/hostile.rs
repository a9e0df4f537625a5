//! A whole match against engines that do everything they can to break it.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use peregrine::arena::journal;
use peregrine::arena::record::Termination;

use crate::running::Start;

/// Limit on the memory of the match in KiB: one of the engines writes a line of
/// 100 MB, others write without end.
const MAX_MEMORY: u64 = 80 << 10;

/// What the engines do, and how they lose by it; `None` if they do not lose.
const HOSTILE: [(&str, Option<(Termination, &str)>); 12] = [
    ("huge-line", None),
    ("loud-errors", None),
    ("flood-and-move", None),
    ("children", None),
    ("ignores-quit", None),
    ("endless-line", Some((Termination::Stall, "did not answer"))),
    ("empty-lines", Some((Termination::Stall, "did not answer"))),
    ("short-lines", Some((Termination::Stall, "did not answer"))),
    ("hang", Some((Termination::Stall, "did not answer"))),
    (
        "leaves-children",
        Some((Termination::Crash, "exit status: 0")),
    ),
    ("closes-output", Some((Termination::Disconnect, "output"))),
    ("abort", Some((Termination::Crash, "SIGABRT"))),
];

/// Each plays against a well-behaved engine: all games are played, an engine
/// that failed has lost with the right reason, memory is bounded and no process
/// is left.
pub fn hostile() {
    let folder = tempfile::tempdir().unwrap();
    let mark = format!("hostile-{}", std::process::id());
    let mut command = Command::new(env!("CARGO_BIN_EXE_peregrine"));
    let each = format!(
        "command='{}' protocol=uci time=120 argument=mock-engine argument=uci",
        env::current_exe().unwrap().display()
    );
    command.args(["match", "--variant", "chess", "--format", "gauntlet"]);
    command.args([
        "--length",
        "8",
        "--stall",
        "0.4",
        "--margin",
        "0.3",
        "--concurrency",
        "2",
    ]);
    command.args(["--each", &each, "--engine", "name=good"]);
    for (does, loss) in HOSTILE {
        // A line of 100 MB takes time.
        let time = if loss.is_none() { "120" } else { "0.4" };
        let words = format!(
            "name={does} time={time} argument=mock-engine argument=uci argument=does={does} argument=at=3"
        );
        command.args(["--engine", &words]);
    }
    command.arg("--out").arg(folder.path());
    command.env("PEREGRINE_MARK", &mark);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut running = command.start();
    let status = format!("/proc/{}/status", running.id());
    let (began, mut most) = (Instant::now(), 0);
    let ended = loop {
        // The system reports the peak so far.
        most = most.max(peak(&fs::read_to_string(&status).unwrap_or_default()));
        if let Some(ended) = running.try_wait().unwrap() {
            break ended;
        }
        if began.elapsed() > Duration::from_secs(240) {
            let _ = running.kill();
            panic!("the match does not end");
        }
        thread::sleep(Duration::from_millis(10));
    };
    let said = std::io::read_to_string(running.stderr.take().unwrap()).unwrap();
    assert!(ended.success(), "{ended}: {said}");
    assert!((1..MAX_MEMORY).contains(&most), "{most} KiB");
    let results = journal::read(&folder.path().join("results.jsonl")).unwrap();
    let mut games = BTreeMap::<usize, Vec<_>>::new();
    for game in results.games {
        games
            .entry(game.white.max(game.black))
            .or_default()
            .push(game);
    }
    assert_eq!(games.len(), HOSTILE.len());
    for (number, (does, loss)) in HOSTILE.into_iter().enumerate() {
        let games = &games[&(number + 1)];
        assert_eq!(games.len(), 2, "{does}");
        for game in games {
            let (termination, reason) = (game.termination, &game.reason);
            match loss {
                None => assert!(!termination.is_failure(), "{does}: {reason}"),
                Some((expected, words)) => {
                    assert!(
                        termination == expected
                            && reason.contains(words)
                            && reason.contains(&format!("({does})")),
                        "{does}: {termination}: {reason}"
                    );
                }
            }
        }
    }
    let until = Instant::now() + Duration::from_secs(10);
    while !marked(&mark).is_empty() {
        assert!(Instant::now() < until, "{:?} are left", marked(&mark));
        thread::sleep(Duration::from_millis(20));
    }
}

/// Peak memory of a process in KiB.
fn peak(status: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or(0, |line| {
        let number = line.split_whitespace().next().unwrap();
        number.parse().unwrap()
    })
}

/// Processes started by the match or its engines that are still running.
fn marked(mark: &str) -> Vec<String> {
    let mark = format!("PEREGRINE_MARK={mark}");
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let marked = processes.filter(|process| {
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        environment
            .split(|&byte| byte == 0)
            .any(|word| word == mark.as_bytes())
    });
    marked
        .map(|process| process.file_name().to_string_lossy().into_owned())
        .collect()
}
