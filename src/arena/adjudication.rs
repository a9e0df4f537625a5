//! Adjudication: ends a game early once both players' scores agree on its
//! result.
//!
//! Works on the reported scores alone and must not depend on rules or engines.
//! No game is adjudicated unless the configuration asks for it.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::base::plural::counted;
use crate::board::color::Color;
use crate::search::score::Score;

use super::record::Termination;

/// When games are adjudicated. A rule that is `None` never ends a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Adjudication {
    /// Draw rule, by scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawAdjudication>,
    /// Win rule, by scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<WinAdjudication>,
    /// Length limit: a draw after this many moves of each player, opening moves
    /// included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
}

/// The maximum number of moves, and the maximum score, of a rule.
const MAX_NUMBER: usize = 1_000_000;

impl Adjudication {
    /// Checks the numbers.
    ///
    /// # Errors
    /// The first one that makes no sense, with its range.
    pub fn check(&self) -> Result<(), String> {
        let score = |score: i32| usize::try_from(score).unwrap_or(usize::MAX);
        let draw = self.draw.as_ref();
        let win = self.win.as_ref();
        for (name, value, least) in [
            ("draw: from", draw.map(|draw| draw.from), 0),
            ("draw: moves", draw.map(|draw| draw.moves), 1),
            ("draw: score", draw.map(|draw| score(draw.score)), 0),
            ("win: moves", win.map(|win| win.moves), 1),
            ("win: score", win.map(|win| score(win.score)), 1),
            ("length", self.length, 1),
        ] {
            if value.is_some_and(|value| !(least..=MAX_NUMBER).contains(&value)) {
                return Err(format!("{name} must be from {least} to {MAX_NUMBER}"));
            }
        }
        Ok(())
    }
}

/// A draw is declared when both players' scores stay close to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DrawAdjudication {
    /// The first move at which the rule may apply.
    pub from: usize,
    /// For this many consecutive moves of each player.
    pub moves: usize,
    /// Largest distance of the scores from zero, in centipawns.
    pub score: i32,
}

/// A win is declared when both players' scores agree on the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WinAdjudication {
    /// For this many consecutive moves of each player.
    pub moves: usize,
    /// Minimum score of the winner, in centipawns.
    pub score: i32,
}

/// The scores reported so far in one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// The scores of the last plies from White's view; a move without a score
    /// clears them.
    scores: VecDeque<i32>,
}

/// How a game was adjudicated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The rule that ended it.
    pub termination: Termination,
    /// The winner, or `None` for a draw.
    pub winner: Option<Color>,
    /// The verdict as a sentence.
    pub reason: String,
}

