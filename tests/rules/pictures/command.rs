//! `peregrine show`: the files that it writes, and those that it must not touch.

use std::fs;
use std::path::Path;
use std::process::Output;

use peregrine::board::square::Square;
use peregrine::position::Position;
use peregrine::render::Svg;
use peregrine::variants;

use crate::common::names as listed;
use crate::process::program;
use crate::running::Start;

/// A temporary folder.
pub(super) fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

pub(super) fn show(folder: &Path, arguments: &[&str]) -> Output {
    program()
        .arg("show")
        .args(arguments)
        .current_dir(folder)
        .run()
}

#[test]
fn the_command_writes_files() {
    let folder = folder();
    let rules = variants::find("capablanca")
        .unwrap()
        .rules(Default::default())
        .unwrap();
    let expected = Svg::new(&Position::start(rules)).to_string();
    for file in ["board.svg", "./board.svg", "inner/board.svg"] {
        let _ = fs::create_dir(folder.path().join("inner"));
        let output = show(folder.path(), &["--variant", "capablanca", "--svg", file]);
        assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
        assert_eq!(
            fs::read_to_string(folder.path().join(file)).unwrap(),
            expected
        );
    }
    // Another picture replaces the first, and nothing else is in the folder.
    let fen = "k9/10/10/10/4F5/10/10/9K b - - 0 1";
    let marked = [
        "--fen",
        fen,
        "--mark",
        "g7,a1",
        "--mark",
        "j8",
        "--arrow",
        "e4-f5-g7,a1-b1",
    ];
    let output = show(
        folder.path(),
        &[&marked[..], &["--svg", "board.svg"]].concat(),
    );
    assert!(output.status.success());
    let written = fs::read_to_string(folder.path().join("board.svg")).unwrap();
    assert_eq!(listed(folder.path()), ["board.svg", "inner"]);
    let rules = variants::find("falcon")
        .unwrap()
        .rules(Default::default())
        .unwrap();
    let squares = |names: &[&str]| -> Vec<Square> {
        names
            .iter()
            .map(|name| rules.geometry().square_named(name).unwrap())
            .collect()
    };
    let position = Position::from_fen(rules, fen).unwrap();
    let expected = Svg::new(&position)
        .mark(squares(&["a1", "g7"]).into_iter().collect())
        .mark(squares(&["j8"]).into_iter().collect())
        .arrows([squares(&["e4", "f5", "g7"]), squares(&["a1", "b1"])]);
    assert_eq!(written, expected.to_string());
    let output = show(folder.path(), &[&marked[..], &["--svg", "-"]].concat());
    assert!(output.status.success() && output.stderr.is_empty());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), written);
    assert_eq!(listed(folder.path()), ["board.svg", "inner"]);
}

#[test]
fn a_png_picture_shows_the_same_in_the_size_asked_for() {
    let folder = folder();
    let rules = variants::falcon();
    let picture = Svg::new(&Position::start(rules))
        .mark(rules.geometry().square_named("e4").into_iter().collect())
        .reversed_colors();
    for (words, width) in [(&[][..], 1000), (&["--size", "100"], 100)] {
        let options = ["--mark", "e4", "--reversed-colors", "--png", "board.png"];
        let output = show(folder.path(), &[&options[..], words].concat());
        assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
        let written = fs::read(folder.path().join("board.png")).unwrap();
        assert!(written == picture.to_png(width).unwrap());
        // The header of the file begins with width and height.
        assert_eq!(written[16..20], width.to_be_bytes());
        assert_eq!(listed(folder.path()), ["board.png"]);
        let options = ["--mark", "e4", "--reversed-colors", "--png", "-"];
        let output = show(folder.path(), &[&options[..], words].concat());
        assert!(output.status.success() && output.stdout == written);
    }
}

