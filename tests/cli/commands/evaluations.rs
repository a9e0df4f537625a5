//! `eval` and `show` with and without a network.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use peregrine::engine::Engine;
use peregrine::eval::network::{Network, Parts};
use peregrine::position::Position;
use peregrine::search::score::Score;
use peregrine::variants;
use tempfile::TempDir;

use super::{complains, last_line, says};

const UNEVEN: &str = "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNB1QKFBNR w KQkq - 0 1";
const BARE_KING: &str = "k9/10/2K7/10/5F4/10/10/10 w - - 0 1";

/// A folder with a network for a game in a file.
fn network(variant: &str) -> (TempDir, PathBuf, Arc<Network>) {
    let folder = tempfile::tempdir().unwrap();
    let rules = variants::rules(variant).unwrap();
    let parts = Parts::random(rules, 32, 4, &[], 8).unwrap();
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
