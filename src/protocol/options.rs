//! The options of the engine, each declared once for both protocols.
//!
//! Announcing an option, parsing its command and applying its setting are left to
//! the front ends.

use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use crate::base::excerpt::excerpt;
use crate::base::suggestion::{UnknownName, did_you_mean};
use crate::engine::{EngineOptions, MAX_HASH, MAX_THREADS};
use crate::position::movegen::MAX_MOVES;
use crate::rules::{CastlingRule, PromotionRule};
use crate::search::Level;
use crate::variants::{self, RuleOptions, Variant, library};

/// The word that stands for a variant's own rule.
pub const DEFAULT: &str = "default";

/// How UCI writes an empty string.
pub const EMPTY: &str = "<empty>";

/// The largest move overhead, in milliseconds.
const MAX_OVERHEAD: u64 = 10_000;

/// The largest seed, small enough for any GUI to show.
const MAX_SEED: u64 = 1_000_000;

/// A parsed option with its value.
#[derive(Clone, Debug)]
pub enum Setting {
    /// A file of variants to add.
    VariantPath(PathBuf),
    /// Whether the games of the library are listed with the others.
    Library(bool),
    /// The variant to play.
    Variant(&'static Variant),
    /// The castling rule, or the variant's own.
    Castling(Option<CastlingRule>),
    /// The promotion rule, or the variant's own.
    Promotion(Option<PromotionRule>),
    /// Whether chess is Chess960, and castling is written as King takes Rook.
    Chess960(bool),
    /// Size of the transposition table in MiB.
    Hash(usize),
    /// Number of search threads.
    Threads(usize),
    /// How many lines are searched (MultiPV).
    Lines(usize),
    /// Whether the engine may be asked to ponder.
    Ponder(bool),
    /// Time reserved per move for delays outside the engine.
    MoveOverhead(Duration),
    /// The playing strength as a level.
    Skill(Level),
    /// The seed of the evaluation noise at lower levels; 0 for a random one in
    /// each game.
    SkillSeed(u64),
    /// Whether the Elo setting determines the playing strength.
    LimitStrength(bool),
    /// The playing strength in Elo.
    Elo(u32),
    /// Whether the engine analyses rather than plays.
    Analyze(bool),
    /// Whether to show win, draw and loss probabilities with scores.
    ShowWdl(bool),
    /// The file that the session is logged to, if any.
    DebugLog(Option<PathBuf>),
    /// The folder of tablebases, if any.
    TablebasePath(Option<PathBuf>),
    /// The network that evaluates, or the built-in one.
    EvalFile(Option<PathBuf>),
    /// Whether a network evaluates, if there is one for the game.
    UseNetwork(bool),
    /// Whether moves are played from an opening book.
    OwnBook(bool),
    /// The opening book, or the built-in one.
    BookFile(Option<PathBuf>),
    /// Clear the transposition table and the histories.
    ClearHash,
}

/// The type of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// True or false; this one by default.
    Check(bool),
    /// An integer.
    Spin {
        /// The default.
        default: u64,
        /// The minimum.
        min: u64,
        /// The maximum.
        max: u64,
    },
    /// One of several words.
    Combo {
        /// The default.
        default: &'static str,
        /// All of them.
        words: Vec<&'static str>,
    },
    /// A file name; none by default.
    File,
    /// A folder name; none by default.
    Folder,
    /// An action without a value.
    Button,
}

/// The declaration of an option.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The name, which may contain spaces.
    pub name: &'static str,
    /// The type.
    pub kind: OptionKind,
    set: Setter,
}

