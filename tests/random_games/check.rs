//! What must hold in every position of every game.
//!
//! Each answer of the engine is compared with one obtained in another way: the
//! slow definition of legal moves, moves made on a plain board, text read again,
//! keys computed from scratch, the mirrored board.

use std::cell::Cell;
use std::collections::HashSet;

use peregrine::board::bitboard::Bitboard;
use peregrine::board::color::Color;
use peregrine::board::moves::{Move, MoveKind};
use peregrine::board::piece::{Piece, PieceKind};
use peregrine::board::setup::Setup;
use peregrine::board::square::{MAX_SQUARES, Square};
use peregrine::notation::{coordinate, parse_coordinate, parse_either, parse_san, san};
use peregrine::position::movegen::{self, MoveClass, MoveList, slow};
use peregrine::position::{Outcome, PieceObserver, Position};
use peregrine::rules::{CastlingRule, CheckmateRule, EndRules, PieceType, Rules, StalemateRule};
use peregrine::search::move_picker::staged_perft;
use peregrine::tools::perft::perft;

/// The legal moves by definition, sorted.
pub type Definition = fn(&Position) -> Vec<Move>;

/// A failed check: its kind, which stays the same while the game is shrunk, and
/// what was observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub kind: &'static str,
    pub seen: String,
}

pub fn fault<T>(kind: &'static str, seen: impl Into<String>) -> Result<T, Fault> {
    Err(Fault {
        kind,
        seen: seen.into(),
    })
}

/// Fails if two values that must be equal are not.
fn equal<T: PartialEq + std::fmt::Debug>(
    kind: &'static str,
    position: &Position,
    left: T,
    right: T,
) -> Result<(), Fault> {
    if left == right {
        return Ok(());
    }
    fault(kind, format!("{left:?} is not {right:?} in {position}"))
}

/// Checks a position; `thoroughly` includes the slow checks.
pub fn look(position: &Position, definition: Definition, thoroughly: bool) -> Result<(), Fault> {
    let legal = definition(position);
    generation(position, &legal)?;
    text(position)?;
    moves_as_text(position, &legal)?;
    for &mv in &legal {
        one_move(position, mv)?;
    }
    end(position, &legal)?;
    turned_over(position, &legal)?;
    if !position.is_check() {
        let mut passed = position.clone();
        passed.play_null();
        equal(
            "key after a pass",
            position,
            passed.key(),
            passed.computed_key(),
        )?;
    }
    if thoroughly {
        every_encoding(position, &legal)?;
        through_the_picker(position, &legal)?;
    }
    Ok(())
}

/// Checks what is most likely to go wrong: the legal moves, the FEN, and the key and the check
/// after each move.
pub fn look_quickly(position: &Position, definition: Definition) -> Result<(), Fault> {
    let legal = definition(position);
    let mut generated = position.legal_moves().to_vec();
    generated.sort_unstable();
    if generated != legal {
        generation(position, &legal)?;
    }
    text(position)?;
    for &mv in &legal {
        let mut next = position.clone();
        next.play(mv);
        let plain = mv.kind() == MoveKind::Plain && mv.promoted_to().is_none();
        let is_check = slow::is_check(&next);
        equal("check after a move", &next, next.is_check(), is_check)?;
        equal("key after a move", &next, next.key(), next.computed_key())?;
        if plain && is_check && !position.check_squares().may_give_check(position, mv) {
            return fault(
                "a check that was not foreseen",
                format!("{mv:?} in {position}"),
            );
        }
    }
    Ok(())
}

fn names(position: &Position, moves: &[Move]) -> String {
    let names = moves
        .iter()
        .map(|&mv| format!("{} {mv:?}", coordinate(position, mv)));
    names.collect::<Vec<_>>().join(", ")
}

