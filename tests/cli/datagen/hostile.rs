//! Files that are cut, damaged, foreign or make false claims.

use std::fs;
use std::path::Path;

use peregrine::board::color::Color;
use peregrine::rules::Rules;
use peregrine::search::score::INFINITE;
use peregrine::training::data::{Appender, DataFile, GameEnd, Header, SelfPlayGame};
use peregrine::variants;
use serde_json::{Value, json};

use super::{bytes, complains, fault, folder_with, random_games, read, says, source, write};

/// The length of what is before the text of the header.
const PREFIX: usize = 16;

fn rules() -> &'static Rules {
    variants::rules("falcon-8x8").unwrap()
}

/// The length of a file's header.
fn header_length(content: &[u8]) -> usize {
    let length: [u8; 4] = content[12..PREFIX].try_into().unwrap();
    PREFIX + u32::from_le_bytes(length) as usize + 4
}

/// Where the games of a file begin, and where the last one ends.
fn boundaries(content: &[u8]) -> Vec<usize> {
    let mut places = vec![header_length(content)];
    while let Some(&[low, high]) = content[places[places.len() - 1]..].first_chunk() {
        let length = usize::from(u16::from_le_bytes([low, high]));
        places.push(places[places.len() - 1] + length + 6);
    }
    assert_eq!(places.last(), Some(&content.len()));
    places
}

#[test]
fn a_file_cut_anywhere_keeps_its_complete_games() {
    let (_folder, path) = folder_with("games.prgdata");
    let games = random_games(rules(), 3, 2);
    write(&path, rules(), &games);
    let content = bytes(&path);
    let places = boundaries(&content);
    let header = Header::new(rules(), source(3));
    for length in 0..=content.len() {
        fs::write(&path, &content[..length]).unwrap();
        if length < places[0] {
            let said = fault(&path);
            let expected = match length {
                0..PREFIX => ": this is not a file of self-play games",
                _ => ": the file ends within its header",
            };
            assert_eq!(said, expected, "{length}");
            assert!(Appender::open(&path, &header).is_err());
            assert_eq!(bytes(&path).len(), length, "it is unchanged");
            continue;
        }
        let complete = places.iter().filter(|&&place| place <= length).count() - 1;
        if !places.contains(&length) {
            let at = format!(
                ": the file ends within the game at byte {}",
                places[complete]
            );
            assert_eq!(fault(&path), at);
        }
        let file = DataFile::open(&path).unwrap();
        let chunks = file.chunks(1).unwrap();
        assert_eq!(chunks.len(), complete);
        let kept = file.games().unwrap().map_while(Result::ok);
        assert_eq!(kept.collect::<Vec<_>>(), games[..complete]);
        // What follows is appended behind the complete games.
        let (mut appender, before) = Appender::open(&path, &header).unwrap();
        assert_eq!(before as usize, complete);
        for game in &games[complete..] {
            appender.append(game).unwrap();
        }
        assert_eq!(bytes(&path), content);
    }
}

#[test]
fn zeros_instead_of_the_last_games_are_not_games() {
    let (_folder, path) = folder_with("games.prgdata");
    let games = random_games(rules(), 4, 3);
    write(&path, rules(), &games);
    let content = bytes(&path);
    let places = boundaries(&content);
    for zeros_from in [
        places[0],
        places[2],
        places[2] + 1,
        places[2] + 9,
        places[3],
    ] {
        let mut lost = content.clone();
        lost[zeros_from..].fill(0);
        fs::write(&path, &lost).unwrap();
        let complete = places.iter().filter(|&&place| place <= zeros_from).count() - 1;
        assert!(fault(&path).contains("the file ends within the game"));
        let (_, before) = Appender::open(&path, &Header::new(rules(), source(4))).unwrap();
        assert_eq!(before as usize, complete);
        assert_eq!(read(&path), games[..complete]);
    }
    // Zeros before other games are damage.
    let mut damaged = content.clone();
    damaged[places[1]..places[2]].fill(0);
    fs::write(&path, &damaged).unwrap();
    assert_eq!(
        fault(&path),
        format!(
            ": the game at byte {} is damaged: it ends too early",
            places[1]
        )
    );
    assert!(Appender::open(&path, &Header::new(rules(), source(4))).is_err());
    assert_eq!(bytes(&path), damaged);
}

