//! Games divided into shards, merged and shuffled.

use std::path::Path;

use peregrine::training::data::{Appender, DataFile, Header, SelfPlayGame, Source, merge};
use peregrine::variants;

use super::{complains, folder_with, random_games, read, run, says, source, write};

/// A run of a few short games, with these words besides.
fn short<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let game = ["--variant", "falcon-8x8", "--games", "10", "--nodes", "20"];
    [&game[..], &["--out", "."], words].concat()
}

fn sorted(path: &Path) -> Vec<SelfPlayGame> {
    let mut games = read(path);
    games.sort_by_key(|game| game.number);
    games
}

#[test]
fn merged_shards_are_the_whole_run() {
    let (folder, whole) = folder_with("falcon-8x8-1.prgdata");
    let folder = folder.path();
    let said = says(folder, &short(&[]));
    assert!(
        said.contains("falcon-8x8-1.prgdata: 10 of 10 games, 10 of them new"),
        "{said}"
    );
    let names = [1, 2, 3].map(|number| format!("falcon-8x8-1-{number}of3.prgdata"));
    let [one, two, three] = names.each_ref().map(String::as_str);
    for (shard, games) in [("1/3", 4), ("2/3", 3), ("3/3", 3)] {
        let said = says(folder, &short(&["--shard", shard]));
        assert!(
            said.contains(&format!("{games} of {games} games")),
            "{said}"
        );
    }
    let merged = folder.join("all.prgdata");
    let said = says(folder, &["merge", three, one, two, "--out", "all.prgdata"]);
    assert_eq!(said, "all.prgdata: 10 games\n");
    assert_eq!(sorted(&merged), read(&whole));
    let said = says(folder, &["verify", "all.prgdata"]);
    assert!(said.contains("10 games"), "{said}");

    // A shard that plays nothing has no games and no fault.
    let said = says(folder, &short(&["--shard", "11/18446744073709551615"]));
    assert!(said.contains("0 of 0 games"), "{said}");

    let refused = |files: &[&str], reason: &str| {
        let words = [&["merge"], files, &["--out", "new.prgdata"]].concat();
        let said = complains(folder, &words);
        assert!(said.contains(reason), "{said}");
        assert!(!folder.join("new.prgdata").exists());
    };
    refused(
        &[one, two, one],
        "hold the same games: 10 games, shard 1/3, seed 1, 20 nodes",
    );
    refused(&[one, "all.prgdata"], "hold the same games");
    let said = run(folder, &short(&["--shard", "2/6"]));
    assert!(said.status.success());
    // Shard 2/6 has some of the games of shard 2/3.
    refused(&["falcon-8x8-1-2of6.prgdata", two], "hold the same games");
    write(
        &folder.join("chess.prgdata"),
        variants::rules("chess").unwrap(),
        &[],
    );
    refused(
        &[one, "chess.prgdata"],
        "variant: \"falcon-8x8\", not \"chess\"",
    );
    let said = complains(folder, &["merge", two, "--out", "all.prgdata"]);
    assert!(
        said.contains("all.prgdata: the file already exists (--force"),
        "{said}"
    );
    assert_eq!(read(&merged).len(), 10);
    // A file may be replaced by what is merged from it.
    says(folder, &["merge", one, three, "--out", one, "--force"]);
    assert_eq!(read(&folder.join(one)).len(), 7);

    // One game was to be played, and none was.
    write(
        &folder.join("unfinished.prgdata"),
        variants::rules("falcon-8x8").unwrap(),
        &[],
    );
    let said = says(
        folder,
        &["merge", "unfinished.prgdata", "--out", "new.prgdata"],
    );
    assert_eq!(
        said,
        "new.prgdata: 0 of 1 games; the rest is missing from the files\n"
    );
}

#[test]
fn more_sources_than_a_header_holds_are_refused() {
    let (folder, path) = folder_with("all.prgdata");
    let rules = variants::falcon();
    let inputs = [0, 1].map(|half| {
        let mut header = Header::new(rules, source(1));
        header.sources = (0..3000)
            .map(|seed| Source {
                seed: 2 * seed + half,
                ..source(1)
            })
            .collect();
        let name = folder.path().join(format!("{half}.prgdata"));
        Appender::open(&name, &header).unwrap();
        DataFile::open(&name).unwrap()
    });
    assert_eq!(merge(&inputs[..1], &path, |_| ()).unwrap(), 0);
    let merged = Header {
        records: Some(0),
        ..inputs[0].header().clone()
    };
    assert_eq!(*DataFile::open(&path).unwrap().header(), merged);
    let fault = merge(&inputs, &path, |_| ()).unwrap_err().to_string();
    let reason = ": its header would be too long: merge fewer files at once";
    assert_eq!(fault, format!("{}{reason}", path.display()));
    assert_eq!(*DataFile::open(&path).unwrap().header(), merged);
}

#[test]
fn a_shuffle_is_a_permutation_that_its_seed_repeats() {
    let (folder, path) = folder_with("games.prgdata");
    let folder = folder.path();
    let games = random_games(variants::falcon(), 40, 9);
    write(&path, variants::falcon(), &games);
    let shuffled = |seed: &str, out: &str| {
        let said = says(
            folder,
            &["shuffle", "games.prgdata", "--seed", seed, "--out", out],
        );
        assert_eq!(said, format!("{out}: 40 games\n"));
        folder.join(out)
    };
    let [one, again, other] =
        [("1", "one"), ("1", "again"), ("2", "other")].map(|(seed, out)| shuffled(seed, out));
    assert_eq!(sorted(&one), games);
    assert_eq!(sorted(&other), games);
    let in_place = read(&one)
        .iter()
        .zip(&games)
        .filter(|(a, b)| a == b)
        .count();
    assert!(in_place < 10, "{in_place} games have not moved");
    assert_eq!(super::bytes(&one), super::bytes(&again));
    assert_ne!(read(&one), read(&other));
    assert_eq!(DataFile::open(&one).unwrap().header().shuffled, Some(1));
    let said = says(folder, &["stats", "one"]);
    assert!(said.contains("in random order, seed 1"), "{said}");
    assert!(
        said.contains("games                          40\n"),
        "{said}"
    );
}
