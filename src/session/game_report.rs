//! The report of a game: what each move was worth, judged by analyses of the positions.
//!
//! Must not search: its users analyze the positions of the game, and then once more what the
//! report asks for.

use crate::board::color::Color;
use crate::board::moves::Move;
use crate::notation::pgn::{GameTree, NodeId, TreeError};
use crate::position::Position;
use crate::position::game::Game;
use crate::search::score::Score;

use super::analysis::PositionAnalysis;
use super::evaluation::evaluation;
use super::judgment::{ExpectedScore, INACCURACY, Judgment, MISTAKE, TurningPoint, accuracy};

/// The maximum length of a line that is added to a game as a variation, in plies.
const MAX_LINE: usize = 10;

/// A line that is better than the move played.
#[derive(Clone, Debug)]
pub(crate) struct BetterLine {
    /// The expected score of the player with it.
    expected: ExpectedScore,
    /// The line; its first move is the engine's choice.
    pub(crate) line: Vec<Move>,
    /// The score after its first move, for the side that is then to move.
    pub(crate) score: Option<Score>,
}

/// What a move was worth.
#[derive(Clone, Debug)]
pub(crate) struct MoveAnnotation {
    /// What it lost.
    pub(crate) loss: ExpectedScore,
    /// Whether there was another move, and the engine has a choice of its own.
    has_choice: bool,
    pub(crate) judgment: Option<Judgment>,
    /// What the engine would have played, if the move is marked as bad.
    pub(crate) better: Option<BetterLine>,
}

/// What is analyzed before a move can be judged. The number is that of the move in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SecondLook {
    /// The position after the engine's choice, because the move seems to lose something.
    AfterChoice(usize),
    /// The position without the move, because it seems hard to find.
    Without(usize),
}

/// The report of a game.
pub(crate) struct GameReport {
    /// Of every position, from the start of the game to its end.
    analyses: Vec<PositionAnalysis>,
    annotations: Vec<MoveAnnotation>,
}

impl GameReport {
    /// The report of a game whose positions have these analyses, and what has to be analyzed
    /// again, in the order of the moves.
    pub(crate) fn new(
        game: &Game,
        analyses: Vec<PositionAnalysis>,
    ) -> (GameReport, Vec<SecondLook>) {
        let mut looks = Vec::new();
        let mut annotations = Vec::with_capacity(game.moves().len());
        for (ply, ((position, mv), pair)) in game.turns().zip(analyses.windows(2)).enumerate() {
            let [before, after] = [&pair[0], &pair[1]];
            let after = after.expected.other();
            let has_choice = position.legal_moves().len() > 1 && !before.line.is_empty();
            let is_choice = before.line.first() == Some(&mv);
            let mut loss = ExpectedScore::LOST;
            if has_choice && !is_choice {
                loss = before.expected.above(after);
                if loss >= INACCURACY {
                    looks.push(SecondLook::AfterChoice(ply));
                }
            } else if has_choice && before.is_hard && after >= MISTAKE {
                // If other moves are to lose enough, there must be enough to lose.
                looks.push(SecondLook::Without(ply));
            }
            annotations.push(MoveAnnotation {
                loss,
                has_choice,
                judgment: None,
                better: None,
            });
        }
        let report = GameReport {
            analyses,
            annotations,
        };
        (report, looks)
    }

    pub(crate) fn annotations(&self) -> &[MoveAnnotation] {
        &self.annotations
    }

    /// The engine's choice in place of a move.
    pub(crate) fn choice(&self, ply: usize) -> Option<Move> {
        self.analyses.get(ply)?.line.first().copied()
    }

    /// The score after a move, for the side that is then to move.
    pub(crate) fn score_after(&self, ply: usize) -> Option<Score> {
        self.analyses.get(ply + 1)?.score
    }

