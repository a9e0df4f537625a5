//! The lessons: games with comments to play through, and problems to solve.

use std::sync::LazyLock;

use crate::board::moves::Move;
use crate::notation::epd::Defaults;
use crate::notation::pgn::{GameTree, ROOT, TreeReader};
use crate::position::Outcome;

use super::messages::LessonSummary;

/// The chapters: a title, and the games in it. In a problem the moves are the solution.
const CHAPTERS: [(&str, bool, &str); 4] = [
    (
        "Introduction",
        false,
        include_str!("../../data/lessons/introduction.pgn"),
    ),
    (
        "From the patent",
        false,
        include_str!("../../data/lessons/patent.pgn"),
    ),
    (
        "Mate problems of the essay",
        true,
        include_str!("../../data/lessons/problems.pgn"),
    ),
    (
        "Tactics",
        true,
        include_str!("../../data/lessons/tactics.pgn"),
    ),
];

/// A lesson.
pub(crate) struct Lesson {
    pub(crate) chapter: &'static str,
    pub title: String,
    pub(crate) is_problem: bool,
    /// Whether it opens without its moves: the reader should try first.
    pub(crate) hides_moves: bool,
    pub tree: GameTree,
}

/// The tag of a lesson that opens without its moves, and its value.
const HIDDEN: (&str, &str) = ("Moves", "hidden");

static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
    let chapters = CHAPTERS.into_iter();
    let lessons = chapters.flat_map(|(chapter, is_problem, text)| {
        let games = TreeReader::new(text.as_bytes(), Defaults::for_variant("falcon"));
        // A test reads all of them.
        games.flatten().map(move |game| {
            let mut tree = game.tree;
            let is_hidden = tree.tag(HIDDEN.0) == Some(HIDDEN.1);
            tree.tags.retain(|(name, _)| name != HIDDEN.0);
            Lesson {
                chapter,
                title: tree.tag("Event").unwrap_or_default().to_owned(),
                is_problem,
                hides_moves: is_problem || is_hidden,
                tree,
            }
        })
    });
    lessons.collect()
});

/// The lesson of a number.
pub(crate) fn find(number: usize) -> Option<&'static Lesson> {
    LESSONS.get(number)
}

/// All lessons as the page lists them.
pub(crate) fn summaries() -> Vec<LessonSummary> {
    let lessons = LESSONS.iter();
    lessons
        .map(|lesson| LessonSummary {
            chapter: lesson.chapter.to_owned(),
            title: lesson.title.clone(),
            is_problem: lesson.is_problem,
        })
        .collect()
}

/// What a move means in a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attempt {
    /// It leads on, and this is the answer.
    Answer(Move),
    /// It solves the problem.
    Solved,
    Wrong,
}

impl Lesson {
    /// A tree with the position and the task, without the solution.
    pub(crate) fn task(&self) -> GameTree {
        let root = self.tree.nodes()[0].1;
        let mut task = GameTree::new(root.position().clone());
        task.tags.clone_from(&self.tree.tags);
        // The start position exists.
        let _ = task.set_comment(ROOT, &root.comment);
        task
    }

    /// Whether a game is one of this lesson: it begins with its position.
    pub(crate) fn has(&self, game: &GameTree) -> bool {
        let start = |tree: &GameTree| tree.node(ROOT).ok().map(|root| root.position().clone());
        let (own, other) = (start(&self.tree), start(game));
        own.zip(other).is_some_and(|(own, other)| {
            own.rules() == other.rules() && own.to_string() == other.to_string()
        })
    }

    /// Judges the last of these moves from the start; those before it were right.
    pub(crate) fn judge(&self, moves: &[Move]) -> Attempt {
        let mut tree = self.tree.clone();
        let known = tree.nodes().len();
        let mut node = ROOT;
        for &mv in moves {
            if !tree.node(node).is_ok_and(|at| at.position().is_legal(mv)) {
                return Attempt::Wrong;
            }
            match tree.play(node, mv) {
                Ok(next) => node = next,
                Err(_) => return Attempt::Wrong,
            }
        }
        let Ok(last) = tree.node(node) else {
            return Attempt::Wrong;
        };
        let answer = last.children().first();
        match answer.and_then(|&answer| tree.node(answer).ok()?.mv()) {
            Some(answer) => Attempt::Answer(answer),
            // Other mates than that of the solution are as good.
            None if matches!(last.position().outcome(), Some(Outcome::Checkmate(_))) => {
                Attempt::Solved
            }
            None if tree.nodes().len() == known => Attempt::Solved,
            None => Attempt::Wrong,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::notation::parse_san;

    #[test]
    #[expect(clippy::panic)]
    fn every_lesson_can_be_read() {
        for (chapter, _, text) in CHAPTERS {
            let games = TreeReader::new(text.as_bytes(), Defaults::for_variant("falcon"));
            let games: Vec<_> = games.collect();
            assert!(games.len() >= 5, "{chapter}");
            for game in games {
                let game = game.unwrap_or_else(|error| panic!("{chapter}: {error}"));
                let root = game.tree.node(ROOT).unwrap();
                assert!(game.warnings.is_empty() && !root.comment.is_empty());
                assert!(game.tree.tag("Event").is_some());
            }
        }
        assert_eq!(summaries().len(), 38);
    }

    /// Every answer of Black is there, and after each of them a mate.
    #[test]
    fn the_solutions_of_the_problems_are_complete() {
        let mates = |lesson: &&Lesson| lesson.is_problem && lesson.chapter != "Tactics";
        for lesson in LESSONS.iter().filter(mates) {
            let (title, tree) = (&lesson.title, &lesson.tree);
            let attacker = tree.node(ROOT).unwrap().position().side_to_move();
            for (_, node) in tree.nodes() {
                let position = node.position();
                let children = node.children().len();
                if position.outcome() == Some(Outcome::Checkmate(attacker)) {
                    assert_eq!(children, 0, "{title}");
                } else if position.side_to_move() == attacker {
                    assert_eq!(children, 1, "{title}: {position}");
                } else {
                    assert_eq!(
                        children,
                        position.legal_moves().len(),
                        "{title}: {position}"
                    );
                }
            }
        }
    }

    #[test]
    #[expect(clippy::panic)]
    fn attempts_are_judged() {
        let lesson = LESSONS.iter().find(|lesson| lesson.is_problem).unwrap();
        let mut position = lesson.task().node(ROOT).unwrap().position().clone();
        let wrong = parse_san(&position, "Kh2").unwrap();
        assert_eq!(lesson.judge(&[wrong]), Attempt::Wrong);
        let key = parse_san(&position, "Qxi7+").unwrap();
        let Attempt::Answer(answer) = lesson.judge(&[key]) else {
            panic!("the key is refused");
        };
        position.play(key);
        position.play(answer);
        let mate = parse_san(&position, "j6#").unwrap();
        let other = parse_san(&position, "Kh2").unwrap();
        assert_eq!(lesson.judge(&[key, answer, other]), Attempt::Wrong);
        assert_eq!(lesson.judge(&[key, answer, mate]), Attempt::Solved);
    }
}
