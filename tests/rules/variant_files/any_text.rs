//! Any text is checked without panic, and accepted variants can be played.

use peregrine::engine::Engine;
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::position::movegen::slow;
use peregrine::search::Limits;
use peregrine::variants::{self, Variant};

use super::texts::{built_in, documentation, read, toml_blocks};
use crate::common::{Random, is_long_run};

/// One of several texts.
fn one_of<'a, T: ?Sized>(random: &mut Random, all: &[&'a T]) -> &'a T {
    all[random.below(all.len())]
}

/// Valid texts of one variant each.
fn good_texts() -> Vec<String> {
    let mut texts: Vec<String> = ["gothic", "falcon-knights"]
        .iter()
        .map(|name| read(&documentation().join(format!("examples/{name}.toml"))))
        .collect();
    let manual = read(&documentation().join("guide/variant-files.md"));
    texts.extend(toml_blocks(&manual).into_iter().map(str::to_owned));
    for name in ["falcon100", "permutation", "falcon-random", "capablanca"] {
        let all = built_in();
        let from = all.find(&format!("[{name}]")).unwrap();
        let end = all[from + 1..]
            .match_indices("\n[")
            .map(|(at, _)| from + 1 + at)
            .find(|&at| !all[at + 2..].starts_with(&format!("{name}.")));
        texts.push(all[from..end.unwrap_or(all.len())].replace(&format!("[{name}"), "[mine"));
    }
    texts
}

/// Plays random moves in a variant, comparing the generator with the definition,
/// and lets the engine search.
fn play(variant: &'static Variant, random: &mut Random) {
    for &castling in &variant.castling {
        let options = variants::RuleOptions {
            castling: Some(castling),
            promotion: None,
        };
        let rules = variant.rules(options).unwrap();
        let mut position = Position::start(rules);
        for _ in 0..30 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            assert_eq!(
                slow::first_difference(&position, 1, 1),
                None,
                "{variant:#?}"
            );
            let written = position.to_string();
            let again = Position::from_fen(rules, &written);
            assert_eq!(again.unwrap().key(), position.key(), "{written}");
            position.play(moves[random.below(moves.len())]);
        }
    }
    let rules = variant.nearest_rules(Default::default());
    let game = Game::new(Position::start(rules));
    let limits = Limits {
        depth: Some(2),
        nodes: Some(2000),
        ..Limits::default()
    };
    let found = Engine::new(rules).search(&game, limits, |_| ());
    assert!(found.best.is_some());
}

#[test]
fn any_text_is_checked_without_panic_and_accepted_variants_are_playable() {
    let texts = good_texts();
    let words = [
        "queen",
        "rook 3",
        "falcon",
        "falcon-leap",
        "camel",
        "leap 0-3",
        "bishop 2",
        "zebra",
        "man",
        "knight",
        "none",
        "free",
        "king-swap",
        "loses",
        "forbidden",
        "win",
        "5x5",
        "16x8",
        "8x16",
        "3x4",
        "6x6",
        "a1",
        "Q",
        "",
        "x",
        "no-queen",
        "chess",
        "falcon",
        "permutation",
    ];
    let numbers = [
        "0",
        "1",
        "2",
        "3",
        "6",
        "7",
        "8",
        "-1",
        "99999999999999999999",
        "true",
        "[]",
        "1.5",
    ];
    let texts_wanted = if is_long_run() { 1500 } else { 400 };
    let mut random = Random(20);
    let mut accepted = 0;
    for _ in 0..texts_wanted {
        let mut text = texts[random.below(texts.len())].clone().into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len());
            match random.below(6) {
                0 => text[at] = random.below(256) as u8,
                1 => drop(text.remove(at)),
                2 => text.insert(at, b"[]{}='\"#,\n."[random.below(11)]),
                3 => {
                    let end = (at + random.below(40)).min(text.len());
                    let part = text[at..end].to_vec();
                    let to = random.below(text.len());
                    text.splice(to..to, part);
                }
                4 => {
                    // Another quoted word.
                    let from = (at..text.len()).find(|&at| text[at] == b'"').unwrap_or(at);
                    let end = (from + 1..text.len()).find(|&at| text[at] == b'"');
                    let word = one_of(&mut random, &words).bytes();
                    text.splice(from + 1..end.unwrap_or(from + 1), word);
                }
                _ => {
                    let from = (at..text.len()).find(|&at| text[at].is_ascii_digit());
                    if let Some(from) = from {
                        text.splice(from..=from, one_of(&mut random, &numbers).bytes());
                    }
                }
            }
            if text.is_empty() {
                break;
            }
        }
        let text = String::from_utf8_lossy(&text);
        let Ok(found) = variants::check(&text) else {
            continue;
        };
        for variant in found {
            accepted += 1;
            play(Box::leak(Box::new(variant)), &mut random);
        }
    }
    assert!(
        accepted > texts_wanted / 15,
        "only {accepted} texts were still good"
    );
}
