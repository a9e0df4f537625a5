//! Studying: games that were opened, and their variations.

use crate::board::moves::Move;
use crate::notation::parse_coordinate;
use crate::notation::pgn::{GameTree, NodeId, ROOT};
use crate::page::error::PageError;
use crate::page::lessons::{self, Attempt, Lesson};
use crate::page::messages::{MAX_TEXT, Message, OpenLesson, ResultView, Start};
use crate::page::queries::check_length;
use crate::page::{matches, queries, start, view};
use crate::render::{AnimatedSvg, Svg};

use super::play::PlayedGame;
use super::saved::{SavedGame, check_size};
use super::{Output, PageSession, saved, shared_game};

/// The most moves of a line that is previewed.
const MAX_PREVIEW: usize = 256;

/// The most moves of a picture that shows a game.
const MAX_ANIMATED: usize = 1000;

/// How long it shows each, in seconds.
const SECONDS_OF_MOVE: f64 = 1.5;

impl<O: Output> PageSession<O> {
    /// Shows a tree without players, which may be a lesson.
    pub(super) fn study(
        &mut self,
        tree: GameTree,
        lesson: Option<OpenLesson>,
    ) -> Result<(), PageError> {
        self.study_at(tree, ROOT, lesson)
    }

    /// The same, but with the position of another node shown.
    fn study_at(
        &mut self,
        tree: GameTree,
        node: NodeId,
        lesson: Option<OpenLesson>,
    ) -> Result<(), PageError> {
        check_size(&tree)?;
        let start = start::from_tree(&tree)?;
        let result = tree.result();
        self.set_tree(tree)?;
        (self.start, self.lesson) = (start, lesson);
        self.node = node;
        self.result = result.map(|result| ResultView {
            result: result.to_string(),
            reason: String::new(),
        });
        self.analyze_here();
        self.show();
        Ok(())
    }

    /// Opens the game of a text, or lists its games.
    pub(super) fn open_pgn(&mut self, pgn: String, number: Option<usize>) -> Result<(), PageError> {
        let opened = queries::open_pgn(&pgn, number);
        // The text can be large, and is not needed while the page reads the answer.
        drop(pgn);
        match opened? {
            queries::Opened::List { games, is_whole } => {
                self.send(&Message::Games { games });
                if !is_whole {
                    let text = queries::only_the_first_games();
                    self.send(&Message::Notice { text });
                }
            }
            queries::Opened::Game(tree) => self.study(*tree, None)?,
        }
        Ok(())
    }

    /// Shows moves from a start, and the position after the last of them.
    pub(super) fn open_line(&mut self, start: &Start, moves: &[String]) -> Result<(), PageError> {
        let mut tree = GameTree::new(start::position(start)?);
        let (_, end) = matches::add(&mut tree, moves)?;
        self.study_at(tree, end, None)
    }

    /// Continues a saved game, or tells the page why not.
    pub(super) fn try_restore(&mut self, saved: &str) {
        if let Err(error) = self.restore(saved) {
            let text = error.into_text();
            self.send(&Message::NotRestored { text });
        }
    }

