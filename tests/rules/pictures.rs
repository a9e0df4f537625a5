//! Pictures of positions: every board and every piece, where they belong, in
//! files that any reader of XML understands.

mod colors;
mod figures;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use peregrine::board::geometry::Geometry;
use peregrine::board::piece::{Components, PieceKind};
use peregrine::board::square::Square;
use peregrine::notation::diagram::{Diagram, Svg};
use peregrine::position::Position;
use peregrine::rules::{
    CastlingRule, PawnSetup, PieceType, PromotionRule, Rules, RulesSetup, SpecialMoves,
    SquareColor, StalemateRule,
};
use peregrine::variants;
use roxmltree::{Document, Node};

use crate::common;
use crate::process::program;

/// Letter, name, components and leaps of a piece.
type Row = (&'static str, &'static str, Components, &'static [(u8, u8)]);

/// A game with these pieces besides King and Pawn.
fn game(board: Geometry, start_fen: &str, pieces: &[Row]) -> &'static Rules {
    let royal: [Row; 2] = [
        ("P", "Pawn", Components::PAWN, &[][..]),
        ("K", "King", Components::KING, &[]),
    ];
    let rows = royal.iter().chain(pieces).enumerate();
    let piece_types = rows.map(|(index, &(letter, name, components, leaps))| PieceType {
        kind: PieceKind::new(if index < 2 { index } else { index + 15 }),
        letter: letter.to_owned(),
        name: name.to_owned(),
        components,
        special: SpecialMoves {
            leaps: leaps.to_vec(),
            ..SpecialMoves::default()
        },
        xboard_letter: None,
    });
    let piece_types: Vec<PieceType> = piece_types.collect();
    let promotions = piece_types[2..].iter().map(|row| row.kind).collect();
    let pawns = PawnSetup {
        first_rank: 1,
        ..PawnSetup::orthodox(&board, promotions)
    };
    Box::leak(Box::new(Rules::new(RulesSetup {
        variant: "<made> & 'up'".to_owned(),
        geometry: Box::leak(Box::new(board)),
        piece_types,
        start_fen: start_fen.to_owned(),
        castling: CastlingRule::None,
        promotion: PromotionRule::Any,
        pawns,
        stalemate: StalemateRule::Draw,
        shuffled: false,
        left_corner: SquareColor::Dark,
    })))
}

/// The made-up games and those of the registry.
fn games() -> Vec<&'static Rules> {
    let mut games = vec![wide(), holes(), strange()];
    for variant in common::built_in_games() {
        games.push(variant.rules(Default::default()).unwrap());
    }
    games
}

const BISHOP: Components = Components::DIAGONAL;
const ROOK: Components = Components::STRAIGHT;
const KNIGHT: Components = Components::KNIGHT;
const FALCON: Components = Components::FALCON;
const SPECIAL: Components = Components::SPECIAL;

/// Sixteen files, and every compound of Complete Permutation Chess.
fn wide() -> &'static Rules {
    let queen = BISHOP.union(ROOK);
    let plain = [
        ("Q", "Queen", queen),
        ("R", "Rook", ROOK),
        ("B", "Bishop", BISHOP),
        ("N", "Knight", KNIGHT),
        ("C", "Cardinal", BISHOP.union(KNIGHT)),
        ("M", "Marshal", ROOK.union(KNIGHT)),
        ("A", "Amazon", queen.union(KNIGHT)),
    ];
    let winged = ["Q'", "R'", "B'", "N'", "C'", "M'", "A'"];
    let winged = winged
        .iter()
        .zip(plain)
        .map(|(letter, row)| (*letter, row.1, row.2 | FALCON));
    let rows = plain
        .into_iter()
        .chain([("F", "Falcon", FALCON)])
        .chain(winged);
    let rows: Vec<_> = rows
        .map(|(letter, name, moves)| (letter, name, moves, &[][..]))
        .collect();
    game(
        Geometry::rectangle(16, 8).unwrap(),
        "q'fbb'mqc'a'kan'r'cnrm'/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/\
         Q'FBB'MQC'A'KAN'R'CNRM' w - - 0 1",
        &rows,
    )
}

/// The board of Falcon Chess 100, ten ranks from 0, with holes.
fn holes() -> &'static Rules {
    let hole = |file, rank| match rank {
        0 | 9 => (3..9).contains(&file),
        1 | 2 | 7 | 8 => false,
        _ => file == 0 || file == 11,
    };
    game(
        Geometry::new(12, 10, "xabcdefghijy", 0, hole).unwrap(),
        "n'1n******N1N'/1r8r1/k3N'n'6/*10*/*N'8n'*/*10*/*10*/12/1R3K4R1/n'1n******N1N' b - - 0 1",
        &[
            ("R", "Rook", ROOK, &[]),
            ("N", "Knight", KNIGHT, &[]),
            ("N'", "Winged Knight", KNIGHT.union(FALCON), &[]),
        ],
    )
}