/// The generator in all its forms against the definition.
fn generation(position: &Position, legal: &[Move]) -> Result<(), Fault> {
    let mut generated = position.legal_moves().to_vec();
    generated.sort_unstable();
    if generated != legal {
        let not_in = |moves: &[Move], others: &[Move]| {
            let rest = moves.iter().copied().filter(|mv| !others.contains(mv));
            names(position, &rest.collect::<Vec<_>>())
        };
        let seen = format!(
            "generated but not legal: [{}]; legal but not generated: [{}]; in {position}",
            not_in(&generated, legal),
            not_in(legal, &generated)
        );
        return fault("generator", seen);
    }
    equal(
        "count",
        position,
        movegen::count(position) as usize,
        legal.len(),
    )?;
    equal(
        "any move",
        position,
        position.has_legal_move(),
        !legal.is_empty(),
    )?;
    let check_info = position.check_info();
    let mut both = MoveList::new();
    movegen::generate(position, &check_info, MoveClass::Noisy, &mut both);
    let noisy = both.len();
    movegen::generate(position, &check_info, MoveClass::Quiet, &mut both);
    for (number, &mv) in both.iter().enumerate() {
        equal(
            "class of a move",
            position,
            position.is_noisy(mv),
            number < noisy,
        )?;
    }
    both.sort_unstable();
    equal("classes of moves", position, &both[..], legal)?;
    equal(
        "check",
        position,
        position.is_check(),
        slow::is_check(position),
    )?;
    equal(
        "checkers",
        position,
        position.checkers().any(),
        position.is_check(),
    )?;
    equal(
        "check_info",
        position,
        check_info.checkers,
        position.checkers(),
    )
}

/// The FEN and the keys.
fn text(position: &Position) -> Result<(), Fault> {
    equal("key", position, position.key(), position.computed_key())?;
    let written = position.to_string();
    let read = match Position::from_fen(position.rules(), &written) {
        Ok(read) => read,
        Err(error) => return fault("FEN", format!("{written}: {error}")),
    };
    equal("FEN", position, read.to_string(), written)?;
    equal("key of a FEN", position, read.key(), position.key())?;
    equal(
        "rights of a FEN",
        position,
        read.castling_rights(),
        position.castling_rights(),
    )?;
    equal(
        "en passant of a FEN",
        position,
        read.legal_en_passant(),
        position.legal_en_passant(),
    )
}

/// Whether a game is over although there might be moves left.
fn is_decided(position: &Position) -> bool {
    matches!(
        position.outcome(),
        Some(
            Outcome::MentalCruelty(_)
                | Outcome::Flag(_)
                | Outcome::Checks(_)
                | Outcome::BareKing(_)
                | Outcome::Extinction(_)
        )
    )
}

/// Coordinates and SAN name each move, and no two moves alike.
fn moves_as_text(position: &Position, legal: &[Move]) -> Result<(), Fault> {
    let mut texts = HashSet::new();
    let mut sans = HashSet::new();
    for &mv in legal {
        let text = coordinate(position, mv);
        equal(
            "coordinates",
            position,
            parse_coordinate(position, &text),
            Ok(mv),
        )?;
        let short = san(position, mv);
        equal("SAN", position, parse_san(position, &short), Ok(mv))?;
        equal(
            "SAN or coordinates",
            position,
            parse_either(position, &short),
            Ok(mv),
        )?;
        let mut next = position.clone();
        next.play(mv);
        let over = is_decided(&next);
        let mark = match slow::is_check(&next) && !over {
            true if slow::legal_moves(&next).is_empty() => Some('#'),
            true => Some('+'),
            false => None,
        };
        let written = short.chars().last().filter(|last| "+#".contains(*last));
        equal("mark of SAN", position, (written, &short), (mark, &short))?;
        if !texts.insert(text.clone()) || !sans.insert(short.clone()) {
            return fault(
                "two moves of one name",
                format!("{text} {short} in {position}"),
            );
        }
    }
    Ok(())
}

type Board = [Option<Piece>; MAX_SQUARES];

fn board(position: &Position) -> Board {
    std::array::from_fn(|index| position.piece_on(Square::new(index)))
}

/// Tracks a board as evaluations do.
struct Follower(Board, bool);

impl PieceObserver for Follower {
    fn added(&mut self, piece: Piece, square: Square) {
        self.1 &= self.0[square.index()].replace(piece).is_none();
    }
    fn removed(&mut self, piece: Piece, square: Square) {
        self.1 &= self.0[square.index()].take() == Some(piece);
    }
}

