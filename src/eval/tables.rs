//! Lookup tables by square and piece, computed once from the board, the rules
//! and the weights.
//!
//! Placement is given by formulas of how central and how far advanced a square
//! is, so that one set of weights serves every board. Must not depend on a
//! position.

use std::ops::Range;

use crate::board::bitboard::Bitboard;
use crate::board::color::Color;
use crate::board::geometry::{Geometry, leaps};
use crate::board::piece::{Component, Components, MAX_KINDS, Piece, PieceKind};
use crate::board::square::{MAX_SQUARES, Square};
use crate::position::Position;
use crate::rules::{Rules, component_attacks};

use super::piece_values::{self, PieceValues};
use super::placement::{Place, placement};
use super::weights::{ComponentWeights, Weights};
use super::{COMPONENTS, Tapered, expected_mobility};

/// One more than the most targets of a component: a Rook has up to 22 on a 16x8
/// board. Special moves may have more targets; the last entry covers them.
pub(super) const MOBILITIES: usize = 32;

/// The most files and ranks of a board.
const LINES: usize = 16;

/// A value for each square, for White and for Black.
type BySide<T> = [[T; MAX_SQUARES]; 2];

pub(super) struct Tables {
    pub weights: Weights,
    pub pieces: PieceTables,
    /// Indexed by whether the piece has other components, by component, and by
    /// the number of targets.
    pub mobility: [[[Tapered; MOBILITIES]; COMPONENTS.len()]; 2],
    /// For kinds with special moves.
    pub special: Box<[SpecialKind; MAX_KINDS]>,
    /// The number of squares.
    pub squares: i32,
    /// The squares of each file.
    pub files: [Bitboard; LINES],
    pub pawns: PawnTables,
    pub(crate) areas: Areas,
    pub mop_up: MopUp,
    pub phase: Phase,
    /// Half of the Pawns that both sides have at the start.
    pub(crate) half_pawns: i32,
    /// The light squares and the dark squares of the orthodox board: those of a
    /// Bishop on b1 and of one on a1.
    pub(crate) square_colors: [Bitboard; 2],
    file: [u8; MAX_SQUARES],
    rank: [u8; MAX_SQUARES],
}

impl Tables {
    pub(super) fn new(rules: &'static Rules, weights: &Weights) -> Tables {
        let geometry = rules.geometry();
        let weights = weights.in_game(rules);
        let material = piece_values::tapered(rules, &weights);
        let values = PieceValues::mean_of(&material);
        let pieces = PieceTables::new(rules, &weights, material, &values);
        let files = std::array::from_fn(|file| geometry.file_squares(file));
        let square_colors = [1, 0].map(|parity| geometry.squares_of_parity(parity));
        let start = Position::start(rules);
        Tables {
            mobility: mobility(geometry, &weights),
            special: special_kinds(rules, &weights, &values),
            squares: geometry.squares().count() as i32,
            pawns: PawnTables::new(rules, &values, &files),
            files,
            areas: Areas::new(geometry),
            mop_up: MopUp::new(geometry, &weights, square_colors),
            phase: Phase::new(&start, &pieces),
            pieces,
            half_pawns: start.component(Component::Pawn).count() as i32 / 2,
            square_colors,
            file: coordinate(geometry, |board, square| board.file(square)),
            rank: coordinate(geometry, |board, square| board.rank(square)),
            weights,
        }
    }

    #[inline(always)]
    pub(super) fn file(&self, square: Square) -> usize {
        usize::from(self.file[square.index()] & 15)
    }

    #[inline(always)]
    pub(super) fn rank(&self, square: Square) -> usize {
        usize::from(self.rank[square.index()] & 15)
    }

    /// The number of King's steps between two squares on an empty board.
    #[inline(always)]
    pub(super) fn distance(&self, a: Square, b: Square) -> i32 {
        let files = self.file(a).abs_diff(self.file(b));
        let ranks = self.rank(a).abs_diff(self.rank(b));
        files.max(ranks) as i32
    }
}

