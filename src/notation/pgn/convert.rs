//! Writes a game with its moves in another notation, such that it can be read again.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::notation::epd::Defaults;
use crate::notation::xboard::{self, XboardDialect};
use crate::notation::{coordinate, san};
use crate::position::Position;

use super::tags::{OwnTag, derived_tags, own_tags, xboard_tags};
use super::tree::{GameTree, NodeId, ROOT, TreeError};
use super::variations::TreeReader;

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveNotation {
    /// Standard algebraic notation with the letters of the game.
    San,
    /// The squares that a move leaves and enters.
    Coordinate,
    /// As XBoard saves games, with its names of games, squares and pieces.
    Xboard,
}

/// A word that does not name a notation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a notation (choose from: san coordinate xboard)")]
pub struct NotationNameError(pub String);

impl FromStr for MoveNotation {
    type Err = NotationNameError;

    fn from_str(text: &str) -> Result<MoveNotation, NotationNameError> {
        match text {
            "san" => Ok(MoveNotation::San),
            "coordinate" => Ok(MoveNotation::Coordinate),
            "xboard" => Ok(MoveNotation::Xboard),
            _ => Err(NotationNameError(text.to_owned())),
        }
    }
}

/// Why a game cannot be written in a notation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConversionError {
    /// XBoard has no name for these rules.
    #[error("XBoard has no name for the game {variant} with castling {castling}")]
    NoName {
        /// The variant.
        variant: String,
        /// The castling rule.
        castling: &'static str,
    },
    /// XBoard cannot be told about the game, or has no way to write a move.
    #[error("{0}")]
    Inexpressible(String),
    /// The written game would be read as another one.
    #[error("the converted game would be read back differently")]
    Unclear,
    /// The tree is damaged, which cannot be.
    #[error(transparent)]
    Tree(#[from] TreeError),
}

impl GameTree {
    /// The game as PGN with its moves in this notation. The text is read again to make
    /// sure that it means the same game, with all its variations, comments and glyphs.
    ///
    /// # Errors
    /// If the notation cannot express the game.
    ///
    /// ```
    /// use peregrine::notation::{epd::Defaults, pgn::{MoveNotation, TreeReader}};
    /// let text = "1. e4 {best} (1. Nf3! d5) e5 *";
    /// let read = TreeReader::new(text.as_bytes(), Defaults::for_variant("chess")).next().unwrap()?;
    /// let text = read.tree.in_notation(MoveNotation::Coordinate)?;
    /// assert!(text.ends_with("\n1. e2e4 {best} (1. g1f3 $1 d7d5) 1... e7e5 *\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_notation(&self, notation: MoveNotation) -> Result<String, ConversionError> {
        let start = self.node(ROOT)?.position();
        let rules = start.rules();
        let dialect = match notation {
            MoveNotation::San | MoveNotation::Coordinate => None,
            MoveNotation::Xboard => {
                let found = xboard::for_rules(rules).map_err(|_| ConversionError::NoName {
                    variant: rules.variant().to_owned(),
                    castling: rules.castling().name(),
                })?;
                Some(found)
            }
        };
        let own = match &dialect {
            None => own_tags(start, &self.tags),
            Some(dialect) => xboard_tags(dialect, start).map_err(ConversionError::Inexpressible)?,
        };
        let text = match notation {
            MoveNotation::San => self.to_string(),
            MoveNotation::Coordinate | MoveNotation::Xboard => Written {
                tree: self,
                own: &own,
                moves: Some(&self.move_texts(dialect.as_ref())?),
            }
            .to_string(),
        };
        match self.is_read_from(&text, rules.variant()) {
            true => Ok(text),
            false => Err(ConversionError::Unclear),
        }
    }

    /// The text of each move, by the node after it.
    fn move_texts(
        &self,
        dialect: Option<&XboardDialect>,
    ) -> Result<HashMap<NodeId, String>, ConversionError> {
        let mut texts = HashMap::new();
        for (id, node) in self.nodes() {
            let (Some(parent), Some(mv)) = (node.parent(), node.mv()) else {
                continue;
            };
            let before: &Position = self.node(parent)?.position();
            let text = match dialect {
                None => coordinate(before, mv),
                Some(dialect) => dialect.san(before, mv).map_err(|reason| {
                    ConversionError::Inexpressible(format!("{reason} in {before}"))
                })?,
            };
            texts.insert(id, text);
        }
        Ok(texts)
    }

    /// Whether a text is read as this game, with the same tags apart from those that
    /// describe its rules and start position.
    pub(crate) fn is_read_from(&self, text: &str, variant: &str) -> bool {
        let mut games = TreeReader::new(text.as_bytes(), Defaults::for_variant(variant));
        match (games.next(), games.next()) {
            (Some(Ok(read)), None) => read.tree.plain_text() == self.plain_text(),
            _ => false,
        }
    }

    /// The game in SAN, with its rules and start in our own words.
    fn plain_text(&self) -> Option<String> {
        let own = derived_tags(self.node(ROOT).ok()?.position());
        let written = Written {
            tree: self,
            own: &own,
            moves: None,
        };
        Some(written.to_string())
    }
}

/// A game with its moves as text, or in SAN.
struct Written<'a> {
    tree: &'a GameTree,
    own: &'a [OwnTag],
    moves: Option<&'a HashMap<NodeId, String>>,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |id, before: &Position, mv| match self.moves {
            Some(moves) => moves.get(&id).cloned(),
            None => Some(san(before, mv)),
        };
        self.tree.write(f, self.own, text)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// The start position of a game with these tags.
    fn conversion(tags: &str, notation: MoveNotation) -> Result<String, ConversionError> {
        let text = format!("{tags}\n\n1. e4 *");
        let mut games = TreeReader::new(text.as_bytes(), Defaults::for_variant("chess"));
        games.next().unwrap().unwrap().tree.in_notation(notation)
    }

    #[test]
    fn xboards_tags_and_squares_are_written() {
        let tags = "[Variant \"falcon-10x10\"]";
        let written = conversion(tags, MoveNotation::Xboard).unwrap();
        // Ten ranks are numbered from 0.
        assert!(written.ends_with("\n\n1. e3 *\n\n"), "{written}");
        assert!(written.contains("[Variant \"duke-10x10\"]"), "{written}");
        assert!(written.contains("[VariantMen \"F:"), "{written}");
        assert!(written.contains("[SetUp \"1\"]"), "{written}");
        let own = conversion(tags, MoveNotation::San).unwrap();
        assert!(
            own.ends_with("\n[Variant \"falcon-10x10\"]\n\n1. e4 *\n\n"),
            "{own}"
        );
    }

    #[test]
    fn rules_without_a_name_in_xboard_are_refused() {
        let tags = "[Variant \"falcon\"]\n[Castling \"wide\"]";
        let fault = conversion(tags, MoveNotation::Xboard).unwrap_err();
        let expected = "XBoard has no name for the game falcon with castling wide";
        assert_eq!(fault.to_string(), expected);
    }

    #[test]
    fn notations_have_names() {
        for (name, notation) in [
            ("san", MoveNotation::San),
            ("coordinate", MoveNotation::Coordinate),
            ("xboard", MoveNotation::Xboard),
        ] {
            assert_eq!(name.parse(), Ok(notation));
        }
        assert!("SAN".parse::<MoveNotation>().is_err());
    }
}
