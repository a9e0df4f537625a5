//! The only conversion from a setup to a legal position.
//!
//! Must not depend on text formats; [`fen`](crate::position::fen) parses them.
//! Errors name squares only to help the reader of the message.

use thiserror::Error;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::piece::{Component, Piece, PieceKind};
use crate::board::setup::{Board, Setup};
use crate::board::square::{MAX_SQUARES, Square};
use crate::board::zobrist;
use crate::rules::{CastlingRule, DoubleMove, Rules};

use super::PositionOf;
use super::counting::Honor;

/// Why a setup cannot occur in a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// A piece on a cell that is not a square.
    #[error("a piece stands outside the board, on cell {0}")]
    OutsideBoard(usize),
    /// A piece of a kind that the variant does not have.
    #[error("the piece on {square} is not one of {variant}")]
    UnknownPiece {
        /// Its square.
        square: String,
        /// The variant.
        variant: String,
    },
    /// A side without a King.
    #[error("{0} has no King")]
    NoKing(Color),
    /// A side without a royal piece, where there are other royal pieces than Kings.
    #[error("{0} has no royal piece")]
    NoRoyal(Color),
    /// A side with more than one King.
    #[error("{color} has {count} Kings")]
    SeveralKings {
        /// The side.
        color: Color,
        /// How many it has.
        count: u32,
    },
    /// A side with several royal pieces in a game that does not allow them.
    #[error("{color} has {count} royal pieces, but the game has no 'royalty'")]
    SeveralRoyals {
        /// The side.
        color: Color,
        /// How many it has.
        count: u32,
    },
    /// The side that is not to move is in check.
    #[error("{mover} is to move and could capture the King on {king}")]
    KingInReach {
        /// The side to move.
        mover: Color,
        /// The square of the other King.
        king: String,
    },
    /// The same where other pieces are royal.
    #[error("{mover} is to move and could capture the royal piece on {square}")]
    RoyalInReach {
        /// The side to move.
        mover: Color,
        /// The square of a royal piece in reach.
        square: String,
    },
    /// Kings that face each other where they must not.
    #[error("the Kings face each other with nothing between")]
    FacingKings,
    /// A Pawn behind its starting rank, or where it must have promoted.
    #[error("a {color} Pawn cannot stand on {square}")]
    PawnSquare {
        /// The side of the Pawn.
        color: Color,
        /// Its square.
        square: String,
    },
    /// More men than at the start.
    #[error("{color} has {count} men, but starts with {start}")]
    TooManyMen {
        /// The side.
        color: Color,
        /// How many men it has.
        count: u32,
        /// How many men it starts with.
        start: u32,
    },
    /// A castling right for a King that has moved.
    #[error("{color} cannot have a castling right with its King on {king}")]
    CastlingKing {
        /// The side.
        color: Color,
        /// The square of its King.
        king: String,
    },
    /// A castling right without an unmoved Rook.
    #[error("there is no unmoved {piece} on {square} to castle with")]
    CastlingRook {
        /// The name of the missing piece, in most variants a Rook.
        piece: String,
        /// The square of the missing piece.
        square: String,
    },
    /// Two castling rights that lead to the same squares.
    #[error("{color} cannot have two castling rights on one side of its King on {king}")]
    CastlingWing {
        /// The side.
        color: Color,
        /// The square of its King.
        king: String,
    },
    /// A King swap right without an unmoved piece.
    #[error("there is no unmoved piece on {square} for the King to swap places with")]
    SwapPartner {
        /// The square of the missing piece.
        square: String,
    },
    /// A double step cannot have passed over the square.
    #[error("the last move cannot have been a double step over {square}: {reason}")]
    EnPassant {
        /// The square.
        square: String,
        /// Why not.
        reason: &'static str,
    },
}

