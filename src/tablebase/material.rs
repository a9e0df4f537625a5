//! The material of an ending.

use std::cmp::Ordering;
use std::fmt;

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::board::color::Color;
use crate::board::piece::{Component, Components, Piece, PieceKind};
use crate::position::Position;
use crate::rules::Rules;

/// Maximum number of men in a table, including kings. Five take gigabytes of
/// memory and about an hour to build.
pub const MAX_MEN: usize = 5;

/// The men of an ending, including kings, in a canonical order: the kings, then
/// the other men of the stronger side, then those of the weaker, each side's in
/// the order in which the variant lists its pieces, pawns last. The side with
/// more men is the stronger one; if both have as many, it is the one whose men
/// come first in that order. The stronger side is White here.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    men: ArrayVec<Piece, MAX_MEN>,
    name: String,
}

/// Why a text does not describe a material.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MaterialError {
    /// Not two armies.
    #[error("'{0}' is not two armies with a 'v' between them, as in KFvK")]
    Form(String),
    /// An unknown piece letter.
    #[error("{variant} has no piece '{letter}' ({text})")]
    Letter {
        /// The letter.
        letter: char,
        /// The variant.
        variant: String,
        /// The whole text.
        text: String,
    },
    /// Not exactly one king per side.
    #[error("'{0}': each side needs exactly one king, named first")]
    Kings(String),
    /// Too many men.
    #[error("'{text}': {count} men are too many: tables have at most {MAX_MEN}")]
    TooMany {
        /// The text.
        text: String,
        /// The number of men.
        count: usize,
    },
}

impl Material {
    /// Parses a material such as `KFvKR`; the men of a side may be in any
    /// order, and either side may come first.
    ///
    /// ```
    /// use peregrine::tablebase::Material;
    /// let rules = peregrine::variants::falcon();
    /// let name = |text| Material::parse(rules, text).unwrap().to_string();
    /// assert_eq!(name("KvKF"), "KFvK");
    /// assert_eq!(name("KPQvK"), "KQPvK");
    /// assert!(Material::parse(rules, "KXvK").is_err());
    /// ```
    ///
    /// # Errors
    /// When it is not a material of the variant, or has too many men.
    pub fn parse(rules: &Rules, text: &str) -> Result<Material, MaterialError> {
        Material::parse_sides(rules, text).map(|(material, _)| material)
    }

    /// Parses a material; also returns whether the second side is the stronger
    /// one, which is White here.
    ///
    /// ```
    /// use peregrine::tablebase::Material;
    /// let rules = peregrine::variants::falcon();
    /// let (material, is_second_stronger) = Material::parse_sides(rules, "KvKF").unwrap();
    /// assert_eq!((material.to_string().as_str(), is_second_stronger), ("KFvK", true));
    /// ```
    ///
    /// # Errors
    /// The same as for [`Material::parse`].
    pub fn parse_sides(rules: &Rules, text: &str) -> Result<(Material, bool), MaterialError> {
        let (strong, weak) = text
            .split_once('v')
            .ok_or_else(|| MaterialError::Form(text.to_owned()))?;
        let mut armies: [Vec<PieceKind>; 2] = Default::default();
        for (army, letters) in armies.iter_mut().zip([strong, weak]) {
            for letter in letters.chars() {
                let kind = rules.kind_of_letter(letter.encode_utf8(&mut [0; 4]));
                army.push(kind.ok_or_else(|| MaterialError::Letter {
                    letter,
                    variant: rules.variant().to_owned(),
                    text: text.to_owned(),
                })?);
            }
            let kings = army.iter().filter(|&&kind| kind == PieceKind::KING);
            if kings.count() != 1 || army[0] != PieceKind::KING {
                return Err(MaterialError::Kings(text.to_owned()));
            }
            army.remove(0);
        }
        let count = armies[0].len() + armies[1].len() + 2;
        if count > MAX_MEN {
            let text = text.to_owned();
            return Err(MaterialError::TooMany { text, count });
        }
        Ok(Material::from_armies(rules, armies))
    }

    /// The material of a position, and whether colors are exchanged there;
    /// `None` if there are too many men.
    ///
    /// ```
    /// use peregrine::{position::Position, tablebase::Material};
    /// let rules = peregrine::variants::rules("chess").unwrap();
    /// let position = Position::from_fen(rules, "4k2r/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    /// let (material, swapped) = Material::of_position(&position).unwrap();
    /// assert_eq!((material.to_string().as_str(), swapped), ("KRvK", true));
    /// assert!(Material::of_position(&Position::start(rules)).is_none());
    /// ```
    pub fn of_position(position: &Position) -> Option<(Material, bool)> {
        if position.occupied().count() as usize > MAX_MEN {
            return None;
        }
        let kings = position.component(Component::King);
        let army = |color| {
            (position.colors(color) - kings)
                .into_iter()
                .filter_map(|square| position.piece_on(square))
                .map(Piece::kind)
                .collect()
        };
        Some(Material::from_armies(
            position.rules(),
            Color::ALL.map(army),
        ))
    }