/// What users may think of: leapers, royal and other compounds, pieces alike.
fn strange() -> &'static Rules {
    game(
        Geometry::rectangle(8, 10).unwrap(),
        "kf1lgz2/1x'w'y3h'/p7/8/8/8/8/P7/1X'W'Y3H'/KF1LGZ2 w - - 0 1",
        &[
            ("F", "Leaping Falcon", SPECIAL, &[(2, 3), (1, 3)]),
            ("L", "Camel", SPECIAL, &[(1, 3)]),
            ("G", "Knight & Camel", SPECIAL.union(KNIGHT), &[(1, 3)]),
            ("Z", "\"Rook\" <Zebra>", SPECIAL.union(ROOK), &[(2, 3)]),
            ("X'", "Winged Dabbaba", SPECIAL.union(FALCON), &[(0, 2)]),
            ("W'", "Wazir", SPECIAL, &[(0, 1)]),
            ("Y", "Bishop", BISHOP, &[]),
            ("H'", "Other Bishop", BISHOP, &[]),
        ],
    )
}

/// Where something is in a picture.
fn place(node: Node, x: &str, y: &str) -> (f64, f64) {
    let number = |name| node.attribute(name).unwrap().parse().unwrap();
    (number(x), number(y))
}

fn group<'a>(document: &'a Document, class: &str) -> Vec<Node<'a, 'a>> {
    let groups = document
        .descendants()
        .filter(|node| node.attribute("class") == Some(class));
    groups
        .flat_map(|node| node.children())
        .filter(Node::is_element)
        .collect()
}

fn title(node: Node) -> String {
    let title = node.children().find(|child| child.has_tag_name("title"));
    title
        .and_then(|title| title.text())
        .unwrap_or_default()
        .to_owned()
}

/// Finds the names of squares as a person does: by looking along the rows and
/// columns to the names at the edge.
struct Names {
    files: Vec<(f64, String)>,
    ranks: Vec<(f64, String)>,
}

impl Names {
    fn new(document: &Document) -> Names {
        let names = group(document, "names");
        let column = |node: &Node| place(*node, "x", "y").0;
        // The names of the ranks have one column to themselves.
        let left = names.iter().map(column).fold(f64::INFINITY, f64::min);
        let (ranks, files): (Vec<Node>, Vec<Node>) =
            names.into_iter().partition(|node| column(node) == left);
        let text = |node: &Node| node.text().unwrap().to_owned();
        Names {
            files: files
                .iter()
                .map(|node| (place(*node, "x", "y").0, text(node)))
                .collect(),
            ranks: ranks
                .iter()
                .map(|node| (place(*node, "x", "y").1, text(node)))
                .collect(),
        }
    }

    /// The name of the square whose upper left corner is there.
    fn of(&self, (x, y): (f64, f64)) -> String {
        let at = |names: &[(f64, String)], middle: f64, slack: f64| {
            let mut found = names.iter().filter(|(at, _)| (at - middle).abs() < slack);
            let name = found
                .next()
                .expect("something stands in each row and column")
                .1
                .clone();
            assert!(found.next().is_none());
            name
        };
        at(&self.files, x + 50.0, 1.0) + &at(&self.ranks, y + 50.0, 15.0)
    }
}

#[test]
fn every_piece_stands_where_it_should() {
    for rules in games() {
        let position = Position::start(rules);
        let picture = Svg::new(&position).to_string();
        let document = Document::parse(&picture).unwrap();
        let names = Names::new(&document);
        let mut found = BTreeMap::new();
        for node in group(&document, "pieces") {
            assert!(node.has_tag_name("use"));
            let square = names.of(place(node, "x", "y"));
            let href = node.attribute("href").unwrap().to_owned();
            let earlier = found.insert(square, (href, title(node)));
            assert_eq!(earlier, None);
        }
        let geometry = rules.geometry();
        let mut expected = BTreeMap::new();
        for square in (0..128).map(Square::new) {
            let Some(piece) = position.piece_on(square) else {
                continue;
            };
            let name = geometry.name(square);
            let (kind, color) = (piece.kind(), piece.color());
            let row = rules
                .piece_types()
                .iter()
                .find(|row| row.kind == kind)
                .unwrap();
            let title = format!("{color} {} on {name}", row.name);
            let href = format!("#{}-{}", color.to_string().to_lowercase(), kind.index());
            expected.insert(name, (href, title));
        }
        assert_eq!(found, expected, "{}", rules.variant());
    }
}

