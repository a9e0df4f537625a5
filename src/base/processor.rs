//! Processor features beyond the minimum that the build assumes.
//!
//! The portable build for x86-64 cannot assume POPCNT, LZCNT or BMI. The few
//! hot functions that benefit are compiled twice by `dispatch!`, which chooses
//! at run time; both versions compute the same. With the environment variable
//! `PEREGRINE_PROCESSOR=portable`, the portable version is always chosen, so
//! that the two can be compared.

use std::sync::LazyLock;

/// Whether POPCNT, LZCNT, BMI1 and BMI2 are available and not disabled.
#[inline]
pub fn has_bit_instructions() -> bool {
    static FOUND: LazyLock<bool> = LazyLock::new(|| {
        let portable = std::env::var_os("PEREGRINE_PROCESSOR").is_some_and(|v| v == "portable");
        !portable && detected()
    });
    *FOUND
}

#[cfg(target_arch = "x86_64")]
fn detected() -> bool {
    is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
}

#[cfg(not(target_arch = "x86_64"))]
fn detected() -> bool {
    false
}

/// Starts to load a value into the cache, which costs next to nothing if it is not needed.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching only affects the cache, and the address is that of a live value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Defines a function whose body, an expression that can be fully inlined, is
/// compiled once for any processor and once for those with bit instructions.
macro_rules! dispatch {
    (
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident $([$($generics:tt)*])? ($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? $body:block
    ) => {
        $(#[$attribute])*
        #[inline]
        $visibility fn $name $(<$($generics)*>)? ($($argument: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
                fn with_bit_instructions $(<$($generics)*>)? ($($argument: $type),*) $(-> $result)? $body
                if $crate::base::processor::has_bit_instructions() {
                    // SAFETY: the required instructions were detected.
                    return unsafe { with_bit_instructions($($argument),*) };
                }
            }
            $body
        }
    };
}

pub(crate) use dispatch;

/// The widest vectors of integers that the processor offers and the program uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vectors {
    /// Those that the build assumes: 128 bits on x86-64 (SSE2) and aarch64 (NEON).
    Portable,
    /// 256 bits: AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512 bits: AVX-512 with its instructions for 16 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// The vectors to use.
#[inline]
pub(crate) fn vectors() -> Vectors {
    static FOUND: LazyLock<Vectors> = LazyLock::new(|| {
        #[cfg(target_arch = "x86_64")]
        if has_bit_instructions() {
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                return Vectors::Avx512;
            }
            if is_x86_feature_detected!("avx2") {
                return Vectors::Avx2;
            }
        }
        Vectors::Portable
    });
    *FOUND
}

/// Defines a function whose body, an expression that can be fully inlined, is compiled
/// once for each of the [`Vectors`]; its first argument says which to use.
macro_rules! vectorize {
    (
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident ($vectors:ident; $($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? $body:block
    ) => {
        $(#[$attribute])*
        $visibility fn $name($vectors: $crate::base::processor::Vectors, $($argument: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
                fn with_avx2($($argument: $type),*) $(-> $result)? $body
                #[target_feature(enable = "avx512f,avx512bw,avx2,popcnt,lzcnt,bmi1,bmi2")]
                fn with_avx512($($argument: $type),*) $(-> $result)? $body
                match $vectors {
                    $crate::base::processor::Vectors::Portable => {}
                    // SAFETY: the required instructions were detected.
                    $crate::base::processor::Vectors::Avx2 => return unsafe { with_avx2($($argument),*) },
                    // SAFETY: the required instructions were detected.
                    $crate::base::processor::Vectors::Avx512 => return unsafe { with_avx512($($argument),*) },
                }
            }
            #[cfg(not(target_arch = "x86_64"))]
            let $crate::base::processor::Vectors::Portable = $vectors;
            $body
        }
    };
}

pub(crate) use vectorize;
