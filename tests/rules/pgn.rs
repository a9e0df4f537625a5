//! Games in every variant written as PGN and read again, and faulty files.

mod spellings;
mod trees;

use std::fs;
use std::path::Path;

use peregrine::board::moves::{Move, MoveKind};
use peregrine::board::piece::PieceKind;
use peregrine::notation::epd::Defaults;
use peregrine::notation::pgn::{GameWarning, PgnError, PgnGame, ReadGame, Reader};
use peregrine::notation::{coordinate, parse_coordinate, parse_san};
use peregrine::position::game::{Game, GameResult};
use peregrine::position::{Outcome, Position};
use peregrine::rules::{CastlingRule, Rules};
use peregrine::variants::shuffle::Arrays;
use peregrine::variants::{self, RuleOptions, Variant};
use proptest::prelude::*;

use crate::common::{self, Random};
use crate::process::{output_for, program};

/// A Pawn can reach the last rank, and no piece has been lost.
const CRUEL: &str = "14k1/1P14/16/16/16/16/P1PPPPPPPPPPPPPP/Q'FBB'MQC'A'KAN'R'CNRM' w - - 0 40";

/// Games of each variant.
fn games_each() -> u64 {
    if common::is_long_run() { 24 } else { 8 }
}

fn rules(name: &str) -> &'static Rules {
    variants::find(name)
        .unwrap()
        .rules(Default::default())
        .unwrap()
}

fn read(text: &str, variant: &str) -> Vec<Result<ReadGame, PgnError>> {
    Reader::new(text.as_bytes(), Defaults::for_variant(variant)).collect()
}

fn read_one(text: &str) -> ReadGame {
    common::single_game(text, "chess")
}

fn fault(text: &str, variant: &str) -> String {
    let mut faults = read(text, variant)
        .into_iter()
        .filter_map(|game| game.err());
    faults.next().expect("a fault").to_string()
}

/// Whether only some games have moves like this one.
fn is_special(position: &Position, mv: Move) -> Option<&'static str> {
    let geometry = position.rules().geometry();
    let pawn = position.piece_on(mv.from()).unwrap().kind() == PieceKind::PAWN;
    match mv.kind() {
        MoveKind::Castling if mv.from().index().abs_diff(mv.to().index()) == 1 => {
            Some("castling of one step")
        }
        MoveKind::Castling => Some("castling"),
        MoveKind::KingSwap => Some("King swap"),
        MoveKind::EnPassant => Some("en passant"),
        MoveKind::Plain if mv.promoted_to().is_some() => Some("promotion"),
        MoveKind::Plain if pawn && geometry.rank(mv.from()) == geometry.rank(mv.to()) => {
            Some("step sideways")
        }
        MoveKind::Plain => None,
    }
}

