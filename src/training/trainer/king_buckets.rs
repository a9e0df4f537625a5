//! King buckets: sets of inputs, selected by the King's square.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::eval::network::{FeatureSet, NetworkError};
use crate::rules::Rules;

/// How the square of a side's King selects a set of inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KingBuckets {
    /// A single set, wherever the King stands.
    #[default]
    None,
    /// Three sets: for the side's first rank, its second rank, and the ranks beyond.
    Ranks,
    /// Each of these three for groups of files: two where Kings see the board mirrored,
    /// so that they are always on the left half, and four in other variants.
    Regions,
}

/// An unknown name of a layout.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected 'none', 'ranks' or 'regions', not '{0}'")]
pub struct UnknownKingBuckets(String);

impl KingBuckets {
    /// All of them.
    pub const ALL: [KingBuckets; 3] = [KingBuckets::None, KingBuckets::Ranks, KingBuckets::Regions];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            KingBuckets::None => "none",
            KingBuckets::Ranks => "ranks",
            KingBuckets::Regions => "regions",
        }
    }

    /// The inputs for a game with this layout.
    ///
    /// ```
    /// use peregrine::{training::trainer::KingBuckets, variants};
    /// let sets = |layout: KingBuckets| {
    ///     layout.features(variants::falcon()).map(|features| features.perspectives() / 2)
    /// };
    /// assert_eq!(sets(KingBuckets::None).unwrap(), 1);
    /// assert_eq!(sets(KingBuckets::Ranks).unwrap(), 3);
    /// assert_eq!(sets(KingBuckets::Regions).unwrap(), 6);
    /// ```
    ///
    /// # Errors
    /// If the buckets do not fit the board.
    pub fn features(self, rules: &Rules) -> Result<FeatureSet, NetworkError> {
        let single = FeatureSet::new(rules, &[])?;
        let (files, ranks) = (rules.geometry().files(), rules.geometry().ranks());
        let (used, groups) = match (self, single.is_mirrored()) {
            (KingBuckets::None, _) => return Ok(single),
            (KingBuckets::Ranks, _) => (files, 1),
            (KingBuckets::Regions, true) => (files.div_ceil(2), 2),
            (KingBuckets::Regions, false) => (files, 4),
        };
        let bucket = |cell: usize| {
            let (file, rank) = (cell % files, cell / files);
            // No King is ever seen beyond the files that are used.
            let file = if file < used { file } else { files - 1 - file };
            rank.min(2) * groups + file * groups / used
        };
        let buckets: Vec<u8> = (0..files * ranks).map(|cell| bucket(cell) as u8).collect();
        FeatureSet::new(rules, &buckets)
    }
}

impl fmt::Display for KingBuckets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for KingBuckets {
    type Err = UnknownKingBuckets;

    fn from_str(text: &str) -> Result<KingBuckets, UnknownKingBuckets> {
        let found = KingBuckets::ALL.into_iter().find(|l| l.name() == text);
        found.ok_or_else(|| UnknownKingBuckets(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    /// The buckets of a board's ranks from the first, each as seen by its own side.
    fn drawn(name: &str, layout: KingBuckets) -> Vec<String> {
        let rules = variants::rules(name).unwrap();
        let features = layout.features(rules).unwrap();
        let rows = features.king_buckets().chunks(rules.geometry().files());
        let digits = |row: &[u8]| row.iter().map(|&b| char::from(b'a' + b)).collect();
        rows.map(digits).collect()
    }

    #[test]
    fn layouts_are_as_drawn() {
        let falcon = drawn("falcon", KingBuckets::Regions);
        assert_eq!(falcon[..3], ["aaabbbbaaa", "cccddddccc", "eeeffffeee"]);
        assert!(falcon[3..].iter().all(|row| row == "eeeffffeee"));
        let ranks = drawn("chess", KingBuckets::Ranks);
        assert_eq!(ranks[..3], ["aaaaaaaa", "bbbbbbbb", "cccccccc"]);
        let none = drawn("chess", KingBuckets::None);
        assert!(none.iter().all(|row| row == "aaaaaaaa"));
    }

    #[test]
    fn names_are_read_back_and_others_refused() {
        for layout in KingBuckets::ALL {
            assert_eq!(layout.to_string().parse(), Ok(layout));
        }
        let error = "half".parse::<KingBuckets>().unwrap_err();
        assert!(error.to_string().ends_with("not 'half'"));
    }
}
