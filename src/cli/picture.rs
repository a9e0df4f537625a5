//! Pictures of positions as files: where, in which form and how large.

use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::base::files;
use crate::render::{MAX_WIDTH, MIN_WIDTH, Svg};

use super::numbers::whole;
use super::output::is_standard;
use super::terminal::content_output;
use super::{CliError, check_output_file, file_error};

/// How files of pictures begin.
const PICTURES: [&[u8]; 3] = [b"<svg", b"<?xml", b"\x89PNG\r\n\x1a\n"];

/// The file for a picture; `picture` is whichever is given.
#[derive(Debug, Args)]
pub(super) struct PictureArguments {
    /// Write an SVG picture to this file instead of printing text; '-' is standard
    /// output.
    #[arg(long, value_name = "FILE", group = "picture")]
    pub svg: Option<PathBuf>,
    /// Write a PNG picture to this file instead of printing text; '-' is standard
    /// output.
    #[arg(long, value_name = "FILE", group = "picture")]
    pub png: Option<PathBuf>,
    /// The width of the PNG picture in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 1000, requires = "png", conflicts_with = "svg",
          value_parser = whole(MIN_WIDTH..=MAX_WIDTH))]
    pub size: u32,
    /// Swap the light and dark squares. The patent and the essay allow this: the
    /// Bishops then stand on the same colors as in orthodox chess, but the Queens
    /// not on their own.
    #[arg(long, requires = "picture")]
    pub reversed_colors: bool,
}

impl PictureArguments {
    /// Whether there shall be a picture instead of text.
    pub(crate) fn is_wanted(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Checks, before the work, that the picture can be written. An existing picture is
    /// replaced, but nothing else.
    pub(super) fn check(&self) -> Result<(), CliError> {
        let file = self.svg.as_deref().or(self.png.as_deref());
        let Some(file) = file.filter(|file| !is_standard(file)) else {
            return Ok(());
        };
        check_output_file(file, true)?;
        let is_picture = || -> io::Result<bool> {
            let mut beginning = Vec::new();
            let length = PICTURES.iter().map(|picture| picture.len()).max();
            let file = files::open(file)?;
            file.take(length.unwrap_or_default() as u64)
                .read_to_end(&mut beginning)?;
            let begins = |picture: &&[u8]| beginning.starts_with(picture);
            Ok(beginning.is_empty() || PICTURES.iter().any(begins))
        };
        match file.exists() && !is_picture().map_err(|error| file_error(file, &error))? {
            true => {
                let message = "the file already exists and is not a picture; remove it first";
                Err(file_error(file, &message))
            }
            false => Ok(()),
        }
    }

    /// Writes the picture of a position where it is wanted.
    pub(super) fn write(&self, mut picture: Svg, output: &mut impl Write) -> Result<(), CliError> {
        if self.reversed_colors {
            picture = picture.reversed_colors();
        }
        if let Some(file) = &self.svg {
            write_file(file, picture.to_string().as_bytes(), output)?;
        }
        if let Some(file) = &self.png {
            if is_standard(file) && io::stdout().is_terminal() {
                let message = "--png -: a terminal cannot show the picture; name a file";
                return Err(CliError::Message(message.to_owned()));
            }
            let picture = picture.to_png(self.size);
            let picture = picture.map_err(|error| file_error(file, &error))?;
            write_file(file, &picture, output)?;
        }
        Ok(())
    }
}

/// Writes a file completely or not at all; '-' is standard output.
pub(super) fn write_file(
    file: &Path,
    content: &[u8],
    output: &mut impl Write,
) -> Result<(), CliError> {
    if is_standard(file) {
        output.flush()?;
        let mut output = content_output();
        output.write_all(content)?;
        return Ok(output.flush()?);
    }
    files::replace(file, content).map_err(|error| file_error(file, &error))
}
