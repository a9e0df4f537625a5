//! Takes down the variations and glyphs of a game while its text is split into words.

use super::error::GameFault;
use super::tree::{MAX_NODES, TreeError};
use super::words::{MoveText, append, move_text, result};

/// The deepest nesting of variations.
pub const MAX_DEPTH: usize = 100;

/// The glyphs that are written as signs after a move.
const SIGNS: [(&str, u8); 6] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
];

/// A line of moves as written: a variation, or the main line.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// The line that it leaves; the first line, the main one, leaves none.
    pub parent: usize,
    /// The index of the move in that line that its first move replaces.
    pub replaces: usize,
    /// The comment before its first move.
    pub comment: Option<String>,
    /// Its moves; those of the main line are in the text of the game.
    pub moves: Vec<MoveText>,
    /// The glyphs of its moves, each with the number of moves up to it.
    pub glyphs: Vec<(usize, u8)>,
}

impl Line {
    fn add_glyphs(&mut self, word: &str, moves: usize) {
        for glyph in glyphs(word) {
            if moves > 0 && !self.glyphs.ends_with(&[(moves, glyph)]) {
                self.glyphs.push((moves, glyph));
            }
        }
    }
}

/// Takes down the variations and glyphs of a game while its text is split.
#[derive(Debug)]
pub(super) struct Collector {
    /// The main line, then the variations in the order in which they begin.
    pub(super) lines: Vec<Line>,
    /// The lines that have not ended, the innermost last.
    open: Vec<usize>,
    /// The moves of all variations.
    moves: usize,
    /// Nothing is collected, because nobody wants it or a limit was exceeded.
    ignores: bool,
}

impl Collector {
    pub(super) fn new() -> Collector {
        Collector {
            lines: vec![Line::default()],
            open: vec![0],
            moves: 0,
            ignores: false,
        }
    }

    /// A collector that keeps nothing, for readers of main lines.
    pub(super) fn ignoring() -> Collector {
        Collector {
            lines: Vec::new(),
            open: Vec::new(),
            moves: 0,
            ignores: true,
        }
    }

    /// The innermost open line.
    fn current(&mut self) -> Option<&mut Line> {
        let &index = self.open.last().filter(|_| !self.ignores)?;
        self.lines.get_mut(index)
    }

    /// Ends the collection: the game is refused.
    fn refuse(&mut self, fault: GameFault) -> Result<(), GameFault> {
        *self = Collector::ignoring();
        Err(fault)
    }

    /// Begins a variation; the main line has so many moves.
    pub(super) fn open(&mut self, main: usize) -> Result<(), GameFault> {
        let Some(&parent) = self.open.last().filter(|_| !self.ignores) else {
            return Ok(());
        };
        let moves = match parent {
            0 => main,
            _ => self.lines[parent].moves.len(),
        };
        let Some(replaces) = moves.checked_sub(1) else {
            return self.refuse(GameFault::NothingReplaced);
        };
        if self.open.len() > MAX_DEPTH {
            return self.refuse(GameFault::Depth(MAX_DEPTH));
        }
        if self.lines.len() >= MAX_NODES {
            return self.refuse(TreeError::Full.into());
        }
        self.open.push(self.lines.len());
        self.lines.push(Line {
            parent,
            replaces,
            ..Line::default()
        });
        Ok(())
    }

    /// Ends a variation.
    pub(super) fn close(&mut self) {
        self.open.pop();
    }

    /// Takes a comment of a variation.
    pub(super) fn say(&mut self, comment: &str) {
        if let Some(line) = self.current() {
            let last = line.moves.last_mut().map(|last| &mut last.comment);
            append(last.unwrap_or(&mut line.comment), comment);
        }
    }

    /// Takes a word of a variation, without its move number.
    pub(super) fn word(&mut self, word: &str, number: usize) -> Result<(), GameFault> {
        let Some(line) = self.current() else {
            return Ok(());
        };
        if result(word).is_some() {
            return Ok(());
        }
        let mv = move_text(word, number);
        let is_move = mv.is_some();
        line.moves.extend(mv);
        line.add_glyphs(word, line.moves.len());
        self.moves += usize::from(is_move);
        if self.moves >= MAX_NODES {
            return self.refuse(TreeError::Full.into());
        }
        Ok(())
    }

    /// Takes the glyphs of a word of the main line, which now has so many moves.
    pub(super) fn glyphs_of(&mut self, word: &str, moves: usize) {
        if let Some(line) = self.current() {
            line.add_glyphs(word, moves);
        }
    }
}

/// The glyphs in a word: `$1`, `!`, or those after a move.
fn glyphs(word: &str) -> impl Iterator<Item = u8> {
    let sign = &word[word.trim_end_matches(['!', '?']).len()..];
    let sign = SIGNS.iter().find(|(text, _)| *text == sign);
    let numbers = word.strip_prefix('$').into_iter();
    numbers
        .flat_map(|numbers| numbers.split('$'))
        .filter_map(|number| number.parse().ok())
        .chain(sign.map(|&(_, glyph)| glyph))
}
