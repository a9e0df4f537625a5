//! Writes an analysis into the tree of a game.

use crate::notation::pgn::{GameTree, NodeId, ROOT, TreeError};
use crate::notation::{move_number, san};
use crate::position::Position;
use crate::position::game::{Game, GameResult};
use crate::session::evaluation::{evaluation, without_evaluation};
use crate::session::game_report::{GameReport, MoveAnnotation};

use super::analyzer::SearchBudget;
use super::{AnnotatedGame, TurningPoint};

/// The remark on the first move after the openings.
const LEAVES: &str = "Leaves the openings.";

/// How the remark on turning points begins, and how it ends.
const TURNING: (&str, &str) = ("Turning points: ", ").");

/// The tag for the annotators.
const ANNOTATOR: &str = "Annotator";

/// The name in it.
const NAME: &str = concat!("Peregrine ", env!("CARGO_PKG_VERSION"));

/// The tags for the accuracy of White and Black.
const ACCURACY: [&str; 2] = ["WhiteAccuracy", "BlackAccuracy"];

/// A comment without the remarks of an earlier annotation.
fn without_remarks(comment: &str) -> String {
    let mut rest = without_evaluation(comment).replace(LEAVES, " ");
    while let Some(begin) = rest.find(TURNING.0)
        && let Some(length) = rest[begin..].find(TURNING.1)
    {
        rest.replace_range(begin..begin + length + TURNING.1.len(), " ");
    }
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    words.join(" ")
}

/// The value of the tag `Annotator`: those before, and Peregrine.
fn annotators(before: Option<&str>, budget: SearchBudget) -> String {
    let how = match budget {
        SearchBudget::Nodes(nodes) => format!("{nodes} nodes a position"),
        SearchBudget::Time(time) => format!("{} s a position", time.as_secs_f64()),
    };
    let own = format!("{NAME} ({how})");
    let others = before.unwrap_or_default().split("; ");
    let others = others.filter(|name| !name.is_empty() && !name.starts_with("Peregrine "));
    let all: Vec<&str> = others.chain([own.as_str()]).collect();
    all.join("; ")
}

/// Gives a tag a value in its place, or removes it.
fn set_tag(tree: &mut GameTree, name: &str, value: Option<String>) {
    let place = tree.tags.iter().position(|tag| tag.0 == name);
    match (place, value) {
        (Some(place), Some(value)) => tree.tags[place].1 = value,
        (Some(place), None) => drop(tree.tags.remove(place)),
        (None, Some(value)) => tree.tags.push((name.to_owned(), value)),
        (None, None) => {}
    }
}

/// The annotation of a game.
pub(super) struct GameAnnotation<'a> {
    pub game: &'a Game,
    pub report: &'a GameReport,
    /// The index of the first move after the openings.
    pub left_openings: Option<usize>,
    pub budget: SearchBudget,
}

impl GameAnnotation<'_> {
    /// Writes everything into the tree of the game.
    pub(super) fn write(&self, mut tree: GameTree) -> Result<AnnotatedGame, TreeError> {
        let nodes = tree.path(tree.end(ROOT)?)?;
        let mut left_out = 0;
        let moves = nodes.windows(2).zip(self.report.annotations());
        for (ply, (pair, annotation)) in moves.enumerate() {
            let (parent, id) = (pair[0], pair[1]);
            self.write_move(&mut tree, id, ply, annotation)?;
            if let Some(better) = &annotation.better {
                left_out += usize::from(!better.write(&mut tree, parent)?);
            }
        }
        let accuracies = self.report.accuracies(self.game);
        for (name, accuracy) in ACCURACY.into_iter().zip(accuracies) {
            let value = accuracy.map(|accuracy| format!("{accuracy:.1}"));
            set_tag(&mut tree, name, value);
        }
        let annotators = annotators(tree.tag(ANNOTATOR), self.budget);
        set_tag(&mut tree, ANNOTATOR, Some(annotators));
        Ok(AnnotatedGame { tree, left_out })
    }

    /// Writes the evaluation, mark and remarks of a move.
    fn write_move(
        &self,
        tree: &mut GameTree,
        id: NodeId,
        ply: usize,
        annotation: &MoveAnnotation,
    ) -> Result<(), TreeError> {
        let node = tree.node(id)?;
        let side = node.position().side_to_move();
        let kept = without_remarks(&node.comment);
        let glyphs = annotation.glyphs(&node.glyphs);
        let score = self.report.score_after(ply);
        let score = score.map(|score| evaluation(side, score));
        let leaves = (self.left_openings == Some(ply)).then(|| LEAVES.to_owned());
        let turning = match ply + 1 == self.report.annotations().len() {
            true => self.turning_points_remark(tree.result()),
            false => None,
        };
        let parts = [score, Some(kept), leaves, turning];
        let parts: Vec<String> = parts
            .into_iter()
            .flatten()
            .filter(|part| !part.is_empty())
            .collect();
        tree.set_comment(id, &parts.join(" "))?;
        tree.set_glyphs(id, &glyphs)
    }

    /// The remark on the turning points of the game.
    fn turning_points_remark(&self, result: Option<GameResult>) -> Option<String> {
        let points = self.report.turning_points(self.game);
        let winner = result.and_then(GameResult::winner);
        let last = points.last()?.ply;
        let turns: Vec<(&Position, _)> = self.game.turns().collect();
        let remark = |point: &TurningPoint| {
            let (position, mv) = turns[point.ply];
            let decides = point.ply == last && winner.is_some_and(|side| point.is_won_by(side));
            format!(
                "{} {} (White {} to {}{})",
                move_number(position),
                san(position, mv),
                point.before,
                point.after,
                if decides { ", decisive" } else { "" }
            )
        };
        let remarks: Vec<String> = points.iter().map(remark).collect();
        Some(format!("{}{}.", TURNING.0, remarks.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_remarks_are_replaced_and_others_kept() {
        let comment = "[%eval -0.20] +0.35/12 1.2s best Leaves the openings. [%clk 0:10] Turning \
                       points: 3. Nf3 (White 80% to 20%), 5... O-O (White 20% to 50%). and so on.";
        let kept = "+0.35/12 1.2s best [%clk 0:10] and so on.";
        assert_eq!(without_remarks(comment), kept);
        assert_eq!(without_remarks(kept), kept);
        assert_eq!(without_remarks("[%eval 0.1"), "");
    }

    #[test]
    fn all_annotators_are_named_once() {
        let budget = SearchBudget::Nodes(500);
        let own = format!("{NAME} (500 nodes a position)");
        assert_eq!(annotators(None, budget), own);
        let both = annotators(Some("A. Person"), budget);
        assert_eq!(both, format!("A. Person; {own}"));
        assert_eq!(annotators(Some(&both), budget), both);
    }
}
