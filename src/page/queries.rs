//! Answers that do not change the game: files of games, positions and variants.

use std::sync::{Mutex, PoisonError};

use crate::notation::epd::Defaults;
use crate::notation::pgn::{GameTree, PgnError, ReadTree, TreeReader};
use crate::position::Position;
use crate::variants::import::{ImportError, ImportOptions, import};
use crate::variants::{self, Variant};

use super::error::PageError;
use super::messages::{
    Board, MAX_TEXT, MAX_VARIANT_FILE, Message, PgnSummary, RulesView, Start, VariantFault,
};

use super::{mebibytes, rules, start, view};
use crate::base::sentence::sentence;

/// The most games of a text that are listed.
const MAX_GAMES: usize = 1000;

/// The longest title of a game in a list, in characters.
const MAX_TITLE: usize = 200;

/// The most games of variant files that one process takes: it keeps each for its life.
const MAX_ADDED: usize = 200;

/// The most games of a variant file that are checked.
const MAX_CHECKED: usize = 2 * MAX_ADDED;

/// The most faults of a variant file that are listed.
const MAX_FAULTS: usize = 200;

/// What a PGN text gives.
pub(crate) enum Opened {
    /// Several games to choose from.
    List {
        games: Vec<PgnSummary>,
        /// Whether these are all.
        is_whole: bool,
    },
    Game(Box<GameTree>),
}

/// Opens the game of a text, or the one of this number.
///
/// # Errors
/// A sentence if it cannot be read, or the text has no such game.
pub(crate) fn open_pgn(text: &str, number: Option<usize>) -> Result<Opened, PageError> {
    check_length("The text", text, MAX_TEXT)?;
    let mut games = TreeReader::new(text.as_bytes(), Defaults::for_variant("chess"));
    if let Some(number) = number {
        let game = games.nth(number.saturating_sub(1));
        let missing = || PageError::new(format!("The text has no game number {number}."));
        return opened(game.ok_or_else(missing)?);
    }
    let Some(first) = games.next() else {
        return Err(PageError::new("The text holds no game."));
    };
    let Some(second) = games.next() else {
        return opened(first);
    };
    let all = [first, second].into_iter().chain(games.by_ref());
    let list = all
        .take(MAX_GAMES)
        .enumerate()
        .map(|(index, game)| match game {
            Ok(game) => PgnSummary {
                number: index + 1,
                title: shortened(title(&game)),
                fault: None,
            },
            Err(error) => PgnSummary {
                number: index + 1,
                title: format!("Game {}", index + 1),
                fault: Some(PageError::from(error).into_text()),
            },
        });
    Ok(Opened::List {
        games: list.collect(),
        is_whole: games.next().is_none(),
    })
}

/// Fails if a text is longer than it may be.
pub(crate) fn check_length(what: &str, text: &str, most: usize) -> Result<(), PageError> {
    match text.len() > most {
        true => Err(PageError::new(format!(
            "{what} has {}; it may have {} at most.",
            mebibytes(text.len()),
            mebibytes(most)
        ))),
        false => Ok(()),
    }
}

/// That a list is not whole.
pub(crate) fn only_the_first_games() -> String {
    format!("The text has more games; the first {MAX_GAMES} of them are listed.")
}

/// A title that fits into a line or two.
fn shortened(title: String) -> String {
    match title.char_indices().nth(MAX_TITLE) {
        None => title,
        Some((end, _)) => format!("{}…", &title[..end]),
    }
}

fn opened(game: Result<ReadTree, PgnError>) -> Result<Opened, PageError> {
    let game = game?;
    Ok(Opened::Game(Box::new(game.tree)))
}

fn title(game: &ReadTree) -> String {
    let tag = |name| game.tree.tag(name).unwrap_or("?");
    format!(
        "{} - {}, {} {}",
        tag("White"),
        tag("Black"),
        tag("Event"),
        tag("Result")
    )
}

