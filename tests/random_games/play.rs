//! From a description to positions: a game is read as a variant file, and its
//! positions are checked along lines of moves.

use std::panic::{AssertUnwindSafe, catch_unwind};

use peregrine::board::color::Color;
use peregrine::board::moves::{Move, MoveKind};
use peregrine::board::square::Square;
use peregrine::notation::{coordinate, parse_coordinate};
use peregrine::position::Position;
use peregrine::rules::Rules;
use peregrine::variants::shuffle::Arrays;
use peregrine::variants::{self, RuleOptions, Variant};

use crate::check::{self, Definition, Fault, fault};
use crate::describe::{Case, Cell, Game, Kind, Placement, Step};
use crate::generate;
use crate::place;
use crate::source::Source;

/// Says how many plies long games have.
const PLIES: &str = "PEREGRINE_RANDOM_GAMES_PLIES";

/// How often each thing has been seen.
#[derive(Debug, Default)]
pub struct Counts {
    pub games: usize,
    pub refused: usize,
    pub positions: usize,
    pub castlings: usize,
    pub en_passants: usize,
    pub promotions: usize,
    pub checks: usize,
    pub ends: usize,
}

/// The rules of a game, if the checker of variant files accepts it.
pub fn rules(game: &Game, castling: usize, promotion: usize) -> Option<&'static Rules> {
    let mut found = variants::check(&game.text()).ok()?;
    let variant: &'static Variant = Box::leak(Box::new(found.remove(0)));
    let options = RuleOptions {
        castling: Some(variant.castling[castling % variant.castling.len()]),
        promotion: Some(variant.promotion[promotion % variant.promotion.len()]),
    };
    variant.rules(options).ok()
}

/// The position that a case starts from.
pub fn begin(case: &Case, rules: &'static Rules) -> Option<Position> {
    match &case.placement {
        None => Some(Position::start(rules)),
        Some(placement) => Position::from_fen(rules, &case.game.fen(placement)).ok(),
    }
}

/// What a position is, as a description.
pub fn placement(game: &Game, position: &Position) -> Placement {
    let rules = position.rules();
    let mut cells = game.start.cells.clone();
    for square in rules.geometry().squares() {
        cells[square.index()] = match position.piece_on(square) {
            None => Cell::Empty,
            Some(man) => {
                let letter = rules.kind_letter(man.kind());
                let number = game.pieces.iter().position(|piece| piece.letter == letter);
                let kind = match number {
                    Some(number) => Kind::Piece(number),
                    None if letter == game.king => Kind::King,
                    None => Kind::Pawn,
                };
                let white = man.color() == Color::White;
                Cell::Man { white, kind }
            }
        };
    }
    Placement {
        cells,
        white_to_move: position.side_to_move() == Color::White,
        rights: position
            .castling_rights()
            .into_iter()
            .map(Square::index)
            .collect(),
        en_passant: position.en_passant().map(Square::index),
        halfmove_clock: position.halfmove_clock(),
        fullmove_number: position.fullmove_number(),
    }
}

/// A move as a description.
fn step(game: &Game, position: &Position, mv: Move) -> Step {
    let text = coordinate(position, mv);
    let letter = mv
        .promoted_to()
        .map(|kind| position.rules().kind_letter(kind).to_lowercase());
    let becomes = letter.unwrap_or_default();
    let from = mv.from().index();
    let target = &text[game.name(from).len()..text.len() - becomes.len()];
    let to = (0..game.start.cells.len()).find(|&cell| game.name(cell) == target);
    Step {
        from,
        to: to.unwrap_or(mv.to().index()),
        becomes,
    }
}

/// The first fault of a case, if it is a valid one, with its position.
pub fn replay(case: &Case, definition: Definition) -> Option<(Fault, usize)> {
    let rules = rules(&case.game, case.castling, case.promotion)?;
    let mut position = begin(case, rules)?;
    for ply in 0..=case.line.len() {
        if let Err(fault) = guarded(|| check::look(&position, definition, true)) {
            return Some((fault, ply));
        }
        if let Some(step) = case.line.get(ply) {
            position.play(parse_coordinate(&position, &case.game.step(step)).ok()?);
        }
    }
    None
}

/// A panic counts as a fault.
pub fn guarded(look: impl FnOnce() -> Result<(), Fault>) -> Result<(), Fault> {
    catch_unwind(AssertUnwindSafe(look)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied());
        fault("panic", text.unwrap_or_default())
    })
}

