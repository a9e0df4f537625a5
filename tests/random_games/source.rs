//! Where the choices of the generator come from: numbers derived from a seed, or
//! the bytes that a fuzzer provides.
//!
//! Knows nothing of games.

/// A sequence of choices.
pub struct Source<'a> {
    /// The bytes that are left; `None` with a seed.
    bytes: Option<&'a [u8]>,
    state: u64,
}

impl<'a> Source<'a> {
    /// Choices determined by the seed.
    pub fn seeded(seed: u64) -> Source<'static> {
        Source {
            bytes: None,
            state: seed,
        }
    }

    /// Choices by these bytes, two for each; once they are used up, always the
    /// first option.
    #[allow(dead_code)]
    pub fn of_bytes(bytes: &'a [u8]) -> Source<'a> {
        Source {
            bytes: Some(bytes),
            state: 0,
        }
    }

    /// A number below that limit (0 if that is 0).
    pub fn below(&mut self, limit: usize) -> usize {
        let number = match &mut self.bytes {
            None => {
                // SplitMix64: Steele, Lea and Flood, "Fast Splittable
                // Pseudorandom Number Generators", 2014.
                self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut mixed = self.state;
                mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
                ((mixed ^ mixed >> 31) >> 16) as usize
            }
            Some(bytes) => {
                let (two, rest) = bytes.split_at(bytes.len().min(2));
                *bytes = rest;
                two.iter()
                    .fold(0, |number, &byte| number << 8 | usize::from(byte))
            }
        };
        number % limit.max(1)
    }

    /// A number in that range, both ends included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high + 1 - low)
    }

    /// True once in so many times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// One of these.
    pub fn pick<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }

    /// Takes one out of these, if there are any.
    pub fn take<T>(&mut self, all: &mut Vec<T>) -> Option<T> {
        (!all.is_empty()).then(|| all.swap_remove(self.below(all.len())))
    }
}
