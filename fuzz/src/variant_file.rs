//! A variant file and, if the checker accepts it, random games by its rules.

use peregrine::board::piece::{Piece, PieceKind};
use peregrine::board::setup::Setup;
use peregrine::board::square::Square;
use peregrine::position::Position;
use peregrine::rules::Rules;
use peregrine::variants::{self, RuleOptions, Variant};

use super::play::{self, Random};

/// More games of one file than this tell nothing new.
const GAMES: usize = 2;

/// How many moves are played from the start position.
const PLIES: usize = 10;

/// How many other placements of the pieces are tried.
const PLACEMENTS: usize = 4;

/// What the checker accepts can be played, in any position.
pub fn look(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let found = match variants::check(&text) {
        Ok(found) => found,
        Err(faults) => {
            assert!(!faults.is_empty());
            return assert!(faults.iter().all(|fault| !fault.to_string().is_empty()));
        }
    };
    let mut random = Random::of(data);
    for variant in found.into_iter().take(GAMES) {
        // Rules live as long as the process.
        let variant: &'static Variant = Box::leak(Box::new(variant));
        let options = RuleOptions {
            castling: Some(variant.castling[random.below(variant.castling.len())]),
            promotion: Some(variant.promotion[random.below(variant.promotion.len())]),
        };
        let rules = match variant.rules(options) {
            Ok(rules) => rules,
            Err(error) => panic!("{error}"),
        };
        let start = Position::start(rules);
        play::random_game(start, PLIES, &mut random);
        for _ in 0..PLACEMENTS {
            if let Ok(position) = Position::from_setup(rules, &placement(rules, &mut random)) {
                play::random_game(position, 4, &mut random);
            }
        }
    }
}

/// The start position with some pieces taken away and others put anywhere.
fn placement(rules: &'static Rules, random: &mut Random) -> Setup {
    let mut setup = rules.start().clone();
    let squares: Vec<Square> = rules.geometry().squares().into_iter().collect();
    let kinds = rules.piece_types();
    let is_king = |piece: Option<Piece>| piece.is_some_and(|one| one.kind() == PieceKind::KING);
    let emptied = random.below(squares.len());
    for _ in 0..emptied {
        let square = squares[random.below(squares.len())].index();
        if !is_king(setup.board[square]) {
            setup.board[square] = None;
        }
    }
    for _ in 0..random.below(8) {
        let square = squares[random.below(squares.len())].index();
        let kind = kinds[random.below(kinds.len())].kind;
        let color = if random.below(2) == 0 {
            setup.side_to_move
        } else {
            !setup.side_to_move
        };
        if !is_king(setup.board[square]) && kind != PieceKind::KING {
            setup.board[square] = Some(Piece::new(color, kind));
        }
    }
    if random.below(2) == 0 {
        setup.side_to_move = !setup.side_to_move;
    }
    if random.below(2) == 0 {
        setup.castling = Default::default();
    }
    setup
}