/// Generates a game, plays it from its start and from random positions, and
/// checks each position on the way.
///
/// # Errors
/// With the failing case.
pub fn play(
    source: &mut Source<'_>,
    definition: Definition,
    counts: &mut Counts,
) -> Result<(), Box<(Case, Fault)>> {
    let mut case = Case {
        game: generate::game(source),
        placement: None,
        line: Vec::new(),
        castling: source.below(3),
        promotion: source.below(2),
    };
    let mut made = None;
    let read = guarded(|| {
        made = rules(&case.game, case.castling, case.promotion);
        Ok(())
    });
    if let Err(fault) = read {
        return Err(Box::new((case, fault)));
    }
    let Some(rules) = made else {
        counts.refused += 1;
        return Ok(());
    };
    counts.games += 1;
    if let Some(plies) = long_games() {
        walk(source, &mut case, rules, definition, plies, counts)?;
        return Ok(());
    }
    walk(source, &mut case, rules, definition, 12, counts)?;
    if rules.is_shuffled() {
        array(source, &mut case, rules)?;
        walk(source, &mut case, rules, definition, 6, counts)?;
    }
    for _ in 0..5 {
        // Many random placements are impossible.
        for _ in 0..20 {
            let placement = place::placement(source, &case.game);
            if Position::from_fen(rules, &case.game.fen(&placement)).is_ok() {
                case.placement = Some(placement);
                walk(source, &mut case, rules, definition, 6, counts)?;
                break;
            }
        }
    }
    Ok(())
}

/// How many plies long games have, if such are to be played: from the start, and with the
/// quick checks between thorough ones.
fn long_games() -> Option<usize> {
    std::env::var(PLIES).ok()?.parse().ok()
}

/// Chooses one of the random arrays.
fn array(
    source: &mut Source<'_>,
    case: &mut Case,
    rules: &'static Rules,
) -> Result<(), Box<(Case, Fault)>> {
    let Ok(arrays) = Arrays::new(rules) else {
        return Ok(());
    };
    let number = arrays.random_number(source.below(1 << 30) as u64);
    let Ok(start) = arrays.start(number) else {
        return Ok(());
    };
    case.placement = Some(placement(&case.game, &start));
    if arrays.number_of(&start) == Some(number) {
        return Ok(());
    }
    let seen = format!("{number} is not {:?}: {start}", arrays.number_of(&start));
    let found = Fault {
        kind: "number of an array",
        seen,
    };
    Err(Box::new((case.clone(), found)))
}

/// Plays so many moves from the start of a case.
fn walk(
    source: &mut Source<'_>,
    case: &mut Case,
    rules: &'static Rules,
    definition: Definition,
    plies: usize,
    counts: &mut Counts,
) -> Result<(), Box<(Case, Fault)>> {
    case.line.clear();
    let Some(mut position) = begin(case, rules) else {
        return Ok(());
    };
    for _ in 0..=plies {
        let thoroughly = source.one_in(8);
        let is_quick = long_games().is_some() && !source.one_in(40);
        let look = || match is_quick {
            true => check::look_quickly(&position, definition),
            false => check::look(&position, definition, thoroughly),
        };
        if let Err(fault) = guarded(look) {
            return Err(Box::new((case.clone(), fault)));
        }
        counts.positions += 1;
        counts.checks += usize::from(position.is_check());
        let moves = position.legal_moves();
        if moves.is_empty() {
            counts.ends += 1;
            break;
        }
        let is_rare = |mv: &Move| {
            let two = mv.from().index().abs_diff(mv.to().index()) == 2 * case.game.files;
            mv.kind() != MoveKind::Plain || mv.promoted_to().is_some() || two
        };
        let rare: Vec<Move> = moves.iter().copied().filter(is_rare).collect();
        let mv = match rare.is_empty() || source.one_in(2) {
            true => *source.pick(&moves),
            false => *source.pick(&rare),
        };
        counts.castlings += usize::from(check::castles(&position, mv));
        counts.en_passants += usize::from(mv.kind() == MoveKind::EnPassant);
        counts.promotions += usize::from(mv.promoted_to().is_some());
        case.line.push(step(&case.game, &position, mv));
        position.play(mv);
    }
    Ok(())
}
