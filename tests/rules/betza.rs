//! The notation that XBoard is sent, read back by a small interpreter of its
//! own and compared with what the rules let pieces do.
//!
//! The interpreter knows of XBoard's dialect what the lines use: atoms, ranges,
//! directions, the modes `m c d e p n j`, `i`, several legs by `a`, and `O`.

use peregrine::board::bitboard::Bitboard;
use peregrine::board::color::Color;
use peregrine::board::geometry::{Geometry, leaps};
use peregrine::board::piece::{Components, Piece, PieceKind};
use peregrine::board::square::Square;
use peregrine::notation::xboard::betza;
use peregrine::position::Position;
use peregrine::rules::{CastlingRule, PieceType, Rules, SpecialMoves};
use peregrine::variants;

use crate::common;

/// One atom with its prefixes and suffixes.
#[derive(Debug)]
struct Term {
    initial: bool,
    legs: Vec<Leg>,
    atom: char,
    range: Option<usize>,
}

#[derive(Debug)]
struct Leg {
    directions: String,
    modes: String,
}

fn terms(text: &str) -> Vec<Term> {
    let mut terms = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let atom = rest
            .find(|character: char| character.is_ascii_uppercase())
            .unwrap_or_else(|| panic!("no atom in {rest}"));
        let after = &rest[atom + 1..];
        let digits = after
            .find(|character: char| !character.is_ascii_digit())
            .unwrap_or(after.len());
        let prefix = &rest[..atom];
        let initial = prefix.starts_with('i');
        let legs = prefix.trim_start_matches('i').split('a').map(|leg| {
            let modes = leg
                .find(|letter: char| !"fblrsv".contains(letter))
                .unwrap_or(leg.len());
            Leg {
                directions: leg[..modes].to_owned(),
                modes: leg[modes..].to_owned(),
            }
        });
        terms.push(Term {
            initial,
            legs: legs.collect(),
            atom: rest[atom..].chars().next().unwrap(),
            range: after[..digits].parse().ok(),
        });
        rest = &after[digits..];
    }
    terms
}

/// Directions as numbers of the compass: `ahead` is straight ahead. `wide` is
/// how a lone letter is understood by diagonal atoms.
fn directions(letters: &str, ahead: usize, diagonal: bool) -> Vec<usize> {
    let turn = |by: usize| (ahead + by) % 8;
    let all: Vec<usize> = (0..8).map(turn).collect();
    let alone = |letter| match (letter, diagonal) {
        ('f', false) => vec![0],
        ('b', false) => vec![4],
        ('r', false) => vec![2],
        ('l', false) => vec![6],
        ('s', false) => vec![2, 6],
        ('v', false) => vec![0, 4],
        ('f', true) => vec![1, 7],
        ('b', true) => vec![3, 5],
        other => panic!("direction {other:?} is not for this interpreter"),
    };
    let found = match letters {
        "" => return all,
        "fl" => vec![7],
        "fr" => vec![1],
        "fs" => vec![7, 1],
        "bl" => vec![5],
        "br" => vec![3],
        letter if letter.len() == 1 => alone(letter.chars().next().unwrap()),
        other => panic!("directions {other} are not for this interpreter"),
    };
    found.into_iter().map(turn).collect()
}

/// A board as XBoard looks at it.
struct Board<'a> {
    geometry: &'a Geometry,
    own: Bitboard,
    enemy: Bitboard,
    passed: Option<Square>,
}

