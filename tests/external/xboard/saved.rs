//! Games that XBoard saved are read as they were played: files written by the real XBoard 4.9.1, and games of all
//! kinds written as it writes them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use peregrine::board::color::Color;
use peregrine::board::moves::{Move, MoveKind};
use peregrine::board::piece::{Piece, PieceKind};
use peregrine::board::square::Square;
use peregrine::notation::epd::Defaults;
use peregrine::notation::pgn::{PgnError, ReadGame, Reader};
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::variants::{self, Variant};

use super::replay::ask;

fn read(text: &str) -> Vec<Result<ReadGame, PgnError>> {
    Reader::new(text.as_bytes(), Defaults::for_variant("chess")).collect()
}

// ---------------------------------------------------------------------------------------------------------------------
// What the real XBoard wrote

/// The files of games that XBoard saved, with `-sgf`.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/xboard");
    let entries = fs::read_dir(folder).expect("the folder of saved games");
    let paths = entries.map(|entry| entry.expect("a saved game").path());
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "pgn"))
        .collect();
    files.sort();
    files
}

/// The name that XBoard has for a square, as `docs/guide/xboard.md` tells.
fn square_there(position: &Position, square: Square) -> String {
    let geometry = position.rules().geometry();
    let file = (b'a' + geometry.file(square) as u8) as char;
    let first = usize::from(geometry.ranks() != 10);
    format!("{file}{}", geometry.rank(square) + first)
}

