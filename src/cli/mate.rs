//! The command `mate`: proves a mate in N moves.

use std::io::Write;

use clap::Args;

use crate::board::moves::Move;
use crate::notation::{move_number, san};
use crate::position::Position;
use crate::tools::mate::{Defense, MAX_MATE, Solution, Solver};

use super::arguments::{GameArguments, whole};
use super::progress::Progress;
use super::{CliError, CommandOutcome, stop_flag};

#[derive(Debug, Args)]
#[command(after_help = "\
The search tries every move and answers every reply, so its result is a proof.
The fifty-move rule and repetition are ignored. The output lists every first move
of the shortest mate and, for each, the answer to every reply; --tree continues
all lines to checkmate.

The exit status is 1 if there is no mate or, with --problem, if the problem is
cooked.

Examples:
  peregrine mate 2 --problem --fen '10/7p2/8p1/2k1P5/P9/2K7/3N6/3F6 w - - 0 1'
  peregrine mate 3 --tree --fen 'k9/10/10/2K7/10/10/10/5F3R w - - 0 1'")]
pub(super) struct MateArguments {
    /// The largest number of moves to mate, counting those of the mating side only.
    #[arg(value_name = "N", value_parser = whole(1..=MAX_MATE))]
    moves: u32,
    #[command(flatten)]
    game: GameArguments,
    /// Print all lines of play to checkmate.
    #[arg(long)]
    tree: bool,
    /// Check that the position is a sound problem of mate in N: exactly one first move
    /// mates in N, and none sooner.
    #[arg(long)]
    problem: bool,
}

pub(super) fn run(
    arguments: &MateArguments,
    output: &mut impl Write,
) -> Result<CommandOutcome, CliError> {
    let position = arguments.game.position()?;
    let stop = stop_flag()?;
    let mut solver = Solver::new(&stop);
    let mut progress: Option<(u32, Progress)> = None;
    let solved = solver.solve(&position, arguments.moves, |moves, done, all| {
        if progress.as_ref().is_none_or(|(shown, _)| *shown != moves) {
            // Remove the old bar before drawing the new one.
            progress = None;
            let what = format!("first moves tried for mate in {moves}");
            progress = Some((moves, Progress::new(Some(all as u64), &what)));
        }
        if let Some((_, progress)) = &mut progress {
            progress.show(done as u64);
        }
    });
    drop(progress);
    let Some(solution) = solved? else {
        writeln!(
            output,
            "{} does not mate in {} or fewer",
            position.side_to_move(),
            arguments.moves
        )?;
        return Ok(CommandOutcome::Bad);
    };
    let Solution { moves, keys } = &solution;
    writeln!(
        output,
        "{} mates in {moves}: {}",
        position.side_to_move(),
        names(&position, keys)
    )?;
    let mut writer = Writer {
        solver: &mut solver,
        tree: arguments.tree,
        output,
    };
    for &key in keys {
        writer.key(&position, key, *moves, 0)?;
    }
    if !arguments.problem {
        return Ok(CommandOutcome::Good);
    }
    let wanted = arguments.moves;
    let (verdict, text) = match (*moves < wanted, keys.len()) {
        (true, _) => (
            CommandOutcome::Bad,
            format!("cooked: a mate in {moves}, not {wanted}"),
        ),
        (false, 1) => (CommandOutcome::Good, "sound".to_owned()),
        (false, count) => (CommandOutcome::Bad, format!("cooked: {count} first moves")),
    };
    writeln!(writer.output, "{text}")?;
    Ok(verdict)
}

fn names(position: &Position, moves: &[Move]) -> String {
    let names: Vec<String> = moves.iter().map(|&mv| san(position, mv)).collect();
    names.join(" or ")
}

/// Writes the lines of play.
struct Writer<'a, 'b, W> {
    solver: &'a mut Solver<'b>,
    tree: bool,
    output: &'a mut W,
}

impl<W: Write> Writer<'_, '_, W> {
    /// A first move that mates in `moves`, and the answer to each reply.
    fn key(
        &mut self,
        position: &Position,
        key: Move,
        moves: u32,
        level: usize,
    ) -> Result<(), CliError> {
        let mut after = position.clone();
        after.play(key);
        writeln!(
            self.output,
            "{}{} {}",
            "    ".repeat(level),
            move_number(position),
            san(position, key)
        )?;
        let defenses = self.solver.defenses(&after, moves - 1)?;
        for defense in &defenses {
            self.defense(&after, defense, level)?;
        }
        Ok(())
    }

    fn defense(
        &mut self,
        position: &Position,
        defense: &Defense,
        level: usize,
    ) -> Result<(), CliError> {
        let Defense { reply, solution } = defense;
        let mut after = position.clone();
        after.play(*reply);
        let mate = match solution.moves {
            1 => String::new(),
            moves => format!(" (mate in {moves})"),
        };
        writeln!(
            self.output,
            "{}  {} {} {} {}{mate}",
            "    ".repeat(level),
            move_number(position),
            san(position, *reply),
            move_number(&after),
            names(&after, &solution.keys),
        )?;
        if self.tree && solution.moves > 1 {
            for &key in &solution.keys {
                self.key(&after, key, solution.moves, level + 1)?;
            }
        }
        Ok(())
    }
}