/// A game of random moves, special ones preferred, from the start position or
/// from one of some other positions.
fn random_game(rules: &'static Rules, seed: u64, others: &[String]) -> PgnGame {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let cruel = seed == 0 && others.last().is_some_and(|fen| fen == CRUEL);
    let start = match Arrays::new(rules) {
        Ok(arrays) => arrays.start(arrays.random_number(seed)).unwrap(),
        Err(_) if cruel => {
            let mut position = Position::from_fen(rules, CRUEL).unwrap();
            position.play(parse_coordinate(&position, "a2a3").unwrap());
            position
        }
        Err(_) if seed % 2 == 1 && !others.is_empty() => {
            Position::from_fen(rules, &others[random.below(others.len())]).unwrap()
        }
        Err(_) => Position::start(rules),
    };
    let mut pgn = PgnGame::new(start);
    pgn.set_tag("White", format!("a \"{seed}\" \\"));
    pgn.set_tag("Annotator", "somebody else");
    if seed.is_multiple_of(3) {
        pgn.comment = Some("before [the] first ; move".to_owned());
    }
    for ply in 0..100 {
        let position = pgn.game.position();
        if cruel && let Ok(step) = parse_coordinate(position, "b7b8") {
            pgn.push(step, None);
            continue;
        }
        let moves = position.legal_moves();
        let special: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| is_special(position, mv).is_some())
            .collect();
        let Some(outcome) = (match moves.is_empty() {
            true => position.outcome().map(Some),
            false => Some(None),
        }) else {
            break;
        };
        if let Some(outcome) = outcome {
            pgn.result = Some(GameResult::from(outcome));
            break;
        }
        let chosen = match special.is_empty() || random.below(2) == 0 {
            true => moves[random.below(moves.len())],
            false => special[random.below(special.len())],
        };
        let comment = match random.below(6) {
            0 => Some(format!(
                "+0.{ply:02}/12 1.234s, {} n",
                random.below(9_999_999)
            )),
            1 => Some("%[x] (1. e4) $1 1-0 ; *".to_owned()),
            _ => None,
        };
        pgn.push(chosen, comment);
    }
    if pgn.result.is_none()
        && let Some(outcome) = pgn.game.position().outcome()
    {
        pgn.result = Some(GameResult::from(outcome));
    }
    pgn
}

fn others(variant: &Variant, cases: &[peregrine::notation::epd::EpdCase]) -> Vec<String> {
    let known = cases
        .iter()
        .filter(|case| case.rules.variant() == variant.name)
        .map(|case| case.fen.clone());
    let cruel = (variant.name == "permutation").then(|| CRUEL.to_owned());
    known.chain(cruel).collect()
}

#[test]
fn random_games_of_every_variant_round_trip() {
    let menagerie = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games/menagerie.toml");
    variants::load(&menagerie).unwrap();
    let cases = common::perft_cases();
    let mut seen = std::collections::BTreeMap::<&str, u64>::new();
    let mut cruel = 0;
    let menagerie = ["menagerie", "menagerie-lost"].map(|name| variants::find(name).unwrap());
    for variant in common::built_in_games().into_iter().chain(menagerie) {
        let others = others(variant, &cases);
        let mut text = String::new();
        let mut written = Vec::new();
        for seed in 0..games_each() {
            let options = RuleOptions {
                castling: Some(variant.castling[seed as usize % variant.castling.len()]),
                promotion: Some(variant.promotion[seed as usize % variant.promotion.len()]),
            };
            let rules = variant.rules(options).unwrap();
            let pgn = random_game(rules, seed, &others);
            text += &pgn.to_string();
            written.push(pgn);
        }
        for line in text.lines().filter(|line| !line.starts_with('[')) {
            assert!(line.chars().count() < 80, "{line}");
        }
        let games = read(&text, "chess");
        assert_eq!(games.len(), written.len(), "{}", variant.name);
        for (game, pgn) in games.into_iter().zip(written) {
            let game = game.unwrap();
            assert_eq!(game.warnings, []);
            let again = game.pgn;
            assert_eq!(again.game.position().rules(), pgn.game.position().rules());
            assert_eq!(again.game.start().to_string(), pgn.game.start().to_string());
            assert_eq!(again.game.moves(), pgn.game.moves());
            assert_eq!(again.result, pgn.result);
            assert_eq!(again.tag("White"), pgn.tag("White"));
            assert_eq!(again.tag("Annotator"), pgn.tag("Annotator"));
            assert_eq!(again.comment, pgn.comment);
            let ends = again
                .comments
                .iter()
                .map(|comment| comment.as_ref().map(|text| text.replace('\n', " ")));
            assert!(ends.eq(pgn.comments.iter().cloned()));
            assert_eq!(again.to_string(), pgn.to_string());
            let mut position = pgn.game.start().clone();
            for &mv in pgn.game.moves() {
                if let Some(name) = is_special(&position, mv) {
                    *seen.entry(name).or_default() += 1;
                }
                position.play(mv);
            }
            cruel += usize::from(matches!(
                position.outcome(),
                Some(Outcome::MentalCruelty(_))
            ));
        }
    }
    println!("{seen:?}, Mental Cruelty {cruel}");
    for name in [
        "castling",
        "castling of one step",
        "King swap",
        "en passant",
        "promotion",
        "step sideways",
    ] {
        assert!(
            seen.get(name)
                .is_some_and(|&count| count > games_each() / 3),
            "{name}: {seen:?}"
        );
    }
    assert!(cruel > 0);
}

