//! A position drawn for a person, as text or as a picture.
//!
//! Knows no protocol and no files: a drawing is something to be written.

mod paths;
mod svg;
mod text;

pub use paths::{FalconPaths, PathsError};
pub use svg::Svg;
pub use text::{Diagram, Figure};