/// Beside each file stands what the engines sent, a line for each game. They were Peregrine at a depth of 1, with a
/// script before it that moves the pieces between King and Rook away and castles in the way that was asked for. In
/// `duke-third-en-passant` scripts alone play.
#[test]
fn games_saved_by_the_real_xboard_are_read_as_played() {
    let mut seen = BTreeMap::<String, usize>::new();
    for path in files() {
        let games = read(&fs::read_to_string(&path).expect("a saved game"));
        let sent = fs::read_to_string(path.with_extension("moves")).expect("the moves of the log");
        assert_eq!(games.len(), sent.lines().count(), "{}", path.display());
        for (game, sent) in games.into_iter().zip(sent.lines()) {
            let game = game.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert_eq!(game.warnings, [], "{}", path.display());
            let sent: Vec<&str> = sent.split(' ').collect();
            assert_eq!(game.pgn.game.moves().len(), sent.len(), "{}", game.place());
            for ((position, mv), sent) in game.pgn.game.turns().zip(sent) {
                let [from, to] = [mv.from(), mv.to()].map(|square| square_there(position, square));
                let is_sent = match sent.split_once(',') {
                    Some((first, second)) if mv.kind() == MoveKind::EnPassant => {
                        let captured = &first[from.len()..];
                        first.starts_with(&from) && second == format!("{captured}{to}")
                    }
                    _ => sent.starts_with(&format!("{from}{to}")),
                };
                assert!(is_sent, "{sent} is no {mv:?}");
                let kind = match mv.kind() {
                    MoveKind::Castling => {
                        let steps = mv.from().index().abs_diff(mv.to().index());
                        assert!(steps > 1 || sent.contains(','), "{sent}");
                        format!("castling of {steps}")
                    }
                    MoveKind::EnPassant if sent.contains(',') => "EnPassant in two legs".to_owned(),
                    kind => {
                        assert!(!sent.contains(','), "{sent} is no {mv:?}");
                        format!("{kind:?}")
                    }
                };
                *seen.entry(kind).or_default() += 1;
                let pawn = if sent.ends_with('p') {
                    "a Pawn that stays one"
                } else {
                    "promotion"
                };
                if sent.ends_with(|last: char| last.is_ascii_lowercase()) {
                    *seen.entry(pawn.to_owned()).or_default() += 1;
                }
            }
            let again = read(&game.pgn.to_string())
                .remove(0)
                .expect("a game of our own");
            assert_eq!(again.pgn.game.moves(), game.pgn.game.moves());
            assert_eq!(
                again.pgn.game.start().to_string(),
                game.pgn.game.start().to_string()
            );
        }
    }
    for kind in [
        "castling of 1",
        "castling of 2",
        "castling of 3",
        "castling of 4",
        "KingSwap",
        "EnPassant",
        "EnPassant in two legs",
        "promotion",
        "a Pawn that stays one",
    ] {
        assert!(seen.contains_key(kind), "{kind}: {seen:?}");
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Written as XBoard writes, for every game

/// How XBoard writes a game: a reimplementation of what its source does, which shares nothing with the reader.
struct Writer {
    name: String,
    /// What follows the size of the board in the engine's line.
    fen: String,
    /// Whether Pawns may promote on the last three ranks.
    grand: bool,
    /// Whether a capture en passant is made in two legs.
    legs: bool,
    /// Pairs of the game's own letter, in upper case, and XBoard's.
    letters: Vec<(String, char)>,
}

impl Writer {
    /// By the line `setup (..) 10x8+0_fairy FEN`; nothing if there is none.
    fn of(variant: &Variant) -> Option<(Writer, Position)> {
        let name = variant.xboard.clone().unwrap_or(variant.name.clone());
        let answer = ask(&["new", &format!("variant {name}")]);
        let setup = answer.lines().find(|line| line.starts_with("setup "))?;
        let mut words = setup.splitn(4, ' ').skip(2);
        let (parent, fen) = (words.next()?, words.next()?.to_owned());
        let rules = variants::find(&variant.name)
            .expect("it is there")
            .nearest_rules(Default::default());
        let there = fen.split(['[', ' ']).next()?.to_owned();
        let start = if rules.is_shuffled() {
            let black = there.split('/').next()?.char_indices();
            let rooks: String = black
                .filter(|&(_, piece)| piece == 'r')
                .map(|(file, _)| (b'a' + file as u8) as char)
                .collect();
            let rights = rooks.to_uppercase() + &rooks;
            Position::from_fen(rules, &format!("{there} w {rights} - 0 1"))
                .expect("letters are the same")
        } else {
            Position::start(rules)
        };
        let board = start.to_string();
        let mut letters: Vec<(String, char)> = Vec::new();
        let mut own: Vec<String> = Vec::new();
        for sign in board.split(' ').next()?.chars() {
            match own.last_mut() {
                Some(last) if sign == '\'' => last.push(sign),
                _ if sign.is_ascii_alphabetic() => own.push(sign.to_uppercase().to_string()),
                _ => {}
            }
        }
        let there: Vec<char> = there.chars().filter(char::is_ascii_alphabetic).collect();
        assert_eq!(own.len(), there.len(), "{setup}");
        for (own, there) in own.into_iter().zip(there) {
            letters.push((own, there.to_ascii_uppercase()));
        }
        let grand = parent.ends_with("_grand");
        let mut pawn_lines = answer.lines().filter(|line| line.starts_with("piece P&"));
        let legs = pawn_lines.any(|line| line.contains("lcarmW"));
        let writer = Writer {
            name,
            fen,
            grand,
            legs,
            letters,
        };
        Some((writer, start))
    }

    fn letter(&self, position: &Position, kind: PieceKind) -> Option<char> {
        let own = position.rules().kind_letter(kind);
        let found = self.letters.iter().find(|(letter, _)| letter == own);
        found.map(|(_, there)| *there)
    }

    /// `None` if there is no letter for the promotion piece.
    fn san(&self, position: &Position, mv: Move) -> Option<String> {
        let geometry = position.rules().geometry();
        let (from, to) = (mv.from(), mv.to());
        let (file, last_file) = (geometry.file(from), geometry.files() - 1);
        let target = square_there(position, to);
        let mover = position.piece_on(from).expect("a mover");
        let captured = position.piece_on(to).is_some() || mv.kind() == MoveKind::EnPassant;
        let cross = if captured { "x" } else { "" };
        if matches!(mv.kind(), MoveKind::Castling | MoveKind::KingSwap) {
            let sign = if to > from { "O-O" } else { "O-O-O" };
            let steps = from.index().abs_diff(to.index());
            if mv.kind() == MoveKind::Castling && (steps == 1 || [0, last_file].contains(&file)) {
                return Some(format!("{sign}-{target}"));
            }
            if position.piece_on(to) == Some(Piece::new(position.side_to_move(), PieceKind::ROOK)) {
                return Some(sign.to_owned());
            }
            let (files, end) = (geometry.files(), geometry.file(to));
            let rank = geometry.rank(from);
            if steps > 1 && (rank == 0 || rank == geometry.ranks() - 1) {
                let right = file == files / 2 && (end == 2 || end == files - 2);
                let left = file == (files - 1) / 2 && (end == 1 || end == files - 3);
                if right || left {
                    let short = end == 1 || end == files - 2;
                    return Some(if short { "O-O" } else { "O-O-O" }.to_owned());
                }
            }
            return Some(format!("K{cross}{target}"));
        }
        if mv.kind() == MoveKind::EnPassant && self.legs {
            let (file, rank) = (geometry.file(to), geometry.rank(from));
            let captured = geometry.square(file, rank).expect("beside the mover");
            let [from, captured] = [from, captured].map(|square| square_there(position, square));
            return Some(format!("{from}x{captured}-{target}"));
        }
        if mover.kind() == PieceKind::PAWN {
            let own_file = &square_there(position, from)[..1];
            let mut text = if geometry.file(to) == file && !captured {
                target
            } else {
                format!("{own_file}{cross}{target}")
            };
            let turned = geometry.rank(geometry.relative_to(position.side_to_move(), to));
            let deep = turned + 3 >= geometry.ranks();
            match mv.promoted_to() {
                Some(kind) => text += &format!("={}", self.letter(position, kind)?),
                None if self.grand && deep => text += "=P",
                None => {}
            }
            return Some(text);
        }
        let (mut files, mut ranks, mut either) = (0, 0, 0);
        for other in position.legal_moves() {
            let alike = position.piece_on(other.from()) == Some(mover) && other.to() == to;
            if alike && other.kind() == MoveKind::Plain && other.from() != from {
                let rank = geometry.rank(other.from()) == geometry.rank(from);
                match (rank, geometry.file(other.from()) == file) {
                    (true, _) => files += 1,
                    (false, true) => ranks += 1,
                    (false, false) => either += 1,
                }
            }
        }
        let origin = square_there(position, from);
        let mut text = self.letter(position, mover.kind())?.to_string();
        if files > 0 || either > 0 && ranks == 0 {
            text += &origin[..1];
        }
        if ranks > 0 {
            text += &origin[1..];
        }
        Some(format!("{text}{cross}{target}"))
    }

    fn tags(&self) -> String {
        let (name, fen) = (&self.name, &self.fen);
        format!("[Variant \"{name}\"]\n[VariantMen \"K:K\"]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n")
    }
}

#[test]
fn games_in_xboards_format_are_read_in_every_variant() {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = move |end: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % end as u64) as usize
    };
    let (mut games, mut unclear, mut castlings) = (0, 0, 0);
    for variant in variants::all() {
        let Some((writer, start)) = Writer::of(variant) else {
            assert!(
                ["chess", "chess960", "capablanca"].contains(&variant.name.as_str()),
                "{}",
                variant.name
            );
            continue;
        };
        for _ in 0..20 {
            let mut game = Game::new(start.clone());
            let mut text = writer.tags();
            while game.moves().len() < 80 && game.outcome().is_none() {
                let position = game.position();
                let legal = position.legal_moves();
                let special = |mv: &&Move| !matches!(mv.kind(), MoveKind::Plain);
                let rare: Vec<Move> = legal.iter().filter(special).copied().collect();
                let mv = match rare.is_empty() || below(3) > 0 {
                    true => legal[below(legal.len())],
                    false => rare[below(rare.len())],
                };
                let Some(san) = writer.san(position, mv) else {
                    break;
                };
                castlings +=
                    usize::from(matches!(mv.kind(), MoveKind::Castling | MoveKind::KingSwap));
                text += &format!("{san}\n");
                game.play(mv);
            }
            let found = read(&format!("{text}*\n")).remove(0);
            games += 1;
            match found {
                Ok(found) => assert_eq!(found.pgn.game.moves(), game.moves(), "{text}"),
                // On nine files O-O-O can be meant for two.
                Err(error) if error.to_string().contains(" is ambiguous: O-O") => unclear += 1,
                Err(error) => panic!("{}: {error}\n{text}", variant.name),
            }
        }
    }
    println!("{games} games, {castlings} castlings, {unclear} games that can be read in two ways");
    assert!(games > 100 && castlings > 60 && unclear * 20 < games);
}

