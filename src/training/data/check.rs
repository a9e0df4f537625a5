//! Checks that a game can come from its source: its number and how it ended.

use crate::arena::adjudication::{Adjudicator, Verdict};
use crate::arena::record::Termination;
use crate::board::color::Color;
use crate::position::game::Game;
use crate::rules::Rules;
use crate::search::score::Score;

use super::game::{GameEnd, GameError, SelfPlayGame};
use super::{RecordError, Source};

impl GameEnd {
    /// The end of a game that was adjudicated by its scores.
    pub(crate) fn by_scores(verdict: &Verdict) -> GameEnd {
        match verdict.termination {
            Termination::AdjudicatedWin => GameEnd::Win,
            Termination::AdjudicatedDraw => GameEnd::Draw,
            _ => GameEnd::Length,
        }
    }
}

/// Checks a game whose moves are legal: some source has its number, and it lasted until
/// the rules or the scores ended it, with that result.
pub(super) fn check(
    game: &SelfPlayGame,
    rules: &'static Rules,
    sources: &[Source],
) -> Result<(), RecordError> {
    let mut possible = sources
        .iter()
        .filter(|source| source.has_game(game.number))
        .peekable();
    if possible.peek().is_none() {
        return Err(RecordError::Number(game.number));
    }
    let mut replayed = Game::new(game.start(rules)?);
    let mut movers = Vec::new();
    let searched = game.moves.iter().map(|scored| scored.mv);
    for (ply, mv) in game.opening.iter().copied().chain(searched).enumerate() {
        if replayed.outcome().is_some() {
            return Err(RecordError::AlreadyOver(ply));
        }
        if !replayed.position().is_legal(mv) {
            return Err(GameError::Illegal(ply).into());
        }
        movers.push(replayed.position().side_to_move());
        replayed.play(mv);
    }
    let by_rules = replayed.outcome().map(|outcome| outcome.winner());
    let is_by_rules = game.end == GameEnd::Rules;
    if is_by_rules != by_rules.is_some() || by_rules.is_some_and(|winner| winner != game.winner) {
        return Err(RecordError::Result);
    }
    let agrees = |source: &Source| match verdict(game, &movers, source) {
        None => is_by_rules,
        Some((index, _, _)) if index + 1 < game.moves.len() => false,
        // The rules come first.
        Some((_, end, winner)) => is_by_rules || (end, winner) == (game.end, game.winner),
    };
    match possible.any(agrees) {
        true => Ok(()),
        false => Err(RecordError::Scores),
    }
}

/// The first searched move after which the scores end a game, how, and with which winner.
fn verdict(
    game: &SelfPlayGame,
    movers: &[Color],
    source: &Source,
) -> Option<(usize, GameEnd, Option<Color>)> {
    let mut adjudicator = Adjudicator::new(source.adjudication);
    let opening = game.opening.len();
    let mut moves = game.moves.iter().enumerate();
    moves.find_map(|(index, scored)| {
        let plies = opening + index + 1;
        let score = Some(Score::from(scored.score));
        let verdict = adjudicator.update(movers[plies - 1], score, plies)?;
        Some((index, GameEnd::by_scores(&verdict), verdict.winner))
    })
}
