//! Texts made to take long: each is read quickly, or refused for what is too
//! long in it.

use std::fs;
#[cfg(unix)]
use std::path::Path;
use std::time::{Duration, Instant};

use peregrine::variants;

use super::texts::faults;

/// The faults of a text, which must be found quickly: quadratic algorithms took minutes.
fn soon(text: &str) -> Vec<String> {
    let begin = Instant::now();
    let found = faults(text);
    assert!(begin.elapsed() < Duration::from_secs(30));
    found
}

fn many(count: usize) -> String {
    let games = (0..count).map(|n| format!("[a{n}]\nbase = 'chess'\ncastling = 'none'\n"));
    games.collect()
}

#[test]
fn a_file_has_a_limited_number_of_games() {
    assert_eq!(
        variants::check(&many(256)).map(|found| found.len()),
        Ok(256)
    );
    assert_eq!(
        soon(&many(20_000)),
        ["line 769: a256: a file can define at most 256 variants, but this one has 20000"]
    );
    let chain: String = (0..30_000)
        .map(|n| format!("[a{n}]\nbase = 'a{}'\n", n + 1))
        .collect();
    assert_eq!(
        soon(&chain),
        ["line 513: a256: a file can define at most 256 variants, but this one has 30000"]
    );
    // Faults of the other games are not reported, but TOML errors are.
    assert_eq!(
        soon(&format!("{}[b]\nbord = 1\n= 3", many(300)))[..1],
        ["line 769: a256: a file can define at most 256 variants, but this one has 301"]
    );
}

#[test]
fn values_have_a_limited_length() {
    let long = "x".repeat(500_000);
    let of_game = |text: &str| {
        let found = soon(&format!("[x]\nbase = 'chess'\n{text}"));
        assert!(
            found.iter().all(|fault| fault.len() < 3 * text.len()),
            "{found:?}"
        );
        found
    };
    for (text, expected) in [
        (
            format!("base2 = '{long}'\n"),
            "line 3: x.base2: unknown key; did you mean 'base'?",
        ),
        (
            format!("start = '{long}'\n"),
            "line 3: x.start: a string of 500000 bytes, but at most 1024 are allowed",
        ),
        (
            format!("pieces.Q = {{ moves = ['{long}'] }}\n"),
            "line 3: x.pieces.Q: a string of 500000 bytes, but at most 1024 are allowed",
        ),
        (
            format!("pieces.Q = {{ {long} = 'queen' }}\n"),
            "line 3: x.pieces.Q: a key of 500000 bytes, but at most 1024 are allowed",
        ),
        (
            format!("pawns.steps = [{}]\n", "'a4b5',".repeat(50_000)),
            "line 3: x.pawns.steps: a list of 50000 items, but at most 256 are allowed",
        ),
        (
            format!(
                "pawns.zones = [{{ squares = [{}] }}]\n",
                "8,".repeat(50_000)
            ),
            "line 3: x.pawns.zones: a list of 50000 items, but at most 256 are allowed",
        ),
    ] {
        assert_eq!(of_game(&text), [expected]);
    }
    let pieces: String = (0..20_000)
        .map(|n| format!("pieces.a{n} = 'x'\n"))
        .collect();
    assert_eq!(
        of_game(&pieces),
        ["line 3: x.pieces: 20000 pieces, but at most 256 are allowed"]
    );
    let keys: String = (0..300).map(|n| format!("k{n} = 1,")).collect();
    assert_eq!(
        of_game(&format!("pieces.Q = {{ {keys} moves = 'queen' }}")),
        ["line 3: x.pieces.Q: a table of 301 keys, but at most 256 are allowed"]
    );
    assert_eq!(
        soon(&format!("[{}]\nbase = 'chess'", "x".repeat(65))),
        [format!(
            "line 1: {}: the name has 65 letters, but at most 64 are allowed",
            "x".repeat(65)
        )]
    );
}

#[test]
fn long_names_are_not_compared() {
    let long = "y".repeat(3000);
    let games = (0..150).map(|n| format!("[{long}{n}]\nbase = '{}'\n", &long[..1000]));
    let found = soon(&games.collect::<String>());
    assert_eq!(found.len(), 150);
    assert!(found.iter().all(|fault| !fault.contains("did you mean")));
}

#[test]
fn only_the_first_hundred_faults_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.toml");
    let keys: String = (0..1000).map(|n| format!("k{n} = 1\n")).collect();
    fs::write(&path, format!("[x]\nbase = 'chess'\n{keys}")).unwrap();
    let said = variants::read(&path).unwrap_err().to_string();
    assert_eq!(said.lines().count(), 101);
    let last = format!("{}: and 900 more faults", path.display());
    assert_eq!(said.lines().last(), Some(last.as_str()));
}

#[test]
#[cfg(unix)]
fn only_ordinary_files_of_bounded_length_are_read() {
    let refused = |path: &Path| variants::read(path).unwrap_err().to_string();
    let device = refused(Path::new("/dev/zero"));
    assert_eq!(device, "/dev/zero: this is not a regular file");
    let folder = tempfile::tempdir().unwrap();
    assert!(refused(folder.path()).ends_with(": this is a folder"));
    let long = folder.path().join("long.toml");
    // A sparse file of a terabyte.
    fs::File::create(&long).unwrap().set_len(1 << 40).unwrap();
    assert!(refused(&long).ends_with(": longer than 1048576 bytes"));
    let pipe = folder.path().join("pipe.toml");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    assert!(refused(&pipe).ends_with(": this is not a regular file"));
}
