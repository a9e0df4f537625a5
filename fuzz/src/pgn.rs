//! A file of games.

use peregrine::notation::epd::Defaults;
use peregrine::notation::pgn::Reader;

use super::play;

/// More games than this tell nothing new.
const GAMES: usize = 20;

/// The games of a text, which are of chess if they do not say otherwise.
fn reader(text: &[u8]) -> Reader<&[u8]> {
    Reader::new(text, Defaults::for_variant("chess"))
}

/// What is read is written, and reads as the same game again.
pub fn look(data: &[u8]) {
    for game in reader(data).take(GAMES) {
        let read = match game {
            Ok(read) => read,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        for warning in &read.warnings {
            assert!(!warning.to_string().is_empty());
        }
        let written = read.pgn.to_string();
        let mut again = reader(written.as_bytes());
        let second = match again.next() {
            Some(Ok(second)) => second.pgn,
            other => panic!("{other:?}\n{written}"),
        };
        assert!(again.next().is_none(), "two games:\n{written}");
        let (first, second_game) = (&read.pgn.game, &second.game);
        assert_eq!(
            first.start().to_string(),
            second_game.start().to_string(),
            "{written}"
        );
        assert_eq!(first.moves(), second_game.moves(), "{written}");
        assert_eq!(read.pgn.result, second.result, "{written}");
        assert_eq!(second.to_string(), written);
        play::look_at(first.position());
    }
}
