#![allow(clippy::unwrap_used)]

use std::io::Cursor;

use super::*;
use crate::board::square::Square;
use crate::position::Position;
use crate::variants;

/// A decoded picture.
struct Pixels {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
    texts: Vec<(String, String)>,
}

impl Pixels {
    fn from_file(file: &[u8]) -> Pixels {
        let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut bytes).unwrap();
        assert_eq!(
            (frame.color_type, frame.bit_depth),
            (ColorType::Rgb, BitDepth::Eight)
        );
        let texts = reader.info().utf8_text.iter();
        Pixels {
            width: frame.width as usize,
            height: frame.height as usize,
            bytes,
            texts: texts
                .map(|chunk| (chunk.keyword.clone(), chunk.get_text().unwrap()))
                .collect(),
        }
    }

    /// The color at a point of the SVG picture.
    fn at(&self, svg: &Svg, [x, y]: [usize; 2]) -> Color {
        let full = svg.geometry().files() * 100 + 88;
        let pixel = |place: usize| place * self.width / full;
        let first = 3 * (pixel(y) * self.width + pixel(x));
        self.bytes[first..first + 3].try_into().unwrap()
    }
}

const LIGHT: Color = [0xf0, 0xdf, 0xc4];
const DARK: Color = [0xbb, 0x91, 0x6b];
const GREEN: Color = [0x2e, 0x8b, 0x57];
const WHITE_MAN: Color = [0xff, 0xfe, 0xfa];
const BLACK_MAN: Color = [0x2b, 0x27, 0x24];

#[test]
fn squares_and_men_have_their_colors() {
    let rules = variants::falcon();
    let svg = Svg::new(&Position::start(rules));
    for width in [MIN_WIDTH, 333, 1000] {
        let pixels = Pixels::from_file(&svg.to_png(width).unwrap());
        let height = (f64::from(width) * 888.0 / 1088.0).round() as usize;
        assert_eq!((pixels.width, pixels.height), (width as usize, height));
        for square in rules.geometry().squares() {
            let (x, y) = svg.corner_of(square);
            let color = rules.square_color(square).name();
            let expected = if color == "light" { LIGHT } else { DARK };
            let name = rules.geometry().name(square);
            // The lower left corner of a square is free of men.
            let corner = pixels.at(&svg, [x + 6, y + 94]);
            assert_eq!(corner, expected, "{name} in {width} pixels");
            let is_pawn = matches!(rules.geometry().rank(square), 1 | 6);
            let man = match rules.geometry().rank(square) {
                1 => WHITE_MAN,
                _ => BLACK_MAN,
            };
            // In the smallest picture a pixel is wider than a Pawn.
            if is_pawn && width > MIN_WIDTH {
                assert_eq!(
                    pixels.at(&svg, [x + 50, y + 68]),
                    man,
                    "{name} in {width} pixels"
                );
            }
        }
    }
}

#[test]
fn every_game_is_drawn() {
    for variant in variants::all() {
        let position = Position::start(variant.nearest_rules(Default::default()));
        let svg = Svg::new(&position);
        let pixels = Pixels::from_file(&svg.to_png(600).unwrap());
        assert_eq!(
            pixels.bytes.len(),
            3 * pixels.width * pixels.height,
            "{}",
            variant.name
        );
        let text = |keyword: &str| {
            let mut texts = pixels.texts.iter();
            let found = texts.find(|text| text.0 == keyword);
            found.map(|text| text.1.as_str())
        };
        let title = format!("{}: White to move", variant.name);
        assert_eq!(text("Title"), Some(title.as_str()));
        assert_eq!(text("Description"), Some(position.to_string().as_str()));
    }
}

#[test]
fn names_marks_and_arrows_are_drawn() {
    let rules = variants::rules("chess").unwrap();
    let position = Position::start(rules);
    let square = |name: &str| rules.geometry().square_named(name).unwrap();
    let squares = |names: &[&str]| {
        names
            .iter()
            .map(|&name| square(name))
            .collect::<Vec<Square>>()
    };
    let plain = Svg::new(&position);
    let marked = plain
        .clone()
        .mark(squares(&["e4"]).into_iter().collect())
        .arrows([squares(&["a3", "a6"])]);
    let before = Pixels::from_file(&plain.to_png(888).unwrap());
    let after = Pixels::from_file(&marked.to_png(888).unwrap());
    let changed = |name: &str| {
        let (x, y) = plain.corner_of(square(name));
        let center = [x + 50, y + 50];
        before.at(&plain, center) != after.at(&plain, center)
    };
    for (name, expected) in [
        ("e4", true),
        ("a4", true),
        ("a5", true),
        ("b4", false),
        ("e5", false),
    ] {
        assert_eq!(changed(name), expected, "{name}");
    }
    // The mark lets six tenths of the square's color through.
    let (x, y) = plain.corner_of(square("e4"));
    let mixed = [0, 1, 2].map(|part| {
        let (old, new) = (LIGHT[part], GREEN[part]);
        (f32::from(old) * 0.4 + f32::from(new) * 0.6).round() as u8
    });
    assert_eq!(after.at(&plain, [x + 50, y + 50]), mixed);
    // There is ink where the names of files and ranks stand, none where no name is.
    let ink = |from: [usize; 2], to: [usize; 2]| {
        let points = (from[0]..to[0]).flat_map(|x| (from[1]..to[1]).map(move |y| [x, y]));
        points
            .filter(|&point| before.at(&plain, point) == [0x5b, 0x43, 0x30])
            .count()
    };
    for file in 0..8 {
        let left = 44 + 100 * file + 38;
        assert!(ink([left, 850], [left + 24, 888]) > 20, "file {file}");
        let top = 44 + 100 * file + 38;
        assert!(ink([8, top], [38, top + 24]) > 20, "rank {file}");
    }
    assert_eq!(ink([50, 0], [836, 36]), 0);
}

#[test]
fn what_is_not_understood_is_named() {
    assert!(matches!(color("none"), Ok(None)));
    assert!(matches!(color("#0180ff"), Ok(Some([1, 0x80, 0xff]))));
    for fault in ["red", "#12", "#12345g"] {
        assert!(color(fault).unwrap_err().to_string().contains(fault));
    }
    for fault in ["rotate(3)", "matrix(1 2)", "matrix(a b c d e f)"] {
        assert!(matrix(fault).is_err(), "{fault}");
    }
    let svg = Svg::new(&Position::start(variants::falcon()));
    for width in [0, MIN_WIDTH - 1, MAX_WIDTH + 1, u32::MAX] {
        let error = svg.to_png(width).unwrap_err().to_string();
        let expected = format!("a picture is 100 to 4000 pixels wide, not {width}");
        assert_eq!(error, expected);
    }
}
