//! The selection of weights to tune, and the amount by which each is varied to
//! measure its effect.

use std::ops::RangeInclusive;

use crate::base::tunable::Tunable;
use crate::eval::Weights;

use super::TuneError;

/// An evaluation weight that is tuned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TunedWeight {
    pub name: String,
    /// Its index in the order of the weights.
    index: usize,
    /// The amount by which it is varied either way: large enough compared with
    /// the rounding of scores to centipawns.
    pub unit: i32,
    /// The values it can have.
    range: RangeInclusive<i32>,
    /// Whether scores are proportional to it, so that varying it on one side is
    /// enough.
    even: bool,
}

impl TunedWeight {
    fn new(name: &str, index: usize, range: &RangeInclusive<i32>) -> TunedWeight {
        let last = name.rsplit('.').next().unwrap_or(name);
        let outer = name.split('.').nth(1);
        let (unit, even) = match last {
            _ if outer == Some("scale") || name.starts_with("compound.") => (40, false),
            "danger_divisor" => (8, false),
            "zone_attack" | "safe_check" | "zone_hit" | "zone_weak" => (6, false),
            "zone_guard" | "no_compound" => (6, false),
            "danger_ending" | "no_pawns" => (8, true),
            _ if name.starts_with("opposite_bishops") => (8, true),
            "middle" | "ending" => (16, true),
            _ => (16, false),
        };
        TunedWeight {
            name: name.to_owned(),
            index,
            unit,
            range: range.clone(),
            even,
        }
    }

    /// The weights with this number at two values two units apart: below and
    /// above its current value or, if one side is enough, at that value and
    /// above.
    pub(super) fn around(&self, weights: &Weights) -> [Weights; 2] {
        let value = self.value_in(weights);
        let low = if self.even { value } else { value - self.unit };
        let highest_low = self.range.end() - 2 * self.unit;
        let low = low.clamp(*self.range.start(), highest_low);
        [low, low + 2 * self.unit].map(|value| self.with_value(weights, value))
    }

    /// Its difference from the start value, in units.
    pub(super) fn offset(&self, start: &Weights, weights: &Weights) -> f64 {
        (f64::from(self.value_in(weights)) - f64::from(self.value_in(start))) / f64::from(self.unit)
    }

    /// The weights with this number the given number of units from its start
    /// value.
    pub(super) fn with_offset(&self, start: &Weights, by: f64, weights: &Weights) -> Weights {
        let value = f64::from(self.value_in(start)) + by * f64::from(self.unit);
        self.with_value(weights, value.round() as i32)
    }

    pub(super) fn value_in(&self, weights: &Weights) -> i32 {
        values(weights).get(self.index).copied().unwrap_or_default()
    }

    /// The weights with this number set to a value, or the nearest one allowed.
    pub(super) fn with_value(&self, weights: &Weights, value: i32) -> Weights {
        let mut weights = weights.clone();
        let mut index = 0;
        weights.visit(&mut |_, range, number| {
            if index == self.index {
                *number = value.clamp(*range.start(), *range.end());
            }
            index += 1;
        });
        weights
    }
}

fn values(weights: &Weights) -> Vec<i32> {
    let mut values = Vec::new();
    weights
        .clone()
        .visit(&mut |_, _, value| values.push(*value));
    values
}

/// The selection of weights, by prefixes of their names as listed by
/// `peregrine tunables` under `evaluation`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WeightSelection {
    /// Prefixes to include; all weights if empty.
    pub only: Vec<String>,
    /// Prefixes to exclude.
    pub except: Vec<String>,
}

impl WeightSelection {
    /// The selected weights, in order.
    ///
    /// # Errors
    /// When none is selected, or a prefix matches nothing.
    pub(super) fn weights(&self) -> Result<Vec<TunedWeight>, TuneError> {
        let mut all = Vec::new();
        Weights::DEFAULT.clone().visit(&mut |name, range, _| {
            all.push(TunedWeight::new(name, all.len(), range));
        });
        let begins = |number: &TunedWeight, prefix: &String| {
            let prefix = prefix.strip_prefix("evaluation.").unwrap_or(prefix);
            number.name.starts_with(prefix)
        };
        for prefix in self.only.iter().chain(&self.except) {
            if !all.iter().any(|number| begins(number, prefix)) {
                return Err(TuneError::Unknown(prefix.clone()));
            }
        }
        let among = |number: &TunedWeight, list: &[String]| {
            list.iter().any(|prefix| begins(number, prefix))
        };
        all.retain(|number| {
            (self.only.is_empty() || among(number, &self.only)) && !among(number, &self.except)
        });
        match all.is_empty() {
            true => Err(TuneError::NoNumbers),
            false => Ok(all),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(only: &[&str], except: &[&str]) -> Result<Vec<String>, String> {
        let list = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let choice = WeightSelection {
            only: list(only),
            except: list(except),
        };
        let numbers = choice.weights().map_err(|error| error.to_string())?;
        Ok(numbers.into_iter().map(|number| number.name).collect())
    }

    #[test]
    fn numbers_are_chosen_by_how_their_names_begin() {
        let tempo = ["tempo.middle".to_owned(), "tempo.ending".to_owned()];
        assert_eq!(chosen(&["tempo"], &[]).unwrap(), tempo);
        assert_eq!(
            chosen(&["evaluation.tempo"], &["tempo.e"]).unwrap(),
            tempo[..1]
        );
        let all = chosen(&[], &[]).unwrap().len();
        assert_eq!(chosen(&[], &["tempo"]).unwrap().len(), all - 2);
        assert!(chosen(&["tempi"], &[]).unwrap_err().contains("'tempi'"));
        assert!(
            chosen(&["tempo"], &["tempo"])
                .unwrap_err()
                .contains("no weights")
        );
    }

    #[test]
    fn a_number_is_moved_two_units_within_its_range() {
        let unit = |name: &str| TunedWeight::new(name, 0, &(0..=1)).unit;
        assert_eq!(unit("falcon.scale.middle"), 40);
        assert_eq!(unit("falcon.mobility.middle"), 16);
        let numbers = WeightSelection::default().weights().unwrap();
        for number in numbers {
            for start in [i32::MIN, number.value_in(&Weights::DEFAULT), i32::MAX] {
                let weights = number.with_value(&Weights::DEFAULT, start);
                let around = number.around(&weights);
                let [low, high] = around.map(|weights| number.value_in(&weights));
                assert_eq!(high - low, 2 * number.unit, "{}", number.name);
                assert!(number.range.contains(&low), "{}", number.name);
                assert!(number.range.contains(&high), "{}", number.name);
            }
        }
    }
}
