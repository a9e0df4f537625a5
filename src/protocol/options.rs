//! The options of the engine, each declared once, for whichever protocol asks.
//!
//! Knows no protocol: how an option is announced and set in text is for the
//! front ends, and what a setting changes is too.

use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use crate::base::excerpt::excerpt;
use crate::engine::{EngineOptions, MAX_HASH, MAX_THREADS};
use crate::position::movegen::MAX_MOVES;
use crate::rules::{CastlingRule, PromotionRule, UnknownName};
use crate::search::Level;
use crate::variants::{self, Variant};

/// The word that stands for the rule a variant has by itself.
pub const DEFAULT: &str = "default";

/// How UCI writes that a text is empty.
pub const EMPTY: &str = "<empty>";

/// The longest time that can be kept in hand for each move.
const MAX_OVERHEAD: u64 = 10_000;

/// The greatest seed, such that any program can show it.
const MAX_SEED: u64 = 1_000_000;

/// What an option is set to.
#[derive(Clone, Debug)]
pub enum Setting {
    /// A file whose variants are to be added to the list of games.
    VariantPath(PathBuf),
    /// The game to be played.
    Variant(&'static Variant),
    /// The castling rule, or the variant's own.
    Castling(Option<CastlingRule>),
    /// The promotion rule, or the variant's own.
    Promotion(Option<PromotionRule>),
    /// Size of the transposition table in MiB.
    Hash(usize),
    /// Number of search threads.
    Threads(usize),
    /// How many lines are searched.
    Lines(usize),
    /// Whether the engine will be asked to think on the opponent's time.
    Ponder(bool),
    /// Time kept in hand each move.
    MoveOverhead(Duration),
    /// How strong the engine plays.
    Skill(Level),
    /// What the misjudgements of lower levels follow from; 0 for a number by
    /// lot in each game.
    SkillSeed(u64),
    /// Whether the Elo points say how strong the engine plays.
    LimitStrength(bool),
    /// How strong the engine plays then.
    Elo(u32),
    /// Whether the engine analyses rather than plays.
    Analyse(bool),
    /// Whether scores are shown as probabilities too.
    ShowWdl(bool),
    /// The file that the conversation is logged to, if there is one.
    DebugLog(Option<PathBuf>),
    /// The folder of tablebases, if there is one.
    TablebasePath(Option<PathBuf>),
    /// Forget what has been learned.
    ClearHash,
}

/// What values an option can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Yes or no; no by default.
    Check,
    /// A whole number.
    Spin {
        /// The value before it is set.
        default: u64,
        /// The least value.
        least: u64,
        /// The greatest value.
        most: u64,
    },
    /// One of several words, the first by default.
    Combo(Vec<&'static str>),
    /// The name of a file; none by default.
    File,
    /// The name of a folder; none by default.
    Folder,
    /// No value: it is pressed.
    Button,
}

/// The name of an option and the values it can have.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Its name, which may have spaces in it.
    pub name: &'static str,
    /// Its values.
    pub kind: Kind,
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
    /// A file or folder that there need not be.
    Place(fn(Option<PathBuf>) -> Setting),
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingError {
    /// There is no such option.
    #[error("unknown option '{}'", excerpt(.0))]
    Unknown(String),
    /// An option that takes a value was given none.
    #[error("option {0} needs a value")]
    NoValue(&'static str),
    /// Neither yes nor no.
    #[error("option {name} is 'true' or 'false', not '{}'", excerpt(.value))]
    Check {
        /// The option.
        name: &'static str,
        /// The value.
        value: String,
    },
    /// No number, or one out of range.
    #[error("option {name} is a number from {least} to {most}, not '{}'", excerpt(.value))]
    Spin {
        /// The option.
        name: &'static str,
        /// The value.
        value: String,
        /// The least value.
        least: u64,
        /// The greatest value.
        most: u64,
    },
    /// A word that is none of the choices.
    #[error(transparent)]
    Word(#[from] UnknownName),
}

/// All options.
///
/// ```
/// use peregrine::protocol::options::all;
/// assert!(all().iter().any(|option| option.name == "Move Overhead"));
/// ```
pub fn all() -> Vec<Declaration> {
    let defaults = EngineOptions::default();
    let overhead = defaults.move_overhead.as_millis() as u64;
    let spin = |default, least, most| Kind::Spin {
        default,
        least,
        most,
    };
    let full = Level::FULL.number() as u64;
    let elo = Level::elo_range();
    let option = |name, kind, set| Declaration { name, kind, set };
    vec![
        option(
            "VariantPath",
            Kind::File,
            Setter::File(Setting::VariantPath),
        ),
        option(
            "UCI_Variant",
            Kind::Combo(
                variants::all()
                    .iter()
                    .map(|variant| variant.name.as_str())
                    .collect(),
            ),
            Setter::Word(|word| Ok(Setting::Variant(variants::find(word)?))),
        ),
        option(
            "Castling",
            Kind::Combo(with_default(&CastlingRule::ALL.map(CastlingRule::name))),
            Setter::Word(|word| Ok(Setting::Castling(unless_default(word)?))),
        ),
        option(
            "Promotion",
            Kind::Combo(with_default(&PromotionRule::ALL.map(PromotionRule::name))),
            Setter::Word(|word| Ok(Setting::Promotion(unless_default(word)?))),
        ),
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
        option("Ponder", Kind::Check, Setter::Switch(Setting::Ponder)),
        option(
            "Move Overhead",
            spin(overhead, 0, MAX_OVERHEAD),
            Setter::Number(|number| Setting::MoveOverhead(Duration::from_millis(number))),
        ),
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
        option(
            "UCI_LimitStrength",
            Kind::Check,
            Setter::Switch(Setting::LimitStrength),
        ),
        option(
            "UCI_Elo",
            spin(
                u64::from(Level::DEFAULT_ELO),
                u64::from(*elo.start()),
                u64::from(*elo.end()),
            ),
            Setter::Number(|number| Setting::Elo(number as u32)),
        ),
        option(
            "UCI_AnalyseMode",
            Kind::Check,
            Setter::Switch(Setting::Analyse),
        ),
        option("UCI_ShowWDL", Kind::Check, Setter::Switch(Setting::ShowWdl)),
        option(
            "Debug Log File",
            Kind::File,
            Setter::Place(Setting::DebugLog),
        ),
        option(
            "TablebasePath",
            Kind::Folder,
            Setter::Place(Setting::TablebasePath),
        ),
        option(
            "Clear Hash",
            Kind::Button,
            Setter::Press(|| Setting::ClearHash),
        ),
    ]
}

/// What setting that option to that value means; names are read in either
/// case.
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
/// When there is no such option or it cannot have that value.
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
            let (least, most) = match kind {
                Kind::Spin { least, most, .. } => (least, most),
                _ => (0, u64::MAX),
            };
            let number = value
                .parse()
                .ok()
                .filter(|number| (least..=most).contains(number));
            number.map(set).ok_or_else(|| SettingError::Spin {
                name,
                value: value.to_owned(),
                least,
                most,
            })
        }
    }
}

fn with_default(names: &[&'static str]) -> Vec<&'static str> {
    [DEFAULT].into_iter().chain(names.iter().copied()).collect()
}

/// The rule of that name; nothing for [`DEFAULT`].
///
/// ```
/// use peregrine::{protocol::options::unless_default, rules::CastlingRule};
/// assert_eq!(unless_default("wide"), Ok(Some(CastlingRule::Wide)));
/// assert_eq!(unless_default::<CastlingRule>("default"), Ok(None));
/// ```
///
/// # Errors
/// When there is no such rule.
pub fn unless_default<T>(word: &str) -> Result<Option<T>, UnknownName>
where
    T: std::str::FromStr<Err = UnknownName>,
{
    if word == DEFAULT {
        return Ok(None);
    }
    word.parse().map(Some)
}
