//! Variant files: what a good one defines, what is said of a bad one, and that
//! nothing whatever makes the reader panic.

mod common;

#[path = "variant_files/texts.rs"]
mod texts;

#[path = "variant_files/accepted.rs"]
mod accepted;
#[path = "variant_files/any_text.rs"]
mod any_text;
#[path = "variant_files/documentation.rs"]
mod documentation;
#[path = "variant_files/faults.rs"]
mod faults;
#[path = "variant_files/faults_of_men.rs"]
mod faults_of_men;
#[path = "variant_files/limits.rs"]
mod limits;
