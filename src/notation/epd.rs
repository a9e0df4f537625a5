//! Reads files of positions: a FEN followed by facts about the position.
//!
//! A line is `FEN ;opcode operands ;opcode operands ...`. `D3 15766` is a count
//! of leaf nodes, `bm f1e4` the best move, `id` a name; `variant`, `castling`
//! and `promotion` name the game. Blank lines and lines with `#` are ignored,
//! except that a comment of the form `# variant NAME, castling NAME, promotion
//! NAME` sets the defaults for the following lines.
//!
//! Must not depend on move generation: counts and best moves are claims of the
//! file, for the caller to check.

use thiserror::Error;

use crate::base::excerpt::excerpt;
use crate::base::text::with_line_feeds;
use crate::position::Position;
use crate::position::fen::FenError;
use crate::rules::{Rules, UnknownName};
use crate::variants::{self, OptionError, RuleOptions};

/// A position and the facts about it.
#[derive(Clone, Debug)]
pub struct EpdCase {
    /// The rules of the game.
    pub rules: &'static Rules,
    /// The position.
    pub fen: String,
    /// Pairs of depth and leaf count, as given in the file.
    pub counts: Vec<(u32, u64)>,
    /// The best moves, as written in the file.
    pub best_moves: Vec<String>,
    /// The name given in the file.
    pub id: Option<String>,
}

impl EpdCase {
    /// The position.
    ///
    /// # Errors
    /// If the FEN is invalid.
    ///
    /// ```
    /// use peregrine::notation::epd::{Defaults, parse_line};
    /// let line = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5";
    /// let case = parse_line(line, &Defaults::of("chess")).unwrap().unwrap();
    /// assert_eq!(case.position().unwrap().legal_moves().len(), 5);
    /// ```
    pub fn position(&self) -> Result<Position, FenError> {
        Position::from_fen(self.rules, &self.fen)
    }
}

/// Why a line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EpdError {
    /// There is no text before the first `;`.
    #[error("the line has no position")]
    NoPosition,
    /// An unknown opcode.
    #[error(
        "unknown opcode '{}' (known: variant, castling, promotion, id, bm, D1, D2...)",
        excerpt(.0)
    )]
    Opcode(String),
    /// An opcode with no operand or several.
    #[error("opcode '{opcode}' takes one operand, not {found}")]
    Operands {
        /// The opcode.
        opcode: String,
        /// How many operands it has.
        found: usize,
    },
    /// A count that is not a number.
    #[error("'{}' is not a number of leaves", excerpt(.0))]
    Count(String),
    /// A variant, castling or promotion rule that does not exist.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// Rules that the variant does not offer.
    #[error(transparent)]
    Options(#[from] OptionError),
}

/// An error and its line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {error}")]
pub struct EpdFileError {
    /// The line number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: EpdError,
}

/// The game of lines that do not name one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defaults {
    /// The name of the variant.
    pub variant: String,
    /// Its options.
    pub options: RuleOptions,
}

impl Defaults {
    /// A variant with its default options.
    pub fn of(variant: &str) -> Defaults {
        Defaults {
            variant: variant.to_owned(),
            options: RuleOptions::default(),
        }
    }

    /// The defaults that a comment sets for the lines that follow, if any.
    ///
    /// ```
    /// use peregrine::{notation::epd::Defaults, rules::CastlingRule};
    /// let defaults = Defaults::of_comment("# variant falcon, castling wide").unwrap();
    /// assert_eq!(defaults.options.castling, Some(CastlingRule::Wide));
    /// assert_eq!(Defaults::of_comment("# found by accident"), None);
    /// ```
    pub fn of_comment(line: &str) -> Option<Defaults> {
        let mut parts = line.trim().strip_prefix('#')?.split(',');
        let mut first = parts.next()?.split_whitespace();
        if first.next() != Some("variant") {
            return None;
        }
        let mut defaults = Defaults::of(first.next()?);
        for part in parts {
            match part.split_whitespace().collect::<Vec<_>>()[..] {
                ["castling", name] => defaults.options.castling = name.parse().ok(),
                ["promotion", name] => defaults.options.promotion = name.parse().ok(),
                _ => {}
            }
        }
        Some(defaults)
    }
}

/// Parses a whole file. `variant` is the game of lines that have neither an
/// opcode nor a preceding comment naming one.
///
/// ```
/// let text = "# variant chess\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n";
/// let cases = peregrine::notation::epd::parse(text, "falcon").unwrap();
/// assert_eq!((cases[0].rules.variant(), &cases[0].counts[..]), ("chess", &[(1, 5)][..]));
/// ```
///
/// # Errors
/// At the first invalid line, with its number.
pub fn parse(text: &str, variant: &str) -> Result<Vec<EpdCase>, EpdFileError> {
    let mut defaults = Defaults::of(variant);
    let mut cases = Vec::new();
    for (number, line) in with_line_feeds(text).lines().enumerate() {
        if let Some(said) = Defaults::of_comment(line) {
            defaults = said;
        }
        let case = parse_line(line, &defaults).map_err(|error| EpdFileError {
            line: number + 1,
            error,
        })?;
        cases.extend(case);
    }
    Ok(cases)
}

