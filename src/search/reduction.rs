//! Late move reductions.

use super::worker::Worker;

impl Worker {
    /// The reduction of a late move, in 256ths of a ply.
    #[inline]
    pub(super) fn reduction(&self, depth: i32, searched: i32) -> i32 {
        let logarithm = |n: i32| LOGARITHMS[n.clamp(1, 255) as usize];
        self.parameters.reduction_base
            + logarithm(depth) * logarithm(searched) / self.parameters.reduction_divisor
    }
}

/// Binary logarithms of the numbers up to 255, in 256ths.
static LOGARITHMS: [i32; 256] = {
    let mut table = [0; 256];
    let mut n = 1;
    while n < 256 {
        table[n] = binary_logarithm(n as u64);
        n += 1;
    }
    table
};

/// The binary logarithm in 256ths, computed with integers so that it is the
/// same on every machine.
const fn binary_logarithm(n: u64) -> i32 {
    let whole = n.ilog2();
    let mut mantissa = (n << 32) >> whole;
    let mut fraction = 0;
    let mut bit = 8;
    while bit > 0 {
        bit -= 1;
        mantissa = ((mantissa as u128 * mantissa as u128) >> 32) as u64;
        if mantissa >= 2 << 32 {
            mantissa >>= 1;
            fraction |= 1 << bit;
        }
    }
    (whole as i32) << 8 | fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_to_a_256th() {
        for n in 1..500u32 {
            let exact = f64::from(n).log2() * 256.0;
            let error = exact - f64::from(binary_logarithm(u64::from(n)));
            assert!((0.0..1.01).contains(&error), "{n}: {error}");
        }
    }
}
