//! Legal moves by definition: every move that a piece could make is made on a
//! copy of the board, which is then tested for the safety of the King
//! (docs/rules.md, sections 2 and 3).
//!
//! Written to be read, and used only to test the move generator. Must not share
//! tables, masks or move making with it.

mod castling;
mod constraints;
mod ends;
mod pawns;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::{Layout, leaps, slow};
use crate::board::movement::Movement;
use crate::board::moves::{Move, MoveKind};
use crate::board::piece::{Component, Components, Piece, PieceKind};
use crate::board::setup::Board;
use crate::board::square::{MAX_SQUARES, Square};
use crate::position::Position;
use crate::rules::{Royalty, Rules, SpecialMoves};

/// All legal moves, sorted.
///
/// ```
/// use peregrine::{position::{movegen::slow, Position}, variants};
/// let rules = variants::falcon();
/// assert_eq!(slow::legal_moves(&Position::start(rules)).len(), 24);
/// ```
pub fn legal_moves(position: &Position) -> Vec<Move> {
    let state = State::from_position(position);
    if state.is_over() || ends::is_over(&state, position) {
        return Vec::new();
    }
    moves_of(&state, position)
}

/// The same, whether or not the game is over.
fn moves_of(state: &State, position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = state
        .own()
        .flat_map(|from| state.moves_from(from))
        .collect();
    moves.retain(|&mv| !state.after_move(mv).is_in_check(state.side));
    moves.extend(state.castling());
    constraints::apply(state, position, &mut moves);
    moves.sort_unstable();
    moves
}

/// Whether the side to move is in check.
///
/// ```
/// use peregrine::{position::{movegen::slow, Position}, variants};
/// let rules = variants::falcon();
/// assert!(!slow::is_check(&Position::start(rules)));
/// ```
pub fn is_check(position: &Position) -> bool {
    let state = State::from_position(position);
    state.is_in_check(state.side)
}

/// A position where the generator and the definition differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The moves that lead to the position.
    pub path: Vec<Move>,
    /// Generated, but not legal by definition.
    pub extra: Vec<Move>,
    /// Legal by definition, but not generated.
    pub missing: Vec<Move>,
}

/// The position nearest to the root, fewer than `depth` plies away, where
/// generator and definition differ, if there is one among the first `patience`
/// positions.
///
/// ```
/// use peregrine::{position::{movegen::slow, Position}, variants};
/// let rules = variants::falcon();
/// assert_eq!(slow::first_difference(&Position::start(rules), 2, 100), None);
/// ```
pub fn first_difference(position: &Position, depth: u32, patience: usize) -> Option<Difference> {
    let mut left = patience;
    (0..depth).find_map(|plies| difference_at(position, plies, &mut Vec::new(), &mut left))
}

