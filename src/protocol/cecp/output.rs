//! Writes thinking lines and the progress of analysis.

use std::io::{self, Write};

use crate::search::score::Score;
use crate::search::{Info, ScoreBound};

use super::search::{Purpose, RunningSearch};
use super::{Cecp, CecpError, moves};

/// The end line of play in characters: XBoard's messages hold 512 in all.
const MAX_LINE_LENGTH: usize = 400;

impl Cecp {
    /// Thinking lines of the running search: depth, score, centiseconds, nodes and moves.
    pub(super) fn post_info(&self, lines: &[Info], output: &mut dyn Write) -> io::Result<()> {
        let Some(running) = self.search.running().filter(|_| self.options.posts) else {
            return Ok(());
        };
        for info in lines {
            let moves = running.position.legal_line(&info.pv);
            let moves = moves.map(|(before, mv)| moves::write(&self.dialect, &before, mv));
            let mut line = moves.collect::<Vec<_>>().join(" ");
            if let Some((end, _)) = line.char_indices().nth(MAX_LINE_LENGTH) {
                line.truncate(line[..end].rfind(' ').unwrap_or(end));
            }
            let time = self.timer.measure(info.time, info.nodes);
            writeln!(
                output,
                "{} {} {} {} {line}{}",
                info.depth,
                number(info.score),
                time.as_millis() / 10,
                info.nodes,
                match info.bound {
                    ScoreBound::Exact => "",
                    ScoreBound::AtLeast => " !",
                    ScoreBound::AtMost => " ?",
                },
            )?;
        }
        Ok(())
    }

    /// `.`: reports the progress of analysis.
    pub(super) fn report_progress(&self, output: &mut dyn Write) -> Result<(), CecpError> {
        let running = self.search.running();
        let analysis = running.filter(|running| running.purpose == Purpose::Analysis);
        let (Some(RunningSearch { position, .. }), Some(progress)) =
            (analysis, self.engine.progress())
        else {
            return Err(CecpError::command("no analysis is running"));
        };
        let current = progress.current_move.filter(|&mv| position.is_legal(mv));
        let current = current.map(|mv| format!(" {}", moves::write(&self.dialect, position, mv)));
        writeln!(
            output,
            "stat01: {} {} {} {} {}{}",
            progress.elapsed.as_millis() / 10,
            progress.nodes,
            progress.depth,
            progress.moves_left,
            progress.moves,
            current.unwrap_or_default(),
        )?;
        Ok(())
    }
}

/// A score in XBoard's terms: a mate is 100000 plus the number of moves.
fn number(score: Score) -> i32 {
    match score {
        Score::Centipawns(score) => score,
        Score::Mate(moves) if moves > 0 => 100_000 + moves,
        Score::Mate(moves) => -100_000 + moves,
    }
}