/// Values of pieces, alone and on squares.
pub(super) struct PieceTables {
    /// Material and placement of a piece, negative for Black.
    pub(crate) piece_square: [[Tapered; MAX_SQUARES]; 2 * MAX_KINDS],
    /// Material alone, for either side.
    pub material: [Tapered; MAX_KINDS],
    /// The value of pieces other than Pawns and Kings, in centipawns.
    pub(crate) non_pawn: [i32; MAX_KINDS],
}

impl PieceTables {
    fn new(
        rules: &Rules,
        weights: &Weights,
        material: [Tapered; MAX_KINDS],
        values: &PieceValues,
    ) -> PieceTables {
        let geometry = rules.geometry();
        let mut non_pawn = [0; MAX_KINDS];
        let mut piece_square = [[Tapered::ZERO; MAX_SQUARES]; 2 * MAX_KINDS];
        for piece_type in rules.piece_types() {
            let (kind, index) = (piece_type.kind, piece_type.kind.index());
            if kind != PieceKind::PAWN && kind != PieceKind::KING {
                non_pawn[index] = values.value(kind);
            }
            for color in Color::ALL {
                for square in geometry.squares() {
                    let place = Place::new(geometry, color, square);
                    let value = material[index] + placement(weights, rules, kind, place);
                    piece_square[Piece::new(color, kind).index()][square.index()] =
                        value * color.sign();
                }
            }
        }
        PieceTables {
            piece_square,
            material,
            non_pawn,
        }
    }
}

/// What Pawns see ahead of them.
pub(super) struct PawnTables {
    /// The squares of the adjacent files, by file.
    pub(crate) adjacent_files: [Bitboard; LINES],
    /// The squares ahead of a square on its file.
    pub(crate) forward_file: BySide<Bitboard>,
    /// The squares of all ranks ahead of a square.
    pub(crate) forward_ranks: BySide<Bitboard>,
    /// The number of steps to promotion, at least one.
    pub steps: BySide<u8>,
    /// The value of promoting at the end of these steps, in 64ths of promoting
    /// to a Queen.
    pub promotion: BySide<u8>,
    /// The square in front of a Pawn; empty if there is none.
    pub stop: BySide<Bitboard>,
    /// Whether Pawns promote only to lost pieces.
    pub(crate) promotes_to_lost: bool,
}

impl PawnTables {
    fn new(rules: &Rules, values: &PieceValues, files: &[Bitboard; LINES]) -> PawnTables {
        let geometry = rules.geometry();
        let file_or_empty = |file: usize| files.get(file).copied().unwrap_or(Bitboard::EMPTY);
        let forward_ranks: BySide<Bitboard> = by_side(geometry, |color, square| {
            let ahead = match color {
                Color::White => geometry.rank(square) + 1..geometry.ranks(),
                Color::Black => 0..geometry.rank(square),
            };
            ahead.fold(Bitboard::EMPTY, |set, rank| {
                set | geometry.rank_squares(rank)
            })
        });
        let (steps, promotion) = promotions(rules, values);
        PawnTables {
            adjacent_files: std::array::from_fn(|file| {
                let left = file.checked_sub(1).map_or(Bitboard::EMPTY, file_or_empty);
                left | file_or_empty(file + 1)
            }),
            forward_file: by_side(geometry, |color, square| {
                forward_ranks[color.index()][square.index()] & files[geometry.file(square)]
            }),
            forward_ranks,
            steps,
            promotion,
            stop: by_side(geometry, |color, square| {
                leaps::targets(geometry, square, &[(0, color.sign())])
            }),
            promotes_to_lost: rules.pawns(Color::White).pool.is_some(),
        }
    }
}

/// Parts of the board that matter to pieces.
pub(super) struct Areas {
    /// The squares around a King and in front of it.
    pub(crate) king_zone: BySide<Bitboard>,
    /// Good squares for a Knight or Bishop that cannot be driven away.
    pub(crate) outposts: [Bitboard; 2],
    /// The middle of each side's half, without the first rank.
    pub space: [Bitboard; 2],
}

impl Areas {
    fn new(geometry: &Geometry) -> Areas {
        Areas {
            king_zone: by_side(geometry, |color, square| king_zone(geometry, color, square)),
            outposts: Color::ALL.map(|color| outposts(geometry, color)),
            space: Color::ALL.map(|color| space(geometry, color)),
        }
    }
}

