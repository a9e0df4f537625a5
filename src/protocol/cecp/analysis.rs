//! Analysis and advice: `analyze`, `exclude`, `hint`.

use std::io::{self, Write};
use std::time::Duration;

use crate::board::moves::Move;
use crate::engine::EngineOptions;
use crate::search::Limits;
use crate::session::{EngineSides, HINT_LEVEL};

use super::search::Purpose;
use super::{Cecp, CecpError, Mode, Progress, moves};

/// The limits of a search for a hint, during which no command is answered.
const HINT_DEPTH: u32 = 6;
const HINT_TIME: Duration = Duration::from_millis(300);

impl Cecp {
    /// `analyze`.
    pub(super) fn analyze(&mut self) {
        if self.mode != Mode::Analyze {
            self.set_engine(EngineSides::None);
            self.mode = Mode::Analyze;
            self.resume_analysis();
        }
    }

    /// `exit`: leaves analyze mode.
    pub(super) fn exit(&mut self) -> Result<(), CecpError> {
        if self.mode != Mode::Analyze {
            return Err(CecpError::command("not in analysis mode"));
        }
        self.set_engine(EngineSides::None);
        Ok(())
    }

    /// Searches the position on the board if the engine is in analyze mode.
    pub(super) fn resume_analysis(&mut self) {
        if self.mode == Mode::Analyze && self.has_position() {
            let mut moves = self.session.position().legal_moves().to_vec();
            moves.retain(|mv| !self.excluded.contains(mv));
            let limits = Limits {
                infinite: true,
                ..Limits::default()
            };
            self.start_search(
                Purpose::Analysis,
                self.session.game().clone(),
                moves,
                limits,
            );
        }
    }

    /// `hint`: suggests a move for the side to move.
    pub(super) fn hint(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let found = match self.search.running() {
            Some(running) => match running.purpose {
                Purpose::Move => None,
                Purpose::Ponder(expected) => Some(expected),
                Purpose::Analysis => running
                    .best
                    .as_ref()
                    .and_then(|info| info.pv.first().copied()),
            },
            None => self.session.expected().or_else(|| self.find_hint()),
        };
        match found {
            Some(mv) => writeln!(
                output,
                "Hint: {}",
                moves::write(&self.dialect, self.session.position(), mv)
            ),
            None => Ok(()),
        }
    }

    fn find_hint(&mut self) -> Option<Move> {
        self.progress = Progress::Searched;
        let limits = Limits {
            depth: Some(HINT_DEPTH),
            move_time: Some(HINT_TIME),
            ..Limits::default()
        };
        let options = self.engine.options();
        // Setting a level needs no memory, so it cannot fail.
        let _ = self.engine.set_options(EngineOptions {
            level: HINT_LEVEL,
            ..options
        });
        let result = self.engine.search(self.session.game(), limits, |_| ());
        let _ = self.engine.set_options(options);
        result.best
    }

    /// `exclude MOVE` or `exclude all`.
    pub(super) fn exclude(&mut self, text: &str) -> Result<(), CecpError> {
        if text == "all" {
            self.excluded = self.session.position().legal_moves().to_vec();
        } else {
            let mv = self.read_move(text)?;
            if self.excluded.contains(&mv) {
                return Ok(());
            }
            self.excluded.push(mv);
        }
        self.resume_analysis();
        Ok(())
    }

    /// `include MOVE` or `include all`.
    pub(super) fn include(&mut self, text: &str) -> Result<(), CecpError> {
        if text == "all" {
            self.excluded.clear();
        } else {
            let mv = self.read_move(text)?;
            self.excluded.retain(|&excluded| excluded != mv);
        }
        self.resume_analysis();
        Ok(())
    }
}
