//! What the processor at hand can do beyond the least that the build assumes.
//!
//! The portable build of an x86-64 program may not use POPCNT, LZCNT or BMI.
//! The few hot functions that gain from them are compiled twice by
//! `dispatch!` and choose at run time; both compute the same. Setting the
//! environment variable `PEREGRINE_PROCESSOR=portable` before the start makes
//! every choice fall on the portable version, so that the two can be compared.

use std::sync::OnceLock;

/// Whether POPCNT, LZCNT, BMI1 and BMI2 are there and may be used.
///
/// ```
/// assert_eq!(peregrine::base::processor::has_bit_instructions(), peregrine::base::processor::has_bit_instructions());
/// ```
#[inline]
pub fn has_bit_instructions() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let portable = std::env::var_os("PEREGRINE_PROCESSOR").is_some_and(|v| v == "portable");
        !portable && detected()
    })
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

/// Defines a function whose body, an expression that inlines wholly, is
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
                    // SAFETY: the instructions the function was compiled for were found.
                    return unsafe { with_bit_instructions($($argument),*) };
                }
            }
            $body
        }
    };
}

pub(crate) use dispatch;
