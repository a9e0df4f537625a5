//! The catalog of variants and the options of each.
//!
//! [`VariantSetup`] describes a variant; a [`Variant`] is one that has been checked.
//! Its [`Rules`] for a choice of options are created on first use and live as
//! long as the process (docs/rules.md, sections 4 to 8). What is only checked
//! leaves nothing behind.

mod capablanca_random;
mod check;
mod chess960;
pub mod description;
pub mod export;
pub mod import;
pub mod library;
pub mod reader;
pub mod shuffle;

use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard};

use std::sync::LazyLock;
use thiserror::Error;

use crate::base::suggestion::UnknownName;
use crate::board::bitboard::Bitboard;
use crate::board::geometry::{Geometry, GeometryError, Layout};
use crate::board::piece::PieceKind;
use crate::board::square::Square;
use crate::position::fen;
use crate::rules::{
    CastlingFiles, CastlingKing, CastlingRule, EndRules, MoveConstraints, PawnSetup, PieceType,
    PromotionRule, Royalty, Rules, RulesSetup, Shuffle, SquareColor, StalemateRule,
};

pub use check::{VariantFileError, check, load, read};

/// The description of a named variant and of the options it can be played with,
/// not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantSetup {
    /// The name on the command line and in FEN files.
    pub name: String,
    /// A one-line description.
    pub title: String,
    /// What is special about the game, in a sentence or two; empty if the file does not say.
    pub about: String,
    /// The board.
    pub board: BoardSetup,
    /// The kinds of piece, in the order in which promotions are listed.
    pub piece_types: Vec<PieceType>,
    /// The start position; if the first rank is shuffled, one of them.
    pub start_fen: String,
    /// The castling rules that can be chosen, the default first.
    pub castling: Vec<CastlingRule>,
    /// The pieces of both sides that castle with a partner.
    pub castling_kings: [CastlingKing; 2],
    /// The kinds of piece that castle with White's King and with Black's.
    pub castling_partners: [Vec<PieceKind>; 2],
    /// Where castling to fixed files ends, if it is among the castling rules.
    pub castling_files: Option<CastlingFiles>,
    /// The promotion rules that can be chosen, the default first.
    pub promotion: Vec<PromotionRule>,
    /// How Pawns move and promote.
    pub pawns: PawnSetup,
    /// What stalemate means.
    pub stalemate: StalemateRule,
    /// Which royal pieces must not be left attacked, if a side can have several of them.
    pub royalty: Option<Royalty>,
    /// Whether the Kings may face each other along a rank or file with nothing between.
    pub kings_may_face: bool,
    /// What is demanded of moves besides the safety of royal pieces.
    pub constraints: MoveConstraints,
    /// How games end otherwise.
    pub ends: EndRules,
    /// How the first rank is shuffled, if it is.
    pub shuffle: Option<Shuffle>,
    /// The color of the lower left corner as White sees the board.
    pub left_corner: SquareColor,
    /// The name that XBoard uses for the variant, if different (docs/rules.md,
    /// section 11).
    pub xboard: Option<String>,
}

impl VariantSetup {
    /// The rules with these options on a board made from
    /// [`board`](VariantSetup::board).
    fn rules_setup(
        &self,
        geometry: Arc<Geometry>,
        castling: CastlingRule,
        promotion: PromotionRule,
    ) -> RulesSetup {
        RulesSetup {
            variant: self.name.clone(),
            geometry,
            piece_types: self.piece_types.clone(),
            start_fen: self.start_fen.clone(),
            castling,
            castling_kings: self.castling_kings,
            castling_partners: self.castling_partners.clone(),
            castling_files: self.castling_files,
            promotion,
            pawns: self.pawns.clone(),
            stalemate: self.stalemate,
            royalty: self.royalty,
            kings_may_face: self.kings_may_face,
            constraints: self.constraints,
            ends: self.ends.clone(),
            shuffle: self.shuffle,
            left_corner: self.left_corner,
        }
    }
}

