//! A WebSocket and its session.

use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message as Frame, WebSocket};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::messages::{Message, Request};
use super::session::{Event, Output, Session, Settings};

/// The longest message of a page, in bytes.
pub(super) const MAX_MESSAGE: usize = 1 << 20;

/// Requests of a page that may wait.
const MAX_WAITING: usize = 32;

/// Messages to a page that may wait.
const MAX_UNSENT: usize = 256;

/// Requests in a second that are answered at once; more have to wait.
const RATE: u32 = 50;

/// A page that takes no message for so long is given up.
const PATIENCE: Duration = Duration::from_secs(20);

/// Where a session leaves its messages.
struct Outbox(tokio::sync::mpsc::Sender<String>);

impl Output for Outbox {
    fn send(&mut self, message: &Message) -> bool {
        let Ok(text) = serde_json::to_string(message) else {
            return true;
        };
        match self.0.try_send(text) {
            Ok(()) => true,
            // Newer thoughts will replace these.
            Err(tokio::sync::mpsc::error::TrySendError::Full(_)) => {
                matches!(message, Message::Thinking { .. })
            }
            Err(tokio::sync::mpsc::error::TrySendError::Closed(_)) => false,
        }
    }
}

/// Serves a page until it goes away.
pub(super) async fn converse(
    mut socket: WebSocket,
    settings: Settings,
    page: OwnedSemaphorePermit,
) {
    let (outbox, mut unsent) = tokio::sync::mpsc::channel(MAX_UNSENT);
    let (events, queue) = mpsc::channel();
    let sender = events.clone();
    let session = thread::Builder::new()
        .name("session".to_owned())
        .spawn(move || {
            // The place is free again when the session and its engine are gone.
            let _page = page;
            Session::new(sender, Outbox(outbox), settings).run(&queue);
        });
    if session.is_err() {
        return;
    }
    let waiting = Arc::new(Semaphore::new(MAX_WAITING));
    let mut pace = Pace::new();
    loop {
        tokio::select! {
            text = unsent.recv() => {
                let Some(text) = text else { break };
                match timeout(PATIENCE, socket.send(Frame::Text(text.into()))).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) | Err(_) => break,
                }
            }
            frame = socket.recv() => {
                match frame {
                    Some(Ok(frame)) => {
                        pace.keep().await;
                        if !take(frame, &events, &waiting).await {
                            break;
                        }
                    }
                    Some(Err(_)) | None => break,
                }
            }
        }
    }
    // The session may have ended before.
    let _ = events.send(Event::Closed);
}

/// Hands a frame to the session; `false` if the page has said goodbye.
async fn take(frame: Frame, events: &Sender<Event>, waiting: &Arc<Semaphore>) -> bool {
    let event = match frame {
        Frame::Text(text) => match serde_json::from_str::<Request>(&text) {
            Ok(request) => {
                let permit = Arc::clone(waiting).acquire_owned().await.ok();
                Event::Request(request, permit)
            }
            Err(error) => Event::Malformed(format!("The message cannot be understood: {error}.")),
        },
        Frame::Binary(_) => Event::Malformed("Messages must be text.".to_owned()),
        Frame::Close(_) => return false,
        Frame::Ping(_) | Frame::Pong(_) => return true,
    };
    events.send(event).is_ok()
}

/// Slows a page down that sends too much.
struct Pace {
    next: Instant,
}

impl Pace {
    fn new() -> Pace {
        Pace {
            next: Instant::now(),
        }
    }

    /// Waits until the next message may be taken. A second's worth may come at once.
    async fn keep(&mut self) {
        let now = Instant::now();
        self.next = self.next.max(now) + Duration::from_secs(1) / RATE;
        let ahead = self.next.saturating_duration_since(now);
        if let Some(wait) = ahead.checked_sub(Duration::from_secs(1)) {
            tokio::time::sleep(wait).await;
        }
    }
}
