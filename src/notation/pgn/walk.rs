//! Plays the moves of a game as they are written, with those of its variations.
//!
//! What becomes of them is the business of a [`Target`]. Nothing recurses, so that no
//! nesting exhausts the stack.

use crate::board::moves::Move;
use crate::notation::xboard::XboardDialect;
use crate::notation::{self, NotationError, NotationErrorKind, parse_either};
use crate::position::Position;

use super::error::{GameError, PgnError};
use super::text::{GameText, Kind, MoveText, Token, line_of_moves};
use super::tree::{MAX_DEPTH, TreeError, play};
use super::words::NULL_MOVE;

/// What the moves of a game are played for.
pub(super) trait Target {
    /// Whether variations are played, or skipped.
    const PLAYS_VARIATIONS: bool;

    /// The position before the next move.
    fn position(&self) -> &Position;

    /// Plays a legal move, or a null move.
    fn play(&mut self, mv: Option<Move>) -> Result<(), TreeError>;

    /// Takes a comment; by default it is dropped.
    fn comment(&mut self, _comment: &str) -> Result<(), TreeError> {
        Ok(())
    }

    /// Takes a glyph; by default it is dropped.
    fn glyph(&mut self, _glyph: u8) -> Result<(), TreeError> {
        Ok(())
    }

    /// Begins a variation that replaces the last move.
    fn open(&mut self) {}

    /// Ends a variation.
    fn close(&mut self) -> Result<(), TreeError> {
        Ok(())
    }
}

/// Where a line begins.
#[derive(Clone, Copy)]
struct Place {
    /// The plies before it.
    before: usize,
    is_main: bool,
}

impl Place {
    const MAIN: Place = Place {
        before: 0,
        is_main: true,
    };
}

/// A line that is being played.
struct Line {
    place: Place,
    /// Its plies so far.
    plies: usize,
    /// Its moves, if they had to be read all at once.
    moves: Option<std::vec::IntoIter<Option<Move>>>,
}

/// Plays at most this many plies of the main line. A move is SAN or else two squares; in a
/// game saved by XBoard it is in XBoard's notation.
///
/// # Errors
/// At the first move that cannot be played.
pub(super) fn walk<T: Target>(
    text: &GameText,
    dialect: Option<&XboardDialect>,
    plies: usize,
    target: &mut T,
) -> Result<(), PgnError> {
    let reader = Reader {
        text,
        dialect: dialect.filter(|dialect| dialect.is_described()),
    };
    let mut tokens = text.tokens();
    let main = line_of_moves(tokens.clone()).take(plies);
    let first = reader.line(target.position(), Place::MAIN, main)?;
    let mut lines = vec![first];
    let mut skipped = 0_usize;
    while let Some(token) = tokens.next() {
        let refused = |fault: GameError| text.error(token.line, fault);
        let full = |error: TreeError| refused(error.into());
        if !T::PLAYS_VARIATIONS && (skipped > 0 || token.kind == Kind::Open) {
            match token.kind {
                Kind::Open => skipped += 1,
                Kind::Close => skipped = skipped.saturating_sub(1),
                Kind::Comment if skipped == 0 => target.comment(token.text).map_err(full)?,
                _ => {}
            }
            continue;
        }
        let Some(line) = lines.last_mut() else {
            return Ok(());
        };
        match token.kind {
            Kind::Comment => target.comment(token.text).map_err(full)?,
            Kind::Glyph(glyph) => target.glyph(glyph).map_err(full)?,
            Kind::Move | Kind::NullMove => {
                if line.place.is_main && line.plies == plies {
                    return Ok(());
                }
                let mv = match line.moves.as_mut().and_then(Iterator::next) {
                    Some(mv) => mv,
                    None => reader.read_one(target.position(), &token, line)?,
                };
                target.play(mv).map_err(full)?;
                line.plies += 1;
            }
            Kind::Open => {
                let Some(replaced) = line.plies.checked_sub(1) else {
                    return Err(refused(GameError::NothingReplaced));
                };
                let before = line.place.before + replaced;
                if lines.len() > MAX_DEPTH {
                    return Err(refused(GameError::Depth(MAX_DEPTH)));
                }
                target.open();
                let place = Place {
                    before,
                    is_main: false,
                };
                let moves = line_of_moves(tokens.clone());
                lines.push(reader.line(target.position(), place, moves)?);
            }
            Kind::Close => {
                lines.pop();
                target.close().map_err(full)?;
            }
        }
    }
    Ok(())
}

/// Reads the moves of a game.
struct Reader<'a> {
    text: &'a GameText,
    /// XBoard's notation, if XBoard was told about the game.
    dialect: Option<&'a XboardDialect>,
}

