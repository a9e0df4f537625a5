//! Generated games with every feature, in every variant and notation: what is written is
//! read again as the same game, and the check accepts it.

use peregrine::board::moves::{Move, MoveKind};
use peregrine::board::piece::PieceKind;
use peregrine::notation::epd::{Defaults, EpdCase};
use peregrine::notation::pgn::{
    Checker, ConversionError, GameTree, GameWarning, MoveNotation, NodeId, ROOT, ReadTree,
    TreeError, TreeReader,
};
use peregrine::notation::{coordinate, san};
use peregrine::position::Position;
use peregrine::position::game::GameResult;
use peregrine::rules::Rules;
use peregrine::variants::RuleOptions;
use peregrine::variants::shuffle::Arrays;
use proptest::prelude::*;

use crate::common::{self, Random, random_move};
use crate::random_start::random_start;

/// Texts that are hard to keep.
const COMMENTS: [&str; 18] = [
    "good",
    "[%eval 0.35] [%clk 0:01:02] and words",
    "{",
    "}",
    "a {b} c } d { e",
    "; 1. e4 * 1-0",
    "% not an escape",
    "[Event \"?\"]",
    "(1. d4) $1 !? --",
    "\"quoted\" and \\ slashes \\\"",
    "no\u{a0}break, \u{3000}wide and \u{2028}line",
    "\u{202e}backward\u{202c} Ünïcödé ♞ 象棋",
    "[a [b [c [d [e [f [g [h [i [j [k [l [m [n [o [p [q [r [s [t [u [v [w [x [y [z [A [B [C [D [E",
    "%a %b %c %d %e %f %g %h %i %j %k %l %m %n %o %p %q %r %s %t %u %v %w %x %y %z %A %B %C %D",
    "a-word-that-is-longer-than-a-line-of-seventy-nine-characters-has-room-for-in-any-way-at-all x",
    "1/2-1/2",
    ")",
    "=",
];

const TAGS: [(&str, &str); 16] = [
    ("White", "a \"b\" \\"),
    ("Black", "C:\\games\\x ] [ } { ; %"),
    ("Event", ""),
    ("Ä", "1"),
    ("É", "2"),
    ("Ж-1", "\u{202e}\u{a0}x"),
    ("White.Team", "x"),
    ("a+b#c=d:e", "x"),
    ("_", "x"),
    ("Opening", "unknown"),
    ("Round", "1.2"),
    ("Annotator", "somebody"),
    ("X?", "?"),
    ("X!", "!"),
    ("4", "four"),
    ("O'Neil", "x"),
];

fn read_one(text: &str, variant: &str) -> ReadTree {
    let mut games = TreeReader::new(text.as_bytes(), Defaults::for_variant(variant));
    let game = games.next().expect("a game");
    assert!(games.next().is_none(), "{text}");
    game.unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Everything in a tree, however it would be written.
fn dump(tree: &GameTree) -> Vec<String> {
    let ordered = tree.nodes();
    let place = |id: NodeId| ordered.iter().position(|(other, _)| *other == id);
    let mut rows = vec![format!("{:?}", tree.result())];
    for (id, node) in &ordered {
        let parent = node.parent().map(|parent| tree.node(parent).unwrap());
        let mv = match (node.mv(), parent) {
            (Some(mv), Some(parent)) => coordinate(parent.position(), mv),
            _ => String::from("--"),
        };
        let index = parent.map(|parent| parent.children().iter().position(|child| child == id));
        rows.push(format!(
            "{:?} {index:?} {mv} {} {:?} {:?} {:?} {:?}",
            node.parent().map(place),
            node.position(),
            node.comment,
            node.comment_before(),
            node.comment_behind(),
            node.glyphs
        ));
    }
    rows
}

fn random_comment(random: &mut Random) -> &'static str {
    COMMENTS[random.below(COMMENTS.len())]
}

/// Adds random moves, and in variations null moves, with comments and glyphs.
fn grow(tree: &mut GameTree, mut node: NodeId, plies: usize, random: &mut Random) -> Vec<NodeId> {
    let mut nodes = vec![node];
    for _ in 0..plies {
        let position = tree.node(node).unwrap().position();
        let null = random.below(5) == 0;
        let Some(mv) = random_move(position, random).filter(|_| position.outcome().is_none())
        else {
            break;
        };
        let next = match null {
            true => tree.append(node, None).or_else(|error| {
                assert_eq!(error, TreeError::NullMove);
                tree.append(node, Some(mv))
            }),
            false => tree.append(node, Some(mv)),
        };
        let is_variation = tree.node(node).unwrap().children().len() > 1;
        node = next.unwrap();
        nodes.push(node);
        if random.below(4) == 0 {
            tree.set_comment(node, random_comment(random)).unwrap();
        }
        if random.below(4) == 0 {
            let glyphs = [7 + random.below(249) as u8, 1 + random.below(6) as u8];
            tree.set_glyphs(node, &glyphs[..1 + random.below(2)])
                .unwrap();
        }
        if is_variation && random.below(2) == 0 {
            tree.add_comment_before(node, random_comment(random))
                .unwrap();
        }
        if is_variation && random.below(2) == 0 {
            tree.add_comment_behind(node, random_comment(random))
                .unwrap();
        }
    }
    nodes
}

