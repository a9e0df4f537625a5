//! Figures without Kings, and the paths of a Falcon's move.

use roxmltree::Document;

use super::command::{folder, show};
use super::{group, title};

#[test]
fn figures_need_no_kings() {
    let folder = folder();
    // Patent, Fig. 19: a Falcon alone.
    let figure = "10/10/10/10/4F5/10/10/10 w - - 0 1";
    let output = show(folder.path(), &["--fen", figure]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert!(
        text.contains(" 4   .  .  .  .  F  .  .  .  .  .\n"),
        "{text}"
    );
    assert!(text.ends_with("To move: White\nNot a playable position: neither side has a King\n"));
    let one = show(
        folder.path(),
        &["--fen", "10/10/10/10/4F5/10/10/4K5 b - - 0 1"],
    );
    let text = String::from_utf8(one.stdout).unwrap();
    assert!(
        text.ends_with("Not a playable position: Black has no King\n"),
        "{text}"
    );
    let output = show(folder.path(), &["--fen", figure, "--svg", "-"]);
    let picture = String::from_utf8(output.stdout).unwrap();
    let document = Document::parse(&picture).unwrap();
    let pieces = group(&document, "pieces");
    assert_eq!(pieces.len(), 1);
    assert_eq!(title(pieces[0]), "White Falcon on e4");
    // Invalid FENs and other impossible positions are errors.
    for (fen, reason) in [
        ("10/10/10/10/4X5/10/10/10 w - - 0 1", "'X' at column"),
        ("k9/10/10/10/10/10/10/KK8 w - - 0 1", "White has 2 Kings"),
    ] {
        let output = show(folder.path(), &["--fen", fen]);
        assert_eq!(output.status.code(), Some(2));
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains(reason), "{errors}");
    }
}

#[test]
fn paths_of_a_falcon_are_listed_and_drawn() {
    let folder = folder();
    let figure = "10/10/5p4/5N4/4F5/10/10/10 w - - 0 1";
    let output = show(
        folder.path(),
        &["--fen", figure, "--paths", "e4g7,e4-d7", "--paths", "e4f7"],
    );
    let text = String::from_utf8(output.stdout).unwrap();
    let paths = "\
Falcon e4-g7: 0 of 3 paths open
  SDD e4-e5-f6-g7: closed by the black Pawn on f6
  DSD e4-f5-f6-g7: closed by the white Knight on f5 and the black Pawn on f6
  DDS e4-f5-g6-g7: closed by the white Knight on f5
Falcon e4-d7: 3 of 3 paths open
  SSD e4-e5-e6-d7: open
  SDS e4-e5-d6-d7: open
  DSS e4-d5-d6-d7: open
Falcon e4-f7: 1 of 3 paths open
  SSD e4-e5-e6-f7: open
  SDS e4-e5-f6-f7: closed by the black Pawn on f6
  DSS e4-f5-f6-f7: closed by the white Knight on f5 and the black Pawn on f6
";
    let listed = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let (_, after) = text.split_once("neither side has a King\n").unwrap();
    assert_eq!(listed(after), listed(paths));
    let options = ["--fen", figure, "--paths", "e4f7", "--svg", "-"];
    let picture = String::from_utf8(show(folder.path(), &options).stdout).unwrap();
    let document = Document::parse(&picture).unwrap();
    let arrows = document
        .descendants()
        .filter(|node| node.attribute("class") == Some("arrow"));
    assert_eq!(arrows.count(), 3);
}

/// The names of a move's three paths: the odd step first, in the middle and last.
#[test]
fn paths_have_the_names_of_the_patent() {
    let folder = folder();
    let (mut straight, mut diagonal) = (0, 0);
    for to in [
        "c1", "d1", "f1", "g1", "b2", "h2", "b3", "h3", "b5", "h5", "b6", "h6", "c7", "d7", "f7",
        "g7",
    ] {
        let paths = format!("e4{to}");
        let fen = "10/10/10/10/4f5/10/10/10 b - - 0 1";
        let output = show(folder.path(), &["--fen", fen, "--paths", &paths]);
        let text = String::from_utf8(output.stdout).unwrap();
        let (_, lines) = text.split_once("3 of 3 paths open\n").unwrap();
        let mut names: Vec<&str> = lines.lines().map(|line| &line[2..5]).collect();
        names.sort_unstable();
        match names[..] {
            ["DSS", "SDS", "SSD"] => straight += 1,
            ["DDS", "DSD", "SDD"] => diagonal += 1,
            _ => panic!("{text}"),
        }
    }
    assert_eq!((straight, diagonal), (8, 8));
}

#[test]
fn paths_of_other_pieces_and_boards() {
    let folder = folder();
    let hundred = "3******3/12/12/*10*/*10*/*10*/*10*/F11/12/3******3";
    let check = |arguments: &[&str], wanted: &str| {
        let output = show(folder.path(), arguments);
        let said = match output.status.success() {
            true => output.stdout,
            false => output.stderr,
        };
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains(wanted), "{arguments:?}: {said}");
    };
    let (near, far) = ("16/16/16/16/16/7N'8/16/16", "16/16/8P7/16/16/7N'8/16/16");
    for (variant, board, paths, wanted) in [
        // A winged piece moves like a Falcon; its own Pawn is on the target.
        (
            "permutation",
            near,
            "h3-i6",
            "Winged Knight h3-i6: 3 of 3 paths open\n",
        ),
        (
            "permutation",
            far,
            "h3-i6",
            "Winged Knight h3-i6: 3 of 3 paths open, but its own Pawn stands on i6\n",
        ),
        // Holes block paths, here on the way to the corner of Falcon Chess 100.
        (
            "falcon100",
            hundred,
            "x2a5",
            "Falcon x2-a5: 1 of 3 paths open\n",
        ),
        (
            "falcon100",
            hundred,
            "x2a5",
            "  SSD x2-x3-x4-a5: closed by the hole at x3 and the hole at x4\n",
        ),
        (
            "falcon100",
            hundred,
            "x2x5",
            "'x5' is not a square of this board",
        ),
    ] {
        let fen = format!("{board} w - - 0 1");
        check(
            &["--variant", variant, "--fen", &fen, "--paths", paths],
            wanted,
        );
    }
    for (arguments, wanted) in [
        (
            &["--paths", "a1b4"][..],
            "--paths 'a1b4': the Rook on a1 does not move like a Falcon",
        ),
        (
            &["--paths", "e4g7"],
            "--paths 'e4g7': no piece stands on e4",
        ),
        (
            &["--paths", "d1d4"],
            "--paths 'd1d4': a Falcon on d1 cannot move to d4, only to ",
        ),
        (
            &["--paths", "d1"],
            "--paths 'd1': expected two squares, such as e4g7",
        ),
        (&["--paths", ""], "--paths '': expected two squares"),
        (&["--paths", "é1d1"], "--paths 'é1d1': expected two squares"),
        (
            &["--paths", "d1z9"],
            "--paths 'd1z9': 'z9' is not a square of this board",
        ),
        (
            &["--variant", "falcon-leap", "--paths", "d1c4"],
            "the Falcon on d1 leaps, so nothing can block its path",
        ),
        (&["--reversed-colors"], "--svg <FILE>"),
    ] {
        check(arguments, wanted);
    }
}