/// How far a lone King has been driven.
pub(super) struct MopUp {
    /// To the edge and toward a corner: the nearest one of the light squares, of the dark
    /// squares, and of all.
    pub(crate) driven: [[i32; MAX_SQUARES]; 3],
    /// Steps to the nearest side edge plus steps to the nearest first or last
    /// rank.
    pub(crate) from_edge: [u8; MAX_SQUARES],
}

impl MopUp {
    fn new(geometry: &Geometry, weights: &Weights, square_colors: [Bitboard; 2]) -> MopUp {
        let toward = |corners, edge, corner| mop_up_distances(geometry, corners, edge, corner);
        let [light, dark] = square_colors;
        let (edge, corner) = (weights.bare_king_edge, weights.bare_king_corner);
        MopUp {
            driven: [
                toward(light, 0, weights.mop_up_bishop_corner),
                toward(dark, 0, weights.mop_up_bishop_corner),
                toward(geometry.squares(), edge, corner),
            ],
            from_edge: coordinate(geometry, from_edge),
        }
    }
}

/// The total values of pieces between which middle game and ending blend.
pub(super) struct Phase {
    /// At and above this value only the middle game counts.
    pub full: i32,
    /// At and below this value only the ending counts.
    pub none: i32,
}

impl Phase {
    fn new(start: &Position, pieces: &PieceTables) -> Phase {
        let all = total_piece_value(start, &pieces.non_pawn);
        Phase {
            full: (all * 9 / 10).max(1),
            none: all * 3 / 20,
        }
    }
}

fn by_side<T: Copy + Default>(
    geometry: &Geometry,
    value: impl Fn(Color, Square) -> T,
) -> BySide<T> {
    let mut table = [[T::default(); MAX_SQUARES]; 2];
    for color in Color::ALL {
        for square in geometry.squares() {
            table[color.index()][square.index()] = value(color, square);
        }
    }
    table
}

/// A coordinate of every cell, including holes, because the cell in front of a
/// Pawn may be one.
fn coordinate(
    geometry: &Geometry,
    value: impl Fn(&Geometry, Square) -> usize,
) -> [u8; MAX_SQUARES] {
    std::array::from_fn(|cell| value(geometry, Square::new(cell)) as u8)
}

/// The value of all pieces except Pawns and Kings.
fn total_piece_value(position: &Position, non_pawn: &[i32; MAX_KINDS]) -> i32 {
    let pieces = position
        .occupied()
        .into_iter()
        .filter_map(|square| position.piece_on(square));
    pieces.map(|piece| non_pawn[piece.kind().index()]).sum()
}

/// The value of each number of safe targets, relative to half the component's
/// mobility on an empty board. Beyond that, each further square counts two
/// thirds.
fn mobility_row(
    geometry: &Geometry,
    weights: &ComponentWeights,
    targets: impl Fn(Square) -> Bitboard,
) -> [Tapered; MOBILITIES] {
    let targets = |square| targets(square).count();
    let all: u32 = geometry.squares().into_iter().map(targets).sum();
    let usual = (all / geometry.squares().count().max(1)) as i32 / 2;
    std::array::from_fn(|count| {
        let beyond = count as i32 - usual;
        let (numerator, denominator) = if beyond > 0 {
            (2 * beyond, 3)
        } else {
            (beyond, 1)
        };
        let trapped = match count {
            0 => weights.trapped,
            1 => weights.trapped.fraction(1, 3),
            _ => Tapered::ZERO,
        };
        weights.mobility.fraction(numerator, denominator)
            + weights
                .ease
                .fraction(root(count) - root(usual as usize), ROOT)
            + trapped
    })
}

/// The value of [`root`] for 1.
const ROOT: i32 = 16;

/// The square root in 16ths.
fn root(count: usize) -> i32 {
    (count as i32 * ROOT * ROOT).isqrt()
}

