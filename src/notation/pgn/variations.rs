//! Reads games with their variations, comments and glyphs.
//!
//! The text is split by the reader of games and the moves are read by its rules; here
//! each variation only finds its place. Nothing recurses, so that no nesting exhausts the
//! stack.

use std::io::BufRead;

use crate::notation::epd::Defaults;

use super::PgnGame;
use super::error::{Complaint, PgnError, place};
use super::lines::{Collector, Line};
use super::parse::{GameText, GameTexts};
use super::replay::complaints;
use super::tree::{GameTree, NodeId, ROOT, TreeError};

/// A game of a file with its variations.
#[derive(Clone, Debug)]
pub struct ReadTree {
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The line where it begins, from 1.
    pub line: usize,
    /// The game.
    pub tree: GameTree,
    /// Inconsistencies; all of them concern the result.
    pub complaints: Vec<Complaint>,
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
/// [`MAX_DEPTH`](super::MAX_DEPTH) deep.
///
/// ```
/// use peregrine::notation::{epd::Defaults, pgn::TreeReader};
/// let text = "1. e4 e5! (1... c5 {sharp} 2. Nf3 (2. c3 $5)) 2. Nf3 *";
/// let read = TreeReader::new(text.as_bytes(), Defaults::of("chess")).next().unwrap()?;
/// let written = read.tree.to_string();
/// assert!(written.ends_with(
///     "\n\n1. e4 e5 $1 (1... c5 {sharp} 2. Nf3 (2. c3 $5)) 2. Nf3 *\n\n"
/// ));
/// # Ok::<(), peregrine::notation::pgn::PgnError>(())
/// ```
#[derive(Debug)]
pub struct TreeReader<R> {
    texts: GameTexts<R>,
    defaults: Defaults,
}

impl<R: BufRead> TreeReader<R> {
    /// Reads games from `source`; `defaults` as for [`Reader`](super::Reader::new).
    pub fn new(source: R, defaults: Defaults) -> TreeReader<R> {
        TreeReader {
            texts: GameTexts::new(source),
            defaults,
        }
    }
}

impl<R: BufRead> Iterator for TreeReader<R> {
    type Item = Result<ReadTree, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut collector = Collector::new();
        let text = self.texts.next_game(Some(&mut collector))?;
        Some(text.and_then(|text| replay(&text, &collector.lines, &self.defaults)))
    }
}

/// Plays all lines of a game, each of which leaves one that was played before.
fn replay(text: &GameText, lines: &[Line], defaults: &Defaults) -> Result<ReadTree, PgnError> {
    let pgn = text.replay(text.rules(defaults)?, usize::MAX)?;
    let complaints = complaints(text, &pgn);
    let dialect = text.xboard();
    let refused = |error: TreeError| text.error(text.line, error.into());
    let (mut tree, main) = main_line(&pgn).map_err(refused)?;
    let mut played = vec![Played {
        nodes: main,
        before: 0,
    }];
    for line in &lines[1..] {
        let parent = &played[line.parent];
        let start = parent.nodes[line.replaces];
        let before = parent.before + line.replaces;
        let position = tree.node(start).map_err(refused)?.position().clone();
        let game = text.played(position, before, &line.moves, dialect.as_ref())?;
        // Without moves it can only comment on the move that it would replace.
        let mut comment = line.comment.as_deref();
        if line.moves.is_empty() {
            let replaced = parent.nodes[line.replaces + 1];
            tree.say(replaced, comment.take()).map_err(refused)?;
        }
        let mut nodes = vec![start];
        let mut node = start;
        for (&mv, text) in game.moves().iter().zip(&line.moves) {
            node = tree.play(node, mv).map_err(refused)?;
            tree.say(node, comment.take()).map_err(refused)?;
            tree.say(node, text.comment.as_deref()).map_err(refused)?;
            nodes.push(node);
        }
        played.push(Played { nodes, before });
    }
    for (line, played) in lines.iter().zip(&played) {
        for &(moves, glyph) in &line.glyphs {
            tree.add_glyph(played.nodes[moves], glyph)
                .map_err(refused)?;
        }
    }
    Ok(ReadTree {
        number: text.number,
        line: text.line,
        tree,
        complaints,
    })
}

/// A line in the tree.
struct Played {
    /// The nodes of its moves after the one from which it starts.
    nodes: Vec<NodeId>,
    /// The plies before it.
    before: usize,
}

/// The tree of a game without variations, and its nodes in order.
fn main_line(pgn: &PgnGame) -> Result<(GameTree, Vec<NodeId>), TreeError> {
    let tree = GameTree::of(pgn)?;
    let nodes = tree.path(tree.end(ROOT)?)?;
    Ok((tree, nodes))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::notation::pgn::{MAX_DEPTH, MAX_NODES};

    fn read(text: &str) -> Result<ReadTree, String> {
        let mut games = TreeReader::new(text.as_bytes(), Defaults::of("chess"));
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
                "{a} 1. e4 {b e} (1. d4 {c d}) 1... e5 {f} *",
            ),
            ("1. e4 (1. d4 d5 1-0) e5 () *", "1. e4 (1. d4 d5) 1... e5 *"),
            (
                "1. e4 (1. e4 {same} c5) e5 *",
                "1. e4 {same} 1... e5 (1... c5) *",
            ),
            ("$1 ! 1. e4 $999 $x *", "1. e4 *"),
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
        let full = "line 1, game 1: the game already has 20000 positions";
        for many in ["()", "(1. d4)", "(1. d4 d5 2. c4 c5)"] {
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
        let mut games = TreeReader::new(text.as_bytes(), Defaults::of("chess"));
        assert!(games.next().unwrap().is_err());
        let second = games.next().unwrap().unwrap();
        assert_eq!((second.number, second.line), (2, 3));
        assert_eq!(second.tree.nodes().len(), 3);
        assert!(games.next().is_none());
    }
}
