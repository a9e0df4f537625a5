//! The colors of the squares, as the sources give them.

use peregrine::board::color::Color;
use peregrine::board::piece::PieceKind;
use peregrine::position::Position;
use peregrine::render::Svg;
use peregrine::rules::SquareColor;
use peregrine::variants;
use roxmltree::Document;

use super::{Names, group, place};
use crate::common;

/// The colors that the sources give to squares (docs/rules.md, section 1.3):
/// some dark and some light squares of each game.
#[test]
fn squares_have_the_colors_of_the_sources() {
    let ten_files = (&["j1", "b1", "d1", "f1", "a2"][..], &["a1", "e1", "c1"][..]);
    let nine_files = (&["a1", "i1", "e1", "b2"][..], &["b1", "d1", "a2"][..]);
    let old = (&["a1", "e1", "c1"][..], &["h1", "d1", "b1", "a2"][..]);
    let hundred = (&["a1", "e1", "y9", "x0", "y1"][..], &["d1", "x1", "j1"][..]);
    let sixteen = (&["a1", "i1", "p8"][..], &["p1", "h1", "a8"][..]);
    for variant in common::built_in_games() {
        let rules = variant.rules(Default::default()).unwrap();
        let (dark, light) = match &*variant.name {
            "chess" | "chess960" | "capablanca" | "falcon-8x8" => old,
            "falcon100" | "falcon100-classic" => hundred,
            "permutation" => sixteen,
            name if name.starts_with("falcon-9x") => nine_files,
            name if name.starts_with("falcon") => ten_files,
            name => panic!("no colors are known for {name}"),
        };
        let start = Position::start(rules);
        for (picture, dark, light) in [
            (Svg::new(&start), dark, light),
            (Svg::new(&start).reversed_colors(), light, dark),
        ] {
            let picture = picture.to_string();
            let document = Document::parse(&picture).unwrap();
            let names = Names::new(&document);
            for (class, squares) in [("dark", dark), ("light", light)] {
                let drawn = group(&document, class).into_iter();
                let drawn: Vec<String> =
                    drawn.map(|node| names.of(place(node, "x", "y"))).collect();
                for &square in squares {
                    let found = drawn.iter().any(|name| name == square);
                    assert!(found, "{square} of {} is not {class}", variant.name);
                }
            }
        }
    }
}

/// Patent: "white queen 32 rests on a light-colored square 26, and black queen
/// 32A rests on a dark-colored square 27", which ten files and an even number of
/// ranks make possible.
#[test]
fn queens_start_on_their_own_color() {
    for name in ["falcon", "falcon-outer", "falcon-10x10", "falcon-third"] {
        let start = Position::start(
            variants::find(name)
                .unwrap()
                .nearest_rules(Default::default()),
        );
        for (color, expected) in [
            (Color::White, SquareColor::Light),
            (Color::Black, SquareColor::Dark),
        ] {
            let queen = start.pieces(color, PieceKind::QUEEN).lowest().unwrap();
            assert_eq!(start.rules().square_color(queen), expected, "{name}");
        }
    }
}