/// The mobility rows of components that are the same for all kinds; a compound
/// gets half of each.
fn mobility(
    geometry: &Geometry,
    weights: &Weights,
) -> [[[Tapered; MOBILITIES]; COMPONENTS.len()]; 2] {
    let nothing = geometry.blockers(Bitboard::EMPTY);
    let single: [[Tapered; MOBILITIES]; COMPONENTS.len()] = COMPONENTS.map(|part| {
        let targets = |square| component_attacks(geometry, part, square, nothing);
        match weights.component(part) {
            Some(weights) if part != Component::Special => mobility_row(geometry, weights, targets),
            _ => [Tapered::ZERO; MOBILITIES],
        }
    });
    [
        single,
        single.map(|row| row.map(|value| value.fraction(1, 2))),
    ]
}

/// The role of a piece with special moves, judged by its value: like a Knight
/// or Bishop, like a Rook or Falcon, or like a compound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    #[default]
    Minor,
    Major,
    Compound,
}

/// The evaluation data of a kind's special moves.
#[derive(Clone, Copy, Default)]
pub(super) struct SpecialKind {
    pub(crate) role: Role,
    /// Whether the kind is bound to the squares of one color.
    pub bound: bool,
    /// The value of each number of safe targets.
    pub mobility: [Tapered; MOBILITIES],
    /// Units of danger for attacking a King's zone.
    pub(crate) zone_attack: i32,
}

/// The role limits in centipawns: between Bishop and Rook, and between Falcon
/// and Queen.
const MAJOR: i32 = 400;
const COMPOUND: i32 = 720;

fn special_kinds(
    rules: &Rules,
    weights: &Weights,
    values: &PieceValues,
) -> Box<[SpecialKind; MAX_KINDS]> {
    let geometry = rules.geometry();
    let knight = expected_mobility::knight_mobility(rules).max(1.0);
    Box::new(std::array::from_fn(|index| {
        let kind = PieceKind::new(index);
        if !rules.components(kind).contains(Components::SPECIAL) {
            return SpecialKind::default();
        }
        let piece = Piece::new(Color::White, kind);
        let targets = |square| {
            rules.special_attacks(piece, square, Bitboard::EMPTY)
                | rules.quiets(piece, square, Bitboard::EMPTY)
        };
        let [.., reach] = expected_mobility::by_component(rules, kind);
        let units = f64::from(weights.special.zone_attack) * reach / knight;
        SpecialKind {
            role: match values.value(kind) {
                ..MAJOR => Role::Minor,
                MAJOR..COMPOUND => Role::Major,
                _ => Role::Compound,
            },
            bound: expected_mobility::is_colorbound(rules, kind),
            mobility: mobility_row(geometry, &weights.special, targets),
            zone_attack: (units as i32).clamp(0, 2 * weights.special.zone_attack),
        }
    }))
}

/// For a Pawn on each square, the number of steps to promotion with a free way
/// and without double steps, and the value of promoting there.
fn promotions(rules: &Rules, values: &PieceValues) -> (BySide<u8>, BySide<u8>) {
    let geometry = rules.geometry();
    let mut steps = [[0; MAX_SQUARES]; 2];
    let mut shares = [[0; MAX_SQUARES]; 2];
    for color in Color::ALL {
        let pawns = rules.pawns(color);
        let forward = color.sign();
        let next = |square: Square| {
            let mut next = leaps::targets(geometry, square, &[(0, forward)]);
            if pawns.sideways.contains(square) {
                next |= leaps::targets(geometry, square, &[(-1, 0), (1, 0)]);
            }
            let extra = pawns.extra_steps.iter();
            next | extra
                .filter(|&&(from, _)| from == square)
                .map(|&(_, to)| to)
                .collect::<Bitboard>()
        };
        let best = |square: Square| {
            let kinds = pawns.zone(square).map(|zone| zone.kinds.iter());
            kinds
                .into_iter()
                .flatten()
                .map(|&kind| values.value(kind))
                .max()
        };
        for square in geometry.squares() {
            let (mut reached, mut count) = (Bitboard::from(square), 0);
            let arrived = loop {
                let latest = reached
                    .into_iter()
                    .fold(reached, |set, square| set | next(square));
                if latest == reached {
                    break Bitboard::EMPTY;
                }
                count += 1;
                let arrived = (latest - reached) & pawns.promotion;
                if arrived.any() {
                    break arrived;
                }
                reached = latest;
            };
            let worth = arrived.into_iter().filter_map(best).max().unwrap_or(0);
            let (color, square) = (color.index(), square.index());
            // Where promotion is impossible it counts as far away.
            let far = geometry.ranks() as u8;
            steps[color][square] = if arrived.any() { count.max(1) } else { far };
            shares[color][square] = promotion_share(worth, FULL_SHARE) as u8;
        }
    }
    (steps, shares)
}

