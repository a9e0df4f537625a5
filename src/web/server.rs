//! The server: its address, the page's files, and the way to the sessions.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::sync::Semaphore;

use crate::engine::BookChoice;

use super::catalogue;
use super::security::{Guard, add_headers, token};
use super::session::Settings;
use super::socket::{MAX_MESSAGE, converse};

/// The most pages at a time.
const MAX_PAGES: usize = 64;

/// The page's files: name, type and content. `web/` has their sources.
const FILES: [(&str, &str, &[u8]); 4] = [
    (
        "/",
        "text/html; charset=utf-8",
        include_bytes!("../../web/dist/index.html"),
    ),
    (
        "/app.js",
        "text/javascript; charset=utf-8",
        include_bytes!("../../web/dist/app.js"),
    ),
    (
        "/app.css",
        "text/css; charset=utf-8",
        include_bytes!("../../web/dist/app.css"),
    ),
    (
        "/icon.svg",
        "image/svg+xml",
        include_bytes!("../../web/dist/icon.svg"),
    ),
];

/// Where the server listens and what it offers.
#[derive(Clone)]
pub struct ServerOptions {
    /// The address to listen on: this machine only, unless told otherwise.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// A folder of tablebases.
    pub tablebases: Option<PathBuf>,
    /// The opening books.
    pub books: BookChoice,
    /// A folder of matches to watch, or the directory of one.
    pub games: Option<PathBuf>,
}

impl Default for ServerOptions {
    fn default() -> ServerOptions {
        ServerOptions {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            tablebases: None,
            books: BookChoice::default(),
            games: None,
        }
    }
}

/// Why there is no board.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The address is not free.
    #[error("cannot listen on {address}: {error}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// Why not.
        error: io::Error,
    },
    /// The address stands for all addresses.
    #[error("{0} is no address that a browser can open: name one of this machine's addresses")]
    Unspecified(IpAddr),
    /// The system gives no threads or no random numbers.
    #[error("cannot start the server: {0}")]
    System(#[from] io::Error),
}

/// A server that listens, but does not answer yet.
pub struct BoardServer {
    runtime: runtime::Runtime,
    listener: TcpListener,
    address: SocketAddr,
    token: String,
    settings: Settings,
}

#[derive(Clone)]
struct Shared {
    guard: Guard,
    settings: Settings,
    pages: Arc<Semaphore>,
}

impl BoardServer {
    /// Listens.
    ///
    /// # Errors
    /// If the address is not free, or the system lacks something else.
    pub fn new(options: ServerOptions) -> Result<BoardServer, ServerError> {
        // The server answers to the names that it knows, and could not know all of these.
        if options.address.is_unspecified() {
            return Err(ServerError::Unspecified(options.address));
        }
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let address = SocketAddr::new(options.address, options.port);
        let listener = runtime.block_on(TcpListener::bind(address));
        let listener = listener.map_err(|error| ServerError::Address { address, error })?;
        Ok(BoardServer {
            address: listener.local_addr()?,
            runtime,
            listener,
            token: token()?,
            settings: Settings {
                machine: catalogue::machine(),
                tablebases: options.tablebases,
                books: options.books,
                games: options.games,
            },
        })
    }

    /// The address of the page, with the token that lets it in.
    pub fn address(&self) -> String {
        format!("http://{}/?token={}", self.address, self.token)
    }

    /// Serves pages until `stop` is done.
    ///
    /// # Errors
    /// If connections can no longer be accepted.
    pub fn serve(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServerError> {
        let port = self.address.port();
        let mut hosts = vec![self.address.to_string(), format!("localhost:{port}")];
        if port == 80 {
            hosts.extend([self.address.ip().to_string(), "localhost".to_owned()]);
        }
        let shared = Shared {
            guard: Guard::new(hosts, self.token),
            settings: self.settings,
            pages: Arc::new(Semaphore::new(MAX_PAGES)),
        };
        let mut router = Router::new().route("/socket", get(socket));
        for (path, kind, content) in FILES {
            let answer = ([(header::CONTENT_TYPE, kind)], content);
            router = router.route(path, get(move || async move { answer }));
        }
        let router = router
            .layer(middleware::from_fn_with_state(shared.clone(), check))
            .with_state(shared);
        self.runtime.block_on(async {
            let served = async { axum::serve(self.listener, router).await };
            tokio::select! {
                served = served => served,
                () = stop => Ok(()),
            }
        })?;
        // Sessions end with their sockets, which the runtime closes.
        self.runtime.shutdown_background();
        Ok(())
    }
}

/// Refuses what was not meant for this server, and adds the headers of every answer.
async fn check(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let mut response = match shared.guard.is_our_host(request.headers()) {
        true => next.run(request).await,
        false => refusal("This server does not answer to that host name."),
    };
    add_headers(response.headers_mut());
    response
}

fn refusal(sentence: &'static str) -> Response {
    (StatusCode::FORBIDDEN, sentence).into_response()
}

#[derive(Deserialize)]
struct Access {
    #[serde(default)]
    token: String,
}

async fn socket(
    State(shared): State<Shared>,
    Query(access): Query<Access>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !shared.guard.is_our_page(&headers) {
        return refusal("Only the server's own page may connect.");
    }
    if !shared.guard.is_token(&access.token) {
        return refusal("The token is wrong: open the address that the server printed.");
    }
    let Ok(page) = shared.pages.try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "Too many pages are open.").into_response();
    };
    upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(move |socket| converse(socket, shared.settings, page))
}