/// A variant that can be played with any of its options. The built-in variants are
/// such, and those of a variant file without faults ([`check`](check()),
/// [`read`]); there is no other way to make one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant(VariantSetup);

/// A variant can be looked at like its setup, but not changed.
impl Deref for Variant {
    type Target = VariantSetup;

    fn deref(&self) -> &VariantSetup {
        &self.0
    }
}

/// The board of a variant; see [`Geometry::new`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSetup {
    /// Files of the bounding rectangle.
    pub files: usize,
    /// Ranks of the bounding rectangle.
    pub ranks: usize,
    /// One letter for each file.
    pub file_names: String,
    /// The number of the lowest rank.
    pub first_rank: usize,
    /// The cells that are not squares.
    pub holes: Bitboard,
}

impl BoardSetup {
    /// A full rectangle with files a, b, c... and ranks 1, 2, 3...
    ///
    /// ```
    /// assert_eq!(peregrine::variants::BoardSetup::rectangle(10, 8).file_names, "abcdefghij");
    /// ```
    pub fn rectangle(files: usize, ranks: usize) -> BoardSetup {
        BoardSetup {
            files,
            ranks,
            file_names: ('a'..='p').take(files).collect(),
            first_rank: 1,
            holes: Bitboard::EMPTY,
        }
    }

    /// The board with its attack tables.
    ///
    /// # Errors
    /// As [`Geometry::new`].
    pub fn geometry(&self) -> Result<Geometry, GeometryError> {
        Ok(Geometry::from_layout(self.layout()?))
    }

    /// The board without attack tables.
    ///
    /// # Errors
    /// As [`Geometry::new`].
    pub fn layout(&self) -> Result<Layout, GeometryError> {
        let hole = |file, rank| self.holes.contains(Square::new(rank * self.files + file));
        Layout::new(
            self.files,
            self.ranks,
            &self.file_names,
            self.first_rank,
            hole,
        )
    }
}

/// Options of a variant; `None` stands for the default of the variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RuleOptions {
    /// How Kings castle.
    pub castling: Option<CastlingRule>,
    /// What Pawns promote to.
    pub promotion: Option<PromotionRule>,
}

/// Why a variant cannot be played with the given options.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// The variant does not offer the castling rule.
    #[error("{variant} cannot be played with castling '{rule}' (it has: {known})")]
    Castling {
        /// The variant.
        variant: String,
        /// The requested rule.
        rule: CastlingRule,
        /// The rules on offer.
        known: String,
    },
    /// The variant does not offer the promotion rule.
    #[error("{variant} cannot be played with promotion '{rule}' (it has: {known})")]
    Promotion {
        /// The variant.
        variant: String,
        /// The requested rule.
        rule: PromotionRule,
        /// The rules on offer.
        known: String,
    },
}

/// The current variants, and every variant ever registered: rules in use may
/// refer to one that has since been replaced.
struct Registry {
    listed: Vec<&'static Variant>,
    kept: Vec<&'static Variant>,
    /// Names of variants that a file defines with faults, and the faults.
    refused: Vec<(String, String)>,
}

impl Registry {
    /// The only copy of a variant, which lives as long as the process.
    fn intern(&mut self, variant: Variant) -> &'static Variant {
        if let Some(kept) = self.kept.iter().find(|kept| ***kept == variant) {
            return kept;
        }
        let variant = Box::leak(Box::new(variant));
        self.kept.push(variant);
        variant
    }
}

static REGISTRY: LazyLock<Mutex<Registry>> = LazyLock::new(|| {
    let mut registry = Registry {
        listed: Vec::new(),
        kept: Vec::new(),
        refused: Vec::new(),
    };
    // Checking them here would take the tables of every board; a test checks them.
    for variant in reader::built_in() {
        let variant = registry.intern(Variant(variant));
        registry.listed.push(variant);
    }
    Mutex::new(registry)
});

