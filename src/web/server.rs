//! The server: its address, the page's files, and the way to the sessions.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use serde::Deserialize;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::arena::engine_config::EngineConfig;
use crate::engine::BookChoice;
use crate::page::catalog;
use crate::page::matches::Matches;
use crate::page::messages::MAX_PAGES;
use crate::page::opponents::Opponents;
use crate::page::rules;
use crate::page::session::{Invitation, Place, Settings, SharedGames};

use super::connections::{self, Patience};
use super::opponents::{EngineList, OpponentError};
use super::security::{Guard, HostError, add_headers, is_same, token};
use super::socket::{Connection, MAX_FRAME, serve_page};
use super::traffic::Traffic;
use super::watch::MatchFolder;

/// The page's files: address, type and content. `web/` has their sources.
const FILES: [(&str, &str, &[u8]); 6] = [
    (
        "/",
        "text/html; charset=utf-8",
        include_bytes!("../../web/dist/index.html"),
    ),
    ("/app.js", SCRIPT, include_bytes!("../../web/dist/app.js")),
    ("/app.css", STYLE, include_bytes!("../../web/dist/app.css")),
    ("/more.js", SCRIPT, include_bytes!("../../web/dist/more.js")),
    (
        "/more.css",
        STYLE,
        include_bytes!("../../web/dist/more.css"),
    ),
    (
        "/icon.svg",
        "image/svg+xml",
        include_bytes!("../../web/dist/icon.svg"),
    ),
];
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// Where the server listens and what it offers.
#[derive(Clone)]
pub struct ServerOptions {
    /// The address to listen on; by default, that of this machine only.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// A folder of tablebases.
    pub tablebases: Option<PathBuf>,
    /// The opening books.
    pub books: BookChoice,
    /// A folder of matches to watch, or the directory of one.
    pub games: Option<PathBuf>,
    /// Other engines as opponents.
    pub engines: Vec<EngineConfig>,
    /// Timeouts.
    pub patience: Patience,
}

