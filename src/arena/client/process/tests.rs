//! The process layer, tested with shell scripts as engines.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::*;
use crate::arena::engine_setup::Protocol;
use crate::arena::time_control::{ThinkingLimits, TimeControl};

fn setup(command: &str, arguments: &[&str]) -> EngineSetup {
    EngineSetup {
        name: "mock".to_owned(),
        command: PathBuf::from(command),
        arguments: arguments.iter().map(|&text| text.to_owned()).collect(),
        directory: None,
        environment: BTreeMap::new(),
        protocol: Protocol::Uci,
        commands: Vec::new(),
        options: Vec::new(),
        variant: None,
        hash: None,
        threads: None,
        limits: ThinkingLimits {
            time: TimeControl::Unlimited,
            nodes: None,
            depth: None,
        },
        restart: false,
        ponder: false,
        response_timeout: Duration::from_millis(500),
    }
}

fn script(text: &str) -> Process {
    Process::start(
        &setup("sh", &["-c", text]),
        &ProcessGuard::new().unwrap(),
        |_| false,
    )
    .unwrap()
}

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(10)
}

/// Whether a process exists and is not a zombie.
fn lives(id: &str) -> bool {
    let output = Command::new("ps")
        .args(["-o", "stat=", "-p", id])
        .output()
        .unwrap();
    let state = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}

fn is_gone(id: &str) -> bool {
    let until = soon();
    while lives(id) && Instant::now() < until {
        thread::sleep(Duration::from_millis(10));
    }
    !lives(id)
}

/// How sending to an engine that has closed its input fails. A child process
/// that another test is just starting holds a copy of the pipe until its
/// `exec`, so the first lines may still be accepted.
fn refusal(engine: &mut Process) -> EngineError {
    let until = soon();
    loop {
        match engine.send("go") {
            Err(failure) => return failure,
            Ok(_) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
            Ok(_) => panic!("its closed input still takes lines"),
        }
    }
}

#[test]
fn lines_come_with_their_moments() {
    let mut engine = script("while read -r line; do echo \"[$line]\"; done");
    let asked = engine.send("one\ntwo").unwrap();
    let first = engine.receive(soon()).unwrap();
    assert_eq!(first.text, "[one]");
    assert!(first.at >= asked && first.at <= Instant::now());
    assert_eq!(engine.receive(soon()).unwrap().text, "[two]");
    let dialogue = engine.drain_transcript();
    let shape: Vec<&str> = dialogue
        .iter()
        .map(|line| line.trim_start().split_once(' ').unwrap().1)
        .collect();
    assert_eq!(shape, ["< one", "< two", "> [one]", "> [two]"]);
    assert!(engine.drain_transcript().is_empty());
    engine.send("three").unwrap();
    engine.clear_transcript();
    assert_eq!(engine.receive(soon()).unwrap().text, "[three]");
    assert_eq!(engine.drain_transcript().len(), 1);
}

#[test]
fn ends_are_told_apart() {
    let mut engine = script("read -r line; echo so sad >&2; exit 3");
    engine.send("go").unwrap();
    assert_eq!(
        engine.receive(soon()),
        Err(EngineError::Crash(
            "exit status: 3; last output on stderr: so sad".to_owned()
        ))
    );
    let mut engine = script("kill -s SEGV $$");
    let Err(EngineError::Crash(text)) = engine.receive(soon()) else {
        panic!("it has crashed");
    };
    assert!(text.contains("SIGSEGV"), "{text}");
    let mut engine = script("exec >&-; sleep 1000");
    assert_eq!(
        engine.receive(soon()),
        Err(EngineError::Disconnect("output"))
    );
    let mut engine = script("exec <&-; echo closed; sleep 1000");
    assert_eq!(engine.receive(soon()).unwrap().text, "closed");
    assert_eq!(refusal(&mut engine), EngineError::Disconnect("input"));
    let mut engine = script("sleep 1000");
    let until = engine.send("go").unwrap() + Duration::from_millis(50);
    assert!(matches!(engine.receive(until), Err(EngineError::Stall(_))));
}

#[test]
fn a_crash_is_seen_though_a_child_holds_the_pipes() {
    let mut engine = script("sleep 1000 & echo $!; exit 7");
    let child = engine.receive(soon()).unwrap().text;
    let failure = engine.receive(Instant::now() + Duration::from_millis(300));
    assert_eq!(
        failure,
        Err(EngineError::Crash("exit status: 7".to_owned()))
    );
    assert!(is_gone(&child));
}

#[test]
fn who_does_not_read_is_not_waited_for() {
    let mut engine = script("sleep 1000");
    let much = "x".repeat(1 << 20);
    let began = Instant::now();
    assert!(matches!(engine.send(&much), Err(EngineError::Stall(_))));
    assert!(began.elapsed() < Duration::from_secs(5));
    assert!(engine.send("more").is_err());
}