fn registry() -> MutexGuard<'static, Registry> {
    REGISTRY
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Names of variants in other programs, in lower case without blanks and hyphens, and
/// their names here.
const ELSEWHERE: [(&str, &str); 16] = [
    ("normal", "chess"),
    ("standard", "chess"),
    ("orthodox", "chess"),
    ("regular", "chess"),
    ("fromposition", "chess"),
    ("fischerandom", "chess960"),
    ("fischerrandom", "chess960"),
    ("fischerrandomchess", "chess960"),
    ("chess960", "chess960"),
    ("freestylechess", "chess960"),
    ("frc", "chess960"),
    ("capablancarandom", "caparandom"),
    ("capablancarandomchess", "caparandom"),
    ("capablanca960", "caparandom"),
    ("capablancachess960", "caparandom"),
    ("crc", "caparandom"),
];

/// All variants, the main variant first.
///
/// ```
/// assert_eq!(peregrine::variants::all()[0].name, "falcon");
/// ```
pub fn all() -> Vec<&'static Variant> {
    registry().listed.clone()
}

/// The variant with this name, in upper or lower case; failing that, the one
/// that XBoard or other programs call by this name, or the game of the
/// [`library`] with this name.
///
/// ```
/// assert!(peregrine::variants::find("capablanca").is_ok());
/// assert_eq!(peregrine::variants::find("freefalcon").unwrap().name, "falcon");
/// assert_eq!(peregrine::variants::find("normal").unwrap().name, "chess");
/// assert!(peregrine::variants::find("draughts").is_err());
/// ```
///
/// # Errors
/// If there is none; the error lists the names that exist.
pub fn find(name: &str) -> Result<&'static Variant, UnknownName> {
    let all = all();
    let by_name = |variant: &&&Variant| variant.name.eq_ignore_ascii_case(name);
    let by_other = |variant: &&&Variant| {
        let other = variant.xboard.as_deref();
        other.is_some_and(|other| other.eq_ignore_ascii_case(name))
    };
    let found = all.iter().find(by_name);
    let plain = name.to_lowercase().replace([' ', '-', '_'], "");
    let elsewhere = ELSEWHERE.iter().find(|(other, _)| *other == plain);
    let elsewhere = elsewhere.map(|row| row.1);
    let found = found.or_else(|| all.iter().find(by_other)).or_else(|| {
        all.iter()
            .find(|variant| Some(variant.name.as_str()) == elsewhere)
    });
    let found = found.copied().or_else(|| library::find(name));
    let found = found.or_else(|| library::find(elsewhere?));
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|variant| variant.name.as_str()).collect();
        let others = all.iter().filter_map(|variant| variant.xboard.as_deref());
        let all: Vec<&str> = names
            .iter()
            .copied()
            .chain(others)
            .chain(ELSEWHERE.map(|row| row.0))
            .chain(library::names())
            .collect();
        let error = UnknownName::new("variant", name, &names, &all);
        match fault_of(name) {
            Some(reason) => UnknownName {
                hint: format!("; {reason}"),
                ..error
            },
            None => error,
        }
    })
}

/// Why a file that was loaded did not add the variant of this name.
fn fault_of(name: &str) -> Option<String> {
    let registry = registry();
    let mut refused = registry.refused.iter();
    let found = refused.find(|row| row.0.eq_ignore_ascii_case(name));
    found.map(|row| row.1.clone())
}

/// Remembers why variants of a file were not added, for those who ask for them.
fn remember_faults(refused: impl IntoIterator<Item = (String, String)>) {
    let mut registry = registry();
    for (name, reason) in refused {
        let is_other = |row: &(String, String)| !row.0.eq_ignore_ascii_case(&name);
        registry.refused.retain(is_other);
        registry.refused.push((name, reason));
    }
}