fn random_tree(rules: &'static Rules, seed: u64, others: &[&EpdCase]) -> GameTree {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut tree = GameTree::new(random_start(rules, seed, others, &mut random));
    for (name, value) in TAGS {
        if random.below(2) == 0 {
            tree.tags.push((name.to_owned(), value.to_owned()));
        }
    }
    tree.set_result([None, Some(GameResult::WhiteWins), Some(GameResult::Draw)][random.below(3)]);
    tree.set_comment(ROOT, random_comment(&mut random)).unwrap();
    if random.below(2) == 0 {
        tree.set_glyphs(ROOT, &[220]).unwrap();
    }
    let main = grow(&mut tree, ROOT, 30, &mut random);
    for _ in 0..10 {
        let from = main[random.below(main.len())];
        let line = grow(&mut tree, from, 5, &mut random);
        grow(&mut tree, line[line.len() / 2], 3, &mut random);
    }
    tree
}

#[test]
fn every_feature_survives_writing_and_reading_in_every_game() {
    let games = if common::is_long_run() { 24 } else { 4 };
    let cases = common::perft_cases();
    let (mut nulls, mut around) = (0, 0);
    for variant in common::built_in_games() {
        let others = cases
            .iter()
            .filter(|case| case.rules.variant() == variant.name);
        let others: Vec<&EpdCase> = others.collect();
        for seed in 0..games {
            let options = RuleOptions {
                castling: Some(variant.castling[seed as usize % variant.castling.len()]),
                promotion: Some(variant.promotion[seed as usize % variant.promotion.len()]),
            };
            let rules = variant.rules(options).unwrap();
            let tree = random_tree(rules, seed, &others);
            for (_, node) in tree.nodes() {
                nulls += usize::from(node.is_null());
                around += usize::from(!node.comment_before().is_empty());
            }
            for notation in [
                MoveNotation::San,
                MoveNotation::Coordinate,
                MoveNotation::Xboard,
            ] {
                let text = match tree.in_notation(notation) {
                    Ok(text) => text,
                    Err(ConversionError::NoName { .. } | ConversionError::Inexpressible(_))
                        if notation == MoveNotation::Xboard =>
                    {
                        continue;
                    }
                    Err(error) => panic!("{error}: {tree}"),
                };
                let again = read_one(&text, "chess").tree;
                assert_eq!(dump(&again), dump(&tree), "{text}");
                for (name, value) in &tree.tags {
                    assert_eq!(again.tag(name), Some(value.as_str()), "{text}");
                }
                // Once more, now with all tags from a file.
                let second = again.in_notation(notation).unwrap();
                assert_eq!(second, text);
                let checked = Checker::new(text.as_bytes(), Defaults::for_variant("chess")).next();
                let warnings = checked.unwrap().unwrap().warnings;
                let concerns_result =
                    |warning: &GameWarning| matches!(warning, GameWarning::Outcome { .. });
                assert!(warnings.iter().all(concerns_result), "{warnings:?}");
                let is_short = |line: &str| {
                    line.chars().count() < 80 || line.starts_with('[') || !line.contains(' ')
                };
                let moves = text.split_once("\n\n").unwrap().1;
                assert!(
                    moves.lines().all(|line| !line.starts_with(['[', '%'])),
                    "{text}"
                );
                let is_usual = |line: &str| is_short(line) || line.contains("a-word-that");
                assert!(moves.lines().all(is_usual), "{text}");
            }
        }
    }
    assert!(nulls > 10 && around > 10, "{nulls} {around}");
}

/// A move as some program writes it.
fn spelled(position: &Position, mv: Move, random: &mut Random) -> String {
    let usual = san(position, mv);
    let bare = usual.trim_end_matches(['+', '#']);
    let is_special = !matches!(mv.kind(), MoveKind::Plain);
    let text = match random.below(8) {
        0 => coordinate(position, mv),
        1 if usual.starts_with("O-O") => usual.replace('O', "0"),
        2 if usual.starts_with("O-O") => usual.replace('O', "o"),
        3 if !is_special => bare.replace('x', ":"),
        4 => format!("{bare}+"),
        5 => usual.replace('-', "–"),
        6 if !usual.contains("=") => usual.replace('N', "♘").replace('K', "♔"),
        _ => usual.clone(),
    };
    let glyph = ["", "!", "?!", "$14", "+-", "±", "=", "!?$132", "∞"][random.below(9)];
    format!("{text}{glyph}")
}