    /// Judges a move by what was found when it was looked at again.
    pub(crate) fn judge(&mut self, look: SecondLook, found: PositionAnalysis) {
        let (SecondLook::AfterChoice(ply) | SecondLook::Without(ply)) = look;
        let [Some(before), Some(after)] = [self.analyses.get(ply), self.analyses.get(ply + 1)]
        else {
            return;
        };
        let after = after.expected.other();
        let Some(annotation) = self.annotations.get_mut(ply) else {
            return;
        };
        match look {
            SecondLook::AfterChoice(_) => annotation.judge_loss(before, after, found),
            SecondLook::Without(_) => {
                if after.above(found.expected) >= MISTAKE {
                    annotation.judgment = Some(Judgment::Good);
                }
            }
        }
    }

    /// The accuracy of each side: White's, Black's.
    pub(crate) fn accuracies(&self, game: &Game) -> [Option<f64>; 2] {
        Color::ALL.map(|side| {
            let turns = game.turns().zip(&self.annotations);
            let losses: Vec<ExpectedScore> = turns
                .filter(|((position, _), annotation)| {
                    position.side_to_move() == side && annotation.has_choice
                })
                .map(|(_, annotation)| annotation.loss)
                .collect();
            accuracy(&losses)
        })
    }

    /// Where the game changed hands.
    pub(crate) fn turning_points(&self, game: &Game) -> Vec<TurningPoint> {
        let turns = game.turns().zip(&self.annotations).enumerate();
        turns
            .filter_map(|(ply, ((position, _), annotation))| {
                let side = position.side_to_move();
                let before = annotation.better.as_ref()?.expected;
                let after = self.analyses.get(ply + 1)?.expected;
                let before = before.seen_by(side, Color::White);
                TurningPoint::new(ply, before, after.seen_by(!side, Color::White))
            })
            .collect()
    }
}

impl MoveAnnotation {
    /// Judges what a move lost: as much as the searches before and after the engine's choice
    /// agree on.
    fn judge_loss(
        &mut self,
        before: &PositionAnalysis,
        after: ExpectedScore,
        next: PositionAnalysis,
    ) {
        let expected = before.expected.min(next.expected.other());
        self.loss = expected.above(after);
        self.judgment = Judgment::from_loss(self.loss);
        let choice = before.line.iter().take(1).copied();
        let line = match next.line.is_empty() {
            true => choice.collect(),
            false => choice.chain(next.line).collect(),
        };
        self.better = self.judgment.map(|_| BetterLine {
            expected,
            line,
            score: next.score,
        });
    }

    /// The glyphs of a move with its judgment, unless they judge it already.
    pub(crate) fn glyphs(&self, known: &[u8]) -> Vec<u8> {
        let mut glyphs = known.to_vec();
        if let Some(judgment) = self.judgment
            && !glyphs.iter().any(|glyph| (1..=6).contains(glyph))
        {
            glyphs.insert(0, judgment.glyph());
        }
        glyphs
    }
}

impl BetterLine {
    /// The position after the first move of the line.
    pub(crate) fn after_choice(&self, position: &Position) -> Position {
        let mut next = position.clone();
        self.line.iter().take(1).for_each(|&mv| next.play(mv));
        next
    }

    /// Adds the line to a game as a variation, unless there is one that begins like it.
    /// Returns `false` if the tree has no room for all of it.
    pub(crate) fn write(&self, tree: &mut GameTree, parent: NodeId) -> Result<bool, TreeError> {
        let Some(&first) = self.line.first() else {
            return Ok(true);
        };
        for &child in tree.node(parent)?.children() {
            if tree.node(child)?.mv() == Some(first) {
                return Ok(true);
            }
        }
        let mut node = parent;
        for (index, &mv) in self.line.iter().take(MAX_LINE).enumerate() {
            if !tree.node(node)?.position().is_legal(mv) {
                break;
            }
            node = match tree.play(node, mv) {
                Ok(next) => next,
                Err(TreeError::Full) => return Ok(false),
                Err(error) => return Err(error),
            };
            if index == 0
                && let Some(score) = self.score
            {
                let side = tree.node(node)?.position().side_to_move();
                tree.set_comment(node, &evaluation(side, score))?;
            }
        }
        Ok(true)
    }
}
