//! Arguments that several commands take, and those of `show` and `perft`.

use std::path::PathBuf;

use clap::{ArgGroup, Args};

use crate::engine::{MAX_HASH, MAX_THREADS};
use crate::rules::{CastlingRule, PromotionRule};
use crate::search::Tunables;
use crate::tools::perft::MAX_DEPTH;
use crate::tuning::file;

use super::CliError;
use super::picture::PictureArguments;

pub(super) use super::numbers::{decimal, seconds, up_to, whole};

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
    #[arg(long, value_name = "N", conflicts_with = "fen", value_parser = whole(0..=u64::MAX))]
    pub array: Option<u64>,
    /// Seed of a random start position, in variants with shuffled arrays.
    #[arg(long, value_name = "N", conflicts_with_all = ["fen", "array"], value_parser = whole(0..=u64::MAX))]
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
  peregrine show --png start.png --size 600
  peregrine show --fen 'k9/10/10/10/4F5/10/10/9K w - - 0 1' --svg falcon.svg \\
      --mark d7,f7 --mark g7 --arrow e4-e5-f6-g7,e4-f5-f6-g7
  peregrine show --fen '10/10/5p4/10/4F5/10/10/10 w - - 0 1' --paths e4g7

A FEN without Kings is shown too, as a figure that cannot be played.")]
pub(super) struct ShowArguments {
    #[command(flatten)]
    pub game: GameArguments,
    #[command(flatten)]
    pub picture: PictureArguments,
    /// Mark these squares in the picture; each further --mark uses another color.
    #[arg(long, value_name = "SQUARE,...", requires = "picture")]
    pub mark: Vec<String>,
    /// Draw arrows, each from its first square through the others to the last;
    /// each further --arrow uses another color.
    #[arg(long, value_name = "SQUARE-SQUARE,...", requires = "picture")]
    pub arrow: Vec<String>,
    /// List the three paths of a Falcon's move, such as e4g7, and what blocks each
    /// blocked one. In a picture they are arrows: open paths in the first color,
    /// blocked ones in the second.
    #[arg(long, value_name = "MOVE,...")]
    pub paths: Vec<String>,
    /// The network file for the evaluation [default: the built-in network of the game,
    /// if there is one].
    #[arg(long, value_name = "FILE", conflicts_with = "picture")]
    pub network: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("counted").required(true), after_help = "\
Each line of a perft file has a position and its known counts:
  FEN ;variant falcon ;castling free ;promotion any ;D1 24 ;D2 576
The opcodes variant, castling and promotion are optional; other operations of EPD are
ignored. A line that names no game is of the one after which the file is called, of
--variant, or else of chess if its board has eight files. With --suite the exit
status is 1 if any count is wrong, and 2 if a file cannot be read.

Examples:
  peregrine perft 5
  peregrine perft 6 --threads 2 --hash 256
  peregrine perft --suite perft/*.epd --max-nodes 1000000")]
pub(super) struct PerftArguments {
    /// Depth in plies.
    #[arg(
        group = "counted",
        value_parser = whole(0..=MAX_DEPTH)
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
    #[arg(long, value_name = "FILE", num_args = 1.., group = "counted", conflicts_with_all = ["fen", "array", "seed", "castling", "promotion"])]
    pub suite: Vec<PathBuf>,
    /// Skip counts above this.
    #[arg(long, value_name = "N", requires = "suite", conflicts_with = "depth", value_parser = whole(0..=u64::MAX))]
    pub(crate) max_nodes: Option<u64>,
}

/// The variant and the values that tuning starts from.
#[derive(Debug, Args)]
pub(super) struct BeginArguments {
    /// File of parameters to start from [default: those of the engine].
    #[arg(long, value_name = "FILE")]
    pub start: Option<PathBuf>,
    #[command(flatten)]
    pub game: RulesArguments,
}

impl BeginArguments {
    /// The parameters that tuning starts from.
    pub(super) fn tunables(&self) -> Result<Tunables, CliError> {
        match &self.start {
            Some(path) => Ok(file::read(path)?),
            None => Ok(Tunables::default()),
        }
    }
}