#[test]
fn who_reads_late_is_told_all() {
    let patient = EngineSetup {
        response_timeout: Duration::from_secs(10),
        ..setup("sh", &["-c", "sleep 0.1; head -c 1048577 | wc -c"])
    };
    let mut engine = Process::start(&patient, &ProcessGuard::new().unwrap(), |_| false).unwrap();
    let began = Instant::now();
    let told = engine.send(&"x".repeat(1 << 20)).unwrap();
    assert!(told >= began + Duration::from_millis(100), "the last of it");
    assert_eq!(engine.receive(soon()).unwrap().text.trim(), "1048577");
}

#[test]
fn a_flood_waits_in_the_pipe() {
    let mut engine = script("yes | tr -d '\\n' & yes");
    thread::sleep(Duration::from_millis(300));
    // Lines without end are either cut or not returned at all.
    for _ in 0..10_000 {
        assert!(engine.receive(soon()).unwrap().text.len() <= MAX_LINE);
    }
    let until = Instant::now();
    while engine.receive(until).is_ok() {}
    let began = Instant::now();
    engine.close(Duration::from_millis(100));
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn any_bytes_make_a_line() {
    let mut engine = script(r"printf 'a\377\000b\000\r\n\n\033[1mx\rold Mac\r\r\nend'");
    for text in ["a\u{fffd} b", "", " [1mx", "old Mac", "", "end"] {
        assert_eq!(engine.receive(soon()).unwrap().text, text);
    }
    // A line ending may arrive in two parts.
    let mut split = Vec::new();
    read_lines((&b"a\r"[..]).chain(&b"\nb\n"[..]), |line| {
        split.push(line.text);
        true
    });
    assert_eq!(split, ["a", "b"]);
    let mut long = Vec::new();
    let text = format!("{}\nnext\n", "x".repeat(3 * MAX_LINE));
    read_lines(text.as_bytes(), |line| {
        long.push(line.text);
        true
    });
    assert_eq!(long, ["x".repeat(MAX_LINE), "next".to_owned()]);
}

#[test]
fn what_cannot_be_started_is_named() {
    let guard = ProcessGuard::new().unwrap();
    let error = |setup: &EngineSetup| {
        Process::start(setup, &guard, |_| false)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error(&setup("no/such", &[])),
        "engine 'mock': program 'no/such' not found"
    );
    assert_eq!(
        error(&setup("no-such-engine", &[])),
        "engine 'mock': program 'no-such-engine' not found"
    );
    assert_eq!(
        error(&setup("Cargo.toml", &[])),
        "engine 'mock': program 'Cargo.toml' not found"
    );
    assert_eq!(
        error(&setup("./Cargo.toml", &[])),
        "engine 'mock': './Cargo.toml' is not executable"
    );
    let folder = tempfile::tempdir().unwrap();
    let orphan = folder.path().join("script");
    fs::write(&orphan, "#!/no/such/interpreter\n").unwrap();
    fs::set_permissions(&orphan, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(
        error(&setup(orphan.to_str().unwrap(), &[])),
        format!(
            "engine 'mock': '{}' cannot be started: the file is there, but not the program that \
             interprets or loads it",
            orphan.display()
        )
    );
    let elsewhere = EngineSetup {
        directory: Some(PathBuf::from("/no/where")),
        ..setup("sh", &[])
    };
    assert_eq!(
        error(&elsewhere),
        "engine 'mock': directory '/no/where' not found"
    );
}

#[test]
fn nothing_is_left_behind() {
    const STUBBORN: &str =
        "trap '' TERM INT HUP; exec 0<&-; (trap '' TERM; sleep 1000) & echo $!; sleep 1000";
    let mut engine = script(STUBBORN);
    let child = engine.receive(soon()).unwrap().text;
    let itself = lock(&engine.group).id().to_string();
    assert!(lives(&child) && lives(&itself));
    drop(engine);
    assert!(is_gone(&child) && is_gone(&itself));

    let guard = ProcessGuard::new().unwrap();
    let mut engines: Vec<Process> = (0..3)
        .map(|_| Process::start(&setup("sh", &["-c", STUBBORN]), &guard, |_| false).unwrap())
        .collect();
    let children: Vec<String> = engines
        .iter_mut()
        .map(|engine| engine.receive(soon()).unwrap().text)
        .collect();
    guard.kill_all();
    assert!(guard.is_closed());
    assert!(children.iter().all(|child| is_gone(child)));
    for engine in &mut engines {
        assert!(matches!(engine.receive(soon()), Err(EngineError::Crash(_))));
    }
    let late = Process::start(&setup("sh", &[]), &guard, |_| false).unwrap_err();
    assert_eq!(
        late.to_string(),
        "engine 'mock': 'sh' cannot be started: the match is being ended"
    );
}