/// Parses one line; `None` for a blank line or a comment.
///
/// ```
/// use peregrine::notation::epd::{Defaults, parse_line};
/// let defaults = Defaults::of("falcon");
/// assert!(parse_line("# a comment", &defaults).unwrap().is_none());
/// let error = parse_line("4k3/8/8/8/8/8/8/4K3 w - - ;E1 5", &defaults).unwrap_err();
/// assert!(error.to_string().starts_with("unknown opcode 'E1'"));
/// ```
///
/// # Errors
/// If an opcode is unknown or malformed, or the variant does not offer the
/// rules. The FEN is not checked; [`EpdCase::position`] does that.
pub fn parse_line(line: &str, defaults: &Defaults) -> Result<Option<EpdCase>, EpdError> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let mut fields = line.split(';').map(str::trim);
    let fen = fields.next().unwrap_or_default();
    if fen.is_empty() {
        return Err(EpdError::NoPosition);
    }
    let mut game = defaults.clone();
    let mut said = RuleOptions::default();
    let mut counts = Vec::new();
    let mut best_moves = Vec::new();
    let mut id = None;
    for field in fields.filter(|field| !field.is_empty()) {
        let (opcode, operand) = opcode(field)?;
        match (opcode, depth(opcode)) {
            ("variant", _) if !is_same_game(operand, &game.variant) => game = Defaults::of(operand),
            ("variant", _) => {}
            ("castling", _) => said.castling = Some(operand.parse()?),
            ("promotion", _) => said.promotion = Some(operand.parse()?),
            ("bm", _) => best_moves.push(operand.to_owned()),
            ("id", _) => id = Some(operand.to_owned()),
            (_, Some(depth)) => counts.push((depth, count(operand)?)),
            (_, None) => return Err(EpdError::Opcode(opcode.to_owned())),
        }
    }
    let options = RuleOptions {
        castling: said.castling.or(game.options.castling),
        promotion: said.promotion.or(game.options.promotion),
    };
    Ok(Some(EpdCase {
        rules: variants::find(&game.variant)?.rules(options)?,
        fen: fen.to_owned(),
        counts,
        best_moves,
        id,
    }))
}

/// Whether two words name the same game.
fn is_same_game(word: &str, other: &str) -> bool {
    word == other || variants::find(word).is_ok_and(|game| variants::is_called(&game.name, other))
}

/// An opcode and its only operand.
fn opcode(field: &str) -> Result<(&str, &str), EpdError> {
    let mut words = field.split_whitespace();
    let opcode = words.next().unwrap_or_default();
    match (words.next(), words.count()) {
        (Some(operand), 0) => Ok((opcode, operand)),
        (first, others) => Err(EpdError::Operands {
            opcode: opcode.to_owned(),
            found: usize::from(first.is_some()) + others,
        }),
    }
}

/// The depth in an opcode such as `D3`.
fn depth(opcode: &str) -> Option<u32> {
    let digits = opcode.strip_prefix('D')?;
    digits
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| digits.parse().ok())?
}

fn count(operand: &str) -> Result<u64, EpdError> {
    operand
        .parse()
        .map_err(|_| EpdError::Count(operand.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{CastlingRule, PromotionRule};

    const FEN: &str = "9k/10/10/10/10/10/10/K9 w - - 0 1";

    #[test]
    fn opcode_goes_before_comment_before_file_name() {
        let text = format!(
            "{FEN}\n# variant falcon, castling wide, promotion no-queen\n{FEN} ;D1 3\n\
             {FEN} ;castling none ;D1 3 ;D2 9\n{FEN} ;variant capablanca\n\
             # variant falcon under all rules, each line naming its own\n{FEN}"
        );
        let cases = parse(&text, "capablanca").unwrap();
        let games = cases.iter().map(|case| {
            let rules = case.rules;
            (rules.variant(), rules.castling(), rules.promotion())
        });
        use CastlingRule::{Free, None, Three, Wide};
        use PromotionRule::{Any, NoQueen};
        assert_eq!(
            games.collect::<Vec<_>>(),
            [
                ("capablanca", Three, Any),
                ("falcon", Wide, NoQueen),
                ("falcon", None, NoQueen),
                ("capablanca", Three, Any),
                ("falcon", Free, Any),
            ]
        );
        assert_eq!(cases[2].counts, [(1, 3), (2, 9)]);
    }

    #[test]
    fn errors_say_what_and_where() {
        for (line, message) in [
            (";D1 5", "line 2: the line has no position"),
            ("x ;D1", "line 2: opcode 'D1' takes one operand, not 0"),
            ("x ;D1 2 3", "line 2: opcode 'D1' takes one operand, not 2"),
            ("x ;D1 five", "line 2: 'five' is not a number of leaves"),
            ("x ;D1 -5", "line 2: '-5' is not a number of leaves"),
            (
                "x ;Dx 5",
                "line 2: unknown opcode 'Dx' (known: variant, castling, promotion, id, bm, D1, D2...)",
            ),
            (
                "x ;variant chess ;castling free",
                "line 2: chess cannot be played with castling 'free' (it has: orthodox)",
            ),
            (
                "x ;promotion all",
                "line 2: unknown promotion rule 'all' (known: any, no-queen)",
            ),
        ] {
            let error = parse(&format!("\n{line}"), "falcon").unwrap_err();
            assert_eq!(error.to_string(), message);
        }
        let error = parse(FEN, "nonsense").unwrap_err().to_string();
        assert!(
            error.starts_with("line 1: unknown variant 'nonsense'"),
            "{error}"
        );
    }
}