    fn restore(&mut self, saved: &str) -> Result<(), PageError> {
        check_length("The saved game", saved, MAX_TEXT)?;
        let saved: SavedGame = serde_json::from_str(saved)
            .map_err(|error| PageError::new(format!("The saved game cannot be read: {error}.")))?;
        let (mut tree, nodes) = saved.tree(start::position(&saved.start)?)?;
        check_size(&tree)?;
        let node = saved::node(&nodes, saved.node)?;
        let played = saved::node(&nodes, saved.played)?;
        let clocks = saved.clock.map(saved::SavedClock::clocks).transpose()?;
        tree.read_result(match &saved.result {
            Some(view) => Some(view.result.parse()?),
            None => None,
        });
        let result = saved.result.map(|view| ResultView {
            reason: PageError::new(view.reason).into_text(),
            ..view
        });
        let lesson = saved.lesson.filter(|&open| {
            let is_its =
                |lesson: &Lesson| lesson.has(&tree) && (lesson.is_problem || !open.unsolved);
            saved.players.is_none() && lesson(open.number).is_ok_and(is_its)
        });
        let is_other = saved.lesson.is_some() && lesson.is_none();
        // A game is not played on with another engine in the place of one that is not here.
        let engines = [0, 1].map(|side| saved.engines[side].as_deref());
        let found = saved
            .players
            .map(|players| self.find_engines(players, engines));
        let (players, missing) = match found.transpose() {
            Ok(players) => (players, None),
            Err(error) => (None, Some(error)),
        };
        let host = players.map_or(Ok(None), shared_game::host)?;
        let played = match players.map(shared_game::at_this_page) {
            Some(players) => Some(PlayedGame {
                clocks,
                ..PlayedGame::new(&tree, played, players)?
            }),
            None => None,
        };
        let token = saved.shared.as_deref();
        let seat = self.seat.take_if(|seat| seat.is_of(token));
        self.set_tree(tree)?;
        (self.start, self.lesson) = (saved.start, lesson);
        (self.node, self.played, self.result) = (node, played, result);
        if let Some(host) = host {
            self.resume_shared(host, seat, token)?;
        }
        if self.is_unaided() {
            self.analysis = None;
        }
        if self.seat.is_none() {
            self.continue_game();
        }
        self.analyze_here();
        self.show();
        if is_other {
            let text = "The saved game is not of its lesson; it continues without it.".into();
            self.send(&Message::Notice { text });
        }
        if let Some(error) = missing {
            let text = error.into_text();
            self.send(&Message::Notice { text });
        }
        Ok(())
    }

    pub(super) fn go_to(&mut self, node: NodeId) {
        self.node = node;
        self.analyze_here();
        self.show();
    }

    pub(super) fn delete(&mut self, node: NodeId) -> Result<(), PageError> {
        self.check_not_playing()?;
        let path = self.tree.path(self.node)?;
        let parent = self.tree.delete(node)?;
        self.end_evaluation_of_deleted();
        if let Some(played) = &mut self.played
            && self.tree.node(played.node).is_err()
        {
            *played = PlayedGame {
                clocks: played.clocks,
                ..PlayedGame::new(&self.tree, parent, played.players)?
            };
        }
        match path.contains(&node) {
            true => self.go_to(parent),
            false => self.show(),
        }
        Ok(())
    }

    /// Makes the variation that a node belongs to the one before which it stands.
    pub(super) fn promote(&mut self, node: NodeId) -> Result<(), PageError> {
        self.check_not_playing()?;
        let path = self.tree.path(node)?;
        let mut place = None;
        for pair in path.windows(2).rev() {
            let [parent, child] = pair else { continue };
            let siblings = self.tree.node(*parent)?.children();
            if siblings.first() != Some(child) {
                place = Some(*child);
                break;
            }
        }
        let first =
            place.ok_or_else(|| PageError::new("These moves are the main line already."))?;
        self.tree.promote(first)?;
        self.show();
        Ok(())
    }

    /// Replaces the comment of a node.
    pub(super) fn comment(&mut self, node: NodeId, text: &str) -> Result<(), PageError> {
        let before = self.tree.node(node)?.comment.clone();
        self.tree.set_comment(node, text)?;
        if let Err(error) = check_size(&self.tree) {
            self.tree.set_comment(node, &before)?;
            return Err(error);
        }
        self.show();
        Ok(())
    }

    /// Sends the position after some moves from the one shown.
    pub(super) fn preview(&mut self, moves: Vec<String>) -> Result<(), PageError> {
        let mut position = self.position()?.clone();
        let mut last_move = None;
        for text in moves.iter().take(MAX_PREVIEW) {
            let mv = parse_coordinate(&position, text)?;
            let name = |square| position.rules().geometry().name(square);
            last_move = Some((name(mv.from()), name(mv.to())));
            position.play(mv);
        }
        let (node, pieces) = (self.node, view::pieces(&position));
        self.send(&Message::Preview {
            node,
            moves,
            pieces,
            last_move,
        });
        Ok(())
    }

