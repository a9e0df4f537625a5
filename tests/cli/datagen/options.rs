//! What games depend on, and which options a file is resumed with.

use std::fs;

use peregrine::eval::network::{self, Network, NetworkWeights};
use peregrine::training::data::{DataFile, Source};
use peregrine::variants;

use super::{bytes, complains, folder_with, read, says};

const NAME: &str = "falcon-8x8-1.prgdata";

/// A run of a few short games into a folder, with these words besides.
fn short<'a>(out: &'a str, words: &[&'a str]) -> Vec<&'a str> {
    let game = ["--variant", "falcon-8x8", "--games", "6", "--nodes", "30"];
    [&game[..], &["--out", out], words].concat()
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    let (folder, _) = folder_with("");
    let folder = folder.path();
    // Half of the games start unevenly.
    for threads in ["1", "2"] {
        let words = ["--threads", threads, "--uneven", "50"];
        says(folder, &short(threads, &words));
    }
    let [one, two] = ["1", "2"].map(|out| bytes(&folder.join(out).join(NAME)));
    assert!(one == two);
    let said = says(folder, &["stats", "1/falcon-8x8-1.prgdata"]);
    assert!(
        said.contains("6 games, shard 1/1, seed 1, 30 nodes a move"),
        "{said}"
    );
    let games = read(&folder.join("1").join(NAME));
    assert!(games.iter().any(|game| game.start.is_some()));
    assert!(games.iter().any(|game| game.start.is_none()));
    says(folder, &short("other", &["--seed", "2", "--uneven", "50"]));
    let other = read(&folder.join("other/falcon-8x8-2.prgdata"));
    assert!(
        games
            .iter()
            .zip(&other)
            .all(|(a, b)| a.opening != b.opening)
    );
}

#[test]
fn a_file_made_with_other_options_is_not_resumed() {
    let (folder, path) = folder_with(NAME);
    let folder = folder.path();
    says(folder, &short(".", &["--no-network"]));
    let content = bytes(&path);
    for (words, difference) in [
        (["--games", "7"], "games: 6, not 7"),
        (["--nodes", "31"], "nodes: 30, not 31"),
        (["--hash", "5"], "hash: 4, not 5"),
        (["--most-plies", "8"], "opening: 9, not 8"),
        (["--window", "70"], "window: 400, not 70"),
        (["--uneven", "6"], "uneven: 5, not 6"),
    ] {
        // No option may be given twice.
        let usual = short(".", &["--no-network"]);
        let mut all: Vec<&str> = words.to_vec();
        all.extend(usual.chunks(2).filter(|pair| pair[0] != words[0]).flatten());
        let said = complains(folder, &all);
        let expected = format!("{NAME}: the file has games of other settings: {difference}\n");
        assert!(said.ends_with(&expected), "{said}");
        assert!(bytes(&path) == content);
    }
    let said = says(folder, &short(".", &["--no-network"]));
    assert!(said.contains("6 of 6 games, 0 of them new"), "{said}");
    assert!(bytes(&path) == content);
}

#[test]
fn a_network_evaluates_and_is_named() {
    let (folder, path) = folder_with(NAME);
    let folder = folder.path();
    let rules = variants::rules("falcon-8x8").unwrap();
    let network = |name: &str, variant: &str, seed| {
        let rules = variants::rules(variant).unwrap();
        let parts = NetworkWeights::random(rules, 32, 1, &[], seed).unwrap();
        let network = Network::new(rules, parts).unwrap();
        network.save(&folder.join(name)).unwrap();
        network.digest()
    };
    let digest = network("one.prgnet", "falcon-8x8", 1);
    let other = network("other.prgnet", "falcon-8x8", 2);
    network("chess.prgnet", "chess", 3);
    let evaluation = |out: &str| {
        let file = DataFile::open(&folder.join(out).join(NAME)).unwrap();
        file.header().sources[0].evaluation.clone()
    };

    says(folder, &short(".", &["--network", "one.prgnet"]));
    assert_eq!(evaluation("."), digest);
    let said = says(folder, &["stats", NAME]);
    assert!(
        said.contains(&format!("network {digest}, peregrine")),
        "{said}"
    );
    says(folder, &short("by-hand", &["--no-network"]));
    assert_eq!(evaluation("by-hand"), Source::HAND_WRITTEN);
    assert_ne!(read(&path), read(&folder.join("by-hand").join(NAME)));
    says(folder, &short("usual", &[]));
    let usual = network::built_in(rules);
    assert_eq!(evaluation("usual"), Source::evaluation_by(usual.as_deref()));

    let content = bytes(&path);
    for (words, now) in [
        (&["--network", "other.prgnet"][..], other.as_str()),
        (&["--no-network"], Source::HAND_WRITTEN),
    ] {
        let said = complains(folder, &short(".", words));
        let expected = format!("evaluation: \"{digest}\", not \"{now}\"");
        assert!(said.contains(&expected), "{said}");
    }
    // By the path of another file, it is the same network.
    fs::copy(folder.join("one.prgnet"), folder.join("copy.prgnet")).unwrap();
    let said = says(folder, &short(".", &["--network", "copy.prgnet"]));
    assert!(said.contains("0 of them new"), "{said}");

    let mut damaged = bytes(&folder.join("one.prgnet"));
    damaged[700] ^= 1;
    let missing = std::io::Error::from_raw_os_error(2).to_string();
    fs::write(folder.join("damaged.prgnet"), damaged).unwrap();
    for (file, reason) in [
        (
            "chess.prgnet",
            "this is a network for 'chess', which has another board",
        ),
        (
            "damaged.prgnet",
            "the network file is damaged: its checksum is wrong",
        ),
        (NAME, "this is not a network file"),
        ("none.prgnet", missing.as_str()),
    ] {
        let said = complains(folder, &short("new", &["--network", file]));
        assert!(
            said.starts_with(&format!("peregrine: error: {file}: {reason}")),
            "{said}"
        );
    }
    let said = complains(
        folder,
        &short("new", &["--network", "one.prgnet", "--no-network"]),
    );
    assert!(
        said.contains("cannot be used with '--no-network'"),
        "{said}"
    );
    assert!(!folder.join("new").exists());
    assert!(bytes(&path) == content);
}
