//! Arrows drawn over a picture.

use std::fmt;
use std::ops::{Add, Mul, Sub};

/// A point of the picture, or a vector between two points.
#[derive(Clone, Copy)]
pub(super) struct Point(pub f64, pub f64);

impl Point {
    /// The vector scaled to unit length; the zero vector is unchanged.
    fn unit(self) -> Point {
        let length = (self.0 * self.0 + self.1 * self.1).sqrt();
        if length > 0.0 {
            self * length.recip()
        } else {
            self
        }
    }

    /// The vector rotated by a quarter turn.
    fn across(self) -> Point {
        Point(-self.1, self.0)
    }
}

impl Add for Point {
    type Output = Point;

    fn add(self, other: Point) -> Point {
        Point(self.0 + other.0, self.1 + other.1)
    }
}

impl Sub for Point {
    type Output = Point;

    fn sub(self, other: Point) -> Point {
        Point(self.0 - other.0, self.1 - other.1)
    }
}

impl Mul<f64> for Point {
    type Output = Point;

    fn mul(self, factor: f64) -> Point {
        Point(self.0 * factor, self.1 * factor)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} {:.1}", self.0, self.1)
    }
}

/// The distance between an arrow and the center of an occupied square.
const DISTANCE: f64 = 34.0;
/// Length and half width of an arrowhead.
const HEAD: (f64, f64) = (28.0, 16.0);
/// The distance between parallel arrows that join the same squares.
const LANES: f64 = 15.0;

/// An arrow over at least two squares, no two consecutive ones equal.
pub(super) struct Arrow {
    /// The centers of its squares.
    pub(crate) centers: Vec<Point>,
    /// The offset to the side, in lanes.
    pub(crate) lane: f64,
    /// Whether it points at a piece, which it must not cover.
    pub(crate) to_piece: bool,
    /// Its color.
    pub color: &'static str,
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.centers.len() - 1;
        let aside = (self.centers[last] - self.centers[0]).unit().across() * (LANES * self.lane);
        let mut points: Vec<Point> = self.centers.iter().map(|&center| center + aside).collect();
        points[0] = points[0] + (points[1] - points[0]).unit() * DISTANCE;
        let toward = (points[last] - points[last - 1]).unit();
        let tip = match self.to_piece {
            true => points[last] - toward * DISTANCE,
            false => points[last],
        };
        points[last] = tip - toward * HEAD.0;
        let (neck, wide) = (points[last], toward.across() * HEAD.1);
        let color = self.color;
        write!(f, r#"<g class="arrow" fill="{color}" opacity=".85">"#)?;
        write!(
            f,
            r#"<path fill="none" stroke="{color}" stroke-width="11" stroke-linejoin="round" d="#
        )?;
        for (index, point) in points.iter().enumerate() {
            write!(f, "{}{point}", if index == 0 { "\"M" } else { "L" })?;
        }
        write!(
            f,
            r#""/><path d="M{tip}L{}L{}Z"/></g>"#,
            neck + wide,
            neck - wide
        )
    }
}