#[test]
fn squares_are_drawn_and_holes_are_not() {
    for rules in games() {
        let position = Position::start(rules);
        let picture = Svg::new(&position).to_string();
        let document = Document::parse(&picture).unwrap();
        let names = Names::new(&document);
        let geometry = rules.geometry();
        let drawn = |class| {
            let squares = group(&document, class).into_iter().map(|node| {
                assert_eq!(place(node, "width", "height"), (100.0, 100.0));
                geometry
                    .square_named(&names.of(place(node, "x", "y")))
                    .expect("no hole")
            });
            squares.collect::<Vec<Square>>()
        };
        let (light, dark) = (drawn("light"), drawn("dark"));
        assert_eq!(
            light.len() + dark.len(),
            geometry.squares().count() as usize
        );
        for (colored, same) in [(&light, &light), (&dark, &dark)] {
            for square in colored.iter() {
                // As on any chessboard: one step along a rank or file leads to
                // the other color, a diagonal one to the same.
                for (file, rank, diagonal) in [(1, 0, false), (0, 1, false), (1, 1, true)] {
                    if let Some(next) = geometry.shape().step(*square, (file, rank)) {
                        assert_eq!(same.contains(&next), diagonal);
                    }
                }
            }
        }
    }
}

#[test]
fn files_stand_alone() {
    for rules in games() {
        let position = Position::start(rules);
        let picture = Svg::new(&position).to_string();
        assert_eq!(picture, Svg::new(&position.clone()).to_string());
        let document = Document::parse(&picture).unwrap();
        let root = document.root_element();
        assert_eq!(
            root.tag_name().namespace(),
            Some("http://www.w3.org/2000/svg")
        );
        assert_eq!(
            title(root),
            format!("{}: {} to move", rules.variant(), position.side())
        );
        let description = root.children().find(|node| node.has_tag_name("desc"));
        assert_eq!(
            description.unwrap().text(),
            Some(position.to_string().as_str())
        );
        let size = root.attribute("viewBox").unwrap();
        let size: Vec<f64> = size
            .split(' ')
            .map(|number| number.parse().unwrap())
            .collect();
        let mut ids = Vec::new();
        for node in root.descendants().filter(Node::is_element) {
            let name = node.tag_name().name();
            let plain = [
                "svg", "title", "desc", "defs", "g", "path", "circle", "rect", "text", "use",
            ];
            assert!(plain.contains(&name), "{name}");
            ids.extend(node.attribute("id"));
            for attribute in node.attributes() {
                // Neither scripts nor anything from elsewhere.
                assert!(!attribute.name().starts_with("on"));
                assert!(!attribute.value().contains("url(") && !attribute.value().contains(':'));
                assert!(attribute.name() != "href" || attribute.value().starts_with('#'));
            }
            if ["rect", "text", "use"].contains(&name) && node.has_attribute("x") {
                let (x, y) = place(node, "x", "y");
                assert!(x >= 0.0 && y >= 0.0 && x < size[2] && y < size[3]);
            }
        }
        for node in group(&document, "pieces") {
            let href = node.attribute("href").unwrap();
            assert_eq!(ids.iter().filter(|id| format!("#{id}") == href).count(), 1);
        }
    }
}

/// The drawings of a position's pieces, as text, by what they are called.
fn drawings(position: &Position) -> BTreeMap<String, String> {
    let picture = Svg::new(position).to_string();
    let document = Document::parse(&picture).unwrap();
    let groups = document
        .descendants()
        .filter(|node| node.has_attribute("id"));
    groups
        .map(|node| {
            let text = picture[node.range()].replace(node.attribute("id").unwrap(), "");
            (node.attribute("id").unwrap().to_owned(), text)
        })
        .collect()
}

#[test]
fn no_two_kinds_look_alike() {
    for rules in games() {
        let drawings = drawings(&Position::start(rules));
        for (name, drawing) in &drawings {
            let alike = drawings.iter().filter(|other| other.1 == drawing);
            assert_eq!(alike.count(), 1, "{name} in {}", rules.variant());
        }
    }
}

#[test]
fn compounds_are_drawn_after_their_components() {
    let drawings = drawings(&Position::start(wide()));
    let drawing = |letter: &str| {
        let kind = wide().kind_of_letter(letter).unwrap();
        &drawings[&format!("white-{}", kind.index())]
    };
    let paths = |letter: &str| {
        let paths = drawing(letter).split(" d=\"").skip(1);
        paths
            .map(|path| path.split('"').next().unwrap().to_owned())
            .collect::<Vec<String>>()
    };
    let common = |one: &str, other: &str| {
        paths(one)
            .iter()
            .filter(|path| paths(other).contains(path))
            .count()
    };
    for letter in ["Q", "R", "B", "N", "C", "M", "A"] {
        // The winged piece is the piece, all of it, and wings.
        let winged = format!("{letter}'");
        assert_eq!(common(letter, &winged), paths(letter).len(), "{letter}");
        assert!(paths(&winged).len() > paths(letter).len());
    }
    // Those with a Knight's move have more in common than the foot.
    for (one, other) in [("C", "M"), ("M", "A"), ("A", "C")] {
        assert!(common(one, other) > 2 && common(one, "Q") < 2);
    }
    // A Falcon that leaps looks like one that walks.
    let leaping = self::drawings(&Position::start(strange()));
    let kind = strange().kind_of_letter("F").unwrap();
    assert_eq!(&leaping[&format!("white-{}", kind.index())], drawing("F"));
}

