//! FEN over all positions of the perft files: what is read is written again.

use peregrine::position::Position;
use peregrine::variants;

#[test]
fn perft_positions_round_trip() {
    for (variant, text) in [
        ("falcon", include_str!("../perft/falcon.epd")),
        ("falcon", include_str!("../perft/falcon-castling.epd")),
        ("chess", include_str!("../perft/chess.epd")),
        ("capablanca", include_str!("../perft/capablanca.epd")),
    ] {
        let rules = variants::find(variant)
            .unwrap()
            .rules(Default::default())
            .unwrap();
        for line in text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        {
            let fen = line.split(';').next().unwrap().trim();
            let position = Position::from_fen(rules, fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
            assert_eq!(position.to_string(), fen);
            assert_eq!(position.key(), position.computed_key());
        }
    }
}