#[test]
fn a_short_game_is_written_exactly() {
    let options = RuleOptions {
        castling: Some(CastlingRule::Three),
        ..RuleOptions::default()
    };
    let falcon = variants::find("falcon").unwrap().rules(options).unwrap();
    let fen = "5k4/10/10/10/10/10/10/R4K3R b KQ - 0 9";
    let mut pgn = PgnGame::new(Position::from_fen(falcon, fen).unwrap());
    pgn.set_tag("Termination", "normal");
    pgn.set_tag("Black", "Bob \\ \"B\"");
    pgn.set_tag("Event", "Test\nmatch");
    pgn.set_tag("Variant", "something else");
    pgn.comment = Some("odd {start}".to_owned());
    for (san, comment) in [("Ke8", None), ("O-O", Some("castled")), ("Kd8", Some(" "))] {
        let mv = parse_san(pgn.game.position(), san).unwrap();
        pgn.push(mv, comment.map(str::to_owned));
    }
    let text = "[Event \"Test match\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
        [White \"?\"]\n[Black \"Bob \\\\ \\\"B\\\"\"]\n[Result \"*\"]\n[Variant \"falcon\"]\n\
        [Castling \"three\"]\n[SetUp \"1\"]\n\
        [FEN \"5k4/10/10/10/10/10/10/R4K3R b KQ - 0 9\"]\n[Termination \"normal\"]\n\n\
        ; odd {start}\n9... Ke8 10. O-O {castled} 10... Kd8 *\n\n";
    assert_eq!(pgn.to_string(), text);
}

/// What exceeds a limit is refused at the line that exceeds it, and the next
/// game is still read.
#[test]
fn oversized_games_are_refused_at_the_offending_line() {
    let tags = |count: usize| -> String {
        (0..count)
            .map(|number| format!("[T{number} \"x\"]\n"))
            .collect()
    };
    assert!(read(&format!("{}\n*", tags(1000)), "chess")[0].is_ok());
    // Comparing all pairs of tags would take minutes.
    let text = format!(
        "{}\n1. e4 *\n\n[Event \"next\"]\n\n1. d4 *\n",
        tags(200_000)
    );
    let games = read(&text, "chess");
    assert_eq!(games.len(), 2);
    let error = games[0].as_ref().unwrap_err().to_string();
    assert_eq!(error, "line 1001, game 1: a game has at most 1000 tags");
    assert_eq!(games[1].as_ref().unwrap().pgn.game.moves().len(), 1);

    let long = "x".repeat(2 << 20);
    for (text, line) in [
        (format!("[Event \"a\"]\n\n1. e4 e5 {{{long}}} *\n"), 3),
        (format!("[Event \"a\"]\n\n1. e4\n{long}\ne5 *"), 4),
        (format!("[Event \"a\"]\n[Site \"{long}\"]\n\n1. e4"), 2),
    ] {
        let games = read(&format!("{text}\n[Event \"b\"]\n\n1. d4 *\n"), "chess");
        let error = games[0].as_ref().unwrap_err().to_string();
        let message = format!("line {line}, game 1: a line has at most 1048576 bytes");
        assert_eq!(error, message);
        assert!(matches!(&games[1..], [Ok(game)] if game.pgn.game.moves().len() == 1));
    }
    // An unterminated comment, and deeply nested variations.
    let lines = format!("{}\n", "y".repeat(1 << 10)).repeat(20 << 10);
    for begin in ["1. e4 {", "1. e4 (", "1. e4 "] {
        let error = fault(&format!("{begin}{lines}"), "chess");
        let message = match begin.ends_with('{') {
            true => "line 1, game 1: a comment begins with '{' and never ends",
            false => "line 16369, game 1: the text of a game has at most 16 MiB",
        };
        assert_eq!(error, message);
    }
    let error = fault(&"(".repeat(1 << 19), "chess");
    assert_eq!(
        error,
        "line 1, game 1: variations are nested at most 100 deep"
    );
    // A long word is not quoted in full.
    for text in [
        format!("1. {} *", &long[..10_000]),
        format!("[Variant \"{}\"] *", &long[..10_000]),
    ] {
        assert!(fault(&text, "chess").len() < 2000);
    }
    let error = fault("1. e4 999999999999999999999999999999... Ke4 *", "chess");
    assert!(error.contains("'Ke4' is not legal here"), "{error}");
}

/// Reading time is linear: a text four times as long takes not much more than
/// four times as long.
#[test]
fn reading_time_is_linear_in_the_text() {
    let time = |size: usize, text: &dyn Fn(usize) -> String| {
        let text = text(size);
        let runs = (0..3).map(|_| {
            let start = std::time::Instant::now();
            assert!(!read(&text, "chess").is_empty());
            start.elapsed()
        });
        runs.min().unwrap()
    };
    let texts: [&dyn Fn(usize) -> String; 5] = [
        &|size| {
            (0..size)
                .map(|number| format!("[T{number} \"x\"]\n"))
                .collect()
        },
        &|size| format!("1. e4 {} *", "{x} ".repeat(size)),
        &|size| format!("1. e4 {} *", "([ ".repeat(size)),
        &|size| format!("1. e4 {} *", "Nf3 Nf6 Ng1 Ng8\n".repeat(size / 40)),
        &|size| format!("{} 1. e4 *", "[ \n".repeat(size)),
    ];
    for (index, text) in texts.into_iter().enumerate() {
        let (short, long) = (time(8_000, text), time(32_000, text));
        let floor = std::time::Duration::from_millis(20);
        assert!(
            long < 10 * short.max(floor),
            "text {index}: {short:?}, {long:?}"
        );
    }
}

#[test]
fn variant_tags_are_recognized() {
    for (name, variant) in [
        ("Standard", "chess"),
        ("FALCON", "falcon"),
        ("freefalcon", "falcon"),
        ("duke-100", "falcon100"),
        ("Capablanca", "capablanca"),
    ] {
        let game = read_one(&format!("[Variant \"{name}\"] *"));
        assert_eq!(game.pgn.game.position().rules().variant(), variant);
    }
    let by_default = read("1. e4 *", "falcon").remove(0).unwrap();
    assert_eq!(by_default.pgn.game.position().rules().variant(), "falcon");
    assert!(
        fault("[Variant \"ludo\"] *", "chess")
            .starts_with("line 1, game 1: unknown variant 'ludo'")
    );
    assert!(
        fault("[Castling \"free\"] *", "chess")
            .contains("chess cannot be played with castling 'free'")
    );
    assert!(fault("[Promotion \"all\"] *", "falcon").contains("unknown promotion rule 'all'"));
    assert!(fault("[SetUp \"1\"] *", "chess").contains("there is none"));
    assert!(fault("[FEN \"8/8 w - -\"] *", "chess").contains("FEN: the board has 8 ranks"));
}

#[test]
fn coordinate_and_sloppy_moves_are_accepted() {
    let text = "1. e2e4 e7-e5 2. g1f3! b8c6+ 3.Bb5 Ng8f6 4. 0-0 f6e4 5. d2d4 e4d6 6. Bxc6 dc6 \
                7. dxe5 1/2-1/2";
    let game = read_one(text);
    assert_eq!(game.pgn.game.moves().len(), 13);
    assert_eq!(game.warnings, []);
    let free = "[Variant \"falcon\"] [SetUp \"1\"] [FEN \"5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1\"] \
                1. f1j1 *";
    let game = read_one(free);
    assert_eq!(game.pgn.game.moves()[0].kind(), MoveKind::Castling);
}

#[test]
fn the_first_illegal_move_is_reported_in_full() {
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5\n2. Nf3 Nc6 3. Bb5 a6\n4. Bxd7 Ke7 *\n";
    let PgnError::Game {
        number,
        line,
        tags,
        fault,
    } = read(text, "chess").remove(0).unwrap_err()
    else {
        panic!("it can be read");
    };
    assert_eq!((number, line, tags.len()), (1, 6, 2));
    let message = fault.to_string();
    assert!(
        message.starts_with("ply 7, move 4.: 'Bxd7' is not legal here"),
        "{message}"
    );
    // The same position by coordinate moves.
    let mut game = Game::new(Position::start(rules("chess")));
    for text in ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"] {
        game.play(parse_coordinate(game.position(), text).unwrap());
    }
    assert!(
        message.ends_with(&format!("before it: {}", game.position())),
        "{message}"
    );
    let null = fault_of("1. e4 --");
    assert!(
        null.contains("move 1...: '--' is a null move, which can stand only in a variation"),
        "{null}"
    );
    assert!(fault_of("1. e4 e7e4").contains("'e7e4' is not legal here"));
    assert!(fault_of("1. e3e4").contains("e3 is empty"));
}

