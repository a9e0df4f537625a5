//! Reads files of positions: a FEN followed by facts about the position.
//!
//! A line is a FEN of four or six fields and operations, each ended by `;` and in other
//! files also begun by it: `FEN bm f1e4; id "a fork";` or `FEN ;D1 24 ;id fork-7`. `D3
//! 15766` is a count of leaf nodes, `bm` and `am` are the best moves and those to avoid,
//! `dm` the moves to mate, `id` a name, `hmvc` and `fmvn` the counters; `variant`,
//! `castling` and `promotion` name the game. Every other operation is kept as it is. Blank
//! lines and lines with `#` are ignored, except that a comment of the form `# variant NAME,
//! castling NAME, promotion NAME` sets the defaults for the following lines.
//!
//! Must not depend on move generation: counts and best moves are claims of the
//! file, for the caller to check.

mod operations;

use thiserror::Error;

use crate::base::excerpt::excerpt;
use crate::base::suggestion::UnknownName;
use crate::base::text::with_line_feeds;
use crate::position::Position;
use crate::position::fen::FenError;
use crate::rules::Rules;
use crate::variants::{self, OptionError, RuleOptions};

pub use operations::{Operation, format_line};
pub(crate) use operations::{fields, is_checks, operations};

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
    /// The moves to avoid, as written in the file.
    pub avoid_moves: Vec<String>,
    /// In how many moves the side to move mates.
    pub direct_mate: Option<u32>,
    /// The name given in the file.
    pub id: Option<String>,
    /// All operations, those above included.
    pub operations: Vec<Operation>,
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
    /// let case = parse_line(line, &Defaults::for_variant("chess")).unwrap().unwrap();
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
    /// A word in the place of an opcode that is none.
    #[error("'{}' is no opcode such as bm or id", excerpt(.0))]
    Opcode(String),
    /// A string without end.
    #[error("unclosed '\"'")]
    Quotation,
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
    pub fn for_variant(variant: &str) -> Defaults {
        Defaults {
            variant: variant.to_owned(),
            options: RuleOptions::default(),
        }
    }

    /// The game that a FEN without further words is of: orthodox chess if it has eight files.
    ///
    /// ```
    /// use peregrine::notation::epd::Defaults;
    /// assert_eq!(Defaults::for_fen("4k3/8/8/8/8/8/8/4K3 w - -"), Defaults::for_variant("chess"));
    /// ```
    pub fn for_fen(fen: &str) -> Defaults {
        let board = fen.split_whitespace().next().unwrap_or_default();
        Defaults::for_variant(&variants::of_fen(board).name)
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
        let mut defaults = Defaults::for_variant(first.next()?);
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
    let mut defaults = Defaults::for_variant(variant);
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
/// let defaults = Defaults::for_variant("falcon");
/// assert!(parse_line("# a comment", &defaults).unwrap().is_none());
/// let error = parse_line("4k3/8/8/8/8/8/8/4K3 w - - ;D1 x", &defaults).unwrap_err();
/// assert_eq!(error.to_string(), "'x' is not a number of leaves");
/// ```
///
/// # Errors
/// If an operation is malformed, or the variant does not offer the
/// rules. The FEN is not checked; [`EpdCase::position`] does that.
pub fn parse_line(line: &str, defaults: &Defaults) -> Result<Option<EpdCase>, EpdError> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (mut fields, rest) = fields(line);
    if fields.is_empty() {
        return Err(EpdError::NoPosition);
    }
    let operations = operations(rest)?;
    let mut game = defaults.clone();
    let mut said = RuleOptions::default();
    let mut counters = [None, None];
    let mut counts = Vec::new();
    let [mut best_moves, mut avoid_moves] = [Vec::new(), Vec::new()];
    let (mut direct_mate, mut id) = (None, None);
    for operation in &operations {
        let text = operation.text();
        match (operation.opcode.as_str(), depth(&operation.opcode)) {
            ("variant", _) => {
                let name = only_operand(operation)?;
                if !is_same_game(&name, &game.variant) {
                    game = Defaults::for_variant(&name);
                }
            }
            ("castling", _) => said.castling = Some(only_operand(operation)?.parse()?),
            ("promotion", _) => said.promotion = Some(only_operand(operation)?.parse()?),
            ("bm", _) => best_moves.extend(moves(&text)),
            ("am", _) => avoid_moves.extend(moves(&text)),
            ("dm", _) => direct_mate = text.parse().ok(),
            ("id", _) => id = Some(text.into_owned()).filter(|id| !id.trim().is_empty()),
            ("hmvc", _) => counters[0] = Some(only_operand(operation)?),
            ("fmvn", _) => counters[1] = Some(only_operand(operation)?),
            (_, Some(depth)) => counts.push((depth, count(&only_operand(operation)?)?)),
            (_, None) => {}
        }
    }
    if fields.len() >= 4 && counters != [None, None] {
        let checks = fields.iter().position(|field| is_checks(field));
        let checks = checks.map(|at| fields.remove(at));
        fields.extend(["0", "1"].iter().skip(fields.len() - 4));
        for (field, counter) in fields[4..].iter_mut().zip(&counters) {
            *field = counter.as_deref().unwrap_or(field);
        }
        if let Some(checks) = checks {
            fields.insert(4, checks);
        }
    }
    let options = RuleOptions {
        castling: said.castling.or(game.options.castling),
        promotion: said.promotion.or(game.options.promotion),
    };
    Ok(Some(EpdCase {
        rules: variants::find(&game.variant)?.rules(options)?,
        fen: fields.join(" "),
        counts,
        best_moves,
        avoid_moves,
        direct_mate,
        id,
        operations,
    }))
}

