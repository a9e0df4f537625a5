//! Pixels on which shapes are painted, one over the other.

use zeno::{Fill, Mask, Stroke, Style, Transform};

/// Red, green and blue.
pub(super) type Color = [u8; 3];

pub(super) struct Canvas {
    width: usize,
    height: usize,
    /// Row by row, from the upper left pixel on.
    pixels: Vec<u8>,
}

impl Canvas {
    /// A white canvas.
    pub(super) fn new(width: usize, height: usize) -> Canvas {
        Canvas {
            width,
            height,
            pixels: vec![u8::MAX; 3 * width * height],
        }
    }

    /// The bytes of all pixels.
    pub(crate) fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Fills the whole pixels between two corners.
    pub(super) fn fill(&mut self, near: [f32; 2], far: [f32; 2], color: Color, opacity: f32) {
        let within = |place: f32, most: usize| (place.round().max(0.0) as usize).min(most);
        let columns = within(near[0], self.width)..within(far[0], self.width);
        for row in within(near[1], self.height)..within(far[1], self.height) {
            for column in columns.clone() {
                self.blend(column, row, color, opacity);
            }
        }
    }

    /// Paints a path, as SVG writes it: what is inside, or a line along it.
    pub(crate) fn paint(
        &mut self,
        path: &str,
        pen: Option<Stroke<'_>>,
        transform: Transform,
        color: Color,
        opacity: f32,
    ) {
        let style = pen.map_or(Style::Fill(Fill::NonZero), Style::Stroke);
        let mut mask = Mask::new(path);
        mask.style(style).transform(Some(transform));
        let (coverage, place) = mask.render();
        let rows = coverage.chunks(place.width.max(1) as usize);
        for (row, covered) in (i64::from(place.top)..).zip(rows) {
            for (column, &covered) in (i64::from(place.left)..).zip(covered) {
                let inside = |place: i64, most: usize| {
                    usize::try_from(place).ok().filter(|&place| place < most)
                };
                if covered > 0
                    && let Some(column) = inside(column, self.width)
                    && let Some(row) = inside(row, self.height)
                {
                    let covered = f32::from(covered) / f32::from(u8::MAX);
                    self.blend(column, row, color, covered * opacity);
                }
            }
        }
    }

    /// Mixes a pixel with a color, by how much of it the color covers.
    fn blend(&mut self, column: usize, row: usize, color: Color, opacity: f32) {
        let first = 3 * (row * self.width + column);
        for (part, new) in self.pixels[first..first + 3].iter_mut().zip(color) {
            let old = f32::from(*part);
            *part = (old + (f32::from(new) - old) * opacity).round() as u8;
        }
    }
}