impl<'r> PositionOf<'r> {
    /// The position that a setup describes, if it is possible:
    ///
    /// - Each side has one King and at most as many men as at the start, and
    ///   the side to move cannot capture the other King.
    /// - No Pawn stands behind its starting rank, nor where it must have
    ///   promoted, unless it lost the game by moving there.
    /// - For a castling right, King and Rook (with the King swap, any piece)
    ///   stand on their squares of the start position, because only such pieces
    ///   can be unmoved. In shuffled variants, both stand on the first rank. In
    ///   variants without castling, rights are ignored.
    /// - The en-passant square and the one behind it are empty, and the Pawn
    ///   that has just made its double step stands beyond (docs/rules.md,
    ///   section 9.3).
    ///
    /// # Errors
    /// If one of these conditions is violated; the error says which and where.
    ///
    /// ```
    /// use peregrine::{board::color::Color, position::{fen, Position, PositionError}, variants};
    /// let rules = variants::rules("chess").unwrap();
    /// let mut setup = fen::parse(rules, rules.start_fen()).unwrap();
    /// assert!(Position::from_setup(rules, &setup).is_ok());
    /// setup.board[4] = None;
    /// setup.castling = Default::default();
    /// let error = Position::from_setup(rules, &setup).unwrap_err();
    /// assert_eq!(error, PositionError::NoKing(Color::White));
    /// ```
    pub fn from_setup(rules: &'r Rules, setup: &Setup) -> Result<PositionOf<'r>, PositionError> {
        check_squares(rules, &setup.board)?;
        let mut position = PositionOf::without_rights(rules, setup);
        position.check_men()?;
        position.check_pawns()?;
        position.check_king()?;
        if rules.castling() != CastlingRule::None {
            for partner in setup.castling {
                position.check_castling(partner)?;
            }
            position.check_wings(setup.castling)?;
        }
        if let Some(square) = setup.en_passant {
            position.check_en_passant(square)?;
        }
        position.add_rights(setup);
        Ok(position)
    }

    /// The position of a setup that is known to be valid.
    pub(super) fn from_valid_setup(rules: &'r Rules, setup: &Setup) -> PositionOf<'r> {
        let mut position = PositionOf::without_rights(rules, setup);
        position.add_rights(setup);
        position
    }

    /// The position of a setup whose men stand on permitted squares, before
    /// castling rights and en passant.
    fn without_rights(rules: &'r Rules, setup: &Setup) -> PositionOf<'r> {
        let cells = setup.board.iter().enumerate();
        let men = cells.filter_map(|(index, man)| Some(((*man)?, Square::new(index))));
        let mut position = PositionOf::from_pieces(rules, setup.side_to_move, men);
        position.halfmove_clock = setup.halfmove_clock;
        position.fullmove_number = setup.fullmove_number;
        position.start_count(setup.count_limit);
        position.count_shak();
        if let Some(left) = setup.checks_left.filter(|_| rules.ends().checks.is_some()) {
            for color in Color::ALL {
                position.set_checks_left(color, left[color.index()]);
            }
        }
        position
    }

    /// Adds valid castling rights and a valid en-passant square.
    fn add_rights(&mut self, setup: &Setup) {
        if self.rules.castling() != CastlingRule::None {
            self.castling = setup.castling;
            for partner in setup.castling {
                self.key ^= zobrist::castling(partner);
            }
        }
        let passed = setup.en_passant.map(|square| self.check_en_passant(square));
        if let Some(Ok((over, victim))) = passed {
            self.set_en_passant(over, victim);
        }
    }

    /// A position of men on permitted squares, with one King per side, without
    /// castling rights and en passant. The caller must check that the side to
    /// move cannot capture the other King.
    pub(crate) fn from_pieces(
        rules: &'r Rules,
        side_to_move: Color,
        men: impl IntoIterator<Item = (Piece, Square)>,
    ) -> PositionOf<'r> {
        let mut position = PositionOf {
            components: [Bitboard::EMPTY; Component::COUNT],
            colors: [Bitboard::EMPTY; 2],
            board: [None; MAX_SQUARES],
            castling: Bitboard::EMPTY,
            rules,
            key: if side_to_move == Color::Black {
                zobrist::SIDE
            } else {
                0
            },
            en_passant: None,
            en_passant_victim: None,
            en_passant_is_legal: false,
            side_to_move,
            halfmove_clock: 0,
            fullmove_number: 1,
            checks_left: [0; 2],
            honor: Honor::None,
            shaks: [false; 2],
        };
        if let Some(checks) = rules.ends().checks {
            for color in Color::ALL {
                position.checks_left[color.index()] = checks;
                position.key ^= zobrist::checks_left(color, checks);
            }
        }
        for (man, square) in men {
            position.put(man, square);
        }
        position
    }

    fn name(&self, square: Square) -> String {
        self.rules.geometry().name(square)
    }

    fn check_men(&self) -> Result<(), PositionError> {
        for color in Color::ALL {
            let kings = (self.component(Component::King) & self.colors(color)).count();
            match kings {
                0 if !self.rules.needs_royal(color) => {}
                0 if self.rules.has_other_royals() => return Err(PositionError::NoRoyal(color)),
                0 => return Err(PositionError::NoKing(color)),
                1 => {}
                _ if self.rules.allows_several_royals() => {}
                count if self.pieces(color, PieceKind::KING).count() < count => {
                    return Err(PositionError::SeveralRoyals { color, count });
                }
                count => return Err(PositionError::SeveralKings { color, count }),
            }
            let of_color = self
                .rules
                .start()
                .board
                .iter()
                .flatten()
                .filter(|piece| piece.color() == color);
            let (count, start) = (self.colors(color).count(), of_color.count() as u32);
            if count > start {
                return Err(PositionError::TooManyMen {
                    color,
                    count,
                    start,
                });
            }
        }
        Ok(())
    }

    fn check_pawns(&self) -> Result<(), PositionError> {
        for color in Color::ALL {
            let pawns = self.pieces(color, PieceKind::PAWN);
            let rules = self.rules.pawns(color);
            if let Some(square) = (pawns & rules.impossible).lowest() {
                return Err(PositionError::PawnSquare {
                    color,
                    square: self.name(square),
                });
            }
        }
        Ok(())
    }

    fn check_king(&self) -> Result<(), PositionError> {
        let (mover, king) = (self.side_to_move, self.king(!self.side_to_move));
        if !self.rules.has_usual_kings() {
            return self.check_royals(mover);
        }
        if self.is_attacked(king, mover, self.occupied()) {
            return Err(PositionError::KingInReach {
                mover,
                king: self.name(king),
            });
        }
        Ok(())
    }

    /// The side that is not to move must have left its royal pieces safe.
    fn check_royals(&self, mover: Color) -> Result<(), PositionError> {
        let (attackers, occupied) = (self.colors(mover), self.occupied());
        if self.are_royals_safe(!mover, attackers, occupied) {
            return Ok(());
        }
        if self.has_facing_kings(occupied) {
            return Err(PositionError::FacingKings);
        }
        let mut royals = self.royals(!mover).into_iter();
        let attacked = royals.find(|&royal| self.is_attacked(royal, mover, occupied));
        Err(PositionError::RoyalInReach {
            mover,
            square: self.name(attacked.unwrap_or_else(|| self.king(!mover))),
        })
    }

    /// A right requires a King and a partner that have not moved. Both must
    /// stand where the start position has them or, in shuffled variants, anywhere
    /// on their first rank.
    fn check_castling(&self, partner: Square) -> Result<(), PositionError> {
        let geometry = self.rules.geometry();
        let any_kind = self.rules.castling() == CastlingRule::KingSwap;
        let color = self.board[partner.index()].map_or(Color::White, Piece::color);
        let no_partner = || {
            let square = self.name(partner);
            if any_kind {
                PositionError::SwapPartner { square }
            } else {
                let piece = self.rules.castling_partner_name(color).to_owned();
                PositionError::CastlingRook { piece, square }
            }
        };
        let piece = self.board[partner.index()].filter(|piece| match any_kind {
            true => piece.kind() != PieceKind::KING,
            false => self.rules.castles_with(*piece),
        });
        piece.ok_or_else(no_partner)?;
        let king = self.castling_king(color).ok_or_else(no_partner)?;
        let unmoved = |square: Square| {
            if self.rules.is_shuffled() {
                geometry.rank(geometry.relative_to(color, square)) == 0
            } else {
                self.rules.start().board[square.index()] == self.board[square.index()]
            }
        };
        if !unmoved(king) {
            return Err(PositionError::CastlingKing {
                color,
                king: self.name(king),
            });
        }
        if !unmoved(partner) || geometry.rank(partner) != geometry.rank(king) {
            return Err(no_partner());
        }
        Ok(())
    }

    /// With fixed files, two Rooks on one side of the King would castle to the
    /// same squares.
    fn check_wings(&self, rights: Bitboard) -> Result<(), PositionError> {
        if self.rules.castling() != CastlingRule::FixedFiles {
            return Ok(());
        }
        for color in Color::ALL {
            let Some(king) = self.castling_king(color) else {
                continue;
            };
            let own = rights & self.colors(color);
            let toward_first = own & Bitboard::first(king.index());
            if toward_first.several() || (own - toward_first).several() {
                return Err(PositionError::CastlingWing {
                    color,
                    king: self.name(king),
                });
            }
        }
        Ok(())
    }

    /// The first square that a Pawn has passed over, `square` or one before it, and the square
    /// of this Pawn.
    fn check_en_passant(&self, square: Square) -> Result<(Square, Square), PositionError> {
        let them = !self.side_to_move;
        let rules = self.rules.pawns(them);
        if !self.rules.has_plain_pawns() {
            return self.check_special_en_passant(square);
        }
        let passed_over = |start: Square| start.offset(rules.forward) == square;
        let start = rules
            .double_step
            .into_iter()
            .find(|&start| passed_over(start));
        let pawn = Piece::new(them, PieceKind::PAWN);
        let reason = match start {
            None => "no double step of that side passes there",
            Some(_) if self.piece_on(square).is_some() => "it is occupied",
            Some(start) if self.piece_on(start).is_some() => "the square behind it is occupied",
            Some(_) if self.piece_on(square.offset(rules.forward)) != Some(pawn) => {
                "there is no Pawn just beyond it"
            }
            Some(start) => return Ok((square, start.offset(2 * rules.forward))),
        };
        Err(PositionError::EnPassant {
            square: self.name(square),
            reason,
        })
    }

    /// The same for Pawns that do not move as in chess, and for other pieces with initial
    /// moves. Some programs name another square than the first of those passed over.
    fn check_special_en_passant(&self, square: Square) -> Result<(Square, Square), PositionError> {
        let them = !self.side_to_move;
        let kinds = self.rules.piece_types().iter();
        let pieces = kinds.map(|piece_type| Piece::new(them, piece_type.kind));
        let mut moves: Vec<(Piece, &DoubleMove)> = pieces
            .filter_map(|piece| Some((piece, self.rules.pawn_rules(piece)?)))
            .flat_map(|(piece, rules)| rules.double_moves.iter().map(move |double| (piece, double)))
            .filter(|(_, double)| double.passed.contains(square))
            .collect();
        moves.sort_by_key(|(_, double)| double.over != square);
        let made = |(piece, double): &&(Piece, &DoubleMove)| {
            self.piece_on(double.to) == Some(*piece)
                && self.piece_on(double.from).is_none()
                && !double.passed.meets(self.occupied())
        };
        let reason = match moves.iter().find(made) {
            _ if moves.is_empty() => "no double step of that side passes there",
            _ if self.piece_on(square).is_some() => "it is occupied",
            None => "no Pawn can have passed there",
            Some((_, double)) => return Ok((double.over, double.to)),
        };
        Err(PositionError::EnPassant {
            square: self.name(square),
            reason,
        })
    }
}

/// Pieces may stand only on squares of the board, and only those of the variant.
fn check_squares(rules: &Rules, board: &Board) -> Result<(), PositionError> {
    for (index, piece) in board.iter().enumerate() {
        let Some(piece) = *piece else { continue };
        let square = Square::new(index);
        if !rules.geometry().squares().contains(square) {
            return Err(PositionError::OutsideBoard(index));
        }
        if rules.components(piece.kind()).is_empty() {
            return Err(PositionError::UnknownPiece {
                square: rules.geometry().name(square),
                variant: rules.variant().to_owned(),
            });
        }
    }
    Ok(())
}
