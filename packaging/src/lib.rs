//! What packages hold besides the program, as text.

pub mod licences;
pub mod manual;
