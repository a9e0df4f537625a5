//! A file of positions with what is known about them.

use peregrine::notation::epd;
use peregrine::notation::parse_either;

use super::play;

/// More positions than this tell nothing new.
const POSITIONS: usize = 20;

/// What is read is written, and reads as the same again; a position that is
/// possible is sound.
pub fn look(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let cases = match epd::parse(&text, "falcon") {
        Ok(cases) => cases,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    for case in cases.iter().take(POSITIONS) {
        let counts = case.counts.iter();
        let counts = counts.map(|(depth, leaves)| format!(" ;D{depth} {leaves}"));
        let line = format!(
            "{} ;variant {} ;castling {} ;promotion {}{}",
            case.fen,
            case.rules.variant(),
            case.rules.castling(),
            case.rules.promotion(),
            counts.collect::<String>(),
        );
        let again = match epd::parse(&line, "falcon").as_deref() {
            Ok([again]) => again.clone(),
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(again.rules, case.rules, "{line}");
        assert_eq!((&again.fen, &again.counts), (&case.fen, &case.counts));
        match case.position() {
            Ok(position) => {
                play::look_at(&position);
                for text in &case.best_moves {
                    if let Ok(mv) = parse_either(&position, text) {
                        assert!(position.is_legal(mv), "{text} {line}");
                    }
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