fn fault_of(text: &str) -> String {
    fault(text, "chess")
}

#[test]
fn results_are_checked_against_the_board() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    let warnings = |text: &str| -> Vec<String> {
        let game = read_one(text);
        game.warnings.iter().map(GameWarning::to_string).collect()
    };
    assert_eq!(warnings(&format!("{mate} 0-1")), [""; 0]);
    assert_eq!(
        warnings(&format!("{mate} 1/2-1/2")),
        ["the result is 1/2-1/2, but on the board Black wins by checkmate"]
    );
    assert_eq!(
        warnings(&format!("{mate} *")),
        ["the result is *, but on the board Black wins by checkmate"]
    );
    assert_eq!(
        warnings("1. e4"),
        ["there is no result after the moves (1-0, 0-1, 1/2-1/2 or *)"]
    );
    assert_eq!(
        warnings("[Result \"1-0\"] 1. e4 0-1"),
        ["the tag Result is '1-0', but the moves end with '0-1'"]
    );
    assert_eq!(
        warnings("[Result \"won\"] 1. e4 0-1"),
        ["the tag Result is 'won', which is not a result (1-0, 0-1, 1/2-1/2 or *)"]
    );
    // A draw that has to be claimed elsewhere may have another result.
    let idle = "[SetUp \"1\"] [FEN \"7k/8/8/8/8/8/8/R6K w - - 99 80\"] 1. Ra2 1-0";
    assert_eq!(warnings(idle), [""; 0]);
}

