//! Reads games with their variations, comments and glyphs.

use std::mem;

use crate::board::moves::Move;
use crate::notation::epd::Defaults;
use crate::position::Position;
use crate::position::game::GameResult;

use super::error::{GameWarning, PgnError, place};
use super::replay::{FromGameText, GameReader, warnings};
use super::text::GameText;
use super::tree::{GameTree, MAX_NODES, NodeId, ROOT, TreeError, play};
use super::walk::{Target, walk};
use super::words::join;

/// A game of a file with its variations.
#[derive(Clone, Debug)]
pub struct ReadTree {
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The line where it begins, from 1.
    pub line: usize,
    /// The game.
    pub tree: GameTree,
    /// What is odd about the game.
    pub warnings: Vec<GameWarning>,
}

impl ReadTree {
    /// The location of the game and its players, like
    /// [`ReadGame::place`](super::ReadGame::place).
    pub fn place(&self) -> String {
        place(self.line, self.number, &self.tree.tags)
    }
}

/// An iterator over the games of a text with their variations, like
/// [`Reader`](super::Reader), which reads main lines only.
///
/// A game may have [`MAX_NODES`](super::MAX_NODES) positions, and variations nested
/// [`MAX_DEPTH`](super::MAX_DEPTH) deep. Null moves are kept in variations.
///
/// ```
/// use peregrine::notation::{epd::Defaults, pgn::TreeReader};
/// let text = "1. e4 e5! (1... c5 {sharp} 2. Nf3 (2. c3 $5)) 2. Nf3 *";
/// let read = TreeReader::new(text.as_bytes(), Defaults::for_variant("chess")).next().unwrap()?;
/// let written = read.tree.to_string();
/// assert!(written.ends_with(
///     "\n\n1. e4 e5 $1 (1... c5 {sharp} 2. Nf3 (2. c3 $5)) 2. Nf3 *\n\n"
/// ));
/// # Ok::<(), peregrine::notation::pgn::PgnError>(())
/// ```
pub type TreeReader<R> = GameReader<R, ReadTree>;

impl FromGameText for ReadTree {
    fn from_text(text: &GameText, defaults: &Defaults) -> Result<ReadTree, PgnError> {
        read_tree(text, defaults)
    }
}

/// A game whose moves, with those of its variations, are legal.
#[derive(Clone, Debug)]
pub struct CheckedGame {
    /// The location of the game and its players, as in [`ReadTree::place`].
    pub place: String,
    /// The variant.
    pub variant: String,
    /// The result; `None` if the game is unfinished or the result unknown.
    pub result: Option<GameResult>,
    /// What is odd about the game.
    pub warnings: Vec<GameWarning>,
}

/// An iterator over the games of a text that only checks them. A game that
/// [`TreeReader`] reads is checked in the same way; of one that is too large for it,
/// every move is played, but none is kept.
///
/// ```
/// use peregrine::notation::{epd::Defaults, pgn::Checker};
/// let text = "1. e4 (1. Ke3) *\n\n1. d4 (1. --) *\n";
/// let mut games = Checker::new(text.as_bytes(), Defaults::for_variant("chess"));
/// assert!(games.next().unwrap().is_err());
/// assert_eq!(games.next().unwrap()?.warnings, []);
/// # Ok::<(), peregrine::notation::pgn::PgnError>(())
/// ```
pub type Checker<R> = GameReader<R, CheckedGame>;

