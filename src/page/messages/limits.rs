//! How much a page may send, and how much a game may hold. `web/src/messages.ts` has the same
//! numbers.
//!
//! They follow from one another: whatever a session accepts, the page can keep, and the session
//! takes it back after a reload.

use crate::notation::pgn::MAX_NODES;

/// The longest text of a request, in bytes: a file of games, or a saved game.
pub const MAX_TEXT: usize = 8 << 20;

/// The longest variant file, in bytes.
pub(crate) const MAX_VARIANT_FILE: usize = 1 << 20;

/// The longest message of a page, in bytes. In JSON, quotation marks and line ends of a text
/// take two bytes.
pub const MAX_MESSAGE: usize = 2 * MAX_TEXT + (64 << 10);

/// The most that the comments, glyphs and tags of a game may take together in a saved game, in
/// bytes.
pub(crate) const MAX_ANNOTATIONS: usize = 2 << 20;

/// The longest comment and the longest value of a tag, in bytes. Without blanks it is a line of
/// the file that is saved, and files with much longer lines are not read.
pub(crate) const MAX_COMMENT: usize = 512 << 10;

/// The most pages at a time.
pub(crate) const MAX_PAGES: usize = 64;

/// The most bytes that a saved game takes for each of its moves, comments and glyphs not
/// counted.
const BYTES_PER_MOVE: usize = 64;

// A saved game is text of a request, and browsers keep about five million characters.
const _: () = assert!(MAX_ANNOTATIONS + MAX_NODES * BYTES_PER_MOVE < 4 << 20);
const _: () = assert!(4 << 20 < MAX_TEXT && MAX_VARIANT_FILE < MAX_TEXT);