#[test]
fn failed_writes_are_reported_and_change_nothing() {
    let folder = folder();
    let there = |name: &str| folder.path().join(name);
    fs::write(there("file"), "<svg as it was").unwrap();
    fs::write(there("protected"), "<svg as it was").unwrap();
    let mut permissions = fs::metadata(there("protected")).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(there("protected"), permissions.clone()).unwrap();
    fs::create_dir(there("folder")).unwrap();
    for (arguments, reason) in [
        (
            &["--svg", "none/x.svg"][..],
            "none/x.svg: there is no folder none",
        ),
        (&["--svg", "folder"], "folder: this is a folder"),
        (
            &["--svg", "folder/.."],
            "folder/..: this is not a file name",
        ),
        (&["--svg", ""], "a value is required for '--svg <FILE>'"),
        (&["--svg", "file/x.svg"], "file/x.svg: "),
        (&["--svg", "protected"], "protected: the file is read-only"),
        (&["--svg", "file", "--fen", "k9 w"], "FEN: "),
        (
            &["--svg", "file", "--mark", "e4,k1"],
            "--mark 'e4,k1': 'k1' is not a square of this board",
        ),
        (
            &["--svg", "file", "--mark", ""],
            "--mark '': '' is not a square of this board",
        ),
        (
            &["--svg", "file", "--arrow", "e4-z"],
            "--arrow 'e4-z': 'z' is not a square of this board",
        ),
        (
            &["--svg", "file", "--arrow", "e4"],
            "--arrow 'e4': an arrow must end on another square",
        ),
        (&["--mark", "e4"], "--svg <FILE>"),
        (&["--arrow", "e4-e5"], "--svg <FILE>"),
        (&["--svg"], "a value is required for '--svg <FILE>'"),
        (
            &["--png", "none/x.png"],
            "none/x.png: there is no folder none",
        ),
        (&["--png", "protected"], "protected: the file is read-only"),
        (
            &["--png", "file", "--size", "99"],
            "'99' for '--size <PIXELS>': expected a whole number from 100 to 4000",
        ),
        (
            &["--png", "file", "--size", "4001"],
            "expected a whole number from 100 to 4000",
        ),
        (&["--png", "file", "--size", "wide"], "'wide'"),
        (&["--png", "file", "--svg", "file"], "cannot be used with"),
        (&["--size", "300"], "--png <FILE>"),
        (
            &["--svg", "file", "--size", "300"],
            "cannot be used with '--size <PIXELS>'",
        ),
    ] {
        let output = show(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.starts_with("peregrine: error: "), "{errors}");
        assert!(errors.contains(reason), "{arguments:?}: {errors}");
        assert!(output.stdout.is_empty());
        assert_eq!(
            listed(folder.path()),
            ["file", "folder", "protected"],
            "{arguments:?}"
        );
        assert!(listed(&there("folder")).is_empty());
        for name in ["file", "protected"] {
            assert_eq!(fs::read_to_string(there(name)).unwrap(), "<svg as it was");
        }
    }
}

#[cfg(unix)]
#[test]
fn links_permissions_and_devices_are_respected() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    let folder = folder();
    let there = |name: &str| folder.path().join(name);
    let mode = |name: &str| fs::metadata(there(name)).unwrap().permissions().mode() & 0o777;
    // A new file has the same permissions as any other created here.
    fs::write(there("other"), "").unwrap();
    assert!(show(folder.path(), &["--svg", "new.svg"]).status.success());
    assert_eq!(mode("new.svg"), mode("other"));
    fs::set_permissions(there("new.svg"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("new.svg", there("link.svg")).unwrap();
    let other = ["--variant", "chess", "--svg", "link.svg"];
    assert!(show(folder.path(), &other).status.success());
    assert!(
        fs::symlink_metadata(there("link.svg"))
            .unwrap()
            .is_symlink()
    );
    assert!(
        fs::read_to_string(there("new.svg"))
            .unwrap()
            .contains("<title>chess: ")
    );
    assert_eq!(mode("new.svg"), 0o640);
    let output = show(folder.path(), &["--svg", "/dev/null"]);
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("/dev/null: this is not a regular file")
    );
    assert!(
        fs::metadata("/dev/null")
            .unwrap()
            .file_type()
            .is_char_device()
    );
    assert_eq!(listed(folder.path()), ["link.svg", "new.svg", "other"]);
}
