//! The folder in which a reader tries the examples of a page, one after the other.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use tempfile::TempDir;

use super::tables::{ANSWERS, FILES, MADE};
use super::texts::Page;
use crate::process::{output_for, program, signal};
use crate::running::Start;

/// One game in fifty is held out for validation. Of 500 games there is almost certainly one,
/// whatever network plays them; of 100 there may be none.
const ENOUGH_GAMES: &str = "500";

/// Games and data that the examples of several pages read, made once.
static MATERIALS: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in MADE {
        fs::write(folder.path().join(name), text).expect("a file is written");
    }
    fs::write(folder.path().join("match.toml"), match_file()).expect("a file is written");
    let openings = root().join("data/openings/falcon.txt");
    let openings = openings.to_str().expect("a path in UTF-8");
    let program_path = env!("CARGO_BIN_EXE_peregrine");
    let one = format!("name=one command={program_path}");
    let other = format!("name=other command={program_path}");
    let commands: [&[&str]; 2] = [
        &[
            "datagen",
            "--games",
            ENOUGH_GAMES,
            "--nodes",
            "20",
            "--threads",
            "2",
            "--out",
            ".",
        ],
        &[
            "match",
            "--out",
            "match",
            "--rounds",
            "40",
            "--concurrency",
            "2",
            "--openings",
            openings,
            "--each",
            "protocol=uci nodes=20 hash=1",
            "--engine",
            &one,
            "--engine",
            &other,
        ],
    ];
    for arguments in commands {
        let output = program().args(arguments).current_dir(folder.path()).run();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
    }
    let games = folder.path().join("match/games.pgn");
    fs::rename(games, folder.path().join("falcon.pgn")).expect("the games are moved");
    folder
});

/// Stands in for GNU parallel: runs the command for each word after `:::`, one after the
/// other.
const PARALLEL: &str = r#"#!/bin/sh
command=
while [ "$1" != ::: ]; do command="$command $1"; shift; done
shift
for word; do sh -c "$(echo "$command" | sed "s/{}/$word/g")" || exit 1; done
"#;