/// What a move leads to, made on a plain board.
fn one_move(position: &Position, mv: Move) -> Result<(), Fault> {
    let before = board(position);
    let mut follower = Follower(before, true);
    let mut next = position.clone();
    next.play_observed(mv, &mut follower);
    let written = coordinate(position, mv);
    let same = |kind, left: bool| match left {
        true => Ok(()),
        false => fault(
            kind,
            format!("{written} {mv:?} in {position} leads to {next}"),
        ),
    };
    let files = position.rules().geometry().files() as i32;
    let (from, to) = (mv.from(), mv.to());
    let forward = if position.side_to_move() == Color::White {
        files
    } else {
        -files
    };
    let mut after = before;
    let man = after[from.index()].take();
    let mut captured = after[to.index()];
    match mv.kind() {
        MoveKind::Plain => {}
        MoveKind::EnPassant => captured = after[to.offset(-forward).index()].take(),
        MoveKind::KingSwap => after[from.index()] = captured.take(),
        MoveKind::Castling if position.rules().castling() == CastlingRule::FixedFiles => {
            let chosen = position.rules().castling_files().expect("files are given");
            let file = to.index() % files as usize;
            let wing = usize::from(chosen.king[1] == file);
            let rights = position.castling_rights() & position.colors(position.side_to_move());
            let is_there = |rook: &Square| usize::from(*rook > from) == wing;
            let rook = rights.into_iter().find(is_there).expect("a partner");
            let rook_to = to.offset(chosen.partner[wing] as i32 - file as i32);
            // The King may have come to the partner's square, or the partner to the King's.
            captured = None;
            let partner = after[rook.index()].take();
            after[rook_to.index()] = partner;
        }
        MoveKind::Castling => {
            let toward = if to > from { 1 } else { -1 };
            let rights = position.castling_rights() & position.colors(position.side_to_move());
            let mut beyond = (1..).map(|steps| to.offset(steps * toward));
            let rook = beyond.find(|&square| rights.contains(square));
            let rook = rook.expect("a King castles with a Rook");
            after[to.offset(-toward).index()] = after[rook.index()].take();
        }
    }
    let becomes = mv
        .promoted_to()
        .map(|kind| Piece::new(position.side_to_move(), kind));
    after[to.index()] = becomes.or(man);
    same("board after a move", board(&next) == after)?;
    same("pieces that come and go", follower.1 && follower.0 == after)?;
    same("key after a move", next.key() == next.computed_key())?;
    same(
        "side after a move",
        next.side_to_move() == !position.side_to_move(),
    )?;
    let is_pawn = man.is_some_and(|man| man.kind() == PieceKind::PAWN);
    let zeroed = is_pawn || captured.is_some();
    let halfmoves = if next.count_limit().is_some() {
        // It counts something else.
        next.halfmove_clock()
    } else if zeroed {
        0
    } else {
        position.halfmove_clock() + 1
    };
    let fullmoves = position.fullmove_number() + u16::from(position.side_to_move() == Color::Black);
    same(
        "counters after a move",
        (next.halfmove_clock(), next.fullmove_number()) == (halfmoves, fullmoves),
    )?;
    let king_moved = man.is_some_and(|man| man.kind() == PieceKind::KING);
    let mut rights = position.castling_rights() - Bitboard::from(from) - Bitboard::from(to);
    if king_moved {
        rights -= position.colors(position.side_to_move());
    }
    same("rights after a move", next.castling_rights() == rights)?;
    let passed = from.offset(forward);
    // A Pawn that promotes by a double step cannot be captured on the way.
    let two = is_pawn && mv.promoted_to().is_none() && passed.offset(forward) == to;
    same(
        "en passant after a move",
        next.en_passant() == two.then_some(passed),
    )?;
    let plain = mv.kind() == MoveKind::Plain && mv.promoted_to().is_none();
    let may =
        !plain || !slow::is_check(&next) || position.check_squares().may_give_check(position, mv);
    same("a check that was not foreseen", may)
}