impl FromGameText for CheckedGame {
    fn from_text(text: &GameText, defaults: &Defaults) -> Result<CheckedGame, PgnError> {
        let place = place(text.line, text.number, &text.tags);
        if text.move_count() < MAX_NODES {
            let read = read_tree(text, defaults)?;
            let variant = read
                .tree
                .node(ROOT)
                .map(|root| root.position().rules().variant());
            return Ok(CheckedGame {
                place,
                variant: variant.unwrap_or_default().to_owned(),
                result: read.tree.result(),
                warnings: read.warnings,
            });
        }
        let start = start(text, defaults)?;
        let variant = start.rules().variant().to_owned();
        let mut lines = LinePlayer {
            before: start.clone(),
            now: start,
            plies: 0,
            open: Vec::new(),
        };
        walk(text, text.xboard().as_ref(), usize::MAX, &mut lines)?;
        let mut warnings = warnings(text, &lines.now, lines.plies);
        warnings.push(GameWarning::Size);
        Ok(CheckedGame {
            place,
            variant,
            result: text.stated_result(),
            warnings,
        })
    }
}

/// The position before the first move.
fn start(text: &GameText, defaults: &Defaults) -> Result<Position, PgnError> {
    let rules = text.rules(defaults)?;
    let start = text.start(rules, text.xboard().as_ref());
    start.map_err(|fault| text.error(text.line, fault))
}

/// Plays all lines of a game.
fn read_tree(text: &GameText, defaults: &Defaults) -> Result<ReadTree, PgnError> {
    let mut builder = Builder::new(start(text, defaults)?);
    walk(text, text.xboard().as_ref(), usize::MAX, &mut builder)?;
    let mut tree = builder.tree;
    tree.tags.clone_from(&text.tags);
    tree.read_result(text.stated_result());
    let refused = |error: TreeError| text.error(text.line, error.into());
    let end = tree.end(ROOT).map_err(refused)?;
    let plies = tree.path(end).map_err(refused)?.len() - 1;
    let end = tree.node(end).map_err(refused)?.position();
    let warnings = warnings(text, end, plies);
    if let Some(result) = text.result_on_board(end) {
        tree.set_result(Some(result));
    }
    Ok(ReadTree {
        number: text.number,
        line: text.line,
        tree,
        warnings,
    })
}

/// Where the next comment belongs.
#[derive(Clone, Copy)]
enum Comments {
    /// To this move or, before the first one, to the start position.
    Of(NodeId),
    /// Behind the variation that begins with this move.
    Behind(NodeId),
}

/// A line of a tree that is being built.
struct Line {
    /// The node after its last move, and the position there.
    node: NodeId,
    position: Position,
    /// Its first node, if it is a variation.
    first: Option<NodeId>,
    /// Where the next comment belongs; before the first move of a variation, nowhere yet.
    comments: Option<Comments>,
    /// Comments and glyphs before the first move of a variation.
    early_comment: String,
    early_glyphs: Vec<u8>,
}

impl Line {
    fn new(node: NodeId, position: Position, comments: Option<Comments>) -> Line {
        Line {
            node,
            position,
            first: None,
            comments,
            early_comment: String::new(),
            early_glyphs: Vec::new(),
        }
    }
}

/// Builds a tree.
struct Builder {
    tree: GameTree,
    line: Line,
    /// The lines that wait for a variation to end, the innermost last.
    waiting: Vec<Line>,
}

impl Builder {
    fn new(start: Position) -> Builder {
        Builder {
            line: Line::new(ROOT, start.clone(), Some(Comments::Of(ROOT))),
            tree: GameTree::new(start),
            waiting: Vec::new(),
        }
    }
}

impl Target for Builder {
    const PLAYS_VARIATIONS: bool = true;

    fn position(&self) -> &Position {
        &self.line.position
    }

    fn play(&mut self, mv: Option<Move>) -> Result<(), TreeError> {
        let line = &mut self.line;
        let node = self.tree.append(line.node, mv)?;
        line.node = node;
        line.position.clone_from(self.tree.node(node)?.position());
        if line.comments.is_none() {
            line.first = Some(node);
            let comment = mem::take(&mut line.early_comment);
            self.tree.add_comment_before(node, &comment)?;
            for glyph in mem::take(&mut line.early_glyphs) {
                self.tree.add_glyph(node, glyph)?;
            }
        }
        line.comments = Some(Comments::Of(node));
        Ok(())
    }

