//! A middle-game value and an ending value, packed into one number.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, RangeInclusive, Sub, SubAssign};

use crate::base::tunable::{Tunable, Visitor};

/// Centipawns for the middle game and the ending, in the two halves of an
/// `i64`, so that both are added and multiplied at once.
///
/// ```
/// use peregrine::eval::Tapered;
/// let sum = Tapered::new(10, -20) * 3 - Tapered::new(-5, 7);
/// assert_eq!((sum.middle(), sum.ending()), (35, -67));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Tapered(i64);

impl Tapered {
    /// Zero in both halves.
    pub const ZERO: Tapered = Tapered(0);

    /// A value for the middle game and one for the ending.
    #[inline]
    pub const fn new(middle: i32, ending: i32) -> Tapered {
        Tapered(((ending as i64) << 32) + middle as i64)
    }

    /// The value in the middle game.
    #[inline]
    pub const fn middle(self) -> i32 {
        self.0 as i32
    }

    /// The value in the ending.
    #[inline]
    pub const fn ending(self) -> i32 {
        // A negative lower half has borrowed one from the upper half.
        ((self.0 + (1 << 31)) >> 32) as i32
    }

    /// Both values multiplied by a fraction, rounded toward zero.
    ///
    /// ```
    /// # use peregrine::eval::Tapered;
    /// assert_eq!(Tapered::new(10, -20).fraction(1, 3), Tapered::new(3, -6));
    /// ```
    pub const fn fraction(self, numerator: i32, denominator: i32) -> Tapered {
        Tapered::new(
            self.middle() * numerator / denominator,
            self.ending() * numerator / denominator,
        )
    }

    /// The value interpolated between middle game (`phase` is `full`) and
    /// ending (`phase` is 0).
    ///
    /// ```
    /// # use peregrine::eval::Tapered;
    /// assert_eq!(Tapered::new(100, 200).at(64, 256), 175);
    /// ```
    #[inline]
    pub const fn at(self, phase: i32, full: i32) -> i32 {
        (self.middle() * phase + self.ending() * (full - phase)) / full
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, factor: i32) -> Tapered {
        Tapered(self.0 * i64::from(factor))
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline]
    fn neg(self) -> Tapered {
        Tapered(-self.0)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

impl Sum for Tapered {
    fn sum<I: Iterator<Item = Tapered>>(values: I) -> Tapered {
        values.fold(Tapered::ZERO, Tapered::add)
    }
}

impl Tunable for Tapered {
    fn visit_part(&mut self, name: &str, range: &RangeInclusive<i32>, visitor: &mut Visitor<'_>) {
        let (mut middle, mut ending) = (self.middle(), self.ending());
        visitor(&format!("{name}.middle"), range, &mut middle);
        visitor(&format!("{name}.ending"), range, &mut ending);
        *self = Tapered::new(middle, ending);
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middle(), self.ending())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_do_not_disturb_each_other() {
        let values = [-30_000, -1, 0, 1, 30_000];
        for (a, b) in values.iter().flat_map(|&a| values.map(|b| (a, b))) {
            let value = Tapered::new(a, b);
            assert_eq!((value.middle(), value.ending()), (a, b));
            assert_eq!(value * -3, Tapered::new(-3 * a, -3 * b));
            assert_eq!(-value, Tapered::ZERO - value);
        }
    }
}
