//! No process of an engine outlives its game or its runner.

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use peregrine::arena::client::ProcessGuard;
use peregrine::arena::client::process::Process;
use peregrine::arena::engine_setup::{EngineSetup, Protocol};
use peregrine::arena::record::Termination;

use super::{connect, limits, play_between, setup};

use crate::running::Start;

/// Whether a process runs.
#[cfg(windows)]
fn lives(id: &str) -> bool {
    use windows::Win32::Foundation::{CloseHandle, STILL_ACTIVE};
    use windows::Win32::System::Threading::{
        GetExitCodeProcess, OpenProcess, PROCESS_QUERY_LIMITED_INFORMATION,
    };
    // SAFETY: the handle is valid until it is closed, and the code is written to a variable.
    unsafe {
        let id = id.parse().unwrap();
        let Ok(process) = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, false, id) else {
            return false;
        };
        let mut code = 0;
        GetExitCodeProcess(process, &raw mut code).unwrap();
        CloseHandle(process).unwrap();
        code == STILL_ACTIVE.0 as u32
    }
}

/// Whether a process exists and is not a zombie.
#[cfg(unix)]
fn lives(id: &str) -> bool {
    let output = Command::new("ps").args(["-o", "stat=", "-p", id]).output();
    let state = String::from_utf8(output.unwrap().stdout).unwrap();
    let state = state.trim();
    !state.is_empty() && !state.starts_with('Z')
}

#[track_caller]
fn assert_gone(id: &str) {
    assert!(id.parse::<u32>().is_ok(), "'{id}' is no process");
    let until = Instant::now() + Duration::from_secs(10);
    while lives(id) && Instant::now() < until {
        thread::sleep(Duration::from_millis(20));
    }
    assert!(!lives(id), "{id} lives on");
}

/// The child processes of an engine end with it.
pub fn children(protocol: Protocol) {
    let mut setup = setup(protocol, "does=crash-with-child at=1");
    setup.limits = limits("0.5");
    let mut players = [connect(&setup), connect(&setup)];
    let record = play_between(&mut players, "0.5").record;
    assert_eq!(record.termination, Termination::Crash, "{record:?}");
    let dialogue = players[0].drain_transcript();
    let child = dialogue
        .iter()
        .find_map(|line| {
            line.split_once("info string ")
                .or_else(|| line.split_once("# "))
        })
        .unwrap_or_else(|| panic!("no child in {dialogue:#?}"))
        .1;
    assert_gone(child);
    if protocol == Protocol::Uci {
        let engine = connect(&super::setup(protocol, "does=child"));
        let child = engine.own_name().rsplit(' ').next().unwrap().to_owned();
        assert!(lives(&child));
        engine.quit();
        assert_gone(&child);
    }
}

/// An engine that reads nothing, with a child process that does the same, or that child.
#[cfg(windows)]
pub fn stubborn(has_child: bool) {
    let child = has_child.then(|| {
        let mut command = Command::new(env::current_exe().unwrap());
        command.arg("stubborn-child").start()
    });
    println!("{}", std::process::id());
    thread::sleep(Duration::from_secs(60));
    drop(child);
}

#[cfg(windows)]
fn stubborn_setup() -> EngineSetup {
    EngineSetup {
        arguments: vec!["stubborn-engine".to_owned()],
        ..setup(Protocol::Uci, "")
    }
}

#[cfg(unix)]
fn stubborn_setup() -> EngineSetup {
    EngineSetup {
        command: "sh".into(),
        arguments: vec!["-c".to_owned(), STUBBORN.to_owned()],
        ..setup(Protocol::Uci, "")
    }
}

/// An engine that ignores signals, with a child process that does the same.
#[cfg(unix)]
const STUBBORN: &str = "trap '' TERM INT HUP; exec 0<&-; \
    sh -c 'trap \"\" TERM INT HUP; echo $$; while :; do sleep 1; done' & \
    echo $$; while :; do sleep 1; done";

/// Starts such engines, prints their process ids, and waits to be killed.
pub fn wait_to_be_killed() {
    let guard: Arc<ProcessGuard> = ProcessGuard::new().unwrap();
    let setup = stubborn_setup();
    let mut engines: Vec<Process> = (0..3)
        .map(|_| Process::start(&setup, &guard, |_| false).unwrap())
        .collect();
    for engine in &mut engines {
        for _ in 0..2 {
            let line = engine.receive(Instant::now() + Duration::from_secs(20));
            println!("{}", line.unwrap().text);
        }
    }
    // One has already quit.
    engines.pop();
    println!("ready");
    thread::sleep(Duration::from_secs(60));
}

pub fn no_process_is_left() {
    for signal in ["KILL", "TERM", "KILL"] {
        let mut runner = Command::new(env::current_exe().unwrap())
            .arg("match-to-be-killed")
            .stdout(Stdio::piped())
            .start();
        let lines = BufReader::new(runner.stdout.take().unwrap()).lines();
        let engines: Vec<String> = lines
            .map(|line| line.unwrap())
            .take_while(|line| line != "ready")
            .collect();
        assert_eq!(engines.len(), 6);
        let (there, gone) = engines.split_at(4);
        assert!(there.iter().all(|id| lives(id)), "{signal}");
        for id in gone {
            assert_gone(id);
        }
        if cfg!(windows) {
            runner.kill().unwrap();
        } else {
            let kill = Command::new("kill")
                .args(["-s", signal, &runner.id().to_string()])
                .status();
            assert!(kill.unwrap().success());
        }
        runner.wait().unwrap();
        for id in there {
            assert_gone(id);
        }
    }
}
