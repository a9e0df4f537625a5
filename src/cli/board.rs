//! The command `board`: serves the page on which people play.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::Args;

use crate::arena::engine_config::EngineConfig;
use crate::engine::BookChoice;
use crate::web::{BoardServer, ServerOptions};

use super::arguments::whole;
use super::browser::Redirect;
use super::terminal::print_status;
use super::{CliError, signal_error};

#[derive(Debug, Args)]
#[command(after_help = "\
The address that is printed holds a token; whoever has it can use the page. Pages are
served until Ctrl-C.

Other engines are described as for 'peregrine match', by KEY=VALUE words. Their
protocol is uci unless it is given; their time is that of the game on the page.

Examples:
  peregrine board
  peregrine board --port 8000 --no-open --variants mine.toml
  peregrine board --games new-old
  peregrine board --engine command=fairy-stockfish \\
      --engine 'name=Fairy-Max command=fairymax protocol=cecp'")]
pub(super) struct BoardArguments {
    /// The port to listen on [default: any that is free].
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = whole(0..=u16::MAX))]
    port: u16,
    /// The address to listen on. Anything but this machine's own address lets others
    /// use the engine.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Only print the address instead of opening it in the browser.
    #[arg(long)]
    no_open: bool,
    /// Use the tablebases in this folder besides the built-in ones.
    #[arg(long, value_name = "DIR")]
    tablebases: Option<PathBuf>,
    /// Use this opening book for its game instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Let people watch the matches in this folder, or the match whose directory it is.
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    /// Another engine to play against, described as below; may be given several times.
    #[arg(long, value_name = "KEY=VALUE ...")]
    engine: Vec<EngineConfig>,
}

pub(super) fn run(arguments: BoardArguments, output: &mut impl Write) -> Result<(), CliError> {
    for folder in [&arguments.tablebases, &arguments.games]
        .into_iter()
        .flatten()
    {
        if let Err(error) = folder.read_dir() {
            return Err(super::file_error(folder, &error));
        }
    }
    let mut books = BookChoice::default();
    books.set_file(arguments.book)?;
    let server = BoardServer::new(ServerOptions {
        address: arguments.listen,
        port: arguments.port,
        tablebases: arguments.tablebases,
        books,
        games: arguments.games,
        engines: arguments.engine,
        ..ServerOptions::default()
    })?;
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let mut stop = Some(stop);
    ctrlc::set_handler(move || {
        // At the second signal the server is already on its way out.
        let _ = stop.take().map(|stop| stop.send(()));
    })
    .map_err(signal_error)?;
    let address = server.address();
    writeln!(output, "The board is at {address}\nPress Ctrl-C to end.")?;
    output.flush()?;
    if server.is_reachable_by_others() {
        print_status(
            "warning: other machines can reach this address. The connection is not encrypted, \
             and whoever has the address with its token can use this machine's processors.",
        );
    }
    // The file is there while the server is.
    let _redirect = match arguments.no_open {
        true => None,
        false => Redirect::open(&address),
    };
    server.serve(async move {
        let _ = stopped.await;
    });
    Ok(())
}
