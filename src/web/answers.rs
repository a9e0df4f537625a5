//! Answers that do not change the game: files of games, positions and variants.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::notation::epd::Defaults;
use crate::notation::pgn::{GameTree, PgnError, ReadTree, TreeReader};
use crate::position::Position;
use crate::variants;

use super::messages::{Message, PgnSummary, Start, VariantFault};
use super::refusal::{Refusal, sentence};
use super::{start, view};

/// The most games of a text that are listed.
const MAX_GAMES: usize = 1000;

/// The most games of variant files that one process takes: it keeps each for its life.
const MAX_ADDED: usize = 200;

/// What a PGN text gives.
pub(super) enum Opened {
    /// Several games to choose from.
    List(Vec<PgnSummary>),
    Game(Box<GameTree>),
}

/// Opens the game of a text, or the one of this number.
///
/// # Errors
/// A sentence if it cannot be read, or the text has no such game.
pub(super) fn open_pgn(text: &str, number: Option<usize>) -> Result<Opened, Refusal> {
    let mut games = TreeReader::new(text.as_bytes(), Defaults::of("chess"));
    if let Some(number) = number {
        let game = games.nth(number.saturating_sub(1));
        let missing = || Refusal::new(format!("The text has no game number {number}."));
        return opened(game.ok_or_else(missing)?);
    }
    let Some(first) = games.next() else {
        return Err(Refusal::new("The text holds no game."));
    };
    let Some(second) = games.next() else {
        return opened(first);
    };
    let all = [first, second].into_iter().chain(games).take(MAX_GAMES);
    let list = all.enumerate().map(|(index, game)| match game {
        Ok(game) => PgnSummary {
            number: index + 1,
            title: title(&game),
            fault: None,
        },
        Err(error) => PgnSummary {
            number: index + 1,
            title: format!("Game {}", index + 1),
            fault: Some(sentence(&error)),
        },
    });
    Ok(Opened::List(list.collect()))
}

fn opened(game: Result<ReadTree, PgnError>) -> Result<Opened, Refusal> {
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
pub(super) fn check_position(asked: Start) -> Result<Message, Refusal> {
    let rules = start::rules(&asked)?;
    let (fault, setup) = match start::setup(&asked) {
        Err(refusal) => (Some(refusal.into_text()), None),
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
/// catalogue.
///
/// # Errors
/// A sentence if there are too many games.
pub(super) fn check_variants(text: &str, add: bool) -> Result<Message, Refusal> {
    static ADDED: AtomicUsize = AtomicUsize::new(0);
    let checked = match variants::check(text) {
        Ok(checked) => checked,
        Err(faults) => {
            let faults = faults.into_iter().map(|fault| VariantFault {
                line: Some(fault.line),
                text: match fault.key.is_empty() {
                    true => sentence(&fault.reason),
                    false => format!("{}: {}.", fault.key, fault.reason),
                },
            });
            return Ok(Message::VariantsChecked {
                faults: faults.collect(),
                names: Vec::new(),
                added: false,
            });
        }
    };
    let names: Vec<String> = checked.iter().map(|variant| variant.name.clone()).collect();
    if add {
        let before = ADDED.fetch_add(names.len(), Relaxed);
        if before + names.len() > MAX_ADDED {
            return Err(Refusal::new(format!(
                "The server has already taken {MAX_ADDED} games of variant files; start it again."
            )));
        }
        variants::add(checked);
    }
    Ok(Message::VariantsChecked {
        faults: Vec::new(),
        names,
        added: add,
    })
}
