//! Studying: games that were opened, and their variations.

use crate::board::moves::Move;
use crate::notation::pgn::{GameTree, NodeId, ROOT};
use crate::web::lessons::{self, Attempt, Lesson};
use crate::web::messages::{Message, OpenLesson, ResultView};
use crate::web::refusal::Refusal;
use crate::web::start;

use super::{Output, Session, saved};

impl<O: Output> Session<O> {
    /// Shows a tree without players, which may be a lesson.
    pub(super) fn study(
        &mut self,
        tree: GameTree,
        lesson: Option<OpenLesson>,
    ) -> Result<(), Refusal> {
        let start = start::of_tree(&tree)?;
        let result = tree.result;
        self.set_tree(tree)?;
        (self.start, self.lesson) = (start, lesson);
        self.result = result.map(|result| ResultView {
            result: result.to_string(),
            reason: String::new(),
        });
        self.analyse_here();
        self.show();
        Ok(())
    }

    pub(super) fn restore(&mut self, saved: &str) -> Result<(), Refusal> {
        let saved: saved::SavedGame = serde_json::from_str(saved)
            .map_err(|error| Refusal::new(format!("The saved game cannot be read: {error}.")))?;
        let (tree, nodes) = saved.tree(start::position(&saved.start)?)?;
        let node = saved::node(&nodes, saved.node)?;
        let played = saved::node(&nodes, saved.played)?;
        let clocks = saved.clock.map(saved::SavedClock::clocks).transpose()?;
        self.set_tree(tree)?;
        (self.start, self.lesson) = (saved.start, saved.lesson);
        (self.node, self.played) = (node, played);
        (self.players, self.clocks, self.result) = (saved.players, clocks, saved.result);
        self.continue_game();
        self.analyse_here();
        self.show();
        Ok(())
    }

    pub(super) fn go_to(&mut self, node: NodeId) {
        self.node = node;
        self.analyse_here();
        self.show();
    }

    pub(super) fn delete(&mut self, node: NodeId) -> Result<(), Refusal> {
        self.must_study()?;
        let path = self.tree.path(self.node)?;
        let parent = self.tree.delete(node)?;
        if self.tree.node(self.played).is_err() {
            self.played = parent;
        }
        match path.contains(&node) {
            true => self.go_to(parent),
            false => self.show(),
        }
        Ok(())
    }

    pub(super) fn open_lesson(&mut self, number: usize) -> Result<(), Refusal> {
        let lesson = lesson(number)?;
        let (tree, unsolved) = match lesson.is_problem {
            true => (lesson.task(), true),
            false => (lesson.tree.clone(), false),
        };
        self.study(tree, Some(OpenLesson { number, unsolved }))
    }

    pub(super) fn show_solution(&mut self) -> Result<(), Refusal> {
        let open = self.lesson.filter(|open| open.unsolved);
        let open = open.ok_or_else(|| Refusal::new("There is no problem to be solved."))?;
        let tree = lesson(open.number)?.tree.clone();
        let solved = OpenLesson {
            unsolved: false,
            ..open
        };
        self.study(tree, Some(solved))
    }

    /// Makes a move in a problem if it is part of a solution, and the answer to it.
    pub(super) fn attempt(&mut self, open: OpenLesson, mv: Move) -> Result<(), Refusal> {
        let lesson = lesson(open.number)?;
        let mut moves = self.tree.game(self.node)?.moves().to_vec();
        moves.push(mv);
        match lesson.judge(&moves) {
            Attempt::Wrong => Err(Refusal::new("That does not solve it: try another move.")),
            Attempt::Answer(answer) => {
                self.make(mv)?;
                self.make(answer)
            }
            Attempt::Solved => {
                self.show_solution()?;
                let mut node = ROOT;
                for mv in moves {
                    node = self.tree.play(node, mv)?;
                }
                self.go_to(node);
                let text = "Solved!".into();
                self.send(&Message::Notice { text });
                Ok(())
            }
        }
    }
}

fn lesson(number: usize) -> Result<&'static Lesson, Refusal> {
    lessons::find(number)
        .ok_or_else(|| Refusal::new(format!("There is no lesson number {number}.")))
}
