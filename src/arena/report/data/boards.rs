//! Final positions of selected games.

use super::ReportedMatch;
use crate::arena::record::{GameRecord, Termination};
use crate::position::game::GameResult;
use crate::render::Svg;
use crate::rules::Rules;

/// The final position of a game.
pub(crate) struct FinalPosition {
    /// Why the game is shown.
    pub(crate) why: &'static str,
    pub(crate) label: String,
    /// The names of White and Black.
    pub(crate) players: [String; 2],
    pub(crate) result: GameResult,
    pub(crate) termination: Termination,
    pub(crate) plies: usize,
    pub(crate) fen: String,
    pub(crate) picture: Svg,
}

/// Final positions, if the rules are known.
pub(super) fn final_positions(
    reported: &ReportedMatch,
    rules: Option<&'static Rules>,
) -> Vec<FinalPosition> {
    let Some(rules) = rules else {
        return Vec::new();
    };
    chosen(&reported.games)
        .into_iter()
        .filter_map(|(why, game)| {
            let replayed = game.replay(rules).ok()?;
            let position = replayed.position();
            Some(FinalPosition {
                why,
                label: game.label(),
                players: reported.players(game),
                result: game.result,
                termination: game.termination,
                plies: game.moves.len(),
                fen: position.to_string(),
                picture: Svg::new(position),
            })
        })
        .collect()
}

/// The games whose final position is shown, with the reason: the last, the
/// shortest and longest win, and the first failure.
pub(super) fn chosen<'a>(games: &[&'a GameRecord]) -> Vec<(&'static str, &'a GameRecord)> {
    let all = || games.iter().copied();
    let won =
        || all().filter(|game| game.result.winner().is_some() && !game.termination.is_failure());
    let candidates = [
        ("Last game", all().next_back()),
        ("Shortest win", won().min_by_key(|game| game.moves.len())),
        ("Longest win", won().max_by_key(|game| game.moves.len())),
        (
            "First failure",
            all().find(|game| game.termination.is_failure()),
        ),
    ];
    let mut found: Vec<(&str, &GameRecord)> = Vec::new();
    for (why, game) in candidates {
        let game = game.filter(|game| found.iter().all(|(_, other)| other.game != game.game));
        found.extend(game.map(|game| (why, game)));
    }
    found
}