/// How the game ends.
fn end(position: &Position, legal: &[Move]) -> Result<(), Fault> {
    let cruel = Color::ALL.into_iter().find(|&color| {
        let rules = position.rules().pawns(color);
        position
            .pieces(color, PieceKind::PAWN)
            .meets(rules.failed_promotion)
    });
    let outcome = position.outcome();
    let side = position.side_to_move();
    if cruel.is_none() && is_decided(position) {
        return equal("moves after the end", position, legal.len(), 0);
    }
    let ends = position.rules().ends();
    let limit = ends.move_limit.map(|moves| moves.saturating_mul(2));
    let limit = position.count_limit().map(|count| count + 1).or(limit);
    let expected = match cruel {
        Some(loser) => Some(Outcome::MentalCruelty(!loser)),
        None if legal.is_empty() && slow::is_check(position) => Some(match ends.checkmate {
            CheckmateRule::Loss => Outcome::Checkmate(!side),
            CheckmateRule::Win => Outcome::Checkmated(side),
            // It takes the moves that led here to tell.
            CheckmateRule::Shatar => outcome.unwrap_or(Outcome::Repetition),
        }),
        None if legal.is_empty() => Some(Outcome::Stalemate(match position.rules().stalemate() {
            StalemateRule::Draw => None,
            StalemateRule::Loss => Some(!side),
            StalemateRule::Win => Some(side),
        })),
        None if position.is_insufficient_material() => Some(Outcome::InsufficientMaterial),
        None if limit.is_none_or(|limit| position.halfmove_clock() < limit) => None,
        None if position.count_limit().is_some() => Some(Outcome::Count),
        None if ends.move_limit == Some(EndRules::FIFTY) => Some(Outcome::FiftyMoves),
        None => Some(Outcome::MoveLimit),
    };
    let expected = expected.map(|end| match (end.winner(), ends.draws_won_by) {
        (None, Some(winner)) => Outcome::Draw(winner),
        _ => end,
    });
    equal("outcome", position, outcome, expected)
}

/// The position with board and colors mirrored has the mirrored moves, if the
/// game is the same for both sides.
fn turned_over(position: &Position, legal: &[Move]) -> Result<(), Fault> {
    let rules = position.rules();
    let geometry = rules.geometry();
    let turned = |square: Square| geometry.relative_to(Color::Black, square);
    let turned_set = |set: Bitboard| set.into_iter().map(turned).collect::<Bitboard>();
    let turned_board = |board: &Board| {
        let mut other = [None; MAX_SQUARES];
        for square in geometry.squares() {
            let piece = board[square.index()];
            other[turned(square).index()] =
                piece.map(|piece| Piece::new(!piece.color(), piece.kind()));
        }
        other
    };
    if turned_set(geometry.squares()) != geometry.squares() {
        return Ok(());
    }
    let start = board(&Position::start(rules));
    if turned_board(&start) != start || has_handed_pieces(rules) {
        return Ok(());
    }
    let setup = Setup {
        board: turned_board(&board(position)),
        side_to_move: !position.side_to_move(),
        castling: turned_set(position.castling_rights()),
        en_passant: position.en_passant().map(turned),
        count_limit: position.count_limit(),
        checks_left: position
            .checks_left(Color::White)
            .zip(position.checks_left(Color::Black))
            .map(|(white, black)| [black, white]),
        halfmove_clock: position.halfmove_clock(),
        fullmove_number: position.fullmove_number(),
    };
    let other = match Position::from_setup(rules, &setup) {
        Ok(other) => other,
        Err(error) => return fault("turned over", format!("{error}: {position}")),
    };
    let mut moves: Vec<Move> = legal
        .iter()
        .map(|&mv| {
            let (from, to) = (turned(mv.from()), turned(mv.to()));
            match (mv.kind(), mv.promoted_to()) {
                (MoveKind::Plain, None) => Move::plain(from, to),
                (MoveKind::Plain, Some(kind)) => Move::promotion(from, to, kind),
                (MoveKind::Castling, _) => Move::castling(from, to),
                (MoveKind::EnPassant, None) => Move::en_passant(from, to),
                (MoveKind::EnPassant, Some(kind)) => Move::en_passant_promotion(from, to, kind),
                (MoveKind::KingSwap, _) => Move::king_swap(from, to),
            }
        })
        .collect();
    moves.sort_unstable();
    let mut generated = other.legal_moves().to_vec();
    generated.sort_unstable();
    equal("moves turned over", position, moves, generated)
}

