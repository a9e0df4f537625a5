//! Random numbers: streams that are the same on every machine, and seeds that never are.

#[cfg(any(test, feature = "tablebases", feature = "training"))]
pub(crate) use streams::Random;

/// A seed that nobody can foresee.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) fn seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use without_system::seed;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use without_system::set_source;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod without_system {
    use std::sync::OnceLock;

    static SOURCE: OnceLock<fn() -> u64> = OnceLock::new();

    /// Sets where seeds come from, such as JavaScript's `Math.random()`; until then all seeds
    /// are the same. Only the first call has an effect.
    pub fn set_source(source: fn() -> u64) {
        // One source is as good as another.
        let _ = SOURCE.set(source);
    }

    pub(crate) fn seed() -> u64 {
        SOURCE.get().map_or(0, |source| source())
    }
}

#[cfg(any(test, feature = "tablebases", feature = "training"))]
mod streams {
    use chacha20::ChaCha8Rng;
    use chacha20::rand_core::{Rng, SeedableRng};

    /// A random stream, determined by a seed and a stream number.
    pub(crate) struct Random(ChaCha8Rng);

    impl Random {
        /// The stream `stream` of the ChaCha8 generator whose key is the seed in
        /// eight little-endian bytes, padded with zeros.
        pub(crate) fn new(seed: u64, stream: u64) -> Random {
            let mut key = [0; 32];
            key[..8].copy_from_slice(&seed.to_le_bytes());
            let mut random = ChaCha8Rng::from_seed(key);
            random.set_stream(stream);
            Random(random)
        }

        /// The next number.
        pub(crate) fn next(&mut self) -> u64 {
            self.0.next_u64()
        }

        /// A number less than `limit`, or 0 if `limit` is 0. The distribution is
        /// practically uniform as long as `limit` is far below 2^64.
        pub(crate) fn below(&mut self, limit: usize) -> usize {
            ((u128::from(self.next()) * limit as u128) >> 64) as usize
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key stream of ChaCha8 for a key of 256 zero bits and a nonce of
    /// zero bits, from J. Strombergson, "Test Vectors for the Stream Cipher
    /// ChaCha", test vector 1.
    #[test]
    fn numbers_are_those_of_the_cipher() {
        let mut random = Random::new(0, 0);
        assert_eq!(
            random.next().to_le_bytes(),
            [0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6]
        );
        assert_eq!(
            random.next().to_le_bytes(),
            [0x7f, 0x5b, 0xb8, 0xe8, 0x1f, 0x09, 0xa5, 0xa1]
        );
    }

    #[test]
    fn streams_and_seeds_differ_and_all_numbers_come_up() {
        let first = |seed, stream| Random::new(seed, stream).next();
        assert_ne!(first(0, 0), first(0, 1));
        assert_ne!(first(0, 0), first(1, 0));
        let mut random = Random::new(5, 0);
        let mut counts = [0; 7];
        for _ in 0..7000 {
            counts[random.below(7)] += 1;
        }
        assert!(
            counts.iter().all(|count| (850..1150).contains(count)),
            "{counts:?}"
        );
        assert_eq!(random.below(0), 0);
    }
}