/// The text of a game, and its moves and those of its variations.
fn random_text(rules: &'static Rules, seed: u64) -> (String, Vec<Move>, usize) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut text = format!("[Variant \"{}\"]\n", rules.variant());
    for tag in [
        "[White\"x\"] [ Black  \"y\" ]\n",
        "\n",
        "%[ \"\n",
        "[Site \"a\\b\"]",
    ] {
        if random.below(2) == 0 {
            text += tag;
        }
    }
    let mut position = Position::start(rules);
    if let Ok(arrays) = Arrays::new(rules) {
        position = arrays.start(arrays.random_number(seed)).unwrap();
        text += &format!("[FEN \"{position}\"][SetUp \"1\"]\n");
    }
    let (mut moves, mut others) = (Vec::new(), 0);
    for ply in 0..20 {
        let Some(mv) = random_move(&position, &mut random) else {
            break;
        };
        text += ["{a}{b}", " ", "\n", " ;c\n", "{}", " {d\n}\n%e\n"][random.below(6)];
        let (number, dots) = (position.fullmove_number(), [".", ". ", "...", "…", "."]);
        match random.below(3) {
            0 => text += " ",
            _ => text += &format!(" {number}{}", dots[random.below(5)]),
        }
        text += &spelled(&position, mv, &mut random);
        while random.below(3) == 0 {
            let variation = match random_move(&position, &mut random) {
                _ if random.below(4) == 0 && !position.is_check() && ply > 0 => {
                    ["--", "Z0", "null", "@@@@", "0000"][random.below(5)].to_owned()
                }
                Some(other) => spelled(&position, other, &mut random),
                None => break,
            };
            let before = ["", "{before} ", "$6 ", "; x\n"][random.below(4)];
            let after = ["", " 1-0", " *", "{after}", " =", "()"][random.below(6)];
            text += &format!(
                "({before}{variation}{after}){}",
                ["", "{behind}"][random.below(2)]
            );
            others += 1;
        }
        moves.push(mv);
        position.play(mv);
    }
    text += [" *", " 1/2", " ½-½\n\n{end}", " 1–0 ;said", ""][random.below(5)];
    (text, moves, others)
}

#[test]
fn generated_texts_are_read_and_what_is_written_of_them_is_accepted() {
    let games = if common::is_long_run() { 200 } else { 20 };
    for variant in common::built_in_games() {
        let rules = variant.rules(RuleOptions::default()).unwrap();
        for seed in 0..games {
            let (text, moves, others) = random_text(rules, seed);
            let read = read_one(&text, "chess");
            let main = read.tree.main_line().unwrap();
            assert_eq!(main.game.moves(), moves, "{text}");
            assert_eq!(read.tree.nodes().len(), 1 + moves.len() + others, "{text}");
            for notation in [MoveNotation::San, MoveNotation::Coordinate] {
                let written = read.tree.in_notation(notation).unwrap();
                let again = read_one(&written, "chess");
                assert_eq!(dump(&again.tree), dump(&read.tree), "{text}\n{written}");
                let complaints_of = |text: &str| {
                    let mut checker = Checker::new(text.as_bytes(), Defaults::for_variant("chess"));
                    checker.next().unwrap().unwrap().warnings
                };
                let [warnings, before] = [&written, &text].map(|text| complaints_of(text));
                let is_old = |warning: &GameWarning| {
                    read.warnings.contains(warning) || before.contains(warning)
                };
                assert!(warnings.iter().all(is_old), "{warnings:?}: {text}");
            }
        }
    }
}

#[test]
fn a_game_without_a_result_has_that_of_the_board() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    for (text, result) in [
        (mate.to_owned(), "0-1"),
        (format!("[Result \"*\"]\n\n{mate}"), "0-1"),
        (format!("[Result \"1-0\"]\n\n{mate}"), "1-0"),
        (format!("{mate} *"), "*"),
        (format!("{mate} 1/2-1/2"), "1/2-1/2"),
        ("1. f3 e5".to_owned(), "*"),
        // A draw that has to be claimed elsewhere is none here.
        (
            "[SetUp \"1\"] [FEN \"7k/8/8/8/8/8/8/R6K w - - 99 80\"] 1. Ra2".to_owned(),
            "*",
        ),
    ] {
        let written = [
            read_one(&text, "chess").tree.to_string(),
            common::single_game(&text, "chess").pgn.to_string(),
        ];
        for written in written {
            assert!(written.ends_with(&format!(" {result}\n\n")), "{written}");
            assert!(
                written.contains(&format!("[Result \"{result}\"]")),
                "{written}"
            );
        }
    }
}

