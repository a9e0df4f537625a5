//! Games written in every notation and read again: variations, comments, marks and tags
//! are kept, and XBoard's notation is what the real XBoard writes.

use std::fs;
use std::path::Path;

use peregrine::notation::epd::{Defaults, EpdCase};
use peregrine::notation::pgn::{
    ConversionError, GameTexts, GameTree, MoveNotation, NodeId, ROOT, ReadTree, TreeReader,
};
use peregrine::rules::Rules;
use peregrine::variants::{RuleOptions, Variant};

use crate::common::{self, Random, random_move};
use crate::random_start::random_start;

const NOTATIONS: [MoveNotation; 3] = [
    MoveNotation::San,
    MoveNotation::Coordinate,
    MoveNotation::Xboard,
];

fn read_one(text: &str) -> ReadTree {
    let mut games = TreeReader::new(text.as_bytes(), Defaults::for_variant("chess"));
    let game = games.next().expect("a game");
    assert!(games.next().is_none(), "{text}");
    game.unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Plays random moves from a node, with comments and marks.
fn grow(tree: &mut GameTree, mut node: NodeId, plies: usize, random: &mut Random) -> Vec<NodeId> {
    let mut nodes = vec![node];
    for _ in 0..plies {
        let position = tree.node(node).unwrap().position();
        let Some(mv) = random_move(position, random).filter(|_| position.outcome().is_none())
        else {
            break;
        };
        node = tree.play(node, mv).unwrap();
        nodes.push(node);
        match random.below(8) {
            0 => tree
                .set_comment(node, "[%eval 0.35] {a} ; (1. e4) best")
                .unwrap(),
            1 => tree.set_glyphs(node, &[1, 14]).unwrap(),
            _ => {}
        }
    }
    nodes
}

fn random_tree(rules: &'static Rules, seed: u64, others: &[&EpdCase]) -> GameTree {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut tree = GameTree::new(random_start(rules, seed, others, &mut random));
    tree.tags
        .push(("White".to_owned(), "a \"b\" \\".to_owned()));
    tree.tags.push(("Opening".to_owned(), "unknown".to_owned()));
    tree.set_comment(ROOT, "before the first move").unwrap();
    let main = grow(&mut tree, ROOT, 60, &mut random);
    for _ in 0..6 {
        let from = main[random.below(main.len())];
        let line = grow(&mut tree, from, 5, &mut random);
        grow(&mut tree, line[line.len() / 2], 3, &mut random);
    }
    tree
}

fn all_rules(variant: &'static Variant) -> Vec<&'static Rules> {
    let mut all = Vec::new();
    for &castling in &variant.castling {
        for &promotion in &variant.promotion {
            let options = RuleOptions {
                castling: Some(castling),
                promotion: Some(promotion),
            };
            all.push(variant.rules(options).unwrap());
        }
    }
    all
}

#[test]
fn every_game_is_the_same_after_each_notation() {
    let games = if common::is_long_run() { 16 } else { 4 };
    let cases = common::perft_cases();
    for variant in common::built_in_games() {
        let others = cases
            .iter()
            .filter(|case| case.rules.variant() == variant.name);
        let others: Vec<&EpdCase> = others.collect();
        let (mut written, mut unclear) = (0, Vec::new());
        for rules in all_rules(variant) {
            for seed in 0..games {
                let tree = random_tree(rules, seed, &others);
                let own = tree.to_string();
                for notation in NOTATIONS {
                    let text = match tree.in_notation(notation) {
                        Ok(text) => text,
                        Err(ConversionError::NoName { .. }) => {
                            assert_eq!(notation, MoveNotation::Xboard);
                            continue;
                        }
                        Err(error) => {
                            unclear.push(format!("{error}: {own}"));
                            continue;
                        }
                    };
                    written += usize::from(notation == MoveNotation::Xboard);
                    let mut read = read_one(&text).tree;
                    // What XBoard calls the game and its start is kept while it is right.
                    let own_words = ["Variant", "SetUp", "FEN"];
                    read.tags.retain(|tag| !own_words.contains(&tag.0.as_str()));
                    assert_eq!(read.to_string(), own, "{text}");
                    assert_eq!(read.in_notation(MoveNotation::San).unwrap(), own);
                }
            }
        }
        assert!(written > 0, "{}", variant.name);
        assert!(
            unclear.is_empty(),
            "{}: {}",
            variant.name,
            unclear.join("\n")
        );
    }
}

/// The tags and moves of a text as they stand there.
fn words(text: &str) -> (Vec<(String, String)>, Vec<String>) {
    let game = GameTexts::new(text.as_bytes()).next().unwrap().unwrap();
    let moves = game.moves().map(|mv| mv.text.to_owned()).collect();
    let described = ["Variant", "VariantMen", "FEN"];
    let tags = game.tags.into_iter();
    let tags = tags.filter(|(name, _)| described.contains(&name.as_str()));
    (tags.collect(), moves)
}

/// The files were written by XBoard 4.9.1.
#[test]
fn xboards_notation_is_that_of_the_real_xboard() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/xboard");
    let mut compared = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "pgn") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for (game, saved) in TreeReader::new(text.as_bytes(), Defaults::for_variant("chess"))
            .zip(GameTexts::new(text.as_bytes()))
        {
            let (game, saved) = (game.unwrap(), saved.unwrap());
            let written = game.tree.in_notation(MoveNotation::Xboard);
            let written = written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let (tags, moves) = words(&written);
            let theirs: Vec<String> = saved.moves().map(|mv| mv.text.to_owned()).collect();
            assert_eq!(moves, theirs, "{}", path.display());
            for (name, value) in tags {
                let theirs = saved.tag(&name).unwrap_or("normal");
                let shares_components = match name.as_str() {
                    // XBoard sorts the men and cuts long texts off, and Peregrine has
                    // described the Pawns of one game in another way before.
                    "VariantMen" => theirs
                        .split(';')
                        .filter(|man| !man.starts_with("P:"))
                        .all(|man| value.split(';').any(|own| own.starts_with(man))),
                    // It leaves out fields, and sorts the men beside the board.
                    "FEN" => value.split(['[', ' ']).next() == theirs.split(['[', ' ']).next(),
                    _ => false,
                };
                assert!(
                    value == theirs || shares_components,
                    "{}: {name} {value}",
                    path.display()
                );
            }
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}