#[test]
fn every_changed_byte_is_noticed() {
    let (_folder, path) = folder_with("games.prgdata");
    let games = random_games(rules(), 3, 4);
    write(&path, rules(), &games);
    let content = bytes(&path);
    let header = Header::new(rules(), source(3));
    for place in 0..content.len() {
        for mask in [0x01, 0x80, 0xff] {
            let mut changed = content.clone();
            changed[place] ^= mask;
            fs::write(&path, &changed).unwrap();
            assert!(!fault(&path).is_empty(), "{place} {mask}");
            // Appending is refused, or what is damaged counts as a torn end.
            match Appender::open(&path, &header) {
                Err(_) => assert!(bytes(&path) == changed, "{place} {mask}"),
                Ok((_, before)) => assert_eq!(read(&path), games[..before as usize]),
            }
        }
    }
}

/// The bytes of a file with another text as its header.
fn with_header(content: &[u8], text: &[u8]) -> Vec<u8> {
    let mut changed = content[..12].to_vec();
    changed.extend((text.len() as u32).to_le_bytes());
    changed.extend(text);
    let checksum = crc32fast::hash(&changed);
    changed.extend(checksum.to_le_bytes());
    changed.extend(&content[header_length(content)..]);
    changed
}

#[test]
fn foreign_files_and_false_headers_are_refused() {
    let (_folder, path) = folder_with("games.prgdata");
    write(&path, rules(), &random_games(rules(), 2, 4));
    let content = bytes(&path);
    let refused = |content: &[u8], reason: &str| {
        fs::write(&path, content).unwrap();
        let said = fault(&path);
        assert!(said.contains(reason), "{said}");
    };
    refused(
        b"[Event \"?\"]\n\n1. e4 e5 *\n",
        "this is not a file of self-play games",
    );
    let mut other = content.clone();
    other[8] = 2;
    refused(&other, "version 2 of the format; only version 1 is known");
    let mut long = content.clone();
    long[12..PREFIX].fill(0xff);
    refused(&long, "the header is wrong: 4294967295 bytes are too many");
    long[12..PREFIX].copy_from_slice(&(1_u32 << 20).to_le_bytes());
    refused(&long, "the file ends within its header");

    let text = &content[PREFIX..header_length(&content) - 4];
    let header: Value = serde_json::from_slice(text).unwrap();
    assert_eq!(with_header(&content, text), content);
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut header = header.clone();
        change(&mut header);
        with_header(&content, header.to_string().as_bytes())
    };
    let with = |pointer: &str, value: Value| {
        changed(&|header| *header.pointer_mut(pointer).unwrap() = value.clone())
    };
    refused(
        &with("/variant", json!("chess")),
        "the games are of another variant 'chess'",
    );
    refused(&with("/variant", json!("no such game")), "no such game");
    refused(&with("/castling", json!("sideways")), "sideways");
    refused(&with("/sources", json!([])), "it names no source");
    refused(
        &changed(&|header| header["new"] = json!(1)),
        "unknown field `new`",
    );
    for (field, value) in [
        ("games", json!(0)),
        ("games", json!(1_000_000_001)),
        ("nodes", json!(0)),
        ("hash", json!(0)),
        ("opening", json!([5, 4])),
        ("opening", json!([0, 256])),
        ("uneven", json!(101)),
        ("adjudication", json!({"length": u64::MAX})),
        (
            "adjudication",
            json!({"win": {"moves": u64::MAX, "score": 1}}),
        ),
        (
            "adjudication",
            json!({"win": {"moves": 1, "score": i32::MIN}}),
        ),
        (
            "adjudication",
            json!({"draw": {"from": u64::MAX, "moves": 1, "score": 1}}),
        ),
    ] {
        let reason = format!("the header is wrong: '{field}' is out of range");
        refused(&with(&format!("/sources/0/{field}"), value), &reason);
    }
    for (field, value) in [
        ("games", json!(u64::MAX)),
        ("shard", json!("5/4")),
        ("seed", json!(-1)),
        ("program", json!("\n")),
        ("evaluation", json!("x".repeat(101))),
    ] {
        refused(
            &with(&format!("/sources/0/{field}"), value),
            "the header is wrong: ",
        );
    }
    let deep = "[".repeat(1 << 19);
    refused(
        &with_header(&content, deep.as_bytes()),
        "the header is wrong: ",
    );
    refused(&with_header(&content, b"\xff"), "the header is wrong: ");
}

