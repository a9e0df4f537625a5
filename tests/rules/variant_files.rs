//! Variant files: what a good one defines, what is said of a bad one, and that
//! nothing whatever makes the reader panic.

mod texts;

mod accepted;
mod any_text;
mod documentation;
mod faults;
mod faults_of_men;
mod limits;