// ---------------------------------------------------------------------------------------------------------------------
// Which games are XBoard's

const ARRAY: &str = "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w";
/// Everything between the Kings and Rooks of the first rank moves out, and White castles.
const MOVES: &str = "1. Nj3 Nj6 2. i3 i6 3. Bi2 Bi7 4. h4 h5 5. Fi4 Fi5";

fn one(tags: &str, moves: &str) -> Result<ReadGame, String> {
    read(&format!("{tags}\n\n{moves} *\n"))
        .remove(0)
        .map_err(|error| error.to_string())
}

fn castled_to(tags: &str, sign: &str) -> Result<String, String> {
    let game = one(tags, &format!("{MOVES} 6. {sign}"))?.pgn.game;
    let rules = game.position().rules();
    Ok(rules.geometry().name(game.position().king(Color::White)))
}

#[test]
fn missing_castling_rights_are_assumed_only_in_xboards_games() {
    let saved = format!("[Variant \"FreeFalcon\"]\n[FEN \"{ARRAY} - - 0 1\"]\n[SetUp \"1\"]");
    for (sign, square) in [
        ("O-O", "i1"),
        ("Kh1", "h1"),
        ("O-O-g1", "g1"),
        ("O-Oi1", "i1"),
        ("Kg1", "g1"),
    ] {
        assert_eq!(castled_to(&saved, sign).as_deref(), Ok(square), "{sign}");
    }
    // The field is missing in some of XBoard's games.
    assert!(castled_to(&saved.replace(" - - 0 1", " - 0 1"), "O-O").is_ok());
    // Under our name for the variant, the game has no castling rights.
    let ours = saved.replace("FreeFalcon", "falcon");
    assert!(castled_to(&ours, "O-O").is_err_and(|error| error.contains("'O-O' is not legal here")));
    // Nothing is assumed for a game from another position, or for one that gives its rights.
    for (field, may) in [("KQkq", true), ("Qkq", false)] {
        let said = saved.replace(" - - 0 1", &format!(" {field} - 0 1"));
        assert_eq!(castled_to(&said, "O-Oi1").is_ok(), may, "{field}");
    }
    let loaded = "[Variant \"freefalcon\"]\n[VariantMen \"K:K\"]\n[FEN \"4rk4/10/10/10/10/10/10/5K3R w - - 0 1\"]";
    assert!(one(loaded, "1. Rj2").is_ok());
    assert!(one(loaded, "1. O-O").is_err());
}