#[test]
fn verify_finds_wrong_games_with_right_checksums() {
    let (folder, _) = folder_with("");
    let games = random_games(rules(), 60, 6);
    let header = Header::new(rules(), source(60));
    let mut forgeries = 0;
    let mut refused = |game: &SelfPlayGame, forge: &dyn Fn(&mut SelfPlayGame), reason: &str| {
        forgeries += 1;
        let path = folder.path().join(format!("{forgeries}.prgdata"));
        let (mut appender, _) = Appender::open(&path, &header).unwrap();
        appender.append(&games[0]).unwrap();
        let place = bytes(&path).len();
        let mut game = SelfPlayGame {
            number: 1,
            ..game.clone()
        };
        forge(&mut game);
        appender.append(&game).unwrap();
        let expected = format!(": the game at byte {place} is damaged: {reason}");
        assert_eq!(fault(&path), expected);
        if forgeries == 1 {
            let said = complains(folder.path(), &["verify", "1.prgdata"]);
            assert_eq!(said, format!("peregrine: error: 1.prgdata{expected}\n"));
        }
    };
    let by_rules = "its result contradicts the final position";
    let by_scores = "its result contradicts the adjudication by its scores";
    let from = |fen: &str| SelfPlayGame {
        number: 7,
        start: Some(fen.to_owned()),
        opening: Vec::new(),
        moves: Vec::new(),
        winner: Some(Color::White),
        end: GameEnd::Rules,
    };
    let mated = from("1k5R/8/1K6/8/8/8/8/8 b - - 0 1");
    refused(&mated, &|game| game.winner = None, by_rules);
    refused(&mated, &|game| game.winner = Some(Color::Black), by_rules);
    refused(&mated, &|game| game.end = GameEnd::Win, by_rules);
    refused(
        &mated,
        &|game| game.start = Some("1k6".to_owned()),
        "its start position is wrong: a FEN has 6 fields (board, side, castling, en passant, \
         halfmove clock, move number) or the first 4 of them, not 1",
    );
    let bare = from("1k6/8/8/8/8/8/8/6K1 w - - 0 1");
    let mv = bare.start(rules()).unwrap().legal_moves()[0];
    let longer = |game: &mut SelfPlayGame| game.opening.push(mv);
    refused(&bare, &longer, "it is over by the rules before ply 0");

    let ended = |end: GameEnd| games.iter().find(|game| game.end == end).unwrap();
    let won = ended(GameEnd::Win);
    let swap = |game: &mut SelfPlayGame| game.winner = game.winner.map(|color| !color);
    refused(won, &swap, by_scores);
    refused(won, &|game| game.winner = None, by_scores);
    refused(won, &|game| game.end = GameEnd::Length, by_scores);
    refused(won, &|game| game.end = GameEnd::Rules, by_rules);
    for end in [GameEnd::Draw, GameEnd::Length] {
        let game = ended(end);
        refused(game, &|game| game.winner = Some(Color::White), by_scores);
        refused(game, &|game| _ = game.moves.pop(), by_scores);
        let ply = game.opening.len();
        // A man of the other side.
        let illegal = |game: &mut SelfPlayGame| game.moves[0].mv = game.moves[1].mv;
        refused(
            game,
            &illegal,
            &format!("the move of ply {ply} is not legal"),
        );
        let beyond = |game: &mut SelfPlayGame| game.moves[0].score = INFINITE;
        refused(
            game,
            &beyond,
            &format!("the score of ply {ply} is out of range"),
        );
    }
    let unknown = "no source in the header has a game number 60";
    refused(&games[1], &|game| game.number = 60, unknown);
}

