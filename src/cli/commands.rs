//! The command line as a whole: its commands, each with a module of its own.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::tools::bench;

use super::arguments::{GameArguments, OptionArguments, PerftArguments, ShowArguments, whole};
use super::board::BoardArguments;
use super::book::BookCommand;
use super::datagen::DatagenArguments;
use super::eval::EvalArguments;
use super::match_arguments::MatchArguments;
use super::mate::MateArguments;
use super::openings::OpeningsArguments;
use super::pgn::PgnCommand;
use super::play::PlayArguments;
use super::solve::SolveArguments;
use super::tablebase::TablebaseCommand;
use super::tactics::TacticsArguments;
use super::train_arguments::TrainArguments;
use super::tune::TuneCommand;
use super::variants::VariantsArguments;

const EXAMPLES: &str = "\
Without a command, Peregrine runs as an engine on standard input and output and
speaks the XBoard protocol (CECP) or UCI, whichever the first line selects.

'peregrine COMMAND --help' explains each command.

Examples:
  peregrine board                             play in the browser
  peregrine play                              play on the terminal
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
  peregrine pgn annotate games.pgn --out annotated.pgn --nodes 100000
  peregrine book probe --moves 'd4 h6'        what the opening book says about a position
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
    /// Read tunable parameters from this file instead of using the defaults
    /// ('peregrine tunables' prints such a file).
    #[arg(long, value_name = "FILE")]
    pub tunables: Option<PathBuf>,
    /// Start the engine with this variant: the initial UCI_Variant in UCI, the
    /// game that 'new' sets up in the XBoard protocol.
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// List the games of the library, too: in UCI_Variant, and to XBoard. They are found
    /// by name in any case; 'peregrine variants --all' lists them.
    #[arg(long)]
    pub library: bool,
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
    /// Explain the static evaluation of a position: its terms, and what a network says.
    Eval(EvalArguments),
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
        #[arg(default_value_t = bench::DEPTH, value_parser = whole::<u32>(1..=100))]
        depth: u32,
        /// The variant ('peregrine variants' lists them).
        #[arg(long, value_name = "NAME", default_value = "falcon")]
        variant: String,
    },
    /// Play on the terminal, against the engine or another person.
    Play(Box<PlayArguments>),
    /// Open a board in the browser: play, analyze and study every game.
    Board(BoardArguments),
    /// Play matches between engines and report which is stronger.
    Match(Box<MatchArguments>),
    /// List the variants that Peregrine plays and the rules each offers, check variant
    /// files, or import games from the files of other programs.
    Variants(VariantsArguments),
    /// List the piece values of a variant and how they are derived.
    #[command(after_help = "\
Example:
  peregrine values --variant permutation")]
    Values {
        /// The variant ('peregrine variants' lists them).
        #[arg(long, value_name = "NAME", default_value = "falcon")]
        variant: String,
    },
    /// Print the parameters of search, time management and evaluation, as a file for
    /// --tunables.
    #[command(after_help = "\
Example:
  peregrine tunables > my.toml                write the defaults, then edit them
  peregrine --tunables my.toml                run the engine with the edited values")]
    Tunables,
    /// Make games for the training of networks by self-play.
    Datagen(Box<DatagenArguments>),
    /// Train an evaluation network on games made by 'datagen'.
    Train(Box<TrainArguments>),
    /// Tune the parameters of search, time management and evaluation from games.
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
    /// Check, annotate, convert and show games in Portable Game Notation (PGN).
    #[command(subcommand)]
    Pgn(PgnCommand),
    /// Make opening books from games and searches, and look positions up.
    #[command(subcommand)]
    Book(BookCommand),
    /// Build, verify and probe endgame tablebases.
    #[command(subcommand)]
    Tablebase(TablebaseCommand),
}