/// Exit status, standard output and standard error of `pgn check`.
fn check(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = program();
    command.args(["pgn", "check"]).args(arguments);
    let output = output_for(&mut command, input);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn the_command_replays_all_games_and_reports_errors() {
    let good = "[Variant \"falcon\"]\n\n1. e4 e5 1-0\n\n[Event \"?\"]\n\n1. e4 e5 *\n";
    let (status, text, errors) = check(&["-"], good);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert_eq!(
        text,
        "chess: 1 replayed (* 1)\nfalcon: 1 replayed (1-0 1)\n2 good, 0 bad\n"
    );

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.pgn");
    let bad = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ke3 *\n\n[Result \"0-1\"]\n\n\
        1. f3 e5 2. g4 Qh4# 1-0\n";
    fs::write(&path, bad).unwrap();
    let file = path.to_str().unwrap();
    let (status, text, _) = check(&[file, "-"], good);
    assert_eq!(status, Some(1));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines,
        [
            &format!(
                "{file}: line 4, game 1 (A - B): ply 3, move 2.: 'Ke3' is not legal here; before \
                 it: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"
            ),
            &format!(
                "{file}: line 6, game 2: the tag Result is '0-1', but the moves end with '1-0'"
            ),
            &format!(
                "{file}: line 6, game 2: the result is 1-0, but on the board Black wins by checkmate"
            ),
            "chess: 2 replayed (* 1, 1-0 1)",
            "falcon: 1 replayed (1-0 1)",
            "2 good, 2 bad",
        ]
    );

    let (status, _, errors) = check(&["no/such.pgn"], "");
    assert_eq!(status, Some(2));
    assert!(
        errors.starts_with("peregrine: error: no/such.pgn: "),
        "{errors}"
    );
    let (status, text, _) = check(&["-"], "\n");
    assert_eq!(status, Some(1));
    assert!(text.starts_with("-: the file contains no game\n"));
    let (status, text, _) = check(
        &["-", "--variant", "falcon", "--castling", "three"],
        "1. Nc3 *",
    );
    assert_eq!(
        (status, text.as_str()),
        (Some(0), "falcon: 1 replayed (* 1)\n1 good, 0 bad\n")
    );
    let (status, _, errors) = check(&["-", "--variant", "ludo"], "");
    assert_eq!(status, Some(2));
    assert!(errors.contains("unknown variant 'ludo'"));
}

proptest! {
    #[test]
    fn any_text_is_read_without_panic(text in "(?s).{0,200}") {
        for game in read(&text, "falcon") {
            let _ = game.map(|game| game.pgn.to_string());
        }
    }

    #[test]
    fn text_of_pgn_tokens_is_read_without_panic(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "[Event \"x\"]", "[", "]", "\"", "{", "}", "(", ")", ";", "%", "\n", "1.", "e4", "e5",
                "Nf3", "$1", "!?", "1-0", "*", "\\", "é", "...", "O-O", "f1j1",
            ]),
            0..40,
        ),
        glue in prop::sample::select(vec!["", " ", "\n"]),
    ) {
        for game in read(&words.join(glue), "falcon") {
            let _ = game.map(|game| game.pgn.to_string());
        }
    }

    #[test]
    fn any_tag_and_comment_round_trips(value in "\\PC{0,60}", comment in "\\PC{0,200}") {
        let mut pgn = PgnGame::new(Position::start(rules("falcon")));
        pgn.set_tag("White", value.clone());
        let first = parse_coordinate(pgn.game.position(), "e2e4").unwrap();
        pgn.push(first, Some(comment.clone()));
        let game = read_one(&pgn.to_string());
        prop_assert_eq!(game.pgn.tag("White"), Some(value.as_str()));
        let said: Vec<&str> = comment.split_ascii_whitespace().collect();
        let again = game.pgn.comments[0].as_deref().unwrap_or_default();
        prop_assert_eq!(again.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>(), said);
        prop_assert_eq!(coordinate(game.pgn.game.start(), game.pgn.game.moves()[0]), "e2e4");
    }
}

#[test]
fn castling_has_many_spellings() {
    let opening = "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7";
    let expected = read_one(&format!("{opening} 4. O-O O-O *")).pgn.game;
    for (white, black) in [
        ("0-0", "o-o"),
        ("O-O!?", "0-0+"),
        ("o-o", "O-o"),
        ("O\u{2013}O", "e8h8"),
        ("e1g1", "e8g8"),
        ("e1h1", "Ke8-g8"),
        ("Kg1", "Ke8g8"),
    ] {
        let game = read_one(&format!("{opening} 4. {white} {black} *"));
        assert_eq!(game.pgn.game.moves(), expected.moves(), "{white} {black}");
    }
}