#[test]
fn a_variant_name_alone_does_not_mark_a_game_of_xboard() {
    // Ten ranks have the numbers 1 to 10 here, 0 to 9 there.
    let ours = one("[Variant \"duke-10x10\"]", "1. e4 e7").expect("our squares");
    let men = "[Variant \"duke-10x10\"]\n[VariantMen \"F:K\"]";
    let theirs = one(men, "1. e3 e6").expect("XBoard's squares");
    assert_eq!(ours.pgn.game.moves(), theirs.pgn.game.moves());
    // Permutation has the same name here and in XBoard, but other letters.
    assert!(one("[Variant \"permutation\"]", "1. N'l3").is_ok());
    assert!(one("[Variant \"permutation\"]\n[VariantMen \"S:N\"]", "1. Sl3").is_ok());
    assert!(one("[Variant \"permutation\"]", "1. Sl3").is_err());
}

#[test]
fn castling_in_xboards_falcon_moves_the_king_three_squares() {
    let men = "[Variant \"falcon\"]\n[VariantMen \"F:aflafrKafraflKafafsKafsafK\"]";
    assert_eq!(castled_to(men, "O-O").as_deref(), Ok("i1"));
    let ours = castled_to("[Variant \"falcon\"]", "O-O");
    assert!(ours.is_err_and(|error| error.contains("is ambiguous: O-O")));
    let wide = castled_to(&format!("{men}\n[Castling \"orthodox\"]"), "O-O");
    assert_eq!(wide.as_deref(), Ok("h1"));
}

#[test]
fn ambiguous_castling_is_resolved_by_the_later_moves() {
    let tags = "[Variant \"duke-9x9\"]\n[VariantMen \"K:K\"]\n[FEN \"r3k3r/9/9/9/9/9/9/9/R3K3R w KQkq - 0 1\"]";
    // O-O-O is to c1 as well as to g1.
    for (moves, square) in [
        ("2. Kb2", Some("c1")),
        ("2. Kh2", Some("g1")),
        ("2. Ke4", None),
    ] {
        let game = one(tags, &format!("1. O-O-O Ke8 {moves}"));
        let castled = game.map(|game| game.pgn.game.moves()[0].to());
        let geometry = variants::find("duke-9x9")
            .expect("the game")
            .nearest_rules(Default::default())
            .geometry();
        let square = square.and_then(|name| geometry.square_named(name));
        assert_eq!(castled.ok(), square, "{moves}");
    }
    let error = one(tags, "1. O-O-O Ke8").expect_err("two readings");
    assert!(error.contains("'O-O-O' is ambiguous: O-O"), "{error}");
}
