//! Where the server listens, and how the browser learns its address.

use std::net::TcpListener;
use std::process::{Command, Output};

use crate::running::Start;

/// What the program says of an address at which it does not listen.
fn refused(address: &str) -> String {
    let Output { status, stderr, .. } = Command::new(env!("CARGO_BIN_EXE_peregrine"))
        .args(["board", "--no-open", "--listen", address])
        .run();
    assert!(!status.success(), "{address}");
    String::from_utf8_lossy(&stderr).into_owned()
}

#[test]
fn addresses_that_stand_for_several_are_refused() {
    for address in [
        "0.0.0.0",
        "::",
        "0:0:0:0:0:0:0:0",
        "::0.0.0.0",
        "::ffff:0.0.0.0",
        "::ffff:0:0",
        "0:0:0:0:0:ffff:0:0",
        "255.255.255.255",
        "224.0.0.1",
        "::ffff:224.0.0.1",
        "ff02::1",
    ] {
        let said = refused(address);
        assert!(said.contains("a browser cannot open"), "{said}");
    }
}

#[cfg(unix)]
mod with_a_browser {
    use std::fs;
    use std::io::{BufRead, BufReader, Read};
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    use crate::running::{Running, Start};

    /// A server whose browser is a script; the first line that it prints.
    fn start(folder: &Path, script: &str, listen: &str) -> (Running, String) {
        let program = folder.join("xdg-open");
        fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("a script");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a mode");
        let path = format!("{}:/usr/bin:/bin", folder.display());
        let mut server = Command::new(env!("CARGO_BIN_EXE_peregrine"))
            .args(["board", "--listen", listen])
            .env("PATH", path)
            .env("TMPDIR", folder)
            .env("REPORT", folder.join("report"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .start();
        let output = server.stdout.take().expect("the output is a pipe");
        let mut line = String::new();
        let read = BufReader::new(output).read_line(&mut line);
        read.expect("the server prints its address");
        (server, line)
    }

    fn wait_for(what: &str, mut found: impl FnMut() -> bool) {
        let begin = Instant::now();
        while !found() {
            assert!(begin.elapsed() < Duration::from_secs(60), "{what}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Ends a server as Ctrl-C does; what it said on standard error.
    fn end(mut server: Running) -> String {
        let id = server.id().to_string();
        let killed = Command::new("kill").args(["-INT", &id]).status();
        assert!(killed.expect("kill runs").success());
        server.wait().expect("the server ends");
        let mut said = String::new();
        let mut stderr = server.stderr.take().expect("the output is a pipe");
        stderr.read_to_string(&mut said).expect("text");
        said
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_browser_gets_a_private_file_and_is_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let script = r#"{ echo "$#"; echo "$1"; stat -c %a "$1"; stat -c %a "$(dirname "$1")"; cat "$1"; } >"$REPORT.part"; mv "$REPORT.part" "$REPORT""#;
        let (server, line) = start(folder.path(), script, "127.0.0.1");
        let address = line.split("http://").nth(1).expect("an address").trim();
        let (_, token) = address.split_once("token=").expect("a token");
        let report = folder.path().join("report");
        wait_for("no browser is started", || report.is_file());
        let report = fs::read_to_string(&report).expect("the report");
        let lines: Vec<&str> = report.lines().collect();
        let [count, argument, file_mode, folder_mode, content @ ..] = &lines[..] else {
            panic!("{report}");
        };
        assert_eq!((*count, *file_mode, *folder_mode), ("1", "600", "700"));
        assert!(!argument.contains(token), "{argument}");
        assert!(
            content
                .join("\n")
                .contains(&format!("url=http://{address}"))
        );
        // No zombie stays behind.
        let children = format!("/proc/{0}/task/{0}/children", server.id());
        let children = Path::new(&children);
        let has_children = || {
            let tasks = fs::read_dir(format!("/proc/{}/task", server.id())).expect("threads");
            tasks.flatten().any(|task| {
                let children = fs::read_to_string(task.path().join("children"));
                children.is_ok_and(|children| !children.trim().is_empty())
            })
        };
        if children.is_file() {
            wait_for("the browser's program is not waited for", || {
                !has_children()
            });
        }
        let redirect = Path::new(argument).to_owned();
        assert!(redirect.is_file());
        assert_eq!(end(server), "");
        assert!(!redirect.exists() && !redirect.parent().expect("a folder").exists());
    }

    #[test]
    fn a_browser_that_fails_is_reported() {
        let folder = tempfile::tempdir().expect("a folder");
        let script = r#"touch "$REPORT"; exit 3"#;
        let (server, _) = start(folder.path(), script, "127.0.0.1");
        wait_for("no browser is started", || {
            folder.path().join("report").is_file()
        });
        // The server learns of it a little later.
        thread::sleep(Duration::from_secs(1));
        let said = end(server);
        assert!(said.contains("open the address by hand"), "{said}");
    }

    #[test]
    fn an_address_of_the_old_protocol_is_what_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let (server, line) = start(folder.path(), "", "::ffff:127.0.0.1");
        assert!(line.contains("http://127.0.0.1:"), "{line}");
        assert_eq!(end(server), "");
    }
}

/// An address of this machine that others may reach, if it has one.
fn reachable() -> Option<String> {
    let socket = std::net::UdpSocket::bind("0.0.0.0:0").ok()?;
    // Nothing is sent.
    socket.connect("192.0.2.1:9").ok()?;
    let address = socket.local_addr().ok()?.ip();
    let is_own = TcpListener::bind((address, 0)).is_ok();
    (is_own && !address.is_loopback() && !address.is_unspecified()).then(|| address.to_string())
}

#[test]
fn whoever_lets_others_in_is_warned() {
    use std::io::{BufRead, BufReader};
    let Some(address) = reachable() else {
        eprintln!("this machine has no address that others could reach");
        return;
    };
    let mut server = Command::new(env!("CARGO_BIN_EXE_peregrine"))
        .args(["board", "--no-open", "--listen", &address])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .start();
    let stderr = server.stderr.take().expect("the output is a pipe");
    let mut line = String::new();
    let read = BufReader::new(stderr).read_line(&mut line);
    // It may have ended.
    let _ = server.kill();
    let _ = server.wait();
    read.expect("the server warns");
    assert!(
        line.starts_with("warning: other machines can reach"),
        "{line}"
    );
}