impl Board<'_> {
    fn step(&self, from: Square, (files, ranks): (i32, i32)) -> Option<Square> {
        let file = self.geometry.file(from) as i32 + files;
        let rank = self.geometry.rank(from) as i32 + ranks;
        self.geometry
            .square(usize::try_from(file).ok()?, usize::try_from(rank).ok()?)
    }

    /// Where a piece on `from` can go by the terms that apply to it, moved or
    /// unmoved. For Black the board is mirrored.
    fn targets(&self, text: &str, color: Color, from: Square, unmoved: bool) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        for term in terms(text) {
            if term.atom != 'O' && (unmoved || !term.initial) {
                let ahead = if color == Color::White { 0 } else { 4 };
                self.follow(&term, 0, from, from, ahead, &mut found);
            }
        }
        found
    }

    fn follow(
        &self,
        term: &Term,
        leg: usize,
        origin: Square,
        from: Square,
        ahead: usize,
        found: &mut Bitboard,
    ) {
        let Leg {
            directions: letters,
            modes,
        } = &term.legs[leg];
        let last = leg + 1 == term.legs.len();
        let oblique = match term.atom {
            'N' => Some((1, 2)),
            'C' => Some((1, 3)),
            'Z' => Some((2, 3)),
            _ => None,
        };
        if let Some((a, b)) = oblique {
            assert!(letters.is_empty() && modes.is_empty() && last);
            for (files, ranks) in [(a, b), (b, a)] {
                for (x, y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let to = self.step(from, (files * x, ranks * y));
                    *found |= to.into_iter().collect::<Bitboard>();
                }
            }
            return;
        }
        let (stride, diagonals, straights, range) = match term.atom {
            'W' => (1, false, true, 1),
            'F' => (1, true, false, 1),
            'K' => (1, true, true, 1),
            'D' => (2, false, true, 1),
            'A' => (2, true, false, 1),
            'H' => (3, false, true, 1),
            'G' => (3, true, false, 1),
            'B' => (1, true, false, usize::MAX),
            'R' => (1, false, true, usize::MAX),
            'Q' => (1, true, true, usize::MAX),
            other => panic!("atom {other} is not for this interpreter"),
        };
        let range = term.range.unwrap_or(range);
        for direction in directions(letters, ahead, diagonals && !straights) {
            let is_diagonal = direction % 2 == 1;
            if leg == 0 && (is_diagonal && !diagonals || !is_diagonal && !straights) {
                continue;
            }
            let (files, ranks) = leaps::KING[direction];
            let mut at = from;
            for _ in 0..range {
                if modes.contains('n') {
                    let half = self.step(at, (files * stride / 2, ranks * stride / 2));
                    if half.is_none_or(|half| (self.own | self.enemy).contains(half)) {
                        break;
                    }
                }
                let Some(to) = self.step(at, (files * stride, ranks * stride)) else {
                    break;
                };
                at = to;
                let own = self.own.contains(to) && to != origin;
                let enemy = self.enemy.contains(to);
                if !last {
                    let captures = enemy && modes.contains('c');
                    if modes.contains('p') || captures || !own && !enemy && !modes.contains('c') {
                        self.follow(term, leg + 1, origin, to, direction, found);
                    }
                    break;
                }
                let plain = modes.chars().all(|mode| mode == 'n');
                let can = if own {
                    modes.contains('d')
                } else if enemy {
                    plain || modes.contains('c')
                } else {
                    plain || modes.contains('m') || modes.contains('e') && self.passed == Some(to)
                };
                if can {
                    *found |= to.into();
                }
                if own || enemy {
                    break;
                }
            }
        }
    }
}

/// A pseudo-random number, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 20
    }

    /// A set of squares, each included with probability 1/`of`.
    fn squares(&mut self, geometry: &Geometry, of: u64) -> Bitboard {
        let all = geometry.squares().into_iter();
        all.filter(|_| self.next().is_multiple_of(of)).collect()
    }
}

fn all_rules() -> Vec<&'static Rules> {
    let mut all = Vec::new();
    for variant in common::built_in_games() {
        for &castling in &variant.castling {
            let options = variants::RuleOptions {
                castling: Some(castling),
                promotion: None,
            };
            all.push(variant.rules(options).unwrap());
        }
    }
    all
}