/// The match file that the guide shows, with little time.
fn match_file() -> String {
    let page = fs::read_to_string(root().join("docs/guide/matches.md")).expect("a page is text");
    let lines = page
        .lines()
        .skip_while(|line| !line.starts_with("    title = "));
    let lines = lines.take_while(|line| line.is_empty() || line.starts_with("    "));
    let text: String = lines.map(|line| format!("{}\n", line.trim())).collect();
    assert!(
        text.contains("rounds = 100") && text.contains("\"2+0.02\""),
        "{text}"
    );
    text.replace("rounds = 100", "rounds = 2")
        .replace("2+0.02", "0.2+0.002")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub struct Workplace {
    folder: TempDir,
}

impl Workplace {
    /// A folder with the program, the files of the repository, and those that this page
    /// expects its reader to have.
    pub fn new(page: &Page) -> Workplace {
        let folder = tempfile::tempdir().expect("a folder");
        let place = Workplace { folder };
        for name in ["peregrine", "new", "old"] {
            let program = env!("CARGO_BIN_EXE_peregrine");
            symlink(program, place.path(name)).expect("a link");
        }
        for name in ["perft", "docs/examples", "data/openings", "data/tactics"] {
            let target = place.path(name);
            fs::create_dir_all(target.parent().expect("a folder")).expect("a folder");
            symlink(root().join(name), target).expect("a link");
        }
        fs::write(place.path("parallel"), PARALLEL).expect("a file is written");
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(place.path("parallel"), executable).expect("its mode is set");
        for (name, source, pages) in FILES {
            if pages.contains(&page.name.as_str()) {
                place.add(name, source);
            }
        }
        place
    }

    pub fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn add(&self, name: &str, source: &str) {
        let target = self.path(name);
        fs::create_dir_all(target.parent().expect("a folder")).expect("a folder");
        let made = MATERIALS.path().join(source);
        let source = if made.exists() {
            made
        } else {
            root().join(source)
        };
        fs::copy(&source, target).unwrap_or_else(|error| panic!("{}: {error}", source.display()));
    }

    fn command(&self, example: &str) -> Command {
        let mut command = Command::new("sh");
        let path = std::env::var("PATH").expect("a search path");
        let path = format!("{}:{path}", self.folder.path().display());
        command
            .args(["-c", example])
            .env("PATH", path)
            .env("MATERIALS", MATERIALS.path())
            .env_remove("PEREGRINE_PROCESSOR")
            .current_dir(self.folder.path());
        command
    }

    /// Runs a command, and returns what it printed and what is in the files that it was
    /// told to write, or why it failed.
    pub fn run(&self, example: &str) -> Result<String, String> {
        let words = shlex::split(example).ok_or("cannot be read by a shell")?;
        if words.starts_with(&["peregrine".to_owned(), "board".to_owned()]) {
            return self.open_board(example);
        }
        let names = named_files(&words);
        if !words.iter().any(|word| word == "--resume") {
            for name in &names {
                // An earlier example of the page may have made it.
                let _ = fs::remove_file(self.path(name));
                if words[1] == "train" {
                    for extension in ["prgtrain", "csv", "svg"] {
                        let _ = fs::remove_file(self.path(name).with_extension(extension));
                    }
                }
            }
        }
        let is_engine = words.len() == 1 || words[1].starts_with("--");
        let answer = ANSWERS.iter().find(|row| example.starts_with(row.0));
        let input = match answer {
            Some((_, input)) => input,
            None if is_engine => "uci\nquit\n",
            None => "",
        };
        let output = output_for(&mut self.command(example), input);
        let printed = both_streams(&output);
        // Not all problems are solved in a moment.
        let is_test = output.status.code() == Some(1) && example.starts_with("peregrine solve ");
        if !output.status.success() && !is_test {
            return Err(format!("ends with {}:\n{printed}", output.status));
        }
        match names.iter().find(|name| !self.path(name).exists()) {
            Some(name) => Err(format!("does not write {name}:\n{printed}")),
            None => Ok(names.iter().fold(printed, |text, name| {
                // A folder has no text.
                let written = fs::read(self.path(name)).unwrap_or_default();
                text + &String::from_utf8_lossy(&written)
            })),
        }
    }

    /// Starts the server, asks for its page, and ends it by Ctrl-C.
    fn open_board(&self, example: &str) -> Result<String, String> {
        let mut command = self.command(&format!("exec {example}"));
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.start();
        let output = child.stdout.take().expect("its output is a pipe");
        let mut line = String::new();
        let read = BufReader::new(output).read_line(&mut line);
        let page = match (read, line.trim().split_once("http://")) {
            (Ok(_), Some((_, address))) => page_at(address),
            _ => Err("prints no address".to_owned()),
        };
        signal(&child, "INT");
        let ended = child.output();
        let errors = both_streams(&ended);
        match page {
            Ok(page) if ended.status.success() => Ok(line + &page + &errors),
            Ok(_) => Err(format!("Ctrl-C: {}:\n{errors}", ended.status)),
            Err(error) => Err(format!("{error}:\n{errors}")),
        }
    }
}

/// What the server at an address without `http://` answers.
fn page_at(address: &str) -> Result<String, String> {
    let (host, path) = address.split_once('/').ok_or("the address has no path")?;
    let mut stream = TcpStream::connect(host).map_err(|error| error.to_string())?;
    let request = format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    let mut page = Vec::new();
    let sent = stream.write_all(request.as_bytes());
    sent.and_then(|()| stream.read_to_end(&mut page))
        .map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

fn both_streams(output: &Output) -> String {
    let [out, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    format!("{out}{errors}")
}

/// The files and folders that a command is told to write.
fn named_files(words: &[String]) -> Vec<&String> {
    if words[0] == "parallel" {
        return Vec::new();
    }
    let names_file =
        |option: &str| ["--out", "--svg", "--png", "--save", "--epd", ">"].contains(&option);
    let pairs = words.windows(2).filter(|pair| names_file(&pair[0]));
    pairs.map(|pair| &pair[1]).collect()
}