    /// Sends a picture of the position shown, or of the game up to it.
    pub(super) fn send_picture(&mut self, animated: bool) -> Result<(), PageError> {
        let svg = match animated {
            false => Svg::new(self.position()?).to_string(),
            true => {
                let game = self.tree.game(self.node)?;
                let plies = game.moves().len();
                if plies == 0 {
                    let text = "There are no moves before this position to show.";
                    return Err(PageError::new(text));
                }
                if plies > MAX_ANIMATED {
                    return Err(PageError::new(format!(
                        "A picture shows {MAX_ANIMATED} moves at most, and there are {plies}."
                    )));
                }
                let tag = |name| self.tree.tag(name).unwrap_or("?").to_owned();
                let title = format!("{} - {}", tag("White"), tag("Black"));
                AnimatedSvg::new(&game, SECONDS_OF_MOVE, &title).to_string()
            }
        };
        self.send(&Message::Picture { svg, animated });
        Ok(())
    }

    /// Replaces the glyphs of a move.
    pub(super) fn set_glyphs(&mut self, node: NodeId, glyphs: &[u8]) -> Result<(), PageError> {
        if node == ROOT {
            return Err(PageError::new("Only a move can have glyphs."));
        }
        let before = self.tree.node(node)?.glyphs.clone();
        self.tree.set_glyphs(node, glyphs)?;
        if let Err(error) = check_size(&self.tree) {
            self.tree.set_glyphs(node, &before)?;
            return Err(error);
        }
        self.show();
        Ok(())
    }

    pub(super) fn open_lesson(&mut self, number: usize) -> Result<(), PageError> {
        let lesson = lesson(number)?;
        let tree = match lesson.hides_moves {
            true => lesson.task(),
            false => lesson.tree.clone(),
        };
        let open = OpenLesson {
            number,
            unsolved: lesson.is_problem,
            hidden: lesson.hides_moves,
            solved: false,
        };
        self.study(tree, Some(open))
    }

    pub(super) fn show_solution(&mut self) -> Result<(), PageError> {
        let open = self.lesson.filter(|open| open.unsolved || open.hidden);
        let open = open.ok_or_else(|| PageError::new("There are no moves to show."))?;
        let tree = lesson(open.number)?.tree.clone();
        let solved = OpenLesson {
            unsolved: false,
            hidden: false,
            ..open
        };
        self.study(tree, Some(solved))
    }

    /// Makes a move in a problem if it is part of a solution, and the answer to it.
    pub(super) fn try_solution(&mut self, open: OpenLesson, mv: Move) -> Result<(), PageError> {
        let lesson = lesson(open.number)?;
        let mut moves = self.tree.game(self.node)?.moves().to_vec();
        moves.push(mv);
        match lesson.judge(&moves) {
            Attempt::Wrong => Err(PageError::new("That does not solve it: try another move.")),
            Attempt::Answer(answer) => {
                self.make_move(mv.into())?;
                self.make_move(answer.into())
            }
            Attempt::Solved => {
                self.show_solution()?;
                let mut node = ROOT;
                for mv in moves {
                    node = self.tree.play(node, mv)?;
                }
                self.lesson = Some(OpenLesson {
                    unsolved: false,
                    hidden: false,
                    solved: true,
                    ..open
                });
                self.go_to(node);
                let text = "Solved!".into();
                self.send(&Message::Notice { text });
                Ok(())
            }
        }
    }
}

fn lesson(number: usize) -> Result<&'static Lesson, PageError> {
    lessons::find(number)
        .ok_or_else(|| PageError::new(format!("There is no lesson number {number}.")))
}
