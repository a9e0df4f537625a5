//! The picture of a position as a PNG file.
//!
//! It is drawn from the SVG picture, so that both show the same. Only the elements and
//! attributes of our own pictures are known here; letters are drawn as lines, because the
//! result must not depend on the fonts of the machine.

mod canvas;
mod lettering;

use std::str::FromStr;

use png::{BitDepth, ColorType, Encoder};
use roxmltree::{Document, Node};
use thiserror::Error;
use zeno::{Cap, Join, Stroke, Transform};

use super::Svg;
use canvas::{Canvas, Color};

/// The narrowest picture, in pixels.
pub const MIN_WIDTH: u32 = 100;

/// The widest picture, in pixels.
pub const MAX_WIDTH: u32 = 4000;

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum PngError {
    /// It would be too small or too large.
    #[error("a picture is {MIN_WIDTH} to {MAX_WIDTH} pixels wide, not {0}")]
    Width(u32),
    /// The SVG picture has something that cannot be drawn.
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
    /// The file cannot be made.
    #[error(transparent)]
    Encoding(#[from] png::EncodingError),
}

impl From<roxmltree::Error> for PngError {
    fn from(error: roxmltree::Error) -> PngError {
        PngError::Drawing(error.to_string())
    }
}

impl Svg {
    /// The picture as a PNG file, `width` pixels wide. Its title and its description are
    /// those of the SVG file.
    ///
    /// ```
    /// use peregrine::{render::Svg, position::Position, variants};
    /// let picture = Svg::new(&Position::start(variants::falcon()));
    /// assert!(picture.to_png(400).unwrap().starts_with(b"\x89PNG"));
    /// assert!(picture.to_png(40).is_err());
    /// ```
    ///
    /// # Errors
    /// If it is not [`MIN_WIDTH`] to [`MAX_WIDTH`] pixels wide.
    pub fn to_png(&self, width: u32) -> Result<Vec<u8>, PngError> {
        if !(MIN_WIDTH..=MAX_WIDTH).contains(&width) {
            return Err(PngError::Width(width));
        }
        let text = self.to_string();
        let document = Document::parse(&text)?;
        let root = document.root_element();
        let view: Vec<f32> = numbers(root, "viewBox")?;
        let &[_, _, full_width, full_height] = &view[..] else {
            return Err(PngError::Drawing("its viewBox has no size".to_owned()));
        };
        let scale = width as f32 / full_width;
        let height = (full_height * scale).round() as u32;
        let mut drawing = Drawing {
            document: &document,
            canvas: Canvas::new(width as usize, height as usize),
        };
        drawing.content(root, Style::default(), Transform::scale(scale, scale))?;
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, width, height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        for (keyword, element) in [("Title", "title"), ("Description", "desc")] {
            let found = root.children().find(|node| node.has_tag_name(element));
            let text = found.and_then(|node| node.text()).unwrap_or_default();
            encoder.add_itxt_chunk(keyword.to_owned(), text.to_owned())?;
        }
        let mut writer = encoder.write_header()?;
        writer.write_image_data(drawing.canvas.pixels())?;
        writer.finish()?;
        Ok(file)
    }
}

/// What an element inherits.
#[derive(Clone, Copy)]
struct Style {
    fill: Option<Color>,
    stroke: Option<Color>,
    stroke_width: f32,
    is_round: bool,
    opacity: f32,
    font_size: f32,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            fill: Some([0; 3]),
            stroke: None,
            stroke_width: 1.0,
            is_round: false,
            opacity: 1.0,
            font_size: 0.0,
        }
    }
}

impl Style {
    /// The style of an element within one of this style.
    fn inherited_by(mut self, node: Node<'_, '_>) -> Result<Style, PngError> {
        for attribute in node.attributes() {
            let value = attribute.value();
            match attribute.name() {
                "fill" => self.fill = color(value)?,
                "stroke" => self.stroke = color(value)?,
                "stroke-width" => self.stroke_width = number(value)?,
                "stroke-linejoin" => self.is_round = value == "round",
                // Elements that are drawn one by one do not overlap where they are not opaque.
                "opacity" | "fill-opacity" => self.opacity *= number::<f32>(value)?,
                "font-size" => self.font_size = number(value)?,
                _ => {}
            }
        }
        Ok(self)
    }

    fn pen(&self) -> Stroke<'static> {
        let mut pen = Stroke::new(self.stroke_width);
        if self.is_round {
            pen.join(Join::Round).cap(Cap::Round);
        }
        pen
    }
}

struct Drawing<'a, 'input> {
    document: &'a Document<'input>,
    canvas: Canvas,
}

impl Drawing<'_, '_> {
    /// Draws what is in an element.
    fn content(
        &mut self,
        node: Node<'_, '_>,
        style: Style,
        transform: Transform,
    ) -> Result<(), PngError> {
        for child in node.children().filter(Node::is_element) {
            self.element(child, style, transform)?;
        }
        Ok(())
    }

