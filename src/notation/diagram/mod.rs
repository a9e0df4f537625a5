//! Diagrams of positions, as text or as SVG pictures.
//!
//! A diagram only implements `Display`; it must not write files itself.

mod paths;
mod svg;
mod text;

pub use paths::{FalconPaths, PathsError};
pub use svg::{AnimatedSvg, Svg, drawing};
pub use text::{Diagram, Figure, Figures, TextBoard};