#[test]
fn pieces_of_all_games_move_as_their_betza_says() {
    let mut random = Random(1);
    let mut compared = 0;
    for rules in all_rules() {
        let geometry = rules.geometry();
        for piece_type in rules.piece_types() {
            if [PieceKind::PAWN, PieceKind::KING].contains(&piece_type.kind) {
                continue;
            }
            let text = betza::piece(piece_type)
                .unwrap_or_else(|| panic!("{}: no line for {}", rules.variant(), piece_type.name));
            for round in 0..12 {
                let occupied = random.squares(geometry, 1 + round % 6);
                for from in geometry.squares() {
                    let board = Board {
                        geometry,
                        own: Bitboard::EMPTY,
                        enemy: occupied - from.into(),
                        passed: None,
                    };
                    let piece = Piece::new(Color::White, piece_type.kind);
                    let said = board.targets(&text, Color::White, from, false);
                    let meant = rules.attacks(piece, from, occupied - from.into());
                    let place = (rules.variant(), &piece_type.name, geometry.name(from));
                    assert_eq!(said, meant, "{place:?}: {text}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 10_000, "only {compared} squares compared");
}

/// Leaps and short sliders that no built-in game has.
#[test]
fn special_moves_have_their_atoms() {
    let piece = |leaps: &[(u8, u8)], diagonal_range, straight_range| {
        betza::piece(&PieceType {
            kind: PieceKind::new(20),
            letter: "X".to_owned(),
            name: "X".to_owned(),
            components: Components::SPECIAL,
            special: SpecialMoves {
                leaps: leaps.to_vec(),
                diagonal_range,
                straight_range,
                ..SpecialMoves::default()
            },
            xboard_letter: None,
        })
    };
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(piece(&[(1, 3), (2, 3)], 0, 0), text("CZ"));
    assert_eq!(piece(&[(0, 1), (1, 1), (0, 2), (2, 2)], 0, 0), text("WFDA"));
    assert_eq!(piece(&[(3, 0), (3, 3), (1, 2)], 0, 0), text("HGN"));
    assert_eq!(piece(&[], 2, 3), text("F2W3"));
    assert_eq!(piece(&[], 1, 12), text("FW12"));
    assert_eq!(piece(&[(1, 4)], 0, 0), None);
    assert_eq!(piece(&[], 0, 0), None);
}

/// The castling term of a King: how far, to which side of the board, and how
/// many squares lie beyond the Rook.
fn castlings(text: &str, color: Color) -> Vec<(usize, bool, usize)> {
    let mut found = Vec::new();
    for term in terms(text).iter().filter(|term| term.atom == 'O') {
        assert!(term.initial && term.legs.len() == 1, "{text}");
        let leg = &term.legs[0];
        assert!(leg.modes.chars().all(|mode| mode == 'j'), "{text}");
        let toward_last: &[bool] = match (leg.directions.as_str(), color) {
            ("s", _) => &[true, false],
            ("r", Color::White) | ("l", Color::Black) => &[true],
            ("l", Color::White) | ("r", Color::Black) => &[false],
            other => panic!("{other:?}"),
        };
        let steps = term.range.expect("castling says how far");
        found.extend(
            toward_last
                .iter()
                .map(|&side| (steps, side, leg.modes.len())),
        );
    }
    found.sort_unstable();
    found
}

/// With nothing but Kings and their castling partners on the board, the legal
/// castling moves are those of the King's Betza string.
#[test]
fn kings_of_all_games_castle_as_their_betza_says() {
    for rules in all_rules() {
        let geometry = rules.geometry();
        let start = Position::start(rules);
        for color in Color::ALL {
            let king = start.king(color);
            let partners = start.castling_rights() & start.colors(color);
            let text = betza::king(rules, color, king, partners);
            if rules.castling() == CastlingRule::KingSwap {
                let board = Board {
                    geometry,
                    own: start.colors(color) - king.into(),
                    enemy: start.colors(!color),
                    passed: None,
                };
                let swaps = board.targets(&text, color, king, true) & board.own;
                assert_eq!(swaps, partners, "{}: {text}", rules.variant());
                continue;
            }
            let mut meant = Vec::new();
            for rook in partners {
                let toward_last = rook > king;
                let beyond = geometry.squares().into_iter().filter(|&square| {
                    geometry.rank(square) == geometry.rank(rook)
                        && if toward_last {
                            square > rook
                        } else {
                            square < rook
                        }
                });
                let inset = beyond.count();
                for destination in rules.castling_destinations(king, rook) {
                    let steps = king.index().abs_diff(destination.index());
                    meant.push((steps, toward_last, inset));
                }
            }
            meant.sort_unstable();
            let place = (rules.variant(), rules.castling().name(), color);
            assert_eq!(castlings(&text, color), meant, "{place:?}: {text}");
        }
    }
}

/// In random games of each variant, the Pawn's Betza string allows every legal
/// Pawn move, and no others where the rules are orthodox.
#[test]
fn pawn_betza_of_all_games_covers_the_legal_moves() {
    let mut random = Random(7);
    let mut seen = 0;
    for rules in all_rules() {
        let text = betza::pawn(rules);
        let pawns = rules.pawns(Color::White);
        // With two legs, XBoard lets a Pawn capture any piece beside it.
        let has_legs = text.contains('a');
        let orthodox = pawns.sideways.is_empty() && pawns.extra_steps.is_empty() && !has_legs;
        let start = Position::start(rules);
        let mut position = start.clone();
        for ply in 0..300 {
            let moves = position.legal_moves();
            if moves.is_empty() || ply % 150 == 149 {
                position = start.clone();
                continue;
            }
            let side = position.side_to_move();
            let board = Board {
                geometry: rules.geometry(),
                own: position.colors(side),
                enemy: position.colors(!side),
                passed: position.legal_en_passant(),
            };
            for pawn in position.pieces(side, PieceKind::PAWN) {
                let unmoved = start.piece_on(pawn) == position.piece_on(pawn);
                let said = board.targets(&text, side, pawn, unmoved);
                let own = moves.iter().filter(|mv| mv.from() == pawn);
                let meant: Bitboard = own.map(|mv| mv.to()).collect();
                let place = (rules.variant(), rules.geometry().name(pawn), &text);
                assert!((meant - said).is_empty(), "{place:?} in {position}");
                let pinned = position.check_info().pinned.contains(pawn);
                if orthodox && !position.is_check() && !pinned {
                    assert_eq!(meant, said, "{place:?} in {position}");
                }
                seen += meant.count();
            }
            position.play(moves[random.next() as usize % moves.len()]);
        }
    }
    assert!(seen > 1000, "only {seen} moves of Pawns seen");
}