/// How a checked value becomes a setting.
#[derive(Clone, Debug)]
enum Setter {
    Press(fn() -> Setting),
    Switch(fn(bool) -> Setting),
    Number(fn(u64) -> Setting),
    Word(fn(&str) -> Result<Setting, UnknownName>),
    File(fn(PathBuf) -> Setting),
    /// A file or folder, or none.
    Place(fn(Option<PathBuf>) -> Setting),
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingError {
    /// No option has this name.
    #[error("unknown option '{}'{}", excerpt(.0), hint(.0))]
    Unknown(String),
    /// The value is missing.
    #[error("option {0} needs a value")]
    NoValue(&'static str),
    /// The value is neither true nor false.
    #[error("option {name} is 'true' or 'false', not '{}'", excerpt(.value))]
    Check {
        /// The option.
        name: &'static str,
        /// The value.
        value: String,
    },
    /// The value is not a number, or out of range.
    #[error("option {name} is a number from {min} to {max}, not '{}'", excerpt(.value))]
    Spin {
        /// The option.
        name: &'static str,
        /// The value.
        value: String,
        /// The minimum.
        min: u64,
        /// The maximum.
        max: u64,
    },
    /// The value is not one of the choices.
    #[error(transparent)]
    Word(#[from] UnknownName),
}

/// The option that was probably meant by an unknown name.
pub(crate) fn hint(name: &str) -> String {
    did_you_mean(
        name,
        &all().iter().map(|option| option.name).collect::<Vec<_>>(),
    )
}

/// All options, as they are when the program is started without arguments.
///
/// ```
/// use peregrine::protocol::options::all;
/// assert!(all().iter().any(|option| option.name == "Move Overhead"));
/// ```
pub fn all() -> Vec<Declaration> {
    all_for(variants::all()[0], RuleOptions::default())
}

/// All options, as they are when the program is started with this variant and these rules.
pub(crate) fn all_for(variant: &'static Variant, rules: RuleOptions) -> Vec<Declaration> {
    [
        game(variant, rules),
        search(),
        strength(),
        output(),
        knowledge(),
    ]
    .concat()
}

fn option(name: &'static str, kind: OptionKind, set: Setter) -> Declaration {
    Declaration { name, kind, set }
}

fn spin(default: u64, min: u64, max: u64) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

fn check(name: &'static str, default: bool, set: fn(bool) -> Setting) -> Declaration {
    option(name, OptionKind::Check(default), Setter::Switch(set))
}

/// The game and its rules.
fn game(variant: &'static Variant, rules: RuleOptions) -> Vec<Declaration> {
    let castling = rules.castling.map(CastlingRule::name);
    let promotion = rules.promotion.map(PromotionRule::name);
    vec![
        option(
            "VariantPath",
            OptionKind::File,
            Setter::File(Setting::VariantPath),
        ),
        check("Library", library::is_listed(), Setting::Library),
        chosen_variant(variant),
        option(
            "Castling",
            rule(castling, &CastlingRule::ALL.map(CastlingRule::name)),
            Setter::Word(|word| Ok(Setting::Castling(unless_default(word)?))),
        ),
        option(
            "Promotion",
            rule(promotion, &PromotionRule::ALL.map(PromotionRule::name)),
            Setter::Word(|word| Ok(Setting::Promotion(unless_default(word)?))),
        ),
        check("UCI_Chess960", false, Setting::Chess960),
    ]
}

/// The choice of the game from all that are listed now.
pub(crate) fn chosen_variant(variant: &'static Variant) -> Declaration {
    let variants = variants::all();
    let variants = variants.iter().map(|variant| variant.name.as_str());
    option(
        "UCI_Variant",
        OptionKind::Combo {
            default: &variant.name,
            words: variants.collect(),
        },
        Setter::Word(|word| Ok(Setting::Variant(variants::find(word)?))),
    )
}

/// What a search may use, and how it runs.
fn search() -> Vec<Declaration> {
    let defaults = EngineOptions::default();
    vec![
        option(
            "Hash",
            spin(defaults.hash as u64, 1, MAX_HASH as u64),
            Setter::Number(|number| Setting::Hash(number as usize)),
        ),
        option(
            "Threads",
            spin(defaults.threads as u64, 1, MAX_THREADS as u64),
            Setter::Number(|number| Setting::Threads(number as usize)),
        ),
        option(
            "MultiPV",
            spin(defaults.lines as u64, 1, MAX_MOVES as u64),
            Setter::Number(|number| Setting::Lines(number as usize)),
        ),
        check("Ponder", false, Setting::Ponder),
        option(
            "Move Overhead",
            spin(defaults.move_overhead.as_millis() as u64, 0, MAX_OVERHEAD),
            Setter::Number(|number| Setting::MoveOverhead(Duration::from_millis(number))),
        ),
    ]
}

fn strength() -> Vec<Declaration> {
    let full = Level::FULL.number() as u64;
    let elo = Level::elo_range();
    let (min, max) = (u64::from(*elo.start()), u64::from(*elo.end()));
    vec![
        option(
            "Skill Level",
            spin(full, 0, full),
            Setter::Number(|number| Setting::Skill(Level::new(number as usize))),
        ),
        option(
            "Skill Seed",
            spin(0, 0, MAX_SEED),
            Setter::Number(Setting::SkillSeed),
        ),
        check("UCI_LimitStrength", false, Setting::LimitStrength),
        option(
            "UCI_Elo",
            spin(u64::from(Level::DEFAULT_ELO), min, max),
            Setter::Number(|number| Setting::Elo(number as u32)),
        ),
    ]
}

/// What the engine is asked for and says.
fn output() -> Vec<Declaration> {
    vec![
        check("UCI_AnalyzeMode", false, Setting::Analyze),
        check("UCI_ShowWDL", false, Setting::ShowWdl),
        option(
            "Debug Log File",
            OptionKind::File,
            Setter::Place(Setting::DebugLog),
        ),
    ]
}

/// What the engine knows from files, and forgetting what it has found out itself.
fn knowledge() -> Vec<Declaration> {
    vec![
        option(
            "TablebasePath",
            OptionKind::Folder,
            Setter::Place(Setting::TablebasePath),
        ),
        option(
            "EvalFile",
            OptionKind::File,
            Setter::Place(Setting::EvalFile),
        ),
        check("Use Network", true, Setting::UseNetwork),
        check("OwnBook", false, Setting::OwnBook),
        option(
            "BookFile",
            OptionKind::File,
            Setter::Place(Setting::BookFile),
        ),
        option(
            "Clear Hash",
            OptionKind::Button,
            Setter::Press(|| Setting::ClearHash),
        ),
    ]
}

/// Parses an option and its value; names are case-insensitive.
///
/// ```
/// use peregrine::protocol::options::{Setting, parse};
/// assert!(matches!(parse("hash", Some("16")), Ok(Setting::Hash(16))));
/// assert_eq!(
///     parse("Hash", Some("0")).unwrap_err().to_string(),
///     "option Hash is a number from 1 to 1048576, not '0'"
/// );
/// ```
///
/// # Errors
/// When no option has this name, or the value is missing or invalid.
pub fn parse(name: &str, value: Option<&str>) -> Result<Setting, SettingError> {
    let option = all()
        .into_iter()
        .find(|option| option.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| SettingError::Unknown(name.to_owned()))?;
    let name = option.name;
    if let Setter::Press(set) = option.set {
        return Ok(set());
    }
    let value = value.ok_or(SettingError::NoValue(name))?;
    match (option.set, option.kind) {
        (Setter::Press(set), _) => Ok(set()),
        (Setter::File(_), _) if value.is_empty() => Err(SettingError::NoValue(name)),
        (Setter::File(set), _) => Ok(set(PathBuf::from(value))),
        (Setter::Place(set), _) => Ok(set(match value {
            "" | EMPTY => None,
            place => Some(PathBuf::from(place)),
        })),
        (Setter::Switch(set), _) => match value.to_ascii_lowercase().as_str() {
            "true" | "1" => Ok(set(true)),
            "false" | "0" => Ok(set(false)),
            _ => Err(SettingError::Check {
                name,
                value: value.to_owned(),
            }),
        },
        (Setter::Word(set), _) => Ok(set(&value.to_ascii_lowercase())?),
        (Setter::Number(set), kind) => {
            let (min, max) = match kind {
                OptionKind::Spin { min, max, .. } => (min, max),
                _ => (0, u64::MAX),
            };
            let number = value
                .parse()
                .ok()
                .filter(|number| (min..=max).contains(number));
            number.map(set).ok_or_else(|| SettingError::Spin {
                name,
                value: value.to_owned(),
                min,
                max,
            })
        }
    }
}

/// The choice among the rules with these names, or the variant's own.
fn rule(chosen: Option<&'static str>, names: &[&'static str]) -> OptionKind {
    OptionKind::Combo {
        default: chosen.unwrap_or(DEFAULT),
        words: [DEFAULT].into_iter().chain(names.iter().copied()).collect(),
    }
}

/// The rule with this name; `None` for [`DEFAULT`].
///
/// ```
/// use peregrine::{protocol::options::unless_default, rules::CastlingRule};
/// assert_eq!(unless_default("wide"), Ok(Some(CastlingRule::Wide)));
/// assert_eq!(unless_default::<CastlingRule>("default"), Ok(None));
/// ```
///
/// # Errors
/// When no rule has this name.
pub fn unless_default<T>(word: &str) -> Result<Option<T>, UnknownName>
where
    T: std::str::FromStr<Err = UnknownName>,
{
    if word == DEFAULT {
        return Ok(None);
    }
    word.parse().map(Some)
}