proptest! {
    /// Whatever is read is written such that it is read again.
    #[test]
    fn what_is_read_of_any_tokens_comes_out_again(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "[Event \"x\"]", "[É \"2\"]", "[", "]", "{", "}", "{x}", "(", ")", ";y\n", "%", "\n", " ",
                "1.", "e4", "e5", "Nf3", "Nc6", "d4", "--", "Z0", "$1", "$300", "!?", "+-", "1-0", "*", "\\",
                "é", "\u{1b}", "\u{85}", "\u{a0}", "⊗", "(=)", "=", "D", "N", "++", "e8(Q)", "\t", "…",
            ]),
            0..30,
        ),
        glue in prop::sample::select(vec!["", " ", "\n"]),
    ) {
        let text = words.join(glue);
        let games = TreeReader::new(text.as_bytes(), Defaults::for_variant("chess"));
        for read in games.filter_map(Result::ok) {
            let written = read.tree.in_notation(MoveNotation::San);
            let written = written.unwrap_or_else(|error| panic!("{error}: {}", read.tree));
            let again = read_one(&written, "chess");
            prop_assert_eq!(dump(&again.tree), dump(&read.tree));
            prop_assert_eq!(&again.tree.in_notation(MoveNotation::San).unwrap(), &written);
            let is_old = |warning: &GameWarning| read.warnings.contains(warning);
            prop_assert!(again.warnings.iter().all(is_old), "{:?}", again.warnings);
        }
    }

    #[test]
    fn tags_of_any_name_and_value_stay_apart(
        tags in prop::collection::vec(("(?s).{0,8}", "(?s).{0,30}"), 0..12),
    ) {
        let rules = peregrine::variants::rules("chess").unwrap();
        let mut tree = GameTree::new(Position::start(rules));
        tree.tags = tags;
        tree.tags.retain(|(name, _)| !["Result", "FEN", "SetUp", "Variant"].contains(&name.as_str()));
        let text = tree.to_string();
        let read = read_one(&text, "chess");
        let own = read.tree.tags.iter().filter(|(name, _)| {
            !["Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant"]
                .contains(&name.as_str())
        });
        prop_assert_eq!(own.count(), tree.tags.len());
        prop_assert_eq!(read.tree.to_string(), text);
    }
}

/// Only as deep as what is written can be read.
#[test]
fn variations_nest_as_deep_in_a_tree_as_in_a_file() {
    let rules = peregrine::variants::rules("chess").unwrap();
    let mut tree = GameTree::new(Position::start(rules));
    let mut node = ROOT;
    let mv = |position: &Position, text: &str| {
        peregrine::notation::parse_coordinate(position, text).unwrap()
    };
    let mut deep = 0;
    let error = loop {
        // A continuation, and a Knight's move instead of it that is continued.
        let position = tree.node(node).unwrap().position().clone();
        let pawn = position.legal_moves().into_iter().find(|mv| {
            let piece = position.piece_on(mv.from());
            piece.is_some_and(|piece| piece.kind() == PieceKind::PAWN)
        });
        tree.play(node, pawn.unwrap()).unwrap();
        let knight = ["b1c3", "b8c6", "c3b1", "c6b8"][deep % 4];
        match tree.play(node, mv(&position, knight)) {
            Ok(next) => node = next,
            Err(error) => break error,
        }
        deep += 1;
    };
    assert_eq!((error, deep), (TreeError::Depth, 100));
    let text = tree.to_string();
    assert_eq!(dump(&read_one(&text, "chess").tree), dump(&tree));
    // To promote a line would nest all others deeper.
    let first = tree.node(ROOT).unwrap().children()[0];
    let before = tree.to_string();
    let deepest = tree.node(node).unwrap().children()[0];
    tree.promote(deepest).unwrap();
    assert_eq!(tree.to_string(), before);
    let second = tree.node(ROOT).unwrap().children()[1];
    tree.promote(second).unwrap();
    let position = tree.node(node).unwrap().position().clone();
    let next = mv(&position, ["b1c3", "b8c6", "c3b1", "c6b8"][deep % 4]);
    let deeper = tree.play(node, next).unwrap();
    assert_eq!(tree.promote(first), Err(TreeError::Depth));
    tree.delete(deeper).unwrap();
    tree.promote(first).unwrap();
    assert_eq!(tree.to_string(), before);
}
