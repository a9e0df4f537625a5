//! Connections on which a request is awaited or answered: how long they may take, and how many
//! there may be.
//!
//! Anyone who reaches the address can open one without knowing the token. So none stays for
//! long, and when there are too many, the oldest makes room for the newest: a page is served
//! even if many others wait.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use super::traffic::{Counted, Traffic};

/// The most connections that are not WebSockets.
const MAX_CONNECTIONS: usize = 128;

/// The longest head of a request, in bytes. Browsers send the cookies of all servers on this
/// machine.
const MAX_HEAD: usize = 64 << 10;

/// The bytes that the system may keep back of what was sent to a page. It takes more only when a
/// third of them have gone over, so a large buffer would hide for minutes that a slow line moves.
const SEND_BUFFER: usize = 128 << 10;

/// How long to wait when the system has no room for another connection.
const PAUSE: Duration = Duration::from_millis(20);

/// The timeouts of the server, and how much a page may send.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the head of a request.
    pub head: Duration,
    /// For a request and its answer together.
    pub request: Duration,
    /// For a page to take some of a message.
    pub message: Duration,
    /// The time between two pings of a page; one that sends nothing after three of them, not
    /// even a part of a message, is gone.
    pub ping: Duration,
    /// Requests of a page in a second that are answered at once; more have to wait.
    pub rate: u32,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            head: Duration::from_secs(10),
            request: Duration::from_secs(60),
            message: Duration::from_secs(30),
            ping: Duration::from_secs(15),
            rate: 50,
        }
    }
}

/// The open connections by number, the oldest first.
#[derive(Clone, Default)]
struct Connections(Arc<Mutex<BTreeMap<u64, AbortHandle>>>);

impl Connections {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, AbortHandle>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the oldest connection.
    fn make_room(&self) {
        if let Some((_, oldest)) = self.lock().pop_first() {
            oldest.abort();
        }
    }
}

/// Accepts connections and serves them until the server stops.
pub(super) async fn serve(listener: TcpListener, router: Router, patience: Patience) {
    let connections = Connections::default();
    for number in 0.. {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) if is_of_the_other_side(&error) => continue,
            Err(_) => {
                // The process has no descriptor left.
                connections.make_room();
                sleep(PAUSE).await;
                continue;
            }
        };
        if connections.lock().len() >= MAX_CONNECTIONS {
            connections.make_room();
        }
        let (router, others) = (router.clone(), connections.clone());
        // The lock is held until the number is known, however soon the connection ends.
        let mut open = connections.lock();
        let task = tokio::spawn(async move {
            answer(stream, router, patience).await;
            others.lock().remove(&number);
        });
        open.insert(number, task.abort_handle());
    }
}

fn is_of_the_other_side(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
    )
}

/// Answers one request. A WebSocket that comes of it goes on by itself, and knows the
/// traffic of its connection.
async fn answer(stream: TcpStream, router: Router, patience: Patience) {
    // Without it, messages of a few bytes would wait for others.
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER);
    let traffic = Traffic::default();
    let router = router.layer(Extension(traffic.clone()));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.head)
        .max_buf_size(MAX_HEAD)
        .serve_connection(
            TokioIo::new(Counted::new(stream, traffic)),
            TowerToHyperService::new(router),
        )
        .with_upgrades();
    // Errors of one connection do not concern others.
    let _ = timeout(patience.request, connection).await;
}