/// The variant to assume for a FEN that does not name one: orthodox chess if
/// the board has eight files, otherwise the main game.
///
/// ```
/// use peregrine::variants;
/// assert_eq!(variants::of_fen("8/8/8/4k3/8/8/8/4K3 w - - 0 1").name, "chess");
/// assert_eq!(variants::of_fen("10/10/10/4k5/10/10/10/4K5 w - - 0 1").name, "falcon");
/// ```
pub fn of_fen(fen: &str) -> &'static Variant {
    let main = all()[0];
    match fen::files(fen) {
        8 => find("chess").unwrap_or(main),
        _ => main,
    }
}

/// Whether `word` is a name of the variant called `variant`.
///
/// ```
/// use peregrine::variants::is_name_of;
/// assert!(is_name_of("falcon", "FreeFalcon") && is_name_of("falcon", "falcon"));
/// assert!(!is_name_of("falcon", "chess"));
/// ```
pub fn is_name_of(variant: &str, word: &str) -> bool {
    let found = find(word).map(|found| found.name.as_str());
    found.unwrap_or(word).eq_ignore_ascii_case(variant)
}

/// Adds variants to the catalog. Each replaces an earlier one of the same
/// name.
///
/// ```
/// use peregrine::variants::{add, check, find};
/// add(check("[chess-too]\nbase = 'chess'").unwrap());
/// assert_eq!(find("chess-too").unwrap().board, find("chess").unwrap().board);
/// ```
pub fn add(variants: impl IntoIterator<Item = Variant>) {
    let mut registry = registry();
    for variant in variants {
        let variant = registry.intern(variant);
        let is_other = |row: &(String, String)| !row.0.eq_ignore_ascii_case(&variant.name);
        registry.refused.retain(is_other);
        let same = |other: &&mut &'static Variant| other.name.eq_ignore_ascii_case(&variant.name);
        match registry.listed.iter_mut().find(same) {
            Some(earlier) => *earlier = variant,
            None => registry.listed.push(variant),
        }
    }
}

/// Whether the process keeps this very variant already, so that [`add`] takes no memory for it.
///
/// ```
/// use peregrine::variants::{add, check, is_kept};
/// let text = "[chess-kept]\nbase = 'chess'";
/// let kept = || is_kept(&check(text).unwrap()[0]);
/// assert!(!kept());
/// add(check(text).unwrap());
/// assert!(kept());
/// ```
pub fn is_kept(variant: &Variant) -> bool {
    registry().kept.iter().any(|kept| **kept == *variant)
}

/// The rules of a variant with its default options.
///
/// ```
/// use peregrine::variants;
/// assert_eq!(variants::rules("chess").unwrap().variant(), "chess");
/// assert!(variants::rules("draughts").is_err());
/// ```
///
/// # Errors
/// As [`find`].
pub fn rules(name: &str) -> Result<&'static Rules, UnknownName> {
    Ok(find(name)?.nearest_rules(RuleOptions::default()))
}

/// The rules of Falcon Chess with their default options.
///
/// ```
/// use peregrine::{position::Position, variants};
/// assert_eq!(Position::start(variants::falcon()).legal_moves().len(), 24);
/// ```
pub fn falcon() -> &'static Rules {
    all()[0].nearest_rules(RuleOptions::default())
}