/// The moves in an operand.
fn moves(text: &str) -> impl Iterator<Item = String> {
    let separates = |c: char| c.is_whitespace() || c == ',';
    let moves = text.split(separates).filter(|word| !word.is_empty());
    moves.map(str::to_owned)
}

/// Whether two words name the same game.
fn is_same_game(word: &str, other: &str) -> bool {
    word == other || variants::find(word).is_ok_and(|game| variants::is_name_of(&game.name, other))
}

/// The operand of an operation that has one word.
fn only_operand(operation: &Operation) -> Result<String, EpdError> {
    let text = operation.text();
    let mut words = text.split_whitespace();
    match (words.next(), words.count()) {
        (Some(operand), 0) => Ok(operand.to_owned()),
        (first, others) => Err(EpdError::Operands {
            opcode: operation.opcode.clone(),
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
            ("x ;5 e4", "line 2: '5' is no opcode such as bm or id"),
            ("x ;id \"a", "line 2: unclosed '\"'"),
            (
                "k9/10/10/10/10/10/10/K9 w - - hmvc;",
                "line 2: opcode 'hmvc' takes one operand, not 0",
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

    #[test]
    fn lines_of_other_programs_are_read() {
        let case = |line: &str| parse_line(line, &Defaults::for_fen(line)).unwrap().unwrap();
        let wac = case(
            "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6 Qh4, Rf3; am e5xc6; \
             id \"WAC.001; mate\"; ce 32764; acd 9; acn 1234; dm 3; pv Qg6 fxg6; c0 \"a; b\"; \
             c9 \"\"; hmvc 4; fmvn 30; x.y-z 1 2;",
        );
        assert_eq!(wac.rules.variant(), "chess");
        assert_eq!(wac.best_moves, ["Qg6", "Qh4", "Rf3"]);
        assert_eq!(wac.avoid_moves, ["e5xc6"]);
        assert_eq!(wac.id.as_deref(), Some("WAC.001; mate"));
        assert_eq!(wac.direct_mate, Some(3));
        assert!(wac.fen.ends_with(" w - - 4 30"), "{}", wac.fen);
        let opcodes: Vec<&str> = wac.operations.iter().map(|it| it.opcode.as_str()).collect();
        let expected = "bm am id ce acd acn dm pv c0 c9 hmvc fmvn x.y-z";
        assert_eq!(opcodes.join(" "), expected);
        let board = "r3k2r/8/8/8/8/8/8/R3K2R";
        for (line, fen) in [
            ("w KQkq -", "w KQkq -"),
            ("w KQkq - 7 20", "w KQkq - 7 20"),
            ("w KQkq - 7 20 bm O-O;", "w KQkq - 7 20"),
            ("w KQkq - 7 20;bm O-O", "w KQkq - 7 20"),
            ("w KQkq - bm O-O; hmvc 7;", "w KQkq - 7 1"),
            ("w KQkq - fmvn 20; bm O-O;", "w KQkq - 0 20"),
            ("b KQkq e3 D1 20; D2 400;", "b KQkq e3"),
        ] {
            assert_eq!(
                case(&format!("{board} {line}")).fen,
                format!("{board} {fen}")
            );
        }
        let counted = case(&format!("{board} w KQkq - D1 26; D2 568 ;D3 13744"));
        assert_eq!(counted.counts, [(1, 26), (2, 568), (3, 13744)]);
        assert_eq!(
            case("k9/10/10/10/10/10/10/K9 w - - id x;").rules.variant(),
            "falcon"
        );
    }
}
