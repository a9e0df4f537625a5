//! `eval` and `show` with and without a network.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use peregrine::engine::Engine;
use peregrine::eval::Evaluator;
use peregrine::eval::network::{Network, NetworkWeights};
use peregrine::position::Position;
use peregrine::search::score::Score;
use peregrine::variants;
use tempfile::TempDir;

use super::{complains, last_line, says};
use crate::common;

const UNEVEN: &str = "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNB1QKFBNR w KQkq - 0 1";
const BARE_KING: &str = "k9/10/2K7/10/5F4/10/10/10 w - - 0 1";

/// A folder with a network for a game in a file.
fn network(variant: &str) -> (TempDir, PathBuf, Arc<Network>) {
    let folder = tempfile::tempdir().unwrap();
    let rules = variants::rules(variant).unwrap();
    let parts = NetworkWeights::random(rules, 32, 4, &[], 8).unwrap();
    let network = Network::new(rules, parts).unwrap();
    let path = folder.path().join("small.prgnet");
    network.save(&path).unwrap();
    (folder, path, Arc::new(network))
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn eval_says_what_the_engine_says() {
    let rules = variants::falcon();
    let mut engine = Engine::new(rules);
    let start = Position::start(rules);
    assert_eq!(says(&["eval"]), format!("{}\n", engine.explain(&start)));
    let (_folder, path, network) = network("falcon");
    engine.set_network(network).unwrap();
    for fen in [UNEVEN, BARE_KING] {
        let position = Position::from_fen(rules, fen).unwrap();
        let explanation = engine.explain(&position).to_string();
        let said = says(&["eval", "--fen", fen, "--network", text(&path)]);
        assert_eq!(said, format!("{explanation}\n"));
        assert_eq!(said.contains("What each man adds"), fen == UNEVEN);
    }
}

#[test]
fn show_evaluates_with_the_network() {
    let rules = variants::falcon();
    let (_folder, path, network) = network("falcon");
    let mut engine = Engine::new(rules);
    let without = says(&["show", "--fen", UNEVEN]);
    let with = says(&["show", "--fen", UNEVEN, "--network", text(&path)]);
    let position = Position::from_fen(rules, UNEVEN).unwrap();
    let line = |engine: &Engine| {
        let total = engine.explain(&position).total();
        format!("Evaluation: {} Pawns for White", Score::Centipawns(total))
    };
    assert_eq!(last_line(&without), line(&engine));
    engine.set_network(network).unwrap();
    assert_eq!(last_line(&with), line(&engine));
    assert_ne!(last_line(&with), last_line(&without));
}

#[test]
fn networks_that_cannot_be_used_are_refused_with_the_reason() {
    let (folder, path, _) = network("chess");
    let missing = folder.path().join("missing");
    let damaged = folder.path().join("damaged");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[1000] ^= 1;
    std::fs::write(&damaged, bytes).unwrap();
    for command in ["eval", "show"] {
        let complaint = |path: &Path| complains(&[command, "--network", text(path)]);
        for (path, reason) in [
            (
                &path,
                "this is a network for 'chess', which has another board or other men than 'falcon'",
            ),
            (
                &damaged,
                "the network file is damaged: its checksum is wrong",
            ),
            (&folder.path().to_owned(), "this is a folder"),
            (&missing, ""),
        ] {
            let said = complaint(path);
            assert!(
                said.starts_with(&format!("{}: {reason}", path.display())),
                "{said}"
            );
        }
    }
    let said = complains(&["show", "--svg", "-", "--network", text(&path)]);
    assert!(said.contains("cannot be used with"), "{said}");
}

/// Two numbers such as `12 / -5`.
fn pair(text: &str) -> Option<[i32; 2]> {
    let (middle, ending) = text.split_once(" / ")?;
    Some([middle.trim().parse().ok()?, ending.trim().parse().ok()?])
}

/// The number behind a name, in centipawns: `+1.23 for White` is a score, `12` a value.
fn named(text: &str, name: &str) -> Option<i32> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    let mut words = rest.split_whitespace();
    let (number, color) = (words.next()?, words.nth(1));
    let value = match number.split_once('.') {
        Some(_) => (number.parse::<f64>().ok()? * 100.0).round() as i32,
        None => number.parse().ok()?,
    };
    Some(if color == Some("Black") {
        -value
    } else {
        value
    })
}

/// The first number in a line that begins with these words, and the last word.
fn step(text: &str, words: &str) -> Option<(i32, String)> {
    let rest = text.lines().find_map(|line| line.strip_prefix(words))?;
    let mut parts = rest.split_whitespace();
    let number = parts.next()?.split('/').next()?.parse().ok()?;
    Some((number, parts.next_back()?.to_owned()))
}