    fn comment(&mut self, comment: &str) -> Result<(), TreeError> {
        match self.line.comments {
            None => {
                join(&mut self.line.early_comment, comment);
                Ok(())
            }
            Some(Comments::Of(node)) => self.tree.add_comment(node, comment),
            Some(Comments::Behind(node)) => self.tree.add_comment_behind(node, comment),
        }
    }

    fn glyph(&mut self, glyph: u8) -> Result<(), TreeError> {
        match self.line.comments {
            None => {
                self.line.early_glyphs.push(glyph);
                Ok(())
            }
            Some(_) => self.tree.add_glyph(self.line.node, glyph),
        }
    }

    fn open(&mut self) {
        let replaced = self.tree.node(self.line.node);
        let node = replaced.ok().and_then(|node| node.parent());
        let node = node.unwrap_or(ROOT);
        let position = match self.tree.node(node) {
            Ok(node) => node.position().clone(),
            Err(_) => self.line.position.clone(),
        };
        let variation = Line::new(node, position, None);
        self.waiting.push(mem::replace(&mut self.line, variation));
    }

    fn close(&mut self) -> Result<(), TreeError> {
        let Some(line) = self.waiting.pop() else {
            return Ok(());
        };
        let ended = mem::replace(&mut self.line, line);
        match ended.first {
            Some(first) => self.line.comments = Some(Comments::Behind(first)),
            // Without moves it can only remark on the move that it would replace.
            None => {
                for glyph in ended.early_glyphs {
                    self.glyph(glyph)?;
                }
                self.comment(&ended.early_comment)?;
            }
        }
        Ok(())
    }
}

/// LinePlayer that are only played.
struct LinePlayer {
    /// The position before the last move, and the current one.
    before: Position,
    now: Position,
    /// The plies of the main line.
    plies: usize,
    /// The same of the lines that wait for a variation to end.
    open: Vec<[Position; 2]>,
}

impl Target for LinePlayer {
    const PLAYS_VARIATIONS: bool = true;

    fn position(&self) -> &Position {
        &self.now
    }

    fn play(&mut self, mv: Option<Move>) -> Result<(), TreeError> {
        self.before.clone_from(&self.now);
        play(&mut self.now, mv);
        self.plies += usize::from(self.open.is_empty());
        Ok(())
    }

    fn open(&mut self) {
        self.open.push([self.before.clone(), self.now.clone()]);
        self.now.clone_from(&self.before);
    }