#[test]
fn what_no_figure_tells_is_told_by_letters() {
    let rules = strange();
    let drawings = drawings(&Position::start(rules));
    for row in rules.piece_types() {
        let drawing = &drawings[&format!("black-{}", row.kind.index())];
        let document = Document::parse(drawing).unwrap();
        let text = document
            .descendants()
            .find(|node| node.has_tag_name("text"));
        let expected =
            (!["P", "K", "F"].contains(&row.letter.as_str())).then_some(row.letter.as_str());
        assert_eq!(text.and_then(|node| node.text()), expected);
    }
}

#[test]
fn marks_and_arrows_lie_where_they_were_asked_for() {
    let rules = variants::find("falcon")
        .unwrap()
        .rules(Default::default())
        .unwrap();
    let position = Position::from_fen(rules, "k9/10/10/10/4F5/10/10/9K w - - 0 1").unwrap();
    let square = |name| rules.geometry().square_named(name).unwrap();
    let path = ["e4", "e5", "f6", "g7"].map(square);
    let picture = Svg::new(&position)
        .mark(square("g7").into())
        .mark(rules.geometry().falcon(square("e4"), position.occupied()))
        .arrows([path.to_vec(), vec![square("a1")]])
        .to_string();
    let document = Document::parse(&picture).unwrap();
    let names = Names::new(&document);
    let marked = group(&document, "mark")
        .into_iter()
        .map(|node| names.of(place(node, "x", "y")));
    let marked: Vec<String> = marked.collect();
    assert_eq!((marked.len(), marked[0].as_str()), (17, "g7"));
    let arrow = group(&document, "arrow");
    assert_eq!(arrow.len(), 2, "one arrow of a line and a head");
    let points = |path: &str| {
        let points = path[1..].trim_end_matches('Z').split('L').map(|point| {
            let (x, y) = point.split_once(' ').unwrap();
            (
                x.parse::<f64>().unwrap() - 50.0,
                y.parse::<f64>().unwrap() - 50.0,
            )
        });
        points.collect::<Vec<_>>()
    };
    let line = points(arrow[0].attribute("d").unwrap());
    assert_eq!(line.len(), 4);
    assert_eq!([names.of(line[1]), names.of(line[2])], ["e5", "f6"]);
    let head = points(arrow[1].attribute("d").unwrap());
    assert_eq!(names.of(head[0]), "g7");
}

#[test]
fn columns_of_the_text_are_straight() {
    for rules in games() {
        let position = Position::start(rules);
        let text = Diagram(&position).to_string();
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let geometry = rules.geometry();
        let names = &lines[geometry.ranks()];
        let columns: Vec<usize> = (0..names.len())
            .filter(|&column| names[column] != ' ')
            .collect();
        assert_eq!(columns.len(), geometry.files());
        for (row, line) in lines[..geometry.ranks()].iter().enumerate() {
            let rank = geometry.ranks() - 1 - row;
            let name: String = line[..columns[0]].iter().collect();
            assert_eq!(name.trim(), geometry.rank_name(rank).to_string());
            for (file, &column) in columns.iter().enumerate() {
                assert_eq!(names[column], geometry.file_name(file));
                let end = columns.get(file + 1).map_or(line.len(), |&next| next - 1);
                let cell: String = line.iter().take(end).skip(column).collect();
                let expected = match geometry.square(file, rank) {
                    None => String::new(),
                    Some(square) => match position.piece_on(square) {
                        Some(piece) => rules.letter(piece),
                        None => ".".to_owned(),
                    },
                };
                assert_eq!(cell.trim_end(), expected, "{text}");
            }
        }
    }
}

/// A folder that is empty at first and gone at last.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

fn show(folder: &Path, arguments: &[&str]) -> Output {
    let command = program()
        .arg("show")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output();
    command.unwrap()
}

fn listed(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
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
    // Another picture in place of the first, and nothing else in the folder.
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
fn what_cannot_be_written_is_named_and_nothing_is_changed() {
    let folder = folder();
    let there = |name: &str| folder.path().join(name);
    fs::write(there("file"), "as it was").unwrap();
    fs::write(there("protected"), "as it was").unwrap();
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
            assert_eq!(fs::read_to_string(there(name)).unwrap(), "as it was");
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
    // A new file is as readable as any other that is made here.
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
