//! The words of the command line.
//!
//! Knows what can be asked, not how it is answered.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand};

use crate::engine::{MAX_HASH, MAX_THREADS};
use crate::rules::{CastlingRule, PromotionRule};
use crate::tools::bench;
use crate::tools::perft::MAX_DEPTH;

use super::match_arguments::MatchArguments;
use super::mate::MateArguments;
use super::openings::OpeningsArguments;
use super::pgn::PgnCommand;
use super::solve::SolveArguments;
use super::tablebase::TablebaseCommand;
use super::tactics::TacticsArguments;
use super::tune::TuneCommand;

const EXAMPLES: &str = "\
Without a command, Peregrine speaks the XBoard protocol or UCI on standard
input and output, whichever the first line asks for.

Examples:
  peregrine perft 5                           count the leaves of 5 plies
  peregrine perft 4 --divide --threads 2      ... move by move, on 2 threads
  peregrine perft --suite perft/*.epd         check known counts
  peregrine moves --fen 'k9/2Q7/1K8/10/10/10/10/10 w - - 0 1'
  peregrine show --variant capablanca         a board to look at
  peregrine show --svg board.svg              a picture of it
  peregrine values --variant permutation      what each piece is worth there
  peregrine openings 100 --variant falcon     balanced openings, for matches
  peregrine pgn check games.pgn               replay games, name illegal moves
  peregrine bench                             the signature of the search, and its speed
  printf 'uci\\nposition startpos\\ngo movetime 1000\\n' | peregrine
  peregrine --variant capablanca              the engine, with that game to begin with
  xboard -fcp peregrine";

/// A Falcon Chess engine.
#[derive(Debug, Parser)]
#[command(name = "peregrine", version, about, after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Play also the games that this file defines (docs/guide/variant-files.md);
    /// can be given several times.
    #[arg(long, value_name = "FILE", global = true)]
    pub variants: Vec<PathBuf>,
    /// Search and judge by the numbers in this file ('peregrine tunables' lists
    /// them) instead of the usual ones.
    #[arg(long, value_name = "FILE")]
    pub tunables: Option<PathBuf>,
    /// The engine begins with this game, in UCI as after 'setoption name
    /// UCI_Variant', in XBoard's protocol whenever 'new' comes.
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    #[command(flatten)]
    pub options: OptionArguments,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Count the leaves of the tree of legal moves, or check known counts.
    Perft(PerftArguments),
    /// List the legal moves of a position, sorted.
    Moves(GameArguments),
    /// Show a position and what there is to know about it, or make a picture
    /// of it.
    Show(ShowArguments),
    /// Search fixed positions on one thread: the count of nodes is the
    /// signature of the search, the same on every machine.
    Bench {
        /// How many plies each position is searched.
        #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
        depth: u32,
        /// The game ('peregrine variants' lists them).
        #[arg(long, value_name = "NAME", default_value = "falcon")]
        variant: String,
    },
    /// Let engines play against each other, and say which is better.
    Match(Box<MatchArguments>),
    /// List the games Peregrine plays and the options of each, or check a file
    /// that defines games.
    #[command(after_help = "\
With --check every fault is named with its file, line, key and reason, and the
exit status is 1; of a file without fault its games are listed. The format is
described in docs/guide/variant-files.md.

Examples:
  peregrine variants
  peregrine variants --check docs/examples/gothic.toml
  peregrine perft 4 --variants docs/examples/gothic.toml --variant gothic")]
    Variants {
        /// Check these variant files instead.
        #[arg(long, value_name = "FILE", num_args = 1..)]
        check: Vec<PathBuf>,
    },
    /// List what the pieces of a game are worth, and how that comes about.
    Values {
        /// The game ('peregrine variants' lists them).
        #[arg(long, value_name = "NAME", default_value = "falcon")]
        variant: String,
    },
    /// List the numbers by which the engine searches and judges, as a file that
    /// --tunables reads.
    Tunables,
    /// Choose those numbers by games.
    #[command(subcommand)]
    Tune(TuneCommand),
    /// Search positions whose best move is known.
    Solve(SolveArguments),
    /// Prove a mate in so many moves, and find all moves that do it.
    Mate(MateArguments),
    /// Find positions with a single best move in games.
    Tactics(TacticsArguments),
    /// Make balanced openings for a game, by random moves and searches.
    Openings(OpeningsArguments),
    /// Look into files of games in Portable Game Notation.
    #[command(subcommand)]
    Pgn(PgnCommand),
    /// Endings known exactly: make tables of them, and ask them.
    #[command(subcommand)]
    Tablebase(TablebaseCommand),
}

#[derive(Debug, Args)]
pub(super) struct GameArguments {
    /// The game ('peregrine variants' lists them); without it falcon, but chess if the
    /// FEN has eight files.
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    #[command(flatten)]
    pub options: OptionArguments,
    /// The position; without it the start position.
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    pub fen: Option<String>,
    /// The start position of that number, in games whose array is drawn at random.
    #[arg(long, value_name = "N", conflicts_with = "fen")]
    pub array: Option<u64>,
    /// The start position that this number draws, in the same games.
    #[arg(long, value_name = "N", conflicts_with_all = ["fen", "array"])]
    pub seed: Option<u64>,
}

/// A game and which of its rules.
#[derive(Debug, Args)]
pub(super) struct RulesArguments {
    /// The game ('peregrine variants' lists them).
    #[arg(long, value_name = "NAME", default_value = "falcon")]
    pub variant: String,
    #[command(flatten)]
    pub options: OptionArguments,
}

/// The rules of a game that can be chosen.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct OptionArguments {
    /// How Kings castle; without it as the game has it.
    #[arg(long, value_name = "RULE", value_parser = str::parse::<CastlingRule>)]
    pub castling: Option<CastlingRule>,
    /// What Pawns promote to; without it as the game has it.
    #[arg(long, value_name = "RULE", value_parser = str::parse::<PromotionRule>)]
    pub promotion: Option<PromotionRule>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  peregrine show --svg start.svg
  peregrine show --fen 'k9/10/10/10/4F5/10/10/9K w - - 0 1' --svg falcon.svg \\
      --mark d7,f7 --mark g7 --arrow e4-e5-f6-g7,e4-f5-f6-g7
  peregrine show --fen '10/10/5p4/10/4F5/10/10/10 w - - 0 1' --paths e4g7

A FEN without Kings is shown as well, as a figure that cannot be played.")]
pub(super) struct ShowArguments {
    #[command(flatten)]
    pub game: GameArguments,
    /// Write a picture to this file (SVG), or to standard output if it is '-',
    /// and no text.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Mark these squares in the picture; what is marked by another --mark gets
    /// another color.
    #[arg(long, value_name = "SQUARE,...", requires = "svg")]
    pub mark: Vec<String>,
    /// Draw arrows, each from the first of its squares over the others to the
    /// last; those of another --arrow get another color.
    #[arg(long, value_name = "SQUARE-SQUARE,...", requires = "svg")]
    pub arrow: Vec<String>,
    /// List the three paths of a Falcon's move, such as e4g7, and say what closes
    /// those that are closed. In a picture they are arrows: the open paths in the
    /// first color, the closed ones in the second.
    #[arg(long, value_name = "MOVE,...")]
    pub paths: Vec<String>,
    /// Draw the light squares dark and the dark squares light. Patent and essay
    /// name this as an alternative: the Bishops then stand on the colors that
    /// they have in orthodox chess, and the Queens not on their own.
    #[arg(long, requires = "svg")]
    pub reversed_colors: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
A perft file has a position on each line and what is known about it:
  FEN ;variant falcon ;castling free ;promotion any ;D1 24 ;D2 576
The opcodes variant, castling and promotion may be missing. With --suite the
exit status is 1 if any count is wrong, and 2 if a file cannot be read.")]
pub(super) struct PerftArguments {
    /// How many plies deep.
    #[arg(
        required_unless_present = "suite",
        conflicts_with = "suite",
        value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH))
    )]
    pub depth: Option<u32>,
    #[command(flatten)]
    pub game: GameArguments,
    /// Show the leaves below each move.
    #[arg(long, conflicts_with = "suite")]
    pub divide: bool,
    /// How many threads count.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(1, MAX_THREADS))]
    pub threads: usize,
    /// Remember counted subtrees in so many MiB.
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = up_to(0, MAX_HASH))]
    pub hash: usize,
    /// Check the counts that these files claim.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["fen", "array", "seed", "castling", "promotion"])]
    pub suite: Vec<PathBuf>,
    /// Leave out counts above this.
    #[arg(long, value_name = "N", requires = "suite", conflicts_with = "depth")]
    pub max_nodes: Option<u64>,
}

pub(super) fn up_to(least: usize, most: usize) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(least as u64..=most as u64)
}