/// Whether a position can be played.
///
/// # Errors
/// A sentence if there is no such game.
pub(crate) fn check_position(asked: Start) -> Result<Message, PageError> {
    let rules = start::rules(&asked)?;
    let (fault, setup) = match start::setup(&asked) {
        Err(error) => (Some(error.into_text()), None),
        Ok((_, setup, castling)) => {
            let fault = match Position::from_setup(rules, &setup) {
                Err(error) => Some(sentence(&error)),
                Ok(position) => position
                    .outcome()
                    .map(|outcome| format!("The game is over here: {outcome}.")),
            };
            (fault, Some(Box::new(view::setup(rules, &setup, &castling))))
        }
    };
    Ok(Message::PositionChecked {
        start: asked,
        fault,
        setup,
    })
}

/// The faults of a variant file; if there are none and `add` is set, its games join the
/// catalog.
///
/// # Errors
/// A sentence if there are too many games.
pub(crate) fn check_variants(text: &str, add: bool) -> Result<Message, PageError> {
    check_length("The variant file", text, MAX_VARIANT_FILE)?;
    let heads = text
        .lines()
        .filter(|line| line.trim_start().starts_with('['));
    // Tables within a game have a dot in their names. To check a game takes a moment.
    let games = heads.filter(|line| !line.contains('.')).count();
    if games > MAX_CHECKED {
        return Err(PageError::new(format!(
            "The file has {games} games; the server checks {MAX_CHECKED} at a time, and takes \
             {MAX_ADDED} in all."
        )));
    }
    let checked = match variants::check(text) {
        Ok(checked) => checked,
        Err(faults) => {
            let faults = faults.into_iter().map(|fault| VariantFault {
                line: Some(fault.line),
                text: match fault.key.is_empty() {
                    true => PageError::new(sentence(&fault.reason)).into_text(),
                    false => {
                        PageError::new(format!("{}: {}.", fault.key, fault.reason)).into_text()
                    }
                },
            });
            return Ok(Message::VariantsChecked {
                faults: faults.take(MAX_FAULTS).collect(),
                names: Vec::new(),
                rules: None,
                added: false,
            });
        }
    };
    let names: Vec<String> = checked.iter().map(|variant| variant.name.clone()).collect();
    let rules = checked.first().and_then(|first| {
        let view = first.with_rules(rules::view_of)?;
        Some(Box::new(RulesView {
            about: first.about.clone(),
            board: Board {
                title: first.title.clone(),
                ..view.board
            },
            ..view
        }))
    });
    if add {
        add_variants(checked)?;
    }
    Ok(Message::VariantsChecked {
        faults: Vec::new(),
        names,
        rules,
        added: add,
    })
}

/// A variant file with the games of another program's file.
///
/// # Errors
/// A sentence if the file is too large, or like that of no program.
pub(crate) fn import_variants(text: &str) -> Result<Message, PageError> {
    check_length("The file", text, MAX_VARIANT_FILE)?;
    let file = import(text, ImportOptions::default()).map_err(|error| {
        PageError::new(match error {
            ImportError::UnknownFormat => "The file is not like those of Fairy-Stockfish, whose \
                games begin with a line such as [name], nor like those of Fairy-Max, whose games \
                begin with 'Game:', nor like the description of an Interactive Diagram, with \
                lines such as files=10."
                .to_owned(),
            error @ ImportError::Empty(_) => sentence(&error),
        })
    })?;
    let of_games = file.games.iter().flat_map(|game| &game.findings);
    let findings = file.findings.iter().chain(of_games).map(|finding| {
        let refused = if finding.is_refused() {
            "refused: "
        } else {
            ""
        };
        VariantFault {
            line: finding.line,
            text: PageError::new(format!("{refused}{finding}.")).into_text(),
        }
    });
    Ok(Message::VariantsImported {
        text: file.to_toml(),
        findings: findings.take(MAX_FAULTS).collect(),
    })
}

/// Adds games to the catalog.
///
/// # Errors
/// A sentence if there are too many of them. Games that the process has already, and those of a
/// file that was refused, do not count.
fn add_variants(checked: Vec<Variant>) -> Result<(), PageError> {
    static ADDED: Mutex<usize> = Mutex::new(0);
    let mut added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
    let new = checked.iter().filter(|variant| !variants::is_kept(variant));
    let new = new.count();
    let left = MAX_ADDED.saturating_sub(*added);
    if new > left {
        return Err(PageError::new(format!(
            "The file has {new} new games. The server takes {MAX_ADDED} games of variant files \
             and has room for {left} more; a new start makes room."
        )));
    }
    *added += new;
    variants::add(checked);
    Ok(())
}