/// Follows the printed terms to the printed score.
fn add_up_terms(text: &str) -> i32 {
    if text.starts_with("centipawns for White") {
        let parts = ["Pieces", "Pawns ", "Driving the King", "Pawn structure"];
        let sum: i32 = parts.iter().map(|name| named(text, name).unwrap()).sum();
        assert_eq!(named(text, "Sum"), Some(sum), "{text}");
        return sum;
    }
    let mut sum = [0; 2];
    for row in text
        .lines()
        .skip(1)
        .take_while(|line| !line.starts_with("Sum"))
    {
        let cells = [21..35, 36..50, 51..65].map(|place| row.get(place).and_then(pair).unwrap());
        for half in 0..2 {
            assert_eq!(cells[0][half] - cells[1][half], cells[2][half], "{text}");
            sum[half] += cells[2][half];
        }
    }
    let row = text
        .lines()
        .find_map(|line| line.strip_prefix("Sum "))
        .unwrap();
    assert_eq!(pair(row), Some(sum), "{text}");
    let mut ending = sum[1];
    let table = text.split("\n\n").next().unwrap();
    if let Some((scale, _)) = step(table, "Drawish: ") {
        ending = ending * scale / 64;
    }
    if let Some((mop_up, _)) = step(table, "Driving the King: ") {
        ending += mop_up;
    }
    let (phase, blended) = step(table, "Middle game: ").unwrap();
    let mut score = (sum[0] * phase + ending * (256 - phase)) / 256;
    assert_eq!(blended, score.to_string(), "{text}");
    if let Some((left, damped)) = step(table, "Fifty moves: ") {
        score = score * left / 200;
        assert_eq!(damped, score.to_string(), "{text}");
    }
    score
}

/// Follows what is printed of the network to the printed score.
fn add_up_network(text: &str) -> i32 {
    let (board, lines) = text.split_once("\nSum of the men").unwrap();
    let values = board.lines().filter(|line| line.contains('.'));
    let values = values.flat_map(|line| {
        line.split('|')
            .filter_map(|cell| cell.trim().parse::<f64>().ok())
    });
    let men: f64 = values.sum();
    let lines = &format!("Sum of the men{lines}");
    assert_eq!(
        named(lines, "Sum of the men"),
        Some((men * 100.0).round() as i32),
        "{text}"
    );
    let network = named(lines, "Network").unwrap();
    let together = named(lines, "What they do together").unwrap();
    assert_eq!((men * 100.0).round() as i32 + together, network, "{text}");
    let mut score = network;
    if let Some((scale, _)) = step(lines, "Drawish: ") {
        score = score * scale / 64;
    }
    score += named(lines, "Driving the King").unwrap_or(0);
    if let Some((left, _)) = step(lines, "Fifty moves: ") {
        score = score * left / 200;
    }
    score
}

#[test]
fn every_evaluation_adds_up() {
    let mut evaluators: Vec<(String, Evaluator, Evaluator)> = Vec::new();
    let (mut count, mut networks, mut steps) = (0, 0, 0);
    let mut look = |position: &Position| {
        let game = position.rules().variant().to_owned();
        if !evaluators.iter().any(|row| row.0 == game) {
            let mut with = Evaluator::new(position.rules());
            let parts = NetworkWeights::random(position.rules(), 32, 4, &[], 8).unwrap();
            let network = Network::new(position.rules(), parts).unwrap();
            let built_in = peregrine::eval::network::built_in(position.rules());
            with.set_network(built_in.or(Some(Arc::new(network))), 0);
            evaluators.push((game.clone(), Evaluator::new(position.rules()), with));
        }
        let row = evaluators.iter_mut().find(|row| row.0 == game).unwrap();
        for evaluator in [&mut row.1, &mut row.2] {
            let text = evaluator.explain(position).to_string();
            let terms = add_up_terms(&text);
            if text.contains("\nWithout the network") {
                assert_eq!(
                    named(&text, "Without the network"),
                    Some(terms),
                    "{position}: {text}"
                );
                let network = text.split_once("What each man adds").unwrap().1;
                let printed = named(network, "Score").unwrap();
                assert_eq!(printed, add_up_network(network), "{position}: {text}");
                networks += 1;
            } else {
                assert_eq!(named(&text, "Score"), Some(terms), "{position}: {text}");
            }
            steps += usize::from(text.contains("Drawish") || text.contains("Driving"));
            count += 1;
        }
    };
    common::for_many_positions(20, &mut look);
    for (variant, fen) in [
        ("falcon", BARE_KING),
        ("falcon", "k9/10/2K7/10/5F4/10/1P8/10 b - - 33 70"),
        ("falcon", "k9/10/2K1n5/10/5F4/10/10/10 b - - 33 70"),
        ("falcon", "4k5/3b6/10/5p4/5P4/3B6/10/4K5 w - - 60 90"),
        ("falcon", "4k5/10/10/10/10/10/10/4K1N3 w - - 0 1"),
        ("chess", "8/8/8/4k3/8/8/4P3/4K3 b - - 12 40"),
        (
            "capablanca",
            "4k5/1n8/10/10/10/10/PPPPP5/RNABQK4 w - - 7 40",
        ),
        ("chess", "4k3/8/8/8/8/8/QQQQQQQQ/QQQQKQQQ b - - 0 1"),
    ] {
        look(&Position::from_fen(variants::rules(variant).unwrap(), fen).unwrap());
    }
    for variant in common::built_in_games() {
        look(&Position::start(variants::rules(&variant.name).unwrap()));
    }
    assert!(
        count > 500 && networks > 200 && steps > 5,
        "{count} {networks} {steps}"
    );
}
