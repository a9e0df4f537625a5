//! The worked examples of the sources: what the patent and the essay say of
//! their figures, and the essay's five mate problems.
//!
//! "Patent" is US patent 5,690,334, "essay" the inventor's text on the Chess
//! Variant Pages. Their drawings are not reproduced with the texts, so a
//! figure is tested as far as its description goes. Each test quotes the
//! sentence it tests, and says what had to be supplied.

mod castling;
mod embodiments;
mod essay;
mod figures;
mod games;
mod hundred;
mod patterns;
mod permutation;
mod problems;

use peregrine::board::bitboard::Bitboard;
use peregrine::board::geometry::Geometry;
use peregrine::board::square::Square;
use peregrine::notation;
use peregrine::position::Position;
use peregrine::rules::{CastlingRule, PromotionRule, Rules};
use peregrine::variants::{self, RuleOptions};

/// The rules of the preferred embodiment.
fn falcon_chess() -> &'static Rules {
    variants::find("falcon")
        .unwrap()
        .rules(RuleOptions::default())
        .unwrap()
}

fn with_castling(castling: CastlingRule) -> &'static Rules {
    let options = RuleOptions {
        castling: Some(castling),
        ..RuleOptions::default()
    };
    variants::find("falcon").unwrap().rules(options).unwrap()
}

fn with_promotion(promotion: PromotionRule) -> &'static Rules {
    let options = RuleOptions {
        promotion: Some(promotion),
        ..RuleOptions::default()
    };
    variants::find("falcon").unwrap().rules(options).unwrap()
}

/// The board of eight ranks and ten files.
fn board() -> &'static Geometry {
    falcon_chess().geometry()
}

fn at(name: &str) -> Square {
    board().square_named(name).unwrap()
}

/// Patent: "dark-colored square 27 is in the righthand lowest or closest
/// corner, as either player faces his pieces", so j1 and a8 are dark.
fn is_light(square: Square) -> bool {
    let (file, rank) = (board().file(square), board().rank(square));
    (9 - file + rank) % 2 == 1
}

/// The squares named in a text, in any order.
fn set(text: &str) -> Bitboard {
    text.split_whitespace().map(at).collect()
}

/// The names of the squares in square order, so that a failure can be read.
fn names(squares: Bitboard) -> String {
    let names: Vec<String> = squares
        .into_iter()
        .map(|square| board().name(square))
        .collect();
    names.join(" ")
}

/// The FEN of a position given as pieces, `Ke1` for White's and `ke8` for
/// Black's, with no castling rights.
fn fen(side: char, pieces: &str) -> String {
    let letter_on = |square: Square| {
        let name = board().name(square);
        let mut on_it = pieces.split_whitespace().filter(|piece| piece[1..] == name);
        let letter = on_it.next().map(|piece| piece[..1].to_owned());
        assert!(on_it.next().is_none(), "two pieces on {name}");
        letter
    };
    let ranks: Vec<String> = (0..board().ranks())
        .rev()
        .map(|rank| {
            let squares = (0..board().files()).filter_map(|file| board().square(file, rank));
            // "1" for each empty square; runs are joined below.
            let cells = squares.map(|square| letter_on(square).unwrap_or("1".to_owned()));
            joined(&cells.collect::<String>())
        })
        .collect();
    format!("{} {side} - - 0 1", ranks.join("/"))
}

/// The same rank with each run of "1" as its length.
fn joined(cells: &str) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for cell in cells.chars().chain(['/']) {
        if cell == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text.push(cell);
    }
    text.trim_end_matches('/').to_owned()
}

/// The position of these pieces under the default rules.
fn place(side: char, pieces: &str) -> Position {
    let fen = fen(side, pieces);
    Position::from_fen(falcon_chess(), &fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Where the piece on `from` may legally go.
fn destinations(position: &Position, from: &str) -> Bitboard {
    let from = at(from);
    let moves = position.legal_moves();
    moves
        .iter()
        .filter(|mv| mv.from() == from)
        .map(|mv| mv.to())
        .collect()
}

/// The position after moves in coordinate notation.
fn after(position: &Position, moves: &str) -> Position {
    let mut next = position.clone();
    for text in moves.split_whitespace() {
        let mv = notation::parse_coordinate(&next, text)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        next.play(mv);
    }
    next
}