impl Adjudicator {
    /// The state at the start of a game.
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator {
            rules,
            scores: VecDeque::new(),
        }
    }

    /// Records a move of `mover` with the score it reported, from its own point
    /// of view, and returns the verdict if that ends the game. `plies` counts
    /// all moves made by both players so far, including this one.
    ///
    /// ```
    /// use peregrine::board::color::Color;
    /// use peregrine::search::score::Score;
    /// use peregrine::arena::adjudication::{Adjudication, Adjudicator, WinAdjudication};
    /// let win = Some(WinAdjudication { moves: 1, score: 500 });
    /// let mut adjudicator = Adjudicator::new(Adjudication { win, ..Adjudication::default() });
    /// let winning = Some(Score::Centipawns(600));
    /// assert_eq!(adjudicator.update(Color::White, winning, 61), None);
    /// let verdict = adjudicator.update(Color::Black, Some(Score::Mate(-4)), 62).unwrap();
    /// assert_eq!(verdict.winner, Some(Color::White));
    /// ```
    pub fn update(&mut self, mover: Color, score: Option<Score>, plies: usize) -> Option<Verdict> {
        match score {
            Some(score) => {
                let value = match score {
                    Score::Centipawns(centipawns) => centipawns,
                    Score::Mate(moves) if moves > 0 => i32::MAX,
                    Score::Mate(_) => -i32::MAX,
                };
                self.scores.push_front(match mover {
                    Color::White => value,
                    Color::Black => value.saturating_neg(),
                });
            }
            None => self.scores.clear(),
        }
        let longest = self.rules.draw.map_or(0, |draw| draw.moves);
        let longest = longest.max(self.rules.win.map_or(0, |win| win.moves));
        self.scores.truncate(longest.saturating_mul(2));
        self.won().or_else(|| self.drawn(plies))
    }

    fn won(&self) -> Option<Verdict> {
        let win = self.rules.win?;
        let winner = [Color::White, Color::Black].into_iter().find(|&winner| {
            self.last(win.moves, |score| match winner {
                Color::White => score >= win.score,
                Color::Black => score <= -win.score,
            })
        })?;
        Some(Verdict {
            termination: Termination::AdjudicatedWin,
            winner: Some(winner),
            reason: format!(
                "{winner} wins by adjudication: both scores at {} or more for {}",
                counted(win.score.max(0), "centipawn", "centipawns"),
                counted(win.moves, "move", "moves")
            ),
        })
    }

    fn drawn(&self, plies: usize) -> Option<Verdict> {
        if let Some(length) = self.rules.length
            && plies >= length.saturating_mul(2)
        {
            return Some(Verdict {
                termination: Termination::AdjudicatedLength,
                winner: None,
                reason: format!(
                    "drawn by adjudication after {}",
                    counted(length, "move", "moves")
                ),
            });
        }
        let draw = self.rules.draw?;
        let is_drawn = plies >= draw.from.saturating_mul(2)
            && self.last(draw.moves, |score| {
                score.unsigned_abs() <= draw.score.unsigned_abs()
            });
        is_drawn.then(|| Verdict {
            termination: Termination::AdjudicatedDraw,
            winner: None,
            reason: format!(
                "drawn by adjudication: both scores within {} for {}",
                counted(draw.score.max(0), "centipawn", "centipawns"),
                counted(draw.moves, "move", "moves")
            ),
        })
    }

    /// Whether `holds` is true of the scores of the last `moves` moves of each
    /// player.
    fn last(&self, moves: usize, holds: impl Fn(i32) -> bool) -> bool {
        let plies = moves.saturating_mul(2);
        moves > 0
            && self.scores.len() >= plies
            && self.scores.iter().take(plies).all(|&score| holds(score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_make_no_sense_are_refused() {
        let draw = |from, moves, score| Adjudication {
            draw: Some(DrawAdjudication { from, moves, score }),
            ..Adjudication::default()
        };
        let win = |moves, score| Adjudication {
            win: Some(WinAdjudication { moves, score }),
            ..Adjudication::default()
        };
        let length = |length| Adjudication {
            length: Some(length),
            ..Adjudication::default()
        };
        for good in [draw(0, 1, 0), win(1, 1), length(1), length(MAX_NUMBER)] {
            assert_eq!(good.check(), Ok(()));
        }
        for (bad, name) in [
            (draw(usize::MAX, 1, 0), "draw: from must be from 0 "),
            (draw(0, 0, 0), "draw: moves must be from 1 "),
            (draw(0, 1, -1), "draw: score must be from 0 "),
            (win(0, 1), "win: moves must be from 1 "),
            (win(1, 0), "win: score must be from 1 "),
            (win(1, -600), "win: score must be from 1 "),
            (length(0), "length must be from 1 "),
            (length(usize::MAX / 2 + 1), "length must be from 1 "),
        ] {
            assert!(bad.check().unwrap_err().starts_with(name), "{bad:?}");
        }
    }

    #[test]
    fn absurd_scores_do_not_overflow() {
        let win = Some(WinAdjudication {
            moves: 1,
            score: 500,
        });
        let mut adjudicator = Adjudicator::new(Adjudication {
            win,
            ..Adjudication::default()
        });
        let lost = Some(Score::Centipawns(i32::MIN));
        assert_eq!(adjudicator.update(Color::Black, lost, 60), None);
        let won = Some(Score::Centipawns(i32::MAX));
        let verdict = adjudicator.update(Color::White, won, 61).unwrap();
        assert_eq!(verdict.winner, Some(Color::White));
    }

    /// The ply at which a game with these scores, each from the mover's point
    /// of view, is adjudicated, and its winner.
    fn ended(
        rules: Adjudication,
        scores: &[Option<i32>],
    ) -> Option<(usize, Termination, Option<Color>)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(ply, score)| {
            let mover = [Color::White, Color::Black][ply % 2];
            let verdict = adjudicator.update(mover, score.map(Score::Centipawns), ply + 1)?;
            Some((ply + 1, verdict.termination, verdict.winner))
        })
    }

    fn win(moves: usize, score: i32) -> Adjudication {
        Adjudication {
            win: Some(WinAdjudication { moves, score }),
            ..Adjudication::default()
        }
    }

    fn draw(from: usize, moves: usize, score: i32) -> Adjudication {
        Adjudication {
            draw: Some(DrawAdjudication { from, moves, score }),
            ..Adjudication::default()
        }
    }

    #[test]
    fn both_must_agree_long_enough_on_a_win() {
        let lost = [-300, 300, -300, 300].map(Some);
        let black = Some((4, Termination::AdjudicatedWin, Some(Color::Black)));
        assert_eq!(ended(win(2, 300), &lost), black);
        assert_eq!(ended(win(2, 301), &lost), None);
        assert_eq!(ended(win(3, 300), &lost), None);
        // Each player thinks it is winning.
        assert_eq!(ended(win(1, 300), &[Some(400), Some(400)]), None);
        // A score in between restarts the count.
        let doubt = [400, -400, 400, -200, 400, -400].map(Some);
        assert_eq!(ended(win(2, 300), &doubt), None);
        let white = Some((8, Termination::AdjudicatedWin, Some(Color::White)));
        assert_eq!(ended(win(2, 300), &[doubt, doubt].concat()), white);
    }

    #[test]
    fn a_draw_waits_for_its_first_move() {
        let quiet = [Some(0), Some(5), Some(-10), Some(3), Some(10), Some(-1)];
        let at = |ply| Some((ply, Termination::AdjudicatedDraw, None));
        assert_eq!(ended(draw(1, 2, 10), &quiet), at(4));
        assert_eq!(ended(draw(3, 1, 10), &quiet), at(6));
        assert_eq!(ended(draw(1, 2, 9), &quiet), None);
    }

    #[test]
    fn moves_without_score_begin_the_count_anew() {
        let scores = [Some(0), None, Some(0), Some(0), Some(0), Some(0)];
        let at = Some((6, Termination::AdjudicatedDraw, None));
        assert_eq!(ended(draw(1, 2, 10), &scores), at);
    }

    #[test]
    fn nothing_is_adjudicated_unasked() {
        assert_eq!(ended(Adjudication::default(), &[Some(0); 400]), None);
        let length = Adjudication {
            length: Some(100),
            ..Adjudication::default()
        };
        let at = Some((200, Termination::AdjudicatedLength, None));
        assert_eq!(ended(length, &[None; 400]), at);
    }
}