/// A file of games with these numbers.
fn numbered(path: &Path, numbers: &[usize]) -> String {
    let games = random_games(rules(), 4, 6);
    let header = Header::new(rules(), source(4));
    let (mut appender, _) = Appender::open(path, &header).unwrap();
    for &number in numbers {
        appender.append(&games[number]).unwrap();
    }
    appender.finish().unwrap();
    path.display().to_string()
}

#[test]
fn games_in_another_order_doubled_or_missing_are_refused() {
    let (folder, _) = folder_with("");
    let header = Header::new(rules(), source(4));
    let whole = numbered(&folder.path().join("whole"), &[0, 1, 2, 3]);
    assert!(says(folder.path(), &["verify", &whole]).contains("4 games"));
    for (name, numbers, wrong) in [
        ("swapped", &[0, 2, 1, 3][..], 2),
        ("doubled", &[0, 1, 1, 2, 3], 1),
        ("missing", &[0, 2, 3], 2),
        ("beginning", &[1, 2, 3], 1),
        ("appended", &[0, 1, 2, 3, 0], 0),
    ] {
        let path = numbered(&folder.path().join(name), numbers);
        let before = bytes(Path::new(&path));
        let expected = format!("its number {wrong} does not follow: games are in another order");
        for words in [
            &["verify", &path][..],
            &["stats", &path],
            &["merge", &path, "--out", "out"],
            &["shuffle", &path, "--out", "out"],
        ] {
            let said = complains(folder.path(), words);
            assert!(said.contains(&expected), "{name} {words:?}: {said}");
        }
        // It is not resumed either.
        let fault = Appender::open(Path::new(&path), &header)
            .unwrap_err()
            .to_string();
        assert!(fault.contains(&expected), "{name}: {fault}");
        assert!(bytes(Path::new(&path)) == before);
        assert!(!folder.path().join("out").exists());
    }
}

/// Whole files have the number of their games, and a shuffled one has each game once.
#[test]
fn a_whole_file_lacks_no_game_and_has_none_twice() {
    let (folder, _) = folder_with("");
    let at = folder.path();
    numbered(&at.join("whole"), &[0, 1, 2, 3]);
    says(at, &["merge", "whole", "--out", "merged"]);
    says(at, &["shuffle", "whole", "--out", "shuffled"]);
    for name in ["merged", "shuffled"] {
        assert!(says(at, &["verify", name]).contains("4 games"));
        let file = DataFile::open(&at.join(name)).unwrap();
        let places: Vec<u64> = file
            .chunks(1)
            .unwrap()
            .iter()
            .map(|one| one.offset)
            .collect();
        let content = bytes(&at.join(name));
        let last = places[3] as usize;
        fs::write(at.join("short"), &content[..last]).unwrap();
        let said = complains(at, &["verify", "short"]);
        assert!(
            said.contains("the file has 3 games; by its header they are 4"),
            "{said}"
        );
        let twice = [&content[..], &content[last..]].concat();
        fs::write(at.join("twice"), twice).unwrap();
        let said = complains(at, &["verify", "twice"]);
        assert!(said.contains(" does not follow: "), "{said}");
    }
}