    fn element(
        &mut self,
        node: Node<'_, '_>,
        style: Style,
        transform: Transform,
    ) -> Result<(), PngError> {
        let style = style.inherited_by(node)?;
        match node.tag_name().name() {
            "title" | "desc" | "defs" => {}
            "g" => {
                let own = match node.attribute("transform") {
                    Some(text) => matrix(text)?,
                    None => Transform::IDENTITY,
                };
                self.content(node, style, own.then(&transform))?;
            }
            "use" => {
                let [x, y] = ["x", "y"].map(|name| value(node, name));
                let document = self.document;
                let target = node.attribute("href").and_then(|href| {
                    let id = href.strip_prefix('#')?;
                    let mut all = document.descendants();
                    all.find(|node| node.attribute("id") == Some(id))
                });
                let target = target.ok_or_else(|| unknown("use", node))?;
                self.element(
                    target,
                    style,
                    Transform::translation(x?, y?).then(&transform),
                )?;
            }
            "rect" => {
                // Its edges are those of pixels: blurred ones would show what is between
                // two squares.
                let [width, height] = ["width", "height"].map(|name| value(node, name));
                let [x, y] = ["x", "y"].map(|name| match node.attribute(name) {
                    Some(text) => number::<f32>(text),
                    None => Ok(0.0),
                });
                let (x, y) = (x?, y?);
                let near = transform.transform_point([x, y].into());
                let far = transform.transform_point([x + width?, y + height?].into());
                if let Some(color) = style.fill {
                    self.canvas
                        .fill([near.x, near.y], [far.x, far.y], color, style.opacity);
                }
            }
            "circle" => {
                let [x, y, r] = ["cx", "cy", "r"].map(|name| value(node, name));
                let (x, y, r) = (x?, y?, r?);
                let (left, across) = (x - r, 2.0 * r);
                let path =
                    format!("M{left} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0z");
                self.path(&path, style, transform);
            }
            "path" => {
                let path = node.attribute("d").ok_or_else(|| unknown("path", node))?;
                self.path(path, style, transform);
            }
            "text" => {
                let [x, y] = ["x", "y"].map(|name| value(node, name));
                let place = Transform::translation(x?, y?).then(&transform);
                self.text(node.text().unwrap_or_default(), style, place);
            }
            name => return Err(unknown(name, node)),
        }
        Ok(())
    }

    fn path(&mut self, path: &str, style: Style, transform: Transform) {
        if let Some(color) = style.fill {
            self.canvas
                .paint(path, None, transform, color, style.opacity);
        }
        if let Some(color) = style.stroke {
            let pen = Some(style.pen());
            self.canvas
                .paint(path, pen, transform, color, style.opacity);
        }
    }

    /// Writes a text around a point on its baseline.
    fn text(&mut self, text: &str, style: Style, place: Transform) {
        let Some(color) = style.fill else { return };
        let mut pen = Stroke::new(lettering::PEN);
        pen.join(Join::Round).cap(Cap::Round);
        let size = style.font_size / 100.0;
        for (lines, x) in lettering::lines(text) {
            let place = Transform::translation(x, -lettering::BASELINE)
                .then(&Transform::scale(size, size))
                .then(&place);
            self.canvas
                .paint(lines, Some(pen), place, color, style.opacity);
        }
    }
}

fn unknown(what: &str, node: Node<'_, '_>) -> PngError {
    let place = node.document().text_pos_at(node.range().start);
    PngError::Drawing(format!("'{what}' at {place} is not understood"))
}

fn number<T: FromStr>(text: &str) -> Result<T, PngError> {
    text.parse()
        .map_err(|_| PngError::Drawing(format!("'{text}' is not a number")))
}

fn numbers(node: Node<'_, '_>, name: &str) -> Result<Vec<f32>, PngError> {
    let text = node.attribute(name).ok_or_else(|| unknown(name, node))?;
    text.split_whitespace().map(number).collect()
}

/// The number that an attribute is.
fn value(node: Node<'_, '_>, name: &str) -> Result<f32, PngError> {
    number(node.attribute(name).ok_or_else(|| unknown(name, node))?)
}

/// `#rrggbb` or `none`.
fn color(text: &str) -> Result<Option<Color>, PngError> {
    if text == "none" {
        return Ok(None);
    }
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
    let bits = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let [_, color @ ..] = bits
        .ok_or_else(|| PngError::Drawing(format!("'{text}' is not a color")))?
        .to_be_bytes();
    Ok(Some(color))
}

/// `matrix(a b c d e f)`.
fn matrix(text: &str) -> Result<Transform, PngError> {
    let inner = text.strip_prefix("matrix(");
    let inner = inner.and_then(|text| text.strip_suffix(')'));
    let numbers: Vec<f32> = inner
        .unwrap_or_default()
        .split_whitespace()
        .map(number)
        .collect::<Result<_, _>>()?;
    let &[xx, xy, yx, yy, x, y] = &numbers[..] else {
        return Err(PngError::Drawing(format!("'{text}' is not a matrix")));
    };
    Ok(Transform::new(xx, xy, yx, yy, x, y))
}

#[cfg(test)]
mod tests;
