//! Small networks, good and bad files of them, and what the library says with them.

use std::path::PathBuf;
use std::sync::Arc;

use peregrine::engine::Engine;
use peregrine::eval::network::{Network, NetworkWeights};
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::search::Limits;
use peregrine::variants;
use tempfile::TempDir;

/// The depth of the searches that are compared.
pub const DEPTH: u32 = 3;

/// A folder with network files.
pub struct Files {
    folder: TempDir,
    /// Networks for Falcon Chess and orthodox chess, whose files are `falcon.prgnet` and
    /// `chess.prgnet`.
    pub falcon: Arc<Network>,
    pub chess: Arc<Network>,
}

/// A network of random numbers, which judges quite unlike the engine itself.
fn network(variant: &str, seed: u64) -> Arc<Network> {
    let rules = variants::rules(variant).unwrap();
    let parts = NetworkWeights::random(rules, 32, 2, &[], seed).unwrap();
    Arc::new(Network::new(rules, parts).unwrap())
}

impl Files {
    pub fn new() -> Files {
        let files = Files {
            folder: tempfile::tempdir().unwrap(),
            falcon: network("falcon", 3),
            chess: network("chess", 4),
        };
        files.falcon.save(&files.path("falcon.prgnet")).unwrap();
        files.chess.save(&files.path("chess.prgnet")).unwrap();
        files
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Names that cannot be used as networks, each with the reason.
    pub fn useless(&self) -> Vec<(PathBuf, String)> {
        let good = self.falcon.to_bytes();
        let mut damaged = good.clone();
        let middle = damaged.len() / 2;
        damaged[middle] ^= 1;
        let mut later = good.clone();
        later[8] = 2;
        // A game that nobody knows here, under a right checksum.
        let header = b"\"variant\":\"falcon\"";
        let at = good.windows(header.len()).position(|bytes| bytes == header);
        let mut unknown = good[..good.len() - 32].to_vec();
        let name = at.unwrap() + header.len() - 7;
        unknown[name..name + 6].copy_from_slice(b"nobody");
        let digest = <sha2::Sha256 as sha2::Digest>::digest(&unknown);
        unknown.extend(digest);
        for (name, bytes) in [
            ("damaged", &damaged[..]),
            ("short", &good[..good.len() - 40]),
            ("header", &good[..100]),
            ("empty", b""),
            ("text", b"[falcon]\n"),
            ("later", &later),
            ("unknown", &unknown),
        ] {
            std::fs::write(self.path(name), bytes).unwrap();
        }
        let checksum = "the network file is damaged: its checksum is wrong";
        let missing = self.path("missing");
        let not_found = std::fs::read(&missing).unwrap_err().to_string();
        let reasons = [
            (missing, not_found.as_str()),
            (self.folder.path().to_owned(), "this is a folder"),
            (self.path("damaged"), checksum),
            (self.path("short"), checksum),
            (
                self.path("header"),
                "the header of the network file is wrong: the file ends within it",
            ),
            (self.path("empty"), "this is not a network file"),
            (self.path("text"), "this is not a network file"),
            (
                self.path("later"),
                "this network has version 2 of the format; only version 1 is known",
            ),
            (
                self.path("unknown"),
                "this is a network for 'nobody', which is not a known variant",
            ),
        ];
        let owned = |(path, reason): (PathBuf, &str)| (path, reason.to_owned());
        reasons.map(owned).to_vec()
    }
}

/// What evaluates.
#[derive(Clone, Copy)]
pub enum By<'a> {
    /// What evaluates without any option.
    Default,
    Hand,
    Network(&'a Arc<Network>),
}

fn engine(variant: &str, by: By) -> Engine {
    let mut engine = Engine::new(variants::rules(variant).unwrap());
    match by {
        By::Default => {}
        By::Hand => engine.use_network(false),
        By::Network(network) => engine.set_network(Arc::clone(network)).unwrap(),
    }
    engine
}

/// The explanation of the start position.
pub fn explanation(variant: &str, by: By) -> Vec<String> {
    let engine = engine(variant, by);
    let start = Position::start(engine.rules());
    let text = engine.explain(&start).to_string();
    text.lines().map(str::to_owned).collect()
}

/// The score and the number of nodes that a search of the start position reports last.
pub fn found(variant: &str, by: By) -> (i64, i64) {
    let mut engine = engine(variant, by);
    let game = Game::new(Position::start(engine.rules()));
    let limits = Limits {
        depth: Some(DEPTH),
        ..Limits::default()
    };
    let mut last = (0, 0);
    engine.search(&game, limits, |info| {
        let score = peregrine::search::score::Value::from(info.score);
        last = (i64::from(score), info.nodes as i64);
    });
    last
}

#[test]
fn evaluations_of_different_origin_differ() {
    let files = Files::new();
    let [hand, network] = [By::Hand, By::Network(&files.falcon)].map(|by| found("falcon", by));
    assert_ne!(hand, network);
    let [hand, network] =
        [By::Hand, By::Network(&files.falcon)].map(|by| explanation("falcon", by));
    assert_ne!(hand.last(), network.last());
    assert!(network.len() > hand.len() + 20);
}