    fn close(&mut self) -> Result<(), TreeError> {
        if let Some([before, now]) = self.open.pop() {
            (self.before, self.now) = (before, now);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::notation::pgn::{MAX_DEPTH, MAX_NODES};

    fn read(text: &str) -> Result<ReadTree, String> {
        let mut games = TreeReader::new(text.as_bytes(), Defaults::for_variant("chess"));
        games.next().unwrap().map_err(|error| error.to_string())
    }

    /// The moves of a text after reading and writing.
    fn again(text: &str) -> String {
        let written = read(text).unwrap().tree.to_string();
        let second = read(&written).unwrap().tree.to_string();
        assert_eq!(written, second);
        written.split("\n\n").nth(1).unwrap().replace('\n', " ")
    }

    #[test]
    fn variations_comments_and_glyphs_are_read() {
        for (text, expected) in [
            (
                "1. e4 (1. d4 (1. c4)) (1. b3) *",
                "1. e4 (1. d4) (1. c4) (1. b3) *",
            ),
            (
                "1. e4!? $10 ! e5 ?! (1... c5?? 2. Nf3 $1$14 (2. c3 !! d5) d6) 2. Nf3 *",
                "1. e4 $5 $10 $1 e5 $6 (1... c5 $4 2. Nf3 $1 $14 (2. c3 $3 d5) 2... d6) 2. Nf3 *",
            ),
            (
                "{a} 1. e4 {b} ({c} 1. d4 {d}) {e} e5 ({f}) *",
                "{a} 1. e4 {b} ({c} 1. d4 {d}) {e} 1... e5 {f} *",
            ),
            ("1. e4 (1. d4 d5 *) e5 () *", "1. e4 (1. d4 d5) 1... e5 *"),
            ("1. e4 (1. d4 d5 1-0) *", "1. e4 (1. d4 d5 {1-0}) *"),
            (
                "1. e4 (1. e4 {same} c5) e5 *",
                "1. e4 (1. e4 {same} 1... c5) 1... e5 *",
            ),
            ("$1 ! 1. e4 $999 $x *", "$1 1. e4 {$999 $x} *"),
            (
                "1. e4 (1. d4) {x} (1. c4) {y} *",
                "1. e4 (1. d4) {x} (1. c4) {y} *",
            ),
            ("1. e4 ($6 1. d4 ({z})) *", "1. e4 (1. d4 $6 {z}) *"),
            ("1. e4 (1. e4 e5) *", "1. e4 (1. e4 e5) *"),
            ("1. e4 (=) e5 ⊗ *", "1. e4 {(=)} 1... e5 {⊗} *"),
        ] {
            assert_eq!(again(text), expected, "{text}");
        }
    }

    #[test]
    fn faults_in_variations_are_named() {
        for (text, message) in [
            (
                "1. e4 e5\n2. Nf3 (2. d4 exd4\n3. Qxh8) *",
                "line 3, game 1: ply 5, move 3.: 'Qxh8' is not legal here; before it: \
                 rnbqkbnr/pppp1ppp/8/8/3pP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3",
            ),
            (
                "(1. e4) *",
                "line 1, game 1: a variation begins before the move that it replaces",
            ),
            (
                "1. e4\n((1. d4)) *",
                "line 2, game 1: a variation begins before the move that it replaces",
            ),
            (
                "1. e4 (1. d4",
                "line 1, game 1: a variation begins with '(' and never ends",
            ),
        ] {
            assert_eq!(read(text).unwrap_err(), message);
        }
    }

    #[test]
    fn hostile_texts_meet_limits() {
        let nested =
            |depth: usize| format!("1. e4 {}{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
        assert!(read(&nested(MAX_DEPTH)).is_ok());
        let deep = "line 1, game 1: variations are nested at most 100 deep";
        assert_eq!(read(&nested(MAX_DEPTH + 1)).unwrap_err(), deep);
        assert_eq!(read(&nested(100_000)).unwrap_err(), deep);
        let unclosed = format!("1. e4 {}", "(1. d4 ".repeat(MAX_DEPTH + 1));
        assert_eq!(read(&unclosed).unwrap_err(), deep);
        let full = "line 1, game 1: the game already has 20000 positions";
        for many in ["(1. d4)", "(1. d4 d5 2. c4 c5)"] {
            let text = format!("1. e4 {} *", many.repeat(MAX_NODES));
            assert_eq!(read(&text).unwrap_err(), full);
        }
        let long = format!(
            "1. Nf3 Nf6 2. Ng1 Ng8 {} *",
            "Nf3 Nf6 Ng1 Ng8 ".repeat(MAX_NODES / 4)
        );
        assert_eq!(read(&long).unwrap_err(), full);
        assert!(read(&"(".repeat(100_000)).is_err());
    }

    #[test]
    fn the_next_game_is_read_after_a_fault() {
        let text = "1. e4 (1. Ke2) *\n\n[White \"b\"]\n1. d4 (1. c4) *";
        let mut games = TreeReader::new(text.as_bytes(), Defaults::for_variant("chess"));
        assert!(games.next().unwrap().is_err());
        let second = games.next().unwrap().unwrap();
        assert_eq!((second.number, second.line), (2, 3));
        assert_eq!(second.tree.nodes().len(), 3);
        assert!(games.next().is_none());
    }
}