/// Whether a piece moves otherwise in the mirror: Black's pieces are those of White turned
/// around, not mirrored.
fn has_handed_pieces(rules: &'static Rules) -> bool {
    thread_local! {
        static LAST: Cell<Option<(*const Rules, bool)>> = const { Cell::new(None) };
    }
    if let Some((last, found)) = LAST.get()
        && std::ptr::eq(last, rules)
    {
        return found;
    }
    let geometry = rules.geometry();
    let squares = geometry.squares();
    let mirrored = |set: Bitboard| -> Bitboard {
        let turned = set.into_iter();
        turned
            .map(|square| geometry.relative_to(Color::Black, square))
            .collect()
    };
    let is_handed = |piece: &PieceType| {
        squares.into_iter().any(|from| {
            let walks = |color, from| {
                let walks = piece.special.movement.walks(geometry, color, from, squares);
                walks.unwrap_or_default()
            };
            let white: HashSet<_> = walks(Color::White, from)
                .into_iter()
                .map(|walk| {
                    let to = geometry.relative_to(Color::Black, walk.to);
                    (
                        to,
                        mirrored(walk.empty),
                        mirrored(walk.occupied),
                        walk.modes,
                    )
                })
                .collect();
            let from = geometry.relative_to(Color::Black, from);
            let black = walks(Color::Black, from).into_iter();
            let black = black.map(|walk| (walk.to, walk.empty, walk.occupied, walk.modes));
            white != black.collect()
        })
    };
    let found = rules.piece_types().iter().any(is_handed);
    LAST.set(Some((rules, found)));
    found
}

/// Of all encodings that could mean something, only those of legal moves are
/// legal.
fn every_encoding(position: &Position, legal: &[Move]) -> Result<(), Fault> {
    let check_info = position.check_info();
    let squares = position.rules().geometry().squares();
    let kinds: Vec<PieceKind> = position
        .rules()
        .piece_types()
        .iter()
        .map(|piece_type| piece_type.kind)
        .collect();
    let pawns = position.pieces(Color::White, PieceKind::PAWN)
        | position.pieces(Color::Black, PieceKind::PAWN);
    let mut found = Vec::new();
    for from in squares {
        // A King that castles to fixed files may stay where it is.
        found.extend(
            Some(Move::castling(from, from))
                .filter(|&mv| movegen::is_legal(position, &check_info, mv)),
        );
        for to in squares - from.into() {
            let plain = [
                Move::plain(from, to),
                Move::castling(from, to),
                Move::en_passant(from, to),
                Move::king_swap(from, to),
            ];
            let promoted = kinds.iter().filter(|kind| kind.index() > 0);
            let promoted = promoted.flat_map(|&kind| {
                [
                    Move::promotion(from, to, kind),
                    Move::en_passant_promotion(from, to, kind),
                ]
            });
            let promoted = promoted.filter(|_| pawns.contains(from));
            found.extend(
                plain
                    .into_iter()
                    .chain(promoted)
                    .filter(|&mv| movegen::is_legal(position, &check_info, mv)),
            );
        }
    }
    found.sort_unstable();
    equal("legality of any encoding", position, &found[..], legal)
}

/// The staged generation of the search returns each move once.
fn through_the_picker(position: &Position, legal: &[Move]) -> Result<(), Fault> {
    let hints: Vec<Move> = legal.iter().step_by(3).copied().take(3).collect();
    let depth = if legal.len() <= 20 { 2 } else { 1 };
    let leaves = perft(position, depth);
    if depth == 1 {
        equal("perft", position, leaves as usize, legal.len())?;
    }
    equal(
        "staged perft",
        position,
        staged_perft(position, depth, &hints),
        leaves,
    )
}

/// Whether the game has castling of any kind, and whether it was seen.
pub fn castles(position: &Position, mv: Move) -> bool {
    position.rules().castling() != CastlingRule::None
        && matches!(mv.kind(), MoveKind::Castling | MoveKind::KingSwap)
}
