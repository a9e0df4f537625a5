//! Every parser is given arbitrary text, and real text with a few characters
//! changed: none panics, and what is accepted round-trips.

use peregrine::board::color::Color;
use peregrine::board::piece::{Piece, PieceKind};
use peregrine::board::square::Square;
use peregrine::notation::epd::{self, Defaults, EpdCase};
use peregrine::notation::{coordinate, parse_coordinate, parse_san, san};
use peregrine::position::Position;
use peregrine::position::fen;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::sync::LazyLock;

use crate::common;

static CASES: LazyLock<Vec<EpdCase>> = LazyLock::new(common::perft_cases);

/// Characters that mean something to some parser, and a few that do not.
const CHARACTERS: &str = "KQRBNFPACkqrbnfpacdeghij0123456789/ -*'=xO+#!?;wDé\u{0}\t";

fn case() -> impl Strategy<Value = &'static EpdCase> {
    any::<Index>().prop_map(|index| index.get(&CASES))
}

/// One small change of a text.
#[derive(Clone, Debug)]
enum Change {
    Insert(Index, char),
    Replace(Index, char),
    Delete(Index),
    Swap(Index, Index),
    Cut(Index),
}

impl Change {
    fn apply(&self, text: &str) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        if characters.is_empty() {
            return String::new();
        }
        let length = characters.len();
        match self {
            Change::Insert(at, character) => characters.insert(at.index(length), *character),
            Change::Replace(at, character) => characters[at.index(length)] = *character,
            Change::Delete(at) => drop(characters.remove(at.index(length))),
            Change::Swap(a, b) => characters.swap(a.index(length), b.index(length)),
            Change::Cut(at) => characters.truncate(at.index(length)),
        }
        characters.into_iter().collect()
    }
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let character = || select(CHARACTERS.chars().collect::<Vec<_>>());
    let at = any::<Index>;
    let change = prop_oneof![
        4 => (at(), character()).prop_map(|(at, character)| Change::Replace(at, character)),
        2 => (at(), character()).prop_map(|(at, character)| Change::Insert(at, character)),
        2 => at().prop_map(Change::Delete),
        2 => (at(), at()).prop_map(|(a, b)| Change::Swap(a, b)),
        1 => at().prop_map(Change::Cut),
    ];
    prop::collection::vec(change, 1..4)
}

fn changed(text: &str, changes: &[Change]) -> String {
    changes
        .iter()
        .fold(text.to_owned(), |text, change| change.apply(&text))
}

fn characters() -> impl Strategy<Value = String> {
    let known = select(CHARACTERS.chars().collect::<Vec<_>>());
    prop_oneof![
        prop::collection::vec(known, 0..12).prop_map(|text| text.into_iter().collect()),
        any::<String>(),
    ]
}

/// Reads a text as FEN; a position that is accepted is written as a FEN that
/// reads the same, and so is every position after one of its moves.
fn look_at_fen(case: &EpdCase, fen: &str) -> Result<(), TestCaseError> {
    match Position::from_fen(case.rules, fen) {
        Ok(position) => look_at_position(case, &position),
        Err(_) => Ok(()),
    }
}

fn look_at_position(case: &EpdCase, position: &Position) -> Result<(), TestCaseError> {
    let written = position.to_string();
    let read = Position::from_fen(case.rules, &written);
    let read = read.map_err(|error| TestCaseError::fail(format!("{written}: {error}")))?;
    prop_assert_eq!(&read.to_string(), &written);
    prop_assert_eq!(read.key(), position.key());
    prop_assert_eq!(position.key(), position.computed_key());
    for mv in position.legal_moves() {
        let mut next = position.clone();
        next.play(mv);
        prop_assert_eq!(next.key(), next.computed_key());
        let fen = next.to_string();
        let read = Position::from_fen(case.rules, &fen);
        prop_assert!(
            read.is_ok(),
            "{} after {:?} in {}: {:?}",
            fen,
            mv,
            written,
            read
        );
    }
    Ok(())
}

