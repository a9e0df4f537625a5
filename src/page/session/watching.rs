//! Watching a match while it runs.

use std::sync::Arc;
use std::time::Duration;

use crate::base::clock::Instant;
use crate::notation::pgn::ROOT;
use crate::page::error::PageError;
use crate::page::matches::{Matches, WatchedMatch, add};
use crate::page::messages::{Message, ResultView};

use super::{Output, PageSession};

/// How often the files of a match are looked at.
const REFRESH: Duration = Duration::from_secs(1);

/// A long results file is read less often, so that reading takes at most a tenth of the time.
const MIN_PAUSE_RATIO: u32 = 10;

/// The match that a page watches.
pub(super) struct Watching {
    watched: Box<dyn WatchedMatch>,
    /// When to look again.
    pub next: Instant,
    /// The game in progress that is on the board.
    pub followed: Option<usize>,
}

impl<O: Output> PageSession<O> {
    fn matches(&self) -> Result<Arc<dyn Matches>, PageError> {
        let missing = || PageError::new(self.settings.place.without_matches());
        self.settings.matches.clone().ok_or_else(missing)
    }

    pub(super) fn list_matches(&mut self) -> Result<(), PageError> {
        let matches = self.matches()?.summaries()?;
        self.send(&Message::Matches { matches });
        Ok(())
    }

    pub(super) fn watch(&mut self, name: Option<&str>) -> Result<(), PageError> {
        let matches = self.matches()?;
        let Some(name) = name else {
            self.watching = None;
            return Ok(());
        };
        let watched = matches.open(name)?;
        self.send(&Message::Match(Box::new(watched.view())));
        self.watching = Some(Watching {
            watched,
            next: Instant::now() + REFRESH,
            followed: None,
        });
        Ok(())
    }

    /// Looks at the files if it is time to, and shows what is new.
    pub(super) fn refresh_match(&mut self, now: Instant) {
        let Some(watching) = self
            .watching
            .as_mut()
            .filter(|watching| watching.next <= now)
        else {
            return;
        };
        let watched = &mut watching.watched;
        let new = watched
            .refresh()
            .map(|is_new| is_new.then(|| watched.view()));
        watching.next = Instant::now() + REFRESH.max(now.elapsed() * MIN_PAUSE_RATIO);
        let shown = new.and_then(|view| match view {
            None => Ok(()),
            Some(view) => {
                self.send(&Message::Match(Box::new(view)));
                self.follow()
            }
        });
        if let Err(error) = shown {
            self.watching = None;
            self.send_error(error);
        }
    }

    pub(super) fn open_watched(&mut self, game: usize) -> Result<(), PageError> {
        let watching = self.watching.as_ref();
        let watching = watching.ok_or_else(|| PageError::new("Choose a match to watch first."))?;
        let tree = watching.watched.study(game)?;
        let is_running = watching.watched.played(game)?.result.is_none();
        let end = tree.end(ROOT)?;
        self.study(tree, None)?;
        if is_running {
            if let Some(watching) = &mut self.watching {
                watching.followed = Some(game);
            }
            self.go_to(end);
        }
        Ok(())
    }

    /// Brings the game on the board up to date, if it is one in progress.
    fn follow(&mut self) -> Result<(), PageError> {
        let Some(watching) = &mut self.watching else {
            return Ok(());
        };
        let Some(game) = watching.followed else {
            return Ok(());
        };
        // A game that was begun anew has lost its moves.
        let Ok(played) = watching.watched.played(game) else {
            watching.followed = None;
            return Ok(());
        };
        if let Some((result, reason)) = played.result {
            watching.followed = None;
            self.tree.set_result(Some(result));
            self.result = Some(ResultView {
                result: result.to_string(),
                reason,
            });
        }
        let (before, end) = add(&mut self.tree, &played.moves)?;
        // A page that shows another position stays there.
        match self.node == before {
            true => self.go_to(end),
            false => self.show(),
        }
        Ok(())
    }
}
