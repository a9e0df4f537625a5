//! Formats the lines that the engine sends in UCI; stateless.

use std::fmt::{self, Display};
use std::io::{self, Write};

use crate::base::excerpt::{excerpt, short_message};
use crate::board::moves::Move;
use crate::book::BookMove;
use crate::notation::{coordinate, coordinate_by_rook};
use crate::position::{Outcome, Position};
use crate::protocol::options::{Declaration, EMPTY, OptionKind};
use crate::rules::Rules;
use crate::search::score::Score;
use crate::search::wdl::Wdl;
use crate::search::{Info, ScoreBound, SearchProgress, SearchResult};
use crate::session::book_moves;
use crate::tools::bench::speed;

use super::error::UciError;

pub(super) const HELP: &str = "\
uci                                   identify the engine and list its options
isready                               answer readyok when ready
setoption name NAME [value VALUE]     set an option; a new UCI_Variant, Castling
                                      or Promotion sets up the start position;
                                      VariantPath adds the variants in a file,
                                      Library those of the library
ucinewgame                            forget what was learned in the last game
position startpos|fen FEN|array NUMBER [moves MOVE...]
                                      set up a position; array selects a start
                                      position of a shuffled variant
go [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [movetime MS]
   [depth N] [nodes N] [mate N] [infinite] [ponder] [searchmoves MOVE...]
                                      search the position
go perft DEPTH                        count the leaf nodes of the legal move tree
stop                                  stop the search and print the best move
ponderhit                             the opponent played the expected move
d                                     display the board
eval                                  explain the static evaluation
bench [DEPTH]                         search fixed positions and count the nodes
quit                                  quit
Moves are written as squares: e2e4, or g7g8f with a promotion. Castling is written
as the King's move or as King takes Rook; the engine writes it as King takes Rook
if the King moves only one square, in Chess960 and with UCI_Chess960.
";

/// The answer to `uci`.
pub(super) fn write_identity(options: &[Declaration], output: &mut dyn Write) -> io::Result<()> {
    writeln!(output, "id name Peregrine {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(output, "id author the Peregrine contributors")?;
    for option in options {
        writeln!(output, "{}", OptionLine(option))?;
    }
    writeln!(output, "uciok")
}

/// Declares an option again, whose words have changed.
pub(super) fn write_option(option: &Declaration, output: &mut dyn Write) -> io::Result<()> {
    writeln!(output, "{}", OptionLine(option))
}

/// An option as UCI declares it.
struct OptionLine<'a>(&'a Declaration);

impl fmt::Display for OptionLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.0.name)?;
        match &self.0.kind {
            OptionKind::Check(default) => write!(f, "check default {default}"),
            OptionKind::Button => f.write_str("button"),
            OptionKind::File | OptionKind::Folder => write!(f, "string default {EMPTY}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, words } => {
                write!(f, "combo default {default}")?;
                words.iter().try_for_each(|word| write!(f, " var {word}"))
            }
        }
    }
}

/// Reports what is wrong with a line.
pub(super) fn write_error(error: &UciError, line: &str, output: &mut dyn Write) -> io::Result<()> {
    let text = format!("{error}: {}", excerpt(line.trim()));
    // The error must stay on one line.
    let text = text.replace(char::is_control, " ");
    writeln!(output, "info string Error: {}", short_message(&text))
}

/// Names the words before a command, which are ignored.
pub(super) fn write_ignored(
    words: &[&str],
    command: &str,
    output: &mut dyn Write,
) -> io::Result<()> {
    let words = words.join(" ").replace(char::is_control, " ");
    let words = excerpt(&words);
    writeln!(output, "info string ignored before '{command}': {words}")
}

/// If the last position was refused, says that the earlier one is shown.
pub(super) fn write_position_refused(
    refused: Option<&str>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let Some(reason) = refused else {
        return Ok(());
    };
    let reason = reason.replace(char::is_control, " ");
    writeln!(
        output,
        "info string The last position was refused ({reason}); this is the one before it:"
    )
}

/// The answer to `go` when there is no position to search.
pub(super) const NO_MOVE: &str = "bestmove 0000";

/// Reports errors, one on each line.
pub(super) fn write_errors(error: &dyn Display, output: &mut dyn Write) -> io::Result<()> {
    for line in error.to_string().lines() {
        writeln!(
            output,
            "info string Error: {}",
            short_message(&line.replace(char::is_control, " "))
        )?;
    }
    Ok(())
}

