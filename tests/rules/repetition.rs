//! Repetition and perpetual check as each game says. The plies and winners are those of
//! Fairy-Stockfish's `is_optional_game_end` for the same sections.

use peregrine::notation::parse_coordinate;
use peregrine::position::Position;
use peregrine::position::game::Game;
use peregrine::rules::Rules;
use peregrine::variants::export::to_variants_ini;
use peregrine::variants::import::{ImportOptions, import};
use peregrine::variants::{self, Variant};

const KNIGHTS: &str = "g1f3 g8f6 f3g1 f6g8";

const SECTIONS: &str = "\
[twice:chess]
nFoldRule = 2
nFoldValue = loss

[four-times:chess]
nFoldRule = 4
nFoldValue = win

[for-black:chess]
nFoldValue = loss
nFoldValueAbsolute = true

[for-white:chess]
nFoldValue = win
nFoldValueAbsolute = true

[at-will:chess]
nFoldRule = 0

[checks:chess]
perpetualCheckIllegal = true
";

/// The games of the sections.
fn imported() -> Vec<&'static Variant> {
    let options = ImportOptions {
        format: None,
        is_strict: false,
    };
    let file = import(SECTIONS, options).unwrap();
    let toml = file.to_toml();
    assert!(file.is_complete(), "{toml}");
    let games = variants::check(&toml).unwrap_or_else(|error| panic!("{error:?}\n{toml}"));
    let games = games.into_iter();
    games.map(|game| &*Box::leak(Box::new(game))).collect()
}

fn rules(name: &str) -> &'static Rules {
    match imported().into_iter().find(|game| game.name == name) {
        Some(game) => game.nearest_rules(Default::default()),
        None => variants::rules(name).unwrap(),
    }
}

/// The ply at which a game ends, and how.
fn end(name: &str, fen: &str, moves: &str) -> Option<(usize, String)> {
    let mut game = Game::new(Position::from_fen(rules(name), fen).unwrap());
    for text in moves.split_whitespace() {
        game.play(parse_coordinate(game.position(), text).unwrap());
        if let Some(outcome) = game.outcome() {
            return Some((game.moves().len(), outcome.to_string()));
        }
    }
    None
}

#[test]
fn repetitions_end_games_as_the_game_says() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let moves = KNIGHTS.to_owned() + " ";
    for (name, expected) in [
        ("chess", Some((8, "drawn by repetition"))),
        ("twice", Some((4, "Black wins by repetition"))),
        ("four-times", Some((12, "White wins by repetition"))),
        ("for-black", Some((8, "Black wins by repetition"))),
        ("for-white", Some((8, "White wins by repetition"))),
        ("at-will", None),
        ("checks", Some((8, "drawn by repetition"))),
    ] {
        let found = end(name, start, &moves.repeat(4));
        let found = found.as_ref().map(|(ply, text)| (*ply, text.as_str()));
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn perpetual_check_loses_where_the_game_says_so() {
    let fen = "7k/7p/8/8/4Q3/8/r5r1/7K w - - 0 1";
    let moves = "e4e8 h8g7 e8e7 g7h8 e7e8 h8g7 e8e7 g7h8 e7e8";
    assert_eq!(
        end("chess", fen, moves),
        Some((9, "drawn by repetition".to_owned()))
    );
    let lost = "Black wins by being checked perpetually".to_owned();
    assert_eq!(end("checks", fen, moves), Some((9, lost.clone())));
    let fen = "3k3/7/7/R6/7/7/2K4 w - - 0 1";
    let moves = "a4a7 d7d6 a7a6 d6d7 a6a7 d7d6 a7a6 d6d7 a6a7";
    assert_eq!(end("minixiangqi", fen, moves), Some((9, lost.clone())));
    let moves = "a4b4 d7d6 b4b6 d6d7 b6b7 d7d6 b7b6 d6d7 b6b7 d7d6 b7b6";
    assert_eq!(end("minixiangqi", fen, moves), Some((11, lost)));
    // Without checks it is a repetition like any other.
    let moves = "a4b4 d7e7 b4a4 e7d7 a4b4 d7e7 b4a4 e7d7";
    assert_eq!(
        end("minixiangqi", fen, moves),
        Some((8, "drawn by repetition".to_owned()))
    );
}

#[test]
fn repetition_is_exported_as_it_was() {
    for game in imported() {
        let text = to_variants_ini(game, Default::default()).unwrap();
        let section = format!("[{}:chess]", game.name);
        let wanted = SECTIONS
            .split("\n\n")
            .find(|part| part.starts_with(&section));
        for line in wanted.unwrap().lines().skip(1) {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}

#[test]
fn faulty_repetitions_are_refused_with_the_reason() {
    for (ends, reason) in [
        ("repetition = 4", "must be a table such as"),
        (
            "repetition = { count = 1 }",
            "the number of occurrences must be from 2 to 99, not 1",
        ),
        ("repetition = { result = 'lost' }", "unknown result 'lost'"),
        ("repetition = { times = 3 }", "times"),
        (
            "perpetual-check = 'win'",
            "unknown rule about perpetual check 'win'",
        ),
        (
            "repetition = 'none'\nperpetual-check = 'loss'",
            "repetition is none",
        ),
    ] {
        let text = format!("[game]\nbase = 'chess'\n[game.ends]\n{ends}\n");
        let errors = variants::check(&text).unwrap_err();
        let error = errors[0].to_string();
        assert!(error.contains(reason), "{ends}: {error}");
    }
}
