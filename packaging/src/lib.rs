//! What packages hold besides the program, as text.

pub mod licenses;
pub mod manual;
