//! Processor features beyond the minimum that the build assumes.
//!
//! The portable build for x86-64 cannot assume POPCNT, LZCNT or BMI. The few
//! hot functions that benefit are compiled twice by `dispatch!`, which chooses
//! at run time; both versions compute the same. With the environment variable
//! `PEREGRINE_PROCESSOR=portable`, the portable version is always chosen, so
//! that the two can be compared.

use once_cell::sync::Lazy;

/// Whether POPCNT, LZCNT, BMI1 and BMI2 are available and not disabled.
#[inline]
pub fn has_bit_instructions() -> bool {
    static FOUND: Lazy<bool> = Lazy::new(|| {
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