impl Reader<'_> {
    /// The line with these moves. If they can be ambiguous one by one, all are read.
    fn line<'t>(
        &self,
        start: &Position,
        place: Place,
        moves: impl Iterator<Item = MoveText<'t>>,
    ) -> Result<Line, PgnError> {
        let moves = match self.dialect {
            None => None,
            Some(dialect) => {
                let texts: Vec<MoveText<'_>> = moves.collect();
                Some(self.played(dialect, start, place, &texts)?.into_iter())
            }
        };
        Ok(Line {
            place,
            plies: 0,
            moves,
        })
    }

    /// The move of a token; `None` for a null move.
    fn read_one(
        &self,
        position: &Position,
        token: &Token<'_>,
        line: &Line,
    ) -> Result<Option<Move>, PgnError> {
        let mv = match token.kind {
            Kind::NullMove => null_move(position, line.place).map(|()| None),
            _ => parse_either(position, token.text)
                .map(Some)
                .map_err(|error| error.reason),
        };
        let text = MoveText {
            text: token.text,
            line: token.line,
        };
        let ply = line.place.before + line.plies + 1;
        mv.map_err(|reason| self.refused(position, ply, text, reason))
    }

    /// Plays all these moves of a line. A castling written by XBoard can be ambiguous; in
    /// that case the following moves decide.
    ///
    /// # Errors
    /// Among all readings of the line, the error at the latest unplayable move;
    /// or an ambiguity if two readings are playable to the end.
    fn played(
        &self,
        dialect: &XboardDialect,
        start: &Position,
        place: Place,
        texts: &[MoveText<'_>],
    ) -> Result<Vec<Option<Move>>, PgnError> {
        let mut open = vec![(start.clone(), Vec::new())];
        let mut found: Option<Vec<Option<Move>>> = None;
        let mut fault: Option<(usize, PgnError)> = None;
        while let Some((mut position, mut moves)) = open.pop() {
            let refused = texts[moves.len()..].iter().find_map(|&text| {
                let ply = place.before + moves.len() + 1;
                let read = match text.text {
                    NULL_MOVE => null_move(&position, place).map(|()| vec![None]),
                    _ => dialect
                        .read_san(&position, text.text)
                        .map(|moves| moves.into_iter().map(Some).collect())
                        .map_err(|error| error.reason),
                };
                let read: Vec<Option<Move>> = match read {
                    Ok(read) => read,
                    Err(reason) => return Some(self.refused(&position, ply, text, reason)),
                };
                for &other in &read[1..] {
                    let mut branch = (position.clone(), moves.clone());
                    play(&mut branch.0, other);
                    branch.1.push(other);
                    open.push(branch);
                }
                play(&mut position, read[0]);
                moves.push(read[0]);
                None
            });
            match (refused, &found) {
                (Some(error), _) => {
                    let reached = moves.len();
                    if fault.as_ref().is_none_or(|(other, _)| *other < reached) {
                        fault = Some((reached, error));
                    }
                }
                (None, None) => found = Some(moves),
                (None, Some(other)) => {
                    return Err(self.unclear(start, place.before, [&moves, other], texts));
                }
            }
        }
        match (found, fault) {
            (Some(moves), _) => Ok(moves),
            (None, Some((_, error))) => Err(error),
            (None, None) => unreachable!("each way to read a line ends"),
        }
    }

    /// The error for a move that cannot be played.
    fn refused(
        &self,
        position: &Position,
        ply: usize,
        text: MoveText<'_>,
        reason: NotationErrorKind,
    ) -> PgnError {
        let reason = NotationError {
            text: text.text.to_owned(),
            reason,
        };
        let fault = GameError::Move {
            ply,
            move_number: position.fullmove_number(),
            side: position.side_to_move(),
            reason,
            fen: position.to_string(),
        };
        self.text.error(text.line, fault)
    }

    /// The error for a line with two possible readings.
    fn unclear(
        &self,
        start: &Position,
        before: usize,
        [one, other]: [&[Option<Move>]; 2],
        texts: &[MoveText<'_>],
    ) -> PgnError {
        let mut pairs = one.iter().zip(other);
        let index = pairs.position(|(one, other)| one != other);
        let index = index.unwrap_or_default();
        let mut position = start.clone();
        for &mv in &one[..index] {
            play(&mut position, mv);
        }
        let names = [one, other].map(|moves| match moves[index] {
            Some(mv) => notation::san(&position, mv),
            None => NULL_MOVE.to_owned(),
        });
        let reason = NotationErrorKind::Ambiguous(names.join(", "));
        self.refused(&position, before + index + 1, texts[index], reason)
    }
}

/// Whether there can be a null move.
fn null_move(position: &Position, place: Place) -> Result<(), NotationErrorKind> {
    if place.is_main {
        return Err(NotationErrorKind::NullMove("can stand only in a variation"));
    }
    if position.is_check() {
        return Err(NotationErrorKind::NullMove("is not possible in check"));
    }
    Ok(())
}