/// Compares the positions `plies` further on.
fn difference_at(
    position: &Position,
    plies: u32,
    path: &mut Vec<Move>,
    left: &mut usize,
) -> Option<Difference> {
    if *left == 0 {
        return None;
    }
    if plies == 0 {
        *left -= 1;
        return compare(position, path);
    }
    for mv in position.legal_moves() {
        let mut next = position.clone();
        next.play(mv);
        path.push(mv);
        let found = difference_at(&next, plies - 1, path, left);
        path.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}

fn compare(position: &Position, path: &[Move]) -> Option<Difference> {
    let mut generated = position.legal_moves().to_vec();
    generated.sort_unstable();
    let legal = legal_moves(position);
    if generated == legal {
        return None;
    }
    let not_in = |moves: &[Move], others: &[Move]| {
        let missing = moves.iter().copied().filter(|mv| !others.contains(mv));
        missing.collect()
    };
    Some(Difference {
        path: path.to_vec(),
        extra: not_in(&generated, &legal),
        missing: not_in(&legal, &generated),
    })
}

/// The part of a position that the definition needs.
#[derive(Clone)]
struct State {
    rules: &'static Rules,
    layout: &'static Layout,
    board: Board,
    side: Color,
    rooks: Bitboard,
    en_passant: Option<Square>,
    en_passant_victim: Option<Square>,
}

impl State {
    fn from_position(position: &Position) -> State {
        let rules = position.rules();
        let mut board = [None; MAX_SQUARES];
        for square in rules.geometry().squares() {
            board[square.index()] = position.piece_on(square);
        }
        State {
            rules,
            layout: rules.geometry(),
            board,
            side: position.side_to_move(),
            rooks: position.castling_rights(),
            en_passant: position.en_passant(),
            en_passant_victim: position.en_passant_victim(),
        }
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    fn is_empty(&self, square: Square) -> bool {
        self.at(square).is_none()
    }

    fn holds(&self, square: Square, color: Color) -> bool {
        self.at(square).is_some_and(|piece| piece.color() == color)
    }

    fn occupied(&self) -> Bitboard {
        let squares = self.layout.squares().into_iter();
        squares.filter(|&square| !self.is_empty(square)).collect()
    }

    fn own(&self) -> impl Iterator<Item = Square> {
        let squares = self.layout.squares().into_iter();
        squares.filter(|&square| self.holds(square, self.side))
    }

    fn king(&self, color: Color) -> Option<Square> {
        let king = Some(Piece::new(color, PieceKind::KING));
        self.layout
            .squares()
            .into_iter()
            .find(|&square| self.at(square) == king)
    }

    /// The squares that the piece on `from` attacks; `occupied` are those of all pieces.
    fn attacks(&self, from: Square, piece: Piece, occupied: Bitboard) -> Bitboard {
        let steps = |steps: &[(i32, i32)]| -> Bitboard {
            steps
                .iter()
                .filter_map(|&step| self.layout.step(from, step))
                .collect()
        };
        let components = self.rules.components(piece.kind());
        let mut attacks = Bitboard::EMPTY;
        for component in Component::ALL {
            if !components.contains(component.set()) {
                continue;
            }
            attacks |= match component {
                Component::Pawn => {
                    let forward = forward(piece.color());
                    steps(&[(-1, forward), (1, forward)])
                }
                Component::King if components == Components::KING => steps(&leaps::KING),
                Component::King => Bitboard::EMPTY,
                Component::Knight => steps(&leaps::KNIGHT),
                Component::Diagonal => slow::slider(self.layout, from, occupied, &leaps::DIAGONAL),
                Component::Straight => slow::slider(self.layout, from, occupied, &leaps::STRAIGHT),
                Component::Falcon => slow::falcon(self.layout, from, occupied),
                Component::Special => self.special_attacks(from, piece, occupied),
            };
        }
        attacks
    }

    fn special_attacks(&self, from: Square, piece: Piece, occupied: Bitboard) -> Bitboard {
        let Some(special) = self.special(piece) else {
            return Bitboard::EMPTY;
        };
        let mut attacks = Bitboard::EMPTY;
        for &(a, b) in &special.leaps {
            let (a, b) = (i32::from(a), i32::from(b));
            for (file, rank) in [(a, b), (b, a)] {
                let signs = [(1, 1), (-1, 1), (1, -1), (-1, -1)].into_iter();
                let steps = signs.map(|(side, forward)| (file * side, rank * forward));
                attacks |= steps
                    .filter_map(|step| self.layout.step(from, step))
                    .collect::<Bitboard>();
            }
        }
        let lines = [
            (special.diagonal_range, leaps::DIAGONAL),
            (special.straight_range, leaps::STRAIGHT),
        ];
        for (range, directions) in lines {
            for (file, rank) in directions {
                for distance in 1..=i32::from(range) {
                    let Some(to) = self.layout.step(from, (file * distance, rank * distance))
                    else {
                        break;
                    };
                    attacks |= to.into();
                    if occupied.contains(to) {
                        break;
                    }
                }
            }
        }
        let (_, captures) = self.movement_targets(&special.movement, from, piece, occupied);
        let also = self.also_targets(special, from, piece, occupied).1;
        (attacks | captures | also) & region(special, piece.color())
    }

    /// The special moves of a piece's kind.
    fn special(&self, piece: Piece) -> Option<&'static SpecialMoves> {
        let mut types = self.rules.piece_types().iter();
        let found = types.find(|row| row.kind == piece.kind());
        found.map(|row| &row.special)
    }

    /// The squares that a movement leads to without and with capture; initial moves start from
    /// the squares of the double step.
    fn movement_targets(
        &self,
        movement: &Movement,
        from: Square,
        piece: Piece,
        occupied: Bitboard,
    ) -> (Bitboard, Bitboard) {
        let own = self.rules.pawn_rules(piece);
        let own = own.unwrap_or_else(|| self.rules.pawns(piece.color()));
        let starts = own.double_step;
        movement.moves_slowly(self.layout, piece.color(), from, occupied, starts)
    }

    /// The squares to which moves that lead only to some squares lead, without and with capture.
    fn also_targets(
        &self,
        special: &SpecialMoves,
        from: Square,
        piece: Piece,
        occupied: Bitboard,
    ) -> (Bitboard, Bitboard) {
        let Some((movement, squares)) = &special.also else {
            return (Bitboard::EMPTY, Bitboard::EMPTY);
        };
        let inside = squares[piece.color().index()];
        let (quiets, captures) = self.movement_targets(movement, from, piece, occupied);
        (quiets & inside, captures & inside)
    }

    /// The squares to which the piece on `from` moves without capturing.
    fn quiets(&self, from: Square, piece: Piece, occupied: Bitboard) -> Bitboard {
        let quiets = self.special(piece).map_or(Bitboard::EMPTY, |special| {
            let (quiets, _) = self.movement_targets(&special.movement, from, piece, occupied);
            let also = self.also_targets(special, from, piece, occupied).0;
            (quiets | also) & region(special, piece.color())
        });
        // Other components move as they capture, and what a movement attacks is occupied.
        quiets | (self.attacks(from, piece, occupied) - occupied)
    }

    fn is_attacked(&self, target: Square, by: Color) -> bool {
        let occupied = self.occupied();
        self.layout
            .squares()
            .into_iter()
            .any(|from| match self.at(from) {
                Some(piece) if piece.color() == by => {
                    self.attacks(from, piece, occupied).contains(target)
                }
                _ => false,
            })
    }

    fn is_king_attacked(&self, color: Color) -> bool {
        self.rules.royalty() != Royalty::None
            && self
                .king(color)
                .is_some_and(|king| self.is_attacked(king, !color))
    }

    fn is_royal(&self, piece: Piece) -> bool {
        let mut types = self.rules.piece_types().iter();
        types.any(|row| row.kind == piece.kind() && row.components.contains(Components::KING))
    }

    /// Whether a side's royal pieces are attacked as they must not be.
    fn is_in_check(&self, color: Color) -> bool {
        let squares = self.layout.squares().into_iter();
        let own = squares.filter_map(|square| Some((square, self.at(square)?)));
        let royals: Vec<(Square, Piece)> = own
            .filter(|(_, piece)| piece.color() == color && self.is_royal(*piece))
            .collect();
        let is_last = |piece: &Piece| royals.iter().filter(|row| row.1 == *piece).count() == 1;
        let is_attacked = |row: &&(Square, Piece)| self.is_attacked(row.0, !color);
        let attacked: Vec<&(Square, Piece)> = royals.iter().filter(is_attacked).collect();
        if !self.rules.kings_may_face() && self.has_facing_kings() {
            return true;
        }
        match self.rules.royalty() {
            Royalty::All => !attacked.is_empty(),
            Royalty::Last => attacked.iter().any(|row| is_last(&row.1)),
            Royalty::Duple => attacked.len() == royals.len(),
            Royalty::None => false,
        }
    }

    /// Whether some King sees one of the other side straight ahead, to a side or behind him.
    fn has_facing_kings(&self) -> bool {
        let is_king =
            |square: Square, color| self.at(square) == Some(Piece::new(color, PieceKind::KING));
        let squares = self.layout.squares().into_iter();
        let mut kings = squares.filter(|&square| is_king(square, Color::White));
        kings.any(|king| {
            leaps::STRAIGHT.into_iter().any(|step| {
                let next = |square: &Square| self.layout.step(*square, step);
                let mut line = std::iter::successors(next(&king), next);
                let first = line.find(|&square| !self.is_empty(square));
                first.is_some_and(|square| is_king(square, Color::Black))
            })
        })
    }

    /// The moves of a piece except castling, whether or not they leave the King
    /// safe.
    fn moves_from(&self, from: Square) -> Vec<Move> {
        match self.at(from) {
            Some(piece) if piece.kind() == PieceKind::PAWN && self.rules.has_orthodox_pawns() => {
                self.pawn_moves(from, piece)
            }
            Some(piece) if self.rules.pawn_rules(piece).is_some() => {
                self.special_pawn_moves(from, piece)
            }
            Some(piece) => {
                let targets = self.targets(from, piece).into_iter();
                let targets = targets.map(|to| Move::plain(from, to));
                targets.chain(self.en_passant_moves(from, piece)).collect()
            }
            None => Vec::new(),
        }
    }

    /// The squares to which the piece on `from` can move or capture.
    fn targets(&self, from: Square, piece: Piece) -> Bitboard {
        let occupied = self.occupied();
        let captures = self.attacks(from, piece, occupied) & occupied;
        let targets = captures | self.quiets(from, piece, occupied);
        let free = targets.into_iter().filter(|&to| !self.holds(to, self.side));
        free.collect()
    }

    /// Whether a side has a Pawn on a square where it had to promote but could
    /// not.
    fn is_over(&self) -> bool {
        self.layout.squares().into_iter().any(|square| {
            self.at(square).is_some_and(|piece| {
                let forfeit = self.rules.pawns(piece.color()).failed_promotion;
                piece.kind() == PieceKind::PAWN && forfeit.contains(square)
            })
        })
    }

    /// The board after a move other than castling.
    fn after_move(&self, mv: Move) -> State {
        let mut next = self.clone();
        let (from, to) = (mv.from(), mv.to());
        if let Some(victim) = self
            .en_passant_victim
            .filter(|_| mv.kind() == MoveKind::EnPassant)
        {
            next.board[victim.index()] = None;
        }
        let promoted = mv.promoted_to().map(|kind| Piece::new(self.side, kind));
        next.board[to.index()] = promoted.or(self.at(from));
        next.board[from.index()] = None;
        next
    }
}

/// One step forward in ranks.
fn forward(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// The squares that a kind can enter.
fn region(special: &SpecialMoves, color: Color) -> Bitboard {
    special
        .region
        .map_or(Bitboard::first(MAX_SQUARES), |region| region[color.index()])
}
