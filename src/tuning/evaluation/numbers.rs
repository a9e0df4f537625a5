//! Which numbers of the evaluation are tuned, and by how much each is changed
//! to see what it does.
//!
//! Knows no positions.

use crate::eval::{Tunable, Weights};

use super::TuneError;

/// A number of the evaluation that is tuned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub name: String,
    /// Which one it is in the order of the weights.
    index: usize,
    /// How far it is moved either way to see what it does: enough against the
    /// rounding of scores to whole centipawns.
    pub unit: i32,
    /// The least that it can be.
    least: i32,
    /// Whether scores change in proportion to it, so that it is enough to look
    /// at one side.
    even: bool,
}

impl Number {
    fn new(name: &str, index: usize) -> Number {
        let last = name.rsplit('.').next().unwrap_or(name);
        let outer = name.split('.').nth(1);
        let (unit, least, even) = match (last, outer) {
            _ if outer == Some("scale") || name.starts_with("compound.") => (40, i32::MIN, false),
            ("danger_divisor", _) => (8, 16, false),
            ("zone_attack" | "safe_check" | "zone_hit" | "zone_weak", _)
            | ("zone_guard" | "no_compound", _) => (6, 0, false),
            ("danger_ending" | "no_pawns", _) => (8, 0, true),
            _ if name.starts_with("opposite_bishops") => (8, 0, true),
            ("middle" | "ending", _) => (16, i32::MIN, true),
            _ => (16, i32::MIN, false),
        };
        Number {
            name: name.to_owned(),
            index,
            unit,
            least,
            even,
        }
    }

    /// The weights with this number at two values, two units apart: below and
    /// above what it is or, if that is enough, as it is and above.
    pub fn around(&self, weights: &Weights) -> [Weights; 2] {
        let value = self.of(weights);
        let low = match self.even {
            true => value,
            false => value.saturating_sub(self.unit).max(self.least),
        };
        [low, low.saturating_add(2 * self.unit)].map(|value| self.with(weights, value))
    }

    /// How many units it is from what it is elsewhere.
    pub fn from(&self, start: &Weights, weights: &Weights) -> f64 {
        (f64::from(self.of(weights)) - f64::from(self.of(start))) / f64::from(self.unit)
    }

    /// The weights with this number so many units from what it is elsewhere.
    pub fn moved(&self, start: &Weights, by: f64, weights: &Weights) -> Weights {
        let value = f64::from(self.of(start)) + by * f64::from(self.unit);
        self.with(weights, value.round() as i32)
    }

    pub fn of(&self, weights: &Weights) -> i32 {
        values(weights).get(self.index).copied().unwrap_or_default()
    }

    /// The weights with this number so, or as near to it as it can be.
    pub fn with(&self, weights: &Weights, value: i32) -> Weights {
        let mut weights = weights.clone();
        let mut index = 0;
        weights.visit("", &mut |_, number| {
            if index == self.index {
                *number = value.max(self.least);
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
        .visit("", &mut |_, value| values.push(*value));
    values
}

/// Which numbers are tuned: by the beginnings of their names, as
/// `peregrine tunables` lists them below `evaluation`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Those that begin so; all if there are none here.
    pub only: Vec<String>,
    /// But not those that begin so.
    pub except: Vec<String>,
}

impl Choice {
    /// The numbers, in the order of the weights.
    ///
    /// # Errors
    /// When there is none, or one of the beginnings begins nothing.
    pub(super) fn numbers(&self) -> Result<Vec<Number>, TuneError> {
        let mut all = Vec::new();
        Weights::DEFAULT.clone().visit("", &mut |name, _| {
            all.push(Number::new(name, all.len()));
        });
        let begins = |number: &Number, prefix: &String| {
            let prefix = prefix.strip_prefix("evaluation.").unwrap_or(prefix);
            number.name.starts_with(prefix)
        };
        for prefix in self.only.iter().chain(&self.except) {
            if !all.iter().any(|number| begins(number, prefix)) {
                return Err(TuneError::Unknown(prefix.clone()));
            }
        }
        let among =
            |number: &Number, list: &[String]| list.iter().any(|prefix| begins(number, prefix));
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
        let choice = Choice {
            only: list(only),
            except: list(except),
        };
        let numbers = choice.numbers().map_err(|error| error.to_string())?;
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
                .contains("no number")
        );
    }

    #[test]
    fn a_number_is_moved_two_units_and_not_below_its_least() {
        let of = |name: &str| Number::new(name, 0).unit;
        assert_eq!(of("falcon.scale.middle"), 40);
        assert_eq!(of("falcon.mobility.middle"), 16);
        let numbers = Choice::default().numbers().unwrap();
        for number in numbers {
            let [low, high] = number
                .around(&Weights::DEFAULT)
                .map(|weights| number.of(&weights));
            assert_eq!(high - low, 2 * number.unit, "{}", number.name);
            assert!(low >= number.least, "{}", number.name);
        }
    }
}
