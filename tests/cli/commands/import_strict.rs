//! What Fairy-Stockfish ignores is ignored with `--strict`, and said.

use super::import::import;

#[test]
fn strict_ignores_what_fairy_stockfish_ignores() {
    let text = "[a:chess]\nhasFuel = true\ncustomPiece1 = x:FaR\ncustomPiece2 = y:WDDcR10\n\
                mobilityRegionWhiteQeen = d1\nmustCapture = true\n\
                startFen = xnbqkbny/pppppppp/8/8/8/8/PPPPPPPP/XNBQKBNY w - - 0 1\n";
    let (toml, report, status) = import(text.as_bytes(), &["--strict"]);
    assert_eq!(status, Some(0), "{report}");
    for line in [
        "games.ini:2: note: a.hasFuel = true: Fairy-Stockfish has no such key and ignores it",
        "games.ini:3: note: a.customPiece1 = x:FaR: Fairy-Stockfish ignores 'a'",
        "games.ini:4: note: a.customPiece2 = y:WDDcR10: Fairy-Stockfish reads 'DD' as a piece without this move",
        "games.ini:4: note: a.customPiece2 = y:WDDcR10: Fairy-Stockfish reads only the first digit of 'R10'",
        "games.ini:5: note: a.mobilityRegionWhiteQeen = d1: Fairy-Stockfish has no such key and ignores it",
    ] {
        assert!(report.lines().any(|said| said == line), "{line}\n{report}");
    }
    assert!(
        toml.contains("X = { moves = [\"rook\", \"ferz\"] }"),
        "{toml}"
    );
    assert!(toml.contains("betza = \"WcR1\""), "{toml}");
    assert!(toml.contains("\ncompulsory-captures = true\n"), "{toml}");

    let (_, report, status) = import(text.as_bytes(), &[]);
    assert_eq!(status, Some(1), "{report}");
    assert_eq!(report.matches("refused: ").count(), 4, "{report}");
}