/// Reports which variants a file has added.
pub(super) fn write_added_variants(names: &[String], output: &mut dyn Write) -> io::Result<()> {
    writeln!(output, "info string Variants added: {}", names.join(", "))
}

/// Reports the variant and rules from now on.
pub(super) fn write_rules(rules: &Rules, output: &mut dyn Write) -> io::Result<()> {
    writeln!(
        output,
        "info string {}, castling {}, promotion {}, start position {}",
        rules.variant(),
        rules.castling(),
        rules.promotion(),
        rules.start_fen()
    )
}

/// How castling is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CastlingText {
    /// As in [`coordinate`].
    Usual,
    /// As King takes Rook wherever that is unambiguous.
    KingTakesRook,
}

impl CastlingText {
    fn write(self, position: &Position, mv: Move) -> String {
        match self {
            CastlingText::Usual => coordinate(position, mv),
            CastlingText::KingTakesRook => coordinate_by_rook(position, mv),
        }
    }
}

/// An `info` line about one line of play from a position.
pub(super) fn write_info(
    position: &Position,
    info: &Info,
    castling: CastlingText,
    wdl: Option<Wdl>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let wdl = wdl.map(|wdl| format!(" wdl {wdl}")).unwrap_or_default();
    let score = match info.score {
        Score::Centipawns(centipawns) => format!("cp {centipawns}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    let bound = match info.bound {
        ScoreBound::Exact => "",
        ScoreBound::AtLeast => " lowerbound",
        ScoreBound::AtMost => " upperbound",
    };
    write!(
        output,
        "info depth {} seldepth {} multipv {} score {score}{wdl}{bound} nodes {} nps {} hashfull {} tbhits {} time {}",
        info.depth,
        info.selective_depth,
        info.line,
        info.nodes,
        speed(info.nodes, info.time),
        info.hash_full,
        info.tablebase_hits,
        info.time.as_millis(),
    )?;
    if !info.pv.is_empty() {
        write!(output, " pv")?;
    }
    for text in line(position, &info.pv, castling) {
        write!(output, " {text}")?;
    }
    writeln!(output)
}

/// An `info` line about the root move being searched.
pub(super) fn write_current_move(
    position: &Position,
    current: Move,
    progress: &SearchProgress,
    castling: CastlingText,
    output: &mut dyn Write,
) -> io::Result<()> {
    writeln!(
        output,
        "info depth {} currmove {} currmovenumber {}",
        progress.depth,
        castling.write(position, current),
        progress.moves - progress.moves_left + 1,
    )
}

/// The result of a search of a position.
pub(super) fn write_result(
    position: &Position,
    result: &SearchResult,
    shows_wdl: bool,
    castling: CastlingText,
    output: &mut dyn Write,
) -> io::Result<()> {
    let moves: Vec<Move> = result.best.into_iter().chain(result.ponder).collect();
    match &line(position, &moves, castling).collect::<Vec<_>>()[..] {
        [] => {
            let outcome = position.outcome();
            let special = outcome.filter(|outcome| outcome.is_special());
            if let Some(outcome) = special {
                writeln!(output, "info string {outcome}")?;
            }
            let winner = special.and_then(Outcome::winner);
            let score = match winner {
                Some(winner) if winner == position.side_to_move() => Some(("mate 1", 1)),
                Some(_) => Some(("mate 0", 0)),
                None if position.is_check() && special.is_none() => Some(("mate 0", 0)),
                None => None,
            };
            let (score, wdl) = score.map_or(("cp 0", Wdl::DRAW), |(text, moves)| {
                (text, Wdl::new(position, Score::Mate(moves)))
            });
            write!(output, "info depth 0 score {score}")?;
            if shows_wdl {
                write!(output, " wdl {wdl}")?;
            }
            writeln!(output)?;
            writeln!(output, "bestmove (none)")
        }
        [best] => writeln!(output, "bestmove {best}"),
        [best, ponder, ..] => writeln!(output, "bestmove {best} ponder {ponder}"),
    }
}

/// A move played from the book.
pub(super) fn write_book_move(
    position: &Position,
    row: &BookMove,
    castling: CastlingText,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mv = castling.write(position, row.mv);
    writeln!(
        output,
        "info string from the book: {}",
        book_moves::describe_record(&row.record)
    )?;
    writeln!(output, "bestmove {mv}")
}

/// The texts of successive moves, up to the first illegal one.
fn line(
    position: &Position,
    moves: &[Move],
    castling: CastlingText,
) -> impl Iterator<Item = String> {
    position
        .legal_line(moves)
        .map(move |(before, mv)| castling.write(&before, mv))
}
