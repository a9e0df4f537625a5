//! Positions and games as text, SVG, animated SVG and PNG.
//!
//! A picture becomes text, or the bytes of a file; this module must not write files.

mod paths;
#[cfg(feature = "pictures")]
mod png;
mod svg;
mod text;

#[cfg(feature = "pictures")]
pub use self::png::PngError;
#[cfg(feature = "pictures")]
pub use self::png::{MAX_WIDTH, MIN_WIDTH};
pub(crate) use paths::has_paths;
pub use paths::{MovePaths, PathsError, paths_of};
pub(crate) use svg::figure_parts;
pub use svg::{AnimatedSvg, Svg, drawing};
pub use text::{Diagram, Figure, Figures, TextBoard};
