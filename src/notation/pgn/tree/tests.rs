#![allow(clippy::unwrap_used)]

use super::*;
use crate::notation::parse_san;
use crate::variants;

fn tree(moves: &str) -> (GameTree, NodeId) {
    let mut tree = GameTree::new(Position::start(variants::rules("chess").unwrap()));
    let end = line(&mut tree, ROOT, moves);
    (tree, end)
}

fn line(tree: &mut GameTree, mut node: NodeId, moves: &str) -> NodeId {
    for text in moves.split_whitespace() {
        let mv = parse_san(tree.node(node).unwrap().position(), text).unwrap();
        node = tree.play(node, mv).unwrap();
    }
    node
}

fn moves(tree: &GameTree) -> String {
    let text = tree.to_string();
    text.split("\n\n").nth(1).unwrap().replace('\n', " ")
}

#[test]
fn variations_follow_the_move_that_they_replace() {
    let (mut tree, _) = tree("e4 e5 Nf3");
    let e4 = tree.node(ROOT).unwrap().children()[0];
    let c5 = line(&mut tree, e4, "c5");
    line(&mut tree, c5, "Nf3 d6");
    line(&mut tree, c5, "c3");
    let d4 = line(&mut tree, ROOT, "d4");
    tree.set_comment(d4, "closed").unwrap();
    tree.set_glyphs(d4, &[1]).unwrap();
    line(&mut tree, d4, "d5");
    let expected =
        "1. e4 (1. d4 $1 {closed} 1... d5) 1... e5 (1... c5 2. Nf3 (2. c3) 2... d6) 2. Nf3 *";
    assert_eq!(moves(&tree), expected);
    assert_eq!(tree.nodes().len(), 10);
}

#[test]
fn moves_that_are_there_are_not_added() {
    let (mut tree, end) = tree("e4 e5");
    assert_eq!(line(&mut tree, ROOT, "e4 e5"), end);
    assert_eq!(tree.path(end).unwrap().len(), 3);
    assert_eq!(tree.game(end).unwrap().moves().len(), 2);
}

#[test]
fn deleted_nodes_are_gone_and_their_numbers_are_not_used_again() {
    let (mut tree, end) = tree("e4 e5 Nf3");
    let e5 = tree.node(end).unwrap().parent().unwrap();
    let e4 = tree.delete(e5).unwrap();
    assert_eq!(moves(&tree), "1. e4 *");
    assert_eq!(tree.node(end).err(), Some(TreeError::NoNode(end)));
    assert!(line(&mut tree, e4, "e5") > end);
    assert_eq!(tree.delete(ROOT), Err(TreeError::Root));
    assert_eq!(tree.promote(ROOT), Err(TreeError::Root));
}

#[test]
fn a_promoted_variation_is_the_main_line() {
    let (mut tree, _) = tree("e4 e5");
    let d4 = line(&mut tree, ROOT, "d4 d5");
    let d4 = tree.node(d4).unwrap().parent().unwrap();
    tree.promote(d4).unwrap();
    assert_eq!(moves(&tree), "1. d4 (1. e4 e5) 1... d5 *");
    let end = tree.end(ROOT).unwrap();
    assert_eq!(tree.path(end).unwrap()[1], d4);
}

#[test]
fn a_tree_cannot_grow_without_end() {
    let (mut tree, _) = tree("");
    let mut node = ROOT;
    let result = loop {
        // Both sides move a Knight to and fro.
        let text = ["Nf3", "Nf6", "Ng1", "Ng8"][(tree.nodes.len() - 1) % 4];
        let mv = parse_san(tree.node(node).unwrap().position(), text).unwrap();
        match tree.play(node, mv) {
            Ok(next) => node = next,
            Err(error) => break error,
        }
    };
    assert_eq!(result, TreeError::Full);
}