/// Reads a text as a move; if it is one, it is legal and round-trips.
fn look_at_move(position: &Position, text: &str) -> Result<(), TestCaseError> {
    for mv in [parse_coordinate(position, text), parse_san(position, text)]
        .into_iter()
        .flatten()
    {
        prop_assert!(position.is_legal(mv), "{} in {}", text, position);
        prop_assert_eq!(
            parse_coordinate(position, &coordinate(position, mv)),
            Ok(mv)
        );
        prop_assert_eq!(parse_san(position, &san(position, mv)), Ok(mv));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if common::is_long_run() { 4000 } else { 800 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_as_fen(case in case(), text in characters()) {
        look_at_fen(case, &text)?;
        look_at_fen(case, &format!("{} {text}", case.fen.split(' ').next().unwrap_or_default()))?;
    }

    #[test]
    fn changed_fen(case in case(), changes in changes()) {
        look_at_fen(case, &changed(&case.fen, &changes))?;
    }

    #[test]
    fn changed_setup(
        case in case(),
        pieces in prop::collection::vec((any::<Index>(), any::<Index>(), any::<bool>()), 1..6),
        side in any::<bool>(),
        rook in prop::option::weighted(0.2, any::<Index>()),
        passed in prop::option::weighted(0.2, any::<Index>()),
    ) {
        let rules = case.rules;
        let squares: Vec<Square> = rules.geometry().squares().into_iter().collect();
        let mut setup = fen::parse(rules, &case.fen)?;
        for (square, kind, white) in pieces {
            let color = if white { Color::White } else { Color::Black };
            let kinds = rules.piece_types();
            // A King here stands for no piece.
            let kind = kinds[kind.index(kinds.len())].kind;
            let square = square.get(&squares).index();
            let king = setup.board[square].is_some_and(|piece| piece.kind() == PieceKind::KING);
            if !king {
                let piece = Piece::new(color, kind);
                setup.board[square] = Some(piece).filter(|_| kind != PieceKind::KING);
            }
        }
        if side {
            setup.side_to_move = !setup.side_to_move;
            setup.en_passant = None;
        }
        if let Some(rook) = rook {
            setup.castling ^= (*rook.get(&squares)).into();
        }
        if let Some(passed) = passed {
            setup.en_passant = Some(*passed.get(&squares));
        }
        if let Ok(position) = Position::from_setup(rules, &setup) {
            look_at_position(case, &position)?;
        }
    }

    #[test]
    fn any_text_as_move(case in case(), text in characters()) {
        look_at_move(&case.position()?, &text)?;
    }

    #[test]
    fn changed_move(case in case(), pick in any::<Index>(), changes in changes()) {
        let position = case.position()?;
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Ok(());
        }
        let mv = moves[pick.index(moves.len())];
        look_at_move(&position, &changed(&coordinate(&position, mv), &changes))?;
        look_at_move(&position, &changed(&san(&position, mv), &changes))?;
    }

    #[test]
    fn any_text_as_perft_file(text in characters(), comment in characters()) {
        let _ = epd::parse(&text, "falcon");
        let _ = epd::parse(&format!("#{comment}\n{text} ;D1 5"), "falcon");
        let _ = epd::parse_line(&format!("x ;{text}"), &Defaults::for_variant(&comment));
    }

    #[test]
    fn changed_perft_line(case in case(), changes in changes()) {
        let rules = case.rules;
        let line = |fen: &str, counts: &[(u32, u64)]| {
            let counts = counts.iter().map(|(depth, leaves)| format!(" ;D{depth} {leaves}"));
            format!(
                "{fen} ;variant {} ;castling {} ;promotion {}{}",
                rules.variant(),
                rules.castling(),
                rules.promotion(),
                counts.collect::<String>(),
            )
        };
        let defaults = Defaults::for_variant("falcon");
        let text = line(&case.fen, &case.counts);
        let read = epd::parse_line(&text, &defaults)?;
        prop_assert!(read.is_some_and(|read| read.fen == case.fen && read.counts == case.counts));
        if let Ok(Some(read)) = epd::parse_line(&changed(&text, &changes), &defaults)
            && read.rules == rules
        {
            let again = epd::parse_line(&line(&read.fen, &read.counts), &defaults)?;
            prop_assert!(again.is_some_and(|again| again.fen == read.fen && again.counts == read.counts));
        }
    }
}
