//! Where self-play games start: random moves from the start position or, in a share of
//! the games, from one in which one side has a piece exchanged or removed.

use crate::base::random::Random;
use crate::board::color::Color;
use crate::board::piece::{Piece, PieceKind};
use crate::engine::Engine;
use crate::position::game::Game;
use crate::position::{Position, fen};
use crate::rules::Rules;
use crate::search::score::Value;
use crate::variants::shuffle::{ArrayError, Arrays};

use super::{GenerateError, Source, limits};

/// The number of unusable openings after which generation fails.
const MAX_ATTEMPTS: u32 = 1000;

/// The factor of the window if the sides start unevenly.
const UNEVEN_WINDOW: u32 = 3;

pub(super) struct StartPositions<'a> {
    rules: &'static Rules,
    source: &'a Source,
    arrays: Option<Arrays>,
    /// The pieces that can replace another: those of the start position except Kings and Pawns.
    kinds: Vec<PieceKind>,
}

impl StartPositions<'_> {
    pub(super) fn new<'a>(
        rules: &'static Rules,
        source: &'a Source,
    ) -> Result<StartPositions<'a>, ArrayError> {
        let is_piece = |kind: &PieceKind| {
            let is_royal_or_pawn = [PieceKind::KING, PieceKind::PAWN].contains(kind);
            !is_royal_or_pawn && rules.start_count(Color::White, *kind) > 0
        };
        let kinds = rules.piece_types().iter().map(|piece_type| piece_type.kind);
        Ok(StartPositions {
            rules,
            source,
            arrays: rules
                .is_shuffled()
                .then(|| Arrays::new(rules))
                .transpose()?,
            kinds: kinds.filter(is_piece).collect(),
        })
    }

    /// The opening of the game with this number: the start position as FEN, if it is
    /// not the variant's, and the game after the random moves.
    pub(super) fn random_opening(
        &self,
        number: u32,
        engine: &mut Engine,
    ) -> Result<(Option<String>, Game), GenerateError> {
        let mut random = Random::new(self.source.seed, number.into());
        for _ in 0..MAX_ATTEMPTS {
            let start = self.start(&mut random)?;
            let is_uneven = random.below(100) < self.source.uneven as usize;
            let start = match is_uneven.then(|| self.make_uneven(&start, &mut random)) {
                None => start,
                Some(Some(start)) => start,
                Some(None) => continue,
            };
            let window = match is_uneven {
                true => self.source.window.saturating_mul(UNEVEN_WINDOW),
                false => self.source.window,
            };
            let Some(game) = self.random_moves(start, &mut random) else {
                continue;
            };
            let score = engine.search_inline(&game, limits(self.source)).score;
            if Value::from(score).unsigned_abs() > window {
                continue;
            }
            let fen = game.start().to_string();
            let is_given = fen == Position::start(self.rules).to_string();
            return Ok(((!is_given).then_some(fen), game));
        }
        Err(GenerateError::NoOpening {
            number,
            attempts: MAX_ATTEMPTS,
        })
    }

    /// The start position of a game.
    fn start(&self, random: &mut Random) -> Result<Position, ArrayError> {
        match &self.arrays {
            Some(arrays) => {
                arrays.start(arrays.first() + random.below(arrays.count() as usize) as u64)
            }
            None => Ok(Position::start(self.rules)),
        }
    }

    /// The position with a piece of one side exchanged or removed; `None` if
    /// that position is not legal.
    fn make_uneven(&self, start: &Position, random: &mut Random) -> Option<Position> {
        let mut setup = fen::parse(self.rules, &start.to_string()).ok()?;
        let color = Color::ALL[random.below(2)];
        let men = start.colors(color) - start.king(color).into();
        let square = men.into_iter().nth(random.below(men.count() as usize))?;
        let is_pawn = start.piece_on(square)?.kind() == PieceKind::PAWN;
        let kind = match is_pawn {
            true => None,
            // An index past the last kind means that the piece is removed.
            false => self.kinds.get(random.below(self.kinds.len() + 1)).copied(),
        };
        setup.board[square.index()] = kind.map(|kind| Piece::new(color, kind));
        if !kind.is_some_and(|kind| self.rules.castles_with(Piece::new(color, kind))) {
            setup.castling -= square.into();
        }
        Position::from_setup(self.rules, &setup).ok()
    }

    /// The game after random legal moves; `None` if that ends it.
    fn random_moves(&self, start: Position, random: &mut Random) -> Option<Game> {
        let (least, most) = self.source.opening;
        let plies = least + random.below((most + 1).saturating_sub(least));
        let mut game = Game::new(start);
        for _ in 0..plies {
            if game.outcome().is_some() {
                return None;
            }
            let moves = game.position().legal_moves();
            let mv = *moves.get(random.below(moves.len()))?;
            game.play(mv);
        }
        game.outcome().is_none().then_some(game)
    }
}
