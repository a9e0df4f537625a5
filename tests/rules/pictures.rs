//! Pictures of positions: every square and piece in its place, in files that any
//! XML parser reads.

mod colors;
mod command;
mod figures;

use std::collections::BTreeMap;
use std::sync::Arc;

use peregrine::board::geometry::Geometry;
use peregrine::board::piece::{Components, PieceKind};
use peregrine::board::square::Square;
use peregrine::position::Position;
use peregrine::render::{Diagram, Svg};
use peregrine::rules::{
    CastlingRule, MoveConstraints, PawnSetup, PieceType, PromotionRule, Rules, RulesSetup,
    SpecialMoves, SquareColor, StalemateRule,
};
use peregrine::variants;
use roxmltree::{Document, Node};

use crate::common;

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
    let promotions: Vec<PieceKind> = piece_types[2..].iter().map(|row| row.kind).collect();
    let pawns = PawnSetup {
        first_rank: 1,
        ..PawnSetup::orthodox(&board, promotions)
    };
    let rules = Rules::new(RulesSetup {
        variant: "<made> & 'up'".to_owned(),
        geometry: Arc::new(board),
        piece_types,
        start_fen: start_fen.to_owned(),
        castling: CastlingRule::None,
        castling_kings: Default::default(),
        castling_partners: [vec![PieceKind::ROOK], vec![PieceKind::ROOK]],
        castling_files: None,
        promotion: PromotionRule::Any,
        pawns,
        stalemate: StalemateRule::Draw,
        royalty: None,
        kings_may_face: true,
        constraints: MoveConstraints::default(),
        ends: Default::default(),
        shuffle: None,
        left_corner: SquareColor::Dark,
    });
    Box::leak(Box::new(rules.unwrap()))
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

/// What users may come up with: leapers, unusual compounds, pieces that move alike.
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

/// The coordinates of an element of a picture.
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

/// Finds the names of squares as a person does: from the file and rank names at
/// the edge.
struct Names {
    files: Vec<(f64, String)>,
    ranks: Vec<(f64, String)>,
}

impl Names {
    fn new(document: &Document) -> Names {
        let names = group(document, "names");
        let column = |node: &Node| place(*node, "x", "y").0;
        // The names of the ranks have a column of their own.
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

    /// The name of the square with that upper left corner.
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
fn every_piece_is_drawn_on_its_square() {
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
                    if let Some(next) = geometry.step(*square, (file, rank)) {
                        assert_eq!(same.contains(&next), diagonal);
                    }
                }
            }
        }
    }
}

#[test]
fn svg_files_are_self_contained() {
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
            format!("{}: {} to move", rules.variant(), position.side_to_move())
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
                // Neither scripts nor external references.
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

/// The drawings of a position's pieces, as text, by id.
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
fn compounds_combine_the_figures_of_their_components() {
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
        // The winged piece is the whole plain piece, and wings.
        let winged = format!("{letter}'");
        assert_eq!(common(letter, &winged), paths(letter).len(), "{letter}");
        assert!(paths(&winged).len() > paths(letter).len());
    }
    // Those with a Knight's move share more than the base.
    for (one, other) in [("C", "M"), ("M", "A"), ("A", "C")] {
        assert!(common(one, other) > 2 && common(one, "Q") < 2);
    }
    // A leaping Falcon looks like an ordinary one.
    let leaping = self::drawings(&Position::start(strange()));
    let kind = strange().kind_of_letter("F").unwrap();
    assert_eq!(&leaping[&format!("white-{}", kind.index())], drawing("F"));
}

#[test]
fn pieces_without_a_figure_are_drawn_as_letters() {
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
fn marks_and_arrows_are_on_the_given_squares() {
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
fn columns_of_the_text_diagram_are_aligned() {
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