impl Default for ServerOptions {
    fn default() -> ServerOptions {
        ServerOptions {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            tablebases: None,
            books: BookChoice::default(),
            games: None,
            engines: Vec::new(),
            patience: Patience::default(),
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
    /// The address stands for several machines or addresses.
    #[error("a browser cannot open {0}; give one of this machine's addresses")]
    NotOne(IpAddr),
    /// One of the other engines cannot be an opponent.
    #[error(transparent)]
    Opponent(#[from] OpponentError),
    /// The system gives no threads or no random numbers.
    #[error("cannot start the server: {0}")]
    System(#[from] io::Error),
}

/// A server that listens and is ready to answer, but does not answer yet.
pub struct BoardServer {
    runtime: runtime::Runtime,
    listener: TcpListener,
    address: SocketAddr,
    token: String,
    router: Router,
    patience: Patience,
}

#[derive(Clone)]
struct Shared {
    guard: Guard,
    patience: Patience,
    settings: Settings,
    pages: Arc<Semaphore>,
    /// The same for pages that have joined a game.
    guests: Arc<Semaphore>,
}

impl BoardServer {
    /// Listens.
    ///
    /// # Errors
    /// If the address is not free, one of the other engines cannot be started, or the system
    /// lacks something else.
    pub fn new(options: ServerOptions) -> Result<BoardServer, ServerError> {
        // An address of the old protocol may be written in the new one.
        let ip = options.address.to_canonical();
        // The server answers to the names that it knows, and could not know all of these.
        let is_broadcast = matches!(ip, IpAddr::V4(ip) if ip.is_broadcast());
        if ip.is_unspecified() || ip.is_multicast() || is_broadcast {
            return Err(ServerError::NotOne(options.address));
        }
        let opponents = match options.engines.is_empty() {
            true => None,
            false => Some(EngineList::new(options.engines)?),
        };
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let address = SocketAddr::new(ip, options.port);
        let listener = runtime.block_on(TcpListener::bind(address));
        let listener = listener.map_err(|error| ServerError::Address { address, error })?;
        let address = listener.local_addr()?;
        let page_token = token()?;
        let matches = options.games.map(MatchFolder);
        let (limits, machine) = catalog::of_server();
        let settings = Settings {
            place: Place::Server,
            machine,
            limits,
            tablebases: options.tablebases,
            books: options.books,
            matches: matches.map(|folder| Arc::new(folder) as Arc<dyn Matches>),
            opponents: opponents.map(|list| Arc::new(list) as Arc<dyn Opponents>),
            shared_games: Some(Arc::new(SharedGames::new(token))),
        };
        let shared = Shared {
            guard: Guard::new(host_names(address), page_token.clone()),
            patience: options.patience,
            settings,
            pages: Arc::new(Semaphore::new(MAX_PAGES)),
            guests: Arc::new(Semaphore::new(MAX_PAGES)),
        };
        Ok(BoardServer {
            runtime,
            listener,
            address,
            token: page_token,
            router: router(shared),
            patience: options.patience,
        })
    }

    /// The address of the page, with the token that lets it in.
    pub fn address(&self) -> String {
        format!("http://{}/?token={}", self.address, self.token)
    }

    /// Whether other machines may reach the server.
    pub(crate) fn is_reachable_by_others(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// Serves pages until `stop` is done.
    pub fn serve(self, stop: impl Future<Output = ()> + Send + 'static) {
        self.runtime.block_on(async {
            tokio::select! {
                () = connections::serve(self.listener, self.router, self.patience) => {}
                () = stop => {}
            }
        });
        // Sessions end with their sockets, which the runtime closes.
        self.runtime.shutdown_background();
    }
}

/// The names under which browsers ask for a server at this address.
fn host_names(address: SocketAddr) -> Vec<String> {
    let port = address.port();
    let mut hosts = vec![address.to_string(), format!("localhost:{port}")];
    if port == 80 {
        hosts.extend([address.ip().to_string(), "localhost".to_owned()]);
    }
    hosts
}

fn router(shared: Shared) -> Router {
    let mut router = Router::new()
        .route("/socket", get(socket))
        .route("/access", get(access))
        .route("/array", get(array));
    for (path, kind, content) in FILES {
        let answer = ([(header::CONTENT_TYPE, kind)], content);
        router = router.route(path, get(move || async move { answer }));
    }
    router
        .layer(middleware::from_fn_with_state(shared.clone(), check))
        .with_state(shared)
}

/// Refuses what was not meant for this server, and adds the headers of every answer.
async fn check(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let mut response = match shared.guard.host(request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(HostError::Malformed) => {
            let sentence = "A request names one host.";
            (StatusCode::BAD_REQUEST, sentence).into_response()
        }
        Err(HostError::Foreign) => forbidden("This server does not answer to that host name."),
    };
    add_headers(response.headers_mut());
    if response.status() != StatusCode::SWITCHING_PROTOCOLS {
        // A connection that waits for nothing would take the place of others.
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    response
}

fn forbidden(sentence: &'static str) -> Response {
    (StatusCode::FORBIDDEN, sentence).into_response()
}

#[derive(Deserialize)]
struct Access {
    #[serde(default)]
    token: String,
    /// The token of a game to join, and nothing else.
    join: Option<String>,
    /// The key that only the browser of the guest knows.
    #[serde(default)]
    key: String,
}

/// Why a page is refused.
enum AccessError {
    Token,
    Full,
    /// There is no game of this link.
    NoGame,
    /// The game of this link is not for this browser.
    NotAdmitted(&'static str),
}

impl IntoResponse for AccessError {
    fn into_response(self) -> Response {
        match self {
            AccessError::Token => {
                forbidden("The token is wrong: open the address that the server printed.")
            }
            AccessError::Full => {
                let sentence =
                    format!("{MAX_PAGES} pages are open, and there is no room for more.");
                (StatusCode::SERVICE_UNAVAILABLE, sentence).into_response()
            }
            AccessError::NoGame => {
                let sentence = "There is no game behind this link any more. Ask the other player \
                                for a new one.";
                (StatusCode::NOT_FOUND, sentence).into_response()
            }
            AccessError::NotAdmitted(sentence) => (StatusCode::CONFLICT, sentence).into_response(),
        }
    }
}

/// A page that may connect, and the game it joins if it came by a link.
type Admitted = (OwnedSemaphorePermit, Option<Invitation>);

/// Admits a page with this token, if there is room.
fn admit(shared: &Shared, access: &Access) -> Result<Admitted, AccessError> {
    let (places, invitation) = match &access.join {
        None if shared.guard.is_token(&access.token) => (&shared.pages, None),
        None => return Err(AccessError::Token),
        Some(token) => (&shared.guests, Some(invite(shared, token, &access.key)?)),
    };
    let place = Arc::clone(places).try_acquire_owned();
    Ok((place.map_err(|_| AccessError::Full)?, invitation))
}

/// The game of a link, if the page with this key may join it.
fn invite(shared: &Shared, token: &str, key: &str) -> Result<Invitation, AccessError> {
    let games = shared.settings.shared_games.as_ref();
    let game = games.and_then(|games| games.find(|other| is_same(token, other)));
    let game = game.ok_or(AccessError::NoGame)?;
    game.admits(key).map_err(AccessError::NotAdmitted)?;
    Ok(Invitation {
        game,
        key: key.to_owned(),
    })
}

/// Answers whether a page would be admitted, since browsers do not tell pages why a WebSocket
/// was refused.
async fn access(State(shared): State<Shared>, Query(access): Query<Access>) -> Response {
    match admit(&shared, &access) {
        Ok(_) => StatusCode::NO_CONTENT.into_response(),
        Err(reason) => reason.into_response(),
    }
}

/// The game whose start position is drawn.
#[derive(Deserialize)]
struct Drawn {
    #[serde(default)]
    token: String,
    #[serde(default)]
    game: String,
}

/// Answers with the start position of a game.
async fn array(State(shared): State<Shared>, Query(drawn): Query<Drawn>) -> Response {
    if !shared.guard.is_token(&drawn.token) {
        return AccessError::Token.into_response();
    }
    match rules::array(&drawn.game) {
        Some(array) => ([(header::CONTENT_TYPE, "application/json")], array).into_response(),
        None => (StatusCode::NOT_FOUND, "There is no such game.").into_response(),
    }
}

async fn socket(
    State(shared): State<Shared>,
    Extension(traffic): Extension<Traffic>,
    Query(access): Query<Access>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !shared.guard.is_our_page(&headers) {
        return forbidden("Only the server's own page may connect.");
    }
    let (page, invitation) = match admit(&shared, &access) {
        Ok(admitted) => admitted,
        Err(reason) => return reason.into_response(),
    };
    upgrade
        .max_message_size(MAX_FRAME)
        .max_frame_size(MAX_FRAME)
        .on_upgrade(move |socket| {
            let connection = Connection::new(socket, traffic, shared.patience);
            serve_page(connection, shared.settings, invitation, page)
        })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::FILES;

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/dist");
        let built: BTreeSet<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .map(|name| match name.as_str() {
                "index.html" => "/".to_owned(),
                other => format!("/{other}"),
            })
            .collect();
        let served = FILES.map(|(address, ..)| address.to_owned());
        assert_eq!(built, BTreeSet::from(served));
    }
}