impl Variant {
    /// The rules of the variant with these options.
    ///
    /// # Errors
    /// If the variant does not offer one of the options.
    ///
    /// ```
    /// use peregrine::{rules::CastlingRule, variants::{RuleOptions, find}};
    /// let options = RuleOptions { castling: Some(CastlingRule::Free), ..RuleOptions::default() };
    /// assert!(find("falcon").unwrap().rules(options).is_ok());
    /// assert!(find("chess").unwrap().rules(options).is_err());
    /// ```
    pub fn rules(&'static self, options: RuleOptions) -> Result<&'static Rules, OptionError> {
        let castling = options.castling.unwrap_or(self.castling[0]);
        if !self.castling.contains(&castling) {
            return Err(OptionError::Castling {
                variant: self.name.clone(),
                rule: castling,
                known: names(&self.castling),
            });
        }
        let promotion = options.promotion.unwrap_or(self.promotion[0]);
        if !self.promotion.contains(&promotion) {
            return Err(OptionError::Promotion {
                variant: self.name.clone(),
                rule: promotion,
                known: names(&self.promotion),
            });
        }
        Ok(instance(self, castling, promotion))
    }

    /// Looks at the rules of the variant with its default options, which are then dropped:
    /// it need not be in the catalog. `None` if its start position is not legal, which the check
    /// of a file excludes.
    ///
    /// ```
    /// use peregrine::variants;
    /// let checked = variants::check("[mine]\nbase = 'chess'\ntitle = 'Mine'").unwrap();
    /// assert_eq!(checked[0].with_rules(|rules| rules.geometry().files()), Some(8));
    /// ```
    pub fn with_rules<T>(&self, look: impl FnOnce(&Rules) -> T) -> Option<T> {
        let geometry = Arc::new(self.board.geometry().ok()?);
        let setup = self.rules_setup(geometry, self.castling[0], self.promotion[0]);
        Rules::new(setup).ok().map(|rules| look(&rules))
    }

    /// The rules of the variant with those of the options that it offers, and
    /// its defaults for the others.
    ///
    /// ```
    /// use peregrine::{rules::CastlingRule, variants::{RuleOptions, find}};
    /// let options = RuleOptions { castling: Some(CastlingRule::Free), ..RuleOptions::default() };
    /// let chess = find("chess").unwrap().nearest_rules(options);
    /// assert_eq!(chess.castling(), CastlingRule::Orthodox);
    /// ```
    pub fn nearest_rules(&'static self, options: RuleOptions) -> &'static Rules {
        let castling = options.castling.filter(|rule| self.castling.contains(rule));
        let promotion = options
            .promotion
            .filter(|rule| self.promotion.contains(rule));
        instance(
            self,
            castling.unwrap_or(self.castling[0]),
            promotion.unwrap_or(self.promotion[0]),
        )
    }
}

fn names<T: ToString>(rules: &[T]) -> String {
    rules
        .iter()
        .map(T::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Rules in use.
struct RulesInstance {
    variant: &'static Variant,
    rules: &'static Rules,
}

/// All rules in use.
fn instances() -> MutexGuard<'static, Vec<RulesInstance>> {
    static INSTANCES: Mutex<Vec<RulesInstance>> = Mutex::new(Vec::new());
    INSTANCES
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The only `Rules` for these choices. There are finitely many, so each is kept
/// for the life of the process.
fn instance(
    variant: &'static Variant,
    castling: CastlingRule,
    promotion: PromotionRule,
) -> &'static Rules {
    let mut instances = instances();
    let same = |instance: &&RulesInstance| {
        std::ptr::eq(instance.variant, variant)
            && instance.rules.castling() == castling
            && instance.rules.promotion() == promotion
    };
    if let Some(instance) = instances.iter().find(same) {
        return instance.rules;
    }
    let geometry = geometry_in_use(&instances, &variant.board)
        .or_else(|| Some(Arc::new(variant.board.geometry().ok()?)))
        .expect("the board of a variant has been checked");
    let rules = Rules::new(variant.rules_setup(geometry, castling, promotion))
        .expect("the start position of a variant has been checked with every castling rule");
    let rules: &'static Rules = Box::leak(Box::new(rules));
    instances.push(RulesInstance { variant, rules });
    rules
}

/// The tables of a board that some rules in use have.
fn geometry_in_use(instances: &[RulesInstance], board: &BoardSetup) -> Option<Arc<Geometry>> {
    let found = instances
        .iter()
        .find(|instance| instance.variant.board == *board)?;
    Some(found.rules.shared_geometry())
}
