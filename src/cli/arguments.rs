//! The arguments of the command line; the commands that take them have a
//! module each.

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
Without a command, Peregrine runs as an engine on standard input and output and
speaks the XBoard protocol (CECP) or UCI, whichever the first line selects.

'peregrine COMMAND --help' explains each command.

Examples:
  xboard -fcp peregrine                       play in XBoard
  peregrine --variant capablanca              run the engine, starting with this variant
  printf 'uci\\nposition startpos\\ngo movetime 1000\\n' | peregrine
  peregrine show --variant capablanca         print the board
  peregrine show --svg board.svg              draw the board as a picture
  peregrine moves --fen 'k9/2Q7/1K8/10/10/10/10/10 w - - 0 1'
  peregrine perft 5                           count the leaf nodes at depth 5
  peregrine perft 4 --divide --threads 2      the same per root move, on 2 threads
  peregrine perft --suite perft/*.epd         check known counts
  peregrine values --variant permutation      list the piece values of a variant
  peregrine openings 100 --variant falcon     make balanced openings for matches
  peregrine pgn check games.pgn               replay games and report illegal moves
  peregrine bench                             signature and speed of the search";

/// Peregrine, an engine for Falcon Chess and related variants.
#[derive(Debug, Parser)]
#[command(name = "peregrine", version, after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Add the variants defined in this file (see docs/guide/variant-files.md); may be
    /// given several times.
    #[arg(long, value_name = "FILE", global = true)]
    pub variants: Vec<PathBuf>,
    /// Read search and evaluation parameters from this file instead of using the
    /// defaults ('peregrine tunables' prints such a file).
    #[arg(long, value_name = "FILE")]
    pub tunables: Option<PathBuf>,
    /// Start the engine with this variant: the initial UCI_Variant in UCI, the
    /// game that 'new' sets up in the XBoard protocol.
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    #[command(flatten)]
    pub options: OptionArguments,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Count the leaf nodes of the legal move tree (perft), or check known counts.
    Perft(PerftArguments),
    /// List the legal moves of a position in alphabetical order.
    #[command(after_help = "\
Examples:
  peregrine moves
  peregrine moves --variant falcon100
  peregrine moves --fen 'k9/2Q7/1K8/10/10/10/10/10 w - - 0 1'")]
    Moves(GameArguments),
    /// Print a position with its FEN, status and evaluation, or draw it as an SVG
    /// picture.
    Show(ShowArguments),
    /// Search fixed positions on one thread: the node count is the signature of
    /// the search, the same on every machine.
    #[command(after_help = "\
A change to the program that leaves 'Nodes searched' as it was has not changed the
search; 'Nodes/second' shows whether it made the search faster.

Examples:
  peregrine bench
  peregrine bench 12 --variant chess")]
    Bench {
        /// Search depth in plies.
        #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
        depth: u32,
        /// The variant ('peregrine variants' lists them).
        #[arg(long, value_name = "NAME", default_value = "falcon")]
        variant: String,
    },
    /// Play matches between engines and report which is stronger.
    Match(Box<MatchArguments>),
    /// List the variants that Peregrine plays and the rules each offers, or check
    /// variant files.
    #[command(after_help = "\
--check reports every fault with its file, line, key and reason, and exits with
status 1 if there is any; for a valid file it lists the variants.
docs/guide/variant-files.md describes the format.

Examples:
  peregrine variants
  peregrine variants --check docs/examples/gothic.toml
  peregrine perft 4 --variants docs/examples/gothic.toml --variant gothic")]
    Variants {
        /// Check these variant files instead of listing the known variants.
        #[arg(long, value_name = "FILE", num_args = 1..)]
        check: Vec<PathBuf>,
    },
    /// List the piece values of a variant and how they are derived.
    #[command(after_help = "\
Example:
  peregrine values --variant permutation")]
    Values {
        /// The variant ('peregrine variants' lists them).
        #[arg(long, value_name = "NAME", default_value = "falcon")]
        variant: String,
    },
    /// Print the parameters of search and evaluation, as a file for --tunables.
    #[command(after_help = "\
Example:
  peregrine tunables > my.toml                write the defaults, then edit them
  peregrine --tunables my.toml                run the engine with the edited values")]
    Tunables,
    /// Tune the parameters of search and evaluation from games.
    #[command(subcommand)]
    Tune(TuneCommand),
    /// Test the engine on positions whose best move is known.
    Solve(SolveArguments),
    /// Prove a mate in N moves and find every first move that forces it.
    Mate(MateArguments),
    /// Find tactical positions, with a single best move, in games.
    Tactics(TacticsArguments),
    /// Make balanced openings from random moves, checked by searches.
    Openings(OpeningsArguments),
    /// Check files of games in Portable Game Notation (PGN).
    #[command(subcommand)]
    Pgn(PgnCommand),
    /// Build, verify and probe endgame tablebases.
    #[command(subcommand)]
    Tablebase(TablebaseCommand),
}

#[derive(Debug, Args)]
pub(super) struct GameArguments {
    /// The variant ('peregrine variants' lists them) [default: falcon, or chess for a
    /// FEN with eight files].
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    #[command(flatten)]
    pub options: OptionArguments,
    /// The position [default: the start position].
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    pub fen: Option<String>,
    /// The number of the start position, in variants with shuffled arrays.
    #[arg(long, value_name = "N", conflicts_with = "fen")]
    pub array: Option<u64>,
    /// Seed of a random start position, in variants with shuffled arrays.
    #[arg(long, value_name = "N", conflicts_with_all = ["fen", "array"])]
    pub seed: Option<u64>,
}

/// A variant and the choice among its rules.
#[derive(Debug, Args)]
pub(super) struct RulesArguments {
    /// The variant ('peregrine variants' lists them).
    #[arg(long, value_name = "NAME", default_value = "falcon")]
    pub variant: String,
    #[command(flatten)]
    pub options: OptionArguments,
}

/// The rules of a variant that the user can choose.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct OptionArguments {
    /// Castling rule [default: the variant's own; 'peregrine variants' lists them].
    #[arg(long, value_name = "RULE", value_parser = str::parse::<CastlingRule>)]
    pub castling: Option<CastlingRule>,
    /// Promotion rule [default: the variant's own; 'peregrine variants' lists them].
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

A FEN without Kings is shown too, as a figure that cannot be played.")]
pub(super) struct ShowArguments {
    #[command(flatten)]
    pub game: GameArguments,
    /// Write an SVG picture to this file instead of printing text; '-' is standard
    /// output.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Mark these squares in the picture; each further --mark uses another color.
    #[arg(long, value_name = "SQUARE,...", requires = "svg")]
    pub mark: Vec<String>,
    /// Draw arrows, each from its first square through the others to the last;
    /// each further --arrow uses another color.
    #[arg(long, value_name = "SQUARE-SQUARE,...", requires = "svg")]
    pub arrow: Vec<String>,
    /// List the three paths of a Falcon's move, such as e4g7, and what blocks each
    /// blocked one. In a picture they are arrows: open paths in the first color,
    /// blocked ones in the second.
    #[arg(long, value_name = "MOVE,...")]
    pub paths: Vec<String>,
    /// Swap the light and dark squares. The patent and the essay allow this: the
    /// Bishops then stand on the same colors as in orthodox chess, but the Queens
    /// not on their own.
    #[arg(long, requires = "svg")]
    pub reversed_colors: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Each line of a perft file has a position and its known counts:
  FEN ;variant falcon ;castling free ;promotion any ;D1 24 ;D2 576
The opcodes variant, castling and promotion are optional. With --suite the exit
status is 1 if any count is wrong, and 2 if a file cannot be read.

Examples:
  peregrine perft 5
  peregrine perft 6 --threads 2 --hash 256
  peregrine perft --suite perft/*.epd --max-nodes 1000000")]
pub(super) struct PerftArguments {
    /// Depth in plies.
    #[arg(
        required_unless_present = "suite",
        conflicts_with = "suite",
        value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH))
    )]
    pub depth: Option<u32>,
    #[command(flatten)]
    pub game: GameArguments,
    /// Show the count of each root move.
    #[arg(long, conflicts_with = "suite")]
    pub divide: bool,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(1, MAX_THREADS))]
    pub threads: usize,
    /// Size of the hash table of counted subtrees in MiB; 0 uses none.
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = up_to(0, MAX_HASH))]
    pub hash: usize,
    /// Check the counts in these files.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["fen", "array", "seed", "castling", "promotion"])]
    pub suite: Vec<PathBuf>,
    /// Skip counts above this.
    #[arg(long, value_name = "N", requires = "suite", conflicts_with = "depth")]
    pub max_nodes: Option<u64>,
}

pub(super) fn up_to(least: usize, most: usize) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(least as u64..=most as u64)
}