    /// The material of two armies without their kings, and whether the second
    /// one is the stronger.
    fn from_armies(rules: &Rules, mut armies: [Vec<PieceKind>; 2]) -> (Material, bool) {
        let rank = |kind: &PieceKind| {
            let types = rules.piece_types();
            let listed = types.iter().position(|listed| listed.kind == *kind);
            (rules.components(*kind).contains(Components::PAWN), listed)
        };
        for army in &mut armies {
            army.sort_by_key(rank);
        }
        let [first, second] = &armies;
        let by_count = first.len().cmp(&second.len());
        let by_kind = || second.iter().map(rank).cmp(first.iter().map(rank));
        let swapped = by_count.then_with(by_kind) == Ordering::Less;
        if swapped {
            armies.swap(0, 1);
        }
        let mut men = ArrayVec::new();
        let mut name = String::new();
        for (color, army) in Color::ALL.into_iter().zip(&armies) {
            men.push(Piece::new(color, PieceKind::KING));
            name += if color == Color::White { "" } else { "v" };
            name += rules.kind_letter(PieceKind::KING);
            army.iter()
                .for_each(|&kind| name += rules.kind_letter(kind));
        }
        for (color, army) in Color::ALL.into_iter().zip(&armies) {
            men.extend(army.iter().map(|&kind| Piece::new(color, kind)));
        }
        (Material { men, name }, swapped)
    }

    /// The men in their order; the first is the king of the stronger side,
    /// White.
    pub fn men(&self) -> &[Piece] {
        &self.men
    }

    /// Whether there are pawns.
    pub(crate) fn has_pawns(&self) -> bool {
        self.men.iter().any(|man| man.kind() == PieceKind::PAWN)
    }

    /// Whether there are only kings.
    pub(super) fn is_bare(&self) -> bool {
        self.men.len() == 2
    }

    /// The materials after one move that captures, promotes or both, without
    /// duplicates and without bare kings.
    pub(super) fn successors(&self, rules: &Rules) -> Vec<Material> {
        let army = |color: Color| -> Vec<PieceKind> {
            let own = self.men.iter().filter(|man| man.color() == color);
            own.map(|man| man.kind())
                .filter(|&kind| kind != PieceKind::KING)
                .collect()
        };
        let mut found: Vec<Material> = Vec::new();
        for mover in Color::ALL {
            let (movers, others) = (army(mover), army(!mover));
            // Nothing is captured, or any of the other men.
            let without = |n: usize| {
                let mut left = others.clone();
                left.remove(n);
                left
            };
            let rests: Vec<Vec<PieceKind>> = std::iter::once(others.clone())
                .chain((0..others.len()).map(without))
                .collect();
            let mut arrivals = vec![movers.clone()];
            if let Some(pawn) = movers.iter().position(|&kind| kind == PieceKind::PAWN) {
                for zone in &rules.pawns(mover).zones {
                    arrivals.extend(zone.kinds.iter().map(|&kind| {
                        let mut promoted = movers.clone();
                        promoted[pawn] = kind;
                        promoted
                    }));
                }
            }
            for rest in &rests {
                for arrived in &arrivals {
                    let (material, _) =
                        Material::from_armies(rules, [arrived.clone(), rest.clone()]);
                    if material != *self && !material.is_bare() && !found.contains(&material) {
                        found.push(material);
                    }
                }
            }
        }
        found
    }
}

/// The men of a position other than kings as a number, used as a lookup key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Signature(u32);

impl Signature {
    /// `None` if there are too many men.
    #[inline]
    pub(super) fn of_position(position: &Position) -> Option<Signature> {
        let others = position.occupied() - position.component(Component::King);
        if others.count() as usize > MAX_MEN - 2 {
            return None;
        }
        let men = others.into_iter();
        Some(Signature::from_men(
            men.filter_map(|square| position.piece_on(square)),
        ))
    }

    /// The signature of a material, or of the same with colors exchanged.
    pub(crate) fn of_material(material: &Material, swapped: bool) -> Signature {
        let others = material.men[2..].iter();
        Signature::from_men(others.map(|man| match swapped {
            true => Piece::new(!man.color(), man.kind()),
            false => *man,
        }))
    }

    #[inline]
    fn from_men(men: impl Iterator<Item = Piece>) -> Signature {
        let mut numbers: ArrayVec<u32, MAX_MEN> = men.map(|man| man.index() as u32 + 1).collect();
        numbers.sort_unstable();
        Signature(numbers.iter().fold(0, |sum, number| sum << 7 | number))
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
