//! The second layer in vector instructions of x86-64. The compiler turns the portable version into
//! four times as many.

use std::arch::x86_64::{
    __m256i, __m512i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256, _mm256_madd_epi16,
    _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm512_add_epi32, _mm512_load_si512, _mm512_madd_epi16, _mm512_max_epi16,
    _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32, _mm512_set1_epi16,
    _mm512_setzero_si512,
};

use super::UNIT;
use super::lanes::Lanes;

/// The sum of `inference::output` over values and their weights, with vectors of 256 bits.
#[target_feature(enable = "avx2")]
pub(super) fn output_avx2(inputs: [(&[Lanes], &[Lanes]); 2]) -> i32 {
    let (zero, unit) = (_mm256_setzero_si256(), _mm256_set1_epi16(UNIT as i16));
    let mut sums = [zero; 2];
    for (values, weights) in inputs {
        for (values, weights) in values.iter().zip(weights) {
            for (half, sum) in sums.iter_mut().enumerate() {
                let (values, weights) = (values.0.as_ptr(), weights.0.as_ptr());
                // SAFETY: `Lanes` are aligned, and have two halves.
                let (value, weight) = unsafe {
                    (
                        _mm256_load_si256(values.cast::<__m256i>().add(half)),
                        _mm256_load_si256(weights.cast::<__m256i>().add(half)),
                    )
                };
                let clipped = _mm256_min_epi16(_mm256_max_epi16(value, zero), unit);
                let product = _mm256_mullo_epi16(clipped, weight);
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(product, clipped));
            }
        }
    }
    let eight = _mm256_add_epi32(sums[0], sums[1]);
    let upper = _mm256_extracti128_si256::<1>(eight);
    let four = _mm_add_epi32(_mm256_castsi256_si128(eight), upper);
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
    _mm_cvtsi128_si32(one)
}

/// The same with vectors of 512 bits.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn output_avx512(inputs: [(&[Lanes], &[Lanes]); 2]) -> i32 {
    let (zero, unit) = (_mm512_setzero_si512(), _mm512_set1_epi16(UNIT as i16));
    let mut sum = zero;
    for (values, weights) in inputs {
        for (values, weights) in values.iter().zip(weights) {
            let (values, weights) = (values.0.as_ptr(), weights.0.as_ptr());
            // SAFETY: `Lanes` are aligned, and have 512 bits.
            let (value, weight) = unsafe {
                (
                    _mm512_load_si512(values.cast::<__m512i>()),
                    _mm512_load_si512(weights.cast::<__m512i>()),
                )
            };
            let clipped = _mm512_min_epi16(_mm512_max_epi16(value, zero), unit);
            let product = _mm512_mullo_epi16(clipped, weight);
            sum = _mm512_add_epi32(sum, _mm512_madd_epi16(product, clipped));
        }
    }
    _mm512_reduce_add_epi32(sum)
}
