//! Tunable numbers: each is declared once, with its name, meaning, range and
//! default.
//!
//! Must not know what the numbers are for.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Receives the name of a number, the values it can have, and the number, which
/// it may change.
pub(crate) type Visitor<'a> = dyn FnMut(&str, &RangeInclusive<i32>, &mut i32) + 'a;

/// A value that a tuner sees as plain numbers with names and ranges.
pub trait Tunable {
    /// Passes each number to the visitor, in a fixed order, and stores what the
    /// visitor changes.
    ///
    /// ```
    /// use peregrine::{base::tunable::Tunable, search::Tunables};
    /// let mut tunables = Tunables::default();
    /// tunables.visit(&mut |name, range, number| {
    ///     if name == "evaluation.tempo.ending" {
    ///         assert!(range.contains(number));
    ///         *number = 7;
    ///     }
    /// });
    /// assert_eq!(tunables.evaluation.tempo.ending(), 7);
    /// ```
    fn visit(&mut self, visitor: &mut Visitor<'_>) {
        self.visit_part("", &(i32::MIN..=i32::MAX), visitor);
    }

    /// The same for a part of a whole: `name` is its name there, and `range`
    /// the range of numbers that are declared without one.
    fn visit_part(&mut self, name: &str, range: &RangeInclusive<i32>, visitor: &mut Visitor<'_>);
}

impl Tunable for i32 {
    fn visit_part(&mut self, name: &str, range: &RangeInclusive<i32>, visitor: &mut Visitor<'_>) {
        visitor(name, range, self);
    }
}

/// Its range begins at 0 or above.
impl Tunable for u32 {
    fn visit_part(&mut self, name: &str, range: &RangeInclusive<i32>, visitor: &mut Visitor<'_>) {
        let mut number = i32::try_from(*self).unwrap_or(i32::MAX);
        visitor(name, range, &mut number);
        *self = u32::try_from(number).unwrap_or(0);
    }
}

/// A tunable percentage. It may be above 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Percent(pub u32);

impl Percent {
    /// This percentage of a time.
    ///
    /// ```
    /// use std::time::Duration;
    /// use peregrine::base::tunable::Percent;
    /// let time = Duration::from_millis(200);
    /// assert_eq!(Percent(75).scale(time), Duration::from_millis(150));
    /// ```
    #[must_use]
    pub fn scale(self, time: Duration) -> Duration {
        time.saturating_mul(self.0) / 100
    }
}

impl Tunable for Percent {
    fn visit_part(&mut self, name: &str, range: &RangeInclusive<i32>, visitor: &mut Visitor<'_>) {
        self.0.visit_part(name, range, visitor);
    }
}

impl<T: Tunable, const N: usize> Tunable for [T; N] {
    fn visit_part(&mut self, name: &str, range: &RangeInclusive<i32>, visitor: &mut Visitor<'_>) {
        for (n, value) in self.iter_mut().enumerate() {
            value.visit_part(&part_name(name, &n.to_string()), range, visitor);
        }
    }
}

/// The name of a part of a whole, which has none itself if it is the outermost.
pub(crate) fn part_name(whole: &str, part: &str) -> String {
    match whole {
        "" => part.to_owned(),
        _ => format!("{whole}.{part}"),
    }
}

/// Declares a structure of tunables. Each field has a type that is [`Tunable`],
/// a range, and a default. A field without a range has that of the structure,
/// which may have none if its fields are structures. If no field has a default,
/// neither has the structure.
macro_rules! tunables {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident $(in $least:literal..=$most:literal)? {
            $(
                $(#[$doc:meta])*
                $field:ident: $type:tt
                    $(in $field_least:literal..=$field_most:literal)? $(= $value:expr)?;
            )*
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $visibility struct $name { $($(#[$doc])* $visibility $field: $type,)* }

        impl $crate::base::tunable::Tunable for $name {
            // The range is of no use if each number has its own.
            #[allow(unused_variables)]
            fn visit_part(
                &mut self,
                name: &str,
                range: &std::ops::RangeInclusive<i32>,
                visitor: &mut $crate::base::tunable::Visitor<'_>,
            ) {
                $(let range = &($least..=$most);)?
                $({
                    $(let range = &($field_least..=$field_most);)?
                    let name = $crate::base::tunable::part_name(name, stringify!($field));
                    self.$field.visit_part(&name, range, visitor);
                })*
            }
        }

        $crate::base::tunable::tunables!(@default $visibility $name $($field $(= $value)?;)*);
    };
    (@default $visibility:vis $name:ident $($field:ident = $value:expr;)*) => {
        impl $name {
            /// The values that the engine plays with.
            $visibility const DEFAULT: $name = $name { $($field: $value,)* };
        }

        impl Default for $name {
            fn default() -> $name {
                $name::DEFAULT
            }
        }
    };
    (@default $visibility:vis $name:ident $($field:ident;)*) => {};
}

pub(crate) use tunables;

#[cfg(test)]
mod tests {
    use super::*;

    tunables! {
        /// Numbers of both kinds.
        pub(crate) struct Part in -9..=9 {
            plain: i32;
            own: [i32; 2] in 1..=3;
        }
    }

    tunables! {
        /// A structure of structures.
        pub(crate) struct Whole {
            first: Part = Part { plain: 4, own: [1, 2] };
            last: i32 in 0..=1 = 1;
        }
    }

    #[test]
    fn numbers_are_visited_in_order_with_the_nearest_range() {
        let mut whole = Whole::default();
        let mut visited = Vec::new();
        whole.visit(&mut |name, range, number| {
            visited.push((name.to_owned(), range.clone(), *number));
            *number = 0;
        });
        let expected = [
            ("first.plain", -9..=9, 4),
            ("first.own.0", 1..=3, 1),
            ("first.own.1", 1..=3, 2),
            ("last", 0..=1, 1),
        ];
        assert_eq!(
            visited,
            expected.map(|(name, range, number)| (name.to_owned(), range, number))
        );
        let zero = Part {
            plain: 0,
            own: [0, 0],
        };
        assert_eq!((whole.first, whole.last), (zero, 0));
    }
}
