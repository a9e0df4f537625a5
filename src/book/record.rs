//! What games and searches say about one move.

use std::cmp::Reverse;

/// The maximum score of either side: that of a mate on the board.
pub(crate) const MAX_SCORE: i32 = 32_000;

/// What games and searches say about a move, from the view of the side that makes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Games that this side won after the move.
    pub wins: u32,
    /// Games that were drawn.
    pub draws: u32,
    /// Games that it lost.
    pub losses: u32,
    /// Those of these games in which a player chose the move. In the others it was part of a
    /// random opening.
    pub chosen: u32,
    /// The score of a search in centipawns; mates as in
    /// [`score`](crate::search::score#constants).
    pub score: Option<i32>,
}

impl Record {
    /// The number of games.
    pub fn games(&self) -> u64 {
        u64::from(self.wins) + u64::from(self.draws) + u64::from(self.losses)
    }

    /// Twice the points from these games: two for a win, one for a draw.
    pub(super) fn double_points(&self) -> u64 {
        2 * u64::from(self.wins) + u64::from(self.draws)
    }

    /// The share of points from these games, 0 to 1; `None` without games.
    ///
    /// ```
    /// let record = peregrine::book::Record { wins: 1, draws: 1, ..Default::default() };
    /// assert_eq!(record.rate(), Some(0.75));
    /// ```
    pub fn rate(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| self.double_points() as f64 / (2 * games) as f64)
    }

    /// Whether it has a game or a score.
    pub(super) fn has_content(&self) -> bool {
        self.score.is_some() || self.games() > 0
    }

    /// Smaller for the more promising of two moves: the better score, then more games in
    /// which it was chosen, then more games.
    pub(super) fn rank(&self) -> impl Ord + use<> {
        (
            Reverse(self.score),
            Reverse(self.chosen),
            Reverse(self.games()),
        )
    }
}
