//! Whether a game is one that its source can have: its number, and how it ended.

use crate::arena::adjudication::{Adjudicator, Verdict};
use crate::arena::record::Termination;
use crate::board::color::Color;
use crate::position::game::Game;
use crate::rules::Rules;
use crate::search::score::Score;

use super::game::{End, GameError, SelfPlayGame};
use super::{GameFault, Source};

impl End {
    /// The end of a game that its scores have decided.
    pub(crate) fn by_scores(verdict: &Verdict) -> End {
        match verdict.termination {
            Termination::AdjudicatedWin => End::Win,
            Termination::AdjudicatedDraw => End::Draw,
            _ => End::Length,
        }
    }
}

/// Checks a game whose moves are legal: some source has its number, and it lasted until
/// the rules or the scores ended it, with that result.
pub(super) fn check(
    game: &SelfPlayGame,
    rules: &'static Rules,
    sources: &[Source],
) -> Result<(), GameFault> {
    let mut possible = sources
        .iter()
        .filter(|source| source.has_game(game.number))
        .peekable();
    if possible.peek().is_none() {
        return Err(GameFault::Number(game.number));
    }
    let mut replayed = Game::new(game.start(rules)?);
    let mut movers = Vec::new();
    let searched = game.moves.iter().map(|scored| scored.mv);
    for (ply, mv) in game.opening.iter().copied().chain(searched).enumerate() {
        if replayed.outcome().is_some() {
            return Err(GameFault::AlreadyOver(ply));
        }
        if !replayed.position().is_legal(mv) {
            return Err(GameError::Illegal(ply).into());
        }
        movers.push(replayed.position().side_to_move());
        replayed.play(mv);
    }
    let by_rules = replayed.outcome().map(|outcome| outcome.winner());
    let is_by_rules = game.end == End::Rules;
    if is_by_rules != by_rules.is_some() || by_rules.is_some_and(|winner| winner != game.winner) {
        return Err(GameFault::Result);
    }
    let agrees = |source: &Source| match verdict(game, &movers, source) {
        None => is_by_rules,
        Some((index, _, _)) if index + 1 < game.moves.len() => false,
        // The rules come first.
        Some((_, end, winner)) => is_by_rules || (end, winner) == (game.end, game.winner),
    };
    match possible.any(agrees) {
        true => Ok(()),
        false => Err(GameFault::Scores),
    }
}

/// The first searched move after which the scores end a game, how, and with which winner.
fn verdict(
    game: &SelfPlayGame,
    movers: &[Color],
    source: &Source,
) -> Option<(usize, End, Option<Color>)> {
    let mut adjudicator = Adjudicator::new(source.adjudication);
    let opening = game.opening.len();
    let mut moves = game.moves.iter().enumerate();
    moves.find_map(|(index, scored)| {
        let plies = opening + index + 1;
        let score = Some(Score::from(scored.score));
        let verdict = adjudicator.after(movers[plies - 1], score, plies)?;
        Some((index, End::by_scores(&verdict), verdict.winner))
    })
}