/// The share of a promotion that is worth as much as a Queen.
pub(super) const FULL_SHARE: i32 = 64;

/// The value of promoting to a piece of this value, in 64ths of promoting to a
/// Queen, capped at `limit`.
pub(super) fn promotion_share(value: i32, limit: i32) -> i32 {
    const PAWN: i32 = 100;
    const QUEEN: i32 = 900;
    ((value - PAWN) * FULL_SHARE / (QUEEN - PAWN)).clamp(0, limit)
}

/// The King's square, its neighbors, and three files of the rank two ahead.
fn king_zone(geometry: &Geometry, color: Color, king: Square) -> Bitboard {
    let forward = color.sign();
    let forward_file: Vec<(i32, i32)> = [(-1, 2), (0, 2), (1, 2)]
        .iter()
        .map(|&(file, rank)| (file, rank * forward))
        .collect();
    geometry.king(king) | king.into() | leaps::targets(geometry, king, &forward_file)
}

/// The ranks from the middle onward, except the last two.
fn outposts(geometry: &Geometry, color: Color) -> Bitboard {
    let ranks = geometry.ranks();
    let first = ranks / 2 - usize::from(ranks >= 8);
    ranks_of(geometry, color, first..ranks.saturating_sub(2))
}

/// The ranks of a side's half except the first, on the middle half of the
/// files.
fn space(geometry: &Geometry, color: Color) -> Bitboard {
    let files = geometry.files();
    let middle = (files / 4..files - files / 4).fold(Bitboard::EMPTY, |set, file| {
        set | geometry.file_squares(file)
    });
    middle & ranks_of(geometry, color, 1..geometry.ranks() / 2)
}

/// The squares of ranks as counted from a side's first.
fn ranks_of(geometry: &Geometry, color: Color, ranks: Range<usize>) -> Bitboard {
    ranks.fold(Bitboard::EMPTY, |set, rank| {
        let rank = match color {
            Color::White => rank,
            Color::Black => geometry.ranks() - 1 - rank,
        };
        set | geometry.rank_squares(rank)
    })
}

/// Steps to the nearest side edge plus steps to the nearest first or last rank.
fn from_edge(geometry: &Geometry, cell: Square) -> usize {
    let nearest = |at: usize, lines: usize| at.min((lines - 1).saturating_sub(at));
    nearest(geometry.file(cell), geometry.files()) + nearest(geometry.rank(cell), geometry.ranks())
}

/// How far a lone King still is from a corner where it can be mated, 0 in the
/// corner itself. Corners are the squares with the fewest neighbors, among the
/// given squares.
fn mop_up_distances(
    geometry: &Geometry,
    allowed: Bitboard,
    edge: i32,
    corner: i32,
) -> [i32; MAX_SQUARES] {
    let neighbors = |square: Square| geometry.king(square).count();
    let fewest = geometry
        .squares()
        .into_iter()
        .map(neighbors)
        .min()
        .unwrap_or(0);
    let corners: Vec<Square> = (geometry.squares() & allowed)
        .into_iter()
        .filter(|&square| neighbors(square) == fewest)
        .collect();
    let steps = |a: Square, b: Square| {
        let files = geometry.file(a).abs_diff(geometry.file(b));
        let ranks = geometry.rank(a).abs_diff(geometry.rank(b));
        (files + ranks) as i32
    };
    let mut table = [0; MAX_SQUARES];
    for square in geometry.squares() {
        let from_edge = from_edge(geometry, square);
        let to_corner = corners
            .iter()
            .map(|&corner| steps(square, corner))
            .min()
            .unwrap_or(0);
        table[square.index()] = -edge * from_edge as i32 - corner * to_corner;
    }
    table
}
