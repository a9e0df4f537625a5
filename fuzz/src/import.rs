//! A file of another program: Fairy-Stockfish's `variants.ini`, Fairy-Max's `fmax.ini` or the
//! description of an Interactive Diagram.

use peregrine::variants::import::{ImportOptions, SourceFormat, import};

use super::variant_file;

/// The first byte chooses the format. What is imported is a variant file without faults, and
/// its games can be played.
pub fn look(data: &[u8]) {
    let Some((&choice, text)) = data.split_first() else {
        return;
    };
    let formats = SourceFormat::ALL;
    let options = ImportOptions {
        format: formats
            .get(usize::from(choice) % (formats.len() + 1))
            .copied(),
        is_strict: choice >= 128,
    };
    let text = String::from_utf8_lossy(text);
    match import(&text, options) {
        Ok(imported) => {
            let toml = imported.to_toml();
            if imported.games.iter().all(|game| game.toml.is_none()) {
                return;
            }
            if let Err(faults) = peregrine::variants::check(&toml) {
                panic!("{toml}\n{faults:?}");
            }
            variant_file::look(toml.as_bytes());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
